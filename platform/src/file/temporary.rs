//! The files that become others once they are whole.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::{NamedTempFile, TempDir};

/// How their names begin and end; between is what makes each its own.
const NAME: (&str, &str) = (".wardrobe-", ".tmp");

/// The age from which one is what a killed program left, unless a program still holds it.
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

/// The list of what is there now. While it is held, nothing of this program is made, renamed or
/// removed.
pub(super) fn present() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    lock(&PRESENT)
}

impl Temporary {
    /// A new file in a folder, which has these permissions from its first moment on, or is
    /// narrower. Those that killed programs left there are removed, once for each folder.
    pub(super) fn beside(folder: &Path, permissions: Option<&Permissions>) -> io::Result<Self> {
        clear(folder);
        let mut present = present();
        let file = builder(permissions).tempfile_in(folder)?;
        // So that nobody takes it for one that was left. Where it can't be, its age tells.
        let _ = hold(file.as_file());
        let listed = Listed::add(&mut present, file.path());
        Ok(Self { file, listed })
    }

    pub(super) fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Gives it its name, instead of any file that has it.
    pub(super) fn rename(self, path: &Path) -> io::Result<()> {
        let Self { file, listed } = self;
        let present = present();
        // Where it fails, the file is removed with the error.
        let renamed = file.persist(path).map(drop).map_err(|error| error.error);
        drop(present);
        drop(listed);
        renamed
    }
}

/// A temporary folder of the system. It is removed with all in it when it is dropped, and where the
/// program is told to end.
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

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Does something in it that is over before it can be removed, such as writing a file.
    pub fn fill<T>(&self, act: impl FnOnce(&Path) -> T) -> T {
        let _present = present();
        act(self.path())
    }
}

/// Removes the temporary files and folders of this process, for a program that is told to end. None
/// are made or renamed after it: who tries waits for the end.
pub fn remove_temporary() {
    let present = present();
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

/// Temporary files are private unless told otherwise; a new file of the user's has the permissions
/// of any new file, of which the system takes those away that the user's mask says.
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
        // The program itself has to write into it.
        builder.permissions(Permissions::from_mode(mode | 0o600));
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
        if age.is_some_and(|age| age >= OLD) && !is_held(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Locks an open file until it is closed; returns whether no other process has.
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

/// Whether a process has a file that it holds.
#[cfg(unix)]
pub(super) fn is_held(path: &Path) -> bool {
    File::open(path)
        .and_then(|file| hold(&file))
        .is_ok_and(|is_free| !is_free)
}

/// An open file is held on Windows.
#[cfg(windows)]
pub(super) fn hold(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Whether a process has a file open.
#[cfg(windows)]
pub(super) fn is_held(path: &Path) -> bool {
    use std::os::windows::fs::OpenOptionsExt;

    let alone = OpenOptions::new().read(true).share_mode(0).open(path);
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
