//! Plays are scenes that go through real games, room by room (Y1–Y70). Each play must print the
//! lines that the reference printed. It is played a second time with stages that are saved on the
//! way and restored into other stages. The games are third-party art and are beside the checkout.
//! If a game is missing, its tests are ignored, and their names say so.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use libtest_mimic::{Failed, Trial};
use scumm_engine::{Operation, Snapshot};
use scumm_scene::{Comparison, Runner, Scene, SceneFolder, StepAction, StoredLines};
use scumm_test_support::shared;

/// The groups of plays, the games' names in them, and the games' folders in `real`.
const PLAYS: [(&str, &str, &str); 4] = [
    ("plays-openquest", "OPENQUEST", "openquest"),
    ("plays-road", "ROAD", "road"),
    ("plays-road7", "ROAD7", "road7"),
    ("plays-self5", "SELF5", "self5"),
];
/// The number of frames after which a stage is saved each time.
const SAVE_EVERY: usize = 50;
/// The number of frames that a restored stage plays.
const PLAY_ON: usize = 100;
/// Only one in this number of snapshots is converted to text and back, because this is slow.
const TEXT_EVERY: usize = 20;
/// The number of snapshots that are played up to the end of the play.
const TO_THE_END: usize = 3;

type Result<T = (), E = Box<dyn Error>> = std::result::Result<T, E>;

/// Returns two tests for each play whose game exists.
pub fn trials() -> Result<Vec<Trial>> {
    let mut trials = Vec::new();
    for (group, name, game) in PLAYS {
        let places = (
            shared(&format!("vectors-2026/{group}")),
            shared(&format!("real/{game}")),
        );
        let (Some(folder), Some(game)) = places else {
            let missing = Trial::test(
                format!("{group} (not in ../shared/vectors-2026 and ../shared/real)"),
                || Ok(()),
            );
            trials.push(missing.with_ignored_flag(true));
            continue;
        };
        for path in plays(&folder)? {
            let stem = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            for (what, act) in [("", play as Act), (" saved and restored", save)] {
                let (path, game) = (path.clone(), game.clone());
                let act = move || act(&path, name, &game).map_err(Failed::from);
                trials.push(Trial::test(format!("{group}/{stem}{what}"), act));
            }
        }
    }
    Ok(trials)
}

/// The test of a play. The operands are the play's file, the name of its game, and the game's
/// folder.
type Act = fn(&Path, &str, &Path) -> Result;

fn plays(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut plays = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            plays.push(path);
        }
    }
    plays.sort();
    Ok(plays)
}

fn open(path: &Path, name: &str, game: &Path) -> Result<Runner> {
    let scene = Scene::parse(&path.display().to_string(), &fs::read_to_string(path)?)?;
    let games = [(name.to_owned(), game.to_path_buf())].into();
    Ok(Runner::new(
        Arc::new(scene),
        &SceneFolder {
            games,
            ..SceneFolder::beside(path)
        },
    )?)
}

fn stored(path: &Path) -> Result<StoredLines<BufReader<File>>> {
    let path = path.with_extension("expected.jsonl");
    Ok(StoredLines::new(
        &path.display().to_string(),
        BufReader::new(File::open(&path)?),
    ))
}

/// Plays a scene to its end and compares every line.
fn play(path: &Path, name: &str, game: &Path) -> Result {
    match Comparison::new(open(path, name, game)?, stored(path)?).first_difference()? {
        Some(difference) => Err(difference.to_string().into()),
        None => Ok(()),
    }
}

/// A run with a restored stage, and the number of lines that it still plays.
struct Restored {
    saved_at: usize,
    runner: Runner,
    left: usize,
}

/// Saves the stage on the way, restores it into a stage that has just begun or is in another room,
/// and continues to play. Every line must be equal.
fn save(path: &Path, name: &str, game: &Path) -> Result {
    let frames = stored(path)?.count();
    let fresh = open(path, name, game)?;
    let mut runner = fresh.clone();
    let (mut restored, mut snapshots) = (Vec::<Restored>::new(), 0_usize);
    let mut played = 0;
    while let Some(line) = runner.next_line()? {
        played += 1;
        for run in &mut restored {
            let again = run.runner.next_line()?;
            if again.as_ref() != Some(&line) {
                let saved = run.saved_at;
                return Err(format!(
                    "frame {played} differs on a stage that was saved after frame {saved}"
                )
                .into());
            }
            run.left -= 1;
        }
        restored.retain(|run| run.left > 0);
        if played % SAVE_EVERY == 0 {
            let thirds = frames / TO_THE_END / SAVE_EVERY * SAVE_EVERY;
            let to_the_end = thirds != 0 && (played - SAVE_EVERY) % thirds == 0;
            let left = if to_the_end {
                frames - played
            } else {
                PLAY_ON.min(frames - played)
            };
            restored.push(Restored {
                saved_at: played,
                runner: restore(&runner, &fresh, snapshots)?,
                left,
            });
            restored.retain(|run| run.left > 0);
            snapshots += 1;
        }
    }
    if played != frames || snapshots < frames / SAVE_EVERY {
        return Err(format!("{played} of {frames} frames, {snapshots} snapshots").into());
    }
    Ok(())
}

/// Returns a run in the state of `runner` on another stage.
fn restore(runner: &Runner, fresh: &Runner, number: usize) -> Result<Runner> {
    let mut stage = fresh.stage().clone();
    let mut rooms = BTreeSet::new();
    for step in &runner.scene().steps {
        let StepAction::Operation(operation) = &step.action else {
            continue;
        };
        let costume = match operation {
            Operation::SetCostume { costume, .. } => u16::try_from(*costume).ok(),
            _ => None,
        };
        let costume = costume.and_then(|number| Some((number, runner.stage().costume(number)?)));
        if let Some((number, costume)) = costume {
            stage.insert_costume(number, Arc::clone(costume))?;
        }
        let Operation::EnterRoom { room } = *operation else {
            continue;
        };
        if let Some(known) = runner.stage().room(room) {
            stage.insert_room(room, Arc::clone(known));
            rooms.insert(room);
        }
    }
    let rooms: Vec<u16> = rooms.into_iter().collect();
    // Every second stage has entered one of its rooms before it is restored.
    if let Some(room) = rooms
        .get(number / 2 % rooms.len().max(1))
        .filter(|_| number % 2 == 1)
    {
        stage.enter_room(*room)?;
        stage.show_actors();
    }
    let saved = runner.stage().save();
    let saved: Snapshot = if number % TEXT_EVERY == 0 {
        serde_json::from_str(&serde_json::to_string(&saved)?)?
    } else {
        saved
    };
    stage.restore(&saved)?;
    let mut again = runner.clone();
    *again.stage_mut() = stage;
    Ok(again)
}
