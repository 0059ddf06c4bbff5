//! Exports cels one by one, in their own colour indices.

use std::collections::HashSet;
use std::vec;

use anyhow::Result;
use scumm_costume::{Codec, Costume, LimbStates, Renderer, Target};
use scumm_media::paint::digits_of;
use scumm_room::{Palette, Surface};
use serde::Serialize;

use super::folder::ExportFolder;
use super::options::{self, TOO_LARGE};
use crate::colours::{Caption, ColouredCostume};
use crate::costume_input::{CostumeName, LoadedCostume};
use crate::facts::{self, Facts};
use crate::layers::CelName;
use crate::{info, output};

/// The list beside the pictures, `cels.json`.
#[derive(Debug, Serialize)]
struct CelList {
    costume: CostumeName,
    #[serde(flatten)]
    caption: Caption,
    kind: &'static str,
    #[serde(rename = "encoding")]
    format: String,
    /// The screen colour of each colour index; empty if the cels contain screen colours themselves
    /// (A53).
    colours: Vec<u16>,
    /// The factor by which the files are enlarged. Positions and sizes are in pixels of the
    /// costume.
    #[serde(skip_serializing_if = "Option::is_none")]
    zoom: Option<u8>,
    cels: Vec<CelEntry>,
}

#[derive(Debug, Serialize)]
struct CelEntry {
    /// The file name; `None` if the cel has no pixels or cannot be decoded.
    file: Option<String>,
    #[serde(flatten)]
    cel: info::CelInfo,
    /// The colour index that was exchanged with index 0 in the picture. The exchange gives the
    /// transparent pixels index 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    swapped_with_0: Option<u8>,
}

/// A decoded cel in the colour indices of the costume or of the screen; see [`colour_numbers`].
pub struct DecodedCel {
    /// The pixels.
    pub surface: Surface,
    /// The colour index of transparent pixels.
    pub transparent: Option<u8>,
}

impl DecodedCel {
    /// Encodes the cel as a PNG with this palette.
    ///
    /// # Errors
    /// Passes on the errors of the encoder.
    pub fn png(&self, palette: &Palette) -> Result<Vec<u8>> {
        output::png_bytes(&self.surface, palette, self.transparent, 1)
    }
}

/// Returns the file name of a cel: `cel-01-006.png` for picture 6 of limb 1 in a COST,
/// `cel-006.png` for a cel of another costume.
fn file_name(costume: &Costume, cel: &info::CelInfo) -> String {
    match (costume, cel.shown_as.first()) {
        (Costume::Cost(_), Some((limb, code))) => format!("cel-{limb:02}-{code:03}.png"),
        _ => format!("cel-{:03}.png", cel.number),
    }
}

/// Writes all cels, each into a file of its own, enlarged `zoom` times, with the list `cels.json`.
///
/// Returns the number of cels that are left out because they cannot be decoded or would be too
/// large.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write(coloured: &ColouredCostume, zoom: Option<u8>, target: &ExportFolder) -> Result<usize> {
    let mut steps = CelSteps::new(coloured, zoom);
    while steps.step(coloured, target)? {}
    steps.finish(coloured, target)
}

/// Writes the cels of a costume one by one.
pub struct CelSteps {
    /// The cels that are still to be written.
    cels: vec::IntoIter<info::CelInfo>,
    palette: CelPalette,
    zoom: Option<u8>,
    lines: Vec<CelEntry>,
    left_out: usize,
}

impl CelSteps {
    /// Creates the steps of a costume whose pictures are enlarged `zoom` times.
    pub fn new(coloured: &ColouredCostume, zoom: Option<u8>) -> Self {
        Self {
            cels: info::cels(&coloured.loaded.costume).into_iter(),
            palette: CelPalette::new(&coloured.loaded, &coloured.colours.palette),
            zoom,
            lines: Vec::new(),
            left_out: 0,
        }
    }

    /// Writes the next cel. Returns `false` if there are no more cels.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn step(&mut self, coloured: &ColouredCostume, target: &ExportFolder) -> Result<bool> {
        let Some(cel) = self.cels.next() else {
            return Ok(false);
        };
        let loaded = &coloured.loaded;
        let factor = self.zoom.unwrap_or(1);
        let mut file = None;
        let mut swapped_with_0 = None;
        let why = match decode(loaded, cel.number) {
            None => Some("it cannot be decoded"),
            Some(decoded) if decoded.surface.pixels().is_empty() => None,
            Some(decoded) if !options::fits(decoded.surface.pixels().len(), factor) => {
                Some(TOO_LARGE)
            }
            Some(decoded) => {
                let name = file_name(&loaded.costume, &cel);
                swapped_with_0 = decoded.transparent.filter(|&transparent| transparent != 0);
                target.put(
                    name.clone(),
                    &encode(decoded, &self.palette, swapped_with_0, factor)?,
                )?;
                file = Some(name);
                None
            }
        };
        if let Some(why) = why {
            let name = CelName::first(cel.number, &cel.shown_as);
            log::warn!("{}: cel {name} is skipped: {why}", loaded.name);
            self.left_out += 1;
        }
        self.lines.push(CelEntry {
            file,
            cel,
            swapped_with_0,
        });
        Ok(true)
    }

    /// Writes the list. Returns the number of cels that are left out.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn finish(self, coloured: &ColouredCostume, target: &ExportFolder) -> Result<usize> {
        let loaded = &coloured.loaded;
        let Facts { kind, format, .. } = Facts::new(&loaded.costume);
        target.put_document(
            "cels.json",
            &CelList {
                costume: loaded.costume_name(),
                caption: coloured.caption(),
                kind,
                format,
                colours: colour_numbers(loaded),
                zoom: self.zoom,
                cels: self.lines,
            },
        )?;
        Ok(self.left_out)
    }
}

/// The opacity with which shadow colours are shown.
const SHADOW_OPACITY: u8 = 128;

/// The colours of cels on a screen, without duplicates. Shadow colours are a half transparent
/// black, whatever colour 13 of the room is, because the game never shows shadows in that colour
/// (C50).
pub struct CelPalette {
    /// The colour of each index.
    pub palette: Palette,
    /// The number of colours.
    pub count: usize,
    /// The colour indices that are shadows.
    pub shadows: Vec<u8>,
}

impl CelPalette {
    /// Creates the colours of a costume on a screen.
    pub fn new(loaded: &LoadedCostume, screen: &Palette) -> Self {
        let (mut palette, count) = palette_of(&colour_numbers(loaded), screen);
        let shadows = facts::shadows(&loaded.costume);
        shadows.iter().for_each(|&number| palette[number] = [0; 3]);
        make_unique(palette.colours_mut().get_mut(..count).unwrap_or_default());
        Self {
            palette,
            count,
            shadows,
        }
    }

    /// Returns the opacity of each index, 0 to 255. Indices beyond the list are opaque.
    pub fn opacities(&self, transparent: Option<u8>) -> Vec<u8> {
        let last = self.shadows.iter().copied().chain(transparent).max();
        let opacity = |number| match number {
            number if Some(number) == transparent => 0,
            number if self.shadows.contains(&number) => SHADOW_OPACITY,
            _ => u8::MAX,
        };
        last.map_or_else(Vec::new, |last| (0..=last).map(opacity).collect())
    }

    /// Returns the colours as texts for a source, at least up to the highest index in these
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

    /// Encodes a PNG with a comment. The pixels keep the colour indices of the cel.
    ///
    /// # Errors
    /// Returns an error if the picture has no pixels.
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
            .min(self.palette.colours().len());
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

/// Encodes a PNG with the colours of cels, in which colour 0 is transparent.
fn encode(
    mut decoded: DecodedCel,
    colours: &CelPalette,
    swap: Option<u8>,
    zoom: u8,
) -> Result<Vec<u8>> {
    let mut palette = colours.palette.clone();
    if let Some(with) = swap {
        palette.colours_mut().swap(0, with.into());
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

/// Decodes a cel by its number. Returns `None` if the cel cannot be decoded, or if the data
/// contains none of its pixels.
pub fn decode(loaded: &LoadedCostume, number: u16) -> Option<DecodedCel> {
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

/// Returns the palette of pixels on a screen, given [`colour_numbers`], and its number of colours.
pub fn palette_of(numbers: &[u16], screen: &Palette) -> (Palette, usize) {
    if numbers.is_empty() {
        return (screen.clone(), screen.colours().len());
    }
    let mut palette = Palette::default();
    for (colour, &entry) in palette.iter_mut().zip(numbers) {
        *colour = screen[(entry & 0xff) as u8];
    }
    (palette, numbers.len())
}

/// Returns the screen colour of each of the costume's colour indices, as drawing the costume uses
/// them (C52, C53; A50 without overrides). The list is empty if the cels contain screen colours
/// themselves (A53).
pub fn colour_numbers(loaded: &LoadedCostume) -> Vec<u16> {
    let cost = match &*loaded.costume {
        Costume::V0(_) => {
            return scumm_costume::V0::colours(loaded.wearer())
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

/// Changes each repeated colour to the nearest free colour. If several free colours are equally
/// near, the first is used. The first occurrence of a colour stays. Components are 0 to 255.
fn make_unique(colours: &mut [[u8; 3]]) {
    let mut used: HashSet<[u8; 3]> = colours.iter().copied().collect();
    let mut met = HashSet::new();
    for colour in colours {
        if !met.insert(*colour) {
            if let Some(free) = nearest_free(*colour, &used) {
                *colour = free;
            }
            used.insert(*colour);
            met.insert(*colour);
        }
    }
}

/// Returns the nearest colour that is not in `used`. The largest difference of a component counts
/// first, then the sum of the differences.
fn nearest_free(colour: [u8; 3], used: &HashSet<[u8; 3]>) -> Option<[u8; 3]> {
    (1..=255).find_map(|distance: i16| {
        let range = -distance..=distance;
        let steps = range
            .clone()
            .flat_map(|r| range.clone().map(move |g| (r, g)));
        let cube = steps.flat_map(|(r, g)| range.clone().map(move |b| [r, g, b]));
        let free = cube.filter_map(|step| moved_colour(colour, step).map(|colour| (step, colour)));
        let free = free.filter(|(_, colour)| !used.contains(colour));
        free.min_by_key(|(step, _)| step.iter().map(|d| d.abs()).sum::<i16>())
            .map(|(_, colour)| colour)
    })
}

fn moved_colour(colour: [u8; 3], step: [i16; 3]) -> Option<[u8; 3]> {
    let mut moved = colour;
    for (component, by) in moved.iter_mut().zip(step) {
        *component = u8::try_from(i16::from(*component) + by).ok()?;
    }
    Some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_comers_stay_and_others_move_as_little_as_can_be() {
        let mut colours = [
            [0, 0, 0],
            [9, 9, 9],
            [0, 0, 0],
            [0, 0, 1],
            [255; 3],
            [255; 3],
        ];
        make_unique(&mut colours);
        assert_eq!(
            colours,
            [
                [0, 0, 0],
                [9, 9, 9],
                [0, 1, 0],
                [0, 0, 1],
                [255; 3],
                [254, 255, 255]
            ]
        );
    }

    #[test]
    fn a_palette_of_one_colour_becomes_256_near_ones() {
        let mut colours = [[100; 3]; 256];
        make_unique(&mut colours);
        assert_eq!(colours.iter().collect::<HashSet<_>>().len(), 256);
        assert!(colours.iter().flatten().all(|c| c.abs_diff(100) <= 3));
    }
}
