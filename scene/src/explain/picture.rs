//! Finds the differing pixels of a picture, and the change to its drawing that would produce the
//! expected picture.

use std::collections::{BTreeMap, BTreeSet};

use scumm_costume::Write;
use scumm_engine::Stage;

use super::cause::{Cause, ColourDifference, DrawnPart};

/// A pixel of the view that differs, or that an actor has written to.
pub(super) struct Pixel<'a> {
    pub x: usize,
    pub y: usize,
    pub expected: u8,
    pub found: u8,
    /// The colour of the background.
    base: u8,
    pub writes: &'a [Write],
}

impl Pixel<'_> {
    pub(super) fn differs(&self) -> bool {
        self.expected != self.found
    }

    /// Returns the last write that no plane hides: the pixel shows its result.
    fn top(&self) -> Option<&Write> {
        self.writes.iter().rfind(|write| !write.hidden)
    }

    /// Describes the origin of the pixel: the writes since the background was last visible there,
    /// the last write first, then the writes that a plane hides.
    pub(super) fn origin(&self, stage: &Stage) -> String {
        let Self {
            x,
            y,
            expected,
            found,
            writes,
            ..
        } = *self;
        let strip = stage
            .camera()
            .view_start()
            .saturating_add(x)
            .wrapping_shr(3);
        let (hidden, seen): (Vec<&Write>, Vec<&Write>) =
            writes.iter().rev().partition(|write| write.hidden);
        let seen: String = seen
            .into_iter()
            .map(|write| wrote(write) + ", over ")
            .collect();
        let hidden = hidden
            .into_iter()
            .map(|write| format!("; hidden by plane {}: {}", write.plane, wrote(write)));
        let hidden: String = hidden.collect();
        format!(
            "({x}, {y}), strip {strip}: expected {expected}, found {found}: {seen}background{hidden}"
        )
    }

    /// Returns the pixel that results if only those writes are made whose flag is true, in this
    /// order. Returns `None` if the result is unknown, because a shadow table would have read
    /// another pixel than in the traced drawing.
    fn composed<'w>(&self, writes: impl Iterator<Item = (&'w Write, bool)>) -> Option<u8> {
        let mut now = Some(self.base);
        let mut was = self.base;
        for (write, drawn) in writes {
            now = match (drawn, write.shade) {
                (false, _) => now,
                (true, None) => Some(write.colour),
                (true, Some(_)) => now
                    .filter(|now| *now == was && !write.hidden)
                    .map(|_| write.result),
            };
            was = if write.hidden { was } else { write.result };
        }
        now
    }

    /// Returns the pixel after the writes that `drawn` selects, in their own order.
    fn drawn(&self, drawn: impl Fn(&Write) -> bool) -> Option<u8> {
        self.composed(self.writes.iter().map(|write| (write, drawn(write))))
    }
}

fn wrote(write: &Write) -> String {
    let Write {
        actor,
        limb,
        cel,
        source: (column, row),
        entry,
        colour,
        shade,
        plane,
        hidden,
        ..
    } = *write;
    let shade = shade.map_or_else(String::new, |shade| format!(" {shade}"));
    let plane = if hidden {
        String::new()
    } else {
        format!(" plane {plane}")
    };
    format!(
        "{} pixel ({column}, {row}) entry {entry} colour {colour}{shade}{plane}",
        DrawnPart::Cel(actor, limb, cel)
    )
}

/// Returns all pixels of the view that differ or that an actor has written to. `expected` contains
/// the expected pixels of the view.
pub(super) fn pixels<'a>(stage: &'a Stage, expected: &[u8]) -> Vec<Pixel<'a>> {
    let view = stage.front();
    let back = stage.back();
    let mut pixels = Vec::new();
    for y in 0..view.height {
        let start = y.saturating_mul(view.width);
        let wanted = expected
            .get(start..start.saturating_add(view.width))
            .unwrap_or(&[]);
        for (x, ((&found, &expected), &base)) in
            view.row(y).iter().zip(wanted).zip(back.row(y)).enumerate()
        {
            let writes = view.writes(x, y);
            if expected != found || !writes.is_empty() {
                pixels.push(Pixel {
                    x,
                    y,
                    expected,
                    found,
                    base: if view.is_dark() { 0 } else { base },
                    writes,
                });
            }
        }
    }
    pixels
}

/// Returns the single change that produces the expected picture, or `None` if there is no such
/// change.
pub(super) fn cause(pixels: &[Pixel<'_>]) -> Option<Cause> {
    let first = pixels.iter().find(|pixel| pixel.differs())?;
    let recoloured = colours(pixels);
    if let Some(Cause::Colours { entries, .. }) = &recoloured {
        let all = |colour: fn(&ColourDifference) -> u8| {
            entries.iter().map(colour).collect::<BTreeSet<_>>()
        };
        if all(|entry| entry.expected) == all(|entry| entry.found) {
            return recoloured;
        }
    }
    // A change that explains all differing pixels also explains the first one. Therefore only the
    // writes to the first pixel are tried.
    let seen = || first.writes.iter().filter(|write| !write.hidden);
    let limb = seen().find(|a| {
        would_be(pixels, |p| {
            p.drawn(|b| !b.hidden && (a.actor, a.limb) != (b.actor, b.limb))
        })
    });
    if let Some(&Write {
        actor, limb, cel, ..
    }) = limb
    {
        return Some(Cause::Extra(DrawnPart::Cel(actor, limb, cel)));
    }
    if let Some(a) =
        seen().find(|a| would_be(pixels, |p| p.drawn(|b| !b.hidden && a.actor != b.actor)))
    {
        return Some(Cause::Extra(DrawnPart::Actor(a.actor)));
    }
    // If a plane differs, the writes that are tested against this plane change at each differing
    // pixel: visible writes become hidden, and hidden writes become visible.
    let turned = |plane| {
        would_be(pixels, move |p| {
            if p.differs() {
                p.drawn(|b| b.hidden == (b.plane == plane))
            } else {
                Some(p.found)
            }
        })
    };
    if let Some(a) = first.writes.iter().find(|a| turned(a.plane)) {
        return Some(Cause::Plane(a.plane));
    }
    let actors: BTreeSet<u16> = seen().map(|write| write.actor).collect();
    if let Some(second) = seen().next_back().map(|write| write.actor) {
        let under = |first: u16| {
            would_be(pixels, move |p| {
                let (a, rest): (Vec<&Write>, Vec<&Write>) =
                    p.writes.iter().partition(|write| write.actor == first);
                p.composed(
                    rest.into_iter()
                        .chain(a)
                        .map(|write| (write, !write.hidden)),
                )
            })
        };
        if let Some(&first) = actors
            .iter()
            .find(|&&first| first != second && under(first))
        {
            return Some(Cause::Order(first, second));
        }
    }
    let bare = || {
        pixels
            .iter()
            .filter(|pixel| pixel.differs())
            .all(|pixel| pixel.top().is_none())
    };
    recoloured.or_else(|| bare().then_some(Cause::NothingDrawn))
}

/// Returns whether all pixels would be as expected. A pixel of unknown colour counts as expected,
/// but the colour of at least one differing pixel has to be known.
fn would_be(pixels: &[Pixel<'_>], composed: impl Fn(&Pixel<'_>) -> Option<u8>) -> bool {
    let mut known = false;
    for pixel in pixels {
        match composed(pixel) {
            Some(colour) if colour != pixel.expected => return false,
            Some(_) => known |= pixel.differs(),
            None => {}
        }
    }
    known
}

/// Returns the colours of some actors' cels that differ from the expected ones, if the colours are
/// the only difference.
fn colours(pixels: &[Pixel<'_>]) -> Option<Cause> {
    let differing = || pixels.iter().filter(|pixel| pixel.differs());
    let actors: BTreeSet<u16> = differing()
        .map(|pixel| pixel.top().map(|write| write.actor))
        .collect::<Option<_>>()?;
    let mut entries = BTreeMap::new();
    for pixel in pixels {
        let Some(write) = pixel.top().filter(|write| actors.contains(&write.actor)) else {
            continue;
        };
        if write.shade.is_some() {
            if pixel.differs() {
                return None;
            }
            continue;
        }
        let pair = ColourDifference {
            entry: write.entry,
            expected: pixel.expected,
            found: pixel.found,
        };
        if *entries.entry((write.actor, write.entry)).or_insert(pair) != pair {
            return None;
        }
    }
    let differing: BTreeSet<ColourDifference> = entries
        .into_values()
        .filter(|pair| pair.expected != pair.found)
        .collect();
    let entries: Vec<ColourDifference> = differing.into_iter().collect();
    (!entries.is_empty()).then(|| Cause::Colours {
        actors: actors.into_iter().collect(),
        entries,
    })
}
