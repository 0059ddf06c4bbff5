//! The layers of a picture: the background, the planes, and each actor in drawing order with its
//! limbs and colours. Each layer has a checksum, so that a difference can be traced to a layer. The
//! key of the layers in a line is `stages`.

use std::collections::BTreeMap;

use crc32fast::Hasher;
use schemars::JsonSchema;
use scumm_costume::Write;
use scumm_engine::Stage;
use serde::{Deserialize, Serialize};

/// The layers of one picture. Checksums are CRC-32, written as eight hexadecimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PictureLayers {
    /// The view of the background, without actors.
    pub background: String,
    /// The view of each plane that hides an actor on the stage (M5, M6).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub planes: BTreeMap<u8, String>,
    /// The drawing of each actor, in drawing order (D5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actors: Vec<ActorLayer>,
}

/// The drawing of one actor, including parts that a plane or another actor hides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ActorLayer {
    /// The number of the actor.
    pub id: u16,
    /// The plane that hides the actor.
    pub plane: u8,
    /// The cels of the actor, by limb and number.
    pub limbs: Vec<CelLayer>,
    /// The screen colour of each colour of the cels, by colour. A colour with the same number on
    /// the screen is left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub colours: BTreeMap<u8, u8>,
}

/// A cel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CelLayer {
    /// The limb.
    pub limb: u8,
    /// The number of the cel.
    pub cel: u16,
    /// The checksum of five bytes for each opaque pixel of the cel in the view, including hidden
    /// pixels, row by row and column by column: column and row of the view as u16, low byte first,
    /// and the pixel's own colour before any palette. Overlapping pixels of the cel count
    /// separately, in drawing order.
    pub crc: String,
}

impl PictureLayers {
    /// Computes the layers of a traced stage. If the stage is not traced, the layers contain no
    /// actors.
    pub(super) fn from_stage(stage: &Stage) -> Self {
        let (mut layers, mut cels) = (
            BTreeMap::<u16, ActorLayer>::new(),
            BTreeMap::<_, Hasher>::new(),
        );
        let view = stage.front();
        for (x, y) in (0..view.height).flat_map(|y| (0..view.width).map(move |x| (x, y))) {
            for &Write {
                actor,
                limb,
                cel,
                plane,
                entry,
                colour,
                ..
            } in view.writes(x, y)
            {
                let layer = layers.entry(actor).or_default();
                layer.id = actor;
                layer.plane = plane;
                if entry != colour {
                    layer.colours.insert(entry, colour);
                }
                let [[x, high_x], [y, high_y]] =
                    [x, y].map(|n| u16::try_from(n).unwrap_or(u16::MAX).to_le_bytes());
                cels.entry((actor, limb, cel))
                    .or_default()
                    .update(&[x, high_x, y, high_y, entry]);
            }
        }
        for ((actor, limb, cel), hasher) in cels {
            layers.entry(actor).or_default().limbs.push(CelLayer {
                limb,
                cel,
                crc: digits(hasher),
            });
        }
        let plane = |layer: &ActorLayer| Some((layer.plane, checksum(view.plane(layer.plane)?)));
        let planes = layers.values().filter_map(plane).collect();
        let order = view.trace().map_or(&[][..], |trace| trace.order());
        let actors = order.iter().filter_map(|id| layers.remove(id)).collect();
        Self {
            background: checksum(stage.back().rows()),
            planes,
            actors,
        }
    }
}

/// Returns the CRC-32 of some bytes as eight hexadecimal digits.
pub(super) fn checksum<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Hasher::new();
    parts.into_iter().for_each(|part| hasher.update(part));
    digits(hasher)
}

fn digits(hasher: Hasher) -> String {
    format!("{:08x}", hasher.finalize())
}
