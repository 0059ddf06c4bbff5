//! The additional contents of an HE99 game: palette slots and blend tables.

use std::sync::Arc;

use scumm_engine::{Game, Stage};
use scumm_room::{Tag, block};
use scumm_scene::{Runner, Scene, SceneFolder};
use scumm_test_support::editions::write;

use crate::refusals::with_image;

/// Returns a folder with a game whose image 1 is a block with this tag and has a blend table.
fn folder(tag: &[u8; 4]) -> tempfile::TempDir {
    let table: Vec<u8> = (0..65536_u32).map(|i| (i / 256 + i) as u8).collect();
    let children = [
        block::write(Tag(*b"WIZH"), &[0; 12]).unwrap(),
        block::write(Tag(*b"XMAP"), &table).unwrap(),
    ];
    // In blocks other than an AWIZ, the AWIZ is one level deeper.
    let image = block::write(Tag(*b"AWIZ"), &children.concat()).unwrap();
    let image = if tag == b"AWIZ" {
        image
    } else {
        block::write(Tag(*tag), &image).unwrap()
    };
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("game"), &with_image(&image)).unwrap();
    folder
}

#[test]
fn a_blend_table_is_taken_from_the_games_image_h6() {
    let at = folder(b"AWIZ");
    let game = Game::open(at.path()).unwrap();
    let table = game.blend_table(1).unwrap();
    assert_eq!((table.len(), table[5 * 256 + 7]), (65536, 12));
    assert!(game.blend_table(2).is_err(), "there is no such image");

    let at = folder(b"MULT");
    let error = Game::open(at.path())
        .unwrap()
        .blend_table(1)
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("game.(a)") && error.contains("XMAP"),
        "{error}"
    );
}

#[test]
fn a_scene_blends_with_images_of_its_game_h6() {
    let at = folder(b"AWIZ");
    let scenes = at.path().join("scenes");
    std::fs::create_dir(&scenes).unwrap();
    let mut played = [1, 2].map(|image| {
        let text = format!(
            r#"{{"data": {{"path": "../game", "room": 1}}, "actors": [{{"id": 1, "he_xmap": {image}}}], "steps": [["tick", 1]]}}"#
        );
        let path = scenes.join("scene.json");
        let scene = Scene::parse(&path.display().to_string(), &text)?;
        Runner::new(Arc::new(scene), &SceneFolder::beside(&path))
    });
    assert!(played[0].is_ok(), "{:?}", played[0].as_mut().err());
    let error = played[1].as_ref().err().unwrap().to_string();
    assert!(
        error.contains("scene.json:1") && error.contains("image 2"),
        "{error}"
    );
}

#[test]
fn a_game_has_as_many_palette_slots_as_its_index_says_h1() {
    let at = folder(b"AWIZ");
    let mut stage = Stage::for_game(&Game::open(at.path()).unwrap()).unwrap();
    assert_eq!(
        [4, 5].map(|slot| stage.colours_mut().copy_slot(1, slot).is_ok()),
        [true, false]
    );
}
