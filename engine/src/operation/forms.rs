//! The serialized forms of operands whose types do not define them.

use std::fmt;

use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};

/// Reads a number within limits.
pub fn number<'de, D: Deserializer<'de>>(
    deserializer: D,
    min: i64,
    max: i64,
) -> Result<i64, D::Error> {
    deserializer.deserialize_i64(NumberVisitor { min, max })
}

struct NumberVisitor {
    min: i64,
    max: i64,
}

impl Visitor<'_> for NumberVisitor {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.min, self.max)
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<i64, E> {
        if n < self.min || n > self.max {
            return Err(E::invalid_value(Unexpected::Signed(n), &self));
        }
        Ok(n)
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<i64, E> {
        match i64::try_from(n) {
            Ok(n) => self.visit_i64(n),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(n), &self)),
        }
    }
}

/// Returns the schema of a number within limits.
#[cfg(feature = "schema")]
pub fn number_schema(min: i64, max: i64) -> schemars::Schema {
    schemars::json_schema!({"type": "integer", "minimum": min, "maximum": max})
}

/// A flag: 0, 1, `true` or `false`; written as 0 or 1.
pub mod flag {
    use super::{Deserializer, Error, Unexpected, Visitor, fmt};

    /// Writes 0 or 1.
    ///
    /// # Errors
    /// Returns the error of the serializer.
    pub fn serialize<S: serde::Serializer>(flag: &bool, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(u8::from(*flag))
    }

    /// Reads 0, 1, `true` or `false`.
    ///
    /// # Errors
    /// Returns an error for any other value.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(FlagVisitor)
    }

    /// Returns the JSON Schema of a flag.
    #[cfg(feature = "schema")]
    pub fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"enum": [0, 1, false, true]})
    }

    struct FlagVisitor;

    impl Visitor<'_> for FlagVisitor {
        type Value = bool;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("0 or 1")
        }

        fn visit_bool<E: Error>(self, flag: bool) -> Result<bool, E> {
            Ok(flag)
        }

        fn visit_i64<E: Error>(self, n: i64) -> Result<bool, E> {
            match n {
                0 => Ok(false),
                1 => Ok(true),
                _ => Err(E::invalid_value(Unexpected::Signed(n), &self)),
            }
        }

        fn visit_u64<E: Error>(self, n: u64) -> Result<bool, E> {
            self.visit_i64(i64::try_from(n).unwrap_or(i64::MAX))
        }
    }
}

/// A number for which -1 means `None`.
pub mod minus_one {
    use super::{Deserializer, Error};

    pub fn serialize<T, S>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Copy + Into<i64>,
        S: serde::Serializer,
    {
        serializer.serialize_i64(value.map_or(-1, Into::into))
    }

    pub fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: TryFrom<i64>,
        D: Deserializer<'de>,
    {
        let n: i64 = serde::Deserialize::deserialize(deserializer)?;
        if n == -1 {
            return Ok(None);
        }
        match T::try_from(n) {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(D::Error::custom(format!(
                "{n} is out of range; -1 means none"
            ))),
        }
    }

    #[cfg(feature = "schema")]
    pub fn angle_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        super::number_schema(i32::MIN.into(), i32::MAX.into())
    }

    #[cfg(feature = "schema")]
    pub fn axis_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        super::number_schema(-1, u8::MAX.into())
    }
}

/// Bytes as a string of hexadecimal digits.
pub mod hex {
    use super::{Deserializer, Error, Visitor, fmt};

    pub fn serialize<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let mut digits = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            digits.push_str(&format!("{byte:02x}"));
        }
        serializer.serialize_str(&digits)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_str(HexVisitor)
    }

    #[cfg(feature = "schema")]
    pub fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^([0-9A-Fa-f]{2})+$"})
    }

    struct HexVisitor;

    impl Visitor<'_> for HexVisitor {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("two hexadecimal digits a byte")
        }

        fn visit_str<E: Error>(self, digits: &str) -> Result<Vec<u8>, E> {
            let wrong = || E::custom("expected two hexadecimal digits a byte");
            if digits.is_empty() || digits.len() % 2 != 0 {
                return Err(wrong());
            }
            let mut bytes = Vec::with_capacity(digits.len() / 2);
            for pair in digits.as_bytes().chunks(2) {
                // A sign is not a digit, although the number parser accepts it.
                if !pair.iter().all(u8::is_ascii_hexdigit) {
                    return Err(wrong());
                }
                let pair = std::str::from_utf8(pair).map_err(|_| wrong())?;
                bytes.push(u8::from_str_radix(pair, 16).map_err(|_| wrong())?);
            }
            Ok(bytes)
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }
    }
}

/// A single byte, or a list of bytes.
pub mod bytes {
    use serde::Serialize;

    use super::{Deserializer, Error, SeqAccess, Unexpected, Visitor, fmt};

    pub fn serialize<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        match bytes {
            [byte] => serializer.serialize_u8(*byte),
            bytes => bytes.serialize(serializer),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_any(BytesVisitor)
    }

    #[cfg(feature = "schema")]
    pub fn schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let byte = super::number_schema(0, u8::MAX.into());
        schemars::json_schema!({"anyOf": [byte, {"type": "array", "items": byte}]})
    }

    struct BytesVisitor;

    impl<'de> Visitor<'de> for BytesVisitor {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("0 to 255, or a list of these numbers")
        }

        fn visit_u64<E: Error>(self, n: u64) -> Result<Vec<u8>, E> {
            match u8::try_from(n) {
                Ok(byte) => Ok(vec![byte]),
                Err(_) => Err(E::invalid_value(Unexpected::Unsigned(n), &self)),
            }
        }

        fn visit_i64<E: Error>(self, n: i64) -> Result<Vec<u8>, E> {
            match u64::try_from(n) {
                Ok(n) => self.visit_u64(n),
                Err(_) => Err(E::invalid_value(Unexpected::Signed(n), &self)),
            }
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Vec<u8>, A::Error> {
            let mut bytes = Vec::new();
            while let Some(byte) = items.next_element()? {
                bytes.push(byte);
            }
            Ok(bytes)
        }
    }
}
