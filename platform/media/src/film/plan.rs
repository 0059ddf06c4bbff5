//! The properties of a film that are known before its first frame.

use std::path::Path;
use std::time::Duration;

use crate::Palette;

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
    pub fn of_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let mut all = Self::ALL.into_iter().chain([("png", Self::Apng)]);
        all.find(|(name, _)| ending.eq_ignore_ascii_case(name))
            .map(|(_, format)| format)
    }

    /// Returns the unit of the format's durations in milliseconds.
    pub(super) fn unit(self) -> u32 {
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
    pub palette: &'p Palette,
    /// Whether all frames have this palette. If so, an animated PNG keeps the indices, else it
    /// stores colours.
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
    pub fn of(
        (width, height): (usize, usize),
        palette: &'p Palette,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_a_file_is() {
        let of = |name: &str| FilmFormat::of_ending(Path::new(name));
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
}
