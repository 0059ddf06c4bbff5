//! Actors of a stage.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumm_bindings::{ActorField, World};
use scumm_engine::ActorMut;

use crate::failure::{Fail, Result, described};
use crate::limbs::plain;
use crate::stage::{Stage, field};
use crate::world::Object;

/// An actor of a stage: what scripts do to it, and what it shows.
///
/// Plain values are attributes, to be read and stored: `x`, `y`, `facing`, `costume`, `visible`, `layer` ...; `fields()` lists them.
/// A store has no other effect and asks for no redraw.
#[pyclass(frozen, module = "wardrobe")]
pub struct Actor {
    pub stage: Py<Stage>,
    pub id: u16,
}

impl Actor {
    pub fn on<T, E: Into<Fail>>(&self, act: impl FnOnce(&mut ActorMut<'_>) -> Result<T, E>) -> Result<T> {
        self.stage.get().with(|playing| act(&mut playing.stage.actor_mut(self.id)?).map_err(Into::into))
    }

    fn act(&self, act: impl FnOnce(&mut ActorMut<'_>)) -> Result<()> {
        self.on(|actor| Ok::<_, Fail>(act(actor)))
    }

    pub fn see<T>(&self, look: impl FnOnce(&scumm_engine::Actor) -> Result<T>) -> Result<T> {
        self.stage.get().see(|stage| look(stage.actor(self.id)?))
    }
}

#[pymethods]
impl Actor {
    /// Its number.
    #[getter]
    fn id(&self) -> u16 {
        self.id
    }

    fn __repr__(&self) -> String {
        format!("<Actor {}>", self.id)
    }

    fn __setattr__(&self, name: &str, value: &Bound<'_, PyAny>) -> Result<()> {
        if name == "limbs" {
            let limbs = described(value)?;
            return self.act(|actor| actor.anim = limbs);
        }
        let (field, value) = (field::<ActorField>(name)?, value.extract::<i64>()?);
        self.on(|actor| field.store(actor, value))
    }

    /// The state of its limbs, as `Limbs.state`; a changed one can be stored.
    #[getter]
    fn limbs<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        self.see(|actor| Ok(plain(py, &actor.anim)?))
    }

    /// The strips of 8 pixels that its drawings claim, counted in the room.
    #[getter]
    fn strips(&self) -> Result<Vec<usize>> {
        self.see(|actor| Ok(actor.strips.iter().collect()))
    }

    /// Advances one limb so many times.
    #[pyo3(signature = (limb, times=1, world=None))]
    fn limb_anim(&self, limb: usize, times: u32, world: Option<&Bound<'_, PyAny>>) -> Result<()> {
        let mut world = World(Object::new(world));
        self.on(|actor| actor.limb_anim(limb, times, &mut world))?;
        world.0.done(())
    }

    /// Whether it is in a class.
    fn is_in_class(&self, class_: u8) -> Result<bool> {
        self.stage.get().see(|stage| Ok(stage.actor(self.id)?.is_in_class(stage.dialect(), class_)))
    }
}
