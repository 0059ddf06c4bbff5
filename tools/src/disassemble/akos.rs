//! The source of an AKOS.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use anyhow::Result;
use scumm_costume::Akos;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::akos::{AkosArrangement, AkosDraft, ChunkPlan, DraftCel, take_apart};
use scumm_costume::edit::codec::{BOMP_TRANSPARENT, MAJMIN_TRANSPARENT};
use scumm_costume::edit::words;
use scumm_costume::{Akhd, Codec};
use scumm_costume::{Chore, ChoreLimb};
use scumm_room::{Palette, Surface, Tag};

use super::{LAYOUT, SourceFiles, limbs, numbers};
use crate::build::order;
use crate::build::reference::{self, StreamRange};
use crate::build::stream::label;
use crate::costume_input::Loaded;
use crate::directions::{EIGHT, FOUR};

/// Takes an AKOS apart.
pub fn source(akos: &Akos, loaded: &Loaded, screen: &Palette, separate: bool) -> Result<SourceFiles> {
    let (draft, arrangement) = take_apart(&loaded.data, akos)?;
    let mut source = SourceFiles::begin("akos", loaded, screen);
    let text = &mut source.text;
    let _ = writeln!(text, "palette = {}", numbers(&draft.palette));
    if draft.flags & Akhd::NO_MIRROR != 0 {
        text.push_str("keep_west = true\n");
    }
    let _ = writeln!(text, "animations = {}", draft.chores.len());
    text.push_str(&source.colours.text(draft.cels.iter().map(|cel| &*cel.cel)));

    // Labels at the last positions of what plays from one to another, too.
    let played = draft.chores.iter().flatten().flat_map(|chore| &chore.limbs);
    let ends = played.filter(|limb| matches!(limb.mode, mode::LOOP | mode::RUN));
    let ends = ends.filter_map(|limb| limb.start.checked_add(limb.length).map(u32::from));
    let listing = akos.disassemble_with(ends);
    let labels: BTreeSet<u32> = listing.lines.iter().filter(|line| line.labelled).map(|line| line.position).collect();
    let _ = write!(text, "\ncommands = '''\n{listing}'''\n");

    let mut cels = String::new();
    let mut known = KnownCels::new();
    for (number, cel) in (0u16..).zip(&draft.cels) {
        let stem = format!("cels/{number:04}");
        if separate {
            known.clear();
        }
        let (fields, owner) = self::cel(&mut source, &stem, number, cel, draft.codec, &mut known)?;
        let shared =
            if owner == number { String::new() } else { format!(", the PNG of {owner}: a change is one of both") };
        let end = source.cel_end(&stem, cel.rel, cel.step, arrangement.coded.get(&number));
        let _ = writeln!(cels, "  {{ {fields}{end} }}, # {number}{shared}");
    }
    let _ = write!(source.text, "\ncels = [\n{cels}]\n");
    own_part(&mut source, &draft, &labels);
    let chore = |chore: &Chore| limbs(chore.limbs.iter().map(|limb| (limb.limb, how(limb, &labels))));
    let chores: Vec<Option<String>> = draft.chores.iter().map(|found| found.as_ref().map(chore)).collect();
    let eight = draft.flags & Akhd::EIGHT_DIRECTIONS != 0 && loaded.dialect.has_eight_directions();
    source.add_animations(if eight { &EIGHT } else { &FOUR }, &chores);
    layout(&mut source, &arrangement);
    Ok(source)
}

/// What the text says of pixels and the cel that has them first, by the pixels and their gaps.
type KnownCels<'d> = HashMap<(&'d Surface, &'d [u8]), (String, u16)>;

/// What the text says of a cel's pixels, and the cel whose PNG it is. Equal ones are written once.
fn cel<'d>(
    source: &mut SourceFiles,
    stem: &str,
    number: u16,
    cel: &'d DraftCel,
    codec: Codec,
    known: &mut KnownCels<'d>,
) -> Result<(String, u16)> {
    let surface = &*cel.cel;
    if surface.pixels().is_empty() {
        return Ok((format!("size = [{}, {}]", surface.width(), surface.height()), number));
    }
    Ok(match known.entry((surface, &cel.gaps)) {
        Entry::Occupied(fields) => fields.get().clone(),
        Entry::Vacant(place) => place.insert((picture(source, stem, cel, codec)?, number)).clone(),
    })
}

/// The PNG of a cel, and what has to be said of its gaps.
fn picture(source: &mut SourceFiles, stem: &str, cel: &DraftCel, codec: Codec) -> Result<String> {
    let surface = &*cel.cel;
    let transparent = match codec {
        Codec::Rle => Some(0),
        Codec::Bomp => Some(BOMP_TRANSPARENT),
        Codec::Majmin => Some(MAJMIN_TRANSPARENT),
        Codec::Trle | Codec::Unknown(_) => None,
    };
    if codec != Codec::Trle {
        return Ok(format!("file = \"{}\"", source.add_png(format!("{stem}.png"), surface, transparent)?));
    }
    let shown = surface.pixels().iter().zip(&cel.gaps).filter(|(_, gap)| **gap == 0).map(|(pixel, _)| *pixel);
    let used: BTreeSet<u8> = shown.collect();
    match (0..=255).rev().find(|colour| !used.contains(colour)) {
        Some(free) => {
            let pixels =
                surface.pixels().iter().zip(&cel.gaps).map(|(&pixel, &gap)| if gap == 0 { pixel } else { free });
            let filled = Surface::from_pixels(surface.width(), surface.height(), pixels);
            let file = source.add_png(format!("{stem}.png"), &filled, Some(free))?;
            Ok(format!("file = \"{file}\", gap = {free}"))
        }
        None => {
            let file = source.add_png(format!("{stem}.png"), surface, None)?;
            let gaps = Surface::from_pixels(surface.width(), surface.height(), cel.gaps.iter().copied());
            let gaps = source.add_png(format!("{stem}-gaps.png"), &gaps, None)?;
            Ok(format!("file = \"{file}\", gaps = \"{gaps}\""))
        }
    }
}

/// What an AKOS has besides.
fn own_part(source: &mut SourceFiles, draft: &AkosDraft, labels: &BTreeSet<u32>) {
    let place = |position: u32| match labels.contains(&position) {
        true => label(position),
        false => position.to_string(),
    };
    let text = &mut source.text;
    let _ = write!(text, "\n[akos]\ncodec = {}\n", draft.codec.number());
    if draft.flags & Akhd::EIGHT_DIRECTIONS != 0 {
        text.push_str("eight_directions = true\n");
    }
    let others = draft.flags & !(Akhd::EIGHT_DIRECTIONS | Akhd::NO_MIRROR);
    for (key, value, usual) in [("flags", others, 0), ("version", draft.version, 1), ("layers", draft.layers, 16)] {
        if value != usual {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    source.add_list("rgb", draft.colours.iter().map(|rgb| format!("{rgb:?}")));
    source.add_list("jump_table", draft.jump_table.iter().map(|&word| format!("\"{}\"", place(word.into()))));
    let parts = draft.jump_parts.iter();
    let parts = parts.map(|part| format!("[\"{}\", {}, {}]", place(part.start.into()), part.offset, part.count));
    source.add_list("jump_parts", parts);
    source.add_list("conditions", draft.condition_words.iter().map(|word| format!("{word:#010x}")));
    let parts = draft.condition_parts.iter().map(|&(start, offset)| format!("[\"{}\", {offset}]", place(start)));
    source.add_list("condition_parts", parts);
    source.add_named("aux", "akax.bin", draft.aux.clone());
}

/// What a limb does in a chore.
fn how(limb: &ChoreLimb, labels: &BTreeSet<u32>) -> String {
    let &ChoreLimb { start, length, mode, .. } = limb;
    match mode::is_bare(mode) {
        true => words::mode_word(mode).unwrap_or_default().to_owned(),
        false => reference::write(StreamRange { start, length, mode }, |position| labels.contains(&position)),
    }
}

/// A tag as text.
fn tag(tag: Tag) -> String {
    match std::str::from_utf8(&tag.0) {
        Ok(letters) if letters.bytes().all(|byte| byte.is_ascii_alphanumeric()) => letters.to_owned(),
        _ => format!("{:#010x}", u32::from_be_bytes(tag.0)),
    }
}

fn layout(source: &mut SourceFiles, arrangement: &AkosArrangement) {
    let mut chunks = Vec::new();
    for (number, plan) in arrangement.chunks.iter().enumerate() {
        chunks.push(match plan {
            ChunkPlan::Known(known) => format!("\"{}\"", tag(*known)),
            ChunkPlan::Raw(raw, data) => {
                let file = source.add(format!("chunks/{number:02}-{}.bin", tag(*raw)), data.clone());
                format!("\"{} {file}\"", tag(*raw))
            }
        });
    }
    let _ = writeln!(source.text, "{LAYOUT}chunks = [{}]", chunks.join(", "));
    let mut gaps = Vec::new();
    let sections = [("chores", &arrangement.chores), ("sizes", &arrangement.sizes), ("pixels", &arrangement.pixels)];
    for (key, order) in sections {
        let _ = write!(source.text, "{key} = '''\n{}\n'''\n", order::write(order, &mut gaps));
    }
    source.add_named("gaps", "gaps.bin", gaps);
    let mut behind = Vec::new();
    for (known, bytes) in &arrangement.behind {
        let file = source.add(format!("chunks/behind-{}.bin", tag(*known)), bytes.clone());
        behind.push(format!("{} = \"{file}\"", tag(*known)));
    }
    if !behind.is_empty() {
        let _ = writeln!(source.text, "behind = {{ {} }}", behind.join(", "));
    }
    source.add_named("tail", "chunks/tail.bin", arrangement.tail.clone());
    for (key, value) in [("cels_said", arrangement.cels_said), ("header_len", arrangement.header_len)] {
        if let Some(value) = value {
            let _ = writeln!(source.text, "{key} = {value}");
        }
    }
}
