//! Made-up games in the files of different editions: with other names, in a container, or with an
//! index in a program.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::OnceLock;

use scumm_scene::{FileOr, Inputs, Scene};
pub use zip::CompressionMethod;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::unpack;
use crate::vectors::Vectors;

/// The names and contents of files.
pub type EditionFiles = Vec<(String, Vec<u8>)>;

/// Returns the made-up game of a version, a folder of `data/game-files.tar.xz`. The text `from` in
/// names is replaced by `to`.
///
/// # Errors
/// Returns an error if the game is missing or cannot be unpacked.
pub fn game(version: &str, from: &str, to: &str) -> io::Result<EditionFiles> {
    // Unpacking takes longer than the tests of a game.
    static ALL: OnceLock<BTreeMap<String, EditionFiles>> = OnceLock::new();
    let all = match ALL.get() {
        Some(all) => all,
        None => {
            let all = read_all()?;
            ALL.get_or_init(|| all)
        }
    };
    let files = all.get(version).ok_or(io::ErrorKind::NotFound)?;
    Ok(files
        .iter()
        .map(|(name, bytes)| (name.replace(from, to), bytes.clone()))
        .collect())
}

/// Returns all made-up games by their folders.
fn read_all() -> io::Result<BTreeMap<String, EditionFiles>> {
    let unpacked = unpack("game-files")?;
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(unpacked.path().join("game-files"))? {
        let folder = entry?;
        if !folder.path().is_dir() {
            continue;
        }
        let mut files = Vec::new();
        for entry in fs::read_dir(folder.path())? {
            let entry = entry?;
            files.push((
                entry.file_name().to_string_lossy().into_owned(),
                fs::read(entry.path())?,
            ));
        }
        files.sort();
        all.insert(folder.file_name().to_string_lossy().into_owned(), files);
    }
    Ok(all)
}

/// Returns Maniac Mansion for the Nintendo as extracted files (Q4, Q6): rooms, tiles, sprites and a
/// costume of the vectors. The costume has two numbers, and shows other pictures under each (Q41).
/// The ROMs among the made-up games have no pictures.
///
/// # Errors
/// Returns an error if the vectors cannot be read.
pub fn nintendo() -> Result<EditionFiles, Box<dyn Error>> {
    const SCENE: &str = "nes-enter/01.json";
    let vectors = Vectors::load(["nes-enter"])?;
    let scene = Scene::parse(SCENE, vectors.text(SCENE)?)?;
    let inputs = vectors.inputs(SCENE);
    let text: serde_json::Value = serde_json::from_str(vectors.text(SCENE)?)?;
    let entered = text["steps"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|step| step[0] == "enter")
        .map(|step| &step[1]);
    let names = [&text["room"]["resource"]]
        .into_iter()
        .chain(entered)
        .filter_map(serde_json::Value::as_str);
    let mut rooms = names
        .map(|name| inputs.read(name))
        .collect::<Result<Vec<_>, _>>()?;
    // The file and offset of each room and costume. The blocks of costumes follow the first room.
    let (mut of_rooms, mut of_costumes) = ([(0, 0); 55], [(0, 0); 80]);
    for (number, place) in (1..).zip(of_rooms.iter_mut().skip(1).take(rooms.len())) {
        *place = (number, 0);
    }
    let first = rooms.first_mut().ok_or("the scene has no room")?;
    let mut add = |number: u16, block: &[u8]| -> Result<(), Box<dyn Error>> {
        let place = of_costumes
            .get_mut(usize::from(number))
            .ok_or("the number is not that of a costume")?;
        *place = (1, u16::try_from(first.len())?);
        first.extend(block);
        Ok(())
    };
    for (&number, source) in scene.costumes.iter() {
        let FileOr::File(file) = source else { continue };
        let block = inputs.read(file)?;
        add(number, &block)?;
        if number == 1 {
            add(2, &block)?;
        }
    }
    let mut index = vec![0x43, 0x46];
    index.extend([0; 775]);
    for places in [&of_rooms[..], &of_costumes, &[(0, 0); 200], &[(0, 0); 100]] {
        index.extend(places.iter().map(|(file, _)| *file));
        index.extend(places.iter().flat_map(|(_, offset)| offset.to_le_bytes()));
    }
    let encrypted = |bytes: &[u8]| bytes.iter().map(|byte| !byte).collect();
    let of_room = |(number, room): (u8, &Vec<u8>)| {
        (
            format!("{number:02}.LFL"),
            encrypted(&[room, &[0xd1, 0xf5][..]].concat()),
        )
    };
    Ok([("00.LFL".to_owned(), encrypted(&index))]
        .into_iter()
        .chain((1..).zip(&rooms).map(of_room))
        .collect())
}

/// Creates a folder and writes files into it.
///
/// # Errors
/// Returns an error if the folder or a file cannot be written.
pub fn write(folder: &Path, files: &EditionFiles) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    files
        .iter()
        .try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes))
}

/// Returns a Macintosh container: offset and length of the table, the files, and the table with 40
/// bytes for each file (I33).
#[must_use]
pub fn mac_container(files: &EditionFiles) -> Vec<u8> {
    let mut data = vec![0; 8];
    let mut table = Vec::new();
    for (name, bytes) in files {
        let mut letters = name.as_bytes().to_vec();
        letters.resize(32, 0);
        table.extend([number(data.len()), number(bytes.len())].concat());
        table.extend(letters);
        data.extend(bytes);
    }
    let head = [number(data.len()), number(table.len())].concat();
    for (byte, new) in data.iter_mut().zip(head) {
        *byte = new;
    }
    data.extend(table);
    data
}

/// Returns the container of a remastered edition with these files, whose names include folders
/// (I36). In `full.data` offsets have 64 bits.
///
/// # Panics
/// Panics if the container would have more than 4 GiB.
#[must_use]
pub fn remaster(container: &str, files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let sizes: Vec<u64> = files.iter().map(|(_, bytes)| bytes.len() as u64).collect();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let starts = sizes
        .iter()
        .scan(0, |at, size| Some(std::mem::replace(at, *at + size)));
    let placed: Vec<(&str, u64, u64)> = names
        .iter()
        .zip(starts)
        .zip(&sizes)
        .map(|((name, start), size)| (*name, start, *size))
        .collect();
    let mut bytes = remaster_head(container, &placed);
    files.iter().for_each(|(_, file)| bytes.extend(file));
    bytes
}

/// Returns the head of the container of a remastered edition, up to its data. Each file has a name,
/// an offset in the data and a size.
///
/// # Panics
/// Panics if a number does not fit into its field.
#[must_use]
#[expect(
    clippy::panic,
    reason = "a number that is too large is a mistake of the test"
)]
pub fn remaster_head(container: &str, files: &[(&str, u64, u64)]) -> Vec<u8> {
    let is_large = container == "full.data";
    let short = |value: u64| {
        u32::try_from(value)
            .unwrap_or_else(|_| panic!("{value} has more than 32 bits"))
            .to_le_bytes()
    };
    let entries: Vec<u8> = files
        .iter()
        .flat_map(|&(_, start, size)| {
            let start = if is_large {
                start.to_le_bytes().to_vec()
            } else {
                short(start).to_vec()
            };
            // The offset of the name, the length, the stored length, and whether the file is
            // packed.
            [
                start,
                [short(0), short(size), short(size), short(0)].concat(),
            ]
            .concat()
        })
        .collect();
    let names: Vec<u8> = files
        .iter()
        .flat_map(|(name, ..)| [name.as_bytes(), &[0]].concat())
        .collect();
    let (index, first) = (40, 48);
    let (second, third) = (
        first + entries.len() as u64,
        first + (entries.len() + names.len()) as u64,
    );
    let starts = if is_large {
        [first, index]
    } else {
        [index, first]
    };
    let words = [
        starts[0],
        starts[1],
        second,
        third,
        8,
        entries.len() as u64,
        names.len() as u64,
        0,
    ]
    .map(short);
    [
        &b"KAPL\0\0\x80\x3f"[..],
        &words.concat(),
        &[0; 8],
        &entries,
        &names,
    ]
    .concat()
}

/// Returns a zip archive of files, stored or deflated. Names may contain folders.
///
/// # Panics
/// Panics if the archive cannot be written.
#[must_use]
#[expect(clippy::expect_used, reason = "writing into memory cannot fail")]
pub fn zipped(files: &[(String, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in files {
        archive
            .start_file(name.as_str(), options)
            .expect("a file of an archive");
        archive.write_all(bytes).expect("a file of an archive");
    }
    archive.finish().expect("an archive").into_inner()
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes()
}

/// Returns a program for Windows that contains these bytes at an offset, followed by other bytes
/// (I34).
#[must_use]
pub fn program(start: usize, inside: &[u8]) -> Vec<u8> {
    let mut bytes = b"MZ".to_vec();
    bytes.resize(start, 0x90);
    bytes.extend(inside);
    bytes.extend([0x90; 1000]);
    bytes
}

/// Returns an index that is enlarged to a length by bytes at the end of its last block. `key` is
/// the number with which its bytes are XORed. Bytes that follow a directory in its block are not
/// read.
#[must_use]
pub fn padded(index: &[u8], len: usize, key: u8) -> Vec<u8> {
    let mut plain: Vec<u8> = index.iter().map(|byte| byte ^ key).collect();
    let large = plain.first().is_some_and(u8::is_ascii_uppercase);
    let more = len.saturating_sub(plain.len());
    let mut at = 0;
    // Sizes are BE32 behind the tag of four letters, or LE32 in front of the tag of two.
    let field = |at: usize| if large { at + 4..at + 8 } else { at..at + 4 };
    let size = |plain: &[u8], at: usize| -> Option<usize> {
        let bytes = <[u8; 4]>::try_from(plain.get(field(at))?).ok()?;
        usize::try_from(if large {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        })
        .ok()
    };
    while let Some(size) = size(&plain, at) {
        if size == 0 || at + size >= plain.len() {
            let new = u32::try_from(size + more).unwrap_or(u32::MAX);
            let new = if large {
                new.to_be_bytes()
            } else {
                new.to_le_bytes()
            };
            plain.splice(field(at), new);
            break;
        }
        at += size;
    }
    plain.resize(len.max(plain.len()), 0);
    plain.iter().map(|byte| byte ^ key).collect()
}
