//! Changes of the game while it is played: costumes whose sources the user edits, and game files
//! that an import replaces. Actors go on with the new costumes; a fault stands on the screen until
//! it is repaired, and until then the last good costume is used.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_media::text::error_chain;
use scumm_tools::watch::{BuiltSource, SourceWatcher, WatchedSource};
use scumm_tools::{demo, load};

use crate::player::Player;
use crate::settings::PlayOptions;

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
    watcher: Option<SourceWatcher>,
    /// The last good blocks.
    blocks: BTreeMap<u16, Vec<u8>>,
    /// A line for each fault of a costume.
    faults: BTreeMap<u16, String>,
    /// The reason why the changed files of the game are not used.
    game_fault: Option<String>,
    /// The number of frames until the changed game is opened again.
    wait: u32,
}

/// The number of frames between two attempts to open a changed game.
const ATTEMPT: u32 = 10;

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
    fn take(
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

impl Player {
    /// Uses the changed files of the game and the changed sources of costumes. While time is
    /// paused, one frame is played to show a new costume.
    pub(super) fn follow_changes(&mut self) {
        if self.take_changes() && self.is_still() {
            if let Err(error) = self.step() {
                log::warn!("{}", error_chain(&error));
            }
        }
    }

    /// Takes the changes. Returns whether a costume on the stage was exchanged.
    fn take_changes(&mut self) -> bool {
        let mut is_exchanged = false;
        let is_changed = load::check_unchanged(&self.game).is_err();
        self.live.wait = self.live.wait.saturating_sub(1);
        if is_changed && self.live.wait == 0 {
            self.live.wait = ATTEMPT;
            match self.reload_game() {
                Ok(is_reloaded) => is_exchanged = is_reloaded,
                Err(error) => {
                    let fault = error_chain(&error);
                    if self.live.game_fault.as_ref() != Some(&fault) {
                        log::warn!("{fault}");
                    }
                    self.live.game_fault = Some(fault);
                }
            }
        }
        let next = |live: &LiveCostumes| live.watcher.as_ref()?.next_change();
        while let Some(change) = next(&self.live) {
            let number = change.number;
            let taken = self.live.take(number, change.built, &mut self.game);
            match taken.and_then(|costume| self.wear(number, costume)) {
                Ok(()) => {
                    is_exchanged = true;
                    self.world.stage.use_game(&self.game);
                    self.caption(&format!("costume {number} is built anew"));
                }
                Err(error) => log::warn!("costume {number}: {}", error_chain(&error)),
            }
        }
        self.show_notice();
        is_exchanged
    }

    /// Shows the lines of the present faults.
    pub(super) fn show_notice(&mut self) {
        let notice = self.live.notice();
        self.view.set_notice(notice.as_deref());
    }

    /// Opens the game again after its files were replaced, and exchanges the costumes on the stage.
    /// Returns `false` while an import is replacing files.
    fn reload_game(&mut self) -> Result<bool> {
        let PlayOptions {
            files,
            game_path,
            given,
            ..
        } = &self.options;
        let path = game_path.as_deref().unwrap_or(Path::new(""));
        let Some(mut game) = load::reopened(files, path, given)? else {
            let text = "an import into the game is running or was interrupted";
            self.live.game_fault = Some(text.to_owned());
            return Ok(false);
        };
        ensure!(
            game.dialect() == self.game.dialect(),
            "the game has become another version; start the program again"
        );
        for (number, block) in &self.live.blocks {
            game.insert_costume(*number, block.clone())?;
        }
        self.game = game;
        self.live.game_fault = None;
        self.world.stage.use_game(&self.game);
        let numbers: Vec<u16> = self.game.costumes().collect();
        for number in numbers {
            if self.world.stage.costume(number).is_none() {
                continue;
            }
            let costume = self.game.costume(number).map_err(anyhow::Error::from);
            if let Err(error) = costume.and_then(|costume| self.wear(number, costume)) {
                // The actors keep the old costume.
                let fault = format!("costume {number}: {}", error_chain(&error));
                log::warn!("{fault}");
                self.live.game_fault = Some(fault);
            }
        }
        self.caption("the game's files have changed");
        Ok(true)
    }

    /// Exchanges a costume on the stage. Its wearers keep their places and their animations. If the
    /// animations have changed, they begin anew.
    fn wear(&mut self, number: u16, costume: Costume) -> Result<()> {
        let stage = &mut self.world.stage;
        let Some(old) = stage.costume(number) else {
            return Ok(());
        };
        let has_same_animations = old.animations().eq(costume.animations());
        stage
            .exchange_costume(number, Arc::new(costume))
            .with_context(|| format!("costume {number}"))?;
        if !has_same_animations {
            for character in &self.world.now.characters {
                if character.costume != number {
                    continue;
                }
                let frame = self.world.stage.actor(character.number)?.frame;
                self.world
                    .stage
                    .start_anim(character.number, frame.into())?;
            }
        }
        Ok(())
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

#[cfg(test)]
mod tests;
