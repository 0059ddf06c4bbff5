//! The errors of this crate.

/// The result of operations on hosts and windows.
pub(crate) type Result<T, E = PlatformError> = std::result::Result<T, E>;

/// The errors of this crate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlatformError {
    /// A frame has another size than its pixels, or could not be written.
    #[error(transparent)]
    Media(#[from] scumm_media::MediaError),
    /// The window could not be opened or drawn.
    #[error("the window: {0}")]
    Window(String),
}
