//! Animated GIF files of palette indices: the palette is kept as it is, entry by entry.

use std::io::Write;
use std::time::Duration;

use gif::{DisposalMethod, Encoder, Repeat};

use crate::error::{Error, Result};
use crate::frame::Frame;

/// A hundredth of a second, the unit of a GIF's delays, in milliseconds.
const UNIT: u128 = 10;

/// Encodes frames of one size, each with the time that it is shown in hundredths of a second up to 65,535. It plays once, or for
/// ever where `repeats` says so. Size and palette are those of the first; no frame writes nothing.
///
/// # Errors
/// [`Error::Gif`] where `out` fails; [`Error::FrameSize`] where the sizes differ or are beyond 65,535 pixels.
pub fn encode(frames: &[(Frame<'_>, Duration)], repeats: bool, transparent: Option<u8>, out: impl Write) -> Result<()> {
    let Some((first, _)) = frames.first() else { return Ok(()) };
    let (width, height) = (side(first, first.width())?, side(first, first.height())?);
    let mut encoder = Encoder::new(out, width, height, &first.palette().concat())?;
    if repeats {
        encoder.set_repeat(Repeat::Infinite)?;
    }
    for (frame, delay) in frames {
        if (frame.width(), frame.height()) != (first.width(), first.height()) {
            return Err(wrong_size(frame));
        }
        encoder.write_frame(&gif::Frame {
            width,
            height,
            delay: u16::try_from(delay.as_millis() / UNIT).unwrap_or(u16::MAX),
            // Each frame replaces the last one, its transparent pixels too.
            dispose: DisposalMethod::Background,
            transparent,
            buffer: frame.pixels().into(),
            ..gif::Frame::default()
        })?;
    }
    Ok(())
}

fn side(frame: &Frame<'_>, pixels: usize) -> Result<u16> {
    u16::try_from(pixels).map_err(|_| wrong_size(frame))
}

fn wrong_size(frame: &Frame<'_>) -> Error {
    Error::FrameSize { width: frame.width(), height: frame.height(), pixels: frame.pixels().len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_frame_its_delay_and_the_repeat_come_back() {
        let mut palette = [[0; 3]; 256];
        palette.iter_mut().zip(0..=255).for_each(|(colour, i)| *colour = [i, 255 - i, 3]);
        let pixels = [[1, 2], [3, 255]];
        let frames: Vec<_> = pixels
            .iter()
            .zip([100, 210])
            .map(|(p, ms)| (Frame::new(2, 1, p, &palette).unwrap(), Duration::from_millis(ms)))
            .collect();
        for repeats in [true, false] {
            let mut bytes = Vec::new();
            encode(&frames, repeats, Some(7), &mut bytes).unwrap();
            let mut reader = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
            assert_eq!(reader.global_palette(), Some(palette.concat().as_slice()));
            for (wanted, delay) in pixels.iter().zip([10, 21]) {
                let frame = reader.read_next_frame().unwrap().unwrap();
                assert_eq!((frame.buffer.as_ref(), frame.delay), (wanted.as_slice(), delay));
                assert_eq!((frame.transparent, frame.dispose), (Some(7), DisposalMethod::Background));
            }
            assert!(reader.read_next_frame().unwrap().is_none());
            assert_eq!(reader.repeat() == Repeat::Infinite, repeats);
        }
    }

    #[test]
    fn frames_have_one_size() {
        let palette = [[0; 3]; 256];
        let frame = |pixels| (Frame::new(1, pixels, &[0, 0][..pixels], &palette).unwrap(), Duration::ZERO);
        assert!(matches!(encode(&[frame(1), frame(2)], true, None, Vec::new()), Err(Error::FrameSize { .. })));
    }
}
