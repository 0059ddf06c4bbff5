//! Recognition of Humongous sub-versions (I30): the index gives a range, the name of the game gives
//! the existing ones, and data files decide the rest.

use super::super::files::GameFiles;
use super::super::index::{Form, LargeFacts};
use super::super::refine;
use super::games::{SubVersion, Title};
use super::{Fact, by};

/// Returns the possible sub-versions of an index: those of the possible games, in the range that
/// the blocks allow. If there are none, returns the lowest of the range.
pub fn choose(facts: &LargeFacts, titles: &[Title]) -> Fact<Vec<SubVersion>> {
    let (usual, highest) = limits(facts);
    let existing = |highest: u8| -> Vec<SubVersion> {
        let range = facts.humongous()..=highest;
        titles
            .iter()
            .flat_map(Title::sub_versions)
            .filter(|version| range.contains(&version.number))
            .collect()
    };
    let mut all = existing(usual);
    // A name that two games share is not enough against a MAXS that is usual for another
    // sub-version.
    if all.is_empty() && titles.len() == 1 {
        all = existing(highest);
    }
    all.sort_by_key(|version| version.number);
    all.dedup();
    if all.is_empty() {
        return Fact {
            value: vec![SubVersion::of(facts.humongous())],
            by: by::INDEX,
        };
    }
    Fact {
        value: all,
        by: by::FILE_NAME,
    }
}

/// Returns the highest sub-version that usually has such an index, and the highest that can have
/// it: later games may have an earlier MAXS, but not the earlier blocks (I3).
fn limits(facts: &LargeFacts) -> (u8, u8) {
    let by_blocks = match facts {
        LargeFacts {
            has_disks: true, ..
        }
        | LargeFacts {
            maxs: Form::Humongous(99),
            ..
        } => 100,
        LargeFacts {
            has_plain_names: true,
            ..
        } => 97,
        LargeFacts {
            has_new_names: true,
            ..
        } => 74,
        LargeFacts {
            has_sizes: true, ..
        } => 71,
        _ => 62,
    };
    let by_size = match facts.maxs {
        Form::Humongous(90) => 98,
        Form::Humongous(72) if !facts.has_disks => 85,
        _ => 100,
    };
    (by_blocks.min(by_size), by_blocks)
}

/// Removes the sub-versions that the data files exclude: HE60 has COSTs (I30), HE70 has strips.
pub fn narrow(game: &GameFiles, he: &mut Fact<Vec<SubVersion>>) {
    let Some(lowest) = he.value.first().map(|version| version.number) else {
        return;
    };
    let (is_later, by) = match lowest {
        60 => (refine::has_akos(game), by::COSTUMES),
        70 => (refine::has_bitmaps(game), by::PICTURES),
        _ => return,
    };
    match is_later {
        Some(true) => {
            he.value.retain(|version| version.number > lowest);
            if he.value.is_empty() {
                *he = Fact {
                    value: vec![SubVersion::of(lowest.saturating_add(1))],
                    by,
                };
            }
        }
        Some(false) => he.value.retain(|version| version.number == lowest),
        None => {}
    }
}
