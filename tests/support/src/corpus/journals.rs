//! Games with an interrupted import. An input has the journal of the import and the files beside
//! the journal.

use std::error::Error;

use scumm_room::edit::NewGame;
use scumm_room::resource::ResourceKind;
use scumm_room::{Dialect, Tag, block};

use crate::bodies::input::framed;

/// The name of the game's index.
pub const INDEX: &str = "wardrobe.000";
/// The name of the game's data file.
pub const DATA: &str = "wardrobe.001";

/// Returns the index file and the data file of a small game of version 5. Its only costume has
/// these bytes in its block.
///
/// # Errors
/// Returns an error if the game cannot be written.
pub fn game(costume: &[u8]) -> Result<[Vec<u8>; 2], Box<dyn Error>> {
    let mut game = NewGame::default();
    game.add_room(1, "", block::write(Tag(*b"ROOM"), &[])?);
    game.add(
        ResourceKind::Costume,
        1,
        1,
        block::write(Tag(*b"COST"), costume)?,
    );
    let files = game.files(Dialect::new(5), "wardrobe")?;
    let named = |name: &str| {
        let file = files.iter().find(|file| file.name == name);
        file.map(|file| file.bytes.clone())
            .ok_or_else(|| format!("the written game has no {name}"))
    };
    Ok([named(INDEX)?, named(DATA)?])
}

/// Returns the inputs: a journal, then the new index and the new data file, each with its length in
/// front. The first import can be finished. The second lacks its new data file (an empty part) and
/// is refused.
///
/// # Errors
/// Returns an error if the game cannot be written.
pub fn journals() -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let [old_index, old_data] = game(b"old")?;
    let [new_index, new_data] = game(b"another costume")?;
    let file = |name: &str, old: &[u8], new: &[u8]| {
        let (old, new) = (entry(old), entry(new));
        format!(r#"{{"name":"{name}","old":{old},"kept":"{name}.bak","new":{new}}}"#)
    };
    let data = file(DATA, &old_data, &new_data);
    let index = file(INDEX, &old_index, &new_index);
    let journal = format!(r#"{{"layout":2,"index":"{INDEX}","files":[{data},{index}]}}"#);
    let mut inputs = Vec::new();
    for data in [&new_data[..], &[]] {
        inputs.push([framed(journal.as_bytes()), framed(&new_index), framed(data)].concat());
    }
    Ok(inputs)
}

/// Returns length and checksum of a file as a journal names them.
fn entry(bytes: &[u8]) -> String {
    let length = bytes.len();
    let checksum = crc32fast::hash(bytes);
    format!(r#"{{"bytes":{length},"crc32":"{checksum:08x}"}}"#)
}
