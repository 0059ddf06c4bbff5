//! The steps of a scene: one operation each, with operands that are checked when the scene is read.
#![deny(clippy::arithmetic_side_effects, clippy::indexing_slicing)]

use scumm_room::ScaleSlot;
use scumm_room::boxes::SCALE_SLOTS;

use super::error::{Result, SceneError};
use super::expect::{self, Key};
use super::field::Field;
use super::node::{Node, Value};
use super::table::{Bounded, any, flag, list, number, numbers, text};
use crate::actor::InitMode;
use crate::stage::MAX_ACTOR;

/// The most frames of one step: a day of playing at 15 frames a second. A scene has to end.
const MAX_TICKS: u32 = 24 * 60 * 60 * 15;

/// A step and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line in the scene file.
    pub line: u32,
    /// The operation's name, as it is printed.
    pub name: &'static str,
    /// The operation.
    pub op: Op,
}

/// What a step does. `actor` is always the number of an actor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the operands are named as in the steps' documentation")]
pub enum Op {
    /// `["tick", n]`: n engine frames.
    Tick(u32),
    /// `["costume", a, c]` (T21, T22).
    Costume { actor: u16, costume: i32 },
    /// `["start_anim", a, f]` (T30, T31).
    StartAnim { actor: u16, frame: u16 },
    /// `["animate", a, operand]` (T33, T34).
    Animate { actor: u16, operand: u16 },
    /// `["set_direction", a, angle]` (T40).
    SetDirection { actor: u16, angle: i32 },
    /// `["turn", a, angle]` (T41).
    Turn { actor: u16, angle: i32 },
    /// `["put", a, x, y, room]`; without a room into the one it is in (T25).
    Put { actor: u16, x: i32, y: i32, room: Option<u16> },
    /// `["walk", a, x, y, angle]` (T75); angle -1: none.
    Walk { actor: u16, x: i32, y: i32, angle: i32 },
    /// `["stop", a]`.
    Stop { actor: u16 },
    /// `["init", a, mode]` (T20).
    Init { actor: u16, mode: InitMode },
    /// `["hide", a]` (T23).
    Hide { actor: u16 },
    /// `["show", a]` (T24).
    Show { actor: u16 },
    /// `["kill", a]`: put into room 0 (T25).
    Kill { actor: u16 },
    /// `["class", a, n, 0|1]` (T26).
    Class { actor: u16, class: u8, on: bool },
    /// `["ignore_boxes", a, 0|1]` (T26).
    IgnoreBoxes { actor: u16, on: bool },
    /// `["set", a, "field", value]`: stores a field plainly.
    Set { actor: u16, field: Field },
    /// `["palette", a, slot, v]` (A97).
    Palette { actor: u16, slot: usize, value: u8 },
    /// `["scale", a, x, y]`; -1 leaves an axis (X3).
    Scale { actor: u16, x: Option<u8>, y: Option<u8> },
    /// `["anim_speed", a, n]` (T26).
    AnimSpeed { actor: u16, frames: u8 },
    /// `["elevation", a, n]`.
    Elevation { actor: u16, lines: i32 },
    /// `["anim_var", a, n, v]` (A25).
    AnimVar { actor: u16, var: usize, value: i16 },
    /// `["limb_anim", a, limb, n]` (T51).
    LimbAnim { actor: u16, limb: usize, times: u32 },
    /// `["talking_actor", n]`: the variable and nothing else.
    TalkingActor(u16),
    /// `["talk_start", a]` (T80, T81).
    TalkStart { actor: u16 },
    /// `["talk_stop", a]` (T81, T82).
    TalkStop { actor: u16 },
    /// `["sound_running", [ids]]`: exactly these sounds run from now on.
    SoundRunning(Vec<u16>),
    /// `["remap_palette", a, r, g, b, threshold]` (A95).
    RemapPalette { actor: u16, factors: [i32; 3], threshold: i32 },
    /// `["actor_from_pos", x, y]` (D11).
    ActorFromPos { x: i32, y: i32 },
    /// `["hit", a, x, y]` (D11).
    Hit { actor: u16, x: i32, y: i32 },
    /// `["full_redraw"]` (D2).
    FullRedraw,
    /// `["redraw"]` (D10).
    Redraw,
    /// `["state"]`: only prints.
    State,
    /// `["var", name, v]`.
    Var { var: Var, value: i32 },
    /// `["lights", n]` (C54).
    Lights(u16),
    /// `["camera", x, y]`.
    Camera { x: i32, y: i32 },
    /// `["seed", n]`.
    Seed(u64),
    /// `["scale_slot", slot, x1, y1, s1, x2, y2, s2]` (T64).
    ScaleSlot { slot: u16, value: ScaleSlot },
    /// `["box_flags", b, v]` (B2, T44).
    BoxFlags { number: u8, value: u16 },
    /// `["box_scale", b, v]` (T62).
    BoxScale { number: u8, value: u16 },
    /// `["shadow_set", i, v]`; a list of values goes from entry `i` on (C51, A61).
    ShadowSet { index: usize, values: Vec<u8> },
    /// `["room_palette", i, v]` (S9).
    RoomPalette { index: u8, value: u8 },
    /// `["cond", a, n, v]` (T85).
    Condition { actor: u16, number: u32, on: bool },
    /// `["user_cond", a, n, v]` (T85).
    UserCondition { actor: u16, number: u32, on: bool },
    /// `["talk_cond", a, n]` (T85).
    TalkCondition { actor: u16, number: u32 },
    /// `["bench", a, n, "name"]`: draws an actor 9 times n times.
    Bench { actor: u16, draws: u32, name: String },
    /// `["bench_tick", n, "name"]`: n engine frames.
    BenchTick { ticks: u32, name: String },
    /// `["save"]`: keeps the state of all that moves.
    Save,
    /// `["restore"]`: goes back to what was saved last.
    Restore,
    /// `["expect", a, "key", value]`: the scene fails unless the actor's line has this value.
    Expect { actor: u16, key: Key, value: serde_json::Value },
    /// `["expect_pixel", x, y, colour]`: the scene fails unless this pixel of the view has this colour.
    ExpectPixel { x: u16, y: u16, colour: u8 },
    /// `["expect_sounds", [ids]]`: the scene fails unless the line before has exactly these sounds.
    ExpectSounds(Vec<i32>),
    /// `["expect_answer", n]`: the same for what `actor_from_pos` or `hit` found.
    ExpectAnswer(u16),
    /// `["expect_queue", [[cmd, actor, p1, p2], …]]`: the same for the entries of the AKOS queue.
    ExpectQueue(Vec<[i32; 4]>),
}

/// A variable that rules mention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Var {
    /// `ego`: the actor that the player controls (T61).
    Ego,
    /// `talk_actor`: the talking actor (T81).
    TalkActor,
    /// `charinc`: ticks a character of speech takes (T83).
    CharInc,
    /// `have_msg` (T81).
    HaveMsg,
    /// `custom_scale_table`: other than 0, the scene's table replaces the big one (A63).
    CustomScaleTable,
    /// `timer_next`: jiffies a frame takes (E1).
    TimerNext,
}

impl Var {
    /// The names of all variables.
    pub const NAMES: [&str; 6] = ["ego", "talk_actor", "charinc", "have_msg", "custom_scale_table", "timer_next"];

    /// The variable of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "ego" => Self::Ego,
            "talk_actor" => Self::TalkActor,
            "charinc" => Self::CharInc,
            "have_msg" => Self::HaveMsg,
            "custom_scale_table" => Self::CustomScaleTable,
            "timer_next" => Self::TimerNext,
            _ => return None,
        })
    }
}

/// Reads the operands of one operation.
type ReadOp = fn(&mut Operands) -> Result<Op>;

/// Every operation: its name, its operands, and what reads them.
const OPERATIONS: &[(&str, &[&str], ReadOp)] = &[
    ("tick", &["n"], |o| Ok(Op::Tick(o.ticks()?))),
    ("costume", &["a", "c"], |o| Ok(Op::Costume { actor: o.actor()?, costume: o.any()? })),
    ("start_anim", &["a", "f"], |o| Ok(Op::StartAnim { actor: o.actor()?, frame: o.any()? })),
    ("animate", &["a", "operand"], |o| Ok(Op::Animate { actor: o.actor()?, operand: o.any()? })),
    ("set_direction", &["a", "angle"], |o| Ok(Op::SetDirection { actor: o.actor()?, angle: o.any()? })),
    ("turn", &["a", "angle"], |o| Ok(Op::Turn { actor: o.actor()?, angle: o.any()? })),
    ("put", &["a", "x", "y", "room?"], |o| {
        Ok(Op::Put {
            actor: o.actor()?,
            x: o.any()?,
            y: o.any()?,
            room: if o.items.len() == 0 { None } else { Some(o.any()?) },
        })
    }),
    ("walk", &["a", "x", "y", "angle"], |o| {
        Ok(Op::Walk { actor: o.actor()?, x: o.any()?, y: o.any()?, angle: o.any()? })
    }),
    ("stop", &["a"], |o| Ok(Op::Stop { actor: o.actor()? })),
    ("init", &["a", "mode"], |o| Ok(Op::Init { actor: o.actor()?, mode: o.read(init_mode)? })),
    ("hide", &["a"], |o| Ok(Op::Hide { actor: o.actor()? })),
    ("show", &["a"], |o| Ok(Op::Show { actor: o.actor()? })),
    ("kill", &["a"], |o| Ok(Op::Kill { actor: o.actor()? })),
    ("class", &["a", "n", "0|1"], |o| {
        Ok(Op::Class { actor: o.actor()?, class: o.read(number(1..=32))?, on: o.flag()? })
    }),
    ("ignore_boxes", &["a", "0|1"], |o| Ok(Op::IgnoreBoxes { actor: o.actor()?, on: o.flag()? })),
    ("set", &["a", "field", "value"], |o| Ok(Op::Set { actor: o.actor()?, field: field(o)? })),
    ("palette", &["a", "slot", "v"], |o| Ok(Op::Palette { actor: o.actor()?, slot: o.index()?, value: o.any()? })),
    ("scale", &["a", "x", "y"], |o| Ok(Op::Scale { actor: o.actor()?, x: o.axis()?, y: o.axis()? })),
    ("anim_speed", &["a", "n"], |o| Ok(Op::AnimSpeed { actor: o.actor()?, frames: o.any()? })),
    ("elevation", &["a", "n"], |o| Ok(Op::Elevation { actor: o.actor()?, lines: o.any()? })),
    ("anim_var", &["a", "n", "v"], |o| Ok(Op::AnimVar { actor: o.actor()?, var: o.index()?, value: o.any()? })),
    ("limb_anim", &["a", "limb", "n"], |o| Ok(Op::LimbAnim { actor: o.actor()?, limb: o.index()?, times: o.ticks()? })),
    ("talking_actor", &["n"], |o| Ok(Op::TalkingActor(o.any()?))),
    ("talk_start", &["a"], |o| Ok(Op::TalkStart { actor: o.actor()? })),
    ("talk_stop", &["a"], |o| Ok(Op::TalkStop { actor: o.actor()? })),
    ("sound_running", &["[ids]"], |o| Ok(Op::SoundRunning(o.read(all(any))?))),
    ("remap_palette", &["a", "r", "g", "b", "threshold"], |o| {
        Ok(Op::RemapPalette { actor: o.actor()?, factors: [o.any()?, o.any()?, o.any()?], threshold: o.any()? })
    }),
    ("actor_from_pos", &["x", "y"], |o| Ok(Op::ActorFromPos { x: o.any()?, y: o.any()? })),
    ("hit", &["a", "x", "y"], |o| Ok(Op::Hit { actor: o.actor()?, x: o.any()?, y: o.any()? })),
    ("full_redraw", &[], |_| Ok(Op::FullRedraw)),
    ("redraw", &[], |_| Ok(Op::Redraw)),
    ("state", &[], |_| Ok(Op::State)),
    ("var", &["name", "v"], |o| Ok(Op::Var { var: o.read(variable)?, value: o.any()? })),
    ("lights", &["n"], |o| Ok(Op::Lights(o.any()?))),
    ("camera", &["x", "y"], |o| Ok(Op::Camera { x: o.any()?, y: o.any()? })),
    ("seed", &["n"], |o| Ok(Op::Seed(o.any::<i64>()? as u64))),
    ("scale_slot", &["slot", "x1", "y1", "s1", "x2", "y2", "s2"], |o| {
        Ok(Op::ScaleSlot { slot: o.read(number(1..=SCALE_SLOTS))?, value: scale_slot(o)? })
    }),
    ("box_flags", &["b", "v"], |o| Ok(Op::BoxFlags { number: o.any()?, value: o.any()? })),
    ("box_scale", &["b", "v"], |o| Ok(Op::BoxScale { number: o.any()?, value: o.any()? })),
    ("shadow_set", &["i", "v"], |o| Ok(Op::ShadowSet { index: o.index()?, values: o.read(bytes)? })),
    ("room_palette", &["i", "v"], |o| Ok(Op::RoomPalette { index: o.any()?, value: o.any()? })),
    ("cond", &["a", "n", "v"], |o| {
        Ok(Op::Condition { actor: o.actor()?, number: o.read(number(1..=32))?, on: o.flag()? })
    }),
    ("user_cond", &["a", "n", "v"], |o| {
        Ok(Op::UserCondition { actor: o.actor()?, number: o.read(number(1..=16))?, on: o.flag()? })
    }),
    ("talk_cond", &["a", "n"], |o| Ok(Op::TalkCondition { actor: o.actor()?, number: o.read(number(1..=32))? })),
    ("bench", &["a", "n", "name"], |o| {
        Ok(Op::Bench { actor: o.actor()?, draws: o.ticks()?, name: o.read(text)?.value })
    }),
    ("bench_tick", &["n", "name"], |o| Ok(Op::BenchTick { ticks: o.ticks()?, name: o.read(text)?.value })),
    ("save", &[], |_| Ok(Op::Save)),
    ("restore", &[], |_| Ok(Op::Restore)),
    ("expect", &["a", "key", "value"], |o| {
        Ok(Op::Expect { actor: o.actor()?, key: o.read(Key::read)?, value: o.read(expect::value)? })
    }),
    ("expect_sounds", &["[ids]"], |o| Ok(Op::ExpectSounds(o.read(all(any))?))),
    ("expect_answer", &["n"], |o| Ok(Op::ExpectAnswer(o.any()?))),
    ("expect_queue", &["[entries]"], |o| Ok(Op::ExpectQueue(o.read(all(numbers(any)))?))),
    ("expect_pixel", &["x", "y", "colour"], |o| Ok(Op::ExpectPixel { x: o.any()?, y: o.any()?, colour: o.any()? })),
];

/// The names of all operations.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    OPERATIONS.iter().map(|(name, ..)| *name)
}

impl Step {
    /// Reads `["name", operand, …]`.
    pub(super) fn read(node: Node) -> Result<Self> {
        let line = node.line;
        let mut items = list("a step", node)?.into_iter();
        let Some(Node { value: Value::Text(name), .. }) = items.next() else {
            return Err(SceneError::text(line, "a step begins with its name"));
        };
        let Some(&(name, operands, read)) = OPERATIONS.iter().find(|(known, ..)| *known == name) else {
            return Err(SceneError::text(line, format!("there is no step {name:?}")));
        };
        let needed = operands.iter().filter(|operand| !operand.ends_with('?')).count();
        if !(needed..=operands.len()).contains(&items.len()) {
            let (usage, found) = (usage(name, operands), items.len());
            return Err(SceneError::text(line, format!("{usage}: expected {needed} operands, found {found}")));
        }
        let mut operands = Operands { line, step: name, names: operands.iter(), items };
        let op = read(&mut operands)?;
        Ok(Self { line, name, op })
    }
}

fn usage(name: &str, operands: &[&str]) -> String {
    let operands: String = operands.iter().map(|operand| format!(", {operand}")).collect();
    format!("[{name:?}{operands}]")
}

/// The operands of a step, taken one by one.
struct Operands {
    line: u32,
    step: &'static str,
    names: std::slice::Iter<'static, &'static str>,
    items: std::vec::IntoIter<Node>,
}

impl Operands {
    fn read<T>(&mut self, read: impl FnOnce(&str, Node) -> Result<T>) -> Result<T> {
        let key = format!("{} {}", self.step, self.names.next().copied().unwrap_or_default());
        match self.items.next() {
            Some(node) => read(&key, node),
            None => Err(SceneError::text(self.line, format!("{key} is not there"))),
        }
    }

    fn actor(&mut self) -> Result<u16> {
        self.read(number(1..=MAX_ACTOR))
    }

    fn any<T: Bounded + Copy + std::fmt::Display + PartialOrd + TryFrom<i64>>(&mut self) -> Result<T> {
        self.read(any)
    }

    fn flag(&mut self) -> Result<bool> {
        self.read(flag)
    }

    /// An index: the stage knows how many there are.
    fn index(&mut self) -> Result<usize> {
        self.any::<u16>().map(usize::from)
    }

    /// A scale of one axis; -1 leaves it.
    fn axis(&mut self) -> Result<Option<u8>> {
        self.read(number(-1_i16..=255)).map(|n| u8::try_from(n).ok())
    }

    fn ticks(&mut self) -> Result<u32> {
        self.read(number(0..=MAX_TICKS))
    }
}

fn init_mode(key: &str, node: Node) -> Result<InitMode> {
    let line = node.line;
    InitMode::try_from(any::<i32>(key, node)?).map_err(|error| SceneError::input(line, error))
}

fn field(o: &mut Operands) -> Result<Field> {
    let name = o.read(text)?;
    o.read(|_, node| {
        Field::read(&name.value, node)?
            .map_err(|_| SceneError::text(name.line, format!("an actor has no field {:?}", name.value)))
    })
}

/// One byte, or a list of them.
fn bytes(key: &str, node: Node) -> Result<Vec<u8>> {
    match node.value {
        Value::List(_) => all(any)(key, node),
        _ => Ok(vec![any(key, node)?]),
    }
}

/// A list of whatever `item` reads.
fn all<T>(item: impl Fn(&str, Node) -> Result<T>) -> impl FnOnce(&str, Node) -> Result<Vec<T>> {
    move |key, node| list(key, node)?.into_iter().map(|node| item(key, node)).collect()
}

fn variable(key: &str, node: Node) -> Result<Var> {
    let name = text(key, node)?;
    Var::from_name(&name.value).ok_or_else(|| {
        SceneError::text(name.line, format!("{key}: expected one of {}, found {:?}", Var::NAMES.join(", "), name.value))
    })
}

/// Two points that are the same make no slope (T64).
fn scale_slot(o: &mut Operands) -> Result<ScaleSlot> {
    let value = ScaleSlot { x1: o.any()?, y1: o.any()?, s1: o.any()?, x2: o.any()?, y2: o.any()?, s2: o.any()? };
    check_scale_slot(o.line, &value)?;
    Ok(value)
}

/// Refuses a slot whose two points are the same: there is nothing between them (T64).
pub(super) fn check_scale_slot(line: u32, slot: &ScaleSlot) -> Result<()> {
    if slot.x1 == slot.x2 && slot.y1 == slot.y2 {
        return Err(SceneError::text(line, "a scale slot needs two different points"));
    }
    Ok(())
}
