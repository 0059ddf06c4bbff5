//! What a scene is about: the features of the engine that it sets up or asks for.

use std::collections::BTreeSet;

use crate::{ActorSetup, Field, Op, Scene};
use scumm_costume::Costume;
use scumm_engine::Stage;

/// A feature, the steps that ask for it, and how else to see that a scene has it.
type Feature = (&'static str, &'static [&'static str], fn(&Seen<'_>) -> bool);

/// A scene and the stage before its first step.
struct Seen<'s> {
    scene: &'s Scene,
    stage: &'s Stage,
}

/// All features, in the order of the matrix.
const FEATURES: [Feature; 20] = [
    ("animation", &["start_anim", "animate", "anim_speed", "limb_anim"], |_| false),
    ("turning", &["set_direction", "turn"], |_| false),
    ("walking", &["walk", "stop"], |_| false),
    ("boxes", &[], |s| !s.stage.boxes().is_empty()),
    ("scale", &["scale", "scale_slot", "box_scale"], |s| {
        let boxes = s.stage.boxes().as_slice().iter().any(|walk_box| walk_box.scale != 255 || walk_box.slot != 0);
        boxes || s.sets(|field| matches!(field, Field::Scale(_) | Field::Boxscale(_)))
    }),
    ("masks", &[], |s| {
        let clips = s.sets(|field| matches!(field, Field::ForceClip(_) | Field::Clip(_)));
        clips || s.stage.backdrop().plane_count() > 2 || !s.scene.room.planes.is_empty()
    }),
    ("shadow", &["shadow_set"], |s| {
        s.scene.shadow_palette.is_some() || s.sets(|field| matches!(field, Field::ShadowMode(_) | Field::Xmap(_)))
    }),
    ("colours", &["palette", "remap_palette", "room_palette", "lights"], |s| {
        s.scene.lights != LIT || s.scene.actors.iter().any(|actor| !actor.palette.is_empty())
    }),
    ("order", &[], |s| dressed(s.scene).count() > 1 || s.sets(|field| matches!(field, Field::Layer(_)))),
    ("talking", &["talk_start", "talk_stop", "talk_cond", "mouth_sync"], |_| false),
    ("sounds", &["sound_running"], |s| s.sets(|field| matches!(field, Field::Sounds(_)))),
    ("variables", &["anim_var"], |s| s.scene.actors.iter().any(|actor| !actor.anim_vars.is_empty())),
    ("conditions", &["cond", "user_cond"], |s| s.sets(|field| matches!(field, Field::ConditionMask(_)))),
    ("life", &["init", "hide", "show", "kill", "put", "costume"], |_| false),
    ("camera", &["camera"], |s| s.scene.camera.is_some()),
    ("rooms", &[], |s| s.stage.backdrop().room().is_some()),
    ("objects", &[], |s| !s.scene.room.objects.is_empty()),
    ("hits", &["actor_from_pos", "hit"], |_| false),
    ("snapshots", &["restore"], |_| false),
    ("plays", &["room"], |_| false),
];

/// The lights variable of a room with everything lit (C54).
const LIT: u16 = 11;

/// The names of all features.
pub fn names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|(name, ..)| *name)
}

/// The features of a scene.
pub fn of(scene: &Scene, stage: &Stage) -> Vec<&'static str> {
    let seen = Seen { scene, stage };
    let does = |steps: &[&str]| scene.steps.iter().any(|step| steps.contains(&step.op.name()));
    FEATURES.iter().filter(|(_, steps, has)| does(steps) || has(&seen)).map(|(name, ..)| *name).collect()
}

/// The formats of what its actors wear: `COST`, `AKOS` with the number of its codec; `none` where nobody wears anything.
pub fn formats(scene: &Scene, stage: &Stage) -> BTreeSet<String> {
    let later = scene.steps.iter().filter_map(|step| match step.op {
        Op::Costume { costume, .. } => u16::try_from(costume).ok(),
        _ => None,
    });
    let worn = dressed(scene).map(|actor| actor.costume.value).chain(later);
    let format = |number: u16| {
        Some(match stage.costume(number)?.as_ref() {
            Costume::V0(_) => "V0".to_owned(),
            Costume::Nes(_) => "NES".to_owned(),
            Costume::Cost(_) => "COST".to_owned(),
            Costume::Akos(akos) => format!("AKOS {}", akos.header().codec.number()),
        })
    };
    let formats: BTreeSet<String> = worn.filter_map(format).collect();
    if formats.is_empty() { BTreeSet::from(["none".to_owned()]) } else { formats }
}

fn dressed(scene: &Scene) -> impl Iterator<Item = &ActorSetup> {
    scene.actors.iter().filter(|actor| actor.costume.value != 0)
}

impl Seen<'_> {
    /// Whether a field of this kind is set, before or in a step.
    fn sets(&self, kind: impl Fn(&Field) -> bool) -> bool {
        let before = self.scene.actors.iter().flat_map(|actor| actor.fields.iter().chain(&actor.post));
        before.map(|field| &field.value).any(&kind)
            || self.scene.steps.iter().any(|step| matches!(&step.op, Op::Set { field, .. } if kind(field)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_that_asks_for_a_feature_is_known() {
        let known = |name: &&str| Op::ALL.iter().any(|(step, _)| step == name);
        for (feature, steps, _) in FEATURES {
            assert!(steps.iter().all(known), "{feature}: {steps:?}");
        }
    }
}
