//! The contents of rooms.

use scumm_bindings::{room_boxes, room_objects};
use wasm_bindgen::prelude::*;

use crate::failure::{Result, to_js_values};
use crate::game::Room;

/// The types of results in TypeScript.
#[wasm_bindgen(typescript_custom_section)]
const ROOM_VALUES: &str = r#"
/** An object of a room. */
export interface RoomObject {
  /** Number of the object in the game. */
  number: number;
  /** Version 8: the name, which the index maps to the number. */
  name: string | null;
  /** Left edge in pixels of the room. */
  x: number;
  /** Top edge in pixels of the room. */
  y: number;
  /** Width in pixels. */
  width: number;
  /** Height in pixels. */
  height: number;
  /** The states that have a picture. Up to version 4 one picture serves all states. */
  states: number[];
  /** Number of the object on which this object depends; 0 for none. */
  parent: number;
  /** State that the parent must have for this object to exist. */
  parentState: number;
  /** Column at which actors stand to use the object. */
  walkX: number;
  /** Row at which actors stand to use the object. */
  walkY: number;
}
"#;

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
