//! The real ScummVM as a client: it starts games that this project writes and shows them as this project does, pixel by
//! pixel.
//!
//! Needs the programs `scummvm`, `Xvfb` and `import` (Debian: scummvm, xvfb, imagemagick), which `.ci/run` installs
//! where it can; without them the tests say so and pass.
#![allow(clippy::unwrap_used, reason = "a test's helpers fail as its tests do")]

mod game;
mod ours;
mod theirs;

use scumm_room::Dialect;

/// ScummVM's screen has 5, 6 and 5 bits a component; how it widens them again is nobody's business.
fn on_a_screen_of_16_bits([red, green, blue]: [u8; 3]) -> [u8; 3] {
    [red >> 3, green >> 2, blue >> 3]
}

/// Shows the game in both and compares.
fn compare(dialect: Dialect, id: &str) {
    let Some(theirs) = theirs::Programs::find() else {
        eprintln!("skipped: ScummVM's picture is not compared, for want of scummvm, Xvfb or ImageMagick's import");
        return;
    };
    let expected: Vec<_> = ours::frame(dialect).into_iter().map(on_a_screen_of_16_bits).collect();
    let folder = tempfile::tempdir().unwrap();
    game::write(dialect, id, folder.path());
    // The game is up within a second; a slow machine gets more.
    let shown = theirs.show(folder.path(), id, on_a_screen_of_16_bits, |picture| picture == expected);
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
