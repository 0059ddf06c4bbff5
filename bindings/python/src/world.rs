//! What stands outside: objects of Python that answer what a stage or an animation asks.

use std::cell::RefCell;
use std::sync::Mutex;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use scumm_costume::{Effect, Host};
use scumm_engine::{Environment, SplitMix64};

use crate::failure::{Fail, Result, lock};
use crate::game::Dialect;

/// An object that is asked. What it lacks, or fails at, gets the answer of a quiet world; the first exception is kept.
pub struct World<'a, 'py> {
    object: Option<&'a Bound<'py, PyAny>>,
    error: RefCell<Option<PyErr>>,
    actor: u16,
}

impl<'a, 'py> World<'a, 'py> {
    pub fn new(object: Option<&'a Bound<'py, PyAny>>) -> Self {
        Self { object, error: RefCell::new(None), actor: 1 }
    }

    /// The same for an animation: its actor is an attribute.
    pub fn of_actor(object: Option<&'a Bound<'py, PyAny>>) -> Result<Self> {
        let actor = object.map(|object| object.getattr_opt("actor")).transpose()?.flatten();
        let actor = actor.map_or(Ok(1), |actor| actor.extract())?;
        Ok(Self { actor, ..Self::new(object) })
    }

    fn call(&self, method: &str, args: impl PyCallArgs<'py>) -> Option<Bound<'py, PyAny>> {
        let object = self.object.filter(|_| self.error.borrow().is_none())?;
        let said = object.getattr_opt(method).and_then(|found| {
            let Some(found) = found else { return Ok(None) };
            found.call1(args).map(Some)
        });
        said.unwrap_or_else(|error| self.keep(error))
    }

    fn keep<T>(&self, error: PyErr) -> Option<T> {
        self.error.borrow_mut().get_or_insert(error);
        None
    }

    fn ask<T: for<'b> FromPyObject<'b, 'py>>(&self, method: &str, args: impl PyCallArgs<'py>) -> Option<T> {
        let said = self.call(method, args)?;
        said.extract::<T>().map_or_else(|error| self.keep(error.into()), Some)
    }

    fn is(&self, method: &str, args: impl PyCallArgs<'py>) -> bool {
        self.call(method, args).is_some_and(|said| said.is_truthy().unwrap_or_else(|error| self.keep(error).unwrap_or(false)))
    }

    /// What a call came to, unless the object raised something.
    pub fn done<T>(self, value: T) -> Result<T> {
        self.error.into_inner().map_or(Ok(value), |error| Err(Fail::Python(error)))
    }
}

impl Environment for World<'_, '_> {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.ask("random", (min, max)).unwrap_or(min)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.is("sound_running", (sound,))
    }
}

impl Host for World<'_, '_> {
    fn emit(&mut self, effect: Effect) {
        match effect {
            Effect::Sound { slot } => self.call("play_sound", (slot,)),
            Effect::Queue { actor, command, p1, p2 } => self.call("queue", (actor, command, p1, p2)),
            Effect::Fault { limb, fault } => self.call("fault", (limb, fault.to_string())),
            _ => None,
        };
    }

    fn actor(&self) -> u16 {
        self.actor
    }

    fn sound(&self, slot: usize) -> u16 {
        self.ask("sound", (slot,)).unwrap_or(0)
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        Environment::random(self, min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        Environment::sound_running(self, sound)
    }

    fn set_actor_var(&mut self, actor: u16, var: u8, value: i16) -> bool {
        self.is("set_actor_var", (actor, var, value))
    }

    fn any_actor_talks(&self) -> bool {
        self.is("any_actor_talks", ())
    }

    fn talkie_running(&self) -> bool {
        self.is("talkie_running", ())
    }
}

/// The library's own generator of random numbers, SplitMix64.
#[pyclass(frozen, module = "wardrobe")]
pub struct Random(Mutex<SplitMix64>);

#[pymethods]
impl Random {
    #[new]
    #[pyo3(signature = (seed=1))]
    fn new(seed: u64) -> Self {
        Self(Mutex::new(SplitMix64::new(seed)))
    }

    /// A number from `min` to `max`, both included.
    fn random(&self, min: i32, max: i32) -> Result<i32> {
        Ok(lock(&self.0, "the generator")?.in_range(min, max))
    }

    /// Where it stands: the seed of one that goes on from here.
    #[getter]
    fn state(&self) -> Result<u64> {
        Ok(lock(&self.0, "the generator")?.state())
    }
}

/// Whether sync times of a voice close the mouth so many jiffies (60ths of a second) after it began.
#[pyfunction]
pub fn mouth_closed(dialect: &Dialect, times: Vec<u16>, jiffies: u32) -> bool {
    scumm_engine::mouth_closed(&dialect.0, &times, jiffies)
}
