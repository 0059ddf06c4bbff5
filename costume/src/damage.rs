//! Handling of damaged parts of a costume: a parser skips a damaged part, or it stops.

use scumm_room::block::{self, Block, Header};
use scumm_room::{Error, Reader, Result};

/// The policy of a parser for damaged parts, and the list of its findings.
///
/// With a lenient policy the parser records each finding and continues without the damaged part, so
/// that damaged data of real games still plays. With a strict policy the parser returns the first
/// finding as an error.
#[must_use]
#[derive(Debug, Default)]
pub struct Damage {
    strict: bool,
    silent: bool,
    findings: Vec<Error>,
}

impl Damage {
    /// Creates a policy that skips damaged parts. The first finding is logged as a warning, later
    /// findings at debug level.
    pub fn lenient() -> Self {
        Self::default()
    }

    /// Creates a policy that stops at the first damaged part.
    pub fn strict() -> Self {
        Self {
            strict: true,
            ..Self::default()
        }
    }

    /// Creates a policy that skips damaged parts and logs nothing. The caller reports
    /// [`Damage::findings`].
    pub fn silent() -> Self {
        Self {
            silent: true,
            ..Self::default()
        }
    }

    /// Records a finding.
    ///
    /// # Errors
    /// Returns the finding if the policy is strict.
    pub fn report(&mut self, finding: Error) -> Result<()> {
        if self.strict {
            return Err(finding);
        }
        if !self.silent {
            let level = if self.findings.is_empty() {
                log::Level::Warn
            } else {
                log::Level::Debug
            };
            log::log!(level, "{finding}");
        }
        self.findings.push(finding);
        Ok(())
    }

    /// Returns the value, or `None` after recording the error as a finding.
    ///
    /// # Errors
    /// Returns the error if the policy is strict.
    pub fn accept<T>(&mut self, part: Result<T>) -> Result<Option<T>> {
        part.map(Some)
            .or_else(|error| self.report(error).map(|()| None))
    }

    /// Returns the block at the start of the data. A block that is longer than the data ends with
    /// the data, which is recorded as a finding.
    ///
    /// # Errors
    /// Returns an error if the header is unusable, or the finding if the policy is strict.
    pub(crate) fn read_block<'a>(&mut self, data: &'a [u8], header: Header) -> Result<Block<'a>> {
        let (block, cut) = block::read_cut(&mut Reader::new(data), header)?;
        if let Some(error) = cut {
            self.report(error)?;
        }
        Ok(block)
    }

    /// Returns the findings, in the order of the data.
    pub fn findings(&self) -> &[Error] {
        &self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lenient_one_goes_on_and_a_strict_one_stops() {
        let part = || Err::<u8, _>(Error::other("cut"));
        let mut lenient = Damage::lenient();
        assert_eq!(lenient.accept(part()).unwrap(), None);
        assert_eq!(lenient.accept(Ok(7)).unwrap(), Some(7));
        assert_eq!(lenient.findings().len(), 1);
        assert_eq!(
            Damage::strict().accept(part()).unwrap_err().to_string(),
            "cut"
        );
    }
}
