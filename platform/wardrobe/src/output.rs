//! Writes a subcommand's result to stdout, or atomically to a file.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_media::file;
use scumm_media::text::{escape, joined};
use scumm_scene::harness::against::end_all;
pub use scumm_tools::output::png;
use scumm_tools::written::Overwrite;
use serde::Serialize;
pub use wardrobe_play::frames::{STDOUT, is_stdout, write};

use crate::game_args::Made;

/// The destination of the result.
#[derive(Debug, Default, clap::Args)]
pub struct OutArgs {
    /// Write to this file instead of stdout (-)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Whether files that the program did not write may be overwritten.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ForceArgs {
    /// Overwrite files that wardrobe did not write, or that were changed since
    #[arg(long)]
    force: bool,
}

impl ForceArgs {
    /// Returns which files may be overwritten.
    pub fn overwrite(self) -> Overwrite {
        if self.force {
            Overwrite::All
        } else {
            Overwrite::Own
        }
    }

    /// Writes a file, and adds it to its folder's list of the program's own files; `-` is stdout.
    ///
    /// # Errors
    /// Returns an error if the file exists and must not be overwritten, or if it cannot be written.
    pub fn write_one(self, path: &Path, bytes: &[u8]) -> Result<()> {
        match is_stdout(path) {
            true => write(path, |out| out.write_all(bytes)),
            false => self.overwrite().write_one(path, bytes),
        }
    }
}

/// Writes a text to stdout.
///
/// # Errors
/// Returns an error if stdout is closed.
pub fn print(text: &str) -> Result<()> {
    OutArgs::default().text(text)
}

/// Makes the program end on Ctrl-C and on TERM as usual, but without leaving temporary files or
/// started programs behind. On systems without these signals the next run removes the remnants.
///
/// # Errors
/// Returns an error if the system refuses.
pub fn clean_up_on_signals() -> Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;
        use signal_hook::low_level::emulate_default_handler;

        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                end_all();
                file::remove_temporary();
                // If the call returns, the system refused to end the program as the signal does.
                let _ = emulate_default_handler(signal);
                std::process::exit(128_i32.saturating_add(signal));
            }
        });
    }
    Ok(())
}

impl OutArgs {
    /// Writes a text.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if stdout is closed.
    pub fn text(&self, text: &str) -> Result<()> {
        let path = self.out.as_deref().unwrap_or(Path::new(STDOUT));
        write(path, |out| out.write_all(escape(text).as_bytes()))
    }

    /// Writes the output of `content`, which must not contain control characters. On stdout it is
    /// visible at once, including everything before an error. A file is written only if there is no
    /// error.
    ///
    /// # Errors
    /// Returns an error as [`Self::text`] does. Passes on the error of `content`.
    pub fn stream(&self, content: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
        if let Some(path) = self.out.as_deref().filter(|path| !is_stdout(path)) {
            let mut buffer = Vec::new();
            content(&mut buffer)?;
            return write(path, |out| out.write_all(&buffer));
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let result = content(&mut out);
        out.flush()?;
        result
    }

    /// Writes a value, as JSON if this is requested, else formatted by `text`.
    ///
    /// # Errors
    /// Returns an error as [`Self::text`] does.
    pub fn report<T: Serialize>(
        &self,
        json: bool,
        value: &T,
        text: impl FnOnce(&T) -> String,
    ) -> Result<()> {
        if json {
            self.json(value)
        } else {
            self.text(&text(value))
        }
    }

    /// Writes the results of one or several games or files as [`Self::report`] does. The JSON of
    /// several results is an array.
    ///
    /// # Errors
    /// Returns an error as [`Self::text`] does.
    pub fn report_each<T: Serialize>(
        &self,
        json: bool,
        made: &Made<T>,
        text: fn(&T) -> String,
    ) -> Result<()> {
        match made.each.as_slice() {
            [one] if !made.are_several => self.report(json, one, text),
            all => self.report(json, &all, |all| joined(all.iter().map(text), "\n")),
        }
    }

    /// Writes a value as indented JSON with a line end.
    ///
    /// # Errors
    /// Returns an error as [`Self::text`] does.
    pub fn json(&self, value: &impl Serialize) -> Result<()> {
        self.text(&format!("{}\n", serde_json::to_string_pretty(value)?))
    }
}
