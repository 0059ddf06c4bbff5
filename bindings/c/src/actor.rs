//! What else there is of an actor: its limbs, its classes, its strips; and the plain values of actors and of stages, by number.

use scumm_bindings::{ActorField, StageField, Words as _};

use crate::*;

/// Advances one limb so many times. `world` may be null.
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
    // SAFETY: as the caller promises.
    let world = || unsafe { read_or(world, none(), "the world") };
    call(error, || {
        Ok(playing(stage)?.stage.actor_mut(actor)?.limb_anim(
            limb as usize,
            times,
            &mut world()?,
        )?)
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
        put(
            answer,
            playing(stage)?.stage.actor_mut(actor)?.hit(x, y)?.into(),
        )
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
        let stage = playing(stage)?;
        put(
            is,
            stage
                .stage
                .actor(actor)?
                .is_in_class(stage.stage.dialect(), class)
                .into(),
        )
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
    // SAFETY: as the caller promises.
    call(error, || unsafe {
        write(
            out,
            &CLimbStates::of(&playing(stage)?.stage.actor(actor)?.anim),
            "the states",
        )
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
    // SAFETY: as the caller promises.
    call(error, || unsafe {
        take_over(&mut playing(stage)?.stage.actor_mut(actor)?.anim, from)
    })
}

/// The strips that the actor's drawings claim, counted in the room: strip s is bit s % 8 of byte s / 8.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_strips(
    stage: Option<&CStage>,
    actor: u16,
    strips: Out<'_, [u8; WARDROBE_STRIP_BYTES]>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        put(
            strips,
            playing(stage)?.stage.actor(actor)?.strips.to_bytes(),
        )
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
        put(
            value,
            ActorField::of_number(field)?.read(playing(stage)?.stage.actor(actor)?)?,
        )
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
        ActorField::of_number(field)?.store(&mut *playing(stage)?.stage.actor_mut(actor)?, value)
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
        put(
            value,
            StageField::of_number(field)?.read(&playing(stage)?.stage)?,
        )
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
        StageField::of_number(field)?.store(&mut playing(stage)?.stage, value)
    })
}
