//! Animation records: the limbs that an animation sets, and their sequences (C10..C13).

use scumm_room::{Dialect, Reader, Result};

use crate::anim::NONE;

/// The entry of one limb in an animation (C11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Entry {
    /// The limb, 0..=15.
    pub limb: u8,
    /// The commands that the limb plays; `None` switches the limb off.
    pub sequence: Option<Sequence>,
}

/// A part of the command stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sequence {
    /// Position of the first command.
    pub start: u16,
    /// Length minus 1, 0..=127.
    pub extra: u8,
    /// True if the sequence loops; otherwise the limb stays on the last command.
    pub loops: bool,
}

impl Sequence {
    /// Returns the position of the last command.
    #[must_use]
    pub const fn end(&self) -> u16 {
        self.start.wrapping_add(self.extra as u16)
    }
}

/// An animation in one direction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Record {
    /// The entries of the limbs, in ascending order of the limbs.
    pub entries: Vec<Entry>,
}

impl Record {
    /// Parses a record.
    pub(super) fn parse(r: &mut Reader<'_>, dialect: &Dialect) -> Result<Self> {
        let mask = if dialect.costume_mask_is_byte() {
            u16::from(r.u8("a limb mask")?) << 8
        } else {
            r.u16_le("a limb mask")?
        };
        let mut entries = Vec::new();
        for limb in (0u8..16).filter(|&limb| mask & (0x8000 >> limb) != 0) {
            let start = if dialect.costume_starts_are_bytes() {
                match r.u8("the start of a sequence")? {
                    0xff => NONE,
                    start => u16::from(start),
                }
            } else {
                r.u16_le("the start of a sequence")?
            };
            let mut entry = Entry {
                limb,
                sequence: None,
            };
            if start != NONE {
                let length = r.u8("the length of a sequence")?;
                let extra = length & 0x7f;
                let loops = length & 0x80 == 0;
                entry.sequence = Some(Sequence {
                    start,
                    extra,
                    loops,
                });
            }
            entries.push(entry);
        }
        Ok(Self { entries })
    }

    /// Returns the bytes of the record. The encoder checks that starts fit into one byte where the
    /// format requires that.
    #[cfg(feature = "edit")]
    pub(crate) fn write(&self, dialect: &Dialect) -> Vec<u8> {
        let mask = self
            .entries
            .iter()
            .fold(0, |mask, entry| mask | 0x8000 >> (entry.limb & 15));
        let [low, high] = u16::to_le_bytes(mask);
        let mut bytes = if dialect.costume_mask_is_byte() {
            vec![high]
        } else {
            vec![low, high]
        };
        for entry in &self.entries {
            let [low, high] = entry
                .sequence
                .map_or(NONE, |sequence| sequence.start)
                .to_le_bytes();
            bytes.push(low);
            if !dialect.costume_starts_are_bytes() {
                bytes.push(high);
            }
            let length = entry
                .sequence
                .map(|sequence| sequence.extra | if sequence.loops { 0 } else { 0x80 });
            bytes.extend(length);
        }
        bytes
    }
}
