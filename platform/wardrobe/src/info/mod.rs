//! `wardrobe info`: what is in a costume.

mod code;
mod text;

use anyhow::Result;
use scumm_costume::edit::words;
use scumm_costume::{Animation, AnimationLimb, Costume, CostumeCel};
use serde::Serialize;

use crate::costume_input::{CostumeArgs, Loaded};
use crate::directions;
use crate::facts::Facts;
use crate::identity_line::IdentityLine;
use crate::outcome::Outcome;
use crate::output::OutArgs;

/// Shows what is in a costume: header, palette, animations with their limbs, cels
///
/// What is damaged is listed at the end and makes the exit code 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe info ~/games/monkey2 --costume 5
  wardrobe info guybrush.cost --scumm 5 --code
  wardrobe info dig.la0 --costume 12 --json | jq '.cels[] | select(.width > 100)'")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Show the commands too
    #[arg(long)]
    code: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// What is in a costume, of either kind.
#[derive(Debug, Serialize)]
pub struct Info {
    name: String,
    /// Which edition of which game it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    identity: Option<IdentityLine>,
    version: u8,
    he: u8,
    #[serde(flatten)]
    facts: FactsOf,
    /// Facing west is drawn as the mirrored east (C4, A45).
    mirrors_west: bool,
    /// The colours as stored: screen colours.
    palette: Vec<u8>,
    animations: Vec<AnimationInfo>,
    cels: Vec<CelInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Vec<String>>,
    findings: Vec<String>,
}

/// The figures under names that leave room for the lists.
#[derive(Debug, Serialize)]
struct FactsOf {
    kind: &'static str,
    format: String,
    limb_count: usize,
    animation_count: usize,
    cel_count: usize,
}

/// One animation in one direction.
#[derive(Debug, Serialize)]
struct AnimationInfo {
    /// Its number in the file (C9, A6).
    number: u16,
    /// The frame that scripts start.
    frame: u16,
    /// The direction's name.
    facing: &'static str,
    limbs: Vec<LimbInfo>,
}

/// What an animation does to a limb.
#[derive(Debug, Serialize)]
struct LimbInfo {
    limb: u8,
    mode: &'static str,
    /// First and last position in the commands, where the mode has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(u16, u16)>,
}

/// One picture.
#[derive(Debug, Serialize)]
pub struct CelInfo {
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

/// Shows a costume.
pub fn run(args: &Args) -> Result<Outcome> {
    let info = Info::of(&args.costume.load()?, args.code);
    if args.json {
        args.out.json(&info)?
    } else {
        args.out.text(&info.text())?
    }
    Ok(if info.findings.is_empty() { Outcome::Good } else { Outcome::Findings })
}

impl Info {
    /// What is in a costume, with its commands where they are asked for.
    pub fn of(loaded: &Loaded, with_code: bool) -> Self {
        let Loaded { name, dialect, costume, findings, identity, .. } = loaded;
        let Facts { kind, format, limbs, anims, cels } = Facts::of(costume);
        let (mirrors_west, palette) = match &**costume {
            Costume::Cost(cost) => (!cost.keeps_west(), cost.palette()),
            Costume::Akos(akos) => (akos.header().mirrors_west(), akos.palette()),
        };
        Self {
            name: name.clone(),
            identity: identity.as_ref().map(IdentityLine::from),
            version: dialect.version(),
            he: dialect.he(),
            facts: FactsOf { kind, format, limb_count: limbs, animation_count: anims, cel_count: cels },
            mirrors_west,
            palette: palette.to_vec(),
            animations: loaded.costume.animations().map(AnimationInfo::from).collect(),
            cels: self::cels(costume),
            code: with_code.then(|| code::lines(costume)),
            findings: findings.clone(),
        }
    }
}

/// The pictures of a costume: those of a COST that its animations can reach, those of an AKOS that are not damaged.
pub fn cels(costume: &Costume) -> Vec<CelInfo> {
    costume.cels().into_iter().map(CelInfo::from).collect()
}

impl From<Animation> for AnimationInfo {
    fn from(Animation { number, frame, facing, limbs }: Animation) -> Self {
        Self { number, frame, facing: directions::name(facing), limbs: limbs.into_iter().map(LimbInfo::from).collect() }
    }
}

impl From<AnimationLimb> for LimbInfo {
    fn from(AnimationLimb { limb, mode, range }: AnimationLimb) -> Self {
        Self { limb, mode: words::mode_word(mode).unwrap_or("unknown"), range }
    }
}

impl From<CostumeCel> for CelInfo {
    fn from(CostumeCel { number, width, height, rel, step, names }: CostumeCel) -> Self {
        Self { number, width, height, x: rel.x, y: rel.y, move_x: step.x, move_y: step.y, shown_as: names }
    }
}
