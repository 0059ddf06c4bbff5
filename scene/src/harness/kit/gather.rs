//! Finding the scenes of a kit, and making each stand on its own: what it names lies in the kit's folder of inputs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{DEMO, Folder, Inputs, Runner, Scene};
use anyhow::{Context, Result};
use lzma_rust2::XzReader;
use scumm_engine::Game;
use tempfile::TempDir;

use super::chapter;
use crate::harness::find::{files_below, scenes_below, stored_lines};
use crate::harness::text;

/// The ending of an archive of scenes.
const ARCHIVE: &str = ".tar.xz";
/// Groups of scenes with art that others made begin with these.
const THIRD_PARTY: [&str; 2] = ["openquest-", "plays-"];
/// The kit's folder of inputs.
const INPUTS: &str = "inputs";

/// The files of the demo game by their names, the one game that a kit may hold.
pub type DemoFiles = [(&'static str, &'static [u8])];

/// A scene as it stands in the kit.
pub struct KitScene {
    /// Its number.
    pub chapter: usize,
    /// Its group and its own name.
    pub name: String,
    pub text: String,
    pub lines: Vec<u8>,
    /// What it names, by the names in the kit.
    pub inputs: BTreeMap<String, Vec<u8>>,
}

/// The archives of scenes below a folder, but for those with art that others made.
///
/// # Errors
/// A folder can't be read.
pub fn archives(folder: &Path) -> Result<Vec<PathBuf>> {
    files_below(folder, |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(ARCHIVE) && !is_third_party(&name)
    })
}

/// Unpacks archives into a folder of their own.
///
/// # Errors
/// An archive is damaged.
pub fn unpack(archives: &[PathBuf]) -> Result<TempDir> {
    let folder = tempfile::tempdir()?;
    for path in archives {
        let shown = || path.display().to_string();
        let packed = BufReader::new(File::open(path).with_context(shown)?);
        unpack_into(folder.path(), packed).with_context(shown)?;
    }
    Ok(folder)
}

/// Unpacks an archive.
///
/// # Errors
/// It is damaged.
pub fn unpack_into(folder: &Path, packed: impl Read) -> Result<()> {
    Ok(tar::Archive::new(XzReader::new(packed, false)).unpack(folder)?)
}

/// The scenes with lines below some folders and what was unpacked of them, sorted.
///
/// # Errors
/// A folder can't be read.
pub fn scenes(paths: &[PathBuf], unpacked: &Path) -> Result<Vec<PathBuf>> {
    let mut scenes = Vec::new();
    for path in paths.iter().map(PathBuf::as_path).chain([unpacked]) {
        scenes.extend(scenes_below(path)?);
    }
    scenes.retain(|scene| stored_lines(scene).exists());
    scenes.sort();
    scenes.dedup();
    Ok(scenes)
}

/// Whether the game that a scene names is the demo, by name or by its files.
fn is_demo(scene: &Path, game: &str, demo: &DemoFiles) -> bool {
    let folder = scene.with_file_name(game);
    let same = |(name, bytes): &(&str, &[u8])| fs::read(folder.join(name)).is_ok_and(|found| found == *bytes);
    game.strip_prefix('$') == Some(DEMO) || demo.iter().all(same)
}

fn is_third_party(group: &str) -> bool {
    THIRD_PARTY.iter().any(|prefix| group.starts_with(prefix))
}

/// Takes a scene with all that it names; `None` where that is art that others made.
///
/// # Errors
/// It can't be set up.
pub fn gather(path: &Path, demo: &DemoFiles) -> Result<Option<KitScene>> {
    let group = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    let written = fs::read_to_string(path)?;
    let mut scene = text::values(path, &written)?;
    let game = scene.get("data").and_then(|data| data["path"].as_str()).map(str::to_owned);
    if is_third_party(&group) || game.as_ref().is_some_and(|game| !is_demo(path, game, demo)) {
        return Ok(None);
    }
    let watched = Watched { folder: Folder::of_scene(path), read: RefCell::default(), demo };
    let runner = Runner::new(Arc::new(Scene::parse(&path.display().to_string(), &written)?), &watched)?;
    let (mut names, mut inputs) = (BTreeMap::new(), BTreeMap::new());
    for (name, bytes) in watched.read.into_inner() {
        let file = Path::new(&name).file_name().unwrap_or_default().to_string_lossy();
        names.insert(name.clone(), format!("../{INPUTS}/{file}"));
        inputs.insert(format!("{INPUTS}/{file}"), bytes);
    }
    if let Some(game) = game {
        names.insert(game, format!("../{INPUTS}/demo"));
        inputs.extend(demo.iter().map(|(name, bytes)| (format!("{INPUTS}/demo/{name}"), bytes.to_vec())));
    }
    // Every name of a file becomes its new one. Free text is no name.
    let rename = |text: &mut String| _ = names.get(text).map(|name| text.clone_from(name));
    let named = scene.iter_mut().filter(|(key, _)| !["steps", "name"].contains(&key.as_str()));
    named.for_each(|(_, value)| text::change_texts(value, &rename));
    if let Some(steps) = scene.get_mut("steps") {
        text::change_files_of_steps(steps, &rename);
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Some(KitScene {
        chapter: chapter::number(&runner),
        name: format!("{group}-{stem}"),
        text: text::json(&scene),
        lines: fs::read(stored_lines(path))?,
        inputs,
    }))
}

/// A scene's folder that remembers what was read.
struct Watched<'d> {
    folder: Folder,
    demo: &'d DemoFiles,
    read: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl Inputs for Watched<'_> {
    fn read(&self, name: &str) -> scumm_room::Result<Vec<u8>> {
        let bytes = self.folder.read(name)?;
        self.read.borrow_mut().insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }

    fn game(&self, _: &str) -> scumm_room::Result<Option<Game>> {
        Game::from_files(self.demo.iter().map(|(name, bytes)| ((*name).to_owned(), (*bytes).into()))).map(Some)
    }
}
