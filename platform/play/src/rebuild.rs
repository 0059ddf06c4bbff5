//! The start of a recording in the middle of a game. A scene cannot load a saved state, because
//! other engines play scenes, too. So the present situation is built anew on an empty stage, by
//! operations that scenes have: the room, its objects, and the actors with their costumes, at their
//! places. Walks go on from there, and animations begin again.

use anyhow::Result;
use scumm_engine::{Actor, ActorField, ActorId, FieldValue, Game, Operation};

use crate::character::Character;
use crate::record::RecordedStage;
use crate::world::RoomSession;

/// The fields of an actor that are stored before it gets its costume. A new costume starts the init
/// frame.
const FIELDS: [ActorField; 17] = [
    ActorField::Elevation,
    ActorField::Width,
    ActorField::TalkColour,
    ActorField::TalkX,
    ActorField::TalkY,
    ActorField::Layer,
    ActorField::Boxscale,
    ActorField::ShadowMode,
    ActorField::ForceClip,
    ActorField::IgnoreTurns,
    ActorField::InitFrame,
    ActorField::WalkFrame,
    ActorField::StandFrame,
    ActorField::TalkStartFrame,
    ActorField::TalkStopFrame,
    ActorField::AnimSpeed,
    ActorField::WalkSpeed,
];

impl RoomSession {
    /// Builds the present situation anew on a stage that records all changes from the start.
    ///
    /// # Errors
    /// Returns an error if the room or a costume is missing or damaged.
    pub fn rebuilt(&self, game: &Game) -> Result<Self> {
        let old = &self.stage;
        let mut stage = RecordedStage::for_room(game, old.room_number(), old.jiffies())?;
        self.rebuild_objects(&mut stage)?;
        if let Some(shade) = &self.now.shade {
            stage.make_shadow_tables(shade)?;
        }
        for character in &self.now.characters {
            rebuild_actor(&mut stage, old.actor(character.number)?, character)?;
        }
        let mut world = Self {
            now: self.now.clone(),
            objects: self.objects.clone(),
            help: self.help.clone(),
            pad_help: self.pad_help.clone(),
            people: self.people.clone(),
            ..Self::new(stage, Vec::new())
        };
        world.look()?;
        Ok(world)
    }

    /// Gives the objects of the room, and those that characters use, their present states.
    fn rebuild_objects(&self, stage: &mut RecordedStage) -> Result<()> {
        let mut objects: Vec<u16> = self.objects.iter().map(|object| object.object).collect();
        if let Some(room) = self.stage.backdrop().room() {
            objects.extend(room.objects.iter().map(|object| object.id));
        }
        objects.sort_unstable();
        objects.dedup();
        for object in objects {
            let state = self.stage.objects().state(object)?;
            if stage.objects().state(object)? != state {
                stage.show_object(object, state)?;
            }
        }
        Ok(())
    }
}

/// Puts an actor onto a new stage as it is on the old one.
fn rebuild_actor(stage: &mut RecordedStage, old: &Actor, character: &Character) -> Result<()> {
    let id = character.number;
    let actor = ActorId::new(id)?;
    stage.set_up_actor(id)?;
    for field in FIELDS {
        let value = field.value(old);
        if let Some(value) = value.filter(|value| is_other(stage, id, field, value)) {
            stage.set(id, field, value)?;
        }
    }
    stage.run(Operation::SetIgnoreBoxes {
        actor,
        ignore: old.ignore_boxes,
    })?;
    if character.costume != 0 {
        stage.run(Operation::SetCostume {
            actor,
            costume: character.costume.into(),
        })?;
    }
    rebuild_colours(stage, old, actor)?;
    let at = old.pos.as_ivec2();
    stage.put(id, at.into(), old.room)?;
    stage.run(Operation::SetDirection {
        actor,
        angle: old.facing.into(),
    })?;
    stage.run(Operation::SetScale {
        actor,
        x: Some(old.scale_x),
        y: Some(old.scale_y),
    })?;
    if old.walk.moving != 0 {
        let goal = old.walk.dest.as_ivec2();
        let angle = old.walk.dest_dir.map_or(-1, i32::from);
        return stage.walk(id, goal.into(), angle);
    }
    if character.costume != 0 {
        stage.start_anim(id, old.frame.into())?;
    }
    Ok(())
}

/// Returns whether a field of an actor has another value on the stage.
fn is_other(stage: &RecordedStage, id: u16, field: ActorField, value: &FieldValue) -> bool {
    let new = stage.actor(id).ok().and_then(|actor| field.value(actor));
    new.as_ref() != Some(value)
}

/// Overrides the colours that the old actor overrides.
fn rebuild_colours(stage: &mut RecordedStage, old: &Actor, actor: ActorId) -> Result<()> {
    let new = stage.actor(actor.get())?.palette.0;
    for (slot, (old, new)) in (0..).zip(old.palette.0.into_iter().zip(new)) {
        match u8::try_from(old) {
            Ok(value) if old != new => {
                stage.run(Operation::SetActorColour { actor, slot, value })?;
            }
            _ => {}
        }
    }
    Ok(())
}
