//! Writes the recording of `wardrobe play --record`: all operations on the stage, as a scene that
//! repeats them.

mod stage;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use scumm_engine::{Error, Game};
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::text;
use scumm_scene::{Action, DEMO, Inputs, Line, Runner, Scene};
use serde_json::{Map, Value, json};

use scumm_tools::written::Overwrite;
pub use stage::{EFFECT, Record, RecordedStage};

/// Returns the name of the game at `path` in scenes: `$MONKEY2` for `games/monkey2` or
/// `monkey2.000`, `$DEMO` without a path.
fn name_of(path: Option<&Path>) -> String {
    let Some(path) = path else {
        return DEMO.to_owned();
    };
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let stem = whole
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .to_uppercase();
    let name: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name
    } else {
        format!("GAME{name}")
    }
}

/// Parses the target of a recording, which has to be a TOML file.
pub fn target(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match path.extension() {
        Some(ending) if ending == "toml" => Ok(path),
        _ => Err("expected the name of a file that ends in .toml".to_owned()),
    }
}

/// Writes a record as a scene with its lines beside it. The scene is replayed first, and a
/// recording whose frames differ is refused.
///
/// # Errors
/// Returns an error if the replay differs, or if a file cannot be written.
pub fn write(record: &Record, game: &Game, place: Option<&Path>, path: &Path) -> Result<()> {
    let name = name_of(place);
    let scene = text::toml(&scene(record, &name));
    let hint = if place.is_none() {
        String::new()
    } else {
        format!(" --data {name}=DIR")
    };
    let text = format!(
        "# Recorded by `wardrobe play`; `wardrobe scene check FILE{hint}` plays it again.\n{scene}"
    );
    let lines = replay(&text, game, path)?;
    let seen: Vec<&str> = lines
        .iter()
        .filter(|line| line.op == "tick")
        .map(|line| line.crc.as_str())
        .collect();
    let shown = record.frames.iter().map(|crc| format!("{crc:08x}"));
    if let Some(frame) = shown
        .enumerate()
        .find_map(|(i, crc)| (seen.get(i) != Some(&crc.as_str())).then_some(i))
    {
        bail!("the recording plays otherwise from frame {frame} on: nothing is written");
    }
    let lines = lines
        .iter()
        .map(|line| Ok(serde_json::to_string(line)? + "\n"))
        .collect::<Result<String>>()?;
    let stored = stored_lines(path);
    Overwrite::All.write_two([
        (path, text.as_bytes()),
        (stored.as_path(), lines.as_bytes()),
    ])
}

fn scene(record: &Record, name: &str) -> Map<String, Value> {
    let mut scene = Map::new();
    scene.insert(
        "data".to_owned(),
        json!({"path": format!("${name}"), "room": 0}),
    );
    scene.insert("default_palette".to_owned(), 1.into());
    scene.insert("lines".to_owned(), "ticks".into());
    if record.cycle_jiffies != 0 {
        scene.insert("cycle_jiffies".to_owned(), record.cycle_jiffies.into());
    }
    scene.insert(
        "steps".to_owned(),
        record.steps.iter().map(Action::write).collect(),
    );
    scene
}

fn replay(text: &str, game: &Game, path: &Path) -> Result<Vec<Line>> {
    let scene = Scene::parse(&path.display().to_string(), text)?;
    let mut runner = Runner::new(Arc::new(scene), &Only(game))?;
    Ok(std::iter::from_fn(|| runner.next_line().transpose()).collect::<Result<_, _>>()?)
}

/// The played game under every name.
struct Only<'g>(&'g Game);

impl Inputs for Only<'_> {
    fn read(&self, name: &str) -> scumm_engine::Result<Vec<u8>> {
        Err(Error::Misuse(format!("{name} is no part of a recording")))
    }

    fn game(&self, _: &str) -> scumm_engine::Result<Option<Game>> {
        Ok(Some(self.0.clone()))
    }
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use scumm_platform::{App, Button, Input, Key};

    use super::*;
    use crate::cast::Cast;
    use crate::origin::Origin;
    use crate::player::Player;
    use crate::settings::PlayOptions;
    use scumm_tools::demo;

    /// Returns a player whose every step is recorded.
    fn player(game: &Game, origin: Origin) -> Player {
        let options = PlayOptions {
            record: true,
            ..PlayOptions::default()
        };
        Player::new(game.clone(), origin, options).unwrap()
    }

    /// Returns the recorded steps of the user's inputs, after they were written and replayed.
    fn recorded(player: &mut Player, game: &Game) -> Vec<Value> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("user.toml");
        let record = player.world.stage.end_record().unwrap();
        write(&record, game, None, &path).unwrap();
        assert!(stored_lines(&path).exists());
        record.steps.iter().map(Action::write).collect()
    }

    #[test]
    fn what_the_user_does_is_recorded() {
        let game = demo::game().unwrap();
        let origin = Origin {
            cast: Some(Cast::parse(demo::CAST).unwrap()),
            ..Origin::default()
        };
        let mut player = player(&game, origin);
        let click = |button, x, y| Input::PointerButton {
            button,
            pressed: true,
            at: Some(UVec2::new(x, y)),
        };
        let press = |letter| Input::press(Key::Char(letter));
        for (frames, input) in [
            (5, click(Button::Left, 300, 170)),
            (45, press('t')),
            (9, click(Button::Right, 10, 170)),
            (9, press('g')),
            (12, press('s')),
            (6, press('c')),
            (6, press('a')),
            (6, Input::press(Key::Left)),
            (20, press('2')),
            (30, press('g')),
        ] {
            (0..frames).for_each(|_| player.tick());
            player.input(input);
        }
        (0..20).for_each(|_| player.tick());
        let steps = recorded(&mut player, &game);
        let leads =
            |name: &str, actor: u16| steps.iter().any(|step| step[0] == name && step[1] == actor);
        for name in [
            "walk",
            "talk_start",
            "turn",
            "start_anim",
            "costume",
            "put",
            "init",
        ] {
            assert!(leads(name, 1), "{name}");
        }
        assert!(
            steps.contains(&json!(["start_anim", 1, 6]))
                && steps.contains(&json!(["start_anim", 2, 6])),
            "gestures"
        );
        assert!(steps.contains(&json!(["set", 1, "shadow_mode", 32])));
        assert!(
            steps.contains(&json!(["camera_follow", 1, 0]))
                && steps.contains(&json!(["camera_follow", 2, 0]))
        );
    }

    #[test]
    fn a_recording_goes_on_in_the_next_room() {
        let folder = scumm_test_support::unpack("game-files").unwrap();
        for version in ["v5", "v6", "v7", "v8"] {
            let game = Game::open(folder.path().join("game-files").join(version)).unwrap();
            let origin = Origin {
                room: Some(1),
                costume: Some(1),
                ..Origin::default()
            };
            let mut player = player(&game, origin);
            (0..4).for_each(|_| player.tick());
            player.input(Input::press(Key::Char('r')));
            assert_ne!(player.world.room(), 1);
            (0..4).for_each(|_| player.tick());
            let steps = recorded(&mut player, &game);
            assert_eq!(
                steps.iter().filter(|step| step[0] == "room").count(),
                2,
                "{version}: {steps:?}"
            );
            assert!(player.world.stage.end_record().is_none());
        }
    }

    #[test]
    fn a_recording_goes_through_doors_y10_y17() {
        let v5 = demo::game().unwrap();
        for version in [5, 6, 7] {
            let files = scumm_tools::build::game::edition(
                &v5,
                scumm_room::Dialect::new(version),
                "wardrobe",
            )
            .unwrap();
            let game =
                Game::from_files(files.into_iter().map(|file| (file.name, file.bytes.into())))
                    .unwrap();
            let origin = Origin {
                cast: Some(Cast::parse(demo::CAST).unwrap()),
                ..Origin::default()
            };
            let options = PlayOptions {
                unled: true,
                record: true,
                ..PlayOptions::default()
            };
            let mut player = Player::new(game.clone(), origin, options).unwrap();
            let mut rooms = vec![1];
            while rooms.len() < 3 {
                player.tick();
                assert!(player.world.stage.is_recording());
                let room = player.world.room();
                if rooms.last() != Some(&room) {
                    rooms.push(room);
                }
            }
            (0..10).for_each(|_| player.tick());
            assert_eq!(rooms, [1, 2, 1], "v{version}");
            let steps = recorded(&mut player, &game);
            let place = |step: &Value| steps.iter().position(|other| other == step).unwrap();
            let through = [
                json!(["fade_out", 1]),
                json!(["room", 2]),
                json!(["put", 1, 62, 152, 2]),
                json!(["show_actors"]),
            ];
            let places = through.map(|step| place(&step));
            assert!(
                places.is_sorted() && place(&json!(["object_state", 40, 1])) < places[0],
                "v{version}: {places:?}"
            );
            assert!(
                steps.contains(&json!(["object_dirty", 42]))
                    && steps.contains(&json!(["fade_in", 1]))
            );
        }
    }

    #[test]
    fn a_recording_has_the_people_of_each_room() {
        let game = crate::people::tests::game();
        let options = PlayOptions {
            record: true,
            ..PlayOptions::default()
        };
        let origin = Origin {
            room: Some(1),
            ..Origin::default()
        };
        let mut player = Player::new(game.clone(), origin, options).unwrap();
        (0..5).for_each(|_| player.tick());
        player.input(Input::press(Key::Char('r')));
        (0..5).for_each(|_| player.tick());
        let steps = recorded(&mut player, &game);
        for step in [
            json!(["palette", 2, 3, 200]),
            json!(["put", 2, 474, 152, 1]),
            json!(["put", 3, 90, 170, 2]),
        ] {
            assert!(steps.contains(&step), "{step}");
        }
    }

    #[test]
    fn a_recording_that_plays_otherwise_is_not_written() {
        let game = demo::game().unwrap();
        let options = PlayOptions {
            unled: true,
            record: true,
            ..PlayOptions::default()
        };
        let mut player = Player::new(game.clone(), Origin::default(), options).unwrap();
        (0..4).for_each(|_| player.tick());
        let mut record = player.world.stage.end_record().unwrap();
        record.frames[2] ^= 1;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        let error = write(&record, &game, None, &path).unwrap_err().to_string();
        assert!(
            error.contains("from frame 2 on") && !path.exists(),
            "{error}"
        );
    }

    #[test]
    fn a_game_is_called_by_its_file_or_folder() {
        for (path, name) in [
            ("games/monkey2", "MONKEY2"),
            ("a/day-of.000", "DAY_OF"),
            ("000.LFL", "GAME000"),
        ] {
            assert_eq!(name_of(Some(Path::new(path))), name);
        }
        assert_eq!(name_of(None), "DEMO");
    }

    #[test]
    fn recordings_are_toml() {
        assert!(target("a/b.toml").is_ok() && target("b.json").is_err() && target("toml").is_err());
    }
}
