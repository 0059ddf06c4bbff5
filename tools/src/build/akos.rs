//! Reads the source of an AKOS, in the form that `disassemble` writes.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use scumm_costume::edit::akos::{
    AkosArrangement, AkosDraft, ChunkPlan, DraftCel, JumpTable, assemble_labelled, mode,
};
use scumm_costume::edit::codec::{BOMP_TRANSPARENT, MAJMIN_TRANSPARENT};
use scumm_costume::edit::words;
use scumm_costume::{Akhd, Chore, ChoreLimb, Codec};
use scumm_room::{Dialect, Tag};

use super::colours::{ColourNumbers, TRANSPARENT};
use super::companions::CompanionFiles;
use super::notation::{self, Labels, StreamRange, position};
use super::text::{AkosText, CelText, CostumeFile, LayoutText};
use crate::chores::{EIGHT_DIRECTIONS, FOUR_DIRECTIONS};

/// Returns the draft and the layout that a source describes.
///
/// # Errors
/// Returns an error if the source, or a file that it names, is invalid.
pub fn read(
    file: &CostumeFile,
    beside: &CompanionFiles,
    dialect: &Dialect,
) -> Result<(AkosDraft, AkosArrangement)> {
    let text = file
        .akos
        .as_ref()
        .context("the source of an AKOS needs a table [akos]")?;
    let (sequence, labels) =
        assemble_labelled(file.commands.as_deref().unwrap_or_default(), dialect)?;
    let labels: Labels = labels
        .into_iter()
        .map(|(name, at)| Ok((name, u32::try_from(at)?)))
        .collect::<Result<_>>()?;
    let find = |name: &String| {
        position(name, &labels).with_context(|| format!("there is no label `{name}`"))
    };
    let word = |name: &String| -> Result<u16> {
        u16::try_from(find(name)?)
            .with_context(|| format!("label `{name}` is at a position above 65535"))
    };
    let jump_part = |(start, offset, count): &(String, u16, u16)| {
        Ok(JumpTable {
            start: word(start)?,
            offset: *offset,
            count: *count,
        })
    };
    let condition_part = |(start, offset): &(String, u32)| Ok((find(start)?, *offset));
    let mut draft = AkosDraft {
        version: text.version.unwrap_or(1),
        flags: flags(text, file),
        layers: text.layers.unwrap_or(16),
        codec: Codec::from_number(text.codec),
        palette: file.palette.clone(),
        colours: text.rgb.clone(),
        sequence,
        jump_table: text.jump_table.iter().map(word).collect::<Result<_>>()?,
        jump_parts: text
            .jump_parts
            .iter()
            .map(jump_part)
            .collect::<Result<_>>()?,
        condition_words: text.conditions.clone(),
        condition_parts: text
            .condition_parts
            .iter()
            .map(condition_part)
            .collect::<Result<_>>()?,
        aux: beside.optional(text.aux.as_ref())?,
        ..AkosDraft::default()
    };
    let mut arrangement = arrangement(&file.layout, beside)?;
    let numbers =
        ColourNumbers::new(&file.png_colours, beside)?.with_room_file(file.room_colours.as_ref());
    for (number, cel) in file.cels.iter().enumerate() {
        let number = u16::try_from(number).context("expected at most 65536 cels, found more")?;
        if let Some(coded) = &cel.coded {
            arrangement.coded.insert(number, beside.bytes(coded)?);
        }
        draft
            .cels
            .push(read_cel(cel, draft.codec, &numbers).with_context(|| format!("cel {number}"))?);
    }
    draft.chores = chores(
        file,
        text.eight_directions && dialect.has_eight_directions(),
        &labels,
    )?;
    Ok((draft, arrangement))
}

fn flags(text: &AkosText, file: &CostumeFile) -> u16 {
    let bit = |on: bool, bit: u16| if on { bit } else { 0 };
    text.flags.unwrap_or(0)
        | bit(file.keep_west, Akhd::NO_MIRROR)
        | bit(text.eight_directions, Akhd::EIGHT_DIRECTIONS)
}

/// Returns the colour index that stands for transparent pixels in a cel's picture (A53). It is 0
/// for codecs that do not define another one.
fn transparent(codec: Codec, text: &CelText) -> u8 {
    match codec {
        Codec::Bomp => BOMP_TRANSPARENT,
        Codec::Majmin => MAJMIN_TRANSPARENT,
        Codec::Trle => text.gap.unwrap_or(TRANSPARENT),
        Codec::Rle | Codec::Unknown(_) => TRANSPARENT,
    }
}

fn read_cel(text: &CelText, codec: Codec, numbers: &ColourNumbers<'_>) -> Result<DraftCel> {
    let mut surface = numbers.cel(text, transparent(codec, text))?;
    let mut gaps = Vec::new();
    if codec == Codec::Trle && !surface.pixels().is_empty() {
        let gap = |is_gap: bool| if is_gap { 0xff } else { 0 };
        gaps = match &text.gaps {
            Some(name) => numbers
                .beside
                .picture(name)?
                .pixels()
                .iter()
                .map(|&pixel| gap(pixel != 0))
                .collect(),
            None => surface
                .pixels()
                .iter()
                .map(|&pixel| gap(Some(pixel) == text.gap))
                .collect(),
        };
        // Pixels that are gaps have no colour of their own and become 0.
        surface
            .pixels_mut()
            .iter_mut()
            .zip(&gaps)
            .filter(|(_, gap)| **gap != 0)
            .for_each(|(pixel, _)| *pixel = 0);
    }
    Ok(DraftCel {
        rel: text.rel.unwrap_or_default().into(),
        step: text.shift.unwrap_or_default().into(),
        cel: Arc::new(surface),
        gaps,
    })
}

fn chores(file: &CostumeFile, eight: bool, labels: &Labels) -> Result<Vec<Option<Chore>>> {
    let directions: &[&str] = if eight {
        &EIGHT_DIRECTIONS
    } else {
        &FOUR_DIRECTIONS
    };
    let mut found = file.animations(directions, |limbs| chore(limbs, labels))?;
    // The directions between the main four are an error in a costume with four directions.
    for (anim, other) in file
        .anim
        .iter()
        .flat_map(|anim| EIGHT_DIRECTIONS.map(|direction| (anim, direction)))
    {
        if !directions.contains(&other) && anim.direction(other)?.is_some() {
            bail!(
                "chore {}: the direction {other} needs `eight_directions`",
                anim.chore
            );
        }
    }
    let count = found
        .keys()
        .max()
        .map_or(0, |last| last + 1)
        .max(file.animations.unwrap_or(0));
    if count > usize::from(u16::MAX) {
        bail!("expected at most 65535 chores, found {count}");
    }
    Ok((0..count).map(|number| found.remove(&number)).collect())
}

fn chore(limbs: &BTreeMap<String, String>, labels: &Labels) -> Result<Chore> {
    let mut chore = Chore::default();
    for (name, text) in limbs {
        let limb = name
            .strip_prefix("limb")
            .and_then(|number| number.parse().ok())
            .filter(|&limb: &u8| limb < 16);
        let limb = limb.with_context(|| format!("`{name}`: expected limb0 to limb15"))?;
        let text = text.trim();
        let bare = words::mode_of(text).filter(|mode| mode::is_bare(*mode));
        let StreamRange {
            start,
            length,
            mode,
        } = match (bare, text.strip_prefix('@')) {
            (Some(mode), _) => StreamRange {
                start: 0,
                length: 0,
                mode,
            },
            (None, Some(place)) => {
                notation::parse_reference(place, labels).with_context(|| name.clone())?
            }
            (None, None) => {
                bail!("{name}: expected `@label`, `off`, `hide` or `show`, found `{text}`")
            }
        };
        chore.limbs.push(ChoreLimb {
            limb,
            mode,
            start,
            length,
        });
    }
    chore.limbs.sort_by_key(|limb| limb.limb);
    Ok(chore)
}

/// Parses a chunk tag of four characters.
fn tag(text: &str) -> Result<Tag> {
    let letters = <[u8; 4]>::try_from(text.as_bytes()).ok();
    // A tag that is not text is written as a hexadecimal number.
    let number = || {
        text.strip_prefix("0x")
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
            .map(u32::to_be_bytes)
    };
    letters
        .or_else(number)
        .map(Tag)
        .with_context(|| format!("expected a chunk tag, found `{text}`"))
}

fn arrangement(layout: &LayoutText, beside: &CompanionFiles) -> Result<AkosArrangement> {
    let gaps = beside.optional(layout.gaps.as_ref())?;
    let mut gaps = gaps.as_slice();
    let mut chunks = Vec::new();
    for text in &layout.chunks {
        chunks.push(match text.split_once(' ') {
            None => ChunkPlan::Known(tag(text)?),
            Some((name, file)) => ChunkPlan::Raw(tag(name)?, beside.bytes(file)?),
        });
    }
    let behind = layout
        .behind
        .iter()
        .map(|(name, file)| Ok((tag(name)?, beside.bytes(file)?)));
    Ok(AkosArrangement {
        chunks,
        tail: beside.optional(layout.tail.as_ref())?,
        chores: notation::read_order(&layout.chores, &mut gaps)?,
        sizes: notation::read_order(&layout.sizes, &mut gaps)?,
        pixels: notation::read_order(&layout.pixels, &mut gaps)?,
        coded: BTreeMap::new(),
        behind: behind.collect::<Result<_>>()?,
        cels_said: layout.cels_said,
        header_len: layout.header_len,
    })
}
