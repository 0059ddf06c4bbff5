//! The state that drawing keeps from one actor to the next, with the cache of finished pictures.
//! The cache has a limit in bytes; the least recently used pictures are evicted first.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxBuildHasher;

use super::look::ShadowKind;
use super::place::Extent;
use super::sprite::Sprite;
use crate::trace::Trace;

/// The state of the original's renderer that is kept from one actor to the next. The stage owns it
/// and saves it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Renderer {
    /// The colour table after the last actor (A3, A50, C54). COST entries have 16 bits (C54).
    pub palette: Vec<u16>,
    /// True if the next cel of codec 5 is mapped, because an AKPL of 256 colours was set (A52).
    pub bomp_palette: bool,
    /// The cache of finished pictures; not part of the state.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub sprites: Cache,
    /// Memory for a row of pixels; not part of the state.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) row: RowBuffer,
    /// A record of which cel wrote which pixel, if tracing is enabled; not part of the state.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub trace: Option<Trace>,
}

impl Renderer {
    /// Copies the state of another renderer. The sprites and the trace are kept.
    pub fn copy_state(&mut self, source: &Self) {
        self.palette.clone_from(&source.palette);
        self.bomp_palette = source.bomp_palette;
    }
}

impl Default for Renderer {
    fn default() -> Self {
        Self {
            palette: vec![0; 256],
            bomp_palette: false,
            sprites: Cache::default(),
            row: RowBuffer::default(),
            trace: None,
        }
    }
}

impl PartialEq for Renderer {
    /// Compares the state only, without the sprites, the row and the trace.
    fn eq(&self, other: &Self) -> bool {
        // All fields are listed, so that no field is forgotten.
        let Self {
            palette,
            bomp_palette,
            sprites: _,
            row: _,
            trace: _,
        } = self;
        *palette == other.palette && *bomp_palette == other.bomp_palette
    }
}

impl Eq for Renderer {}

/// Memory for one row of pixels and its gaps, for drawing without a cache. The memory keeps no
/// pixels between draws.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowBuffer(Vec<u8>);

impl RowBuffer {
    /// Returns memory for `width` pixels and for as many gaps.
    pub(crate) fn row_and_gaps(&mut self, width: usize) -> (&mut [u8], &mut [u8]) {
        self.0.resize(self.0.len().max(width.saturating_mul(2)), 0);
        let (pixels, gaps) = self.0.split_at_mut(width);
        (pixels, &mut gaps[..width])
    }
}

/// The default limit of the cache in bytes, enough for a scene with many actors: about 2,000 cels
/// of 64x64 pixels.
pub const DEFAULT_LIMIT: usize = 8 << 20;
/// The most sets of colours that the cache knows at a time, about 100 bytes each. No game has so
/// many actors with different colours at once.
const MOST_COLOURS_KNOWN: usize = 256;

/// The most colours that a `Packing` has.
pub const MOST_COLOURS: usize = 64;

/// The key of a finished picture: the cel, and the properties that its pixels depend on. The key is
/// packed so that a comparison takes little time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheKey([u64; 4]);

impl CacheKey {
    /// Creates the key of a column-major cel: a costume in its colours, and the offset of the data
    /// in the costume. Pictures may share data (C33), so the key includes the size. The key of a
    /// scaled cel also includes the position, which decides where columns and rows begin in the
    /// scale table (C64..C66). At full size the position in the key is 0. `flipped` is true if
    /// columns go from right to left.
    pub fn column(
        colours: CelColoursId,
        data: u32,
        extent: Extent,
        scale: (u8, u8),
        flipped: bool,
    ) -> Self {
        let scale = u64::from(u16::from_le_bytes([scale.0, scale.1]));
        let Extent {
            x,
            y,
            width,
            height,
        } = extent;
        Self([
            colours.0 << 17 | scale << 1 | u64::from(flipped),
            pair(x, y),
            pair(width, height),
            data.into(),
        ])
    }

    /// Creates the key of a row-major cel: the costume's digest, the cel's number and size, the
    /// order of its pixels (a number whose meaning depends on the codec), and the transparent
    /// colour if the codec has no fixed one.
    pub fn row(
        costume: u64,
        cel: u16,
        (width, height): (i32, i32),
        order: u8,
        transparent: u8,
    ) -> Self {
        let [low, high] = cel.to_le_bytes();
        // In the key of a column-major cel, these high bits are never set.
        let cel = u64::from_le_bytes([low, high, order, transparent, 1, 0, 0, 0]);
        Self([costume, 0, pair(width, height), cel])
    }
}

fn pair(low: i32, high: i32) -> u64 {
    u64::from(low as u32) | u64::from(high as u32) << 32
}

impl Hash for CacheKey {
    /// Sizes are not hashed; the comparison distinguishes keys that differ in them.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self([colours, place, _, data]) = *self;
        state.write_u64(colours);
        state.write_u64(place ^ data);
    }
}

/// The properties that all column-major cels of one draw share: a costume in its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CelColours {
    /// The costume's digest.
    pub costume: u64,
    /// The shadow table that is applied to some cels (C50, A61).
    pub shade: Option<ShadowKind>,
    /// True if the shadow table is applied to a pixel twice where columns overlap (C6A).
    pub double_shadow: bool,
    /// The screen colours of the picture colours 0..[`MOST_COLOURS`].
    pub screen: [u8; MOST_COLOURS],
}

/// The number that represents [`CelColours`] in keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CelColoursId(u64);

/// Returns a hash of the data, which differs from costume to costume.
#[must_use]
pub fn digest(data: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(data);
    hasher.finish()
}

/// Counters that help to choose the limit of the cache.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Number of pictures that were found in the cache.
    pub hits: u64,
    /// Number of pictures that were not in the cache and had to be made.
    pub misses: u64,
    /// Number of pictures that were evicted.
    pub evictions: u64,
    /// Number of bytes in use.
    pub bytes: usize,
}

/// A cached sprite.
#[derive(Debug)]
struct Slot {
    key: CacheKey,
    sprite: Sprite,
    /// The time of the last use, as a number that rises with each request for a sprite.
    used: u64,
}

/// A cache of sprites. A clone of a cache is empty, because every sprite can be made again.
#[derive(Debug)]
pub struct Cache {
    limit: usize,
    index: HashMap<CacheKey, usize, FxBuildHasher>,
    slots: Vec<Slot>,
    /// The numbers of the known values of [`CelColours`]. No number is used twice: after a value is
    /// forgotten, sprites under its number are never found again and are evicted in time.
    colours: HashMap<CelColours, CelColoursId, FxBuildHasher>,
    next_colours: u64,
    statistics: Statistics,
}

impl Default for Cache {
    fn default() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }
}

impl Clone for Cache {
    fn clone(&self) -> Self {
        Self::with_limit(self.limit)
    }
}

/// Number of bytes that a cached sprite needs in addition to the sprite itself.
const OVERHEAD: usize = size_of::<Slot>() - size_of::<Sprite>() + size_of::<(CacheKey, usize)>();

impl Cache {
    /// Creates a cache of at most `limit` bytes. With 0, every picture is drawn directly from its
    /// data.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self {
            limit,
            index: HashMap::default(),
            slots: Vec::new(),
            colours: HashMap::default(),
            next_colours: 0,
            statistics: Statistics::default(),
        }
    }

    /// Returns the numbers of hits, misses, evictions and bytes in use.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Returns whether a sprite of `width` by `height` pixels can be cached.
    #[must_use]
    pub fn fits(&self, width: usize, height: usize) -> bool {
        Sprite::bytes_of(width, height).saturating_add(OVERHEAD) <= self.limit
    }

    /// Returns the number of a value of `CelColours`. Equal values have the same number as long
    /// as the value is known.
    pub fn colours(&mut self, colours: &CelColours) -> CelColoursId {
        // A cache that stores nothing needs no numbers.
        if self.limit == 0 {
            return CelColoursId(0);
        }
        if let Some(&id) = self.colours.get(colours) {
            return id;
        }
        if self.colours.len() >= MOST_COLOURS_KNOWN {
            self.colours.clear();
        }
        let id = CelColoursId(self.next_colours);
        self.next_colours += 1;
        self.colours.insert(*colours, id);
        id
    }

    /// Returns the sprite that is cached under `key`.
    #[inline]
    pub fn find(&mut self, key: &CacheKey) -> Option<&Sprite> {
        let &slot = self.index.get(key)?;
        self.statistics.hits += 1;
        let used = self.uses();
        let slot = self.slots.get_mut(slot)?;
        slot.used = used;
        Some(&slot.sprite)
    }

    /// Returns the sprite that is cached under `key`, or calls `make` to make it. Returns `None` if
    /// `make` returns `None`, or if the sprite is larger than the limit of the cache.
    pub fn get(
        &mut self,
        key: &CacheKey,
        make: impl FnOnce() -> Option<Sprite>,
    ) -> Option<&Sprite> {
        if self.index.contains_key(key) {
            return self.find(key);
        }
        self.statistics.misses += 1;
        let sprite = make()?;
        let bytes = sprite.bytes().saturating_add(OVERHEAD);
        if bytes > self.limit {
            return None;
        }
        while self.statistics.bytes + bytes > self.limit {
            self.evict()?;
        }
        self.statistics.bytes += bytes;
        let slot = self.slots.len();
        self.slots.push(Slot {
            key: *key,
            sprite,
            used: self.uses(),
        });
        self.index.insert(*key, slot);
        self.slots.get(slot).map(|slot| &slot.sprite)
    }

    /// Returns the number of requests for a sprite.
    fn uses(&self) -> u64 {
        self.statistics.hits + self.statistics.misses
    }

    /// Evicts the least recently used sprite; `None` if the cache is empty. The search visits all
    /// slots. The time of the search matters little: a full cache makes a new sprite for each
    /// evicted sprite, which takes longer than the search.
    fn evict(&mut self) -> Option<()> {
        let (oldest, _) = self
            .slots
            .iter()
            .enumerate()
            .min_by_key(|(_, slot)| slot.used)?;
        let gone = self.slots.swap_remove(oldest);
        self.index.remove(&gone.key);
        self.statistics.bytes -= gone.sprite.bytes() + OVERHEAD;
        self.statistics.evictions += 1;
        // The last slot has moved into the gap.
        if let Some(moved) = self.slots.get(oldest) {
            self.index.insert(moved.key, oldest);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::sprite::Builder;

    fn key(cel: u16) -> CacheKey {
        CacheKey::row(1, cel, (8, 8), 0, 255)
    }

    fn sprite() -> Option<Sprite> {
        Builder::new(8, 8).and_then(Builder::finish)
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let size = sprite().unwrap().bytes() + OVERHEAD;
        let mut cache = Cache::with_limit(2 * size);
        for cel in [1, 2, 1, 3, 1, 2] {
            assert!(cache.get(&key(cel), sprite).is_some());
        }
        let expected = Statistics {
            hits: 2,
            misses: 4,
            evictions: 2,
            bytes: 2 * size,
        };
        assert_eq!(cache.statistics(), expected);
    }

    #[test]
    fn equal_colours_have_one_number_and_no_number_comes_again() {
        let mut cache = Cache::default();
        let mut number = |costume| {
            let id = cache.colours(&CelColours {
                costume,
                shade: None,
                double_shadow: false,
                screen: [0; MOST_COLOURS],
            });
            (id, cache.colours.len())
        };
        let first = number(0);
        assert_eq!(number(0), first);
        let mut ids: Vec<_> = (0..1000).map(&mut number).collect();
        assert!(ids.iter().all(|&(_, known)| known <= MOST_COLOURS_KNOWN));
        assert_eq!(ids.remove(0), first);
        assert!(ids.windows(2).all(|pair| pair[0].0.0 < pair[1].0.0));
    }

    #[test]
    fn what_does_not_fit_is_not_kept() {
        let mut cache = Cache::with_limit(16);
        assert!(!cache.fits(8, 8) && cache.get(&key(1), sprite).is_none());
        assert_eq!(cache.statistics().bytes, 0);
        assert!(!Cache::with_limit(0).fits(0, 0));
        assert!(cache.get(&key(1), || None).is_none());
    }

    proptest::proptest! {
        /// Compares the cache with a list in the order of use.
        #[test]
        fn any_order_of_use_throws_out_the_least_recent(
            room in 1usize..6,
            uses in proptest::collection::vec(0u16..8, 0..60),
        ) {
            let mut cache = Cache::with_limit(room * (sprite().unwrap().bytes() + OVERHEAD));
            let mut kept: Vec<u16> = Vec::new();
            for cel in uses {
                let known = kept.iter().position(|&k| k == cel);
                let mut made = false;
                cache.get(&key(cel), || { made = true; sprite() });
                proptest::prop_assert_eq!(made, known.is_none());
                if let Some(gone) = known.or((kept.len() == room).then_some(0)) {
                    kept.remove(gone);
                }
                kept.push(cel);
            }
        }
    }
}
