//! Starting and advancing animations (C9..C25).
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use scumm_room::{Dialect, SoundCommands};

use super::Cost;
use super::commands::{Command, HIDE, NO_LOOP, SHOW};
use super::record::Sequence;
use crate::anim::{Animation, LIMBS, Limb, NONE};
use crate::facing::old_direction;
use crate::host::{Effect, Fault, Host};

impl Cost {
    /// Starts animation `frame` towards `facing` on the limbs in `use_mask` (bit 15 = limb 0). An animation that does
    /// not exist changes nothing (C3, C10).
    pub fn start(&self, anim: &mut Animation, facing: u16, frame: u16, use_mask: u16) {
        let number = frame.wrapping_mul(4).wrapping_add(u16::from(old_direction(facing)));
        let Some(record) = self.record(number) else { return };
        for entry in &record.entries {
            let bit = 1u16.wrapping_shl(u32::from(entry.limb));
            let used = use_mask.reverse_bits() & bit != 0;
            let Some(limb) = anim.limbs.get_mut(usize::from(entry.limb)).filter(|_| used) else { continue };
            match entry.sequence {
                None => *limb = Limb { curpos: NONE, start: 0, frame: number, ..*limb },
                Some(sequence) => match self.commands.get(sequence.start) {
                    SHOW => anim.stopped &= !bit,
                    HIDE => anim.stopped |= bit,
                    _ => Self::play(limb, sequence, number),
                },
            }
        }
    }

    fn play(limb: &mut Limb, sequence: Sequence, number: u16) {
        let held = if sequence.loops { 0 } else { NO_LOOP };
        *limb =
            Limb { curpos: sequence.start | held, start: sequence.start, end: sequence.end(), frame: number, ..*limb };
    }

    /// One step of all limbs, stopped or not (C20). Returns whether one of them shows another picture (C25).
    pub fn advance(&self, dialect: &Dialect, anim: &mut Animation, host: &mut dyn Host) -> bool {
        (0..LIMBS).fold(false, |changed, limb| self.step(dialect, anim, limb, host) | changed)
    }

    /// `times` steps of one limb (T51).
    pub fn advance_limb(&self, dialect: &Dialect, anim: &mut Animation, limb: usize, times: u32, host: &mut dyn Host) {
        for _ in 0..times {
            self.step(dialect, anim, limb, host);
        }
    }

    /// One step of one limb (C21, C22).
    fn step(&self, dialect: &Dialect, anim: &mut Animation, limb: usize, host: &mut dyn Host) -> bool {
        let Some(&Limb { curpos, start, end, .. }) = anim.limbs.get(limb).filter(|l| l.curpos != NONE) else {
            return false;
        };
        let held = curpos & NO_LOOP;
        let before = self.commands.get(curpos & !NO_LOOP);
        if dialect.sound_commands() == (SoundCommands::Counter { high_bit: true }) && before & 0x80 != 0 {
            anim.sound_counter = anim.sound_counter.wrapping_add(1);
        }
        let mut position = curpos & !NO_LOOP;
        let mut left_in_round = u32::from(end.abs_diff(start)).saturating_add(1);
        loop {
            let next = if held == 0 {
                if position >= end { start } else { position.saturating_add(1) }
            } else if position != end {
                position.saturating_add(1)
            } else {
                position
            };
            let command = Command::of(self.commands.get(next), dialect);
            let passes = command != Command::Picture && start != end;
            if passes && (next == position || left_in_round == 0) {
                // Where the reference never returns (C24) the limb stands still after one round.
                let limb = u8::try_from(limb).unwrap_or(u8::MAX);
                host.emit(Effect::Fault { limb, fault: Fault::EndlessSequence });
                return false;
            }
            position = next;
            left_in_round = left_in_round.saturating_sub(1);
            match command {
                Command::Picture => {}
                Command::Count => anim.anim_counter = anim.anim_counter.wrapping_add(1),
                Command::CountSound => anim.sound_counter = anim.sound_counter.wrapping_add(1),
                Command::Sound(slot) => host.emit(Effect::Sound { slot }),
            }
            if !passes {
                break;
            }
        }
        if let Some(limb) = anim.limbs.get_mut(limb) {
            limb.curpos = position | held;
        }
        (self.commands.get(position) ^ before) & 0x7f != 0
    }
}
