//! Writes the source of a COST.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use scumm_costume::edit::PlacedPart;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::cost::{CostArrangement, CostDraft, DraftPicture, PartName, take_apart};
use scumm_costume::{Cost, CostRecord, CostSequence};

use super::{SourceFiles, animations};
use crate::build::notation::{self, StreamRange};
use crate::build::text::{CelText, CostumeFile, LayoutText, LimbText};
use crate::chores::FOUR_DIRECTIONS;

/// Disassembles a COST.
pub fn source(cost: &Cost, source: &mut SourceFiles) -> Result<CostumeFile> {
    let (draft, arrangement) = take_apart(cost)?;
    let labels = labels(&draft);
    let mut gaps = Vec::new();
    let order = notation::write_order(&arrangement.order, &mut gaps);
    let outside = arrangement
        .outside
        .iter()
        .map(|(limb, offset)| (limb.to_string(), *offset))
        .collect();
    Ok(CostumeFile {
        colours: Some(if draft.palette.len() == 32 { 32 } else { 16 }),
        keep_west: draft.keeps_west,
        redirects: draft.redirects,
        animations: Some(draft.records.len()),
        png_colours: source.colours.texts(
            draft
                .limbs
                .iter()
                .flatten()
                .flatten()
                .map(|picture| &*picture.cel),
        ),
        commands: Some(notation::write_stream(&draft.commands, &labels)),
        limb: limbs(source, &draft, &arrangement)?,
        anim: animations(&FOUR_DIRECTIONS, &records(&draft, &labels)),
        layout: LayoutText {
            order,
            gaps: source.named("gaps.bin", gaps),
            counts: arrangement.counts,
            lead: arrangement.lead,
            outside,
            ..LayoutText::default()
        },
        palette: draft.palette,
        ..CostumeFile::default()
    })
}

/// Returns the positions at which sequences begin and end.
fn labels(draft: &CostDraft) -> BTreeSet<u32> {
    let entries = draft
        .records
        .iter()
        .flatten()
        .flat_map(|record| &record.entries);
    let places = entries
        .filter_map(|entry| entry.sequence)
        .flat_map(|s| [u32::from(s.start), u32::from(s.end())]);
    places
        .filter(|&place| usize::try_from(place).is_ok_and(|place| place < draft.commands.len()))
        .collect()
}

/// Returns the limbs with their pictures. A picture with several names is written under the first
/// name.
fn limbs(
    source: &mut SourceFiles,
    draft: &CostDraft,
    arrangement: &CostArrangement,
) -> Result<Vec<LimbText>> {
    let mut owners: BTreeMap<(u8, u8), (u8, u8)> = BTreeMap::new();
    for placed in &arrangement.order {
        let PlacedPart::Part { names, .. } = placed else {
            continue;
        };
        let mut pictures = names.iter().filter_map(|name| match name {
            PartName::Picture(limb, code) => Some((*limb, *code)),
            _ => None,
        });
        if let Some(owner) = pictures.next() {
            owners.extend(pictures.map(|name| (name, owner)));
        }
    }
    let used: BTreeSet<u8> = draft
        .records
        .iter()
        .flatten()
        .flat_map(|record| record.entries.iter().map(|entry| entry.limb))
        .collect();
    let mut limbs = Vec::new();
    for (limb, pictures) in (0u8..).zip(&draft.limbs) {
        if pictures.is_empty() && !used.contains(&limb) {
            continue;
        }
        let mut text = LimbText {
            name: format!("limb{limb}"),
            number: Some(limb.into()),
            ..LimbText::default()
        };
        for (code, picture) in (0u8..).zip(pictures) {
            let name = (limb, code);
            text.cels.push(match (picture, owners.get(&name)) {
                (None, _) => {
                    let offset = Some(arrangement.loose.get(&name).copied().unwrap_or(0));
                    CelText {
                        offset,
                        ..CelText::default()
                    }
                }
                (Some(_), Some(owner)) => CelText {
                    same: Some(pair(owner)),
                    ..CelText::default()
                },
                (Some(DraftPicture { rel, step, cel }), None) => {
                    let stem = format!("cels/{limb:02}-{code:03}");
                    let borrows = arrangement.borrows.get(&name).map(pair);
                    let cel = CelText {
                        borrows,
                        ..source.cel(&stem, cel, Some(0))?
                    };
                    source.placed(cel, &stem, (*rel, *step), arrangement.coded.get(&name))
                }
            });
        }
        limbs.push(text);
    }
    Ok(limbs)
}

/// Formats the limb and the number of a picture.
fn pair((limb, code): &(u8, u8)) -> String {
    format!("{limb}:{code}")
}

/// Returns the sequences of the limbs of each animation.
fn records(draft: &CostDraft, labels: &BTreeSet<u32>) -> Vec<Option<BTreeMap<String, String>>> {
    let sequence = |sequence: Option<CostSequence>| match sequence {
        None => "off".to_owned(),
        Some(CostSequence {
            start,
            extra,
            loops,
        }) => {
            let mode = if loops { mode::LOOP } else { mode::RUN };
            let part = StreamRange {
                start,
                length: extra.into(),
                mode,
            };
            notation::write_reference(part, |position| labels.contains(&position))
        }
    };
    let limbs = |record: &CostRecord| {
        record
            .entries
            .iter()
            .map(|entry| (format!("limb{}", entry.limb), sequence(entry.sequence)))
            .collect()
    };
    draft
        .records
        .iter()
        .map(|record| record.as_ref().map(limbs))
        .collect()
}
