//! What is done with an arbitrary source: the body of a fuzz target, as those of `scumm_tests::bodies` are.

use scumm_room::Dialect;

use crate::build::{SourceKind, companions::CompanionFiles, room, source};

/// Builds a source: its text, a byte of 0, and the contents of every file that it names.
///
/// It never fails, whatever the source holds; a panic, or more time or memory than is stated for every body, is a bug.
pub fn build_source(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let Some(Ok(text)) = parts.next().map(std::str::from_utf8) else { return };
    let beside = CompanionFiles::same(parts.next().unwrap_or_default().to_vec());
    // What is wrong with a source is an error.
    let _ = match SourceKind::of(text) {
        Ok(SourceKind::Costume) => source::build(text, &beside, None),
        Ok(SourceKind::Room) => room::build(text, &beside, &Dialect::new(5)),
        // A game names further sources.
        Ok(SourceKind::Game) | Err(_) => return,
    };
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use scumm_engine::SplitMix64;
    use scumm_tests::bodies;
    use scumm_tests::corpus::sources;
    use scumm_tests::mutate::mutate;

    use super::*;
    use crate::build::game;
    use crate::costume_input;
    use crate::demo;
    use crate::disassemble::SourceFiles;
    use crate::export::colours;

    /// The demo's costumes in both kinds, taken apart: one of its pictures for all.
    fn taken_apart() -> Vec<Vec<u8>> {
        let game = demo::game().unwrap();
        let cost = costume_input::of_game(&game, 1).unwrap();
        let akos = game::edition(&game, Dialect::new(7), "x").unwrap();
        let akos = akos.into_iter().map(|file| (file.name, file.bytes.into()));
        let akos = costume_input::of_game(&scumm_engine::Game::from_files(akos).unwrap(), 1).unwrap();
        let input = |loaded| {
            let source = SourceFiles::of(loaded, &colours::of_file(loaded)).unwrap();
            [source.text.as_bytes(), &[0], source.files.values().next().unwrap()].concat()
        };
        [&cost, &akos].map(input).into()
    }

    #[test]
    fn no_source_makes_building_fail_or_take_more_than_stated() {
        assert_eq!(bodies::OF_PROGRAM, ["build_source"]);
        let mut all = sources().unwrap();
        all.extend(taken_apart());
        let inputs: Vec<&[u8]> = all.iter().map(Vec::as_slice).collect();
        inputs.iter().for_each(|input| bodies::run("build_source", build_source, input));
        let (mut random, start) = (SplitMix64::new(1), Instant::now());
        let mut runs = 0;
        while start.elapsed() < Duration::from_secs(1) && runs < 2000 {
            let Some(input) = inputs.get(runs % inputs.len()) else { break };
            let before = Instant::now();
            bodies::run("build_source", build_source, &mutate(input, &inputs, &mut random));
            // A slow machine under load may take ten times as long.
            assert!(before.elapsed() < bodies::TIME * 10, "run {runs}");
            runs += 1;
        }
        println!("{runs} damaged sources");
        assert!(runs > 0);
    }
}
