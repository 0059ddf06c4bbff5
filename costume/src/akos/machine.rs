//! The AKSQ machine: one step of one limb (A10..A33).
//!
//! A step moves by the limb's mode, executes what it meets, and goes on until something that stays. What is fatal or
//! endless in the reference ends the step with a [`Fault`], and the limb stands where it stood.

use std::ops::Range;

use scumm_room::Dialect;

use super::Akos;
use super::akch::mode;
use super::akfo::jump_target;
use super::aksq::{Aksq, Field, Instruction, code_length};
use super::command::{Action, AksqCommand, Source};
use crate::anim::{Limb, LimbStates};
use crate::host::{Effect, Fault, Host};

/// The most instructions of one step, after which it counts as endless (A15): a stream whose positions have 16 bits has
/// no more commands than that, and a step that meets a cel ends.
pub const STEP_LIMIT: u32 = 0x8000;

/// The most operands that the table has before indices or items.
const ARGUMENTS: usize = 4;
/// A command's operands in the order of the table, 0 where there are fewer.
type Arguments = [i32; ARGUMENTS];

/// Queue commands (A33) that the machine itself names.
mod queue {
    /// Puts the actor into room 0.
    pub const LEAVE: u8 = 1;
    /// Starts a sound.
    pub const SOUND: u8 = 3;
    /// Starts an animation.
    pub const ANIMATE: u8 = 4;
    /// Sets the draw offset.
    pub const OFFSET: u8 = 6;
    /// Humongous: draws an aux frame; else sets a sound's volume.
    pub const AUX: u8 = 7;
}

/// What comes after an executed command.
enum Next {
    /// The step ends here.
    Stay,
    /// It goes on.
    Go,
    /// It goes on behind the next C09F (A24).
    Skip,
    /// It ends at this position.
    Jump(u16),
}

/// Sounds that C015 can name (A27).
const NUMBERED_SOUNDS: Range<i32> = 0..24;
/// Sounds that C089 can name (A27).
const CONTROLLED_SOUNDS: Range<i32> = 0..8;

/// The most entries that the queue holds (A33): more in one step are fatal whatever else it holds.
const QUEUE_LENGTH: u8 = 31;

/// One step in progress.
struct Step<'a, 'h> {
    akos: &'a Akos,
    stream: Aksq<'a>,
    dialect: &'a Dialect,
    /// The limb as the step found it.
    limb: Limb,
    anim: &'a mut LimbStates,
    host: &'h mut dyn Host,
    redraw: bool,
    /// Queue entries of this step.
    queued: u8,
}

/// Advances one limb, whatever its mode; returns whether the actor has to be redrawn (A16).
pub(super) fn advance(akos: &Akos, anim: &mut LimbStates, number: usize, host: &mut dyn Host) -> bool {
    let Some(&limb) = anim.limbs.get(number) else {
        return false;
    };
    let mut step =
        Step { akos, stream: akos.sequence(), dialect: &akos.dialect, limb, anim, host, redraw: false, queued: 0 };
    match step.run() {
        Ok(position) => {
            let redraw = step.redraw || position != limb.curpos;
            if let Some(limb) = anim.limbs.get_mut(number) {
                limb.curpos = position;
            }
            redraw
        }
        Err(fault) => {
            host.emit(Effect::Fault { limb: u8::try_from(number).unwrap_or(u8::MAX), fault });
            false
        }
    }
}

impl Step<'_, '_> {
    /// The position at which the step ends, on something that can be shown (A12, A17).
    fn run(&mut self) -> Result<u16, Fault> {
        let position = self.walk()?;
        match self.stream.instruction(position.into(), self.dialect)? {
            Instruction::Command(command) if !command.stays() => Err(Fault::UndefinedCommand(command.code)),
            _ => Ok(position),
        }
    }

    /// Moves and executes until something stays (A12, A18).
    fn walk(&mut self) -> Result<u16, Fault> {
        let mut position = u32::from(self.limb.curpos);
        let mut skipping = false;
        for _ in 0..STEP_LIMIT {
            position = self.move_on(position)?;
            let code = self.stream.code(position)?;
            if skipping {
                skipping = AksqCommand::find(code, self.dialect).is_none_or(|c| c.action != Action::SkipEnd);
                continue;
            }
            let here = u16::try_from(position).map_err(|_| Fault::StreamEnd(position))?;
            let command = match self.stream.instruction(position, self.dialect)? {
                Instruction::Cel(_) => return Ok(here),
                Instruction::Command(command) => command,
            };
            self.redraw |= command.asks_for_redraw();
            match self.execute(command, position)? {
                Next::Stay => return Ok(here),
                Next::Go => {}
                Next::Skip => skipping = true,
                Next::Jump(target) => return Ok(target),
            }
        }
        Err(Fault::EndlessSequence)
    }

    /// Where the limb's mode leads from a position (A13, A14).
    fn move_on(&mut self, position: u32) -> Result<u32, Fault> {
        let end = u32::from(self.limb.end);
        match self.limb.mode {
            mode::LOOP => {
                let next = position.saturating_add(code_length(self.stream.code(position)?));
                Ok(if next > end { self.limb.start.into() } else { next })
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

    /// What a command does when a program steps over it, executed or not (A24, A31).
    fn pass(&mut self, position: u32) -> Result<(), Fault> {
        let Instruction::Command(command) = self.stream.instruction(position, self.dialect)? else {
            return Ok(());
        };
        self.redraw |= command.asks_for_redraw();
        if command.action == Action::Aux {
            if self.dialect.is_humongous() && !self.dialect.has_aux_frames() {
                return Err(Fault::UndefinedCommand(command.code));
            }
            let [frame, ..] = self.arguments(position, command)?;
            self.queue(queue::AUX, frame, 0)?;
        }
        Ok(())
    }

    fn execute(&mut self, command: &'static AksqCommand, position: u32) -> Result<Next, Fault> {
        if command.stays() {
            return Ok(Next::Stay);
        }
        if !command.runs(self.dialect) {
            return Err(Fault::UndefinedCommand(command.code));
        }
        let arguments = self.arguments(position, command)?;
        let [a, b, ..] = arguments;
        match command.action {
            Action::SkipUnless(comparison) => {
                Ok(if comparison.holds(self.var(b)?.into(), a) { Next::Go } else { Next::Skip })
            }
            Action::JumpTable => {
                let index = i32::from(self.var(a)?).saturating_sub(1);
                jump_target(self.akos.jump_table(), self.dialect, &self.limb, index).map(Next::Jump)
            }
            action => match self.jump_condition(action, arguments)? {
                Some(true) => Ok(Next::Jump(a as u16)),
                Some(false) => Ok(Next::Go),
                None => self.act(command, arguments).map(|()| Next::Go),
            },
        }
    }

    /// For the commands that jump to their first operand: whether they do (A21..A23, A29).
    fn jump_condition(&mut self, action: Action, [_, b, c, _]: Arguments) -> Result<Option<bool>, Fault> {
        Ok(Some(match action {
            Action::Jump => true,
            Action::JumpAndClear => {
                let set = self.var(b)? != 0;
                if set {
                    self.set_var(b, 0)?;
                }
                set
            }
            Action::JumpIf(comparison) => comparison.holds(self.var(b)?.into(), c),
            Action::JumpIfPlaying(source, wanted) => {
                let sound = self.sound(source, b)?;
                self.host.sound_running(sound) == wanted
            }
            Action::JumpIfTalking(wanted) => self.host.talkie_running() == wanted,
            Action::JumpIfAnyTalks(wanted) => (self.host.talking_actor() != 0) == wanted,
            _ => return Ok(None),
        }))
    }

    /// The commands that act and go on (A25..A29).
    fn act(&mut self, command: &'static AksqCommand, [a, b, c, _]: Arguments) -> Result<(), Fault> {
        match command.action {
            Action::Set => self.set_var(b, a)?,
            Action::Add => self.set_var(b, a.wrapping_add(self.var(b)?.into()))?,
            Action::Increment => self.set_var(0, i32::from(self.var(0)?).wrapping_add(1))?,
            Action::Random => {
                let value = self.host.random(a.min(b), a.max(b));
                self.set_var(c, value)?;
            }
            Action::Flip => self.anim.flip = a != 0,
            Action::Sound { base } => {
                let slot = a.saturating_sub(base.into());
                if NUMBERED_SOUNDS.contains(&slot) {
                    self.queue(queue::SOUND, self.sound_in(slot).into(), 0)?;
                }
            }
            Action::SoundOf(source, number) => self.queue(number, self.sound(source, a)?.into(), 0)?,
            Action::FirstSound => self.queue(queue::SOUND, self.sound_in(0).into(), 0)?,
            Action::SoundControl => self.control_sound(command, a.saturating_sub(1), b, c)?,
            Action::Queue(Source::Operand, number) => self.queue(number, a, 0)?,
            Action::Queue(Source::Var, number) => self.queue(number, self.var(a)?.into(), 0)?,
            Action::AnimateOther => {
                let (actor, frame) = (self.var(a)? as u16, self.var(b)?);
                self.queue_for(actor, queue::ANIMATE, frame.into(), 0)?;
            }
            Action::SetOther => self.set_other(self.var(a)? as u16, b, c)?,
            Action::Leave => self.queue(queue::LEAVE, 0, 0)?,
            Action::Offset => self.queue(queue::OFFSET, a, b)?,
            Action::SetUserCondition => {
                let on = self.var(c)? != 0;
                self.anim.set_user_condition(self.dialect, b.unsigned_abs(), on);
            }
            Action::GetUserCondition => self.set_var(c, self.anim.user_condition(b.unsigned_abs()).into())?,
            Action::SetTalkCondition => self.anim.set_talk_condition(self.dialect, b.unsigned_abs()),
            Action::GetTalkCondition => self.set_var(c, self.anim.condition(b.unsigned_abs()).into())?,
            _ => {}
        }
        Ok(())
    }

    /// C089 (A27): `kind` 1 volume, 2 pan, 3 priority.
    fn control_sound(&mut self, command: &AksqCommand, slot: i32, kind: i32, value: i32) -> Result<(), Fault> {
        if CONTROLLED_SOUNDS.contains(&slot) {
            let number = match kind {
                1 => 7,
                2 => 8,
                3 => 9,
                _ => return Err(Fault::BadOperand { command: command.code, value: kind }),
            };
            self.queue(number, self.sound_in(slot).into(), value)?;
        }
        Ok(())
    }

    /// C085 (A28).
    fn set_other(&mut self, actor: u16, var: i32, value: i32) -> Result<(), Fault> {
        if actor == self.host.actor() {
            return self.set_var(var, value);
        }
        let number = self.check_var(var)?;
        if self.host.set_actor_var(actor, number, value as i16) { Ok(()) } else { Err(Fault::NoActor(actor)) }
    }

    /// The operands in front of indices or items, as far as they mean something.
    fn arguments(&self, position: u32, command: &'static AksqCommand) -> Result<Arguments, Fault> {
        let mut arguments = [0; ARGUMENTS];
        let mut slots = arguments.iter_mut();
        for field in self.stream.fields(position, command) {
            let value = match field? {
                Field::Target(value) | Field::Number(value) => value.into(),
                Field::Var(value) | Field::Byte(value) | Field::Size(value) => value.into(),
                Field::Word(value) => value.into(),
                Field::Unused(_) => continue,
                Field::Indices(_) | Field::Items(_) => break,
            };
            if let Some(slot) = slots.next() {
                *slot = value;
            }
        }
        Ok(arguments)
    }

    /// A25: there are 27 variables.
    fn check_var(&self, number: i32) -> Result<u8, Fault> {
        let number = u8::try_from(number).unwrap_or(u8::MAX);
        if usize::from(number) < self.anim.vars.len() { Ok(number) } else { Err(Fault::BadVariable(number)) }
    }

    fn var(&self, number: i32) -> Result<i16, Fault> {
        let number = self.check_var(number)?;
        Ok(self.anim.vars.get(usize::from(number)).copied().unwrap_or(0))
    }

    fn set_var(&mut self, number: i32, value: i32) -> Result<(), Fault> {
        let number = self.check_var(number)?;
        if let Some(var) = self.anim.vars.get_mut(usize::from(number)) {
            *var = value as i16;
        }
        Ok(())
    }

    /// The actor's sound that an operand names.
    fn sound(&self, source: Source, operand: i32) -> Result<u16, Fault> {
        let slot = match source {
            Source::Operand => operand,
            Source::Var => self.var(operand)?.into(),
        };
        Ok(self.sound_in(slot))
    }

    /// The sound in a slot of the actor's list; 0 outside it.
    fn sound_in(&self, slot: i32) -> u16 {
        usize::try_from(slot).map_or(0, |slot| self.host.sound(slot))
    }

    fn queue(&mut self, command: u8, p1: i32, p2: i32) -> Result<(), Fault> {
        self.queue_for(self.host.actor(), command, p1, p2)
    }

    /// Queues a command (A33).
    fn queue_for(&mut self, actor: u16, command: u8, p1: i32, p2: i32) -> Result<(), Fault> {
        if self.queued >= QUEUE_LENGTH {
            return Err(Fault::QueueFull);
        }
        self.queued = self.queued.saturating_add(1);
        self.host.emit(Effect::Queue { actor, command, p1, p2 });
        Ok(())
    }
}

#[cfg(test)]
mod tests;
