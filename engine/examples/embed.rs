//! An engine's loop around a stage, without game data: a room, two actors, and what comes out as events.
//!
//! `cargo run -p scumm-engine --example embed` prints what an engine would do with each frame.
#![allow(clippy::print_stdout, reason = "a command line program")]

use std::sync::Arc;
use std::time::Duration;

use scumm_costume::Costume;
use scumm_costume::edit::encode::cost::{Draft, DraftPicture, encode};
use scumm_costume::{Entry, Record, Sequence};
use scumm_engine::{Backdrop, Band, Clock, Environment, Event, InitMode, Picture, SplitMix64, Stage};
use scumm_room::{Dialect, Point, Result, Surface, WalkBox};

/// What the engine knows and the stage asks: chance, and the sounds that play.
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

/// A costume of one box that looks the same in all animations and makes a sound (0x78) in every third frame.
fn costume(dialect: &Dialect) -> Result<Costume> {
    let cel = Arc::new(Surface::filled(16, 40, 1));
    let picture = DraftPicture { rel: Point::new(-8, -40), step: Point::new(0, 0), cel };
    let sequence = Sequence { start: 0, extra: 3, loops: true };
    let record = Record { entries: vec![Entry { limb: 0, sequence: Some(sequence) }] };
    let commands = vec![0, 0, 0, 0x78];
    let mut draft = Draft { palette: vec![40; 16], commands, records: vec![Some(record); 24], ..Draft::default() };
    draft.limbs[0] = vec![Some(picture)];
    Costume::parse(&encode(&draft, dialect)?, dialect)
}

/// The room: a plain wall, a plane that hides what stands behind a pillar, one box to walk in (box 0 is none in v5).
fn room(dialect: Dialect) -> Result<Stage> {
    let mut pillar = vec![0; 320 / 8 * 200];
    pillar.chunks_exact_mut(40).for_each(|line| line[20..23].fill(0xff));
    let picture = Picture::new(Surface::filled(320, 200, 7), vec![pillar], 2)?;
    let mut stage = Stage::new(dialect, Backdrop::Picture(Arc::new(picture)), Band::new(0, 200));
    let [ul, ur, lr, ll] = [(10, 100), (310, 100), (310, 190), (10, 190)].map(|(x, y)| Point::new(x, y));
    let floor = WalkBox { ul, ur, lr, ll, mask: 1, ..WalkBox::default() };
    stage.set_boxes(vec![WalkBox::default(), floor], None);
    stage.draw_background();
    Ok(stage)
}

fn main() -> std::result::Result<(), Box<dyn std::error::Error>> {
    let dialect = Dialect::new(5);
    let mut world = World { random: SplitMix64::new(1), playing: Vec::new() };
    let mut stage = room(dialect)?;
    stage.insert_costume(1, Arc::new(costume(&dialect)?))?;
    let here = stage.room_number();
    for (id, x) in [(1, 40), (2, 280)] {
        let mut actor = stage.actor_mut(id)?;
        actor.init(InitMode::Settings);
        actor.sounds[0] = 100 + id;
        actor.set_costume(1)?;
        actor.put(x, 150, Some(here));
    }
    stage.actor_mut(1)?.walk(280, 150, Some(90));

    // Time is the caller's: here it simply passes, a millisecond a turn.
    let mut clock = Clock::new(dialect, Duration::ZERO);
    let mut saved = None;
    for now in (0..3000).map(Duration::from_millis) {
        if !clock.is_due(now) {
            continue;
        }
        clock.begin(now, 6);
        stage.tick(&mut world);
        for event in stage.take_events() {
            match event {
                Event::Sound { id, .. } => println!("{now:?}: play sound {id}"),
                event => println!("{now:?}: {event:?}"),
            }
        }
        // An engine would now show the rows through the palette.
        let shown = stage.front().rows().flatten().filter(|&&pixel| pixel == 40).count();
        println!("{now:?}: actor 1 is at {}, {shown} pixels of actors are seen", stage.actor(1)?.pos);
        if now.as_secs() == 1 && saved.is_none() {
            saved = Some(stage.save());
        }
    }
    // A saved stage plays on from there, bit for bit.
    if let Some(saved) = saved {
        stage.restore(&saved)?;
        println!("back at {}", stage.actor(1)?.pos);
    }
    Ok(())
}
