//! `wardrobe import`: a costume put into a game, as a new set of data files.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use scumm_costume::Costume;
use scumm_costume::edit::lint::{Severity, lint};
use scumm_engine::Game;
use scumm_platform::file;
use scumm_room::resource::{ChangedFile, Kind};

use crate::load;
use crate::outcome::Outcome;

/// Puts a costume into a game: a new set of data files, with offsets and directories brought up to date
///
/// The costume may have any size. Everything else stays byte for byte, the encryption too. The game itself is not touched unless
/// --in-place asks for it; the files that change are then kept beside as .bak, .bak2 and so on.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost -o newgame
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost --in-place

Games of versions 1 to 8 and Humongous can be changed. With -o the files of the same name as the index are copied, in old games those
that end in .LFL and .LEC; speech and music stay where they are.",
    group = clap::ArgGroup::new("where").required(true)
)]
pub struct Args {
    /// A game's folder, or the index file of one
    #[arg(value_name = "GAME")]
    game: PathBuf,

    /// The number of the costume that is replaced
    #[arg(long, value_name = "N")]
    costume: u16,

    /// The new costume: a raw block with its header, as `build` and `extract` write it
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder to write the new set of files into
    #[arg(short, long, value_name = "DIR", group = "where")]
    out: Option<PathBuf>,

    /// Change the game's own files; the old ones are kept beside
    #[arg(long, group = "where")]
    in_place: bool,
}

/// Writes the changed files.
pub fn run(args: &Args) -> Result<Outcome> {
    let game = load::game(&args.game)?;
    let shown = || args.file.display().to_string();
    let data = fs::read(&args.file).with_context(shown)?;
    let bad = check(&game, &data).with_context(shown)?;
    let changed = game.files().replace(Kind::Costume, args.costume, &data)?;
    match &args.out {
        Some(out) => write_set(&game, &changed, out)?,
        None => {
            for changed in &changed {
                keep(&changed.path)?;
                file::write(&changed.path, |file| file.write_all(&changed.bytes))?;
            }
        }
    }
    for what in &bad {
        log::warn!("{}: {what}", args.file.display());
    }
    Ok(if bad.is_empty() { Outcome::Good } else { Outcome::Findings })
}

/// That the game can read the costume; what is wrong with it.
fn check(game: &Game, data: &[u8]) -> Result<Vec<String>> {
    let dialect = game.dialect();
    let costume = Costume::parse(data, &dialect)?;
    let findings = lint(data, &costume)?;
    Ok(findings.into_iter().filter(|f| f.severity == Severity::Error).map(|f| f.what).collect())
}

/// Writes all files of the game, the changed ones new, the index last.
fn write_set(game: &Game, changed: &[ChangedFile], out: &Path) -> Result<()> {
    let folder = folder(game);
    for path in files(game)? {
        let target = out.join(path.strip_prefix(&folder).unwrap_or(&path));
        if target.canonicalize().is_ok_and(|target| path.canonicalize().is_ok_and(|path| path == target)) {
            bail!("{} is the game itself; --in-place changes it", out.display());
        }
        if changed.iter().all(|changed| changed.path != path) {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            file::write(&target, |file| file.write_all(&bytes))?;
        }
    }
    for ChangedFile { path, bytes } in changed {
        file::write(&out.join(path.strip_prefix(&folder).unwrap_or(path)), |file| file.write_all(bytes))?;
        log::info!("{}: {} bytes", path.display(), bytes.len());
    }
    Ok(())
}

fn folder(game: &Game) -> PathBuf {
    let parent = game.files().path().parent().unwrap_or(Path::new(""));
    if parent.as_os_str().is_empty() { PathBuf::from(".") } else { parent.to_path_buf() }
}

/// The index and data files of the game: those with the name of the index, in old games the numbered ones.
fn files(game: &Game) -> Result<Vec<PathBuf>> {
    let index = game.files().path();
    let stem = index.file_stem().unwrap_or_default().to_ascii_lowercase();
    let numbered = stem.to_string_lossy().chars().all(|c| c.is_ascii_digit());
    let mut found = Vec::new();
    let mut folders = vec![(folder(game), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                // Data may lie up to three folders deep (I1).
                folders.extend((depth < 3).then_some((path, depth + 1)));
                continue;
            }
            let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
            let belongs = match numbered {
                true => ["lfl", "lec", "man"].iter().any(|known| ending == *known),
                false => path.file_stem().unwrap_or_default().to_ascii_lowercase() == stem,
            };
            // What is kept of earlier changes is no part of the game.
            found.extend((belongs && !ending.to_string_lossy().starts_with("bak")).then_some(path));
        }
    }
    found.sort();
    Ok(found)
}

/// Keeps a file beside under the first free name.
fn keep(path: &Path) -> Result<()> {
    let name = |number: usize| {
        let mut name = OsString::from(path);
        name.push(if number == 1 { ".bak".to_owned() } else { format!(".bak{number}") });
        PathBuf::from(name)
    };
    let free = (1..1000).map(name).find(|name| !name.exists());
    let free = free.with_context(|| format!("{}: too many old files are kept beside it", path.display()))?;
    fs::copy(path, &free).with_context(|| free.display().to_string())?;
    log::info!("the old file is kept as {}", free.display());
    Ok(())
}
