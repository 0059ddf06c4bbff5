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

/// Kinds of owners, for colours and statistics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Headers and fields.
    Header,
    /// Tables of offsets.
    Table,
    /// Animations.
    Animation,
    /// Commands.
    Commands,
    /// Sizes and places of pictures.
    Picture,
    /// Pixels.
    Pixels,
    /// Chunks that the engine does not read.
    Ignored,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Header, Self::Table, Self::Animation, Self::Commands, Self::Picture, Self::Pixels, Self::Ignored];

    /// A word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Table => "table",
            Self::Animation => "animation",
            Self::Commands => "commands",
            Self::Picture => "picture",
            Self::Pixels => "pixels",
            Self::Ignored => "ignored",
        }
    }
}

impl Owner {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Field(_) | Self::ChunkHeader(_) | Self::Chunk(_) => Kind::Header,
            Self::IgnoredChunk(_) => Kind::Ignored,
            Self::Offset(_) => Kind::Table,
            Self::Animation(_) => Kind::Animation,
            Self::Commands(_) => Kind::Commands,
            Self::Picture(_) => Kind::Picture,
            Self::Pixels(_) => Kind::Pixels,
        }
    }
}

/// The first three of a list and how many more there are, for a line.
fn few<T>(all: &[T], show: impl Fn(&T) -> String) -> String {
    const MOST: usize = 3;
    let shown: Vec<String> = all.iter().take(MOST).map(show).collect();
    let more = all.len().saturating_sub(MOST);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
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
            Self::Offset(text) | Self::Commands(text) | Self::Picture(text) | Self::Pixels(text) => f.write_str(text),
        }
    }
}
