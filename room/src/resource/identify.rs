//! Which SCUMM an index file belongs to, by its contents (I3, I4); names only choose between equals.

use std::path::Path;

use super::family::Family;
use super::folder::Folder;
use super::index::{self, Counts, Form, Index};
use super::naming::Naming;
use super::refused;
use crate::dialect::{Dialect, GameId, Platform};
use crate::error::Result;
use crate::reader::Reader;

/// Reads the decrypted bytes of an index and decides its dialect.
///
/// # Errors
/// [`crate::Error::Malformed`] where the index is damaged, [`crate::Error::Unsupported`] for machines that are left out.
pub(super) fn identify(
    family: Family,
    bytes: &[u8],
    naming: &Naming,
    files: &Folder,
    near: &Path,
) -> Result<(Dialect, Index)> {
    let reader = Reader::new(bytes);
    let has = |room: u8| naming.data_files(room).iter().any(|name| files.find(name, near).is_some());
    Ok(match family {
        Family::V1 => {
            let counts = v1_counts(reader, has)?;
            let dialect = Dialect::new(1).with_game(Some(counts.game)).with_platform(counts.platform);
            (dialect, index::read_v1(reader, counts)?)
        }
        Family::Old => {
            let dialect = old_dialect(reader, has);
            (dialect, index::read_old(reader, dialect)?)
        }
        Family::Small if refused::is_pc_engine(reader, naming) => return Err(reader.unsupported(refused::PC_ENGINE)),
        Family::Small => {
            let mut rest = reader;
            let index = index::read_small(&mut rest, *naming == Naming::Disks)?;
            (small_dialect(naming, has, rest.remaining() == index::TOWNS_TAIL), index)
        }
        Family::Large => {
            let dialect = large_dialect(reader, naming)?;
            (dialect, index::read_large(reader, dialect)?)
        }
        Family::Foreign(what) => return Err(reader.unsupported(what)),
    })
}

/// The v1 game whose index is as long as this one; for another length the rooms decide (I4): only Zak has room 58.
fn v1_counts(index: Reader<'_>, has: impl Fn(u8) -> bool) -> Result<&'static Counts> {
    const GAMES: &[Counts] = &index::V1;
    let by_rooms = || {
        let game = if has(58) { GameId::Zak } else { GameId::Maniac };
        GAMES.iter().find(|c| c.game == game && index.len() > c.file_len())
    };
    GAMES.iter().find(|c| c.file_len() == index.len()).or_else(by_rooms).ok_or_else(|| {
        let known: Vec<String> = GAMES.iter().map(|c| c.file_len().to_string()).collect();
        index.malformed(format_args!("a v1 index of {} bytes", known.join(", ")), format_args!("{}", index.len()))
    })
}

/// v3 if it walks exactly to the end so, else v2 (I4); an index with something behind it is judged by the rooms.
fn old_dialect(index: Reader<'_>, has: impl Fn(u8) -> bool) -> Dialect {
    let (v2, v3) = (Dialect::new(2), Dialect::new(3));
    let is_v3 = index::old_fits(index, v3) || (!index::old_fits(index, v2) && [84, 86, 98].into_iter().any(&has));
    if is_v3 {
        v3.with_game(match (has(98), has(84), has(86)) {
            (true, true, _) => Some(GameId::Indy3),
            (false, a, b) if a != b => Some(GameId::Loom),
            _ => None,
        })
    } else {
        v2.with_game(Some(if has(58) { GameId::Zak } else { GameId::Maniac }))
    }
}

/// One file a room is v3, disks are v4.
fn small_dialect(naming: &Naming, has: impl Fn(u8) -> bool, has_towns_tail: bool) -> Dialect {
    if *naming == Naming::Disks {
        return Dialect::new(4).with_game(None);
    }
    let v3 = Dialect::new(3).with_old256(true);
    match (has(93) && !has(5), has(60), has(48)) {
        (true, _, _) if has_towns_tail => v3.with_game(Some(GameId::Indy3)).with_platform(Platform::FmTowns),
        (true, _, _) => v3.with_game(Some(GameId::Indy3)),
        // These two exist with 256 colours only for FM-Towns.
        (_, false, true) => v3.with_game(Some(GameId::Zak)).with_platform(Platform::FmTowns),
        (_, true, false) => v3.with_game(Some(GameId::Loom)).with_platform(Platform::FmTowns),
        _ => v3.with_game(None),
    }
}

fn large_dialect(index: Reader<'_>, naming: &Naming) -> Result<Dialect> {
    let facts = index::large_facts(index)?;
    let dialect = match facts.maxs {
        Form::V5 => Dialect::new(5),
        Form::V7 => Dialect::new(7),
        Form::V8 => Dialect::new(8),
        _ if naming.is_humongous() || facts.humongous() > 60 => return Ok(Dialect::humongous(facts.humongous())),
        _ => Dialect::new(6),
    };
    let fits = |game: &GameId| game.versions().contains(&dialect.version());
    Ok(dialect.with_game(naming.game().filter(fits)))
}
