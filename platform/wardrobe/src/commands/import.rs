//! `wardrobe import`: imports costumes into a game, as a new set of data files or in place.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use scumm_media::file::FolderLock;
use scumm_tools::import::{import_in_place, import_into, in_folder};

use crate::game_args::GameArgs;

/// Puts costumes into a game: a new set of data files, with updated offsets and directories
///
/// The costume may have any size. Everything else stays the same byte for byte, including the
/// encryption. The game itself is not changed unless --in-place is given; the changed files are
/// then kept beside it as .bak, .bak2 and so on.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost -o newgame
  wardrobe import ~/games/monkey2 --costume 5 guybrush.cost --in-place
  wardrobe import ~/games/monkey2 --costume 5=guybrush.cost --costume 6=lechuck.cost -o newgame
  wardrobe import ~/games/monkey2 costumes -o newgame

Of several costumes all are put in, or none. A folder has them by their numbers: costume-005.cost and so on, as `extract` names them.

Games of versions 0 to 8 and Humongous can be changed; on the image of a disk of version 0 a costume keeps its size. With -o all that belongs to the game is copied: index and data, speech, music
and films, but nothing that only lies beside them. A game in an archive, a container or a cartridge is never changed there: with -o
it becomes a loose game.

With --in-place the game is the old one or the new one, whenever the program is killed. An import that was interrupted is finished by
the next one into the game; until then no other command reads it. Two imports at once wait for each other, ten seconds at most.",
    group = clap::ArgGroup::new("where").required(true)
)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The number of the costume that FILE replaces, or a number with a file; may be given several
    /// times
    #[arg(long, value_name = "N|N=FILE", value_parser = replaced)]
    costume: Vec<(u16, Option<PathBuf>)>,

    /// The new costume: a raw block with its header, as `build` and `extract` write it; or a folder
    /// of such costumes
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// The folder to write the new set of files into
    #[arg(short, long, value_name = "DIR", group = "where")]
    out: Option<PathBuf>,

    /// Change the game's own files, and keep the old ones beside them
    #[arg(long, group = "where")]
    in_place: bool,
}

/// Writes the changed files.
pub fn run(args: &Args) -> Result<bool> {
    let costumes = args.costumes()?;
    let bad = match &args.out {
        Some(out) => {
            let game = args.game.open()?;
            let _lock = FolderLock::acquire(out)?;
            import_into(&game, &costumes, out)?
        }
        None => import_in_place(args.game.path(), &args.game.given(), &costumes)?,
    };
    for what in &bad {
        log::warn!("{what}");
    }
    Ok(bad.is_empty())
}

impl Args {
    /// Returns the costumes with the numbers that they replace.
    fn costumes(&self) -> Result<Vec<(u16, PathBuf)>> {
        match (self.costume.as_slice(), &self.file) {
            ([(number, None)], Some(file)) => Ok(vec![(*number, file.clone())]),
            ([], Some(folder)) if folder.is_dir() => in_folder(folder),
            (named @ [_, ..], None) => {
                let with_file =
                    |(number, file): &(u16, Option<PathBuf>)| Some((*number, file.clone()?));
                match named.iter().map(with_file).collect() {
                    Some(costumes) => Ok(costumes),
                    None => bail!(
                        "--costume N stands before one FILE; several costumes are --costume N=FILE each"
                    ),
                }
            }
            ([], Some(file)) => bail!(
                "{}: which costume it replaces is said by --costume N",
                file.display()
            ),
            _ => bail!(
                "expected --costume N FILE, --costume N=FILE once or more, or a folder of costumes"
            ),
        }
    }
}

/// Parses a number, or a number and a file.
fn replaced(text: &str) -> Result<(u16, Option<PathBuf>), String> {
    let (number, file) = match text.split_once('=') {
        Some((number, file)) => (number, Some(Path::new(file).to_owned())),
        None => (text, None),
    };
    Ok((
        number
            .parse()
            .map_err(|error| format!("{number:?}: {error}"))?,
        file,
    ))
}
