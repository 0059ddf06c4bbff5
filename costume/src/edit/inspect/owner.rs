//! What a part of a block is.

use std::fmt;

use scumm_room::Tag;

/// What a part of a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A field of the block or a chunk, by its name.
    Field(&'static str),
    /// COST: the offset of a limb's table (C7).
    TableOffset(u8),
    /// The offset of an animation's record (C7, A5).
    AnimationOffset(u16),
    /// The record of these animations (C11, A5).
    Animation(Vec<u16>),
    /// Commands that animations play.
    Commands,
    /// AKOS: an instruction of AKSQ, as text.
    Instruction(String),
    /// COST: an entry of a limb's table (C8).
    TableEntry {
        /// The limb.
        limb: u8,
        /// The picture's number.
        code: u8,
        /// Whether there is a picture.
        used: bool,
    },
    /// COST: a picture's header (C31), known under these limbs and numbers.
    PictureHeader(Vec<(u8, u8)>),
    /// COST: a picture's data (C36).
    PictureData(Vec<(u8, u8)>),
    /// AKOS: the header of a chunk.
    ChunkHeader(Tag),
    /// AKOS: the data of a chunk that is not divided further.
    Chunk(Tag),
    /// AKOS: a chunk that the engine does not read, or a second chunk of the same tag.
    IgnoredChunk(Tag),
    /// AKOS: the entry of a cel in AKOF (A4).
    CelOffset(u16),
    /// AKOS: size and place of these cels (A4).
    CelSize(Vec<u16>),
    /// AKOS: the pixels of these cels.
    CelPixels(Vec<u16>),
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
            Self::Field(_) | Self::ChunkHeader(_) => Kind::Header,
            Self::TableOffset(_) | Self::AnimationOffset(_) | Self::TableEntry { .. } | Self::CelOffset(_) => {
                Kind::Table
            }
            Self::Animation(_) => Kind::Animation,
            Self::Commands | Self::Instruction(_) => Kind::Commands,
            Self::PictureHeader(_) | Self::CelSize(_) => Kind::Picture,
            Self::PictureData(_) | Self::CelPixels(_) => Kind::Pixels,
            Self::Chunk(_) => Kind::Header,
            Self::IgnoredChunk(_) => Kind::Ignored,
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

fn pictures(names: &[(u8, u8)]) -> String {
    few(names, |(limb, code)| format!("{limb}:{code}"))
}

fn numbers(numbers: &[u16]) -> String {
    few(numbers, u16::to_string)
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => f.write_str(name),
            Self::TableOffset(limb) => write!(f, "offset of the table of limb {limb}"),
            Self::AnimationOffset(number) => write!(f, "offset of animation {number}"),
            Self::Animation(of) => write!(f, "animation {}", numbers(of)),
            Self::Commands => f.write_str("commands"),
            Self::Instruction(text) => f.write_str(text),
            Self::TableEntry { limb, code, used: true } => write!(f, "offset of picture {limb}:{code}"),
            Self::TableEntry { limb, code, used: false } => write!(f, "unused entry {limb}:{code}"),
            Self::PictureHeader(names) => write!(f, "picture {}", pictures(names)),
            Self::PictureData(names) => write!(f, "pixels of picture {}", pictures(names)),
            Self::ChunkHeader(tag) => write!(f, "header of {tag}"),
            Self::Chunk(tag) => write!(f, "{tag}"),
            Self::IgnoredChunk(tag) => write!(f, "{tag}, which nothing reads"),
            Self::CelOffset(number) => write!(f, "entry of cel {number}"),
            Self::CelSize(of) => write!(f, "size of cel {}", numbers(of)),
            Self::CelPixels(of) => write!(f, "pixels of cel {}", numbers(of)),
        }
    }
}
