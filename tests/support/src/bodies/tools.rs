//! Handles a costume's block as tools do: checks it, maps its bytes, takes it apart and encodes it
//! again in its old layout.

use scumm_costume::Costume;
use scumm_costume::edit::inspect::Map;
use scumm_costume::edit::lint::lint;
use scumm_costume::edit::{akos, cost};

use super::input::FuzzInput;

/// Handles a COST or an AKOS, depending on the dialect.
pub fn tools(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let dialect = input.dialect();
    // Skips the seed of the random numbers. The other bodies for costumes use it; with the same
    // format, all bodies can use the same inputs.
    input.word();
    let data = input.rest();
    let Ok(costume) = Costume::parse(data, &dialect) else {
        return;
    };
    // `lint` returns an error if it cannot check the costume.
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
        // Costumes of v0 and of the Nintendo cannot be taken apart.
        Costume::V0(_) | Costume::Nes(_) => return,
        Costume::Cost(costume) => cost::take_apart(costume)
            .and_then(|(draft, arrangement)| cost::encode_as(&draft, &arrangement, &dialect)),
        Costume::Akos(costume) => akos::take_apart(data, costume)
            .and_then(|(draft, arrangement)| akos::encode_as(&draft, &arrangement)),
    };
    // The encoded copy of a damaged costume may be damaged in another way. For example, a table
    // entry may point behind the last picture, or a table may lie outside a block that became
    // shorter. Parsing the copy may fail, but must not panic.
    if let Ok(built) = built {
        let _ = Costume::parse(&built, &dialect);
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::edit::akos::AkosDraft;

    use super::*;
    use crate::bodies::input::dialect_byte;

    /// A damaged header may state 0xFFFF chores, the largest number of 16 bits. A counter of this
    /// size must not overflow.
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
