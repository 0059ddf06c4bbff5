//! The errors of this crate.

use std::path::PathBuf;

/// The result of operations on pictures and files.
pub(crate) type Result<T, E = MediaError> = std::result::Result<T, E>;

/// The errors of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MediaError {
    /// The operating system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The path of the file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// A picture could not be written as PNG.
    #[error("cannot write the PNG: {0}")]
    Png(#[from] png::EncodingError),
    /// A file could not be read as PNG.
    #[error("{0}")]
    NotPng(#[from] png::DecodingError),
    /// A file is a PNG, but of a kind that this crate does not support.
    #[error("{0}")]
    Picture(String),
    /// A picture could not be written as GIF.
    #[error("cannot write the GIF: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A film could not be written.
    #[error("cannot write the film: {0}")]
    Film(std::io::Error),
    /// The number of a frame's pixels does not match its size.
    #[error("expected {width}x{height} pixels in a frame, found {pixels}")]
    FrameSize {
        /// The width in pixels.
        width: usize,
        /// The height in pixels.
        height: usize,
        /// The number of pixels.
        pixels: usize,
    },
}
