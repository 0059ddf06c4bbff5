//! What happens to a damaged part of a costume: an explicit nothing in its place, or an error.

use scumm_room::{Error, Result};

/// Takes the damage that a parser meets.
///
/// A lenient one keeps each finding and lets the parser put nothing in the part's place, so that damaged real data still
/// plays; a strict one makes the first finding the parser's error.
#[derive(Debug, Default)]
pub struct Damage {
    strict: bool,
    silent: bool,
    findings: Vec<Error>,
}

impl Damage {
    /// One that lets damaged parts pass; the first is logged as a warning, the others for debugging only.
    #[must_use]
    pub fn lenient() -> Self {
        Self::default()
    }

    /// One that refuses them.
    #[must_use]
    pub fn strict() -> Self {
        Self { strict: true, ..Self::default() }
    }

    /// One that lets them pass and logs nothing: its owner says what [`Damage::findings`] has, and in which file.
    #[must_use]
    pub fn silent() -> Self {
        Self { silent: true, ..Self::default() }
    }

    /// Takes a finding.
    ///
    /// # Errors
    /// The finding itself, in a strict one.
    pub fn report(&mut self, finding: Error) -> Result<()> {
        if self.strict {
            return Err(finding);
        }
        if !self.silent {
            let level = if self.findings.is_empty() { log::Level::Warn } else { log::Level::Debug };
            log::log!(level, "{finding}");
        }
        self.findings.push(finding);
        Ok(())
    }

    /// The value, or nothing with the error as a finding.
    ///
    /// # Errors
    /// The error itself, in a strict one.
    pub fn accept<T>(&mut self, part: Result<T>) -> Result<Option<T>> {
        part.map(Some).or_else(|error| self.report(error).map(|()| None))
    }

    /// What was found, in the order of the data.
    #[must_use]
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
        assert_eq!(Damage::strict().accept(part()).unwrap_err().to_string(), "cut");
    }
}
