//! Costumes of Maniac Mansion for the Nintendo (Q40..Q49).
//!
//! A costume consists of lists of picture numbers, one list for each frame in each direction. The
//! pictures are not stored in the costume: all costumes share the tables of sprites, tiles and
//! colours in a [`SpriteSet`] (Q12, Q41, Q43, Q45).

mod draw;

use std::sync::Arc;

use scumm_room::nes::TileBlock;
use scumm_room::{Dialect, Reader, Result};

use crate::draw::Look;
use crate::{Damage, Facing, Limb, LimbStates, NONE};

/// Number of animations of a costume: six frames in four directions.
pub const NES_ANIMATIONS: u16 = 24;
/// The position from which all offsets count: behind the two-byte size of the block.
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
    /// Returns [`Error::Malformed`](scumm_room::Error::Malformed) if the header is missing.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        let block = damage.read_block(data, dialect.header())?;
        let base = block.from_start().at(BASE, "the costume")?;
        let costume = Self {
            dialect: *dialect,
            data: base.all().into(),
            own: None,
        };
        let table_len = usize::from(NES_ANIMATIONS).saturating_mul(2);
        damage.accept(base.clone().bytes(table_len, "the table of animations"))?;
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
    pub(crate) fn shown(&self, anim: &LimbStates) -> Option<u8> {
        let limb = anim.limbs.first().filter(|limb| limb.frame != NONE)?;
        let (from, _) = self.entry(limb.frame)?;
        self.data
            .get(usize::from(from).checked_add(limb.curpos.into())?)
            .copied()
    }
}

/// The descriptor of each costume, by costume number (Q41).
const DESCRIPTORS: &str = include_str!("descriptors.tsv");

/// Length of a sprite in bytes.
const SPRITE: usize = 3;
/// Length in bytes of the size field in front of each table.
const HEAD: usize = 2;

/// A sprite: a tile at a position (Q45).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NesSprite {
    /// The offset from the position of the actor, as columns to the right and rows down; for an
    /// actor that faces east, the columns count to the left (Q45).
    pub at: (i32, i32),
    /// The number of the tile.
    pub tile: u8,
    /// True if the tile is mirrored.
    pub mirrored: bool,
    /// The palette, 0..=3.
    pub palette: u8,
}

impl NesSprite {
    fn from_bytes([down, tile, across]: [u8; SPRITE]) -> Self {
        let y = i32::from((down << 1) as i8 >> 1);
        let x = i32::from(across as i8 >> 2);
        Self {
            at: (x, y),
            tile,
            mirrored: down & 0x80 != 0,
            palette: across & 3,
        }
    }
}

/// The current set of sprites. Tiles that a set does not contain are kept from the previous set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpriteSet {
    descriptors: Vec<u8>,
    counts: Vec<u8>,
    offsets: Vec<u8>,
    sprites: Vec<u8>,
    tiles: Vec<u8>,
    colours: [u8; 16],
}

impl SpriteSet {
    /// Returns the costume numbers under which the six blocks of a set are stored (Q6). The blocks
    /// contain, in this order: the number of each costume's first picture; the number of sprites of
    /// each picture, minus one; the offset of each picture's sprites; the sprites; their tiles;
    /// their colours.
    #[must_use]
    pub fn numbers(set: u8) -> [u16; 6] {
        [25, 27, 29, 31, 33, 35].map(|first| u16::saturating_add(first, set.into()))
    }

    /// Creates a set from its blocks.
    ///
    /// # Errors
    /// Returns the errors of [`Self::take`].
    pub fn new(blocks: [&[u8]; 6]) -> Result<Self> {
        let mut set = Self::default();
        set.take(blocks)?;
        Ok(set)
    }

    /// Replaces the tables, tiles and colours by the data of another set (Q12). The argument
    /// contains the stored blocks of that set, each with its size, in the order of
    /// [`Self::numbers`].
    ///
    /// # Errors
    /// Returns [`Error::Malformed`](scumm_room::Error::Malformed) if a block is too short. The set
    /// is not changed then.
    pub fn take(
        &mut self,
        [descriptors, counts, offsets, sprites, tiles, colours]: [&[u8]; 6],
    ) -> Result<()> {
        let table = |block: &[u8], what| {
            Reader::new(block)
                .at(HEAD, what)
                .map(|table| table.rest().to_vec())
        };
        let tiles = TileBlock::parse(tiles)?;
        let colours = Reader::new(colours)
            .at(HEAD, "the colours of sprites")?
            .array("the colours of sprites")?;
        let mut kept = tiles.bytes.to_vec();
        kept.extend(self.tiles.iter().skip(kept.len()));
        *self = Self {
            descriptors: table(descriptors, "the pictures of costumes")?,
            counts: table(counts, "the counts of sprites")?,
            offsets: table(offsets, "the offsets of sprites")?,
            sprites: table(sprites, "the sprites")?,
            tiles: kept,
            colours,
        };
        Ok(())
    }

    /// Returns whether no set has been taken yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.descriptors.is_empty()
    }

    /// Returns the tiles, 16 bytes each.
    #[must_use]
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// Returns the screen colours of four palettes with four colours each.
    #[must_use]
    pub fn colours(&self) -> [u8; 16] {
        self.colours
    }

    /// Returns the colour of a value in a palette.
    #[must_use]
    pub fn colour(&self, palette: u8, value: u8) -> u8 {
        self.colours
            .get(usize::from((palette & 3) << 2 | value & 3))
            .copied()
            .unwrap_or(0)
    }

    /// Returns the sprites of a costume's picture, the uppermost first; `None` if the picture is
    /// not complete in the tables (Q43, Q54).
    pub fn picture(
        &self,
        costume: u16,
        picture: u8,
    ) -> Option<impl DoubleEndedIterator<Item = NesSprite> + '_> {
        let word = |table: &[u8], index: usize| {
            let at = index.checked_mul(2)?;
            table
                .get(at..)?
                .first_chunk()
                .map(|word| usize::from(u16::from_le_bytes(*word)))
        };
        let entry = word(&self.descriptors, descriptor(costume)?)?.checked_add(picture.into())?;
        let bytes = usize::from(*self.counts.get(entry)?)
            .saturating_add(1)
            .saturating_mul(SPRITE);
        let from = word(&self.offsets, entry)?;
        let sprites = self.sprites.get(from..from.checked_add(bytes)?)?;
        Some(
            sprites
                .chunks_exact(SPRITE)
                .filter_map(|sprite| sprite.try_into().ok())
                .map(NesSprite::from_bytes),
        )
    }
}

/// Returns the number of a costume's descriptor.
fn descriptor(costume: u16) -> Option<usize> {
    let rows = DESCRIPTORS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| row.split_once('\t'))
        .find_map(|(number, descriptor)| {
            (number.parse() == Ok(costume)).then(|| descriptor.trim().parse().ok())?
        })
}

#[cfg(test)]
mod tests;
