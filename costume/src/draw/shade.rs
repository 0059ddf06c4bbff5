//! Shadow tables, which map colours to screen pixels (C50, C51, A61, A75).

use std::fmt;

/// A shadow table and the colours to which it is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shadow<'a> {
    /// No table: every colour is drawn unchanged.
    None,
    /// COST, mode bit 0x20: every opaque pixel becomes `table[screen]` (C50).
    All(&'a [u8]),
    /// Colour 13 becomes `table[screen]` (C50; A61, mode 1).
    Colour13(&'a [u8]),
    /// Colours 0..=7 become `table[colour * 256 + screen]` (A61, mode 3).
    Below8(&'a [u8]),
    /// Every colour becomes `table[colour * 256 + screen]` (A61, HE90+).
    Blend(&'a [u8]),
}

/// A kind of shadow table: the colours to which it is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shade {
    /// Every opaque pixel becomes the table's entry for the screen pixel (C50).
    All,
    /// Colour 13 becomes the table's entry for the screen pixel (C50, A61).
    Colour13,
    /// Colours 0 to 7 have one table each (A61).
    Below8,
    /// Every colour has its own table (A61, HE90+).
    Blend,
}

impl fmt::Display for Shade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::All => "shadow of every colour",
            Self::Colour13 => "shadow of colour 13",
            Self::Below8 => "shadow of colours below 8",
            Self::Blend => "blend table",
        })
    }
}

/// The table that changes nothing.
pub(super) static IDENTITY: [u8; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < table.len() {
        table[i] = i as u8;
        i += 1;
    }
    table
};

/// The screen colour to which the table of v5 and v6 is applied (C50), and table 0 in mode 1 from
/// v7 on (A61).
pub(crate) const SHADOW_COLOUR: u8 = 13;

impl Shadow<'_> {
    /// Returns whether colour 13 leaves the screen unchanged, as the table of v5 and v6 does until
    /// a game sets it (C51).
    #[must_use]
    pub fn is_identity(&self) -> bool {
        matches!(self, Self::Colour13(table) if table.first_chunk() == Some(&IDENTITY))
    }

    /// Returns the screen pixel that the table gives for a colour (already mapped by the palette),
    /// or `None` if the table is not applied to the colour.
    #[must_use]
    pub fn through(&self, colour: u8, screen: u8) -> Option<u8> {
        let plain = usize::from(screen);
        let pair = usize::from(colour) << 8 | plain;
        match self {
            Self::All(table) => table.get(plain),
            Self::Colour13(table) if colour == SHADOW_COLOUR => table.get(plain),
            Self::Below8(table) if colour < 8 => table.get(pair),
            Self::Blend(table) => table.get(pair),
            Self::None | Self::Colour13(_) | Self::Below8(_) => None,
        }
        .copied()
    }

    /// Returns the kind of the table, if there is a table.
    pub(super) fn kind(&self) -> Option<Shade> {
        match self {
            Self::None => None,
            Self::All(_) => Some(Shade::All),
            Self::Colour13(_) => Some(Shade::Colour13),
            Self::Below8(_) => Some(Shade::Below8),
            Self::Blend(_) => Some(Shade::Blend),
        }
    }

    /// Returns the kind of the table that is applied to `colour`, if any.
    pub(crate) fn shade_of(&self, colour: u8) -> Option<Shade> {
        self.kind().filter(|_| self.through(colour, 0).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mode_has_its_colours_c50_a61() {
        let table: Vec<u8> = (0..2048usize)
            .map(|i| (i / 256 * 16 + i % 16) as u8)
            .collect();
        assert_eq!(Shadow::None.through(13, 5), None);
        assert_eq!(Shadow::All(&table).through(200, 5), Some(5));
        assert_eq!(
            [12, 13].map(|c| Shadow::Colour13(&table).through(c, 5)),
            [None, Some(5)]
        );
        assert_eq!(
            [7, 8].map(|c| Shadow::Below8(&table).through(c, 5)),
            [Some(0x75), None]
        );
        assert_eq!(Shadow::Blend(&table).through(3, 5), Some(0x35));
    }
}
