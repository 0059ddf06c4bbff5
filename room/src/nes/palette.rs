//! The colours of the Nintendo's screen (Q28).

/// A row for each colour: number, default colour, classic colour.
const TABLE: &str = include_str!("palette.tsv");

/// Returns the 64 colours: the default ones, or with `classic` those of the reference's older
/// choice.
pub fn colours(classic: bool) -> impl Iterator<Item = u32> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(move |row| {
        let colour = row.split('\t').nth(if classic { 2 } else { 1 })?;
        u32::from_str_radix(colour, 16).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_64_colours_of_each_kind_q28() {
        assert_eq!(
            [false, true].map(|classic| colours(classic).count()),
            [64; 2]
        );
        assert_eq!(colours(false).nth(1), Some(0x00_2a88));
        assert_eq!(colours(true).nth(0x20), Some(0xfb_fbfb));
    }
}
