//! Where a subcommand's result goes: stdout, or a file that is there whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::Result;
use scumm_platform::file;
use serde::Serialize;

/// Where to write the result.
#[derive(Debug, Default, clap::Args)]
pub struct OutArgs {
    /// Write here instead of to stdout
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Writes a text to stdout.
///
/// # Errors
/// It is closed.
pub fn print(text: &str) -> Result<()> {
    Ok(io::stdout().lock().write_all(text.as_bytes())?)
}

impl OutArgs {
    /// Writes a text.
    ///
    /// # Errors
    /// The file can't be written, or stdout is closed.
    pub fn text(&self, text: &str) -> Result<()> {
        match &self.out {
            Some(path) => file::write(path, |out| out.write_all(text.as_bytes()))?,
            None => print(text)?,
        }
        Ok(())
    }

    /// Writes what `content` writes: to stdout as it comes, so that what came before an error is seen; to a file only
    /// where all went well.
    ///
    /// # Errors
    /// As [`Self::text`], and those of `content`.
    pub fn stream(&self, content: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        if let Some(path) = &self.out {
            let mut buffer = Vec::new();
            content(&mut buffer)?;
            return Ok(file::write(path, |out| out.write_all(&buffer))?);
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let result = content(&mut out);
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
