//! What a parser does with a damaged part of a costume: it leaves the part out, or it stops.

use scumm_room::{Error, Result};

/// Decides what a parser does with damaged parts.
///
/// A lenient one keeps each finding and the parser goes on without the part, so that damaged real
/// data still plays. A strict one turns the first finding into the parser's error.
#[must_use]
#[derive(Debug, Default)]
pub struct Damage {
    strict: bool,
    silent: bool,
    findings: Vec<Error>,
}

impl Damage {
    /// Goes on without damaged parts. The first finding is logged as a warning, the others for
    /// debugging only.
    pub fn lenient() -> Self {
        Self::default()
    }

    /// Stops at the first damaged part.
    pub fn strict() -> Self {
        Self {
            strict: true,
            ..Self::default()
        }
    }

    /// Goes on without damaged parts and logs nothing. The caller reports [`Damage::findings`]
    /// itself.
    pub fn silent() -> Self {
        Self {
            silent: true,
            ..Self::default()
        }
    }

    /// Notes a finding.
    ///
    /// # Errors
    /// The finding, if strict.
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

    /// Returns the value, or `None` after noting the error as a finding.
    ///
    /// # Errors
    /// The error, if strict.
    pub fn accept<T>(&mut self, part: Result<T>) -> Result<Option<T>> {
        part.map(Some)
            .or_else(|error| self.report(error).map(|()| None))
    }

    /// The findings, in the order of the data.
    pub fn findings(&self) -> &[Error] {
        &self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lenient_one_goes_on_and_a_strict_one_stops() {
        let part = || Err::<u8, _>(Error::Misuse("cut".into()));
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
