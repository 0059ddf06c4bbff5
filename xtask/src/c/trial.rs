//! The examples in C, built with an unpacked archive as its users would build them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};

use super::Naming;
use crate::packages;

/// The examples, and what each is given before the name of its picture.
const EXAMPLES: [(&str, &str); 2] = [("walk", "data/demo/built"), ("costume", "data/scene-costumes/doll-v5.cost")];

/// Unpacks the archive into a new folder, builds the examples with the shared and with the static library and runs them with
/// `program`, which is told the example and the folder of the shared library. Tells what they print and draw.
///
/// # Errors
/// An example is not built, does not run, draws nothing, or something else with the other library.
pub fn run(
    archive: &[u8],
    naming: Naming,
    compiler: &Path,
    words: &[&str],
    program: impl Fn(&Path, &Path) -> Command,
) -> Result<Vec<u8>> {
    packages::ensure(&[("pkg-config", "pkg-config"), ("tar", "tar")])?;
    let folder = env::temp_dir().join(format!("wardrobe-c-{}", std::process::id()));
    let result = in_folder(&folder, archive, naming, &program, |source| {
        let mut command = Command::new(compiler);
        command.args(words).arg(source);
        command
    });
    let _ = fs::remove_dir_all(&folder);
    result
}

fn in_folder(
    folder: &Path,
    archive: &[u8],
    naming: Naming,
    program: &impl Fn(&Path, &Path) -> Command,
    compiler: impl Fn(&Path) -> Command,
) -> Result<Vec<u8>> {
    let prefix = unpack(folder, archive, naming)?;
    let mut all = Vec::new();
    for (name, input) in EXAMPLES {
        let mut results = Vec::new();
        for is_static in [false, true] {
            let built = folder.join(if is_static { format!("{name}-static.exe") } else { format!("{name}.exe") });
            let mut compile = compiler(&prefix.join("examples").join(name).with_extension("c"));
            compile.args(words(&prefix, is_static)?).arg("-o").arg(&built);
            crate::step(&mut compile)?;
            results.push(result(&mut program(&built, &prefix.join("lib")), Path::new(input), &folder.join("picture"))?);
        }
        ensure!(results[0] == results[1], "{name}: the shared library does not do what the static one does");
        all.extend(results.swap_remove(0));
    }
    Ok(all)
}

/// The folder that an archive is unpacked into, as it would be a prefix.
fn unpack(folder: &Path, archive: &[u8], naming: Naming) -> Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let file = folder.join("archive");
    fs::write(&file, archive)?;
    let (program, args) = match naming {
        Naming::Windows => ("unzip", ["-q"].as_slice()),
        Naming::Linux | Naming::MacOs => ("tar", ["-xf"].as_slice()),
    };
    crate::step(Command::new(program).args(args).arg(&file).current_dir(folder))?;
    let is_prefix = |path: &PathBuf| path.join("include").exists();
    let inner = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).find(is_prefix);
    let prefix = inner.or_else(|| is_prefix(&folder.to_path_buf()).then(|| folder.to_path_buf()));
    let prefix = prefix.context("the archive has no header")?;
    if naming == Naming::Windows {
        // Windows looks for it beside the program.
        fs::copy(prefix.join("bin/wardrobe.dll"), folder.join("wardrobe.dll"))?;
    }
    Ok(prefix)
}

/// What pkg-config tells to compile and link with.
fn words(prefix: &Path, is_static: bool) -> Result<Vec<String>> {
    let mut ask = Command::new("pkg-config");
    ask.env("PKG_CONFIG_LIBDIR", prefix.join("lib/pkgconfig")).args(["--cflags", "--libs", "wardrobe"]);
    if is_static {
        ask.arg("--static");
    }
    let told = ask.output().context("cannot start pkg-config")?;
    ensure!(told.status.success(), "pkg-config: {}", String::from_utf8_lossy(&told.stderr));
    let text = String::from_utf8(told.stdout)?;
    let library = prefix.join("lib/libwardrobe.a").display().to_string();
    let word = |word: &str| if is_static && word == "-lwardrobe" { library.clone() } else { word.to_owned() };
    Ok(text.split_whitespace().map(word).collect())
}

/// What an example prints and draws.
fn result(command: &mut Command, input: &Path, picture: &Path) -> Result<Vec<u8>> {
    let _ = fs::remove_file(picture);
    let output = command.args([input.as_os_str(), OsStr::new(picture)]).output();
    let output = output.with_context(|| format!("{command:?}"))?;
    ensure!(output.status.success(), "{command:?} failed: {}", String::from_utf8_lossy(&output.stderr));
    let drawn = fs::read(picture).with_context(|| format!("{command:?} wrote no picture"))?;
    let colours = drawn.iter().copied().collect::<std::collections::BTreeSet<u8>>();
    ensure!(colours.len() > 8 && !output.stdout.is_empty(), "{command:?}: the picture is empty");
    // Windows ends lines in its own way.
    let said = output.stdout.into_iter().filter(|&byte| byte != b'\r');
    Ok(said.chain(drawn).collect())
}
