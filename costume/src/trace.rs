//! A record of which cel wrote which pixel of the stage. While a trace is recorded, the plain
//! painters draw.

use std::ops::Range;

use scumm_room::Rect;

use crate::contents::ShownCel;
use crate::draw::look::ShadowKind;

/// The most writes that are kept of one pixel; the oldest writes are dropped first. A pixel gets
/// more writes only if actors are drawn again and again without a restored background.
pub const MOST_WRITES: usize = 16;

/// The limb number of an aux frame (A98).
pub const AUX_FRAME: u8 = 0xff;

/// A write: an opaque pixel of a cel at a pixel of the stage.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Write {
    /// The actor's number.
    pub actor: u16,
    /// The number of the cel: in COST, the number of the picture in the limb's table; in AKOS, the
    /// number of the cel in the costume.
    pub cel: u16,
    /// The number of the cel in the costume, as in [`CostumeCel::number`](crate::CostumeCel); of an
    /// aux frame, the number of the frame.
    pub costume_cel: u16,
    /// Column and row in the cel as it is stored.
    pub source: (u16, u16),
    /// The limb, or [`AUX_FRAME`].
    pub limb: u8,
    /// The colour of the cel at this pixel, before the palette.
    pub entry: u8,
    /// The screen colour after the palette.
    pub colour: u8,
    /// The pixel of the stage after the write.
    pub result: u8,
    /// The shadow table that was applied, if any.
    pub shade: Option<ShadowKind>,
    /// The plane that the actor was tested against.
    pub plane: u8,
    /// True if the plane hid the pixel, so that the pixel was not drawn.
    pub hidden: bool,
}

/// A cel that a limb showed when its actor was last drawn, visible or not.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TracedCel {
    /// The actor's number.
    pub actor: u16,
    /// The limb.
    pub limb: u8,
    /// The cel's number, as in [`Write::cel`].
    pub cel: u16,
    /// COST and AKOS: column and row of the upper left corner relative to the actor in a costume
    /// that faces east (C32, A41), and the unclipped rectangle in the view (C42).
    pub place: Option<((i32, i32), Rect)>,
}

/// The writes to each pixel, in order, since its background was last restored.
#[derive(Clone, Debug)]
pub struct Trace {
    spots: Vec<Vec<Write>>,
    order: Vec<u16>,
    cels: Vec<TracedCel>,
    /// The actor, plane, limb and cel of the next writes.
    next: Write,
}

/// A pixel of a cel before it is written to the stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub source: (i32, i32),
    pub entry: u8,
    pub colour: u8,
}

impl Trace {
    /// Creates an empty trace of a stage whose memory has `pixels` pixels.
    #[must_use]
    pub fn new(pixels: usize) -> Self {
        Self {
            spots: vec![Vec::new(); pixels],
            order: Vec::new(),
            cels: Vec::new(),
            next: Write::default(),
        }
    }

    /// Returns the writes to the pixel at an index of the stage's memory since its background was
    /// last restored, oldest first.
    #[must_use]
    pub fn writes(&self, index: usize) -> &[Write] {
        self.spots.get(index).map_or(&[], Vec::as_slice)
    }

    /// Returns the numbers of the actors in the order in which they were last drawn.
    #[must_use]
    pub fn order(&self) -> &[u16] {
        &self.order
    }

    /// Returns the cels that the actors showed when they were last drawn. The cels of an actor are
    /// in drawing order.
    #[must_use]
    pub fn cels(&self) -> &[TracedCel] {
        &self.cels
    }

    /// Sets the actor of the next writes and the plane that it is tested against.
    pub fn begin_actor(&mut self, actor: u16, plane: u8) {
        self.next.actor = actor;
        self.next.plane = plane;
        self.order.retain(|other| *other != actor);
        self.cels.retain(|cel| cel.actor != actor);
        self.order.push(actor);
    }

    /// Removes the writes to these pixels, because their background was restored.
    pub fn clear(&mut self, pixels: Range<usize>) {
        let end = pixels.end.min(self.spots.len());
        self.spots
            .get_mut(pixels.start.min(end)..end)
            .into_iter()
            .flatten()
            .for_each(Vec::clear);
    }

    /// Removes the writes that do not match `pixels`, the stage's memory after a snapshot was
    /// restored.
    pub fn keep_where(&mut self, pixels: &[u8]) {
        for (spot, pixel) in self.spots.iter_mut().zip(pixels) {
            let seen = spot.iter().rfind(|write| !write.hidden);
            if seen.is_some_and(|write| write.result != *pixel) {
                spot.clear();
            }
        }
    }

    /// Records that an aux frame of `actor` drew `colour` on these pixels (A98).
    pub fn aux_frame(&mut self, actor: u16, frame: u16, pixels: Range<usize>, colour: u8) {
        let write = Write {
            actor,
            cel: frame,
            costume_cel: frame,
            limb: AUX_FRAME,
            entry: colour,
            colour,
            result: colour,
            ..Write::default()
        };
        pixels.for_each(|index| self.push(index, write));
    }

    /// Sets the limb and cel of the next writes. `place` is the position of the cel, if it is
    /// known.
    pub(crate) fn begin_cel(&mut self, shown: ShownCel, place: Option<((i32, i32), Rect)>) {
        let ShownCel { limb, number, cel } = shown;
        self.next.limb = limb;
        self.next.cel = number;
        self.next.costume_cel = cel;
        self.cels.push(TracedCel {
            actor: self.next.actor,
            limb: self.next.limb,
            cel: number,
            place,
        });
    }

    /// Records a pixel that was drawn or hidden at `index`. `result` is the pixel of the stage
    /// afterwards.
    pub(crate) fn note(
        &mut self,
        index: usize,
        hidden: bool,
        mark: Mark,
        shade: Option<ShadowKind>,
        result: u8,
    ) {
        let side = |n: i32| u16::try_from(n).unwrap_or(u16::MAX);
        let (x, y) = mark.source;
        let Mark { entry, colour, .. } = mark;
        let write = Write {
            source: (side(x), side(y)),
            entry,
            colour,
            result,
            shade,
            hidden,
            ..self.next
        };
        self.push(index, write);
    }

    fn push(&mut self, index: usize, write: Write) {
        let Some(spot) = self.spots.get_mut(index) else {
            return;
        };
        if spot.len() >= MOST_WRITES {
            spot.remove(0);
        }
        spot.push(write);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_keeps_its_last_writes_until_the_background_comes_back() {
        let mut trace = Trace::new(4);
        for n in 0..20 {
            trace.aux_frame(1, n, 1..3, 9);
        }
        let cels: Vec<u16> = trace.writes(2).iter().map(|write| write.cel).collect();
        assert_eq!(cels, (4..20).collect::<Vec<_>>());
        trace.clear(2..99);
        assert_eq!(
            [0, 1, 2, 99].map(|i| trace.writes(i).len()),
            [0, MOST_WRITES, 0, 0]
        );
    }

    #[test]
    fn the_order_is_that_of_the_last_draw() {
        let mut trace = Trace::new(0);
        for actor in [3, 1, 2, 1] {
            trace.begin_actor(actor, 0);
        }
        assert_eq!(trace.order(), [3, 2, 1]);
    }
}
