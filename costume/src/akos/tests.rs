//! Costumes and hosts for the tests of this module, and the tests of parsing and starting.

use super::*;
use crate::{Effect, Facing, Fault, Host, Limb, LimbStates};
use scumm_room::block;

pub(super) fn chunk(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let size = u32::try_from(data.len() + 8).unwrap();
    [&tag[..], &size.to_be_bytes(), data].concat()
}

/// AKAX data with these AUXD contents as frames.
pub(super) fn akax(frames: &[Vec<u8>]) -> Vec<u8> {
    let mut offset = frames.len() * 4;
    let mut offsets = Vec::new();
    let mut bodies = Vec::new();
    for frame in frames {
        let body = chunk(b"AUXD", frame);
        offsets.extend(u32::try_from(offset + 8).unwrap().to_le_bytes());
        offset += body.len();
        bodies.extend(body);
    }
    chunk(b"WRAP", &[chunk(b"OFFS", &offsets), bodies].concat())
}

/// The chunks of a costume, with data that tests can replace. Chunks without data are omitted.
#[derive(Clone)]
pub(crate) struct Parts {
    pub flags: u16,
    pub codec: u16,
    pub chores: Vec<Vec<u8>>,
    pub cels: Vec<([i16; 6], Vec<u8>)>,
    pub akpl: Vec<u8>,
    pub rgbs: Vec<u8>,
    pub aksq: Vec<u8>,
    pub akfo: Vec<u8>,
    pub aksf: Vec<u8>,
    pub akst: Vec<u8>,
    pub akct: Vec<u8>,
    pub akax: Vec<u8>,
}

impl Default for Parts {
    fn default() -> Self {
        Self {
            flags: 0,
            codec: 1,
            chores: Vec::new(),
            cels: Vec::new(),
            akpl: vec![0; 16],
            rgbs: Vec::new(),
            aksq: vec![0],
            akfo: Vec::new(),
            aksf: Vec::new(),
            akst: Vec::new(),
            akct: Vec::new(),
            akax: Vec::new(),
        }
    }
}

impl Parts {
    /// Creates a costume whose chores of frame 0 start limb 0 in `mode` and play the whole stream.
    pub fn sequence(mode: u8, aksq: &[u8]) -> Self {
        let [low, high] = (aksq.len() as u16).saturating_sub(1).to_le_bytes();
        let record = vec![0x00, 0x80, mode, 0, 0, low, high];
        Self {
            chores: vec![record; 4],
            aksq: aksq.to_vec(),
            ..Self::default()
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let words = |words: &[u16]| {
            words
                .iter()
                .flat_map(|word| word.to_le_bytes())
                .collect::<Vec<u8>>()
        };
        let mut akch = Vec::new();
        let mut records: Vec<u8> = Vec::new();
        for record in &self.chores {
            let offset = if record.is_empty() {
                0
            } else {
                self.chores.len() * 2 + records.len()
            };
            akch.extend((offset as u16).to_le_bytes());
            records.extend(record);
        }
        akch.extend(records);
        let mut akof = Vec::new();
        let mut akci = Vec::new();
        let mut akcd = Vec::new();
        for (size, pixels) in &self.cels {
            akof.extend((akcd.len() as u32).to_le_bytes());
            akof.extend((akci.len() as u16).to_le_bytes());
            akci.extend(size.iter().flat_map(|word| word.to_le_bytes()));
            akcd.extend(pixels);
        }
        let akhd = words(&[
            1,
            self.flags,
            self.chores.len() as u16,
            self.cels.len() as u16,
            self.codec,
            16,
        ]);
        let mut body = [
            chunk(b"AKHD", &akhd),
            chunk(b"AKCH", &akch),
            chunk(b"AKSQ", &self.aksq),
        ]
        .concat();
        for (tag, data) in [(b"AKOF", akof), (b"AKCI", akci), (b"AKCD", akcd)] {
            body.extend(chunk(tag, &data));
        }
        let optional = [
            (b"AKPL", &self.akpl),
            (b"RGBS", &self.rgbs),
            (b"AKFO", &self.akfo),
            (b"AKSF", &self.aksf),
            (b"AKST", &self.akst),
            (b"AKCT", &self.akct),
            (b"AKAX", &self.akax),
        ];
        for (tag, data) in optional.into_iter().filter(|(_, data)| !data.is_empty()) {
            body.extend(chunk(tag, data));
        }
        chunk(b"AKOS", &body)
    }

    pub fn akos(&self) -> Akos {
        self.akos_of(&Dialect::new(7))
    }

    pub fn akos_of(&self, dialect: &Dialect) -> Akos {
        Akos::parse_with(&self.bytes(), dialect, &mut Damage::strict()).unwrap()
    }
}

/// A host for actor 3 of the actors 1..=9. Its sounds are 100, 101, …; all effects are recorded.
#[derive(Default)]
pub(super) struct World {
    pub effects: Vec<Effect>,
    pub running: Vec<u16>,
    pub talking_actor: u16,
    pub talkie: bool,
    pub randoms: Vec<(i32, i32)>,
    pub set: Vec<(u16, u8, i16)>,
}

impl World {
    /// Returns the queue entries for the actor itself: command and operands.
    pub fn queued(&self) -> Vec<(u8, i32, i32)> {
        let own = self.effects.iter().filter_map(|effect| match *effect {
            Effect::Queue {
                actor: 3,
                command,
                p1,
                p2,
            } => Some((command.number(), p1, p2)),
            _ => None,
        });
        own.collect()
    }

    pub fn faults(&self) -> Vec<Fault> {
        let faults = self.effects.iter().filter_map(|effect| match *effect {
            Effect::Fault { fault, .. } => Some(fault),
            _ => None,
        });
        faults.collect()
    }
}

impl Host for World {
    fn actor(&self) -> u16 {
        3
    }

    fn sound(&self, slot: usize) -> u16 {
        if slot < 32 { 100 + slot as u16 } else { 0 }
    }

    fn emit(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.randoms.push((min, max));
        max
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.running.contains(&sound)
    }

    fn set_actor_var(&mut self, actor: u16, var: u8, value: i16) -> bool {
        self.set.push((actor, var, value));
        (1..=9).contains(&actor)
    }

    fn any_actor_talks(&self) -> bool {
        self.talking_actor != 0
    }

    fn talkie_running(&self) -> bool {
        self.talkie
    }
}

/// Creates an animation after a reset, with chore `frame` started facing south.
pub(super) fn started(akos: &Akos, frame: u16) -> LimbStates {
    let mut anim = LimbStates::default();
    anim.reset();
    akos.start(&mut anim, Facing::SOUTH, frame, 0xffff).unwrap();
    anim
}

#[test]
fn chunks_come_in_any_order_and_the_first_counts_a1_a99() {
    let mut parts = Parts::sequence(6, &[1, 2, 3]);
    parts.rgbs = vec![1, 2, 3, 4, 5, 6, 7];
    let bytes = parts.bytes();
    let mut chunks: Vec<Vec<u8>> = block::children(Reader::new(&bytes[8..]), Header::Large)
        .map(|c| c.unwrap().whole.to_vec())
        .collect();
    chunks.reverse();
    chunks.insert(0, chunk(b"SP2C", &[9; 5]));
    chunks.push(chunk(b"AKSQ", &[9]));
    chunks.push(chunk(b"RGBS", &[9; 9]));
    let akos = Akos::parse_with(
        &chunk(b"AKOS", &chunks.concat()),
        &Dialect::new(7),
        &mut Damage::strict(),
    )
    .unwrap();
    assert_eq!(akos.sequence().as_bytes().len(), 3);
    assert_eq!(akos.colours(), [[1, 2, 3], [4, 5, 6]]);
    assert_eq!(akos.chores().len(), 4);
}

#[test]
fn a_missing_chunk_is_named() {
    let whole = chunk(b"AKOS", &chunk(b"AKHD", &[0; 12]));
    let error = Akos::parse(&whole, &Dialect::new(7)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "AKOS at byte 8 (0x8): expected chunk AKCD, found no such chunk"
    );
    let error = Akos::parse(&chunk(b"COST", &[]), &Dialect::new(7)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 0 (0x0): expected a costume (AKOS), found COST"
    );
}

#[test]
fn more_than_256_colours_are_an_error_a3() {
    let parts = Parts {
        akpl: vec![0; 257],
        ..Parts::sequence(6, &[0])
    };
    let error = Akos::parse(&parts.bytes(), &Dialect::new(7))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("AKOS/AKPL") && error.contains("257"),
        "{error}"
    );
}

#[test]
fn an_unknown_codec_is_damage_h10() {
    let parts = Parts {
        codec: 7,
        ..Parts::sequence(6, &[0])
    };
    assert_eq!(
        Akos::parse(&parts.bytes(), &Dialect::new(7))
            .unwrap()
            .header()
            .codec,
        Codec::Unknown(7)
    );
    let strict = Akos::parse_with(&parts.bytes(), &Dialect::new(7), &mut Damage::strict());
    assert!(
        strict
            .unwrap_err()
            .to_string()
            .contains("codec 7 is not supported")
    );
}

#[test]
fn a_cut_costume_keeps_what_is_whole() {
    let mut bytes = Parts::sequence(6, &[0]).bytes();
    bytes.extend([1, 2, 3]);
    let size = bytes.len() as u32;
    bytes[4..8].copy_from_slice(&size.to_be_bytes());
    let mut damage = Damage::lenient();
    assert!(Akos::parse_with(&bytes, &Dialect::new(7), &mut damage).is_ok());
    assert_eq!(damage.findings().len(), 1);
}

#[test]
fn every_prefix_is_parsed_or_refused() {
    let parts = Parts {
        cels: vec![([2, 2, 0, 0, 0, 0], vec![0x14])],
        ..Parts::sequence(6, &[0])
    };
    let whole = parts.bytes();
    for end in 0..whole.len() {
        let prefix = &whole[..end];
        let dialect = Dialect::new(7);
        assert!(Akos::parse_with(prefix, &dialect, &mut Damage::strict()).is_err());
        let mut damage = Damage::silent();
        let parsed = Akos::parse_with(prefix, &dialect, &mut damage);
        // A costume that is cut is parsed as far as it goes, and its end is damage.
        assert!(parsed.is_ok() || end + 1 < whole.len(), "{end}");
        assert!(parsed.is_err() || !damage.findings().is_empty());
        let mut cut = whole[..end].to_vec();
        if end >= 8 {
            cut[4..8].copy_from_slice(&(end as u32).to_be_bytes());
            let _ = Akos::parse(&cut, &Dialect::new(7));
        }
    }
}

#[test]
fn a_chore_starts_its_limbs_a7() {
    let record = vec![0x00, 0xe0, 6, 5, 0, 7, 0, 1, 2, 0xff, 0xff, 3, 0];
    let akos = Parts {
        chores: vec![record; 8],
        ..Parts::default()
    }
    .akos();
    let anim = started(&akos, 1);
    let on = Limb {
        curpos: 5,
        start: 5,
        end: 12,
        frame: 1,
        mode: 6,
        ..Limb::RESET
    };
    let off = Limb {
        curpos: 0,
        start: 0,
        end: 0,
        frame: 1,
        mode: 0,
        ..Limb::RESET
    };
    let wrapped = Limb {
        curpos: 0xffff,
        start: 0xffff,
        end: 2,
        frame: 1,
        mode: 2,
        ..Limb::RESET
    };
    assert_eq!(anim.limbs[..4], [on, off, wrapped, Limb::RESET]);
}

#[test]
fn modes_4_and_5_only_hide_and_show_a7() {
    let hide = vec![0x00, 0x80, 4];
    let show = vec![0x00, 0x80, 5];
    let chores = [vec![hide; 4], vec![show; 4]].concat();
    let akos = Parts {
        chores,
        ..Parts::default()
    }
    .akos();
    let mut anim = started(&akos, 0);
    assert_eq!((anim.stopped, anim.limbs[0]), (1, Limb::RESET));
    akos.start(&mut anim, Facing::SOUTH, 1, 0xffff).unwrap();
    assert_eq!((anim.stopped, anim.limbs[0]), (0, Limb::RESET));
}

#[test]
fn starting_a_limb_leaves_it_stopped_a7() {
    let akos = Parts::sequence(2, &[1, 2]).akos();
    let mut anim = LimbStates {
        stopped: 1,
        ..LimbStates::default()
    };
    akos.start(&mut anim, Facing::SOUTH, 0, 0xffff).unwrap();
    assert_eq!((anim.stopped, anim.limbs[0].mode), (1, 2));
}

#[test]
fn mode_0_switches_off_but_has_operands_a7() {
    let akos = Parts {
        chores: vec![vec![0x00, 0x80, 0, 4, 0, 1, 0]; 4],
        ..Parts::default()
    }
    .akos();
    let limb = started(&akos, 0).limbs[0];
    assert_eq!((limb.mode, limb.start, limb.end), (0, 4, 5));
}

#[test]
fn only_limbs_in_the_mask_are_started_a7() {
    let akos = Parts {
        chores: vec![vec![0x00, 0xc0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0]; 4],
        ..Parts::default()
    }
    .akos();
    let mut anim = LimbStates::default();
    akos.start(&mut anim, Facing::SOUTH, 0, 0x4000).unwrap();
    assert_eq!([0, 1].map(|limb| anim.limbs[limb].mode), [0, 2]);
}

#[test]
fn a_chore_that_does_not_exist_changes_nothing_t32() {
    let akos = Parts {
        chores: vec![vec![]; 4],
        ..Parts::default()
    }
    .akos();
    let before = LimbStates::default();
    let mut anim = before.clone();
    for frame in [0, 1, 0xffff] {
        akos.start(&mut anim, Facing::SOUTH, frame, 0xffff).unwrap();
    }
    assert_eq!(anim, before);
}

#[test]
fn sequences_find_their_conditions_and_jump_tables_in_every_version_a9() {
    let parts = Parts {
        akst: vec![0, 0, 0, 0, 12, 0, 0, 0],
        aksf: vec![0, 0, 7, 0, 2, 0],
        ..Parts::sequence(6, &[1, 2])
    };
    for dialect in [Dialect::new(7), Dialect::new(8), Dialect::humongous(61)] {
        let limb = started(&parts.akos_of(&dialect), 0).limbs[0];
        assert_eq!(
            (limb.condition_offset, limb.jump_offset, limb.jump_count),
            (12, 7, 2)
        );
    }
}

#[test]
fn mode_1_looks_up_akst_with_start_0_but_not_aksf_a9() {
    let chores = vec![vec![0x00, 0x80, 1]; 4];
    let parts = Parts {
        chores,
        akst: vec![0, 0, 0, 0, 12, 0, 0, 0],
        aksf: vec![9; 6],
        ..Parts::default()
    };
    assert_eq!(started(&parts.akos(), 0).limbs[0].condition_offset, 12);
    let parts = Parts {
        akst: vec![1, 0, 0, 0, 12, 0, 0, 0],
        ..parts
    };
    let result = parts
        .akos()
        .start(&mut LimbStates::default(), Facing::SOUTH, 0, 0xffff);
    assert_eq!(result, Err(Fault::NoSequenceEntry(0)));
}

#[test]
fn a_sequence_without_entry_is_a_fault_and_its_limb_stays_a9() {
    for (akst, aksf) in [(vec![9; 8], vec![]), (vec![], vec![9; 6])] {
        let record = vec![0x00, 0xc0, 6, 5, 0, 1, 0, 4];
        let akos = Parts {
            chores: vec![record; 4],
            akst,
            aksf,
            ..Parts::default()
        }
        .akos_of(&Dialect::new(8));
        let mut anim = LimbStates::default();
        let result = akos.start(&mut anim, Facing::SOUTH, 0, 0xffff);
        assert_eq!(result, Err(Fault::NoSequenceEntry(5)));
        assert_eq!(
            (anim.limbs[0], anim.stopped),
            (LimbStates::default().limbs[0], 2)
        );
    }
}
