//! Palettes: 256 colours with 8 bits for each component, as stored (R3).

use std::ops::{Index, IndexMut};

use crate::block::{self, Header};
use crate::reader::{Reader, to_usize};
use crate::{Dialect, Platform, Render, Result, Tag, nes};

/// A stored colour of v5 and v6 means "do not change" if all its components are at least this
/// value.
const KEEP: u8 = 252;

impl Dialect {
    /// Returns whether entry `i` of a room's palette is applied if it has this value (R3, P11).
    #[must_use]
    pub fn takes_colour(&self, i: usize, colour: [u8; 3]) -> bool {
        match self.version() {
            5 if self.has_colour_registers() => true,
            5 | 6 => {
                colour.iter().any(|&c| c < KEEP) || i == 15 || (i < 15 && !self.he_at_least(75))
            }
            // Monkey Island with the colours of EGA applies all colours (P12).
            4 if self.render() == Some(Render::Ega) => true,
            4 => i >= 16 || self.platform() != Platform::Amiga,
            _ => true,
        }
    }
}

/// 256 colours with red, green and blue. `palette[15]` is entry 15. The index is a `u8`, so every
/// index is valid.
#[must_use]
#[derive(Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Palette(#[cfg_attr(feature = "serde", serde(with = "colours"))] [[u8; 3]; 256]);

impl std::fmt::Debug for Palette {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Palette").field(&self.0.len()).finish()
    }
}

impl Default for Palette {
    /// Returns a black palette, with which 256-colour games start (P8).
    fn default() -> Self {
        Self([[0; 3]; 256])
    }
}

impl Index<u8> for Palette {
    type Output = [u8; 3];

    fn index(&self, entry: u8) -> &[u8; 3] {
        #[allow(
            clippy::indexing_slicing,
            reason = "there are as many colours as a byte has values"
        )]
        &self.0[usize::from(entry)]
    }
}

impl IndexMut<u8> for Palette {
    fn index_mut(&mut self, entry: u8) -> &mut [u8; 3] {
        #[allow(
            clippy::indexing_slicing,
            reason = "there are as many colours as a byte has values"
        )]
        &mut self.0[usize::from(entry)]
    }
}

impl<'a> IntoIterator for &'a Palette {
    type Item = &'a [u8; 3];
    type IntoIter = std::slice::Iter<'a, [u8; 3]>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Palette {
    type Item = &'a mut [u8; 3];
    type IntoIter = std::slice::IterMut<'a, [u8; 3]>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl Palette {
    /// Creates a palette from its colours.
    pub const fn new(colours: [[u8; 3]; 256]) -> Self {
        Self(colours)
    }

    /// Returns the colours, for code that takes an array or a slice.
    #[must_use]
    pub const fn colours(&self) -> &[[u8; 3]; 256] {
        &self.0
    }

    /// Returns the colours mutably, for code that takes an array or a slice.
    pub const fn colours_mut(&mut self) -> &mut [[u8; 3]; 256] {
        &mut self.0
    }

    /// Returns the colours mutably, from entry 0 on.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, [u8; 3]> {
        self.0.iter_mut()
    }

    /// Returns the colours from entry 0 on.
    pub fn iter(&self) -> std::slice::Iter<'_, [u8; 3]> {
        self.0.iter()
    }

    /// Returns 256 different colours, for scenes that name no palette: red rises from entry to
    /// entry, green rises seven times as fast, and blue falls.
    pub fn distinct() -> Self {
        Self(std::array::from_fn(|i| i as u8).map(|level| [level, level.wrapping_mul(7), !level]))
    }

    /// Returns a ramp of greys.
    pub fn greys() -> Self {
        Self(std::array::from_fn(|level| [level as u8; 3]))
    }

    /// Creates a palette from 768 bytes; `None` if the length is different.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        parse_clut(Reader::new(bytes))
            .try_into()
            .ok()
            .filter(|_| bytes.len() == 768)
            .map(Self)
    }

    /// Applies a room's stored colours as a room change does (R3).
    ///
    /// v5, v6 and Humongous rooms mark entries that do not change by three components of at least
    /// 252. Entry 15 is always applied. The entries 0..=14 are always applied, too, except in
    ///      Humongous games after HE74.
    pub fn take(&mut self, stored: &[[u8; 3]], dialect: &Dialect) {
        for (i, (colour, &new)) in self.0.iter_mut().zip(stored).enumerate() {
            if dialect.takes_colour(i, new) {
                *colour = new;
            }
        }
    }

    /// Returns the palette with which a game starts (P7, P8, P12). In games of 16 colours, these
    /// are the colours of the machine and the display; in other games, all colours are black except
    /// the first 16. Amiga games of v4 begin with the 16 colours that they keep in all rooms, later
    /// games for DOS with the 16 colours of EGA.
    pub fn initial(dialect: &Dialect) -> Self {
        let version = dialect.version();
        let platform = dialect.platform();
        if dialect.is_nes() {
            return Self::default().with_first(nes::colours(false));
        }
        let has_sixteen = dialect.is_sixteen_colour();
        let known: &[u32] = match (dialect.render(), platform) {
            (Some(Render::HerculesAmber), _) => &[0, 0xae_6938],
            (Some(Render::HerculesGreen), _) => &[0, 0x00_ff00],
            (Some(Render::Cga | Render::CgaComposite), _) if version < 3 => &CGA[..4],
            (Some(Render::Cga | Render::CgaComposite), _) => &CGA,
            (Some(Render::CgaBw), _) => &[0, 0xff_ffff],
            (_, Platform::C64) if version <= 1 => &C64,
            (_, Platform::Apple2) => &APPLE2,
            (Some(Render::Amiga), _) | (_, Platform::Amiga | Platform::AtariSt)
                if has_sixteen && version > 1 =>
            {
                &AMIGA
            }
            _ if has_sixteen => &EGA,
            (Some(Render::Ega), _) => &EGA,
            (_, Platform::Amiga) if version == 4 => &AMIGA_V4,
            (None, Platform::Dos) if version >= 4 && !dialect.is_humongous() => &EGA,
            _ => &[],
        };
        Self::default().with_first(known.iter().copied())
    }

    /// Returns the colours as a Macintosh displays them with its gamma table (P12).
    pub fn with_gamma(mut self) -> Self {
        for component in self.0.as_flattened_mut() {
            #[allow(
                clippy::indexing_slicing,
                reason = "the table has an entry for each value of a byte"
            )]
            let corrected = GAMMA[usize::from(*component)];
            *component = corrected;
        }
        self
    }

    /// Returns the colours of the Nintendo that the reference used in earlier versions (Q28).
    pub fn nes_classic() -> Self {
        Self::default().with_first(nes::colours(true))
    }

    fn with_first(mut self, colours: impl Iterator<Item = u32>) -> Self {
        for (entry, colour) in self.0.iter_mut().zip(colours) {
            let [_, red, green, blue] = colour.to_be_bytes();
            *entry = [red, green, blue];
        }
        self
    }

    /// Returns the colours as 768 bytes of red, green and blue.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.concat()
    }
}

/// The 16 colours of EGA (P7).
const EGA: [u32; 16] = [
    0x00_0000, 0x00_00aa, 0x00_aa00, 0x00_aaaa, 0xaa_0000, 0xaa_00aa, 0xaa_5500, 0xaa_aaaa,
    0x55_5555, 0x55_55ff, 0x55_ff55, 0x55_ffff, 0xff_5555, 0xff_55ff, 0xff_ff55, 0xff_ffff,
];

/// The four colours of CGA, and three more colours that games from v3 on use (P12).
const CGA: [u32; 16] = [
    0, 0x55_ffff, 0xff_55ff, 0xff_ffff, 0, 0, 0, 0xaa_aaaa, 0x55_5555, 0, 0, 0, 0, 0, 0, 0xff_ffff,
];

/// The gamma table of the Macintosh's display (P12): the components 0, 10, 20, 30, 85, 170 and 255
/// were measured.
#[rustfmt::skip]
const GAMMA: [u8; 256] = [
    0x00, 0x05, 0x09, 0x0b, 0x0e, 0x10, 0x13, 0x15, 0x17, 0x19, 0x1b, 0x1d, 0x1e, 0x20, 0x22, 0x24,
    0x25, 0x27, 0x28, 0x2a, 0x2c, 0x2d, 0x2f, 0x30, 0x31, 0x33, 0x34, 0x36, 0x37, 0x38, 0x3a, 0x3b,
    0x3c, 0x3e, 0x3f, 0x40, 0x42, 0x43, 0x44, 0x45, 0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4d, 0x4e, 0x4f,
    0x50, 0x51, 0x52, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x5b, 0x5c, 0x5e, 0x5f, 0x60, 0x61,
    0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x70, 0x71,
    0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79, 0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f, 0x80, 0x81,
    0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8c, 0x8d, 0x8e, 0x8f,
    0x90, 0x91, 0x92, 0x93, 0x94, 0x95, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9b, 0x9c, 0x9d,
    0x9e, 0x9f, 0xa0, 0xa1, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa6, 0xa7, 0xa8, 0xa9, 0xaa, 0xab,
    0xab, 0xac, 0xad, 0xae, 0xaf, 0xb0, 0xb0, 0xb1, 0xb2, 0xb3, 0xb4, 0xb4, 0xb5, 0xb6, 0xb7, 0xb8,
    0xb8, 0xb9, 0xba, 0xbb, 0xbc, 0xbc, 0xbd, 0xbe, 0xbf, 0xc0, 0xc0, 0xc1, 0xc2, 0xc3, 0xc3, 0xc4,
    0xc5, 0xc6, 0xc7, 0xc7, 0xc8, 0xc9, 0xca, 0xca, 0xcb, 0xcc, 0xcd, 0xcd, 0xce, 0xcf, 0xd0, 0xd0,
    0xd1, 0xd2, 0xd3, 0xd3, 0xd4, 0xd5, 0xd6, 0xd6, 0xd7, 0xd8, 0xd9, 0xd9, 0xda, 0xdb, 0xdc, 0xdc,
    0xdd, 0xde, 0xdf, 0xdf, 0xe0, 0xe1, 0xe1, 0xe2, 0xe3, 0xe4, 0xe4, 0xe5, 0xe6, 0xe7, 0xe7, 0xe8,
    0xe9, 0xe9, 0xea, 0xeb, 0xec, 0xec, 0xed, 0xee, 0xee, 0xef, 0xf0, 0xf1, 0xf1, 0xf2, 0xf3, 0xf3,
    0xf4, 0xf5, 0xf5, 0xf6, 0xf7, 0xf8, 0xf8, 0xf9, 0xfa, 0xfa, 0xfb, 0xfc, 0xfc, 0xfd, 0xfe, 0xff,
];

/// The 16 colours of games of 16 colours on the Amiga and the Atari ST (P7).
const AMIGA: [u32; 16] = [
    0x00_0000, 0x00_00bb, 0x00_bb00, 0x00_bbbb, 0xbb_0000, 0xbb_00bb, 0xbb_7700, 0xbb_bbbb,
    0x77_7777, 0x77_77ff, 0x00_ff00, 0x00_ffff, 0xff_8888, 0xff_00ff, 0xff_ff00, 0xff_ffff,
];

/// The 16 colours that Amiga games of v4 keep in all rooms (P7).
const AMIGA_V4: [u32; 16] = [
    0x00_0000, 0x00_00aa, 0x00_8822, 0x00_6677, 0xbb_6666, 0xaa_22aa, 0x88_5522, 0x77_7777,
    0x33_3333, 0x22_55dd, 0x22_dd44, 0x00_ccff, 0xff_9999, 0xff_55ff, 0xff_ff77, 0xff_ffff,
];

/// The 16 colours of the Apple II, and one more colour that rooms use (V17).
const APPLE2: [u32; 17] = [
    0x00_0000, 0xff_ffff, 0xdd_0033, 0x44_ff99, 0xdd_22dd, 0x00_7722, 0x00_0099, 0xff_ff00,
    0xff_6600, 0x88_5500, 0xff_9988, 0x55_5555, 0xaa_aaaa, 0x11_dd00, 0x22_22ff, 0xaa_aaaa,
    0x7f_3ba6,
];

/// The 16 colours of the C64, and one more colour that rooms use (P7).
const C64: [u32; 17] = [
    0x00_0000, 0xff_ffff, 0x7e_352b, 0x6e_b7c1, 0x7f_3ba6, 0x5c_a035, 0x33_2799, 0xcb_d765,
    0x85_531c, 0x50_3c00, 0xb4_6b61, 0x4a_4a4a, 0x75_7575, 0xa3_e77c, 0x70_64d6, 0xa3_a3a3,
    0x7f_3ba6,
];

/// A palette as a room stores it: at most 256 colours from entry 0 on.
pub type StoredPalette = Vec<[u8; 3]>;

/// The most palettes of a room. Rooms of the games have fewer than a dozen.
const PALETTES: usize = 64;

/// Reads CLUT: triples up to the end of the data (R3).
pub(crate) fn parse_clut(data: Reader<'_>) -> StoredPalette {
    data.rest()
        .chunks_exact(3)
        .take(256)
        .filter_map(|rgb| rgb.try_into().ok())
        .collect()
}

/// Reads PALS: a WRAP with a block OFFS and blocks APAL (R3). Each entry of OFFS is the offset of
/// an APAL, counted from the start of OFFS. Invalid entries after the last valid one are dropped.
pub(crate) fn parse_pals(data: Reader<'_>) -> Result<Vec<StoredPalette>> {
    let wrap = block::need(data, Header::Large, Tag(*b"WRAP"))?.data;
    let mut offsets = block::need(wrap, Header::Large, Tag(*b"OFFS"))?;
    let mut palettes = Vec::new();
    while offsets.data.remaining() >= 4 && palettes.len() < PALETTES {
        let offset = to_usize(offsets.data.u32_le("a palette's offset")?);
        let from_offs = wrap.at(offsets.from_start().position_in(wrap), "OFFS")?;
        let apal = block::read(&mut from_offs.at(offset, "a palette")?, Header::Large)?;
        palettes.push(parse_clut(apal.data));
    }
    Ok(palettes)
}

/// Reads PA: a word and triples of bytes (R3). The word is a number of bytes in v4 and a number of
/// colours in v3.
pub(crate) fn parse_pa(mut data: Reader<'_>, dialect: &Dialect) -> Result<StoredPalette> {
    let count = usize::from(data.u16_le("the size of the palette")?);
    let count = if dialect.is_v3_256() {
        count
    } else {
        count / 3
    };
    (0..count.min(256))
        .map(|_| data.array("a colour"))
        .collect()
}

#[cfg(feature = "serde")]
mod colours {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(colours: &[[u8; 3]; 256], s: S) -> Result<S::Ok, S::Error> {
        colours.as_slice().serialize(s)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<[[u8; 3]; 256], D::Error> {
        Vec::<[u8; 3]>::deserialize(d)?
            .try_into()
            .map_err(|_| D::Error::custom("a palette has 256 colours"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameId;

    fn taken(dialect: &Dialect) -> Vec<bool> {
        let mut palette = Palette::default();
        palette.take(&[[252, 253, 255]; 17], dialect);
        palette.0[..17].iter().map(|&c| c != [0; 3]).collect()
    }

    #[test]
    fn bright_entries_are_left_alone_in_v5_and_v6_r3() {
        let low = |on| [vec![on; 15], vec![true, false]].concat();
        for dialect in [Dialect::new(5), Dialect::new(6), Dialect::humongous(74)] {
            assert_eq!(taken(&dialect), low(true));
        }
        assert_eq!(taken(&Dialect::humongous(75)), low(false));
        assert_eq!(taken(&Dialect::new(7)), [true; 17]);
        assert_eq!(taken(&Dialect::new(4)), [true; 17]);
    }

    #[test]
    fn one_component_below_252_is_enough_r3() {
        assert!(Dialect::new(5).takes_colour(200, [255, 251, 255]));
        assert!(!Dialect::new(5).takes_colour(200, [252, 252, 252]));
        let indy4 = Dialect::new(5)
            .with_platform(Platform::Amiga)
            .with_game(Some(GameId::Indy4));
        assert!(indy4.takes_colour(200, [252, 252, 252]), "P10");
    }

    #[test]
    fn amiga_games_of_v4_keep_their_first_sixteen_r3_p11() {
        let amiga = Dialect::new(4).with_platform(Platform::Amiga);
        assert_eq!(taken(&amiga), [vec![false; 16], vec![true]].concat());
        let initial = Palette::initial(&amiga);
        assert_eq!(
            (initial[2], initial[15], initial[16]),
            ([0, 0x88, 0x22], [255; 3], [0; 3])
        );
    }

    #[test]
    fn only_games_of_sixteen_colours_start_with_some_p7_p8() {
        assert_eq!(Palette::initial(&Dialect::new(3)).0[6], [0xaa, 0x55, 0]);
        let v3 = Dialect::new(3).with_old256(true);
        let windows = Dialect::new(8).with_platform(Platform::Windows);
        for black in [v3, windows, Dialect::humongous(72)] {
            assert_eq!(Palette::initial(&black), Palette::default());
        }
        let c64 = Palette::initial(&Dialect::new(1).with_platform(Platform::C64));
        assert_eq!(c64.0[16], [0x7f, 0x3b, 0xa6]);
    }

    #[test]
    fn games_for_dos_start_with_the_colours_of_ega_from_v4_on_p12() {
        let ega = Palette::initial(&Dialect::new(3));
        for version in [4, 5, 6, 7, 8] {
            assert_eq!(Palette::initial(&Dialect::new(version)), ega, "v{version}");
        }
        assert_eq!(
            Palette::initial(&Dialect::new(5).with_platform(Platform::Amiga)),
            Palette::default()
        );
    }

    #[test]
    fn machine_and_display_decide_on_the_first_colours_p12() {
        let of = |dialect: Dialect, i: usize| Palette::initial(&dialect).0[i];
        let v2 = Dialect::new(2);
        let v3 = Dialect::new(3);
        let on = |dialect: Dialect, render| dialect.with_render(Some(render));
        assert_eq!(of(on(v2, Render::HerculesAmber), 1), [0xae, 0x69, 0x38]);
        assert_eq!(of(on(v2, Render::HerculesGreen), 1), [0, 0xff, 0]);
        assert_eq!(
            of(on(v3, Render::HerculesGreen), 1),
            [0, 0, 0xaa],
            "v3 has no Hercules"
        );
        assert_eq!(
            [
                of(on(v2, Render::Cga), 3),
                of(on(v2, Render::Cga), 7),
                of(on(v3, Render::Cga), 7)
            ],
            [[255; 3], [0; 3], [0xaa; 3]]
        );
        assert_eq!(of(on(Dialect::new(1), Render::CgaBw), 1), [255; 3]);
        assert_eq!(of(on(v2, Render::Amiga), 1), [0, 0, 0xbb]);
        assert_eq!(of(v3.with_platform(Platform::AtariSt), 1), [0, 0, 0xbb]);
        let mac = v3.with_platform(Platform::Mac);
        let loom = mac.with_game(Some(GameId::Loom));
        assert_eq!((of(loom, 1), of(mac, 1)), ([0, 0, 0xaa], [0, 0, 0xaa]));
        let monkey = Dialect::new(4).with_platform(Platform::Amiga);
        assert_eq!(of(on(monkey, Render::Ega), 1), [0, 0, 0xaa]);
        assert!(on(monkey, Render::Ega).takes_colour(3, [1, 2, 3]));
    }

    #[test]
    fn the_gamma_of_a_macintosh_brightens_the_colours_of_ega_p12() {
        let shown = Palette::initial(&Dialect::new(3)).with_gamma();
        assert_eq!(
            [shown[0], shown[6], shown[9]],
            [[0; 3], [0xc0, 0x77, 0], [0x77, 0x77, 0xff]]
        );
        assert!(GAMMA.is_sorted());
    }

    #[test]
    fn pa_counts_bytes_in_v4_and_colours_in_v3_r3() {
        let data = [6, 0, 1, 2, 3, 4, 5, 6];
        assert_eq!(
            parse_pa(Reader::new(&data), &Dialect::new(4)).unwrap(),
            [[1, 2, 3], [4, 5, 6]]
        );
        let v3 = Dialect::new(3).with_old256(true);
        assert!(
            parse_pa(Reader::new(&data), &v3).is_err(),
            "the data has fewer than six colours"
        );
    }

    #[test]
    fn pals_offsets_count_from_offs_to_apal_r3() {
        let mut wrap = b"OFFS\0\0\0\x10".to_vec();
        wrap.extend([0x1b, 0, 0, 0, 0x10, 0, 0, 0]);
        wrap.extend(b"APAL\0\0\0\x0b\x01\x02\x03APAL\0\0\0\x0b\x04\x05\x06");
        let data = [
            &b"WRAP"[..],
            &u32::try_from(wrap.len() + 8).unwrap().to_be_bytes(),
            &wrap,
        ]
        .concat();
        assert_eq!(
            parse_pals(Reader::new(&data)).unwrap(),
            [[[4, 5, 6]], [[1, 2, 3]]]
        );
        for len in 0..data.len() {
            assert!(parse_pals(Reader::new(&data[..len])).is_err());
        }
    }
}
