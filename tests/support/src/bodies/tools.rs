//! What tools do with a costume's block: checks, the map of its bytes, taking it apart and laying
//! it out again.

use scumm_costume::Costume;
use scumm_costume::edit::inspect::Map;
use scumm_costume::edit::lint::lint;
use scumm_costume::edit::{akos, cost};

use super::input::FuzzInput;

/// A costume of either kind, by its dialect.
pub fn tools(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = input.dialect();
    // The other bodies have a seed here; with one format they share their corpora.
    input.word();
    let data = input.rest();
    let Ok(costume) = Costume::parse(data, &dialect) else {
        return;
    };
    // What can't be told is an error.
    let _ = lint(data, &costume);
    if let Ok(map) = Map::new(data, &costume) {
        assert!(
            map.parts
                .iter()
                .all(|(bytes, _)| bytes.start <= bytes.end && bytes.end <= map.len)
        );
        let (gaps, overlaps) = (map.gaps().count(), map.overlaps().count());
        assert!(
            gaps <= map.parts.len() + 1,
            "{gaps} gaps, {overlaps} overlaps"
        );
    }
    let built = match &costume {
        // They are not taken apart.
        Costume::V0(_) | Costume::Nes(_) => return,
        Costume::Cost(costume) => cost::take_apart(costume)
            .and_then(|(draft, arrangement)| cost::encode_as(&draft, &arrangement, &dialect)),
        Costume::Akos(costume) => akos::take_apart(data, costume)
            .and_then(|(draft, arrangement)| akos::encode_as(&draft, &arrangement)),
    };
    // What is made of a damaged costume may be damaged otherwise – a table entry behind the last
    // picture, a table outside a block that became shorter –, but reading it ends like any other
    // reading.
    if let Ok(built) = built {
        let _ = Costume::parse(&built, &dialect);
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::edit::akos::AkosDraft;

    use super::*;
    use crate::bodies::input::dialect_byte;

    /// A damaged header says 0xFFFF chores: the numbers that count them have no further one.
    #[test]
    fn as_many_chores_as_a_header_can_say_are_mapped_and_checked_a2() {
        let draft = AkosDraft {
            chores: vec![None; 0xffff],
            ..AkosDraft::default()
        };
        let block = akos::encode(&draft).unwrap();
        let number = dialect_byte(&scumm_room::Dialect::new(7));
        tools(&[&[number, 0, 0], &block[..]].concat());
    }
}
