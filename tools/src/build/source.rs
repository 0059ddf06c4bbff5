//! Builds a costume's source of any format.

use std::ops::RangeInclusive;

use anyhow::{Context, Result, bail};
use scumm_costume::edit::akos as encode;
use scumm_room::{Dialect, Platform};

use super::companions::CompanionFiles;
use super::text::{CostumeFile, CostumeKind};
use super::{akos, costume, eight_bit};

/// The versions that costumes are built for.
pub const VERSIONS: RangeInclusive<u8> = 2..=8;
/// The Humongous sub-versions that costumes are built for.
pub const HUMONGOUS: RangeInclusive<u8> = 60..=100;

/// Builds the block of a source's text for `dialect`. The default is the version that the source
/// names, else v5.
///
/// # Errors
/// Returns an error if the source is invalid or does not fit into the version.
pub fn build(text: &str, beside: &CompanionFiles, dialect: Option<Dialect>) -> Result<Vec<u8>> {
    let file: CostumeFile = toml::from_str(text)?;
    let mut dialect = dialect.map_or_else(|| of_source(&file), Ok)?;
    if let Some(name) = &file.platform {
        dialect = dialect.with_platform(platform(name)?);
    }
    match file.kind {
        CostumeKind::Cost => {
            let (draft, arrangement) = costume::plan(&file, beside)?;
            costume::encode_as(&draft, &arrangement, &dialect)
        }
        CostumeKind::Akos if !dialect.has_akos() => {
            bail!(
                "an AKOS is for versions 7, 8 and Humongous from 61 on, not for v{}",
                dialect.version()
            )
        }
        CostumeKind::Akos => {
            let (draft, arrangement) = akos::read(&file, beside, &dialect)?;
            Ok(encode::encode_as(&draft, &arrangement)?)
        }
        CostumeKind::V0 => eight_bit::v0(&file, beside),
        CostumeKind::Nes => eight_bit::nes(&file),
    }
}

/// Returns the platform of this name.
fn platform(name: &str) -> Result<Platform> {
    let known = Platform::ALL.into_iter().find(|(known, _)| *known == name);
    let names = || Platform::ALL.map(|(name, _)| name).join(", ");
    Ok(known
        .with_context(|| format!("platform: expected {}, found {name:?}", names()))?
        .1)
}

/// Returns the version that a source names.
fn of_source(file: &CostumeFile) -> Result<Dialect> {
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
            bail!("`he` stands without `version` and `old256`")
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
        None if file.old256 && version != 3 => bail!("`old256` is for version 3 only"),
        None => Ok(Dialect::new(version).with_old256(file.old256)),
    }
}
