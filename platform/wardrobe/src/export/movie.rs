//! Animations as APNG and GIF files, and a list of them.

use anyhow::Result;
use scumm_platform::{indexed_gif, indexed_png};
use scumm_room::Dialect;
use serde::Serialize;

use super::drawing::{Bounds, unused};
use super::film::{Film, frames, pixels};
use super::stock::Stock;
use super::take::{Cue, End, Take};

/// What a file name of an animation ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Animated PNG.
    Apng,
    /// GIF.
    Gif,
}

/// An animation in the list.
#[derive(Debug, Serialize)]
pub struct Line {
    chore: u16,
    direction: &'static str,
    /// Degrees clockwise from north.
    facing: u16,
    /// What engines use the chore for.
    name: String,
    /// The files' name without its ending.
    file: String,
    /// Where the pictures lie: pixels from the actor's position.
    left: i32,
    top: i32,
    width: usize,
    height: usize,
    /// Engine frames that each picture is seen.
    ticks: Vec<usize>,
    /// How it goes on after the last one: `loops`, `stands`, `open` where it was not filmed to its end.
    end: &'static str,
    /// The picture with which it begins anew.
    #[serde(skip_serializing_if = "Option::is_none")]
    loop_from: Option<usize>,
    /// What it asks for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cues: Vec<CueLine>,
}

/// What an animation asks for, and in which of its engine frames.
#[derive(Debug, Serialize)]
struct CueLine {
    tick: usize,
    #[serde(flatten)]
    cue: Cue,
}

/// The list of a costume's animations.
#[derive(Debug, Serialize)]
struct List {
    costume: String,
    /// Microseconds that an engine frame takes.
    tick_microseconds: u128,
    animations: Vec<Line>,
}

/// The files' name without its ending: `chore-002-west`.
pub fn stem(take: &Take) -> String {
    format!("chore-{:03}-{}", take.chore.number, take.chore.direction)
}

/// What to call an animation: `walk-west`.
pub fn name(take: &Take, dialect: &Dialect) -> String {
    format!("{}-{}", take.chore.name(dialect), take.chore.direction)
}

/// Writes an animation in some kinds of files.
///
/// # Errors
/// They can't be written.
pub fn write(film: &Film, take: &Take, bounds: Bounds, kinds: &[Kind], stock: &Stock) -> Result<()> {
    for kind in kinds {
        let (ending, bytes) = match kind {
            Kind::Apng => ("png", apng(film, take, bounds)?),
            Kind::Gif => ("gif", gif(film, take, bounds)?),
        };
        stock.put(format!("{}.{ending}", stem(take)), &bytes)?;
    }
    Ok(())
}

/// Writes the list of all animations, `chores.json`.
///
/// # Errors
/// It can't be written.
pub fn write_list(film: &Film, animations: Vec<Line>, stock: &Stock) -> Result<()> {
    let list = List { costume: film.title.clone(), tick_microseconds: film.frame.as_micros(), animations };
    stock.put_json("chores.json", &list)
}

/// An animation as the bytes of an APNG.
///
/// # Errors
/// The encoder's.
pub fn apng(film: &Film, take: &Take, bounds: Bounds) -> Result<Vec<u8>> {
    let transparent = unused(take.drawings());
    let shots = pixels(take, bounds, transparent);
    let plays = if repeats(take) { 0 } else { 1 };
    let mut bytes = Vec::new();
    indexed_png::encode_animation(&frames(film, &shots, bounds, 1)?, plays, Some(transparent), &mut bytes)?;
    Ok(bytes)
}

fn gif(film: &Film, take: &Take, bounds: Bounds) -> Result<Vec<u8>> {
    let transparent = unused(take.drawings());
    let shots = pixels(take, bounds, transparent);
    let mut bytes = Vec::new();
    indexed_gif::encode(&frames(film, &shots, bounds, 10)?, repeats(take), Some(transparent), &mut bytes)?;
    Ok(bytes)
}

/// Whether a file plays for ever. One that leads into a loop can only begin anew as a whole; the list tells where.
fn repeats(take: &Take) -> bool {
    matches!(take.end, End::Loops(_))
}

impl Line {
    /// What the list says of an animation.
    pub fn of(take: &Take, bounds: Bounds, dialect: &Dialect) -> Self {
        let (width, height) = bounds.size();
        let shots = take.shots();
        let (end, loop_from) = match take.end {
            End::Loops(tick) => ("loops", shots.iter().position(|shot| shot.first == tick)),
            End::Stands => ("stands", None),
            End::Open => ("open", None),
        };
        Self {
            chore: take.chore.number,
            direction: take.chore.direction,
            facing: take.chore.facing,
            name: name(take, dialect),
            file: stem(take),
            left: bounds.left,
            top: bounds.top,
            width,
            height,
            ticks: shots.iter().map(|shot| shot.ticks).collect(),
            end,
            loop_from,
            cues: take.cues().map(|(tick, cue)| CueLine { tick, cue }).collect(),
        }
    }
}
