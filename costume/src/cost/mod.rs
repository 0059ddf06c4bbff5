//! COST: the costumes of v1..v6 (and HE60).
use scumm_room::{Dialect, Result};

/// A parsed COST.
#[derive(Debug)]
pub struct Cost;

impl Cost {
    /// Parses a raw resource with its header (C1).
    ///
    /// # Errors
    /// Malformed or unsupported data.
    pub fn parse(_data: &[u8], _dialect: &Dialect) -> Result<Self> {
        Ok(Self)
    }
}
