//! Finished pictures: a cel decoded, mapped through the palette, turned and scaled, ready to be copied to the screen.
//!
//! One byte a pixel and one colour that the cel does not use as the transparent one, so that drawing a row is a
//! single select which the compiler turns into vector code. Pixels that look at the screen stand in a list of their own.

use std::ops::Range;

use super::Target;
use super::place::Rect;
use super::shade::Shadow;

/// Largest width and height of a sprite: larger cels are drawn by the plain painter.
pub const LARGEST_SIDE: usize = 2048;

/// One finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    width: usize,
    height: usize,
    /// The colour that stands for "nothing here".
    clear: u8,
    pixels: Vec<u8>,
    /// Per row the columns from the first opaque pixel to behind the last.
    spans: Vec<Range<u16>>,
    /// Pixels that look at the screen (C50, A61).
    shaded: Vec<Shaded>,
}

/// A pixel whose colour depends on the screen below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shaded {
    /// Its place in the sprite.
    index: usize,
    colour: u8,
}

/// A sprite in the making. What is put first may be overwritten: columns of a scaled cel lie on one another (C69).
#[derive(Debug)]
pub struct Builder {
    sprite: Sprite,
    /// When each pixel was last set to a colour.
    set: Vec<u32>,
    /// When each entry of `sprite.shaded` was added.
    added: Vec<u32>,
    now: u32,
}

impl Builder {
    /// An empty sprite; `None` where a side is larger than [`LARGEST_SIDE`] or no colour is left for "nothing here".
    #[must_use]
    pub fn new(width: usize, height: usize, colours: &[u8]) -> Option<Self> {
        if width > LARGEST_SIDE || height > LARGEST_SIDE {
            return None;
        }
        let mut used = [false; 256];
        for &colour in colours {
            used[usize::from(colour)] = true;
        }
        let clear = (0..=255u8).find(|&c| !used[usize::from(c)])?;
        let pixels = vec![clear; width * height];
        let sprite = Sprite { width, height, clear, pixels, spans: vec![0..0; height], shaded: Vec::new() };
        Some(Self { set: vec![0; width * height], added: Vec::new(), now: 0, sprite })
    }

    fn index(&self, x: usize, y: usize) -> Option<usize> {
        (x < self.sprite.width && y < self.sprite.height).then(|| y * self.sprite.width + x)
    }

    /// Sets a pixel; one outside is passed over.
    pub fn put(&mut self, x: usize, y: usize, colour: u8) {
        let Some(index) = self.index(x, y) else { return };
        self.now += 1;
        self.sprite.pixels[index] = colour;
        self.set[index] = self.now;
    }

    /// Adds a pixel that goes through the shadow table when it is drawn, after the colours.
    pub fn put_shaded(&mut self, x: usize, y: usize, colour: u8) {
        let Some(index) = self.index(x, y) else { return };
        self.now += 1;
        self.sprite.shaded.push(Shaded { index, colour });
        self.added.push(self.now);
    }

    /// The finished sprite: shaded pixels that a colour has covered since are gone, each row knows where it begins and
    /// ends.
    #[must_use]
    pub fn finish(self) -> Sprite {
        let Self { mut sprite, set, added, .. } = self;
        let mut times = added.iter();
        sprite.shaded.retain(|dot| times.next().is_some_and(|&time| time > set[dot.index]));
        sprite.shaded.shrink_to_fit();
        for (row, span) in sprite.pixels.chunks_exact(sprite.width.max(1)).zip(&mut sprite.spans) {
            let first = row.iter().position(|&p| p != sprite.clear);
            let last = row.iter().rposition(|&p| p != sprite.clear);
            let edge = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
            *span = match (first, last) {
                (Some(first), Some(last)) => edge(first)..edge(last + 1),
                _ => 0..0,
            };
        }
        sprite
    }
}

impl Sprite {
    /// Columns.
    #[must_use]
    pub fn width(&self) -> i32 {
        i32::try_from(self.width).unwrap_or(i32::MAX)
    }

    /// Memory that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.pixels.len()
            + self.spans.len() * size_of::<Range<u16>>()
            + self.shaded.len() * size_of::<Shaded>()
    }

    /// Draws the sprite, its first column and row landing on view column `left`, line `top`; what lies outside `clip`
    /// or where the target's mask hides stays as it is. `clip` has to lie within the target.
    pub fn draw(&self, (left, top): (i32, i32), clip: Rect, shadow: &Shadow<'_>, target: &mut Target<'_>) {
        self.draw_plain((left, top), clip, target);
        if shadow.is_identity() {
            return;
        }
        for dot in &self.shaded {
            let edge = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
            let x = left.saturating_add(edge(dot.index % self.width));
            let y = top.saturating_add(edge(dot.index / self.width));
            let index = target.visible_index(x, y).filter(|_| clip.contains(x, y));
            if let Some(screen) = index.and_then(|index| target.pixels.get_mut(index)) {
                *screen = shadow.through(dot.colour, *screen).unwrap_or(dot.colour);
            }
        }
    }

    fn draw_plain(&self, (left, top): (i32, i32), clip: Rect, target: &mut Target<'_>) {
        let (columns, rows) = (clip.left..clip.right, clip.top..clip.bottom);
        let first_row = usize::try_from(rows.start.saturating_sub(top)).unwrap_or(0).min(self.height);
        let last_row = usize::try_from(rows.end.saturating_sub(top)).unwrap_or(0).min(self.height);
        let lowest = usize::try_from(columns.start.saturating_sub(left)).unwrap_or(0);
        let highest = usize::try_from(columns.end.saturating_sub(left)).unwrap_or(0).min(self.width);
        for row in first_row..last_row {
            let Some(span) = self.spans.get(row) else { return };
            let (from, to) = (usize::from(span.start).max(lowest), usize::from(span.end).min(highest));
            if from >= to {
                continue;
            }
            let x = i64::from(left) + from as i64;
            let y = i64::from(top) + row as i64;
            let Some(at) = i32::try_from(x).ok().zip(i32::try_from(y).ok()).and_then(|(x, y)| target.index(x, y))
            else {
                continue;
            };
            let source = self.pixels.get(row * self.width + from..row * self.width + to);
            let screen = target.pixels.get_mut(at..at + (to - from));
            let (Some(source), Some(screen)) = (source, screen) else { continue };
            match target.mask.and_then(|m| m.get(at..at + (to - from))) {
                None => select(source, self.clear, screen),
                Some(mask) => select_masked(source, self.clear, mask, screen),
            }
        }
    }
}

fn select(source: &[u8], clear: u8, target: &mut [u8]) {
    for (to, &from) in target.iter_mut().zip(source) {
        *to = if from == clear { *to } else { from };
    }
}

fn select_masked(source: &[u8], clear: u8, mask: &[u8], target: &mut [u8]) {
    for ((to, &from), &hidden) in target.iter_mut().zip(source).zip(mask) {
        *to = if from == clear || hidden != 0 { *to } else { from };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprite() -> Sprite {
        let mut sprite = Builder::new(4, 2, &[0, 1, 2]).unwrap();
        for (x, y, colour) in [(1, 0, 1), (2, 0, 2), (3, 1, 0), (9, 9, 9)] {
            sprite.put(x, y, colour);
        }
        sprite.finish()
    }

    fn draw(at: (i32, i32), screen: &mut [u8], mask: Option<&[u8]>) {
        let mut target = Target { pixels: screen, mask, pitch: 6, height: 3, x_start: 0 };
        let clip = target.rect();
        sprite().draw(at, clip, &Shadow::None, &mut target);
    }

    #[test]
    fn opaque_pixels_land_and_others_stay() {
        let mut screen = [7; 18];
        draw((1, 1), &mut screen, None);
        assert_eq!(screen, [7, 7, 7, 7, 7, 7, 7, 7, 1, 2, 7, 7, 7, 7, 7, 7, 0, 7]);
    }

    #[test]
    fn every_side_is_cut() {
        let mut screen = [7; 18];
        for at in [(-2, 0), (4, 0), (0, -1), (0, 2), (-9, 0), (9, 9)] {
            draw(at, &mut screen, None);
        }
        assert_eq!(screen, [2, 7, 7, 0, 7, 1, 7, 0, 7, 7, 7, 7, 7, 1, 2, 7, 7, 7]);
    }

    #[test]
    fn the_mask_hides() {
        let mut screen = [7; 18];
        let mut mask = [0; 18];
        mask[2] = 0xff;
        draw((0, 0), &mut screen, Some(&mask));
        assert_eq!(screen[..6], [7, 1, 7, 7, 7, 7]);
    }

    /// Draws two shaded pixels of which one is covered, with `table[c] = c + add`.
    fn draw_shaded(add: u8) -> [u8; 4] {
        let mut sprite = Builder::new(2, 1, &[13]).unwrap();
        sprite.put_shaded(0, 0, 13);
        sprite.put(0, 0, 20);
        sprite.put(1, 0, 30);
        sprite.put_shaded(1, 0, 13);
        let table: Vec<u8> = (0..=255u8).map(|c| c.wrapping_add(add)).collect();
        let mut screen = [7; 4];
        let mut target = Target { pixels: &mut screen, mask: None, pitch: 4, height: 1, x_start: 0 };
        sprite.finish().draw((1, 0), target.rect(), &Shadow::Colour13(&table), &mut target);
        screen
    }

    #[test]
    fn shaded_pixels_look_at_the_screen_in_their_turn_c50_c69() {
        assert_eq!(draw_shaded(100), [7, 20, 130, 7]);
        assert_eq!(draw_shaded(0), [7, 20, 30, 7]);
    }

    #[test]
    fn a_sprite_needs_a_colour_to_spare() {
        let all: Vec<u8> = (0..=255).collect();
        assert!(Builder::new(1, 1, &all).is_none());
        assert!(Builder::new(LARGEST_SIDE + 1, 1, &[]).is_none());
    }
}
