//! Shadow tables made of the screen's colours.

use anyhow::{Result, bail};
use scumm_engine::Stage;
use serde::{Deserialize, Serialize};

/// The most shadow tables (A61).
const TABLES: usize = 8;

/// A shadow table: each colour times factors of 256ths, as near as some of the room's colours come
/// (P6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shade {
    /// Factors for red, green and blue.
    pub factors: [u16; 3],
    /// The first of the colours.
    pub first: u8,
    /// The last of the colours.
    pub last: u8,
}

/// The shadow where nothing says otherwise: dusk, of any colours.
pub const DUSK: Shade = Shade {
    factors: [110, 110, 150],
    first: 0,
    last: 255,
};

impl Shade {
    /// Makes the stage's shadow tables of it: one in versions 5 and 6, eight from version 7 on.
    ///
    /// # Errors
    /// The version draws nothing through a table (C51).
    pub fn make_tables(&self, stage: &mut Stage) -> Result<()> {
        let dialect = *stage.dialect();
        if !dialect.has_shadow_table() {
            bail!(
                "games of this version (SCUMM v{}) draw no actor as a shadow",
                dialect.version()
            );
        }
        let tables = if dialect.has_eight_shadow_tables() {
            TABLES
        } else {
            1
        };
        let factors = self.factors.map(i32::from);
        for table in 0..tables {
            stage.colours_mut().make_shadow_table(
                table,
                factors,
                self.first..=self.last,
                0..256,
            )?;
        }
        Ok(())
    }
}
