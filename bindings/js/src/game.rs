//! Dialects, games and rooms.

use std::borrow::Cow;
use std::sync::Arc;

use js_sys::{Object, Uint8Array};
use scumm_bindings::{DialectSetup, Failure, Held, RoomSetup};
use serde_bytes::ByteBuf;
use wasm_bindgen::prelude::*;

use crate::failure::{Result, described};

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
        let version = if setup.he == 0 {
            version.unwrap_or(5)
        } else {
            6
        };
        Ok(Self(DialectSetup { version, ..setup }.dialect()?))
    }
}

/// A game whose files are in memory. It never changes.
#[wasm_bindgen]
pub struct Game(pub(crate) Held<scumm_engine::Game>);

#[wasm_bindgen]
impl Game {
    /// Opens a game by its files: an object with the bytes of each by its name.
    #[wasm_bindgen(constructor)]
    pub fn new(files: JsFiles) -> Result<Game> {
        let entries = Object::entries(files.unchecked_ref());
        let file = |entry: JsValue| {
            let entry = js_sys::Array::from(&entry);
            let data = entry
                .get(1)
                .dyn_into::<Uint8Array>()
                .map_err(|_| Failure::misuse("a file is no Uint8Array"))?;
            Ok((
                entry.get(0).as_string().unwrap_or_default(),
                Cow::Owned(data.to_vec()),
            ))
        };
        let files = entries.iter().map(file).collect::<Result<Vec<_>>>()?;
        Ok(Self(scumm_engine::Game::from_files(files)?.into()))
    }
}

/// A parsed room. It never changes; stages may share it.
#[wasm_bindgen]
pub struct Room(pub(crate) Arc<scumm_room::Room>);

#[wasm_bindgen]
impl Room {
    /// Parses a room: ROOM, RO, or the start of an old room file, with its header.
    #[wasm_bindgen(constructor)]
    pub fn new(data: &[u8], dialect: &Dialect, options: Option<JsRoomOptions>) -> Result<Room> {
        let setup: RoomSetup<ByteBuf> = described(options.map_or(JsValue::UNDEFINED, Into::into))?;
        Ok(Self(setup.room(data, &dialect.0)?))
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
