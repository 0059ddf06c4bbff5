//! The source of a COST.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;
use scumm_costume::edit::akos::akch::mode;
use scumm_costume::edit::cost::{Cost, Record, Sequence};
use scumm_costume::edit::encode::PlacedPart;
use scumm_costume::edit::encode::cost::{Arrangement, Draft, DraftPicture, PartName, take_apart};
use scumm_room::Palette;

use super::cels::CelColours;
use super::{SourceFiles, head, numbers};
use crate::build::reference::{self, StreamRange};
use crate::build::{order, stream};
use crate::costume_input::Loaded;
use crate::directions::FOUR;

/// Takes a COST apart.
pub fn source(cost: &Cost, loaded: &Loaded, screen: &Palette) -> Result<SourceFiles> {
    let (draft, arrangement) = take_apart(cost)?;
    let mut source = SourceFiles { text: head("cost", &loaded.dialect), ..SourceFiles::default() };
    let colours = if draft.palette.len() == 32 { 32 } else { 16 };
    let mut lines = format!("colours = {colours}\npalette = {}\n", numbers(&draft.palette));
    for (key, on) in [("keep_west", draft.keeps_west), ("redirects", draft.redirects)] {
        if on {
            let _ = writeln!(lines, "{key} = true");
        }
    }
    let _ = writeln!(lines, "animations = {}", draft.records.len());
    let shown = CelColours::of(loaded, screen);
    lines.push_str(&shown.text(draft.limbs.iter().flatten().flatten().map(|picture| &*picture.cel)));
    let labels = labels(&draft);
    let _ = write!(lines, "\n# Numbers are pictures of whichever limb plays them.\ncommands = '''\n");
    lines.push_str(&stream::write(&draft.commands, &labels));
    lines.push_str("'''\n");
    source.text.push_str(&lines);
    limbs(&mut source, &draft, &arrangement, &shown)?;
    animations(&mut source.text, &draft, &labels);
    layout(&mut source, &arrangement);
    Ok(source)
}

/// Where sequences begin and end.
fn labels(draft: &Draft) -> BTreeSet<u32> {
    let entries = draft.records.iter().flatten().flat_map(|record| &record.entries);
    let places = entries.filter_map(|entry| entry.sequence).flat_map(|s| [u32::from(s.start), u32::from(s.end())]);
    places.filter(|&place| usize::try_from(place).is_ok_and(|place| place < draft.commands.len())).collect()
}

/// The limbs with their pictures. A picture that has several names is written under the first.
fn limbs(source: &mut SourceFiles, draft: &Draft, arrangement: &Arrangement, colours: &CelColours) -> Result<()> {
    let mut owners: BTreeMap<(u8, u8), (u8, u8)> = BTreeMap::new();
    for placed in &arrangement.order {
        let PlacedPart::Part { names, .. } = placed else { continue };
        let mut pictures = names.iter().filter_map(|name| match name {
            PartName::Picture(limb, code) => Some((*limb, *code)),
            _ => None,
        });
        if let Some(owner) = pictures.next() {
            owners.extend(pictures.map(|name| (name, owner)));
        }
    }
    let used: BTreeSet<u8> =
        draft.records.iter().flatten().flat_map(|record| record.entries.iter().map(|entry| entry.limb)).collect();
    for (limb, pictures) in (0u8..).zip(&draft.limbs) {
        if pictures.is_empty() && !used.contains(&limb) {
            continue;
        }
        let _ = write!(source.text, "\n[[limb]]\nname = \"limb{limb}\"\nnumber = {limb}\n");
        if pictures.is_empty() {
            continue;
        }
        source.text.push_str("cels = [\n");
        for (code, picture) in (0u8..).zip(pictures) {
            let name = (limb, code);
            let fields = match (picture, owners.get(&name)) {
                (None, _) => format!("offset = {}", arrangement.loose.get(&name).copied().unwrap_or(0)),
                (Some(_), Some((l, c))) => format!("same = \"{l}:{c}\""),
                (Some(picture), None) => cel(source, name, picture, arrangement, colours)?,
            };
            let _ = writeln!(source.text, "  {{ {fields} }}, # c{code}");
        }
        source.text.push_str("]\n");
    }
    Ok(())
}

fn cel(
    source: &mut SourceFiles,
    name: (u8, u8),
    picture: &DraftPicture,
    arrangement: &Arrangement,
    colours: &CelColours,
) -> Result<String> {
    let stem = format!("cels/{:02}-{:03}", name.0, name.1);
    let surface = &*picture.cel;
    let mut fields = match surface.pixels().is_empty() {
        true => format!("size = [{}, {}]", surface.width(), surface.height()),
        false => format!("file = \"{}\"", source.add(format!("{stem}.png"), colours.png(surface, Some(0))?)),
    };
    if let Some((limb, code)) = arrangement.borrows.get(&name) {
        let _ = write!(fields, ", borrows = \"{limb}:{code}\"");
    }
    let _ = write!(fields, ", rel = [{}, {}]", picture.rel.x, picture.rel.y);
    if picture.step != glam::I16Vec2::ZERO {
        let _ = write!(fields, ", move = [{}, {}]", picture.step.x, picture.step.y);
    }
    if let Some(coded) = arrangement.coded.get(&name) {
        let file = source.add(format!("{stem}.bin"), coded.clone());
        let _ = write!(fields, ", coded = \"{file}\"");
    }
    Ok(fields)
}

fn animations(text: &mut String, draft: &Draft, labels: &BTreeSet<u32>) {
    let sequence = |sequence: Option<Sequence>| match sequence {
        None => "off".to_owned(),
        Some(Sequence { start, extra, loops }) => {
            let mode = if loops { mode::LOOP } else { mode::RUN };
            let part = StreamRange { start, length: extra.into(), mode };
            reference::write(part, |position| labels.contains(&position))
        }
    };
    for (chore, records) in draft.records.chunks(FOUR.len()).enumerate() {
        if records.iter().all(Option::is_none) {
            continue;
        }
        let _ = write!(text, "\n[[anim]]\nchore = {chore}\n");
        for (direction, record) in FOUR.iter().zip(records) {
            let Some(Record { entries }) = record else { continue };
            let east = records.get(1).and_then(Option::as_ref);
            if *direction == "west" && east.is_some_and(|east| east.entries == *entries) {
                text.push_str("west = \"east\"\n");
                continue;
            }
            let limbs: Vec<String> =
                entries.iter().map(|e| format!("limb{} = \"{}\"", e.limb, sequence(e.sequence))).collect();
            let _ = writeln!(text, "{direction} = {{ {} }}", limbs.join(", "));
        }
    }
}

fn layout(source: &mut SourceFiles, arrangement: &Arrangement) {
    let mut gaps = Vec::new();
    let order = order::write(&arrangement.order, &mut gaps);
    let _ = write!(
        source.text,
        "\n# How the original was laid out; without it everything goes where `build` puts it.\n[layout]\n"
    );
    let _ = write!(source.text, "order = '''\n{order}\n'''\n");
    if !gaps.is_empty() {
        let file = source.add("gaps.bin".to_owned(), gaps);
        let _ = writeln!(source.text, "gaps = \"{file}\"");
    }
    if arrangement.counts {
        source.text.push_str("counts = true\n");
    }
    if !arrangement.lead.is_empty() {
        let _ = writeln!(source.text, "lead = {}", numbers(&arrangement.lead));
    }
    if !arrangement.outside.is_empty() {
        let outside: Vec<String> =
            arrangement.outside.iter().map(|(limb, offset)| format!("{limb} = {offset}")).collect();
        let _ = writeln!(source.text, "outside = {{ {} }}", outside.join(", "));
    }
}
