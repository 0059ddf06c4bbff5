//! Making a scene smaller, part by part, for as long as what is looked for stays in it.

use crate::Step;
use serde_json::{Map, Value, json};

/// A scene that is being made smaller.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// All of the scene but its steps.
    pub setup: Map<String, Value>,
    /// Its steps, each with its index in the scene that it was.
    pub steps: Vec<(usize, Value)>,
}

impl Draft {
    /// Takes a scene apart.
    pub fn of(mut scene: Map<String, Value>) -> Self {
        let steps = match scene.remove("steps") {
            Some(Value::Array(steps)) => steps.into_iter().enumerate().collect(),
            _ => Vec::new(),
        };
        Self {
            setup: scene,
            steps,
        }
    }

    /// The scene again.
    pub fn scene(&self) -> Map<String, Value> {
        let steps = self.steps.iter().map(|(_, step)| step.clone()).collect();
        let mut scene = self.setup.clone();
        scene.insert("steps".to_owned(), Value::Array(steps));
        scene
    }

    /// How many actors the set-up has.
    pub fn actors(&self) -> usize {
        self.setup
            .get("actors")
            .and_then(Value::as_array)
            .map_or(0, Vec::len)
    }

    /// The index that a step of this index had in the scene that it was.
    pub fn origin(&self, step: usize) -> Option<usize> {
        self.steps.get(step).map(|(origin, _)| *origin)
    }
}

/// Keys without which a scene is another: which SCUMM, which game.
const KEPT: [&str; 7] = ["version", "he", "old256", "ega", "platform", "game", "data"];

/// Tries out drafts until none smaller is good, or the tries are used up.
pub struct Reducer<F> {
    draft: Draft,
    is_good: F,
    tries: usize,
    left: usize,
}

impl<F: FnMut(&Draft) -> bool> Reducer<F> {
    /// A reducer that begins with a good draft.
    pub fn new(draft: Draft, tries: usize, is_good: F) -> Self {
        Self {
            draft,
            is_good,
            tries,
            left: tries,
        }
    }

    /// The smallest draft that was found, and how many were tried. The same draft gives the same result.
    pub fn run(mut self) -> (Draft, usize) {
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

    /// Makes the draft smaller if it is still good then.
    fn attempt(&mut self, change: impl FnOnce(&mut Draft)) -> bool {
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

    /// Delta debugging: halves, quarters … single steps, from the back.
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

    /// Fewer frames in each `tick`: none but one, else half as often as that goes, else one less.
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
                // What is said to it goes with it; alone it would be said to nobody.
                draft.steps.retain(|(_, step)| {
                    names_actor(step).is_none() || names_actor(step) != id.as_ref()
                });
            });
        }
    }

    /// Keys of actors, of the room and of the scene; costumes.
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

    /// The keys of a table, but for those that are kept.
    fn drop_keys(
        &mut self,
        kept: &[&str],
        table: impl Fn(&mut Draft) -> Option<&mut Map<String, Value>>,
    ) {
        let keys: Vec<String> = table(&mut self.draft)
            .map(|table| table.keys().cloned().collect())
            .unwrap_or_default();
        for key in keys.iter().filter(|key| !kept.contains(&key.as_str())) {
            self.attempt(|draft| _ = table(draft).map(|table| table.remove(key)));
        }
    }
}

/// The frames of a `tick`.
pub fn ticks(step: &Value) -> Option<u64> {
    if step.get(0)? == "tick" {
        step.get(1)?.as_u64()
    } else {
        None
    }
}

/// The number of the actor that a step names first.
fn names_actor(step: &Value) -> Option<&Value> {
    step.get(1)
        .filter(|_| step[0].as_str().is_some_and(Step::names_actor))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(scene: Value) -> Draft {
        let Value::Object(scene) = scene else {
            unreachable!()
        };
        Draft::of(scene)
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
        // Steps 7 and 31 together, 9 frames or more, and actor 2 with its layer.
        let good = |draft: &Draft| {
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
