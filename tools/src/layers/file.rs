//! Writes files of Aseprite: the chunks of a sprite with layers, tags, a slice and linked cels.

use std::io::Write;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use scumm_room::Palette;

/// The marks of the file and of a frame.
const MAGIC: u16 = 0xa5e0;
const FRAME_MAGIC: u16 = 0xf1fa;
/// The kinds of chunks.
const LAYER: u16 = 0x2004;
const CEL: u16 = 0x2005;
const TAGS: u16 = 0x2018;
const PALETTE: u16 = 0x2019;
const USER_DATA: u16 = 0x2020;
const SLICE: u16 = 0x2022;

/// Numbers and texts as the format stores them.
#[derive(Debug, Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    fn word(&mut self, value: u16) {
        self.0.extend(value.to_le_bytes());
    }

    fn short(&mut self, value: i16) {
        self.0.extend(value.to_le_bytes());
    }

    fn dword(&mut self, value: u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn long(&mut self, value: i32) {
        self.0.extend(value.to_le_bytes());
    }

    fn zeros(&mut self, count: usize) {
        self.0.resize(self.0.len() + count, 0);
    }

    fn text(&mut self, text: &str) -> Result<()> {
        self.word(u16::try_from(text.len()).context("a text has more than 65535 bytes")?);
        self.0.extend(text.as_bytes());
        Ok(())
    }
}

/// The chunks of a frame.
#[derive(Debug, Default)]
pub struct FrameChunks {
    bytes: Bytes,
    count: u32,
}

impl FrameChunks {
    fn add(&mut self, kind: u16, data: &Bytes) -> Result<()> {
        self.bytes.dword(u32::try_from(data.0.len() + 6)?);
        self.bytes.word(kind);
        self.bytes.0.extend(&data.0);
        self.count += 1;
        Ok(())
    }

    /// Adds all 256 colours.
    pub fn palette(&mut self, palette: &Palette) -> Result<()> {
        let mut data = Bytes::default();
        data.dword(256);
        data.dword(0);
        data.dword(255);
        data.zeros(8);
        for [red, green, blue] in palette.iter() {
            data.word(0);
            for component in [*red, *green, *blue, u8::MAX] {
                data.byte(component);
            }
        }
        self.add(PALETTE, &data)
    }

    /// Adds a text to the part of the last chunk: after a palette to the sprite, after a cel to the
    /// cel.
    pub fn user_data(&mut self, text: &str) -> Result<()> {
        let mut data = Bytes::default();
        data.dword(1);
        data.text(text)?;
        self.add(USER_DATA, &data)
    }

    /// Adds a visible layer above those before it.
    pub fn layer(&mut self, name: &str) -> Result<()> {
        const VISIBLE_AND_EDITABLE: u16 = 3;
        let mut data = Bytes::default();
        data.word(VISIBLE_AND_EDITABLE);
        // A layer of pixels at the top level, with the default size and the mode Normal.
        data.zeros(10);
        data.byte(u8::MAX);
        data.zeros(3);
        data.text(name)?;
        self.add(LAYER, &data)
    }

    /// Adds the tags: their names, first and last frames, and whether they repeat.
    pub fn tags(&mut self, tags: &[(String, u16, u16, bool)]) -> Result<()> {
        let mut data = Bytes::default();
        data.word(u16::try_from(tags.len()).context("the file has more than 65535 tags")?);
        data.zeros(8);
        for (name, from, to, loops) in tags {
            data.word(*from);
            data.word(*to);
            data.byte(0);
            data.word(u16::from(!loops));
            data.zeros(6);
            // The colour is blue.
            data.zeros(2);
            data.byte(u8::MAX);
            data.byte(0);
            data.text(name)?;
        }
        self.add(TAGS, &data)
    }

    /// Adds a slice of one pixel.
    pub fn point(&mut self, name: &str, (x, y): (i32, i32)) -> Result<()> {
        let mut data = Bytes::default();
        data.dword(1);
        data.zeros(8);
        data.text(name)?;
        data.dword(0);
        data.long(x);
        data.long(y);
        data.dword(1);
        data.dword(1);
        self.add(SLICE, &data)
    }

    fn cel_start(layer: u16, (x, y): (i16, i16), kind: u16) -> Bytes {
        let mut data = Bytes::default();
        data.word(layer);
        data.short(x);
        data.short(y);
        data.byte(u8::MAX);
        data.word(kind);
        data.zeros(7);
        data
    }

    /// Adds a cel with its pixels.
    pub fn cel(
        &mut self,
        layer: u16,
        at: (i16, i16),
        (width, height): (u16, u16),
        pixels: &[u8],
    ) -> Result<()> {
        const COMPRESSED: u16 = 2;
        let mut data = Self::cel_start(layer, at, COMPRESSED);
        data.word(width);
        data.word(height);
        let mut encoder = ZlibEncoder::new(&mut data.0, Compression::default());
        encoder.write_all(pixels)?;
        encoder.finish()?;
        self.add(CEL, &data)
    }

    /// Adds a cel that shows the cel of an earlier frame in the same layer.
    pub fn linked_cel(&mut self, layer: u16, at: (i16, i16), frame: u16) -> Result<()> {
        const LINKED: u16 = 1;
        let mut data = Self::cel_start(layer, at, LINKED);
        data.word(frame);
        self.add(CEL, &data)
    }
}

/// The sprite without its frames.
pub struct Sprite {
    /// The size of the canvas.
    pub size: (u16, u16),
    /// The colour number that is transparent.
    pub transparent: u8,
    /// The frames, each with its duration in milliseconds.
    pub frames: Vec<(FrameChunks, u16)>,
}

impl Sprite {
    /// Encodes the file.
    ///
    /// # Errors
    /// Returns an error if the file would be larger than its fields allow.
    pub fn encode(&self) -> Result<Vec<u8>> {
        let mut frames = Bytes::default();
        for (chunks, duration) in &self.frames {
            frames.dword(u32::try_from(chunks.bytes.0.len() + 16)?);
            frames.word(FRAME_MAGIC);
            // Files with many chunks in a frame have their number in the second field.
            frames.word(u16::try_from(chunks.count).unwrap_or(u16::MAX));
            frames.word(*duration);
            frames.zeros(2);
            frames.dword(chunks.count);
            frames.0.extend(&chunks.bytes.0);
        }
        const INDEXED: u16 = 8;
        const LAYERS_HAVE_OPACITY: u32 = 1;
        let mut file = Bytes::default();
        file.dword(u32::try_from(frames.0.len() + 128)?);
        file.word(MAGIC);
        file.word(u16::try_from(self.frames.len())?);
        file.word(self.size.0);
        file.word(self.size.1);
        file.word(INDEXED);
        file.dword(LAYERS_HAVE_OPACITY);
        file.word(100);
        file.zeros(8);
        file.byte(self.transparent);
        file.zeros(3);
        file.word(256);
        file.byte(1);
        file.byte(1);
        file.zeros(4);
        file.word(16);
        file.word(16);
        file.zeros(84);
        file.0.extend(frames.0);
        Ok(file.0)
    }
}
