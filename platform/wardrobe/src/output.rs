//! The outcome of a subcommand with its exit code, and the output of subcommands. Results are
//! written to stdout or atomically to files. Tables and a progress bar on stderr are available.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use scumm_media::file::AtomicFiles;
use scumm_media::progress::{PART, Progress};
use scumm_media::text::{escape, escape_name, joined};
use scumm_scene::harness::against::RunningPrograms;
use scumm_tools::run_files::RunFiles;
use scumm_tools::written::Overwrite;
use serde::Serialize;

use crate::game_args::Made;

pub use scumm_media::text::error_chain;
pub use wardrobe_play::frames::{is_stdout, write};

/// The outcome of a subcommand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Success: 0.
    Good,
    /// There are differences or findings: 1.
    Findings,
    /// Wrong usage or unusable input: 2. The text is a line for stderr, followed by a list if the
    /// user has to choose from several possibilities.
    Failed(String),
}

/// A subcommand without findings succeeds.
impl From<()> for Outcome {
    fn from((): ()) -> Self {
        Self::Good
    }
}

/// `true` is success, `false` stands for findings.
impl From<bool> for Outcome {
    fn from(is_well: bool) -> Self {
        if is_well { Self::Good } else { Self::Findings }
    }
}

impl Outcome {
    /// Returns the outcome of an error. If the error only means that the reader of the output has
    /// closed the pipe, the outcome is success.
    pub fn from_error(error: anyhow::Error) -> Self {
        let closed = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
        if error
            .chain()
            .any(|cause| cause.downcast_ref().is_some_and(closed))
        {
            return Self::Good;
        }
        Self::Failed(error_chain(&error))
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Good => 0,
            Outcome::Findings => 1,
            Outcome::Failed(_) => 2,
        })
    }
}

/// The destination of the result.
#[derive(Debug, Default, clap::Args)]
pub struct OutArgs {
    /// The file to write; by default stdout (-)
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Whether files that the program did not write may be overwritten.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ForceArgs {
    /// Overwrite files that wardrobe did not write, and files that were changed since it wrote them
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

    /// Writes a file, and adds it to the list of files in its folder that the program has written.
    /// The path `-` is stdout.
    ///
    /// # Errors
    /// Returns an error if the file exists and must not be overwritten, or if it cannot be written.
    pub fn write_one(self, files: &RunFiles, path: &Path, bytes: &[u8]) -> Result<()> {
        if is_stdout(path) {
            write(files, path, |out| out.write_all(bytes))
        } else {
            self.overwrite().write_one(files, path, bytes)
        }
    }
}

/// Writes a text to stdout.
///
/// # Errors
/// Returns an error if stdout is closed.
pub fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(escape(text).as_bytes())?;
    Ok(out.flush()?)
}

/// Makes the program end on Ctrl-C and on TERM as usual, but without leaving temporary files or
/// started programs behind. On systems without these signals the next run removes the remnants.
/// `files` and `programs` are those of this run.
///
/// # Errors
/// Returns an error if the system refuses.
#[cfg_attr(
    not(unix),
    allow(unused_variables, reason = "only Unix has these signals")
)]
pub fn clean_up_on_signals(files: AtomicFiles, programs: RunningPrograms) -> Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGINT, SIGTERM};
        use signal_hook::iterator::Signals;
        use signal_hook::low_level::emulate_default_handler;

        let mut signals = Signals::new([SIGINT, SIGTERM])?;
        std::thread::spawn(move || {
            if let Some(signal) = signals.forever().next() {
                programs.close();
                files.close();
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
    pub fn text(&self, files: &RunFiles, text: &str) -> Result<()> {
        match self.out.as_deref() {
            Some(path) => write(files, path, |out| out.write_all(escape(text).as_bytes())),
            None => print(text),
        }
    }

    /// Writes the output of `content`, which must not contain control characters. On stdout the
    /// output appears immediately, even if `content` fails later. A file is written only if
    /// `content` does not fail.
    ///
    /// # Errors
    /// Returns an error as [`Self::text`] does. Passes on the error of `content`.
    pub fn stream(
        &self,
        files: &RunFiles,
        content: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        if let Some(path) = self.out.as_deref().filter(|path| !is_stdout(path)) {
            let mut buffer = Vec::new();
            content(&mut buffer)?;
            return write(files, path, |out| out.write_all(&buffer));
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
        files: &RunFiles,
        json: bool,
        value: &T,
        text: impl FnOnce(&T) -> String,
    ) -> Result<()> {
        if json {
            self.json(files, value)
        } else {
            self.text(files, &text(value))
        }
    }

    /// Writes the results of one or several games or files as [`Self::report`] does. The JSON is an
    /// array if the user has named several paths or a folder.
    ///
    /// # Errors
    /// Returns an error as [`Self::text`] does.
    pub fn report_each<T: Serialize>(
        &self,
        files: &RunFiles,
        json: bool,
        made: &Made<T>,
        text: impl Fn(&T) -> String,
    ) -> Result<()> {
        match made.each.as_slice() {
            [one] if !json || !made.is_list => self.report(files, json, one, text),
            all => self.report(files, json, &all, |all| joined(all.iter().map(&text), "\n")),
        }
    }

    /// Writes a value as indented JSON with a line end.
    ///
    /// # Errors
    /// Returns an error as [`Self::text`] does.
    pub fn json(&self, files: &RunFiles, value: &impl Serialize) -> Result<()> {
        self.text(
            files,
            &format!("{}\n", serde_json::to_string_pretty(value)?),
        )
    }
}

/// The time after which a progress bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// A progress bar that is shown only on a terminal, and only after a second.
pub struct ReportedWork(ProgressBar);

impl ReportedWork {
    /// Creates a progress bar for work that begins.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {percent}% {eta}") {
            bar.set_style(style);
        }
        Self(bar)
    }
}

impl Progress for ReportedWork {
    fn begin(&self, parts: usize) {
        self.0.set_length(
            u64::try_from(parts)
                .unwrap_or(u64::MAX)
                .saturating_mul(PART.into()),
        );
    }

    fn add(&self, thousandths: u16) {
        self.0.inc(thousandths.into());
        if self.0.is_hidden() && io::stderr().is_terminal() && self.0.elapsed() > PATIENCE {
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
    }
}

impl Drop for ReportedWork {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Joins the tables that are not empty, with an empty line between them.
pub fn below(tables: &[String]) -> String {
    tables
        .iter()
        .filter(|table| !table.is_empty())
        .map(|table| format!("\n{table}"))
        .collect()
}

/// A table with a heading over each column.
#[derive(Debug)]
pub struct OutputTable {
    rows: Vec<Vec<String>>,
}

impl OutputTable {
    /// Creates an empty table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        Self {
            rows: vec![headings.iter().map(ToString::to_string).collect()],
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(
            cells
                .iter()
                .map(|cell| escape_name(cell).into_owned())
                .collect(),
        );
    }

    /// Returns the lines of the table, each with a line end. The result is empty if no row was
    /// added. A column that is empty in all rows is left out.
    pub fn lines(&self) -> String {
        let [heading, _, ..] = self.rows.as_slice() else {
            return String::new();
        };
        let is_number = |text: &str| {
            text.strip_prefix('-')
                .unwrap_or(text)
                .chars()
                .all(|c| c.is_ascii_digit())
        };
        let mut lines = vec![String::new(); self.rows.len()];
        for i in 0..heading.len() {
            let cells = || {
                self.rows
                    .iter()
                    .map(|row| row.get(i).map_or("", String::as_str))
            };
            if cells().skip(1).all(str::is_empty) {
                continue;
            }
            let width = cells().map(|cell| cell.chars().count()).max().unwrap_or(0);
            let has_numbers = cells().skip(1).all(is_number);
            for (line, cell) in lines.iter_mut().zip(cells()) {
                let gap = if line.is_empty() { "" } else { "  " };
                let cell = if has_numbers {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:width$}")
                };
                line.extend([gap, &cell]);
            }
        }
        lines
            .iter()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    #[test]
    fn an_error_is_one_line_from_the_outside_in() {
        let error = anyhow!("expected BOXD, found NULL").context("a.000");
        assert_eq!(
            Outcome::from_error(error),
            Outcome::Failed("a.000: expected BOXD, found NULL".to_owned())
        );
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let closed: io::Result<()> = Err(io::ErrorKind::BrokenPipe.into());
        assert_eq!(
            Outcome::from_error(closed.context("stdout").unwrap_err()),
            Outcome::Good
        );
    }

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        let mut table = OutputTable::new(&["id", "kind", "cels"]);
        table.row(vec!["1".into(), "COST".into(), "12".into()]);
        table.row(vec!["120".into(), "AKOS".into(), "7".into()]);
        assert_eq!(
            table.lines(),
            " id  kind  cels\n  1  COST    12\n120  AKOS     7\n"
        );
        assert_eq!(OutputTable::new(&["id"]).lines(), "");
    }
}
