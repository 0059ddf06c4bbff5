//! A costume's source of either kind, built.

use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_costume::edit::encode::akos as encode;
use scumm_room::Dialect;

use super::companions::CompanionFiles;
use super::text::{CostumeFile, CostumeKind};
use super::{akos, costume};

/// The block of a source. `dialect` is the version to build for, else it is that of the source, else v5.
///
/// # Errors
/// What is wrong with the source, or does not fit into the version.
pub fn build(path: &Path, dialect: Option<Dialect>) -> Result<Vec<u8>> {
    let shown = || path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(shown)?;
    build_text(&text, &CompanionFiles::of(path), dialect).with_context(shown)
}

/// The block of a source's text.
///
/// # Errors
/// As [`build`].
pub fn build_text(text: &str, beside: &CompanionFiles, dialect: Option<Dialect>) -> Result<Vec<u8>> {
    let file: CostumeFile = toml::from_str(text)?;
    let dialect = dialect.unwrap_or_else(|| of_source(&file));
    match file.kind {
        CostumeKind::Cost => costume::encode_as(&costume::plan(&file, beside)?, &dialect),
        CostumeKind::Akos if !dialect.has_akos() => {
            bail!("an AKOS is for versions 7, 8 and Humongous from 61 on, not for v{}", dialect.version())
        }
        CostumeKind::Akos => {
            let (draft, arrangement) = akos::read(&file, beside, &dialect)?;
            Ok(encode::encode_as(&draft, &arrangement)?)
        }
    }
}

/// The version that a source says.
fn of_source(file: &CostumeFile) -> Dialect {
    match (file.he, file.version) {
        (Some(he), _) => Dialect::humongous(he),
        (None, version) => Dialect::new(version.unwrap_or(5)).with_old256(file.old256),
    }
}
