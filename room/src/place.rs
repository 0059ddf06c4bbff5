//! Where in a file something stands: the blocks around it and its byte.

use std::fmt;

/// A block's four letters; those of v3 and v4 have two and end in two zero bytes here.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tag(pub [u8; 4]);

impl Tag {
    /// The tag of a small (v3, v4) header.
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

/// How deep blocks may be nested; real data has 9 (v8 planes), beyond 12 the path keeps its outer
/// part.
const DEPTH: usize = 12;

/// The tags of the blocks around a place, outermost first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BlockPath {
    tags: [Tag; DEPTH],
    depth: u8,
}

impl BlockPath {
    /// The path of a block inside this one.
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

/// Where in a file something was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file's name as the user gave it; empty until [`crate::Error::in_file`] fills it in.
    pub file: String,
    /// The blocks around the place, outermost first.
    pub(crate) path: BlockPath,
    /// Byte offset from the start of the file (or of the resource, where there is no file).
    pub offset: u64,
}

impl fmt::Display for Place {
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
