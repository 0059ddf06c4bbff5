//! Writes files atomically: a file is complete or does not exist. A program makes one
//! [`AtomicFiles`] and passes clones of it to everything that writes.

mod lock;
mod temporary;

use std::fs::{self, Metadata, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{MediaError, Result};
use temporary::{Temporary, TemporaryPaths};

pub use lock::{FolderLock, LOCK_FILE, LOCK_SECONDS};
pub use temporary::TemporaryFolder;

/// Writes files atomically, locks folders, and makes temporary folders. Clones share one list of
/// the temporary files that exist, so that a program which is told to end can remove them.
#[derive(Clone, Debug, Default)]
pub struct AtomicFiles {
    paths: TemporaryPaths,
}

impl AtomicFiles {
    /// Writes a temporary file and renames it to `path`. Other programs never see a partial file,
    /// and an old file survives a failure. Missing folders are created. The permissions of an old
    /// file are kept.
    ///
    /// A link is followed to its target file. Devices, pipes and sockets are written to directly.
    ///
    /// # Errors
    /// Returns [`MediaError::Io`] with the file's name if a step fails, if the file is read-only,
    /// if the path is a folder, or if the path is a link to something other than a file.
    pub fn write(
        &self,
        path: &Path,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        let attempt = || match Target::new(path)? {
            Target::File { path, permissions } => {
                let folder = folder_of(&path);
                fs::create_dir_all(folder)?;
                self.replace(folder, &path, permissions, content)
            }
            Target::Stream(mut stream) => buffered(&mut stream, content),
        };
        attempt().map_err(|source| error(path, source))
    }

    /// Writes files that belong together, each as [`Self::write`] does. The first file is renamed
    /// when all temporary files are complete, the others follow in this order, and
    /// [`Self::close`] waits for the last one.
    ///
    /// # Errors
    /// Returns [`MediaError::Io`] as [`Self::write`] does. Unless the system refuses to rename a
    /// file, no file is replaced then.
    pub fn write_together(&self, files: &[(PathBuf, &[u8])]) -> Result<()> {
        let mut complete = Vec::new();
        for (path, bytes) in files {
            let attempt = || match Target::new(path)? {
                Target::File { path, permissions } => {
                    let folder = folder_of(&path);
                    fs::create_dir_all(folder)?;
                    let file = self.prepare(folder, permissions, |out| out.write_all(bytes))?;
                    Ok(Some((file, path)))
                }
                Target::Stream(mut stream) => {
                    stream.write_all(bytes)?;
                    Ok(None)
                }
            };
            complete.extend(attempt().map_err(|source| error(path, source))?);
        }
        Temporary::rename_all(&self.paths, complete).map_err(|(path, source)| error(&path, source))
    }

    /// Writes a new file atomically. The file has exactly these permissions from its creation on.
    ///
    /// # Errors
    /// Returns [`MediaError::Io`] if the path already exists, or if the file cannot be written.
    pub fn create(
        &self,
        path: &Path,
        permissions: Permissions,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        if path.symlink_metadata().is_ok() {
            return Err(error(path, ErrorKind::AlreadyExists.into()));
        }
        let written = self.replace(folder_of(path), path, Some(permissions), content);
        written.map_err(|source| error(path, source))
    }

    /// Renames a file and replaces the target.
    ///
    /// # Errors
    /// Returns [`MediaError::Io`] with the new name if the system refuses.
    pub fn rename(&self, from: &Path, to: &Path) -> Result<()> {
        let _list = self.paths.lock();
        fs::rename(from, to).map_err(|source| error(to, source))
    }

    /// Removes a file.
    ///
    /// # Errors
    /// Returns [`MediaError::Io`] if the system refuses.
    pub fn remove(&self, path: &Path) -> Result<()> {
        let _list = self.paths.lock();
        fs::remove_file(path).map_err(|source| error(path, source))
    }

    /// Locks a folder, which is created if it does not exist. Waits at most [`LOCK_SECONDS`] for
    /// another process.
    ///
    /// # Errors
    /// Returns [`MediaError::Io`] with the kind `ResourceBusy` if another process holds the lock
    /// for the whole time. Returns [`MediaError::Io`] with another kind if the folder or the file
    /// cannot be created, or if the file's name is taken by something else.
    pub fn lock(&self, folder: &Path) -> Result<FolderLock> {
        FolderLock::acquire_within(&self.paths, folder, Duration::from_secs(LOCK_SECONDS))
    }

    /// Creates a temporary folder of the system.
    ///
    /// # Errors
    /// Returns an error if the system refuses.
    pub fn temporary_folder(&self) -> io::Result<TemporaryFolder> {
        TemporaryFolder::new(&self.paths)
    }

    /// Removes the temporary files and folders and the locks that exist, for a program that is told
    /// to end. Afterwards every operation of a clone blocks until the process ends, so that no new
    /// temporary file is left behind.
    pub fn close(self) {
        self.paths.close();
    }

    /// Writes a temporary file into a folder and syncs it.
    fn prepare(
        &self,
        folder: &Path,
        permissions: Option<Permissions>,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Temporary> {
        let mut beside = Temporary::beside(&self.paths, folder, permissions.as_ref())?;
        buffered(beside.file(), content)?;
        if let Some(permissions) = permissions {
            beside.file().set_permissions(permissions)?;
        }
        beside.file().sync_all()?;
        Ok(beside)
    }

    /// Writes a temporary file into a folder, syncs it and renames it to `path`.
    fn replace(
        &self,
        folder: &Path,
        path: &Path,
        permissions: Option<Permissions>,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.prepare(folder, permissions, content)?.rename(path)
    }
}

/// Returns the folder of a file; for a bare name the current folder.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn error(path: &Path, source: io::Error) -> MediaError {
    MediaError::Io {
        path: path.to_owned(),
        source,
    }
}

fn buffered(
    out: &mut impl Write,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    content(&mut out)?;
    out.flush()
}

/// The destination of written bytes.
enum Target {
    /// A regular file, which may already exist. Links are resolved.
    File {
        /// The path with all links resolved.
        path: PathBuf,
        /// The permissions of the existing file.
        permissions: Option<Permissions>,
    },
    /// A device, a pipe or a socket. The content is written to it directly; it is never replaced by
    /// a file.
    Stream(Box<dyn Write>),
}

impl Target {
    /// Examines a path.
    ///
    /// # Errors
    /// Returns an error for a read-only file, for a folder, for a link to something other than a
    /// file, and if the system refuses.
    fn new(path: &Path) -> io::Result<Self> {
        let found = match fs::symlink_metadata(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Self::File {
                    path: path.to_owned(),
                    permissions: None,
                });
            }
            found => found?,
        };
        if !found.is_symlink() {
            return Self::there(path.to_owned(), &found);
        }
        let found = fs::metadata(path).map_err(|_| refused("is a link to a missing file"))?;
        // Links of the system such as `/dev/stdout` lead to streams that are already open.
        // `/dev/shm` is an exception: it contains ordinary files of users.
        if path.starts_with("/proc") || path.starts_with("/dev") && !path.starts_with("/dev/shm") {
            return Ok(Self::Stream(Box::new(
                OpenOptions::new().append(true).open(path)?,
            )));
        }
        if !found.is_file() {
            return Err(refused("is a link, but not to a regular file"));
        }
        Self::there(path.canonicalize()?, &found)
    }

    /// Examines an existing path that is not a link.
    fn there(path: PathBuf, found: &Metadata) -> io::Result<Self> {
        if found.is_dir() {
            return Err(refused("is a folder"));
        }
        if !found.is_file() {
            return stream(&path, found).map(Self::Stream);
        }
        let permissions = found.permissions();
        if permissions.readonly() {
            return Err(refused("is read-only"));
        }
        Ok(Self::File {
            path,
            permissions: Some(permissions),
        })
    }
}

#[cfg_attr(
    not(unix),
    allow(unused_variables, reason = "only Unix has sockets with a path")
)]
fn stream(path: &Path, found: &Metadata) -> io::Result<Box<dyn Write>> {
    #[cfg(unix)]
    if std::os::unix::fs::FileTypeExt::is_socket(&found.file_type()) {
        return Ok(Box::new(std::os::unix::net::UnixStream::connect(path)?));
    }
    Ok(Box::new(OpenOptions::new().write(true).open(path)?))
}

fn refused(why: &'static str) -> io::Error {
    io::Error::new(ErrorKind::PermissionDenied, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/x.txt");
        AtomicFiles::default()
            .write(&path, |out| out.write_all(b"old"))
            .unwrap();
        let failed = AtomicFiles::default().write(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.unwrap_err().to_string().ends_with("x.txt: no more"));
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn files_that_belong_together_are_written_all_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let files = AtomicFiles::default();
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("data"), b"old").unwrap();
        let refused = files.write_together(&[(at("data"), b"new"), (at("folder"), b"new")]);
        assert!(refused.is_err());
        assert_eq!(fs::read(at("data")).unwrap(), b"old");
        files
            .write_together(&[(at("data"), b"new"), (at("index"), b"new")])
            .unwrap();
        assert_eq!(fs::read(at("data")).unwrap(), b"new");
        assert_eq!(fs::read(at("index")).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }

    #[test]
    fn closing_removes_temporary_files_and_locks() {
        let folder = tempfile::tempdir().unwrap();
        let files = AtomicFiles::default();
        let lock = files.lock(folder.path()).unwrap();
        let temporary = files.temporary_folder().unwrap();
        let path = temporary.path().to_owned();
        files.clone().close();
        assert!(!path.exists());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        // Dropping these values waits for the end of the process.
        std::mem::forget((lock, temporary));
    }

    #[test]
    fn a_folder_is_no_file_to_write() {
        let folder = tempfile::tempdir().unwrap();
        let refused = AtomicFiles::default()
            .write(folder.path(), |out| out.write_all(b"x"))
            .unwrap_err()
            .to_string();
        assert!(refused.ends_with(": is a folder"), "{refused}");
    }

    #[cfg(unix)]
    mod unix {
        use std::fs::{self, Permissions};
        use std::io::Read;
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        use std::os::unix::net::UnixListener;
        use std::path::PathBuf;
        use std::time::{Duration, SystemTime};

        use super::*;

        fn mode(path: &Path) -> u32 {
            fs::metadata(path).unwrap().permissions().mode() & 0o7777
        }

        fn put(path: &Path, text: &str) -> Result<()> {
            AtomicFiles::default().write(path, |out| out.write_all(text.as_bytes()))
        }

        /// Returns a folder and a function that makes paths in it.
        fn folder() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().to_owned();
            (folder, move |name| path.join(name))
        }

        #[test]
        fn others_may_read_what_was_written() {
            let (_folder, at) = folder();
            put(&at("ours"), "x").unwrap();
            fs::write(at("plain"), b"x").unwrap();
            assert_eq!(mode(&at("ours")), mode(&at("plain")));
        }

        #[test]
        fn a_files_mode_is_kept_and_a_read_only_file_is_refused() {
            let (_folder, at) = folder();
            let path = at("x");
            fs::write(&path, b"old").unwrap();
            fs::set_permissions(&path, Permissions::from_mode(0o751)).unwrap();
            put(&path, "new").unwrap();
            assert_eq!(
                (mode(&path), fs::read(&path).unwrap()),
                (0o751, b"new".to_vec())
            );
            fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
            let refused = put(&path, "newer").unwrap_err().to_string();
            assert!(refused.ends_with("x: is read-only"), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), b"new");
        }

        #[test]
        fn a_file_is_never_wider_than_it_shall_be() {
            let (_folder, at) = folder();
            let narrow = Permissions::from_mode(0o600);
            fs::write(at("old"), b"old").unwrap();
            fs::set_permissions(at("old"), narrow.clone()).unwrap();
            // While the file is being written, the temporary file is the only new file in the
            // folder.
            let seen = || {
                let entries = fs::read_dir(at("")).unwrap();
                let paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
                paths.iter().map(|path| mode(path)).collect::<Vec<_>>()
            };
            let mut modes = Vec::new();
            AtomicFiles::default()
                .write(&at("old"), |out| {
                    modes = seen();
                    out.write_all(b"new")
                })
                .unwrap();
            assert_eq!(modes, [0o600, 0o600]);
            AtomicFiles::default()
                .create(&at("new"), narrow.clone(), |out| {
                    modes = seen();
                    out.write_all(b"new")
                })
                .unwrap();
            assert_eq!(modes, [0o600, 0o600]);
            assert_eq!(mode(&at("new")), 0o600);
            let refused = AtomicFiles::default()
                .create(&at("new"), narrow, |_| Ok(()))
                .unwrap_err();
            assert!(refused.to_string().contains("new: "), "{refused}");
            assert_eq!(fs::read(at("new")).unwrap(), b"new");
        }

        #[test]
        fn a_link_is_followed_to_a_file_and_never_replaced() {
            let (_folder, at) = folder();
            fs::create_dir(at("there")).unwrap();
            fs::write(at("there/file"), b"old").unwrap();
            symlink("there/file", at("link")).unwrap();
            symlink("link", at("second")).unwrap();
            put(&at("second"), "new").unwrap();
            assert!(at("second").is_symlink() && at("link").is_symlink());
            assert_eq!(fs::read(at("there/file")).unwrap(), b"new");
            assert_eq!(fs::read_dir(at("there")).unwrap().count(), 1);
            for (place, why) in [
                ("nowhere", "a link to a missing file"),
                ("there", "not to a regular file"),
                ("/dev/null", "not to a regular file"),
            ] {
                let link = at("bad");
                symlink(place, &link).unwrap();
                let refused = put(&link, "new").unwrap_err().to_string();
                assert!(refused.contains(why), "{refused}");
                assert!(link.is_symlink() && !at("nowhere").exists());
                fs::remove_file(link).unwrap();
            }
        }

        /// Unlike the rest of `/dev`, this folder contains ordinary files of users.
        #[test]
        fn a_link_in_shared_memory_is_followed_to_a_file() {
            let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
                eprintln!("skipped: /dev/shm is not here");
                return;
            };
            let (file, link) = (folder.path().join("file"), folder.path().join("link"));
            fs::write(&file, b"old").unwrap();
            symlink("file", &link).unwrap();
            put(&link, "new").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read(&file).unwrap(), b"new");
        }

        #[test]
        fn a_device_is_written_to_and_stays_a_device() {
            put(Path::new("/dev/null"), "x").unwrap();
            assert!(
                fs::symlink_metadata("/dev/null")
                    .unwrap()
                    .file_type()
                    .is_char_device()
            );
        }

        #[test]
        fn a_socket_is_written_to() {
            let (_folder, at) = folder();
            let listener = UnixListener::bind(at("socket")).unwrap();
            put(&at("socket"), "text").unwrap();
            let mut text = String::new();
            listener
                .accept()
                .unwrap()
                .0
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(text, "text");
            assert!(
                fs::symlink_metadata(at("socket"))
                    .unwrap()
                    .file_type()
                    .is_socket()
            );
        }

        /// After a program was killed, its next run removes the remaining temporary files.
        #[test]
        fn temporary_files_of_an_hour_ago_are_cleared() {
            let (_folder, at) = folder();
            let old = SystemTime::now() - Duration::from_secs(3700);
            for name in [
                ".wardrobe-old.tmp",
                ".wardrobe-new.tmp",
                ".tmp-other",
                "wardrobe-old.tmp",
                ".wardrobe-held.tmp",
            ] {
                let file = fs::File::create(at(name)).unwrap();
                if name != ".wardrobe-new.tmp" {
                    file.set_modified(old).unwrap();
                }
            }
            // A program that has been suspended for an hour still holds its file.
            let held = fs::File::open(at(".wardrobe-held.tmp")).unwrap();
            assert!(temporary::hold(&held).unwrap());
            put(&at("x"), "x").unwrap();
            let mut left: Vec<_> = fs::read_dir(at(""))
                .unwrap()
                .map(|entry| entry.unwrap().file_name())
                .collect();
            left.sort();
            assert_eq!(
                left,
                [
                    ".tmp-other",
                    ".wardrobe-held.tmp",
                    ".wardrobe-new.tmp",
                    "wardrobe-old.tmp",
                    "x"
                ]
            );
        }
    }
}
