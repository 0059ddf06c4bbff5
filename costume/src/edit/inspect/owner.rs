//! The owner of a range of bytes: a part of a block.

use std::fmt;

use scumm_room::Tag;

/// A part of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A field of the block or a chunk, with its name.
    Field(&'static str),
    /// AKOS: the header of a chunk.
    ChunkHeader(Tag),
    /// AKOS: the data of a chunk that is not divided further.
    Chunk(Tag),
    /// AKOS: a chunk that the engine does not read, or a second chunk of the same tag.
    IgnoredChunk(Tag),
    /// An offset of another part, with a description (C7, C8, C10, A4, A5).
    Offset(String),
    /// The record of these animations or chores (C11, A5).
    Animation(Vec<u16>),
    /// Commands that animations play, with a description: one for all commands of a COST, one for
    /// each instruction of an AKOS.
    Commands(String),
    /// Size and position of pictures (C31, A4), with a description.
    Picture(String),
    /// Pixels of pictures (C36), with a description.
    Pixels(String),
}

impl Owner {
    /// The kinds of owners, for colours and statistics. "header" stands for all fields, "table" for
    /// offsets, "ignored" for parts that nothing reads.
    pub const KINDS: [&'static str; 7] = [
        "header",
        "table",
        "animation",
        "commands",
        "picture",
        "pixels",
        "ignored",
    ];

    /// Returns the kind, one of [`Self::KINDS`].
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Field(_) | Self::ChunkHeader(_) | Self::Chunk(_) => "header",
            Self::Offset(_) => "table",
            Self::Animation(_) => "animation",
            Self::Commands(_) => "commands",
            Self::Picture(_) => "picture",
            Self::Pixels(_) => "pixels",
            Self::IgnoredChunk(_) => "ignored",
        }
    }
}

/// Formats the first three elements of a list and the number of further ones on one line.
fn few<T>(all: &[T], show: impl Fn(&T) -> String) -> String {
    const MOST: usize = 3;
    let shown: Vec<String> = all.iter().take(MOST).map(show).collect();
    let more = all.len().saturating_sub(MOST);
    let tail = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    format!("{}{tail}", shown.join(", "))
}

pub(super) fn pictures(names: &[(u8, u8)]) -> String {
    few(names, |(limb, code)| format!("{limb}:{code}"))
}

pub(super) fn numbers(numbers: &[u16]) -> String {
    few(numbers, u16::to_string)
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::ChunkHeader(tag) => write!(f, "header of {tag}"),
            Self::Chunk(tag) => write!(f, "{tag}"),
            Self::IgnoredChunk(tag) => write!(f, "{tag}, which nothing reads"),
            Self::Animation(of) => write!(f, "animation {}", numbers(of)),
            Self::Offset(text)
            | Self::Commands(text)
            | Self::Picture(text)
            | Self::Pixels(text) => f.write_str(text),
        }
    }
}
