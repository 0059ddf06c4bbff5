//! What moves of an actor's costume.

use std::cell::{RefCell, RefMut};

use scumm_bindings::{limbs, restore, save};
use scumm_costume::LimbStates;
use wasm_bindgen::prelude::*;

use crate::failure::{Result, described, lock, plain};
use crate::game::Dialect;

/// The state of one actor's animation: sixteen limbs, counters, variables. A new one plays nothing.
#[wasm_bindgen]
pub struct Limbs(RefCell<LimbStates>);

impl Limbs {
    pub(crate) fn get(&self) -> Result<RefMut<'_, LimbStates>> {
        lock(&self.0, "the limbs")
    }
}

#[wasm_bindgen]
impl Limbs {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has constructors")]
    pub fn new() -> Self {
        Self(RefCell::new(limbs::new()))
    }

    /// Resets the limbs: nothing plays, nothing is stopped; the counters stay.
    pub fn reset(&self) -> Result<()> {
        Ok(limbs::reset(&mut *self.get()?))
    }

    /// A copy.
    pub fn copy(&self) -> Result<Limbs> {
        Ok(Self(RefCell::new(self.get()?.clone())))
    }

    /// All of it as numbers, arrays and objects; a changed one can be stored.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> Result<JsValue> {
        plain(&*self.get()?)
    }

    #[wasm_bindgen(setter)]
    pub fn set_state(&self, state: JsValue) -> Result<()> {
        let state = described(state)?;
        *self.get()? = state;
        Ok(())
    }

    /// The state as bytes, to be kept in a file.
    pub fn save(&self) -> Result<Vec<u8>> {
        Ok(save(&*self.get()?)?)
    }

    /// Takes a state back that `save` wrote.
    pub fn restore(&self, data: &[u8]) -> Result<()> {
        *self.get()? = restore(data)?;
        Ok(())
    }

    /// Humongous: sets a condition 1 to 32, or with `user` a user condition 1 to 16.
    #[wasm_bindgen(js_name = setCondition)]
    pub fn set_condition(&self, dialect: &Dialect, number: u32, on: bool, user: Option<bool>) -> Result<()> {
        Ok(limbs::set_condition(&mut *self.get()?, &dialect.0, number, on, user.unwrap_or(false))?)
    }

    /// Humongous: sets the talk condition 1 to 32, which ends any other.
    #[wasm_bindgen(js_name = setTalkCondition)]
    pub fn set_talk_condition(&self, dialect: &Dialect, number: u32) -> Result<()> {
        Ok(limbs::set_talk_condition(&mut *self.get()?, &dialect.0, number)?)
    }
}
