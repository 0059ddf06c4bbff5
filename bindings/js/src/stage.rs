//! Stages, their actors and their frames.

use std::cell::RefCell;

use js_sys::{Array, Float64Array, Uint8Array, Uint16Array};
use scumm_bindings::{
    ACTOR_FIELDS, EventValues, Failure, NamedValues as _, OperandValue, PaletteKind, STAGE_FIELDS,
    SharedActor, SharedStage, StageEntry, StageTable, WalkBoxSetup, WalkBoxesSetup,
    backdrop_from_picture, field_name, is_actor_flag, is_stage_flag, limbs, paint_rgba,
    quirk_names, read_named_operation,
};
use scumm_engine::{Backdrop, Operation, Reply};
use scumm_room::Point;
use wasm_bindgen::prelude::*;

use crate::failure::{Result, from_description, to_js_values};
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
    #[wasm_bindgen(typescript_type = "LimbsState")]
    pub type JsLimbsState;
}

thread_local! {
    /// The rows of [`Stage::actor_rows`], whose memory is allocated once.
    static ROWS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
    /// The picture of [`Stage::displayed_rgba`], whose memory is allocated once.
    static RGBA: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// A room with actors in it. The fields of the stage are attributes: `cameraX`, `ego`, `redrawFull`
/// and others. While a method of a stage runs a callback, the callback cannot use the same stage:
/// every use throws an exception with the code `busy`.
///
/// Positions are columns from the left and rows from the top, in the room unless a method says
/// otherwise. Angles are degrees clockwise from north. Actors are numbered 1 to 80.
#[wasm_bindgen]
pub struct Stage(pub(crate) SharedStage);

#[wasm_bindgen]
impl Stage {
    /// Creates a stage with a room as its background. The stage is as wide as the screen and fills
    /// the rows from `top` (default 0) up to, but not including, `bottom` (by default the height of
    /// the screen).
    #[wasm_bindgen(js_name = ofRoom)]
    pub fn of_room(dialect: &Dialect, room: &Room, top: Option<u16>, bottom: Option<u16>) -> Stage {
        Self(SharedStage::before(
            Backdrop::Room(room.0.clone()),
            dialect.0,
            top.unwrap_or(0),
            bottom,
        ))
    }

    /// Creates a stage whose background is a picture that the caller passes. `pixels` contains rows
    /// of `width` palette indices. `planes` contains plane 1 and the following ones, with one bit
    /// for each pixel; bit 7 is the leftmost. `planeCount` includes plane 0; the default is the
    /// length of `planes` plus one. Throws if the sizes do not fit.
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
        let backdrop =
            backdrop_from_picture(pixels, (width, height), planes, plane_count.unwrap_or(0))?;
        Ok(Self(SharedStage::before(
            backdrop,
            dialect.0,
            top.unwrap_or(0),
            bottom,
        )))
    }

    /// Reads a field by its index in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, field: u32) -> Result<f64> {
        let field = at(&STAGE_FIELDS, field)?;
        Ok(self.0.read(|stage| Ok(field.number(stage)))? as f64)
    }

    /// Stores a field by its index in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&self, field: u32, value: f64) -> Result<()> {
        let field = at(&STAGE_FIELDS, field)?;
        Ok(self.0.with(|stage| Ok(field.store(stage, value as i64)?))?)
    }

    /// Width of the picture in pixels.
    #[wasm_bindgen(getter)]
    pub fn width(&self) -> Result<usize> {
        Ok(self.0.read(|stage| Ok(stage.front().width))?)
    }

    /// Height of the picture in pixels.
    #[wasm_bindgen(getter)]
    pub fn height(&self) -> Result<usize> {
        Ok(self.0.read(|stage| Ok(stage.front().height))?)
    }

    /// Number of bytes from one row of `pixels` to the next: the width, from version 7 on 8 more.
    #[wasm_bindgen(getter)]
    pub fn pitch(&self) -> Result<usize> {
        Ok(self.0.read(|stage| Ok(stage.front().linear().1))?)
    }

    /// The picture of the stage: rows of palette indices in the library's own memory, without a
    /// copy. The array is valid until the next call of the library, which may change the picture or
    /// move the memory; read `pixels` again then. `copyFrame` makes a copy.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> Result<Uint8Array> {
        Ok(self.0.read(|stage| {
            let view = stage.front();
            let (bytes, pitch) = view.linear();
            Ok(view_of(bytes, view.height, pitch))
        })?)
    }

    /// Returns the picture with the displayed palette applied: rows of red, green, blue and 255.
    /// The bytes are valid until the next call of the library. `paint` copies them.
    #[wasm_bindgen(skip_typescript, js_name = displayedRgba)]
    pub fn displayed_rgba(&self) -> Result<Uint8Array> {
        RGBA.with_borrow_mut(|rgba| {
            self.0.read(|stage| {
                paint_rgba(stage, rgba);
                Ok(())
            })?;
            // SAFETY: as in `view_of`.
            Ok(unsafe { Uint8Array::view(rgba) })
        })
    }

    /// The numbers of all actors.
    #[wasm_bindgen(getter, js_name = actorNumbers)]
    pub fn actor_numbers(&self) -> Result<Vec<u16>> {
        Ok(self
            .0
            .read(|stage| Ok(stage.actors().map(|(id, _)| id).collect()))?)
    }

    /// The state, as numbers, of all actors that have a costume, are visible or are in a room, for
    /// callers that read this state in every frame. Each actor has a row, which contains: the
    /// length of the row, the index of the strips in the row, the number of the actor, its fields
    /// at the indices in `actorColumns` (0 for a field that the actor does not have), the numbers
    /// of `limbNumbers` from index `actorColumns.limbs` on, and the strips. The rows are in the
    /// library's own memory and valid until the next call of the library.
    #[wasm_bindgen(getter, js_name = actorRows)]
    pub fn actor_rows(&self) -> Result<Float64Array> {
        let seen = |(_, actor): &(u16, &scumm_engine::Actor)| {
            actor.costume != 0 || actor.visible || actor.room != 0
        };
        ROWS.with_borrow_mut(|rows| {
            rows.clear();
            self.0.read(|stage| {
                Ok(stage
                    .actors()
                    .filter(seen)
                    .for_each(|(id, actor)| add_row(rows, id, actor)))
            })?;
            // SAFETY: as in `view_of`: a view that outlives the rows reads other bytes of the
            // module's own memory.
            Ok(unsafe { Float64Array::view(rows) })
        })
    }

    /// Removes the next event from the queue and returns it; `undefined` if the queue is empty.
    /// `events()` iterates over the events.
    #[wasm_bindgen(js_name = nextEvent)]
    pub fn next_event(&self) -> Result<JsEvent> {
        let event = self.0.with_events(|playing| Ok(playing.take_event()))?;
        Ok(event
            .map_or(Ok(JsValue::UNDEFINED), |event| {
                to_js_values(&EventValues::from(event))
            })?
            .unchecked_into())
    }

    /// Replaces the walk boxes; without `boxes` the current boxes stay. `matrix` contains the
    /// stored routes between the boxes; without it the routes are computed. Throws an error
    /// with the code `size` if there are more boxes than a room can have.
    #[wasm_bindgen(js_name = setBoxes)]
    pub fn set_boxes(&self, boxes: Option<JsBoxes>, matrix: Option<Vec<u8>>) -> Result<()> {
        let boxes = boxes
            .map(|boxes| from_description::<Vec<WalkBoxSetup>>(boxes.into()))
            .transpose()?;
        Ok(self.0.with(|stage| {
            WalkBoxesSetup {
                boxes,
                matrix: &matrix.unwrap_or_default(),
            }
            .set_on(stage)
        })?)
    }

    /// Applies an operation like `apply`, with its operands in an array. The operations
    /// `draw_now` and `limb_anim` get random numbers and the state of sounds from `world`.
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
            .ask(|world| self.0.with(|stage| Ok(stage.apply(&operation, world)?)))?;
        let answer = match reply {
            Reply::Flag(flag) => flag.into(),
            Reply::Number(number) => (number as f64).into(),
            Reply::Actor(actor) => actor.map_or(JsValue::UNDEFINED, JsValue::from),
            Reply::Place { at, number } => to_js_values(&(at.x, at.y, number))?,
            _ => JsValue::UNDEFINED,
        };
        Ok(answer.unchecked_into())
    }

    /// Version 0: returns the place at which an actor arrives when it is sent to a position: column
    /// and row of the nearest point in a box, and the number of that box (V55). The units are those
    /// of `Actor.put`.
    #[wasm_bindgen(js_name = adjustV0)]
    pub fn adjust_v0(&self, x: i16, y: i16) -> Result<Vec<i16>> {
        let (at, number) = self
            .0
            .read(|stage| Ok(stage.boxes().adjust_v0(Point::new(x, y))))?;
        Ok(vec![at.x, at.y, number.into()])
    }
}

/// Converts an operand of an operation.
fn operand(value: &JsValue) -> Result<OperandValue> {
    if let Some(text) = value.as_string() {
        return Ok(OperandValue::Text(text));
    }
    if let Some(flag) = value.as_bool() {
        return Ok(OperandValue::Number(flag.into()));
    }
    if let Some(number) = value.as_f64() {
        return Ok(OperandValue::Number(number as i64));
    }
    if let Some(bytes) = value.dyn_ref::<Uint8Array>() {
        return Ok(OperandValue::Bytes(bytes.to_vec()));
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
    Ok(OperandValue::Numbers(numbers))
}

/// Returns the names of all operations of `Stage.apply`. An operation may have several names.
#[wasm_bindgen]
pub fn operations() -> Vec<String> {
    let names = scumm_engine::names::<Operation>().iter();
    names.map(|name| (*name).to_owned()).collect()
}

/// An actor of a stage: operations and fields. The fields are attributes (`x`, `facing`, `layer`
/// and others). Storing a value in a field does not request a redraw and has no other side effect,
/// with one exception: during a walk, a new walk speed plans the current leg again (T26).
#[wasm_bindgen]
pub struct Actor(pub(crate) SharedActor);

/// Returns the names of the fields of actors or of stages.
#[wasm_bindgen(skip_typescript, js_name = fieldNames)]
pub fn field_names(from_stage: bool) -> Vec<String> {
    if from_stage {
        STAGE_FIELDS.iter().map(field_name).collect()
    } else {
        ACTOR_FIELDS.iter().map(field_name).collect()
    }
}

/// Returns whether a field is a flag, by its index in `fieldNames`.
#[wasm_bindgen(skip_typescript, js_name = isFlag)]
pub fn is_flag(from_stage: bool, field: u32) -> Result<bool> {
    if from_stage {
        Ok(is_stage_flag(at(&STAGE_FIELDS, field)?))
    } else {
        Ok(is_actor_flag(at(&ACTOR_FIELDS, field)?))
    }
}

/// Returns a field by its index in `fieldNames`.
fn at<T: Copy>(fields: &[T], place: u32) -> Result<T> {
    match fields.get(place as usize) {
        Some(field) => Ok(*field),
        None => Err(Failure::misuse(format!("there is no field {place}")).into()),
    }
}

/// Appends the row of an actor for `Stage.actorRows`.
fn add_row(rows: &mut Vec<f64>, id: u16, actor: &scumm_engine::Actor) {
    let start = rows.len();
    rows.extend([0.0, 0.0, id.into()]);
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
    /// Reads a field by its index in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn get(&self, field: u32) -> Result<f64> {
        let field = at(&ACTOR_FIELDS, field)?;
        let Some(value) = self.0.read(|actor| Ok(field.number(actor)))? else {
            let name = field_name(field);
            return Err(
                Failure::misuse(format!("the actor does not have the field {name}")).into(),
            );
        };
        Ok(value as f64)
    }

    /// Stores a field by its index in `fieldNames`.
    #[wasm_bindgen(skip_typescript)]
    pub fn set(&self, field: u32, value: f64) -> Result<()> {
        let field = at(&ACTOR_FIELDS, field)?;
        let value = value as i64;
        Ok(self
            .0
            .with(|actor| Ok(field.store(actor, &value.into())?))?)
    }

    /// The animation state, as in `Limbs.state`. Assign a value to replace the state.
    #[wasm_bindgen(getter)]
    pub fn limbs(&self) -> Result<JsLimbsState> {
        let state = self.0.read(|actor| Ok(to_js_values(&actor.anim)))?;
        Ok(state?.unchecked_into())
    }

    #[wasm_bindgen(setter)]
    pub fn set_limbs(&self, state: JsLimbsState) -> Result<()> {
        let limbs = from_description(state.into())?;
        Ok(self.0.with(|actor| Ok(actor.anim = limbs))?)
    }

    /// All numbers of the animation state; reading them is faster than reading `limbs`. First
    /// `stopped`, `anim_counter`, `sound_counter`, `flip`, `condition_mask` and the 27 `vars`;
    /// then, from index 32 on, eight numbers for each limb: `curpos`, `start`, `end`, `frame`,
    /// `mode`, `condition_offset`, `jump_offset`, `jump_count`. In version 0, `command`, `next` and
    /// `rounds` follow from index 160 on, and seven numbers for each of its limbs: `frame`,
    /// `start`, `kind`, `curpos`, `flip`, `repeat`, `new_repeat`.
    #[wasm_bindgen(getter, js_name = limbNumbers)]
    pub fn limb_numbers(&self) -> Result<Float64Array> {
        let mut numbers = Vec::new();
        self.0.read(|actor| {
            Ok(limbs::numbers(&actor.anim, |number| {
                numbers.push(number as f64)
            }))
        })?;
        Ok(numbers.as_slice().into())
    }

    /// The strips (columns of 8 pixels, counted from the left edge of the room) that drawing has
    /// marked as used by the actor (D3).
    #[wasm_bindgen(getter)]
    pub fn strips(&self) -> Result<Uint16Array> {
        let strips: Vec<_> = self
            .0
            .read(|actor| Ok(actor.strips.iter().map(|strip| strip as u16).collect()))?;
        Ok(strips.as_slice().into())
    }
}

/// A picture of the library. The package copies it to its own class `Frame` and frees it.
#[wasm_bindgen(skip_typescript)]
pub struct Frame(pub(crate) scumm_bindings::SharedPicture);

#[wasm_bindgen]
impl Frame {
    /// The rows in the library's own memory. The array is valid until the next call of the library.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> Uint8Array {
        view_of(self.0.bytes(), self.0.height, self.0.pitch)
    }
}

/// Returns a view of the rows of a picture.
fn view_of(bytes: &[u8], height: usize, pitch: usize) -> Uint8Array {
    let len = height.saturating_mul(pitch).min(bytes.len());
    // SAFETY: only JavaScript reads the view, while no code of the library runs. If the memory
    // grows, the view becomes empty. A view that is used after the next call reads other bytes of
    // the module's own memory, which is harmless here.
    unsafe { Uint8Array::view(&bytes[..len]) }
}

/// Returns the words of the values of an argument: `table`, `entry` or `palette`.
#[wasm_bindgen(skip_typescript, js_name = wordsOf)]
pub fn words_of(kind: &str) -> Vec<String> {
    match kind {
        "table" => StageTable::words().collect(),
        "entry" => StageEntry::words().collect(),
        "quirk" => quirk_names().into_iter().map(|(name, _)| name).collect(),
        _ => PaletteKind::words().collect(),
    }
}
