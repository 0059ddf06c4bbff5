//! The values of operands: numbers with limits, and the value of a field, which is a number or a
//! list of numbers.

use std::fmt;

use scumm_room::{Error, Misuse, Result, SCALE_SLOTS};

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

/// The most frames of one step: a day of playing at 15 frames per second. The limit makes sure that
/// a scene ends.
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
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!("expected {MIN} to {MAX}, found {wide}"),
            ));
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

// The value of a field: a number, or a list of numbers.

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A number, or a flag as 0 or 1.
    Number(i64),
    /// Several numbers, for a field such as `scale` or `sounds`.
    List(Vec<i64>),
}

impl FieldValue {
    /// Returns the number.
    pub(super) fn number(&self) -> Result<i64> {
        match self {
            Self::Number(n) => Ok(*n),
            Self::List(_) => Err(Error::misuse(
                Misuse::Invalid,
                "expected a number, found a list",
            )),
        }
    }

    /// Returns the numbers of a list.
    pub(super) fn list(&self) -> Result<&[i64]> {
        match self {
            Self::List(list) => Ok(list),
            Self::Number(n) => Err(Error::misuse(
                Misuse::Invalid,
                format!("expected a list, found {n}"),
            )),
        }
    }
}

impl<T: Into<i64>> From<T> for FieldValue {
    fn from(n: T) -> Self {
        Self::Number(n.into())
    }
}

/// A mutable reference to a field, with its type.
pub(super) enum Place<'a> {
    U8(&'a mut u8),
    U16(&'a mut u16),
    U32(&'a mut u32),
    I16(&'a mut i16),
    I32(&'a mut i32),
    Flag(&'a mut bool),
}

impl Place<'_> {
    /// Returns the smallest and the largest number that the field holds.
    pub fn limits(&self) -> (i64, i64) {
        match self {
            Self::U8(_) => (0, u8::MAX.into()),
            Self::U16(_) => (0, u16::MAX.into()),
            Self::U32(_) => (0, u32::MAX.into()),
            Self::I16(_) => (i16::MIN.into(), i16::MAX.into()),
            Self::I32(_) => (i32::MIN.into(), i32::MAX.into()),
            Self::Flag(_) => (0, 1),
        }
    }

    /// Stores a number.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the number is outside the limits.
    pub fn store(self, n: i64) -> Result<()> {
        let (min, max) = self.limits();
        if n < min || n > max {
            return Err(Error::misuse(
                Misuse::OutOfRange,
                format!("expected {min} to {max}, found {n}"),
            ));
        }
        // The limits are the limits of the field's type.
        match self {
            Self::U8(place) => *place = n as u8,
            Self::U16(place) => *place = n as u16,
            Self::U32(place) => *place = n as u32,
            Self::I16(place) => *place = n as i16,
            Self::I32(place) => *place = n as i32,
            Self::Flag(place) => *place = n == 1,
        }
        Ok(())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for FieldValue {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(n) => serializer.serialize_i64(*n),
            Self::List(list) => list.serialize(serializer),
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for FieldValue {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldValueVisitor)
    }
}

#[cfg(feature = "serde")]
struct FieldValueVisitor;

#[cfg(feature = "serde")]
impl<'de> serde::de::Visitor<'de> for FieldValueVisitor {
    type Value = FieldValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list of numbers")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<FieldValue, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, n: i64) -> Result<FieldValue, E> {
        Ok(n.into())
    }

    fn visit_u64<E: serde::de::Error>(self, n: u64) -> Result<FieldValue, E> {
        match i64::try_from(n) {
            Ok(n) => Ok(n.into()),
            Err(_) => Err(E::custom(format!(
                "expected a number of 64 bits, found {n}"
            ))),
        }
    }

    fn visit_seq<A>(self, mut items: A) -> Result<FieldValue, A::Error>
    where
        A: serde::de::SeqAccess<'de>,
    {
        let mut list = Vec::new();
        while let Some(n) = items.next_element()? {
            list.push(n);
        }
        Ok(FieldValue::List(list))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FieldValue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FieldValue".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]
        })
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
