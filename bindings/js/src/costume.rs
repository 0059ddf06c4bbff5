//! Costumes: parsing, animations, cels, playing and drawing; and the animation state of actors.

use js_sys::Array;
use scumm_bindings::{Closable, LookValues, ParsedCostume, RendererAndPlanes, TargetValues, limbs};
use scumm_costume::{Cache, LimbStates};
use wasm_bindgen::prelude::*;

use crate::failure::{Result, exception, from_description, to_js_values};
use crate::game::Dialect;
use crate::stage::JsLimbsState;

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
    #[wasm_bindgen(typescript_type = "WardrobeError[]")]
    pub type JsDamage;
}

/// A parsed costume. It is immutable.
#[wasm_bindgen]
pub struct Costume(pub(crate) ParsedCostume);

#[wasm_bindgen]
impl Costume {
    /// Parses a costume from its raw block with header. Damaged parts are left out and listed in
    /// `damage`; with `strict` the first of them is thrown. Throws `malformed` or `unsupported` if
    /// the bytes are not a costume of the dialect.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &[u8], dialect: &Dialect, strict: Option<bool>) -> Result<Costume> {
        Ok(Self(ParsedCostume::parse(
            data,
            &dialect.0,
            strict.unwrap_or(false),
        )?))
    }

    /// The damaged parts: exceptions that were not thrown.
    #[wasm_bindgen(getter)]
    pub fn damage(&self) -> JsDamage {
        let all: Array = self.0.damage.iter().map(exception).collect();
        all.unchecked_into()
    }

    /// The stored animations, one for each direction.
    #[wasm_bindgen(getter)]
    pub fn animations(&self) -> Result<JsAnimations> {
        Ok(to_js_values(&self.0.costume.animations().collect::<Vec<_>>())?.unchecked_into())
    }

    /// The pictures of the costume.
    #[wasm_bindgen(getter)]
    pub fn cels(&self) -> Result<JsCels> {
        Ok(to_js_values(&self.0.costume.cels())?.unchecked_into())
    }

    /// AKOS: the palette of the costume, a screen colour for each of its colours. Empty if there is
    /// none.
    #[wasm_bindgen(getter)]
    pub fn colours(&self) -> Vec<u8> {
        self.0.costume.colours().unwrap_or_default().0.to_vec()
    }

    /// AKOS: the RGB triples of the costume's colours. Empty if there are none.
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

    /// Draws all limbs in order into `pixels`, whose rows may have more columns than the target,
    /// and returns a report. Throws `size` if the pixels, the plane or a table have a size that
    /// does not fit.
    pub fn draw(
        &self,
        limbs: &Limbs,
        look: JsLook,
        renderer: &Renderer,
        pixels: &mut [u8],
        target: JsTarget,
    ) -> Result<JsDrawn> {
        let (look, target): (LookValues<_>, TargetValues<Vec<u8>>) = (
            from_description(look.into())?,
            from_description(target.into())?,
        );
        let area = target.area(None)?;
        let draw = |drawing: &mut RendererAndPlanes| {
            limbs
                .0
                .with(|limbs| drawing.draw((&self.0.costume, limbs), &look, &target, area, pixels))
        };
        let report = renderer.0.with(draw)?;
        Ok(to_js_values(&report)?.unchecked_into())
    }

    /// Returns whether an opaque pixel lies at column `x`, row `y` of the view. The limbs have the
    /// same positions as in a draw. Planes are ignored. Throws `fault` if the original cannot test
    /// the picture.
    pub fn hit(
        &self,
        limbs: &Limbs,
        look: JsLook,
        renderer: &Renderer,
        x: i32,
        y: i32,
    ) -> Result<bool> {
        let look: LookValues<Vec<u8>> = from_description(look.into())?;
        let hit = |drawing: &mut RendererAndPlanes| {
            limbs
                .0
                .with(|limbs| drawing.hit((&self.0.costume, limbs), &look, (x, y)))
        };
        Ok(renderer.0.with(hit)?)
    }
}

/// The drawing state that the original engine carries from one actor to the next. An engine creates
/// one renderer and uses it for all actors.
#[wasm_bindgen]
pub struct Renderer(pub(crate) Closable<RendererAndPlanes>);

#[wasm_bindgen]
impl Renderer {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has constructors")]
    pub fn new() -> Self {
        Self(RendererAndPlanes::default().into())
    }

    /// Limits the cache of decoded pictures to `bytes` and clears it; 0 disables it. The cache does
    /// not change what is drawn.
    pub fn limit(&self, bytes: usize) -> Result<()> {
        Ok(self.0.with(|drawing| {
            drawing.renderer.sprites = Cache::with_limit(bytes);
            Ok(())
        })?)
    }
}

/// The animation state of one actor: sixteen limbs, counters and variables. No limb of a new state
/// plays.
#[wasm_bindgen]
pub struct Limbs(pub(crate) Closable<LimbStates>);

#[wasm_bindgen]
impl Limbs {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has constructors")]
    pub fn new() -> Self {
        Self(limbs::new().into())
    }

    /// The whole state as numbers, arrays and objects. Assign an object to replace the state.
    #[wasm_bindgen(getter)]
    pub fn state(&self) -> Result<JsLimbsState> {
        let state = self.0.with(|limbs| Ok(to_js_values(limbs)))?;
        Ok(state?.unchecked_into())
    }

    #[wasm_bindgen(setter)]
    pub fn set_state(&self, state: JsLimbsState) -> Result<()> {
        let state = from_description(state.into())?;
        Ok(self.0.with(|limbs| Ok(*limbs = state))?)
    }
}
