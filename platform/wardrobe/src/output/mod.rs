//! Where a subcommand's result goes: stdout, or a file that is there whole or not at all. Everything that is written
//! passes through here.

mod written;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_platform::{Frame, file, indexed_png};
use serde::Serialize;

use crate::escape::{self, Escaping};
use crate::inputs;
pub use written::{FileEntry, ForceArgs, checksum};

/// The name that stands for stdout.
const STDOUT: &str = "-";

/// Where to write the result.
#[derive(Debug, Default, clap::Args)]
pub struct OutArgs {
    /// Write here instead of to stdout (-)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Writes a text to stdout.
///
/// # Errors
/// It is closed.
pub fn print(text: &str) -> Result<()> {
    Ok(io::stdout().lock().write_all(escape::text(text).as_bytes())?)
}

/// Whether a file's name stands for stdout.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new(STDOUT)
}

/// Writes a file; `-` is stdout.
///
/// # Errors
/// It can't be written, or is one of the inputs.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if is_stdout(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        content(&mut out)?;
        return Ok(out.flush()?);
    }
    inputs::refuse(path)?;
    Ok(file::write(path, content)?)
}

/// Writes a picture as an indexed PNG.
///
/// # Errors
/// As [`write`].
pub fn png(path: &Path, frame: &Frame<'_>) -> Result<()> {
    let mut bytes = Vec::new();
    indexed_png::encode(frame, None, &mut bytes)?;
    write(path, |out| out.write_all(&bytes))
}

/// Has the program end on Ctrl-C and on TERM as ever, but without leaving temporary files.
///
/// # Errors
/// The system refuses.
#[cfg(unix)]
pub fn clean_up_on_signals() -> Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            file::remove_temporary();
            // Where it returns, the system refused to end the program as the signal does.
            let _ = emulate_default_handler(signal);
            std::process::exit(128_i32.saturating_add(signal));
        }
    });
    Ok(())
}

/// Elsewhere the next run clears what is left.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn clean_up_on_signals() -> Result<()> {
    Ok(())
}

impl OutArgs {
    /// The file to write to; none is stdout.
    fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|path| *path != Path::new(STDOUT))
    }

    /// Writes a text.
    ///
    /// # Errors
    /// The file can't be written, or stdout is closed.
    pub fn text(&self, text: &str) -> Result<()> {
        let text = &*escape::text(text);
        match self.file() {
            Some(path) => write(path, |out| out.write_all(text.as_bytes())),
            None => print(text),
        }
    }

    /// Writes what `content` writes: to stdout as it comes, so that what came before an error is seen; to a file only
    /// where all went well.
    ///
    /// # Errors
    /// As [`Self::text`], and those of `content`.
    pub fn stream(&self, content: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        if let Some(path) = self.file() {
            let mut buffer = Vec::new();
            content(&mut Escaping(&mut buffer))?;
            return write(path, |out| out.write_all(&buffer));
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let result = content(&mut Escaping(&mut out));
        out.flush()?;
        result
    }

    /// Writes a value as JSON, indented, with a line end.
    ///
    /// # Errors
    /// As [`Self::text`].
    pub fn json(&self, value: &impl Serialize) -> Result<()> {
        self.text(&format!("{}\n", serde_json::to_string_pretty(value)?))
    }
}
