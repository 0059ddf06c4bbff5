//! Queries of an actor, its limbs, and the fields of actors and stages.

use std::ffi::c_char;

use scumm_bindings::{field_of_name, field_of_number};
use scumm_engine::{ActorField, StageField};

use crate::*;

/// Advances one limb, 0 to 15, by `times` animation steps if the animation is due (T51). Requests
/// no redraw. `world` may be null. Returns `WARDROBE_CODE_MISUSE` if the limb does not exist
/// or `times` is above 65,535.
///
/// # Safety
/// `world` must be null or point to `world->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_limb_anim(
    stage: Option<&CStage>,
    actor: u16,
    limb: u32,
    times: u32,
    world: *const CWorld,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let mut world = unsafe { read_or(world, zeroed, "the world")? };
        let mut playing = lock_stage(stage)?;
        let mut actor = playing.stage.actor_mut(actor)?;
        actor.limb_anim(limb as usize, times, &mut world)?;
        Ok(())
    })
}

/// Sets `answer` to 1 if an opaque pixel of the actor's costume lies at column `x`, row `y` of the
/// view, else to 0 (D11). A pixel counts even if a plane hides it. Returns `WARDROBE_CODE_MISUSE`
/// for a picture of codec 5, 16 or 32, which the original engine cannot test.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_hit(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    answer: Out<'_, u8>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let is_hit = lock_stage(stage)?.stage.actor_mut(actor)?.hit(x, y)?;
        write_output(answer, is_hit.into())
    })
}

/// Sets `is` to 1 if the actor is in a class, 1 to 32, else to 0.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_is_in_class(
    stage: Option<&CStage>,
    actor: u16,
    class: u8,
    is: Out<'_, u8>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let stage = &lock_stage(stage)?.stage;
        let is_in_class = stage.actor(actor)?.is_in_class(stage.dialect(), class);
        write_output(is, is_in_class.into())
    })
}

/// Copies the animation state of an actor into plain numbers.
///
/// # Safety
/// `out` must point to `out->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_limbs(
    stage: Option<&CStage>,
    actor: u16,
    out: *mut CLimbStates,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let states = CLimbStates::from_states(&lock_stage(stage)?.stage.actor(actor)?.anim);
        // SAFETY: as the caller promises.
        unsafe { write(out, &states, "the states") }
    })
}

/// Replaces the animation state of an actor. Positions that the costume does not have are harmless.
///
/// # Safety
/// `from` must point to `from->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_set_limbs(
    stage: Option<&CStage>,
    actor: u16,
    from: *const CLimbStates,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let mut playing = lock_stage(stage)?;
        let mut actor = playing.stage.actor_mut(actor)?;
        // SAFETY: as the caller promises.
        unsafe { store_limbs(&mut actor.anim, from) }
    })
}

/// Copies one bit for each strip of the room. The bit of a strip is 1 if the actor's drawings claim
/// the strip. Strip s, counted from the left edge of the room, is bit s % 8 of byte s / 8.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_strips(
    stage: Option<&CStage>,
    actor: u16,
    strips: Out<'_, [u8; WARDROBE_STRIP_BYTES]>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let claimed = lock_stage(stage)?.stage.actor(actor)?.strips.to_bytes();
        write_output(strips, claimed)
    })
}

/// Reads a field of an actor. `field` is a `WardrobeActorField`. Returns `WARDROBE_CODE_MISUSE` if
/// the field is a list, or if the actor does not have it.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_get(
    stage: Option<&CStage>,
    actor: u16,
    field: u32,
    value: Out<'_, i64>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let field: ActorField = field_of_number(field)?;
        let stored = field.number(lock_stage(stage)?.stage.actor(actor)?);
        let Some(stored) = stored else {
            return Err(Failure::misuse(format!(
                "{field:?} is a list, or the actor does not have it"
            )));
        };
        write_output(value, stored)
    })
}

/// Stores a field of an actor. `field` is a `WardrobeActorField`. Storing a value in a field does
/// not request a redraw and has no other side effect, with one exception: during a walk, a new walk
/// speed plans the current leg again (T26). Returns `WARDROBE_CODE_MISUSE` if the value is out of
/// range.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set(
    stage: Option<&CStage>,
    actor: u16,
    field: u32,
    value: i64,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let field: ActorField = field_of_number(field)?;
        let mut playing = lock_stage(stage)?;
        field.store(&mut *playing.stage.actor_mut(actor)?, &value.into())?;
        Ok(())
    })
}

/// Reads a field of a stage. `field` is a `WardrobeStageField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_get(
    stage: Option<&CStage>,
    field: u32,
    value: Out<'_, i64>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let field: StageField = field_of_number(field)?;
        let stored = field.number(&lock_stage(stage)?.stage);
        write_output(value, stored)
    })
}

/// Stores a field of a stage. `field` is a `WardrobeStageField`. Storing a value has no side
/// effect, unless the field is the talking actor. Returns `WARDROBE_CODE_MISUSE` if the value is
/// out of range.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set(
    stage: Option<&CStage>,
    field: u32,
    value: i64,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let field: StageField = field_of_number(field)?;
        field.store(&mut lock_stage(stage)?.stage, value)?;
        Ok(())
    })
}

/// Returns the `WardrobeActorField` with a name. The name is that of the field in scenes, or the
/// end of the enumerator in lower case: `talk_colour` for `WARDROBE_ACTOR_FIELD_TALK_COLOUR`.
/// Returns `WARDROBE_CODE_NOT_FOUND` if there is no such field.
///
/// # Safety
/// `name` must be zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_field(
    name: *const c_char,
    field: Out<'_, u32>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let name = unsafe { text(name, "the name")? };
        write_output(field, field_of_name::<ActorField>(name)? as u32)
    })
}

/// Returns the `WardrobeStageField` with a name. The name is that of the field in scenes, or the
/// end of the enumerator in lower case: `camera_x` for `WARDROBE_STAGE_FIELD_CAMERA_X`. Returns
/// `WARDROBE_CODE_NOT_FOUND` if there is no such field.
///
/// # Safety
/// `name` must be zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_field(
    name: *const c_char,
    field: Out<'_, u32>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let name = unsafe { text(name, "the name")? };
        write_output(field, field_of_name::<StageField>(name)? as u32)
    })
}
