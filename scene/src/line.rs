//! What a run prints: one line of JSON a frame or operation, with the state of all actors that matter.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scumm_costume::{Limb, NONE, V0Limb, V0Limbs};
use scumm_engine::{Actor, Event, SoundQueue, Stage};
use scumm_room::Dialect;
use serde::Serialize;

use super::cels::CelLine;
use super::layers::{PictureLayers, checksum};

/// The state after one frame or operation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// Index of the step, -1 for the set-up.
    pub step: i64,
    /// The operation's name, `setup` for the set-up.
    pub op: &'static str,
    /// `tick`: the frame's number in its step, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// CRC-32 of the visible front buffer, eight hexadecimal digits.
    pub crc: String,
    /// `hit`: 1 where an opaque pixel lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<u8>,
    /// `actor_from_pos`: the actor that was found, 0 none.
    #[serde(rename = "actorFromPos", skip_serializing_if = "Option::is_none")]
    pub actor_from_pos: Option<u16>,
    /// `adjust`: column, line and box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjust: Option<[i16; 3]>,
    /// `get_object_state`: the state of the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<i64>,
    /// `mouth_sync`: 1 where the mouth is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<u8>,
    /// `display_palette`: CRC-32 of the 768 bytes RGB that the display shows, eight hexadecimal digits.
    #[serde(rename = "displayPalette", skip_serializing_if = "Option::is_none")]
    pub display_palette: Option<String>,
    /// `cels`: the pictures of the costume.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cels: Option<Vec<CelLine>>,
    /// Actors with a costume, visible ones, and those in a room; `None` where the scene wants no state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actors: Option<Vec<ActorLine>>,
    /// Sounds that were queued in this step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sounds: Vec<SoundLine>,
    /// Entries of the AKOS queue in the order in which they were worked off (A33).
    #[serde(rename = "akosQueue", skip_serializing_if = "Vec::is_empty")]
    pub queue: Vec<QueueLine>,
    /// What the picture is made of, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<PictureLayers>,
    /// `bench`, where time is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench: Option<BenchLine>,
    /// `bench_tick`, where time is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench_tick: Option<BenchTickLine>,
}

/// One actor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActorLine {
    /// Its number.
    pub id: u16,
    /// Column of the room.
    pub x: i16,
    /// Line of the room.
    pub y: i16,
    /// The room that it is in.
    pub room: u16,
    /// Degrees clockwise from north.
    pub facing: u16,
    /// The angle that it turns to (T41).
    pub target_facing: u16,
    /// Bits of its walk: 0 stands (T70).
    pub moving: u8,
    /// The box that it stands in.
    pub walkbox: u8,
    /// Its costume, 0 none.
    pub costume: u16,
    /// The frame that was started last (T30).
    pub frame: u8,
    /// 1: the next frame draws it (D10).
    pub need_redraw: u8,
    /// 1: the next frame restores its background (D10).
    pub need_bg_reset: u8,
    /// 1: it is shown.
    pub visible: u8,
    /// First line of its last drawing; 2147483647 where nothing was drawn (C48).
    pub top: i32,
    /// Line behind its last drawing (C46).
    pub bottom: i32,
    /// Horizontal and vertical scale, 255 for full size.
    pub scale: [u8; 2],
    /// Frames since the last animation step (T50).
    pub anim_progress: u8,
    /// Raised by command 0x7C (C22); begins anew with an animation (T30).
    pub anim_counter: u16,
    /// Raised by the sound commands of v1 to v5 (C22, C26).
    pub sound_counter: u8,
    /// Position in a sound.
    pub sound_pos: u8,
    /// Bit i: limb i is stopped (C20, C30).
    pub stopped: u16,
    /// What v0 adds.
    #[serde(flatten)]
    pub v0: Option<V0Line>,
    /// What AKOS adds.
    #[serde(flatten)]
    pub akos: Option<AkosLine>,
    /// What Humongous games add.
    #[serde(flatten)]
    pub humongous: Option<HumongousLine>,
    /// Strips that it has claimed (D3).
    pub strips: Vec<usize>,
    /// Its limbs whose frame is not 65535 (C16).
    pub limbs: Vec<LimbLine>,
}

/// What actors of v0 have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct V0Line {
    /// The command that it obeys (V48).
    pub command: u8,
    /// Whether it speaks (V42a).
    pub speaking: u8,
    /// Its flags (V47).
    pub misc_flags: u8,
    /// How often its animation is repeated (V48).
    pub anim_repeat: i8,
    /// Where it walks to, in units of the game.
    pub walk_to: [i16; 2],
    /// The box that it walks to next.
    pub next_box: u8,
}

/// What limbs of v0 have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct V0LimbLine {
    /// 1: it is drawn the other way round.
    pub flip: u8,
    /// How often its sequence is repeated.
    pub repeat: i8,
}

/// What actors with AKOS costumes have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AkosLine {
    /// 1: it is drawn the other way round (A26).
    pub flip: u8,
    /// Variables that are not 0.
    pub anim_vars: BTreeMap<u8, i16>,
}

/// What actors of Humongous games with AKOS costumes have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HumongousLine {
    /// Its conditions, a bit each (T85).
    pub he_cond_mask: u32,
    /// How far it is drawn off its place, columns and lines.
    pub he_offs: [i32; 2],
    /// 1: it talks.
    pub he_talking: u8,
    /// 1: its limbs are not drawn (X9).
    pub he_skip_limbs: u8,
}

/// One limb.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LimbLine {
    /// Its number.
    pub i: usize,
    /// 0 where the limb is switched off.
    pub active: u8,
    /// Its place: COST a command (C20), AKOS a byte of AKSQ (A13); 65535 off.
    pub curpos: u16,
    /// The first place of its sequence.
    pub start: u16,
    /// The last place of its sequence.
    pub end: u16,
    /// The animation that set it (C14); 65535 none (C16).
    pub frame: u16,
    /// AKOS: the mode; v0: where the sequence begins.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<u8>,
    /// What v0 adds.
    #[serde(flatten)]
    pub v0: Option<V0LimbLine>,
    /// What Humongous games add.
    #[serde(flatten)]
    pub humongous: Option<HumongousLimb>,
}

/// What limbs of Humongous games have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HumongousLimb {
    /// Offset of its conditions in AKCT (A9).
    pub cond_off: u32,
    /// Offset of its jump table in AKFO (A9, A32).
    pub jump_off: u16,
    /// How many entries that table has.
    pub jump_cnt: u16,
}

/// A sound that was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SoundLine {
    /// The queue that it goes through.
    #[schemars(with = "QueueName")]
    pub via: SoundQueue,
    /// The sound.
    pub id: i32,
    /// The channel.
    pub channel: i32,
    /// How it is played.
    pub flags: i32,
}

/// The reference's two ways to queue a sound, as [`SoundQueue`] writes them.
#[derive(JsonSchema)]
#[schemars(rename = "SoundQueue", rename_all = "lowercase")]
#[allow(dead_code, reason = "the schema is made of it")]
enum QueueName {
    /// v1..v5 actor sounds and the AKOS sounds of Humongous.
    Queue,
    /// v6 COST sounds.
    Queue2,
}

/// An entry of the AKOS queue.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct QueueLine {
    /// The command (A31).
    pub cmd: u8,
    /// The actor that it is for.
    pub actor: u16,
    /// Its first operand.
    pub p1: i32,
    /// Its second operand.
    pub p2: i32,
}

/// How fast an actor was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BenchLine {
    /// The measurement's name.
    pub name: String,
    /// Draws of one block.
    pub draws: u32,
    /// Blocks that were measured.
    pub blocks: usize,
    /// Speed of the fastest block.
    pub best_draws_per_second: f64,
    /// Speed of the middle one.
    pub median_draws_per_second: f64,
}

/// How fast frames were played.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BenchTickLine {
    /// The measurement's name.
    pub name: String,
    /// Frames.
    pub ticks: u32,
    /// Their speed.
    pub ticks_per_second: f64,
}

impl Line {
    /// The same line with a stage's state, and with `actors` its actors, whose limbs that are off are told where `all_limbs` are;
    /// `events` are those since the last line.
    pub(super) fn with_state(
        self,
        stage: &Stage,
        events: &[Event],
        actors: bool,
        all_limbs: bool,
    ) -> Self {
        let listed = |actor: &&Actor| actor.costume != 0 || actor.visible || actor.room != 0;
        let line = |actor| ActorLine::of(actor, stage.dialect(), all_limbs);
        let sounds = events.iter().filter_map(|event| match *event {
            Event::Sound {
                via,
                id,
                channel,
                flags,
            } => Some(SoundLine {
                via,
                id,
                channel,
                flags,
            }),
            _ => None,
        });
        let queue = events.iter().filter_map(|event| match *event {
            Event::AkosCommand {
                command,
                actor,
                p1,
                p2,
            } => Some(QueueLine {
                cmd: command,
                actor,
                p1,
                p2,
            }),
            _ => None,
        });
        Self {
            crc: checksum(stage.front().rows()),
            actors: actors.then(|| stage.actors().filter(listed).map(line).collect()),
            sounds: sounds.collect(),
            queue: queue.collect(),
            ..self
        }
    }
}

impl ActorLine {
    pub(super) fn of(actor: &Actor, dialect: &Dialect, all_limbs: bool) -> Self {
        let anim = &actor.anim;
        let limbs = anim.limbs.iter().enumerate();
        Self {
            id: actor.id,
            x: actor.pos.x,
            y: actor.pos.y,
            room: actor.room,
            facing: actor.facing,
            target_facing: actor.target_facing,
            moving: actor.walk.moving,
            walkbox: actor.walkbox,
            costume: actor.costume,
            frame: actor.frame,
            need_redraw: actor.need_redraw.into(),
            need_bg_reset: actor.need_bg_reset.into(),
            visible: actor.visible.into(),
            top: actor.top,
            bottom: actor.bottom,
            scale: [actor.scale_x, actor.scale_y],
            anim_progress: actor.anim_progress,
            anim_counter: anim.anim_counter,
            sound_counter: anim.sound_counter,
            sound_pos: actor.sound_pos,
            stopped: anim.stopped,
            v0: actor.v0.as_ref().map(|own| {
                let limbs = anim.v0();
                V0Line {
                    command: limbs.command,
                    speaking: own.speaking,
                    misc_flags: own.misc_flags,
                    anim_repeat: limbs.rounds,
                    walk_to: own.walk_to.to_array(),
                    next_box: actor.walk.cur_box,
                }
            }),
            akos: dialect.has_akos().then(|| AkosLine {
                flip: anim.flip.into(),
                anim_vars: (0..)
                    .zip(anim.vars)
                    .filter(|(_, value)| *value != 0)
                    .collect(),
            }),
            humongous: (dialect.is_humongous() && dialect.has_akos()).then(|| HumongousLine {
                he_cond_mask: anim.condition_mask,
                he_offs: [actor.he.offset.0, actor.he.offset.1],
                he_talking: actor.he.talking.into(),
                he_skip_limbs: actor.he.skip_limbs.into(),
            }),
            strips: actor.strips.iter().collect(),
            limbs: match actor.v0 {
                Some(_) => LimbLine::of_v0(&anim.v0(), all_limbs),
                None => limbs
                    .filter(|(_, limb)| all_limbs || limb.frame != NONE)
                    .map(|(i, limb)| LimbLine::of(i, limb, dialect))
                    .collect(),
            },
        }
    }
}

impl LimbLine {
    fn of_v0(limbs: &V0Limbs, all_limbs: bool) -> Vec<Self> {
        let listed = limbs.limbs.iter().enumerate();
        let listed =
            listed.filter(|(_, limb)| all_limbs || limb.curpos != NONE || limb.frame != NONE);
        let line = |(i, limb): (usize, &V0Limb)| Self {
            i,
            active: (limb.curpos != NONE).into(),
            curpos: limb.curpos,
            start: limb.start,
            end: NONE,
            frame: limb.frame,
            kind: Some(limb.kind),
            v0: Some(V0LimbLine {
                flip: limb.flip.into(),
                repeat: limb.repeat,
            }),
            humongous: None,
        };
        listed.map(line).collect()
    }

    fn of(i: usize, limb: &Limb, dialect: &Dialect) -> Self {
        let akos = dialect.has_akos();
        let active = if akos {
            limb.mode != 0
        } else {
            limb.curpos != NONE
        };
        Self {
            i,
            active: active.into(),
            curpos: limb.curpos,
            start: limb.start,
            end: limb.end,
            frame: limb.frame,
            kind: akos.then_some(limb.mode),
            v0: None,
            humongous: dialect.is_humongous().then_some(HumongousLimb {
                cond_off: limb.condition_offset,
                jump_off: limb.jump_offset,
                jump_cnt: limb.jump_count,
            }),
        }
    }
}
