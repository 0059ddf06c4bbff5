//! The outcome of a subcommand and its exit code.

use std::io;
use std::process::ExitCode;

pub use scumm_media::text::line;

/// The outcome of a subcommand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Success: 0.
    Good,
    /// There are differences or findings: 1.
    Findings,
    /// Wrong usage or unusable input: 2, with a line for stderr (and a list below it if there is a
    /// choice).
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
    /// Returns the outcome of an error. A reader that closes the pipe does not count as a failure.
    pub fn of_error(error: anyhow::Error) -> Self {
        let closed = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
        if error
            .chain()
            .any(|cause| cause.downcast_ref().is_some_and(closed))
        {
            return Self::Good;
        }
        Self::Failed(line(&error))
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

#[cfg(test)]
mod tests {
    use anyhow::{Context, anyhow};

    use super::*;

    #[test]
    fn an_error_is_one_line_from_the_outside_in() {
        let error = anyhow!("expected BOXD, found NULL").context("a.000");
        assert_eq!(
            Outcome::of_error(error),
            Outcome::Failed("a.000: expected BOXD, found NULL".to_owned())
        );
    }

    #[test]
    fn a_closed_pipe_is_no_failure() {
        let closed: io::Result<()> = Err(io::ErrorKind::BrokenPipe.into());
        assert_eq!(
            Outcome::of_error(closed.context("stdout").unwrap_err()),
            Outcome::Good
        );
    }
}
