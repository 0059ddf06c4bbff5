//! The pictures that are stored for a scene beside its lines: one compressed file, a picture a line.
//!
//! After the magic each picture is its width and height (16 bits, little-endian), a byte that says whether a palette of 768
//! bytes follows (else it is that of the picture before), and its pixels, XORed with those of the picture before where that
//! has the same size. The same pictures give the same bytes.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use scumm_engine::Stage;
use scumm_platform::Frame;
use scumm_platform::indexed_png::{IndexedPicture, PictureReader};
use scumm_room::{Palette, Surface};

use super::find;
use crate::{colours, seen};

/// The first bytes of the uncompressed file.
const MAGIC: [u8; 18] = *b"WARDROBE FRAMES 1\n";
/// The largest picture: twice the largest screen.
const MOST_PIXELS: usize = 1 << 20;
/// Memory that decompressing may take, in KiB.
const MEMORY: u32 = 64 << 10;
/// How hard to compress: what repeats is mostly zeros already.
const PRESET: u32 = 6;

/// A picture with its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Screenshot {
    /// Palette indices.
    pub picture: Surface,
    /// What they stand for.
    pub palette: Palette,
}

impl Screenshot {
    /// What is seen of a stage.
    pub fn of(stage: &Stage) -> Self {
        Self { picture: seen(stage), palette: colours(stage) }
    }

    /// The same as a frame to show or to write.
    ///
    /// # Errors
    /// It has no pixels.
    pub fn frame(&self) -> scumm_platform::Result<Frame<'_>> {
        Frame::new(self.picture.width(), self.picture.height(), self.picture.pixels(), &self.palette.0)
    }
}

/// The file that holds a scene's pictures.
pub fn stored_frames(scene: &Path) -> PathBuf {
    scene.with_extension("frames.xz")
}

/// Packs pictures one by one.
pub struct Packer {
    out: XzWriter<Vec<u8>>,
    last: Option<Screenshot>,
}

impl Packer {
    /// A packer without pictures.
    ///
    /// # Errors
    /// Those of the compressor.
    pub fn new() -> Result<Self> {
        let mut out = XzWriter::new(Vec::new(), XzOptions::with_preset(PRESET))?;
        out.write_all(&MAGIC)?;
        Ok(Self { out, last: None })
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// Those of the compressor, and a picture that is too large.
    pub fn add(&mut self, screenshot: Screenshot) -> Result<()> {
        let picture = &screenshot.picture;
        let (width, height, pixels) = (picture.width(), picture.height(), picture.pixels());
        self.out.write_all(&u16::try_from(width)?.to_le_bytes())?;
        self.out.write_all(&u16::try_from(height)?.to_le_bytes())?;
        let same_colours = self.last.as_ref().is_some_and(|last| last.palette == screenshot.palette);
        self.out.write_all(&[u8::from(!same_colours)])?;
        if !same_colours {
            self.out.write_all(&screenshot.palette.0.concat())?;
        }
        let mut pixels = pixels.to_vec();
        self.last.iter().for_each(|last| mix(&mut pixels, (width, height), &last.picture));
        self.out.write_all(&pixels)?;
        self.last = Some(screenshot);
        Ok(())
    }

    /// The file's bytes.
    ///
    /// # Errors
    /// Those of the compressor.
    pub fn finish(self) -> Result<Vec<u8>> {
        Ok(self.out.finish()?)
    }
}

/// Whether these packed pictures are the ones that are stored for a scene.
pub fn are_stored(scene: &Path, packed: &[u8]) -> bool {
    std::fs::read(stored_frames(scene)).is_ok_and(|old| old == packed)
}

/// The pictures of a scene's lines from the first to the last of `lines`, counted from 0; `None` where none are stored.
///
/// # Errors
/// The file can't be read, or is damaged.
pub fn load(scene: &Path, lines: Range<usize>) -> Result<Option<Vec<Screenshot>>> {
    let some = |stored: StoredScreenshots| stored.take(lines.end).skip(lines.start).collect::<Result<_>>();
    let loaded = open(scene)?.map(some).transpose();
    loaded.with_context(|| stored_frames(scene).display().to_string())
}

/// Reads a picture from an indexed PNG.
///
/// # Errors
/// It is no indexed PNG, or larger than any picture of a scene.
pub(super) fn read_png(path: &Path) -> Result<Screenshot> {
    let reader = PictureReader::new(BufReader::new(find::open_stored(path)?))?;
    if reader.pixels() > MOST_PIXELS as u64 {
        bail!("{}: more than {MOST_PIXELS} pixels", path.display());
    }
    let IndexedPicture { width, pixels, palette, .. } = reader.read()?;
    let picture = Surface::new(width, pixels.len() / width.max(1), pixels)?;
    Ok(Screenshot { picture, palette: Palette(palette) })
}

/// Opens the pictures that are stored for a scene; `None` where there are none.
///
/// # Errors
/// The file can't be read, or is another one.
pub fn open(scene: &Path) -> Result<Option<StoredScreenshots>> {
    let path = stored_frames(scene);
    if !path.exists() {
        return Ok(None);
    }
    let open = || {
        let packed = BufReader::new(find::open_stored(&path)?);
        Unpacker::new(XzReader::new_mem_limit(packed, false, MEMORY))
    };
    open().with_context(|| path.display().to_string()).map(Some)
}

/// The pictures that are stored for a scene, one after the other.
pub type StoredScreenshots = Unpacker<XzReader<BufReader<File>>>;

/// Unpacks pictures one by one; the errors are those of what is damaged.
pub struct Unpacker<R> {
    from: R,
    last: Option<Screenshot>,
}

impl<R: Read> Unpacker<R> {
    fn new(mut from: R) -> Result<Self> {
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic)?;
        if magic != MAGIC {
            bail!("expected stored pictures of a scene, found something else");
        }
        Ok(Self { from, last: None })
    }
}

impl<R: Read> Iterator for Unpacker<R> {
    type Item = Result<Screenshot>;

    fn next(&mut self) -> Option<Self::Item> {
        let screenshot = unpack_one(&mut self.from, self.last.take()).transpose()?;
        self.last = screenshot.as_ref().ok().cloned();
        Some(screenshot)
    }
}

/// The next picture; `None` at the end.
fn unpack_one(from: &mut impl Read, last: Option<Screenshot>) -> Result<Option<Screenshot>> {
    let mut head = [0; 5];
    match from.read(&mut head[..1])? {
        0 => return Ok(None),
        _ => from.read_exact(&mut head[1..])?,
    }
    let [w0, w1, h0, h1, has_palette] = head;
    let [width, height] = [[w0, w1], [h0, h1]].map(|bytes| usize::from(u16::from_le_bytes(bytes)));
    let area = width * height;
    if area == 0 || area > MOST_PIXELS {
        bail!("expected a picture of 1 to {MOST_PIXELS} pixels, found {width}x{height}");
    }
    let palette = if has_palette == 0 {
        last.as_ref().context("expected a palette with the first picture, found none")?.palette.clone()
    } else {
        let mut bytes = [0; 768];
        from.read_exact(&mut bytes)?;
        Palette::from_bytes(&bytes).unwrap_or_default()
    };
    let mut pixels = vec![0; area];
    from.read_exact(&mut pixels)?;
    last.iter().for_each(|last| mix(&mut pixels, (width, height), &last.picture));
    Ok(Some(Screenshot { picture: Surface::new(width, height, pixels)?, palette }))
}

fn mix(pixels: &mut [u8], size: (usize, usize), last: &Surface) {
    if (last.width(), last.height()) == size {
        pixels.iter_mut().zip(last.pixels()).for_each(|(pixel, last)| *pixel ^= last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screenshot(width: usize, colour: u8, grey: u8) -> Screenshot {
        let mut picture = Surface::filled(width, 5, colour);
        picture.pixels_mut()[3] = 99;
        Screenshot { picture, palette: Palette([[grey; 3]; 256]) }
    }

    fn packed(screenshots: &[Screenshot]) -> Vec<u8> {
        let mut packer = Packer::new().unwrap();
        screenshots.iter().for_each(|screenshot| packer.add(screenshot.clone()).unwrap());
        packer.finish().unwrap()
    }

    #[test]
    fn pictures_come_back() {
        let screenshots = [screenshot(9, 1, 0), screenshot(9, 2, 0), screenshot(7, 3, 5), screenshot(7, 3, 5)];
        let bytes = packed(&screenshots);
        assert_eq!(bytes, packed(&screenshots), "the same pictures give the same bytes");
        let read: Result<Vec<_>> = Unpacker::new(XzReader::new(bytes.as_slice(), false)).unwrap().collect();
        assert_eq!(read.unwrap(), screenshots);
    }

    #[test]
    fn pictures_are_loaded_from_any_line_on() {
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("scene.toml");
        assert!(load(&scene, 0..1).unwrap().is_none());
        let screenshots = [screenshot(9, 1, 0), screenshot(9, 2, 0), screenshot(7, 3, 5)];
        std::fs::write(stored_frames(&scene), packed(&screenshots)).unwrap();
        assert_eq!(load(&scene, 1..9).unwrap().unwrap(), screenshots[1..]);
        assert_eq!(load(&scene, 7..9).unwrap().unwrap(), []);
    }

    #[test]
    fn damaged_pictures_are_errors() {
        let plain = |bytes: &[u8]| -> Result<Vec<Screenshot>, String> {
            let unpacked = Unpacker::new(bytes).and_then(|unpacker| unpacker.take(3).collect());
            unpacked.map_err(|error: anyhow::Error| error.to_string())
        };
        assert!(plain(b"").is_err() && plain(b"WARDROBE FRAMES 2\n").is_err());
        let with = |rest: &[u8]| plain(&[MAGIC.as_slice(), rest].concat());
        assert_eq!(with(&[]), Ok(Vec::new()));
        assert_eq!(with(&[0, 0, 1, 0, 1]).unwrap_err(), "expected a picture of 1 to 1048576 pixels, found 0x1");
        assert_eq!(
            with(&[255, 255, 255, 255, 1]).unwrap_err(),
            "expected a picture of 1 to 1048576 pixels, found 65535x65535"
        );
        assert_eq!(with(&[2, 0, 2, 0, 0, 1]).unwrap_err(), "expected a palette with the first picture, found none");
        assert!(with(&[2, 0, 2, 0, 1, 7]).is_err());
    }
}
