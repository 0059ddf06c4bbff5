//! Stages.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use scumm_bindings::{
    ActorField, Boxes, Failure, PaletteKind, Playing, StageEntry, StageField, StageTable, Told, Value, Words as _, restore, save,
};
use scumm_engine::{Backdrop, Band, Game, Picture, PrintTarget};
use scumm_room::{Point, ScaleSlot, Surface};

use crate::actor::Actor;
use crate::costume::Costume;
use crate::failure::{Fail, Result, described, lock, value};
use crate::frame::Frame;
use crate::game::{Dialect, Room};
use crate::memory::Memory;
use crate::world::World;

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

    fn kept(&self) -> Result<Arc<Playing>> {
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

    fn on<T, E: Into<Fail>>(&self, act: impl FnOnce(&mut Inner) -> Result<T, E>) -> Result<T> {
        self.with(|playing| act(&mut playing.stage).map_err(Into::into))
    }

    fn act(&self, act: impl FnOnce(&mut Inner)) -> Result<()> {
        self.with(|playing| Ok(act(&mut playing.stage)))
    }

    fn play(&self, world: Option<&Bound<'_, PyAny>>, half: impl FnOnce(&mut Inner, &mut World<'_, '_>)) -> Result<()> {
        let mut world = World::new(world);
        self.act(|stage| half(stage, &mut world))?;
        world.done(())
    }
}

fn closed() -> Failure {
    Failure::misuse("the stage is closed")
}

/// A plain value as Python has it; one that is not here is a missing attribute.
pub fn number(py: Python<'_>, value: Result<Value, Failure>) -> PyResult<Py<PyAny>> {
    match value.map_err(|failure| PyAttributeError::new_err(failure.text))? {
        Value::Number(number) => Ok(number.into_pyobject(py)?.into_any().unbind()),
        Value::Flag(flag) => Ok(pyo3::types::PyBool::new(py, flag).to_owned().into_any().unbind()),
    }
}

/// The field that an attribute names.
pub fn field<T: scumm_bindings::Words>(name: &str) -> Result<T> {
    T::of_word(name).map_err(|failure| Fail::Python(PyAttributeError::new_err(failure.text)))
}

/// The names of an actor's plain values, and of a stage's.
#[pyfunction]
pub fn fields() -> (Vec<String>, Vec<String>) {
    (ActorField::words().collect(), StageField::words().collect())
}

/// The lines of the screen that show a stage.
fn band(dialect: &Dialect, top: u16, bottom: Option<u16>) -> Band {
    Band::from(top..bottom.unwrap_or(dialect.0.screen_size().1))
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
        pixels: &Bound<'_, PyAny>,
        width: usize,
        height: usize,
        planes: Vec<Bound<'_, PyAny>>,
        plane_count: usize,
        top: u16,
        bottom: Option<u16>,
    ) -> Result<Self> {
        let surface = Surface::new(width, height, Memory::readable(pixels)?.bytes().to_vec())?;
        let planes = planes.iter().map(|plane| Ok(Memory::readable(plane)?.bytes().to_vec()));
        let planes = planes.collect::<Result<Vec<_>>>()?;
        let count = if plane_count == 0 { planes.len() + 1 } else { plane_count };
        let backdrop = Backdrop::Picture(Arc::new(Picture::new(surface, planes, count)?));
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

    fn __getattr__(&self, py: Python<'_>, name: &str) -> Result<Py<PyAny>> {
        let field = field::<StageField>(name)?;
        Ok(number(py, self.see(|stage| Ok(field.read(stage)))?)?)
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

    /// The actor at a place of the view, or None.
    fn actor_from_pos(&self, x: i32, y: i32) -> Result<Option<u16>> {
        self.see(|stage| Ok(stage.actor_from_pos(x, y)))
    }

    /// Plays a frame: walking, drawing, animating. `world` is asked for chance and sounds (`World`); without one it is quiet.
    #[pyo3(signature = (world=None))]
    fn tick(&self, world: Option<&Bound<'_, PyAny>>) -> Result<()> {
        self.play(world, |stage, world| stage.tick(world))
    }

    /// The first half of a frame: walking, camera, objects.
    fn tick_walk(&self) -> Result<()> {
        self.act(Inner::tick_walk)
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
        Ok(Frame::of_stage(self.kept()?, false).hand_out(py)?)
    }

    /// What stands behind the actors.
    fn back<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        Ok(Frame::of_stage(self.kept()?, true).hand_out(py)?)
    }

    /// What a plane has in the view, a byte a pixel, 0 where it hides nothing; None where there is no such plane.
    fn plane<'py>(&self, py: Python<'py>, number: u8) -> Result<Option<Bound<'py, PyAny>>> {
        let rows = self.see(|stage| {
            let view = stage.front();
            Ok(view.plane(number).map(|rows| Frame::of_rows(rows.flatten().copied().collect(), view.width)))
        })?;
        Ok(rows.map(|frame| frame.hand_out(py)).transpose()?)
    }

    /// The palette as 768 bytes, RGB: as the display shows it, or as it is in force.
    #[pyo3(signature = (displayed=true))]
    fn palette<'py>(&self, py: Python<'py>, displayed: bool) -> Result<Bound<'py, PyBytes>> {
        self.see(|stage| {
            let colours = stage.colours();
            let shown = if displayed { colours.displayed().to_bytes() } else { colours.palette.to_bytes() };
            Ok(PyBytes::new(py, &shown[..]))
        })
    }

    /// The shadow table in force.
    #[getter]
    fn shadow_table<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        self.see(|stage| Ok(PyBytes::new(py, stage.colours().shadow_table())))
    }

    /// The number of the room, 0 none.
    #[getter]
    fn room(&self) -> Result<u16> {
        self.see(|stage| Ok(stage.room_number()))
    }

    /// Which SCUMM it plays.
    #[getter]
    fn dialect(&self) -> Result<Dialect> {
        self.see(|stage| Ok(Dialect(*stage.dialect())))
    }

    /// The talking actor, or None.
    #[getter]
    fn talking_actor(&self) -> Result<Option<u16>> {
        self.see(|stage| Ok(stage.talking_actor()))
    }

    /// Whether the room is dark.
    #[getter]
    fn is_dark(&self) -> Result<bool> {
        self.see(|stage| Ok(stage.front().is_dark()))
    }

    /// The line of the screen at which the first row of the view is shown.
    #[getter]
    fn band_top(&self) -> Result<u16> {
        self.see(|stage| Ok(stage.front().band_top()))
    }

    /// The column of the room at which the view begins.
    #[getter]
    fn view_start(&self) -> Result<usize> {
        self.see(|stage| Ok(stage.camera().view_start()))
    }

    /// How many planes there are, plane 0 counted.
    #[getter]
    fn plane_count(&self) -> Result<usize> {
        self.see(|stage| Ok(stage.front().plane_count()))
    }

    /// How many walk boxes there are.
    #[getter]
    fn box_count(&self) -> Result<usize> {
        self.see(|stage| Ok(stage.boxes().len()))
    }

    /// All that moves as bytes, to be kept in a file.
    fn save<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        self.see(|stage| Ok(PyBytes::new(py, &save(&stage.save())?)))
    }

    /// Takes back what `save` wrote; rooms and costumes have to be there. Events that wait are dropped.
    fn restore(&self, data: &Bound<'_, PyAny>) -> Result<()> {
        let snapshot = restore(Memory::readable(data)?.bytes())?;
        self.with(|playing| {
            playing.stage.restore(&snapshot)?;
            Ok(playing.events.clear())
        })
    }

    /// Makes a costume known by number.
    fn insert_costume(&self, number: u16, costume: &Costume) -> Result<()> {
        self.on(|stage| stage.insert_costume(number, Arc::clone(&costume.costume)))
    }

    /// Makes a room known by number.
    fn insert_room(&self, number: u16, room: &Room) -> Result<()> {
        self.act(|stage| stage.insert_room(number, Arc::clone(&room.0)))
    }

    /// Leaves the room and enters another; 0 is none.
    fn enter_room(&self, room: u16) -> Result<()> {
        self.on(|stage| stage.enter_room(room))
    }

    /// The Nintendo: puts another room in the place of the present one, as if it were the same.
    fn replace_room(&self, room: &Room) -> Result<()> {
        self.act(|stage| stage.replace_room(Arc::clone(&room.0)))
    }

    /// Sets the lines of the screen that show the stage; `bottom` is not included.
    fn set_band(&self, top: u16, bottom: u16) -> Result<()> {
        self.act(|stage| stage.set_band(Band::from(top..bottom)))
    }

    /// Gives the stage a table: palette (768 bytes), shadow, room_palette, remp, palette_slots, scale, xmap (of image `number`),
    /// block (the Nintendo's `number`), slot_colours (of slot `number`).
    #[pyo3(signature = (kind, data, number=0))]
    fn set_table(&self, kind: &str, data: &Bound<'_, PyAny>, number: u16) -> Result<()> {
        let (kind, data) = (StageTable::of_word(kind)?, Memory::readable(data)?);
        self.on(|stage| kind.give(stage, number, data.bytes()))
    }

    /// Stores a number that scripts change, at `index` where there are several: shadow, room_palette, box_flags, box_extra_flags,
    /// box_scale, use_palette, use_box_set, start_tables, use_costume_set, lights, room_number, talking_actor, cycle (jiffies that
    /// pass), copy_slot (from `index`), cel_memory (KiB).
    #[pyo3(signature = (entry, value, index=0))]
    fn set_entry(&self, entry: &str, value: u16, index: u16) -> Result<()> {
        let entry = StageEntry::of_word(entry)?;
        self.on(|stage| entry.store(stage, index, value))
    }

    /// Starts the palette: distinct (256 different colours), initial (the game's own), nes_classic.
    fn start_palette(&self, kind: &str) -> Result<()> {
        let kind = PaletteKind::of_word(kind)?;
        self.act(|stage| kind.start(stage))
    }

    /// Sets a colour of the palette, as scripts do.
    fn set_colour(&self, index: u8, r: u8, g: u8, b: u8) -> Result<()> {
        self.act(|stage| stage.colours_mut().set_colour(index, [r, g, b]))
    }

    /// Replaces the walk boxes: dictionaries with `ul`, `ur`, `lr`, `ll`, `mask`, `flags`, `scale`, `slot`. Without boxes those that
    /// are there stay. `matrix` has the stored ways between them; without it they are found.
    #[pyo3(signature = (boxes=None, matrix=None))]
    fn set_boxes(&self, boxes: Option<&Bound<'_, PyAny>>, matrix: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let (boxes, matrix) = (boxes.map(described).transpose()?, Memory::optional(matrix)?);
        let matrix = matrix.as_ref().map_or(&[][..], Memory::bytes);
        self.on(|stage| Boxes { boxes, matrix }.give(stage))
    }

    /// Computes the ways between the boxes anew.
    fn compute_box_matrix(&self) -> Result<()> {
        self.act(|stage| stage.boxes_mut().compute_matrix())
    }

    /// Sets the two points of a scale slot 1 to 20: column, line and scale of each.
    fn set_scale_slot(&self, slot: u16, first: (i32, i32, i32), second: (i32, i32, i32)) -> Result<()> {
        let ((x1, y1, s1), (x2, y2, s2)) = (first, second);
        self.on(|stage| stage.boxes_mut().set_scale_slot(slot, ScaleSlot { x1, y1, s1, x2, y2, s2 }))
    }

    /// Version 0: where an actor is put that should stand at a place: column, line, box.
    fn adjust_v0(&self, x: i16, y: i16) -> Result<(i16, i16, u8)> {
        self.see(|stage| {
            let (at, number) = stage.boxes().adjust_v0(Point::new(x, y));
            Ok((at.x, at.y, number))
        })
    }

    /// The camera stands there, as a caller says that leads it itself.
    fn place_camera(&self, x: i32, y: i32) -> Result<()> {
        self.act(|stage| stage.place_camera(x, y))
    }

    /// The camera stands at a column, whomever it followed.
    fn stand_camera(&self, x: i16) -> Result<()> {
        self.act(|stage| stage.camera_mut().stand_at(x))
    }

    /// Sends the camera there.
    fn send_camera(&self, x: i16, y: i16) -> Result<()> {
        self.act(|stage| stage.camera_mut().send_to(x, y))
    }

    /// Moves the camera there step by step.
    fn pan_camera(&self, x: i16, y: i16) -> Result<()> {
        self.act(|stage| stage.camera_mut().pan_to(x, y))
    }

    /// The camera follows an actor, and jumps there first with `jump`.
    #[pyo3(signature = (actor, jump=false))]
    fn follow_with_camera(&self, actor: u16, jump: bool) -> Result<()> {
        self.on(|stage| stage.follow_with_camera(actor, jump))
    }

    /// Puts the pointer to a place: of the screen in version 0, of the view on the Nintendo.
    fn set_pointer(&self, x: i32, y: i32) -> Result<()> {
        self.act(|stage| stage.variables_mut().pointer = (x, y))
    }

    /// The size of the flashlight's beam in strips.
    fn set_flashlight(&self, width: u8, height: u8) -> Result<()> {
        self.act(|stage| stage.variables_mut().flashlight = (width, height))
    }

    /// The state of an object.
    fn object_state(&self, object: u16) -> Result<u8> {
        self.see(|stage| Ok(stage.objects().state(object)?))
    }

    /// Stores the state of an object; nothing is drawn.
    fn set_object_state(&self, object: u16, state: u8) -> Result<()> {
        self.on(|stage| stage.objects_mut().set_state(object, state))
    }

    /// Puts an object into a class, or takes it out.
    fn set_object_class(&self, object: u16, class: u8, on: bool) -> Result<()> {
        self.on(|stage| stage.objects_mut().set_class(object, class, on))
    }

    /// The next frame draws an object over what is there.
    fn draw_object(&self, object: u16) -> Result<()> {
        self.on(|stage| stage.objects_mut().draw(object))
    }

    /// Takes an object out of the queue of those to draw.
    fn undraw_object(&self, object: u16) -> Result<()> {
        self.on(|stage| stage.objects_mut().undraw(object))
    }

    /// Moves an object.
    fn move_object(&self, object: u16, x: i16, y: i16) -> Result<()> {
        self.on(|stage| stage.objects_mut().move_to(object, x, y))
    }

    /// Has an object's strips drawn again.
    fn redraw_object(&self, object: u16) -> Result<()> {
        self.on(|stage| stage.redraw_object(object))
    }

    /// Has an object's picture drawn over everything; `rect` is column, line, width, height, `scale` that of both axes.
    #[pyo3(signature = (object, rect, scale=(255, 255), image=0, mode=0))]
    fn blast_object(&self, object: u16, rect: [i32; 4], scale: (u8, u8), image: u8, mode: u8) -> Result<()> {
        self.on(|stage| stage.objects_mut().queue_blast(object, rect, scale.into(), image, mode))
    }

    /// Draws the blast objects that wait.
    fn draw_blasts(&self) -> Result<()> {
        self.on(|stage| stage.overlay().draw_blasts())
    }

    /// Takes the blast objects away.
    fn remove_blasts(&self) -> Result<()> {
        self.act(|stage| stage.overlay().remove_blasts())
    }

    /// Empties the queue of objects to draw.
    fn clear_object_queue(&self) -> Result<()> {
        self.act(|stage| stage.objects_mut().clear_queue())
    }

    /// Leaves the room's objects out, or draws them again.
    fn skip_objects(&self, skip: bool) -> Result<()> {
        self.act(|stage| stage.objects_mut().skip_all(skip))
    }

    /// Draws the background into the buffers.
    fn draw_background(&self) -> Result<()> {
        self.act(Inner::draw_background)
    }

    /// Shows every actor of the room.
    fn show_actors(&self) -> Result<()> {
        self.act(Inner::show_actors)
    }

    /// Ends the talk.
    fn end_talk(&self) -> Result<()> {
        self.act(Inner::end_talk)
    }

    /// Restores and draws every actor again in the next frame.
    fn redraw_all_actors(&self) -> Result<()> {
        self.act(Inner::redraw_all_actors)
    }

    /// Does what an effect that leaves a room does to the buffers.
    fn fade_out(&self, effect: u16) -> Result<()> {
        self.act(|stage| stage.overlay().fade_out(effect))
    }

    /// Plays the effect that shows a room.
    fn fade_in(&self) -> Result<()> {
        self.act(|stage| stage.overlay().fade_in())
    }

    /// Clears plane 0.
    fn clear_plane_0(&self) -> Result<()> {
        self.act(|stage| stage.overlay().clear_plane_0())
    }

    /// Columns `left` to `right` were restored; `right` is not included.
    fn mark_restored(&self, left: i32, right: i32) -> Result<()> {
        self.act(|stage| stage.overlay().mark_restored(left, right))
    }

    /// Restores the strips of a rectangle: left, top, right, bottom, the last two not included.
    fn restore_strips(&self, rect: [i32; 4]) -> Result<()> {
        self.act(|stage| stage.overlay().restore_strips(rect))
    }

    /// Takes away what was printed in a rectangle, in lines of the screen.
    fn erase(&self, rect: [i32; 4]) -> Result<()> {
        self.act(|stage| stage.overlay().erase(rect))
    }

    /// Writes pixels that stay, rows of `width` behind each other, into the buffers: front, back, both.
    fn print_pixels(&self, buffers: &str, x: i32, y: i32, width: usize, pixels: &Bound<'_, PyAny>) -> Result<()> {
        let into = match buffers {
            "front" => PrintTarget::Front,
            "back" => PrintTarget::Back,
            "both" => PrintTarget::Both,
            _ => return Err(Failure::misuse(format!("there are no buffers {buffers:?}")).into()),
        };
        let pixels = Memory::readable(pixels)?;
        let len = pixels.bytes().len();
        if width == 0 || len % width != 0 {
            return Err(Failure::size(format!("{len} pixels are no rows of {width}")).into());
        }
        self.on(|stage| stage.overlay().print_pixels(into, x, y, width, pixels.bytes()))
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
