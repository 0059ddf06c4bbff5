//! What moves of an actor's costume.

use scumm_bindings::{Held, limbs};
use scumm_costume::LimbStates;
use wasm_bindgen::prelude::*;

use crate::failure::{Result, described, plain};

/// The state of one actor's animation: sixteen limbs, counters, variables. A new one plays nothing.
#[wasm_bindgen]
pub struct Limbs(pub(crate) Held<LimbStates>);

#[wasm_bindgen]
impl Limbs {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has constructors")]
    pub fn new() -> Self {
        Self(limbs::new().into())
    }

    /// All of it as numbers, arrays and objects; a changed one can be stored.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> Result<JsValue> {
        self.0.on(|limbs| Ok(plain(limbs)))?
    }

    #[wasm_bindgen(setter)]
    pub fn set_state(&self, state: JsValue) -> Result<()> {
        let state = described(state)?;
        Ok(self.0.on(|limbs| Ok(*limbs = state))?)
    }
}
