//! Building a sprite.

use super::lane::{LANE, Lane};
use super::place::Measure;
use super::sprite::{LARGEST_SIDE, Shaded, Sprite};

/// A sprite that is being built. Pixels may be overwritten: columns of a scaled cel lie on one another (C69).
#[derive(Debug)]
pub struct Builder {
    sprite: Sprite,
    /// When each pixel was last set to a colour; empty until the first shaded pixel.
    set: Vec<u32>,
    /// When each of the sprite's shaded pixels was added.
    added: Vec<u32>,
    now: u32,
}

impl Builder {
    /// An empty sprite; `None` where a side is larger than [`LARGEST_SIDE`].
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        if width > LARGEST_SIDE || height > LARGEST_SIDE {
            return None;
        }
        let per_row = width.div_ceil(LANE);
        let lanes = vec![Lane::CLEAR; per_row * height];
        let measure = Measure::default();
        let sprite = Sprite { width, height, per_row, lanes, shaded: Vec::new(), measure };
        Some(Self { sprite, set: Vec::new(), added: Vec::new(), now: 0 })
    }

    /// Sets `count` pixels of column `x` from row `y` down to a colour; those outside are passed over.
    pub fn put_column(&mut self, x: usize, y: usize, count: usize, colour: u8) {
        let Sprite { width, height, per_row, lanes, .. } = &mut self.sprite;
        if x >= *width || y >= *height {
            return;
        }
        let column = lanes.iter_mut().skip(y * *per_row + x / LANE).step_by(*per_row);
        column.take(count).for_each(|lane| lane.put(x % LANE, colour));
        if !self.set.is_empty() {
            self.now += 1;
            let column = self.set.iter_mut().skip(y * *width + x).step_by(*width);
            column.take(count).for_each(|set| *set = self.now);
        }
    }

    /// Adds such pixels that go through the shadow table when they are drawn, after the colours.
    pub fn put_column_shaded(&mut self, x: usize, y: usize, count: usize, colour: u8) {
        let Sprite { width, height, shaded, .. } = &mut self.sprite;
        if x >= *width || y >= *height {
            return;
        }
        if self.set.is_empty() {
            self.set = vec![0; *width * *height];
        }
        self.now += 1;
        for y in (y..*height).take(count) {
            let edge = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
            shaded.push(Shaded { x: edge(x), y: edge(y), colour });
            self.added.push(self.now);
        }
    }

    /// Sets row `y`; pixels with a gap other than 0 are left out.
    pub fn put_row(&mut self, y: usize, colours: &[u8], gaps: &[u8]) {
        let per_row = self.sprite.per_row;
        let row = self.sprite.lanes.iter_mut().skip(y * per_row).take(per_row);
        for (lane, (colours, gaps)) in row.zip(colours.chunks(LANE).zip(gaps.chunks(LANE))) {
            *lane = Lane::of(colours, gaps);
        }
    }

    /// The finished sprite: shaded pixels that a colour has covered since are gone.
    #[must_use]
    pub fn finish(self) -> Sprite {
        let Self { mut sprite, set, added, .. } = self;
        let mut times = added.iter();
        sprite.shaded.retain(|dot| {
            let covered = set.get(usize::from(dot.y) * sprite.width + usize::from(dot.x));
            times.next().is_some_and(|time| covered.is_none_or(|covered| time > covered))
        });
        sprite.shaded.shrink_to_fit();
        sprite
    }
}
