//! Examines the path to which a file is written.

use std::fs::{self, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The destination of written bytes.
pub(super) enum Target {
    /// A regular file, which may already exist. Links are resolved.
    File {
        /// The path with all links resolved.
        path: PathBuf,
        /// The permissions of the existing file.
        permissions: Option<Permissions>,
    },
    /// A device, a pipe or a socket, which is written to and never replaced.
    Stream(Box<dyn Write>),
}

impl Target {
    /// Examines a path.
    ///
    /// # Errors
    /// Returns an error for a read-only file, for a folder, for a link to something other than a
    /// file, and if the system refuses.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
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
        let found = fs::metadata(path).map_err(|_| refused("is a link that leads nowhere"))?;
        // Links of the system such as `/dev/stdout` stand for streams that are already open.
        // `/dev/shm` contains ordinary files of users.
        if path.starts_with("/proc") || path.starts_with("/dev") && !path.starts_with("/dev/shm") {
            return Ok(Self::Stream(Box::new(
                OpenOptions::new().append(true).open(path)?,
            )));
        }
        if !found.is_file() {
            return Err(refused("is a link that leads to no file"));
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
    allow(
        unused_variables,
        reason = "elsewhere there are no sockets with a path"
    )
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
