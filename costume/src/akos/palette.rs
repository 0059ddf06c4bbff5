//! The renderer's colour table as an actor leaves it (A3, A50..A53), and an actor's remapped colours (A95, A96).

use scumm_room::Quirks;

use super::Akos;
use super::akpl::COLOURS;
use crate::draw::{Look, Renderer};

/// "No colour of its own" in an actor's palette (A50).
const NO_OVERRIDE: u16 = 255;
/// The colour that codec 5 never draws, whatever the table says (A75).
const NEVER_DRAWN: u8 = 255;
/// Bytes of a palette slot (A50).
const SLOT: usize = 1024;
/// Where a slot's map of colours begins, behind its RGB values.
const SLOT_MAP: usize = 768;

/// The 256 bytes of a palette slot that map colours to screen colours (A50, A92); all 0 until a game fills the slot.
pub(super) fn slot_map<'a>(look: &Look<'a>, slot: u8) -> &'a [u8; 256] {
    let start = usize::from(slot).saturating_mul(SLOT).saturating_add(SLOT_MAP);
    look.palette_slots.get(start..).and_then(<[u8]>::first_chunk).unwrap_or(&[0; 256])
}

impl Akos {
    /// Writes the actor's colours into the renderer's table; entries beyond AKPL stay as earlier actors left them.
    pub(super) fn set_palette(&self, look: &Look<'_>, renderer: &mut Renderer) {
        renderer.palette.resize(COLOURS, 0);
        if !self.dialect.has_quirk(Quirks::STALE_PALETTE) {
            renderer.palette.iter_mut().zip(0..).for_each(|(entry, colour)| *entry = colour);
        }
        let slot = Some(look.palette_slot).filter(|&slot| slot != 0 && self.dialect.has_palette_slots());
        let slot = slot.map(|slot| slot_map(look, slot));
        let remp = look.remp.filter(|_| self.dialect.has_room_remap());
        for ((entry, &own), &colour) in renderer.palette.iter_mut().zip(look.palette).zip(&self.palette) {
            *entry = match slot {
                Some(map) => map.get(usize::from(colour)).copied().unwrap_or(colour).into(),
                None => remapped(remp, if own == NO_OVERRIDE { colour.into() } else { own }),
            };
        }
        if !self.dialect.has_quirk(Quirks::BOMP_PALETTE_LEAK) {
            renderer.bomp_palette = false;
        }
        if self.palette.len() == COLOURS {
            if look.palette[0] == NO_OVERRIDE {
                renderer.palette.first_mut().into_iter().for_each(|entry| *entry = NO_OVERRIDE);
            } else {
                renderer.bomp_palette = true;
            }
        }
    }

    /// The colours that remapping gives an actor: (index, screen colour) for each colour of the costume that changes.
    /// `factors` are 256ths of red, green and blue; `nearest` finds a screen colour (P5). Nothing without AKPL and RGBS.
    pub fn remap<'a>(
        &'a self,
        shadow_mode: u16,
        factors: [i32; 3],
        mut nearest: impl FnMut([u8; 3]) -> u8 + 'a,
    ) -> impl Iterator<Item = (usize, u8)> + 'a {
        let colours = self.palette.iter().zip(&self.colours).enumerate();
        colours.filter(move |(_, (colour, _))| shadow_mode == 0 || **colour >= 16).map(move |(index, (_, rgb))| {
            let mut lit = *rgb;
            for (component, factor) in lit.iter_mut().zip(factors) {
                let value = i32::from(*component).saturating_mul(factor) >> 8;
                *component = value.clamp(0, 255) as u8;
            }
            (index, nearest(lit))
        })
    }

    /// The first of the costume's colours that is screen colour `colour` (A96).
    #[must_use]
    pub fn colour_index(&self, colour: u8) -> Option<usize> {
        self.palette.iter().position(|&own| own == colour)
    }
}

/// HE70: a colour through the room's REMP table (A50).
fn remapped(table: Option<&[u8]>, colour: u16) -> u16 {
    table.and_then(|table| table.get(usize::from(colour))).map_or(colour, |&mapped| mapped.into())
}

/// The table as codec 5 maps through it; entry 255 is forced, and stays so (A50, A75).
pub(super) fn bomp_map(renderer: &mut Renderer) -> [u8; 256] {
    if let Some(entry) = renderer.palette.get_mut(usize::from(NEVER_DRAWN)) {
        *entry = NEVER_DRAWN.into();
    }
    let mut map = [0; 256];
    for (mapped, &entry) in map.iter_mut().zip(&renderer.palette) {
        *mapped = entry as u8;
    }
    map
}
