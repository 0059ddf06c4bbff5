//! `wardrobe lint`: what is odd or dangerous in costumes.

use anyhow::Result;
use scumm_costume::Costume;
use scumm_costume::edit::lint::{Finding, Severity, lint, unreadable};
use serde::Serialize;

use crate::costume_input::{CostumeArgs, StoredCostume};
use crate::outcome::Outcome;
use crate::output::OutArgs;
use crate::table::Table;
use scumm_platform::text::plural;

/// Names what is odd or dangerous in a costume, or in all costumes of a game
///
/// Each finding has a severity, the byte in the costume's block, and the number of the rule that it touches. An error stops, hangs or
/// confuses the original engines; a warning shows something wrongly or never; a note is odd, and nothing comes of it. Warnings and
/// errors make the exit code 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe lint ~/games/monkey2
  wardrobe lint ~/games/monkey2 --costume 5
  wardrobe lint guybrush.cost --scumm 5 --json | jq '.[] | select(.severity == \"error\")'")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    /// Leave out notes
    #[arg(short, long)]
    quiet: bool,

    /// Print JSON: [{"costume","at","severity","rule","what"}...]
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// A finding with the costume in which it was made.
#[derive(Debug, Serialize)]
pub struct Located {
    /// The costume: a file, or a number of a game.
    pub costume: String,
    /// What was found.
    #[serde(flatten)]
    pub finding: Finding,
}

/// Looks at all that is asked for.
pub fn run(args: &Args) -> Result<Outcome> {
    let mut found = Vec::new();
    for stored in args.costume.stored()? {
        found.extend(findings(&stored).into_iter().filter(|f| !args.quiet || f.finding.severity > Severity::Note));
    }
    args.out.report(args.json, &found, |found| text(found))?;
    let bad = found.iter().any(|located| located.finding.severity > Severity::Note);
    Ok(if bad { Outcome::Findings } else { Outcome::Good })
}

/// The findings of a costume; that it can't be loaded or read is one.
pub fn findings(stored: &Result<StoredCostume, (u16, String)>) -> Vec<Located> {
    let (costume, findings) = match stored {
        Ok(StoredCostume { name, data, dialect, .. }) => {
            let rule = if dialect.has_akos() { "A1" } else { "C1" };
            let found = Costume::parse(data, dialect).and_then(|costume| lint(data, &costume));
            (name.clone(), found.unwrap_or_else(|error| vec![unreadable(&error, rule)]))
        }
        Err((number, why)) => {
            let what = why.clone();
            (format!("costume {number}"), vec![Finding { at: 0, severity: Severity::Error, rule: "F4", what }])
        }
    };
    findings.into_iter().map(|finding| Located { costume: costume.clone(), finding }).collect()
}

fn text(found: &[Located]) -> String {
    let mut table = Table::new(&["costume", "byte", "", "rule", "what"]);
    for Located { costume, finding } in found {
        let Finding { at, severity, rule, what } = finding;
        let row = [costume.clone(), format!("{at:#06x}"), severity.name().to_owned(), (*rule).to_owned(), what.clone()];
        table.row(row.to_vec());
    }
    let count = |severity| found.iter().filter(|located| located.finding.severity == severity).count();
    let counts = [Severity::Error, Severity::Warning, Severity::Note].map(|s| plural(count(s), s.name()));
    format!("{}{}\n", table.lines(), counts.join(", "))
}
