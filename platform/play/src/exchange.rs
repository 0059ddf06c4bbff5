//! The exchange of costumes and of the game's files while the player plays.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use scumm_costume::Costume;
use scumm_media::text::error_chain;
use scumm_tools::load;

use crate::live::LiveCostumes;
use crate::player::Player;
use crate::settings::PlayOptions;

/// The number of frames between two looks at the files of the game.
const LOOK: u32 = 5;

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
        if self.is_look_due() && load::check_unchanged(&self.game).is_err() {
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

    /// Returns whether the files of the game are looked at in this tick: in every fifth, because
    /// each look asks the system for two files. While time stands still, ticks are rare.
    fn is_look_due(&mut self) -> bool {
        self.live.wait = self.live.wait.saturating_sub(1);
        if self.live.wait > 0 && !self.is_still() {
            return false;
        }
        self.live.wait = LOOK;
        true
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

#[cfg(test)]
mod tests;
