//! `wardrobe scene kit`: writes scenes with all their inputs, so that any engine can play them. The
//! scenes are in the order in which a new engine can support them. `wardrobe scene shrink`: makes a
//! failing scene as small as possible.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use scumm_media::file::LOCK_FILE;
use scumm_media::text::plural;
use scumm_room::resource::folder_of;
use scumm_scene::harness::find::stored_lines;
use scumm_scene::harness::kit;
use scumm_scene::harness::shrink::shrink;
use scumm_tools::demo;
use scumm_tools::run_files::RunFiles;

use super::args::{AgainstArgs, RunSources};
use crate::output::{self, ReportedWork, print};

/// Writes the conformance kit: scenes with their inputs and lines, for any engine
///
/// The scenes are sorted into chapters, from a single cel to whole games. README.md describes how
/// an engine plays them, and the schemas describe their contents. Scenes that use art by other
/// authors are left out. The same scenes give the same bytes.
#[derive(Debug, clap::Args)]
pub struct KitArgs {
    /// Folders with scenes and their lines, or with archives of scenes (.tar.xz), at any depth; by
    /// default `data` or, if that does not exist, the scenes that are built into the program
    #[arg(value_name = "DIR")]
    paths: Vec<PathBuf>,

    /// The empty folder or the .zip to write
    #[arg(short, long, value_name = "DIR|FILE.zip")]
    out: PathBuf,
}

/// The folder of a checkout that contains all scenes and their inputs.
const CHECKOUT: &str = "data";
/// The archive of the project's own scenes with their inputs, which the build script packs.
const SCENES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/scenes.tar.xz"));
/// The archive of a selection of the reference scenes, `data/kit-scenes.tar.xz`.
const RECORDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/kit-scenes.tar.xz"));
/// The first line of output if only the scenes in these archives are available.
const CARRIED: &str = "The kit contains the scenes that are built into the program. A checkout of \
                       Wardrobe also has all reference scenes (data/vectors): wardrobe scene kit \
                       CHECKOUT/data -o kit\n";

/// Collects the scenes and writes the kit.
pub fn write_kit(args: &KitArgs, files: &RunFiles) -> Result<()> {
    let is_zip = args
        .out
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    let _lock = if is_zip {
        None
    } else {
        let lock = files.lock(&args.out)?;
        ensure!(
            is_empty(&args.out)?,
            "{}: the folder is not empty",
            args.out.display()
        );
        Some(lock)
    };
    let files = files.outputs();
    let checkout = Path::new(CHECKOUT);
    let kit = if !args.paths.is_empty() {
        kit::kit(files, &args.paths, &demo::FILES, &ReportedWork::new())?
    } else if checkout.is_dir() {
        kit::kit(
            files,
            &[checkout.to_path_buf()],
            &demo::FILES,
            &ReportedWork::new(),
        )?
    } else {
        print(CARRIED)?;
        let archives = [SCENES, RECORDED];
        kit::kit_of_archives(files, &archives, &demo::FILES, &ReportedWork::new())?
    };
    if is_zip {
        let bytes = kit::zip(&kit.files)?;
        files.write(&args.out, |out| out.write_all(&bytes))?;
    } else {
        for (name, bytes) in &kit.files {
            files.write(&args.out.join(name), |out| out.write_all(bytes))?;
        }
    }
    let left = match kit.left_out {
        0 => String::new(),
        left => format!(", {left} left out (they use art by other authors)"),
    };
    print(&format!(
        "{}: {}{left}\n",
        args.out.display(),
        plural(kit.scenes, "scene")
    ))
}

/// Returns whether a folder contains nothing except its lock file.
fn is_empty(folder: &Path) -> Result<bool> {
    for entry in fs::read_dir(folder)? {
        if entry?.file_name() != LOCK_FILE {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes a failing scene smaller while it fails in the same way
///
/// The command removes steps, frames, actors and options as long as the same difference stays: the
/// same value of the same actor and limb, or the same claim. With --against another program plays
/// the scene, such as another engine or an older build of this program, and its lines are compared
/// with those of this program. Both programs then play each try anew, so frames before the
/// difference can be removed, too. The result is a scene with its lines that fails in the same way.
#[derive(Debug, clap::Args)]
pub struct ShrinkArgs {
    /// The scene file
    scene: PathBuf,

    /// The file to write the smaller scene to, as TOML or JSON by its extension; by default
    /// FOLDER-shrunk/NAME beside the scene's folder
    #[arg(short, long, value_name = "FILE", value_parser = target)]
    out: Option<PathBuf>,

    #[command(flatten)]
    against: AgainstArgs,

    /// The maximum number of tries
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
        Err("expected a file name that ends in .toml or .json".to_owned())
    }
}

/// Shrinks a scene and prints the result.
pub fn shrink_scene(args: &ShrinkArgs, sources: &RunSources<'_>) -> Result<()> {
    let small = shrink(
        &args.scene,
        args.out.clone(),
        args.against.player(sources)?,
        args.tries,
    )?;
    let _lock = sources.files.lock(folder_of(&small.path))?;
    output::write(sources.files, &small.path, |out| {
        out.write_all(small.text.as_bytes())
    })?;
    output::write(sources.files, &stored_lines(&small.path), |out| {
        out.write_all(small.lines.as_bytes())
    })?;
    print(&(small.report + "\n"))
}
