//! The JSON that Aseprite writes beside a sprite sheet (`File > Export Sprite Sheet`, "Array"), which importers of many game
//! engines read.

use std::collections::BTreeMap;

use serde::Serialize;

/// The whole file.
#[derive(Debug, Serialize)]
pub struct SheetFile {
    /// The frames, in the order of time.
    pub frames: Vec<SheetFrame>,
    /// What belongs to all of them.
    pub meta: Meta,
}

impl SheetFile {
    /// The same of a sheet whose sides are `zoom` times as long.
    pub fn enlarged(mut self, zoom: usize) -> Self {
        for frame in &mut self.frames {
            for rect in [&mut frame.frame, &mut frame.sprite_source_size] {
                *rect = rect.enlarged(zoom);
            }
            frame.source_size = frame.source_size.enlarged(zoom);
        }
        self.meta.size = self.meta.size.enlarged(zoom);
        for key in self.meta.slices.iter_mut().flat_map(|slice| &mut slice.keys) {
            key.bounds = key.bounds.enlarged(zoom);
            key.pivot = Point { x: key.pivot.x * zoom, y: key.pivot.y * zoom };
        }
        self
    }
}

/// One frame.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SheetFrame {
    /// Its name.
    pub filename: String,
    /// Where it lies in the sheet.
    pub frame: Rect,
    /// Always false.
    pub rotated: bool,
    /// Whether empty borders were cut off.
    pub trimmed: bool,
    /// Where it lies in the source's box.
    pub sprite_source_size: Rect,
    /// The source's box, the same for all frames.
    pub source_size: Size,
    /// Milliseconds.
    pub duration: u64,
}

/// What belongs to all frames.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// The program.
    pub app: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The sheet's file.
    pub image: String,
    /// `I8`: palette indices.
    pub format: &'static str,
    /// The sheet's size.
    pub size: Size,
    /// Always `1`.
    pub scale: &'static str,
    /// Animations.
    pub frame_tags: Vec<FrameTag>,
    /// One layer, with the user data of frames.
    pub layers: Vec<SheetLayer>,
    /// Places that belong to the source's box.
    pub slices: Vec<Slice>,
    /// The colours that the sheet uses by their numbers, each as six hexadecimal digits, for editors that save no palette. This
    /// key is our own.
    pub colours: BTreeMap<u8, String>,
}

/// Some frames that are an animation.
#[derive(Debug, Serialize)]
pub struct FrameTag {
    /// Its name.
    pub name: String,
    /// Its first frame.
    pub from: usize,
    /// Its last frame.
    pub to: usize,
    /// Always `forward`.
    pub direction: &'static str,
    /// `#RRGGBBAA`.
    pub color: &'static str,
    /// How often it plays; not there: for ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<&'static str>,
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
#[derive(Debug, Serialize)]
pub struct Slice {
    /// Its name.
    pub name: &'static str,
    /// `#RRGGBBAA`.
    pub color: &'static str,
    /// From which frame on it is where.
    pub keys: Vec<SliceKey>,
}

/// Where a place is from a frame on.
#[derive(Debug, Serialize)]
pub struct SliceKey {
    /// The frame.
    pub frame: usize,
    /// Its box in the source's box.
    pub bounds: Rect,
    /// A point in its box.
    pub pivot: Point,
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rect {
    /// First column.
    pub x: usize,
    /// First line.
    pub y: usize,
    /// Width.
    pub w: usize,
    /// Height.
    pub h: usize,
}

impl Rect {
    fn enlarged(self, zoom: usize) -> Self {
        Self { x: self.x * zoom, y: self.y * zoom, w: self.w * zoom, h: self.h * zoom }
    }
}

/// A size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Size {
    /// Width.
    pub w: usize,
    /// Height.
    pub h: usize,
}

impl Size {
    fn enlarged(self, zoom: usize) -> Self {
        Self { w: self.w * zoom, h: self.h * zoom }
    }
}

/// A point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    /// Column.
    pub x: usize,
    /// Line.
    pub y: usize,
}
