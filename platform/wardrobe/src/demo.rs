//! `wardrobe demo`: the game that the program carries.

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::Result;
use scumm_engine::game::Game;
use scumm_platform::file;

use crate::outcome::Outcome;

/// Index and data file, as `cargo xtask demo` builds them.
const FILES: [(&str, &[u8]); 2] = [
    ("wardrobe.001", include_bytes!("../../../data/demo/built/wardrobe.001")),
    ("wardrobe.000", include_bytes!("../../../data/demo/built/wardrobe.000")),
];

/// Who plays in it.
pub const CAST: &str = include_str!("../../../data/demo/cast.toml");

/// Writes the files of the demo game, which `wardrobe play` plays when no game is named
///
/// They are a small game of SCUMM v5: one room, three costumes, original art in the public domain (CC0). cast.toml says who is on the
/// stage and what they do: wardrobe play DIR --cast DIR/cast.toml
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to write them into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// Writes them.
pub fn run(args: &Args) -> Result<Outcome> {
    let cast = [("cast.toml", CAST.as_bytes())];
    for (name, bytes) in FILES.iter().chain(&cast) {
        file::write(&args.out.join(name), |out| out.write_all(bytes))?;
    }
    Ok(Outcome::Good)
}

/// The game.
///
/// # Errors
/// None with the files that are carried.
pub fn game() -> Result<Game> {
    Ok(Game::from_files(FILES.map(|(name, bytes)| (name.to_owned(), Cow::Borrowed(bytes))))?)
}
