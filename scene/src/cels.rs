//! The pictures of a costume as text: the result of the decoder before placement, colours and
//! drawing.

use schemars::JsonSchema;
use scumm_costume::Costume;
use serde::{Deserialize, Serialize};

/// A decoded picture.
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

/// Returns all pictures of a costume. Pictures of a COST are those that its animations use, by limb
/// and number; pictures of an AKOS are listed by number. Pictures of other kinds, and pictures that
/// cannot be decoded, are left out.
pub(super) fn of(costume: &Costume) -> Vec<CelLine> {
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
