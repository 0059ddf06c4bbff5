//! The project's copy of the reference vectors: scenes with the lines that the reference printed
//! for them.
//!
//! `data/vectors` holds one archive for each group, so that a test reads no more than necessary. A
//! blob (a costume or another file that scenes name) is in the archive of the group that uses it.
//! Blobs that several groups use are in [`COMMON`], together with the list of rooms. The program
//! `pack-vectors` makes the archives.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lzma_rust2::XzReader;
use scumm_room::{Dialect, Error, Result};
use scumm_scene::{FileOr, Inputs, Runner, Scene, StoredLines};

use crate::repository;

/// The archive of the files that several groups share.
pub const COMMON: &str = "common";
/// The archive of the speed cases.
pub const BENCH: &str = "bench";

/// Returns the folder of the archives.
#[must_use]
pub fn folder() -> PathBuf {
    repository().join("data/vectors")
}

/// Returns the names of all groups of scenes, sorted.
///
/// # Errors
/// Returns an error if the folder of the archives cannot be read.
pub fn groups() -> io::Result<Vec<String>> {
    let mut groups = Vec::new();
    for entry in fs::read_dir(folder())? {
        let name = entry?.file_name();
        let group = name.to_str().and_then(|name| name.strip_suffix(".tar.xz"));
        groups.extend(
            group
                .filter(|group| *group != COMMON && *group != BENCH)
                .map(str::to_owned),
        );
    }
    groups.sort();
    Ok(groups)
}

/// A costume's dialect and its block.
pub type RawCostume = (Dialect, Vec<u8>);

/// Files by their names in an archive.
type Files = BTreeMap<String, Arc<[u8]>>;

/// An archive that is unpacked when it is first used.
type Archive = Arc<Mutex<Option<Arc<Files>>>>;

/// Files of some archives, by their names in the archive: `cost-v5/walk-003.json`,
/// `blobs/0f21.cost`.
#[derive(Debug, Default)]
pub struct Vectors {
    files: Files,
}

impl Vectors {
    /// Loads the files of these archives and of [`COMMON`].
    ///
    /// # Errors
    /// Returns an error if an archive is missing or damaged.
    pub fn load<'g>(groups: impl IntoIterator<Item = &'g str>) -> io::Result<Self> {
        let mut vectors = Self::default();
        vectors.add(COMMON)?;
        for group in groups {
            vectors.add(group)?;
        }
        Ok(vectors)
    }

    fn add(&mut self, group: &str) -> io::Result<()> {
        self.files.extend(
            unpacked(group)?
                .iter()
                .map(|(name, contents)| (name.clone(), contents.clone())),
        );
        Ok(())
    }

    /// Writes all files below a folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write_to(&self, folder: &Path) -> io::Result<()> {
        for (name, contents) in &self.files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, contents)?;
        }
        Ok(())
    }

    /// Adds the files of an archive from outside the project. Their names begin with the folder of
    /// the archive.
    ///
    /// # Errors
    /// Returns an error if the archive is missing or damaged.
    pub fn add_archive(&mut self, archive: &Path) -> io::Result<()> {
        self.files.extend(unpack(archive)?);
        Ok(())
    }

    /// Adds the files below a folder, as if they were in an archive.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub fn add_folder(&mut self, folder: &Path, name: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            self.files
                .insert(format!("{name}/{file}"), fs::read(&path)?.into());
        }
        Ok(())
    }

    /// Returns the names of all files, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Returns the names of the scenes of these archives, which are the files that have stored
    /// lines.
    pub fn scenes(&self) -> impl Iterator<Item = &str> {
        self.names()
            .filter(|name| self.files.contains_key(&stored_lines(name)) && name.ends_with(".json"))
    }

    /// Returns the contents of a file.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(AsRef::as_ref)
    }

    /// Returns the contents of a file as text.
    ///
    /// # Errors
    /// Returns an error if the file is missing or is not UTF-8.
    pub fn text(&self, name: &str) -> Result<&str> {
        let text = self
            .get(name)
            .and_then(|contents| std::str::from_utf8(contents).ok());
        text.ok_or_else(|| Error::other(format!("{name} is no text of the archives")))
    }

    /// Returns the stored lines of a scene.
    ///
    /// # Errors
    /// Returns an error if no lines are stored.
    pub fn stored(&self, scene: &str) -> Result<StoredLines<&[u8]>> {
        let name = stored_lines(scene);
        Ok(StoredLines::new(&name, self.text(&name)?.as_bytes()))
    }

    /// Sets up a scene, ready to be played.
    ///
    /// # Errors
    /// Returns an error if the scene is missing or cannot be set up.
    pub fn open(&self, scene: &str) -> Result<Runner, Box<dyn std::error::Error>> {
        let parsed = Scene::parse(scene, self.text(scene)?)?;
        Ok(Runner::new(Arc::new(parsed), &self.inputs(scene))?)
    }

    /// Returns the costumes of all scenes, each with its dialect, sorted by the names of their
    /// files.
    ///
    /// # Errors
    /// Returns an error if a scene cannot be read.
    pub fn costumes(&self) -> Result<Vec<RawCostume>, Box<dyn std::error::Error>> {
        let mut found: BTreeMap<(String, u8, u8), (Dialect, Vec<u8>)> = BTreeMap::new();
        for name in self.scenes() {
            let scene = Scene::parse(name, self.text(name)?)?;
            for file in costume_files(&scene) {
                let key = (file.to_owned(), scene.dialect.version(), scene.dialect.he());
                if let Entry::Vacant(vacant) = found.entry(key) {
                    vacant.insert((scene.dialect, self.inputs(name).read(file)?));
                }
            }
        }
        Ok(found.into_values().collect())
    }

    /// Returns the files by the names that a scene uses.
    #[must_use]
    pub fn inputs<'v>(&'v self, scene: &'v str) -> VectorInputs<'v> {
        VectorInputs {
            vectors: self,
            scene,
        }
    }
}

/// Returns the files of an archive. It is unpacked once for all tests of a program, because many
/// tests read the same archives, and all archives together have 400 MB.
fn unpacked(group: &str) -> io::Result<Arc<Files>> {
    static UNPACKED: Mutex<BTreeMap<String, Archive>> = Mutex::new(BTreeMap::new());
    let place = lock(&UNPACKED).entry(group.to_owned()).or_default().clone();
    let mut place = lock(&place);
    let files = match &*place {
        Some(files) => files.clone(),
        None => Arc::new(unpack(&folder().join(format!("{group}.tar.xz")))?),
    };
    *place = Some(files.clone());
    Ok(files)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unpack(archive: &Path) -> io::Result<Files> {
    let packed = File::open(archive)?;
    let mut archive = tar::Archive::new(XzReader::new(io::BufReader::new(packed), false));
    let mut files = Files::new();
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = entry.path()?.to_string_lossy().into_owned();
        let mut contents = Vec::new();
        entry.read_to_end(&mut contents)?;
        files.insert(name, contents.into());
    }
    Ok(files)
}

/// Returns the files of a scene's costumes. On the Nintendo the numbers from 25 on are sprites and
/// tiles, which are left out (Q6).
pub fn costume_files(scene: &Scene) -> impl Iterator<Item = &str> {
    let last = if scene.dialect.is_nes() {
        scumm_room::nes::LAST_COSTUME
    } else {
        u16::MAX
    };
    let costumes = scene
        .costumes
        .iter()
        .filter(move |(number, _)| **number <= last);
    costumes.filter_map(|(_, source)| match source {
        FileOr::File(file) => Some(file.as_str()),
        _ => None,
    })
}

fn stored_lines(scene: &str) -> String {
    format!(
        "{}.expected.jsonl",
        scene.strip_suffix(".json").unwrap_or(scene)
    )
}

/// The files that a scene of the vectors names, relative to the scene.
#[derive(Clone, Copy, Debug)]
pub struct VectorInputs<'v> {
    vectors: &'v Vectors,
    scene: &'v str,
}

impl Inputs for VectorInputs<'_> {
    fn read(&self, name: &str) -> Result<Vec<u8>> {
        let mut path = PathBuf::from(self.scene);
        path.pop();
        for component in Path::new(name).components() {
            match component {
                Component::ParentDir => _ = path.pop(),
                other => path.push(other),
            }
        }
        let name = path.to_string_lossy();
        let contents = self.vectors.get(&name).map(<[u8]>::to_vec);
        contents.ok_or_else(|| Error::other(format!("{name} is in none of the archives")))
    }
}
