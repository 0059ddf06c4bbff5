//! Each reference vector, which is a scene with the lines that the reference printed, is a separate
//! test named `group/scene`. The groups of third-party art and one group of random scenes are
//! beside the checkout. If they are missing, their tests are ignored. All other groups are in the
//! repository.
//!
//! Some rules are not named by a scene, but are proved by a group: `cost-v3` to `cost-v6` C14, C63,
//! C66, C67, D1 and D5, `codec-v7` and `codec-v8` A76, `gap-walk-v1` and `gap-walk-v2` T7Cb, T7Cd,
//! T7Cf, T7Cg, T40a and B1a, `gap-object-masks` O6a, `gap-bmap-objects` O7a, `v0-rooms` V13, V17
//! and V61, `v0-cost` V20, V23, V24, V25, V31, V33, V38, V40, V41, V42, V43, V44, V47, V48, V60 and
//! C73, `v0-named` V49, `v0-walk` V55, V70, V71, V72, V74, V75, V76, V78 and V79, `nes-rooms` Q20,
//! Q21, Q23 and Q24, `nes-enter` Q27, `nes-objects` Q31 and Q32, `nes-sets` Q12, `nes-costumes` Q43
//! and Q44, `nes-masks` Q47, `nes-display` Q48, `fix-v4-scale` C69a, `fix-he-redraw` D2a,
//! `nes-actors` Q50, `nes-edges` Q51 and Q54, `nes-flashlight` Q52, `enhancements` P15.

use std::error::Error;
use std::io;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use scumm_costume::{Cache, DEFAULT_LIMIT};
use scumm_scene::Comparison;
use scumm_test_support::shared;
use scumm_test_support::vectors::{BENCH, Vectors, groups};

/// Groups that cannot be part of the project, because they contain third-party art.
const THIRD_PARTY: [&str; 2] = ["openquest-costumes", "openquest-rooms"];

/// Returns a test for each scene that the arguments may select.
pub fn trials(arguments: &Arguments) -> Result<Vec<Trial>, Box<dyn Error>> {
    let mut groups = groups()?;
    groups.push(BENCH.to_owned());
    groups.retain(|group| may_match(arguments, group));
    let mut vectors = Vectors::load(groups.iter().map(String::as_str))?;
    let mut missing = add_third_party(&mut vectors, arguments)?;
    missing.extend(add_more_chaos(&mut vectors, arguments)?);
    let benches = vectors
        .names()
        .filter(|name| name.starts_with(BENCH) && name.ends_with(".json"));
    let acts = vectors
        .scenes()
        .map(|scene| (scene, play as Act))
        .chain(benches.map(|scene| (scene, draw as Act)));
    let acts: Vec<(String, Act)> = acts.map(|(scene, act)| (scene.to_owned(), act)).collect();
    let vectors = Arc::new(vectors);
    let trial = |(scene, act): (String, Act)| {
        let vectors = Arc::clone(&vectors);
        let name = scene.trim_end_matches(".json").to_owned();
        Trial::test(name, move || act(&vectors, &scene).map_err(Failed::from))
    };
    Ok(acts.into_iter().map(trial).chain(missing).collect())
}

/// Adds the groups of third-party art, which are beside the checkout. For a missing group, returns
/// an ignored test whose name says so.
fn add_third_party(vectors: &mut Vectors, arguments: &Arguments) -> io::Result<Vec<Trial>> {
    let groups = THIRD_PARTY
        .into_iter()
        .filter(|group| may_match(arguments, group));
    let Some(folder) = shared("vectors-2026") else {
        let missing = |group| {
            Trial::test(
                format!("{group} (not in ../shared/vectors-2026)"),
                || Ok(()),
            )
        };
        return Ok(groups
            .map(|group| missing(group).with_ignored_flag(true))
            .collect());
    };
    for (i, group) in groups.enumerate() {
        if i == 0 {
            vectors.add_folder(&folder.join("blobs"), "blobs")?;
        }
        vectors.add_folder(&folder.join(group), group)?;
    }
    Ok(Vec::new())
}

/// The name of the group of random scenes that would make the project's archives too large.
const MORE_CHAOS: &str = "chaos2";

/// Adds [`MORE_CHAOS`], which is beside the checkout. If it is missing, returns an ignored test
/// whose name says so.
fn add_more_chaos(vectors: &mut Vectors, arguments: &Arguments) -> io::Result<Option<Trial>> {
    if !may_match(arguments, MORE_CHAOS) {
        return Ok(None);
    }
    let archive = shared("vectors-2026")
        .map(|folder| folder.join(format!("{MORE_CHAOS}.tar.xz")))
        .filter(|archive| archive.is_file());
    let Some(archive) = archive else {
        let name = format!("{MORE_CHAOS} (not in ../shared/vectors-2026)");
        return Ok(Some(Trial::test(name, || Ok(())).with_ignored_flag(true)));
    };
    vectors.add_archive(&archive)?;
    Ok(None)
}

/// Returns whether the arguments may select a test of the group, whose archive then has to be read.
fn may_match(arguments: &Arguments, group: &str) -> bool {
    let Some(filter) = &arguments.filter else {
        return true;
    };
    let head = filter.split('/').next().unwrap_or_default();
    group.contains(head) || !filter.contains('/')
}

/// The test of a scene.
type Act = fn(&Vectors, &str) -> Result<(), Box<dyn Error>>;

/// Plays a scene twice and compares every line: with cached cels, and with the plain painter. For
/// about half of the scenes the plain painter also records a trace of the drawn pixels.
fn play(vectors: &Vectors, scene: &str) -> Result<(), Box<dyn Error>> {
    if vectors.stored(scene)?.next().is_none() {
        return Err("no lines are stored".into());
    }
    let traces = scene.bytes().fold(0, u8::wrapping_add) % 2 == 0;
    for (limit, traced) in [(DEFAULT_LIMIT, false), (0, traces)] {
        let mut runner = vectors.open(scene)?;
        *runner.stage_mut().cels_mut() = Cache::with_limit(limit);
        if traced {
            runner = runner.with_trace();
        }
        if let Some(difference) =
            Comparison::new(runner, vectors.stored(scene)?).first_difference()?
        {
            let how = if traced { "with a trace" } else { "drawn" };
            return Err(format!("{how}, {limit} bytes for finished cels: {difference}").into());
        }
    }
    Ok(())
}

/// Plays a speed case and checks that the measured draw is visible.
fn draw(vectors: &Vectors, scene: &str) -> Result<(), Box<dyn Error>> {
    let mut runner = vectors.open(scene)?;
    let before = runner.next_line()?.ok_or("no set-up")?;
    let after = runner.next_line()?.ok_or("no step")?;
    if after.op != "bench" || before.crc == after.crc {
        return Err(format!("{} draws nothing", after.op).into());
    }
    Ok(())
}
