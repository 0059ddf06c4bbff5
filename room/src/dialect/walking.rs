//! Questions about boxes, turning and walking.

use super::{Dialect, GameId, Quirks};

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

impl Dialect {
    /// The number of the box that means "none" (B4): 255 in small-header games, else 0.
    #[must_use]
    pub fn invalid_box(&self) -> u8 {
        if self.is_small_header() { 255 } else { 0 }
    }

    /// v5+: a box that is no more than a line holds the points within two pixels of it (B5).
    #[must_use]
    pub fn lines_are_boxes(&self) -> bool {
        self.version >= 5
    }

    /// v0..v4: the number of boxes itself means the last box (B1); not so on the Nintendo (Q51).
    #[must_use]
    pub fn box_count_is_last_box(&self) -> bool {
        self.is_small_header() && !self.is_nes()
    }

    /// v7, v8: a box holds points whichever way round its corners go (B5).
    #[must_use]
    pub fn boxes_have_either_winding(&self) -> bool {
        self.version == 8 || (self.version == 7 && self.has_quirk(Quirks::EITHER_WINDING))
    }

    /// v3, v4: where no box is near, an actor goes to the point where one was found last (T61).
    #[must_use]
    pub fn remembers_last_point(&self) -> bool {
        matches!(self.version, 3 | 4)
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

    /// The unit of actors' positions and of boxes in pixels: 8x2 in v1 and v2, else single pixels (G4, B1).
    #[must_use]
    pub fn position_unit(&self) -> (u8, u8) {
        if self.version <= 2 { (8, 2) } else { (1, 1) }
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

    /// v2: a leg that leads nowhere is over (T7Cd).
    #[must_use]
    pub fn ends_empty_legs(&self) -> bool {
        self.version == 2
    }

    /// Maniac Mansion v1: the actor that the ego variable names is the player's one, for boxes that treat it differently
    /// (B2, T7Cf).
    #[must_use]
    pub fn player_is_ego(&self) -> bool {
        self.version == 1 && self.game == Some(GameId::Maniac)
    }

    /// Zak v1, v2: the player's actors are those whose numbers lie between two variables (T7Cf). In v3 and later they are those
    /// of class 31 (T61).
    #[must_use]
    pub fn players_are_numbered(&self) -> bool {
        self.is_v1_or_v2() && !self.player_is_ego()
    }

    /// v4..v6: from north to south actors turn by way of east (T43).
    #[must_use]
    pub fn turns_south_by_east(&self) -> bool {
        self.version >= 4 && !self.has_quirk(Quirks::NORTH_TO_SOUTH_BY_WEST)
    }

    /// v6: an actor that ignores turns keeps its facing while it walks, too (T43).
    #[must_use]
    pub fn ignoring_turns_keeps_facing(&self) -> bool {
        self.version == 6
    }

    /// v3, v4: boxes and classes change the facing of actors that ignore boxes, too (T44).
    #[must_use]
    pub fn flips_outside_boxes(&self) -> bool {
        self.version <= 4 && (self.has_quirk(Quirks::FLIPS_OUTSIDE_BOXES) || self.game == Some(GameId::Loom))
    }

    /// v8: what mirrors a facing mirrors that of a turn twice (T41).
    #[must_use]
    pub fn mirrors_turns_twice(&self) -> bool {
        self.version == 8
    }

    /// Zak of v3: an actor that has turned stands (T42), and locked boxes stop it (T77).
    #[must_use]
    pub fn has_zak_walks(&self) -> bool {
        self.version == 3 && self.game == Some(GameId::Zak)
    }

    /// v4+: boxes say how large actors are drawn (T62, C6B).
    #[must_use]
    pub fn scales_actors(&self) -> bool {
        self.version >= 4
    }

    /// Sam & Max: in a box for the player only the scale stays as it is (B2, T62).
    #[must_use]
    pub fn player_boxes_keep_scale(&self) -> bool {
        self.game == Some(GameId::SamNMax)
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

    /// The Dig, v8: after the ways between boxes were computed anew, the actors of the room are put again (Y35).
    #[must_use]
    pub fn puts_actors_after_box_changes(&self) -> bool {
        self.version == 8 || self.game == Some(GameId::Dig)
    }

    /// The Dig, v8: another speed plans a leg anew only while the actor is in one (T26).
    #[must_use]
    pub fn speed_matters_in_legs_only(&self) -> bool {
        self.version == 8 || self.game == Some(GameId::Dig)
    }

    /// v5+: the destination of a walk is put into a box before anything else is asked (T75).
    #[must_use]
    pub fn adjusts_destinations_first(&self) -> bool {
        self.version >= 5
    }

    /// v3+: actors that ignore boxes stand in none; before, they are put into one like all others (T7C).
    #[must_use]
    pub fn actors_may_stand_outside_boxes(&self) -> bool {
        !self.is_v1_or_v2()
    }

    /// v5+: actors turn to what they use by its column alone (T45).
    #[must_use]
    pub fn faces_sideways_only(&self) -> bool {
        self.version >= 5
    }
}
