//! The colours in force: what rooms and scripts put there, and what the display makes of them (R3, R11, P10, P13, H3).

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

/// The colours in force.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Colours {
    /// The version that they follow.
    pub(super) dialect: Dialect,
    /// The palette; a store takes no other effect. Scripts change a colour by [`Self::set_colour`].
    pub palette: Palette,
    /// C51, A61; v1..v4 show colours through it and draw nothing with it (G6).
    pub(crate) shadow: Vec<u8>,
    /// The room's colour remap (S9).
    pub(crate) room: Table<u8>,
    /// HE70: the remap of rooms without their own (A50, A83, H5).
    remap: Option<Table<u8>>,
    /// HE70: the remap of the room.
    room_remap: Option<Table<u8>>,
    /// Indiana Jones 4 on the Amiga, from its first room on: what the display shows (P10).
    amiga: Option<AmigaColours>,
    /// HE99+: the palette slots (H1).
    pub(crate) slots: PaletteSlots,
    /// The room's colour cycles, each with the jiffies since its last step (R11), in v4 with the colour that it shows first (R11a).
    cycles: Vec<(Cycle, u16)>,
}

impl Colours {
    /// The colours before a room.
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

    /// Takes over others; what turns in every frame takes no new memory.
    pub(super) fn copy_from(&mut self, source: &Self) {
        // All by name, so that none is forgotten.
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

    /// The colours that a game begins with (P12), and as many palette slots as its index has (H1).
    pub(super) fn begin_game(&mut self, last_slot: Option<u32>) {
        self.palette = Palette::initial(&self.dialect);
        if let Some(last) = last_slot.filter(|_| self.dialect.has_palette_slots()) {
            self.slots = PaletteSlots::up_to(u8::try_from(last).unwrap_or(u8::MAX).max(1));
        }
    }

    /// Forgets what ends with a room (P9).
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

    /// Takes over a room's colours.
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

    /// Takes over a palette of the room, if there is one of this number.
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

    /// Takes over palette `number` of the present room, counted from 0, as far as the version takes it (R3, H3).
    ///
    /// # Errors
    /// There is no such palette.
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

    /// The palette with which a scene or a game starts: what the present room takes over lies upon it.
    pub fn start_palette(&mut self, palette: Palette, room: Option<&Room>) {
        self.palette = palette;
        if let Some(room) = room {
            self.take_room_palette(room, 0);
        }
    }

    /// Gives a HE99+ game its palette slots of 1024 bytes (A50), 17 of them unless the game's index says otherwise; what the
    /// present room sets in them lies upon it (H2).
    ///
    /// # Errors
    /// Another size.
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

    /// Gives entry `i` of the palette another colour, as scripts do (H3, P10).
    pub fn set_colour(&mut self, i: u8, colour: [u8; 3]) {
        let remap = self.remap().filter(|_| self.dialect.has_room_remap());
        let entry = remap.map_or(i, |remap| remap[usize::from(i)]);
        self.palette[entry] = colour;
        self.slots.set_colour(i, colour);
        if let Some(amiga) = &mut self.amiga {
            amiga.change(i, &self.palette, &mut self.room);
        }
    }

    /// HE70: the remap in force, the room's own or else the game's (A50, A83, H5).
    pub(super) fn remap(&self) -> Option<&[u8; 256]> {
        self.room_remap
            .as_ref()
            .or(self.remap.as_ref())
            .map(|table| &table.0)
    }

    /// Gives HE70 rooms without a remap of their own one of 256 bytes (A50, A83, H5).
    ///
    /// # Errors
    /// Another size.
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

    /// Lets the colours and the shadow tables of the room's cycles that are due after `jiffies` turn one step (R11). In v4 all
    /// turn at each call, and only what the display shows (R11a).
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

    /// What Indiana Jones 4 on the Amiga shows for each entry of a room's palette: the colour of the register that stands for
    /// it (P10). `cycles` are the room's.
    pub fn of_registers(palette: &Palette, cycles: &[Cycle]) -> Palette {
        let mut registers = Table::identity();
        let plain = Table::<u8>::identity();
        let shown = AmigaColours::new(palette, cycles, &mut registers).displayed(&*plain);
        Palette(registers.map(|register| shown[register]))
    }

    /// The palette as the display shows it (P13): in v3 and v4 through the shadow table; HE99+ shows slot 1 (H2); Indiana
    /// Jones 4 on the Amiga has registers of its own (P10).
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
    /// The colours in force.
    #[must_use]
    pub fn colours(&self) -> &Colours {
        &self.state.colours
    }

    /// The colours in force, to change them.
    pub fn colours_mut(&mut self) -> &mut Colours {
        &mut self.state.colours
    }
}

/// v3, v4: the display shows colours through the shadow table (P13, G6), but for displays of two and four colours and
/// Monkey Island in 256 colours on the Amiga.
fn shows_colours_through_shadow(dialect: &Dialect) -> bool {
    let few = dialect.render().is_some_and(Render::is_cga_or_hercules);
    let amiga = dialect.version() == 4
        && !dialect.is_sixteen_colour()
        && dialect.platform() == Platform::Amiga;
    matches!(dialect.version(), 3 | 4) && !few && !(amiga && dialect.game() == Some(GameId::Monkey))
}

/// v4: colour cycles turn what the display shows in every frame, and leave the colours themselves as they are (R11a).
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
