//! Builds costumes, rooms and games from sources: TOML texts beside pictures, sheets with their
//! JSON, and files of Aseprite.

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

/// The kind of thing that a source describes.
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
    /// Determines the kind of a source from the keys of its text.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML or has none of the keys.
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

/// The result of a build.
pub enum Built {
    /// The block of a costume or a room.
    Block(Vec<u8>),
    /// The files of a game.
    Game(Vec<NewFile>),
}

/// Options of a build.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuildOptions {
    /// The version to build for. By default this is the version that a costume's source names, else
    /// v5.
    pub dialect: Option<Dialect>,
    /// Whether the source may name files outside its folder.
    pub allow_outside: bool,
    /// Whether colours that the source does not have are replaced by the nearest colour that it
    /// has.
    pub nearest: bool,
}

/// Builds a source file, or the costume in a folder that `disassemble` wrote.
///
/// # Errors
/// Returns an error if the source is invalid or does not fit into the version.
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
