//! Random plays through the demo's rooms in v5, v6 and v7. A stage that is saved and restored into
//! another stage must continue like the original stage. The background that is drawn step by step
//! must equal the background of a full frame (Y36).

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use proptest::sample::select;
use scumm_costume::Costume;
use scumm_engine::{Game, Snapshot, Stage};
use scumm_test_support::repository;
use scumm_test_support::sample::SilentEnvironment;

/// The numbers of the demo's rooms.
const ROOMS: [u16; 2] = [1, 2];
/// The objects of these rooms: doors, the wardrobe, and the coat in the wardrobe.
const OBJECTS: [u16; 4] = [40, 41, 42, 43];

/// The demo in one version.
struct Edition {
    game: Game,
    costumes: Vec<(u16, Arc<Costume>)>,
}

/// The three editions of the demo, which are opened once.
static EDITIONS: LazyLock<[Edition; 3]> = LazyLock::new(|| {
    ["built", "v6", "v7"].map(|folder| {
        let game = Game::open(repository().join("data/demo").join(folder)).unwrap();
        let costumes = [1, 2, 3].map(|id| (id, Arc::new(game.costume(id).unwrap())));
        Edition {
            game,
            costumes: costumes.into(),
        }
    })
});

impl Edition {
    /// Returns a stage before the first room is entered, with everything that the rooms need.
    fn stage(&self) -> Stage {
        let mut stage = Stage::for_game(&self.game).unwrap();
        if !self.game.dialect().has_room_high_stage() {
            stage.set_band(0..200);
        }
        for room in ROOMS {
            stage.insert_room(room, Arc::new(self.game.room(room).unwrap()));
        }
        for (id, costume) in &self.costumes {
            stage.insert_costume(*id, Arc::clone(costume)).unwrap();
        }
        stage
    }
}

/// The actions of scripts on a stage.
#[derive(Clone, Debug)]
enum Deed {
    Enter(u16),
    Object {
        object: u16,
        state: u8,
    },
    Place {
        actor: u16,
        x: i32,
        y: i32,
        here: bool,
    },
    Walk {
        actor: u16,
        x: i32,
        y: i32,
    },
    Chore {
        actor: u16,
        frame: u16,
    },
    Costume {
        actor: u16,
        costume: u16,
    },
    CameraSet(i16),
    CameraTo(i16),
    CameraPan(i16),
    CameraFollow(u16),
    CameraLimit(i32),
    Talk(u16),
    Hush(u16),
    Frames(u8),
    Mess(Mess),
}

/// The actions after which the buffers contain pixels that a full frame does not draw.
#[derive(Clone, Debug)]
enum Mess {
    DrawObject(u16),
    MoveObject { object: u16, x: i16 },
    FadeOut,
    FadeIn,
    Mark(i32),
    Erase(i32),
    Restore(i32),
    Print(i32),
    Shadow { actor: u16, on: bool },
}

fn deeds() -> impl Strategy<Value = Deed> {
    let (actor, object) = (1..4_u16, select(&OBJECTS[..]));
    let (x, y) = (0..560_i32, 140..195_i32);
    prop_oneof![
        2 => select(&ROOMS[..]).prop_map(Deed::Enter),
        4 => (object, 0..2_u8).prop_map(|(object, state)| Deed::Object { object, state }),
        2 => (actor.clone(), x.clone(), y.clone(), any::<bool>())
            .prop_map(|(actor, x, y, here)| Deed::Place { actor, x, y, here }),
        3 => (actor.clone(), x.clone(), y).prop_map(|(actor, x, y)| Deed::Walk { actor, x, y }),
        1 => (actor.clone(), 1..7_u16).prop_map(|(actor, frame)| Deed::Chore { actor, frame }),
        1 => (actor.clone(), 1..4_u16).prop_map(|(actor, costume)| Deed::Costume { actor, costume }),
        2 => (-50..620_i16).prop_map(Deed::CameraSet),
        2 => (-50..620_i16).prop_map(Deed::CameraTo),
        3 => (-50..620_i16).prop_map(Deed::CameraPan),
        2 => actor.clone().prop_map(Deed::CameraFollow),
        1 => (160..400_i32).prop_map(Deed::CameraLimit),
        1 => actor.clone().prop_map(Deed::Talk),
        1 => actor.prop_map(Deed::Hush),
        8 => (1..6_u8).prop_map(Deed::Frames),
    ]
}

fn mess() -> impl Strategy<Value = Deed> {
    let object = select(&OBJECTS[..]);
    let deed = prop_oneof![
        object.clone().prop_map(Mess::DrawObject),
        (object, 0..480_i16).prop_map(|(object, x)| Mess::MoveObject { object, x }),
        Just(Mess::FadeOut),
        Just(Mess::FadeIn),
        (0..320_i32).prop_map(Mess::Mark),
        (0..320_i32).prop_map(Mess::Erase),
        (0..320_i32).prop_map(Mess::Restore),
        (0..320_i32).prop_map(Mess::Print),
        (1..4_u16, any::<bool>()).prop_map(|(actor, on)| Mess::Shadow { actor, on }),
    ];
    deed.prop_map(Deed::Mess)
}

impl Deed {
    /// Performs the action. Errors of the stage are ignored, because not every action is possible
    /// in every room. `look` gets the stage before each frame.
    fn run(&self, stage: &mut Stage, mut look: impl FnMut(&Stage)) {
        let room = stage.room_number();
        match *self {
            Self::Enter(room) => {
                stage.overlay().fade_out(0);
                stage.enter_room(room).unwrap();
                stage.show_actors();
            }
            Self::Object { object, state } => {
                stage.objects_mut().set_state(object, state).unwrap();
                stage.redraw_object(object).unwrap();
            }
            Self::Place { actor, x, y, here } => {
                let other = if here { room } else { 3 - room };
                stage.actor_mut(actor).unwrap().put(x, y, Some(other));
            }
            Self::Walk { actor, x, y } => stage.actor_mut(actor).unwrap().walk(x, y, None),
            Self::Chore { actor, frame } => {
                stage.actor_mut(actor).unwrap().start_anim(frame).unwrap()
            }
            Self::Costume { actor, costume } => stage
                .actor_mut(actor)
                .unwrap()
                .set_costume(costume)
                .unwrap(),
            Self::CameraSet(x) => stage.camera_mut().stand_at(x),
            Self::CameraTo(x) => stage.camera_mut().send_to(x, 100),
            Self::CameraPan(x) => stage.camera_mut().pan_to(x, 100),
            Self::CameraFollow(actor) => stage.follow_with_camera(actor, false).unwrap(),
            Self::CameraLimit(x) => stage.camera_mut().max.x = x,
            Self::Talk(actor) => stage.actor_mut(actor).unwrap().talk_start(),
            Self::Hush(actor) => stage.actor_mut(actor).unwrap().talk_stop(),
            Self::Frames(frames) => {
                for _ in 0..frames {
                    look(stage);
                    stage.tick(&mut SilentEnvironment);
                }
            }
            Self::Mess(ref mess) => mess.run(stage),
        }
    }
}

impl Mess {
    fn run(&self, stage: &mut Stage) {
        match *self {
            Self::DrawObject(object) => stage.objects_mut().draw(object).unwrap(),
            // Only objects of the present room can be moved.
            Self::MoveObject { object, x } => drop(stage.objects_mut().move_to(object, x, 40)),
            Self::FadeOut => stage.overlay().fade_out(1),
            Self::FadeIn => stage.overlay().fade_in(),
            Self::Mark(x) => stage.overlay().mark_restored(x, x + 40),
            Self::Erase(x) => stage.overlay().erase([x, 100, x + 30, 130]),
            Self::Restore(x) => stage.overlay().restore_strips([x, 100, x + 30, 130]),
            Self::Print(x) => stage
                .overlay()
                .print_pixels(scumm_engine::PrintTarget::Both, x, 90, 8, &[9; 64])
                .unwrap(),
            Self::Shadow { actor, on } => {
                let mut actor = stage.actor_mut(actor).unwrap();
                (actor.shadow_mode, actor.need_redraw) = (if on { 32 } else { 0 }, true);
            }
        }
    }
}

/// Returns a stage in the first room with this number of actors.
fn begin(edition: &Edition, actors: u16) -> Stage {
    let mut stage = edition.stage();
    stage.enter_room(1).unwrap();
    for id in 1..=3 {
        let mut actor = stage.actor_mut(id).unwrap();
        actor.init(scumm_engine::InitMode::Settings);
        actor.set_costume(id).unwrap();
        if id <= actors {
            actor.put(100 + 60 * i32::from(id), 170, Some(1));
        }
    }
    stage.show_actors();
    stage.tick(&mut SilentEnvironment);
    stage.overlay().fade_in();
    stage
}

/// Returns the picture behind the actors: the visible part of the back buffer and of every plane.
fn background(stage: &Stage) -> Vec<u8> {
    let view = stage.front();
    let planes = (0..view.plane_count()).filter_map(|plane| view.plane(u8::try_from(plane).ok()?));
    let planes: Vec<u8> = planes
        .flat_map(|rows| rows.flatten().copied().collect::<Vec<_>>())
        .collect();
    stage
        .back()
        .rows()
        .flatten()
        .copied()
        .chain(planes)
        .collect()
}

/// Returns a configuration with a sixteenth of the default number of cases, because each case plays
/// hundreds of frames.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: (default.cases / 16).max(1),
        ..default
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_stage_restored_elsewhere_goes_on_as_the_one_that_was_saved(
        edition in 0..3_usize,
        before in prop::collection::vec(prop_oneof![4 => deeds(), 1 => mess()], 1..25),
        after in prop::collection::vec(prop_oneof![4 => deeds(), 1 => mess()], 1..25),
        elsewhere in 0..3_u16,
        through_text: bool,
    ) {
        let edition = &EDITIONS[edition];
        let mut one = begin(edition, 3);
        before.iter().for_each(|deed| deed.run(&mut one, |_| ()));
        let mut saved: Snapshot = one.save();
        if through_text {
            saved = serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
        }
        let mut other = edition.stage();
        other.enter_room(elsewhere).unwrap();
        other.restore(&saved).unwrap();
        for deed in &after {
            deed.run(&mut one, |_| ());
            deed.run(&mut other, |_| ());
            prop_assert!(one.save() == other.save(), "after {deed:?}");
            prop_assert!(one.front().rows().eq(other.front().rows()), "after {deed:?}");
        }
    }

    #[test]
    fn a_background_drawn_step_by_step_is_that_of_a_full_frame_y36(
        edition in 0..3_usize,
        deeds in prop::collection::vec(deeds(), 1..40),
    ) {
        let mut stage = begin(&EDITIONS[edition], 3);
        for deed in &deeds {
            let mut wrong = None;
            deed.run(&mut stage, |stage| {
                let (mut step, mut full) = (stage.clone(), stage.clone());
                full.redraw_mut().full = true;
                step.tick(&mut SilentEnvironment);
                full.tick(&mut SilentEnvironment);
                if background(&step) != background(&full) {
                    wrong = Some((step.room_number(), *step.camera()));
                }
            });
            prop_assert!(wrong.is_none(), "{deed:?}: {wrong:?}");
        }
    }

    #[test]
    fn without_actors_the_picture_is_that_of_a_full_frame_y36(
        edition in 0..3_usize,
        deeds in prop::collection::vec(deeds(), 1..40),
    ) {
        let mut stage = begin(&EDITIONS[edition], 0);
        for deed in deeds.iter().filter(|deed| !matches!(deed, Deed::Place { .. })) {
            deed.run(&mut stage, |_| ());
            let mut full = stage.clone();
            full.redraw_mut().full = true;
            stage.tick(&mut SilentEnvironment);
            full.tick(&mut SilentEnvironment);
            prop_assert!(stage.front().rows().eq(full.front().rows()), "{deed:?}");
        }
    }
}
