//! A reader of an input, which takes bytes from the front.

use scumm_engine::SplitMix64;
use scumm_room::{Dialect, GameId, Platform};

/// The rest of an input. After its end every byte is 0.
#[derive(Clone, Copy, Debug)]
pub struct FuzzInput<'a>(&'a [u8]);

impl<'a> FuzzInput<'a> {
    /// Creates a reader of a whole input.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Takes the next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        first
    }

    /// Takes the next two bytes as a number, low byte first.
    pub fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// Takes the next three bytes as a number, low byte first.
    pub fn long(&mut self) -> usize {
        [self.byte(), self.byte(), self.byte()]
            .iter()
            .rev()
            .fold(0, |all, &byte| all << 8 | usize::from(byte))
    }

    /// Takes the next `count` bytes, or the rest if it is shorter.
    pub fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// Takes a part with its length in front, as [`framed`] writes it.
    pub fn part(&mut self) -> &'a [u8] {
        let count = self.long();
        self.bytes(count)
    }

    /// Takes the rest.
    #[must_use]
    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    /// Takes a byte and returns the dialect that it stands for.
    pub fn dialect(&mut self) -> Dialect {
        let all = dialects();
        all[usize::from(self.byte()) % all.len()]
    }

    /// Takes a seed of two bytes and returns its random numbers.
    pub fn random(&mut self) -> SplitMix64 {
        SplitMix64::new(self.word().into())
    }
}

/// Returns a part of an input, with its length in three bytes in front.
#[must_use]
pub fn framed(part: &[u8]) -> Vec<u8> {
    let length = u32::try_from(part.len()).unwrap_or(u32::MAX).to_le_bytes();
    [&length[..3], part].concat()
}

/// Every dialect whose data have a format of their own.
#[must_use]
pub fn dialects() -> Vec<Dialect> {
    let numbered = (1..=8).map(Dialect::new);
    let humongous = [60, 61, 70, 71, 72, 80, 85, 90, 95, 98, 99, 100].map(Dialect::humongous);
    let mut all: Vec<Dialect> = numbered.chain(humongous).collect();
    all.extend([
        Dialect::new(3).with_old256(true),
        Dialect::new(4).with_ega(true),
        Dialect::new(5)
            .with_game(Some(GameId::Indy4))
            .with_platform(Platform::Amiga),
        Dialect::new(6).with_game(Some(GameId::SamNMax)),
        Dialect::new(7).with_game(Some(GameId::FullThrottle)),
        Dialect::new(2).with_game(Some(GameId::Maniac)),
        Dialect::new(3).with_game(Some(GameId::Loom)),
        Dialect::new(0),
        Dialect::new(1).with_platform(Platform::Nes),
    ]);
    all
}

/// Returns the byte that [`FuzzInput::dialect`] takes for this dialect, or for the nearest one.
#[must_use]
pub fn dialect_byte(dialect: &Dialect) -> u8 {
    let near = |other: &Dialect| {
        let alike = [
            other.version() == dialect.version(),
            other.he() == dialect.he(),
            other.is_old_bundle() == dialect.is_old_bundle(),
            other.is_sixteen_colour() == dialect.is_sixteen_colour(),
            other.platform() == dialect.platform(),
            other.game() == dialect.game(),
        ];
        // Each comparison is more important than all later ones together.
        alike
            .iter()
            .fold(0_u32, |sum, &same| sum << 1 | u32::from(same))
    };
    let best = (0_u8..)
        .zip(dialects())
        .max_by_key(|(number, other)| (near(other), u8::MAX - number));
    best.map_or(0, |(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_has_its_byte() {
        for (number, dialect) in dialects().iter().enumerate() {
            assert_eq!(usize::from(dialect_byte(dialect)), number, "{dialect:?}");
        }
    }

    #[test]
    fn parts_are_framed_by_their_lengths() {
        let bytes = [framed(b"one"), framed(b""), b"rest".to_vec()].concat();
        let mut input = FuzzInput::new(&bytes);
        assert_eq!(
            (input.part(), input.part(), input.rest()),
            (&b"one"[..], &b""[..], &b"rest"[..])
        );
        let mut cut = FuzzInput::new(&bytes[..5]);
        assert_eq!((cut.part(), cut.byte(), cut.word()), (&b"on"[..], 0, 0));
    }
}
