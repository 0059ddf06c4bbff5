//! Locks folders, so that only one process at a time writes into a folder.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use super::temporary::hold;
use super::temporary::{Listed, TemporaryPaths};
use crate::{MediaError, Result};

/// The name of the lock file. A folder contains this file while a process writes into the folder.
pub const LOCK_FILE: &str = ".wardrobe-lock";

/// The seconds that a program waits for another process that writes into the same folder.
pub const LOCK_SECONDS: u64 = 10;

/// The time between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// The time within which another process completes the removal of a folder or file.
const PASSING: Duration = Duration::from_secs(1);

/// The most bytes of a lock file: the digits of a process id.
const MOST_BYTES: u64 = 16;

/// The exclusive right to write into a folder. The right ends when the value is dropped. For each
/// folder there is at most one such value in all processes.
///
/// The system holds the lock on the file [`LOCK_FILE`] in the folder, so that the lock ends with
/// the process even if it crashes. If the process crashes, the file remains, but it does not
/// prevent another process from locking the folder. The file contains the process id.
#[derive(Debug)]
pub struct FolderLock {
    /// The locked file. It is closed after everything else was removed; closing the file ends the
    /// lock.
    file: Option<File>,
    path: PathBuf,
    /// The folders that were created for the lock, the innermost first.
    made: Vec<PathBuf>,
    listed: Option<Listed>,
    paths: TemporaryPaths,
}

impl FolderLock {
    /// Locks a folder as [`super::AtomicFiles::lock`] does. Waits at most `most`.
    pub(super) fn acquire_within(
        paths: &TemporaryPaths,
        folder: &Path,
        most: Duration,
    ) -> Result<Self> {
        let path = folder.join(LOCK_FILE);
        let made = missing(folder);
        let start = Instant::now();
        loop {
            let attempt = attempt(paths, folder, &path);
            let waited = start.elapsed();
            match attempt {
                Ok(Some((file, listed))) => {
                    let mut lock = Self {
                        file: Some(file),
                        path,
                        made,
                        listed: Some(listed),
                        paths: paths.clone(),
                    };
                    // An error is ignored, because the process id is used only in messages.
                    let _ = lock.sign();
                    return Ok(lock);
                }
                Ok(None) if waited >= most => {
                    return Err(MediaError::Io {
                        source: busy(&path, most),
                        path,
                    });
                }
                Err(source) if waited >= most.min(PASSING) || !may_pass(&source) => {
                    return Err(MediaError::Io { path, source });
                }
                Ok(None) | Err(_) => thread::sleep(PAUSE),
            }
        }
    }

    /// Writes the process id into the file.
    fn sign(&mut self) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.set_len(0)?;
            file.rewind()?;
            write!(file, "{}", process::id())?;
        }
        Ok(())
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // The file is removed while the lock is held. Only waiting processes have it open then, and
        // they check whether it still exists.
        let list = self.paths.lock();
        let _ = fs::remove_file(&self.path);
        for folder in &self.made {
            // A folder that is not empty stays, as do the folders around it.
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
        drop(list);
        self.listed = None;
        self.file = None;
    }
}

/// Returns the folders that do not exist, from `folder` outwards.
fn missing(folder: &Path) -> Vec<PathBuf> {
    let mut missing = Vec::new();
    for folder in folder.ancestors() {
        if folder.as_os_str().is_empty() || folder.symlink_metadata().is_ok() {
            break;
        }
        missing.push(folder.to_owned());
    }
    missing
}

/// Tries once to take the lock; `None` if another process holds it. The file is listed for removal
/// when the program is told to end.
fn attempt(
    paths: &TemporaryPaths,
    folder: &Path,
    path: &Path,
) -> io::Result<Option<(File, Listed)>> {
    let mut list = paths.lock();
    fs::create_dir_all(folder)?;
    let Some(file) = try_lock(path)? else {
        return Ok(None);
    };
    let listed = paths.add(&mut list, path);
    Ok(Some((file, listed)))
}

/// Returns whether an error may disappear after a moment. This is so if the process that has
/// created the folder is removing it, or if Windows refuses to open a file that is being removed.
fn may_pass(error: &io::Error) -> bool {
    match error.kind() {
        ErrorKind::NotFound => true,
        ErrorKind::PermissionDenied => cfg!(windows),
        _ => false,
    }
}

/// Returns the error for a lock that another process holds.
fn busy(path: &Path, waited: Duration) -> io::Error {
    let holder = match holder(path) {
        Some(id) => format!("process {id}"),
        None => "another process".to_owned(),
    };
    let waited = waited.as_secs();
    io::Error::new(
        ErrorKind::ResourceBusy,
        format!("{holder} is writing into this folder; waited {waited} seconds"),
    )
}

/// Returns the process id in a lock file.
fn holder(path: &Path) -> Option<u32> {
    let mut text = String::new();
    let file = File::open(path).ok()?;
    file.take(MOST_BYTES).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

/// Checks that an open file can be a lock file. A folder that another program has made may contain
/// any file with this name.
#[cfg(any(unix, windows))]
fn check(file: &File) -> io::Result<fs::Metadata> {
    let found = file.metadata()?;
    if !found.is_file() || found.len() > MOST_BYTES {
        return Err(io::Error::other(
            "is not a lock file of wardrobe; remove it",
        ));
    }
    Ok(found)
}

/// Opens a lock file and locks it; `None` if another process holds the lock.
#[cfg(unix)]
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};

    use rustix::fs::OFlags;

    // With these flags, opening fails for a link, and does not wait for the other end of a pipe.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .custom_flags(flags.bits() as i32)
        .open(path)?;
    let found = check(&file)?;
    match hold(&file) {
        Ok(true) => {}
        Ok(false) => return Ok(None),
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            log::warn!(
                "{}: cannot lock the folder ({error}); let only one program write at a time",
                path.display()
            );
        }
        Err(error) => return Err(error),
    }
    // The previous holder of the lock may have removed the file after this process opened it.
    let now = fs::symlink_metadata(path);
    let is_there = now.is_ok_and(|now| now.dev() == found.dev() && now.ino() == found.ino());
    Ok(is_there.then_some(file))
}

/// Opens a lock file on Windows and forbids other processes to open it for writing. The open file
/// serves as the lock. Returns `None` if another process has the file open.
#[cfg(windows)]
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_SHARE_READ: u32 = 1;
    const FILE_SHARE_DELETE: u32 = 4;
    const FILE_FLAG_OPEN_REPARSE_POINT: u32 = 0x0020_0000;
    const ERROR_SHARING_VIOLATION: i32 = 32;

    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE)
        .custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
        .open(path);
    match opened {
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => Ok(None),
        opened => {
            let file = opened?;
            check(&file)?;
            Ok(Some(file))
        }
    }
}

/// Opens a lock file on other systems, which have only one process.
#[cfg(not(any(unix, windows)))]
fn try_lock(path: &Path) -> io::Result<Option<File>> {
    OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn acquire(folder: &Path) -> Result<FolderLock> {
        let most = Duration::from_secs(LOCK_SECONDS);
        FolderLock::acquire_within(&TemporaryPaths::default(), folder, most)
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_second_one_is_refused_and_told_who_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let lock = acquire(folder.path()).unwrap();
        assert_eq!(names(folder.path()), [LOCK_FILE]);
        let refused =
            FolderLock::acquire_within(&TemporaryPaths::default(), folder.path(), Duration::ZERO)
                .unwrap_err()
                .to_string();
        let holder = format!("process {} is writing into this folder", process::id());
        assert!(refused.contains(&holder), "{refused}");
        drop(lock);
        assert!(names(folder.path()).is_empty());
        acquire(folder.path()).unwrap();
    }

    #[test]
    fn folders_that_were_made_for_it_stay_only_if_something_is_in_them() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("a/b");
        drop(acquire(&folder).unwrap());
        assert!(names(root.path()).is_empty());
        let lock = acquire(&folder).unwrap();
        fs::write(folder.join("x"), b"x").unwrap();
        drop(lock);
        assert_eq!(names(&folder), ["x"]);
    }

    #[test]
    fn what_a_killed_process_left_hinders_nobody() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(LOCK_FILE), b"4711").unwrap();
        let lock = acquire(folder.path()).unwrap();
        assert_eq!(holder(&lock.path), Some(process::id()));
        drop(lock);
        assert!(names(folder.path()).is_empty());
    }

    #[test]
    fn one_at_a_time_reads_and_writes() {
        const THREADS: u32 = 4;
        const TIMES: u32 = 50;
        let folder = tempfile::tempdir().unwrap();
        let counter = folder.path().join("counter");
        fs::write(&counter, b"0").unwrap();
        let paths = TemporaryPaths::default();
        let count = || {
            for _ in 0..TIMES {
                // The system decides how long a waiting process can be overtaken by others.
                let minutes = Duration::from_secs(600);
                let lock = FolderLock::acquire_within(&paths, folder.path(), minutes).unwrap();
                let number: u32 = fs::read_to_string(&counter).unwrap().parse().unwrap();
                fs::write(&counter, (number + 1).to_string()).unwrap();
                drop(lock);
            }
        };
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(count);
            }
        });
        let number = fs::read_to_string(&counter).unwrap();
        assert_eq!(number, (THREADS * TIMES).to_string());
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_lock_file_is_refused_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LOCK_FILE);
        let other = folder.path().join("other");
        fs::write(&other, b"other").unwrap();
        let refused = || acquire(folder.path()).unwrap_err().to_string();
        std::os::unix::fs::symlink(&other, &path).unwrap();
        assert!(refused().contains(LOCK_FILE));
        fs::remove_file(&path).unwrap();
        let text = b"a text of the user in this place";
        fs::write(&path, text).unwrap();
        assert!(refused().contains("is not a lock file of wardrobe"));
        assert_eq!(fs::read(&path).unwrap(), text);
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(refused().contains(LOCK_FILE));
        fs::remove_dir(&path).unwrap();
        let made = process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        assert!(refused().contains("is not a lock file of wardrobe"));
        assert_eq!(fs::read(&other).unwrap(), b"other");
    }
}
