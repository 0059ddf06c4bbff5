//! A room of a game with an actor in it, to walk around with: what is asked for, and the way from the first frame to the last.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use scumm_room::resource::Given;
use scumm_scene::harness::find::stored_lines;
use scumm_tools::written::Overwrite;
use scumm_tools::{demo, load};

use crate::bench::Figures;
use crate::cast::Cast;
use crate::frames::is_stdout;
use crate::options::PlayOptions;
use crate::origin::Origin;
use crate::player::Player;
use crate::screens::{Screens, Setup};
use crate::settings::Settings;
use crate::show::{self, ShowArgs};
use crate::{chooser, record, session};

/// What is played, and how it is shown.
#[derive(Debug, Default, clap::Args)]
pub struct PlayArgs {
    /// A game's folder, or the index file of one; without it the demo. Of a folder with several one is chosen in the window
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,

    /// A folder with a folder for each game: one is chosen in the window, and played the next time, too
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "room", "costume", "cast", "object", "tour", "digest", "record", "headless"])]
    games: Option<PathBuf>,

    /// The room; without it that of the costume, or the one that shows most
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// The costume of a single actor; without it those are in the room whom the game's scripts put there, and where nobody is known
    /// an actor in the costume that suits the room best
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// Show the room with nobody in it
    #[arg(long, conflicts_with_all = ["costume", "cast"])]
    alone: bool,

    /// A file with the actors and what they do, as `wardrobe demo` writes one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["room", "costume"])]
    cast: Option<PathBuf>,

    /// Show the room's object N in this state, 1 unless said, 0 hides it; may be given several times
    #[arg(long, value_name = "N[=STATE]", value_parser = object)]
    object: Vec<(u16, u8)>,

    /// Let the actor go around by itself, as it does with --headless
    #[arg(long)]
    tour: bool,

    /// Show walk boxes, bounds and limb states (F1, F3, F4)
    #[arg(long)]
    overlay: bool,

    /// At the end print a CRC-32 of all frames of the stage: the same for the same tour, in a window or without
    #[arg(long)]
    digest: bool,

    /// Write what is done as a scene that plays it again, and its lines beside it (FILE.toml, FILE.expected.jsonl)
    #[arg(long, value_name = "FILE.toml", value_parser = record::target,
          conflicts_with_all = ["scumm", "he", "game_id", "platform"])]
    record: Option<PathBuf>,

    /// Begin anew, not where the last time ended; a room, costume, cast or object does that, too
    #[arg(long)]
    fresh: bool,

    /// Where pictures (F12) and recordings (F9) go; without it a folder of the user's data
    #[arg(long, value_name = "DIR")]
    captures: Option<PathBuf>,

    /// How it is shown.
    #[command(flatten)]
    pub show: ShowArgs,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The CRC-32 of all frames of the stage, where it was asked for and something was played.
    pub digest: Option<u32>,
    /// How fast it was, where that was asked for.
    pub figures: Option<Figures>,
}

impl PlayArgs {
    /// The cast that was asked for; that of the demo where nothing is.
    fn cast(&self, game: Option<&Path>) -> Result<Option<Cast>> {
        match (&self.cast, game, self.room, self.costume) {
            (Some(path), ..) => Cast::read(path).map(Some),
            (None, None, None, None) if !self.alone => Cast::parse(demo::CAST).map(Some),
            _ => Ok(None),
        }
    }

    fn origin(&self, game: Option<&Path>) -> Result<Origin> {
        let (room, costume, objects) = (self.room, self.costume, self.object.clone());
        Ok(Origin { cast: self.cast(game)?, room, costume, alone: self.alone, objects })
    }

    /// Whether a user plays for as long as they like, and for themselves: then settings are used and the session is kept.
    fn is_kept(&self) -> bool {
        self.show.is_interactive() && !self.tour && !self.digest && self.record.is_none()
    }

    /// Whether the last session goes on: nothing says what to play.
    fn goes_on(&self, given: &Given) -> bool {
        let says = self.room.or(self.costume).is_some() || self.alone || self.cast.is_some() || !self.object.is_empty();
        let says = says || *given != Given::default();
        self.is_kept() && !self.fresh && !says
    }

    /// Whether it opens a window.
    pub fn has_window(&self) -> bool {
        !self.show.headless
    }

    fn options(&self, game: Option<&Path>, settings: Settings) -> Result<PlayOptions> {
        Ok(PlayOptions {
            game_path: game.map(Path::to_path_buf),
            unled: self.tour || self.show.headless,
            record: self.record.is_some(),
            overlay: self.overlay,
            captures: self.captures.clone(),
            can_choose: false,
            session: if self.is_kept() { Some(session::place(game)?) } else { None },
            settings,
        })
    }

    /// Begins to play a game, or the demo where none is named.
    fn begin(&self, given: &Given, path: Option<&Path>, settings: Settings) -> Result<Player> {
        let game = path.map_or_else(|| Ok(demo::game()?), |path| load::game(path, given))?;
        log::info!("{}; {}", game.files().identity(), game.describe());
        let options = self.options(path, settings)?;
        let session = options.session.as_deref().filter(|_| self.goes_on(given));
        let resumed = session.and_then(|path| Player::resume(path, &game, &options));
        resumed.map_or_else(|| Player::new(game, self.origin(path)?, options), Ok)
    }
}

/// Reads an object's number and state.
fn object(text: &str) -> Result<(u16, u8), String> {
    let (id, state) = text.split_once('=').unwrap_or((text, "1"));
    let wrong = || format!("expected an object's number, or number=state, found `{text}`");
    id.parse().ok().zip(state.parse().ok()).ok_or_else(wrong)
}

/// Plays until the window is closed or the frames are through. `given` is what the user says of the games, `overwrite` which files a
/// recording may replace; `start` is when the program started.
///
/// # Errors
/// The game can't be opened or lacks what is asked for, a file can't be written, or there is no window.
pub fn play(args: &PlayArgs, given: &Given, overwrite: Overwrite, start: Instant) -> Result<Played> {
    if args.digest && args.show.written.out.as_deref().is_some_and(is_stdout) {
        bail!("--digest prints to stdout, where the film goes: write the film into a file");
    }
    if let Some(path) = &args.record {
        overwrite.check(path)?;
        overwrite.check(&stored_lines(path))?;
    }
    let kept_at = if args.is_kept() { Some(Settings::path()?) } else { None };
    let kept = kept_at.as_deref().map(Settings::read).unwrap_or_default();
    let settings = args.show.window.over(&kept);
    let begin = |path: Option<&Path>, settings: Settings| args.begin(given, path, settings);
    let memory = if args.is_kept() { Some(chooser::memory()?) } else { None };
    let setup = Setup { begin: &begin, given, memory, settings: settings.clone() };
    let mut screens = match &args.games {
        Some(folder) => Screens::of_games(setup, folder, args.fresh)?,
        None => Screens::of_game(setup, args.game.as_deref(), args.goes_on(given))?,
    };

    let figures = show::show(&mut screens, &args.show, &settings, start)?;

    screens.keep_session();
    let changed = kept.changed(&settings, &screens.settings());
    if let Some(path) = kept_at.filter(|_| changed != kept) {
        changed.write(&path)?;
    }
    if let (Some(path), Some(player)) = (&args.record, screens.player()) {
        player.write_record(path)?;
    }
    let digest = screens.player().filter(|_| args.digest).map(|player| player.digest());
    Ok(Played { digest, figures })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_a_number_with_or_without_a_state() {
        assert_eq!(object("12"), Ok((12, 1)));
        assert_eq!(object("12=0"), Ok((12, 0)));
        assert!(["", "a", "1=", "1=256", "=2"].iter().all(|text| object(text).is_err()));
    }
}
