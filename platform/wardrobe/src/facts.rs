//! What a costume is, in a few figures, whichever kind it is.

use scumm_costume::Costume;
use scumm_room::Dialect;
use serde::Serialize;

use crate::chores;

/// A costume in figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// `COST` or `AKOS`.
    pub kind: &'static str,
    /// COST: the format byte, `0x59`; AKOS: the codec, `codec 16`.
    pub format: String,
    /// How many of the sixteen limbs its animations use.
    pub limbs: usize,
    /// How many animations there are, directions counted apart (C9, A5).
    pub anims: usize,
    /// How many pictures there are.
    pub cels: usize,
}

impl Facts {
    /// The figures of a costume.
    pub fn of(costume: &Costume) -> Self {
        match costume {
            Costume::Cost(cost) => Self {
                kind: "COST",
                format: format!("{:#04x}", cost.format().byte()),
                limbs: used(cost.records().flat_map(|(_, record)| record.entries.iter().map(|e| e.limb))),
                anims: cost.records().count(),
                cels: cost.pictures().len(),
            },
            Costume::Akos(akos) => Self {
                kind: "AKOS",
                format: format!("codec {}", akos.header().codec.number()),
                limbs: used(akos.chores().iter().flatten().flat_map(|chore| chore.limbs.iter().map(|l| l.limb))),
                anims: akos.chores().iter().flatten().count(),
                cels: akos.cels().iter().flatten().count(),
            },
        }
    }
}

/// How many different limbs these are.
fn used(limbs: impl Iterator<Item = u8>) -> usize {
    limbs.fold(0u32, |set, limb| set | 1 << (limb % 32)).count_ones() as usize
}

/// The frames that the costume has, ascending: the numbers that start an animation in some direction (C9, A6).
pub fn frames(costume: &Costume, dialect: &Dialect) -> Vec<u16> {
    let mut frames: Vec<u16> = chores::of(costume, dialect).iter().map(|chore| chore.number).collect();
    frames.dedup();
    frames
}
