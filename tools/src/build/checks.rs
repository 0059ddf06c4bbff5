//! Checks of a costume that is built from a source: faults that the format allows, but that the
//! author did not mean.

use std::collections::{BTreeMap, BTreeSet};

use scumm_costume::edit::akos::{AkosDraft, mode};
use scumm_costume::edit::cost::CostDraft;
use scumm_costume::edit::lint::{Severity, lint};
use scumm_costume::{CostCommand, Costume};
use scumm_media::text::{joined, plural};
use scumm_room::{Dialect, Surface};

use super::text::{CelText, CostumeFile};
use crate::chores::{EIGHT_DIRECTIONS, FOUR_DIRECTIONS};

/// The most warnings of one kind.
const MOST: usize = 12;

/// The bits of a code in a sequence that are the number of a cel (A11).
const CEL_MASK: u16 = 0x0fff;

/// The chores that the engine starts by default, and their uses (T20).
const USUAL: [(u16, &str); 5] = [
    (1, "init"),
    (2, "walk"),
    (3, "stand"),
    (4, "talk"),
    (5, "hush"),
];

/// Numbers from this on are commands, which some versions show as pictures that do not exist (C22,
/// C23). Games have them on purpose.
const FIRST_COMMAND: u8 = 0x71;

/// Returns a warning for each sequence of a COST that shows a cel which its limb does not have.
pub fn missing_cels(file: &CostumeFile, draft: &CostDraft, dialect: &Dialect) -> Vec<String> {
    let mut warnings = Vec::new();
    for (number, record) in draft.records.iter().enumerate() {
        let entries = record.iter().flat_map(|record| &record.entries);
        for entry in entries {
            let Some(sequence) = entry.sequence else {
                continue;
            };
            let played = usize::from(sequence.start)..=usize::from(sequence.end());
            let cels = &draft.limbs[usize::from(entry.limb)];
            let is_missing = |code: &&u8| {
                let command = CostCommand::from_byte(**code, dialect);
                let is_picture = matches!(command, CostCommand::Picture) && **code < FIRST_COMMAND;
                is_picture && usize::from(**code) >= cels.len()
            };
            let codes = draft.commands.get(played).unwrap_or_default();
            let missing: BTreeSet<u8> = codes.iter().filter(is_missing).copied().collect();
            if missing.is_empty() {
                continue;
            }
            let limb = limb_name(file, entry.limb);
            warnings.push(format!(
                "{}: limb `{limb}` shows cel {}, but it has {}",
                animation(number, &FOUR_DIRECTIONS),
                joined(&missing, ", "),
                plural(cels.len(), "cel")
            ));
        }
    }
    capped(warnings)
}

/// Returns a warning for each sequence of an AKOS that shows a cel which the costume does not have.
/// Only sequences of plain cels are checked; programs have jumps.
pub fn missing_cels_of_akos(draft: &AkosDraft, eight: bool) -> Vec<String> {
    let directions: &[&str] = if eight {
        &EIGHT_DIRECTIONS
    } else {
        &FOUR_DIRECTIONS
    };
    let mut warnings = Vec::new();
    for (number, chore) in draft.chores.iter().enumerate() {
        let limbs = chore.iter().flat_map(|chore| &chore.limbs);
        for limb in limbs.filter(|limb| matches!(limb.mode, mode::LOOP | mode::RUN)) {
            let start = usize::from(limb.start);
            let played = draft.sequence.get(start..).unwrap_or_default();
            let length = usize::from(limb.length).saturating_add(1);
            let cels = cel_codes(played.get(..length).unwrap_or(played));
            let is_missing = |cel: &&u16| usize::from(**cel) >= draft.cels.len();
            let missing: BTreeSet<u16> = cels.iter().filter(is_missing).copied().collect();
            if !missing.is_empty() {
                warnings.push(format!(
                    "{}: limb{} shows cel {}, but the costume has {}",
                    animation(number, directions),
                    limb.limb,
                    joined(&missing, ", "),
                    plural(draft.cels.len(), "cel")
                ));
            }
        }
    }
    capped(warnings)
}

/// Returns the numbers of the cels at the start of a stream, up to the first command (A11).
fn cel_codes(stream: &[u8]) -> Vec<u16> {
    let mut cels = Vec::new();
    let mut bytes = stream.iter().copied();
    while let Some(first) = bytes.next() {
        if first < 0x80 {
            cels.push(first.into());
            continue;
        }
        let Some(second) = bytes.next() else {
            break;
        };
        let code = u16::from_be_bytes([first, second]);
        if code >= 0xc000 {
            break;
        }
        cels.push(code & CEL_MASK);
    }
    cels
}

/// Returns warnings of usual chores and directions that a hand-made source lacks. Sources that
/// `disassemble` wrote have a layout and are those of games, which may lack any of them.
pub fn missing_chores(file: &CostumeFile) -> Vec<String> {
    let is_of_game = !file.layout.order.is_empty() || !file.layout.chunks.is_empty();
    if is_of_game || file.anim.is_empty() {
        return Vec::new();
    }
    let mut found: BTreeMap<u16, BTreeSet<&str>> = BTreeMap::new();
    for anim in &file.anim {
        for direction in EIGHT_DIRECTIONS {
            if matches!(anim.direction(direction), Ok(Some(_))) {
                found.entry(anim.chore).or_default().insert(direction);
            }
        }
    }
    let mut warnings = Vec::new();
    let mut absent = Vec::new();
    for (number, name) in USUAL {
        let Some(directions) = found.get(&number) else {
            absent.push(format!("{number} ({name})"));
            continue;
        };
        let mut lacking = Vec::new();
        for direction in FOUR_DIRECTIONS {
            if !directions.contains(direction) {
                lacking.push(direction);
            }
        }
        if !lacking.is_empty() {
            let lacking = lacking.join(", ");
            let mut advice = String::new();
            if lacking == "west" {
                advice = "; `west = \"east\"` mirrors the pictures of the east".to_owned();
            }
            warnings.push(format!("chore {number} ({name}) has no {lacking}{advice}"));
        }
    }
    if !absent.is_empty() {
        warnings.push(format!(
            "no chore {}; an actor that starts a chore without an animation keeps its picture",
            absent.join(", ")
        ));
    }
    warnings
}

/// Returns a warning for each picture of a COST whose size is not the one for which the source
/// gives its place.
pub fn changed_sizes(file: &CostumeFile, draft: &CostDraft) -> Vec<String> {
    let mut warnings = Vec::new();
    let mut next = 0;
    for limb in &file.limb {
        let number = limb.number.unwrap_or(next);
        next = number + 1;
        let Some(pictures) = draft.limbs.get(number) else {
            continue;
        };
        // The pictures from files of their own follow those that are cut from the sheet.
        let first = pictures.len().saturating_sub(limb.cels.len());
        for (index, (text, picture)) in limb.cels.iter().zip(&pictures[first..]).enumerate() {
            let size = picture.as_ref().map(|picture| size_of(&picture.cel));
            let name = format!("limb `{}`, cel c{index}", limb.name);
            warnings.extend(changed_size(text, size, &name));
        }
    }
    capped(warnings)
}

/// Returns a warning for each cel of an AKOS whose size is not the one for which the source gives
/// its place.
pub fn changed_sizes_of_akos(file: &CostumeFile, draft: &AkosDraft) -> Vec<String> {
    let mut warnings = Vec::new();
    for (number, (text, cel)) in file.cels.iter().zip(&draft.cels).enumerate() {
        let size = Some(size_of(&cel.cel));
        warnings.extend(changed_size(text, size, &format!("cel {number}")));
    }
    capped(warnings)
}

fn size_of(surface: &Surface) -> (usize, usize) {
    (surface.width(), surface.height())
}

/// Returns a warning if a picture from a file has another size than its text states.
fn changed_size(text: &CelText, size: Option<(usize, usize)>, name: &str) -> Option<String> {
    let (old_width, old_height) = text.size.filter(|_| text.file.is_some())?;
    let (width, height) = size.filter(|&size| size != (old_width, old_height))?;
    Some(format!(
        "{name}: the picture has become {width}x{height}, and `rel` is the place of \
         {old_width}x{old_height}; set `rel` and `size` for the new picture"
    ))
}

/// Returns the warnings and errors that `lint` finds in a built costume, except those of the rules
/// in `without`.
pub fn lint_warnings(block: &[u8], dialect: &Dialect, without: &[&str]) -> Vec<String> {
    let findings = Costume::parse(block, dialect).and_then(|costume| lint(block, &costume));
    let mut warnings = Vec::new();
    for finding in findings.unwrap_or_default() {
        if finding.severity > Severity::Note && !without.contains(&finding.rule) {
            warnings.push(format!("{} ({})", finding.what, finding.rule));
        }
    }
    capped(warnings)
}

/// Returns the name of an animation: `chore 2 east`.
fn animation(number: usize, directions: &[&str]) -> String {
    let chore = number / directions.len();
    let direction = directions[number % directions.len()];
    format!("chore {chore} {direction}")
}

/// Returns the name of a limb in the source.
fn limb_name(file: &CostumeFile, number: u8) -> String {
    let mut next = 0;
    for limb in &file.limb {
        let own = limb.number.unwrap_or(next);
        if own == usize::from(number) {
            return limb.name.clone();
        }
        next = own + 1;
    }
    format!("limb{number}")
}

/// Returns the first warnings, and the number of the others.
fn capped(mut warnings: Vec<String>) -> Vec<String> {
    let more = warnings.len().saturating_sub(MOST);
    warnings.truncate(MOST);
    if more > 0 {
        warnings.push(format!("and {more} more of these"));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::companions::CompanionFiles;
    use crate::build::{akos, costume};

    const COST: &str = "
colours = 16
palette = [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]
commands = '''
L0: 0 1 2 99 4
'''
[[limb]]
name = 'head'
number = 3
cels = [{size = [0, 0]}, {size = [0, 0]}]
[[anim]]
chore = 2
east = {head = '@L0+4'}
south = {head = 'c0 c1'}
";

    #[test]
    fn a_command_that_shows_no_cel_is_named() {
        let file: CostumeFile = toml::from_str(COST).unwrap();
        let beside = CompanionFiles::memory(BTreeMap::new());
        let (draft, _) = costume::plan(&file, &beside).unwrap();
        assert_eq!(
            missing_cels(&file, &draft, &Dialect::new(5)),
            ["chore 2 east: limb `head` shows cel 2, 4, 99, but it has 2 cels"]
        );
    }

    #[test]
    fn missing_chores_and_directions_are_named_for_hand_made_sources() {
        let mut file: CostumeFile = toml::from_str(COST).unwrap();
        let warnings = missing_chores(&file);
        assert_eq!(warnings.len(), 2, "{warnings:?}");
        assert_eq!(warnings[0], "chore 2 (walk) has no west, north");
        let absent = "no chore 1 (init), 3 (stand), 4 (talk), 5 (hush)";
        assert!(warnings[1].starts_with(absent), "{warnings:?}");
        file.layout.order = "a0".to_owned();
        assert!(missing_chores(&file).is_empty());
    }

    #[test]
    fn a_missing_cel_of_an_akos_is_named() {
        let text = "
kind = 'akos'
version = 7
commands = '''
L0: 
  cel 0
  cel 200
'''
cels = [{size = [0, 0]}]
[akos]
codec = 1
[[anim]]
chore = 1
west = {limb0 = '@L0+2'}
";
        let file: CostumeFile = toml::from_str(text).unwrap();
        let beside = CompanionFiles::memory(BTreeMap::new());
        let (draft, _) = akos::read(&file, &beside, &Dialect::new(7)).unwrap();
        assert_eq!(
            missing_cels_of_akos(&draft, false),
            ["chore 1 west: limb0 shows cel 200, but the costume has 1 cel"]
        );
    }

    #[test]
    fn a_picture_whose_size_has_changed_is_named() {
        let png = |width| {
            let surface = Surface::filled(width, 2, 1);
            crate::output::png_bytes(&surface, &scumm_room::Palette::greys(), Some(0), 1).unwrap()
        };
        let text = "
colours = 16
palette = [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]
[[limb]]
name = 'head'
cels = [{file = 'a.png', size = [3, 2], rel = [0, 0]}, {file = 'b.png', size = [3, 2]}]
";
        let file: CostumeFile = toml::from_str(text).unwrap();
        let files = [("a.png", png(3)), ("b.png", png(5))];
        let files = files.map(|(name, bytes)| (name.to_owned(), bytes));
        let beside = CompanionFiles::memory(files.into());
        let (draft, _) = costume::plan(&file, &beside).unwrap();
        let warnings = changed_sizes(&file, &draft);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(
            warnings[0].starts_with("limb `head`, cel c1: the picture has become 5x2"),
            "{warnings:?}"
        );
    }

    #[test]
    fn commands_that_some_versions_show_as_pictures_are_no_missing_cels_c23() {
        let text = COST.replace("99", "stop").replace("L0+4", "L0+1");
        let file: CostumeFile = toml::from_str(&text.replace("c0 c1", "stop")).unwrap();
        let beside = CompanionFiles::memory(BTreeMap::new());
        let (draft, _) = costume::plan(&file, &beside).unwrap();
        assert!(missing_cels(&file, &draft, &Dialect::new(6)).is_empty());
    }
}
