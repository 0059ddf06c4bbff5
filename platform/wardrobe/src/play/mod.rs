//! `wardrobe play`: a room of a game with an actor in it, to walk around with.

pub mod capture;
mod cast;
mod character;
mod choice;
mod chooser;
pub mod clock;
pub mod controls;
pub mod help;
mod history;
pub mod layers;
pub mod list;
mod menu;
mod objects;
mod options;
mod origin;
pub mod overlay;
mod player;
mod record;
pub mod screen;
mod screens;
mod session;
mod speech;
mod standing;
mod state;
mod timetable;
mod tour;
mod view;
mod world;

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use scumm_scene::harness::find::stored_lines;

use crate::demo;
use crate::game_args::EditionArgs;
use crate::outcome::Outcome;
use crate::output::{self, ForceArgs};
use crate::settings::Settings;
use crate::show::{self, ShowArgs};
use cast::Cast;
use controls::Scope;
use options::PlayOptions;
use origin::Origin;
use player::Player;
use screens::{Screens, Setup};

/// Plays costumes in a room of a game: walk them about with mouse or keys
///
/// Opens the room with its background, palette and z-planes and puts an actor into it that wears the costume; or the actors of a cast.
/// In a window the actor walks where you click, the others go about their business; without one (--headless) all of them act by
/// themselves, the same in every run: a cast by its timetables, a single actor on a tour of the room's walk boxes.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = controls::help(Scope::Play), after_long_help = format!("{EXAMPLES}\n\n{}", controls::help(Scope::Play)))]
pub struct Args {
    /// A game's folder, or the index file of one; without it the demo. Of a folder with several one is chosen in the window
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,

    /// A folder with a folder for each game: one is chosen in the window, and played the next time, too
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "room", "costume", "cast", "object", "tour", "digest", "record", "headless"])]
    games: Option<PathBuf>,

    #[command(flatten)]
    edition: EditionArgs,

    /// The room; without it that of the costume, or the one that shows most
    #[arg(long, value_name = "N")]
    room: Option<u16>,

    /// The costume; without it the one that suits the room best
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

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

    #[command(flatten)]
    force: ForceArgs,

    /// Begin anew, not where the last time ended; a room, costume, cast or object does that, too
    #[arg(long)]
    fresh: bool,

    /// Where pictures (F12) and recordings (F9) go; without it a folder of the user's data
    #[arg(long, value_name = "DIR")]
    captures: Option<PathBuf>,

    #[command(flatten)]
    show: ShowArgs,
}

const EXAMPLES: &str = "Examples:
  wardrobe play
  wardrobe play ~/games/monkey2
  wardrobe play ~/games/monkey2 --room 12 --costume 5 --scale 4:3
  wardrobe play tentacle.000 --headless --frames 100 -o frames";

impl Args {
    /// The cast that was asked for; that of the demo where nothing is.
    fn cast(&self, game: Option<&Path>) -> Result<Option<Cast>> {
        match (&self.cast, game, self.room, self.costume) {
            (Some(path), ..) => Cast::read(path).map(Some),
            (None, None, None, None) => Cast::parse(demo::CAST).map(Some),
            _ => Ok(None),
        }
    }

    fn origin(&self, game: Option<&Path>) -> Result<Origin> {
        Ok(Origin { cast: self.cast(game)?, room: self.room, costume: self.costume, objects: self.object.clone() })
    }

    /// Whether a user plays for as long as they like, and for themselves: then settings are used and the session is kept.
    fn is_kept(&self) -> bool {
        self.show.is_interactive() && !self.tour && !self.digest && self.record.is_none()
    }

    /// Whether the last session goes on: nothing says what to play.
    fn goes_on(&self) -> bool {
        let says = self.room.or(self.costume).is_some() || self.cast.is_some() || !self.object.is_empty();
        let says = says || self.edition != EditionArgs::default();
        self.is_kept() && !self.fresh && !says
    }

    /// Whether it opens a window.
    pub fn has_window(&self) -> bool {
        !self.show.headless
    }

    fn options(&self, game: Option<&Path>, settings: Settings) -> Result<PlayOptions> {
        Ok(PlayOptions {
            game_path: game.map(Path::to_path_buf),
            alone: self.tour || self.show.headless,
            record: self.record.is_some(),
            overlay: self.overlay,
            captures: self.captures.clone(),
            can_choose: false,
            session: if self.is_kept() { Some(session::place(game)?) } else { None },
            settings,
        })
    }

    /// Begins to play a game, or the demo where none is named.
    fn begin(&self, path: Option<&Path>, settings: Settings) -> Result<Player> {
        let game = path.map_or_else(|| Ok(demo::game()?), |path| self.edition.open(path))?;
        log::info!("{}; {}", game.files().identity(), game.describe());
        let options = self.options(path, settings)?;
        let session = options.session.as_deref().filter(|_| self.goes_on());
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

/// Plays until the window is closed or the frames are through; `start` is when the program started.
pub fn run(args: &Args, start: Instant) -> Result<Outcome> {
    if let Some(path) = &args.record {
        args.force.overwrite().check(path)?;
        args.force.overwrite().check(&stored_lines(path))?;
    }
    let kept_at = if args.is_kept() { Some(Settings::path()?) } else { None };
    let kept = kept_at.as_deref().map(Settings::read).unwrap_or_default();
    let settings = args.show.window.over(&kept);
    let begin = |path: Option<&Path>, settings: Settings| args.begin(path, settings);
    let memory = if args.is_kept() { Some(chooser::memory()?) } else { None };
    let setup = Setup { begin: &begin, edition: &args.edition, memory, settings: settings.clone() };
    let mut screens = match &args.games {
        Some(folder) => Screens::of_games(setup, folder, args.fresh)?,
        None => Screens::of_game(setup, args.game.as_deref(), args.goes_on())?,
    };

    let done = show::show(&mut screens, &args.show, &settings, start)?;
    log::info!("{} ticks, {} presents", done.ticks, done.presents);

    screens.keep_session();
    let changed = kept.changed(&settings, &screens.settings());
    if let Some(path) = kept_at.filter(|_| changed != kept) {
        changed.write(&path)?;
    }
    if let (Some(path), Some(player)) = (&args.record, screens.player()) {
        player.write_record(path)?;
    }
    if let (true, Some(player)) = (args.digest, screens.player()) {
        output::print(&format!("{:08x}\n", player.digest()))?;
    }
    Ok(Outcome::Good)
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
