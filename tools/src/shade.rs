//! Makes shadow tables from the screen's colours.

use anyhow::{Result, bail};
use scumm_engine::Stage;
use serde::{Deserialize, Serialize};

/// The most shadow tables (A61).
const TABLES: usize = 8;

/// The definition of a shadow table: each colour is multiplied by factors in 256ths, and replaced
/// by the nearest of a range of the room's colours (P6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShadowDefinition {
    /// The factors for red, green and blue, in 256ths.
    pub factors: [u16; 3],
    /// The first colour of the range.
    pub first: u8,
    /// The last colour of the range.
    pub last: u8,
}

/// The default shadow: dusk, with all colours of the room.
pub const DUSK: ShadowDefinition = ShadowDefinition {
    factors: [110, 110, 150],
    first: 0,
    last: 255,
};

impl ShadowDefinition {
    /// Sets the stage's shadow tables: one table in versions 5 and 6, eight tables from version 7
    /// on.
    ///
    /// # Errors
    /// Returns an error if the version does not draw actors through a table (C51).
    pub fn make_tables(&self, stage: &mut Stage) -> Result<()> {
        let dialect = *stage.dialect();
        if !dialect.has_shadow_table() {
            bail!(
                "games of this version (SCUMM v{}) cannot draw an actor as a shadow",
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
