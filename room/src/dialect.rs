//! What differs between versions, as one value that parsing and playing ask named questions.

use std::ops::RangeInclusive;

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use crate::block::Header;

bitflags! {
    /// Accidents of the reference that are reproduced by default and can be switched off one by one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub struct Quirks: u32 {
        /// C45: COST, flipped, unscaled, beyond the right edge: one column too few is skipped.
        const WEST_RIGHT_CLIP = 1 << 0;
        /// C46: COST whose clipped top plus full height reaches 256 is not drawn.
        const TALL_CEL_VANISHES = 1 << 1;
        /// C47: an actor of v1..v6 with a cut picture is redrawn every frame.
        const CUT_REDRAWS = 1 << 2;
        /// C54: a dark actor's palette is only half set; the rest is the previous actor's.
        const DARK_HALF_PALETTE = 1 << 3;
        /// C6A: COST applies the shadow table twice where a dropped column lies under a kept one.
        const DOUBLE_SHADOW = 1 << 4;
        /// A52, A53: the palette flag of codec 5 lasts for one cel and leaks to the next actor.
        const BOMP_PALETTE_LEAK = 1 << 5;
        /// A72: codec 5 reports its unflipped rectangle one pixel too far left.
        const BOMP_RECT_SHIFT = 1 << 6;
        /// A73: codec 5, flipped: literal runs keep their order.
        const BOMP_LITERAL_ORDER = 1 << 7;
        /// A3, A50: the renderer's colour table keeps what earlier actors put there.
        const STALE_PALETTE = 1 << 8;
        /// M1 (AKOS part): codec 16 reads its mask one strip too far right when the view is not on a multiple of 8.
        const MAJMIN_MASK_SHIFT = 1 << 9;
        /// A84: codec 16's clip override assumes that its left and top are 0.
        const MAJMIN_CLIP_ORIGIN = 1 << 10;
        /// T85: bit 0 of the condition mask toggles while no talk condition is set.
        const CONDITION_TOGGLE = 1 << 11;
        /// A62: codec 1, flipped: a clip override that cuts the right side does not cut the left one.
        const OVERRIDE_CUTS_ONE_SIDE = 1 << 13;
        /// D2, S15: a full frame draws a BMAP background over the actors and draws only those again that changed.
        const BMAP_HIDES_ACTORS = 1 << 12;
    }
}

impl Default for Quirks {
    fn default() -> Self {
        Self::all()
    }
}

/// The machine a game was made for, where that changes what is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Platform {
    /// DOS, and whatever behaves like it.
    #[default]
    Dos,
    /// Amiga.
    Amiga,
    /// FM-Towns.
    FmTowns,
    /// Macintosh.
    Mac,
    /// Commodore 64.
    C64,
    /// Windows.
    Windows,
}

/// How the commands of a COST make sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundCommands {
    /// v1..v5: 0x78 raises the sound counter (C22); v1..v3: so does bit 7 of every command, each step (C21).
    Counter {
        /// Bit 7 counts.
        high_bit: bool,
    },
    /// v6: 0x71..=0x78 queue the actor's sounds 0..=7.
    Queue,
    /// HE60: 0x78 down to 0x71 queue them.
    QueueReversed,
}

/// A game on which a rule depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Maniac Mansion.
    Maniac,
    /// Zak McKracken.
    Zak,
    /// Indiana Jones and the Last Crusade.
    Indy3,
    /// Loom.
    Loom,
    /// The Secret of Monkey Island (any edition).
    Monkey,
    /// Monkey Island 2.
    Monkey2,
    /// Indiana Jones and the Fate of Atlantis.
    Indy4,
    /// Day of the Tentacle.
    Tentacle,
    /// Sam & Max Hit the Road.
    SamNMax,
    /// Full Throttle.
    FullThrottle,
    /// The Dig.
    Dig,
    /// The Curse of Monkey Island.
    Comi,
    /// A Humongous game.
    Humongous,
}

impl Game {
    /// The game of an id as ScummVM writes it (`monkey2`, `samnmax`, `ft` …).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        Some(match id {
            "maniac" => Self::Maniac,
            "zak" | "zaktowns" => Self::Zak,
            "indy3" => Self::Indy3,
            "loom" => Self::Loom,
            "monkey" | "monkey_vga" | "monkey_ega" | "pass" => Self::Monkey,
            "monkey2" => Self::Monkey2,
            "atlantis" | "indy4" => Self::Indy4,
            "tentacle" => Self::Tentacle,
            "samnmax" => Self::SamNMax,
            "ft" => Self::FullThrottle,
            "dig" => Self::Dig,
            "comi" => Self::Comi,
            "he" => Self::Humongous,
            _ => return None,
        })
    }
}

impl Game {
    /// The SCUMM versions in which the game exists.
    #[must_use]
    pub fn versions(self) -> RangeInclusive<u8> {
        match self {
            Self::Maniac => 1..=2,
            Self::Zak => 1..=3,
            Self::Indy3 => 3..=3,
            Self::Loom => 3..=4,
            Self::Monkey => 4..=5,
            Self::Monkey2 | Self::Indy4 => 5..=5,
            Self::Tentacle | Self::SamNMax | Self::Humongous => 6..=6,
            Self::FullThrottle | Self::Dig => 7..=7,
            Self::Comi => 8..=8,
        }
    }
}

/// How actors find their way from box to box and take their steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkRules {
    /// v1, v2: cell by cell, to the nearest point of the next box (T7C).
    Cells,
    /// v3: in whole steps, through two points between boxes (T77–T79, B13).
    TwoGates,
    /// v4+: in fractions of a pixel, through common sides (T70–T76, B12).
    Slopes,
}

/// How actors turn (T43).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// v1..v3: a table over the four old directions.
    OldDirections,
    /// v4..v6: by a quarter a frame.
    Quarters,
    /// v7+: in one step, to one of eight facings.
    AtOnce,
}

/// Which SCUMM this is: made once, passed to parsing and playing, asked by name.
///
/// ```
/// # use scumm_room::Dialect;
/// let v5 = Dialect::new(5);
/// assert!(v5.has_engine_shadow_table() && !v5.is_small_header());
/// let he72 = Dialect::humongous(72);
/// assert_eq!((he72.version(), he72.he()), (6, 72));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialect {
    version: u8,
    he: u8,
    old256: bool,
    ega: bool,
    #[serde(default)]
    true_colour: bool,
    platform: Platform,
    game: Option<Game>,
    quirks: Quirks,
}

impl Dialect {
    /// SCUMM `version` (1..=8, others are cut to that range) on DOS, with the game that the version is best known for.
    #[must_use]
    pub fn new(version: u8) -> Self {
        let version = version.clamp(1, 8);
        let game = match version {
            1 => Game::Maniac,
            2 | 3 => Game::Zak,
            4 => Game::Monkey,
            5 => Game::Monkey2,
            6 => Game::Tentacle,
            7 => Game::Dig,
            _ => Game::Comi,
        };
        Self {
            version,
            he: 0,
            old256: false,
            ega: false,
            true_colour: false,
            platform: Platform::Dos,
            game: Some(game),
            quirks: Quirks::default(),
        }
    }

    /// A Humongous game: version 6 with the changes of sub-version `he` (60..=100).
    #[must_use]
    pub fn humongous(he: u8) -> Self {
        Self { he: he.clamp(60, 100), game: Some(Game::Humongous), ..Self::new(6) }
    }

    /// Version 3 with 256 colours (small headers, not the old bundle).
    #[must_use]
    pub fn with_old256(mut self, on: bool) -> Self {
        self.old256 = on;
        self
    }

    /// Version 4 with 16 colours.
    #[must_use]
    pub fn with_ega(mut self, on: bool) -> Self {
        self.ega = on;
        self
    }

    /// Another Humongous sub-version (60..=100) of a Humongous game; other games stay what they are.
    #[must_use]
    pub fn with_humongous(mut self, he: u8) -> Self {
        if self.is_humongous() {
            self.he = he.clamp(60, 100);
        }
        self
    }

    /// A Humongous game whose pictures have 16 bits a pixel; its costumes are refused.
    #[must_use]
    pub fn with_true_colour(mut self, on: bool) -> Self {
        self.true_colour = on;
        self
    }

    /// Another platform.
    #[must_use]
    pub fn with_platform(mut self, platform: Platform) -> Self {
        self.platform = platform;
        self
    }

    /// Another game.
    #[must_use]
    pub fn with_game(mut self, game: Option<Game>) -> Self {
        self.game = game;
        self
    }

    /// Other quirks.
    #[must_use]
    pub fn with_quirks(mut self, quirks: Quirks) -> Self {
        self.quirks = quirks;
        self
    }

    /// 1..=8; 6 for Humongous.
    #[must_use]
    pub fn version(&self) -> u8 {
        self.version
    }

    /// The Humongous sub-version 60..=100, 0 for other games.
    #[must_use]
    pub fn he(&self) -> u8 {
        self.he
    }

    /// Whether this is a Humongous game of at least this sub-version.
    #[must_use]
    pub fn he_at_least(&self, he: u8) -> bool {
        self.he >= he && self.is_humongous()
    }

    /// Whether this is a Humongous game.
    #[must_use]
    pub fn is_humongous(&self) -> bool {
        self.he != 0
    }

    /// The platform.
    #[must_use]
    pub fn platform(&self) -> Platform {
        self.platform
    }

    /// The game, where one is known.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        self.game
    }

    /// The quirks in force.
    #[must_use]
    pub fn quirks(&self) -> Quirks {
        self.quirks
    }

    /// Whether a quirk is in force.
    #[must_use]
    pub fn has_quirk(&self, quirk: Quirks) -> bool {
        self.quirks.contains(quirk)
    }

    /// v1, v2 and v3 EGA: 4-byte resource headers, costumes for 16 fixed colours (C2, C6).
    #[must_use]
    pub fn is_old_bundle(&self) -> bool {
        self.version <= 3 && !self.old256
    }

    /// v1..v4: boxes are "none" at 255, classes have other numbers (B4, X4).
    #[must_use]
    pub fn is_small_header(&self) -> bool {
        self.version <= 4
    }

    /// Whether rooms have 16 colours without a strip code byte (S2): the old bundle and v4 EGA.
    #[must_use]
    pub fn is_sixteen_colour(&self) -> bool {
        self.is_old_bundle() || (self.version == 4 && self.ega)
    }

    /// Version 3 with 256 colours.
    #[must_use]
    pub fn is_v3_256(&self) -> bool {
        self.version == 3 && self.old256
    }

    /// The header of this version's resources (C1, F4).
    #[must_use]
    pub fn header(&self) -> Header {
        match self.version {
            5.. => Header::Large,
            _ if self.is_old_bundle() => Header::Old,
            _ => Header::Small,
        }
    }

    /// v7, v8: the newer family of actor rules (T31, T34, M6, G3 …).
    #[must_use]
    pub fn is_v7_plus(&self) -> bool {
        self.version >= 7
    }

    /// v7+ scrolls by single pixels and draws one strip more than fits (G3, S17).
    #[must_use]
    pub fn scrolls_by_pixels(&self) -> bool {
        self.is_v7_plus()
    }

    /// v7+ and Humongous games on 640x480: the stage is as high as the room; else it is a band of the screen (G1).
    #[must_use]
    pub fn has_room_high_stage(&self) -> bool {
        self.is_v7_plus() || self.he_at_least(71)
    }

    /// v1, v2: positions in units of 8x2 pixels, other default frames, other rules of showing and starting (G4, T20, T24).
    #[must_use]
    pub fn is_v1_or_v2(&self) -> bool {
        self.version <= 2
    }

    /// v7, v8 and HE61+: costumes are AKOS and actors change them without being hidden (T22).
    #[must_use]
    pub fn has_akos(&self) -> bool {
        self.is_v7_plus() || self.he_at_least(61)
    }

    /// The forced z-plane that means "by the walk box": 100 in v7+, else 0 (T20, M5, M6).
    #[must_use]
    pub fn unforced_clip(&self) -> u8 {
        if self.is_v7_plus() { 100 } else { 0 }
    }

    /// v6+: an init sets the animation clock back (T20).
    #[must_use]
    pub fn init_resets_animation_clock(&self) -> bool {
        self.version >= 6
    }

    /// v7+: an init gives an actor the classes of actor 0, else none (T20).
    #[must_use]
    pub fn init_copies_classes(&self) -> bool {
        self.is_v7_plus()
    }

    /// HE61, HE62: costume numbers are bytes (X9).
    #[must_use]
    pub fn has_byte_costume_numbers(&self) -> bool {
        matches!(self.he, 61 | 62)
    }

    /// v2 and v3 EGA, not v1: a new costume gives an actor the 16 colours in order (T21).
    #[must_use]
    pub fn resets_palette_of_old_costumes(&self) -> bool {
        self.is_old_bundle() && self.version >= 2
    }

    /// v5+: actors turn to what they use by its column alone (T45).
    #[must_use]
    pub fn faces_sideways_only(&self) -> bool {
        self.version >= 5
    }

    /// The first colour that remapped colours may become (P5).
    #[must_use]
    pub fn first_remap_colour(&self) -> u8 {
        if self.version == 8 { 24 } else { 1 }
    }

    /// v7: remapped colours never become cycling ones (P5).
    #[must_use]
    pub fn keeps_cycling_colours(&self) -> bool {
        self.version == 7
    }

    /// The bits of talk conditions in a condition mask, bit 0 included (T85).
    #[must_use]
    pub fn talk_condition_bits(&self) -> u32 {
        if self.he_at_least(85) { 0x1fff } else { 0x3ff }
    }

    /// v8 and Humongous: an actor that has talked leaves 0 as the talking actor, else 255 (T82).
    #[must_use]
    pub fn nobody_talks_is_zero(&self) -> bool {
        self.version == 8 || self.is_humongous()
    }

    /// The Dig, v8 and Humongous: when all talk is stopped, the talking actor becomes 0 (T82).
    #[must_use]
    pub fn stopped_talk_is_zero(&self) -> bool {
        self.nobody_talks_is_zero() || self.game == Some(Game::Dig)
    }

    /// v1..v5: actors count the sounds of their animations, and one sounds a frame (C26).
    #[must_use]
    pub fn has_sound_counters(&self) -> bool {
        self.version <= 5
    }

    /// v1..v5: the lights variable darkens rooms and actors (R13, C54).
    #[must_use]
    pub fn has_lights(&self) -> bool {
        self.version <= 5
    }

    /// v8: actors of negative layers stand before everything (D7).
    #[must_use]
    pub fn has_upper_actors(&self) -> bool {
        self.version == 8
    }

    /// HE90+: actors are ordered by layer, then by line (D6).
    #[must_use]
    pub fn orders_by_layer(&self) -> bool {
        self.he_at_least(90)
    }

    /// Sam & Max: actors of equal order are ordered by line and number (D6).
    #[must_use]
    pub fn orders_ties_by_number(&self) -> bool {
        self.game == Some(Game::SamNMax)
    }

    /// v8: every actor is drawn in every frame (D2).
    #[must_use]
    pub fn redraws_every_frame(&self) -> bool {
        self.version == 8
    }

    /// HE72+: an actor with a blend table is drawn in every frame (D2).
    #[must_use]
    pub fn redraws_blended_actors(&self) -> bool {
        self.he_at_least(72)
    }

    /// v1..v6: an actor of which a column was cut is drawn again in the next frame (C47).
    #[must_use]
    pub fn redraws_cut_actors(&self) -> bool {
        !self.is_v7_plus()
    }

    /// v1: so many actors have the costume of their own number from the start (maniac 24, zak 12); else none.
    #[must_use]
    pub fn actors_with_own_costumes(&self) -> u16 {
        match (self.version, self.game) {
            (1, Some(Game::Maniac)) => 24,
            (1, _) => 12,
            _ => 0,
        }
    }

    /// v5+: costumes are drawn with a shadow table (C51, A61).
    #[must_use]
    pub fn draws_with_shadow_table(&self) -> bool {
        self.has_engine_shadow_table() || self.has_eight_shadow_tables()
    }

    /// Sam & Max: a new shadow table begins with every colour being itself (P6).
    #[must_use]
    pub fn resets_shadow_table(&self) -> bool {
        self.game == Some(Game::SamNMax)
    }

    /// v3+: actors that ignore boxes stand in none; before, they are put into one like all others (T7C).
    #[must_use]
    pub fn actors_may_stand_outside_boxes(&self) -> bool {
        !self.is_v1_or_v2()
    }

    /// Maniac Mansion v1: an actor that is shown faces south, whatever way it faced before.
    #[must_use]
    pub fn shows_actors_from_the_front(&self) -> bool {
        self.version == 1 && self.game == Some(Game::Maniac)
    }

    /// HE71+: backgrounds of rooms are BMAPs, drawn as a whole (S15).
    #[must_use]
    pub fn has_bmap_backgrounds(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE71+: animations may ask for aux frames (A98).
    #[must_use]
    pub fn has_aux_frames(&self) -> bool {
        self.he_at_least(71)
    }

    /// HE72+: aux frames stand as high above the ground as their actor (A98).
    #[must_use]
    pub fn elevates_aux_frames(&self) -> bool {
        self.he_at_least(72)
    }

    /// HE80+: talk conditions follow who talks (T84).
    #[must_use]
    pub fn moves_mouths(&self) -> bool {
        self.he_at_least(80)
    }

    /// HE70+: of several actors at a place the one standing lowest is found, else the first (D11).
    #[must_use]
    pub fn finds_the_lowest_actor(&self) -> bool {
        self.he_at_least(70)
    }

    /// v2: how far right of their place costumes of actors that do not face west are drawn (G4); v1: not at all.
    #[must_use]
    pub fn old_costume_shift(&self) -> i32 {
        if self.version == 2 { 8 } else { 0 }
    }

    /// v8: while a message waits, no talk animation starts (T81).
    #[must_use]
    pub fn keeps_talk_animation(&self) -> bool {
        self.version == 8
    }

    /// v5, v6: one shadow table of 256 bytes, the identity at room start (C51).
    #[must_use]
    pub fn has_engine_shadow_table(&self) -> bool {
        matches!(self.version, 5 | 6)
    }

    /// Whether there is a shadow table at all (C51).
    #[must_use]
    pub fn has_shadow_table(&self) -> bool {
        self.has_engine_shadow_table() || self.has_eight_shadow_tables()
    }

    /// v1..v3: the number of planes that every room has, plane 0 included (M3).
    #[must_use]
    pub fn fixed_plane_count(&self) -> Option<usize> {
        (self.version <= 3).then_some(2)
    }

    /// v7, v8: eight shadow tables, all zero at room start (A61).
    #[must_use]
    pub fn has_eight_shadow_tables(&self) -> bool {
        self.is_v7_plus()
    }

    /// Whether pictures have 16 bits a pixel (late Humongous games only).
    #[must_use]
    pub fn has_true_colour(&self) -> bool {
        self.true_colour
    }

    /// Whether chores of AKOS costumes may have eight directions (A6).
    #[must_use]
    pub fn has_eight_directions(&self) -> bool {
        self.is_v7_plus()
    }

    /// Whether limbs of mode 8 are drawn (A40).
    #[must_use]
    pub fn draws_delta_limbs(&self) -> bool {
        !self.he_at_least(70)
    }

    /// HE80+: each limb has its own part of the jump table (A32).
    #[must_use]
    pub fn has_limb_jump_tables(&self) -> bool {
        self.he_at_least(80)
    }

    /// HE90+: conditions switch blending on, and the actor's shadow mode counts no more (A44, A61).
    #[must_use]
    pub fn blends_by_condition(&self) -> bool {
        self.he_at_least(90)
    }

    /// HE90..98: once an item has switched blending on, it stays on for the rest of the draw-many (A44).
    #[must_use]
    pub fn blending_stays(&self) -> bool {
        self.he_at_least(90) && !self.has_palette_slots()
    }

    /// HE99+: palette slots (A50, A92).
    #[must_use]
    pub fn has_palette_slots(&self) -> bool {
        self.he_at_least(99)
    }

    /// HE70: the room's REMP table maps colours and serves as shadow table (A50, A61, A83).
    #[must_use]
    pub fn has_room_remap(&self) -> bool {
        self.he_at_least(70) && !self.he_at_least(71)
    }

    /// HE71+: an actor's clip override cuts codecs 1 and 16 too (A62, A84).
    #[must_use]
    pub fn has_clip_override(&self) -> bool {
        self.he_at_least(71)
    }

    /// The number of the box that means "none" (B4): 255 in small-header games, else 0.
    #[must_use]
    pub fn invalid_box(&self) -> u8 {
        if self.is_small_header() { 255 } else { 0 }
    }

    /// v1, v2: boxes and positions in cells of 8x2 pixels, a table of ways instead of triples (B1, B3, T7C).
    #[must_use]
    pub fn has_cell_boxes(&self) -> bool {
        self.version <= 2
    }

    /// v5+: a box that is no more than a line holds the points within two pixels of it (B5).
    #[must_use]
    pub fn lines_are_boxes(&self) -> bool {
        self.version >= 5
    }

    /// v1..v4: the number of boxes itself means the last box (B1).
    #[must_use]
    pub fn box_count_is_last_box(&self) -> bool {
        self.is_small_header()
    }

    /// The squared distance from which on no box is near enough to put an actor into (T61).
    #[must_use]
    pub fn farthest_box(&self) -> i32 {
        if self.is_v7_plus() { i32::MAX } else { 0xffff }
    }

    /// v8: a box has its scale slot beside its scale (B1, T62).
    #[must_use]
    pub fn boxes_name_slots(&self) -> bool {
        self.version == 8
    }

    /// v1..v3: an actor outside all boxes is hidden by plane 1 (M7).
    #[must_use]
    pub fn no_box_masks(&self) -> bool {
        self.version <= 3
    }

    /// How actors find their way and take their steps.
    #[must_use]
    pub fn walk_rules(&self) -> WalkRules {
        match self.version {
            ..=2 => WalkRules::Cells,
            3 => WalkRules::TwoGates,
            _ => WalkRules::Slopes,
        }
    }

    /// How actors turn from one facing to another.
    #[must_use]
    pub fn turning(&self) -> Turning {
        match self.version {
            ..=3 => Turning::OldDirections,
            4..=6 => Turning::Quarters,
            _ => Turning::AtOnce,
        }
    }

    /// v6: an actor that ignores turns keeps its facing while it walks, too (T43).
    #[must_use]
    pub fn ignoring_turns_keeps_facing(&self) -> bool {
        self.version == 6
    }

    /// Loom: boxes and classes change the facing of actors that ignore boxes, too (T44).
    #[must_use]
    pub fn flips_outside_boxes(&self) -> bool {
        self.game == Some(Game::Loom)
    }

    /// Zak of v3: an actor that has turned stands (T42), and locked boxes stop it (T77).
    #[must_use]
    pub fn has_zak_walks(&self) -> bool {
        self.version == 3 && self.game == Some(Game::Zak)
    }

    /// v4+: boxes say how large an actor is (T62).
    #[must_use]
    pub fn boxes_scale(&self) -> bool {
        self.version >= 4
    }

    /// Sam & Max: in a box for the player only the scale stays as it is (B2, T62).
    #[must_use]
    pub fn player_boxes_keep_scale(&self) -> bool {
        self.game == Some(Game::SamNMax)
    }

    /// v4: a scale slot in an actor's scale word is looked at when it is drawn (T63).
    #[must_use]
    pub fn draws_with_slot_scale(&self) -> bool {
        self.version == 4
    }

    /// v6+: a script may take the place of the walk animation (T74).
    #[must_use]
    pub fn has_walk_scripts(&self) -> bool {
        self.version >= 6
    }

    /// v8: another speed plans a leg anew only while the actor is in one (T26).
    #[must_use]
    pub fn speed_matters_in_legs_only(&self) -> bool {
        self.version == 8
    }

    /// v5+: the destination of a walk is put into a box before anything else is asked (T75).
    #[must_use]
    pub fn adjusts_destinations_first(&self) -> bool {
        self.version >= 5
    }

    /// The last strip that an actor can claim (D3).
    #[must_use]
    pub fn last_strip(&self) -> usize {
        if self.is_v7_plus() { 409 } else { 200 }
    }

    /// The unit of actors' positions and of boxes in pixels: 8x2 in v1 and v2, else single pixels (G4, B1).
    #[must_use]
    pub fn position_unit(&self) -> (u8, u8) {
        if self.version <= 2 { (8, 2) } else { (1, 1) }
    }

    /// HE70+: directories store sizes, rooms have positions of their own in the index (N6, F3e).
    #[must_use]
    pub fn has_directory_sizes(&self) -> bool {
        self.he_at_least(70)
    }

    /// HE80+: the index has the names of rooms as plain text (N6).
    #[must_use]
    pub fn has_plain_room_names(&self) -> bool {
        self.he_at_least(80)
    }

    /// v8: counts in the index have 32 bits, objects have names (N5).
    #[must_use]
    pub fn has_wide_directories(&self) -> bool {
        self.version == 8
    }

    /// Where the offsets of a COST are counted from, as a position in the block with its header (C2).
    #[must_use]
    pub fn costume_base(&self) -> usize {
        match self.version {
            6.. => 8,
            5 => 2,
            1 => 4,
            _ => 0,
        }
    }

    /// Where a COST's number of animations stands in the block with its header (C2, C3).
    #[must_use]
    pub fn costume_fields(&self) -> usize {
        match self.version {
            6.. => 14,
            5 => 8,
            _ if self.is_old_bundle() => 4,
            _ => 6,
        }
    }

    /// v6: a COST begins with its size, where 0 says that the number of animations counts them (C3).
    #[must_use]
    pub fn costume_has_size_field(&self) -> bool {
        self.version >= 6
    }

    /// v1: the limb mask of a COST animation is one byte, the upper one (C11).
    #[must_use]
    pub fn costume_mask_is_byte(&self) -> bool {
        self.version == 1
    }

    /// v1..v3: the starts in a COST animation are single bytes (C11).
    #[must_use]
    pub fn costume_starts_are_bytes(&self) -> bool {
        self.version <= 3
    }

    /// Where the moves of a COST begin, relative to the anchor (C32, G5).
    #[must_use]
    pub fn costume_origin(&self) -> (i32, i32) {
        if self.is_old_bundle() && self.version > 1 { (-72, -100) } else { (0, 0) }
    }

    /// Picture numbers from here on show nothing (C30); 128 where all of them show something.
    #[must_use]
    pub fn costume_picture_codes(&self) -> u8 {
        if self.is_v3_256() { 0x79 } else { 0x80 }
    }

    /// How the commands of a COST make sounds (C21, C22).
    #[must_use]
    pub fn sound_commands(&self) -> SoundCommands {
        match self.version {
            6.. if self.he == 60 => SoundCommands::QueueReversed,
            6.. => SoundCommands::Queue,
            4 | 5 => SoundCommands::Counter { high_bit: false },
            _ => SoundCommands::Counter { high_bit: true },
        }
    }

    /// Whether actors are scaled: from v4 on (C6B).
    #[must_use]
    pub fn scales_actors(&self) -> bool {
        self.version >= 4
    }

    /// v5 on the Amiga: COST pictures are stored row by row (C39, C70).
    #[must_use]
    pub fn has_row_costumes(&self) -> bool {
        self.version == 5 && self.platform == Platform::Amiga
    }

    /// Indiana Jones 4 on the Amiga: costume colours go through the room's remap (C70).
    #[must_use]
    pub fn remaps_costumes_by_room(&self) -> bool {
        self.has_row_costumes() && self.game == Some(Game::Indy4)
    }

    /// The screen in pixels (G1, I8): 320x200; 640x480 in v8 and from HE71 on.
    #[must_use]
    pub fn screen_size(&self) -> (u16, u16) {
        if self.version == 8 || self.he_at_least(71) { (640, 480) } else { (320, 200) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_follow_the_version_c1() {
        assert_eq!(Dialect::new(2).header(), Header::Old);
        assert_eq!(Dialect::new(3).header(), Header::Old);
        assert_eq!(Dialect::new(3).with_old256(true).header(), Header::Small);
        assert_eq!(Dialect::new(4).header(), Header::Small);
        assert_eq!(Dialect::new(5).header(), Header::Large);
    }

    #[test]
    fn every_quirk_is_on_by_default() {
        assert!(Dialect::new(5).has_quirk(Quirks::WEST_RIGHT_CLIP | Quirks::CUT_REDRAWS));
        let fixed = Dialect::new(5).with_quirks(Quirks::all() - Quirks::WEST_RIGHT_CLIP);
        assert!(!fixed.has_quirk(Quirks::WEST_RIGHT_CLIP) && fixed.has_quirk(Quirks::CUT_REDRAWS));
    }
}
