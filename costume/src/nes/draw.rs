//! Drawing of the sprites of a picture (Q44..Q49), and pictures for callers that show them outside
//! a stage (Q43, Q45).

use std::collections::BTreeSet;

use scumm_room::nes::{BLACK, tile_value};
use scumm_room::{Rect, Surface};

use super::{NES_ANIMATIONS, Nes, NesSprite, SpriteSet};
use crate::contents::ShownCel;
use crate::draw::{Drawn, Look, Renderer, Shadow, Target};
use crate::trace::Mark;
use crate::{Facing, LimbStates};

/// Side length of a sprite in pixels.
const SIDE: i32 = 8;
/// The colours of every palette if actors are dark (Q48).
const DARK: [u8; 4] = [0x2d, BLACK, 0x2d, 0x3d];
/// The last line and column of the machine's screen, at which extents begin (Q49).
const LAST: i32 = 239;

impl Nes {
    /// Draws the picture of limb 0. Without a set of sprites, nothing is drawn.
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
            trace.begin_cel(ShownCel::new(0, picture.into()), None);
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
            // A sprite that only touches the right or bottom edge is not drawn either (Q46).
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
                // The actor's plane may hide the pixel (Q47).
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

    /// Returns the total number of pixels of the sprites in the picture that limb 0 shows.
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

    /// Returns whether an opaque pixel is drawn at column `x`, line `y` of the view. The reference
    /// has no such test for the Nintendo (Q49).
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

    /// Returns the numbers of the pictures that animations show, each with its rectangle relative
    /// to the actor's position in a costume that faces west. Empty if the set of sprites is not
    /// known; pictures that are incomplete in the set are skipped.
    pub(crate) fn drawn_pictures(&self) -> Vec<(u8, Rect)> {
        let lists = (0..NES_ANIMATIONS).filter_map(|number| self.pictures(number));
        let numbers: BTreeSet<u8> = lists.flatten().copied().collect();
        numbers
            .into_iter()
            .filter_map(|picture| Some((picture, self.extent(picture)?)))
            .collect()
    }

    /// Returns the pixels of a picture in a costume that faces west, as indices of
    /// [`Self::colours`]; transparent pixels are 0.
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

    /// Returns the screen colours of the pictures' sixteen colour numbers: four palettes of four
    /// colours. `None` if the set of sprites is not known.
    #[must_use]
    pub fn colours(&self) -> Option<[u8; 16]> {
        self.own.as_ref().map(|(_, set)| set.colours())
    }

    /// Returns the rectangle that the sprites of a picture cover.
    fn extent(&self, picture: u8) -> Option<Rect> {
        let (number, set) = self.own.as_ref()?;
        let sprites = set.picture(*number, picture)?;
        sprites
            .map(|sprite| place(&sprite, &Look::default()))
            .reduce(|all, one| all.union(&one))
    }
}

/// Returns whether the actor faces east, in which case sprites are mirrored.
fn is_east(look: &Look<'_>) -> bool {
    look.facing.old() == Facing::EAST.old()
}

/// Returns the rectangle of a sprite in the view.
fn place(sprite: &NesSprite, look: &Look<'_>) -> Rect {
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

/// Calls `sink` for the opaque pixels of a sprite, with their position, their column and row in the
/// tile, and their value.
fn walk(
    sprite: &NesSprite,
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
