//! Reads the files that a source names, within limits.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use scumm_room::resource::folder_of;
use scumm_room::{Palette, Surface};

use super::aseprite::Aseprite;
use super::sheet::{self, MOST_PIXELS, SavedPicture, SourcePicture};
use crate::palette_file;
use crate::run_files::{self, RunFiles};

/// The most bytes of all files that a source names together.
const MOST_BYTES: u64 = run_files::MOST_BYTES;

/// Gives access to the files that a source names.
pub struct CompanionFiles {
    files: RunFiles,
    place: FilesPlace,
    left: Rc<Left>,
    /// Whether a colour that the source does not have is replaced by the nearest colour of the
    /// source. Otherwise such a colour is an error.
    pub nearest: bool,
    /// The colours of the room that the user named.
    pub room_colours: Option<RoomPalette>,
}

/// The colours of a room.
#[derive(Clone, Debug)]
pub struct RoomPalette {
    /// The name of the room in texts: `room 26`.
    pub name: String,
    /// The colours.
    pub palette: Palette,
}

impl RoomPalette {
    /// Reads the palette file that a source names.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a palette.
    pub fn read(beside: &CompanionFiles, name: &str) -> Result<Self> {
        let palette = palette_file::read(&beside.bytes(name)?)?;
        let stem = Path::new(name).file_stem().unwrap_or_default();
        // The file of room 26 is called `room-26.gpl`.
        let name = stem.to_string_lossy().replace('-', " ");
        Ok(Self { name, palette })
    }
}

enum FilesPlace {
    /// The folder of the source, and whether the source may name files outside the folder.
    Folder(PathBuf, bool),
    /// Files in memory by name, as `disassemble` produces them.
    Memory(BTreeMap<String, Vec<u8>>),
    /// The contents that every file has, whatever its name is.
    Same(Vec<u8>),
}

/// The budget that is left.
struct Left {
    pixels: Cell<u64>,
    /// The pixel budget at the start.
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
    /// Reads files in the folder of a source. With `allow_outside` the source may name files
    /// elsewhere, too.
    pub fn beside(files: &RunFiles, source: &Path, allow_outside: bool) -> Self {
        let place = FilesPlace::Folder(folder_of(source).to_owned(), allow_outside);
        Self::new(files.clone(), place)
    }

    /// Reads files from memory.
    pub fn memory(files: BTreeMap<String, Vec<u8>>) -> Self {
        Self::new(RunFiles::default(), FilesPlace::Memory(files))
    }

    /// Creates files that all have the given contents, whatever their names are.
    pub fn same(bytes: Vec<u8>) -> Self {
        Self::new(RunFiles::default(), FilesPlace::Same(bytes))
    }

    /// Sets the most pixels that all pictures together may have. The default is [`MOST_PIXELS`].
    #[must_use]
    pub fn with_most_pixels(mut self, most: u64) -> Self {
        self.left = Left::new(most);
        self
    }

    /// Returns the most pixels that all pictures together may have.
    pub fn most_pixels(&self) -> u64 {
        self.left.most_pixels
    }

    fn new(files: RunFiles, place: FilesPlace) -> Self {
        Self {
            files,
            place,
            left: Left::new(MOST_PIXELS),
            nearest: false,
            room_colours: None,
        }
    }

    /// Returns the path of another source that this source names, and the files that the other
    /// source may name. Both share one budget.
    ///
    /// # Errors
    /// Returns an error if the path lies outside the folder and this is not allowed.
    pub fn source(&self, name: &str) -> Result<(PathBuf, Self)> {
        let FilesPlace::Folder(folder, allow_outside) = &self.place else {
            bail!("{name}: no such file")
        };
        let path = find(folder, name, *allow_outside)?;
        let place = FilesPlace::Folder(folder_of(&path).to_owned(), *allow_outside);
        Ok((
            path,
            Self {
                files: self.files.clone(),
                place,
                left: self.left.clone(),
                nearest: self.nearest,
                room_colours: self.room_colours.clone(),
            },
        ))
    }

    /// Returns the contents of a file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, if it lies outside the folder and this is not
    /// allowed, or if all files together exceed the limit.
    pub fn bytes(&self, name: &str) -> Result<Vec<u8>> {
        let bytes = match &self.place {
            FilesPlace::Folder(folder, allow_outside) => {
                self.files.read(&find(folder, name, *allow_outside)?)?
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

    /// Reads the text of a source. The text counts towards the limit of bytes.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if all files together exceed the limit.
    pub fn text(&self, path: &Path) -> Result<String> {
        let text = self.files.read_source(path)?;
        self.spend_bytes(text.as_bytes())
            .with_context(|| path.display().to_string())?;
        Ok(text)
    }

    /// Returns a copy of bytes that were read before. The copy counts towards the limit of bytes.
    ///
    /// # Errors
    /// Returns an error if all files together exceed the limit.
    pub fn copy(&self, bytes: &[u8]) -> Result<Vec<u8>> {
        self.spend_bytes(bytes)?;
        Ok(bytes.to_vec())
    }

    /// Subtracts bytes that were read from the budget.
    fn spend_bytes(&self, bytes: &[u8]) -> Result<()> {
        let left = self.left.bytes.get().checked_sub(bytes.len() as u64);
        let left =
            left.with_context(|| format!("the files have more than {MOST_BYTES} bytes in total"))?;
        self.left.bytes.set(left);
        Ok(())
    }

    /// Returns the contents of a file as [`Self::bytes`] does, or no bytes if `name` is `None`.
    ///
    /// # Errors
    /// Returns an error as [`Self::bytes`] does.
    pub fn optional(&self, name: Option<&String>) -> Result<Vec<u8>> {
        name.map_or_else(|| Ok(Vec::new()), |name| self.bytes(name))
    }

    /// Returns the indices of an indexed PNG.
    ///
    /// # Errors
    /// Returns an error as [`Self::indexed`] does.
    pub fn picture(&self, name: &str) -> Result<Surface> {
        Ok(self.indexed(name)?.surface)
    }

    /// Reads an indexed PNG. Its pixels are counted before they are decoded.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not an indexed PNG, or if the pixels
    /// exceed the budget.
    pub fn indexed(&self, name: &str) -> Result<SourcePicture> {
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

    /// Reads a picture as an editor saves it: a PNG of any kind, or the first frame of an Aseprite
    /// file. Its pixels are counted before they are decoded.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not a picture, or if the pixels exceed the
    /// budget.
    pub fn saved(&self, name: &str) -> Result<SavedPicture> {
        self.decode(self.bytes(name)?, name)
    }

    /// Decodes a picture as [`Self::saved`] does. `name` is the name of the file that contains the
    /// bytes.
    ///
    /// # Errors
    /// Returns an error if the file is not a picture, or if the pixels exceed the budget.
    pub fn decode(&self, bytes: Vec<u8>, name: &str) -> Result<SavedPicture> {
        let spend = |pixels| self.spend(pixels);
        let read = if Aseprite::is_one(&bytes) {
            Aseprite::read(&bytes).and_then(|file| file.frame(0, spend))
        } else {
            sheet::decode_any(bytes, spend)
        };
        read.with_context(|| self.shown(name))
    }

    /// Returns the file's name for error messages.
    fn shown(&self, name: &str) -> String {
        match &self.place {
            FilesPlace::Folder(folder, _) => folder.join(name).display().to_string(),
            FilesPlace::Memory(_) | FilesPlace::Same(_) => name.to_owned(),
        }
    }

    /// Subtracts pixels from the budget before they are made.
    ///
    /// # Errors
    /// Returns an error if the pixels exceed the budget.
    pub fn spend(&self, pixels: u64) -> Result<()> {
        let left = self.left.pixels.get().checked_sub(pixels);
        let left = left.with_context(|| {
            let most = self.left.most_pixels;
            format!("the pictures have more than {most} pixels in total")
        })?;
        self.left.pixels.set(left);
        Ok(())
    }
}

/// Returns the path of a file that a source names. Unless `allow_outside` is set, the file must lie
/// below the source's folder after links are resolved.
fn find(folder: &Path, name: &str, allow_outside: bool) -> Result<PathBuf> {
    let path = folder.join(name);
    if !allow_outside {
        let real = |path: &Path| {
            path.canonicalize()
                .with_context(|| path.display().to_string())
        };
        if !real(&path)?.starts_with(real(folder)?) {
            bail!("{name} is outside the source's folder (--allow-outside permits this)");
        }
    }
    Ok(path)
}
