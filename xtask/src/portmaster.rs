//! Makes the handhelds' package in PortMaster's layout: the files of `platform/portmaster`, the
//! programs and the licences.

use std::path::Path;

use anyhow::Result;

use crate::archive::{ArchiveEntry, EntryKind};

/// The processors of handhelds, by PortMaster's names.
pub const PROCESSORS: [&str; 2] = ["aarch64", "armhf"];
/// The name of the package.
pub const NAME: &str = "wardrobe.zip";
/// The files that are copied unchanged, by their names in the package.
const FILES: [(&str, &str); 7] = [
    ("Wardrobe.sh", "Wardrobe.sh"),
    ("wardrobe/port.json", "port.json"),
    ("wardrobe/README.md", "README.md"),
    ("wardrobe/gameinfo.xml", "gameinfo.xml"),
    ("wardrobe/screenshot.png", "screenshot.png"),
    ("wardrobe/cover.png", "cover.png"),
    ("wardrobe/wardrobe.gptk", "wardrobe/wardrobe.gptk"),
];

/// Returns the package's files, with a program for each of [`PROCESSORS`]. The names in `licences`
/// contain no folder.
///
/// # Errors
/// Returns an error if a file of the `repository` cannot be read.
pub fn entries(
    repository: &Path,
    programs: [Vec<u8>; 2],
    licences: Vec<ArchiveEntry>,
) -> Result<Vec<ArchiveEntry>> {
    let folder = repository.join("platform/portmaster");
    let mut entries = Vec::new();
    for (name, file) in FILES {
        let kind = if name.ends_with(".sh") {
            EntryKind::Program
        } else {
            EntryKind::File
        };
        entries.push(ArchiveEntry {
            kind,
            ..ArchiveEntry::file(name, &folder.join(file))?
        });
    }
    for (processor, program) in PROCESSORS.into_iter().zip(programs) {
        entries.push(ArchiveEntry::program(
            format!("wardrobe/wardrobe.{processor}"),
            program,
        ));
    }
    // The package contains these folders from the start.
    let notes = [
        (
            "games",
            "Copy the folders of games here; with several, a list is shown to choose from.\n",
        ),
        ("conf", "Settings and sessions are kept here.\n"),
    ];
    entries
        .extend(notes.map(|(folder, note)| {
            ArchiveEntry::new(format!("wardrobe/{folder}/README.txt"), note)
        }));
    let licence = |entry: ArchiveEntry| ArchiveEntry {
        name: format!("wardrobe/licenses/{}", entry.name),
        ..entry
    };
    entries.extend(licences.into_iter().map(licence));
    Ok(entries)
}
