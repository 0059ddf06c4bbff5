//! Compares the cels of two editions. One cel of each edition is decoded at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use scumm_costume::{Costume, CostumeCel};
use scumm_room::Surface;

use super::{CostumeDifference, parts};
use crate::costume_input::LoadedCostume;
use crate::costume_input::OverLimit;
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
        if same_size {
            let old_surface = first.decode(old);
            let new_surface = second.decode(new);
            if old_surface != new_surface {
                let both = old_surface.pixels().iter().zip(new_surface.pixels());
                let pixels = both.filter(|(old, new)| old != new).count();
                found.push(format!("{pixels} pixels"));
            }
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
            let [(old_width, old_height), (new_width, new_height)] = self.sizes(cel);
            let width = 3 * u64::from(old_width.max(new_width)) + 2;
            let height = u64::from(old_height.max(new_height));
            pixels = pixels.saturating_add(width * height);
        }
        OverLimit::check(name, "the pictures of differing cels", pixels, MOST_SHOWN)
    }

    /// Returns the sizes of a cel in both editions; 0 if an edition does not have the cel.
    fn sizes(&self, cel: &DifferingCel) -> [(u16, u16); 2] {
        let [first, second] = &self.0;
        let size = |edition: &CelEdition, place: Option<usize>| {
            let cel = place.and_then(|place| edition.cels.get(place));
            cel.map_or((0, 0), |cel| (cel.width, cel.height))
        };
        [size(first, cel.places[0]), size(second, cel.places[1])]
    }

    /// Returns a picture that shows a differing cel of both editions side by side. The picture has
    /// no pixels if the cel has no size.
    pub fn picture(&mut self, cel: &DifferingCel) -> Surface {
        let [first, second] = &mut self.0;
        let nothing = Surface::default();
        let old = match cel.places[0] {
            Some(place) => first.decode(place),
            None => &nothing,
        };
        let new = match cel.places[1] {
            Some(place) => second.decode(place),
            None => &nothing,
        };
        side_by_side([old, new])
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
