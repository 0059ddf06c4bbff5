//! Functions that process arbitrary input as if it were a file that `wardrobe play` reads: a
//! session, a cast or settings. They are bodies of fuzz targets, like those of
//! `scumm_test_support::bodies`.

use std::ops::Range;
use std::sync::OnceLock;

use scumm_engine::Game;
use scumm_tools::demo;
use wardrobe_play::{Settings, begin, resume};

/// The number of frames that a body plays.
const FRAMES: u32 = 6;
/// The number of bytes of input that describe one edit of a session.
const EDIT: usize = 4;
/// The texts that can replace a value of a session.
const VALUES: [&str; 24] = [
    "0",
    "1",
    "-1",
    "2",
    "9",
    "255",
    "256",
    "-256",
    "32767",
    "32768",
    "-32768",
    "-32769",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "4294967295",
    "9223372036854775807",
    "18446744073709551615",
    "0.5",
    "true",
    "null",
    "[]",
    "\"\"",
];

/// Returns the body of a name; `None` if there is no such body.
#[must_use]
pub fn named(name: &str) -> Option<fn(&[u8])> {
    match name {
        "play_session" => Some(session),
        "play_cast" => Some(cast),
        "play_settings" => Some(settings),
        _ => None,
    }
}

/// The demo, the text of a session of the demo, and the ranges of the values in this text.
struct Demo {
    game: Game,
    session: Vec<u8>,
    values: Vec<Range<usize>>,
}

impl Demo {
    /// Returns the demo, which is opened once.
    fn get() -> &'static Option<Self> {
        static DEMO: OnceLock<Option<Demo>> = OnceLock::new();
        DEMO.get_or_init(|| {
            let game = demo::game().ok()?;
            let session = begin(demo::CAST, &game, FRAMES).ok()?;
            let values = values(&session);
            Some(Self {
                game,
                session,
                values,
            })
        })
    }
}

/// Returns the ranges of all numbers, strings and words in a JSON text, except keys.
fn values(text: &[u8]) -> Vec<Range<usize>> {
    let mut values = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let start = at;
        if byte == b'"' {
            at += 1;
            while let Some(&inside) = text.get(at) {
                at += if inside == b'\\' { 2 } else { 1 };
                if inside == b'"' {
                    break;
                }
            }
        } else if byte.is_ascii_alphanumeric() || byte == b'-' {
            while text
                .get(at)
                .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
            {
                at += 1;
            }
        } else {
            at += 1;
            continue;
        }
        if text.get(at) != Some(&b':') {
            values.push(start..at);
        }
    }
    values
}

/// Edits a session of the demo and resumes the session. An edit has four bytes: the index of a
/// value in two bytes, the low byte first, and the new value in two bytes. If the last byte is 0
/// and the byte before it is an index in [`VALUES`], the new value is this entry. Otherwise it is
/// the signed number in the two bytes, the low byte first.
///
/// The body accepts any session. A panic, or a use of more time or memory than the limits that
/// apply to every body, is a bug.
pub fn session(bytes: &[u8]) {
    let Some(demo) = Demo::get() else {
        return;
    };
    let mut text = demo.session.clone();
    let mut edits: Vec<(usize, String)> = Vec::new();
    for edit in bytes.chunks_exact(EDIT) {
        let place = usize::from(u16::from_le_bytes([edit[0], edit[1]])) % demo.values.len();
        let number = i16::from_le_bytes([edit[2], edit[3]]);
        let value = match VALUES.get(usize::from(edit[2])) {
            Some(value) if edit[3] == 0 => (*value).to_owned(),
            _ => number.to_string(),
        };
        edits.push((place, value));
    }
    // The values are replaced from the last one to the first one, so that the ranges of the
    // remaining values stay valid. If several edits replace the same value, the first of them is
    // used.
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
    edits.dedup_by_key(|(place, _)| *place);
    for (place, value) in edits {
        text.splice(demo.values[place].clone(), value.into_bytes());
    }
    // An invalid session makes `resume` return an error.
    if let Ok(kept) = resume(&text, &demo.game, FRAMES) {
        let _ = resume(&kept, &demo.game, 1);
    }
}

/// Plays the demo with a cast.
///
/// The body accepts any cast. A panic, or a use of more time or memory than the limits that apply
/// to every body, is a bug.
pub fn cast(bytes: &[u8]) {
    let (Some(demo), Ok(text)) = (Demo::get(), std::str::from_utf8(bytes)) else {
        return;
    };
    let _ = begin(text, &demo.game, FRAMES);
}

/// Parses settings. Writes valid settings as text, and parses the text again.
///
/// # Panics
/// Panics if the written text does not contain the same settings.
pub fn settings(bytes: &[u8]) {
    let Ok(settings) = Settings::parse(bytes) else {
        return;
    };
    let written = settings.to_text().unwrap_or_default();
    let again = Settings::parse(written.as_bytes());
    assert!(again.is_ok_and(|again| again == settings), "{written}");
}
