//! Drawing the limbs of a COST, and asking what is under a point (C30..C35, C40).

use glam::IVec2;

use super::commands::{NO_LOOP, NOTHING};
use super::picture::Picture;
use super::{Cost, Format, rows, v1};
use crate::anim::{Animation, LIMBS, NONE};
use crate::draw::column::{ColumnPainter, ColumnRules};
use crate::draw::place::{Extent, Stand};
use crate::draw::rle::Runs;
use crate::draw::scale::{ScaleTable, Scaling};
use crate::draw::shade::Shadow;
use crate::draw::{Drawn, Look, Renderer, Target};
use crate::facing::old_direction;

/// Bit of the shadow mode that puts every opaque pixel through the table (C50).
const SHADOW_ALL: u16 = 0x20;

impl Cost {
    /// Draws all limbs, 0 first (0.g).
    pub fn draw(&self, anim: &Animation, look: &Look<'_>, renderer: &mut Renderer, target: &mut Target<'_>) -> Drawn {
        self.set_palette(look, renderer);
        let painter = self.painter(look, &renderer.palette);
        let mut drawn = Drawn::default();
        for (picture, extent) in self.visible(anim, look) {
            let data = self.picture_data(picture);
            match self.format.packing() {
                None => v1::draw(&painter, extent, data, target, &mut drawn),
                Some(packing) => {
                    let pixels = Runs::new(data, packing);
                    if look.dialect.has_row_costumes() {
                        let remap = look.dialect.remaps_costumes_by_room().then_some(look.room_palette);
                        rows::draw(&painter, extent, pixels, remap, target, &mut drawn);
                    } else {
                        painter.draw(extent, pixels, target, &mut drawn);
                    }
                }
            }
        }
        drawn
    }

    /// Whether an opaque pixel of the actor lands on view column `x`, line `y`; masks and screen edges apart (D11).
    #[must_use]
    pub fn hit(&self, anim: &Animation, look: &Look<'_>, x: i32, y: i32) -> bool {
        let painter = self.painter(look, &[]);
        self.visible(anim, look).any(|(picture, extent)| {
            let data = self.picture_data(picture);
            match self.format.packing() {
                None => v1::hit(&painter, extent, data, x, y),
                Some(packing) if look.dialect.has_row_costumes() => {
                    rows::hit(&painter, extent, Runs::new(data, packing), x, y)
                }
                Some(packing) => painter.hit(extent, Runs::new(data, packing), x, y),
            }
        })
    }

    /// The pictures that the limbs show, in drawing order, each where the moves have led (C30, C32).
    pub fn visible<'a>(
        &'a self,
        anim: &'a Animation,
        look: &Look<'_>,
    ) -> impl Iterator<Item = (&'a Picture, Extent)> + use<'a> {
        let mut moves = IVec2::from(look.dialect.costume_origin());
        (0..LIMBS).filter_map(move |limb| {
            let curpos = anim.limbs[limb].curpos;
            if curpos == NONE || anim.is_stopped(limb) {
                return None;
            }
            let code = self.commands.get(curpos & !NO_LOOP) & 0x7f;
            let picture = self.picture(limb, code).filter(|_| code != NOTHING)?;
            let extent = picture.extent(moves);
            moves = picture.after(moves);
            Some((picture, extent))
        })
    }

    fn painter<'a>(&self, look: &Look<'a>, palette: &'a [u16]) -> ColumnPainter<'a> {
        let (x, y) = if look.dialect.scales_actors() { (look.scale_x, look.scale_y) } else { (255, 255) };
        let mut rules = ColumnRules::cost(look.dialect);
        let mut line = look.y;
        if self.format == Format::DoubleWide {
            rules.dirty_right = v1::COLUMN;
            line = line.saturating_add(1);
        }
        ColumnPainter {
            dialect: look.dialect,
            rules,
            stand: Stand {
                x: look.x,
                y: line,
                flip: old_direction(look.facing) == 0 && !self.keeps_west,
                scaling: Scaling { table: ScaleTable::SmallWrapping, x, y },
            },
            clip: None,
            palette,
            shadow: if !look.dialect.has_engine_shadow_table() {
                Shadow::None
            } else if look.shadow_mode & SHADOW_ALL != 0 {
                Shadow::All(look.shadow)
            } else {
                Shadow::Colour13(look.shadow)
            },
        }
    }
}
