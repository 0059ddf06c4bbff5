//! Writes the frames of a run without a window into a folder, or as a film into one file.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::builder::TypedValueParser;
use scumm_media::Zoom;
use scumm_media::film::FilmFormat;
use scumm_tools::run_files::RunFiles;

use crate::settings::named;

/// The file name that stands for stdout.
pub const STDOUT: &str = "-";

/// The output of frames without a window.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Display")]
pub struct FrameArgs {
    /// With --headless: the folder to write each frame into as an indexed PNG (frame-00000.png
    /// ...), or the film to write all frames into, with the extension .png, .apng, .gif or .y4m; -
    /// writes Y4M, which ffmpeg reads, to stdout
    #[arg(short, long, value_name = "DIR|FILE", requires = "headless")]
    pub out: Option<PathBuf>,

    /// With --out: the format of the film, whatever the file's name
    #[arg(long, value_name = "FORMAT", requires = "out", value_parser = named(FilmFormat::ALL))]
    pub format: Option<FilmFormat>,

    /// With --out: the factor by which frames are enlarged, 2 to 8
    #[arg(long, value_name = "N", requires = "out", value_parser = zoom())]
    pub zoom: Option<u8>,
}

impl FrameArgs {
    /// Returns the path and the format of the film. Returns `None` if the frames are written into a
    /// folder or not at all.
    pub fn film(&self) -> Option<(&Path, FilmFormat)> {
        let path = self.out.as_deref()?;
        let format = if self.format.is_some() {
            self.format
        } else if is_stdout(path) {
            Some(FilmFormat::Y4m)
        } else {
            FilmFormat::from_extension(path)
        };
        Some((path, format?))
    }

    /// Returns the factor by which frames are enlarged.
    pub fn factor(&self) -> u8 {
        self.zoom.unwrap_or(1)
    }
}

/// Returns the parser of the factor by which pictures are enlarged.
pub fn zoom() -> impl TypedValueParser<Value = u8> {
    clap::value_parser!(u8).range(Zoom::FACTORS)
}

/// Returns whether a file name stands for stdout.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

/// Writes a file; `-` is stdout.
///
/// # Errors
/// Returns an error if the file cannot be written or is one of the inputs.
pub fn write(
    files: &RunFiles,
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    if is_stdout(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        content(&mut out)?;
        return Ok(out.flush()?);
    }
    files.write(path, content)
}

/// Writes a file whose content may fail for reasons other than the file. Returns the result of
/// `content`.
///
/// # Errors
/// Returns an error as [`write()`] does. Passes on the error of `content`.
pub fn write_film<T>(
    files: &RunFiles,
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<T>,
) -> Result<T> {
    let mut made = None;
    let written = write(files, path, |out| match made.insert(content(out)) {
        Ok(_) => Ok(()),
        Err(why) => Err(io::Error::other(why.to_string())),
    });
    // An error of `content` is reported without the file's name, because the file did not cause it.
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
