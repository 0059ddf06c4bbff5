//! The stored pictures of a scene: an archive of indexed PNGs, one for each line of JSON that the
//! scene prints. The PNGs are uncompressed, and the archive is compressed as a whole. Equal
//! pictures give equal bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use scumm_engine::Stage;
use scumm_media::indexed_png::{self, IndexedPicture, PictureReader};
use scumm_media::{IndexedFrame, MediaError};
use scumm_room::{Palette, Surface};

use super::find;
use crate::{display_palette, visible_picture};

/// The most pixels of a picture: more than three times the largest screen (640 by 480).
const MOST_PIXELS: u64 = 1 << 20;
/// The most bytes of a PNG: the largest picture without compression, with its colours.
const MOST_BYTES: u64 = MOST_PIXELS + (16 << 10);
/// The number of bytes in a block of an archive.
const BLOCK: u64 = 512;
/// The memory limit for decompression, in KiB.
const MEMORY: u32 = 64 << 10;
/// The compression level. At this level the dictionary has 8 MiB and holds many successive
/// pictures, which are similar and therefore compress well.
const PRESET: u32 = 6;

/// A picture with its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Screenshot {
    /// Palette indices.
    pub picture: Surface,
    /// The colours of the indices.
    pub palette: Palette,
}

impl Screenshot {
    /// Returns the visible part of a stage.
    pub fn from_stage(stage: &Stage) -> Self {
        Self {
            picture: visible_picture(stage),
            palette: display_palette(stage),
        }
    }

    /// Returns the picture as a frame that can be shown or written.
    ///
    /// # Errors
    /// Returns an error if the picture has no pixels.
    pub fn frame(&self) -> Result<IndexedFrame<'_>, MediaError> {
        IndexedFrame::new(
            self.picture.width(),
            self.picture.height(),
            self.picture.pixels(),
            self.palette.colours(),
        )
    }
}

/// Returns the path of the picture that belongs to a line of the scene's output. Lines are counted
/// from 0.
pub fn frame_file(folder: &Path, line: usize) -> PathBuf {
    folder.join(format!("frame-{line:05}.png"))
}

/// Returns the path of a scene's stored pictures.
pub fn stored_frames(scene: &Path) -> PathBuf {
    scene.with_extension("frames.tar.xz")
}

/// Packs pictures one by one.
pub struct ScreenshotPacker {
    archive: tar::Builder<XzWriter<Vec<u8>>>,
    count: usize,
}

impl ScreenshotPacker {
    /// Creates a packer without pictures.
    ///
    /// # Errors
    /// Returns the errors of the compressor.
    pub fn new() -> Result<Self> {
        let out = XzWriter::new(Vec::new(), XzOptions::with_preset(PRESET))?;
        Ok(Self {
            archive: tar::Builder::new(out),
            count: 0,
        })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// Returns the errors of the compressor, and an error if the picture has no pixels.
    pub fn add(&mut self, screenshot: &Screenshot) -> Result<()> {
        let mut png = Vec::new();
        indexed_png::encode_plain(&screenshot.frame()?, &mut png)?;
        let mut header = tar::Header::new_gnu();
        header.set_size(png.len() as u64);
        header.set_mode(0o644);
        self.archive.append_data(
            &mut header,
            frame_file(Path::new(""), self.count),
            png.as_slice(),
        )?;
        self.count += 1;
        Ok(())
    }

    /// Returns the bytes of the archive.
    ///
    /// # Errors
    /// Returns the errors of the compressor.
    pub fn finish(self) -> Result<Vec<u8>> {
        Ok(self.archive.into_inner()?.finish()?)
    }
}

/// Returns whether the packed pictures have the same bytes as the stored pictures of a scene.
pub fn are_stored(scene: &Path, packed: &[u8]) -> bool {
    std::fs::read(stored_frames(scene)).is_ok_and(|old| old == packed)
}

/// Returns the pictures of the lines in `lines`, counted from 0, or `None` if no pictures are
/// stored.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged.
pub fn load(scene: &Path, lines: Range<usize>) -> Result<Option<Vec<Screenshot>>> {
    let some = |stored: StoredScreenshots| {
        stored
            .take(lines.end)
            .skip(lines.start)
            .collect::<Result<_>>()
    };
    let loaded = open(scene)?.map(some).transpose();
    loaded.with_context(|| stored_frames(scene).display().to_string())
}

/// Reads a picture from an indexed PNG.
///
/// # Errors
/// Returns an error if the file is not an indexed PNG, or is larger than any picture of a scene.
pub(super) fn read_png(path: &Path) -> Result<Screenshot> {
    of_png(BufReader::new(find::open_stored(path)?)).with_context(|| path.display().to_string())
}

fn of_png(file: impl BufRead + Seek) -> Result<Screenshot> {
    let reader = PictureReader::new(file)?;
    let found = reader.pixels();
    ensure!(
        found <= MOST_PIXELS,
        "expected a picture of up to {MOST_PIXELS} pixels, found {found}"
    );
    let IndexedPicture {
        width,
        pixels,
        palette,
        ..
    } = reader.read()?;
    let picture = Surface::new(width, pixels.len() / width.max(1), pixels)?;
    Ok(Screenshot {
        picture,
        palette: Palette::new(palette),
    })
}

/// Opens the stored pictures of a scene. Returns `None` if there are none.
///
/// # Errors
/// Returns an error if the file cannot be read or has another format.
pub fn open(scene: &Path) -> Result<Option<StoredScreenshots>> {
    let path = stored_frames(scene);
    if !path.exists() {
        return Ok(None);
    }
    let packed = find::open_stored(&path).with_context(|| path.display().to_string())?;
    Ok(Some(ScreenshotUnpacker(XzReader::new_mem_limit(
        BufReader::new(packed),
        false,
        MEMORY,
    ))))
}

/// The stored pictures of a scene, one after the other.
pub type StoredScreenshots = ScreenshotUnpacker<XzReader<BufReader<File>>>;

/// Unpacks pictures one by one. Damaged pictures are errors.
pub struct ScreenshotUnpacker<R>(R);

impl<R: Read> Iterator for ScreenshotUnpacker<R> {
    type Item = Result<Screenshot>;

    fn next(&mut self) -> Option<Self::Item> {
        unpack_one(&mut self.0).transpose()
    }
}

/// Reads the next picture. Returns `None` at the end of the archive, which is a block of zeros. The
/// entries of [`tar::Archive`] borrow the archive, so [`ScreenshotUnpacker`] cannot store the
/// archive together with its entries. Therefore this function reads the blocks of the archive
/// itself.
fn unpack_one(from: &mut impl Read) -> Result<Option<Screenshot>> {
    let mut header = tar::Header::new_old();
    from.read_exact(header.as_mut_bytes())?;
    if header.as_bytes().iter().all(|byte| *byte == 0) {
        return Ok(None);
    }
    let size = header.entry_size()?;
    ensure!(
        size <= MOST_BYTES,
        "expected a PNG of up to {MOST_BYTES} bytes, found {size}"
    );
    let mut png = vec![0; usize::try_from(size)?];
    from.read_exact(&mut png)?;
    let padding = size.next_multiple_of(BLOCK) - size;
    io::copy(&mut from.take(padding), &mut io::sink())?;
    of_png(Cursor::new(png)).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screenshot(width: usize, colour: u8, grey: u8) -> Screenshot {
        let mut picture = Surface::filled(width, 5, colour);
        picture.pixels_mut()[3] = 99;
        Screenshot {
            picture,
            palette: Palette::new([[grey; 3]; 256]),
        }
    }

    fn packed(screenshots: &[Screenshot]) -> Vec<u8> {
        let mut packer = ScreenshotPacker::new().unwrap();
        screenshots
            .iter()
            .for_each(|screenshot| packer.add(screenshot).unwrap());
        packer.finish().unwrap()
    }

    #[test]
    fn pictures_come_back() {
        let screenshots = [
            screenshot(9, 1, 0),
            screenshot(9, 2, 0),
            screenshot(7, 3, 5),
            screenshot(7, 3, 5),
        ];
        let bytes = packed(&screenshots);
        assert_eq!(
            bytes,
            packed(&screenshots),
            "the same pictures give the same bytes"
        );
        let read: Result<Vec<_>> =
            ScreenshotUnpacker(XzReader::new(bytes.as_slice(), false)).collect();
        assert_eq!(read.unwrap(), screenshots);
    }

    #[test]
    fn pictures_are_loaded_from_any_line_on() {
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("scene.toml");
        assert!(load(&scene, 0..1).unwrap().is_none());
        let screenshots = [
            screenshot(9, 1, 0),
            screenshot(9, 2, 0),
            screenshot(7, 3, 5),
        ];
        std::fs::write(stored_frames(&scene), packed(&screenshots)).unwrap();
        assert_eq!(load(&scene, 1..9).unwrap().unwrap(), screenshots[1..]);
        assert_eq!(load(&scene, 7..9).unwrap().unwrap(), []);
    }

    #[test]
    fn others_can_open_the_archive() {
        let bytes = packed(&[screenshot(9, 1, 0), screenshot(7, 3, 5)]);
        let mut archive = tar::Archive::new(XzReader::new(bytes.as_slice(), false));
        let names = archive
            .entries()
            .unwrap()
            .map(|entry| entry.unwrap().path().unwrap().into_owned());
        assert_eq!(
            names.collect::<Vec<_>>(),
            ["frame-00000.png", "frame-00001.png"].map(PathBuf::from)
        );
    }

    #[test]
    fn damaged_pictures_are_errors() {
        let plain = |bytes: &[u8]| {
            let first = ScreenshotUnpacker(bytes).next().transpose();
            first.map_err(|error| error.to_string())
        };
        let entry = |size: u64, bytes: &[u8]| {
            let mut header = tar::Header::new_gnu();
            header.set_size(size);
            [header.as_bytes().as_slice(), bytes].concat()
        };
        assert!(plain(b"").is_err() && plain(&[1; 512]).is_err());
        assert_eq!(plain(&[0; 512]), Ok(None));
        assert_eq!(
            plain(&entry(1 << 30, &[])).unwrap_err(),
            "expected a PNG of up to 1064960 bytes, found 1073741824"
        );
        assert!(plain(&entry(8, &[1, 2, 3])).is_err() && plain(&entry(3, &[1, 2, 3])).is_err());
        let mut large = Vec::new();
        let pixels = vec![0; 2 << 20];
        indexed_png::encode(
            &IndexedFrame::new(2 << 10, 1 << 10, &pixels, &[[0; 3]; 256]).unwrap(),
            None,
            &mut large,
        )
        .unwrap();
        let error = plain(&entry(large.len() as u64, &large)).unwrap_err();
        assert_eq!(
            error,
            "expected a picture of up to 1048576 pixels, found 2097152"
        );
    }
}
