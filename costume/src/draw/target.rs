//! The stage's memory during a draw, with the only function that draws a single pixel; the report
//! of a draw; and the strips of the stage, which are 8 pixels wide, with the lines on which an
//! actor was drawn in each strip (D4).

use std::fmt;
use std::ops::Range;

use scumm_room::Dialect;

use super::{Rect, Shadow};
use crate::anim::Fault;
use crate::trace::{Mark, Trace};

/// The stage's memory during a draw. Column 0 is the left edge of the view (moved left by `xstart &
/// 7` in v7+, G3).
///
/// The memory may end before the last line; pixels after its end are not drawn.
#[must_use]
#[derive(Debug)]
pub struct Target<'a> {
    /// The whole front buffer (a room-column canvas, G2).
    pub(super) pixels: &'a mut [u8],
    plane: Plane<'a>,
    /// Number of pixels by which the plane is read too far to the right.
    plane_shift: usize,
    pub(super) pitch: usize,
    /// Index of the view's column 0 in line 0.
    pub(super) first: usize,
    height: usize,
    x_start: usize,
    edges: Rect,
    /// The record of the lines that pictures reach (D4).
    lines: Option<&'a mut StripLines>,
}

/// A plane whose rows are made when a picture needs them. A caller that has its planes in another
/// format converts only the rows that are drawn.
pub trait PlaneRows: fmt::Debug {
    /// Returns the whole plane in the layout of the target: a byte for each pixel, 0 = visible. The
    /// bytes of `rows` have to be right; the other bytes may have any value.
    fn with_rows(&mut self, rows: Range<usize>) -> &[u8];
}

/// The plane that hides pixels.
#[derive(Debug)]
enum Plane<'a> {
    /// Nothing is hidden.
    None,
    /// A plane in the layout of the target: a byte for each pixel, 0 = visible.
    Bytes(&'a [u8]),
    /// A plane whose rows are made when a picture needs them.
    Rows(&'a mut dyn PlaneRows),
}

impl Plane<'_> {
    fn reborrow(&mut self) -> Plane<'_> {
        match self {
            Self::None => Plane::None,
            Self::Bytes(bytes) => Plane::Bytes(bytes),
            Self::Rows(rows) => Plane::Rows(&mut **rows),
        }
    }
}

impl<'a> Target<'a> {
    /// Creates a target from memory of `height` lines of `pitch` bytes each. `pitch` is also the
    /// width of the area that is drawn into (C43: 320, v7 328, v8 648). The view begins at room
    /// column 0, and no plane hides pixels.
    pub fn new(pixels: &'a mut [u8], pitch: usize, height: usize) -> Self {
        let edge = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let edges = Rect {
            left: 0,
            top: 0,
            right: edge(pitch),
            bottom: edge(height),
        };
        Self {
            pixels,
            plane: Plane::None,
            plane_shift: 0,
            pitch,
            first: 0,
            height,
            x_start: 0,
            edges,
            lines: None,
        }
    }

    /// Sets the room column at which the view begins; a multiple of 8 below v7 (G3). Line 0 of the
    /// view begins with the strip of this column.
    pub fn starting_at(self, x_start: usize) -> Self {
        Self {
            x_start,
            first: (x_start / 8).saturating_mul(8),
            ..self
        }
    }

    /// Sets the room column at which the view begins, for memory whose first byte is the first
    /// pixel of the view. An engine with a larger buffer passes the part that begins with the view.
    /// For memory that holds the whole room, use [`Target::starting_at`].
    pub fn viewed_from(self, x_start: usize) -> Self {
        Self {
            x_start,
            first: 0,
            ..self
        }
    }

    /// Restricts drawing to the first `width` columns of each line, if the buffer is wider than the
    /// area of C43.
    pub fn narrowed(self, width: usize) -> Self {
        let right = i32::try_from(width)
            .unwrap_or(i32::MAX)
            .min(self.edges.right);
        Self {
            edges: Rect {
                right,
                ..self.edges
            },
            ..self
        }
    }

    /// Sets the plane that hides pixels, in the same layout: a byte for each pixel, 0 = visible.
    /// Pixels after the end of the plane are not hidden.
    pub fn hidden_by(self, plane: Option<&'a [u8]>) -> Self {
        Self {
            plane: plane.map_or(Plane::None, Plane::Bytes),
            ..self
        }
    }

    /// Sets the plane that hides pixels. Its rows are made when a picture needs them.
    pub fn hidden_by_rows(self, plane: &'a mut dyn PlaneRows) -> Self {
        Self {
            plane: Plane::Rows(plane),
            ..self
        }
    }

    /// Returns a target for a part of a draw that reads the plane `shift` pixels too far to the
    /// right.
    pub(crate) fn with_plane_shift(&mut self, shift: usize) -> Target<'_> {
        Target {
            plane_shift: shift,
            ..self.reborrow()
        }
    }

    /// Returns a target for a part of a draw in which no plane hides pixels.
    pub(crate) fn without_plane(&mut self) -> Target<'_> {
        Target {
            plane: Plane::None,
            ..self.reborrow()
        }
    }

    fn reborrow(&mut self) -> Target<'_> {
        Target {
            pixels: &mut *self.pixels,
            plane: self.plane.reborrow(),
            lines: self.lines.as_deref_mut(),
            ..*self
        }
    }

    /// Returns a target for one draw, which adds to `lines` the lines that pictures reach in each
    /// strip of the view. HE71+ needs these lines (D4a).
    pub fn noting<'b>(&'b mut self, lines: Option<&'b mut StripLines>) -> Target<'b> {
        Target {
            lines,
            ..self.reborrow()
        }
    }

    /// Records the lines of a picture; the last column and line are inclusive.
    pub(crate) fn note_lines(&mut self, picture: Rect) {
        let height = self.edges.bottom;
        if let Some(lines) = &mut self.lines {
            lines.note(picture, height);
        }
    }

    /// Returns the area that can be drawn into (C43).
    pub fn rect(&self) -> Rect {
        self.edges
    }

    /// Returns the room column of the view's left edge.
    #[must_use]
    pub fn x_start(&self) -> usize {
        self.x_start
    }

    /// Returns the index of the pixel at view column `x`, line `y` in the memory and the plane;
    /// `None` outside the stage (C50, G2).
    ///
    /// In v7+, column 0 lies up to 7 pixels left of the view, so that it is always the first column
    /// of a strip (G3).
    #[must_use]
    pub fn index(&self, x: i32, y: i32) -> Option<usize> {
        let x = usize::try_from(x).ok().filter(|_| x < self.edges.right)?;
        let y = usize::try_from(y).ok().filter(|&y| y < self.height)?;
        Some(
            y.saturating_mul(self.pitch)
                .saturating_add(self.first)
                .saturating_add(x),
        )
    }

    /// Returns whether a plane hides the pixel at an index (M1). Pixels after the end of the plane
    /// are not hidden.
    pub(super) fn hides(mask: Option<&[u8]>, index: usize) -> bool {
        mask.and_then(|mask| mask.get(index))
            .is_some_and(|&m| m != 0)
    }

    /// Returns the pixels, and the plane for pictures on the given lines; `None` if no plane hides
    /// pixels. Both have the indices of [`Target::index`].
    #[inline]
    pub(super) fn memory(&mut self, lines: Range<usize>) -> (&mut [u8], Option<&[u8]>) {
        let plane = match &mut self.plane {
            Plane::None => None,
            Plane::Bytes(bytes) => Some(*bytes),
            // A shifted plane continues in the next line.
            Plane::Rows(rows) => Some(rows.with_rows(lines.start..lines.end + 1)),
        };
        let plane = plane.and_then(|plane| plane.get(self.plane_shift..));
        (self.pixels, plane)
    }

    /// Returns whether a pixel at view column `x`, line `y` is drawn: it is on the stage and the
    /// plane does not hide it.
    pub(crate) fn shows(&mut self, x: i32, y: i32) -> bool {
        let Some(index) = self.index(x, y) else {
            return false;
        };
        let line = y as usize;
        let (_, plane) = self.memory(line..line + 1);
        !Self::hides(plane, index)
    }

    /// Draws one pixel of a cel through the shadow table unless the plane hides it (C50, A61), and
    /// records it in the trace.
    pub(crate) fn put(
        &mut self,
        (x, y): (i32, i32),
        mark: Mark,
        shadow: &Shadow<'_>,
        trace: Option<&mut Trace>,
    ) {
        let Some(index) = self.index(x, y) else {
            return;
        };
        let line = y as usize;
        let (pixels, plane) = self.memory(line..line + 1);
        let hidden = Self::hides(plane, index);
        let Some(screen) = pixels.get_mut(index) else {
            return;
        };
        if !hidden {
            *screen = shadow.through(mark.colour, *screen).unwrap_or(mark.colour);
        }
        if let Some(trace) = trace {
            trace.note(index, hidden, mark, shadow.shade_of(mark.colour), *screen);
        }
    }
}

/// The limit to which columns are clamped before an addition, so that no sum overflows. The limit
/// is far above the width of any stage.
const FAR: i32 = 1 << 28;

/// Which columns of an actor's pictures are on the screen (C47). Only pictures of column-major
/// codecs have a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// No picture has a result: no picture was placed on the screen, or the codec of the pictures
    /// reports no result.
    #[default]
    None,
    /// Every picture has all its columns, or counts as complete (C46).
    Whole,
    /// Every picture lost columns at the screen's edges.
    Cut,
    /// Some pictures are whole, others are cut.
    Mixed,
}

impl Visibility {
    /// Returns whether a picture lost columns at the screen's edges.
    #[must_use]
    pub fn is_cut(self) -> bool {
        matches!(self, Self::Cut | Self::Mixed)
    }

    /// Returns whether a picture has all its columns, or counts as complete.
    #[must_use]
    pub fn has_whole(self) -> bool {
        matches!(self, Self::Whole | Self::Mixed)
    }

    /// Adds a picture with all its columns.
    pub(crate) fn add_whole(&mut self) {
        *self = if self.is_cut() {
            Self::Mixed
        } else {
            Self::Whole
        };
    }

    /// Adds a picture that lost columns.
    pub(crate) fn add_cut(&mut self) {
        *self = if self.has_whole() {
            Self::Mixed
        } else {
            Self::Cut
        };
    }
}

/// The report of a draw, for the redraw rules.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Which columns of the pictures are on the screen (C47).
    pub visibility: Visibility,
    /// The highest line that was reached; 0x7FFF_FFFF if no picture was placed (C48).
    pub top: i32,
    /// The lowest line that was reached, exclusive; 0 if no picture was placed.
    pub bottom: i32,
    /// The strips that the pictures claim (D3).
    pub strips: StripSet,
    /// AKOS: the last fault that is fatal in the reference.
    pub fault: Option<Fault>,
}

impl Default for Drawn {
    fn default() -> Self {
        Self {
            visibility: Visibility::None,
            top: 0x7fff_ffff,
            bottom: 0,
            strips: StripSet::default(),
            fault: None,
        }
    }
}

impl Drawn {
    /// Claims the strips of a picture's rectangle before clipping (D3).
    pub fn claim(&mut self, rect: Rect, dirty_right: i32, dialect: &Dialect, target: &Target<'_>) {
        let right = rect.right.saturating_add(dirty_right);
        if rect.left > right
            || rect.top > rect.bottom
            || rect.top > target.rect().bottom
            || rect.bottom < 0
        {
            return;
        }
        let [left, right] = [rect.left, right].map(|x| x.clamp(-FAR, FAR));
        let x_start = i32::try_from(target.x_start()).unwrap_or(FAR).min(FAR);
        // Strips are counted from the left edge of the view, which may lie inside the strip of
        // column 0 (G3).
        let inside = x_start & 7;
        let first = ((left - inside) / 8 + x_start / 8).max(0);
        let last = ((right - inside + x_start) / 8).min(dialect.last_strip() as i32);
        if first <= last {
            self.strips.insert_range(first as usize..last as usize + 1);
        }
    }

    /// Records the lines that a picture reaches (C48).
    pub fn reach(&mut self, top: i32, bottom: i32) {
        self.top = self.top.min(top);
        self.bottom = self.bottom.max(bottom);
    }
}

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
    pub fn from_range(strips: Range<usize>) -> Self {
        let mut set = Self::default();
        set.insert_range(strips);
        set
    }

    /// Adds the strips in a range. Strips beyond [`StripSet::LAST`] are ignored.
    pub fn insert_range(&mut self, strips: Range<usize>) {
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

    /// Returns the range from the first to the last strip of the set. The range of an empty set is
    /// empty.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        let is_set = |word: &u64| *word != 0;
        let Some(first) = self.0.iter().position(is_set) else {
            return 0..0;
        };
        let last = self.0.iter().rposition(is_set).unwrap_or(first);
        let start = first * 64 + self.0[first].trailing_zeros() as usize;
        let end = (last + 1) * 64 - self.0[last].leading_zeros() as usize;
        start..end
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
/// The number of strips in one part. The lines are stored in parts because serde supports arrays of
/// up to 32 elements only.
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
    pub fn get(&self, strip: usize) -> (i16, i16) {
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
        // Strips are rounded towards zero: columns -7 to -1 belong to strip 0 (D4a).
        if picture.right / 8 < 0 || picture.left / 8 > last {
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
    fn a_view_that_begins_inside_a_strip_starts_with_that_strip_g3() {
        let mut pixels = vec![0; 4 * 16 + 64];
        let mask: Vec<u8> = (0..pixels.len())
            .map(|i| u8::from(i == 16 + 8 + 3))
            .collect();
        let target = Target::new(&mut pixels, 16, 4)
            .starting_at(13)
            .hidden_by(Some(&mask));
        assert_eq!(
            [(0, 0), (15, 3), (16, 0), (-1, 0), (0, 4), (0, -1)].map(|(x, y)| target.index(x, y)),
            [Some(8), Some(3 * 16 + 8 + 15), None, None, None, None]
        );
        assert_eq!(
            [3, 4].map(|x| target
                .index(x, 1)
                .map(|index| Target::hides(Some(&mask), index))),
            [Some(true), Some(false)]
        );
    }
    #[test]
    fn a_wider_buffer_is_drawn_into_as_far_as_the_view_goes_c43() {
        let mut pixels = vec![0; 4 * 40];
        let target = Target::new(&mut pixels, 40, 4).narrowed(16).viewed_from(24);
        assert_eq!(
            [(0, 0), (15, 3), (16, 0)].map(|(x, y)| target.index(x, y)),
            [Some(0), Some(3 * 40 + 15), None]
        );
        assert_eq!((target.rect().right, target.x_start() / 8), (16, 3));
    }

    #[test]
    fn a_picture_that_ends_left_of_the_view_adds_its_lines_to_strip_0_d4a() {
        let noted = |right| {
            let mut lines = StripLines::NONE;
            let picture = Rect {
                left: -30,
                top: 4,
                right,
                bottom: 9,
            };
            lines.note(picture, 200);
            [lines.get(0), lines.get(1)]
        };
        let nothing = StripLines::NONE.get(0);
        for right in [-7, -1, 0] {
            assert_eq!(noted(right), [(4, 9), nothing], "{right}");
        }
        assert_eq!(noted(-8), [nothing; 2]);
    }

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
            let last = set.iter().last().map_or(0, |last| last + 1);
            assert_eq!(set.range(), set.iter().next().unwrap_or(0)..last);
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
