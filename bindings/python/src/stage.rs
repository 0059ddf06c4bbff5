//! Stages and their actors.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCFunction, PyDict, PyList, PyString, PyTuple};
use scumm_bindings::{
    ACTOR_FIELDS, EventValues, Failure, NamedValues, OperandValue, STAGE_FIELDS, SharedActor,
    SharedStage, WalkBoxesSetup, WriteValues, actor_attribute, actor_cels, backdrop_from_picture,
    field_name, is_actor_flag, is_stage_flag, limbs, read_named_operation, stage_attribute,
    stage_writes,
};
use scumm_engine::{ActorField, Backdrop, Operation, Reply};
use scumm_room::Point;

use crate::argument::read;
use crate::clip::shown_cels;
use crate::costume::to_py_values;
use crate::failure::{PyFailure, Result, from_description, value};
use crate::game::{Dialect, Room};
use crate::memory::{Memory, palette_image};
use crate::world::Object;

/// A room with actors in it. `Game.stage`, `Stage.of_room` and `Stage.of_picture` create stages.
///
/// The fields of the stage are attributes: `camera_x`, `ego`, `redraw_full` and others; `fields()`
/// lists them. One thread at a time may use a stage. A callback cannot use the stage whose call
/// runs the callback: it gets a `BusyError`.
///
/// Positions are columns from the left and rows from the top, in the room unless a method says
/// otherwise. Angles are degrees clockwise from north. Actors are numbered 1 to 80.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Stage(pub SharedStage);

#[pymethods]
impl Stage {
    /// Creates a stage in a room. The stage is as wide as the screen and fills the rows of the
    /// screen from `top` up to, but not including, `bottom`. The default of `bottom` is the height
    /// of the screen.
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

    /// Creates a stage whose background is a picture that the caller passes. `pixels` contains rows
    /// of `width` palette indices. `planes` contains plane 1 and the following ones, with one bit
    /// for each pixel; bit 7 is the leftmost. `plane_count` includes plane 0; 0 stands for the
    /// length of `planes` plus one. Raises `MisuseError` if the sizes do not fit.
    #[staticmethod]
    #[pyo3(signature = (dialect, pixels, width, height, planes=Vec::new(), plane_count=0, top=0,
        bottom=None))]
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
        let backdrop = backdrop_from_picture(
            pixels.as_ref().to_vec(),
            (width, height),
            planes,
            plane_count,
        )?;
        Ok(Self(SharedStage::before(backdrop, dialect.0, top, bottom)))
    }

    /// Frees the stage. Frames that were taken stay valid.
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
        Ok(self.0.with(|stage| Ok(field.store(stage, value)?))?)
    }

    /// Returns the writes to the pixel at column `x`, row `y` of the view since its background was
    /// last visible there, oldest first (`Write`). Raises `MisuseError` without `start_trace`.
    fn writes<'py>(&self, py: Python<'py>, x: i64, y: i64) -> Result<Vec<Bound<'py, PyAny>>> {
        let x: usize = read(x, "x")?;
        let y: usize = read(y, "y")?;
        let writes = self.0.read(|stage| stage_writes(stage, x, y))?;
        write_list(py, &writes)
    }

    /// Returns the picture of the stage as an image of Pillow, in the colours of the display.
    fn to_pil<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        palette_image(py, &self.0.frame(false)?, &self.palette(true)?)
    }

    /// The picture of the stage as a PNG, for notebooks.
    fn _repr_png_<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        let png = self.0.frame(false)?.png(&self.palette(true)?)?;
        Ok(PyBytes::new(py, &png))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Result<Self> {
        self.copy()
    }

    fn __repr__(&self) -> Result<String> {
        let stage = self.0.current_state()?;
        let view = stage.stage.front();
        let number = stage.stage.room_number();
        Ok(format!(
            "<Stage in room {number}: {} by {}>",
            view.width, view.height
        ))
    }

    /// All actors, including those in no room.
    #[getter]
    fn actors(&self) -> Result<Vec<Actor>> {
        let ids: Vec<_> = self
            .0
            .read(|stage| Ok(stage.actors().map(|(id, _)| id).collect()))?;
        ids.into_iter().map(|id| self.actor(id.into())).collect()
    }

    /// Returns an iterator that removes the events from the queue one by one: `Sound`,
    /// `AkosCommand`, `WalkScript`, `TalkScript`, `Fault`.
    fn events(&self) -> Events {
        Events(self.0.clone())
    }

    /// Replaces the walk boxes with `WalkBox` values or dictionaries of `ul`, `ur`, `lr`, `ll`
    /// (corners: column and row), `mask`, `flags`, `scale` and `slot`. Without `boxes` the current
    /// boxes stay. `matrix` contains the stored routes between the boxes; without it the routes are
    /// computed. Raises `MisuseError` if there are more boxes than a room can have.
    #[pyo3(signature = (boxes=None, matrix=None))]
    fn set_boxes(
        &self,
        boxes: Option<&Bound<'_, PyAny>>,
        matrix: Option<Memory<'_>>,
    ) -> Result<()> {
        let boxes = boxes.map(plain_boxes).transpose()?;
        let boxes = boxes.as_ref().map(from_description).transpose()?;
        let matrix = matrix.as_ref().map_or(&[][..], Memory::as_ref);
        Ok(self
            .0
            .with(|stage| WalkBoxesSetup { boxes, matrix }.set_on(stage))?)
    }

    /// Applies an operation. The name is that of the operation in scenes, or the name of its method
    /// (`costume`, `set_costume`). The operands are the same as in scenes and have the same units:
    /// numbers, flags, names, lists; pixels and tables are bytes. The plane of `set_force_clip` is
    /// the number of the plane that hides the actor, beginning with 1; 0, from version 7 on 100,
    /// selects the plane of the actor's walk box. `draw_now` and `limb_anim` get random numbers and
    /// the state of sounds from `world`. Returns the reply of the operation: `None`, a bool, a
    /// number, the number of an actor, or column, row and box of a position. Raises `NotFoundError`
    /// if there is no such operation, and `MisuseError` if an operand is missing or out of range.
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
            .ask(|world| self.0.with(|stage| Ok(stage.apply(&operation, world)?)))?;
        let answer = match reply {
            Reply::Flag(flag) => flag.into_bound_py_any(py)?,
            Reply::Number(number) => number.into_bound_py_any(py)?,
            Reply::Actor(actor) => actor.into_bound_py_any(py)?,
            Reply::Place { at, number } => (at.x, at.y, number).into_bound_py_any(py)?,
            _ => py.None().into_bound(py),
        };
        Ok(answer)
    }

    /// Version 0: returns the place at which an actor arrives when it is sent to a position: column
    /// and row of the nearest point in a box, and the number of that box (V55). The units are those
    /// of `Actor.put`.
    fn adjust_v0(&self, x: i64, y: i64) -> Result<(i16, i16, u8)> {
        let x: i16 = read(x, "x")?;
        let y: i16 = read(y, "y")?;
        let (at, number) = self
            .0
            .read(|stage| Ok(stage.boxes().adjust_v0(Point::new(x, y))))?;
        Ok((at.x, at.y, number))
    }
}

/// Converts walk boxes that have names for their values to dictionaries.
fn plain_boxes<'py>(boxes: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let plain = PyList::empty(boxes.py());
    for walkbox in boxes.try_iter()? {
        let walkbox = walkbox?;
        if walkbox.hasattr("_asdict")? {
            plain.append(walkbox.call_method0("_asdict")?)?;
        } else {
            plain.append(walkbox)?;
        }
    }
    Ok(plain.into_any())
}

/// Returns the writes to a pixel as values of Python.
pub fn write_list<'py>(py: Python<'py>, writes: &[WriteValues]) -> Result<Vec<Bound<'py, PyAny>>> {
    let mut list = Vec::new();
    for write in writes {
        let WriteValues {
            actor,
            limb,
            cel,
            column,
            row,
            colour,
            screen_colour,
            result,
            table,
            plane,
            hidden,
        } = write;
        let place = (column, row);
        let table = table.map(NamedValues::word);
        let values = (
            actor,
            limb,
            cel,
            place,
            colour,
            screen_colour,
            result,
            table,
            plane,
            hidden,
        );
        list.push(value(py, "Write", values)?);
    }
    Ok(list)
}

/// Adds the fields to the class as properties. `__setattr__` stores them.
pub fn add_stage_fields(py: Python<'_>) -> Result<()> {
    let class = py.get_type::<Stage>();
    for &field in STAGE_FIELDS.iter() {
        let name = field_name(field);
        let get = move |object: &Bound<'_, PyAny>| {
            let stage = object.cast::<Stage>().map_err(PyErr::from)?;
            let value = stage.get().0.read(|stage| Ok(field.number(stage)))?;
            Ok(number(object.py(), value, is_stage_flag(field))?.unbind())
        };
        class.setattr(&name, property(py, &name, get)?)?;
    }
    Ok(())
}

/// Converts an operand of an operation.
fn operand(value: &Bound<'_, PyAny>) -> Result<OperandValue> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(OperandValue::Text(text.to_string()));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(OperandValue::Number(number));
    }
    // A list of numbers is not memory, and bytes are not a list.
    if let Ok(memory) = value.extract::<Memory<'_>>() {
        return Ok(OperandValue::Bytes(memory.as_ref().to_vec()));
    }
    if let Ok(numbers) = value.extract::<Vec<i64>>() {
        return Ok(OperandValue::Numbers(numbers));
    }
    let kind = value.get_type().name()?;
    let message = format!("an operand is a number, a text, a list of numbers or bytes, not {kind}");
    Err(PyTypeError::new_err(message).into())
}

/// Returns the names of all operations of `Stage.apply`. An operation may have several names.
#[pyfunction]
pub fn operations() -> Vec<&'static str> {
    scumm_engine::names::<Operation>().to_vec()
}

/// An iterator over the events of a stage.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Events(SharedStage);

#[pymethods]
impl Events {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>> {
        let Some(event) = self.0.with_events(|playing| Ok(playing.take_event()))? else {
            return Ok(None);
        };
        let made = match EventValues::from(event) {
            EventValues::Sound {
                id,
                channel,
                flags,
                queue,
            } => value(py, "Sound", (id, channel, flags, queue)),
            EventValues::AkosCommand {
                command,
                actor,
                p1,
                p2,
            } => value(py, "AkosCommand", (command, actor, p1, p2)),
            EventValues::WalkScript {
                script,
                actor,
                command,
                angle,
            } => value(py, "WalkScript", (script, actor, command, angle)),
            EventValues::TalkScript {
                script,
                actor,
                frame,
            } => value(py, "TalkScript", (script, actor, frame)),
            EventValues::Fault { actor, text } => value(py, "Fault", (actor, text)),
        };
        made.map(Some)
    }
}

/// An actor of a stage: operations and fields.
///
/// The fields are attributes that can be read and stored: `x`, `y`, `facing`, `costume`, `visible`,
/// `layer` and others; `fields()` lists them. Storing a value in a field does not request a redraw
/// and has no other side effect, with one exception: during a walk, a new walk speed plans the
/// current leg again (T26).
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Actor(pub SharedActor);

/// Converts the number of a field; a flag becomes a bool.
fn number(py: Python<'_>, value: i64, is_flag: bool) -> Result<Bound<'_, PyAny>> {
    if is_flag {
        return Ok((value != 0).into_bound_py_any(py)?);
    }
    Ok(value.into_bound_py_any(py)?)
}

/// Returns the exception for an attribute that does not exist.
fn missing(failure: Failure) -> PyFailure {
    PyFailure::Python(PyAttributeError::new_err(failure.text.clone()))
}

/// Creates a read-only property whose value `get` returns for an object.
fn property<'py>(
    py: Python<'py>,
    name: &str,
    get: impl Fn(&Bound<'_, PyAny>) -> Result<Py<PyAny>> + Send + Sync + 'static,
) -> Result<Bound<'py, PyAny>> {
    let get = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<_> {
        Ok(get(&args.get_item(0)?)?)
    };
    let get = PyCFunction::new_closure(py, None, None, get)?;
    let text = format!("The field `{name}`.");
    let made = py.import("builtins")?.getattr("property")?;
    Ok(made.call1((get, py.None(), py.None(), text))?)
}

/// Adds the fields to the class as properties. `__setattr__` stores them.
///
/// Python finds a property much faster than an attribute of `__getattr__`.
pub fn add_actor_fields(py: Python<'_>) -> Result<()> {
    let class = py.get_type::<Actor>();
    for &field in ACTOR_FIELDS.iter() {
        let name = field_name(field);
        let get = move |object: &Bound<'_, PyAny>| {
            let actor = object.cast::<Actor>().map_err(PyErr::from)?;
            Ok(actor.get().plain_value(object.py(), field)?.unbind())
        };
        class.setattr(&name, property(py, &name, get)?)?;
    }
    Ok(())
}

/// Returns the names of the fields of actors, and of stages.
#[pyfunction]
pub fn fields() -> (Vec<String>, Vec<String>) {
    let of_actors = ACTOR_FIELDS.iter().map(field_name).collect();
    let of_stages = STAGE_FIELDS.iter().map(field_name).collect();
    (of_actors, of_stages)
}

impl Actor {
    fn plain_value<'py>(&self, py: Python<'py>, field: ActorField) -> Result<Bound<'py, PyAny>> {
        let Some(value) = self.0.read(|actor| Ok(field.number(actor)))? else {
            let text = format!("the actor does not have the field {}", field_name(field));
            return Err(missing(Failure::misuse(text)));
        };
        number(py, value, is_actor_flag(field))
    }
}

#[pymethods]
impl Actor {
    fn __repr__(&self) -> String {
        format!("<Actor {}>", self.0.id)
    }

    fn __setattr__(&self, name: &str, value: &Bound<'_, PyAny>) -> Result<()> {
        if name == "limbs" {
            let limbs = from_description(value)?;
            return Ok(self.0.with(|actor| Ok(actor.anim = limbs))?);
        }
        let field = actor_attribute(name).map_err(missing)?;
        let value: i64 = value.extract()?;
        Ok(self
            .0
            .with(|actor| Ok(field.store(actor, &value.into())?))?)
    }

    /// The animation state, as in `Limbs.state`. Assign a value to replace the state.
    #[getter]
    fn limbs<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        Ok(self.0.read(|actor| Ok(to_py_values(py, &actor.anim)))??)
    }

    /// All numbers of the animation state. Reading them is faster than reading `limbs`. The numbers
    /// are `stopped`, `anim_counter`, `sound_counter`, `flip`, `condition_mask` and the 27 `vars`;
    /// from index 32 on eight numbers for each limb: `curpos`, `start`, `end`, `frame`, `mode`,
    /// `condition_offset`, `jump_offset`, `jump_count`. In version 0, `command`, `next` and
    /// `rounds` follow from index 160 on, and seven numbers for each of its limbs: `frame`,
    /// `start`, `kind`, `curpos`, `flip`, `repeat`, `new_repeat`.
    #[getter]
    fn limb_numbers(&self) -> Result<Vec<i64>> {
        let mut numbers = Vec::new();
        self.0
            .read(|actor| Ok(limbs::numbers(&actor.anim, |number| numbers.push(number))))?;
        Ok(numbers)
    }

    /// The cels that the limbs of the actor show now, in drawing order (`ShownCel`).
    #[getter]
    fn shown_cels<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyTuple>> {
        let cels = self.0.stage.read(|stage| actor_cels(stage, self.0.id))?;
        shown_cels(py, &cels)
    }

    /// The strips of 8 pixels that the actor's drawings claim, counted from the left edge of the
    /// room.
    #[getter]
    fn strips(&self) -> Result<Vec<usize>> {
        Ok(self.0.read(|actor| Ok(actor.strips.iter().collect()))?)
    }
}
