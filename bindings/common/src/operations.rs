//! What can be done to stages and actors, once for all languages: a macro that is given such a table makes the functions or methods
//! of a border. A row has the name with underscores and the name with capitals, what is passed, in brackets how Python is told of it,
//! what comes back, and what is done.

use scumm_engine::{ActorMut, Stage};

use crate::{Failure, Result};

/// What an operation comes to.
trait Done<T> {
    fn done(self) -> Result<T>;
}

impl Done<()> for () {
    fn done(self) -> Result<()> {
        Ok(self)
    }
}

impl<T, E: Into<Failure>> Done<T> for Result<T, E> {
    fn done(self) -> Result<T> {
        self.map_err(Into::into)
    }
}

/// Hands the operations on an actor to a macro.
#[macro_export]
macro_rules! actor_operations {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)*;
            /// Resets it: mode -1 everything, 0 the settings, 1 and it leaves its room, 2 and it faces south.
            init init(mode: i32) [mode=0] -> (), |actor| scumm_engine::InitMode::try_from(mode).map(|mode| actor.init(mode));
            /// Puts a costume on.
            set_costume setCostume(costume: u16) [costume] -> (), |actor| actor.set_costume(costume);
            /// Humongous: leaves the limbs out of the picture, or draws them again.
            set_skip_limbs setSkipLimbs(skip: bool) [skip] -> (), |actor| actor.set_skip_limbs(skip);
            /// Puts it at a place, in another room if one is given.
            put put(x: i32, y: i32, room: Option<u16>) [x, y, room=None] -> (), |actor| actor.put(x, y, room);
            /// Lets it walk to a place and then face an angle.
            walk walk(x: i32, y: i32, angle: Option<i32>) [x, y, angle=None] -> (), |actor| actor.walk(x, y, angle);
            /// Ends a walk or a turn where it is.
            stop stop() [] -> (), |actor| actor.stop();
            /// Hides it and ends its walk.
            hide hide() [] -> (), |actor| actor.hide();
            /// Shows it where the stage has a room, in whatever room it is itself.
            show show() [] -> (), |actor| actor.show();
            /// Puts it into room 0.
            kill kill() [] -> (), |actor| actor.kill();
            /// Freezes its walk, or lets it go.
            freeze freeze(frozen: bool) [frozen=true] -> (), |actor| actor.set_frozen(frozen);
            /// Starts the animation of a frame in the direction that it faces.
            start_anim startAnim(frame: u16) [frame] -> (), |actor| actor.start_anim(frame);
            /// Starts an animation, turns or stops by the operand of a script.
            animate animate(operand: u16) [operand] -> (), |actor| actor.animate(operand);
            /// Version 0: starts a command that is repeated; -1 rounds are without end.
            animate_rounds animateRounds(command: u8, rounds: i8) [command, rounds] -> (), |actor| actor.animate_rounds(command, rounds);
            /// Sets how many frames each step of the limbs takes.
            set_anim_speed setAnimSpeed(frames: u8) [frames] -> (), |actor| actor.set_anim_speed(frames);
            /// Sets an animation variable.
            set_anim_var setAnimVar(var: usize, value: i16) [var, value] -> (), |actor| actor.set_anim_var(var, value);
            /// Lets it face an angle, as scripts do.
            set_direction setDirection(angle: i32) [angle] -> (), |actor| actor.set_direction(angle);
            /// Lets it face an angle at once and drops a turn under way.
            face face(angle: i32) [angle] -> (), |actor| actor.face(angle);
            /// Lets it turn step by step.
            turn turn(angle: i32) [angle] -> (), |actor| actor.turn(angle);
            /// Lets it turn towards a place.
            turn_towards turnTowards(x: i32, y: i32) [x, y] -> (), |actor| actor.turn_towards(x, y);
            /// Puts it into a class, or takes it out.
            set_class setClass(class_: u8, on: bool) [class_, on=true] -> (), |actor| actor.set_class(class_, on);
            /// Lets it ignore the boxes or follow them; in the room it is put again.
            set_ignore_boxes setIgnoreBoxes(ignore: bool) [ignore=true] -> (), |actor| actor.set_ignore_boxes(ignore);
            /// Sets the plane that hides it, as scripts do.
            set_force_clip setForceClip(plane: u8) [plane] -> (), |actor| actor.set_force_clip(plane);
            /// Sets the layer and asks for a redraw, as Humongous scripts do.
            set_layer setLayer(layer: i32) [layer] -> (), |actor| actor.set_layer(layer);
            /// Sets how many lines it is above its place.
            set_elevation setElevation(lines: i32) [lines] -> (), |actor| actor.set_elevation(lines);
            /// Sets the scale of one axis or both.
            set_scale setScale(x: Option<u8>, y: Option<u8>) [x=None, y=None] -> (), |actor| actor.set_scale(x, y);
            /// Sets the scale and the scale word, as scripts do.
            set_script_scale setScriptScale(x: u8, y: u8) [x, y] -> (), |actor| actor.set_script_scale(x, y);
            /// Sets the pixels of a walking step; in a walk the leg is planned anew.
            set_walk_speed setWalkSpeed(x: u16, y: u16) [x, y] -> (), |actor| actor.set_walk_speed(x, y);
            /// Sets the frames to 1, 2, 3, 4, 5 for init, walk, stand, talk start, talk stop.
            set_default_frames setDefaultFrames() [] -> (), |actor| actor.set_default_frames();
            /// Overrides a colour of the costume; 255 ends that.
            set_colour setColour(slot: usize, value: u8) [slot, value] -> (), |actor| actor.set_colour(slot, value);
            /// Humongous: overrides the slots of a colour.
            remap_colour remapColour(colour: u8, value: u8) [colour, value] -> (), |actor| actor.remap_colour(colour, value);
            /// Tints the colours of an AKOS by factors of 256ths.
            remap_palette remapPalette(red: i32, green: i32, blue: i32, threshold: i32) [red, green, blue, threshold] -> (), |actor| actor.remap_palette([red, green, blue], threshold);
            /// A line of speech begins that nobody times: the talk before it ends, the mouth opens.
            talk talk() [] -> (), |actor| actor.talk();
            /// It becomes the talking one and opens its mouth.
            talk_start talkStart() [] -> (), |actor| actor.talk_start();
            /// The mouth closes; nobody talks.
            talk_stop talkStop() [] -> (), |actor| actor.talk_stop();
            /// Humongous: sets a condition 1 to 32.
            set_condition setCondition(number: u32, on: bool) [number, on=true] -> (), |actor| actor.set_condition(number, on);
            /// Humongous: sets a user condition 1 to 16.
            set_user_condition setUserCondition(number: u32, on: bool) [number, on=true] -> (), |actor| actor.set_user_condition(number, on);
            /// Humongous: sets the talk condition; with `asked` the next draw leaves it alone.
            set_talk_condition setTalkCondition(number: u32, asked: bool) [number, asked=false] -> (), |actor| if asked { actor.ask_talk_condition(number) } else { actor.set_talk_condition(number) };
            /// Humongous: keeps the background behind it from being restored.
            keep_background keepBackground(keep: bool) [keep=true] -> (), |actor| actor.set_keep_background(keep);
            /// Humongous: moves it and draws it at once into the back buffer and the front.
            draw_to_back drawToBack(x: i32, y: i32) [x, y] -> (), |actor| actor.draw_to_back(x, y);
            /// Draws its picture without any rule of redrawing.
            draw_alone drawAlone() [] -> (), |actor| actor.draw_alone();
            /// Version 0: sets or clears bits of its flags.
            set_misc_flags setMiscFlags(bits: u8, on: bool) [bits, on=true] -> (), |actor| actor.set_misc_flags(bits, on);
            /// Sets one of its 32 sounds.
            set_sound setSound(slot: usize, sound: u16) [slot, sound] -> (), |actor| actor
                .sounds
                .get_mut(slot)
                .map(|at| *at = sound)
                .ok_or_else(|| $crate::Failure::misuse(format!("an actor has no sound {slot}")));
        }
    };
}

/// Hands the operations on a stage to a macro.
#[macro_export]
macro_rules! stage_operations {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)*;
            /// The first half of a frame: walking, camera, objects.
            tick_walk tickWalk() [] -> (), |stage| stage.tick_walk();
            /// Leaves the room and enters another; 0 is none.
            enter_room enterRoom(room: u16) [room] -> (), |stage| stage.enter_room(room);
            /// Sets the lines of the screen that show the stage; `bottom` is not included.
            set_band setBand(top: u16, bottom: u16) [top, bottom] -> (), |stage| stage.set_band(top..bottom);
            /// Sets a colour of the palette, as scripts do.
            set_colour setColour(index: u8, r: u8, g: u8, b: u8) [index, r, g, b] -> (), |stage| stage.colours_mut().set_colour(index, [r, g, b]);
            /// Computes the ways between the boxes anew.
            compute_box_matrix computeBoxMatrix() [] -> (), |stage| stage.boxes_mut().compute_matrix();
            /// The camera stands there, as a caller says that leads it itself.
            place_camera placeCamera(x: i32, y: i32) [x, y] -> (), |stage| stage.place_camera(x, y);
            /// The camera stands at a column, whomever it followed.
            stand_camera standCamera(x: i16) [x] -> (), |stage| stage.camera_mut().stand_at(x);
            /// Sends the camera there.
            send_camera sendCamera(x: i16, y: i16) [x, y] -> (), |stage| stage.camera_mut().send_to(x, y);
            /// Moves the camera there step by step.
            pan_camera panCamera(x: i16, y: i16) [x, y] -> (), |stage| stage.camera_mut().pan_to(x, y);
            /// The camera follows an actor, and jumps there first with `jump`.
            follow_with_camera followWithCamera(actor: u16, jump: bool) [actor, jump=false] -> (), |stage| stage.follow_with_camera(actor, jump);
            /// Puts the pointer to a place: of the screen in version 0, of the view on the Nintendo.
            set_pointer setPointer(x: i32, y: i32) [x, y] -> (), |stage| { stage.variables_mut().pointer = (x, y); };
            /// The size of the flashlight's beam in strips.
            set_flashlight setFlashlight(width: u8, height: u8) [width, height] -> (), |stage| { stage.variables_mut().flashlight = (width, height); };
            /// Stores the state of an object; nothing is drawn.
            set_object_state setObjectState(object: u16, state: u8) [object, state] -> (), |stage| stage.objects_mut().set_state(object, state);
            /// Puts an object into a class, or takes it out.
            set_object_class setObjectClass(object: u16, class_: u8, on: bool) [object, class_, on=true] -> (), |stage| stage.objects_mut().set_class(object, class_, on);
            /// The next frame draws an object over what is there.
            draw_object drawObject(object: u16) [object] -> (), |stage| stage.objects_mut().draw(object);
            /// Takes an object out of the queue of those to draw.
            undraw_object undrawObject(object: u16) [object] -> (), |stage| stage.objects_mut().undraw(object);
            /// Moves an object.
            move_object moveObject(object: u16, x: i16, y: i16) [object, x, y] -> (), |stage| stage.objects_mut().move_to(object, x, y);
            /// Has an object's strips drawn again.
            redraw_object redrawObject(object: u16) [object] -> (), |stage| stage.redraw_object(object);
            /// Draws the blast objects that wait.
            draw_blasts drawBlasts() [] -> (), |stage| stage.overlay().draw_blasts();
            /// Takes the blast objects away.
            remove_blasts removeBlasts() [] -> (), |stage| stage.overlay().remove_blasts();
            /// Empties the queue of objects to draw.
            clear_object_queue clearObjectQueue() [] -> (), |stage| stage.objects_mut().clear_queue();
            /// Leaves the room's objects out, or draws them again.
            skip_objects skipObjects(skip: bool) [skip] -> (), |stage| stage.objects_mut().skip_all(skip);
            /// Draws the background into the buffers.
            draw_background drawBackground() [] -> (), |stage| stage.draw_background();
            /// Shows every actor of the room.
            show_actors showActors() [] -> (), |stage| stage.show_actors();
            /// Ends the talk.
            end_talk endTalk() [] -> (), |stage| stage.end_talk();
            /// Restores and draws every actor again in the next frame.
            redraw_all_actors redrawAllActors() [] -> (), |stage| stage.redraw_all_actors();
            /// Does what an effect that leaves a room does to the buffers.
            fade_out fadeOut(effect: u16) [effect] -> (), |stage| stage.overlay().fade_out(effect);
            /// Plays the effect that shows a room.
            fade_in fadeIn() [] -> (), |stage| stage.overlay().fade_in();
            /// Clears plane 0.
            clear_plane_0 clearPlane0() [] -> (), |stage| stage.overlay().clear_plane_0();
            /// Columns `left` to `right` were restored; `right` is not included.
            mark_restored markRestored(left: i32, right: i32) [left, right] -> (), |stage| stage.overlay().mark_restored(left, right);
            /// Restores the strips of a rectangle: left, top, right, bottom, the last two not included.
            restore_strips restoreStrips(left: i32, top: i32, right: i32, bottom: i32) [left, top, right, bottom] -> (), |stage| stage.overlay().restore_strips([left, top, right, bottom]);
            /// Takes away what was printed in a rectangle, in lines of the screen.
            erase erase(left: i32, top: i32, right: i32, bottom: i32) [left, top, right, bottom] -> (), |stage| stage.overlay().erase([left, top, right, bottom]);
            /// Sets the two points of a scale slot 1 to 20: column, line and scale of each.
            set_scale_slot setScaleSlot(slot: u16, x1: i32, y1: i32, s1: i32, x2: i32, y2: i32, s2: i32)
                [slot, x1, y1, s1, x2, y2, s2] -> (), |stage|
                stage.boxes_mut().set_scale_slot(slot, scumm_room::ScaleSlot { x1, y1, s1, x2, y2, s2 });
            /// Has an object's picture drawn over everything, in a rectangle and at a scale of each axis.
            blast_object blastObject(object: u16, x: i32, y: i32, width: i32, height: i32, scale_x: u8, scale_y: u8, image: u8, mode: u8)
                [object, x, y, width, height, scale_x=255, scale_y=255, image=0, mode=0] -> (), |stage|
                stage.objects_mut().queue_blast(object, [x, y, width, height], [scale_x, scale_y], image, mode);
        }
    };
}

/// Hands what an actor is asked to a macro.
#[macro_export]
macro_rules! actor_queries {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)*;
            /// Whether it has an opaque pixel at a place.
            hit hit(x: i32, y: i32) [x, y] -> bool, |actor| actor.hit(x, y);
        }
    };
}

/// Hands what a stage is asked to a macro.
#[macro_export]
macro_rules! stage_queries {
    ($use:ident $($with:tt)*) => {
        $use! { $($with)*;
            /// The actor at a place of the view, or none.
            actor_from_pos actorFromPos(x: i32, y: i32) [x, y] -> Option<u16>, |stage| Ok::<_, $crate::Failure>(stage.actor_from_pos(x, y));
            /// The state of an object.
            object_state objectState(object: u16) [object] -> u8, |stage| stage.objects().state(object);
        }
    };
}

macro_rules! functions {
    ($of:ty; $($(#[$doc:meta])* $name:ident $js:ident($($arg:ident: $type:ty),*) [$($sig:tt)*] -> $ret:ty, |$it:ident| $body:expr;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// It cannot be done.
            #[allow(clippy::too_many_arguments, reason = "callers name them")]
            pub fn $name($it: $of, $($arg: $type),*) -> Result<$ret> {
                $body.done()
            }
        )*
    };
}

/// The operations on an actor, and what it is asked.
pub mod actor {
    use super::{ActorMut, Done as _, Result};

    actor_operations! { functions &mut ActorMut<'_> }
    actor_queries! { functions &mut ActorMut<'_> }
}

/// The operations on a stage, and what it is asked.
pub mod stage {
    use super::{Done as _, Result, Stage};

    stage_operations! { functions &mut Stage }
    stage_queries! { functions &Stage }
}
