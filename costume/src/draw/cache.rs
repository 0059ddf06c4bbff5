//! The bounded store of finished pictures: a limit in bytes, the least recently used goes first.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use super::sprite::Sprite;

/// Room for the sprites of a scene full of actors: some 1,000 cels of 64x64.
pub const DEFAULT_LIMIT: usize = 4 << 20;

/// What makes one finished picture: the cel and all that went into it.
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
    /// Which colours look at the screen: 0 none, 1 colour 13, 2 colours below 8 (C50, A61).
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

#[derive(Debug)]
struct Entry {
    /// `None`: this picture has to be drawn by the plain painter.
    sprite: Option<Sprite>,
    bytes: usize,
    used: u64,
}

/// The store. It holds nothing that can't be made again: clones start empty, and all caches are equal.
#[derive(Debug)]
pub struct Cache {
    limit: usize,
    clock: u64,
    entries: HashMap<Key, Entry>,
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

impl Cache {
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

    /// The picture of `key`, made by `make` where it is not there. `None` where `make` declines (which is
    /// remembered), or where the picture is larger than the whole store.
    pub fn get(&mut self, key: &Key, make: impl FnOnce() -> Option<Sprite>) -> Option<&Sprite> {
        self.clock += 1;
        if self.entries.contains_key(key) {
            self.statistics.hits += 1;
        } else {
            self.statistics.misses += 1;
            let sprite = make();
            let bytes = size_of::<(Key, Entry)>() + sprite.as_ref().map_or(0, Sprite::bytes);
            if bytes > self.limit {
                return None;
            }
            self.make_room(bytes);
            self.statistics.bytes += bytes;
            self.entries.insert(*key, Entry { sprite, bytes, used: 0 });
        }
        let entry = self.entries.get_mut(key)?;
        entry.used = self.clock;
        entry.sprite.as_ref()
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
        Sprite::new(8, 8, &[])
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let size = sprite().unwrap().bytes() + size_of::<(Key, Entry)>();
        let mut cache = Cache::with_limit(2 * size);
        for cel in [1, 2, 1, 3, 1, 2] {
            assert!(cache.get(&key(cel), sprite).is_some());
        }
        let expected = Statistics { hits: 2, misses: 4, evictions: 2, bytes: 2 * size };
        assert_eq!(cache.statistics(), expected);
    }

    #[test]
    fn what_can_t_be_made_is_remembered() {
        let mut cache = Cache::default();
        assert!(cache.get(&key(1), || None).is_none());
        assert!(cache.get(&key(1), || panic!("made twice")).is_none());
    }

    #[test]
    fn what_does_not_fit_is_not_kept() {
        let mut cache = Cache::with_limit(16);
        assert!(cache.get(&key(1), sprite).is_none());
        assert_eq!(cache.statistics().bytes, 0);
        assert!(!Cache::with_limit(0).is_on());
    }
}
