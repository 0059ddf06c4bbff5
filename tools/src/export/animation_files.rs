//! Animations as APNG and GIF files, and a list of them.

use anyhow::Result;
use scumm_platform::Frame;
use scumm_platform::film::{Film, FilmFormat, FilmPlan};
use scumm_room::{Dialect, Rect};
use serde::Serialize;

use super::drawing::{place, unused};
use super::export_folder::ExportFolder;
use super::render::PlayedCostume;
use super::rendered::{ChoreEnd, ChoreEvent, RenderedChore};
use crate::colours::Caption;

impl PlayedCostume {
    /// An animation as the bytes of a file, each of its sides `zoom` times as long. It can only repeat as a whole; from which picture
    /// the game repeats is in the list.
    ///
    /// # Errors
    /// The encoder's.
    pub fn film(
        &self,
        format: FilmFormat,
        animation: &RenderedChore,
        bounds: Rect,
        zoom: u8,
    ) -> Result<Vec<u8>> {
        let transparent = unused(animation.drawings());
        let pictures = animation.pictures();
        let (width, height) = bounds.size();
        let plan = FilmPlan {
            width,
            height,
            zoom,
            palette: &self.coloured.colours.palette.0,
            indexed: true,
            pictures: count(pictures.len()),
            repeats: matches!(animation.end, ChoreEnd::Loops(_)),
            transparent: Some(transparent),
            tick: self.frame,
        };
        let mut bytes = Vec::new();
        let mut film = Film::begin(format, &plan, &mut bytes)?;
        for picture in &pictures {
            let pixels = place(picture.drawing.as_deref(), bounds, transparent);
            film.add(
                &Frame::new(width, height, &pixels, &self.coloured.colours.palette.0)?,
                count(picture.ticks),
            )?;
        }
        film.finish()?;
        Ok(bytes)
    }

    /// Writes the list of all animations, `chores.json`.
    ///
    /// # Errors
    /// It can't be written.
    pub fn list(
        &self,
        animations: Vec<AnimationEntry>,
        zoom: Option<u8>,
        target: &ExportFolder,
    ) -> Result<()> {
        let (costume, tick_microseconds) =
            (self.coloured.loaded.name.clone(), self.frame.as_micros());
        let list = AnimationList {
            costume,
            caption: self.coloured.caption(),
            tick_microseconds,
            zoom,
            animations,
        };
        target.put_json("chores.json", &list)
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
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
    #[serde(flatten)]
    caption: Caption,
    /// Microseconds that an engine frame takes.
    tick_microseconds: u128,
    /// How many pixels of a file are one of the game's on each side; places and sizes count the game's.
    #[serde(skip_serializing_if = "Option::is_none")]
    zoom: Option<u8>,
    animations: Vec<AnimationEntry>,
}

/// The files' name without its ending: `chore-002-west`.
pub fn stem(animation: &RenderedChore) -> String {
    format!(
        "chore-{:03}-{}",
        animation.chore.number, animation.chore.direction
    )
}

/// What to call an animation: `walk-west`.
pub fn name(animation: &RenderedChore, dialect: &Dialect) -> String {
    format!(
        "{}-{}",
        animation.chore.name(dialect),
        animation.chore.direction
    )
}

impl AnimationEntry {
    /// What the list says of an animation.
    pub fn of(animation: &RenderedChore, bounds: Rect, dialect: &Dialect) -> Self {
        let (width, height) = bounds.size();
        let end = match animation.end {
            ChoreEnd::Loops(_) => "loops",
            ChoreEnd::Stands => "stands",
            ChoreEnd::Open => "open",
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
            ticks: animation
                .pictures()
                .iter()
                .map(|picture| picture.ticks)
                .collect(),
            end,
            loop_from: animation.loop_from(),
            events: animation
                .events()
                .map(|(tick, event)| EventEntry { tick, event })
                .collect(),
        }
    }
}
