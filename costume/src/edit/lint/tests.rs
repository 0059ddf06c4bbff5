//! Tests the checks with artificial faults: for each fault the check of its rule must report a
//! finding. For valid costumes no check may report a finding.

use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Dialect, Surface};

use super::*;
use crate::akos::akch::mode;
use crate::akos::{Chore, ChoreLimb, Codec, JumpTable};
use crate::cost::{CostEntry, CostRecord, CostSequence};
use crate::edit::encode::cost::{CostDraft, DraftPicture};
use crate::edit::encode::{akos, cost};

fn picture(width: usize, height: usize) -> Option<DraftPicture> {
    let pixels = (0..width * height).map(|i| (i % 5) as u8).collect();
    let cel = Arc::new(Surface::new(width, height, pixels).unwrap());
    Some(DraftPicture {
        rel: I16Vec2::ZERO,
        step: I16Vec2::ZERO,
        cel,
    })
}

fn entry(limb: u8, start: u16, extra: u8, loops: bool) -> CostEntry {
    CostEntry {
        limb,
        sequence: Some(CostSequence {
            start,
            extra,
            loops,
        }),
    }
}

/// Creates a sound costume: limb 0 loops over two pictures, limb 1 shows one.
fn sound() -> CostDraft {
    let mut draft = CostDraft {
        palette: vec![1; 16],
        commands: vec![0, 0x7c, 1, 0],
        ..CostDraft::default()
    };
    draft.limbs[0] = vec![picture(3, 2), picture(2, 5)];
    draft.limbs[1] = vec![picture(4, 4)];
    draft.records = vec![Some(CostRecord {
        entries: vec![entry(0, 0, 2, true), entry(1, 3, 0, false)],
    })];
    draft
}

fn rules(data: &[u8], dialect: &Dialect) -> Vec<(&'static str, Severity)> {
    let costume = Costume::parse(data, dialect).unwrap();
    lint(data, &costume)
        .unwrap()
        .into_iter()
        .map(|finding| (finding.rule, finding.severity))
        .collect()
}

/// Asserts that a changed costume has this finding, and that the original has no findings.
fn cost_fault(rule: &'static str, severity: Severity, change: impl Fn(&mut CostDraft)) {
    let v5 = Dialect::new(5);
    assert_eq!(rules(&cost::encode(&sound(), &v5).unwrap(), &v5), []);
    let mut draft = sound();
    change(&mut draft);
    let found = rules(&cost::encode(&draft, &v5).unwrap(), &v5);
    assert!(found.contains(&(rule, severity)), "{rule}: {found:?}");
}

/// Asserts that a costume whose bytes are changed has this finding. `parts` are the positions of
/// its parts.
fn byte_fault(
    rule: &'static str,
    severity: Severity,
    change: impl Fn(&mut Vec<u8>, &crate::cost::parts::CostParts),
) {
    let v5 = Dialect::new(5);
    let mut data = cost::encode(
        &CostDraft {
            redirects: true,
            ..sound()
        },
        &v5,
    )
    .unwrap();
    let Costume::Cost(parsed) = Costume::parse(&data, &v5).unwrap() else {
        panic!()
    };
    change(&mut data, &parsed.parts());
    let found = rules(&data, &v5);
    assert!(found.contains(&(rule, severity)), "{rule}: {found:?}");
}

fn put(data: &mut [u8], at: usize, word: usize) {
    data[at..at + 2].copy_from_slice(&u16::try_from(word).unwrap().to_le_bytes());
}

#[test]
fn faults_of_sequences_are_found() {
    // A counter at the start (C23), a counter at the end of a sequence that does not loop (C24), a
    // sequence with only a counter (C24).
    cost_fault("C23", Severity::Warning, |d| d.commands[0] = 0x7c);
    cost_fault("C24", Severity::Error, |d| {
        d.commands = vec![0, 1, 0x7c, 0];
        d.records = vec![Some(CostRecord {
            entries: vec![entry(0, 0, 2, false), entry(1, 3, 0, false)],
        })];
    });
    cost_fault("C24", Severity::Error, |d| {
        d.commands = vec![0x7c, 0x78, 0x7c, 0]
    });
    cost_fault("C13", Severity::Warning, |d| d.commands[1] = 0x79);
}

#[test]
fn faults_of_pictures_are_found() {
    cost_fault("C31", Severity::Note, |d| d.limbs[1] = vec![picture(0, 4)]);
    cost_fault("C46", Severity::Warning, |d| {
        d.limbs[1] = vec![picture(1, 256)]
    });
    cost_fault("C8", Severity::Note, |d| d.limbs[1].push(picture(3, 3)));
    cost_fault("C11", Severity::Note, |d| {
        d.records.push(Some(CostRecord::default()))
    });
}

#[test]
fn faults_of_offsets_are_found() {
    use Severity::{Error, Note, Warning};
    byte_fault("C30", Error, |data, parts| {
        put(data, parts.tables[0].start.unwrap() + 2, 0xfff0)
    });
    byte_fault("C11", Error, |data, parts| {
        data[parts.records[0].0.start + 4] = 0x7f
    });
    byte_fault("C21", Error, |data, parts| {
        put(data, parts.records[0].0.start + 2, 0x7fff)
    });
    byte_fault("C10", Warning, |data, parts| {
        put(data, parts.header.records.start, 1)
    });
    byte_fault("C33", Error, |data, parts| {
        data[parts.pictures[0].header.end - 2] = 77
    });
    byte_fault("C33", Warning, |data, parts| {
        let first = parts.pictures[0].header.end;
        let second = parts.pictures[1].header.end;
        data[first - 2..first].copy_from_slice(&[0, 1]);
        data[second - 2..second].copy_from_slice(&[1, 0]);
    });
    byte_fault("C37", Warning, |data, parts| {
        put(data, parts.pictures[2].header.start, 40)
    });
    byte_fault("C36", Warning, |data, parts| {
        data[parts.pictures[2].data.end - 1] = 0x30
    });
    byte_fault("C8", Warning, |data, parts| {
        let to = parts.pictures[0].data.start - 2;
        put(data, parts.tables[1].start.unwrap(), to);
    });
    byte_fault("C8", Note, |data, _| {
        data.extend([1, 2, 3]);
        data[7] += 3;
    });
    byte_fault("C1", Note, |data, _| data.push(9));
}

/// Creates a sound AKOS: limb 0 runs a program over three cels, limb 1 loops, limb 2 stays.
fn sound_akos() -> akos::AkosDraft {
    // 0: cel 0; 1: set 3, v1; 6: cel 1; 7: jump 0; 11: cel 2, cel 1; 13: draw [(0,0: cel 2)]
    let sequence = vec![
        0, 0xc0, 0x10, 3, 0, 1, 1, 0xc0, 0x30, 0, 0, 2, 1, 0xc0, 0x20, 1, 0, 0, 0, 0, 2,
    ];
    let limb = |limb, mode, start, length| ChoreLimb {
        limb,
        mode,
        start,
        length,
    };
    let limbs = vec![
        limb(0, mode::PROGRAM, 0, 10),
        limb(1, mode::LOOP, 11, 1),
        limb(2, mode::CONSTANT, 13, 0),
    ];
    let cel = |side| akos::DraftCel {
        cel: Arc::new(Surface::filled(side, side, 3)),
        ..akos::DraftCel::default()
    };
    akos::AkosDraft {
        palette: vec![1; 16],
        sequence,
        chores: vec![Some(Chore { limbs })],
        cels: vec![cel(1), cel(2), cel(3)],
        ..akos::AkosDraft::default()
    }
}

fn akos_fault(rule: &'static str, severity: Severity, change: impl Fn(&mut akos::AkosDraft)) {
    let he = Dialect::humongous(72);
    assert_eq!(rules(&akos::encode(&sound_akos()).unwrap(), &he), []);
    let mut draft = sound_akos();
    change(&mut draft);
    let found = rules(&akos::encode(&draft).unwrap(), &he);
    assert!(found.contains(&(rule, severity)), "{rule}: {found:?}");
}

#[test]
fn faults_of_the_stream_are_found() {
    use Severity::{Error, Warning};
    // Jumps to the operands of C010, behind the end of the stream, and to C010.
    akos_fault("A21", Error, |d| d.sequence[9] = 4);
    akos_fault("A21", Error, |d| d.sequence[9] = 200);
    akos_fault("A21", Error, |d| d.sequence[9] = 1);
    akos_fault("A25", Error, |d| d.sequence[5] = 27);
    akos_fault("A30", Error, |d| d.sequence[2] = 2);
    akos_fault("A41", Error, |d| d.sequence[6] = 9);
    akos_fault("A41", Error, |d| d.sequence[20] = 9);
    akos_fault("A32", Error, |d| {
        d.sequence[1..6].copy_from_slice(&[0xc0, 0x88, 1, 0, 0])
    });
    akos_fault("A98", Error, |d| {
        d.sequence[1..6].copy_from_slice(&[0xc0, 0x8e, 1, 0, 0])
    });
    let layer = |at: usize, mode, start, length| {
        move |d: &mut akos::AkosDraft| {
            let limb = &mut d.chores[0].as_mut().unwrap().limbs[at];
            limb.mode = mode;
            limb.start = start;
            limb.length = length;
        }
    };
    akos_fault("A11", Error, layer(1, mode::LOOP, 11, 900));
    akos_fault("A11", Error, layer(1, mode::LOOP, 900, 0));
    akos_fault("A15", Warning, layer(1, mode::LOOP, 0, 4));
    akos_fault("A15", Error, layer(1, mode::RUN, 0, 1));
    akos_fault("A13", Warning, layer(2, 99, 13, 0));
    akos_fault("A17", Error, layer(2, mode::CONSTANT, 1, 0));
}

#[test]
fn faults_of_tables_and_cels_are_found() {
    use Severity::{Error, Note, Warning};
    akos_fault("A9", Error, |d| {
        d.jump_parts = vec![JumpTable {
            start: 5,
            offset: 0,
            count: 0,
        }]
    });
    akos_fault("A9", Error, |d| d.condition_parts = vec![(5, 0)]);
    akos_fault("A44", Error, |d| {
        d.condition_parts = vec![(0, 0), (11, 0), (13, 99)]
    });
    akos_fault("A4", Note, |d| {
        d.cels[2].cel = Arc::new(Surface::filled(0, 2, 0))
    });
    akos_fault("A4", Note, |d| d.cels.push(d.cels[0].clone()));
    akos_fault("A50", Warning, |d| d.palette.truncate(3));
    akos_fault("A46", Error, |d| {
        d.codec = Codec::Trle;
        d.cels
            .iter_mut()
            .for_each(|cel| cel.gaps = vec![0; cel.cel.pixels().len()]);
    });
    akos_fault("A98", Warning, |d| d.aux = vec![1, 2, 3]);
}

#[test]
fn jump_tables_that_lie_outside_are_found_a32() {
    let he80 = Dialect::humongous(80);
    let found = |words: usize| {
        let parts = [0, 11, 13].map(|start| JumpTable {
            start,
            offset: 2,
            count: 3,
        });
        let draft = akos::AkosDraft {
            jump_parts: parts.to_vec(),
            jump_table: vec![0; words],
            ..sound_akos()
        };
        rules(&akos::encode(&draft).unwrap(), &he80).contains(&("A32", Severity::Error))
    };
    // Words 2, 4 and 6.
    assert_eq!([6, 7].map(found), [true, false]);
}

#[test]
fn faults_of_chunks_are_found() {
    let he = Dialect::humongous(72);
    let whole = akos::encode(&sound_akos()).unwrap();
    let with = |more: &[u8]| {
        let mut data = [&whole[..], more].concat();
        let size = u32::try_from(data.len()).unwrap();
        data[4..8].copy_from_slice(&size.to_be_bytes());
        rules(&data, &he)
    };
    assert!(with(&[b'X', b'X', b'X', b'X', 0, 0, 0, 9, 1]).contains(&("A1", Severity::Note)));
    assert!(with(&[b'A', b'K', b'P', b'L', 0, 0, 0, 8]).contains(&("A1", Severity::Note)));
    assert!(with(&[b'X', b'X', b'X', b'X', 0, 9, 0, 9, 1]).contains(&("A1", Severity::Warning)));
    let place = |tag: &[u8; 4]| whole.windows(4).position(|window| window == tag).unwrap() + 8;
    let changed = |at: usize, byte| {
        let mut data = whole.clone();
        data[at] = byte;
        rules(&data, &he)
    };
    assert!(changed(place(b"AKOF"), 0xff).contains(&("A4", Severity::Error)));
    assert!(changed(place(b"AKCH"), 0xff).contains(&("A5", Severity::Error)));
    assert!(changed(place(b"AKHD") + 6, 9).contains(&("A99", Severity::Note)));
    assert!(changed(place(b"AKHD") + 8, 7).contains(&("A46", Severity::Error)));
    // AKHD without its last word.
    let mut short = whole.clone();
    let header = place(b"AKHD");
    short.drain(header + 10..header + 12);
    short[header - 1] -= 2;
    let size = u32::try_from(short.len()).unwrap();
    short[4..8].copy_from_slice(&size.to_be_bytes());
    assert_eq!(rules(&short, &he), [("A2", Severity::Note)]);
}

#[test]
fn rows_that_go_on_behind_their_end_are_found_a90() {
    let mut draft = sound_akos();
    draft.codec = Codec::Bomp;
    let mut data = akos::encode(&draft).unwrap();
    let place = data
        .windows(4)
        .position(|window| window == b"AKCD")
        .unwrap()
        + 8;
    data[place] = 1;
    assert!(rules(&data, &Dialect::new(7)).contains(&("A90", Severity::Warning)));
}

#[test]
fn thousands_of_findings_of_a_rule_become_few() {
    let mut draft = sound();
    draft.limbs[1] = vec![picture(1, 1); 100];
    draft.limbs[1]
        .iter_mut()
        .enumerate()
        .for_each(|(i, picture)| {
            picture.as_mut().unwrap().rel = I16Vec2::new(i as i16, 0);
        });
    let v5 = Dialect::new(5);
    let data = cost::encode(&draft, &v5).unwrap();
    let found = lint(&data, &Costume::parse(&data, &v5).unwrap()).unwrap();
    assert_eq!(found.len(), MOST_OF_A_RULE + 1);
    assert!(
        found
            .iter()
            .any(|finding| finding.what == "35 more of these")
    );
}

#[test]
fn colours_that_vanish_are_found_in_v5_and_v6_c50_c51() {
    let found = |change: fn(&mut CostDraft), dialect: Dialect| {
        let mut draft = sound();
        change(&mut draft);
        rules(&cost::encode(&draft, &dialect).unwrap(), &dialect)
    };
    let used = |draft: &mut CostDraft| draft.palette[1] = 13;
    let unused = |draft: &mut CostDraft| draft.palette[15] = 13;
    let vanishes = ("C51", Severity::Warning);
    assert!(
        found(used, Dialect::new(5)).contains(&vanishes)
            && found(used, Dialect::new(6)).contains(&vanishes)
    );
    assert!(
        !found(unused, Dialect::new(5)).contains(&vanishes),
        "no picture has that colour"
    );
    assert!(
        !found(used, Dialect::new(4)).contains(&vanishes),
        "v4 has no shadow table"
    );
}

#[test]
fn a_command_that_shows_a_picture_beyond_the_table_is_one_finding_c8() {
    let mut draft = sound();
    draft.limbs[0] = vec![picture(3, 2); 40];
    for (number, picture) in (0..).zip(&mut draft.limbs[0]) {
        picture.as_mut().unwrap().rel.x = number;
    }
    // Limb 1 has one picture and shows picture 60.
    draft.commands = (0..40).chain([0, 60]).collect();
    draft.records = vec![Some(CostRecord {
        entries: vec![entry(0, 0, 39, true), entry(1, 40, 1, true)],
    })];
    let v5 = Dialect::new(5);
    let data = cost::encode(&draft, &v5).unwrap();
    let found = lint(&data, &Costume::parse(&data, &v5).unwrap()).unwrap();
    let overlaps: Vec<&str> = found
        .iter()
        .filter(|finding| finding.what.contains("overlaps"))
        .map(|finding| finding.what.as_str())
        .collect();
    let [only] = overlaps.as_slice() else {
        panic!("{overlaps:?}");
    };
    assert!(only.starts_with("the table of limb 1 overlaps"), "{only}");
    assert!(only.contains("shows its picture 60"), "{only}");
}
