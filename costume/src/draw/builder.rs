//! Building a sprite.

use super::lane::{LANE, Lane};
use super::place::Measure;
use super::sprite::{LARGEST_SIDE, Shaded, Sprite};

/// A sprite that is being built. Pixels may be overwritten: columns of a scaled cel lie on one another (C69).
#[derive(Debug)]
pub struct Builder {
    width: usize,
    height: usize,
    /// Row by row; `None` where the screen is seen through.
    pixels: Vec<Option<u8>>,
    shaded: Vec<Shaded>,
    /// When each pixel was last set to a colour; empty until the first shaded pixel.
    set: Vec<u32>,
    /// When each of the shaded pixels was added.
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
        let pixels = vec![None; width * height];
        Some(Self { width, height, pixels, shaded: Vec::new(), set: Vec::new(), added: Vec::new(), now: 0 })
    }

    /// Sets `count` pixels of column `x` from row `y` down to a colour; those outside are passed over.
    pub fn put_column(&mut self, x: usize, y: usize, count: usize, colour: u8) {
        if x >= self.width || y >= self.height {
            return;
        }
        let first = y * self.width + x;
        self.pixels.iter_mut().skip(first).step_by(self.width).take(count).for_each(|pixel| *pixel = Some(colour));
        if !self.set.is_empty() {
            self.now += 1;
            self.set.iter_mut().skip(first).step_by(self.width).take(count).for_each(|set| *set = self.now);
        }
    }

    /// Adds such pixels that go through the shadow table when they are drawn, after the colours.
    pub fn put_column_shaded(&mut self, x: usize, y: usize, count: usize, colour: u8) {
        if x >= self.width || y >= self.height {
            return;
        }
        if self.set.is_empty() {
            self.set = vec![0; self.pixels.len()];
        }
        self.now += 1;
        for y in (y..self.height).take(count) {
            let edge = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
            self.shaded.push(Shaded { x: edge(x), y: edge(y), colour });
            self.added.push(self.now);
        }
    }

    /// Sets row `y`; pixels with a gap other than 0 are left out.
    pub fn put_row(&mut self, y: usize, colours: &[u8], gaps: &[u8]) {
        let row = self.pixels.iter_mut().skip(y * self.width).take(self.width);
        for (pixel, (&colour, &gap)) in row.zip(colours.iter().zip(gaps)) {
            *pixel = (gap == 0).then_some(colour);
        }
    }

    /// The finished sprite: shaded pixels that a colour has covered since are gone. `None` where the pixels have all 256
    /// colours, and none is left for the gaps.
    #[must_use]
    pub fn finish(self) -> Option<Sprite> {
        let Self { width, height, pixels, mut shaded, set, added, .. } = self;
        let mut used = [false; 256];
        pixels.iter().flatten().for_each(|&colour| used[usize::from(colour)] = true);
        let gap = (0..=u8::MAX).find(|&colour| !used[usize::from(colour)])?;
        let per_row = width.div_ceil(LANE);
        let mut lanes = Vec::with_capacity(per_row * height);
        for pixels in pixels.chunks(width.max(1)).flat_map(|row| row.chunks(LANE)) {
            let mut lane = Lane([gap; LANE]);
            lane.0.iter_mut().zip(pixels).for_each(|(colour, pixel)| *colour = pixel.unwrap_or(gap));
            lanes.push(lane);
        }
        let mut times = added.iter();
        shaded.retain(|dot| {
            let covered = set.get(usize::from(dot.y) * width + usize::from(dot.x));
            times.next().is_some_and(|time| covered.is_none_or(|covered| time > covered))
        });
        shaded.shrink_to_fit();
        Some(Sprite { width, height, per_row, gap, lanes, shaded, measure: Measure::default() })
    }
}
