//! A costume put into a game, as a new set of data files.

pub mod in_place;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use scumm_costume::Costume;
use scumm_costume::edit::lint::{Severity, lint};
use scumm_engine::Game;
use scumm_room::Error;
use scumm_room::resource::{ChangedFile, ContainedFile, Kind, Location, belongs, folder_of};

use crate::inputs::{self, COSTUME_TEXT};
use crate::output;

/// What every PNG begins with.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Puts the costumes of files, raw blocks with their headers, into a game in the places of these numbers: all of them or none. A new
/// set of all files of the game is written into the folder `out`; without one the game's own files are replaced, and the old ones are
/// kept beside. Returns what is wrong with the costumes, each with its file.
///
/// # Errors
/// The game can't read a costume, or a number comes twice; its index and data disagree; the files can't be written: then none in place is.
pub fn import_all(
    game: &Game,
    costumes: &[(u16, PathBuf)],
    out: Option<&Path>,
) -> Result<Vec<String>> {
    let (mut new, mut bad, mut seen) = (Vec::new(), Vec::new(), BTreeSet::new());
    let mut bytes = 0_u64;
    for (id, file) in costumes {
        let shown = || file.display().to_string();
        if let Some(source) = source(file) {
            let source = source.display();
            bail!(
                "{}: a source is built first: `wardrobe build {source} -o FILE`, and FILE is imported",
                shown()
            );
        }
        if !seen.insert(*id) {
            bail!("{}: costume {id} comes twice", shown());
        }
        let data = inputs::bytes(file)?;
        if data.starts_with(PNG) {
            let advice = "`wardrobe build` makes a costume of pictures and a source";
            bail!("{}: expected a costume, found a PNG: {advice}", shown());
        }
        bytes = bytes.saturating_add(data.len() as u64);
        if bytes > inputs::MOST_BYTES {
            bail!(
                "{}: the costumes have more than {} bytes together",
                shown(),
                inputs::MOST_BYTES
            );
        }
        bad.extend(
            check(game, &data)
                .with_context(shown)?
                .into_iter()
                .map(|what| format!("{}: {what}", shown())),
        );
        new.push((*id, data));
    }
    agree(game)?;
    let changed = game.files().replace_all(Kind::Costume, &new)?;
    match out {
        Some(out) => write_set(game, &changed, out)?,
        None if game.files().is_contained() => {
            let shown = game.files().path().display();
            bail!(
                "{shown} lies in a container, which is never changed; -o writes a loose copy of the game, changed"
            );
        }
        None => in_place::replace(folder_of(game.files().path()), &changed)?,
    }
    Ok(bad)
}

/// The costumes of a folder by their numbers: files that `extract` and `build` write, `costume-005.cost`.
///
/// # Errors
/// The folder can't be listed, or has none.
pub fn in_folder(folder: &Path) -> Result<Vec<(u16, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let number = path
            .file_stem()
            .and_then(OsStr::to_str)
            .and_then(|stem| stem.strip_prefix("costume-")?.parse().ok());
        if let Some(number) = number.filter(|_| path.is_file()) {
            found.push((number, path));
        }
    }
    found.sort();
    if found.is_empty() {
        bail!(
            "{}: expected files such as costume-005.cost, found none",
            folder.display()
        );
    }
    Ok(found)
}

/// The source that a file or a folder is, as `disassemble` writes it.
fn source(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        return Some(path.join(COSTUME_TEXT)).filter(|source| source.is_file());
    }
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
        .then(|| path.to_owned())
}

/// That the game can read the costume; what is wrong with it.
fn check(game: &Game, data: &[u8]) -> Result<Vec<String>> {
    let dialect = game.dialect();
    let costume = Costume::parse(data, &dialect)?;
    let findings = lint(data, &costume)?;
    Ok(findings
        .into_iter()
        .filter(|f| f.severity == Severity::Error)
        .map(|f| f.what)
        .collect())
}

/// Where the index says that each resource lies.
fn located(game: &Game) -> impl Iterator<Item = scumm_room::Result<Location>> {
    let files = game.files();
    Kind::ALL
        .into_iter()
        .flat_map(move |kind| files.ids(kind).map(move |id| files.locate(kind, id)))
}

/// That the index leads to what it says, everywhere.
fn agree(game: &Game) -> Result<()> {
    let located: Vec<_> = located(game).collect();
    let mut wrong = located.iter().filter_map(|place| match place {
        Err(error @ Error::Malformed { .. }) => Some(error),
        // A file that is not there says nothing about the others.
        _ => None,
    });
    if let Some(first) = wrong.next() {
        let (wrong, all) = (1 + wrong.count(), located.len());
        bail!(
            "the index and the data of the game disagree in {wrong} of {all} places, first: {first}; put back all the files of \
             one copy – those that an import kept end in .bak – and import again"
        );
    }
    Ok(())
}

/// Refuses an output folder that is the game's own or lies in it.
fn refuse_inside(folder: &Path, out: &Path) -> Result<()> {
    let absolute = std::path::absolute(out)?;
    // What is not there yet has a folder above it that is.
    let real = absolute
        .ancestors()
        .find_map(|above| above.canonicalize().ok());
    if real.is_some_and(|real| {
        folder
            .canonicalize()
            .is_ok_and(|folder| real.starts_with(folder))
    }) {
        bail!(
            "{} is the game's own folder or lies in it; --in-place changes the game",
            out.display()
        );
    }
    Ok(())
}

/// Writes all files of the game, the changed ones new, the index last.
fn write_set(game: &Game, changed: &[ChangedFile], out: &Path) -> Result<()> {
    let folder = folder_of(game.files().path());
    if game.files().is_contained() {
        return write_contained(game, changed, out);
    }
    refuse_inside(folder, out)?;
    let target = |path: &Path| out.join(path.strip_prefix(folder).unwrap_or(path));
    for path in files(game)? {
        if changed.iter().all(|changed| changed.path != path) {
            let mut old = File::open(&path).with_context(|| path.display().to_string())?;
            output::write(&target(&path), |file| io::copy(&mut old, file).map(drop))?;
        }
    }
    for ChangedFile { path, bytes } in changed {
        output::write(&target(path), |file| file.write_all(bytes))?;
        log::info!("{}: {} bytes", path.display(), bytes.len());
    }
    Ok(())
}

/// Writes a game of a container as loose files, the changed ones new (I38).
fn write_contained(game: &Game, changed: &[ChangedFile], out: &Path) -> Result<()> {
    for file in game.files().contained() {
        let target = out.join(&file.name);
        match changed.iter().find(|changed| changed.path == file.path) {
            Some(new) => output::write(&target, |out| out.write_all(&new.bytes))?,
            None => copy(&file, &target)?,
        }
    }
    Ok(())
}

/// Writes a file of a container as a file of its own.
///
/// # Errors
/// It can't be read or written.
pub fn copy(file: &ContainedFile, target: &Path) -> Result<()> {
    output::write(target, |mut out| {
        file.copy_to(&mut out).map_err(io::Error::other)
    })
}

/// The loose files of a game by their names below its folder, in lower case: where each lies, and whether it is the index or a data file.
///
/// # Errors
/// A folder can't be listed.
pub(crate) fn loose_files(game: &Game) -> Result<BTreeMap<String, (PathBuf, bool)>> {
    let folder = folder_of(game.files().path());
    let mut data: BTreeSet<PathBuf> = located(game)
        .filter_map(|place| Some(place.ok()?.file))
        .collect();
    data.insert(game.files().path().to_owned());
    let named = |path: PathBuf| {
        let name = path
            .strip_prefix(folder)
            .unwrap_or(&path)
            .to_string_lossy()
            .to_lowercase();
        let is_data = data.contains(&path);
        (name, (path, is_data))
    };
    Ok(files(game)?.into_iter().map(named).collect())
}

/// All files of the game: index and data, speech, music and films, but no other copy of the game in a folder below.
fn files(game: &Game) -> Result<Vec<PathBuf>> {
    let index = game.files().path();
    let mut found = Vec::new();
    let mut folders = vec![(folder_of(index).to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        let paths = entries
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<Vec<_>>>()?;
        let name = |path: &Path| path.file_name().map(OsStr::to_ascii_lowercase);
        if depth > 0 && paths.iter().any(|path| name(path) == name(index)) {
            continue;
        }
        for path in paths {
            if path.is_dir() {
                // Data may lie up to three folders deep (I1).
                folders.extend((depth < 3).then_some((path, depth + 1)));
            } else if belongs(index, &path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_named_as_one_and_nothing_is_changed() {
        let folder = tempfile::tempdir().unwrap();
        let game =
            Game::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/demo/built")).unwrap();
        let picture = folder.path().join("cel.png");
        fs::write(&picture, [PNG, &[0; 40]].concat()).unwrap();
        let out = folder.path().join("out");
        let error = import_all(&game, &[(1, picture)], Some(&out))
            .unwrap_err()
            .to_string();
        assert!(error.contains("expected a costume, found a PNG"), "{error}");
        assert!(!out.exists());
    }
}
