//! The protocol between this program and another program that plays scenes, and the levels of
//! conformance: the keys of a line that the other program has to report. Both sides read and write
//! the protocol with these types.

use std::path::PathBuf;

use anyhow::Result;
use scumm_media::text::escape_name;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most characters of another program's text that are reported.
const LONGEST_TEXT: usize = 200;

/// A request to play a scene: a line on the standard input of the other program.
#[derive(Debug, Serialize, Deserialize)]
pub struct SceneRequest {
    /// The number of the request, which the end of the answer repeats.
    pub id: u64,
    /// The folder that the file names in the scene are relative to.
    pub dir: PathBuf,
    /// The name of the scene file without folder and extension, for messages.
    #[serde(default)]
    pub name: String,
    /// The folder for a picture of each line, if pictures are wanted: `frame-00000.png` is the
    /// first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<PathBuf>,
    /// The scene.
    pub scene: Value,
}

/// The last line of the answer to a request.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneEnd {
    /// The number of the request.
    pub id: u64,
    /// Always true.
    pub end: bool,
    /// The reason why the scene cannot be played, or not to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A line from the other program.
#[derive(Debug, PartialEq)]
pub enum AnswerLine {
    /// A line of the scene.
    Line(Value),
    /// The program skips the rest of the scene, with the reason.
    Skip(String),
    /// The end of the answer.
    End(SceneEnd),
}

impl AnswerLine {
    /// Reads a line. Every line of a scene has a `step`.
    ///
    /// # Errors
    /// Returns a message if the line is not JSON, or not one of the known lines.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if value.get("step").is_some_and(Value::is_i64) {
            return Ok(Self::Line(value));
        }
        if let Some(why) = value.get("skip").and_then(Value::as_str) {
            return Ok(Self::Skip(escape_text(why)));
        }
        if value.get("end").is_some() {
            let mut end: SceneEnd =
                serde_json::from_value(value).map_err(|error| error.to_string())?;
            end.error = end.error.as_deref().map(escape_text);
            return Ok(Self::End(end));
        }
        Err("expected a line with \"step\", \"skip\" or \"end\"".to_owned())
    }
}

/// Returns the text of another program as one line of limited length, without control characters.
fn escape_text(text: &str) -> String {
    let head: String = text.chars().take(LONGEST_TEXT).collect();
    let dots = if head.len() < text.len() { "…" } else { "" };
    format!("{}{dots}", escape_name(&head))
}

/// A level of conformance: a program may leave out the keys of higher levels. So an engine can be
/// tested before it supports all keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConformanceLevel {
    /// Only the output of the step `cels`: the decoded pictures.
    Cels,
    /// Also the checksums of the pictures.
    Picture,
    /// Also the positions, facings and costumes of the actors.
    Actors,
    /// All keys.
    #[default]
    Limbs,
}

/// Lists of keys, each with the level from which they are compared. Keys in no list belong to the
/// other program and are ignored.
type Keys = [(ConformanceLevel, &'static [&'static str])];

/// The keys of a line.
const LINE: &Keys = &[
    (ConformanceLevel::Cels, &["step", "op", "cels"]),
    (ConformanceLevel::Picture, &["n", "crc", "displayPalette"]),
    (
        ConformanceLevel::Actors,
        &["actors", "hit", "actorFromPos", "closed", "state"],
    ),
    (
        ConformanceLevel::Limbs,
        &[
            "adjust",
            "sounds",
            "akosQueue",
            "stages",
            "bench",
            "bench_tick",
        ],
    ),
];

/// The keys of an actor.
#[rustfmt::skip]
const ACTOR: &Keys = &[
    (ConformanceLevel::Actors, &["id", "x", "y", "room", "facing", "costume", "visible"]),
    (ConformanceLevel::Limbs, &[
        "targetFacing", "moving", "walkbox", "frame", "needRedraw", "needBgReset", "top", "bottom", "scale", "animProgress",
        "animCounter", "soundCounter", "soundPos", "stopped", "strips", "limbs", "flip", "animVars", "heCondMask", "heOffs",
        "heTalking", "heSkipLimbs", "command", "speaking", "miscFlags", "animRepeat", "walkTo", "nextBox",
    ]),
];

/// The keys of the items in a line's lists: pictures, sounds, entries of the queue, limbs of an
/// actor.
const CEL: &Keys = &[(
    ConformanceLevel::Cels,
    &["limb", "picture", "width", "height", "rel", "move", "rows"],
)];
const SOUND: &Keys = &[(ConformanceLevel::Limbs, &["via", "id", "channel", "flags"])];
const QUEUE: &Keys = &[(ConformanceLevel::Limbs, &["cmd", "actor", "p1", "p2"])];
#[rustfmt::skip]
const LIMB: &Keys = &[(ConformanceLevel::Limbs, &[
    "i", "active", "curpos", "start", "end", "frame", "type", "flip", "repeat", "condOff", "jumpOff", "jumpCnt",
])];

impl ConformanceLevel {
    /// Removes the keys of higher levels and unknown keys from a line.
    pub fn cut(self, line: &mut Value) {
        self.keep(line, LINE);
        for (list, keys) in [
            ("cels", CEL),
            ("actors", ACTOR),
            ("sounds", SOUND),
            ("akosQueue", QUEUE),
        ] {
            self.keep_in(line, list, keys);
        }
        let actors = line.get_mut("actors").and_then(Value::as_array_mut);
        actors
            .into_iter()
            .flatten()
            .for_each(|actor| self.keep_in(actor, "limbs", LIMB));
    }

    fn keep_in(self, table: &mut Value, list: &str, keys: &Keys) {
        let items = table.get_mut(list).and_then(Value::as_array_mut);
        items
            .into_iter()
            .flatten()
            .for_each(|item| self.keep(item, keys));
    }

    /// Keeps the keys up to this level.
    fn keep(self, table: &mut Value, keys: &Keys) {
        let Some(table) = table.as_object_mut() else {
            return;
        };
        table.retain(|key, _| {
            keys.iter()
                .any(|(level, keys)| *level <= self && keys.contains(&key.as_str()))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn lines_are_told_apart_by_their_keys() {
        assert_eq!(
            AnswerLine::parse(r#"{"step":-1,"op":"setup"}"#),
            Ok(AnswerLine::Line(json!({"step": -1, "op": "setup"})))
        );
        assert_eq!(
            AnswerLine::parse(r#"{"skip":"step blast"}"#),
            Ok(AnswerLine::Skip("step blast".to_owned()))
        );
        let end = |error: Option<&str>| {
            Ok(AnswerLine::End(SceneEnd {
                id: 7,
                end: true,
                error: error.map(str::to_owned),
            }))
        };
        assert_eq!(AnswerLine::parse(r#"{"id":7,"end":true}"#), end(None));
        assert_eq!(
            AnswerLine::parse(r#"{"id":7,"end":true,"error":"no file"}"#),
            end(Some("no file"))
        );
        for nonsense in [
            "",
            "hello",
            "[]",
            "{}",
            r#"{"step":"x"}"#,
            r#"{"end":true}"#,
            r#"{"id":1,"end":true,"x":1}"#,
        ] {
            assert!(AnswerLine::parse(nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn a_programs_own_words_stay_in_one_line() {
        let skip = AnswerLine::parse(r#"{"skip":"x)\r\n3 passed, 0 failed\u001b[2J"}"#);
        assert_eq!(
            skip,
            Ok(AnswerLine::Skip(
                r"x)\x0d\x0a3 passed, 0 failed\x1b[2J".to_owned()
            ))
        );
        let Ok(AnswerLine::End(end)) =
            AnswerLine::parse(r#"{"id":1,"end":true,"error":"no\nfile"}"#)
        else {
            panic!()
        };
        assert_eq!(end.error.as_deref(), Some(r"no\x0afile"));
        let Ok(AnswerLine::Skip(long)) =
            AnswerLine::parse(&json!({"skip": "z".repeat(1000)}).to_string())
        else {
            panic!()
        };
        assert_eq!(long.chars().count(), LONGEST_TEXT + 1);
    }

    #[test]
    fn a_request_is_read_as_it_is_written() {
        let request = SceneRequest {
            id: 7,
            dir: "a".into(),
            name: "b".to_owned(),
            frames: None,
            scene: json!({"steps": []}),
        };
        let text = serde_json::to_string(&request).unwrap();
        assert_eq!(
            text,
            r#"{"id":7,"dir":"a","name":"b","scene":{"steps":[]}}"#
        );
        let read: SceneRequest = serde_json::from_str(r#"{"id":7,"dir":"a","scene":{}}"#).unwrap();
        assert_eq!((read.id, read.name, read.frames), (7, String::new(), None));
    }

    #[test]
    fn a_level_has_the_keys_of_those_below_it() {
        let line = json!({
            "step": 0, "op": "tick", "n": 1, "crc": "00000000", "sounds": [{"id": 7}],
            "cels": [], "actors": [{"id": 1, "x": 5, "moving": 2, "limbs": [{"i": 0}]}],
        });
        let cut = |level: ConformanceLevel| {
            let mut line = line.clone();
            level.cut(&mut line);
            line
        };
        assert_eq!(
            cut(ConformanceLevel::Cels),
            json!({"step": 0, "op": "tick", "cels": []})
        );
        let picture = json!({"step": 0, "op": "tick", "n": 1, "crc": "00000000", "cels": []});
        assert_eq!(cut(ConformanceLevel::Picture), picture);
        let actors = json!([{"id": 1, "x": 5}]);
        let with_actors = json!({"step": 0, "op": "tick", "n": 1, "crc": "00000000", "cels": [], "actors": actors});
        assert_eq!(cut(ConformanceLevel::Actors), with_actors);
        assert_eq!(cut(ConformanceLevel::Limbs), line);
    }

    #[test]
    fn what_a_program_adds_of_its_own_is_ignored_at_every_level() {
        let ours = json!({
            "step": 0, "op": "tick", "actors": [{"id": 1, "limbs": [{"i": 0}]}], "sounds": [{"id": 7}],
            "cels": [{"limb": 0}], "akosQueue": [{"cmd": 3}],
        });
        let theirs = json!({
            "step": 0, "op": "tick", "case": "a", "actors": [{"id": 1, "name": "b", "limbs": [{"i": 0, "c": 1}]}],
            "sounds": [{"id": 7, "d": 1}], "cels": [{"limb": 0, "e": 1}], "akosQueue": [{"cmd": 3, "f": 1}],
        });
        for level in [
            ConformanceLevel::Cels,
            ConformanceLevel::Picture,
            ConformanceLevel::Actors,
            ConformanceLevel::Limbs,
        ] {
            let mut ours = ours.clone();
            let mut theirs = theirs.clone();
            [&mut ours, &mut theirs]
                .into_iter()
                .for_each(|line| level.cut(line));
            assert_eq!(ours, theirs, "{level:?}");
        }
    }

    #[test]
    fn every_key_of_a_line_has_a_level() {
        fn names(schema: &Value, found: &mut BTreeSet<String>) {
            for (key, value) in schema.as_object().into_iter().flatten() {
                let properties = value.as_object().filter(|_| key == "properties");
                found.extend(properties.into_iter().flat_map(|keys| keys.keys().cloned()));
                names(value, found);
            }
            schema
                .as_array()
                .into_iter()
                .flatten()
                .for_each(|item| names(item, found));
        }
        let mut found = BTreeSet::new();
        let mut schema = crate::Line::schema();
        // The keys of these types are not compared one by one here.
        let inner = [
            "PictureLayers",
            "ActorLayer",
            "CelLayer",
            "BenchLine",
            "BenchTickLine",
        ];
        schema["$defs"]
            .as_object_mut()
            .unwrap()
            .retain(|name, _| !inner.contains(&name.as_str()));
        names(&schema, &mut found);
        let known = [LINE, ACTOR, CEL, SOUND, QUEUE, LIMB].concat();
        let known: BTreeSet<String> = known
            .iter()
            .flat_map(|(_, keys)| *keys)
            .map(|&key| key.to_owned())
            .collect();
        assert_eq!(found, known);
    }
}
