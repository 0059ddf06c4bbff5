//! The layout of an AKOS block, chunk by chunk (A1..A5, A9): encoding of plain values, and
//! conversion of a parsed AKOS to plain values and an arrangement.

use std::collections::BTreeMap;
use std::ops::Range;

use scumm_room::block::write as block;
use scumm_room::{Error, Misuse, Result, Tag};

use super::draft::{AkosArrangement, AkosDraft, ChunkPlan};
use super::pixels;
use crate::akos::cel::CelOffsets;
use crate::akos::sequence::MOST_BYTES;
use crate::akos::tables::{
    AKCD, AKCH, AKCT, AKFO, AKOF, AKPL, AKSF, AKSQ, AKST, RGBS, write_condition_words,
    write_conditions, write_jump_words,
};
use crate::akos::{Akax, Akhd, Akos, CHUNKS, COLOURS, Cel, Chore, JumpTable, TAG, akch};
use crate::edit::encode::{arrange, order_of_parts};
use crate::edit::parts::AkosParts;

/// Returns the block of a costume with its header, which [`Akos::parse`](crate::akos::Akos::parse)
/// accepts.
///
/// # Errors
/// Returns [`Error::Misuse`] with the reason if the format has no room for a value.
pub fn encode(draft: &AkosDraft) -> Result<Vec<u8>> {
    encode_as(draft, &AkosArrangement::default())
}

/// Returns the block of a costume, laid out according to `arrangement` as far as the arrangement
/// fits the draft. Parts that the arrangement does not name come last.
///
/// # Errors
/// Returns the errors of [`encode`].
pub fn encode_as(draft: &AkosDraft, arrangement: &AkosArrangement) -> Result<Vec<u8>> {
    if draft.palette.len() > COLOURS {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!(
                "expected at most {COLOURS} colours, found {}",
                draft.palette.len()
            ),
        ));
    }
    if draft.sequence.len() > MOST_BYTES {
        let most = MOST_BYTES;
        let bytes = draft.sequence.len();
        return Err(Error::misuse(
            Misuse::OutOfRange,
            format!("expected at most {most} bytes in the stream, found {bytes}"),
        ));
    }
    let mut arranged = cels(draft, arrangement)?;
    arranged.insert(AKCH, chores(&draft.chores, arrangement)?);
    // All chunks with their data, in the usual order.
    let mut chunks = Vec::with_capacity(CHUNKS.len());
    for (tag, needed) in CHUNKS {
        let mut data = match arranged.remove(&tag) {
            Some(data) => data,
            None => plain(tag, draft, arrangement)?.unwrap_or_default(),
        };
        data.extend(arrangement.behind.get(&tag).into_iter().flatten());
        chunks.push((tag, needed, data));
    }
    let mut costume = Vec::new();
    for plan in &arrangement.chunks {
        match plan {
            ChunkPlan::Raw(tag, data) => costume.extend(block(*tag, data)?),
            ChunkPlan::Known(tag) => {
                let Some(place) = chunks.iter().position(|(known, ..)| known == tag) else {
                    continue;
                };
                costume.extend(block(*tag, &chunks.remove(place).2)?);
            }
        }
    }
    for (tag, _, data) in chunks
        .iter()
        .filter(|(_, needed, data)| *needed || !data.is_empty())
    {
        costume.extend(block(*tag, data)?);
    }
    costume.extend(&arrangement.tail);
    block(TAG, &costume)
}

/// Returns the data of a chunk; `None` for chunks whose parts are arranged, and for AKOF, which
/// contains the offsets of such parts.
fn plain(tag: Tag, draft: &AkosDraft, arrangement: &AkosArrangement) -> Result<Option<Vec<u8>>> {
    Ok(Some(match tag {
        Akhd::TAG => header(draft, arrangement)?,
        AKPL => draft.palette.clone(),
        RGBS => draft.colours.concat(),
        AKSQ => draft.sequence.clone(),
        AKFO => write_jump_words(&draft.jump_table),
        AKSF => draft.jump_parts.iter().flat_map(JumpTable::write).collect(),
        AKST => write_conditions(&draft.condition_parts),
        AKCT => write_condition_words(&draft.condition_words),
        Akax::TAG => draft.aux.clone(),
        _ => return Ok(None),
    }))
}

fn header(draft: &AkosDraft, arrangement: &AkosArrangement) -> Result<Vec<u8>> {
    let chores = number(draft.chores.len(), "chores")?;
    let cels = arrangement
        .cels_said
        .unwrap_or(number(draft.cels.len(), "cels")?);
    let AkosDraft {
        version,
        flags,
        codec,
        layers,
        ..
    } = *draft;
    let mut data = Akhd {
        version,
        flags,
        chores,
        cels,
        codec,
        layers,
    }
    .write();
    // A short header stays short as long as all missing words are 0.
    let len = arrangement.header_len.map_or(data.len(), usize::from);
    if data.iter().skip(len).all(|&byte| byte == 0) {
        data.truncate(len);
    }
    Ok(data)
}

fn number(count: usize, what: &str) -> Result<u16> {
    u16::try_from(count).map_err(|_| {
        Error::misuse(
            Misuse::OutOfRange,
            format!("expected at most 65535 {what}, found {count}"),
        )
    })
}

/// Returns the data of AKCH: the table of offsets, followed by the records (A5).
fn chores(chores: &[Option<Chore>], arrangement: &AkosArrangement) -> Result<Vec<u8>> {
    number(chores.len(), "chores")?;
    let mut records = BTreeMap::new();
    for (number, chore) in (0..=u16::MAX).zip(chores) {
        let Some(chore) = chore else { continue };
        records.insert(
            number,
            chore.write().map_err(|error| {
                Error::misuse(Misuse::Invalid, format!("chore {number}: {error}"))
            })?,
        );
    }
    let (mut bytes, places) = arrange(
        chores.len() * akch::OFFSET_LEN,
        &arrangement.chores,
        &records,
        |_, _| None,
    )?;
    for (number, place) in places {
        let offset = u16::try_from(place).map_err(|_| {
            Error::misuse(
                Misuse::OutOfRange,
                format!("chore {number} begins beyond 64 KiB"),
            )
        })?;
        bytes[usize::from(number) * akch::OFFSET_LEN..][..akch::OFFSET_LEN]
            .copy_from_slice(&offset.to_le_bytes());
    }
    Ok(bytes)
}

/// Returns the data of AKOF, AKCI and AKCD, by tag (A4).
fn cels(draft: &AkosDraft, arrangement: &AkosArrangement) -> Result<BTreeMap<Tag, Vec<u8>>> {
    number(draft.cels.len(), "cels")?;
    let wrong =
        |number: u16, what: String| Error::misuse(Misuse::Invalid, format!("cel {number}: {what}"));
    let mut pixels = BTreeMap::new();
    let mut sizes = BTreeMap::new();
    for (number, cel) in (0..=u16::MAX).zip(&draft.cels) {
        let coded = pixels::kept(draft, cel, arrangement.coded.get(&number))
            .map_err(|what| wrong(number, what))?;
        let (width, height) = pixels::size(cel).map_err(|what| wrong(number, what))?;
        pixels.insert(number, coded);
        sizes.insert(
            number,
            Cel {
                width,
                height,
                rel: cel.rel,
                step: cel.step,
                offset: 0,
            }
            .write(),
        );
    }
    let (pixels, pixels_at) = arrange(0, &arrangement.pixels, &pixels, |_, _| None)?;
    let (sizes, sizes_at) = arrange(0, &arrangement.sizes, &sizes, |_, _| None)?;
    let mut offsets = Vec::with_capacity(draft.cels.len() * CelOffsets::LEN);
    for ((number, pixels), size) in pixels_at.into_iter().zip(sizes_at.into_values()) {
        let pixels = u32::try_from(pixels).map_err(|_| {
            wrong(
                number,
                "the pixels are beyond 4 \
            GiB"
                .into(),
            )
        })?;
        let size =
            u16::try_from(size).map_err(|_| wrong(number, "the size is beyond 64 KiB".into()))?;
        offsets.extend(CelOffsets { pixels, size }.write());
    }
    Ok(BTreeMap::from([
        (AKOF, offsets),
        (Cel::TAG, sizes),
        (AKCD, pixels),
    ]))
}

/// Returns the plain values and arrangement of a block that was parsed to `akos`.
/// [`super::encode_as`] makes a block from them.
///
/// # Errors
/// Returns the errors of [`AkosDraft::from_akos`].
pub fn take_apart(data: &[u8], akos: &Akos) -> Result<(AkosDraft, AkosArrangement)> {
    let draft = AkosDraft::from_akos(akos)?;
    let parts = AkosParts::find(data, akos)?;
    let bytes = |range: Range<usize>| data.get(range).unwrap_or_default().to_vec();
    let mut arrangement = AkosArrangement::default();
    arrangement.chunks.extend(parts.chunks.iter().map(|chunk| {
        if chunk.read {
            ChunkPlan::Known(chunk.tag)
        } else {
            ChunkPlan::Raw(chunk.tag, bytes(chunk.data.clone()))
        }
    }));
    arrangement.tail = bytes(parts.end..parts.len);
    let said = akos.header().cels;
    arrangement.cels_said = Some(said).filter(|&said| usize::from(said) != draft.cels.len());
    let header = parts.data(Akhd::TAG).len() / Akhd::FIELD_LEN * Akhd::FIELD_LEN;
    arrangement.header_len = u16::try_from(header).ok().filter(|_| header < Akhd::LEN);

    let section = |tag: Tag, table: usize, found| {
        let chunk = parts.data(tag);
        order_of_parts(
            data,
            chunk.start.saturating_add(table).min(chunk.end)..chunk.end,
            found,
        )
    };
    arrangement.chores = section(
        AKCH,
        akch::OFFSET_LEN * draft.chores.len(),
        parts.chores.clone(),
    );
    arrangement.sizes = section(Cel::TAG, 0, parts.sizes.clone());
    let coded = parts
        .pixels
        .iter()
        .map(|part| (part.bytes.clone(), part.cels.clone()))
        .collect();
    arrangement.pixels = section(AKCD, 0, coded);
    for part in &parts.pixels {
        for &number in &part.cels {
            let Some(cel) = draft
                .cels
                .get(usize::from(number))
                .filter(|cel| !cel.cel.pixels().is_empty())
            else {
                continue;
            };
            let stored = data.get(part.bytes.clone()).unwrap_or_default();
            // Pixels that the encoder would encode differently are kept unchanged.
            if pixels::code(&draft, cel).map_or(true, |coded| coded != stored) {
                arrangement.coded.insert(number, stored.to_vec());
            }
        }
    }
    for (tag, _) in CHUNKS {
        let known = match plain(tag, &draft, &arrangement)? {
            Some(data) => data.len(),
            None if tag == AKOF => CelOffsets::LEN * draft.cels.len(),
            None => continue,
        };
        let there = parts.data(tag);
        let more = bytes(there.start.saturating_add(known).min(there.end)..there.end);
        if !more.is_empty() {
            arrangement.behind.insert(tag, more);
        }
    }
    Ok((draft, arrangement))
}
