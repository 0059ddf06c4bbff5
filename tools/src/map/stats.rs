//! Collects statistics of costumes.

use std::collections::{BTreeMap, BTreeSet};

use scumm_costume::edit::inspect::Map;
use scumm_costume::edit::words;
use scumm_costume::{Cost, Costume};
use serde::Serialize;

use crate::costume_input::StoredCostume;
use crate::facts::Facts;
use crate::lint;

/// The statistics.
#[derive(Debug, Default, Serialize)]
pub struct Stats {
    /// The number of readable costumes.
    pub costumes: usize,
    /// The number of unreadable costumes.
    pub unreadable: usize,
    /// The figures for each codec or format.
    pub formats: BTreeMap<String, FormatStats>,
    /// The number of bytes by purpose; `gap` counts bytes without an owner.
    pub bytes: BTreeMap<&'static str, usize>,
    /// The number of occurrences of each command in sequences.
    pub commands: BTreeMap<String, usize>,
    /// The number of findings by rule and severity.
    pub anomalies: BTreeMap<String, usize>,
}

/// The figures of a codec or format.
#[derive(Debug, Default, Serialize)]
pub struct FormatStats {
    /// The number of costumes.
    pub costumes: usize,
    /// The number of animations.
    pub anims: usize,
    /// The number of pictures.
    pub cels: usize,
}

impl Stats {
    /// Collects the statistics of these costumes.
    pub fn of(all: &[Result<StoredCostume, (u16, String)>]) -> Self {
        let mut stats = Self::default();
        for one in all {
            for located in lint::findings(one) {
                let key = format!(
                    "{} {}",
                    located.finding.rule,
                    located.finding.severity.name()
                );
                *stats.anomalies.entry(key).or_default() += 1;
            }
            let parsed = one
                .as_ref()
                .ok()
                .and_then(|s| Some((s, Costume::parse(&s.data, &s.dialect).ok()?)));
            match parsed {
                Some((stored, costume)) => stats.add(stored, &costume),
                None => stats.unreadable += 1,
            }
        }
        stats
    }

    fn add(&mut self, stored: &StoredCostume, costume: &Costume) {
        self.costumes += 1;
        let facts = Facts::of(costume);
        let format = self
            .formats
            .entry(format!("{} {}", facts.kind, facts.format))
            .or_default();
        format.costumes += 1;
        format.anims += facts.anims;
        format.cels += facts.cels;
        for span in Map::of(&stored.data, costume).unwrap_or_default().spans() {
            let kind = span.owners.first().map_or("gap", |(_, owner)| owner.kind());
            *self.bytes.entry(kind).or_default() += span.bytes.len();
        }
        match costume {
            // The commands of these formats are only numbers of sequences.
            Costume::V0(_) | Costume::Nes(_) => {}
            Costume::Cost(cost) => self.commands_of_cost(cost),
            Costume::Akos(akos) => {
                for line in akos.disassemble().lines {
                    let name = line.text.split(' ').next().unwrap_or_default().to_owned();
                    *self.commands.entry(name).or_default() += 1;
                }
            }
        }
    }

    /// Counts each position that is played once.
    fn commands_of_cost(&mut self, cost: &Cost) {
        let entries = cost
            .stored_records()
            .flat_map(|(_, record)| &record.entries);
        let sequences = entries.filter_map(|entry| entry.sequence);
        let positions: BTreeSet<u16> = sequences
            .flat_map(|sequence| sequence.start..=sequence.end())
            .collect();
        for position in positions {
            let name =
                words::cost_word(cost.commands().get(position), cost.dialect()).unwrap_or("cel");
            *self.commands.entry(name.to_owned()).or_default() += 1;
        }
    }
}
