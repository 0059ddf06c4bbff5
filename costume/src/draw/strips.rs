//! Sets of the stage's 8-pixel columns, and the lines on which an actor was drawn in each of them
//! (D4).

use scumm_room::Rect;

/// A set of 8-pixel columns of the stage, counted in the room (D3): 0..=409.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StripSet([u64; 7]);

impl StripSet {
    /// The highest strip that can be claimed in v7+ (D3); below v7 it is 200.
    pub const LAST: usize = 409;
    /// Length in bytes of the set as bits.
    pub const BYTES: usize = Self::LAST / 8 + 1;

    /// Adds a strip. A strip beyond [`StripSet::LAST`] is ignored.
    pub fn insert(&mut self, strip: usize) {
        self.insert_range(strip..strip.saturating_add(1));
    }

    /// Removes a strip.
    pub fn remove(&mut self, strip: usize) {
        if strip <= Self::LAST {
            self.0[strip / 64] &= !(1 << (strip % 64));
        }
    }

    /// Returns whether a strip is in the set.
    #[must_use]
    pub fn contains(&self, strip: usize) -> bool {
        strip <= Self::LAST && self.0[strip / 64] & (1 << (strip % 64)) != 0
    }

    /// Creates the set of the strips in a range.
    pub fn from_range(strips: std::ops::Range<usize>) -> Self {
        let mut set = Self::default();
        set.insert_range(strips);
        set
    }

    /// Adds the strips in a range. Strips beyond [`StripSet::LAST`] are ignored.
    pub fn insert_range(&mut self, strips: std::ops::Range<usize>) {
        let end = strips.end.min(Self::LAST + 1);
        let mut first = strips.start;
        while first < end {
            let word = first / 64;
            let bit = first % 64;
            let count = (64 - bit).min(end - first);
            self.0[word] |= u64::MAX >> (64 - count) << bit;
            first += count;
        }
    }

    /// Returns the strips that are in both sets.
    pub fn intersection(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns whether the sets have a strip in common.
    #[must_use]
    pub fn meets(&self, other: &Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .fold(0, |both, (&a, b)| both | a & b)
            != 0
    }

    /// Removes all strips of another set.
    pub fn remove_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a &= !b);
    }

    /// Adds all strips of another set.
    pub fn union(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(a, b)| *a |= b);
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Returns the set as bits: strip s is bit s % 8 of byte s / 8.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let words = self.0.map(u64::to_le_bytes);
        let mut bytes = [0; Self::BYTES];
        bytes.copy_from_slice(&words.as_flattened()[..Self::BYTES]);
        bytes
    }

    /// Returns the strips in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        // The loop visits set bits only: each frame reads the sets of all actors, and most of them
        // are empty.
        self.0
            .iter()
            .zip((0..).step_by(64))
            .flat_map(|(&word, first)| {
                let mut rest = word;
                std::iter::from_fn(move || {
                    let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                    rest &= rest - 1;
                    Some(first + bit)
                })
            })
    }
}

/// Number of strips of the widest view in Humongous games.
const STRIPS: usize = 80;
/// The lines are stored in parts, since serde supports arrays of up to 32 elements only.
const PART: usize = 16;

/// The first and the last line on which an actor was drawn, in each strip of the view (D4). At
/// first, all lines are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StripLines([[(i16, i16); PART]; STRIPS / PART]);

impl StripLines {
    /// The lines of an actor that was not drawn.
    pub const NONE: Self = Self([[(i16::MAX, 0); PART]; STRIPS / PART]);

    /// Returns the first and the last line in a strip of the view. Nothing is drawn in the strip if
    /// the first line is not less than the last one.
    #[must_use]
    pub fn of(&self, strip: usize) -> (i16, i16) {
        self.0
            .as_flattened()
            .get(strip)
            .copied()
            .unwrap_or((i16::MAX, 0))
    }

    /// Adds the columns and lines of a rectangle in the view, its right and bottom edges included,
    /// clipped to a stage of this height.
    pub fn note(&mut self, picture: Rect, height: i32) {
        let last = STRIPS as i32 - 1;
        let strip = |x: i32| usize::try_from((x / 8).clamp(0, last)).unwrap_or(0);
        if picture.right < 0 || picture.left / 8 > last {
            return;
        }
        let line = |y: i32| i16::try_from(y).unwrap_or(i16::MAX);
        let first = line(picture.top.max(0));
        let end = line(picture.bottom.min(height.saturating_sub(1)));
        let strips = self.0.as_flattened_mut();
        for lines in strips
            .get_mut(strip(picture.left)..=strip(picture.right))
            .unwrap_or_default()
        {
            *lines = (lines.0.min(first), lines.1.max(end));
        }
    }

    /// Adds the lines of another drawing.
    pub fn union(&mut self, other: &Self) {
        for (lines, other) in self
            .0
            .as_flattened_mut()
            .iter_mut()
            .zip(other.0.as_flattened())
        {
            *lines = (lines.0.min(other.0), lines.1.max(other.1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_each_of_its_strips() {
        for range in [
            0..0,
            0..1,
            3..64,
            63..65,
            64..128,
            5..410,
            0..500,
            409..410,
            410..411,
        ] {
            let mut set = StripSet::default();
            range.clone().for_each(|strip| set.insert(strip));
            assert_eq!(StripSet::from_range(range.clone()), set, "{range:?}");
            assert!(
                set.iter().eq((0..600).filter(|&strip| set.contains(strip))),
                "{range:?}"
            );
            let bytes = set.to_bytes();
            assert!(
                (0..410)
                    .all(|strip| bytes[strip / 8] >> (strip % 8) & 1
                        == u8::from(set.contains(strip))),
                "{range:?}"
            );
            assert!(
                (0..410).all(|strip| set.meets(&StripSet::from_range(strip..strip + 1))
                    == set.contains(strip))
            );
        }
    }
}
