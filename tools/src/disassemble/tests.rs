//! Costumes become sources and the same bytes again.

use std::sync::Arc;

use scumm_engine::Game;
use scumm_tests::vectors::{self, Vectors};

use super::*;

fn loaded(data: Vec<u8>, dialect: Dialect) -> Loaded {
    let costume = Arc::new(Costume::parse(&data, &dialect).unwrap());
    Loaded { name: "a costume".to_owned(), dialect, data, costume, findings: Vec::new(), identity: None }
}

/// How many become the same bytes, how many become other bytes, how many are refused.
fn count(costumes: impl IntoIterator<Item = (Dialect, Vec<u8>)>) -> (usize, usize, usize) {
    let (mut same, mut other, mut refused) = (0, 0, 0);
    for (dialect, data) in costumes {
        let loaded = loaded(data, dialect);
        let palette = of_file(&loaded);
        let Ok(source) = SourceFiles::of(&loaded, &palette) else {
            refused += 1;
            continue;
        };
        let built = source.build().unwrap_or_else(|error| panic!("{error:#}\n{}", source.text));
        match built == loaded.data {
            true => same += 1,
            false => other += 1,
        }
    }
    println!("{same} byte for byte, {other} otherwise, {refused} refused");
    (same, other, refused)
}

/// Every `step`th costume of the groups of vectors that are wanted.
fn of_vectors(step: usize, wanted: impl Fn(&str) -> bool) -> (usize, usize, usize) {
    let mut groups = vectors::groups().unwrap();
    groups.retain(|group| wanted(group));
    let vectors = Vectors::load(groups.iter().map(String::as_str)).unwrap();
    count(vectors.costumes().unwrap().into_iter().step_by(step))
}

#[test]
fn costumes_of_the_vectors_become_sources_and_the_same_bytes() {
    assert_eq!(of_vectors(8, |_| true), (243, 0, 0));
}

#[test]
#[ignore = "takes half a minute"]
fn all_costumes_of_the_vectors_become_sources_and_the_same_bytes() {
    let is_original = |group: &str| group.starts_with("gap-");
    // Those of v1 are refused.
    assert_eq!(of_vectors(1, |group| !is_original(group)), (1682, 0, 1));
    assert_eq!(of_vectors(1, is_original), (254, 0, 4));
}

#[test]
fn costumes_of_the_amiga_say_their_machine_and_become_the_same_bytes_c39() {
    assert_eq!(of_vectors(1, |group| group == "gap-amiga"), (13, 0, 0));
}

#[test]
fn costumes_of_openquest_become_sources_and_the_same_bytes() {
    let Some(folder) = scumm_tests::shared("real/openquest") else {
        eprintln!("not run: OpenQuest is not there");
        return;
    };
    let game = Game::open(folder.join("scummc6.000")).unwrap();
    let load = |id| (game.dialect(), game.load_costume(id).unwrap().data);
    let costumes: Vec<_> = game.costumes().map(|costume| load(costume.id)).collect();
    assert_eq!(count(costumes), (6, 0, 0));
}
