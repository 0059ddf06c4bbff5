//! AKCI: sizes and places of cels (A4).

use glam::I16Vec2;
use scumm_room::{Reader, Result, Tag};

use crate::cost::Picture;

/// The chunk's tag.
pub const TAG: Tag = Tag(*b"AKCI");

/// Size and place of a cel, and where its pixels are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cel {
    /// Pixels in a row.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Its left edge and top relative to the limb's place, in a costume that faces east.
    pub rel: I16Vec2,
    /// How far it moves later limbs: to the right and up (A41).
    pub step: I16Vec2,
    /// Offset of its pixels in the data of AKCD, which comes from AKOF.
    pub offset: u32,
}

impl Cel {
    /// Length of an entry of AKCI in bytes.
    pub const LEN: usize = 12;

    /// Parses an entry of AKCI. `offset` is the offset of the pixels.
    ///
    /// # Errors
    /// [`scumm_room::Error::Malformed`] if the data ends before the entry does.
    pub(super) fn parse(mut info: Reader<'_>, offset: u32) -> Result<Self> {
        Ok(Self {
            width: info.u16_le("a cel's width")?,
            height: info.u16_le("a cel's height")?,
            rel: I16Vec2::new(info.i16_le("a cel's column")?, info.i16_le("a cel's line")?),
            step: I16Vec2::new(info.i16_le("a cel's move to the right")?, info.i16_le("a cel's move up")?),
            offset,
        })
    }

    /// Its entry of AKCI: the header of a picture of COST.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        Picture::write(self.width, self.height, self.rel, self.step)
    }
}
