//! Reads scripts that were assembled by hand from the rules, for each table of opcodes. Each line of
//! the files `by_hand/*.txt` has the bytes of a script and the expected instructions.

use scumm_room::{Dialect, GameId, Platform};

use super::{Code, OpcodeTable, Step, Value, read, whole};

/// The files with the dialects whose scripts they contain.
fn files() -> Vec<(Dialect, &'static str)> {
    let v3 = Dialect::new(3).with_game(Some(GameId::Loom));
    let of_versions = [
        (Dialect::new(1), include_str!("by_hand/v1.txt")),
        (Dialect::new(2), include_str!("by_hand/v2.txt")),
        (v3, include_str!("by_hand/v3.txt")),
        (v3.with_old256(true), include_str!("by_hand/v3.txt")),
        (
            v3.with_platform(Platform::FmTowns),
            include_str!("by_hand/v3-towns.txt"),
        ),
        (
            v3.with_game(Some(GameId::Indy3)),
            include_str!("by_hand/v3-indy3.txt"),
        ),
        (Dialect::new(4), include_str!("by_hand/v4.txt")),
    ];
    let humongous = [
        (60, include_str!("by_hand/he60.txt")),
        (62, include_str!("by_hand/he60.txt")),
        (70, include_str!("by_hand/he70.txt")),
        (71, include_str!("by_hand/he71.txt")),
        (72, include_str!("by_hand/he72.txt")),
        (80, include_str!("by_hand/he80.txt")),
        (90, include_str!("by_hand/he90.txt")),
        (99, include_str!("by_hand/he90.txt")),
        (100, include_str!("by_hand/he100.txt")),
    ];
    let mut files = of_versions.to_vec();
    files.extend(humongous.map(|(he, file)| (Dialect::humongous(he), file)));
    files
}

/// The instructions that end a script or jump.
const ENDS: [&str; 5] = [
    "stopObjectCode",
    "chainScript",
    "jump",
    "jumpRelative",
    "jumpToScript",
];

/// A script with the expected instructions.
struct Line {
    bytes: Vec<u8>,
    steps: Vec<&'static str>,
}

/// Returns the scripts of a file.
fn lines(file: &'static str) -> Vec<Line> {
    let scripts = file
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    scripts.map(line).collect()
}

fn line(line: &'static str) -> Line {
    let (bytes, steps) = line.split_once('|').unwrap();
    Line {
        bytes: hex(bytes),
        steps: steps.split(';').map(str::trim).collect(),
    }
}

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// A step as it was read, with all operands.
struct SeenStep {
    at: usize,
    name: &'static str,
    operands: Vec<(String, Value)>,
    text: Vec<u8>,
    target: Option<usize>,
}

/// Reads a script and returns its steps except pushes, and whether it was read to its end.
fn steps(table: &'static OpcodeTable, code: Code<'_>) -> (Vec<SeenStep>, bool) {
    let mut steps = Vec::new();
    let whole = read(table, code, |step: &Step<'_>| {
        if step.name.starts_with("push") {
            return;
        }
        let operands = step
            .values
            .operands()
            .map(|(name, value)| (name.to_owned(), value));
        steps.push(SeenStep {
            at: step.at,
            name: step.name,
            operands: operands.collect(),
            text: step.text.to_vec(),
            target: step.target,
        });
    });
    (steps, whole)
}

impl SeenStep {
    /// Returns whether the step has the name, the operands, the text and the destination of an
    /// expectation. Operands and a text that are not named are not compared; a destination is.
    fn is(&self, expected: &str) -> bool {
        let (name, rest) = expected.split_once(' ').unwrap_or((expected, ""));
        if name != self.name {
            return false;
        }
        let (rest, text) = text(rest);
        let mut target = None;
        for part in rest.split_whitespace() {
            if let Some(to) = part.strip_prefix('>') {
                target = Some(to.parse().unwrap());
            } else if !self.has(part) {
                return false;
            }
        }
        target == self.target && text.is_none_or(|text| text == self.text)
    }

    /// Returns whether the step has an operand such as `actor=5`, `actor=?` or `actor=ego`.
    fn has(&self, operand: &str) -> bool {
        let (name, value) = operand.split_once('=').unwrap();
        let value = match value {
            "?" => Value::Unknown,
            "ego" => Value::Ego,
            number => Value::Number(number.parse().unwrap()),
        };
        self.operands.contains(&(name.to_owned(), value))
    }
}

/// Splits an expectation into its operands and its text, which is `"letters"` or `<bytes>`.
fn text(expected: &str) -> (&str, Option<Vec<u8>>) {
    if let Some((rest, text)) = expected.split_once('"') {
        (rest, Some(text.trim_end_matches('"').as_bytes().to_vec()))
    } else if let Some((rest, bytes)) = expected.split_once('<') {
        (rest, Some(hex(bytes.trim_end_matches('>'))))
    } else {
        (expected, None)
    }
}

fn table(dialect: &Dialect) -> &'static OpcodeTable {
    OpcodeTable::for_dialect(dialect).unwrap()
}

#[test]
fn each_script_is_read_to_its_exact_end_j6_to_j19() {
    for (dialect, file) in files() {
        for line in lines(file) {
            let (steps, is_whole) = steps(table(&dialect), whole(&line.bytes));
            let seen: Vec<String> = steps
                .iter()
                .map(|step| {
                    format!(
                        "{} {:?} {:x?} {:?}",
                        step.name, step.operands, step.text, step.target
                    )
                })
                .collect();
            let place = format!(
                "v{} he{}: {:x?}",
                dialect.version(),
                dialect.he(),
                line.bytes
            );
            let is_equal = steps.len() == line.steps.len()
                && steps
                    .iter()
                    .zip(&line.steps)
                    .all(|(step, expected)| step.is(expected));
            assert!(
                is_equal && is_whole,
                "{place}\nread to the end: {is_whole}\nread: {seen:#?}\nexpected: {:#?}",
                line.steps
            );
        }
    }
}

#[test]
fn each_version_has_at_least_twelve_scripts() {
    for (dialect, file) in files() {
        let is_of_one_machine = dialect.platform() == Platform::FmTowns;
        let is_of_one_game = dialect.game() == Some(GameId::Indy3);
        let least = if is_of_one_machine || is_of_one_game {
            2
        } else {
            12
        };
        assert!(lines(file).len() >= least, "{dialect:?}");
    }
}

#[test]
fn jumps_lead_to_instructions_j10() {
    for (dialect, file) in files() {
        for line in lines(file) {
            let (steps, _) = steps(table(&dialect), whole(&line.bytes));
            let mut starts = Vec::new();
            read(table(&dialect), whole(&line.bytes), |step| {
                starts.push(step.at);
            });
            starts.push(line.bytes.len());
            for step in steps {
                let target = step.target.unwrap_or(step.at);
                assert!(starts.contains(&target), "{:x?}: {target}", line.bytes);
            }
        }
    }
}

#[test]
fn a_cut_script_is_read_up_to_the_cut_j20() {
    for (dialect, file) in files() {
        for line in lines(file) {
            let (all, _) = steps(table(&dialect), whole(&line.bytes));
            for len in 0..line.bytes.len() {
                let (cut, _) = steps(table(&dialect), whole(&line.bytes[..len]));
                let is_same = cut.iter().zip(&all).all(|(cut, all)| cut.name == all.name);
                assert!(
                    is_same && cut.len() <= all.len(),
                    "{:x?}",
                    &line.bytes[..len]
                );
            }
        }
    }
}

#[test]
fn a_script_without_a_stored_end_ends_with_a_stop_behind_all_jumps_j6() {
    for (dialect, file) in files() {
        for line in lines(file) {
            let (all, _) = steps(table(&dialect), whole(&line.bytes));
            // A byte follows that begins no instruction of this table, or begins one that is cut.
            let bytes = [&line.bytes[..], &[0x00, 0xff]].concat();
            let code = Code {
                is_open: true,
                ..whole(&bytes)
            };
            let (open, is_whole) = steps(table(&dialect), code);
            let ends = |step: &SeenStep| ENDS.contains(&step.name);
            let is_one = all.iter().filter(|step| ends(step)).count() == 1;
            assert!(is_whole && open.len() <= all.len(), "{:x?}", line.bytes);
            if is_one && !all.iter().any(|step| step.target.is_some()) {
                assert_eq!(open.len(), all.len(), "{:x?}", line.bytes);
            }
        }
    }
}
