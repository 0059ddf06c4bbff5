//! Where a subcommand's result goes: stdout, or a file that is there whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_platform::file;
use scumm_platform::text::{escape, joined};
use scumm_scene::harness::against::end_all;
pub use scumm_tools::output::png;
use scumm_tools::written::Overwrite;
use serde::Serialize;
pub use wardrobe_play::frames::{STDOUT, is_stdout, write};

use crate::game_args::Made;

/// Where to write the result.
#[derive(Debug, Default, clap::Args)]
pub struct OutArgs {
    /// Write here instead of to stdout (-)
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
    /// Which files may be overwritten.
    pub fn overwrite(self) -> Overwrite {
        if self.force {
            Overwrite::All
        } else {
            Overwrite::Own
        }
    }

    /// Writes a file, and lists it in its folder as the program's own; `-` is stdout.
    ///
    /// # Errors
    /// It is there and not the program's own, or can't be written.
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
/// It is closed.
pub fn print(text: &str) -> Result<()> {
    OutArgs::default().text(text)
}

/// Has the program end on Ctrl-C and on TERM as ever, but without leaving temporary files or
/// programs that it has started. On systems without these signals the next run clears what is left.
///
/// # Errors
/// The system refuses.
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
                // Where it returns, the system refused to end the program as the signal does.
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
    /// The file can't be written, or stdout is closed.
    pub fn text(&self, text: &str) -> Result<()> {
        let path = self.out.as_deref().unwrap_or(Path::new(STDOUT));
        write(path, |out| out.write_all(escape(text).as_bytes()))
    }

    /// Writes what `content` writes, which has no control characters: to stdout as it comes, so
    /// that what came before an error is seen; to a file only where all went well.
    ///
    /// # Errors
    /// As [`Self::text`], and those of `content`.
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

    /// Writes a value: as JSON where that is asked for, else as `text` for people.
    ///
    /// # Errors
    /// As [`Self::text`].
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

    /// Writes what came of one or several games or files, as [`Self::report`]: of several JSON is
    /// an array.
    ///
    /// # Errors
    /// As [`Self::text`].
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

    /// Writes a value as JSON, indented, with a line end.
    ///
    /// # Errors
    /// As [`Self::text`].
    pub fn json(&self, value: &impl Serialize) -> Result<()> {
        self.text(&format!("{}\n", serde_json::to_string_pretty(value)?))
    }
}
