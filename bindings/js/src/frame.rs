//! Pixels that JavaScript reads where they are.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

/// A picture: rows of palette indices. It never changes, whatever becomes of the stage, until it is freed.
#[wasm_bindgen]
pub struct Frame(pub(crate) scumm_bindings::Frame);

#[wasm_bindgen]
impl Frame {
    /// The rows in the library's own memory: nothing is copied. It can be read until the library is called next, which may move its
    /// memory; take it anew then.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> Uint8Array {
        view(&self.0)
    }

    /// A copy of the pixels, row behind row without gaps.
    pub fn copy(&self) -> Vec<u8> {
        let rows = self
            .0
            .bytes()
            .chunks(self.0.pitch.max(1))
            .take(self.0.height);
        rows.map(|row| &row[..self.0.width.min(row.len())])
            .collect::<Vec<_>>()
            .concat()
    }
}

fn view(frame: &scumm_bindings::Frame) -> Uint8Array {
    let len = frame
        .height
        .saturating_mul(frame.pitch)
        .min(frame.bytes().len());
    // SAFETY: it is read only by JavaScript, which runs when no code of ours does. If the memory grows the view becomes empty; the
    // frame keeps the pixels where they are as long as it lives, and a view that outlives it sees other bytes of the module's own
    // memory, which harms nothing here.
    unsafe { Uint8Array::view(&frame.bytes()[..len]) }
}
