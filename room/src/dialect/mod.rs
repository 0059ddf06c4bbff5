//! The differences between versions: one value with a method for each difference.
//!
//! The module `game` contains the games, machines and displays; `differences` contains the methods
//! for rooms, costumes and actors.

mod differences;
mod game;

pub use game::{GameId, Platform, Render};

use bitflags::bitflags;

/// The version of ScummVM whose behaviour the rules and the reference vectors describe.
pub const REFERENCE: &str = "2026.4";

/// The version of SCUMM. A dialect is created once and passed to all code that differs between
/// versions.
///
/// ```
/// # use scumm_room::Dialect;
/// let v5 = Dialect::new(5);
/// assert!(v5.has_shadow_table() && !v5.is_small_header());
/// let he72 = Dialect::humongous(72);
/// assert_eq!((he72.version(), he72.he()), (6, 72));
/// ```
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dialect {
    version: u8,
    he: u8,
    old256: bool,
    ega: bool,
    #[cfg_attr(feature = "serde", serde(default))]
    platform: Platform,
    #[cfg_attr(feature = "serde", serde(default))]
    render: Option<Render>,
    game: Option<GameId>,
    #[cfg_attr(feature = "serde", serde(default))]
    demo: bool,
    quirks: Quirks,
    #[cfg_attr(feature = "serde", serde(default))]
    enhancements: Enhancements,
}

impl Dialect {
    /// Creates a dialect of SCUMM `version` (0..=8, other values are clamped) on DOS, version 0 on
    /// the Commodore 64, with the best-known game of the version.
    pub fn new(version: u8) -> Self {
        let version = version.min(8);
        let game = match version {
            0 | 1 => GameId::Maniac,
            2 | 3 => GameId::Zak,
            4 => GameId::Monkey,
            5 => GameId::Monkey2,
            6 => GameId::Tentacle,
            7 => GameId::Dig,
            _ => GameId::Comi,
        };
        Self {
            version,
            he: 0,
            old256: false,
            ega: false,
            platform: if version == 0 {
                Platform::C64
            } else {
                Platform::Dos
            },
            render: None,
            game: Some(game),
            demo: false,
            quirks: Quirks::default(),
            enhancements: Enhancements::empty(),
        }
    }

    /// Creates a dialect of a Humongous game: version 6 with the changes of sub-version `he`
    /// (60..=100, other values are clamped).
    pub fn humongous(he: u8) -> Self {
        Self {
            he: he.clamp(60, 100),
            game: Some(GameId::Humongous),
            ..Self::new(6)
        }
    }

    /// Sets whether version 3 has 256 colours (small headers, not the old bundle).
    pub fn with_old256(mut self, on: bool) -> Self {
        self.old256 = on;
        self
    }

    /// Sets whether version 4 has 16 colours.
    pub fn with_ega(mut self, on: bool) -> Self {
        self.ega = on;
        self
    }

    /// Sets the platform.
    pub fn with_platform(mut self, platform: Platform) -> Self {
        self.platform = platform;
        self
    }

    /// Sets the game.
    pub fn with_game(mut self, game: Option<GameId>) -> Self {
        self.game = game;
        self
    }

    /// Version 0: sets whether this is the demo of the game, whose actors walk and talk by slightly
    /// different rules (V41, V77).
    pub fn with_demo(mut self, on: bool) -> Self {
        self.demo = on;
        self
    }

    /// Sets the quirks.
    pub fn with_quirks(mut self, quirks: Quirks) -> Self {
        self.quirks = quirks;
        self
    }

    /// Sets the enhancements.
    pub fn with_enhancements(mut self, enhancements: Enhancements) -> Self {
        self.enhancements = enhancements;
        self
    }

    /// Returns the version, 0..=8; 6 for Humongous games.
    #[must_use]
    pub fn version(&self) -> u8 {
        self.version
    }

    /// Returns the Humongous sub-version, 60..=100; 0 for other games.
    #[must_use]
    pub fn he(&self) -> u8 {
        self.he
    }

    /// Returns whether this is version 0: Maniac Mansion for the Commodore 64 and the Apple II
    /// (V1).
    #[must_use]
    pub fn is_v0(&self) -> bool {
        self.version == 0
    }

    /// Version 0: returns whether this is the demo (V41, V77).
    #[must_use]
    pub fn is_demo(&self) -> bool {
        self.demo
    }

    /// Returns whether this is Maniac Mansion for the Nintendo (Q1): version 1 with its own kinds
    /// of rooms and costumes.
    #[must_use]
    pub fn is_nes(&self) -> bool {
        self.platform == Platform::Nes
    }

    /// Returns whether this is a Humongous game of at least this sub-version.
    #[must_use]
    pub fn he_at_least(&self, he: u8) -> bool {
        self.he >= he && self.is_humongous()
    }

    /// Returns whether this is a Humongous game.
    #[must_use]
    pub fn is_humongous(&self) -> bool {
        self.he != 0
    }

    /// Returns the platform.
    #[must_use]
    pub fn platform(&self) -> Platform {
        self.platform
    }

    /// Returns the game, if it is known.
    #[must_use]
    pub fn game(&self) -> Option<GameId> {
        self.game
    }

    /// Returns the quirks that are enabled.
    #[must_use]
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// Returns whether a quirk is enabled.
    #[must_use]
    pub fn has_quirk(&self, quirk: Quirks) -> bool {
        self.quirks.contains(quirk)
    }

    /// Returns the enhancements that are enabled.
    #[must_use]
    pub fn enhancements(&self) -> Enhancements {
        self.enhancements
    }

    /// Returns whether an enhancement is enabled.
    #[must_use]
    pub fn has_enhancement(&self, enhancement: Enhancements) -> bool {
        self.enhancements.contains(enhancement)
    }

    /// Returns whether this is v1, v2 or v3 EGA: 4-byte resource headers, costumes for 16 fixed
    /// colours (C2, C6).
    #[must_use]
    pub fn is_old_bundle(&self) -> bool {
        self.version <= 3 && !self.old256
    }

    /// Returns whether this is v1..v4: the box "none" is 255, classes have other numbers (B4, X4).
    #[must_use]
    pub fn is_small_header(&self) -> bool {
        self.version <= 4
    }

    /// Returns whether rooms have 16 colours without a strip code byte (S2): the old bundle and v4
    /// EGA.
    #[must_use]
    pub fn is_sixteen_colour(&self) -> bool {
        self.is_old_bundle() || (self.version == 4 && self.ega)
    }

    /// Returns whether this is version 3 with 256 colours.
    #[must_use]
    pub fn is_v3_256(&self) -> bool {
        self.version == 3 && self.old256
    }

    /// Returns whether this is v7 or v8, which have the newer actor rules (T31, T34, M6, G3 …).
    #[must_use]
    pub fn is_v7_plus(&self) -> bool {
        self.version >= 7
    }

    /// Returns whether this is v0, v1 or v2: positions and boxes in units of 8x2 pixels, a table of
    /// routes between boxes, other default frames, other rules of showing and starting (B1, B3, G4,
    /// T20, T24, T7C).
    #[must_use]
    pub fn is_v1_or_v2(&self) -> bool {
        self.version <= 2
    }

    /// Returns whether this is v7, v8 or HE61+: costumes are AKOS, and actors change them without
    /// being hidden (T22).
    #[must_use]
    pub fn has_akos(&self) -> bool {
        self.is_v7_plus() || self.he_at_least(61)
    }
}

bitflags! {
    /// Faults of the reference that are reproduced by default and can be switched off individually.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Quirks: u32 {
        /// C45: a flipped COST picture at full size that extends beyond the right edge skips one
        /// column too few.
        const WEST_RIGHT_CLIP = 1 << 0;
        /// C46: a COST picture whose clipped top plus full height reaches 256 is not drawn.
        const TALL_CEL_VANISHES = 1 << 1;
        /// C47: an actor of v1..v6 with a cut picture is redrawn every frame.
        const CUT_REDRAWS = 1 << 2;
        /// C54: only half of a dark actor's palette is set; the other half keeps the colours of the
        /// previous actor.
        const DARK_HALF_PALETTE = 1 << 3;
        /// C6A: COST applies the shadow table twice if a kept column is drawn over a dropped one.
        const DOUBLE_SHADOW = 1 << 4;
        /// A52, A53: the palette flag of codec 5 lasts for one cel and leaks to the next actor.
        const BOMP_PALETTE_LEAK = 1 << 5;
        /// A72: codec 5 reports its unflipped rectangle one pixel too far left.
        const BOMP_RECT_SHIFT = 1 << 6;
        /// A73: the bytes of a literal keep their order in a flipped picture of codec 5.
        const BOMP_LITERAL_ORDER = 1 << 7;
        /// A3, A50: the renderer's colour table keeps the colours of earlier actors.
        const STALE_PALETTE = 1 << 8;
        /// M1 (AKOS part): codec 16 reads its mask one strip too far right when the view is not on
        /// a multiple of 8.
        const MAJMIN_MASK_SHIFT = 1 << 9;
        /// A84: codec 16 clips as if the left and top of a clip override were 0.
        const MAJMIN_CLIP_ORIGIN = 1 << 10;
        /// T85: bit 0 of the condition mask toggles while no talk condition is set.
        const CONDITION_TOGGLE = 1 << 11;
        /// A84: a clip override of codec 16 ends one column and one line early.
        const MAJMIN_CLIP_SHORT = 1 << 13;
        /// D2, S15: a full frame draws a BMAP background over the actors, and then draws only
        /// actors again that have changed.
        const BMAP_HIDES_ACTORS = 1 << 12;
        /// T43, v4..v6: an actor turns from north to south through west. Without the quirk it turns
        /// through east.
        const NORTH_TO_SOUTH_BY_WEST = 1 << 14;
        /// T44, v3 and v4: boxes and classes change the facing of actors that ignore boxes, too.
        /// Without the quirk they do so in Loom only.
        const FLIPS_OUTSIDE_BOXES = 1 << 15;
        /// B5, v7: a box contains points whether its corners are in clockwise or in anticlockwise
        /// order. Without the quirk only one of the orders is valid.
        const EITHER_WINDING = 1 << 16;
        /// T40: a facing is stored unchanged. Without the quirk it is rounded to a multiple of 45.
        const FACINGS_NOT_ROUNDED = 1 << 17;
        /// C16: resetting the limbs resets the counters of the animation and of sounds, too.
        const RESET_CLEARS_COUNTERS = 1 << 18;
        /// S15: the BMAP codes 144 to 148 are opaque. Without the quirk they do not draw the
        /// transparent colour.
        const OPAQUE_BMAP = 1 << 19;
        /// O6: TMSK selects the bits of a plane that the object's data replaces. Without the quirk
        /// the data is added to the plane, and the bits of TMSK are removed from both.
        const MASK_SELECTS = 1 << 20;
    }
}

impl Default for Quirks {
    fn default() -> Self {
        Self::all()
    }
}

bitflags! {
    /// Changes that ScummVM makes to the originals and that are off by default. Each can be
    /// switched on individually. [`Enhancements::of_class`] returns the flags of the classes that
    /// users of ScummVM can select.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct Enhancements: u32 {
        /// Day of the Tentacle, room 61: actor 1 in costume 324 stands a little aside, and its limb
        /// 0 is never mirrored.
        const DOTT_TOILET_LID = 1 << 0;
        /// Monkey Island 2 on the Amiga, room 53: costume 55 has other colours.
        const MI2_AMIGA_DOG_PALETTE = 1 << 1;
        /// Indiana Jones 4, room 225 whose resource is 94: box 8 hides nothing.
        const INDY4_ABODE_MASK = 1 << 2;
        /// Indiana Jones 3, room 12: actor 2 in costume 7 has a scale of 80.
        const INDY3_HENRY_SCALE = 1 << 3;
        /// Sam & Max, room 16: actor 5 is put at column 236 and not at 235.
        const SAM_TANK_X = 1 << 4;
        /// Indiana Jones 3 with 256 colours, resource 46: colours 11 and 13 of the background
        /// become 86 and 80.
        const INDY3_BERLIN_COLOURS = 1 << 5;
        /// Indiana Jones 3, resource 46: the route from box 1 to box 0 is direct.
        const INDY3_HITLER_PATH = 1 << 6;
        /// Sam & Max: the film noir mode makes only the display grey. Without the enhancement each
        /// colour that is set becomes grey.
        const SAM_NOIR = 1 << 7;
        /// Freddi Fish 3: once costume 258 has drawn cel 35, the clip rectangle of the drawing ends
        /// two lines earlier.
        const FREDDI_EYE = 1 << 8;
        /// Monkey Island with 256 colours in French, room 11: colour 1 of a sign is 15.
        const MI1_SIGN_FRENCH = 1 << 9;
        /// Monkey Island CD, room 36: colour 47 of the room is 15.
        const MI1_NOTICE_COLOUR = 1 << 10;
    }
}

impl Enhancements {
    /// The flags with the bit of their class in ScummVM's mask: 1 for repairs of faults that break
    /// a game, 2 for repairs of small faults, 8 for changes of pictures.
    const CLASSES: [(Self, u32); 9] = [
        (Self::DOTT_TOILET_LID, 2),
        (Self::MI2_AMIGA_DOG_PALETTE, 2),
        (Self::INDY4_ABODE_MASK, 2),
        (Self::INDY3_HENRY_SCALE, 2),
        (Self::SAM_TANK_X, 2),
        (Self::INDY3_BERLIN_COLOURS, 2),
        (Self::INDY3_HITLER_PATH, 1),
        (Self::SAM_NOIR, 2),
        (Self::MI1_NOTICE_COLOUR, 8),
    ];

    /// Returns the flags of the classes in a mask of ScummVM. ScummVM's own default is 7. Flags
    /// that apply to one language are not included, because a dialect has no language.
    #[must_use]
    pub fn of_class(mask: u32) -> Self {
        let mut flags = Self::empty();
        for (flag, class) in Self::CLASSES {
            if mask & class != 0 {
                flags |= flag;
            }
        }
        flags
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    #[test]
    fn every_quirk_is_on_by_default() {
        assert!(Dialect::new(5).has_quirk(Quirks::WEST_RIGHT_CLIP | Quirks::CUT_REDRAWS));
        let fixed = Dialect::new(5).with_quirks(Quirks::all() - Quirks::WEST_RIGHT_CLIP);
        assert!(!fixed.has_quirk(Quirks::WEST_RIGHT_CLIP) && fixed.has_quirk(Quirks::CUT_REDRAWS));
    }

    #[test]
    fn enhancements_are_off_by_default_and_belong_to_classes() {
        let dialect = Dialect::new(3);
        assert!(dialect.enhancements().is_empty());
        let on = dialect.with_enhancements(Enhancements::of_class(1));
        assert_eq!(on.enhancements(), Enhancements::INDY3_HITLER_PATH);
        assert!(on.has_enhancement(Enhancements::INDY3_HITLER_PATH));
        let by_language = Enhancements::FREDDI_EYE | Enhancements::MI1_SIGN_FRENCH;
        assert_eq!(
            Enhancements::of_class(u32::MAX),
            Enhancements::all() - by_language
        );
        assert!(Enhancements::of_class(4).is_empty());
    }
}
