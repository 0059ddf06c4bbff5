//! The current colours, as rooms and scripts set them, and their conversion for the display (R3,
//! R11, P10, P13, H3).

mod amiga;
mod nearest;
mod shadow;
mod slots;

use scumm_room::{Cycle, Dialect, Error, GameId, Palette, Platform, Render, Result, Room};

use self::amiga::{AmigaColours, on_registers};
pub(crate) use self::nearest::tint;
use self::slots::PaletteSlots;
use super::{Stage, expect_size};
use crate::Table;

/// The current colours of a stage.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Colours {
    /// The dialect, which selects the rules.
    pub(super) dialect: Dialect,
    /// The palette. A store has no other effect; scripts change a colour by [`Self::set_colour`].
    pub palette: Palette,
    /// The shadow tables (C51, A61). v1..v4 only display colours through them and do not draw with
    /// them (G6).
    pub(crate) shadow: Vec<u8>,
    /// The room's colour remap (S9).
    pub(crate) room: Table<u8>,
    /// HE70: the remap of rooms without their own (A50, A83, H5).
    remap: Option<Table<u8>>,
    /// HE70: the remap of the room.
    room_remap: Option<Table<u8>>,
    /// The registers of the display, in Indiana Jones 4 on the Amiga from the first room on (P10).
    amiga: Option<AmigaColours>,
    /// HE99+: the palette slots (H1).
    pub(crate) slots: PaletteSlots,
    /// The room's colour cycles, each with the jiffies since its last step (R11), in v4 with the
    /// colour that it shows first (R11a).
    cycles: Vec<(Cycle, u16)>,
}

impl Colours {
    /// Creates the colours before a room.
    pub(super) fn new(dialect: &Dialect) -> Self {
        let shadow = if dialect.has_eight_shadow_tables() {
            vec![0; 8 * 256]
        } else {
            Table::identity().to_vec()
        };
        Self {
            dialect: *dialect,
            palette: Palette::greys(),
            shadow,
            room: Table::identity(),
            // A room without REMP has the identity (H5).
            remap: dialect.has_room_remap().then(Table::identity),
            room_remap: None,
            amiga: None,
            slots: if dialect.has_palette_slots() {
                PaletteSlots::start()
            } else {
                PaletteSlots::default()
            },
            cycles: Vec::new(),
        }
    }

    /// Copies other colours into this value. Tables that change in every frame allocate no memory.
    pub(super) fn copy_from(&mut self, source: &Self) {
        // All fields are listed, so that a new field is not forgotten.
        let Self {
            dialect,
            palette,
            shadow,
            room,
            remap,
            room_remap,
            amiga,
            slots,
            cycles,
        } = source;
        self.shadow.clone_from(shadow);
        self.cycles.clone_from(cycles);
        self.palette.clone_from(palette);
        self.amiga.clone_from(amiga);
        self.slots.clone_from(slots);
        self.dialect = *dialect;
        self.room = *room;
        self.remap = *remap;
        self.room_remap = *room_remap;
    }

    /// Sets the colours at the start of a game (P12), and the number of palette slots in its index
    /// (H1).
    pub(super) fn begin_game(&mut self, last_slot: Option<u32>) {
        self.palette = Palette::initial(&self.dialect);
        if let Some(last) = last_slot.filter(|_| self.dialect.has_palette_slots()) {
            self.slots = PaletteSlots::up_to(u8::try_from(last).unwrap_or(u8::MAX).max(1));
        }
    }

    /// Clears the state that ends with a room (P9).
    pub(super) fn leave_room(&mut self) {
        self.cycles.clear();
        self.room_remap = None;
        if self.dialect.has_eight_shadow_tables() {
            self.shadow.fill(0);
        } else {
            self.shadow.copy_from_slice(&*Table::identity());
            self.room = Table::identity();
        }
    }

    /// Sets the colours of an entered room.
    pub(super) fn enter_room(&mut self, room: &Room) {
        let by_colour = cycles_shadow(&self.dialect);
        let counter = |cycle: &Cycle| if by_colour { cycle.first.into() } else { 0 };
        self.cycles = room
            .cycles
            .iter()
            .map(|cycle| (*cycle, counter(cycle)))
            .collect();
        self.room_remap = room.remap.map(Table);
        self.take_room_palette(room, 0);
    }

    /// Applies a palette of the room, if the room has a palette of this number.
    fn take_room_palette(&mut self, room: &Room, number: usize) {
        room.apply_palette_number(number, &mut self.palette);
        if self.dialect.has_colour_registers() {
            self.amiga = Some(AmigaColours::new(
                &self.palette,
                &room.cycles,
                &mut self.room,
            ));
        }
        if let Some(stored) = room.palettes.get(number) {
            self.slots.take_room(stored);
        }
    }

    /// Applies palette `number` of the current room, counted from 0, by the rules of the version
    /// (R3, H3).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the room has no such palette.
    pub fn use_room_palette(&mut self, room: Option<&Room>, number: usize) -> Result<()> {
        let count = room.map_or(0, |room| room.palettes.len());
        let Some(room) = room.filter(|_| number < count) else {
            return Err(Error::Misuse(format!(
                "there is no palette {number}: the room has {count}"
            )));
        };
        self.take_room_palette(room, number);
        Ok(())
    }

    /// Sets the palette at the start of a scene or game, and applies the palette of the current
    /// room on top.
    pub fn start_palette(&mut self, palette: Palette, room: Option<&Room>) {
        self.palette = palette;
        if let Some(room) = room {
            self.take_room_palette(room, 0);
        }
    }

    /// Sets the palette slots of a HE99+ game, 1024 bytes each (A50), and applies the palette of
    /// the current room on top (H2). There are 17 slots unless the game's index says otherwise.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `slots` has another size.
    pub fn set_slots(&mut self, slots: &[u8], room: Option<&Room>) -> Result<()> {
        let expected = match self.slots.0.len() {
            0 => PaletteSlots::start().0.len(),
            own => own,
        };
        expect_size("the palette slots", slots.len(), expected)?;
        self.slots = PaletteSlots(slots.to_vec());
        if let Some(stored) = room.and_then(|room| room.palettes.first()) {
            self.slots.take_room(stored);
        }
        Ok(())
    }

    /// Sets the colour of palette entry `i`, as scripts do (H3, P10).
    pub fn set_colour(&mut self, i: u8, colour: [u8; 3]) {
        let remap = self.remap().filter(|_| self.dialect.has_room_remap());
        let entry = remap.map_or(i, |remap| remap[usize::from(i)]);
        self.palette[entry] = colour;
        self.slots.set_colour(i, colour);
        if let Some(amiga) = &mut self.amiga {
            amiga.change(i, &self.palette, &mut self.room);
        }
    }

    /// HE70: Returns the current remap: the room's own, otherwise the game's (A50, A83, H5).
    pub(super) fn remap(&self) -> Option<&[u8; 256]> {
        self.room_remap
            .as_ref()
            .or(self.remap.as_ref())
            .map(|table| &table.0)
    }

    /// Sets the remap of 256 bytes for HE70 rooms without their own (A50, A83, H5).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `remap` has another size.
    pub fn set_remap(&mut self, remap: &[u8]) -> Result<()> {
        expect_size("a REMP table", remap.len(), 256)?;
        self.remap = remap.try_into().ok().map(Table);
        Ok(())
    }

    /// Replaces the room's colour remap (S9).
    pub fn set_room_palette(&mut self, table: &[u8; 256]) {
        self.room = Table(*table);
    }

    /// Sets one entry of the room's colour remap.
    pub fn set_room_palette_entry(&mut self, i: u8, value: u8) {
        self.room[usize::from(i)] = value;
    }

    /// Advances the room's colour cycles by `jiffies`. Each cycle that is due turns its colours and
    /// shadow tables by one step (R11). In v4 every call turns all cycles, and only the display
    /// changes (R11a).
    pub fn cycle(&mut self, jiffies: u16) {
        for (cycle, counter) in &mut self.cycles {
            if cycles_shadow(&self.dialect) {
                cycle.show_next(counter, &mut self.shadow);
                continue;
            }
            if !cycle.is_due(counter, jiffies) {
                continue;
            }
            if self.dialect.has_colour_registers() {
                on_registers(cycle).turn(&mut self.shadow);
                continue;
            }
            cycle.turn(&mut self.palette.0);
            for table in self.shadow.chunks_exact_mut(256) {
                cycle.step_shadow(table);
            }
        }
    }

    /// Returns the colours that Indiana Jones 4 on the Amiga displays for a room's palette: for
    /// each entry the colour of its register (P10). `cycles` are the cycles of the room.
    pub fn of_registers(palette: &Palette, cycles: &[Cycle]) -> Palette {
        let mut registers = Table::identity();
        let plain = Table::<u8>::identity();
        let shown = AmigaColours::new(palette, cycles, &mut registers).displayed(&*plain);
        Palette(registers.map(|register| shown[register]))
    }

    /// Returns the palette as the display shows it (P13): v3 and v4 look colours up in the shadow
    /// table; HE99+ shows slot 1 (H2); Indiana Jones 4 on the Amiga has its own registers (P10).
    pub fn displayed(&self) -> Palette {
        if let Some(amiga) = &self.amiga {
            return amiga.displayed(&self.shadow);
        }
        if let Some(shown) = self.slots.displayed() {
            return shown;
        }
        let mut shown = self.palette.clone();
        if shows_colours_through_shadow(&self.dialect) {
            for (colour, &shadow) in shown.0.iter_mut().zip(&self.shadow) {
                *colour = self.palette[shadow];
            }
        }
        shown
    }
}

impl Stage {
    /// Returns the current colours.
    #[must_use]
    pub fn colours(&self) -> &Colours {
        &self.state.colours
    }

    /// Returns the current colours, to change them.
    pub fn colours_mut(&mut self) -> &mut Colours {
        &mut self.state.colours
    }
}

/// Returns whether the display looks colours up in the shadow table (P13, G6): in v3 and v4, except
/// on displays of two or four colours and in Monkey Island with 256 colours on the Amiga.
fn shows_colours_through_shadow(dialect: &Dialect) -> bool {
    let few = dialect.render().is_some_and(Render::is_cga_or_hercules);
    let amiga = dialect.version() == 4
        && !dialect.is_sixteen_colour()
        && dialect.platform() == Platform::Amiga;
    matches!(dialect.version(), 3 | 4) && !few && !(amiga && dialect.game() == Some(GameId::Monkey))
}

/// Returns whether colour cycles change only the display, in every frame, and keep the colours
/// themselves: in v4 (R11a).
fn cycles_shadow(dialect: &Dialect) -> bool {
    dialect.version() == 4
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, GameId, Platform, Render};

    use crate::fixture::{in_room, palette, stage};

    #[test]
    fn v3_and_v4_show_colours_through_the_shadow_table_g6_p13() {
        for (version, shown) in [(1, 5), (2, 5), (3, 7), (4, 7), (5, 5), (6, 5), (7, 5)] {
            let mut stage = stage(Dialect::new(version));
            stage.colours_mut().palette = palette(&[(5, [5; 3]), (7, [7; 3])]);
            stage.colours_mut().set_shadow_entry(5, 7).unwrap();
            assert_eq!(stage.colours().displayed()[5], [shown; 3], "v{version}");
        }
    }

    #[test]
    fn some_displays_show_the_colours_themselves_p13() {
        let shown = |dialect: Dialect| super::shows_colours_through_shadow(&dialect);
        let v3 = Dialect::new(3);
        let v4 = Dialect::new(4);
        assert!(shown(v3) && shown(v4) && !shown(v3.with_render(Some(Render::Cga))));
        assert!(!shown(
            v4.with_ega(true).with_render(Some(Render::HerculesGreen))
        ));
        assert!(
            shown(v4.with_render(Some(Render::HerculesGreen))),
            "it can't have that display"
        );
        let amiga = v4.with_platform(Platform::Amiga);
        assert!(
            !shown(amiga)
                && shown(amiga.with_ega(true))
                && shown(amiga.with_game(Some(GameId::Loom)))
        );
    }

    #[test]
    fn cycles_of_v4_turn_what_is_shown_at_each_call_r11a() {
        let mut stage = stage(Dialect::new(4));
        stage.colours_mut().palette = scumm_room::Palette::greys();
        let cycle = scumm_room::Cycle {
            index: 1,
            delay: 0,
            flags: 0,
            first: 16,
            last: 18,
        };
        stage.colours_mut().cycles = vec![(cycle, 16)];
        stage.colours_mut().cycle(0);
        assert_eq!(
            [16, 17, 18].map(|i| stage.colours().displayed()[i][0]),
            [17, 16, 18]
        );
        assert_eq!(stage.colours().palette, scumm_room::Palette::greys());
    }

    #[test]
    fn a_script_changes_one_colour_p10() {
        let mut stage = stage(Dialect::new(5));
        stage.colours_mut().set_colour(200, [1, 2, 3]);
        assert_eq!(
            (
                stage.colours().palette[200],
                stage.colours().displayed()[200]
            ),
            ([1, 2, 3], [1, 2, 3])
        );
    }

    #[test]
    fn he70_sets_the_colour_that_its_remap_names_h5() {
        let mut stage = stage(Dialect::humongous(70));
        let mut remp = [0; 256];
        remp[20] = 30;
        stage.colours_mut().set_remap(&remp).unwrap();
        stage.colours_mut().set_colour(20, [1, 2, 3]);
        assert_eq!(
            (stage.colours().palette[30], stage.colours().displayed()[30]),
            ([1, 2, 3], [1, 2, 3])
        );
    }

    #[test]
    fn a_palette_that_is_not_there_is_an_error_h3() {
        let mut stage = in_room(Dialect::new(6), 2);
        let room = stage.backdrop().room().cloned();
        assert!(
            stage
                .colours_mut()
                .use_room_palette(room.as_deref(), 99)
                .is_err()
        );
        assert!(stage.colours_mut().use_room_palette(None, 0).is_err());
    }

    #[test]
    fn indy4_on_the_amiga_shows_registers_p10() {
        let dialect = Dialect::new(5)
            .with_platform(Platform::Amiga)
            .with_game(Some(GameId::Indy4));
        let mut stage = in_room(dialect, 2);
        stage.colours_mut().set_colour(20, [0xff, 0x80, 0]);
        let shown = stage.colours().displayed().0;
        assert_eq!(
            (shown[4], shown[253], stage.state.colours.room[20]),
            ([255, 136, 0], [0xab; 3], 4)
        );
    }
}
