//! A game on the command line, and what the user says of it.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use scumm_engine::Game;
use scumm_room::resource::Given;
use scumm_room::{Dialect, Platform, Render};

use crate::load;

/// A game.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// A game's folder, or the index file of one
    #[arg(value_name = "GAME")]
    game: PathBuf,

    #[command(flatten)]
    edition: EditionArgs,
}

impl GameArgs {
    /// Opens it.
    ///
    /// # Errors
    /// As [`load::game`].
    pub fn open(&self) -> Result<Game> {
        self.edition.open(&self.game)
    }
}

/// The heading of these options.
const HEADING: &str = "What it is, where its files do not tell";

/// What the user says of a game or a costume file, over what its files tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct EditionArgs {
    /// The SCUMM version
    #[arg(long, help_heading = HEADING, value_name = "1-8", value_parser = clap::value_parser!(u8).range(1..=8))]
    scumm: Option<u8>,

    /// The Humongous sub-version
    #[arg(long, help_heading = HEADING, value_name = "60-100", value_parser = clap::value_parser!(u8).range(60..=100), conflicts_with = "scumm")]
    he: Option<u8>,

    /// The game: monkey2, loom, freddi3 ...
    #[arg(long = "game", help_heading = HEADING, id = "game_id", value_name = "ID")]
    id: Option<String>,

    /// The machine
    #[arg(long, help_heading = HEADING, value_name = "MACHINE", value_parser = named(Platform::ALL))]
    platform: Option<Platform>,

    /// The display, where the game can have several (v1 to v4)
    #[arg(long, help_heading = HEADING, value_name = "DISPLAY", value_parser = named(Render::ALL))]
    render: Option<Render>,
}

/// The dialect of a version, else of a Humongous sub-version.
pub fn dialect_of(version: Option<u8>, he: Option<u8>, old256: bool) -> Option<Dialect> {
    match (version, he) {
        (Some(version), _) => Some(Dialect::new(version).with_old256(old256)),
        (None, he) => he.map(Dialect::humongous),
    }
}

/// Reads one of some names as what it stands for.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let of = move |name: String| all.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or(name);
    PossibleValuesParser::new(all.map(|(name, _)| name)).try_map(of)
}

impl EditionArgs {
    /// Opens a game as what is said.
    ///
    /// # Errors
    /// As [`load::game`].
    pub fn open(&self, game: &Path) -> Result<Game> {
        let Self { scumm: version, he, id: game_id, platform, render } = self.clone();
        load::game(game, &Given { version, he, game: game_id, platform, render })
    }

    /// The dialect of a costume file, where its version is said.
    pub fn of_file(&self, old256: bool) -> Option<Dialect> {
        dialect_of(self.scumm, self.he, old256).map(|dialect| self.on(dialect))
    }

    /// A dialect on the machine and the display that are said.
    pub fn on(&self, dialect: Dialect) -> Dialect {
        self.platform.map_or(dialect, |platform| dialect.with_platform(platform)).with_render(self.render)
    }
}
