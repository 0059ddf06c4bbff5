use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Dialect, Surface};

use super::*;
use crate::cost::{CostEntry, CostRecord, CostSequence};
use crate::edit::encode::akos;
use crate::edit::encode::cost::{CostDraft, DraftPicture, encode};

fn picture(colour: u8) -> Option<DraftPicture> {
    let cel = Arc::new(Surface::filled(3, 2, colour));
    Some(DraftPicture {
        rel: I16Vec2::ZERO,
        step: I16Vec2::ZERO,
        cel,
    })
}

fn draft() -> CostDraft {
    let mut draft = CostDraft {
        palette: vec![1; 16],
        redirects: true,
        commands: vec![0, 1],
        ..CostDraft::default()
    };
    draft.limbs[2] = vec![picture(3), picture(4), picture(5)];
    let entry = CostEntry {
        limb: 2,
        sequence: Some(CostSequence {
            start: 0,
            extra: 1,
            loops: true,
        }),
    };
    draft.records = vec![
        None,
        Some(CostRecord {
            entries: vec![entry],
        }),
    ];
    draft
}

fn map(data: &[u8], dialect: &Dialect) -> Map {
    Map::new(data, &Costume::parse(data, dialect).unwrap()).unwrap()
}

fn names(map: &Map) -> Vec<String> {
    map.spans()
        .iter()
        .map(|s| {
            s.owners
                .first()
                .map_or("gap".to_owned(), |(_, owner)| owner.to_string())
        })
        .collect()
}

#[test]
fn every_byte_of_a_cost_has_an_owner_even_what_no_animation_reaches() {
    for dialect in [
        Dialect::new(5),
        Dialect::new(6),
        Dialect::new(4),
        Dialect::new(3).with_old256(true),
    ] {
        let data = encode(&draft(), &dialect).unwrap();
        let map = map(&data, &dialect);
        assert_eq!(
            (map.len, map.gaps().count(), map.overlaps().count()),
            (data.len(), 0, 0)
        );
        let names = names(&map);
        let tail = [
            "offset of picture 2:2",
            "picture 2:0",
            "pixels of picture 2:0",
            "picture 2:1",
        ];
        assert!(
            tail.iter().all(|name| names.contains(&(*name).to_owned())),
            "{names:?}"
        );
    }
}

#[test]
fn what_nothing_points_at_is_a_gap_and_what_two_share_an_overlap() {
    let v5 = Dialect::new(5);
    let mut data = encode(&draft(), &v5).unwrap();
    let len = data.len();
    data.extend([7, 7]);
    data[7] += 2;
    assert_eq!(map(&data, &v5).gaps().next(), Some(len..len + 2));
    // The second picture's header begins on the only byte of data of the first picture.
    let found = Costume::parse(&data, &v5).unwrap();
    let Costume::Cost(cost) = &found else {
        panic!()
    };
    let parts = cost.parts();
    let entry = parts.tables[2].start.unwrap() + 2;
    let first = u16::try_from(parts.pictures[0].data.start - 2).unwrap();
    data[entry..entry + 2].copy_from_slice(&first.to_le_bytes());
    let map = map(&data, &v5);
    assert!(map.overlaps().count() > 0 && map.gaps().count() > 0);
}

#[test]
fn every_byte_of_an_akos_has_an_owner() {
    let draft = akos::AkosDraft::from_cost(&CostDraft {
        redirects: false,
        ..draft()
    })
    .unwrap();
    let data = akos::encode(&draft).unwrap();
    let map = map(&data, &Dialect::new(7));
    assert_eq!(
        (map.len, map.gaps().count(), map.overlaps().count()),
        (data.len(), 0, 0)
    );
    let expected = [
        "header of AKCH",
        "offset of animation 1",
        "animation 1",
        "entry of cel 2",
        "pixels of cel 2",
    ];
    let names = names(&map);
    assert!(
        expected
            .iter()
            .all(|name| names.contains(&(*name).to_owned())),
        "{names:?}"
    );
}

#[test]
fn spans_of_parts_that_all_overlap_are_few() {
    let part = |start, end| (start..end, Owner::Commands(String::new()));
    let parts: Vec<_> = (0..1000).map(|i| part(i, 3000 - i)).collect();
    let map = Map { len: 4000, parts };
    let spans = map.spans();
    assert_eq!(
        spans.iter().map(|span| span.bytes.len()).sum::<usize>(),
        4000
    );
    assert!(spans.iter().all(|span| span.owners.len() <= 4));
    assert_eq!(spans[999].more, 996);
}
