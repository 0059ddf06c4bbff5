//! `wardrobe completions` and `wardrobe man`: write files that packages install beside the program.

use std::path::PathBuf;

use anyhow::Result;
use clap::Command;
use clap_complete::Shell;
use scumm_media::file::FolderLock;

use crate::output::{self, OutArgs};

/// Prints the completions of this command line for a shell
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Example:
  wardrobe completions bash -o /usr/share/bash-completion/completions/wardrobe")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,

    #[command(flatten)]
    out: OutArgs,
}

/// Writes the manual pages
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The folder to write wardrobe.1, wardrobe-play.1 and so on into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Prints the completions of the program's `command` line.
pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "wardrobe", &mut script);
    args.out.text(&String::from_utf8(script)?)
}

/// Writes a page for the program, whose command line is `command`, and one for each subcommand.
pub fn man(args: &ManArgs, command: Command) -> Result<()> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let _lock = FolderLock::acquire(&args.out)?;
    write_pages(&command, "wardrobe", args)
}

fn write_pages(command: &Command, name: &str, args: &ManArgs) -> Result<()> {
    // The name of a page contains all words of its command.
    let page = clap_mangen::Man::new(command.clone()).title(name.to_uppercase());
    output::write(&args.out.join(format!("{name}.1")), |out| {
        page.render(&mut &mut *out)
    })?;
    for sub in command.get_subcommands() {
        write_pages(sub, &format!("{name}-{}", sub.get_name()), args)?;
    }
    Ok(())
}
