//! Checks of the memory that callers draw into, of the planes that hide, and of the tables that colour.

use scumm_costume::{Dialect, Look};

use crate::{Failure, Result, shadow_len};

/// Largest side of a target: no screen and no room is larger.
const MOST_SIDE: usize = 1 << 15;
/// Most bytes from the last column of a line to the next line: such lines are never too many bytes to count.
const MOST_GAP: usize = 1 << 30;

/// Bytes that so many lines take, the last one not longer than it has to be; `None` for more than there can be.
fn needed(height: usize, pitch: usize, line: usize) -> Option<usize> {
    height
        .saturating_sub(1)
        .checked_mul(pitch)?
        .checked_add(line)
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
    /// Returns the area if its sizes are in range and it lies in a buffer of `len` bytes.
    ///
    /// # Errors
    /// Returns `Code::Size` otherwise.
    pub fn checked(self, len: usize) -> Result<Self> {
        let Self {
            width,
            height,
            pitch,
        } = self;
        let sides = 1..=MOST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(Failure::size(format!(
                "a target of {width} by {height} pixels"
            )));
        }
        if pitch < width || pitch - width > MOST_GAP {
            return Err(Failure::size(format!(
                "a pitch of {pitch} for a width of {width}"
            )));
        }
        let least = needed(height, pitch, width).unwrap_or(usize::MAX);
        if len < least || len > isize::MAX as usize {
            return Err(Failure::size(format!(
                "{len} bytes of pixels, at least {least} are needed"
            )));
        }
        Ok(self)
    }

    /// Bytes in a line of a plane.
    #[must_use]
    pub fn mask_line(self, kind: Mask) -> usize {
        if kind == Mask::Bits {
            self.width.div_ceil(8)
        } else {
            self.width
        }
    }

    /// Checks that a plane of `len` bytes covers the lines.
    ///
    /// # Errors
    /// Returns `Code::Size` if it does not.
    fn check_mask(self, kind: Mask, pitch: usize, len: usize) -> Result<()> {
        let line = self.mask_line(kind);
        let least = needed(self.height, pitch, line).unwrap_or(usize::MAX);
        if pitch < line || len < least {
            return Err(Failure::size(format!(
                "a mask of {len} bytes with a pitch of {pitch} for {} lines of {line}",
                self.height
            )));
        }
        Ok(())
    }

    /// Returns a plane as draws take it, a byte a pixel in the layout of the pixels. A plane that has to be converted is kept
    /// in `memory`. A plane at the address of an earlier one, in the same layout and with the same `stamp`, is taken to be
    /// that one; 0 is no stamp.
    ///
    /// # Errors
    /// Returns `Code::Size` if the plane does not cover the lines.
    pub fn plane<'a>(
        self,
        kind: Mask,
        stored: &'a [u8],
        pitch: usize,
        stamp: u32,
        memory: &'a mut PlaneMemory,
    ) -> Result<&'a [u8]> {
        self.check_mask(kind, pitch, stored.len())?;
        if kind == Mask::Bytes && pitch == self.pitch {
            return Ok(stored);
        }
        let layout = Layout {
            area: self,
            kind,
            pitch,
        };
        let name = name_of(stored.as_ptr(), stored.len(), stamp);
        let place = if let Some(place) = memory.named(layout, name) {
            place
        } else {
            memory.find(layout, stored, name)?
        };
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

/// How a plane lies in memory, and the pixels that it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layout {
    area: Area,
    kind: Mask,
    pitch: usize,
}

/// Where a caller's plane lies, its length, and its stamp.
type Name = Option<(usize, usize, u32)>;

/// The name of a plane; 0 is no stamp.
fn name_of(data: *const u8, len: usize, stamp: u32) -> Name {
    (stamp != 0).then_some((data as usize, len, stamp))
}

#[derive(Clone, Debug)]
struct MadePlane {
    layout: Layout,
    name: Name,
    stored: Vec<u8>,
    pixels: Vec<u8>,
}

impl PlaneMemory {
    /// The place of a plane that has a name.
    fn named(&self, layout: Layout, name: Name) -> Option<usize> {
        self.made
            .iter()
            .position(|made| name.is_some() && made.name == name && made.layout == layout)
    }

    /// The place of a plane whose bytes are known, or that is made now.
    fn find(&mut self, layout: Layout, stored: &[u8], name: Name) -> Result<usize> {
        let stored = &stored[..stored
            .len()
            .min(layout.area.height.saturating_mul(layout.pitch))];
        let known = self
            .made
            .iter()
            .position(|made| made.layout == layout && made.stored == stored);
        let place = known.map_or_else(|| self.make(layout, stored), Ok)?;
        if let Some(made) = self.made.get_mut(place) {
            made.name = name;
        }
        Ok(place)
    }

    /// Makes a plane in the place of the oldest and tells the place.
    fn make(&mut self, layout: Layout, stored: &[u8]) -> Result<usize> {
        let Layout { area, kind, pitch } = layout;
        let too_large = || Failure::size("the buffer is too large");
        let size = needed(area.height, area.pitch, area.pitch).ok_or_else(too_large)?;
        let place = self.oldest.min(self.made.len());
        self.oldest = (place + 1) % KEPT;
        let mut pixels = if place < self.made.len() {
            std::mem::take(&mut self.made[place].pixels)
        } else {
            Vec::new()
        };
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
        for (to, from) in pixels
            .chunks_mut(area.pitch)
            .zip(stored.chunks(pitch).skip(1))
        {
            take(&mut to[area.width..area.pitch.min(area.width + 8)], from);
        }
        let made = MadePlane {
            layout,
            name: None,
            stored: stored.to_vec(),
            pixels,
        };
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

/// Returns a table that has the length that fits, or `None` if it is empty.
///
/// # Errors
/// Returns `Code::Size` if it has another length.
fn fitting<'a>(table: &'a [u8], length: usize, what: &str) -> Result<Option<&'a [u8]>> {
    if table.is_empty() {
        return Ok(None);
    }
    if table.len() != length {
        return Err(Failure::size(format!(
            "{what} has {} bytes, not {length}",
            table.len()
        )));
    }
    Ok(Some(table))
}

/// Returns all 256 colours: those of the caller, and the costume's colours behind them, which are put together in `own`.
///
/// # Errors
/// Returns `Code::Size` if there are more than 256.
fn whole_palette<'a>(
    given: &'a [u16],
    plain: &[u16; 256],
    own: &'a mut Option<[u16; 256]>,
) -> Result<&'a [u16; 256]> {
    if let Ok(whole) = given.try_into() {
        return Ok(whole);
    }
    let own = own.insert(*plain);
    let Some(first) = own.get_mut(..given.len()) else {
        let count = given.len();
        return Err(Failure::size(format!(
            "a palette of {count} entries, at most 256"
        )));
    };
    first.copy_from_slice(given);
    Ok(own)
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
    /// Gives these tables to a look whose colours nobody has changed; `own` is for colours of both.
    ///
    /// # Errors
    /// A table has a length that does not fit.
    pub fn put_on(
        self,
        look: &mut Look<'a>,
        own: &'a mut Option<[u16; 256]>,
        dialect: &Dialect,
    ) -> Result<()> {
        if !self.palette.is_empty() {
            look.palette = whole_palette(self.palette, look.palette, own)?;
        }
        if !self.shadow.is_empty() {
            look.shadow =
                fitting(self.shadow, shadow_len(dialect), "the shadow table")?.unwrap_or_default();
        }
        if let Some(table) = fitting(self.room_palette, 256, "the room's palette")? {
            look.room_palette = table.try_into().unwrap_or(look.room_palette);
        }
        look.palette_slots = self.palette_slots;
        look.remp = fitting(self.remp, 256, "the room's remap")?;
        look.xmap = fitting(self.xmap, 65536, "the blend table")?;
        look.scale_table = fitting(self.scale_table, 768, "the scale table")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_has_sides_a_pitch_and_bytes_enough() {
        let checked = |width, height, pitch, len| {
            let area = Area {
                width,
                height,
                pitch,
            };
            let checked = area.checked(len);
            if let Ok(same) = &checked {
                assert_eq!(*same, area);
            }
            checked.map(drop).map_err(|failure| failure.text.clone())
        };
        let most = isize::MAX as usize;
        assert_eq!(checked(1, 1, 1, 1), Ok(()));
        assert_eq!(checked(320, 200, 328, 199 * 328 + 320), Ok(()));
        assert_eq!(
            checked(320, 200, 328, 199 * 328 + 319),
            Err("65591 bytes of pixels, at least 65592 are needed".to_owned())
        );
        assert_eq!(
            checked(MOST_SIDE, MOST_SIDE, MOST_SIDE, MOST_SIDE * MOST_SIDE),
            Ok(())
        );
        for (width, height) in [
            (0, 1),
            (1, 0),
            (MOST_SIDE + 1, 1),
            (1, MOST_SIDE + 1),
            (usize::MAX, 1),
            (1, usize::MAX),
        ] {
            assert_eq!(
                checked(width, height, MOST_SIDE, most),
                Err(format!("a target of {width} by {height} pixels"))
            );
        }
        for pitch in [0, 7, 8 + MOST_GAP + 1, usize::MAX] {
            assert_eq!(
                checked(8, 2, pitch, most),
                Err(format!("a pitch of {pitch} for a width of 8"))
            );
        }
        assert!(checked(8, 2, 8, most + 1).is_err(), "no buffer is so long");
    }

    #[test]
    fn behind_a_line_of_a_plane_lies_the_first_strip_of_the_next_m1() {
        let area = Area {
            width: 16,
            height: 2,
            pitch: 40,
        };
        let mut memory = PlaneMemory::default();
        let plane = area
            .plane(
                Mask::Bits,
                &[0x80, 0x01, 0xff, 0x0f, 0, 0xff],
                3,
                0,
                &mut memory,
            )
            .unwrap();
        let hidden: Vec<_> = (0..80).filter(|&i| plane[i] != 0).collect();
        // The third byte of each line is none of the view's.
        assert_eq!(
            hidden,
            [
                0,
                15,
                16 + 4,
                16 + 5,
                16 + 6,
                16 + 7,
                40 + 4,
                40 + 5,
                40 + 6,
                40 + 7
            ]
        );
        let bytes: Vec<u8> = (0..34).map(|i| u8::from(i == 17)).collect();
        let plane = area.plane(Mask::Bytes, &bytes, 17, 0, &mut memory).unwrap();
        assert_eq!(
            (0..80).filter(|&i| plane[i] != 0).collect::<Vec<_>>(),
            [16, 40]
        );
    }

    #[test]
    fn planes_that_changed_are_made_anew_and_few_are_kept() {
        let area = Area {
            width: 12,
            height: 1,
            pitch: 16,
        };
        let mut memory = PlaneMemory::default();
        for round in 0..3_u8 {
            for bits in 0..9 {
                let stored = [bits, round << 4];
                let plane = area.plane(Mask::Bits, &stored, 2, 0, &mut memory).unwrap();
                let expected: Vec<u8> = (0..8)
                    .rev()
                    .map(|bit| bits >> bit & 1)
                    .chain((0..4).rev().map(|bit| round >> bit & 1))
                    .collect();
                assert_eq!(plane[..12], expected, "{bits} in round {round}");
                let again = area
                    .plane(Mask::Bits, &stored, 2, 0, &mut memory)
                    .unwrap()
                    .to_vec();
                assert_eq!(again[..12], expected);
            }
        }
        assert_eq!(memory.made.len(), KEPT);
    }

    #[test]
    fn a_stamp_says_that_a_plane_is_the_same() {
        let area = Area {
            width: 8,
            height: 1,
            pitch: 8,
        };
        let mut memory = PlaneMemory::default();
        let mut stored = [0x80];
        let mut first = |stored: &[u8; 1], stamp| {
            area.plane(Mask::Bits, stored, 1, stamp, &mut memory)
                .unwrap()[0]
        };
        assert_eq!(
            (first(&stored, 7), first(&[0], 7)),
            (1, 0),
            "another place is another plane"
        );
        stored[0] = 0;
        assert_eq!(
            (first(&stored, 7), first(&stored, 8), first(&stored, 0)),
            (1, 0, 0)
        );
        // Its old place is the newer one's.
        assert_eq!(first(&stored, 8), 0);
    }
}
