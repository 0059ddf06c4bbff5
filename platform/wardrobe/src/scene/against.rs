//! Which program plays scenes: ours, or another one whose lines are compared as ours are.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use scumm_scene::harness::against::{Examiner, Level};
use scumm_scene::harness::judge::ScenePlayer;
use scumm_scene::harness::sources::Sources;

use super::SourceArgs;

/// How much of a line the other program has to know.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum LevelArg {
    /// Decoded pictures, which need no stage: the step `cels`
    Cels,
    /// The checksums of the pictures
    Picture,
    /// Where the actors are, which way they face, what they wear, too
    Actors,
    /// Everything
    #[default]
    Limbs,
}

impl From<LevelArg> for Level {
    fn from(level: LevelArg) -> Self {
        match level {
            LevelArg::Cels => Self::Cels,
            LevelArg::Picture => Self::Picture,
            LevelArg::Actors => Self::Actors,
            LevelArg::Limbs => Self::Limbs,
        }
    }
}

/// Which program plays.
#[derive(Debug, Default, clap::Args)]
pub struct AgainstArgs {
    /// Have another program play the scenes: it is called once for each, with the scene's path as its last argument, and prints the
    /// lines to stdout
    #[arg(long, value_name = "PROGRAM ARGS", group = "program")]
    against: Option<String>,

    /// The same with a program that goes on running: each scene is a line of JSON on its stdin
    #[arg(long, value_name = "PROGRAM ARGS", group = "program")]
    against_pipe: Option<String>,

    /// How much of its lines the other program has to know: the pictures, the actors too, or all
    #[arg(long, value_enum, default_value_t, requires = "program")]
    level: LevelArg,

    /// How long the other program may take for a scene
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "program")]
    time_limit: Duration,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|limit| !limit.is_zero()).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Whether a program is there: by its path, or in a folder of PATH.
fn can_be_found(program: &str) -> bool {
    if Path::new(program).components().count() > 1 {
        return Path::new(program).exists();
    }
    let file = format!("{}{}", program.trim_end_matches(EXE_SUFFIX), EXE_SUFFIX);
    std::env::var_os("PATH").is_some_and(|path| std::env::split_paths(&path).any(|folder| folder.join(&file).exists()))
}

impl AgainstArgs {
    /// What plays the scenes.
    ///
    /// # Errors
    /// The program is not named in a way that can be called.
    pub fn player<'s>(&self, sources: &'s SourceArgs) -> Result<ScenePlayer<'s>> {
        let (command, pipe) = match (&self.against, &self.against_pipe) {
            (Some(command), _) => (command, false),
            (None, Some(command)) => (command, true),
            (None, None) => return Ok(ScenePlayer { sources, examiner: None }),
        };
        let words = shlex::split(command).unwrap_or_default();
        let Some(program) = words.first() else {
            bail!("--against: expected a program and its arguments, found {command:?}");
        };
        if !can_be_found(program) {
            bail!("{program}: there is no such program");
        }
        let examiner = Examiner::new(words, pipe, self.level.into(), self.time_limit, sources.places());
        Ok(ScenePlayer { sources, examiner: Some(examiner) })
    }
}
