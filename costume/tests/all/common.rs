//! The common parts of the random tests: a generator of random numbers and a host.

use scumm_costume::{Effect, Host};

/// A generator whose numbers are the same on every machine (SplitMix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    pub fn byte(&mut self) -> u8 {
        self.next() as u8
    }

    pub fn bytes(&mut self, most: usize) -> Vec<u8> {
        (0..self.below(most + 1)).map(|_| self.byte()).collect()
    }

    pub fn small(&mut self, most: i16) -> i16 {
        self.below(2 * most as usize + 1) as i16 - most
    }
}

/// A host that counts the effects.
pub struct World<'a> {
    pub chance: &'a mut Chance,
    pub effects: usize,
}

impl Host for World<'_> {
    fn actor(&self) -> u16 {
        1
    }

    fn sound(&self, slot: usize) -> u16 {
        slot as u16
    }

    fn emit(&mut self, _: Effect) {
        self.effects += 1;
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        assert!(min <= max);
        min + self.chance.below((max - min) as usize + 1) as i32
    }

    fn sound_running(&self, sound: u16) -> bool {
        sound % 2 == 0
    }

    fn set_actor_var(&mut self, actor: u16, var: u8, _: i16) -> bool {
        assert!(var < 27);
        (1..9).contains(&actor)
    }

    fn any_actor_talks(&self) -> bool {
        true
    }

    fn talkie_running(&self) -> bool {
        true
    }
}
