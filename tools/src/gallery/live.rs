//! Writes a page of a single costume that shows each change of the costume by itself.
//!
//! The page asks for the script `stamp.js` again and again. Its number changes when the costume is
//! written again, and then the page loads anew; the address keeps the view. A fault of the source
//! stands on the page until the source is repaired.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_engine::Game;

use super::{DATA, GameData, PAGE, call, costume, room};
use crate::colours::RoomColours;
use crate::run_files::RunFiles;

/// The script that asks for changes, and the script with the number of the present state.
const LIVE: &str = "live.js";
const STAMP: &str = "stamp.js";

/// The mark in the page before which the script is added.
const END: &str = "</body>";

/// A page of one costume.
pub struct LivePage {
    out: PathBuf,
    number: u16,
    /// The number of the present state.
    state: u64,
}

impl LivePage {
    /// Creates the page of a costume in a folder. Nothing is written yet. `state` is a number that
    /// differs from the number of an earlier page in the folder, such as the present time.
    #[must_use]
    pub fn new(out: &Path, number: u16, state: u64) -> Self {
        Self {
            out: out.to_owned(),
            number,
            state,
        }
    }

    /// Writes the page with the present costume of a game.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn show(&mut self, files: &RunFiles, game: &Game, name: &str) -> Result<()> {
        let colours = RoomColours::new(game);
        let found = game.costume(self.number).ok();
        let shown_in = found.and_then(|costume| colours.room_of(&costume, self.number));
        let mut rooms = Vec::new();
        if let Some((number, _)) = shown_in {
            rooms.push(room::write(files, &colours, number, &self.out)?);
        }
        let costume = costume::write(files, &colours, self.number, &self.out)?;
        let title = game.files().identity().title.unwrap_or(name);
        let data = GameData::new(title.to_owned(), &colours, rooms, vec![costume]);
        call(files, &self.out.join(DATA), "begin(", &data)?;
        for (name, text) in PAGE {
            let mut text = text.to_owned();
            if name == "index.html" {
                let script = format!("<script src=\"{LIVE}\"></script>\n{END}");
                text = text.replace(END, &script);
            }
            files.write(&self.out.join(name), |out| out.write_all(text.as_bytes()))?;
        }
        let script = include_str!("page/live.js");
        files.write(&self.out.join(LIVE), |out| out.write_all(script.as_bytes()))?;
        self.tell(files, "")
    }

    /// Writes the present state: the fault of the source, or an empty text after a change.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn tell(&mut self, files: &RunFiles, fault: &str) -> Result<()> {
        if fault.is_empty() {
            self.state += 1;
        }
        let fault = serde_json::to_string(fault)?;
        let text = format!("live.take({}, {}, {fault});\n", self.number, self.state);
        files.write(&self.out.join(STAMP), |out| out.write_all(text.as_bytes()))
    }

    /// Returns the path of the page.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.out.join("index.html")
    }
}
