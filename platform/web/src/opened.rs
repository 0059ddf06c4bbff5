//! A game that was dropped onto the page, and what the page shows of it, made piece by piece while
//! somebody looks at it. `wardrobe gallery` writes the same pieces as files.

use std::borrow::Cow;

use anyhow::Context;
use js_sys::Uint8Array;
use scumm_costume::edit::inspect::Map;
use scumm_engine::Game;
use scumm_platform::film::FilmFormat;
use scumm_tools::chores::{self, Chore};
use scumm_tools::colours::{ColourChoice, ColouredCostume, RoomColours};
use scumm_tools::costume_input::{self, Loaded, StoredCostume};
use scumm_tools::export::render::PlayedCostume;
use scumm_tools::export::rendered::TimedPicture;
use scumm_tools::export::steps::{AnimationSteps, ChoreSteps, FilmSteps, PlacedAnimation, Step};
use scumm_tools::gallery::steps::{PageSteps, PortraitSteps, SheetSteps};
use scumm_tools::gallery::{GameData, costume, room};
use scumm_tools::{demo, lint, load, map};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::Result;
use crate::walk::RoomWalk;

/// A game whose files are in memory.
#[wasm_bindgen]
pub struct OpenedGame {
    title: String,
    rooms: RoomColours,
}

#[wasm_bindgen]
impl OpenedGame {
    /// The demo that the page carries.
    ///
    /// # Errors
    /// None with the files that are carried.
    pub fn demo() -> Result<Self> {
        Ok(Self {
            title: "The demo".to_owned(),
            rooms: RoomColours::of(&demo::game()?),
        })
    }

    /// Opens a game: the names of its files, and as many `Uint8Array`s.
    ///
    /// # Errors
    /// There is no game among the files, or it is damaged.
    pub fn open(title: String, names: Vec<String>, files: Vec<JsValue>) -> Result<Self> {
        let bytes = files
            .iter()
            .map(|file| file.dyn_ref().map(Uint8Array::to_vec).unwrap_or_default());
        let game = Game::from_files(names.into_iter().zip(bytes.map(Cow::Owned)))?;
        Ok(Self {
            title,
            rooms: RoomColours::of(&game),
        })
    }

    /// The list of rooms and costumes, as JSON.
    ///
    /// # Errors
    /// None that a game can cause.
    pub fn list(&self) -> Result<String> {
        let game = self.rooms.game();
        let rooms = game
            .rooms()
            .map(|id| room::listed(&self.rooms, id))
            .collect();
        let costumes = game
            .costumes()
            .map(|id| costume::listed(&self.rooms, id).0)
            .collect();
        Ok(serde_json::to_string(&GameData::of(
            self.title.clone(),
            &self.rooms,
            rooms,
            costumes,
        ))?)
    }

    /// The pictures of a room as PNGs: the background, then its z-planes.
    ///
    /// # Errors
    /// The room can't be read.
    #[wasm_bindgen(js_name = roomPictures)]
    pub fn room_pictures(&self, id: u16) -> Result<Vec<Uint8Array>> {
        let pictures = room::pictures(self.rooms.game(), id)?;
        Ok(pictures
            .iter()
            .map(|png| Uint8Array::from(png.as_slice()))
            .collect())
    }

    /// Begins to make what the page shows of a costume: JSON.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn costume(&self, id: u16) -> Result<Work> {
        let mut page = PageSteps::new(self.played(id, None)?)?;
        Ok(Work::new(move || {
            let Step::Done(page) = page.step()? else {
                return Ok(Step::More);
            };
            Ok(Step::Done(serde_json::to_string(page)?.into()))
        }))
    }

    /// Begins to make the picture of a costume in the list: the bytes of a PNG, `undefined` if it
    /// shows nothing.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn portrait(&self, id: u16) -> Result<Work> {
        let mut portrait = PortraitSteps::new(self.played(id, None)?)?;
        Ok(Work::new(move || Ok(portrait.step()?.map(optional_bytes))))
    }

    /// Begins to render an animation: [`PlayedFrames`], `undefined` if it shows nothing. `scale` is
    /// 1..=255, `limbs` has a bit for each limb that is shown.
    ///
    /// # Errors
    /// The costume can't be read, or has no such chore.
    pub fn frames(&self, id: u16, chore: u16, facing: u16, scale: u8, limbs: u16) -> Result<Work> {
        let played = self.played(id, None)?;
        let chores = chore_steps(&played, (chore, facing), scale, limbs)?;
        let mut animation = AnimationSteps::new(chores);
        Ok(Work::new(move || {
            Ok(animation.step()?.map(|placed| match placed {
                Some(placed) => PlayedFrames(placed).into(),
                None => JsValue::UNDEFINED,
            }))
        }))
    }

    /// Begins to encode an animation as a file (`png` or `gif`) in the costume's own colours or
    /// those of a room: its bytes, `undefined` if it shows nothing.
    ///
    /// # Errors
    /// As [`Self::frames`]; the room can't be read.
    #[wasm_bindgen(js_name = animationFile)]
    #[expect(
        clippy::too_many_arguments,
        reason = "a script calls it with what the page has chosen"
    )]
    pub fn animation_file(
        &self,
        id: u16,
        chore: u16,
        facing: u16,
        scale: u8,
        limbs: u16,
        room: Option<u16>,
        ending: &str,
    ) -> Result<Work> {
        let played = self.played(id, room)?;
        let chores = chore_steps(&played, (chore, facing), scale, limbs)?;
        let format = if ending == "gif" {
            FilmFormat::Gif
        } else {
            FilmFormat::Apng
        };
        let mut film = FilmSteps::new(format, chores);
        Ok(Work::new(move || {
            Ok(film.step(&played)?.map(optional_bytes))
        }))
    }

    /// Begins to make a sheet of all pictures of a costume: the bytes of a PNG.
    ///
    /// # Errors
    /// The costume or the room can't be read.
    pub fn sheet(&self, id: u16, room: Option<u16>) -> Result<Work> {
        let mut sheet = SheetSteps::new(self.played(id, room)?)?;
        Ok(Work::new(move || {
            Ok(sheet.step()?.map(|png| optional_bytes(Some(png))))
        }))
    }

    /// A costume's bytes with what each is for, as a page in HTML.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn bytes(&self, id: u16) -> Result<String> {
        let ColouredCostume {
            loaded, colours, ..
        } = self.played(id, None)?.coloured;
        Ok(map::html::page(
            &loaded.name,
            &Map::of(&loaded.data, &loaded.costume)?,
            &loaded.data,
            &colours,
        ))
    }

    /// What is odd in a costume, as a JSON list.
    ///
    /// # Errors
    /// None that a game can cause.
    pub fn findings(&self, id: u16) -> Result<String> {
        Ok(serde_json::to_string(&lint::findings(
            &StoredCostume::of_game(self.rooms.game(), id),
        ))?)
    }

    /// Enters a room with its people.
    ///
    /// # Errors
    /// The room can't be read.
    pub fn walk(&self, room: u16) -> Result<RoomWalk> {
        Ok(RoomWalk::enter(self.rooms.game(), room, self.rooms.cast())?)
    }

    /// Puts a costume into a room that was entered, at a place where one can stand; returns the
    /// actor's number.
    ///
    /// # Errors
    /// The costume can't be read, or the room is full.
    #[wasm_bindgen(js_name = putInto)]
    pub fn put_into(&self, walk: &mut RoomWalk, costume: u16) -> Result<u16> {
        Ok(walk.put(self.rooms.game(), costume)?)
    }
}

impl OpenedGame {
    /// A costume in its own colours or those of a room.
    fn played(&self, id: u16, room: Option<u16>) -> anyhow::Result<PlayedCostume> {
        let game = self.rooms.game();
        let loaded = costume_input::of_game(game, id)?.bounded()?;
        let mut played = PlayedCostume::of(ColouredCostume::of_game(
            &self.rooms,
            loaded,
            id,
            &ColourChoice::default(),
        )?);
        if let Some(room) = room {
            played.coloured.colours.palette = load::palette(&game.room(room)?, &game.dialect());
        }
        Ok(played)
    }
}

/// The steps of a chore in a direction, of a size up to 255, with some of the limbs.
fn chore_steps(
    played: &PlayedCostume,
    chore: (u16, u16),
    scale: u8,
    limbs: u16,
) -> anyhow::Result<ChoreSteps> {
    let Loaded { name, costume, .. } = &played.coloured.loaded;
    let all = chores::of(costume);
    let found = all
        .iter()
        .find(|one: &&Chore| (one.number, one.facing) == chore);
    let found = found.with_context(|| format!("{name} has no such chore"))?;
    let scale = Some(scale).filter(|&scale| scale < 255);
    Ok(ChoreSteps::new(
        played.renderer(scale, limbs)?,
        vec![*found],
    ))
}

/// Bytes as a `Uint8Array`, or `undefined`.
fn optional_bytes(bytes: Option<Vec<u8>>) -> JsValue {
    match bytes {
        Some(bytes) => Uint8Array::from(bytes.as_slice()).into(),
        None => JsValue::UNDEFINED,
    }
}

/// Does a step of some work.
type DoStep = Box<dyn FnMut() -> anyhow::Result<Step<JsValue>>>;

/// Work that the page does in steps, so that it answers its user meanwhile. A step takes some
/// milliseconds at most.
#[wasm_bindgen]
pub struct Work {
    step: DoStep,
    result: JsValue,
}

impl Work {
    fn new(step: impl FnMut() -> anyhow::Result<Step<JsValue>> + 'static) -> Self {
        Self {
            step: Box::new(step),
            result: JsValue::UNDEFINED,
        }
    }
}

#[wasm_bindgen]
impl Work {
    /// Does the next step. Returns whether the work is done; no step may follow then.
    ///
    /// # Errors
    /// The work can't be done.
    pub fn step(&mut self) -> Result<bool> {
        let Step::Done(result) = (self.step)()? else {
            return Ok(false);
        };
        self.result = result;
        Ok(true)
    }

    /// The result of work that is done.
    #[wasm_bindgen(getter)]
    pub fn result(&self) -> JsValue {
        self.result.clone()
    }
}

/// An animation as screen colours.
#[wasm_bindgen]
pub struct PlayedFrames(PlacedAnimation);

#[wasm_bindgen]
impl PlayedFrames {
    /// Where the left edge lies, in pixels from the actor's position.
    #[wasm_bindgen(getter)]
    pub fn left(&self) -> i32 {
        self.0.bounds.left
    }

    /// Where the upper edge lies.
    #[wasm_bindgen(getter)]
    pub fn top(&self) -> i32 {
        self.0.bounds.top
    }

    /// The width of every picture.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> usize {
        self.0.bounds.size().0
    }

    /// The height of every picture.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> usize {
        self.0.bounds.size().1
    }

    /// The engine frames that each picture is seen.
    #[wasm_bindgen(getter)]
    pub fn ticks(&self) -> Vec<u32> {
        let ticks = |picture: &TimedPicture| u32::try_from(picture.ticks).unwrap_or(u32::MAX);
        self.0.pictures.iter().map(ticks).collect()
    }

    /// The picture from which it repeats, where it does.
    #[wasm_bindgen(getter, js_name = loopFrom)]
    pub fn loop_from(&self) -> Option<usize> {
        self.0.animation.loop_from()
    }

    /// The colour that shows the background.
    #[wasm_bindgen(getter)]
    pub fn transparent(&self) -> u8 {
        self.0.transparent
    }

    /// The pixels of a picture, row by row, a byte a pixel.
    pub fn picture(&self, number: usize) -> Vec<u8> {
        self.0.pixels(number)
    }
}
