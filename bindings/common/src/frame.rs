//! Pixels that are handed on without copying.

use std::sync::Arc;

use scumm_costume::Costume;
use scumm_engine::Stage;

use crate::{Failure, Playing, Result};

/// A picture: rows of palette indices. One of a stage keeps the stage as it was; who draws on meanwhile does so in a copy, which is
/// made only if the frame is still there.
#[derive(Clone)]
pub struct Frame {
    keep: Keep,
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes from one row to the next.
    pub pitch: usize,
}

#[derive(Clone)]
enum Keep {
    Front(Arc<Playing>),
    Back(Arc<Playing>),
    Own(Arc<[u8]>),
}

impl Frame {
    /// What a stage shows, or what stands behind the actors.
    #[must_use]
    pub fn of_stage(playing: Arc<Playing>, back: bool) -> Self {
        let view = if back {
            playing.stage.back()
        } else {
            playing.stage.front()
        };
        let (width, height, pitch) = (view.width, view.height, view.linear().1);
        Self {
            keep: if back {
                Keep::Back(playing)
            } else {
                Keep::Front(playing)
            },
            width,
            height,
            pitch,
        }
    }

    /// Rows of pixels, one behind the other.
    #[must_use]
    pub fn of_rows(pixels: Vec<u8>, width: usize) -> Self {
        let height = pixels.len().checked_div(width).unwrap_or(0);
        Self {
            keep: Keep::Own(pixels.into()),
            width,
            height,
            pitch: width,
        }
    }

    /// What a plane has in the view of a stage, a byte a pixel, 0 where it hides nothing; none where there is no such plane.
    #[must_use]
    pub fn of_plane(stage: &Stage, number: u8) -> Option<Self> {
        let view = stage.front();
        view.plane(number)
            .map(|rows| Self::of_rows(rows.flatten().copied().collect(), view.width))
    }

    /// A cel by its number, as seen facing east.
    ///
    /// # Errors
    /// There is none, or it cannot be decoded.
    pub fn of_cel(costume: &Costume, number: u16) -> Result<Self> {
        let surface = costume.cel_pixels(number);
        let surface = surface
            .ok_or_else(|| Failure::not_found(format!("there is no cel {number} to decode")))?;
        Ok(Self::of_rows(surface.pixels().to_vec(), surface.width()))
    }

    /// The memory of the rows as one long row, what lies between them included.
    #[must_use]
    pub fn long_row(&self) -> Self {
        let len = self
            .height
            .saturating_mul(self.pitch)
            .min(self.bytes().len());
        Self {
            keep: self.keep.clone(),
            width: len,
            height: 1,
            pitch: len,
        }
    }

    /// The bytes from the first pixel on.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.keep {
            Keep::Front(playing) => playing.stage.front().linear().0,
            Keep::Back(playing) => playing.stage.back().linear().0,
            Keep::Own(pixels) => pixels,
        }
    }
}
