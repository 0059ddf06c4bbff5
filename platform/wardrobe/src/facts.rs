//! What a costume is, in a few figures, whichever kind it is.

use std::collections::BTreeSet;

use scumm_costume::Costume;
use serde::Serialize;

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
        let (kind, format) = match costume {
            Costume::Cost(cost) => ("COST", format!("{:#04x}", cost.format().byte())),
            Costume::Akos(akos) => ("AKOS", format!("codec {}", akos.header().codec.number())),
        };
        let (mut limbs, mut anims) = (BTreeSet::new(), 0);
        for animation in costume.animations() {
            limbs.extend(animation.limbs.iter().map(|limb| limb.limb));
            anims += 1;
        }
        Self { kind, format, limbs: limbs.len(), anims, cels: costume.cels().len() }
    }
}
