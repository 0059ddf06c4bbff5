//! Actors of a stage.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumm_bindings::{ActorField, Failure, SharedActor, StageField, Words, limbs};

use crate::failure::{Fail, Result, described};
use crate::limbs::plain;

/// An actor of a stage: what scripts do to it, and what it shows.
///
/// Plain values are attributes, to be read and stored: `x`, `y`, `facing`, `costume`, `visible`, `layer` ...; `fields()` lists them.
/// A store has no other effect and asks for no redraw.
#[pyclass(frozen, module = "wardrobe")]
pub struct Actor(pub SharedActor);

/// A plain value as Python has it; one that is not here is a missing attribute.
pub fn number(
    py: Python<'_>,
    value: Result<i64, Failure>,
    is_flag: bool,
) -> Result<Bound<'_, PyAny>> {
    let value = value.map_err(missing)?;
    Ok(if is_flag {
        (value != 0).into_bound_py_any(py)
    } else {
        value.into_bound_py_any(py)
    }?)
}

fn missing(failure: Failure) -> Fail {
    Fail::Python(PyAttributeError::new_err(failure.text.clone()))
}

/// The field that an attribute names.
pub fn field<T: Words>(name: &str) -> Result<T> {
    T::of_word(name).map_err(missing)
}

/// The names of an actor's plain values, and of a stage's.
#[pyfunction]
pub fn fields() -> (Vec<String>, Vec<String>) {
    (ActorField::words().collect(), StageField::words().collect())
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
        let (field, value) = (field::<ActorField>(name)?, value.extract()?);
        Ok(self.0.on(|actor| field.store(actor, value))?)
    }

    /// The state of its limbs, as `Limbs.state`; a changed one can be stored.
    #[getter]
    fn limbs<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        Ok(self.0.see(|actor| Ok(plain(py, &actor.anim)))??)
    }

    /// All numbers of the state of its limbs one behind the other, which are there quicker: `stopped`, `anim_counter`,
    /// `sound_counter`, `flip`, `condition_mask`, the 27 `vars`; from 32 on eight of each limb: `curpos`, `start`, `end`, `frame`,
    /// `mode`, `condition_offset`, `jump_offset`, `jump_count`. From 160 on those of version 0, where there are some: `command`,
    /// `next`, `rounds`, and seven of each limb: `frame`, `start`, `kind`, `curpos`, `flip`, `repeat`, `new_repeat`.
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
