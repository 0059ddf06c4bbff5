//! Changes of the game while it is played: costumes whose sources the user edits, and game files
//! that an import replaces. Actors go on with the new costumes; a fault stands on the screen until
//! it is repaired, and until then the last good costume is used.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_media::text::error_chain;
use scumm_tools::demo;
use scumm_tools::watch::{BuiltSource, SourceWatcher, WatchedSource};

/// The source of the costume with a number.
pub type NumberedSource = (u16, PathBuf);

/// Parses a number and the path of a source, written `305=costume.toml`.
pub fn numbered_source(text: &str) -> Result<NumberedSource, String> {
    let wrong = || format!("expected NUMBER=SOURCE, found `{text}`");
    let (number, source) = text.split_once('=').ok_or_else(wrong)?;
    let number = number.parse().map_err(|_| wrong())?;
    if source.is_empty() {
        return Err(wrong());
    }
    Ok((number, PathBuf::from(source)))
}

/// The costumes from sources, and the faults of the present state.
#[derive(Debug, Default)]
pub struct LiveCostumes {
    /// `None` without sources.
    pub(crate) watcher: Option<SourceWatcher>,
    /// The last good blocks.
    pub(crate) blocks: BTreeMap<u16, Vec<u8>>,
    /// A line for each fault of a costume.
    faults: BTreeMap<u16, String>,
    /// The reason why the changed files of the game are not used.
    pub(crate) game_fault: Option<String>,
    /// The number of frames until the files of the game are looked at again.
    pub(crate) wait: u32,
}

impl LiveCostumes {
    /// Builds the sources, inserts the costumes into the game, and starts to watch the sources. If
    /// a source cannot be built, the game's own costume is used until the source is repaired.
    ///
    /// # Errors
    /// Returns an error if a source cannot be built and the game has no costume of its number.
    pub fn start(sources: &[NumberedSource], game: &mut Game) -> Result<Self> {
        let mut live = Self::default();
        let mut watched = Vec::new();
        for (number, path) in sources {
            let mut source = WatchedSource::new(path.clone(), game.dialect());
            let is_in_game = game.costume(*number).is_ok();
            let built = source.build();
            if let Err(error) = live.take(*number, built, game) {
                ensure!(is_in_game, "{}", error_chain(&error));
                log::warn!("costume {number}: {}", error_chain(&error));
            }
            watched.push((*number, source));
        }
        if !watched.is_empty() {
            live.watcher = Some(SourceWatcher::start(watched)?);
        }
        Ok(live)
    }

    /// Returns whether the game has costumes from sources.
    pub fn has_sources(&self) -> bool {
        self.watcher.is_some()
    }

    /// Inserts a built costume into the game, and keeps or removes the line of its fault.
    pub(crate) fn take(
        &mut self,
        number: u16,
        built: Result<BuiltSource>,
        game: &mut Game,
    ) -> Result<Costume> {
        let inserted = built.and_then(|built| {
            let costume = game.insert_costume(number, built.block.clone())?;
            Ok((built, costume))
        });
        match inserted {
            Ok((BuiltSource { block, warnings }, costume)) => {
                self.blocks.insert(number, block);
                self.faults.remove(&number);
                for warning in &warnings {
                    log::warn!("costume {number}: {warning}");
                }
                if let Some(first) = warnings.first() {
                    let more = match warnings.len() {
                        1 => String::new(),
                        all => format!(" (and {} more warnings)", all - 1),
                    };
                    let text = format!("costume {number}: {first}{more}");
                    self.faults.insert(number, text);
                }
                Ok(costume)
            }
            Err(error) => {
                let text = format!("costume {number}: {}", error_chain(&error));
                self.faults.insert(number, text);
                Err(error)
            }
        }
    }

    /// Returns the lines of the faults.
    pub fn notice(&self) -> Option<String> {
        let lines: Vec<&str> = self
            .game_fault
            .iter()
            .chain(self.faults.values())
            .map(String::as_str)
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// The versions of the demo.
const DEMOS: RangeInclusive<u8> = 5..=7;

/// Opens the demo in the version that the user names, if it exists in this version, else in v5.
///
/// # Errors
/// Does not fail with the built-in files.
pub fn demo_in(version: Option<u8>) -> Result<Game> {
    match version {
        Some(version) if version != 5 && DEMOS.contains(&version) => {
            Ok(Game::from_files(demo::files(version)?)?)
        }
        _ => Ok(demo::game()?),
    }
}
