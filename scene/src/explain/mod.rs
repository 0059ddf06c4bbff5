//! Explains a difference in a picture: the step of drawing that causes the difference, the
//! differing pixels, and the cels that wrote these pixels.

mod cause;
mod facts;
mod picture;
mod stored;
#[cfg(test)]
mod tests;

pub use cause::{Cause, Part, Recoloured};
pub use facts::drawn;
use scumm_engine::Stage;
use scumm_room::{Palette, Surface};
use serde::Deserialize;

use super::compare::{Difference, STAGES};
use super::error::Result;
use super::layers::PictureLayers;
use super::runner::Runner;
use crate::harness::judge::Failure;
use crate::harness::pictures;
use crate::harness::screenshots::Screenshot;

/// The most pixels whose origin is described.
const ORIGINS: usize = 8;

/// Returns the palette in which the pictures of a scene are stored and shown: that of the display.
/// A display of HE99 shows only the colours that a room has set (H2), so a scene without a room is
/// shown in its own palette.
pub fn colours(stage: &Stage) -> Palette {
    let unfilled = stage.dialect().has_palette_slots() && stage.backdrop().room().is_none();
    if unfilled {
        stage.colours().palette.clone()
    } else {
        stage.colours().displayed()
    }
}

/// Returns the visible part of a stage as a picture.
pub fn seen(stage: &Stage) -> Surface {
    let view = stage.front();
    Surface::from_pixels(view.width, view.height, view.rows().flatten().copied())
}

/// The area in which a picture differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The number of differing pixels.
    pub count: usize,
    /// The first column, first row, last column and last row.
    pub bounds: [usize; 4],
    /// Descriptions of the writes to the first differing pixels.
    pub origins: Vec<String>,
}

impl Difference {
    /// Plays a fresh run of the scene with a trace to the line at which the other run differed, and
    /// describes the difference of the picture. `expected` is the picture of that line, if it is
    /// stored.
    ///
    /// # Errors
    /// Returns the errors of [`Runner::advance`].
    pub fn explain(self, runner: Runner, expected: Option<Screenshot>) -> Result<Failure> {
        let mut runner = runner.with_trace().silent();
        let mut line = None;
        for left in (0..self.line).rev() {
            runner.layers = left == 0;
            line = runner.next_line()?;
        }
        let stage = runner.stage();
        let found = Screenshot::of(stage);
        let size = |picture: &Surface| (picture.width(), picture.height());
        let known = expected
            .as_ref()
            .filter(|expected| size(&expected.picture) == size(&found.picture));
        let pixels = known
            .map(|expected| picture::pixels(stage, expected.picture.pixels()))
            .unwrap_or_default();
        let differing = pixels.iter().filter(|pixel| pixel.differs()).take(ORIGINS);
        let origins = differing.map(|pixel| pixel.origin(stage)).collect();
        let differs =
            known.and_then(|expected| pictures::difference(&expected.picture, &found.picture));
        let differs = differs.map(|area| Area { origins, ..area });
        let cause = line.as_ref().and_then(|line| {
            let stored = self.stored.as_ref()?;
            let crc = stored["crc"].as_str()?;
            let layers = PictureLayers::deserialize(&stored[STAGES])
                .ok()
                .zip(line.stages.as_ref());
            let by_layers = || {
                layers
                    .as_ref()
                    .and_then(|(expected, found)| stored::cause(expected, found))
            };
            if crc != line.crc {
                let all_equal = || layers.is_some().then_some(Cause::Composition);
                by_layers()
                    .or_else(|| picture::cause(&pixels))
                    .or_else(all_equal)
            } else if self.key == "crc" {
                Some(Cause::FastPainter)
            } else {
                by_layers()
            }
        });
        Ok(Failure {
            difference: self,
            cause,
            differs,
            line,
            found: Some(found),
            expected,
            ..Failure::default()
        })
    }
}
