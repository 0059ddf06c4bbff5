//! The background and the planes of a room as layers of a file of Aseprite.

use anyhow::Result;
use scumm_room::{Palette, Surface};

use super::file::{FrameChunks, Sprite};

/// The name of the layer with the background.
pub const BACKGROUND: &str = "background";

/// The duration of the only frame in milliseconds.
const DURATION: u16 = 100;

/// Returns the name of the layer of a plane, which counts from 1.
pub fn plane(number: usize) -> String {
    format!("plane {number}")
}

/// Returns a file of Aseprite with a layer for the background and a layer for each plane. The
/// pixels of a plane that hide actors have the brightest colour, and the others are transparent.
///
/// # Errors
/// Returns an error if the picture is larger than the format allows.
pub fn write(picture: &Surface, planes: &[Surface], palette: &Palette) -> Result<Vec<u8>> {
    let size = (
        u16::try_from(picture.width())?,
        u16::try_from(picture.height())?,
    );
    // Index 0 is transparent in the layers of planes. A room seldom draws a visible colour with it.
    let transparent = 0;
    let bright = brightest(palette, transparent);
    let mut frame = FrameChunks::default();
    frame.palette(palette)?;
    frame.layer(BACKGROUND)?;
    for number in 1..=planes.len() {
        frame.layer(&plane(number))?;
    }
    frame.cel(0, (0, 0), size, picture.pixels())?;
    for (layer, plane) in (1..).zip(planes) {
        let mut pixels = Vec::new();
        for &pixel in plane.pixels() {
            pixels.push(if pixel == 0 { transparent } else { bright });
        }
        frame.cel(layer, (0, 0), size, &pixels)?;
    }
    let sprite = Sprite {
        size,
        transparent,
        frames: vec![(frame, DURATION)],
    };
    sprite.encode()
}

/// Returns the index of the brightest colour that is not transparent.
fn brightest(palette: &Palette, transparent: u8) -> u8 {
    let mut best = (0, 1);
    for (index, colour) in (0..=u8::MAX).zip(palette.iter()) {
        let brightness: u32 = colour.iter().map(|part| u32::from(*part)).sum();
        if index != transparent && brightness > best.0 {
            best = (brightness, index);
        }
    }
    best.1
}
