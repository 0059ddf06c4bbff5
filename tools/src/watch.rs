//! Builds costumes again whenever a file of their sources changes.
//!
//! The files are polled: ten times a second their sizes and times are compared with those of the
//! last build. This needs no service of the system, and works in network folders, too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result, bail};
use scumm_room::Dialect;
use scumm_room::resource::folder_of;

use crate::build::{BuildOptions, Built, build_with_warnings};
use crate::costume_input::is_text;
use crate::run_files::RunFiles;

/// The time between two looks at the files.
pub const PAUSE: Duration = Duration::from_millis(100);

/// The time by which the clock of a file system may be behind.
const CLOCK: Duration = Duration::from_millis(20);

/// The extensions of sources. A file with another extension is a costume's block.
const SOURCES: [&str; 4] = ["toml", "json", "ase", "aseprite"];

/// A costume that was built from its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuiltSource {
    /// The costume with its header.
    pub block: Vec<u8>,
    /// The faults that the format allows.
    pub warnings: Vec<String>,
}

/// The size and the time of a file; `None` if there is no such file.
type FileState = Option<(u64, Option<SystemTime>)>;

/// The states of files by their paths.
type FileStates = BTreeMap<PathBuf, FileState>;

/// The source of a costume, whose files are watched.
#[derive(Debug)]
pub struct WatchedSource {
    source: PathBuf,
    dialect: Dialect,
    /// The files of the last build with their states at that time. Empty before the first build.
    built: FileStates,
    /// The changed states, until they stay the same from one look to the next. An editor may need
    /// some time to write its files.
    changing: Option<FileStates>,
}

impl WatchedSource {
    /// Creates the watch of a source that is built for a version.
    #[must_use]
    pub fn new(source: PathBuf, dialect: Dialect) -> Self {
        Self {
            source,
            dialect,
            built: FileStates::new(),
            changing: None,
        }
    }

    /// Builds the source, whether or not it has changed.
    ///
    /// # Errors
    /// Returns an error if the source cannot be built.
    pub fn build(&mut self) -> Result<BuiltSource> {
        let start = SystemTime::now().checked_sub(CLOCK);
        let before = states(self.built.keys().cloned());
        let files = RunFiles::default();
        let result = build(&files, &self.source, self.dialect);
        let mut paths: BTreeSet<PathBuf> = files.input_paths().into_iter().collect();
        paths.insert(self.source.clone());
        if result.is_err() {
            // A file that is missing may appear in any of these folders.
            let folders: Vec<PathBuf> = paths.iter().map(|path| folder_of(path).into()).collect();
            paths.extend(folders);
        }
        self.built = states(paths);
        // A file that changed during the build is built again. It may be one that the first build
        // did not know before.
        for state in self.built.values_mut() {
            let modified = state.and_then(|(_, modified)| modified);
            if modified.is_some_and(|modified| start.is_some_and(|start| modified >= start)) {
                *state = None;
            }
        }
        for (path, state) in before {
            if let Some(built) = self.built.get_mut(&path) {
                *built = state;
            }
        }
        self.changing = None;
        result
    }

    /// Builds the source if one of its files has changed since the last build. Returns `None` if
    /// all files are the same, or if they are still changing.
    pub fn poll(&mut self) -> Option<Result<BuiltSource>> {
        let present = states(self.built.keys().cloned());
        if present == self.built {
            self.changing = None;
            return None;
        }
        if self.changing.as_ref() != Some(&present) {
            self.changing = Some(present);
            return None;
        }
        Some(self.build())
    }
}

/// Returns the states of files.
fn states(paths: impl IntoIterator<Item = PathBuf>) -> FileStates {
    let mut states = FileStates::new();
    for path in paths {
        let found = path.metadata().ok();
        let state = found.map(|found| (found.len(), found.modified().ok()));
        states.insert(path, state);
    }
    states
}

/// Builds a source, or reads the block of a costume.
fn build(files: &RunFiles, source: &Path, dialect: Dialect) -> Result<BuiltSource> {
    let extension = source.extension().unwrap_or_default().to_string_lossy();
    let is_source = SOURCES.contains(&extension.to_ascii_lowercase().as_str());
    if !is_source && !source.is_dir() {
        let block = files.read(source)?;
        if is_text(&block) {
            bail!(
                "{}: expected the source of a costume (a folder or a file ending in .{}) or the \
                 block of a costume, found a text",
                source.display(),
                SOURCES.join(", .")
            );
        }
        return Ok(BuiltSource {
            block,
            warnings: Vec::new(),
        });
    }
    let options = BuildOptions {
        dialect: Some(dialect),
        ..BuildOptions::default()
    };
    let (built, warnings) = build_with_warnings(files, source, &options)?;
    let Built::Block(block) = built else {
        bail!(
            "{}: expected the source of a costume, found that of a game",
            source.display()
        );
    };
    Ok(BuiltSource { block, warnings })
}

/// Returns the number in the name of a costume's source, such as `costume-305` or
/// `costume-305/costume.toml`.
#[must_use]
pub fn number_of(source: &Path) -> Option<u16> {
    let names = source.iter().rev().take(2);
    for name in names {
        let name = name.to_str().unwrap_or_default();
        let digits = name.strip_prefix("costume-").unwrap_or_default();
        let digits = digits.split('.').next().unwrap_or_default();
        if let Ok(number) = digits.parse() {
            return Some(number);
        }
    }
    None
}

/// A change of a watched source.
#[derive(Debug)]
pub struct SourceChange {
    /// The number of the costume.
    pub number: u16,
    /// The built costume, or the reason why it cannot be built.
    pub built: Result<BuiltSource>,
}

/// Watches sources in a thread, which ends with this value.
#[derive(Debug)]
pub struct SourceWatcher {
    changes: Receiver<SourceChange>,
    /// The thread ends when this sender is dropped.
    _end: Sender<()>,
}

impl SourceWatcher {
    /// Starts to watch sources, each with the number of its costume.
    ///
    /// # Errors
    /// Returns an error if the system cannot start a thread.
    pub fn start(sources: Vec<(u16, WatchedSource)>) -> Result<Self> {
        let (send, changes) = channel();
        let (end, is_over) = channel();
        let watch = thread::Builder::new().name("sources".to_owned());
        watch
            .spawn(move || follow(sources, &send, &is_over))
            .context("the sources cannot be watched")?;
        Ok(Self { changes, _end: end })
    }

    /// Returns the next change, if there is one.
    pub fn next_change(&self) -> Option<SourceChange> {
        self.changes.try_recv().ok()
    }
}

/// Sends the changes of sources until the watcher is dropped.
fn follow(
    mut sources: Vec<(u16, WatchedSource)>,
    changes: &Sender<SourceChange>,
    is_over: &Receiver<()>,
) {
    while is_over.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
        for (number, source) in &mut sources {
            let Some(built) = source.poll() else {
                continue;
            };
            let change = SourceChange {
                number: *number,
                built,
            };
            if changes.send(change).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Instant;

    use super::*;

    /// The sources of the demo's ghost, in a folder of their own.
    fn ghost() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let demo = scumm_test_support::repository().join("data/demo");
        for name in ["ghost.toml", "ghost.png"] {
            fs::copy(demo.join(name), folder.path().join(name)).unwrap();
        }
        folder
    }

    fn watched(folder: &tempfile::TempDir) -> WatchedSource {
        WatchedSource::new(folder.path().join("ghost.toml"), Dialect::new(5))
    }

    /// Polls as often as a change needs.
    fn polled(source: &mut WatchedSource) -> Option<Result<BuiltSource>> {
        source.poll().or_else(|| source.poll())
    }

    #[test]
    fn a_source_is_built_again_only_after_a_file_has_changed() {
        let folder = ghost();
        let mut source = watched(&folder);
        let first = source.build().unwrap();
        // The files were written so recently that they may have changed during the build.
        while polled(&mut source).is_some() {
            thread::sleep(CLOCK);
        }
        let text = folder.path().join("ghost.toml");
        let changed = fs::read_to_string(&text).unwrap() + "\n# A comment.\n";
        fs::write(&text, &changed).unwrap();
        assert!(source.poll().is_none(), "the file may still be changing");
        assert_eq!(source.poll().unwrap().unwrap(), first);
        assert!(polled(&mut source).is_none());
    }

    #[test]
    fn pictures_are_watched_and_a_missing_one_may_appear() {
        let folder = ghost();
        let mut source = watched(&folder);
        let first = source.build().unwrap();
        let picture = folder.path().join("ghost.png");
        let aside = folder.path().join("aside.png");
        fs::rename(&picture, &aside).unwrap();
        let error = polled(&mut source).unwrap().unwrap_err();
        assert!(format!("{error:#}").contains("ghost.png"), "{error:#}");
        fs::rename(&aside, &picture).unwrap();
        assert_eq!(polled(&mut source).unwrap().unwrap(), first);
    }

    #[test]
    fn a_block_is_taken_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.cost");
        fs::write(&path, [1, 2, 3]).unwrap();
        let mut source = WatchedSource::new(path, Dialect::new(5));
        assert_eq!(source.build().unwrap().block, [1, 2, 3]);
    }

    #[test]
    fn a_text_without_the_extension_of_a_source_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("costume.txt");
        fs::write(&path, "[costume]\n").unwrap();
        let mut source = WatchedSource::new(path, Dialect::new(5));
        let error = source.build().unwrap_err().to_string();
        assert!(
            error.contains("costume.txt: expected") && error.ends_with("found a text"),
            "{error}"
        );
    }

    #[test]
    fn the_name_of_a_source_may_have_the_number() {
        let number = |path: &str| number_of(Path::new(path));
        assert_eq!(number("x/costume-305"), Some(305));
        assert_eq!(number("costume-005/costume.toml"), Some(5));
        assert_eq!(number("costume-7.aseprite"), Some(7));
        assert_eq!(number("bernard/costume.toml"), None);
    }

    #[test]
    fn a_watcher_reports_changes_and_ends() {
        let folder = ghost();
        let mut source = watched(&folder);
        source.build().unwrap();
        let watcher = SourceWatcher::start(vec![(7, source)]).unwrap();
        fs::write(folder.path().join("ghost.toml"), "limb = 3").unwrap();
        let start = Instant::now();
        let change = loop {
            if let Some(change) = watcher.next_change() {
                break change;
            }
            assert!(start.elapsed() < Duration::from_secs(120), "no change");
            thread::sleep(PAUSE);
        };
        assert_eq!(change.number, 7);
        assert!(change.built.is_err());
    }
}
