//! JavaScript objects whose methods supply stages and animations with random numbers and other
//! values.

use std::cell::RefCell;

use js_sys::{Array, Function, Reflect};
use scumm_bindings::{CallbackObject, CallerEnvironment, Closable, Failure, MethodNames};
use scumm_engine::SplitMix64;
use wasm_bindgen::prelude::*;

use crate::failure::{JsFailure, Result};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "World")]
    pub type JsWorld;
    #[wasm_bindgen(typescript_type = "Host")]
    pub type JsHost;
}

/// A JavaScript object whose methods the library calls. If a method is missing or throws an
/// exception, the default result is used. The first exception is kept, so that the call can throw
/// it at its end.
pub struct Object {
    object: JsValue,
    error: RefCell<Option<JsValue>>,
}

impl Object {
    pub fn new(object: Option<impl Into<JsValue>>) -> Self {
        Self {
            object: object.map_or(JsValue::UNDEFINED, Into::into),
            error: RefCell::new(None),
        }
    }

    /// Creates the object for the callbacks of an animation.
    pub fn from_host(object: Option<JsHost>) -> Result<Self> {
        Ok(Self::new(object))
    }

    fn call(
        &self,
        (_, method): MethodNames,
        args: &[i64],
        text: Option<String>,
    ) -> Option<JsValue> {
        if !self.object.is_object() || self.error.borrow().is_some() {
            return None;
        }
        let found = Reflect::get(&self.object, &method.into())
            .ok()?
            .dyn_into::<Function>()
            .ok()?;
        let numbers = args.iter().map(|&number| JsValue::from_f64(number as f64));
        let said = found.apply(
            &self.object,
            &numbers.chain(text.map(JsValue::from)).collect::<Array>(),
        );
        said.map_err(|error| *self.error.borrow_mut() = Some(error))
            .ok()
    }

    /// Calls `act` with the object as its world.
    ///
    /// # Errors
    /// Returns the exception that the object has thrown, or else the failure of `act`.
    pub fn ask<T>(
        self,
        act: impl FnOnce(&mut CallerEnvironment<Self>) -> Result<T, Failure>,
    ) -> Result<T> {
        let mut world = CallerEnvironment(self);
        let said = act(&mut world);
        match world.0.error.into_inner() {
            Some(error) => Err(JsFailure(error)),
            None => Ok(said?),
        }
    }
}

impl CallbackObject for Object {
    fn number<T: TryFrom<i64>>(&self, method: MethodNames, args: &[i64]) -> Option<T> {
        T::try_from(self.call(method, args, None)?.as_f64()? as i64).ok()
    }

    fn flag(&self, method: MethodNames, args: &[i64]) -> bool {
        self.call(method, args, None)
            .is_some_and(|said| said.is_truthy())
    }

    fn notify(&self, method: MethodNames, args: &[i64], text: Option<String>) {
        self.call(method, args, text);
    }

    fn actor(&self) -> u16 {
        let actor = Reflect::get(&self.object, &"actor".into())
            .ok()
            .and_then(|actor| actor.as_f64());
        actor.map_or(1, |actor| actor as u16)
    }
}

/// The library's own generator of random numbers, SplitMix64: a `World` in which no sound plays.
/// The default seed is 1.
#[wasm_bindgen]
pub struct Random(pub(crate) Closable<SplitMix64>);

#[wasm_bindgen]
impl Random {
    #[wasm_bindgen(constructor)]
    pub fn new(seed: Option<u64>) -> Self {
        Self(SplitMix64::new(seed.unwrap_or(1)).into())
    }
}
