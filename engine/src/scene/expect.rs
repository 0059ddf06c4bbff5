//! What a scene itself claims of the state it comes to, so that a run that breaks a rule can't be blessed.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use serde_json::Value;

use super::error::{Result, SceneError};
use super::line::{ActorLine, Line};
use super::node::{Node, Value as Said};
use super::setup::Print;
use super::step::Op;
use super::table::text;
use crate::Stage;

/// The way to a value in an actor's line: `x`, `scale.0`, `animVars.3`, `limbs.2.curpos` (that of limb 2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    pub(super) fn read(key: &str, node: Node) -> Result<Self> {
        Ok(Self(text(key, node)?.value))
    }

    /// The value of an actor's line.
    fn find<'v>(&self, actor: &'v Value) -> Option<&'v Value> {
        self.0.split('.').try_fold(actor, |value, part| match value {
            Value::Object(table) => table.get(part),
            Value::Array(items) => {
                let number: usize = part.parse().ok()?;
                let said = |item: &&Value| item.get("i").and_then(Value::as_u64) == u64::try_from(number).ok();
                let of_limbs = items.first().is_some_and(|item| item.get("i").is_some());
                if of_limbs { items.iter().find(said) } else { items.get(number) }
            }
            _ => None,
        })
    }
}

/// A number, or a list of them.
pub(super) fn value(key: &str, node: Node) -> Result<Value> {
    match node.value {
        Said::Integer(n) => Ok(n.into()),
        Said::Bool(b) => Ok(i64::from(b).into()),
        Said::List(items) => items.into_iter().map(|item| value(key, item)).collect::<Result<_>>().map(Value::Array),
        other => {
            let found = other.describe();
            Err(SceneError::text(node.line, format!("{key}: expected a number or a list of them, found {found}")))
        }
    }
}

impl Op {
    /// Whether it claims something of the state, and does nothing else.
    #[must_use]
    pub fn is_claim(&self) -> bool {
        matches!(
            self,
            Self::Expect { .. }
                | Self::ExpectPixel { .. }
                | Self::ExpectSounds(_)
                | Self::ExpectQueue(_)
                | Self::ExpectAnswer(_)
        )
    }
}

/// What the line before told of.
#[derive(Clone, Debug, Default)]
pub(super) struct Happened {
    sounds: Vec<i32>,
    queue: Vec<[i32; 4]>,
    /// `actorFromPos` or `hit`.
    answer: Option<u16>,
}

impl Happened {
    /// What a line tells of.
    pub fn of(line: &Line) -> Self {
        let queue = line.queue.iter().map(|q| [q.cmd.into(), q.actor.into(), q.p1, q.p2]);
        let sounds = line.sounds.iter().map(|sound| sound.id).collect();
        Self { sounds, queue: queue.collect(), answer: line.actor_from_pos.or(line.hit.map(u16::from)) }
    }
}

fn differing<T: std::fmt::Debug + PartialEq>(what: &str, expected: &[T], found: &[T]) -> Option<String> {
    (expected != found).then(|| format!("{what}: expected {expected:?}, found {found:?}"))
}

/// What of the claim in `op` does not hold; `None` where it does, and for operations that claim nothing.
pub(super) fn unmet(op: &Op, stage: &Stage, last: &Happened) -> Option<String> {
    match op {
        Op::ExpectSounds(expected) => differing("the sounds", expected, &last.sounds),
        Op::ExpectAnswer(expected) => differing("the answer", &[*expected], last.answer.as_slice()),
        Op::ExpectQueue(expected) => differing("the AKOS queue", expected, &last.queue),
        Op::Expect { actor, key, value } => {
            let line = stage.actor(*actor).map(|actor| ActorLine::of(actor, stage.dialect(), Print::ALL)).ok()?;
            let line = serde_json::to_value(line).ok()?;
            let found = key.find(&line);
            (found != Some(value)).then(|| {
                let found = found.map_or_else(|| "nothing".to_owned(), Value::to_string);
                format!("actor {actor}: {}: expected {value}, found {found}", key.0)
            })
        }
        Op::ExpectPixel { x, y, colour } => {
            let found = stage.front().row(usize::from(*y)).get(usize::from(*x)).copied();
            (found != Some(*colour)).then(|| {
                let found = found.map_or_else(|| "nothing".to_owned(), |found| found.to_string());
                format!("the pixel ({x}, {y}): expected {colour}, found {found}")
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::inputs::Folder;
    use super::super::{Runner, Scene};

    /// How a scene with these steps ends.
    fn end_of(steps: &str) -> Option<String> {
        let text = format!("{{\"actors\": [{{\"id\": 2, \"x\": 50, \"y\": 60}}],\n\"steps\": [{steps}]}}");
        let scene = Arc::new(Scene::parse("s.json", &text).unwrap());
        let mut runner = Runner::new(scene, &Folder::default()).unwrap();
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
            (r#"["expect", 2, "x", 51]"#, "s.json:2: actor 2: x: expected 51, found 50"),
            (
                r#"["state"],
                ["expect", 2, "limbs.16.active", 0]"#,
                "s.json:3: actor 2: limbs.16.active: expected 0, found nothing",
            ),
            (r#"["expect", 2, "hat", 1]"#, "s.json:2: actor 2: hat: expected 1, found nothing"),
            (r#"["expect_sounds", [7]]"#, "s.json:2: the sounds: expected [7], found []"),
            (r#"["expect_queue", [[3, 1, 7, 0]]]"#, "s.json:2: the AKOS queue: expected [[3, 1, 7, 0]], found []"),
            (
                r#"["actor_from_pos", 1, 1], ["expect_answer", 0], ["expect_answer", 0]"#,
                "s.json:2: the answer: expected [0], found []",
            ),
            (r#"["expect_pixel", 3, 4, 5]"#, "s.json:2: the pixel (3, 4): expected 5, found 0"),
            (r#"["expect_pixel", 320, 4, 5]"#, "s.json:2: the pixel (320, 4): expected 5, found nothing"),
        ] {
            assert_eq!(end_of(steps).as_deref(), Some(message));
        }
    }
}
