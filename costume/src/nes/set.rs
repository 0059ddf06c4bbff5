//! A set of sprites: the sprites of each picture, their tiles and colours (Q12, Q41, Q43, Q45).

use scumm_room::nes::TileBlock;
use scumm_room::{Reader, Result};

/// The descriptor of each costume, by costume number (Q41).
const DESCRIPTORS: &str = include_str!("descriptors.tsv");

/// Length of a sprite in bytes.
const SPRITE: usize = 3;
/// Length in bytes of the size in front of every table.
const HEAD: usize = 2;

/// A sprite: a tile at a position (Q45).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sprite {
    /// The position relative to the actor's, to the right and down, in a costume that faces west.
    pub at: (i32, i32),
    /// The number of the tile.
    pub tile: u8,
    /// True if the tile is mirrored.
    pub mirrored: bool,
    /// The palette, 0..=3.
    pub palette: u8,
}

impl Sprite {
    fn of([down, tile, across]: [u8; SPRITE]) -> Self {
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

/// The current set of sprites. Tiles that a set does not contain are kept from the previous one.
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
    /// Returns the numbers of a set's blocks among the costumes: the number of each costume's first
    /// picture; the number of sprites of each picture, minus one; the offset of each picture's
    /// sprites; the sprites; their tiles; their colours (Q6).
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

    /// Takes the tables, tiles and colours of another set (Q12). The argument is its stored blocks,
    /// each with its size, in the order of [`Self::numbers`].
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
    ) -> Option<impl DoubleEndedIterator<Item = Sprite> + '_> {
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
                .map(Sprite::of),
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
mod tests {
    use super::*;

    #[test]
    fn costumes_have_descriptors_of_their_own_q41() {
        let all: Vec<_> = (0..25).filter_map(descriptor).collect();
        assert_eq!(
            all,
            [
                0, 3, 1, 6, 8, 2, 0, 7, 12, 4, 9, 10, 18, 11, 20, 13, 17, 15, 14, 16, 23, 0, 1, 5,
                22
            ]
        );
        assert_eq!(descriptor(25), None);
    }

    #[test]
    fn a_sprite_is_three_bytes_q45() {
        let sprite = Sprite::of([0xc0, 7, 0xfd]);
        assert_eq!(
            sprite,
            Sprite {
                at: (-1, -64),
                tile: 7,
                mirrored: true,
                palette: 1
            }
        );
        assert_eq!(Sprite::of([0x3f, 0, 0x7c]).at, (31, 63));
    }
}
