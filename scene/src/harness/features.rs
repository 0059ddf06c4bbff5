//! The features of the engine that a scene sets up or uses.

use std::collections::BTreeSet;

use crate::{ActorSetup, Runner, StepAction};
use scumm_costume::Costume;
use scumm_engine::{ActorField, Operation};

/// A feature: its name, the steps that use the feature, and a function that returns whether the
/// set-up of a scene uses the feature.
type Feature = (&'static str, &'static [&'static str], fn(&Runner) -> bool);

/// All features, in the order of the matrix.
const FEATURES: [Feature; 20] = [
    (
        "animation",
        &[
            "start_anim",
            "animate",
            "anim_speed",
            "limb_anim",
            "set_default_frames",
        ],
        |_| false,
    ),
    (
        "turning",
        &["set_direction", "face", "turn", "turn_towards"],
        |_| false,
    ),
    ("walking", &["walk", "stop", "set_frozen"], |_| false),
    ("boxes", &[], |run| !run.stage().boxes().is_empty()),
    (
        "scale",
        &["scale", "set_script_scale", "scale_slot", "box_scale"],
        |run| {
            let boxes = run
                .stage()
                .boxes()
                .as_slice()
                .iter()
                .any(|walk_box| walk_box.scale != 255 || walk_box.slot != 0);
            boxes || sets(run, &[ActorField::Scale, ActorField::Boxscale])
        },
    ),
    ("masks", &["set_force_clip", "clear_plane_0"], |run| {
        sets(run, &[ActorField::ForceClip, ActorField::Clip])
            || run.stage().backdrop().plane_count() > 2
            || !run.scene().room().planes.is_empty()
    }),
    ("shadow", &["shadow_set"], |run| {
        run.scene().shadow_palette.is_some()
            || sets(run, &[ActorField::ShadowMode, ActorField::Xmap])
    }),
    (
        "colours",
        &[
            "palette",
            "remap_colour",
            "remap_palette",
            "room_palette",
            "lights",
        ],
        |run| {
            run.scene().lights != LIT
                || run
                    .scene()
                    .actors
                    .iter()
                    .any(|actor| !actor.palette.is_empty())
        },
    ),
    ("order", &["set_layer"], |run| {
        actors_with_costume(run).count() > 1 || sets(run, &[ActorField::Layer])
    }),
    (
        "talking",
        &[
            "talk",
            "talk_start",
            "talk_stop",
            "end_talk",
            "talk_cond",
            "mouth_sync",
        ],
        |_| false,
    ),
    ("sounds", &["sound_running", "set_sound"], |run| {
        sets(run, &[ActorField::Sounds])
    }),
    ("variables", &["anim_var"], |run| {
        run.scene()
            .actors
            .iter()
            .any(|actor| !actor.anim_vars.is_empty())
    }),
    ("conditions", &["cond", "user_cond"], |run| {
        sets(run, &[ActorField::ConditionMask])
    }),
    (
        "life",
        &[
            "init",
            "hide",
            "show",
            "kill",
            "put",
            "costume",
            "draw_alone",
            "draw_background",
        ],
        |_| false,
    ),
    ("camera", &["camera"], |run| run.scene().camera.is_some()),
    ("rooms", &[], |run| run.stage().backdrop().room().is_some()),
    ("objects", &[], |run| !run.scene().room().objects.is_empty()),
    ("hits", &["actor_from_pos", "hit"], |_| false),
    ("snapshots", &["restore"], |_| false),
    ("plays", &["room"], |_| false),
];

/// The lights variable of a room in which everything is lit (C54).
const LIT: u16 = 11;

/// Returns the names of all features.
pub fn names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|(name, ..)| *name)
}

/// Returns the features of a scene whose run has not begun.
pub fn used_by(run: &Runner) -> Vec<&'static str> {
    let does = |names: &[&str]| {
        let mut steps = run.scene().steps.iter();
        steps.any(|step| names.iter().any(|name| step.is_named(name)))
    };
    FEATURES
        .iter()
        .filter(|(_, steps, has)| does(steps) || has(run))
        .map(|(name, ..)| *name)
        .collect()
}

/// Returns the formats of the costumes that the actors wear: `COST`, or `AKOS` with the number of
/// its codec; `none` if no actor wears a costume.
pub fn formats(run: &Runner) -> BTreeSet<String> {
    let later = run
        .scene()
        .steps
        .iter()
        .filter_map(|step| match step.action {
            StepAction::Operation(Operation::SetCostume { costume, .. }) => {
                u16::try_from(costume).ok()
            }
            _ => None,
        });
    let worn = actors_with_costume(run)
        .map(|actor| actor.costume)
        .chain(later);
    let format = |number: u16| {
        Some(match run.stage().costume(number)?.as_ref() {
            Costume::V0(_) => "V0".to_owned(),
            Costume::Nes(_) => "NES".to_owned(),
            Costume::Cost(_) => "COST".to_owned(),
            Costume::Akos(akos) => format!("AKOS {}", akos.header().codec.number()),
        })
    };
    let formats: BTreeSet<String> = worn.filter_map(format).collect();
    if formats.is_empty() {
        BTreeSet::from(["none".to_owned()])
    } else {
        formats
    }
}

fn actors_with_costume(run: &Runner) -> impl Iterator<Item = &ActorSetup> {
    run.scene().actors.iter().filter(|actor| actor.costume != 0)
}

/// Returns whether one of these fields is set, in the set-up or in a step.
pub fn sets(run: &Runner, fields: &[ActorField]) -> bool {
    let mut set = run.scene().fields().into_iter();
    set.any(|(_, field, _)| fields.contains(&field))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Step;

    #[test]
    fn every_step_that_asks_for_a_feature_is_known() {
        let known = |name: &&str| Step::names().any(|step| step == *name);
        for (feature, steps, _) in FEATURES {
            assert!(steps.iter().all(known), "{feature}: {steps:?}");
        }
    }
}
