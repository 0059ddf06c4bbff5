//! Reads an operation from a list: its name, then its operands.
//!
//! serde's derive reads an enum from an [`EnumAccess`]: first the name of the variant, then its
//! fields. [`Step`] implements this access for the elements of a list after the name. The derive
//! passes the names of the operands, in order, to `struct_variant`.

use std::cell::RefCell;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, IgnoredAny,
    IntoDeserializer, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::{ActorField, Operation};

/// Reads the operation `name` from the elements of a list after its name.
///
/// # Errors
/// Returns an error of the list's format if the operation does not exist, or if its operands are
/// wrong, too few or too many.
pub fn read_operation<'de, A: SeqAccess<'de>>(
    name: &str,
    operands: A,
) -> Result<Operation, A::Error> {
    if name == "set" {
        return read_set(name, operands);
    }
    let operation: Operation = read_variant(name, operands)?;
    operation.check().map_err(A::Error::custom)?;
    Ok(operation)
}

/// Reads the variant `name` of an enum from the elements of a list after its name. The enum's serde
/// implementation has to be derived.
///
/// # Errors
/// Returns the errors of [`read_operation`].
pub fn read_variant<'de, T, A>(name: &str, operands: A) -> Result<T, A::Error>
where
    T: Deserialize<'de>,
    A: SeqAccess<'de>,
{
    T::deserialize(Step { name, operands })
}

/// Reads the operation `set`. The field that it names decides which values are valid.
fn read_set<'de, A: SeqAccess<'de>>(name: &str, operands: A) -> Result<Operation, A::Error> {
    let mut operands = Operands::new(name, &["actor", "field", "value"], operands);
    let actor = operands.next()?;
    let field: ActorField = operands.next()?;
    let value = operands.next_seed(field)?;
    operands.end()?;
    Ok(Operation::Set {
        actor,
        field,
        value,
    })
}

/// The rest of a list, read as the variant `name` of an enum.
struct Step<'n, A> {
    name: &'n str,
    operands: A,
}

impl<'de, A: SeqAccess<'de>> Deserializer<'de> for Step<'_, A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        if !variants.contains(&self.name) {
            return Err(A::Error::custom(format!(
                "there is no step {:?}",
                self.name
            )));
        }
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de, 'n, A: SeqAccess<'de>> EnumAccess<'de> for Step<'n, A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), A::Error> {
        let name: StrDeserializer<'n, A::Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de, A: SeqAccess<'de>> VariantAccess<'de> for Step<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        Err(unnamed(self.name))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let mut operands = Operands::new(self.name, fields, self.operands);
        match visitor.visit_seq(&mut operands) {
            Ok(value) => {
                operands.end()?;
                Ok(value)
            }
            // The message of the derived code gives only a number of elements.
            Err(_) if operands.is_too_short => Err(operands.too_few()),
            Err(error) => Err(error),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, A::Error> {
        Err(unnamed(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, A::Error> {
        Err(unnamed(self.name))
    }
}

/// Returns the error of a variant whose fields have no names. No operation has such a variant.
fn unnamed<E: Error>(name: &str) -> E {
    E::custom(format!("the operands of {name:?} have no names"))
}

/// The operands of a step, which are read one by one.
struct Operands<'n, A> {
    step: &'n str,
    names: &'static [&'static str],
    rest: A,
    /// The number of operands that were read.
    count: usize,
    /// Whether the list ended before a requested operand.
    is_too_short: bool,
}

impl<'de, 'n, A: SeqAccess<'de>> Operands<'n, A> {
    fn new(step: &'n str, names: &'static [&'static str], rest: A) -> Self {
        Self {
            step,
            names,
            rest,
            count: 0,
            is_too_short: false,
        }
    }

    /// Reads the next operand.
    fn next<T: Deserialize<'de>>(&mut self) -> Result<T, A::Error> {
        self.next_seed(std::marker::PhantomData)
    }

    fn next_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, A::Error> {
        match self.next_element_seed(seed)? {
            Some(operand) => Ok(operand),
            None => Err(self.too_few()),
        }
    }

    /// Returns an error if operands are left.
    fn end(mut self) -> Result<(), A::Error> {
        let read = self.count;
        while self.rest.next_element::<IgnoredAny>()?.is_some() {
            self.count += 1;
        }
        if self.count == read {
            return Ok(());
        }
        Err(A::Error::custom(format!(
            "{}: expected {} operands, found {}",
            self.usage(),
            self.names.len(),
            self.count
        )))
    }

    fn too_few(&self) -> A::Error {
        let missing = self.names.get(self.count).copied().unwrap_or_default();
        A::Error::custom(format!(
            "{}: expected {missing}, found {} operands",
            self.usage(),
            self.count
        ))
    }

    /// Returns the step with the names of its operands, as a scene writes it.
    fn usage(&self) -> String {
        let mut usage = format!("[{:?}", self.step);
        for name in self.names {
            usage.push_str(", ");
            usage.push_str(name);
        }
        usage.push(']');
        usage
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Operands<'_, A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        let read = self.rest.next_element_seed(seed);
        let operand = read.map_err(|error| {
            let name = self.names.get(self.count).copied().unwrap_or_default();
            A::Error::custom(format!("{} {name}: {error}", self.step))
        })?;
        if operand.is_some() {
            self.count += 1;
        } else {
            self.is_too_short = true;
        }
        Ok(operand)
    }
}

/// Returns the names of all variants of an enum, including aliases. The enum's serde implementation
/// has to be derived.
#[must_use]
pub fn names<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    probe::<T>(None).names
}

/// Returns the names of the operands of a variant, in the order of a step.
#[must_use]
pub fn operands<'de, T: Deserialize<'de>>(name: &str) -> &'static [&'static str] {
    probe::<T>(Some(name)).names
}

/// Returns whether two names belong to the same variant.
#[must_use]
pub fn is_same_variant<'de, T: Deserialize<'de>>(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|name| probe::<T>(Some(name)).variant);
    one.is_some() && one == other
}

/// Records the names that the derived implementation of an enum passes to its deserializer: the
/// names of the variants, or with `name` the names of the operands of that variant.
fn probe<'de, T: Deserialize<'de>>(name: Option<&str>) -> Found {
    let found = RefCell::default();
    // A probe always returns an error, because it reads nothing.
    let _ = T::deserialize(Probe {
        name,
        found: &found,
    });
    found.into_inner()
}

/// The result of a probe.
#[derive(Default)]
struct Found {
    /// The names of the variants, or the names of a variant's operands.
    names: &'static [&'static str],
    /// The name of the variant in the messages of the derived implementation.
    variant: Option<String>,
}

/// A deserializer that records the names that a derived implementation passes to it: the names of
/// the variants, or with `name` the names of that variant's fields.
struct Probe<'p> {
    name: Option<&'p str>,
    found: &'p RefCell<Found>,
}

/// The error that ends a probe.
#[derive(Debug)]
struct Probed;

impl fmt::Display for Probed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the names are known")
    }
}

impl std::error::Error for Probed {}

impl Error for Probed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Probed;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Probed> {
        Err(Probed)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Probed> {
        if self.name.is_some() {
            return visitor.visit_enum(self);
        }
        self.found.borrow_mut().names = variants;
        Err(Probed)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de, 'p> EnumAccess<'de> for Probe<'p> {
    type Error = Probed;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Probed> {
        let name: StrDeserializer<'p, Probed> = self.name.unwrap_or_default().into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Probe<'_> {
    type Error = Probed;

    fn unit_variant(self) -> Result<(), Probed> {
        Err(Probed)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Probed> {
        let mut found = self.found.borrow_mut();
        found.names = fields;
        // The derived code identifies a variant only by this message, "struct variant
        // Operation::SetCostume", which is the same for all names of the variant.
        found.variant = Some((&visitor as &dyn Expected).to_string());
        Err(Probed)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Probed> {
        Err(Probed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Probed> {
        Err(Probed)
    }
}

#[cfg(test)]
mod tests {
    use serde::de::value::SeqDeserializer;
    use serde_json::{Value, json};

    use super::super::AsList;
    use super::*;

    /// Reads an operation from a list.
    fn read(list: &Value) -> Result<Operation, String> {
        let (name, operands) = list.as_array().unwrap().split_first().unwrap();
        let operands: SeqDeserializer<_, serde_json::Error> =
            SeqDeserializer::new(operands.iter().cloned());
        read_operation(name.as_str().unwrap(), operands).map_err(|error| error.to_string())
    }

    #[test]
    fn an_operation_is_written_as_it_is_read() {
        for list in [
            json!(["put", 1, 20, 30]),
            json!(["put", 1, 20, 30, 4]),
            json!(["walk", 1, 20, 30, -1]),
            json!(["scale", 1, -1, 255]),
            json!(["class", 1, 32, 1]),
            json!(["init", 1, -1]),
            json!(["talk_cond", 1, 3]),
            json!(["talk_cond", 1, 3, 1]),
            json!(["show_actors"]),
            json!(["set", 1, "sounds", [1, 2]]),
            json!(["set", 1, "talk_color", 7]),
            json!(["set_camera", "cur_x", -7]),
            json!(["shadow_set", 4, 5]),
            json!(["shadow_set", 4, [5, 6]]),
            json!(["pixels", "both", 0, -1, 2, 1, "0aff"]),
        ] {
            let operation = read(&list).unwrap();
            assert_eq!(serde_json::to_value(AsList(&operation)).unwrap(), list);
        }
    }

    #[test]
    fn an_operation_has_the_name_of_its_method_too() {
        for (old, new) in [
            (json!(["costume", 1, 2]), json!(["set_costume", 1, 2])),
            (
                json!(["palette", 1, 2, 3]),
                json!(["set_actor_colour", 1, 2, 3]),
            ),
            (json!(["room", 1]), json!(["enter_room", 1])),
            (
                json!(["set", 1, "he_palette", 2]),
                json!(["set", 1, "palette_slot", 2]),
            ),
            (json!(["walk", 1, 2, 3, -1]), json!(["walk", 1, 2, 3])),
        ] {
            assert_eq!(read(&new), read(&old));
            let written = serde_json::to_value(AsList(&read(&new).unwrap())).unwrap();
            assert_eq!(written, old, "an operation is written with its first name");
        }
    }

    #[test]
    fn a_wrong_operation_says_what_was_expected() {
        for (list, message) in [
            (json!(["jump", 1]), "there is no step \"jump\""),
            (
                json!(["put", 1, 2]),
                "[\"put\", actor, x, y, room]: expected y, found 2 operands",
            ),
            (
                json!(["show_actors", 1]),
                "[\"show_actors\"]: expected 0 operands, found 1",
            ),
            (
                json!(["hide", 0]),
                "hide actor: invalid value: integer `0`, expected 1 to 80",
            ),
            (
                json!(["class", 1, 2, 3]),
                "class on: invalid value: integer `3`, expected 0 or 1",
            ),
            (
                json!(["put", 1, 2, 3, null, 5]),
                "[\"put\", actor, x, y, room]: expected 4 operands, found 5",
            ),
            (
                json!(["set", 1, "walkbox", 300]),
                "set value: expected 0 to 255, found 300",
            ),
            (
                json!(["scale_slot", 1, 5, 5, 1, 5, 5, 2]),
                "a scale slot needs two different points",
            ),
        ] {
            assert_eq!(read(&list).unwrap_err(), message);
        }
    }

    #[test]
    fn the_derive_tells_the_names_of_steps_and_operands() {
        let steps = names::<Operation>();
        assert!(steps.contains(&"costume") && steps.contains(&"set_costume"));
        assert_eq!(operands::<Operation>("put"), ["actor", "x", "y", "room"]);
        assert_eq!(operands::<Operation>("set_costume"), ["actor", "costume"]);
        assert!(operands::<Operation>("show_actors").is_empty());
        assert!(is_same_variant::<Operation>("costume", "set_costume"));
        assert!(is_same_variant::<Operation>("redraw", "redraw_all_actors"));
        assert!(!is_same_variant::<Operation>("full_redraw", "redraw"));
        assert!(!is_same_variant::<Operation>("jump", "jump"));
    }
}
