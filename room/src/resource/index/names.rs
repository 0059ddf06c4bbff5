//! `RNAM`: the names of rooms, which are used in listings only (N2, F2, N6).

use std::collections::BTreeMap;

use crate::error::Result;
use crate::reader::{Reader, text};

/// The names by room number.
pub type Names = BTreeMap<u16, String>;

/// Reads the form of v4..v8 and Humongous games below HE80: a byte, then nine letters XOR FF; room
/// 0 ends the list.
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the data ends inside an entry.
pub fn read_packed(mut data: Reader<'_>) -> Result<Names> {
    let mut names = Names::new();
    while data.remaining() > 0 {
        let room = data.u8("a room's number")?;
        if room == 0 {
            break;
        }
        let letters = data.array::<9>("a room's name")?.map(|b| !b);
        names.insert(u16::from(room), text(&letters));
    }
    Ok(names)
}

/// Reads the form of HE80+: LE16 room, plain text up to a zero byte; room 0 ends the list (N6).
///
/// # Errors
/// Returns [`crate::Error::Malformed`] if the data ends inside an entry.
pub fn read_plain(data: &mut Reader<'_>) -> Result<Names> {
    let mut names = Names::new();
    loop {
        let room = data.u16_le("a room's number")?;
        if room == 0 {
            return Ok(names);
        }
        let Some(len) = data.rest().iter().position(|&b| b == 0) else {
            return Err(data.malformed("a zero byte after a room's name", "the end of the block"));
        };
        names.insert(room, text(data.bytes(len, "a room's name")?));
        data.skip(1, "the end of a name")?;
    }
}

/// Returns whether this is the form of HE80+. Only this form can be read as such to the block's
/// last byte: in the packed form, the first zero byte is the last byte.
pub fn is_plain(mut data: Reader<'_>) -> bool {
    read_plain(&mut data).is_ok() && data.remaining() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_name_is_inverted_n2() {
        #[rustfmt::skip]
        let data = &[
            1, // room 1
            0x8d, 0x90, 0x90, 0x92, 0xce, 0xff, 0xff, 0xff, 0xff, // "room1", inverted
            0, // the end
        ];
        assert_eq!(
            read_packed(Reader::new(data)).unwrap(),
            Names::from([(1, "room1".to_owned())])
        );
        assert!(!is_plain(Reader::new(data)));
        assert!(!is_plain(Reader::new(b"\0")));
    }

    #[test]
    fn he80_names_are_plain_text_n6() {
        let data = b"\x01\x00room1\0\x2c\x01room300\0\0\0";
        assert!(is_plain(Reader::new(data)));
        let names = read_plain(&mut Reader::new(data)).unwrap();
        assert_eq!(
            names,
            Names::from([(1, "room1".to_owned()), (300, "room300".to_owned())])
        );
        let cut = read_plain(&mut Reader::new(b"\x01\x00room")).unwrap_err();
        assert_eq!(
            cut.to_string(),
            "at byte 2 (0x2): expected a zero byte after a room's name, found the end of the block"
        );
    }
}
