//! Finds the step of drawing that differs if the expected layers are known.

use std::collections::{BTreeMap, BTreeSet};

use super::cause::{Cause, Part, Recoloured};
use crate::layers::{ActorLayer, PictureLayers};

/// Returns the first layer that differs, from the back to the front, or `None` if all layers are
/// equal.
pub(super) fn cause(expected: &PictureLayers, found: &PictureLayers) -> Option<Cause> {
    if expected.background != found.background {
        return Some(Cause::Background);
    }
    let differs =
        |(plane, crc): &(&u8, &String)| found.planes.get(plane).is_some_and(|found| found != *crc);
    if let Some((plane, _)) = expected.planes.iter().find(differs) {
        return Some(Cause::Plane(*plane));
    }
    let by_id =
        |line: &'_ PictureLayers| line.actors.iter().map(|actor| actor.id).collect::<Vec<_>>();
    let wanted = by_id(expected);
    let drawn = by_id(found);
    if let Some(id) = wanted.iter().find(|id| !drawn.contains(id)) {
        return Some(Cause::Missing(Part::Actor(*id)));
    }
    if let Some(id) = drawn.iter().find(|id| !wanted.contains(id)) {
        return Some(Cause::Extra(Part::Actor(*id)));
    }
    let pairs = expected
        .actors
        .iter()
        .filter_map(|a| Some((a, found.actors.iter().find(|b| b.id == a.id)?)));
    if let Some(cause) = pairs.clone().find_map(|(a, b)| limbs(a, b)) {
        return Some(cause);
    }
    let recoloured: Vec<(u16, Vec<Recoloured>)> = pairs
        .map(|(a, b)| (a.id, colours(a, b)))
        .filter(|(_, entries)| !entries.is_empty())
        .collect();
    if let Some((_, entries)) = recoloured.first() {
        let same: BTreeSet<u16> = recoloured
            .iter()
            .filter(|(_, other)| other == entries)
            .map(|(id, _)| *id)
            .collect();
        return Some(Cause::Colours {
            actors: same.into_iter().collect(),
            entries: entries.clone(),
        });
    }
    wanted
        .iter()
        .zip(&drawn)
        .find(|(a, b)| a != b)
        .map(|(wanted, drawn)| Cause::Order(*drawn, *wanted))
}

/// Returns the difference in an actor's limbs.
fn limbs(expected: &ActorLayer, found: &ActorLayer) -> Option<Cause> {
    let actor = expected.id;
    if expected.plane != found.plane {
        return Some(Cause::PlaneOf {
            actor,
            expected: expected.plane,
            found: found.plane,
        });
    }
    let cels = |stage: &ActorLayer, limb: u8| -> BTreeMap<u16, String> {
        stage
            .limbs
            .iter()
            .filter(|cel| cel.limb == limb)
            .map(|cel| (cel.cel, cel.crc.clone()))
            .collect()
    };
    let numbers: BTreeSet<u8> = expected
        .limbs
        .iter()
        .chain(&found.limbs)
        .map(|cel| cel.limb)
        .collect();
    let mut moved = Vec::new();
    for limb in numbers.iter().copied() {
        let wanted = cels(expected, limb);
        let drawn = cels(found, limb);
        let missing = wanted.keys().find(|cel| !drawn.contains_key(cel));
        let extra = drawn.keys().find(|cel| !wanted.contains_key(cel));
        match (missing, extra) {
            (Some(&expected), Some(&found)) => {
                return Some(Cause::OtherCel {
                    actor,
                    limb,
                    expected,
                    found,
                });
            }
            (Some(&cel), None) => return Some(Cause::Missing(Part::Cel(actor, limb, cel))),
            (None, Some(&cel)) => return Some(Cause::Extra(Part::Cel(actor, limb, cel))),
            (None, None) => {}
        }
        let other = wanted
            .iter()
            .filter(|(cel, crc)| drawn.get(cel) != Some(crc));
        moved.extend(other.map(|(&cel, _)| Part::Cel(actor, limb, cel)));
    }
    match moved.as_slice() {
        [] => None,
        [_, _, ..] if moved.len() == expected.limbs.len() => {
            Some(Cause::Differs(Part::Actor(actor)))
        }
        [part, ..] => Some(Cause::Differs(*part)),
    }
}

/// Returns the colours that differ. A colour that is not listed is the same on the screen.
fn colours(expected: &ActorLayer, found: &ActorLayer) -> Vec<Recoloured> {
    let entries: BTreeSet<u8> = expected
        .colours
        .keys()
        .chain(found.colours.keys())
        .copied()
        .collect();
    let colour = |stage: &ActorLayer, entry| stage.colours.get(&entry).copied().unwrap_or(entry);
    let pair = |entry| Recoloured {
        entry,
        expected: colour(expected, entry),
        found: colour(found, entry),
    };
    entries
        .into_iter()
        .map(pair)
        .filter(|pair| pair.expected != pair.found)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::CelLayer;

    fn cel(limb: u8, cel: u16, crc: &str) -> CelLayer {
        CelLayer {
            limb,
            cel,
            crc: crc.to_owned(),
        }
    }

    fn line() -> PictureLayers {
        let actor = |id| ActorLayer {
            id,
            plane: 1,
            limbs: vec![cel(0, 3, "a"), cel(2, 5, "b"), cel(2, 6, "c")],
            colours: [(1, 40), (2, 50)].into(),
        };
        PictureLayers {
            background: "b".to_owned(),
            planes: [(1, "p".to_owned())].into(),
            actors: vec![actor(1), actor(2)],
        }
    }

    fn said(change: impl Fn(&mut PictureLayers)) -> String {
        let mut found = line();
        change(&mut found);
        cause(&line(), &found).map_or_else(|| "nothing".to_owned(), |cause| cause.to_string())
    }

    #[test]
    fn each_stage_is_named() {
        assert_eq!(said(|_| {}), "nothing");
        assert_eq!(said(|line| line.background.clear()), "background differs");
        assert_eq!(
            said(|line| line.planes.values_mut().for_each(String::clear)),
            "mask plane 1 differs"
        );
        assert_eq!(
            said(|line| line.actors[1].plane = 0),
            "actor 2 is behind mask plane 0, expected 1"
        );
        assert_eq!(
            said(|line| line.actors.swap(0, 1)),
            "order of actors: 2 drawn before 1, expected after it"
        );
        assert_eq!(said(|line| drop(line.actors.remove(0))), "actor 1 missing");
        assert_eq!(
            said(|line| line.actors.push(ActorLayer {
                id: 7,
                ..ActorLayer::default()
            })),
            "actor 7 drawn, but not expected"
        );
    }

    #[test]
    fn a_limb_is_named_with_its_cel() {
        assert_eq!(
            said(|line| drop(line.actors[0].limbs.remove(1))),
            "actor 1, limb 2 (cel 5) missing"
        );
        assert_eq!(
            said(|line| line.actors[0].limbs.push(cel(4, 9, ""))),
            "actor 1, limb 4 (cel 9) drawn, but not expected"
        );
        assert_eq!(
            said(|line| line.actors[0].limbs[0].cel = 8),
            "actor 1, limb 0 shows cel 8, expected 3"
        );
        assert_eq!(
            said(|line| line.actors[0].limbs[2].crc.clear()),
            "actor 1, limb 2 (cel 6) drawn elsewhere or differently"
        );
        let all = |line: &mut PictureLayers| {
            line.actors[1]
                .limbs
                .iter_mut()
                .for_each(|cel| cel.crc.clear())
        };
        assert_eq!(said(all), "actor 2 drawn elsewhere or differently");
    }

    #[test]
    fn swapped_and_other_colours_are_told_apart() {
        let swap = |line: &mut PictureLayers| line.actors[0].colours = [(1, 50), (2, 40)].into();
        assert_eq!(
            said(swap),
            "actor 1: palette entries 1 and 2 swapped (colours 50 and 40)"
        );
        let other = |line: &mut PictureLayers| {
            line.actors
                .iter_mut()
                .for_each(|a| a.colours = [(1, 41)].into())
        };
        assert_eq!(
            said(other),
            "actors 1, 2: palette entries differ: 1 is colour 41, expected 40, 2 is colour 2, expected 50"
        );
    }
}
