//! Compares the boxes, scale slots, colour cycles and objects of two editions of a room.

use scumm_media::text::{joined, plural};
use scumm_room::edit::ObjectPlan;
use scumm_room::{Point, Room, Surface, WalkBox};

use super::CostumeDifference;
use crate::build::sheet::MOST_PIXELS;
use crate::build::stored_room;

/// Returns the differences between two rooms apart from their backgrounds, planes and palettes. A
/// box or an object that only one of the rooms has is counted, and not listed.
pub fn parts(first: &Room, second: &Room) -> Vec<CostumeDifference> {
    let mut found = Vec::new();
    let boxes = [first.boxes.len(), second.boxes.len()];
    found.extend(counts("walk boxes", boxes));
    for (number, (old, new)) in first.boxes.iter().zip(&second.boxes).enumerate() {
        if old != new {
            found.push(CostumeDifference::new(
                format!("box {number}"),
                changed_box(old, new),
            ));
        }
    }
    let is_same = [
        ("matrix of boxes", first.matrix == second.matrix),
        ("scale slots", first.scale_slots == second.scale_slots),
        ("colour cycles", first.cycles == second.cycles),
        (
            "transparent colour",
            first.transparent == second.transparent,
        ),
    ];
    for (part, is_same) in is_same {
        if !is_same {
            found.push(CostumeDifference::new(part, "different"));
        }
    }
    let [old, new] = [first, second].map(|room| stored_room::bounded_plan(room, MOST_PIXELS));
    let (old, new) = match (old, new) {
        (Ok(old), Ok(new)) => (old.objects, new.objects),
        (Err(error), _) | (_, Err(error)) => {
            log::warn!("objects are not compared: {error}");
            return found;
        }
    };
    found.extend(counts("objects", [old.len(), new.len()]));
    for old in &old {
        let new = new.iter().find(|new| new.object.id == old.object.id);
        if let Some(new) = new.filter(|new| *new != old) {
            found.extend(objects(old, new));
        }
    }
    found
}

/// Returns the difference of two numbers of parts.
fn counts(part: &str, [old, new]: [usize; 2]) -> Option<CostumeDifference> {
    (old != new).then(|| CostumeDifference::new(part, format!("{old} became {new}")))
}

/// Describes the change of a box.
fn changed_box(old: &WalkBox, new: &WalkBox) -> String {
    let mut changes = Vec::new();
    let corners = [
        ("upper left", old.ul, new.ul),
        ("upper right", old.ur, new.ur),
        ("lower right", old.lr, new.lr),
        ("lower left", old.ll, new.ll),
    ];
    for (name, old, new) in corners {
        if old != new {
            changes.push(format!("{name} corner {} became {}", pair(old), pair(new)));
        }
    }
    let values = [
        ("mask", u16::from(old.mask), u16::from(new.mask)),
        ("flags", u16::from(old.flags), u16::from(new.flags)),
        ("scale", old.scale, new.scale),
        ("slot", u16::from(old.slot), u16::from(new.slot)),
    ];
    for (name, old, new) in values {
        if old != new {
            changes.push(format!("{name} {old} became {new}"));
        }
    }
    joined(changes, ", ")
}

fn pair(point: Point) -> String {
    format!("{},{}", point.x, point.y)
}

/// Returns the differences of an object with the same number in two rooms.
fn objects(old: &ObjectPlan, new: &ObjectPlan) -> Vec<CostumeDifference> {
    let name = format!("object {}", old.object.id);
    let mut changes = Vec::new();
    let [first, second] = [&old.object, &new.object];
    if first.position != second.position {
        let [old, new] = [pair(first.position), pair(second.position)];
        changes.push(format!("position {old} became {new}"));
    }
    if (first.width, first.height) != (second.width, second.height) {
        changes.push(format!(
            "size {}x{} became {}x{}",
            first.width, first.height, second.width, second.height
        ));
    }
    let is_same = [
        ("walk point", first.walk == second.walk),
        ("direction", first.direction == second.direction),
        (
            "parent",
            (first.parent, first.parent_state) == (second.parent, second.parent_state),
        ),
    ];
    for (part, is_same) in is_same {
        if !is_same {
            changes.push(format!("another {part}"));
        }
    }
    let mut found = Vec::new();
    if !changes.is_empty() {
        found.push(CostumeDifference::new(name.clone(), joined(changes, ", ")));
    }
    for picture in &old.pictures {
        let part = format!("{name}, state {}", picture.state);
        match new.picture(picture.state) {
            None => found.push(CostumeDifference::new(part, "only in the first")),
            Some(other) if other.pixels != picture.pixels => {
                let what = pixels(&picture.pixels, &other.pixels);
                found.push(CostumeDifference::new(part, what));
            }
            Some(other) if other.planes != picture.planes => {
                found.push(CostumeDifference::new(part, "hides other pixels"));
            }
            Some(_) => {}
        }
    }
    for picture in &new.pictures {
        if old.picture(picture.state).is_none() {
            let part = format!("{name}, state {}", picture.state);
            found.push(CostumeDifference::new(part, "only in the second"));
        }
    }
    found
}

/// Describes the difference of two pictures.
fn pixels(old: &Surface, new: &Surface) -> String {
    if (old.width(), old.height()) != (new.width(), new.height()) {
        return format!(
            "{}x{} became {}x{}",
            old.width(),
            old.height(),
            new.width(),
            new.height()
        );
    }
    let differing = old.pixels().iter().zip(new.pixels());
    plural(differing.filter(|(old, new)| old != new).count(), "pixel")
}
