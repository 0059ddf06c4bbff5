//! What can be wrong with an AKOS.

mod code;
mod pictures;

use std::collections::BTreeSet;

use scumm_room::{Dialect, Result};

use super::Findings;
use crate::akos::Akos;
use crate::akos::akch::mode;
use crate::edit::akos::parts::Parts;

pub(super) fn check(data: &[u8], akos: &Akos, findings: &mut Findings) -> Result<()> {
    let parts = Parts::of(data, akos)?;
    let check = Check { data, akos, dialect: akos.dialect(), parts: &parts };
    check.chunks(findings);
    check.chores(findings);
    check.tables(findings);
    check.aux(findings);
    let shown = code::check(&check, findings);
    pictures::check(&check, &shown, findings);
    Ok(())
}

/// What the checks look at.
struct Check<'a> {
    data: &'a [u8],
    akos: &'a Akos,
    dialect: &'a Dialect,
    parts: &'a Parts,
}

impl Check<'_> {
    /// Where a chunk's data begin.
    fn start(&self, tag: &[u8; 4]) -> usize {
        self.parts.chunk(tag).map_or(0, |chunk| chunk.data.start)
    }

    /// Bytes of a chunk's data.
    fn len(&self, tag: &[u8; 4]) -> usize {
        self.parts.chunk(tag).map_or(0, |chunk| chunk.data.len())
    }

    fn chunks(&self, findings: &mut Findings) {
        for chunk in self.parts.chunks.iter().filter(|chunk| !chunk.read) {
            let second = self.parts.chunk(&chunk.tag.0).is_some();
            let why = if second { "a second one, which nothing reads" } else { "a chunk that nothing reads" };
            findings.note("A1", chunk.start, format!("{}: {why}", chunk.tag));
        }
        let end = self.parts.chunks.last().map_or(8, |chunk| chunk.data.end);
        let size = self.data.get(4..8).and_then(|size| size.first_chunk()).map_or(0, |&size| u32::from_be_bytes(size));
        let size = usize::try_from(size).unwrap_or(usize::MAX).min(self.data.len());
        if size > end.saturating_add(1) {
            let left = size.saturating_sub(end);
            findings.warning("A1", end, format!("no chunk can be read from here on; {left} bytes are left"));
        }
        let (said, there) = (usize::from(self.akos.header().cels), self.akos.cels().len());
        if said != there {
            findings.note("A99", self.start(b"AKHD"), format!("AKHD says {said} cels, AKOF has {there}"));
        }
    }

    fn chores(&self, findings: &mut Findings) {
        let start = self.start(b"AKCH");
        for (number, chore) in (0..=u16::MAX).zip(self.akos.chores()) {
            let at = start.saturating_add(usize::from(number).saturating_mul(2));
            let offset = self.data.get(at..).and_then(|bytes| bytes.first_chunk()).copied();
            if chore.is_none() && offset != Some([0, 0]) {
                findings.error("A5", at, format!("chore {number} lies outside AKCH"));
            }
            for limb in chore.iter().flat_map(|chore| &chore.limbs) {
                if limb.mode == 0 || limb.mode > mode::DELTA {
                    let what = format!("chore {number}, limb {}: mode {} stands still", limb.limb, limb.mode);
                    findings.warning("A13", at, what);
                }
            }
        }
    }

    /// AKST and AKSF (A9), and AKCT behind them (A44).
    fn tables(&self, findings: &mut Findings) {
        let limbs = || self.akos.chores().iter().flatten().flat_map(|chore| &chore.limbs);
        let starts: BTreeSet<u16> = limbs().filter(|l| !mode::is_bare(l.mode)).map(|limb| limb.start).collect();
        let killed = limbs().any(|limb| limb.mode == mode::KILL);
        for &start in starts.iter().chain(Some(&0).filter(|_| killed && !starts.contains(&0))) {
            if self.akos.condition_parts().condition_offset(start).is_err() {
                findings.error("A9", self.start(b"AKST"), format!("AKST has no entry for the sequence at {start}"));
            }
        }
        for &start in &starts {
            match self.akos.jump_parts().jump_table(start) {
                Err(_) => {
                    findings.error("A9", self.start(b"AKSF"), format!("AKSF has no entry for the sequence at {start}"));
                }
                Ok(table) => {
                    let end = usize::from(table.offset).saturating_add(usize::from(table.count).saturating_mul(2));
                    if self.dialect.has_limb_jump_tables() && end > self.len(b"AKFO") {
                        let what = format!("the jump table of the sequence at {start} lies outside AKFO");
                        findings.error("A32", self.start(b"AKSF"), what);
                    }
                }
            }
        }
        for &(start, offset) in self.akos.condition_parts().entries() {
            if usize::try_from(offset).is_ok_and(|offset| offset > self.len(b"AKCT")) {
                let what = format!("the conditions of the sequence at {start} lie outside AKCT");
                findings.error("A44", self.start(b"AKST"), what);
            }
        }
    }

    fn aux(&self, findings: &mut Findings) {
        for (number, frame) in self.akos.aux().frames().iter().enumerate() {
            if frame.is_none() {
                findings.error("A98", self.start(b"AKAX"), format!("aux frame {number} can't be read"));
            }
        }
        if self.len(b"AKAX") > 0 && self.akos.aux().frames().is_empty() {
            findings.warning("A98", self.start(b"AKAX"), "AKAX has no frames".to_owned());
        }
    }
}
