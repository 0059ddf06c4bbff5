//! The possible causes of a difference in a picture.

use std::fmt;

use scumm_costume::AUX_FRAME;

/// An actor, or a cel of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The actor of this number.
    Actor(u16),
    /// A cel of a limb: actor, limb ([`AUX_FRAME`] for an aux frame), number of the cel.
    Cel(u16, u8, u16),
}

impl fmt::Display for Part {
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
pub struct Recoloured {
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
    /// An actor is tested against another plane than expected (M5, M6).
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
    Missing(Part),
    /// The part is drawn but not expected.
    #[error("{0} drawn, but not expected")]
    Extra(Part),
    /// A limb shows another cel.
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
    /// The part has other pixels or another position. For an actor all limbs differ: the position,
    /// scale or direction is wrong.
    #[error("{0} drawn elsewhere or differently")]
    Differs(Part),
    /// The colours of cels differ, in the costume's palette or in the actors' own palettes (C52,
    /// A50).
    #[error("{}", colours(actors, entries))]
    Colours {
        /// The numbers of the actors.
        actors: Vec<u16>,
        /// The colours, by entry.
        entries: Vec<Recoloured>,
    },
    /// The first actor is drawn before the second and is expected after it (D5).
    #[error("order of actors: {0} drawn before {1}, expected after it")]
    Order(u16, u16),
    /// All parts are drawn as expected, but their combination differs: shadow, blend table, pixels
    /// of an earlier frame.
    #[error("all stages equal, but they meet differently (shadow, blend, earlier frames)")]
    Composition,
    /// The plain painters draw the expected picture, and the fast painters do not.
    #[error("the fast painter differs, the plain one draws what is expected")]
    FastPainter,
    /// A part is expected where only the background is drawn, or the background differs.
    #[error(
        "background differs, or something is missing: no actor is drawn where the picture differs"
    )]
    NothingDrawn,
}

fn colours(actors: &[u16], entries: &[Recoloured]) -> String {
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
            let said = |r: &Recoloured| {
                format!("{} is colour {}, expected {}", r.entry, r.found, r.expected)
            };
            format!(
                "{whose}: palette entries differ: {}",
                entries.iter().map(said).collect::<Vec<_>>().join(", ")
            )
        }
    }
}
