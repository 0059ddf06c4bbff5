//! Command-line arguments that name games and costumes, or describe their properties.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use scumm_engine::Game;
use scumm_media::text::error_chain;
use scumm_room::resource::Given;
use scumm_room::{Enhancements, Platform, Render};
use scumm_tools::colours::{ColourChoice, ColouredCostume};
use scumm_tools::costume_input::CostumeInput;
use scumm_tools::load;
use scumm_tools::run_files::RunFiles;
use scumm_tools::shelf::{self, Shelf, ShelfEntry};
use wardrobe_play::named;

use crate::messages;

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
    /// Opens the game.
    ///
    /// # Errors
    /// Returns an error as [`load::game`] does.
    pub fn open(&self, files: &RunFiles) -> Result<Game> {
        self.edition.open(files, &self.game)
    }

    /// Returns the name of the game in JSON documents: that of its folder or archive.
    pub fn name(&self) -> String {
        shelf::name_of(&self.game)
    }

    /// Returns the path of the game.
    pub fn path(&self) -> &Path {
        &self.game
    }

    /// Returns the user's description of the game.
    pub fn given(&self) -> Given {
        self.edition.given()
    }
}

/// One or several games.
#[derive(Debug, clap::Args)]
pub struct GamesArgs {
    /// A game's folder, its index file, or an archive or container that holds it; several of them,
    /// or a folder of games
    #[arg(value_name = "GAME", required = true)]
    games: Vec<PathBuf>,

    #[command(flatten)]
    edition: EditionArgs,
}

/// The results for several games or files.
pub struct Made<T> {
    /// The results for the games or files that could be used.
    pub each: Vec<T>,
    /// Whether there are several games or files.
    pub are_several: bool,
    /// Whether the user has named several paths or a folder, so that the JSON is an array.
    pub is_list: bool,
    /// Whether all games or files could be used.
    pub are_all: bool,
}

/// One of the games or files that the user has named.
pub struct Named {
    /// The path.
    pub path: PathBuf,
    /// The name of its outputs, which no other game or file has.
    pub name: String,
    /// Whether there are several.
    pub is_one_of_several: bool,
}

impl Named {
    /// Returns the folder for the outputs of the game: a folder in `out` if there are several.
    pub fn folder(&self, out: &Path) -> PathBuf {
        if self.is_one_of_several {
            out.join(&self.name)
        } else {
            out.to_owned()
        }
    }
}

impl<T> Made<T> {
    /// Calls `act` for each path, or for each game in a folder of games. If there are several paths
    /// or games, a failure is logged, and the remaining ones are processed.
    fn new(paths: &[PathBuf], mut act: impl FnMut(&Named) -> Result<T>) -> Result<Self> {
        let Shelf { entries, is_list } = Shelf::new(paths)?;
        let count = entries.len();
        let are_several = count > 1;
        let mut each = Vec::new();
        for ShelfEntry { path, name } in entries {
            if are_several {
                messages::begin_game(&name);
            }
            let named = Named {
                path,
                name,
                is_one_of_several: are_several,
            };
            match act(&named) {
                Ok(one) => each.push(one),
                Err(error) if !are_several => return Err(error),
                Err(error) => log::warn!("{}", error_chain(&error)),
            }
            if are_several {
                messages::end_game();
            }
        }
        ensure!(
            !each.is_empty(),
            "expected at least one usable game or file, found none among {count}"
        );
        Ok(Self {
            are_several,
            is_list,
            are_all: each.len() == count,
            each,
        })
    }
}

impl GamesArgs {
    /// Calls `act` for each game. If there are several games, a failure is logged, and the
    /// remaining games are processed.
    ///
    /// # Errors
    /// Returns the error of the only game, or an error if all games fail.
    pub fn each<T>(
        &self,
        files: &RunFiles,
        mut act: impl FnMut(&Named, Game) -> Result<T>,
    ) -> Result<Made<T>> {
        Made::new(&self.games, |named| {
            let game = self.edition.open(files, &named.path)?;
            act(named, game)
        })
    }
}

/// The heading of these options.
const HEADING: &str = "Identity, if the files do not tell it";

/// Options that describe a game or a costume file and override what its files tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct EditionArgs {
    /// The SCUMM version
    #[arg(long, help_heading = HEADING, value_name = "0-8", value_parser = clap::value_parser!(u8).range(0..=8))]
    scumm: Option<u8>,

    /// The Humongous sub-version
    #[arg(long, help_heading = HEADING, value_name = "60-100", value_parser = clap::value_parser!(u8).range(60..=100), conflicts_with = "scumm")]
    he: Option<u8>,

    /// The game by ScummVM's id: monkey2, loom, freddi3 ...
    #[arg(long = "game", help_heading = HEADING, id = "game_id", value_name = "ID")]
    id: Option<String>,

    /// The machine
    #[arg(long, help_heading = HEADING, value_name = "MACHINE", value_parser = named(Platform::ALL))]
    platform: Option<Platform>,

    /// The display, if the game supports several (v1 to v4)
    #[arg(long, help_heading = HEADING, value_name = "DISPLAY", value_parser = named(Render::ALL))]
    render: Option<Render>,

    /// ScummVM's changes to the original: its mask (7 is its default), or names
    #[arg(long, help_heading = HEADING, value_name = "MASK|NAMES", value_parser = enhancements, default_value = "0", hide_default_value = true)]
    enhancements: Enhancements,
}

/// Reads ScummVM's mask, or the names of enhancements in lower case, with commas between them.
fn enhancements(text: &str) -> Result<Enhancements, String> {
    if let Ok(mask) = text.parse() {
        return Ok(Enhancements::of_class(mask));
    }
    let mut flags = Enhancements::empty();
    for name in text.split(',') {
        let flag = Enhancements::from_name(&name.replace('-', "_").to_ascii_uppercase());
        let Some(flag) = flag else {
            let mut names = Vec::new();
            for (name, _) in Enhancements::all().iter_names() {
                names.push(name.replace('_', "-").to_ascii_lowercase());
            }
            return Err(format!("expected a number or some of {}", names.join(", ")));
        };
        flags |= flag;
    }
    Ok(flags)
}

impl EditionArgs {
    /// Creates the description of a version.
    pub fn of_version(version: Option<u8>) -> Self {
        Self {
            scumm: version,
            ..Self::default()
        }
    }

    /// Returns the user's description.
    pub fn given(&self) -> Given {
        let Self {
            scumm: version,
            he,
            id: game,
            platform,
            render,
            enhancements,
        } = self.clone();
        Given {
            version,
            he,
            game,
            platform,
            render,
            enhancements,
        }
    }

    /// Opens a game with the user's description.
    ///
    /// # Errors
    /// Returns an error as [`load::game`] does.
    pub fn open(&self, files: &RunFiles, game: &Path) -> Result<Game> {
        load::game(files, game, &self.given())
    }
}

/// Costumes of one or several files or games, and the version if no game determines it.
#[derive(Debug, clap::Args)]
pub struct InputsArgs {
    /// A costume file (a raw resource with its header), or a game's folder or index file; several
    /// of them, or a folder of games
    #[arg(value_name = "FILE|GAME", required = true)]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    edition: EditionArgs,

    /// With --scumm 3: read the file as one of a game of 256 colours
    #[arg(long, requires = "scumm")]
    old256: bool,
}

impl InputsArgs {
    /// Calls `act` for each input, as [`GamesArgs::each`] does.
    ///
    /// # Errors
    /// Returns the error of the only input, or an error if all inputs fail.
    pub fn each<T>(
        &self,
        mut act: impl FnMut(&Named, CostumeInput) -> Result<T>,
    ) -> Result<Made<T>> {
        Made::new(&self.paths, |named| {
            let input = CostumeInput {
                path: named.path.clone(),
                given: self.edition.given(),
                old256: self.old256,
            };
            act(named, input)
        })
    }
}

/// Options for the colours of costumes.
#[derive(Debug, clap::Args)]
pub struct ColourArgs {
    /// The room whose colours are used; by default the room that the game's scripts give the
    /// costume
    #[arg(long, value_name = "N", conflicts_with = "palette")]
    room: Option<u16>,

    /// A file with the colours to use: 768 bytes, or a .gpl, .pal or .act file
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,
}

impl ColourArgs {
    /// Returns the chosen colours.
    pub fn choice(&self) -> ColourChoice {
        ColourChoice {
            room: self.room,
            palette: self.palette.clone(),
        }
    }
}

/// A costume.
#[derive(Debug, clap::Args)]
pub struct CostumeArgs {
    /// A costume file (a raw resource with its header), or with --costume a game's folder or index
    /// file
    #[arg(value_name = "FILE|GAME")]
    path: PathBuf,

    #[command(flatten)]
    edition: EditionArgs,

    /// With --scumm 3: read the file as one of a game of 256 colours
    #[arg(long, requires = "scumm")]
    old256: bool,

    /// The number of a costume of the game
    #[arg(long, value_name = "N")]
    pub costume: Option<u16>,
}

impl CostumeArgs {
    /// Loads the costume with its colours.
    ///
    /// # Errors
    /// Returns an error as [`ColouredCostume::load`] does.
    pub fn load(&self, files: &RunFiles, colours: &ColourArgs) -> Result<ColouredCostume> {
        ColouredCostume::load(files, &self.input(), self.costume, &colours.choice())
    }

    /// Returns the source of the costume.
    pub fn input(&self) -> CostumeInput {
        CostumeInput {
            path: self.path.clone(),
            given: self.edition.given(),
            old256: self.old256,
        }
    }
}
