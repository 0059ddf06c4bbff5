//! The files of one run of a program: inputs are read and remembered, and outputs are written
//! atomically and never over an input.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use scumm_engine::Game;
use scumm_media::file::{AtomicFiles, FolderLock};
use scumm_media::{IndexedFrame, MediaError, indexed_png};
use scumm_room::resource::{self, IndexStamp};

/// The most bytes of a file that is read as a whole: the largest real costumes and pictures have
/// less than 1 MiB.
pub const MOST_BYTES: u64 = 64 << 20;

/// The most bytes of a source's text. This is enough for every costume, because a costume's
/// commands have 65,536 positions at most.
const MOST_TEXT: u64 = 8 << 20;

/// The file name of a costume's source in the folder that `disassemble` writes for the costume.
pub(crate) const COSTUME_TEXT: &str = "costume.toml";

/// The file name of a room's source in the folder that `disassemble` writes for the room.
pub(crate) const ROOM_TEXT: &str = "room.toml";

/// Reads the inputs and writes the outputs of a run. A program makes one value and passes it to
/// everything that reads or writes. Clones share the list of inputs.
#[derive(Clone, Debug, Default)]
pub struct RunFiles {
    inputs: Arc<Mutex<InputList>>,
    outputs: AtomicFiles,
}

/// The input files and games. All paths are absolute and have links resolved.
#[derive(Debug, Default)]
struct InputList {
    files: BTreeSet<PathBuf>,
    /// The index files of games, each with its stamp at the time when its game was opened.
    games: BTreeMap<PathBuf, Option<IndexStamp>>,
}

/// Inputs.
impl RunFiles {
    /// Reads a whole file.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, is not a regular file, or is larger than
    /// [`MOST_BYTES`].
    pub fn read(&self, path: &Path) -> Result<Vec<u8>> {
        self.note(path);
        Ok(resource::read_file(path, MOST_BYTES)?)
    }

    /// Reads the text of a source.
    ///
    /// # Errors
    /// Returns an error as [`Self::read`] does, with a lower limit, and if the text is not UTF-8.
    pub fn read_source(&self, path: &Path) -> Result<String> {
        self.note(path);
        utf8(path, resource::read_file(path, MOST_TEXT)?)
    }

    /// Reads the text of a scene.
    ///
    /// # Errors
    /// Returns an error as [`Self::read`] does, and if the text is not UTF-8.
    pub fn read_scene(&self, path: &Path) -> Result<String> {
        utf8(path, self.read(path)?)
    }

    /// Marks a file as an input.
    pub fn note(&self, path: &Path) {
        // A file that does not exist is not an input.
        if let Ok(path) = path.canonicalize() {
            self.inputs().files.insert(path);
        }
    }

    /// Returns the paths of the input files, without those of games.
    pub fn input_paths(&self) -> Vec<PathBuf> {
        self.inputs().files.iter().cloned().collect()
    }

    /// Marks all files of a game as inputs.
    pub fn note_game(&self, game: &Game) {
        let path = game.files().path();
        if let Ok(index) = path.canonicalize() {
            self.inputs()
                .games
                .insert(index, game.files().stamp().cloned());
            return;
        }
        // The index may lie inside another file, which then acts as a folder.
        for above in path.ancestors().skip(1) {
            if above.is_file() {
                self.note(above);
            }
        }
    }

    /// Checks that no import has changed a game since this run opened it. Without this check such a
    /// change could go unnoticed: a part that the import has replaced can look damaged to this run,
    /// and many readers skip damaged parts.
    ///
    /// # Errors
    /// Returns an error if an import has replaced files of one of the games, or is replacing them.
    pub fn check_games(&self) -> Result<()> {
        for stamp in self.inputs().games.values().flatten() {
            stamp.check().context(
                "an import changed the game during this run; run the command again, because the \
                 output may mix data from before and after the import",
            )?;
        }
        Ok(())
    }

    fn inputs(&self) -> MutexGuard<'_, InputList> {
        self.inputs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Outputs.
impl RunFiles {
    /// Writes a file atomically.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or is one of the inputs.
    pub fn write(
        &self,
        path: &Path,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        self.refuse_input(path)?;
        Ok(self.outputs.write(path, content)?)
    }

    /// Writes files that belong together, as [`AtomicFiles::write_together`] does.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written or is one of the inputs.
    pub fn write_together(&self, files: &[(PathBuf, &[u8])]) -> Result<()> {
        for (path, _) in files {
            self.refuse_input(path)?;
        }
        Ok(self.outputs.write_together(files)?)
    }

    /// Writes a picture as an indexed PNG.
    ///
    /// # Errors
    /// Returns an error as [`Self::write`] does.
    pub fn write_png(&self, path: &Path, frame: &IndexedFrame<'_>) -> Result<()> {
        let mut bytes = Vec::new();
        indexed_png::encode(frame, None, &mut bytes)?;
        self.write(path, |out| out.write_all(&bytes))
    }

    /// Checks that a path can be an output. This is for use before long work, so that an unsuitable
    /// path is reported before the work and not after it.
    ///
    /// # Errors
    /// Returns an error if the path is that of a folder or of an input.
    pub fn check_output(&self, path: &Path) -> Result<()> {
        if path.is_dir() {
            bail!("{}: expected a file, found a folder", path.display());
        }
        self.refuse_input(path)
    }

    /// Locks a folder into which the run writes, as [`AtomicFiles::lock`] does.
    ///
    /// # Errors
    /// Returns an error as [`AtomicFiles::lock`] does.
    pub fn lock(&self, folder: &Path) -> Result<FolderLock, MediaError> {
        self.outputs.lock(folder)
    }

    /// Returns the writer of the outputs, which does not compare them with the inputs.
    #[must_use]
    pub fn outputs(&self) -> &AtomicFiles {
        &self.outputs
    }

    fn refuse_input(&self, output: &Path) -> Result<()> {
        let Ok(path) = output.canonicalize() else {
            return Ok(());
        };
        let inputs = self.inputs();
        if inputs.files.contains(&path) || inputs.games.keys().any(|index| is_of_game(index, &path))
        {
            bail!("{}: the output is also an input", output.display());
        }
        Ok(())
    }
}

fn utf8(path: &Path, bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).with_context(|| format!("{}: expected UTF-8 text", path.display()))
}

/// Returns whether a file belongs to the game of an index file and lies in the index's folder or
/// below. Links are resolved in both paths.
fn is_of_game(index: &Path, file: &Path) -> bool {
    file.starts_with(index.parent().unwrap_or(Path::new(""))) && resource::belongs(index, file)
}
