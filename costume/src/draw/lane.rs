//! Sixteen pixels at once: the width of the vector registers that every target has.
//!
//! The pixels through which the screen is seen have a colour that the sprite has nowhere else. So a
//! lane takes no more memory than its pixels: what is drawn at a time stays in the processor's
//! nearest cache. Drawing it is a comparison and a choice without a branch, and the compiler makes
//! a few vector instructions of it.

/// Pixels of a lane.
pub(super) const LANE: usize = 16;

/// The colour of the pixels through which the screen is seen, unless the sprite has it.
pub(super) const USUAL_GAP: u8 = 0;

/// Sixteen neighbouring pixels of a row. Aligned, so that vector instructions read them straight
/// from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Lane(pub(super) [u8; LANE]);

impl Lane {
    /// Draws onto the pixels of the screen below it, but for those of the colour `gap`.
    #[inline(always)]
    fn blend(&self, gap: u8, screen: &mut [u8; LANE]) {
        for (i, screen) in screen.iter_mut().enumerate() {
            // To a gap, what the screen is above its colour is added, which is one instruction less
            // than choosing.
            let keep: u8 = if self.0[i] == gap { 0xff } else { 0 };
            *screen = self.0[i].wrapping_add(screen.wrapping_sub(gap) & keep);
        }
    }

    /// The same, but pixels whose mask is not 0 stay.
    #[inline(always)]
    fn blend_masked(&self, gap: u8, mask: &[u8; LANE], screen: &mut [u8; LANE]) {
        for (i, screen) in screen.iter_mut().enumerate() {
            let keep: u8 = if self.0[i] == gap { 0xff } else { 0 };
            let shown = if mask[i] == 0 { !keep } else { 0 };
            *screen = *screen & !shown | self.0[i] & shown;
        }
    }

    /// Draws `pixels` of the lane onto as many of the screen.
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

/// Draws rows of `per_row` lanes, but for pixels of the colour `gap`, onto a screen of `pitch`
/// bytes a line that begins with the first row's first pixel.
pub(super) fn blend_rows(lanes: &[Lane], gap: u8, per_row: usize, screen: &mut [u8], pitch: usize) {
    match per_row {
        1 => blend_rows_of::<1>(lanes, gap, screen, pitch),
        2 => blend_rows_of::<2>(lanes, gap, screen, pitch),
        3 => blend_rows_of::<3>(lanes, gap, screen, pitch),
        4 => blend_rows_of::<4>(lanes, gap, screen, pitch),
        _ => blend_wide_rows(lanes, gap, per_row, screen, pitch),
    }
}

/// The same below a mask of the screen's layout.
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

// Not inlined: only as arguments are the slices known to lie apart, and only then does the compiler
// use vectors. Rows of a known number of lanes become straight code: on narrow cels, the loop over
// a row took longer than its pixels.

#[inline(never)]
fn blend_rows_of<const LANES: usize>(lanes: &[Lane], gap: u8, screen: &mut [u8], pitch: usize) {
    // With the usual gap as a constant, nothing is left to subtract.
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
