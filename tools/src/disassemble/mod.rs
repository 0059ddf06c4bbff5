//! Converts a costume or a room to a source that `build` reads.

mod akos;
mod cost;
mod eight_bit;
mod room;
#[cfg(test)]
mod tests;
mod written;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use scumm_costume::Costume;
use scumm_costume::edit::inspect::{Map, Owner};
use scumm_media::text::{joined, plural};
use scumm_room::{Dialect, Palette, Platform, Point, Surface};

use crate::build;
use crate::build::companions::CompanionFiles;
use crate::build::text::{AnimText, CelText, CostumeFile};
use crate::casting::CostumeCast;
use crate::colours::{ColouredCostume, CostumeColours};
use crate::costume_input::LoadedCostume;
use crate::export::cels::CelPalette;
use crate::layers::LayeredFile;
use crate::palette_file;
use crate::run_files::{COSTUME_TEXT, RunFiles};
use crate::written::Overwrite;
pub use room::{RoomDisassembly, RoomSourceFiles, write_room};

/// A source in memory.
pub struct SourceFiles {
    /// The TOML text.
    pub text: String,
    /// The files beside the text, by name.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The colours of the pictures.
    colours: CelPalette,
}

/// The result of disassembling a costume.
pub struct CostumeDisassembly {
    /// The path of the source text.
    pub path: PathBuf,
    /// The number of files, including the text.
    pub files: usize,
    /// The size in bytes of the rebuilt costume.
    pub bytes: usize,
    /// Where and why the rebuilt costume differs from the original.
    pub differences: Vec<String>,
}

/// Writes the source of a costume into a folder, with the cels in the costume's colours, and builds
/// the source again. Comments in the text name the source of the colours and the wearers. Equal
/// cels of an AKOS share a PNG unless `separate` is set.
///
/// # Errors
/// Returns an error as [`SourceFiles::new`] does, and if a file cannot be written.
pub fn write(
    run: &RunFiles,
    coloured: &ColouredCostume,
    folder: &Path,
    separate: bool,
    overwrite: Overwrite,
) -> Result<CostumeDisassembly> {
    let source = CostumeSource::new(coloured, separate)?;
    overwrite.write(run, folder, &source.files)?;
    Ok(CostumeDisassembly {
        path: folder.join(COSTUME_TEXT),
        files: source.files.len(),
        bytes: source.bytes,
        differences: source.differences,
    })
}

/// The complete source of a costume in memory.
pub struct CostumeSource {
    /// The files by name: the TOML text and the files beside it.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The size in bytes of the rebuilt costume.
    pub bytes: usize,
    /// Where and why the rebuilt costume differs from the original.
    pub differences: Vec<String>,
}

impl CostumeSource {
    /// Creates the source of a costume as [`write()`] does, and builds it again.
    ///
    /// # Errors
    /// Returns an error as [`SourceFiles::new`] does.
    pub fn new(coloured: &ColouredCostume, separate: bool) -> Result<Self> {
        let ColouredCostume {
            loaded, colours, ..
        } = coloured;
        let SourceFiles {
            text, mut files, ..
        } = SourceFiles::with_room(loaded, colours, separate)?;
        let text = format!("{}{text}", comments(coloured));
        let built = build::build_costume(&text, &CompanionFiles::memory(files.clone()), None)?;
        files.insert(COSTUME_TEXT.to_owned(), text.into_bytes());
        Ok(Self {
            files,
            bytes: built.len(),
            differences: differences(loaded, &built)?,
        })
    }
}

/// Writes a costume as a file of Aseprite with the block beside it, and builds the file again.
///
/// # Errors
/// Returns an error as [`LayeredFile::new`] does, and if a file cannot be written.
pub fn write_layers(
    run: &RunFiles,
    coloured: &ColouredCostume,
    folder: &Path,
    overwrite: Overwrite,
) -> Result<CostumeDisassembly> {
    let file = LayeredFile::new(coloured)?;
    let mut files = BTreeMap::new();
    files.insert(file.block_name, file.block);
    let beside = CompanionFiles::memory(files.clone());
    let built = build::animated::build(&file.bytes, &beside, None)?;
    files.insert(file.name.clone(), file.bytes);
    overwrite.write(run, folder, &files)?;
    let mut differences = Vec::new();
    if built != coloured.loaded.data {
        differences = self::differences(&coloured.loaded, &built)?;
    }
    Ok(CostumeDisassembly {
        path: folder.join(file.name),
        files: files.len(),
        bytes: built.len(),
        differences,
    })
}

/// Returns comment lines that name the source of the colours and the wearers.
fn comments(coloured: &ColouredCostume) -> String {
    let colours = format!(
        "# The PNGs have the colours of {}.\n",
        coloured.colours.source
    );
    let worn = coloured
        .cast
        .as_ref()
        .map(CostumeCast::sentence)
        .unwrap_or_default();
    if worn.is_empty() {
        colours
    } else {
        format!("{colours}# {worn}\n")
    }
}

impl SourceFiles {
    /// Creates the source of a costume. Equal cels of an AKOS share a PNG unless `separate` is set.
    ///
    /// # Errors
    /// Returns an error for costumes of v1 and of unknown codecs, and for cels with impossible
    /// sizes.
    pub fn new(loaded: &LoadedCostume, palette: &Palette, separate: bool) -> Result<Self> {
        Self::in_colours(loaded, palette, separate, None)
    }

    /// Creates the source of a costume as [`Self::new`] does. If the colours are those of a room, a
    /// palette file with all colours of the room is added.
    ///
    /// # Errors
    /// Returns an error as [`Self::new`] does.
    pub fn with_room(
        loaded: &LoadedCostume,
        colours: &CostumeColours,
        separate: bool,
    ) -> Result<Self> {
        let room = colours.source.room();
        Self::in_colours(loaded, &colours.palette, separate, room)
    }

    fn in_colours(
        loaded: &LoadedCostume,
        palette: &Palette,
        separate: bool,
        room: Option<u16>,
    ) -> Result<Self> {
        let colours = CelPalette::new(loaded, palette);
        let mut source = Self {
            text: String::new(),
            files: BTreeMap::new(),
            colours,
        };
        let mut room_colours = None;
        if let Some(room) = room.filter(|_| !loaded.dialect.is_sixteen_colour()) {
            let name = format!("room-{room}.gpl");
            let bytes = palette_file::write(Path::new(&name), &format!("room {room}"), palette)?;
            room_colours = Some(source.add(name, bytes));
        }
        let file = match &*loaded.costume {
            Costume::V0(costume) => eight_bit::of_v0(costume, loaded, &mut source),
            Costume::Nes(costume) => Ok(eight_bit::of_nes(costume)),
            Costume::Cost(cost) => cost::source(cost, &mut source),
            Costume::Akos(akos) => akos::source(akos, loaded, &mut source, separate),
        };
        let file = file.with_context(|| loaded.name.clone())?;
        let dialect = &loaded.dialect;
        let he = Some(dialect.he()).filter(|&he| he > 0);
        let platform = platform_name(dialect);
        source.text = written::text(&CostumeFile {
            version: he.is_none().then(|| dialect.version()),
            he,
            old256: dialect.is_v3_256(),
            platform: platform.map(str::to_owned),
            room_colours,
            ..file
        })?;
        Ok(source)
    }

    /// Adds a file unless it is empty. Returns its name for the text.
    fn named(&mut self, name: &str, bytes: Vec<u8>) -> Option<String> {
        (!bytes.is_empty()).then(|| self.add(name.to_owned(), bytes))
    }

    /// Returns the text of a cel's pixels and of its size.
    fn cel(&mut self, stem: &str, picture: &Surface, transparent: Option<u8>) -> Result<CelText> {
        let mut file = None;
        if !picture.pixels().is_empty() {
            file = Some(self.add_png(format!("{stem}.png"), picture, transparent)?);
        }
        Ok(CelText {
            file,
            size: Some((picture.width(), picture.height())),
            ..CelText::default()
        })
    }

    /// Completes the text of a cel with its offset, its shift for later limbs, and the file of its
    /// encoded pixels.
    fn placed(
        &mut self,
        cel: CelText,
        stem: &str,
        (rel, step): (Point, Point),
        coded: Option<&Vec<u8>>,
    ) -> CelText {
        let shift = Some(step)
            .filter(|&step| step != Point::ZERO)
            .map(Into::into);
        let coded = coded.map(|coded| self.add(format!("{stem}.bin"), coded.clone()));
        CelText {
            rel: Some(rel.into()),
            shift,
            coded,
            ..cel
        }
    }

    /// Adds a picture in the colours of the cels. Returns its name for the text.
    fn add_png(
        &mut self,
        name: String,
        picture: &Surface,
        transparent: Option<u8>,
    ) -> Result<String> {
        let bytes = self.colours.png(picture, transparent, None)?;
        Ok(self.add(name, bytes))
    }

    /// Adds a file. Returns its name for the text.
    fn add(&mut self, name: String, bytes: Vec<u8>) -> String {
        self.files.insert(name.clone(), bytes);
        name
    }
}

/// Returns the text of the animations from the sequences of their limbs.
fn animations(directions: &[&str], all: &[Option<BTreeMap<String, String>>]) -> Vec<AnimText> {
    let chores = (0..)
        .zip(all.chunks(directions.len()))
        .filter(|(_, chore)| chore.iter().any(Option::is_some));
    let text = |(number, chore): (u16, &[Option<BTreeMap<String, String>>])| {
        AnimText::new(number, |name| {
            directions
                .iter()
                .zip(chore)
                .find(|(own, _)| **own == name)?
                .1
                .clone()
        })
    };
    chores.map(text).collect()
}

/// Returns the name of the platform if the format of costumes depends on it. `amiga` stands for
/// pictures that are stored by rows (C39).
pub(crate) fn platform_name(dialect: &Dialect) -> Option<&'static str> {
    match dialect.platform() {
        _ if dialect.has_row_costumes() => Some("amiga"),
        Platform::C64 if dialect.is_v0() => Some("c64"),
        Platform::Apple2 => Some("apple2"),
        Platform::Nes => Some("nes"),
        _ => None,
    }
}

/// The most ranges that are listed; further ranges are only counted.
const MOST_DIFFERENCES: usize = 40;

/// Returns a line for each differing range of the original's bytes, with the meaning of the bytes
/// and the reason.
///
/// # Errors
/// Returns an error if the rebuilt costume cannot be read.
fn differences(loaded: &LoadedCostume, built: &[u8]) -> Result<Vec<String>> {
    let map = Map::new(&loaded.data, &loaded.costume)?;
    let original = loaded.data.get(..map.len).unwrap_or(&loaded.data);
    if original == built {
        return Ok(Vec::new());
    }
    Costume::parse(built, &loaded.dialect)?;
    let same = |at: usize| original.get(at) == built.get(at);
    let mut lines = Vec::new();
    let mut more = 0usize;
    for span in map.spans() {
        let differing = span.bytes.clone().filter(|&at| !same(at)).count();
        if differing == 0 {
            continue;
        }
        if lines.len() >= MOST_DIFFERENCES {
            more += 1;
            continue;
        }
        let owners = joined(span.owners.iter().map(|(_, owner)| owner), " + ");
        let reason = match span.owners.as_slice() {
            [] => "no part contains these bytes, and the parts before them have moved",
            [_, _, ..] => "several parts share these bytes, and each part is written separately",
            [(_, owner)] => reason_for(owner),
        };
        let what = if owners.is_empty() {
            "gap"
        } else {
            owners.as_str()
        };
        lines.push(format!(
            "{:#06x}..{:#06x}, {what}: {reason}",
            span.bytes.start, span.bytes.end
        ));
    }
    if more > 0 {
        lines.push(format!("and {more} more"));
    }
    let old = original.len();
    let new = built.len();
    if old != new {
        lines.push(format!("{} became {new}", plural(old, "byte")));
    }
    Ok(lines)
}

fn reason_for(owner: &Owner) -> &'static str {
    match owner {
        Owner::Field(_) | Owner::ChunkHeader(_) => "the size",
        Owner::Offset(_) => "the part at this offset has moved or is damaged",
        _ => "the parts before this part have moved, or this part is damaged",
    }
}
