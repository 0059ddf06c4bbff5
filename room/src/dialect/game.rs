//! The games on which rules depend, the machines that games were made for, and the displays for
//! which games of up to 16 colours were made.

use std::ops::RangeInclusive;

use super::Dialect;

/// A game on which a rule depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum GameId {
    /// Maniac Mansion.
    Maniac,
    /// Zak McKracken.
    Zak,
    /// Indiana Jones and the Last Crusade.
    Indy3,
    /// Loom.
    Loom,
    /// The Secret of Monkey Island (any edition).
    Monkey,
    /// Monkey Island 2.
    Monkey2,
    /// Indiana Jones and the Fate of Atlantis.
    Indy4,
    /// Day of the Tentacle.
    Tentacle,
    /// Sam & Max Hit the Road.
    SamNMax,
    /// Full Throttle.
    FullThrottle,
    /// The Dig.
    Dig,
    /// The Curse of Monkey Island.
    Comi,
    /// A Humongous game.
    Humongous,
}

/// Each game with the SCUMM versions in which it exists, and its ids.
const GAMES: [(GameId, RangeInclusive<u8>, &[&str]); 13] = [
    (GameId::Maniac, 0..=2, &["maniac"]),
    (
        GameId::Zak,
        1..=3,
        &["zak", "zaktowns", "indyloom", "indyzak", "zakloom"],
    ),
    (GameId::Indy3, 3..=3, &["indy3"]),
    (GameId::Loom, 3..=4, &["loom"]),
    (
        GameId::Monkey,
        4..=5,
        &["monkey", "monkey_vga", "monkey_ega", "pass"],
    ),
    (GameId::Monkey2, 5..=5, &["monkey2"]),
    (GameId::Indy4, 5..=5, &["atlantis", "indy4"]),
    (GameId::Tentacle, 6..=6, &["tentacle"]),
    (GameId::SamNMax, 6..=6, &["samnmax"]),
    (GameId::FullThrottle, 7..=7, &["ft"]),
    (GameId::Dig, 7..=7, &["dig"]),
    (GameId::Comi, 8..=8, &["comi"]),
    (GameId::Humongous, 6..=6, &["he"]),
];

impl GameId {
    /// Returns the game with an id of ScummVM (`monkey2`, `samnmax`, `ft` …).
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        GAMES
            .into_iter()
            .find(|(.., ids)| ids.contains(&id))
            .map(|(game, ..)| game)
    }

    /// Returns the id of the game in ScummVM, as [`Self::from_id`] takes it.
    #[must_use]
    pub fn id(self) -> &'static str {
        GAMES
            .into_iter()
            .find(|(game, ..)| *game == self)
            .and_then(|(.., ids)| ids.first())
            .map_or("", |id| *id)
    }

    /// Returns the SCUMM versions in which the game exists.
    #[must_use]
    pub fn versions(self) -> RangeInclusive<u8> {
        GAMES
            .into_iter()
            .find(|(game, ..)| *game == self)
            .map_or(0..=8, |(_, versions, _)| versions)
    }
}

// Machines.

/// The machine for which a game was made, as far as it changes the pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
#[non_exhaustive]
pub enum Platform {
    /// DOS and compatible platforms.
    #[default]
    Dos,
    /// Amiga.
    Amiga,
    /// FM-Towns.
    FmTowns,
    /// Macintosh.
    Mac,
    /// Commodore 64.
    C64,
    /// Windows.
    Windows,
    /// Atari ST.
    AtariSt,
    /// Sega CD.
    SegaCd,
    /// Nintendo Entertainment System.
    Nes,
    /// Apple II.
    Apple2,
}

impl Platform {
    /// All platforms with their names.
    pub const ALL: [(&str, Self); 10] = [
        ("dos", Self::Dos),
        ("amiga", Self::Amiga),
        ("fmtowns", Self::FmTowns),
        ("mac", Self::Mac),
        ("c64", Self::C64),
        ("windows", Self::Windows),
        ("atarist", Self::AtariSt),
        ("segacd", Self::SegaCd),
        ("nes", Self::Nes),
        ("apple2", Self::Apple2),
    ];
}

// Displays.

/// The display that a game of v1..v4 is set to (P12), which affects the drawn colours (C53a, C71b,
/// T21a).
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Render {
    /// EGA, 16 colours.
    Ega,
    /// CGA, four colours.
    Cga,
    /// CGA, black and white.
    CgaBw,
    /// CGA on a composite screen.
    CgaComposite,
    /// Hercules on a green screen.
    HerculesGreen,
    /// Hercules on an amber screen.
    HerculesAmber,
    /// The Amiga's 16 colours.
    Amiga,
}

impl Render {
    /// All displays with their names.
    pub const ALL: [(&str, Self); 7] = [
        ("ega", Self::Ega),
        ("cga", Self::Cga),
        ("cga_bw", Self::CgaBw),
        ("cga_composite", Self::CgaComposite),
        ("hercules_green", Self::HerculesGreen),
        ("hercules_amber", Self::HerculesAmber),
        ("amiga", Self::Amiga),
    ];

    /// Returns whether the display is CGA in its own colours or Hercules: displays of four and of
    /// two colours (C53a, P13).
    #[must_use]
    pub fn is_cga_or_hercules(self) -> bool {
        matches!(self, Self::Cga | Self::HerculesGreen | Self::HerculesAmber)
    }
}

impl Dialect {
    /// Sets the display. A display that the game cannot have is ignored (P12).
    pub fn with_render(mut self, render: Option<Render>) -> Self {
        self.render = render;
        self
    }

    /// Returns the display that the game is set to, if the game can have it (P12).
    #[must_use]
    pub fn render(&self) -> Option<Render> {
        let on_dos = self.platform == Platform::Dos;
        let is_monkey_ega = self.version == 4 && self.ega && self.game == Some(GameId::Monkey);
        let is_monkey_on_the_amiga = self.version == 4
            && !self.ega
            && self.platform == Platform::Amiga
            && self.game == Some(GameId::Monkey);
        self.render.filter(|render| match render {
            Render::HerculesGreen | Render::HerculesAmber => {
                on_dos && (self.is_v1_or_v2() || is_monkey_ega)
            }
            Render::CgaBw | Render::CgaComposite => on_dos && self.version == 1,
            Render::Cga => on_dos && self.is_sixteen_colour(),
            Render::Ega => (on_dos && self.is_sixteen_colour()) || is_monkey_on_the_amiga,
            Render::Amiga => {
                let is_amiga = self.platform == Platform::Amiga;
                is_amiga || (on_dos && self.version >= 2 && self.is_sixteen_colour())
            }
        })
    }

    /// v0, v1: returns the screen colour of each colour of a room or an actor (S12, C71b, V13).
    #[must_use]
    pub fn v1_screen_colours(&self) -> [u8; 16] {
        match (self.platform(), self.render(), self.game()) {
            (Platform::C64 | Platform::Apple2, ..) => {
                std::array::from_fn(|i| u8::try_from(i).unwrap_or(0))
            }
            (_, Some(render), _) if render.is_cga_or_hercules() || render == Render::CgaBw => {
                [0, 15, 8, 5, 10, 5, 1, 13, 10, 2, 10, 12, 15, 10, 5, 12]
            }
            (.., Some(GameId::Zak)) => [0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 13, 8, 7, 10, 9, 7],
            _ => [0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 12, 8, 7, 10, 9, 8],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERCULES: [u8; 16] = [0, 15, 8, 5, 10, 5, 1, 13, 10, 2, 10, 12, 15, 10, 5, 12];

    fn accepted(dialect: Dialect) -> Vec<&'static str> {
        let is_accepted = |render| dialect.with_render(Some(render)).render() == Some(render);
        Render::ALL
            .into_iter()
            .filter(|(_, render)| is_accepted(*render))
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn a_display_that_the_game_cannot_have_is_ignored_p12() {
        let v1 = [
            "ega",
            "cga",
            "cga_bw",
            "cga_composite",
            "hercules_green",
            "hercules_amber",
        ];
        assert_eq!(accepted(Dialect::new(1)), v1);
        assert_eq!(
            accepted(Dialect::new(2)),
            ["ega", "cga", "hercules_green", "hercules_amber", "amiga"]
        );
        assert_eq!(accepted(Dialect::new(3)), ["ega", "cga", "amiga"]);
        let monkey_ega = Dialect::new(4).with_ega(true);
        assert_eq!(
            accepted(monkey_ega),
            ["ega", "cga", "hercules_green", "hercules_amber", "amiga"]
        );
        let vga_on_amiga = Dialect::new(4).with_platform(Platform::Amiga);
        assert_eq!(accepted(vga_on_amiga), ["ega", "amiga"]);
        assert!(accepted(Dialect::new(3).with_old256(true)).is_empty());
        assert!(accepted(Dialect::new(4)).is_empty() && accepted(Dialect::new(5)).is_empty());
        assert_eq!(
            accepted(Dialect::new(3).with_platform(Platform::Amiga)),
            ["amiga"]
        );
        assert!(accepted(Dialect::new(1).with_platform(Platform::C64)).is_empty());
    }

    #[test]
    fn colours_of_v1_depend_on_game_machine_and_display_c71b() {
        let zak = Dialect::new(1).with_game(Some(GameId::Zak));
        let colours =
            |dialect: Dialect, render| dialect.with_render(Some(render)).v1_screen_colours();
        for dialect in [zak, Dialect::new(1)] {
            for render in [
                Render::Cga,
                Render::CgaBw,
                Render::HerculesGreen,
                Render::HerculesAmber,
            ] {
                assert_eq!(colours(dialect, render), HERCULES);
            }
            assert_eq!(
                colours(dialect, Render::CgaComposite),
                dialect.v1_screen_colours(),
                "CGA on a composite monitor has the colours of EGA"
            );
        }
        assert_eq!(
            (
                zak.v1_screen_colours()[10],
                Dialect::new(1).v1_screen_colours()[10]
            ),
            (13, 12)
        );
        let c64 = zak.with_platform(Platform::C64);
        assert_eq!(colours(c64, Render::Cga)[15], 15, "a C64 has no CGA");
    }
}
