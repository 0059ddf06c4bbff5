//! Prepares a costume for the page.
//!
//! The web page prepares a costume in small steps, so that it stays responsive: a step renders one
//! engine frame or encodes one picture.

use std::path::Path;
use std::sync::Arc;
use std::vec;

use anyhow::Result;
use scumm_costume::{ALL_LIMBS, Animation, Costume};
use scumm_engine::Actor;
use scumm_media::film::FilmFormat;
use scumm_room::Palette;
use serde::Serialize;

use super::{base64, call};
use crate::chores::{self, DirectedChore};
use crate::colours::{Caption, ColouredCostume, RoomColours, colours_of_file};
use crate::costume_input::{self, LoadedCostume, OverLimit};
use crate::export::animations::{AnimationEntry, AnimationStep, ChoreSteps, FilmSteps};
use crate::export::cels::{DecodedCel, colour_numbers, decode, palette_of};
use crate::export::rendered::{ChoreDrawing, RenderedChore};
use crate::export::renderer::{ChoreRenderer, PlayedCostume, RenderOptions};
use crate::export::sheet::{self, PngAndJson};
use crate::info::{self, CelInfo, Info};
use crate::layers::frames;
use crate::list::CostumeLine;
use crate::run_files::RunFiles;

/// The jiffies between two frames, as scripts set them in nearly every room (E1).
const JIFFIES: u16 = 6;
/// The most engine frames of an animation.
const LIMIT: usize = 200;

/// The list entry of a costume on the page.
#[derive(Debug, Serialize)]
pub struct ListedCostume {
    /// The entry of the costume as `list` returns it.
    #[serde(flatten)]
    pub line: CostumeLine,
    /// The file of a small animation.
    pub picture: Option<String>,
    /// The script that is loaded when the costume is shown.
    script: Option<String>,
    /// Descriptions of the damage in the costume.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damage: Vec<String>,
    /// The name of the costume's file; `None` for a costume of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The palette of a costume file, 768 bytes in Base64; `None` for a costume of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    palette: Option<String>,
    /// Whether the animations are left out because they have too many pixels.
    #[serde(skip)]
    is_cut: bool,
}

/// The page of a costume.
#[derive(Debug, Serialize)]
pub struct CostumePage {
    info: Info,
    /// The screen colour of each of the costume's colour indices; empty if cels contain screen
    /// colours themselves (A53).
    numbers: Vec<u16>,
    /// The source of the default colours.
    #[serde(flatten)]
    caption: Caption,
    tick_microseconds: u128,
    chores: Vec<ChorePicture>,
    /// The reason why the animations are left out, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    cels: Vec<CelPicture>,
}

#[derive(Debug, Serialize)]
struct ChorePicture {
    #[serde(flatten)]
    line: AnimationEntry,
    /// An APNG in Base64; `None` if the page renders the chore itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    png: Option<String>,
    /// The number of engine frames and the cels of each frame, with which the page draws the frames
    /// one by one. Empty if the page renders the chore itself, and for costumes whose limbs do not
    /// show cels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shown: Vec<ShownFrame>,
}

/// The number of engine frames, and the limb, the number, the column and the row of each cel.
type ShownFrame = (usize, Vec<(u8, u16, i32, i32)>);

/// Returns the frames of a chore with their cels.
fn shown_frames(costume: &Costume, animation: &Animation) -> Vec<ShownFrame> {
    let actor = Actor::new(costume.dialect());
    let (frames, _) = frames::play(costume, animation, &[actor.init_frame]);
    let mut shown = Vec::new();
    for frame in frames {
        let cels = frame.cels.iter();
        let cels = cels.map(|cel| (cel.limb, cel.number, cel.x, cel.y));
        shown.push((frame.ticks, cels.collect()));
    }
    let is_empty = shown.iter().all(|(_, cels): &ShownFrame| cels.is_empty());
    if is_empty { Vec::new() } else { shown }
}

#[derive(Debug, Serialize)]
struct CelPicture {
    #[serde(flatten)]
    cel: CelInfo,
    /// A PNG in Base64.
    png: Option<String>,
}

impl ListedCostume {
    /// Returns whether the costume could be read and its animations are complete.
    pub fn is_sound(&self) -> bool {
        self.line.error.is_none() && !self.is_cut
    }
}

/// Returns the list entry of a costume without its picture and its script, which are files of a
/// written page. Also returns the costume if it could be read.
pub fn listed(rooms: &RoomColours, id: u16) -> (ListedCostume, Option<LoadedCostume>) {
    let loaded = costume_input::load_costume(rooms.game(), id).and_then(LoadedCostume::bounded);
    let line = CostumeLine::new(rooms.game(), rooms.cast(), id, &loaded);
    let loaded = loaded.ok();
    let damage = loaded
        .as_ref()
        .map(|loaded| loaded.findings.clone())
        .unwrap_or_default();
    (
        ListedCostume {
            line,
            picture: None,
            script: None,
            damage,
            file: None,
            palette: None,
            is_cut: false,
        },
        loaded,
    )
}

/// Returns the list entry of a costume file of `size` bytes from the result of reading it. `id` is
/// the number that the page gives to the file.
pub fn listed_file(
    id: u16,
    name: &str,
    size: u32,
    loaded: &Result<LoadedCostume>,
) -> ListedCostume {
    let mut damage = Vec::new();
    let mut palette = None;
    if let Ok(loaded) = loaded {
        damage.clone_from(&loaded.findings);
        let colours = colours_of_file(loaded);
        palette = Some(base64(&colours.palette.to_bytes()));
    }
    ListedCostume {
        line: CostumeLine::of_file(id, size, loaded),
        picture: None,
        script: None,
        damage,
        file: Some(name.to_owned()),
        palette,
        is_cut: false,
    }
}

impl PlayedCostume {
    /// Creates a played costume with the speed of nearly every room.
    pub fn new(coloured: ColouredCostume) -> Self {
        Self {
            frame: coloured.loaded.dialect.frame_duration(JIFFIES),
            coloured,
        }
    }

    /// Creates a renderer that draws the animations at a scale and with the given limbs.
    ///
    /// # Errors
    /// Does not fail because of a costume.
    pub fn renderer(&self, scale: Option<u8>, limbs: u16) -> Result<ChoreRenderer> {
        let scale = scale.map(|scale| (scale, scale));
        let options = RenderOptions {
            scale,
            shadow: None,
            anim_speed: 1,
            limit: LIMIT,
            limbs,
        };
        ChoreRenderer::new(&self.coloured, options, None)
    }

    /// Returns the rank of a chore for the picture in the list. The chore with the lowest rank is
    /// shown, which is walking south if the costume has it.
    fn rank(&self, chore: &DirectedChore) -> u8 {
        2 * u8::from(chore.name(&self.coloured.loaded.dialect) != "walk")
            + u8::from(chore.direction != "south")
    }

    /// Returns the chores in the order of their ranks for the picture in the list.
    fn ranked(&self) -> Vec<DirectedChore> {
        let mut all = chores::in_costume(&self.coloured.loaded.costume);
        all.sort_by_key(|chore| self.rank(chore));
        all
    }

    /// Returns the first drawing of the visible chore with the lowest rank.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations have too many pixels together.
    pub fn first_drawing(&self) -> Result<Option<Arc<ChoreDrawing>>> {
        let renderer = self.renderer(None, ALL_LIMBS)?;
        for chore in &self.ranked() {
            if let Some(drawing) = renderer.first_drawing(chore)? {
                return Ok(Some(drawing));
            }
        }
        Ok(None)
    }

    /// Returns the first cel with a visible pixel as the bytes of a PNG: the picture for the list
    /// if no animation is visible.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    fn first_cel(&self) -> Result<Option<Vec<u8>>> {
        match self.first_seen_cel() {
            Some(cel) => Ok(Some(cel.png(&self.cel_palette())?)),
            None => Ok(None),
        }
    }

    /// Returns the first cel with a visible pixel.
    pub fn first_seen_cel(&self) -> Option<DecodedCel> {
        let cels = info::cels(&self.coloured.loaded.costume);
        cels.iter().find_map(|cel| self.seen_cel(cel.number))
    }

    /// Decodes a cel; `None` if it has no visible pixel.
    fn seen_cel(&self, number: u16) -> Option<DecodedCel> {
        let cel = decode(&self.coloured.loaded, number)?;
        let mut pixels = cel.surface.pixels().iter();
        if pixels.all(|&pixel| Some(pixel) == cel.transparent) {
            return None;
        }
        Some(cel)
    }

    /// Returns the palette of the cels' colour indices.
    pub fn cel_palette(&self) -> Palette {
        let numbers = colour_numbers(&self.coloured.loaded);
        palette_of(&numbers, &self.coloured.colours.palette).0
    }

    /// Returns the page of a costume, and the picture for the list as the bytes of an APNG. The
    /// animations are left out if they have too many pixels together.
    ///
    /// # Errors
    /// Passes on the errors of the encoders.
    pub fn page(&self) -> Result<(CostumePage, Option<Vec<u8>>)> {
        let loaded = &self.coloured.loaded;
        let renderer = self.renderer(None, ALL_LIMBS)?;
        let dialect = loaded.dialect;
        let animations: Vec<Animation> = loaded.costume.animations().collect();
        let rendered = self.render(
            &renderer,
            &chores::in_costume(&loaded.costume),
            |animation, bounds| {
                let png = self.film(FilmFormat::Apng, &animation, bounds, 1)?;
                let rank = self.rank(&animation.chore);
                let line = AnimationEntry::new(&animation, bounds, &dialect);
                let chore = &animation.chore;
                let stored = animations.iter().find(|stored| {
                    stored.frame == chore.number && stored.facing.degrees() == chore.facing
                });
                let shown = stored.map(|stored| shown_frames(&loaded.costume, stored));
                Ok((rank, line, png, shown.unwrap_or_default()))
            },
        );
        let mut page = self.empty_page();
        let mut portrait = None;
        match rendered {
            Ok(mut rendered) => {
                if let Some((_, _, png, _)) = rendered.iter().min_by_key(|(rank, ..)| *rank) {
                    portrait = Some(png.clone());
                }
                for (_, line, png, shown) in rendered.drain(..) {
                    let png = Some(base64(&png));
                    page.chores.push(ChorePicture { line, png, shown });
                }
            }
            Err(error) => page.leave_out(error)?,
        }
        if portrait.is_none() {
            portrait = self.first_cel()?;
        }
        for cel in info::cels(&loaded.costume) {
            page.cels.push(self.cel_picture(cel, &page.numbers)?);
        }
        Ok((page, portrait))
    }

    /// Returns the page without animations and cels.
    fn empty_page(&self) -> CostumePage {
        CostumePage {
            info: Info::new(&self.coloured, true),
            numbers: colour_numbers(&self.coloured.loaded),
            caption: self.coloured.caption(),
            tick_microseconds: self.frame.as_micros(),
            chores: Vec::new(),
            left_out: None,
            cels: Vec::new(),
        }
    }

    /// Returns a cel with its picture.
    fn cel_picture(&self, cel: CelInfo, numbers: &[u16]) -> Result<CelPicture> {
        let (palette, _) = palette_of(numbers, &self.coloured.colours.palette);
        let png = match decode(&self.coloured.loaded, cel.number) {
            Some(decoded) if !decoded.surface.pixels().is_empty() => {
                Some(base64(&decoded.png(&palette)?))
            }
            _ => None,
        };
        Ok(CelPicture { cel, png })
    }
}

impl CostumePage {
    /// Leaves the animations out if they have too many pixels together.
    ///
    /// # Errors
    /// Returns every other error.
    fn leave_out(&mut self, error: anyhow::Error) -> Result<()> {
        let over_limit: OverLimit = error.downcast()?;
        self.chores.clear();
        self.left_out = Some(format!("{over_limit}: they are left out"));
        Ok(())
    }
}

/// Writes the files of a costume's page.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write(files: &RunFiles, rooms: &RoomColours, id: u16, out: &Path) -> Result<ListedCostume> {
    let (mut listed, loaded) = listed(rooms, id);
    let Some(loaded) = loaded else {
        return Ok(listed);
    };
    let coloured = ColouredCostume::from_game(rooms, loaded, id);
    let (page, portrait) = PlayedCostume::new(coloured).page()?;
    if let Some(why) = &page.left_out {
        log::warn!("{why}");
        listed.damage.push(why.clone());
        listed.is_cut = true;
    }
    if let Some(png) = portrait {
        let picture = format!("costumes/costume-{id:03}.png");
        files.write(&out.join(&picture), |to| to.write_all(&png))?;
        listed.picture = Some(picture);
    }
    let script = format!("costumes/costume-{id:03}.js");
    call(files, &out.join(&script), &format!("costume({id}, "), &page)?;
    listed.script = Some(script);
    Ok(listed)
}

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
        let chores = ChoreSteps::new(
            played.renderer(None, ALL_LIMBS)?,
            chores::in_costume(costume),
        );
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
    pub fn step(&mut self) -> Result<AnimationStep<&CostumePage>> {
        if let Some(chores) = &mut self.chores {
            match chores.step() {
                Ok(AnimationStep::More) => {}
                Ok(AnimationStep::Done(Some(animation))) => self.add(&animation),
                Ok(AnimationStep::Done(None)) => self.chores = None,
                Err(error) => {
                    self.page.leave_out(error)?;
                    self.chores = None;
                }
            }
            return Ok(AnimationStep::More);
        }
        let Some(cel) = self.cels.next() else {
            return Ok(AnimationStep::Done(&self.page));
        };
        let picture = self.played.cel_picture(cel, &self.page.numbers)?;
        self.page.cels.push(picture);
        Ok(AnimationStep::More)
    }

    /// Adds an animation if it is visible.
    fn add(&mut self, animation: &RenderedChore) {
        let Some(bounds) = animation.bounds() else {
            return;
        };
        let dialect = &self.played.coloured.loaded.dialect;
        self.page.chores.push(ChorePicture {
            line: AnimationEntry::new(animation, bounds, dialect),
            png: None,
            shown: Vec::new(),
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
    pub fn step(&mut self) -> Result<AnimationStep<Option<Vec<u8>>>> {
        if let Some(film) = &mut self.film {
            match film.step(&self.played) {
                Ok(AnimationStep::Done(None)) => self.film = None,
                // If the animations have too many pixels, the picture is the first visible cel.
                Err(error) if error.is::<OverLimit>() => self.film = None,
                other => return other,
            }
            return Ok(AnimationStep::More);
        }
        let Some(cel) = self.cels.next() else {
            return Ok(AnimationStep::Done(None));
        };
        match self.played.seen_cel(cel.number) {
            Some(cel) => Ok(AnimationStep::Done(Some(
                cel.png(&self.played.cel_palette())?,
            ))),
            None => Ok(AnimationStep::More),
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
        let all = chores::in_costume(&played.coloured.loaded.costume);
        let chores = ChoreSteps::new(played.renderer(None, ALL_LIMBS)?, all);
        Ok(Self {
            played,
            chores,
            animations: Vec::new(),
        })
    }

    /// Performs the next step. Returns the bytes of a PNG and the JSON that describes it at the
    /// end; `None` if nothing is visible. `image` is the name of the PNG in the JSON.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the animations or the pictures have too many pixels together.
    /// Passes on the errors of the encoder.
    pub fn step(&mut self, image: &str) -> Result<AnimationStep<Option<PngAndJson>>> {
        match self.chores.step()? {
            AnimationStep::More => {}
            AnimationStep::Done(Some(animation)) => {
                if animation.bounds().is_some() {
                    self.animations.push(animation);
                }
            }
            AnimationStep::Done(None) => {
                let made = sheet::png_and_json(&self.played, &self.animations, 1, image)?;
                return Ok(AnimationStep::Done(made));
            }
        }
        Ok(AnimationStep::More)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::colours::{ColourChoice, ColouredCostume};
    use crate::{costume_input, demo};

    fn played() -> PlayedCostume {
        let loaded = costume_input::load_costume(&demo::game().unwrap(), 1).unwrap();
        let choice = ColourChoice::default();
        PlayedCostume::new(
            ColouredCostume::from_file(&RunFiles::default(), loaded, &choice).unwrap(),
        )
    }

    /// Performs all steps. Returns the result and the number of steps.
    fn done<T>(mut step: impl FnMut() -> Result<AnimationStep<T>>) -> (T, usize) {
        let mut steps = 1;
        loop {
            match step().unwrap() {
                AnimationStep::More => steps += 1,
                AnimationStep::Done(result) => return (result, steps),
            }
        }
    }

    #[test]
    fn a_page_in_steps_is_the_page_without_the_animations_files() {
        let mut whole = serde_json::to_value(played().page().unwrap().0).unwrap();
        let chores = whole["chores"].as_array_mut().unwrap();
        for chore in &mut *chores {
            for key in ["png", "shown"] {
                let part = chore.as_object_mut().unwrap().remove(key);
                assert!(part.is_some(), "{key}");
            }
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
        let all = chores::in_costume(&played.coloured.loaded.costume);
        let animations = played.render(&renderer, &all, |animation, _| Ok(animation));
        let whole = sheet::png_and_json(&played, &animations.unwrap(), 1, "a.png").unwrap();
        let mut steps = SheetSteps::new(played).unwrap();
        assert!(whole.is_some() && done(|| steps.step("a.png")).0 == whole);
    }
}
