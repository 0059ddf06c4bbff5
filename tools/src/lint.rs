//! Finds odd and dangerous data in costumes.

use scumm_costume::Costume;
use scumm_costume::edit::lint::{LintFinding, Severity, lint, unreadable};
use serde::Serialize;

use crate::costume_input::{CostumeName, StoredCostume};

/// A finding with the costume to which it belongs.
#[derive(Debug, Serialize)]
pub struct CostumeFinding {
    /// The costume: a file, or a number in a game.
    pub costume: CostumeName,
    /// The finding.
    #[serde(flatten)]
    pub finding: LintFinding,
}

/// The findings in the costumes of a game, or in a costume file.
#[derive(Debug, Serialize)]
pub struct LintReport {
    /// The findings.
    pub findings: Vec<CostumeFinding>,
}

/// Returns the findings of a costume. A costume that cannot be loaded or read yields a finding,
/// too.
pub fn findings(stored: &Result<StoredCostume, (u16, String)>) -> Vec<CostumeFinding> {
    let (costume, findings) = match stored {
        Ok(StoredCostume {
            name,
            data,
            dialect,
            ..
        }) => {
            let rule = if dialect.has_akos() { "A1" } else { "C1" };
            let found = Costume::parse(data, dialect).and_then(|costume| lint(data, &costume));
            (
                name.clone(),
                found.unwrap_or_else(|error| vec![unreadable(&error, rule)]),
            )
        }
        Err((number, why)) => {
            let what = why.clone();
            (
                CostumeName::Number(*number),
                vec![LintFinding {
                    at: 0,
                    severity: Severity::Error,
                    rule: "F4",
                    what,
                    more: 0,
                }],
            )
        }
    };
    findings
        .into_iter()
        .map(|finding| CostumeFinding {
            costume: costume.clone(),
            finding,
        })
        .collect()
}
