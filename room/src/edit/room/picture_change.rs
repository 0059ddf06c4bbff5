//! Writes a picture of strips with its planes (S1–S13, Z1, R4–R6): a new one, or a stored one with
//! changed pixels and planes.

use std::collections::HashMap;

use crate::block::{self, Block, Header};
use crate::edit::packing::{encode_plane_strip, encode_strip};
use crate::image::strip::colour_shift;
use crate::image::table::OffsetSize;
use crate::reader::to_usize;
use crate::{Dialect, Error, Misuse, Reader, Result, Surface, Tag};

const SMAP: Tag = Tag(*b"SMAP");
const BSTR: Tag = Tag(*b"BSTR");
const ZPLN: Tag = Tag(*b"ZPLN");
const ZSTR: Tag = Tag(*b"ZSTR");
const WRAP: Tag = Tag(*b"WRAP");
const OFFS: Tag = Tag(*b"OFFS");

/// The size of a block's header.
const HEADER: usize = Header::Large.size();

/// A plane before and after the change; `None` for a plane that is not stored.
pub(super) struct PlanePair<'a> {
    pub(super) old: Option<&'a Surface>,
    pub(super) new: Option<&'a Surface>,
}

/// A picture before and after the change.
pub(super) struct PictureChange<'a> {
    /// The stored pixels; `None` for a picture that is added.
    pub(super) old: Option<&'a Surface>,
    pub(super) new: &'a Surface,
    /// Planes 1 and up.
    pub(super) planes: Vec<PlanePair<'a>>,
    /// The colour that is transparent in the pictures of objects.
    pub(super) see_through: Option<u8>,
    pub(super) dialect: &'a Dialect,
}

/// The strips of a picture or plane; `None` for an empty strip.
type Strips = Vec<Option<Vec<u8>>>;

/// Returns SMAP, and ZP01 … for the existing planes, of a new picture (v5 to v7). A strip with the
/// colour `see_through` is stored with a transparent code.
pub(super) fn encode_picture<'a>(
    pixels: &'a Surface,
    planes: impl Iterator<Item = Option<&'a Surface>>,
    see_through: Option<u8>,
    dialect: &'a Dialect,
) -> Result<Vec<u8>> {
    let mut pairs = Vec::new();
    for plane in planes {
        pairs.push(PlanePair {
            old: None,
            new: plane,
        });
    }
    let change = PictureChange {
        old: None,
        new: pixels,
        planes: pairs,
        see_through,
        dialect,
    };
    let strips = change.pixel_strips(&[]);
    let mut out = block::write(SMAP, &strip_table(strips.into_iter(), 4)?)?;
    out.extend(change.missing_planes(&[])?);
    Ok(out)
}

impl PictureChange<'_> {
    fn has_new_pixels(&self) -> bool {
        self.old != Some(self.new)
    }

    /// Returns the number of strips of the stored picture.
    fn stored_count(&self) -> usize {
        self.old.map_or(0, |old| old.width() / 8)
    }

    /// Returns the strips of the pixels. `stored` are the strips of the stored picture.
    fn pixel_strips(&self, stored: &[Option<&[u8]>]) -> Strips {
        changed_strips(self.old, self.new, stored, |pixels| {
            Some(self.encode_pixels(pixels))
        })
    }

    /// Encodes a strip with the smallest packing, all of which an Amiga shifts (S9).
    fn encode_pixels(&self, pixels: &[u8]) -> Vec<u8> {
        let transparent = self.see_through.filter(|colour| pixels.contains(colour));
        let shift = colour_shift(self.dialect);
        let mut stored = Vec::new();
        for &pixel in pixels {
            // The transparent colour is compared with the stored colour.
            let is_transparent = transparent == Some(pixel);
            let own_shift = if is_transparent { 0 } else { shift };
            stored.push(pixel.wrapping_sub(own_shift));
        }
        encode_strip(&stored, transparent.is_some())
    }

    pub(super) fn is_unchanged(&self) -> bool {
        !self.has_new_pixels() && self.planes.iter().all(|pair| pair.old == pair.new)
    }

    // v5, v6, v7.

    /// Returns a block IM00, or IMnn of an object, with the changes.
    pub(super) fn image(&self, stored: &Block<'_>) -> Result<Vec<u8>> {
        let (children, rest) = block::whole_children(stored.data);
        let mut out = Vec::new();
        let mut written = Vec::new();
        for child in &children {
            if written.contains(&child.tag) {
                out.extend(child.whole);
                continue;
            }
            written.push(child.tag);
            let number = (0..self.planes.len()).find(|number| plane_tag(*number) == child.tag);
            let plane = number.and_then(|number| self.planes.get(number));
            if child.tag == SMAP && self.has_new_pixels() {
                let count = self.stored_count();
                let old = stored_strips(child.whole, HEADER, OffsetSize::Long, count);
                let strips = self.pixel_strips(&old);
                out.extend(block::write(SMAP, &strip_table(strips.into_iter(), 4)?)?);
            } else if let Some(pair) = plane.filter(|pair| pair.old != pair.new) {
                let count = self.stored_count();
                let old = stored_strips(child.whole, HEADER, OffsetSize::Word, count);
                if let Some(strips) = pair.strips(&old) {
                    let table = strip_table(strips.into_iter(), 2)?;
                    out.extend(block::write(child.tag, &table)?);
                }
            } else {
                out.extend(child.whole);
            }
        }
        out.extend(self.missing_planes(&written)?);
        out.extend(rest);
        block::write(stored.tag, &out)
    }

    /// Returns the blocks of the changed planes whose tags are not among those that were written.
    fn missing_planes(&self, written: &[Tag]) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        for (number, pair) in self.planes.iter().enumerate() {
            let tag = plane_tag(number);
            if written.contains(&tag) || pair.old == pair.new {
                continue;
            }
            if let Some(strips) = pair.strips(&[]) {
                out.extend(block::write(tag, &strip_table(strips.into_iter(), 2)?)?);
            }
        }
        Ok(out)
    }

    // v8.

    /// Returns the payload of an IMAG, in which picture `number` has the changes. A picture after
    /// the last one is added.
    pub(super) fn imag(&self, imag: Reader<'_>, number: usize) -> Result<Vec<u8>> {
        if self.is_unchanged() {
            return Ok(imag.rest().to_vec());
        }
        let (children, rest) = block::whole_children(imag);
        let mut out = Vec::new();
        let mut is_first = true;
        for child in &children {
            if child.tag == WRAP && is_first {
                is_first = false;
                out.extend(block::write(WRAP, &self.wrapped(child.data, number)?)?);
            } else {
                out.extend(child.whole);
            }
        }
        out.extend(rest);
        Ok(out)
    }

    /// Returns the payload of the WRAP of an IMAG: the table, and the pictures in its order.
    fn wrapped(&self, wrap: Reader<'_>, number: usize) -> Result<Vec<u8>> {
        let mut pictures = Vec::new();
        for picture in listed(wrap)? {
            pictures.push(picture.whole.to_vec());
        }
        if let Some(picture) = pictures.get_mut(number) {
            let smap = block::read(&mut Reader::new(picture), Header::Large)?;
            *picture = self.smap(Some(smap.data))?;
        } else if number == pictures.len() {
            pictures.push(self.smap(None)?);
        } else {
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!(
                    "expected a picture of state {} before that of state {}",
                    pictures.len().saturating_add(1),
                    number.saturating_add(1)
                ),
            ));
        }
        listing(&pictures)
    }

    /// Returns an SMAP block with the changes to a stored payload, or a new one.
    fn smap(&self, stored: Option<Reader<'_>>) -> Result<Vec<u8>> {
        let (blocks, rest) = stored.map(block::whole_children).unwrap_or_default();
        let mut out = Vec::new();
        match blocks.first() {
            Some(bstr) if !self.has_new_pixels() => out.extend(bstr.whole),
            bstr => {
                let wrap = bstr.and_then(|bstr| inner(bstr, WRAP));
                let bytes = wrap.map_or(&[][..], |wrap| wrap.data.rest());
                let old = stored_strips(bytes, HEADER, OffsetSize::Long, self.stored_count());
                out.extend(wrapped_strips(BSTR, self.pixel_strips(&old))?);
            }
        }
        let zpln = blocks.get(1).filter(|zpln| zpln.tag == ZPLN);
        if zpln.is_some() || self.planes.iter().any(|pair| pair.new.is_some()) {
            out.extend(self.zpln(zpln)?);
        }
        for other in blocks.iter().skip(if zpln.is_some() { 2 } else { 1 }) {
            out.extend(other.whole);
        }
        out.extend(rest);
        block::write(SMAP, &out)
    }

    /// Returns a ZPLN block with the changed planes.
    fn zpln(&self, stored: Option<&Block<'_>>) -> Result<Vec<u8>> {
        let wrap = stored.and_then(|zpln| inner(zpln, WRAP));
        let old = wrap.map(|wrap| listed(wrap.data)).transpose()?;
        let old = old.unwrap_or_default();
        let mut planes = Vec::new();
        for (number, pair) in self.planes.iter().enumerate() {
            let zstr = old.get(number);
            if let Some(zstr) = zstr.filter(|_| pair.old == pair.new) {
                planes.push(zstr.whole.to_vec());
                continue;
            }
            let wrap = zstr.and_then(|zstr| inner(zstr, WRAP));
            let bytes = wrap.map_or(&[][..], |wrap| wrap.data.rest());
            let strips = stored_strips(bytes, HEADER, OffsetSize::Long, self.stored_count());
            let strips = pair.strips(&strips).unwrap_or_default();
            planes.push(wrapped_strips(ZSTR, strips)?);
        }
        for zstr in old.iter().skip(self.planes.len()) {
            planes.push(zstr.whole.to_vec());
        }
        block::write(ZPLN, &block::write(WRAP, &listing(&planes)?)?)
    }
}

impl PlanePair<'_> {
    /// Returns the strips of the changed plane; `None` for a plane that is not stored. `stored` are
    /// the strips of the stored plane.
    fn strips(&self, stored: &[Option<&[u8]>]) -> Option<Strips> {
        let encode = |pixels: &[u8]| {
            let lines: Vec<u8> = pixels.chunks(8).map(pack_line).collect();
            encode_plane_strip(&lines)
        };
        Some(changed_strips(self.old, self.new?, stored, encode))
    }
}

/// Returns the tag of the block of a plane. `number` counts from 0.
fn plane_tag(number: usize) -> Tag {
    let digit = u8::try_from(number).unwrap_or(u8::MAX).saturating_add(b'1');
    Tag([b'Z', b'P', b'0', digit])
}

/// Returns the first child with this tag.
fn inner<'a>(parent: &Block<'a>, tag: Tag) -> Option<Block<'a>> {
    block::find(parent.data, Header::Large, tag).ok()?
}

/// Returns the bytes of stored strips, each from its start to the next start. `chunk` begins where
/// the offsets count from, and has the table at `table`.
fn stored_strips(
    chunk: &[u8],
    table: usize,
    entry: OffsetSize,
    count: usize,
) -> Vec<Option<&[u8]>> {
    let mut offsets = Vec::new();
    let mut entries = Reader::new(chunk.get(table..).unwrap_or_default());
    for _ in 0..count {
        let Ok(offset) = entry.read(&mut entries, "a strip's offset") else {
            break;
        };
        offsets.push(offset);
    }
    let mut starts = offsets.clone();
    starts.push(chunk.len());
    starts.sort_unstable();
    starts.dedup();
    let mut strips = Vec::new();
    for offset in offsets {
        let after = starts.partition_point(|start| *start <= offset);
        let end = starts.get(after).copied();
        let bytes = end.and_then(|end| chunk.get(offset..end));
        strips.push(bytes.filter(|_| offset > 0));
    }
    strips
}

/// Returns the strips of a changed picture. A strip whose pixels did not change keeps its stored
/// bytes; the others are encoded.
fn changed_strips(
    old: Option<&Surface>,
    new: &Surface,
    stored: &[Option<&[u8]>],
    encode: impl Fn(&[u8]) -> Option<Vec<u8>>,
) -> Strips {
    let same_size = |old: &&Surface| (old.width(), old.height()) == (new.width(), new.height());
    let mut old_strips = old.filter(same_size).map(strips_of);
    let mut stored = stored.iter();
    let mut strips = Vec::new();
    for pixels in strips_of(new) {
        let old_pixels = old_strips.as_mut().and_then(Iterator::next);
        let kept = stored.next();
        let strip = match kept {
            Some(kept) if old_pixels.as_ref() == Some(&pixels) => kept.map(<[u8]>::to_vec),
            _ => encode(&pixels),
        };
        strips.push(strip);
    }
    strips
}

/// Returns a block of strips of v8: a WRAP with the table OFFS and the strips.
fn wrapped_strips(tag: Tag, strips: Strips) -> Result<Vec<u8>> {
    let table = strips.len().saturating_mul(4);
    let bytes = strip_table(strips.into_iter(), 4)?;
    let (offsets, strips) = bytes.split_at_checked(table).unwrap_or_default();
    let mut wrap = block::write(OFFS, offsets)?;
    wrap.extend(strips);
    block::write(tag, &block::write(WRAP, &wrap)?)
}

/// Returns the blocks that the OFFS at the start of a WRAP lists (R6).
fn listed(wrap: Reader<'_>) -> Result<Vec<Block<'_>>> {
    let mut reader = wrap;
    let offs = block::read(&mut reader, Header::Large)?;
    if offs.tag != OFFS {
        return Err(wrap.malformed("a table OFFS at the start of WRAP", offs.tag));
    }
    let mut entries = offs.data;
    let mut blocks = Vec::new();
    while entries.remaining() >= 4 {
        let offset = to_usize(entries.u32_le("a picture's offset")?);
        let mut at = offs_start(&offs, wrap).at(offset, "a picture")?;
        blocks.push(block::read(&mut at, Header::Large)?);
    }
    Ok(blocks)
}

/// Returns a reader from the OFFS at the start of a WRAP to the end of the WRAP.
fn offs_start<'a>(offs: &Block<'_>, wrap: Reader<'a>) -> Reader<'a> {
    Reader::new(wrap.rest())
        .with_base(offs.start)
        .within(wrap.path())
}

/// Returns the payload of a WRAP: the table OFFS, and the blocks.
fn listing(blocks: &[Vec<u8>]) -> Result<Vec<u8>> {
    let mut offset = blocks.len().saturating_mul(4).saturating_add(HEADER);
    let mut offsets = Vec::new();
    for block in blocks {
        offsets.extend(block::fit32(offset as u64)?.to_le_bytes());
        offset = offset.saturating_add(block.len());
    }
    let mut out = block::write(OFFS, &offsets)?;
    out.extend(blocks.concat());
    Ok(out)
}

// Strips and their tables.

/// Returns the strips of a picture as rows of eight pixels.
fn strips_of(picture: &Surface) -> impl Iterator<Item = Vec<u8>> {
    (0..picture.width()).step_by(8).map(move |x| {
        picture
            .rows()
            .filter_map(|row| row.get(x..x.saturating_add(8)))
            .flatten()
            .copied()
            .collect()
    })
}

/// Packs eight pixels as bits, the leftmost in bit 7.
fn pack_line(pixels: &[u8]) -> u8 {
    pixels
        .iter()
        .fold(0, |bits, &pixel| bits << 1 | u8::from(pixel != 0))
}

/// Returns a table of strips with entries of 2 or 4 bytes, followed by the strips. Offsets count
/// from the chunk's header. Equal strips are stored once; `None` is an empty strip.
fn strip_table(strips: impl Iterator<Item = Option<Vec<u8>>>, entry: usize) -> Result<Vec<u8>> {
    let strips: Vec<_> = strips.collect();
    let start = strips.len().saturating_mul(entry).saturating_add(8);
    let mut data: Vec<u8> = Vec::new();
    let mut places = HashMap::new();
    let mut table = Vec::new();
    for strip in &strips {
        let offset = match strip {
            None => 0,
            Some(bytes) => *places.entry(bytes).or_insert_with(|| {
                let offset = start.saturating_add(data.len());
                data.extend(bytes);
                offset
            }),
        };
        let fits = entry >= 4 || offset <= usize::from(u16::MAX);
        let offset = u32::try_from(offset).ok().filter(|_| fits);
        let offset = offset.ok_or_else(|| {
            Error::misuse(
                Misuse::OutOfRange,
                "a z-plane packs to more than 65535 bytes",
            )
        })?;
        table.extend(offset.to_le_bytes().iter().take(entry));
    }
    table.extend(data);
    Ok(table)
}
