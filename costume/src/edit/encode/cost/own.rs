//! The encoder's own layout: records, commands, tables, pictures (C8, C11, C31, C33). What is equal is stored once.

use std::collections::BTreeMap;

use scumm_room::{Dialect, Result};

use super::arrangement::{Arrangement, PartName};
use super::draft::Draft;
use super::layout::{data_bytes, header, record_bytes};
use crate::anim::LIMBS;
use crate::edit::encode::arrange::PlacedPart;

/// A draft with a picture in every entry of its tables, and its arrangement in the encoder's own layout.
pub(super) fn own_layout(draft: &Draft, dialect: &Dialect) -> Result<(Draft, Arrangement)> {
    let format = header(draft, dialect, false)?.format;
    let mut records: BTreeMap<Vec<u8>, Vec<PartName>> = BTreeMap::new();
    for (number, record) in (0..=u16::MAX).zip(&draft.records) {
        let Some(record) = record else { continue };
        let bytes = record_bytes(number.into(), record, draft, dialect, false)?;
        records.entry(bytes).or_default().push(PartName::Animation(number));
    }
    let mut draft = draft.clone();
    // An entry needs some offset, so one without a picture gets that of an empty picture: no pixels, no moves.
    for picture in draft.limbs.iter_mut().flatten() {
        picture.get_or_insert_default();
    }
    let mut pictures: BTreeMap<Vec<u8>, Vec<PartName>> = BTreeMap::new();
    let (mut owners, mut borrows) = (BTreeMap::new(), BTreeMap::new());
    for (name, picture) in draft.pictures() {
        let data = data_bytes(picture, name, format, dialect)?;
        let equal = pictures.entry([picture.header(), data.clone()].concat()).or_default();
        equal.push(PartName::Picture(name.0, name.1));
        let has_data = !data.is_empty();
        let owner = *owners.entry(data).or_insert(name);
        // Equal pictures have one place; a picture that differs in its header borrows the data.
        if has_data && equal.first() != Some(&PartName::Picture(owner.0, owner.1)) {
            borrows.insert(name, owner);
        }
    }
    let tables = (0..LIMBS as u8).map(|limb| vec![PartName::Table(limb)]);
    let mut parts: Vec<_> = records.into_values().chain([vec![PartName::Commands]]).chain(tables).collect();
    parts.extend(pictures.into_values());
    parts.sort_unstable();
    let order = parts.into_iter().map(|names| PlacedPart::Part { names, back: 0 }).collect();
    Ok((draft, Arrangement { order, borrows, ..Arrangement::default() }))
}
