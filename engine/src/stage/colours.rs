//! The current colours, as rooms and scripts set them, and their conversion for the display (R3,
//! R11, P10, P13, H3).
//!
//! This module also defines shadow tables (P6), the nearest colours (P5) and the palette slots of
//! HE99+ (H1–H4). The module `amiga` defines the registers of Indiana Jones 4 on the Amiga.

mod amiga;

use std::ops::{Range, RangeInclusive};

use scumm_room::{
    Cycle, Dialect, Enhancements, Error, GameId, Misuse, Palette, Platform, Render, Result, Room,
};

use self::amiga::{AmigaColours, on_registers};
use super::{Stage, expect_size};
use crate::ColourTable;

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
    pub(crate) room: ColourTable<u8>,
    /// HE70: the remap of rooms that have no remap of their own (A50, A83, H5).
    remap: Option<ColourTable<u8>>,
    /// HE70: the remap of the room.
    room_remap: Option<ColourTable<u8>>,
    /// The registers of the display, in Indiana Jones 4 on the Amiga from the first room on (P10).
    amiga: Option<AmigaColours>,
    /// HE99+: the palette slots (H1).
    pub(crate) slots: PaletteSlots,
    /// The room's colour cycles, each with the jiffies since its last step (R11), in v4 with the
    /// colour that it shows first (R11a).
    cycles: Vec<(Cycle, u16)>,
    /// v3 to v8 on the Macintosh: whether the display has a gamma table (P12). A store has no other
    /// effect.
    #[cfg_attr(feature = "serde", serde(default))]
    pub gamma: bool,
    /// Sam & Max: whether the film noir mode is on, which is bit variable 0 with
    /// [`Enhancements::SAM_NOIR`], and variable 77 without it. A store has no other effect.
    #[cfg_attr(feature = "serde", serde(default))]
    pub noir: bool,
}

impl Colours {
    /// Creates the colours before a room.
    pub(super) fn new(dialect: &Dialect) -> Self {
        let shadow = if dialect.has_eight_shadow_tables() {
            vec![0; 8 * 256]
        } else {
            ColourTable::identity().to_vec()
        };
        Self {
            dialect: *dialect,
            palette: Palette::greys(),
            shadow,
            room: ColourTable::identity(),
            // A room without REMP has the identity (H5).
            remap: dialect.has_room_remap().then(ColourTable::identity),
            room_remap: None,
            amiga: None,
            slots: if dialect.has_palette_slots() {
                PaletteSlots::start()
            } else {
                PaletteSlots::default()
            },
            cycles: Vec::new(),
            gamma: false,
            noir: false,
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
            gamma,
            noir,
        } = source;
        self.gamma = *gamma;
        self.noir = *noir;
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
            self.shadow.copy_from_slice(&*ColourTable::identity());
            self.room = ColourTable::identity();
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
        self.room_remap = room.remap.map(ColourTable);
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
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!("there is no palette {number}: the room has {count}"),
            ));
        };
        self.take_room_palette(room, number);
        Ok(())
    }

    /// Sets the palette at the start of a scene or game, and applies the palette of the current
    /// room on top.
    pub fn set_initial_palette(&mut self, palette: Palette, room: Option<&Room>) {
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
        let stays_grey = self.is_noir() && !self.dialect.has_enhancement(Enhancements::SAM_NOIR);
        let colour = if stays_grey { grey(colour) } else { colour };
        self.palette[entry] = colour;
        self.slots.set_colour(i, colour);
        if let Some(amiga) = &mut self.amiga {
            amiga.change(i, &self.palette, &mut self.room);
        }
    }

    /// HE70: Returns the current remap: the remap of the room, or the remap of the game if the room
    /// has none (A50, A83, H5).
    pub(super) fn remap(&self) -> Option<&[u8; 256]> {
        self.room_remap
            .as_ref()
            .or(self.remap.as_ref())
            .map(|table| &table.0)
    }

    /// Sets the remap of 256 bytes for HE70 rooms that have no remap of their own (A50, A83, H5).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `remap` has another size.
    pub fn set_remap(&mut self, remap: &[u8]) -> Result<()> {
        expect_size("a REMP table", remap.len(), 256)?;
        self.remap = remap.try_into().ok().map(ColourTable);
        Ok(())
    }

    /// Replaces the room's colour remap (S9).
    pub fn set_room_palette(&mut self, table: &[u8; 256]) {
        self.room = ColourTable(*table);
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
            cycle.turn(self.palette.colours_mut());
            for table in self.shadow.chunks_exact_mut(256) {
                cycle.step_shadow(table);
            }
        }
    }

    /// Returns the colours that Indiana Jones 4 on the Amiga displays for a room's palette: for
    /// each entry the colour of its register (P10). `cycles` are the cycles of the room.
    pub fn of_registers(palette: &Palette, cycles: &[Cycle]) -> Palette {
        let mut registers = ColourTable::identity();
        let plain = ColourTable::<u8>::identity();
        let shown = AmigaColours::new(palette, cycles, &mut registers).displayed(&*plain);
        Palette::new(registers.map(|register| shown[register]))
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
            for (colour, &shadow) in shown.iter_mut().zip(&self.shadow) {
                *colour = self.palette[shadow];
            }
        }
        if self.is_noir() && self.dialect.has_enhancement(Enhancements::SAM_NOIR) {
            for colour in &mut shown {
                *colour = grey(*colour);
            }
        }
        if self.gamma && self.dialect.platform() == Platform::Mac && self.dialect.version() >= 3 {
            shown = shown.with_gamma();
        }
        shown
    }

    /// Returns whether the film noir mode of Sam & Max is on.
    fn is_noir(&self) -> bool {
        self.noir && self.dialect.game() == Some(GameId::SamNMax)
    }
}

/// Returns the grey of the mean of the components.
fn grey(colour: [u8; 3]) -> [u8; 3] {
    let sum: u16 = colour.iter().map(|&component| u16::from(component)).sum();
    [(sum / 3) as u8; 3]
}

impl Stage {
    /// Returns the current colours.
    #[must_use]
    pub fn colours(&self) -> &Colours {
        &self.state.colours
    }

    /// Returns the current colours for changes.
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

// Shadow tables of nearest colours (P6).

impl Colours {
    /// Returns the shadow table: 256 bytes, in v7+ eight tables of 256 bytes (C51, A61).
    #[must_use]
    pub fn shadow_table(&self) -> &[u8] {
        &self.shadow
    }

    /// Replaces the shadow table: 256 bytes, in v7+ eight tables of 256 bytes (C51, A61). Versions
    /// before 5 only display colours through the table (G6).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `table` has another size.
    pub fn set_shadow_table(&mut self, table: &[u8]) -> Result<()> {
        if table.len() != self.shadow.len() {
            let wanted = self.shadow.len();
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!(
                    "expected a shadow table of {wanted} bytes, found {}",
                    table.len()
                ),
            ));
        }
        self.shadow.copy_from_slice(table);
        Ok(())
    }

    /// Sets entry `i` of the shadow table, counted over all tables.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there is no such entry.
    pub fn set_shadow_entry(&mut self, i: usize, value: u8) -> Result<()> {
        let entry = self.shadow.get_mut(i);
        *entry.ok_or_else(|| {
            Error::misuse(
                Misuse::OutOfRange,
                format!("the shadow table has no entry {i}"),
            )
        })? = value;
        Ok(())
    }

    /// Computes a shadow table from the current colours, with each component multiplied by a factor
    /// in 256ths (P6).
    ///
    /// Before v7 each entry in `entries` becomes the nearest colour in `colours` by the sum of
    /// differences, with 6 bits for each component. The other entries are kept; in Sam & Max they
    /// become the identity. In v7 and later table `slot` becomes the identity except for `colours`,
    /// which become the nearest screen colours (P5); `entries` is not used.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there is no table `slot`.
    pub fn make_shadow_table(
        &mut self,
        slot: usize,
        factors: [i32; 3],
        colours: RangeInclusive<u8>,
        entries: Range<u16>,
    ) -> Result<()> {
        let first = slot.saturating_mul(256);
        let missing = || {
            Error::misuse(
                Misuse::OutOfRange,
                format!("there is no shadow table {slot}"),
            )
        };
        let table = self
            .shadow
            .get(first..first.saturating_add(256))
            .ok_or_else(missing)?;
        // Sam & Max: a new shadow table starts as the identity (P6).
        let identity =
            self.dialect.has_eight_shadow_tables() || self.dialect.game() == Some(GameId::SamNMax);
        let mut made = if identity {
            ColourTable::identity().to_vec()
        } else {
            table.to_vec()
        };
        if self.dialect.has_eight_shadow_tables() {
            for colour in colours {
                let tinted = tint(self.palette[colour], factors);
                made[usize::from(colour)] = self.screen_colour(tinted, -1);
            }
        } else {
            for i in entries.start..entries.end.min(256) {
                let coarse = self.palette.colours()[usize::from(i)].map(|c| c >> 2);
                made[usize::from(i)] =
                    nearest_by_sum(&self.palette, tint(coarse, factors), colours.clone());
            }
        }
        self.shadow[first..first + 256].copy_from_slice(&made);
        Ok(())
    }
}

/// Returns the colour nearest to `rgb`, with 6 bits for each component, by the sum of differences;
/// of several colours with equal distance, the first one is returned (P6).
fn nearest_by_sum(palette: &Palette, rgb: [u8; 3], candidates: RangeInclusive<u8>) -> u8 {
    let distance = |i: &u8| -> u32 {
        let colour = palette[*i].map(|c| c >> 2);
        colour
            .iter()
            .zip(rgb)
            .map(|(c, wanted)| u32::from(c.abs_diff(wanted)))
            .sum()
    };
    candidates.min_by_key(distance).unwrap_or(0)
}

// Finds the nearest colour on the screen (P5).

impl Colours {
    /// Returns the screen colour for `rgb` (P5): an exact match or the nearest colour. If
    /// `threshold` is 0 or more and the nearest colour is farther away, the function stores the
    /// colour in a free entry and returns that entry.
    pub(crate) fn screen_colour(&mut self, rgb: [u8; 3], threshold: i32) -> u8 {
        // The first entry that a remapped colour may use (P5).
        let first = if self.dialect.version() == 8 { 24 } else { 1 };
        // v7: remapped colours never use entries of the room's cycles (P5, R11).
        let is_cycling = |i: u8| {
            self.cycles
                .iter()
                .any(|(cycle, _)| (cycle.first..=cycle.last).contains(&i))
        };
        let usable = |i: u8| self.dialect.version() != 7 || !is_cycling(i);
        let Some((nearest, distance)) =
            nearest(&self.palette, rgb, (first..=254).filter(|i| usable(*i)))
        else {
            return 0;
        };
        let worst = threshold.saturating_mul(threshold).saturating_mul(11);
        if threshold < 0 || distance <= worst {
            return nearest;
        }
        let free = |i: &u8| self.palette[*i].iter().all(|c| *c >= 252);
        let Some(entry) = (49..=254).rev().find(free) else {
            return nearest;
        };
        self.palette[entry] = rgb;
        entry
    }
}

/// Multiplies each component by a factor in 256ths and limits it to 255 (A95, P5).
pub(crate) fn tint(rgb: [u8; 3], factors: [i32; 3]) -> [u8; 3] {
    std::array::from_fn(|i| (i32::from(rgb[i]).wrapping_mul(factors[i]) >> 8).clamp(0, 255) as u8)
}

/// Returns the nearest candidate and its distance (P5). The lowest two bits of components are
/// ignored. Of several candidates with equal distance, the first one is returned.
fn nearest(
    palette: &Palette,
    rgb: [u8; 3],
    candidates: impl Iterator<Item = u8>,
) -> Option<(u8, i32)> {
    let coarse = |c: [u8; 3]| c.map(|v| i32::from(v & !3));
    let wanted = coarse(rgb);
    let distance = |i: u8| {
        let [r, g, b] = coarse(palette[i]);
        let [dr, dg, db] = [r - wanted[0], g - wanted[1], b - wanted[2]];
        3 * dr * dr + 6 * dg * dg + 2 * db * db
    };
    candidates
        .map(|i| (i, distance(i)))
        .min_by_key(|(_, distance)| *distance)
}

// The palette slots of HE99+: colours and a map of pixels (H1–H4).

/// The number of bytes in a slot: 768 for its colours, 256 for its map (H1).
const SLOT_BYTES: usize = 1024;

/// The number of bytes in the colours of a slot.
const COLOUR_BYTES: usize = 768;

/// A room does not set a colour if all components of the stored colour are at least this value
/// (H2).
const KEPT_FROM: u8 = 252;

/// The only colour that a room always sets (H2).
const ALWAYS_SET: usize = 15;

/// The last slot if the game does not set another number (A50).
const LAST_SLOT: u8 = 16;

/// The slot that rooms fill and that the display shows (H2).
const ROOM_SLOT: u8 = 1;

/// All slots, one after the other; empty in versions without palette slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PaletteSlots(pub Vec<u8>);

impl PaletteSlots {
    /// Creates the slots of a game whose number of slots is unknown (H1).
    pub fn start() -> Self {
        Self::up_to(LAST_SLOT)
    }

    /// Creates slots 0 to `last` with zeros, as at the start of a game (H1).
    pub fn up_to(last: u8) -> Self {
        Self(vec![0; SLOT_BYTES * (usize::from(last) + 1)])
    }

    /// Applies a palette of the room (H2, H3). Entries that the palette does not set keep their
    /// values.
    pub fn take_room(&mut self, stored: &[[u8; 3]]) {
        for (i, colour) in (0..=u8::MAX).zip(stored) {
            if usize::from(i) == ALWAYS_SET || colour.iter().any(|&c| c < KEPT_FROM) {
                self.set_colour(i, *colour);
            }
        }
        let mut slots = self.0.chunks_exact_mut(SLOT_BYTES);
        let (Some(slot_0), Some(slot_1)) = (slots.next(), slots.next()) else {
            return;
        };
        slot_0[..COLOUR_BYTES].copy_from_slice(&slot_1[..COLOUR_BYTES]);
        for i in (0..10).chain(246..=u8::MAX) {
            slot_1[COLOUR_BYTES + usize::from(i)] = i;
        }
    }

    /// Sets a colour of slot 1 and maps it to itself (H3).
    pub fn set_colour(&mut self, i: u8, colour: [u8; 3]) {
        self.write(ROOM_SLOT, i, colour, i);
    }

    /// Stores a colour and its map entry.
    fn write(&mut self, slot: u8, i: u8, colour: [u8; 3], mapped: u8) {
        let i = usize::from(i);
        let Some(bytes) = self.0.get_mut(bytes_of(slot)) else {
            return;
        };
        bytes[3 * i..3 * i + 3].copy_from_slice(&colour);
        bytes[COLOUR_BYTES + i] = mapped;
    }

    /// Returns the displayed colours: the colours of slot 1 (H2).
    pub fn displayed(&self) -> Option<Palette> {
        Palette::from_bytes(self.0.get(SLOT_BYTES..SLOT_BYTES + COLOUR_BYTES)?)
    }

    /// Returns [`Error::Misuse`] if scripts cannot use this slot.
    fn check(&mut self, slot: u8) -> Result<&mut Self> {
        if slot > 0 && bytes_of(slot).end <= self.0.len() {
            return Ok(self);
        }
        let last = (self.0.len() / SLOT_BYTES).saturating_sub(1);
        Err(Error::misuse(
            Misuse::OutOfRange,
            format!("expected a palette slot from 1 to {last}, found {slot}"),
        ))
    }
}

/// Returns the range of a slot's bytes.
fn bytes_of(slot: u8) -> Range<usize> {
    let start = SLOT_BYTES * usize::from(slot);
    start..start + SLOT_BYTES
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

    /// Sets all 256 colours of a slot and maps each colour to itself. The colours come from a
    /// costume, an image or a room.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if scripts cannot use the slot.
    pub fn load_slot(&mut self, slot: u8, colours: &Palette) -> Result<()> {
        let slots = self.slots.check(slot)?;
        for (i, &colour) in (0..=u8::MAX).zip(colours) {
            slots.write(slot, i, colour, i);
        }
        Ok(())
    }

    /// Copies a slot to another one, with its colours and its map. In scripts, a copy of slot 1 is
    /// called the restoring of a slot.
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
    use super::*;
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
        let shown = |dialect: Dialect| shows_colours_through_shadow(&dialect);
        let v3 = Dialect::new(3);
        let v4 = Dialect::new(4);
        assert!(shown(v3) && shown(v4) && !shown(v3.with_render(Some(Render::Cga))));
        assert!(!shown(
            v4.with_ega(true).with_render(Some(Render::HerculesGreen))
        ));
        assert!(
            shown(v4.with_render(Some(Render::HerculesGreen))),
            "a game with 256 colours does not support Hercules"
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
        stage.colours_mut().palette = Palette::greys();
        let cycle = Cycle {
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
        assert_eq!(stage.colours().palette, Palette::greys());
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
        let shown = *stage.colours().displayed().colours();
        assert_eq!(
            (shown[4], shown[253], stage.state.colours.room[20]),
            ([255, 136, 0], [0xab; 3], 4)
        );
    }

    #[test]
    fn shadow_tables_before_v7_count_in_six_bits_p6() {
        let mut stage = stage(Dialect::new(6));
        stage.colours_mut().palette = palette(&[
            (1, [200, 200, 200]),
            (20, [100, 100, 100]),
            (21, [96, 96, 96]),
            (22, [103; 3]),
        ]);
        // 200 >> 2 = 50, times 128/256 = 25 = 100 >> 2; 22 is 25 as well, but later.
        stage
            .colours_mut()
            .make_shadow_table(0, [128; 3], 20..=22, 1..2)
            .unwrap();
        assert_eq!(stage.state.colours.shadow[..3], [0, 20, 2]);
        assert!(
            stage
                .colours_mut()
                .make_shadow_table(1, [128; 3], 20..=22, 1..2)
                .is_err()
        );
        // Values outside the entries are kept; only Sam & Max starts from the identity.
        stage.colours_mut().set_shadow_entry(99, 5).unwrap();
        stage
            .colours_mut()
            .make_shadow_table(0, [128; 3], 20..=22, 1..2)
            .unwrap();
        assert_eq!(stage.state.colours.shadow[99], 5);
        stage.state.colours.dialect = Dialect::new(6).with_game(Some(GameId::SamNMax));
        stage
            .colours_mut()
            .make_shadow_table(0, [128; 3], 20..=22, 1..2)
            .unwrap();
        assert_eq!(stage.state.colours.shadow[99], 99);
    }

    #[test]
    fn shadow_tables_of_v7_are_the_identity_but_for_some_colours_p6() {
        let mut stage = stage(Dialect::new(7));
        stage.colours_mut().palette = palette(&[(40, [200, 200, 200]), (90, [100, 100, 100])]);
        stage
            .colours_mut()
            .make_shadow_table(2, [128; 3], 40..=40, 0..0)
            .unwrap();
        let table = &stage.state.colours.shadow[512..768];
        assert_eq!((table[39], table[40], table[41]), (39, 90, 41));
        assert_eq!(stage.state.colours.shadow[..512], [0; 512]);
    }

    #[test]
    fn the_nearest_colour_ignores_two_bits_and_weighs_components_p5() {
        let mut colours = Colours::new(&Dialect::new(6));
        colours.palette = palette(&[
            (9, [40, 40, 60]),
            (10, [40, 50, 40]),
            (11, [41, 43, 43]),
            (255, [40, 40, 40]),
        ]);
        // 41, 43, 43 is 40, 40, 40 without the lowest bits; 255 is not a candidate.
        assert_eq!(colours.screen_colour([40, 40, 40], -1), 11);
        // (40, 40, 60): 2 * 20 * 20 = 800; (40, 48, 40): 6 * 8 * 8 = 384.
        colours.palette = palette(&[(9, [40, 40, 60]), (10, [40, 50, 40])]);
        assert_eq!(colours.screen_colour([40, 40, 40], -1), 10);
        // The first colour of equal distance wins.
        colours.palette = palette(&[(7, [40, 44, 40]), (10, [40, 36, 40])]);
        assert_eq!(colours.screen_colour([40, 40, 40], -1), 7);
    }

    #[test]
    fn colours_below_24_are_left_alone_in_v8_p5() {
        for (version, found) in [(7, 5), (8, 30)] {
            let mut colours = Colours::new(&Dialect::new(version));
            colours.palette = palette(&[(5, [40, 40, 40]), (30, [80, 40, 40])]);
            assert_eq!(colours.screen_colour([40, 40, 40], -1), found, "v{version}");
        }
    }

    #[test]
    fn a_free_entry_takes_a_colour_that_nothing_is_near_to_p5() {
        let mut colours = Colours::new(&Dialect::new(6));
        colours.palette = palette(&[(9, [48, 40, 40]), (200, [252, 253, 254]), (30, [255; 3])]);
        // 3 * 8 * 8 = 192: not farther than a threshold of 5 (11 * 25 = 275), but farther than one
        // of 4 (176).
        assert_eq!(colours.screen_colour([40, 40, 40], 5), 9);
        assert_eq!(colours.screen_colour([40, 40, 40], 4), 200);
        assert_eq!(colours.palette[200], [40, 40, 40]);
        // 30 is also white, but only 49..=254 are free entries.
        colours.palette = palette(&[(9, [48, 40, 40]), (30, [255; 3])]);
        assert_eq!(colours.screen_colour([40, 40, 40], 0), 9);
    }

    #[test]
    fn factors_are_256ths_and_components_end_at_255_a95() {
        assert_eq!(tint([100, 200, 10], [128, 512, 256]), [50, 255, 10]);
        assert_eq!(tint([255; 3], [i32::MAX, i32::MIN, 0]), [255, 0, 0]);
    }

    fn mapped(slots: &PaletteSlots, i: usize) -> u8 {
        slots.0[SLOT_BYTES + COLOUR_BYTES + i]
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
        let shown = *slots.displayed().unwrap().colours();
        assert_eq!(
            (shown[15], shown[19], shown[20]),
            ([255; 3], [1, 2, 3], [0; 3])
        );
        assert_eq!(
            slots.0[..COLOUR_BYTES],
            slots.0[SLOT_BYTES..SLOT_BYTES + COLOUR_BYTES]
        );
        assert!(
            slots.0[COLOUR_BYTES..SLOT_BYTES]
                .iter()
                .all(|&byte| byte == 0)
        );
    }

    #[test]
    fn what_a_room_does_not_write_stays_h1() {
        let mut slots = PaletteSlots::start();
        slots.take_room(&[[7; 3]; 256]);
        slots.take_room(&[[255; 3]; 50]);
        assert_eq!(
            (mapped(&slots, 30), slots.displayed().unwrap()[30]),
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
                slots.displayed().unwrap()[30],
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
    fn entry(stage: &Stage, slot: u8, i: usize) -> ([u8; 3], u8) {
        let slot = &stage.state.colours.slots.0[bytes_of(slot)];
        (
            slot[3 * i..][..3].try_into().unwrap(),
            slot[COLOUR_BYTES + i],
        )
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
