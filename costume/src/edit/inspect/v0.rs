//! The parts of a costume of v0 (V20..V24).

use super::owner::pictures;
use super::{Owner, Parts};
use crate::v0::{BASE, V0, V0_LIMBS};
use std::collections::BTreeSet;

/// The fields of the header: name, position, length in bytes.
const HEAD: [(&str, usize, usize); 6] = [
    ("size of the block", 0, 2),
    ("an unused word", 2, 2),
    ("number of pictures and two more", 4, 1),
    ("offset of the limbs", 5, 2),
    ("offset of the commands", 7, 2),
    ("a copy of the limbs' offset", BASE, 2),
];
/// Length of a picture's header in bytes.
const PICTURE: usize = 6;

/// Returns the parts in no particular order.
pub(super) fn parts(costume: &V0) -> Parts {
    let mut parts = Vec::new();
    let mut add = |start: usize, length: usize, owner| {
        parts.push((start..start.saturating_add(length), owner));
    };
    for (name, start, length) in HEAD {
        add(start, length, Owner::Field(name));
    }
    let in_base = |at: usize| BASE.saturating_add(at);
    let in_limbs = |at: usize| in_base(costume.limbs).saturating_add(at);
    let count = usize::from(costume.high).saturating_sub(2);
    let mut first = costume.limbs;
    for (number, low) in (0..=u16::MAX).zip(2..costume.high.into()) {
        add(
            in_base(low),
            1,
            Owner::Offset(format!("entry of cel {number}")),
        );
        add(
            in_base(low.saturating_add(count)),
            1,
            Owner::Offset(format!("entry of cel {number}")),
        );
    }
    for (picture, names) in costume.pictures() {
        let of = format!("picture {}", pictures(&names));
        add(
            in_base(picture.at).saturating_add(PICTURE),
            picture.rows.len(),
            Owner::Pixels(format!("pixels of {of}")),
        );
        add(in_base(picture.at), PICTURE, Owner::Picture(of));
        first = first.min(picture.at);
    }
    let map = count.saturating_mul(2).saturating_add(2);
    add(
        in_base(map),
        first.saturating_sub(map),
        Owner::Field("frame map"),
    );
    let mut starts = BTreeSet::new();
    for (limb, name) in (0..V0_LIMBS).zip(0_u8..) {
        add(
            in_limbs(limb),
            1,
            Owner::Offset(format!("offset of the table of limb {name}")),
        );
        let used = costume
            .commands()
            .filter_map(|(_, command)| Some(command.get(limb).copied()??.sequence));
        let table = usize::from(costume.limb_byte(limb));
        starts.extend(used.map(|sequence| table.saturating_add(sequence.into())));
    }
    for &place in &starts {
        add(in_limbs(place), 1, Owner::Field("start of a sequence"));
    }
    for start in starts
        .iter()
        .map(|&place| costume.limb_byte(place))
        .collect::<BTreeSet<_>>()
    {
        let length = costume.sequence(start).count().saturating_add(1);
        add(
            in_limbs(start.into()),
            length,
            Owner::Commands("commands".to_owned()),
        );
    }
    for (number, _) in costume.commands() {
        let start = costume
            .commands
            .saturating_add(usize::from(number).saturating_mul(V0_LIMBS));
        add(in_base(start), V0_LIMBS, Owner::Animation(vec![number]));
    }
    parts
}
