//! The smaller chunks of a room: colours, boxes, scale slots, cycles (R3, R11, B1, B6).

use crate::cycle::{CYCLES, Cycle, SPEED_OF_A_JIFFY};
use crate::palette::StoredPalette;
use crate::{Dialect, Error, Misuse, Result, ScaleSlot, Tag, WalkBox, block};

/// Number of scale slots of a room.
const SLOTS: usize = 4;

/// Returns CLUT in v5, PALS in v6 and v7 (R3).
pub(super) fn palettes(palettes: &[StoredPalette], dialect: &Dialect) -> Result<Vec<u8>> {
    let none = [StoredPalette::new()];
    let stored = if palettes.is_empty() { &none } else { palettes };
    if dialect.version() == 5 {
        return match stored {
            [one] => block::write(Tag(*b"CLUT"), &colours(one, dialect)?),
            more => Err(Error::misuse(
                Misuse::OutOfRange,
                format!("expected one palette, found {}", more.len()),
            )),
        };
    }
    let mut offsets = Vec::new();
    let mut chunks = Vec::new();
    let table = stored.len().saturating_mul(4).saturating_add(8);
    for palette in stored {
        let offset = u32::try_from(table.saturating_add(chunks.len()));
        offsets.extend(
            offset
                .map_err(|_| Error::misuse(Misuse::OutOfRange, "too many palettes"))?
                .to_le_bytes(),
        );
        chunks.extend(block::write(Tag(*b"APAL"), &colours(palette, dialect)?)?);
    }
    let wrap = [block::write(Tag(*b"OFFS"), &offsets)?, chunks].concat();
    block::write(Tag(*b"PALS"), &block::write(Tag(*b"WRAP"), &wrap)?)
}

/// Returns 256 colours. Missing colours are stored as "do not change", or as black in versions
/// without this meaning.
fn colours(palette: &StoredPalette, dialect: &Dialect) -> Result<Vec<u8>> {
    let Some(missing) = 256_usize.checked_sub(palette.len()) else {
        return Err(Error::misuse(
            Misuse::WrongSize,
            format!(
                "expected at most 256 colours in a palette, found {}",
                palette.len()
            ),
        ));
    };
    let nothing = if dialect.takes_colour(255, [255; 3]) {
        [0; 3]
    } else {
        [255; 3]
    };
    let nothing = std::iter::repeat_n(nothing, missing);
    Ok(palette.iter().copied().chain(nothing).flatten().collect())
}

/// Returns BOXD of v5..v7 (B1).
pub(super) fn boxd(boxes: &[WalkBox]) -> Vec<u8> {
    let mut data = u16::try_from(boxes.len())
        .unwrap_or(u16::MAX)
        .to_le_bytes()
        .to_vec();
    for b in boxes {
        for corner in [b.ul, b.ur, b.lr, b.ll] {
            data.extend(corner.x.to_le_bytes());
            data.extend(corner.y.to_le_bytes());
        }
        data.extend([b.mask, b.flags]);
        data.extend(b.scale.to_le_bytes());
    }
    data
}

/// The size of a box of v8 in bytes.
const BOX8: usize = 52;

/// The place of the unused word of a box of v8.
const UNUSED8: std::ops::Range<usize> = 48..52;

/// Returns BOXD of v8 (B1). The unused words of the boxes, and the bytes after them, are taken from
/// `stored`, the old payload.
pub(super) fn boxd8(boxes: &[WalkBox], stored: &[u8]) -> Vec<u8> {
    let count = u32::try_from(boxes.len()).unwrap_or(u32::MAX);
    let old_count = match stored.first_chunk() {
        Some(count) => u32::from_le_bytes(*count),
        None => 0,
    };
    let mut data = count.to_le_bytes().to_vec();
    let mut old_boxes = stored.get(4..).unwrap_or_default().chunks_exact(BOX8);
    for b in boxes {
        for corner in [b.ul, b.ur, b.lr, b.ll] {
            data.extend(i32::from(corner.x).to_le_bytes());
            data.extend(i32::from(corner.y).to_le_bytes());
        }
        for value in [b.mask.into(), b.flags.into(), b.slot.into(), b.scale] {
            data.extend(u32::from(value).to_le_bytes());
        }
        let old = old_boxes.next().and_then(|old| old.get(UNUSED8));
        data.extend(old.unwrap_or(&[0; 4]));
    }
    let end = crate::reader::to_usize(old_count)
        .saturating_mul(BOX8)
        .saturating_add(4);
    data.extend(stored.get(end..).unwrap_or_default());
    data
}

/// Returns SCAL (B6), which always has four slots; unused slots are zero. Values are 32-bit in v8,
/// else 16-bit.
pub(super) fn scal(slots: &[Option<ScaleSlot>], dialect: &Dialect) -> Result<Vec<u8>> {
    if slots.len() > SLOTS {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!(
                "expected at most {SLOTS} scale slots, found {}",
                slots.len()
            ),
        ));
    }
    let mut data = Vec::new();
    for slot in slots
        .iter()
        .copied()
        .chain(std::iter::repeat(None))
        .take(SLOTS)
    {
        let slot = slot.unwrap_or_default();
        if (slot.x1, slot.x2) != (0, 0) {
            return Err(Error::misuse(
                Misuse::Invalid,
                "the scale slots of a room have lines but no columns",
            ));
        }
        for value in [slot.s1, slot.y1, slot.s2, slot.y2] {
            if dialect.version() == 8 {
                data.extend(value.to_le_bytes());
                continue;
            }
            let value = u16::try_from(value).map_err(|_| {
                Error::misuse(
                    Misuse::OutOfRange,
                    format!("expected 0 to 65535 in a scale slot, found {value}"),
                )
            })?;
            data.extend(value.to_le_bytes());
        }
    }
    Ok(data)
}

/// Returns CYCL (R11): all values are big endian, and 0 ends the list.
pub(super) fn cycl(cycles: &[Cycle]) -> Result<Vec<u8>> {
    let mut data = Vec::new();
    for cycle in cycles {
        let Cycle {
            index,
            delay,
            flags,
            first,
            last,
        } = *cycle;
        let speed = speed_of(delay).ok_or_else(|| {
            Error::misuse(
                Misuse::OutOfRange,
                format!("a delay of {delay} jiffies cannot be stored in a cycle"),
            )
        })?;
        if !(1..=CYCLES).contains(&index) {
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!("expected a cycle from 1 to {CYCLES}, found {index}"),
            ));
        }
        data.extend([index, 0, 0]);
        data.extend(speed.to_be_bytes());
        data.extend(flags.to_be_bytes());
        data.extend([first, last]);
    }
    data.push(0);
    Ok(data)
}

/// Returns the greatest speed with this delay, if there is any.
fn speed_of(delay: u16) -> Option<u16> {
    let speed = SPEED_OF_A_JIFFY.checked_div(delay).unwrap_or(u16::MAX);
    (SPEED_OF_A_JIFFY.checked_div(speed) == Some(delay)).then_some(speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_found_for_every_delay_that_has_one_r11() {
        for speed in 1..=u16::MAX {
            let delay = SPEED_OF_A_JIFFY / speed;
            assert_eq!(SPEED_OF_A_JIFFY / speed_of(delay).unwrap(), delay);
        }
        assert_eq!(speed_of(16384 / 2 - 1), None);
    }
}
