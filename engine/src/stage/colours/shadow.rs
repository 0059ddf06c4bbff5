//! Shadow tables of nearest colours (P6).

use std::ops::{Range, RangeInclusive};

use scumm_room::{Error, GameId, Palette, Result};

use super::{Colours, tint};
use crate::Table;

impl Colours {
    /// Returns the shadow table: 256 bytes, in v7+ eight tables of 256 bytes (C51, A61).
    #[must_use]
    pub fn shadow_table(&self) -> &[u8] {
        &self.shadow
    }

    /// Replaces the shadow table: 256 bytes, in v7+ eight tables of 256 bytes (C51, A61). Versions
    /// before 5 only display colours through the table (G6).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if `table` has another size.
    pub fn set_shadow_table(&mut self, table: &[u8]) -> Result<()> {
        if table.len() != self.shadow.len() {
            let wanted = self.shadow.len();
            return Err(Error::Misuse(format!(
                "a shadow table of {} bytes; this version has {wanted}",
                table.len()
            )));
        }
        self.shadow.copy_from_slice(table);
        Ok(())
    }

    /// Sets entry `i` of the shadow table, counted over all tables.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there is no such entry.
    pub fn set_shadow_entry(&mut self, i: usize, value: u8) -> Result<()> {
        let entry = self.shadow.get_mut(i);
        *entry.ok_or_else(|| Error::Misuse(format!("the shadow table has no entry {i}")))? = value;
        Ok(())
    }

    /// Computes a shadow table from the current colours, with each component multiplied by a factor
    /// in 256ths (P6).
    ///
    /// Before v7 each entry in `entries` becomes the nearest colour in `colours` by the sum of
    /// differences, with 6 bits for each component. The other entries are kept; in Sam & Max they
    /// become the identity. In v7 and later table `slot` becomes the identity except for `colours`,
    /// which become the nearest screen colours (P5); `entries` is not used.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if there is no table `slot`.
    pub fn make_shadow_table(
        &mut self,
        slot: usize,
        factors: [i32; 3],
        colours: RangeInclusive<u8>,
        entries: Range<u16>,
    ) -> Result<()> {
        let first = slot.saturating_mul(256);
        let missing = || Error::Misuse(format!("there is no shadow table {slot}"));
        let table = self
            .shadow
            .get(first..first.saturating_add(256))
            .ok_or_else(missing)?;
        // Sam & Max: a new shadow table starts as the identity (P6).
        let identity =
            self.dialect.has_eight_shadow_tables() || self.dialect.game() == Some(GameId::SamNMax);
        let mut made = if identity {
            Table::identity().to_vec()
        } else {
            table.to_vec()
        };
        if self.dialect.has_eight_shadow_tables() {
            for colour in colours {
                let tinted = tint(self.palette[colour], factors);
                made[usize::from(colour)] = self.screen_colour(tinted, -1);
            }
        } else {
            for i in entries.start..entries.end.min(256) {
                let coarse = self.palette.0[usize::from(i)].map(|c| c >> 2);
                made[usize::from(i)] =
                    nearest_by_sum(&self.palette, tint(coarse, factors), colours.clone());
            }
        }
        self.shadow[first..first + 256].copy_from_slice(&made);
        Ok(())
    }
}

/// Returns the colour nearest to `rgb`, with 6 bits for each component, by the sum of differences;
/// the first one of equal distance wins (P6).
fn nearest_by_sum(palette: &Palette, rgb: [u8; 3], candidates: RangeInclusive<u8>) -> u8 {
    let distance = |i: &u8| -> u32 {
        let colour = palette[*i].map(|c| c >> 2);
        colour
            .iter()
            .zip(rgb)
            .map(|(c, wanted)| u32::from(c.abs_diff(wanted)))
            .sum()
    };
    candidates.min_by_key(distance).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use scumm_room::{Dialect, GameId};

    use crate::fixture::{palette, stage};

    #[test]
    fn shadow_tables_before_v7_count_in_six_bits_p6() {
        let mut stage = stage(Dialect::new(6));
        stage.colours_mut().palette = palette(&[
            (1, [200, 200, 200]),
            (20, [100, 100, 100]),
            (21, [96, 96, 96]),
            (22, [103; 3]),
        ]);
        // 200 >> 2 = 50, times 128/256 = 25 = 100 >> 2; 22 is 25 as well, but later.
        stage
            .colours_mut()
            .make_shadow_table(0, [128; 3], 20..=22, 1..2)
            .unwrap();
        assert_eq!(stage.state.colours.shadow[..3], [0, 20, 2]);
        assert!(
            stage
                .colours_mut()
                .make_shadow_table(1, [128; 3], 20..=22, 1..2)
                .is_err()
        );
        // Values outside the entries are kept; only Sam & Max starts from the identity.
        stage.colours_mut().set_shadow_entry(99, 5).unwrap();
        stage
            .colours_mut()
            .make_shadow_table(0, [128; 3], 20..=22, 1..2)
            .unwrap();
        assert_eq!(stage.state.colours.shadow[99], 5);
        stage.state.colours.dialect = Dialect::new(6).with_game(Some(GameId::SamNMax));
        stage
            .colours_mut()
            .make_shadow_table(0, [128; 3], 20..=22, 1..2)
            .unwrap();
        assert_eq!(stage.state.colours.shadow[99], 99);
    }

    #[test]
    fn shadow_tables_of_v7_are_the_identity_but_for_some_colours_p6() {
        let mut stage = stage(Dialect::new(7));
        stage.colours_mut().palette = palette(&[(40, [200, 200, 200]), (90, [100, 100, 100])]);
        stage
            .colours_mut()
            .make_shadow_table(2, [128; 3], 40..=40, 0..0)
            .unwrap();
        let table = &stage.state.colours.shadow[512..768];
        assert_eq!((table[39], table[40], table[41]), (39, 90, 41));
        assert_eq!(stage.state.colours.shadow[..512], [0; 512]);
    }
}
