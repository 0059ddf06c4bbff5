//! The costumes of the free game OpenQuest. These real data are in `shared/real` and not in this
//! repository.

use std::collections::BTreeSet;

use scumm_costume::Damage;
use scumm_costume::edit::codec::Runs;
use scumm_costume::edit::cost::{CostDraft, encode};
use scumm_costume::{Cost, Format};
use scumm_room::Dialect;
use scumm_room::resource::{GameFiles, ResourceKind};
use scumm_test_support::shared;

/// Returns the costumes of the game's plain files with their numbers. If the game is missing,
/// prints a message and returns no costumes.
fn costumes() -> Vec<(u16, Vec<u8>, Dialect)> {
    let Some(folder) = shared("real/openquest") else {
        eprintln!("not run: OpenQuest is not there");
        return Vec::new();
    };
    let game = GameFiles::open(&folder.join("scummc6.000")).unwrap();
    let load = |id| {
        (
            id,
            game.load(ResourceKind::Costume, id).unwrap().data,
            game.dialect(),
        )
    };
    let all: Vec<_> = game.ids(ResourceKind::Costume).map(load).collect();
    assert_eq!(all.len(), 6);
    all
}

#[test]
fn every_cel_takes_exactly_the_bytes_up_to_the_next_one() {
    for (id, block, dialect) in costumes() {
        let cost = Cost::parse_with(&block, &dialect, &mut Damage::strict()).unwrap();
        let starts: BTreeSet<usize> = cost
            .pictures()
            .iter()
            .map(|picture| picture.offset)
            .collect();
        for picture in cost.pictures() {
            let mut runs = Runs::new(cost.picture_data(picture), cost.format().packing().unwrap());
            let missing = runs.skip_pixels(u64::from(picture.width) * u64::from(picture.height));
            let end = picture.data + runs.consumed();
            // The last picture may be followed by a byte that makes the size of the block even.
            let expected = starts
                .range(picture.data..)
                .next()
                .copied()
                .unwrap_or(block.len());
            let padding = if expected == block.len() {
                (expected - end).min(1)
            } else {
                0
            };
            assert_eq!(
                (end + padding, missing),
                (expected, 0),
                "costume {id}, {picture:?}"
            );
        }
    }
}

#[test]
fn as_many_animations_are_stored_as_can_be_played() {
    let figures = |(id, block, dialect): (u16, Vec<u8>, Dialect)| {
        let cost = Cost::parse(&block, &dialect).unwrap();
        assert_eq!(
            (cost.format(), cost.stored_animations()),
            (Format::Colours32, u16::from(cost.last_animation()) + 1)
        );
        (id, cost.stored_animations(), cost.pictures().len())
    };
    let found: Vec<_> = costumes().into_iter().map(figures).collect();
    let expected = [
        (1, 196, 59),
        (2, 212, 64),
        (3, 36, 9),
        (4, 16, 8),
        (5, 100, 7),
        (6, 16, 2),
    ];
    assert!(found.is_empty() || found == expected, "{found:?}");
}

#[test]
fn written_anew_they_hold_the_same_cels_tables_and_animations() {
    for (id, block, dialect) in costumes() {
        let original = CostDraft::from_cost(&Cost::parse(&block, &dialect).unwrap()).unwrap();
        for redirects in [original.redirects, !original.redirects] {
            let draft = CostDraft {
                redirects,
                ..original.clone()
            };
            let written = encode(&draft, &dialect).unwrap();
            let cost = Cost::parse_with(&written, &dialect, &mut Damage::strict()).unwrap();
            assert_eq!(CostDraft::from_cost(&cost).unwrap(), draft, "costume {id}");
        }
        // The same costume in v5 is six bytes shorter.
        let v5 = Dialect::new(5);
        let written = encode(&original, &v5).unwrap();
        let cost = Cost::parse_with(&written, &v5, &mut Damage::strict()).unwrap();
        assert_eq!(
            CostDraft::from_cost(&cost).unwrap(),
            original,
            "costume {id}"
        );
        assert_eq!(
            written.len() + 6,
            encode(&original, &dialect).unwrap().len()
        );
    }
}
