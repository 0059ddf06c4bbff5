//! `wardrobe export`: the pictures of costumes, one by one, as animations and as sprite sheets.

mod aseprite;
pub mod cels;
pub mod colours;
pub mod drawing;
pub mod film;
pub mod movie;
mod pack;
mod sheet;
mod stock;
pub mod studio;
pub mod take;
pub mod unique;
mod wanted;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use scumm_engine::{CostumeEntry, Game};
use scumm_room::{Palette, Room};

use crate::load;
use crate::loose::{self, CostumeArgs, Loaded};
use crate::outcome::{Outcome, line};
use crate::progress::Work;
use colours::Rooms;
use film::Film;
use movie::{Kind, Line};
use sheet::Basket;
use stock::{Stock, checksum};
use studio::{Spot, Studio};
use take::Take;
use wanted::{Part, Wanted};

/// Writes the cels of costumes as PNG, their animations as APNG and GIF, and sprite sheets with JSON
///
/// Animations are played by the engine, over what the init frame shows, and end where they begin anew. Cels keep their own colour
/// numbers. What was exported before and is still there is not made again, so that an interrupted export can be taken up; two
/// exports of the same game are the same, byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe export ~/games/monkey2 --costume 5 -o guybrush
  wardrobe export ~/games/monkey2 --costume 5 --chore 2 --facing west --only gif -o walk
  wardrobe export ~/games/monkey2 --all -o everyone
  wardrobe export ~/games/monkey2 --costume 5 --room 12 --z-clip 160,120 -o behind
  wardrobe export costume-005.cost --scumm 5 --palette room12.pal -o guybrush

What is written, with --all in DIR/costume-005 and so on:
  cel-007.png, cels.json                one picture; where it lies, how far it moves others
  chore-002-west.png, .gif, chores.json an animation; where it lies, where it begins anew, its sounds
  sheet.png, sheet.json                 all pictures of all animations, as Aseprite exports them
  manifest.json                         check sums: what is there whole is not made again")]
pub struct Args {
    #[command(flatten)]
    costume: CostumeArgs,

    /// All costumes of the game
    #[arg(long, conflicts_with = "costume")]
    all: bool,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// Take the colours of this room instead of the costume's own
    #[arg(long, value_name = "N", conflicts_with = "palette")]
    room: Option<u16>,

    /// Take the colours from a file of 768 bytes
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,

    #[command(flatten)]
    wanted: Wanted,
}

/// Writes what is asked for; a costume that can't be read is told, the others are written.
pub fn run(args: &Args) -> Result<Outcome> {
    if !args.all {
        return args.export_one();
    }
    let game = args.costume.game()?;
    let source = Source::of(&game, args.room)?;
    let costumes: Vec<CostumeEntry> = game.costumes().collect();
    let work = Work::new(costumes.len());
    let outcomes: Result<Vec<Outcome>> = costumes
        .par_iter()
        .map(|&entry| {
            let outcome = args.export_of(&source, entry);
            work.advance();
            outcome
        })
        .collect();
    drop(work);
    Ok(if outcomes?.iter().all(|outcome| *outcome == Outcome::Good) { Outcome::Good } else { Outcome::Findings })
}

/// A game that costumes come from, with the room that was named.
struct Source<'g> {
    game: &'g Game,
    rooms: Rooms<'g>,
    named: Option<Dressing>,
}

impl<'g> Source<'g> {
    fn of(game: &'g Game, room: Option<u16>) -> Result<Self> {
        let named = room.map(|number| Dressing::of(game, number)).transpose()?;
        Ok(Self { game, rooms: Rooms::of(game), named })
    }
}

/// A room that lends its colours, and its z-planes where they are asked for.
struct Dressing {
    room: Room,
    palette: Palette,
    /// Tells it from other rooms.
    digest: String,
}

impl Dressing {
    fn of(game: &Game, number: u16) -> Result<Self> {
        let (room, raw) = (game.room(number)?, game.load_room(number)?);
        let image = raw.image.map_or_else(String::new, |image| checksum(&image.data));
        let digest = format!("room {number} {} {image}", checksum(&raw.room.data));
        Ok(Self { palette: load::palette(&room, &game.dialect()), room, digest })
    }
}

impl Args {
    fn export_one(&self) -> Result<Outcome> {
        let loaded = self.costume.load()?;
        let Some(id) = self.costume.number() else {
            if self.room.is_some() || self.wanted.z_clip.is_some() {
                bail!("rooms are those of a game: give its folder and --costume N or --all");
            }
            let palette = self.own_palette()?.unwrap_or_else(|| colours::of_file(&loaded));
            return self.export(&loaded, &palette, None, &self.out);
        };
        let game = self.costume.game()?;
        let home = game.costumes().find(|c| c.id == id).map_or(0, |c| c.room.into());
        self.export_in(&Source::of(&game, self.room)?, &loaded, home, &self.out)
    }

    /// Writes one of all the costumes of a game; one that can't be read is a finding.
    fn export_of(&self, source: &Source<'_>, entry: CostumeEntry) -> Result<Outcome> {
        match loose::of_game(source.game, entry.id) {
            Ok(loaded) => {
                let folder = self.out.join(format!("costume-{:03}", entry.id));
                self.export_in(source, &loaded, entry.room.into(), &folder)
            }
            Err(error) => {
                log::warn!("costume {} is left out: {}", entry.id, line(&error));
                Ok(Outcome::Findings)
            }
        }
    }

    /// Writes a costume of a game, in a room that was named or its own.
    fn export_in(&self, source: &Source<'_>, loaded: &Loaded, home: u16, folder: &Path) -> Result<Outcome> {
        let palette = match (self.own_palette()?, &source.named) {
            (Some(palette), _) => palette,
            (None, Some(room)) => room.palette.clone(),
            (None, None) => source.rooms.colours_of(loaded, home).1,
        };
        if self.wanted.z_clip.is_none() {
            return self.export(loaded, &palette, None, folder);
        }
        match &source.named {
            Some(room) => self.export(loaded, &palette, Some(room), folder),
            None => self.export(loaded, &palette, Some(&Dressing::of(source.game, home)?), folder),
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

    fn export(&self, loaded: &Loaded, palette: &Palette, room: Option<&Dressing>, folder: &Path) -> Result<Outcome> {
        let place = room.map_or("", |room| &room.digest);
        let sources = [
            env!("CARGO_PKG_VERSION"),
            &serde_json::to_string(&self.wanted)?,
            &format!("{:?}", loaded.dialect),
            &loaded.name,
            &checksum(&loaded.data),
            &checksum(&palette.to_bytes()),
            place,
        ];
        match Stock::open(folder, sources.join("\n").as_bytes()) {
            None => log::info!("{}: {} is complete", loaded.name, folder.display()),
            Some(stock) => {
                let files = self.fill(stock, loaded, palette, room)?;
                log::info!("{}: {files} files in {}", loaded.name, folder.display());
            }
        }
        Ok(if loaded.findings.is_empty() { Outcome::Good } else { Outcome::Findings })
    }

    fn fill(&self, stock: Stock, loaded: &Loaded, palette: &Palette, room: Option<&Dressing>) -> Result<usize> {
        if self.wanted.has(Part::Cels) {
            cels::write(loaded, palette, &stock)?;
        }
        if [Part::Apng, Part::Gif, Part::Sheet].iter().any(|part| self.wanted.has(*part)) {
            self.film(&stock, loaded, palette, room)?;
        }
        stock.close()
    }

    /// Writes animations. Each is forgotten as soon as it is written, unless a sheet needs it.
    fn film(&self, stock: &Stock, loaded: &Loaded, palette: &Palette, room: Option<&Dressing>) -> Result<()> {
        let (wanted, dialect) = (&self.wanted, loaded.dialect);
        let parts = [(Part::Apng, Kind::Apng), (Part::Gif, Kind::Gif)];
        let kinds: Vec<Kind> = parts.into_iter().filter(|(part, _)| wanted.has(*part)).map(|(_, kind)| kind).collect();
        let (sheet, basket) = (wanted.has(Part::Sheet), Basket::default());
        let spot = room.zip(wanted.z_clip).map(|(place, at)| Spot { room: &place.room, at });
        let studio = Studio::new(&loaded.costume, dialect, palette, wanted.setting(), spot)?;
        let (title, screen) = (loaded.name.clone(), palette.clone());
        let film = Film { title, screen, frame: wanted.frame(&dialect) };
        let filmed = film.shoot(&studio, &wanted.chores(&loaded.costume, &dialect), |take, bounds| {
            movie::write(&film, &take, bounds, &kinds, stock)?;
            let line = Line::of(&take, bounds, &dialect);
            Ok((line, if sheet { basket.keep(take) } else { None }))
        })?;
        if filmed.is_empty() {
            log::info!("{}: no chore shows anything", loaded.name);
        }
        let (lines, takes): (Vec<Line>, Vec<Option<Take>>) = filmed.into_iter().unzip();
        if !kinds.is_empty() {
            movie::write_list(&film, lines, stock)?;
        }
        if sheet { sheet::write(&film, takes, &dialect, stock) } else { Ok(()) }
    }
}
