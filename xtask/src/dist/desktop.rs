//! The files with which a Linux desktop shows the program: the menu entry, the icon, and the
//! AppStream metadata.

use std::path::Path;

use anyhow::{Context, Result};
use xtask::archive::ArchiveEntry;

use crate::{release, text_of};

/// The folder of the files.
const SOURCES: &str = "platform/wardrobe/desktop";
/// The address of the project, from Cargo.toml.
const ADDRESS: &str = env!("CARGO_PKG_HOMEPAGE");

/// Returns the files with their places below a prefix such as `/usr`.
///
/// # Errors
/// Returns an error if a file is missing or the address of the project has no host.
pub fn entries() -> Result<Vec<ArchiveEntry>> {
    let folder = Path::new(SOURCES);
    let id = component_id(ADDRESS)?;
    let date = release::commit_time()?;
    let date = date.split('T').next().context("the commit has no date")?;
    let metadata = text_of(&folder.join("wardrobe.metainfo.xml"))?
        .replace("{{ID}}", &id)
        .replace("{{ADDRESS}}", ADDRESS)
        .replace("{{VERSION}}", env!("CARGO_PKG_VERSION"))
        .replace("{{DATE}}", date);
    Ok(vec![
        ArchiveEntry::file(
            "share/applications/wardrobe.desktop",
            &folder.join("wardrobe.desktop"),
        )?,
        ArchiveEntry::file(
            "share/icons/hicolor/scalable/apps/wardrobe.svg",
            &folder.join("wardrobe.svg"),
        )?,
        ArchiveEntry::new(format!("share/metainfo/{id}.metainfo.xml"), metadata),
    ])
}

/// Returns the identifier of the program: the host name of an address with its parts in reverse
/// order, and the name of the program. AppStream requires this form.
fn component_id(address: &str) -> Result<String> {
    let (_, rest) = address
        .split_once("://")
        .with_context(|| format!("expected an address, found {address}"))?;
    let host = rest.split('/').next().unwrap_or_default();
    let mut parts: Vec<&str> = host.split('.').collect();
    parts.reverse();
    parts.push("wardrobe");
    Ok(parts.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identifier_begins_with_the_reversed_host() {
        let id = component_id("https://games.example.org/wardrobe").unwrap();
        assert_eq!(id, "org.example.games.wardrobe");
        assert!(component_id("wardrobe").is_err());
    }
}
