//! `wardrobe scene shrink`: a failing scene, made as small as it goes.

mod defect;
mod reduce;
mod relocate;

use std::path::PathBuf;

use anyhow::{Result, bail};
use serde_json::json;

use super::against::AgainstArgs;
use super::{SourceArgs, stored_lines, text};
use crate::inputs;
use crate::outcome::Outcome;
use crate::output;
use defect::{Defect, DefectFinder, Reference};
use reduce::{Draft, Reducer, ticks};
use scumm_platform::text::plural;

/// Makes a failing scene smaller while it fails in the same way
///
/// Drops steps, frames, actors and options as long as the same difference stays: the same value of the same actor and limb, or the
/// same claim. With --against another program plays, such as an engine of somebody else or an older build of this one, and its lines
/// are held against ours; as both are asked anew for each try, frames in front of the difference can go, too. The result is a scene
/// with its lines, which fails as the whole one did.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scene file
    scene: PathBuf,

    /// Write the smaller scene here, as TOML or JSON by its ending; without it beside the scene's folder, as FOLDER-shrunk/NAME
    #[arg(short, long, value_name = "FILE", value_parser = target)]
    out: Option<PathBuf>,

    #[command(flatten)]
    against: AgainstArgs,

    /// Give up looking for smaller scenes after so many
    #[arg(long, value_name = "N", default_value_t = 2000)]
    tries: usize,
}

fn target(name: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(name);
    let is_scene = path.extension().is_some_and(|ending| ending == "toml" || ending == "json");
    if is_scene { Ok(path) } else { Err("expected the name of a file that ends in .toml or .json".to_owned()) }
}

/// Shrinks a scene and tells how far.
pub fn run(args: &Args, sources: &SourceArgs) -> Result<Outcome> {
    let path = args.scene.as_path();
    let text = inputs::scene(path)?;
    let whole = Draft::of(text::values(path, &text)?);
    let (reference, subject) = match args.against.player(sources)?.examiner {
        Some(program) => (Reference::Program(program), None),
        None => {
            let (lines, subject) = defect::stored(path, sources)?;
            (Reference::Stored(lines), subject)
        }
    };
    let finder = DefectFinder { path, sources, reference, subject };
    let Some(first) = finder.find(&whole)? else { bail!("{}: passes: there is nothing to shrink", path.display()) };
    let same = |draft: &Draft| finder.find(draft).is_ok_and(|now| now.is_some_and(|now| now.defect == first.defect));
    let cut = cut(&whole, first.at);
    let start = if same(&cut) { cut } else { whole.clone() };
    let (small, tries) = Reducer::new(start, args.tries, same).run();
    let Some(end) = finder.find(&small)? else { bail!("{}: passes when it is played again", path.display()) };

    let out = args.out.clone().map_or_else(|| relocate::beside(path), Ok)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut values = small.scene();
    relocate::relocate(&mut values, path, &out)?;
    let mut scene = text::write(&out, &values);
    if out.extension().is_some_and(|ending| ending == "toml") {
        scene = format!("# Shrunk from {name}: {}\n{scene}", describe(&end.defect));
    }
    let lines: String = end.expected.iter().map(|line| format!("{line}\n")).collect();
    output::write(&out, |file| file.write_all(scene.as_bytes()))?;
    output::write(&stored_lines(&out), |file| file.write_all(lines.as_bytes()))?;
    let size = |draft: &Draft| format!("{}, {}", plural(draft.steps.len(), "step"), plural(draft.actors(), "actor"));
    let report =
        format!("{}: {} instead of {}, {tries} tries: {}", out.display(), size(&small), size(&whole), end.shown);
    output::print(&(report + "\n"))?;
    Ok(Outcome::Good)
}

/// A scene that ends with the frame of a step in which its difference shows.
fn cut(whole: &Draft, (step, frames): (usize, u64)) -> Draft {
    let mut cut = whole.clone();
    cut.steps.truncate(step + 1);
    if let Some((_, last)) = cut.steps.last_mut().filter(|(_, last)| frames > 0 && ticks(last).is_some()) {
        *last = json!(["tick", frames]);
    }
    cut
}

fn describe(defect: &Defect) -> String {
    match defect {
        Defect::Claim(claim) => claim.clone(),
        Defect::Broken => "the other program can't play it".to_owned(),
        Defect::Key(key) | Defect::Value { key, .. } => format!("{key} differs"),
    }
}
