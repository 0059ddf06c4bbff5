//! Two editions' cels.

use std::collections::BTreeMap;

use scumm_costume::{Costume, CostumeCel};
use scumm_room::Surface;

use super::{Difference, parts};
use crate::costume_input::Loaded;
use crate::facts;

/// A cel of a costume without its names, and its pixels. It can't be decoded where it has none but a size.
type ComparedCel = (CostumeCel, Surface);

/// A cel that differs, with its pictures.
#[derive(Debug)]
pub struct DifferingCel {
    /// What is different.
    pub difference: Difference,
    /// The name of their file without its ending.
    pub name: String,
    /// Those of both editions.
    pub pictures: [Surface; 2],
}

/// The cels that differ.
pub fn compare(a: &Loaded, b: &Loaded) -> Vec<DifferingCel> {
    let (first, second) = (cels(&a.costume), cels(&b.costume));
    let shadows = [a, b].map(|loaded| facts::shadows(&loaded.costume));
    let cels = parts(&first, &second, |old, new| difference(old, new, &shadows))
        .into_iter()
        .map(|((limb, code), cels, what)| {
            let (part, name) = match a.costume.is_akos() {
                false => (format!("cel {limb}:{code}"), format!("{limb:02}-{code:03}")),
                true => (format!("cel {code}"), format!("{code:04}")),
            };
            let pictures =
                cels.map(|cel| cel.map(|(_, surface)| surface.clone()).unwrap_or_default());
            DifferingCel {
                difference: Difference::new(part, what),
                name,
                pictures,
            }
        });
    cels.collect()
}

/// The cels by limb and number; those of an AKOS have no limb.
fn cels(costume: &Costume) -> BTreeMap<(u16, u16), ComparedCel> {
    let mut cels = BTreeMap::new();
    for mut cel in costume.cels() {
        let surface = costume.cel_pixels(cel.number).unwrap_or_default();
        let names = std::mem::take(&mut cel.names);
        match costume {
            // Its pictures are those of the set, not its own.
            Costume::Nes(_) => {}
            Costume::Cost(_) | Costume::V0(_) => {
                let names = names
                    .into_iter()
                    .map(|(limb, code)| (limb.into(), code.into()));
                cels.extend(names.map(|name| (name, (cel.clone(), surface.clone()))));
            }
            Costume::Akos(_) => drop(cels.insert((0, cel.number), (cel, surface))),
        }
    }
    cels
}

/// What is different about two cels, if anything is.
fn difference(
    (old, old_surface): &ComparedCel,
    (new, new_surface): &ComparedCel,
    shadows: &[Vec<u8>; 2],
) -> Option<String> {
    let mut found = Vec::new();
    let same_size = (old.width, old.height) == (new.width, new.height);
    if !same_size {
        found.push(format!(
            "{}x{} became {}x{}",
            old.width, old.height, new.width, new.height
        ));
    }
    for (what, old, new) in [("place", old.rel, new.rel), ("move", old.step, new.step)] {
        if old != new {
            found.push(format!(
                "{what} {},{} became {},{}",
                old.x, old.y, new.x, new.y
            ));
        }
    }
    if same_size && old_surface != new_surface {
        let pixels = old_surface
            .pixels()
            .iter()
            .zip(new_surface.pixels())
            .filter(|(old, new)| old != new)
            .count();
        found.push(format!("{pixels} pixels"));
    }
    let of = |surface: &Surface, shadows: &[u8]| {
        surface
            .pixels()
            .iter()
            .filter(|pixel| shadows.contains(pixel))
            .count()
    };
    let [before, after] = [of(old_surface, &shadows[0]), of(new_surface, &shadows[1])];
    if before != after {
        found.push(format!(
            "a shadow (C50) of {before} pixels became one of {after}"
        ));
    }
    (!found.is_empty()).then(|| found.join(", "))
}

/// Three pictures beside each other, a pixel apart.
pub fn side_by_side([old, new]: &[Surface; 2]) -> Surface {
    let (width, height) = (old.width().max(new.width()), old.height().max(new.height()));
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
            let (first, second) = (at(old, x, y), at(new, x, y));
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
        let sheet = side_by_side(&[old, new]);
        assert_eq!((sheet.width(), sheet.height()), (8, 2));
        assert_eq!(
            sheet.pixels(),
            [1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 0]
        );
    }
}
