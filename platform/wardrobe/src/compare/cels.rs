//! Two editions' cels.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use scumm_costume::{Costume, CostumeCel};
use scumm_room::Surface;

use super::Difference;
use crate::costume_input::Loaded;
use crate::disassemble::cels::CelColours;
use crate::export::colours::of_file;
use crate::output;

/// A cel of a costume. It can't be decoded where it has no pixels but a size.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ComparedCel {
    size: (u16, u16),
    rel: (i16, i16),
    step: (i16, i16),
    surface: Surface,
}

/// A cel that differs, with its pictures.
#[derive(Debug)]
pub struct DifferingCel {
    /// What is different.
    pub difference: Difference,
    name: String,
    pictures: [Surface; 2],
}

/// The cels that differ.
pub fn compare(a: &Loaded, b: &Loaded) -> Vec<DifferingCel> {
    let (first, second) = (cels(&a.costume), cels(&b.costume));
    let names: BTreeSet<&(u16, u16)> = first.keys().chain(second.keys()).collect();
    let is_cost = matches!(&*a.costume, Costume::Cost(_));
    let other = |&&(limb, code): &&(u16, u16)| {
        let (old, new) = (first.get(&(limb, code)), second.get(&(limb, code)));
        let what = match (old, new) {
            (Some(old), Some(new)) => difference(old, new)?,
            (Some(_), None) => "in the first only".to_owned(),
            _ => "in the second only".to_owned(),
        };
        let (part, name) = match is_cost {
            true => (format!("cel {limb}:{code}"), format!("{limb:02}-{code:03}")),
            false => (format!("cel {code}"), format!("{code:04}")),
        };
        let pictures = [old, new].map(|cel| cel.map(|cel| cel.surface.clone()).unwrap_or_default());
        Some(DifferingCel { difference: Difference::new(part, what), name, pictures })
    };
    names.iter().filter_map(other).collect()
}

/// The cels by limb and number; those of an AKOS have no limb.
fn cels(costume: &Costume) -> BTreeMap<(u16, u16), ComparedCel> {
    let mut cels = BTreeMap::new();
    for CostumeCel { number, width, height, rel, step, names } in costume.cels() {
        let surface = costume.cel_pixels(number).unwrap_or_default();
        let cel = ComparedCel { size: (width, height), rel: rel.into(), step: step.into(), surface };
        match costume {
            Costume::Cost(_) => {
                cels.extend(names.iter().map(|&(limb, code)| ((limb.into(), code.into()), cel.clone())));
            }
            Costume::Akos(_) => drop(cels.insert((0, number), cel)),
        }
    }
    cels
}

/// What is different about two cels, if anything is.
fn difference(old: &ComparedCel, new: &ComparedCel) -> Option<String> {
    let mut found = Vec::new();
    if old.size != new.size {
        found.push(format!("{}x{} became {}x{}", old.size.0, old.size.1, new.size.0, new.size.1));
    }
    for (what, old, new) in [("place", old.rel, new.rel), ("move", old.step, new.step)] {
        if old != new {
            found.push(format!("{what} {},{} became {},{}", old.0, old.1, new.0, new.1));
        }
    }
    if old.size == new.size && old.surface != new.surface {
        let pixels = old.surface.pixels().iter().zip(new.surface.pixels()).filter(|(old, new)| old != new).count();
        found.push(format!("{pixels} pixels"));
    }
    (!found.is_empty()).then(|| found.join(", "))
}

/// Writes the differing cels: the first edition, the second, what is other in the second.
///
/// # Errors
/// They can't be written.
pub fn write(a: &Loaded, cels: &[DifferingCel], folder: &Path) -> Result<()> {
    let colours = CelColours::of(a, &of_file(a));
    for cel in cels {
        let sheet = side_by_side(&cel.pictures);
        if !sheet.pixels().is_empty() {
            let bytes = colours.png(&sheet, Some(0))?;
            output::write(&folder.join(format!("{}.png", cel.name)), |out| out.write_all(&bytes))?;
        }
    }
    Ok(())
}

/// Three pictures beside each other, a pixel apart.
fn side_by_side([old, new]: &[Surface; 2]) -> Surface {
    let (width, height) = (old.width().max(new.width()), old.height().max(new.height()));
    if width == 0 || height == 0 {
        return Surface::default();
    }
    let at = |surface: &Surface, x: usize, y: usize| surface.get(x, y).unwrap_or(0);
    let mut sheet = Surface::filled(3 * width + 2, height, 0);
    for (y, row) in sheet.pixels_mut().chunks_exact_mut(3 * width + 2).enumerate() {
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
        assert_eq!(sheet.pixels(), [1, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 0]);
    }
}
