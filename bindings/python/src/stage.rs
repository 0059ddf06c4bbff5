//! Stages.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use scumm_bindings::{
    Boxes, Operand, STAGE_FIELDS, SharedStage, Told, field_name, is_stage_flag, picture,
    read_named_operation, stage_attribute,
};
use scumm_engine::{Backdrop, Operation, Reply};
use scumm_room::Point;

use crate::actor::{Actor, missing, number, property};
use crate::failure::{Result, described, value};
use crate::game::{Dialect, Room};
use crate::memory::Memory;
use crate::world::Object;

/// A room with actors in it. `Game.stage`, `Stage.of_room` and `Stage.of_picture` make one.
///
/// Plain values are attributes: `camera_x`, `ego`, `redraw_full` ...; `fields()` lists them. One
/// thread at a time may use a stage; a callback that comes back to the stage that asks gets a
/// `BusyError`.
#[pyclass(frozen, module = "wardrobe")]
pub struct Stage(pub SharedStage);

#[pymethods]
impl Stage {
    /// A stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen
    /// show it, `bottom` not included.
    #[staticmethod]
    #[pyo3(signature = (dialect, room, top=0, bottom=None))]
    fn of_room(dialect: &Dialect, room: &Room, top: u16, bottom: Option<u16>) -> Self {
        Self(SharedStage::before(
            Backdrop::Room(room.0.clone()),
            dialect.0,
            top,
            bottom,
        ))
    }

    /// A stage before a picture of the caller's: rows of `width` indices, and planes with a bit a
    /// pixel from plane 1 on.
    #[staticmethod]
    #[pyo3(signature = (dialect, pixels, width, height, planes=Vec::new(), plane_count=0, top=0, bottom=None))]
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
        let backdrop = picture(
            pixels.as_ref().to_vec(),
            (width, height),
            planes,
            plane_count,
        )?;
        Ok(Self(SharedStage::before(backdrop, dialect.0, top, bottom)))
    }

    /// Gives the memory back. Frames that were taken stay.
    fn close(&self) -> Result<()> {
        Ok(self.0.close()?)
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __exit__(
        &self,
        _kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) -> Result<()> {
        self.close()
    }

    fn __copy__(&self) -> Result<Self> {
        self.copy()
    }

    fn __setattr__(&self, name: &str, value: i64) -> Result<()> {
        let field = stage_attribute(name).map_err(missing)?;
        Ok(self.0.on(|stage| Ok(field.store(stage, value)?))?)
    }

    /// All actors, those that are in no room among them.
    #[getter]
    fn actors(&self) -> Result<Vec<Actor>> {
        let ids: Vec<_> = self
            .0
            .see(|stage| Ok(stage.actors().map(|(id, _)| id).collect()))?;
        ids.into_iter().map(|id| self.actor(id)).collect()
    }

    /// What the stage has told since it was asked last, one by one: `Sound`, `AkosCommand`,
    /// `WalkScript`, `TalkScript`, `Fault`.
    fn events(&self) -> Events {
        Events(self.0.clone())
    }

    /// Replaces the walk boxes: dictionaries with `ul`, `ur`, `lr`, `ll`, `mask`, `flags`, `scale`,
    /// `slot`. Without boxes those that are there stay. `matrix` has the stored ways between them;
    /// without it they are found.
    #[pyo3(signature = (boxes=None, matrix=None))]
    fn set_boxes(
        &self,
        boxes: Option<&Bound<'_, PyAny>>,
        matrix: Option<Memory<'_>>,
    ) -> Result<()> {
        let boxes = boxes.map(described).transpose()?;
        let matrix = matrix.as_ref().map_or(&[][..], Memory::as_ref);
        Ok(self.0.on(|stage| Boxes { boxes, matrix }.give(stage))?)
    }

    /// Applies an operation by its name in scenes or that of its method (`costume`, `set_costume`),
    /// with the operands that scenes give it: numbers, flags, names, lists; pixels and tables are
    /// bytes. `world` answers what `draw_now` and `limb_anim` ask. Returns what the operation
    /// answers: `None`, a bool, a number, the number of an actor, or column, line and box of a
    /// place.
    #[pyo3(signature = (name, *operands, world=None))]
    fn apply<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        operands: &Bound<'py, PyTuple>,
        world: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>> {
        let operands = operands.iter().map(|value| operand(&value));
        let operands = operands.collect::<Result<Vec<_>>>()?;
        let operation = read_named_operation(name, operands)?;
        let reply = Object::new(world)
            .ask(|world| self.0.on(|stage| Ok(stage.apply(&operation, world)?)))?;
        let answer = match reply {
            Reply::Flag(flag) => flag.into_bound_py_any(py)?,
            Reply::Number(number) => number.into_bound_py_any(py)?,
            Reply::Actor(actor) => actor.into_bound_py_any(py)?,
            Reply::Place { at, number } => (at.x, at.y, number).into_bound_py_any(py)?,
            _ => py.None().into_bound(py),
        };
        Ok(answer)
    }

    /// Version 0: where an actor is put that should stand at a place: column, line, box.
    fn adjust_v0(&self, x: i16, y: i16) -> Result<(i16, i16, u8)> {
        let (at, number) = self
            .0
            .see(|stage| Ok(stage.boxes().adjust_v0(Point::new(x, y))))?;
        Ok((at.x, at.y, number))
    }
}

/// Adds the plain values to the class, as properties. `__setattr__` stores them.
pub fn add_fields(py: Python<'_>) -> Result<()> {
    let class = py.get_type::<Stage>();
    for field in STAGE_FIELDS {
        let name = field_name(field);
        let get = move |object: &Bound<'_, PyAny>| {
            let stage = object.cast::<Stage>().map_err(PyErr::from)?;
            let value = stage.get().0.see(|stage| Ok(field.number(stage)))?;
            Ok(number(object.py(), value, is_stage_flag(field))?.unbind())
        };
        class.setattr(&name, property(py, &name, get)?)?;
    }
    Ok(())
}

/// Converts an operand of an operation.
fn operand(value: &Bound<'_, PyAny>) -> Result<Operand> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Operand::Text(text.to_string()));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(Operand::Number(number));
    }
    // A list of numbers is not memory, and bytes are not a list.
    if let Ok(memory) = value.extract::<Memory<'_>>() {
        return Ok(Operand::Bytes(memory.as_ref().to_vec()));
    }
    if let Ok(numbers) = value.extract::<Vec<i64>>() {
        return Ok(Operand::Numbers(numbers));
    }
    let kind = value.get_type().name()?;
    let message = format!("an operand is a number, a text, a list of numbers or bytes, not {kind}");
    Err(PyTypeError::new_err(message).into())
}

/// The names of all operations of `Stage.apply`. An operation may have several.
#[pyfunction]
pub fn operations() -> Vec<&'static str> {
    scumm_engine::names::<Operation>().to_vec()
}

/// What a stage tells, one by one.
#[pyclass(frozen, module = "wardrobe")]
pub struct Events(SharedStage);

#[pymethods]
impl Events {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        let Some(event) = self.0.with(|playing| Ok(playing.take()))? else {
            return Ok(None);
        };
        let made = match Told::from(event) {
            Told::Sound {
                id,
                channel,
                flags,
                queue,
            } => value(py, "Sound", (id, channel, flags, queue)),
            Told::AkosCommand {
                command,
                actor,
                p1,
                p2,
            } => value(py, "AkosCommand", (command, actor, p1, p2)),
            Told::WalkScript {
                script,
                actor,
                command,
                angle,
            } => value(py, "WalkScript", (script, actor, command, angle)),
            Told::TalkScript {
                script,
                actor,
                frame,
            } => value(py, "TalkScript", (script, actor, frame)),
            Told::Fault { actor, text } => value(py, "Fault", (actor, text)),
        };
        made.map(Some)
    }
}
