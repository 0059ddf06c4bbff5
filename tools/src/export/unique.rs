//! Makes palettes in which no colour occurs twice, so that editors keep all entries separate.

use std::collections::HashSet;

/// Changes each repeated colour to the nearest free colour, the first of equally near ones. The
/// first occurrence of a colour stays. Components are 0 to 255.
pub fn make(colours: &mut [[u8; 3]]) {
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
        let free = cube.filter_map(|step| moved(colour, step).map(|colour| (step, colour)));
        let free = free.filter(|(_, colour)| !used.contains(colour));
        free.min_by_key(|(step, _)| step.iter().map(|d| d.abs()).sum::<i16>())
            .map(|(_, colour)| colour)
    })
}

fn moved(colour: [u8; 3], step: [i16; 3]) -> Option<[u8; 3]> {
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
        make(&mut colours);
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
        make(&mut colours);
        assert_eq!(colours.iter().collect::<HashSet<_>>().len(), 256);
        assert!(colours.iter().flatten().all(|c| c.abs_diff(100) <= 3));
    }
}
