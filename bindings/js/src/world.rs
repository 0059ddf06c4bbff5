//! What stands outside: objects of JavaScript that answer what a stage or an animation asks.

use std::cell::RefCell;

use js_sys::{Array, Function, Reflect};
use scumm_costume::{Effect, Host};
use scumm_engine::{Environment, SplitMix64};
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
pub struct World {
    object: JsValue,
    error: RefCell<Option<JsValue>>,
}

impl World {
    pub fn new(object: Option<impl Into<JsValue>>) -> Self {
        Self { object: object.map_or(JsValue::UNDEFINED, Into::into), error: RefCell::new(None) }
    }

    fn call(&self, method: &str, args: &[JsValue]) -> Option<JsValue> {
        if !self.object.is_object() || self.error.borrow().is_some() {
            return None;
        }
        let found = Reflect::get(&self.object, &method.into()).ok()?.dyn_into::<Function>().ok()?;
        let said = found.apply(&self.object, &args.iter().collect::<Array>());
        said.map_err(|error| *self.error.borrow_mut() = Some(error)).ok()
    }

    fn ask(&self, method: &str, args: &[JsValue]) -> Option<f64> {
        self.call(method, args)?.as_f64()
    }

    fn is(&self, method: &str, args: &[JsValue]) -> bool {
        self.call(method, args).is_some_and(|said| said.is_truthy())
    }

    /// What a call came to, unless the object threw something.
    pub fn done<T>(self, value: T) -> Result<T> {
        self.error.into_inner().map_or(Ok(value), |error| Err(Fail(error)))
    }
}

impl Environment for World {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.ask("random", &[min.into(), max.into()]).map_or(min, |number| number as i32)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.is("soundRunning", &[sound.into()])
    }
}

impl Host for World {
    fn emit(&mut self, effect: Effect) {
        match effect {
            Effect::Sound { slot } => self.call("playSound", &[slot.into()]),
            Effect::Queue { actor, command, p1, p2 } => self.call("queue", &[actor.into(), command.into(), p1.into(), p2.into()]),
            Effect::Fault { limb, fault } => self.call("fault", &[limb.into(), fault.to_string().into()]),
            _ => None,
        };
    }

    fn actor(&self) -> u16 {
        let actor = Reflect::get(&self.object, &"actor".into()).ok().and_then(|actor| actor.as_f64());
        actor.map_or(1, |actor| actor as u16)
    }

    fn sound(&self, slot: usize) -> u16 {
        self.ask("sound", &[slot.into()]).map_or(0, |sound| sound as u16)
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        Environment::random(self, min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        Environment::sound_running(self, sound)
    }

    fn set_actor_var(&mut self, actor: u16, var: u8, value: i16) -> bool {
        self.is("setActorVar", &[actor.into(), var.into(), value.into()])
    }

    fn any_actor_talks(&self) -> bool {
        self.is("anyActorTalks", &[])
    }

    fn talkie_running(&self) -> bool {
        self.is("talkieRunning", &[])
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
