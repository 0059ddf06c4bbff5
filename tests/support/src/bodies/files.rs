//! Opens game files of each family of containers in memory, lists the game and loads its resources.

use std::borrow::Cow;
use std::iter;

use scumm_engine::Game;
use scumm_room::resource::ResourceKind;

use super::input::{FuzzInput, framed};

/// The families of containers: the name of the fuzz target and the files of the game.
///
/// For each file, an input has the key (F1), the length in three bytes, and the bytes. If the input
/// ends early, the game lacks the remaining files.
pub const FAMILIES: &[(&str, &[&str])] = &[
    ("files_v0", &["maniac1.d64", "maniac2.d64"]),
    ("files_apple", &["maniac1.dsk", "maniac2.dsk"]),
    ("files_nes", &["game.prg"]),
    ("files_v1_v2", &["00.LFL", "01.LFL", "02.LFL", "03.LFL"]),
    ("files_v3", &["00.LFL", "01.LFL", "02.LFL", "03.LFL"]),
    ("files_v4", &["000.LFL", "DISK01.LEC", "DISK02.LEC"]),
    (
        "files_v5_v6",
        &["monkey2.000", "monkey2.001", "monkey2.002"],
    ),
    ("files_v7", &["dig.la0", "dig.la1"]),
    ("files_v8", &["comi.la0", "comi.la1", "comi.la2"]),
    ("files_mac", &["Day of the Tentacle Data"]),
    ("files_program", &[PROGRAM, "DISK01.LEC", "DISK02.LEC"]),
    ("files_lpak", &["tenta.cle"]),
    ("files_lpak64", &["full.data"]),
    ("files_zip", &["game.zip"]),
    (
        "files_he",
        &["game.he0", "game.he1", "game.(a)", "game.(b)"],
    ),
];

/// The name of a program that contains an index (I34). An input has only the bytes from the index
/// on.
pub const PROGRAM: &str = "Loom.exe";
/// The offset of the index in that program.
const PROGRAM_INDEX: usize = 187_248;
/// The number of resources of each kind to load. An index may name thousands.
const RESOURCES: usize = 12;

/// Returns a file as a part of a body's input: its key, its length and its decrypted bytes.
#[must_use]
pub fn pack_file(key: u8, stored: &[u8]) -> Vec<u8> {
    let plain: Vec<u8> = stored.iter().map(|byte| byte ^ key).collect();
    [vec![key], framed(&plain)].concat()
}

fn open(family: &str, bytes: &[u8]) {
    let names = FAMILIES
        .iter()
        .find(|(name, _)| *name == family)
        .map_or(&[][..], |&(_, names)| names);
    let Ok(game) = Game::from_files(unpack(names, &mut FuzzInput::new(bytes))) else {
        return;
    };
    use_game(&game);
}

/// Takes the files from the front of an input.
fn unpack(names: &[&str], input: &mut FuzzInput<'_>) -> Vec<(String, Cow<'static, [u8]>)> {
    let mut files = Vec::new();
    for name in names {
        if input.rest().is_empty() {
            break;
        }
        let key = input.byte();
        let mut stored: Vec<u8> = input.part().iter().map(|byte| byte ^ key).collect();
        if *name == PROGRAM {
            stored.splice(0..0, iter::repeat_n(0, PROGRAM_INDEX));
        }
        files.push(((*name).to_owned(), Cow::Owned(stored)));
    }
    files
}

/// Replaces costumes of a game by other data and opens the changed game. The input has the number
/// of a family, the files of the game, and the new block. If the block is empty, costumes of the
/// same game replace each other.
pub fn import(bytes: &[u8]) {
    let mut input = FuzzInput::new(bytes);
    let (_, names) = FAMILIES[usize::from(input.byte()) % FAMILIES.len()];
    let files = unpack(names, &mut input);
    let Ok(game) = Game::from_files(files.clone()) else {
        return;
    };
    let ids: Vec<u16> = game.costumes().take(RESOURCES).collect();
    for (&id, &other) in ids.iter().zip(ids.iter().rev()) {
        let data = match (input.rest(), game.load_costume(other)) {
            ([], Ok(raw)) => raw.data,
            ([], Err(_)) => continue,
            (block, _) => block.to_vec(),
        };
        // An error is correct if the block does not fit or does not match the game.
        let Ok(changed) = game.files().replace(ResourceKind::Costume, id, &data) else {
            continue;
        };
        let mut files = files.clone();
        for new in changed {
            let mut contents = Vec::new();
            // Reading cannot fail, because the game is in memory.
            let copied = new.copy_to(&mut contents);
            assert!(copied.is_ok(), "{copied:?}");
            assert_eq!(contents.len() as u64, new.size());
            for (name, bytes) in files
                .iter_mut()
                .filter(|(name, _)| new.path.ends_with(name.as_str()))
            {
                assert!(
                    bytes.len() + data.len() >= contents.len(),
                    "{name} has grown by more than the costume"
                );
                *bytes = Cow::Owned(contents.clone());
            }
        }
        if let Ok(game) = Game::from_files(files) {
            use_game(&game);
        }
    }
}

/// Lists a game and loads some of its resources of each kind.
fn use_game(game: &Game) {
    assert!(!game.describe().is_empty());
    let files = game.files();
    for kind in [
        ResourceKind::Script,
        ResourceKind::Sound,
        ResourceKind::Charset,
    ] {
        for id in files.ids(kind).take(RESOURCES) {
            // An error is correct for a damaged resource.
            let _ = files.load(kind, id);
        }
    }
    for id in game.rooms().take(RESOURCES) {
        let _ = game.room_name(id);
        if let (Ok(place), Ok(raw)) = (game.locate_room(id), game.load_room(id)) {
            assert_eq!(place.size as usize, raw.room.data.len());
        }
        let _ = game.room(id);
    }
    for id in game.costumes().take(RESOURCES) {
        let _ = game.costume(id);
    }
}

/// The most bytes of an archive. Its unpacked contents may be a thousand times as large (I38).
const ARCHIVE: usize = 24 << 10;

/// Opens an archive of the family `files_zip`.
pub fn zip(bytes: &[u8]) {
    if bytes.len() <= ARCHIVE {
        open("files_zip", bytes);
    }
}

macro_rules! families {
    ($($name:ident $target:literal)*) => {
        $(
            #[doc = concat!("The family of `", $target, "`.")]
            pub fn $name(bytes: &[u8]) {
                open($target, bytes);
            }
        )*
    };
}

families! {
    v0 "files_v0"
    apple "files_apple"
    mac "files_mac"
    program "files_program"
    nes "files_nes"
    v1_v2 "files_v1_v2"
    v3 "files_v3"
    v4 "files_v4"
    v5_v6 "files_v5_v6"
    v7 "files_v7"
    v8 "files_v8"
    lpak "files_lpak"
    lpak64 "files_lpak64"
    he "files_he"
}
