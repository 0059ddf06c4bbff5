//! `wardrobe lint`: lists odd or dangerous data in costumes.

use anyhow::Result;
use scumm_costume::edit::lint::{Finding, Severity};
use scumm_media::text::plural;
use scumm_tools::lint::{Located, findings};

use crate::game_args::InputsArgs;
use crate::output::OutArgs;
use crate::table::Table;

/// Lists odd or dangerous data in a costume, or in all costumes of a game or of several
///
/// Each finding has a severity, the byte in the costume's block, and the number of the rule that it
/// concerns. An error stops, hangs or confuses the original engines; a warning shows something
/// wrongly or never; a note is odd but has no effect. Warnings and errors make the exit code 1.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe lint ~/games/monkey2
  wardrobe lint ~/games/monkey2 --costume 5
  wardrobe lint guybrush.cost --scumm 5 --json | jq '.[] | select(.severity == \"error\")'")]
pub struct Args {
    #[command(flatten)]
    inputs: InputsArgs,

    /// The number of a costume of the game
    #[arg(long, value_name = "N")]
    costume: Option<u16>,

    /// Leave out notes
    #[arg(short, long)]
    quiet: bool,

    /// Print JSON: [{"costume","at","severity","rule","what"}...], for several games with "game"
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Checks the requested costumes and prints the findings.
pub fn run(args: &Args) -> Result<bool> {
    let mut found = Vec::new();
    let looked_at = args.inputs.each(|name, input| {
        for stored in input.stored(args.costume)? {
            let shown = findings(&stored)
                .into_iter()
                .filter(|f| !args.quiet || f.finding.severity > Severity::Note);
            found.extend(shown.map(|located| Located {
                game: name.map(str::to_owned),
                ..located
            }));
        }
        Ok(())
    })?;
    args.out.report(args.json, &found, |found| text(found))?;
    Ok(looked_at.are_all
        && found
            .iter()
            .all(|located| located.finding.severity <= Severity::Note))
}

fn text(found: &[Located]) -> String {
    let mut table = Table::new(&["costume", "byte", "", "rule", "what"]);
    for Located {
        game,
        costume,
        finding,
    } in found
    {
        let costume = game
            .as_ref()
            .map_or_else(|| costume.clone(), |game| format!("{game}: {costume}"));
        let Finding {
            at,
            severity,
            rule,
            what,
        } = finding;
        let row = [
            costume,
            format!("{at:#06x}"),
            severity.name().to_owned(),
            (*rule).to_owned(),
            what.clone(),
        ];
        table.row(row.to_vec());
    }
    let count = |severity| {
        found
            .iter()
            .filter(|located| located.finding.severity == severity)
            .count()
    };
    let counts =
        [Severity::Error, Severity::Warning, Severity::Note].map(|s| plural(count(s), s.name()));
    format!("{}{}\n", table.lines(), counts.join(", "))
}
