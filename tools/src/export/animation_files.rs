//! Encodes animations as APNG and GIF files, and lists them.

use std::io::Write;
use std::vec;

use anyhow::Result;
use scumm_platform::Frame;
use scumm_platform::film::{Film, FilmFormat, FilmPlan};
use scumm_room::{Dialect, Palette, Rect};
use serde::Serialize;

use super::drawing::{place, unused};
use super::export_folder::ExportFolder;
use super::render::PlayedCostume;
use super::rendered::{ChoreEnd, ChoreEvent, RenderedChore, TimedPicture};
use crate::chores::Chore;
use crate::colours::Caption;

impl PlayedCostume {
    /// Encodes an animation as the bytes of a file whose sides are enlarged `zoom` times. The file
    /// can only repeat as a whole; the list of animations names the picture from which the game
    /// repeats.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    pub fn film(
        &self,
        format: FilmFormat,
        animation: &RenderedChore,
        bounds: Rect,
        zoom: u8,
    ) -> Result<Vec<u8>> {
        let placed = PlacedChore {
            animation,
            bounds,
            transparent: unused(animation.drawings()),
        };
        let mut bytes = Vec::new();
        let mut film = self.begin_film(format, &placed, zoom, &mut bytes)?;
        while film.step()? {}
        film.finish()?;
        Ok(bytes)
    }

    /// Starts to encode an animation.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    pub(super) fn begin_film<W: Write>(
        &self,
        format: FilmFormat,
        chore: &PlacedChore<'_>,
        zoom: u8,
        out: W,
    ) -> Result<ChoreFilm<W>> {
        let palette = &self.coloured.colours.palette;
        let pictures = chore.animation.pictures();
        let (width, height) = chore.bounds.size();
        let plan = FilmPlan {
            width,
            height,
            zoom,
            palette: &palette.0,
            indexed: true,
            pictures: count(pictures.len()),
            repeats: matches!(chore.animation.end, ChoreEnd::Loops(_)),
            transparent: Some(chore.transparent),
            tick: self.frame,
        };
        Ok(ChoreFilm {
            film: Film::begin(format, &plan, out)?,
            pictures: pictures.into_iter(),
            bounds: chore.bounds,
            transparent: chore.transparent,
            palette: palette.clone(),
        })
    }

    /// Writes `chores.json`, the list of all animations.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn list(
        &self,
        animations: Vec<AnimationEntry>,
        zoom: Option<u8>,
        target: &ExportFolder,
    ) -> Result<()> {
        let costume = self.coloured.loaded.name.clone();
        let tick_microseconds = self.frame.as_micros();
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

/// An animation with the box around its pictures and an unused colour.
pub(super) struct PlacedChore<'a> {
    pub animation: &'a RenderedChore,
    pub bounds: Rect,
    pub transparent: u8,
}

/// An animation that is encoded picture by picture.
pub(super) struct ChoreFilm<W: Write> {
    film: Film<W>,
    /// The pictures that are not yet encoded.
    pictures: vec::IntoIter<TimedPicture>,
    bounds: Rect,
    transparent: u8,
    palette: Palette,
}

impl<W: Write> ChoreFilm<W> {
    /// Encodes the next picture. Returns `false` if there are no more pictures.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    pub fn step(&mut self) -> Result<bool> {
        let Some(picture) = self.pictures.next() else {
            return Ok(false);
        };
        let (width, height) = self.bounds.size();
        let pixels = place(picture.drawing.as_deref(), self.bounds, self.transparent);
        let frame = Frame::new(width, height, &pixels, &self.palette.0)?;
        self.film.add(&frame, count(picture.ticks))?;
        Ok(true)
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    pub fn finish(self) -> Result<()> {
        Ok(self.film.finish()?)
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
    /// The direction in degrees clockwise from north.
    facing: u16,
    /// The name of the chore's default use in the engine.
    name: String,
    /// The file name without its extension.
    file: String,
    /// The position of the pictures' top left corner relative to the actor's position, in pixels.
    left: i32,
    top: i32,
    width: usize,
    height: usize,
    /// The number of engine frames for which each picture is visible.
    ticks: Vec<usize>,
    /// The continuation after the last picture: `loops`, `stands`, or `open` if the animation was
    /// not rendered to its end.
    end: &'static str,
    /// The index of the picture from which the animation repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    loop_from: Option<usize>,
    /// The requests that the animation makes while it plays.
    #[serde(rename = "cues", skip_serializing_if = "Vec::is_empty")]
    events: Vec<EventEntry>,
}

/// A request of an animation, with the engine frame in which it is made.
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
    /// The duration of an engine frame in microseconds.
    tick_microseconds: u128,
    /// The factor by which the files are enlarged. Positions and sizes are in pixels of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    zoom: Option<u8>,
    animations: Vec<AnimationEntry>,
}

/// Returns the file name of an animation without its extension: `chore-002-west`.
pub fn stem(chore: &Chore) -> String {
    format!("chore-{:03}-{}", chore.number, chore.direction)
}

/// Returns the file name of an animation: `chore-002-west.gif`.
pub fn file_name(chore: &Chore, ending: &str) -> String {
    format!("{}.{ending}", stem(chore))
}

/// Returns the name of an animation: `walk-west`.
pub fn name(animation: &RenderedChore, dialect: &Dialect) -> String {
    format!(
        "{}-{}",
        animation.chore.name(dialect),
        animation.chore.direction
    )
}

impl AnimationEntry {
    /// Creates the list entry of an animation.
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
            file: stem(&animation.chore),
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
