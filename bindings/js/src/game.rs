//! Dialects, games and rooms.

use std::borrow::Cow;
use std::sync::Arc;

use js_sys::{Object, Uint8Array};
use scumm_bindings::{Closable, DialectSetup, Failure, OpenGame, RoomBlocks};
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
}

/// A game whose files are in memory. It is immutable.
#[wasm_bindgen]
pub struct Game(pub(crate) Closable<OpenGame>);

#[wasm_bindgen]
impl Game {
    /// Opens a game from an object that contains the bytes of each file by its name. Throws
    /// `not_found` if the files are not a known game.
    #[wasm_bindgen(constructor)]
    pub fn new(files: JsFiles) -> Result<Game> {
        let entries = Object::entries(files.unchecked_ref());
        let file = |entry: JsValue| {
            let entry = js_sys::Array::from(&entry);
            let data = entry
                .get(1)
                .dyn_into::<Uint8Array>()
                .map_err(|_| Failure::misuse("a file is not a Uint8Array"))?;
            Ok((
                entry.get(0).as_string().unwrap_or_default(),
                Cow::Owned(data.to_vec()),
            ))
        };
        let files = entries.iter().map(file).collect::<Result<Vec<_>>>()?;
        Ok(Self(scumm_engine::Game::from_files(files)?.into()))
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
