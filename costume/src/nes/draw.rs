//! Drawing the sprites of a picture (Q44..Q49), and pictures for those who look at them outside a
//! stage (Q43, Q45).

use std::collections::BTreeSet;

use scumm_room::nes::{BLACK, tile_value};
use scumm_room::{Rect, Surface};

use super::{NES_ANIMATIONS, Nes, Sprite, SpriteSet};
use crate::draw::{Drawn, Look, Renderer, Shadow, Target};
use crate::trace::Mark;
use crate::{Facing, LimbStates};

/// Pixels of a sprite's side.
const SIDE: i32 = 8;
/// The colours of every palette where actors are dark (Q48).
const DARK: [u8; 4] = [0x2d, BLACK, 0x2d, 0x3d];
/// Extents begin at the last line and column of the machine's screen (Q49).
const LAST: i32 = 239;

impl Nes {
    /// Draws the picture of limb 0; without the set in force nothing.
    pub(crate) fn draw(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        target: &mut Target<'_>,
    ) -> Drawn {
        let mut drawn = Drawn::default();
        let (Some((set, number)), Some(picture)) = (self.set(look), self.shown(anim)) else {
            return drawn;
        };
        let Some(sprites) = set.picture(number, picture) else {
            return drawn;
        };
        if let Some(trace) = &mut renderer.trace {
            trace.begin_cel(0, picture.into(), None);
        }
        let edges = target.rect();
        let mut extent = Rect {
            left: LAST,
            top: LAST,
            right: 0,
            bottom: 0,
        };
        for sprite in sprites.rev() {
            let rect = place(&sprite, look);
            extent = extent.union(&rect);
            // One that only touches the right edge or the bottom is left out, too (Q46).
            let inside = rect.left >= 0
                && rect.top >= 0
                && rect.right < edges.right
                && rect.bottom < edges.bottom;
            if !inside {
                continue;
            }
            walk(&sprite, set, look, |at, source, entry| {
                let colour = if look.dark {
                    DARK.get(usize::from(entry)).copied().unwrap_or(0)
                } else {
                    set.colour(sprite.palette, entry)
                };
                let entry = sprite.palette << 2 | entry;
                // The actor's plane hides it (Q47).
                target.put(
                    at,
                    Mark {
                        source,
                        entry,
                        colour,
                    },
                    &Shadow::None,
                    renderer.trace.as_mut(),
                );
            });
        }
        drawn.claim(extent, 0, &self.dialect, target);
        drawn.reach(extent.top, extent.bottom);
        drawn
    }

    /// Returns how many pixels the sprites of the picture that limb 0 shows have together.
    #[cfg(feature = "edit")]
    pub(crate) fn shown_pixels(&self, anim: &LimbStates) -> u64 {
        let sprites = || {
            let (number, set) = self.own.as_ref()?;
            Some(set.picture(*number, self.shown(anim)?)?.count())
        };
        let side = u64::from(SIDE.unsigned_abs());
        let count = sprites().unwrap_or(0) as u64;
        count.saturating_mul(side.saturating_mul(side))
    }

    /// Whether an opaque pixel is on view column `x`, line `y`. The reference never asks (Q49).
    pub(crate) fn hit(&self, anim: &LimbStates, look: &Look<'_>, x: i32, y: i32) -> bool {
        let (Some((set, number)), Some(picture)) = (self.set(look), self.shown(anim)) else {
            return false;
        };
        let mut hit = false;
        for sprite in set.picture(number, picture).into_iter().flatten() {
            walk(&sprite, set, look, |at, _, _| hit |= at == (x, y));
        }
        hit
    }

    /// The pictures that animations show by their numbers, each with the pixels that it takes
    /// around the actor's place as seen facing west; none where the set of sprites is not known, or
    /// does not have them whole.
    pub(crate) fn drawn_pictures(&self) -> Vec<(u8, Rect)> {
        let lists = (0..NES_ANIMATIONS).filter_map(|number| self.pictures(number));
        let numbers: BTreeSet<u8> = lists.flatten().copied().collect();
        numbers
            .into_iter()
            .filter_map(|picture| Some((picture, self.extent(picture)?)))
            .collect()
    }

    /// The pixels of a picture as seen facing west, in the numbers of [`Self::colours`]; 0 where
    /// there is none.
    pub(crate) fn picture_pixels(&self, picture: u8) -> Option<Surface> {
        let (number, set) = self.own.as_ref()?;
        let extent = self.extent(picture)?;
        let (width, height) = extent.size();
        let mut surface = Surface::filled(width, height, 0);
        let sprites: Vec<_> = set.picture(*number, picture)?.collect();
        for sprite in sprites.iter().rev() {
            walk(sprite, set, &Look::default(), |(x, y), _, value| {
                let (column, row) = Rect {
                    right: x,
                    bottom: y,
                    ..extent
                }
                .size();
                let at = row.saturating_mul(width).saturating_add(column);
                if let Some(pixel) = surface.pixels_mut().get_mut(at) {
                    *pixel = sprite.palette << 2 | value;
                }
            });
        }
        Some(surface)
    }

    /// The screen colours of the pictures' sixteen colour numbers: four palettes of four. None
    /// where the set of sprites is not known.
    #[must_use]
    pub fn colours(&self) -> Option<[u8; 16]> {
        self.own.as_ref().map(|(_, set)| set.colours())
    }

    /// What the sprites of a picture cover.
    fn extent(&self, picture: u8) -> Option<Rect> {
        let (number, set) = self.own.as_ref()?;
        let sprites = set.picture(*number, picture)?;
        sprites
            .map(|sprite| place(&sprite, &Look::default()))
            .reduce(|all, one| all.union(&one))
    }
}

/// Facing east sprites stand and look the other way.
fn is_east(look: &Look<'_>) -> bool {
    look.facing.old() == Facing::EAST.old()
}

/// Where a sprite lands.
fn place(sprite: &Sprite, look: &Look<'_>) -> Rect {
    let (across, down) = sprite.at;
    let across = if is_east(look) {
        across.saturating_neg()
    } else {
        across
    };
    let left = look.x.saturating_add(across);
    let top = look.y.saturating_add(down);
    Rect {
        left,
        top,
        right: left.saturating_add(SIDE),
        bottom: top.saturating_add(SIDE),
    }
}

/// Goes through the opaque pixels of a sprite: where they land, their column and row in the tile,
/// their value.
fn walk(
    sprite: &Sprite,
    set: &SpriteSet,
    look: &Look<'_>,
    mut sink: impl FnMut((i32, i32), (i32, i32), u8),
) {
    let rect = place(sprite, look);
    let mirrored = sprite.mirrored != is_east(look);
    for (row, y) in (0..8).zip(rect.top..) {
        for (column, x) in (0..8).zip(rect.left..) {
            let source = if mirrored {
                7_usize.saturating_sub(column)
            } else {
                column
            };
            let value = tile_value(set.tiles(), sprite.tile, source, row);
            if value != 0 {
                sink(
                    (x, y),
                    (
                        i32::try_from(source).unwrap_or(0),
                        i32::try_from(row).unwrap_or(0),
                    ),
                    value,
                );
            }
        }
    }
}
