//! Tables for people: columns as wide as their widest cell, numbers to the right.

use crate::escape;

/// A table with a heading over each column.
#[derive(Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(ToString::to_string).collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells.iter().map(|cell| escape::name(cell).into_owned()).collect());
    }

    /// The table as Markdown; the columns after the first `words` are numbers.
    pub fn markdown(&self, words: usize) -> String {
        let line = |cells: &Vec<String>| format!("| {} |\n", cells.join(" | "));
        let columns = self.rows.first().map_or(0, Vec::len);
        let rules: Vec<_> = (0..columns).map(|i| if i < words { "---" } else { "---:" }).collect();
        let mut lines = self.rows.iter().map(line);
        let heading = lines.next().unwrap_or_default();
        format!("{heading}|{}|\n{}", rules.join("|"), lines.collect::<String>())
    }

    /// The lines, each with its line end; nothing where no row was added, and no column that is empty in all of them.
    pub fn lines(&self) -> String {
        let Some((heading, rows)) = self.rows.split_first().filter(|(_, rows)| !rows.is_empty()) else {
            return String::new();
        };
        let cell = |row: &[String], i: usize| row.get(i).cloned().unwrap_or_default();
        let is_number = |text: &String| text.strip_prefix('-').unwrap_or(text).chars().all(|c| c.is_ascii_digit());
        let columns: Vec<(usize, usize, bool)> = (0..heading.len())
            .filter(|&i| rows.iter().any(|row| !cell(row, i).is_empty()))
            .map(|i| {
                let width = self.rows.iter().map(|row| cell(row, i).chars().count()).max().unwrap_or(0);
                (i, width, rows.iter().all(|row| is_number(&cell(row, i))))
            })
            .collect();
        let mut lines = String::new();
        for row in &self.rows {
            let cells: Vec<String> = columns
                .iter()
                .map(|&(i, width, number)| match number {
                    true => format!("{:>width$}", cell(row, i)),
                    false => format!("{:width$}", cell(row, i)),
                })
                .collect();
            lines.push_str(cells.join("  ").trim_end());
            lines.push('\n');
        }
        lines
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
        assert_eq!(table.lines(), " id  kind  cels\n  1  COST    12\n120  AKOS     7\n");
        assert_eq!(Table::new(&["id"]).lines(), "");
    }
}
