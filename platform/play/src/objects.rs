//! Objects that actors use: doors that lead to another room, and things that open and close.

use glam::IVec2;
use scumm_engine::Stage;
use serde::{Deserialize, Serialize};

/// The number of frames for which a door is open before an actor goes through it.
const OPENING: u32 = 5;
/// The number of frames after which an open door closes.
pub const OPEN: u32 = 14;
/// The largest distance at which an actor uses an object, in actors' units, because the floor may
/// end before the position.
const REACH: IVec2 = IVec2::new(10, 4);
/// The largest distance from a door's position at which an actor goes through the door without
/// being sent, in actors' units.
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
    /// The position of actors that have come in.
    pub at: (i32, i32),
    /// The direction of actors that have come in, in degrees clockwise from north.
    pub facing: i32,
    /// The number of the object that is the door's other side.
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
        let objects = stage
            .backdrop()
            .room()
            .filter(|_| stage.room_number() == self.room)
            .map(|room| &room.objects);
        objects
            .into_iter()
            .flatten()
            .filter(|object| object.id == self.object)
            .any(|object| {
                let (corner, size) = (
                    object.position.as_ivec2(),
                    IVec2::new(object.width.into(), object.height.into()),
                );
                let inside = pixel - corner;
                inside.cmpge(IVec2::ZERO).all() && inside.cmplt(size).all()
            })
    }
}

/// An actor's way to an object, and its use of the object.
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
    /// The door is open; the number of frames until the actor goes through it.
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
    /// Creates the errand to an object.
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
    /// The number of frames until it closes.
    pub left: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
