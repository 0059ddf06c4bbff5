//! The JSON that Aseprite writes beside a sprite sheet (`File > Export Sprite Sheet`, "Array"),
//! which importers of many game engines read. `build` reads it, too: what it has no use for may be
//! anything.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// The colour of tags and slices in Aseprite's timeline.
pub const BLUE: &str = "#0000ffff";
/// The most frames of a sheet that is read: 256 animations of the 128 commands that a costume plays
/// have a quarter of them.
pub const MOST_FRAMES: usize = 1 << 17;
/// The most tags of a sheet or an Aseprite file that is read. A costume has 256 animations at most.
pub const MOST_TAGS: usize = 1 << 18;
/// The most slices of a sheet that is read, and the most keys of one.
const MOST_SLICES: usize = 1 << 16;

/// The whole file.
#[derive(Debug, Deserialize, Serialize)]
pub struct SheetFile {
    /// The frames, in the order of time: an array, since a hash would not say it.
    #[serde(deserialize_with = "at_most::<MOST_FRAMES, _, _>")]
    pub frames: Vec<SheetFrame>,
    /// What belongs to all of them.
    pub meta: Meta,
}

/// One frame.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SheetFrame {
    /// Its name.
    #[serde(skip_deserializing)]
    pub filename: String,
    /// Where it lies in the sheet.
    pub frame: SheetRect<usize>,
    /// Always false.
    #[serde(default)]
    pub rotated: bool,
    /// Whether empty borders were cut off.
    #[serde(skip_deserializing)]
    pub trimmed: bool,
    /// Where it lies in the source's box.
    pub sprite_source_size: SheetRect<usize>,
    /// The source's box, the same for all frames.
    #[serde(skip_deserializing)]
    pub source_size: Size,
    /// Milliseconds.
    pub duration: u64,
}

/// What belongs to all frames.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The program.
    #[serde(skip_deserializing)]
    pub app: &'static str,
    /// Its version.
    #[serde(skip_deserializing)]
    pub version: &'static str,
    /// The sheet's file.
    pub image: String,
    /// `I8`: palette indices.
    #[serde(skip_deserializing)]
    pub format: &'static str,
    /// The sheet's size.
    #[serde(skip_deserializing)]
    pub size: Size,
    /// Always `1`.
    #[serde(skip_deserializing)]
    pub scale: &'static str,
    /// Animations.
    #[serde(default, deserialize_with = "at_most::<MOST_TAGS, _, _>")]
    pub frame_tags: Vec<FrameTag>,
    /// One layer, with the user data of frames.
    #[serde(skip_deserializing)]
    pub layers: Vec<SheetLayer>,
    /// Places that belong to the source's box.
    #[serde(default, deserialize_with = "at_most::<MOST_SLICES, _, _>")]
    pub slices: Vec<Slice>,
    /// The colours that the sheet uses by their numbers, each as six hexadecimal digits, for
    /// editors that save no palette. This key is our own.
    #[serde(default)]
    pub colours: BTreeMap<u8, String>,
}

/// Some frames that are an animation.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct FrameTag {
    /// Its name.
    pub name: String,
    /// Its first frame.
    pub from: usize,
    /// Its last frame.
    pub to: usize,
    /// Always `forward`.
    #[serde(skip_deserializing)]
    pub direction: &'static str,
    /// `#RRGGBBAA`.
    #[serde(skip_deserializing)]
    pub color: &'static str,
    /// How often it plays; not there: for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
}

impl FrameTag {
    /// Frames from one to another that play for ever, or once.
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

    /// Whether they play for ever.
    pub fn loops(&self) -> bool {
        self.repeat.as_deref() != Some("1")
    }
}

/// A layer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SheetLayer {
    /// Its name.
    pub name: String,
    /// 0 to 255.
    pub opacity: u8,
    /// Always `normal`.
    pub blend_mode: &'static str,
    /// Its user data.
    pub data: String,
    /// User data of frames.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cels: Vec<FrameData>,
}

/// User data of a frame.
#[derive(Debug, Serialize)]
pub struct FrameData {
    /// The frame.
    pub frame: usize,
    /// The data.
    pub data: String,
}

/// A place.
#[derive(Debug, Deserialize, Serialize)]
pub struct Slice {
    /// Its name.
    pub name: String,
    /// `#RRGGBBAA`.
    #[serde(skip_deserializing)]
    pub color: &'static str,
    /// From which frame on it is where.
    #[serde(deserialize_with = "at_most::<MOST_SLICES, _, _>")]
    pub keys: Vec<SliceKey>,
}

/// Where a place is from a frame on.
#[derive(Debug, Deserialize, Serialize)]
pub struct SliceKey {
    /// The frame.
    #[serde(skip_deserializing)]
    pub frame: usize,
    /// Its box in the source's box.
    pub bounds: SheetRect<i32>,
    /// A point in its box.
    #[serde(skip_deserializing)]
    pub pivot: Point,
}

/// A box.
#[derive(Debug, Deserialize, Serialize)]
pub struct SheetRect<T> {
    /// First column.
    pub x: T,
    /// First line.
    pub y: T,
    /// Width.
    pub w: T,
    /// Height.
    pub h: T,
}

/// A size.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Size {
    /// Width.
    pub w: usize,
    /// Height.
    pub h: usize,
}

/// A point.
#[derive(Debug, Default, Serialize)]
pub struct Point {
    /// Column.
    pub x: usize,
    /// Line.
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

/// Reads a list value by value, so that a list that is too long takes no memory.
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
