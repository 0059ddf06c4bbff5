//! Operands with limits.

use std::fmt;

use scumm_room::{Error, Result, SCALE_SLOTS};

use crate::MAX_ACTOR;

/// A number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bounded<T, const MIN: i64, const MAX: i64>(T);

/// The number of an actor.
pub type ActorId = Bounded<u16, 1, { MAX_ACTOR as i64 }>;
/// The number of a class of actors (T26).
pub type ClassId = Bounded<u8, 1, 32>;
/// The number of a condition of an actor (T85).
pub type ConditionId = Bounded<u32, 1, 32>;
/// The number of a condition that scripts set (T85).
pub type UserConditionId = Bounded<u32, 1, 16>;
/// The number of a scale slot (T64).
pub type SlotId = Bounded<u16, 1, { SCALE_SLOTS as i64 }>;
/// A number of frames.
pub type FrameCount = Bounded<u32, 0, MAX_TICKS>;

/// The most frames of one step: a day of playing at 15 frames per second. A scene has to end.
const MAX_TICKS: i64 = 24 * 60 * 60 * 15;

impl<T, const MIN: i64, const MAX: i64> Bounded<T, MIN, MAX>
where
    T: Copy + Into<i64>,
{
    /// Creates the number.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `n` is less than `MIN` or greater than `MAX`.
    pub fn new(n: T) -> Result<Self> {
        let wide: i64 = n.into();
        if wide < MIN || wide > MAX {
            return Err(Error::Misuse(format!(
                "expected {MIN} to {MAX}, found {wide}"
            )));
        }
        Ok(Self(n))
    }

    /// Returns the plain number.
    pub fn get(self) -> T {
        self.0
    }
}

impl<T: fmt::Display, const MIN: i64, const MAX: i64> fmt::Display for Bounded<T, MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(feature = "serde")]
impl<T, const MIN: i64, const MAX: i64> serde::Serialize for Bounded<T, MIN, MAX>
where
    T: serde::Serialize,
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(feature = "serde")]
impl<'de, T, const MIN: i64, const MAX: i64> serde::Deserialize<'de> for Bounded<T, MIN, MAX>
where
    T: Copy + Into<i64> + TryFrom<i64>,
{
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let n = super::forms::number(deserializer, MIN, MAX)?;
        match T::try_from(n) {
            Ok(n) => Ok(Self(n)),
            Err(_) => Err(serde::de::Error::custom("the number has too many bits")),
        }
    }
}

#[cfg(feature = "schema")]
impl<T, const MIN: i64, const MAX: i64> schemars::JsonSchema for Bounded<T, MIN, MAX> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Number{MIN}To{MAX}").into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        super::forms::number_schema(MIN, MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_its_limits_is_refused_with_them() {
        assert_eq!(ActorId::new(80).unwrap().get(), 80);
        let error = ActorId::new(81).unwrap_err().to_string();
        assert_eq!(error, "expected 1 to 80, found 81");
        assert!(ActorId::new(0).is_err() && UserConditionId::new(17).is_err());
    }
}
