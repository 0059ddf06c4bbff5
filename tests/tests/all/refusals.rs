//! Files that are refused with a specific error. Each test makes such a file and opens it directly,
//! and also opens the folder that contains only this file.

use std::fs;
use std::path::Path;

use scumm_engine::{Game, OpenError};
use scumm_room::resource::{Given, REFUSALS};
use scumm_room::{Error, Tag, block};
use scumm_test_support::editions::{EditionFiles, game, padded, remaster, write};

/// Checks that opening a folder with these files and opening the file `name` both fail with one of
/// the known errors.
fn check(files: &EditionFiles, name: &str, what: &str) {
    assert!(REFUSALS.contains(&what), "{what}");
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), files).unwrap();
    let named = folder.path().join(name);
    for path in [folder.path(), named.as_path()] {
        let error = Game::open(path).unwrap_err();
        assert!(
            matches!(error, OpenError::Files(Error::Unsupported { .. })),
            "{name}: {error}"
        );
        assert_eq!(
            error.to_string(),
            format!(
                "{}: at byte 0 (0x0): {what} is not supported",
                named.display()
            )
        );
    }
    // Beside a game, the refused file is ignored.
    write(&folder.path().join("game"), &game("v6", "", "").unwrap()).unwrap();
    if !Path::new(name).extension().is_some_and(|ending| {
        ["lfl", "he0", "la0", "000"]
            .iter()
            .any(|e| ending.eq_ignore_ascii_case(e))
    }) {
        assert_eq!(
            Game::open(folder.path()).unwrap().dialect().version(),
            6,
            "{name}"
        );
    }
}

/// Returns files that are refused with this error, and the name of the file that the error names.
pub(super) fn made(words: &str) -> (EditionFiles, String) {
    let one = |name: &str, bytes: &[u8]| (vec![(name.to_owned(), bytes.to_vec())], name.to_owned());
    match words {
        "Loom for the PC-Engine" => (pc_engine(), "00.LFL".to_owned()),
        SIXTEEN_BIT => (
            game("he99", "game.", "moonbase.").unwrap(),
            "moonbase.he0".to_owned(),
        ),
        "a game wrapped by the ActiveMark copy protection" => {
            one("puttmoon.he0", b"\0TMSAM and more")
        }
        "a remastered edition without the original's files" => one("Monkey1.pak", b"LPAK"),
        "a disk image (extract its files first)" => one("maniac1.adf", &[0; 100]),
        "a Humongous preview (.cup, which holds films only)" => one("PUTTDEMO.CUP", b"BEAN"),
        "a Steam program of an unknown build (its index is not at the known place)" => {
            one("Loom.exe", b"MZ\x90\0\x03\0\0\0")
        }
        _ => panic!("the test has no file that is refused as {words}"),
    }
}

/// Returns Loom for the PC-Engine, which is recognised by the size of its index.
fn pc_engine() -> EditionFiles {
    let mut files = game("v3-256", "", "").unwrap();
    let index = files.iter_mut().find(|(name, _)| name == "00.LFL").unwrap();
    index.1 = padded(&index.1, 6532, 0);
    files
}

fn check_bytes(name: &str, bytes: &[u8], what: &str) {
    check(&vec![(name.to_owned(), bytes.to_vec())], name, what);
}

#[test]
fn disk_images_are_refused_by_their_ending_i23() {
    let names = [
        "Monkey2_1.adf",
        "indy.ipf",
        "LOOM.ST",
        "zak.msa",
        "disk1.img",
        "disk1.ima",
        "monkey.iso",
        "DOTT.toast",
    ];
    for name in names {
        check_bytes(name, &[0; 100], "a disk image (extract its files first)");
    }
}

#[test]
fn raw_images_of_discs_are_refused_by_their_first_bytes_i38() {
    let sector = [&[0][..], &[0xff; 10], &[0, 0, 2, 0, 1], &[0; 2336]].concat();
    check_bytes(
        "DOTT (Track 1).bin",
        &sector,
        "a disk image (extract its files first)",
    );
}

#[test]
fn containers_without_the_originals_files_are_refused_by_name_i35() {
    let what = "a remastered edition without the original's files";
    let empty = remaster("monkey1.pak", &[("art/cover.dds".to_owned(), vec![0; 8])]);
    for (name, bytes) in [
        ("Monkey1.pak", &b"LPAK\0\0\0\0"[..]),
        ("monkey2.PAK", &empty),
        ("tenta.cle", &empty),
        ("other.pak", b"no such mark"),
        ("monkey.bin", b"LPAK\0\0\0\0"),
        ("monkey.dat", &empty),
    ] {
        check_bytes(name, bytes, what);
    }
}

#[test]
fn previews_are_refused_by_their_ending_i23() {
    check_bytes(
        "PUTTDEMO.CUP",
        b"BEAN\0\0\0\x08",
        "a Humongous preview (.cup, which holds films only)",
    );
}

#[test]
fn what_activemark_has_wrapped_is_refused_i31() {
    let wrapped = b"\0TMSAM and more";
    let what = "a game wrapped by the ActiveMark copy protection";
    check_bytes("puttmoon.he0", wrapped, what);
    check_bytes("Freddi.HE0", &wrapped.map(|byte| byte ^ 0x69), what);
}

#[test]
fn images_of_other_games_say_what_was_looked_for_v5_q1() {
    for (name, size, expected) in [
        (
            "game.d64",
            174_848,
            "the index of Maniac Mansion's first disk",
        ),
        (
            "game.dsk",
            143_360,
            "the index of Maniac Mansion's first disk",
        ),
        ("game.dsk", 100, "the index"),
        (
            "game.prg",
            0x4_0000,
            "one of the seven known ROMs of Maniac Mansion (USA, Europe, Sweden, France, Germany, \
             Spain, Italy)",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &vec![(name.to_owned(), vec![0; size])]).unwrap();
        for path in [folder.path().to_path_buf(), folder.path().join(name)] {
            let error = Game::open(&path).unwrap_err().to_string();
            assert!(error.contains(expected) && error.contains(name), "{error}");
        }
    }
}

#[test]
fn the_pc_engine_is_refused_by_the_size_of_its_index_c72a_i25() {
    check(&pc_engine(), "00.LFL", "Loom for the PC-Engine");
}

const SIXTEEN_BIT: &str = "a 16-bit colour Humongous game";

#[test]
fn sixteen_bit_humongous_games_are_refused_by_their_names_i20_i22() {
    for version in ["he99", "he100"] {
        for name in ["moonbase", "SoccerMLS", "Spy Ozone Demo", "football 2002"] {
            let files = game(version, "game.", &format!("{name}.")).unwrap();
            check(&files, &format!("{name}.he0"), SIXTEEN_BIT);
        }
    }
    // The sub-version that the caller states does not change the result.
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &game("he100", "game.", "moonbase.").unwrap()).unwrap();
    for he in [99, 100] {
        let given = Given {
            he: Some(he),
            ..Given::default()
        };
        let error = Game::open_as(folder.path(), &given)
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("a 16-bit colour Humongous game is not supported"),
            "{he}: {error}"
        );
    }
    // The demo of Putt-Putt Goes to the Moon has the same file name as Moonbase Commander.
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &game("he70", "game.", "moondemo.").unwrap()).unwrap();
    assert_eq!(Game::open(folder.path()).unwrap().dialect().he(), 70);
}

/// Returns a game of HE99 whose DIRM has one image: an AWIZ with this compression.
fn with_compression(compression: u32) -> EditionFiles {
    let wizh = block::write(
        Tag(*b"WIZH"),
        &[compression.to_le_bytes(), [1, 0, 0, 0], [1, 0, 0, 0]].concat(),
    )
    .unwrap();
    let other = block::write(Tag(*b"RGBS"), &[0; 5]).unwrap();
    with_image(&block::write(Tag(*b"AWIZ"), &[other, wizh].concat()).unwrap())
}

/// Returns a game of HE99 whose DIRM has one image, at the end of the data file.
pub(crate) fn with_image(image: &[u8]) -> EditionFiles {
    let mut files = game("he99", "", "").unwrap();
    let size = u32::try_from(image.len()).unwrap();
    let mut start = 0;
    for (name, bytes) in &mut files {
        if name == "game.(a)" {
            start = u32::try_from(bytes.len()).unwrap();
            bytes.extend(image.iter().map(|byte| byte ^ 0x69));
        }
    }
    for (name, bytes) in &mut files {
        if name == "game.he0" {
            let mut plain: Vec<u8> = bytes.iter().map(|byte| byte ^ 0x69).collect();
            let position = |of: &[u8]| plain.windows(4).position(|tag| tag == of).unwrap();
            // The position of room 1 in its file. The offset of the image is relative to this
            // position.
            let rooms = position(b"DLFL") + 8 + 2 + 4;
            let room = u32::from_le_bytes(*plain[rooms..].first_chunk().unwrap());
            let at = position(b"DIRM");
            let old = u32::from_be_bytes(*plain[at + 4..].first_chunk().unwrap()) as usize;
            let columns = [
                &[2, 0, 0, 1][..],
                &[0; 4],
                &(start - room).to_le_bytes(),
                &[0; 4],
                &size.to_le_bytes(),
            ];
            plain.splice(
                at..at + old,
                block::write(Tag(*b"DIRM"), &columns.concat()).unwrap(),
            );
            *bytes = plain.iter().map(|byte| byte ^ 0x69).collect();
        }
    }
    files
}

#[test]
fn sixteen_bit_humongous_games_are_refused_by_an_image_i21() {
    for compression in [2, 5, 9] {
        check(&with_compression(compression), "game.he0", SIXTEEN_BIT);
    }
    for compression in [0, 1, 4] {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &with_compression(compression)).unwrap();
        let game =
            Game::open(folder.path()).unwrap_or_else(|error| panic!("{compression}: {error}"));
        assert_eq!(game.dialect().he(), 99);
        // The image can be loaded, so the error does not mean that the image is missing.
        let image = game
            .files()
            .load(scumm_room::resource::ResourceKind::Image, 1)
            .unwrap();
        assert_eq!(image.data.get(..4), Some(&b"AWIZ"[..]), "{compression}");
    }
}

#[test]
fn a_file_that_only_looks_alike_is_no_refusal() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), b"LPA").unwrap();
    fs::write(
        folder.path().join("Fate of Atlantis Data"),
        b"notes about the data",
    )
    .unwrap();
    assert!(matches!(
        Game::open(folder.path()),
        Err(OpenError::NoGame(_))
    ));
}
