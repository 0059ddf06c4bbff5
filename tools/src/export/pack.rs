//! Arranges boxes side by side on a sheet.

/// The pixels between two boxes.
const GAP: usize = 1;

/// Arranges boxes of these sizes in rows, the highest boxes first, so that the sheet is roughly
/// square. Returns the position of each box, and the width and height of the sheet. The result
/// depends only on the sizes.
pub fn shelves(sizes: &[(usize, usize)]) -> (Vec<(usize, usize)>, (usize, usize)) {
    let area: usize = sizes
        .iter()
        .map(|(w, h)| w.saturating_add(GAP).saturating_mul(h.saturating_add(GAP)))
        .sum();
    let widest = sizes.iter().map(|(w, _)| *w).max().unwrap_or(1);
    let width = area.isqrt().max(widest).max(1);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&i| {
        sizes
            .get(i)
            .map(|(w, h)| (std::cmp::Reverse(*h), std::cmp::Reverse(*w), i))
    });
    let mut places = vec![(0, 0); sizes.len()];
    let mut x = 0;
    let mut y = 0;
    let mut shelf = 0;
    for i in order {
        let (Some(&(w, h)), Some(place)) = (sizes.get(i), places.get_mut(i)) else {
            continue;
        };
        if x > 0 && x + w > width {
            x = 0;
            y = y + shelf + GAP;
            shelf = 0;
        }
        *place = (x, y);
        x += w + GAP;
        shelf = shelf.max(h);
    }
    (places, (width, (y + shelf).max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_lie_on_the_sheet_and_not_on_each_other() {
        let sizes: Vec<(usize, usize)> =
            (1..60).map(|i| (i * 7 % 23 + 1, i * 11 % 31 + 1)).collect();
        let (places, (width, height)) = shelves(&sizes);
        let mut sheet = vec![false; width * height];
        for (&(x, y), &(w, h)) in places.iter().zip(&sizes) {
            for row in sheet.chunks_exact_mut(width).skip(y).take(h) {
                for pixel in &mut row[x..x + w] {
                    assert!(!std::mem::replace(pixel, true));
                }
            }
            assert!(y + h <= height);
        }
        let used: usize = sizes.iter().map(|(w, h)| w * h).sum();
        assert!(used * 3 / 2 > width * height, "most of the sheet is used");
        assert_eq!(shelves(&[]), (vec![], (1, 1)));
    }
}
