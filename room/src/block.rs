//! Blocks: headers, sizes, and iteration over the children of a block (F4, F6).

use crate::reader::{Reader, to_usize};
use crate::{Error, Result, Tag};

/// The kinds of block header (C1, F4). Every size includes its own header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// v5 and later: tag, big-endian 32-bit size.
    Large,
    /// v3 with 256 colours and v4: little-endian 32-bit size, two letters.
    Small,
    /// v1, v2, v3 EGA: little-endian 16-bit size, two unused bytes.
    Old,
}

impl Header {
    /// Returns the length of the header in bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Large => 8,
            Self::Small => 6,
            Self::Old => 4,
        }
    }
}

/// A block: its tag and a reader over its payload.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The tag; zeros for [`Header::Old`].
    pub tag: Tag,
    /// Offset of the header in the file.
    pub start: u64,
    /// The bytes of header and payload.
    pub whole: &'a [u8],
    /// A reader at the start of the payload, with the block in its path.
    pub data: Reader<'a>,
}

impl<'a> Block<'a> {
    /// Returns a reader over header and payload, for offsets that count from the block's first
    /// byte.
    #[must_use]
    pub fn from_start(&self) -> Reader<'a> {
        Reader::new(self.whole)
            .with_base(self.start)
            .within(self.data.path())
    }
}

/// Reads the header of a block. Returns the tag, which is zeros for [`Header::Old`], and the size
/// including the header, which is not checked.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the header is cut off.
pub fn read_header(reader: &mut Reader<'_>, header: Header) -> Result<(Tag, u32)> {
    Ok(match header {
        Header::Large => {
            let tag = reader.tag("a block's tag")?;
            (tag, reader.u32_be("a block's size")?)
        }
        Header::Small => {
            let size = reader.u32_le("a block's size")?;
            (Tag::small(reader.array("a block's tag")?), size)
        }
        Header::Old => {
            let size = u32::from(reader.u16_le("a block's size")?);
            reader.skip(2, "a block's second word")?;
            (Tag([0; 4]), size)
        }
    })
}

/// Reads the block at the reader's position and moves the reader to its end.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the header is cut off, its size is smaller than the
/// header, or the block extends beyond the end of the data.
pub fn read<'a>(reader: &mut Reader<'a>, header: Header) -> Result<Block<'a>> {
    let begin = *reader;
    let mut head = *reader;
    let (tag, size) = read_header(&mut head, header)?;
    let size = to_usize(size);
    // Old blocks have no tag.
    let name = || {
        if header == Header::Old {
            "a block".to_owned()
        } else {
            format!("block {tag}")
        }
    };
    let Some(payload) = size.checked_sub(header.size()) else {
        let expected = format!("a size of at least {} for {}", header.size(), name());
        return Err(begin.malformed(expected, format_args!("size {size}")));
    };
    if size > begin.remaining() {
        let found = format!("only {} before the end of the data", begin.remaining());
        return Err(begin.malformed(format_args!("{} of {size} bytes", name()), found));
    }
    let whole = reader.bytes(size, "a block")?;
    let data = head.sub(payload, "a block's data")?;
    Ok(Block {
        tag,
        start: begin.offset(),
        whole,
        data: named(data, tag),
    })
}

/// Returns the payload of a block with the block in its path. Old blocks have no tag.
fn named(data: Reader<'_>, tag: Tag) -> Reader<'_> {
    if tag.0 == [0; 4] {
        data
    } else {
        data.inside(tag)
    }
}

/// Reads the block at the reader's position like [`read`], but a block that extends beyond the end
/// of the data ends there (O3). In that case the function returns the block together with the
/// error.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the header is cut off, or if its size is smaller than the
/// header.
pub fn read_cut<'a>(reader: &mut Reader<'a>, header: Header) -> Result<(Block<'a>, Option<Error>)> {
    let begin = *reader;
    let mut head = *reader;
    let (tag, size) = read_header(&mut head, header)?;
    let is_cut = to_usize(size) >= header.size() && to_usize(size) > begin.remaining();
    let error = match read(reader, header) {
        Ok(block) => return Ok((block, None)),
        Err(error) if is_cut => error,
        Err(error) => return Err(error),
    };
    let whole = reader.bytes(begin.remaining(), "a block")?;
    let data = head.sub(head.remaining(), "a block's data")?;
    let block = Block {
        tag,
        start: begin.offset(),
        whole,
        data: named(data, tag),
    };
    Ok((block, Some(error)))
}

/// Returns the children of a block in file order. The iterator ends at the end of the data, or
/// after the first error.
pub fn children(parent: Reader<'_>, header: Header) -> impl Iterator<Item = Result<Block<'_>>> {
    let mut reader = parent;
    std::iter::from_fn(move || {
        let block = (reader.remaining() > 0).then(|| read(&mut reader, header))?;
        if block.is_err() {
            reader = Reader::new(&[]);
        }
        Some(block)
    })
}

/// Returns the whole children of a block of v5 and later, and the bytes after the last of them: the
/// bytes from the first damaged header on, or none.
#[must_use]
pub fn whole_children(mut parent: Reader<'_>) -> (Vec<Block<'_>>, &[u8]) {
    let mut blocks = Vec::new();
    loop {
        let mut next = parent;
        let Ok(child) = read(&mut next, Header::Large) else {
            break;
        };
        blocks.push(child);
        parent = next;
    }
    (blocks, parent.rest())
}

/// Returns the first child with this tag (F6); `None` if there is no such child before the end of
/// the data.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the header of an earlier child is damaged.
pub fn find<'a>(parent: Reader<'a>, header: Header, tag: Tag) -> Result<Option<Block<'a>>> {
    children(parent, header)
        .find(|child| child.as_ref().map_or(true, |child| child.tag == tag))
        .transpose()
}

/// Returns the first child with this tag.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if there is no such child, or if the header of an earlier
/// child is damaged.
pub fn need<'a>(parent: Reader<'a>, header: Header, tag: Tag) -> Result<Block<'a>> {
    find(parent, header, tag)?
        .ok_or_else(|| parent.malformed(format_args!("block {tag}"), "no such block"))
}

/// Returns a block of v5 and later with this payload: tag, big-endian 32-bit size including the
/// header (F2).
///
/// # Errors
/// Returns [`crate::Error::Limit`] if the size does not fit into 32 bits.
pub fn write(tag: Tag, data: &[u8]) -> Result<Vec<u8>> {
    let size = data.len().saturating_add(Header::Large.size());
    let mut bytes = Vec::with_capacity(size);
    bytes.extend(tag.0);
    bytes.extend(fit32(size as u64)?.to_be_bytes());
    bytes.extend(data);
    Ok(bytes)
}

/// Converts a size or position to the 32 bits that files store.
pub(crate) fn fit32(size: u64) -> Result<u32> {
    u32::try_from(size).map_err(|_| {
        Reader::new(&[]).over_limit("the size of a block or file", size, u64::from(u32::MAX))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_walked_by_their_sizes() {
        let data = b"AAAA\0\0\0\x09xBBBB\0\0\0\x08CCCC\0\0\0\x0ayz";
        let tags: Vec<_> = children(Reader::new(data), Header::Large)
            .map(|b| b.unwrap().tag.to_string())
            .collect();
        assert_eq!(tags, ["AAAA", "BBBB", "CCCC"]);
        let c = need(Reader::new(data), Header::Large, Tag(*b"CCCC")).unwrap();
        assert_eq!((c.start, c.data.rest()), (17, &b"yz"[..]));
        let (whole, rest) = whole_children(Reader::new(&data[..data.len() - 1]));
        assert_eq!((whole.len(), rest), (2, &data[17..26]));
    }

    #[test]
    fn a_block_that_is_cut_has_the_bytes_that_are_there() {
        for header in [Header::Large, Header::Small, Header::Old] {
            let mut block: Vec<u8> = match header {
                Header::Large => b"AAAA\0\0\0\x0bxyz".to_vec(),
                Header::Small => b"\x09\0\0\0AAxyz".to_vec(),
                Header::Old => b"\x07\0AAxyz".to_vec(),
            };
            let (whole, error) = read_cut(&mut Reader::new(&block), header).unwrap();
            assert_eq!((whole.data.rest(), error.is_some()), (&b"xyz"[..], false));
            block.pop();
            assert!(read(&mut Reader::new(&block), header).is_err());
            let mut reader = Reader::new(&block);
            let (cut, error) = read_cut(&mut reader, header).unwrap();
            assert_eq!((cut.data.rest(), error.is_some()), (&b"xy"[..], true));
            assert_eq!((cut.whole, reader.remaining()), (&block[..], 0));
        }
    }

    #[test]
    fn a_size_below_the_header_or_beyond_the_end_is_named() {
        let small = children(Reader::new(b"AAAA\0\0\0\x07"), Header::Large)
            .next()
            .unwrap()
            .unwrap_err();
        assert_eq!(
            small.to_string(),
            "at byte 0 (0x0): expected a size of at least 8 for block AAAA, found size 7"
        );
        let large = children(Reader::new(b"AAAA\0\0\0\x09"), Header::Large)
            .next()
            .unwrap()
            .unwrap_err();
        assert_eq!(
            large.to_string(),
            "at byte 0 (0x0): expected block AAAA of 9 bytes, found only 8 before the end of the data"
        );
    }
}
