//! The properties of an actor that drawing needs.

use std::sync::LazyLock;

use super::shade::IDENTITY;
use crate::Facing;
use crate::nes::SpriteSet;
use scumm_room::Rect;

/// The properties of an actor that drawing needs. All values come from the engine, none from files.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The actor's number, for v1 palettes and messages.
    pub actor: u16,
    /// Column of the anchor relative to the left edge of the view (C40, G3, G4), including `xstart
    /// & 7` of v7+.
    pub x: i32,
    /// Line of the anchor relative to the top of the stage, after subtracting the elevation (C40).
    /// It does not include the line that v1 adds while drawing.
    pub y: i32,
    /// The direction in which the actor faces.
    pub facing: Facing,
    /// Horizontal scale, 255 = full size.
    pub scale_x: u8,
    /// Vertical scale, 255 = full size.
    pub scale_y: u8,
    /// The actor's own colours (C52, A50): 255 = the costume's colour. In the old bundle, the
    /// values are the colours themselves (C53).
    pub palette: &'a [u16; 256],
    /// Shadow mode (C50, A61).
    pub shadow_mode: u16,
    /// The shadow table: 256 bytes in v5/v6, 8 x 256 in v7+, else empty (C51, A61).
    pub shadow: &'a [u8],
    /// True if the lights are off for actors (C54).
    pub dark: bool,
    /// v0: true if the flashlight is on (V31).
    pub flashlight: bool,
    /// The Nintendo: the current set of sprites (Q43). Without a set, nothing is drawn.
    pub sprites: Option<&'a SpriteSet>,
    /// The Nintendo: the number of the costume, which selects its pictures in the set (Q41).
    pub costume: u16,
    /// The room's colour remap (C70, Indiana Jones 4 on the Amiga).
    pub room_palette: &'a [u8; 256],
    /// Humongous: a rectangle that replaces the screen's edges; right and bottom are inclusive
    /// (A62, A84, A91). Codecs 1 and 16 use it from HE71 on.
    pub clip: Option<Rect>,
    /// HE70: the room's REMP table (A50, A83).
    pub remp: Option<&'a [u8]>,
    /// Top and bottom of the actor's last drawing, which codec 32 extends (A91).
    pub reach: (i32, i32),
    /// HE99+: all palette slots, 1024 bytes each (A50, A92). Missing slots are all 0.
    pub palette_slots: &'a [u8],
    /// HE99+: the actor's palette slot, 0 = none.
    pub palette_slot: u8,
    /// HE90+: the actor's blend table of 65536 bytes (A44, A61).
    pub xmap: Option<&'a [u8]>,
    /// A table of 768 bytes that replaces the big scale table (A63).
    pub scale_table: Option<&'a [u8]>,
}

/// An actor's palette without colours of its own (C52).
static COSTUMES_OWN: [u16; 256] = [255; 256];
/// The colours of an actor of v2 and v3 EGA until a script changes them (C53).
static SIXTEEN: LazyLock<[u16; 256]> = LazyLock::new(|| IDENTITY.map(u16::from));

impl Default for Look<'_> {
    /// Returns a look to start from: actor 1, facing south in the upper left corner, at full size,
    /// in the costume's own colours, without shadow, override or remap.
    fn default() -> Self {
        Self {
            actor: 1,
            x: 0,
            y: 0,
            facing: Facing::SOUTH,
            scale_x: 255,
            scale_y: 255,
            palette: &COSTUMES_OWN,
            shadow_mode: 0,
            shadow: &[],
            dark: false,
            flashlight: false,
            sprites: None,
            costume: 0,
            room_palette: &IDENTITY,
            clip: None,
            remp: None,
            reach: (0x7fff_ffff, 0),
            palette_slots: &[],
            palette_slot: 0,
            xmap: None,
            scale_table: None,
        }
    }
}

impl Look<'_> {
    /// Returns the default look of an actor of v2 and v3 EGA, with the 16 colours in order (C53).
    pub(crate) fn of_sixteen_colours() -> Self {
        Self {
            palette: &*SIXTEEN,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_look_changes_no_colour_c52_c53() {
        let look = Look::default();
        assert!(
            look.room_palette.iter().copied().eq(0..=255)
                && look.palette.iter().all(|&colour| colour == 255)
        );
        assert!(
            Look::of_sixteen_colours()
                .palette
                .iter()
                .copied()
                .eq(0..256)
        );
    }
}
