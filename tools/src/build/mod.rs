//! Costumes, rooms and games from sources – texts in TOML, indexed PNGs.

mod akos;
mod colours;
pub mod companions;
pub mod costume;
mod eight_bit;
pub mod game;
pub(crate) mod order;
pub(crate) mod reference;
pub mod room;
mod sequence;
pub mod sheet;
pub mod source;
pub(crate) mod stream;
pub(crate) mod text;

use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_room::Dialect;
use scumm_room::edit::NewFile;

use self::companions::CompanionFiles;
use crate::inputs;

/// What a source describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A costume.
    Costume,
    /// A room.
    Room,
    /// A game.
    Game,
}

impl SourceKind {
    /// By the keys of the text.
    ///
    /// # Errors
    /// It is no TOML, or none of them.
    pub fn of(text: &str) -> Result<Self> {
        let table: toml::Table = toml::from_str(text)?;
        match ["limb", "kind", "picture", "costume"].map(|key| table.contains_key(key)) {
            [true, ..] | [_, true, ..] => Ok(Self::Costume),
            [_, _, true, _] => Ok(Self::Room),
            [.., true] => Ok(Self::Game),
            _ => bail!("expected `limb` of a costume, `picture` of a room or `costume` of a game"),
        }
    }
}

/// What a source was built to.
pub enum Built {
    /// The block of a costume or a room.
    Block(Vec<u8>),
    /// The files of a game.
    Game(Vec<NewFile>),
}

/// Builds the source in a file for a version; where none is said, for the one that a costume's source says, else for 5. Only with
/// `allow_outside` it may name files that do not lie below its folder.
///
/// # Errors
/// What is wrong with the source, or does not fit into the version.
pub fn build(source: &Path, said: Option<Dialect>, allow_outside: bool) -> Result<Built> {
    let dialect = said.unwrap_or(Dialect::new(5));
    let beside = CompanionFiles::of(source, allow_outside);
    let shown = || source.display().to_string();
    let text = inputs::text(source)?;
    Ok(match SourceKind::of(&text).with_context(shown)? {
        SourceKind::Costume => Built::Block(source::build(&text, &beside, said).with_context(shown)?),
        SourceKind::Room => Built::Block(room::build(&text, &beside, &dialect).with_context(shown)?),
        SourceKind::Game => Built::Game(game::build(source, &beside, dialect)?),
    })
}
