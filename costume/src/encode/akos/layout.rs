//! The block of an AKOS, chunk by chunk (A1..A5, A9).

use std::collections::BTreeMap;

use scumm_room::resource::write::block;
use scumm_room::{Error, Result, Tag};

use super::draft::{Draft, DraftCel};
use super::rows;
use crate::akos::COLOURS;
use crate::akos::akch::{Chore, mode};
use crate::akos::akhd::Codec;
use crate::akos::akof::CEL_PIXELS;
use crate::akos::codec::majmin;
use crate::anim::LIMBS;
use crate::draw::rle::Packing;
use crate::encode::rle;

/// The most bytes of AKSQ: positions have 16 bits.
const STREAM: usize = 1 << 16;

/// The block of a costume with its header, as [`Akos::parse`](crate::akos::Akos::parse) takes it.
///
/// # Errors
/// [`Error::Misuse`] says what the format has no room for.
pub fn encode(draft: &Draft) -> Result<Vec<u8>> {
    if draft.palette.len() > COLOURS {
        return Err(misuse(format!("a costume has at most {COLOURS} colours, not {}", draft.palette.len())));
    }
    if draft.sequence.len() > STREAM {
        return Err(misuse(format!("the stream has at most {STREAM} bytes, not {}", draft.sequence.len())));
    }
    let cels = Cels::of(draft)?;
    let jump_parts = draft.jump_parts.iter().flat_map(|part| [part.start, part.offset, part.count]);
    let condition_parts = draft.condition_parts.iter().flat_map(|&(start, offset)| [start, offset]);
    let chunks: [(&[u8; 4], Vec<u8>, bool); 13] = [
        (b"AKHD", header(draft)?, true),
        (b"AKPL", draft.palette.clone(), false),
        (b"RGBS", draft.colours.concat(), false),
        (b"AKSQ", draft.sequence.clone(), true),
        (b"AKCH", chores(&draft.chores)?, true),
        (b"AKOF", cels.offsets, true),
        (b"AKCI", cels.sizes.bytes, true),
        (b"AKCD", cels.pixels.bytes, true),
        (b"AKFO", draft.jump_table.clone(), false),
        (b"AKSF", jump_parts.flat_map(u16::to_le_bytes).collect(), false),
        (b"AKST", condition_parts.flat_map(u32::to_le_bytes).collect(), false),
        (b"AKCT", draft.condition_words.clone(), false),
        (b"AKAX", draft.aux.clone(), false),
    ];
    let mut costume = Vec::new();
    for (tag, data, _) in chunks.iter().filter(|(_, data, needed)| *needed || !data.is_empty()) {
        costume.extend(block(Tag(**tag), data)?);
    }
    block(Tag(*b"AKOS"), &costume)
}

fn misuse(what: String) -> Error {
    Error::Misuse(what)
}

fn header(draft: &Draft) -> Result<Vec<u8>> {
    let chores = number(draft.chores.len(), "chores")?;
    let cels = number(draft.cels.len(), "cels")?;
    let words = [draft.version, draft.flags, chores, cels, draft.codec.number(), draft.layers];
    Ok(words.iter().flat_map(|word| word.to_le_bytes()).collect())
}

fn number(count: usize, what: &str) -> Result<u16> {
    u16::try_from(count).map_err(|_| misuse(format!("{count} {what}: 65535 are the most")))
}

/// Parts that are stored once each, with their offsets.
#[derive(Default)]
struct Parts {
    bytes: Vec<u8>,
    known: BTreeMap<Vec<u8>, usize>,
}

impl Parts {
    /// The offset of a part, stored now if it is new.
    fn offset(&mut self, part: Vec<u8>) -> usize {
        let end = self.bytes.len();
        *self.known.entry(part).or_insert_with_key(|part| {
            self.bytes.extend(part);
            end
        })
    }
}

/// AKCH: the table of offsets, then the records (A5).
fn chores(chores: &[Option<Chore>]) -> Result<Vec<u8>> {
    let table = chores.len() * 2;
    let mut records = Parts::default();
    let mut bytes = Vec::with_capacity(table);
    for (number, chore) in chores.iter().enumerate() {
        let offset = match chore {
            None => 0,
            Some(chore) => table + records.offset(record(number, chore)?),
        };
        let offset = u16::try_from(offset).map_err(|_| misuse(format!("chore {number} begins beyond 64 KiB")))?;
        bytes.extend(offset.to_le_bytes());
    }
    bytes.extend(records.bytes);
    Ok(bytes)
}

fn record(number: usize, chore: &Chore) -> Result<Vec<u8>> {
    let mut mask = 0u16;
    let mut entries = Vec::new();
    let mut next = 0;
    for limb in &chore.limbs {
        if limb.limb < next || usize::from(limb.limb) >= LIMBS {
            return Err(misuse(format!("chore {number}: its limbs have to be 0..=15 in ascending order")));
        }
        next = limb.limb + 1;
        mask |= 0x8000 >> limb.limb;
        entries.push(limb.mode);
        if mode::is_bare(limb.mode) {
            if (limb.start, limb.length) != (0, 0) {
                return Err(misuse(format!("chore {number}, limb {}: mode {} has no sequence", limb.limb, limb.mode)));
            }
        } else {
            entries.extend([limb.start, limb.length].iter().flat_map(|word| word.to_le_bytes()));
        }
    }
    Ok([&mask.to_le_bytes()[..], &entries].concat())
}

/// AKOF, AKCI and AKCD (A4).
#[derive(Default)]
struct Cels {
    offsets: Vec<u8>,
    sizes: Parts,
    pixels: Parts,
}

impl Cels {
    fn of(draft: &Draft) -> Result<Self> {
        let mut cels = Self::default();
        for (number, cel) in draft.cels.iter().enumerate() {
            let wrong = |what: String| misuse(format!("cel {number}: {what}"));
            let pixels = pixels(draft, cel).map_err(wrong)?;
            let size = [width(cel).map_err(wrong)?, height(cel).map_err(wrong)?];
            let places = [cel.rel.x, cel.rel.y, cel.step.x, cel.step.y];
            let info = size.iter().flat_map(|word| word.to_le_bytes());
            let info = info.chain(places.iter().flat_map(|word| word.to_le_bytes())).collect();
            let offset = u32::try_from(cels.pixels.offset(pixels)).map_err(|_| wrong("beyond 4 GiB".into()))?;
            let info = u16::try_from(cels.sizes.offset(info)).map_err(|_| wrong("its size is beyond 64 KiB".into()))?;
            cels.offsets.extend(offset.to_le_bytes());
            cels.offsets.extend(info.to_le_bytes());
        }
        Ok(cels)
    }
}

fn side(pixels: usize) -> Result<u16, String> {
    u16::try_from(pixels).map_err(|_| format!("{pixels} pixels are too many for a side"))
}

fn width(cel: &DraftCel) -> Result<u16, String> {
    side(cel.cel.width)
}

fn height(cel: &DraftCel) -> Result<u16, String> {
    side(cel.cel.height)
}

/// The coded pixels of a cel.
fn pixels(draft: &Draft, cel: &DraftCel) -> Result<Vec<u8>, String> {
    let surface = &*cel.cel;
    let area = u64::from(width(cel)?) * u64::from(height(cel)?);
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
