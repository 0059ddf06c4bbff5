//! Writes films as YUV4MPEG2 (Y4M): uncompressed frames one after the other, for programs that read
//! films from a pipe.

use std::io::{self, Write};
use std::time::Duration;

use crate::{Frame, Palette};

/// Writes frames as brightness and two colour differences, each for every pixel (4:4:4), by BT.601
/// in the limited range of television. Programs assume these parameters if a file does not specify
/// them.
#[derive(Debug)]
pub(super) struct Y4m<W> {
    out: W,
    /// The value of each palette entry in each of the three planes.
    parts: [[u8; 256]; 3],
    palette: Option<Palette>,
    plane: Vec<u8>,
}

impl<W: Write> Y4m<W> {
    /// Starts a file with the size and the duration of its frames.
    pub(super) fn begin(
        width: usize,
        height: usize,
        tick: Duration,
        mut out: W,
    ) -> io::Result<Self> {
        let micros = tick.as_micros().max(1);
        let common = gcd(1_000_000, micros);
        let (frames, seconds) = (1_000_000 / common, micros / common);
        writeln!(
            out,
            "YUV4MPEG2 W{width} H{height} F{frames}:{seconds} Ip A1:1 C444"
        )?;
        Ok(Self {
            out,
            parts: [[0; 256]; 3],
            palette: None,
            plane: Vec::new(),
        })
    }

    /// Writes a frame `times` times.
    pub(super) fn add(&mut self, frame: &Frame<'_>, times: u32) -> io::Result<()> {
        if self.palette.as_ref() != Some(frame.palette()) {
            self.palette = Some(*frame.palette());
            for (index, colour) in frame.palette().iter().enumerate() {
                for (part, value) in self.parts.iter_mut().zip(yuv(*colour)) {
                    part[index] = value;
                }
            }
        }
        for _ in 0..times {
            self.out.write_all(b"FRAME\n")?;
            for part in &self.parts {
                self.plane.clear();
                self.plane
                    .extend(frame.pixels().iter().map(|pixel| part[usize::from(*pixel)]));
                self.out.write_all(&self.plane)?;
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Converts a colour to brightness (16 to 235) and its blue and red differences (16 to 240).
fn yuv([red, green, blue]: [u8; 3]) -> [u8; 3] {
    let [red, green, blue] = [red, green, blue].map(|part| f64::from(part) / 255.0);
    let bright = 0.299 * red + 0.587 * green + 0.114 * blue;
    let parts = [
        219.0 * bright + 16.0,
        224.0 * (blue - bright) / 1.772 + 128.0,
        224.0 * (red - bright) / 1.402 + 128.0,
    ];
    parts.map(|part| part.round() as u8)
}

/// Returns the greatest common divisor.
fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_of_the_colours_are_those_of_bt_601() {
        assert_eq!(yuv([0; 3]), [16, 128, 128]);
        assert_eq!(yuv([255; 3]), [235, 128, 128]);
        assert_eq!(yuv([255, 0, 0]), [81, 90, 240]);
        assert_eq!(yuv([0, 255, 0]), [145, 54, 34]);
        assert_eq!(yuv([0, 0, 255]), [41, 240, 110]);
    }

    #[test]
    fn frames_follow_a_line_with_their_rate() {
        let mut palette = [[0; 3]; 256];
        palette[1] = [255; 3];
        let mut out = Vec::new();
        let mut film = Y4m::begin(2, 1, Duration::from_millis(100), &mut out).unwrap();
        film.add(&Frame::new(2, 1, &[0, 1], &palette).unwrap(), 2)
            .unwrap();
        palette[0] = [255, 0, 0];
        film.add(&Frame::new(2, 1, &[0, 1], &palette).unwrap(), 1)
            .unwrap();
        film.finish().unwrap();
        let first = b"FRAME\n\x10\xeb\x80\x80\x80\x80";
        let expected = [
            &b"YUV4MPEG2 W2 H1 F10:1 Ip A1:1 C444\n"[..],
            first,
            first,
            b"FRAME\n\x51\xeb\x5a\x80\xf0\x80",
        ]
        .concat();
        assert_eq!(out, expected);
    }
}
