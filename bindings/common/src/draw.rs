//! Checks of the memory that callers draw into, of the planes that hide, and of the tables that colour.

use scumm_costume::{Dialect, Look};

use crate::{Failure, Result, shadow_len};

/// Largest side of a target: no screen and no room is larger.
const MOST_SIDE: usize = 1 << 16;

/// Bytes that so many lines take, the last one not longer than it has to be.
fn needed(height: usize, pitch: usize, line: usize) -> Result<usize> {
    let lines = height.saturating_sub(1).checked_mul(pitch);
    lines.and_then(|bytes| bytes.checked_add(line)).ok_or_else(|| Failure::size("the buffer is too large"))
}

/// Memory that is drawn into: columns, lines, and the bytes from one line to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Columns.
    pub width: usize,
    /// Lines.
    pub height: usize,
    /// Bytes from one line to the next.
    pub pitch: usize,
}

/// How a plane hides pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// A bit a pixel, the leftmost is bit 7; 1 hides. Lines begin with a byte.
    Bits,
    /// A byte a pixel; other than 0 hides.
    Bytes,
}

impl Area {
    /// Checks that it makes sense and lies in so many bytes.
    ///
    /// # Errors
    /// It does not.
    pub fn check(self, len: usize) -> Result<()> {
        let Self { width, height, pitch } = self;
        if width == 0 || height == 0 || width > MOST_SIDE || height > MOST_SIDE {
            return Err(Failure::size(format!("a target of {width} by {height} pixels")));
        }
        if pitch < width {
            return Err(Failure::size(format!("a pitch of {pitch} is less than the width, {width}")));
        }
        let least = needed(height, pitch, width)?;
        if len < least || isize::try_from(len).is_err() {
            return Err(Failure::size(format!("{len} bytes of pixels, at least {least} are needed")));
        }
        Ok(())
    }

    /// Bytes in a line of a plane.
    #[must_use]
    pub fn mask_line(self, kind: Mask) -> usize {
        if kind == Mask::Bits { self.width.div_ceil(8) } else { self.width }
    }

    /// Checks that a plane of so many bytes covers the lines.
    ///
    /// # Errors
    /// It does not.
    pub fn check_mask(self, kind: Mask, pitch: usize, len: usize) -> Result<()> {
        let line = self.mask_line(kind);
        if pitch < line || len < needed(self.height, pitch, line)? {
            return Err(Failure::size(format!("a mask of {len} bytes with a pitch of {pitch} for lines of {line}")));
        }
        Ok(())
    }

    /// A plane as drawing wants it, a byte a pixel in the layout of the pixels; `memory` is for what has to be made.
    ///
    /// # Errors
    /// It does not cover the lines.
    pub fn plane<'a>(self, kind: Mask, stored: &'a [u8], pitch: usize, memory: &'a mut PlaneMemory) -> Result<&'a [u8]> {
        self.check_mask(kind, pitch, stored.len())?;
        if kind == Mask::Bytes && pitch == self.pitch {
            return Ok(stored);
        }
        let stored = &stored[..stored.len().min(self.height.saturating_mul(pitch))];
        let known =
            memory.made.iter().position(|made| (made.area, made.kind, made.pitch) == (self, kind, pitch) && made.stored == stored);
        let place = known.map_or_else(|| memory.make(self, kind, stored, pitch), Ok)?;
        Ok(memory.made.get(place).map_or(&[], |made| &made.pixels))
    }
}

/// Planes that are kept.
const KEPT: usize = 4;

/// Planes made for the last draws: an engine has few, which stay as they are from draw to draw.
#[derive(Clone, Debug, Default)]
pub struct PlaneMemory {
    made: Vec<MadePlane>,
    oldest: usize,
}

#[derive(Clone, Debug)]
struct MadePlane {
    area: Area,
    kind: Mask,
    pitch: usize,
    stored: Vec<u8>,
    pixels: Vec<u8>,
}

impl PlaneMemory {
    /// Makes a plane in the place of the oldest and tells the place.
    fn make(&mut self, area: Area, kind: Mask, stored: &[u8], pitch: usize) -> Result<usize> {
        let size = needed(area.height, area.pitch, area.pitch)?;
        let place = self.oldest.min(self.made.len());
        self.oldest = (place + 1) % KEPT;
        let mut pixels = if place < self.made.len() { std::mem::take(&mut self.made[place].pixels) } else { Vec::new() };
        pixels.clear();
        pixels.resize(size, 0);
        let take = |to: &mut [u8], from: &[u8]| match kind {
            Mask::Bytes => to.iter_mut().zip(from).for_each(|(to, &from)| *to = from),
            Mask::Bits => spread(to, from),
        };
        for (to, from) in pixels.chunks_mut(area.pitch).zip(stored.chunks(pitch)) {
            take(&mut to[..area.width], from);
        }
        // Codec 16 looks at the strip behind the last one, too, which is the first of the next line (M1).
        for (to, from) in pixels.chunks_mut(area.pitch).zip(stored.chunks(pitch).skip(1)) {
            take(&mut to[area.width..area.pitch.min(area.width + 8)], from);
        }
        let made = MadePlane { area, kind, pitch, stored: stored.to_vec(), pixels };
        if place < self.made.len() {
            self.made[place] = made
        } else {
            self.made.push(made)
        }
        Ok(place)
    }
}

/// The eight bytes of each byte of bits, the leftmost of which is bit 7.
static BYTES: [[u8; 8]; 256] = {
    let mut bytes = [[0; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        bytes[i / 8][i % 8] = ((i / 8) >> (7 - i % 8) & 1) as u8;
        i += 1;
    }
    bytes
};

/// Makes bytes of bits.
fn spread(to: &mut [u8], from: &[u8]) {
    let (whole, rest) = to.split_at_mut(to.len() / 8 * 8);
    for (pixels, &bits) in whole.chunks_exact_mut(8).zip(from) {
        pixels.copy_from_slice(&BYTES[usize::from(bits)]);
    }
    if let Some(&bits) = from.get(whole.len() / 8) {
        rest.copy_from_slice(&BYTES[usize::from(bits)][..rest.len()]);
    }
}

/// A table of one of the lengths that fit (any where none is named), or none where it is empty.
///
/// # Errors
/// Another length.
pub fn fitting<'a>(table: &'a [u8], lengths: &[usize], what: &str) -> Result<Option<&'a [u8]>> {
    if table.is_empty() || lengths.is_empty() || lengths.contains(&table.len()) {
        return Ok(Some(table).filter(|table| !table.is_empty()));
    }
    Err(Failure::size(format!("{what} has {} bytes, not {lengths:?}", table.len())))
}

/// The tables of a look. One that is empty is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tables<'a> {
    /// The actor's own colours, at most 256.
    pub palette: &'a [u16],
    /// The shadow table.
    pub shadow: &'a [u8],
    /// The room's colour remap.
    pub room_palette: &'a [u8],
    /// Humongous: REMP.
    pub remp: &'a [u8],
    /// Humongous: all palette slots.
    pub palette_slots: &'a [u8],
    /// Humongous: the actor's blend table.
    pub xmap: &'a [u8],
    /// Versions 7 and 8: what replaces the scale table.
    pub scale_table: &'a [u8],
}

impl<'a> Tables<'a> {
    /// A look with these tables; `own` holds the colours that nobody has changed, and takes those of the caller.
    ///
    /// # Errors
    /// A table has a length that does not fit.
    pub fn put_on(self, look: Look<'a>, own: &'a mut [u16; 256], dialect: &Dialect) -> Result<Look<'a>> {
        let wrong = || Failure::size(format!("a palette of {} entries, at most 256", self.palette.len()));
        own.get_mut(..self.palette.len()).ok_or_else(wrong)?.copy_from_slice(self.palette);
        let room_palette = fitting(self.room_palette, &[256], "the room's palette")?;
        Ok(Look {
            palette: own,
            shadow: fitting(self.shadow, &[shadow_len(dialect)], "the shadow table")?.unwrap_or_default(),
            room_palette: room_palette.and_then(|table| table.try_into().ok()).unwrap_or(look.room_palette),
            remp: fitting(self.remp, &[256], "the room's remap")?,
            palette_slots: self.palette_slots,
            xmap: fitting(self.xmap, &[65536], "the blend table")?,
            scale_table: fitting(self.scale_table, &[768], "the scale table")?,
            ..look
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behind_a_line_of_a_plane_lies_the_first_strip_of_the_next_m1() {
        let area = Area { width: 16, height: 2, pitch: 40 };
        let mut memory = PlaneMemory::default();
        let plane = area.plane(Mask::Bits, &[0x80, 0x01, 0xff, 0x0f, 0, 0xff], 3, &mut memory).unwrap();
        let hidden: Vec<_> = (0..80).filter(|&i| plane[i] != 0).collect();
        // The third byte of each line is none of the view's.
        assert_eq!(hidden, [0, 15, 16 + 4, 16 + 5, 16 + 6, 16 + 7, 40 + 4, 40 + 5, 40 + 6, 40 + 7]);
        let bytes: Vec<u8> = (0..34).map(|i| u8::from(i == 17)).collect();
        let plane = area.plane(Mask::Bytes, &bytes, 17, &mut memory).unwrap();
        assert_eq!((0..80).filter(|&i| plane[i] != 0).collect::<Vec<_>>(), [16, 40]);
    }

    #[test]
    fn planes_that_changed_are_made_anew_and_few_are_kept() {
        let area = Area { width: 12, height: 1, pitch: 16 };
        let mut memory = PlaneMemory::default();
        for round in 0..3_u8 {
            for bits in 0..9 {
                let stored = [bits, round << 4];
                let plane = area.plane(Mask::Bits, &stored, 2, &mut memory).unwrap();
                let expected: Vec<u8> =
                    (0..8).rev().map(|bit| bits >> bit & 1).chain((0..4).rev().map(|bit| round >> bit & 1)).collect();
                assert_eq!(plane[..12], expected, "{bits} in round {round}");
                let again = area.plane(Mask::Bits, &stored, 2, &mut memory).unwrap().to_vec();
                assert_eq!(again[..12], expected);
            }
        }
        assert_eq!(memory.made.len(), KEPT);
    }
}
