//! Converts failures to exceptions of the package, and values between Rust and Python.

use std::path::Path;

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{PyModule, PyString};
use scumm_bindings::{Failure, NamedValues as _};
use serde::de::DeserializeOwned;

/// The reason why a call fails: a failure of the library, or an exception of Python.
#[derive(Debug)]
pub enum PyFailure {
    Library(Failure),
    Python(PyErr),
}

pub type Result<T, E = PyFailure> = std::result::Result<T, E>;

impl From<Failure> for PyFailure {
    fn from(failure: Failure) -> Self {
        Self::Library(failure)
    }
}

impl From<scumm_room::Error> for PyFailure {
    fn from(error: scumm_room::Error) -> Self {
        Self::Library(error.into())
    }
}

impl From<scumm_costume::Fault> for PyFailure {
    fn from(fault: scumm_costume::Fault) -> Self {
        Self::Library(fault.into())
    }
}

impl From<scumm_engine::OpenError> for PyFailure {
    fn from(error: scumm_engine::OpenError) -> Self {
        Self::Library(error.into())
    }
}

impl From<PyErr> for PyFailure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

/// Returns the part of the package that is written in Python: exceptions and plain values.
fn values(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("scumm_wardrobe._values")
}

/// Creates a value of a class that is written in Python.
pub fn value<'py>(
    py: Python<'py>,
    class: &str,
    args: impl PyCallArgs<'py>,
) -> Result<Bound<'py, PyAny>> {
    Ok(values(py)?.getattr(class)?.call1(args)?)
}

/// Returns the exception of a failure.
pub fn exception<'py>(py: Python<'py>, failure: &Failure) -> PyResult<Bound<'py, PyAny>> {
    let (place, offset) = failure.place.clone().unzip();
    let (file, number) = failure.file.clone().unwrap_or_default();
    let file = Some(file).filter(|file| !file.is_empty());
    let arguments = (
        failure.code.word(),
        &failure.text,
        place,
        offset,
        file,
        number,
    );
    values(py)?.getattr("error")?.call1(arguments)
}

impl From<PyFailure> for PyErr {
    fn from(fail: PyFailure) -> Self {
        match fail {
            PyFailure::Python(error) => error,
            PyFailure::Library(failure) => Python::attach(|py| {
                exception(py, &failure).map_or_else(|error| error, Self::from_value)
            }),
        }
    }
}

/// Adds the name of the file to the result of writing it.
pub fn written(path: &Path, result: std::io::Result<()>) -> Result<(), Failure> {
    result.map_err(|error| {
        let path = path.display().to_string();
        Failure::of_file(format!("{path}: {error}"), path, error.raw_os_error())
    })
}

/// Reads a value of the library from a description by dictionaries, lists and numbers.
pub fn from_description<T: DeserializeOwned>(value: &Bound<'_, PyAny>) -> Result<T> {
    let text = value.py().import("json")?.call_method1("dumps", (value,))?;
    let text = text.cast::<PyString>().map_err(PyErr::from)?.to_string();
    Ok(serde_json::from_str(&text).map_err(Failure::misuse)?)
}
