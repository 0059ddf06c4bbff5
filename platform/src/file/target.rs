//! What is there already where a file is to be written.

use std::fs::{self, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Where bytes go.
pub(super) enum Target {
    /// A regular file, which may be there already: then it has permissions. No link.
    File {
        /// Where it lies, behind all links.
        path: PathBuf,
        /// Those of the file that is there.
        permissions: Option<Permissions>,
    },
    /// A device, a pipe or a socket: what is written to and never replaced.
    Stream(Box<dyn Write>),
}

impl Target {
    /// What a path names.
    ///
    /// # Errors
    /// A read-only file, a folder, a link to what is no file, and what the system refuses.
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
        // The system's own links, as `/dev/stdout`, stand for streams that are open already. In
        // `/dev/shm` anybody's files lie.
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

    /// What is there and no link.
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
