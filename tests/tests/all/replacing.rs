//! Replaces resources in games of every version: several resources at once, two numbers for one
//! block, and data files that are too large for memory.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
    let other = resized(&game, &raw.data, raw.data.len() + 3);
    let both = [(1, other), (2, longer.clone())];
    let refused = game
        .replace_all(ResourceKind::Costume, &both)
        .unwrap_err()
        .to_string();
    assert!(refused.contains("share one block of the game"), "{refused}");
    // The old data of one number does not undo the edit of the other number.
    let old = &raw.data;
    let edits = [
        vec![(1, longer.clone()), (2, longer.clone())],
        vec![(1, old.clone()), (2, longer.clone())],
        vec![(1, longer.clone()), (2, old.clone())],
        vec![(2, longer.clone())],
    ];
    for new in edits {
        let (_copy, index) = copy(&index);
        let game = GameFiles::open(&index).unwrap();
        for changed in game.replace_all(ResourceKind::Costume, &new).unwrap() {
            fs::write(&changed.path, bytes(&changed)).unwrap();
        }
        let game = GameFiles::open(&index).unwrap();
        for id in [1, 2] {
            assert_eq!(game.load(ResourceKind::Costume, id).unwrap().data, longer);
        }
    }
}

/// An index file whose entries are changed.
struct EditedIndex {
    path: PathBuf,
    bytes: Vec<u8>,
    key: u8,
}

impl EditedIndex {
    fn open(game: &GameFiles) -> Self {
        let path = game.path().to_path_buf();
        let bytes = fs::read(&path).unwrap();
        let kind = ResourceKind::Costume;
        let id = game.ids(kind).next().unwrap();
        let entry = game.index().entry(kind, id).unwrap();
        let key = bytes[usize::try_from(entry.at).unwrap()] ^ entry.room;
        Self { path, bytes, key }
    }

    /// Returns the position and the width of the field of an offset, or of a size if `more` is the
    /// number of entries.
    fn field(game: &GameFiles, kind: ResourceKind, id: usize, more: usize) -> (usize, usize) {
        let entries = &game.index().directories[&kind].entries;
        let [first, second] = [0, 1].map(|id| usize::try_from(entries[id].at).unwrap());
        let dialect = game.dialect();
        if second - first == 5 {
            return (first + 5 * id + 1, 4);
        }
        let is_short = dialect.is_old_bundle() || dialect.version() < 3;
        let width = if is_short { 2 } else { 4 };
        (first + entries.len() + width * (id + more), width)
    }

    fn put(&mut self, (at, width): (usize, usize), value: u32) {
        for (byte, new) in self.bytes[at..at + width]
            .iter_mut()
            .zip(value.to_le_bytes())
        {
            *byte = new ^ self.key;
        }
    }

    /// Gives an entry the room and the offset of another entry, and its size if the index has
    /// sizes.
    fn share(&mut self, game: &GameFiles, kind: ResourceKind, from: u16, to: u16) {
        let entry = game.index().entry(kind, from).unwrap();
        let other = game.index().directories[&kind].entries[usize::from(to)];
        self.bytes[usize::try_from(other.at).unwrap()] = entry.room ^ self.key;
        self.put(Self::field(game, kind, to.into(), 0), entry.offset.unwrap());
        if game.dialect().has_directory_sizes() {
            let count = game.index().directories[&kind].entries.len();
            let size = game.locate(kind, from).unwrap().size;
            self.put(Self::field(game, kind, to.into(), count), size);
        }
    }

    fn write(&self) {
        fs::write(&self.path, &self.bytes).unwrap();
    }
}

#[test]
fn numbers_that_share_a_resource_change_together_in_every_index() {
    let (_folder, indexes) = loose();
    let mut tried = 0;
    for index in indexes {
        let (_copy, index) = copy(&index);
        let game = GameFiles::open(&index).unwrap();
        let kind = ResourceKind::Costume;
        let mut ids = game.ids(kind).filter(|&id| game.load(kind, id).is_ok());
        let (Some(first), Some(second)) = (ids.next(), ids.next()) else {
            continue;
        };
        if game.dialect().is_nes() || game.dialect().is_v0() {
            continue;
        }
        let mut edited = EditedIndex::open(&game);
        edited.share(&game, kind, first, second);
        edited.write();
        let game = GameFiles::open(&index).unwrap();
        let name = index.display();
        assert!(
            game.shared_numbers(kind).contains(&vec![first, second]),
            "{name}"
        );
        let raw = game.load(kind, first).unwrap();
        assert_eq!(game.load(kind, second).unwrap(), raw, "{name}");
        let longer = resized(&game, &raw.data, raw.data.len() + 9);
        for changed in game.replace(kind, second, &longer).unwrap() {
            fs::write(&changed.path, bytes(&changed)).unwrap();
        }
        let game = GameFiles::open(&index).unwrap();
        for id in [first, second] {
            assert!(game.load(kind, id).unwrap().data == longer, "{name}");
        }
        if game.dialect().has_directory_sizes() {
            let count = game.index().directories[&kind].entries.len();
            let stored = fs::read(&index).unwrap();
            for id in [first, second] {
                let (at, _) = EditedIndex::field(&game, kind, id.into(), count);
                let size: [u8; 4] = stored[at..at + 4].try_into().unwrap();
                let size = u32::from_le_bytes(size.map(|byte| byte ^ edited.key));
                assert_eq!(size as usize, longer.len(), "{name}, {id}");
            }
        }
        tried += 1;
    }
    assert!(tried > 8, "{tried}");
}

/// Returns all resources that can be loaded, except one costume.
fn others(game: &GameFiles, but: u16) -> Vec<(ResourceKind, u16, Vec<u8>)> {
    let mut others = Vec::new();
    for kind in ResourceKind::ALL {
        for id in game.ids(kind) {
            if (kind, id) == (ResourceKind::Costume, but) {
                continue;
            }
            if let Ok(raw) = game.load(kind, id) {
                others.push((kind, id, raw.data));
            }
        }
    }
    others
}

#[test]
fn entries_that_lead_nowhere_do_not_hinder_a_replacement() {
    let (_folder, indexes) = loose();
    let mut tried = 0;
    for index in indexes {
        let original = GameFiles::open(&index).unwrap();
        let costume = ResourceKind::Costume;
        let Some(id) = original
            .ids(costume)
            .find(|&id| original.load(costume, id).is_ok())
        else {
            continue;
        };
        if original.dialect().is_nes() || original.dialect().is_v0() {
            continue;
        }
        let room = original.index().entry(costume, id).unwrap().room;
        let place = original.index().entry(costume, id).unwrap().offset.unwrap();
        for kind in [ResourceKind::Script, ResourceKind::Sound] {
            let Some(dead) = original.ids(kind).next() else {
                continue;
            };
            // The offset leads into the replaced costume, or beyond the end of the file.
            let (_, width) = EditedIndex::field(&original, kind, dead.into(), 0);
            let beyond = if width == 2 { 0xfffd } else { 0xffff_fffd };
            for offset in [place + 1, place + 7, beyond] {
                let (_copy, index) = copy(&index);
                let game = GameFiles::open(&index).unwrap();
                let mut edited = EditedIndex::open(&game);
                let entry = game.index().entry(kind, dead).unwrap();
                edited.bytes[usize::try_from(entry.at).unwrap()] = room ^ edited.key;
                edited.put(EditedIndex::field(&game, kind, dead.into(), 0), offset);
                edited.write();
                let game = GameFiles::open(&index).unwrap();
                let before = others(&game, id);
                let old = game.load(costume, id).unwrap().data;
                let least = old.len().min(12);
                for size in [old.len() + 50, least] {
                    let game = GameFiles::open(&index).unwrap();
                    let new = resized(&game, &old, size);
                    for changed in game.replace(costume, id, &new).unwrap() {
                        fs::write(&changed.path, bytes(&changed)).unwrap();
                    }
                    let game = GameFiles::open(&index).unwrap();
                    assert!(game.load(costume, id).unwrap().data == new);
                    let mut after = others(&game, id);
                    // The bytes at the entry may look like a resource by chance.
                    after.retain(|(of, number, _)| (*of, *number) != (kind, dead));
                    let mut before = before.clone();
                    before.retain(|(of, number, _)| (*of, *number) != (kind, dead));
                    assert!(after == before, "{}, {kind}, {offset}", index.display());
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 20, "{tried}");
}

/// Puts bytes between the first two blocks of rooms of a data file, and updates the positions of
/// rooms in the file or in the index. Returns the data file.
fn put_between(game: &GameFiles, junk: &[u8]) -> Option<PathBuf> {
    let room = ResourceKind::Room;
    let mut places = Vec::new();
    for id in game.ids(room) {
        let location = game.locate(room, id).ok()?;
        // HE70+: the pictures of a room precede it, and the index has the position of both.
        let position = game.index().room_positions.get(usize::from(id));
        let start = position.map_or(location.offset, |&position| position.into());
        places.push((location.file.clone(), start - 8));
    }
    places.sort();
    let [first, second, ..] = places.as_slice() else {
        return None;
    };
    if first.0 != second.0 {
        return None;
    }
    let at = usize::try_from(second.1).unwrap();
    let stored = fs::read(&first.0).unwrap();
    let is_small = game.dialect().header() == Header::Small;
    let key = stored[if is_small { 4 } else { 0 }] ^ b'L';
    let mut data: Vec<u8> = stored.iter().map(|byte| byte ^ key).collect();
    let more = u32::try_from(junk.len()).unwrap();
    let moved = |field: &mut [u8]| {
        let position = u32::from_le_bytes(field.try_into().unwrap());
        if position as usize > at {
            field.copy_from_slice(&(position + more).to_le_bytes());
        }
    };
    if is_small {
        let size = u32::from_le_bytes(data[..4].try_into().unwrap());
        data[..4].copy_from_slice(&(size + more).to_le_bytes());
        let count = usize::from(data[12]);
        for entry in data[13..13 + 5 * count].chunks_exact_mut(5) {
            let position = u32::from_le_bytes(entry[1..].try_into().unwrap());
            // v4: a position is that of the LF block.
            if position as usize >= at {
                entry[1..].copy_from_slice(&(position + more).to_le_bytes());
            }
        }
    } else {
        let size = u32::from_be_bytes(data[4..8].try_into().unwrap());
        data[4..8].copy_from_slice(&(size + more).to_be_bytes());
        if &data[8..12] == b"LOFF" {
            let count = usize::from(data[16]);
            for entry in data[17..17 + 5 * count].chunks_exact_mut(5) {
                let position = u32::from_le_bytes(entry[1..].try_into().unwrap());
                if position as usize >= at {
                    entry[1..].copy_from_slice(&(position + more).to_le_bytes());
                }
            }
        }
    }
    data.splice(at..at, junk.iter().copied());
    let data: Vec<u8> = data.iter().map(|byte| byte ^ key).collect();
    fs::write(&first.0, data).unwrap();
    if game.dialect().has_directory_sizes() {
        let mut index = EditedIndex::open(game);
        let tag = b"DLFL".map(|byte| byte ^ index.key);
        let table = index.bytes.windows(4).position(|bytes| bytes == tag)? + 10;
        for room in 0..game.index().room_positions.len() {
            let at = table + 4 * room;
            let mut field: [u8; 4] = index.bytes[at..at + 4].try_into().unwrap();
            field = field.map(|byte| byte ^ index.key);
            moved(&mut field);
            index.put((at, 4), u32::from_le_bytes(field));
        }
        index.write();
    }
    Some(first.0.clone())
}

#[test]
fn bytes_between_blocks_stay_where_they_are() {
    let (_folder, indexes) = loose();
    let mut tried = 0;
    for index in indexes {
        // Zeros, bytes that look like a block inside a block, and a block without an end.
        let junks: [&[u8]; 3] = [
            &[0],
            b"LFLF\0\0\0\x10LFLF\0\0\0\x08more",
            b"NULL\xff\xff\xff\xff",
        ];
        for junk in junks {
            let (_copy, index) = copy(&index);
            let game = GameFiles::open(&index).unwrap();
            if matches!(game.dialect().header(), Header::Old) || game.dialect().version() < 4 {
                continue;
            }
            let Some(file) = put_between(&game, junk) else {
                continue;
            };
            let game = GameFiles::open(&index).unwrap();
            let name = index.display();
            for id in game.ids(ResourceKind::Costume) {
                let Ok(raw) = game.load(ResourceKind::Costume, id) else {
                    continue;
                };
                let (_copy, index) = copy(&index);
                let game = GameFiles::open(&index).unwrap();
                let before = others(&game, id);
                let longer = resized(&game, &raw.data, raw.data.len() + 11);
                for changed in game.replace(ResourceKind::Costume, id, &longer).unwrap() {
                    fs::write(&changed.path, bytes(&changed)).unwrap();
                }
                let game = GameFiles::open(&index).unwrap();
                let new = game.load(ResourceKind::Costume, id).unwrap();
                assert!(new.data == longer, "{name}, costume {id}");
                let after = others(&game, id);
                for (old, new) in before.iter().zip(&after) {
                    let what = format!("{name}, costume {id}: {} {}", old.0, old.1);
                    assert!(old == new, "{what}");
                }
                assert_eq!(before.len(), after.len(), "{name}, costume {id}");
                if new.file.file_name() != file.file_name() {
                    continue;
                }
                // The first block has the size of the file.
                let stored = fs::read(&new.file).unwrap();
                let size: [u8; 8] = stored[..8].try_into().unwrap();
                let is_small = game.dialect().header() == Header::Small;
                let key = size[if is_small { 4 } else { 0 }] ^ b'L';
                let size = size.map(|byte| byte ^ key);
                let size = if is_small {
                    u32::from_le_bytes(size[..4].try_into().unwrap())
                } else {
                    u32::from_be_bytes(size[4..].try_into().unwrap())
                };
                assert_eq!(size as usize, stored.len(), "{name}, costume {id}");
                tried += 1;
            }
        }
    }
    assert!(tried > 12, "{tried}");
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
fn blocks_before_a_resource_are_not_read_one_by_one() {
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
    let longer = resized(&game, &raw.data, raw.data.len() + 5);
    for changed in game.replace(ResourceKind::Costume, id, &longer).unwrap() {
        fs::write(&changed.path, bytes(&changed)).unwrap();
    }
    let game = GameFiles::open(&index).unwrap();
    assert!(game.load(ResourceKind::Costume, id).unwrap().data == longer);
}
