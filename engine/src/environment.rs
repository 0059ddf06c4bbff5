//! What a stage asks of the program around it.

/// What stands outside the engine: chance and the sounds that play. The caller brings it to every tick.
pub trait Environment {
    /// A random number in `min..=max` (A25, T84).
    fn random(&mut self, min: i32, max: i32) -> i32;
    /// Whether a sound is playing (A29).
    fn sound_running(&self, sound: u16) -> bool;
}
