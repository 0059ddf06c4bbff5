//! A room to walk around in: a stage of `scumm-engine` with actors. The user controls one of the
//! actors with clicks.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use glam::IVec2;
use scumm_engine::{Game, InitMode, SplitMix64, Stage};
use scumm_media::film::FilmFormat;
use scumm_tools::casting::{Cast, CastMember, CastPosition, standing};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Result;
use crate::film::RecentViews;
use crate::pixel::{PixelWriter, visible_writer};
use crate::work::{Work, optional_bytes};

/// Jiffies between two frames, as scripts set them in nearly every room (E1).
const JIFFIES: u16 = 6;
/// The most actors of a room.
const MOST_ACTORS: u16 = 16;
/// The seconds of a room that are kept for a film. A second has at most 60 views, and nearly every
/// room has ten.
const FILM_SECONDS: u32 = 10;

/// A room with actors.
#[wasm_bindgen]
pub struct RoomWalk {
    stage: Stage,
    environment: SplitMix64,
    /// The numbers of the actors in the room; the user controls the first.
    actors: Vec<u16>,
    pixels: Vec<u8>,
    recent: RecentViews,
}

impl RoomWalk {
    /// Enters a room with the actors that the game's scripts put there. The user controls the actor
    /// that the game treats as its ego. Actors that cannot be shown are skipped.
    ///
    /// # Errors
    /// Returns an error if the room cannot be read.
    pub fn enter(game: &Game, room: u16, cast: &Cast) -> anyhow::Result<Self> {
        let stage = Stage::for_room(game, room)?;
        let tick = stage.dialect().frame_duration(JIFFIES);
        let seconds = Duration::from_secs(FILM_SECONDS.into());
        let kept = seconds.as_millis() / tick.as_millis().max(1);
        let mut walk = Self {
            stage,
            environment: SplitMix64::new(1),
            actors: Vec::new(),
            pixels: Vec::new(),
            recent: RecentViews::new(u32::try_from(kept).unwrap_or(1)),
        };
        let mut people = cast.opening(room);
        people.sort_by_key(|member| !cast.egos.contains(&member.actor));
        for member in people {
            if walk.bring(member).is_err() {
                walk.stage.actor_mut(member.actor)?.kill();
            }
        }
        if let Some(&led) = walk.actors.first() {
            if !standing::is_seen(&walk.stage, led) {
                let at = standing::in_stage(&walk.stage);
                walk.stage.actor_mut(led)?.put(at.x, at.y, Some(room));
            }
            walk.stage.follow_with_camera(led, true)?;
        }
        walk.paint();
        Ok(walk)
    }

    /// Adds an actor that scripts put into the room.
    fn bring(&mut self, member: &CastMember) -> anyhow::Result<()> {
        let beginning = || {
            let IVec2 { x, y } = standing::in_stage(&self.stage);
            CastPosition { x, y }
        };
        let (place, room) = (
            member.place.unwrap_or_else(beginning),
            self.stage.room_number(),
        );
        member.enter(&mut self.stage, place, room)?;
        self.actors.push(member.actor);
        Ok(())
    }

    /// Adds an actor with a costume to the room, in the largest free area of the floor. Returns the
    /// number of the actor, which the user controls from then on.
    ///
    /// # Errors
    /// Returns an error if the costume cannot be read, or if there are already sixteen actors.
    pub fn put(&mut self, game: &Game, costume: u16) -> anyhow::Result<u16> {
        let is_full = self.actors.len() >= usize::from(MOST_ACTORS);
        let free = if is_full {
            None
        } else {
            (1..=MOST_ACTORS).find(|id| !self.actors.contains(id))
        };
        let id = free.with_context(|| format!("the room already has {MOST_ACTORS} actors"))?;
        self.stage
            .insert_costume(costume, Arc::new(game.costume(costume)?))?;
        let (room, at) = (self.stage.room_number(), standing::in_stage(&self.stage));
        // Each further actor is put beside the actors that were added before.
        let aside = 12 * self.actors.len() as i32;
        let has_floor = standing::has_floor(&self.stage);
        let mut actor = self.stage.actor_mut(id)?;
        actor.init(InitMode::Settings);
        actor.set_ignore_boxes(!has_floor);
        actor.set_costume(costume)?;
        actor.put(at.x + aside % 96 - aside / 96 * 8, at.y, Some(room));
        self.actors.insert(0, id);
        self.stage.follow_with_camera(id, true)?;
        Ok(id)
    }

    /// Returns the width and height in pixels of one unit of an actor's position (G4).
    fn unit(&self) -> IVec2 {
        standing::unit(self.stage.dialect())
    }

    /// Converts the view to RGBA pixels.
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
        self.stage.tick(&mut self.environment);
        self.stage.take_events();
        let palette = self.stage.colours().displayed();
        self.recent.add(self.stage.front().rows(), &palette);
        self.paint();
    }

    /// Returns the number of engine frames that a film can show: those of the last ten seconds.
    #[wasm_bindgen(getter)]
    pub fn recent(&self) -> u32 {
        self.recent.ticks()
    }

    /// Starts to encode the last `ticks` engine frames as a film (`png` or `gif`). The result is
    /// the bytes of the file.
    ///
    /// # Errors
    /// Throws an error if no engine frame was played yet.
    pub fn film(&self, ticks: u32, ending: &str) -> Result<Work> {
        let format = if ending == "gif" {
            FilmFormat::Gif
        } else {
            FilmFormat::Apng
        };
        let tick = self.stage.dialect().frame_duration(JIFFIES);
        let size = (self.width(), self.height());
        let mut film = self.recent.film(format, size, ticks, tick)?;
        Ok(Work::new(move || {
            let encoded = film.step()?;
            Ok(encoded.map(|bytes| optional_bytes(Some(bytes))))
        }))
    }

    /// Returns the view as RGBA, four bytes for each pixel.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> js_sys::Uint8ClampedArray {
        js_sys::Uint8ClampedArray::from(self.pixels.as_slice())
    }

    /// Returns the width of the view in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.stage.front().rows().next().map_or(0, <[u8]>::len)
    }

    /// Returns the height of the view in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> usize {
        self.stage.front().rows().count()
    }

    /// Returns the column of the room at the left edge of the view.
    #[wasm_bindgen(getter)]
    pub fn left(&self) -> usize {
        self.stage.camera().view_start()
    }

    /// Returns the duration of an engine frame in milliseconds.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        self.stage.dialect().frame_duration(JIFFIES).as_secs_f64() * 1000.0
    }

    /// Returns the numbers of the actors in the room; the user controls the first.
    #[wasm_bindgen(getter)]
    pub fn actors(&self) -> Vec<u16> {
        self.actors.clone()
    }

    /// Changes the controlled actor.
    pub fn lead(&mut self, actor: u16) {
        if let Some(at) = self.actors.iter().position(|&number| number == actor) {
            self.actors[..=at].rotate_right(1);
            // Following cannot fail, because the actor is in the room.
            self.stage.follow_with_camera(actor, false).ok();
        }
    }

    /// Removes all actors from the room.
    pub fn clear(&mut self) {
        for actor in std::mem::take(&mut self.actors) {
            if let Ok(mut actor) = self.stage.actor_mut(actor) {
                actor.kill();
            }
        }
        self.stage.draw_background();
        self.paint();
    }

    /// Starts or ends the recording of which limb draws which pixel. A start draws the whole view
    /// again, so that the recording is complete after the next frame.
    pub fn inspect(&mut self, on: bool) {
        if on {
            self.stage.start_trace();
            self.stage.redraw_all_actors();
        } else {
            self.stage.stop_trace();
        }
    }

    /// Returns the actor, its costume, the limb and the cel that drew a pixel of the view, as JSON;
    /// nothing if the pixel is background or nothing is recorded.
    ///
    /// # Errors
    /// Does not fail because of a game.
    pub fn writer(&self, x: usize, y: usize) -> Result<Option<String>> {
        let view = self.stage.front();
        if x >= view.width || y >= view.height {
            return Ok(None);
        }
        let Some(write) = visible_writer(view.writes(x, y)) else {
            return Ok(None);
        };
        let Ok(actor) = self.stage.actor(write.actor) else {
            return Ok(None);
        };
        let number = actor.costume;
        let Some(costume) = self.stage.costume(number) else {
            return Ok(None);
        };
        let writer = PixelWriter::new(write, costume).to_json()?;
        Ok(Some(format!(
            "{{\"costume\":{number},\"writer\":{writer}}}"
        )))
    }

    /// Sends the controlled actor to a pixel of the view.
    pub fn go(&mut self, x: i32, y: i32) {
        let to = IVec2::new(x.saturating_add(self.left() as i32), y) / self.unit();
        let Some(mut actor) = self
            .actors
            .first()
            .and_then(|&led| self.stage.actor_mut(led).ok())
        else {
            return;
        };
        if actor.in_room() {
            actor.walk(to.x, to.y, None);
        }
    }

    /// Returns the position of the controlled actor in pixels of the room; `undefined` without an
    /// actor.
    pub fn place(&self) -> Option<Vec<i32>> {
        let actor = self
            .actors
            .first()
            .and_then(|&led| self.stage.actor(led).ok())?;
        let at = actor.pos.as_ivec2() * self.unit();
        Some(vec![at.x, at.y])
    }

    /// Returns the room's objects as JSON: `[{"id":5,"state":0},…]`.
    pub fn objects(&self) -> String {
        let objects = self
            .stage
            .backdrop()
            .room()
            .into_iter()
            .flat_map(|room| &room.objects);
        let state = |id| self.stage.objects().state(id).unwrap_or(0);
        let lines = objects
            .map(|object| format!("{{\"id\":{},\"state\":{}}}", object.id, state(object.id)));
        format!("[{}]", lines.collect::<Vec<_>>().join(","))
    }

    /// Sets the state of an object and redraws the background.
    ///
    /// # Errors
    /// Throws an error if the object does not exist.
    #[wasm_bindgen(js_name = setObject)]
    pub fn set_object(&mut self, id: u16, state: u8) -> Result<()> {
        self.stage.objects_mut().set_state(id, state)?;
        self.stage.draw_background();
        self.paint();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Opens a real game with actors. If it does not exist, prints a notice on stderr and returns
    /// `None`.
    fn openquest() -> Option<Game> {
        let index = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../shared/real/openquest/scummc6.000");
        if !index.exists() {
            eprintln!("skipped: {} is not there", index.display());
            return None;
        }
        Some(Game::open(index).unwrap())
    }

    fn ticks(walk: &mut RoomWalk, count: u32) {
        (0..count).for_each(|_| walk.tick());
    }

    #[test]
    fn a_room_is_entered_with_its_people_and_its_ego_is_led() {
        let Some(game) = openquest() else { return };
        let mut walk = RoomWalk::enter(&game, 7, &Cast::from_game(&game)).unwrap();
        assert_eq!(
            (walk.actors(), walk.place()),
            (vec![4, 3, 5], Some(vec![170, 110]))
        );
        ticks(&mut walk, 1);
        let ego = walk.stage.actor(4).unwrap();
        assert!(ego.visible && ego.costume == 1 && walk.stage.actor(3).unwrap().ignore_boxes);
        walk.lead(5);
        assert_eq!(
            (walk.actors(), walk.place()),
            (vec![5, 4, 3], Some(vec![200, 120]))
        );
        walk.go(150, 120);
        ticks(&mut walk, 30);
        assert!(walk.place() < Some(vec![160, 0]) && walk.stage.actor(4).unwrap().pos.x == 170);
        assert_eq!(
            walk.put(&game, 3).unwrap(),
            1,
            "the first number that is free"
        );
        assert_eq!(walk.actors(), [1, 5, 4, 3]);
    }

    #[test]
    fn a_room_that_is_emptied_is_as_one_where_nobody_is_known() {
        let Some(game) = openquest() else { return };
        let demo = scumm_tools::demo::game().unwrap();
        let nobody = Cast::from_game(&demo);
        let mut empty = RoomWalk::enter(&game, 7, &nobody).unwrap();
        assert_eq!((empty.actors(), empty.place()), (Vec::new(), None));
        let mut walk = RoomWalk::enter(&game, 7, &Cast::from_game(&game)).unwrap();
        ticks(&mut walk, 1);
        ticks(&mut empty, 1);
        assert!(walk.pixels != empty.pixels);
        walk.clear();
        ticks(&mut walk, 1);
        ticks(&mut empty, 1);
        assert!(walk.pixels == empty.pixels && walk.place().is_none());
    }

    #[test]
    fn costumes_are_put_side_by_side_until_the_room_is_full() {
        let game = scumm_tools::demo::game().unwrap();
        let mut walk = RoomWalk::enter(&game, 1, &Cast::from_game(&game)).unwrap();
        let numbers: Vec<u16> = (0..3).map(|_| walk.put(&game, 1).unwrap()).collect();
        assert_eq!((numbers, walk.actors()), (vec![1, 2, 3], vec![3, 2, 1]));
        let full = (0..=MOST_ACTORS)
            .find_map(|_| walk.put(&game, 1).err())
            .unwrap();
        assert!(!full.to_string().is_empty());
    }
}
