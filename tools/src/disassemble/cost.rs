//! The source of a COST.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;
use scumm_costume::edit::PlacedPart;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::cost::{Arrangement, Draft, DraftPicture, PartName, take_apart};
use scumm_costume::{Cost, Record, Sequence};
use scumm_room::Palette;

use super::{LAYOUT, SourceFiles, limbs, numbers};
use crate::build::reference::{self, StreamRange};
use crate::build::{order, stream};
use crate::costume_input::Loaded;
use crate::directions::FOUR;

/// Takes a COST apart.
pub fn source(cost: &Cost, loaded: &Loaded, screen: &Palette) -> Result<SourceFiles> {
    let (draft, arrangement) = take_apart(cost)?;
    let mut source = SourceFiles::begin("cost", loaded, screen);
    let colours = if draft.palette.len() == 32 { 32 } else { 16 };
    let text = &mut source.text;
    let _ = write!(text, "colours = {colours}\npalette = {}\n", numbers(&draft.palette));
    for (key, on) in [("keep_west", draft.keeps_west), ("redirects", draft.redirects)] {
        if on {
            let _ = writeln!(text, "{key} = true");
        }
    }
    let _ = writeln!(text, "animations = {}", draft.records.len());
    text.push_str(&source.colours.text(draft.limbs.iter().flatten().flatten().map(|picture| &*picture.cel)));
    let labels = labels(&draft);
    let commands = stream::write(&draft.commands, &labels);
    let _ = write!(text, "\n# Numbers are pictures of whichever limb plays them.\ncommands = '''\n{commands}'''\n");
    pictures(&mut source, &draft, &arrangement)?;
    animations(&mut source, &draft, &labels);
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
fn pictures(source: &mut SourceFiles, draft: &Draft, arrangement: &Arrangement) -> Result<()> {
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
                (Some(picture), None) => cel(source, name, picture, arrangement)?,
            };
            let _ = writeln!(source.text, "  {{ {fields} }}, # c{code}");
        }
        source.text.push_str("]\n");
    }
    Ok(())
}

fn cel(source: &mut SourceFiles, name: (u8, u8), picture: &DraftPicture, arrangement: &Arrangement) -> Result<String> {
    let stem = format!("cels/{:02}-{:03}", name.0, name.1);
    let surface = &*picture.cel;
    let mut fields = match surface.pixels().is_empty() {
        true => format!("size = [{}, {}]", surface.width(), surface.height()),
        false => format!("file = \"{}\"", source.add_png(format!("{stem}.png"), surface, Some(0))?),
    };
    if let Some((limb, code)) = arrangement.borrows.get(&name) {
        let _ = write!(fields, ", borrows = \"{limb}:{code}\"");
    }
    Ok(fields + &source.cel_end(&stem, picture.rel, picture.step, arrangement.coded.get(&name)))
}

fn animations(source: &mut SourceFiles, draft: &Draft, labels: &BTreeSet<u32>) {
    let sequence = |sequence: Option<Sequence>| match sequence {
        None => "off".to_owned(),
        Some(Sequence { start, extra, loops }) => {
            let mode = if loops { mode::LOOP } else { mode::RUN };
            let part = StreamRange { start, length: extra.into(), mode };
            reference::write(part, |position| labels.contains(&position))
        }
    };
    let animation = |record: &Record| limbs(record.entries.iter().map(|entry| (entry.limb, sequence(entry.sequence))));
    let records = draft.records.iter().map(|record| record.as_ref().map(animation));
    let mut animations: Vec<Option<String>> = records.collect();
    for directions in animations.chunks_mut(FOUR.len()) {
        match directions {
            [west @ Some(_), east, ..] if west == east => *west = Some("\"east\"".to_owned()),
            _ => {}
        }
    }
    source.add_animations(&FOUR, &animations);
}

fn layout(source: &mut SourceFiles, arrangement: &Arrangement) {
    let mut gaps = Vec::new();
    let order = order::write(&arrangement.order, &mut gaps);
    let _ = write!(source.text, "{LAYOUT}order = '''\n{order}\n'''\n");
    source.add_named("gaps", "gaps.bin", gaps);
    if arrangement.counts {
        source.text.push_str("counts = true\n");
    }
    source.add_list("lead", &arrangement.lead);
    if !arrangement.outside.is_empty() {
        let outside: Vec<String> =
            arrangement.outside.iter().map(|(limb, offset)| format!("{limb} = {offset}")).collect();
        let _ = writeln!(source.text, "outside = {{ {} }}", outside.join(", "));
    }
}
