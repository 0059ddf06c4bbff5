//! The bounded stores of decoded and finished pictures: a limit in bytes, the least recently used goes first.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::sprite::Sprite;

/// Room for the sprites of a scene full of actors: some 1,000 cels of 64x64.
pub const DEFAULT_LIMIT: usize = 4 << 20;

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
    /// Where in the costume the cel's data lies.
    pub cel: u32,
    /// Size of the cel: two pictures may share data (C33).
    pub size: (i32, i32),
    /// Columns go from right to left.
    pub flip: bool,
    /// Scale.
    pub scale: (u8, u8),
    /// Where scaled columns and rows begin in the table (C64..C66); 0 at full size.
    pub start: (i32, i32),
    /// Which colours look at the screen: 0 none, 1 colour 13, 2 colours below 8, 3 colour 13 twice where
    /// columns lie on one another (C50, C6A, A61).
    pub shaded: u8,
    /// Screen colours of the first 64 picture colours.
    pub palette: [u8; 64],
}

impl Hash for Key {
    /// What differs from picture to picture; palettes and sizes are left to the comparison.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.costume, self.cel, self.flip, self.scale, self.start).hash(state);
    }
}

/// What makes decoded pixels: the cel and the order of its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitmapKey {
    /// The costume's digest.
    pub costume: u64,
    /// The cel's number.
    pub cel: u16,
    /// The order in which its pixels are wanted; its meaning is the codec's.
    pub order: u8,
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

/// Something that a store keeps.
pub trait Stored {
    /// Memory that it takes.
    fn bytes(&self) -> usize;
}

/// A finished picture, or the knowledge that there can be none.
impl Stored for Option<Sprite> {
    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, Sprite::bytes)
    }
}

/// Decoded pixels.
impl Stored for Box<[u8]> {
    fn bytes(&self) -> usize {
        self.len()
    }
}

#[derive(Debug)]
struct Entry<V> {
    value: V,
    bytes: usize,
    used: u64,
}

/// A store. It holds nothing that can't be made again: clones start empty, and all stores are equal.
#[derive(Debug)]
pub struct Cache<K, V> {
    limit: usize,
    clock: u64,
    entries: HashMap<K, Entry<V>>,
    statistics: Statistics,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }
}

impl<K, V> Clone for Cache<K, V> {
    fn clone(&self) -> Self {
        Self::with_limit(self.limit)
    }
}

impl<K, V> PartialEq for Cache<K, V> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<K, V> Eq for Cache<K, V> {}

impl<K, V> Cache<K, V> {
    /// A store of at most `limit` bytes; 0 draws everything straight from its data.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        Self { limit, clock: 0, entries: HashMap::new(), statistics: Statistics::default() }
    }

    /// Whether it keeps anything at all.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.limit > 0
    }

    /// Hits, misses, evictions and bytes in use.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether something of so many bytes can be kept.
    #[must_use]
    pub fn fits(&self, bytes: usize) -> bool {
        bytes.saturating_add(size_of::<(K, Entry<V>)>()) <= self.limit
    }
}

impl<K: Copy + Eq + Hash, V: Stored> Cache<K, V> {
    /// What is kept under `key`, made by `make` where it is not there. `None` where it is larger than the whole store.
    pub fn get(&mut self, key: &K, make: impl FnOnce() -> V) -> Option<&V> {
        self.clock += 1;
        if self.entries.contains_key(key) {
            self.statistics.hits += 1;
        } else {
            self.statistics.misses += 1;
            let value = make();
            if !self.fits(value.bytes()) {
                return None;
            }
            let bytes = size_of::<(K, Entry<V>)>() + value.bytes();
            self.make_room(bytes);
            self.statistics.bytes += bytes;
            self.entries.insert(*key, Entry { value, bytes, used: 0 });
        }
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        Some(&entry.value)
    }

    /// Throws out the least recently used until `bytes` fit. A scan an eviction: evictions are rare where the limit is sane.
    fn make_room(&mut self, bytes: usize) {
        while self.statistics.bytes + bytes > self.limit {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| *key);
            let Some(entry) = oldest.and_then(|key| self.entries.remove(&key)) else { return };
            self.statistics.bytes -= entry.bytes;
            self.statistics.evictions += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::sprite::Builder;

    type Sprites = Cache<Key, Option<Sprite>>;

    fn key(cel: u32) -> Key {
        Key {
            costume: 1,
            cel,
            size: (8, 8),
            flip: false,
            scale: (255, 255),
            start: (0, 0),
            shaded: 0,
            palette: [0; 64],
        }
    }

    fn sprite() -> Option<Sprite> {
        Builder::new(8, 8, &[]).map(Builder::finish)
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let size = sprite().unwrap().bytes() + size_of::<(Key, Entry<Option<Sprite>>)>();
        let mut cache = Sprites::with_limit(2 * size);
        for cel in [1, 2, 1, 3, 1, 2] {
            assert!(cache.get(&key(cel), sprite).is_some());
        }
        let expected = Statistics { hits: 2, misses: 4, evictions: 2, bytes: 2 * size };
        assert_eq!(cache.statistics(), expected);
    }

    #[test]
    fn what_can_t_be_made_is_remembered() {
        let mut cache = Sprites::default();
        assert_eq!(cache.get(&key(1), || None), Some(&None));
        assert_eq!(cache.get(&key(1), || panic!("made twice")), Some(&None));
    }

    #[test]
    fn what_does_not_fit_is_not_kept() {
        let mut cache = Sprites::with_limit(16);
        assert!(cache.get(&key(1), sprite).is_none());
        assert_eq!(cache.statistics().bytes, 0);
        assert!(!Sprites::with_limit(0).is_on());
    }
}
