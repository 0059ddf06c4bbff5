//! What else there is of an actor: its limbs, its classes, its strips.

use crate::border::{Code, Err, Out, call, put, read, write};
use crate::draw::WARDROBE_STRIP_BYTES;
use crate::limbs::CLimbStates;
use crate::stage::{CStage, playing};
use crate::world::{CWorld, World, world_of};

/// Advances one limb so many times. `world` may be null.
///
/// # Safety
/// `world` is null or leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_limb_anim(
    stage: Option<&CStage>, actor: u16, limb: u32, times: u32, world: *const CWorld, error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let mut world = World(unsafe { world_of(world)? });
        Ok(playing(stage)?.stage.actor_mut(actor)?.limb_anim(limb as usize, times, &mut world)?)
    })
}

/// Whether the actor is in a class: `is` becomes 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_is_in_class(
    stage: Option<&CStage>, actor: u16, class: u8, is: Out<'_, u8>, error: Err<'_>,
) -> Code {
    call(error, || {
        let stage = playing(stage)?;
        put(is, stage.stage.actor(actor)?.is_in_class(stage.stage.dialect(), class).into())
    })
}

/// The limbs of an actor as plain numbers.
///
/// # Safety
/// `out` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_actor_limbs(stage: Option<&CStage>, actor: u16, out: *mut CLimbStates, error: Err<'_>) -> Code {
    call(error, || {
        let states = CLimbStates::of(&playing(stage)?.stage.actor(actor)?.anim);
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
    stage: Option<&CStage>, actor: u16, from: *const CLimbStates, error: Err<'_>,
) -> Code {
    call(error, || {
        let mut stage = playing(stage)?;
        let anim = &mut stage.stage.actor_mut(actor)?.anim;
        // SAFETY: as the caller promises.
        let from = unsafe { read(from, CLimbStates::of(anim), "the states")? };
        Ok(from.store(anim))
    })
}

/// The strips that the actor's drawings claim, counted in the room: strip s is bit s % 8 of byte s / 8.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_strips(
    stage: Option<&CStage>, actor: u16, strips: Out<'_, [u8; WARDROBE_STRIP_BYTES]>, error: Err<'_>,
) -> Code {
    call(error, || put(strips, playing(stage)?.stage.actor(actor)?.strips.to_bytes()))
}
