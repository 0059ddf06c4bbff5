//! Shadow tables made of nearest colours (P6).

use std::ops::{Range, RangeInclusive};

use crate::Stage;

impl Stage {
    /// Makes entries of the first shadow table, as scripts up to v6 do (P6): entry `i` becomes the one of the colours
    /// `among` that is nearest to colour `i` times `factors` of 256ths, the first of equally near ones. Components
    /// count with six bits. Entries beyond 255 are left out.
    pub fn make_shadow(&mut self, factors: [u16; 3], among: RangeInclusive<u8>, entries: Range<usize>) {
        let palette = &self.state.palette.0;
        let table = self.state.shadow.iter_mut().enumerate().take(256);
        for (i, entry) in table.skip(entries.start).take(entries.len()) {
            let mut wanted = [0; 3];
            for ((wanted, &component), factor) in wanted.iter_mut().zip(&palette[i]).zip(factors) {
                *wanted = (u32::from(component >> 2) * u32::from(factor)) >> 8;
            }
            let distance = |&colour: &u8| -> u32 {
                let components = palette[usize::from(colour)].iter().zip(wanted);
                components.map(|(&c, wanted)| u32::from(c >> 2).abs_diff(wanted)).sum()
            };
            *entry = among.clone().min_by_key(distance).unwrap_or(*entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, Palette, Surface};

    use super::*;
    use crate::{Backdrop, Picture};

    #[test]
    fn a_shadow_is_the_nearest_of_some_colours_p6() {
        let picture = Picture::new(Surface::filled(320, 200, 0), Vec::new(), 1).unwrap();
        let mut stage = Stage::new(Dialect::new(5), Backdrop::Picture(picture.into()), (0, 200));
        stage.set_palette(Palette::greys());
        let identity: Vec<u8> = (0..=255).collect();
        stage.set_shadow_table(&identity).unwrap();
        stage.make_shadow([128, 128, 128], 16..=200, 100..110);
        // 100 >> 2 is 25, half of it 12: colours 48..=51 are equally near.
        assert_eq!(stage.state.shadow[100], 48);
        assert_eq!(stage.state.shadow[109], 52);
        assert_eq!((stage.state.shadow[99], stage.state.shadow[110]), (99, 110));
        stage.make_shadow([512, 0, 0], 16..=200, 0..300);
        assert_eq!(stage.state.shadow[0], 16, "nothing darker among the colours");
        assert_eq!(stage.state.shadow[255], 40, "a sum of 126 is nearest to three times 10 and more");
    }
}
