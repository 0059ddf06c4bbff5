//! The checks of an AKOS.

mod code;

use std::collections::BTreeSet;

use scumm_room::{Dialect, Reader, Result, Tag};

use super::Findings;
use crate::akos::akch::{self, mode};
use crate::akos::cel::CelOffsets;
use crate::akos::tables::{AKCH, AKCT, AKOF, AKPL, AKSF, AKST, condition_offset, jump_table};
use crate::akos::{Akax, Akhd, Akos, Codec};
use crate::draw::Runs;
use crate::edit::parts::{AkosParts, PixelPart};

pub(super) fn check(data: &[u8], akos: &Akos, findings: &mut Findings) -> Result<()> {
    let parts = AkosParts::find(data, akos)?;
    let check = Check {
        data,
        akos,
        dialect: akos.dialect(),
        parts: &parts,
    };
    check.chunks(findings);
    check.chores(findings);
    check.tables(findings);
    check.aux(findings);
    let shown = code::check(&check, findings);
    pictures(&check, &shown, findings);
    Ok(())
}

/// The inputs of the checks.
struct Check<'a> {
    data: &'a [u8],
    akos: &'a Akos,
    dialect: &'a Dialect,
    parts: &'a AkosParts,
}

impl Check<'_> {
    /// Returns the position of a chunk's data.
    fn start(&self, tag: Tag) -> usize {
        self.parts.data(tag).start
    }

    /// Returns the length of a chunk's data in bytes.
    fn len(&self, tag: Tag) -> usize {
        self.parts.data(tag).len()
    }

    fn chunks(&self, findings: &mut Findings) {
        for chunk in self.parts.chunks.iter().filter(|chunk| !chunk.read) {
            let second = self.parts.chunk(chunk.tag).is_some();
            let why = if second {
                "a second chunk of this kind, which no engine reads"
            } else {
                "a chunk that no engine reads"
            };
            findings.note("A1", chunk.start, format!("{}: {why}", chunk.tag));
        }
        for chunk in self.parts.chunks.iter().filter(|chunk| chunk.is_cut) {
            let why = "the chunk is longer than the rest of the costume";
            findings.warning("A1", chunk.start, format!("{}: {why}", chunk.tag));
        }
        let end = self.parts.end;
        let left = self.parts.len.saturating_sub(end);
        if left > 1 {
            findings.warning(
                "A1",
                end,
                format!("no further chunk can be read; {left} bytes remain"),
            );
        }
        let header = self.len(Akhd::TAG);
        if header < Akhd::LEN {
            let what = format!(
                "AKHD has {header} of {} bytes; missing bytes count as 0",
                Akhd::LEN
            );
            findings.note("A2", self.start(Akhd::TAG), what);
        }
        let said = usize::from(self.akos.header().cels);
        let there = self.akos.cels().len();
        if said != there {
            findings.note(
                "A99",
                self.start(Akhd::TAG),
                format!("AKHD states {said} cels, AKOF has {there}"),
            );
        }
    }

    fn chores(&self, findings: &mut Findings) {
        let start = self.start(AKCH);
        let table = Reader::new(self.data.get(self.parts.data(AKCH)).unwrap_or_default());
        for (number, chore) in (0..=u16::MAX).zip(self.akos.chores()) {
            let at = start.saturating_add(usize::from(number).saturating_mul(akch::OFFSET_LEN));
            if chore.is_none() && akch::offset(table, number) != Some(0) {
                findings.error("A5", at, format!("chore {number} lies outside AKCH"));
            }
            for limb in chore.iter().flat_map(|chore| &chore.limbs) {
                if limb.mode == 0 || limb.mode > mode::DELTA {
                    let what = format!(
                        "chore {number}, limb {}: mode {} does not play",
                        limb.limb, limb.mode
                    );
                    findings.warning("A13", at, what);
                }
            }
        }
    }

    /// Checks AKST and AKSF (A9), and the positions in AKCT to which they lead (A44).
    fn tables(&self, findings: &mut Findings) {
        let limbs = || {
            self.akos
                .chores()
                .iter()
                .flatten()
                .flat_map(|chore| &chore.limbs)
        };
        let starts: BTreeSet<u16> = limbs()
            .filter(|l| !mode::is_bare(l.mode))
            .map(|limb| limb.start)
            .collect();
        let killed = limbs().any(|limb| limb.mode == mode::KILL);
        for &start in starts
            .iter()
            .chain(Some(&0).filter(|_| killed && !starts.contains(&0)))
        {
            if condition_offset(&self.akos.condition_parts, start).is_err() {
                findings.error(
                    "A9",
                    self.start(AKST),
                    format!("AKST has no entry for the sequence at {start}"),
                );
            }
        }
        let there = self.akos.jump_table().len();
        for &start in &starts {
            let at = self.start(AKSF);
            match jump_table(&self.akos.jump_parts, start) {
                Err(_) => findings.error(
                    "A9",
                    at,
                    format!("AKSF has no entry for the sequence at {start}"),
                ),
                Ok(table)
                    if self.dialect.has_limb_jump_tables()
                        && table.words().is_some_and(|w| w.end > there) =>
                {
                    findings.error(
                        "A32",
                        at,
                        format!("the jump table of the sequence at {start} lies outside AKFO"),
                    );
                }
                Ok(_) => {}
            }
        }
        for &(start, offset) in &self.akos.condition_parts {
            if usize::try_from(offset).is_ok_and(|offset| offset > self.len(AKCT)) {
                let what = format!("the conditions of the sequence at {start} lie outside AKCT");
                findings.error("A44", self.start(AKST), what);
            }
        }
    }

    fn aux(&self, findings: &mut Findings) {
        for (number, frame) in self.akos.aux().frames().iter().enumerate() {
            if frame.is_none() {
                findings.error(
                    "A98",
                    self.start(Akax::TAG),
                    format!("aux frame {number} cannot be read"),
                );
            }
        }
        if self.len(Akax::TAG) > 0 && self.akos.aux().frames().is_empty() {
            findings.warning(
                "A98",
                self.start(Akax::TAG),
                "AKAX has no frames".to_owned(),
            );
        }
    }
}

/// The width of the widest cel for which the reference has memory in codec 16.
const WIDEST_MAJMIN: u16 = 336;

/// Checks the cels. `shown` is the set of cels that the stream can show.
fn pictures(check: &Check<'_>, shown: &BTreeSet<u16>, findings: &mut Findings) {
    let akos = check.akos;
    let header = akos.header();
    let at = check.start(Akhd::TAG);
    match header.codec {
        Codec::Unknown(number) => {
            findings.error("A46", at, format!("codec {number} cannot be drawn"))
        }
        Codec::Trle if !check.dialect.is_humongous() => {
            findings.error(
                "A46",
                at,
                "codec 32, which only Humongous games draw".to_owned(),
            );
        }
        Codec::Rle
            if !akos.palette().is_empty() && akos.palette().len() != akos.packing().colours() =>
        {
            let what = format!(
                "codec 1 with {} colours is read as one with 16",
                akos.palette().len()
            );
            findings.note("A3", check.start(AKPL), what);
        }
        _ => {}
    }
    let table = check.start(AKOF);
    for (number, cel) in (0..=u16::MAX).zip(akos.cels()) {
        let at = table.saturating_add(usize::from(number).saturating_mul(CelOffsets::LEN));
        let Some(cel) = cel else {
            findings.error(
                "A4",
                at,
                format!("cel {number} lies outside AKCI or AKCD, or is too large"),
            );
            continue;
        };
        if cel.width == 0 || cel.height == 0 {
            findings.note(
                "A4",
                at,
                format!("cel {number} has {}x{} pixels", cel.width, cel.height),
            );
        }
        if header.codec == Codec::Majmin && cel.width > WIDEST_MAJMIN {
            findings.error(
                "A80",
                at,
                format!(
                    "cel {number} is {} pixels wide, codec 16 draws 336",
                    cel.width
                ),
            );
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
    let Some(&number) = part.cels.first() else {
        return;
    };
    let Some(Some(cel)) = check.akos.cels().get(usize::from(number)) else {
        return;
    };
    let end = part.bytes.end.saturating_sub(1);
    if part.coded.cut {
        findings.warning(
            "C37",
            end,
            format!("cel {number}: the data end before the cel is complete"),
        );
    }
    if part.coded.overrun {
        findings.warning(
            "A90",
            part.bytes.start,
            format!("cel {number}: the codes of a row continue after its end"),
        );
    }
    let akos = check.akos;
    let colours = akos.palette().len();
    if akos.header().codec == Codec::Rle && colours > 0 {
        let area = usize::from(cel.width).saturating_mul(cel.height.into());
        let pixels = Runs::new(akos.cel_data(cel), akos.packing()).take(area);
        if let Some(colour) = pixels
            .filter(|&colour| usize::from(colour) >= colours)
            .max()
        {
            let what = format!("cel {number} uses colour {colour}, AKPL has {colours}");
            findings.warning("A50", part.bytes.start, what);
        }
    }
}
