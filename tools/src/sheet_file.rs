//! The JSON that Aseprite writes beside a sprite sheet (`File > Export Sprite Sheet`, "Array").
//! Importers of many game engines read this format. `build` reads it, too, and ignores the fields
//! that it does not need.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The colour of tags and slices in Aseprite's timeline.
pub const BLUE: &str = "#0000ffff";
/// The most frames of a sheet that is read. A costume needs at most a quarter of them, for 256
/// animations of 128 commands.
pub const MOST_FRAMES: usize = 1 << 17;
/// The most tags of a sheet or an Aseprite file that is read. A costume has 256 animations at most.
pub const MOST_TAGS: usize = 1 << 18;
/// The most slices of a sheet that is read, and the most keys of a slice.
const MOST_SLICES: usize = 1 << 16;

/// The whole file.
#[derive(Debug, Deserialize, Serialize)]
pub struct SheetFile {
    /// The frames in temporal order. They are an array, because a JSON object has no order.
    #[serde(deserialize_with = "at_most::<MOST_FRAMES, _, _>")]
    pub frames: Vec<SheetFrame>,
    /// The metadata of all frames.
    pub meta: SheetMetadata,
}

/// A frame of the sheet.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SheetFrame {
    /// The name of the frame.
    #[serde(skip_deserializing)]
    pub filename: String,
    /// The box of the frame in the sheet.
    pub frame: SheetRect<usize>,
    /// Always false.
    #[serde(default)]
    pub rotated: bool,
    /// Whether empty borders were trimmed.
    #[serde(skip_deserializing)]
    pub trimmed: bool,
    /// The box of the frame's pixels, relative to the source's box. The source's box is the common
    /// box of all untrimmed frames.
    pub sprite_source_size: SheetRect<usize>,
    /// The size of the source's box, the same for all frames.
    #[serde(skip_deserializing)]
    pub source_size: SheetSize,
    /// The duration in milliseconds.
    pub duration: u64,
}

/// The metadata of all frames.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SheetMetadata {
    /// The name of the program.
    #[serde(skip_deserializing)]
    pub app: &'static str,
    /// The version of the program.
    #[serde(skip_deserializing)]
    pub version: &'static str,
    /// The file name of the sheet.
    pub image: String,
    /// The pixel format; `I8` means palette indices.
    #[serde(skip_deserializing)]
    pub format: &'static str,
    /// The size of the sheet.
    #[serde(skip_deserializing)]
    pub size: SheetSize,
    /// Always `1`.
    #[serde(skip_deserializing)]
    pub scale: &'static str,
    /// The animations.
    #[serde(default, deserialize_with = "at_most::<MOST_TAGS, _, _>")]
    pub frame_tags: Vec<FrameTag>,
    /// A single layer with the user data of the frames.
    #[serde(skip_deserializing)]
    pub layers: Vec<SheetLayer>,
    /// Boxes and points in the source's box.
    #[serde(default, deserialize_with = "at_most::<MOST_SLICES, _, _>")]
    pub slices: Vec<Slice>,
    /// The colours of the screen by index, each as six hexadecimal digits, for editors that do not
    /// save a palette. This key is an extension of Aseprite's format.
    #[serde(default)]
    pub colours: BTreeMap<u8, String>,
    /// The indices of the colours that the sheet uses. This key is an extension, too.
    #[serde(default)]
    pub used_colours: Vec<u8>,
}

/// A range of frames that forms an animation.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct FrameTag {
    /// The name of the tag.
    pub name: String,
    /// The first frame.
    pub from: usize,
    /// The last frame.
    pub to: usize,
    /// Always `forward`.
    #[serde(skip_deserializing)]
    pub direction: &'static str,
    /// The colour as `#RRGGBBAA`.
    #[serde(skip_deserializing)]
    pub color: &'static str,
    /// How many times the animation plays. Without this key the animation plays for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
}

impl FrameTag {
    /// Creates a tag for a range of frames that plays for ever or once.
    pub fn new(name: &str, frames: RangeInclusive<usize>, loops: bool) -> Self {
        let name = name.to_owned();
        let repeat = (!loops).then(|| "1".to_owned());
        Self {
            name,
            from: *frames.start(),
            to: *frames.end(),
            direction: "forward",
            color: BLUE,
            repeat,
        }
    }

    /// Returns whether the animation plays for ever.
    pub fn loops(&self) -> bool {
        self.repeat.as_deref() != Some("1")
    }
}

/// A layer of the sheet.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SheetLayer {
    /// The name of the layer.
    pub name: String,
    /// The opacity, 0 to 255.
    pub opacity: u8,
    /// Always `normal`.
    pub blend_mode: &'static str,
    /// The user data of the layer.
    pub data: String,
    /// The user data of the frames.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cels: Vec<FrameData>,
}

/// The user data of a frame.
#[derive(Debug, Serialize)]
pub struct FrameData {
    /// The number of the frame.
    pub frame: usize,
    /// The user data.
    pub data: String,
}

/// A named box in the source's box.
#[derive(Debug, Deserialize, Serialize)]
pub struct Slice {
    /// The name of the slice.
    pub name: String,
    /// The colour as `#RRGGBBAA`.
    #[serde(skip_deserializing)]
    pub color: &'static str,
    /// The boxes of the slice, each from a frame on.
    #[serde(deserialize_with = "at_most::<MOST_SLICES, _, _>")]
    pub keys: Vec<SliceKey>,
}

/// The box of a slice from a frame on.
#[derive(Debug, Deserialize, Serialize)]
pub struct SliceKey {
    /// The first frame for which the box holds.
    #[serde(skip_deserializing)]
    pub frame: usize,
    /// The box in the source's box.
    pub bounds: SheetRect<i32>,
    /// The pivot, relative to the box.
    #[serde(skip_deserializing)]
    pub pivot: SheetPoint,
}

/// A rectangle.
#[derive(Debug, Deserialize, Serialize)]
pub struct SheetRect<T> {
    /// The left column.
    pub x: T,
    /// The top row.
    pub y: T,
    /// The width in pixels.
    pub w: T,
    /// The height in pixels.
    pub h: T,
}

/// A size in pixels.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct SheetSize {
    /// The width.
    pub w: usize,
    /// The height.
    pub h: usize,
}

/// A point.
#[derive(Debug, Default, Serialize)]
pub struct SheetPoint {
    /// The column.
    pub x: usize,
    /// The row.
    pub y: usize,
}

/// Reads a list of at most `MOST` values.
fn at_most<'de, const MOST: usize, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    from.deserialize_seq(AtMost::<MOST, T>(PhantomData))
}

/// Reads a list value by value and stops at the limit, so that a longer list takes no more memory.
struct AtMost<const MOST: usize, T>(PhantomData<T>);

impl<'de, const MOST: usize, T: Deserialize<'de>> Visitor<'de> for AtMost<MOST, T> {
    type Value = Vec<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "a list of at most {MOST} values")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            if values.len() == MOST {
                return Err(A::Error::invalid_length(MOST.saturating_add(1), &self));
            }
            values.push(value);
        }
        Ok(values)
    }
}
