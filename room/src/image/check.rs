//! Checks of pictures without drawing them: strips that extend beyond their chunks are reported.

use super::bmap::Bmap;
use super::notes::Notes;
use super::pen::Nowhere;
use super::picture::{Body, Picture, StoredPlane, split_code};
use super::table::StripTable;
use crate::zplane::mask_bytes;
use crate::{Dialect, Reader};

/// The most pixels that are decoded for each byte of the room: packed strips have at most about 160
/// pixels per byte. Only overlapping strips, as in a hostile file, can have more.
const PIXELS_PER_BYTE: usize = 256;

/// Checks the pictures of one room, up to a limit that depends on the size of its data.
#[derive(Debug)]
pub(crate) struct Checker<'a> {
    dialect: &'a Dialect,
    budget: usize,
    notes: &'a mut Notes,
}

impl<'a> Checker<'a> {
    /// Creates a checker for resources of `bytes` bytes in total.
    pub(crate) fn new(dialect: &'a Dialect, bytes: usize, notes: &'a mut Notes) -> Self {
        // The smallest room may fill the screen from a single byte.
        let budget = bytes
            .saturating_mul(PIXELS_PER_BYTE)
            .saturating_add(Bmap::pixels(dialect));
        Self {
            dialect,
            budget,
            notes,
        }
    }

    fn afford(&mut self, pixels: usize, place: Reader<'_>) -> bool {
        let left = self.budget.checked_sub(pixels);
        if left.is_none() && self.budget > 0 {
            self.notes.push(place.malformed(
                "strips that do not begin in each other",
                "more pixels than they can hold",
            ));
        }
        self.budget = left.unwrap_or(0);
        left.is_some()
    }

    /// Decodes every strip of a picture and its planes, with `height` lines each. `resource` is a
    /// reader over the whole resource.
    pub(crate) fn check(&mut self, picture: &Picture, resource: Reader<'_>, height: usize) {
        match &picture.body {
            Body::Strips(table) => self.check_strips(table, resource, height),
            Body::Bmap(bmap) if self.afford(Bmap::pixels(self.dialect), resource) => {
                let error = bmap.check(resource, self.dialect);
                error.into_iter().for_each(|error| self.notes.push(error));
            }
            // Streams and characters were unpacked when they were parsed.
            _ => {}
        }
        let strips = picture
            .planes
            .iter()
            .flatten()
            .filter_map(|plane| match plane {
                StoredPlane::Strips(table) => Some(table),
                StoredPlane::Lines(..) => None,
            });
        for table in strips.chain(&picture.mask) {
            self.check_plane(table, resource, height);
        }
    }

    fn check_strips(&mut self, table: &StripTable, resource: Reader<'_>, height: usize) {
        for (strip, data) in table.distinct(resource) {
            if !self.afford(height.saturating_mul(8), data) {
                return;
            }
            let found = match split_code(data.rest(), self.dialect) {
                None => format!(
                    "strip {strip} of code {}",
                    data.rest().first().copied().unwrap_or(0)
                ),
                Some((code, bytes)) if code.decode(bytes, height, &mut Nowhere).is_none() => {
                    format!("strip {strip} ended too early")
                }
                Some(_) => continue,
            };
            self.notes
                .push(data.malformed(format_args!("{height} lines of packed colours"), found));
        }
    }

    fn check_plane(&mut self, table: &StripTable, resource: Reader<'_>, height: usize) {
        for (strip, data) in table.distinct(resource) {
            if !self.afford(height, data) {
                return;
            }
            if mask_bytes(data.rest()).take(height).count() < height {
                let found = format!("strip {strip} ended too early");
                self.notes
                    .push(data.malformed(format_args!("{height} lines of a z-plane"), found));
            }
        }
    }
}
