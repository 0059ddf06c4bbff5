//! Files of Aseprite: the frames as pictures, their durations, tags and the slice that says where the actor stands.

use std::io::Read;

use anyhow::{Context, Result, bail};
use aseprite_loader::binary::blend_mode::BlendMode;
use aseprite_loader::binary::chunk::Chunk;
use aseprite_loader::binary::chunks::cel::{CelChunk, CelContent};
use aseprite_loader::binary::chunks::layer::{LayerChunk, LayerFlags, LayerType};
use aseprite_loader::binary::color_depth::ColorDepth;
use aseprite_loader::binary::header::Header;
use aseprite_loader::binary::image::Image;
use aseprite_loader::binary::palette::{Palette, create_palette};
use aseprite_loader::binary::raw_file::parse_raw_file;
use aseprite_loader::binary::raw_frame::RawFrame;
use aseprite_loader::binary::scalars::Color;
use flate2::read::ZlibDecoder;
use scumm_room::Surface;

use super::sheet::{ColourPicture, IndexedPicture, SavedPicture};
use crate::sheet_file::FrameTag;

/// The two bytes that such a file has behind its size.
const MAGIC: [u8; 2] = [0xe0, 0xa5];
/// The most frames: more than any costume has pictures.
const MOST_FRAMES: usize = 4096;
/// The most layers, and cels in a frame.
const MOST_LAYERS: usize = 256;
/// The bit of a layer's flags that makes it a reference, which is never part of the picture.
const REFERENCE: u16 = 0x40;
/// The bit of the header's flags that says that layers have an opacity.
const HAS_OPACITY: u32 = 1;

/// A file.
pub struct Aseprite<'a> {
    header: Header,
    frames: Vec<RawFrame<'a>>,
    palette: Option<Palette>,
}

impl<'a> Aseprite<'a> {
    /// Whether a file is one, by its beginning.
    pub fn is_one(bytes: &[u8]) -> bool {
        bytes.get(4..6) == Some(&MAGIC)
    }

    /// Reads a file; its pixels are not yet decoded.
    ///
    /// # Errors
    /// It is damaged, or has more frames, layers or cels than are read.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let file = parse_raw_file(bytes)
            .ok()
            .context("a damaged Aseprite file")?;
        if file.frames.len() > MOST_FRAMES {
            bail!(
                "expected at most {MOST_FRAMES} frames, found {}",
                file.frames.len()
            );
        }
        let palette = create_palette(&file.header, &file.frames).ok();
        let read = Self {
            header: file.header,
            frames: file.frames,
            palette,
        };
        let cels = read
            .frames
            .iter()
            .map(|frame| frame.cels().count())
            .max()
            .unwrap_or(0);
        let most = cels.max(read.layers().count());
        if most > MOST_LAYERS {
            bail!("expected at most {MOST_LAYERS} layers, found {most}");
        }
        Ok(read)
    }

    /// How many milliseconds each frame lasts.
    pub fn durations(&self) -> impl Iterator<Item = u64> {
        self.frames.iter().map(|frame| u64::from(frame.duration))
    }

    /// The animations.
    pub fn tags(&self) -> Vec<FrameTag> {
        let tags = self.chunks().filter_map(|chunk| {
            if let Chunk::Tags(tags) = chunk {
                Some(&tags.tags)
            } else {
                None
            }
        });
        let tags = tags.flatten().map(|tag| {
            let (from, to) = (*tag.frames.start(), *tag.frames.end());
            FrameTag::new(tag.name, from.into()..=to.into(), tag.animation_repeat != 1)
        });
        tags.collect()
    }

    /// The left upper corner of the slice with a name.
    pub fn slice(&self, name: &str) -> Option<(i32, i32)> {
        self.chunks().find_map(|chunk| match chunk {
            Chunk::Slice(slice) if slice.name == name => {
                slice.slice_keys.first().map(|key| (key.x, key.y))
            }
            _ => None,
        })
    }

    /// The colours of the palette, but for the transparent one.
    pub fn colours(&self) -> Vec<Option<[u8; 4]>> {
        let rgba = |colour: Color| [colour.red, colour.green, colour.blue, colour.alpha];
        let colours = self.palette.iter().flat_map(|palette| palette.colors);
        colours
            .map(|colour| (colour.alpha > 0).then_some(rgba(colour)))
            .collect()
    }

    /// A frame as it is seen: all visible layers on top of each other. `spend` is asked whether so many pixels may be decoded.
    ///
    /// # Errors
    /// There is no such frame, it is damaged, or has layers that are no plain pixels; what `spend` says.
    pub fn frame(&self, number: usize, spend: impl Fn(u64) -> Result<()>) -> Result<SavedPicture> {
        let frame = self
            .frames
            .get(number)
            .with_context(|| format!("there is no frame {number}"))?;
        let (width, height) = (
            usize::from(self.header.width),
            usize::from(self.header.height),
        );
        spend(u64::from(self.header.width) * u64::from(self.header.height))?;
        let layers: Vec<(&LayerChunk<'_>, bool)> = self.visible_layers();
        let mut cels: Vec<&CelChunk<'_>> = frame.cels().collect();
        let order = |cel: &CelChunk<'_>| {
            (
                i32::from(cel.layer_index) + i32::from(cel.z_index),
                cel.z_index,
            )
        };
        cels.sort_by_key(|cel| order(cel));
        let is_indexed = self.header.color_depth == ColorDepth::Indexed;
        let ground = if is_indexed {
            [self.header.transparent_index, 0, 0, 0]
        } else {
            [0; 4]
        };
        let mut pixels = vec![ground; width * height];
        for cel in cels {
            let index = usize::from(cel.layer_index);
            let &(layer, is_visible) = layers
                .get(index)
                .with_context(|| format!("a cel of layer {index}, which is not there"))?;
            if is_visible {
                let shown = || format!("frame {number}, layer {:?}", layer.name);
                let image = self.image(cel).with_context(shown)?;
                self.paint(image, cel, layer, &mut pixels, &spend)
                    .with_context(shown)?;
            }
        }
        if !is_indexed {
            return Ok(SavedPicture::Colours(ColourPicture::of(width, pixels)));
        }
        let palette = self
            .palette
            .as_ref()
            .context("an indexed picture without a palette")?;
        let shown = scumm_room::Palette(
            palette
                .colors
                .map(|colour| [colour.red, colour.green, colour.blue]),
        );
        let mut opacities = palette.colors.map(|colour| colour.alpha);
        opacities[usize::from(self.header.transparent_index)] = 0;
        let surface = Surface::from_pixels(width, height, pixels.iter().map(|pixel| pixel[0]));
        let (count, opacities) = (palette.colors.len(), opacities.to_vec());
        Ok(SavedPicture::Indexed(Box::new(IndexedPicture {
            surface,
            palette: shown,
            count,
            opacities,
        })))
    }

    fn chunks(&self) -> impl Iterator<Item = &Chunk<'a>> {
        self.frames.iter().flat_map(|frame| &frame.chunks)
    }

    fn layers(&self) -> impl Iterator<Item = &LayerChunk<'a>> {
        self.chunks().filter_map(|chunk| {
            if let Chunk::Layer(layer) = chunk {
                Some(layer)
            } else {
                None
            }
        })
    }

    /// The layers, and whether they are seen: they and all groups that they are in.
    fn visible_layers(&self) -> Vec<(&LayerChunk<'a>, bool)> {
        let mut groups: Vec<bool> = Vec::new();
        let mut visible = |layer: &LayerChunk<'_>| {
            groups.truncate(layer.child_level.into());
            let is_shown =
                layer.flags.contains(LayerFlags::VISIBLE) && groups.last() != Some(&false);
            groups.push(is_shown || layer.layer_type != LayerType::Group);
            is_shown && layer.layer_type != LayerType::Group && layer.flags.bits() & REFERENCE == 0
        };
        self.layers().map(|layer| (layer, visible(layer))).collect()
    }

    /// The image of a cel, or of the one that it is linked to.
    fn image<'s>(&'s self, cel: &'s CelChunk<'s>) -> Result<&'s Image<'s>> {
        let linked = match &cel.content {
            CelContent::LinkedCel { frame_position } => {
                let frame = self.frames.get(usize::from(*frame_position));
                let mut cels = frame.into_iter().flat_map(RawFrame::cels);
                cels.find(|other| other.layer_index == cel.layer_index)
            }
            _ => Some(cel),
        };
        match linked.map(|cel| &cel.content) {
            Some(CelContent::Image(image)) => Ok(image),
            Some(CelContent::CompressedTilemap { .. }) => {
                bail!("a layer of tiles; turn it into a normal layer")
            }
            _ => bail!("a cel that is linked to none"),
        }
    }

    /// Paints the image of a cel.
    fn paint(
        &self,
        image: &Image<'_>,
        cel: &CelChunk<'_>,
        layer: &LayerChunk<'_>,
        pixels: &mut [[u8; 4]],
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
        let (width, height) = (usize::from(image.width), usize::from(image.height));
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
        let mut bytes = vec![0; width * height * depth];
        let mut data = image.data;
        match image.compressed {
            true => ZlibDecoder::new(data).read_exact(&mut bytes),
            false => data.read_exact(&mut bytes),
        }
        .context("a cel whose pixels are cut")?;
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

/// Lays a colour over another.
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
