//! Games and costumes on the command line, and what the user says of them.

use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_engine::Game;
use scumm_room::resource::Given;
use scumm_room::{Platform, Render};
use scumm_tools::colours::{ColourChoice, ColouredCostume};
use scumm_tools::costume_input::{CostumeInput, StoredCostume};
use scumm_tools::load;
use wardrobe_play::named;

/// A game.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// A game's folder, its index file, or an archive or container that holds it
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
    #[arg(long, help_heading = HEADING, value_name = "0-8", value_parser = clap::value_parser!(u8).range(0..=8))]
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

impl EditionArgs {
    /// What is said.
    pub fn given(&self) -> Given {
        let Self { scumm: version, he, id: game, platform, render } = self.clone();
        Given { version, he, game, platform, render }
    }

    /// Opens a game as what is said.
    ///
    /// # Errors
    /// As [`load::game`].
    pub fn open(&self, game: &Path) -> Result<Game> {
        load::game(game, &self.given())
    }
}

/// Costumes, and of which version where no game says so.
#[derive(Debug, clap::Args)]
pub struct InputArgs {
    /// A costume file (a raw resource with its header), or with --costume a game's folder or index file
    #[arg(value_name = "FILE|GAME")]
    path: PathBuf,

    #[command(flatten)]
    edition: EditionArgs,

    /// With --scumm 3: of a game of 256 colours
    #[arg(long, requires = "scumm")]
    old256: bool,
}

impl InputArgs {
    /// Where the costumes come from.
    pub fn input(&self) -> CostumeInput {
        CostumeInput { path: self.path.clone(), given: self.edition.given(), old256: self.old256 }
    }
}

/// Whose colours costumes are shown in.
#[derive(Debug, clap::Args)]
pub struct ColourArgs {
    /// Take the colours of this room instead of those that the game's scripts give the costume
    #[arg(long, value_name = "N", conflicts_with = "palette")]
    room: Option<u16>,

    /// Take the colours from a file of 768 bytes
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,
}

impl ColourArgs {
    /// What is asked for.
    pub fn choice(&self) -> ColourChoice {
        ColourChoice { room: self.room, palette: self.palette.clone() }
    }
}

/// A costume.
#[derive(Debug, clap::Args)]
pub struct CostumeArgs {
    #[command(flatten)]
    input: InputArgs,

    /// The number of a costume of the game
    #[arg(long, value_name = "N")]
    pub costume: Option<u16>,
}

impl CostumeArgs {
    /// Loads it with its colours.
    ///
    /// # Errors
    /// As [`ColouredCostume::load`].
    pub fn load(&self, colours: &ColourArgs) -> Result<ColouredCostume> {
        ColouredCostume::load(&self.input.input(), self.costume, &colours.choice())
    }

    /// It, or all of a game.
    ///
    /// # Errors
    /// As [`CostumeInput::stored`].
    pub fn stored(&self) -> Result<Vec<Result<StoredCostume, (u16, String)>>> {
        self.input.input().stored(self.costume)
    }
}
