//! The files that become others once they are whole.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

/// How their names begin and end; between is what makes each its own.
const NAME: (&str, &str) = (".wardrobe-", ".tmp");

/// The age from which one is what a killed program left.
const OLD: Duration = Duration::from_secs(3600);

/// How many entries of a folder are looked at for old ones.
const MOST_ENTRIES: usize = 20_000;

/// Those that there are now.
static PRESENT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The folders that were looked through for old ones.
static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary file. It is removed unless it is renamed.
pub(super) struct Temporary {
    file: NamedTempFile,
    // Leaves the list after the file has gone: fields are dropped in their order.
    listed: Listed,
}

/// An entry of [`PRESENT`].
#[derive(Debug)]
struct Listed(PathBuf);

impl Drop for Listed {
    fn drop(&mut self) {
        lock(&PRESENT).remove(&self.0);
    }
}

impl Temporary {
    /// A new file in a folder. Those that killed programs left there are removed, once for each folder.
    pub(super) fn beside(folder: &Path) -> io::Result<Self> {
        clear(folder);
        let mut present = lock(&PRESENT);
        let file = builder().tempfile_in(folder)?;
        present.insert(file.path().to_owned());
        let listed = Listed(file.path().to_owned());
        Ok(Self { file, listed })
    }

    pub(super) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Gives it its name, instead of any file that has it.
    pub(super) fn rename(self, path: &Path) -> io::Result<()> {
        let Self { file, listed } = self;
        let present = lock(&PRESENT);
        // Where it fails, the file is removed with the error.
        let renamed = file.persist(path).map(drop).map_err(|error| error.error);
        drop(present);
        drop(listed);
        renamed
    }
}

/// A temporary folder of the system. It is removed with all in it when it is dropped, and where the program is told to end.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
    // Leaves the list after the folder has gone.
    _listed: Listed,
}

impl TemporaryFolder {
    /// A new one.
    ///
    /// # Errors
    /// The system refuses.
    pub fn new() -> io::Result<Self> {
        let mut present = lock(&PRESENT);
        let folder = tempfile::Builder::new()
            .prefix(NAME.0)
            .suffix(NAME.1)
            .tempdir()?;
        present.insert(folder.path().to_owned());
        let listed = Listed(folder.path().to_owned());
        Ok(Self {
            folder,
            _listed: listed,
        })
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Does something in it that is over before it can be removed, such as writing a file.
    pub fn fill<T>(&self, act: impl FnOnce(&Path) -> T) -> T {
        let _present = lock(&PRESENT);
        act(self.path())
    }
}

/// Removes the temporary files and folders of this process, for a program that is told to end. None are made or renamed after it: who
/// tries waits for the end.
pub fn remove_temporary() {
    let present = lock(&PRESENT);
    for path in &*present {
        // There is nobody left to tell.
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
    mem::forget(present);
}

/// Temporary files are private unless told otherwise; what replaces a user's file has the permissions of any new file.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// Removes old temporary files of a folder. What can't be looked at or removed stays.
fn clear(folder: &Path) {
    if !lock(&CLEARED).insert(folder.to_owned()) {
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten().take(MOST_ENTRIES) {
        let name = entry.file_name();
        let is_ours = name
            .to_str()
            .is_some_and(|name| name.starts_with(NAME.0) && name.ends_with(NAME.1));
        let found = if is_ours {
            entry.metadata().ok().filter(fs::Metadata::is_file)
        } else {
            None
        };
        let age = found.and_then(|found| found.modified().ok()?.elapsed().ok());
        if age.is_some_and(|age| age >= OLD) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
