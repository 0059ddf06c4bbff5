//! Finished pictures: a cel that is decoded, mapped through the palette, flipped and scaled, ready
//! to be copied to the screen.
//!
//! Rows are stored in lanes of sixteen pixels, which is the width of the vector registers on every
//! target. Transparent pixels have a colour that occurs nowhere else in the sprite, so a lane takes
//! no more memory than its pixels, and the pixels of a draw fit into the processor's first-level
//! cache. Drawing a lane is a comparison and a selection without a branch, for which the compiler
//! generates a few vector instructions. Pixels that depend on the screen are stored in a separate
//! list.

use std::iter;
use std::ops::Range;

use super::place::Measure;
use super::{Rect, Shadow, Target};

/// The most pixels of a sprite's width and height. The plain painter draws larger cels.
pub const LARGEST_SIDE: usize = 2048;

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sprite {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Lanes of a row: the width rounded up to whole lanes. Pixels to the right of the width are
    /// gaps.
    pub(super) per_row: usize,
    /// The colour of transparent pixels.
    pub(super) gap: u8,
    pub(super) lanes: Vec<Lane>,
    /// The pixels that depend on the screen (C50, A61).
    pub(super) shaded: Vec<Shaded>,
    /// The size and position of a scaled column-major cel.
    pub(super) measure: Measure,
    /// True if the data of a column-major cel has a run of 0 and 0 (C36).
    pub(super) has_zero_run: bool,
}

/// A pixel whose colour depends on the screen below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shaded {
    pub(super) x: u16,
    pub(super) y: u16,
    pub(super) colour: u8,
}

/// The part of a sprite inside a clip rectangle.
struct Part {
    columns: Range<usize>,
    rows: Range<usize>,
    /// The line of the first of these rows.
    line: usize,
    /// Index in the screen's memory of the sprite's column 0 in the first of these rows; it may be
    /// negative.
    start: i64,
}

impl Part {
    /// Returns the lines of the screen that the part covers.
    fn lines(&self) -> Range<usize> {
        self.line..self.line + self.rows.len()
    }
}

impl Sprite {
    /// Returns the width in pixels.
    #[must_use]
    pub fn width(&self) -> i32 {
        i32::try_from(self.width).unwrap_or(i32::MAX)
    }

    /// Returns the size of the sprite in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        Self::bytes_of(self.width, self.height) + self.shaded.len() * size_of::<Shaded>()
    }

    /// Returns the size in bytes of a sprite with this width and height, without shaded pixels.
    #[must_use]
    pub fn bytes_of(width: usize, height: usize) -> usize {
        let lanes = width.div_ceil(LANE).saturating_mul(height);
        size_of::<Self>().saturating_add(lanes.saturating_mul(size_of::<Lane>()))
    }

    /// Draws the sprite with its first column and row at `at`, a column and line of the view.
    /// Pixels outside `clip` and pixels that the target's mask hides are not changed. `clip` must
    /// be inside the target. Without a shadow, pixels that depend on the screen are not drawn.
    pub fn draw(
        &self,
        at: (i32, i32),
        clip: Rect,
        shadow: Option<&Shadow<'_>>,
        target: &mut Target<'_>,
    ) {
        if let Some(part) = self.part(at, clip, target) {
            if self.blend_whole(&part, target).is_none() {
                self.draw_part(&part, target, |colour, _| colour);
            }
        }
        if let Some(shadow) = shadow.filter(|_| !self.shaded.is_empty()) {
            self.draw_shaded(at, clip, shadow, target);
        }
    }

    /// Draws the pixels that depend on the screen.
    fn draw_shaded(
        &self,
        at: (i32, i32),
        clip: Rect,
        shadow: &Shadow<'_>,
        target: &mut Target<'_>,
    ) {
        for &Shaded { x, y, colour } in &self.shaded {
            let x = at.0.saturating_add(x.into());
            let y = at.1.saturating_add(y.into());
            let Some(index) = target.index(x, y).filter(|_| clip.contains(x, y)) else {
                continue;
            };
            let line = y as usize;
            let (pixels, plane) = target.memory(line..line + 1);
            let hidden = Target::hides(plane, index);
            if let Some(screen) = pixels.get_mut(index).filter(|_| !hidden) {
                *screen = shadow.through(colour, *screen).unwrap_or(colour);
            }
        }
    }

    /// Draws the opaque pixels with a function that computes the new screen pixel from the sprite's
    /// pixel and the screen's.
    pub fn draw_through(
        &self,
        at: (i32, i32),
        clip: Rect,
        target: &mut Target<'_>,
        shade: impl Fn(u8, u8) -> u8,
    ) {
        if let Some(part) = self.part(at, clip, target) {
            self.draw_part(&part, target, shade);
        }
    }

    /// Draws the opaque pixels through a shadow table. `colour` returns the colour of a pixel to
    /// which the table is applied, or `None` if the pixel is not drawn.
    pub fn draw_shadowed(
        &self,
        at: (i32, i32),
        clip: Rect,
        shadow: &Shadow<'_>,
        target: &mut Target<'_>,
        colour: impl Fn(u8) -> Option<u8>,
    ) {
        let mix = |shadow: Shadow<'_>, pixel: u8, screen: u8| match colour(pixel) {
            Some(colour) => shadow.through(colour, screen).unwrap_or(colour),
            None => screen,
        };
        // Each kind of table has its own loop over the pixels. In a loop for all kinds, the choice
        // of the kind takes longer than the rest.
        match *shadow {
            Shadow::None => self.draw_through(at, clip, target, |pixel, screen| {
                mix(Shadow::None, pixel, screen)
            }),
            Shadow::All(table) => self.draw_through(at, clip, target, |pixel, screen| {
                mix(Shadow::All(table), pixel, screen)
            }),
            Shadow::Colour13(table) => self.draw_through(at, clip, target, |pixel, screen| {
                mix(Shadow::Colour13(table), pixel, screen)
            }),
            Shadow::Below8(table) => self.draw_through(at, clip, target, |pixel, screen| {
                mix(Shadow::Below8(table), pixel, screen)
            }),
            Shadow::Blend(table) => self.draw_through(at, clip, target, |pixel, screen| {
                mix(Shadow::Blend(table), pixel, screen)
            }),
        }
    }

    /// Returns the colours of all opaque pixels, except pixels that depend on the screen.
    pub fn colours(&self) -> impl Iterator<Item = u8> + '_ {
        self.lanes
            .iter()
            .flat_map(|lane| lane.0)
            .filter(|&colour| colour != self.gap)
    }

    /// Returns the part of the sprite inside `clip`; `None` if it is empty.
    fn part(&self, (left, top): (i32, i32), clip: Rect, target: &Target<'_>) -> Option<Part> {
        let inside = |from: i32, to: i32, most: usize| {
            usize::try_from(to.saturating_sub(from))
                .unwrap_or(0)
                .min(most)
        };
        let columns = inside(left, clip.left, self.width)..inside(left, clip.right, self.width);
        let rows = inside(top, clip.top, self.height)..inside(top, clip.bottom, self.height);
        let line = i64::from(top) + rows.start as i64;
        let start = target.first as i64 + line * target.pitch as i64 + i64::from(left);
        (!columns.is_empty() && !rows.is_empty()).then_some(Part {
            columns,
            rows,
            line: usize::try_from(line).unwrap_or(0),
            start,
        })
    }

    /// Draws whole rows. Returns `None` without drawing if columns are cut off or the rows would
    /// leave the screen's memory. The last lane of a row may extend beyond the row, even into the
    /// next line: its pixels there are gaps, and the screen is not changed.
    fn blend_whole(&self, part: &Part, target: &mut Target<'_>) -> Option<()> {
        let lanes = self
            .lanes
            .get(part.rows.start * self.per_row..part.rows.end * self.per_row)?;
        let row = self.per_row * LANE;
        let pitch = target.pitch;
        if part.columns != (0..self.width) || row > pitch {
            return None;
        }
        let start = usize::try_from(part.start).ok()?;
        let memory = start..start + (part.rows.len() - 1) * pitch + row;
        let (pixels, plane) = target.memory(part.lines());
        let screen = pixels.get_mut(memory.clone())?;
        match plane {
            None => blend_rows(lanes, self.gap, self.per_row, screen, pitch),
            Some(mask) => blend_rows_masked(
                lanes,
                self.gap,
                self.per_row,
                screen,
                mask.get(memory)?,
                pitch,
            ),
        }
        Some(())
    }

    /// Draws any part, lane by lane. `shade` computes the new screen pixel from the sprite's pixel
    /// and the screen's.
    fn draw_part(&self, part: &Part, target: &mut Target<'_>, shade: impl Fn(u8, u8) -> u8) {
        let pitch = target.pitch.max(1);
        let (pixels, plane) = target.memory(part.lines());
        let Range { start, end } = part.columns;
        for (row, line) in part.rows.clone().zip((part.start..).step_by(pitch)) {
            let lanes = row * self.per_row + start / LANE..(row + 1) * self.per_row;
            let Some(lanes) = self.lanes.get(lanes) else {
                continue;
            };
            let Ok(first) = usize::try_from(line + start as i64) else {
                continue;
            };
            let last = (first + end - start).min(pixels.len());
            let Some(mut screen) = pixels.get_mut(first..last) else {
                continue;
            };
            let mut mask = plane.map(|plane| plane.get(first..).unwrap_or_default());
            // The first lane may begin to the left of the part.
            let mut left = start % LANE;
            for lane in lanes {
                let count = (LANE - left).min(screen.len());
                let (part, rest) = screen.split_at_mut(count);
                lane.draw_part(self.gap, left..left + count, mask, part, &shade);
                screen = rest;
                mask = mask.map(|mask| mask.get(count..).unwrap_or_default());
                left = 0;
            }
        }
    }
}

/// A sprite that is being built. Pixels may be overwritten, because columns of a scaled cel overlap
/// (C69).
#[derive(Debug)]
pub struct Builder {
    width: usize,
    height: usize,
    per_row: usize,
    lanes: Vec<Lane>,
    /// The colour of pixels that are not set. If this colour itself is set, an unused colour
    /// replaces it.
    gap: u8,
    /// The colours that were set.
    used: [bool; 256],
    shaded: Vec<Shaded>,
    /// The number of the call that last set each pixel to a colour; empty until the first shaded
    /// pixel.
    set: Vec<u32>,
    /// The number of the call that added each of the shaded pixels.
    added: Vec<u32>,
    now: u32,
}

impl Builder {
    /// Creates an empty sprite; `None` if a side is larger than [`LARGEST_SIDE`].
    #[must_use]
    pub fn new(width: usize, height: usize) -> Option<Self> {
        if width > LARGEST_SIDE || height > LARGEST_SIDE {
            return None;
        }
        let per_row = width.div_ceil(LANE);
        let gap = USUAL_GAP;
        Some(Self {
            width,
            height,
            per_row,
            lanes: vec![Lane([gap; LANE]); per_row * height],
            gap,
            used: [false; 256],
            shaded: Vec::new(),
            set: Vec::new(),
            added: Vec::new(),
            now: 0,
        })
    }

    /// Sets `count` pixels of column `x` from row `y` down to a colour. Pixels outside the sprite
    /// are ignored.
    pub fn put_column(&mut self, x: usize, y: usize, count: usize, colour: u8) {
        if x >= self.width || y >= self.height {
            return;
        }
        self.used[usize::from(colour)] = true;
        self.free_gap();
        let lanes = self
            .lanes
            .iter_mut()
            .skip(y * self.per_row + x / LANE)
            .step_by(self.per_row);
        lanes.take(count).for_each(|lane| lane.0[x % LANE] = colour);
        if !self.set.is_empty() {
            self.now += 1;
            let first = y * self.width + x;
            self.set
                .iter_mut()
                .skip(first)
                .step_by(self.width)
                .take(count)
                .for_each(|set| *set = self.now);
        }
    }

    /// Adds pixels to which the shadow table is applied when they are drawn, after the other
    /// colours. The parameters have the same meaning as in [`Builder::put_column`].
    pub fn put_column_shaded(&mut self, x: usize, y: usize, count: usize, colour: u8) {
        if x >= self.width || y >= self.height {
            return;
        }
        if self.set.is_empty() {
            self.set = vec![0; self.width * self.height];
        }
        self.now += 1;
        for y in (y..self.height).take(count) {
            let edge = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
            self.shaded.push(Shaded {
                x: edge(x),
                y: edge(y),
                colour,
            });
            self.added.push(self.now);
        }
    }

    /// Sets row `y`; `colours` and `gaps` have the width of the sprite. Pixels with a gap other
    /// than 0 are skipped.
    pub fn put_row(&mut self, y: usize, colours: &[u8], gaps: &[u8]) {
        colours
            .iter()
            .zip(gaps)
            .for_each(|(&colour, &gap)| self.used[usize::from(colour)] |= gap == 0);
        self.free_gap();
        let row = self
            .lanes
            .iter_mut()
            .skip(y * self.per_row)
            .take(self.per_row);
        for (lane, (colours, gaps)) in row.zip(colours.chunks(LANE).zip(gaps.chunks(LANE))) {
            for (pixel, (&colour, &gap)) in lane.0.iter_mut().zip(colours.iter().zip(gaps)) {
                *pixel = if gap == 0 { colour } else { self.gap };
            }
        }
    }

    /// Replaces the colour of the gaps with an unused colour, if an unused colour exists.
    #[inline]
    fn free_gap(&mut self) {
        if self.used[usize::from(self.gap)] {
            self.change_gap();
        }
    }

    /// Changes the colour of the gaps to the next higher unused colour. Because the colour only
    /// rises, the pixels are searched at most 255 times.
    fn change_gap(&mut self) {
        let Some(free) = (self.gap..=u8::MAX).find(|&colour| !self.used[usize::from(colour)])
        else {
            return;
        };
        for pixel in self
            .lanes
            .iter_mut()
            .flat_map(|lane| &mut lane.0)
            .filter(|pixel| **pixel == self.gap)
        {
            *pixel = free;
        }
        self.gap = free;
    }

    /// Returns the finished sprite, without shaded pixels that were later covered by a colour.
    /// `None` if all 256 colours were set, so that no colour is left for the gaps.
    #[must_use]
    pub fn finish(self) -> Option<Sprite> {
        let Self {
            width,
            height,
            per_row,
            lanes,
            gap,
            used,
            mut shaded,
            set,
            added,
            ..
        } = self;
        if used[usize::from(gap)] {
            return None;
        }
        let mut times = added.iter();
        shaded.retain(|dot| {
            let covered = set.get(usize::from(dot.y) * width + usize::from(dot.x));
            times
                .next()
                .is_some_and(|time| covered.is_none_or(|covered| time > covered))
        });
        shaded.shrink_to_fit();
        Some(Sprite {
            width,
            height,
            per_row,
            gap,
            lanes,
            shaded,
            measure: Measure::default(),
            has_zero_run: false,
        })
    }
}

/// Number of pixels in a lane.
pub(super) const LANE: usize = 16;

/// The colour of transparent pixels, unless the sprite uses this colour.
pub(super) const USUAL_GAP: u8 = 0;

/// Sixteen neighbouring pixels of a row, aligned so that vector instructions can load them
/// directly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Lane(pub(super) [u8; LANE]);

impl Lane {
    /// Draws all pixels except pixels of the colour `gap` onto the screen.
    #[inline(always)]
    fn blend(&self, gap: u8, screen: &mut [u8; LANE]) {
        for (i, screen) in screen.iter_mut().enumerate() {
            // For a gap, the difference between screen and gap is added, which takes one
            // instruction less than a selection.
            let keep: u8 = if self.0[i] == gap { 0xff } else { 0 };
            *screen = self.0[i].wrapping_add(screen.wrapping_sub(gap) & keep);
        }
    }

    /// Draws like [`Lane::blend`], but keeps pixels of the screen whose mask is not 0.
    #[inline(always)]
    fn blend_masked(&self, gap: u8, mask: &[u8; LANE], screen: &mut [u8; LANE]) {
        for (i, screen) in screen.iter_mut().enumerate() {
            let keep: u8 = if self.0[i] == gap { 0xff } else { 0 };
            let shown = if mask[i] == 0 { !keep } else { 0 };
            *screen = *screen & !shown | self.0[i] & shown;
        }
    }

    /// Draws the range `pixels` of the lane onto as many pixels of the screen. `shade` computes the
    /// new screen pixel. Pixels after the end of the mask are not hidden.
    #[inline(always)]
    fn draw_part(
        &self,
        gap: u8,
        pixels: Range<usize>,
        mask: Option<&[u8]>,
        screen: &mut [u8],
        shade: impl Fn(u8, u8) -> u8,
    ) {
        let colours = self.0.get(pixels).unwrap_or_default();
        if let Some(mask) = mask {
            return draw_pixels_masked(colours, gap, mask, screen, &shade);
        }
        // For a whole lane, whose length is a constant, the compiler unrolls the loop.
        if colours.len() == LANE && screen.len() == LANE {
            if let Some(screen) = screen.first_chunk_mut::<LANE>() {
                draw_pixels(&self.0, gap, screen, &shade);
            }
            return;
        }
        draw_pixels(colours, gap, screen, &shade);
    }
}

/// Draws the pixels of `colours` except those of the colour `gap`. `shade` computes the new screen
/// pixel.
#[inline(always)]
fn draw_pixels(colours: &[u8], gap: u8, screen: &mut [u8], shade: &impl Fn(u8, u8) -> u8) {
    for (&colour, screen) in colours.iter().zip(screen) {
        if colour != gap {
            *screen = shade(colour, *screen);
        }
    }
}

/// Draws like [`draw_pixels`], but keeps pixels of the screen whose mask is not 0. Pixels after the
/// end of the mask are not hidden.
#[inline(always)]
fn draw_pixels_masked(
    colours: &[u8],
    gap: u8,
    mask: &[u8],
    screen: &mut [u8],
    shade: &impl Fn(u8, u8) -> u8,
) {
    let masks = mask.iter().copied().chain(iter::repeat(0));
    for ((&colour, screen), mask) in colours.iter().zip(screen).zip(masks) {
        if colour != gap && mask == 0 {
            *screen = shade(colour, *screen);
        }
    }
}

/// Draws rows of `per_row` lanes, except pixels of the colour `gap`. The screen has lines of
/// `pitch` bytes and begins with the first pixel of the first row.
pub(super) fn blend_rows(lanes: &[Lane], gap: u8, per_row: usize, screen: &mut [u8], pitch: usize) {
    match per_row {
        1 => blend_rows_of::<1>(lanes, gap, screen, pitch),
        2 => blend_rows_of::<2>(lanes, gap, screen, pitch),
        3 => blend_rows_of::<3>(lanes, gap, screen, pitch),
        4 => blend_rows_of::<4>(lanes, gap, screen, pitch),
        _ => blend_wide_rows(lanes, gap, per_row, screen, pitch),
    }
}

/// Draws like [`blend_rows`], below a mask with the layout of the screen.
pub(super) fn blend_rows_masked(
    lanes: &[Lane],
    gap: u8,
    per_row: usize,
    screen: &mut [u8],
    mask: &[u8],
    pitch: usize,
) {
    match per_row {
        1 => blend_rows_of_masked::<1>(lanes, gap, screen, mask, pitch),
        2 => blend_rows_of_masked::<2>(lanes, gap, screen, mask, pitch),
        3 => blend_rows_of_masked::<3>(lanes, gap, screen, mask, pitch),
        4 => blend_rows_of_masked::<4>(lanes, gap, screen, mask, pitch),
        _ => blend_wide_rows_masked(lanes, gap, per_row, screen, mask, pitch),
    }
}

// This function is not inlined. The compiler uses vectors only if it knows that the slices do not
// overlap, and it knows this only of arguments. A constant number of lanes lets the compiler unroll
// the loop over a row. Without unrolling, the loop itself took longer than drawing the pixels of
// narrow cels.

#[inline(never)]
fn blend_rows_of<const LANES: usize>(lanes: &[Lane], gap: u8, screen: &mut [u8], pitch: usize) {
    // If the usual gap is a constant, no subtraction is needed.
    if gap == USUAL_GAP {
        blend_rows_around::<LANES>(lanes, USUAL_GAP, screen, pitch);
    } else {
        blend_rows_around::<LANES>(lanes, gap, screen, pitch);
    }
}

#[inline(always)]
fn blend_rows_around<const LANES: usize>(lanes: &[Lane], gap: u8, screen: &mut [u8], pitch: usize) {
    let mut start: usize = 0;
    for row in lanes.chunks_exact(LANES) {
        let Some(line) = screen.get_mut(start..start.wrapping_add(LANES * LANE)) else {
            return;
        };
        blend_row(row, gap, line);
        start = start.wrapping_add(pitch);
    }
}

#[inline(never)]
fn blend_rows_of_masked<const LANES: usize>(
    lanes: &[Lane],
    gap: u8,
    screen: &mut [u8],
    mask: &[u8],
    pitch: usize,
) {
    let mut start: usize = 0;
    for row in lanes.chunks_exact(LANES) {
        let pixels = start..start.wrapping_add(LANES * LANE);
        let (Some(line), Some(hidden)) = (screen.get_mut(pixels.clone()), mask.get(pixels)) else {
            return;
        };
        blend_row_masked(row, gap, line, hidden);
        start = start.wrapping_add(pitch);
    }
}

#[inline(never)]
fn blend_wide_rows(lanes: &[Lane], gap: u8, per_row: usize, screen: &mut [u8], pitch: usize) {
    for (row, line) in lanes
        .chunks_exact(per_row.max(1))
        .zip(screen.chunks_mut(pitch.max(1)))
    {
        blend_row(row, gap, line);
    }
}

#[inline(never)]
fn blend_wide_rows_masked(
    lanes: &[Lane],
    gap: u8,
    per_row: usize,
    screen: &mut [u8],
    mask: &[u8],
    pitch: usize,
) {
    let lines = screen
        .chunks_mut(pitch.max(1))
        .zip(mask.chunks(pitch.max(1)));
    for (row, (line, mask)) in lanes.chunks_exact(per_row.max(1)).zip(lines) {
        blend_row_masked(row, gap, line, mask);
    }
}

#[inline(always)]
fn blend_row(row: &[Lane], gap: u8, line: &mut [u8]) {
    for (lane, screen) in row.iter().zip(line.chunks_exact_mut(LANE)) {
        if let Some(screen) = screen.first_chunk_mut() {
            lane.blend(gap, screen);
        }
    }
}

#[inline(always)]
fn blend_row_masked(row: &[Lane], gap: u8, line: &mut [u8], mask: &[u8]) {
    for ((lane, screen), mask) in row
        .iter()
        .zip(line.chunks_exact_mut(LANE))
        .zip(mask.chunks_exact(LANE))
    {
        if let (Some(screen), Some(mask)) = (screen.first_chunk_mut(), mask.first_chunk()) {
            lane.blend_masked(gap, mask, screen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprite() -> Sprite {
        let mut sprite = Builder::new(4, 2).unwrap();
        for (x, y, colour) in [(1, 0, 1), (2, 0, 2), (3, 1, 0), (9, 9, 9)] {
            sprite.put_column(x, y, 1, colour);
        }
        sprite.finish().unwrap()
    }

    fn draw(at: (i32, i32), screen: &mut [u8], mask: Option<&[u8]>) {
        let mut target = Target::new(screen, 6, 3).hidden_by(mask);
        let clip = target.rect();
        sprite().draw(at, clip, None, &mut target);
    }

    #[test]
    fn opaque_pixels_land_and_others_stay() {
        let mut screen = [7; 18];
        draw((1, 1), &mut screen, None);
        assert_eq!(
            screen,
            [7, 7, 7, 7, 7, 7, 7, 7, 1, 2, 7, 7, 7, 7, 7, 7, 0, 7]
        );
    }

    #[test]
    fn every_side_is_cut() {
        let mut screen = [7; 18];
        for at in [(-2, 0), (4, 0), (0, -1), (0, 2), (-9, 0), (9, 9)] {
            draw(at, &mut screen, None);
        }
        assert_eq!(
            screen,
            [2, 7, 7, 0, 7, 1, 7, 0, 7, 7, 7, 7, 7, 1, 2, 7, 7, 7]
        );
    }

    #[test]
    fn the_mask_hides() {
        let mut screen = [7; 18];
        let mut mask = [0; 18];
        mask[2] = 0xff;
        draw((0, 0), &mut screen, Some(&mask));
        assert_eq!(screen[..6], [7, 1, 7, 7, 7, 7]);
        // Pixels after the end of a plane are not hidden.
        draw((0, 0), &mut screen, Some(&mask[..2]));
        assert_eq!(screen[..6], [7, 1, 2, 7, 7, 7]);
    }

    #[test]
    fn whole_lanes_are_drawn_as_pixel_by_pixel() {
        let mask: Vec<u8> = (0..300u32)
            .map(|i| if i % 5 == 0 { 255 } else { 0 })
            .collect();
        // With the usual gap and with another one.
        for (first, mask) in [
            (1, None),
            (1, Some(&mask[..])),
            (0, None),
            (0, Some(&mask[..])),
        ] {
            // Three lanes a row; the last one extends into the next line.
            let mut sprite = Builder::new(40, 3).unwrap();
            for x in 0..40 {
                sprite.put_column(x, x % 3, 1 + x % 2, first + x as u8);
            }
            let sprite = sprite.finish().unwrap();
            assert_eq!(sprite.gap == USUAL_GAP, first == 1);
            let mut screens = [[200; 300]; 2];
            for (screen, through) in screens.iter_mut().zip([false, true]) {
                let mut target = Target::new(screen, 50, 6).hidden_by(mask).starting_at(8);
                let clip = target.rect();
                if through {
                    sprite.draw_through((2, 1), clip, &mut target, |colour, _| colour);
                } else {
                    sprite.draw((2, 1), clip, None, &mut target);
                }
            }
            assert_eq!(screens[0], screens[1]);
            assert!(screens[0].iter().filter(|&&p| p != 200).count() >= 40);
        }
    }

    /// Draws two shaded pixels, one of which is covered, with `table[c] = c + add`.
    fn draw_shaded(add: u8) -> [u8; 4] {
        let mut sprite = Builder::new(2, 1).unwrap();
        sprite.put_column_shaded(0, 0, 1, 13);
        sprite.put_column(0, 0, 1, 20);
        sprite.put_column(1, 0, 1, 30);
        sprite.put_column_shaded(1, 0, 1, 13);
        let table: Vec<u8> = (0..=255u8).map(|c| c.wrapping_add(add)).collect();
        let mut screen = [7; 4];
        let mut target = Target::new(&mut screen, 4, 1);
        sprite.finish().unwrap().draw(
            (1, 0),
            target.rect(),
            Some(&Shadow::Colour13(&table)),
            &mut target,
        );
        screen
    }

    #[test]
    fn shaded_pixels_look_at_the_screen_in_their_turn_c50_c69() {
        assert_eq!(draw_shaded(100), [7, 20, 130, 7]);
        assert_eq!(draw_shaded(0), [7, 20, 30, 7]);
    }

    #[test]
    fn a_colour_that_the_gaps_had_is_drawn_and_they_stay_gaps() {
        let mut rows = Builder::new(3, 2).unwrap();
        rows.put_row(0, &[0, 9, 1], &[0, 1, 0]);
        rows.put_row(1, &[2, 9, 9], &[0, 0, 1]);
        let mut columns = Builder::new(3, 2).unwrap();
        for (x, y, colour) in [(0, 0, 0), (2, 0, 1), (0, 1, 2), (1, 1, 9)] {
            columns.put_column(x, y, 1, colour);
        }
        for sprite in [rows, columns] {
            let mut screen = [7; 6];
            let mut target = Target::new(&mut screen, 3, 2);
            sprite
                .finish()
                .unwrap()
                .draw((0, 0), target.rect(), None, &mut target);
            assert_eq!(screen, [0, 7, 1, 2, 9, 7]);
        }
    }

    #[test]
    fn a_sprite_knows_its_colours_and_its_limits() {
        assert_eq!(sprite().colours().collect::<Vec<_>>(), [1, 2, 0]);
        let of = |colours: usize| {
            let mut sprite = Builder::new(colours, 1).unwrap();
            (0..colours).for_each(|x| sprite.put_column(x, 0, 1, x as u8));
            sprite.finish().map(|sprite| sprite.colours().count())
        };
        assert_eq!((of(255), of(256)), (Some(255), None));
        assert!(
            Builder::new(LARGEST_SIDE + 1, 1).is_none()
                && Builder::new(1, LARGEST_SIDE + 1).is_none()
        );
    }
}
