//! The shadow tables that are applied to an actor's cels (A61, A75).

use std::ops::Range;

use scumm_room::Dialect;

use super::akhd::Codec;
use crate::draw::{Look, Shadow};
use crate::host::Fault;

/// Length of one shadow table in bytes.
const TABLE: usize = 256;
/// Number of tables that mode 3 uses.
const TABLES: usize = 8;

/// The shadow table that is applied to the colours of a cel, and the faults of the shadow mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shading<'a> {
    /// The table.
    pub shadow: Shadow<'a>,
    /// The range of colours for which the reference would read a table that does not exist.
    pub missing: (u8, u8),
    /// The fault of a shadow mode that is fatal in the reference. The cel is drawn as in mode 0.
    pub fault: Option<Fault>,
}

impl<'a> Shading<'a> {
    /// The shading without a table: colours are not changed.
    pub(super) const PLAIN: Self = Self {
        shadow: Shadow::None,
        missing: (0, 0),
        fault: None,
    };

    /// Creates the shading of an actor's cel.
    pub(super) fn new(dialect: &Dialect, look: &Look<'a>, codec: Codec, blend: bool) -> Self {
        if codec == Codec::Trle || dialect.blends_by_condition() {
            // Codec 32 from HE72 on: all pictures of an actor with a blend table. From HE99 on,
            // only the pictures that conditions name (A92).
            let all = codec == Codec::Trle && !dialect.has_palette_slots();
            let blends = if all { dialect.he_at_least(72) } else { blend };
            let shadow = look
                .xmap
                .filter(|_| blends)
                .map_or(Shadow::None, Shadow::Blend);
            return Self {
                shadow,
                ..Self::PLAIN
            };
        }
        let table = table(dialect, look, codec);
        match look.shadow_mode {
            0 => Self::PLAIN,
            1 if table.len() < TABLE => Self {
                missing: (13, 14),
                ..Self::PLAIN
            },
            1 => Self {
                shadow: Shadow::Colour13(table),
                ..Self::PLAIN
            },
            3 if table.len() < TABLES * TABLE => Self {
                missing: (0, 8),
                ..Self::PLAIN
            },
            3 => Self {
                shadow: Shadow::Below8(table),
                ..Self::PLAIN
            },
            2 => Self {
                fault: Some(Fault::Undrawable("shadow mode 2")),
                ..Self::PLAIN
            },
            _ if codec == Codec::Rle => Self::PLAIN,
            _ => Self {
                fault: Some(Fault::Undrawable("a shadow mode above 3")),
                ..Self::PLAIN
            },
        }
    }

    /// Returns whether the blend table is applied to all colours.
    pub(super) fn blends(&self) -> bool {
        matches!(self.shadow, Shadow::Blend(_))
    }

    /// Returns the fault of drawing a cel: the fault of the mode, or the fault of a missing table.
    /// `has` returns whether the cel has a colour in a range.
    pub(super) fn check(&self, has: impl FnOnce(Range<u8>) -> bool) -> Result<(), Fault> {
        let missing = self.missing.0..self.missing.1;
        match self.fault {
            Some(fault) => Err(fault),
            None if !missing.is_empty() && has(missing) => {
                Err(Fault::Undrawable("a shadow mode without a shadow table"))
            }
            None => Ok(()),
        }
    }
}

/// Returns the shadow tables that a codec uses (A61). v7 and v8 have eight tables. Up to HE70,
/// codec 5 uses the tables of the engine, too. For other codecs, HE70 uses the REMP table of the
/// room, and other Humongous games have no table.
fn table<'a>(dialect: &Dialect, look: &Look<'a>, codec: Codec) -> &'a [u8] {
    let engine = if codec == Codec::Bomp {
        !dialect.he_at_least(71)
    } else {
        dialect.has_eight_shadow_tables()
    };
    if engine {
        look.shadow
    } else if dialect.has_room_remap() {
        look.remp.unwrap_or_default()
    } else {
        &[]
    }
}
