//! A made-up game of each platform and version is recognised with the right version and platform.
//!
//! The rooms come from the vectors, so that their pictures are known. The costumes come from the
//! made-up games, or for v1 from the vectors. If only the table of known index files could show the
//! platform or the sub-version, the caller states them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_room::Platform::{self, Amiga, AtariSt, C64, Dos, FmTowns, Mac, SegaCd, Windows};
use scumm_room::resource::{GameFiles, Given, ResourceKind};
use scumm_room::{Dialect, GameId, Tag, block, edit};
use scumm_test_support::editions::{
    EditionFiles, game, mac_container, padded, program, remaster, write,
};
use scumm_test_support::vectors::Vectors;

use super::originals;
use super::rooms::{self, CostumeSample};

/// The source of a variant's files.
#[derive(Clone, Copy, Debug)]
enum Base {
    /// A made-up game of the archive.
    Made(&'static str),
    /// A new game of this version, with this base name and a sound whose block has this child
    /// (I27).
    Written(u8, &'static str, &'static [u8; 4]),
}
use Base::{Made, Written};

/// The form in which the files are stored.
#[derive(Clone, Copy, Debug)]
enum Pack {
    Loose,
    /// In a folder of this name (I28).
    Below(&'static str),
    /// In a Macintosh container (I33).
    Container(&'static str),
    /// With the index at this offset in a program (I34).
    Program(&'static str, usize),
    /// In the container of a remastered edition, in this folder (I37).
    Remastered(&'static str, &'static str),
}
use Pack::{Below, Container, Loose, Program, Remastered};

/// An edition of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variant {
    /// The name of the edition. The title of the game is its first part.
    name: &'static str,
    base: Base,
    /// A part of the file names, and its replacement.
    names: (&'static str, &'static str),
    /// Additional empty files, by which games are distinguished (I4, I25, I26).
    beside: &'static [&'static str],
    /// The length of the edition's index, if the game is recognised by this length (I24).
    len: Option<usize>,
    /// The number of additional bytes behind the index.
    tail: usize,
    pack: Pack,
    /// The platform and the Humongous sub-version that the caller states.
    said: (Option<Platform>, Option<u8>),
    /// The expected version, Humongous sub-version and platform.
    expected: (u8, u8, Platform),
    /// The usual name of the sub-version, if it differs from the number.
    called: Option<&'static str>,
    /// Whether the game has 16 colours (v4 only).
    ega: bool,
}

const fn variant(name: &'static str, base: Base, expected: (u8, u8, Platform)) -> Variant {
    let names = ("", "");
    Variant {
        name,
        base,
        names,
        beside: &[],
        len: None,
        tail: 0,
        pack: Loose,
        said: (None, None),
        expected,
        called: None,
        ega: false,
    }
}

impl Variant {
    const fn named(self, from: &'static str, to: &'static str) -> Self {
        Self {
            names: (from, to),
            ..self
        }
    }

    const fn beside(self, beside: &'static [&'static str]) -> Self {
        Self { beside, ..self }
    }

    const fn len(self, len: usize) -> Self {
        Self {
            len: Some(len),
            ..self
        }
    }

    const fn tail(self, tail: usize) -> Self {
        Self { tail, ..self }
    }

    const fn pack(self, pack: Pack) -> Self {
        Self { pack, ..self }
    }

    const fn platform_said(self) -> Self {
        Self {
            said: (Some(self.expected.2), self.said.1),
            ..self
        }
    }

    const fn he_said(self) -> Self {
        Self {
            said: (self.said.0, Some(self.expected.1)),
            ..self
        }
    }

    const fn called(self, called: &'static str) -> Self {
        Self {
            called: Some(called),
            ..self
        }
    }

    const fn ega(self) -> Self {
        Self { ega: true, ..self }
    }
}

#[rustfmt::skip]
const VARIANTS: &[Variant] = &[
    variant("Maniac Mansion, v1", Made("v1-maniac"), (1, 0, Dos)),
    variant("Maniac Mansion, v1 demo", Made("v1-maniac"), (1, 0, Dos)).named(".LFL", ".MAN"),
    variant("Zak, v1", Made("v1-zak"), (1, 0, Dos)),
    variant("Zak, Commodore 64", Made("v1-zak"), (1, 0, C64)).len(1914),
    variant("Maniac Mansion, v2", Made("v2-zak"), (2, 0, Dos)),
    variant("Maniac Mansion, v2, Atari ST", Made("v2-zak"), (2, 0, AtariSt)).pack(Below("rooms")).platform_said(),
    variant("Zak, v2", Made("v2-zak"), (2, 0, Dos)).beside(&["58.LFL"]),
    variant("Zak, v2, Amiga", Made("v2-zak"), (2, 0, Amiga)).beside(&["58.LFL"]).pack(Below("rooms")),
    variant("Indy 3, 16 colours", Made("v3-ega"), (3, 0, Dos)).beside(&["84.LFL", "98.LFL"]),
    variant("Indy 3, 16 colours, Amiga", Made("v3-ega"), (3, 0, Amiga)).beside(&["84.LFL", "98.LFL"]).pack(Below("rooms")),
    variant("Loom, 16 colours", Made("v3-ega"), (3, 0, Dos)).beside(&["84.LFL"]),
    variant("Loom, 16 colours, Atari ST", Made("v3-ega"), (3, 0, AtariSt)).beside(&["84.LFL"]).platform_said(),
    variant("Loom, 16 colours, Macintosh", Made("v3-ega"), (3, 0, Mac)).beside(&["84.LFL"]).pack(Below("rooms 1")),
    variant("Indy 3, 256 colours", Made("v3-256"), (3, 0, Dos)).beside(&["93.LFL"]).len(6295),
    variant("Indy 3, Steam", Made("v3-256"), (3, 0, Dos)).beside(&["93.LFL"])
        .len(6295).pack(Program("Indiana Jones and the Last Crusade.exe", 162_056)),
    variant("Indy 3, FM-Towns", Made("v3-256"), (3, 0, FmTowns)).beside(&["93.LFL"]).len(7520).tail(32),
    variant("Zak, FM-Towns", Made("v3-256"), (3, 0, FmTowns)).beside(&["48.LFL"]).len(7520),
    variant("Loom, FM-Towns", Made("v3-256"), (3, 0, FmTowns)).beside(&["60.LFL"]).len(7540),
    variant("Monkey Island, 16 colours", Made("v4"), (4, 0, Dos)).beside(&["903.LFL"]).ega(),
    variant("Monkey Island, 16 colours, Atari ST", Made("v4"), (4, 0, AtariSt)).beside(&["903.LFL"]).ega().platform_said(),
    variant("Monkey Island, 256 colours", Made("v4"), (4, 0, Dos)).beside(&["903.LFL"]).len(8357),
    variant("Monkey Island, Amiga", Made("v4"), (4, 0, Amiga)).beside(&["903.LFL"]).len(8347).pack(Below("rooms")),
    variant("Loom, CD", Made("v4"), (4, 0, Dos)).beside(&["903.LFL"]).len(8307),
    variant("Loom, Steam", Made("v4"), (4, 0, Dos)).beside(&["903.LFL"]).len(8307).pack(Program("Loom.exe", 187_248)),
    variant("Monkey Island, CD", Written(5, "monkey", b"ADL "), (5, 0, Dos)),
    variant("Monkey Island, FM-Towns", Written(5, "monkeyk", b"TOWS"), (5, 0, FmTowns)),
    variant("Monkey Island, Sega CD", Written(5, "game", b"SBL "), (5, 0, SegaCd)),
    variant("Monkey Island, Macintosh", Written(5, "monkey", b"MAC "), (5, 0, Mac)).len(9455),
    variant("Monkey Island 2", Written(5, "monkey2", b"SPK "), (5, 0, Dos)).len(11_135),
    variant("Monkey Island 2, Amiga", Written(5, "monkey2", b"AMI "), (5, 0, Amiga)).len(11_155),
    variant("Indy 4", Made("v5"), (5, 0, Dos)).named("monkey2", "atlantis"),
    variant("Indy 4, FM-Towns", Written(5, "indy4", b"TOWS"), (5, 0, FmTowns)).len(11_170),
    variant("Indy 4, Macintosh", Made("v5"), (5, 0, Mac)).named("monkey2", "atlantis").pack(Container("Fate of Atlantis Data")),
    variant("Indy 4, Steam", Made("v5"), (5, 0, Dos)).named("monkey2", "ATLANTIS")
        .len(12_035).pack(Program("Indiana Jones and the Fate of Atlantis.exe", 224_336)),
    variant("Day of the Tentacle", Written(6, "tentacle", b"ADL "), (6, 0, Dos)),
    variant("Day of the Tentacle, Macintosh", Made("v6"), (6, 0, Mac)).pack(Container("Day of the Tentacle Data")),
    variant("Sam & Max", Made("v6"), (6, 0, Dos)).named("tentacle.00", "samnmax.sm"),
    variant("Putt-Putt Joins the Parade", Made("he60"), (6, 60, Dos)),
    variant("Putt-Putt Joins the Parade, Macintosh", Made("he60"), (6, 60, Mac)).named("puttputt.he", "Putt-Putt Parade "),
    variant("Fatty Bear's Birthday", Made("he60"), (6, 62, Dos)).named("puttputt", "fbear"),
    variant("Putt-Putt Joins the Parade, 3DO", Made("he60"), (6, 61, Dos)).he_said(),
    variant("Airport, Windows", Made("he70"), (6, 71, Windows)).named("game", "airport").platform_said(),
    variant("Putt-Putt Goes to the Moon, Windows", Made("he70"), (6, 70, Windows)).named("game", "puttmoon").platform_said(),
    variant("Freddi Fish 1", Made("he72"), (6, 73, Windows)).named("game", "freddi").platform_said().he_said(),
    variant("Putt-Putt Saves the Zoo", Made("he72"), (6, 72, Windows)).named("game", "puttzoo").platform_said(),
    variant("Let's Explore the Jungle", Made("he72"), (6, 74, Windows)).named("game", "jungle").platform_said(),
    variant("Pajama Sam 1", Made("he80"), (6, 80, Windows)).named("game", "pajama").platform_said(),
    variant("Putt-Putt Travels Through Time", Made("he80"), (6, 85, Windows)).named("game", "putttime").platform_said(),
    variant("Spy Fox 1", Made("he90"), (6, 90, Windows)).named("game", "spyfox").platform_said(),
    variant("Pajama Sam 2", Made("he90"), (6, 95, Windows)).named("game", "pajama2").platform_said(),
    variant("Backyard Soccer", Made("he98"), (6, 98, Windows)).named("game", "soccer").platform_said(),
    variant("Freddi Fish 4", Made("he98"), (6, 98, Windows)).named("game", "freddi4").platform_said().called("98.5"),
    variant("Pajama Sam 3", Made("he99"), (6, 99, Windows)).named("game", "pajama3").platform_said(),
    variant("Backyard Football, Macintosh", Made("he99"), (6, 99, Mac)).named("game.", "Football "),
    variant("Spy Fox 1, HE100", Made("he100"), (6, 100, Windows)).named("game", "spyfox").platform_said().he_said(),
    variant("Full Throttle", Written(7, "ft", b"ADL "), (7, 0, Dos)),
    variant("Full Throttle, demo", Made("v7"), (7, 0, Dos)).named("dig.la", "ft.00"),
    variant("Full Throttle, Macintosh", Made("v7"), (7, 0, Mac)).named("dig", "ft").pack(Container("Full Throttle Data")),
    variant("The Dig", Made("v7"), (7, 0, Dos)),
    variant("The Dig, Steam", Made("v7"), (7, 0, Dos)).len(16_304).pack(Program("The Dig.exe", 340_632)),
    variant("Monkey Island, remastered", Made("v5"), (5, 0, Dos)).named("monkey2", "monkey1")
        .pack(Remastered("monkey1.pak", "classic/en/")),
    variant("Monkey Island 2, remastered", Made("v5"), (5, 0, Dos)).pack(Remastered("monkey2.pak", "classic/en/")),
    variant("Day of the Tentacle, remastered", Made("v6"), (6, 0, Dos)).pack(Remastered("tenta.cle", "data/")),
    variant("Full Throttle, remastered", Made("v7"), (7, 0, Dos)).named("dig", "ft").pack(Remastered("full.data", "data/")),
    variant("The Curse of Monkey Island", Made("v8"), (8, 0, Windows)).platform_said(),
];

/// Returns the room of the vectors for a variant, which is the first with its version and colours.
fn sample(variant: &Variant) -> &'static CostumeSample {
    static SAMPLES: LazyLock<Vec<CostumeSample>> = LazyLock::new(rooms::samples);
    let (version, he, platform) = variant.expected;
    // The vectors have no rooms of later sub-versions; rooms of 72 replace them.
    let he = match he {
        0 | 70 => he,
        60..=69 => 60,
        _ => 72,
    };
    let old256 = matches!(variant.base, Made("v3-256"));
    let in_rows = version == 4 && platform == Amiga;
    let fits = |sample: &CostumeSample| {
        let dialect = sample.dialect();
        let colours = (
            dialect.is_v3_256(),
            version == 4 && dialect.is_sixteen_colour(),
        );
        (dialect.version(), dialect.he(), colours) == (version, he, (old256, variant.ega))
            && (dialect.platform() == Amiga) == in_rows
            && sample.line["objects"].is_null()
    };
    SAMPLES
        .iter()
        .find(|sample| fits(sample))
        .unwrap_or_else(|| panic!("no room for {}", variant.name))
}

/// Returns a costume of v1 from the vectors.
fn v1_costume() -> Vec<u8> {
    static COSTUME: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let costumes = Vectors::load(["gap-v1-colours"])
            .unwrap()
            .costumes()
            .unwrap();
        costumes.into_iter().map(|(_, bytes)| bytes).next().unwrap()
    });
    COSTUME.clone()
}

/// Returns the first costume of a made-up game.
fn costume_of(version: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &game(version, "", "").unwrap()).unwrap();
    Game::open(folder.path())
        .unwrap()
        .load_costume(1)
        .unwrap()
        .data
}

/// Returns the index of the only game below a folder.
fn index(folder: &Path) -> PathBuf {
    Game::open(folder).unwrap().files().path().to_path_buf()
}

/// Replaces the room of a game, and also its costume if the game has no costume in the format of
/// the version.
fn fill(folder: &Path, sample: &CostumeSample, (version, he, _): (u8, u8, Platform)) {
    let index = index(folder);
    let replace = |kind, data: &[u8]| {
        for file in GameFiles::open(&index)
            .unwrap()
            .replace(kind, 1, data)
            .unwrap()
        {
            let mut bytes = Vec::new();
            file.copy_to(&mut bytes).unwrap();
            fs::write(file.path, bytes).unwrap();
        }
    };
    replace(ResourceKind::Room, &sample.room);
    if let Some(image) = &sample.image {
        replace(ResourceKind::RoomImage, image);
    }
    if version == 1 {
        replace(ResourceKind::Costume, &v1_costume());
    }
    if (61..70).contains(&he) {
        // The made-up game of HE60 has a COST, but later sub-versions need an AKOS.
        replace(ResourceKind::Costume, &costume_of("he70"));
    }
}

/// Returns a new game with room 1, a costume and a sound. For the Amiga it has eleven disks (I29).
fn written(version: u8, base: &str, sound: [u8; 4], sample: &CostumeSample) -> EditionFiles {
    let block = |tag: [u8; 4], data: &[u8]| block::write(Tag(tag), data).unwrap();
    let mut new = edit::NewGame::default();
    new.add_room(1, "attic", sample.room.clone());
    let disks = if &sound == b"AMI " { 11 } else { 1 };
    for id in 2..=disks {
        new.rooms.insert(
            id,
            edit::NewRoom {
                name: String::new(),
                disk: id,
                data: sample.room.clone(),
            },
        );
    }
    new.add(
        ResourceKind::Costume,
        1,
        1,
        costume_of(&format!("v{version}")),
    );
    new.add(
        ResourceKind::Sound,
        1,
        1,
        block(*b"SOUN", &block(*b"SOU ", &block(sound, &[0; 20]))),
    );
    let files = new.files(Dialect::new(version), base).unwrap();
    files
        .into_iter()
        .map(|file| (file.name, file.bytes))
        .collect()
}

/// Converts the index of Zak for DOS to the index for the Commodore 64, which has other numbers of
/// rooms, costumes and sounds (N1a).
fn zak_for_c64(index: &[u8]) -> Vec<u8> {
    let (objects, mut rest) = index.split_at(2 + 775);
    let mut new = objects.to_vec();
    for (dos, c64) in [(61, 59), (37, 38), (155, 155), (120, 127)] {
        let (rooms, behind) = rest.split_at(dos);
        let (offsets, behind) = behind.split_at(dos * 2);
        // Bytes are stored inverted. Room 0 with offset FFFF means that the resource does not
        // exist.
        new.extend((0..c64).map(|id| rooms.get(id).copied().unwrap_or(0xff)));
        new.extend((0..c64 * 2).map(|at| offsets.get(at).copied().unwrap_or(0)));
        rest = behind;
    }
    new
}

/// Makes the files of a variant and writes them into a folder.
fn make(variant: &Variant, sample: &CostumeSample, folder: &Path) {
    let work = tempfile::tempdir().unwrap();
    let (from, to) = variant.names;
    match variant.base {
        Made(base) => {
            let mut files = game(base, from, to).unwrap();
            // On the Macintosh, the index that belongs to `Football (a)` is `Football (0)`.
            files
                .iter_mut()
                .for_each(|(name, _)| *name = name.replace(" he0", " (0)"));
            write(work.path(), &files).unwrap();
            fill(work.path(), sample, variant.expected);
        }
        Written(version, base, sound) => {
            write(work.path(), &written(version, base, *sound, sample)).unwrap()
        }
    }
    let index = index(work.path())
        .file_name()
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let key = match variant.expected.0 {
        5 | 6 => 0x69,
        _ => 0,
    };
    let mut files: EditionFiles = Vec::new();
    for entry in fs::read_dir(work.path()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut bytes = fs::read(&path).unwrap();
        if name == index {
            bytes = match variant.len {
                Some(1914) => zak_for_c64(&bytes),
                Some(len) => padded(&bytes, len, key),
                None => bytes,
            };
            assert!(
                variant.len.is_none_or(|len| bytes.len() == len),
                "{}",
                variant.name
            );
            bytes.resize(bytes.len() + variant.tail, 0);
        }
        files.push((name, bytes));
    }
    files.extend(
        variant
            .beside
            .iter()
            .map(|name| ((*name).to_owned(), Vec::new())),
    );
    match variant.pack {
        Loose => write(folder, &files),
        Below(name) => write(&folder.join(name), &files),
        Container(name) => write(folder, &vec![(name.to_owned(), mac_container(&files))]),
        Remastered(name, folder_inside) => {
            let inside = files
                .into_iter()
                .map(|(name, bytes)| (format!("{folder_inside}{name}"), bytes));
            write(
                folder,
                &vec![(
                    name.to_owned(),
                    remaster(name, &inside.collect::<EditionFiles>()),
                )],
            )
        }
        Program(name, start) => {
            let place = files.iter().position(|(name, _)| *name == index).unwrap();
            let inside = files.remove(place).1;
            write(&folder.join("data"), &files).unwrap();
            write(folder, &vec![(name.to_owned(), program(start, &inside))])
        }
    }
    .unwrap();
}

/// Returns the families of the variants, with the names of `docs/originals.md`.
pub(super) fn families() -> Vec<(String, &'static Variant)> {
    let family = |variant: &Variant| {
        let (version, he, platform) = variant.expected;
        match (variant.pack, he) {
            (Program(..), _) => "steam".to_owned(),
            (Remastered(..), _) => "remaster".to_owned(),
            (_, 1..) => format!(
                "he{}",
                variant.called.map_or_else(|| he.to_string(), str::to_owned)
            ),
            _ => {
                let platform = Platform::ALL
                    .into_iter()
                    .find(|(_, other)| *other == platform)
                    .unwrap()
                    .0;
                originals::family(
                    version,
                    variant.ega || matches!(variant.base, Made("v3-ega")),
                    platform,
                )
            }
        }
    };
    VARIANTS
        .iter()
        .map(|variant| (family(variant), variant))
        .collect()
}

/// Makes a variant, opens it, and checks the recognised version, sub-version and
/// platform.
pub(super) fn open_made(variant: &Variant) {
    let folder = tempfile::tempdir().unwrap();
    make(variant, sample(variant), folder.path());
    let game = open(variant, folder.path());
    let dialect = game.dialect();
    if let Some(called) = variant.called {
        assert_eq!(
            game.files().identity().humongous.as_deref(),
            Some(called),
            "{}",
            variant.name
        );
    }
    assert_eq!(
        (dialect.version(), dialect.he(), dialect.platform()),
        variant.expected,
        "{}",
        variant.name
    );
}

/// Opens a variant with the platform and the sub-version that the caller states.
fn open(variant: &Variant, folder: &Path) -> Game {
    let (platform, he) = variant.said;
    let given = Given {
        platform,
        he,
        ..Given::default()
    };
    Game::open_as(folder, &given).unwrap_or_else(|error| panic!("{}: {error}", variant.name))
}

/// Returns the game with whose title a variant's name begins. All other names are Humongous games.
fn title(variant: &Variant) -> GameId {
    let titles = [
        ("Maniac Mansion", GameId::Maniac),
        ("Zak", GameId::Zak),
        ("Indy 3", GameId::Indy3),
        ("Loom", GameId::Loom),
        ("Monkey Island 2", GameId::Monkey2),
        ("Monkey Island", GameId::Monkey),
        ("Indy 4", GameId::Indy4),
        ("Day of the Tentacle", GameId::Tentacle),
        ("Sam & Max", GameId::SamNMax),
        ("Full Throttle", GameId::FullThrottle),
        ("The Dig", GameId::Dig),
        ("The Curse of Monkey Island", GameId::Comi),
    ];
    titles
        .into_iter()
        .find(|(title, _)| variant.name.starts_with(title))
        .map_or(GameId::Humongous, |(_, game)| game)
}

/// Returns whether a costume has a picture with a visible pixel.
fn shows(costume: &Costume) -> bool {
    let cels = costume.cels();
    cels.iter()
        .filter_map(|cel| costume.cel_pixels(cel.number))
        .any(|cel| cel.pixels().iter().any(|&pixel| pixel != 0))
}

#[test]
fn a_made_up_game_of_every_platform_and_version_opens_as_what_it_is_i23() {
    assert!(VARIANTS.len() >= 24);
    let mut platforms = BTreeMap::new();
    for variant in VARIANTS {
        let (name, sample) = (variant.name, sample(variant));
        let folder = tempfile::tempdir().unwrap();
        make(variant, sample, folder.path());
        let game = open(variant, folder.path());
        let dialect = game.dialect();
        let told = game.files().identity();
        assert_eq!(
            (dialect.version(), dialect.he(), dialect.platform()),
            variant.expected,
            "{name}: {told}"
        );
        assert_eq!(dialect.game(), Some(title(variant)), "{name}: {told}");
        assert_eq!(
            dialect.is_v3_256(),
            matches!(variant.base, Made("v3-256")),
            "{name}"
        );
        assert_eq!(
            dialect.version() == 4 && dialect.is_sixteen_colour(),
            variant.ega,
            "{name}"
        );

        let room = game
            .room(1)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(room.problems().is_empty(), "{name}: {:?}", room.problems());
        let picture = rooms::picture(&room, &dialect, &sample.line);
        let expected = sample.line["picture_crc"].as_str().unwrap();
        // The vectors have no room of v5 for the Amiga (S9) and none of v1 for the Commodore 64
        // (C71b), so the colours differ.
        let differs = matches!(
            (dialect.version(), dialect.platform()),
            (5, Amiga) | (1, C64)
        );
        assert_eq!(rooms::crc(&picture) == expected, !differs, "{name}");

        let costume = game
            .costume(1)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(shows(&costume), "{name}");
        platforms
            .entry(format!("{:?}", dialect.platform()))
            .or_insert(0);
    }
    // Games for these platforms are opened in the form in which they are stored (Q1, V1).
    let stored = [Platform::Nes, Platform::Apple2];
    let made = Platform::ALL
        .iter()
        .filter(|(_, platform)| !stored.contains(platform));
    let missing: Vec<_> = made
        .filter(|(_, p)| !platforms.contains_key(&format!("{p:?}")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
