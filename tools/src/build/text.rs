//! A costume's source as it is written: the keys of its TOML text.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::directions::EIGHT;

/// The whole text.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct CostumeFile {
    /// What it is; a COST where nothing is said.
    pub kind: CostumeKind,
    /// The version that it is for, where the command line does not say.
    pub version: Option<u8>,
    /// The Humongous sub-version.
    pub he: Option<u8>,
    /// v3: a game of 256 colours.
    pub old256: bool,
    /// The machine: v5 stores pictures otherwise on the Amiga (C39).
    pub platform: Option<String>,
    /// COST: how many colours there are, 16 or 32; without it as many as the palette has.
    pub colours: Option<usize>,
    /// Screen colours.
    pub palette: Vec<u8>,
    pub keep_west: bool,
    /// COST: pictures with equal pixels borrow them (C33).
    pub redirects: bool,
    /// How many animations there are. That is more than are listed where the last ones are empty.
    pub animations: Option<usize>,
    /// The colours in which the PNGs show the colour numbers, each as six hexadecimal digits.
    pub png_colours: Vec<String>,
    /// The sheet from which limbs are cut.
    pub sheet: Option<String>,
    /// A cell of the sheet.
    #[serde(skip_serializing)]
    pub cell: (usize, usize),
    /// The point between the feet, in each cell.
    #[serde(skip_serializing)]
    pub anchor: (i16, i16),
    /// Commands with labels.
    pub commands: Option<String>,
    /// AKOS and v0: the cels.
    pub cels: Vec<CelText>,
    pub limb: Vec<LimbText>,
    /// AKOS: all that COST has not.
    pub akos: Option<AkosText>,
    /// v0: its tables.
    pub v0: Option<V0Text>,
    /// The Nintendo: the lists of pictures.
    pub nes: Option<NesText>,
    pub anim: Vec<AnimText>,
    pub layout: LayoutText,
}

/// The tables of a costume of v0.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct V0Text {
    /// Instead of all else: the block, as a file.
    pub whole: Option<String>,
    /// The word of the head that nothing reads.
    pub unused: Option<u16>,
    /// What stands in place of the copy of the limbs' offset.
    pub copy: Option<u16>,
    /// The picture of each frame value.
    pub frames: Vec<u8>,
    /// The limb table.
    pub limbs: Vec<u8>,
    /// The commands.
    pub commands: Vec<u8>,
    /// What follows the frames: pictures by number, `limbs`, `commands`, `gap:N`.
    pub order: String,
    /// A file with the bytes of all gaps.
    pub gaps: Option<String>,
}

/// A costume of the Nintendo.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct NesText {
    /// Where the list of each animation begins, and its length.
    pub animations: Vec<(u8, u8)>,
    /// The lists.
    pub pictures: Vec<u8>,
}

impl CostumeFile {
    /// COST: how many colours there are.
    pub fn colours(&self) -> usize {
        self.colours.unwrap_or(self.palette.len())
    }

    /// What `read` makes of every animation, by number (C9, A6).
    ///
    /// # Errors
    /// Those of `read`; an animation comes twice.
    pub fn animations<T>(
        &self,
        directions: &[&str],
        mut read: impl FnMut(&BTreeMap<String, String>) -> Result<T>,
    ) -> Result<BTreeMap<usize, T>> {
        let mut texts = BTreeMap::new();
        for anim in &self.anim {
            let label = || format!("chore {} ({})", anim.chore, anim.name);
            for (index, direction) in directions.iter().enumerate() {
                let Some(limbs) = anim.direction(direction).with_context(label)? else {
                    continue;
                };
                let number = usize::from(anim.chore) * directions.len() + index;
                if texts
                    .insert(number, (limbs, format!("{}, {direction}", label())))
                    .is_some()
                {
                    bail!("{} comes twice", label());
                }
            }
        }
        let read = |(number, (limbs, label))| Ok((number, read(limbs).context(label)?));
        texts.into_iter().map(read).collect()
    }
}

/// The formats.
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
    /// Its number; one more than that of the limb before.
    pub number: Option<usize>,
    #[serde(default)]
    pub rows: BTreeMap<String, usize>,
    #[serde(default, skip_serializing)]
    pub columns: usize,
    #[serde(default, rename = "move")]
    pub shifts: BTreeMap<String, (i16, i16)>,
    /// Pictures of one transparent pixel that only move what comes after; named `a0`, `a1` …
    #[serde(default)]
    pub empty: Vec<(i16, i16)>,
    /// Pictures from files of their own, named `c0`, `c1` … by their numbers.
    #[serde(default)]
    pub cels: Vec<CelText>,
}

/// A picture from a file of its own.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct CelText {
    /// An indexed PNG.
    pub file: Option<String>,
    /// Instead of a file: width and height of a picture without pixels.
    pub size: Option<(usize, usize)>,
    /// COST: another picture, which this one is too: `limb:number`; v0: its number.
    pub same: Option<String>,
    /// COST: the picture whose pixels it borrows.
    pub borrows: Option<String>,
    /// COST: no picture; what stands in the table.
    pub offset: Option<u16>,
    /// AKOS codec 32: the colour of the PNG that stands for gaps.
    pub gap: Option<u8>,
    /// AKOS codec 32, where all colours are used: a PNG whose pixels other than 0 are gaps.
    pub gaps: Option<String>,
    /// Where its first pixel lies.
    pub rel: Option<(i16, i16)>,
    /// What it adds to the place of later limbs: right, up.
    #[serde(rename = "move")]
    pub shift: Option<(i16, i16)>,
    /// Coded pixels, used as long as they give those of the PNG.
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
    /// The same as another direction.
    Same(String),
    /// A sequence a limb.
    Each(BTreeMap<String, String>),
}

impl AnimText {
    /// The animations of a chore, given what each of its directions says of its limbs.
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
        ] = EIGHT.map(text);
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

    /// The sequences of a direction, following `west = "east"`.
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
            EIGHT
                .iter()
                .zip(all)
                .find_map(|(known, text)| (*known == name).then_some(text))
        };
        let find = |name: &str| text_of(name).with_context(|| format!("`{name}` is no direction"));
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

/// What an AKOS has besides.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct AkosText {
    pub codec: u16,
    #[serde(default)]
    pub eight_directions: bool,
    /// Further bits of the flags.
    pub flags: Option<u16>,
    /// 1 where nothing is said.
    pub version: Option<u16>,
    /// 16 where nothing is said.
    pub layers: Option<u16>,
    /// RGBS, three numbers a colour.
    #[serde(default)]
    pub rgb: Vec<[u8; 3]>,
    /// AKFO: positions by label or number.
    #[serde(default)]
    pub jump_table: Vec<String>,
    /// AKSF: a sequence, its offset in the jump table, how many entries are its own.
    #[serde(default)]
    pub jump_parts: Vec<(String, u16, u16)>,
    /// AKCT: words.
    #[serde(default)]
    pub conditions: Vec<u32>,
    /// AKST: a sequence, the offset of its conditions.
    #[serde(default)]
    pub condition_parts: Vec<(String, u32)>,
    /// AKAX: a file.
    pub aux: Option<String>,
}

/// How the costume was laid out.
#[derive(Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct LayoutText {
    /// COST: the parts in their order.
    pub order: String,
    /// The file of the bytes that belong to nothing.
    pub gaps: Option<String>,
    /// v6: size 0, and a number of animations that counts them.
    pub counts: bool,
    /// Bytes of the header that nothing looks at.
    pub lead: Vec<u8>,
    /// COST: offsets of the tables of limbs without pictures, where they lie outside the block.
    pub outside: BTreeMap<String, u16>,
    /// AKOS: the chunks in their order; `XXXX file` for one that nothing reads.
    pub chunks: Vec<String>,
    /// AKOS: the records of AKCH in their order.
    pub chores: String,
    /// AKOS: those of AKCI.
    pub sizes: String,
    /// AKOS: the pixels in AKCD.
    pub pixels: String,
    /// AKOS: chunks that go on behind what is read of them: files.
    pub behind: BTreeMap<String, String>,
    /// AKOS: a file of bytes behind the last chunk.
    pub tail: Option<String>,
    /// AKOS: the number of cels that AKHD says.
    pub cels_said: Option<u16>,
    /// AKOS: the bytes of AKHD, where it lacks some.
    pub header_len: Option<u16>,
}
