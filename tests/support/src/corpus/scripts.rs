//! Scripts of all versions from 1 on that give costumes to actors.

use scumm_room::{Result, Tag, block};

use crate::bodies::input::framed;

/// For each version, or sub-version of Humongous games, code in which an actor gets a costume, a
/// name and a talk colour and enters a room, and which starts another script.
const CODES: [(u8, &[u8]); 11] = [
    (1, b"\x13\x04\x05\x04\x13\x04\x00\x03AB\x00\x13\x04\x07\x05\x2d\x04\x01\x01\x04\x0a\x14\x42\x02\x18\xfd\xff\x00"),
    (2, b"\x13\x04\x05\x04\x13\x04\x00\x03AB\x00\x13\x04\x07\x05\x2d\x04\x01\x01\x04\x0a\x14\x42\x02\x18\xfd\xff\x00"),
    (3, b"\x13\x04\x01\x05\x0f\x41\x42\x00\x0e\x07\xff\x2d\x04\x01\x01\x04\x64\x00\x78\x00\x0a\x02\xff\x18\xfd\xff\x00"),
    (4, b"\x13\x04\x01\x05\x0f\x41\x42\x00\x0e\x07\xff\x2d\x04\x01\x01\x04\x64\x00\x78\x00\x0a\x02\xff\x18\xfd\xff\x00"),
    (5, b"\x13\x04\x01\x05\x0d\x41\x42\x00\x0c\x07\xff\x2d\x04\x01\x01\x04\x64\x00\x78\x00\x0a\x02\xff\x18\xfd\xff\x00"),
    (6, b"\x00\x04\x9d\xc5\x9d\x53\x00\x05\x9d\x4c\x9d\x58AB\x00\x00\x07\x9d\x57\x00\x04\x00\x64\x00\x78\x00\x01\x7f\x03\xc8\x00\x5c\xfb\xff\x65"),
    (7, b"\x00\x04\x9d\xc5\x9d\x53\x00\x05\x9d\x4c\x9d\x58AB\x00\x00\x07\x9d\x57\x00\x04\x00\x64\x00\x78\x00\x01\x7f\x03\xc8\x00\x5c\xfb\xff\x65"),
    (8, b"\x01\x04\0\0\0\xac\x7a\x01\x05\0\0\0\xac\x64\xac\x71AB\0\x01\x04\0\0\0\x01\x64\0\0\0\x01\x78\0\0\0\x01\x01\0\0\0\xa1\x7b"),
    (70, b"\x00\x04\x9d\xc5\x9d\x53\x00\x05\x9d\x4c\x9d\x58AB\x00\x00\x07\x9d\x57\x00\x04\x00\x64\x00\x78\x00\x01\x7f\x03\xc8\x00\x5c\xfb\xff\x65"),
    (90, b"\x00\x04\x9d\xc5\x9d\x53\x00\x05\x9d\x4c\x04AB\x00\x01\xff\xff\x9d\x58\x00\x04\x00\x64\x00\x78\x00\x01\x7f\x03\xc8\x00\x5c\xfb\xff\x65"),
    (100, b"\x5c\x04\x00\x81\x00\x1b\x5c\x05\x00\x19\x5eAB\x00\x5f\xff\xff\x00\x34\x5c\x04\x5c\x64\x5c\x78\x5c\x01\x62\x60\xc8\x00\x35\xfb\xff\x2b"),
];

/// Returns one input for each version: the version, the blocks of a room with their length in
/// front, and the code of a global script.
///
/// # Errors
/// Returns an error if a block is too large, which does not happen with these scripts.
pub fn scripts() -> Result<Vec<Vec<u8>>> {
    let input = |(version, code): (u8, &[u8])| {
        if version <= 3 {
            let room = old_room(version, code);
            return Ok([vec![version], framed(&room), code.to_vec()].concat());
        }
        let verb = [&[1, 12, 0, 0], code].concat();
        let object = [
            block::write(Tag(*b"CDHD"), &[9; 20])?,
            block::write(Tag(*b"VERB"), &verb)?,
        ]
        .concat();
        let local = [&[200, 0, 0, 0][..], code].concat();
        let blocks = [
            (b"ENCD", code),
            (b"EXCD", code),
            (b"LSCR", &local),
            (b"OBCD", &object),
        ];
        let blocks = blocks
            .map(|(tag, data)| block::write(Tag(*tag), data))
            .into_iter()
            .collect::<Result<Vec<_>>>()?;
        Ok([vec![version], framed(&blocks.concat()), code.to_vec()].concat())
    };
    CODES.into_iter().map(input).collect()
}

/// Returns a room of v1 to v3 without a picture whose entry script has this code (J6).
fn old_room(version: u8, code: &[u8]) -> Vec<u8> {
    let table = if version == 3 { 29 } else { 28 };
    let mut room = vec![0; table - 2];
    // The offset of the entry script. In v3 an empty list of local scripts follows the header.
    room.extend([table as u8 + 1, 0, 0]);
    room.extend(code);
    let size = room.len() as u16;
    room.splice(..2, size.to_le_bytes());
    room
}
