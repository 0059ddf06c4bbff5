//! What a part of a block is.

use std::fmt;

use scumm_room::Tag;

/// What a part of a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A field of the block or a chunk, by its name.
    Field(&'static str),
    /// AKOS: the header of a chunk.
    ChunkHeader(Tag),
    /// AKOS: the data of a chunk that is not divided further.
    Chunk(Tag),
    /// AKOS: a chunk that the engine does not read, or a second chunk of the same tag.
    IgnoredChunk(Tag),
    /// An offset of something else, in words (C7, C8, C10, A4, A5).
    Offset(String),
    /// The record of these animations (C11, A5).
    Animation(Vec<u16>),
    /// Commands that animations play: those of COST together, AKOS has a text for each instruction.
    Commands(String),
    /// Size and place of pictures (C31, A4), in words.
    Picture(String),
    /// Pixels of pictures (C36), in words.
    Pixels(String),
}

impl Owner {
    /// The kinds of owners, for colours and statistics. The header has all fields, tables are of
    /// offsets, and nothing reads what is ignored.
    pub const KINDS: [&'static str; 7] = [
        "header",
        "table",
        "animation",
        "commands",
        "picture",
        "pixels",
        "ignored",
    ];

    /// Its kind, one of [`Self::KINDS`].
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

/// The first three of a list and how many more there are, for a line.
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
