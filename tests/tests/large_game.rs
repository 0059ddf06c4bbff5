//! A game of 100 MB must open quickly by seeking, without loading its data. This is a separate test
//! program, because it measures the memory of the whole process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::time::Duration;

use scumm_engine::Game;
use scumm_room::{Tag, block};
use scumm_test_support::time::Stopwatch;

const SIZE: u64 = 100 << 20;
const ROOMS: u8 = 90;

fn block(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
    block::write(Tag(*tag), data).unwrap()
}

/// Returns a v8 directory: the count as LE32, the rooms, the offsets as LE32 (N5).
fn directory(tag: &[u8; 4], rooms: &[u8], offset: u32) -> Vec<u8> {
    let mut data = u32::try_from(rooms.len()).unwrap().to_le_bytes().to_vec();
    data.extend(rooms);
    data.extend(
        rooms
            .iter()
            .flat_map(|&room| if room == 0 { 0 } else { offset }.to_le_bytes()),
    );
    block(tag, &data)
}

/// Returns a value of the system for the memory of this process in bytes: `VmRSS` or `VmHWM`.
#[cfg(target_os = "linux")]
fn memory(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with(field)).unwrap();
    line.split_whitespace()
        .nth(1)
        .unwrap()
        .parse::<u64>()
        .unwrap()
        << 10
}

#[test]
fn a_large_v8_game_opens_quickly_and_stays_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let disks: Vec<u8> = (0..=ROOMS).map(|room| room.min(1)).collect();
    let homes: Vec<u8> = (0..=ROOMS).collect();
    let (room, scripts) = (block(b"ROOM", &[1; 1000]), block(b"RMSC", &[2; 10]));
    let behind_room = u32::try_from(8 + room.len()).unwrap();
    let index = [
        block(b"RNAM", &[0]),
        block(b"MAXS", &[0; 168]),
        directory(b"DROO", &disks, 0),
        directory(b"DRSC", &homes, behind_room),
        directory(b"DCOS", &homes, behind_room + 18),
    ];
    fs::write(folder.path().join("COMI.LA0"), index.concat()).unwrap();

    // The rooms are far apart in a sparse file. The gaps take no space on the disk.
    let mut data = File::create(folder.path().join("COMI.LA1")).unwrap();
    let position = |room: u8| SIZE / u64::from(ROOMS + 1) * u64::from(room);
    let table = (1..=ROOMS).flat_map(|room| {
        let position = u32::try_from(position(room)).unwrap();
        [vec![room], position.to_le_bytes().to_vec()].concat()
    });
    let table: Vec<u8> = [ROOMS].into_iter().chain(table).collect();
    data.write_all(&[&b"LECF\x06\x40\0\0"[..], &block(b"LOFF", &table)].concat())
        .unwrap();
    for id in 1..=ROOMS {
        data.seek(SeekFrom::Start(position(id))).unwrap();
        let content = [&room[..], &scripts, &block(b"AKOS", &[id; 20])].concat();
        data.write_all(&block(b"LFLF", &content)).unwrap();
    }
    data.set_len(SIZE).unwrap();
    drop(data);

    let watch = Stopwatch::start();
    let game = Game::open(folder.path()).unwrap();
    let sound = game
        .rooms()
        .filter(|&id| game.locate_room(id).is_ok())
        .count();
    let opened = watch.elapsed();
    assert_eq!(game.describe(), "SCUMM v8, no XOR, 90 rooms, 90 costumes");
    assert_eq!(sound, usize::from(ROOMS));
    assert!(opened < Duration::from_millis(300), "{opened:?}");
    #[cfg(target_os = "linux")]
    assert!(memory("VmHWM") < 32 << 20, "{} bytes", memory("VmHWM"));

    let loaded = game.load_room(ROOMS.into()).unwrap();
    assert_eq!(
        (loaded.room.data, loaded.scripts.unwrap().data),
        (room, scripts)
    );
    assert_eq!(
        game.load_costume(90).unwrap().data,
        block(b"AKOS", &[90; 20])
    );
}
