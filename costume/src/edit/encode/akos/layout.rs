//! The block of an AKOS, chunk by chunk (A1..A5, A9).

use scumm_room::resource::write::block;
use scumm_room::{Error, Result, Tag};

use super::arranged::{Arrangement, ChunkPlan};
use super::draft::{Draft, DraftCel};
use super::rows;
use crate::akos::akch::Chore;
use crate::akos::akhd::{Akhd, Codec};
use crate::akos::akof::{CEL_PIXELS, CelOffsets};
use crate::akos::aksf::JumpTable;
use crate::akos::codec::majmin;
use crate::akos::{CHUNKS, COLOURS, Cel, akch, akct, akfo, aksq, akst, rgbs};
use crate::draw::rle::Packing;
use crate::edit::encode::arrange::arrange;
use crate::edit::encode::rle;

/// The block of a costume with its header, as [`Akos::parse`](crate::akos::Akos::parse) takes it.
///
/// # Errors
/// [`Error::Misuse`] says what the format has no room for.
pub fn encode(draft: &Draft) -> Result<Vec<u8>> {
    encode_as(draft, &Arrangement::default())
}

/// The block of a costume, laid out as `arrangement` has it as far as it fits the draft. What it does not name comes
/// last.
///
/// # Errors
/// As [`encode`].
pub fn encode_as(draft: &Draft, arrangement: &Arrangement) -> Result<Vec<u8>> {
    if draft.palette.len() > COLOURS {
        return Err(misuse(format!("a costume has at most {COLOURS} colours, not {}", draft.palette.len())));
    }
    if draft.sequence.len() > aksq::MOST_BYTES {
        return Err(misuse(format!("the stream has at most {} bytes, not {}", aksq::MOST_BYTES, draft.sequence.len())));
    }
    let cels = Cels::of(draft, arrangement)?;
    let mut chunks: Vec<(Tag, Vec<u8>, bool)> = plain(draft, arrangement.cels_said)?;
    let made = [
        (b"AKCH", chores(&draft.chores, arrangement)?),
        (b"AKOF", cels.offsets),
        (b"AKCI", cels.sizes),
        (b"AKCD", cels.pixels),
    ];
    chunks.extend(made.into_iter().map(|(tag, data)| (Tag(*tag), data, true)));
    for (tag, data, _) in &mut chunks {
        data.extend(arrangement.behind.get(tag).into_iter().flatten());
    }
    chunks.sort_by_key(|(tag, ..)| CHUNKS.iter().position(|known| known.tag == *tag));
    let mut costume = Vec::new();
    for plan in &arrangement.chunks {
        match plan {
            ChunkPlan::Raw(tag, data) => costume.extend(block(*tag, data)?),
            ChunkPlan::Known(tag) => {
                let Some(place) = chunks.iter().position(|(known, ..)| known == tag) else { continue };
                costume.extend(block(*tag, &chunks.remove(place).1)?);
            }
        }
    }
    for (tag, data, _) in chunks.iter().filter(|(_, data, needed)| *needed || !data.is_empty()) {
        costume.extend(block(*tag, data)?);
    }
    costume.extend(&arrangement.tail);
    block(Tag(*b"AKOS"), &costume)
}

/// The chunks whose parts have no order of their own, and whether a costume needs them.
fn plain(draft: &Draft, cels_said: Option<u16>) -> Result<Vec<(Tag, Vec<u8>, bool)>> {
    let chunks: [(&[u8; 4], Vec<u8>, bool); 9] = [
        (b"AKHD", header(draft, cels_said)?, true),
        (b"AKPL", draft.palette.clone(), false),
        (b"RGBS", rgbs::write(&draft.colours), false),
        (b"AKSQ", draft.sequence.clone(), true),
        (b"AKFO", akfo::write(&draft.jump_table), false),
        (b"AKSF", draft.jump_parts.iter().flat_map(JumpTable::write).collect(), false),
        (b"AKST", akst::write(&draft.condition_parts), false),
        (b"AKCT", akct::write(&draft.condition_words), false),
        (b"AKAX", draft.aux.clone(), false),
    ];
    Ok(chunks.into_iter().map(|(tag, data, needed)| (Tag(*tag), data, needed)).collect())
}

/// The bytes that the plain values make of chunks whose parts have no order of their own, and of AKOF.
pub(super) fn plain_chunks(draft: &Draft, cels_said: Option<u16>) -> Result<Vec<(Tag, usize)>> {
    let plain = plain(draft, cels_said)?.into_iter().map(|(tag, data, _)| (tag, data.len()));
    Ok(plain.chain([(Tag(*b"AKOF"), draft.cels.len() * CelOffsets::LEN)]).collect())
}

fn misuse(what: String) -> Error {
    Error::Misuse(what)
}

fn header(draft: &Draft, cels_said: Option<u16>) -> Result<Vec<u8>> {
    let chores = number(draft.chores.len(), "chores")?;
    let cels = cels_said.unwrap_or(number(draft.cels.len(), "cels")?);
    let Draft { version, flags, codec, layers, .. } = *draft;
    Ok(Akhd { version, flags, chores, cels, codec, layers }.write())
}

fn number(count: usize, what: &str) -> Result<u16> {
    u16::try_from(count).map_err(|_| misuse(format!("{count} {what}: 65535 are the most")))
}

/// AKCH: the table of offsets, then the records (A5).
fn chores(chores: &[Option<Chore>], arrangement: &Arrangement) -> Result<Vec<u8>> {
    let table = chores.len() * akch::OFFSET_LEN;
    let there = (0..=u16::MAX).zip(chores).filter(|(_, chore)| chore.is_some()).map(|(number, _)| number);
    let content = |&number: &u16| match chores.get(usize::from(number)) {
        Some(Some(chore)) => chore.write().map_err(|error| misuse(format!("chore {number}: {error}"))),
        _ => Ok(Vec::new()),
    };
    let (records, places) = arrange(&arrangement.chores, there, content)?;
    let mut bytes = Vec::with_capacity(table + records.len());
    for number in (0..=u16::MAX).take(chores.len()) {
        let offset = places.get(&number).map_or(0, |place| table + place);
        let offset = u16::try_from(offset).map_err(|_| misuse(format!("chore {number} begins beyond 64 KiB")))?;
        bytes.extend(offset.to_le_bytes());
    }
    bytes.extend(records);
    Ok(bytes)
}

/// AKOF, AKCI and AKCD (A4).
struct Cels {
    offsets: Vec<u8>,
    sizes: Vec<u8>,
    pixels: Vec<u8>,
}

impl Cels {
    fn of(draft: &Draft, arrangement: &Arrangement) -> Result<Self> {
        number(draft.cels.len(), "cels")?;
        let numbers = || (0..=u16::MAX).take(draft.cels.len());
        let cel = |&number: &u16| draft.cels.get(usize::from(number)).ok_or_else(|| misuse(format!("no cel {number}")));
        let wrong = |number: u16, what: String| misuse(format!("cel {number}: {what}"));
        let (pixels, pixels_at) = arrange(&arrangement.pixels, numbers(), |number| {
            coded(draft, cel(number)?, arrangement.coded.get(number)).map_err(|what| wrong(*number, what))
        })?;
        let (sizes, sizes_at) = arrange(&arrangement.sizes, numbers(), |number| {
            let cel = cel(number)?;
            let (width, height) = size(cel).map_err(|what| wrong(*number, what))?;
            Ok(Cel { width, height, rel: cel.rel, step: cel.step, offset: 0 }.write())
        })?;
        let mut offsets = Vec::with_capacity(draft.cels.len() * CelOffsets::LEN);
        for number in numbers() {
            let (pixels, size) = (pixels_at.get(&number).copied(), sizes_at.get(&number).copied());
            let offset = u32::try_from(pixels.unwrap_or(0)).map_err(|_| wrong(number, "beyond 4 GiB".into()))?;
            let size =
                u16::try_from(size.unwrap_or(0)).map_err(|_| wrong(number, "its size is beyond 64 KiB".into()))?;
            offsets.extend(CelOffsets { pixels: offset, size }.write());
        }
        Ok(Self { offsets, sizes, pixels })
    }
}

/// The coded pixels of a cel: those that it came with if they still give its pixels, else new ones.
fn coded(draft: &Draft, cel: &DraftCel, stored: Option<&Vec<u8>>) -> Result<Vec<u8>, String> {
    match stored.filter(|stored| rows::decodes_to(draft, cel, stored)) {
        Some(stored) => Ok(stored.clone()),
        None if cel.cel.pixels.is_empty() => Ok(Vec::new()),
        None => pixels(draft, cel),
    }
}

fn side(pixels: usize) -> Result<u16, String> {
    u16::try_from(pixels).map_err(|_| format!("{pixels} pixels are too many for a side"))
}

/// Width and height.
fn size(cel: &DraftCel) -> Result<(u16, u16), String> {
    Ok((side(cel.cel.width)?, side(cel.cel.height)?))
}

/// The coded pixels of a cel.
pub(super) fn pixels(draft: &Draft, cel: &DraftCel) -> Result<Vec<u8>, String> {
    let surface = &*cel.cel;
    let (width, height) = size(cel)?;
    let area = u64::from(width) * u64::from(height);
    if area > u64::from(CEL_PIXELS) || surface.pixels.len() as u64 != area {
        return Err(format!("{area} pixels, of which {} are there; {CEL_PIXELS} are the most", surface.pixels.len()));
    }
    let lines = surface.pixels.chunks(surface.width.max(1));
    match draft.codec {
        Codec::Rle => {
            let packing = Packing::of_palette(draft.palette.len());
            if let Some(colour) = surface.pixels.iter().find(|&&colour| usize::from(colour) >= packing.colours()) {
                return Err(format!("colour {colour}, where the palette gives {} colours", packing.colours()));
            }
            let column = |x| surface.pixels.iter().skip(x).step_by(surface.width.max(1)).copied();
            Ok(rle::encode((0..surface.width).flat_map(column), packing))
        }
        Codec::Bomp => with_lengths(lines.map(rows::bomp_row)),
        Codec::Majmin => Ok(majmin::encode(&surface.pixels)),
        Codec::Trle => {
            if cel.gaps.len() != surface.pixels.len() {
                return Err(format!("{} gap marks for {area} pixels", cel.gaps.len()));
            }
            with_lengths(lines.zip(cel.gaps.chunks(surface.width.max(1))).map(|(row, gaps)| rows::trle_row(row, gaps)))
        }
        Codec::Unknown(number) => Err(format!("codec {number} can't be written")),
    }
}

fn with_lengths(rows: impl Iterator<Item = Vec<u8>>) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for row in rows {
        let length =
            u16::try_from(row.len()).map_err(|_| format!("a row of {} bytes, 65535 are the most", row.len()))?;
        bytes.extend(length.to_le_bytes());
        bytes.extend(row);
    }
    Ok(bytes)
}
