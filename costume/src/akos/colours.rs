//! The colours of an actor's cels: the colour table that the actor leaves in the renderer (A3,
//! A50..A53), and the shadow tables (A61, A75).

use std::ops::Range;

use scumm_room::{Dialect, Quirks};

use super::Akos;
use super::tables::{COLOURS, Codec};
use crate::anim::Fault;
use crate::draw::{Look, Renderer, Shadow};

/// An entry of an actor's palette that does not replace the costume's colour (A50).
const NO_OVERRIDE: u16 = 255;
/// The colour that codec 5 never draws (A75).
const NEVER_DRAWN: u8 = 255;
/// Length of a palette slot in bytes (A50).
const SLOT: usize = 1024;
/// Offset of the map of colours in a slot, after its RGB values.
const SLOT_MAP: usize = 768;

/// Returns the 256 bytes of a palette slot that map colours to screen colours (A50, A92). The bytes
/// are 0 until a game fills the slot.
fn slot_map<'a>(look: &Look<'a>, slot: u8) -> &'a [u8; 256] {
    let start = usize::from(slot)
        .saturating_mul(SLOT)
        .saturating_add(SLOT_MAP);
    look.palette_slots
        .get(start..)
        .and_then(<[u8]>::first_chunk)
        .unwrap_or(&[0; 256])
}

impl Akos {
    /// Writes the actor's colours to the renderer's table. Entries beyond AKPL keep the colours of
    /// earlier actors.
    pub(super) fn set_palette(&self, look: &Look<'_>, renderer: &mut Renderer) {
        renderer.palette.resize(COLOURS, 0);
        if !self.dialect.has_quirk(Quirks::STALE_PALETTE) {
            renderer
                .palette
                .iter_mut()
                .zip(0..)
                .for_each(|(entry, colour)| *entry = colour);
        }
        let slot =
            Some(look.palette_slot).filter(|&slot| slot != 0 && self.dialect.has_palette_slots());
        let slot = slot.map(|slot| slot_map(look, slot));
        let remp = look.remp.filter(|_| self.dialect.has_room_remap());
        let colours = &self.palette;
        for ((entry, &own), &colour) in renderer.palette.iter_mut().zip(look.palette).zip(colours) {
            let own = if own == NO_OVERRIDE {
                colour.into()
            } else {
                own
            };
            *entry = match slot {
                Some(map) => map
                    .get(usize::from(colour))
                    .copied()
                    .unwrap_or(colour)
                    .into(),
                None => remapped(remp, own),
            };
        }
        if !self.dialect.has_quirk(Quirks::BOMP_PALETTE_LEAK) {
            renderer.bomp_palette = false;
        }
        if self.palette.len() == COLOURS {
            if look.palette[0] == NO_OVERRIDE {
                renderer
                    .palette
                    .first_mut()
                    .into_iter()
                    .for_each(|entry| *entry = NO_OVERRIDE);
            } else {
                renderer.bomp_palette = true;
            }
        }
    }
}

/// Returns a colour after the room's REMP table of HE70 (A50).
fn remapped(table: Option<&[u8]>, colour: u16) -> u16 {
    table
        .and_then(|table| table.get(usize::from(colour)))
        .map_or(colour, |&mapped| mapped.into())
}

/// Returns the map of colours for codec 5. The function first sets entry 255 of the renderer's
/// table to 255, and the entry keeps this value (A50, A75).
pub(super) fn bomp_map(renderer: &mut Renderer) -> [u8; 256] {
    if let Some(entry) = renderer.palette.get_mut(usize::from(NEVER_DRAWN)) {
        *entry = NEVER_DRAWN.into();
    }
    std::array::from_fn(|colour| renderer.palette.get(colour).map_or(0, |&entry| entry as u8))
}

/// Length of one shadow table in bytes.
const SHADOW_TABLE: usize = 256;
/// Number of tables that mode 3 uses.
const SHADOW_TABLES: usize = 8;

/// The shadow table that is applied to the colours of a cel, and the faults of the shadow mode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shading<'a> {
    /// The table.
    pub shadow: Shadow<'a>,
    /// The range of colours for which the reference would read a table that does not exist.
    pub missing: (u16, u16),
    /// The fault of a shadow mode that is fatal in the reference. The cel is drawn as in mode 0.
    pub fault: Option<Fault>,
}

impl<'a> Shading<'a> {
    /// The shading without a table: colours are not changed.
    pub(super) const PLAIN: Self = Self {
        shadow: Shadow::None,
        missing: (0, 0),
        fault: None,
    };

    /// Creates the shading of an actor's cel.
    pub(super) fn new(dialect: &Dialect, look: &Look<'a>, codec: Codec, blend: bool) -> Self {
        if codec == Codec::Trle || dialect.blends_by_condition() {
            // From HE72 on, codec 32 blends all pictures of an actor that has a blend table. From
            // HE99 on, it blends only the pictures for which a condition requests blending (A92).
            let all = codec == Codec::Trle && !dialect.has_palette_slots();
            let blends = if all { dialect.he_at_least(72) } else { blend };
            let shadow = look
                .xmap
                .filter(|_| blends)
                .and_then(|table| table.first_chunk())
                .map_or(Shadow::None, Shadow::Blend);
            return Self {
                shadow,
                ..Self::PLAIN
            };
        }
        let table = shadow_table(dialect, look, codec);
        match look.shadow_mode {
            0 => Self::PLAIN,
            1 if table.len() < SHADOW_TABLE => Self {
                missing: (13, 14),
                ..Self::PLAIN
            },
            1 => Self {
                shadow: Shadow::Colour13(table),
                ..Self::PLAIN
            },
            3 if table.len() < SHADOW_TABLES * SHADOW_TABLE => Self {
                missing: (0, 8),
                ..Self::PLAIN
            },
            3 => Self {
                shadow: Shadow::Below8(table),
                ..Self::PLAIN
            },
            2 => Self {
                fault: Some(Fault::Undrawable("shadow mode 2")),
                ..Self::PLAIN
            },
            _ if codec == Codec::Rle => Self::PLAIN,
            _ => Self {
                fault: Some(Fault::Undrawable("a shadow mode above 3")),
                ..Self::PLAIN
            },
        }
    }

    /// Returns whether the blend table is applied to all colours.
    pub(super) fn blends(&self) -> bool {
        matches!(self.shadow, Shadow::Blend(_))
    }

    /// Returns the fault of drawing a cel: the fault of the mode, or the fault of a missing table.
    /// The reference meets both when it draws a pixel. `draws` returns whether a pixel is drawn
    /// whose colour is in a range.
    pub(super) fn check(&self, draws: impl FnOnce(Range<u16>) -> bool) -> Result<(), Fault> {
        let (fault, colours) = match self.fault {
            Some(fault) => (fault, 0..256),
            None => (
                Fault::Undrawable("a shadow mode without a shadow table"),
                self.missing.0..self.missing.1,
            ),
        };
        if !colours.is_empty() && draws(colours) {
            return Err(fault);
        }
        Ok(())
    }
}

/// Returns the shadow tables that a codec uses (A61). v7 and v8 have eight tables. Up to HE70,
/// codec 5 uses the tables of the engine, too. For other codecs, HE70 uses the REMP table of the
/// room, and other Humongous games have no table.
fn shadow_table<'a>(dialect: &Dialect, look: &Look<'a>, codec: Codec) -> &'a [u8] {
    let engine = if codec == Codec::Bomp {
        !dialect.he_at_least(71)
    } else {
        dialect.has_eight_shadow_tables()
    };
    if engine {
        look.shadow
    } else if dialect.has_room_remap() {
        look.remp.unwrap_or_default()
    } else {
        &[]
    }
}
