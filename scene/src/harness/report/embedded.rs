//! The pictures of a page, each once, as PNG in base64.

use std::collections::HashMap;

use anyhow::Result;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use scumm_platform::indexed_png;
use serde::Serialize;

use crate::harness::screenshots::Screenshot;

/// A picture: width, height, PNG in base64.
#[derive(Debug, Serialize)]
pub struct EmbeddedPicture(usize, usize, String);

/// All pictures of a page by their numbers.
#[derive(Debug, Default)]
pub struct EmbeddedPictures {
    /// The pictures in the order of their numbers.
    pub pictures: Vec<EmbeddedPicture>,
    numbers: HashMap<Vec<u8>, usize>,
}

impl EmbeddedPictures {
    /// The number of a picture, which is added where it is new.
    ///
    /// # Errors
    /// It has no pixels.
    pub fn add(&mut self, screenshot: &Screenshot) -> Result<usize> {
        let frame = screenshot.frame()?;
        let mut png = Vec::new();
        indexed_png::encode_compact(&frame, &mut png)?;
        if let Some(number) = self.numbers.get(&png) {
            return Ok(*number);
        }
        let number = self.pictures.len();
        self.pictures.push(EmbeddedPicture(frame.width(), frame.height(), STANDARD.encode(&png)));
        self.numbers.insert(png, number);
        Ok(number)
    }
}
