//! Exports a costume in memory and in small steps, for callers without a file system that have to
//! stay responsive: a step writes one cel, renders one engine frame or encodes one picture. The
//! files are those that [`super::Export`] writes.

use anyhow::Result;
use scumm_media::film::FilmFormat;

use super::animations::{
    self, AnimationEntry, AnimationStep, ChoreFilm, ChoreSteps, PlacedChore, SharedBytes,
};
use super::cels::CelSteps;
use super::folder::{ExportFolder, MemoryFolder, NamedFiles};
use super::options::ExportOptions;
use super::rendered::{RenderedChore, unused};
use super::renderer::{ChoreRenderer, PlayedCostume};
use super::sheet::{self, PixelBudget};
use super::{FORMATS, sources};
use crate::costume_input::OverLimit;
use crate::provenance::{ChecksumList, ExportRecord, RECORD, SUMS, sha256};

/// Exports the cels, the animations and the sheet of a costume with the usual options.
pub struct ExportSteps {
    played: PlayedCostume,
    options: ExportOptions,
    /// The record of the game; `None` for a costume file.
    record: Option<ExportRecord>,
    target: ExportFolder,
    /// The files of the folder.
    memory: MemoryFolder,
    left_out: usize,
    /// The cels; `None` if all are written.
    cels: Option<CelSteps>,
    /// The animations; `None` if they are left out because they have too many pixels.
    chores: Option<ChoreSteps>,
    /// The animation that is being encoded.
    encoded: Option<EncodedChore>,
    lines: Vec<AnimationEntry>,
    animations: Vec<Option<RenderedChore>>,
    budget: PixelBudget,
}

/// An animation that is being encoded in one format after the other.
struct EncodedChore {
    animation: RenderedChore,
    /// The formats and file extensions that are still to be encoded.
    formats: Vec<(FilmFormat, &'static str)>,
    /// The file that is being encoded: its name, its film and its bytes.
    file: Option<(String, ChoreFilm<SharedBytes>, SharedBytes)>,
}

impl ExportSteps {
    /// Creates the steps of a costume. `record` describes the game of the costume.
    ///
    /// # Errors
    /// Does not fail because of a costume.
    pub fn new(mut played: PlayedCostume, record: Option<ExportRecord>) -> Result<Self> {
        let options = ExportOptions::default();
        let dialect = played.coloured.loaded.dialect;
        played.frame = dialect.frame_duration(options.jiffies);
        let memory = MemoryFolder::default();
        let sources = sources(&played.coloured, &options, None)?;
        let target = ExportFolder::in_memory(&memory, sources.as_bytes());
        let renderer = ChoreRenderer::new(&played.coloured, options.rendering(), None)?;
        let chores = options.chores(&played.coloured.loaded.costume);
        Ok(Self {
            cels: Some(CelSteps::new(&played.coloured, options.zoom)),
            chores: Some(ChoreSteps::new(renderer, chores)),
            played,
            options,
            record,
            target,
            memory,
            left_out: 0,
            encoded: None,
            lines: Vec::new(),
            animations: Vec::new(),
            budget: PixelBudget::default(),
        })
    }

    /// Performs the next step. Returns the files at the end. After this no further step may be
    /// performed.
    ///
    /// # Errors
    /// Passes on the errors of the encoders.
    pub fn step(&mut self) -> Result<AnimationStep<NamedFiles>> {
        if let Some(mut cels) = self.cels.take() {
            if cels.step(&self.played.coloured, &self.target)? {
                self.cels = Some(cels);
            } else {
                self.left_out += cels.finish(&self.played.coloured, &self.target)?;
            }
            return Ok(AnimationStep::More);
        }
        if let Some(encoded) = self.encoded.take() {
            self.encode(encoded)?;
            return Ok(AnimationStep::More);
        }
        let Some(chores) = &mut self.chores else {
            return Ok(AnimationStep::Done(self.finish()?));
        };
        match chores.step() {
            Ok(AnimationStep::More) => {}
            Ok(AnimationStep::Done(Some(animation))) => {
                if animation.bounds().is_some() {
                    self.encoded = Some(EncodedChore {
                        animation,
                        formats: FORMATS.map(|(_, format, ending)| (format, ending)).to_vec(),
                        file: None,
                    });
                }
            }
            Ok(AnimationStep::Done(None)) => {
                self.write_lists()?;
                return Ok(AnimationStep::Done(self.finish()?));
            }
            Err(error) => {
                let over_limit: OverLimit = error.downcast()?;
                log::warn!("{over_limit}: they are left out");
                self.take_back_animations()?;
            }
        }
        Ok(AnimationStep::More)
    }

    /// Encodes the next picture of an animation.
    fn encode(&mut self, mut encoded: EncodedChore) -> Result<()> {
        let Some(bounds) = encoded.animation.bounds() else {
            return Ok(());
        };
        if let Some((name, mut film, bytes)) = encoded.file.take() {
            if film.step()? {
                encoded.file = Some((name, film, bytes));
            } else {
                film.finish()?;
                self.target.put(name, &bytes.take())?;
            }
            self.encoded = Some(encoded);
            return Ok(());
        }
        let animation = &encoded.animation;
        if encoded.formats.is_empty() {
            let dialect = self.played.coloured.loaded.dialect;
            self.lines
                .push(AnimationEntry::new(animation, bounds, &dialect));
            self.animations.push(self.budget.keep(encoded.animation, 1));
            return Ok(());
        }
        let (format, ending) = encoded.formats.remove(0);
        let chore = PlacedChore {
            animation,
            bounds,
            transparent: unused(animation.drawings()),
        };
        let bytes = SharedBytes::default();
        let film = self.played.begin_film(format, &chore, 1, bytes.clone())?;
        let name = animations::file_name(&animation.chore, ending);
        encoded.file = Some((name, film, bytes));
        self.encoded = Some(encoded);
        Ok(())
    }

    /// Writes the list of the animations, and the sheet.
    fn write_lists(&mut self) -> Result<()> {
        let lines = std::mem::take(&mut self.lines);
        self.played.list(lines, self.options.zoom, &self.target)?;
        let animations = std::mem::take(&mut self.animations);
        sheet::write(&self.played, animations, 1, &self.target)
    }

    /// Removes the animations that were written before the limit was reached.
    fn take_back_animations(&mut self) -> Result<()> {
        self.chores = None;
        let chores = self.options.chores(&self.played.coloured.loaded.costume);
        for chore in &chores {
            for (_, _, ending) in FORMATS {
                let name = animations::file_name(chore, ending);
                self.target.take_back(&name)?;
            }
        }
        self.left_out += chores.len();
        Ok(())
    }

    /// Adds the lists of checksums and the record of the game. Returns all files.
    fn finish(&mut self) -> Result<NamedFiles> {
        let next = ExportFolder::in_memory(&self.memory, &[]);
        let complete = std::mem::replace(&mut self.target, next).close(self.left_out)?;
        let mut files = self.memory.take();
        let mut sums = ChecksumList::default();
        for (name, sum) in complete.sums {
            sums.insert(name, sum);
        }
        if let Some(record) = &self.record {
            let text = record.text()?;
            sums.insert(RECORD.to_owned(), sha256(&text));
            files.insert(RECORD.to_owned(), text);
        }
        files.insert(SUMS.to_owned(), sums.text().into_bytes());
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use scumm_engine::Game;
    use scumm_room::resource::Given;

    use super::*;
    use crate::colours::{ColourChoice, ColouredCostume, RoomColours};
    use crate::costume_input::{self, CostumeInput};
    use crate::demo;
    use crate::export::Export;
    use crate::run_files::RunFiles;

    #[test]
    fn an_export_in_steps_has_the_files_of_an_export() {
        let stored = tempfile::tempdir().unwrap();
        for (name, bytes) in demo::FILES {
            fs::write(stored.path().join(name), bytes).unwrap();
        }
        let game = Game::open(stored.path().join(demo::FILES[0].0)).unwrap();
        for number in game.costumes() {
            let folder = tempfile::tempdir().unwrap();
            let export = Export {
                files: RunFiles::default(),
                input: CostumeInput {
                    path: folder.path().to_owned(),
                    given: Given::default(),
                    old256: false,
                },
                costumes: vec![number],
                all: false,
                name: "demo".to_owned(),
                out: folder.path().to_owned(),
                colours: ColourChoice::default(),
                options: ExportOptions::default(),
            };
            export.write_game(&game, &()).unwrap();
            let mut expected = BTreeMap::new();
            for entry in fs::read_dir(folder.path()).unwrap() {
                let entry = entry.unwrap();
                let name = entry.file_name().into_string().unwrap();
                expected.insert(name, fs::read(entry.path()).unwrap());
            }

            let rooms = RoomColours::new(&game);
            let loaded = costume_input::load_costume(&game, number).unwrap();
            let played = PlayedCostume::new(ColouredCostume::from_game(&rooms, loaded, number));
            let record = ExportRecord::new(&game, "demo").unwrap();
            let mut export = ExportSteps::new(played, Some(record)).unwrap();
            let mut steps = 1;
            let files = loop {
                match export.step().unwrap() {
                    AnimationStep::More => steps += 1,
                    AnimationStep::Done(files) => break files,
                }
            };
            assert!(files.keys().eq(expected.keys()), "costume {number}");
            assert!(files == expected, "costume {number}");
            assert!(steps > files.len(), "{steps} steps");
        }
    }
}
