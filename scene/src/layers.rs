//! The layers that a picture is made of, each with its checksum, so that a difference can be traced to one of them:
//! background, masks, each actor with its limbs and colours, their order. Lines call them `stages`.

use std::collections::BTreeMap;

use crc32fast::Hasher;
use schemars::JsonSchema;
use scumm_costume::Write;
use scumm_engine::Stage;
use serde::{Deserialize, Serialize};

/// The layers of one picture. Checksums are CRC-32, eight hexadecimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PictureLayers {
    /// The view of the background, without actors.
    pub background: String,
    /// The view of each plane that an actor on the stage is tested against (M5, M6).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub planes: BTreeMap<u8, String>,
    /// What is drawn of each actor, in drawing order (D5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actors: Vec<ActorLayer>,
}

/// What is drawn of one actor: all of it, whether a plane or another actor hides it or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActorLayer {
    /// The actor.
    pub id: u16,
    /// The plane that it was tested against.
    pub plane: u8,
    /// Its cels, by limb and number.
    pub limbs: Vec<CelLayer>,
    /// The screen colours of its cels' colours, where they are not the same.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub colours: BTreeMap<u8, u8>,
}

/// One cel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CelLayer {
    /// The limb.
    pub limb: u8,
    /// The cel's number.
    pub cel: u16,
    /// Of five bytes for each of its opaque pixels that lie in the view, hidden ones too, in the order of the view's rows and of the
    /// columns in each: column and line of the view as u16, low byte first, and the pixel's own colour (before any palette). Pixels
    /// of the cel that lie on each other count one by one, in the order in which they were drawn.
    pub crc: String,
}

/// What was written of one actor, while it is gathered.
#[derive(Default)]
struct ActorWrites {
    plane: u8,
    cels: BTreeMap<(u8, u16), Hasher>,
    colours: BTreeMap<u8, u8>,
}

impl PictureLayers {
    /// The layers of what a traced stage shows; without a trace there are no actors.
    pub(super) fn of(stage: &Stage) -> Self {
        let mut parts: BTreeMap<u16, ActorWrites> = BTreeMap::new();
        let view = stage.front();
        for (x, y) in (0..view.height).flat_map(|y| (0..view.width).map(move |x| (x, y))) {
            for write in view.writes(x, y) {
                parts.entry(write.actor).or_default().add(write, x, y);
            }
        }
        let plane = |part: &ActorWrites| Some((part.plane, checksum(view.plane(part.plane)?)));
        let planes = parts.values().filter_map(plane).collect();
        let order = view.trace().map_or(&[][..], |trace| trace.order());
        let actors = order.iter().filter_map(|id| Some(parts.remove(id)?.finish(*id))).collect();
        Self { background: checksum(stage.back().rows()), planes, actors }
    }
}

impl ActorWrites {
    fn add(&mut self, write: &Write, x: usize, y: usize) {
        self.plane = write.plane;
        if write.entry != write.colour {
            self.colours.insert(write.entry, write.colour);
        }
        let [x, y] = [x, y].map(|n| u16::try_from(n).unwrap_or(u16::MAX).to_le_bytes());
        let hasher = self.cels.entry((write.limb, write.cel)).or_default();
        hasher.update(&[x[0], x[1], y[0], y[1], write.entry]);
    }

    fn finish(self, id: u16) -> ActorLayer {
        let cel = |((limb, cel), hasher): (_, Hasher)| CelLayer { limb, cel, crc: digits(hasher) };
        let Self { plane, cels, colours } = self;
        ActorLayer { id, plane, limbs: cels.into_iter().map(cel).collect(), colours }
    }
}

/// CRC-32 of some bytes, eight hexadecimal digits.
pub(super) fn checksum<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Hasher::new();
    parts.into_iter().for_each(|part| hasher.update(part));
    digits(hasher)
}

fn digits(hasher: Hasher) -> String {
    format!("{:08x}", hasher.finalize())
}
