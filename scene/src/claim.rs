//! The claims of a scene about its own state. If a run does not meet a claim, its lines are not
//! stored as the expected lines.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use scumm_engine::Stage;
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_json::Value;

use super::error::{Refusal, Result};
use super::line::{ActorLine, Line};

/// A number, or a list of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ClaimedValue(Value);

impl<'de> Deserialize<'de> for ClaimedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ClaimedValueVisitor)
    }
}

struct ClaimedValueVisitor;

impl<'de> Visitor<'de> for ClaimedValueVisitor {
    type Value = ClaimedValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a list of numbers")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<ClaimedValue, E> {
        Ok(ClaimedValue(u8::from(flag).into()))
    }

    fn visit_i64<E>(self, n: i64) -> Result<ClaimedValue, E> {
        Ok(ClaimedValue(n.into()))
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<ClaimedValue, E> {
        match i64::try_from(n) {
            Ok(n) => self.visit_i64(n),
            Err(_) => Err(E::custom(format!(
                "expected a number of 64 bits, found {n}"
            ))),
        }
    }

    // The nesting of lists is limited by the depth that a scene may have.
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<ClaimedValue, A::Error> {
        let mut list = Vec::new();
        while let Some(ClaimedValue(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(ClaimedValue(Value::Array(list)))
    }
}

impl JsonSchema for ClaimedValue {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ClaimedValue".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["integer", "boolean", "array"]})
    }
}

/// The values in the last line that a claim can check.
#[derive(Clone, Debug, Default)]
pub struct LastLine {
    pub sounds: Vec<i32>,
    pub queue: Vec<[i32; 4]>,
    /// The result of `actorFromPos`, `hit` or `state`.
    pub answer: Option<u16>,
}

impl LastLine {
    /// Collects the results of a line.
    pub fn new(line: &Line) -> Self {
        let queue = line
            .queue
            .iter()
            .map(|q| [q.cmd.into(), q.actor.into(), q.p1, q.p2]);
        let sounds = line.sounds.iter().map(|sound| sound.id).collect();
        Self {
            sounds,
            queue: queue.collect(),
            answer: line
                .actor_from_pos
                .or(line.hit.map(u16::from))
                .or(line.state.and_then(|state| u16::try_from(state).ok())),
        }
    }
}

/// Returns `Refusal::Unmet` if the values differ. `what` names them in the message.
pub fn equal<T: fmt::Debug + PartialEq>(
    what: &str,
    expected: &[T],
    found: &[T],
) -> Result<(), Refusal> {
    check(expected == found, || {
        format!("{what}: expected {expected:?}, found {found:?}")
    })
}

fn check(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds {
        Ok(())
    } else {
        Err(Refusal::Unmet(otherwise()))
    }
}

/// Returns a value as text, or `nothing`.
fn shown(found: Option<impl ToString>) -> String {
    found.map_or_else(|| "nothing".to_owned(), |found| found.to_string())
}

/// Returns the value of an actor's line at a path: `x`, `scale.0`, `animVars.3`, `limbs.2.curpos`
/// (of limb 2).
fn find<'v>(actor: &'v Value, way: &str) -> Option<&'v Value> {
    way.split('.').try_fold(actor, |value, part| match value {
        Value::Object(table) => table.get(part),
        Value::Array(items) => {
            let number: usize = part.parse().ok()?;
            let said =
                |item: &&Value| item.get("i").and_then(Value::as_u64) == u64::try_from(number).ok();
            let of_limbs = items.first().is_some_and(|item| item.get("i").is_some());
            if of_limbs {
                items.iter().find(said)
            } else {
                items.get(number)
            }
        }
        _ => None,
    })
}

/// Checks a value of an actor's line.
pub fn actor_value(
    stage: &Stage,
    actor: u16,
    key: &str,
    ClaimedValue(expected): &ClaimedValue,
) -> Result<(), Refusal> {
    let line = stage
        .actor(actor)
        .map(|state| ActorLine::new(actor, state, stage.dialect(), true))
        .ok();
    let line = line
        .and_then(|line| serde_json::to_value(line).ok())
        .unwrap_or_default();
    let found = find(&line, key);
    check(found == Some(expected), || {
        format!(
            "actor {actor}: {key}: expected {expected}, found {}",
            shown(found)
        )
    })
}

/// Checks the colour of a pixel of the view.
pub fn pixel(stage: &Stage, x: u16, y: u16, expected: u8) -> Result<(), Refusal> {
    let found = stage
        .front()
        .row(usize::from(y))
        .get(usize::from(x))
        .copied();
    check(found == Some(expected), || {
        format!(
            "the pixel ({x}, {y}): expected {expected}, found {}",
            shown(found)
        )
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::inputs::SceneFolder;
    use super::super::{Runner, Scene};

    /// Returns the message for a scene with these steps, or `None` if the scene passes.
    fn end_of(steps: &str) -> Option<String> {
        let text =
            format!("{{\"actors\": [{{\"id\": 2, \"x\": 50, \"y\": 60}}],\n\"steps\": [{steps}]}}");
        let scene = Arc::new(Scene::parse("s.json", &text).unwrap());
        let mut runner = Runner::new(scene, &SceneFolder::default()).unwrap();
        loop {
            match runner.next_line() {
                Ok(Some(_)) => {}
                Ok(None) => return None,
                Err(error) => {
                    assert!(error.is_unmet());
                    return Some(error.to_string());
                }
            }
        }
    }

    #[test]
    fn what_holds_passes() {
        let steps = r#"["expect", 2, "x", 50], ["expect", 2, "scale", [255, 255]], ["expect", 2, "scale.1", 255],
            ["expect", 2, "limbs.15.curpos", 0], ["expect", 2, "visible", true], ["expect_pixel", 319, 199, 0]"#;
        assert_eq!(end_of(steps), None);
    }

    #[test]
    fn what_does_not_hold_is_named_with_its_line() {
        for (steps, message) in [
            (
                r#"["expect", 2, "x", 51]"#,
                "s.json:2: actor 2: x: expected 51, found 50",
            ),
            (
                r#"["state"],
                ["expect", 2, "limbs.16.active", 0]"#,
                "s.json:3: actor 2: limbs.16.active: expected 0, found nothing",
            ),
            (
                r#"["expect", 2, "hat", 1]"#,
                "s.json:2: actor 2: hat: expected 1, found nothing",
            ),
            (
                r#"["expect_sounds", [7]]"#,
                "s.json:2: the sounds: expected [7], found []",
            ),
            (
                r#"["expect_queue", [[3, 1, 7, 0]]]"#,
                "s.json:2: the AKOS queue: expected [[3, 1, 7, 0]], found []",
            ),
            (
                r#"["actor_from_pos", 1, 1], ["expect_answer", 0], ["expect_answer", 0]"#,
                "s.json:2: the answer: expected [0], found []",
            ),
            (
                r#"["expect_pixel", 3, 4, 5]"#,
                "s.json:2: the pixel (3, 4): expected 5, found 0",
            ),
            (
                r#"["expect_pixel", 320, 4, 5]"#,
                "s.json:2: the pixel (320, 4): expected 5, found nothing",
            ),
        ] {
            assert_eq!(end_of(steps).as_deref(), Some(message));
        }
    }
}
