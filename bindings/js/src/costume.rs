//! Costumes: parsing, animations, cels, playing, drawing.

use std::cell::RefCell;
use std::sync::Arc;

use js_sys::Array;
use scumm_bindings::{Drawing, Failure, Frame as Pixels, LookValues, TargetValues, World};
use scumm_costume::{Damage, Facing, LIMBS};
use wasm_bindgen::prelude::*;

use crate::failure::{Result, described, exception, lock, plain};
use crate::frame::Frame;
use crate::game::Dialect;
use crate::limbs::Limbs;
use crate::world::{JsHost, Object};

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
pub struct Costume {
    pub(crate) costume: Arc<scumm_costume::Costume>,
    damage: Vec<Failure>,
}

impl Costume {
    pub(crate) fn whole(costume: scumm_costume::Costume) -> Self {
        Self { costume: Arc::new(costume), damage: Vec::new() }
    }
}

#[wasm_bindgen]
impl Costume {
    /// Parses a raw resource with its header for a dialect. Parts that are damaged are left out, and listed in `damage`; with
    /// `strict` the first of them is thrown.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &[u8], dialect: &Dialect, strict: Option<bool>) -> Result<Costume> {
        let mut damage = if strict.unwrap_or(false) { Damage::strict() } else { Damage::silent() };
        let costume = scumm_costume::Costume::parse_with(data, &dialect.0, &mut damage)?;
        Ok(Self { costume: Arc::new(costume), damage: damage.findings().iter().map(Into::into).collect() })
    }

    /// What is damaged: exceptions that were not thrown.
    #[wasm_bindgen(getter)]
    pub fn damage(&self) -> Array {
        self.damage.iter().map(exception).collect()
    }

    /// The animations that are stored, each direction counted.
    #[wasm_bindgen(getter)]
    pub fn animations(&self) -> Result<JsAnimations> {
        Ok(plain(&self.costume.animations().collect::<Vec<_>>())?.unchecked_into())
    }

    /// The pictures.
    #[wasm_bindgen(getter)]
    pub fn cels(&self) -> Result<JsCels> {
        Ok(plain(&self.costume.cels())?.unchecked_into())
    }

    /// AKOS: the screen colours of its own colours; empty where it has none.
    #[wasm_bindgen(getter)]
    pub fn colours(&self) -> Vec<u8> {
        self.costume.colours().unwrap_or_default().0.to_vec()
    }

    /// AKOS: the RGB triples of its own colours; empty where it has none.
    #[wasm_bindgen(getter)]
    pub fn rgb(&self) -> Vec<u8> {
        self.costume.colours().unwrap_or_default().1.as_flattened().to_vec()
    }

    /// Decodes a cel by its number, as seen facing east.
    #[wasm_bindgen(js_name = celPixels)]
    pub fn cel_pixels(&self, number: u16) -> Result<Frame> {
        Ok(Frame(Pixels::of_cel(&self.costume, number)?))
    }

    /// AKOS of codec 32: for each pixel of a cel 255 where the data has none, else 0. Nothing for all others, in which a colour
    /// stands for gaps.
    #[wasm_bindgen(js_name = celGaps)]
    pub fn cel_gaps(&self, number: u16) -> Option<Vec<u8>> {
        self.costume.cel_gaps(number)
    }

    /// Starts animation `frame` in a direction (degrees clockwise from north) on the limbs in `limbMask` (bit 15 is limb 0). An
    /// animation that does not exist changes nothing.
    pub fn start(&self, limbs: &Limbs, facing: u16, frame: u16, limb_mask: Option<u16>) -> Result<()> {
        let mask = limb_mask.unwrap_or(0xffff);
        Ok(self.costume.start(&mut *limbs.get()?, Facing::from_degrees(facing), frame, mask)?)
    }

    /// One animation step of all limbs; whether the actor has to be drawn again.
    pub fn advance(&self, limbs: &Limbs, host: Option<JsHost>) -> Result<bool> {
        let mut world = World(Object::new(host));
        let again = self.costume.advance(&mut *limbs.get()?, &mut world);
        world.0.done(again)
    }

    /// `times` steps of one limb.
    #[wasm_bindgen(js_name = advanceLimb)]
    pub fn advance_limb(&self, limbs: &Limbs, limb: usize, times: u32, host: Option<JsHost>) -> Result<()> {
        if limb >= LIMBS {
            return Err(Failure::misuse("limbs are numbered 0 to 15").into());
        }
        let mut world = World(Object::new(host));
        self.costume.advance_limb(&mut *limbs.get()?, limb, times, &mut world);
        world.0.done(())
    }

    /// Draws all limbs in order into `pixels`, which may have more columns than the target, and says what was touched.
    pub fn draw(&self, limbs: &Limbs, look: JsLook, renderer: &Renderer, pixels: &mut [u8], target: JsTarget) -> Result<JsDrawn> {
        let (look, target): (LookValues<_>, TargetValues<Vec<u8>>) = (described(look.into())?, described(target.into())?);
        let drawing = &mut *lock(&renderer.0, "the renderer")?;
        let report = drawing.draw((&self.costume, &*limbs.get()?), &look, &target, target.area(None)?, pixels)?;
        Ok(plain(&report)?.unchecked_into())
    }

    /// Whether an opaque pixel is on view column `x`, line `y`, placed as drawing places it.
    pub fn hit(&self, limbs: &Limbs, look: JsLook, renderer: &Renderer, x: i32, y: i32) -> Result<bool> {
        let look: LookValues<Vec<u8>> = described(look.into())?;
        Ok(lock(&renderer.0, "the renderer")?.hit((&self.costume, &*limbs.get()?), &look, (x, y))?)
    }
}

/// What the original carries over from one actor to the next while it draws: an engine has one for all actors.
#[wasm_bindgen]
pub struct Renderer(RefCell<Drawing>);

#[wasm_bindgen]
impl Renderer {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript has constructors")]
    pub fn new() -> Self {
        Self(RefCell::default())
    }

    /// Takes over what another renderer carries; finished pictures stay.
    #[wasm_bindgen(js_name = copyState)]
    pub fn copy_state(&self, source: &Renderer) -> Result<()> {
        let source = lock(&source.0, "the source")?.renderer.clone();
        Ok(lock(&self.0, "the renderer")?.renderer.copy_state(&source))
    }
}
