//! Compares the animations of two editions by their contents, independent of their position in the
//! stream.

use std::collections::BTreeMap;

use scumm_costume::edit::akos::mode;
use scumm_costume::edit::words;
use scumm_costume::{AnimationLimb, Costume};
use scumm_platform::text::joined;

use super::{Difference, parts};
use crate::build::stream::code_text;
use crate::chores::Chore;
use crate::costume_input::Loaded;

/// The most bytes of a program that are compared. Programs have no end mark.
const PROGRAM: u16 = 64;

/// The contents of an animation, by limb.
type Limbs = BTreeMap<u8, String>;

/// Returns the animations that differ.
pub fn compare(a: &Loaded, b: &Loaded) -> Vec<Difference> {
    let first = animations(&a.costume);
    let second = animations(&b.costume);
    let differing = parts(&first, &second, |(_, old), (_, new)| limbs(old, new));
    let named = differing.into_iter().filter_map(|(_, [old, new], what)| {
        let Chore {
            number: frame,
            direction,
            ..
        } = old.or(new)?.0;
        Some(Difference::new(format!("chore {frame} {direction}"), what))
    });
    named.collect()
}

/// Returns the animations by number.
fn animations(costume: &Costume) -> BTreeMap<u16, (Chore, Limbs)> {
    let limbs = |a: &scumm_costume::Animation| {
        a.limbs
            .iter()
            .map(|limb| (limb.limb, played(costume, a.number, limb)))
            .collect()
    };
    costume
        .animations()
        .map(|a| (a.number, (Chore::of(&a), limbs(&a))))
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
