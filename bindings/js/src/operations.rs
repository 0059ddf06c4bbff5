//! The operations on actors and stages that programs use most. `Stage.apply` reaches all others.

use scumm_bindings::facing;
use scumm_engine::InitMode;
use scumm_room::ScaleSlot;
use wasm_bindgen::prelude::*;

use crate::actor::Actor;
use crate::failure::Result;
use crate::stage::Stage;

#[wasm_bindgen]
impl Actor {
    /// Resets an actor (T20). `mode` is -1 for everything, 0 for the settings, 1 to leave the room
    /// too, 2 to face south too.
    #[wasm_bindgen(js_name = init)]
    pub fn init(&self, mode: i32) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.init(InitMode::try_from(mode)?);
            Ok(())
        })?)
    }

    /// Puts a costume on (T21, T22).
    #[wasm_bindgen(js_name = setCostume)]
    pub fn set_costume(&self, costume: u16) -> Result<()> {
        Ok(self.0.on(|actor| Ok(actor.set_costume(costume)?))?)
    }

    /// Puts an actor at a place (T25). Without a room the actor stays in its own.
    #[wasm_bindgen(js_name = put)]
    pub fn put(&self, x: i32, y: i32, room: Option<u16>) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.put(x, y, room);
            Ok(())
        })?)
    }

    /// Hides an actor and ends its walk (T23).
    #[wasm_bindgen(js_name = hide)]
    pub fn hide(&self) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.hide();
            Ok(())
        })?)
    }

    /// Shows an actor if the stage has a room (T24).
    #[wasm_bindgen(js_name = show)]
    pub fn show(&self) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.show();
            Ok(())
        })?)
    }

    /// Puts an actor into room 0 (T25).
    #[wasm_bindgen(js_name = kill)]
    pub fn kill(&self) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.kill();
            Ok(())
        })?)
    }

    /// Adds an actor to a class 1 to 32 or removes it (T26).
    #[wasm_bindgen(js_name = setClass)]
    pub fn set_class(&self, class_: u8, on: bool) -> Result<()> {
        Ok(self.0.on(|actor| Ok(actor.set_class(class_, on)?))?)
    }

    /// Starts a walk to a place (T75). `angle` is the angle that the actor faces at the end.
    #[wasm_bindgen(js_name = walk)]
    pub fn walk(&self, x: i32, y: i32, angle: Option<i32>) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.walk(x, y, angle.map(facing));
            Ok(())
        })?)
    }

    /// Ends a walk or a turn where the actor is.
    #[wasm_bindgen(js_name = stop)]
    pub fn stop(&self) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.stop();
            Ok(())
        })?)
    }

    /// Freezes the walk of an actor or lets it go on (X5).
    #[wasm_bindgen(js_name = setFrozen)]
    pub fn set_frozen(&self, frozen: bool) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_frozen(frozen);
            Ok(())
        })?)
    }

    /// Lets an actor ignore the boxes or follow them (T26).
    #[wasm_bindgen(js_name = setIgnoreBoxes)]
    pub fn set_ignore_boxes(&self, ignore: bool) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_ignore_boxes(ignore);
            Ok(())
        })?)
    }

    /// Sets the pixels of a walking step. During a walk the leg is planned again (T26).
    #[wasm_bindgen(js_name = setWalkSpeed)]
    pub fn set_walk_speed(&self, x: u16, y: u16) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_walk_speed(x, y);
            Ok(())
        })?)
    }

    /// Turns an actor to an angle at once (T40).
    #[wasm_bindgen(js_name = setDirection)]
    pub fn set_direction(&self, angle: i32) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_direction(facing(angle));
            Ok(())
        })?)
    }

    /// Turns an actor to an angle at once and ends a turn under way (X5, X7).
    #[wasm_bindgen(js_name = face)]
    pub fn face(&self, angle: i32) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.face(facing(angle));
            Ok(())
        })?)
    }

    /// Turns an actor step by step (T41).
    #[wasm_bindgen(js_name = turn)]
    pub fn turn(&self, angle: i32) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.turn(facing(angle));
            Ok(())
        })?)
    }

    /// Turns an actor step by step towards a place (T41).
    #[wasm_bindgen(js_name = turnTowards)]
    pub fn turn_towards(&self, x: i32, y: i32) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.turn_towards(x, y);
            Ok(())
        })?)
    }

    /// Starts the animation of a frame in the direction that the actor faces (T30, T31).
    #[wasm_bindgen(js_name = startAnim)]
    pub fn start_anim(&self, frame: u16) -> Result<()> {
        Ok(self.0.on(|actor| Ok(actor.start_anim(frame)?))?)
    }

    /// Starts an animation, turns or stops by the operand of a script (T33, T34).
    #[wasm_bindgen(js_name = animate)]
    pub fn animate(&self, operand: u16) -> Result<()> {
        Ok(self.0.on(|actor| Ok(actor.animate(operand)?))?)
    }

    /// Sets how many frames each step of the limbs takes (T26).
    #[wasm_bindgen(js_name = setAnimSpeed)]
    pub fn set_anim_speed(&self, frames: u8) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_anim_speed(frames);
            Ok(())
        })?)
    }

    /// Sets a variable of AKSQ programs (A25).
    #[wasm_bindgen(js_name = setAnimVar)]
    pub fn set_anim_var(&self, variable: usize, value: i16) -> Result<()> {
        Ok(self
            .0
            .on(|actor| Ok(actor.set_anim_var(variable, value)?))?)
    }

    /// Sets the scale of each axis, 255 for full size; without a value an axis stays as it is (X3).
    #[wasm_bindgen(js_name = setScale)]
    pub fn set_scale(&self, x: Option<u8>, y: Option<u8>) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_scale(x, y);
            Ok(())
        })?)
    }

    /// Sets how many lines an actor is above its place (X2).
    #[wasm_bindgen(js_name = setElevation)]
    pub fn set_elevation(&self, lines: i32) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_elevation(lines);
            Ok(())
        })?)
    }

    /// Humongous games: sets the layer and requests a redraw (X8).
    #[wasm_bindgen(js_name = setLayer)]
    pub fn set_layer(&self, layer: i32) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.set_layer(layer);
            Ok(())
        })?)
    }

    /// Overrides a colour of the costume; 255 ends that (A97).
    #[wasm_bindgen(js_name = setColour)]
    pub fn set_colour(&self, slot: usize, value: u8) -> Result<()> {
        Ok(self.0.on(|actor| Ok(actor.set_colour(slot, value)?))?)
    }

    /// Begins a line of speech that no clock times: ends the talk before it and opens the mouth
    /// (T80).
    #[wasm_bindgen(js_name = talk)]
    pub fn talk(&self) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.talk();
            Ok(())
        })?)
    }

    /// Makes an actor the talking one and opens its mouth (T80, T81).
    #[wasm_bindgen(js_name = talkStart)]
    pub fn talk_start(&self) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.talk_start();
            Ok(())
        })?)
    }

    /// Closes the mouth of an actor; then no actor talks (T81, T82).
    #[wasm_bindgen(js_name = talkStop)]
    pub fn talk_stop(&self) -> Result<()> {
        Ok(self.0.on(|actor| {
            actor.talk_stop();
            Ok(())
        })?)
    }

    /// Whether the actor has an opaque pixel at a place (D11).
    #[wasm_bindgen(js_name = hit)]
    pub fn hit(&self, x: i32, y: i32) -> Result<bool> {
        Ok(self.0.on(|actor| Ok(actor.hit(x, y)?))?)
    }
}

#[wasm_bindgen]
impl Stage {
    /// Leaves the room and enters another room of the game (Y10 to Y16); 0 is none.
    #[wasm_bindgen(js_name = enterRoom)]
    pub fn enter_room(&self, room: u16) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.enter_room(room)?;
            Ok(())
        })?)
    }

    /// Shows every actor of the room (Y17).
    #[wasm_bindgen(js_name = showActors)]
    pub fn show_actors(&self) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.show_actors();
            Ok(())
        })?)
    }

    /// Sets the lines of the screen that show the stage; `bottom` is not included (Y18).
    #[wasm_bindgen(js_name = setBand)]
    pub fn set_band(&self, top: u16, bottom: u16) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.set_band(top..bottom);
            Ok(())
        })?)
    }

    /// Plays the first half of a frame: walking, camera, objects (Y20).
    #[wasm_bindgen(js_name = tickWalk)]
    pub fn tick_walk(&self) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.tick_walk();
            Ok(())
        })?)
    }

    /// Draws the background into the buffers.
    #[wasm_bindgen(js_name = drawBackground)]
    pub fn draw_background(&self) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.draw_background();
            Ok(())
        })?)
    }

    /// Restores and draws every actor again in the next frame (D10).
    #[wasm_bindgen(js_name = redrawAllActors)]
    pub fn redraw_all_actors(&self) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.redraw_all_actors();
            Ok(())
        })?)
    }

    /// Ends the talk (T82).
    #[wasm_bindgen(js_name = endTalk)]
    pub fn end_talk(&self) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.end_talk();
            Ok(())
        })?)
    }

    /// Sets the centre of the view directly.
    #[wasm_bindgen(js_name = placeCamera)]
    pub fn place_camera(&self, x: i32, y: i32) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.place_camera(x, y);
            Ok(())
        })?)
    }

    /// Sets the column of the camera at once (Y32).
    #[wasm_bindgen(js_name = standCamera)]
    pub fn stand_camera(&self, x: i16) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.camera_mut().stand_at(x);
            Ok(())
        })?)
    }

    /// Sends the camera to a place (Y32, Y33).
    #[wasm_bindgen(js_name = sendCamera)]
    pub fn send_camera(&self, x: i16, y: i16) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.camera_mut().send_to(x, y);
            Ok(())
        })?)
    }

    /// Moves the camera to a place step by step (Y32, Y33).
    #[wasm_bindgen(js_name = panCamera)]
    pub fn pan_camera(&self, x: i16, y: i16) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.camera_mut().pan_to(x, y);
            Ok(())
        })?)
    }

    /// Lets the camera follow an actor; with `jump` it is there at once (Y32, Y33).
    #[wasm_bindgen(js_name = followWithCamera)]
    pub fn follow_with_camera(&self, actor: u16, jump: bool) -> Result<()> {
        Ok(self
            .0
            .on(|stage| Ok(stage.follow_with_camera(actor, jump)?))?)
    }

    /// Sets the two points of a scale slot 1 to 20: column, line and scale of each (T64).
    #[wasm_bindgen(js_name = setScaleSlot)]
    pub fn set_scale_slot(
        &self,
        slot: u16,
        x1: i32,
        y1: i32,
        s1: i32,
        x2: i32,
        y2: i32,
        s2: i32,
    ) -> Result<()> {
        Ok(self.0.on(|stage| {
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

    /// Sets a colour of the palette, as scripts do (H3, P10).
    #[wasm_bindgen(js_name = setColour)]
    pub fn set_colour(&self, index: u8, red: u8, green: u8, blue: u8) -> Result<()> {
        Ok(self.0.on(|stage| {
            stage.colours_mut().set_colour(index, [red, green, blue]);
            Ok(())
        })?)
    }

    /// Stores the state of an object; nothing is drawn (Y40).
    #[wasm_bindgen(js_name = setObjectState)]
    pub fn set_object_state(&self, object: u16, state: u8) -> Result<()> {
        Ok(self
            .0
            .on(|stage| Ok(stage.objects_mut().set_state(object, state)?))?)
    }

    /// Adds an object to a class or removes it (O6).
    #[wasm_bindgen(js_name = setObjectClass)]
    pub fn set_object_class(&self, object: u16, class_: u8, on: bool) -> Result<()> {
        Ok(self
            .0
            .on(|stage| Ok(stage.objects_mut().set_class(object, class_, on)?))?)
    }

    /// Marks the strips of an object as dirty (Y41).
    #[wasm_bindgen(js_name = redrawObject)]
    pub fn redraw_object(&self, object: u16) -> Result<()> {
        Ok(self.0.on(|stage| Ok(stage.redraw_object(object)?))?)
    }

    /// Queues an object: the next frame draws it over what is there (Y43).
    #[wasm_bindgen(js_name = drawObject)]
    pub fn draw_object(&self, object: u16) -> Result<()> {
        Ok(self.0.on(|stage| Ok(stage.objects_mut().draw(object)?))?)
    }

    /// Removes an object from the draw queue (Y43).
    #[wasm_bindgen(js_name = undrawObject)]
    pub fn undraw_object(&self, object: u16) -> Result<()> {
        Ok(self.0.on(|stage| Ok(stage.objects_mut().undraw(object)?))?)
    }

    /// Moves an object (Y44).
    #[wasm_bindgen(js_name = moveObject)]
    pub fn move_object(&self, object: u16, x: i16, y: i16) -> Result<()> {
        Ok(self
            .0
            .on(|stage| Ok(stage.objects_mut().move_to(object, x, y)?))?)
    }

    /// Returns the actor at a place of the view, or none (D11).
    #[wasm_bindgen(js_name = actorFromPos)]
    pub fn actor_from_pos(&self, x: i32, y: i32) -> Result<Option<u16>> {
        Ok(self.0.see(|stage| Ok(stage.actor_from_pos(x, y)))?)
    }

    /// Returns the state of an object (Y40).
    #[wasm_bindgen(js_name = objectState)]
    pub fn object_state(&self, object: u16) -> Result<u8> {
        Ok(self.0.see(|stage| Ok(stage.objects().state(object)?))?)
    }
}
