//! Writes an operation as a list: its name, then its operands.

use serde::ser::{Error, Impossible, Serialize, SerializeSeq, SerializeStructVariant, Serializer};

/// A wrapper that serializes an enum as a list: the name of the variant, then its fields. The
/// enum's serde implementation has to be derived.
#[derive(Clone, Copy, Debug)]
pub struct AsList<'v, T>(pub &'v T);

impl<T: Serialize> Serialize for AsList<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let list = serializer.serialize_seq(None)?;
        self.0.serialize(VariantWriter(list))
    }
}

/// Adds a variant to a list. Other values are errors.
struct VariantWriter<S>(S);

/// Adds the fields of a variant to the list.
struct FieldWriter<S>(S);

impl<S: SerializeSeq> SerializeStructVariant for FieldWriter<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        value: &T,
    ) -> Result<(), S::Error> {
        self.0.serialize_element(value)
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.0.end()
    }
}

/// Returns the error for a value that is not a variant with named fields.
fn no_variant<T, E: Error>() -> Result<T, E> {
    Err(E::custom("only variants with named fields are steps"))
}

impl<S: SerializeSeq> Serializer for VariantWriter<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Impossible<S::Ok, S::Error>;
    type SerializeStruct = Impossible<S::Ok, S::Error>;
    type SerializeStructVariant = FieldWriter<S>;

    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<FieldWriter<S>, S::Error> {
        self.0.serialize_element(variant)?;
        Ok(FieldWriter(self.0))
    }

    // A serializer has to define all kinds of values. An operation has none of the kinds below.

    fn serialize_bool(self, _: bool) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_i8(self, _: i8) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_i16(self, _: i16) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_i32(self, _: i32) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_i64(self, _: i64) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_u8(self, _: u8) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_u16(self, _: u16) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_u32(self, _: u32) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_u64(self, _: u64) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_f32(self, _: f32) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_f64(self, _: f64) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_char(self, _: char) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_str(self, _: &str) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        no_variant()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        no_variant()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, S::Error> {
        no_variant()
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        no_variant()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        no_variant()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        no_variant()
    }

    fn serialize_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        no_variant()
    }
}
