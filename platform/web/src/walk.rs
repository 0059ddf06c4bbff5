//! A room that one walks about in: the stage of `scumm-engine` with actors that are led by clicks.

use std::error::Error;
use std::fmt::Write as _;
use std::sync::Arc;

use glam::IVec2;
use scumm_engine::{Environment, Game, InitMode, SplitMix64, Stage};
use scumm_room::WalkBox;
use wasm_bindgen::prelude::wasm_bindgen;

/// Jiffies between two frames, as scripts set them in nearly every room (E1).
const JIFFIES: u16 = 6;
/// The actors of a room at most.
const MOST_ACTORS: u16 = 16;

/// Random numbers that are the same in every run, and silence.
struct Chance(SplitMix64);

impl Environment for Chance {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.0.in_range(min, max)
    }

    fn sound_running(&self, _: u16) -> bool {
        false
    }
}

/// A room with actors.
#[wasm_bindgen]
pub struct RoomWalk {
    stage: Stage,
    chance: Chance,
    /// The numbers of the actors are 1 to this one; the last one is led.
    actors: u16,
    pixels: Vec<u8>,
}

impl RoomWalk {
    /// Enters a room without actors.
    ///
    /// # Errors
    /// The room can't be read.
    pub fn enter(game: &Game, room: u16) -> Result<Self, Box<dyn Error>> {
        let stage = Stage::for_room(game, room)?;
        let mut walk = Self { stage, chance: Chance(SplitMix64::new(1)), actors: 0, pixels: Vec::new() };
        walk.paint();
        Ok(walk)
    }

    /// Puts a costume into the room: onto the box nearest to the middle of what is seen. Returns the actor's number.
    ///
    /// # Errors
    /// The costume can't be read, or there are sixteen actors.
    pub fn put(&mut self, game: &Game, costume: u16) -> Result<u16, Box<dyn Error>> {
        if self.actors >= MOST_ACTORS {
            return Err(format!("{MOST_ACTORS} actors are in the room already").into());
        }
        let (id, at) = (self.actors + 1, self.start());
        self.stage.insert_costume(costume, Arc::new(game.costume(costume)?))?;
        let (room, free) = (self.stage.room_number(), self.stage.boxes().is_empty());
        let mut actor = self.stage.actor_mut(id)?;
        actor.init(InitMode::Settings);
        actor.set_ignore_boxes(free);
        actor.set_costume(costume)?;
        // Actors that come later stand beside the earlier ones.
        let aside = 12 * (i32::from(id) - 1);
        actor.put(at.x + aside % 96 - aside / 96 * 8, at.y, Some(room));
        self.actors = id;
        self.stage.follow_with_camera(id, true)?;
        Ok(id)
    }

    /// The middle of the box nearest to the middle of the view, in the actors' units; without boxes a place in the lower half.
    fn start(&self) -> IVec2 {
        let (unit, dialect) = (self.unit(), self.stage.dialect());
        let view = self.stage.front();
        let middle = IVec2::new(
            (self.stage.camera().view_start() + self.width() / 2) as i32,
            (view.rows().count() * 3 / 4) as i32,
        ) / unit;
        let skip = usize::from(dialect.invalid_box() == 0);
        let walkable = self.stage.boxes().as_slice().iter().skip(skip).filter(|b| !b.is_invisible());
        let centre = |b: &WalkBox| b.corners().iter().map(|p| p.as_ivec2()).sum::<IVec2>() / 4;
        walkable.map(centre).min_by_key(|at| (*at - middle).length_squared()).unwrap_or(middle)
    }

    /// Pixels that a step of an actor's position makes (G4).
    fn unit(&self) -> IVec2 {
        let (x, y) = self.stage.dialect().position_unit();
        IVec2::new(x.into(), y.into())
    }

    /// Gives the view its colours.
    fn paint(&mut self) {
        let palette = self.stage.colours().displayed();
        self.pixels.clear();
        for row in self.stage.front().rows() {
            for &colour in row {
                let [r, g, b] = palette[colour];
                self.pixels.extend([r, g, b, 255]);
            }
        }
    }
}

#[wasm_bindgen]
impl RoomWalk {
    /// Plays one engine frame.
    pub fn tick(&mut self) {
        self.stage.colours_mut().cycle(JIFFIES);
        self.stage.tick(&mut self.chance);
        self.stage.take_events();
        self.paint();
    }

    /// The view as RGBA, four bytes a pixel.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> js_sys::Uint8ClampedArray {
        js_sys::Uint8ClampedArray::from(self.pixels.as_slice())
    }

    /// The width of the view in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.stage.front().rows().next().map_or(0, <[u8]>::len)
    }

    /// The height of the view in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> usize {
        self.stage.front().rows().count()
    }

    /// The column of the room at the left edge of the view.
    #[wasm_bindgen(getter)]
    pub fn left(&self) -> usize {
        self.stage.camera().view_start()
    }

    /// Milliseconds that an engine frame takes.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        self.stage.dialect().frame_duration(JIFFIES).as_secs_f64() * 1000.0
    }

    /// Sends the last actor to a pixel of the view.
    pub fn go(&mut self, x: i32, y: i32) {
        let to = IVec2::new(x.saturating_add(self.left() as i32), y) / self.unit();
        if let Ok(mut actor) = self.stage.actor_mut(self.actors.max(1)) {
            if actor.in_room() {
                actor.walk(to.x, to.y, None);
            }
        }
    }

    /// Where the last actor stands, in pixels of the room; nothing without an actor.
    pub fn place(&self) -> Option<Vec<i32>> {
        let actor = self.stage.actor(self.actors).ok().filter(|_| self.actors > 0)?;
        let at = actor.pos.as_ivec2() * self.unit();
        Some(vec![at.x, at.y])
    }

    /// The room's objects, as JSON: `[{"id":5,"state":0},…]`.
    pub fn objects(&self) -> String {
        let room = self.stage.backdrop().room();
        let mut text = String::from("[");
        for object in room.iter().flat_map(|room| &room.objects) {
            let comma = if text.len() > 1 { "," } else { "" };
            let state = self.stage.objects().state(object.id).unwrap_or(0);
            // Writing to a string can't fail.
            let _ = write!(text, "{comma}{{\"id\":{},\"state\":{state}}}", object.id);
        }
        text + "]"
    }

    /// Gives an object another state and draws the background anew.
    ///
    /// # Errors
    /// No such object.
    #[wasm_bindgen(js_name = setObject)]
    pub fn set_object(&mut self, id: u16, state: u8) -> Result<(), wasm_bindgen::JsError> {
        self.stage.objects_mut().set_state(id, state).map_err(crate::thrown)?;
        self.stage.draw_background();
        self.paint();
        Ok(())
    }
}
