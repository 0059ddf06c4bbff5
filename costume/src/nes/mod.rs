//! Costumes of Maniac Mansion for the Nintendo (Q40..Q49).
//!
//! A costume is lists of picture numbers, one list for each frame in each direction. The pictures
//! are stored elsewhere: all costumes of a set share tables of sprites, their tiles and their
//! colours, which [`SpriteSet`] holds.

mod draw;
mod set;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use scumm_room::{Dialect, Reader, Result, block};

use crate::draw::Look;
use crate::{Damage, Facing, Limb, LimbStates, NONE};
pub use set::{Sprite, SpriteSet};

/// Number of animations of a costume: six frames in four directions.
pub const NES_ANIMATIONS: u16 = 24;
/// The position from which all offsets count: after the word of the size.
pub(crate) const BASE: usize = 2;

/// A parsed costume of the Nintendo.
#[derive(Clone, Debug)]
pub struct Nes {
    pub(crate) dialect: Dialect,
    /// The bytes of the block from the base on.
    pub(crate) data: Box<[u8]>,
    /// The costume's number and a set of sprites, for drawing outside a game.
    own: Option<(u16, Arc<SpriteSet>)>,
}

impl Nes {
    /// Parses a raw block with its size.
    ///
    /// # Errors
    /// Returns [`Error::Malformed`](scumm_room::Error::Malformed) if the table of animations is
    /// missing.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let block = block::read(&mut Reader::new(data), dialect.header())?;
        let base = block.from_start().at(BASE, "the costume")?;
        let costume = Self {
            dialect: *dialect,
            data: base.all().into(),
            own: None,
        };
        base.clone().bytes(
            usize::from(NES_ANIMATIONS).saturating_mul(2),
            "the table of animations",
        )?;
        for number in 0..NES_ANIMATIONS {
            let (from, count) = costume.entry(number).unwrap_or_default();
            if base.peek_bytes(from.into(), count.into()).is_none() {
                let what = format!("{count} pictures of animation {number} inside the block");
                damage.report(base.malformed(what, format_args!("offset {from}")))?;
            }
        }
        Ok(costume)
    }

    /// Sets the number and a set of sprites, for drawing outside a game. The set of a stage takes
    /// precedence.
    #[must_use]
    pub fn with_sprites(self, number: u16, sprites: Arc<SpriteSet>) -> Self {
        Self {
            own: Some((number, sprites)),
            ..self
        }
    }

    /// Returns the set of sprites with which the costume is drawn, and its number in the set.
    fn set<'a>(&'a self, look: &Look<'a>) -> Option<(&'a SpriteSet, u16)> {
        let own = self.own.as_ref().map(|(number, set)| (&**set, *number));
        look.sprites
            .filter(|set| !set.is_empty())
            .map(|set| (set, look.costume))
            .or(own)
    }

    /// Returns the position of an animation's list and its length (Q40).
    pub(crate) fn entry(&self, number: u16) -> Option<(u8, u8)> {
        let at = usize::from(number).saturating_mul(2);
        let entry = self
            .data
            .get(at..)?
            .first_chunk()
            .filter(|_| number < NES_ANIMATIONS);
        entry.map(|&[from, count]| (from, count))
    }

    /// Returns the picture numbers of an animation. The list is cut off at the end of the block;
    /// `None` if it begins outside the block.
    #[must_use]
    pub fn pictures(&self, number: u16) -> Option<&[u8]> {
        let (from, count) = self.entry(number)?;
        let list = self.data.get(usize::from(from)..)?;
        Some(list.get(..usize::from(count)).unwrap_or(list))
    }

    /// Starts a frame in a direction (Q42). A frame that does not exist changes nothing.
    pub(crate) fn start(&self, anim: &mut LimbStates, facing: Facing, frame: u16, use_mask: u16) {
        let number = frame.wrapping_mul(4).wrapping_add(facing.old().into());
        let Some((_, count)) = self.entry(number).filter(|_| use_mask & 0x8000 != 0) else {
            return;
        };
        if let Some(limb) = anim.limbs.first_mut() {
            *limb = Limb {
                curpos: 0,
                start: 0,
                end: count.into(),
                frame: number,
                ..*limb
            };
        }
    }

    /// Executes one step of a limb (Q43). Returns whether the limb shows another picture.
    pub(crate) fn step(anim: &mut LimbStates, limb: usize) -> bool {
        let Some(limb) = anim
            .limbs
            .first_mut()
            .filter(|first| limb == 0 && first.frame != NONE)
        else {
            return false;
        };
        let before = limb.curpos;
        limb.curpos = before.wrapping_add(1);
        if limb.curpos >= limb.end {
            limb.curpos = 0;
        }
        limb.curpos != before
    }

    /// Returns the picture number that limb 0 shows; `None` if no frame plays or the number is
    /// outside the block.
    fn shown(&self, anim: &LimbStates) -> Option<u8> {
        let limb = anim.limbs.first().filter(|limb| limb.frame != NONE)?;
        let (from, _) = self.entry(limb.frame)?;
        self.data
            .get(usize::from(from).checked_add(limb.curpos.into())?)
            .copied()
    }
}
