//! `wardrobe export`: the pictures of costumes as PNG, one by one and put together as animations.

mod cels;
mod model;
mod reel;

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_costume::Costume;
use scumm_engine::game::{CostumeEntry, Game};
use scumm_room::Palette;

use crate::load;
use crate::loose::{self, CostumeArgs, Loaded};
use crate::outcome::{Outcome, line};
use crate::progress::Work;
use model::Model;

/// Writes the cels of costumes as indexed PNG, and with --animations each animation as an animated PNG
///
/// Cels keep their own colour numbers, so that nothing is lost; the palette gives each number the colour it has in the costume's
/// room. Animations are drawn as the engine draws them, over what the init frame shows, and end where they begin anew.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe export ~/games/monkey2 --costume 5 -o guybrush
  wardrobe export ~/games/monkey2 --all --animations -o everyone
  wardrobe export costume-005.cost --scumm 5 --palette room12.pal -o guybrush

What is written: DIR/cel-007.png; DIR/frame-002-west.png with --animations; with --all all of it in DIR/costume-005 and so on.")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    /// All costumes of the game
    #[arg(long, conflicts_with = "costume")]
    all: bool,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// Write each animation, in each direction, as an animated PNG
    #[arg(long)]
    animations: bool,

    /// The most frames of an animation that does not end
    #[arg(long, value_name = "N", default_value_t = 200, requires = "animations")]
    frames: usize,

    /// Take the colours of this room instead of the costume's own
    #[arg(long, value_name = "N", conflicts_with = "palette")]
    room: Option<u16>,

    /// Take the colours from a file of 768 bytes
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,
}

/// Writes what is asked for; a costume that can't be read is told, the others are written.
pub fn run(args: &Args) -> Result<Outcome> {
    if !args.all {
        let loaded = args.costume.load()?;
        return args.export(&loaded, args.colours_of_one(&loaded)?, &args.out);
    }
    let game = args.costume.game()?;
    let costumes: Vec<CostumeEntry> = game.costumes().collect();
    let work = Work::new(costumes.len());
    let outcomes: Result<Vec<Outcome>> = costumes
        .par_iter()
        .map(|&entry| {
            let outcome = args.export_of(&game, entry);
            work.advance();
            outcome
        })
        .collect();
    drop(work);
    Ok(if outcomes?.iter().all(|outcome| *outcome == Outcome::Good) { Outcome::Good } else { Outcome::Findings })
}

impl Args {
    /// Writes one of all the costumes of a game; one that can't be read is a finding.
    fn export_of(&self, game: &Game, entry: CostumeEntry) -> Result<Outcome> {
        match loose::of_game(game, entry.id) {
            Ok(loaded) => {
                let folder = self.out.join(format!("costume-{:03}", entry.id));
                self.export(&loaded, self.colours(game, &loaded, entry.room.into())?, &folder)
            }
            Err(error) => {
                log::warn!("costume {} is left out: {}", entry.id, line(&error));
                Ok(Outcome::Findings)
            }
        }
    }

    fn export(&self, loaded: &Loaded, colours: Option<Palette>, folder: &Path) -> Result<Outcome> {
        let mut model = Model::new(loaded, colours);
        let cels = cels::write(loaded, &mut model, folder)?;
        let animations = if self.animations { reel::write(loaded, &mut model, self.frames, folder)? } else { 0 };
        log::info!("{}: {cels} cels, {animations} animations in {}", loaded.name, folder.display());
        Ok(if loaded.findings.is_empty() { Outcome::Good } else { Outcome::Findings })
    }

    /// The colours that a game gives a costume: those of a room that was named, else of the costume's own. Many a costume lies in a
    /// room without colours; then those of the room in which it has the most.
    fn colours(&self, game: &Game, loaded: &Loaded, home: u16) -> Result<Option<Palette>> {
        if let Some(own) = self.own_palette()? {
            return Ok(Some(own));
        }
        if let Some(number) = self.room {
            return Ok(Some(load::palette(&game.room(number)?, &game.dialect())));
        }
        let of = |number| game.room(number).ok().map(|room| load::palette(&room, &game.dialect()));
        let at_home = of(home).filter(|palette| variety(&loaded.costume, palette) > 1);
        let best = || {
            let rooms = game.rooms().filter_map(|number| Some((number, of(number)?)));
            let (number, palette) = rooms.max_by_key(|(number, p)| (variety(&loaded.costume, p), Reverse(*number)))?;
            log::info!("{}: room {home} gives it no colours, room {number} does", loaded.name);
            Some(palette)
        };
        Ok(at_home.or_else(best))
    }

    fn colours_of_one(&self, loaded: &Loaded) -> Result<Option<Palette>> {
        match self.costume.number() {
            Some(id) => {
                let game = self.costume.game()?;
                let home = game.costumes().find(|c| c.id == id).map_or(0, |c| c.room.into());
                self.colours(&game, loaded, home)
            }
            None if self.room.is_some() => bail!("--room needs a game: give its folder and --costume N or --all"),
            None => self.own_palette(),
        }
    }

    fn own_palette(&self) -> Result<Option<Palette>> {
        let Some(path) = &self.palette else { return Ok(None) };
        let bytes = std::fs::read(path).context(path.display().to_string())?;
        let palette = Palette::from_bytes(&bytes);
        palette
            .map(Some)
            .with_context(|| format!("{}: expected a palette of 768 bytes, found {}", path.display(), bytes.len()))
    }
}

/// How many different colours a palette gives a costume.
fn variety(costume: &Costume, palette: &Palette) -> usize {
    let own = match costume {
        Costume::Cost(cost) if cost.palette().len() > 1 => cost.palette(),
        Costume::Akos(akos) => akos.palette(),
        // Costumes of 16 fixed colours have them in every room.
        Costume::Cost(_) => return 16,
    };
    own.iter().map(|&index| palette.0[usize::from(index)]).collect::<BTreeSet<_>>().len()
}

/// Colours for a costume that comes without a room: those that an AKOS brings (A95), else greys, of 16 colours those of the machine.
fn own_colours(loaded: &Loaded) -> Palette {
    let mut palette = Palette::greys();
    if loaded.dialect.is_sixteen_colour() {
        palette = Palette::initial(&loaded.dialect);
    }
    if let Costume::Akos(akos) = &loaded.costume {
        for (&screen, &rgb) in akos.palette().iter().zip(akos.colours()) {
            palette.0[usize::from(screen)] = rgb;
        }
    }
    palette
}
