//! The colours of Indiana Jones 4 on the Amiga: 64 registers of 12 bits show a palette of 256
//! entries (P10).

use scumm_room::{Cycle, Palette};

/// The number of registers. Rooms and costumes use the first half.
const REGISTERS: u8 = 64;
/// The number of registers for rooms and costumes.
const ROOM_REGISTERS: u8 = 32;
/// The palette entry that register 0 shows.
const FIRST_SHOWN: u8 = 16;
/// The register of the mouse pointer, which no palette colour changes.
const POINTER: u8 = 17;
/// The first palette entry that may hold a colour of a costume.
const FIRST_UPPER: usize = 80;
/// The largest component of a used entry: an entry is used if one of its components is at most this
/// value.
const LAST_USED: u8 = 251;
/// The colours that the display shows in the pointer's entries of a palette.
const POINTER_COLOURS: [(usize, [u8; 3]); 3] =
    [(252, [0xff; 3]), (253, [0xab; 3]), (254, [0x57; 3])];

/// The registers of the display, and their relation to the palette.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct AmigaColours {
    /// The colours of the registers, with 4 bits for each component.
    registers: Vec<[u8; 3]>,
    /// The first used palette entry of costumes; 256 if no entry is used.
    first_upper: usize,
    /// A bit for each room register that a colour cycle changes.
    cycling: u32,
}

impl AmigaColours {
    /// Computes the registers for a room's palette and cycles. Writes the register of each entry to
    /// `table`, the room's colour remap.
    pub fn new(palette: &Palette, cycles: &[Cycle], table: &mut [u8; 256]) -> Self {
        let shown = palette
            .iter()
            .skip(FIRST_SHOWN.into())
            .take(REGISTERS.into());
        let is_used = |colour: &[u8; 3]| colour.iter().any(|c| *c <= LAST_USED);
        let upper = palette.iter().skip(FIRST_UPPER).position(is_used);
        let turned = cycles.iter().flat_map(|cycle| {
            let cycle = on_registers(cycle);
            cycle.first..=cycle.last
        });
        let this = Self {
            registers: shown.map(|colour| colour.map(|c| c >> 4)).collect(),
            first_upper: upper.map_or(256, |i| i.saturating_add(FIRST_UPPER)),
            cycling: turned.fold(0, |bits, register| bits | 1 << register),
        };
        for (i, (entry, colour)) in (0..=u8::MAX).zip(table.iter_mut().zip(palette.colours())) {
            *entry = if this.is_free(i) {
                this.nearest(*colour)
            } else {
                register_of(i)
            };
        }
        this
    }

    /// Updates the registers and the remap after a change of entry `i` of the palette.
    pub fn change(&mut self, i: u8, palette: &Palette, table: &mut [u8; 256]) {
        let colour = palette[i];
        if self.is_free(i) {
            table[usize::from(i)] = self.nearest(colour);
        }
        let Some(register) = i.checked_sub(FIRST_SHOWN).filter(|r| *r < REGISTERS) else {
            return;
        };
        if register % ROOM_REGISTERS == POINTER {
            return;
        }
        if let Some(stored) = self.registers.get_mut(usize::from(register)) {
            *stored = colour.map(|c| c >> 4);
        }
        if register < ROOM_REGISTERS {
            // Other entries may now be nearer to another register.
            for (i, (entry, colour)) in (0..=u8::MAX).zip(table.iter_mut().zip(palette.colours())) {
                if *entry == register && self.is_free(i) {
                    *entry = self.nearest(*colour);
                }
            }
        }
    }

    /// Returns the displayed palette: the room registers through the shadow table, the registers of
    /// the verbs after them, and the mouse pointer. Entries that no pixel can use are black.
    pub fn displayed(&self, shadow: &[u8]) -> Palette {
        let register = |i: u8| {
            let stored = self
                .registers
                .get(usize::from(i))
                .copied()
                .unwrap_or_default();
            stored.map(|c| {
                u8::try_from(u16::from(c & 15).saturating_mul(255) / 15).unwrap_or(u8::MAX)
            })
        };
        let mut shown = Palette::default();
        for (i, colour) in (0..REGISTERS).zip(shown.colours_mut()) {
            let through = shadow
                .get(usize::from(i))
                .copied()
                .filter(|_| i < ROOM_REGISTERS);
            *colour = register(through.unwrap_or(i));
        }
        for (i, pointer) in POINTER_COLOURS {
            shown.colours_mut()[i] = pointer;
        }
        shown
    }

    /// Returns whether entry `i` of a palette is displayed by the nearest register instead of its
    /// own register.
    fn is_free(&self, i: u8) -> bool {
        i < FIRST_SHOWN || usize::from(i) >= self.first_upper
    }

    /// Returns the room register nearest to a colour, the first one of equal distance. Skips the
    /// pointer's register and registers of colour cycles.
    fn nearest(&self, colour: [u8; 3]) -> u8 {
        let distance = |register: &[u8; 3]| -> u32 {
            register
                .iter()
                .zip(colour)
                .map(|(a, b)| u32::from(a.abs_diff(b >> 4)).pow(2))
                .sum()
        };
        let usable = |register: &u8| *register != POINTER && self.cycling >> register & 1 == 0;
        let registers = (0..ROOM_REGISTERS)
            .zip(&self.registers)
            .filter(|(i, _)| usable(i));
        registers
            .min_by_key(|(_, register)| distance(register))
            .map_or(0, |(i, _)| i)
    }
}

/// Returns the room register that belongs to an entry of a palette.
fn register_of(i: u8) -> u8 {
    match i.wrapping_sub(FIRST_SHOWN) % ROOM_REGISTERS {
        POINTER => 0,
        register => register,
    }
}

/// Converts a colour cycle to room registers (P10).
pub(super) fn on_registers(cycle: &Cycle) -> Cycle {
    let register = |i: u8| {
        i.saturating_sub(FIRST_SHOWN)
            .min(ROOM_REGISTERS.saturating_sub(1))
    };
    Cycle {
        first: register(cycle.first),
        last: register(cycle.last),
        ..*cycle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns greys that increase by 16 from entry 16 on; entries 0..16 are other colours.
    fn palette() -> Palette {
        let mut palette = Palette::new([[255; 3]; 256]);
        for (i, colour) in palette.iter_mut().enumerate().skip(16).take(16) {
            *colour = [u8::try_from((i - 16) * 16).unwrap(); 3];
        }
        palette
    }

    fn cycle(first: u8, last: u8) -> Cycle {
        Cycle {
            index: 1,
            delay: 1,
            flags: 0,
            first,
            last,
        }
    }

    #[test]
    fn entries_have_a_register_or_the_nearest_one_p10_r14() {
        let mut table = [0; 256];
        let mut palette = palette();
        palette[5] = [0x4f; 3];
        palette[200] = [0x93, 0x90, 0x82];
        let colours = AmigaColours::new(&palette, &[], &mut table);
        assert_eq!(
            (
                colours.first_upper,
                table[16],
                table[47],
                table[48],
                table[33]
            ),
            (200, 0, 31, 0, 0)
        );
        // 0x93, 0x90, 0x82 is 9, 9, 8: register 9 is at distance 1, register 8 at distance 2.
        assert_eq!((table[5], table[200], table[199]), (4, 9, 23));
        assert_eq!(
            table[255], 15,
            "registers from 16 on have the same white, but the first register wins"
        );
    }

    #[test]
    fn cycling_registers_stand_for_nothing_else_p10() {
        let mut table = [0; 256];
        let mut palette = palette();
        palette[5] = [0x4f; 3];
        let some = AmigaColours::new(&palette, &[cycle(20, 21)], &mut table);
        assert_eq!(
            (some.cycling, table[5]),
            (0b11_0000, 3),
            "3 is the nearest register that does not cycle"
        );
        let all = AmigaColours::new(&palette, &[cycle(0, 255)], &mut table);
        assert_eq!((all.cycling, table[5]), (u32::MAX, 0));
    }

    #[test]
    fn a_changed_colour_changes_its_register_and_what_it_stood_for_p10() {
        let mut table = [0; 256];
        let mut palette = palette();
        palette[5] = [0x40; 3];
        let mut colours = AmigaColours::new(&palette, &[], &mut table);
        palette[20] = [0xf0, 0, 0];
        colours.change(20, &palette, &mut table);
        assert_eq!(
            (colours.registers[4], table[5], table[20]),
            ([15, 0, 0], 3, 4)
        );
        palette[5] = [0xf0, 0x10, 0];
        colours.change(5, &palette, &mut table);
        assert_eq!(table[5], 4);
        let before = colours.clone();
        for pointer in [33, 65] {
            palette.colours_mut()[pointer] = [1; 3];
            colours.change(u8::try_from(pointer).unwrap(), &palette, &mut table);
        }
        assert_eq!(colours, before, "the pointer's registers never change");
        palette[60] = [0x20; 3];
        colours.change(60, &palette, &mut table);
        assert_eq!(colours.registers[44], [2; 3]);
    }

    #[test]
    fn the_display_shows_registers_through_the_shadow_table_p10() {
        let mut table = [0; 256];
        let palette = palette();
        let colours = AmigaColours::new(&palette, &[], &mut table);
        let mut shadow: Vec<u8> = (0..=255).collect();
        shadow[1] = 15;
        shadow[40] = 3;
        let shown = *colours.displayed(&shadow).colours();
        assert_eq!(
            (shown[1], shown[2], shown[40], shown[64]),
            ([255; 3], [34; 3], [255; 3], [0; 3])
        );
        assert_eq!(
            (shown[252], shown[253], shown[254], shown[255]),
            ([0xff; 3], [0xab; 3], [0x57; 3], [0; 3])
        );
    }
}
