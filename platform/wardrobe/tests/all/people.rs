//! `wardrobe play` with the actors that a game's scripts place in a room. If the game is missing
//! beside the project, these tests print a message and pass.

use std::path::{Path, PathBuf};

use crate::common::{read_png, stdout, wardrobe};

/// Returns the path of a real game. If the game is missing, prints a message on stderr and returns
/// `None`.
fn real(path: &str) -> Option<PathBuf> {
    let path = scumm_test_support::repository()
        .join("../shared/real")
        .join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// Returns the pixels of the first frame of a room, 320 for each line.
fn first_frame(game: &Path, room: &str, more: &[&str]) -> Vec<u8> {
    let out = tempfile::tempdir().unwrap();
    let mut args: Vec<&dyn AsRef<Path>> = vec![
        &"play",
        &game,
        &"--room",
        &room,
        &"--headless",
        &"--frames",
        &"1",
    ];
    more.iter().for_each(|argument| args.push(argument));
    let place = out.path().join("frames");
    args.extend([&"-o" as &dyn AsRef<Path>, &place]);
    let played = wardrobe(&args);
    assert_eq!(played.status.code(), Some(0), "{played:?}");
    read_png(&place.join("frame-00000.png")).3
}

#[test]
fn a_room_opens_with_its_people_at_their_places_and_alone_without_them_j26_j27() {
    let Some(game) = real("openquest/scummc6.000") else {
        return;
    };
    let (people, alone) = (
        first_frame(&game, "7", &[]),
        first_frame(&game, "7", &["--alone"]),
    );
    let changed = |(x, y): (usize, usize)| {
        let near = |at: usize| at % 320 / 8 == x / 8 && (y - 24..y - 2).contains(&(at / 320));
        (0..people.len())
            .filter(|&at| near(at) && people[at] != alone[at])
            .count()
    };
    // Actors 3, 4 and 5 stand at the first places (J30). Nobody stands at the last place.
    assert!(
        [(76, 98), (170, 110), (200, 120)]
            .into_iter()
            .all(|place| changed(place) > 20)
    );
    assert_eq!(changed((270, 120)), 0);
    assert_ne!(first_frame(&game, "7", &["--costume", "2"]), people);
}

#[test]
fn a_recording_of_people_plays_the_same_frames() {
    for (path, name) in [
        ("openquest/scummc6.000", "SCUMMC6"),
        ("road7/scummc7.000", "SCUMMC7"),
        ("self5/monkey2.000", "MONKEY2"),
    ] {
        let Some(game) = real(path) else { return };
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("people.toml");
        let played = wardrobe(&[
            &"play",
            &game,
            &"--headless",
            &"--frames",
            &"60",
            &"--record",
            &scene,
        ]);
        assert_eq!(played.status.code(), Some(0), "{played:?}");
        let checked = wardrobe(&[
            &"scene",
            &"check",
            &scene,
            &"--data",
            &format!("{name}={}", game.display()),
        ]);
        assert_eq!(stdout(&checked), "1 passed, 0 failed\n", "{path}");
    }
}

#[test]
fn nobody_wears_a_costume_in_an_empty_room() {
    let refused = wardrobe(&[&"play", &"game", &"--alone", &"--costume", &"1"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("--alone"),
        "{refused:?}"
    );
}
