//! Stages.

use std::cell::RefCell;

use js_sys::{Array, Float64Array, Uint8Array};
use scumm_bindings::{
    Boxes, Failure, Operand, STAGE_FIELDS, SharedStage, Told, WalkBoxSetup, picture,
    read_named_operation,
};
use scumm_engine::{Actor, Backdrop, Operation, Reply};
use scumm_room::Point;
use wasm_bindgen::prelude::*;

use crate::actor::{add_row, at};
use crate::failure::{Result, described, plain};
use crate::game::{Dialect, Room};
use crate::world::{JsWorld, Object};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "StageEvent | undefined")]
    pub type JsEvent;
    #[wasm_bindgen(typescript_type = "WalkBox[]")]
    pub type JsBoxes;
    #[wasm_bindgen(typescript_type = "Uint8Array[]")]
    pub type JsPlanes;
    #[wasm_bindgen(typescript_type = "Operand[]")]
    pub type JsOperands;
    #[wasm_bindgen(typescript_type = "Reply")]
    pub type JsReply;
}

thread_local! {
    /// What [`Stage::actor_rows`] shows: memory that is taken once.
    static ROWS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// A room with actors in it. Plain values are attributes: `cameraX`, `ego`, `redrawFull` ... A callback that comes back to the stage
/// that asks gets an exception.
#[wasm_bindgen]
pub struct Stage(pub(crate) SharedStage);

#[wasm_bindgen]
impl Stage {
    /// A stage in a room. It is as wide as the screen; the lines `top` to `bottom` of the screen show it, `bottom` not included.
    #[wasm_bindgen(js_name = ofRoom)]
    pub fn of_room(dialect: &Dialect, room: &Room, top: Option<u16>, bottom: Option<u16>) -> Stage {
        Self(SharedStage::before(
            Backdrop::Room(room.0.clone()),
            dialect.0,
            top.unwrap_or(0),
            bottom,
        ))
    }

    /// A stage before a picture of the caller's: rows of `width` indices, and planes with a bit a pixel from plane 1 on.
    #[wasm_bindgen(js_name = ofPicture)]
    pub fn of_picture(
        dialect: &Dialect,
        pixels: Vec<u8>,
        width: usize,
        height: usize,
        planes: Option<JsPlanes>,
        plane_count: Option<usize>,
        top: Option<u16>,
        bottom: Option<u16>,
    ) -> Result<Stage> {
        let planes = planes.map_or_else(Array::new, |planes| Array::from(planes.as_ref()));
        let planes: Vec<_> = planes
            .iter()
            .map(|plane| Uint8Array::new(&plane).to_vec())
            .collect();
        let backdrop = picture(pixels, (width, height), planes, plane_count.unwrap_or(0))?;
        Ok(Self(SharedStage::before(
            backdrop,
            dialect.0,
            top.unwrap_or(0),
            bottom,
        )))
    }

    /// Reads a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, field: u32) -> Result<f64> {
        let field = at(&STAGE_FIELDS, field)?;
        Ok(self.0.see(|stage| Ok(field.number(stage)))? as f64)
    }

    /// Stores a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&self, field: u32, value: f64) -> Result<()> {
        let field = at(&STAGE_FIELDS, field)?;
        Ok(self.0.on(|stage| Ok(field.store(stage, value as i64)?))?)
    }

    /// The numbers of all actors.
    #[wasm_bindgen(getter, js_name = actorNumbers)]
    pub fn actor_numbers(&self) -> Result<Vec<u16>> {
        Ok(self
            .0
            .see(|stage| Ok(stage.actors().map(|(id, _)| id).collect()))?)
    }

    /// All numbers of the actors that have a costume, are visible or are in a room, for those who look at all of them every frame. An
    /// actor has a row: its length; where in it the strips begin; the actor's number; the plain values, whose places `actorColumns`
    /// has, 0 where there is none; from `actorColumns.limbs` on the numbers of `limbNumbers`; the strips. They lie in the library's own
    /// memory and can be read until the library is called next.
    #[wasm_bindgen(getter, js_name = actorRows)]
    pub fn actor_rows(&self) -> Result<Float64Array> {
        let seen =
            |(_, actor): &(u16, &Actor)| actor.costume != 0 || actor.visible || actor.room != 0;
        ROWS.with_borrow_mut(|rows| {
            rows.clear();
            self.0.see(|stage| {
                Ok(stage
                    .actors()
                    .filter(seen)
                    .for_each(|(id, actor)| add_row(rows, id, actor)))
            })?;
            // SAFETY: as of a frame's pixels: a view that outlives the rows sees other bytes of the module's own memory.
            Ok(unsafe { Float64Array::view(rows) })
        })
    }

    /// Takes the next of what the stage has told; `events()` has them one by one.
    #[wasm_bindgen(js_name = nextEvent)]
    pub fn next_event(&self) -> Result<JsEvent> {
        let event = self.0.with(|playing| Ok(playing.take()))?;
        Ok(event
            .map_or(Ok(JsValue::UNDEFINED), |event| plain(&Told::from(event)))?
            .unchecked_into())
    }

    /// Replaces the walk boxes; without boxes those that are there stay. `matrix` has the stored ways between them; without it they
    /// are found.
    #[wasm_bindgen(js_name = setBoxes)]
    pub fn set_boxes(&self, boxes: Option<JsBoxes>, matrix: Option<Vec<u8>>) -> Result<()> {
        let boxes = boxes
            .map(|boxes| described::<Vec<WalkBoxSetup>>(boxes.into()))
            .transpose()?;
        Ok(self.0.on(|stage| {
            Boxes {
                boxes,
                matrix: &matrix.unwrap_or_default(),
            }
            .give(stage)
        })?)
    }

    /// Applies an operation as `apply` does, with its operands in a list. `world` answers what `draw_now` and `limb_anim` ask.
    #[wasm_bindgen(js_name = applyList)]
    pub fn apply_list(
        &self,
        name: &str,
        operands: JsOperands,
        world: Option<JsWorld>,
    ) -> Result<JsReply> {
        let list = Array::from(operands.as_ref());
        let mut operands = Vec::new();
        for value in list.iter() {
            operands.push(operand(&value)?);
        }
        let operation = read_named_operation(name, operands)?;
        let reply = Object::new(world)
            .ask(|world| self.0.on(|stage| Ok(stage.apply(&operation, world)?)))?;
        let answer = match reply {
            Reply::Flag(flag) => flag.into(),
            Reply::Number(number) => (number as f64).into(),
            Reply::Actor(actor) => actor.map_or(JsValue::UNDEFINED, JsValue::from),
            Reply::Place { at, number } => plain(&(at.x, at.y, number))?,
            _ => JsValue::UNDEFINED,
        };
        Ok(answer.unchecked_into())
    }

    /// Version 0: where an actor is put that should stand at a place: column, line, box.
    #[wasm_bindgen(js_name = adjustV0)]
    pub fn adjust_v0(&self, x: i16, y: i16) -> Result<Vec<i16>> {
        let (at, number) = self
            .0
            .see(|stage| Ok(stage.boxes().adjust_v0(Point::new(x, y))))?;
        Ok(vec![at.x, at.y, number.into()])
    }
}

/// Converts an operand of an operation.
fn operand(value: &JsValue) -> Result<Operand> {
    if let Some(text) = value.as_string() {
        return Ok(Operand::Text(text));
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Operand::Number(flag.into()));
    }
    if let Some(number) = value.as_f64() {
        return Ok(Operand::Number(number as i64));
    }
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        return Ok(Operand::Bytes(bytes.to_vec()));
    }
    let Some(list) = value.dyn_ref::<Array>() else {
        return Err(Failure::misuse("an operand is a number, a text, a list or bytes").into());
    };
    let mut numbers = Vec::new();
    for item in list.iter() {
        let Some(number) = item.as_f64() else {
            return Err(Failure::misuse("a list has numbers only").into());
        };
        numbers.push(number as i64);
    }
    Ok(Operand::Numbers(numbers))
}

/// The names of all operations of `Stage.apply`. An operation may have several.
#[wasm_bindgen]
pub fn operations() -> Vec<String> {
    let names = scumm_engine::names::<Operation>().iter();
    names.map(|name| (*name).to_owned()).collect()
}
