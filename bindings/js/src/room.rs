//! The contents of rooms.

use scumm_bindings::{room_boxes, room_objects};
use wasm_bindgen::prelude::*;

use crate::failure::{Result, to_js_values};
use crate::game::Room;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "RoomObject[]")]
    pub type JsRoomObjects;
    #[wasm_bindgen(typescript_type = "Required<WalkBox>[]")]
    pub type JsRoomBoxes;
}

#[wasm_bindgen]
impl Room {
    /// The objects of the room.
    #[wasm_bindgen(getter)]
    pub fn objects(&self) -> Result<JsRoomObjects> {
        Ok(to_js_values(&room_objects(&self.0))?.unchecked_into())
    }

    /// The walk boxes of the room, as `Stage.setBoxes` takes them.
    #[wasm_bindgen(getter)]
    pub fn boxes(&self) -> Result<JsRoomBoxes> {
        Ok(to_js_values(&room_boxes(&self.0))?.unchecked_into())
    }
}
