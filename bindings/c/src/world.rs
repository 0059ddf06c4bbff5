//! What stands outside a stage: chance, sounds, voices.

use std::ffi::c_void;

use scumm_engine::{Environment, SplitMix64};

use crate::border::{Code, Err, Out, Result, call, none, put, read, slice};
use crate::dialect::{CDialect, dialect_of};

/// What stands outside a stage: chance, and the sounds that play. A function that is null answers `min`, or no.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CWorld {
    /// sizeof(WardrobeWorld).
    pub size: u32,
    /// Handed to each callback.
    pub user: *mut c_void,
    /// A random number from `min` to `max`.
    pub random: Option<extern "C" fn(user: *mut c_void, min: i32, max: i32) -> i32>,
    /// Whether a sound is playing.
    pub sound_running: Option<extern "C" fn(user: *mut c_void, sound: u16) -> u8>,
}

/// A world that calls back.
pub(crate) struct World(pub CWorld);

impl Environment for World {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.0.random.map_or(min, |ask| ask(self.0.user, min, max))
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.0.sound_running.is_some_and(|ask| ask(self.0.user, sound) != 0)
    }
}

/// Reads a world; null is a quiet one.
///
/// # Safety
/// `world` is null or leads to as many bytes as it says.
pub(crate) unsafe fn world_of(world: *const CWorld) -> Result<CWorld> {
    // SAFETY: as the caller promises.
    if world.is_null() { Ok(none()) } else { unsafe { read(world, none(), "the world") } }
}

/// A number from `min` to `max` of the library's own generator, SplitMix64. `state` is the seed, and moves on.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_random(state: Option<&mut u64>, min: i32, max: i32) -> i32 {
    let Some(state) = state else { return min };
    let mut random = SplitMix64::new(*state);
    let number = random.in_range(min, max);
    *state = random.state();
    number
}

/// Whether sync times of a voice close the mouth so many jiffies after it began: 1 or 0.
///
/// # Safety
/// `times` leads to `count` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_mouth_closed(
    dialect: Option<&CDialect>, times: *const u16, count: usize, jiffies: u32, closed: Out<'_, u8>, error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let times = unsafe { slice(times, count, "the times")? };
        put(closed, scumm_engine::mouth_closed(&dialect_of(dialect)?, times, jiffies).into())
    })
}
