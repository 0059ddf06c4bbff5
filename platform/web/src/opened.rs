//! A game that was dropped onto the page, and what the page shows of it, made piece by piece while somebody looks at it.
//! `wardrobe gallery` writes the same pieces as files.

use std::borrow::Cow;

use anyhow::Context;
use js_sys::Uint8Array;
use scumm_costume::ALL_LIMBS;
use scumm_costume::edit::inspect::Map;
use scumm_engine::Game;
use scumm_platform::film::FilmFormat;
use scumm_room::Rect;
use scumm_tools::chores::{self, Chore};
use scumm_tools::colours::{ColourChoice, ColouredCostume, RoomColours};
use scumm_tools::costume_input::{self, Loaded, StoredCostume};
use scumm_tools::export::drawing::{place, unused};
use scumm_tools::export::render::PlayedCostume;
use scumm_tools::export::rendered::RenderedChore;
use scumm_tools::export::sheet;
use scumm_tools::gallery::costume;
use scumm_tools::gallery::{GameData, room};
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

    /// What the page shows of a costume, as JSON.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn costume(&self, id: u16) -> Result<String> {
        Ok(serde_json::to_string(
            &self.played(id, None)?.page(false)?.0,
        )?)
    }

    /// The picture of a costume in the list, an APNG; nothing where it shows nothing.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn portrait(&self, id: u16) -> Result<Option<Vec<u8>>> {
        let played = self.played(id, None)?;
        let film = |animation: RenderedChore| {
            Some(played.film(FilmFormat::Apng, &animation, animation.bounds()?, 1))
        };
        Ok(played
            .portrait()?
            .and_then(film)
            .map_or_else(|| played.first_cel(), |png| png.map(Some))?)
    }

    /// An animation, frame by frame; nothing where it shows nothing. `scale` is 1..=255, `limbs` has a bit for each limb that is shown.
    ///
    /// # Errors
    /// The costume can't be read, or has no such chore.
    pub fn frames(
        &self,
        id: u16,
        chore: u16,
        facing: u16,
        scale: u8,
        limbs: u16,
    ) -> Result<Option<PlayedFrames>> {
        let animation = animation(&self.played(id, None)?, (chore, facing), scale, limbs)?;
        let Some(bounds) = animation.bounds() else {
            return Ok(None);
        };
        let (Rect { left, top, .. }, (width, height)) = (bounds, bounds.size());
        let (transparent, pictures) = (unused(animation.drawings()), animation.pictures());
        let shown = pictures
            .iter()
            .flat_map(|picture| place(picture.drawing.as_deref(), bounds, transparent));
        let ticks = pictures
            .iter()
            .map(|picture| u32::try_from(picture.ticks).unwrap_or(u32::MAX))
            .collect();
        let (loop_from, pixels) = (animation.loop_from(), shown.collect());
        Ok(Some(PlayedFrames {
            left,
            top,
            width,
            height,
            ticks,
            loop_from,
            transparent,
            pixels,
        }))
    }

    /// An animation as a file (`png` or `gif`) in the costume's own colours or those of a room; nothing where it shows nothing.
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
    ) -> Result<Option<Vec<u8>>> {
        let played = self.played(id, room)?;
        let animation = animation(&played, (chore, facing), scale, limbs)?;
        let format = if ending == "gif" {
            FilmFormat::Gif
        } else {
            FilmFormat::Apng
        };
        let film = |bounds| played.film(format, &animation, bounds, 1);
        Ok(animation.bounds().map(film).transpose()?)
    }

    /// All pictures of a costume on a sheet, a PNG.
    ///
    /// # Errors
    /// The costume or the room can't be read.
    pub fn sheet(&self, id: u16, room: Option<u16>) -> Result<Vec<u8>> {
        let played = self.played(id, room)?;
        let (renderer, all) = (
            played.renderer(None, ALL_LIMBS)?,
            chores::of(&played.coloured.loaded.costume),
        );
        let animations = played.render(&renderer, &all, |animation, _| Ok(animation))?;
        Ok(sheet::png(&played, &animations)?)
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

    /// Puts a costume into a room that was entered, at a place where one can stand; returns the actor's number.
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

/// A chore in a direction, of a size up to 255, with some of the limbs.
fn animation(
    played: &PlayedCostume,
    chore: (u16, u16),
    scale: u8,
    limbs: u16,
) -> anyhow::Result<RenderedChore> {
    let Loaded { name, costume, .. } = &played.coloured.loaded;
    let all = chores::of(costume);
    let found = all
        .iter()
        .find(|one: &&Chore| (one.number, one.facing) == chore);
    let found = found.with_context(|| format!("{name} has no such chore"))?;
    Ok(played
        .renderer(Some(scale).filter(|&scale| scale < 255), limbs)?
        .render(found)?
        .0)
}

/// An animation as screen colours.
#[wasm_bindgen(getter_with_clone)]
pub struct PlayedFrames {
    /// Where the left edge lies, in pixels from the actor's position.
    pub left: i32,
    /// Where the upper edge lies.
    pub top: i32,
    /// The width of every picture.
    pub width: usize,
    /// The height of every picture.
    pub height: usize,
    /// The engine frames that each picture is seen.
    pub ticks: Vec<u32>,
    /// The picture from which it repeats, where it does.
    #[wasm_bindgen(js_name = loopFrom)]
    pub loop_from: Option<usize>,
    /// The colour that shows the background.
    pub transparent: u8,
    /// The pictures one after the other, row by row, a byte a pixel.
    pub pixels: Vec<u8>,
}
