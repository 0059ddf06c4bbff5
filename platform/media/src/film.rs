//! Writes films: frames in one file. Each frame is written immediately, so that long films do not
//! need more memory than short films.
//!
//! The formats are animated PNG and GIF, which keep palette indices, and YUV4MPEG2 (Y4M), which is
//! uncompressed, for programs that read films from a pipe.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use gif::{DisposalMethod, Repeat};

use crate::indexed_png::{encoder, opacities};
use crate::{IndexedFrame, MediaError, Result, RgbPalette, Zoom};

/// A file format for films.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmFormat {
    /// Animated PNG.
    Apng,
    /// GIF.
    Gif,
    /// YUV4MPEG2: uncompressed, for programs that read films from a pipe.
    Y4m,
}

impl FilmFormat {
    /// All formats with their names. The names are also file extensions.
    pub const ALL: [(&str, Self); 3] =
        [("apng", Self::Apng), ("gif", Self::Gif), ("y4m", Self::Y4m)];

    /// Returns the format for a file's extension: `.png` and `.apng`, `.gif`, `.y4m`.
    #[must_use]
    pub fn from_extension(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        for (name, format) in Self::ALL.into_iter().chain([("png", Self::Apng)]) {
            if ending.eq_ignore_ascii_case(name) {
                return Some(format);
            }
        }
        None
    }

    /// Returns the unit of the format's durations in milliseconds.
    fn unit(self) -> u32 {
        match self {
            Self::Apng | Self::Y4m => 1,
            Self::Gif => 10,
        }
    }
}

/// The properties of a film.
#[derive(Clone, Debug)]
pub struct FilmPlan<'p> {
    /// The width of the frames in pixels before they are enlarged.
    pub width: usize,
    /// The height of the frames in pixels before they are enlarged.
    pub height: usize,
    /// The factor by which the frames are enlarged; 1 keeps their size.
    pub zoom: u8,
    /// The palette of the first frame.
    pub palette: &'p RgbPalette,
    /// Whether all frames have this palette. In this case an animated PNG stores palette indices;
    /// otherwise it stores the colour of each pixel.
    pub indexed: bool,
    /// The number of pictures, which an animated PNG stores in its header.
    pub pictures: u32,
    /// Whether the film repeats for ever. Y4M cannot store this.
    pub repeats: bool,
    /// The transparent index, if any. Y4M has no transparency.
    pub transparent: Option<u8>,
    /// The duration of a tick.
    pub tick: Duration,
}

impl<'p> FilmPlan<'p> {
    /// Creates the plan of a film that repeats, may have different palettes, and is not enlarged.
    #[must_use]
    pub fn new(
        (width, height): (usize, usize),
        palette: &'p RgbPalette,
        pictures: u32,
        tick: Duration,
    ) -> Self {
        Self {
            width,
            height,
            zoom: 1,
            palette,
            indexed: false,
            pictures,
            repeats: true,
            transparent: None,
            tick,
        }
    }
}

/// A film that is being written.
pub struct Film<W: Write> {
    encoder: Encoder<W>,
    format: FilmFormat,
    size: (usize, usize),
    zoom: Zoom,
    tick: Duration,
    ticks: u64,
}

enum Encoder<W: Write> {
    Apng(Apng<W>),
    Gif(Box<AnimatedGif<W>>),
    Y4m(Box<Y4m<W>>),
}

impl<W: Write> Film<W> {
    /// Starts a film.
    ///
    /// # Errors
    /// Returns an error if writing to `out` fails, or if the format does not support the size.
    pub fn begin(format: FilmFormat, plan: &FilmPlan<'_>, out: W) -> Result<Self> {
        let zoom = Zoom::new(plan.zoom);
        let larger = |side: usize| side.saturating_mul(zoom.factor());
        let size = (larger(plan.width), larger(plan.height));
        let encoder = match format {
            FilmFormat::Apng => Encoder::Apng(Apng::begin(plan, size, out)?),
            FilmFormat::Gif => Encoder::Gif(Box::new(AnimatedGif::begin(plan, size, out)?)),
            FilmFormat::Y4m => Encoder::Y4m(Box::new(
                Y4m::begin(size.0, size.1, plan.tick, out).map_err(MediaError::Film)?,
            )),
        };
        Ok(Self {
            encoder,
            format,
            size,
            zoom,
            tick: plan.tick,
            ticks: 0,
        })
    }

    /// Adds a frame with a duration in ticks. If the format cannot represent the exact duration,
    /// the rest is added to later frames, so that the film as a whole has the right duration.
    ///
    /// # Errors
    /// Returns an error if the output fails, if the frame has another size, or if more frames are
    /// added than were planned.
    pub fn add(&mut self, frame: &IndexedFrame<'_>, ticks: u32) -> Result<()> {
        let frame = self.zoom.apply(frame)?;
        let (width, height, pixels) = (frame.width(), frame.height(), frame.pixels().len());
        if (width, height) != self.size {
            return Err(MediaError::FrameSize {
                width,
                height,
                pixels,
            });
        }
        let delay = time_shown(self.tick, self.ticks, ticks.into(), self.format.unit());
        self.ticks = self.ticks.saturating_add(ticks.into());
        match &mut self.encoder {
            Encoder::Apng(animation) => animation.add(&frame, delay),
            Encoder::Gif(animation) => animation.add(&frame, delay),
            Encoder::Y4m(film) => film.add(&frame, ticks).map_err(MediaError::Film),
        }
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Returns an error if the output fails, or if planned pictures are missing.
    pub fn finish(self) -> Result<()> {
        match self.encoder {
            Encoder::Apng(animation) => animation.finish(),
            Encoder::Gif(animation) => animation.finish(),
            Encoder::Y4m(film) => film.finish().map_err(MediaError::Film),
        }
    }
}

/// Returns the duration of `ticks` ticks from the tick `first` on, rounded to multiples of `unit`
/// milliseconds. The remainder is carried over to later calls.
#[must_use]
pub fn time_shown(tick: Duration, first: u64, ticks: u64, unit: u32) -> Duration {
    let unit_ns = u128::from(unit.max(1)) * 1_000_000;
    let at = |ticks: u64| (tick.as_nanos() * u128::from(ticks) + unit_ns / 2) / unit_ns;
    let units = at(first.saturating_add(ticks)).saturating_sub(at(first));
    Duration::from_millis(
        u64::try_from(units)
            .unwrap_or(u64::MAX)
            .saturating_mul(unit.into()),
    )
}

/// An animated PNG that is written frame by frame.
struct Apng<W: Write> {
    writer: png::Writer<W>,
    indexed: bool,
    /// A buffer for the colours of a frame's pixels.
    colours: Vec<u8>,
    /// The number of pictures that are still to come.
    missing: u32,
}

impl<W: Write> Apng<W> {
    /// Starts a file with the size of its frames.
    ///
    /// # Errors
    /// Returns [`MediaError::Png`] if writing to `out` fails, or if no frames are planned.
    fn begin(plan: &FilmPlan<'_>, size: (usize, usize), out: W) -> Result<Self> {
        let kind = if plan.indexed {
            png::ColorType::Indexed
        } else {
            png::ColorType::Rgb
        };
        let mut encoder = encoder(size, kind, out);
        encoder.set_palette(plan.palette.concat());
        if plan.transparent.is_some() {
            encoder.set_trns(opacities(plan.transparent));
        }
        encoder.set_animated(plan.pictures, u32::from(!plan.repeats))?;
        Ok(Self {
            writer: encoder.write_header()?,
            indexed: plan.indexed,
            colours: Vec::new(),
            missing: plan.pictures,
        })
    }

    /// Adds a frame with its duration, which is rounded down to milliseconds, up to 65,535.
    ///
    /// # Errors
    /// Returns [`MediaError::Png`] if the output fails, if the frame has another size, or if more
    /// frames are added than were planned.
    fn add(&mut self, frame: &IndexedFrame<'_>, delay: Duration) -> Result<()> {
        self.writer
            .set_frame_delay(u16::try_from(delay.as_millis()).unwrap_or(u16::MAX), 1000)?;
        if self.indexed {
            self.writer.write_image_data(frame.pixels())?;
        } else {
            let colour = |pixel: &u8| frame.palette()[usize::from(*pixel)];
            self.colours.clear();
            self.colours.extend(frame.pixels().iter().flat_map(colour));
            self.writer.write_image_data(&self.colours)?;
        }
        self.missing = self.missing.saturating_sub(1);
        Ok(())
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Returns [`MediaError::Png`] if the output fails, and [`MediaError::Film`] if planned
    /// pictures are missing.
    fn finish(self) -> Result<()> {
        if self.missing > 0 {
            let why = format!("{} pictures of the film are missing", self.missing);
            return Err(MediaError::Film(io::Error::other(why)));
        }
        Ok(self.writer.finish()?)
    }
}

/// A hundredth of a second, the unit of a GIF's delays, in milliseconds.
const UNIT: u128 = 10;

/// An animated GIF that is written frame by frame.
struct AnimatedGif<W: Write> {
    encoder: gif::Encoder<W>,
    size: (u16, u16),
    /// The palette of frames without a palette of their own.
    palette: RgbPalette,
    transparent: Option<u8>,
}

impl<W: Write> AnimatedGif<W> {
    /// Starts a file with the size of its frames.
    ///
    /// # Errors
    /// Returns [`MediaError::Gif`] if writing to `out` fails, and [`MediaError::FrameSize`] if a
    /// side is longer than 65,535 pixels.
    fn begin(plan: &FilmPlan<'_>, (width, height): (usize, usize), out: W) -> Result<Self> {
        let side = |side: usize| {
            u16::try_from(side).map_err(|_| MediaError::FrameSize {
                width,
                height,
                pixels: width * height,
            })
        };
        let size = (side(width)?, side(height)?);
        let mut encoder = gif::Encoder::new(out, size.0, size.1, plan.palette.as_flattened())?;
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
    /// Returns [`MediaError::Gif`] if the output fails.
    fn add(&mut self, frame: &IndexedFrame<'_>, delay: Duration) -> Result<()> {
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
    /// Returns [`MediaError::Gif`] if the output fails.
    fn finish(self) -> Result<()> {
        // The encoder writes the trailer when it releases the output.
        self.encoder.into_inner()?.flush().map_err(MediaError::Film)
    }
}

/// Writes frames as one brightness and two colour differences for every pixel (4:4:4). The values
/// follow BT.601 in the limited range of television. Programs assume this standard and this range
/// if a file does not specify others.
#[derive(Debug)]
struct Y4m<W> {
    out: W,
    /// The value of each palette entry in each of the three planes.
    parts: [[u8; 256]; 3],
    palette: Option<RgbPalette>,
    plane: Vec<u8>,
}

impl<W: Write> Y4m<W> {
    /// Starts a file with the size and the duration of its frames.
    fn begin(width: usize, height: usize, tick: Duration, mut out: W) -> io::Result<Self> {
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
    fn add(&mut self, frame: &IndexedFrame<'_>, times: u32) -> io::Result<()> {
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

    fn finish(mut self) -> io::Result<()> {
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
    fn endings_say_what_a_file_is() {
        let of = |name: &str| FilmFormat::from_extension(Path::new(name));
        assert_eq!(
            (of("a.png"), of("a.APNG")),
            (Some(FilmFormat::Apng), Some(FilmFormat::Apng))
        );
        assert_eq!(
            (of("a.Gif"), of("b/a.y4m")),
            (Some(FilmFormat::Gif), Some(FilmFormat::Y4m))
        );
        assert_eq!((of("frames"), of("a.mp4"), of("png")), (None, None, None));
    }

    #[test]
    fn rounding_is_made_up_for() {
        let times = |unit| -> Vec<u128> {
            let tick = Duration::from_micros(101_683);
            (0..100)
                .map(|first| time_shown(tick, first, 1, unit).as_millis())
                .collect()
        };
        assert_eq!(
            (
                times(1).iter().sum::<u128>(),
                times(10).iter().sum::<u128>()
            ),
            (10_168, 10_170)
        );
        assert!(times(10).iter().all(|t| [100, 110].contains(t)));
    }

    #[test]
    fn frames_of_another_size_are_refused_by_every_format() {
        let palette = [[0; 3]; 256];
        for (_, format) in FilmFormat::ALL {
            let tick = Duration::from_millis(100);
            let plan = FilmPlan {
                zoom: 2,
                ..FilmPlan::new((2, 1), &palette, 1, tick)
            };
            let mut out = Vec::new();
            let mut film = Film::begin(format, &plan, &mut out).unwrap();
            let wrong = IndexedFrame::new(1, 2, &[0, 0], &palette).unwrap();
            assert!(
                matches!(film.add(&wrong, 1), Err(MediaError::FrameSize { .. })),
                "{format:?}"
            );
            film.add(&IndexedFrame::new(2, 1, &[0, 0], &palette).unwrap(), 1)
                .unwrap();
            film.finish().unwrap();
            assert!(!out.is_empty());
        }
    }

    fn apng_plan(
        palette: &RgbPalette,
        indexed: bool,
        pictures: u32,
        repeats: bool,
    ) -> FilmPlan<'_> {
        let (transparent, tick) = (indexed.then_some(0), Duration::from_millis(100));
        FilmPlan {
            width: 2,
            height: 1,
            zoom: 1,
            palette,
            indexed,
            pictures,
            repeats,
            transparent,
            tick,
        }
    }

    #[test]
    fn an_animation_keeps_every_frame_its_delay_and_how_often_it_plays() {
        let palette = [[9; 3]; 256];
        let pixels = [[1, 2], [3, 4], [3, 5]];
        let delays = [100, 101, 300];
        let frame = |p| IndexedFrame::new(2, 1, p, &palette).unwrap();
        for repeats in [true, false] {
            let mut bytes = Vec::new();
            let mut animation =
                Apng::begin(&apng_plan(&palette, true, 3, repeats), (2, 1), &mut bytes).unwrap();
            for (pixels, delay) in pixels.iter().zip(delays) {
                animation
                    .add(&frame(pixels), Duration::from_millis(delay))
                    .unwrap();
            }
            animation.finish().unwrap();
            let mut reader = png::Decoder::new(io::Cursor::new(bytes))
                .read_info()
                .unwrap();
            let plays = u32::from(!repeats);
            assert_eq!(
                reader
                    .info()
                    .animation_control
                    .map(|a| (a.num_frames, a.num_plays)),
                Some((3, plays))
            );
            for (frame, delay) in pixels.into_iter().zip(delays) {
                let mut row = [0; 2];
                reader.next_frame(&mut row).unwrap();
                let control = reader.info().frame_control.unwrap();
                assert_eq!(
                    (row, u64::from(control.delay_num), control.delay_den),
                    (frame, delay, 1000)
                );
            }
        }
        let mut bytes = Vec::new();
        let other = [[4, 5, 6]; 256];
        let mut animation =
            Apng::begin(&apng_plan(&palette, false, 2, true), (2, 1), &mut bytes).unwrap();
        animation.add(&frame(&pixels[0]), Duration::ZERO).unwrap();
        animation
            .add(
                &IndexedFrame::new(2, 1, &pixels[1], &other).unwrap(),
                Duration::ZERO,
            )
            .unwrap();
        animation.finish().unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let mut row = [0; 6];
        reader.next_frame(&mut row).unwrap();
        assert_eq!(row, [9; 6], "colours of its own palette");
        reader.next_frame(&mut row).unwrap();
        assert_eq!(row, [4, 5, 6, 4, 5, 6]);
    }

    #[test]
    fn pictures_that_were_planned_must_not_be_missing() {
        let palette = [[9; 3]; 256];
        let mut animation =
            Apng::begin(&apng_plan(&palette, false, 2, true), (2, 1), Vec::new()).unwrap();
        animation
            .add(
                &IndexedFrame::new(2, 1, &[0, 0], &palette).unwrap(),
                Duration::ZERO,
            )
            .unwrap();
        assert!(animation.finish().is_err());
    }

    /// Returns a palette of 256 colours with this blue.
    fn palette(blue: u8) -> RgbPalette {
        let mut palette = [[0; 3]; 256];
        palette
            .iter_mut()
            .zip(0..=255)
            .for_each(|(colour, i)| *colour = [i, 255 - i, blue]);
        palette
    }

    fn gif_plan(palette: &RgbPalette, repeats: bool, transparent: Option<u8>) -> FilmPlan<'_> {
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
                AnimatedGif::begin(&gif_plan(&first, repeats, transparent), (2, 1), &mut bytes)
                    .unwrap();
            for (pixels, delay, palette) in &frames {
                let frame = IndexedFrame::new(2, 1, pixels, palette).unwrap();
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
        let begun = AnimatedGif::begin(&gif_plan(&palette, true, None), (65_536, 1), Vec::new());
        assert!(matches!(begun.err(), Some(MediaError::FrameSize { .. })));
    }

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
        film.add(&IndexedFrame::new(2, 1, &[0, 1], &palette).unwrap(), 2)
            .unwrap();
        palette[0] = [255, 0, 0];
        film.add(&IndexedFrame::new(2, 1, &[0, 1], &palette).unwrap(), 1)
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
