//! `wardrobe demo`: writes the game that is built into the program.

use std::path::PathBuf;

use anyhow::Result;
use scumm_media::file::FolderLock;
use scumm_tools::demo;

use crate::output;

/// Writes the files of the demo game, which `wardrobe play` plays when no game is named
///
/// The demo is a small game with two rooms and three costumes, original art in the public domain
/// (CC0). cast.toml lists the actors and their actions: wardrobe play DIR --cast DIR/cast.toml
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// The SCUMM version of the files; in 7 the costumes are AKOS
    #[arg(long, value_name = "5|6|7", default_value_t = 5, value_parser = clap::value_parser!(u8).range(5..=7))]
    version: u8,
}

/// Writes the files.
pub fn run(args: &Args) -> Result<()> {
    let files = demo::files(args.version)?;
    let _lock = FolderLock::acquire(&args.out)?;
    for (name, bytes) in files {
        output::write(&args.out.join(name), |out| out.write_all(&bytes))?;
    }
    Ok(())
}
