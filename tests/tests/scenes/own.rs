//! Each scene of `data/scenes` is a separate test. The scene must print the lines that are stored
//! beside it, and its own `expect` steps must hold. The tests need no files outside the repository.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use scumm_scene::{Comparison, Line, Runner, Scene, SceneFolder, Step, StoredLines};
use scumm_test_support::{puppets, repository};

/// The smallest number of scenes that the folder may have.
const FEWEST: usize = 40;

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

/// Returns a test for each scene, and two tests for the folder.
pub fn trials() -> Result<Vec<Trial>> {
    let scenes = scenes()?;
    let count = scenes.len();
    let mut trials: Vec<Trial> = scenes
        .into_iter()
        .map(|path| {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            Trial::test(format!("data/scenes/{name}"), move || {
                play(&path).map_err(Failed::from)
            })
        })
        .collect();
    trials.push(Trial::test(
        "no scene is missing, and no lines are without a scene",
        move || Ok(check_folder(count)?),
    ));
    trials.push(Trial::test(
        "the costumes are equal to those that are built from their sources",
        || Ok(check_costumes()?),
    ));
    Ok(trials)
}

fn folder() -> PathBuf {
    repository().join("data/scenes")
}

fn scenes() -> Result<Vec<PathBuf>> {
    let mut scenes = Vec::new();
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            scenes.push(path);
        }
    }
    scenes.sort();
    Ok(scenes)
}

fn open(path: &Path) -> Result<Runner> {
    let scene = Scene::parse(&path.display().to_string(), &fs::read_to_string(path)?)?;
    Ok(Runner::new(Arc::new(scene), &SceneFolder::beside(path))?)
}

/// Plays a scene and compares every line.
fn play(path: &Path) -> Result {
    let runner = open(path)?;
    // An independent decoder in Python, written only from the book, checks the pictures of level 0.
    let claims = |step: &Step| step.name().starts_with("expect") || step.name() == "cels";
    if !runner.scene().steps.iter().any(claims) {
        return Err("the scene claims nothing, so wrong lines could be stored for it".into());
    }
    let lines = path.with_extension("expected.jsonl");
    let stored = StoredLines::new(
        &lines.display().to_string(),
        BufReader::new(File::open(&lines)?),
    );
    if let Some(difference) = Comparison::new(runner, stored).first_difference()? {
        return Err(difference.to_string().into());
    }
    check_restored(path)
}

/// Checks that the frames after a `restore` equal the frames after the `save`.
fn check_restored(path: &Path) -> Result {
    let mut runner = open(path)?;
    let lines: Vec<Line> =
        std::iter::from_fn(|| runner.next_line().transpose()).collect::<Result<_, _>>()?;
    let place = |op: &str| lines.iter().position(|line| line.op == op);
    let (Some(saved), Some(restored)) = (place("save"), place("restore")) else {
        return Ok(());
    };
    let frames = |from: usize| -> Vec<&Line> {
        lines[from..]
            .iter()
            .filter(|line| line.op == "tick")
            .collect()
    };
    let between = frames(saved).len() - frames(restored).len();
    let pairs: Vec<_> = frames(saved)
        .into_iter()
        .take(between)
        .zip(frames(restored))
        .collect();
    let same = |(a, b): &(&Line, &Line)| {
        (&a.crc, &a.actors, &a.sounds, &a.queue) == (&b.crc, &b.actors, &b.sounds, &b.queue)
    };
    match pairs.iter().position(|pair| !same(pair)) {
        Some(frame) => {
            Err(format!("frame {frame} after the restore and after the save differ").into())
        }
        None if pairs.is_empty() => Err("no frame is played after save and restore".into()),
        None => Ok(()),
    }
}

fn check_folder(count: usize) -> Result {
    if count < FEWEST {
        return Err(format!("{count} scenes, {FEWEST} are wanted").into());
    }
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if let Some(scene) = name.strip_suffix(".expected.jsonl") {
            if !path.with_file_name(format!("{scene}.toml")).exists() {
                return Err(format!("{name} belongs to no scene").into());
            }
        }
    }
    Ok(())
}

fn check_costumes() -> Result {
    for (name, built) in puppets::files()? {
        if fs::read(puppets::folder().join(&name))? != built {
            let how = "cargo run -p scumm-tests --bin build-scene-costumes";
            return Err(format!(
                "data/scene-costumes/{name} differs from the result of its source; `{how}` writes \
                 it"
            )
            .into());
        }
    }
    Ok(())
}
