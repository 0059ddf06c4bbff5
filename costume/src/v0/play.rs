//! Playing of commands (V33..V35): the state of an actor's eight limbs.

use super::{END, V0, V0_LIMBS};
use crate::{Facing, NONE};

/// The state of a limb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct V0Limb {
    /// The requested sequence; 0xFFFF if no sequence is requested.
    pub frame: u16,
    /// The sequence that is playing.
    pub start: u16,
    /// The position of the sequence in the limb table.
    pub kind: u8,
    /// Position in the sequence; 0xFFFF if the limb is off.
    pub curpos: u16,
    /// True if the pictures are mirrored.
    pub flip: bool,
    /// Number of remaining rounds; -1 for endless repetition.
    pub repeat: i8,
    /// Number of rounds of the requested sequence.
    pub new_repeat: i8,
}

impl Default for V0Limb {
    fn default() -> Self {
        Self {
            frame: NONE,
            start: NONE,
            kind: 0,
            curpos: NONE,
            flip: false,
            repeat: 0,
            new_repeat: 0,
        }
    }
}

/// The state of an actor's costume of v0 (V25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct V0Limbs {
    /// The limbs.
    pub limbs: [V0Limb; V0_LIMBS],
    /// The last decoded command; 255 if no command was decoded.
    pub command: u8,
    /// The requested command; 255 if no command is requested.
    pub next: u8,
    /// Number of rounds that commands play.
    pub rounds: i8,
}

impl Default for V0Limbs {
    fn default() -> Self {
        Self {
            limbs: [V0Limb::default(); V0_LIMBS],
            command: END,
            next: END,
            rounds: 0,
        }
    }
}

impl V0Limbs {
    /// Resets the limbs when an actor is shown (V44): no sequence plays or is requested. Mirroring
    /// is kept.
    pub fn reset(&mut self) {
        for limb in &mut self.limbs {
            *limb = V0Limb {
                flip: limb.flip,
                ..V0Limb::default()
            };
        }
        self.command = END;
        self.next = END;
        self.rounds = 1;
    }
}

impl V0 {
    /// Starts the command of a frame in a direction, with endless repetition. Frames 0 and 1 walk
    /// and stand, 3 and 4 are the mouth and the head (V23).
    pub(crate) fn start(&self, limbs: &mut V0Limbs, facing: Facing, frame: u16) {
        let [number, high] = frame
            .wrapping_mul(4)
            .wrapping_add(facing.old().into())
            .to_le_bytes();
        if high == 0 {
            limbs.next = number;
            limbs.rounds = -1;
            self.decode(limbs);
        }
    }

    /// Decodes the requested command, if it differs from the last one (V34).
    pub fn decode(&self, limbs: &mut V0Limbs) {
        if limbs.next == END || limbs.next == limbs.command {
            return;
        }
        limbs.command = limbs.next;
        for (number, limb) in limbs.limbs.iter_mut().enumerate() {
            let Some(wanted) = self.command(limbs.command, number) else {
                continue;
            };
            limb.frame = wanted.sequence.into();
            if limb.flip != wanted.flip {
                limb.start = NONE;
                limb.flip = wanted.flip;
            }
            limb.new_repeat = limbs.rounds;
        }
    }

    /// Executes one step of a limb (V35). Returns whether the limb shows another picture.
    pub(crate) fn step(&self, limbs: &mut V0Limbs, number: usize) -> bool {
        let Some(limb) = limbs.limbs.get_mut(number) else {
            return false;
        };
        let mut changed = false;
        if limb.frame != NONE && limb.start != limb.frame {
            let [sequence, _] = limb.frame.to_le_bytes();
            limb.kind = self.sequence_start(number, sequence).unwrap_or(0);
            limb.start = limb.frame;
            limb.repeat = limb.new_repeat;
            limb.curpos = 0;
            changed = true;
        }
        let before = limb.curpos;
        limb.curpos = limb.curpos.wrapping_add(1);
        if self.limb_byte(usize::from(limb.kind).saturating_add(limb.curpos.into())) == END {
            if limb.repeat == 0 {
                limb.curpos = limb.curpos.wrapping_sub(1);
                limb.frame = NONE;
                limb.start = NONE;
                // The same command may start again.
                limbs.next = END;
                limbs.command = END;
            } else {
                if limb.repeat != -1 {
                    limb.repeat = limb.repeat.wrapping_sub(1);
                }
                limb.curpos = 0;
            }
        }
        changed
            | limbs
                .limbs
                .get(number)
                .is_some_and(|limb| limb.curpos != before)
    }
}
