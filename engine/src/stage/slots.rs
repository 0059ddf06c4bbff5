//! The palette slots of HE99+: colours, and what pixels are mapped to (H1–H4).

use scumm_room::Palette;

/// Bytes of a slot: 768 of colours, 256 of its map (H1).
const SLOT: usize = 1024;

/// Bytes of a slot's colours.
const COLOURS: usize = 768;

/// A room leaves a colour alone whose components all reach this (H2).
const KEEP: u8 = 252;

/// The one colour that a room always sets (H2).
const ALWAYS: usize = 15;

/// How many slots there are where nothing else is known (A50).
const COUNT: usize = 17;

/// All slots in one row of bytes; empty in versions without.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PaletteSlots(Vec<u8>);

impl PaletteSlots {
    /// The bytes of all slots.
    pub const SIZE: usize = SLOT * COUNT;

    /// Slots of zeros, as a game starts with them (H1).
    pub fn start() -> Self {
        Self(vec![0; Self::SIZE])
    }

    /// Slots with these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// Takes over a palette of the room (H2, H3). What it does not set keeps its value.
    pub fn take_room(&mut self, stored: &[[u8; 3]]) {
        for (i, colour) in (0..=u8::MAX).zip(stored) {
            if usize::from(i) == ALWAYS || colour.iter().any(|&c| c < KEEP) {
                self.set_colour(i, *colour);
            }
        }
        let Some((slot_0, rest)) = self.0.split_at_mut_checked(SLOT) else { return };
        if let (Some(copy), Some(colours)) = (slot_0.get_mut(..COLOURS), rest.get(..COLOURS)) {
            copy.copy_from_slice(colours);
        }
        for i in (0..10).chain(246..=u8::MAX) {
            self.map(i);
        }
    }

    /// Gives slot 1 a colour, which is mapped to itself from then on (H3).
    pub fn set_colour(&mut self, i: u8, colour: [u8; 3]) {
        let start = SLOT + 3 * usize::from(i);
        if let Some(entry) = self.0.get_mut(start..start + 3) {
            entry.copy_from_slice(&colour);
        }
        self.map(i);
    }

    /// Maps a colour of slot 1 to itself.
    fn map(&mut self, i: u8) {
        if let Some(entry) = self.0.get_mut(SLOT + COLOURS + usize::from(i)) {
            *entry = i;
        }
    }

    /// The colours that the display shows: those of slot 1 (H2).
    pub fn displayed(&self) -> Option<Palette> {
        Palette::from_bytes(self.0.get(SLOT..SLOT + COLOURS)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapped(slots: &PaletteSlots, i: usize) -> u8 {
        slots.as_slice()[SLOT + COLOURS + i]
    }

    #[test]
    fn a_room_fills_slot_1_and_copies_its_colours_to_slot_0_h2() {
        let mut slots = PaletteSlots::start();
        let mut stored = vec![[1, 2, 3]; 100];
        stored[15] = [255; 3];
        stored[20] = [252, 255, 253];
        slots.take_room(&stored);
        assert_eq!(
            [5, 15, 19, 20, 99, 100, 245, 246, 255].map(|i| mapped(&slots, i)),
            [5, 15, 19, 0, 99, 0, 0, 246, 255]
        );
        let shown = slots.displayed().unwrap().0;
        assert_eq!((shown[15], shown[19], shown[20]), ([255; 3], [1, 2, 3], [0; 3]));
        assert_eq!(slots.as_slice()[..COLOURS], slots.as_slice()[SLOT..SLOT + COLOURS]);
        assert!(slots.as_slice()[COLOURS..SLOT].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn what_a_room_does_not_write_stays_h1() {
        let mut slots = PaletteSlots::start();
        slots.take_room(&[[7; 3]; 256]);
        slots.take_room(&[[255; 3]; 50]);
        assert_eq!((mapped(&slots, 30), slots.displayed().unwrap().0[30]), (30, [7; 3]));
    }

    #[test]
    fn a_script_sets_one_colour_of_slot_1_h3() {
        let mut slots = PaletteSlots::start();
        slots.set_colour(30, [9; 3]);
        assert_eq!((mapped(&slots, 30), slots.displayed().unwrap().0[30], slots.as_slice()[90]), (30, [9; 3], 0));
    }

    #[test]
    fn versions_without_slots_have_none_h2() {
        let mut slots = PaletteSlots::default();
        slots.take_room(&[[7; 3]; 256]);
        assert_eq!((slots.displayed(), slots.as_slice().len()), (None, 0));
    }
}
