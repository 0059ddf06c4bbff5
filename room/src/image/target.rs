//! The destination of pictures: the memory, their position on the stage, and the rules for their
//! strips.

use std::ops::Range;

use super::pen::Ink;
use super::strip::StripCode;
use crate::zplane::{Lines, Meet};
use crate::{Canvas, Dialect, Planes, Platform};

/// The destination of a room: the engine's linear memory and the current colours.
#[derive(Debug)]
pub struct Target<'a> {
    /// The buffer of pixels.
    pub canvas: &'a mut Canvas,
    /// The planes that hide actors.
    pub planes: &'a mut Planes,
    /// The room palette, which is applied to every colour (S9); the identity after a room change.
    pub room_palette: &'a [u8; 256],
    /// The Nintendo: the tables to which rooms and objects write (Q27, Q30). Without them, a room
    /// uses the tables of a machine that knows no other room.
    pub tiles: Option<&'a mut crate::nes::TileTables>,
}

/// The position of a picture on the stage.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The stage's strip at which the picture's strip 0 is drawn; negative left of the room.
    pub(crate) strip: i64,
    /// The lines of the picture.
    pub(crate) lines: Lines,
    /// The strips of the stage that may be drawn.
    pub(crate) visible: Range<usize>,
}

impl Spot {
    /// Returns the visible strips of a picture with `count` strips: the number in the picture and
    /// the number on the stage.
    pub(crate) fn strips(&self, count: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let first = self.strip;
        self.visible.clone().filter_map(move |on_stage| {
            let own = usize::try_from(i64::try_from(on_stage).ok()?.checked_sub(first)?).ok()?;
            (own < count).then_some((own, on_stage))
        })
    }
}

/// The values that decide how strips are drawn, in addition to their own bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style<'a> {
    pub(crate) dialect: &'a Dialect,
    /// The room's transparent colour (R2).
    pub(crate) transparent: u8,
    /// True if an object's transparent strips may add to planes; `None` for a background (Z4, O6).
    pub(crate) object_ors: Option<bool>,
    /// True if plane 1 is drawn to all planes, including plane 0 (O6).
    pub(crate) masks_all_planes: bool,
}

impl Style<'_> {
    pub(crate) fn ink<'a>(&self, room_palette: &'a [u8; 256], code: StripCode) -> Ink<'a> {
        // The number that is added before the room palette is applied (S9): 16 on the Amiga from v4
        // on.
        let is_amiga = self.dialect.platform() == Platform::Amiga && self.dialect.version() >= 4;
        let offset = if code.shifted && is_amiga { 16 } else { 0 };
        Ink {
            palette: room_palette,
            offset,
            transparent: code.transparent.then_some(self.transparent),
        }
    }

    pub(crate) fn meet(&self, code: Option<StripCode>) -> Meet {
        // v8 and Humongous games: an object's strips add to planes with any code (O6).
        let ors_all = self.dialect.version() == 8 || self.dialect.is_humongous();
        let ors = ors_all || code.is_some_and(|c| c.transparent);
        if ors && self.object_ors == Some(true) {
            Meet::Add
        } else {
            Meet::Replace
        }
    }
}
