//! `wardrobe scene kit`: scenes that any engine can play, in the order in which an engine grows, with all that they need.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use scumm_platform::file;
use scumm_platform::text::plural;
use scumm_scene::harness::kit;
use scumm_tools::demo;

use crate::outcome::Outcome;
use crate::output::print;
use crate::progress::Work;

/// Writes the conformance kit: scenes with their inputs and lines, for any engine
///
/// The scenes lie in chapters, from one cel to everything; README.md says how an engine plays them, the schemas what stands in them.
/// Scenes of games that somebody else made stay out. The same scenes give the same bytes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders with scenes and their lines, or with archives of them (.tar.xz), at any depth
    #[arg(value_name = "DIR", default_value = "data")]
    paths: Vec<PathBuf>,

    /// The folder to write, which has to be empty, or a .zip
    #[arg(short, long, value_name = "DIR|FILE.zip")]
    out: PathBuf,
}

/// Gathers the scenes and writes the kit.
pub fn run(args: &Args) -> Result<Outcome> {
    let is_zip = args.out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    if !is_zip && fs::read_dir(&args.out).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{}: the folder is not empty", args.out.display());
    }
    let kit = kit::kit(&args.paths, &demo::FILES, &Work::new(0))?;
    if is_zip {
        let bytes = kit::zip(&kit.files)?;
        file::write(&args.out, |out| out.write_all(&bytes))?;
    } else {
        for (name, bytes) in &kit.files {
            file::write(&args.out.join(name), |out| out.write_all(bytes))?;
        }
    }
    let left = match kit.left_out {
        0 => String::new(),
        left => format!(", {left} left out (art that others made)"),
    };
    print(&format!("{}: {}{left}\n", args.out.display(), plural(kit.scenes, "scene")))?;
    Ok(Outcome::Good)
}
