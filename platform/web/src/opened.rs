//! A game that the page has opened. The data of a room or costume is prepared when the user opens
//! the room or costume. `wardrobe gallery` writes the same data to files.

use anyhow::{Context, anyhow, bail};
use js_sys::{Array, Uint8Array};
use scumm_costume::edit::inspect::Map;
use scumm_engine::Game;
use scumm_media::film::FilmFormat;
use scumm_room::resource::{PartRequest, PartialFiles};
use scumm_tools::chores::{self, DirectedChore};
use scumm_tools::colours::{
    ColourSource, ColouredCostume, CostumeColours, RoomColours, colours_of_file,
};
use scumm_tools::costume_input::{self, CostumeName, LoadedCostume, StoredCostume};
use scumm_tools::export::animations::{AnimationStep, AnimationSteps, ChoreSteps, FilmSteps};
use scumm_tools::export::renderer::PlayedCostume;
use scumm_tools::export::steps::ExportSteps;
use scumm_tools::gallery::costume::{PageSteps, PortraitSteps, SheetSteps};
use scumm_tools::gallery::{GameData, costume, room};
use scumm_tools::provenance::ExportRecord;
use scumm_tools::{demo, lint, load, map};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::pixel::{PixelWriter, visible_writer};
use crate::walk::RoomWalk;
use crate::work::{PlayedFrames, Work, optional_bytes};
use crate::{Result, archive};

/// The most costume files without a game that are opened together.
const MOST_FILES: u16 = 500;

/// The files that the user has chosen, of which only the requested parts are read.
#[wasm_bindgen]
pub struct ChosenFiles(PartialFiles);

#[wasm_bindgen]
impl ChosenFiles {
    /// Creates files with these paths and lengths.
    #[wasm_bindgen(constructor)]
    pub fn new(paths: Vec<String>, lengths: Vec<f64>) -> Self {
        let lengths = lengths.into_iter().map(|length| length as u64);
        Self(PartialFiles::new(paths.into_iter().zip(lengths)))
    }

    /// Returns the paths of the indexes of all games among the files, or nothing if parts are
    /// missing.
    ///
    /// # Errors
    /// Throws an error if there are too many games.
    pub fn indexes(&self) -> Result<Option<Vec<String>>> {
        let indexes = self.0.indexes();
        if self.0.has_requests() {
            return Ok(None);
        }
        Ok(Some(indexes?))
    }

    /// Opens the game with an index, or returns nothing if parts are missing. Without a title, the
    /// game gets its own title or the name of its index.
    ///
    /// # Errors
    /// Throws an error if the game is damaged, or if no file is an index.
    pub fn open(&self, index: Option<String>, title: &str) -> Result<Option<OpenedGame>> {
        let Some(game) = Game::from_partial(&self.0, index.as_deref())? else {
            return Ok(None);
        };
        let mut title = title.to_owned();
        if title.is_empty() {
            let own = game.files().identity().title;
            let stem = game.files().path().file_stem().unwrap_or_default();
            title = own.map_or_else(|| stem.to_string_lossy().into_owned(), str::to_owned);
        }
        Ok(Some(OpenedGame::from_game(title, &game)))
    }

    /// Removes the requests of the last call and returns them: for each missing part the index of
    /// the file, the start and the end.
    #[wasm_bindgen(js_name = takeRequests)]
    pub fn take_requests(&self) -> Vec<f64> {
        let requests = self.0.take_requests();
        requests.iter().flat_map(PartRequest::numbers).collect()
    }

    /// Adds a part of a file.
    ///
    /// # Errors
    /// Throws an error if the part lies outside the file.
    pub fn insert(&self, file: usize, start: f64, bytes: Vec<u8>) -> Result<()> {
        Ok(self.0.insert(file, start as u64, bytes)?)
    }
}

/// A costume file without a game.
struct CostumeFile {
    name: String,
    data: Vec<u8>,
}

impl CostumeFile {
    /// Reads the costume.
    fn load(&self) -> anyhow::Result<LoadedCostume> {
        LoadedCostume::from_file(self.name.clone(), self.data.clone())?.bounded()
    }
}

/// The source of the costumes.
enum Source {
    /// A game with its rooms.
    Game(Box<RoomColours>),
    /// Costume files without a game. The page numbers them from 1.
    Files(Vec<CostumeFile>),
}

/// A game whose files are in memory, or costume files without a game.
#[wasm_bindgen]
pub struct OpenedGame {
    title: String,
    source: Source,
}

#[wasm_bindgen]
impl OpenedGame {
    /// Opens the demo that is built into the page.
    ///
    /// # Errors
    /// Does not fail with the built-in files.
    pub fn demo() -> Result<Self> {
        Ok(Self::from_game("The demo".to_owned(), &demo::game()?))
    }

    /// Opens costume files without a game. A file that cannot be read is listed with the reason.
    ///
    /// # Errors
    /// Throws an error if no file can be read.
    #[wasm_bindgen(js_name = fromFiles)]
    pub fn from_files(names: Vec<String>, contents: Vec<Uint8Array>) -> Result<Self> {
        let mut files = Vec::new();
        if names.len() > usize::from(MOST_FILES) {
            let found = names.len();
            return Err(
                anyhow!("expected at most {MOST_FILES} costume files, found {found}").into(),
            );
        }
        for (name, bytes) in names.into_iter().zip(&contents) {
            let data = bytes.to_vec();
            files.push(CostumeFile { name, data });
        }
        let mut first_error = None;
        for file in &files {
            match file.load() {
                Ok(_) => {
                    return Ok(Self {
                        title: String::new(),
                        source: Source::Files(files),
                    });
                }
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error
            .unwrap_or_else(|| anyhow!("there are no files"))
            .into())
    }

    /// Returns the list of rooms and costumes as JSON.
    ///
    /// # Errors
    /// Does not fail because of a game.
    pub fn list(&self) -> Result<String> {
        let mut costumes = Vec::new();
        let colours = match &self.source {
            Source::Game(colours) => colours,
            Source::Files(files) => {
                for (id, file) in (1..).zip(files) {
                    let size = u32::try_from(file.data.len()).unwrap_or(u32::MAX);
                    costumes.push(costume::listed_file(id, &file.name, size, &file.load()));
                }
                return Ok(serde_json::to_string(&GameData::from_files(costumes))?);
            }
        };
        let mut rooms = Vec::new();
        for id in colours.game().rooms() {
            rooms.push(room::listed(colours, id));
        }
        for id in colours.game().costumes() {
            costumes.push(costume::listed(colours, id).0);
        }
        let data = GameData::new(self.title.clone(), colours, rooms, costumes);
        Ok(serde_json::to_string(&data)?)
    }

    /// Returns the pictures of a room as PNGs: first the background, then the room's z-planes.
    ///
    /// # Errors
    /// Throws an error if the room cannot be read.
    #[wasm_bindgen(js_name = roomPictures)]
    pub fn room_pictures(&self, id: u16) -> Result<Vec<Uint8Array>> {
        let pictures = room::pictures(self.rooms()?.game(), id)?;
        Ok(pictures
            .iter()
            .map(|png| Uint8Array::from(png.as_slice()))
            .collect())
    }

    /// Returns the background of a room with its walk boxes, as a PNG.
    ///
    /// # Errors
    /// Throws an error if the room cannot be read.
    #[wasm_bindgen(js_name = roomWithBoxes)]
    pub fn room_with_boxes(&self, id: u16) -> Result<Uint8Array> {
        let game = self.rooms()?.game();
        let (png, _) = scumm_tools::room::pngs(&game.room(id)?, &game.dialect(), true)?;
        Ok(Uint8Array::from(png.as_slice()))
    }

    /// Starts to prepare the page of a costume. The result is JSON.
    ///
    /// # Errors
    /// Throws an error if the costume cannot be read.
    pub fn costume(&self, id: u16) -> Result<Work> {
        let mut page = PageSteps::new(self.played(id, None)?)?;
        Ok(Work::new(move || {
            let AnimationStep::Done(page) = page.step()? else {
                return Ok(AnimationStep::More);
            };
            Ok(AnimationStep::Done(serde_json::to_string(page)?.into()))
        }))
    }

    /// Starts to make the picture of a costume for the list. The result is the bytes of a PNG, or
    /// `undefined` if the costume is not visible.
    ///
    /// # Errors
    /// Throws an error if the costume cannot be read.
    pub fn portrait(&self, id: u16) -> Result<Work> {
        let mut portrait = PortraitSteps::new(self.played(id, None)?)?;
        Ok(Work::new(move || Ok(portrait.step()?.map(optional_bytes))))
    }

    /// Starts to render an animation. The result is a [`PlayedFrames`], or `undefined` if nothing
    /// is visible. `facing` is in degrees clockwise from north, `scale` is 1..=255, and `limbs` is
    /// a mask with a bit for each limb that is shown.
    ///
    /// # Errors
    /// Throws an error if the costume cannot be read or does not have the chore.
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

    /// Starts to encode an animation as a file (`png` or `gif`) in the costume's own colours or in
    /// the colours of a room. The result is the bytes of the file, or `undefined` if nothing is
    /// visible.
    ///
    /// # Errors
    /// Throws an error as [`Self::frames`] does, and if the room cannot be read.
    #[wasm_bindgen(js_name = animationFile)]
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments are separate choices on the page"
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

    /// Starts to make a sheet of all pictures of a costume. The result is an array with the bytes
    /// of a PNG and the JSON that describes it, which names the PNG as `image`; or `undefined` if
    /// nothing is visible.
    ///
    /// # Errors
    /// Throws an error if the costume or the room cannot be read.
    pub fn sheet(&self, id: u16, room: Option<u16>, image: String) -> Result<Work> {
        let mut sheet = SheetSteps::new(self.played(id, room)?)?;
        Ok(Work::new(move || {
            Ok(sheet.step(&image)?.map(|made| match made {
                Some((png, json)) => Array::of2(&optional_bytes(Some(png)), &json.into()).into(),
                None => JsValue::UNDEFINED,
            }))
        }))
    }

    /// Starts to export a costume with all its files, as `wardrobe export` does. The result is the
    /// bytes of a zip archive.
    ///
    /// # Errors
    /// Throws an error if the costume or the room cannot be read.
    pub fn archive(&self, id: u16, room: Option<u16>) -> Result<Work> {
        let record = match &self.source {
            // The files of the demo have no index that the record could name.
            Source::Game(colours) => ExportRecord::new(colours.game(), &self.title).ok(),
            Source::Files(_) => None,
        };
        let mut export = ExportSteps::new(self.played(id, room)?, record)?;
        Ok(Work::new(move || {
            let AnimationStep::Done(files) = export.step()? else {
                return Ok(AnimationStep::More);
            };
            let bytes = archive::zip(&files)?;
            Ok(AnimationStep::Done(optional_bytes(Some(bytes))))
        }))
    }

    /// Returns the screen palette of a costume, in its own colours or in the colours of a room: 768
    /// bytes.
    ///
    /// # Errors
    /// Throws an error if the costume or the room cannot be read.
    pub fn palette(&self, id: u16, room: Option<u16>) -> Result<Vec<u8>> {
        Ok(self.played(id, room)?.coloured.colours.palette.to_bytes())
    }

    /// Returns the limb and the cel that drew a pixel of an animation, as JSON; nothing if no limb
    /// drew the pixel. `tick` is the engine frame, and the position is relative to the actor.
    ///
    /// # Errors
    /// Throws an error as [`Self::frames`] does.
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments are separate choices on the page"
    )]
    pub fn writer(
        &self,
        id: u16,
        chore: u16,
        facing: u16,
        scale: u8,
        limbs: u16,
        tick: usize,
        x: i32,
        y: i32,
    ) -> Result<Option<String>> {
        let played = self.played(id, None)?;
        let chore = find_chore(&played, (chore, facing))?;
        let scale = Some(scale).filter(|&scale| scale < 255);
        let writes = played
            .renderer(scale, limbs)?
            .writes(&chore, tick, (x, y))?;
        let Some(write) = visible_writer(&writes) else {
            return Ok(None);
        };
        let costume = &played.coloured.loaded.costume;
        Ok(Some(PixelWriter::new(write, costume).to_json()?))
    }

    /// Returns a page in HTML that shows the purpose of each byte of a costume.
    ///
    /// # Errors
    /// Throws an error if the costume cannot be read.
    pub fn bytes(&self, id: u16) -> Result<String> {
        let ColouredCostume {
            loaded, colours, ..
        } = self.played(id, None)?.coloured;
        Ok(map::page(
            &loaded.name,
            &Map::new(&loaded.data, &loaded.costume)?,
            &loaded.data,
            &colours,
        ))
    }

    /// Returns the findings in a costume as a JSON list.
    ///
    /// # Errors
    /// Does not fail because of a game.
    pub fn findings(&self, id: u16) -> Result<String> {
        let stored = match &self.source {
            Source::Game(colours) => StoredCostume::load(colours.game(), id),
            Source::Files(_) => {
                let file = self.file(id)?;
                Ok(StoredCostume {
                    name: CostumeName::File(file.name.clone()),
                    dialect: file.load()?.dialect,
                    data: file.data.clone(),
                })
            }
        };
        Ok(serde_json::to_string(&lint::findings(&stored))?)
    }

    /// Enters a room with the actors that the game's scripts put there.
    ///
    /// # Errors
    /// Throws an error if the room cannot be read.
    pub fn walk(&self, room: u16) -> Result<RoomWalk> {
        let colours = self.rooms()?;
        Ok(RoomWalk::enter(colours.game(), room, colours.cast())?)
    }

    /// Adds an actor with a costume to an entered room, at a position with floor. Returns the
    /// number of the actor.
    ///
    /// # Errors
    /// Throws an error if the costume cannot be read, or if the room is full.
    #[wasm_bindgen(js_name = putInto)]
    pub fn put_into(&self, walk: &mut RoomWalk, costume: u16) -> Result<u16> {
        Ok(walk.put(self.rooms()?.game(), costume)?)
    }
}

impl OpenedGame {
    fn from_game(title: String, game: &Game) -> Self {
        Self {
            title,
            source: Source::Game(Box::new(RoomColours::new(game))),
        }
    }

    /// Returns the game with the colours of its rooms.
    fn rooms(&self) -> anyhow::Result<&RoomColours> {
        match &self.source {
            Source::Game(colours) => Ok(colours),
            Source::Files(_) => bail!("a costume file has no rooms"),
        }
    }

    /// Returns a costume file by its number.
    fn file(&self, id: u16) -> anyhow::Result<&CostumeFile> {
        let Source::Files(files) = &self.source else {
            bail!("this is a game")
        };
        let index = usize::from(id).checked_sub(1);
        let file = index.and_then(|index| files.get(index));
        file.with_context(|| format!("there is no file {id}"))
    }

    /// Loads a costume in its own colours or in the colours of a room.
    fn played(&self, id: u16, room: Option<u16>) -> anyhow::Result<PlayedCostume> {
        let colours = match &self.source {
            Source::Game(colours) => colours,
            Source::Files(_) => {
                let loaded = self.file(id)?.load()?;
                return Ok(PlayedCostume::new(ColouredCostume {
                    colours: colours_of_file(&loaded),
                    loaded,
                    cast: None,
                }));
            }
        };
        let game = colours.game();
        let loaded = costume_input::load_costume(game, id)?.bounded()?;
        let mut coloured = ColouredCostume::from_game(colours, loaded, id);
        if let Some(room) = room {
            coloured.colours = CostumeColours {
                palette: load::palette(&game.room(room)?, &game.dialect()),
                source: ColourSource::NamedRoom(room),
            };
        }
        Ok(PlayedCostume::new(coloured))
    }
}

/// Creates the steps of a chore in a direction, with a scale up to 255 and the given limbs.
fn chore_steps(
    played: &PlayedCostume,
    chore: (u16, u16),
    scale: u8,
    limbs: u16,
) -> anyhow::Result<ChoreSteps> {
    let found = find_chore(played, chore)?;
    let scale = Some(scale).filter(|&scale| scale < 255);
    Ok(ChoreSteps::new(played.renderer(scale, limbs)?, vec![found]))
}

/// Returns the chore with a frame number and a direction.
fn find_chore(played: &PlayedCostume, chore: (u16, u16)) -> anyhow::Result<DirectedChore> {
    let LoadedCostume { name, costume, .. } = &played.coloured.loaded;
    for found in chores::in_costume(costume) {
        if (found.number, found.facing) == chore {
            return Ok(found);
        }
    }
    bail!("{name} does not have this chore")
}
