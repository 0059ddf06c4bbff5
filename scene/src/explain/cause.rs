//! The possible causes of a difference in a picture, and the search for the cause in the layers of
//! the picture.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use scumm_costume::AUX_FRAME;

use crate::layers::{ActorLayer, PictureLayers};

/// An actor, or a cel of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnPart {
    /// The actor of this number.
    Actor(u16),
    /// A cel of a limb: actor, limb ([`AUX_FRAME`] for an aux frame), number of the cel.
    Cel(u16, u8, u16),
}

impl fmt::Display for DrawnPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Actor(actor) => write!(f, "actor {actor}"),
            Self::Cel(actor, AUX_FRAME, cel) => write!(f, "actor {actor}, aux frame {cel}"),
            Self::Cel(actor, limb, cel) => write!(f, "actor {actor}, limb {limb} (cel {cel})"),
        }
    }
}

/// A colour of cels that differs on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ColourDifference {
    /// The cels' own colour: an entry of the costume's palette.
    pub entry: u8,
    /// The expected screen colour.
    pub expected: u8,
    /// The drawn colour.
    pub found: u8,
}

/// The step of drawing that causes a difference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The room's picture or its objects differ.
    #[error("background differs")]
    Background,
    /// A z-plane differs.
    #[error("mask plane {0} differs")]
    Plane(u8),
    /// The plane that hides the actor is not the expected plane (M5, M6).
    #[error("actor {actor} is behind mask plane {found}, expected {expected}")]
    PlaneOf {
        /// The number of the actor.
        actor: u16,
        /// The expected plane.
        expected: u8,
        /// The plane that is used.
        found: u8,
    },
    /// The part is not drawn.
    #[error("{0} missing")]
    Missing(DrawnPart),
    /// The part is drawn but not expected.
    #[error("{0} drawn, but not expected")]
    Extra(DrawnPart),
    /// A limb shows another cel than expected.
    #[error("actor {actor}, limb {limb} shows cel {found}, expected {expected}")]
    OtherCel {
        /// The number of the actor.
        actor: u16,
        /// The limb.
        limb: u8,
        /// The expected cel.
        expected: u16,
        /// The cel that is drawn.
        found: u16,
    },
    /// The part has other pixels or another position than expected. If the part is an actor, all
    /// its limbs differ; probably its position, scale or direction is wrong.
    #[error("{0} drawn at another place or differently")]
    Differs(DrawnPart),
    /// The colours of cels differ, in the costume's palette or in the actors' own palettes (C52,
    /// A50).
    #[error("{}", describe_colours(actors, entries))]
    Colours {
        /// The numbers of the actors.
        actors: Vec<u16>,
        /// The colours, by entry.
        entries: Vec<ColourDifference>,
    },
    /// The first actor is drawn before the second and is expected after it (D5).
    #[error("order of actors: {0} drawn before {1}, expected after it")]
    Order(u16, u16),
    /// All parts are drawn as expected, but their combination differs. The cause is a shadow table,
    /// a blend table, or pixels of an earlier frame.
    #[error("all stages are equal, but their combination differs (shadow, blend, earlier frames)")]
    Composition,
    /// The plain painters draw the expected picture, and the fast painters do not.
    #[error("the fast painter differs, the plain painter draws the expected picture")]
    FastPainter,
    /// No actor is drawn at the differing pixels: a part is missing there, or the background
    /// differs.
    #[error(
        "background differs, or an actor is missing: no actor is drawn where the picture differs"
    )]
    NothingDrawn,
}

/// Describes the colours that differ.
fn describe_colours(actors: &[u16], entries: &[ColourDifference]) -> String {
    let whose = match actors {
        [actor] => format!("actor {actor}"),
        actors => format!(
            "actors {}",
            actors
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    };
    match entries {
        [a, b] if (a.expected, b.expected) == (b.found, a.found) => {
            let first = a.entry;
            let second = b.entry;
            format!(
                "{whose}: palette entries {first} and {second} swapped (colours {} and {})",
                a.found, b.found
            )
        }
        entries => {
            let said = |r: &ColourDifference| {
                format!("{} is colour {}, expected {}", r.entry, r.found, r.expected)
            };
            format!(
                "{whose}: palette entries differ: {}",
                entries.iter().map(said).collect::<Vec<_>>().join(", ")
            )
        }
    }
}

/// Returns the first layer that differs, from the back to the front, or `None` if all layers are
/// equal.
pub(super) fn cause_by_layers(expected: &PictureLayers, found: &PictureLayers) -> Option<Cause> {
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
        return Some(Cause::Missing(DrawnPart::Actor(*id)));
    }
    if let Some(id) = drawn.iter().find(|id| !wanted.contains(id)) {
        return Some(Cause::Extra(DrawnPart::Actor(*id)));
    }
    let pairs = expected
        .actors
        .iter()
        .filter_map(|a| Some((a, found.actors.iter().find(|b| b.id == a.id)?)));
    if let Some(cause) = pairs.clone().find_map(|(a, b)| differing_limb(a, b)) {
        return Some(cause);
    }
    let recoloured: Vec<(u16, Vec<ColourDifference>)> = pairs
        .map(|(a, b)| (a.id, recoloured(a, b)))
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
fn differing_limb(expected: &ActorLayer, found: &ActorLayer) -> Option<Cause> {
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
            (Some(&cel), None) => return Some(Cause::Missing(DrawnPart::Cel(actor, limb, cel))),
            (None, Some(&cel)) => return Some(Cause::Extra(DrawnPart::Cel(actor, limb, cel))),
            (None, None) => {}
        }
        let other = wanted
            .iter()
            .filter(|(cel, crc)| drawn.get(cel) != Some(crc));
        moved.extend(other.map(|(&cel, _)| DrawnPart::Cel(actor, limb, cel)));
    }
    match moved.as_slice() {
        [] => None,
        [_, _, ..] if moved.len() == expected.limbs.len() => {
            Some(Cause::Differs(DrawnPart::Actor(actor)))
        }
        [part, ..] => Some(Cause::Differs(*part)),
    }
}

/// Returns the colours that differ. A colour that a layer does not list has its own number on the
/// screen.
fn recoloured(expected: &ActorLayer, found: &ActorLayer) -> Vec<ColourDifference> {
    let entries: BTreeSet<u8> = expected
        .colours
        .keys()
        .chain(found.colours.keys())
        .copied()
        .collect();
    let colour = |stage: &ActorLayer, entry| stage.colours.get(&entry).copied().unwrap_or(entry);
    let pair = |entry| ColourDifference {
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
        cause_by_layers(&line(), &found)
            .map_or_else(|| "nothing".to_owned(), |cause| cause.to_string())
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
            "actor 1, limb 2 (cel 6) drawn at another place or differently"
        );
        let all = |line: &mut PictureLayers| {
            line.actors[1]
                .limbs
                .iter_mut()
                .for_each(|cel| cel.crc.clear())
        };
        assert_eq!(said(all), "actor 2 drawn at another place or differently");
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
