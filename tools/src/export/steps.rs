//! Renders animations and sheets in small steps, for a page that has to stay responsive. A step
//! renders one engine frame, or examines or encodes one picture.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::vec;

use anyhow::Result;
use scumm_platform::film::FilmFormat;
use scumm_room::Rect;

use super::animation_files::{ChoreFilm, PlacedChore};
use super::drawing::{UsedColours, place};
use super::render::PlayedCostume;
use super::rendered::{RenderedChore, TimedPicture};
use super::renderer::{ChoreRenderer, ChoreRendering};
use crate::chores::Chore;

/// The result of a step.
pub enum Step<T> {
    /// More steps are needed.
    More,
    /// The work is complete.
    Done(T),
}

impl<T> Step<T> {
    /// Converts the result.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Step<U> {
        match self {
            Self::More => Step::More,
            Self::Done(result) => Step::Done(make(result)),
        }
    }
}

/// Renders chores one after the other.
pub struct ChoreSteps {
    renderer: ChoreRenderer,
    chores: vec::IntoIter<Chore>,
    rendering: Option<ChoreRendering>,
}

impl ChoreSteps {
    /// Creates the steps that render these chores.
    pub fn new(renderer: ChoreRenderer, chores: Vec<Chore>) -> Self {
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
    pub fn step(&mut self) -> Result<Step<Option<RenderedChore>>> {
        let Some(mut rendering) = self.rendering.take() else {
            let Some(chore) = self.chores.next() else {
                return Ok(Step::Done(None));
            };
            self.rendering = Some(self.renderer.begin(&chore)?);
            return Ok(Step::More);
        };
        if self.renderer.step(&mut rendering)? {
            self.rendering = Some(rendering);
            return Ok(Step::More);
        }
        let (animation, _) = rendering.finish();
        Ok(Step::Done(Some(animation)))
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
    pub fn step(&mut self) -> Result<Step<Option<PlacedAnimation>>> {
        let Some((animation, pictures)) = &self.found else {
            return self.look_for_chore();
        };
        if let Some(picture) = pictures.get(self.looked_at) {
            if let Some(drawing) = &picture.drawing {
                self.used.add(drawing);
            }
            self.looked_at += 1;
            return Ok(Step::More);
        }
        let Some(bounds) = animation.bounds() else {
            return Ok(Step::Done(None));
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
        Ok(Step::Done(placed))
    }

    fn look_for_chore(&mut self) -> Result<Step<Option<PlacedAnimation>>> {
        match self.chores.step()? {
            Step::Done(None) => return Ok(Step::Done(None)),
            Step::Done(Some(animation)) if animation.bounds().is_some() => {
                let pictures = animation.pictures();
                self.found = Some((animation, pictures));
            }
            Step::Done(_) | Step::More => {}
        }
        Ok(Step::More)
    }
}

/// A byte buffer that a film and its owner share.
#[derive(Clone, Default)]
struct SharedBytes(Rc<RefCell<Vec<u8>>>);

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
    pub fn step(&mut self, played: &PlayedCostume) -> Result<Step<Option<Vec<u8>>>> {
        let Some(mut film) = self.film.take() else {
            return self.begin(played);
        };
        if film.step()? {
            self.film = Some(film);
            return Ok(Step::More);
        }
        film.finish()?;
        Ok(Step::Done(Some(self.bytes.0.take())))
    }

    fn begin(&mut self, played: &PlayedCostume) -> Result<Step<Option<Vec<u8>>>> {
        let placed = match self.animation.step()? {
            Step::More => return Ok(Step::More),
            Step::Done(None) => return Ok(Step::Done(None)),
            Step::Done(Some(placed)) => placed,
        };
        let chore = PlacedChore {
            animation: &placed.animation,
            bounds: placed.bounds,
            transparent: placed.transparent,
        };
        let bytes = self.bytes.clone();
        self.film = Some(played.begin_film(self.format, &chore, 1, bytes)?);
        Ok(Step::More)
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::ALL_LIMBS;

    use super::*;
    use crate::chores;
    use crate::colours::{ColourChoice, ColouredCostume};
    use crate::{costume_input, demo};

    fn played() -> PlayedCostume {
        let loaded = costume_input::of_game(&demo::game().unwrap(), 1).unwrap();
        let choice = ColourChoice::default();
        PlayedCostume::of(ColouredCostume::of_file(loaded, &choice).unwrap())
    }

    #[test]
    fn a_film_in_steps_is_the_film() {
        let played = played();
        let chores = chores::of(&played.coloured.loaded.costume);
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
                    if let Step::Done(made) = film.step(&played).unwrap() {
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
        let chores = chores::of(&played.coloured.loaded.costume);
        let renderer = played.renderer(None, ALL_LIMBS).unwrap();
        let mut steps = AnimationSteps::new(ChoreSteps::new(renderer, chores));
        let placed = loop {
            if let Step::Done(placed) = steps.step().unwrap() {
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
