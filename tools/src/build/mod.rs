//! Builds costumes, rooms and games from sources: TOML texts beside pictures, sheets with their
//! JSON, and files of Aseprite.

mod akos;
pub mod animated;
pub(crate) mod aseprite;
mod checks;
pub(crate) mod colours;
pub mod companions;
pub mod costume;
mod eight_bit;
pub mod game;
pub(crate) mod notation;
pub mod room;
mod room_text;
pub mod sheet;
pub(crate) mod stored_room;
pub(crate) mod tags;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod text;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_costume::edit::akos as encode;
use scumm_room::edit::NewFile;
use scumm_room::{Dialect, Platform};

use crate::layers::LAYERED_COSTUME;
use crate::run_files::{COSTUME_TEXT, ROOM_TEXT, RunFiles};
use companions::{CompanionFiles, RoomPalette};
use text::{CostumeFile, CostumeKind};

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
    /// Returns an error if the text is not TOML, or if it has no key by which a kind is recognised.
    pub fn from_text(text: &str) -> Result<Self> {
        let table: toml::Table = toml::from_str(text)?;
        match ["limb", "kind", "picture", "costume"].map(|key| table.contains_key(key)) {
            [true, ..] | [_, true, ..] => Ok(Self::Costume),
            [_, _, true, _] => Ok(Self::Room),
            [.., true] => Ok(Self::Game),
            _ => {
                let found = match table.keys().next() {
                    Some(key) => format!("found `{}`", key.escape_debug()),
                    None => "found no key".to_owned(),
                };
                bail!(
                    "expected `limb` of a costume, `picture` of a room or `costume` of a game, \
                     {found}"
                );
            }
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
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// The version to build for. By default this is the version that a costume's source names, else
    /// v5.
    pub dialect: Option<Dialect>,
    /// Whether the source may name files outside its folder.
    pub allow_outside: bool,
    /// Whether a colour that the source does not have is replaced by the nearest colour of the
    /// source. Otherwise such a colour is an error.
    pub nearest: bool,
    /// The colours of a room, for pictures without a palette and for the text of errors.
    pub room_colours: Option<RoomPalette>,
}

/// Builds a source file, or the costume in a folder that `disassemble` wrote. Logs a warning for
/// each fault that the format allows.
///
/// # Errors
/// Returns an error if the source is invalid or does not fit into the version.
pub fn build(files: &RunFiles, source: &Path, options: &BuildOptions) -> Result<Built> {
    let (built, warnings) = build_with_warnings(files, source, options)?;
    for warning in warnings {
        log::warn!("{warning}");
    }
    Ok(built)
}

/// Builds a source as [`build`] does, and returns the warnings instead of logging them.
///
/// # Errors
/// Returns an error as [`build`] does.
pub fn build_with_warnings(
    files: &RunFiles,
    source: &Path,
    options: &BuildOptions,
) -> Result<(Built, Vec<String>)> {
    if source.is_dir() {
        let sources = [COSTUME_TEXT, LAYERED_COSTUME, ROOM_TEXT].map(|name| source.join(name));
        let Some(inner) = sources.iter().find(|inner| inner.is_file()) else {
            bail!(
                "{}: the folder has no {COSTUME_TEXT}, {LAYERED_COSTUME} or {ROOM_TEXT}; name the \
                 source file instead",
                source.display()
            );
        };
        return build_with_warnings(files, inner, options);
    }
    let dialect = options.dialect.unwrap_or(Dialect::new(5));
    let mut beside = CompanionFiles::beside(files, source, options.allow_outside);
    beside.nearest = options.nearest;
    beside.room_colours.clone_from(&options.room_colours);
    let shown = || source.display().to_string();
    if animated::is_one(source) {
        let bytes = files.read(source)?;
        let block = animated::build(&bytes, &beside, options.dialect).with_context(shown)?;
        return Ok((Built::Block(block), Vec::new()));
    }
    let text = files.read_source(source)?;
    let mut kind = SourceKind::from_text(&text);
    if source.extension().is_none_or(|ending| ending != "toml") {
        kind = kind.context(
            "expected the text of a source (TOML) of a costume, a room or a game, or the JSON of a \
             sheet, or a file of Aseprite",
        );
    }
    let mut warnings = Vec::new();
    let built = match kind.with_context(shown)? {
        SourceKind::Costume => {
            let block;
            (block, warnings) =
                build_checked(&text, &beside, options.dialect).with_context(shown)?;
            Built::Block(block)
        }
        SourceKind::Room => {
            let block;
            (block, warnings) = room::build(&text, &beside, options.dialect).with_context(shown)?;
            Built::Block(block)
        }
        SourceKind::Game => Built::Game(game::build(files, source, &beside, dialect)?),
    };
    Ok((built, warnings))
}

/// Builds the costume of a source in memory: a text with the name `costume.toml`, and the files
/// beside it by their names.
///
/// # Errors
/// Returns an error if the text is missing, if the source is invalid, or if it does not fit into
/// the version.
pub fn build_in_memory(
    mut source: BTreeMap<String, Vec<u8>>,
    options: &BuildOptions,
) -> Result<Vec<u8>> {
    let Some(text) = source.remove(COSTUME_TEXT) else {
        bail!("the source has no {COSTUME_TEXT}");
    };
    let text = String::from_utf8(text).context(COSTUME_TEXT)?;
    let mut beside = CompanionFiles::memory(source);
    beside.nearest = options.nearest;
    build_costume(&text, &beside, options.dialect).context(COSTUME_TEXT)
}

/// Builds a costume as [`build_costume`] does. Returns the block and a warning for each fault that
/// the format allows.
fn build_checked(
    text: &str,
    beside: &CompanionFiles,
    dialect: Option<Dialect>,
) -> Result<(Vec<u8>, Vec<String>)> {
    let file: CostumeFile = toml::from_str(text)?;
    let BuiltCostume {
        block,
        dialect,
        mut warnings,
        sizes,
    } = encode_source(&file, beside, dialect)?;
    // A sequence that shows cels which do not exist makes other parts look like pictures.
    let without: &[&str] = if warnings.is_empty() {
        &[]
    } else {
        &["C8", "C30", "C31", "C36", "C37"]
    };
    warnings.extend(sizes);
    warnings.extend(checks::lint_warnings(&block, &dialect, without));
    warnings.extend(checks::missing_chores(&file));
    Ok((block, warnings))
}

/// The versions that costumes are built for.
const VERSIONS: RangeInclusive<u8> = 2..=8;
/// The Humongous sub-versions that costumes are built for.
const HUMONGOUS: RangeInclusive<u8> = 60..=100;

/// Builds the block of a costume from its source's text, for `dialect`. The default is the version
/// that the source names, else v5.
///
/// # Errors
/// Returns an error if the source is invalid or does not fit into the version.
pub fn build_costume(
    text: &str,
    beside: &CompanionFiles,
    dialect: Option<Dialect>,
) -> Result<Vec<u8>> {
    let file: CostumeFile = toml::from_str(text)?;
    Ok(encode_source(&file, beside, dialect)?.block)
}

/// A costume that was built from a source.
struct BuiltCostume {
    block: Vec<u8>,
    /// The version for which it was built.
    dialect: Dialect,
    /// The cels that are shown and do not exist.
    warnings: Vec<String>,
    /// The cels whose size was changed.
    sizes: Vec<String>,
}

fn encode_source(
    file: &CostumeFile,
    beside: &CompanionFiles,
    dialect: Option<Dialect>,
) -> Result<BuiltCostume> {
    let mut dialect = dialect.map_or_else(|| version_of(file), Ok)?;
    if let Some(name) = &file.platform {
        dialect = dialect.with_platform(platform_named(name)?);
    }
    let mut warnings = Vec::new();
    let mut sizes = Vec::new();
    let block = match file.kind {
        CostumeKind::Cost => {
            let (draft, arrangement) = costume::plan(file, beside)?;
            warnings = checks::missing_cels(file, &draft, &dialect);
            sizes = checks::changed_sizes(file, &draft);
            costume::encode_as(&draft, &arrangement, &dialect)?
        }
        CostumeKind::Akos if !dialect.has_akos() => {
            bail!(
                "expected version 7 or 8 or Humongous 61 or later for an AKOS, found v{}",
                dialect.version()
            )
        }
        CostumeKind::Akos => {
            let (draft, arrangement) = akos::read(file, beside, &dialect)?;
            let has_eight = file.akos.as_ref().is_some_and(|akos| akos.eight_directions);
            let eight = has_eight && dialect.has_eight_directions();
            warnings = checks::missing_cels_of_akos(&draft, eight);
            sizes = checks::changed_sizes_of_akos(file, &draft);
            encode::encode_as(&draft, &arrangement)?
        }
        CostumeKind::V0 => eight_bit::v0(file, beside)?,
        CostumeKind::Nes => eight_bit::nes(file)?,
    };
    Ok(BuiltCostume {
        block,
        dialect,
        warnings,
        sizes,
    })
}

/// Returns the platform of this name.
pub(crate) fn platform_named(name: &str) -> Result<Platform> {
    let known = Platform::ALL.into_iter().find(|(known, _)| *known == name);
    let names = || Platform::ALL.map(|(name, _)| name).join(", ");
    Ok(known
        .with_context(|| format!("platform: expected {}, found {name:?}", names()))?
        .1)
}

/// Returns the version that a source names.
fn version_of(file: &CostumeFile) -> Result<Dialect> {
    let version = file.version.unwrap_or(5);
    match file.he {
        Some(he) if !HUMONGOUS.contains(&he) => {
            bail!(
                "he: expected {} to {}, found {he}",
                HUMONGOUS.start(),
                HUMONGOUS.end()
            )
        }
        Some(_) if file.version.is_some() || file.old256 => {
            bail!("`he` excludes `version` and `old256`")
        }
        Some(he) => Ok(Dialect::humongous(he)),
        None if version < 2 && matches!(file.kind, CostumeKind::V0 | CostumeKind::Nes) => {
            Ok(Dialect::new(version))
        }
        None if !VERSIONS.contains(&version) => {
            bail!(
                "version: expected {} to {}, found {version}",
                VERSIONS.start(),
                VERSIONS.end()
            )
        }
        None if file.old256 && version != 3 => bail!("`old256` needs version 3"),
        None => Ok(Dialect::new(version).with_old256(file.old256)),
    }
}
