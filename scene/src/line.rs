//! The output of a run: one line of JSON for each frame or operation, with the state of the
//! relevant actors.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scumm_costume::{Costume, Limb, NONE, V0Limb, V0Limbs};
use scumm_engine::{Actor, Event, SoundQueue, Stage};
use scumm_room::Dialect;
use serde::{Deserialize, Serialize};

use super::layers::{PictureLayers, checksum};

/// The state after one frame or operation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// The index of the step, -1 for the set-up.
    pub step: i64,
    /// The name of the operation, `setup` for the set-up.
    pub op: &'static str,
    /// `tick`: the number of the frame in its step, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// The CRC-32 of the visible front buffer, as eight hexadecimal digits.
    pub crc: String,
    /// `hit`: 1 if an opaque pixel is at the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<u8>,
    /// `actor_from_pos`: the number of the actor, 0 for none.
    #[serde(rename = "actorFromPos", skip_serializing_if = "Option::is_none")]
    pub actor_from_pos: Option<u16>,
    /// `adjust`: column, row and box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjust: Option<[i16; 3]>,
    /// `get_object_state`: the state of the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<i64>,
    /// `mouth_sync`: 1 if the mouth is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<u8>,
    /// `display_palette`: the CRC-32 of the displayed palette, 768 bytes of RGB, as eight
    /// hexadecimal digits.
    #[serde(rename = "displayPalette", skip_serializing_if = "Option::is_none")]
    pub display_palette: Option<String>,
    /// `cels`: the pictures of the costume.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cels: Option<Vec<CelLine>>,
    /// The actors that have a costume, are visible or are in a room; `None` if the scene prints no
    /// state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actors: Option<Vec<ActorLine>>,
    /// The sounds that were queued in this step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sounds: Vec<SoundLine>,
    /// The entries of the AKOS queue, in the order in which they were processed (A33).
    #[serde(rename = "akosQueue", skip_serializing_if = "Vec::is_empty")]
    pub queue: Vec<QueueLine>,
    /// The layers of the picture, if they are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stages: Option<PictureLayers>,
    /// `bench`: the measurement, if time is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench: Option<BenchLine>,
    /// `bench_tick`: the measurement, if time is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bench_tick: Option<BenchTickLine>,
}

/// The state of an actor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActorLine {
    /// The number of the actor.
    pub id: u16,
    /// The column in the room.
    pub x: i16,
    /// The row in the room.
    pub y: i16,
    /// The number of the actor's room.
    pub room: u16,
    /// The facing in degrees clockwise from north.
    pub facing: u16,
    /// The facing at the end of the current turn, in degrees (T41).
    pub target_facing: u16,
    /// The bits of the walk; 0 if the actor stands (T70).
    pub moving: u8,
    /// The box in which the actor stands.
    pub walkbox: u8,
    /// The number of the costume, 0 for none.
    pub costume: u16,
    /// The last frame that was started (T30).
    pub frame: u8,
    /// 1 if the next frame draws the actor (D10).
    pub need_redraw: u8,
    /// 1 if the next frame restores the background behind the actor (D10).
    pub need_bg_reset: u8,
    /// 1 if the actor is visible.
    pub visible: u8,
    /// The first row of the last drawing; 2147483647 if nothing was drawn (C48).
    pub top: i32,
    /// The row after the last row of the last drawing (C46).
    pub bottom: i32,
    /// The horizontal and vertical scale; 255 is full size.
    pub scale: [u8; 2],
    /// The number of frames since the last animation step (T50).
    pub anim_progress: u8,
    /// The counter of command 0x7C (C22); a new animation resets it (T30).
    pub anim_counter: u16,
    /// The counter of the sound commands of v1 to v5 (C22, C26).
    pub sound_counter: u8,
    /// v0: the frame within a sound of steps, 0..=2 (V43). Other versions only reset it.
    pub sound_pos: u8,
    /// Bit i is set if limb i is stopped (C20, C30).
    pub stopped: u16,
    /// The additional state of v0.
    #[serde(flatten)]
    pub v0: Option<V0Line>,
    /// The additional state of AKOS costumes.
    #[serde(flatten)]
    pub akos: Option<AkosLine>,
    /// The additional state of Humongous games.
    #[serde(flatten)]
    pub humongous: Option<HumongousLine>,
    /// The strips that the actor has claimed (D3).
    pub strips: Vec<usize>,
    /// The limbs whose frame is not 65535 (C16).
    pub limbs: Vec<LimbLine>,
}

/// The state that only actors of v0 have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct V0Line {
    /// The current command (V48).
    pub command: u8,
    /// Whether the actor speaks (V42a).
    pub speaking: u8,
    /// The flags (V47).
    pub misc_flags: u8,
    /// The remaining repetitions of the animation (V48).
    pub anim_repeat: i8,
    /// The destination of the walk, in units of the game.
    pub walk_to: [i16; 2],
    /// The next box of the walk.
    pub next_box: u8,
}

/// The state that only limbs of v0 have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct V0LimbLine {
    /// 1 if the limb is drawn mirrored.
    pub flip: u8,
    /// The remaining repetitions of the sequence.
    pub repeat: i8,
}

/// The state that only actors with AKOS costumes have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AkosLine {
    /// 1 if the actor is drawn mirrored (A26).
    pub flip: u8,
    /// The animation variables that are not 0.
    pub anim_vars: BTreeMap<u8, i16>,
}

/// The state that only actors of Humongous games with AKOS costumes have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HumongousLine {
    /// The conditions, one bit each (T85).
    pub he_cond_mask: u32,
    /// The draw offset in columns and rows.
    pub he_offs: [i32; 2],
    /// 1 if the actor is talking.
    pub he_talking: u8,
    /// 1 if the limbs are not drawn (X9).
    pub he_skip_limbs: u8,
}

/// The state of a limb.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct LimbLine {
    /// The number of the limb.
    pub i: usize,
    /// 1 if the limb is switched on, 0 if it is switched off.
    pub active: u8,
    /// The position: a command in COST (C20), a byte of AKSQ in AKOS (A13); 65535 if the limb is
    /// off.
    pub curpos: u16,
    /// The first position of the sequence.
    pub start: u16,
    /// The last position of the sequence.
    pub end: u16,
    /// The animation that has set the limb (C14); 65535 for none (C16).
    pub frame: u16,
    /// AKOS: the mode; v0: the start of the sequence.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<u8>,
    /// The additional state of v0.
    #[serde(flatten)]
    pub v0: Option<V0LimbLine>,
    /// The additional state of Humongous games.
    #[serde(flatten)]
    pub humongous: Option<HumongousLimb>,
}

/// The state that only limbs of Humongous games have.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HumongousLimb {
    /// The offset of the conditions in AKCT (A9).
    pub cond_off: u32,
    /// The offset of the jump table in AKFO (A9, A32).
    pub jump_off: u16,
    /// The number of entries in the jump table.
    pub jump_cnt: u16,
}

/// A requested sound.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SoundLine {
    /// The queue that takes the sound.
    #[schemars(with = "QueueName")]
    pub via: SoundQueue,
    /// The number of the sound.
    pub id: i32,
    /// The channel.
    pub channel: i32,
    /// The flags of the sound.
    pub flags: i32,
}

/// The two sound queues of the reference, as [`SoundQueue`] writes them.
#[derive(JsonSchema)]
#[schemars(rename = "SoundQueue", rename_all = "lowercase")]
#[allow(dead_code, reason = "only the schema uses this type")]
enum QueueName {
    /// The actor sounds of v1..v5 and the AKOS sounds of Humongous games.
    Queue,
    /// The COST sounds of v6.
    Queue2,
}

/// An entry of the AKOS queue.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct QueueLine {
    /// The number of the command (A31).
    pub cmd: u8,
    /// The number of the actor.
    pub actor: u16,
    /// The first operand.
    pub p1: i32,
    /// The second operand.
    pub p2: i32,
}

/// The measured speed of drawing an actor.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BenchLine {
    /// The name of the measurement.
    pub name: String,
    /// The number of draws in a block.
    pub draws: u32,
    /// The number of measured blocks.
    pub blocks: usize,
    /// The speed of the fastest block.
    pub best_draws_per_second: f64,
    /// The median speed of the blocks.
    pub median_draws_per_second: f64,
}

/// The measured speed of frames.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct BenchTickLine {
    /// The name of the measurement.
    pub name: String,
    /// The number of frames.
    pub ticks: u32,
    /// The speed of the frames.
    pub ticks_per_second: f64,
}

/// A picture of a costume as text: the result of the decoder before placement, colours and drawing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CelLine {
    /// COST: the limb whose table holds the picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limb: Option<u8>,
    /// COST: the number in that table (C8). AKOS: the number among the cels (A4).
    pub picture: u16,
    /// The width in pixels.
    pub width: u16,
    /// The height in pixels.
    pub height: u16,
    /// relX and relY (C31, A4).
    pub rel: [i16; 2],
    /// moveX and moveY (C31, A4).
    #[serde(rename = "move")]
    pub step: [i16; 2],
    /// The rows from top to bottom, with two hexadecimal digits for each pixel: the stored colour,
    /// before any palette. `..` stands for a pixel without data (codec 32).
    pub rows: Vec<String>,
}

impl Line {
    /// Adds the state of a stage to the line: `events` since the last line and, with `actors`, the
    /// actors. With `all_limbs` the actors include limbs that are off.
    pub(super) fn with_state(
        self,
        stage: &Stage,
        events: &[Event],
        actors: bool,
        all_limbs: bool,
    ) -> Self {
        let listed =
            |(_, actor): &(u16, &Actor)| actor.costume != 0 || actor.visible || actor.room != 0;
        let line = |(id, actor)| ActorLine::new(id, actor, stage.dialect(), all_limbs);
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
                cmd: command.number(),
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
    pub(super) fn new(id: u16, actor: &Actor, dialect: &Dialect, all_limbs: bool) -> Self {
        let anim = &actor.anim;
        let limbs = anim.limbs.iter().enumerate();
        Self {
            id,
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
                    .map(|(i, limb)| LimbLine::new(i, limb, dialect))
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

    fn new(i: usize, limb: &Limb, dialect: &Dialect) -> Self {
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

/// Returns the pictures of a costume. For a COST, they are the pictures that its animations use, by
/// limb and number; for an AKOS, all pictures by number. Pictures of other kinds, and pictures that
/// cannot be decoded, are left out.
pub(super) fn cels_of(costume: &Costume) -> Vec<CelLine> {
    let mut cels = Vec::new();
    for cel in costume.cels() {
        let Some(surface) = costume.cel_pixels(cel.number) else {
            continue;
        };
        let gaps = costume
            .cel_gaps(cel.number)
            .unwrap_or_else(|| vec![0; surface.pixels().len()]);
        let pixel = |(pixel, gap): (&u8, u8)| {
            if gap == 0 {
                format!("{pixel:02x}")
            } else {
                "..".to_owned()
            }
        };
        let pixels: Vec<String> = surface.pixels().iter().zip(gaps).map(pixel).collect();
        let rows: Vec<String> = pixels
            .chunks(usize::from(cel.width).max(1))
            .map(<[String]>::concat)
            .collect();
        let rel = cel.rel.to_array();
        let step = cel.step.to_array();
        let line = |limb, picture| {
            let width = cel.width;
            let height = cel.height;
            let rows = rows.clone();
            CelLine {
                limb,
                picture,
                width,
                height,
                rel,
                step,
                rows,
            }
        };
        match costume {
            Costume::Akos(_) => cels.push(line(None, cel.number)),
            _ => cels.extend(
                cel.names
                    .iter()
                    .map(|&(limb, number)| line(Some(limb), number.into())),
            ),
        }
    }
    cels.sort_by_key(|cel| (cel.limb, cel.picture));
    cels
}
