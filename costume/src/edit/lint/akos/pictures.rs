//! What can be wrong with the cels of an AKOS.

use std::collections::BTreeSet;

use super::Check;
use crate::akos::Cel;
use crate::akos::akhd::{Akhd, Codec};
use crate::akos::akof::{self, CelOffsets};
use crate::akos::akpl;
use crate::draw::rle::Runs;
use crate::edit::lint::Findings;
use crate::edit::parts::PixelPart;

/// The widest cel that codec 16 of the reference has memory for.
const WIDEST_MAJMIN: u16 = 336;

/// Checks the cels; `shown` are those that the stream can show.
pub(super) fn check(check: &Check<'_>, shown: &BTreeSet<u16>, findings: &mut Findings) {
    let (akos, header) = (check.akos, check.akos.header());
    let at = check.start(Akhd::TAG);
    match header.codec {
        Codec::Unknown(number) => findings.error("A46", at, format!("codec {number} can't be drawn")),
        Codec::Trle if !check.dialect.is_humongous() => {
            findings.error("A46", at, "codec 32, which only Humongous games draw".to_owned());
        }
        Codec::Rle if !akos.palette().is_empty() && akos.palette().len() != akos.packing().colours() => {
            let what = format!("codec 1 with {} colours is read as one with 16", akos.palette().len());
            findings.note("A3", check.start(akpl::TAG), what);
        }
        _ => {}
    }
    let table = check.start(akof::TAG);
    for (number, cel) in (0..=u16::MAX).zip(akos.cels()) {
        let at = table.saturating_add(usize::from(number).saturating_mul(CelOffsets::LEN));
        let Some(cel) = cel else {
            findings.error("A4", at, format!("cel {number} lies outside AKCI or AKCD, or is too large"));
            continue;
        };
        if cel.width == 0 || cel.height == 0 {
            findings.note("A4", at, format!("cel {number} has {}x{} pixels", cel.width, cel.height));
        }
        if header.codec == Codec::Majmin && cel.width > WIDEST_MAJMIN {
            findings.error("A80", at, format!("cel {number} is {} pixels wide, codec 16 draws 336", cel.width));
        }
        if !shown.contains(&number) {
            findings.note("A4", at, format!("cel {number} is shown by no sequence"));
        }
    }
    for part in &check.parts.pixels {
        pixels(check, part, findings);
    }
}

fn pixels(check: &Check<'_>, part: &PixelPart, findings: &mut Findings) {
    let Some(&number) = part.cels.first() else { return };
    let Some(Some(cel)) = check.akos.cels().get(usize::from(number)) else { return };
    let end = part.bytes.end.saturating_sub(1);
    if part.coded.cut {
        findings.warning("C37", end, format!("cel {number}: its data end before it is full"));
    }
    if part.coded.overrun {
        findings.warning("A90", part.bytes.start, format!("cel {number}: a row's codes go on behind its end"));
    }
    let colours = check.akos.palette().len();
    if let Some(colour) = beyond(check, cel, colours) {
        let what = format!("cel {number} uses colour {colour}, AKPL has {colours}");
        findings.warning("A50", part.bytes.start, what);
    }
}

/// The highest colour of a cel of codec 1 that AKPL does not have.
fn beyond(check: &Check<'_>, cel: &Cel, colours: usize) -> Option<u8> {
    if check.akos.header().codec != Codec::Rle || colours == 0 {
        return None;
    }
    let pixels = Runs::new(check.akos.cel_data(cel), check.akos.packing());
    let area = usize::from(cel.width).saturating_mul(cel.height.into());
    pixels.take(area).filter(|&colour| usize::from(colour) >= colours).max()
}
