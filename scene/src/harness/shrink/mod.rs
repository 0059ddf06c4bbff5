//! Shrinks a failing scene as far as possible.

mod defect;
mod reduce;

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use scumm_media::text::plural;
use scumm_room::resource::folder_of;
use serde_json::{Map, Value, json};

use self::defect::{Defect, DefectFinder, Reference};
use self::reduce::{Reducer, SceneDraft, ticks};
use super::judge::ScenePlayer;
use super::text;

/// A smaller scene with the same defect as the whole scene.
#[derive(Debug)]
pub struct SmallScene {
    /// The path for the scene. The names of its inputs are relative to this path.
    pub path: PathBuf,
    /// The text of the scene, in the format of that path.
    pub text: String,
    /// The lines of the reference.
    pub lines: String,
    /// A report in one line: the reduction and the defect.
    pub report: String,
}

/// Removes steps, frames, actors and options of a scene as long as the same difference remains, and
/// stops after `tries` attempts. `out` is the path of the smaller scene; by default it lies beside
/// the scene's folder. This function does not write the file.
///
/// # Errors
/// Returns an error if the scene cannot be played, or if it passes.
pub fn shrink(
    path: &Path,
    out: Option<PathBuf>,
    player: ScenePlayer<'_>,
    tries: usize,
) -> Result<SmallScene> {
    let sources = player.sources;
    let whole = SceneDraft::new(text::values(path, &sources.text(path)?)?);
    let reference = match player.program {
        Some(program) => Reference::Program(program),
        None => defect::stored(path, sources)?,
    };
    let finder = DefectFinder {
        path,
        sources,
        reference,
    };
    let Some(first) = finder.find(&whole)? else {
        bail!(
            "{}: the scene passes; only failing scenes can be shrunk",
            path.display()
        )
    };
    let same = |draft: &SceneDraft| {
        finder
            .find(draft)
            .is_ok_and(|now| now.is_some_and(|now| now.defect == first.defect))
    };
    let cut = cut(&whole, first.at);
    let start = if same(&cut) { cut } else { whole.clone() };
    let (small, tries) = Reducer::new(start, tries, same).run();
    let Some(end) = finder.find(&small)? else {
        bail!(
            "{}: the scene passes when it is played again",
            path.display()
        )
    };

    let out = out.map_or_else(|| beside(path), Ok)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut values = small.scene();
    relocate(&mut values, path, &out)?;
    let mut text = text::write(&out, &values);
    if out.extension().is_some_and(|ending| ending == "toml") {
        text = format!("# Shrunk from {name}: {}\n{text}", describe(&end.defect));
    }
    let lines = end
        .expected
        .iter()
        .map(|line| format!("{line}\n"))
        .collect();
    let size = |draft: &SceneDraft| {
        format!(
            "{}, {}",
            plural(draft.steps.len(), "step"),
            plural(draft.actors(), "actor")
        )
    };
    let report = format!(
        "{}: {} instead of {}, {tries} tries: {}",
        out.display(),
        size(&small),
        size(&whole),
        end.shown
    );
    Ok(SmallScene {
        path: out,
        text,
        lines,
        report,
    })
}

/// Returns the scene up to the frame of the step that shows the difference.
fn cut(whole: &SceneDraft, (step, frames): (usize, u64)) -> SceneDraft {
    let mut cut = whole.clone();
    cut.steps.truncate(step + 1);
    if let Some((_, last)) = cut
        .steps
        .last_mut()
        .filter(|(_, last)| frames > 0 && ticks(last).is_some())
    {
        *last = json!(["tick", frames]);
    }
    cut
}

fn describe(defect: &Defect) -> String {
    match defect {
        Defect::Claim(claim) => claim.clone(),
        Defect::Broken => "the other program cannot play the scene".to_owned(),
        Defect::Key(key) | Defect::Value { key, .. } => format!("{key} differs"),
    }
}

/// Returns the default path for a smaller scene, beside the scene's folder:
/// `scenes-shrunk/walk.toml` for `scenes/walk.toml`. A check of the original folder does not find
/// it there.
///
/// # Errors
/// Returns an error if the folder cannot be found.
fn beside(scene: &Path) -> Result<PathBuf> {
    let folder = folder_of(scene);
    let real = real(folder)?;
    let mut name = OsString::from(real.file_name().unwrap_or_default());
    name.push("-shrunk");
    // A folder with a name is used as it is written. `.` has no name, so its real path is used.
    let parent = match folder.file_name() {
        Some(_) => folder.parent().unwrap_or(Path::new("")),
        None => real.parent().unwrap_or(Path::new("/")),
    };
    Ok(parent
        .join(name)
        .join(scene.file_name().unwrap_or_default()))
}

/// Changes the file names of a scene in the folder of `from` so that they are found from the folder
/// of `to`.
///
/// # Errors
/// Returns an error if a folder cannot be found.
fn relocate(scene: &mut Map<String, Value>, from: &Path, to: &Path) -> Result<()> {
    let from = real(folder_of(from))?;
    let to = real(folder_of(to))?;
    if from != to {
        // The location of a game that is named as `$NAME`, and an absolute path, do not depend on
        // the scene's folder.
        text::change_files(scene, &|name| {
            if !name.starts_with('$') && Path::new(&*name).is_relative() {
                *name = relative(&from.join(&*name), &to);
            }
        });
    }
    Ok(())
}

/// Returns a folder with its links resolved. For a folder that does not exist, the existing part of
/// the path is resolved.
fn real(folder: &Path) -> Result<PathBuf> {
    let absolute = std::path::absolute(folder)?;
    let found = absolute
        .ancestors()
        .find_map(|above| Some((above, above.canonicalize().ok()?)));
    let (above, found) = found.with_context(|| {
        format!(
            "{}: the folder does not \
        exist",
            folder.display()
        )
    })?;
    Ok(found.join(absolute.strip_prefix(above)?))
}

/// Returns the relative path from a folder to a file, both absolute.
fn relative(file: &Path, folder: &Path) -> String {
    let mut way: Vec<Component<'_>> = Vec::new();
    for part in file.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(way.last(), Some(Component::Normal(_))) => {
                way.pop();
            }
            part => way.push(part),
        }
    }
    let folder: Vec<Component<'_>> = folder.components().collect();
    let common = way.iter().zip(&folder).take_while(|(a, b)| a == b).count();
    let up = folder.iter().skip(common).map(|_| "..".into());
    let down = way
        .iter()
        .skip(common)
        .map(|part| part.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn files_are_found_from_the_other_folder() {
        for (file, folder, way) in [
            ("/a/scenes/x", "/a/scenes", "x"),
            ("/a/scenes/x", "/a/scenes-shrunk", "../scenes/x"),
            ("/a/scenes/../blobs/x", "/a/scenes-shrunk", "../blobs/x"),
            ("/a/scenes/./b/x", "/c/d", "../../a/scenes/b/x"),
        ] {
            assert_eq!(relative(Path::new(file), Path::new(folder)), way, "{file}");
        }
    }

    #[test]
    fn only_names_of_files_change() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("scenes")).unwrap();
        let scene = json!({
            "name": "x", "steps": [["bench", 1, 1, "x"], ["enter", "x", {"5": 8}]], "data": {"path": "$GAME", "room": 1},
            "costumes": {"1": "x", "2": 7, "3": "/abs"}, "room": {"zplanes": ["../p"], "background": "x"},
        });
        let Value::Object(mut scene) = scene else {
            unreachable!()
        };
        let from = folder.path().join("scenes/walk.toml");
        let to = beside(&from).unwrap();
        assert_eq!(to, folder.path().join("scenes-shrunk/walk.toml"));
        let before = scene.clone();
        relocate(&mut scene, &from, &from.with_file_name("y.toml")).unwrap();
        assert_eq!(scene, before, "the same folder");
        relocate(&mut scene, &from, &to).unwrap();
        assert_eq!(
            scene["costumes"],
            json!({"1": "../scenes/x", "2": 7, "3": "/abs"})
        );
        assert_eq!(
            scene["room"],
            json!({"zplanes": ["../p"], "background": "../scenes/x"})
        );
        assert_eq!(
            scene["steps"],
            json!([["bench", 1, 1, "x"], ["enter", "../scenes/x", {"5": 8}]])
        );
        for key in ["name", "data"] {
            assert_eq!(scene[key], before[key]);
        }
    }
}
