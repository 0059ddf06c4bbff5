//! What is in a costume.

use scumm_costume::edit::words;
use scumm_costume::{Animation, AnimationLimb, Costume, CostumeCel};
use serde::Serialize;

use crate::casting::CostumeCast;
use crate::colours::{ColourSource, ColouredCostume};
use crate::costume_input::Loaded;
use crate::facts::{self, Facts};
use crate::identity_line::IdentityLine;
use crate::{code_lines, directions};

/// What is in a costume, of either kind.
#[derive(Debug, Serialize)]
pub struct Info {
    /// What it is called.
    pub name: String,
    /// Which edition of which game it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub identity: Option<IdentityLine>,
    /// The SCUMM version.
    pub version: u8,
    /// The Humongous sub-version, 0 for other games.
    pub he: u8,
    /// `COST` or `AKOS`.
    pub kind: &'static str,
    /// COST: the format byte; AKOS: the codec.
    pub format: String,
    /// How many limbs its animations use.
    pub limb_count: usize,
    /// How many animations there are, directions counted apart.
    pub animation_count: usize,
    /// How many pictures there are.
    pub cel_count: usize,
    /// Facing west is drawn as the mirrored east (C4, A45).
    pub mirrors_west: bool,
    /// The colours as stored: screen colours.
    pub palette: Vec<u8>,
    /// Those colours on the screen, `RRGGBB`.
    pub colours: Vec<String>,
    /// Whose colours these are.
    #[serde(flatten)]
    pub source: ColourSource,
    /// Who wears it, in a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cast: Option<CostumeCast>,
    /// The animations.
    pub animations: Vec<AnimationInfo>,
    /// The pictures.
    pub cels: Vec<CelInfo>,
    /// The commands, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Vec<String>>,
    /// What is damaged.
    pub findings: Vec<String>,
}

/// One animation in one direction.
#[derive(Debug, Serialize)]
pub struct AnimationInfo {
    /// Its number in the file (C9, A6).
    pub number: u16,
    /// The frame that scripts start.
    pub frame: u16,
    /// The direction's name.
    pub facing: &'static str,
    /// What it does to limbs.
    pub limbs: Vec<LimbInfo>,
}

/// What an animation does to a limb.
#[derive(Debug, Serialize)]
pub struct LimbInfo {
    /// Its number.
    pub limb: u8,
    /// How it plays, in a word.
    pub mode: &'static str,
    /// First and last position in the commands, where the mode has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(u16, u16)>,
}

/// One picture.
#[derive(Debug, Serialize)]
pub struct CelInfo {
    /// Its number.
    pub number: u16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Its left upper corner relative to the limb's place.
    pub x: i16,
    /// Its upper edge.
    pub y: i16,
    /// How far it moves the following limbs: to the right and up.
    pub move_x: i16,
    /// And how far up.
    pub move_y: i16,
    /// COST: limb and number under which animations show it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown_as: Vec<(u8, u8)>,
}

impl Info {
    /// What is in a costume, with its commands where they are asked for.
    pub fn of(coloured: &ColouredCostume, with_code: bool) -> Self {
        let ColouredCostume {
            loaded,
            colours,
            cast,
        } = coloured;
        let Loaded {
            name,
            dialect,
            costume,
            findings,
            identity,
            ..
        } = loaded;
        let Facts {
            kind,
            format,
            limbs: limb_count,
            anims: animation_count,
            cels: cel_count,
        } = Facts::of(costume);
        Self {
            name: name.clone(),
            identity: identity.as_ref().map(IdentityLine::from),
            version: dialect.version(),
            he: dialect.he(),
            kind,
            format,
            limb_count,
            animation_count,
            cel_count,
            mirrors_west: facts::mirrors_west(costume),
            palette: facts::palette(costume).to_vec(),
            colours: colours.hex(facts::palette(costume)),
            source: colours.source.clone(),
            cast: cast.clone(),
            animations: costume.animations().map(animation).collect(),
            cels: cels(costume),
            code: with_code.then(|| code_lines::of(costume)),
            findings: findings.clone(),
        }
    }
}

/// The pictures of a costume: those of a COST that its animations can reach, those of an AKOS that
/// are not damaged.
pub fn cels(costume: &Costume) -> Vec<CelInfo> {
    costume.cels().into_iter().map(cel).collect()
}

fn animation(
    Animation {
        number,
        frame,
        facing,
        limbs,
    }: Animation,
) -> AnimationInfo {
    let facing = directions::name(facing.degrees());
    AnimationInfo {
        number,
        frame,
        facing,
        limbs: limbs.into_iter().map(limb).collect(),
    }
}

fn limb(AnimationLimb { limb, mode, range }: AnimationLimb) -> LimbInfo {
    LimbInfo {
        limb,
        mode: words::mode_word(mode).unwrap_or("unknown"),
        range,
    }
}

fn cel(
    CostumeCel {
        number,
        width,
        height,
        rel,
        step,
        names,
    }: CostumeCel,
) -> CelInfo {
    CelInfo {
        number,
        width,
        height,
        x: rel.x,
        y: rel.y,
        move_x: step.x,
        move_y: step.y,
        shown_as: names,
    }
}
