//! Counts the instructions of a draw with valgrind, which runs this program again.

use std::fs;
use std::process::Command;

use scumm_test_support::cases::{self, SpeedCase};

/// The numbers of draws in two runs. Subtracting the instructions of the shorter run removes the
/// start and the end of the program from the result.
const FEW: u32 = 10;
const MANY: u32 = 110;

fn every_case() -> Vec<SpeedCase> {
    let mut cases = cases::all().unwrap();
    cases.extend(cases::others().unwrap());
    cases
}

/// Prints the instructions of one draw of each case with `part` in its name: with cached cels, and
/// without the cache.
pub fn all(part: &str) {
    println!("| case | instructions | plain |\n|---|--:|--:|");
    for case in every_case()
        .into_iter()
        .filter(|case| case.name.contains(part))
    {
        let of = |how| {
            let [few, many] = [FEW, MANY].map(|draws| instructions(&case.name, draws, how));
            many.saturating_sub(few) / u64::from(MANY - FEW)
        };
        println!("| {} | {} | {} |", case.name, of("finished"), of("plain"));
    }
}

/// Draws a case `draws` times and does nothing else.
pub fn draw(name: &str, draws: u32, how: &str) {
    let case = every_case()
        .into_iter()
        .find(|case| case.name == name)
        .unwrap();
    case.draw(draws, how == "plain").unwrap();
}

/// Returns the number of instructions of a run with this number of draws.
fn instructions(case: &str, draws: u32, how: &str) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("counted");
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args(["--quiet", "--tool=callgrind"])
        .arg(format!("--callgrind-out-file={}", out.display()));
    valgrind
        .arg(std::env::current_exe().unwrap())
        .args(["draw", case, &draws.to_string(), how]);
    let run = valgrind.output().expect("valgrind has to be installed");
    assert!(
        run.status.success(),
        "{case}: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    let counted = fs::read_to_string(out).unwrap();
    let total = counted.lines().find_map(|line| {
        line.strip_prefix("summary: ")
            .or(line.strip_prefix("totals: "))
    });
    total
        .and_then(|total| total.trim().parse().ok())
        .expect("valgrind gives a sum")
}
