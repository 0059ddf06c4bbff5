//! `wardrobe demo`: the game that the program carries.

use std::path::PathBuf;

use anyhow::Result;
use scumm_platform::file::FolderLock;
use scumm_tools::demo;

use crate::output;

/// Writes the files of the demo game, which `wardrobe play` plays when no game is named
///
/// They are a small game: two rooms, three costumes, original art in the public domain (CC0).
/// cast.toml says who is on the stage and what they do: wardrobe play DIR --cast DIR/cast.toml
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write them into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// The SCUMM version of the files; in 7 the costumes are AKOS
    #[arg(long, value_name = "5|6|7", default_value_t = 5, value_parser = clap::value_parser!(u8).range(5..=7))]
    version: u8,
}

/// Writes them.
pub fn run(args: &Args) -> Result<()> {
    let files = demo::files(args.version)?;
    let _lock = FolderLock::acquire(&args.out)?;
    for (name, bytes) in files {
        output::write(&args.out.join(name), |out| out.write_all(&bytes))?;
    }
    Ok(())
}
