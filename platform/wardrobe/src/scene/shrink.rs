//! `wardrobe scene shrink`: makes a failing scene as small as possible.

use std::path::PathBuf;

use anyhow::Result;
use scumm_media::file::FolderLock;
use scumm_room::resource::folder_of;
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::shrink::shrink;

use super::{AgainstArgs, SourceArgs};
use crate::output;

/// Makes a failing scene smaller while it fails in the same way
///
/// The command drops steps, frames, actors and options as long as the same difference stays: the
/// same value of the same actor and limb, or the same claim. With --against another program plays,
/// such as another engine or an older build of this one, and its lines are compared with those of
/// this program. As both programs play each try anew, frames in front of the difference can be
/// dropped, too. The result is a scene with its lines, which fails as the original one did.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scene file
    scene: PathBuf,

    /// Write the smaller scene to this file, as TOML or JSON by its extension; without it beside
    /// the scene's folder, as FOLDER-shrunk/NAME
    #[arg(short, long, value_name = "FILE", value_parser = target)]
    out: Option<PathBuf>,

    #[command(flatten)]
    against: AgainstArgs,

    /// Stop searching for smaller scenes after this number of tries
    #[arg(long, value_name = "N", default_value_t = 2000)]
    tries: usize,
}

fn target(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    let is_scene = path
        .extension()
        .is_some_and(|ending| ending == "toml" || ending == "json");
    if is_scene {
        Ok(path)
    } else {
        Err("expected the name of a file that ends in .toml or .json".to_owned())
    }
}

/// Shrinks a scene and prints the result.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<()> {
    let small = shrink(
        &args.scene,
        args.out.clone(),
        args.against.player(sources)?,
        args.tries,
    )?;
    let _lock = FolderLock::acquire(folder_of(&small.path))?;
    output::write(&small.path, |out| out.write_all(small.text.as_bytes()))?;
    output::write(&stored_lines(&small.path), |out| {
        out.write_all(small.lines.as_bytes())
    })?;
    output::print(&(small.report + "\n"))
}
