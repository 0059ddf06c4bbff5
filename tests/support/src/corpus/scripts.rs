//! Scripts of versions 5 to 8 that give costumes to actors.

use scumm_room::{Result, Tag, block};

use crate::bodies::input::framed;

/// For each version, code in which an actor gets a costume, a name and a talk colour and enters a
/// room, and which starts another script.
const CODES: [(u8, &[u8]); 4] = [
    (5, b"\x13\x04\x01\x05\x0d\x41\x42\x00\x0c\x07\xff\x2d\x04\x01\x01\x04\x64\x00\x78\x00\x0a\x02\xff\x18\xfd\xff\x00"),
    (6, b"\x00\x04\x9d\xc5\x9d\x53\x00\x05\x9d\x4c\x9d\x58AB\x00\x00\x07\x9d\x57\x00\x04\x00\x64\x00\x78\x00\x01\x7f\x03\xc8\x00\x5c\xfb\xff\x65"),
    (7, b"\x00\x04\x9d\xc5\x9d\x53\x00\x05\x9d\x4c\x9d\x58AB\x00\x00\x07\x9d\x57\x00\x04\x00\x64\x00\x78\x00\x01\x7f\x03\xc8\x00\x5c\xfb\xff\x65"),
    (8, b"\x01\x04\0\0\0\xac\x7a\x01\x05\0\0\0\xac\x64\xac\x71AB\0\x01\x04\0\0\0\x01\x64\0\0\0\x01\x78\0\0\0\x01\x01\0\0\0\xa1\x7b"),
];

/// Returns one input for each version: the version, the blocks of a room with their length in
/// front, and the code of a global script.
///
/// # Errors
/// Returns an error if a block is too large, which does not happen with these scripts.
pub fn scripts() -> Result<Vec<Vec<u8>>> {
    let input = |(version, code): (u8, &[u8])| {
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
