//! The arguments for playing in a room of a game, and the start of a game.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_room::resource::Given;
use scumm_tools::{demo, load};

use crate::cast::Cast;
use crate::origin::Origin;
use crate::player::Player;
use crate::settings::PlayOptions;
use crate::{Settings, ShowArgs, record, session};

/// The game to play and its display.
#[derive(Debug, Default, clap::Args)]
pub struct PlayArgs {
    /// A game's folder or index file; without it the demo is played. If a folder contains several
    /// games, choose one in the window
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<PathBuf>,

    /// A folder with a folder for each game: choose one in the window; it is played the next time,
    /// too
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "room", "costume", "cast", "object", "tour", "digest", "record", "headless"])]
    pub(crate) games: Option<PathBuf>,

    /// The room; without it the room that contains the costume, or the room with the most to see
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// The costume of a single actor; without it the room contains the actors that the game's
    /// scripts put there, or, if none is known, an actor in the most suitable costume for the room
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// Show the room without actors
    #[arg(long, conflicts_with_all = ["costume", "cast"])]
    alone: bool,

    /// A file with the actors and their actions, as `wardrobe demo` writes one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["room", "costume"])]
    cast: Option<PathBuf>,

    /// Show object N of the room in this state: 1 by default, 0 hides it; may be given several
    /// times
    #[arg(long, value_name = "N[=STATE]", value_parser = object)]
    object: Vec<(u16, u8)>,

    /// Let the actor go around by itself, as with --headless
    #[arg(long)]
    tour: bool,

    /// Show walk boxes, bounds and limb states (F1, F3, F4)
    #[arg(long)]
    overlay: bool,

    /// At the end print a CRC-32 of all frames of the stage: the same for the same tour, with or
    /// without a window
    #[arg(long)]
    pub(crate) digest: bool,

    /// Record a scene that repeats all actions, with its lines beside it (FILE.toml,
    /// FILE.expected.jsonl)
    #[arg(long, value_name = "FILE.toml", value_parser = record::target,
          conflicts_with_all = ["scumm", "he", "game_id", "platform"])]
    pub(crate) record: Option<PathBuf>,

    /// Start anew and do not resume the last session; a room, costume, cast or object does that,
    /// too
    #[arg(long)]
    pub(crate) fresh: bool,

    /// The folder for pictures (F12) and recordings (F9); without it a folder of the user's data
    #[arg(long, value_name = "DIR")]
    captures: Option<PathBuf>,

    /// The display options.
    #[command(flatten)]
    pub show: ShowArgs,
}

impl PlayArgs {
    /// Returns the requested cast, or the demo's cast if nothing is requested.
    fn cast(&self, game: Option<&Path>) -> Result<Option<Cast>> {
        match (&self.cast, game, self.room, self.costume) {
            (Some(path), ..) => Cast::read(path).map(Some),
            (None, None, None, None) if !self.alone => Cast::parse(demo::CAST).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns whether a user plays without a limit. Then settings are used and the session is
    /// kept.
    pub(crate) fn is_kept(&self) -> bool {
        let is_endless =
            !self.show.headless && self.show.frames.is_none() && self.show.bench.is_none();
        is_endless && !self.tour && !self.digest && self.record.is_none()
    }

    /// Returns whether to resume the last session: no argument selects what to play.
    pub(crate) fn goes_on(&self, given: &Given) -> bool {
        let says = self.room.or(self.costume).is_some()
            || self.alone
            || self.cast.is_some()
            || !self.object.is_empty();
        let says = says || *given != Given::default();
        self.is_kept() && !self.fresh && !says
    }

    /// Starts to play a game, or the demo if no game is named.
    pub(crate) fn begin(
        &self,
        given: &Given,
        path: Option<&Path>,
        settings: Settings,
    ) -> Result<Player> {
        let game = path.map_or_else(|| Ok(demo::game()?), |path| load::game(path, given))?;
        log::info!("{}; {}", game.files().identity(), game.describe());
        let options = PlayOptions {
            game_path: path.map(Path::to_path_buf),
            unled: self.tour || self.show.headless,
            record: self.record.is_some(),
            overlay: self.overlay,
            captures: self.captures.clone(),
            session: if self.is_kept() {
                Some(session::place(path)?)
            } else {
                None
            },
            settings,
        };
        let session = options.session.as_deref().filter(|_| self.goes_on(given));
        if let Some(resumed) = session.and_then(|path| Player::resume(path, &game, &options)) {
            return Ok(resumed);
        }
        let &Self {
            room,
            costume,
            alone,
            ..
        } = self;
        let origin = Origin {
            cast: self.cast(path)?,
            room,
            costume,
            alone,
            objects: self.object.clone(),
        };
        Player::new(game, origin, options)
    }
}

/// Parses an object's number and state.
fn object(text: &str) -> Result<(u16, u8), String> {
    let (id, state) = text.split_once('=').unwrap_or((text, "1"));
    let wrong = || format!("expected an object's number, or number=state, found `{text}`");
    id.parse().ok().zip(state.parse().ok()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_a_number_with_or_without_a_state() {
        assert_eq!(object("12"), Ok((12, 1)));
        assert_eq!(object("12=0"), Ok((12, 0)));
        assert!(
            ["", "a", "1=", "1=256", "=2"]
                .iter()
                .all(|text| object(text).is_err())
        );
    }
}
