//! Costumes, rooms and games from sources: texts in TOML beside pictures, sheets with their JSON,
//! files of Aseprite.

mod akos;
pub mod animated;
pub(crate) mod aseprite;
mod colours;
pub mod companions;
pub mod costume;
mod eight_bit;
pub mod game;
#[cfg(test)]
mod hostile;
pub(crate) mod order;
pub(crate) mod reference;
pub mod room;
mod sequence;
pub mod sheet;
pub mod source;
pub(crate) mod stream;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod text;

use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_room::Dialect;
use scumm_room::edit::NewFile;

use self::companions::CompanionFiles;
use crate::inputs::{self, COSTUME_TEXT};

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

/// How a source is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions {
    /// The version to build for; where none is said, that of a costume's source, else 5.
    pub dialect: Option<Dialect>,
    /// Whether it may name files that do not lie below its folder.
    pub allow_outside: bool,
    /// Whether colours that the source does not have become the nearest that it has.
    pub nearest: bool,
}

/// Builds the source in a file; of a folder, as `disassemble` writes it, the costume in it.
///
/// # Errors
/// What is wrong with the source, or does not fit into the version.
pub fn build(source: &Path, options: &BuildOptions) -> Result<Built> {
    if source.is_dir() {
        let text = source.join(COSTUME_TEXT);
        if !text.is_file() {
            bail!(
                "{}: a folder without a {COSTUME_TEXT}; name the source in it",
                source.display()
            );
        }
        return build(&text, options);
    }
    let dialect = options.dialect.unwrap_or(Dialect::new(5));
    let mut beside = CompanionFiles::of(source, options.allow_outside);
    beside.nearest = options.nearest;
    let shown = || source.display().to_string();
    if animated::is_one(source) {
        return Ok(Built::Block(
            animated::build(&inputs::bytes(source)?, &beside, &dialect).with_context(shown)?,
        ));
    }
    let text = inputs::text(source)?;
    Ok(match SourceKind::of(&text).with_context(shown)? {
        SourceKind::Costume => {
            Built::Block(source::build(&text, &beside, options.dialect).with_context(shown)?)
        }
        SourceKind::Room => {
            Built::Block(room::build(&text, &beside, &dialect).with_context(shown)?)
        }
        SourceKind::Game => Built::Game(game::build(source, &beside, dialect)?),
    })
}
