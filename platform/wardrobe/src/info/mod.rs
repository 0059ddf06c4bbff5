//! `wardrobe info`: what is in a costume.

mod code;
mod text;

use anyhow::Result;
use scumm_costume::edit::words;
use scumm_costume::{Animation, AnimationLimb, Costume, CostumeCel};
use serde::Serialize;

use crate::costume_input::{CostumeArgs, Loaded};
use crate::directions;
use crate::facts::{self, Facts};
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
    kind: &'static str,
    format: String,
    limb_count: usize,
    animation_count: usize,
    cel_count: usize,
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
    args.out.report(args.json, &info, Info::text)?;
    Ok(if info.findings.is_empty() { Outcome::Good } else { Outcome::Findings })
}

impl Info {
    /// What is in a costume, with its commands where they are asked for.
    pub fn of(loaded: &Loaded, with_code: bool) -> Self {
        let Loaded { name, dialect, costume, findings, identity, .. } = loaded;
        let Facts { kind, format, limbs: limb_count, anims: animation_count, cels: cel_count } = Facts::of(costume);
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
            animations: costume.animations().map(animation).collect(),
            cels: cels(costume),
            code: with_code.then(|| code::lines(costume)),
            findings: findings.clone(),
        }
    }
}

/// The pictures of a costume: those of a COST that its animations can reach, those of an AKOS that are not damaged.
pub fn cels(costume: &Costume) -> Vec<CelInfo> {
    costume.cels().into_iter().map(cel).collect()
}

fn animation(Animation { number, frame, facing, limbs }: Animation) -> AnimationInfo {
    let facing = directions::name(facing.degrees());
    AnimationInfo { number, frame, facing, limbs: limbs.into_iter().map(limb).collect() }
}

fn limb(AnimationLimb { limb, mode, range }: AnimationLimb) -> LimbInfo {
    LimbInfo { limb, mode: words::mode_word(mode).unwrap_or("unknown"), range }
}

fn cel(CostumeCel { number, width, height, rel, step, names }: CostumeCel) -> CelInfo {
    CelInfo { number, width, height, x: rel.x, y: rel.y, move_x: step.x, move_y: step.y, shown_as: names }
}
