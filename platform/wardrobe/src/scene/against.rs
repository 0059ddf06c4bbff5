//! Selects the program that plays scenes: this one, or another one whose lines are compared in the
//! same way.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use scumm_scene::harness::against::{Examiner, Level};
use scumm_scene::harness::judge::ScenePlayer;
use scumm_scene::harness::sources::Sources;
use wardrobe_play::{explained, seconds};

use super::SourceArgs;

/// The parts of a line that the other program has to support.
const LEVELS: [(&str, &str, Level); 4] = [
    (
        "cels",
        "Decoded pictures, which need no stage: the step `cels`",
        Level::Cels,
    ),
    ("picture", "The checksums of the pictures", Level::Picture),
    (
        "actors",
        "Where the actors are, which way they face, what they wear, too",
        Level::Actors,
    ),
    ("limbs", "Everything", Level::Limbs),
];

/// Options that select the program that plays scenes.
#[derive(Debug, Default, clap::Args)]
pub struct AgainstArgs {
    /// Let another program play the scenes: it is called once for each scene, with the scene's path
    /// as its last argument, and prints the lines to stdout
    #[arg(long, value_name = "PROGRAM ARGS", group = "program")]
    against: Option<String>,

    /// Let another program play the scenes, which keeps running: each scene is a line of JSON on
    /// its stdin
    #[arg(long, value_name = "PROGRAM ARGS", group = "program")]
    against_pipe: Option<String>,

    /// The parts of the lines that the other program has to support: the pictures, also the actors,
    /// or everything
    #[arg(long, default_value = "limbs", value_parser = explained(LEVELS), requires = "program")]
    level: Level,

    /// How long the other program may take for a scene
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
    pub fn player<'s>(&self, sources: &'s SourceArgs) -> Result<ScenePlayer<'s>> {
        let (command, pipe) = match (&self.against, &self.against_pipe) {
            (Some(command), _) => (command, false),
            (None, Some(command)) => (command, true),
            (None, None) => {
                return Ok(ScenePlayer {
                    sources,
                    examiner: None,
                });
            }
        };
        let words = shlex::split(command).unwrap_or_default();
        let Some(program) = words.first() else {
            bail!("--against: expected a program and its arguments, found {command:?}");
        };
        ensure!(can_be_found(program), "{program}: there is no such program");
        let examiner = Examiner::new(words, pipe, self.level, self.time_limit, sources.places());
        Ok(ScenePlayer {
            sources,
            examiner: Some(examiner),
        })
    }
}
