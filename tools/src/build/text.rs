//! The keys of the TOML text of a costume's source.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::chores::EIGHT_DIRECTIONS;

/// The whole source text.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct CostumeFile {
    /// The format of the costume. The default is COST.
    pub kind: CostumeKind,
    /// The version to build for, unless the command line names one.
    pub version: Option<u8>,
    /// The Humongous sub-version.
    pub he: Option<u8>,
    /// v3: a game of 256 colours.
    pub old256: bool,
    /// The platform. v5 stores pictures differently on the Amiga (C39).
    pub platform: Option<String>,
    /// COST: the number of colours, 16 or 32. The default is the number of palette entries.
    pub colours: Option<usize>,
    /// The screen colour of each costume colour.
    pub palette: Vec<u8>,
    pub keep_west: bool,
    /// COST: pictures with equal pixels share one copy of the pixels (C33).
    pub redirects: bool,
    /// The number of animations. It is larger than the list if the last animations are empty.
    pub animations: Option<usize>,
    /// The colours in which the PNGs show the colour numbers, each as six hexadecimal digits.
    pub png_colours: Vec<String>,
    /// A palette file with all colours of the room in which the costume is shown. Colours that the
    /// costume does not have are explained with their numbers in this file.
    pub room_colours: Option<String>,
    /// The sheet from which limbs are cut.
    pub sheet: Option<String>,
    /// The width and height of a cell of the sheet.
    #[serde(skip_serializing)]
    pub cell: (usize, usize),
    /// The point between the feet in each cell.
    #[serde(skip_serializing)]
    pub anchor: (i16, i16),
    /// The commands with labels.
    pub commands: Option<String>,
    /// AKOS and v0: the cels.
    pub cels: Vec<CelText>,
    pub limb: Vec<LimbText>,
    /// AKOS: all parts that COST does not have.
    pub akos: Option<AkosText>,
    /// v0: the tables.
    pub v0: Option<V0Text>,
    /// Nintendo: the lists of pictures.
    pub nes: Option<NesText>,
    pub anim: Vec<AnimText>,
    pub layout: LayoutText,
}

/// The tables of a costume of v0.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct V0Text {
    /// The whole block as a file. It replaces all other keys.
    pub whole: Option<String>,
    /// The unused word of the header.
    pub unused: Option<u16>,
    /// The word that is stored in place of the copy of the limbs' offset.
    pub copy: Option<u16>,
    /// The picture of each frame value.
    pub frames: Vec<u8>,
    /// The limb table.
    pub limbs: Vec<u8>,
    /// The commands.
    pub commands: Vec<u8>,
    /// The parts that follow the frames: pictures by number, `limbs`, `commands`, `gap:N`.
    pub order: String,
    /// A file with the bytes of all gaps.
    pub gaps: Option<String>,
}

/// A costume of the Nintendo.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct NesText {
    /// The start and the length of each animation's list.
    pub animations: Vec<(u8, u8)>,
    /// The picture lists of all animations.
    pub pictures: Vec<u8>,
}

impl CostumeFile {
    /// COST: returns the number of colours.
    pub fn colours(&self) -> usize {
        self.colours.unwrap_or(self.palette.len())
    }

    /// Calls `read` for every animation and returns the results by animation number (C9, A6).
    ///
    /// # Errors
    /// Passes on the errors of `read`, and returns an error if an animation is defined twice.
    pub fn animations<T>(
        &self,
        directions: &[&str],
        mut read: impl FnMut(&BTreeMap<String, String>) -> Result<T>,
    ) -> Result<BTreeMap<usize, T>> {
        let mut texts = BTreeMap::new();
        for anim in &self.anim {
            let label = || anim.label();
            for (index, direction) in directions.iter().enumerate() {
                let Some(limbs) = anim.direction(direction).with_context(label)? else {
                    continue;
                };
                let number = usize::from(anim.chore) * directions.len() + index;
                if texts
                    .insert(number, (limbs, format!("{}, {direction}", label())))
                    .is_some()
                {
                    bail!("{} is listed twice", label());
                }
            }
        }
        let read = |(number, (limbs, label))| Ok((number, read(limbs).context(label)?));
        texts.into_iter().map(read).collect()
    }
}

/// The costume formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CostumeKind {
    #[default]
    Cost,
    Akos,
    V0,
    Nes,
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LimbText {
    pub name: String,
    /// The limb's number. The default is one more than the number of the previous limb.
    pub number: Option<usize>,
    #[serde(default)]
    pub rows: BTreeMap<String, usize>,
    #[serde(default, skip_serializing)]
    pub columns: usize,
    #[serde(default, rename = "move")]
    pub shifts: BTreeMap<String, (i16, i16)>,
    /// Pictures of one transparent pixel that only shift later limbs; their names are `a0`, `a1` …
    #[serde(default)]
    pub empty: Vec<(i16, i16)>,
    /// Pictures from files of their own; their names are `c0`, `c1` … by number.
    #[serde(default)]
    pub cels: Vec<CelText>,
}

/// A picture from a file of its own.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct CelText {
    /// An indexed PNG.
    pub file: Option<String>,
    /// The width and height of a picture without pixels, in place of a file. With a file, the size
    /// for which `rel` is the place; `build` warns if the picture has another size.
    pub size: Option<(usize, usize)>,
    /// Another name of the same stored picture: `limb:number` in a COST, the number of the picture
    /// in v0.
    pub same: Option<String>,
    /// COST: the picture whose pixels this picture shares.
    pub borrows: Option<String>,
    /// COST: the offset in the table of pictures, if there is no picture at the offset.
    pub offset: Option<u16>,
    /// AKOS codec 32: the colour of the PNG that stands for gaps.
    pub gap: Option<u8>,
    /// AKOS codec 32, where all colours are used: a PNG whose pixels other than 0 are gaps.
    pub gaps: Option<String>,
    /// The offset of the picture's top left pixel from the limb's position.
    pub rel: Option<(i16, i16)>,
    /// The shift that the picture adds to the position of later limbs: right, up.
    #[serde(rename = "move")]
    pub shift: Option<(i16, i16)>,
    /// The file of the encoded pixels. They are used as long as they decode to the pixels of the
    /// PNG.
    pub coded: Option<String>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AnimText {
    pub chore: u16,
    #[serde(default)]
    pub name: String,
    west: Option<DirectionText>,
    east: Option<DirectionText>,
    south: Option<DirectionText>,
    north: Option<DirectionText>,
    north_east: Option<DirectionText>,
    south_east: Option<DirectionText>,
    south_west: Option<DirectionText>,
    north_west: Option<DirectionText>,
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum DirectionText {
    /// The name of another direction with the same sequences.
    Same(String),
    /// A sequence for each limb.
    Each(BTreeMap<String, String>),
}

impl AnimText {
    /// Creates the animations of a chore. `of` returns the sequences of each limb for a direction.
    pub fn new(chore: u16, of: impl Fn(&str) -> Option<BTreeMap<String, String>>) -> Self {
        let text = |direction: &str| of(direction).map(DirectionText::Each);
        let [
            north,
            north_east,
            east,
            south_east,
            south,
            south_west,
            mut west,
            north_west,
        ] = EIGHT_DIRECTIONS.map(text);
        if of("west") == of("east") {
            west = west.map(|_| DirectionText::Same("east".to_owned()));
        }
        Self {
            chore,
            name: String::new(),
            west,
            east,
            south,
            north,
            north_east,
            south_east,
            south_west,
            north_west,
        }
    }

    /// Returns the number and, if it has one, the name of the chore.
    pub fn label(&self) -> String {
        if self.name.is_empty() {
            format!("chore {}", self.chore)
        } else {
            format!("chore {} ({})", self.chore, self.name)
        }
    }

    /// Returns the sequences of a direction, following references such as `west = "east"`.
    pub fn direction(&self, direction: &str) -> Result<Option<&BTreeMap<String, String>>> {
        let Self {
            north,
            north_east,
            east,
            south_east,
            south,
            south_west,
            west,
            north_west,
            ..
        } = self;
        let all = [
            north, north_east, east, south_east, south, south_west, west, north_west,
        ];
        let text_of = |name: &str| {
            EIGHT_DIRECTIONS
                .iter()
                .zip(all)
                .find_map(|(known, text)| (*known == name).then_some(text))
        };
        let find = |name: &str| {
            text_of(name).with_context(|| format!("expected a direction, found `{name}`"))
        };
        match find(direction)? {
            None => Ok(None),
            Some(DirectionText::Each(limbs)) => Ok(Some(limbs)),
            Some(DirectionText::Same(other)) => match find(other)? {
                Some(DirectionText::Each(limbs)) => Ok(Some(limbs)),
                _ => bail!("{direction} is \"{other}\", which has no sequences of its own"),
            },
        }
    }
}

/// The parts that only an AKOS has.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AkosText {
    pub codec: u16,
    #[serde(default)]
    pub eight_directions: bool,
    /// Further bits of the flags.
    pub flags: Option<u16>,
    /// The version field; the default is 1.
    pub version: Option<u16>,
    /// The number of layers; the default is 16.
    pub layers: Option<u16>,
    /// RGBS, three numbers for each colour.
    #[serde(default)]
    pub rgb: Vec<[u8; 3]>,
    /// AKFO: positions by label or number.
    #[serde(default)]
    pub jump_table: Vec<String>,
    /// AKSF: a sequence, the offset of its entries in the jump table, and the number of these
    /// entries.
    #[serde(default)]
    pub jump_parts: Vec<(String, u16, u16)>,
    /// AKCT: the words.
    #[serde(default)]
    pub conditions: Vec<u32>,
    /// AKST: a sequence and the offset of its conditions.
    #[serde(default)]
    pub condition_parts: Vec<(String, u32)>,
    /// AKAX: the file of the chunk.
    pub aux: Option<String>,
}

/// The layout of the costume.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutText {
    /// COST: the parts in their order.
    pub order: String,
    /// The file with the bytes that belong to no part.
    pub gaps: Option<String>,
    /// v6: the second size field is 0, and the number of animations in the header is their count
    /// (C3).
    pub counts: bool,
    /// The bytes of the header that have no effect.
    pub lead: Vec<u8>,
    /// COST: the offsets of picture tables outside the block, by limb. Such a limb has no pictures.
    pub outside: BTreeMap<String, u16>,
    /// AKOS: the chunks in their order; `XXXX file` for an unknown chunk.
    pub chunks: Vec<String>,
    /// AKOS: the records of AKCH in their order.
    pub chores: String,
    /// AKOS: the records of AKCI in their order.
    pub sizes: String,
    /// AKOS: the pixels in AKCD in their order.
    pub pixels: String,
    /// AKOS: the files with the bytes that follow the known data of a chunk, by chunk.
    pub behind: BTreeMap<String, String>,
    /// AKOS: the file with the bytes behind the last chunk.
    pub tail: Option<String>,
    /// AKOS: the number of cels in AKHD.
    pub cels_said: Option<u16>,
    /// AKOS: the length of AKHD, if it is shorter than usual.
    pub header_len: Option<u16>,
}
