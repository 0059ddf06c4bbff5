//! Tests that rooms convert to sources and back, and that changes of a source reach the game.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use scumm_engine::Game;
use scumm_media::indexed_png::{IndexedPicture, PictureReader};
use scumm_room::resource::Given;
use scumm_room::{Dialect, Point, Room, RoomParts, Surface};

use super::encode;
use crate::build::companions::CompanionFiles;
use crate::build::room;
use crate::compare::GameComparison;
use crate::disassemble::RoomSourceFiles;
use crate::import::{ImportKind, import_in_place, import_into, undo_imports};
use crate::run_files::{ROOM_TEXT, RunFiles};

/// The games of the test files whose rooms can be built.
const GAMES: [&str; 4] = ["v5", "v6", "v7", "v8"];

/// A room's source whose files a test changes.
struct Source {
    dialect: Dialect,
    /// v8: the block RMSC.
    scripts: Option<Vec<u8>>,
    names: BTreeMap<String, u16>,
    files: BTreeMap<String, Vec<u8>>,
}

impl Source {
    fn new(game: &Game, number: u16, layers: bool) -> Self {
        Self {
            dialect: game.dialect(),
            scripts: game.load_room(number).unwrap().scripts.map(|raw| raw.data),
            names: game.files().index().object_names(),
            files: RoomSourceFiles::new(game, number, layers).unwrap().files,
        }
    }

    /// Returns room 1 of the demo in a version.
    fn of_demo(version: u8) -> Self {
        let files = crate::demo::files(version).unwrap();
        Self::new(&Game::from_files(files).unwrap(), 1, false)
    }

    fn text(&self) -> String {
        String::from_utf8(self.files[ROOM_TEXT].clone()).unwrap()
    }

    /// Replaces the first occurrence of a part of the text.
    fn edit(&mut self, old: &str, new: &str) {
        let text = self.text();
        assert!(text.contains(old), "{old}: {text}");
        let text = text.replacen(old, new, 1);
        self.files.insert(ROOM_TEXT.to_owned(), text.into_bytes());
    }

    fn picture(&self, name: &str) -> IndexedPicture {
        let reader = PictureReader::new(Cursor::new(&self.files[name])).unwrap();
        reader.read().unwrap()
    }

    /// Saves a picture as an editor does that knows only colours.
    fn save_colours(&mut self, name: &str, picture: &IndexedPicture) {
        let colour = |number: &u8| picture.palette[usize::from(*number)];
        let pixels: Vec<u8> = picture.pixels.iter().flat_map(colour).collect();
        let png = encode(picture, png::ColorType::Rgb, png::BitDepth::Eight, &pixels);
        self.files.insert(name.to_owned(), png);
    }

    fn try_build(&self) -> anyhow::Result<(Vec<u8>, Vec<String>)> {
        let beside = CompanionFiles::memory(self.files.clone());
        room::build(&self.text(), &beside, None)
    }

    fn build(&self) -> Vec<u8> {
        self.try_build()
            .unwrap_or_else(|error| panic!("{error:#}"))
            .0
    }

    /// Builds the source and reads the room.
    fn room(&self) -> Room {
        let block = self.build();
        let parts = RoomParts {
            scripts: self.scripts.as_deref(),
            object_names: Some(&self.names),
            ..RoomParts::new(&block)
        };
        Room::parse_strict(&parts, &self.dialect).unwrap()
    }

    fn refused(&self) -> String {
        match self.try_build() {
            Ok(_) => panic!("the source was built"),
            Err(error) => format!("{error:#}"),
        }
    }
}

#[test]
fn every_room_comes_back_byte_for_byte() {
    let unpacked = scumm_test_support::unpack("game-files").unwrap();
    let mut count = 0;
    for name in GAMES {
        let game = Game::open(unpacked.path().join("game-files").join(name)).unwrap();
        for number in game.rooms() {
            let stored = game.load_room(number).unwrap().room.data;
            for layers in [false, true] {
                let source = Source::new(&game, number, layers);
                assert!(source.build() == stored, "{name}, room {number}");
                count += 1;
            }
        }
    }
    assert!(count >= 16, "{count}");
    for version in [5, 6, 7] {
        let game = Game::from_files(crate::demo::files(version).unwrap()).unwrap();
        for number in game.rooms() {
            let source = Source::new(&game, number, false);
            assert!(source.build() == game.load_room(number).unwrap().room.data);
        }
    }
}

#[test]
fn a_painted_strip_leaves_all_other_strips_alone_s2() {
    let unpacked = scumm_test_support::unpack("game-files").unwrap();
    for name in GAMES {
        let game = Game::open(unpacked.path().join("game-files").join(name)).unwrap();
        for number in game.rooms() {
            let mut source = Source::new(&game, number, false);
            let old = source.room();
            let mut picture = source.picture("background.png");
            // Exchanges the colours of the first strip.
            let other = picture.pixels.iter().copied().max().unwrap();
            for row in picture.pixels.chunks_mut(old.width) {
                for pixel in &mut row[..8] {
                    *pixel = other - *pixel;
                }
            }
            let bytes = encode_indexed(&picture);
            source.files.insert("background.png".to_owned(), bytes);
            let new = source.room();
            let [old_codes, new_codes] = [old.strip_codes(), new.strip_codes()];
            assert_eq!(new_codes[1..], old_codes[1..], "{name}, room {number}");
            assert_eq!(new.picture().pixels(), picture.pixels);
            assert_eq!(new.picture_and_planes().1, old.picture_and_planes().1);
        }
    }
}

/// Returns an indexed picture with its palette as a PNG.
fn encode_indexed(picture: &IndexedPicture) -> Vec<u8> {
    let surface = Surface::from_pixels(
        picture.width,
        picture.pixels.len() / picture.width,
        picture.pixels.iter().copied(),
    );
    let palette = scumm_room::Palette::new(picture.palette);
    crate::output::png_bytes(&surface, &palette, None, 1).unwrap()
}

#[test]
fn a_picture_that_is_saved_without_a_palette_is_the_same_picture() {
    for version in [5, 6, 7] {
        let mut source = Source::of_demo(version);
        let stored = source.build();
        let names: Vec<String> = source.files.keys().cloned().collect();
        for name in names.iter().filter(|name| name.ends_with(".png")) {
            // Transparent pixels of objects need an opacity, which this editor does not save.
            if name.starts_with("objects/") && !name.contains("plane") {
                continue;
            }
            let picture = source.picture(name);
            source.save_colours(name, &picture);
        }
        assert!(source.build() == stored, "{version}");
    }
}

#[test]
fn a_colour_that_the_room_lacks_is_refused_with_its_place_and_the_nearest() {
    let mut source = Source::of_demo(6);
    let mut picture = source.picture("background.png");
    let free = picture.pixels[0];
    picture.palette[usize::from(free)] = [1, 254, 3];
    source.save_colours("background.png", &picture);
    let refused = source.refused();
    let expected = "background.png: the pixel at (0, 0) has colour 01fe03, which is not a colour";
    assert!(
        refused.contains(expected) && refused.contains("nearest"),
        "{refused}"
    );
}

#[test]
fn a_moved_box_gets_a_new_matrix_and_other_values_keep_theirs_b10() {
    let mut source = Source::of_demo(6);
    let old = source.room();
    source.edit("[[box]] # 1\nul = [", "[[box]] # 1\nflags = 8\nul = [");
    let flagged = source.room();
    assert_eq!((flagged.boxes[1].flags, &flagged.matrix), (8, &old.matrix));
    // Moves box 1 far away from all others.
    let first = &old.boxes[1];
    let corners = |[ul, ur, lr, ll]: [Point; 4]| {
        let pair = |point: Point| format!("[{}, {}]", point.x, point.y);
        format!(
            "ul = {}\nur = {}\nlr = {}\nll = {}\n",
            pair(ul),
            pair(ur),
            pair(lr),
            pair(ll)
        )
    };
    let far = [(-300, -300), (-290, -300), (-290, -290), (-300, -290)];
    source.edit(
        &corners([first.ul, first.ur, first.lr, first.ll]),
        &corners(far.map(Point::from)),
    );
    let (_, warnings) = source.try_build().unwrap();
    assert!(
        warnings[0].starts_with("box 1: the corner -300,-300 is outside"),
        "{warnings:?}"
    );
    let moved = source.room();
    assert_ne!(moved.matrix, old.matrix);
    source.edit("version = 6\n", "version = 6\nmatrix = \"stored\"\n");
    assert_eq!(source.room().matrix, old.matrix);
}

#[test]
fn scales_that_a_box_cannot_store_are_refused_b6() {
    let wrong = [
        ("slot = 0\n", "box 1: slot: expected 1 to 32768, found 0"),
        (
            "slot = 40000\n",
            "box 1: slot: expected 1 to 32768, found 40000",
        ),
        (
            "scale = 40000\n",
            "box 1: scale: expected less than 32768, found 40000",
        ),
        (
            "scale = 9\nslot = 1\n",
            "box 1: expected `scale` or `slot`, found both",
        ),
    ];
    for (lines, expected) in wrong {
        let mut source = Source::of_demo(6);
        let text = source.text();
        let start = text.find("[[box]] # 1\n").unwrap();
        let own = text[start..]
            .lines()
            .find(|line| line.starts_with("scale") || line.starts_with("slot"));
        let own = format!("{}\n", own.unwrap());
        let changed = text[start..].replacen(&own, lines, 1);
        let text = format!("{}{changed}", &text[..start]);
        source.files.insert(ROOM_TEXT.to_owned(), text.into_bytes());
        let refused = source.refused();
        assert!(refused.ends_with(expected), "{refused}");
    }
}

#[test]
fn a_wider_room_is_built_and_planes_must_have_its_size() {
    let mut source = Source::of_demo(7);
    let old = source.room();
    let mut picture = source.picture("background.png");
    let wide = |picture: &IndexedPicture| {
        let rows = picture.pixels.chunks(picture.width);
        rows.flat_map(|row| row.iter().chain(&row[..8]).copied())
            .collect::<Vec<u8>>()
    };
    picture.pixels = wide(&picture);
    picture.width += 8;
    source
        .files
        .insert("background.png".to_owned(), encode_indexed(&picture));
    if old.plane_count > 0 {
        let refused = source.refused();
        assert!(refused.contains("expected plane-1.png of"), "{refused}");
    }
    for number in 1..=old.plane_count {
        let name = format!("plane-{number}.png");
        let mut plane = source.picture(&name);
        plane.pixels = wide(&plane);
        plane.width += 8;
        source.files.insert(name, encode_indexed(&plane));
    }
    let new = source.room();
    assert_eq!((new.width, new.height), (old.width + 8, old.height));
    assert_eq!(new.picture().pixels(), picture.pixels);
}

#[test]
fn objects_and_palettes_are_changed() {
    for version in [5, 6, 7] {
        let mut source = Source::of_demo(version);
        let old = source.room();
        let object = &old.objects[0];
        let place = |point: Point| format!("at = [{}, {}]\n", point.x, point.y);
        let moved = Point::new(object.position.x - 8, object.position.y + 16);
        source.edit(&place(object.position), &place(moved));
        let name = format!("objects/{:04}-1.png", object.id);
        let mut picture = source.picture(&name);
        let colour = old.picture().pixels()[0];
        picture.pixels.fill(colour);
        source.files.insert(name, encode_indexed(&picture));
        let palette = String::from_utf8(source.files["palette-0.gpl"].clone()).unwrap();
        let line = palette.lines().nth(4 + 20).unwrap().to_owned();
        let palette = palette.replacen(&line, " 12 34 56 changed", 1);
        let bytes = palette.into_bytes();
        source.files.insert("palette-0.gpl".to_owned(), bytes);

        let new = source.room();
        assert_eq!(new.objects[0].position, moved);
        assert_eq!(new.palettes[0][20], [12, 34, 56]);
        assert_eq!(new.picture(), old.picture());
        let pictures = &new.plan().objects[0].pictures;
        assert!(
            pictures[0]
                .pixels
                .pixels()
                .iter()
                .all(|pixel| *pixel == colour)
        );
    }
}

#[test]
fn a_plane_in_a_file_of_aseprite_is_read_back() {
    let files = crate::demo::files(6).unwrap();
    let game = Game::from_files(files).unwrap();
    let source = Source::new(&game, 1, true);
    let old = Source::new(&game, 1, false).room();
    assert!(old.plane_count > 0);
    assert!(!source.files.contains_key("plane-1.png"));
    let planes = |room: &Room| room.picture_and_planes().1;
    assert_eq!(planes(&source.room()), planes(&old));
}

#[test]
fn rooms_of_other_versions_are_read_and_not_built() {
    let unpacked = scumm_test_support::unpack("game-files").unwrap();
    for name in ["v2-zak", "v3-256", "v4", "he60", "he72"] {
        let game = Game::open(unpacked.path().join("game-files").join(name)).unwrap();
        let number = game.rooms().next().unwrap();
        let made = RoomSourceFiles::new(&game, number, false).unwrap();
        assert_eq!(made.rebuilt, None, "{name}");
        assert!(made.files.contains_key("background.png"), "{name}");
        let refused = Source::new(&game, number, false).refused();
        assert!(refused.contains("disassembled but not built"), "{refused}");
    }
}

#[test]
fn a_changed_room_is_imported_and_the_import_is_undone() {
    let unpacked = scumm_test_support::unpack("game-files").unwrap();
    let out = tempfile::tempdir().unwrap();
    let run = RunFiles::default();
    for name in GAMES {
        let path = unpacked.path().join("game-files").join(name);
        let game = Game::open(&path).unwrap();
        let number = game.rooms().next().unwrap();
        let mut source = Source::new(&game, number, false);
        let mut picture = source.picture("background.png");
        picture.pixels[3] ^= 1;
        source
            .files
            .insert("background.png".to_owned(), encode_indexed(&picture));
        let file = out.path().join(format!("{name}.room"));
        fs::write(&file, source.build()).unwrap();
        let target = out.path().join(name);
        let new = [(number, file)];
        let bad = import_into(&run, &game, ImportKind::Room, &new, &target).unwrap();
        assert_eq!(bad, Vec::<String>::new());
        check_import(&run, &game, &Game::open(&target).unwrap(), number);

        let folder = game_folder(&path, &out.path().join(format!("{name}-copy")));
        let before = fs::read_dir(&folder).unwrap().count();
        import_in_place(&run, &folder, &Given::default(), ImportKind::Room, &new).unwrap();
        check_import(&run, &game, &Game::open(&folder).unwrap(), number);
        undo_imports(&run, &folder, &Given::default()).unwrap();
        let again = Game::open(&folder).unwrap();
        let same = GameComparison::new(&run, &game, &again, None).unwrap();
        assert!(same.is_empty());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), before);
    }
}

/// Copies the files of a game into a new folder.
fn game_folder(path: &Path, copy: &Path) -> std::path::PathBuf {
    fs::create_dir_all(copy).unwrap();
    for entry in fs::read_dir(path).unwrap() {
        let entry = entry.unwrap().path();
        if entry.is_file() {
            fs::copy(&entry, copy.join(entry.file_name().unwrap())).unwrap();
        }
    }
    copy.to_owned()
}

/// Checks that one pixel of one room is the only difference of two games.
fn check_import(run: &RunFiles, old: &Game, new: &Game, number: u16) {
    let found = GameComparison::new(run, old, new, None).unwrap();
    assert_eq!(
        (found.costumes.len(), found.others.len()),
        (0, 0),
        "{found:?}"
    );
    let [room] = found.rooms.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(room.id, number);
    let differences: Vec<String> = room
        .differences
        .iter()
        .map(|difference| format!("{}: {}", difference.part, difference.what))
        .collect();
    assert_eq!(differences, ["picture: 1 pixel"]);
}

#[test]
fn keys_of_stored_rooms_need_the_blocks() {
    let beside = CompanionFiles::memory(BTreeMap::new());
    for key in [
        "palettes = ['a.gpl']",
        "transparent = 3",
        "matrix = 'stored'",
    ] {
        let text = format!("picture = 'a.png'\n{key}\n");
        let refused = format!("{:#}", room::build(&text, &beside, None).unwrap_err());
        assert!(refused.contains("needs `blocks`"), "{refused}");
    }
}
