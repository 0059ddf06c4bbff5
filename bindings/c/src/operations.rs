//! The operations on actors and stages that programs use most. `wardrobe_stage_apply` reaches all
//! others.

use scumm_bindings::facing;
use scumm_engine::{ActorMut, InitMode, Stage};
use scumm_room::ScaleSlot;

use crate::*;

/// Runs the body of a function that changes an actor.
fn with_actor(
    stage: Option<&CStage>,
    actor: u16,
    error: Err<'_>,
    body: impl FnOnce(&mut ActorMut<'_>) -> Result<()>,
) -> Code {
    call(error, || {
        let mut playing = lock_stage(stage)?;
        body(&mut playing.stage.actor_mut(actor)?)
    })
}

/// Runs the body of a function that changes a stage.
fn with_stage(
    stage: Option<&CStage>,
    error: Err<'_>,
    body: impl FnOnce(&mut Stage) -> Result<()>,
) -> Code {
    call(error, || body(&mut lock_stage(stage)?.stage))
}

/// Converts a number that may be -1 for none.
fn optional<T: TryFrom<i32>>(number: i32) -> Result<Option<T>> {
    if number == -1 {
        return Ok(None);
    }
    match T::try_from(number) {
        Ok(number) => Ok(Some(number)),
        Err(_) => Err(Failure::misuse(format!(
            "{number} is out of range; -1 means none"
        ))),
    }
}

/// Resets an actor (T20). `mode` is -1 for everything, 0 for the settings, 1 to leave the room too,
/// 2 to face south too.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_init(
    stage: Option<&CStage>,
    actor: u16,
    mode: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.init(InitMode::try_from(mode)?);
        Ok(())
    })
}

/// Puts a costume on (T21, T22).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_costume(
    stage: Option<&CStage>,
    actor: u16,
    costume: u16,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| Ok(actor.set_costume(costume)?))
}

/// Puts an actor at a place (T25). With room -1 the actor stays in its own room.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_put(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    room: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        let room = optional(room)?;
        actor.put(x, y, room);
        Ok(())
    })
}

/// Hides an actor and ends its walk (T23).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_hide(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.hide();
        Ok(())
    })
}

/// Shows an actor if the stage has a room (T24).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_show(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.show();
        Ok(())
    })
}

/// Puts an actor into room 0 (T25).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_kill(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.kill();
        Ok(())
    })
}

/// Adds an actor to a class 1 to 32 or removes it (T26). `on` is 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_class(
    stage: Option<&CStage>,
    actor: u16,
    class: u8,
    on: u8,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        Ok(actor.set_class(class, on != 0)?)
    })
}

/// Starts a walk to a place (T75). `angle` is the angle that the actor faces at the end, -1 for
/// none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_walk(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    angle: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        let angle = optional(angle)?;
        actor.walk(x, y, angle.map(facing));
        Ok(())
    })
}

/// Ends a walk or a turn where the actor is.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_stop(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.stop();
        Ok(())
    })
}

/// Freezes the walk of an actor or lets it go on (X5). `frozen` is 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_frozen(
    stage: Option<&CStage>,
    actor: u16,
    frozen: u8,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.set_frozen(frozen != 0);
        Ok(())
    })
}

/// Lets an actor ignore the boxes or follow them (T26). `ignore` is 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_ignore_boxes(
    stage: Option<&CStage>,
    actor: u16,
    ignore: u8,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.set_ignore_boxes(ignore != 0);
        Ok(())
    })
}

/// Sets the pixels of a walking step. During a walk the leg is planned again (T26).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_walk_speed(
    stage: Option<&CStage>,
    actor: u16,
    x: u16,
    y: u16,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.set_walk_speed(x, y);
        Ok(())
    })
}

/// Turns an actor to an angle at once (T40).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_direction(
    stage: Option<&CStage>,
    actor: u16,
    angle: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.set_direction(facing(angle));
        Ok(())
    })
}

/// Turns an actor to an angle at once and ends a turn under way (X5, X7).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_face(
    stage: Option<&CStage>,
    actor: u16,
    angle: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.face(facing(angle));
        Ok(())
    })
}

/// Turns an actor step by step (T41).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_turn(
    stage: Option<&CStage>,
    actor: u16,
    angle: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.turn(facing(angle));
        Ok(())
    })
}

/// Turns an actor step by step towards a place (T41).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_turn_towards(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.turn_towards(x, y);
        Ok(())
    })
}

/// Starts the animation of a frame in the direction that the actor faces (T30, T31).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_start_anim(
    stage: Option<&CStage>,
    actor: u16,
    frame: u16,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| Ok(actor.start_anim(frame)?))
}

/// Starts an animation, turns or stops by the operand of a script (T33, T34).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_animate(
    stage: Option<&CStage>,
    actor: u16,
    operand: u16,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| Ok(actor.animate(operand)?))
}

/// Sets how many frames each step of the limbs takes (T26).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_anim_speed(
    stage: Option<&CStage>,
    actor: u16,
    frames: u8,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.set_anim_speed(frames);
        Ok(())
    })
}

/// Sets a variable of AKSQ programs (A25).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_anim_var(
    stage: Option<&CStage>,
    actor: u16,
    variable: usize,
    value: i16,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        Ok(actor.set_anim_var(variable, value)?)
    })
}

/// Sets the scale of each axis, 255 for full size; -1 leaves an axis as it is (X3).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_scale(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        let x = optional(x)?;
        let y = optional(y)?;
        actor.set_scale(x, y);
        Ok(())
    })
}

/// Sets how many lines an actor is above its place (X2).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_elevation(
    stage: Option<&CStage>,
    actor: u16,
    lines: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.set_elevation(lines);
        Ok(())
    })
}

/// Humongous games: sets the layer and requests a redraw (X8).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_layer(
    stage: Option<&CStage>,
    actor: u16,
    layer: i32,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.set_layer(layer);
        Ok(())
    })
}

/// Overrides a colour of the costume; 255 ends that (A97).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_colour(
    stage: Option<&CStage>,
    actor: u16,
    slot: usize,
    value: u8,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        Ok(actor.set_colour(slot, value)?)
    })
}

/// Begins a line of speech that no clock times: ends the talk before it and opens the mouth (T80).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_talk(stage: Option<&CStage>, actor: u16, error: Err<'_>) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.talk();
        Ok(())
    })
}

/// Makes an actor the talking one and opens its mouth (T80, T81).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_talk_start(
    stage: Option<&CStage>,
    actor: u16,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.talk_start();
        Ok(())
    })
}

/// Closes the mouth of an actor; then no actor talks (T81, T82).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_talk_stop(
    stage: Option<&CStage>,
    actor: u16,
    error: Err<'_>,
) -> Code {
    with_actor(stage, actor, error, |actor| {
        actor.talk_stop();
        Ok(())
    })
}

/// Leaves the room and enters another room of the game (Y10 to Y16); 0 is none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_enter_room(
    stage: Option<&CStage>,
    room: u16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        stage.enter_room(room)?;
        Ok(())
    })
}

/// Shows every actor of the room (Y17).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_show_actors(stage: Option<&CStage>, error: Err<'_>) -> Code {
    with_stage(stage, error, |stage| {
        stage.show_actors();
        Ok(())
    })
}

/// Sets the lines of the screen that show the stage; `bottom` is not included (Y18).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_band(
    stage: Option<&CStage>,
    top: u16,
    bottom: u16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        stage.set_band(top..bottom);
        Ok(())
    })
}

/// Plays the first half of a frame: walking, camera, objects (Y20).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_tick_walk(stage: Option<&CStage>, error: Err<'_>) -> Code {
    with_stage(stage, error, |stage| {
        stage.tick_walk();
        Ok(())
    })
}

/// Draws the background into the buffers.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_draw_background(stage: Option<&CStage>, error: Err<'_>) -> Code {
    with_stage(stage, error, |stage| {
        stage.draw_background();
        Ok(())
    })
}

/// Restores and draws every actor again in the next frame (D10).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_redraw_all_actors(stage: Option<&CStage>, error: Err<'_>) -> Code {
    with_stage(stage, error, |stage| {
        stage.redraw_all_actors();
        Ok(())
    })
}

/// Ends the talk (T82).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_end_talk(stage: Option<&CStage>, error: Err<'_>) -> Code {
    with_stage(stage, error, |stage| {
        stage.end_talk();
        Ok(())
    })
}

/// Sets the centre of the view directly.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_place_camera(
    stage: Option<&CStage>,
    x: i32,
    y: i32,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        stage.place_camera(x, y);
        Ok(())
    })
}

/// Sets the column of the camera at once (Y32).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_stand_camera(
    stage: Option<&CStage>,
    x: i16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        stage.camera_mut().stand_at(x);
        Ok(())
    })
}

/// Sends the camera to a place (Y32, Y33).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_send_camera(
    stage: Option<&CStage>,
    x: i16,
    y: i16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        stage.camera_mut().send_to(x, y);
        Ok(())
    })
}

/// Moves the camera to a place step by step (Y32, Y33).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_pan_camera(
    stage: Option<&CStage>,
    x: i16,
    y: i16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        stage.camera_mut().pan_to(x, y);
        Ok(())
    })
}

/// Lets the camera follow an actor; with `jump` 1 it is there at once (Y32, Y33).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_follow_with_camera(
    stage: Option<&CStage>,
    actor: u16,
    jump: u8,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        Ok(stage.follow_with_camera(actor, jump != 0)?)
    })
}

/// Sets the two points of a scale slot 1 to 20: column, line and scale of each (T64).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_scale_slot(
    stage: Option<&CStage>,
    slot: u16,
    x1: i32,
    y1: i32,
    s1: i32,
    x2: i32,
    y2: i32,
    s2: i32,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        let points = ScaleSlot {
            x1,
            y1,
            s1,
            x2,
            y2,
            s2,
        };
        Ok(stage.boxes_mut().set_scale_slot(slot, points)?)
    })
}

/// Sets a colour of the palette, as scripts do (H3, P10).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_colour(
    stage: Option<&CStage>,
    index: u8,
    red: u8,
    green: u8,
    blue: u8,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        stage.colours_mut().set_colour(index, [red, green, blue]);
        Ok(())
    })
}

/// Stores the state of an object; nothing is drawn (Y40).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_object_state(
    stage: Option<&CStage>,
    object: u16,
    state: u8,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().set_state(object, state)?)
    })
}

/// Adds an object to a class or removes it (O6). `on` is 0 or 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_object_class(
    stage: Option<&CStage>,
    object: u16,
    class: u8,
    on: u8,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().set_class(object, class, on != 0)?)
    })
}

/// Marks the strips of an object as dirty (Y41).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_redraw_object(
    stage: Option<&CStage>,
    object: u16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| Ok(stage.redraw_object(object)?))
}

/// Queues an object: the next frame draws it over what is there (Y43).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_draw_object(
    stage: Option<&CStage>,
    object: u16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().draw(object)?)
    })
}

/// Removes an object from the draw queue (Y43).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_undraw_object(
    stage: Option<&CStage>,
    object: u16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().undraw(object)?)
    })
}

/// Moves an object (Y44).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_move_object(
    stage: Option<&CStage>,
    object: u16,
    x: i16,
    y: i16,
    error: Err<'_>,
) -> Code {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().move_to(object, x, y)?)
    })
}
