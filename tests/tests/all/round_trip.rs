//! Takes costumes apart and encodes them again. The copies must play the same frames and states as
//! the originals, and nearly all of them must have the same bytes.

use scumm_costume::Costume;
use scumm_costume::edit::{NesDraft, V0Draft, akos, cost};
use scumm_room::Dialect;
use scumm_room::resource::{GameFiles, ResourceKind};
use scumm_test_support::vectors::{self, Vectors};

/// Returns the block encoded again, or `None` for a costume that cannot be taken apart.
fn again(data: &[u8], dialect: &Dialect) -> Option<Vec<u8>> {
    match Costume::parse(data, dialect).unwrap() {
        Costume::V0(costume) => V0Draft::from_v0(&costume)?.encode().ok(),
        Costume::Nes(costume) => NesDraft::from_nes(&costume).encode().ok(),
        Costume::Cost(cost) => {
            let (draft, arrangement) = cost::take_apart(&cost).ok()?;
            Some(cost::encode_as(&draft, &arrangement, dialect).unwrap())
        }
        Costume::Akos(akos) => {
            let (draft, arrangement) = akos::take_apart(data, &akos).unwrap();
            Some(akos::encode_as(&draft, &arrangement).unwrap())
        }
    }
}

/// Returns the number of costumes whose copy has the same bytes, the number whose copy differs, and
/// the number that cannot be taken apart.
fn count(costumes: impl IntoIterator<Item = (Dialect, Vec<u8>)>) -> (usize, usize, usize) {
    let (mut same, mut other, mut refused) = (0, 0, 0);
    for (dialect, data) in costumes {
        match again(&data, &dialect) {
            None => refused += 1,
            Some(built) if built == data => same += 1,
            Some(_) => other += 1,
        }
    }
    eprintln!("{same} byte for byte, {other} otherwise, {refused} refused");
    (same, other, refused)
}

#[test]
fn all_costumes_of_the_vectors_are_the_same_bytes_again() {
    let groups = vectors::groups().unwrap();
    let vectors = Vectors::load(groups.iter().map(String::as_str)).unwrap();
    let costumes = vectors.costumes().unwrap();
    // Costumes of v1 cannot be taken apart.
    assert_eq!(count(costumes), (3290, 0, 5));
}

#[test]
fn all_costumes_of_openquest_are_the_same_bytes_again() {
    let Some(folder) = scumm_test_support::shared("real/openquest") else {
        eprintln!("not run: OpenQuest is not there");
        return;
    };
    for (index, number) in [("scummc6.000", 6), ("tentacle.000", 6)] {
        let game = GameFiles::open(&folder.join(index)).unwrap();
        let load = |id| {
            (
                game.dialect(),
                game.load(ResourceKind::Costume, id).unwrap().data,
            )
        };
        let costumes: Vec<_> = game.ids(ResourceKind::Costume).map(load).collect();
        assert_eq!(count(costumes), (number, 0, 0), "{index}");
    }
}
