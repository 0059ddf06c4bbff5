//! Finds damaged and odd data in rooms.

use std::collections::BTreeMap;

use scumm_costume::edit::lint::{LintFinding, Severity};
use scumm_engine::Game;
use scumm_room::resource::ResourceKind;
use scumm_room::{BoxMatrix, Dialect, Error, Room, slot_of_word};
use serde::Serialize;

/// The most findings that are listed for a room. Further findings are counted in one more finding.
const MOST: usize = 64;

/// A finding with the room to which it belongs.
#[derive(Debug, Serialize)]
pub struct RoomFinding {
    /// The number of the room.
    pub room: u16,
    /// The finding.
    #[serde(flatten)]
    pub finding: LintFinding,
}

/// The findings in the rooms of a game.
#[derive(Debug, Serialize)]
pub struct RoomLintReport {
    /// The findings.
    pub findings: Vec<RoomFinding>,
}

/// Returns the findings of a room, the errors first. A room that cannot be read yields a finding,
/// too.
pub fn room_findings(game: &Game, number: u16) -> Vec<RoomFinding> {
    let location = game.files().locate(ResourceKind::Room, number);
    let start = location.map_or(0, |location| location.offset);
    let mut list = Vec::new();
    match game.room(number) {
        Err(error) => list.push(finding(Severity::Error, "R4", damage(&error, start))),
        Ok(room) => {
            for problem in room.problems() {
                list.push(finding(Severity::Error, "R4", damage(problem, start)));
            }
            let dialect = game.dialect();
            list.extend(boxes(&room, &dialect));
            list.extend(objects(&room, &dialect));
            list.extend(cycles(&room));
        }
    }
    let more = list.len().saturating_sub(MOST);
    list.truncate(MOST);
    if more > 0 {
        let mut last = finding(Severity::Note, "R4", (0, format!("{more} more findings")));
        last.more = more;
        list.push(last);
    }
    let located = |finding| RoomFinding {
        room: number,
        finding,
    };
    list.into_iter().map(located).collect()
}

fn finding(severity: Severity, rule: &'static str, (at, what): (usize, String)) -> LintFinding {
    LintFinding {
        at,
        severity,
        rule,
        what,
        more: 0,
    }
}

/// Returns the place of an error in the room's block, and its text.
fn damage(error: &Error, start: u64) -> (usize, String) {
    let at = error.place().map_or(0, |place| place.offset);
    let at = usize::try_from(at.saturating_sub(start)).unwrap_or_default();
    (at, error.to_string())
}

/// Returns the findings of walk boxes and their scale slots.
fn boxes(room: &Room, dialect: &Dialect) -> Vec<LintFinding> {
    let mut found = Vec::new();
    let mut add = |severity, rule, what: String| found.push(finding(severity, rule, (0, what)));
    // Box 0 of v5 and later is the invalid box, which lies outside on purpose (B4).
    let first = if dialect.version() >= 5 { 1 } else { 0 };
    let count = room.boxes.len();
    for (number, walk_box) in room.boxes.iter().enumerate().skip(first) {
        if usize::from(walk_box.mask) > room.plane_count && dialect.version() >= 3 {
            let planes = room.plane_count;
            let what = format!(
                "box {number}: plane {} of {planes} hides its actors, so that nothing hides them",
                walk_box.mask
            );
            add(Severity::Note, "M5", what);
        }
        let slot = match dialect.version() {
            8 => usize::from(walk_box.slot),
            _ => slot_of_word(walk_box.scale).into(),
        };
        let is_set = |slot: usize| {
            let stored = room.scale_slots.get(slot.saturating_sub(1));
            matches!(stored, Some(Some(_)))
        };
        if slot > 0 && !is_set(slot) {
            let what = format!("box {number}: the room does not set scale slot {slot}");
            add(Severity::Note, "B6", what);
        }
    }
    let steps = room.matrix.as_ref().map_or_else(Vec::new, BoxMatrix::steps);
    for (from, next) in steps {
        let is_box = (first..count).contains(&usize::from(from));
        if is_box && usize::from(next) >= count {
            let what = format!("box {from}: a way leads to box {next} of {count}");
            add(Severity::Warning, "B3", what);
        }
    }
    if room.boxes.len() > first.saturating_add(1) && room.matrix.is_none() {
        add(
            Severity::Note,
            "B3",
            "the room has boxes and no matrix".to_owned(),
        );
    }
    found
}

/// Returns the findings of objects.
fn objects(room: &Room, dialect: &Dialect) -> Vec<LintFinding> {
    let mut found = Vec::new();
    let mut add = |severity, rule, what: String| found.push(finding(severity, rule, (0, what)));
    let mut slots: BTreeMap<u16, usize> = BTreeMap::new();
    for (slot, object) in (1..).zip(&room.objects) {
        let id = object.id;
        if let Some(other) = slots.insert(id, slot) {
            let what = format!("object {id}: slots {other} and {slot} have this number");
            add(Severity::Warning, "O1", what);
        }
        if usize::from(object.parent) > room.objects.len() {
            let what = format!(
                "object {id}: its parent is in slot {} of {}",
                object.parent,
                room.objects.len()
            );
            add(Severity::Warning, "O4", what);
        }
        let has_pictures = !room.object_states(slot.saturating_sub(1)).is_empty();
        let left = i64::from(object.position.x);
        let top = i64::from(object.position.y);
        let is_outside = left >= i64::try_from(room.width).unwrap_or(i64::MAX)
            || top >= i64::try_from(room.height).unwrap_or(i64::MAX)
            || left + i64::from(object.width) <= 0
            || top + i64::from(object.height) <= 0;
        // Blast objects of v6 and later are drawn at places that scripts name.
        if has_pictures && is_outside && dialect.version() < 6 {
            let what = format!("object {id}: its picture at {left},{top} is outside the room");
            add(Severity::Note, "O2", what);
        }
    }
    found
}

/// Returns the findings of colour cycles.
fn cycles(room: &Room) -> Vec<LintFinding> {
    let mut found = Vec::new();
    for cycle in &room.cycles {
        if cycle.first > cycle.last {
            let what = format!(
                "cycle {}: its first colour {} is after its last colour {}",
                cycle.index, cycle.first, cycle.last
            );
            found.push(finding(Severity::Warning, "R11", (0, what)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rooms_of_the_demo_have_no_errors_and_a_broken_matrix_is_found_b3() {
        let game = Game::from_files(crate::demo::files(6).unwrap()).unwrap();
        for number in game.rooms() {
            for RoomFinding { finding, .. } in room_findings(&game, number) {
                assert_eq!(finding.severity, Severity::Note, "{finding:?}");
            }
        }
        let dialect = game.dialect();
        let mut room = game.room(1).unwrap();
        // From box 1 to box 2 over box 99.
        let stored = [0xff, 0xff, 2, 2, 99, 0xff];
        room.matrix = BoxMatrix::stored(&dialect, room.boxes.len(), &stored);
        let found = boxes(&room, &dialect);
        let is_step = |finding: &LintFinding| finding.rule == "B3";
        assert!(found.iter().any(is_step), "{found:?}");
    }

    #[test]
    fn objects_and_cycles_that_contradict_the_room_are_found() {
        let game = Game::from_files(crate::demo::files(5).unwrap()).unwrap();
        let dialect = game.dialect();
        let mut room = game.room(1).unwrap();
        let mut object = scumm_room::RoomObject {
            id: 9,
            parent: 200,
            ..scumm_room::RoomObject::default()
        };
        room.objects.push(object.clone());
        object.parent = 0;
        room.objects.push(object);
        room.cycles.push(scumm_room::Cycle {
            index: 1,
            delay: 3,
            flags: 0,
            first: 9,
            last: 8,
        });
        let mut rules = Vec::new();
        rules.extend(objects(&room, &dialect));
        rules.extend(cycles(&room));
        let rules: Vec<&str> = rules.iter().map(|finding| finding.rule).collect();
        for rule in ["O1", "O4", "R11"] {
            assert!(rules.contains(&rule), "{rule}: {rules:?}");
        }
    }
}
