//! Objects that actors use: doors that lead to another room, and what opens and shuts.

use glam::IVec2;
use scumm_engine::Stage;
use serde::{Deserialize, Serialize};

/// Frames for which a door is open before somebody goes through it.
const OPENING: u32 = 5;
/// Frames after which a door shuts that nobody holds.
pub const OPEN: u32 = 14;
/// How far from its place an actor uses an object: the floor may not reach further.
const REACH: IVec2 = IVec2::new(10, 4);
/// How near to a door's place somebody goes through it who was not sent there.
const STEP: IVec2 = IVec2::new(10, 1);

/// An object that actors use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UsableObject {
    /// The room that it is in.
    pub room: u16,
    /// Its number in the game. Its state is 0 where it is shut and 1 where it is open.
    pub object: u16,
    /// Where actors stand to use it.
    pub at: (i32, i32),
    /// Where they look then, in degrees clockwise from north.
    pub facing: i32,
    /// Where it leads, if it is a door.
    pub to: Option<Exit>,
}

/// Where a door leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    /// The room.
    pub room: u16,
    /// Where actors stand who have come in.
    pub at: (i32, i32),
    /// Where they look, in degrees clockwise from north.
    pub facing: i32,
    /// The number of the door's other side.
    pub object: u16,
}

impl UsableObject {
    /// The distance between an actor and the place where the object is used, if the actor is in its
    /// room.
    fn distance(&self, stage: &Stage, actor: u16) -> Option<IVec2> {
        let actor = stage
            .actor(actor)
            .ok()
            .filter(|actor| actor.room == self.room)?;
        Some((actor.pos.as_ivec2() - IVec2::from(self.at)).abs())
    }

    /// Whether an actor stands where the object is used.
    pub fn is_reached_by(&self, stage: &Stage, actor: u16) -> bool {
        self.distance(stage, actor)
            .is_some_and(|away| away.cmple(REACH).all())
    }

    /// Whether it is a door, and an actor walks onto its step.
    pub fn is_stepped_on_by(&self, stage: &Stage, actor: u16) -> bool {
        self.to.is_some()
            && self
                .distance(stage, actor)
                .is_some_and(|away| away.cmple(STEP).all())
    }

    /// Whether a pixel of the room that the stage shows lies on the object.
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

/// An actor's way to an object, and what it does there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Errand {
    /// The number of the object.
    pub object: u16,
    stage: ErrandStage,
}

/// How far an errand has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum ErrandStage {
    Begun,
    UnderWay,
    /// The door is open; so many frames are left until the actor goes through it.
    Opening(u32),
}

/// What comes next in an errand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrandStep {
    /// The actor has to walk to the object.
    Walk,
    /// Nothing yet.
    Wait,
    /// The actor has reached the object.
    Arrive,
    /// The actor goes through the door.
    GoThrough,
}

impl Errand {
    /// The way to an object.
    pub fn to(object: u16) -> Self {
        Self {
            object,
            stage: ErrandStage::Begun,
        }
    }

    /// A frame passes; `moving` tells whether the actor is on its way.
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

/// A door that shuts by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenDoor {
    /// The number of the object.
    pub object: u16,
    /// Frames until it shuts.
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
