//! Plays a game, in a window or without one. Contains functions that play without a window for
//! tests of sessions.

use std::time::Instant;

use anyhow::{Result, ensure};
use scumm_engine::Game;
use scumm_platform::App;
use scumm_room::resource::Given;
use scumm_scene::harness::find::stored_lines;
use scumm_tools::run_files::RunFiles;
use scumm_tools::written::Overwrite;

use crate::cast::PlayCast;
use crate::chooser;
use crate::frames::is_stdout;
use crate::play_args::PlayArgs;
use crate::player::Player;
use crate::screens::Screens;
use crate::session::Origin;
use crate::settings::{PlayOptions, SettingsFile};
use crate::{Figures, Settings, show};

/// The result of playing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The CRC-32 of all frames of the stage, if it was requested and a game was played.
    pub digest: Option<u32>,
    /// The measured speed and memory use, if a measurement was requested.
    pub figures: Option<Figures>,
}

/// Plays until the window is closed or all frames are played. `given` is the user's description of
/// the games, `overwrite` determines which files a recording may replace, and `start` is the time
/// when the program started.
///
/// # Errors
/// Returns an error if the game cannot be opened, if the game does not have a requested room,
/// costume or object, if a file cannot be written, or if no window can be opened.
pub fn play(
    args: &PlayArgs,
    given: &Given,
    overwrite: Overwrite,
    files: &RunFiles,
    start: Instant,
) -> Result<Played> {
    let is_free = !args.show.written.out.as_deref().is_some_and(is_stdout);
    ensure!(
        is_free || !args.digest,
        "--digest and the film both use stdout; write the film to a file"
    );
    if let Some(path) = &args.record {
        overwrite.check(path)?;
        overwrite.check(&stored_lines(path))?;
    }
    let kept_at = if args.is_kept() {
        Some(Settings::path()?)
    } else {
        None
    };
    let kept = kept_at.as_deref().map(Settings::read).unwrap_or_default();
    let settings = args.show.window.over(&kept);
    let memory = if args.is_kept() {
        Some(chooser::memory()?)
    } else {
        None
    };
    let settings_file = kept_at.map(|path| SettingsFile::new(path, settings.clone()));
    let screens = Screens::new(files, args, given, memory, settings)?;
    let mut screens = screens.with_settings_file(settings_file);

    let figures = show(&mut screens, &args.show, files, start)?;

    screens.keep_settings()?;
    if let (Some(path), Some(player)) = (&args.record, &mut screens.player) {
        player.write_record(path)?;
    }
    let digest = screens
        .player
        .filter(|_| args.digest)
        .map(|player| player.digest());
    Ok(Played { digest, figures })
}

/// Parses a cast and plays it for a number of frames. Returns the text of the session.
///
/// # Errors
/// Returns an error if the text is not a cast, or if the game does not have a room, costume or
/// object of the cast.
pub fn begin(cast: &str, game: &Game, frames: u32) -> Result<Vec<u8>> {
    let origin = Origin {
        cast: Some(PlayCast::parse(cast)?),
        ..Origin::default()
    };
    played(
        Player::new(game.clone(), origin, PlayOptions::default())?,
        frames,
    )
}

/// Parses a session and resumes it for a number of frames. Returns the text of the new session.
///
/// # Errors
/// Returns an error if the session is damaged, or belongs to another game or program.
pub fn resume(session: &[u8], game: &Game, frames: u32) -> Result<Vec<u8>> {
    played(
        Player::from_session(session, game, &PlayOptions::default())?,
        frames,
    )
}

/// Plays a number of frames and draws each.
fn played(mut player: Player, frames: u32) -> Result<Vec<u8>> {
    for _ in 0..frames {
        player.tick();
        player.frame()?;
    }
    Ok(serde_json::to_vec(&player.session())?)
}

#[cfg(test)]
mod tests {
    use scumm_tools::demo;

    use super::*;

    #[test]
    fn a_play_that_is_kept_in_between_ends_as_one_that_is_not() {
        let game = demo::game().unwrap();
        let whole = begin(demo::CAST, &game, 40).unwrap();
        let part = begin(demo::CAST, &game, 15).unwrap();
        assert!(resume(&part, &game, 25).unwrap() == whole);
        assert!(resume(&whole, &game, 0).unwrap() == whole);
        assert!(part != whole);
    }
}
