//! The operations that the steps of a scene consist of: one table names, reads, writes and runs them.

use std::collections::BTreeMap;

use scumm_engine::{InitMode, PrintTarget, SplitMix64, mouth_closed};
use scumm_room::ScaleSlot;
use serde_json::{Value as Json, json};

use super::claim::{self, ClaimedValue};
use super::error::{Refusal, Result, SceneError};
use super::field::{Field, included};
use super::layers::checksum;
use super::node::{Node, Value};
use super::operand::{
    ActorId, Axis, Bytes, Class, Condition, Frames, Hex, Kind, Numbered, Operand, Operands,
    Several, SlotNumber, UserCondition, kind, list,
};
use super::play::Play;
use super::var::{CameraField, Var};

/// The table of operations. A row has the name in scenes, the variant with its operands (each with its type, the kind that
/// reads it where that is not the type itself, and its names in a step), and what the operation does.
macro_rules! operations {
    ($(
        $(#[doc = $doc:literal])*
        $name:literal $variant:ident {
            $($operand:ident: $type:ty $(as $kind:ty)? = $($operand_name:literal)+),*
        } |$play:pat_param| $run:expr;
    )*) => {
        /// What a step does.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the operands are named as in the steps' documentation")]
        #[non_exhaustive]
        pub enum Op {
            $(
                #[doc = concat!("`[\"", $name, "\"", $($(", ", $operand_name,)+)* "]`")]
                ///
                $(#[doc = $doc])*
                $variant { $($operand: $type),* },
            )*
        }

        impl Op {
            /// All operations: their names in scenes and those of their operands. A name with `?` may be left out; `a` is
            /// always the number of an actor.
            pub const ALL: &[(&str, &[&str])] = &[$(($name, &[$($($operand_name),+),*])),*];

            #[allow(unused_variables, reason = "some operations have no operands")]
            fn read_operands(name: &str, line: u32, items: std::vec::IntoIter<Node>) -> Result<Self> {
                match name {
                    $($name => {
                        let operands = &mut Operands::new(line, $name, &[$($($operand_name),+),*], items)?;
                        Ok(Self::$variant { $($operand: <kind!($type $(as $kind)?) as Operand>::take(operands)?),* })
                    })*
                    _ => Err(SceneError::text(line, format!("there is no step {name:?}"))),
                }
            }

            /// Its name in scenes.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)*
                }
            }

            /// What each step does, and the JSON Schemas of its operands, in the order of the step; several lists where a step
            /// has several forms.
            pub(super) fn schemas() -> Vec<(&'static str, &'static str, Vec<Vec<Json>>)> {
                vec![$((
                    $name,
                    concat!($name, $($(" ", $operand_name,)+)* ":", $($doc),*),
                    joined([$(<kind!($type $(as $kind)?) as Operand>::schemas()),*].as_slice()),
                )),*]
            }

            /// The step as it stands in a scene: `["name", operand, …]`.
            #[must_use]
            pub fn write(&self) -> Json {
                let mut step = vec![Json::from(self.name())];
                match self {
                    $(Self::$variant { $($operand),* } => {
                        $(<kind!($type $(as $kind)?) as Operand>::add($operand, &mut step);)*
                    })*
                }
                Json::Array(step)
            }

            /// Does it; of `tick` one frame.
            ///
            /// # Errors
            /// The stage refuses it, or what it claims does not hold.
            #[allow(unused_variables, reason = "the runner counts the frames of `tick`")]
            pub fn run(&self, play: &mut Play) -> Result<(), Refusal> {
                match self.clone() {
                    $(Self::$variant { $($operand),* } => {
                        let $play = play;
                        $run;
                    })*
                }
                Ok(())
            }
        }
    };
}

operations! {
    /// Plays n engine frames.
    "tick" Tick { frames: u32 as Frames = "n" } |p| p.frame();
    /// Puts a costume on (T21, T22); -1 leaves its limbs out, -2 draws them again (X9).
    "costume" Costume { actor: u16 as ActorId = "a", costume: i32 = "c" } |p| p.set_costume(actor, costume)?;
    /// Starts the animation of a frame in the direction that the actor faces (T30, T31).
    "start_anim" StartAnim { actor: u16 as ActorId = "a", frame: u16 = "f" } |p| p.stage.actor_mut(actor)?.start_anim(frame)?;
    /// Starts an animation, turns or stops by the operand of a script (T33, T34).
    "animate" Animate { actor: u16 as ActorId = "a", operand: u16 = "operand", rounds: Option<u8> = "r?" }
        |p| p.animate(actor, operand, rounds)?;
    /// Lets the actor face an angle at once (T40).
    "set_direction" SetDirection { actor: u16 as ActorId = "a", angle: i32 = "angle" }
        |p| p.stage.actor_mut(actor)?.set_direction(angle);
    /// Lets the actor turn step by step (T41).
    "turn" Turn { actor: u16 as ActorId = "a", angle: i32 = "angle" } |p| p.stage.actor_mut(actor)?.turn(angle);
    /// Puts the actor at a place (T25); without a room it stays in its own.
    "put" Put { actor: u16 as ActorId = "a", x: i32 = "x", y: i32 = "y", room: Option<u16> = "room?" }
        |p| p.stage.actor_mut(actor)?.put(x, y, room);
    /// Lets the actor walk to a place (T75); angle -1 is none.
    "walk" Walk { actor: u16 as ActorId = "a", x: i32 = "x", y: i32 = "y", angle: i32 = "angle" }
        |p| p.stage.actor_mut(actor)?.walk(x, y, Some(angle).filter(|angle| *angle != -1));
    /// Ends a walk or turn where the actor is.
    "stop" Stop { actor: u16 as ActorId = "a" } |p| p.stage.actor_mut(actor)?.stop();
    /// Resets the actor (T20).
    "init" Init { actor: u16 as ActorId = "a", mode: InitMode = "mode" } |p| p.stage.actor_mut(actor)?.init(mode);
    /// Hides the actor and ends its walk (T23).
    "hide" Hide { actor: u16 as ActorId = "a" } |p| p.stage.actor_mut(actor)?.hide();
    /// Shows the actor if it is in the room (T24).
    "show" Show { actor: u16 as ActorId = "a" } |p| p.stage.actor_mut(actor)?.show();
    /// Puts the actor into room 0 (T25).
    "kill" Kill { actor: u16 as ActorId = "a" } |p| p.stage.actor_mut(actor)?.kill();
    /// Puts an actor into a class, or takes it out (T26).
    "class" Class { actor: u16 as ActorId = "a", class: u8 as Class = "n", on: bool = "0|1" }
        |p| p.stage.actor_mut(actor)?.set_class(class, on)?;
    /// Lets the actor ignore the boxes or follow them; in the room it is put again (T26).
    "ignore_boxes" IgnoreBoxes { actor: u16 as ActorId = "a", on: bool = "0|1" }
        |p| p.stage.actor_mut(actor)?.set_ignore_boxes(on);
    /// Stores a field and does nothing else.
    "set" Set { actor: u16 as ActorId = "a", field: Field = "field" "value" } |p| field.store(actor, &mut p.stage)?;
    /// Overrides a colour of the costume; 255 ends that (A97).
    "palette" Palette { actor: u16 as ActorId = "a", slot: u16 = "slot", value: u8 = "v" }
        |p| p.stage.actor_mut(actor)?.set_colour(slot.into(), value)?;
    /// Sets the scale; -1 leaves an axis as it is (X3).
    "scale" Scale { actor: u16 as ActorId = "a", x: Option<u8> as Axis = "x", y: Option<u8> as Axis = "y" }
        |p| p.stage.actor_mut(actor)?.set_scale(x, y);
    /// Sets how many frames each step of the limbs takes; the count begins anew (T26).
    "anim_speed" AnimSpeed { actor: u16 as ActorId = "a", frames: u8 = "n" } |p| p.stage.actor_mut(actor)?.set_anim_speed(frames);
    /// Sets how many lines the actor is above the place where it stands.
    "elevation" Elevation { actor: u16 as ActorId = "a", lines: i32 = "n" } |p| p.stage.actor_mut(actor)?.set_elevation(lines);
    /// Sets a variable of AKSQ programs (A25).
    "anim_var" AnimVar { actor: u16 as ActorId = "a", var: u16 = "n", value: i16 = "v" }
        |p| p.stage.actor_mut(actor)?.set_anim_var(var.into(), value)?;
    /// Advances one limb n times (T51).
    "limb_anim" LimbAnim { actor: u16 as ActorId = "a", limb: u16 = "limb", times: u32 as Frames = "n" }
        |p| p.stage.actor_mut(actor)?.limb_anim(limb.into(), times, &mut p.world)?;
    /// Stores the talking actor variable and does nothing else (T81).
    "talking_actor" TalkingActor { actor: u16 = "n" } |p| p.stage.set_talking_actor(actor);
    /// Makes the actor the talking one and opens its mouth (T80, T81).
    "talk_start" TalkStart { actor: u16 as ActorId = "a" } |p| p.stage.actor_mut(actor)?.talk_start();
    /// Prints whether the sync times of a voice close the mouth so many jiffies after it began (T83).
    "mouth_sync" MouthSync { times: Vec<u16> = "[times]", jiffies: u32 = "jiffies" }
        |p| p.answer.closed = Some(mouth_closed(p.stage.dialect(), &times, jiffies).into());
    /// Closes the actor's mouth; nobody talks (T81, T82).
    "talk_stop" TalkStop { actor: u16 as ActorId = "a" } |p| p.stage.actor_mut(actor)?.talk_stop();
    /// Says which sounds run from now on.
    "sound_running" SoundRunning { sounds: Vec<u16> = "[ids]" } |p| p.world.running = sounds.into_iter().collect();
    /// Tints the colours of an AKOS by factors of 256ths (A95).
    "remap_palette" RemapPalette {
        actor: u16 as ActorId = "a", factors: [i32; 3] as Several<i32, 3> = "r" "g" "b", threshold: i32 = "threshold"
    } |p| p.stage.actor_mut(actor)?.remap_palette(factors, threshold);
    /// Prints the actor at a place, 0 for none (D11).
    "actor_from_pos" ActorFromPos { x: i32 = "x", y: i32 = "y" } |p| p.answer.actor_from_pos = Some(p.stage.actor_from_pos(x, y).unwrap_or(0));
    /// Prints whether an actor has an opaque pixel at a place (D11).
    "hit" Hit { actor: u16 as ActorId = "a", x: i32 = "x", y: i32 = "y" } |p| p.answer.hit = Some(p.stage.actor_mut(actor)?.hit(x, y)?.into());
    /// Makes the next frame a full one (D2).
    "full_redraw" FullRedraw {} |p| p.stage.redraw_mut().full = true;
    /// Restores and draws every actor again in the next frame (D10).
    "redraw" Redraw {} |p| p.stage.redraw_all_actors();
    /// Prints the state and does nothing else.
    "state" State {} |_| {};
    /// Sets a variable of the scripts.
    "var" Var { var: Var = "name", value: i32 = "v" } |p| var.store(value, &mut p.stage);
    /// Sets the lights variable, which darkens actors and rooms (C54, R13).
    "lights" Lights { lights: u16 = "n" } |p| p.stage.set_lights(lights);
    /// Puts the centre of the view at a place.
    "camera" Camera { x: i32 = "x", y: Option<i32> = "y?" }
        |p| p.stage.place_camera(x, y.unwrap_or(p.stage.camera().cur.y.into()));
    /// Sets the seed of the random numbers.
    "seed" Seed { seed: i64 = "n" } |p| p.world.random = SplitMix64::new(seed as u64);
    /// Sets the two points of a scale slot (T64).
    "scale_slot" ScaleSlot {
        slot: u16 as SlotNumber = "slot", value: ScaleSlot = "x1" "y1" "s1" "x2" "y2" "s2"
    } |p| p.stage.boxes_mut().set_scale_slot(slot, value)?;
    /// Sets the flags of a box; with bit 15 its extra flag word (B2, T44).
    "box_flags" BoxFlags { number: u8 = "b", value: u16 = "v" } |p| p.stage.boxes_mut().set_flags(number, value)?;
    /// Stores the extra flag word of a box and does nothing else (T44).
    "extra_flags" ExtraFlags { number: u8 = "b", value: u16 = "v" } |p| p.stage.boxes_mut().set_extra_flags(number, value)?;
    /// Sets the scale of a box: a number, or with bit 15 a slot (T62).
    "box_scale" BoxScale { number: u8 = "b", value: u16 = "v" } |p| p.stage.boxes_mut().set_scale(number, value)?;
    /// Sets entries of the shadow table; a list of values goes from entry `i` on (C51, A61).
    "shadow_set" ShadowSet { index: u16 = "i", values: Vec<u8> as Bytes = "v" } |p| {
        (usize::from(index)..).zip(values).try_for_each(|(i, value)| p.stage.colours_mut().set_shadow_entry(i, value))?;
    };
    /// Sets an entry of the room's colour remap (S9).
    "room_palette" RoomPalette { index: u8 = "i", value: u8 = "v" } |p| p.stage.colours_mut().set_room_palette_entry(index, value);
    /// Takes over palette k of the room, counted from 0 (H3).
    "room_palette_index" RoomPaletteIndex { number: u16 = "k" } |p| {
        let room = p.stage.backdrop().room().cloned();
        p.stage.colours_mut().use_room_palette(room.as_deref(), number.into())?;
    };
    /// Sets a colour of the palette, as scripts do (H3, P10).
    "pal_color" PaletteColour { index: u8 = "i", colour: [u8; 3] as Several<u8, 3> = "r" "g" "b" }
        |p| p.stage.colours_mut().set_colour(index, colour);
    /// Prints a checksum of the colours as the display shows them (P13).
    "display_palette" DisplayPalette {} |p| p.answer.display_palette = Some(checksum([&p.stage.colours().displayed().to_bytes()[..]]));
    /// Sets the clip of actors that are initialised from now on; right and bottom are exclusive (H8).
    "default_clip" DefaultClip { rect: [i32; 4] as Several<i32, 4> = "l" "t" "r" "b" }
        |p| p.stage.variables_mut().default_clip = included(rect);
    /// Draws an actor into the back buffer and the front (H9).
    "draw_to_back" DrawToBack { actor: u16 as ActorId = "a", x: i32 = "x", y: i32 = "y" }
        |p| p.stage.actor_mut(actor)?.draw_to_back(x, y);
    /// Sets a bit of the conditions (T85).
    "cond" Condition { actor: u16 as ActorId = "a", number: u32 as Condition = "n", on: bool = "v" }
        |p| p.stage.actor_mut(actor)?.set_condition(number, on)?;
    /// Sets a user condition (T85).
    "user_cond" UserCondition { actor: u16 as ActorId = "a", number: u32 as UserCondition = "n", on: bool = "v" }
        |p| p.stage.actor_mut(actor)?.set_user_condition(number, on)?;
    /// Sets the talk condition, which ends any other (T85).
    "talk_cond" TalkCondition { actor: u16 as ActorId = "a", number: u32 as Condition = "n" }
        |p| p.stage.actor_mut(actor)?.set_talk_condition(number)?;
    /// Leaves the room and enters room n of the game (Y10–Y16); 0: none.
    "room" Room { room: u16 = "n" } |p| p.stage.enter_room(room)?;
    /// Shows every actor of the room (Y17).
    "show_actors" ShowActors {} |p| p.stage.show_actors();
    /// Sets the band of the screen in the middle of a play; its bottom is exclusive (Y18).
    "screens" Screens { top: u16 = "top", bottom: u16 = "bottom" } |p| p.stage.set_band(top..bottom);
    /// v0: sets or clears bits of the flags of an actor (V47).
    "misc_flags" MiscFlags { actor: u16 as ActorId = "a", bits: u8 = "mask", on: bool = "0|1" }
        |p| p.stage.actor_mut(actor)?.set_misc_flags(bits, on);
    /// v0: puts the pointer to a place of the screen (V61).
    "mouse" Mouse { x: i32 = "x", y: i32 = "y" } |p| p.stage.variables_mut().pointer = (x, y);
    /// v0: prints where an actor is put that should stand at a place, and the box there (V55).
    "adjust" Adjust { actor: u16 as ActorId = "a", x: i16 = "x", y: i16 = "y" } |p| p.adjust(x, y);
    /// The Nintendo: the size of the flashlight's beam in strips, and the pointer in the view (Q52).
    "flashlight" Flashlight { width: u8 = "w", height: u8 = "h", x: i32 = "x", y: i32 = "y" } |p| {
        p.stage.variables_mut().flashlight = (width, height);
        p.stage.variables_mut().pointer = (x, y);
    };
    /// The Nintendo: takes another costume set (Q12).
    "costume_set" CostumeSet { set: u8 = "n" } |p| p.stage.use_costume_set(set)?;
    /// The Nintendo: another room block in the place of the present one (Q22, Q27); objects take these states.
    "enter" Enter { file: String = "file", states: Option<BTreeMap<u16, u8>> as Option<Numbered<u8>> = "states?" }
        |p| p.replace_room(&file, states)?;
    /// Stores the state of an object; the next frame is a full one.
    "obj_state" ObjState { object: u16 = "o", state: u8 = "s" } |p| {
        p.stage.objects_mut().set_state(object, state)?;
        p.stage.redraw_mut().full = true;
    };
    /// Plays the first half of a frame: walking, camera, objects (Y20).
    "tick_walk" TickWalk {} |p| p.stage.tick_walk();
    /// Plays the second half (Y20).
    "tick_draw" TickDraw {} |p| p.draw_frame();
    /// Draws a picture in the middle of a script (Y21).
    "draw_now" DrawNow {} |p| p.stage.draw_now(&mut p.world);
    /// Sets the pixels of a walking step; in a walk the leg is planned anew (T26).
    "walk_speed" WalkSpeed { actor: u16 as ActorId = "a", x: u16 = "x", y: u16 = "y" }
        |p| p.stage.actor_mut(actor)?.set_walk_speed(x, y);
    /// Stores the state of an object; nothing is drawn (Y40).
    "object_state" ObjectState { object: u16 = "o", state: u8 = "s" } |p| p.stage.objects_mut().set_state(object, state)?;
    /// Has the strips of an object drawn again (Y41).
    "object_dirty" ObjectDirty { object: u16 = "o" } |p| p.stage.redraw_object(object)?;
    /// Has the next frame draw an object over what is there (Y43).
    "object_draw" ObjectDraw { object: u16 = "o" } |p| p.stage.objects_mut().draw(object)?;
    /// Takes an object out of the queue of those to draw (Y43).
    "object_undraw" ObjectUndraw { object: u16 = "o" } |p| p.stage.objects_mut().undraw(object)?;
    /// Empties the queue of objects to draw (Y43).
    "draw_queue_clear" DrawQueueClear {} |p| p.stage.objects_mut().clear_queue();
    /// Moves an object (Y44).
    "object_at" ObjectAt { object: u16 = "o", x: i16 = "x", y: i16 = "y" } |p| p.stage.objects_mut().move_to(object, x, y)?;
    /// Puts the camera at a column at once (Y32).
    "camera_set" CameraSet { x: i16 = "x" } |p| p.stage.camera_mut().stand_at(x);
    /// Sends the camera to a place (Y32, Y33); without a line it stays at the same height.
    "camera_to" CameraTo { x: i16 = "x", y: Option<i16> = "y?" } |p| {
        let y = y.unwrap_or(p.stage.camera().cur.y);
        p.stage.camera_mut().send_to(x, y);
    };
    /// Lets the camera move to a place step by step (Y32, Y33); without a line it stays at the same height.
    "camera_pan" CameraPan { x: i16 = "x", y: Option<i16> = "y?" } |p| {
        let y = y.unwrap_or(p.stage.camera().cur.y);
        p.stage.camera_mut().pan_to(x, y);
    };
    /// Lets the camera follow an actor; with 1 it jumps there (Y32, Y33).
    "camera_follow" CameraFollow { actor: u16 as ActorId = "a", force: bool = "0|1" }
        |p| p.stage.follow_with_camera(actor, force)?;
    /// Stores a field of the camera and does nothing else (Y30).
    "set_camera" SetCamera { field: CameraField = "field", value: i16 = "v" } |p| field.store(value.into(), &mut p.stage);
    /// Computes the ways between the boxes anew (Y35).
    "box_matrix" BoxMatrix {} |p| p.stage.boxes_mut().compute_matrix();
    /// Does what an effect that leaves a room does to the buffers (Y50).
    "fade_out" FadeOut { effect: u16 = "e" } |p| p.stage.overlay().fade_out(effect);
    /// Plays the effect that shows a room (Y51).
    "fade_in" FadeIn { effect: u16 = "e" } |p| p.stage.overlay().fade_in();
    /// Stores whether a transition has shown the room (Y50).
    "screen_shown" ScreenShown { shown: bool = "0|1" } |p| p.stage.redraw_mut().shown = shown;
    /// Stores whether the next frame looks at the strips that have changed (Y41).
    "bg_redraw" BackgroundDirty { dirty: bool = "0|1" } |p| p.stage.redraw_mut().background = dirty;
    /// Leaves the room's objects out, or draws them again (O4).
    "skip_objects" SkipObjects { skip: bool = "0|1" } |p| p.stage.objects_mut().skip_all(skip);
    /// Marks strips as restored, as after a text went away (Y53).
    "mark" Mark { left: i32 = "l", right: i32 = "r" } |p| p.stage.overlay().mark_restored(left, right);
    /// Has the next `blast_draw` draw an object's picture over everything (X10).
    "blast" QueueBlast {
        object: u16 = "o", rect: [i32; 4] as Several<i32, 4> = "x" "y" "w" "h",
        scale: [u8; 2] as Several<u8, 2> = "scale_x" "scale_y", image: u8 = "image", mode: u8 = "mode"
    } |p| p.stage.objects_mut().queue_blast(object, rect, scale, image, mode)?;
    /// Draws the blast objects that wait (X10, X11).
    "blast_draw" BlastDraw {} |p| p.stage.overlay().draw_blasts()?;
    /// Takes the blast objects away (X12).
    "blast_remove" BlastRemove {} |p| p.stage.overlay().remove_blasts();
    /// Restores strips where a blast object was (Y54).
    "restore_strips" RestoreStrips { rect: [i32; 4] as Several<i32, 4> = "l" "t" "r" "b" } |p| p.stage.overlay().restore_strips(rect);
    /// Takes away what lay over the stage, in lines of the screen (Y55).
    "erase" Erase { rect: [i32; 4] as Several<i32, 4> = "l" "t" "r" "b" } |p| p.stage.overlay().erase(rect);
    /// Writes pixels into the view that stay (Y56); `buffers` is `front`, `back` or `both`.
    "pixels" Pixels {
        buffers: PrintTarget = "buffers", x: i32 = "x", y: i32 = "y", width: u16 = "w", height: u16 = "h",
        pixels: Vec<u8> as Hex = "hex"
    } |p| p.print_pixels(buffers, (x, y), (width, height), &pixels)?;
    /// Replaces the whole shadow table (Y57).
    "shadow_table" ShadowTable { table: Vec<u8> as Hex = "hex" } |p| p.stage.colours_mut().set_shadow_table(&table)?;
    /// Replaces the room's whole colour remap (Y57).
    "room_table" RoomTable { table: Vec<u8> as Hex = "hex" } |p| p.set_room_table(&table)?;
    /// Prints the pictures of a costume as they are decoded (C36, A60, A70, A80, A90); nothing is drawn.
    "cels" Cels { costume: u16 = "c" } |p| p.tell_cels(costume)?;
    /// Draws an actor once; where time is measured, nine times n times more on a copy of the stage.
    "bench" Bench { actor: u16 as ActorId = "a", draws: u32 as Frames = "n", name: String = "name" }
        |p| p.bench(actor, draws, &name)?;
    /// Plays n engine frames and measures their speed.
    "bench_tick" BenchTick { ticks: u32 as Frames = "n", name: String = "name" } |p| p.bench_tick(ticks, &name);
    /// Keeps the state of everything that moves.
    "save" Save {} |p| p.save()?;
    /// Goes back to the state that was saved last.
    "restore" Restore {} |p| p.restore()?;
    /// The scene fails unless the actor's line has this value.
    "expect" Expect { actor: u16 as ActorId = "a", key: String = "key", value: Json as ClaimedValue = "value" }
        |p| claim::actor_value(&p.stage, actor, &key, &value)?;
    /// The scene fails unless this pixel of the view has this colour.
    "expect_pixel" ExpectPixel { x: u16 = "x", y: u16 = "y", colour: u8 = "colour" }
        |p| claim::pixel(&p.stage, x, y, colour)?;
    /// The scene fails unless the line before has exactly these sounds.
    "expect_sounds" ExpectSounds { sounds: Vec<i32> = "[ids]" }
        |p| claim::equal("the sounds", &sounds, &p.last.sounds)?;
    /// The scene fails unless `actor_from_pos` or `hit` found this in the line before.
    "expect_answer" ExpectAnswer { answer: u16 = "n" }
        |p| claim::equal("the answer", &[answer], p.last.answer.as_slice())?;
    /// The scene fails unless the line before has exactly these entries of the AKOS queue.
    "expect_queue" ExpectQueue { entries: Vec<[i32; 4]> = "[entries]" }
        |p| claim::equal("the AKOS queue", &entries, &p.last.queue)?;
}

/// Every way to take one list of each.
fn joined(parts: &[Vec<Vec<Json>>]) -> Vec<Vec<Json>> {
    parts.iter().fold(vec![Vec::new()], |forms, part| {
        forms
            .iter()
            .flat_map(|form| part.iter().map(|more| [form.as_slice(), more].concat()))
            .collect()
    })
}

impl Op {
    /// How often the runner does it, with a line each: as often as a `tick` has frames.
    pub(super) fn repeats(&self) -> u32 {
        if let Self::Tick { frames } = *self {
            frames
        } else {
            1
        }
    }

    /// Whether it plays a frame to its end.
    pub(super) fn ends_frame(&self) -> bool {
        matches!(self, Self::Tick { .. } | Self::TickDraw {})
    }

    /// Whether the first operand of this step is the number of an actor.
    #[must_use]
    pub fn names_actor(name: &str) -> bool {
        Self::ALL
            .iter()
            .any(|(known, operands)| *known == name && operands.first() == Some(&"a"))
    }
}

/// A step and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line in the scene file.
    pub line: u32,
    /// The operation.
    pub op: Op,
}

/// `["name", operand, …]`.
impl Kind for Step {
    type Value = Self;

    fn read(_: &str, node: Node) -> Result<Self> {
        let line = node.line;
        let mut items = list("a step", node)?.into_iter();
        let Some(Node {
            value: Value::Text(name),
            ..
        }) = items.next()
        else {
            return Err(SceneError::text(line, "a step begins with its name"));
        };
        Ok(Self {
            line,
            op: Op::read_operands(&name, line, items)?,
        })
    }

    fn schema() -> Json {
        json!({"$ref": "#/$defs/step"})
    }
}
