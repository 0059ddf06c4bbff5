//! Actors of a stage.

use std::rc::Rc;

use js_sys::Uint16Array;
use scumm_bindings::{ActorField, StageField, Value, Words as _, World};
use scumm_engine::ActorMut;
use wasm_bindgen::prelude::*;

use crate::failure::{Fail, Result, described, plain};
use crate::stage::Shared;
use crate::world::{JsWorld, Object};

/// An actor of a stage: what scripts do to it, and what it shows. Plain values are attributes (`x`, `facing`, `layer` ...), which can
/// be stored; that has no other effect and asks for no redraw.
#[wasm_bindgen]
pub struct Actor {
    pub(crate) stage: Rc<Shared>,
    pub(crate) number: u16,
}

/// A plain value as JavaScript has it.
pub fn value(value: Value) -> JsValue {
    match value {
        Value::Number(number) => JsValue::from_f64(number as f64),
        Value::Flag(flag) => flag.into(),
    }
}

/// The names of an actor's plain values, or of a stage's.
#[wasm_bindgen(skip_typescript, js_name = fieldNames)]
pub fn field_names(of_stage: bool) -> Vec<String> {
    if of_stage { StageField::words().collect() } else { ActorField::words().collect() }
}

impl Actor {
    pub(crate) fn on<T, E: Into<Fail>>(&self, act: impl FnOnce(&mut ActorMut<'_>) -> Result<T, E>) -> Result<T> {
        self.stage.with(|playing| act(&mut playing.stage.actor_mut(self.number)?).map_err(Into::into))
    }

    fn see<T>(&self, look: impl FnOnce(&scumm_engine::Actor) -> Result<T>) -> Result<T> {
        self.stage.see(|stage| look(stage.actor(self.number)?))
    }
}

#[wasm_bindgen]
impl Actor {
    /// Its number.
    #[wasm_bindgen(getter)]
    pub fn id(&self) -> u16 {
        self.number
    }

    /// Reads a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, field: u32) -> Result<JsValue> {
        self.see(|actor| Ok(value(ActorField::of_number(field)?.read(actor)?)))
    }

    /// Stores a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&self, field: u32, value: f64) -> Result<()> {
        self.on(|actor| ActorField::of_number(field)?.store(actor, value as i64))
    }

    /// The state of its limbs, as `Limbs.state`; a changed one can be stored.
    #[wasm_bindgen(getter)]
    pub fn limbs(&self) -> Result<JsValue> {
        self.see(|actor| plain(&actor.anim))
    }

    #[wasm_bindgen(setter)]
    pub fn set_limbs(&self, state: JsValue) -> Result<()> {
        let limbs = described(state)?;
        self.on(|actor| Ok::<_, Fail>(actor.anim = limbs))
    }

    /// The strips of 8 pixels that its drawings claim, counted in the room.
    #[wasm_bindgen(getter)]
    pub fn strips(&self) -> Result<Uint16Array> {
        self.see(|actor| Ok(actor.strips.iter().map(|strip| strip as u16).collect::<Vec<_>>().as_slice().into()))
    }

    /// Advances one limb so many times.
    #[wasm_bindgen(js_name = limbAnim)]
    pub fn limb_anim(&self, limb: usize, times: u32, world: Option<JsWorld>) -> Result<()> {
        let mut world = World(Object::new(world));
        self.on(|actor| actor.limb_anim(limb, times, &mut world))?;
        world.0.done(())
    }

    /// Whether it is in a class.
    #[wasm_bindgen(js_name = isInClass)]
    pub fn is_in_class(&self, class: u8) -> Result<bool> {
        self.stage.see(|stage| Ok(stage.actor(self.number)?.is_in_class(stage.dialect(), class)))
    }
}
