//! Prepares a stage's actors from what the scripts say.

use scumm_costume::Facing;
use scumm_engine::{
    Actor, ActorField, ActorId, Error, FieldValue, InitMode, Operation, Result, SplitMix64, Stage,
};

use scumm_room::WalkBox;

use crate::{ActorLook, Cast, CastMember, CastPosition, standing};

/// A cast member that is not on the stage.
#[derive(Debug)]
#[non_exhaustive]
pub struct OmittedMember<'c> {
    /// The member.
    pub member: &'c CastMember,
    /// The error of the stage, such as a costume that cannot be read; `None` if no script gives the
    /// member's position.
    pub error: Option<Error>,
}

impl Cast {
    /// Puts the actors of a room onto a stage that shows the room, as [`CastMember::enter`] does
    /// with the position from the scripts. Returns the members that are left out, with the reasons.
    /// [`standing::in_stage`] finds a position for a member without one.
    pub fn furnish(&self, stage: &mut Stage, room: u16) -> Vec<OmittedMember<'_>> {
        let mut left_out = Vec::new();
        for member in self.opening(room) {
            let Some(place) = member.place else {
                let error = None;
                left_out.push(OmittedMember { member, error });
                continue;
            };
            if let Err(error) = member.enter(stage, place, room) {
                if let Ok(mut actor) = stage.actor_mut(member.actor) {
                    actor.kill();
                }
                let error = Some(error);
                left_out.push(OmittedMember { member, error });
            }
        }
        left_out
    }
}

impl CastMember {
    /// Initialises the member's actor, gives it its costume and its look, and puts it at a position
    /// of the stage's room. It faces the direction that scripts or its box give it (J36), else the
    /// viewer, or stands in another pose if the costume does not show it otherwise.
    ///
    /// # Errors
    /// Returns an error if the stage does not have the actor, or if the costume does not exist or
    /// cannot be read.
    pub fn enter(&self, stage: &mut Stage, place: CastPosition, room: u16) -> Result<()> {
        // These operations ask for no random number.
        let mut environment = SplitMix64::new(1);
        for operation in self.operations(place, room)? {
            stage.apply(&operation, &mut environment)?;
        }
        let number = stage.actor(self.actor)?.costume;
        if stage.costume(number).is_none() {
            let message = format!("the game has no costume {number}");
            return Err(Error::not_found("costume", number, message));
        }
        if let Some(operation) = turn(stage, self.actor, self.facing)? {
            stage.apply(&operation, &mut environment)?;
        }
        let mut pose = pose(stage, self.actor)?;
        if pose.is_empty() {
            let frame = stage.actor(self.actor)?.stand_frame.into();
            let actor = ActorId::new(self.actor)?;
            pose.push(Operation::StartAnim { actor, frame });
        }
        for operation in pose {
            stage.apply(&operation, &mut environment)?;
        }
        Ok(())
    }

    /// Returns the operations that initialise the actor, give it its costume and its look, and put
    /// it at a position of a room.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if no stage has an actor of this number.
    pub fn operations(&self, place: CastPosition, room: u16) -> Result<Vec<Operation>> {
        let actor = ActorId::new(self.actor)?;
        let mode = InitMode::FacingSouth;
        let mut operations = vec![Operation::Init { actor, mode }];
        operations.extend(self.look.operations(self.actor, self.costume)?);
        operations.push(Operation::Put {
            actor,
            x: place.x,
            y: place.y,
            room: Some(room),
        });
        Ok(operations)
    }
}

impl ActorLook {
    /// Returns the operations that give an actor a costume and this look. Name and talk colour are
    /// not part of the stage's picture and stay as they are.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if no stage has an actor of this number.
    pub fn operations(&self, actor: u16, costume: u16) -> Result<Vec<Operation>> {
        let actor = ActorId::new(actor)?;
        let mut operations = Vec::new();
        if self.ignores_boxes == Some(true) {
            let ignore = true;
            operations.push(Operation::SetIgnoreBoxes { actor, ignore });
        }
        if let Some(width) = self.width {
            operations.push(Operation::Set {
                actor,
                field: ActorField::Width,
                value: width.into(),
            });
        }
        if let Some(scale) = self.scale {
            let scale = u8::try_from(scale).unwrap_or(u8::MAX);
            // Sets the scale word as well, as scripts do (X2).
            operations.push(Operation::Set {
                actor,
                field: ActorField::Boxscale,
                value: FieldValue::from(scale),
            });
            operations.push(Operation::SetScale {
                actor,
                x: Some(scale),
                y: Some(scale),
            });
        }
        operations.push(Operation::SetCostume {
            actor,
            costume: costume.into(),
        });
        for (&slot, &value) in &self.palette {
            operations.push(Operation::SetActorColour {
                actor,
                slot: slot.into(),
                value,
            });
        }
        Ok(operations)
    }
}

/// Returns the operation that turns an actor, which stands in the stage's room, to the direction
/// `facing` that scripts give it, else to the only direction that its box allows (J36). Returns
/// `None` if neither gives a direction.
///
/// # Errors
/// Returns [`Error::Misuse`] if the stage does not have the actor.
pub fn turn(stage: &Stage, actor: u16, facing: Option<u16>) -> Result<Option<Operation>> {
    let standing = stage.actor(actor)?;
    let actor = ActorId::new(actor)?;
    let forced = if standing.ignore_boxes || stage.dialect().is_v1_or_v2() {
        None
    } else {
        forced_facing(stage.boxes().flags(standing.walkbox))
    };
    Ok(facing.or(forced).map(|facing| Operation::SetDirection {
        actor,
        angle: facing.into(),
    }))
}

/// Returns the only direction that a box with these flags allows in v3 and later (T44).
fn forced_facing(flags: u8) -> Option<u16> {
    let facing = match flags & WalkBox::DIRECTION {
        3 => Facing::WEST,
        4 => Facing::EAST,
        5 => Facing::NORTH,
        6 => Facing::SOUTH,
        _ => return None,
    };
    Some(facing.degrees())
}

/// Returns the operations after which an actor of the stage's room is visible: a turn, if the
/// costume draws neither the init frame nor the stand frame in the present direction, and the start
/// of an animation. The list is empty if the costume has no visible animation.
///
/// # Errors
/// Returns [`Error::Misuse`] if the stage does not have the actor.
pub fn pose(stage: &Stage, actor: u16) -> Result<Vec<Operation>> {
    let standing: &Actor = stage.actor(actor)?;
    let costume = stage.costume(standing.costume);
    let found = costume.and_then(|costume| standing::pose(standing, costume));
    let Some((facing, frame)) = found else {
        return Ok(Vec::new());
    };
    let actor = ActorId::new(actor)?;
    let mut operations = Vec::new();
    if let Some(facing) = facing {
        let angle = facing.degrees().into();
        operations.push(Operation::SetDirection { actor, angle });
    }
    operations.push(Operation::StartAnim { actor, frame });
    Ok(operations)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use scumm_engine::Game;

    use super::*;
    use crate::{CastingEvidence, RoomCast, ScriptReliability, ScriptStatistics};

    const ROOM: u16 = 1;
    const PLACE: CastPosition = CastPosition { x: 160, y: 120 };

    fn member(actor: u16, costume: u16, place: Option<CastPosition>) -> CastMember {
        CastMember {
            actor,
            costume,
            place,
            facing: None,
            level: CastingEvidence::ALL[0],
            look: ActorLook::default(),
        }
    }

    /// Returns the stage of the demo's first room, and the cast with these members in it.
    fn stage_and_cast(members: Vec<CastMember>) -> (Stage, Cast) {
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/demo/v6");
        let stage = Stage::for_room(&Game::open(demo).unwrap(), ROOM).unwrap();
        let room = RoomCast {
            room: ROOM,
            cast: members,
        };
        let cast = Cast {
            standing: ScriptReliability::Proven,
            scripts: ScriptStatistics::default(),
            egos: Default::default(),
            costumes: Vec::new(),
            rooms: vec![room],
        };
        (stage, cast)
    }

    #[test]
    fn actors_get_costume_look_position_and_a_visible_pose() {
        let mut small = member(2, 1, Some(PLACE));
        small.look.scale = Some(128);
        small.look.ignores_boxes = Some(true);
        small.look.palette = BTreeMap::from([(3, 77)]);
        let (mut stage, cast) = stage_and_cast(vec![small]);
        assert!(cast.furnish(&mut stage, ROOM).is_empty());
        let actor = stage.actor(2).unwrap();
        assert_eq!((actor.costume, actor.room, actor.facing), (1, ROOM, 180));
        assert_eq!((actor.pos.x, actor.pos.y), (160, 120));
        assert_eq!(
            (actor.scale_x, actor.scale_y, actor.boxscale),
            (128, 128, 128)
        );
        assert!(actor.ignore_boxes && actor.visible);
        assert!(standing::is_seen(&stage, 2));
        let operations = cast.rooms[0].cast[0].operations(PLACE, ROOM).unwrap();
        let colour = Operation::SetActorColour {
            actor: ActorId::new(2).unwrap(),
            slot: 3,
            value: 77,
        };
        assert!(operations.contains(&colour));
    }

    #[test]
    fn actors_face_as_scripts_say_or_as_their_box_forces_j36() {
        let facing = |facing: Option<u16>, flags: u8| {
            let mut east = member(2, 1, Some(PLACE));
            east.facing = facing;
            let (mut stage, cast) = stage_and_cast(vec![east]);
            for number in 1..u8::try_from(stage.boxes().len()).unwrap() {
                stage.boxes_mut().set_flags(number, flags.into()).unwrap();
            }
            assert!(cast.furnish(&mut stage, ROOM).is_empty());
            stage.actor(2).unwrap().facing
        };
        assert_eq!(facing(None, 0), 180);
        assert_eq!(facing(Some(90), 0), 90);
        for (flags, angle) in [(3, 270), (4, 90), (5, 0), (6, 180)] {
            assert_eq!(facing(None, flags), angle);
        }
        assert_eq!(facing(None, 1), 180, "two directions are possible");
        assert_eq!(facing(Some(270), 4), 270, "the script decides");
    }

    #[test]
    fn members_without_a_position_or_a_costume_are_left_out() {
        let members = vec![member(1, 1, None), member(2, 99, Some(PLACE))];
        let (mut stage, cast) = stage_and_cast(members);
        let left_out = cast.furnish(&mut stage, ROOM);
        let reasons: Vec<(u16, bool)> = left_out
            .iter()
            .map(|left| (left.member.actor, left.error.is_some()))
            .collect();
        assert_eq!(reasons, [(1, false), (2, true)]);
        assert_eq!(stage.actor(1).unwrap().room, 0);
        assert_eq!(stage.actor(2).unwrap().room, 0);
    }
}
