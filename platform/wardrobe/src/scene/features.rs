//! What a scene is about: the features of the engine that it sets up or asks for.

use std::collections::BTreeSet;

use scumm_costume::Costume;
use scumm_engine::Stage;
use scumm_engine::scene::{ActorSetup, Field, Op, Scene};

/// A feature and how to see that a scene has it.
type Feature = (&'static str, fn(&Seen<'_>) -> bool);

/// A scene and the stage before its first step.
pub struct Seen<'s> {
    scene: &'s Scene,
    stage: &'s Stage,
}

/// All features, in the order of the matrix.
const FEATURES: [Feature; 20] = [
    ("animation", |s| {
        s.does(|op| {
            matches!(op, Op::StartAnim { .. } | Op::Animate { .. } | Op::AnimSpeed { .. } | Op::LimbAnim { .. })
        })
    }),
    ("turning", |s| s.does(|op| matches!(op, Op::SetDirection { .. } | Op::Turn { .. }))),
    ("walking", |s| s.does(|op| matches!(op, Op::Walk { .. } | Op::Stop { .. }))),
    ("boxes", |s| !s.stage.boxes().is_empty()),
    ("scale", |s| s.scales()),
    ("masks", |s| s.stage.backdrop().plane_count() > 2 || s.scene.has_planes() || s.sets(is_clip)),
    ("shadow", |s| {
        let tables = s.scene.has_shadow_table() || s.does(|op| matches!(op, Op::ShadowSet { .. }));
        tables || s.sets(|field| matches!(field, Field::ShadowMode(_) | Field::Xmap(_)))
    }),
    ("colours", |s| {
        let asked = |op: &Op| {
            matches!(op, Op::Palette { .. } | Op::RemapPalette { .. } | Op::RoomPalette { .. } | Op::Lights { .. })
        };
        s.scene.actors.iter().any(|actor| !actor.palette.is_empty()) || s.scene.lights != LIT || s.does(asked)
    }),
    ("order", |s| dressed(s.scene).count() > 1 || s.sets(|field| matches!(field, Field::Layer(_)))),
    ("talking", |s| s.does(|op| matches!(op, Op::TalkStart { .. } | Op::TalkStop { .. } | Op::TalkCondition { .. }))),
    ("sounds", |s| {
        s.sets(|field| matches!(field, Field::Sounds(_))) || s.does(|op| matches!(op, Op::SoundRunning { .. }))
    }),
    ("variables", |s| {
        let set = |actor: &ActorSetup| !actor.anim_vars.is_empty();
        s.scene.actors.iter().any(set) || s.does(|op| matches!(op, Op::AnimVar { .. }))
    }),
    ("conditions", |s| {
        let asked = |op: &Op| matches!(op, Op::Condition { .. } | Op::UserCondition { .. });
        s.sets(|field| matches!(field, Field::ConditionMask(_))) || s.does(asked)
    }),
    ("life", |s| {
        s.does(|op| {
            matches!(
                op,
                Op::Init { .. }
                    | Op::Hide { .. }
                    | Op::Show { .. }
                    | Op::Kill { .. }
                    | Op::Put { .. }
                    | Op::Costume { .. }
            )
        })
    }),
    ("camera", |s| s.scene.camera.is_some() || s.does(|op| matches!(op, Op::Camera { .. }))),
    ("rooms", |s| s.stage.backdrop().room().is_some()),
    ("objects", |s| s.scene.has_objects()),
    ("hits", |s| s.does(|op| matches!(op, Op::ActorFromPos { .. } | Op::Hit { .. }))),
    ("snapshots", |s| s.does(|op| matches!(op, Op::Restore {}))),
    ("plays", |s| s.does(|op| matches!(op, Op::Room { .. }))),
];

/// The lights variable of a room with everything lit (C54).
const LIT: u16 = 11;

/// The names of all features.
pub fn names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|(name, _)| *name)
}

/// The features of a scene.
pub fn of(scene: &Scene, stage: &Stage) -> Vec<&'static str> {
    let seen = Seen { scene, stage };
    FEATURES.iter().filter(|(_, has)| has(&seen)).map(|(name, _)| *name).collect()
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

fn is_clip(field: &Field) -> bool {
    matches!(field, Field::ForceClip(_) | Field::Clip(_))
}

impl Seen<'_> {
    /// Whether a step is of this kind.
    fn does(&self, kind: impl Fn(&Op) -> bool) -> bool {
        self.scene.steps.iter().any(|step| kind(&step.op))
    }

    /// Whether a field of this kind is set, before or in a step.
    fn sets(&self, kind: impl Fn(&Field) -> bool) -> bool {
        let before = self.scene.actors.iter().flat_map(|actor| actor.fields.iter().chain(&actor.post));
        before.map(|field| &field.value).any(&kind)
            || self.does(|op| matches!(op, Op::Set { field, .. } if kind(field)))
    }

    fn scales(&self) -> bool {
        let scaled = |field: &Field| matches!(field, Field::Scale(_) | Field::Boxscale(_));
        let asked = |op: &Op| matches!(op, Op::Scale { .. } | Op::ScaleSlot { .. } | Op::BoxScale { .. });
        let boxes = self.stage.boxes().as_slice().iter().any(|walk_box| walk_box.scale != 255 || walk_box.slot != 0);
        boxes || self.sets(scaled) || self.does(asked)
    }
}
