//! What can go wrong while showing something.

use std::path::PathBuf;

/// The result of what touches a file or a window.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What can go wrong while showing something.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A picture could not be written as PNG.
    #[error("writing a PNG: {0}")]
    Png(#[from] png::EncodingError),
    /// A file could not be read as PNG.
    #[error("{0}")]
    NotPng(#[from] png::DecodingError),
    /// A PNG is not of the kind that is read here.
    #[error("{0}")]
    Picture(String),
    /// A picture could not be written as GIF.
    #[error("writing a GIF: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A film could not be written.
    #[error("writing a film: {0}")]
    Film(std::io::Error),
    /// The window could not be opened or shown.
    #[error("the window: {0}")]
    Window(String),
    /// A frame whose pixels are not as many as its size says.
    #[error("a frame of {width}x{height} has {pixels} pixels")]
    FrameSize {
        /// Its width in pixels.
        width: usize,
        /// Its height in pixels.
        height: usize,
        /// How many pixels came with it.
        pixels: usize,
    },
}
