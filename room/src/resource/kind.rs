//! Kinds of resources.

use std::fmt;

use crate::block::Header;
use crate::{Dialect, Tag};
#[cfg(feature = "edit")]
use crate::{Error, Result, block, reader::Reader};

/// What a resource is; each kind has a directory of its own in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kind {
    /// Rooms.
    Room,
    /// Global scripts.
    Script,
    /// Sounds.
    Sound,
    /// Costumes.
    Costume,
    /// Character sets.
    Charset,
    /// HE70+: the pictures of rooms (`RMIM`), by room number.
    RoomImage,
    /// v8: the scripts of rooms (`RMSC`), by room number.
    RoomScripts,
    /// HE72+: pictures (`AWIZ`, `MULT`).
    Image,
    /// HE99+: talkies.
    Talkie,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 9] = [
        Self::Room,
        Self::Script,
        Self::Sound,
        Self::Costume,
        Self::Charset,
        Self::RoomImage,
        Self::RoomScripts,
        Self::Image,
        Self::Talkie,
    ];

    /// The kind that a directory of a large index lists (F2, N5, N6); either name counts in any version.
    #[must_use]
    pub(super) fn of_directory(tag: Tag) -> Option<Self> {
        Some(match &tag.0 {
            b"DROO" | b"DIRR" => Self::Room,
            b"DSCR" | b"DIRS" => Self::Script,
            b"DSOU" | b"DIRN" => Self::Sound,
            b"DCOS" | b"DIRC" => Self::Costume,
            b"DCHR" | b"DIRF" => Self::Charset,
            b"DIRI" => Self::RoomImage,
            b"DRSC" => Self::RoomScripts,
            b"DIRM" => Self::Image,
            b"DIRT" => Self::Talkie,
            _ => return None,
        })
    }

    /// What one resource of this kind is called.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Room => "room",
            Self::Script => "script",
            Self::Sound => "sound",
            Self::Costume => "costume",
            Self::Charset => "charset",
            Self::RoomImage => "image of room",
            Self::RoomScripts => "scripts of room",
            Self::Image => "image",
            Self::Talkie => "talkie",
        }
    }

    /// Checks that data are exactly one block of this kind.
    ///
    /// # Errors
    /// [`Error::Misuse`], which names the resource by its number.
    #[cfg(feature = "edit")]
    pub(crate) fn check(self, id: u16, data: &[u8], dialect: Dialect) -> Result<()> {
        let wrong = |error| Error::Misuse(format!("{self} {id}: {error}"));
        let block = block::read(&mut Reader::new(data), dialect.header()).map_err(wrong)?;
        let known = self.tags(dialect);
        if !known.is_empty() && !known.contains(&&block.tag.0) {
            return Err(Error::Misuse(format!("{self} {id} can't be a block {}", block.tag)));
        }
        if block.whole.len() != data.len() {
            let sizes = format!("a block of {} bytes in {}", block.whole.len(), data.len());
            return Err(Error::Misuse(format!("{self} {id}: {sizes}")));
        }
        Ok(())
    }

    /// The tags that a resource of this version may begin with (F4); empty where any may.
    pub(crate) fn tags(self, dialect: Dialect) -> &'static [&'static [u8; 4]] {
        if dialect.header() != Header::Large || dialect.has_directory_sizes() {
            return &[];
        }
        match self {
            Self::Room => &[b"ROOM"],
            Self::Script => &[b"SCRP"],
            Self::Costume if dialect.is_v7_plus() => &[b"AKOS"],
            // HE60 has COST, HE61 has AKOS.
            Self::Costume if dialect.is_humongous() => &[b"COST", b"AKOS"],
            Self::Costume => &[b"COST"],
            Self::Sound => &[b"SOUN"],
            Self::Charset => &[b"CHAR"],
            Self::RoomImage => &[b"RMIM"],
            Self::RoomScripts => &[b"RMSC"],
            Self::Image | Self::Talkie => &[],
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
