//! The arguments that subcommands of `scene` share: the scenes, the sources of rooms and costumes,
//! and the program that plays the scenes. Either this program or another program plays the scenes;
//! the lines of both are compared in the same way.

use std::collections::BTreeSet;
use std::env::consts::EXE_SUFFIX;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use scumm_engine::Game;
use scumm_media::progress::ProgressPart;
use scumm_media::text::plural;
use scumm_room::Error;
use scumm_scene::harness::against::{ConformanceLevel, ProgramUnderTest, RunningPrograms};
use scumm_scene::harness::find;
use scumm_scene::harness::judge::ScenePlayer;
use scumm_scene::harness::sources::{GameFolders, SceneSources};
use scumm_scene::harness::tally::Tally;
use scumm_scene::{DEMO, Inputs, SceneFolder};
use scumm_tools::demo;
use scumm_tools::run_files::RunFiles;
use wardrobe_play::{explained, seconds};

use crate::output::{Outcome, ReportedWork};

/// Options that select scenes.
#[derive(Debug, clap::Args)]
pub struct WhichArgs {
    /// Scene files, or folders with scenes at any depth
    #[arg(required = true, value_name = "SCENE|DIR")]
    paths: Vec<PathBuf>,

    /// Play only scenes whose path contains this text
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,

    /// The number of scenes to play at a time; by default the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

impl WhichArgs {
    /// Calls `act` for every scene, several at a time, and returns the results sorted by path.
    ///
    /// # Errors
    /// Returns an error if a path cannot be read, or if no scene is selected.
    pub fn each<T: Send>(
        &self,
        act: impl Fn(&Path, &mut ProgressPart<'_>) -> T + Sync,
    ) -> Result<Vec<(PathBuf, T)>> {
        let scenes = find::scenes(&self.paths, self.filter.as_deref())?;
        find::each(scenes, self.jobs.unwrap_or(0), &ReportedWork::new(), act)
    }
}

/// Options for the files that scenes may use.
#[derive(Debug, Default, clap::Args)]
pub struct SourceArgs {
    /// Let scenes name files anywhere; by default only up to one level above their folder
    #[arg(long, global = true)]
    allow_outside: bool,

    /// The path of the game that scenes call $NAME; by default the value of the environment
    /// variable NAME
    #[arg(long, global = true, value_name = "NAME=DIR", value_parser = game_place)]
    data: Vec<(String, PathBuf)>,
}

/// The files of scenes, and the programs that play them.
pub struct RunSources<'a> {
    args: &'a SourceArgs,
    /// The files of the run.
    pub files: &'a RunFiles,
    programs: RunningPrograms,
    /// The names by which scenes have requested games.
    asked: Mutex<BTreeSet<String>>,
}

fn game_place(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, place)) if !name.is_empty() && !place.is_empty() => {
            Ok((name.to_owned(), place.into()))
        }
        _ => Err("expected NAME=DIR".to_owned()),
    }
}

impl SourceArgs {
    /// Returns the sources that these options describe.
    pub fn sources<'a>(&'a self, files: &'a RunFiles, programs: RunningPrograms) -> RunSources<'a> {
        RunSources {
            args: self,
            files,
            programs,
            asked: Mutex::default(),
        }
    }
}

impl RunSources<'_> {
    /// Checks that scenes have requested every name of the command line. An unused name is
    /// misspelt, or its scenes are missing.
    ///
    /// # Errors
    /// Returns an error that names the first unused name.
    pub fn refuse_unused(&self) -> Result<()> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        match self
            .args
            .data
            .iter()
            .find(|(name, _)| !asked.contains(name))
        {
            Some((name, _)) => bail!("--data {name}: no scene uses this name"),
            None => Ok(()),
        }
    }
}

impl SceneSources for RunSources<'_> {
    fn text(&self, path: &Path) -> Result<String> {
        self.files.read_scene(path)
    }

    fn inputs(&self, path: &Path) -> Box<dyn Inputs + '_> {
        let folder = SceneFolder {
            allow_outside: self.args.allow_outside,
            games: self.places(),
            ..SceneFolder::beside(path)
        };
        Box::new(Games {
            files: self.files,
            folder,
            asked: &self.asked,
        })
    }

    /// Returns the paths of games. The command line overrides the environment.
    fn places(&self) -> GameFolders {
        let environment = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into())));
        environment.chain(self.args.data.iter().cloned()).collect()
    }
}

/// The games in a folder, and the demo unless the user has set another game for the demo's name.
struct Games<'a> {
    files: &'a RunFiles,
    folder: SceneFolder,
    asked: &'a Mutex<BTreeSet<String>>,
}

impl Games<'_> {
    /// If an error means that the access to a file was refused, adds the name of the option that
    /// permits the access to its message.
    fn hinted(&self, name: &str, error: Error) -> Error {
        if name.starts_with('$') || self.folder.allows(name) {
            error
        } else {
            Error::other(format!("{error} (--allow-outside permits this)"))
        }
    }
}

impl Inputs for Games<'_> {
    fn read(&self, name: &str) -> scumm_room::Result<Vec<u8>> {
        self.files.note(&self.folder.path.join(name));
        self.folder
            .read(name)
            .map_err(|error| self.hinted(name, error))
    }

    fn game(&self, path: &str) -> scumm_room::Result<Option<Game>> {
        let name = path
            .strip_prefix('$')
            .map(|name| name.split('/').next().unwrap_or(name));
        if let Some(name) = name {
            self.asked
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(name.to_owned());
        }
        if path.strip_prefix('$') == Some(DEMO) && !self.folder.games.contains_key(DEMO) {
            return demo::game().map(Some);
        }
        let game = self
            .folder
            .game(path)
            .map_err(|error| self.hinted(path, error))?;
        if let Some(game) = &game {
            self.files.note_game(game);
        }
        Ok(game)
    }
}

/// The names of the levels, which determine the parts of a line that the other program has to
/// support.
const LEVELS: [(&str, &str, ConformanceLevel); 4] = [
    (
        "cels",
        "Decoded cels, which need no stage: the step `cels`",
        ConformanceLevel::Cels,
    ),
    (
        "picture",
        "The checksums of the pictures",
        ConformanceLevel::Picture,
    ),
    (
        "actors",
        "Also the positions, facings and costumes of the actors",
        ConformanceLevel::Actors,
    ),
    ("limbs", "All keys", ConformanceLevel::Limbs),
];

/// Options that select the program that plays scenes.
#[derive(Debug, Default, clap::Args)]
pub struct AgainstArgs {
    /// Another program that plays the scenes. It is called once for each scene, with the scene's
    /// path as the last argument, and prints the lines to stdout
    #[arg(long, value_name = "PROGRAM ARGS", group = "program")]
    against: Option<String>,

    /// Another program that plays the scenes and keeps running. It receives each scene as a line of
    /// JSON on stdin
    #[arg(long, value_name = "PROGRAM ARGS", group = "program")]
    against_pipe: Option<String>,

    /// The parts of the lines that the other program has to support
    #[arg(long, default_value = "limbs", value_parser = explained(LEVELS), requires = "program")]
    level: ConformanceLevel,

    /// The time limit of the other program for each scene
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "program")]
    time_limit: Duration,
}

/// Returns whether a program exists, by its path or in a folder of PATH.
fn can_be_found(program: &str) -> bool {
    if Path::new(program).components().count() > 1 {
        return Path::new(program).exists();
    }
    let file = format!("{}{}", program.trim_end_matches(EXE_SUFFIX), EXE_SUFFIX);
    std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(&file).exists()))
}

impl AgainstArgs {
    /// Returns the player of the scenes.
    ///
    /// # Errors
    /// Returns an error if the command line of the other program cannot be parsed or the program
    /// does not exist.
    pub fn player<'s>(&self, sources: &'s RunSources<'s>) -> Result<ScenePlayer<'s>> {
        let (command, pipe) = match (&self.against, &self.against_pipe) {
            (Some(command), _) => (command, false),
            (None, Some(command)) => (command, true),
            (None, None) => {
                return Ok(ScenePlayer {
                    sources,
                    program: None,
                });
            }
        };
        let words = shlex::split(command).unwrap_or_default();
        let Some(program) = words.first() else {
            bail!("--against: expected a program with its arguments, found {command:?}");
        };
        ensure!(
            can_be_found(program),
            "{program}: the program does not exist"
        );
        let program = ProgramUnderTest::new(
            words,
            pipe,
            self.level,
            self.time_limit,
            sources.places(),
            sources.files.outputs().clone(),
            sources.programs.clone(),
        );
        Ok(ScenePlayer {
            sources,
            program: Some(program),
        })
    }
}

/// Returns the outcome for the number of failed and unplayable scenes.
pub fn outcome(tally: &Tally) -> Outcome {
    match (tally.differing, tally.bad) {
        (0, 0) => Outcome::Good,
        (_, 0) => Outcome::Findings,
        (_, bad) => Outcome::Failed(format!("{} cannot be played", plural(bad, "scene"))),
    }
}
