//! What a film is, before its first frame is there.

use std::path::Path;
use std::time::Duration;

use crate::Palette;

/// A kind of file that holds a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmFormat {
    /// Animated PNG.
    Apng,
    /// GIF.
    Gif,
    /// YUV4MPEG2: not packed, and what programs for films take by a pipe.
    Y4m,
}

impl FilmFormat {
    /// All of them with their names, which are also what the name of such a file may end in.
    pub const ALL: [(&str, Self); 3] =
        [("apng", Self::Apng), ("gif", Self::Gif), ("y4m", Self::Y4m)];

    /// What a file's name says by its ending: `.png` and `.apng`, `.gif`, `.y4m`.
    #[must_use]
    pub fn of_ending(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        let mut all = Self::ALL.into_iter().chain([("png", Self::Apng)]);
        all.find(|(name, _)| ending.eq_ignore_ascii_case(name))
            .map(|(_, format)| format)
    }

    /// Milliseconds that it counts times in.
    pub(super) fn unit(self) -> u32 {
        match self {
            Self::Apng | Self::Y4m => 1,
            Self::Gif => 10,
        }
    }
}

/// What is known of a film before its first frame.
#[derive(Clone, Debug)]
pub struct FilmPlan<'p> {
    /// Pixels in a row of its frames, before they are enlarged.
    pub width: usize,
    /// Their rows.
    pub height: usize,
    /// How many times as long a side becomes; 1: as it is.
    pub zoom: u8,
    /// The palette of the first frame.
    pub palette: &'p Palette,
    /// All frames have that palette: an animated PNG keeps their indices then, else their colours.
    pub indexed: bool,
    /// How many pictures are added: an animated PNG has to say it first.
    pub pictures: u32,
    /// It plays for ever, else once. Y4M does not say it.
    pub repeats: bool,
    /// The index that is clear, where one is. Y4M has nothing clear.
    pub transparent: Option<u8>,
    /// How long a tick takes.
    pub tick: Duration,
}

impl<'p> FilmPlan<'p> {
    /// A film that repeats, has any colours and is as large as its frames.
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
