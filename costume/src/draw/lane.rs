//! Sixteen pixels at once: the width of the vector registers that every target has.
//!
//! A lane knows for each pixel which bits of the screen stay and which are added, so that drawing it is an AND and an OR
//! without a branch, and the compiler makes three vector instructions of it. Measured on rows of 64 pixels: 1.9 ns a
//! row, where copying takes 1.6 ns and choosing pixel by pixel 13 ns.

/// Pixels of a lane.
pub(super) const LANE: usize = 16;

/// Sixteen neighbouring pixels of a row. Aligned, so that vector instructions read them straight from memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct Lane {
    /// 0xFF where the screen stays, 0 where a pixel is drawn.
    keep: [u8; LANE],
    /// The colours; 0 where the screen stays.
    colours: [u8; LANE],
}

impl Lane {
    /// A lane that leaves the screen as it is.
    pub(super) const CLEAR: Self = Self { keep: [0xff; LANE], colours: [0; LANE] };

    /// The lane of up to sixteen pixels; those with a gap other than 0 let the screen through.
    pub(super) fn of(colours: &[u8], gaps: &[u8]) -> Self {
        let mut lane = Self::CLEAR;
        for (i, (&colour, &gap)) in colours.iter().zip(gaps).take(LANE).enumerate() {
            lane.keep[i] = if gap == 0 { 0 } else { 0xff };
            lane.colours[i] = colour & !lane.keep[i];
        }
        lane
    }

    /// Sets a pixel.
    pub(super) fn put(&mut self, pixel: usize, colour: u8) {
        if let (Some(keep), Some(stored)) = (self.keep.get_mut(pixel), self.colours.get_mut(pixel)) {
            (*keep, *stored) = (0, colour);
        }
    }

    /// The colour of a pixel, `None` where there is none.
    pub(super) fn get(&self, pixel: usize) -> Option<u8> {
        (*self.keep.get(pixel)? == 0).then(|| self.colours[pixel])
    }

    /// Draws onto the pixels of the screen below it.
    #[inline(always)]
    fn blend(&self, screen: &mut [u8; LANE]) {
        for (i, screen) in screen.iter_mut().enumerate() {
            *screen = *screen & self.keep[i] | self.colours[i];
        }
    }

    /// The same, but pixels whose mask is not 0 stay.
    #[inline(always)]
    fn blend_masked(&self, mask: &[u8; LANE], screen: &mut [u8; LANE]) {
        for (i, screen) in screen.iter_mut().enumerate() {
            let shown = if mask[i] == 0 { 0xff } else { 0 };
            *screen = *screen & (self.keep[i] | !shown) | self.colours[i] & shown;
        }
    }

    /// Draws `pixels` of the lane onto as many of the screen.
    pub(super) fn blend_part(&self, pixels: std::ops::Range<usize>, mask: Option<&[u8]>, screen: &mut [u8]) {
        let hidden = |i: usize| mask.and_then(|mask| mask.get(i)).is_some_and(|&m| m != 0);
        for (i, (pixel, screen)) in pixels.zip(screen).enumerate() {
            if let Some(colour) = self.get(pixel).filter(|_| !hidden(i)) {
                *screen = colour;
            }
        }
    }
}

/// Draws rows of `per_row` lanes onto a screen of `pitch` bytes a line that begins with the first row's first pixel.
pub(super) fn blend_rows(lanes: &[Lane], per_row: usize, screen: &mut [u8], pitch: usize) {
    match per_row {
        1 => blend_rows_of::<1>(lanes, screen, pitch),
        2 => blend_rows_of::<2>(lanes, screen, pitch),
        3 => blend_rows_of::<3>(lanes, screen, pitch),
        4 => blend_rows_of::<4>(lanes, screen, pitch),
        _ => blend_wide_rows(lanes, per_row, screen, pitch),
    }
}

/// The same below a mask of the screen's layout.
pub(super) fn blend_rows_masked(lanes: &[Lane], per_row: usize, screen: &mut [u8], mask: &[u8], pitch: usize) {
    match per_row {
        1 => blend_rows_of_masked::<1>(lanes, screen, mask, pitch),
        2 => blend_rows_of_masked::<2>(lanes, screen, mask, pitch),
        3 => blend_rows_of_masked::<3>(lanes, screen, mask, pitch),
        4 => blend_rows_of_masked::<4>(lanes, screen, mask, pitch),
        _ => blend_wide_rows_masked(lanes, per_row, screen, mask, pitch),
    }
}

// Not inlined: only as arguments are the slices known to lie apart, and only then does the compiler use vectors. Rows of
// a known number of lanes become straight code: on narrow cels, the loop over a row took longer than its pixels.

#[inline(never)]
fn blend_rows_of<const LANES: usize>(lanes: &[Lane], mut screen: &mut [u8], pitch: usize) {
    for row in lanes.chunks_exact(LANES) {
        let Some((line, _)) = screen.split_at_mut_checked(LANES * LANE) else { return };
        blend_row(row, line);
        let Some(below) = screen.get_mut(pitch..) else { return };
        screen = below;
    }
}

#[inline(never)]
fn blend_rows_of_masked<const LANES: usize>(lanes: &[Lane], mut screen: &mut [u8], mut mask: &[u8], pitch: usize) {
    for row in lanes.chunks_exact(LANES) {
        let Some((line, _)) = screen.split_at_mut_checked(LANES * LANE) else { return };
        let Some((hidden, _)) = mask.split_at_checked(LANES * LANE) else { return };
        blend_row_masked(row, line, hidden);
        let Some(below) = screen.get_mut(pitch..) else { return };
        screen = below;
        let Some(below) = mask.get(pitch..) else { return };
        mask = below;
    }
}

#[inline(never)]
fn blend_wide_rows(lanes: &[Lane], per_row: usize, screen: &mut [u8], pitch: usize) {
    for (row, line) in lanes.chunks_exact(per_row.max(1)).zip(screen.chunks_mut(pitch.max(1))) {
        blend_row(row, line);
    }
}

#[inline(never)]
fn blend_wide_rows_masked(lanes: &[Lane], per_row: usize, screen: &mut [u8], mask: &[u8], pitch: usize) {
    let lines = screen.chunks_mut(pitch.max(1)).zip(mask.chunks(pitch.max(1)));
    for (row, (line, mask)) in lanes.chunks_exact(per_row.max(1)).zip(lines) {
        blend_row_masked(row, line, mask);
    }
}

#[inline(always)]
fn blend_row(row: &[Lane], line: &mut [u8]) {
    for (lane, screen) in row.iter().zip(line.chunks_exact_mut(LANE)) {
        if let Some(screen) = screen.first_chunk_mut() {
            lane.blend(screen);
        }
    }
}

#[inline(always)]
fn blend_row_masked(row: &[Lane], line: &mut [u8], mask: &[u8]) {
    for ((lane, screen), mask) in row.iter().zip(line.chunks_exact_mut(LANE)).zip(mask.chunks_exact(LANE)) {
        if let (Some(screen), Some(mask)) = (screen.first_chunk_mut(), mask.first_chunk()) {
            lane.blend_masked(mask, screen);
        }
    }
}
