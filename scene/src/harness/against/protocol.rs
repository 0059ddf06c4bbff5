//! The protocol between this program and another program that plays scenes. Both sides read and
//! write it with these types.

use std::path::PathBuf;

use anyhow::Result;
use scumm_platform::text::escape_name;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most characters of another program's text that are reported.
const LONGEST_TEXT: usize = 200;

/// A request to play a scene: a line on the standard input of the other program.
#[derive(Debug, Serialize, Deserialize)]
pub struct Request {
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
pub struct End {
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
pub enum Said {
    /// A line of the scene.
    Line(Value),
    /// The program skips the rest of the scene, with the reason.
    Skip(String),
    /// The end of the answer.
    End(End),
}

impl Said {
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
            return Ok(Self::Skip(told(why)));
        }
        if value.get("end").is_some() {
            let mut end: End = serde_json::from_value(value).map_err(|error| error.to_string())?;
            end.error = end.error.as_deref().map(told);
            return Ok(Self::End(end));
        }
        Err("expected a line with \"step\", \"skip\" or \"end\"".to_owned())
    }
}

/// Returns the text of another program as one line of limited length, without control characters.
fn told(text: &str) -> String {
    let head: String = text.chars().take(LONGEST_TEXT).collect();
    let dots = if head.len() < text.len() { "…" } else { "" };
    format!("{}{dots}", escape_name(&head))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_are_told_apart_by_their_keys() {
        assert_eq!(
            Said::parse(r#"{"step":-1,"op":"setup"}"#),
            Ok(Said::Line(json!({"step": -1, "op": "setup"})))
        );
        assert_eq!(
            Said::parse(r#"{"skip":"step blast"}"#),
            Ok(Said::Skip("step blast".to_owned()))
        );
        let end = |error: Option<&str>| {
            Ok(Said::End(End {
                id: 7,
                end: true,
                error: error.map(str::to_owned),
            }))
        };
        assert_eq!(Said::parse(r#"{"id":7,"end":true}"#), end(None));
        assert_eq!(
            Said::parse(r#"{"id":7,"end":true,"error":"no file"}"#),
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
            assert!(Said::parse(nonsense).is_err(), "{nonsense}");
        }
    }

    #[test]
    fn a_programs_own_words_stay_in_one_line() {
        let skip = Said::parse(r#"{"skip":"x)\r\n3 passed, 0 failed\u001b[2J"}"#);
        assert_eq!(
            skip,
            Ok(Said::Skip(
                r"x)\x0d\x0a3 passed, 0 failed\x1b[2J".to_owned()
            ))
        );
        let Ok(Said::End(end)) = Said::parse(r#"{"id":1,"end":true,"error":"no\nfile"}"#) else {
            panic!()
        };
        assert_eq!(end.error.as_deref(), Some(r"no\x0afile"));
        let Ok(Said::Skip(long)) = Said::parse(&json!({"skip": "z".repeat(1000)}).to_string())
        else {
            panic!()
        };
        assert_eq!(long.chars().count(), LONGEST_TEXT + 1);
    }

    #[test]
    fn a_request_is_read_as_it_is_written() {
        let request = Request {
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
        let read: Request = serde_json::from_str(r#"{"id":7,"dir":"a","scene":{}}"#).unwrap();
        assert_eq!((read.id, read.name, read.frames), (7, String::new(), None));
    }
}
