//! The bounded stores of decoded and finished pictures: a limit in bytes, the least recently used goes first.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxBuildHasher;

use super::sprite::Sprite;

/// Room for the sprites of a scene full of actors: some 1,000 cels of 64x64.
pub const DEFAULT_LIMIT: usize = 8 << 20;

/// A number that differs from costume to costume, by its bytes.
#[must_use]
pub fn digest(data: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(data);
    hasher.finish()
}

/// What makes one finished picture ([`Sprite`]): the cel and all that went into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The costume's digest.
    pub costume: u64,
    /// Which of its cels: column-major ones by where their data lie, row-major ones by their number.
    pub cel: u32,
    /// Size of the cel: two pictures may share data (C33).
    pub size: (i32, i32),
    /// Column-major: 1 where columns go from right to left. Row-major: the order of the pixels, its meaning is the codec's.
    pub order: u8,
    /// Scale.
    pub scale: (u8, u8),
    /// Where scaled columns and rows begin in the table (C64..C66); 0 at full size.
    pub start: (i32, i32),
    /// Which colours look at the screen: 0 none, 1 colour 13, 2 colours below 8, 3 colour 13 twice where
    /// columns lie on one another (C50, C6A, A61).
    pub shaded: u8,
    /// Column-major: screen colours of the first 64 picture colours. Row-major: the first is the transparent colour.
    pub palette: [u8; 64],
}

impl Hash for Key {
    /// Sizes are left to the comparison.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { costume, cel, order, scale: (x, y), start, .. } = *self;
        state.write_u64(costume ^ u64::from(cel));
        state.write_u64(u64::from_le_bytes([x, y, order, 0, 0, 0, 0, 0]));
        state.write_u64(u64::from(start.0 as u32) << 32 | u64::from(start.1 as u32));
        for word in self.palette.chunks_exact(8).filter_map(<[u8]>::first_chunk) {
            state.write_u64(u64::from_le_bytes(*word));
        }
    }
}

/// Counters for those who tune the limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Pictures found.
    pub hits: u64,
    /// Pictures that had to be made.
    pub misses: u64,
    /// Pictures thrown out for others.
    pub evictions: u64,
    /// Bytes in use.
    pub bytes: usize,
}

/// A kept sprite, in a ring of all slots from the one used last to the one used least recently.
#[derive(Debug)]
struct Slot {
    key: Key,
    sprite: Sprite,
    newer: usize,
    older: usize,
}

/// A store of sprites. It holds nothing that can't be made again: clones start empty, and all stores are equal.
#[derive(Debug)]
pub struct Cache {
    limit: usize,
    index: HashMap<Key, usize, FxBuildHasher>,
    slots: Vec<Slot>,
    newest: usize,
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

impl PartialEq for Cache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Cache {}

/// What keeping a sprite takes besides the sprite.
const OVERHEAD: usize = size_of::<Slot>() - size_of::<Sprite>() + size_of::<(Key, usize)>();

impl Cache {
    /// A store of at most `limit` bytes; 0 draws everything straight from its data.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self { limit, index: HashMap::default(), slots: Vec::new(), newest: 0, statistics: Statistics::default() }
    }

    /// Hits, misses, evictions and bytes in use.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether a sprite of `width` by `height` pixels can be kept.
    #[must_use]
    pub fn fits(&self, width: usize, height: usize) -> bool {
        Sprite::bytes_of(width, height).saturating_add(OVERHEAD) <= self.limit
    }

    /// The sprite that is kept under `key`, made by `make` where it is not there. `None` where `make` gives none or it is
    /// larger than the whole store.
    pub fn get(&mut self, key: &Key, make: impl FnOnce() -> Option<Sprite>) -> Option<&Sprite> {
        if let Some(&slot) = self.index.get(key) {
            self.statistics.hits += 1;
            self.touch(slot);
            return self.slots.get(slot).map(|slot| &slot.sprite);
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
        self.slots.push(Slot { key: *key, sprite, newer: slot, older: slot });
        self.index.insert(*key, slot);
        self.link(slot);
        self.newest = slot;
        self.slots.get(slot).map(|slot| &slot.sprite)
    }

    /// Makes a slot the one used last.
    fn touch(&mut self, slot: usize) {
        if slot != self.newest {
            self.unlink(slot);
            self.link(slot);
            self.newest = slot;
        }
    }

    /// Puts a slot in front of the newest: between it and the oldest, which stands behind it in the ring.
    fn link(&mut self, slot: usize) {
        let (older, newer) = (self.newest, self.slots[self.newest].newer);
        if slot != older {
            (self.slots[slot].older, self.slots[slot].newer) = (older, newer);
            (self.slots[older].newer, self.slots[newer].older) = (slot, slot);
        }
    }

    fn unlink(&mut self, slot: usize) {
        let Slot { newer, older, .. } = self.slots[slot];
        (self.slots[older].newer, self.slots[newer].older) = (newer, older);
    }

    /// Throws out the least recently used sprite; `None` if there is none.
    fn evict(&mut self) -> Option<()> {
        let oldest = self.slots.get(self.newest)?.newer;
        self.unlink(oldest);
        let gone = self.slots.swap_remove(oldest);
        self.index.remove(&gone.key);
        self.statistics.bytes -= gone.sprite.bytes() + OVERHEAD;
        self.statistics.evictions += 1;
        if self.newest == oldest {
            self.newest = 0;
        }
        // The last slot has moved into the gap.
        let moved = self.slots.len();
        if let Some(&Slot { key, newer, older, .. }) = self.slots.get(oldest) {
            self.index.insert(key, oldest);
            if newer == moved {
                (self.slots[oldest].newer, self.slots[oldest].older) = (oldest, oldest);
            } else {
                (self.slots[older].newer, self.slots[newer].older) = (oldest, oldest);
            }
            if self.newest == moved {
                self.newest = oldest;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::sprite::Builder;

    fn key(cel: u32) -> Key {
        Key { costume: 1, cel, size: (8, 8), order: 0, scale: (255, 255), start: (0, 0), shaded: 0, palette: [0; 64] }
    }

    fn sprite() -> Option<Sprite> {
        Builder::new(8, 8).map(Builder::finish)
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let size = sprite().unwrap().bytes() + OVERHEAD;
        let mut cache = Cache::with_limit(2 * size);
        for cel in [1, 2, 1, 3, 1, 2] {
            assert!(cache.get(&key(cel), sprite).is_some());
        }
        let expected = Statistics { hits: 2, misses: 4, evictions: 2, bytes: 2 * size };
        assert_eq!(cache.statistics(), expected);
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
        /// Against a list in the order of use.
        #[test]
        fn any_order_of_use_throws_out_the_least_recent(
            room in 1usize..6,
            uses in proptest::collection::vec(0u32..8, 0..60),
        ) {
            let mut cache = Cache::with_limit(room * (sprite().unwrap().bytes() + OVERHEAD));
            let mut kept: Vec<u32> = Vec::new();
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
