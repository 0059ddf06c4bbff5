//! Reads a COST's source: a TOML text beside a sheet of cels, or beside one picture for each cel as
//! `disassemble` writes them.
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

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use memchr::memmem;
use scumm_costume::edit::akos::{self, mode};
use scumm_costume::edit::cost::{self, CostArrangement, CostDraft, DraftPicture};
use scumm_costume::edit::lint::shadow_colours;
use scumm_costume::{CostEntry, CostRecord, CostSequence, LIMBS};
use scumm_room::{Dialect, Point, Surface};

use super::colours::{ColourNumbers, TRANSPARENT};
use super::companions::CompanionFiles;
use super::notation::{self, Labels};
use super::sheet;
use super::text::{CelText, CostumeFile, CostumeKind, LimbText};
use crate::chores::FOUR_DIRECTIONS;

/// The most pictures of a limb in a source: their numbers are bytes.
const MOST_CELS: usize = 256;
/// The most animations in a source: their numbers are bytes (C9).
const MOST_ANIMATIONS: usize = 256;
/// The most commands in a source: their positions have 16 bits.
const MOST_COMMANDS: usize = 1 << 16;

/// A limb of the source.
struct LimbNames {
    /// The limb's name in the source.
    name: String,
    /// The limb's number.
    number: u8,
    /// The numbers of the limb's pictures by name.
    cels: HashMap<String, usize>,
}

/// Encodes a costume's block in the format of the version: COST up to v6, AKOS from v7 on.
///
/// # Errors
/// Returns an error if the draft does not fit into the version.
pub fn encode(draft: &CostDraft, dialect: &Dialect) -> Result<Vec<u8>> {
    encode_as(draft, &CostArrangement::default(), dialect)
}

/// Encodes a costume as [`encode`] does, with a given layout. A costume that is built for the
/// format that it came from keeps its layout.
///
/// # Errors
/// Returns an error as [`encode`] does.
pub fn encode_as(
    draft: &CostDraft,
    arrangement: &CostArrangement,
    dialect: &Dialect,
) -> Result<Vec<u8>> {
    let pictures = || draft.limbs.iter().flatten().flatten();
    for number in shadow_colours(&draft.palette, dialect) {
        if pictures().any(|picture| picture.cel.pixels().contains(&number)) {
            log::warn!(
                "colour {number} is screen colour 13, a shadow: it is invisible until the game \
                 sets a shadow table (C51); use another entry for visible pixels"
            );
        }
    }
    Ok(if dialect.has_akos() {
        akos::encode(&akos::AkosDraft::from_cost(draft)?)?
    } else {
        cost::encode_as(draft, arrangement, dialect)?
    })
}

/// Returns the part of the command stream that holds these commands. Commands that the stream does
/// not contain yet are appended.
pub(crate) fn part(stream: &mut Vec<u8>, codes: &[u8], loops: bool) -> Result<CostSequence> {
    let start = memmem::find(stream, codes).unwrap_or_else(|| {
        let end = stream.len();
        stream.extend(codes);
        end
    });
    let start =
        u16::try_from(start).context("the costume has more commands than its format allows")?;
    Ok(CostSequence {
        start,
        extra: u8::try_from(codes.len().saturating_sub(1))?,
        loops,
    })
}

/// Reads a COST's source and the files that it names.
///
/// # Errors
/// Returns an error with the file's name if the source or one of the files is invalid.
pub fn read(path: &Path, beside: &CompanionFiles) -> Result<CostDraft> {
    let shown = path.display();
    let file: CostumeFile =
        toml::from_str(&beside.text(path)?).with_context(|| shown.to_string())?;
    if file.kind != CostumeKind::Cost {
        bail!("{shown}: expected a COST, found an AKOS");
    }
    Ok(plan(&file, beside).with_context(|| shown.to_string())?.0)
}

/// Returns the draft and the layout that a source describes. Equal sequences share their commands.
///
/// # Errors
/// Returns an error if the source, or a file that it names, is invalid.
pub fn plan(file: &CostumeFile, beside: &CompanionFiles) -> Result<(CostDraft, CostArrangement)> {
    let colours = file.colours();
    if !matches!(colours, 16 | 32) {
        bail!("expected 16 or 32 colours, found {colours}");
    }
    // The palette of a costume of v2, or of v3 with 16 colours, may have a single entry.
    if file.palette.len() != colours && file.palette.len() != 1 {
        bail!(
            "expected a palette of {colours} entries, found {}",
            file.palette.len()
        );
    }
    if file.limb.len() > LIMBS {
        bail!("expected at most {LIMBS} limbs, found {}", file.limb.len());
    }
    if let Some(count) = file.animations.filter(|&count| count > MOST_ANIMATIONS) {
        bail!("animations: expected at most {MOST_ANIMATIONS}, found {count}");
    }
    let numbers =
        ColourNumbers::new(&file.png_colours, beside)?.with_room_file(file.room_colours.as_ref());
    let sheet = file
        .sheet
        .as_ref()
        .map(|name| numbers.picture(name, TRANSPARENT))
        .transpose()?
        .unwrap_or_default();
    let mut limbs: Vec<LimbNames> = Vec::new();
    let mut arrangement = arrangement(file, beside)?;
    let palette = file.palette.clone();
    let keeps_west = file.keep_west;
    let redirects = file.redirects;
    let mut draft = CostDraft {
        keeps_west,
        palette,
        redirects,
        ..CostDraft::default()
    };
    for text in &file.limb {
        let next = limbs.last().map_or(0, |limb| usize::from(limb.number) + 1);
        let number = text.number.unwrap_or(next);
        if number < next || number >= LIMBS {
            bail!(
                "limb `{}`: expected ascending numbers up to {}",
                text.name,
                LIMBS - 1
            );
        }
        let cut =
            cut(text, file, &sheet, beside).with_context(|| format!("limb `{}`", text.name))?;
        let mut cels = HashMap::new();
        for (name, picture) in cut {
            // If two pictures have the same name, the first is used.
            cels.entry(name).or_insert(draft.limbs[number].len());
            draft.limbs[number].push(Some(picture));
        }
        for (index, cel) in text.cels.iter().enumerate() {
            let code = u8::try_from(index)
                .with_context(|| format!("limb `{}` has more than 256 cels", text.name))?;
            let name = (u8::try_from(number)?, code);
            let picture = single(cel, name, &draft.limbs, &numbers, &mut arrangement)
                .with_context(|| format!("limb `{}`, cel c{index}", text.name))?;
            if picture.is_some() {
                cels.entry(format!("c{code}"))
                    .or_insert(draft.limbs[number].len());
            }
            draft.limbs[number].push(picture);
        }
        limbs.push(LimbNames {
            name: text.name.clone(),
            number: u8::try_from(number)?,
            cels,
        });
    }
    let (commands, labels) = file
        .commands
        .as_deref()
        .map(notation::read_stream)
        .transpose()?
        .unwrap_or_default();
    if commands.len() > MOST_COMMANDS {
        bail!(
            "commands: expected at most {MOST_COMMANDS}, found {}",
            commands.len()
        );
    }
    draft.commands = commands;
    let mut anims = file.animations(&FOUR_DIRECTIONS, |text| {
        record(text, &limbs, &labels, &mut draft.commands)
    })?;
    let count = anims.keys().max().map_or(0, |last| last + 1);
    if count > MOST_ANIMATIONS {
        bail!(
            "expected chores up to 63, found {}",
            (count - 1) / FOUR_DIRECTIONS.len()
        );
    }
    draft.records = (0..count.max(file.animations.unwrap_or(0)))
        .map(|number| anims.remove(&number))
        .collect();
    Ok((draft, arrangement))
}

/// Returns the layout of the costume, except the parts that are stored with its pictures.
fn arrangement(file: &CostumeFile, beside: &CompanionFiles) -> Result<CostArrangement> {
    let layout = &file.layout;
    let gaps = beside.optional(layout.gaps.as_ref())?;
    let outside = layout
        .outside
        .iter()
        .map(|(limb, offset)| Ok((limb.parse()?, *offset)));
    Ok(CostArrangement {
        order: notation::read_order(&layout.order, &mut gaps.as_slice())?,
        counts: layout.counts,
        lead: layout.lead.clone(),
        outside: outside
            .collect::<Result<_>>()
            .context("`outside`: expected limb numbers")?,
        ..CostArrangement::default()
    })
}

/// Reads a picture from a file of its own.
fn single(
    text: &CelText,
    name: (u8, u8),
    limbs: &[Vec<Option<DraftPicture>>],
    numbers: &ColourNumbers<'_>,
    arrangement: &mut CostArrangement,
) -> Result<Option<DraftPicture>> {
    let pair = |text: &String| {
        let pair = text
            .split_once(':')
            .and_then(|(limb, code)| Some((limb.parse().ok()?, code.parse().ok()?)));
        pair.with_context(|| format!("expected a picture (limb:number), found `{text}`"))
    };
    if let Some(other) = &text.same {
        let other = pair(other)?;
        if let Some(coded) = arrangement.coded.get(&other) {
            let coded = numbers.beside.copy(coded)?;
            arrangement.coded.insert(name, coded);
        }
        if let Some(lender) = arrangement.borrows.get(&other).copied() {
            arrangement.borrows.insert(name, lender);
        }
        let picture = limbs
            .get(usize::from(other.0))
            .and_then(|limb| limb.get(usize::from(other.1))?.as_ref());
        let picture = picture.with_context(|| {
            format!(
                "`same` names {}:{}, which is not an earlier picture",
                other.0, other.1
            )
        })?;
        // The picture is encoded a second time, to find out that both encoded pictures are equal.
        // Its pixels count again.
        numbers.beside.spend(picture.cel.pixels().len() as u64)?;
        return Ok(Some(picture.clone()));
    }
    if let Some(offset) = text.offset {
        arrangement.loose.insert(name, offset);
        return Ok(None);
    }
    if let Some(lender) = &text.borrows {
        arrangement.borrows.insert(name, pair(lender)?);
    }
    if let Some(coded) = &text.coded {
        arrangement.coded.insert(name, numbers.beside.bytes(coded)?);
    }
    let cel = Arc::new(numbers.cel(text, TRANSPARENT)?);
    Ok(Some(DraftPicture {
        rel: text.rel.unwrap_or_default().into(),
        step: text.shift.unwrap_or_default().into(),
        cel,
    }))
}

/// Returns the record of an animation. Commands that the stream does not contain yet are appended.
fn record(
    text: &BTreeMap<String, String>,
    limbs: &[LimbNames],
    labels: &Labels,
    stream: &mut Vec<u8>,
) -> Result<CostRecord> {
    let named = |(name, commands): (&String, _)| {
        let limb = limbs.iter().find(|limb| limb.name == *name);
        Ok((limb.with_context(|| format!("no limb `{name}`"))?, commands))
    };
    let mut texts = text
        .iter()
        .map(named)
        .collect::<Result<Vec<(&LimbNames, &String)>>>()?;
    texts.sort_by_key(|(limb, _)| limb.number);
    let entry = |(LimbNames { name, number, cels }, commands): (&LimbNames, &String)| {
        let cel = |name: &str| cels.get(name).copied();
        let sequence = match commands.trim().strip_prefix('@') {
            Some(place) => referred(place, labels).map(Some),
            None => notation::parse_sequence(commands, cel).and_then(|played| {
                played
                    .map(|(codes, loops)| part(stream, &codes, loops))
                    .transpose()
            }),
        };
        Ok(CostEntry {
            limb: *number,
            sequence: sequence.with_context(|| format!("limb `{name}`"))?,
        })
    };
    Ok(CostRecord {
        entries: texts.into_iter().map(entry).collect::<Result<_>>()?,
    })
}

/// Returns the part of the command stream that a reference with labels describes. The notation has
/// the modes of AKOS, of which a COST supports two.
fn referred(place: &str, labels: &Labels) -> Result<CostSequence> {
    let part = notation::parse_reference(place, labels)?;
    let loops = match part.mode {
        mode::LOOP => true,
        mode::RUN => false,
        _ => bail!("`@{place}`: expected `loop` or `hold`, the modes of a COST"),
    };
    let extra = u8::try_from(part.length).ok().filter(|&extra| extra < 128);
    let extra = extra.with_context(|| format!("`@{place}` is longer than 128 commands"))?;
    Ok(CostSequence {
        start: part.start,
        extra,
        loops,
    })
}

/// Returns the pictures of a limb that are cut from the sheet, and the empty pictures.
fn cut(
    text: &LimbText,
    file: &CostumeFile,
    sheet: &Surface,
    beside: &CompanionFiles,
) -> Result<Vec<(String, DraftPicture)>> {
    let mut cels = Vec::new();
    let colours = file.colours();
    let (cell_width, cell_height) = file.cell;
    let count = text.rows.len().saturating_mul(text.columns);
    if count
        .saturating_add(text.empty.len())
        .saturating_add(text.cels.len())
        > MOST_CELS
    {
        bail!("expected at most {MOST_CELS} cels");
    }
    let columns = text.columns;
    let width = sheet.width();
    let height = sheet.height();
    let fits = |cells: usize, side: usize, whole: usize| {
        side > 0 && cells.checked_mul(side).is_some_and(|s| s <= whole)
    };
    for (letter, &row) in &text.rows {
        if !fits(columns, cell_width, width) || !fits(row.saturating_add(1), cell_height, height) {
            bail!(
                "row {row} of {columns} cells {cell_width}x{cell_height} lies outside the sheet \
                 of {width}x{height}"
            );
        }
        for column in 0..columns {
            let name = format!("{letter}{column}");
            beside.spend((cell_width as u64).saturating_mul(cell_height as u64))?;
            let (surface, at) = sheet::cut(sheet, file.cell, column, row);
            if let Some(colour) = surface
                .pixels()
                .iter()
                .find(|&&c| usize::from(c) >= colours)
            {
                bail!("cel `{name}` has colour {colour}, the costume has {colours}");
            }
            let rel = Point::new(offset(at.0, file.anchor.0)?, offset(at.1, file.anchor.1)?);
            let step = text.shifts.get(&name).copied().unwrap_or_default().into();
            cels.push((
                name,
                DraftPicture {
                    rel,
                    step,
                    cel: Arc::new(surface),
                },
            ));
        }
    }
    for (number, &shift) in text.empty.iter().enumerate() {
        let cel = Arc::new(Surface::filled(1, 1, 0));
        let picture = DraftPicture {
            rel: Point::ZERO,
            step: shift.into(),
            cel,
        };
        cels.push((format!("a{number}"), picture));
    }
    if let Some(unknown) = text
        .shifts
        .keys()
        .find(|k| !cels.iter().any(|(name, _)| name == *k))
    {
        bail!("`move` names cel `{unknown}`, which does not exist");
    }
    Ok(cels)
}

fn offset(at: usize, anchor: i16) -> Result<i16> {
    let at = i64::try_from(at)? - i64::from(anchor);
    i16::try_from(at)
        .with_context(|| format!("the picture is too far from the anchor: {at} pixels"))
}
