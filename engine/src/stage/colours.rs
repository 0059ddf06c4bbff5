//! The colours in force: what rooms and scripts put there, and what the display makes of them (R3, P10, P13, H3).

use std::sync::Arc;

use scumm_room::{Cycle, Error, Palette, Result};

use super::amiga::AmigaColours;
use super::{Backdrop, Stage};
use crate::Table;

impl Stage {
    /// Takes over palette `number` of the room, counted from 0, as far as the version takes it (R3, H3).
    ///
    /// # Errors
    /// There is no such palette.
    pub fn use_room_palette(&mut self, number: usize) -> Result<()> {
        let count = self.backdrop.room().map_or(0, |room| room.palettes.len());
        if number >= count {
            return Err(Error::Misuse(format!("there is no palette {number}: the room has {count}")));
        }
        self.take_room_palette(number);
        Ok(())
    }

    /// Takes over palette `number` of the room, if there is one.
    pub(super) fn take_room_palette(&mut self, number: usize) {
        let Backdrop::Room(room) = &self.backdrop else { return };
        let room = Arc::clone(room);
        let state = &mut self.state;
        room.apply_palette_number(number, &mut state.palette);
        if self.dialect.has_colour_registers() {
            state.amiga = Some(AmigaColours::new(&state.palette, &room.cycles, &mut state.room_palette));
        }
        if let Some(stored) = room.palettes.get(number) {
            state.slots.take_room(stored);
        }
    }

    /// The palette with which a scene or a game starts: what the room takes over lies upon it.
    pub fn start_palette(&mut self, palette: Palette) {
        self.state.palette = palette;
        self.take_room_palette(0);
    }

    /// Gives entry `i` of the palette another colour, as scripts do (H3, P10).
    pub fn set_palette_colour(&mut self, i: u8, colour: [u8; 3]) {
        let remap = self.tables.remap(&self.backdrop).filter(|_| self.dialect.has_room_remap());
        let entry = remap.and_then(|remap| remap.get(usize::from(i)).copied()).unwrap_or(i);
        let state = &mut self.state;
        state.palette[entry] = colour;
        state.slots.set_colour(i, colour);
        if let Some(amiga) = &mut state.amiga {
            amiga.change(i, &state.palette, &mut state.room_palette);
        }
    }

    /// What Indiana Jones 4 on the Amiga shows for each entry of a room's palette: the colour of the register that stands for
    /// it (P10). `cycles` are the room's.
    #[must_use]
    pub fn register_colours(palette: &Palette, cycles: &[Cycle]) -> Palette {
        let mut registers = Table::identity();
        let plain = Table::<u8>::identity();
        let shown = AmigaColours::new(palette, cycles, &mut registers).displayed(&*plain);
        Palette(registers.map(|register| shown[register]))
    }

    /// The palette as the display shows it (P13): in v3 and v4 through the shadow table; HE99+ shows slot 1 (H2); Indiana
    /// Jones 4 on the Amiga has registers of its own (P10).
    #[must_use]
    pub fn displayed_palette(&self) -> Palette {
        let state = &self.state;
        if let Some(amiga) = &state.amiga {
            return amiga.displayed(&state.shadow);
        }
        if let Some(shown) = state.slots.displayed() {
            return shown;
        }
        let mut shown = state.palette.clone();
        if self.dialect.shows_colours_through_shadow() {
            for (colour, &shadow) in shown.0.iter_mut().zip(&state.shadow) {
                *colour = state.palette[shadow];
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, GameId, Platform};

    use crate::fixture::{in_room, palette, stage};

    #[test]
    fn v3_and_v4_show_colours_through_the_shadow_table_g6_p13() {
        for (version, shown) in [(1, 5), (2, 5), (3, 7), (4, 7), (5, 5), (6, 5), (7, 5)] {
            let mut stage = stage(Dialect::new(version));
            stage.set_palette(palette(&[(5, [5; 3]), (7, [7; 3])]));
            stage.set_shadow_entry(5, 7).unwrap();
            assert_eq!(stage.displayed_palette()[5], [shown; 3], "v{version}");
        }
    }

    #[test]
    fn a_script_changes_one_colour_p10() {
        let mut stage = stage(Dialect::new(5));
        stage.set_palette_colour(200, [1, 2, 3]);
        assert_eq!((stage.palette()[200], stage.displayed_palette()[200]), ([1, 2, 3], [1, 2, 3]));
    }

    #[test]
    fn he70_sets_the_colour_that_its_remap_names_h5() {
        let mut stage = stage(Dialect::humongous(70));
        let mut remp = [0; 256];
        remp[20] = 30;
        stage.set_remp(remp.as_slice().into()).unwrap();
        stage.set_palette_colour(20, [1, 2, 3]);
        assert_eq!((stage.palette()[30], stage.displayed_palette()[30]), ([1, 2, 3], [1, 2, 3]));
    }

    #[test]
    fn a_palette_that_is_not_there_is_an_error_h3() {
        assert!(in_room(Dialect::new(6), 2).use_room_palette(99).is_err());
        assert!(stage(Dialect::new(6)).use_room_palette(0).is_err());
    }

    #[test]
    fn indy4_on_the_amiga_shows_registers_p10() {
        let dialect = Dialect::new(5).with_platform(Platform::Amiga).with_game(Some(GameId::Indy4));
        let mut stage = in_room(dialect, 2);
        stage.set_palette_colour(20, [0xff, 0x80, 0]);
        let shown = stage.displayed_palette().0;
        assert_eq!((shown[4], shown[253], stage.state.room_palette[20]), ([255, 136, 0], [0xab; 3], 4));
    }
}
