//! What stands outside: objects of JavaScript that answer what a stage or an animation asks.

use std::cell::RefCell;

use js_sys::{Array, Function, Reflect};
use scumm_bindings::{Method, Outside};
use scumm_engine::SplitMix64;
use wasm_bindgen::prelude::*;

use crate::failure::{Fail, Result, lock};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "World")]
    pub type JsWorld;
    #[wasm_bindgen(typescript_type = "Host")]
    pub type JsHost;
}

/// An object that is asked. What it lacks, or fails at, gets the answer of a quiet world; the first exception is kept.
pub struct Object {
    object: JsValue,
    error: RefCell<Option<JsValue>>,
}

impl Object {
    pub fn new(object: Option<impl Into<JsValue>>) -> Self {
        Self { object: object.map_or(JsValue::UNDEFINED, Into::into), error: RefCell::new(None) }
    }

    fn call(&self, (_, method): Method, args: &[i64], text: Option<String>) -> Option<JsValue> {
        if !self.object.is_object() || self.error.borrow().is_some() {
            return None;
        }
        let found = Reflect::get(&self.object, &method.into()).ok()?.dyn_into::<Function>().ok()?;
        let numbers = args.iter().map(|&number| JsValue::from_f64(number as f64));
        let said = found.apply(&self.object, &numbers.chain(text.map(JsValue::from)).collect::<Array>());
        said.map_err(|error| *self.error.borrow_mut() = Some(error)).ok()
    }

    /// What a call came to, unless the object threw something.
    pub fn done<T>(self, value: T) -> Result<T> {
        self.error.into_inner().map_or(Ok(value), |error| Err(Fail(error)))
    }
}

impl Outside for Object {
    fn number<T: TryFrom<i64>>(&self, method: Method, args: &[i64]) -> Option<T> {
        T::try_from(self.call(method, args, None)?.as_f64()? as i64).ok()
    }

    fn is(&self, method: Method, args: &[i64]) -> bool {
        self.call(method, args, None).is_some_and(|said| said.is_truthy())
    }

    fn tell(&self, method: Method, args: &[i64], text: Option<String>) {
        self.call(method, args, text);
    }

    fn actor(&self) -> u16 {
        let actor = Reflect::get(&self.object, &"actor".into()).ok().and_then(|actor| actor.as_f64());
        actor.map_or(1, |actor| actor as u16)
    }
}

/// The library's own generator of random numbers, SplitMix64: a `World` in which nothing sounds.
#[wasm_bindgen]
pub struct Random(RefCell<SplitMix64>);

#[wasm_bindgen]
impl Random {
    #[wasm_bindgen(constructor)]
    pub fn new(seed: Option<u64>) -> Self {
        Self(RefCell::new(SplitMix64::new(seed.unwrap_or(1))))
    }

    /// A number from `min` to `max`, both included.
    pub fn random(&self, min: i32, max: i32) -> Result<i32> {
        Ok(lock(&self.0, "the generator")?.in_range(min, max))
    }

    /// Where it stands: the seed of one that goes on from here.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> u64 {
        self.0.borrow().state()
    }
}
