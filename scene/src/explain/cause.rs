//! What can be the cause of a picture that differs.

use std::fmt;

/// A cel that a limb of an actor shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The actor.
    pub actor: u16,
    /// Its limb; [`scumm_costume::AUX_FRAME`] for an aux frame.
    pub limb: u8,
    /// The cel's number.
    pub cel: u16,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { actor, limb, cel } = self;
        match *limb {
            scumm_costume::AUX_FRAME => write!(f, "actor {actor}, aux frame {cel}"),
            limb => write!(f, "actor {actor}, limb {limb} (cel {cel})"),
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The room's picture or its objects.
    Background,
    /// A z-plane.
    Plane(u8),
    /// An actor is tested against another plane than expected (M5, M6).
    PlaneOf {
        /// The actor.
        actor: u16,
        /// The plane that is expected.
        expected: u8,
        /// The plane that it is tested against.
        found: u8,
    },
    /// Nothing of an actor is drawn.
    ActorMissing(u16),
    /// An actor is drawn that is not expected.
    ActorExtra(u16),
    /// Every limb of an actor is drawn in another place, scale or direction, or is another picture.
    ActorDiffers(u16),
    /// A cel is not drawn.
    Missing(Part),
    /// A cel is drawn that is not expected.
    Extra(Part),
    /// A limb shows another cel.
    OtherCel {
        /// What it shows.
        part: Part,
        /// The cel that is expected.
        expected: u16,
    },
    /// A cel has other pixels, or has them elsewhere.
    Differs(Part),
    /// The colours of cels, in the costume's palette or the actors' own (C52, A50).
    Colours {
        /// Whose.
        actors: Vec<u16>,
        /// Which, by entry.
        entries: Vec<Recoloured>,
    },
    /// The first actor is drawn before the second and is expected after it (D5).
    Order(u16, u16),
    /// Everything is drawn as expected, and meets differently: shadow, blend table, what an earlier frame left.
    Composition,
    /// The plain painters draw what is expected, the fast ones do not.
    FastPainter,
    /// Something is expected where only the background is drawn, or another background is.
    NothingDrawn,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Background => f.write_str("background differs"),
            Self::Plane(plane) => write!(f, "mask plane {plane} differs"),
            Self::PlaneOf { actor, expected, found } => {
                write!(f, "actor {actor} is behind mask plane {found}, expected {expected}")
            }
            Self::ActorMissing(actor) => write!(f, "actor {actor} missing"),
            Self::ActorExtra(actor) => write!(f, "actor {actor} drawn, but not expected"),
            Self::ActorDiffers(actor) => write!(f, "actor {actor} drawn elsewhere or differently"),
            Self::Missing(part) => write!(f, "{part} missing"),
            Self::Extra(part) => write!(f, "{part} drawn, but not expected"),
            Self::OtherCel { part, expected } => {
                write!(f, "actor {}, limb {} shows cel {}, expected {expected}", part.actor, part.limb, part.cel)
            }
            Self::Differs(part) => write!(f, "{part} drawn elsewhere or differently"),
            Self::Colours { actors, entries } => colours(f, actors, entries),
            Self::Order(first, second) => {
                write!(f, "order of actors: {first} drawn before {second}, expected after it")
            }
            Self::Composition => {
                f.write_str("all stages equal, but they meet differently (shadow, blend, earlier frames)")
            }
            Self::FastPainter => f.write_str("the fast painter differs, the plain one draws what is expected"),
            Self::NothingDrawn => {
                f.write_str("background differs, or something is missing: no actor is drawn where the picture differs")
            }
        }
    }
}

fn colours(f: &mut fmt::Formatter<'_>, actors: &[u16], entries: &[Recoloured]) -> fmt::Result {
    let whose = match actors {
        [actor] => format!("actor {actor}"),
        actors => format!("actors {}", actors.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    };
    match entries {
        [a, b] if (a.expected, b.expected) == (b.found, a.found) => {
            let (first, second) = (a.entry, b.entry);
            write!(f, "{whose}: palette entries {first} and {second} swapped (colours {} and {})", a.found, b.found)
        }
        entries => {
            let said = |r: &Recoloured| format!("{} is colour {}, expected {}", r.entry, r.found, r.expected);
            write!(f, "{whose}: palette entries differ: {}", entries.iter().map(said).collect::<Vec<_>>().join(", "))
        }
    }
}
