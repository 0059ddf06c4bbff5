//! Saved states as bytes.
//!
//! The compact form is a head of 12 bytes, followed by the readable form in the format of zlib. The
//! head contains the letters `WDRB`, the length of the readable form and its CRC-32, both as four
//! bytes with the lowest first. The readable form is JSON.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};

use crate::{Failure, Result, ResultCode};

/// The first bytes of the compact form.
const MAGIC: &[u8; 4] = b"WDRB";
/// Length of the head of the compact form.
const HEAD: usize = 12;
/// The most bytes of a saved state after it is unpacked. States of games have up to two million.
const MOST_BYTES: usize = 1 << 28;
/// The largest ratio of the unpacked bytes of a saved state to its packed bytes. Deflate cannot
/// exceed this ratio.
const MOST_RATIO: usize = 1032;

/// Writes a value as bytes that a program can store in a file: in the compact form, or with
/// `readable` as JSON.
///
/// # Errors
/// Returns `ResultCode::Misuse` if the value cannot be written.
pub fn save(value: &impl Serialize, readable: bool) -> Result<Vec<u8>> {
    let text = serde_json::to_vec(value).map_err(Failure::misuse)?;
    if readable {
        return Ok(text);
    }
    let length = u32::try_from(text.len()).map_err(Failure::misuse)?;
    let mut bytes = Vec::from(MAGIC);
    bytes.extend(length.to_le_bytes());
    bytes.extend(crc32fast::hash(&text).to_le_bytes());
    let mut packed = ZlibEncoder::new(bytes, Compression::default());
    packed.write_all(&text).map_err(Failure::misuse)?;
    packed.finish().map_err(Failure::misuse)
}

/// Reads a value that [`save`] has written in either form.
///
/// # Errors
/// Returns `ResultCode::Malformed` if the bytes are damaged, or are not such a value.
pub fn restore<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T> {
    if bytes.is_empty() {
        return Err(malformed("the saved state is empty"));
    }
    if !bytes.starts_with(MAGIC) {
        return from_text(bytes);
    }
    from_text(&unpack(bytes)?)
}

/// Reads a value from JSON.
fn from_text<T: for<'a> Deserialize<'a>>(text: &[u8]) -> Result<T> {
    serde_json::from_slice(text).map_err(|error| {
        let what = if error.is_eof() {
            "the saved state is damaged: it ends early"
        } else if error.is_syntax() {
            "the saved state is damaged, or the bytes are no saved state"
        } else {
            "the bytes are the saved state of something else, or of another version"
        };
        malformed(&format!("{what} ({error})"))
    })
}

/// Returns the readable form of a state in the compact form.
fn unpack(bytes: &[u8]) -> Result<Vec<u8>> {
    let Some((head, packed)) = bytes.split_at_checked(HEAD) else {
        return Err(damaged("its head is incomplete"));
    };
    let number = |at: usize| {
        let bytes = head.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        u32::from_le_bytes(bytes.unwrap_or_default())
    };
    let (length, sum) = (number(4) as usize, number(8));
    if length > MOST_BYTES || length > packed.len().saturating_mul(MOST_RATIO) {
        return Err(damaged("its length is impossible"));
    }
    let mut text = Vec::with_capacity(length);
    // One byte more than the length shows that the data are longer.
    let mut limited = ZlibDecoder::new(packed).take(length as u64 + 1);
    let read = limited.read_to_end(&mut text);
    if read.is_err() {
        return Err(damaged("it ends early, or bytes were changed"));
    }
    if text.len() != length || crc32fast::hash(&text) != sum {
        return Err(damaged("its checksum does not match"));
    }
    Ok(text)
}

fn malformed(text: &str) -> Failure {
    Failure::new(ResultCode::Malformed, text)
}

fn damaged(reason: &str) -> Failure {
    malformed(&format!("the saved state is damaged: {reason}"))
}

#[cfg(test)]
mod tests {
    use scumm_engine::{Snapshot, Stage};
    use scumm_tools::demo;

    use super::*;

    fn snapshot() -> Snapshot {
        let game = demo::game().unwrap();
        let stage = Stage::for_room(&game, game.rooms().next().unwrap()).unwrap();
        stage.save()
    }

    #[test]
    fn both_forms_are_restored_and_the_compact_one_is_small() {
        let state = snapshot();
        let compact = save(&state, false).unwrap();
        let readable = save(&state, true).unwrap();
        assert!(readable.starts_with(b"{"));
        assert!(compact.len() * 4 < readable.len());
        assert!(restore::<Snapshot>(&compact).unwrap() == state);
        assert!(restore::<Snapshot>(&readable).unwrap() == state);
    }

    #[test]
    fn a_damaged_state_says_so() {
        let state = save(&snapshot(), false).unwrap();
        let text = |bytes: &[u8]| restore::<Snapshot>(bytes).unwrap_err().text.clone();
        assert_eq!(text(b""), "the saved state is empty");
        assert_eq!(
            text(&state[..8]),
            "the saved state is damaged: its head is incomplete"
        );
        for end in [HEAD, 20, state.len() / 2, state.len() - 1] {
            let text = text(&state[..end]);
            assert!(
                text.starts_with("the saved state is damaged: "),
                "{end}: {text}"
            );
        }
        for at in 0..state.len().min(400) {
            let mut changed = state.clone();
            changed[at] ^= 0x10;
            assert_eq!(
                restore::<Snapshot>(&changed).unwrap_err().code,
                ResultCode::Malformed
            );
        }
        let readable = save(&snapshot(), true).unwrap();
        let cut = text(&readable[..readable.len() / 2]);
        assert!(
            cut.starts_with("the saved state is damaged: it ends early"),
            "{cut}"
        );
        let other = text(b"[1, 2]");
        assert!(
            other.starts_with("the bytes are the saved state of something else"),
            "{other}"
        );
    }

    #[test]
    fn an_impossible_length_takes_no_memory() {
        let mut state = save(&snapshot(), false).unwrap();
        state[4..8].fill(0xff);
        let failure = restore::<Snapshot>(&state).unwrap_err();
        assert_eq!(
            failure.text,
            "the saved state is damaged: its length is impossible"
        );
    }
}
