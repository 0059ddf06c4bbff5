//! Games and costumes on the command line, and what the user says of them.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use scumm_engine::Game;
use scumm_platform::text::line;
use scumm_room::resource::Given;
use scumm_room::{Platform, Render};
use scumm_tools::colours::{ColourChoice, ColouredCostume};
use scumm_tools::costume_input::{CostumeInput, StoredCostume};
use scumm_tools::load;
use scumm_tools::shelf::{self, ShelfNames};
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

/// One or several games.
#[derive(Debug, clap::Args)]
pub struct GamesArgs {
    /// A game's folder, its index file, or an archive or container that holds it; several of them, or a folder of games
    #[arg(value_name = "GAME", required = true)]
    games: Vec<PathBuf>,

    #[command(flatten)]
    edition: EditionArgs,
}

/// Games that were opened, and what became of the others.
pub struct OpenedGames {
    /// Names that are different, and the games.
    pub games: Vec<(String, Game)>,
    /// Whether several are meant.
    pub are_several: bool,
    /// Whether all could be opened.
    pub are_all: bool,
}

impl GamesArgs {
    /// Opens them. Of several, one that can't be opened is logged, and the others are opened.
    ///
    /// # Errors
    /// There is only one, and it can't be opened; or there is none.
    pub fn open(&self) -> Result<OpenedGames> {
        let paths = shelf::games(&self.games)?;
        if let [path] = paths.as_slice() {
            let game = self.edition.open(path)?;
            return Ok(OpenedGames { games: vec![(load::title(&game), game)], are_several: false, are_all: true });
        }
        let (mut games, mut names) = (Vec::new(), ShelfNames::default());
        for path in &paths {
            match self.edition.open(path) {
                Ok(game) => games.push((names.name(&load::title(&game)), game)),
                Err(error) => log::warn!("{}", line(&error)),
            }
        }
        let are_all = games.len() == paths.len();
        if games.is_empty() {
            bail!("none of {} games can be opened", paths.len());
        }
        Ok(OpenedGames { games, are_several: true, are_all })
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

/// Costumes of one or several files or games, and of which version where no game says so.
#[derive(Debug, clap::Args)]
pub struct InputsArgs {
    /// A costume file (a raw resource with its header), or a game's folder or index file; several of them, or a folder of games
    #[arg(value_name = "FILE|GAME", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    edition: EditionArgs,

    /// With --scumm 3: of a game of 256 colours
    #[arg(long, requires = "scumm")]
    old256: bool,
}

impl InputsArgs {
    /// Where the costumes come from, with names that are different.
    ///
    /// # Errors
    /// A folder can't be listed.
    pub fn inputs(&self) -> Result<Vec<(String, CostumeInput)>> {
        let (given, old256) = (self.edition.given(), self.old256);
        let mut names = ShelfNames::default();
        let paths = shelf::games(&self.paths)?.into_iter();
        let named = paths.map(|path| {
            let title = match Game::open_as(&path, &given) {
                Ok(game) => load::title(&game),
                Err(_) => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            };
            (names.name(&title), CostumeInput { path, given: given.clone(), old256 })
        });
        Ok(named.collect())
    }

    /// What `act` makes of each. Of several, what fails is logged, and the others are done; returns whether all could be.
    ///
    /// # Errors
    /// There is only one, and it fails; or all fail.
    pub fn each<T>(&self, mut act: impl FnMut(Option<&str>, CostumeInput) -> Result<T>) -> Result<(Vec<T>, bool)> {
        let inputs = self.inputs()?;
        let count = inputs.len();
        let mut made = Vec::new();
        for (name, input) in inputs {
            match act(Some(name.as_str()).filter(|_| count > 1), input) {
                Ok(one) => made.push(one),
                Err(error) if count == 1 => return Err(error),
                Err(error) => log::warn!("{name}: {}", line(&error)),
            }
        }
        if made.is_empty() {
            bail!("none of {count} games and files can be used");
        }
        let is_all = made.len() == count;
        Ok((made, is_all))
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

    /// Where it comes from.
    pub fn input(&self) -> CostumeInput {
        self.input.input()
    }

    /// It, or all of a game.
    ///
    /// # Errors
    /// As [`CostumeInput::stored`].
    pub fn stored(&self) -> Result<Vec<Result<StoredCostume, (u16, String)>>> {
        self.input.input().stored(self.costume)
    }
}
