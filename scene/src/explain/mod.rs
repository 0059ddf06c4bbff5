//! Explains a difference in a picture: the step of drawing that causes the difference, the
//! differing pixels, and the cels that wrote these pixels.

mod cause;
mod picture;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use scumm_costume::TracedCel;
use scumm_engine::{Actor, Stage};
use scumm_room::{Palette, Surface};
use serde::Deserialize;

use super::compare::{Difference, STAGES};
use super::error::Result;
use super::layers::PictureLayers;
use super::runner::Runner;
use crate::harness::judge::SceneFailure;
use crate::harness::pictures;
use crate::harness::screenshots::Screenshot;

pub use cause::{Cause, ColourDifference, DrawnPart};

/// The most pixels whose origin is described.
const ORIGINS: usize = 8;

/// Returns the palette in which the pictures of a scene are stored and shown. It is the palette of
/// the display. The display of HE99 shows only the colours that a room has set (H2), so the palette
/// of a scene without a room is used instead.
pub fn display_palette(stage: &Stage) -> Palette {
    let unfilled = stage.dialect().has_palette_slots() && stage.backdrop().room().is_none();
    if unfilled {
        stage.colours().palette.clone()
    } else {
        stage.colours().displayed()
    }
}

/// Returns the visible part of a stage as a picture.
pub fn visible_picture(stage: &Stage) -> Surface {
    let view = stage.front();
    Surface::from_pixels(view.width, view.height, view.rows().flatten().copied())
}

/// The area in which a picture differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DifferingArea {
    /// The number of differing pixels.
    pub count: usize,
    /// The first column, first row, last column and last row.
    pub bounds: [usize; 4],
    /// Descriptions of the writes to the first differing pixels.
    pub origins: Vec<String>,
}

impl Difference {
    /// Plays a new run of the scene, with a trace, to the line at which the first run differed, and
    /// describes the difference of the picture. `expected` is the picture of that line, if it is
    /// stored.
    ///
    /// # Errors
    /// Returns the errors of [`Runner::advance`].
    pub fn explain(self, runner: Runner, expected: Option<Screenshot>) -> Result<SceneFailure> {
        let mut runner = runner.with_trace().silent();
        let mut line = None;
        for left in (0..self.line).rev() {
            runner.layers = left == 0;
            line = runner.next_line()?;
        }
        let stage = runner.stage();
        let found = Screenshot::from_stage(stage);
        let size = |picture: &Surface| (picture.width(), picture.height());
        let known = expected
            .as_ref()
            .filter(|expected| size(&expected.picture) == size(&found.picture));
        let pixels = known
            .map(|expected| picture::pixels(stage, expected.picture.pixels()))
            .unwrap_or_default();
        let differing = pixels.iter().filter(|pixel| pixel.differs()).take(ORIGINS);
        let origins = differing.map(|pixel| pixel.origin(stage)).collect();
        let differs =
            known.and_then(|expected| pictures::difference(&expected.picture, &found.picture));
        let differs = differs.map(|area| DifferingArea { origins, ..area });
        let cause = line.as_ref().and_then(|line| {
            let stored = self.stored.as_ref()?;
            let crc = stored["crc"].as_str()?;
            let layers = PictureLayers::deserialize(&stored[STAGES])
                .ok()
                .zip(line.stages.as_ref());
            let by_layers = || {
                layers
                    .as_ref()
                    .and_then(|(expected, found)| cause::cause_by_layers(expected, found))
            };
            if crc != line.crc {
                let all_equal = || layers.is_some().then_some(Cause::Composition);
                by_layers()
                    .or_else(|| picture::cause(&pixels))
                    .or_else(all_equal)
            } else if self.key == "crc" {
                Some(Cause::FastPainter)
            } else {
                by_layers()
            }
        });
        Ok(SceneFailure {
            difference: self,
            cause,
            differs,
            line,
            found: Some(found),
            expected,
            ..SceneFailure::default()
        })
    }
}

/// The number of pixels on the stage and the number of hidden pixels, by actor, limb and cel. A
/// plane hides the hidden pixels.
type PixelCounts = BTreeMap<(u16, u8, u16), (usize, usize)>;

/// Describes in words the drawing of a stage. The description is for the author of another engine
/// whose picture differs although its lines are equal.
///
/// Returns a line for each actor that a traced stage shows, in drawing order, followed by a line
/// for each cel that the actor showed when it was last drawn.
#[must_use]
pub fn describe_actors(stage: &Stage) -> Vec<String> {
    let view = stage.front();
    let Some(trace) = view.trace() else {
        return Vec::new();
    };
    let mut pixels = PixelCounts::new();
    let mut planes = BTreeMap::new();
    for (x, y) in (0..view.height).flat_map(|y| (0..view.width).map(move |x| (x, y))) {
        for write in view.writes(x, y) {
            let (count, hidden) = pixels
                .entry((write.actor, write.limb, write.cel))
                .or_default();
            *count = count.saturating_add(1);
            *hidden = hidden.saturating_add(write.hidden.into());
            planes.insert(write.actor, write.plane);
        }
    }
    let mut lines = Vec::new();
    for &id in trace.order() {
        let Ok(actor) = stage.actor(id) else {
            continue;
        };
        lines.push(describe_actor(id, actor, planes.get(&id).copied()));
        let cels = trace.cels().iter().filter(|cel| cel.actor == id);
        lines.extend(cels.map(|cel| describe_cel(cel, &pixels)));
    }
    lines
}

/// Describes the position of an actor and its drawing.
fn describe_actor(id: u16, actor: &Actor, plane: Option<u8>) -> String {
    let Actor {
        facing,
        scale_x,
        scale_y,
        shadow_mode,
        elevation,
        ..
    } = actor;
    let plane = plane.map_or_else(
        || "no pixel seen".to_owned(),
        |plane| format!("plane {plane}"),
    );
    let strips: Vec<String> = actor.strips.iter().map(|strip| strip.to_string()).collect();
    let strips = if strips.is_empty() {
        "none".to_owned()
    } else {
        strips.join(" ")
    };
    format!(
        "actor {id} at ({}, {}), elevation {elevation}, facing {facing}, scale {scale_x} {scale_y}, {plane}, shadow mode \
         {shadow_mode}, strips {strips}",
        actor.pos.x, actor.pos.y
    )
}

/// Describes a cel and its position.
fn describe_cel(
    &TracedCel {
        actor,
        limb,
        cel,
        place,
        ..
    }: &TracedCel,
    pixels: &PixelCounts,
) -> String {
    let (count, hidden) = pixels.get(&(actor, limb, cel)).copied().unwrap_or_default();
    let place = place.map_or_else(String::new, |((x, y), rect)| {
        format!(
            " place ({x}, {y}), rectangle {} {} {} {},",
            rect.left, rect.top, rect.right, rect.bottom
        )
    });
    format!("actor {actor}, limb {limb}, cel {cel}:{place} {count} pixels, {hidden} of them hidden")
}
