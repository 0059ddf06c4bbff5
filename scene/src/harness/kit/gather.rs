//! Gathers the scenes of a kit and makes each scene independent: its inputs are copied to the kit's
//! folder of inputs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::{DEMO, Inputs, Runner, Scene, SceneFolder};
use anyhow::{Context, Result, bail, ensure};
use lzma_rust2::XzReader;
use scumm_engine::Game;
use scumm_media::file::{AtomicFiles, TemporaryFolder};

use super::chapter;
use super::coverage::CoveredCells;
use crate::harness::find::{files_below, scenes_below, stored_lines};
use crate::harness::text;

/// The extension of an archive of scenes.
const ARCHIVE: &str = ".tar.xz";
/// The prefixes of groups of scenes with third-party art.
const THIRD_PARTY: [&str; 2] = ["openquest-", "plays-"];
/// The kit's folder of inputs.
const INPUTS: &str = "inputs";

/// The most bytes of an unpacked archive of scenes. The largest of the reference's groups has 28
/// MB.
const MOST_BYTES: u64 = 256 << 20;
/// The most files and folders in an archive. The largest of the reference's groups has 1146.
const MOST_ENTRIES: usize = 10_000;
/// The most bytes of all unpacked archives of a kit. The archives of the reference have 431 MB
/// together.
const MOST_BYTES_OF_ALL: u64 = 2 << 30;

/// The files of the demo game by name. It is the only game that a kit may contain.
pub type DemoFiles = [(&'static str, &'static [u8])];

/// A scene in the form of the kit.
pub struct KitScene {
    /// The number of its chapter.
    pub chapter: usize,
    /// The cells of the table of coverage that it covers.
    pub covered: CoveredCells,
    /// The name of its group and its own name.
    pub name: String,
    pub text: String,
    pub lines: Vec<u8>,
    /// The inputs of the scene, by their names in the kit.
    pub inputs: BTreeMap<String, Vec<u8>>,
}

/// Returns the archives of scenes below a folder, except those with third-party art.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn archives(folder: &Path) -> Result<Vec<PathBuf>> {
    files_below(folder, |path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(ARCHIVE) && !is_third_party(&name)
    })
}

/// Unpacks archives into a temporary folder.
///
/// # Errors
/// Returns an error if an archive is damaged or unpacks to more than the limits.
pub fn unpack(files: &AtomicFiles, archives: &[PathBuf]) -> Result<TemporaryFolder> {
    let folder = files.temporary_folder()?;
    let mut left = MOST_BYTES_OF_ALL;
    for path in archives {
        let shown = || path.display().to_string();
        let packed = BufReader::new(File::open(path).with_context(shown)?);
        let bytes = unpack_into(&folder, packed).with_context(shown)?;
        let too_much = || {
            format!(
                "{}: the archives unpack to more than {MOST_BYTES_OF_ALL} bytes in total",
                shown()
            )
        };
        left = left.checked_sub(bytes).with_context(too_much)?;
    }
    Ok(folder)
}

/// Unpacks an archive of files and folders. Returns the number of unpacked bytes.
///
/// # Errors
/// Returns an error if the archive is damaged, contains an entry that is neither file nor folder,
/// such as a link, or unpacks to more than the limits.
pub fn unpack_into(folder: &TemporaryFolder, packed: impl Read) -> Result<u64> {
    let mut archive = tar::Archive::new(XzReader::new(packed, false));
    let mut bytes = 0_u64;
    for (count, entry) in archive.entries()?.enumerate() {
        let mut entry = entry?;
        let name = entry.path()?.display().to_string();
        let kind = entry.header().entry_type();
        if kind.is_pax_global_extensions() {
            continue;
        }
        let is_unpacked = kind.is_file() || kind.is_dir();
        ensure!(
            is_unpacked,
            "{name}: expected a file or a folder, found a link or a device"
        );
        bytes = bytes.saturating_add(entry.size());
        let fits = bytes <= MOST_BYTES && count < MOST_ENTRIES;
        ensure!(
            fits,
            "the archive unpacks to more than {MOST_BYTES} bytes or {MOST_ENTRIES} files"
        );
        let is_inside = folder
            .fill(|path| entry.unpack_in(path))
            .map_err(io::Error::other);
        ensure!(
            is_inside.with_context(|| name.clone())?,
            "{name}: the path is outside the archive"
        );
    }
    Ok(bytes)
}

/// Returns the scenes with stored lines below some folders and below the unpacked archives, sorted.
///
/// # Errors
/// Returns an error if a folder cannot be read.
pub fn scenes(paths: &[PathBuf], unpacked: &Path) -> Result<Vec<PathBuf>> {
    let found = paths
        .iter()
        .map(PathBuf::as_path)
        .chain([unpacked])
        .map(scenes_below);
    let mut scenes = found.collect::<Result<Vec<_>>>()?.concat();
    scenes.retain(|scene| stored_lines(scene).exists());
    scenes.sort();
    scenes.dedup();
    Ok(scenes)
}

/// Returns whether a scene's game is the demo: the scene names the game `DEMO`, or the files of the
/// game are those of the demo.
fn is_demo(scene: &Path, game: &str, demo: &DemoFiles) -> bool {
    let folder = scene.with_file_name(game);
    let same = |(name, bytes): &(&str, &[u8])| {
        fs::read(folder.join(name)).is_ok_and(|found| found == *bytes)
    };
    game.strip_prefix('$') == Some(DEMO) || demo.iter().all(same)
}

fn is_third_party(group: &str) -> bool {
    THIRD_PARTY.iter().any(|prefix| group.starts_with(prefix))
}

/// Reads a scene with all its inputs. Returns `None` if an input is third-party art.
///
/// # Errors
/// Returns an error if the scene cannot be set up.
pub fn gather(path: &Path, demo: &DemoFiles) -> Result<Option<KitScene>> {
    let group = path
        .parent()
        .and_then(Path::file_name)
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let folder = SceneFolder::beside(path);
    let lines = stored_lines(path);
    if let Some(link) = [path, &lines]
        .into_iter()
        .find(|file| !folder.reaches(file))
    {
        bail!(
            "{}: the link points outside the scenes' folders",
            link.display()
        );
    }
    let written = fs::read_to_string(path)?;
    let mut scene = text::values(path, &written)?;
    let game = scene
        .get("data")
        .and_then(|data| data["path"].as_str())
        .map(str::to_owned);
    if is_third_party(&group) || game.as_ref().is_some_and(|game| !is_demo(path, game, demo)) {
        return Ok(None);
    }
    let watched = RecordingFolder {
        folder,
        read: RefCell::default(),
        demo,
    };
    let runner = Runner::new(
        Arc::new(Scene::parse(&path.display().to_string(), &written)?),
        &watched,
    )?;
    let mut names = BTreeMap::new();
    let mut inputs = BTreeMap::new();
    for (name, bytes) in watched.read.into_inner() {
        let file = Path::new(&name)
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        names.insert(name.clone(), format!("../{INPUTS}/{file}"));
        inputs.insert(format!("{INPUTS}/{file}"), bytes);
    }
    if let Some(game) = game {
        names.insert(game, format!("../{INPUTS}/demo"));
        inputs.extend(
            demo.iter()
                .map(|(name, bytes)| (format!("{INPUTS}/demo/{name}"), bytes.to_vec())),
        );
    }
    text::change_files(&mut scene, &|text| {
        _ = names.get(text).map(|name| text.clone_from(name))
    });
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Some(KitScene {
        chapter: chapter::number(&runner),
        covered: CoveredCells::new(&runner),
        name: format!("{group}-{stem}"),
        text: text::json(&scene),
        lines: fs::read(lines)?,
        inputs,
    }))
}

/// The inputs in the folder of a scene. Records each file that is read.
struct RecordingFolder<'d> {
    folder: SceneFolder,
    demo: &'d DemoFiles,
    read: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl Inputs for RecordingFolder<'_> {
    fn read(&self, name: &str) -> scumm_room::Result<Vec<u8>> {
        let bytes = self.folder.read(name)?;
        self.read
            .borrow_mut()
            .insert(name.to_owned(), bytes.clone());
        Ok(bytes)
    }

    fn game(&self, _: &str) -> scumm_room::Result<Option<Game>> {
        Game::from_files(
            self.demo
                .iter()
                .map(|(name, bytes)| ((*name).to_owned(), (*bytes).into())),
        )
        .map(Some)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lzma_rust2::{XzOptions, XzWriter};
    use tar::{Builder, EntryType, Header};

    use super::*;

    /// Creates an archive with one entry.
    fn archive(fill: impl FnOnce(&mut Builder<Vec<u8>>)) -> Vec<u8> {
        let mut builder = Builder::new(Vec::new());
        fill(&mut builder);
        let mut packed = XzWriter::new(Vec::new(), XzOptions::with_preset(0)).unwrap();
        packed.write_all(&builder.into_inner().unwrap()).unwrap();
        packed.finish().unwrap()
    }

    fn header(size: u64, kind: EntryType) -> Header {
        let mut header = Header::new_gnu();
        header.set_size(size);
        header.set_mode(0o644);
        header.set_entry_type(kind);
        header
    }

    fn refused(packed: &[u8]) -> String {
        let folder = AtomicFiles::default().temporary_folder().unwrap();
        let error = unpack_into(&folder, packed).unwrap_err();
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            0,
            "no file of the archive is left"
        );
        format!("{error:#}")
    }

    #[test]
    fn links_in_archives_are_refused() {
        for kind in [EntryType::Symlink, EntryType::Link, EntryType::Fifo] {
            let packed = archive(|tar| {
                tar.append_link(&mut header(0, kind), "s/p.pal", "/etc/passwd")
                    .unwrap()
            });
            assert!(
                refused(&packed).starts_with("s/p.pal: expected a file or a folder"),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn archives_that_unpack_to_too_much_are_refused_before_they_do() {
        let large = MOST_BYTES + 1;
        let packed = archive(|tar| {
            let mut header = header(large, EntryType::Regular);
            tar.append_data(&mut header, "a.toml", io::empty()).unwrap();
        });
        assert!(refused(&packed).contains("unpacks to more than"));
        let many = archive(|tar| {
            for number in 0..=MOST_ENTRIES {
                tar.append_data(
                    &mut header(0, EntryType::Directory),
                    format!("d/{}", number % 2),
                    io::empty(),
                )
                .unwrap();
            }
        });
        let folder = AtomicFiles::default().temporary_folder().unwrap();
        assert!(format!("{:#}", unpack_into(&folder, &many[..]).unwrap_err()).contains("files"));
    }

    #[cfg(unix)]
    #[test]
    fn a_scene_or_its_lines_behind_a_link_do_not_come_into_a_kit() {
        let folder = tempfile::tempdir().unwrap();
        let scenes = folder.path().join("a/s");
        fs::create_dir_all(&scenes).unwrap();
        fs::write(scenes.join("x.toml"), "steps = []").unwrap();
        fs::write(folder.path().join("secret"), "secret").unwrap();
        std::os::unix::fs::symlink(
            folder.path().join("secret"),
            scenes.join("x.expected.jsonl"),
        )
        .unwrap();
        let error = gather(&scenes.join("x.toml"), &[])
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("the link points outside"), "{error}");
    }
}
