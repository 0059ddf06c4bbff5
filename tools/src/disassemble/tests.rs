//! Tests that costumes convert to sources and back to the same bytes.

use std::sync::Arc;

use scumm_costume::edit::cost::{CostDraft, DraftPicture};
use scumm_costume::{CostEntry, CostRecord, CostSequence};
use scumm_engine::Game;
use scumm_room::Dialect;
use scumm_test_support::vectors::{self, Vectors};

use super::*;
use crate::colours::colours_of_file;

impl SourceFiles {
    /// Returns the block that is built from the source.
    pub fn build(&self) -> Result<Vec<u8>> {
        build::build_costume(
            &self.text,
            &CompanionFiles::memory(self.files.clone()),
            None,
        )
    }
}

fn loaded(data: Vec<u8>, dialect: Dialect) -> LoadedCostume {
    let costume = Arc::new(Costume::parse(&data, &dialect).unwrap());
    LoadedCostume {
        number: None,
        name: "a costume".to_owned(),
        dialect,
        data,
        costume,
        findings: Vec::new(),
        identity: None,
    }
}

/// Counts the costumes that are rebuilt to the same bytes, the costumes that are rebuilt to other
/// bytes, and the refused ones.
fn count(costumes: impl IntoIterator<Item = (Dialect, Vec<u8>)>) -> (usize, usize, usize) {
    let mut same = 0;
    let mut other = 0;
    let mut refused = 0;
    for (dialect, data) in costumes {
        let loaded = loaded(data, dialect);
        let palette = colours_of_file(&loaded).palette;
        let Ok(source) = SourceFiles::new(&loaded, &palette, false) else {
            refused += 1;
            continue;
        };
        let built = source
            .build()
            .unwrap_or_else(|error| panic!("{error:#}\n{}", source.text));
        if built == loaded.data {
            same += 1
        } else {
            other += 1
        }
    }
    println!("{same} byte for byte, {other} otherwise, {refused} refused");
    (same, other, refused)
}

/// Counts every `step`th costume of the wanted groups of test vectors. Test vectors are inputs with
/// the results of the reference.
fn of_vectors(step: usize, wanted: impl Fn(&str) -> bool) -> (usize, usize, usize) {
    let mut groups = vectors::groups().unwrap();
    groups.retain(|group| wanted(group));
    let vectors = Vectors::load(groups.iter().map(String::as_str)).unwrap();
    count(vectors.costumes().unwrap().into_iter().step_by(step))
}

#[test]
fn costumes_of_the_vectors_become_sources_and_the_same_bytes() {
    // Costumes of v1 are refused; this sample has none.
    assert_eq!(
        of_vectors(8, |group| !group.starts_with("nes-")),
        (383, 0, 0)
    );
}

#[test]
#[ignore = "takes half a minute"]
fn all_costumes_of_the_vectors_become_sources_and_the_same_bytes() {
    let is_original = |group: &str| group.starts_with("gap-");
    // Costumes of v1 are refused.
    assert_eq!(
        of_vectors(1, |group| !is_original(group) && !group.starts_with("nes-")),
        (1682, 0, 1)
    );
    assert_eq!(of_vectors(1, is_original), (254, 0, 4));
}

#[test]
fn costumes_of_the_amiga_say_their_machine_and_become_the_same_bytes_c39() {
    assert_eq!(of_vectors(1, |group| group == "gap-amiga"), (13, 0, 0));
}

#[test]
fn costumes_of_v0_become_sources_and_the_same_bytes_v20_v24() {
    let (same, other, refused) = of_vectors(1, |group| group.starts_with("v0-"));
    assert!(same > 50 && (other, refused) == (0, 0), "{same}");
}

/// Returns a COST whose chore 1 has these directions as animations without limbs. Chore 2 plays a
/// picture in every direction.
fn cost_with_empty(empty: &[usize], dialect: &Dialect) -> Vec<u8> {
    let sequence = CostSequence {
        start: 0,
        extra: 0,
        loops: true,
    };
    let entry = CostEntry {
        limb: 3,
        sequence: Some(sequence),
    };
    let playing = CostRecord {
        entries: vec![entry],
    };
    let mut records = vec![None; 8];
    for &direction in empty {
        records[4 + direction] = Some(CostRecord::default());
    }
    records.extend(vec![Some(playing); 4]);
    let mut draft = CostDraft {
        palette: (0..16).collect(),
        records,
        commands: vec![0],
        ..CostDraft::default()
    };
    draft.limbs[3].push(Some(DraftPicture {
        cel: Arc::new(Surface::filled(3, 2, 5)),
        ..DraftPicture::default()
    }));
    build::costume::encode(&draft, dialect).unwrap()
}

#[test]
fn animations_without_limbs_stay_in_every_direction_c11_a6() {
    for version in [4, 5, 6, 7, 8] {
        let dialect = Dialect::new(version);
        let mut costumes = Vec::new();
        for mask in 0..16_usize {
            let empty: Vec<usize> = (0..4).filter(|bit| mask >> bit & 1 == 1).collect();
            costumes.push((dialect, cost_with_empty(&empty, &dialect)));
        }
        assert_eq!(count(costumes), (16, 0, 0), "v{version}");
    }
    let dialect = Dialect::new(5);
    let data = cost_with_empty(&[0, 1], &dialect);
    let loaded = loaded(data, dialect);
    let palette = colours_of_file(&loaded).palette;
    let text = SourceFiles::new(&loaded, &palette, false).unwrap().text;
    let chore = "\n[[anim]]\nchore = 1\nwest = \"east\"\neast = {}\n";
    assert!(text.contains(chore), "{text}");
}

#[test]
fn costumes_of_8_bit_games_become_sources_and_the_same_bytes_v20_q40() {
    let games = scumm_test_support::unpack("game-files").unwrap();
    for name in [
        "v0-c64",
        "v0-c64-demo-lfl",
        "v0-apple2",
        "nes-usa.prg",
        "nes-swe.prg",
    ] {
        let game = Game::open(games.path().join("game-files").join(name)).unwrap();
        let load = |id| Some((game.dialect(), game.load_costume(id).ok()?.data));
        let costumes: Vec<_> = game.costumes().filter_map(load).collect();
        let number = costumes.len();
        assert!(number > 0, "{name}");
        assert_eq!(count(costumes), (number, 0, 0), "{name}");
    }
}

#[test]
fn a_picture_of_v0_may_change_its_size_v24() {
    let games = scumm_test_support::unpack("game-files").unwrap();
    let game = Game::open(games.path().join("game-files/v0-c64-lfl")).unwrap();
    let id = game
        .costumes()
        .find(|id| game.costume(*id).is_ok())
        .unwrap();
    let loaded = loaded(game.load_costume(id).unwrap().data, game.dialect());
    let mut source = SourceFiles::new(&loaded, &colours_of_file(&loaded).palette, false).unwrap();
    let small = Surface::filled(8, 2, 3);
    source
        .add_png("cels/001.png".to_owned(), &small, Some(0))
        .unwrap();
    let built = source.build().unwrap();
    let Costume::V0(costume) = Costume::parse(&built, &game.dialect()).unwrap() else {
        panic!()
    };
    let Costume::V0(old) = &*loaded.costume else {
        panic!()
    };
    let sizes = |costume: &scumm_costume::V0| {
        costume
            .pictures()
            .iter()
            .map(|(picture, _)| (picture.number, picture.width, picture.height))
            .collect::<Vec<_>>()
    };
    let mut expected = sizes(old);
    expected
        .iter_mut()
        .filter(|(number, ..)| *number == 1)
        .for_each(|size| *size = (1, 1, 2));
    assert_eq!(sizes(&costume), expected);
    assert_eq!(
        costume.commands().collect::<Vec<_>>(),
        old.commands().collect::<Vec<_>>()
    );
}

#[test]
fn costumes_of_openquest_become_sources_and_the_same_bytes() {
    let Some(folder) = scumm_test_support::shared("real/openquest") else {
        eprintln!("not run: OpenQuest is not there");
        return;
    };
    let game = Game::open(folder.join("scummc6.000")).unwrap();
    let load = |id| (game.dialect(), game.load_costume(id).unwrap().data);
    let costumes: Vec<_> = game.costumes().map(load).collect();
    assert_eq!(count(costumes), (6, 0, 0));
}
