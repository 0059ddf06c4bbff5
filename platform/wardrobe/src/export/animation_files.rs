//! Animations as APNG and GIF files, and a list of them.

use anyhow::Result;
use scumm_platform::{indexed_gif, indexed_png};
use scumm_room::Dialect;
use serde::Serialize;

use super::drawing::{Bounds, unused};
use super::export_folder::ExportFolder;
use super::render::{RenderJob, frames, pixels};
use super::rendered::{ChoreEvent, End, RenderedChore};

/// What a file name of an animation ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationFormat {
    /// Animated PNG.
    Apng,
    /// GIF.
    Gif,
}

/// An animation in the list.
#[derive(Debug, Serialize)]
pub struct AnimationEntry {
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
    /// How it goes on after the last one: `loops`, `stands`, `open` where it was not rendered to its end.
    end: &'static str,
    /// The picture from which it repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    loop_from: Option<usize>,
    /// What it asks for.
    #[serde(rename = "cues", skip_serializing_if = "Vec::is_empty")]
    events: Vec<EventEntry>,
}

/// What an animation asks for, and in which of its engine frames.
#[derive(Debug, Serialize)]
struct EventEntry {
    tick: usize,
    #[serde(flatten)]
    event: ChoreEvent,
}

/// The list of a costume's animations.
#[derive(Debug, Serialize)]
struct AnimationList {
    costume: String,
    /// Microseconds that an engine frame takes.
    tick_microseconds: u128,
    animations: Vec<AnimationEntry>,
}

/// The files' name without its ending: `chore-002-west`.
pub fn stem(animation: &RenderedChore) -> String {
    format!("chore-{:03}-{}", animation.chore.number, animation.chore.direction)
}

/// What to call an animation: `walk-west`.
pub fn name(animation: &RenderedChore, dialect: &Dialect) -> String {
    format!("{}-{}", animation.chore.name(dialect), animation.chore.direction)
}

/// Writes an animation in some kinds of files.
///
/// # Errors
/// They can't be written.
pub fn write(
    job: &RenderJob,
    animation: &RenderedChore,
    bounds: Bounds,
    kinds: &[AnimationFormat],
    target: &ExportFolder,
) -> Result<()> {
    for kind in kinds {
        let (ending, bytes) = match kind {
            AnimationFormat::Apng => ("png", apng(job, animation, bounds)?),
            AnimationFormat::Gif => ("gif", gif(job, animation, bounds)?),
        };
        target.put(format!("{}.{ending}", stem(animation)), &bytes)?;
    }
    Ok(())
}

/// Writes the list of all animations, `chores.json`.
///
/// # Errors
/// It can't be written.
pub fn write_list(job: &RenderJob, animations: Vec<AnimationEntry>, target: &ExportFolder) -> Result<()> {
    let list = AnimationList { costume: job.title.clone(), tick_microseconds: job.frame.as_micros(), animations };
    target.put_json("chores.json", &list)
}

/// An animation as the bytes of an APNG.
///
/// # Errors
/// The encoder's.
pub fn apng(job: &RenderJob, animation: &RenderedChore, bounds: Bounds) -> Result<Vec<u8>> {
    let transparent = unused(animation.drawings());
    let pictures = pixels(animation, bounds, transparent);
    let plays = if repeats(animation) { 0 } else { 1 };
    let mut bytes = Vec::new();
    indexed_png::encode_animation(&frames(job, &pictures, bounds, 1)?, plays, Some(transparent), &mut bytes)?;
    Ok(bytes)
}

/// An animation as the bytes of a GIF.
///
/// # Errors
/// The encoder's.
pub fn gif(job: &RenderJob, animation: &RenderedChore, bounds: Bounds) -> Result<Vec<u8>> {
    let transparent = unused(animation.drawings());
    let pictures = pixels(animation, bounds, transparent);
    let mut bytes = Vec::new();
    indexed_gif::encode(&frames(job, &pictures, bounds, 10)?, repeats(animation), Some(transparent), &mut bytes)?;
    Ok(bytes)
}

/// Whether a file plays for ever. A file can only repeat as a whole; from which picture the game repeats is in the list.
fn repeats(animation: &RenderedChore) -> bool {
    matches!(animation.end, End::Loops(_))
}

impl AnimationEntry {
    /// What the list says of an animation.
    pub fn of(animation: &RenderedChore, bounds: Bounds, dialect: &Dialect) -> Self {
        let (width, height) = bounds.size();
        let pictures = animation.pictures();
        let (end, loop_from) = match animation.end {
            End::Loops(tick) => ("loops", pictures.iter().position(|picture| picture.first == tick)),
            End::Stands => ("stands", None),
            End::Open => ("open", None),
        };
        Self {
            chore: animation.chore.number,
            direction: animation.chore.direction,
            facing: animation.chore.facing,
            name: name(animation, dialect),
            file: stem(animation),
            left: bounds.left,
            top: bounds.top,
            width,
            height,
            ticks: pictures.iter().map(|picture| picture.ticks).collect(),
            end,
            loop_from,
            events: animation.events().map(|(tick, event)| EventEntry { tick, event }).collect(),
        }
    }
}
