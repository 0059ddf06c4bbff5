//! Pictures: their headers and the positions of their data (C31, C33, C34).

use glam::{I16Vec2, IVec2};
use scumm_room::{Reader, Result};

use super::header::Format;
use crate::draw::Extent;

/// A picture of a costume as it is stored. Positions are those of a costume that faces east.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Picture {
    /// Position of the picture's header, counted from the first byte of the block's header.
    pub offset: usize,
    /// Width in pixels; in v1 a multiple of 8.
    pub width: u16,
    /// Height in rows.
    pub height: u16,
    /// The first column and row, relative to the sum of the moves so far.
    pub rel: I16Vec2,
    /// The distance that is added to the moves for the following limbs: to the right and *upwards*
    /// (0.c).
    pub step: I16Vec2,
    /// The limb and picture whose data this picture borrows (C33).
    pub redirect: Option<(u8, u8)>,
    /// Position of the data, counted from the first byte of the block's header; the end of the
    /// block if the picture has no data.
    pub data: usize,
}

/// The two bytes of a picture that borrows no data: its own data follows (C33).
pub(crate) const NO_REDIRECT: (u8, u8) = (255, 255);

/// Reads the limb and picture whose data a picture borrows (C33) from the two bytes after its
/// header.
pub(super) fn redirection(r: &mut Reader<'_>) -> Result<Option<(u8, u8)>> {
    let pair = (
        r.u8("a redirection's limb")?,
        r.u8("a redirection's picture")?,
    );
    Ok((pair != NO_REDIRECT).then_some(pair))
}

impl Picture {
    /// Length of the header in bytes, without the two bytes of a redirection (C31). In v1, it is
    /// six (C34).
    pub const LEN: usize = 12;

    /// Returns the bytes of the header, without the two bytes of a redirection (C31).
    #[must_use]
    pub fn write(width: u16, height: u16, rel: I16Vec2, step: I16Vec2) -> Vec<u8> {
        let sides = [width, height].map(u16::to_le_bytes);
        let places = [rel.x, rel.y, step.x, step.y].map(i16::to_le_bytes);
        [sides.concat(), places.concat()].concat()
    }

    /// Parses the header at the start of `r`. A redirection is recorded, but not followed.
    pub(super) fn parse(r: &mut Reader<'_>, offset: usize, format: Format) -> Result<Self> {
        let mut picture = match format {
            Format::DoubleWide => Self::parse_v1(r, offset)?,
            _ => Self {
                offset,
                width: r.u16_le("a picture's width")?,
                height: r.u16_le("a picture's height")?,
                rel: I16Vec2::new(
                    r.i16_le("a picture's column")?,
                    r.i16_le("a picture's line")?,
                ),
                step: I16Vec2::new(r.i16_le("a picture's move")?, r.i16_le("a picture's move")?),
                redirect: None,
                data: 0,
            },
        };
        if format.redirects() {
            picture.redirect = redirection(r)?;
        }
        picture.data = offset.saturating_add(r.position());
        Ok(picture)
    }

    /// Parses the six bytes of v1 (C34), in which columns are in units of 8 pixels and the line
    /// counts upwards.
    fn parse_v1(r: &mut Reader<'_>, offset: usize) -> Result<Self> {
        let wide = |value: i8| i16::from(value).saturating_mul(8);
        let columns = u16::from(r.u8("a picture's width")?);
        let width = columns.saturating_mul(8);
        let height = u16::from(r.u8("a picture's height")?);
        let column = wide(r.i8("a picture's column")?);
        let up = i16::from(r.i8("a picture's line")?);
        let rel = I16Vec2::new(column, up.saturating_neg());
        let step = I16Vec2::new(
            wide(r.i8("a picture's move")?),
            i16::from(r.i8("a picture's move")?),
        );
        Ok(Self {
            offset,
            width,
            height,
            rel,
            step,
            redirect: None,
            data: 0,
        })
    }

    /// Returns the position and size of the picture if the sum of the moves so far is `moves`
    /// (C32).
    #[must_use]
    pub fn extent(&self, moves: IVec2) -> Extent {
        let at = moves.saturating_add(self.rel.as_ivec2());
        Extent {
            x: at.x,
            y: at.y,
            width: i32::from(self.width),
            height: i32::from(self.height),
        }
    }

    /// Returns the moves with which the next limb starts (0.c).
    #[must_use]
    pub fn after(&self, moves: IVec2) -> IVec2 {
        IVec2::new(
            moves.x.saturating_add(self.step.x.into()),
            moves.y.saturating_sub(self.step.y.into()),
        )
    }
}
