//! Drawing and hit test of the limbs of a COST (C30..C35, C40), and the colours of an actor
//! (C52..C54, C53a, C71a).

use glam::IVec2;
use scumm_room::{Dialect, Enhancements, GameId, Platform, Quirks, Rect, Render};

use super::play::{NO_LOOP, NOTHING};
use super::rows::RowColours;
use super::tables::CostPicture;
use super::{Cost, Format, v1};
use crate::anim::{LIMBS, LimbStates, NONE};
use crate::contents::ShownCel;
use crate::draw::{
    CelData, Drawn, Extent, HitTest, Look, Packing, PaintRules, Painter, Renderer, Runs,
    ScaleTable, Scaling, Shadow, SpriteColours, Stand, Target,
};

/// Bit of the shadow mode that applies the shadow table to every opaque pixel (C50).
const SHADOW_ALL: u16 = 0x20;

/// A picture that a limb shows.
#[derive(Clone, Copy, Debug)]
pub struct ShownPicture<'a> {
    /// The limb.
    pub limb: usize,
    /// The number of the picture in the table of the limb.
    pub number: u8,
    /// The picture.
    pub picture: &'a CostPicture,
    /// The position and size.
    pub extent: Extent,
}

/// The colours of the pictures of one draw.
enum PictureColours {
    /// Pictures that are stored by columns, with their packing.
    Columns(Packing, Option<SpriteColours>),
    /// Other pictures.
    Rows(RowColours),
}

impl Cost {
    /// Draws all limbs, limb 0 first (0.g).
    pub fn draw(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        target: &mut Target<'_>,
    ) -> Drawn {
        self.set_palette(look, renderer);
        let Renderer {
            palette,
            sprites,
            trace,
            ..
        } = renderer;
        let mut trace = trace.as_mut();
        let mut painter = self.painter(look, palette);
        let stand = painter.stand;
        let colours = match self.column_packing() {
            Some(packing) => {
                let colours = painter.sprite_colours(self.digest, packing, sprites);
                PictureColours::Columns(packing, colours)
            }
            None => PictureColours::Rows(self.row_colours(&painter, look, sprites)),
        };
        let mut drawn = Drawn::default();
        for shown in self.visible(anim) {
            let ShownPicture {
                limb,
                number,
                picture,
                extent,
            } = shown;
            painter.stand = self.limb_stand(stand, (limb, number), look);
            let mut trace = trace.as_deref_mut();
            if let Some(trace) = &mut trace {
                let place = ((extent.x, extent.y), painter.stand.place(extent).rect);
                trace.begin_cel(self.shown_cel(&shown), Some(place));
            }
            match &colours {
                PictureColours::Columns(packing, colours) => {
                    let offset = u32::try_from(picture.data).unwrap_or(u32::MAX);
                    let cel = CelData {
                        offset,
                        bytes: self.picture_data(picture),
                        packing: *packing,
                        extent,
                    };
                    painter.draw_cached(cel, *colours, sprites, target, &mut drawn, trace);
                }
                PictureColours::Rows(colours) => {
                    self.draw_rows(
                        (picture, extent),
                        (&painter, colours),
                        sprites,
                        target,
                        &mut drawn,
                        trace,
                    );
                }
            }
        }
        drawn
    }

    /// Returns whether an opaque pixel of the actor is drawn at column `x`, line `y` of the view.
    /// Masks and screen edges are ignored (D11).
    #[must_use]
    pub fn hit(&self, anim: &LimbStates, look: &Look<'_>, x: i32, y: i32) -> bool {
        let mut test = HitTest::new(x, y, Rect::default());
        self.hit_test(anim, look, &mut test);
        test.is_hit
    }

    /// Performs a hit test with the pictures of all limbs (D11).
    pub fn hit_test(&self, anim: &LimbStates, look: &Look<'_>, test: &mut HitTest) {
        let mut painter = self.painter(look, &[]);
        let stand = painter.stand;
        let HitTest { x, y, screen, .. } = *test;
        for ShownPicture {
            limb,
            number,
            picture,
            extent,
        } in self.visible(anim)
        {
            painter.stand = self.limb_stand(stand, (limb, number), look);
            let data = self.picture_data(picture);
            if let Some(packing) = self.column_packing() {
                painter.hit_columns(extent, Runs::new(data, packing), test);
                continue;
            }
            let placed = painter.stand.place(extent);
            if placed.rect.contains(x, y) {
                test.cut |= painter.is_cut(&placed, &screen);
                self.walk(&painter, (&placed, 0), data, None, |at, _, _| {
                    test.is_hit |= at == (x, y)
                });
            }
        }
    }

    /// Returns the packing of pictures that are stored by columns; `None` for pictures of v1 and of
    /// v5 on the Amiga.
    fn column_packing(&self) -> Option<Packing> {
        self.header
            .format
            .packing()
            .filter(|_| !self.dialect.has_row_costumes())
    }

    /// Returns the numbers of a picture that a limb shows.
    pub(crate) fn shown_cel(&self, shown: &ShownPicture<'_>) -> ShownCel {
        let number = shown.number.into();
        let index = self.picture_index(shown.limb, shown.number);
        ShownCel {
            cel: index.unwrap_or(number),
            ..ShownCel::new(shown.limb, number)
        }
    }

    /// Returns the pictures that the limbs show, in drawing order, each at its position after the
    /// moves (C30, C32).
    pub fn visible<'a>(
        &'a self,
        anim: &'a LimbStates,
    ) -> impl Iterator<Item = ShownPicture<'a>> + use<'a> {
        // The start of the moves, relative to the anchor (C32, G5).
        let far = self.dialect.is_old_bundle() && self.dialect.version() > 1;
        let mut moves = if far {
            IVec2::new(-72, -100)
        } else {
            IVec2::ZERO
        };
        (0..LIMBS).filter_map(move |limb| {
            let curpos = anim.limbs.get(limb)?.curpos;
            if curpos == NONE || anim.is_stopped(limb) {
                return None;
            }
            let code = self.commands.get(curpos & !NO_LOOP) & 0x7f;
            let picture = self.picture(limb, code).filter(|_| code != NOTHING)?;
            let extent = picture.extent(moves);
            moves = picture.after(moves);
            Some(ShownPicture {
                limb,
                number: code,
                picture,
                extent,
            })
        })
    }

    /// Returns the stand of the picture that a limb shows: the actor's `stand`, except for the lid
    /// of the toilet in Day of the Tentacle ([`Enhancements::DOTT_TOILET_LID`]) and for the changes
    /// of the caller.
    fn limb_stand<'a>(
        &self,
        mut stand: Stand<'a>,
        (limb, number): (usize, u8),
        look: &Look<'_>,
    ) -> Stand<'a> {
        let is_lid = self.dialect.has_enhancement(Enhancements::DOTT_TOILET_LID)
            && self.dialect.game() == Some(GameId::Tentacle)
            && (look.room, look.actor, look.costume) == (61, 1, 324);
        if is_lid {
            // Facing west, the other limbs move by four pixels of the costume.
            let shift = if limb != 0 && look.facing.is_west() {
                stand.step().saturating_mul(4)
            } else {
                -1
            };
            stand.x = stand.x.saturating_add(shift);
            stand.flip &= limb != 0;
        }
        stand.of_picture(look, limb, number.into())
    }

    fn painter<'a>(&'a self, look: &Look<'a>, palette: &'a [u16]) -> Painter<'a> {
        // With the enhancement, one actor of v3 has a scale of its own.
        let scales = self.dialect.scales_actors()
            || self
                .dialect
                .has_enhancement(Enhancements::INDY3_HENRY_SCALE);
        let (x, y) = if scales {
            (look.scale_x, look.scale_y)
        } else {
            (255, 255)
        };
        let mut rules = PaintRules::cost(&self.dialect);
        let mut line = look.y;
        if self.header.format == Format::DoubleWide {
            rules.dirty_right = v1::COLUMN;
            rules.west_margin = v1::COLUMN;
            line = line.saturating_add(1);
        }
        Painter {
            dialect: &self.dialect,
            rules,
            stand: Stand {
                x: look.x,
                y: line,
                flip: look.facing.is_west() && !self.header.keeps_west,
                scaling: Scaling {
                    table: ScaleTable::Small,
                    x,
                    y,
                },
            },
            clip: None,
            palette,
            shadow: if !self.dialect.shades_costumes() {
                Shadow::None
            } else if look.shadow_mode & SHADOW_ALL != 0 {
                Shadow::All(look.shadow)
            } else {
                Shadow::Colour13(look.shadow)
            },
        }
    }
}

/// The colour of actors in the dark (C54).
const DARK: u16 = 8;
/// [`DARK`] in both bytes of an entry: the original fills the table byte by byte, although an entry
/// has two bytes.
const DARK_PAIR: u16 = 0x0808;
/// The colour that stays black in the dark.
const BLACK: usize = 12;

#[allow(
    clippy::indexing_slicing,
    reason = "colours are bytes below the table's 256 entries"
)]
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
                let own: &[u8] = if self.is_amiga_dog(look) {
                    &AMIGA_DOG
                } else {
                    &self.header.palette
                };
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

    /// Returns whether the enhancement gives the costume other colours
    /// ([`Enhancements::MI2_AMIGA_DOG_PALETTE`]).
    fn is_amiga_dog(&self, look: &Look<'_>) -> bool {
        self.dialect
            .has_enhancement(Enhancements::MI2_AMIGA_DOG_PALETTE)
            && self.dialect.game() == Some(GameId::Monkey2)
            && self.dialect.platform() == Platform::Amiga
            && (look.room, look.costume) == (53, 55)
            && self.header.format.colours() == AMIGA_DOG.len()
    }

    /// Sets the colours of v2 and v3 EGA (C53a, C54). At the end, the entry of the costume's own
    /// colour gets the new value of entry 0.
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

/// The colours of costume 55 of Monkey Island 2 on the Amiga with the enhancement.
const AMIGA_DOG: [u8; 16] = [
    0xfa, 0xca, 0xc2, 0xc0, 0xc1, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7, 0xc8, 0xce, 0xcf, 0xcd, 0xc9, 0xcc,
];

/// The suit colours of Maniac Mansion's actors, by actor number (C71a, V31).
pub(crate) const SUITS: [u8; 25] = [
    0, 7, 2, 6, 9, 1, 3, 7, 7, 1, 1, 9, 1, 4, 5, 5, 4, 1, 0, 5, 4, 2, 2, 7, 7,
];
/// The only actor of Maniac Mansion with a different skin colour (C71a).
const PURPLE_ACTOR: u16 = 4;

/// Returns the four colours of v1 (transparent, skin, suit, outline; C71a) as screen colours
/// (C71b).
#[allow(
    clippy::indexing_slicing,
    reason = "colours are bytes below the table's 256 entries"
)]
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
mod tests;
