//! Stages.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use scumm_bindings::{
    Boxes, Frame as Pixels, Playing, StageField, StageTable, Told, WalkBoxSetup, Words as _, World, buffers as target, palette,
    picture, print_pixels, save,
};
use scumm_engine::Backdrop;
use scumm_room::Point;
use wasm_bindgen::prelude::*;

use crate::actor::{Actor, value};
use crate::costume::Costume;
use crate::failure::{Fail, Result, described, lock, plain};
use crate::frame::Frame;
use crate::game::{Dialect, Room};
use crate::world::{JsWorld, Object};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "StageEvent | undefined")]
    pub type JsEvent;
    #[wasm_bindgen(typescript_type = "WalkBox[]")]
    pub type JsBoxes;
    #[wasm_bindgen(typescript_type = "Uint8Array[]")]
    pub type JsPlanes;
}

type Inner = scumm_engine::Stage;

/// A stage and its actors' share in it.
pub struct Shared(RefCell<Arc<Playing>>);

impl Shared {
    pub fn see<T>(&self, look: impl FnOnce(&Inner) -> Result<T>) -> Result<T> {
        look(&lock(&self.0, "the stage")?.stage)
    }

    /// Does something to the stage. Frames that are still there keep it as it was.
    pub fn with<T>(&self, act: impl FnOnce(&mut Playing) -> Result<T>) -> Result<T> {
        act(Arc::make_mut(&mut *lock(&self.0, "the stage")?))
    }
}

/// A room with actors in it. Plain values are attributes: `cameraX`, `ego`, `redrawFull` ... A callback that comes back to the stage
/// that asks gets an exception.
#[wasm_bindgen]
pub struct Stage(Rc<Shared>);

impl Stage {
    fn new(stage: Inner) -> Self {
        Self(Rc::new(Shared(RefCell::new(Arc::new(Playing::new(stage))))))
    }

    pub(crate) fn of_game(game: &scumm_engine::Game, room: u16) -> Result<Self> {
        Ok(Self::new(if room == 0 { Inner::for_game(game)? } else { Inner::for_room(game, room)? }))
    }

    pub(crate) fn see<T>(&self, look: impl FnOnce(&Inner) -> Result<T>) -> Result<T> {
        self.0.see(look)
    }

    pub(crate) fn on<T, E: Into<Fail>>(&self, act: impl FnOnce(&mut Inner) -> Result<T, E>) -> Result<T> {
        self.0.with(|playing| act(&mut playing.stage).map_err(Into::into))
    }

    fn play(&self, world: Option<JsWorld>, half: impl FnOnce(&mut Inner, &mut World<Object>)) -> Result<()> {
        let mut world = World(Object::new(world));
        self.0.with(|playing| Ok(half(&mut playing.stage, &mut world)))?;
        world.0.done(())
    }

    pub(crate) fn kept(&self) -> Result<Arc<Playing>> {
        Ok(Arc::clone(&*lock(&self.0.0, "the stage")?))
    }
}

/// The lines of the screen that show a stage.
fn band(dialect: &Dialect, top: Option<u16>, bottom: Option<u16>) -> Range<u16> {
    top.unwrap_or(0)..bottom.unwrap_or(dialect.0.screen_size().1)
}

#[wasm_bindgen]
impl Stage {
    /// A stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not included.
    #[wasm_bindgen(js_name = ofRoom)]
    pub fn of_room(dialect: &Dialect, room: &Room, top: Option<u16>, bottom: Option<u16>) -> Stage {
        Self::new(Inner::new(dialect.0, Backdrop::Room(Arc::clone(&room.0)), band(dialect, top, bottom)))
    }

    /// A stage before a picture of the caller's: rows of `width` indices, and planes with a bit a pixel from plane 1 on.
    #[wasm_bindgen(js_name = ofPicture)]
    #[allow(clippy::too_many_arguments, reason = "JavaScript passes them")]
    pub fn of_picture(
        dialect: &Dialect,
        pixels: Vec<u8>,
        width: usize,
        height: usize,
        planes: Option<JsPlanes>,
        plane_count: Option<usize>,
        top: Option<u16>,
        bottom: Option<u16>,
    ) -> Result<Stage> {
        let planes = planes.map_or_else(Array::new, |planes| Array::from(planes.as_ref()));
        let planes: Vec<_> = planes.iter().map(|plane| Uint8Array::new(&plane).to_vec()).collect();
        let backdrop = picture(pixels, (width, height), planes, plane_count.unwrap_or(0))?;
        Ok(Self::new(Inner::new(dialect.0, backdrop, band(dialect, top, bottom))))
    }

    /// A copy, which plays on by itself. Rooms and costumes are shared.
    pub fn copy(&self) -> Result<Stage> {
        Ok(Self(Rc::new(Shared(RefCell::new(self.kept()?)))))
    }

    /// Reads a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, field: u32) -> Result<JsValue> {
        self.see(|stage| Ok(value(StageField::of_number(field)?.read(stage)?)))
    }

    /// Stores a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&self, field: u32, value: f64) -> Result<()> {
        self.on(|stage| StageField::of_number(field)?.store(stage, value as i64))
    }

    /// Actor `number`.
    pub fn actor(&self, number: u16) -> Result<Actor> {
        self.see(|stage| Ok(stage.actor(number).map(drop)?))?;
        Ok(Actor { stage: Rc::clone(&self.0), number })
    }

    /// The numbers of all actors.
    #[wasm_bindgen(getter, js_name = actorNumbers)]
    pub fn actor_numbers(&self) -> Result<Vec<u16>> {
        self.see(|stage| Ok(stage.actors().map(|actor| actor.id).collect()))
    }

    /// Plays a frame: walking, drawing, animating. `world` is asked for chance and sounds; without one it is quiet.
    pub fn tick(&self, world: Option<JsWorld>) -> Result<()> {
        self.play(world, |stage, world| stage.tick(world))
    }

    /// The second half of a frame: drawing and animating.
    #[wasm_bindgen(js_name = tickDraw)]
    pub fn tick_draw(&self, world: Option<JsWorld>) -> Result<()> {
        self.play(world, |stage, world| stage.tick_draw(world))
    }

    /// A picture in the middle of a script.
    #[wasm_bindgen(js_name = drawNow)]
    pub fn draw_now(&self, world: Option<JsWorld>) -> Result<()> {
        self.play(world, |stage, world| stage.draw_now(world))
    }

    /// Takes the next of what the stage has told; `events()` has them one by one.
    #[wasm_bindgen(js_name = nextEvent)]
    pub fn next_event(&self) -> Result<JsEvent> {
        let event = self.0.with(|playing| Ok(playing.take()))?;
        Ok(event.map_or(Ok(JsValue::UNDEFINED), |event| plain(&Told::from(event)))?.unchecked_into())
    }

    /// What is seen: the front buffer from the camera's left edge on.
    pub fn front(&self) -> Result<Frame> {
        Ok(Frame(Pixels::of_stage(self.kept()?, false)))
    }

    /// What stands behind the actors.
    pub fn back(&self) -> Result<Frame> {
        Ok(Frame(Pixels::of_stage(self.kept()?, true)))
    }

    /// What a plane has in the view, a byte a pixel, 0 where it hides nothing, if there is such a plane.
    pub fn plane(&self, number: u8) -> Result<Option<Frame>> {
        self.see(|stage| Ok(Pixels::of_plane(stage, number).map(Frame)))
    }

    /// The palette as 768 bytes, RGB: as the display shows it, or with `displayed` false as it is in force.
    pub fn palette(&self, displayed: Option<bool>) -> Result<Vec<u8>> {
        self.see(|stage| Ok(palette(stage, displayed.unwrap_or(true))))
    }

    /// Which SCUMM it plays.
    #[wasm_bindgen(getter)]
    pub fn dialect(&self) -> Result<Dialect> {
        self.see(|stage| Ok(Dialect(*stage.dialect())))
    }

    /// All that moves as bytes, to be kept in a file.
    pub fn save(&self) -> Result<Vec<u8>> {
        self.see(|stage| Ok(save(&stage.save())?))
    }

    /// Takes back what `save` wrote; rooms and costumes have to be there. Events that wait are dropped.
    pub fn restore(&self, data: &[u8]) -> Result<()> {
        self.0.with(|playing| Ok(playing.restore(data)?))
    }

    /// Makes a costume known by number.
    #[wasm_bindgen(js_name = insertCostume)]
    pub fn insert_costume(&self, number: u16, costume: &Costume) -> Result<()> {
        self.on(|stage| stage.insert_costume(number, Arc::clone(&costume.costume)))
    }

    /// Makes a room known by number.
    #[wasm_bindgen(js_name = insertRoom)]
    pub fn insert_room(&self, number: u16, room: &Room) -> Result<()> {
        self.on(|stage| Ok::<_, Fail>(stage.insert_room(number, Arc::clone(&room.0))))
    }

    /// The Nintendo: puts another room in the place of the present one, as if it were the same.
    #[wasm_bindgen(js_name = replaceRoom)]
    pub fn replace_room(&self, room: &Room) -> Result<()> {
        self.on(|stage| Ok::<_, Fail>(stage.replace_room(Arc::clone(&room.0))))
    }

    /// Gives the stage a table: palette (768 bytes), shadow, room_palette, remp, palette_slots, scale, xmap (of image `number`),
    /// block (the Nintendo's `number`), slot_colours (of slot `number`).
    #[wasm_bindgen(js_name = setTable)]
    pub fn set_table(&self, kind: &str, data: &[u8], number: Option<u16>) -> Result<()> {
        let kind = StageTable::of_word(kind)?;
        self.on(|stage| kind.give(stage, number.unwrap_or(0), data))
    }

    /// Replaces the walk boxes; without boxes those that are there stay. `matrix` has the stored ways between them; without it they
    /// are found.
    #[wasm_bindgen(js_name = setBoxes)]
    pub fn set_boxes(&self, boxes: Option<JsBoxes>, matrix: Option<Vec<u8>>) -> Result<()> {
        let boxes = boxes.map(|boxes| described::<Vec<WalkBoxSetup>>(boxes.into())).transpose()?;
        self.on(|stage| Boxes { boxes, matrix: &matrix.unwrap_or_default() }.give(stage))
    }

    /// Version 0: where an actor is put that should stand at a place: column, line, box.
    #[wasm_bindgen(js_name = adjustV0)]
    pub fn adjust_v0(&self, x: i16, y: i16) -> Result<Vec<i16>> {
        self.see(|stage| {
            let (at, number) = stage.boxes().adjust_v0(Point::new(x, y));
            Ok(vec![at.x, at.y, number.into()])
        })
    }

    /// Writes pixels that stay, rows of `width` behind each other, into the buffers: front, back, both.
    #[wasm_bindgen(js_name = printPixels)]
    pub fn print_pixels(&self, buffers: &str, x: i32, y: i32, width: usize, pixels: &[u8]) -> Result<()> {
        self.on(|stage| print_pixels(stage, target(buffers)?, (x, y), width, pixels))
    }
}
