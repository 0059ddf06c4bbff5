//! `wardrobe export`: the pictures of costumes, one by one, as animations and as sprite sheets.

pub mod animation_files;
mod aseprite;
pub mod cels;
pub mod colours;
pub mod drawing;
mod export_folder;
mod options;
mod pack;
pub mod render;
pub mod rendered;
pub mod renderer;
pub mod sheet;
pub mod unique;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use scumm_engine::{CostumeEntry, Game};
use scumm_room::{Palette, Room};

use crate::costume_input::{self, InputArgs, Loaded};
use crate::outcome::{Outcome, line};
use crate::output::checksum;
use crate::progress::Work;
use crate::{inputs, load};
use animation_files::{AnimationEntry, AnimationFormat};
use colours::RoomColours;
use export_folder::ExportFolder;
use options::{ExportOptions, ExportPart};
use render::RenderJob;
use rendered::RenderedChore;
use renderer::{ChoreRenderer, RoomPosition};
use scumm_platform::text::plural;
use sheet::PixelBudget;

/// Writes the cels of costumes as PNG, their animations as APNG and GIF, and sprite sheets with JSON
///
/// Animations are played by the engine, over what the init frame shows, and end where they begin anew. Cels keep their own colour
/// numbers. What was exported before and is still there is not made again, so that an interrupted export can be taken up; two
/// exports of the same game are the same, byte for byte.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe export ~/games/monkey2 --costume 5 -o guybrush
  wardrobe export ~/games/monkey2 --costume 5 --chore 2 --facing west --only gif -o walk
  wardrobe export ~/games/monkey2 --costume 5 --costume 6 -o two
  wardrobe export ~/games/monkey2 --all -o everyone
  wardrobe export ~/games/monkey2 --costume 5 --room 12 --z-clip 160,120 -o behind
  wardrobe export costume-005.cost --scumm 5 --palette room12.pal -o guybrush

What is written, of several costumes in DIR/costume-005 and so on:
  cel-007.png, cels.json                one picture; where it lies, how far it moves others
  chore-002-west.png, .gif, chores.json an animation; where it lies, where it begins anew, its sounds
  sheet.png, sheet.json                 all pictures of all animations, as Aseprite exports them
  manifest.json                         check sums: what is there whole is not made again")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// The number of a costume of the game; may be given several times
    #[arg(long, value_name = "N")]
    costume: Vec<u16>,

    /// All costumes of the game
    #[arg(long, conflicts_with = "costume")]
    all: bool,

    /// The folder to write into, with --all or several costumes a folder in it for each
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,

    /// Take the colours of this room instead of the costume's own
    #[arg(long, value_name = "N", conflicts_with = "palette")]
    room: Option<u16>,

    /// Take the colours from a file of 768 bytes
    #[arg(long, value_name = "FILE")]
    palette: Option<PathBuf>,

    #[command(flatten)]
    options: ExportOptions,
}

/// Writes what is asked for. A costume that can't be read is logged, and the others are written.
pub fn run(args: &Args) -> Result<Outcome> {
    if !args.all && args.costume.is_empty() {
        return args.export_file();
    }
    let game = args.input.game()?;
    let named = args.room.map(|number| NamedRoom::of(&game, number)).transpose()?;
    let source = ExportSource { game: &game, rooms: RoomColours::of(&game), named };
    let chosen = args.chosen(&game)?;
    if let ([entry], false) = (chosen.as_slice(), args.all) {
        let loaded = costume_input::of_game(&game, entry.id)?.bounded()?;
        args.options.check_chores(&loaded.name, [loaded.costume.clone()])?;
        return args.export_in(&source, &loaded, entry.room.into(), &args.out);
    }
    let readable = chosen.iter().filter_map(|entry| game.costume(entry.id).ok().map(Arc::new));
    args.options.check_chores(&load::title(&game), readable)?;
    let outcomes = Work::new(chosen.len()).each(&chosen, |&entry| args.export_of(&source, entry))?;
    Ok(if outcomes.iter().all(|outcome| *outcome == Outcome::Good) { Outcome::Good } else { Outcome::Findings })
}

/// A game that costumes come from, with the room that was named.
struct ExportSource<'g> {
    game: &'g Game,
    rooms: RoomColours<'g>,
    named: Option<NamedRoom>,
}

/// A room that lends its colours, and its z-planes where they are asked for.
struct NamedRoom {
    room: Room,
    palette: Palette,
    /// Tells it from other rooms.
    digest: String,
}

impl NamedRoom {
    fn of(game: &Game, number: u16) -> Result<Self> {
        let (room, raw) = (game.room(number)?, game.load_room(number)?);
        let image = raw.image.map_or_else(String::new, |image| checksum(&image.data));
        let digest = format!("room {number} {} {image}", checksum(&raw.room.data));
        Ok(Self { palette: load::palette(&room, &game.dialect()), room, digest })
    }
}

impl Args {
    fn export_file(&self) -> Result<Outcome> {
        let loaded = self.input.load_file()?.bounded()?;
        if self.room.is_some() || self.options.z_clip.is_some() {
            bail!("rooms are those of a game: give its folder and --costume N or --all");
        }
        let palette = self.own_palette()?.unwrap_or_else(|| colours::of_file(&loaded));
        self.options.check_chores(&loaded.name, [loaded.costume.clone()])?;
        self.export(&loaded, &palette, None, &self.out)
    }

    /// The costumes of a game that are asked for, each once.
    fn chosen(&self, game: &Game) -> Result<Vec<CostumeEntry>> {
        let mut entries: Vec<CostumeEntry> = game.costumes().collect();
        if let Some(unknown) = self.costume.iter().find(|id| entries.iter().all(|entry| entry.id != **id)) {
            // Says so with the name of the game.
            game.locate_costume(*unknown)?;
        }
        entries.retain(|entry| self.all || self.costume.contains(&entry.id));
        Ok(entries)
    }

    /// Writes one of several costumes of a game into a folder of its own; one that can't be read is a finding.
    fn export_of(&self, source: &ExportSource<'_>, entry: CostumeEntry) -> Result<Outcome> {
        match costume_input::of_game(source.game, entry.id).and_then(Loaded::bounded) {
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
    fn export_in(&self, source: &ExportSource<'_>, loaded: &Loaded, home: u16, folder: &Path) -> Result<Outcome> {
        let palette = match (self.own_palette()?, &source.named) {
            (Some(palette), _) => palette,
            (None, Some(room)) => room.palette.clone(),
            (None, None) => source.rooms.colours_of(loaded, home).1,
        };
        match (self.options.z_clip, &source.named) {
            (None, _) => self.export(loaded, &palette, None, folder),
            (Some(_), Some(room)) => self.export(loaded, &palette, Some(room), folder),
            (Some(_), None) => self.export(loaded, &palette, Some(&NamedRoom::of(source.game, home)?), folder),
        }
    }

    fn own_palette(&self) -> Result<Option<Palette>> {
        let Some(path) = &self.palette else { return Ok(None) };
        let bytes = inputs::bytes(path)?;
        let other = || format!("{}: expected a palette of 768 bytes, found {}", path.display(), bytes.len());
        Ok(Some(Palette::from_bytes(&bytes).with_context(other)?))
    }

    fn export(&self, loaded: &Loaded, palette: &Palette, room: Option<&NamedRoom>, folder: &Path) -> Result<Outcome> {
        let place = room.map_or("", |room| &room.digest);
        let sources = [
            env!("CARGO_PKG_VERSION"),
            &serde_json::to_string(&self.options)?,
            &format!("{:?}", loaded.dialect),
            &loaded.name,
            &checksum(&loaded.data),
            &checksum(&palette.to_bytes()),
            place,
        ];
        let target = ExportFolder::new(folder, sources.join("\n").as_bytes());
        let left_out = match target.complete() {
            Some(left_out) => {
                log::info!("{}: {} is complete", loaded.name, folder.display());
                left_out
            }
            None => {
                let has = |part| self.options.has(part);
                let left_out = if has(ExportPart::Cels) { cels::write(loaded, palette, &target)? } else { 0 };
                if [ExportPart::Apng, ExportPart::Gif, ExportPart::Sheet].into_iter().any(has) {
                    self.write_animations(&target, loaded, palette, room)?;
                }
                let files = target.close(left_out)?;
                log::info!("{}: {} in {}", loaded.name, plural(files, "file"), folder.display());
                left_out
            }
        };
        Ok(if loaded.findings.is_empty() && left_out == 0 { Outcome::Good } else { Outcome::Findings })
    }

    /// Writes animations. Each is forgotten as soon as it is written, unless a sheet needs it.
    fn write_animations(
        &self,
        target: &ExportFolder,
        loaded: &Loaded,
        palette: &Palette,
        room: Option<&NamedRoom>,
    ) -> Result<()> {
        let (options, dialect) = (&self.options, loaded.dialect);
        let parts = [(ExportPart::Apng, AnimationFormat::Apng), (ExportPart::Gif, AnimationFormat::Gif)];
        let formats: Vec<AnimationFormat> =
            parts.into_iter().filter(|(part, _)| options.has(*part)).map(|(_, format)| format).collect();
        let (sheet, budget) = (options.has(ExportPart::Sheet), PixelBudget::default());
        let position = room.zip(options.z_clip).map(|(place, at)| RoomPosition { room: &place.room, at });
        let renderer = ChoreRenderer::new(&loaded.costume, dialect, palette, options.rendering(), position)?;
        let (title, screen) = (loaded.name.clone(), palette.clone());
        let job = RenderJob { title, screen, frame: options.frame(&dialect), dialect };
        let rendered = job.render(&renderer, &options.chores(&loaded.costume), |animation, bounds| {
            for format in &formats {
                let name = format!("{}.{}", animation_files::stem(&animation), format.ending());
                target.put(name, &format.encode(&job, &animation, bounds)?)?;
            }
            let line = AnimationEntry::of(&animation, bounds, &dialect);
            Ok((line, if sheet { budget.keep(animation) } else { None }))
        })?;
        if rendered.is_empty() {
            log::info!("{}: no chore shows anything", loaded.name);
        }
        let (lines, animations): (Vec<AnimationEntry>, Vec<Option<RenderedChore>>) = rendered.into_iter().unzip();
        if !formats.is_empty() {
            animation_files::write_list(&job, lines, target)?;
        }
        if sheet { sheet::write(&job, animations, target) } else { Ok(()) }
    }
}
