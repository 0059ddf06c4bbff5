//! What scripts do to an actor, and what one shows.

use scumm_engine::{ActorMut, InitMode};
use scumm_room::Result as RoomResult;
use std::mem::MaybeUninit;

use crate::border::{Code, Err, call, put, read, write};
use crate::draw::{WARDROBE_STRIP_BYTES, strip_bytes};
use crate::limbs::CLimbStates;
use crate::stage::{CStage, playing};
use crate::world::{CWorld, World, world_of};

/// Does something to an actor.
fn on(stage: Option<&CStage>, actor: u16, error: Err<'_>, act: impl FnOnce(&mut ActorMut<'_>) -> RoomResult<()>) -> Code {
    call(error, || Ok(act(&mut playing(stage)?.stage.actor_mut(actor)?)?))
}

/// A scale that is given; a negative one leaves it as it is.
fn axis(scale: i32) -> RoomResult<Option<u8>> {
    let wrong = |_| scumm_room::Error::Misuse(format!("there is no scale {scale}"));
    if scale < 0 { Ok(None) } else { u8::try_from(scale).map(Some).map_err(wrong) }
}

/// Resets an actor: mode -1 everything, 0 the settings, 1 and it leaves its room, 2 and it faces south.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_init(stage: Option<&CStage>, actor: u16, mode: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| InitMode::try_from(mode).map(|mode| actor.init(mode)))
}

/// Puts a costume on.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_costume(stage: Option<&CStage>, actor: u16, costume: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.set_costume(costume))
}

/// Humongous: leaves the limbs out of the picture, or draws them again.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_skip_limbs(stage: Option<&CStage>, actor: u16, skip: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.skip_limbs(skip != 0))
}

/// Puts the actor at a place; room -1 is the one it is in.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_put(stage: Option<&CStage>, actor: u16, x: i32, y: i32, room: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.put(x, y, u16::try_from(room).ok())))
}

/// Lets the actor walk to a place and then face an angle; -1 is none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_walk(stage: Option<&CStage>, actor: u16, x: i32, y: i32, angle: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.walk(x, y, Some(angle).filter(|angle| *angle != -1))))
}

/// Ends a walk or a turn where the actor is.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_stop(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.stop()))
}

/// Hides the actor and ends its walk.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_hide(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.hide()))
}

/// Shows the actor if it is in the room.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_show(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.show()))
}

/// Puts the actor into room 0.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_kill(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.kill()))
}

/// Freezes the actor's walk, or lets it go.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_freeze(stage: Option<&CStage>, actor: u16, frozen: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_frozen(frozen != 0)))
}

/// Starts the animation of a frame in the direction that the actor faces.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_start_anim(stage: Option<&CStage>, actor: u16, frame: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.start_anim(frame))
}

/// Starts an animation, turns or stops by the operand of a script.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_animate(stage: Option<&CStage>, actor: u16, operand: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.animate(operand))
}

/// Version 0: starts a command that is repeated; -1 rounds are without end.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_animate_rounds(
    stage: Option<&CStage>, actor: u16, command: u8, rounds: i8, error: Err<'_>,
) -> Code {
    on(stage, actor, error, |actor| Ok(actor.animate_rounds(command, rounds)))
}

/// Sets how many frames each step of the limbs takes.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_anim_speed(stage: Option<&CStage>, actor: u16, frames: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_anim_speed(frames)))
}

/// Sets an animation variable.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_anim_var(stage: Option<&CStage>, actor: u16, var: u8, value: i16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.set_anim_var(var.into(), value))
}

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

/// Lets the actor face an angle, as `set_direction` of scripts.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_direction(stage: Option<&CStage>, actor: u16, angle: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_direction(angle)))
}

/// Lets the actor face an angle at once and drops a turn under way.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_face(stage: Option<&CStage>, actor: u16, angle: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.face(angle)))
}

/// Lets the actor turn step by step.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_turn(stage: Option<&CStage>, actor: u16, angle: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.turn(angle)))
}

/// Lets the actor turn towards a place.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_turn_towards(stage: Option<&CStage>, actor: u16, x: i32, y: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.turn_towards(x, y)))
}

/// Puts the actor into a class, or takes it out.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_class(stage: Option<&CStage>, actor: u16, class: u8, on_: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.set_class(class, on_ != 0))
}

/// Whether the actor is in a class: `is` becomes 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_is_in_class(
    stage: Option<&CStage>, actor: u16, class: u8, is: Option<&mut MaybeUninit<u8>>, error: Err<'_>,
) -> Code {
    call(error, || {
        let stage = playing(stage)?;
        put(is, stage.stage.actor(actor)?.is_in_class(stage.stage.dialect(), class).into())
    })
}

/// Lets the actor ignore the boxes or follow them; in the room it is put again.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_ignore_boxes(stage: Option<&CStage>, actor: u16, ignore: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_ignore_boxes(ignore != 0)))
}

/// Sets the plane that hides the actor, as scripts do.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_force_clip(stage: Option<&CStage>, actor: u16, plane: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.force_clip(plane)))
}

/// Sets the layer and asks for a redraw, as Humongous scripts do.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_layer(stage: Option<&CStage>, actor: u16, layer: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_layer(layer)))
}

/// Sets how many lines the actor is above its place.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_elevation(stage: Option<&CStage>, actor: u16, lines: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_elevation(lines)))
}

/// Sets the scale; -1 leaves an axis as it is. With `script` 1 the scale word, too, as scripts do.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_scale(stage: Option<&CStage>, actor: u16, x: i32, y: i32, script: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| match (axis(x)?, axis(y)?, script) {
        (Some(x), Some(y), 1..) => Ok(actor.set_script_scale(x, y)),
        (x, y, _) => Ok(actor.set_scale(x, y)),
    })
}

/// Sets the pixels of a walking step; in a walk the leg is planned anew.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_walk_speed(stage: Option<&CStage>, actor: u16, x: u16, y: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_walk_speed(x, y)))
}

/// Sets the frames to 1, 2, 3, 4, 5 for init, walk, stand, talk start, talk stop.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_default_frames(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_default_frames()))
}

/// Overrides a colour of the costume; 255 ends that.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_colour(stage: Option<&CStage>, actor: u16, slot: u16, value: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.set_colour(slot.into(), value))
}

/// Humongous: overrides the slots of a colour.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_remap_colour(stage: Option<&CStage>, actor: u16, colour: u8, value: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.remap_colour(colour, value)))
}

/// Tints the colours of an AKOS by factors of 256ths.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_remap_palette(
    stage: Option<&CStage>, actor: u16, factors: Option<&[i32; 3]>, threshold: i32, error: Err<'_>,
) -> Code {
    on(stage, actor, error, |actor| Ok(actor.remap_palette(factors.copied().unwrap_or([256; 3]), threshold)))
}

/// Sets one of the actor's 32 sounds.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_sound(stage: Option<&CStage>, actor: u16, slot: u16, sound: u16, error: Err<'_>) -> Code {
    let wrong = || scumm_room::Error::Misuse(format!("an actor has no sound {slot}"));
    on(stage, actor, error, |actor| actor.sounds.get_mut(usize::from(slot)).map(|at| *at = sound).ok_or_else(wrong))
}

/// What `wardrobe_actor_talk` does.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CTalkStep {
    /// A line of speech begins that nobody times: the talk before it ends, the mouth opens.
    Say = 0,
    /// The actor becomes the talking one and opens its mouth.
    Start = 1,
    /// The mouth closes; nobody talks.
    Stop = 2,
}

/// Lets the actor talk; `step` is a `WardrobeTalkStep`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_talk(stage: Option<&CStage>, actor: u16, step: u32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| match step {
        0 => Ok(actor.talk()),
        1 => Ok(actor.talk_start()),
        2 => Ok(actor.talk_stop()),
        _ => Err(scumm_room::Error::Misuse(format!("there is no step {step} of a talk"))),
    })
}

/// Humongous: sets a condition; `kind` is a `WardrobeCondition`. With `asked` 1 the next draw leaves the talk condition alone.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_condition(
    stage: Option<&CStage>, actor: u16, kind: u32, number: u32, on_or_asked: u8, error: Err<'_>,
) -> Code {
    on(stage, actor, error, |actor| match (kind, on_or_asked) {
        (0, set) => actor.set_condition(number, set != 0),
        (1, set) => actor.set_user_condition(number, set != 0),
        (2, 0) => actor.set_talk_condition(number),
        (2, _) => actor.ask_talk_condition(number),
        _ => Err(scumm_room::Error::Misuse(format!("there is no kind of conditions {kind}"))),
    })
}

/// Humongous: keeps the background behind the actor from being restored.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_keep_background(stage: Option<&CStage>, actor: u16, keep: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.keep_background(keep != 0)))
}

/// Humongous: moves the actor and draws it at once into the back buffer and the front.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_draw_to_back(stage: Option<&CStage>, actor: u16, x: i32, y: i32, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.draw_to_back(x, y)))
}

/// Draws the actor's picture without any rule of redrawing.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_draw_alone(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| actor.draw_alone())
}

/// Version 0: sets or clears bits of the actor's flags.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_misc_flags(stage: Option<&CStage>, actor: u16, bits: u8, set: u8, error: Err<'_>) -> Code {
    on(stage, actor, error, |actor| Ok(actor.set_misc_flags(bits, set != 0)))
}

/// Whether the actor has an opaque pixel at a place: `hit` becomes 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_hit(
    stage: Option<&CStage>, actor: u16, x: i32, y: i32, hit: Option<&mut MaybeUninit<u8>>, error: Err<'_>,
) -> Code {
    call(error, || put(hit, playing(stage)?.stage.actor_mut(actor)?.hit(x, y)?.into()))
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
        from.store(anim);
        Ok(())
    })
}

/// The strips that the actor's drawings claim, counted in the room: strip s is bit s % 8 of byte s / 8.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_strips(
    stage: Option<&CStage>, actor: u16, strips: Option<&mut MaybeUninit<[u8; WARDROBE_STRIP_BYTES]>>, error: Err<'_>,
) -> Code {
    call(error, || put(strips, strip_bytes(&playing(stage)?.stage.actor(actor)?.strips)))
}
