//! Converts failures to exceptions, and values between Rust and JavaScript.

use scumm_bindings::{Failure, NamedValues as _};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(raw_module = "./error.js")]
extern "C" {
    type WardrobeError;
    #[wasm_bindgen(constructor)]
    fn new(text: &str, code: &str, place: Option<String>, offset: Option<f64>) -> WardrobeError;
}

/// An exception: a `WardrobeError`, or an exception of a callback.
#[derive(Debug)]
pub struct JsFailure(pub JsValue);

pub type Result<T, E = JsFailure> = std::result::Result<T, E>;

impl From<Failure> for JsFailure {
    fn from(failure: Failure) -> Self {
        Self(exception(&failure))
    }
}

impl From<scumm_room::Error> for JsFailure {
    fn from(error: scumm_room::Error) -> Self {
        Self(exception(&error.into()))
    }
}

impl From<scumm_costume::Fault> for JsFailure {
    fn from(fault: scumm_costume::Fault) -> Self {
        Self(exception(&fault.into()))
    }
}

impl From<scumm_engine::OpenError> for JsFailure {
    fn from(error: scumm_engine::OpenError) -> Self {
        Self(exception(&error.into()))
    }
}

impl From<JsFailure> for JsValue {
    fn from(fail: JsFailure) -> Self {
        fail.0
    }
}

/// Returns the exception of a failure.
pub fn exception(failure: &Failure) -> JsValue {
    let (place, offset) = failure.place.clone().unzip();
    WardrobeError::new(
        &failure.text,
        &failure.code.word(),
        place,
        offset.map(|offset| offset as f64),
    )
    .into()
}

/// Converts a value of the library to objects, arrays and numbers.
pub fn to_js_values(value: &impl Serialize) -> Result<JsValue> {
    value
        .serialize(&Serializer::json_compatible())
        .map_err(|error| Failure::misuse(error).into())
}

/// Reads a value of the library from a description in JavaScript. `undefined` and `null` are the
/// default value.
pub fn from_description<T: DeserializeOwned + Default>(value: JsValue) -> Result<T> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    serde_wasm_bindgen::from_value(value).map_err(|error| Failure::misuse(error).into())
}
