//! Kinds of resources.

use std::fmt;

use crate::block::Header;
use crate::{Dialect, Tag};
#[cfg(feature = "edit")]
use crate::{Error, Result, block, reader::Reader};

/// The tags of some blocks.
type Tags = &'static [&'static [u8; 4]];

/// The kind of a resource. Each kind has its own directory in the index.
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

    /// Returns the name of one resource of this kind, the directories of large indexes that list it
    /// (F2, N5, N6), and its possible tags (F4).
    fn row(self) -> (&'static str, Tags, Tags) {
        match self {
            Self::Room => ("room", &[b"DROO", b"DIRR"], &[b"ROOM"]),
            Self::Script => ("script", &[b"DSCR", b"DIRS"], &[b"SCRP"]),
            Self::Sound => ("sound", &[b"DSOU", b"DIRN"], &[b"SOUN"]),
            Self::Costume => ("costume", &[b"DCOS", b"DIRC"], &[b"COST", b"AKOS"]),
            Self::Charset => ("charset", &[b"DCHR", b"DIRF"], &[b"CHAR"]),
            Self::RoomImage => ("image of room", &[b"DIRI"], &[b"RMIM"]),
            Self::RoomScripts => ("scripts of room", &[b"DRSC"], &[b"RMSC"]),
            Self::Image => ("image", &[b"DIRM"], &[]),
            Self::Talkie => ("talkie", &[b"DIRT"], &[]),
        }
    }

    /// Returns the kind that a directory of a large index lists; either name is accepted in any
    /// version.
    pub(super) fn of_directory(tag: Tag) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.row().1.contains(&&tag.0))
    }

    /// Returns the name of one resource of this kind.
    pub(crate) fn name(self) -> &'static str {
        self.row().0
    }

    /// Checks that data is exactly one block of this kind.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] with the number of the resource if the data is not such a block.
    #[cfg(feature = "edit")]
    pub(crate) fn check(self, id: u16, data: &[u8], dialect: Dialect) -> Result<()> {
        let wrong = |error| Error::Misuse(format!("{self} {id}: {error}"));
        let block = block::read(&mut Reader::new(data), dialect.header()).map_err(wrong)?;
        let known = self.tags(dialect);
        if !known.is_empty() && !known.contains(&&block.tag.0) {
            return Err(Error::Misuse(format!(
                "{self} {id} can't be a block {}",
                block.tag
            )));
        }
        if block.whole.len() != data.len() {
            let sizes = format!("a block of {} bytes in {}", block.whole.len(), data.len());
            return Err(Error::Misuse(format!("{self} {id}: {sizes}")));
        }
        Ok(())
    }

    /// Returns the possible tags of a resource of this version (F4); empty if any tag is possible.
    pub(crate) fn tags(self, dialect: Dialect) -> Tags {
        if dialect.header() != Header::Large || dialect.has_directory_sizes() {
            return &[];
        }
        let tags = self.row().2;
        match self {
            Self::Costume if dialect.is_v7_plus() => tags.get(1..).unwrap_or_default(),
            // HE60 has COST, HE61 has AKOS.
            Self::Costume if !dialect.is_humongous() => tags.get(..1).unwrap_or_default(),
            _ => tags,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
