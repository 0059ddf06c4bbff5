//! The colours of an actor (C52..C54, C53a, C71a).
#![allow(
    clippy::indexing_slicing,
    reason = "colours are bytes below the table's 256 entries"
)]

use scumm_room::{Dialect, GameId, Platform, Quirks, Render};

use super::{Cost, Format};
use crate::draw::{Look, Renderer};

/// The colour of actors in the dark (C54).
const DARK: u16 = 8;
/// Two entries of [`DARK`] at once: the original fills bytes, although an entry has two of them.
const DARK_PAIR: u16 = 0x0808;
/// The colour that stays black in the dark.
const BLACK: usize = 12;

impl Cost {
    /// Writes the actor's colours to the renderer's table. Other entries keep the colours of the
    /// last actor.
    pub(super) fn set_palette(&self, look: &Look<'_>, renderer: &mut Renderer) {
        if renderer.palette.len() < 256 {
            renderer.palette.resize(256, 0);
        }
        let table = renderer.palette.as_mut_slice();
        match self.header.format {
            Format::DoubleWide => table[..4].copy_from_slice(&v1_colours(&self.dialect, look)),
            _ if self.dialect.is_old_bundle() => self.set_old_palette(look, table),
            _ if look.dark => self.darken(table),
            format => {
                let own = &self.header.palette;
                let own = own.get(..format.colours()).unwrap_or(own);
                // With slices of equal length, the compiler generates vector instructions for the
                // selection.
                for ((entry, &stored), &given) in table.iter_mut().zip(own).zip(look.palette) {
                    *entry = if given == 255 {
                        u16::from(stored)
                    } else {
                        given
                    };
                }
            }
        }
    }

    /// Sets the colours of v2 and v3 EGA (C53a, C54). The entry of the costume's own colour is
    /// written last, with the new value of entry 0.
    fn set_old_palette(&self, look: &Look<'_>, table: &mut [u16]) {
        if look.dark {
            table[..16].fill(DARK);
            table[BLACK] = 0;
        } else {
            table[..16].copy_from_slice(&look.palette[..16]);
            // v2: entry 12 is the same in every costume (C53a).
            if self.dialect.version() == 2 {
                let two_tone = self
                    .dialect
                    .render()
                    .is_some_and(Render::is_cga_or_hercules);
                table[BLACK] = if two_tone { 15 } else { 12 };
            }
        }
        if let Some(&own) = self.header.palette.first() {
            table[usize::from(own)] = table[0];
        }
    }

    /// Sets the colours of actors in the dark, from v3 (256 colours) to v5 (C54).
    fn darken(&self, table: &mut [u16]) {
        let colours = self.header.format.colours();
        let (colours, dark) = if self.dialect.has_quirk(Quirks::DARK_HALF_PALETTE) {
            (colours / 2, DARK_PAIR)
        } else {
            (colours, DARK)
        };
        table[..colours].fill(dark);
        table[BLACK] = 0;
    }
}

/// The suit colours of Maniac Mansion's actors, by actor number (C71a, V31).
pub(crate) const SUITS: [u8; 25] = [
    0, 7, 2, 6, 9, 1, 3, 7, 7, 1, 1, 9, 1, 4, 5, 5, 4, 1, 0, 5, 4, 2, 2, 7, 7,
];
/// The only actor of Maniac Mansion with a different skin colour (C71a).
const PURPLE_ACTOR: u16 = 4;

/// Returns the four colours of v1 (transparent, skin, suit, outline; C71a) as screen colours
/// (C71b).
fn v1_colours(dialect: &Dialect, look: &Look<'_>) -> [u16; 4] {
    const IN_THE_DARK: u8 = 11;
    let number = usize::from(look.actor);
    let (skin, suit) = match dialect.game() {
        Some(GameId::Maniac) => (
            if look.actor == PURPLE_ACTOR { 4 } else { 8 },
            SUITS.get(number).copied().unwrap_or(0),
        ),
        _ => {
            let [suit, _] = look.palette.get(number).copied().unwrap_or(0).to_le_bytes();
            (
                if dialect.platform() == Platform::C64 {
                    10
                } else {
                    8
                },
                suit,
            )
        }
    };
    let colours = if look.dark {
        [0, 0, IN_THE_DARK, IN_THE_DARK]
    } else {
        [0, skin, suit, 0]
    };
    let screen = dialect.v1_screen_colours();
    colours.map(|colour| u16::from(screen[usize::from(colour & 15)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::fixture::{Parts, Scene, plain};

    fn cost(dialect: Dialect, format: u8, palette: Vec<u8>) -> Cost {
        Parts {
            format,
            palette,
            ..Parts::new(dialect, &[0], true, vec![plain(1, 1, 1)])
        }
        .cost()
    }

    fn table(cost: &Cost, scene: &Scene, before: u16) -> Vec<u16> {
        let mut renderer = Renderer {
            palette: vec![before; 256],
            ..Renderer::default()
        };
        cost.set_palette(&scene.look(), &mut renderer);
        renderer.palette
    }

    #[test]
    fn the_actors_colour_wins_unless_it_is_255_c52() {
        let v5 = Dialect::new(5);
        let mut scene = Scene::new();
        scene.colours[2] = 200;
        let palette = table(&cost(v5, 0x59, (50..82).collect()), &scene, 9);
        assert_eq!(
            (&palette[..4], palette[31], palette[32]),
            (&[50, 51, 200, 53][..], 81, 9)
        );
    }

    #[test]
    fn v2_and_v3_ega_take_the_actors_colours_c53() {
        for (version, twelve) in [(2, 12), (3, 112)] {
            let dialect = Dialect::new(version);
            let scene = Scene {
                colours: std::array::from_fn(|i| 100 + i as u16),
                ..Scene::new()
            };
            let palette = table(&cost(dialect, 0x58, vec![9]), &scene, 0);
            assert_eq!(
                [0, 1, 9, 12, 15, 16].map(|i| palette[i]),
                [100, 101, 100, twelve, 115, 0]
            );
        }
    }

    #[test]
    fn the_costumes_own_colour_is_stored_last_c53a() {
        use scumm_room::Render;
        let twelve = |dialect: Dialect, own, dark| {
            let scene = Scene {
                dark,
                colours: std::array::from_fn(|i| 100 + i as u16),
                ..Scene::new()
            };
            table(&cost(dialect, 0x58, vec![own]), &scene, 0)[12]
        };
        let v2 = Dialect::new(2);
        let on = |render| v2.with_render(Some(render));
        assert_eq!(
            [
                twelve(v2, 9, false),
                twelve(v2, 12, false),
                twelve(v2, 12, true)
            ],
            [12, 100, 8]
        );
        let bright = [Render::Cga, Render::HerculesGreen, Render::HerculesAmber];
        assert_eq!(bright.map(|render| twelve(on(render), 9, false)), [15; 3]);
        assert_eq!(
            [Render::Ega, Render::Amiga].map(|render| twelve(on(render), 9, false)),
            [12; 2]
        );
        assert_eq!(
            twelve(Dialect::new(3).with_render(Some(Render::Cga)), 9, false),
            112
        );
    }

    #[test]
    fn half_the_palette_goes_dark_c54() {
        let fixed = Dialect::new(5).with_quirks(Quirks::all() - Quirks::DARK_HALF_PALETTE);
        for (dialect, expected) in [
            (Dialect::new(5), [0x0808, 0x0808, 7, 0, 7, 7]),
            (fixed, [8, 8, 8, 0, 8, 7]),
        ] {
            let scene = Scene {
                dark: true,
                ..Scene::new()
            };
            let palette = table(&cost(dialect, 0x58, vec![1; 16]), &scene, 7);
            assert_eq!([0, 7, 8, 12, 15, 16].map(|i| palette[i]), expected);
        }
        let scene = Scene {
            dark: true,
            ..Scene::new()
        };
        let palette = table(&cost(Dialect::new(4), 0x59, vec![1; 32]), &scene, 7);
        assert_eq!(
            [11, 12, 13, 15, 16].map(|i| palette[i]),
            [0x0808, 0, 0x0808, 0x0808, 7]
        );
    }

    #[test]
    fn the_dark_is_plain_in_v2_and_v3_ega_c54() {
        for version in [2, 3] {
            let dialect = Dialect::new(version);
            let scene = Scene {
                dark: true,
                ..Scene::new()
            };
            let palette = table(&cost(dialect, 0x58, vec![12]), &scene, 7);
            assert_eq!(
                [0, 11, 12, 15, 16].map(|i| palette[i]),
                [8, 8, 8, 8, 7],
                "C53a: 12 is the costume's own"
            );
            let palette = table(&cost(dialect, 0x58, vec![3]), &scene, 7);
            assert_eq!([0, 3, 12, 15, 16].map(|i| palette[i]), [8, 8, 0, 8, 7]);
        }
    }

    #[test]
    fn v1_has_skin_suit_and_outline_c71() {
        let zak = Dialect::new(1).with_game(Some(GameId::Zak));
        let four = |dialect: Dialect, dark| {
            let mut scene = Scene {
                actor: 3,
                dark,
                ..Scene::new()
            };
            scene.colours[3] = 5;
            table(&cost(dialect, 0x57, vec![]), &scene, 7)[..5].to_vec()
        };
        // Colours 8, 5 and 0 of the C64 on the EGA screen; 0 and 11 in the dark (S12).
        assert_eq!(four(zak, false), [0, 12, 2, 0, 7]);
        assert_eq!(four(zak, true), [0, 0, 8, 8, 7]);
        assert_eq!(
            four(zak.with_platform(Platform::C64), false),
            [0, 10, 5, 0, 7]
        );
        assert_eq!(
            four(zak.with_platform(Platform::C64), true),
            [0, 0, 11, 11, 7]
        );
        // Maniac Mansion: the colours depend on the actor's number, not on its palette.
        assert_eq!(four(Dialect::new(1), false), [0, 12, 1, 0, 7]);
    }

    #[test]
    fn maniac_has_a_suit_for_every_actor_and_one_other_skin_c71a() {
        let colours = |actor| {
            let scene = Scene {
                actor,
                ..Scene::new()
            };
            let palette = table(&cost(Dialect::new(1), 0x57, vec![]), &scene, 7);
            (palette[1], palette[2])
        };
        assert_eq!([1, 4, 24].map(colours), [(12, 14), (5, 6), (12, 14)]);
        assert_eq!(colours(99), (12, 0), "there are no more actors");
    }
}
