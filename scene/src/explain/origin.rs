//! Where a pixel comes from.

use std::fmt;

use scumm_costume::Write;
use scumm_engine::Stage;

use super::cause::Part;
use super::picture::Pixel;

/// A pixel that differs, and everything that was written there since the background was last seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Column and line in the view.
    pub at: (usize, usize),
    /// The strip of the room.
    pub strip: usize,
    /// The colour that is expected.
    pub expected: u8,
    /// The one that is there.
    pub found: u8,
    /// First write first; empty where the background is seen.
    pub writes: Vec<Write>,
}

impl Origin {
    pub(super) fn of(stage: &Stage, pixel: &Pixel<'_>) -> Self {
        let Pixel { x, y, expected, found, writes, .. } = *pixel;
        let strip = stage.camera().view_start().saturating_add(x).wrapping_shr(3);
        Self { at: (x, y), strip, expected, found, writes: writes.to_vec() }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at: (x, y), strip, expected, found, writes } = self;
        write!(f, "({x}, {y}), strip {strip}: expected {expected}, found {found}: ")?;
        for write in writes.iter().rev().filter(|write| !write.hidden) {
            wrote(f, write)?;
            f.write_str(", over ")?;
        }
        f.write_str("background")?;
        for write in writes.iter().rev().filter(|write| write.hidden) {
            write!(f, "; hidden by plane {}: ", write.plane)?;
            wrote(f, write)?;
        }
        Ok(())
    }
}

fn wrote(f: &mut fmt::Formatter<'_>, write: &Write) -> fmt::Result {
    let Write { actor, limb, cel, source: (column, row), entry, colour, shade, plane, hidden, .. } = *write;
    write!(f, "{} pixel ({column}, {row}) entry {entry} colour {colour}", Part { actor, limb, cel })?;
    if let Some(shade) = shade {
        write!(f, " {shade}")?;
    }
    if !hidden {
        write!(f, " plane {plane}")?;
    }
    Ok(())
}
