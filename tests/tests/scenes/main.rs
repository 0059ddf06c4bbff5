//! Each scene is a separate test. `cargo test -p scumm-tests --test scenes -- cost-v5/` runs one
//! group of the vectors, and `… -- data/scenes/` runs the project's own scenes.

mod own;
mod plays;
mod vectors;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = vectors::trials(&arguments).and_then(|mut trials| {
        trials.extend(own::trials()?);
        trials.extend(plays::trials()?);
        Ok(trials)
    });
    match trials {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("scenes: {error}");
            ExitCode::FAILURE
        }
    }
}
