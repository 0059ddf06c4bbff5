//! A costume as a source that `build` reads.

mod akos;
mod cels;
mod cost;
mod differences;
mod eight_bit;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use scumm_costume::Costume;
use scumm_room::{Dialect, Palette, Platform, Point, Surface};

use crate::build::companions::CompanionFiles;
use crate::build::source;
use crate::casting::CostumeCast;
use crate::colours::ColouredCostume;
use crate::costume_input::Loaded;
use crate::export::cels::CelPalette;
use crate::inputs::COSTUME_TEXT;
use crate::written::Overwrite;

/// A source.
pub struct SourceFiles {
    /// The text.
    pub text: String,
    /// The files beside it.
    pub files: BTreeMap<String, Vec<u8>>,
    /// The colours of the pictures.
    colours: CelPalette,
}

/// What became of a costume that was taken apart.
pub struct Disassembly {
    /// The text of its source.
    pub path: PathBuf,
    /// How many files there are, with the text.
    pub files: usize,
    /// How many bytes the source is built to.
    pub bytes: usize,
    /// Where those differ from the original, and why.
    pub differences: Vec<String>,
}

/// Writes the source of a costume into a folder, its cels in its colours, and builds it again. Comments say whose colours they are
/// and who wears it. Equal cels of an AKOS share a PNG unless they are to be `separate`.
///
/// # Errors
/// As [`SourceFiles::of`]; the files can't be written.
pub fn write(coloured: &ColouredCostume, folder: &Path, separate: bool, overwrite: Overwrite) -> Result<Disassembly> {
    let ColouredCostume { loaded, colours, .. } = coloured;
    let SourceFiles { text, mut files, .. } = SourceFiles::made(loaded, &colours.palette, separate)?;
    let text = format!("{}{text}", comments(coloured));
    let built = source::build(&text, &CompanionFiles::memory(files.clone()), None)?;
    files.insert(COSTUME_TEXT.to_owned(), text.into_bytes());
    overwrite.write(folder, &files)?;
    let differences = differences::of(loaded, &built)?;
    Ok(Disassembly { path: folder.join(COSTUME_TEXT), files: files.len(), bytes: built.len(), differences })
}

/// Whose colours the cels have, and who wears the costume, as lines of comment.
fn comments(coloured: &ColouredCostume) -> String {
    let colours = format!("# The PNGs have the colours of {}.\n", coloured.colours.source);
    let worn = coloured.cast.as_ref().map(CostumeCast::sentence).unwrap_or_default();
    if worn.is_empty() { colours } else { format!("{colours}# {worn}\n") }
}

impl SourceFiles {
    /// The source of a costume.
    ///
    /// # Errors
    /// Costumes of v1 and of unknown codecs, and cels of senseless sizes.
    pub fn of(loaded: &Loaded, palette: &Palette) -> Result<Self> {
        Self::made(loaded, palette, false)
    }

    /// The same; equal cels of an AKOS share a PNG unless they are to be `separate`.
    fn made(loaded: &Loaded, palette: &Palette, separate: bool) -> Result<Self> {
        let source = match &*loaded.costume {
            Costume::V0(costume) => eight_bit::of_v0(costume, loaded, palette),
            Costume::Nes(costume) => Ok(eight_bit::of_nes(costume, loaded, palette)),
            Costume::Cost(cost) => cost::source(cost, loaded, palette),
            Costume::Akos(akos) => akos::source(akos, loaded, palette, separate),
        };
        source.with_context(|| loaded.name.clone())
    }

    /// The beginning of the source of a costume of this kind.
    fn begin(kind: &str, loaded: &Loaded, screen: &Palette) -> Self {
        let colours = CelPalette::of(loaded, screen);
        Self { text: head(kind, &loaded.dialect), files: BTreeMap::new(), colours }
    }

    /// The block that the source is built to.
    ///
    /// # Errors
    /// None that are known: the source is as `build` wants it.
    pub fn build(&self) -> Result<Vec<u8>> {
        source::build(&self.text, &CompanionFiles::memory(self.files.clone()), None)
    }

    /// Adds a file that the text names by a key, unless it would be empty.
    fn add_named(&mut self, key: &str, name: &str, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            let file = self.add(name.to_owned(), bytes);
            let _ = writeln!(self.text, "{key} = \"{file}\"");
        }
    }

    /// Adds a list to the text, unless it would be empty.
    fn add_list<T: ToString>(&mut self, key: &str, values: impl IntoIterator<Item = T>) {
        let mut values = values.into_iter().peekable();
        if values.peek().is_some() {
            let _ = writeln!(self.text, "{key} = {}", numbers(values));
        }
    }

    /// What every cel says at last: where it lies, how far it moves others, and the file of its pixels as they were `coded`.
    fn cel_end(&mut self, stem: &str, rel: Point, step: Point, coded: Option<&Vec<u8>>) -> String {
        let mut fields = format!(", rel = [{}, {}]", rel.x, rel.y);
        if step != Point::ZERO {
            let _ = write!(fields, ", move = [{}, {}]", step.x, step.y);
        }
        if let Some(coded) = coded {
            let file = self.add(format!("{stem}.bin"), coded.clone());
            let _ = write!(fields, ", coded = \"{file}\"");
        }
        fields
    }

    /// Adds animations to the text; each is what it says of its limbs.
    fn add_animations(&mut self, directions: &[&str], animations: &[Option<String>]) {
        for (chore, animations) in animations.chunks(directions.len()).enumerate() {
            if animations.iter().any(Option::is_some) {
                let _ = write!(self.text, "\n[[anim]]\nchore = {chore}\n");
            }
            for (direction, animation) in directions.iter().zip(animations) {
                if let Some(limbs) = animation {
                    let _ = writeln!(self.text, "{direction} = {limbs}");
                }
            }
        }
    }

    /// Adds a picture in the colours of the cels; returns its name for the text.
    fn add_png(&mut self, name: String, picture: &Surface, transparent: Option<u8>) -> Result<String> {
        let bytes = self.colours.png(picture, transparent, None)?;
        Ok(self.add(name, bytes))
    }

    /// Adds a file; returns its name for the text.
    fn add(&mut self, name: String, bytes: Vec<u8>) -> String {
        self.files.insert(name.clone(), bytes);
        name
    }
}

/// Where a text begins to say how the original was laid out.
const LAYOUT: &str = "\n# How the original was laid out; without it everything goes where `build` puts it.\n[layout]\n";

/// The first lines of a text.
fn head(kind: &str, dialect: &Dialect) -> String {
    let version = match dialect.he() {
        0 => format!("version = {}\n", dialect.version()),
        he => format!("he = {he}\n"),
    };
    let old256 = if dialect.is_v3_256() { "old256 = true\n" } else { "" };
    // Its pictures are stored by rows (C39).
    let platform = match dialect.platform() {
        _ if dialect.has_row_costumes() => "platform = \"amiga\"\n",
        Platform::C64 if dialect.is_v0() => "platform = \"c64\"\n",
        Platform::Apple2 => "platform = \"apple2\"\n",
        Platform::Nes => "platform = \"nes\"\n",
        _ => "",
    };
    format!(
        "# A costume that was taken apart; docs/sources.md explains it.\nkind = \"{kind}\"\n{version}{old256}{platform}"
    )
}

/// What an animation says of its limbs, given their numbers and what they do.
fn limbs(how: impl Iterator<Item = (u8, String)>) -> String {
    let limbs: Vec<String> = how.map(|(limb, how)| format!("limb{limb} = \"{how}\"")).collect();
    format!("{{ {} }}", limbs.join(", "))
}

/// A TOML array of numbers, in lines of sixteen.
fn numbers<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    match values.len() {
        ..=16 => format!("[{}]", values.join(", ")),
        _ => {
            let lines: Vec<String> = values.chunks(16).map(|line| format!("  {},\n", line.join(", "))).collect();
            format!("[\n{}]", lines.concat())
        }
    }
}
