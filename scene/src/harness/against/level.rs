//! The levels of conformance: the keys of a line that another program has to report.

use serde_json::Value;

/// A level of conformance, so that an engine can start with a part. A program may leave out the
/// keys of higher levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The output of the step `cels`: decoded pictures.
    Cels,
    /// Also the checksums of the pictures.
    Picture,
    /// Also the positions, facings and costumes of the actors.
    Actors,
    /// All keys.
    #[default]
    Limbs,
}

/// Lists of keys, each with the level from which they are compared. Keys in no list belong to the
/// other program and are ignored.
type Keys = [(Level, &'static [&'static str])];

/// The keys of a line.
const LINE: &Keys = &[
    (Level::Cels, &["step", "op", "cels"]),
    (Level::Picture, &["n", "crc", "displayPalette"]),
    (
        Level::Actors,
        &["actors", "hit", "actorFromPos", "closed", "state"],
    ),
    (
        Level::Limbs,
        &[
            "adjust",
            "sounds",
            "akosQueue",
            "stages",
            "bench",
            "bench_tick",
        ],
    ),
];

/// The keys of an actor.
#[rustfmt::skip]
const ACTOR: &Keys = &[
    (Level::Actors, &["id", "x", "y", "room", "facing", "costume", "visible"]),
    (Level::Limbs, &[
        "targetFacing", "moving", "walkbox", "frame", "needRedraw", "needBgReset", "top", "bottom", "scale", "animProgress",
        "animCounter", "soundCounter", "soundPos", "stopped", "strips", "limbs", "flip", "animVars", "heCondMask", "heOffs",
        "heTalking", "heSkipLimbs", "command", "speaking", "miscFlags", "animRepeat", "walkTo", "nextBox",
    ]),
];

/// The keys of the items in a line's lists: pictures, sounds, entries of the queue, limbs of an
/// actor.
const CEL: &Keys = &[(
    Level::Cels,
    &["limb", "picture", "width", "height", "rel", "move", "rows"],
)];
const SOUND: &Keys = &[(Level::Limbs, &["via", "id", "channel", "flags"])];
const QUEUE: &Keys = &[(Level::Limbs, &["cmd", "actor", "p1", "p2"])];
#[rustfmt::skip]
const LIMB: &Keys = &[(Level::Limbs, &[
    "i", "active", "curpos", "start", "end", "frame", "type", "flip", "repeat", "condOff", "jumpOff", "jumpCnt",
])];

impl Level {
    /// Removes the keys of higher levels and unknown keys from a line.
    pub fn cut(self, line: &mut Value) {
        self.keep(line, LINE);
        for (list, keys) in [
            ("cels", CEL),
            ("actors", ACTOR),
            ("sounds", SOUND),
            ("akosQueue", QUEUE),
        ] {
            self.keep_in(line, list, keys);
        }
        let actors = line.get_mut("actors").and_then(Value::as_array_mut);
        actors
            .into_iter()
            .flatten()
            .for_each(|actor| self.keep_in(actor, "limbs", LIMB));
    }

    fn keep_in(self, table: &mut Value, list: &str, keys: &Keys) {
        let items = table.get_mut(list).and_then(Value::as_array_mut);
        items
            .into_iter()
            .flatten()
            .for_each(|item| self.keep(item, keys));
    }

    /// Keeps the keys up to this level.
    fn keep(self, table: &mut Value, keys: &Keys) {
        let Some(table) = table.as_object_mut() else {
            return;
        };
        table.retain(|key, _| {
            keys.iter()
                .any(|(level, keys)| *level <= self && keys.contains(&key.as_str()))
        });
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn a_level_has_the_keys_of_those_below_it() {
        let line = json!({
            "step": 0, "op": "tick", "n": 1, "crc": "00000000", "sounds": [{"id": 7}],
            "cels": [], "actors": [{"id": 1, "x": 5, "moving": 2, "limbs": [{"i": 0}]}],
        });
        let cut = |level: Level| {
            let mut line = line.clone();
            level.cut(&mut line);
            line
        };
        assert_eq!(
            cut(Level::Cels),
            json!({"step": 0, "op": "tick", "cels": []})
        );
        let picture = json!({"step": 0, "op": "tick", "n": 1, "crc": "00000000", "cels": []});
        assert_eq!(cut(Level::Picture), picture);
        let actors = json!([{"id": 1, "x": 5}]);
        let with_actors = json!({"step": 0, "op": "tick", "n": 1, "crc": "00000000", "cels": [], "actors": actors});
        assert_eq!(cut(Level::Actors), with_actors);
        assert_eq!(cut(Level::Limbs), line);
    }

    #[test]
    fn what_a_program_adds_of_its_own_is_ignored_at_every_level() {
        let ours = json!({
            "step": 0, "op": "tick", "actors": [{"id": 1, "limbs": [{"i": 0}]}], "sounds": [{"id": 7}],
            "cels": [{"limb": 0}], "akosQueue": [{"cmd": 3}],
        });
        let theirs = json!({
            "step": 0, "op": "tick", "case": "a", "actors": [{"id": 1, "name": "b", "limbs": [{"i": 0, "c": 1}]}],
            "sounds": [{"id": 7, "d": 1}], "cels": [{"limb": 0, "e": 1}], "akosQueue": [{"cmd": 3, "f": 1}],
        });
        for level in [Level::Cels, Level::Picture, Level::Actors, Level::Limbs] {
            let mut ours = ours.clone();
            let mut theirs = theirs.clone();
            [&mut ours, &mut theirs]
                .into_iter()
                .for_each(|line| level.cut(line));
            assert_eq!(ours, theirs, "{level:?}");
        }
    }

    #[test]
    fn every_key_of_a_line_has_a_level() {
        fn names(schema: &Value, found: &mut BTreeSet<String>) {
            for (key, value) in schema.as_object().into_iter().flatten() {
                let properties = value.as_object().filter(|_| key == "properties");
                found.extend(properties.into_iter().flat_map(|keys| keys.keys().cloned()));
                names(value, found);
            }
            schema
                .as_array()
                .into_iter()
                .flatten()
                .for_each(|item| names(item, found));
        }
        let mut found = BTreeSet::new();
        let mut schema = crate::Line::schema();
        // The keys of these types are not compared one by one here.
        let inner = [
            "PictureLayers",
            "ActorLayer",
            "CelLayer",
            "BenchLine",
            "BenchTickLine",
        ];
        schema["$defs"]
            .as_object_mut()
            .unwrap()
            .retain(|name, _| !inner.contains(&name.as_str()));
        names(&schema, &mut found);
        let known = [LINE, ACTOR, CEL, SOUND, QUEUE, LIMB].concat();
        let known: BTreeSet<String> = known
            .iter()
            .flat_map(|(_, keys)| *keys)
            .map(|&key| key.to_owned())
            .collect();
        assert_eq!(found, known);
    }
}
