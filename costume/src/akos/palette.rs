//! The colour table that an actor leaves in the renderer (A3, A50..A53).

use scumm_room::Quirks;

use super::Akos;
use super::akpl::COLOURS;
use crate::draw::{Look, Renderer};

/// An entry of an actor's palette that does not replace the costume's colour (A50).
const NO_OVERRIDE: u16 = 255;
/// The colour that codec 5 never draws (A75).
const NEVER_DRAWN: u8 = 255;
/// Length of a palette slot in bytes (A50).
const SLOT: usize = 1024;
/// Offset of the map of colours in a slot, after its RGB values.
const SLOT_MAP: usize = 768;

/// Returns the 256 bytes of a palette slot that map colours to screen colours (A50, A92). They are
/// 0 until a game fills the slot.
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

/// Returns the map of colours for codec 5. Entry 255 is first set to 255, and keeps this value in
/// the renderer (A50, A75).
pub(super) fn bomp_map(renderer: &mut Renderer) -> [u8; 256] {
    if let Some(entry) = renderer.palette.get_mut(usize::from(NEVER_DRAWN)) {
        *entry = NEVER_DRAWN.into();
    }
    std::array::from_fn(|colour| renderer.palette.get(colour).map_or(0, |&entry| entry as u8))
}
