//! Python objects whose methods supply stages and animations with random numbers and other values.

use std::cell::RefCell;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use scumm_bindings::{CallbackObject, CallerEnvironment, Closable, Failure, MethodNames};
use scumm_engine::SplitMix64;

use crate::failure::{PyFailure, Result};
use crate::game::Dialect;

/// A Python object whose methods the library calls. If a method is missing or raises an exception,
/// the default result is used. The first exception is kept, so that the call can raise it at its
/// end.
pub struct Object<'a, 'py> {
    object: Option<&'a Bound<'py, PyAny>>,
    error: RefCell<Option<PyErr>>,
    actor: u16,
}

impl<'a, 'py> Object<'a, 'py> {
    pub fn new(object: Option<&'a Bound<'py, PyAny>>) -> Self {
        Self {
            object,
            error: RefCell::new(None),
            actor: 1,
        }
    }

    /// Creates the object for the callbacks of an animation. Its attribute `actor` is the number of
    /// the animated actor; the default is 1.
    pub fn from_host(object: Option<&'a Bound<'py, PyAny>>) -> Result<Self> {
        let actor = object
            .map(|object| object.getattr_opt("actor"))
            .transpose()?
            .flatten();
        let actor = actor.map_or(Ok(1), |actor| actor.extract())?;
        Ok(Self {
            actor,
            ..Self::new(object)
        })
    }

    fn call(
        &self,
        (method, _): MethodNames,
        args: &[i64],
        text: Option<String>,
    ) -> Option<Bound<'py, PyAny>> {
        let object = self.object.filter(|_| self.error.borrow().is_none())?;
        let py = object.py();
        let said = object.getattr_opt(method).and_then(|found| {
            let Some(found) = found else { return Ok(None) };
            let numbers = args.iter().map(|number| number.into_bound_py_any(py));
            let args = numbers
                .chain(text.map(|text| text.into_bound_py_any(py)))
                .collect::<PyResult<Vec<_>>>()?;
            found.call1(PyTuple::new(py, args)?).map(Some)
        });
        said.unwrap_or_else(|error| self.keep(error))
    }

    fn keep<T>(&self, error: PyErr) -> Option<T> {
        self.error.borrow_mut().get_or_insert(error);
        None
    }

    /// Calls `act` with the object as its world.
    ///
    /// # Errors
    /// Returns the failure of `act`, or else the exception that the object has raised.
    pub fn ask<T>(
        self,
        act: impl FnOnce(&mut CallerEnvironment<Self>) -> Result<T, Failure>,
    ) -> Result<T> {
        let mut world = CallerEnvironment(self);
        let said = act(&mut world)?;
        world
            .0
            .error
            .into_inner()
            .map_or(Ok(said), |error| Err(PyFailure::Python(error)))
    }
}

impl CallbackObject for Object<'_, '_> {
    fn number<T: TryFrom<i64>>(&self, method: MethodNames, args: &[i64]) -> Option<T> {
        let number = self.call(method, args, None)?.extract::<i64>();
        let too_large = |_| {
            PyOverflowError::new_err(format!("{} returned a number that is too large", method.0))
        };
        number
            .and_then(|number| T::try_from(number).map_err(too_large))
            .map_or_else(|error| self.keep(error), Some)
    }

    fn flag(&self, method: MethodNames, args: &[i64]) -> bool {
        let said = self.call(method, args, None);
        said.is_some_and(|said| {
            said.is_truthy()
                .unwrap_or_else(|error| self.keep(error).unwrap_or(false))
        })
    }

    fn notify(&self, method: MethodNames, args: &[i64], text: Option<String>) {
        self.call(method, args, text);
    }

    fn actor(&self) -> u16 {
        self.actor
    }
}

/// The library's own generator of random numbers, SplitMix64. The default seed is 1.
#[pyclass(frozen, module = "wardrobe")]
pub struct Random(pub Closable<SplitMix64>);

#[pymethods]
impl Random {
    #[new]
    #[pyo3(signature = (seed=1))]
    fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed).into())
    }
}

/// Returns whether the mouth is closed `jiffies` (1/60 s each) after a voice began. `times`
/// contains the sync times of the voice in ascending order, in jiffies; for The Dig in
/// milliseconds.
#[pyfunction]
pub fn mouth_closed(dialect: &Dialect, times: Vec<u16>, jiffies: u32) -> bool {
    scumm_engine::mouth_closed(&dialect.0, &times, jiffies)
}
