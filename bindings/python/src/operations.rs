//! The operations on actors and stages that programs use most. `Stage.apply` can apply all other
//! operations as well.

use pyo3::prelude::*;
use scumm_bindings::facing;
use scumm_engine::InitMode;
use scumm_room::ScaleSlot;

use crate::argument::read;
use crate::failure::Result;
use crate::stage::{Actor, Stage};

#[pymethods]
impl Actor {
    /// Resets an actor (T20). `mode` is -1 to reset everything, 0 to reset the settings, 1 to also
    /// remove the actor from its room, 2 to also make it face south. The default is 0. Raises
    /// `MisuseError` if `mode` is another number.
    #[pyo3(signature = (mode=0))]
    fn init(&self, mode: i64) -> Result<()> {
        let mode: i32 = read(mode, "mode")?;
        Ok(self.0.with(|actor| {
            actor.init(InitMode::try_from(mode)?);
            Ok(())
        })?)
    }

    /// Sets the costume of an actor (T21, T22); 0 removes the costume. If no costume has the
    /// number, the actor keeps the number but is not drawn, and showing the actor causes a fault
    /// event (T21b). The call fails if the costume cannot be loaded.
    fn set_costume(&self, costume: i64) -> Result<()> {
        let costume: u16 = read(costume, "costume")?;
        Ok(self.0.with(|actor| Ok(actor.set_costume(costume)?))?)
    }

    /// Puts an actor at column `x`, row `y` of a room (T25). Without `room` the actor stays in its
    /// present room. If the room is the current room of the stage, the actor is shown. Up to
    /// version 2, columns count in units of 8 pixels and rows in units of 2 (G4). Positions are cut
    /// to 16 bits.
    #[pyo3(signature = (x, y, room=None))]
    fn put(&self, x: i64, y: i64, room: Option<i64>) -> Result<()> {
        let x: i32 = read(x, "x")?;
        let y: i32 = read(y, "y")?;
        let room: Option<u16> = read(room, "room")?;
        Ok(self.0.with(|actor| {
            actor.put(x, y, room);
            Ok(())
        })?)
    }

    /// Hides an actor and ends its walk (T23). The actor stays in its room; `kill` removes it from
    /// there.
    fn hide(&self) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.hide();
            Ok(())
        })?)
    }

    /// Shows an actor if the stage has a room (T24): moves the actor into a walk box and starts the
    /// init frame of a new costume.
    fn show(&self) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.show();
            Ok(())
        })?)
    }

    /// Removes an actor from its room: puts it into room 0 (T25).
    fn kill(&self) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.kill();
            Ok(())
        })?)
    }

    /// Adds an actor to a class, 1 to 32, or removes it if `on` is false (T26). Classes 21 and 22
    /// take effect immediately. Raises `MisuseError` if the class does not exist.
    #[pyo3(signature = (class_, on=true))]
    fn set_class(&self, class_: i64, on: bool) -> Result<()> {
        let class_: u8 = read(class_, "class_")?;
        Ok(self.0.with(|actor| Ok(actor.set_class(class_, on)?))?)
    }

    /// Starts a walk to column `x`, row `y` of the room, in the units of `put` (T75). `angle` is
    /// the facing at the end, in degrees clockwise from north; without it the actor keeps the
    /// facing in which it arrives. The steps happen in the next frames.
    #[pyo3(signature = (x, y, angle=None))]
    fn walk(&self, x: i64, y: i64, angle: Option<i64>) -> Result<()> {
        let x: i32 = read(x, "x")?;
        let y: i32 = read(y, "y")?;
        let angle: Option<i32> = read(angle, "angle")?;
        Ok(self.0.with(|actor| {
            actor.walk(x, y, angle.map(facing));
            Ok(())
        })?)
    }

    /// Ends a walk or a turn at the current position. The stand animation does not start. To end
    /// the walk and start the stand animation, call `animate` with the operand that stops the actor
    /// (T33, T34).
    fn stop(&self) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.stop();
            Ok(())
        })?)
    }

    /// Freezes or releases an actor (X5). From version 7 on, a frozen actor turns but does not
    /// walk.
    #[pyo3(signature = (frozen=true))]
    fn set_frozen(&self, frozen: bool) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.set_frozen(frozen);
            Ok(())
        })?)
    }

    /// Sets whether an actor ignores the walk boxes. An actor in the current room is put at its
    /// position again (T26).
    #[pyo3(signature = (ignore=true))]
    fn set_ignore_boxes(&self, ignore: bool) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.set_ignore_boxes(ignore);
            Ok(())
        })?)
    }

    /// Sets the horizontal and vertical walking speed in pixels per frame at full scale. During a
    /// walk, the current leg is planned again (T26).
    fn set_walk_speed(&self, x: i64, y: i64) -> Result<()> {
        let x: u16 = read(x, "x")?;
        let y: u16 = read(y, "y")?;
        Ok(self.0.with(|actor| {
            actor.set_walk_speed(x, y);
            Ok(())
        })?)
    }

    /// Sets the facing immediately, in degrees clockwise from north (T40). A turn or walk in
    /// progress continues. `face` also ends a turn, `turn` turns the actor step by step.
    fn set_direction(&self, angle: i64) -> Result<()> {
        let angle: i32 = read(angle, "angle")?;
        Ok(self.0.with(|actor| {
            actor.set_direction(facing(angle));
            Ok(())
        })?)
    }

    /// Sets the facing immediately, in degrees clockwise from north, and ends a turn in progress
    /// (X5, X7).
    fn face(&self, angle: i64) -> Result<()> {
        let angle: i32 = read(angle, "angle")?;
        Ok(self.0.with(|actor| {
            actor.face(facing(angle));
            Ok(())
        })?)
    }

    /// Turns an actor step by step, in the next frames, to an angle in degrees clockwise from north
    /// (T41).
    fn turn(&self, angle: i64) -> Result<()> {
        let angle: i32 = read(angle, "angle")?;
        Ok(self.0.with(|actor| {
            actor.turn(facing(angle));
            Ok(())
        })?)
    }

    /// Turns an actor step by step, in the next frames, towards column `x`, row `y` of the room, in
    /// the units of `put` (T41).
    fn turn_towards(&self, x: i64, y: i64) -> Result<()> {
        let x: i32 = read(x, "x")?;
        let y: i32 = read(y, "y")?;
        Ok(self.0.with(|actor| {
            actor.turn_towards(x, y);
            Ok(())
        })?)
    }

    /// Starts the animation of a frame in the actor's direction (T30, T31). The frames 0x38 to
    /// 0x3C, from version 7 on 1001 to 1005, stand for the actor's own init, walk, stand, talk
    /// start and talk stop frame. Raises `MisuseError` if the frame is 0x3E before version 7.
    fn start_anim(&self, frame: i64) -> Result<()> {
        let frame: u16 = read(frame, "frame")?;
        Ok(self.0.with(|actor| Ok(actor.start_anim(frame)?))?)
    }

    /// Performs the animation operand of a script: starts an animation, turns or stops the actor
    /// (T33, T34).
    ///
    /// - Up to version 6, `operand / 4` selects the action and `operand % 4` the direction (0 west,
    ///   1 east, 2 south, 3 north): 0x3F stops, 0x3E sets the facing like `face`, and 0x3D turns.
    ///   Any other operand is a frame to start; versions 1 and 2 start the frame `operand / 4`.
    /// - From version 7 on, `operand / 1000` selects the action and `operand % 1000` is the angle
    ///   in degrees: 2 stops, 3 sets the facing, 4 turns. Any other operand is a frame to start.
    /// - In version 0 the operand is a command (V48).
    ///
    /// Raises `MisuseError` if the frame does not exist.
    fn animate(&self, operand: i64) -> Result<()> {
        let operand: u16 = read(operand, "operand")?;
        Ok(self.0.with(|actor| Ok(actor.animate(operand)?))?)
    }

    /// Sets the number of engine frames for each animation step, and restarts the count (T26). 0
    /// counts as 1.
    fn set_anim_speed(&self, frames: i64) -> Result<()> {
        let frames: u8 = read(frames, "frames")?;
        Ok(self.0.with(|actor| {
            actor.set_anim_speed(frames);
            Ok(())
        })?)
    }

    /// Sets an animation variable, 0 to 26, which AKSQ programs read (A25). Raises `MisuseError` if
    /// the variable does not exist.
    fn set_anim_var(&self, variable: i64, value: i64) -> Result<()> {
        let variable: usize = read(variable, "variable")?;
        let value: i16 = read(value, "value")?;
        Ok(self
            .0
            .with(|actor| Ok(actor.set_anim_var(variable, value)?))?)
    }

    /// Sets the horizontal and vertical scale, 0 to 255; 255 is full size. An axis without a value
    /// keeps its scale (X3). Walk boxes overwrite the scale at the next draw (T62).
    #[pyo3(signature = (x=None, y=None))]
    fn set_scale(&self, x: Option<i64>, y: Option<i64>) -> Result<()> {
        let x: Option<u8> = read(x, "x")?;
        let y: Option<u8> = read(y, "y")?;
        Ok(self.0.with(|actor| {
            actor.set_scale(x, y);
            Ok(())
        })?)
    }

    /// Sets the height of an actor above the ground, in rows; up to version 2 in units of two rows
    /// (X2, G4).
    fn set_elevation(&self, lines: i64) -> Result<()> {
        let lines: i32 = read(lines, "lines")?;
        Ok(self.0.with(|actor| {
            actor.set_elevation(lines);
            Ok(())
        })?)
    }

    /// Humongous games: sets the layer and requests a redraw (X8). A larger layer is further back,
    /// in HE90 and later further in front (D6).
    fn set_layer(&self, layer: i64) -> Result<()> {
        let layer: i32 = read(layer, "layer")?;
        Ok(self.0.with(|actor| {
            actor.set_layer(layer);
            Ok(())
        })?)
    }

    /// Overrides colour `slot`, 0 to 255, of the costume with the colour `value` of the palette;
    /// 255 removes the override (A97). Raises `MisuseError` if the slot does not exist.
    fn set_colour(&self, slot: i64, value: i64) -> Result<()> {
        let slot: usize = read(slot, "slot")?;
        let value: u8 = read(value, "value")?;
        Ok(self.0.with(|actor| Ok(actor.set_colour(slot, value)?))?)
    }

    /// Makes an actor talk without a time limit: ends the present talk and opens the actor's mouth
    /// (T80).
    fn talk(&self) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.talk();
            Ok(())
        })?)
    }

    /// Makes an actor the talking actor and opens its mouth (T80, T81).
    fn talk_start(&self) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.talk_start();
            Ok(())
        })?)
    }

    /// Closes the mouth of an actor. Afterwards no actor talks (T81, T82).
    fn talk_stop(&self) -> Result<()> {
        Ok(self.0.with(|actor| {
            actor.talk_stop();
            Ok(())
        })?)
    }

    /// Returns whether an opaque pixel of the actor's costume lies at column `x`, row `y` of the
    /// view (D11). A pixel counts even if a plane hides it. Raises `MisuseError` for a picture of
    /// codec 5, 16 or 32, which the original engine cannot test.
    fn hit(&self, x: i64, y: i64) -> Result<bool> {
        let x: i32 = read(x, "x")?;
        let y: i32 = read(y, "y")?;
        Ok(self.0.with(|actor| Ok(actor.hit(x, y)?))?)
    }
}

#[pymethods]
impl Stage {
    /// Leaves the room and enters another room of the game (Y10 to Y16); 0 is no room. Actors keep
    /// their state except visibility and walks; `show_actors` shows the actors of the new room. If
    /// the game does not have the room, the call raises `NotFoundError` and does not change the
    /// stage.
    fn enter_room(&self, room: i64) -> Result<()> {
        let room: u16 = read(room, "room")?;
        Ok(self.0.with(|stage| {
            stage.enter_room(room)?;
            Ok(())
        })?)
    }

    /// Shows every actor of the room, in the order of their numbers (Y17).
    fn show_actors(&self) -> Result<()> {
        Ok(self.0.with(|stage| {
            stage.show_actors();
            Ok(())
        })?)
    }

    /// Sets the rows of the screen that show the stage; `bottom` is exclusive (Y18). Both buffers
    /// are filled with 0. The band is cut at the lower edge of the screen.
    fn set_band(&self, top: i64, bottom: i64) -> Result<()> {
        let top: u16 = read(top, "top")?;
        let bottom: u16 = read(bottom, "bottom")?;
        Ok(self.0.with(|stage| {
            stage.set_band(top..bottom);
            Ok(())
        })?)
    }

    /// Plays the first half of a frame: walking, camera, objects (Y20). `tick_draw` plays the
    /// second half.
    fn tick_walk(&self) -> Result<()> {
        Ok(self.0.with(|stage| {
            stage.tick_walk();
            Ok(())
        })?)
    }

    /// Draws the background of the view, with its objects, into both buffers. Plays no frame.
    fn draw_background(&self) -> Result<()> {
        Ok(self.0.with(|stage| {
            stage.draw_background();
            Ok(())
        })?)
    }

    /// Restores and draws every actor again in the next frame (D10).
    fn redraw_all_actors(&self) -> Result<()> {
        Ok(self.0.with(|stage| {
            stage.redraw_all_actors();
            Ok(())
        })?)
    }

    /// Ends the talk and starts the talk stop animation of the talking actor (T82).
    fn end_talk(&self) -> Result<()> {
        Ok(self.0.with(|stage| {
            stage.end_talk();
            Ok(())
        })?)
    }

    /// Sets the centre of the view directly, in room pixels, for callers that move the camera
    /// themselves. The view never leaves the room. The next frame is a full redraw.
    fn place_camera(&self, x: i64, y: i64) -> Result<()> {
        let x: i32 = read(x, "x")?;
        let y: i32 = read(y, "y")?;
        Ok(self.0.with(|stage| {
            stage.place_camera(x, y);
            Ok(())
        })?)
    }

    /// Versions 1 to 6: moves the camera to column `x` of the room immediately and stops following
    /// an actor (Y32).
    fn stand_camera(&self, x: i64) -> Result<()> {
        let x: i16 = read(x, "x")?;
        Ok(self.0.with(|stage| {
            stage.camera_mut().stand_at(x);
            Ok(())
        })?)
    }

    /// Sets the camera position as scripts do, in room pixels (Y32, Y33). From version 7 on the
    /// camera jumps to the position. In versions 1 to 6 the camera jumps to column `x`, unless it
    /// follows an actor and the column is at most half a view away; `y` is not used.
    fn send_camera(&self, x: i64, y: i64) -> Result<()> {
        let x: i16 = read(x, "x")?;
        let y: i16 = read(y, "y")?;
        Ok(self.0.with(|stage| {
            stage.camera_mut().send_to(x, y);
            Ok(())
        })?)
    }

    /// Moves the camera to a position of the room step by step, in the next frames (Y32, Y33).
    /// Versions 1 to 6 use `x` only.
    fn pan_camera(&self, x: i64, y: i64) -> Result<()> {
        let x: i16 = read(x, "x")?;
        let y: i16 = read(y, "y")?;
        Ok(self.0.with(|stage| {
            stage.camera_mut().pan_to(x, y);
            Ok(())
        })?)
    }

    /// Makes the camera follow an actor (Y32, Y33). The camera jumps to an actor that is too far
    /// from the centre of the view. In versions 1 to 6, `jump` makes the camera jump in any case.
    #[pyo3(signature = (actor, jump=false))]
    fn follow_with_camera(&self, actor: i64, jump: bool) -> Result<()> {
        let actor: u16 = read(actor, "actor")?;
        Ok(self
            .0
            .with(|stage| Ok(stage.follow_with_camera(actor, jump)?))?)
    }

    /// Sets the two points of a scale slot, 1 to 20: column, row and scale of each, in room pixels
    /// (T64). Raises `MisuseError` if the slot does not exist, or both points are the same.
    fn set_scale_slot(
        &self,
        slot: i64,
        x1: i64,
        y1: i64,
        s1: i64,
        x2: i64,
        y2: i64,
        s2: i64,
    ) -> Result<()> {
        let slot: u16 = read(slot, "slot")?;
        let x1: i32 = read(x1, "x1")?;
        let y1: i32 = read(y1, "y1")?;
        let s1: i32 = read(s1, "s1")?;
        let x2: i32 = read(x2, "x2")?;
        let y2: i32 = read(y2, "y2")?;
        let s2: i32 = read(s2, "s2")?;
        Ok(self.0.with(|stage| {
            let points = ScaleSlot {
                x1,
                y1,
                s1,
                x2,
                y2,
                s2,
            };
            Ok(stage.boxes_mut().set_scale_slot(slot, points)?)
        })?)
    }

    /// Sets colour `index` of the palette, as scripts do (H3, P10). The components are 0 to 255.
    fn set_colour(&self, index: i64, red: i64, green: i64, blue: i64) -> Result<()> {
        let index: u8 = read(index, "index")?;
        let red: u8 = read(red, "red")?;
        let green: u8 = read(green, "green")?;
        let blue: u8 = read(blue, "blue")?;
        Ok(self.0.with(|stage| {
            stage.colours_mut().set_colour(index, [red, green, blue]);
            Ok(())
        })?)
    }

    /// Stores the state of an object without drawing it (Y40). `redraw_object` makes the change
    /// visible. Raises `NotFoundError` if neither the game nor the room has the object.
    fn set_object_state(&self, object: i64, state: i64) -> Result<()> {
        let object: u16 = read(object, "object")?;
        let state: u8 = read(state, "state")?;
        Ok(self
            .0
            .with(|stage| Ok(stage.objects_mut().set_state(object, state)?))?)
    }

    /// Adds an object to a class, 1 to 32, or removes it if `on` is false, without drawing the
    /// object (O6). Raises `NotFoundError` if the object does not exist.
    #[pyo3(signature = (object, class_, on=true))]
    fn set_object_class(&self, object: i64, class_: i64, on: bool) -> Result<()> {
        let object: u16 = read(object, "object")?;
        let class_: u8 = read(class_, "class_")?;
        Ok(self
            .0
            .with(|stage| Ok(stage.objects_mut().set_class(object, class_, on)?))?)
    }

    /// Marks the strips of an object as dirty: the next frame draws them again, with all objects
    /// over them (Y41). An object outside the room changes nothing. Raises `NotFoundError` if the
    /// object does not exist.
    fn redraw_object(&self, object: i64) -> Result<()> {
        let object: u16 = read(object, "object")?;
        Ok(self.0.with(|stage| Ok(stage.redraw_object(object)?))?)
    }

    /// Queues an object, which the next frame draws over the existing pixels (Y43). The queue holds
    /// 200 objects; further objects are dropped. Raises `NotFoundError` if the object does not
    /// exist.
    fn draw_object(&self, object: i64) -> Result<()> {
        let object: u16 = read(object, "object")?;
        Ok(self.0.with(|stage| Ok(stage.objects_mut().draw(object)?))?)
    }

    /// Removes an object from the draw queue (Y43). Raises `NotFoundError` if the object does not
    /// exist.
    fn undraw_object(&self, object: i64) -> Result<()> {
        let object: u16 = read(object, "object")?;
        Ok(self
            .0
            .with(|stage| Ok(stage.objects_mut().undraw(object)?))?)
    }

    /// Moves an object of the room to column `x`, row `y` of the room without drawing it (Y44).
    /// Raises `NotFoundError` if the room does not have the object.
    fn move_object(&self, object: i64, x: i64, y: i64) -> Result<()> {
        let object: u16 = read(object, "object")?;
        let x: i16 = read(x, "x")?;
        let y: i16 = read(y, "y")?;
        Ok(self
            .0
            .with(|stage| Ok(stage.objects_mut().move_to(object, x, y)?))?)
    }

    /// Returns the number of the actor at column `x`, row `y` of the room, or `None` (D11). If
    /// there are several actors, the result is the one with the lowest number, in HE70 and later
    /// the one that stands lowest in the room.
    fn actor_from_pos(&self, x: i64, y: i64) -> Result<Option<u16>> {
        let x: i32 = read(x, "x")?;
        let y: i32 = read(y, "y")?;
        Ok(self.0.read(|stage| Ok(stage.actor_from_pos(x, y)))?)
    }

    /// Returns the state of an object (Y40). Raises `NotFoundError` if the object does not exist.
    fn object_state(&self, object: i64) -> Result<u8> {
        let object: u16 = read(object, "object")?;
        Ok(self.0.read(|stage| Ok(stage.objects().state(object)?))?)
    }
}
