//! Writes the source of an AKOS.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use anyhow::Result;
use scumm_costume::edit::akos::{
    AkosArrangement, AkosDraft, ChunkPlan, DraftCel, JumpTable, mode, take_apart,
};
use scumm_costume::edit::codec::{BOMP_TRANSPARENT, MAJMIN_TRANSPARENT};
use scumm_costume::edit::words;
use scumm_costume::{Akhd, Akos, Chore, ChoreLimb, Codec};
use scumm_room::{Surface, Tag};

use super::{SourceFiles, animations};
use crate::build::notation::{self, StreamRange, label};
use crate::build::text::{AkosText, CelText, CostumeFile, CostumeKind, LayoutText};
use crate::chores::{EIGHT_DIRECTIONS, FOUR_DIRECTIONS};
use crate::costume_input::LoadedCostume;

/// Disassembles an AKOS.
pub fn source(
    akos: &Akos,
    loaded: &LoadedCostume,
    source: &mut SourceFiles,
    separate: bool,
) -> Result<CostumeFile> {
    let (draft, arrangement) = take_apart(&loaded.data, akos)?;
    // Limbs play ranges of the stream. The last position of each range gets a label, too.
    let played = draft.chores.iter().flatten().flat_map(|chore| &chore.limbs);
    let ends = played.filter(|limb| matches!(limb.mode, mode::LOOP | mode::RUN));
    let ends = ends.filter_map(|limb| limb.start.checked_add(limb.length).map(u32::from));
    let listing = akos.disassemble_with(ends);
    let labels: BTreeSet<u32> = listing
        .lines
        .iter()
        .filter(|line| line.labelled)
        .map(|line| line.position)
        .collect();
    let mut cels = Vec::new();
    let mut known = KnownCels::new();
    for (number, cel) in (0u16..).zip(&draft.cels) {
        let stem = format!("cels/{number:04}");
        if separate {
            known.clear();
        }
        let text = match known.entry((&*cel.cel, &cel.gaps)) {
            Entry::Occupied(text) => text.get().clone(),
            Entry::Vacant(place) => place
                .insert(picture(source, &stem, cel, draft.codec)?)
                .clone(),
        };
        cels.push(source.placed(
            text,
            &stem,
            (cel.rel, cel.step),
            arrangement.coded.get(&number),
        ));
    }
    let limbs = |chore: &Chore| {
        chore
            .limbs
            .iter()
            .map(|limb| (format!("limb{}", limb.limb), how(limb, &labels)))
            .collect()
    };
    let chores: Vec<_> = draft
        .chores
        .iter()
        .map(|found| found.as_ref().map(limbs))
        .collect();
    let eight = draft.flags & Akhd::EIGHT_DIRECTIONS != 0 && loaded.dialect.has_eight_directions();
    Ok(CostumeFile {
        kind: CostumeKind::Akos,
        palette: draft.palette.clone(),
        keep_west: draft.flags & Akhd::NO_MIRROR != 0,
        animations: Some(draft.chores.len()),
        png_colours: source.colours.texts(draft.cels.iter().map(|cel| &*cel.cel)),
        commands: Some(listing.to_string()),
        cels,
        akos: Some(own_part(source, &draft, &labels)),
        anim: animations(
            if eight {
                &EIGHT_DIRECTIONS
            } else {
                &FOUR_DIRECTIONS
            },
            &chores,
        ),
        layout: layout(source, &arrangement),
        ..CostumeFile::default()
    })
}

/// The keys of cels that were already written, by the pixels and gaps of the cel. Cels with equal
/// pixels and gaps share one PNG.
type KnownCels<'d> = HashMap<(&'d Surface, &'d [u8]), CelText>;

/// Adds the PNG of a cel. Returns the keys of the cel, including those for its gaps.
fn picture(source: &mut SourceFiles, stem: &str, cel: &DraftCel, codec: Codec) -> Result<CelText> {
    let surface = &*cel.cel;
    let transparent = match codec {
        Codec::Rle => Some(0),
        Codec::Bomp => Some(BOMP_TRANSPARENT),
        Codec::Majmin => Some(MAJMIN_TRANSPARENT),
        Codec::Trle | Codec::Unknown(_) => None,
    };
    if codec != Codec::Trle || surface.pixels().is_empty() {
        return source.cel(stem, surface, transparent);
    }
    let shown = surface
        .pixels()
        .iter()
        .zip(&cel.gaps)
        .filter(|(_, gap)| **gap == 0)
        .map(|(pixel, _)| *pixel);
    let used: BTreeSet<u8> = shown.collect();
    match (0..=255).rev().find(|colour| !used.contains(colour)) {
        Some(free) => {
            let pixels = surface
                .pixels()
                .iter()
                .zip(&cel.gaps)
                .map(|(&pixel, &gap)| if gap == 0 { pixel } else { free });
            let filled = Surface::from_pixels(surface.width(), surface.height(), pixels);
            Ok(CelText {
                gap: Some(free),
                ..source.cel(stem, &filled, Some(free))?
            })
        }
        None => {
            let gaps =
                Surface::from_pixels(surface.width(), surface.height(), cel.gaps.iter().copied());
            let gaps = Some(source.add_png(format!("{stem}-gaps.png"), &gaps, None)?);
            Ok(CelText {
                gaps,
                ..source.cel(stem, surface, None)?
            })
        }
    }
}

/// Returns the parts that only an AKOS has.
fn own_part(source: &mut SourceFiles, draft: &AkosDraft, labels: &BTreeSet<u32>) -> AkosText {
    let place = |position: u32| {
        if labels.contains(&position) {
            label(position)
        } else {
            position.to_string()
        }
    };
    let other = |value: u16, usual: u16| Some(value).filter(|&value| value != usual);
    let jump_part = |part: &JumpTable| (place(part.start.into()), part.offset, part.count);
    AkosText {
        codec: draft.codec.number(),
        eight_directions: draft.flags & Akhd::EIGHT_DIRECTIONS != 0,
        flags: other(draft.flags & !(Akhd::EIGHT_DIRECTIONS | Akhd::NO_MIRROR), 0),
        version: other(draft.version, 1),
        layers: other(draft.layers, 16),
        rgb: draft.colours.clone(),
        jump_table: draft
            .jump_table
            .iter()
            .map(|&word| place(word.into()))
            .collect(),
        jump_parts: draft.jump_parts.iter().map(jump_part).collect(),
        conditions: draft.condition_words.clone(),
        condition_parts: draft
            .condition_parts
            .iter()
            .map(|&(start, offset)| (place(start), offset))
            .collect(),
        aux: source.named("akax.bin", draft.aux.clone()),
    }
}

/// Formats the action of a limb in a chore.
fn how(limb: &ChoreLimb, labels: &BTreeSet<u32>) -> String {
    let &ChoreLimb {
        start,
        length,
        mode,
        ..
    } = limb;
    if mode::is_bare(mode) {
        words::mode_word(mode).unwrap_or_default().to_owned()
    } else {
        notation::write_reference(
            StreamRange {
                start,
                length,
                mode,
            },
            |position| labels.contains(&position),
        )
    }
}

/// Formats a chunk tag as text.
fn tag(tag: Tag) -> String {
    match std::str::from_utf8(&tag.0) {
        Ok(letters) if letters.bytes().all(|byte| byte.is_ascii_alphanumeric()) => {
            letters.to_owned()
        }
        _ => format!("{:#010x}", u32::from_be_bytes(tag.0)),
    }
}

fn layout(source: &mut SourceFiles, arrangement: &AkosArrangement) -> LayoutText {
    let chunk = |(number, plan): (usize, &ChunkPlan)| match plan {
        ChunkPlan::Known(known) => tag(*known),
        ChunkPlan::Raw(raw, data) => {
            format!(
                "{0} {1}",
                tag(*raw),
                source.add(
                    format!("chunks/{number:02}-{}.bin", tag(*raw)),
                    data.clone()
                )
            )
        }
    };
    let chunks = arrangement.chunks.iter().enumerate().map(chunk).collect();
    let mut gaps = Vec::new();
    let [chores, sizes, pixels] = [&arrangement.chores, &arrangement.sizes, &arrangement.pixels]
        .map(|order| notation::write_order(order, &mut gaps));
    let behind = arrangement.behind.iter().map(|(known, bytes)| {
        let known = tag(*known);
        let file = source.add(format!("chunks/behind-{known}.bin"), bytes.clone());
        (known, file)
    });
    let behind = behind.collect();
    LayoutText {
        chunks,
        chores,
        sizes,
        pixels,
        gaps: source.named("gaps.bin", gaps),
        behind,
        tail: source.named("chunks/tail.bin", arrangement.tail.clone()),
        cels_said: arrangement.cels_said,
        header_len: arrangement.header_len,
        ..LayoutText::default()
    }
}
