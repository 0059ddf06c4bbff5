//! Questions about COST costumes.

use super::{Dialect, GameId, Platform};

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

impl Dialect {
    /// v4: the index into the scale table rises from column to column, whichever way a picture is drawn (C69a).
    #[must_use]
    pub fn scale_index_rises(&self) -> bool {
        self.version == 4
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

    /// v1..v5: actors count the sounds of their animations, and one sounds a frame (C26).
    #[must_use]
    pub fn has_sound_counters(&self) -> bool {
        self.version <= 5
    }

    /// v5, v6 but not HE60: COST pictures are drawn with the engine's shadow table (C50, C51).
    #[must_use]
    pub fn shades_costumes(&self) -> bool {
        self.has_engine_shadow_table() && !self.is_humongous()
    }

    /// v5 on the Amiga: COST pictures are stored row by row (C39, C70).
    #[must_use]
    pub fn has_row_costumes(&self) -> bool {
        self.version == 5 && self.platform == Platform::Amiga
    }

    /// Indiana Jones 4 on the Amiga: costume colours go through the room's remap (C70).
    #[must_use]
    pub fn remaps_costumes_by_room(&self) -> bool {
        self.has_colour_registers()
    }

    /// v0..v2: how many pixels right of their place costumes are drawn, by the actor's facing in degrees: exactly west and
    /// exactly east are different (G4, V37, Q44).
    #[must_use]
    pub fn old_costume_shift(&self, facing: u16) -> i32 {
        match (self.version, facing) {
            (0, _) => 12,
            (_, 90) if self.is_nes() => -8,
            _ if self.is_nes() => 0,
            (_, 270) => 16,
            (2, _) => 8,
            _ => 0,
        }
    }

    /// v2 and v3 EGA, not v1: a new costume gives an actor the 16 colours in order (T21).
    #[must_use]
    pub fn resets_palette_of_old_costumes(&self) -> bool {
        self.is_old_bundle() && self.version >= 2
    }

    /// HE61, HE62: costume numbers are bytes (X9).
    #[must_use]
    pub fn has_byte_costume_numbers(&self) -> bool {
        matches!(self.he, 61 | 62)
    }

    /// v0, v1: so many actors have the costume of their own number from the start (maniac 24, zak 12); else none.
    #[must_use]
    pub fn actors_with_own_costumes(&self) -> u16 {
        match (self.version, self.game) {
            (0 | 1, Some(GameId::Maniac)) => 24,
            (1, _) => 12,
            _ => 0,
        }
    }
}
