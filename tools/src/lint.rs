//! What is odd or dangerous in costumes.

use scumm_costume::Costume;
use scumm_costume::edit::lint::{Finding, Severity, lint, unreadable};
use serde::Serialize;

use crate::costume_input::StoredCostume;

/// A finding with the costume in which it was made.
#[derive(Debug, Serialize)]
pub struct Located {
    /// Where several games or files are looked at: which of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The costume: a file, or a number of a game.
    pub costume: String,
    /// What was found.
    #[serde(flatten)]
    pub finding: Finding,
}

/// The findings of a costume; that it can't be loaded or read is one.
pub fn findings(stored: &Result<StoredCostume, (u16, String)>) -> Vec<Located> {
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
                format!("costume {number}"),
                vec![Finding {
                    at: 0,
                    severity: Severity::Error,
                    rule: "F4",
                    what,
                }],
            )
        }
    };
    findings
        .into_iter()
        .map(|finding| Located {
            game: None,
            costume: costume.clone(),
            finding,
        })
        .collect()
}
