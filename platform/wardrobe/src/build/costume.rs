//! A costume's source: a TOML text beside a sheet of cels.
//!
//! ```toml
//! colours = 16
//! palette = [0, 119, 120]      # the room's colours; 0 is transparent
//! sheet = "mara.png"
//! cell = [64, 80]
//! anchor = [32, 72]            # in each cell
//!
//! [[limb]]
//! name = "body"
//! rows = { s = 0, e = 1 }      # cels s0.. and e0..
//! columns = 10
//! move = { e2 = [0, -1] }
//!
//! [[anim]]
//! chore = 2
//! south = { body = "s1..s6" }
//! west = "east"
//! ```

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use scumm_costume::anim::LIMBS;
use scumm_costume::cost::{Entry, Record, Sequence as Part};
use scumm_costume::encode::akos;
use scumm_costume::encode::cost::{self, Draft, DraftPicture};
use scumm_room::{Dialect, Point, Surface};
use serde::Deserialize;

use super::sequence::{self, Sequence};
use super::sheet;

/// Directions in the order of anim numbers (C9).
pub const DIRECTIONS: [&str; 4] = ["west", "east", "south", "north"];

/// A costume ready to be encoded.
#[derive(Clone, Debug)]
pub struct Plan {
    /// 16 or 32 room colours; 0 is transparent.
    pub palette: Vec<u8>,
    /// Whether west is drawn as stored instead of mirrored.
    pub keep_west: bool,
    /// The limbs, the first drawn first.
    pub limbs: Vec<Limb>,
    /// Animations by number: direction + 4 * chore (C9).
    pub anims: BTreeMap<u8, Vec<(usize, Sequence)>>,
}

/// One limb.
#[derive(Clone, Debug)]
pub struct Limb {
    /// Its name in the source.
    pub name: String,
    /// Its pictures.
    pub cels: Vec<Cel>,
}

/// One picture.
#[derive(Clone, Debug)]
pub struct Cel {
    /// Its name in the source.
    pub name: String,
    /// Costume colours.
    pub surface: Surface,
    /// Where its first pixel lies from the anchor.
    pub rel: Point,
    /// What it adds to the place of later limbs: right, up (C32).
    pub shift: Point,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    colours: usize,
    palette: Vec<u8>,
    sheet: String,
    cell: (usize, usize),
    anchor: (i16, i16),
    #[serde(default)]
    keep_west: bool,
    limb: Vec<LimbText>,
    anim: Vec<AnimText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimbText {
    name: String,
    #[serde(default)]
    rows: BTreeMap<String, usize>,
    #[serde(default)]
    columns: usize,
    #[serde(default, rename = "move")]
    shifts: BTreeMap<String, (i16, i16)>,
    /// Pictures of one transparent pixel that only move what comes after; named `a0`, `a1` …
    #[serde(default)]
    empty: Vec<(i16, i16)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnimText {
    chore: u8,
    #[serde(default)]
    name: String,
    west: Option<Limbs>,
    east: Option<Limbs>,
    south: Option<Limbs>,
    north: Option<Limbs>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Limbs {
    /// The same as another direction.
    Same(String),
    /// A sequence a limb.
    Each(BTreeMap<String, String>),
}

impl Plan {
    /// The plan as the encoder takes it. Equal sequences share their commands.
    ///
    /// # Errors
    /// There are more commands than positions.
    pub fn draft(&self) -> Result<Draft> {
        let mut draft = Draft { keeps_west: self.keep_west, palette: self.palette.clone(), ..Draft::default() };
        for (limb, pictures) in self.limbs.iter().zip(&mut draft.limbs) {
            *pictures = limb.cels.iter().map(|cel| Some(cel.draft())).collect();
        }
        let count = self.anims.keys().max().map_or(0, |&last| usize::from(last) + 1);
        draft.records.resize(count, None);
        for (&number, anim) in &self.anims {
            let mut record = Record::default();
            for (limb, sequence) in anim {
                let sequence = match sequence {
                    Sequence::Off => None,
                    Sequence::Commands { codes, loops } => Some(part(&mut draft.commands, codes, *loops)?),
                };
                record.entries.push(Entry { limb: u8::try_from(*limb)?, sequence });
            }
            draft.records[usize::from(number)] = Some(record);
        }
        Ok(draft)
    }
}

/// A costume's block, in the kind that the version has: COST, from 7 on AKOS.
///
/// # Errors
/// What does not fit into the version.
pub fn encode(draft: &Draft, dialect: &Dialect) -> Result<Vec<u8>> {
    Ok(match dialect.has_akos() {
        true => akos::encode(&akos::Draft::of_cost(draft)?)?,
        false => cost::encode(draft, dialect)?,
    })
}

impl Cel {
    fn draft(&self) -> DraftPicture {
        DraftPicture { rel: self.rel, step: self.shift, cel: Arc::new(self.surface.clone()) }
    }
}

/// The part of the stream that has these commands; they are added where they do not stand there yet.
fn part(stream: &mut Vec<u8>, codes: &[u8], loops: bool) -> Result<Part> {
    let found = stream.windows(codes.len().max(1)).position(|window| window == codes);
    let start = found.unwrap_or_else(|| {
        let end = stream.len();
        stream.extend(codes);
        end
    });
    let start = u16::try_from(start).context("more commands than a costume can have")?;
    Ok(Part { start, extra: u8::try_from(codes.len().saturating_sub(1))?, loops })
}

/// Reads a costume's source.
///
/// # Errors
/// What is wrong, with the file's name.
pub fn read(path: &Path) -> Result<Plan> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| shown.to_string())?;
    let file: File = toml::from_str(&text).with_context(|| shown.to_string())?;
    let sheet = sheet::read(&path.with_file_name(&file.sheet))?;
    plan(&file, &sheet.surface).with_context(|| shown.to_string())
}

fn plan(file: &File, sheet: &Surface) -> Result<Plan> {
    if !matches!(file.colours, 16 | 32) {
        bail!("expected 16 or 32 colours, found {}", file.colours);
    }
    if file.palette.len() != file.colours {
        bail!("expected a palette of {} entries, found {}", file.colours, file.palette.len());
    }
    if file.limb.len() > LIMBS {
        bail!("expected at most {LIMBS} limbs, found {}", file.limb.len());
    }
    let limbs = file
        .limb
        .iter()
        .map(|limb| limb_of(limb, file, sheet).with_context(|| format!("limb `{}`", limb.name)))
        .collect::<Result<Vec<_>>>()?;
    let mut anims = BTreeMap::new();
    for anim in &file.anim {
        let label = || format!("chore {} ({})", anim.chore, anim.name);
        for (number, direction) in (0u8..).zip(DIRECTIONS) {
            let Some(text) = direction_of(anim, direction).with_context(label)? else { continue };
            let key = anim
                .chore
                .checked_mul(4)
                .and_then(|n| n.checked_add(number))
                .with_context(|| format!("chore {} is beyond 63", anim.chore))?;
            let record = record(text, &limbs).with_context(|| format!("{}, {direction}", label()))?;
            if anims.insert(key, record).is_some() {
                bail!("{} comes twice", label());
            }
        }
    }
    Ok(Plan { palette: file.palette.clone(), keep_west: file.keep_west, limbs, anims })
}

/// The sequences of a direction, following `west = "east"`.
fn direction_of<'a>(anim: &'a AnimText, direction: &str) -> Result<Option<&'a BTreeMap<String, String>>> {
    let find = |name: &str| match name {
        "west" => Ok(anim.west.as_ref()),
        "east" => Ok(anim.east.as_ref()),
        "south" => Ok(anim.south.as_ref()),
        "north" => Ok(anim.north.as_ref()),
        _ => bail!("`{name}` is no direction"),
    };
    match find(direction)? {
        None => Ok(None),
        Some(Limbs::Each(limbs)) => Ok(Some(limbs)),
        Some(Limbs::Same(other)) => match find(other)? {
            Some(Limbs::Each(limbs)) => Ok(Some(limbs)),
            _ => bail!("{direction} is \"{other}\", which has no sequences of its own"),
        },
    }
}

fn record(text: &BTreeMap<String, String>, limbs: &[Limb]) -> Result<Vec<(usize, Sequence)>> {
    let mut record = Vec::new();
    for (name, commands) in text {
        let index = limbs.iter().position(|l| l.name == *name).with_context(|| format!("no limb `{name}`"))?;
        let cels = &limbs[index].cels;
        let sequence = sequence::parse(commands, |cel| cels.iter().position(|c| c.name == cel))
            .with_context(|| format!("limb `{name}`"))?;
        record.push((index, sequence));
    }
    record.sort_by_key(|(limb, _)| *limb);
    Ok(record)
}

fn limb_of(text: &LimbText, file: &File, sheet: &Surface) -> Result<Limb> {
    let mut cels = Vec::new();
    let (cell_width, cell_height) = file.cell;
    for (letter, &row) in &text.rows {
        let fits =
            cell_width > 0 && cell_height > 0 && text.columns.checked_mul(cell_width).is_some_and(|w| w <= sheet.width);
        if !fits || row.checked_add(1).and_then(|r| r.checked_mul(cell_height)).is_none_or(|h| h > sheet.height) {
            bail!(
                "row {row} of {} cells {cell_width}x{cell_height} lies outside the sheet of {}x{}",
                text.columns,
                sheet.width,
                sheet.height
            );
        }
        for column in 0..text.columns {
            let name = format!("{letter}{column}");
            let (surface, at) = sheet::cut(sheet, file.cell, column, row);
            if let Some(colour) = surface.pixels.iter().find(|&&c| usize::from(c) >= file.colours) {
                bail!("cel `{name}` has colour {colour}, the costume has {}", file.colours);
            }
            let rel = Point::new(offset(at.0, file.anchor.0)?, offset(at.1, file.anchor.1)?);
            let shift = text.shifts.get(&name).copied().unwrap_or_default().into();
            cels.push(Cel { name, surface, rel, shift });
        }
    }
    for (number, &shift) in text.empty.iter().enumerate() {
        let name = format!("a{number}");
        cels.push(Cel { name, surface: Surface::filled(1, 1, 0), rel: Point::ZERO, shift: shift.into() });
    }
    if let Some(unknown) = text.shifts.keys().find(|k| !cels.iter().any(|c| c.name == **k)) {
        bail!("`move` names cel `{unknown}`, which does not exist");
    }
    Ok(Limb { name: text.name.clone(), cels })
}

fn offset(at: usize, anchor: i16) -> Result<i16> {
    let at = i64::try_from(at)? - i64::from(anchor);
    i16::try_from(at).with_context(|| format!("{at} pixels from the anchor is too far"))
}
