//! A picture with its planes, as tables into the resource that holds it: a room's background or one state of an object.

use std::ops::Range;
use std::sync::Arc;

use super::bmap::Bmap;
use super::characters::Characters;
use super::pen::{Brush, Ink};
use super::stream::StreamPicture;
use super::strip::StripCode;
use super::table::StripTable;
use crate::Dialect;
use crate::room::Target;
use crate::zplane::{self, Lines, MaskBytes, Meet};

/// The colours of a picture, by kind.
#[derive(Clone, Debug, Default)]
pub(crate) enum Body {
    /// Nothing to draw.
    #[default]
    None,
    /// Strips, each with a packing of its own.
    Strips(StripTable),
    /// One stream of columns: v2 (S11).
    Stream(StreamPicture),
    /// Characters and maps: v1 (S12).
    Characters(Characters),
    /// The whole screen in one stream: HE71+ (S15).
    Bmap(Bmap),
}

/// A z-plane of a picture.
#[derive(Clone, Debug)]
pub(crate) enum Plane {
    /// Strips that may be empty (Z1).
    Strips(StripTable),
    /// v1, v2: the bytes themselves, strip after strip from top to bottom, in strips of so many lines.
    Lines(Vec<u8>, usize),
}

/// A picture and its planes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    /// The whole resource that the tables lead into.
    pub(crate) resource: Arc<[u8]>,
    pub(crate) body: Body,
    /// Planes 1..; `None` where the chunk is missing.
    pub(crate) planes: Vec<Option<Plane>>,
    /// HE72+: what objects take away from planes (O6).
    pub(crate) eraser: Option<StripTable>,
}

/// Where a picture is put on the stage.
#[derive(Clone, Debug)]
pub(crate) struct Spot {
    /// The stage's strip in which the picture's strip 0 stands; negative left of the room.
    pub(crate) strip: i64,
    /// Its lines.
    pub(crate) lines: Lines,
    /// The strips of the stage that may be touched.
    pub(crate) visible: Range<usize>,
}

impl Spot {
    /// The visible strips of a picture of `count` strips: number in the picture, number on the stage.
    pub(crate) fn strips(&self, count: usize) -> impl Iterator<Item = (usize, usize)> + use<> {
        let first = usize::try_from(self.strip.max(0)).unwrap_or(usize::MAX).max(self.visible.start);
        let end = i64::try_from(count).unwrap_or(i64::MAX).saturating_add(self.strip);
        let end = usize::try_from(end.max(0)).unwrap_or(0).min(self.visible.end);
        let offset = self.strip;
        (first..end).filter_map(move |on_stage| {
            let own = i64::try_from(on_stage).ok()?.checked_sub(offset)?;
            Some((usize::try_from(own).ok()?, on_stage))
        })
    }
}

/// What decides how strips are drawn, beside their own bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style<'a> {
    pub(crate) dialect: &'a Dialect,
    /// The room's transparent colour (R2).
    pub(crate) transparent: u8,
    /// Whether an object's transparent strips may add to planes; `None` for a background (Z4, O6).
    pub(crate) object_ors: Option<bool>,
}

impl Style<'_> {
    fn ink<'a>(&self, room_palette: &'a [u8; 256], code: StripCode) -> Ink<'a> {
        Ink {
            palette: room_palette,
            offset: if code.shifted { self.dialect.colour_shift() } else { 0 },
            transparent: code.transparent.then_some(self.transparent),
        }
    }

    fn meet(&self, code: Option<StripCode>) -> Meet {
        match self.object_ors {
            None => Meet::Replace,
            Some(allowed) => {
                let kind = self.dialect.ors_every_strip() || code.is_some_and(|c| c.transparent);
                if allowed && kind { Meet::Add } else { Meet::Replace }
            }
        }
    }
}

impl Dialect {
    /// What is added to the colours of a picture before the room palette is asked (S9): 16 on Amiga from v4 on.
    pub(crate) fn colour_shift(&self) -> u8 {
        if self.platform() == crate::Platform::Amiga && self.version() >= 4 { 16 } else { 0 }
    }

    /// Whether an object's strips add to planes whatever their code (O6): v8 and Humongous games.
    pub(crate) fn ors_every_strip(&self) -> bool {
        self.version() == 8 || self.is_humongous()
    }
}

impl Picture {
    /// The code of a strip and the bytes behind it; `None` for damaged strips and other kinds of picture.
    fn strip(&self, strip: usize, dialect: &Dialect) -> Option<(StripCode, &[u8])> {
        let Body::Strips(table) = &self.body else { return None };
        split_code(table.strip(&self.resource, strip)?, dialect)
    }

    /// Number of strips of the picture.
    fn strip_count(&self) -> usize {
        match &self.body {
            Body::None => 0,
            Body::Strips(table) => table.len(),
            Body::Stream(stream) => stream.strips(),
            Body::Characters(characters) => characters.strips(),
            Body::Bmap(_) => usize::MAX,
        }
    }

    /// Draws the visible strips and their planes.
    pub(crate) fn draw(&self, spot: &Spot, style: Style<'_>, target: &mut Target<'_>) {
        match &self.body {
            Body::None => return,
            Body::Strips(_) => self.draw_strips(spot, style, target),
            Body::Stream(stream) => stream.draw(&self.resource, spot, style.object_ors.is_some(), target),
            Body::Characters(characters) => characters.draw(spot, target),
            Body::Bmap(bmap) => bmap.draw(&self.resource, spot, style, target),
        }
        self.draw_planes(spot, style, target);
    }

    fn draw_strips(&self, spot: &Spot, style: Style<'_>, target: &mut Target<'_>) {
        for (own, on_stage) in spot.strips(self.strip_count()) {
            if let Some((code, bytes)) = self.strip(own, style.dialect) {
                let ink = style.ink(target.room_palette, code);
                let mut brush = Brush::new(target.canvas, on_stage, spot.lines.top, ink);
                // A strip that ends early has been reported when the room was parsed.
                let _ = code.decode(bytes, spot.lines.height, &mut brush);
            }
        }
    }

    fn draw_planes(&self, spot: &Spot, style: Style<'_>, target: &mut Target<'_>) {
        for (number, plane) in (1..).zip(&self.planes) {
            match plane {
                Some(Plane::Strips(table)) => {
                    for (own, strip) in spot.strips(table.len()) {
                        let bytes = table.strip(&self.resource, own);
                        let mut mask = bytes.map(MaskBytes::new);
                        let mask = mask.as_mut().map(|m| m as &mut dyn Iterator<Item = u8>);
                        let meet = self.meet(own, bytes.is_some(), style);
                        zplane::put_strip(target.planes, number, strip, spot.lines, mask, meet);
                        let eraser = self.eraser.as_ref().filter(|_| bytes.is_some());
                        if let Some(eraser) = eraser.and_then(|table| table.strip(&self.resource, own)) {
                            let bits = MaskBytes::new(eraser);
                            zplane::erase_strip(target.planes, number, strip, spot.lines, bits);
                        }
                    }
                }
                Some(Plane::Lines(bytes, height)) => {
                    let lines = Lines { height: spot.lines.height.min(*height), ..spot.lines };
                    let count = bytes.len().checked_div(*height).unwrap_or(0);
                    for (own, on_stage) in spot.strips(count) {
                        let mut bytes = bytes.iter().skip(own.saturating_mul(*height)).copied();
                        zplane::put_strip(target.planes, number, on_stage, lines, Some(&mut bytes), style.meet(None));
                    }
                }
                None => {}
            }
        }
    }

    /// How a strip of this picture meets the planes; `stored` is false for an empty one.
    fn meet(&self, strip: usize, stored: bool, style: Style<'_>) -> Meet {
        match &self.body {
            Body::Bmap(_) => Meet::ReplaceUnlessEmpty,
            _ if stored && self.eraser.is_some() => Meet::Add,
            _ => style.meet(self.strip(strip, style.dialect).map(|(code, _)| code)),
        }
    }
}

/// Takes the code off a strip's bytes; 16-colour games have none (S2).
pub(super) fn split_code<'a>(bytes: &'a [u8], dialect: &Dialect) -> Option<(StripCode, &'a [u8])> {
    if dialect.is_sixteen_colour() {
        return Some((StripCode::SIXTEEN, bytes));
    }
    let (&code, rest) = bytes.split_first()?;
    Some((StripCode::of(code, dialect)?, rest))
}
