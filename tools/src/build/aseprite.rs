//! Reads files of Aseprite: the pictures of the frames, their durations, the tags, and the slice
//! that marks the actor's position.
//!
//! The crate `aseprite-loader` parses the chunks that a build needs. All other chunks are skipped:
//! a build does not use their data, and parsing them would take stack and memory.

use anyhow::{Context, Result, bail};
use aseprite_loader::binary::blend_mode::BlendMode;
use aseprite_loader::binary::chunk::Chunk;
use aseprite_loader::binary::chunk_type::ChunkType;
use aseprite_loader::binary::chunks::cel::{CelChunk, CelContent, parse_cel_chunk};
use aseprite_loader::binary::chunks::layer::{
    LayerChunk, LayerFlags, LayerType, parse_layer_chunk,
};
use aseprite_loader::binary::chunks::old_palette::parse_old_palette_chunk;
use aseprite_loader::binary::chunks::palette::parse_palette_chunk;
use aseprite_loader::binary::chunks::slice::parse_slice_chunk;
use aseprite_loader::binary::chunks::tags::parse_tags_chunk;
use aseprite_loader::binary::color_depth::ColorDepth;
use aseprite_loader::binary::errors::ParseResult;
use aseprite_loader::binary::header::{Header, parse_header};
use aseprite_loader::binary::image::Image;
use aseprite_loader::binary::palette::{Palette, create_palette};
use aseprite_loader::binary::raw_frame::RawFrame;
use aseprite_loader::binary::scalars::Color;
use flate2::{Decompress, FlushDecompress};
use scumm_room::{Reader, Surface};

use super::sheet::{ColourPicture, SavedPicture, SourcePicture};
use crate::sheet_file::{FrameTag, MOST_TAGS};

/// The two bytes that follow the size field of an Aseprite file.
const MAGIC: [u8; 2] = [0xe0, 0xa5];
/// The two bytes that follow the size field of a frame.
const FRAME_MAGIC: [u8; 2] = [0xfa, 0xf1];
/// The size of the file header in bytes.
const HEADER: usize = 128;
/// The most frames of an Aseprite file: more than any costume has pictures.
pub const MOST_FRAMES: usize = 4096;
/// The most layers of an Aseprite file, and the most cels of one of its frames.
const MOST_LAYERS: usize = 256;
/// The most colours of a palette, and the most runs of colours in a palette chunk of the old
/// format.
const MOST_COLOURS: u32 = 256;
/// The flag of a reference layer, which is never part of the picture.
const REFERENCE: u16 = 0x40;
/// The flag in the header that layers have an opacity.
const HAS_OPACITY: u32 = 1;

/// An Aseprite file. The pixels of its cels are not decoded.
pub struct Aseprite<'a> {
    header: Header,
    /// The layers, back to front.
    layers: Vec<Layer<'a>>,
    frames: Vec<AsepriteFrame<'a>>,
    palette: Option<Palette>,
    tags: Vec<FrameTag>,
    /// The name and the top left corner of each slice.
    slices: Vec<(&'a str, (i32, i32))>,
    /// The user data of the sprite; empty without a text.
    text: &'a str,
    /// The part to which the next user data belongs.
    last_part: DescribedPart,
}

/// A part of the file that may have user data, which is a chunk of its own after the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DescribedPart {
    /// The sprite, after its palette.
    Sprite,
    /// The last cel of the last frame.
    Cel,
    /// Another part, whose user data is not read.
    Other,
}

/// A layer of the file.
struct Layer<'a> {
    chunk: LayerChunk<'a>,
    /// Whether the layer and all groups around it are visible.
    is_visible: bool,
}

/// A frame of the file.
struct AsepriteFrame<'a> {
    /// The duration in milliseconds.
    duration: u16,
    /// The cels, in the order of their layers.
    cels: Vec<FrameCel<'a>>,
}

/// A cel of a frame.
struct FrameCel<'a> {
    chunk: CelChunk<'a>,
    /// The user data; empty without a text.
    text: &'a str,
}

/// A cel of a single layer, decoded.
pub struct LayerCel<'a> {
    /// The pixels.
    pub picture: SavedPicture,
    /// The user data of the cel; empty without a text.
    pub text: &'a str,
}

impl<'a> Aseprite<'a> {
    /// Returns whether a file is an Aseprite file, by its first bytes.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.get(4..6) == Some(&MAGIC)
    }

    /// Parses a file without decoding its pixels.
    ///
    /// # Errors
    /// Returns an error if the file is damaged, or has more frames, layers, cels or tags than the
    /// limits allow.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let header = parsed(reader, parse_header, reader.bytes(HEADER, "the header")?)?;
        let mut file = Self {
            header,
            layers: Vec::new(),
            frames: Vec::new(),
            palette: None,
            tags: Vec::new(),
            slices: Vec::new(),
            text: "",
            last_part: DescribedPart::Other,
        };
        let mut palettes = Vec::new();
        while reader.remaining() > 0 || file.frames.is_empty() {
            if file.frames.len() == MOST_FRAMES {
                bail!("expected at most {MOST_FRAMES} frames, found more");
            }
            let frame = sized(&mut reader, "a frame")?;
            file.read_frame(frame, &mut palettes)?;
        }
        let palettes = RawFrame {
            duration: 0,
            chunks: palettes,
        };
        file.palette = create_palette(&header, &[palettes]).ok();
        file.find_visible_layers();
        Ok(file)
    }

    /// Reads a frame and adds its palette chunks to `palettes`.
    fn read_frame(&mut self, mut frame: Reader<'a>, palettes: &mut Vec<Chunk<'a>>) -> Result<()> {
        let start = frame;
        if frame.array("the mark of a frame")? != FRAME_MAGIC {
            return Err(start.malformed("the mark of a frame", "other bytes").into());
        }
        let few_chunks = frame.u16_le("the number of chunks")?;
        let duration = frame.u16_le("the duration")?;
        frame.skip(2, "an unused word")?;
        let many_chunks = frame.u32_le("the number of chunks")?;
        let chunks = if many_chunks == 0 {
            u32::from(few_chunks)
        } else {
            many_chunks
        };
        self.frames.push(AsepriteFrame {
            duration,
            cels: Vec::new(),
        });
        for _ in 0..chunks {
            let chunk = sized(&mut frame, "a chunk")?;
            self.read_chunk(chunk, palettes)?;
        }
        if let Some(frame) = self.frames.last_mut() {
            // The sort is stable: two cels of the same layer keep their order.
            frame.cels.sort_by_key(|cel| cel.chunk.layer_index);
        }
        Ok(())
    }

    /// Reads a chunk of the last frame.
    fn read_chunk(&mut self, mut chunk: Reader<'a>, palettes: &mut Vec<Chunk<'a>>) -> Result<()> {
        let kind = chunk.u16_le("the kind of a chunk")?;
        let data = chunk.rest();
        let described = self.last_part;
        let kind = ChunkType::from_repr(kind.into());
        self.last_part = match kind {
            Some(ChunkType::Cel) => DescribedPart::Cel,
            Some(ChunkType::Palette) => DescribedPart::Sprite,
            // These chunks may stand between a part and its user data.
            Some(ChunkType::CelExtra | ChunkType::Palette0004 | ChunkType::Palette0011) => {
                described
            }
            _ => DescribedPart::Other,
        };
        match kind {
            Some(ChunkType::Layer) => {
                if self.layers.len() == MOST_LAYERS {
                    bail!("expected at most {MOST_LAYERS} layers, found more");
                }
                self.layers.push(Layer {
                    chunk: parsed(chunk, parse_layer_chunk, data)?,
                    is_visible: false,
                });
            }
            Some(ChunkType::Cel) => {
                let cel = parsed(chunk, parse_cel_chunk, data)?;
                if let Some(frame) = self.frames.last_mut() {
                    if frame.cels.len() == MOST_LAYERS {
                        bail!("expected at most {MOST_LAYERS} cels in a frame, found more");
                    }
                    frame.cels.push(FrameCel {
                        chunk: cel,
                        text: "",
                    });
                }
            }
            Some(ChunkType::UserData) => {
                const HAS_TEXT: u32 = 1;
                if chunk.u32_le("the flags of user data")? & HAS_TEXT == 0 {
                    return Ok(());
                }
                let length = chunk.u16_le("the length of user data")?;
                let text = chunk.bytes(length.into(), "user data")?;
                let text = std::str::from_utf8(text).unwrap_or_default();
                match described {
                    DescribedPart::Sprite => self.text = text,
                    DescribedPart::Cel => {
                        let frame = self.frames.last_mut();
                        if let Some(cel) = frame.and_then(|frame| frame.cels.last_mut()) {
                            cel.text = text;
                        }
                    }
                    DescribedPart::Other => {}
                }
            }
            Some(ChunkType::Tags) => {
                for tag in parsed(chunk, parse_tags_chunk, data)?.tags {
                    if self.tags.len() == MOST_TAGS {
                        bail!("expected at most {MOST_TAGS} tags, found more");
                    }
                    let from = usize::from(*tag.frames.start());
                    let to = usize::from(*tag.frames.end());
                    let loops = tag.animation_repeat != 1;
                    self.tags.push(FrameTag::new(tag.name, from..=to, loops));
                }
            }
            Some(ChunkType::Slice) => {
                // A slice has a key for each frame in which its position changes.
                let keys = chunk.u32_le("the number of keys")?;
                if u64::from(keys) > MOST_FRAMES as u64 {
                    bail!("expected at most {MOST_FRAMES} keys of a slice, found {keys}");
                }
                let slice = parsed(chunk, parse_slice_chunk, data)?;
                if let Some(key) = slice.slice_keys.first() {
                    self.slices.push((slice.name, (key.x, key.y)));
                }
            }
            Some(ChunkType::Palette) => {
                let colours = chunk.u32_le("the number of colours")?;
                add_palette(palettes, colours, || {
                    Ok(Chunk::Palette(parsed(chunk, parse_palette_chunk, data)?))
                })?;
            }
            Some(ChunkType::Palette0004) => {
                let runs = chunk.u16_le("the number of runs of colours")?;
                add_palette(palettes, runs.into(), || {
                    let palette = parsed(chunk, parse_old_palette_chunk, data)?;
                    Ok(Chunk::Palette0004(palette))
                })?;
            }
            Some(ChunkType::Palette0011) => {
                let runs = chunk.u16_le("the number of runs of colours")?;
                add_palette(palettes, runs.into(), || {
                    let palette = parsed(chunk, parse_old_palette_chunk, data)?;
                    Ok(Chunk::Palette0011(palette))
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Determines which layers are visible.
    fn find_visible_layers(&mut self) {
        let mut groups: Vec<bool> = Vec::new();
        for Layer { chunk, is_visible } in &mut self.layers {
            groups.truncate(chunk.child_level.into());
            let is_group = chunk.layer_type == LayerType::Group;
            let is_reference = chunk.flags.bits() & REFERENCE != 0;
            let is_shown =
                chunk.flags.contains(LayerFlags::VISIBLE) && groups.last() != Some(&false);
            groups.push(is_shown || !is_group);
            *is_visible = is_shown && !is_group && !is_reference;
        }
    }

    /// Returns the duration of each frame in milliseconds.
    pub fn durations(&self) -> impl Iterator<Item = u64> {
        self.frames.iter().map(|frame| u64::from(frame.duration))
    }

    /// Returns the tags, each of which is an animation.
    pub fn tags(&self) -> &[FrameTag] {
        &self.tags
    }

    /// Returns the top left corner of the slice with this name.
    pub fn slice(&self, name: &str) -> Option<(i32, i32)> {
        let slice = self.slices.iter().find(|(other, _)| *other == name);
        slice.map(|(_, corner)| *corner)
    }

    /// Returns the colours of the palette. Transparent entries are `None`.
    pub fn colours(&self) -> Vec<Option<[u8; 4]>> {
        let rgba = |colour: Color| [colour.red, colour.green, colour.blue, colour.alpha];
        let colours = self.palette.iter().flat_map(|palette| palette.colors);
        colours
            .map(|colour| (colour.alpha > 0).then_some(rgba(colour)))
            .collect()
    }

    /// Returns the user data of the sprite; empty without a text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the names of the layers, back to front; `None` for groups and reference layers.
    pub fn layer_names(&self) -> impl Iterator<Item = Option<&'a str>> {
        self.layers.iter().map(|layer| {
            let chunk = &layer.chunk;
            let is_reference = chunk.flags.bits() & REFERENCE != 0;
            let has_pixels = chunk.layer_type == LayerType::Normal && !is_reference;
            has_pixels.then_some(chunk.name)
        })
    }

    /// Returns the width and height of the canvas.
    pub fn size(&self) -> (usize, usize) {
        (self.header.width.into(), self.header.height.into())
    }

    /// Returns the number of the frame whose cel a frame shows in a layer: the frame itself, or the
    /// frame of a linked cel. Returns `None` without a cel.
    pub fn shown_frame(&self, number: usize, layer: u16) -> Option<usize> {
        let cel = self.frames.get(number)?.cel(layer)?;
        match cel.chunk.content {
            CelContent::LinkedCel { frame_position } => Some(frame_position.into()),
            _ => Some(number),
        }
    }

    /// Returns the cel of a layer on the canvas. `spend` is called with the number of pixels before
    /// they are decoded.
    ///
    /// # Errors
    /// Returns an error as [`Self::frame`] does.
    pub fn layer_cel(
        &self,
        number: usize,
        layer: u16,
        spend: impl Fn(u64) -> Result<()>,
    ) -> Result<Option<LayerCel<'a>>> {
        let frame = self.frames.get(number);
        let Some(cel) = frame.and_then(|frame| frame.cel(layer)) else {
            return Ok(None);
        };
        let picture = self.composed(number, &[cel], &spend, false)?;
        Ok(Some(LayerCel {
            picture,
            text: cel.text,
        }))
    }

    /// Returns a frame with all visible layers composed. `spend` is called with the number of
    /// pixels before they are decoded.
    ///
    /// # Errors
    /// Returns an error if the frame does not exist, is damaged, or has layers of another kind than
    /// plain pixels. Passes on the error of `spend`.
    pub fn frame(&self, number: usize, spend: impl Fn(u64) -> Result<()>) -> Result<SavedPicture> {
        let frame = self
            .frames
            .get(number)
            .with_context(|| format!("there is no frame {number}"))?;
        let mut cels: Vec<&FrameCel<'_>> = frame.cels.iter().collect();
        let order = |FrameCel { chunk, .. }: &FrameCel<'_>| {
            (
                i32::from(chunk.layer_index) + i32::from(chunk.z_index),
                chunk.z_index,
            )
        };
        cels.sort_by_key(|cel| order(cel));
        self.composed(number, &cels, &spend, true)
    }

    /// Composes cels of a frame on the canvas. With `only_visible`, cels of invisible layers are
    /// left out.
    fn composed(
        &self,
        number: usize,
        cels: &[&FrameCel<'_>],
        spend: &impl Fn(u64) -> Result<()>,
        only_visible: bool,
    ) -> Result<SavedPicture> {
        let width = usize::from(self.header.width);
        let height = usize::from(self.header.height);
        spend(u64::from(self.header.width) * u64::from(self.header.height))?;
        let is_indexed = self.header.color_depth == ColorDepth::Indexed;
        let ground = if is_indexed {
            [self.header.transparent_index, 0, 0, 0]
        } else {
            [0; 4]
        };
        let mut pixels = vec![ground; width * height];
        let mut decoder = CelDecoder::new();
        for FrameCel { chunk: cel, .. } in cels {
            let index = usize::from(cel.layer_index);
            let layer = self
                .layers
                .get(index)
                .with_context(|| format!("a cel belongs to layer {index}, which does not exist"))?;
            if layer.is_visible || !only_visible {
                let layer = &layer.chunk;
                let shown = || format!("frame {number}, layer {:?}", layer.name);
                let image = self.image(cel).with_context(shown)?;
                self.paint(image, cel, layer, &mut pixels, &mut decoder, spend)
                    .with_context(shown)?;
            }
        }
        if !is_indexed {
            return Ok(SavedPicture::Colours(ColourPicture::new(width, pixels)));
        }
        let palette = self
            .palette
            .as_ref()
            .context("an indexed picture without a palette")?;
        let shown = scumm_room::Palette::new(
            palette
                .colors
                .map(|colour| [colour.red, colour.green, colour.blue]),
        );
        let mut opacities = palette.colors.map(|colour| colour.alpha);
        opacities[usize::from(self.header.transparent_index)] = 0;
        let surface = Surface::from_pixels(width, height, pixels.iter().map(|pixel| pixel[0]));
        let count = palette.colors.len();
        let opacities = opacities.to_vec();
        Ok(SavedPicture::Indexed(Box::new(SourcePicture {
            surface,
            palette: shown,
            count,
            opacities,
        })))
    }

    /// Returns the image of a cel, following a link to another frame's cel.
    fn image<'s>(&'s self, cel: &'s CelChunk<'s>) -> Result<&'s Image<'s>> {
        let linked = match &cel.content {
            CelContent::LinkedCel { frame_position } => {
                let frame = self.frames.get(usize::from(*frame_position));
                let linked = frame.and_then(|frame| frame.cel(cel.layer_index));
                linked.map(|cel| &cel.chunk)
            }
            _ => Some(cel),
        };
        match linked.map(|cel| &cel.content) {
            Some(CelContent::Image(image)) => Ok(image),
            Some(CelContent::CompressedTilemap { .. }) => {
                bail!("the layer is a tilemap; convert it into a normal layer")
            }
            _ => bail!("a linked cel refers to no cel"),
        }
    }

    /// Paints the image of a cel over the pixels.
    fn paint(
        &self,
        image: &Image<'_>,
        cel: &CelChunk<'_>,
        layer: &LayerChunk<'_>,
        pixels: &mut [[u8; 4]],
        decoder: &mut CelDecoder,
        spend: &impl Fn(u64) -> Result<()>,
    ) -> Result<()> {
        if layer.blend_mode != BlendMode::Normal {
            bail!(
                "expected the blend mode Normal, found {:?}",
                layer.blend_mode
            );
        }
        let layer_opacity = if self.header.flags & HAS_OPACITY == 0 {
            u8::MAX
        } else {
            layer.opacity
        };
        let opacity = u32::from(cel.opacity) * u32::from(layer_opacity) / 255;
        let width = usize::from(image.width);
        let height = usize::from(image.height);
        if width == 0 || height == 0 {
            return Ok(());
        }
        spend(u64::from(image.width) * u64::from(image.height))?;
        let depth = match self.header.color_depth {
            ColorDepth::Rgba => 4,
            ColorDepth::Grayscale => 2,
            ColorDepth::Indexed if opacity == 255 => 1,
            ColorDepth::Indexed => {
                bail!("expected an opacity of 255 in an indexed picture, found {opacity}")
            }
            ColorDepth::Unknown(bits) => bail!("expected 8, 16 or 32 bits a pixel, found {bits}"),
        };
        let bytes = decoder.decode(image, width * height * depth)?;
        let is_background = layer.flags.contains(LayerFlags::BACKGROUND);
        for (index, pixel) in bytes.chunks_exact(depth).enumerate() {
            let colour = match *pixel {
                [number] if number == self.header.transparent_index && !is_background => continue,
                [number] => [number, 0, 0, u8::MAX],
                [grey, alpha] => [grey, grey, grey, alpha],
                [red, green, blue, alpha] => [red, green, blue, alpha],
                _ => continue,
            };
            let across = i64::from(cel.x) + (index % width) as i64;
            let down = i64::from(cel.y) + (index / width) as i64;
            let inside = |at: i64, size: u16| {
                (at < i64::from(size))
                    .then(|| usize::try_from(at).ok())
                    .flatten()
            };
            if let (Some(x), Some(y)) = (
                inside(across, self.header.width),
                inside(down, self.header.height),
            ) {
                over(
                    &mut pixels[y * usize::from(self.header.width) + x],
                    colour,
                    opacity,
                );
            }
        }
        Ok(())
    }
}

impl<'a> AsepriteFrame<'a> {
    /// Returns the first cel of a layer.
    fn cel(&self, layer: u16) -> Option<&FrameCel<'a>> {
        let place = self
            .cels
            .partition_point(|cel| cel.chunk.layer_index < layer);
        let cel = self.cels.get(place);
        cel.filter(|cel| cel.chunk.layer_index == layer)
    }
}

/// Decodes the pixels of cels, one after the other, and uses the same memory for all of them.
struct CelDecoder {
    inflate: Decompress,
    bytes: Vec<u8>,
}

impl CelDecoder {
    fn new() -> Self {
        Self {
            inflate: Decompress::new(true),
            bytes: Vec::new(),
        }
    }

    /// Returns the first `count` decoded bytes of an image.
    ///
    /// # Errors
    /// Returns an error if the data is damaged or has fewer bytes.
    fn decode<'s>(&'s mut self, image: &Image<'s>, count: usize) -> Result<&'s [u8]> {
        const CUT: &str = "a cel whose pixels are cut";
        if !image.compressed {
            return image.data.get(..count).context(CUT);
        }
        self.bytes.clear();
        self.bytes.resize(count, 0);
        self.inflate.reset(true);
        self.inflate
            .decompress(image.data, &mut self.bytes, FlushDecompress::Finish)
            .context(CUT)?;
        if self.inflate.total_out() != count as u64 {
            bail!(CUT);
        }
        Ok(&self.bytes)
    }
}

/// Splits off a part of a file that begins with its own size.
fn sized<'a>(reader: &mut Reader<'a>, what: &str) -> Result<Reader<'a>> {
    let start = *reader;
    let size = reader.u32_le(format_args!("the size of {what}"))?;
    // The size includes the size field itself.
    let Some(rest) = size.checked_sub(4) else {
        let expected = format!("the size of {what}, at least 4");
        return Err(start.malformed(expected, size).into());
    };
    Ok(reader.sub(usize::try_from(rest)?, what)?)
}

/// Parses `data`, which was read at `place`. An error names the offset of `place`.
fn parsed<'a, T>(
    place: Reader<'a>,
    parse: impl FnOnce(&'a [u8]) -> ParseResult<'a, T>,
    data: &'a [u8],
) -> Result<T> {
    match parse(data) {
        Ok((_, value)) => Ok(value),
        Err(_) => Err(place
            .malformed("sound data of Aseprite", "damaged data")
            .into()),
    }
}

/// Adds a palette chunk that declares `count` colours or runs of colours.
fn add_palette<'a>(
    palettes: &mut Vec<Chunk<'a>>,
    count: u32,
    read: impl FnOnce() -> Result<Chunk<'a>>,
) -> Result<()> {
    if count > MOST_COLOURS {
        bail!("expected a palette of at most {MOST_COLOURS} colours, found {count}");
    }
    if palettes.len() == MOST_FRAMES {
        bail!("expected at most {MOST_FRAMES} palettes, found more");
    }
    palettes.push(read()?);
    Ok(())
}

/// Blends a colour over another.
fn over(below: &mut [u8; 4], [red, green, blue, alpha]: [u8; 4], opacity: u32) {
    let alpha = u32::from(alpha) * opacity / 255;
    if alpha == 255 {
        *below = [red, green, blue, 255];
    } else if alpha > 0 {
        let under = u32::from(below[3]) * (255 - alpha) / 255;
        let whole = alpha + under;
        let mixed = |above: u8, below: u8| {
            u8::try_from((u32::from(above) * alpha + u32::from(below) * under) / whole)
                .unwrap_or(u8::MAX)
        };
        *below = [
            mixed(red, below[0]),
            mixed(green, below[1]),
            mixed(blue, below[2]),
            u8::try_from(whole).unwrap_or(255),
        ];
    }
}
