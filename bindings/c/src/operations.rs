//! The operations on actors and stages that programs use most. `wardrobe_stage_apply` can apply all
//! other operations as well.

use scumm_bindings::facing;
use scumm_engine::{ActorMut, InitMode, Stage};
use scumm_room::ScaleSlot;

use crate::*;

/// Runs the body of a function that changes an actor.
fn with_actor(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
    body: impl FnOnce(&mut ActorMut<'_>) -> Result<()>,
) -> ResultCode {
    call(error, || {
        let mut playing = lock_stage(stage)?;
        body(&mut playing.stage.actor_mut(actor)?)
    })
}

/// Runs the body of a function that changes a stage.
fn with_stage(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
    body: impl FnOnce(&mut Stage) -> Result<()>,
) -> ResultCode {
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

/// Resets an actor (T20). `mode` is -1 to reset everything, 0 to reset the settings, 1 to also
/// remove the actor from its room, 2 to also make it face south. Returns `WARDROBE_CODE_MISUSE` if
/// `mode` is another number.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_init(
    stage: Option<&CStage>,
    actor: u16,
    mode: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.init(InitMode::try_from(mode)?);
        Ok(())
    })
}

/// Sets the costume of an actor (T21, T22); 0 removes the costume. If no costume has the number,
/// the actor keeps the number but is not drawn, and showing the actor causes a fault event (T21b).
/// The call fails if the costume cannot be loaded.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_costume(
    stage: Option<&CStage>,
    actor: u16,
    costume: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| Ok(actor.set_costume(costume)?))
}

/// Puts an actor at column `x`, row `y` of a room (T25). With `room` -1 the actor stays in its
/// present room. If the room is the current room of the stage, the actor is shown. Up to version 2,
/// columns count in units of 8 pixels and rows in units of 2 (G4). Positions are cut to 16 bits.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_put(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    room: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        let room = optional(room)?;
        actor.put(x, y, room);
        Ok(())
    })
}

/// Hides an actor and ends its walk (T23). The actor stays in its room; `wardrobe_actor_kill`
/// removes it from there.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_hide(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.hide();
        Ok(())
    })
}

/// Shows an actor if the stage has a room (T24): moves the actor into a walk box and starts the
/// init frame of a new costume.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_show(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.show();
        Ok(())
    })
}

/// Removes an actor from its room: puts it into room 0 (T25).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_kill(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.kill();
        Ok(())
    })
}

/// Adds an actor to a class, 1 to 32, or removes it if `on` is 0 (T26). Classes 21 and 22 take
/// effect immediately. Returns `WARDROBE_CODE_MISUSE` if the class does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_class(
    stage: Option<&CStage>,
    actor: u16,
    class: u8,
    on: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        Ok(actor.set_class(class, on != 0)?)
    })
}

/// Starts a walk to column `x`, row `y` of the room, in the units of `wardrobe_actor_put` (T75).
/// `angle` is the facing at the end, in degrees clockwise from north; -1 keeps the facing in which
/// the actor arrives. The steps happen in the next frames.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_walk(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    angle: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        let angle = optional(angle)?;
        actor.walk(x, y, angle.map(facing));
        Ok(())
    })
}

/// Ends a walk or a turn at the current position. The stand animation does not start. To end the
/// walk and start the stand animation, call `wardrobe_actor_animate` with the operand that stops
/// the actor (T33, T34).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_stop(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.stop();
        Ok(())
    })
}

/// Freezes or releases an actor (X5). From version 7 on, a frozen actor turns but does not walk.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_frozen(
    stage: Option<&CStage>,
    actor: u16,
    frozen: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.set_frozen(frozen != 0);
        Ok(())
    })
}

/// Sets whether an actor ignores the walk boxes. An actor in the current room is put at its
/// position again (T26).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_ignore_boxes(
    stage: Option<&CStage>,
    actor: u16,
    ignore: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.set_ignore_boxes(ignore != 0);
        Ok(())
    })
}

/// Sets the horizontal and vertical walking speed in pixels per frame at full scale. During a walk,
/// the current leg is planned again (T26).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_walk_speed(
    stage: Option<&CStage>,
    actor: u16,
    x: u16,
    y: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.set_walk_speed(x, y);
        Ok(())
    })
}

/// Sets the facing immediately, in degrees clockwise from north (T40). A turn or walk in progress
/// continues. `wardrobe_actor_face` also ends a turn, `wardrobe_actor_turn` turns the actor step by
/// step.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_direction(
    stage: Option<&CStage>,
    actor: u16,
    angle: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.set_direction(facing(angle));
        Ok(())
    })
}

/// Sets the facing immediately, in degrees clockwise from north, and ends a turn in progress (X5,
/// X7).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_face(
    stage: Option<&CStage>,
    actor: u16,
    angle: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.face(facing(angle));
        Ok(())
    })
}

/// Turns an actor step by step, in the next frames, to an angle in degrees clockwise from north
/// (T41).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_turn(
    stage: Option<&CStage>,
    actor: u16,
    angle: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.turn(facing(angle));
        Ok(())
    })
}

/// Turns an actor step by step, in the next frames, towards column `x`, row `y` of the room, in the
/// units of `wardrobe_actor_put` (T41).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_turn_towards(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.turn_towards(x, y);
        Ok(())
    })
}

/// Starts the animation of a frame in the actor's direction (T30, T31). The frames 0x38 to 0x3C,
/// from version 7 on 1001 to 1005, stand for the actor's own init, walk, stand, talk start and talk
/// stop frame. Returns `WARDROBE_CODE_MISUSE` if the frame is 0x3E before version 7.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_start_anim(
    stage: Option<&CStage>,
    actor: u16,
    frame: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| Ok(actor.start_anim(frame)?))
}

/// Performs the animation operand of a script: starts an animation, turns or stops the actor (T33,
/// T34).
///
/// - Up to version 6, `operand / 4` selects the action and `operand % 4` the direction (0 west, 1
///   east, 2 south, 3 north): 0x3F stops, 0x3E sets the facing like `wardrobe_actor_face`, and 0x3D
///   turns. Any other operand is a frame to start; versions 1 and 2 start the frame `operand / 4`.
/// - From version 7 on, `operand / 1000` selects the action and `operand % 1000` is the angle in
///   degrees: 2 stops, 3 sets the facing, 4 turns. Any other operand is a frame to start.
/// - In version 0 the operand is a command (V48).
///
/// Returns `WARDROBE_CODE_MISUSE` if the frame does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_animate(
    stage: Option<&CStage>,
    actor: u16,
    operand: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| Ok(actor.animate(operand)?))
}

/// Sets the number of engine frames for each animation step, and restarts the count (T26). 0 counts
/// as 1.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_anim_speed(
    stage: Option<&CStage>,
    actor: u16,
    frames: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.set_anim_speed(frames);
        Ok(())
    })
}

/// Sets an animation variable, 0 to 26, which AKSQ programs read (A25). Returns
/// `WARDROBE_CODE_MISUSE` if the variable does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_anim_var(
    stage: Option<&CStage>,
    actor: u16,
    variable: usize,
    value: i16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        Ok(actor.set_anim_var(variable, value)?)
    })
}

/// Sets the horizontal and vertical scale, 0 to 255; 255 is full size. -1 keeps the scale of an
/// axis (X3). Walk boxes overwrite the scale at the next draw (T62).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_scale(
    stage: Option<&CStage>,
    actor: u16,
    x: i32,
    y: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        let x = optional(x)?;
        let y = optional(y)?;
        actor.set_scale(x, y);
        Ok(())
    })
}

/// Sets the height of an actor above the ground, in rows; up to version 2 in units of two rows (X2,
/// G4).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_elevation(
    stage: Option<&CStage>,
    actor: u16,
    lines: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.set_elevation(lines);
        Ok(())
    })
}

/// Humongous games: sets the layer and requests a redraw (X8). A larger layer is further back, in
/// HE90 and later further in front (D6).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_layer(
    stage: Option<&CStage>,
    actor: u16,
    layer: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.set_layer(layer);
        Ok(())
    })
}

/// Overrides colour `slot`, 0 to 255, of the costume with the colour `value` of the palette; 255
/// removes the override (A97). Returns `WARDROBE_CODE_MISUSE` if the slot does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_set_colour(
    stage: Option<&CStage>,
    actor: u16,
    slot: usize,
    value: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        Ok(actor.set_colour(slot, value)?)
    })
}

/// Makes an actor talk without a time limit: ends the present talk and opens the actor's mouth
/// (T80).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_talk(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.talk();
        Ok(())
    })
}

/// Makes an actor the talking actor and opens its mouth (T80, T81).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_talk_start(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.talk_start();
        Ok(())
    })
}

/// Closes the mouth of an actor. Afterwards no actor talks (T81, T82).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_actor_talk_stop(
    stage: Option<&CStage>,
    actor: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_actor(stage, actor, error, |actor| {
        actor.talk_stop();
        Ok(())
    })
}

/// Leaves the room and enters another room of the game (Y10 to Y16); 0 is no room. Actors keep
/// their state except visibility and walks; `wardrobe_stage_show_actors` shows the actors of the
/// new room. If the game does not have the room, the call returns `WARDROBE_CODE_NOT_FOUND` and
/// does not change the stage.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_enter_room(
    stage: Option<&CStage>,
    room: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.enter_room(room)?;
        Ok(())
    })
}

/// Shows every actor of the room, in the order of their numbers (Y17).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_show_actors(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.show_actors();
        Ok(())
    })
}

/// Sets the rows of the screen that show the stage; `bottom` is exclusive (Y18). Both buffers are
/// filled with 0. The band is cut at the lower edge of the screen.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_band(
    stage: Option<&CStage>,
    top: u16,
    bottom: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.set_band(top..bottom);
        Ok(())
    })
}

/// Plays the first half of a frame: walking, camera, objects (Y20). `wardrobe_stage_tick` with
/// `half` 2 plays the second half.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_tick_walk(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.tick_walk();
        Ok(())
    })
}

/// Draws the background of the view, with its objects, into both buffers. Plays no frame.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_draw_background(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.draw_background();
        Ok(())
    })
}

/// Restores and draws every actor again in the next frame (D10).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_redraw_all_actors(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.redraw_all_actors();
        Ok(())
    })
}

/// Ends the talk and starts the talk stop animation of the talking actor (T82).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_end_talk(
    stage: Option<&CStage>,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.end_talk();
        Ok(())
    })
}

/// Sets the centre of the view directly, in room pixels, for callers that move the camera
/// themselves. The view never leaves the room. The next frame is a full redraw.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_place_camera(
    stage: Option<&CStage>,
    x: i32,
    y: i32,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.place_camera(x, y);
        Ok(())
    })
}

/// Versions 1 to 6: moves the camera to column `x` of the room immediately and stops following an
/// actor (Y32).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_stand_camera(
    stage: Option<&CStage>,
    x: i16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.camera_mut().stand_at(x);
        Ok(())
    })
}

/// Sets the camera position as scripts do, in room pixels (Y32, Y33). From version 7 on the camera
/// jumps to the position. In versions 1 to 6 the camera jumps to column `x`, unless it follows an
/// actor and the column is at most half a view away; `y` is not used.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_send_camera(
    stage: Option<&CStage>,
    x: i16,
    y: i16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.camera_mut().send_to(x, y);
        Ok(())
    })
}

/// Moves the camera to a position of the room step by step, in the next frames (Y32, Y33). Versions
/// 1 to 6 use `x` only.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_pan_camera(
    stage: Option<&CStage>,
    x: i16,
    y: i16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.camera_mut().pan_to(x, y);
        Ok(())
    })
}

/// Makes the camera follow an actor (Y32, Y33). The camera jumps to an actor that is too far from
/// the centre of the view. In versions 1 to 6, `jump` 1 makes the camera jump in any case.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_follow_with_camera(
    stage: Option<&CStage>,
    actor: u16,
    jump: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        Ok(stage.follow_with_camera(actor, jump != 0)?)
    })
}

/// Sets the two points of a scale slot, 1 to 20: column, row and scale of each, in room pixels
/// (T64). Returns `WARDROBE_CODE_MISUSE` if the slot does not exist, or both points are the same.
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
    error: ErrorOut<'_>,
) -> ResultCode {
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

/// Sets colour `index` of the palette, as scripts do (H3, P10). The components are 0 to 255.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_colour(
    stage: Option<&CStage>,
    index: u8,
    red: u8,
    green: u8,
    blue: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        stage.colours_mut().set_colour(index, [red, green, blue]);
        Ok(())
    })
}

/// Stores the state of an object without drawing it (Y40). `wardrobe_stage_redraw_object` makes the
/// change visible. Returns `WARDROBE_CODE_NOT_FOUND` if neither the game nor the room has the
/// object.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_object_state(
    stage: Option<&CStage>,
    object: u16,
    state: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().set_state(object, state)?)
    })
}

/// Adds an object to a class, 1 to 32, or removes it if `on` is 0, without drawing the object (O6).
/// Returns `WARDROBE_CODE_NOT_FOUND` if the object does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_set_object_class(
    stage: Option<&CStage>,
    object: u16,
    class: u8,
    on: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().set_class(object, class, on != 0)?)
    })
}

/// Marks the strips of an object as dirty: the next frame draws them again, with all objects over
/// them (Y41). An object outside the room changes nothing. Returns `WARDROBE_CODE_NOT_FOUND` if the
/// object does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_redraw_object(
    stage: Option<&CStage>,
    object: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| Ok(stage.redraw_object(object)?))
}

/// Queues an object, which the next frame draws over the existing pixels (Y43). The queue holds 200
/// objects; further objects are dropped. Returns `WARDROBE_CODE_NOT_FOUND` if the object does not
/// exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_draw_object(
    stage: Option<&CStage>,
    object: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().draw(object)?)
    })
}

/// Removes an object from the draw queue (Y43). Returns `WARDROBE_CODE_NOT_FOUND` if the object
/// does not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_undraw_object(
    stage: Option<&CStage>,
    object: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().undraw(object)?)
    })
}

/// Moves an object of the room to column `x`, row `y` of the room without drawing it (Y44). Returns
/// `WARDROBE_CODE_NOT_FOUND` if the room does not have the object.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_move_object(
    stage: Option<&CStage>,
    object: u16,
    x: i16,
    y: i16,
    error: ErrorOut<'_>,
) -> ResultCode {
    with_stage(stage, error, |stage| {
        Ok(stage.objects_mut().move_to(object, x, y)?)
    })
}
