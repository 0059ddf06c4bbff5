//! Changing a game's own files: all of them or none, wherever the program is killed.
//!
//! The new files are written beside the old ones under names of their own, and the old ones are kept. Then a journal says
//! what has to become what: from there on the change is made, because whoever opens the game next finishes it. Last each
//! new file takes its name, and the journal goes.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use scumm_platform::file;
use scumm_room::resource::{ChangedFile, folder_of, read_file};

use crate::written::{FileEntry, FileList};

/// The journal's name in the folder of the index.
const JOURNAL: &str = ".wardrobe-import";

/// What the name of a new file ends with until it takes its own.
const NEW: &str = "wardrobe-new";

/// The most bytes of a journal: a few names.
const MOST_JOURNAL: u64 = 1 << 20;

/// Something that is done whole or not at all.
type Step<'a> = Box<dyn FnOnce() -> Result<()> + 'a>;

/// Replaces files of a game.
///
/// # Errors
/// A file can't be replaced: then none is.
pub fn replace(folder: &Path, changed: &[ChangedFile]) -> Result<()> {
    steps(folder, changed)?
        .into_iter()
        .try_for_each(|step| step())
}

fn steps<'a>(folder: &'a Path, changed: &'a [ChangedFile]) -> Result<Vec<Step<'a>>> {
    let mut journal = FileList::new();
    let mut steps: Vec<Step<'a>> = Vec::new();
    for ChangedFile { path, bytes } in changed {
        let shown = path.display();
        let found = path.symlink_metadata().with_context(|| shown.to_string())?;
        if !found.is_file() {
            bail!("{shown} is a link: --in-place changes regular files only, -o writes a new game");
        }
        if found.permissions().readonly() {
            bail!("{shown} is read-only");
        }
        let name = path.strip_prefix(folder).ok().and_then(Path::to_str);
        let name = name.with_context(|| format!("{shown} is not below {}", folder.display()))?;
        journal.insert(name.to_owned(), FileEntry::of(bytes));
        steps.push(Box::new(move || {
            write_new(&beside(path, NEW), bytes, found.permissions())
        }));
        steps.push(Box::new(|| keep(path)));
    }
    steps.push(Box::new(move || begin(&folder.join(JOURNAL), &journal)));
    steps.push(Box::new(|| finish(folder).map(drop)));
    Ok(steps)
}

/// Writes a new file.
fn write_new(path: &Path, bytes: &[u8], permissions: fs::Permissions) -> Result<()> {
    // What is left of an import that came to nothing, whatever it is.
    if path.symlink_metadata().is_ok() {
        fs::remove_file(path).with_context(|| path.display().to_string())?;
    }
    file::write(path, |out| out.write_all(bytes))?;
    fs::set_permissions(path, permissions).with_context(|| path.display().to_string())
}

/// Writes the journal, the new contents of files: from here on they count.
fn begin(path: &Path, journal: &FileList) -> Result<()> {
    let text = serde_json::to_vec(journal)?;
    sync(path)?;
    file::write(path, |out| out.write_all(&text))?;
    sync(path)
}

/// Finishes an import that was interrupted when its files were whole but did not have their names yet. Returns whether
/// there was one.
///
/// # Errors
/// A new file is missing or damaged, or can't take its name.
pub fn finish(folder: &Path) -> Result<bool> {
    let path = folder.join(JOURNAL);
    if path.symlink_metadata().is_err() {
        return Ok(false);
    }
    let attempt = || -> Result<()> {
        let journal: FileList = serde_json::from_slice(&read_file(&path, MOST_JOURNAL)?)?;
        for (name, entry) in &journal {
            take_name(folder, name, entry)?;
        }
        sync(&path)?;
        Ok(fs::remove_file(&path)?)
    };
    let advice = "the import that was interrupted can't be finished; remove this file and put the .bak files back";
    attempt().with_context(|| format!("{}: {advice}", path.display()))?;
    Ok(true)
}

/// Renames a new file, unless that is done already.
fn take_name(folder: &Path, name: &str, entry: &FileEntry) -> Result<()> {
    let is_below = Path::new(name)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let path = folder.join(name);
    let own_folder = path.parent().unwrap_or(folder).canonicalize()?;
    if !is_below || !own_folder.starts_with(folder.canonicalize()?) {
        bail!("`{name}` is no file of the game");
    }
    let new = beside(&path, NEW);
    let holds =
        |path: &Path| read_file(path, u64::MAX).is_ok_and(|bytes| FileEntry::of(&bytes) == *entry);
    if new.symlink_metadata().is_ok() {
        if !holds(&new) {
            bail!("{} is damaged", new.display());
        }
        fs::rename(&new, &path).with_context(|| path.display().to_string())?;
        sync(&path)
    } else if holds(&path) {
        Ok(())
    } else {
        bail!("{} is missing", new.display())
    }
}

/// Keeps a file beside, whole, under the first free name.
fn keep(path: &Path) -> Result<()> {
    let name = |number: usize| {
        beside(
            path,
            &if number == 1 {
                "bak".to_owned()
            } else {
                format!("bak{number}")
            },
        )
    };
    // A link is no free name, wherever it leads.
    let free = (1..1000)
        .map(name)
        .find(|name| name.symlink_metadata().is_err());
    let free =
        free.with_context(|| format!("{}: too many old files are kept beside it", path.display()))?;
    let mut old = File::open(path).with_context(|| path.display().to_string())?;
    file::write(&free, |out| io::copy(&mut old, out).map(drop))?;
    log::info!("the old file is kept as {}", free.display());
    Ok(())
}

/// `x.001` becomes `x.001.wardrobe-new`.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{ending}"));
    name.into()
}

/// Waits until the names in the folder of a file are on the disk.
fn sync(path: &Path) -> Result<()> {
    // Systems without folders that can be opened have no need of it.
    if cfg!(unix) {
        let folder = folder_of(path);
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use scumm_engine::Game;
    use scumm_room::resource::Kind;

    use super::*;

    /// A copy of the demo, and the files that a longer costume 1 changes.
    fn game() -> (tempfile::TempDir, Vec<ChangedFile>, Vec<u8>) {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/demo/built");
        let folder = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(built).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
        let game = Game::open(folder.path()).unwrap();
        let costume = game.load_costume(2).unwrap().data;
        let changed = game.files().replace(Kind::Costume, 1, &costume).unwrap();
        assert!(changed.len() == 2, "index and data change");
        (folder, changed.into(), costume)
    }

    /// Opens the game as whoever comes next does.
    fn open(folder: &Path) -> Game {
        finish(folder).unwrap();
        Game::open(folder).unwrap()
    }

    /// All resources but costume 1.
    fn rest(game: &Game) -> Vec<Option<Vec<u8>>> {
        let ids = Kind::ALL
            .into_iter()
            .flat_map(|kind| game.files().ids(kind).map(move |id| (kind, id)));
        let ids = ids.filter(|pair| *pair != (Kind::Costume, 1));
        ids.map(|(kind, id)| game.files().load(kind, id).ok().map(|raw| raw.data))
            .collect()
    }

    #[test]
    fn after_each_step_the_game_is_the_old_one_or_the_new_one() {
        let (whole, changed, costume) = game();
        let old = Game::open(whole.path()).unwrap();
        let (old_costume, others) = (old.load_costume(1).unwrap().data, rest(&old));
        let count = steps(whole.path(), &changed).unwrap().len();
        for done in 0..=count {
            let (folder, changed, _) = game();
            let steps = steps(folder.path(), &changed).unwrap();
            steps
                .into_iter()
                .take(done)
                .for_each(|step| step().unwrap());
            let now = open(folder.path());
            let expected = if done < count - 1 {
                &old_costume
            } else {
                &costume
            };
            assert!(
                now.load_costume(1).unwrap().data == *expected,
                "{done} of {count}"
            );
            assert!(rest(&now) == others, "{done} of {count}");
        }
    }

    #[test]
    fn names_that_were_taken_in_part_are_finished() {
        for renamed in 0..=2 {
            let (folder, changed, costume) = game();
            let mut steps = steps(folder.path(), &changed).unwrap();
            steps.pop();
            steps.into_iter().for_each(|step| step().unwrap());
            for ChangedFile { path, .. } in changed.iter().take(renamed) {
                fs::rename(beside(path, NEW), path).unwrap();
            }
            let now = open(folder.path());
            assert!(now.load_costume(1).unwrap().data == costume, "{renamed}");
            assert!(!folder.path().join(JOURNAL).exists());
        }
    }

    #[test]
    fn a_journal_can_name_files_of_the_game_only() {
        let (folder, ..) = game();
        let outside = tempfile::tempdir().unwrap();
        let victim = outside.path().join("victim");
        fs::write(&victim, "old").unwrap();
        fs::write(beside(&victim, NEW), "new").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
        for name in [victim.to_str().unwrap(), "../victim", "link/victim"] {
            let journal = FileList::from([(name.to_owned(), FileEntry::of(b"new"))]);
            fs::write(
                folder.path().join(JOURNAL),
                serde_json::to_vec(&journal).unwrap(),
            )
            .unwrap();
            let refused = format!("{:#}", finish(folder.path()).unwrap_err());
            assert!(refused.contains("can't be finished"), "{refused}");
            assert_eq!(fs::read(&victim).unwrap(), b"old", "{name}");
        }
    }
}
