//! Inputs made from files of the player: casts, settings, edits of a session.

use std::fs;
use std::io;

use crate::repository;

/// Settings with every key.
const SETTINGS: &str =
    "scale = \"4:3\"\nfullscreen = true\nborder = \"#0a141e\"\nbuttons = \"nintendo\"\n";
/// Each input of `play_session` replaces one value of a session. This is the distance between the
/// indices of these values in consecutive inputs.
const STRIDE: u16 = 37;

/// Returns inputs, each with the name of its body.
///
/// # Errors
/// Returns an error if the demo's cast can't be read.
pub fn plays() -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    let cast = fs::read(repository().join("data/demo/cast.toml"))?;
    let mut plays = vec![
        ("play_cast", cast),
        ("play_settings", SETTINGS.into()),
        ("play_settings", Vec::new()),
        ("play_session", Vec::new()),
    ];
    for number in 0..24 {
        let place = (u16::from(number) * STRIDE).to_le_bytes();
        plays.push(("play_session", [&place[..], &[number, 0]].concat()));
    }
    Ok(plays)
}
