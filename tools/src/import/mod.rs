//! Imports costumes or rooms into a game: into a new set of files, or in place.

mod in_place;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use scumm_costume::edit::lint::{Severity, lint};
use scumm_costume::{Costume, Damage};
use scumm_engine::Game;
use scumm_media::text::joined;
use scumm_room::resource::{
    self, ChangedFile, ContainedFile, Given, Location, ResourceKind, belongs, folder_of,
};
use scumm_room::{Dialect, Error, Room, RoomParts};

use crate::run_files::{COSTUME_TEXT, MOST_BYTES, ROOM_TEXT, RunFiles};
use crate::{file_names, load};

/// The first bytes of every PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The kind of the imported resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportKind {
    /// Costumes.
    Costume,
    /// Rooms, without their scripts (v8) and pictures (HE70 and later) that are resources of their
    /// own.
    Room,
}

impl ImportKind {
    fn resource(self) -> ResourceKind {
        match self {
            Self::Costume => ResourceKind::Costume,
            Self::Room => ResourceKind::Room,
        }
    }

    /// Returns the name of one resource of this kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Costume => "costume",
            Self::Room => "room",
        }
    }
}

/// Imports costumes or rooms into a game, either all of them or none. Each has its number in the
/// game and a file, which contains the raw block with its header. Writes a new set of all files of
/// the game into the folder `out`. Returns the faults of the imported resources, each with the name
/// of its file.
///
/// # Errors
/// Returns an error if the game cannot read a costume or room, if a number occurs twice, if the
/// index and the data of the game contradict each other, or if a file cannot be written.
pub fn import_into(
    files: &RunFiles,
    game: &Game,
    kind: ImportKind,
    given: &[(u16, PathBuf)],
    out: &Path,
) -> Result<Vec<String>> {
    let Import { changed, bad } = import(game, kind, read_all(files, kind, given)?)?;
    write_set(files, game, &changed, out)?;
    Ok(bad)
}

/// Imports costumes from memory as [`import_into`] does. Each costume has its number in the game
/// and its raw block with its header. Faults and errors name the costume by its number.
///
/// # Errors
/// Returns an error as [`import_into`] does.
pub fn import_blocks_into(
    files: &RunFiles,
    game: &Game,
    costumes: Vec<(u16, Vec<u8>)>,
    out: &Path,
) -> Result<Vec<String>> {
    let Import { changed, bad } = import(game, ImportKind::Costume, from_blocks(costumes))?;
    write_set(files, game, &changed, out)?;
    Ok(bad)
}

/// Imports costumes from memory as [`import_in_place`] does. Faults and errors name the costume by
/// its number.
///
/// # Errors
/// Returns an error as [`import_in_place`] does.
pub fn import_blocks_in_place(
    files: &RunFiles,
    path: &Path,
    given: &Given,
    costumes: Vec<(u16, Vec<u8>)>,
) -> Result<Vec<String>> {
    let new = || Ok(from_blocks(costumes));
    replace_in_place(files, path, given, ImportKind::Costume, new)
}

fn from_blocks(costumes: Vec<(u16, Vec<u8>)>) -> Vec<NewBlock> {
    let mut new = Vec::new();
    for (number, data) in costumes {
        new.push(NewBlock {
            number,
            shown: format!("costume {number}"),
            data,
        });
    }
    new
}

/// Imports costumes or rooms as [`import_into`] does, but replaces the files of the game itself and
/// keeps copies of the old ones. The folder of the index is locked from before the game is read
/// until the end. An interrupted import into the folder is completed first.
///
/// # Errors
/// Returns an error as [`import_into`] does, and if another process writes into the folder, if the
/// interrupted import cannot be completed, or if the game lies in a container. In this case no file
/// of the game is changed.
pub fn import_in_place(
    files: &RunFiles,
    path: &Path,
    given: &Given,
    kind: ImportKind,
    new: &[(u16, PathBuf)],
) -> Result<Vec<String>> {
    replace_in_place(files, path, given, kind, || read_all(files, kind, new))
}

/// Imports the blocks that `new` returns into the files of a game.
fn replace_in_place(
    files: &RunFiles,
    path: &Path,
    given: &Given,
    kind: ImportKind,
    new: impl FnOnce() -> Result<Vec<NewBlock>>,
) -> Result<Vec<String>> {
    let folder = folder_to_lock(path, given)?;
    let _lock = files.lock(&folder)?;
    if in_place::finish(files.outputs(), &folder)? {
        log::warn!(
            "{}: the interrupted import has been finished",
            folder.display()
        );
    }
    let game = load::unnoted(path, given)?;
    let index = game.files().path();
    ensure!(
        !game.files().is_contained() && folder_of(index) == folder,
        "{}: the game changed while it was opened; run the command again",
        index.display()
    );
    let Import { changed, bad } = import(&game, kind, new()?)?;
    in_place::replace(files.outputs(), index, &changed)?;
    Ok(bad)
}

/// Restores the files of a game as they were before the first import into it. Returns the names of
/// the restored files.
///
/// # Errors
/// Returns an error if no import into the game is recorded, if a file has been changed since the
/// last import, if the copy of an original is missing, or if another process writes into the
/// folder. In this case no file is changed.
pub fn undo_imports(files: &RunFiles, path: &Path, given: &Given) -> Result<Vec<String>> {
    let folder = folder_to_lock(path, given)?;
    let _lock = files.lock(&folder)?;
    in_place::finish(files.outputs(), &folder)?;
    let game = load::unnoted(path, given)?;
    in_place::undo(files.outputs(), game.files().path())
}

/// Returns the folder of the index of a loose game. The game is opened again after the folder is
/// locked, because it may change until then.
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
        // The path is a file of a game with a running or an interrupted import. Its index lies
        // beside it.
        Err(error) if load::is_changing(&error) => return Ok(folder_of(path).to_owned()),
        opened => opened?,
    };
    let index = game.files().path();
    ensure!(
        !game.files().is_contained(),
        "{} is in a container, which is never changed; use -o to write a changed loose copy of the \
         game",
        index.display()
    );
    Ok(folder_of(index).to_owned())
}

/// The result of preparing an import.
struct Import {
    changed: Vec<ChangedFile>,
    /// The faults of the imported resources.
    bad: Vec<String>,
}

/// A costume or room that is to be imported.
struct NewBlock {
    number: u16,
    /// Its name in messages.
    shown: String,
    /// The raw block with its header.
    data: Vec<u8>,
}

/// Reads the files of costumes or rooms.
fn read_all(files: &RunFiles, kind: ImportKind, given: &[(u16, PathBuf)]) -> Result<Vec<NewBlock>> {
    let mut new = Vec::new();
    let mut bytes = 0_u64;
    for (number, file) in given {
        if let Some(source) = source(file) {
            let source = source.display();
            bail!(
                "{}: expected a {}, found a source; build it first with `wardrobe build {source} \
                 -o FILE` and import FILE",
                file.display(),
                kind.name()
            );
        }
        let data = files.read(file)?;
        let shown = file.display().to_string();
        bytes = bytes.saturating_add(data.len() as u64);
        if bytes > MOST_BYTES {
            bail!(
                "{shown}: the {}s have more than {MOST_BYTES} bytes in total",
                kind.name()
            );
        }
        new.push(NewBlock {
            number: *number,
            shown,
            data,
        });
    }
    Ok(new)
}

/// Checks costumes or rooms, and computes the changes to the files of the game.
fn import(game: &Game, kind: ImportKind, blocks: Vec<NewBlock>) -> Result<Import> {
    let name = kind.name();
    let mut new = Vec::new();
    let mut bad = Vec::new();
    let mut seen = BTreeSet::new();
    for block in blocks {
        let NewBlock {
            number,
            shown,
            data,
        } = block;
        if !seen.insert(number) {
            bail!("{shown}: {name} {number} is listed twice");
        }
        if data.starts_with(PNG) {
            let advice = format!("`wardrobe build` makes a {name} from pictures and a source");
            bail!("{shown}: expected a {name}, found a PNG: {advice}");
        }
        let faults = match kind {
            ImportKind::Costume => check(game, &data),
            ImportKind::Room => check_room(game, number, &data),
        };
        let faults = faults.with_context(|| shown.clone())?;
        bad.extend(faults.into_iter().map(|what| format!("{shown}: {what}")));
        new.push((number, data));
    }
    agree(game)?;
    refuse_numbers(game, kind, &new)?;
    let changed = game.files().replace_all(kind.resource(), &new)?;
    warn_of_shared(game, kind, &new);
    Ok(Import { changed, bad })
}

/// The extensions of files with other blocks of rooms: scripts (v8) and pictures (HE70 and later).
const OTHER_BLOCKS: [&str; 2] = ["rmsc", "rmim"];

/// Returns the costumes of a folder by number, or its rooms if it has no costumes: files such as
/// `costume-005.cost` or `room-012.room`, which `extract` and `build` write.
///
/// # Errors
/// Returns an error if the folder cannot be listed, or if it contains neither.
pub fn in_folder(folder: &Path) -> Result<(ImportKind, Vec<(u16, PathBuf)>)> {
    for kind in [ImportKind::Costume, ImportKind::Room] {
        let files = numbered(folder, kind)?;
        if !files.is_empty() {
            log::info!("{}: the {}s are imported", folder.display(), kind.name());
            return Ok((kind, files));
        }
    }
    bail!(
        "{}: expected files such as costume-005.cost or room-012.room, found no such file",
        folder.display()
    )
}

/// Returns the files of a folder whose names are those of a kind, by number.
fn numbered(folder: &Path, kind: ImportKind) -> Result<Vec<(u16, PathBuf)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let number = path.file_stem().and_then(OsStr::to_str).and_then(|stem| {
            let number = stem.strip_prefix(kind.name())?.strip_prefix('-')?;
            number.parse().ok()
        });
        let ending = path.extension().unwrap_or_default();
        let is_other = OTHER_BLOCKS.iter().any(|other| ending == *other);
        if let Some(number) = number.filter(|_| path.is_file() && !is_other) {
            found.push((number, path));
        }
    }
    found.sort();
    Ok(found)
}

/// Returns the path of the source text if a file or a folder is a source.
fn source(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        let sources = [COSTUME_TEXT, ROOM_TEXT].map(|name| path.join(name));
        return sources.into_iter().find(|source| source.is_file());
    }
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
        .then(|| path.to_owned())
}

/// Refuses numbers for which the index has no entry, and names the free numbers.
fn refuse_numbers(game: &Game, kind: ImportKind, new: &[(u16, Vec<u8>)]) -> Result<()> {
    let name = kind.name();
    let free = game.files().free_numbers(kind.resource());
    for (id, _) in new {
        let is_known = game.files().ids(kind.resource()).any(|known| known == *id);
        if is_known {
            continue;
        }
        if free.contains(id) {
            log::info!("{name} {id} is new");
            continue;
        }
        let shown: Vec<u16> = free.iter().copied().take(MOST_FREE).collect();
        let place = match (shown.as_slice(), free.len()) {
            ([], _) => "no number is free".to_owned(),
            (shown, all) if all > shown.len() => {
                format!(
                    "{all} numbers are free, the first are {}",
                    joined(shown, ", ")
                )
            }
            (shown, _) => format!("these numbers are free: {}", joined(shown, ", ")),
        };
        bail!(
            "{}: the index has no {name} {id}, and no entry for one; {place}",
            game.files().path().display()
        );
    }
    Ok(())
}

/// The most free numbers that an error lists.
const MOST_FREE: usize = 8;

/// The versions for which a costume may have been built by mistake, the likely ones first.
fn other_versions() -> Vec<(Dialect, String)> {
    let mut others = Vec::new();
    for version in [5, 6, 7, 8, 4, 3, 2] {
        others.push((Dialect::new(version), format!("v{version}")));
    }
    let v3 = Dialect::new(3).with_old256(true);
    others.push((v3, "v3 with 256 colours".to_owned()));
    for he in [60, 72, 90, 100] {
        others.push((Dialect::humongous(he), format!("HE{he}")));
    }
    others
}

/// Returns the errors that `lint` finds in a costume. `damage` decides how damaged parts are
/// treated.
fn errors(data: &[u8], dialect: &Dialect, mut damage: Damage) -> Result<Vec<String>> {
    let costume = Costume::parse_with(data, dialect, &mut damage)?;
    let mut errors = Vec::new();
    for finding in lint(data, &costume)? {
        if finding.severity == Severity::Error {
            errors.push(finding.what);
        }
    }
    Ok(errors)
}

/// Checks that the game can read the costume. Returns the faults of the costume.
fn check(game: &Game, data: &[u8]) -> Result<Vec<String>> {
    let dialect = game.dialect();
    let found = errors(data, &dialect, Damage::silent());
    if matches!(&found, Ok(errors) if errors.is_empty()) {
        return found;
    }
    // A costume that another version reads without an error was built for that version.
    for (other, name) in other_versions() {
        let is_other = other.version() != dialect.version() || other.he() != dialect.he();
        let is_sound =
            || errors(data, &other, Damage::strict()).is_ok_and(|errors| errors.is_empty());
        if is_other && is_sound() {
            let own = match dialect.he() {
                0 => format!("v{}", dialect.version()),
                he => format!("HE{he}"),
            };
            let option = match dialect.he() {
                0 => format!("--version {}", dialect.version()),
                he => format!("--he {he}"),
            };
            bail!("built for {name}; this game is {own}: build it with {option}");
        }
    }
    found
}

/// Checks that the game can read a room. Returns the damage that was found.
fn check_room(game: &Game, number: u16, data: &[u8]) -> Result<Vec<String>> {
    let dialect = game.dialect();
    // The scripts (v8) and the pictures (HE70 and later) stay those of the game.
    let raw = game.load_room(number).ok();
    let names = game.files().index().object_names();
    let stored = raw.as_ref().map(|raw| raw.parts(&names));
    let parts = RoomParts {
        room: data,
        number,
        base: 0,
        ..stored.unwrap_or_default()
    };
    let room = Room::parse(&parts, &dialect)?;
    let problems = room.problems().iter();
    Ok(problems.map(ToString::to_string).collect())
}

/// Warns of costumes or rooms that share one resource: an import of one of them changes all of
/// them. `new` are the imported ones.
fn warn_of_shared(game: &Game, kind: ImportKind, new: &[(u16, Vec<u8>)]) {
    for numbers in game.files().shared_numbers(kind.resource()) {
        let mut given = Vec::new();
        for (id, data) in new {
            if numbers.contains(id) {
                given.push(data);
            }
        }
        let Some((first, others)) = given.split_first() else {
            continue;
        };
        let are_all_given = given.len() == numbers.len();
        if !are_all_given || others.iter().any(|other| other != first) {
            log::warn!(
                "{}: {}s {} share one resource; the import changes all of them",
                game.files().path().display(),
                kind.name(),
                joined(&numbers, ", ")
            );
        }
    }
}

/// Returns the location of each resource according to the index.
fn located(game: &Game) -> impl Iterator<Item = scumm_room::Result<Location>> {
    let files = game.files();
    ResourceKind::ALL
        .into_iter()
        .flat_map(move |kind| files.ids(kind).map(move |id| files.locate(kind, id)))
}

/// Checks that the index matches the data. Some games have entries of the index that lead nowhere,
/// which causes a warning. If the resources of a room have moved, the index and the data are from
/// different copies, which is an error.
fn agree(game: &Game) -> Result<()> {
    let mut all = 0_usize;
    let mut wrong = 0_usize;
    let mut first = None;
    // For each room, the offset of each of its resources, and whether the resource is there.
    let mut rooms: BTreeMap<u8, BTreeMap<u32, bool>> = BTreeMap::new();
    for kind in ResourceKind::ALL {
        for id in game.files().ids(kind) {
            all += 1;
            // Only malformed data show that index and data contradict each other. A missing file
            // does not show this.
            let error = match game.files().locate(kind, id) {
                Err(error @ Error::Malformed { .. }) => Some(error),
                _ => None,
            };
            let entry = game.files().index().entry(kind, id).unwrap_or_default();
            let offset = entry.offset.unwrap_or_default();
            // Offsets at or beyond the end of the file do not show that resources have moved.
            let leads_nowhere = error.as_ref().is_some_and(is_at_end);
            if kind != ResourceKind::Room && !leads_nowhere {
                let is_there = rooms.entry(entry.room).or_default();
                *is_there.entry(offset).or_insert(true) &= error.is_none();
            }
            wrong += usize::from(error.is_some());
            first = first.or(error);
        }
    }
    let Some(first) = first else {
        return Ok(());
    };
    let disagree = format!(
        "the index and the data of the game disagree in {wrong} of {all} places, first: {first}"
    );
    if wrong > all / 2 || rooms.values().any(has_moved) {
        bail!(
            "{disagree}; restore all files of one copy (files that an import kept end in .bak) and \
             import again"
        );
    }
    log::warn!("{disagree}; these entries of the index are kept");
    Ok(())
}

/// Returns whether the place of an error is at or beyond the end of its file.
fn is_at_end(error: &Error) -> bool {
    let Some(place) = error.place() else {
        return false;
    };
    fs::metadata(&place.file).is_ok_and(|file| place.offset >= file.len())
}

/// Returns whether several resources of a room are not at their offsets, and no resource after the
/// first of them is.
fn has_moved(room: &BTreeMap<u32, bool>) -> bool {
    let moved = room.values().skip_while(|is_there| **is_there);
    moved.clone().count() > 1 && moved.clone().all(|is_there| !is_there)
}

/// Refuses an output folder that is the game's own folder or lies in it.
fn refuse_inside(folder: &Path, out: &Path) -> Result<()> {
    let absolute = std::path::absolute(out)?;
    // The output folder may not exist yet. In this case its first existing parent folder is
    // checked.
    let real = absolute
        .ancestors()
        .find_map(|above| above.canonicalize().ok());
    if real.is_some_and(|real| {
        folder
            .canonicalize()
            .is_ok_and(|folder| real.starts_with(folder))
    }) {
        bail!(
            "{} is the game's folder or inside it; use --in-place to change the game",
            out.display()
        );
    }
    Ok(())
}

/// Writes all files of the game with the changes, the index last.
fn write_set(run: &RunFiles, game: &Game, changed: &[ChangedFile], out: &Path) -> Result<()> {
    let folder = folder_of(game.files().path());
    if game.files().is_contained() {
        return write_contained(run, game, changed, out);
    }
    refuse_inside(folder, out)?;
    let target = |path: &Path| out.join(path.strip_prefix(folder).unwrap_or(path));
    for path in files(game)? {
        if changed.iter().all(|changed| changed.path != path) {
            let mut old = File::open(&path).with_context(|| path.display().to_string())?;
            run.write(&target(&path), |file| io::copy(&mut old, file).map(drop))?;
        }
    }
    for new in changed {
        if new.path == game.files().path() {
            // If data files were replaced while they were copied, no index is written.
            load::check_unchanged(game)?;
        }
        run.write(&target(&new.path), |out| new.copy_to(out))?;
        log::info!("{}: {} bytes", new.path.display(), new.size());
    }
    Ok(())
}

/// Writes the game of a container as loose files, with the changes (I38).
fn write_contained(run: &RunFiles, game: &Game, changed: &[ChangedFile], out: &Path) -> Result<()> {
    for file in game.files().contained() {
        let target = out.join(file_names::safe_path(&file.name));
        match changed.iter().find(|changed| changed.path == file.path) {
            Some(new) => run.write(&target, |out| new.copy_to(out))?,
            None => copy(run, &file, &target)?,
        }
    }
    Ok(())
}

/// Writes a file of a container to a file of its own.
///
/// # Errors
/// Returns an error if the file cannot be read or written.
pub fn copy(run: &RunFiles, file: &ContainedFile, target: &Path) -> Result<()> {
    run.write(target, |mut out| {
        file.copy_to(&mut out).map_err(io::Error::other)
    })
}

/// Returns the loose files of a game by their lower-case names below its folder. Each has its path,
/// and a flag that marks index and data files.
///
/// # Errors
/// Returns an error if a folder cannot be listed.
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

/// Returns the paths of the loose files of a game, each with its path below the folder of the
/// index.
///
/// # Errors
/// Returns an error if a folder cannot be listed.
pub(crate) fn files_with_names(game: &Game) -> Result<Vec<(PathBuf, PathBuf)>> {
    let folder = folder_of(game.files().path());
    let mut named = Vec::new();
    for path in files(game)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        named.push((path, name));
    }
    Ok(named)
}

/// Returns all files of the game: index, data, speech, music and films. Files of other games in
/// folders below the game's folder are excluded.
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
        let error = import_into(
            &RunFiles::default(),
            &game,
            ImportKind::Costume,
            &[(1, picture)],
            &out,
        )
        .unwrap_err()
        .to_string();
        assert!(error.contains("expected a costume, found a PNG"), "{error}");
        assert!(!out.exists());
    }

    /// Returns the demo in a version and its costume 1.
    fn demo_costume(version: u8) -> (Game, Vec<u8>) {
        let game = Game::from_files(crate::demo::files(version).unwrap()).unwrap();
        let costume = game.load_costume(1).unwrap().data;
        (game, costume)
    }

    #[test]
    fn a_costume_of_another_version_is_refused_with_its_version() {
        let (_, v5) = demo_costume(5);
        let (_, v7) = demo_costume(7);
        let (game, v6) = demo_costume(6);
        assert!(check(&game, &v6).unwrap().is_empty());
        for (costume, version) in [(v5, "v5"), (v7, "v7")] {
            let refused = check(&game, &costume).unwrap_err().to_string();
            let text = format!("built for {version}; this game is v6: build it with --version 6");
            assert_eq!(refused, text);
        }
    }
}
