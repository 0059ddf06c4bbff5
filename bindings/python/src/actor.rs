//! Actors of a stage.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};
use scumm_bindings::{
    ACTOR_FIELDS, Failure, STAGE_FIELDS, SharedActor, actor_attribute, field_name, is_actor_flag,
    limbs,
};
use scumm_engine::ActorField;

use crate::failure::{Fail, Result, described};
use crate::limbs::plain;

/// An actor of a stage: what scripts do to it, and what it shows.
///
/// Plain values are attributes, to be read and stored: `x`, `y`, `facing`, `costume`, `visible`,
/// `layer` ...; `fields()` lists them. A store has no other effect and asks for no redraw.
#[pyclass(frozen, module = "wardrobe")]
pub struct Actor(pub SharedActor);

/// A plain value as Python has it.
pub fn number(py: Python<'_>, value: i64, is_flag: bool) -> Result<Bound<'_, PyAny>> {
    if is_flag {
        return Ok((value != 0).into_bound_py_any(py)?);
    }
    Ok(value.into_bound_py_any(py)?)
}

/// The exception of an attribute that is not there.
pub fn missing(failure: Failure) -> Fail {
    Fail::Python(PyAttributeError::new_err(failure.text.clone()))
}

/// Makes a property that is only read: what it returns for an object.
pub fn property<'py>(
    py: Python<'py>,
    name: &str,
    get: impl Fn(&Bound<'_, PyAny>) -> Result<Py<PyAny>> + Send + Sync + 'static,
) -> Result<Bound<'py, PyAny>> {
    let get = move |args: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| -> PyResult<_> {
        Ok(get(&args.get_item(0)?)?)
    };
    let get = PyCFunction::new_closure(py, None, None, get)?;
    let text = format!("The plain value `{name}`.");
    let made = py.import("builtins")?.getattr("property")?;
    Ok(made.call1((get, py.None(), py.None(), text))?)
}

/// Adds the plain values to the class, as properties. `__setattr__` stores them.
///
/// A property is found much faster than an attribute that `__getattr__` looks for.
pub fn add_fields(py: Python<'_>) -> Result<()> {
    let class = py.get_type::<Actor>();
    for field in ACTOR_FIELDS {
        let name = field_name(field);
        let get = move |object: &Bound<'_, PyAny>| {
            let actor = object.cast::<Actor>().map_err(PyErr::from)?;
            Ok(actor.get().plain_value(object.py(), field)?.unbind())
        };
        class.setattr(&name, property(py, &name, get)?)?;
    }
    Ok(())
}

fn actor_names() -> Vec<String> {
    ACTOR_FIELDS.map(field_name).to_vec()
}

/// The names of a stage's plain values.
pub fn stage_names() -> Vec<String> {
    STAGE_FIELDS.map(field_name).to_vec()
}

/// The names of an actor's plain values, and of a stage's.
#[pyfunction]
pub fn fields() -> (Vec<String>, Vec<String>) {
    (actor_names(), stage_names())
}

impl Actor {
    fn plain_value<'py>(&self, py: Python<'py>, field: ActorField) -> Result<Bound<'py, PyAny>> {
        let Some(value) = self.0.see(|actor| Ok(field.number(actor)))? else {
            let text = format!("there is no {} here", field_name(field));
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
            let limbs = described(value)?;
            return Ok(self.0.on(|actor| Ok(actor.anim = limbs))?);
        }
        let field = actor_attribute(name).map_err(missing)?;
        let value: i64 = value.extract()?;
        Ok(self.0.on(|actor| Ok(field.store(actor, &value.into())?))?)
    }

    /// The state of its limbs, as `Limbs.state`; a changed one can be stored.
    #[getter]
    fn limbs<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        Ok(self.0.see(|actor| Ok(plain(py, &actor.anim)))??)
    }

    /// All numbers of the state of its limbs one behind the other, which are there quicker:
    /// `stopped`, `anim_counter`, `sound_counter`, `flip`, `condition_mask`, the 27 `vars`; from 32
    /// on eight of each limb: `curpos`, `start`, `end`, `frame`, `mode`, `condition_offset`,
    /// `jump_offset`, `jump_count`. From 160 on those of version 0, where there are some:
    /// `command`, `next`, `rounds`, and seven of each limb: `frame`, `start`, `kind`, `curpos`,
    /// `flip`, `repeat`, `new_repeat`.
    #[getter]
    fn limb_numbers(&self) -> Result<Vec<i64>> {
        let mut numbers = Vec::new();
        self.0
            .see(|actor| Ok(limbs::numbers(&actor.anim, |number| numbers.push(number))))?;
        Ok(numbers)
    }

    /// The strips of 8 pixels that its drawings claim, counted in the room.
    #[getter]
    fn strips(&self) -> Result<Vec<usize>> {
        Ok(self.0.see(|actor| Ok(actor.strips.iter().collect()))?)
    }
}
