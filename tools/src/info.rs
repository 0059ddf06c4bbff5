//! Describes the contents of a costume, and lists its commands line by line.

use std::collections::BTreeSet;

use scumm_costume::edit::cost::{GO, STOP};
use scumm_costume::edit::words;
use scumm_costume::{
    Akos, Animation, AnimationLimb, Cost, CostCommand, Costume, CostumeCel, NES_ANIMATIONS, Nes,
    V0, V0_LIMBS, V0Command,
};
use scumm_media::text::joined;
use serde::Serialize;

use crate::casting::CostumeCast;
use crate::chores;
use crate::colours::{ColourSource, ColouredCostume};
use crate::costume_input::{CostumeName, LoadedCostume};
use crate::facts::{self, Facts, IdentityLine};
use crate::layers::CelName;

/// The contents of a costume of any format.
#[derive(Debug, Serialize)]
pub struct Info {
    /// The name of the costume for messages.
    pub name: String,
    /// The number of the costume, or its file.
    pub costume: CostumeName,
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
    #[serde(rename = "encoding")]
    pub format: String,
    /// The number of limbs that the animations use.
    pub limb_count: usize,
    /// The number of animations. Each direction counts.
    pub animation_count: usize,
    /// The number of pictures.
    pub cel_count: usize,
    /// Whether the west direction is drawn as mirrored from east direction (C4, A45).
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
    /// Descriptions of the damage, at most 64.
    pub findings: Vec<String>,
    /// The number of further damages that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_findings: Option<usize>,
}

/// The most damages that are listed.
const MOST_FINDINGS: usize = 64;

/// An animation in one direction.
#[derive(Debug, Serialize)]
pub struct AnimationInfo {
    /// The number in the file (C9, A6).
    pub number: u16,
    /// The frame number with which scripts start the animation.
    pub frame: u16,
    /// The name of the direction.
    pub facing: &'static str,
    /// The limbs that the animation changes.
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
    /// The cel's number; in a COST the index in the list of the pictures that animations reach.
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
    /// COST: the names of the cel: each limb and number with which animations show it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown_as: Vec<(u8, u8)>,
}

impl CelInfo {
    /// Returns the names of the cel.
    pub fn names(&self) -> Vec<CelName> {
        CelName::all(self.number, &self.shown_as)
    }
}

impl Info {
    /// Describes a costume. The commands are included if `with_code` is set.
    pub fn new(coloured: &ColouredCostume, with_code: bool) -> Self {
        let ColouredCostume {
            loaded,
            colours,
            cast,
        } = coloured;
        let LoadedCostume {
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
        } = Facts::new(costume);
        Self {
            name: name.clone(),
            costume: loaded.costume_name(),
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
            code: with_code.then(|| code_lines(costume)),
            findings: findings.iter().take(MOST_FINDINGS).cloned().collect(),
            more_findings: findings
                .len()
                .checked_sub(MOST_FINDINGS)
                .filter(|&more| more > 0),
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
    let facing = chores::direction_name(facing.degrees());
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

/// Returns the lines of a costume. COST: a line for each sequence that an animation plays. AKOS: a
/// line for each instruction with its position, and with a colon where a chore starts or a jump
/// leads.
fn code_lines(costume: &Costume) -> Vec<String> {
    match costume {
        Costume::V0(v0) => code_of_v0(v0),
        Costume::Nes(nes) => code_of_nes(nes),
        Costume::Cost(cost) => code_of_cost(cost),
        Costume::Akos(akos) => code_of_akos(akos),
    }
}

/// v0: returns a line for each command with the frames of each limb; `~` marks a mirrored limb.
fn code_of_v0(v0: &V0) -> Vec<String> {
    let limb = |(limb, command): (usize, V0Command)| {
        let frames = v0
            .sequence_start(limb, command.sequence)
            .map(|start| joined(v0.sequence(start), " "));
        format!(
            "{limb}{}({})",
            if command.flip { "~" } else { ":" },
            frames.unwrap_or_default()
        )
    };
    let line = |(number, command): (u16, [Option<V0Command>; V0_LIMBS])| {
        let limbs = command
            .into_iter()
            .enumerate()
            .filter_map(|(i, command)| Some(limb((i, command?))));
        format!("{number}: {}", joined(limbs, " "))
    };
    v0.commands().map(line).collect()
}

/// Nintendo: returns a line for each animation with the numbers of its pictures.
fn code_of_nes(nes: &Nes) -> Vec<String> {
    let lists = (0..NES_ANIMATIONS).filter_map(|number| Some((number, nes.pictures(number)?)));
    lists
        .map(|(number, list)| format!("{number}: {}", joined(list, " ")))
        .collect()
}

fn code_of_akos(akos: &Akos) -> Vec<String> {
    let mark = |labelled: bool| if labelled { ":" } else { " " };
    let lines = akos.disassemble().lines.into_iter();
    lines
        .map(|line| {
            format!(
                "L{:04x}{} {}",
                line.position,
                mark(line.labelled),
                line.text
            )
        })
        .collect()
}

fn code_of_cost(cost: &Cost) -> Vec<String> {
    let entries = cost
        .stored_records()
        .flat_map(|(_, record)| &record.entries);
    let ranges: BTreeSet<(u16, u16)> = entries
        .filter_map(|e| e.sequence)
        .map(|s| (s.start, s.end()))
        .collect();
    let line = |(start, end): (u16, u16)| {
        format!(
            "{start}-{end}: {}",
            joined(
                (start..=end).map(|at| command_word(cost, at, at == start)),
                " "
            )
        )
    };
    ranges.into_iter().map(line).collect()
}

/// Returns a command as a word. Only the first command of a sequence may act on the limb (C13).
fn command_word(cost: &Cost, at: u16, first: bool) -> String {
    let byte = cost.commands().get(at);
    let dialect = cost.dialect();
    match (
        words::cost_word(byte, dialect),
        CostCommand::from_byte(byte, dialect),
    ) {
        (_, CostCommand::Sound(slot)) => format!("sound{slot}"),
        (Some(word), _) if first || !matches!(byte, STOP | GO) => word.to_owned(),
        _ => (byte & 0x7f).to_string(),
    }
}
