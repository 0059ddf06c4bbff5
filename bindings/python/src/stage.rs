//! Stages.

use std::ops::Range;
use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use scumm_bindings::{
    ActorField, Boxes, Failure, Frame as Pixels, Playing, StageField, StageTable, Told, Value, Words as _, World,
    buffers as target, palette, picture, print_pixels, save,
};
use scumm_engine::{Backdrop, Game};
use scumm_room::Point;

use crate::actor::Actor;
use crate::costume::Costume;
use crate::failure::{Fail, Result, described, lock, value};
use crate::frame::Frame;
use crate::game::{Dialect, Room};
use crate::memory::Memory;
use crate::world::Object;

/// A room with actors in it. `Game.stage`, `Stage.of_room` and `Stage.of_picture` make one.
///
/// Plain values are attributes: `camera_x`, `ego`, `redraw_full` ...; `fields()` lists them. One thread at a time may use a stage;
/// a callback that comes back to the stage that asks gets a `BusyError`.
#[pyclass(frozen, module = "wardrobe")]
pub struct Stage(Mutex<Option<Arc<Playing>>>);

type Inner = scumm_engine::Stage;

impl Stage {
    fn new(stage: Inner) -> Self {
        Self(Mutex::new(Some(Arc::new(Playing::new(stage)))))
    }

    pub fn of_game(game: &Game, room: u16) -> Result<Self> {
        Ok(Self::new(if room == 0 { Inner::for_game(game)? } else { Inner::for_room(game, room)? }))
    }

    pub fn kept(&self) -> Result<Arc<Playing>> {
        Ok(lock(&self.0, "the stage")?.clone().ok_or_else(closed)?)
    }

    /// Looks at the stage.
    pub fn see<T>(&self, look: impl FnOnce(&Inner) -> Result<T>) -> Result<T> {
        look(&lock(&self.0, "the stage")?.as_ref().ok_or_else(closed)?.stage)
    }

    /// Does something to the stage. Frames that are still there keep it as it was.
    pub fn with<T>(&self, act: impl FnOnce(&mut Playing) -> Result<T>) -> Result<T> {
        act(Arc::make_mut(lock(&self.0, "the stage")?.as_mut().ok_or_else(closed)?))
    }

    pub fn on<T, E: Into<Fail>>(&self, act: impl FnOnce(&mut Inner) -> Result<T, E>) -> Result<T> {
        self.with(|playing| act(&mut playing.stage).map_err(Into::into))
    }

    fn act(&self, act: impl FnOnce(&mut Inner)) -> Result<()> {
        self.with(|playing| Ok(act(&mut playing.stage)))
    }

    fn play(&self, world: Option<&Bound<'_, PyAny>>, half: impl FnOnce(&mut Inner, &mut World<Object<'_, '_>>)) -> Result<()> {
        let mut world = World(Object::new(world));
        self.act(|stage| half(stage, &mut world))?;
        world.0.done(())
    }
}

fn closed() -> Failure {
    Failure::misuse("the stage is closed")
}

/// A plain value as Python has it; one that is not here is a missing attribute.
pub fn number(py: Python<'_>, value: Result<Value, Failure>) -> Result<Bound<'_, PyAny>> {
    match value.map_err(missing)? {
        Value::Number(number) => Ok(number.into_pyobject(py).map_err(PyErr::from)?.into_any()),
        Value::Flag(flag) => Ok(PyBool::new(py, flag).to_owned().into_any()),
    }
}

fn missing(failure: Failure) -> Fail {
    Fail::Python(PyAttributeError::new_err(failure.text))
}

/// The field that an attribute names.
pub fn field<T: scumm_bindings::Words>(name: &str) -> Result<T> {
    T::of_word(name).map_err(missing)
}

/// The names of an actor's plain values, and of a stage's.
#[pyfunction]
pub fn fields() -> (Vec<String>, Vec<String>) {
    (ActorField::words().collect(), StageField::words().collect())
}

/// The lines of the screen that show a stage.
fn band(dialect: &Dialect, top: u16, bottom: Option<u16>) -> Range<u16> {
    top..bottom.unwrap_or(dialect.0.screen_size().1)
}

#[pymethods]
impl Stage {
    /// A stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not included.
    #[staticmethod]
    #[pyo3(signature = (dialect, room, top=0, bottom=None))]
    fn of_room(dialect: &Dialect, room: &Room, top: u16, bottom: Option<u16>) -> Self {
        Self::new(Inner::new(dialect.0, Backdrop::Room(Arc::clone(&room.0)), band(dialect, top, bottom)))
    }

    /// A stage before a picture of the caller's: rows of `width` indices, and planes with a bit a pixel from plane 1 on.
    #[staticmethod]
    #[pyo3(signature = (dialect, pixels, width, height, planes=Vec::new(), plane_count=0, top=0, bottom=None))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn of_picture(
        dialect: &Dialect,
        pixels: Memory<'_>,
        width: usize,
        height: usize,
        planes: Vec<Memory<'_>>,
        plane_count: usize,
        top: u16,
        bottom: Option<u16>,
    ) -> Result<Self> {
        let planes = planes.iter().map(|plane| plane.as_ref().to_vec()).collect();
        let backdrop = picture(pixels.as_ref().to_vec(), (width, height), planes, plane_count)?;
        Ok(Self::new(Inner::new(dialect.0, backdrop, band(dialect, top, bottom))))
    }

    /// A copy, which plays on by itself. Rooms and costumes are shared.
    fn copy(&self) -> Result<Self> {
        Ok(Self(Mutex::new(Some(self.kept()?))))
    }

    fn __copy__(&self) -> Result<Self> {
        self.copy()
    }

    /// Gives the memory back. Frames that were taken stay.
    fn close(&self) -> Result<()> {
        *lock(&self.0, "the stage")? = None;
        Ok(())
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) -> Result<()> {
        self.close()
    }

    fn __setattr__(&self, name: &str, value: i64) -> Result<()> {
        let field = field::<StageField>(name)?;
        self.on(|stage| field.store(stage, value))
    }

    /// Actor `number`.
    fn actor(this: Py<Self>, py: Python<'_>, number: u16) -> Result<Actor> {
        this.get().see(|stage| Ok(stage.actor(number).map(drop)?))?;
        Ok(Actor { stage: this.clone_ref(py), id: number })
    }

    /// All actors, those that are in no room among them.
    #[getter]
    fn actors(this: Py<Self>, py: Python<'_>) -> Result<Vec<Actor>> {
        let ids = this.get().see(|stage| Ok(stage.actors().map(|actor| actor.id).collect::<Vec<_>>()))?;
        Ok(ids.into_iter().map(|id| Actor { stage: this.clone_ref(py), id }).collect())
    }

    /// Plays a frame: walking, drawing, animating. `world` is asked for chance and sounds (`World`); without one it is quiet.
    #[pyo3(signature = (world=None))]
    fn tick(&self, world: Option<&Bound<'_, PyAny>>) -> Result<()> {
        self.play(world, |stage, world| stage.tick(world))
    }

    /// The second half of a frame: drawing and animating.
    #[pyo3(signature = (world=None))]
    fn tick_draw(&self, world: Option<&Bound<'_, PyAny>>) -> Result<()> {
        self.play(world, |stage, world| stage.tick_draw(world))
    }

    /// A picture in the middle of a script.
    #[pyo3(signature = (world=None))]
    fn draw_now(&self, world: Option<&Bound<'_, PyAny>>) -> Result<()> {
        self.play(world, |stage, world| stage.draw_now(world))
    }

    /// What the stage has told since it was asked last, one by one: `Sound`, `AkosCommand`, `WalkScript`, `TalkScript`, `Fault`.
    fn events(this: Py<Self>) -> Events {
        Events(this)
    }

    /// What is seen: the front buffer from the camera's left edge on.
    fn front<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(Frame::new(Pixels::of_stage(self.kept()?, false)).hand_out(py)?)
    }

    /// What stands behind the actors.
    fn back<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(Frame::new(Pixels::of_stage(self.kept()?, true)).hand_out(py)?)
    }

    /// What a plane has in the view, a byte a pixel, 0 where it hides nothing; None where there is no such plane.
    fn plane<'py>(&self, py: Python<'py>, number: u8) -> Result<Option<Bound<'py, PyAny>>> {
        let plane = self.see(|stage| Ok(Pixels::of_plane(stage, number)))?;
        Ok(plane.map(|plane| Frame::new(plane).hand_out(py)).transpose()?)
    }

    /// The palette as 768 bytes, RGB: as the display shows it, or as it is in force.
    #[pyo3(signature = (displayed=true))]
    fn palette(&self, displayed: bool) -> Result<Vec<u8>> {
        self.see(|stage| Ok(palette(stage, displayed)))
    }

    /// Which SCUMM it plays.
    #[getter]
    fn dialect(&self) -> Result<Dialect> {
        self.see(|stage| Ok(Dialect(*stage.dialect())))
    }

    /// All that moves as bytes, to be kept in a file.
    fn save(&self) -> Result<Vec<u8>> {
        self.see(|stage| Ok(save(&stage.save())?))
    }

    /// Takes back what `save` wrote; rooms and costumes have to be there. Events that wait are dropped.
    fn restore(&self, data: Memory<'_>) -> Result<()> {
        self.with(|playing| Ok(playing.restore(data.as_ref())?))
    }

    /// Makes a costume known by number.
    fn insert_costume(&self, number: u16, costume: &Costume) -> Result<()> {
        self.on(|stage| stage.insert_costume(number, Arc::clone(&costume.costume)))
    }

    /// Makes a room known by number.
    fn insert_room(&self, number: u16, room: &Room) -> Result<()> {
        self.act(|stage| stage.insert_room(number, Arc::clone(&room.0)))
    }

    /// The Nintendo: puts another room in the place of the present one, as if it were the same.
    fn replace_room(&self, room: &Room) -> Result<()> {
        self.act(|stage| stage.replace_room(Arc::clone(&room.0)))
    }

    /// Gives the stage a table: palette (768 bytes), shadow, room_palette, remp, palette_slots, scale, xmap (of image `number`),
    /// block (the Nintendo's `number`), slot_colours (of slot `number`).
    #[pyo3(signature = (kind, data, number=0))]
    fn set_table(&self, kind: &str, data: Memory<'_>, number: u16) -> Result<()> {
        let kind = StageTable::of_word(kind)?;
        self.on(|stage| kind.give(stage, number, data.as_ref()))
    }

    /// Replaces the walk boxes: dictionaries with `ul`, `ur`, `lr`, `ll`, `mask`, `flags`, `scale`, `slot`. Without boxes those that
    /// are there stay. `matrix` has the stored ways between them; without it they are found.
    #[pyo3(signature = (boxes=None, matrix=None))]
    fn set_boxes(&self, boxes: Option<&Bound<'_, PyAny>>, matrix: Option<Memory<'_>>) -> Result<()> {
        let boxes = boxes.map(described).transpose()?;
        let matrix = matrix.as_ref().map_or(&[][..], Memory::as_ref);
        self.on(|stage| Boxes { boxes, matrix }.give(stage))
    }

    /// Version 0: where an actor is put that should stand at a place: column, line, box.
    fn adjust_v0(&self, x: i16, y: i16) -> Result<(i16, i16, u8)> {
        self.see(|stage| {
            let (at, number) = stage.boxes().adjust_v0(Point::new(x, y));
            Ok((at.x, at.y, number))
        })
    }

    /// Writes pixels that stay, rows of `width` behind each other, into the buffers: front, back, both.
    fn print_pixels(&self, buffers: &str, x: i32, y: i32, width: usize, pixels: Memory<'_>) -> Result<()> {
        self.on(|stage| print_pixels(stage, target(buffers)?, (x, y), width, pixels.as_ref()))
    }
}

/// What a stage tells, one by one.
#[pyclass(frozen, module = "wardrobe")]
pub struct Events(Py<Stage>);

#[pymethods]
impl Events {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        let Some(event) = self.0.get().with(|playing| Ok(playing.take()))? else { return Ok(None) };
        let made = match Told::from(event) {
            Told::Sound { id, channel, flags, queue } => value(py, "Sound", (id, channel, flags, queue)),
            Told::AkosCommand { command, actor, p1, p2 } => value(py, "AkosCommand", (command, actor, p1, p2)),
            Told::WalkScript { script, actor, command, angle } => value(py, "WalkScript", (script, actor, command, angle)),
            Told::TalkScript { script, actor, frame } => value(py, "TalkScript", (script, actor, frame)),
            Told::Fault { actor, text } => value(py, "Fault", (actor, text)),
        };
        made.map(Some)
    }
}
