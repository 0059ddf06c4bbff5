//! Replaces resources in games of every version: several resources at once, two numbers for one
//! block, and data files that are too large for memory.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use scumm_room::Error;
use scumm_room::block::Header;
use scumm_room::resource::{ChangedFile, GameFiles, ResourceKind, games};
use scumm_test_support::memory::peak;
use scumm_test_support::unpack;

/// Returns a block of another size with the tag of this block.
fn resized(game: &GameFiles, data: &[u8], size: usize) -> Vec<u8> {
    let mut data = data.to_vec();
    data.resize(size, 0xa5);
    sized(game, data)
}

/// Returns a block with its size in its header.
fn sized(game: &GameFiles, mut data: Vec<u8>) -> Vec<u8> {
    let size = data.len();
    let stored = u32::try_from(size).unwrap();
    match game.dialect().header() {
        Header::Large => data[4..8].copy_from_slice(&stored.to_be_bytes()),
        Header::Small => data[..4].copy_from_slice(&stored.to_le_bytes()),
        Header::Old => data[..2].copy_from_slice(&stored.to_le_bytes()[..2]),
    }
    data
}

fn bytes(changed: &ChangedFile) -> Vec<u8> {
    let mut bytes = Vec::new();
    changed.copy_to(&mut bytes).unwrap();
    assert_eq!(bytes.len() as u64, changed.size());
    bytes
}

/// Copies the folder of a loose game. Returns the path of the index in the copy.
fn copy(index: &Path) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(index.parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let index = folder.path().join(index.file_name().unwrap());
    (folder, index)
}

fn contents(index: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(index.parent().unwrap()).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let bytes = fs::read(&path).unwrap();
            (PathBuf::from(path.file_name().unwrap()), bytes)
        })
        .collect();
    files.sort();
    files
}

/// Returns the indices of the made-up games in loose files. Disk images are left out, because
/// blocks in them cannot move.
fn loose() -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = unpack("game-files").unwrap();
    let mut found = Vec::new();
    for game in games(&folder.path().join("game-files")).unwrap() {
        let is_image = game
            .index
            .extension()
            .is_some_and(|ending| ending == "d64" || ending == "dsk");
        if game.index.is_file() && !is_image {
            found.push(game.index);
        }
    }
    assert!(found.len() >= 16, "{}", found.len());
    (folder, found)
}

#[test]
fn several_at_once_are_the_same_as_one_after_the_other() {
    let (_folder, indexes) = loose();
    let mut replaced = 0;
    for index in indexes {
        let game = GameFiles::open(&index).unwrap();
        for kind in [
            ResourceKind::Costume,
            ResourceKind::Script,
            ResourceKind::Sound,
        ] {
            let mut new = Vec::new();
            let mut places = BTreeSet::new();
            for id in game.ids(kind) {
                let Ok(raw) = game.load(kind, id) else {
                    continue;
                };
                if !places.insert((raw.file.clone(), raw.offset)) {
                    continue;
                }
                // Some blocks become longer. Others become shorter, but keep room for a header.
                let more = usize::from(id % 5) * 9;
                let size = (raw.data.len() + more).saturating_sub(11);
                let least = raw.data.len().min(12);
                new.push((id, resized(&game, &raw.data, size.max(least))));
            }
            // The order differs from the order of the blocks in the file.
            new.reverse();
            let (_together, together) = copy(&index);
            let game = GameFiles::open(&together).unwrap();
            for changed in game.replace_all(kind, &new).unwrap() {
                fs::write(&changed.path, bytes(&changed)).unwrap();
            }
            let (_in_turn, in_turn) = copy(&index);
            for (id, data) in &new {
                let game = GameFiles::open(&in_turn).unwrap();
                for changed in game.replace(kind, *id, data).unwrap() {
                    fs::write(&changed.path, bytes(&changed)).unwrap();
                }
            }
            assert!(
                contents(&together) == contents(&in_turn),
                "{}, {kind}",
                index.display()
            );
            let game = GameFiles::open(&together).unwrap();
            for (id, data) in &new {
                assert!(game.load(kind, *id).unwrap().data == *data);
            }
            replaced += new.len();
        }
    }
    assert!(replaced > 100, "{replaced}");
}

#[test]
fn a_room_that_grows_moves_what_belongs_to_it() {
    let (_folder, indexes) = loose();
    let is_v5 = |index: &&PathBuf| index.ends_with("v5/monkey2.000");
    let (_copy, index) = copy(indexes.iter().find(is_v5).unwrap());
    let game = GameFiles::open(&index).unwrap();
    let id = game.ids(ResourceKind::Room).next().unwrap();
    let others = |game: &GameFiles| {
        let mut others = Vec::new();
        for kind in ResourceKind::ALL {
            for other in game
                .ids(kind)
                .filter(|&other| (kind, other) != (ResourceKind::Room, id))
            {
                others.push(game.load(kind, other).ok().map(|raw| raw.data));
            }
        }
        others
    };
    let before = others(&game);
    let old = game.load(ResourceKind::Room, id).unwrap().data;
    let padding = [&b"NULL"[..], &16_u32.to_be_bytes(), &[0; 8]].concat();
    let longer = sized(&game, [old, padding].concat());
    for changed in game.replace(ResourceKind::Room, id, &longer).unwrap() {
        fs::write(&changed.path, bytes(&changed)).unwrap();
    }
    let game = GameFiles::open(&index).unwrap();
    assert!(game.load(ResourceKind::Room, id).unwrap().data == longer);
    assert!(others(&game) == before);
}

#[test]
fn two_numbers_for_one_block_get_one_resource() {
    let (_folder, indexes) = loose();
    let is_v5 = |index: &&PathBuf| index.ends_with("v5/monkey2.000");
    let (_copy, index) = copy(indexes.iter().find(is_v5).unwrap());
    let game = GameFiles::open(&index).unwrap();
    let [first, second] = [1, 2].map(|id| game.index().entry(ResourceKind::Costume, id).unwrap());
    let mut stored = fs::read(&index).unwrap();
    // The entries are first all rooms and then as many offsets.
    let count = game.index().directories[&ResourceKind::Costume]
        .entries
        .len();
    let at = |id: usize| {
        let rooms = usize::try_from(first.at).unwrap() - 1;
        (rooms + id, rooms + count + 4 * id)
    };
    assert_eq!(at(2).0, usize::try_from(second.at).unwrap());
    stored[at(2).0] = stored[at(1).0];
    stored.copy_within(at(1).1..at(1).1 + 4, at(2).1);
    fs::write(&index, stored).unwrap();
    let game = GameFiles::open(&index).unwrap();
    let raw = game.load(ResourceKind::Costume, 1).unwrap();
    assert_eq!(game.load(ResourceKind::Costume, 2).unwrap(), raw);
    let longer = resized(&game, &raw.data, raw.data.len() + 5);
    let refused = game
        .replace_all(ResourceKind::Costume, &[(1, raw.data), (2, longer.clone())])
        .unwrap_err();
    assert!(
        refused.to_string().contains("share one block of the game"),
        "{refused}"
    );
    let new = [(1, longer.clone()), (2, longer.clone())];
    for changed in game.replace_all(ResourceKind::Costume, &new).unwrap() {
        fs::write(&changed.path, bytes(&changed)).unwrap();
    }
    let game = GameFiles::open(&index).unwrap();
    for id in [1, 2] {
        assert_eq!(game.load(ResourceKind::Costume, id).unwrap().data, longer);
    }
}

/// A writer that accepts some bytes and then returns an error.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        if taken == 0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_data_file_of_two_gigabytes_is_not_held() {
    const SIZE: u64 = 2 << 30;
    const MOST: usize = 2 << 20;
    let (_folder, indexes) = loose();
    for version in ["v5", "v7", "v8", "he100"] {
        let is_version = |index: &&PathBuf| index.parent().unwrap().ends_with(version);
        let (_copy, index) = copy(indexes.iter().find(is_version).unwrap());
        let game = GameFiles::open(&index).unwrap();
        let id = game.ids(ResourceKind::Costume).next().unwrap();
        let raw = game.load(ResourceKind::Costume, id).unwrap();
        // The file is sparse and takes little space on the disk.
        let file = fs::File::options().write(true).open(&raw.file).unwrap();
        file.set_len(SIZE).unwrap();
        let longer = resized(&game, &raw.data, raw.data.len() + 100);
        let (changed, held) = peak(|| game.replace(ResourceKind::Costume, id, &longer).unwrap());
        assert!(held < MOST, "{version}: {held} bytes");
        let data = &changed[0];
        assert_eq!((&data.path, data.size()), (&raw.file, SIZE + 100));
        let (written, held) = peak(|| data.copy_to(&mut Full(8 << 20)));
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(held < MOST, "{version}: {held} bytes");
    }
}

#[test]
fn blocks_without_end_before_a_resource_are_refused() {
    const BLOCKS: u32 = 1_100_000;
    let (_folder, indexes) = loose();
    let is_v5 = |index: &&PathBuf| index.ends_with("v5/monkey2.000");
    let (_copy, index) = copy(indexes.iter().find(is_v5).unwrap());
    let game = GameFiles::open(&index).unwrap();
    let id = game.ids(ResourceKind::Costume).last().unwrap();
    let raw = game.load(ResourceKind::Costume, id).unwrap();
    // More than a million empty blocks follow the table of rooms. The room of the costume follows
    // them.
    let mut old = fs::read(&raw.file).unwrap();
    let key = old[0] ^ b'L';
    for byte in &mut old {
        *byte ^= key;
    }
    let number = |at: usize| u32::from_be_bytes(old[at..at + 4].try_into().unwrap());
    let table = 8 + number(12) as usize;
    let empty = [*b"NULL", 8_u32.to_be_bytes()].concat();
    let more = BLOCKS * 8;
    let mut new = old[..table].to_vec();
    new.extend(empty.repeat(BLOCKS as usize));
    new.extend(&old[table..]);
    new[4..8].copy_from_slice(&(number(4) + more).to_be_bytes());
    for entry in new[17..table].chunks_exact_mut(5) {
        let position = u32::from_le_bytes(entry[1..].try_into().unwrap()) + more;
        entry[1..].copy_from_slice(&position.to_le_bytes());
    }
    for byte in &mut new {
        *byte ^= key;
    }
    fs::write(&raw.file, new).unwrap();
    let game = GameFiles::open(&index).unwrap();
    assert_eq!(game.load(ResourceKind::Costume, id).unwrap().data, raw.data);
    let refused = game
        .replace(ResourceKind::Costume, id, &raw.data)
        .unwrap_err();
    assert!(matches!(refused, Error::Limit { .. }), "{refused}");
}
