//! Runs the real ScummVM with games that this project writes, and compares each pixel of its
//! picture with this project's picture.
//!
//! Needs the programs `scummvm`, `Xvfb` and `import` (Debian: scummvm, xvfb, imagemagick), which
//! `.ci/run` installs if it can. If a program is missing, the tests print a message and pass.

mod game;
mod ours;
mod theirs;

use std::collections::BTreeSet;
use std::path::Path;

use scumm_costume::Cost;
use scumm_costume::edit::PlacedPart;
use scumm_costume::edit::cost::{encode_as, take_apart};
use scumm_room::Dialect;
use scumm_room::resource::{GameFiles, ResourceKind};

/// Reduces a colour to the 5, 6 and 5 bits for each component that ScummVM's screen has. Its
/// conversion back to 8 bits is not compared.
fn on_a_screen_of_16_bits([red, green, blue]: [u8; 3]) -> [u8; 3] {
    [red >> 3, green >> 2, blue >> 3]
}

/// Shows the game in both programs and compares the pictures.
fn compare(dialect: Dialect, id: &str) {
    compare_changed(dialect, id, |_| ());
}

/// Compares as [`compare`] does, after a change of the game's files that must not change the
/// picture.
fn compare_changed(dialect: Dialect, id: &str, change: impl Fn(&Path)) {
    let Some(theirs) = theirs::Programs::find() else {
        eprintln!(
            "skipped: ScummVM's picture is not compared; scummvm, Xvfb or ImageMagick's \
             import is missing"
        );
        return;
    };
    let expected: Vec<_> = ours::frame(dialect)
        .into_iter()
        .map(on_a_screen_of_16_bits)
        .collect();
    let folder = tempfile::tempdir().unwrap();
    game::write(dialect, id, folder.path());
    change(&folder.path().join(format!("{id}.000")));
    // ScummVM shows the game within a second. Slow machines may take longer.
    let shown = theirs.show(folder.path(), id, on_a_screen_of_16_bits, |picture| {
        picture == expected
    });
    let differing = expected.iter().zip(&shown).filter(|(a, b)| a != b).count();
    assert_eq!(shown.len(), expected.len());
    assert_eq!(differing, 0, "of {} pixels", expected.len());
}

#[test]
fn scummvm_shows_a_v5_game_of_ours_as_we_do() {
    compare(Dialect::new(5), "monkey2");
}

#[test]
fn scummvm_shows_a_v6_game_of_ours_as_we_do() {
    compare(Dialect::new(6), "tentacle");
}

/// Imports a changed copy of each costume into a game: the same costume, but longer and in the
/// opposite order.
fn import_all(index: &Path) {
    for id in GameFiles::open(index)
        .unwrap()
        .ids(ResourceKind::Costume)
        .collect::<Vec<_>>()
    {
        let game = GameFiles::open(index).unwrap();
        let (raw, dialect) = (
            game.load(ResourceKind::Costume, id).unwrap(),
            game.dialect(),
        );
        let (draft, mut arrangement) =
            take_apart(&Cost::parse(&raw.data, &dialect).unwrap()).unwrap();
        arrangement.order.push(PlacedPart::Gap(vec![0xa5; 501]));
        arrangement.order.reverse();
        let edition = encode_as(&draft, &arrangement, &dialect).unwrap();
        assert_eq!(edition.len(), raw.data.len() + 501, "costume {id}");
        for changed in game.replace(ResourceKind::Costume, id, &edition).unwrap() {
            let mut bytes = Vec::new();
            changed.copy_to(&mut bytes).unwrap();
            std::fs::write(&changed.path, bytes).unwrap();
        }
    }
}

#[test]
fn scummvm_shows_games_with_imported_costumes_as_we_do() {
    compare_changed(Dialect::new(5), "monkey2", import_all);
    compare_changed(Dialect::new(6), "tentacle", import_all);
}

#[test]
fn scummvm_starts_openquest_with_imported_costumes() {
    let (Some(theirs), Some(openquest)) = (
        theirs::Programs::find(),
        scumm_test_support::shared("real/openquest"),
    ) else {
        eprintln!(
            "skipped: OpenQuest is not started; the game, scummvm, Xvfb or ImageMagick's \
             import is missing"
        );
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    for name in ["tentacle.000", "tentacle.001"] {
        std::fs::copy(openquest.join(name), folder.path().join(name)).unwrap();
    }
    import_all(&folder.path().join("tentacle.000"));
    // A room of the game has many colours. The window of an engine that has stopped with an error
    // has few.
    let is_room = |picture: &[[u8; 3]]| picture.iter().collect::<BTreeSet<_>>().len() > 16;
    let shown = theirs.show(folder.path(), "tentacle", on_a_screen_of_16_bits, is_room);
    assert!(
        is_room(&shown),
        "{} colours",
        shown.iter().collect::<BTreeSet<_>>().len()
    );
}
