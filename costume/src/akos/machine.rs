//! The AKSQ machine: one step of one limb (A10..A33), and the condition mask of Humongous actors
//! (T85, A44).
//!
//! A step moves to the next position according to the limb's mode and executes the command there.
//! It repeats both until it reaches a cel or a command that stays. A step that is fatal or endless
//! in the reference ends with a [`Fault`], and the limb keeps its position.

use std::ops::Range;

use scumm_room::{Dialect, Quirks};

use super::Akos;
use super::akch::mode;
use super::sequence::{Aksq, AksqAction, AksqCommand, AksqSource, Field, Instruction, code_length};
use super::tables::jump_target;
use crate::{Effect, Fault, Host, Limb, LimbStates, QueueCommand};

/// The most instructions of one step; a longer step counts as endless (A15). A step without a loop
/// cannot be longer: it ends at the first cel, a command takes at least two bytes, and positions in
/// the stream have 16 bits.
pub const STEP_LIMIT: u32 = 0x8000;

/// The most operands that a command has before its indices or items.
const ARGUMENTS: usize = 4;
/// The operands of a command in the order of the table; 0 for missing operands.
type Arguments = [i32; ARGUMENTS];

/// How a step continues after a command.
enum Next {
    /// Continues with the next instruction.
    Go,
    /// Continues after the next C09F (A24).
    Skip,
    /// Ends at this position.
    Jump(u16),
}

/// The sounds that C015 can name (A27).
const NUMBERED_SOUNDS: Range<i32> = 0..24;
/// Number of sounds that C089 can name (A27).
const CONTROLLED_SOUNDS: i32 = 8;

/// The most entries that one step may add to the queue (A33). More entries are fatal, even if the
/// queue was empty.
const QUEUE_LENGTH: u8 = 31;

/// The state of a step in progress.
struct Step<'a, 'h> {
    akos: &'a Akos,
    stream: Aksq<'a>,
    dialect: &'a Dialect,
    /// The state of the limb before the step.
    limb: Limb,
    anim: &'a mut LimbStates,
    host: &'h mut dyn Host,
    redraw: bool,
    /// The number of entries that this step has added to the queue.
    queued: u8,
}

impl Akos {
    /// Executes one step of a limb that is switched on, whether it is stopped or not (A10). Returns
    /// whether the actor must be redrawn (A16).
    pub(crate) fn step(&self, anim: &mut LimbStates, number: usize, host: &mut dyn Host) -> bool {
        let Some(&limb) = anim.limbs.get(number).filter(|limb| limb.mode != 0) else {
            return false;
        };
        let stream = self.sequence();
        let dialect = &self.dialect;
        let mut step = Step {
            akos: self,
            stream,
            dialect,
            limb,
            anim,
            host,
            redraw: false,
            queued: 0,
        };
        match step.run() {
            Ok(position) => {
                let redraw = step.redraw || position != limb.curpos;
                if let Some(limb) = anim.limbs.get_mut(number) {
                    limb.curpos = position;
                }
                redraw
            }
            Err(fault) => {
                host.emit(Effect::Fault {
                    limb: u8::try_from(number).unwrap_or(u8::MAX),
                    fault,
                });
                false
            }
        }
    }
}

impl Step<'_, '_> {
    /// Returns the position where the step ends. The instruction there must be a cel or a command
    /// that stays (A12, A17).
    fn run(&mut self) -> Result<u16, Fault> {
        let position = self.walk()?;
        match self.stream.instruction(position.into(), self.dialect)? {
            Instruction::Command(command) if !command.stays() => {
                Err(Fault::UndefinedCommand(command.code))
            }
            _ => Ok(position),
        }
    }

    /// Advances and executes commands until a cel or a command that stays (A12, A18).
    fn walk(&mut self) -> Result<u16, Fault> {
        let mut position = u32::from(self.limb.curpos);
        let mut skipping = false;
        for _ in 0..STEP_LIMIT {
            position = self.move_on(position)?;
            let code = self.stream.code(position)?;
            if skipping {
                skipping = AksqCommand::find(code, self.dialect)
                    .is_none_or(|c| c.action != AksqAction::SkipEnd);
                continue;
            }
            let here = u16::try_from(position).map_err(|_| Fault::StreamEnd(position))?;
            let Some(command) = self.stream.instruction(position, self.dialect)?.command() else {
                return Ok(here);
            };
            self.redraw |= command.asks_for_redraw();
            if command.stays() {
                return Ok(here);
            }
            match self.execute(command, position)? {
                Next::Go => {}
                Next::Skip => skipping = true,
                Next::Jump(target) => return Ok(target),
            }
        }
        Err(Fault::EndlessSequence)
    }

    /// Returns the position that follows `position` in the limb's mode (A13, A14).
    fn move_on(&mut self, position: u32) -> Result<u32, Fault> {
        let end = u32::from(self.limb.end);
        match self.limb.mode {
            mode::LOOP => {
                let length = code_length(self.stream.code(position)?);
                let next = position.saturating_add(length);
                Ok(if next > end {
                    self.limb.start.into()
                } else {
                    next
                })
            }
            mode::RUN if position == end => Ok(position),
            mode::RUN => Ok(position.saturating_add(code_length(self.stream.code(position)?))),
            mode::PROGRAM | mode::DELTA => {
                self.pass(position)?;
                Ok(position.saturating_add(self.stream.length(position, self.dialect)?))
            }
            _ => Ok(position),
        }
    }

    /// Applies the effects of a command that a program steps over, whether it was executed or not
    /// (A24, A31).
    fn pass(&mut self, position: u32) -> Result<(), Fault> {
        let Some(command) = self.stream.instruction(position, self.dialect)?.command() else {
            return Ok(());
        };
        self.redraw |= command.asks_for_redraw();
        if command.action == AksqAction::Aux {
            if self.dialect.is_humongous() && !self.dialect.has_aux_frames() {
                return Err(Fault::UndefinedCommand(command.code));
            }
            let [frame, ..] = self.arguments(position, command)?;
            self.queue(QueueCommand::VolumeOrAuxFrame, frame, 0)?;
        }
        Ok(())
    }

    fn execute(&mut self, command: &'static AksqCommand, position: u32) -> Result<Next, Fault> {
        if !command.runs(self.dialect) {
            return Err(Fault::UndefinedCommand(command.code));
        }
        let arguments = self.arguments(position, command)?;
        let [a, b, ..] = arguments;
        match command.action {
            AksqAction::SkipUnless(order, wanted) => {
                let holds = (i32::from(*self.var(b)?).cmp(&a) == order) == wanted;
                Ok(if holds { Next::Go } else { Next::Skip })
            }
            AksqAction::JumpTable => {
                let index = i32::from(*self.var(a)?).saturating_sub(1);
                jump_target(self.akos.jump_table(), self.dialect, &self.limb, index).map(Next::Jump)
            }
            action => match self.jump_condition(action, arguments)? {
                Some(true) => Ok(Next::Jump(a as u16)),
                Some(false) => Ok(Next::Go),
                None => self.act(command, arguments).map(|()| Next::Go),
            },
        }
    }

    /// Returns whether a command jumps to its first operand; `None` for commands that never jump
    /// (A21..A23, A29).
    fn jump_condition(
        &mut self,
        action: AksqAction,
        [_, b, c, _]: Arguments,
    ) -> Result<Option<bool>, Fault> {
        Ok(Some(match action {
            AksqAction::Jump => true,
            AksqAction::JumpAndClear => std::mem::take(self.var(b)?) != 0,
            AksqAction::JumpIf(order, wanted) => {
                (i32::from(*self.var(b)?).cmp(&c) == order) == wanted
            }
            AksqAction::JumpIfPlaying(source, wanted) => {
                let sound = self.sound(source, b)?;
                self.host.sound_running(sound) == wanted
            }
            AksqAction::JumpIfTalking(wanted) => self.host.talkie_running() == wanted,
            AksqAction::JumpIfAnyTalks(wanted) => self.host.any_actor_talks() == wanted,
            _ => return Ok(None),
        }))
    }

    /// Executes a command after which the step continues (A25..A29).
    fn act(&mut self, command: &'static AksqCommand, [a, b, c, _]: Arguments) -> Result<(), Fault> {
        match command.action {
            AksqAction::Set => *self.var(b)? = a as i16,
            AksqAction::Add => self.add(b, a as i16)?,
            AksqAction::Increment => self.add(0, 1)?,
            AksqAction::Random => {
                let value = self.host.random(a.min(b), a.max(b));
                *self.var(c)? = value as i16;
            }
            AksqAction::Flip => self.anim.flip = a != 0,
            AksqAction::Sound { base } => {
                let slot = a.saturating_sub(base.into());
                if NUMBERED_SOUNDS.contains(&slot) {
                    self.queue(QueueCommand::StartSound, self.sound_in(slot).into(), 0)?;
                }
            }
            AksqAction::SoundOf(source, queued) => {
                let sound = self.sound(source, a)?;
                self.queue(queued, sound.into(), 0)?;
            }
            AksqAction::FirstSound => {
                self.queue(QueueCommand::StartSound, self.sound_in(0).into(), 0)?
            }
            AksqAction::SoundControl if (1..=CONTROLLED_SOUNDS).contains(&a) => {
                let control = match b {
                    1 => QueueCommand::VolumeOrAuxFrame,
                    2 => QueueCommand::PanOrTalkie,
                    3 => QueueCommand::PriorityOrSoftSound,
                    value => {
                        return Err(Fault::BadOperand {
                            command: command.code,
                            value,
                        });
                    }
                };
                let sound = self.sound_in(a.saturating_sub(1));
                self.queue(control, sound.into(), c)?;
            }
            AksqAction::Queue(source, queued) => {
                let value = self.value(source, a)?;
                self.queue(queued, value, 0)?;
            }
            AksqAction::AnimateOther => {
                let actor = *self.var(a)? as u16;
                let frame = *self.var(b)?;
                self.queue_for(actor, QueueCommand::StartAnimation, frame.into(), 0)?;
            }
            AksqAction::SetOther => {
                let actor = *self.var(a)? as u16;
                self.set_other(actor, b, c as i16)?;
            }
            AksqAction::Leave => self.queue(QueueCommand::LeaveRoom, 0, 0)?,
            AksqAction::Offset => self.queue(QueueCommand::SetOffset, a, b)?,
            AksqAction::SetUserCondition => {
                let on = *self.var(c)? != 0;
                self.anim
                    .set_user_condition(self.dialect, b.unsigned_abs(), on);
            }
            AksqAction::GetUserCondition => {
                *self.var(c)? = self.anim.user_condition(b.unsigned_abs()).into()
            }
            AksqAction::SetTalkCondition => {
                self.anim.set_talk_condition(self.dialect, b.unsigned_abs())
            }
            AksqAction::GetTalkCondition => {
                *self.var(c)? = self.anim.condition(b.unsigned_abs()).into()
            }
            _ => {}
        }
        Ok(())
    }

    /// C085: sets a variable of another actor, or of the actor itself (A28).
    fn set_other(&mut self, actor: u16, number: i32, value: i16) -> Result<(), Fault> {
        let is_own = actor == self.host.actor();
        let var = self.var(number)?;
        if is_own {
            *var = value;
        } else if !self.host.set_actor_var(actor, number as u8, value) {
            return Err(Fault::NoActor(actor));
        }
        Ok(())
    }

    /// Returns the operands before indices or items, without unused bytes.
    fn arguments(&self, position: u32, command: &'static AksqCommand) -> Result<Arguments, Fault> {
        let mut arguments = [0; ARGUMENTS];
        let mut slots = arguments.iter_mut();
        for field in self.stream.fields(position, command) {
            let value = match field? {
                Field::Target(value) => value.into(),
                Field::Var(value) | Field::Size(value) => value.into(),
                Field::Number(value) => value,
                Field::Unused(_) => continue,
                Field::Indices(_) | Field::Items(_) => break,
            };
            if let Some(slot) = slots.next() {
                *slot = value;
            }
        }
        Ok(arguments)
    }

    /// Returns the variable with this number (A25).
    fn var(&mut self, number: i32) -> Result<&mut i16, Fault> {
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        self.anim
            .vars
            .get_mut(usize::from(number))
            .ok_or(Fault::BadVariable(number))
    }

    /// Adds to a variable, with wrapping 16-bit arithmetic (A25).
    fn add(&mut self, number: i32, value: i16) -> Result<(), Fault> {
        self.var(number).map(|var| *var = var.wrapping_add(value))
    }

    /// Returns the value of an operand: the operand itself, or the value of a variable.
    fn value(&mut self, source: AksqSource, operand: i32) -> Result<i32, Fault> {
        match source {
            AksqSource::Operand => Ok(operand),
            AksqSource::Var => self.var(operand).map(|var| i32::from(*var)),
        }
    }

    /// Returns the actor's sound that an operand names.
    fn sound(&mut self, source: AksqSource, operand: i32) -> Result<u16, Fault> {
        self.value(source, operand).map(|slot| self.sound_in(slot))
    }

    /// Returns the sound in a slot of the actor's list; 0 outside the list.
    fn sound_in(&self, slot: i32) -> u16 {
        usize::try_from(slot).map_or(0, |slot| self.host.sound(slot))
    }

    fn queue(&mut self, command: QueueCommand, p1: i32, p2: i32) -> Result<(), Fault> {
        self.queue_for(self.host.actor(), command, p1, p2)
    }

    /// Queues a command (A33).
    fn queue_for(
        &mut self,
        actor: u16,
        command: QueueCommand,
        p1: i32,
        p2: i32,
    ) -> Result<(), Fault> {
        if self.queued >= QUEUE_LENGTH {
            return Err(Fault::QueueFull);
        }
        self.queued = self.queued.saturating_add(1);
        self.host.emit(Effect::Queue {
            actor,
            command,
            p1,
            p2,
        });
        Ok(())
    }
}

/// User condition n is condition n plus this number (T85).
const USER: u32 = 16;

/// Returns the bit of condition `number` (1..=32); 0 for other numbers.
fn bit(number: u32) -> u32 {
    number
        .checked_sub(1)
        .and_then(|shift| 1u32.checked_shl(shift))
        .unwrap_or(0)
}

impl LimbStates {
    /// Sets or clears condition `number` (1..=32), then sets or clears bit 0 (T85).
    pub fn set_condition(&mut self, dialect: &Dialect, number: u32, on: bool) {
        let mut mask = self.condition_mask;
        mask = if on {
            mask | bit(number)
        } else {
            mask & !bit(number)
        };
        let mut talk = talk_condition_bits(dialect);
        if !dialect.has_quirk(Quirks::CONDITION_TOGGLE) {
            talk &= !1;
        }
        self.condition_mask = if mask & talk != 0 {
            mask & !1
        } else {
            mask | 1
        };
    }

    /// Returns whether condition `number` (1..=32) is set.
    #[must_use]
    pub fn condition(&self, number: u32) -> bool {
        self.condition_mask & bit(number) != 0
    }

    /// Sets or clears user condition `number` (1..=16), which is condition `number` + 16 (T85).
    pub fn set_user_condition(&mut self, dialect: &Dialect, number: u32, on: bool) {
        self.set_condition(dialect, number.saturating_add(USER), on);
    }

    /// Returns whether user condition `number` (1..=16) is set.
    #[must_use]
    pub fn user_condition(&self, number: u32) -> bool {
        self.condition(number.saturating_add(USER))
    }

    /// Sets talk condition `number` and clears all others; 1 means no condition (T85).
    pub fn set_talk_condition(&mut self, dialect: &Dialect, number: u32) {
        self.condition_mask = (self.condition_mask & !talk_condition_bits(dialect)) | 1;
        if number != 1 {
            self.set_condition(dialect, number, true);
        }
    }
}

/// Returns the bits of talk conditions in a condition mask, including bit 0 (T85).
fn talk_condition_bits(dialect: &Dialect) -> u32 {
    if dialect.he_at_least(85) {
        0x1fff
    } else {
        0x3ff
    }
}

#[cfg(test)]
mod tests;
