//! The test character as AKOS of versions 7 and 8, and flags in codecs 5 and 16.

use std::sync::Arc;

use scumm_costume::Codec;
use scumm_costume::edit::akos::assemble;
use scumm_costume::edit::akos::{AkosDraft, DraftCel};
use scumm_costume::{Chore, ChoreLimb};
use scumm_room::{Dialect, Error, Result, Surface};

use super::cels::{ALL, palette};

/// An entry of a chore, which is a frame in one direction: the limb, its mode (A8) and the name of
/// the piece of the stream that the limb plays. The name is empty for modes that need no piece.
pub type ChorePart = (u8, u8, &'static str);

/// The mode that switches the limb off.
pub const KILL: u8 = 1;
/// The mode that repeats the piece.
pub const LOOP: u8 = 2;
/// The mode that plays the piece once and keeps its last cel.
pub const RUN: u8 = 3;
/// The mode that hides the limb.
pub const HIDE: u8 = 4;
/// The mode that shows a hidden limb again.
pub const SHOW: u8 = 5;
/// The mode that runs the piece as a program.
pub const PROGRAM: u8 = 6;

/// The pieces of the stream, each with its name and its source. A piece may jump to the labels of
/// all pieces.
pub const PIECES: &[(&str, &str)] = &[
    ("side", "cel 2"),
    ("front", "cel 0"),
    ("back", "cel 4"),
    ("walk-side", "cel 2\ncel 3"),
    ("walk-front", "cel 0\ncel 1"),
    ("walk-back", "cel 4\ncel 5"),
    ("face-side", "cel 8"),
    ("face-front", "cel 6"),
    ("face-back", "cel 10"),
    ("talk-side", "cel 8\ncel 9"),
    ("talk-front", "cel 6\ncel 7"),
    // Two balls, one at each side. The pictures' own positions are not used (A42).
    ("draw", "draw [(6,-10: cel 15) (-10,-4: cel 15)]\njump draw"),
    // One ball. The later limbs move 5 pixels to the right and 3 up (A43).
    (
        "draw-move",
        "draw-move 5, 3, [(6,-10: cel 15)]\njump draw-move",
    ),
    // The two commands above under conditions 0 and 1 (A44).
    (
        "draw-if",
        "draw-if [0 1], [(6,-10: cel 15) (-10,-4: cel 15)]\njump draw-if",
    ),
    (
        "draw-if-move",
        "draw-if-move [0 1], 5, 3, [(6,-10: cel 15) (-10,-4: cel 15)]\njump draw-if-move",
    ),
    ("stick", "cel 11"),
    // The worked example W11 shows the ball, the stick three times, and then the slanted stick. v0
    // counts the rounds.
    (
        "rounds",
        "cel 15\nset 3, v1\nagain:\ncel 11\nadd -1, v1\njump-gt again, v1, 0\ncel 12\nincrement\njump rounds",
    ),
    // Shows the slanted stick only if v2 is 5 (A24).
    (
        "skip",
        "cel 11\nskip-unless-eq 5, v2\ncel 12\nskip-end\ncel 13\njump skip",
    ),
    // Starts two animations in one step. The animation that is queued last is processed first
    // (A33).
    (
        "queue",
        "cel 11\nanim 4\nanim 3\ncel 12\nresting:\ncel 13\njump resting",
    ),
    (
        "sounds",
        "cel 11\nsound 2\nfirst-sound\ncel 12\njump sounds",
    ),
    ("flip", "cel 11\nflip 1\ncel 12\nflip 0\njump flip"),
    ("random", "cel 11\nrandom 1, 6, v3\ncel 12\njump random"),
    ("lower", "cel 11\ncel 12\ncel 13"),
    ("glass", "cel 14"),
    ("leave", "cel 11\nleave\ncel 12\ngone:\ncel 13\njump gone"),
    (
        "plane",
        "cel 11\nclip-plane 1\ncel 12\nmasked:\ncel 13\njump masked",
    ),
    // Shows the slanted stick while the actor's sound 0 plays.
    (
        "listen",
        "cel 11\njump-playing heard, 0\njump listen\nheard:\ncel 12\njump listen",
    ),
];

/// A piece that only versions 7 and 8 have. The command `jump-clear` (C031) jumps if the variable
/// is not 0, and sets it to 0 (A22). Therefore only the first of the two jumps.
const CLEAR: (&str, &str) = (
    "clear",
    "cel 11\nset 1, v4\njump-clear cleared, v4\ncel 13\ncleared:\ncel 12\njump-clear cleared, v4\ncel 13\njump clear",
);

/// The frames that have the same entries in all directions. Limb 2 shows the balls, and limb 3 the
/// held object.
pub const CHORES: &[(u8, &[ChorePart])] = &[
    (6, &[(2, PROGRAM, "draw")]),
    (7, &[(2, PROGRAM, "draw-move"), (3, LOOP, "stick")]),
    (8, &[(2, PROGRAM, "draw-if")]),
    (9, &[(2, PROGRAM, "draw-if-move"), (3, LOOP, "stick")]),
    (10, &[(3, PROGRAM, "rounds")]),
    (11, &[(3, PROGRAM, "skip")]),
    (12, &[(3, PROGRAM, "queue")]),
    (13, &[(3, PROGRAM, "sounds")]),
    (14, &[(3, PROGRAM, "flip")]),
    (15, &[(3, PROGRAM, "random")]),
    (16, &[(1, HIDE, "")]),
    (17, &[(1, SHOW, "")]),
    (18, &[(3, RUN, "lower")]),
    (19, &[(3, KILL, "")]),
    (20, &[(3, LOOP, "glass")]),
    (21, &[(3, PROGRAM, "leave")]),
    (22, &[(3, PROGRAM, "plane")]),
    (23, &[(3, PROGRAM, "listen")]),
];

/// The first five frames with the entries for west, east, south and north (A6).
pub const FRAMES: &[(u8, [&[ChorePart]; 4])] = &[
    (
        1,
        [
            &[
                (0, LOOP, "side"),
                (1, LOOP, "face-side"),
                (2, KILL, ""),
                (3, KILL, ""),
            ],
            &[
                (0, LOOP, "side"),
                (1, LOOP, "face-side"),
                (2, KILL, ""),
                (3, KILL, ""),
            ],
            &[
                (0, LOOP, "front"),
                (1, LOOP, "face-front"),
                (2, KILL, ""),
                (3, KILL, ""),
            ],
            &[
                (0, LOOP, "back"),
                (1, LOOP, "face-back"),
                (2, KILL, ""),
                (3, KILL, ""),
            ],
        ],
    ),
    (
        2,
        [
            &[(0, LOOP, "walk-side")],
            &[(0, LOOP, "walk-side")],
            &[(0, LOOP, "walk-front")],
            &[(0, LOOP, "walk-back")],
        ],
    ),
    (
        3,
        [
            &[(0, LOOP, "side")],
            &[(0, LOOP, "side")],
            &[(0, LOOP, "front")],
            &[(0, LOOP, "back")],
        ],
    ),
    (
        4,
        [
            &[(1, LOOP, "talk-side")],
            &[(1, LOOP, "talk-side")],
            &[(1, LOOP, "talk-front")],
            &[(1, LOOP, "face-back")],
        ],
    ),
    (
        5,
        [
            &[(1, LOOP, "face-side")],
            &[(1, LOOP, "face-side")],
            &[(1, LOOP, "face-front")],
            &[(1, LOOP, "face-back")],
        ],
    ),
];

/// Returns the test character.
///
/// # Errors
/// Returns an error if a piece cannot be assembled, which does not happen with [`PIECES`].
pub fn puppet(dialect: &Dialect) -> Result<AkosDraft> {
    let pieces: Vec<_> = PIECES.iter().copied().chain([CLEAR]).collect();
    let stream = CommandStream::new(&pieces, dialect)?;
    let mut draft = AkosDraft {
        palette: palette(),
        colours: colours(),
        sequence: stream.bytes.clone(),
        ..AkosDraft::default()
    };
    draft.cels = ALL
        .iter()
        .map(|p| DraftCel {
            rel: p.rel(),
            step: p.step(),
            cel: p.shared(),
            gaps: Vec::new(),
        })
        .collect();
    let clear: &[ChorePart] = &[(3, PROGRAM, "clear")];
    let chores: Vec<_> = CHORES.iter().copied().chain([(24, clear)]).collect();
    add_chores(&mut draft, &stream, &chores)?;
    Ok(draft)
}

/// Adds the frames of [`FRAMES`], and the frames of `chores` in all four directions.
///
/// # Errors
/// Returns an error if an entry names a piece that the stream does not have.
pub fn add_chores(
    draft: &mut AkosDraft,
    stream: &CommandStream,
    chores: &[(u8, &[ChorePart])],
) -> Result<()> {
    let frames = FRAMES
        .iter()
        .map(|(frame, directions)| (*frame, *directions));
    let others = chores.iter().map(|(frame, parts)| (*frame, [*parts; 4]));
    for (frame, directions) in frames.chain(others) {
        for (direction, parts) in directions.iter().enumerate() {
            let number = usize::from(frame) * 4 + direction;
            if draft.chores.len() <= number {
                draft.chores.resize(number + 1, None);
            }
            let limbs = parts
                .iter()
                .map(|part| stream.limb(*part))
                .collect::<Result<_>>()?;
            draft.chores[number] = Some(Chore { limbs });
        }
    }
    Ok(())
}

/// Returns 16 shades of grey, one for each colour of the costume.
fn colours() -> Vec<[u8; 3]> {
    (0..16_u8).map(|colour| [colour * 16; 3]).collect()
}

/// The stream and the positions of its pieces.
#[derive(Debug)]
pub struct CommandStream {
    /// The bytes of the stream.
    pub bytes: Vec<u8>,
    places: Vec<(&'static str, u16, u16)>,
}

impl CommandStream {
    /// Assembles pieces to one stream.
    ///
    /// # Errors
    /// Returns an error if a piece is not a valid program.
    pub fn new(pieces: &[(&'static str, &str)], dialect: &Dialect) -> Result<Self> {
        let piece = |(name, text): &(&str, &str)| format!("{name}:\n{text}\n");
        let whole: String = pieces.iter().map(piece).collect();
        // The start of a piece is the length of all pieces before it. These pieces may jump to
        // labels of later pieces, so these labels are added without their code.
        let position = |count: usize| -> Result<u16> {
            let (before, after) = pieces.split_at(count);
            let labels = after.iter().map(piece).collect::<String>();
            let labels = labels
                .lines()
                .filter(|line| line.ends_with(':'))
                .map(|line| format!("{line}\n"));
            let text: String = before.iter().map(piece).chain(labels).collect();
            u16::try_from(assemble(&text, dialect)?.len())
                .map_err(|_| missing("room for the stream"))
        };
        let mut places = Vec::new();
        for (i, (name, _)) in pieces.iter().enumerate() {
            places.push((*name, position(i)?, position(i + 1)?));
        }
        Ok(Self {
            bytes: assemble(&whole, dialect)?,
            places,
        })
    }

    /// Returns the name and the start of each piece.
    pub fn starts(&self) -> impl Iterator<Item = (&'static str, u16)> + '_ {
        self.places.iter().map(|(name, start, _)| (*name, *start))
    }

    fn limb(&self, (limb, mode, name): ChorePart) -> Result<ChoreLimb> {
        if name.is_empty() {
            return Ok(ChoreLimb {
                limb,
                mode,
                start: 0,
                length: 0,
            });
        }
        let place = self.places.iter().find(|(known, ..)| *known == name);
        let (_, start, end) = place.ok_or_else(|| missing(name))?;
        Ok(ChoreLimb {
            limb,
            mode,
            start: *start,
            length: end - start - 1,
        })
    }
}

fn missing(what: &str) -> Error {
    Error::other(format!("there is no {what}"))
}

/// Returns a flag of 12x8 pixels in screen colours. Each row has a literal run of seven colours, a
/// run of one colour, and a gap (255).
fn flag() -> Surface {
    let row = |n: u8| {
        let literal = (0..7).map(move |i| 40 + i + n);
        literal.chain([60; 4]).chain([255])
    };
    Surface::from_pixels(12, 8, (0..8).flat_map(row))
}

/// Returns a costume that shows the flag in every animation.
fn bearer(codec: Codec) -> AkosDraft {
    let stand = Chore {
        limbs: vec![ChoreLimb {
            limb: 0,
            mode: LOOP,
            start: 0,
            length: 0,
        }],
    };
    AkosDraft {
        codec,
        palette: palette(),
        sequence: vec![0],
        chores: (0..24)
            .map(|number| (number >= 4).then(|| stand.clone()))
            .collect(),
        cels: vec![DraftCel {
            rel: (2, -20).into(),
            step: (0, 0).into(),
            cel: Arc::new(flag()),
            gaps: Vec::new(),
        }],
        ..AkosDraft::default()
    }
}

/// Returns the costume with the flag in codec 5.
#[must_use]
pub fn bomp() -> AkosDraft {
    bearer(Codec::Bomp)
}

/// Returns the costume with the flag in codec 16.
#[must_use]
pub fn majmin() -> AkosDraft {
    bearer(Codec::Majmin)
}
