//! Operations and fields by the names and numbers that other languages pass.

use std::fmt::Debug;
use std::sync::LazyLock;

use scumm_engine::{ActorField, Operation, StageField, names, read_operation};
use serde::de::value::{Error, SeqDeserializer};
use serde::de::{Deserialize, DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::failure::word_of;
use crate::{Failure, Result};

/// An operand of an operation, as another language passes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperandValue {
    /// A number, a flag as 0 or 1, or the number of a value in its enumeration.
    Number(i64),
    /// The name of a value in its enumeration, or bytes as hexadecimal digits.
    Text(String),
    /// Bytes, for pixels and tables.
    Bytes(Vec<u8>),
    /// A list, for fields such as `sounds`.
    Numbers(Vec<i64>),
}

impl<'de> IntoDeserializer<'de, Error> for OperandValue {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for OperandValue {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Number(number) => visitor.visit_i64(number),
            Self::Text(text) => visitor.visit_string(text),
            Self::Bytes(bytes) => visitor.visit_byte_buf(bytes),
            Self::Numbers(numbers) => visitor.visit_seq(SeqDeserializer::new(numbers.into_iter())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::Number(number) => match u32::try_from(number) {
                Ok(number) => visitor.visit_enum(number.into_deserializer()),
                Err(_) => self.deserialize_any(visitor),
            },
            Self::Text(text) => visitor.visit_enum(text.into_deserializer()),
            _ => self.deserialize_any(visitor),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Reads an operation. `name` is the name of the operation in scenes, or the name of its method.
///
/// # Errors
/// Returns `ResultCode::NotFound` if there is no such operation, and `ResultCode::Misuse` if its
/// operands are wrong, too few or too many.
pub fn read_named_operation(name: &str, operands: Vec<OperandValue>) -> Result<Operation> {
    let Some(name) = operation_name(name) else {
        return Err(Failure::not_found(format!(
            "there is no operation {name:?}"
        )));
    };
    let operands: SeqDeserializer<_, Error> = SeqDeserializer::new(operands.into_iter());
    read_operation(name, operands).map_err(Failure::misuse)
}

/// Returns the name of an operation that is spelt with underscores or, as in JavaScript, with
/// capitals. `None` if there is no such operation.
#[must_use]
pub fn operation_name(name: &str) -> Option<&'static str> {
    let known = names::<Operation>().iter().copied();
    known
        .clone()
        .find(|known| *known == name)
        .or_else(|| known.clone().find(|known| capitalised(known) == name))
}

/// Returns a name with capitals in place of underscores: `set_costume` is `setCostume`.
#[must_use]
pub fn capitalised(name: &str) -> String {
    let mut written = String::with_capacity(name.len());
    let mut follows_gap = false;
    for letter in name.chars() {
        if letter == '_' {
            follows_gap = true;
            continue;
        }
        written.push(if follows_gap {
            letter.to_ascii_uppercase()
        } else {
            letter
        });
        follows_gap = false;
    }
    written
}

/// Returns the field with a name. The name is that of the field in scenes, or the name of the field
/// in Rust.
///
/// # Errors
/// Returns `ResultCode::NotFound` if there is no such field.
pub fn field_of_name<T: DeserializeOwned>(name: &str) -> Result<T> {
    let read = T::deserialize(OperandValue::Text(name.to_owned()));
    read.map_err(|_| Failure::not_found(format!("there is no field {name:?}")))
}

/// Returns the field of a number.
///
/// # Errors
/// Returns `ResultCode::Misuse` if there is no such field.
pub fn field_of_number<T: DeserializeOwned>(number: u32) -> Result<T> {
    let read = T::deserialize(OperandValue::Number(number.into()));
    read.map_err(|_| Failure::misuse(format!("there is no field {number}")))
}

/// Creates operands for a language, such as C, that passes only numbers and bytes. The bytes become
/// the last operand. If the operation is `set` and the field is a list, all numbers after the field
/// become the items of the list.
#[must_use]
pub fn plain_operands(name: &str, numbers: &[i64], bytes: Option<&[u8]>) -> Vec<OperandValue> {
    let mut operands = Vec::new();
    for number in numbers {
        operands.push(OperandValue::Number(*number));
    }
    if name == "set" && numbers.get(1).is_some_and(|field| is_list(*field)) {
        operands.truncate(2);
        operands.push(OperandValue::Numbers(numbers[2..].to_vec()));
    }
    if let Some(bytes) = bytes {
        operands.push(OperandValue::Bytes(bytes.to_vec()));
    }
    operands
}

/// Returns whether the actor's field with a number is a list.
fn is_list(field: i64) -> bool {
    let field = ActorField::deserialize(OperandValue::Number(field));
    field.is_ok_and(ActorField::is_list)
}

/// The fields of an actor that other languages offer as attributes: all fields whose value is a
/// number or a flag.
pub static ACTOR_FIELDS: LazyLock<Vec<ActorField>> = LazyLock::new(|| {
    let mut fields = all_fields::<ActorField>();
    fields.retain(|field| !field.is_list());
    fields
});

/// The fields of a stage that other languages offer as attributes, except the talking actor. The
/// attribute of the talking actor is declared separately, because its value may be none.
pub static STAGE_FIELDS: LazyLock<Vec<StageField>> = LazyLock::new(|| {
    let mut fields = all_fields::<StageField>();
    fields.retain(|field| *field != StageField::TalkingActor);
    fields
});

/// Returns all fields of an actor or of a stage, in the order of their numbers.
fn all_fields<T: DeserializeOwned + PartialEq>() -> Vec<T> {
    let mut fields = Vec::new();
    for name in names::<T>() {
        // A name may be a second name of a field that the list contains already.
        match field_of_name(name) {
            Ok(field) if !fields.contains(&field) => fields.push(field),
            _ => {}
        }
    }
    fields
}

/// Returns the name of a field as an attribute: `TalkColour` is `talk_colour`.
pub fn field_name(field: impl Debug) -> String {
    word_of(&format!("{field:?}"))
}

/// Returns the field of an actor that an attribute names.
///
/// # Errors
/// Returns `ResultCode::NotFound` if there is no such attribute.
pub fn actor_attribute(name: &str) -> Result<ActorField> {
    let field: ActorField = field_of_name(name)?;
    // `field_of_name` also accepts the names in scenes, which are different for some fields.
    if field.is_list() || field_name(field) != name {
        return Err(Failure::not_found(format!("there is no field {name:?}")));
    }
    Ok(field)
}

/// Returns the field of a stage that an attribute names.
///
/// # Errors
/// Returns `ResultCode::NotFound` if there is no such attribute.
pub fn stage_attribute(name: &str) -> Result<StageField> {
    let field: StageField = field_of_name(name)?;
    if field == StageField::TalkingActor || field_name(field) != name {
        return Err(Failure::not_found(format!("there is no field {name:?}")));
    }
    Ok(field)
}

/// Returns whether a field of an actor is a flag.
#[must_use]
pub fn is_actor_flag(field: ActorField) -> bool {
    use ActorField as F;
    matches!(
        field,
        F::Visible
            | F::NeedRedraw
            | F::NeedBgReset
            | F::CostumeNeedsInit
            | F::IgnoreBoxes
            | F::IgnoreTurns
            | F::Flip
            | F::Talking
            | F::SkipLimbs
    )
}

/// Returns whether a field of a stage is a flag.
#[must_use]
pub fn is_stage_flag(field: StageField) -> bool {
    use StageField as F;
    matches!(
        field,
        F::CameraMovingToActor
            | F::CameraFast
            | F::OwnScaleTable
            | F::RedrawFull
            | F::RedrawBackground
            | F::RedrawShown
            | F::RedrawAlways
            | F::Gamma
            | F::Noir
    )
}

#[cfg(test)]
mod tests {
    use scumm_engine::{Backdrop, PrintTarget, Stage};
    use scumm_room::Dialect;

    use super::*;
    use crate::{ResultCode, backdrop_from_picture};

    #[test]
    fn an_operation_is_read_by_each_of_its_names() {
        let operands = vec![OperandValue::Number(1), OperandValue::Number(7)];
        let expected = read_named_operation("start_anim", operands.clone()).unwrap();
        assert_eq!(
            read_named_operation("startAnim", operands).unwrap(),
            expected
        );
        for name in ["clear_plane_0", "clearPlane0"] {
            let operation = read_named_operation(name, Vec::new()).unwrap();
            assert_eq!(operation, Operation::ClearPlane0 {});
        }
    }

    #[test]
    fn values_of_enumerations_have_numbers_and_names() {
        for (number, name, target) in [
            (0, "front", PrintTarget::Front),
            (1, "back", PrintTarget::Back),
            (2, "both", PrintTarget::Both),
        ] {
            for into in [
                OperandValue::Number(number),
                OperandValue::Text(name.to_owned()),
            ] {
                let mut operands = vec![into];
                operands.extend([3, -4, 1, 2].map(OperandValue::Number));
                operands.push(OperandValue::Bytes(vec![5, 6]));
                let expected = Operation::PrintPixels {
                    buffers: target,
                    x: 3,
                    y: -4,
                    w: 1,
                    h: 2,
                    hex: vec![5, 6],
                };
                assert_eq!(read_named_operation("pixels", operands).unwrap(), expected);
            }
        }
        let number = ActorField::Walkbox as u32;
        assert_eq!(
            field_of_number::<ActorField>(number).unwrap(),
            ActorField::Walkbox
        );
        for name in ["talk_color", "talk_colour"] {
            assert_eq!(
                field_of_name::<ActorField>(name).unwrap(),
                ActorField::TalkColour
            );
        }
        assert_eq!(
            field_of_name::<ActorField>("nonsense").unwrap_err().code,
            ResultCode::NotFound
        );
        assert_eq!(
            field_of_number::<StageField>(999).unwrap_err().code,
            ResultCode::Misuse
        );
    }

    #[test]
    fn the_number_of_a_field_is_its_place_so_new_fields_go_to_the_end() {
        let mut actor_fields = 0;
        while let Ok(field) = field_of_number::<ActorField>(actor_fields) {
            assert_eq!(field as u32, actor_fields, "{field:?}");
            actor_fields += 1;
        }
        let mut stage_fields = 0;
        while let Ok(field) = field_of_number::<StageField>(stage_fields) {
            assert_eq!(field as u32, stage_fields, "{field:?}");
            stage_fields += 1;
        }
        assert_eq!((actor_fields, stage_fields), (67, 38));
    }

    #[test]
    fn numbers_behind_a_field_that_is_a_list_are_its_items() {
        let sounds = ActorField::Sounds as i64;
        let operands = plain_operands("set", &[1, sounds, 9], None);
        assert_eq!(operands.last(), Some(&OperandValue::Numbers(vec![9])));
        let x = ActorField::X as i64;
        let operands = plain_operands("set", &[1, x, 9], None);
        assert_eq!(operands.last(), Some(&OperandValue::Number(9)));
    }

    #[test]
    fn wrong_operands_are_refused() {
        for (name, operands, code, text) in [
            (
                "dance",
                vec![],
                ResultCode::NotFound,
                "there is no operation \"dance\"",
            ),
            (
                "hide",
                vec![OperandValue::Number(0)],
                ResultCode::Misuse,
                "hide actor: invalid value: integer `0`, expected 1 to 80",
            ),
            (
                "hide",
                vec![],
                ResultCode::Misuse,
                "[\"hide\", actor]: expected actor, found 0 operands",
            ),
            (
                "pixels",
                vec![OperandValue::Number(3)],
                ResultCode::Misuse,
                "pixels buffers: invalid value: integer `3`, expected variant index 0 <= i < 3",
            ),
            (
                "pixels",
                vec![OperandValue::Number(-1)],
                ResultCode::Misuse,
                "pixels buffers: invalid type: integer `-1`, expected enum PrintTarget",
            ),
        ] {
            let failure = read_named_operation(name, operands).unwrap_err();
            assert_eq!((failure.code, failure.text.as_str()), (code, text));
        }
    }

    fn stage() -> Stage {
        let backdrop: Backdrop =
            backdrop_from_picture(vec![0; 320 * 200], (320, 200), Vec::new(), 0).unwrap();
        Stage::new(Dialect::new(5), backdrop, 0..200)
    }

    #[test]
    fn every_field_that_is_a_number_is_an_attribute() {
        let mut fields = Vec::new();
        for number in 0.. {
            let Ok(field) = field_of_number::<ActorField>(number) else {
                break;
            };
            if !field.is_list() {
                fields.push(field);
            }
        }
        assert_eq!(fields, *ACTOR_FIELDS);
        let mut fields = Vec::new();
        for number in 0.. {
            let Ok(field) = field_of_number::<StageField>(number) else {
                break;
            };
            fields.push(field);
        }
        // `talking_actor` has an attribute of its own.
        assert!(fields.contains(&StageField::TalkingActor));
        fields.retain(|field| *field != StageField::TalkingActor);
        assert_eq!(fields, *STAGE_FIELDS);
    }

    #[test]
    fn an_attribute_has_the_name_of_the_field_in_rust() {
        for &field in ACTOR_FIELDS.iter() {
            assert_eq!(actor_attribute(&field_name(field)).unwrap(), field);
        }
        for &field in STAGE_FIELDS.iter() {
            assert_eq!(stage_attribute(&field_name(field)).unwrap(), field);
        }
        for name in ["talk_color", "scale", "nonsense"] {
            assert!(actor_attribute(name).is_err(), "{name}");
        }
        for name in ["cur_x", "talking_actor", "nonsense"] {
            assert!(stage_attribute(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_flag_refuses_two() {
        for &field in ACTOR_FIELDS.iter() {
            assert_eq!(
                field.check(&2.into()).is_err(),
                is_actor_flag(field),
                "{field:?}"
            );
        }
        let mut stage = stage();
        for &field in STAGE_FIELDS.iter() {
            let refused = field.store(&mut stage, 2).is_err();
            assert_eq!(refused, is_stage_flag(field), "{field:?}");
        }
    }
}
