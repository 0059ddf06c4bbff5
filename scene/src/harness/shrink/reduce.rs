//! Reduces a scene part by part as long as a property remains.

use crate::Step;
use serde_json::{Map, Value, json};

/// A scene during its reduction.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneDraft {
    /// The scene without its steps.
    pub setup: Map<String, Value>,
    /// The steps, each with its index in the original scene.
    pub steps: Vec<(usize, Value)>,
}

impl SceneDraft {
    /// Splits a scene into set-up and steps.
    pub fn new(mut scene: Map<String, Value>) -> Self {
        let steps = match scene.remove("steps") {
            Some(Value::Array(steps)) => steps.into_iter().enumerate().collect(),
            _ => Vec::new(),
        };
        Self {
            setup: scene,
            steps,
        }
    }

    /// Returns the scene.
    pub fn scene(&self) -> Map<String, Value> {
        let steps = self.steps.iter().map(|(_, step)| step.clone()).collect();
        let mut scene = self.setup.clone();
        scene.insert("steps".to_owned(), Value::Array(steps));
        scene
    }

    /// Returns the number of actors in the set-up.
    pub fn actors(&self) -> usize {
        self.setup
            .get("actors")
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    }

    /// Returns the index in the original scene of the step with index `step`.
    pub fn origin(&self, step: usize) -> Option<usize> {
        self.steps.get(step).map(|(origin, _)| *origin)
    }
}

/// The keys that define the version and the game, which are never removed.
const KEPT: [&str; 7] = ["version", "he", "old256", "ega", "platform", "game", "data"];

/// Tests smaller drafts until no smaller draft is good or the attempts are used up.
pub struct Reducer<F> {
    draft: SceneDraft,
    is_good: F,
    tries: usize,
    left: usize,
}

impl<F: FnMut(&SceneDraft) -> bool> Reducer<F> {
    /// Creates a reducer that begins with a good draft.
    pub fn new(draft: SceneDraft, tries: usize, is_good: F) -> Self {
        Self {
            draft,
            is_good,
            tries,
            left: tries,
        }
    }

    /// Returns the smallest good draft and the number of attempts. The result is always the same
    /// for the same draft.
    pub fn run(mut self) -> (SceneDraft, usize) {
        loop {
            let before = self.draft.clone();
            self.drop_steps();
            self.shorten_ticks();
            self.drop_actors();
            self.drop_options();
            if self.draft == before || self.left == 0 {
                return (self.draft, self.tries - self.left);
            }
        }
    }

    /// Applies a change to the draft if the smaller draft is still good.
    fn attempt(&mut self, change: impl FnOnce(&mut SceneDraft)) -> bool {
        let mut smaller = self.draft.clone();
        change(&mut smaller);
        if self.left == 0 || smaller == self.draft {
            return false;
        }
        self.left -= 1;
        let good = (self.is_good)(&smaller);
        if good {
            self.draft = smaller;
        }
        good
    }

    /// Removes steps by delta debugging: halves, quarters, down to single steps, from the end.
    fn drop_steps(&mut self) {
        let mut size = self.draft.steps.len().div_ceil(2);
        while size > 0 {
            let mut end = self.draft.steps.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                self.attempt(|draft| drop(draft.steps.drain(start..end)));
                end = start;
            }
            size /= 2;
        }
    }

    /// Reduces the number of frames of each `tick`: first to one, else to the half, else by one.
    fn shorten_ticks(&mut self) {
        for at in 0..self.draft.steps.len() {
            while let Some(frames) = ticks(&self.draft.steps[at].1).filter(|&frames| frames > 1) {
                let mut shorten =
                    |frames| self.attempt(|draft| draft.steps[at].1 = json!(["tick", frames]));
                if !(shorten(1) || shorten(frames / 2) || shorten(frames - 1)) {
                    break;
                }
            }
        }
    }

    fn drop_actors(&mut self) {
        for at in (0..self.draft.actors()).rev() {
            self.attempt(|draft| {
                let Some(actors) = draft.setup.get_mut("actors").and_then(Value::as_array_mut)
                else {
                    return;
                };
                let id = actors.remove(at).get("id").cloned();
                // Steps with the removed actor as operand are removed as well.
                draft.steps.retain(|(_, step)| {
                    names_actor(step).is_none() || names_actor(step) != id.as_ref()
                });
            });
        }
    }

    /// Removes keys of actors, of the room and of the scene, and costumes.
    fn drop_options(&mut self) {
        for at in 0..self.draft.actors() {
            self.drop_keys(&["id"], |draft| {
                draft.setup.get_mut("actors")?.get_mut(at)?.as_object_mut()
            });
        }
        for table in ["room", "costumes", "vars"] {
            self.drop_keys(&[], |draft| draft.setup.get_mut(table)?.as_object_mut());
        }
        self.drop_keys(&KEPT, |draft| Some(&mut draft.setup));
    }

    /// Removes the keys of a table, except those in `kept`.
    fn drop_keys(
        &mut self,
        kept: &[&str],
        table: impl Fn(&mut SceneDraft) -> Option<&mut Map<String, Value>>,
    ) {
        let keys: Vec<String> = table(&mut self.draft)
            .map(|table| table.keys().cloned().collect())
            .unwrap_or_default();
        for key in keys.iter().filter(|key| !kept.contains(&key.as_str())) {
            self.attempt(|draft| _ = table(draft).map(|table| table.remove(key)));
        }
    }
}

/// Returns the number of frames of a `tick`.
pub fn ticks(step: &Value) -> Option<u64> {
    if step.get(0)? == "tick" {
        step.get(1)?.as_u64()
    } else {
        None
    }
}

/// Returns the number of the actor in the first operand of a step.
fn names_actor(step: &Value) -> Option<&Value> {
    step.get(1)
        .filter(|_| step[0].as_str().is_some_and(Step::names_actor))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(scene: Value) -> SceneDraft {
        let Value::Object(scene) = scene else {
            unreachable!()
        };
        SceneDraft::new(scene)
    }

    #[test]
    fn what_matters_is_left_and_nothing_else() {
        let steps: Vec<Value> = (0..40)
            .map(|n| json!(["walk", n % 3 + 1, n, n, -1]))
            .chain([json!(["tick", 30])])
            .collect();
        let scene = json!({
            "version": 6, "lights": 3, "room": {"background": 7, "width": 320}, "steps": steps,
            "actors": [{"id": 1, "x": 5}, {"id": 2, "x": 6, "layer": 3}, {"id": 3}],
        });
        // The property: steps 7 and 31 together, 9 frames or more, and actor 2 with its layer.
        let good = |draft: &SceneDraft| {
            let has = |n: usize| draft.steps.iter().any(|(at, _)| *at == n);
            let frames = draft
                .steps
                .iter()
                .filter_map(|(_, step)| ticks(step))
                .sum::<u64>();
            let actors = draft
                .setup
                .get("actors")
                .map(Value::to_string)
                .unwrap_or_default();
            has(7) && has(31) && frames >= 9 && actors.contains("\"layer\":3")
        };
        let whole = draft(scene);
        let (small, tries) = Reducer::new(whole.clone(), 1000, good).run();
        let expected = json!({
            "version": 6, "actors": [{"id": 2, "layer": 3}],
            "steps": [["walk", 2, 7, 7, -1], ["walk", 2, 31, 31, -1], ["tick", 9]],
        });
        assert_eq!(Value::Object(small.scene()), expected);
        assert!(tries < 200, "{tries}");
        let (same, again) = Reducer::new(whole.clone(), 1000, good).run();
        assert_eq!((same, again), (small, tries), "the same every time");
        let (cut_off, tries) = Reducer::new(whole, 5, good).run();
        assert!(tries == 5 && good(&cut_off));
    }
}
