//! The checks of a COST.

use scumm_room::Dialect;

use super::{Findings, shadow_colours};
use crate::cost::parts::{CostParts, PicturePart};
use crate::cost::play::{GO, NO_LOOP, STOP};
use crate::cost::{Cost, CostCommand, CostSequence};

/// The most pixels of pictures that are decoded to find the colours that they use.
const MOST_PIXELS: usize = 1 << 22;

/// Pictures of this height or more are never drawn, at any position (C46).
const TOO_HIGH: u16 = 256;

pub(super) fn check(cost: &Cost, findings: &mut Findings) {
    let parts = cost.parts();
    let check = CostCheck {
        cost,
        dialect: cost.dialect(),
        parts: &parts,
    };
    check.animations(findings);
    check.sequences(findings);
    check.shadows(findings);
    for picture in &parts.pictures {
        check.picture(picture, findings);
    }
}

struct CostCheck<'a> {
    cost: &'a Cost,
    dialect: &'a Dialect,
    parts: &'a CostParts,
}

impl CostCheck<'_> {
    /// Checks the offsets of animations, and records that the block cuts off (C10, C11).
    fn animations(&self, findings: &mut Findings) {
        let places = self.parts.header.records.clone().step_by(2);
        for ((number, &offset), at) in (0..self.cost.stored_animations())
            .zip(&self.cost.header.records)
            .zip(places)
        {
            let start = self.dialect.costume_base().saturating_add(offset.into());
            match self.cost.record(number) {
                _ if offset == 0 => {}
                None => findings.error(
                    "C11",
                    at,
                    format!("animation {number} leads outside the block"),
                ),
                Some(_) if start < self.parts.header.records.end => {
                    findings.warning(
                        "C10",
                        at,
                        format!("animation {number} leads into the header"),
                    );
                }
                Some(record) if record.entries.is_empty() => {
                    findings.note("C11", start, format!("animation {number} names no limb"));
                }
                Some(_) => {}
            }
        }
    }

    fn sequences(&self, findings: &mut Findings) {
        let mut seen = std::collections::BTreeSet::new();
        for (number, record) in self.cost.stored_records() {
            for entry in &record.entries {
                let Some(sequence) = entry.sequence else {
                    continue;
                };
                // Animations share sequences. Each sequence is reported once per limb.
                if seen.insert((entry.limb, sequence.start, sequence.extra, sequence.loops)) {
                    self.sequence(
                        &format!("animation {number}, limb {}", entry.limb),
                        entry.limb,
                        &sequence,
                        findings,
                    );
                }
            }
        }
    }

    fn sequence(&self, of: &str, limb: u8, sequence: &CostSequence, findings: &mut Findings) {
        let commands = self.cost.commands();
        let place = |position: u16| self.parts.commands.saturating_add(position.into());
        let at = place(sequence.start);
        if sequence.end() >= NO_LOOP || sequence.end() < sequence.start {
            findings.error(
                "C21",
                at,
                format!("{of}: plays beyond position 32767, whose upper bit is lost"),
            );
            return;
        }
        if commands.sequence(sequence).is_none() {
            let start = sequence.start;
            let end = sequence.end();
            let held = commands.bytes().len();
            findings.error(
                "C11",
                at,
                format!("{of}: commands {start}..={end}, but only {held} remain in the block"),
            );
            return;
        }
        if commands.is_endless(sequence, self.dialect) {
            findings.error(
                "C24",
                at,
                format!("{of}: the sequence has no picture at which it can stop, so ScummVM hangs"),
            );
        }
        let first = commands.get(sequence.start);
        if matches!(first, GO | STOP) {
            return;
        }
        if CostCommand::from_byte(first, self.dialect) != CostCommand::Picture {
            let what = "begins with a command that is not executed but shown as a picture";
            findings.warning("C23", at, format!("{of}: {what} ({first:#04x})"));
        }
        for position in sequence.start..=sequence.end() {
            let byte = commands.get(position);
            if position > sequence.start && matches!(byte, GO | STOP) {
                let what = "is executed only at the start of an animation; here it is a picture \
                            number";
                findings.warning(
                    "C13",
                    place(position),
                    format!("{of}: command {byte:#04x} {what}"),
                );
            }
            let code = byte & 0x7f;
            let one = CostSequence {
                start: position,
                extra: 0,
                loops: true,
            };
            let stands = position == sequence.start
                || CostCommand::from_byte(byte, self.dialect) == CostCommand::Picture;
            let is_shown =
                stands && commands.shown(&one, self.dialect) & 1u128.wrapping_shl(code.into()) != 0;
            // The picture does not exist (C8, C30).
            if is_shown && self.cost.picture(limb.into(), code).is_none() {
                let what = format!("{of}: shows picture {code}, which lies outside the block");
                findings.error("C30", place(position), what);
            }
        }
    }

    /// Checks for colours that are shadows, which are invisible until a game sets its shadow table
    /// (C51).
    fn shadows(&self, findings: &mut Findings) {
        let numbers = shadow_colours(self.cost.palette(), self.dialect);
        let mut left = MOST_PIXELS;
        let mut users = vec![0_usize; numbers.len()];
        for part in self.parts.pictures.iter().filter(|_| !numbers.is_empty()) {
            let pixels = usize::from(part.picture.width).saturating_mul(part.picture.height.into());
            let Some(rest) = left.checked_sub(pixels) else {
                break;
            };
            left = rest;
            let Ok(cel) = self.cost.cel(&part.picture) else {
                continue;
            };
            for (number, users) in numbers.iter().zip(&mut users) {
                *users = users.saturating_add(usize::from(cel.pixels().contains(number)));
            }
        }
        for (&number, &users) in numbers.iter().zip(&users).filter(|(_, users)| **users > 0) {
            let pictures = if users == 1 {
                "1 picture".to_owned()
            } else {
                format!("{users} pictures")
            };
            let at = self
                .parts
                .header
                .palette
                .start
                .saturating_add(number.into());
            let what = format!(
                "colour {number} is screen colour 13, a shadow: in {pictures} it is invisible \
                 until the game sets a shadow table"
            );
            findings.warning("C51", at, what);
        }
    }

    fn picture(&self, part: &PicturePart, findings: &mut Findings) {
        let picture = &part.picture;
        let Some((limb, code)) = part.names.first() else {
            return;
        };
        let of = format!("picture {code} of limb {limb}");
        let at = part.header.start;
        if at < self.parts.header.records.end {
            findings.warning("C8", at, format!("{of} lies in the header"));
        }
        if !part.reached {
            findings.note("C8", at, format!("{of} is shown by no animation"));
        }
        if picture.width == 0 || picture.height == 0 {
            findings.note(
                "C31",
                at,
                format!("{of} has {}x{} pixels", picture.width, picture.height),
            );
            return;
        }
        if picture.height >= TOO_HIGH {
            findings.warning(
                "C46",
                at,
                format!(
                    "{of} is {} lines high, which is never drawn",
                    picture.height
                ),
            );
        }
        match picture.redirect {
            Some((other, number)) => self.redirect(&of, at, other, number, findings),
            None if part.cut => {
                let block = self.cost.block();
                let last = block
                    .get(part.data.clone())
                    .and_then(|data| data.last().copied());
                let run = self
                    .cost
                    .format()
                    .packing()
                    .map_or(0, |packing| packing.short_run());
                let end = part.data.end.saturating_sub(1);
                match last.filter(|last| last & run == 0 && run != 0) {
                    Some(_) => findings.warning("C36", end, format!("{of} ends in a run of 0")),
                    None => findings.warning(
                        "C37",
                        end,
                        format!("{of}: the block ends before the picture is full"),
                    ),
                }
            }
            None => {}
        }
    }

    fn redirect(&self, of: &str, at: usize, limb: u8, code: u8, findings: &mut Findings) {
        let lender = self
            .parts
            .pictures
            .iter()
            .find(|part| part.names.contains(&(limb, code)));
        match lender.map(|lender| lender.picture.redirect) {
            None => findings.error(
                "C33",
                at,
                format!("{of} borrows from {limb}:{code}, which is no picture"),
            ),
            Some(Some((l, c))) => {
                let what =
                    format!("{of} borrows from {limb}:{code}, which itself borrows from {l}:{c}");
                findings.warning(
                    "C33",
                    at,
                    format!("{what}; the drawn pixels belong to neither"),
                );
            }
            Some(None) => {}
        }
    }
}
