//! Exports the pictures of costumes one by one, as animations and as sprite sheets.

pub mod animations;
pub(crate) mod cels;
mod folder;
pub(crate) mod options;
pub mod rendered;
pub mod renderer;
pub mod sheet;
pub mod steps;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use scumm_engine::Game;
use scumm_media::film::FilmFormat;
use scumm_media::progress::Progress;
use scumm_media::text::{error_chain, plural};
use scumm_room::Room;

use crate::colours::{ColourChoice, ColouredCostume, RoomColours};
use crate::costume_input::{self, CostumeInput, LoadedCostume, OverLimit};
use crate::each::each;
use crate::layers::LayeredFile;
use crate::load;
use crate::provenance::{ChecksumList, ExportRecord, RECORD, SUMS};
use crate::run_files::RunFiles;
use crate::written::checksum;
use animations::AnimationEntry;
use folder::ExportFolder;
pub use folder::NamedFiles;
use options::TOO_LARGE;
pub use options::{ExportOptions, ExportPart};
use rendered::RenderedChore;
use renderer::{ChoreRenderer, PlayedCostume};
use sheet::PixelBudget;

/// The formats of animations and their file extensions.
const FORMATS: [(ExportPart, FilmFormat, &str); 2] = [
    (ExportPart::Apng, FilmFormat::Apng, "png"),
    (ExportPart::Gif, FilmFormat::Gif, "gif"),
];

/// The input, the selection and the output of an export.
pub struct Export {
    /// The files of the run.
    pub files: RunFiles,
    /// The costume file or the game.
    pub input: CostumeInput,
    /// The numbers of the game's costumes to export.
    pub costumes: Vec<u16>,
    /// Whether to export all costumes of the game.
    pub all: bool,
    /// The name of the game or file.
    pub name: String,
    /// The output folder. With `all` or several costumes, each costume gets a folder inside it.
    pub out: PathBuf,
    /// The source of the colours.
    pub colours: ColourChoice,
    /// The parts of a costume to export, and how to draw them.
    pub options: ExportOptions,
}

/// A costume that was exported.
#[derive(Debug, Default)]
struct ExportedCostume {
    /// Whether it is free of damage and nothing was left out.
    is_sound: bool,
    /// The name of its folder in the output folder; empty for the output folder itself.
    folder: String,
    /// The SHA-256 of each file by its name in the folder.
    sums: BTreeMap<String, String>,
}

/// A room whose z-planes hide parts of the actor.
struct PlaneRoom {
    /// The room without its objects.
    room: Arc<Room>,
    /// A digest that distinguishes the room from other rooms.
    digest: String,
}

impl PlaneRoom {
    fn new(game: &Game, number: u16) -> Result<Self> {
        let mut room = game.room(number)?;
        let raw = game.load_room(number)?;
        room.objects.clear();
        let image = raw
            .image
            .map_or_else(String::new, |image| checksum(&image.data));
        let digest = format!("room {number} {} {image}", checksum(&raw.room.data));
        Ok(Self {
            room: Arc::new(room),
            digest,
        })
    }
}

/// Writes the file of Aseprite and the block that belongs to it. Returns 1 if the costume cannot be
/// written in this form, which causes a warning.
fn write_layers(coloured: &ColouredCostume, target: &ExportFolder) -> Result<usize> {
    let file = match LayeredFile::new(coloured) {
        Ok(file) => file,
        Err(error) => {
            let name = &coloured.loaded.name;
            log::warn!("{name}: no file of Aseprite: {}", error_chain(&error));
            return Ok(1);
        }
    };
    target.put(file.name, &file.bytes)?;
    target.put(file.block_name, &file.block)?;
    Ok(0)
}

/// Describes everything from which the files of a costume are made.
fn sources(
    coloured: &ColouredCostume,
    options: &ExportOptions,
    room: Option<&PlaneRoom>,
) -> Result<String> {
    let loaded = &coloured.loaded;
    let parts = [
        env!("CARGO_PKG_VERSION"),
        &serde_json::to_string(options)?,
        &format!("{:?}", loaded.dialect),
        &loaded.name,
        &checksum(&loaded.data),
        &checksum(&coloured.colours.palette.to_bytes()),
        &serde_json::to_string(&coloured.caption())?,
        room.map_or("", |room| &room.digest),
    ];
    Ok(parts.join("\n"))
}

impl Export {
    /// Writes the cels of costumes as PNG, their animations as APNG and GIF, and sprite sheets with
    /// JSON. Files of an earlier export that are still complete are not made again. If several
    /// costumes are exported and one cannot be read, its error is logged and the other costumes are
    /// written. The folder also gets a list of checksums ([`SUMS`]) and a record of the game
    /// ([`ExportRecord`]). Returns whether all costumes are free of damage.
    ///
    /// # Errors
    /// Returns an error if a requested costume does not exist or cannot be read, if the folder has
    /// an export of another game, or if a file cannot be written.
    pub fn write(&self, progress: &dyn Progress) -> Result<bool> {
        if !self.all && self.costumes.is_empty() {
            let exported = self.export_file()?;
            return self.close(&[exported], None);
        }
        self.write_game(&self.input.game(&self.files)?, progress)
    }

    /// Writes costumes of a game that is already open, as [`Self::write`] does.
    ///
    /// # Errors
    /// Returns an error as [`Self::write`] does.
    pub fn write_game(&self, game: &Game, progress: &dyn Progress) -> Result<bool> {
        let record = ExportRecord::new(game, &self.name)?;
        record.check(&self.out)?;
        let rooms = RoomColours::new(game);
        let chosen = self.chosen(game)?;
        if let ([number], false) = (chosen.as_slice(), self.all) {
            let loaded = costume_input::load_costume(game, *number)?.bounded()?;
            self.options
                .check_chores(&loaded.name, [loaded.costume.clone()])?;
            let exported = self.export_in(&rooms, loaded, *number, &self.out)?;
            return self.close(&[exported], Some(&record));
        }
        let readable = chosen
            .iter()
            .filter_map(|&number| game.costume(number).ok().map(Arc::new));
        self.options.check_chores(&load::title(game), readable)?;
        progress.begin(chosen.len());
        let exported = each(&chosen, progress, |&number| self.export_of(&rooms, number))?;
        self.close(&exported, Some(&record))
    }

    /// Writes the list of checksums and the record. Files of other costumes, which an earlier
    /// export wrote, stay in the list. Returns whether all costumes are free of damage.
    fn close(&self, exported: &[ExportedCostume], record: Option<&ExportRecord>) -> Result<bool> {
        let path = self.out.join(SUMS);
        let mut sums = ChecksumList::read(&path).unwrap_or_default();
        let mut is_sound = true;
        for costume in exported {
            is_sound &= costume.is_sound;
            sums.remove_folder(&costume.folder);
            for (name, sum) in &costume.sums {
                let name = if costume.folder.is_empty() {
                    name.clone()
                } else {
                    format!("{}/{name}", costume.folder)
                };
                sums.insert(name, sum.clone());
            }
        }
        if let Some(record) = record {
            sums.insert(RECORD.to_owned(), record.write(&self.files, &self.out)?);
        }
        sums.write(&self.files, &path)?;
        Ok(is_sound)
    }

    fn export_file(&self) -> Result<ExportedCostume> {
        let loaded = self.input.load_file(&self.files)?.bounded()?;
        if self.options.z_clip.is_some() {
            bail!("a room needs a game: name the game's folder and --costume N or --all");
        }
        let coloured = ColouredCostume::from_file(&self.files, loaded, &self.colours)?;
        self.options
            .check_chores(&coloured.loaded.name, [coloured.loaded.costume.clone()])?;
        self.export(coloured, None, &self.out)
    }

    /// Returns the requested costumes of a game, each once.
    fn chosen(&self, game: &Game) -> Result<Vec<u16>> {
        let mut numbers: Vec<u16> = game.costumes().collect();
        if let Some(unknown) = self
            .costumes
            .iter()
            .find(|id| numbers.iter().all(|number| number != *id))
        {
            // The error of this call names the game.
            game.locate_costume(*unknown)?;
        }
        numbers.retain(|number| self.all || self.costumes.contains(number));
        Ok(numbers)
    }

    /// Writes one of several costumes of a game into a separate folder. Logs a warning if the
    /// costume cannot be read.
    fn export_of(&self, rooms: &RoomColours, number: u16) -> Result<ExportedCostume> {
        let folder_name = format!("costume-{number:03}");
        match costume_input::load_costume(rooms.game(), number).and_then(LoadedCostume::bounded) {
            Ok(loaded) => {
                let folder = self.out.join(&folder_name);
                let exported = self.export_in(rooms, loaded, number, &folder)?;
                Ok(ExportedCostume {
                    folder: folder_name,
                    ..exported
                })
            }
            Err(error) => {
                log::warn!("costume {number}: skipped: {}", error_chain(&error));
                Ok(ExportedCostume {
                    folder: folder_name,
                    ..ExportedCostume::default()
                })
            }
        }
    }

    /// Writes a costume of a game. The z-planes come from the room that the user named, else from
    /// the room in which the costume is shown.
    fn export_in(
        &self,
        rooms: &RoomColours,
        loaded: LoadedCostume,
        number: u16,
        folder: &Path,
    ) -> Result<ExportedCostume> {
        let coloured =
            ColouredCostume::from_game_with(&self.files, rooms, loaded, number, &self.colours)?;
        let room = self.options.z_clip.map(|_| {
            let shown_in = || {
                rooms
                    .room_of(&coloured.loaded.costume, number)
                    .map(|(room, _)| room)
            };
            let room = self
                .colours
                .room
                .or_else(shown_in)
                .or_else(|| rooms.game().room_of_costume(number));
            PlaneRoom::new(rooms.game(), room.unwrap_or(0))
        });
        self.export(coloured, room.transpose()?.as_ref(), folder)
    }

    fn export(
        &self,
        coloured: ColouredCostume,
        room: Option<&PlaneRoom>,
        folder: &Path,
    ) -> Result<ExportedCostume> {
        let played = PlayedCostume {
            frame: coloured.loaded.dialect.frame_duration(self.options.jiffies),
            coloured,
        };
        let PlayedCostume { coloured, .. } = &played;
        let loaded = &coloured.loaded;
        let sources = sources(coloured, &self.options, room)?;
        let target = ExportFolder::new(&self.files, folder, sources.as_bytes());
        let complete = match target.complete() {
            Some(complete) => {
                log::info!("{}: {} is complete", loaded.name, folder.display());
                complete
            }
            None => {
                let has = |part| self.options.has(part);
                let mut left_out = if has(ExportPart::Cels) {
                    cels::write(coloured, self.options.zoom, &target)?
                } else {
                    0
                };
                if [ExportPart::Apng, ExportPart::Gif, ExportPart::Sheet]
                    .into_iter()
                    .any(has)
                {
                    left_out += self.write_animations(&target, &played, room)?;
                }
                if has(ExportPart::Aseprite) {
                    left_out += write_layers(coloured, &target)?;
                }
                let complete = target.close(left_out)?;
                log::info!(
                    "{}: {} in {}",
                    loaded.name,
                    plural(complete.sums.len(), "file"),
                    folder.display()
                );
                complete
            }
        };
        Ok(ExportedCostume {
            is_sound: loaded.findings.is_empty() && complete.left_out == 0,
            folder: String::new(),
            sums: complete.sums,
        })
    }

    /// Writes the animations. If they have too many pixels together, all of them are left out.
    /// Returns how many animations are left out because they would be too large.
    fn write_animations(
        &self,
        target: &ExportFolder,
        played: &PlayedCostume,
        room: Option<&PlaneRoom>,
    ) -> Result<usize> {
        let written = self.write_each_animation(target, played, room);
        if let Some(left_out) = OverLimit::or_warn(written)? {
            return Ok(left_out);
        }
        // The threads may have written some animations before the limit was reached. These depend
        // on the speed of the threads, so all of them are removed.
        let chores = self.options.chores(&played.coloured.loaded.costume);
        for chore in &chores {
            for (_, _, ending) in FORMATS {
                target.take_back(&animations::file_name(chore, ending))?;
            }
        }
        Ok(chores.len())
    }

    /// Writes animations. Each animation is dropped as soon as it is written, unless a sheet needs
    /// it. Returns how many are left out because they would be too large.
    fn write_each_animation(
        &self,
        target: &ExportFolder,
        played: &PlayedCostume,
        room: Option<&PlaneRoom>,
    ) -> Result<usize> {
        let options = &self.options;
        let loaded = &played.coloured.loaded;
        let mut formats = FORMATS.to_vec();
        formats.retain(|(part, ..)| options.has(*part));
        let zoom = options.zoom.unwrap_or(1);
        let sheet = options.has(ExportPart::Sheet);
        let budget = PixelBudget::default();
        let position = room.map(|place| &place.room).zip(options.z_clip);
        let renderer = ChoreRenderer::new(&played.coloured, options.rendering(), position)?;
        let rendered = played.render(
            &renderer,
            &options.chores(&loaded.costume),
            |animation, bounds| {
                let (width, height) = bounds.size();
                if !options::fits(width.saturating_mul(height), zoom) {
                    log::warn!(
                        "{}: {} is skipped: {TOO_LARGE}",
                        loaded.name,
                        animations::stem(&animation.chore)
                    );
                    return Ok(None);
                }
                for &(_, format, ending) in &formats {
                    let name = animations::file_name(&animation.chore, ending);
                    target.put(name, &played.film(format, &animation, bounds, zoom)?)?;
                }
                let line = AnimationEntry::new(&animation, bounds, &loaded.dialect);
                Ok(Some((
                    line,
                    if sheet {
                        budget.keep(animation, zoom)
                    } else {
                        None
                    },
                )))
            },
        )?;
        if rendered.is_empty() {
            log::info!("{}: no chore draws a picture", loaded.name);
        }
        let left_out = rendered.iter().filter(|one| one.is_none()).count();
        let (lines, animations): (Vec<AnimationEntry>, Vec<Option<RenderedChore>>) =
            rendered.into_iter().flatten().unzip();
        if !formats.is_empty() {
            played.list(lines, options.zoom, target)?;
        }
        if sheet {
            sheet::write(played, animations, zoom, target)?;
        }
        Ok(left_out)
    }
}
