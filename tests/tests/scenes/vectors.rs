//! Every reference vector is a test of its own, named `group/scene`. Nothing outside the checkout is needed but for the
//! groups of third-party art, which are ignored where they are not there.
//!
//! Groups prove rules that no scene of theirs names: `cost-v3` to `cost-v6` C14, C63, C66, C67, D1 and D5, `codec-v7` and
//! `codec-v8` A76, `gap-walk-v1` and `gap-walk-v2` T7Cb, T7Cd, T7Cg, T40a, T44a and B1a, `gap-object-masks` O6a,
//! `gap-bmap-objects` O7a.

use std::error::Error;
use std::io;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use scumm_costume::DEFAULT_LIMIT;
use scumm_scene::Comparison;
use scumm_tests::shared;
use scumm_tests::vectors::{BENCH, Vectors, groups};

/// Groups that can't be part of the project.
const THIRD_PARTY: [&str; 2] = ["openquest-costumes", "openquest-rooms"];

/// A test for each scene that the arguments may ask for.
pub fn trials(arguments: &Arguments) -> Result<Vec<Trial>, Box<dyn Error>> {
    let mut groups = groups()?;
    groups.push(BENCH.to_owned());
    groups.retain(|group| may_match(arguments, group));
    let mut vectors = Vectors::load(groups.iter().map(String::as_str))?;
    let missing = add_third_party(&mut vectors, arguments)?;
    let benches = vectors.names().filter(|name| name.starts_with(BENCH) && name.ends_with(".json"));
    let acts = vectors.scenes().map(|scene| (scene, play as Act)).chain(benches.map(|scene| (scene, draw as Act)));
    let acts: Vec<(String, Act)> = acts.map(|(scene, act)| (scene.to_owned(), act)).collect();
    let vectors = Arc::new(vectors);
    let trial = |(scene, act): (String, Act)| {
        let vectors = Arc::clone(&vectors);
        let name = scene.trim_end_matches(".json").to_owned();
        Trial::test(name, move || act(&vectors, &scene).map_err(Failed::from))
    };
    Ok(acts.into_iter().map(trial).chain(missing).collect())
}

/// Adds the groups of third-party art from beside the checkout; where they are not, an ignored test says so.
fn add_third_party(vectors: &mut Vectors, arguments: &Arguments) -> io::Result<Vec<Trial>> {
    let groups = THIRD_PARTY.into_iter().filter(|group| may_match(arguments, group));
    let Some(folder) = shared("vectors") else {
        let missing = |group| Trial::test(format!("{group} (not in ../shared/vectors)"), || Ok(()));
        return Ok(groups.map(|group| missing(group).with_ignored_flag(true)).collect());
    };
    for (i, group) in groups.enumerate() {
        if i == 0 {
            vectors.add_folder(&folder.join("blobs"), "blobs")?;
        }
        vectors.add_folder(&folder.join(group), group)?;
    }
    Ok(Vec::new())
}

/// Whether a test of the group may be asked for, so that its archive has to be read.
fn may_match(arguments: &Arguments, group: &str) -> bool {
    let Some(filter) = &arguments.filter else { return true };
    let head = filter.split('/').next().unwrap_or_default();
    group.contains(head) || !filter.contains('/')
}

/// What is done with a scene.
type Act = fn(&Vectors, &str) -> Result<(), Box<dyn Error>>;

/// Plays a scene and compares every line: with finished cels, straight from their data, and with a trace of who wrote what.
fn play(vectors: &Vectors, scene: &str) -> Result<(), Box<dyn Error>> {
    if vectors.stored(scene)?.next().is_none() {
        return Err("no lines are stored".into());
    }
    for (limit, traced) in [(DEFAULT_LIMIT, false), (0, false), (DEFAULT_LIMIT, true)] {
        let mut runner = vectors.open(scene)?;
        runner.stage_mut().limit_cels(limit);
        if traced {
            runner = runner.with_trace();
        }
        if let Some(difference) = Comparison::new(runner, vectors.stored(scene)?).first_difference()? {
            let how = if traced { "with a trace" } else { "drawn" };
            return Err(format!("{how}, {limit} bytes for finished cels: {difference}").into());
        }
    }
    Ok(())
}

/// Plays a speed case: what is measured has to be seen.
fn draw(vectors: &Vectors, scene: &str) -> Result<(), Box<dyn Error>> {
    let mut runner = vectors.open(scene)?;
    let before = runner.next_line()?.ok_or("no set-up")?;
    let after = runner.next_line()?.ok_or("no step")?;
    if after.op != "bench" || before.crc == after.crc {
        return Err(format!("{} draws nothing", after.op).into());
    }
    Ok(())
}
