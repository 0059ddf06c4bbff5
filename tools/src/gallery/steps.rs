//! Prepares a costume for the page in small steps, so that the page stays responsive. A step
//! renders one engine frame or encodes one picture.

use std::vec;

use anyhow::Result;
use scumm_costume::ALL_LIMBS;
use scumm_platform::film::FilmFormat;

use super::costume::{ChorePicture, CostumePage};
use crate::chores;
use crate::costume_input::OverLimit;
use crate::export::animations::{AnimationEntry, ChoreSteps, FilmSteps, Step};
use crate::export::rendered::RenderedChore;
use crate::export::renderer::PlayedCostume;
use crate::export::sheet;
use crate::info::{self, CelInfo};

/// Prepares the page of a costume. The page renders the animations itself.
pub struct PageSteps {
    played: PlayedCostume,
    chores: Option<ChoreSteps>,
    cels: vec::IntoIter<CelInfo>,
    page: CostumePage,
}

impl PageSteps {
    /// Creates the steps of a costume.
    ///
    /// # Errors
    /// Does not fail because of a costume.
    pub fn new(played: PlayedCostume) -> Result<Self> {
        let costume = &played.coloured.loaded.costume;
        let chores = ChoreSteps::new(played.renderer(None, ALL_LIMBS)?, chores::of(costume));
        let cels = info::cels(costume).into_iter();
        let page = played.empty_page();
        Ok(Self {
            played,
            chores: Some(chores),
            cels,
            page,
        })
    }

    /// Performs the next step. Returns the page at the end.
    ///
    /// # Errors
    /// Passes on the errors of the encoders.
    pub fn step(&mut self) -> Result<Step<&CostumePage>> {
        if let Some(chores) = &mut self.chores {
            match chores.step() {
                Ok(Step::More) => {}
                Ok(Step::Done(Some(animation))) => self.add(&animation),
                Ok(Step::Done(None)) => self.chores = None,
                Err(error) => {
                    self.page.leave_out(error)?;
                    self.chores = None;
                }
            }
            return Ok(Step::More);
        }
        let Some(cel) = self.cels.next() else {
            return Ok(Step::Done(&self.page));
        };
        let picture = self.played.cel_picture(cel, &self.page.numbers)?;
        self.page.cels.push(picture);
        Ok(Step::More)
    }

    /// Adds an animation if it is visible.
    fn add(&mut self, animation: &RenderedChore) {
        let Some(bounds) = animation.bounds() else {
            return;
        };
        let dialect = &self.played.coloured.loaded.dialect;
        self.page.chores.push(ChorePicture {
            line: AnimationEntry::of(animation, bounds, dialect),
            png: None,
        });
    }
}

/// Makes the picture of a costume for the list: an animation, else the first visible cel.
pub struct PortraitSteps {
    played: PlayedCostume,
    film: Option<FilmSteps>,
    cels: vec::IntoIter<CelInfo>,
}

impl PortraitSteps {
    /// Creates the steps of a costume.
    ///
    /// # Errors
    /// Does not fail because of a costume.
    pub fn new(played: PlayedCostume) -> Result<Self> {
        let chores = ChoreSteps::new(played.renderer(None, ALL_LIMBS)?, played.ranked());
        let cels = info::cels(&played.coloured.loaded.costume).into_iter();
        Ok(Self {
            played,
            film: Some(FilmSteps::new(FilmFormat::Apng, chores)),
            cels,
        })
    }

    /// Performs the next step. Returns the bytes of a PNG at the end; `None` if the costume is not
    /// visible.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    pub fn step(&mut self) -> Result<Step<Option<Vec<u8>>>> {
        if let Some(film) = &mut self.film {
            match film.step(&self.played) {
                Ok(Step::Done(None)) => self.film = None,
                // A costume whose animations have too many pixels still shows its cels.
                Err(error) if error.is::<OverLimit>() => self.film = None,
                other => return other,
            }
            return Ok(Step::More);
        }
        let Some(cel) = self.cels.next() else {
            return Ok(Step::Done(None));
        };
        match self.played.seen_cel(cel.number) {
            Some(cel) => Ok(Step::Done(Some(cel.png(&self.played.cel_palette())?))),
            None => Ok(Step::More),
        }
    }
}

/// Makes a sheet of all pictures of a costume.
pub struct SheetSteps {
    played: PlayedCostume,
    chores: ChoreSteps,
    animations: Vec<RenderedChore>,
}

impl SheetSteps {
    /// Creates the steps of a costume.
    ///
    /// # Errors
    /// Does not fail because of a costume.
    pub fn new(played: PlayedCostume) -> Result<Self> {
        let all = chores::of(&played.coloured.loaded.costume);
        let chores = ChoreSteps::new(played.renderer(None, ALL_LIMBS)?, all);
        Ok(Self {
            played,
            chores,
            animations: Vec::new(),
        })
    }

    /// Performs the next step. Returns the bytes of a PNG at the end.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations or the pictures have too many pixels together.
    /// Passes on the errors of the encoder.
    pub fn step(&mut self) -> Result<Step<Vec<u8>>> {
        match self.chores.step()? {
            Step::More => {}
            Step::Done(Some(animation)) => {
                if animation.bounds().is_some() {
                    self.animations.push(animation);
                }
            }
            Step::Done(None) => {
                return Ok(Step::Done(sheet::png(&self.played, &self.animations)?));
            }
        }
        Ok(Step::More)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::colours::{ColourChoice, ColouredCostume};
    use crate::{costume_input, demo};

    use super::*;

    fn played() -> PlayedCostume {
        let loaded = costume_input::of_game(&demo::game().unwrap(), 1).unwrap();
        let choice = ColourChoice::default();
        PlayedCostume::of(ColouredCostume::of_file(loaded, &choice).unwrap())
    }

    /// Performs all steps. Returns the result and the number of steps.
    fn done<T>(mut step: impl FnMut() -> Result<Step<T>>) -> (T, usize) {
        let mut steps = 1;
        loop {
            match step().unwrap() {
                Step::More => steps += 1,
                Step::Done(result) => return (result, steps),
            }
        }
    }

    #[test]
    fn a_page_in_steps_is_the_page_without_the_animations_files() {
        let mut whole = serde_json::to_value(played().page().unwrap().0).unwrap();
        let chores = whole["chores"].as_array_mut().unwrap();
        for chore in &mut *chores {
            let file = chore.as_object_mut().unwrap().remove("png");
            assert!(file.is_some());
        }
        let least = chores.len() + whole["cels"].as_array().unwrap().len();
        let mut page = PageSteps::new(played()).unwrap();
        let value = |page: &CostumePage| serde_json::to_value(page).unwrap();
        let (made, steps): (Value, _) = done(|| Ok(page.step()?.map(value)));
        assert_eq!(made, whole);
        assert!(steps > least, "{steps} steps");
    }

    #[test]
    fn a_portrait_in_steps_is_that_of_the_list() {
        let whole = played().page().unwrap().1;
        let mut portrait = PortraitSteps::new(played()).unwrap();
        let (made, steps) = done(|| portrait.step());
        assert!(made.is_some() && made == whole);
        assert!(steps > 4, "{steps} steps");
    }

    #[test]
    fn a_sheet_in_steps_is_the_sheet() {
        let played = played();
        let renderer = played.renderer(None, ALL_LIMBS).unwrap();
        let all = chores::of(&played.coloured.loaded.costume);
        let animations = played.render(&renderer, &all, |animation, _| Ok(animation));
        let whole = sheet::png(&played, &animations.unwrap()).unwrap();
        let mut steps = SheetSteps::new(played).unwrap();
        assert!(done(|| steps.step()).0 == whole);
    }
}
