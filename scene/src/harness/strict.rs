//! The rules of `--strict` for a passing scene: every actor in its steps is set up, and the scene
//! would fail if an actor were missing.

use std::collections::BTreeSet;
use std::path::Path;

use crate::Step;
use crate::step::is_same_step;
use anyhow::Result;
use scumm_engine::Actor;
use serde_json::Value;

use super::judge::stored;
use super::sources::SceneSources;
use super::text;

/// The steps that set up an actor.
const SET_UP: [&str; 3] = ["init", "costume", "put"];
/// The steps that check an actor.
const ASKS: [&str; 2] = ["expect", "hit"];

/// Returns a message about the rule that a passing scene breaks, or `None` if the scene is strict.
///
/// # Errors
/// Returns an error if the scene or its lines cannot be read or played.
pub fn broken_rule(path: &Path, sources: &dyn SceneSources) -> Result<Option<String>> {
    let shown = path.display();
    let scene = sources.text(path)?;
    let mut unseen = match not_asked_after(&text::values(path, &scene)?.into()) {
        Ok(actors) => actors,
        Err(what) => return Ok(Some(format!("{shown}: {what}"))),
    };
    let mut tells = false;
    for line in stored(path)? {
        let line = line?.value();
        let actors = line.get("actors").and_then(Value::as_array);
        tells |= actors.is_some();
        let ids = actors
            .into_iter()
            .flatten()
            .filter_map(|actor| actor["id"].as_u64());
        ids.chain(line.get("actorFromPos").and_then(Value::as_u64))
            .for_each(|id| _ = unseen.remove(&id));
    }
    // If the lines contain no actors, an actor is still checked by the checksum of the picture,
    // provided that the actor was drawn.
    if !tells && !unseen.is_empty() {
        let mut runner = sources.open_text(path, &scene)?.silent();
        while runner.next_line()?.is_some() {
            let drawn = |(_, actor): &(u16, &Actor)| actor.visible && actor.top < actor.bottom;
            runner
                .stage()
                .actors()
                .filter(drawn)
                .for_each(|(id, _)| _ = unseen.remove(&id.into()));
        }
    }
    Ok(unseen
        .first()
        .map(|id| format!("{shown}: the scene names actor {id}, but no step or claim uses it")))
}

/// Returns the actors of a scene that no step checks, or a message about the first step on an actor
/// that was not set up.
fn not_asked_after(scene: &Value) -> Result<BTreeSet<u64>, String> {
    let list = |key: &str| {
        scene
            .get(key)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
    };
    let mut ready: BTreeSet<u64> = list("actors")
        .filter_map(|actor| actor["id"].as_u64())
        .collect();
    let mut named = ready.clone();
    let mut asked = BTreeSet::new();
    for (index, step) in list("steps").enumerate() {
        let Some(name) = step[0].as_str().filter(|name| Step::names_actor(name)) else {
            continue;
        };
        let Some(id) = step[1].as_u64() else { continue };
        named.insert(id);
        let is_one_of = |steps: &[&str]| steps.iter().any(|step| is_same_step(name, step));
        if is_one_of(&SET_UP) {
            ready.insert(id);
        } else if is_one_of(&ASKS) {
            asked.insert(id);
        } else if !ready.contains(&id) {
            return Err(format!("step {index} {name}: actor {id} was never set up"));
        }
    }
    Ok(&named - &asked)
}
