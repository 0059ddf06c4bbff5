//! What can be the cause of a picture that differs.

use std::fmt;

use scumm_costume::AUX_FRAME;

/// An actor, or a cel of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The actor of this number.
    Actor(u16),
    /// What a limb of an actor shows: actor, limb ([`AUX_FRAME`] for an aux frame), number of the cel.
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

/// A colour of cels that is another one on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recoloured {
    /// The cels' own colour: an entry of the costume's palette.
    pub entry: u8,
    /// The screen colour that is expected for it.
    pub expected: u8,
    /// The one that is drawn.
    pub found: u8,
}

/// The stage of drawing that causes a difference.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The room's picture or its objects.
    #[error("background differs")]
    Background,
    /// A z-plane.
    #[error("mask plane {0} differs")]
    Plane(u8),
    /// An actor is tested against another plane than expected (M5, M6).
    #[error("actor {actor} is behind mask plane {found}, expected {expected}")]
    PlaneOf {
        /// The actor.
        actor: u16,
        /// The plane that is expected.
        expected: u8,
        /// The plane that it is tested against.
        found: u8,
    },
    /// It is not drawn.
    #[error("{0} missing")]
    Missing(Part),
    /// It is drawn and not expected.
    #[error("{0} drawn, but not expected")]
    Extra(Part),
    /// A limb shows another cel.
    #[error("actor {actor}, limb {limb} shows cel {found}, expected {expected}")]
    OtherCel {
        /// The actor.
        actor: u16,
        /// Its limb.
        limb: u8,
        /// The cel that is expected.
        expected: u16,
        /// The one that it shows.
        found: u16,
    },
    /// It has other pixels, or has them elsewhere; an actor where that is so of every limb: another place, scale or direction.
    #[error("{0} drawn elsewhere or differently")]
    Differs(Part),
    /// The colours of cels, in the costume's palette or the actors' own (C52, A50).
    #[error("{}", colours(actors, entries))]
    Colours {
        /// Whose.
        actors: Vec<u16>,
        /// Which, by entry.
        entries: Vec<Recoloured>,
    },
    /// The first actor is drawn before the second and is expected after it (D5).
    #[error("order of actors: {0} drawn before {1}, expected after it")]
    Order(u16, u16),
    /// Everything is drawn as expected, and meets differently: shadow, blend table, what an earlier frame left.
    #[error("all stages equal, but they meet differently (shadow, blend, earlier frames)")]
    Composition,
    /// The plain painters draw what is expected, the fast ones do not.
    #[error("the fast painter differs, the plain one draws what is expected")]
    FastPainter,
    /// Something is expected where only the background is drawn, or another background is.
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
