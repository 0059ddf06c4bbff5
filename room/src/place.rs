//! Places in a file: the enclosing blocks and the byte offset.

use std::fmt;

/// A block's four letters. Tags of v3 and v4 have two letters, followed by two zero bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tag(pub [u8; 4]);

impl Tag {
    /// Returns the tag of a small header (v3, v4).
    #[must_use]
    pub const fn small(letters: [u8; 2]) -> Self {
        let [a, b] = letters;
        Self([a, b, 0, 0])
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trimmed = match self.0 {
            [a, b, 0, 0] if a != 0 => vec![a, b],
            all => all.to_vec(),
        };
        if trimmed.iter().all(u8::is_ascii_graphic) {
            trimmed
                .iter()
                .try_for_each(|&b| write!(f, "{}", char::from(b)))
        } else {
            trimmed.iter().try_for_each(|b| write!(f, "\\x{b:02x}"))
        }
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{self}'")
    }
}

/// The most levels of nested blocks in a path. Data of the games has 9 (v8 planes); a deeper path
/// keeps its outer 12 levels.
const DEPTH: usize = 12;

/// The tags of the enclosing blocks, outermost first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockPath {
    tags: [Tag; DEPTH],
    depth: u8,
}

impl BlockPath {
    /// Returns the path of a block inside this one.
    #[must_use]
    pub fn child(mut self, tag: Tag) -> Self {
        if let Some(slot) = self.tags.get_mut(usize::from(self.depth)) {
            *slot = tag;
            self.depth = self.depth.saturating_add(1);
        }
        self
    }
}

impl fmt::Display for BlockPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tags: Vec<String> = self
            .tags
            .iter()
            .take(usize::from(self.depth))
            .map(Tag::to_string)
            .collect();
        f.write_str(&tags.join("/"))
    }
}

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataPlace {
    /// The file's name as the user gave it; empty until [`crate::Error::in_file`] fills it in.
    pub file: String,
    /// The enclosing blocks, outermost first.
    pub(crate) path: BlockPath,
    /// Byte offset from the start of the file, or from the start of the resource if the file is not
    /// known.
    pub offset: u64,
}

impl fmt::Display for DataPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}: ", self.file)?;
        }
        if self.path.depth > 0 {
            write!(f, "{} ", self.path)?;
        }
        write!(f, "at byte {} ({:#x})", self.offset, self.offset)
    }
}
