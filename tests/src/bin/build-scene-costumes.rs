//! Writes the files of `data/scene-costumes`.

use std::error::Error;
use std::fs;

use scumm_test_support::puppets;

fn main() -> Result<(), Box<dyn Error>> {
    for (name, bytes) in puppets::files()? {
        fs::write(puppets::folder().join(name), bytes)?;
    }
    Ok(())
}
