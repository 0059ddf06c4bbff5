//! Writes the inputs that fuzzing begins with: `fuzz-corpus DIR` makes `DIR/<target>/`, a file an
//! input.

use std::error::Error;
use std::fs;
use std::path::Path;

use scumm_test_support::bodies;
use scumm_test_support::corpus::Corpus;

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::args_os().nth(1) else {
        return Err("usage: fuzz-corpus DIR".into());
    };
    let corpus = Corpus::load()?;
    for name in bodies::names() {
        let target = Path::new(&folder).join(name);
        fs::create_dir_all(&target)?;
        for (number, input) in corpus.inputs(name).iter().enumerate() {
            fs::write(target.join(format!("{number:04}")), input)?;
        }
    }
    Ok(())
}
