//! The command stream of picture numbers and a few commands (C21..C24, C30), and the starting and
//! advancing of animations (C9..C25).

use scumm_room::Dialect;

use super::Cost;
use super::tables::CostSequence;
use crate::{Effect, Facing, Fault, Host, Limb, LimbStates, NONE};

/// At the start of a sequence: shows the limb again and changes nothing else (C13).
pub const GO: u8 = 0x7a;
/// At the start of a sequence: hides the limb and changes nothing else (C13).
pub const STOP: u8 = 0x79;
/// Shows nothing (C30).
pub const NOTHING: u8 = 0x7b;
/// Increments the animation counter (C22).
pub const COUNT: u8 = 0x7c;
/// Flag in a limb's position: the sequence does not loop (C13).
pub const NO_LOOP: u16 = 0x8000;
/// The command of the first sound in v6, and of the last sound in HE60 (C22).
pub const FIRST_SOUND: u8 = 0x71;
/// The command of the last sound in v6, and the only sound command of v1..v5 (C22).
pub const LAST_SOUND: u8 = 0x78;

/// The effect of a command when an animation advances to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostCommand {
    /// The limb stays on the command and shows picture `command & 0x7F`.
    Picture,
    /// Increments the animation counter.
    Count,
    /// Increments the sound counter.
    CountSound,
    /// Queues a sound of the actor's list.
    Sound(u8),
}

impl CostCommand {
    /// Returns the effect of a command byte; all eight bits count (C22). v1..v5 know only 0x78,
    /// which increments the sound counter. In v6, 0x71..=0x78 queue the actor's sounds 0..=7; in
    /// HE60, the sounds 7..=0.
    #[must_use]
    pub fn from_byte(byte: u8, dialect: &Dialect) -> Self {
        match (byte, dialect.version()) {
            (COUNT, _) => Self::Count,
            (LAST_SOUND, ..=5) => Self::CountSound,
            (FIRST_SOUND..=LAST_SOUND, 6..) if dialect.he() == 60 => {
                Self::Sound(LAST_SOUND.wrapping_sub(byte))
            }
            (FIRST_SOUND..=LAST_SOUND, 6..) => Self::Sound(byte.wrapping_sub(FIRST_SOUND)),
            _ => Self::Picture,
        }
    }
}

/// The commands of a costume. The number of commands is not stored; the commands end with the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    bytes: Box<[u8]>,
    /// The set of picture numbers that occur in the commands.
    numbers: u128,
}

impl Commands {
    /// The most bytes of commands: positions have 16 bits.
    const MOST: usize = 0x1_0000;

    pub(super) fn new(rest: &[u8]) -> Self {
        let bytes: Box<[u8]> = rest.get(..Self::MOST).unwrap_or(rest).into();
        let numbers = bytes.iter().fold(0, |set, &byte| set | number(byte));
        Self { bytes, numbers }
    }

    /// Returns the bytes from the first command to the end of the data.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the command byte at a position; beyond the end of the data 0x7B, which shows nothing
    /// (C30).
    #[must_use]
    pub fn get(&self, position: u16) -> u8 {
        self.bytes
            .get(usize::from(position))
            .copied()
            .unwrap_or(NOTHING)
    }

    /// Returns the commands of a sequence, or `None` if the sequence is not inside the data.
    #[must_use]
    pub fn sequence(&self, sequence: &CostSequence) -> Option<&[u8]> {
        self.bytes
            .get(usize::from(sequence.start)..=usize::from(sequence.end()))
    }

    /// Returns the set of picture numbers (bit n: number n) that a limb can show while it plays
    /// `sequence`: the numbers of all commands except commands that take no time (C22, C23).
    #[must_use]
    pub fn shown(&self, sequence: &CostSequence, dialect: &Dialect) -> u128 {
        if matches!(self.get(sequence.start), GO | STOP) {
            return 0;
        }
        let start = sequence.start;
        let end = sequence.end();
        let reached = if end < NO_LOOP && start <= end {
            let inside = self.bytes.get(usize::from(start)..).unwrap_or_default();
            let shows = |&(i, &byte): &(usize, &u8)| {
                i == 0
                    || sequence.extra == 0
                    || CostCommand::from_byte(byte, dialect) == CostCommand::Picture
            };
            let length = usize::from(sequence.extra).saturating_add(1);
            inside
                .iter()
                .take(length)
                .enumerate()
                .filter(shows)
                .fold(0, |set, (_, &byte)| set | number(byte))
        } else {
            // A position beyond 0x7FFF loses its top bit during play (C21), so such a sequence
            // never reaches its end and may play any command.
            self.numbers
        };
        // v3 with 256 colours: numbers from 0x79 on show nothing (C30).
        let limit = if dialect.is_v3_256() {
            number(0x79).wrapping_sub(1)
        } else {
            u128::MAX
        };
        reached & limit & !number(NOTHING)
    }

    /// Returns whether a limb that plays `sequence` reaches a point after which it never shows a
    /// picture again (C24).
    #[must_use]
    pub fn is_endless(&self, sequence: &CostSequence, dialect: &Dialect) -> bool {
        let passes = |byte: &u8| CostCommand::from_byte(*byte, dialect) != CostCommand::Picture;
        match self.sequence(sequence) {
            Some([GO | STOP, ..] | [_]) | None => false,
            Some(bytes) if sequence.loops => bytes.iter().all(passes),
            Some(bytes) => bytes.last().is_some_and(passes),
        }
    }
}

/// Returns the set that contains one picture number.
fn number(byte: u8) -> u128 {
    1u128.wrapping_shl(u32::from(byte & 0x7f))
}

impl Cost {
    /// Starts animation `frame` towards `facing` on the limbs in `use_mask` (bit 15 = limb 0). An
    /// animation that does not exist changes nothing (C3, C10).
    pub fn start(&self, anim: &mut LimbStates, facing: Facing, frame: u16, use_mask: u16) {
        let direction = u16::from(facing.old());
        let number = frame.wrapping_mul(4).wrapping_add(direction);
        let Some(record) = self.record(number) else {
            return;
        };
        for entry in &record.entries {
            let bit = 1u16.wrapping_shl(u32::from(entry.limb));
            let used = use_mask.reverse_bits() & bit != 0;
            let Some(limb) = anim.limbs.get_mut(usize::from(entry.limb)).filter(|_| used) else {
                continue;
            };
            match entry.sequence {
                None => {
                    *limb = Limb {
                        curpos: NONE,
                        start: 0,
                        frame: number,
                        ..*limb
                    }
                }
                Some(sequence) => match self.commands.get(sequence.start) {
                    GO => anim.stopped &= !bit,
                    STOP => anim.stopped |= bit,
                    _ => Self::play(limb, sequence, number),
                },
            }
        }
    }

    fn play(limb: &mut Limb, sequence: CostSequence, number: u16) {
        let held = if sequence.loops { 0 } else { NO_LOOP };
        *limb = Limb {
            curpos: sequence.start | held,
            start: sequence.start,
            end: sequence.end(),
            frame: number,
            ..*limb
        };
    }

    /// Executes one step of a limb, even if the limb is stopped (C20..C22). Returns whether the
    /// limb shows another picture (C25).
    pub(crate) fn step(&self, anim: &mut LimbStates, limb: usize, host: &mut dyn Host) -> bool {
        let playing = anim.limbs.get(limb).filter(|limb| limb.curpos != NONE);
        let Some(&Limb {
            curpos, start, end, ..
        }) = playing
        else {
            return false;
        };
        let held = curpos & NO_LOOP;
        let before = self.commands.get(curpos & !NO_LOOP);
        // v1..v3: bit 7 of every command increments the sound counter, too, in each step (C21).
        if self.dialect.version() < 4 && before & 0x80 != 0 {
            anim.sound_counter = anim.sound_counter.wrapping_add(1);
        }
        let mut position = curpos & !NO_LOOP;
        let mut left_in_round = u32::from(end.abs_diff(start)).saturating_add(1);
        loop {
            let next = match held {
                0 if position >= end => start,
                NO_LOOP if position == end => position,
                _ => position.saturating_add(1),
            };
            let command = CostCommand::from_byte(self.commands.get(next), &self.dialect);
            let passes = command != CostCommand::Picture && start != end;
            if passes && (next == position || left_in_round == 0) {
                // Where the reference would loop without end (C24), the limb stops after one round.
                let limb = u8::try_from(limb).unwrap_or(u8::MAX);
                host.emit(Effect::Fault {
                    limb,
                    fault: Fault::EndlessSequence,
                });
                return false;
            }
            position = next;
            left_in_round = left_in_round.saturating_sub(1);
            match command {
                CostCommand::Picture => {}
                CostCommand::Count => anim.anim_counter = anim.anim_counter.wrapping_add(1),
                CostCommand::CountSound => anim.sound_counter = anim.sound_counter.wrapping_add(1),
                CostCommand::Sound(slot) => host.emit(Effect::Sound { slot }),
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

#[cfg(test)]
mod tests;
