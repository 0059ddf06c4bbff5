//! Measuring: times by the `speed` program of the tests and by criterion, instructions by valgrind.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, fs};

use anyhow::{Context, Result, bail};

use super::{cargo, step};

/// Draws of the two runs whose instructions are subtracted, so that start and end of the program drop out.
const FEW: u32 = 10;
const MANY: u32 = 110;

pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let (what, rest) =
        arguments.split_first().map_or(("cases", arguments), |(what, rest)| (what.to_str().unwrap_or_default(), rest));
    match (what, rest) {
        ("cases", _) | ("growth", []) => step(Command::new(speed()?).arg(what).args(rest))?,
        ("count", [] | [_]) => count(rest.first().and_then(|part| part.to_str()).unwrap_or_default())?,
        ("parts", _) => step(
            cargo()
                .args(["bench", "--package", "scumm-tests", "--features", "bench", "--bench", "parts", "--"])
                .args(rest),
        )?,
        _ => bail!("`bench` takes cases, growth, count or parts"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the measuring program and tells where it is.
fn speed() -> Result<PathBuf> {
    step(cargo().args(["build", "--release", "--package", "scumm-tests", "--bin", "speed"]))?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    Ok(target.join("release").join("speed"))
}

/// Prints the instructions of one draw of each case: out of the cache, and plainly.
fn count(part: &str) -> Result<()> {
    let speed = speed()?;
    let cases = Command::new(&speed).arg("list").output().context("cannot list the cases")?;
    println!("| case | instructions | plain |\n|---|--:|--:|");
    for case in String::from_utf8(cases.stdout)?.lines().filter(|case| case.contains(part)) {
        let of = |plain| -> Result<u64> {
            let [few, many] = [FEW, MANY].map(|draws| instructions(&speed, case, draws, plain));
            Ok(many?.saturating_sub(few?) / u64::from(MANY - FEW))
        };
        println!("| {case} | {} | {} |", of(false)?, of(true)?);
    }
    Ok(())
}

/// The instructions of a run.
fn instructions(speed: &PathBuf, case: &str, draws: u32, plain: bool) -> Result<u64> {
    let out = env::temp_dir().join(format!("wardrobe-callgrind-{}", std::process::id()));
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--quiet", "--tool=callgrind"]).arg(format!("--callgrind-out-file={}", out.display()));
    valgrind.arg(speed).args(["draw", case, &draws.to_string()]).args(plain.then_some("--plain"));
    let run = valgrind.output().context("cannot start valgrind: it has to be installed")?;
    let counted = fs::read_to_string(&out);
    let _ = fs::remove_file(&out);
    if !run.status.success() {
        bail!("{case}: {}", String::from_utf8_lossy(&run.stderr));
    }
    let counted = counted.with_context(|| format!("cannot read {}", out.display()))?;
    let total = counted.lines().find_map(|line| line.strip_prefix("summary: ").or(line.strip_prefix("totals: ")));
    total.and_then(|total| total.trim().parse().ok()).context("valgrind gave no sum")
}
