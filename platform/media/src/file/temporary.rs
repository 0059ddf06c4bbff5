//! Temporary files that are renamed when they are complete, and temporary folders.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

/// The prefix and the suffix of temporary names.
const NAME: (&str, &str) = (".wardrobe-", ".tmp");

/// A temporary file of at least this age counts as a remnant of a killed program, unless a process
/// still holds the file.
const OLD: Duration = Duration::from_secs(3600);

/// The most entries of a folder that are searched for old temporary files.
const MOST_ENTRIES: usize = 20_000;

/// The temporary files and folders that exist now.
static PRESENT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The folders that were searched for old temporary files.
static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary file. If the file was not renamed, it is removed when the value is dropped.
pub(super) struct Temporary {
    file: NamedTempFile,
    // This field is dropped after `file`, so the path is removed from the list after the file was
    // removed.
    listed: Listed,
}

/// An entry of [`PRESENT`].
#[derive(Debug)]
pub(super) struct Listed(PathBuf);

impl Listed {
    /// Adds a path to the list.
    pub(super) fn add(present: &mut BTreeSet<PathBuf>, path: &Path) -> Self {
        present.insert(path.to_owned());
        Self(path.to_owned())
    }
}

impl Drop for Listed {
    fn drop(&mut self) {
        present().remove(&self.0);
    }
}

/// Locks the list of existing temporary paths. While it is locked, this program does not create,
/// rename or remove temporary files.
pub(super) fn present() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    lock(&PRESENT)
}

impl Temporary {
    /// Creates a new file in a folder. The file never has more permissions than `permissions`. The
    /// first call for a folder also removes the remnants of killed programs in the folder.
    pub(super) fn beside(folder: &Path, permissions: Option<&Permissions>) -> io::Result<Self> {
        clear(folder);
        let mut present = present();
        let file = builder(permissions).tempfile_in(folder)?;
        // The lock shows other processes that the file is in use. If locking fails, only the file's
        // age protects the file from removal.
        let _ = hold(file.as_file());
        let listed = Listed::add(&mut present, file.path());
        Ok(Self { file, listed })
    }

    pub(super) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Renames the file to `path` and replaces an existing file.
    pub(super) fn rename(self, path: &Path) -> io::Result<()> {
        let Self { file, listed } = self;
        let present = present();
        // If renaming fails, the error drops and thereby removes the file.
        let renamed = file.persist(path).map(drop).map_err(|error| error.error);
        drop(present);
        drop(listed);
        renamed
    }
}

/// A temporary folder of the system. The folder and its contents are removed when the value is
/// dropped or when the program is told to end.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
    // This field is dropped last, so the path is removed from the list after the folder was
    // removed.
    _listed: Listed,
}

impl TemporaryFolder {
    /// Creates a temporary folder.
    ///
    /// # Errors
    /// Returns an error if the system refuses.
    pub fn new() -> io::Result<Self> {
        let mut present = present();
        let folder = tempfile::Builder::new()
            .prefix(NAME.0)
            .suffix(NAME.1)
            .tempdir()?;
        let listed = Listed::add(&mut present, folder.path());
        Ok(Self {
            folder,
            _listed: listed,
        })
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Calls `act` with the path. The folder cannot be removed during the call. Use this for short
    /// actions such as writing a file.
    pub fn fill<T>(&self, act: impl FnOnce(&Path) -> T) -> T {
        let _present = present();
        act(self.path())
    }
}

/// Removes the temporary files and folders of this process, for a program that is told to end.
/// Afterwards no temporary file can be created or renamed: such a call blocks until the process
/// ends.
pub fn remove_temporary() {
    let present = present();
    for path in &*present {
        // The program is about to end, so that nothing can handle the error.
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
    mem::forget(present);
}

/// Returns a builder of temporary files. By default only the user can read temporary files. Here a
/// new file gets the usual permissions of new files, which the system reduces by the user's mask.
#[cfg_attr(
    not(unix),
    allow(unused_variables, reason = "elsewhere a new file has no mode")
)]
fn builder(permissions: Option<&Permissions>) -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(NAME.0).suffix(NAME.1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = permissions.map_or(0o666, |permissions| permissions.mode() & 0o777);
        // The program itself has to write to the file.
        builder.permissions(Permissions::from_mode(mode | 0o600));
    }
    builder
}

/// Removes old temporary files of a folder. Files that cannot be examined or removed stay.
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
        if age.is_some_and(|age| age >= OLD) && !is_held(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks an open file until it is closed. Returns `false` if another process holds the lock.
#[cfg(unix)]
pub(super) fn hold(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK | Errno::INTR) => Ok(false),
        Err(Errno::NOSYS | Errno::OPNOTSUPP | Errno::NOLCK) => {
            let why = "the file system has no locks";
            Err(io::Error::new(io::ErrorKind::Unsupported, why))
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns whether a process holds a file.
#[cfg(unix)]
pub(super) fn is_held(path: &Path) -> bool {
    File::open(path)
        .and_then(|file| hold(&file))
        .is_ok_and(|is_free| !is_free)
}

/// Does nothing on Windows, where an open file counts as held.
#[cfg(windows)]
pub(super) fn hold(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Returns whether a process has a file open.
#[cfg(windows)]
pub(super) fn is_held(path: &Path) -> bool {
    use std::os::windows::fs::OpenOptionsExt;

    let alone = fs::OpenOptions::new().read(true).share_mode(0).open(path);
    alone.is_err()
}

#[cfg(not(any(unix, windows)))]
pub(super) fn hold(_: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(not(any(unix, windows)))]
pub(super) fn is_held(_: &Path) -> bool {
    false
}
