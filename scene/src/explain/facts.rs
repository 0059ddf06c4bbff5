//! Describes in words what the engine has drawn, for another engine whose picture differs while its
//! lines are equal.

use std::collections::BTreeMap;

use scumm_costume::TracedCel;
use scumm_engine::{Actor, Stage};

/// For each cel of an actor's limb, the number of pixels on the stage and the number of them that a
/// plane hides.
type Pixels = BTreeMap<(u16, u8, u16), (usize, usize)>;

/// Returns a line for each actor that a traced stage shows, in drawing order, followed by a line
/// for each cel that the actor showed when it was last drawn.
#[must_use]
pub fn drawn(stage: &Stage) -> Vec<String> {
    let view = stage.front();
    let Some(trace) = view.trace() else {
        return Vec::new();
    };
    let mut pixels = Pixels::new();
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
    for actor in trace.order().iter().filter_map(|id| stage.actor(*id).ok()) {
        lines.push(about(actor, planes.get(&actor.id).copied()));
        let cels = trace.cels().iter().filter(|cel| cel.actor == actor.id);
        lines.extend(cels.map(|cel| of_cel(cel, &pixels)));
    }
    lines
}

/// Describes the position of an actor and its drawing.
fn about(actor: &Actor, plane: Option<u8>) -> String {
    let Actor {
        id,
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
fn of_cel(
    &TracedCel {
        actor,
        limb,
        cel,
        place,
    }: &TracedCel,
    pixels: &Pixels,
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
