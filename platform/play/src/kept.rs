//! Plays without a window that end with a session: what a user's play keeps, and how it goes on.

use anyhow::Result;
use scumm_engine::Game;
use scumm_platform::App;

use super::cast::Cast;
use super::origin::Origin;
use super::player::Player;
use super::settings::PlayOptions;

/// Plays the cast that a text describes for some frames. Returns the text of the session that is
/// kept then.
///
/// # Errors
/// Returns an error if the text is no cast, or the game lacks what it asks for.
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

/// Goes on with the session that a text describes for some frames. Returns the text of the session
/// that is kept then.
///
/// # Errors
/// Returns an error if the session is damaged, or of another game or program.
pub fn resume(session: &[u8], game: &Game, frames: u32) -> Result<Vec<u8>> {
    played(
        Player::of_session(session, game, &PlayOptions::default())?,
        frames,
    )
}

/// Plays for some frames, each of which is drawn.
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
