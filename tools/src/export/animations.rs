//! Encodes animations as APNG and GIF files, and lists them.
//!
//! A page that has to stay responsive renders and encodes in small steps: a step renders one engine
//! frame, or examines or encodes one picture.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::vec;

use anyhow::Result;
use scumm_media::IndexedFrame;
use scumm_media::film::{Film, FilmFormat, FilmPlan};
use scumm_room::{Dialect, Palette, Rect};
use serde::Serialize;

use super::folder::ExportFolder;
use super::rendered::{
    ChoreEnd, ChoreEvent, RenderedChore, TimedPicture, UsedColours, place, unused,
};
use super::renderer::{ChoreRenderer, ChoreRendering, PlayedCostume};
use crate::chores::DirectedChore;
use crate::colours::Caption;
use crate::costume_input::CostumeName;

impl PlayedCostume {
    /// Encodes an animation and returns the bytes of the file. Its width and height are enlarged
    /// `zoom` times. The file repeats as a whole, because the formats cannot repeat a part. The
    /// list of animations has the index of the picture from which the game repeats the animation.
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
            palette: palette.colours(),
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
        let costume = self.coloured.loaded.costume_name();
        let tick_microseconds = self.frame.as_micros();
        let list = AnimationList {
            costume,
            caption: self.coloured.caption(),
            tick_microseconds,
            zoom,
            animations,
        };
        target.put_document("chores.json", &list)
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
        let frame = IndexedFrame::new(width, height, &pixels, self.palette.colours())?;
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
    /// The name of the chore and the direction: `walk-west`. The name of a chore says what the
    /// engine uses it for by default, such as walking.
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
    costume: CostumeName,
    #[serde(flatten)]
    caption: Caption,
    /// The duration of an engine frame (tick) in microseconds.
    tick_microseconds: u128,
    /// The factor by which the files are enlarged. Positions and sizes are in pixels of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    zoom: Option<u8>,
    animations: Vec<AnimationEntry>,
}

/// Returns the file name of an animation without its extension: `chore-002-west`.
pub fn stem(chore: &DirectedChore) -> String {
    format!("chore-{:03}-{}", chore.number, chore.direction)
}

/// Returns the file name of an animation: `chore-002-west.gif`.
pub fn file_name(chore: &DirectedChore, ending: &str) -> String {
    format!("{}.{ending}", stem(chore))
}

impl AnimationEntry {
    /// Creates the list entry of an animation.
    pub fn new(animation: &RenderedChore, bounds: Rect, dialect: &Dialect) -> Self {
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
            name: animation.chore.directed_name(dialect),
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

/// The result of a step.
pub enum AnimationStep<T> {
    /// More steps are needed.
    More,
    /// The work is complete.
    Done(T),
}

impl<T> AnimationStep<T> {
    /// Converts the result.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> AnimationStep<U> {
        match self {
            Self::More => AnimationStep::More,
            Self::Done(result) => AnimationStep::Done(make(result)),
        }
    }
}

/// Renders chores one after the other.
pub struct ChoreSteps {
    renderer: ChoreRenderer,
    chores: vec::IntoIter<DirectedChore>,
    rendering: Option<ChoreRendering>,
}

impl ChoreSteps {
    /// Creates the steps that render these chores.
    pub fn new(renderer: ChoreRenderer, chores: Vec<DirectedChore>) -> Self {
        Self {
            renderer,
            chores: chores.into_iter(),
            rendering: None,
        }
    }

    /// Performs the next step. Returns a chore when it is complete, and `None` when all chores are
    /// complete.
    ///
    /// # Errors
    /// Returns an error as [`ChoreRenderer::render`] does.
    pub fn step(&mut self) -> Result<AnimationStep<Option<RenderedChore>>> {
        let Some(mut rendering) = self.rendering.take() else {
            let Some(chore) = self.chores.next() else {
                return Ok(AnimationStep::Done(None));
            };
            self.rendering = Some(self.renderer.begin(&chore)?);
            return Ok(AnimationStep::More);
        };
        if self.renderer.step(&mut rendering)? {
            self.rendering = Some(rendering);
            return Ok(AnimationStep::More);
        }
        let (animation, _) = rendering.finish();
        Ok(AnimationStep::Done(Some(animation)))
    }
}

/// An animation with the box around all its pictures.
pub struct PlacedAnimation {
    /// The animation.
    pub animation: RenderedChore,
    /// The pictures with their durations.
    pub pictures: Vec<TimedPicture>,
    /// The box around the pictures.
    pub bounds: Rect,
    /// A screen colour that no picture uses.
    pub transparent: u8,
}

impl PlacedAnimation {
    /// Returns the pixels of a picture, row by row in the box; empty if the picture does not exist.
    #[must_use]
    pub fn pixels(&self, picture: usize) -> Vec<u8> {
        let Some(picture) = self.pictures.get(picture) else {
            return Vec::new();
        };
        place(picture.drawing.as_deref(), self.bounds, self.transparent)
    }
}

/// Renders chores until one is visible.
pub struct AnimationSteps {
    chores: ChoreSteps,
    /// The first visible chore and its pictures.
    found: Option<(RenderedChore, Vec<TimedPicture>)>,
    /// The number of pictures that were examined.
    looked_at: usize,
    used: UsedColours,
}

impl AnimationSteps {
    /// Creates the steps for these chores.
    pub fn new(chores: ChoreSteps) -> Self {
        Self {
            chores,
            found: None,
            looked_at: 0,
            used: UsedColours::default(),
        }
    }

    /// Performs the next step. Returns `None` at the end if no chore is visible.
    ///
    /// # Errors
    /// Returns an error as [`ChoreRenderer::render`] does.
    pub fn step(&mut self) -> Result<AnimationStep<Option<PlacedAnimation>>> {
        let Some((animation, pictures)) = &self.found else {
            return self.look_for_chore();
        };
        if let Some(picture) = pictures.get(self.looked_at) {
            if let Some(drawing) = &picture.drawing {
                self.used.add(drawing);
            }
            self.looked_at += 1;
            return Ok(AnimationStep::More);
        }
        let Some(bounds) = animation.bounds() else {
            return Ok(AnimationStep::Done(None));
        };
        let placed = self
            .found
            .take()
            .map(|(animation, pictures)| PlacedAnimation {
                animation,
                pictures,
                bounds,
                transparent: self.used.unused(),
            });
        Ok(AnimationStep::Done(placed))
    }

    fn look_for_chore(&mut self) -> Result<AnimationStep<Option<PlacedAnimation>>> {
        match self.chores.step()? {
            AnimationStep::Done(None) => return Ok(AnimationStep::Done(None)),
            AnimationStep::Done(Some(animation)) if animation.bounds().is_some() => {
                let pictures = animation.pictures();
                self.found = Some((animation, pictures));
            }
            AnimationStep::Done(_) | AnimationStep::More => {}
        }
        Ok(AnimationStep::More)
    }
}

/// A byte buffer that a film and its owner share.
#[derive(Clone, Debug, Default)]
pub struct SharedBytes(Rc<RefCell<Vec<u8>>>);

impl SharedBytes {
    /// Removes the bytes from the buffer and returns them.
    #[must_use]
    pub fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Encodes an animation step by step.
pub struct FilmSteps {
    format: FilmFormat,
    animation: AnimationSteps,
    film: Option<ChoreFilm<SharedBytes>>,
    bytes: SharedBytes,
}

impl FilmSteps {
    /// Creates the steps that encode the first visible chore.
    pub fn new(format: FilmFormat, chores: ChoreSteps) -> Self {
        Self {
            format,
            animation: AnimationSteps::new(chores),
            film: None,
            bytes: SharedBytes::default(),
        }
    }

    /// Performs the next step. Returns the bytes of the file at the end; `None` if no chore is
    /// visible.
    ///
    /// # Errors
    /// Returns an error as [`ChoreRenderer::render`] does. Passes on the errors of the encoder.
    pub fn step(&mut self, played: &PlayedCostume) -> Result<AnimationStep<Option<Vec<u8>>>> {
        let Some(mut film) = self.film.take() else {
            return self.begin(played);
        };
        if film.step()? {
            self.film = Some(film);
            return Ok(AnimationStep::More);
        }
        film.finish()?;
        Ok(AnimationStep::Done(Some(self.bytes.take())))
    }

    fn begin(&mut self, played: &PlayedCostume) -> Result<AnimationStep<Option<Vec<u8>>>> {
        let placed = match self.animation.step()? {
            AnimationStep::More => return Ok(AnimationStep::More),
            AnimationStep::Done(None) => return Ok(AnimationStep::Done(None)),
            AnimationStep::Done(Some(placed)) => placed,
        };
        let chore = PlacedChore {
            animation: &placed.animation,
            bounds: placed.bounds,
            transparent: placed.transparent,
        };
        let bytes = self.bytes.clone();
        self.film = Some(played.begin_film(self.format, &chore, 1, bytes)?);
        Ok(AnimationStep::More)
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::ALL_LIMBS;

    use super::*;
    use crate::colours::{ColourChoice, ColouredCostume};
    use crate::run_files::RunFiles;
    use crate::{chores, costume_input, demo};

    fn played() -> PlayedCostume {
        let loaded = costume_input::load_costume(&demo::game().unwrap(), 1).unwrap();
        let choice = ColourChoice::default();
        PlayedCostume::new(
            ColouredCostume::from_file(&RunFiles::default(), loaded, &choice).unwrap(),
        )
    }

    #[test]
    fn a_film_in_steps_is_the_film() {
        let played = played();
        let chores = chores::in_costume(&played.coloured.loaded.costume);
        for format in [FilmFormat::Apng, FilmFormat::Gif] {
            for chore in &chores {
                let renderer = played.renderer(None, ALL_LIMBS).unwrap();
                let (animation, _) = renderer.render(chore).unwrap();
                let whole = animation.bounds().map(|bounds| {
                    let film = played.film(format, &animation, bounds, 1);
                    film.unwrap()
                });
                let mut film = FilmSteps::new(format, ChoreSteps::new(renderer, vec![*chore]));
                let made = loop {
                    if let AnimationStep::Done(made) = film.step(&played).unwrap() {
                        break made;
                    }
                };
                assert!(made == whole, "{chore:?}");
            }
        }
    }

    #[test]
    fn a_placed_animation_has_the_pixels_of_its_pictures() {
        let played = played();
        let chores = chores::in_costume(&played.coloured.loaded.costume);
        let renderer = played.renderer(None, ALL_LIMBS).unwrap();
        let mut steps = AnimationSteps::new(ChoreSteps::new(renderer, chores));
        let placed = loop {
            if let AnimationStep::Done(placed) = steps.step().unwrap() {
                break placed.unwrap();
            }
        };
        let (width, height) = placed.bounds.size();
        for number in 0..placed.pictures.len() {
            let pixels = placed.pixels(number);
            assert_eq!(pixels.len(), width * height);
            assert!(pixels.iter().any(|&pixel| pixel != placed.transparent));
        }
        assert!(placed.pixels(placed.pictures.len()).is_empty());
    }
}
