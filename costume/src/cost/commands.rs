//! The command stream: picture numbers and a few commands (C21..C24, C30).

use scumm_room::Dialect;

use super::record::Sequence;

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
/// The first sound command of v6, the last one of HE60 (C22).
pub const FIRST_SOUND: u8 = 0x71;
/// The last sound command of v6, the only one of v1..v5 (C22).
pub const LAST_SOUND: u8 = 0x78;

/// The effect of a command when an animation advances to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The limb stays on the command and shows picture `command & 0x7F`.
    Picture,
    /// Increments the animation counter.
    Count,
    /// Increments the sound counter.
    CountSound,
    /// Queues a sound of the actor's list.
    Sound(u8),
}

impl Command {
    /// Returns the effect of a command byte; all eight bits count (C22). v1..v5 know only 0x78,
    /// which increments the sound counter. In v6, 0x71..=0x78 queue the actor's sounds 0..=7; in
    /// HE60, the sounds 7..=0.
    #[must_use]
    pub fn of(byte: u8, dialect: &Dialect) -> Self {
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

/// The commands of a costume. Their number is not stored: they end at the end of the data.
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
    pub fn of(&self, sequence: &Sequence) -> Option<&[u8]> {
        self.bytes
            .get(usize::from(sequence.start)..=usize::from(sequence.end()))
    }

    /// Returns the set of picture numbers (bit n: number n) that a limb can show while it plays
    /// `sequence`: those of all commands except the ones that take no time (C22, C23).
    #[must_use]
    pub fn shown(&self, sequence: &Sequence, dialect: &Dialect) -> u128 {
        if matches!(self.get(sequence.start), GO | STOP) {
            return 0;
        }
        let start = sequence.start;
        let end = sequence.end();
        let reached = if end < NO_LOOP && start <= end {
            let inside = self.bytes.get(usize::from(start)..).unwrap_or_default();
            let shows = |&(i, &byte): &(usize, &u8)| {
                i == 0 || sequence.extra == 0 || Command::of(byte, dialect) == Command::Picture
            };
            let length = usize::from(sequence.extra).saturating_add(1);
            inside
                .iter()
                .take(length)
                .enumerate()
                .filter(shows)
                .fold(0, |set, (_, &byte)| set | number(byte))
        } else {
            // Beyond 0x7FFF, the position loses its top bit during play (C21), and a sequence that
            // does not end runs on.
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
    pub fn is_endless(&self, sequence: &Sequence, dialect: &Dialect) -> bool {
        let passes = |byte: &u8| Command::of(*byte, dialect) != Command::Picture;
        match self.of(sequence) {
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
