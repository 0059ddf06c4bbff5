//! Basic facts: counts for a costume of any format, and the identity of a game.

use std::collections::BTreeSet;

use scumm_costume::edit::lint::shadow_colours;
use scumm_costume::{Animation, Costume};
use scumm_room::resource::Identity;
use serde::Serialize;

/// The format of a costume and the numbers of its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// `COST` or `AKOS`.
    pub kind: &'static str,
    /// COST: the format byte, such as `0x59`; AKOS: the codec, such as `codec 16`.
    pub format: String,
    /// The number of limbs that the animations use, at most sixteen.
    pub limbs: usize,
    /// The number of animations. Each direction counts (C9, A5).
    pub anims: usize,
    /// The number of pictures.
    pub cels: usize,
}

impl Facts {
    /// Collects the facts of a costume.
    pub fn new(costume: &Costume) -> Self {
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

/// Returns whether pictures for the west are drawn by mirroring the pictures for the east (C4,
/// A45).
pub fn mirrors_west(costume: &Costume) -> bool {
    match costume {
        // v0 mirrors single limbs, not directions. On the Nintendo the east direction is the
        // mirrored direction.
        Costume::V0(_) | Costume::Nes(_) => false,
        Costume::Cost(cost) => !cost.keeps_west(),
        Costume::Akos(akos) => akos.header().mirrors_west(),
    }
}

/// Returns the stored palette, which contains screen colours.
pub fn palette(costume: &Costume) -> &[u8] {
    match costume {
        Costume::V0(_) | Costume::Nes(_) => &[],
        Costume::Cost(cost) => cost.palette(),
        Costume::Akos(akos) => akos.palette(),
    }
}

/// Returns the colour indices that are shadows (C50). The costume's own palette determines them.
pub fn shadows(costume: &Costume) -> Vec<u8> {
    let Costume::Cost(cost) = costume else {
        return Vec::new();
    };
    shadow_colours(cost.palette(), cost.dialect())
}

/// The known facts about a game's edition, and how they were recognised.
#[derive(Debug, Serialize)]
pub struct IdentityLine {
    /// All facts in one line of text.
    pub text: String,
    title: Option<&'static str>,
    title_by: Option<&'static str>,
    edition: Option<&'static str>,
    platform: Option<&'static str>,
    platform_by: Option<&'static str>,
    language: Option<&'static str>,
    humongous: Option<String>,
    humongous_by: Option<&'static str>,
    /// Messages about contradictions between the user's options and the table of known index files.
    doubts: Vec<String>,
}

impl From<&Identity> for IdentityLine {
    fn from(identity: &Identity) -> Self {
        let by = |how: &'static str| Some(how).filter(|how| !how.is_empty());
        Self {
            text: identity.to_string(),
            title: identity.title,
            title_by: by(identity.title_by),
            edition: identity.edition,
            platform: identity.platform,
            platform_by: by(identity.platform_by),
            language: identity.language,
            humongous: identity.humongous.clone(),
            humongous_by: by(identity.humongous_by),
            doubts: identity.doubts.clone(),
        }
    }
}
