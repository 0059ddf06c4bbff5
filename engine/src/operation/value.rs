//! The value of a field: a number, or a list of numbers.

use scumm_room::{Error, Result};

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
            Self::List(_) => Err(Error::Misuse("expected a number, found a list".to_owned())),
        }
    }

    /// Returns the numbers of a list.
    pub(super) fn list(&self) -> Result<&[i64]> {
        match self {
            Self::List(list) => Ok(list),
            Self::Number(n) => Err(Error::Misuse(format!("expected a list, found {n}"))),
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
            return Err(Error::Misuse(format!("expected {min} to {max}, found {n}")));
        }
        // The limits are those of the types.
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

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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
            Err(_) => Err(E::custom(format!("{n} has more than 64 bits"))),
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
