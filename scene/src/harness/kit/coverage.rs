//! The coverage of the kit: the parts of an engine that its scenes reach, by version. A cell of the
//! table is covered by a scene, or is named as impossible with a reason.

use scumm_engine::ActorField;
use scumm_room::{Dialect, GameId, Platform};

use crate::Runner;
use crate::harness::features;
use crate::harness::matrix::Grid;

/// The distinction between editions of one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Usual,
    Zak,
    Nintendo,
    SixteenColours,
    FmTowns,
    Amiga,
}

/// A version, or an edition with rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Edition {
    version: u8,
    he: u8,
    variant: Variant,
}

/// A column of the table: a part of an engine.
#[derive(Clone, Copy, Debug)]
struct Column {
    name: &'static str,
    /// Returns whether a scene sets up or uses the part.
    covers: fn(&Runner) -> bool,
}

/// Cells that no scene can cover.
#[derive(Clone, Copy, Debug)]
struct Impossible {
    columns: &'static [&'static str],
    /// Returns whether no scene of an edition can cover the columns.
    is: fn(&Edition) -> bool,
    reason: &'static str,
}

/// The rows.
const ROWS: [(&str, Edition); 30] = [
    ("v0", edition(0, 0, Variant::Usual)),
    ("v1 Maniac Mansion", edition(1, 0, Variant::Usual)),
    ("v1 Zak McKracken", edition(1, 0, Variant::Zak)),
    ("v1 Nintendo", edition(1, 0, Variant::Nintendo)),
    ("v2", edition(2, 0, Variant::Usual)),
    ("v3, 16 colours", edition(3, 0, Variant::SixteenColours)),
    ("v3, 256 colours", edition(3, 0, Variant::Usual)),
    ("v3 FM-Towns", edition(3, 0, Variant::FmTowns)),
    ("v4", edition(4, 0, Variant::Usual)),
    ("v4 Amiga", edition(4, 0, Variant::Amiga)),
    ("v5", edition(5, 0, Variant::Usual)),
    ("v5 Amiga", edition(5, 0, Variant::Amiga)),
    ("v6", edition(6, 0, Variant::Usual)),
    ("v7", edition(7, 0, Variant::Usual)),
    ("v8", edition(8, 0, Variant::Usual)),
    ("HE60", edition(6, 60, Variant::Usual)),
    ("HE61", edition(6, 61, Variant::Usual)),
    ("HE62", edition(6, 62, Variant::Usual)),
    ("HE70", edition(6, 70, Variant::Usual)),
    ("HE71", edition(6, 71, Variant::Usual)),
    ("HE72", edition(6, 72, Variant::Usual)),
    ("HE73", edition(6, 73, Variant::Usual)),
    ("HE74", edition(6, 74, Variant::Usual)),
    ("HE80", edition(6, 80, Variant::Usual)),
    ("HE85", edition(6, 85, Variant::Usual)),
    ("HE90", edition(6, 90, Variant::Usual)),
    ("HE95", edition(6, 95, Variant::Usual)),
    ("HE98", edition(6, 98, Variant::Usual)),
    ("HE99", edition(6, 99, Variant::Usual)),
    ("HE100", edition(6, 100, Variant::Usual)),
];

/// The columns.
const COLUMNS: [Column; 18] = [
    column("COST", |run| {
        wears(run, "COST") || wears(run, "V0") || wears(run, "NES")
    }),
    column("AKOS 1", |run| wears(run, "AKOS 1")),
    column("AKOS 5", |run| wears(run, "AKOS 5")),
    column("AKOS 16", |run| wears(run, "AKOS 16")),
    column("AKOS 32", |run| wears(run, "AKOS 32")),
    column("scale", |run| has(run, "scale")),
    column("clip", |run| {
        features::sets(run, &[ActorField::Clip]) || does(run, &["default_clip"])
    }),
    column("masks", |run| {
        let room = run.scene().room();
        features::sets(run, &[ActorField::ForceClip])
            || does(run, &["set_force_clip", "clear_plane_0"])
            || run.stage().backdrop().plane_count() > 1
            || !room.planes.is_empty()
    }),
    column("redraw", |run| {
        does(run, &["redraw", "full_redraw", "bg_redraw", "draw_to_back"])
    }),
    column("mouths", |run| has(run, "talking")),
    column("conditions", |run| {
        has(run, "conditions") || does(run, &["talk_cond"])
    }),
    column("palettes", |run| {
        let steps = ["pal_color", "room_palette_index", "display_palette"];
        has(run, "colours") || does(run, &steps)
    }),
    // In version 0 each step of a walk queues a sound (V43).
    column("sounds", |run| {
        let is_v0 = run.stage().dialect().is_v0();
        has(run, "sounds") || (is_v0 && does(run, &["walk"]))
    }),
    column("rooms", |run| has(run, "rooms")),
    column("camera", |run| {
        let steps = ["camera_set", "camera_to", "camera_pan", "camera_follow"];
        has(run, "camera") || does(run, &steps)
    }),
    column("blasts", |run| does(run, &["blast"])),
    column("objects", |run| has(run, "objects")),
    column("draw_now", |run| does(run, &["draw_now"])),
];

/// The cells that no scene can cover.
const IMPOSSIBLE: [Impossible; 8] = [
    Impossible {
        columns: &["AKOS 1", "AKOS 5", "AKOS 16", "AKOS 32"],
        is: |e| !e.has_akos(),
        reason: "up to v6 and in HE60 costumes have formats without codecs",
    },
    Impossible {
        columns: &["COST"],
        is: Edition::has_akos,
        reason: "v7, v8, and Humongous games from HE61 on have only AKOS",
    },
    Impossible {
        columns: &["AKOS 32"],
        is: |e| e.version >= 7,
        reason: "only Humongous games have codec 32 (A90)",
    },
    Impossible {
        columns: &["scale"],
        is: |e| e.version < 4,
        reason: "actors are scaled from v4 on (C6B)",
    },
    Impossible {
        columns: &["clip"],
        is: |e| e.he < 71,
        reason: "the clip of an actor has an effect from HE71 on (A62)",
    },
    Impossible {
        columns: &["conditions"],
        is: |e| e.he < 61,
        reason: "only the AKOS of Humongous games has conditions (A44)",
    },
    Impossible {
        columns: &["sounds"],
        is: |e| e.variant == Variant::Nintendo,
        reason: "costumes of the Nintendo have no sounds (Q40)",
    },
    Impossible {
        columns: &["blasts"],
        is: |e| e.version < 6 || e.he > 0,
        reason: "only v6, v7 and v8 have blast objects (X10)",
    },
];

const fn edition(version: u8, he: u8, variant: Variant) -> Edition {
    Edition {
        version,
        he,
        variant,
    }
}

const fn column(name: &'static str, covers: fn(&Runner) -> bool) -> Column {
    Column { name, covers }
}

impl Edition {
    fn new(dialect: &Dialect) -> Self {
        let variant = match (dialect.version(), dialect.platform()) {
            (1, Platform::Nes) => Variant::Nintendo,
            (1, _) if dialect.game() == Some(GameId::Zak) => Variant::Zak,
            (3, _) if dialect.is_old_bundle() => Variant::SixteenColours,
            (3, Platform::FmTowns) => Variant::FmTowns,
            (4 | 5, Platform::Amiga) => Variant::Amiga,
            _ => Variant::Usual,
        };
        edition(dialect.version(), dialect.he(), variant)
    }

    fn has_akos(&self) -> bool {
        self.version >= 7 || self.he >= 61
    }
}

fn wears(run: &Runner, format: &str) -> bool {
    features::formats(run).contains(format)
}

fn has(run: &Runner, feature: &str) -> bool {
    features::used_by(run).contains(&feature)
}

fn does(run: &Runner, names: &[&str]) -> bool {
    let mut steps = run.scene().steps.iter();
    steps.any(|step| names.iter().any(|name| step.is_named(name)))
}

/// The cells of the table that a scene covers.
#[derive(Clone, Debug, Default)]
pub struct CoveredCells {
    row: Option<usize>,
    columns: Vec<usize>,
}

impl CoveredCells {
    /// Returns the cells that the scene of a run covers. The run must not have begun.
    #[must_use]
    pub fn new(run: &Runner) -> Self {
        let edition = Edition::new(run.stage().dialect());
        let row = ROWS.iter().position(|(_, row)| *row == edition);
        let mut columns = Vec::new();
        for (number, column) in COLUMNS.iter().enumerate() {
            if (column.covers)(run) {
                columns.push(number);
            }
        }
        Self { row, columns }
    }

    /// Returns the names of the row and of the columns.
    #[must_use]
    pub fn names(&self) -> (&'static str, Vec<&'static str>) {
        let row = self.row.map_or("", |row| ROWS[row].0);
        let columns = self.columns.iter().map(|&column| COLUMNS[column].name);
        (row, columns.collect())
    }
}

/// The table: the number of scenes of each cell.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    scenes: [[usize; COLUMNS.len()]; ROWS.len()],
}

impl Coverage {
    /// Counts a scene.
    pub fn add(&mut self, cells: &CoveredCells) {
        let Some(row) = cells.row else {
            return;
        };
        for &column in &cells.columns {
            self.scenes[row][column] += 1;
        }
    }

    /// Returns the cells that neither a scene covers nor a reason excludes, by the names of row and
    /// column.
    #[must_use]
    pub fn missing(&self) -> Vec<(&'static str, &'static str)> {
        let mut missing = Vec::new();
        for ((name, edition), counts) in ROWS.iter().zip(&self.scenes) {
            for (column, count) in COLUMNS.iter().zip(counts) {
                if *count == 0 && !is_impossible(edition, column) {
                    missing.push((*name, column.name));
                }
            }
        }
        missing
    }

    /// Returns the table. A cell is the number of scenes, or a dash if no scene can cover the cell.
    #[must_use]
    pub fn grid(&self) -> Grid {
        let mut headings = vec!["version"];
        headings.extend(COLUMNS.map(|column| column.name));
        let mut rows = Vec::new();
        for ((name, edition), counts) in ROWS.iter().zip(&self.scenes) {
            let mut cells = vec![(*name).to_owned()];
            for (column, count) in COLUMNS.iter().zip(counts) {
                cells.push(match *count {
                    _ if is_impossible(edition, column) => "–".to_owned(),
                    0 => String::new(),
                    count => count.to_string(),
                });
            }
            rows.push(cells);
        }
        Grid::new(headings, rows, 1)
    }
}

fn is_impossible(edition: &Edition, column: &Column) -> bool {
    IMPOSSIBLE
        .iter()
        .any(|cells| cells.columns.contains(&column.name) && (cells.is)(edition))
}

/// Returns the names of the rows.
pub fn rows() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|(name, _)| *name)
}

/// Returns the reasons for the dashes of the table as a Markdown list.
#[must_use]
pub fn reasons() -> String {
    let mut list = String::new();
    for cells in &IMPOSSIBLE {
        list += &format!("- {}: {}.\n", cells.columns.join(", "), cells.reason);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dialect_of_a_scene_belongs_to_a_row() {
        let row = |dialect| {
            let edition = Edition::new(&dialect);
            ROWS.iter()
                .find(|(_, row)| *row == edition)
                .map(|(name, _)| *name)
        };
        assert_eq!(row(Dialect::new(1)), Some("v1 Maniac Mansion"));
        let towns = Dialect::new(3)
            .with_old256(true)
            .with_platform(Platform::FmTowns);
        assert_eq!(row(towns), Some("v3 FM-Towns"));
        assert_eq!(
            row(Dialect::new(6).with_platform(Platform::Amiga)),
            Some("v6")
        );
        for version in 0..=8 {
            assert!(row(Dialect::new(version)).is_some());
        }
        for he in [60, 61, 62, 70, 71, 72, 73, 74, 80, 85, 90, 95, 98, 99, 100] {
            assert_eq!(row(Dialect::humongous(he)), Some(&*format!("HE{he}")));
        }
    }

    #[test]
    fn every_reason_concerns_columns_and_a_row() {
        for cells in &IMPOSSIBLE {
            for name in cells.columns {
                assert!(COLUMNS.iter().any(|column| column.name == *name), "{name}");
            }
            assert!(ROWS.iter().any(|(_, edition)| (cells.is)(edition)));
        }
    }
}
