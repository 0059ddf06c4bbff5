//! Writes the inputs with which fuzzing begins: `fuzz-corpus DIR` makes the folder `DIR/<target>/`
//! for each target, with one file for each input.

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
