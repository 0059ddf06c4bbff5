//! Plays games without a window and returns the sessions, for tests of starting and resuming
//! sessions.

use anyhow::Result;
use scumm_engine::Game;
use scumm_platform::App;

use super::cast::Cast;
use super::origin::Origin;
use super::player::Player;
use super::settings::PlayOptions;

/// Plays the cast of a text for a number of frames. Returns the text of the session.
///
/// # Errors
/// Returns an error if the text is not a cast, or if the game lacks something that the cast needs.
pub fn begin(cast: &str, game: &Game, frames: u32) -> Result<Vec<u8>> {
    let origin = Origin {
        cast: Some(Cast::parse(cast)?),
        ..Origin::default()
    };
    played(
        Player::new(game.clone(), origin, PlayOptions::default())?,
        frames,
    )
}

/// Resumes the session of a text for a number of frames. Returns the text of the new session.
///
/// # Errors
/// Returns an error if the session is damaged, or belongs to another game or program.
pub fn resume(session: &[u8], game: &Game, frames: u32) -> Result<Vec<u8>> {
    played(
        Player::of_session(session, game, &PlayOptions::default())?,
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
