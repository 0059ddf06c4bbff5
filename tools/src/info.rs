//! Describes the contents of a costume.

use scumm_costume::edit::words;
use scumm_costume::{Animation, AnimationLimb, Costume, CostumeCel};
use serde::Serialize;

use crate::casting::CostumeCast;
use crate::colours::{ColourSource, ColouredCostume};
use crate::costume_input::Loaded;
use crate::facts::{self, Facts};
use crate::identity_line::IdentityLine;
use crate::{code_lines, directions};

/// The contents of a costume of any format.
#[derive(Debug, Serialize)]
pub struct Info {
    /// The name of the costume for messages.
    pub name: String,
    /// The game's edition, if the costume belongs to a game.
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
    /// The number of limbs that the animations use.
    pub limb_count: usize,
    /// The number of animations. Each direction counts.
    pub animation_count: usize,
    /// The number of pictures.
    pub cel_count: usize,
    /// Whether the west direction is drawn as the mirrored east direction (C4, A45).
    pub mirrors_west: bool,
    /// The stored palette, which contains screen colours.
    pub palette: Vec<u8>,
    /// The colours of the palette on the screen, `RRGGBB`.
    pub colours: Vec<String>,
    /// The source of the colours.
    #[serde(flatten)]
    pub source: ColourSource,
    /// The wearers of the costume, if it belongs to a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cast: Option<CostumeCast>,
    /// The animations.
    pub animations: Vec<AnimationInfo>,
    /// The pictures.
    pub cels: Vec<CelInfo>,
    /// The commands, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Vec<String>>,
    /// Descriptions of the damage.
    pub findings: Vec<String>,
}

/// An animation in one direction.
#[derive(Debug, Serialize)]
pub struct AnimationInfo {
    /// The number in the file (C9, A6).
    pub number: u16,
    /// The frame number with which scripts start the animation.
    pub frame: u16,
    /// The name of the direction.
    pub facing: &'static str,
    /// The effect on each limb.
    pub limbs: Vec<LimbInfo>,
}

/// The effect of an animation on a limb.
#[derive(Debug, Serialize)]
pub struct LimbInfo {
    /// The limb's number.
    pub limb: u8,
    /// The mode of playing, in a word.
    pub mode: &'static str,
    /// The first and last position in the commands, if the mode has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<(u16, u16)>,
}

/// A picture of the costume.
#[derive(Debug, Serialize)]
pub struct CelInfo {
    /// The cel's number.
    pub number: u16,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// The left edge relative to the limb's position, in pixels.
    pub x: i16,
    /// The top edge relative to the limb's position, in pixels.
    pub y: i16,
    /// The shift of the following limbs to the right, in pixels.
    pub move_x: i16,
    /// The shift of the following limbs upwards, in pixels.
    pub move_y: i16,
    /// COST: the limbs and numbers under which animations show the cel.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown_as: Vec<(u8, u8)>,
}

impl Info {
    /// Describes a costume. The commands are included if `with_code` is set.
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

/// Returns the pictures of a costume: the cels of a COST that its animations can reach, and the
/// undamaged cels of an AKOS.
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
