//! Compares two editions of a costume, cel by cel and animation by animation, or two editions of a
//! game.

mod cels;
mod games;
mod rooms;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use scumm_costume::edit::akos::mode;
use scumm_costume::edit::words;
use scumm_costume::{AnimationLimb, Costume};
use scumm_media::text::joined;
use serde::Serialize;

use crate::build::notation::code_text;
use crate::chores::DirectedChore;
use crate::colours::CostumeColours;
use crate::costume_input::{LoadedCostume, OverLimit};
use crate::export::cels::CelPalette;
use crate::facts::{Facts, mirrors_west, palette, shadows};
use crate::run_files::RunFiles;
use cels::{CelEditions, DifferingCel};
pub use games::{ComparedResource, GameComparison};

/// A difference between two editions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CostumeDifference {
    /// The part: `palette`, `cel 0:3`, `chore 2 south`.
    pub part: String,
    /// A description of the difference.
    pub what: String,
}

impl CostumeDifference {
    /// Creates the difference of a part.
    pub fn new(part: impl Into<String>, what: impl Into<String>) -> Self {
        Self {
            part: part.into(),
            what: what.into(),
        }
    }
}

/// The differences between two editions.
pub struct CostumeComparison {
    /// The differences in the order: format, direction and palette, cels, animations.
    pub differences: Vec<CostumeDifference>,
    /// The name of the first edition.
    name: String,
    editions: CelEditions,
    cels: Vec<DifferingCel>,
}

impl CostumeComparison {
    /// Compares two editions.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the cels have too many pixels together.
    pub fn new(first: &LoadedCostume, second: &LoadedCostume) -> Result<Self, OverLimit> {
        let mut editions = CelEditions::new(first, second);
        let cels = editions.compare(&first.name)?;
        let mut differences = heads(first, second);
        differences.extend(cels.iter().map(|cel| cel.difference.clone()));
        differences.extend(differing_animations(first, second));
        Ok(Self {
            differences,
            name: first.name.clone(),
            editions,
            cels,
        })
    }

    /// Writes pictures of the differing cels. Each picture shows the cel of the first edition, the
    /// cel of the second, and the pixels of the second that differ; pixels that only the first
    /// edition has are marked. The cels are laid over each other by their places. `screens` are the
    /// colours of both editions. A comment in each file names the source of the colours.
    ///
    /// # Errors
    /// Returns [`OverLimit`] before the first file is written if the pictures have too many pixels
    /// together, and an error if a file cannot be written.
    pub fn write_cels(
        &mut self,
        run: &RunFiles,
        [first, second]: [&LoadedCostume; 2],
        screens: [&CostumeColours; 2],
        folder: &Path,
    ) -> Result<()> {
        self.editions.check_pictures(&self.cels, &self.name)?;
        let old = CelPalette::new(first, &screens[0].palette);
        let new = CelPalette::new(second, &screens[1].palette);
        let comment = format!("colours of {}", screens[0].source);
        for cel in &self.cels {
            let Some(picture) = self.editions.picture(cel, [&old, &new]) else {
                continue;
            };
            let palette = CelPalette {
                palette: picture.palette,
                count: 1,
                shadows: Vec::new(),
            };
            let bytes = palette.png(&picture.surface, Some(0), Some(&comment))?;
            run.write(&folder.join(format!("{}.png", cel.name)), |out| {
                out.write_all(&bytes)
            })?;
        }
        Ok(())
    }
}

/// Compares format, direction and palette.
fn heads(a: &LoadedCostume, b: &LoadedCostume) -> Vec<CostumeDifference> {
    let mut found = Vec::new();
    let formats = [a, b]
        .map(|loaded| Facts::new(&loaded.costume))
        .map(|facts| format!("{} {}", facts.kind, facts.format));
    let west = |loaded: &LoadedCostume| {
        if mirrors_west(&loaded.costume) {
            "mirrored"
        } else {
            "as stored"
        }
        .to_owned()
    };
    for (part, [first, second]) in [("format", formats), ("facing west", [a, b].map(west))] {
        if first != second {
            found.push(CostumeDifference::new(
                part,
                format!("{first}, then {second}"),
            ));
        }
    }
    let [first, second] = [a, b].map(|loaded| palette(&loaded.costume));
    let shadows = [a, b].map(|loaded| shadows(&loaded.costume));
    let shown = |number: usize, colour: Option<&u8>, shadows: &[u8]| match colour {
        None => "none".to_owned(),
        Some(colour) if shadows.iter().any(|&shadow| usize::from(shadow) == number) => {
            format!("{colour} (a shadow)")
        }
        Some(colour) => colour.to_string(),
    };
    let other = (0..first.len().max(second.len()))
        .filter(|&i| first.get(i) != second.get(i))
        .map(|i| {
            let [old, new] = [
                shown(i, first.get(i), &shadows[0]),
                shown(i, second.get(i), &shadows[1]),
            ];
            format!("{i}: {old} then {new}")
        });
    let other = joined(other, ", ");
    if !other.is_empty() {
        found.push(CostumeDifference::new("palette", other));
    }
    found
}

/// Returns the parts in which two editions differ, each with a description. `differs` compares
/// parts that both editions have.
fn parts<'p, K: Ord, V>(
    first: &'p BTreeMap<K, V>,
    second: &'p BTreeMap<K, V>,
    differs: impl Fn(&V, &V) -> Option<String>,
) -> Vec<(&'p K, [Option<&'p V>; 2], String)> {
    let keys: BTreeSet<&K> = first.keys().chain(second.keys()).collect();
    let part = |key: &'p K| {
        let old = first.get(key);
        let new = second.get(key);
        let what = match (old, new) {
            (Some(old), Some(new)) => differs(old, new)?,
            (Some(_), None) => "only in the first".to_owned(),
            _ => "only in the second".to_owned(),
        };
        Some((key, [old, new], what))
    };
    keys.into_iter().filter_map(part).collect()
}

/// The most bytes of an AKOS program that are compared. A program has no mark at its end.
const PROGRAM: u16 = 64;

/// The contents of an animation, by limb.
type Limbs = BTreeMap<u8, String>;

/// Returns the animations that differ.
fn differing_animations(a: &LoadedCostume, b: &LoadedCostume) -> Vec<CostumeDifference> {
    let first = animations(&a.costume);
    let second = animations(&b.costume);
    let differing = parts(&first, &second, |(_, old), (_, new)| limbs(old, new));
    let named = differing.into_iter().filter_map(|(_, [old, new], what)| {
        let DirectedChore {
            number: frame,
            direction,
            ..
        } = old.or(new)?.0;
        Some(CostumeDifference::new(
            format!("chore {frame} {direction}"),
            what,
        ))
    });
    named.collect()
}

/// Returns the animations by number.
fn animations(costume: &Costume) -> BTreeMap<u16, (DirectedChore, Limbs)> {
    let limbs = |a: &scumm_costume::Animation| {
        a.limbs
            .iter()
            .map(|limb| (limb.limb, played(costume, a.number, limb)))
            .collect()
    };
    costume
        .animations()
        .map(|a| (a.number, (DirectedChore::new(&a), limbs(&a))))
        .collect()
}

/// Describes in words and bytes what a limb plays.
fn played(costume: &Costume, number: u16, limb: &AnimationLimb) -> String {
    let Some((start, end)) = limb.range else {
        return words::mode_word(limb.mode).unwrap_or_default().to_owned();
    };
    match costume {
        Costume::V0(v0) => codes(v0.sequence(start.to_le_bytes()[0])),
        Costume::Nes(nes) => codes(nes.pictures(number).unwrap_or_default().iter().copied()),
        Costume::Cost(cost) => {
            let played = codes((start..=end).map(|at| cost.commands().get(at)));
            format!(
                "{played}{}",
                if limb.mode == mode::LOOP { "" } else { " hold" }
            )
        }
        Costume::Akos(akos) => {
            let length = if limb.mode == mode::PROGRAM {
                PROGRAM
            } else {
                end.wrapping_sub(start).saturating_add(1)
            };
            let bytes = akos
                .sequence()
                .as_bytes()
                .iter()
                .skip(start.into())
                .take(length.into());
            format!("mode {}: {}", limb.mode, codes(bytes.copied()))
        }
    }
}

fn codes(played: impl Iterator<Item = u8>) -> String {
    joined(played.map(code_text), " ")
}

fn limbs(old: &Limbs, new: &Limbs) -> Option<String> {
    let shown = |limb: Option<&String>| limb.map_or("nothing", String::as_str).to_owned();
    let other = parts(old, new, |old, new| (old != new).then(String::new)).into_iter();
    let lines = other
        .map(|(limb, [old, new], _)| format!("limb {limb}: {} became {}", shown(old), shown(new)));
    Some(joined(lines, "; ")).filter(|lines| !lines.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_told_by_number_and_commands_as_bytes() {
        assert_eq!(
            [0, 9, 10, 0x70, 0x71, 0x7c, 0xc0].map(code_text),
            ["0", "9", "10", "112", "0x71", "0x7c", "0xc0"]
        );
    }
}
