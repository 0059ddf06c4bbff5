//! Applies an operation to a stage.

use scumm_room::{Error, Misuse, Point, Result, ScaleSlot};

use super::{ActorField, FieldValue, Operation, SlotId};
use crate::{ActorMut, Environment, PrintTarget, Stage};

/// The result of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// No result.
    Nothing,
    /// A yes or no.
    Flag(bool),
    /// A number.
    Number(i64),
    /// The number of an actor, or `None`.
    Actor(Option<u16>),
    /// A position and the number of the box there.
    Place {
        /// The column and row.
        at: Point,
        /// The number of the box.
        number: u8,
    },
}

impl Stage {
    /// Applies an operation: calls the method of the stage, of an actor or of a part of the stage
    /// that performs it.
    ///
    /// # Errors
    /// Returns the error of the method: the actor, box, object or room does not exist, or the
    /// version has no such operation.
    pub fn apply(
        &mut self,
        operation: &Operation,
        environment: &mut dyn Environment,
    ) -> Result<Reply> {
        use Operation::*;
        match *operation {
            // The life of an actor.
            Init { actor, mode } => self.actor_mut(actor.get())?.init(mode),
            SetCostume { actor, costume } => {
                set_costume(&mut self.actor_mut(actor.get())?, costume)?;
            }
            SetSkipLimbs { actor, skip } => self.actor_mut(actor.get())?.set_skip_limbs(skip)?,
            Put { actor, x, y, room } => self.actor_mut(actor.get())?.put(x, y, room),
            Hide { actor } => self.actor_mut(actor.get())?.hide(),
            Show { actor } => self.actor_mut(actor.get())?.show(),
            Kill { actor } => self.actor_mut(actor.get())?.kill(),
            SetClass { actor, class, on } => {
                self.actor_mut(actor.get())?.set_class(class.get(), on)?;
            }
            Set {
                actor,
                field,
                ref value,
            } => self.set_field(actor.get(), field, value)?,

            // Walking and turning.
            Walk { actor, x, y, angle } => self.actor_mut(actor.get())?.walk_to(x, y, angle),
            Stop { actor } => self.actor_mut(actor.get())?.stop(),
            SetFrozen { actor, frozen } => self.actor_mut(actor.get())?.set_frozen(frozen),
            SetIgnoreBoxes { actor, ignore } => {
                self.actor_mut(actor.get())?.set_ignore_boxes(ignore);
            }
            SetWalkSpeed { actor, x, y } => self.actor_mut(actor.get())?.set_walk_speed(x, y),
            SetDirection { actor, angle } => self.actor_mut(actor.get())?.set_angle(angle),
            Face { actor, angle } => self.actor_mut(actor.get())?.face_angle(angle),
            Turn { actor, angle } => self.actor_mut(actor.get())?.turn_to(angle),
            TurnTowards { actor, x, y } => self.actor_mut(actor.get())?.turn_towards(x, y),

            // Animation.
            StartAnim { actor, frame } => self.actor_mut(actor.get())?.start_anim(frame)?,
            Animate {
                actor,
                operand,
                rounds,
            } => animate(&mut self.actor_mut(actor.get())?, operand, rounds)?,
            SetAnimSpeed { actor, frames } => self.actor_mut(actor.get())?.set_anim_speed(frames),
            SetAnimVar {
                actor,
                variable,
                value,
            } => self
                .actor_mut(actor.get())?
                .set_anim_var(variable.into(), value)?,
            LimbAnim { actor, limb, times } => {
                let mut actor = self.actor_mut(actor.get())?;
                actor.limb_anim(limb.into(), times.into(), environment)?;
            }
            SetDefaultFrames { actor } => self.actor_mut(actor.get())?.set_default_frames(),
            SetCondition { actor, number, on } => {
                self.actor_mut(actor.get())?
                    .set_condition(number.get(), on)?;
            }
            SetUserCondition { actor, number, on } => {
                self.actor_mut(actor.get())?
                    .set_user_condition(number.get(), on)?;
            }
            SetTalkCondition {
                actor,
                number,
                asked,
            } => {
                let mut actor = self.actor_mut(actor.get())?;
                if asked {
                    actor.ask_talk_condition(number.get())?;
                } else {
                    actor.set_talk_condition(number.get())?;
                }
            }
            SetMiscFlags { actor, mask, on } => {
                self.actor_mut(actor.get())?.set_misc_flags(mask, on);
            }
            SetSound { actor, slot, sound } => {
                self.actor_mut(actor.get())?.set_sound(slot.into(), sound)?;
            }

            // Talking.
            Talk { actor } => self.actor_mut(actor.get())?.talk(),
            TalkStart { actor } => self.actor_mut(actor.get())?.talk_start(),
            TalkStop { actor } => self.actor_mut(actor.get())?.talk_stop(),
            SetTalkingActor { number } => self.set_talking_actor(number),
            EndTalk {} => self.end_talk(),

            // How an actor is drawn.
            SetActorColour { actor, slot, value } => {
                self.actor_mut(actor.get())?
                    .set_colour(slot.into(), value)?;
            }
            RemapColour {
                actor,
                colour,
                value,
            } => self.actor_mut(actor.get())?.remap_colour(colour, value),
            RemapPalette {
                actor,
                red,
                green,
                blue,
                threshold,
            } => self
                .actor_mut(actor.get())?
                .remap_palette([red, green, blue], threshold),
            SetScale { actor, x, y } => self.actor_mut(actor.get())?.set_scale(x, y),
            SetScriptScale { actor, x, y } => self.actor_mut(actor.get())?.set_script_scale(x, y),
            SetElevation { actor, lines } => self.actor_mut(actor.get())?.set_elevation(lines),
            SetForceClip { actor, plane } => self.actor_mut(actor.get())?.set_force_clip(plane),
            SetLayer { actor, layer } => self.actor_mut(actor.get())?.set_layer(layer),
            SetKeepBackground { actor, keep } => {
                self.actor_mut(actor.get())?.set_keep_background(keep);
            }
            DrawToBack { actor, x, y } => self.actor_mut(actor.get())?.draw_to_back(x, y),
            DrawAlone { actor } => self.actor_mut(actor.get())?.draw_alone()?,

            // Rooms and frames.
            EnterRoom { room } => {
                self.enter_room(room)?;
            }
            ShowActors {} => self.show_actors(),
            SetBand { top, bottom } => self.set_band(top..bottom),
            SetLights { lights } => self.set_lights(lights),
            TickWalk {} => self.tick_walk(),
            DrawNow {} => self.draw_now(environment),
            RedrawFull {} => self.redraw_mut().full = true,
            RedrawAllActors {} => self.redraw_all_actors(),
            DrawBackground {} => self.draw_background(),
            SetBackgroundDirty { dirty } => self.redraw_mut().background = dirty,
            SetScreenShown { shown } => self.redraw_mut().shown = shown,
            UseCostumeSet { set } => self.use_costume_set(set)?,
            SetStage { field, value } => field.store(self, value)?,
            SetPointer { x, y } => self.variables_mut().pointer = (x, y),
            SetFlashlight {
                width,
                height,
                x,
                y,
            } => {
                let variables = self.variables_mut();
                variables.flashlight = (width, height);
                let (old_x, old_y) = variables.pointer;
                variables.pointer = (x.unwrap_or(old_x), y.unwrap_or(old_y));
            }

            // The camera.
            PlaceCamera { x, y } => {
                let y = y.unwrap_or(self.camera().cur.y.into());
                self.place_camera(x, y);
            }
            StandCamera { x } => self.camera_mut().stand_at(x),
            SendCamera { x, y } => {
                let y = y.unwrap_or(self.camera().cur.y);
                self.camera_mut().send_to(x, y);
            }
            PanCamera { x, y } => {
                let y = y.unwrap_or(self.camera().cur.y);
                self.camera_mut().pan_to(x, y);
            }
            FollowWithCamera { actor, jump } => self.follow_with_camera(actor.get(), jump)?,

            // Boxes and scale slots.
            SetScaleSlot {
                slot,
                x1,
                y1,
                s1,
                x2,
                y2,
                s2,
            } => self.set_scale_slot(slot, [x1, y1, s1, x2, y2, s2])?,
            SetBoxFlags { number, value } => self.boxes_mut().set_flags(number, value)?,
            SetExtraFlags { number, value } => self.boxes_mut().set_extra_flags(number, value)?,
            SetBoxScale { number, value } => self.boxes_mut().set_scale(number, value)?,
            ComputeBoxMatrix {} => self.boxes_mut().compute_matrix(),

            // Objects.
            SetObjectState { object, state } => self.objects_mut().set_state(object, state)?,
            SwitchObject { object, state } => {
                self.objects_mut().set_state(object, state)?;
                self.redraw_mut().full = true;
            }
            SetObjectClass { object, class, on } => {
                self.objects_mut().set_class(object, class, on)?;
            }
            RedrawObject { object } => self.redraw_object(object)?,
            DrawObject { object } => self.objects_mut().draw(object)?,
            UndrawObject { object } => self.objects_mut().undraw(object)?,
            ClearObjectQueue {} => self.objects_mut().clear_queue(),
            MoveObject { object, x, y } => self.objects_mut().move_to(object, x, y)?,
            SkipObjects { skip } => self.objects_mut().skip_all(skip),
            BlastObject {
                object,
                x,
                y,
                w,
                h,
                scale_x,
                scale_y,
                image,
                mode,
            } => {
                let scale = [scale_x, scale_y];
                self.objects_mut()
                    .queue_blast(object, [x, y, w, h], scale, image, mode)?;
            }
            DrawBlasts {} => self.overlay().draw_blasts()?,
            RemoveBlasts {} => self.overlay().remove_blasts(),

            // Colours.
            SetColour {
                index,
                red,
                green,
                blue,
            } => self.colours_mut().set_colour(index, [red, green, blue]),
            UseRoomPalette { number } => {
                let room = self.backdrop().room().cloned();
                self.colours_mut()
                    .use_room_palette(room.as_deref(), number.into())?;
            }
            SetShadowEntries { index, ref values } => {
                for (entry, value) in (usize::from(index)..).zip(values) {
                    self.colours_mut().set_shadow_entry(entry, *value)?;
                }
            }
            SetShadowTable { ref table } => self.colours_mut().set_shadow_table(table)?,
            SetRoomPaletteEntry { index, value } => {
                self.colours_mut().set_room_palette_entry(index, value);
            }
            SetRoomPalette { ref table } => self.set_whole_room_palette(table)?,
            SetDefaultClip {
                left,
                top,
                right,
                bottom,
            } => {
                let clip = [left, top, right.saturating_sub(1), bottom.saturating_sub(1)];
                self.variables_mut().default_clip = clip;
            }

            // Graphics over the picture.
            FadeOut { effect } => self.overlay().fade_out(effect),
            // The effect changes no buffer (Y51).
            FadeIn { effect: _ } => self.overlay().fade_in(),
            ClearPlane0 {} => self.overlay().clear_plane_0(),
            MarkRestored { left, right } => self.overlay().mark_restored(left, right),
            RestoreStrips {
                left,
                top,
                right,
                bottom,
            } => self.overlay().restore_strips([left, top, right, bottom]),
            Erase {
                left,
                top,
                right,
                bottom,
            } => self.overlay().erase([left, top, right, bottom]),
            PrintPixels {
                buffers,
                x,
                y,
                w,
                h,
                // The pixels; scenes write them in hexadecimal digits.
                hex: ref pixels,
            } => self.print_rectangle(buffers, (x, y), (w, h), pixels)?,

            // Queries.
            ActorFromPos { x, y } => return Ok(Reply::Actor(self.actor_from_pos(x, y))),
            Hit { actor, x, y } => {
                let hit = self.actor_mut(actor.get())?.hit(x, y)?;
                return Ok(Reply::Flag(hit));
            }
            Adjust { actor: _, x, y } => {
                let (at, number) = self.boxes().adjust_v0(Point::new(x, y));
                return Ok(Reply::Place { at, number });
            }
            GetObjectState { object } => {
                let state = self.objects().state(object)?;
                return Ok(Reply::Number(state.into()));
            }
        }
        Ok(Reply::Nothing)
    }

    /// Stores a field of an actor. During a walk a new speed plans the leg again (T26).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the actor does not exist, the field does not take the value, or
    /// the room has no box of this number.
    pub fn set_field(&mut self, id: u16, field: ActorField, value: &FieldValue) -> Result<()> {
        field.check(value)?;
        match (field, value) {
            (ActorField::Walkbox, FieldValue::Number(number)) => self.check_box(*number)?,
            (ActorField::WalkSpeed, FieldValue::List(speed)) => {
                if let [x, y] = speed[..] {
                    // The check above has made sure that both numbers have 16 bits.
                    self.actor_mut(id)?.set_walk_speed(x as u16, y as u16);
                }
                return Ok(());
            }
            _ => {}
        }
        field.store(&mut *self.actor_mut(id)?, value)
    }

    /// Returns [`Error::Misuse`] if the room does not have the box. In small-header games the
    /// number after the last box stands for the last box (B1). 255 stands for no box. In a room
    /// without boxes 0 also stands for no box.
    fn check_box(&self, number: i64) -> Result<()> {
        let boxes = self.boxes().len();
        let known = boxes + usize::from(self.dialect().is_small_header());
        let is_known = usize::try_from(number).is_ok_and(|number| number < known);
        if is_known || number == 0 || number == i64::from(u8::MAX) {
            return Ok(());
        }
        Err(Error::misuse(
            Misuse::OutOfRange,
            format!("there is no box {number}: the room has {boxes}"),
        ))
    }

    fn set_scale_slot(&mut self, slot: SlotId, value: [i32; 6]) -> Result<()> {
        let [x1, y1, s1, x2, y2, s2] = value;
        let value = ScaleSlot {
            x1,
            y1,
            s1,
            x2,
            y2,
            s2,
        };
        self.boxes_mut().set_scale_slot(slot.get(), value)
    }

    fn set_whole_room_palette(&mut self, table: &[u8]) -> Result<()> {
        let Ok(table) = table.try_into() else {
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!(
                    "expected 256 bytes for the room's colour remap, found {}",
                    table.len()
                ),
            ));
        };
        self.colours_mut().set_room_palette(table);
        Ok(())
    }

    /// Writes a rectangle of pixels permanently (Y56).
    fn print_rectangle(
        &mut self,
        buffers: PrintTarget,
        (x, y): (i32, i32),
        (width, height): (u16, u16),
        pixels: &[u8],
    ) -> Result<()> {
        let (width, height) = (usize::from(width), usize::from(height));
        if pixels.len() != width * height {
            return Err(Error::misuse(
                Misuse::WrongSize,
                format!("expected {width}x{height} pixels, found {}", pixels.len()),
            ));
        }
        self.overlay().print_pixels(buffers, x, y, width, pixels)
    }
}

impl Operation {
    /// Checks operands that depend on each other.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the two points of a scale slot are the same (T64), or if a
    /// field does not take its value.
    pub fn check(&self) -> Result<()> {
        match *self {
            Self::SetScaleSlot { x1, y1, x2, y2, .. } if (x1, y1) == (x2, y2) => {
                Err(Error::misuse(
                    Misuse::Contradiction,
                    "a scale slot needs two different points",
                ))
            }
            Self::Set {
                field, ref value, ..
            } => field.check(value),
            _ => Ok(()),
        }
    }
}

/// Sets the costume of an actor; -1 and -2 of HE61 and later switch the drawing of limbs off and on
/// (X9).
fn set_costume(actor: &mut ActorMut<'_>, costume: i32) -> Result<()> {
    if let Ok(number) = u16::try_from(costume) {
        return actor.set_costume(number);
    }
    match costume {
        -1 => actor.set_skip_limbs(true),
        -2 => actor.set_skip_limbs(false),
        _ => Err(Error::misuse(
            Misuse::OutOfRange,
            format!("there is no costume {costume}"),
        )),
    }
}

/// Performs the animation operand of a script. In version 0 the command is repeated (V48).
fn animate(actor: &mut ActorMut<'_>, operand: u16, rounds: Option<u8>) -> Result<()> {
    let Some(rounds) = rounds else {
        return actor.animate(operand);
    };
    if !actor.stage.dialect().is_v0() {
        return Err(Error::misuse(
            Misuse::WrongVersion,
            "only games of version 0 repeat commands",
        ));
    }
    let Ok(command) = u8::try_from(operand) else {
        return Err(Error::misuse(
            Misuse::OutOfRange,
            "commands are numbered 0 to 255",
        ));
    };
    // As a signed number, 255 is -1, which repeats the command without end.
    actor.animate_rounds(command, rounds as i8);
    Ok(())
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use super::super::ActorId;
    use super::*;
    use crate::SplitMix64;
    use crate::fixture::stage;

    fn apply(stage: &mut Stage, operation: Operation) -> Result<Reply> {
        stage.apply(&operation, &mut SplitMix64::new(1))
    }

    #[test]
    fn an_operation_does_what_its_method_does() {
        let mut applied = stage(Dialect::new(5));
        let mut called = applied.clone();
        let actor = ActorId::new(1).unwrap();
        let (x, y) = (9, 8);
        apply(
            &mut applied,
            Operation::Put {
                actor,
                x,
                y,
                room: None,
            },
        )
        .unwrap();
        apply(&mut applied, Operation::SetElevation { actor, lines: 3 }).unwrap();
        called.actor_mut(1).unwrap().put(x, y, None);
        called.actor_mut(1).unwrap().set_elevation(3);
        assert_eq!(applied.actor(1).unwrap(), called.actor(1).unwrap());
    }

    #[test]
    fn a_question_has_its_answer() {
        let mut stage = stage(Dialect::new(5));
        let nobody = apply(&mut stage, Operation::ActorFromPos { x: 0, y: 0 }).unwrap();
        assert_eq!(nobody, Reply::Actor(None));
        assert!(apply(&mut stage, Operation::GetObjectState { object: 99 }).is_err());
    }

    #[test]
    fn the_costumes_minus_one_and_minus_two_switch_the_limbs_x9() {
        let actor = ActorId::new(1).unwrap();
        let mut stage = stage(Dialect::humongous(70));
        for (costume, skipped) in [(-1, true), (-2, false)] {
            apply(&mut stage, Operation::SetCostume { actor, costume }).unwrap();
            assert_eq!(stage.actor(1).unwrap().he.skip_limbs, skipped);
        }
        assert!(apply(&mut stage, Operation::SetCostume { actor, costume: -3 }).is_err());
    }

    #[test]
    fn a_field_refuses_a_box_that_the_room_does_not_have_b1() {
        let mut stage = stage(Dialect::new(6));
        for (number, is_known) in [(0, true), (255, true), (9, false)] {
            let set = stage.set_field(1, ActorField::Walkbox, &FieldValue::Number(number));
            assert_eq!(set.is_ok(), is_known, "{number}");
        }
    }
}
