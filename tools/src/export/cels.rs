//! Cels one by one, in their own colour numbers.

use anyhow::Result;
use scumm_costume::{Codec, Costume, LimbStates, Renderer, Target};
use scumm_platform::paint::digits_of;
use scumm_room::{Palette, Surface};
use serde::Serialize;

use super::export_folder::ExportFolder;
use super::options::{self, TOO_LARGE};
use super::unique;
use crate::colours::{Caption, ColouredCostume};
use crate::costume_input::Loaded;
use crate::facts::Facts;
use crate::{facts, info, output};

/// The list beside the pictures.
#[derive(Debug, Serialize)]
struct CelList {
    costume: String,
    #[serde(flatten)]
    caption: Caption,
    kind: &'static str,
    format: String,
    /// The screen colour of each colour number; empty where cels have screen colours themselves
    /// (A53).
    colours: Vec<u16>,
    /// How many pixels of a file are one of the costume's on each side; places and sizes count the
    /// costume's.
    #[serde(skip_serializing_if = "Option::is_none")]
    zoom: Option<u8>,
    cels: Vec<CelEntry>,
}

#[derive(Debug, Serialize)]
struct CelEntry {
    /// `None` where there is no picture: it has no pixels, or can't be decoded.
    file: Option<String>,
    #[serde(flatten)]
    cel: info::CelInfo,
    /// The stored colour that is colour 0 in the picture, and colour 0 is it: 0 has to be the
    /// transparent one.
    #[serde(skip_serializing_if = "Option::is_none")]
    swapped_with_0: Option<u8>,
}

/// A decoded cel, in the costume's colour numbers or the screen's: see [`colour_numbers`].
pub struct DecodedCel {
    /// The pixels.
    pub surface: Surface,
    /// The colour of gaps.
    pub transparent: Option<u8>,
}

impl DecodedCel {
    /// The bytes of a PNG in these colours.
    ///
    /// # Errors
    /// The encoder's.
    pub fn png(&self, palette: &Palette) -> Result<Vec<u8>> {
        output::png_bytes(&self.surface, palette, self.transparent, 1)
    }
}

/// Writes all cels as `cel-000.png` and so on, each of their sides `zoom` times as long, with the
/// list `cels.json`.
///
/// Returns how many are left out because they can't be decoded, or would be too large.
///
/// # Errors
/// They can't be written.
pub fn write(coloured: &ColouredCostume, zoom: Option<u8>, target: &ExportFolder) -> Result<usize> {
    let loaded = &coloured.loaded;
    let colours = colour_numbers(loaded);
    let palette = CelPalette::of(loaded, &coloured.colours.palette);
    let factor = zoom.unwrap_or(1);
    let mut lines = Vec::new();
    let mut left_out = 0;
    for cel in info::cels(&loaded.costume) {
        let mut file = None;
        let mut swapped_with_0 = None;
        let why = match decode(loaded, cel.number) {
            None => Some("it can't be decoded"),
            Some(decoded) if decoded.surface.pixels().is_empty() => None,
            Some(decoded) if !options::fits(decoded.surface.pixels().len(), factor) => {
                Some(TOO_LARGE)
            }
            Some(decoded) => {
                let name = format!("cel-{:03}.png", cel.number);
                swapped_with_0 = decoded.transparent.filter(|&transparent| transparent != 0);
                target.put(
                    name.clone(),
                    &encode(decoded, &palette, swapped_with_0, factor)?,
                )?;
                file = Some(name);
                None
            }
        };
        if let Some(why) = why {
            log::warn!("{}: cel {} is left out: {why}", loaded.name, cel.number);
            left_out += 1;
        }
        lines.push(CelEntry {
            file,
            cel,
            swapped_with_0,
        });
    }
    let Facts { kind, format, .. } = Facts::of(&loaded.costume);
    let costume = loaded.name.clone();
    let caption = coloured.caption();
    target.put_json(
        "cels.json",
        &CelList {
            costume,
            caption,
            kind,
            format,
            colours,
            zoom,
            cels: lines,
        },
    )?;
    Ok(left_out)
}

/// How opaque a colour is shown that is a shadow.
const SHADOW_OPACITY: u8 = 128;

/// The colours of cels on a screen, each but once. Those that are shadows are a half transparent
/// black, whatever the room's colour 13 is: they never have it (C50).
pub struct CelPalette {
    /// The colours by their numbers.
    pub palette: Palette,
    /// How many there are.
    pub count: usize,
    /// The numbers that are shadows.
    pub shadows: Vec<u8>,
}

impl CelPalette {
    /// Those of a costume.
    pub fn of(loaded: &Loaded, screen: &Palette) -> Self {
        let (mut palette, count) = palette_of(&colour_numbers(loaded), screen);
        let shadows = facts::shadows(&loaded.costume);
        shadows.iter().for_each(|&number| palette[number] = [0; 3]);
        unique::make(palette.0.get_mut(..count).unwrap_or_default());
        Self {
            palette,
            count,
            shadows,
        }
    }

    /// How opaque each number is, 0 to 255; those beyond are opaque.
    pub fn opacities(&self, transparent: Option<u8>) -> Vec<u8> {
        let last = self.shadows.iter().copied().chain(transparent).max();
        let opacity = |number| match number {
            number if Some(number) == transparent => 0,
            number if self.shadows.contains(&number) => SHADOW_OPACITY,
            _ => u8::MAX,
        };
        last.map_or_else(Vec::new, |last| (0..=last).map(opacity).collect())
    }

    /// The colours as a source says them: at least those up to the highest number of these
    /// pictures.
    pub fn texts<'a>(&self, pictures: impl IntoIterator<Item = &'a Surface>) -> Vec<String> {
        let highest = pictures
            .into_iter()
            .flat_map(Surface::pixels)
            .max()
            .copied()
            .unwrap_or(0);
        let colours = (0..=u8::MAX)
            .zip(self.palette.iter())
            .take(self.count.max(usize::from(highest) + 1));
        let text = |(number, &colour): (u8, &[u8; 3])| {
            if self.shadows.contains(&number) {
                format!("{}{SHADOW_OPACITY:02x}", digits_of(colour))
            } else {
                digits_of(colour)
            }
        };
        colours.map(text).collect()
    }

    /// The bytes of a PNG, with a comment. Pixels are the cel's colours as they are.
    ///
    /// # Errors
    /// A picture without pixels.
    pub fn png(
        &self,
        surface: &Surface,
        transparent: Option<u8>,
        comment: Option<&str>,
    ) -> Result<Vec<u8>> {
        let highest = surface
            .pixels()
            .iter()
            .copied()
            .chain(transparent)
            .max()
            .unwrap_or(0);
        let count = self
            .count
            .max(usize::from(highest) + 1)
            .min(self.palette.0.len());
        output::shown_png_bytes(
            surface,
            &self.palette,
            count,
            &self.opacities(transparent),
            comment,
            1,
        )
    }
}

/// The bytes of a PNG with the colours of cels, and colour 0 transparent.
fn encode(
    mut decoded: DecodedCel,
    colours: &CelPalette,
    swap: Option<u8>,
    zoom: u8,
) -> Result<Vec<u8>> {
    let mut palette = colours.palette.clone();
    if let Some(with) = swap {
        palette.0.swap(0, with.into());
        for pixel in decoded.surface.pixels_mut() {
            *pixel = match *pixel {
                0 => with,
                colour if colour == with => 0,
                other => other,
            };
        }
    }
    let transparent = decoded.transparent.map(|_| 0);
    let opacities = colours.opacities(transparent);
    output::shown_png_bytes(
        &decoded.surface,
        &palette,
        colours.count,
        &opacities,
        None,
        zoom,
    )
}

/// Decodes a cel by its number; `None` where it can't be, or where none of its pixels is among the
/// data.
pub fn decode(loaded: &Loaded, number: u16) -> Option<DecodedCel> {
    if let Costume::Akos(akos) = &*loaded.costume {
        let image = akos.image(akos.cels().get(usize::from(number))?.as_ref()?)?;
        return Some(DecodedCel {
            surface: image.surface,
            transparent: image.transparent,
        });
    }
    let surface = loaded.costume.cel_pixels(number)?;
    if let Costume::Cost(cost) = &*loaded.costume {
        let data = cost.picture_data(cost.pictures().get(usize::from(number))?);
        if data.is_empty() && !surface.pixels().is_empty() {
            return None;
        }
    }
    Some(DecodedCel {
        surface,
        transparent: Some(0),
    })
}

/// The colours of pixels on a screen, given [`colour_numbers`], and how many of them there are.
pub fn palette_of(numbers: &[u16], screen: &Palette) -> (Palette, usize) {
    if numbers.is_empty() {
        return (screen.clone(), screen.0.len());
    }
    let mut palette = Palette::default();
    for (colour, &entry) in palette.0.iter_mut().zip(numbers) {
        *colour = screen.0[usize::from(entry & 0xff)];
    }
    (palette, numbers.len())
}

/// The screen colour of each of the costume's colour numbers, as drawing it sets them (C52, C53;
/// A50 where nobody overrides them); none where cels have screen colours themselves (A53).
pub fn colour_numbers(loaded: &Loaded) -> Vec<u16> {
    let cost = match &*loaded.costume {
        Costume::V0(_) => {
            return scumm_costume::V0::colours(loaded.costume.look().actor)
                .map(u16::from)
                .to_vec();
        }
        Costume::Nes(nes) => return nes.colours().unwrap_or_default().map(u16::from).to_vec(),
        Costume::Cost(cost) => cost,
        Costume::Akos(akos) if akos.header().codec != Codec::Rle => return Vec::new(),
        Costume::Akos(akos) => {
            return akos
                .palette()
                .iter()
                .map(|&colour| u16::from(colour))
                .collect();
        }
    };
    let mut renderer = Renderer::default();
    let mut anim = LimbStates::default();
    anim.reset();
    let mut pixels = [0; 64];
    let mut target = Target::new(&mut pixels, 8, 8);
    cost.draw(&anim, &loaded.costume.look(), &mut renderer, &mut target);
    let mut table = renderer.palette;
    table.truncate(cost.format().colours());
    table
}
