//! What else there is of an actor: its limbs, its classes, its strips; and the plain values of
//! actors and of stages, by number.

use std::ffi::c_char;

use scumm_bindings::{field_of_name, field_of_number};
use scumm_engine::{ActorField, StageField};

use crate::*;

/// Advances one limb so many times, at most 65,535. `world` may be null.
///
/// # Safety
/// `world` is null or leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_limb_anim(
    stage: Option<&CStage>,
    actor: u16,
    limb: u32,
    times: u32,
    world: *const CWorld,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let mut world = unsafe { read_or(world, zeroed, "the world")? };
        let mut playing = lock_stage(stage)?;
        let mut actor = playing.stage.actor_mut(actor)?;
        actor.limb_anim(limb as usize, times, &mut world)?;
        Ok(())
    })
}

/// Whether the actor has an opaque pixel at a place of the view: `answer` becomes 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_hit(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    answer: Out<'_, u8>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let is_hit = lock_stage(stage)?.stage.actor_mut(actor)?.hit(x, y)?;
        write_output(answer, is_hit.into())
    })
}

/// Whether the actor is in a class: `is` becomes 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_is_in_class(
    stage: Option<&CStage>,
    actor: u16,
    class: u8,
    is: Out<'_, u8>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let stage = &lock_stage(stage)?.stage;
        let is_in_class = stage.actor(actor)?.is_in_class(stage.dialect(), class);
        write_output(is, is_in_class.into())
    })
}

/// The limbs of an actor as plain numbers.
///
/// # Safety
/// `out` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_limbs(
    stage: Option<&CStage>,
    actor: u16,
    out: *mut CLimbStates,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let states = CLimbStates::of(&lock_stage(stage)?.stage.actor(actor)?.anim);
        // SAFETY: as the caller promises.
        unsafe { write(out, &states, "the states") }
    })
}

/// Stores the limbs of an actor.
///
/// # Safety
/// `from` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_set_limbs(
    stage: Option<&CStage>,
    actor: u16,
    from: *const CLimbStates,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let mut playing = lock_stage(stage)?;
        let mut actor = playing.stage.actor_mut(actor)?;
        // SAFETY: as the caller promises.
        unsafe { store_limbs(&mut actor.anim, from) }
    })
}

/// The strips that the actor's drawings claim, counted in the room: strip s is bit s % 8 of byte s
/// / 8.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_strips(
    stage: Option<&CStage>,
    actor: u16,
    strips: Out<'_, [u8; WARDROBE_STRIP_BYTES]>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let claimed = lock_stage(stage)?.stage.actor(actor)?.strips.to_bytes();
        write_output(strips, claimed)
    })
}

/// Reads a plain value of an actor; `field` is a `WardrobeActorField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_get(
    stage: Option<&CStage>,
    actor: u16,
    field: u32,
    value: Out<'_, i64>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let field: ActorField = field_of_number(field)?;
        let stored = field.number(lock_stage(stage)?.stage.actor(actor)?);
        let Some(stored) = stored else {
            return Err(Failure::misuse(format!("{field:?} is not a number here")));
        };
        write_output(value, stored)
    })
}

/// Stores a plain value of an actor; `field` is a `WardrobeActorField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set(
    stage: Option<&CStage>,
    actor: u16,
    field: u32,
    value: i64,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let field: ActorField = field_of_number(field)?;
        let mut playing = lock_stage(stage)?;
        field.store(&mut *playing.stage.actor_mut(actor)?, &value.into())?;
        Ok(())
    })
}

/// Reads a plain value of a stage; `field` is a `WardrobeStageField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_get(
    stage: Option<&CStage>,
    field: u32,
    value: Out<'_, i64>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let field: StageField = field_of_number(field)?;
        let stored = field.number(&lock_stage(stage)?.stage);
        write_output(value, stored)
    })
}

/// Stores a plain value of a stage; `field` is a `WardrobeStageField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set(
    stage: Option<&CStage>,
    field: u32,
    value: i64,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let field: StageField = field_of_number(field)?;
        field.store(&mut lock_stage(stage)?.stage, value)?;
        Ok(())
    })
}

/// Finds the `WardrobeActorField` of a name: that in scenes, or `talk_colour` for
/// `WARDROBE_ACTOR_FIELD_TALK_COLOUR`.
///
/// # Safety
/// `name` is null or ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_field(
    name: *const c_char,
    field: Out<'_, u32>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let name = unsafe { text(name, "the name")? };
        write_output(field, field_of_name::<ActorField>(name)? as u32)
    })
}

/// Finds the `WardrobeStageField` of a name: that in scenes, or `camera_x` for
/// `WARDROBE_STAGE_FIELD_CAMERA_X`.
///
/// # Safety
/// `name` is null or ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_field(
    name: *const c_char,
    field: Out<'_, u32>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let name = unsafe { text(name, "the name")? };
        write_output(field, field_of_name::<StageField>(name)? as u32)
    })
}
