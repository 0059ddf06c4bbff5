//! The palette slots of HE99+: colours and a map of pixels (H1–H4).

use std::ops::Range;

use scumm_room::{Error, Palette, Result};

use super::Colours;

/// The number of bytes in a slot: 768 for its colours, 256 for its map (H1).
const SLOT: usize = 1024;

/// The number of bytes in the colours of a slot.
const COLOURS: usize = 768;

/// The component value from which a room does not set a colour, if all components reach it (H2).
const KEEP: u8 = 252;

/// The only colour that a room always sets (H2).
const ALWAYS: usize = 15;

/// The last slot if the game does not set another number (A50).
const LAST: u8 = 16;

/// The slot that rooms fill and that the display shows (H2).
const ROOM: u8 = 1;

/// All slots, one after the other; empty in versions without palette slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PaletteSlots(pub Vec<u8>);

impl PaletteSlots {
    /// Creates the slots of a game whose number of slots is unknown (H1).
    pub fn start() -> Self {
        Self::up_to(LAST)
    }

    /// Creates slots 0 to `last` with zeros, as at the start of a game (H1).
    pub fn up_to(last: u8) -> Self {
        Self(vec![0; SLOT * (usize::from(last) + 1)])
    }

    /// Applies a palette of the room (H2, H3). Entries that the palette does not set keep their
    /// values.
    pub fn take_room(&mut self, stored: &[[u8; 3]]) {
        for (i, colour) in (0..=u8::MAX).zip(stored) {
            if usize::from(i) == ALWAYS || colour.iter().any(|&c| c < KEEP) {
                self.set_colour(i, *colour);
            }
        }
        let mut slots = self.0.chunks_exact_mut(SLOT);
        let (Some(slot_0), Some(slot_1)) = (slots.next(), slots.next()) else {
            return;
        };
        slot_0[..COLOURS].copy_from_slice(&slot_1[..COLOURS]);
        for i in (0..10).chain(246..=u8::MAX) {
            slot_1[COLOURS + usize::from(i)] = i;
        }
    }

    /// Sets a colour of slot 1 and maps it to itself (H3).
    pub fn set_colour(&mut self, i: u8, colour: [u8; 3]) {
        self.write(ROOM, i, colour, i);
    }

    /// Stores a colour and its map entry.
    fn write(&mut self, slot: u8, i: u8, colour: [u8; 3], mapped: u8) {
        let i = usize::from(i);
        let Some(bytes) = self.0.get_mut(bytes_of(slot)) else {
            return;
        };
        bytes[3 * i..3 * i + 3].copy_from_slice(&colour);
        bytes[COLOURS + i] = mapped;
    }

    /// Returns the displayed colours: those of slot 1 (H2).
    pub fn displayed(&self) -> Option<Palette> {
        Palette::from_bytes(self.0.get(SLOT..SLOT + COLOURS)?)
    }

    /// Returns [`Error::Misuse`] if scripts cannot use this slot.
    fn check(&mut self, slot: u8) -> Result<&mut Self> {
        if slot > 0 && bytes_of(slot).end <= self.0.len() {
            return Ok(self);
        }
        let last = (self.0.len() / SLOT).saturating_sub(1);
        Err(Error::Misuse(format!(
            "there is no palette slot {slot}: scripts reach 1 to {last}"
        )))
    }
}

/// Returns the range of a slot's bytes.
fn bytes_of(slot: u8) -> Range<usize> {
    let start = SLOT * usize::from(slot);
    start..start + SLOT
}

/// Script operations on the palette slots of HE99 and later (H4). The display shows slot 1. Every
/// operation returns an error for a slot that scripts cannot use: slot 0, a slot that the game does
/// not have, and any slot in another version.
impl Colours {
    /// Sets a colour of a slot and maps it to itself.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if scripts cannot use the slot.
    pub fn set_slot_colour(&mut self, slot: u8, i: u8, colour: [u8; 3]) -> Result<()> {
        self.slots.check(slot)?.write(slot, i, colour, i);
        Ok(())
    }

    /// Copies colour `to` of slot 1 to colour `i` of a slot, and maps `i` to `to`.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if scripts cannot use the slot.
    pub fn map_slot_colour(&mut self, slot: u8, i: u8, to: u8) -> Result<()> {
        let slots = self.slots.check(slot)?;
        let colour = slots.displayed().map_or([0; 3], |shown| shown[to]);
        slots.write(slot, i, colour, to);
        Ok(())
    }

    /// Sets all 256 colours of a slot and maps each colour to itself. The colours are those of a
    /// costume, an image or a room.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if scripts cannot use the slot.
    pub fn load_slot(&mut self, slot: u8, colours: &Palette) -> Result<()> {
        let slots = self.slots.check(slot)?;
        for (i, colour) in (0..=u8::MAX).zip(colours.0) {
            slots.write(slot, i, colour, i);
        }
        Ok(())
    }

    /// Copies a slot to another one, with its colours and its map. Scripts call a copy of slot 1
    /// restoring a slot.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if scripts cannot use one of the slots.
    pub fn copy_slot(&mut self, from: u8, to: u8) -> Result<()> {
        let slots = self.slots.check(from)?.check(to)?;
        slots.0.copy_within(bytes_of(from), bytes_of(to).start);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{palette, stage};

    fn mapped(slots: &PaletteSlots, i: usize) -> u8 {
        slots.0[SLOT + COLOURS + i]
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
        assert_eq!(
            (shown[15], shown[19], shown[20]),
            ([255; 3], [1, 2, 3], [0; 3])
        );
        assert_eq!(slots.0[..COLOURS], slots.0[SLOT..SLOT + COLOURS]);
        assert!(slots.0[COLOURS..SLOT].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn what_a_room_does_not_write_stays_h1() {
        let mut slots = PaletteSlots::start();
        slots.take_room(&[[7; 3]; 256]);
        slots.take_room(&[[255; 3]; 50]);
        assert_eq!(
            (mapped(&slots, 30), slots.displayed().unwrap().0[30]),
            (30, [7; 3])
        );
    }

    #[test]
    fn a_script_sets_one_colour_of_slot_1_h3() {
        let mut slots = PaletteSlots::start();
        slots.set_colour(30, [9; 3]);
        assert_eq!(
            (
                mapped(&slots, 30),
                slots.displayed().unwrap().0[30],
                slots.0[90]
            ),
            (30, [9; 3], 0)
        );
    }

    #[test]
    fn versions_without_slots_have_none_h2() {
        let mut slots = PaletteSlots::default();
        slots.take_room(&[[7; 3]; 256]);
        assert_eq!((slots.displayed(), slots.0.len()), (None, 0));
    }

    /// Returns a colour of a slot and its map entry.
    fn entry(stage: &crate::Stage, slot: u8, i: usize) -> ([u8; 3], u8) {
        let slot = &stage.state.colours.slots.0[bytes_of(slot)];
        (slot[3 * i..][..3].try_into().unwrap(), slot[COLOURS + i])
    }

    #[test]
    fn scripts_fill_map_and_copy_slots_h4() {
        let mut stage = stage(Dialect::humongous(99));
        stage
            .colours_mut()
            .set_slot_colour(3, 40, [1, 2, 3])
            .unwrap();
        assert_eq!(entry(&stage, 3, 40), ([1, 2, 3], 40));
        stage.colours_mut().set_slot_colour(1, 50, [9; 3]).unwrap();
        assert_eq!(stage.colours().displayed()[50], [9; 3]);
        stage.colours_mut().map_slot_colour(3, 41, 50).unwrap();
        assert_eq!(entry(&stage, 3, 41), ([9; 3], 50));
        stage
            .colours_mut()
            .load_slot(4, &palette(&[(7, [7; 3])]))
            .unwrap();
        assert_eq!(
            (entry(&stage, 4, 7), entry(&stage, 4, 8).1),
            (([7; 3], 7), 8)
        );
        stage.colours_mut().copy_slot(3, 5).unwrap();
        assert_eq!(
            (entry(&stage, 5, 40), entry(&stage, 5, 41)),
            (([1, 2, 3], 40), ([9; 3], 50))
        );
        stage.colours_mut().copy_slot(1, 3).unwrap();
        assert_eq!(entry(&stage, 3, 50), ([9; 3], 50));
    }

    #[test]
    fn slots_that_scripts_cannot_name_are_refused_h4() {
        let mut stage = stage(Dialect::humongous(99));
        for slot in [0, 17, 255] {
            assert!(
                stage
                    .colours_mut()
                    .set_slot_colour(slot, 1, [1; 3])
                    .is_err()
                    && stage.colours_mut().copy_slot(1, slot).is_err()
            );
            assert!(
                stage.colours_mut().copy_slot(slot, 1).is_err()
                    && stage.colours_mut().map_slot_colour(slot, 1, 2).is_err()
            );
            assert!(
                stage
                    .colours_mut()
                    .load_slot(slot, &Palette::default())
                    .is_err()
            );
        }
        assert!(
            crate::fixture::stage(Dialect::humongous(98))
                .colours_mut()
                .set_slot_colour(1, 1, [1; 3])
                .is_err()
        );
    }
}
