//! Invisible X screens for tests that open windows.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A process that is killed when the value is dropped.
#[derive(Debug)]
pub struct ChildGuard(pub Child);

impl Drop for ChildGuard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the path of a program, which is looked for in `PATH` and in Debian's folder for games.
#[must_use]
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// A running Xvfb.
#[derive(Debug)]
pub struct VirtualScreen {
    _server: ChildGuard,
    /// The screen's name for the variable `DISPLAY`.
    pub display: String,
}

impl VirtualScreen {
    /// Starts a screen of `width` times `height` pixels. Returns `None` if Xvfb is not installed.
    ///
    /// # Errors
    /// Returns an error if Xvfb does not start.
    pub fn start(width: u32, height: u32) -> io::Result<Option<Self>> {
        let Some(program) = find("Xvfb") else {
            return Ok(None);
        };
        let mut server = Command::new(program);
        server.args([
            "-displayfd",
            "1",
            "-nolisten",
            "tcp",
            "-noreset",
            "-screen",
            "0",
            &format!("{width}x{height}x24"),
        ]);
        server
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut server = ChildGuard(server.spawn()?);
        let mut number = String::new();
        if let Some(out) = server.0.stdout.take() {
            BufReader::new(out).read_line(&mut number)?;
        }
        Ok(Some(Self {
            _server: server,
            display: format!(":{}", number.trim()),
        }))
    }
}
