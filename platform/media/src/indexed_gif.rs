//! Writes animated GIF files of palette indices. Palettes are kept entry by entry.

use std::io::Write;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Repeat};

use crate::film::plan::FilmPlan;
use crate::{Error, Frame, Palette, Result};

/// A hundredth of a second, the unit of a GIF's delays, in milliseconds.
const UNIT: u128 = 10;

/// An animated GIF that is written frame by frame.
pub(crate) struct Animation<W: Write> {
    encoder: Encoder<W>,
    size: (u16, u16),
    /// The palette of frames without a palette of their own.
    palette: Palette,
    transparent: Option<u8>,
}

impl<W: Write> Animation<W> {
    /// Starts a file with the size of its frames.
    ///
    /// # Errors
    /// Returns [`Error::Gif`] if writing to `out` fails, and [`Error::FrameSize`] if a side is
    /// longer than 65,535 pixels.
    pub(crate) fn begin(
        plan: &FilmPlan<'_>,
        (width, height): (usize, usize),
        out: W,
    ) -> Result<Self> {
        let side = |side: usize| {
            u16::try_from(side).map_err(|_| Error::FrameSize {
                width,
                height,
                pixels: width * height,
            })
        };
        let size = (side(width)?, side(height)?);
        let mut encoder = Encoder::new(out, size.0, size.1, plan.palette.as_flattened())?;
        if plan.repeats {
            encoder.set_repeat(Repeat::Infinite)?;
        }
        Ok(Self {
            encoder,
            size,
            palette: *plan.palette,
            transparent: plan.transparent,
        })
    }

    /// Adds a frame with its duration, which is rounded down to hundredths of a second, up to
    /// 65,535. A frame with other colours gets a palette of its own.
    ///
    /// # Errors
    /// Returns [`Error::Gif`] if the output fails.
    pub(crate) fn add(&mut self, frame: &Frame<'_>, delay: Duration) -> Result<()> {
        let own = self.palette != *frame.palette();
        self.encoder.write_frame(&gif::Frame {
            width: self.size.0,
            height: self.size.1,
            delay: u16::try_from(delay.as_millis() / UNIT).unwrap_or(u16::MAX),
            // Each frame replaces the previous frame, including its transparent pixels.
            dispose: if self.transparent.is_some() {
                DisposalMethod::Background
            } else {
                DisposalMethod::Keep
            },
            transparent: self.transparent,
            palette: own.then(|| frame.palette().concat()),
            buffer: frame.pixels().into(),
            ..gif::Frame::default()
        })?;
        Ok(())
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Returns [`Error::Gif`] if the output fails.
    pub(crate) fn finish(self) -> Result<()> {
        // The encoder writes the trailer when it releases the output.
        self.encoder.into_inner()?.flush().map_err(Error::Film)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a palette of 256 colours with this blue.
    fn palette(blue: u8) -> Palette {
        let mut palette = [[0; 3]; 256];
        palette
            .iter_mut()
            .zip(0..=255)
            .for_each(|(colour, i)| *colour = [i, 255 - i, blue]);
        palette
    }

    fn plan(palette: &Palette, repeats: bool, transparent: Option<u8>) -> FilmPlan<'_> {
        let tick = Duration::from_millis(100);
        FilmPlan {
            width: 2,
            height: 1,
            zoom: 1,
            palette,
            indexed: false,
            pictures: 2,
            repeats,
            transparent,
            tick,
        }
    }

    #[test]
    fn every_frame_its_delay_its_colours_and_the_repeat_come_back() {
        let (first, second) = (palette(3), palette(4));
        let frames = [([1, 2], 100, &first), ([3, 255], 210, &second)];
        for (repeats, transparent) in [(true, Some(7)), (false, None)] {
            let mut bytes = Vec::new();
            let mut animation =
                Animation::begin(&plan(&first, repeats, transparent), (2, 1), &mut bytes).unwrap();
            for (pixels, delay, palette) in &frames {
                let frame = Frame::new(2, 1, pixels, palette).unwrap();
                animation
                    .add(&frame, Duration::from_millis(*delay))
                    .unwrap();
            }
            animation.finish().unwrap();
            let mut reader = gif::DecodeOptions::new()
                .read_info(bytes.as_slice())
                .unwrap();
            assert_eq!(reader.global_palette(), Some(first.concat().as_slice()));
            for ((wanted, _, _), (delay, own)) in
                frames.iter().zip([(10, None), (21, Some(second.concat()))])
            {
                let frame = reader.read_next_frame().unwrap().unwrap();
                assert_eq!(
                    (frame.buffer.as_ref(), frame.delay, &frame.palette),
                    (wanted.as_slice(), delay, &own)
                );
                let dispose =
                    transparent.map_or(DisposalMethod::Keep, |_| DisposalMethod::Background);
                assert_eq!((frame.transparent, frame.dispose), (transparent, dispose));
            }
            assert!(reader.read_next_frame().unwrap().is_none());
            assert_eq!(reader.repeat() == Repeat::Infinite, repeats);
        }
    }

    #[test]
    fn a_side_has_65535_pixels_at_most() {
        let palette = palette(0);
        let begun = Animation::begin(&plan(&palette, true, None), (65_536, 1), Vec::new());
        assert!(matches!(begun.err(), Some(Error::FrameSize { .. })));
    }
}
