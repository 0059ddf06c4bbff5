//! What drawing has to know of an actor.

use std::sync::LazyLock;

use super::shade::IDENTITY;
use crate::Facing;
use crate::nes::SpriteSet;
use scumm_room::Rect;

/// What drawing has to know of an actor. All values come from the engine, none from files.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The actor's number (v1 palettes, messages).
    pub actor: u16,
    /// Column of the anchor relative to the left edge of the view (C40, G3, G4), `xstart & 7` of
    /// v7+ included.
    pub x: i32,
    /// Line of the anchor relative to the stage's top, elevation taken off (C40). The line that v1
    /// adds while drawing is not in it.
    pub y: i32,
    /// The direction in which it faces.
    pub facing: Facing,
    /// Horizontal scale, 255 = full size.
    pub scale_x: u8,
    /// Vertical scale.
    pub scale_y: u8,
    /// The actor's own colours (C52, A50): 255 = the costume's; old bundle: the colours themselves
    /// (C53).
    pub palette: &'a [u16; 256],
    /// Shadow mode (C50, A61).
    pub shadow_mode: u16,
    /// The shadow table: 256 bytes in v5/v6, 8 x 256 in v7+, else empty (C51, A61).
    pub shadow: &'a [u8],
    /// The lights are off for actors (C54).
    pub dark: bool,
    /// v0: the flashlight is on (V31).
    pub flashlight: bool,
    /// The Nintendo: the set of sprites in force (Q43); without it nothing is drawn.
    pub sprites: Option<&'a SpriteSet>,
    /// The Nintendo: the number of the costume, by which the set has its pictures (Q41).
    pub costume: u16,
    /// The room's colour remap (C70, Indy4 Amiga).
    pub room_palette: &'a [u8; 256],
    /// Humongous: what replaces the screen's edges, right and bottom included (A62, A84, A91);
    /// codecs 1 and 16 look at it from HE71 on.
    pub clip: Option<Rect>,
    /// HE70: the room's REMP table (A50, A83).
    pub remp: Option<&'a [u8]>,
    /// Top and bottom of the actor's last drawing, which codec 32 makes larger (A91).
    pub reach: (i32, i32),
    /// HE99+: all palette slots, 1024 bytes each (A50, A92); those that are not there are all 0.
    pub palette_slots: &'a [u8],
    /// HE99+: the actor's palette slot, 0 = none.
    pub palette_slot: u8,
    /// HE90+: the actor's blend table of 65536 bytes (A44, A61).
    pub xmap: Option<&'a [u8]>,
    /// A table of 768 bytes that replaces the big scale table (A63).
    pub scale_table: Option<&'a [u8]>,
}

/// No colours of the actor's own (C52).
static COSTUMES_OWN: [u16; 256] = [255; 256];
/// The colours that an actor of v2 and v3 EGA has until a script changes them (C53).
static SIXTEEN: LazyLock<[u16; 256]> = LazyLock::new(|| IDENTITY.map(u16::from));

impl Default for Look<'_> {
    /// Actor 1, facing south in the upper left corner, at full size, in the costume's own colours,
    /// without shadow, override or remap: what remains is set by name.
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
    /// The same for an actor of v2 and v3 EGA: the 16 colours in order (C53).
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
