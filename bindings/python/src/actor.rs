//! Actors of a stage.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumm_bindings::{ActorField, SharedActor};

use crate::failure::{Result, described};
use crate::limbs::plain;
use crate::stage::field;

/// An actor of a stage: what scripts do to it, and what it shows.
///
/// Plain values are attributes, to be read and stored: `x`, `y`, `facing`, `costume`, `visible`, `layer` ...; `fields()` lists them.
/// A store has no other effect and asks for no redraw.
#[pyclass(frozen, module = "wardrobe")]
pub struct Actor(pub SharedActor);

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

    /// The strips of 8 pixels that its drawings claim, counted in the room.
    #[getter]
    fn strips(&self) -> Result<Vec<usize>> {
        Ok(self.0.see(|actor| Ok(actor.strips.iter().collect()))?)
    }
}
