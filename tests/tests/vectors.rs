//! Every reference vector is a test of its own, named `group/scene`; `cargo test -p scumm-tests --test vectors -- cost-v5`
//! runs one group. Nothing outside the checkout is needed but for the groups of third-party art, which are ignored where
//! they are not there.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use scumm_engine::scene::{Runner, Scene, StoredLines};
use scumm_tests::shared;
use scumm_tests::vectors::{Vectors, groups};

/// Groups that can't be part of the project.
const THIRD_PARTY: [&str; 2] = ["openquest-costumes", "openquest-rooms"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(&arguments) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("vectors: {error}");
            ExitCode::FAILURE
        }
    }
}

fn trials(arguments: &Arguments) -> io::Result<Vec<Trial>> {
    let groups: Vec<String> = groups()?.into_iter().filter(|group| may_match(arguments, group)).collect();
    let mut vectors = Vectors::load(groups.iter().map(String::as_str))?;
    let mut missing = Vec::new();
    for group in THIRD_PARTY {
        match shared("vectors") {
            Some(folder) => {
                vectors.add_folder(&folder.join(group), group)?;
                vectors.add_folder(&folder.join("blobs"), "blobs")?;
            }
            None => missing
                .push(Trial::test(format!("{group} (not in ../shared/vectors)"), || Ok(())).with_ignored_flag(true)),
        }
    }
    let vectors = Arc::new(vectors);
    let scenes: Vec<String> = vectors.scenes().map(str::to_owned).collect();
    let trial = |scene: String| {
        let vectors = Arc::clone(&vectors);
        let name = scene.trim_end_matches(".json").to_owned();
        Trial::test(name, move || play(&vectors, &scene))
    };
    Ok(scenes.into_iter().map(trial).chain(missing).collect())
}

/// Whether a test of the group may be asked for, so that its archive has to be read.
fn may_match(arguments: &Arguments, group: &str) -> bool {
    let Some(filter) = &arguments.filter else { return true };
    let head = filter.split('/').next().unwrap_or_default();
    group.contains(head) || !filter.contains('/')
}

/// Plays a scene and compares every line.
fn play(vectors: &Vectors, name: &str) -> Result<(), Failed> {
    let text = std::str::from_utf8(vectors.get(name).unwrap_or_default())?;
    let scene = Arc::new(Scene::parse(name, text)?);
    let mut runner = Runner::new(scene, &vectors.inputs(name))?;
    let stored = StoredLines::parse(name, std::str::from_utf8(vectors.stored(name).unwrap_or_default())?)?;
    if stored.is_empty() {
        return Err("no lines are stored".into());
    }
    match stored.first_difference(&mut runner)? {
        None => Ok(()),
        Some(difference) => Err(difference.to_string().into()),
    }
}
