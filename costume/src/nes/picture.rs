//! Pictures as the sprites of a set make them (Q43, Q45), for those who look at them outside a stage.

use std::collections::BTreeSet;

use scumm_room::{Rect, Surface};

use super::draw::{place, walk};
use super::{NES_ANIMATIONS, Nes};
use crate::draw::Look;

impl Nes {
    /// The pictures that animations show by their numbers, each with the pixels that it takes around the actor's place as seen
    /// facing west; none where the set of sprites is not known, or does not have them whole.
    pub(crate) fn drawn_pictures(&self) -> Vec<(u8, Rect)> {
        let lists = (0..NES_ANIMATIONS).filter_map(|number| self.pictures(number));
        let numbers: BTreeSet<u8> = lists.flatten().copied().collect();
        numbers.into_iter().filter_map(|picture| Some((picture, self.extent(picture)?))).collect()
    }

    /// The pixels of a picture as seen facing west, in the numbers of [`Self::colours`]; 0 where there is none.
    pub(crate) fn picture_pixels(&self, picture: u8) -> Option<Surface> {
        let (number, set) = self.own.as_ref()?;
        let extent = self.extent(picture)?;
        let side = |from: i32, to: i32| usize::try_from(to.saturating_sub(from)).unwrap_or(0);
        let width = side(extent.left, extent.right);
        let mut surface = Surface::filled(width, side(extent.top, extent.bottom), 0);
        let sprites: Vec<_> = set.picture(*number, picture)?.collect();
        for sprite in sprites.iter().rev() {
            walk(sprite, set, &Look::default(), |(x, y), _, value| {
                let at = side(extent.top, y).saturating_mul(width).saturating_add(side(extent.left, x));
                if let Some(pixel) = surface.pixels_mut().get_mut(at) {
                    *pixel = sprite.palette << 2 | value;
                }
            });
        }
        Some(surface)
    }

    /// The screen colours of the pictures' sixteen colour numbers: four palettes of four. None where the set of sprites is not
    /// known.
    #[must_use]
    pub fn colours(&self) -> Option<[u8; 16]> {
        self.own.as_ref().map(|(_, set)| set.colours())
    }

    /// What the sprites of a picture cover.
    fn extent(&self, picture: u8) -> Option<Rect> {
        let (number, set) = self.own.as_ref()?;
        let sprites = set.picture(*number, picture)?;
        sprites.map(|sprite| place(&sprite, &Look::default())).reduce(|all, one| Rect {
            left: all.left.min(one.left),
            top: all.top.min(one.top),
            right: all.right.max(one.right),
            bottom: all.bottom.max(one.bottom),
        })
    }
}
