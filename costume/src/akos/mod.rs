//! AKOS: the costumes of v7, v8 and Humongous games from HE61 on.
use scumm_room::{Dialect, Result};

pub mod aksq;
pub mod command;
mod conditions;

pub use conditions::INITIAL_MASK;

/// A parsed AKOS.
#[derive(Debug)]
pub struct Akos;

impl Akos {
    /// Parses a raw resource with its header (C1).
    ///
    /// # Errors
    /// Malformed or unsupported data.
    pub fn parse(_data: &[u8], _dialect: &Dialect) -> Result<Self> {
        Ok(Self)
    }
}
