//! The plain values of actors and of stages, by number.

use scumm_bindings::{ActorField, StageField, Words as _};

use crate::border::{Code, Err, Out, call, put};
use crate::stage::{CStage, playing};

/// Reads a plain value of an actor; `field` is a `WardrobeActorField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_get(stage: Option<&CStage>, actor: u16, field: u32, value: Out<'_, i64>, error: Err<'_>) -> Code {
    call(error, || {
        let stage = playing(stage)?;
        put(value, ActorField::of_number(field)?.read(stage.stage.actor(actor)?)?.into())
    })
}

/// Stores a plain value of an actor; `field` is a `WardrobeActorField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set(stage: Option<&CStage>, actor: u16, field: u32, value: i64, error: Err<'_>) -> Code {
    call(error, || {
        let mut stage = playing(stage)?;
        ActorField::of_number(field)?.store(&mut *stage.stage.actor_mut(actor)?, value)
    })
}

/// Reads a plain value of a stage; `field` is a `WardrobeStageField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_get(stage: Option<&CStage>, field: u32, value: Out<'_, i64>, error: Err<'_>) -> Code {
    call(error, || put(value, StageField::of_number(field)?.read(&playing(stage)?.stage)?.into()))
}

/// Stores a plain value of a stage; `field` is a `WardrobeStageField`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set(stage: Option<&CStage>, field: u32, value: i64, error: Err<'_>) -> Code {
    call(error, || {
        let mut stage = playing(stage)?;
        StageField::of_number(field)?.store(&mut stage.stage, value)
    })
}
