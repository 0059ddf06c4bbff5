//! The stage of the player, and the recording of `wardrobe play --record`. The player changes the
//! stage only by operations that scenes have, so that a recording contains every change. A
//! recording is written as a scene that repeats all operations.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use scumm_engine::{
    ActorField, ActorId, Costume, Error, FieldValue, FrameCount, Game, InitMode, Operation, Room,
    Snapshot, SplitMix64, Stage,
};
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::text;
use scumm_scene::{DEMO, Inputs, Line, PlayedStage, Runner, Scene, SceneStep, StepAction};
use scumm_tools::casting::standing;
use scumm_tools::run_files::RunFiles;
use scumm_tools::shade::ShadowDefinition;
use scumm_tools::written::Overwrite;
use serde_json::{Map, Value, json};

/// The number of the transition with which rooms are left and shown. The number does not affect the
/// pictures of a scene (Y50, Y51).
pub const EFFECT: u16 = 1;
/// The seed of the random numbers, which is the default seed of scenes.
const SEED: u64 = 1;

/// A stage that everyone can read, but that can be changed only by operations that scenes have.
#[derive(Clone, Debug)]
pub struct RecordedStage {
    play: PlayedStage,
    record: Option<SceneRecording>,
}

/// The operations on a stage since its creation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneRecording {
    /// The jiffies by which the colour cycles advance after each frame.
    pub cycle_jiffies: u16,
    /// The steps of a scene.
    pub steps: Vec<StepAction>,
    /// The CRC-32 of the picture after each frame.
    pub frames: Vec<u32>,
}

impl SceneRecording {
    /// Records an operation that the stage has performed. Consecutive frames become one step.
    fn keep(&mut self, action: StepAction, stage: &Stage) {
        let StepAction::Scene(SceneStep::Tick { n }) = action else {
            return self.steps.push(action);
        };
        let mut crc = crc32fast::Hasher::new();
        stage.front().rows().for_each(|row| crc.update(row));
        self.frames.push(crc.finalize());
        if let Some(StepAction::Scene(SceneStep::Tick { n: before })) = self.steps.last_mut() {
            // A step has at most a day of frames.
            if let Ok(both) = FrameCount::new(before.get() + n.get()) {
                *before = both;
                return;
            }
        }
        self.steps.push(action);
    }
}

impl Deref for RecordedStage {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.play.stage
    }
}

/// The record, and changes that a scene cannot express.
impl RecordedStage {
    /// Creates a stage for a room of a game as [`Stage::for_room`] does, with this number of
    /// jiffies for each frame, and starts a record.
    ///
    /// # Errors
    /// Returns an error if the room is missing or damaged.
    pub fn for_room(game: &Game, number: u16, jiffies: u16) -> Result<Self> {
        let stage = Stage::for_room(game, number)?;
        let mut steps = Vec::new();
        if !stage.dialect().has_room_high_stage() {
            let (top, lines) = (
                stage.front().band_top(),
                u16::try_from(stage.front().height).unwrap_or(u16::MAX),
            );
            let bottom = top.saturating_add(lines);
            steps.push(Operation::SetBand { top, bottom }.into());
        }
        steps.push(Operation::EnterRoom { room: number }.into());
        let record = Some(SceneRecording {
            cycle_jiffies: jiffies,
            steps,
            frames: Vec::new(),
        });
        Ok(Self {
            play: PlayedStage::new(stage, SEED, jiffies),
            record,
        })
    }

    /// Ends the record and returns it; `None` if it has ended before.
    pub fn end_record(&mut self) -> Option<SceneRecording> {
        self.record.take()
    }

    /// Returns whether changes are recorded.
    pub fn is_recording(&self) -> bool {
        self.record.is_some()
    }

    /// Returns the jiffies of a frame.
    pub fn jiffies(&self) -> u16 {
        self.play.cycle_jiffies
    }

    /// Returns the source of random numbers.
    pub fn random(&self) -> &SplitMix64 {
        &self.play.world.random
    }

    /// Restores a snapshot, as [`Stage::restore`] does, and the state of the random numbers. Ends
    /// the record, because a scene cannot restore a snapshot.
    ///
    /// # Errors
    /// Returns an error if the snapshot belongs to another stage.
    pub fn restore(&mut self, snapshot: &Snapshot, random: &SplitMix64) -> Result<()> {
        self.play.stage.restore(snapshot)?;
        self.play.world.random = *random;
        self.record = None;
        Ok(())
    }

    /// Loads a costume of the game under its number.
    ///
    /// # Errors
    /// Returns an error if the costume is missing or damaged.
    pub fn load_costume(&mut self, game: &Game, number: u16) -> Result<()> {
        Ok(self
            .play
            .stage
            .insert_costume(number, Arc::new(game.costume(number)?))?)
    }

    /// Loads a room of the game and returns it.
    ///
    /// # Errors
    /// Returns an error if the room is missing or damaged.
    pub fn load_room(&mut self, game: &Game, number: u16) -> Result<Arc<Room>> {
        if let Some(room) = self.play.stage.room(number) {
            return Ok(room.clone());
        }
        let room = Arc::new(game.room(number)?);
        self.play.stage.insert_room(number, room.clone());
        Ok(room)
    }

    /// Makes the stage take rooms and costumes from a game whose files were replaced. Rooms that
    /// the stage has loaded are loaded again when they are entered. Ends the record, because a
    /// scene has one game.
    pub fn use_game(&mut self, game: &Game) {
        let stage = &mut self.play.stage;
        stage.set_resources(Arc::new(game.clone()));
        for room in game.rooms() {
            stage.forget_room(room);
        }
        self.record = None;
    }

    /// Replaces a costume on the stage and redraws all actors. Ends the record, because a scene
    /// cannot replace a costume.
    ///
    /// # Errors
    /// Returns an error if the costume was parsed for another version.
    pub fn exchange_costume(&mut self, number: u16, costume: Arc<Costume>) -> Result<()> {
        self.play.stage.insert_costume(number, costume)?;
        self.play.stage.redraw_all_actors();
        self.record = None;
        Ok(())
    }

    /// Hides limbs of an actor, given as bits with limb 0 in the lowest bit, until an animation
    /// shows them. This is not recorded.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn hide_limbs(&mut self, id: u16, limbs: u16) -> Result<()> {
        let stage = &mut self.play.stage;
        if stage.actor(id)?.anim.stopped | limbs == stage.actor(id)?.anim.stopped {
            return Ok(());
        }
        let mut actor = stage.actor_mut(id)?;
        actor.anim.stopped |= limbs;
        actor.need_redraw = true;
        stage.redraw_all_actors();
        Ok(())
    }

    /// Shows limbs of an actor again, given as bits.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn show_limbs(&mut self, id: u16, limbs: u16) -> Result<()> {
        if limbs == 0 {
            return Ok(());
        }
        let stage = &mut self.play.stage;
        stage.actor_mut(id)?.anim.stopped &= !limbs;
        stage.redraw_all_actors();
        Ok(())
    }

    /// Sets the position and the colour of an actor's speech, which are not part of the stage's
    /// picture.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor.
    pub fn set_voice(
        &mut self,
        id: u16,
        position: Option<(i32, i32)>,
        colour: Option<u8>,
    ) -> Result<()> {
        let mut actor = self.play.stage.actor_mut(id)?;
        actor.talk_pos = position.unwrap_or(actor.talk_pos);
        actor.talk_colour = colour.unwrap_or(actor.talk_colour);
        Ok(())
    }
}

/// Recorded operations. They return the errors of the stage, and a failing operation is not
/// recorded.
impl RecordedStage {
    /// Performs an operation or another step of scenes.
    pub fn run(&mut self, action: impl Into<StepAction>) -> Result<()> {
        let action = action.into();
        action.run(&mut self.play)?;
        if let Some(record) = &mut self.record {
            record.keep(action, &self.play.stage);
        }
        Ok(())
    }

    /// Leaves the room and enters another room of the game. The band gets the height of the new
    /// room (Y10–Y16). The actors of the new room become visible with [`Operation::ShowActors`]. If
    /// the room is missing or damaged, the stage stays in the present room.
    pub fn enter_room(&mut self, game: &Game, number: u16) -> Result<()> {
        let bottom = u16::try_from(self.load_room(game, number)?.height).unwrap_or(u16::MAX);
        self.run(Operation::FadeOut { effect: EFFECT })?;
        self.run(Operation::EnterRoom { room: number })?;
        let (_, screen) = self.dialect().screen_size();
        if !self.dialect().has_room_high_stage()
            && usize::from(bottom.min(screen)) != self.front().height
        {
            self.run(Operation::SetBand { top: 0, bottom })?;
        }
        Ok(())
    }

    /// Sets an object's state and redraws the object (Y40, Y41).
    pub fn show_object(&mut self, object: u16, state: u8) -> Result<()> {
        self.run(Operation::SetObjectState { object, state })?;
        self.run(Operation::RedrawObject { object })
    }

    /// Sets the shadow tables. The recording contains the resulting tables and not their
    /// definition, because the tables depend on the colours at this time, and colours may cycle.
    pub fn make_shadow_tables(&mut self, shade: &ShadowDefinition) -> Result<()> {
        shade.make_tables(&mut self.play.stage)?;
        self.run(Operation::SetShadowTable {
            table: self.colours().shadow_table().to_vec(),
        })
    }

    /// Sets up an actor that walks in the room's boxes, or anywhere in a room without floor.
    pub fn set_up_actor(&mut self, actor: u16) -> Result<()> {
        self.run(Operation::Init {
            actor: ActorId::new(actor)?,
            mode: InitMode::Settings,
        })?;
        self.heed_boxes(actor)
    }

    /// Restricts an actor to the room's boxes, or allows it to walk anywhere in a room without
    /// floor.
    pub fn heed_boxes(&mut self, actor: u16) -> Result<()> {
        let actor = ActorId::new(actor)?;
        let ignore = !standing::has_floor(self);
        self.run(Operation::SetIgnoreBoxes { actor, ignore })
    }

    /// Stores a field of an actor.
    pub fn set(&mut self, actor: u16, field: ActorField, value: FieldValue) -> Result<()> {
        self.run(Operation::Set {
            actor: ActorId::new(actor)?,
            field,
            value,
        })
    }

    /// Sets the way in which an actor is drawn through the shadow table (C50), from the next frame
    /// on.
    pub fn set_shadow_mode(&mut self, actor: u16, mode: u16) -> Result<()> {
        self.set(actor, ActorField::ShadowMode, mode.into())?;
        self.set(actor, ActorField::NeedRedraw, true.into())
    }

    /// Stops an actor's walk and makes the actor stand, as scripts do. The recording gets two
    /// steps.
    pub fn stop(&mut self, actor: u16) -> Result<()> {
        self.run(Operation::Stop {
            actor: ActorId::new(actor)?,
        })?;
        self.stand(actor)
    }

    /// Makes an actor stand.
    pub fn stand(&mut self, actor: u16) -> Result<()> {
        let frame = self.actor(actor)?.stand_frame.into();
        self.start_anim(actor, frame)
    }

    /// Starts the animation of a frame.
    pub fn start_anim(&mut self, actor: u16, frame: u16) -> Result<()> {
        let actor = ActorId::new(actor)?;
        self.run(Operation::StartAnim { actor, frame })
    }

    /// Makes an actor walk to a position.
    pub fn walk(&mut self, actor: u16, (x, y): (i32, i32), angle: i32) -> Result<()> {
        let actor = ActorId::new(actor)?;
        let angle = if angle == -1 { None } else { Some(angle) };
        self.run(Operation::Walk { actor, x, y, angle })
    }

    /// Puts an actor at a position in a room.
    pub fn put(&mut self, actor: u16, (x, y): (i32, i32), room: u16) -> Result<()> {
        self.run(Operation::Put {
            actor: ActorId::new(actor)?,
            x,
            y,
            room: Some(room),
        })
    }

    /// Plays a frame and returns its events.
    pub fn tick(&mut self) -> Result<Vec<scumm_engine::Event>> {
        self.run(SceneStep::Tick {
            n: FrameCount::new(1)?,
        })?;
        Ok(self.play.stage.take_events())
    }
}

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
        _ => Err("expected a file name that ends in .toml".to_owned()),
    }
}

/// Writes a recording as a scene, and its lines as a file beside the scene. First the scene is
/// replayed. If the frames of the replay differ from the recorded frames, nothing is written.
///
/// # Errors
/// Returns an error if the replay differs, or if a file cannot be written.
pub fn write(
    files: &RunFiles,
    record: &SceneRecording,
    game: &Game,
    place: Option<&Path>,
    path: &Path,
) -> Result<()> {
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
        bail!("the recorded scene differs from the play from frame {frame} on; it is not saved");
    }
    let lines = lines
        .iter()
        .map(|line| Ok(serde_json::to_string(line)? + "\n"))
        .collect::<Result<String>>()?;
    let stored = stored_lines(path);
    let written = [
        (path, text.as_bytes()),
        (stored.as_path(), lines.as_bytes()),
    ];
    Overwrite::All.write_two(files, written)
}

fn scene(record: &SceneRecording, name: &str) -> Map<String, Value> {
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
        record.steps.iter().map(StepAction::write).collect(),
    );
    scene
}

fn replay(text: &str, game: &Game, path: &Path) -> Result<Vec<Line>> {
    let scene = Scene::parse(&path.display().to_string(), text)?;
    let mut runner = Runner::new(Arc::new(scene), &Only(game))?;
    Ok(std::iter::from_fn(|| runner.next_line().transpose()).collect::<Result<_, _>>()?)
}

/// A source of games that returns the played game for every name.
struct Only<'g>(&'g Game);

impl Inputs for Only<'_> {
    fn read(&self, name: &str) -> scumm_engine::Result<Vec<u8>> {
        Err(Error::other(format!(
            "{name}: a recording cannot read files"
        )))
    }

    fn game(&self, _: &str) -> scumm_engine::Result<Option<Game>> {
        Ok(Some(self.0.clone()))
    }
}

#[cfg(test)]
mod tests {
    use glam::UVec2;
    use scumm_platform::{App, Button, Input, Key};
    use scumm_tools::demo;

    use super::*;
    use crate::cast::PlayCast;
    use crate::player::Player;
    use crate::session::Origin;
    use crate::settings::PlayOptions;

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
        write(&RunFiles::default(), &record, game, None, &path).unwrap();
        assert!(stored_lines(&path).exists());
        record.steps.iter().map(StepAction::write).collect()
    }

    #[test]
    fn what_the_user_does_is_recorded() {
        let game = demo::game().unwrap();
        let origin = Origin {
            cast: Some(PlayCast::parse(demo::CAST).unwrap()),
            ..Origin::default()
        };
        let mut player = player(&game, origin);
        let click = |button, x, y| Input::PointerButton {
            button,
            pressed: true,
            at: Some(UVec2::new(x, y)),
            overlay: None,
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
                cast: Some(PlayCast::parse(demo::CAST).unwrap()),
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
        let game = crate::opening::tests::peopled_game();
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
        let error = write(&RunFiles::default(), &record, &game, None, &path)
            .unwrap_err()
            .to_string();
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
