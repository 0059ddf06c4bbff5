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
/// end. Other Python threads can run while the library works, except during the calls of methods.
pub struct Object {
    object: Option<Py<PyAny>>,
    error: RefCell<Option<PyErr>>,
    actor: u16,
}

impl Object {
    pub fn new(object: Option<&Bound<'_, PyAny>>) -> Self {
        Self {
            object: object.map(|object| object.clone().unbind()),
            error: RefCell::new(None),
            actor: 1,
        }
    }

    /// Creates the object for the callbacks of an animation. Its attribute `actor` is the number of
    /// the animated actor; the default is 1.
    pub fn from_host(object: Option<&Bound<'_, PyAny>>) -> Result<Self> {
        let actor = object
            .map(|object| object.getattr_opt("actor"))
            .transpose()?
            .flatten();
        let mut made = Self::new(object);
        if let Some(actor) = actor {
            made.actor = actor.extract()?;
        }
        Ok(made)
    }

    /// Calls `act` with the object as its world.
    ///
    /// # Errors
    /// Returns the failure of `act`, or else the exception that the object has raised.
    pub fn ask<T: Send>(
        self,
        act: impl FnOnce(&mut CallerEnvironment<Self>) -> Result<T, Failure> + Send,
    ) -> Result<T> {
        let mut world = CallerEnvironment(self);
        let (said, world) = Python::attach(|py| {
            py.detach(move || {
                let said = act(&mut world);
                (said, world)
            })
        });
        let said = said?;
        world
            .0
            .error
            .into_inner()
            .map_or(Ok(said), |error| Err(PyFailure::Python(error)))
    }

    /// Calls a method and reads its result. Returns `None` if the object does not have the method,
    /// or if an exception was raised.
    fn call<T>(
        &self,
        (method, _): MethodNames,
        args: &[i64],
        text: Option<String>,
        read: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Option<T> {
        let object = self.object.as_ref()?;
        if self.error.borrow().is_some() {
            return None;
        }
        let said = Python::attach(|py| {
            let Some(found) = object.bind(py).getattr_opt(method)? else {
                return Ok(None);
            };
            let numbers = args.iter().map(|number| number.into_bound_py_any(py));
            let args = numbers
                .chain(text.map(|text| text.into_bound_py_any(py)))
                .collect::<PyResult<Vec<_>>>()?;
            read(&found.call1(PyTuple::new(py, args)?)?).map(Some)
        });
        said.unwrap_or_else(|error| {
            self.error.borrow_mut().get_or_insert(error);
            None
        })
    }
}

impl CallbackObject for Object {
    fn number<T: TryFrom<i64>>(&self, method: MethodNames, args: &[i64]) -> Option<T> {
        self.call(method, args, None, |said| {
            let number = said.extract::<i64>()?;
            T::try_from(number).map_err(|_| {
                let name = method.0;
                PyOverflowError::new_err(format!("{name} returned a number that is too large"))
            })
        })
    }

    fn flag(&self, method: MethodNames, args: &[i64]) -> bool {
        self.call(method, args, None, |said| said.is_truthy())
            .unwrap_or(false)
    }

    fn notify(&self, method: MethodNames, args: &[i64], text: Option<String>) {
        self.call(method, args, text, |_| Ok(()));
    }

    fn actor(&self) -> u16 {
        self.actor
    }
}

/// The library's own generator of random numbers, SplitMix64. The default seed is 1.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Random(pub Closable<SplitMix64>);

#[pymethods]
impl Random {
    #[new]
    #[pyo3(signature = (seed=1))]
    fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed).into())
    }

    fn __copy__(&self) -> Result<Self> {
        Ok(Self(self.0.get()?.into()))
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Result<Self> {
        self.__copy__()
    }

    fn __getnewargs__(&self) -> Result<(u64,)> {
        Ok((self.0.get()?.state(),))
    }

    fn __repr__(&self) -> Result<String> {
        Ok(format!("Random({})", self.0.get()?.state()))
    }
}

/// Returns whether the mouth is closed `jiffies` (1/60 s each) after a voice began. `times`
/// contains the sync times of the voice in ascending order, in jiffies; for The Dig in
/// milliseconds.
#[pyfunction]
pub fn mouth_closed(dialect: &Dialect, times: Vec<u16>, jiffies: u32) -> bool {
    scumm_engine::mouth_closed(&dialect.0, &times, jiffies)
}
