//! A cast: the actors of a game, the objects that they use, and the actions that each performs
//! without the user's control. The file format is TOML; data/demo/cast.toml is an example.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use glam::IVec2;
use scumm_engine::Stage;
use scumm_tools::run_files::RunFiles;
use scumm_tools::shade::ShadowDefinition;
use serde::{Deserialize, Serialize};

/// The most actors of a cast: one for each of the keys 1 to 9.
pub const MOST: usize = 9;

/// A cast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayCast {
    /// Lines of help for the user.
    #[serde(default)]
    pub help: Vec<String>,
    /// Lines of help for a user with a game controller; by default `help`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pad_help: Vec<String>,
    /// The number of the first room.
    pub room: u16,
    /// The jiffies between two frames (E1).
    pub timer_next: Option<u16>,
    /// The definition of the shadow table.
    pub shadow: Option<ShadowDefinition>,
    /// The objects that the actors use: doors and other objects that can be opened.
    #[serde(default, rename = "object")]
    pub objects: Vec<UsableObject>,
    /// The actors. The user controls the first one at the start.
    #[serde(rename = "actor")]
    pub members: Vec<PlayCastMember>,
}

/// An actor of a cast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayCastMember {
    /// The actor's number on the stage.
    pub id: u16,
    /// The actor's name.
    pub name: String,
    /// The number of the actor's costume.
    pub costume: u16,
    /// The initial position in actors' units.
    pub at: (i32, i32),
    /// The initial direction in degrees clockwise from north.
    pub facing: i32,
    /// The length of the actor's steps, horizontal and vertical.
    pub speed: Option<(u16, u16)>,
    /// The colour of the actor's speech.
    pub talk_color: Option<u8>,
    /// The position of the actor's speech relative to its feet.
    pub talk_pos: Option<(i32, i32)>,
    /// The number of the animation (chore) that is the actor's gesture.
    pub gesture: Option<u16>,
    /// The shadow mode in which the actor is drawn (C55).
    #[serde(default)]
    pub shadow_mode: u16,
    /// The lines that the actor says in turn when the user makes it talk.
    #[serde(default)]
    pub lines: Vec<String>,
    /// The actions that the actor repeats without the user's control.
    #[serde(default)]
    pub timetable: Vec<TimetableEntry>,
}

impl PlayCast {
    /// Reads the file of a cast.
    ///
    /// # Errors
    /// Returns an error with the file's name if the file cannot be read or is invalid.
    pub fn read(files: &RunFiles, path: &Path) -> Result<Self> {
        let text = files.read_source(path)?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    /// Parses the text of a cast.
    ///
    /// # Errors
    /// Returns an error if the text is invalid.
    pub fn parse(text: &str) -> Result<Self> {
        let cast: Self = toml::from_str(text)?;
        let count = cast.members.len();
        ensure!(
            (1..=MOST).contains(&count),
            "expected 1 to {MOST} actors, found {count}"
        );
        let mut ids = BTreeSet::new();
        if let Some(twice) = cast.members.iter().find(|member| !ids.insert(member.id)) {
            bail!("actor {} is listed twice", twice.id);
        }
        Ok(cast)
    }
}

/// The number of frames for which a door is open before an actor goes through it.
const OPENING: u32 = 5;
/// The number of frames after which an open door closes.
pub const OPEN: u32 = 14;
/// The largest distance from an object's position at which an actor uses the object, in actors'
/// units. It is not 0, because the floor may end before the position.
const REACH: IVec2 = IVec2::new(10, 4);
/// The largest distance from a door's position, in actors' units, at which an actor goes through
/// the door although the user did not send the actor to the door.
const STEP: IVec2 = IVec2::new(10, 1);

/// An object that actors use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsableObject {
    /// The room that contains the object.
    pub room: u16,
    /// The object's number in the game. Its state is 0 when it is closed and 1 when it is open.
    pub object: u16,
    /// The position where actors stand to use the object.
    pub at: (i32, i32),
    /// The direction of the actors that use it, in degrees clockwise from north.
    pub facing: i32,
    /// The exit of a door; `None` for other objects.
    pub to: Option<Exit>,
}

/// The exit of a door.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// The number of the room behind the door.
    pub room: u16,
    /// The position in the other room at which an actor arrives.
    pub at: (i32, i32),
    /// The direction of an actor that arrives in the other room, in degrees clockwise from north.
    pub facing: i32,
    /// The number of the object that shows the same door in the other room.
    pub object: u16,
}

impl UsableObject {
    /// Returns the distance between an actor and the position where the object is used, if the
    /// actor is in the object's room.
    fn distance(&self, stage: &Stage, actor: u16) -> Option<IVec2> {
        let actor = stage
            .actor(actor)
            .ok()
            .filter(|actor| actor.room == self.room)?;
        Some((actor.pos.as_ivec2() - IVec2::from(self.at)).abs())
    }

    /// Returns whether an actor is near enough to use the object.
    pub fn is_reached_by(&self, stage: &Stage, actor: u16) -> bool {
        self.distance(stage, actor)
            .is_some_and(|away| away.cmple(REACH).all())
    }

    /// Returns whether the object is a door and an actor stands at its threshold.
    pub fn is_stepped_on_by(&self, stage: &Stage, actor: u16) -> bool {
        self.to.is_some()
            && self
                .distance(stage, actor)
                .is_some_and(|away| away.cmple(STEP).all())
    }

    /// Returns whether a pixel of the room that the stage shows lies on the object.
    pub fn is_at(&self, stage: &Stage, pixel: IVec2) -> bool {
        let Some(room) = stage.backdrop().room() else {
            return false;
        };
        if stage.room_number() != self.room {
            return false;
        }
        for object in &room.objects {
            let size = IVec2::new(object.width.into(), object.height.into());
            let inside = pixel - object.position.as_ivec2();
            let is_inside = inside.cmpge(IVec2::ZERO).all() && inside.cmplt(size).all();
            if object.id == self.object && is_inside {
                return true;
            }
        }
        false
    }
}

/// An actor's walk to an object, and the actor's use of the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand {
    /// The number of the object.
    pub object: u16,
    stage: ErrandStage,
}

/// The progress of an errand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum ErrandStage {
    Begun,
    UnderWay,
    /// The door is open. The value is the number of frames until the actor goes through the door.
    Opening(u32),
}

/// The next step of an errand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrandStep {
    /// The actor has to walk to the object.
    Walk,
    /// Nothing happens yet.
    Wait,
    /// The actor has reached the object.
    Arrive,
    /// The actor goes through the door.
    GoThrough,
}

impl Errand {
    /// Creates the errand to use an object.
    pub fn to(object: u16) -> Self {
        Self {
            object,
            stage: ErrandStage::Begun,
        }
    }

    /// Advances by a frame. `moving` tells whether the actor is moving.
    pub fn tick(&mut self, moving: bool) -> ErrandStep {
        let (stage, step) = match self.stage {
            ErrandStage::Begun => (ErrandStage::UnderWay, ErrandStep::Walk),
            ErrandStage::UnderWay if moving => (self.stage, ErrandStep::Wait),
            ErrandStage::UnderWay => (ErrandStage::Opening(OPENING), ErrandStep::Arrive),
            ErrandStage::Opening(0) => (self.stage, ErrandStep::GoThrough),
            ErrandStage::Opening(left) => (ErrandStage::Opening(left - 1), ErrandStep::Wait),
        };
        self.stage = stage;
        step
    }
}

/// A door that closes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenDoor {
    /// The number of the object.
    pub object: u16,
    /// The number of frames until the door closes.
    pub left: u32,
}

/// An entry of a timetable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum TimetableEntry {
    /// Wait for a number of frames.
    Wait(u32),
    /// Walk to a position. The next entry starts when the actor has arrived.
    Walk((i32, i32)),
    /// Turn to an angle in degrees clockwise from north.
    Face(i32),
    /// Say a line. The next entry starts immediately.
    Say(String),
    /// Use the object of the cast with a number. The next entry starts when the actor has used the
    /// object.
    Use(u16),
    /// Play an animation for a number of frames. Afterwards the actor stands.
    Play {
        /// The number of the animation.
        chore: u16,
        /// The number of frames.
        frames: u32,
    },
}

/// A command for an actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActorCommand {
    /// Walk to a position in actors' units.
    Walk(IVec2),
    /// Turn to an angle in degrees clockwise from north.
    Face(i32),
    /// Say a line.
    Say(String),
    /// Use an object.
    Use(u16),
    /// Start the animation with a number.
    Play(u16),
    /// Stand.
    Stand,
}

/// A timetable with its progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timetable {
    acts: Arc<[TimetableEntry]>,
    next: usize,
    /// The number of frames to wait.
    left: u32,
    playing: bool,
}

impl Timetable {
    /// Creates a timetable at its first entry.
    pub fn new(acts: Vec<TimetableEntry>) -> Self {
        Self {
            acts: acts.into(),
            next: 0,
            left: 0,
            playing: false,
        }
    }

    /// Returns the command for this frame. `moving` tells whether the actor is moving.
    pub fn step(&mut self, moving: bool) -> Option<ActorCommand> {
        if self.left > 0 {
            self.left -= 1;
            return None;
        }
        if moving {
            return None;
        }
        if self.playing {
            self.playing = false;
            return Some(ActorCommand::Stand);
        }
        let act = self.acts.get(self.next)?;
        self.next = self.next.saturating_add(1) % self.acts.len();
        match act {
            TimetableEntry::Wait(frames) => {
                self.left = *frames;
                None
            }
            TimetableEntry::Walk((x, y)) => Some(ActorCommand::Walk(IVec2::new(*x, *y))),
            TimetableEntry::Face(angle) => Some(ActorCommand::Face(*angle)),
            TimetableEntry::Say(line) => Some(ActorCommand::Say(line.clone())),
            TimetableEntry::Use(object) => Some(ActorCommand::Use(*object)),
            TimetableEntry::Play { chore, frames } => {
                self.left = *frames;
                self.playing = true;
                Some(ActorCommand::Play(*chore))
            }
        }
    }

    /// Ends the current entry, because the user now controls the actor.
    pub fn interrupt(&mut self) {
        self.left = 0;
        self.playing = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str =
        "room = 1\n[[actor]]\nid = 1\nname = \"x\"\ncostume = 1\nat = [1, 2]\nfacing = 90\n";

    #[test]
    fn what_is_wrong_with_a_cast_is_told() {
        let told = |text: &str| format!("{:#}", PlayCast::parse(text).unwrap_err());
        assert!(PlayCast::parse(ONE).is_ok());
        assert!(
            told(&format!("{ONE}{}", &ONE["room = 1\n".len()..]))
                .contains("actor 1 is listed twice")
        );
        assert!(told("room = 1\nactor = []").contains("1 to 9 actors"));
        assert!(told(&format!("{ONE}hat = 3")).contains("hat"));
        assert!(told(&format!("{ONE}timetable = [{{ dance = 3 }}]")).contains("dance"));
    }

    #[test]
    fn the_demos_cast_is_sound() {
        let cast = PlayCast::parse(scumm_tools::demo::CAST).unwrap();
        assert!(
            cast.members
                .iter()
                .all(|member| !member.timetable.is_empty())
        );
        assert!(
            cast.help
                .iter()
                .chain(&cast.pad_help)
                .all(|line| line.len() <= 40),
            "a line of the screen has forty letters"
        );
    }

    #[test]
    fn an_errand_waits_for_the_arrival_and_for_the_door() {
        let mut errand = Errand::to(7);
        let steps: Vec<_> = (0..12).map(|frame| errand.tick(frame < 3)).collect();
        assert_eq!(
            steps[..4],
            [
                ErrandStep::Walk,
                ErrandStep::Wait,
                ErrandStep::Wait,
                ErrandStep::Arrive
            ]
        );
        assert_eq!(
            steps.iter().position(|step| *step == ErrandStep::GoThrough),
            Some(4 + OPENING as usize)
        );
    }

    #[test]
    fn one_thing_follows_the_other_and_the_end_the_beginning() {
        let acts = vec![
            TimetableEntry::Wait(2),
            TimetableEntry::Say("ahoy".to_owned()),
            TimetableEntry::Walk((3, 4)),
            TimetableEntry::Play {
                chore: 6,
                frames: 1,
            },
            TimetableEntry::Face(90),
        ];
        let mut table = Timetable::new(acts);
        // The actor walks for two frames.
        let moving = |frame: usize| [5, 6].contains(&frame);
        let commands: Vec<_> = (0..12).map(|frame| table.step(moving(frame))).collect();
        let (say, walk) = (
            Some(ActorCommand::Say("ahoy".to_owned())),
            Some(ActorCommand::Walk(IVec2::new(3, 4))),
        );
        let (play, face) = (Some(ActorCommand::Play(6)), Some(ActorCommand::Face(90)));
        let expected = [
            None,
            None,
            None,
            say,
            walk,
            None,
            None,
            play,
            None,
            Some(ActorCommand::Stand),
            face,
            None,
        ];
        assert_eq!(commands, expected);
    }

    #[test]
    fn an_empty_one_does_nothing() {
        assert_eq!(Timetable::new(Vec::new()).step(false), None);
    }
}
