//! Where the frames of a run without a window go: into a folder, or into one file as a film.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::TypedValueParser;
use scumm_platform::Zoom;
use scumm_platform::film::FilmFormat;
use scumm_tools::output;

use crate::named::named;

/// The name that stands for stdout.
pub const STDOUT: &str = "-";

/// Where the frames of a run without a window go, and how large they are.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Display")]
pub struct FrameArgs {
    /// With --headless: write each frame as an indexed PNG into this folder (frame-00000.png ...),
    /// or all of them as a film into one file, whose name ends in .png or .apng, .gif or .y4m; - is
    /// stdout, as Y4M, which ffmpeg reads
    #[arg(short, long, value_name = "DIR|FILE", requires = "headless")]
    pub out: Option<PathBuf>,

    /// With --out: write a film of this kind, whatever the name of the file ends in
    #[arg(long, value_name = "FORMAT", requires = "out", value_parser = named(FilmFormat::ALL))]
    pub format: Option<FilmFormat>,

    /// With --out: write each pixel as a square of so many pixels, 2 to 8
    #[arg(long, value_name = "N", requires = "out", value_parser = zoom())]
    pub zoom: Option<u8>,
}

impl FrameArgs {
    /// The file that is a film, and its kind; `None` where frames go into a folder, or nowhere.
    pub fn film(&self) -> Option<(&Path, FilmFormat)> {
        let path = self.out.as_deref()?;
        let format = self.format.or_else(|| match is_stdout(path) {
            true => Some(FilmFormat::Y4m),
            false => FilmFormat::of_ending(path),
        });
        Some((path, format?))
    }

    /// How many times as long the sides of frames become.
    pub fn factor(&self) -> u8 {
        self.zoom.unwrap_or(1)
    }
}

/// Reads how many times as long the sides of pictures become.
pub fn zoom() -> impl TypedValueParser<Value = u8> {
    clap::value_parser!(u8).range(Zoom::FACTORS)
}

/// Whether a file's name stands for stdout.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

/// Writes a file; `-` is stdout.
///
/// # Errors
/// It can't be written, or is one of the inputs.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if is_stdout(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        content(&mut out)?;
        return Ok(out.flush()?);
    }
    output::write(path, content)
}

/// Writes a file whose content may fail for other reasons than the file's; gives what `content`
/// gives.
///
/// # Errors
/// As [`write()`], and those of `content`.
pub fn write_film<T>(path: &Path, content: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    let mut made = None;
    let written = write(path, |out| {
        let made = made.insert(content(out));
        made.as_ref()
            .map(|_| ())
            .map_err(|why| io::Error::other(why.to_string()))
    });
    // Says why without the file's name, which is not to blame.
    let made = made.transpose()?;
    written?;
    made.with_context(|| format!("{}: nothing was written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film(out: &str, format: Option<FilmFormat>) -> Option<FilmFormat> {
        let args = FrameArgs {
            out: Some(out.into()),
            format,
            zoom: None,
        };
        args.film().map(|(_, format)| format)
    }

    #[test]
    fn a_film_is_what_the_name_or_the_format_says_and_else_a_folder() {
        assert_eq!((film("walk", None), film("walk.d", None)), (None, None));
        assert_eq!(film("walk.gif", None), Some(FilmFormat::Gif));
        assert_eq!(
            film("walk.gif", Some(FilmFormat::Apng)),
            Some(FilmFormat::Apng)
        );
        assert_eq!(
            (film("-", None), film("-", Some(FilmFormat::Gif))),
            (Some(FilmFormat::Y4m), Some(FilmFormat::Gif))
        );
        assert_eq!(FrameArgs::default().film(), None);
    }
}
