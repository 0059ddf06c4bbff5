//! `wardrobe verify`: checks the files of games.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use scumm_tools::provenance::{ChecksumList, Document, DocumentHead};
use scumm_tools::run_files::RunFiles;
use scumm_tools::verify::{FileStatus, Verification, VerifiedFile};

use crate::game_args::GamesArgs;
use crate::output::{self, OutArgs, OutputTable, below};

/// Checks the files of a game, or of several
///
/// The command says whether the index file is in the table of known index files, and checks that
/// each entry of the index leads to a resource. With --against it compares all files of the game
/// with a list of checksums, as `sha256sum` and `verify --write` write them. The exit code is 1 if
/// an entry leads nowhere, or if a listed file is changed or missing.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe verify ~/games/monkey2
  wardrobe verify ~/games/monkey2 --write monkey2.sha256
  wardrobe verify ~/games/monkey2 --against monkey2.sha256
  wardrobe verify ~/games --json | jq '.[] | select(.damaged > 0).path'")]
pub struct VerifyArgs {
    #[command(flatten)]
    games: GamesArgs,

    /// A list of checksums, with names below the folder of the game
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// Write a list of checksums that `sha256sum -c` reads in the folder of the game
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,

    /// Print JSON, for a folder or several games an array: {"format","wardrobe","game","path",
    /// "sha256","edition","is_known","files","resources","damaged","errors"}
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    out: OutArgs,
}

/// Checks games.
pub fn verify_games(args: &VerifyArgs, files: &RunFiles) -> Result<bool> {
    let listed = args
        .against
        .as_deref()
        .map(ChecksumList::read)
        .transpose()?;
    let verified = args.games.each(files, |named, game| {
        let verification = Verification::new(&game, listed.as_ref())?;
        if let Some(path) = &args.write {
            ensure!(
                !named.is_one_of_several,
                "--write takes one game, because the names in the list do not name the game"
            );
            let text = verification.checksums().text();
            output::write(files, path, |out| out.write_all(text.as_bytes()))?;
        }
        Ok(Document {
            head: DocumentHead::of_game(&game, &named.name)?,
            value: verification,
        })
    })?;
    args.out
        .report_each(files, args.json, &verified, verification_text)?;
    let is_sound = |one: &Document<Verification>| one.value.is_sound();
    Ok(verified.are_all && verified.each.iter().all(is_sound))
}

fn verification_text(document: &Document<Verification>) -> String {
    let Document { head, value } = document;
    let mut table = OutputTable::new(&["file", "bytes", "sha256", "status"]);
    for VerifiedFile {
        name,
        bytes,
        sha256,
        status,
    } in &value.files
    {
        table.row(vec![
            name.clone(),
            bytes.map_or_else(String::new, |bytes| bytes.to_string()),
            sha256.clone().unwrap_or_default(),
            status.map_or("", FileStatus::name).to_owned(),
        ]);
    }
    let index = if value.is_known {
        "the index file is in the table of known index files"
    } else {
        "the index file is not in the table of known index files: a rare or changed edition"
    };
    let mut text = format!(
        "{}: {}\n{index}\n{} of {} entries of the index lead nowhere\n",
        head.game.as_deref().unwrap_or_default(),
        value.edition,
        value.damaged,
        value.resources,
    );
    text.push_str(&below(&[table.lines()]));
    if !value.errors.is_empty() {
        text.push_str("\nDamaged:\n");
        for error in &value.errors {
            text.push_str(&format!("  {error}\n"));
        }
        if let Some(more @ 1..) = value.damaged.checked_sub(value.errors.len()) {
            text.push_str(&format!("  and {more} more\n"));
        }
    }
    text
}
