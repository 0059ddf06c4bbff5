//! Dialects, games and rooms.

use std::sync::Arc;

use js_sys::{Object, Uint8Array};
use scumm_bindings::{Closable, DialectSetup, Failure, OpenGame, RoomBlocks, without_quirks};
use scumm_room::Misuse;
use scumm_room::resource::{PartRequest, PartialFiles};
use serde::Deserialize;
use serde_bytes::ByteBuf;
use wasm_bindgen::prelude::*;

use crate::failure::{Result, from_description};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "DialectOptions")]
    pub type JsDialectOptions;
    #[wasm_bindgen(typescript_type = "RoomOptions")]
    pub type JsRoomOptions;
    #[wasm_bindgen(typescript_type = "Record<string, Uint8Array>")]
    pub type JsFiles;
    #[wasm_bindgen(typescript_type = "GameOptions")]
    pub type JsGameOptions;
}

/// A variant of SCUMM: the version, 0 to 8 (default 5), and its differences. With the option `he`
/// the version is 6. Throws `misuse` if the version, the platform or the display does not exist.
#[wasm_bindgen]
pub struct Dialect(pub(crate) scumm_room::Dialect);

#[wasm_bindgen]
impl Dialect {
    #[wasm_bindgen(constructor)]
    pub fn new(version: Option<u8>, options: Option<JsDialectOptions>) -> Result<Dialect> {
        let setup: DialectSetup = from_description(options.map_or(JsValue::UNDEFINED, Into::into))?;
        let version = if setup.he == 0 {
            version.unwrap_or(5)
        } else {
            6
        };
        Ok(Self(DialectSetup { version, ..setup }.dialect()?))
    }

    /// Does what `withoutQuirks` does. The names are a list.
    #[wasm_bindgen(js_name = withoutQuirkList)]
    pub fn without_quirk_list(&self, names: Vec<String>) -> Result<Dialect> {
        Ok(Self(without_quirks(&self.0, &names)?))
    }
}

/// A game whose files are in memory. It is immutable.
#[wasm_bindgen]
pub struct Game(pub(crate) Closable<OpenGame>);

#[wasm_bindgen]
impl Game {
    /// Opens a game from an object that contains the bytes of each file by its name. Throws
    /// `not_found` if the files are not a known game, and `misuse` if they are several games and
    /// the options do not name the index of one of them.
    #[wasm_bindgen(constructor)]
    pub fn new(files: JsFiles, options: Option<JsGameOptions>) -> Result<Game> {
        let options = options.map_or(JsValue::UNDEFINED, Into::into);
        let options: GameOptions = from_description(options)?;
        let mut names = Vec::new();
        let mut contents = Vec::new();
        for entry in Object::entries(files.unchecked_ref()).iter() {
            let entry = js_sys::Array::from(&entry);
            let data = entry
                .get(1)
                .dyn_into::<Uint8Array>()
                .map_err(|_| Failure::misuse("a file is not a Uint8Array"))?;
            let name = entry.get(0).as_string().unwrap_or_default();
            names.push((name, u64::from(data.length())));
            contents.push(data);
        }
        let files = PartialFiles::new(names);
        for (number, data) in contents.iter().enumerate() {
            files.insert(number, 0, data.to_vec())?;
        }
        match open(&files, options.index.as_deref())? {
            Some(game) => Ok(game),
            None => Err(Failure::misuse("bytes of a file are missing").into()),
        }
    }
}

/// Opens a game if all necessary parts of its files are in memory. Without a known game, the error
/// is `not_found`.
fn open(files: &PartialFiles, index: Option<&str>) -> Result<Option<Game>> {
    match scumm_engine::Game::from_partial(files, index) {
        Ok(game) => Ok(game.map(|game| Game(game.into()))),
        Err(error) => {
            let is_missing = matches!(
                error,
                scumm_room::Error::Misuse {
                    kind: Misuse::Missing,
                    ..
                }
            );
            if is_missing {
                return Err(Failure::not_found(error).into());
            }
            Err(error.into())
        }
    }
}

/// The choices when a game is opened.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameOptions {
    index: Option<String>,
}

/// Opens a game whose files are read in parts. The package reads the parts that a try requests.
#[wasm_bindgen(skip_typescript)]
pub struct GameOpener(PartialFiles);

#[wasm_bindgen]
impl GameOpener {
    /// Creates an opener for files with these names and lengths.
    #[wasm_bindgen(constructor)]
    pub fn new(names: Vec<String>, lengths: Vec<f64>) -> GameOpener {
        let lengths = lengths.into_iter().map(|length| length as u64);
        Self(PartialFiles::new(names.into_iter().zip(lengths)))
    }

    /// Opens the game. Returns nothing if parts are missing.
    #[wasm_bindgen(js_name = tryToOpen)]
    pub fn try_to_open(&self, index: Option<String>) -> Result<Option<Game>> {
        open(&self.0, index.as_deref())
    }

    /// Removes the requests of the last try and returns them: for each missing part the index of
    /// the file, the start and the end.
    #[wasm_bindgen(js_name = takeRequests)]
    pub fn take_requests(&self) -> Vec<f64> {
        let requests = self.0.take_requests();
        requests.iter().flat_map(PartRequest::numbers).collect()
    }

    /// Adds a part of a file.
    pub fn insert(&self, file: usize, start: f64, bytes: Vec<u8>) -> Result<()> {
        Ok(self.0.insert(file, start as u64, bytes)?)
    }
}

/// A parsed room. It is immutable; stages may share it.
#[wasm_bindgen]
pub struct Room(pub(crate) Arc<scumm_room::Room>);

#[wasm_bindgen]
impl Room {
    /// Parses a room from the block ROOM or RO, or from the start of an old room file, with its
    /// header. Throws `malformed` if the bytes are not a room of the dialect.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &[u8], dialect: &Dialect, options: Option<JsRoomOptions>) -> Result<Room> {
        let setup: RoomBlocks<ByteBuf> =
            from_description(options.map_or(JsValue::UNDEFINED, Into::into))?;
        Ok(Self(setup.room(data, &dialect.0)?))
    }
}

/// HE90 and later: reads the blend table from an image resource: 65536 bytes, as
/// `Stage.setTable("xmap", ...)` takes them. Throws `malformed` if the image has no table.
#[wasm_bindgen(js_name = blendTable)]
pub fn blend_table(image: &[u8]) -> Result<Vec<u8>> {
    Ok(scumm_engine::blend_table(image)?.to_vec())
}

/// Returns whether the mouth is closed `jiffies` (1/60 s each) after a voice began. `times`
/// contains the sync times of the voice in ascending order, in jiffies; for The Dig in
/// milliseconds.
#[wasm_bindgen(js_name = mouthClosed)]
pub fn mouth_closed(dialect: &Dialect, times: &[u16], jiffies: u32) -> bool {
    scumm_engine::mouth_closed(&dialect.0, times, jiffies)
}
