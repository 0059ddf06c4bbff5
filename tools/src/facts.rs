//! What a costume is, in a few figures, whichever kind it is.

use std::collections::BTreeSet;

use scumm_costume::edit::lint::shadow_colours;
use scumm_costume::{Animation, Costume};
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
            Costume::V0(_) => ("V0", "2 bits".to_owned()),
            Costume::Nes(_) => ("NES", "sprites".to_owned()),
            Costume::Cost(cost) => ("COST", format!("{:#04x}", cost.format().byte())),
            Costume::Akos(akos) => ("AKOS", format!("codec {}", akos.header().codec.number())),
        };
        let animations: Vec<Animation> = costume.animations().collect();
        let limbs: BTreeSet<u8> = animations
            .iter()
            .flat_map(|a| &a.limbs)
            .map(|limb| limb.limb)
            .collect();
        Self {
            kind,
            format,
            limbs: limbs.len(),
            anims: animations.len(),
            cels: costume.cels().len(),
        }
    }
}

/// Whether facing west is drawn as the mirrored east (C4, A45).
pub fn mirrors_west(costume: &Costume) -> bool {
    match costume {
        // v0 mirrors limb by limb, the Nintendo faces east so.
        Costume::V0(_) | Costume::Nes(_) => false,
        Costume::Cost(cost) => !cost.keeps_west(),
        Costume::Akos(akos) => akos.header().mirrors_west(),
    }
}

/// The colours as stored: screen colours.
pub fn palette(costume: &Costume) -> &[u8] {
    match costume {
        Costume::V0(_) | Costume::Nes(_) => &[],
        Costume::Cost(cost) => cost.palette(),
        Costume::Akos(akos) => akos.palette(),
    }
}

/// The colour numbers that are shadows (C50): the costume's own palette decides.
pub fn shadows(costume: &Costume) -> Vec<u8> {
    let Costume::Cost(cost) = costume else {
        return Vec::new();
    };
    shadow_colours(cost.palette(), cost.dialect())
}
