//! The steps of a scene: operations of the engine, and steps that only scenes have.

use std::fmt;

use schemars::JsonSchema;
use scumm_engine::{
    ActorId, AsList, FrameCount, Operation, Reply, SplitMix64, is_same_variant, mouth_closed,
    names, operands, read_operation, read_variant,
};
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::claim::{self, ClaimedValue};
use super::error::Refusal;
use super::fields::Variable;
use super::forms::{Numbered, Text};
use super::layers::checksum;
use super::play::PlayedStage;

/// A step that only scenes have: it plays frames, changes the environment of the stage, prints, or
/// checks a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names of the operands describe them")]
#[non_exhaustive]
pub enum SceneStep {
    /// Plays n engine frames.
    Tick { n: FrameCount },
    /// Plays the second half of a frame (Y20).
    TickDraw {},
    /// Prints the state and has no other effect.
    State {},
    /// Sets the seed of the random numbers.
    Seed { n: i64 },
    /// Sets a script variable.
    Var { name: Variable, value: i32 },
    /// Sets the running sounds.
    SoundRunning { sounds: Vec<u16> },
    /// Prints whether the sync times of a voice close the mouth at a time in jiffies after the
    /// voice began (T83).
    MouthSync { times: Vec<u16>, jiffies: u32 },
    /// Prints a checksum of the displayed colours (P13).
    DisplayPalette {},
    /// Nintendo: replaces the current room by another room block (Q22, Q27). Objects take these
    /// states.
    Enter {
        file: Text,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        states: Option<Numbered<u8>>,
    },
    /// Prints the decoded pictures of a costume without drawing them (C36, A60, A70, A80, A90).
    Cels { costume: u16 },
    /// Draws an actor once. If time is measured, also draws it on a copy of the stage, in nine
    /// blocks of n draws.
    Bench {
        actor: ActorId,
        n: FrameCount,
        name: Text,
    },
    /// Plays n engine frames and measures their speed.
    BenchTick { n: FrameCount, name: Text },
    /// Saves the state of the stage, the random numbers and the sounds.
    Save {},
    /// Restores the state that was saved last.
    Restore {},
    /// Fails the scene unless the line of an actor has this value.
    Expect {
        actor: ActorId,
        key: Text,
        value: ClaimedValue,
    },
    /// Fails the scene unless this pixel of the view has this colour.
    ExpectPixel { x: u16, y: u16, colour: u8 },
    /// Fails the scene unless the last line has exactly these sounds.
    ExpectSounds { sounds: Vec<i32> },
    /// Fails the scene unless `actor_from_pos`, `hit` or `get_object_state` had this result in the
    /// last line.
    ExpectAnswer { n: u16 },
    /// Fails the scene unless the last line has exactly these entries of the AKOS queue.
    ExpectQueue { entries: Vec<[i32; 4]> },
}

/// The action of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepAction {
    /// An operation of the engine.
    Operation(Operation),
    /// A step that only scenes have.
    Scene(SceneStep),
}

impl From<Operation> for StepAction {
    fn from(operation: Operation) -> Self {
        Self::Operation(operation)
    }
}

impl From<SceneStep> for StepAction {
    fn from(step: SceneStep) -> Self {
        Self::Scene(step)
    }
}

impl Serialize for StepAction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Operation(operation) => AsList(operation).serialize(serializer),
            Self::Scene(step) => AsList(step).serialize(serializer),
        }
    }
}

impl StepAction {
    /// Returns the step as a scene writes it: `["name", operand, …]`.
    #[must_use]
    pub fn write(&self) -> Json {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Runs the action. The runner runs a `tick` of n frames n times, because each frame prints a
    /// line. `bench_tick` prints one line and plays its frames itself.
    ///
    /// # Errors
    /// Returns an error if the stage refuses the action, or if a claim does not hold.
    pub fn run(&self, play: &mut PlayedStage) -> Result<(), Refusal> {
        match self {
            Self::Operation(operation) => {
                let reply = play.stage.apply(operation, &mut play.world)?;
                play.answer_with(operation, reply);
                Ok(())
            }
            Self::Scene(step) => step.run(play),
        }
    }

    /// Returns how many times the runner runs the action. Each time prints a line. The result is
    /// the number of frames for a `tick`, and 1 for every other action.
    pub(super) fn repeats(&self) -> u32 {
        match self {
            Self::Scene(SceneStep::Tick { n }) => n.get(),
            _ => 1,
        }
    }

    /// Returns whether the action plays a frame to its end.
    pub(super) fn ends_frame(&self) -> bool {
        matches!(
            self,
            Self::Scene(SceneStep::Tick { .. } | SceneStep::TickDraw {})
        )
    }
}

impl SceneStep {
    fn run(&self, play: &mut PlayedStage) -> Result<(), Refusal> {
        match self {
            Self::Tick { n: _ } => play.frame(),
            Self::TickDraw {} => play.draw_frame(),
            Self::State {} => {}
            Self::Seed { n } => play.world.random = SplitMix64::new(*n as u64),
            Self::Var { name, value } => name.store(*value, &mut play.stage)?,
            Self::SoundRunning { sounds } => {
                play.world.running = sounds.iter().copied().collect();
            }
            Self::MouthSync { times, jiffies } => {
                let is_closed = mouth_closed(play.stage.dialect(), times, *jiffies);
                play.answer.closed = Some(is_closed.into());
            }
            Self::DisplayPalette {} => {
                let colours = play.stage.colours().displayed().to_bytes();
                play.answer.display_palette = Some(checksum([&colours[..]]));
            }
            Self::Enter { file, states } => play.replace_room(file, states.as_ref())?,
            Self::Cels { costume } => play.add_cels(*costume)?,
            Self::Bench { actor, n, name } => play.bench(actor.get(), n.get(), name)?,
            Self::BenchTick { n, name } => play.bench_tick(n.get(), name),
            Self::Save {} => play.save()?,
            Self::Restore {} => play.restore()?,
            Self::Expect { actor, key, value } => {
                claim::actor_value(&play.stage, actor.get(), key, value)?;
            }
            Self::ExpectPixel { x, y, colour } => {
                claim::pixel(&play.stage, *x, *y, *colour)?;
            }
            Self::ExpectSounds { sounds } => {
                claim::equal("the sounds", sounds, &play.last.sounds)?;
            }
            Self::ExpectAnswer { n } => {
                claim::equal("the answer", &[*n], play.last.answer.as_slice())?;
            }
            Self::ExpectQueue { entries } => {
                claim::equal("the AKOS queue", entries, &play.last.queue)?;
            }
        }
        Ok(())
    }
}

impl PlayedStage {
    /// Adds the reply of an operation to the line.
    fn answer_with(&mut self, operation: &Operation, reply: Reply) {
        match reply {
            Reply::Flag(hit) => self.answer.hit = Some(hit.into()),
            Reply::Actor(found) => self.answer.actor_from_pos = Some(found.unwrap_or(0)),
            Reply::Place { at, number } => {
                self.answer.adjust = Some([at.x, at.y, number.into()]);
            }
            Reply::Number(state) => self.answer.state = Some(state),
            Reply::Nothing => {}
            _ => log::debug!("a scene does not print the result of {operation:?}"),
        }
    }
}

/// A step as a scene writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    name: &'static str,
    /// The action of the step.
    pub action: StepAction,
}

impl Step {
    /// Returns the name of the step as the scene writes it.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns whether `name` is one of the names of this step.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        is_same_step(self.name, name)
    }

    /// Returns the names of all steps. A step may have several.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let operations = names::<Operation>().iter();
        operations.chain(names::<SceneStep>()).copied()
    }

    /// Returns whether the first operand of a step is the number of an actor.
    #[must_use]
    pub fn names_actor(name: &str) -> bool {
        operands_of(name).first() == Some(&"actor")
    }
}

/// Returns whether two names belong to the same step.
pub(super) fn is_same_step(one: &str, other: &str) -> bool {
    one == other
        || is_same_variant::<Operation>(one, other)
        || is_same_variant::<SceneStep>(one, other)
}

/// Returns the names of the operands of a step.
pub(super) fn operands_of(name: &str) -> &'static [&'static str] {
    if names::<SceneStep>().contains(&name) {
        operands::<SceneStep>(name)
    } else {
        operands::<Operation>(name)
    }
}

/// Reads a step from the list `["name", operand, …]`.
impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(StepVisitor)
    }
}

struct StepVisitor;

impl<'de> Visitor<'de> for StepVisitor {
    type Value = Step;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list with the name of the step and its operands")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Step, A::Error> {
        let Some(Name(name)) = list.next_element()? else {
            return Err(A::Error::custom(
                "expected the name of the step as the first element",
            ));
        };
        let Some(name) = Step::names().find(|known| *known == name) else {
            return Err(A::Error::custom(format!("there is no step {name:?}")));
        };
        let action = if names::<SceneStep>().contains(&name) {
            StepAction::Scene(read_variant(name, list)?)
        } else {
            StepAction::Operation(read_operation(name, list)?)
        };
        Ok(Step { name, action })
    }
}

/// The name of a step.
struct Name(String);

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(NameVisitor)
    }
}

struct NameVisitor;

impl Visitor<'_> for NameVisitor {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a step")
    }

    fn visit_str<E>(self, name: &str) -> Result<Name, E> {
        Ok(Name(name.to_owned()))
    }
}
