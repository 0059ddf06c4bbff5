//! Builds costumes of v0 (V20..V24) and of the Nintendo (Q40) from their sources.

use anyhow::{Context, Result, bail};
use scumm_costume::edit::{NesDraft, V0Draft, V0DraftPicture, V0Part};

use super::colours::{ColourNumbers, TRANSPARENT};
use super::companions::CompanionFiles;
use super::text::{CelText, CostumeFile, V0Text};

/// Builds the block of a costume of v0.
///
/// # Errors
/// Returns an error if the source, or a file that it names, is invalid.
pub fn v0(file: &CostumeFile, beside: &CompanionFiles) -> Result<Vec<u8>> {
    let text = file
        .v0
        .as_ref()
        .context("a source of kind \"v0\" needs a table [v0]")?;
    if let Some(whole) = &text.whole {
        return beside.bytes(whole);
    }
    let numbers = ColourNumbers::new(&file.png_colours, beside)?;
    let picture = |(number, cel): (usize, &CelText)| {
        picture(cel, &numbers).with_context(|| format!("cel {number}"))
    };
    let pictures = file
        .cels
        .iter()
        .enumerate()
        .map(picture)
        .collect::<Result<Vec<_>>>()?;
    let draft = V0Draft {
        unused: text.unused.unwrap_or(0),
        copy: text.copy,
        frames: text.frames.clone(),
        pictures,
        limbs: text.limbs.clone(),
        commands: text.commands.clone(),
        order: order(text, beside)?,
    };
    Ok(draft.encode()?)
}

fn picture(cel: &CelText, numbers: &ColourNumbers<'_>) -> Result<V0DraftPicture> {
    if let Some(other) = &cel.same {
        return Ok(V0DraftPicture::Same(other.parse().with_context(|| {
            format!("same: expected a number, found `{other}`")
        })?));
    }
    let rel = cel.rel.unwrap_or_default();
    let step = cel.shift.unwrap_or_default();
    let places = || -> Result<_> {
        Ok((
            (u8::try_from(rel.0)?, u8::try_from(rel.1)?),
            (i8::try_from(step.0)?, i8::try_from(step.1)?),
        ))
    };
    let (rel, step) = places()
        .context("expected numbers from 0 to 255 in `rel`, and from -128 to 127 in `move`")?;
    Ok(V0DraftPicture::Own {
        pixels: numbers.cel(cel, TRANSPARENT)?,
        rel,
        step,
    })
}

/// Parses the order of a costume's parts.
fn order(text: &V0Text, beside: &CompanionFiles) -> Result<Vec<V0Part>> {
    let gaps = beside.optional(text.gaps.as_ref())?;
    let mut gaps = gaps.as_slice();
    let mut parts = Vec::new();
    for word in text.order.split_whitespace() {
        parts.push(match (word, word.strip_prefix("gap:")) {
            ("limbs", _) => V0Part::Limbs,
            ("commands", _) => V0Part::Commands,
            (_, Some(count)) => {
                let count = count
                    .parse()
                    .with_context(|| format!("order: expected a number of bytes in `{word}`"))?;
                let left = gaps.len();
                let short =
                    || format!("order: `{word}` exceeds the remaining {left} bytes of gaps");
                let (gap, rest) = gaps.split_at_checked(count).with_context(short)?;
                gaps = rest;
                V0Part::Gap(gap.to_vec())
            }
            (number, None) => {
                let expected = "expected a picture's number, `limbs`, `commands` or `gap:N`";
                V0Part::Picture(
                    number
                        .parse()
                        .with_context(|| format!("order: {expected}, found `{word}`"))?,
                )
            }
        });
    }
    for part in [V0Part::Limbs, V0Part::Commands] {
        if parts.iter().filter(|&other| *other == part).count() != 1 {
            bail!("order: expected `limbs` and `commands` exactly once each");
        }
    }
    Ok(parts)
}

/// Builds the block of a costume of the Nintendo.
///
/// # Errors
/// Returns an error if the source is invalid.
pub fn nes(file: &CostumeFile) -> Result<Vec<u8>> {
    let text = file
        .nes
        .as_ref()
        .context("a source of kind \"nes\" needs a table [nes]")?;
    Ok(NesDraft {
        animations: text.animations.clone(),
        pictures: text.pictures.clone(),
    }
    .encode()?)
}
