//! The main loop of an engine around a stage, without game data: two rooms, two actors, a camera
//! that follows an actor, and the events of the stage.
//!
//! `cargo run -p scumm-engine --example embed` prints what an engine would do with each frame.
#![allow(clippy::print_stdout, reason = "a command line program")]

use std::sync::Arc;
use std::time::Duration;

use scumm_costume::Costume;
use scumm_costume::edit::cost::{CostDraft, DraftPicture, encode};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_engine::{Clock, Environment, Event, Facing, InitMode, SplitMix64, Stage};
use scumm_room::edit::{RoomPlan, encode_room, invalid_box};
use scumm_room::{Dialect, Point, Result, Room, RoomParts, Surface, WalkBox};

/// The state of the engine that the stage asks for: random numbers, and the sounds that are
/// playing.
struct World {
    random: SplitMix64,
    playing: Vec<u16>,
}

impl Environment for World {
    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.random.in_range(min, max)
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.playing.contains(&sound)
    }
}

/// Creates a costume whose only picture is a rectangle. Every animation shows this picture and
/// requests a sound (command 0x78) in every third step.
fn costume(dialect: &Dialect) -> Result<Costume> {
    let cel = Arc::new(Surface::filled(16, 40, 1));
    let picture = DraftPicture {
        rel: Point::new(-8, -40),
        step: Point::new(0, 0),
        cel,
    };
    let sequence = CostSequence {
        start: 0,
        extra: 3,
        loops: true,
    };
    let record = CostRecord {
        entries: vec![CostEntry {
            limb: 0,
            sequence: Some(sequence),
        }],
    };
    let commands = vec![0, 0, 0, 0x78];
    let mut draft = CostDraft {
        palette: vec![40; 16],
        commands,
        records: vec![Some(record); 24],
        ..CostDraft::default()
    };
    draft.limbs[0] = vec![Some(picture)];
    Costume::parse(&encode(&draft, dialect)?, dialect)
}

/// The number of the hall, which is two screens wide.
const HALL: u16 = 1;
/// The number of the cellar behind the door of the hall.
const CELLAR: u16 = 2;
/// The column of the door in the hall.
const DOOR: i16 = 600;

/// Creates a room of one colour with one walk box. Box 0 of v5 is the invalid box. The room is
/// encoded and then parsed like a room of a game.
fn room(dialect: &Dialect, width: usize, colour: u8) -> Result<Arc<Room>> {
    let right = i16::try_from(width).unwrap_or(i16::MAX) - 10;
    let [ul, ur, lr, ll] =
        [(10, 100), (right, 100), (right, 140), (10, 140)].map(|(x, y)| Point::new(x, y));
    let floor = WalkBox {
        ul,
        ur,
        lr,
        ll,
        ..WalkBox::default()
    };
    let picture = Surface::filled(width, 144, colour);
    let plan = RoomPlan {
        picture,
        boxes: vec![invalid_box(), floor],
        ..RoomPlan::default()
    };
    Ok(Arc::new(Room::parse(
        &RoomParts::new(&encode_room(&plan, dialect)?),
        dialect,
    )?))
}

/// Creates a stage before its first room. The stage has two rooms and a costume, and no actor is in
/// a room.
fn stage(dialect: Dialect) -> Result<Stage> {
    let mut stage = Stage::empty(dialect);
    stage.set_band(0..144);
    stage.insert_room(HALL, room(&dialect, 640, 7)?);
    stage.insert_room(CELLAR, room(&dialect, 320, 8)?);
    stage.insert_costume(1, Arc::new(costume(&dialect)?))?;
    Ok(stage)
}

/// Performs the script operations for an actor that goes through a door: leaves the room, enters
/// the next room and shows its actors. A real game applies the entry transition after the first
/// frame.
fn go_through(stage: &mut Stage, room: u16, x: i32) -> Result<()> {
    stage.overlay().fade_out(1);
    stage.enter_room(room)?;
    stage.actor_mut(1)?.put(x, 120, Some(room));
    stage.show_actors();
    stage.follow_with_camera(1, true)?;
    stage.overlay().fade_in();
    Ok(())
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let dialect = Dialect::new(5);
    let mut world = World {
        random: SplitMix64::new(1),
        playing: Vec::new(),
    };
    let mut stage = stage(dialect)?;
    for (id, x, room) in [(1, 40, HALL), (2, 160, CELLAR)] {
        let mut actor = stage.actor_mut(id)?;
        actor.init(InitMode::Settings);
        actor.sounds[0] = 100 + id;
        actor.set_costume(1)?;
        actor.put(x, 120, Some(room));
    }
    go_through(&mut stage, HALL, 40)?;
    stage
        .actor_mut(1)?
        .walk(DOOR.into(), 120, Some(Facing::EAST));

    // The caller passes the time. Here each round of the loop adds one millisecond.
    let mut clock = Clock::new(dialect, Duration::ZERO);
    let mut saved = None;
    for now in (0..10_000).map(Duration::from_millis) {
        if !clock.is_due(now) {
            continue;
        }
        clock.begin(now, 6);
        // Scripts would run here. This script waits until the actor has reached the door.
        if stage.room_number() == HALL && stage.actor(1)?.pos.x == DOOR {
            saved = Some(stage.save());
            go_through(&mut stage, CELLAR, 20)?;
            stage.actor_mut(1)?.walk(120, 130, None);
        }
        stage.tick(&mut world);
        for event in stage.take_events() {
            match event {
                Event::Sound { id, .. } => println!("{now:?}: play sound {id}"),
                event => println!("{now:?}: {event:?}"),
            }
        }
        // A real engine would now convert the rows with the palette and show them.
        let shown = stage
            .front()
            .rows()
            .flatten()
            .filter(|&&pixel| pixel == 40)
            .count();
        let (room, left, at) = (
            stage.room_number(),
            stage.camera().view_start(),
            stage.actor(1)?.pos,
        );
        println!(
            "{now:?}: room {room} from column {left}, actor 1 is at {at}, {shown} pixels of \
             actors are seen"
        );
    }
    // A restored stage continues bit for bit from the saved moment, even if the stage is in another
    // room now.
    if let Some(saved) = saved {
        stage.restore(&saved)?;
        println!(
            "back in room {} at {}",
            stage.room_number(),
            stage.actor(1)?.pos
        );
    }
    Ok(())
}
