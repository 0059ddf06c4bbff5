//! Work that the page performs in steps, and the pictures that it makes.

use js_sys::Uint8Array;
use scumm_tools::export::animations::{AnimationStep, PlacedAnimation};
use scumm_tools::export::rendered::TimedPicture;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::Result;

/// Converts bytes to a `Uint8Array`, or to `undefined`.
pub(crate) fn optional_bytes(bytes: Option<Vec<u8>>) -> JsValue {
    match bytes {
        Some(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        None => JsValue::UNDEFINED,
    }
}

/// The function that performs a step of work.
type DoStep = Box<dyn FnMut() -> anyhow::Result<AnimationStep<JsValue>>>;

/// Work that the page performs in steps, so that it stays responsive. A step takes some
/// milliseconds at most.
#[wasm_bindgen]
pub struct Work {
    step: DoStep,
    result: JsValue,
}

impl Work {
    pub(crate) fn new(
        step: impl FnMut() -> anyhow::Result<AnimationStep<JsValue>> + 'static,
    ) -> Self {
        Self {
            step: Box::new(step),
            result: JsValue::UNDEFINED,
        }
    }
}

#[wasm_bindgen]
impl Work {
    /// Performs the next step. Returns whether the work is complete. After this no further step may
    /// be performed.
    ///
    /// # Errors
    /// Throws an error if the work fails.
    pub fn step(&mut self) -> Result<bool> {
        let AnimationStep::Done(result) = (self.step)()? else {
            return Ok(false);
        };
        self.result = result;
        Ok(true)
    }

    /// Returns the result of completed work.
    #[wasm_bindgen(getter)]
    pub fn result(&self) -> JsValue {
        self.result.clone()
    }
}

/// The pictures of an animation, whose pixels are colours of the screen's palette.
#[wasm_bindgen]
pub struct PlayedFrames(pub(crate) PlacedAnimation);

#[wasm_bindgen]
impl PlayedFrames {
    /// Returns the left edge of the pictures, in pixels from the actor's position.
    #[wasm_bindgen(getter)]
    pub fn left(&self) -> i32 {
        self.0.bounds.left
    }

    /// Returns the top edge of the pictures, in pixels from the actor's position.
    #[wasm_bindgen(getter)]
    pub fn top(&self) -> i32 {
        self.0.bounds.top
    }

    /// Returns the width of every picture.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.0.bounds.size().0
    }

    /// Returns the height of every picture.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> usize {
        self.0.bounds.size().1
    }

    /// Returns the number of engine frames for which each picture is visible.
    #[wasm_bindgen(getter)]
    pub fn ticks(&self) -> Vec<u32> {
        let ticks = |picture: &TimedPicture| u32::try_from(picture.ticks).unwrap_or(u32::MAX);
        self.0.pictures.iter().map(ticks).collect()
    }

    /// Returns the index of the picture from which the animation repeats, if it does.
    #[wasm_bindgen(getter, js_name = loopFrom)]
    pub fn loop_from(&self) -> Option<usize> {
        self.0.animation.loop_from()
    }

    /// Returns the colour that is transparent.
    #[wasm_bindgen(getter)]
    pub fn transparent(&self) -> u8 {
        self.0.transparent
    }

    /// Returns the pixels of a picture, row by row, a byte for each.
    pub fn picture(&self, number: usize) -> Vec<u8> {
        self.0.pixels(number)
    }
}
