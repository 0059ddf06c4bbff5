//! Wild scenes: the set-up of an existing scene with random values in the actors' fields, and
//! random steps.

use scumm_engine::SplitMix64;
use serde_json::{Map, Value, json};

/// Numbers near limits, such as those of bytes, words, screens and strips.
const EDGES: [i64; 24] = [
    -40_000, -32_769, -32_768, -1000, -256, -8, -1, 0, 1, 2, 7, 8, 9, 100, 127, 128, 199, 200, 255,
    256, 319, 320, 32_767, 65_535,
];

/// The names of steps, and a letter for the kind of each operand ([`operand`]).
const STEPS: [(&str, &str); 62] = [
    ("costume", "ac"),
    ("start_anim", "au"),
    ("animate", "au"),
    ("set_direction", "ag"),
    ("turn", "ag"),
    ("put", "axy"),
    ("put", "axyr"),
    ("walk", "axyg"),
    ("walk", "axyg"),
    ("stop", "a"),
    ("init", "am"),
    ("hide", "a"),
    ("show", "a"),
    ("kill", "a"),
    ("class", "akf"),
    ("ignore_boxes", "af"),
    ("palette", "aob"),
    ("scale", "abb"),
    ("anim_speed", "ab"),
    ("elevation", "an"),
    ("anim_var", "avi"),
    ("limb_anim", "alt"),
    ("talking_actor", "a"),
    ("talk_start", "a"),
    ("talk_stop", "a"),
    ("actor_from_pos", "xy"),
    ("hit", "axy"),
    ("full_redraw", ""),
    ("redraw", ""),
    ("lights", "b"),
    ("camera", "xy"),
    ("scale_slot", "qnnnnnn"),
    ("box_flags", "ow"),
    ("box_scale", "ow"),
    ("extra_flags", "ow"),
    ("shadow_set", "wb"),
    ("room_palette", "bb"),
    ("pal_color", "bbbb"),
    ("draw_to_back", "axy"),
    ("default_clip", "xyxy"),
    ("cond", "alf"),
    ("user_cond", "alf"),
    ("talk_cond", "al"),
    ("mark", "xx"),
    ("restore_strips", "xyxy"),
    ("erase", "xyxy"),
    ("walk_speed", "abb"),
    ("camera_set", "i"),
    ("camera_to", "ii"),
    ("camera_pan", "ii"),
    ("camera_follow", "af"),
    ("box_matrix", ""),
    ("fade_out", "b"),
    ("fade_in", "b"),
    ("bg_redraw", "f"),
    ("screen_shown", "f"),
    ("tick_walk", ""),
    ("tick_draw", ""),
    ("draw_now", ""),
    ("save", ""),
    ("restore", ""),
    ("remap_palette", "abbbi"),
];

/// Fields of actors, and the kinds of their values.
const FIELDS: [(&str, &str); 26] = [
    ("scale", "[bb]"),
    ("boxscale", "w"),
    ("shadow_mode", "p"),
    ("force_clip", "p"),
    ("ignore_boxes", "f"),
    ("ignore_turns", "f"),
    ("elevation", "n"),
    ("layer", "n"),
    ("flip", "f"),
    ("width", "b"),
    ("walkbox", "o"),
    ("anim_speed", "b"),
    ("init_frame", "p"),
    ("walk_frame", "p"),
    ("stand_frame", "p"),
    ("talk_start_frame", "p"),
    ("talk_stop_frame", "p"),
    ("walk_speed", "[bb]"),
    ("talk_color", "b"),
    ("draw_offset", "[nn]"),
    ("he_cond_mask", "d"),
    ("clip", "[xyxy]"),
    ("need_redraw", "f"),
    ("he_xmap", "z"),
    ("he_palette", "p"),
    ("sounds", "[ww]"),
];

/// The most steps of a scene.
const STEPS_MOST: i32 = 60;

/// Replaces the steps and the actors' values of a scene by random ones. The room, the costumes and
/// the tables stay.
#[must_use]
pub fn wild_scene(mut scene: Map<String, Value>, random: &mut SplitMix64) -> Map<String, Value> {
    let of = |scene: &Map<String, Value>, key: &str| match scene.get(key) {
        Some(Value::Object(entries)) => entries
            .keys()
            .filter_map(|key| key.parse().ok())
            .collect::<Vec<i64>>(),
        _ => Vec::new(),
    };
    let mut wild = Wild {
        costumes: of(&scene, "costumes"),
        actors: Vec::new(),
        random,
    };
    let mut actors: Vec<Value> = scene
        .get("actors")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    for _ in 0..wild.up_to(4) {
        let id = 20 + actors.len();
        actors.push(json!({"id": id}));
    }
    wild.actors = actors
        .iter()
        .filter_map(|actor| actor["id"].as_i64())
        .collect();
    for actor in actors.iter_mut().filter_map(Value::as_object_mut) {
        wild.change(actor);
    }
    let steps: Vec<Value> = (0..wild.up_to(STEPS_MOST)).map(|_| wild.step()).collect();
    scene.insert("actors".to_owned(), actors.into());
    scene.insert("steps".to_owned(), steps.into());
    scene.remove("trace_ticks");
    scene
}

/// The random numbers, and the costumes and actors of a scene.
struct Wild<'r> {
    costumes: Vec<i64>,
    actors: Vec<i64>,
    random: &'r mut SplitMix64,
}

impl Wild<'_> {
    fn up_to(&mut self, most: i32) -> i32 {
        self.random.in_range(0, most)
    }

    fn one_in(&mut self, n: i32) -> bool {
        self.up_to(n - 1) == 0
    }

    fn pick<T: Copy>(&mut self, values: &[T]) -> Option<T> {
        let last = i32::try_from(values.len()).ok()?.checked_sub(1)?;
        let index = usize::try_from(self.up_to(last)).ok()?;
        values.get(index).copied()
    }

    /// Returns one of [`EDGES`] or a number from `first` to `last`.
    fn number(&mut self, first: i64, last: i64) -> i64 {
        let inside = first + i64::from(self.up_to(i32::try_from(last - first).unwrap_or(i32::MAX)));
        match self.one_in(3) {
            true => self
                .pick(&EDGES)
                .unwrap_or(0)
                .clamp(first.min(0), last.max(0)),
            false => inside,
        }
    }

    fn change(&mut self, actor: &mut Map<String, Value>) {
        let known = [
            ("costume", 'c'),
            ("x", 'x'),
            ("y", 'y'),
            ("facing", 'g'),
            ("visible", 'f'),
        ];
        for (key, kind) in known {
            if !actor.contains_key(key) || self.one_in(2) {
                let value = self.operand(kind);
                actor.insert(key.to_owned(), value);
            }
        }
        for _ in 0..self.up_to(4) {
            if let Some((field, kinds)) = self
                .pick(&FIELDS)
                .filter(|(field, _)| *field != "need_redraw")
            {
                let value = self.value(kinds);
                actor.insert(field.to_owned(), value);
            }
        }
    }

    fn step(&mut self) -> Value {
        if self.one_in(2) {
            return json!(["tick", 1 + self.up_to(3)]);
        }
        if self.one_in(5) {
            let (field, kinds) = self.pick(&FIELDS).unwrap_or(FIELDS[0]);
            return json!(["set", self.operand('a'), field, self.value(kinds)]);
        }
        let (name, kinds) = self.pick(&STEPS).unwrap_or(STEPS[0]);
        let operands = kinds.chars().map(|kind| self.operand(kind));
        Value::Array(std::iter::once(name.into()).chain(operands).collect())
    }

    /// Returns a value for a field: one number, or a list if `kinds` is in brackets.
    fn value(&mut self, kinds: &str) -> Value {
        match kinds.strip_prefix('[') {
            Some(list) => list
                .trim_end_matches(']')
                .chars()
                .map(|kind| self.operand(kind))
                .collect(),
            None => self.operand(kinds.chars().next().unwrap_or('z')),
        }
    }

    /// Returns a number of a kind.
    fn operand(&mut self, kind: char) -> Value {
        let number = match kind {
            'a' => self.pick(&self.actors.clone()).unwrap_or(1),
            'c' => self
                .pick(&self.costumes.clone())
                .filter(|_| self.up_to(9) > 0)
                .unwrap_or(0),
            'x' | 'y' => self.number(-40, 700),
            'n' => self.number(-40_000, 65_535).clamp(-40_000, 40_000),
            'i' => self.number(-32_768, 32_767),
            'w' => self.number(0, 65_535),
            'd' => self.number(0, 65_535) << self.up_to(15),
            'u' if self.one_in(3) => self.number(0, 4000),
            'u' => self.number(0, 64),
            'b' => self.number(0, 255),
            'p' => self.number(0, 9),
            'o' => self.number(0, 31),
            'g' => self
                .pick(&[0, 45, 90, 135, 180, 225, 270, 315, -1, -90, 46, 360, 1000])
                .unwrap_or(0),
            'k' => self.pick(&[20, 21, 22, 29, 30, 31, 32]).unwrap_or(32),
            'm' => self.pick(&[0, 1, 2, -1]).unwrap_or(0),
            'l' => self.number(1, 15).max(1),
            't' => self.number(0, 5),
            'q' => self.number(1, 4).max(1),
            'r' => self.number(0, 2),
            'v' => self.number(0, 26),
            'f' => self.number(0, 1),
            _ => 0,
        };
        number.into()
    }
}
