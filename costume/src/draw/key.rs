//! What finished pictures are kept under: the cel and all that went into its pixels.

use std::hash::{Hash, Hasher};

use super::place::Extent;
use super::shade::Shade;

/// Colours of the richest packing.
pub const MOST_COLOURS: usize = 64;

/// What makes one finished picture: the cel, and how its pixels were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A column-major cel.
    Column {
        /// The costume in its colours.
        colours: ColoursId,
        /// Where in the costume the cel's data lie.
        data: u32,
        /// Size of the cel, since two pictures may share data (C33). Scaled, also its place: that is where its columns
        /// and rows begin in the table (C64..C66). At full size the place is 0.
        extent: Extent,
        /// Scale.
        scale: (u8, u8),
        /// Columns go from right to left.
        flipped: bool,
    },
    /// A row-major cel.
    Row {
        /// The costume's digest.
        costume: u64,
        /// The cel's number.
        cel: u16,
        /// Width and height of the cel.
        size: (i32, i32),
        /// The order of the pixels: its meaning is the codec's.
        order: u8,
        /// The transparent colour, where it is not always the same.
        transparent: u8,
    },
}

impl Hash for Key {
    /// Sizes are not hashed: the comparison tells such keys apart.
    fn hash<H: Hasher>(&self, state: &mut H) {
        match *self {
            Self::Column { colours: ColoursId(colours), data, extent: Extent { x, y, .. }, scale, flipped } => {
                let scale = u64::from(u16::from_le_bytes([scale.0, scale.1]));
                state.write_u64(colours << 17 ^ scale << 1 ^ u64::from(flipped));
                state.write_u64(u64::from(x as u16) << 48 | u64::from(y as u16) << 32 | u64::from(data));
            }
            Self::Row { costume, cel, order, .. } => state.write_u64(costume ^ u64::from(cel) << 8 ^ u64::from(order)),
        }
    }
}

/// What all column-major cels of one draw have in common: a costume in its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colours {
    /// The costume's digest.
    pub costume: u64,
    /// The shadow table that some of them go through (C50, A61).
    pub shade: Option<Shade>,
    /// A pixel goes through it twice where columns lie on one another (C6A).
    pub double_shadow: bool,
    /// Screen colours of the first picture colours.
    pub screen: [u8; MOST_COLOURS],
}

/// The number that stands for [`Colours`] in keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColoursId(pub(super) u64);
