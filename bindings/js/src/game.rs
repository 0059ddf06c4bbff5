//! Dialects, games and rooms.

use std::borrow::Cow;
use std::sync::Arc;

use js_sys::{Object, Uint8Array};
use scumm_bindings::{DialectSetup, Failure};
use scumm_room::RoomParts;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::costume::Costume;
use crate::failure::{Result, described};
use crate::stage::Stage;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "DialectOptions")]
    pub type JsDialectOptions;
    #[wasm_bindgen(typescript_type = "RoomOptions")]
    pub type JsRoomOptions;
    #[wasm_bindgen(typescript_type = "Record<string, Uint8Array>")]
    pub type JsFiles;
}

/// Which SCUMM it is: the version, and what differs within it.
#[wasm_bindgen]
pub struct Dialect(pub(crate) scumm_room::Dialect);

#[wasm_bindgen]
impl Dialect {
    #[wasm_bindgen(constructor)]
    pub fn new(version: Option<u8>, options: Option<JsDialectOptions>) -> Result<Dialect> {
        let setup: DialectSetup = described(options.map_or(JsValue::UNDEFINED, Into::into))?;
        let version = if setup.he == 0 { version.unwrap_or(5) } else { 6 };
        Ok(Self(DialectSetup { version, ..setup }.dialect()?))
    }
}

/// A game whose files are in memory. It never changes.
#[wasm_bindgen]
pub struct Game(pub(crate) scumm_engine::Game);

impl Game {
    pub(crate) fn see<T>(&self, look: impl FnOnce(&scumm_engine::Game) -> Result<T>) -> Result<T> {
        look(&self.0)
    }
}

#[wasm_bindgen]
impl Game {
    /// Opens a game by its files: an object with the bytes of each by its name.
    #[wasm_bindgen(constructor)]
    pub fn new(files: JsFiles) -> Result<Game> {
        let entries = Object::entries(files.unchecked_ref());
        let file = |entry: JsValue| {
            let entry = js_sys::Array::from(&entry);
            let data = entry.get(1).dyn_into::<Uint8Array>().map_err(|_| Failure::misuse("a file is no Uint8Array"))?;
            Ok((entry.get(0).as_string().unwrap_or_default(), Cow::Owned(data.to_vec())))
        };
        Ok(Self(scumm_engine::Game::from_files(entries.iter().map(file).collect::<Result<Vec<_>>>()?)?))
    }

    /// Which SCUMM it is.
    #[wasm_bindgen(getter)]
    pub fn dialect(&self) -> Dialect {
        Dialect(self.0.dialect())
    }

    /// The same game, played as another dialect: for what its files do not tell.
    #[wasm_bindgen(js_name = withDialect)]
    pub fn with_dialect(&self, dialect: &Dialect) -> Game {
        Self(self.0.clone().with_dialect(dialect.0))
    }

    /// The name of a room, if it has one.
    #[wasm_bindgen(js_name = roomName)]
    pub fn room_name(&self, room: u16) -> Option<String> {
        self.0.room_name(room).map(str::to_owned)
    }

    /// Loads and parses a costume.
    pub fn costume(&self, number: u16) -> Result<Costume> {
        Ok(Costume::whole(self.0.costume(number)?))
    }

    /// Loads and parses a room.
    pub fn room(&self, number: u16) -> Result<Room> {
        Ok(Room(Arc::new(self.0.room(number)?)))
    }

    /// A stage in a room, or with room 0 before the first. It loads rooms and costumes as it needs them.
    pub fn stage(&self, room: Option<u16>) -> Result<Stage> {
        Stage::of_game(&self.0, room.unwrap_or(0))
    }
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct Parts {
    image: Option<Vec<u8>>,
    scripts: Option<Vec<u8>>,
    object_names: Option<std::collections::BTreeMap<String, u16>>,
    number: u16,
}

/// A parsed room. It never changes; stages may share it.
#[wasm_bindgen]
pub struct Room(pub(crate) Arc<scumm_room::Room>);

#[wasm_bindgen]
impl Room {
    /// Parses a room: ROOM, RO, or the start of an old room file, with its header.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &[u8], dialect: &Dialect, options: Option<JsRoomOptions>) -> Result<Room> {
        let parts: Parts = described(options.map_or(JsValue::UNDEFINED, Into::into))?;
        let parts = RoomParts {
            image: parts.image.as_deref(),
            scripts: parts.scripts.as_deref(),
            object_names: parts.object_names.as_ref(),
            number: parts.number,
            ..RoomParts::new(data)
        };
        Ok(Self(Arc::new(scumm_room::Room::parse(&parts, &dialect.0)?)))
    }
}

/// The blend table in an image resource: what `Stage.setTable("xmap", ...)` takes.
#[wasm_bindgen(js_name = blendTable)]
pub fn blend_table(image: &[u8]) -> Result<Vec<u8>> {
    Ok(scumm_engine::blend_table(image)?.to_vec())
}

/// Whether sync times of a voice close the mouth so many jiffies (60ths of a second) after it began.
#[wasm_bindgen(js_name = mouthClosed)]
pub fn mouth_closed(dialect: &Dialect, times: &[u16], jiffies: u32) -> bool {
    scumm_engine::mouth_closed(&dialect.0, times, jiffies)
}
