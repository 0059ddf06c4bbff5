//! Temporary files that are renamed when they are complete, and temporary folders.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

/// The prefix and the suffix of temporary names.
const NAME: (&str, &str) = (".wardrobe-", ".tmp");

/// A temporary file of at least this age counts as a remnant of a killed program, unless a process
/// still holds the file.
const OLD: Duration = Duration::from_secs(3600);

/// The most entries of a folder that are searched for old temporary files.
const MOST_ENTRIES: usize = 20_000;

/// The list of the temporary files and folders of a program. Clones share the list.
#[derive(Clone, Debug, Default)]
pub(super) struct TemporaryPaths(Arc<Mutex<PathList>>);

#[derive(Debug, Default)]
pub(super) struct PathList {
    /// The temporary files and folders that exist now.
    present: BTreeSet<PathBuf>,
    /// The folders that were searched for old temporary files.
    cleared: BTreeSet<PathBuf>,
    /// Whether the program is about to end.
    is_closed: bool,
}

impl TemporaryPaths {
    /// Locks the list. While it is locked, the program does not create, rename or remove temporary
    /// files. After [`Self::close`] the call blocks until the process ends.
    pub(super) fn lock(&self) -> MutexGuard<'_, PathList> {
        loop {
            let list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if !list.is_closed {
                return list;
            }
            drop(list);
            thread::park();
        }
    }

    /// Adds a path to the locked list.
    pub(super) fn add(&self, list: &mut PathList, path: &Path) -> Listed {
        list.present.insert(path.to_owned());
        Listed {
            paths: self.clone(),
            path: path.to_owned(),
        }
    }

    /// Removes the listed files and folders, and closes the list.
    pub(super) fn close(&self) {
        let mut list = self.lock();
        list.is_closed = true;
        for path in &list.present {
            // The program is about to end, so that nothing can handle the error.
            let _ = if path.is_dir() {
                fs::remove_dir_all(path)
            } else {
                fs::remove_file(path)
            };
        }
    }
}

/// A temporary file. If the file was not renamed, it is removed when the value is dropped.
pub(super) struct Temporary {
    file: NamedTempFile,
    // This field is dropped after `file`, so the path is removed from the list after the file was
    // removed.
    listed: Listed,
}

/// An entry of the list, which is removed when the value is dropped.
#[derive(Debug)]
pub(super) struct Listed {
    paths: TemporaryPaths,
    path: PathBuf,
}

impl Drop for Listed {
    fn drop(&mut self) {
        self.paths.lock().present.remove(&self.path);
    }
}

impl Temporary {
    /// Creates a new file in a folder. From its creation on its permissions are at most these.
    /// Remnants of killed programs in the folder are removed once.
    pub(super) fn beside(
        paths: &TemporaryPaths,
        folder: &Path,
        permissions: Option<&Permissions>,
    ) -> io::Result<Self> {
        let is_first = paths.lock().cleared.insert(folder.to_owned());
        if is_first {
            clear(folder);
        }
        let mut list = paths.lock();
        let file = builder(permissions).tempfile_in(folder)?;
        // The lock shows other processes that the file is in use. If locking fails, only the file's
        // age protects the file from removal.
        let _ = hold(file.as_file());
        let listed = paths.add(&mut list, file.path());
        Ok(Self { file, listed })
    }

    pub(super) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Renames files and replaces existing files. The program is not told to end meanwhile. After
    /// an error, which names its path, the other files are removed.
    pub(super) fn rename_all(
        paths: &TemporaryPaths,
        files: Vec<(Self, PathBuf)>,
    ) -> Result<(), (PathBuf, io::Error)> {
        let list = paths.lock();
        let mut renamed = Ok(());
        // The entries need the list, so they are dropped after it is unlocked.
        let mut entries = Vec::new();
        for (Self { file, listed }, path) in files {
            entries.push(listed);
            if renamed.is_ok() {
                if let Err(error) = file.persist(&path) {
                    renamed = Err((path, error.error));
                }
            }
        }
        drop(list);
        renamed
    }

    /// Renames the file to `path` and replaces an existing file.
    pub(super) fn rename(self, path: &Path) -> io::Result<()> {
        let Self { file, listed } = self;
        let list = listed.paths.lock();
        // If renaming fails, the error drops and thereby removes the file.
        let renamed = file.persist(path).map(drop).map_err(|error| error.error);
        drop(list);
        drop(listed);
        renamed
    }
}

/// A temporary folder of the system. The folder and its contents are removed when the value is
/// dropped or when the program is told to end.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
    // Removed from the list after the folder is gone.
    listed: Listed,
}

impl TemporaryFolder {
    pub(super) fn new(paths: &TemporaryPaths) -> io::Result<Self> {
        let mut list = paths.lock();
        let folder = tempfile::Builder::new()
            .prefix(NAME.0)
            .suffix(NAME.1)
            .tempdir()?;
        let listed = paths.add(&mut list, folder.path());
        Ok(Self { folder, listed })
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Calls `act` with the path. The folder cannot be removed during the call. Use this for short
    /// actions such as writing a file.
    pub fn fill<T>(&self, act: impl FnOnce(&Path) -> T) -> T {
        let _list = self.listed.paths.lock();
        act(self.path())
    }
}

/// Returns a builder of temporary files. By default temporary files are private. A new file of the
/// user gets the permissions of any new file, which the system reduces by the user's mask.
#[cfg_attr(
    not(unix),
    allow(unused_variables, reason = "only on Unix a new file has a mode")
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
