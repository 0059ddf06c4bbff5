//! `wardrobe play --record`: what was done on the stage, as a scene that plays it again.

mod stage;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use scumm_engine::Game;
use scumm_engine::scene::{Inputs, Line, Op, Runner, Scene};
use scumm_platform::file;
use scumm_room::Error;
use serde_json::{Map, Value, json};

use crate::scene::{DEMO, stored_lines, text};
pub use stage::{Record, RecordedStage};

/// What scenes call the game at `path`: `$MONKEY2` for `games/monkey2` or `monkey2.000`, `$DEMO` for none.
fn name_of(path: Option<&Path>) -> String {
    let Some(path) = path else { return DEMO.to_owned() };
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let stem = whole.file_stem().unwrap_or_default().to_string_lossy().to_uppercase();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("GAME{name}") }
}

/// Where a recording goes: a TOML file.
pub fn target(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    match path.extension() {
        Some(ending) if ending == "toml" => Ok(path),
        _ => Err("expected the name of a file that ends in .toml".to_owned()),
    }
}

/// Writes a record of a room as a scene, with its lines beside it, after playing it again: a recording that does not come to
/// the same frames is refused.
///
/// # Errors
/// It plays otherwise, or can't be written.
pub fn write(record: &Record, game: &Game, place: Option<&Path>, room: u16, path: &Path) -> Result<()> {
    let name = name_of(place);
    let scene = scene(record, game, &name, room);
    let hint = if place.is_none() { String::new() } else { format!(" --data {name}=DIR") };
    let text = format!(
        "# Recorded by `wardrobe play`; `wardrobe scene check FILE{hint}` plays it again.\n{}",
        text::toml(&scene)
    );
    let lines = replay(&text, game, path)?;
    let seen: Vec<&str> = lines.iter().filter(|line| line.op == "tick").map(|line| line.crc.as_str()).collect();
    let shown = record.frames.iter().map(|crc| format!("{crc:08x}"));
    if let Some(frame) = shown.enumerate().find_map(|(i, crc)| (seen.get(i) != Some(&crc.as_str())).then_some(i)) {
        bail!("the recording plays otherwise from frame {frame} on: nothing is written");
    }
    let lines = lines.iter().map(|line| Ok(serde_json::to_string(line)? + "\n")).collect::<Result<String>>()?;
    file::write(path, |out| out.write_all(text.as_bytes()))?;
    file::write(&stored_lines(path), |out| out.write_all(lines.as_bytes()))?;
    Ok(())
}

fn scene(record: &Record, game: &Game, name: &str, room: u16) -> Map<String, Value> {
    let table = |pairs: Vec<(String, Value)>| Value::Object(pairs.into_iter().collect());
    let mut scene = Map::new();
    scene.insert("data".to_owned(), json!({"path": format!("${name}"), "room": room}));
    let lines = game.room(room).map_or(200, |room| room.height.min(200));
    if !game.dialect().has_room_high_stage() && lines != 200 {
        scene.insert("screens".to_owned(), json!([0, lines]));
    }
    if record.cycle_jiffies != 0 {
        scene.insert("cycle_jiffies".to_owned(), record.cycle_jiffies.into());
    }
    if !record.objects.is_empty() {
        let objects = record.objects.iter().map(|(id, state)| (id.to_string(), Value::from(*state))).collect();
        scene.insert("room".to_owned(), json!({"objects": table(objects)}));
    }
    let costumes = record.costumes.iter().map(|id| (id.to_string(), Value::from(*id))).collect();
    scene.insert("costumes".to_owned(), table(costumes));
    scene.insert("steps".to_owned(), record.steps.iter().map(Op::write).collect());
    scene
}

fn replay(text: &str, game: &Game, path: &Path) -> Result<Vec<Line>> {
    let scene = Scene::parse(&path.display().to_string(), text)?;
    let mut runner = Runner::new(Arc::new(scene), &Only(game))?;
    Ok(std::iter::from_fn(|| runner.next_line().transpose()).collect::<Result<_, _>>()?)
}

/// The game that was played, whatever it is called.
struct Only<'g>(&'g Game);

impl Inputs for Only<'_> {
    fn read(&self, name: &str) -> scumm_room::Result<Vec<u8>> {
        Err(Error::Misuse(format!("{name} is no part of a recording")))
    }

    fn game(&self, _: &str) -> scumm_room::Result<Option<Game>> {
        Ok(Some(self.0.clone()))
    }
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use scumm_platform::{App, Button, Input, Key};

    use super::*;
    use crate::demo;
    use crate::play::cast::Cast;
    use crate::play::options::PlayOptions;
    use crate::play::origin::Origin;
    use crate::play::player::Player;

    /// A player whose every step is recorded.
    fn player(game: &Game, origin: Origin) -> Player {
        let options = PlayOptions { record: true, ..PlayOptions::default() };
        Player::new(game.clone(), origin, options).unwrap()
    }

    /// The steps that the user's inputs left, after they were written and played again.
    fn recorded(player: &mut Player, game: &Game, room: u16) -> Vec<Value> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("user.toml");
        let record = player.end_record().unwrap();
        write(&record, game, None, room, &path).unwrap();
        assert!(stored_lines(&path).exists());
        record.steps.iter().map(Op::write).collect()
    }

    #[test]
    fn what_the_user_does_is_recorded() {
        let game = demo::game().unwrap();
        let origin = Origin { cast: Some(Cast::parse(demo::CAST).unwrap()), ..Origin::default() };
        let mut player = player(&game, origin);
        let click = |button, x, y| Input::PointerButton { button, pressed: true, at: Some(UVec2::new(x, y)) };
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
        let steps = recorded(&mut player, &game, 1);
        let leads = |name: &str, actor: u16| steps.iter().any(|step| step[0] == name && step[1] == actor);
        for name in ["walk", "talk_start", "turn", "start_anim", "costume", "put", "init"] {
            assert!(leads(name, 1), "{name}");
        }
        assert!(
            steps.contains(&json!(["start_anim", 1, 6])) && steps.contains(&json!(["start_anim", 2, 6])),
            "gestures"
        );
        assert!(steps.contains(&json!(["set", 1, "shadow_mode", 32])));
        assert!(steps.iter().filter(|step| step[0] == "camera").count() > 3, "the camera follows");
    }

    #[test]
    fn a_recording_ends_where_the_room_is_left() {
        let folder = scumm_tests::unpack("game-files").unwrap();
        let game = Game::open(folder.path().join("game-files/v5")).unwrap();
        let origin = Origin { room: Some(1), costume: Some(1), ..Origin::default() };
        let mut player = player(&game, origin);
        (0..4).for_each(|_| player.tick());
        player.input(Input::press(Key::Char('r')));
        assert_ne!(player.world.room, 1);
        (0..4).for_each(|_| player.tick());
        let steps = recorded(&mut player, &game, 1);
        assert_eq!(steps.last(), Some(&json!(["tick", 4])));
        assert!(player.end_record().is_none());
    }

    #[test]
    fn a_recording_that_plays_otherwise_is_not_written() {
        let game = demo::game().unwrap();
        let options = PlayOptions { alone: true, record: true, ..PlayOptions::default() };
        let mut player = Player::new(game.clone(), Origin::default(), options).unwrap();
        (0..4).for_each(|_| player.tick());
        let mut record = player.end_record().unwrap();
        record.frames[2] ^= 1;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.toml");
        let error = write(&record, &game, None, 1, &path).unwrap_err().to_string();
        assert!(error.contains("from frame 2 on") && !path.exists(), "{error}");
    }

    #[test]
    fn a_game_is_called_by_its_file_or_folder() {
        for (path, name) in [("games/monkey2", "MONKEY2"), ("a/day-of.000", "DAY_OF"), ("000.LFL", "GAME000")] {
            assert_eq!(name_of(Some(Path::new(path))), name);
        }
        assert_eq!(name_of(None), "DEMO");
    }

    #[test]
    fn recordings_are_toml() {
        assert!(target("a/b.toml").is_ok() && target("b.json").is_err() && target("toml").is_err());
    }
}
