//! The properties of an actor that drawing needs, and the shadow tables, which map colours to
//! screen pixels (C50, C51, A61, A75).

use std::fmt;
use std::sync::LazyLock;

use scumm_room::Rect;

use crate::Facing;
use crate::nes::SpriteSet;

/// The properties of an actor that drawing needs. All values come from the engine, none from files.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The actor's number, for v1 palettes and messages.
    pub actor: u16,
    /// Column of the anchor relative to the left edge of the view (C40, G3, G4), including `xstart
    /// & 7` of v7+.
    pub x: i32,
    /// Line of the anchor relative to the top of the stage, after subtracting the elevation (C40).
    /// The value does not include the line that v1 adds while drawing.
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
    /// The number of the costume. On the Nintendo the number selects the pictures in the set (Q41).
    /// In other versions some enhancements depend on the number.
    pub costume: u16,
    /// The number of the room, on which some enhancements depend; 0 if the number is not known.
    pub room: u16,
    /// The room's colour remap (C70, Indiana Jones 4 on the Amiga).
    pub room_palette: &'a [u8; 256],
    /// Humongous: a rectangle that replaces the screen's edges; right and bottom are inclusive
    /// (A62, A84, A91). Codecs 1 and 16 use it from HE71 on.
    pub clip: Option<Rect>,
    /// HE70: the room's REMP table (A50, A83).
    pub remp: Option<&'a [u8]>,
    /// Top and bottom of the actor's last drawing; drawings of codec 32 extend this range (A91).
    pub reach: (i32, i32),
    /// HE99+: all palette slots, 1024 bytes each (A50, A92). Missing slots are all 0.
    pub palette_slots: &'a [u8],
    /// HE99+: the actor's palette slot, 0 = none.
    pub palette_slot: u8,
    /// HE90+: the actor's blend table of 65536 bytes (A44, A61). A shorter table is not applied.
    pub xmap: Option<&'a [u8]>,
    /// A table of 768 bytes that replaces the big scale table (A63).
    pub scale_table: Option<&'a [u8]>,
    /// A callback that may move or mirror each picture. Costumes of the Nintendo do not use it.
    pub hook: Option<&'a dyn PictureHook>,
}

/// The place of one picture of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PicturePlace {
    /// The limb that shows the picture, 0..=15.
    pub limb: usize,
    /// The number of the picture: the cel of an AKOS, the number in the limb's table of a COST, the
    /// picture of v0.
    pub number: u16,
    /// Column of the actor's anchor in the view.
    pub x: i32,
    /// Line of the actor's anchor on the stage.
    pub y: i32,
    /// True if the picture is drawn mirrored.
    pub flip: bool,
}

/// Changes the places of single pictures while an actor is drawn or tested, for engines that
/// correct costumes of games.
pub trait PictureHook: fmt::Debug {
    /// Changes the place of a picture. A change does not affect other pictures.
    fn place(&self, picture: &mut PicturePlace);
}

/// The palette of an actor that overrides no colours (C52).
static COSTUMES_OWN: [u16; 256] = [255; 256];
/// The colours of an actor of v2 and v3 EGA until a script changes them (C53).
static SIXTEEN: LazyLock<[u16; 256]> = LazyLock::new(|| IDENTITY.map(u16::from));

impl Default for Look<'_> {
    /// Returns a default look: actor 1, facing south in the upper left corner, at full size, in the
    /// costume's own colours, without shadow, override or remap.
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
            room: 0,
            room_palette: &IDENTITY,
            clip: None,
            remp: None,
            reach: (0x7fff_ffff, 0),
            palette_slots: &[],
            palette_slot: 0,
            xmap: None,
            scale_table: None,
            hook: None,
        }
    }
}

impl Look<'_> {
    /// Returns the place of a picture after the caller's changes.
    pub(crate) fn place_picture(&self, mut place: PicturePlace) -> PicturePlace {
        if let Some(hook) = self.hook {
            hook.place(&mut place);
        }
        place
    }

    /// Returns the default look of an actor of v2 and v3 EGA, with the 16 colours in order (C53).
    pub(crate) fn sixteen_colours() -> Self {
        Self {
            palette: &*SIXTEEN,
            ..Self::default()
        }
    }
}

/// The size of a blend table: a row of 256 bytes for each colour.
const BLEND_TABLE: usize = 65_536;

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
    Blend(&'a [u8; BLEND_TABLE]),
}

/// A kind of shadow table: the colours to which it is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ShadowKind {
    /// Every opaque pixel becomes the table's entry for the screen pixel (C50).
    All,
    /// Colour 13 becomes the table's entry for the screen pixel (C50, A61).
    Colour13,
    /// Colours 0 to 7 have one table each (A61).
    Below8,
    /// Every colour has its own table (A61, HE90+).
    Blend,
}

impl fmt::Display for ShadowKind {
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

/// The screen colour to which the shadow table is applied: the table of v5 and v6 (C50), and from
/// v7 on table 0 in mode 1 (A61).
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
    #[inline]
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
    pub(super) fn kind(&self) -> Option<ShadowKind> {
        match self {
            Self::None => None,
            Self::All(_) => Some(ShadowKind::All),
            Self::Colour13(_) => Some(ShadowKind::Colour13),
            Self::Below8(_) => Some(ShadowKind::Below8),
            Self::Blend(_) => Some(ShadowKind::Blend),
        }
    }

    /// Returns the kind of the table that is applied to `colour`, if any.
    pub(crate) fn shade_of(&self, colour: u8) -> Option<ShadowKind> {
        self.kind().filter(|_| self.through(colour, 0).is_some())
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
        assert!(Look::sixteen_colours().palette.iter().copied().eq(0..256));
    }

    #[test]
    fn each_mode_has_its_colours_c50_a61() {
        let table: Vec<u8> = (0..BLEND_TABLE)
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
        let blend = Shadow::Blend(table.first_chunk().unwrap());
        assert_eq!(blend.through(3, 5), Some(0x35));
    }
}
