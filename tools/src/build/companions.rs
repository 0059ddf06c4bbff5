//! The files that a source names, and how much of them is read.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use scumm_room::Surface;
use scumm_room::resource::folder_of;

use super::aseprite::Aseprite;
use super::sheet::{self, IndexedPicture, MOST_PIXELS, SavedPicture};
use crate::inputs;

/// The most bytes of all files that a source names.
const MOST_BYTES: u64 = inputs::MOST_BYTES;

/// Where the files come from that a source names.
pub struct CompanionFiles {
    place: FilesPlace,
    left: Rc<Left>,
    /// Whether colours that the source does not have become the nearest that it has.
    pub nearest: bool,
}

enum FilesPlace {
    /// The folder of the source, and whether it may name files elsewhere.
    Folder(PathBuf, bool),
    /// Files by name, as taking a costume apart makes them.
    Memory(BTreeMap<String, Vec<u8>>),
    /// The same bytes under every name.
    Same(Vec<u8>),
}

/// What may still be read.
struct Left {
    pixels: Cell<u64>,
    /// How many pixels might be decoded at first.
    most_pixels: u64,
    bytes: Cell<u64>,
}

impl Left {
    fn new(most_pixels: u64) -> Rc<Self> {
        Rc::new(Self {
            pixels: Cell::new(most_pixels),
            most_pixels,
            bytes: Cell::new(MOST_BYTES),
        })
    }
}

impl CompanionFiles {
    /// The files in the folder of a source; with `allow_outside` those elsewhere, too.
    pub fn of(source: &Path, allow_outside: bool) -> Self {
        Self::new(FilesPlace::Folder(
            folder_of(source).to_owned(),
            allow_outside,
        ))
    }

    /// Files in memory.
    pub fn memory(files: BTreeMap<String, Vec<u8>>) -> Self {
        Self::new(FilesPlace::Memory(files))
    }

    /// The same bytes under every name.
    pub fn same(bytes: Vec<u8>) -> Self {
        Self::new(FilesPlace::Same(bytes))
    }

    /// Sets how many pixels all pictures together may have; [`MOST_PIXELS`] without it.
    #[must_use]
    pub fn with_most_pixels(mut self, most: u64) -> Self {
        self.left = Left::new(most);
        self
    }

    fn new(place: FilesPlace) -> Self {
        Self {
            place,
            left: Left::new(MOST_PIXELS),
            nearest: false,
        }
    }

    /// Another source that this one names: its path, and the files that it may name. What all of
    /// them may read is one account.
    ///
    /// # Errors
    /// It lies outside.
    pub fn source(&self, name: &str) -> Result<(PathBuf, Self)> {
        let FilesPlace::Folder(folder, allow_outside) = &self.place else {
            bail!("{name}: no such file")
        };
        let path = find(folder, name, *allow_outside)?;
        let place = FilesPlace::Folder(folder_of(&path).to_owned(), *allow_outside);
        Ok((
            path,
            Self {
                place,
                left: self.left.clone(),
                nearest: self.nearest,
            },
        ))
    }

    /// A file's contents.
    ///
    /// # Errors
    /// It can't be read, lies outside, or all files together are too large.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        let bytes = match &self.place {
            FilesPlace::Folder(folder, allow_outside) => {
                inputs::bytes(&find(folder, name, *allow_outside)?)?
            }
            FilesPlace::Memory(files) => files
                .get(name)
                .cloned()
                .with_context(|| format!("{name}: no such file"))?,
            FilesPlace::Same(bytes) => bytes.clone(),
        };
        self.spend_bytes(&bytes).with_context(|| name.to_owned())?;
        Ok(bytes)
    }

    /// Reads the text of a source. It counts as a file that a source names.
    ///
    /// # Errors
    /// Returns an error if the file can't be read, or all files together are too large.
    pub fn text(&self, path: &Path) -> Result<String> {
        let text = inputs::text(path)?;
        self.spend_bytes(text.as_bytes())
            .with_context(|| path.display().to_string())?;
        Ok(text)
    }

    /// Returns a copy of bytes that were read. It counts as if they were read again.
    ///
    /// # Errors
    /// Returns an error if all files together are too large.
    pub fn copy(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        self.spend_bytes(bytes)?;
        Ok(bytes.to_vec())
    }

    /// Counts bytes that were read.
    fn spend_bytes(&self, bytes: &[u8]) -> Result<()> {
        let left = self.left.bytes.get().checked_sub(bytes.len() as u64);
        let left =
            left.with_context(|| format!("the files have more than {MOST_BYTES} bytes together"))?;
        self.left.bytes.set(left);
        Ok(())
    }

    /// As [`Self::bytes`]; nothing where no file is named.
    ///
    /// # Errors
    /// As [`Self::bytes`].
    pub fn optional(&self, name: Option<&String>) -> Result<Vec<u8>> {
        name.map_or_else(|| Ok(Vec::new()), |name| self.bytes(name))
    }

    /// The indices of an indexed PNG.
    ///
    /// # Errors
    /// As [`Self::indexed`].
    pub fn picture(&self, name: &str) -> Result<Surface> {
        Ok(self.indexed(name)?.surface)
    }

    /// An indexed PNG. Its pixels are counted before they are decoded.
    ///
    /// # Errors
    /// It can't be read, is none, or there are too many pixels.
    pub fn indexed(&self, name: &str) -> Result<IndexedPicture> {
        match sheet::decode_any(self.bytes(name)?, |pixels| self.spend(pixels))
            .with_context(|| self.shown(name))?
        {
            SavedPicture::Indexed(picture) => Ok(*picture),
            SavedPicture::Colours(_) => {
                bail!(
                    "{}: expected an indexed PNG, found one without a palette",
                    self.shown(name)
                )
            }
        }
    }

    /// A picture as an editor saves it: a PNG of any kind, or the first frame of an Aseprite file.
    /// Its pixels are counted before they are decoded.
    ///
    /// # Errors
    /// As [`Self::indexed`].
    pub fn saved(&self, name: &str) -> Result<SavedPicture> {
        let bytes = self.bytes(name)?;
        let spend = |pixels| self.spend(pixels);
        let read = if Aseprite::is_one(&bytes) {
            Aseprite::read(&bytes).and_then(|file| file.frame(0, spend))
        } else {
            sheet::decode_any(bytes, spend)
        };
        read.with_context(|| self.shown(name))
    }

    /// What errors call a file.
    fn shown(&self, name: &str) -> String {
        match &self.place {
            FilesPlace::Folder(folder, _) => folder.join(name).display().to_string(),
            FilesPlace::Memory(_) | FilesPlace::Same(_) => name.to_owned(),
        }
    }

    /// Counts pixels that are about to be made.
    ///
    /// # Errors
    /// There are too many.
    pub fn spend(&self, pixels: u64) -> Result<()> {
        let left = self.left.pixels.get().checked_sub(pixels);
        let left = left.with_context(|| {
            let most = self.left.most_pixels;
            format!("the pictures have more than {most} pixels together")
        })?;
        self.left.pixels.set(left);
        Ok(())
    }
}

/// The path of a file that a source names: below the source's folder, links included, unless
/// anything is allowed.
fn find(folder: &Path, name: &str, allow_outside: bool) -> Result<PathBuf> {
    let path = folder.join(name);
    if !allow_outside {
        let real = |path: &Path| {
            path.canonicalize()
                .with_context(|| path.display().to_string())
        };
        if !real(&path)?.starts_with(real(folder)?) {
            bail!("{name} is not below the source's folder (--allow-outside permits that)");
        }
    }
    Ok(path)
}
