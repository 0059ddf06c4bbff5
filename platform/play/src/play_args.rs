//! The arguments of `wardrobe play`, and the start of a game with them.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_room::resource::Given;
use scumm_tools::run_files::RunFiles;
use scumm_tools::{demo, load};

use crate::cast::PlayCast;
use crate::live::{self, LiveCostumes, NumberedSource, numbered_source};
use crate::player::Player;
use crate::session::{self, Origin};
use crate::settings::PlayOptions;
use crate::{Settings, ShowArgs, opening, record};

/// The game to play and its display.
#[derive(Debug, Default, clap::Args)]
pub struct PlayArgs {
    /// A game's folder or index file; by default the demo. If a folder contains several games,
    /// choose one in the window
    #[arg(value_name = "GAME")]
    pub(crate) game: Option<PathBuf>,

    /// A folder that contains a folder for each game. Choose one in the window; the next time it is
    /// played directly
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "room", "costume", "cast", "object", "tour", "digest", "record", "headless"])]
    pub(crate) games: Option<PathBuf>,

    /// The room; by default the room that contains the costume, or the room with the largest
    /// picture
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// The costume of a single actor; by default the room has the actors that the game's scripts
    /// put into it or, if no actor is known, one actor in the most suitable costume
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// The animation that the actor plays at first
    #[arg(long, value_name = "N", conflicts_with = "cast")]
    anim: Option<u16>,

    /// Show costume N as it is built from SOURCE, a source or a costume's block, and build it again
    /// whenever a file of the source changes; may be given several times. Without --costume the
    /// actor wears the first of these costumes
    #[arg(long, value_name = "N=SOURCE", value_parser = numbered_source, conflicts_with = "record")]
    with: Vec<NumberedSource>,

    /// Show the room without actors
    #[arg(long, conflicts_with_all = ["costume", "cast"])]
    alone: bool,

    /// A file with the actors and their actions, such as the cast.toml of `wardrobe demo`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["room", "costume"])]
    cast: Option<PathBuf>,

    /// The state of object N of the room: 1 by default, 0 hides the object; may be given several
    /// times
    #[arg(long, value_name = "N[=STATE]", value_parser = object)]
    object: Vec<(u16, u8)>,

    /// Let the controlled actor act by itself, as with --headless
    #[arg(long)]
    tour: bool,

    /// Show walk boxes, bounds and limb states (F1, F3, F4)
    #[arg(long)]
    overlay: bool,

    /// Print a CRC-32 of all frames of the stage at the end; the same tour has the same CRC with
    /// and without a window
    #[arg(long)]
    pub(crate) digest: bool,

    /// The file to record a scene into that repeats all actions; its lines are stored beside it
    /// (FILE.toml, FILE.expected.jsonl)
    #[arg(long, value_name = "FILE.toml", value_parser = record::target,
          conflicts_with_all = ["scumm", "he", "game_id", "platform"])]
    pub(crate) record: Option<PathBuf>,

    /// Do not resume the last session; --room, --costume, --cast and --object imply this
    #[arg(long)]
    pub(crate) fresh: bool,

    /// The folder for pictures (F12) and recordings (F9); by default a folder of the user's data
    #[arg(long, value_name = "DIR")]
    captures: Option<PathBuf>,

    /// The display options.
    #[command(flatten)]
    pub show: ShowArgs,
}

impl PlayArgs {
    /// Creates the arguments that show the costume of a source, under a number, in a game and a
    /// room. Without a game the demo is used, and without a room a room in which the game's scripts
    /// show the costume.
    #[must_use]
    pub fn for_source(
        source: NumberedSource,
        game: Option<PathBuf>,
        room: Option<u16>,
        show: ShowArgs,
    ) -> Self {
        Self {
            game,
            room,
            with: vec![source],
            show,
            ..Self::default()
        }
    }

    /// Returns the requested cast, or the demo's cast if nothing is requested.
    fn cast(&self, files: &RunFiles, game: Option<&Path>) -> Result<Option<PlayCast>> {
        match (&self.cast, game, self.room, self.costume) {
            (Some(path), ..) => PlayCast::read(files, path).map(Some),
            (None, None, None, None) if self.shows_demo_cast() => {
                PlayCast::parse(demo::CAST).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns whether the demo is shown with its cast, if no game is named.
    fn shows_demo_cast(&self) -> bool {
        !self.alone && self.with.is_empty() && self.anim.is_none()
    }

    /// Returns whether a user plays without a limit. In this case the user's settings are used and
    /// the session is kept.
    pub(crate) fn is_kept(&self) -> bool {
        let is_endless =
            !self.show.headless && self.show.frames.is_none() && self.show.bench.is_none();
        let has_sources = !self.with.is_empty();
        is_endless && !has_sources && !self.tour && !self.digest && self.record.is_none()
    }

    /// Returns whether to resume the last session. It is resumed only if a user plays without a
    /// limit and no argument selects a room, a costume, a cast or an object, describes the game, or
    /// requests a new start.
    pub(crate) fn goes_on(&self, given: &Given) -> bool {
        let says = self.room.or(self.costume).is_some()
            || self.alone
            || self.cast.is_some()
            || !self.object.is_empty()
            || !self.with.is_empty()
            || self.anim.is_some();
        let says = says || *given != Given::default();
        self.is_kept() && !self.fresh && !says
    }

    /// Starts to play a game, or the demo if no game is named.
    pub(crate) fn begin(
        &self,
        files: &RunFiles,
        given: &Given,
        path: Option<&Path>,
        settings: Settings,
    ) -> Result<Player> {
        let mut game = match path {
            Some(path) => load::game(files, path, given)?,
            None => live::demo_in(given.version)?,
        };
        let live = LiveCostumes::start(&self.with, &mut game)?;
        log::info!("{}; {}", game.files().identity(), game.describe());
        let options = PlayOptions {
            files: files.clone(),
            game_path: path.map(Path::to_path_buf),
            given: given.clone(),
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
        let mut origin = Origin {
            cast: self.cast(files, path)?,
            room: self.room,
            costume: self.costume,
            alone: self.alone,
            objects: self.object.clone(),
            animation: self.anim,
        };
        let is_free = origin.cast.is_none() && origin.costume.is_none() && !origin.alone;
        if let Some((number, _)) = self.with.first().filter(|_| is_free) {
            origin.costume = Some(*number);
            if origin.room.is_none() {
                origin.room = opening::room_of_costume(&game, *number);
            }
        }
        Ok(Player::new(game, origin, options)?.with_sources(live))
    }
}

/// Parses an object's number and state.
fn object(text: &str) -> Result<(u16, u8), String> {
    let (id, state) = text.split_once('=').unwrap_or((text, "1"));
    let wrong = || format!("expected an object number or NUMBER=STATE, found `{text}`");
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
