//! Compares the cels of two editions. One cel of each edition is decoded at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use scumm_costume::edit::codec::{BOMP_TRANSPARENT, MAJMIN_TRANSPARENT};
use scumm_costume::{Codec, Costume, CostumeCel};
use scumm_media::text::plural;
use scumm_room::{Palette, Surface};

use super::{CostumeDifference, parts};
use crate::costume_input::LoadedCostume;
use crate::costume_input::OverLimit;
use crate::export::cels::CelPalette;
use crate::facts;

/// The most pixels of all cels that are decoded to compare two editions. A cel counts once for each
/// cel of the other edition with which it is compared. The pixels are counted before the first cel
/// is decoded.
const MOST_COMPARED: u64 = 1 << 28;
/// The most pixels of the pictures of differing cels, counted before the first picture is written.
const MOST_SHOWN: u64 = 1 << 27;

/// A cel's limb and number; cels of an AKOS have no limb.
type Name = (u16, u16);

/// A cel that differs.
#[derive(Debug)]
pub struct DifferingCel {
    /// The difference.
    pub difference: CostumeDifference,
    /// The file name of the picture without its extension.
    pub name: String,
    /// The index of the cel in both editions.
    places: [Option<usize>; 2],
}

/// The cels of two editions.
pub struct CelEditions([CelEdition; 2]);

/// The cels of an edition.
struct CelEdition {
    costume: Arc<Costume>,
    /// The cels, without their names.
    cels: Vec<CostumeCel>,
    /// The index of each cel in the list of cels, by the names of the cel. A cel may have several
    /// names.
    places: BTreeMap<Name, usize>,
    /// The colour index that is transparent, if there is one.
    transparent: Option<u8>,
    /// The colour indices that are shadows.
    shadows: Vec<u8>,
    /// The number of shadow pixels of each cel, as far as they were counted.
    shadow_pixels: BTreeMap<usize, usize>,
    /// The cel that was decoded last, with its index.
    decoded: Option<(usize, Surface)>,
}

impl CelEditions {
    /// Lists the cels of two editions without decoding them.
    pub fn new(first: &LoadedCostume, second: &LoadedCostume) -> Self {
        Self([CelEdition::new(first), CelEdition::new(second)])
    }

    /// Returns the cels that differ, by name.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if too many pixels would have to be compared.
    pub fn compare(&mut self, name: &str) -> Result<Vec<DifferingCel>, OverLimit> {
        let pairs = self.pairs();
        self.check_pixels(&pairs, name)?;
        let mut differences = BTreeMap::new();
        for (old, new) in pairs {
            if let Some(what) = self.difference(old, new) {
                differences.insert((old, new), what);
            }
        }
        let [first, second] = &self.0;
        let is_akos = first.costume.is_akos();
        let differing = parts(&first.places, &second.places, |&old, &new| {
            differences.get(&(old, new)).cloned()
        });
        let mut found = Vec::new();
        for ((limb, code), places, what) in differing {
            let (part, name) = if is_akos {
                (format!("cel {code}"), format!("{code:04}"))
            } else {
                (format!("cel {limb}:{code}"), format!("{limb:02}-{code:03}"))
            };
            found.push(DifferingCel {
                difference: CostumeDifference::new(part, what),
                name,
                places: places.map(|place| place.copied()),
            });
        }
        Ok(found)
    }

    /// Returns pairs of indices of the cels that have the same name in both editions, each pair
    /// once.
    fn pairs(&self) -> BTreeSet<(usize, usize)> {
        let [first, second] = &self.0;
        let mut pairs = BTreeSet::new();
        for (name, &old) in &first.places {
            if let Some(&new) = second.places.get(name) {
                pairs.insert((old, new));
            }
        }
        pairs
    }

    /// Returns [`OverLimit`] if the pairs have too many pixels together.
    fn check_pixels(&self, pairs: &BTreeSet<(usize, usize)>, name: &str) -> Result<(), OverLimit> {
        let [first, second] = &self.0;
        let mut pixels: u64 = 0;
        for &(old, new) in pairs {
            pixels = pixels.saturating_add(first.pixels(old));
            pixels = pixels.saturating_add(second.pixels(new));
        }
        OverLimit::check(name, "the compared cels", pixels, MOST_COMPARED)
    }

    /// Describes the difference between two cels; `None` if they are equal.
    fn difference(&mut self, old: usize, new: usize) -> Option<String> {
        let [first, second] = &mut self.0;
        let mut found = Vec::new();
        let (Some(old_cel), Some(new_cel)) = (first.cels.get(old), second.cels.get(new)) else {
            return None;
        };
        let same_size = (old_cel.width, old_cel.height) == (new_cel.width, new_cel.height);
        if !same_size {
            found.push(format!(
                "{}x{} became {}x{}",
                old_cel.width, old_cel.height, new_cel.width, new_cel.height
            ));
        }
        for (what, old, new) in [
            ("place", old_cel.rel, new_cel.rel),
            ("move", old_cel.step, new_cel.step),
        ] {
            if old != new {
                found.push(format!(
                    "{what} {},{} became {},{}",
                    old.x, old.y, new.x, new.y
                ));
            }
        }
        let aligned = Aligned::new([Some(old_cel), Some(new_cel)]);
        let [old_transparent, new_transparent] = [first.transparent, second.transparent];
        let old_surface = first.decode(old);
        let new_surface = second.decode(new);
        let sheets = [
            (old_surface, old_transparent),
            (new_surface, new_transparent),
        ];
        let pixels = aligned.differing(sheets);
        if pixels > 0 {
            found.push(plural(pixels, "pixel"));
        }
        let before = first.shadow_pixels(old);
        let after = second.shadow_pixels(new);
        if before != after {
            found.push(format!(
                "a shadow (C50) of {before} pixels became one of {after}"
            ));
        }
        if found.is_empty() {
            return None;
        }
        Some(found.join(", "))
    }

    /// Checks the total size of the pictures of differing cels.
    ///
    /// # Errors
    /// Returns [`OverLimit`] if the pictures have too many pixels together.
    pub fn check_pictures(&self, cels: &[DifferingCel], name: &str) -> Result<(), OverLimit> {
        let mut pixels: u64 = 0;
        for cel in cels {
            let aligned = Aligned::new(self.cels_of(cel));
            let width = 3 * aligned.width as u64 + 2;
            pixels = pixels.saturating_add(width * aligned.height as u64);
        }
        OverLimit::check(name, "the pictures of differing cels", pixels, MOST_SHOWN)
    }

    /// Returns a cel in both editions; `None` if an edition does not have the cel.
    fn cels_of(&self, cel: &DifferingCel) -> [Option<&CostumeCel>; 2] {
        let [first, second] = &self.0;
        let [old, new] = cel.places;
        [
            old.and_then(|place| first.cels.get(place)),
            new.and_then(|place| second.cels.get(place)),
        ]
    }

    /// Returns a picture that shows a differing cel of both editions side by side, in the colours
    /// of both. `None` if the cel has no size.
    pub fn picture(
        &mut self,
        cel: &DifferingCel,
        colours: [&CelPalette; 2],
    ) -> Option<ComparedPicture> {
        let aligned = Aligned::new(self.cels_of(cel));
        if aligned.width == 0 || aligned.height == 0 {
            return None;
        }
        let [first, second] = &mut self.0;
        let transparent = [first.transparent, second.transparent];
        let nothing = Surface::default();
        let old = match cel.places[0] {
            Some(place) => first.decode(place),
            None => &nothing,
        };
        let new = match cel.places[1] {
            Some(place) => second.decode(place),
            None => &nothing,
        };
        let sheets = [(old, transparent[0]), (new, transparent[1])];
        Some(aligned.picture(sheets, colours))
    }
}

/// A picture of a cel in both editions, with its own palette. Colour 0 is transparent.
pub struct ComparedPicture {
    pub surface: Surface,
    pub palette: Palette,
}

/// The pixels of a cel, and the colour that is transparent in them.
type Sheet<'s> = (&'s Surface, Option<u8>);

/// The colour of pixels that only the first edition has, unless a pixel has this colour.
const ERASED: [u8; 3] = [0xff, 0x00, 0xff];

/// The most pixels of the box around a cel in both editions, as a multiple of the pixels of both.
/// In a larger box the cels are far apart.
const MOST_SPACE: usize = 4;

/// The box around a cel in both editions, which are laid over each other by their places.
struct Aligned {
    width: usize,
    height: usize,
    /// The position of the cel of each edition in the box.
    at: [(usize, usize); 2],
}

impl Aligned {
    /// Lays a cel of both editions over each other. If their places are far apart, the upper left
    /// corners are laid over each other.
    fn new(cels: [Option<&CostumeCel>; 2]) -> Self {
        let there = || cels.iter().flatten();
        let left = there().map(|cel| i32::from(cel.rel.x)).min().unwrap_or(0);
        let top = there().map(|cel| i32::from(cel.rel.y)).min().unwrap_or(0);
        let distance = |place: i16, start: i32| {
            usize::try_from(i32::from(place).saturating_sub(start)).unwrap_or(0)
        };
        let at = cels.map(|cel| {
            cel.map_or((0, 0), |cel| {
                (distance(cel.rel.x, left), distance(cel.rel.y, top))
            })
        });
        let sizes = cels.map(|cel| cel.map_or((0, 0), |cel| (cel.width.into(), cel.height.into())));
        let placed = Self::around(sizes, at);
        let pixels: usize = sizes.iter().map(|(width, height)| width * height).sum();
        if placed.width * placed.height <= MOST_SPACE * pixels.max(1) {
            return placed;
        }
        Self::around(sizes, [(0, 0); 2])
    }

    fn around(sizes: [(usize, usize); 2], at: [(usize, usize); 2]) -> Self {
        let [(old_width, old_height), (new_width, new_height)] = sizes;
        let [(old_x, old_y), (new_x, new_y)] = at;
        Self {
            width: (old_x + old_width).max(new_x + new_width),
            height: (old_y + old_height).max(new_y + new_height),
            at,
        }
    }

    /// Returns the pixel of an edition at a position of the box; `None` if nothing is drawn there.
    fn pixel(
        &self,
        edition: usize,
        (surface, transparent): Sheet<'_>,
        x: usize,
        y: usize,
    ) -> Option<u8> {
        let (left, top) = self.at[edition];
        let pixel = surface.get(x.checked_sub(left)?, y.checked_sub(top)?)?;
        (Some(pixel) != transparent).then_some(pixel)
    }

    /// Returns the number of differing pixels.
    fn differing(&self, [old, new]: [Sheet<'_>; 2]) -> usize {
        if self.at[0] == self.at[1] && old == new {
            return 0;
        }
        let mut count = 0;
        for y in 0..self.height {
            for x in 0..self.width {
                let differs = self.pixel(0, old, x, y) != self.pixel(1, new, x, y);
                count += usize::from(differs);
            }
        }
        count
    }

    /// Returns the cel of the first edition, that of the second, and the differing pixels of the
    /// second, one pixel apart. Pixels that only the first edition has are marked.
    fn picture(&self, [old, new]: [Sheet<'_>; 2], colours: [&CelPalette; 2]) -> ComparedPicture {
        let colour =
            |edition: usize, pixel: Option<u8>| pixel.map(|pixel| colours[edition].palette[pixel]);
        let width = 3 * self.width + 2;
        let mut shown: Vec<Option<[u8; 3]>> = vec![None; width * self.height];
        let mut erased = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                let first = self.pixel(0, old, x, y);
                let second = self.pixel(1, new, x, y);
                let row = y * width;
                let third = row + 2 * (self.width + 1) + x;
                shown[row + x] = colour(0, first);
                shown[row + self.width + 1 + x] = colour(1, second);
                if second.is_none() && first.is_some() {
                    erased.push(third);
                } else if first != second || colour(0, first) != colour(1, second) {
                    shown[third] = colour(1, second);
                }
            }
        }
        let mut marker = ERASED;
        while shown.contains(&Some(marker)) {
            marker[1] = marker[1].wrapping_add(1);
        }
        for place in erased {
            shown[place] = Some(marker);
        }
        indexed(&shown, width)
    }
}

/// Returns a picture with a palette of its colours. If there are more than 255 colours, further
/// colours are shown as the last.
fn indexed(shown: &[Option<[u8; 3]>], width: usize) -> ComparedPicture {
    let mut numbers: BTreeMap<[u8; 3], u8> = BTreeMap::new();
    let mut palette = Palette::default();
    let mut pixels = Vec::with_capacity(shown.len());
    for colour in shown {
        let Some(colour) = colour else {
            pixels.push(0);
            continue;
        };
        let next = u8::try_from(numbers.len() + 1).unwrap_or(u8::MAX);
        let number = *numbers.entry(*colour).or_insert(next);
        palette[number] = *colour;
        pixels.push(number);
    }
    let height = shown.len() / width.max(1);
    ComparedPicture {
        surface: Surface::from_pixels(width, height, pixels),
        palette,
    }
}

impl CelEdition {
    fn new(loaded: &LoadedCostume) -> Self {
        let costume = loaded.costume.clone();
        let mut cels = Vec::new();
        let mut places = BTreeMap::new();
        for mut cel in costume.cels() {
            let names = std::mem::take(&mut cel.names);
            match &*costume {
                // On the Nintendo the pictures belong to the costume set, not to the costume.
                Costume::Nes(_) => continue,
                Costume::Cost(_) | Costume::V0(_) => {
                    for (limb, code) in names {
                        places.insert((limb.into(), code.into()), cels.len());
                    }
                }
                Costume::Akos(_) => drop(places.insert((0, cel.number), cels.len())),
            }
            cels.push(cel);
        }
        Self {
            transparent: transparent(&costume),
            shadows: facts::shadows(&costume),
            costume,
            cels,
            places,
            shadow_pixels: BTreeMap::new(),
            decoded: None,
        }
    }

    /// Returns the number of pixels of a cel without decoding it.
    fn pixels(&self, place: usize) -> u64 {
        let size = |cel: &CostumeCel| u64::from(cel.width) * u64::from(cel.height);
        self.cels.get(place).map_or(0, size)
    }

    /// Decodes a cel unless it was decoded last. A cel that cannot be decoded has no pixels.
    fn decode(&mut self, place: usize) -> &Surface {
        if self
            .decoded
            .as_ref()
            .is_some_and(|(last, _)| *last != place)
        {
            // Drops the previous cel first, so that two cels are never in memory at once.
            self.decoded = None;
        }
        let Self {
            costume,
            cels,
            decoded,
            ..
        } = self;
        let decode = || {
            let cel = cels.get(place)?;
            costume.cel_pixels(cel.number)
        };
        let (_, surface) = decoded.get_or_insert_with(|| (place, decode().unwrap_or_default()));
        surface
    }

    /// Returns the number of shadow pixels of a cel (C50).
    fn shadow_pixels(&mut self, place: usize) -> usize {
        if self.shadows.is_empty() {
            return 0;
        }
        if let Some(&count) = self.shadow_pixels.get(&place) {
            return count;
        }
        let shadows = self.shadows.clone();
        let pixels = self.decode(place).pixels().iter();
        let count = pixels.filter(|pixel| shadows.contains(pixel)).count();
        self.shadow_pixels.insert(place, count);
        count
    }
}

/// Returns the colour index that is transparent in the cels of a costume.
fn transparent(costume: &Costume) -> Option<u8> {
    let Costume::Akos(akos) = costume else {
        return Some(0);
    };
    match akos.header().codec {
        Codec::Rle => Some(0),
        Codec::Bomp => Some(BOMP_TRANSPARENT),
        Codec::Majmin => Some(MAJMIN_TRANSPARENT),
        Codec::Trle | Codec::Unknown(_) => None,
    }
}

/// Returns three pictures side by side, one pixel apart: the old, the new, and the differing pixels
/// of the new.
pub fn side_by_side([old, new]: [&Surface; 2]) -> Surface {
    let width = old.width().max(new.width());
    let height = old.height().max(new.height());
    if width == 0 || height == 0 {
        return Surface::default();
    }
    let at = |surface: &Surface, x: usize, y: usize| surface.get(x, y).unwrap_or(0);
    let mut sheet = Surface::filled(3 * width + 2, height, 0);
    for (y, row) in sheet
        .pixels_mut()
        .chunks_exact_mut(3 * width + 2)
        .enumerate()
    {
        for x in 0..width {
            let first = at(old, x, y);
            let second = at(new, x, y);
            row[x] = first;
            row[width + 1 + x] = second;
            row[2 * (width + 1) + x] = if first == second { 0 } else { second };
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cel(width: u16, height: u16, rel: (i16, i16)) -> CostumeCel {
        CostumeCel {
            number: 0,
            width,
            height,
            rel: rel.into(),
            step: (0, 0).into(),
            names: Vec::new(),
        }
    }

    fn palette(red: u8) -> CelPalette {
        let mut palette = Palette::default();
        for number in 0..=u8::MAX {
            palette[number] = [red, number, 0];
        }
        CelPalette {
            palette,
            count: 16,
            shadows: Vec::new(),
        }
    }

    #[test]
    fn cels_are_laid_over_each_other_by_their_places() {
        // The second cel is a row higher and begins a row above the first.
        let old = Surface::new(1, 2, vec![1, 2]).unwrap();
        let new = Surface::new(1, 3, vec![7, 1, 2]).unwrap();
        let cels = [cel(1, 2, (-4, -10)), cel(1, 3, (-4, -11))];
        let aligned = Aligned::new([Some(&cels[0]), Some(&cels[1])]);
        assert_eq!((aligned.width, aligned.height), (1, 3));
        let sheets = [(&old, Some(0)), (&new, Some(0))];
        assert_eq!(aligned.differing(sheets), 1);
        let colours = palette(9);
        let picture = aligned.picture(sheets, [&colours, &colours]);
        let rows: Vec<&[u8]> = picture.surface.pixels().chunks(5).collect();
        assert_eq!(rows[0][0], 0);
        assert_eq!(rows[0][2], rows[0][4]);
        assert_eq!(picture.palette[rows[0][4]], [9, 7, 0]);
        assert_eq!((rows[1][4], rows[2][4]), (0, 0));
    }

    #[test]
    fn erased_pixels_are_marked_and_each_edition_has_its_colours() {
        let old = Surface::new(2, 1, vec![1, 2]).unwrap();
        let new = Surface::new(2, 1, vec![1, 0]).unwrap();
        let cel = cel(2, 1, (0, 0));
        let aligned = Aligned::new([Some(&cel), Some(&cel)]);
        let sheets = [(&old, Some(0)), (&new, Some(0))];
        assert_eq!(aligned.differing(sheets), 1);
        let picture = aligned.picture(sheets, [&palette(1), &palette(200)]);
        let shown = |x: usize| picture.palette[picture.surface.get(x, 0).unwrap()];
        assert_eq!((shown(0), shown(3)), ([1, 1, 0], [200, 1, 0]));
        // The pixel has another colour, and the erased pixel is marked.
        assert_eq!((shown(6), shown(7)), ([200, 1, 0], ERASED));
    }

    #[test]
    fn places_far_apart_take_no_room() {
        let cels = [cel(2, 2, (-32768, 0)), cel(2, 2, (32767, 32767))];
        let aligned = Aligned::new([Some(&cels[0]), Some(&cels[1])]);
        assert_eq!((aligned.width, aligned.height), (2, 2));
    }

    #[test]
    fn what_is_other_stands_to_the_right() {
        let old = Surface::new(2, 1, vec![1, 2]).unwrap();
        let new = Surface::new(1, 2, vec![1, 3]).unwrap();
        let sheet = side_by_side([&old, &new]);
        assert_eq!((sheet.width(), sheet.height()), (8, 2));
        assert_eq!(
            sheet.pixels(),
            [1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 0]
        );
    }
}
