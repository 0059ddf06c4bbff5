//! Operations on sixteen pixels at once, which is the width of the vector registers on every
//! target.
//!
//! Transparent pixels have a colour that occurs nowhere else in the sprite, so a lane takes no more
//! memory than its pixels, and the pixels of a draw fit into the processor's first-level cache.
//! Drawing a lane is a comparison and a selection without a branch, for which the compiler
//! generates a few vector instructions.

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
    /// Draws all pixels except those of the colour `gap` onto the screen.
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

    /// Draws the range `pixels` of the lane onto as many pixels of the screen.
    pub(super) fn blend_part(
        &self,
        gap: u8,
        pixels: std::ops::Range<usize>,
        mask: Option<&[u8]>,
        screen: &mut [u8],
    ) {
        let hidden = |i: usize| mask.and_then(|mask| mask.get(i)).is_some_and(|&m| m != 0);
        for (i, (&colour, screen)) in self
            .0
            .get(pixels)
            .unwrap_or_default()
            .iter()
            .zip(screen)
            .enumerate()
        {
            if colour != gap && !hidden(i) {
                *screen = colour;
            }
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

// This function is not inlined: the compiler knows only of arguments that the slices do not
// overlap, and only then does it use vectors. A constant number of lanes unrolls the loop over a
// row: on narrow cels, this loop took longer than the pixels.

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
