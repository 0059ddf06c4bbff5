//! Formats tables as text: columns are as wide as their widest cell, and numbers are aligned to the
//! right.

use scumm_media::text::escape_name;

/// Joins tables that are not empty, each below an empty line.
pub fn below(tables: &[String]) -> String {
    tables
        .iter()
        .filter(|table| !table.is_empty())
        .map(|table| format!("\n{table}"))
        .collect()
}

/// A table with a heading over each column.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Creates an empty table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        Self {
            rows: vec![headings.iter().map(ToString::to_string).collect()],
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(
            cells
                .iter()
                .map(|cell| escape_name(cell).into_owned())
                .collect(),
        );
    }

    /// Returns the lines, each with its line end. The result is empty if no row was added; a column
    /// that is empty in all rows is left out.
    pub fn lines(&self) -> String {
        let [heading, _, ..] = self.rows.as_slice() else {
            return String::new();
        };
        let is_number = |text: &str| {
            text.strip_prefix('-')
                .unwrap_or(text)
                .chars()
                .all(|c| c.is_ascii_digit())
        };
        let mut lines = vec![String::new(); self.rows.len()];
        for i in 0..heading.len() {
            let cells = || {
                self.rows
                    .iter()
                    .map(|row| row.get(i).map_or("", String::as_str))
            };
            if cells().skip(1).all(str::is_empty) {
                continue;
            }
            let width = cells().map(|cell| cell.chars().count()).max().unwrap_or(0);
            let has_numbers = cells().skip(1).all(is_number);
            for (line, cell) in lines.iter_mut().zip(cells()) {
                let gap = if line.is_empty() { "" } else { "  " };
                let cell = if has_numbers {
                    format!("{cell:>width$}")
                } else {
                    format!("{cell:width$}")
                };
                line.extend([gap, &cell]);
            }
        }
        lines
            .iter()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_to_the_right_and_words_to_the_left() {
        let mut table = Table::new(&["id", "kind", "cels"]);
        table.row(vec!["1".into(), "COST".into(), "12".into()]);
        table.row(vec!["120".into(), "AKOS".into(), "7".into()]);
        assert_eq!(
            table.lines(),
            " id  kind  cels\n  1  COST    12\n120  AKOS     7\n"
        );
        assert_eq!(Table::new(&["id"]).lines(), "");
    }
}
