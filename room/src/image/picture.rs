//! A picture with its planes, as tables into the resource that contains it: a room's background, or
//! one state of an object. A checker reads pictures without drawing them and reports strips that
//! extend beyond their chunks.

use std::sync::Arc;

use super::bmap::Bmap;
use super::early::{Characters, StreamPicture};
use super::strip::{Brush, Nowhere, RoomTarget, Spot, StripCode, StripPacking, Style};
use super::table::{Notes, StripTable};
use crate::zplane::{self, Lines, Meet, mask_bytes};
use crate::{Dialect, Quirks, Reader};

/// The colours of a picture, by kind.
#[derive(Clone, Debug, Default)]
pub(crate) enum Body {
    /// No picture.
    #[default]
    None,
    /// Strips, each with its own packing.
    Strips(StripTable),
    /// v2: one stream of columns (S11).
    Stream(StreamPicture),
    /// v1: characters and maps (S12).
    Characters(Characters),
    /// HE71+: the whole screen in one stream (S15).
    Bmap(Bmap),
    /// An object's picture as a bitmap: the position of the payload of its BMAP chunk (O7).
    ObjectBmap(usize),
    /// A blast object's picture: the range of the payload of its BOMP chunk (S16, X10).
    Bomp(std::ops::Range<usize>),
}

/// A z-plane of a picture.
#[derive(Clone, Debug)]
pub(crate) enum StoredPlane {
    /// Strips that may be empty (Z1).
    Strips(StripTable),
    /// v1, v2: the bytes of the lines, strip after strip from top to bottom, and the number of
    /// lines of a strip.
    Lines(Vec<u8>, usize),
}

/// A picture and its planes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    /// The whole resource into which the tables point.
    pub(crate) resource: Arc<[u8]>,
    pub(crate) body: Body,
    /// Planes 1..; `None` if the chunk is missing.
    pub(crate) planes: Vec<Option<StoredPlane>>,
    /// HE72+: the mask that limits the planes of objects (O6).
    pub(crate) mask: Option<StripTable>,
}

impl Picture {
    /// Returns the code of a strip and the bytes after it; `None` for damaged strips and other
    /// kinds of picture.
    fn strip(&self, strip: usize, dialect: &Dialect) -> Option<(StripCode, &[u8])> {
        let Body::Strips(table) = &self.body else {
            return None;
        };
        split_code(table.strip(&self.resource, strip)?, dialect)
    }

    /// Returns the code of each strip; `None` for an empty or damaged strip. Games of 16 colours
    /// have no codes.
    pub(crate) fn codes(&self, dialect: &Dialect) -> Vec<Option<u8>> {
        let Body::Strips(table) = &self.body else {
            return Vec::new();
        };
        if dialect.is_sixteen_colour() {
            return Vec::new();
        }
        let mut codes = Vec::new();
        for strip in 0..table.len() {
            let bytes = table.strip(&self.resource, strip);
            codes.push(bytes.and_then(<[u8]>::first).copied());
        }
        codes
    }

    /// Returns whether any strip has this packing.
    pub(crate) fn has_packing(&self, packing: StripPacking, dialect: &Dialect) -> bool {
        let Body::Strips(table) = &self.body else {
            return false;
        };
        (0..table.len()).any(|own| {
            self.strip(own, dialect)
                .is_some_and(|(code, _)| code.packing == packing)
        })
    }

    /// Draws the visible strips and their planes.
    pub(crate) fn draw(&self, spot: &Spot, style: Style<'_>, target: &mut RoomTarget<'_>) {
        match &self.body {
            Body::None | Body::ObjectBmap(_) | Body::Bomp(_) => return,
            Body::Strips(table) => self.draw_strips(table.len(), spot, style, target),
            Body::Stream(stream) => {
                stream.draw(&self.resource, spot, style.object_ors.is_some(), target)
            }
            Body::Characters(characters) => characters.draw(spot, target),
            Body::Bmap(bmap) => bmap.draw(&self.resource, spot, style, target),
        }
        if style.masks_all_planes {
            self.draw_all_planes(spot, style, target);
        } else {
            self.draw_planes(spot, style, target);
        }
    }

    fn draw_strips(
        &self,
        count: usize,
        spot: &Spot,
        style: Style<'_>,
        target: &mut RoomTarget<'_>,
    ) {
        for (own, on_stage) in spot.strips(count) {
            if let Some((code, bytes)) = self.strip(own, style.dialect) {
                let ink = style.ink(target.room_palette, code);
                let mut brush = Brush::new(target.canvas, on_stage, spot.lines.top, ink);
                // A strip that ends early was reported when the room was parsed.
                code.decode(bytes, spot.lines.height, &mut brush);
            }
        }
    }

    /// Draws plane 1 into every plane. Empty strips and a missing chunk change no plane (O6).
    fn draw_all_planes(&self, spot: &Spot, style: Style<'_>, target: &mut RoomTarget<'_>) {
        let Some(Some(StoredPlane::Strips(table))) = self.planes.first() else {
            return;
        };
        for (own, strip) in spot.strips(table.len()) {
            let Some(bytes) = table.strip(&self.resource, own) else {
                continue;
            };
            let meet = self.meet(own, style);
            for number in 0..target.planes.count() {
                zplane::put_strip(
                    target.planes,
                    number,
                    strip,
                    spot.lines,
                    Some(mask_bytes(bytes)),
                    meet,
                );
            }
        }
    }

    fn draw_planes(&self, spot: &Spot, style: Style<'_>, target: &mut RoomTarget<'_>) {
        for (number, plane) in (1..).zip(&self.planes) {
            match plane {
                Some(StoredPlane::Strips(table)) => {
                    for (own, strip) in spot.strips(table.len()) {
                        let bytes = table.strip(&self.resource, own).map(mask_bytes);
                        if let (Some(bytes), Some(mask)) = (bytes.clone(), &self.mask) {
                            let mask =
                                mask_bytes(mask.strip(&self.resource, own).unwrap_or_default());
                            let bytes = bytes.zip(mask.chain(std::iter::repeat(0)));
                            let selects = style.dialect.has_quirk(Quirks::MASK_SELECTS);
                            zplane::mask_strip(
                                target.planes,
                                (number, strip),
                                spot.lines,
                                bytes,
                                selects,
                            );
                        } else {
                            let meet = self.meet(own, style);
                            zplane::put_strip(
                                target.planes,
                                number,
                                strip,
                                spot.lines,
                                bytes,
                                meet,
                            );
                        }
                    }
                }
                Some(StoredPlane::Lines(bytes, height)) => {
                    let lines = Lines {
                        height: spot.lines.height.min(*height),
                        ..spot.lines
                    };
                    let count = bytes.len().checked_div(*height).unwrap_or(0);
                    for (own, on_stage) in spot.strips(count) {
                        let bytes = bytes.iter().skip(own.saturating_mul(*height)).copied();
                        zplane::put_strip(
                            target.planes,
                            number,
                            on_stage,
                            lines,
                            Some(bytes),
                            style.meet(None),
                        );
                    }
                }
                None => {}
            }
        }
    }

    /// Returns how a strip of this picture is combined with the planes.
    fn meet(&self, strip: usize, style: Style<'_>) -> Meet {
        match &self.body {
            Body::Bmap(_) => Meet::ReplaceUnlessEmpty,
            _ => style.meet(self.strip(strip, style.dialect).map(|(code, _)| code)),
        }
    }
}

/// Splits the code from a strip's bytes; 16-colour games have no code (S2).
fn split_code<'a>(bytes: &'a [u8], dialect: &Dialect) -> Option<(StripCode, &'a [u8])> {
    if dialect.is_sixteen_colour() {
        return Some((StripCode::SIXTEEN, bytes));
    }
    let (&code, rest) = bytes.split_first()?;
    Some((StripCode::from_code(code, dialect)?, rest))
}

// The check.

/// The most pixels that are decoded for each byte of the room: packed strips have at most about 160
/// pixels per byte. Only overlapping strips in a hostile file can exceed the limit.
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
                "strips that do not share their data",
                "more pixels than the data of the room can hold",
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
