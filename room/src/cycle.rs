//! Colour cycling: CYCL and CC (R11).

use crate::{Dialect, Reader, Result};

/// A range of colours that is rotated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cycle {
    /// The number, 1..=16.
    pub index: u8,
    /// Number of jiffies from one step to the next; 0 for a step in every frame.
    pub delay: u16,
    /// The flags as stored: bit 1 (value 2) rotates backward.
    pub flags: u16,
    /// The first colour.
    pub first: u8,
    /// The last colour.
    pub last: u8,
}

/// The speed of a cycle that steps once per jiffy.
pub(crate) const SPEED_OF_A_JIFFY: u16 = 16384;

/// v4: the speed of a cycle that does not exist.
const NO_SPEED: u16 = 0x0aaa;

/// The most cycles of a room.
pub(crate) const CYCLES: u8 = 16;

impl Cycle {
    /// Returns whether the colours move to lower indices.
    #[must_use]
    pub fn is_backward(&self) -> bool {
        self.flags & 2 != 0
    }

    /// Adds `jiffies` (the greater of VAR_TIMER and VAR_TIMER_NEXT, once per frame) to the cycle's
    /// counter, and returns whether the cycle steps. One call steps at most once; the remainder
    /// stays in the counter.
    #[must_use]
    pub fn is_due(&self, counter: &mut u16, jiffies: u16) -> bool {
        *counter = counter.saturating_add(jiffies);
        let due = *counter >= self.delay;
        if due {
            *counter = counter.checked_rem(self.delay).unwrap_or(0);
        }
        due
    }

    /// Rotates the entries of the range in a palette or any other table by one index. In a forward
    /// cycle each entry moves up by one, and the last entry becomes the first. A range whose last
    /// colour is below its first colour is ignored.
    pub fn turn<T>(&self, table: &mut [T]) {
        let range = table
            .get_mut(usize::from(self.first)..=usize::from(self.last))
            .unwrap_or_default();
        let step = range.len().min(1);
        if self.is_backward() {
            range.rotate_left(step)
        } else {
            range.rotate_right(step)
        }
    }

    /// v4: advances the counter of a cycle, which is the colour that the cycle shows first and
    /// starts at the first colour of the range. Changes the shadow table so that it shows the range
    /// from that colour on, downwards and wrapping around (R11a).
    pub fn show_next(&self, counter: &mut u16, shadow: &mut [u8]) {
        let first = u16::from(self.first);
        let last = u16::from(self.last);
        *counter = if *counter < last {
            counter.saturating_add(1)
        } else {
            first
        };
        let mut colour = *counter;
        for shown in shadow
            .get_mut(usize::from(first)..=usize::from(last))
            .unwrap_or_default()
        {
            *shown = colour as u8;
            colour = if colour > first {
                colour.saturating_sub(1)
            } else {
                last
            };
        }
    }

    /// Updates a shadow table for a step of the cycle: first rotates every value inside the range,
    /// then rotates the entries of the range.
    pub fn step_shadow(&self, table: &mut [u8]) {
        let first = u16::from(self.first);
        let last = u16::from(self.last);
        let Some(count) = last.checked_sub(first).map(|n| n.saturating_add(1)) else {
            return;
        };
        let by = if self.is_backward() {
            count.saturating_sub(1)
        } else {
            1
        };
        for value in table
            .iter_mut()
            .filter(|v| (self.first..=self.last).contains(v))
        {
            let turned = u16::from(*value)
                .saturating_sub(first)
                .saturating_add(by)
                .checked_rem(count)
                .unwrap_or(0);
            *value = u8::try_from(turned.saturating_add(first)).unwrap_or(u8::MAX);
        }
        self.turn(table);
    }
}

/// Reads CYCL: cycles until a zero, all big endian. A cycle with speed 0 or a number above 16 is
/// skipped.
pub(crate) fn parse_cycl(mut data: Reader<'_>) -> Result<Vec<Cycle>> {
    let mut cycles = Vec::new();
    loop {
        let index = data.u8("a cycle's number")?;
        if index == 0 {
            return Ok(cycles);
        }
        data.skip(2, "a cycle's unused word")?;
        let speed = data.u16_be("a cycle's speed")?;
        let flags = data.u16_be("a cycle's flags")?;
        let first = data.u8("a cycle's first colour")?;
        let last = data.u8("a cycle's last colour")?;
        match SPEED_OF_A_JIFFY.checked_div(speed) {
            Some(delay) if index <= CYCLES => put(
                &mut cycles,
                Cycle {
                    index,
                    delay,
                    flags,
                    first,
                    last,
                },
            ),
            _ => log::warn!(
                "{}: cycle {index} with speed {speed} is ignored",
                data.place()
            ),
        }
    }
}

/// Reads CC of v4: sixteen cycles. Cycles without a speed are skipped; all others step in every
/// frame, forward (R11a).
pub(crate) fn parse_cc(mut data: Reader<'_>) -> Result<Vec<Cycle>> {
    let mut cycles = Vec::new();
    for index in 1..=CYCLES {
        let speed = data.u16_be("a cycle's speed")?;
        let first = data.u8("a cycle's first colour")?;
        let last = data.u8("a cycle's last colour")?;
        if !matches!(speed, 0 | NO_SPEED) {
            cycles.push(Cycle {
                index,
                delay: 0,
                flags: 0,
                first,
                last,
            });
        }
    }
    Ok(cycles)
}

/// Adds a cycle, or replaces an earlier cycle with the same number.
fn put(cycles: &mut Vec<Cycle>, cycle: Cycle) {
    match cycles.iter_mut().find(|c| c.index == cycle.index) {
        Some(old) => *old = cycle,
        None => cycles.push(cycle),
    }
}

impl Dialect {
    /// Returns whether rooms have cycling colours (R11): v4..v8 and Humongous games before HE70.
    #[must_use]
    pub fn cycles_colours(&self) -> bool {
        self.version() >= 4 && !self.he_at_least(70)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Palette;

    #[rustfmt::skip]
    const EXAMPLE: [u8; 19] = [
        1, 0, 0, // cycle 1, an unused word
        0x0b, 0xb8, // its speed
        0, 0, // its flags
        16, 23, // its first and last colour
        3, 0, 0, // cycle 3, an unused word
        3, 0x20, // its speed
        0, 2, // its flags: backward
        200, 220, // its first and last colour
        0, // the end
    ];

    fn colours(palette: &Palette, range: std::ops::Range<usize>) -> Vec<u8> {
        palette.colours()[range].iter().map(|c| c[0]).collect()
    }

    #[test]
    fn the_example_of_r11_is_read() {
        assert!(scumm_book::says("R11", &EXAMPLE[..18]).unwrap());
        let cycles = parse_cycl(Reader::new(&EXAMPLE)).unwrap();
        assert_eq!(
            cycles,
            [
                Cycle {
                    index: 1,
                    delay: 5,
                    flags: 0,
                    first: 16,
                    last: 23
                },
                Cycle {
                    index: 3,
                    delay: 20,
                    flags: 2,
                    first: 200,
                    last: 220
                }
            ]
        );
    }

    #[test]
    fn every_prefix_of_cycl_is_an_error_but_the_whole() {
        for len in 0..EXAMPLE.len() {
            assert!(parse_cycl(Reader::new(&EXAMPLE[..len])).is_err());
        }
    }

    #[test]
    fn a_cycle_of_no_speed_is_left_out_r11() {
        assert_eq!(
            parse_cycl(Reader::new(&[1, 0, 0, 0, 0, 0, 0, 1, 2, 0])).unwrap(),
            []
        );
    }

    #[test]
    fn v4_ignores_cycles_without_speed_r11a() {
        let mut data = vec![0; 64];
        // Big-endian speed, first and last colour.
        data[..4].copy_from_slice(&[0, 100, 16, 23]);
        data[4..8].copy_from_slice(&[0x0a, 0xaa, 3, 9]); // with this speed the entry is not a cycle
        data[8..12].copy_from_slice(&[1, 0, 40, 40]);
        let cycle = Cycle {
            index: 1,
            delay: 0,
            flags: 0,
            first: 16,
            last: 23,
        };
        let one = Cycle {
            index: 3,
            first: 40,
            last: 40,
            ..cycle
        };
        assert_eq!(parse_cc(Reader::new(&data)).unwrap(), [cycle, one]);
    }

    #[test]
    fn v4_shows_the_range_from_a_counter_on_downwards_r11a() {
        let cycle = Cycle {
            index: 1,
            delay: 0,
            flags: 0,
            first: 10,
            last: 13,
        };
        let mut counter = 10;
        let mut shadow = [0; 256];
        let mut step = || {
            cycle.show_next(&mut counter, &mut shadow);
            shadow[9..15].to_vec()
        };
        assert_eq!(step(), [0, 11, 10, 13, 12, 0]);
        assert_eq!(step(), [0, 12, 11, 10, 13, 0]);
        assert_eq!(
            [step(), step()],
            [[0, 13, 12, 11, 10, 0], [0, 10, 13, 12, 11, 0]]
        );
        let backward = Cycle {
            first: 13,
            last: 10,
            ..cycle
        };
        backward.show_next(&mut 13, &mut [0; 256]);
    }

    #[test]
    fn forward_moves_colours_up_and_backward_down_r11() {
        let mut palette = Palette::greys();
        let forward = Cycle {
            index: 1,
            delay: 1,
            flags: 0,
            first: 10,
            last: 13,
        };
        forward.turn(palette.colours_mut());
        assert_eq!(colours(&palette, 9..15), [9, 13, 10, 11, 12, 14]);
        Cycle {
            flags: 2,
            ..forward
        }
        .turn(palette.colours_mut());
        assert_eq!(palette, Palette::greys());
    }

    #[test]
    fn one_step_a_frame_and_the_rest_is_kept_modulo_the_delay_r11() {
        let cycle = Cycle {
            index: 1,
            delay: 5,
            flags: 0,
            first: 10,
            last: 13,
        };
        let mut counter = 0;
        assert!(!cycle.is_due(&mut counter, 4));
        assert!(
            cycle.is_due(&mut counter, 9),
            "13 jiffies are one step, 3 are left"
        );
        assert_eq!(counter, 3);
        assert!(cycle.is_due(&mut counter, 2));
    }

    #[test]
    fn shadow_tables_follow_in_values_and_in_places_r11() {
        let mut table: Vec<u8> = (0..=255).collect();
        table[100] = 13;
        Cycle {
            index: 1,
            delay: 1,
            flags: 0,
            first: 10,
            last: 13,
        }
        .step_shadow(&mut table);
        assert_eq!((table[100], &table[10..14]), (10, &[10, 11, 12, 13][..]));
        table[100] = 10;
        Cycle {
            index: 1,
            delay: 1,
            flags: 2,
            first: 10,
            last: 13,
        }
        .step_shadow(&mut table);
        assert_eq!((table[100], &table[10..14]), (13, &[10, 11, 12, 13][..]));
    }
}
