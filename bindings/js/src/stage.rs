//! Stages, their actors and their frames.

use std::cell::RefCell;

use js_sys::{Array, Float64Array, Uint8Array, Uint16Array};
use scumm_bindings::{
    ACTOR_FIELDS, Boxes, Failure, Operand, STAGE_FIELDS, SharedActor, SharedStage, Told,
    WalkBoxSetup, field_name, is_actor_flag, is_stage_flag, limbs, picture, read_named_operation,
};
use scumm_engine::{Backdrop, Operation, Reply};
use scumm_room::Point;
use wasm_bindgen::prelude::*;

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
            .see(|stage| Ok(stage.actors().map(|actor| actor.id).collect()))?)
    }

    /// All numbers of the actors that have a costume, are visible or are in a room, for those who look at all of them every frame. An
    /// actor has a row: its length; where in it the strips begin; the actor's number; the plain values, whose places `actorColumns`
    /// has, 0 where there is none; from `actorColumns.limbs` on the numbers of `limbNumbers`; the strips. They lie in the library's own
    /// memory and can be read until the library is called next.
    #[wasm_bindgen(getter, js_name = actorRows)]
    pub fn actor_rows(&self) -> Result<Float64Array> {
        let seen =
            |actor: &&scumm_engine::Actor| actor.costume != 0 || actor.visible || actor.room != 0;
        ROWS.with_borrow_mut(|rows| {
            rows.clear();
            self.0.see(|stage| {
                Ok(stage
                    .actors()
                    .filter(seen)
                    .for_each(|actor| add_row(rows, actor)))
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

/// An actor of a stage: what scripts do to it, and what it shows. Plain values are attributes (`x`, `facing`, `layer` ...), which can
/// be stored; that has no other effect and asks for no redraw.
#[wasm_bindgen]
pub struct Actor(pub(crate) SharedActor);

/// The names of an actor's plain values, or of a stage's.
#[wasm_bindgen(skip_typescript, js_name = fieldNames)]
pub fn field_names(of_stage: bool) -> Vec<String> {
    if of_stage {
        STAGE_FIELDS.iter().map(field_name).collect()
    } else {
        ACTOR_FIELDS.iter().map(field_name).collect()
    }
}

/// Whether a plain value, by its place in `fieldNames`, says yes or no.
#[wasm_bindgen(skip_typescript, js_name = isFlag)]
pub fn is_flag(of_stage: bool, field: u32) -> Result<bool> {
    if of_stage {
        Ok(is_stage_flag(at(&STAGE_FIELDS, field)?))
    } else {
        Ok(is_actor_flag(at(&ACTOR_FIELDS, field)?))
    }
}

/// Returns a field by its place in `fieldNames`.
fn at<T: Copy>(fields: &[T], place: u32) -> Result<T> {
    match fields.get(place as usize) {
        Some(field) => Ok(*field),
        None => Err(Failure::misuse(format!("there is no field {place}")).into()),
    }
}

/// Adds the row of an actor, as `Stage.actorRows` has it.
fn add_row(rows: &mut Vec<f64>, actor: &scumm_engine::Actor) {
    let start = rows.len();
    rows.extend([0.0, 0.0, actor.id.into()]);
    for field in ACTOR_FIELDS.iter() {
        rows.push(field.number(actor).unwrap_or(0) as f64);
    }
    limbs::numbers(&actor.anim, |number| rows.push(number as f64));
    rows[start + 1] = (rows.len() - start) as f64;
    actor
        .strips
        .iter()
        .for_each(|strip| rows.push(strip as f64));
    rows[start] = (rows.len() - start) as f64;
}

#[wasm_bindgen]
impl Actor {
    /// Reads a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, field: u32) -> Result<f64> {
        let field = at(&ACTOR_FIELDS, field)?;
        let Some(value) = self.0.see(|actor| Ok(field.number(actor)))? else {
            let name = field_name(field);
            return Err(Failure::misuse(format!("there is no {name} here")).into());
        };
        Ok(value as f64)
    }

    /// Stores a plain value by its place in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&self, field: u32, value: f64) -> Result<()> {
        let field = at(&ACTOR_FIELDS, field)?;
        let value = value as i64;
        Ok(self.0.on(|actor| Ok(field.store(actor, &value.into())?))?)
    }

    /// The state of its limbs, as `Limbs.state`; a changed one can be stored.
    #[wasm_bindgen(getter)]
    pub fn limbs(&self) -> Result<JsValue> {
        self.0.see(|actor| Ok(plain(&actor.anim)))?
    }

    #[wasm_bindgen(setter)]
    pub fn set_limbs(&self, state: JsValue) -> Result<()> {
        let limbs = described(state)?;
        Ok(self.0.on(|actor| Ok(actor.anim = limbs))?)
    }

    /// All numbers of the state of its limbs one behind the other, which are there quicker: `stopped`, `anim_counter`,
    /// `sound_counter`, `flip`, `condition_mask`, the 27 `vars`; from 32 on eight of each limb: `curpos`, `start`, `end`, `frame`,
    /// `mode`, `condition_offset`, `jump_offset`, `jump_count`. From 160 on those of version 0, where there are some: `command`,
    /// `next`, `rounds`, and seven of each limb: `frame`, `start`, `kind`, `curpos`, `flip`, `repeat`, `new_repeat`.
    #[wasm_bindgen(getter, js_name = limbNumbers)]
    pub fn limb_numbers(&self) -> Result<Float64Array> {
        let mut numbers = Vec::new();
        self.0.see(|actor| {
            Ok(limbs::numbers(&actor.anim, |number| {
                numbers.push(number as f64)
            }))
        })?;
        Ok(numbers.as_slice().into())
    }

    /// The strips of 8 pixels that its drawings claim, counted in the room.
    #[wasm_bindgen(getter)]
    pub fn strips(&self) -> Result<Uint16Array> {
        let strips: Vec<_> = self
            .0
            .see(|actor| Ok(actor.strips.iter().map(|strip| strip as u16).collect()))?;
        Ok(strips.as_slice().into())
    }
}

/// A picture: rows of palette indices. It never changes, whatever becomes of the stage, until it is freed.
#[wasm_bindgen]
pub struct Frame(pub(crate) scumm_bindings::Frame);

#[wasm_bindgen]
impl Frame {
    /// The rows in the library's own memory: nothing is copied. It can be read until the library is called next, which may move its
    /// memory; take it anew then.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> Uint8Array {
        view(&self.0)
    }

    /// A copy of the pixels, row behind row without gaps.
    pub fn copy(&self) -> Vec<u8> {
        let rows = self
            .0
            .bytes()
            .chunks(self.0.pitch.max(1))
            .take(self.0.height);
        rows.map(|row| &row[..self.0.width.min(row.len())])
            .collect::<Vec<_>>()
            .concat()
    }
}

fn view(frame: &scumm_bindings::Frame) -> Uint8Array {
    let len = frame
        .height
        .saturating_mul(frame.pitch)
        .min(frame.bytes().len());
    // SAFETY: it is read only by JavaScript, which runs when no code of ours does. If the memory grows the view becomes empty; the
    // frame keeps the pixels where they are as long as it lives, and a view that outlives it sees other bytes of the module's own
    // memory, which harms nothing here.
    unsafe { Uint8Array::view(&frame.bytes()[..len]) }
}
