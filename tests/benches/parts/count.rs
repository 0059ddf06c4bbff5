//! Counts the instructions of a draw with valgrind, which runs this program again.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use scumm_test_support::cases::{self, SpeedCase};

/// The numbers of draws in two sections. Subtracting the instructions of the shorter section
/// removes everything except the draws from the result.
const FEW: u32 = 10;
const MANY: u32 = 110;
/// The sections of a case: the start, few and many draws with cached cels, and few and many draws
/// without the cache.
const SECTIONS: usize = 5;

fn cases_with(part: &str) -> Vec<SpeedCase> {
    let mut cases = cases::all().unwrap();
    cases.extend(cases::others().unwrap());
    cases.retain(|case| case.name.contains(part));
    cases
}

/// Prints the instructions of one draw of each case with `part` in its name: with cached cels, and
/// without the cache.
pub fn all(part: &str) {
    let cases = cases_with(part);
    let counted = instructions(part);
    assert!(counted.len() >= cases.len() * SECTIONS, "{counted:?}");
    println!("| case | instructions | plain |\n|---|--:|--:|");
    for (case, sections) in cases.iter().zip(counted.chunks(SECTIONS)) {
        let &[_, few, many, few_plain, many_plain] = sections else {
            break;
        };
        let of_a_draw = |few: u64, many: u64| many.saturating_sub(few) / u64::from(MANY - FEW);
        println!(
            "| {} | {} | {} |",
            case.name,
            of_a_draw(few, many),
            of_a_draw(few_plain, many_plain)
        );
    }
}

/// Draws the cases with `part` in their names, in the sections that `all` expects.
pub fn draw(part: &str) {
    for case in cases_with(part) {
        end_of_section();
        for (draws, is_plain) in [(FEW, false), (MANY, false), (FEW, true), (MANY, true)] {
            case.draw(draws, is_plain).unwrap();
            end_of_section();
        }
    }
}

/// Ends a section. Valgrind writes a file after each call, with the instructions since the call
/// before.
#[inline(never)]
fn end_of_section() {
    black_box(());
}

/// Returns the instructions of each section of a run that draws the cases with `part` in their
/// names.
fn instructions(part: &str) -> Vec<u64> {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("counted");
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--quiet", "--tool=callgrind"])
        .arg("--dump-after=*end_of_section*")
        .arg(format!("--callgrind-out-file={}", out.display()));
    valgrind
        .arg(std::env::current_exe().unwrap())
        .args(["draw", part]);
    let run = valgrind.output().expect("valgrind has to be installed");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let mut counted = Vec::new();
    loop {
        let file = out.with_extension((counted.len() + 1).to_string());
        if !file.exists() {
            return counted;
        }
        counted.push(total(&file));
    }
}

/// Returns the sum of a file that valgrind has written.
fn total(file: &Path) -> u64 {
    let counted = fs::read_to_string(file).unwrap();
    let total = counted
        .lines()
        .find_map(|line| line.strip_prefix("totals: "));
    total
        .and_then(|total| total.trim().parse().ok())
        .expect("valgrind gives a sum")
}
