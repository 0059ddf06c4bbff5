//! The test character as COST.

use std::sync::Arc;

use scumm_costume::edit::cost::{CostDraft, DraftPicture};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_room::{Point, Surface};

use super::cels::{ALL, palette};

/// Commands that do not show a picture (C13, C22).
const SOUND: u8 = 0x78;
const STOP: u8 = 0x79;
const GO: u8 = 0x7a;
const COUNT: u8 = 0x7c;

/// The behaviour of a limb in an animation.
#[derive(Clone, Copy, Debug)]
enum Does {
    /// Shows these pictures repeatedly.
    Loop(&'static [u8]),
    /// Shows these pictures once and keeps the last.
    Once(&'static [u8]),
    /// Switches the limb off.
    Off,
}
use Does::{Loop, Off, Once};

/// The limbs, each with the indices of its pictures in [`ALL`]: the body, the head and the held
/// object. A fourth limb has a pole of 240 lines.
const LIMBS: [&[usize]; 3] = [&[0, 1, 2, 3, 4, 5], &[6, 7, 8, 9, 10], &[11, 12, 13, 14]];
const BODY: u8 = 0;
const HEAD: u8 = 1;
const PROP: u8 = 2;
const POLE: u8 = 3;

/// The number of an animation, and for each of its limbs the behaviour in the directions west,
/// east, south and north (C9).
type Anim = (u8, &'static [(u8, [Does; 4])]);

/// The animation with a sound. Its commands depend on the version (C21, C22).
const SOUNDING: u8 = 9;

const STAND: [Does; 4] = [Loop(&[2]), Loop(&[2]), Loop(&[0]), Loop(&[4])];
const WALK: [Does; 4] = [Loop(&[2, 3]), Loop(&[2, 3]), Loop(&[0, 1]), Loop(&[4, 5])];
const QUIET: [Does; 4] = [Loop(&[2]), Loop(&[2]), Loop(&[0]), Loop(&[4])];
const TALK: [Does; 4] = [Loop(&[2, 3]), Loop(&[2, 3]), Loop(&[0, 1]), Loop(&[4])];

/// The animations. Actors start 1 to 5 automatically (T20).
const ANIMS: [Anim; 15] = [
    (1, &[(BODY, STAND), (HEAD, QUIET), (PROP, [Off; 4])]),
    (2, &[(BODY, WALK)]),
    (3, &[(BODY, STAND)]),
    (4, &[(HEAD, TALK)]),
    (5, &[(HEAD, QUIET)]),
    // 6 takes the stick, 7 lowers the stick and keeps it low, 8 puts the stick away.
    (6, &[(PROP, [Loop(&[0]); 4])]),
    (7, &[(PROP, [Once(&[0, 1, 2]); 4])]),
    (8, &[(PROP, [Off; 4])]),
    // 9 steps on the spot with a sound, 10 steps on the spot and counts.
    (SOUNDING, &[(BODY, [Off; 4])]),
    (10, &[(BODY, [Loop(&[0, COUNT, 1]); 4])]),
    // 11 stops the head, 12 lets it continue.
    (11, &[(HEAD, [Loop(&[STOP]); 4])]),
    (12, &[(HEAD, [Loop(&[GO]); 4])]),
    // 13 holds a rectangle of the shadow colour, 14 a pole.
    (13, &[(PROP, [Loop(&[3]); 4])]),
    (14, &[(POLE, [Loop(&[0]); 4])]),
    // 15, the last, walks with the head on. Each step moves the head.
    (15, &[(BODY, WALK), (HEAD, QUIET)]),
];

/// Returns the test character.
#[must_use]
pub fn doll() -> CostDraft {
    doll_with_sound(&[0, SOUND, 1])
}

/// Returns the test character. Its animation 9 plays `commands`.
#[must_use]
pub(super) fn doll_with_sound(commands: &'static [u8]) -> CostDraft {
    let mut draft = CostDraft {
        palette: palette(),
        ..CostDraft::default()
    };
    for (limb, pictures) in LIMBS.iter().zip(&mut draft.limbs) {
        let picture = |&n: &usize| {
            ALL.get(n).map(|p| DraftPicture {
                rel: p.rel(),
                step: p.step(),
                cel: p.shared(),
            })
        };
        *pictures = limb.iter().map(picture).collect();
    }
    let pole = Arc::new(Surface::from_pixels(2, 240, vec![12; 480]));
    if let Some(limb) = draft.limbs.get_mut(usize::from(POLE)) {
        limb.push(Some(DraftPicture {
            rel: (-1, -240).into(),
            step: (0, 0).into(),
            cel: pole,
        }));
    }
    draft.records = vec![None; 16 * 4];
    for (chore, limbs) in ANIMS {
        for direction in 0..4 {
            let mut record = CostRecord::default();
            for &(limb, does) in limbs {
                let does = if chore == SOUNDING {
                    Some(Loop(commands))
                } else {
                    does.get(direction).copied()
                };
                let sequence = does.and_then(|does| sequence(does, &mut draft.commands));
                record.entries.push(CostEntry { limb, sequence });
            }
            if let Some(slot) = draft.records.get_mut(usize::from(chore) * 4 + direction) {
                *slot = Some(record);
            }
        }
    }
    draft
}

/// Returns the test character with a second head in place of the stick. The second head shares the
/// pixels of the first (C33).
#[must_use]
pub fn borrower() -> CostDraft {
    let mut draft = CostDraft {
        redirects: true,
        ..doll()
    };
    let head = draft
        .limbs
        .get(usize::from(HEAD))
        .and_then(|limb| limb.first())
        .cloned()
        .flatten();
    let head = head.map(|head| DraftPicture {
        rel: head.rel + Point::new(8, 0),
        ..head
    });
    if let Some(stick) = draft
        .limbs
        .get_mut(usize::from(PROP))
        .and_then(|limb| limb.first_mut())
    {
        *stick = head;
    }
    draft
}

/// Returns the test character with 32 colours. The pole has colour 28, which a costume with 16
/// colours cannot have.
#[must_use]
pub fn wide() -> CostDraft {
    let mut draft = doll();
    draft.palette.extend((16..32).map(|colour| 16 + colour));
    let pole = draft
        .limbs
        .get_mut(usize::from(POLE))
        .and_then(|limb| limb.first_mut());
    if let Some(Some(pole)) = pole {
        pole.cel = Arc::new(Surface::from_pixels(2, 240, vec![28; 480]));
    }
    draft
}

/// Appends the commands of a limb, unless they are there already, and returns their position.
/// Returns `None` for a limb that is switched off.
fn sequence(does: Does, commands: &mut Vec<u8>) -> Option<CostSequence> {
    let (codes, loops) = match does {
        Off => return None,
        Loop(codes) => (codes, true),
        Once(codes) => (codes, false),
    };
    let found = commands.windows(codes.len()).position(|part| part == codes);
    let start = found.unwrap_or(commands.len());
    if found.is_none() {
        commands.extend(codes);
    }
    Some(CostSequence {
        start: u16::try_from(start).ok()?,
        extra: u8::try_from(codes.len() - 1).ok()?,
        loops,
    })
}
