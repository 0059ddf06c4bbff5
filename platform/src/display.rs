//! The place of a frame in a window, and its pixels in the format of a texture.

use glam::{UVec2, Vec2};

use crate::{IndexedFrame, RgbPalette};

/// The way in which a frame fills a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum ScaleMode {
    /// [`ScaleMode::Integer`] if the frame fits at least twice, otherwise [`ScaleMode::Fit`]. On
    /// the screen of a small handheld, a frame in its original size would be hard to see.
    #[default]
    Auto,
    /// The largest whole multiple of the frame's size, so that every pixel is a square of the same
    /// size. If the window is smaller than the frame, [`ScaleMode::Fit`] is used.
    Integer,
    /// The largest size with square pixels.
    Fit,
    /// The largest size whose width and height have the ratio 4:3. Monitors of the time of the
    /// games displayed 320x200 pixels with this ratio.
    #[cfg_attr(feature = "serde", serde(rename = "4:3"))]
    Aspect,
    /// The whole window, without keeping the ratio.
    Stretch,
}

impl ScaleMode {
    /// All modes with their names on the command line, in the order in which a key or a menu cycles
    /// through them.
    pub const ALL: [(&str, Self); 5] = [
        ("auto", Self::Auto),
        ("integer", Self::Integer),
        ("fit", Self::Fit),
        ("4:3", Self::Aspect),
        ("stretch", Self::Stretch),
    ];

    /// Returns the name of the mode.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// Returns the next mode in the cycle.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].1
    }
}

/// The frame's place in a letterboxed window, in pixels of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewport {
    /// The top left corner in the window.
    pub origin: UVec2,
    /// The size in the window, at least 1x1.
    pub size: UVec2,
    /// The size of the frame, at least 1x1.
    pub frame: UVec2,
}

impl Viewport {
    /// Computes the place of a `frame` in the middle of a `window`. Sides of 0 count as 1.
    #[must_use]
    pub fn new(window: UVec2, frame: UVec2, mode: ScaleMode) -> Self {
        let (window, frame) = (window.max(UVec2::ONE), frame.max(UVec2::ONE));
        let whole = (window / frame).min_element();
        let size = match mode {
            ScaleMode::Auto if whole > 1 => frame * whole,
            ScaleMode::Integer if whole > 0 => frame * whole,
            ScaleMode::Auto | ScaleMode::Integer | ScaleMode::Fit => {
                largest(window, frame.as_vec2())
            }
            ScaleMode::Aspect => largest(window, Vec2::new(4.0, 3.0)),
            ScaleMode::Stretch => window,
        };
        Self {
            origin: (window - size) / 2,
            size,
            frame,
        }
    }

    /// Returns the whole part of each side's scale factor, at least 1.
    #[must_use]
    pub fn whole_part(&self) -> UVec2 {
        (self.size / self.frame).max(UVec2::ONE)
    }

    /// Returns whether the scale factors are whole numbers, so that each pixel of the frame covers
    /// the same number of whole pixels of the window.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.size == self.frame * self.whole_part()
    }

    /// Returns the frame's pixel at a point of the window, or `None` on the border.
    #[must_use]
    pub fn to_frame(&self, point: Vec2) -> Option<UVec2> {
        let inside = (point - self.origin.as_vec2()) / self.size.as_vec2();
        let on_frame = inside.cmpge(Vec2::ZERO).all() && inside.cmplt(Vec2::ONE).all();
        on_frame.then(|| {
            (inside * self.frame.as_vec2())
                .as_uvec2()
                .min(self.frame - UVec2::ONE)
        })
    }

    /// Returns the point of the window for a point of the frame.
    #[must_use]
    pub fn to_window(&self, point: Vec2) -> Vec2 {
        self.origin.as_vec2() + point / self.frame.as_vec2() * self.size.as_vec2()
    }
}

/// Returns the largest size with the ratio of `shape` that fits into a window, in whole pixels.
fn largest(window: UVec2, shape: Vec2) -> UVec2 {
    let factor = (window.as_vec2() / shape).min_element();
    (shape * factor)
        .round()
        .as_uvec2()
        .clamp(UVec2::ONE, window)
}

/// A picture over the frame that covers the whole window. It has its own scale, so that its texts
/// are legible on every screen, however large the frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowOverlay<'a> {
    size: UVec2,
    pixels: &'a [u32],
}

impl<'a> WindowOverlay<'a> {
    /// Creates an overlay from its pixels `0xAARRGGBB`, row by row; where AA is 0, the frame is
    /// seen. Returns `None` if the number of pixels does not match the size.
    #[must_use]
    pub fn new(size: UVec2, pixels: &'a [u32]) -> Option<Self> {
        let count = u64::from(size.x) * u64::from(size.y);
        (u64::try_from(pixels.len()) == Ok(count)).then_some(Self { size, pixels })
    }

    /// Returns the size in its own pixels.
    #[must_use]
    pub fn size(&self) -> UVec2 {
        self.size
    }

    /// Returns the pixels, row by row.
    #[must_use]
    pub fn pixels(&self) -> &'a [u32] {
        self.pixels
    }

    /// Returns the whole number of pixels of the window that a pixel of an overlay covers in each
    /// direction. The lines of text keep about the same size in relation to the screen: an overlay
    /// has 240 to 480 rows, and at least 320 columns unless the window is narrower.
    #[must_use]
    pub fn scale_in(window: UVec2) -> u32 {
        let by_height = window.y.saturating_add(240) / 360;
        by_height.min(window.x / 320).max(1)
    }
}

/// The format of a texture's pixels, in the machine's byte order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    /// 32 bits, `0xAARRGGBB`.
    #[default]
    Argb8888,
    /// 16 bits: five of red, six of green, five of blue. A texture takes half the memory.
    Rgb565,
}

/// A palette as the words of a texture.
#[derive(Clone, Debug)]
pub struct TexturePalette {
    format: PixelFormat,
    palette: RgbPalette,
    wide: [u32; 256],
    narrow: [u16; 256],
}

impl TexturePalette {
    /// Creates a black table for a format.
    #[must_use]
    pub fn new(format: PixelFormat) -> Self {
        let palette = [[0; 3]; 256];
        Self {
            format,
            palette,
            wide: Self::argb(&palette),
            narrow: [0; 256],
        }
    }

    /// Returns the format of the words.
    #[must_use]
    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// Returns a palette as opaque 32-bit words `0xAARRGGBB`.
    #[must_use]
    pub fn argb(palette: &RgbPalette) -> [u32; 256] {
        palette.map(|[r, g, b]| u32::from_be_bytes([0xff, r, g, b]))
    }

    /// Sets the palette. The table is computed again only if the palette differs from the present
    /// palette.
    pub fn set_palette(&mut self, palette: &RgbPalette) {
        if self.palette != *palette {
            self.palette = *palette;
            self.wide = Self::argb(palette);
            self.narrow = palette.map(rgb565);
        }
    }

    /// Writes a frame's pixels into the memory of a texture, whose rows begin `pitch` bytes apart.
    /// Stops at the end of the frame or of the memory, whichever comes first.
    pub fn fill(&self, frame: &IndexedFrame<'_>, out: &mut [u8], pitch: usize) {
        for (line, row) in out
            .chunks_mut(pitch.max(1))
            .zip(frame.pixels().chunks_exact(frame.width()))
        {
            match self.format {
                PixelFormat::Argb8888 => {
                    fill_row(row, line, |index| self.wide[index].to_ne_bytes())
                }
                PixelFormat::Rgb565 => {
                    fill_row(row, line, |index| self.narrow[index].to_ne_bytes())
                }
            }
        }
    }
}

fn fill_row<const N: usize>(row: &[u8], line: &mut [u8], word: impl Fn(usize) -> [u8; N]) {
    for (out, &index) in line.chunks_exact_mut(N).zip(row) {
        out.copy_from_slice(&word(usize::from(index)));
    }
}

/// Packs the upper bits of each component.
fn rgb565([r, g, b]: [u8; 3]) -> u16 {
    u16::from(r >> 3) << 11 | u16::from(g >> 2) << 5 | u16::from(b >> 3)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LOW: UVec2 = UVec2::new(320, 200);

    fn at(window: (u32, u32), frame: UVec2, mode: ScaleMode) -> [u32; 4] {
        let v = Viewport::new(window.into(), frame, mode);
        [v.origin.x, v.origin.y, v.size.x, v.size.y]
    }

    #[test]
    fn integer_takes_the_largest_whole_multiple() {
        assert_eq!(at((640, 480), LOW, ScaleMode::Integer), [0, 40, 640, 400]);
        assert_eq!(at((1280, 800), LOW, ScaleMode::Integer), [0, 0, 1280, 800]);
        assert_eq!(at((1024, 768), LOW, ScaleMode::Integer), [32, 84, 960, 600]);
        assert_eq!(at((480, 320), LOW, ScaleMode::Integer), [80, 60, 320, 200]);
        assert_eq!(at((480, 320), LOW, ScaleMode::Auto), [0, 10, 480, 300]);
        assert_eq!(at((640, 480), LOW, ScaleMode::Auto), [0, 40, 640, 400]);
        assert_eq!(at((720, 720), LOW, ScaleMode::Integer), [40, 160, 640, 400]);
    }

    #[test]
    fn integer_in_a_window_smaller_than_the_frame_is_fit() {
        let high = UVec2::new(640, 480);
        assert_eq!(
            at((480, 320), high, ScaleMode::Integer),
            at((480, 320), high, ScaleMode::Fit)
        );
        assert_eq!(at((480, 320), high, ScaleMode::Fit), [26, 0, 427, 320]);
    }

    #[test]
    fn aspect_makes_the_whole_frame_four_to_three() {
        assert_eq!(at((640, 480), LOW, ScaleMode::Aspect), [0, 0, 640, 480]);
        assert_eq!(at((720, 720), LOW, ScaleMode::Aspect), [0, 90, 720, 540]);
        assert_eq!(at((1280, 720), LOW, ScaleMode::Aspect), [160, 0, 960, 720]);
        assert_eq!(at((1600, 1200), LOW, ScaleMode::Aspect), [0, 0, 1600, 1200]);
    }

    #[test]
    fn fit_keeps_square_pixels_and_stretch_keeps_nothing() {
        assert_eq!(at((480, 320), LOW, ScaleMode::Fit), [0, 10, 480, 300]);
        assert_eq!(at((480, 640), LOW, ScaleMode::Fit), [0, 170, 480, 300]);
        assert_eq!(at((480, 640), LOW, ScaleMode::Stretch), [0, 0, 480, 640]);
    }

    #[test]
    fn a_place_is_whole_where_all_pixels_are_alike() {
        let whole = |window: (u32, u32), mode| {
            let v = Viewport::new(window.into(), LOW, mode);
            (v.is_whole(), v.whole_part().into())
        };
        assert_eq!(whole((640, 480), ScaleMode::Integer), (true, (2, 2)));
        assert_eq!(whole((640, 480), ScaleMode::Aspect), (false, (2, 2)));
        assert_eq!(whole((1600, 1200), ScaleMode::Aspect), (true, (5, 6)));
        assert_eq!(whole((480, 320), ScaleMode::Fit), (false, (1, 1)));
        assert_eq!(whole((160, 100), ScaleMode::Fit), (false, (1, 1)));
    }

    #[test]
    fn an_overlay_is_legible_on_small_screens_and_large_on_large_ones() {
        let lines = |window: (u32, u32)| WindowOverlay::scale_in(window.into());
        assert_eq!(
            [lines((480, 320)), lines((640, 480)), lines((720, 720))],
            [1, 2, 2]
        );
        assert_eq!([lines((1280, 800)), lines((1280, 960))], [2, 3]);
        assert_eq!([lines((1920, 1080)), lines((3840, 2160))], [3, 6]);
        assert_eq!(
            [lines((480, 640)), lines((160, 100)), lines((0, 0))],
            [1, 1, 1]
        );
    }

    #[test]
    fn an_overlay_has_as_many_pixels_as_its_size_says() {
        let pixels = [0; 6];
        assert!(WindowOverlay::new(UVec2::new(3, 2), &pixels).is_some());
        assert!(WindowOverlay::new(UVec2::new(3, 3), &pixels).is_none());
        assert!(WindowOverlay::new(UVec2::MAX, &pixels).is_none());
    }

    #[test]
    fn the_border_is_no_pixel() {
        let v = Viewport::new(UVec2::new(640, 480), LOW, ScaleMode::Integer);
        assert_eq!(v.to_frame(Vec2::new(0.0, 39.9)), None);
        assert_eq!(v.to_frame(Vec2::new(0.0, 40.0)), Some(UVec2::ZERO));
        assert_eq!(
            v.to_frame(Vec2::new(639.9, 439.9)),
            Some(UVec2::new(319, 199))
        );
        assert_eq!(v.to_frame(Vec2::new(640.0, 439.0)), None);
        assert_eq!(v.to_frame(Vec2::new(10.0, 440.0)), None);
        assert_eq!(v.to_frame(Vec2::new(f32::NAN, 100.0)), None);
    }

    #[test]
    fn every_pixel_is_found_again_on_every_known_screen() {
        let screens = [
            (480, 320),
            (640, 480),
            (720, 480),
            (720, 720),
            (854, 480),
            (960, 544),
            (1024, 768),
            (1280, 720),
            (1280, 800),
            (1280, 960),
            (1920, 1080),
            (1920, 1152),
            (752, 560),
            (480, 640),
        ];
        for window in screens {
            for (_, mode) in ScaleMode::ALL {
                let v = Viewport::new(window.into(), LOW, mode);
                for pixel in (0..200).flat_map(|y| (0..320).map(move |x| UVec2::new(x, y))) {
                    assert_eq!(
                        v.to_frame(v.to_window(pixel.as_vec2() + 0.5)),
                        Some(pixel),
                        "{window:?} {mode:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_has_its_name() {
        for (name, mode) in ScaleMode::ALL {
            assert_eq!(mode.name(), name);
        }
    }

    proptest! {
        #[test]
        fn the_picture_lies_inside_any_window(
            window in (0u32..5000, 0u32..5000), frame in (0u32..2000, 0u32..2000), mode in 0usize..5,
        ) {
            let v = Viewport::new(window.into(), frame.into(), ScaleMode::ALL[mode].1);
            let window = UVec2::from(window).max(UVec2::ONE);
            prop_assert!(v.size.cmpge(UVec2::ONE).all());
            prop_assert!((v.origin + v.size).cmple(window).all());
            let left = window - v.origin - v.size;
            prop_assert!((left.as_ivec2() - v.origin.as_ivec2()).abs().max_element() <= 1, "not in the middle");
        }
    }

    fn filled(format: PixelFormat, pitch: usize) -> Vec<u8> {
        let mut palette = [[0; 3]; 256];
        palette[7] = [0x12, 0x34, 0x56];
        palette[255] = [255; 3];
        let mut lookup = TexturePalette::new(format);
        lookup.set_palette(&palette);
        let mut out = vec![0xee; pitch * 2];
        lookup.fill(
            &IndexedFrame::new(2, 2, &[7, 0, 255, 7], &palette).unwrap(),
            &mut out,
            pitch,
        );
        out
    }

    #[test]
    fn indices_become_words_of_their_colour() {
        let words: Vec<u32> = filled(PixelFormat::Argb8888, 8)
            .chunks_exact(4)
            .map(|c| u32::from_ne_bytes(c.try_into().unwrap()))
            .collect();
        assert_eq!(words, [0xff12_3456, 0xff00_0000, 0xffff_ffff, 0xff12_3456]);
        let words: Vec<u16> = filled(PixelFormat::Rgb565, 4)
            .chunks_exact(2)
            .map(|c| u16::from_ne_bytes(c.try_into().unwrap()))
            .collect();
        let word = 0x12 >> 3 << 11 | 0x34 >> 2 << 5 | 0x56 >> 3;
        assert_eq!(words, [word, 0, 0xffff, word]);
    }

    #[test]
    fn what_lies_between_rows_is_left_alone() {
        let out = filled(PixelFormat::Argb8888, 12);
        assert_eq!(
            (&out[8..12], &out[20..24]),
            (&[0xee; 4][..], &[0xee; 4][..])
        );
        assert_eq!(out[12..16], 0xffff_ffff_u32.to_ne_bytes());
    }
}
