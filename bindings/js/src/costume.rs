//! Costumes: parsing, animations, cels, playing, drawing; and the state of their limbs.

use js_sys::Array;
use scumm_bindings::{Drawing, Held, LookValues, ParsedCostume, TargetValues, limbs};
use scumm_costume::LimbStates;
use wasm_bindgen::prelude::*;

use crate::failure::{Result, described, exception, plain};
use crate::game::Dialect;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Animation[]")]
    pub type JsAnimations;
    #[wasm_bindgen(typescript_type = "Cel[]")]
    pub type JsCels;
    #[wasm_bindgen(typescript_type = "Look")]
    pub type JsLook;
    #[wasm_bindgen(typescript_type = "Target")]
    pub type JsTarget;
    #[wasm_bindgen(typescript_type = "Drawn")]
    pub type JsDrawn;
}

/// A costume. It never changes.
#[wasm_bindgen]
pub struct Costume(pub(crate) ParsedCostume);

#[wasm_bindgen]
impl Costume {
    /// Parses a raw resource with its header for a dialect. Parts that are damaged are left out, and listed in `damage`; with
    /// `strict` the first of them is thrown.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &[u8], dialect: &Dialect, strict: Option<bool>) -> Result<Costume> {
        Ok(Self(ParsedCostume::parse(
            data,
            &dialect.0,
            strict.unwrap_or(false),
        )?))
    }

    /// What is damaged: exceptions that were not thrown.
    #[wasm_bindgen(getter)]
    pub fn damage(&self) -> Array {
        self.0.damage.iter().map(exception).collect()
    }

    /// The animations that are stored, each direction counted.
    #[wasm_bindgen(getter)]
    pub fn animations(&self) -> Result<JsAnimations> {
        Ok(plain(&self.0.costume.animations().collect::<Vec<_>>())?.unchecked_into())
    }

    /// The pictures.
    #[wasm_bindgen(getter)]
    pub fn cels(&self) -> Result<JsCels> {
        Ok(plain(&self.0.costume.cels())?.unchecked_into())
    }

    /// AKOS: the screen colours of its own colours; empty where it has none.
    #[wasm_bindgen(getter)]
    pub fn colours(&self) -> Vec<u8> {
        self.0.costume.colours().unwrap_or_default().0.to_vec()
    }

    /// AKOS: the RGB triples of its own colours; empty where it has none.
    #[wasm_bindgen(getter)]
    pub fn rgb(&self) -> Vec<u8> {
        self.0
            .costume
            .colours()
            .unwrap_or_default()
            .1
            .as_flattened()
            .to_vec()
    }

    /// Draws all limbs in order into `pixels`, which may have more columns than the target, and says what was touched.
    pub fn draw(
        &self,
        limbs: &Limbs,
        look: JsLook,
        renderer: &Renderer,
        pixels: &mut [u8],
        target: JsTarget,
    ) -> Result<JsDrawn> {
        let (look, target): (LookValues<_>, TargetValues<Vec<u8>>) =
            (described(look.into())?, described(target.into())?);
        let area = target.area(None)?;
        let draw = |drawing: &mut Drawing| {
            limbs
                .0
                .on(|limbs| drawing.draw((&self.0.costume, limbs), &look, &target, area, pixels))
        };
        let report = renderer.0.on(draw)?;
        Ok(plain(&report)?.unchecked_into())
    }

    /// Whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it.
    pub fn hit(
        &self,
        limbs: &Limbs,
        look: JsLook,
        renderer: &Renderer,
        x: i32,
        y: i32,
    ) -> Result<bool> {
        let look: LookValues<Vec<u8>> = described(look.into())?;
        let hit = |drawing: &mut Drawing| {
            limbs
                .0
                .on(|limbs| drawing.hit((&self.0.costume, limbs), &look, (x, y)))
        };
        Ok(renderer.0.on(hit)?)
    }
}

/// What the original carries over from one actor to the next while it draws: an engine has one for all actors.
#[wasm_bindgen]
pub struct Renderer(pub(crate) Held<Drawing>);

#[wasm_bindgen]
impl Renderer {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has constructors")]
    pub fn new() -> Self {
        Self(Drawing::default().into())
    }
}

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
