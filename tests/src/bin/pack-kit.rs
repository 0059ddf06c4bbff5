//! Writes `data/kit-scenes.tar.xz`, the reference scenes that are part of the program: `cargo run
//! --release -p scumm-tests --bin pack-kit`. The same list and the same vectors give the same
//! bytes.

use std::error::Error;
use std::fs;
use std::io::{self, Write};

use lzma_rust2::{XzOptions, XzWriter};
use scumm_test_support::{kit, repository};

fn main() -> Result<(), Box<dyn Error>> {
    let mut tar = tar::Builder::new(XzWriter::new(Vec::new(), XzOptions::with_preset(9))?);
    let files = kit::files()?;
    for (name, contents) in &files {
        let mut header = tar::Header::new_ustar();
        header.set_size(contents.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, contents.as_slice())?;
    }
    let packed = tar.into_inner()?.finish()?;
    if packed.len() > kit::MOST_BYTES {
        let (bytes, most) = (packed.len(), kit::MOST_BYTES);
        return Err(format!("{bytes} bytes, the limit is {most}").into());
    }
    fs::write(repository().join("data/kit-scenes.tar.xz"), &packed)?;
    writeln!(
        io::stdout(),
        "{} scenes, {} files, {} bytes",
        kit::selected()?.len(),
        files.len(),
        packed.len()
    )?;
    Ok(())
}
