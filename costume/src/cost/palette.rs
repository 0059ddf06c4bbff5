//! The colours of an actor (C52..C54, C71).

use scumm_room::{Dialect, Game, Platform, Quirks};

use super::{Cost, Format};
use crate::draw::{Look, Renderer};

/// What is left to see of an actor in the dark (C54).
const DARK: u16 = 8;
/// The same, two entries at once: the original fills bytes where entries have two of them.
const DARK_PAIR: u16 = 0x0808;
/// The colour that stays black in the dark.
const BLACK: usize = 12;

impl Cost {
    /// Puts the actor's colours into the renderer's table. What is not written stays as the last actor left it.
    pub(super) fn set_palette(&self, look: &Look<'_>, renderer: &mut Renderer) {
        if renderer.palette.len() < 256 {
            renderer.palette.resize(256, 0);
        }
        let table = renderer.palette.as_mut_slice();
        match self.format {
            Format::DoubleWide => table[..4].copy_from_slice(&v1_colours(look)),
            _ if look.dialect.is_old_bundle() => self.set_old_palette(look, table),
            _ if look.dark => self.darken(look.dialect, table),
            format => {
                let own = self.palette.iter().zip(look.palette).take(format.colours());
                for (entry, (&stored, &given)) in table.iter_mut().zip(own) {
                    *entry = if given == 255 { u16::from(stored) } else { given };
                }
            }
        }
    }

    /// v2 and v3 EGA (C53, C54).
    fn set_old_palette(&self, look: &Look<'_>, table: &mut [u16]) {
        if look.dark {
            table[..16].fill(DARK);
            table[BLACK] = 0;
            return;
        }
        table[..16].copy_from_slice(&look.palette[..16]);
        if let Some(&own) = self.palette.first() {
            table[usize::from(own)] = table[0];
        }
        if look.dialect.version() == 2 {
            table[BLACK] = 12;
        }
    }

    /// Actors in the dark, v3 (256 colours) to v5 (C54).
    fn darken(&self, dialect: &Dialect, table: &mut [u16]) {
        let colours = self.format.colours();
        if dialect.has_quirk(Quirks::DARK_HALF_PALETTE) {
            table[..colours / 2].fill(DARK_PAIR);
        } else {
            table[..colours].fill(DARK);
        }
        table[BLACK] = 0;
    }
}

/// The four colours of v1: transparent, skin, suit, outline (C71), as colours of the screen.
fn v1_colours(look: &Look<'_>) -> [u16; 4] {
    const IN_THE_DARK: u8 = 11;
    let c64 = look.dialect.platform() == Platform::C64;
    let [suit, _] = look.palette.get(usize::from(look.actor)).copied().unwrap_or(0).to_le_bytes();
    let skin = if c64 { 10 } else { 8 };
    let colours = if look.dark { [0, skin, IN_THE_DARK, IN_THE_DARK] } else { [0, skin, suit, 0] };
    colours.map(|colour| u16::from(screen_colour(look.dialect, colour)))
}

/// A colour of the C64 on the screen of a v1 game (S12).
fn screen_colour(dialect: &Dialect, colour: u8) -> u8 {
    const MANIAC: [u8; 16] = [0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 12, 8, 7, 10, 9, 8];
    const ZAK: [u8; 16] = [0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 13, 8, 7, 10, 9, 7];
    let table = match (dialect.platform(), dialect.game()) {
        (Platform::C64, _) => return colour,
        (_, Some(Game::Maniac)) => MANIAC,
        _ => ZAK,
    };
    table[usize::from(colour & 15)]
}
