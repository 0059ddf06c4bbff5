//! What each room resource of the vectors decodes to (resources.md, part 7).
#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scumm_room::room::Target;
use scumm_room::{Canvas, Dialect, Game, Palette, Planes, Platform, Room, RoomParts};
use serde_json::{Value, json};

/// The folder of the vectors beside the checkout or further up, if it is there.
fn vectors() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.ancestors().map(|dir| dir.join("shared/vectors")).find(|dir| dir.join("rooms.jsonl").is_file())
}

fn crc(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

fn dialect(line: &Value) -> Dialect {
    let number = |key: &str| line[key].as_u64().and_then(|n| u8::try_from(n).ok()).unwrap_or(0);
    let dialect = if number("he") > 0 { Dialect::humongous(number("he")) } else { Dialect::new(number("version")) };
    let platform = match line["platform"].as_str() {
        Some("amiga") => Platform::Amiga,
        Some(other) => panic!("platform {other}"),
        None => Platform::Dos,
    };
    let game = line["game"].as_str().map_or(dialect.game(), Game::from_id);
    dialect.with_old256(number("old256") == 1).with_ega(number("ega") == 1).with_platform(platform).with_game(game)
}

/// Draws the room as the vectors were made: on zeros, the view at the left edge, objects after the background.
fn draw(room: &Room, dialect: &Dialect, states: &BTreeMap<u16, u8>) -> (Canvas, Planes) {
    let (width, _) = dialect.screen_size();
    let pitch = usize::from(width) + if dialect.is_v7_plus() { 8 } else { 0 };
    let mut canvas = Canvas::new(pitch, room.height, room.width);
    let mut planes = Planes::new(pitch, room.height, room.width, room.plane_count + 1);
    let room_palette = std::array::from_fn(|i| u8::try_from(i).unwrap());
    let mut target = Target { canvas: &mut canvas, planes: &mut planes, room_palette: &room_palette };
    let visible = dialect.visible_strips(0);
    room.draw_background(visible.clone(), &mut target);
    let state = |index: usize| states.get(&room.objects[index].id).copied().unwrap_or(0);
    for object in room.objects_to_draw(state) {
        room.draw_object(object, state(object), visible.clone(), &mut target);
    }
    (canvas, planes)
}

/// A plane of the view as the original keeps it: a bit a pixel.
fn packed(planes: &Planes, plane: usize, width: usize, height: usize) -> Vec<u8> {
    let lines = planes.planes[plane].chunks(planes.pitch).take(height);
    lines
        .flat_map(|line| line[..width].chunks_exact(8))
        .map(|strip| strip.iter().fold(0, |bits, &pixel| bits << 1 | u8::from(pixel != 0)))
        .collect()
}

/// The figures of a room under the names of the vectors.
fn figures(room: &Room, dialect: &Dialect, line: &Value) -> BTreeMap<&'static str, Value> {
    let states: BTreeMap<u16, u8> = line["objects"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(id, state)| (id.parse().unwrap(), state.as_u64().unwrap().try_into().unwrap()))
        .collect();
    let (canvas, planes) = draw(room, dialect, &states);
    let view: Vec<usize> = line["view"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect();
    let picture: Vec<u8> =
        canvas.pixels.chunks(canvas.pitch).take(view[1]).flat_map(|l| l[..view[0]].to_vec()).collect();
    // The vectors list the planes that are stored.
    let stored = (1..=room.plane_count).filter(|&p| room.stores_plane(p));
    let masks: Vec<_> = stored.map(|p| crc(&packed(&planes, p, view[0], view[1]))).collect();
    let mut palette = Palette::default();
    room.apply_palette(&mut palette);
    let boxes: Vec<_> = room
        .boxes
        .iter()
        .map(|b| {
            json!({"ul": b.ul.to_array(), "ur": b.ur.to_array(), "lr": b.lr.to_array(), "ll": b.ll.to_array(),
                "mask": b.mask, "flags": b.flags, "scale": b.scale})
        })
        .collect();
    let mut slots: Vec<_> =
        room.scale_slots.iter().map(|slot| slot.unwrap_or_default()).map(|s| [s.y1, s.s1, s.y2, s.s2]).collect();
    while slots.last() == Some(&[0; 4]) {
        slots.pop();
    }
    let mut matrix = room.matrix.clone().unwrap_or_default();
    while matrix.last() == Some(&0) {
        matrix.pop();
    }
    let cycles: serde_json::Map<_, _> =
        room.cycles.iter().map(|c| (c.index.to_string(), json!([c.delay, c.flags, c.first, c.last]))).collect();
    let objects: Vec<_> = room
        .objects
        .iter()
        .map(|o| {
            // v8 stores an angle; its number is that of the eight directions.
            let direction = if dialect.version() == 8 { o.direction / 45 } else { o.direction };
            json!({"id": o.id, "x": o.position.x, "y": o.position.y, "w": o.width, "h": o.height,
                "state": states.get(&o.id).copied().unwrap_or(0), "parent": o.parent, "parentstate": o.parent_state,
                "walk": o.walk.to_array(), "dir": direction, "flags": u8::from(o.ors_planes)})
        })
        .collect();
    BTreeMap::from([
        ("width", json!(room.width)),
        ("height", json!(room.height)),
        ("planes", json!(room.plane_count)),
        ("transparent", json!(room.transparent)),
        ("picture_crc", json!(crc(&picture))),
        ("mask_crc", json!(masks)),
        ("palette_crc", json!(crc(&palette.to_bytes()))),
        ("boxes", json!(boxes)),
        ("scale_slots", json!(slots)),
        ("matrix", json!(matrix)),
        ("cycles", json!(cycles)),
        ("object_list", json!(objects)),
    ])
}

#[test]
fn every_room_of_the_vectors_decodes_to_its_figures() {
    let Some(vectors) = vectors() else {
        eprintln!("no vectors beside the checkout: nothing is compared");
        return;
    };
    let lines = std::fs::read_to_string(vectors.join("rooms.jsonl")).unwrap();
    let names = BTreeMap::from([("lamp".to_owned(), 12), ("door".to_owned(), 13)]);
    let (mut equal, mut wrong) = (0, Vec::new());
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        // Paths are relative to a folder of scenes.
        let read = |key: &str| line[key].as_str().map(|p| std::fs::read(vectors.join("rooms-v5").join(p)).unwrap());
        let (room, image, scripts) = (read("resource").unwrap(), read("image"), read("scripts"));
        let parts = RoomParts {
            room: &room,
            image: image.as_deref(),
            scripts: scripts.as_deref(),
            object_names: Some(&names),
            ..RoomParts::default()
        };
        let dialect = dialect(&line);
        let name = format!("{} {} v{}", line["resource"], line["game"], line["version"]);
        let room = match Room::parse_strict(&parts, &dialect) {
            Ok(room) => room,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        let figures = figures(&room, &dialect, &line);
        let differences: Vec<_> = figures
            .iter()
            .filter(|(key, _)| line.get(**key).is_some())
            .filter(|(key, value)| &line[**key] != *value)
            .map(|(key, value)| format!("{name}: {key} is {value}, expected {}", line[*key]))
            .collect();
        if differences.is_empty() { equal += 1 } else { wrong.extend(differences) }
    }
    assert!(wrong.is_empty(), "{equal} equal; {}", wrong.join("\n"));
    assert!(equal > 100, "only {equal} rooms compared");
}
