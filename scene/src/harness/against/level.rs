//! How much of a line another program has to know.

use serde_json::Value;

/// A level of conformance, so that an engine can start small. A program may leave out the keys of higher levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The checksums of the pictures.
    Picture,
    /// Where the actors are, which way they face, what they wear, too.
    Actors,
    /// Everything.
    #[default]
    Limbs,
}

/// The keys of a line that are known from a level on; all others belong to the last.
const LINE: [(Level, &[&str]); 2] = [
    (Level::Picture, &["step", "op", "n", "crc", "displayPalette"]),
    (Level::Actors, &["actors", "hit", "actorFromPos", "closed"]),
];

/// The keys of an actor below the last level.
const ACTOR: [&str; 7] = ["id", "x", "y", "room", "facing", "costume", "visible"];

impl Level {
    /// Takes from a line what belongs to a higher level.
    pub fn cut(self, line: &mut Value) {
        if self == Self::Limbs {
            return;
        }
        let Some(line) = line.as_object_mut() else { return };
        line.retain(|key, _| LINE.iter().any(|(level, keys)| *level <= self && keys.contains(&key.as_str())));
        let actors = line.get_mut("actors").and_then(Value::as_array_mut).into_iter().flatten();
        for actor in actors.filter_map(Value::as_object_mut) {
            actor.retain(|key, _| ACTOR.contains(&key.as_str()));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_level_has_the_keys_of_those_below_it() {
        let line = json!({
            "step": 0, "op": "tick", "n": 1, "crc": "00000000", "sounds": [{"id": 7}],
            "actors": [{"id": 1, "x": 5, "moving": 2, "limbs": [{"i": 0}]}],
        });
        let cut = |level: Level| {
            let mut line = line.clone();
            level.cut(&mut line);
            line
        };
        assert_eq!(cut(Level::Picture), json!({"step": 0, "op": "tick", "n": 1, "crc": "00000000"}));
        let actors = json!([{"id": 1, "x": 5}]);
        assert_eq!(cut(Level::Actors), json!({"step": 0, "op": "tick", "n": 1, "crc": "00000000", "actors": actors}));
        assert_eq!(cut(Level::Limbs), line);
    }
}
