//! Builds the C examples with an unpacked archive, as users would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::Naming;
use crate::{packages, printed};

/// The examples, and the input of each, which precedes the name of its picture.
const EXAMPLES: [(&str, &str); 2] = [
    ("walk", "data/demo/built"),
    ("costume", "data/scene-costumes/doll-v5.cost"),
];

/// Unpacks the archive into a new folder, builds the examples with the shared and with the static
/// library, and runs them with `program`, which is called with the example and the folder of the
/// shared library. `compiler` is the command line of the compiler. Returns the output and the
/// pictures of the examples.
///
/// # Errors
/// Returns an error if an example cannot be built or run, draws no picture, or gives another result
/// with the other library.
pub fn run(
    archive: &[u8],
    naming: Naming,
    compiler: &str,
    program: impl Fn(&Path, &Path) -> Command,
) -> Result<Vec<u8>> {
    packages::ensure(&[("pkg-config", "pkg-config"), ("tar", "tar")])?;
    let folder = tempfile::Builder::new().prefix("wardrobe-c-").tempdir()?;
    let folder = folder.path();
    let prefix = unpack(folder, archive, naming)?;
    let mut all = Vec::new();
    for (name, input) in EXAMPLES {
        let mut results = Vec::new();
        for is_static in [false, true] {
            let built = folder.join(if is_static {
                format!("{name}-static.exe")
            } else {
                format!("{name}.exe")
            });
            let mut words = compiler.split(' ');
            let mut compile = Command::new(words.next().unwrap_or_default());
            compile
                .args(words)
                .arg(prefix.join("examples").join(name).with_extension("c"));
            crate::step(
                compile
                    .args(told(&prefix, is_static)?)
                    .arg("-o")
                    .arg(&built),
            )?;
            results.push(result(
                &mut program(&built, &prefix.join("lib")),
                Path::new(input),
                &folder.join("picture"),
            )?);
        }
        ensure!(
            results[0] == results[1],
            "{name}: the shared library does not do what the static one does"
        );
        all.extend(results.swap_remove(0));
    }
    Ok(all)
}

/// Unpacks an archive and returns its folder, which serves as a prefix.
fn unpack(folder: &Path, archive: &[u8], naming: Naming) -> Result<PathBuf> {
    let file = folder.join("archive");
    fs::write(&file, archive)?;
    let (program, args) = match naming {
        Naming::Windows => ("unzip", ["-q"].as_slice()),
        Naming::Linux | Naming::MacOs => ("tar", ["-xf"].as_slice()),
    };
    crate::step(
        Command::new(program)
            .args(args)
            .arg(&file)
            .current_dir(folder),
    )?;
    let is_prefix = |path: &PathBuf| path.join("include").exists();
    let inner = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(is_prefix);
    let prefix = inner.or_else(|| is_prefix(&folder.to_path_buf()).then(|| folder.to_path_buf()));
    let prefix = prefix.context("the archive has no header")?;
    if naming == Naming::Windows {
        // Windows searches the library beside the program.
        fs::copy(prefix.join("bin/wardrobe.dll"), folder.join("wardrobe.dll"))?;
    }
    Ok(prefix)
}

/// Returns the options for compiling and linking that pkg-config prints.
fn told(prefix: &Path, is_static: bool) -> Result<Vec<String>> {
    let mut ask = Command::new("pkg-config");
    ask.env("PKG_CONFIG_LIBDIR", prefix.join("lib/pkgconfig"))
        .args(["--cflags", "--libs", "wardrobe"]);
    if is_static {
        ask.arg("--static");
    }
    let text = printed(&mut ask)?;
    let library = prefix.join("lib/libwardrobe.a").display().to_string();
    let word = |word: &str| {
        if is_static && word == "-lwardrobe" {
            library.clone()
        } else {
            word.to_owned()
        }
    };
    Ok(text.split_whitespace().map(word).collect())
}

/// Returns the output and the picture of an example.
fn result(command: &mut Command, input: &Path, picture: &Path) -> Result<Vec<u8>> {
    let _ = fs::remove_file(picture);
    let said = printed(command.args([input, picture]))?;
    let drawn = fs::read(picture).with_context(|| format!("{command:?} wrote no picture"))?;
    let colours = drawn
        .iter()
        .copied()
        .collect::<std::collections::BTreeSet<u8>>();
    ensure!(
        colours.len() > 8 && !said.is_empty(),
        "{command:?}: the picture is empty"
    );
    // Windows uses other line ends.
    Ok(said
        .replace('\r', "")
        .into_bytes()
        .into_iter()
        .chain(drawn)
        .collect())
}
