//! The index of v5 and later: tagged blocks in any order (F2, N3..N6). The size of `MAXS`, which
//! contains the counts, depends on the version (I3).

use log::warn;

use super::super::kind::{Directory, ResourceKind, le_number};
use super::{Index, has_plain_names, read_objects, read_packed_names, read_plain_names};
use crate::block::{self, Block, Header};
use crate::reader::{Reader, to_usize};
use crate::{Dialect, Result, Tag};

/// The properties of an index that determine its version (I3).
#[derive(Clone, Copy, Debug)]
pub struct LargeFacts {
    /// The form of `MAXS`.
    pub maxs: Form,
    /// HE70+: every directory has sizes, and rooms have positions (`DLFL`, `DIRI`).
    pub has_sizes: bool,
    /// HE72+: directories have the newer names.
    pub has_new_names: bool,
    /// HE80+: room names are plain text.
    pub has_plain_names: bool,
    /// HE98+: there is a `DISK` or an `INIB`.
    pub has_disks: bool,
}

impl LargeFacts {
    /// Returns the lowest Humongous sub-version that has all of these properties; games do not
    /// store it.
    pub fn humongous(&self) -> u8 {
        let by_size = if let Form::Humongous(he) = self.maxs {
            he
        } else {
            60
        };
        let by_blocks = [
            (self.has_sizes, 70),
            (self.has_new_names, 72),
            (self.has_plain_names, 80),
            (self.has_disks, 98),
        ];
        by_blocks
            .into_iter()
            .filter(|(has, _)| *has)
            .map(|(_, he)| he)
            .fold(by_size, u8::max)
    }
}

/// Finds the properties that determine the version, before the contents of the blocks are read.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if a block is damaged, if there is no `MAXS`, or if its size
/// belongs to no known version.
pub fn facts(index: Reader<'_>) -> Result<LargeFacts> {
    let maxs = block::need(index, Header::Large, Tag(*b"MAXS"))?;
    let form = Form::from_len(maxs.data.len()).ok_or_else(|| {
        let expected = "MAXS of 26, 38, 40, 46, 52, 138 or 176 bytes";
        maxs.data
            .malformed(expected, format_args!("{} bytes", maxs.whole.len()))
    })?;
    let blocks = block::children(index, Header::Large).collect::<Result<Vec<_>>>()?;
    let has = |tags: &[&[u8; 4]]| blocks.iter().any(|block| tags.contains(&&block.tag.0));
    let has_new_names = has(&[
        b"DIRR", b"DIRS", b"DIRN", b"DIRC", b"DIRF", b"DIRM", b"DIRT",
    ]);
    let has_disks = has(&[b"DISK", b"INIB"]);
    let has_sizes = has_new_names || has_disks || has(&[b"DLFL", b"DIRI"]);
    let has_plain_names = blocks
        .iter()
        .any(|block| block.tag == Tag(*b"RNAM") && has_plain_names(block.data));
    Ok(LargeFacts {
        maxs: form,
        has_sizes,
        has_new_names,
        has_plain_names,
        has_disks,
    })
}

/// Reads the index.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if a block is cut off, or if the count of a directory
/// differs from the count in `MAXS` (N3).
pub fn read(index: Reader<'_>, dialect: Dialect) -> Result<Index> {
    let maxs = block::find(index, Header::Large, Tag(*b"MAXS"))?
        .and_then(|maxs| Maxs::read(maxs.data.all()));
    let mut result = Index {
        maxs,
        ..Index::default()
    };
    for block in block::children(index, Header::Large) {
        read_block(&mut result, block?, dialect)?;
    }
    Ok(result)
}

fn read_block(index: &mut Index, block: Block<'_>, dialect: Dialect) -> Result<()> {
    let mut data = block.data;
    if let Some(kind) = ResourceKind::from_directory(block.tag) {
        let count = count(&mut data, dialect)?;
        let stated = index.maxs.as_ref().and_then(|m| m.count(kind));
        check_count(&block, count, stated, dialect)?;
        let directory =
            Directory::read_columns(&mut data, count, 4, dialect.has_directory_sizes())?;
        index.directories.insert(kind, directory);
        return Ok(());
    }
    match &block.tag.0 {
        b"RNAM" if dialect.he_at_least(80) => index.room_names = read_plain_names(&mut data)?,
        b"RNAM" => index.room_names = read_packed_names(data)?,
        b"DOBJ" => {
            let count = count(&mut data, dialect)?;
            check_count(
                &block,
                count,
                index.maxs.as_ref().and_then(Maxs::objects),
                dialect,
            )?;
            index.objects = read_objects(&mut data, count, dialect)?;
        }
        b"DLFL" => {
            let count = count(&mut data, dialect)?;
            let positions = data.bytes(
                count.saturating_mul(4),
                format_args!("the positions of {count} rooms"),
            )?;
            index.room_positions = positions.chunks_exact(4).map(le_number).collect();
        }
        b"DISK" => {
            let count = count(&mut data, dialect)?;
            index.room_disks = data
                .bytes(count, format_args!("the disks of {count} rooms"))?
                .to_vec();
        }
        b"MAXS" | b"AARY" | b"ANAM" | b"SVER" | b"INIB" => {}
        _ => warn!(
            "the index has a block {} that no known version has; skipped",
            block.tag
        ),
    }
    Ok(())
}

/// Reads the count at the start of a directory: LE32 in v8, else LE16.
fn count(data: &mut Reader<'_>, dialect: Dialect) -> Result<usize> {
    if dialect.version() == 8 {
        data.u32_le("a count of resources").map(to_usize)
    } else {
        data.u16_le("a count of resources").map(usize::from)
    }
}

/// N3: in v6, the counts must agree. In later versions, a difference only causes a warning, because
/// the reference does not compare them.
fn check_count(
    block: &Block<'_>,
    count: usize,
    stated: Option<u32>,
    dialect: Dialect,
) -> Result<()> {
    let Some(stated) = stated.filter(|&s| usize::try_from(s) != Ok(count)) else {
        return Ok(());
    };
    if dialect.version() == 6 && !dialect.has_directory_sizes() {
        return Err(block.data.malformed(
            format_args!("{stated} entries as MAXS says"),
            format_args!("{count}"),
        ));
    }
    warn!("{} has {count} entries, MAXS says {stated}", block.tag);
    Ok(())
}

// `MAXS`: the counts.

/// The forms of `MAXS`, which differ in the block's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// 26 bytes.
    V5,
    /// 38 bytes: v6, HE60..71.
    V6,
    /// 40 bytes: HE72..85; 46 bytes: HE90..98; 52 bytes: HE99 and later. The value is the lowest
    /// sub-version.
    Humongous(u8),
    /// 138 bytes.
    V7,
    /// 176 bytes.
    V8,
}

/// Each form with the length of its block and the positions of three counts: the number of rooms,
/// the number of scripts, and the number of global objects. The numbers of sounds, character sets
/// and costumes follow the number of scripts.
const FORMS: [(Form, usize, Option<[usize; 3]>); 7] = [
    // The counts of v5 are taken from the directories (F2).
    (Form::V5, 26, None),
    (Form::V6, 38, Some([9, 10, 14])),
    (Form::Humongous(72), 40, Some([9, 10, 14])),
    (Form::Humongous(90), 46, Some([9, 10, 14])),
    (Form::Humongous(99), 52, Some([9, 10, 14])),
    (Form::V7, 138, Some([10, 11, 3])),
    (Form::V8, 176, Some([7, 3, 9])),
];

impl Form {
    /// Returns the form of a block whose data (without the header) has this length.
    #[must_use]
    fn from_len(len: usize) -> Option<Self> {
        FORMS
            .into_iter()
            .find(|(_, bytes, _)| *bytes == len.saturating_add(8))
            .map(|(form, ..)| form)
    }

    /// Returns the number of bytes of version text before the counts.
    fn text(self) -> usize {
        if matches!(self, Self::V7 | Self::V8) {
            100
        } else {
            0
        }
    }

    /// Returns the positions of the numbers of rooms, of scripts and of global objects among the
    /// counts.
    fn places(self) -> Option<[usize; 3]> {
        FORMS
            .into_iter()
            .find(|(form, ..)| *form == self)
            .and_then(|(.., places)| places)
    }

    /// Returns the position of the number of resources of a kind among the counts.
    fn count_of(self, kind: ResourceKind) -> Option<usize> {
        let [rooms, scripts, _] = self.places()?;
        match kind {
            ResourceKind::Room => Some(rooms),
            ResourceKind::Image if matches!(self, Self::Humongous(_)) => Some(15),
            _ => {
                let order = [
                    ResourceKind::Script,
                    ResourceKind::Sound,
                    ResourceKind::Charset,
                    ResourceKind::Costume,
                ];
                order
                    .into_iter()
                    .position(|other| other == kind)?
                    .checked_add(scripts)
            }
        }
    }
}

/// The counts as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Maxs {
    form: Form,
    words: Vec<u32>,
}

impl Maxs {
    /// Reads the block's data; `None` if no version has this length.
    pub(super) fn read(data: &[u8]) -> Option<Self> {
        let form = Form::from_len(data.len())?;
        let size = if form == Form::V8 { 4 } else { 2 };
        Some(Self {
            form,
            words: data
                .get(form.text()..)?
                .chunks_exact(size)
                .map(le_number)
                .collect(),
        })
    }

    /// Returns the number of resources of a kind, including number 0; `None` if `MAXS` does not
    /// contain it.
    #[must_use]
    pub fn count(&self, kind: ResourceKind) -> Option<u32> {
        self.words.get(self.form.count_of(kind)?).copied()
    }

    /// Returns the number of global objects, if `MAXS` contains it.
    #[must_use]
    pub fn objects(&self) -> Option<u32> {
        let [.., objects] = self.form.places()?;
        self.words.get(objects).copied()
    }

    /// HE99 and later: returns the number of palette slots that scripts can name (H1).
    #[must_use]
    pub fn palettes(&self) -> Option<u32> {
        self.words
            .get(19)
            .copied()
            .filter(|_| self.form == Form::Humongous(99))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::write as block;

    fn index(blocks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        blocks
            .iter()
            .flat_map(|(tag, data)| block(Tag(**tag), data).unwrap())
            .collect()
    }

    fn sub_version(blocks: &[(&[u8; 4], &[u8])]) -> u8 {
        facts(Reader::new(&index(blocks))).unwrap().humongous()
    }

    #[test]
    fn the_size_of_maxs_and_the_newest_block_tell_the_sub_version_i3() {
        assert_eq!(sub_version(&[(b"MAXS", &[0; 30])]), 60);
        assert_eq!(sub_version(&[(b"MAXS", &[0; 30]), (b"DLFL", &[])]), 70);
        assert_eq!(sub_version(&[(b"MAXS", &[0; 32])]), 72);
        assert_eq!(sub_version(&[(b"MAXS", &[0; 32]), (b"RNAM", &[0, 0])]), 80);
        assert_eq!(sub_version(&[(b"MAXS", &[0; 38])]), 90);
        assert_eq!(sub_version(&[(b"MAXS", &[0; 38]), (b"DISK", &[])]), 98);
        assert_eq!(sub_version(&[(b"MAXS", &[0; 44])]), 99);
        // Later games may have an earlier MAXS.
        assert_eq!(sub_version(&[(b"MAXS", &[0; 32]), (b"INIB", &[])]), 98);
        assert_eq!(sub_version(&[(b"MAXS", &[0; 30]), (b"DIRC", &[])]), 72);
    }

    #[test]
    fn v6_counts_must_agree_with_maxs_n3() {
        let mut words = [0; 30];
        words[2 * 13] = 2;
        let bytes = index(&[
            (b"DCOS", b"\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
            (b"MAXS", &words),
        ]);
        let error = read(Reader::new(&bytes), Dialect::new(6)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "DCOS at byte 8 (0x8): expected 2 entries as MAXS says, found 3"
        );
        words[2 * 13] = 3;
        let bytes = index(&[
            (b"DCOS", b"\x03\0\0\x01\0\0\0\0\0\x07\0\0\0\xff\xff\xff\xff"),
            (b"MAXS", &words),
        ]);
        let costumes = &read(Reader::new(&bytes), Dialect::new(6))
            .unwrap()
            .directories[&ResourceKind::Costume];
        let found: Vec<_> = costumes
            .entries
            .iter()
            .map(|e| (e.room, e.offset, e.at))
            .collect();
        assert_eq!(found, [(0, None, 10), (1, Some(7), 11), (0, None, 12)]);
    }

    #[test]
    fn the_example_of_f2_is_read() {
        #[rustfmt::skip]
        let costumes = [
            6, 0, // six costumes
            0, 1, 2, 3, 0, 0, // their rooms
            0, 0, 0, 0, 0x34, 0x46, 0, 0, 0x66, 0x42, 0, 0, 0xf2, 0x44, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // their offsets
        ];
        let bytes = index(&[(b"DCOS", &costumes), (b"MAXS", &[0; 18])]);
        assert!(scumm_book::says("F2", &bytes[..40]).unwrap());
        let costumes = &read(Reader::new(&bytes), Dialect::new(5))
            .unwrap()
            .directories[&ResourceKind::Costume];
        let found: Vec<_> = costumes
            .entries
            .iter()
            .map(|entry| (entry.room, entry.offset))
            .collect();
        assert_eq!(
            found[1..4],
            [(1, Some(0x4634)), (2, Some(0x4266)), (3, Some(0x44f2))]
        );
    }

    #[test]
    fn an_index_without_maxs_is_no_index() {
        let error = facts(Reader::new(b"RNAM\0\0\0\x09\0")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at byte 0 (0x0): expected block MAXS, found no such block"
        );
    }
}
