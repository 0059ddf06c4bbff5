//! The command stream: picture numbers and the few commands among them (C21..C24, C30).

use scumm_room::Dialect;

use super::record::Sequence;

/// At the start of a sequence: the limb is drawn again, nothing else changes (C13).
pub const GO: u8 = 0x7a;
/// At the start of a sequence: the limb is no longer drawn, nothing else changes (C13).
pub const STOP: u8 = 0x79;
/// Shows nothing (C30).
pub const NOTHING: u8 = 0x7b;
/// Raises the animation counter (C22).
pub const COUNT: u8 = 0x7c;
/// In a limb's position: the sequence does not loop (C13).
pub const NO_LOOP: u16 = 0x8000;
/// The first sound command of v6, the last one of HE60 (C22).
pub const FIRST_SOUND: u8 = 0x71;
/// The last sound command of v6, the only one of v1..v5 (C22).
pub const LAST_SOUND: u8 = 0x78;

/// What a command does when an animation advances onto it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The limb stays there and shows picture `command & 0x7F`.
    Picture,
    /// Raises the animation counter.
    Count,
    /// Raises the sound counter.
    CountSound,
    /// Queues a sound of the actor's list.
    Sound(u8),
}

impl Command {
    /// What a command byte means; all eight bits count (C22). v1..v5 know 0x78 alone, which raises
    /// the sound counter; in v6 0x71..=0x78 queue the actor's sounds 0..=7, in HE60 0x78 down to
    /// 0x71.
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

/// The commands of a costume. Their number is not stored: they end where the data ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commands {
    bytes: Box<[u8]>,
    /// The picture numbers that occur at all.
    numbers: u128,
}

impl Commands {
    /// Positions have 16 bits.
    const MOST: usize = 0x1_0000;

    pub(super) fn new(rest: &[u8]) -> Self {
        let bytes: Box<[u8]> = rest.get(..Self::MOST).unwrap_or(rest).into();
        let numbers = bytes.iter().fold(0, |set, &byte| set | number(byte));
        Self { bytes, numbers }
    }

    /// The bytes from the first command to the end of the data.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The command byte at a position; beyond the end of the data 0x7B, which shows nothing (C30).
    #[must_use]
    pub fn get(&self, position: u16) -> u8 {
        self.bytes
            .get(usize::from(position))
            .copied()
            .unwrap_or(NOTHING)
    }

    /// The commands of a sequence that lies inside the data.
    #[must_use]
    pub fn of(&self, sequence: &Sequence) -> Option<&[u8]> {
        self.bytes
            .get(usize::from(sequence.start)..=usize::from(sequence.end()))
    }

    /// The picture numbers (bit n: number n) that a limb can show while it plays `sequence`: those
    /// of all commands but the ones that take no time (C22, C23).
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
            // Beyond 0x7FFF the position loses its upper bit in play (C21), and without an end it
            // runs on.
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

    /// Whether a limb that plays `sequence` comes to a point from which on it never shows a picture
    /// again (C24).
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

/// The set of one picture number.
fn number(byte: u8) -> u128 {
    1u128.wrapping_shl(u32::from(byte & 0x7f))
}
