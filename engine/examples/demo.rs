//! An engine in one file that plays the two rooms of the demo: two actors, a walk, a line of speech
//! and a door. The program saves the game on the way, and another process restores the saved game
//! and plays it to the end. Both processes print the same line.
//!
//! `cargo run -p scumm-engine --features serde --example demo -- data/demo/built`
#![allow(clippy::print_stdout, reason = "a command line program")]

use scumm_engine::{Clock, Facing, Game, InitMode, Snapshot, SplitMix64, Stage, Talk};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::{env, error::Error, fs, process::Command};

const HARBOUR: u16 = 1;
const SHOP: u16 = 2;

/// The state that an engine saves: the stage, the line of speech, the clock and the random
/// generator.
type Saved = (Snapshot, Talk, Clock, SplitMix64);

/// Plays a frame. A real engine would also wait for the clock, run its scripts and show the
/// picture.
fn frame(stage: &mut Stage, talk: &mut Talk, world: &mut SplitMix64) -> Result<(), Box<dyn Error>> {
    talk.advance(6, None);
    if stage.room_number() == HARBOUR && stage.actor(1)?.pos.to_array() == [472, 141] {
        stage.overlay().fade_out(1);
        stage.enter_room(SHOP)?;
        stage.actor_mut(1)?.put(62, 152, Some(SHOP));
        stage.show_actors();
        stage.follow_with_camera(1, true)?;
        stage.overlay().fade_in();
        stage.actor_mut(1)?.walk(320, 158, None);
    }
    stage.tick_walk();
    talk.update_text(stage);
    stage.tick_draw(world);
    talk.move_mouth(stage);
    stage.take_events(); // sounds and scripts that are wanted
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let folder = args.next().ok_or("expected the folder of the demo")?;
    let mut stage = Stage::for_room(&Game::open(&folder)?, HARBOUR)?;
    let (mut talk, mut world) = (Talk::new(stage.dialect()), SplitMix64::new(1));
    let clock = Clock::new(*stage.dialect(), std::time::Duration::ZERO);
    if let Some(file) = args.next() {
        let (snapshot, line, _, random): Saved = serde_json::from_str(&fs::read_to_string(file)?)?;
        stage.restore(&snapshot)?;
        talk = line;
        world = random;
    } else {
        for (id, x, y) in [(1, 300, 168), (2, 200, 160)] {
            let mut actor = stage.actor_mut(id)?;
            actor.init(InitMode::Settings);
            actor.set_costume(id)?;
            actor.put(x, y, Some(HARBOUR));
        }
        talk.say(&mut stage, Some(2), &[31], None);
        stage.actor_mut(1)?.walk(472, 141, Some(Facing::NORTH));
        (0..10).try_for_each(|_| frame(&mut stage, &mut talk, &mut world))?;
        let file = env::temp_dir().join(format!("scumm-demo-{}.json", std::process::id()));
        let saved = (stage.save(), &talk, &clock, world);
        fs::write(&file, serde_json::to_string(&saved)?)?;
        let mut other = Command::new(env::current_exe()?);
        other.arg(&folder).arg(&file).status()?;
        fs::remove_file(&file)?;
    }
    (0..150).try_for_each(|_| frame(&mut stage, &mut talk, &mut world))?;
    let mut seen = DefaultHasher::new();
    stage.front().rows().for_each(|row| row.hash(&mut seen));
    let (room, place, picture) = (stage.room_number(), stage.actor(1)?.pos, seen.finish());
    println!("room {room}, actor 1 at {place}, picture {picture:016x}");
    Ok(())
}
