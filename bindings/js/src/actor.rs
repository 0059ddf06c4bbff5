//! Actors of a stage.

use js_sys::{Float64Array, Uint16Array};
use scumm_bindings::{
    ACTOR_FIELDS, Failure, STAGE_FIELDS, SharedActor, field_name, is_actor_flag, is_stage_flag,
    limbs,
};
use wasm_bindgen::prelude::*;

use crate::failure::{Result, described, plain};

/// An actor of a stage: what scripts do to it, and what it shows. Plain values are attributes (`x`, `facing`, `layer` ...), which can
/// be stored; that has no other effect and asks for no redraw.
#[wasm_bindgen]
pub struct Actor(pub(crate) SharedActor);

/// The names of an actor's plain values, or of a stage's.
#[wasm_bindgen(skip_typescript, js_name = fieldNames)]
pub fn field_names(of_stage: bool) -> Vec<String> {
    if of_stage {
        STAGE_FIELDS.map(field_name).to_vec()
    } else {
        ACTOR_FIELDS.map(field_name).to_vec()
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
pub fn at<T: Copy>(fields: &[T], place: u32) -> Result<T> {
    match fields.get(place as usize) {
        Some(field) => Ok(*field),
        None => Err(Failure::misuse(format!("there is no field {place}")).into()),
    }
}

/// Adds the row of an actor, as `Stage.actorRows` has it.
pub fn add_row(rows: &mut Vec<f64>, id: u16, actor: &scumm_engine::Actor) {
    let start = rows.len();
    rows.extend([0.0, 0.0, id.into()]);
    for field in ACTOR_FIELDS {
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
