//! The families of index files, by their first bytes (I3).

use super::disk_image::DiskImage;
use super::source::{HEAD, Source};
use super::stored::StoredFile;
use super::xor::Xor;
use crate::dialect::Platform;

/// The families of index files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// v0, with its machine.
    V0(Platform),
    /// v1.
    V1,
    /// v2 and v3 with 16 colours.
    Old,
    /// v3 with 256 colours and v4.
    Small,
    /// v5 and later.
    Large,
}

impl Family {
    /// Returns the family and encryption of an index with these first bytes, as stored (I3).
    pub fn of_head(head: [u8; HEAD]) -> Option<(Self, Xor)> {
        match head {
            [0xce, 0xf5, ..] | [0xbc, 0xb9, ..] => return Some((Self::V1, Xor::OLD)),
            [0xff, 0xfe, ..] => return Some((Self::Old, Xor::OLD)),
            [0xcd, 0xfe, ..] => return Some((Self::V0(Platform::C64), Xor::OLD)),
            [0xcd, 0xff, ..] => return Some((Self::V0(Platform::Apple2), Xor::OLD)),
            [.., b'0', b'R', _, _] | [.., b'R', b'N', _, _] => {
                return Some((Self::Small, Xor::NONE));
            }
            _ => {}
        }
        let is_large = |xor: &Xor| {
            matches!(
                &xor.applied(head),
                [b'R', b'N', b'A', b'M', ..] | [b'M', b'A', b'X', b'S', ..]
            )
        };
        Xor::KNOWN
            .into_iter()
            .find(is_large)
            .map(|xor| (Self::Large, xor))
    }
}

/// Returns whether a file's first bytes are those of an index; false if the file cannot be read.
pub(super) fn begins_like_an_index(file: &StoredFile) -> bool {
    let Ok(mut source) = Source::open_plain(file) else {
        return false;
    };
    if let Some(disk) = DiskImage::of_name(&file.name) {
        return disk.has_index(&mut source);
    }
    let head = source.head().unwrap_or_default();
    head.first_chunk()
        .copied()
        .and_then(Family::of_head)
        .is_some()
}
