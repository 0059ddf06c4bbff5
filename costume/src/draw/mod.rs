//! Drawing limbs into the stage's memory.

use scumm_room::Dialect;
use serde::{Deserialize, Serialize};

/// How an actor stands while it is drawn. All values are the engine's; nothing here is read from files.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The version and its quirks.
    pub dialect: &'a Dialect,
    /// The actor's number (v1 palettes, messages).
    pub actor: u16,
    /// Column of the anchor relative to the left edge of the view (C40, G3, G4), `xstart & 7` of v7+ included.
    pub x: i32,
    /// Line of the anchor relative to the stage's top, elevation taken off (C40).
    pub y: i32,
    /// Facing in degrees.
    pub facing: u16,
    /// Horizontal scale, 255 = full size.
    pub scale_x: u8,
    /// Vertical scale.
    pub scale_y: u8,
    /// The actor's own colours (C52, A50): 255 = the costume's; old bundle: the colours themselves (C53).
    pub palette: &'a [u16; 256],
    /// Shadow mode (C50, A61).
    pub shadow_mode: u16,
    /// The shadow table: 256 bytes in v5/v6, 8 x 256 in v7+, else empty (C51, A61).
    pub shadow: &'a [u8],
    /// The lights are off for actors (C54).
    pub dark: bool,
    /// The room's colour remap (C70, Indy4 Amiga).
    pub room_palette: &'a [u8; 256],
    /// HE71+: left, top, right, bottom that replace the screen's edges when not empty (A62, A84, A91).
    pub clip: Option<[i32; 4]>,
    /// HE70: the room's REMP table (A50, A83).
    pub remp: Option<&'a [u8]>,
    /// HE99+: all palette slots, 1024 bytes each (A50, A92).
    pub palette_slots: &'a [u8],
    /// HE99+: the actor's palette slot, 0 = none.
    pub palette_slot: u8,
    /// HE90+: the actor's blend table of 65536 bytes (A44, A61).
    pub xmap: Option<&'a [u8]>,
    /// A table of 768 bytes that replaces the big scale table (A63).
    pub scale_table: Option<&'a [u8]>,
}

/// The stage's memory during a draw. Column 0 is the left edge of the view (moved left by `xstart & 7` in v7+, G3).
#[derive(Debug)]
pub struct Target<'a> {
    /// The front buffer from its first byte on (a room-column canvas, G2).
    pub pixels: &'a mut [u8],
    /// The plane that hides, in the same layout, a byte a pixel, 0 = visible; `None` hides nothing.
    pub mask: Option<&'a [u8]>,
    /// Bytes from line to line; also the width that is drawn into (C43: 320, v7 328, v8 648).
    pub pitch: usize,
    /// Lines of the stage.
    pub height: usize,
    /// The room column of the view's left edge.
    pub x_start: usize,
}

/// A set of 8-pixel columns of the stage, counted in the room (D3): 0..=409.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StripSet([u64; 7]);

impl StripSet {
    /// The highest strip that can be claimed in v7+ (D3); 200 below.
    pub const LAST: usize = 409;

    /// Adds a strip; beyond [`StripSet::LAST`] nothing happens.
    pub fn insert(&mut self, strip: usize) {
        if strip <= Self::LAST {
            self.0[strip / 64] |= 1 << (strip % 64);
        }
    }

    /// Takes a strip out.
    pub fn remove(&mut self, strip: usize) {
        if strip <= Self::LAST {
            self.0[strip / 64] &= !(1 << (strip % 64));
        }
    }

    /// Whether a strip is in the set.
    #[must_use]
    pub fn contains(&self, strip: usize) -> bool {
        strip <= Self::LAST && self.0[strip / 64] & (1 << (strip % 64)) != 0
    }

    /// Adds all strips of another set.
    pub fn union(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }

    /// Whether no strip is in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// The strips, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..=Self::LAST).filter(|&s| self.contains(s))
    }
}

/// What a draw reports to the redraw rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The pictures' results OR-ed (C47, A76): bit 0 = some column was cut, bit 1 = some picture was whole.
    pub result: u8,
    /// Highest line reached, 0x7FFF_FFFF if no picture was placed (C48).
    pub top: i32,
    /// Lowest line reached, exclusive; 0 if none.
    pub bottom: i32,
    /// The strips that the pictures claim (D3).
    pub strips: StripSet,
    /// AKOS: something fatal in the reference was met while drawing (the last one).
    pub fault: Option<crate::Fault>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self { result: 0, top: 0x7fff_ffff, bottom: 0, strips: StripSet::default(), fault: None }
    }
}

/// What the original's renderer carries over from one actor to the next. Owned by the stage and saved with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renderer {
    /// The colour table as the last actor left it (A3, A50, C54). COST entries have 16 bits (C54).
    pub palette: Vec<u16>,
    /// A256-colour AKPL asked for mapping and no cel of codec 5 has used it up (A52).
    pub bomp_palette: bool,
}

impl Default for Renderer {
    fn default() -> Self {
        Self { palette: vec![0; 256], bomp_palette: false }
    }
}
