//! Costumes put into a game: as a new set of files, or in place of the game's own.

mod in_place;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use scumm_costume::Costume;
use scumm_costume::edit::lint::{Severity, lint};
use scumm_engine::Game;
use scumm_platform::file::FolderLock;
use scumm_room::Error;
use scumm_room::resource::{
    self, ChangedFile, ContainedFile, Given, Kind, Location, belongs, folder_of,
};

use crate::inputs::{self, COSTUME_TEXT};
use crate::{file_names, load, output};

/// What every PNG begins with.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Puts the costumes of files, raw blocks with their headers, into a game in the places of these
/// numbers: all of them or none. A new set of all files of the game is written into the folder
/// `out`. Returns what is wrong with the costumes, each with its file.
///
/// # Errors
/// Returns an error if the game can't read a costume, a number comes twice, index and data of the
/// game disagree, or the files can't be written.
pub fn import_into(game: &Game, costumes: &[(u16, PathBuf)], out: &Path) -> Result<Vec<String>> {
    let Import { changed, bad } = import(game, costumes)?;
    write_set(game, &changed, out)?;
    Ok(bad)
}

/// Does the same with the files of the game itself, and keeps the old ones beside. The folder of
/// the index is locked from before the game is read until the end. An import into it that was
/// interrupted is finished first.
///
/// # Errors
/// As [`import_into`], and if another process writes into the folder, the import that was
/// interrupted can't be finished, or the game lies in a container. Then no file of the game is
/// changed.
pub fn import_in_place(
    path: &Path,
    given: &Given,
    costumes: &[(u16, PathBuf)],
) -> Result<Vec<String>> {
    let folder = folder_to_lock(path, given)?;
    let _lock = FolderLock::acquire(&folder)?;
    if in_place::finish(&folder)? {
        log::warn!(
            "{}: an import that was interrupted is finished now",
            folder.display()
        );
    }
    let game = load::unnoted(path, given)?;
    let index = game.files().path();
    ensure!(
        !game.files().is_contained() && folder_of(index) == folder,
        "{}: found another game than a moment before",
        index.display()
    );
    let Import { changed, bad } = import(&game, costumes)?;
    in_place::replace(index, &changed)?;
    Ok(bad)
}

/// The folder of the index of a loose game. The game itself is not kept: it may change until the
/// folder is locked.
fn folder_to_lock(path: &Path, given: &Given) -> Result<PathBuf> {
    if path.is_dir() {
        let games = resource::outermost(resource::games(path)?);
        if let [game] = games.as_slice() {
            if game.index.is_file() {
                return Ok(folder_of(&game.index).to_owned());
            }
        }
    }
    let game = match Game::open_as(path, given) {
        // A file of a game whose import is under way or was interrupted. Its index lies beside it.
        Err(error) if load::is_changing(&error) => return Ok(folder_of(path).to_owned()),
        opened => opened?,
    };
    let index = game.files().path();
    ensure!(
        !game.files().is_contained(),
        "{} lies in a container, which is never changed; -o writes a loose copy of the game, changed",
        index.display()
    );
    Ok(folder_of(index).to_owned())
}

/// What an import makes.
struct Import {
    changed: Vec<ChangedFile>,
    /// What is wrong with the costumes.
    bad: Vec<String>,
}

/// Reads costumes, and works out what changes in the files of the game.
fn import(game: &Game, costumes: &[(u16, PathBuf)]) -> Result<Import> {
    let mut new = Vec::new();
    let mut bad = Vec::new();
    let mut seen = BTreeSet::new();
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
    Ok(Import { changed, bad })
}

/// The costumes of a folder by their numbers: files that `extract` and `build` write,
/// `costume-005.cost`.
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
    let mut all = 0_usize;
    let mut wrong = 0_usize;
    let mut first = None;
    for place in located(game) {
        all += 1;
        // A file that is not there says nothing about the others.
        if let Err(error @ Error::Malformed { .. }) = place {
            wrong += 1;
            if first.is_none() {
                first = Some(error);
            }
        }
    }
    if let Some(first) = first {
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
    for new in changed {
        if new.path == game.files().path() {
            // Data files that were replaced while they were copied get no index.
            load::check_unchanged(game)?;
        }
        output::write(&target(&new.path), |out| new.copy_to(out))?;
        log::info!("{}: {} bytes", new.path.display(), new.size());
    }
    Ok(())
}

/// Writes a game of a container as loose files, the changed ones new (I38).
fn write_contained(game: &Game, changed: &[ChangedFile], out: &Path) -> Result<()> {
    for file in game.files().contained() {
        let target = out.join(file_names::safe_path(&file.name));
        match changed.iter().find(|changed| changed.path == file.path) {
            Some(new) => output::write(&target, |out| new.copy_to(out))?,
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

/// The loose files of a game by their names below its folder, in lower case: where each lies, and
/// whether it is the index or a data file.
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

/// All files of the game: index and data, speech, music and films, but no other copy of the game in
/// a folder below.
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
        let error = import_into(&game, &[(1, picture)], &out)
            .unwrap_err()
            .to_string();
        assert!(error.contains("expected a costume, found a PNG"), "{error}");
        assert!(!out.exists());
    }
}
