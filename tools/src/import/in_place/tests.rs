use std::collections::BTreeMap;
use std::fs;

use scumm_engine::Game;
use scumm_room::resource::ResourceKind;

use super::*;
use crate::written::FileList;

/// Returns a copy of the demo, the files that change if costume 1 becomes longer, and that costume.
fn game() -> (tempfile::TempDir, Vec<ChangedFile>, Vec<u8>) {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/demo/built");
    let folder = tempfile::tempdir().unwrap();
    for entry in fs::read_dir(built).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let game = Game::open(folder.path()).unwrap();
    let costume = game.load_costume(2).unwrap().data;
    let changed = game
        .files()
        .replace(ResourceKind::Costume, 1, &costume)
        .unwrap();
    assert!(changed.len() == 2, "index and data change");
    (folder, changed, costume)
}

fn index(folder: &Path) -> PathBuf {
    folder.join("wardrobe.000")
}

/// Opens the game after completing an interrupted import.
fn open(folder: &Path) -> Game {
    finish(&AtomicFiles::default(), folder).unwrap();
    Game::open(folder).unwrap()
}

/// Returns all resources except costume 1.
fn rest(game: &Game) -> Vec<Option<Vec<u8>>> {
    let ids = ResourceKind::ALL
        .into_iter()
        .flat_map(|kind| game.files().ids(kind).map(move |id| (kind, id)));
    let ids = ids.filter(|pair| *pair != (ResourceKind::Costume, 1));
    ids.map(|(kind, id)| game.files().load(kind, id).ok().map(|raw| raw.data))
        .collect()
}

/// Returns the contents of all files of a folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.file_type().unwrap().is_file())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect()
}

/// Returns a game with an import that was interrupted directly after its journal was written.
fn interrupted() -> (tempfile::TempDir, Vec<ChangedFile>, Vec<u8>) {
    let (folder, changed, costume) = game();
    write_all(
        &AtomicFiles::default(),
        &index(folder.path()),
        &changed,
        &mut Vec::new(),
    )
    .unwrap();
    (folder, changed, costume)
}

/// Changes the journal.
fn change_journal(folder: &Path, change: impl Fn(&mut Journal)) {
    let path = folder.join(IMPORT_JOURNAL);
    let mut journal = read(&path, &path.symlink_metadata().unwrap()).unwrap();
    change(&mut journal);
    fs::write(path, serde_json::to_vec(&journal).unwrap()).unwrap();
}

/// Asserts that the journal is refused for this reason, and that no file is changed.
fn assert_refused(folder: &Path, why: &str) {
    let before = contents(folder);
    let refused = format!("{:#}", finish(&AtomicFiles::default(), folder).unwrap_err());
    assert!(
        refused.contains("cannot be finished") && refused.contains(why),
        "expected {why}: {refused}"
    );
    assert!(contents(folder) == before, "{why}");
}

#[test]
fn before_there_is_a_journal_the_game_is_the_old_one() {
    let (whole, ..) = game();
    let old = Game::open(whole.path()).unwrap();
    for written in 0..=2 {
        let (folder, changed, _) = game();
        for file in &changed[..written] {
            let found = regular(&file.path).unwrap();
            write_file(
                &AtomicFiles::default(),
                folder.path(),
                file,
                &found,
                &ImportedFiles::new(),
                &mut Vec::new(),
            )
            .unwrap();
        }
        let now = open(folder.path());
        assert!(now.load_costume(1).unwrap().data == old.load_costume(1).unwrap().data);
        assert!(rest(&now) == rest(&old), "{written}");
        // Remaining files do not prevent another import.
        replace(&AtomicFiles::default(), &index(folder.path()), &changed).unwrap();
    }
}

#[test]
fn names_that_were_taken_in_part_are_finished_and_until_then_nobody_reads_the_game() {
    let (whole, ..) = game();
    let others = rest(&Game::open(whole.path()).unwrap());
    for renamed in 0..=2 {
        let (folder, changed, costume) = interrupted();
        for file in &changed[..renamed] {
            fs::rename(beside(&file.path, NEW), &file.path).unwrap();
        }
        let refused = Game::open(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("was interrupted"), "{refused}");
        let now = open(folder.path());
        assert!(now.load_costume(1).unwrap().data == costume, "{renamed}");
        assert!(rest(&now) == others, "{renamed}");
        assert!(!folder.path().join(IMPORT_JOURNAL).exists());
    }
}

#[test]
fn a_game_that_is_open_is_not_read_across_an_import() {
    let (folder, changed, _) = game();
    let reader = Game::open(folder.path()).unwrap();
    replace(&AtomicFiles::default(), &index(folder.path()), &changed).unwrap();
    let refused = reader.load_costume(1).unwrap_err().to_string();
    assert!(
        refused.contains("was changed since it was opened"),
        "{refused}"
    );
}

#[test]
fn an_import_that_fails_leaves_nothing() {
    let (folder, changed, _) = game();
    let before = contents(folder.path());
    for file in ["wardrobe.000", "wardrobe.001"] {
        // A folder with this name can be neither removed nor replaced.
        let hindrance = folder.path().join(format!("{file}.{NEW}/x"));
        fs::create_dir_all(&hindrance).unwrap();
        replace(&AtomicFiles::default(), &index(folder.path()), &changed).unwrap_err();
        fs::remove_dir_all(hindrance.parent().unwrap()).unwrap();
        assert!(contents(folder.path()) == before, "{file}");
    }
}

#[cfg(unix)]
#[test]
fn files_keep_their_modes_and_old_ones_are_kept_with_them() {
    use std::os::unix::fs::PermissionsExt;

    let (folder, changed, _) = game();
    let mode = |name: &str| {
        let found = fs::metadata(folder.path().join(name)).unwrap();
        found.permissions().mode() & 0o7777
    };
    for (name, mode) in [("wardrobe.000", 0o600), ("wardrobe.001", 0o640)] {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(folder.path().join(name), permissions).unwrap();
    }
    replace(&AtomicFiles::default(), &index(folder.path()), &changed).unwrap();
    assert_eq!(
        (mode("wardrobe.000"), mode("wardrobe.000.bak")),
        (0o600, 0o600)
    );
    assert_eq!(
        (mode("wardrobe.001"), mode("wardrobe.001.bak")),
        (0o640, 0o640)
    );
}

#[test]
fn a_journal_names_files_that_an_import_changes_only() {
    let outside = tempfile::tempdir().unwrap();
    let victim = outside.path().join("wardrobe.002");
    for name in [
        victim.to_str().unwrap(),
        "../wardrobe.002",
        "link/wardrobe.002",
        "notes.txt",
        "deep/wardrobe.000",
    ] {
        let (folder, ..) = interrupted();
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.path(), folder.path().join("link")).unwrap();
        let path = folder.path().join(name);
        let _ = fs::create_dir(folder.path().join("deep"));
        for ending in ["", ".bak", ".wardrobe-new"] {
            let _ = fs::write(format!("{}{ending}", path.display()), b"x");
        }
        let x = FileEntry::from_bytes(b"x");
        change_journal(folder.path(), |journal| {
            journal.files.insert(
                0,
                JournalFile {
                    name: name.to_owned(),
                    old: x.clone(),
                    kept: Some(format!("{name}.bak")),
                    new: x.clone(),
                },
            );
        });
        assert_refused(
            folder.path(),
            "is not a file that an import into wardrobe.000 changes",
        );
    }
}

#[test]
fn a_journal_is_of_an_index_in_its_folder() {
    for name in ["notes.txt", "deep/wardrobe.000", "other.000"] {
        let (folder, ..) = interrupted();
        fs::create_dir(folder.path().join("deep")).unwrap();
        fs::copy(
            index(folder.path()),
            folder.path().join("deep/wardrobe.000"),
        )
        .unwrap();
        fs::write(folder.path().join("notes.txt"), b"x").unwrap();
        fs::write(folder.path().join("other.000"), b"x").unwrap();
        change_journal(folder.path(), |journal| name.clone_into(&mut journal.index));
        assert_refused(folder.path(), "is not an index in this folder");
    }
    let (folder, ..) = interrupted();
    change_journal(folder.path(), |journal| journal.files.truncate(1));
    assert_refused(folder.path(), "is not the index");
    change_journal(folder.path(), |journal| journal.files.clear());
    assert_refused(folder.path(), "the journal names no file");
}

#[test]
fn a_journal_is_followed_only_if_old_and_new_files_are_as_it_says() {
    type Change = fn(&Path);
    let changes: [(Change, &str); 7] = [
        (
            |folder| fs::remove_file(folder.join("wardrobe.001.bak")).unwrap(),
            "differs from the old file",
        ),
        (
            |folder| fs::write(folder.join("wardrobe.001.bak"), b"x").unwrap(),
            "differs from the old file",
        ),
        (
            |folder| fs::write(folder.join("wardrobe.001.wardrobe-new"), b"x").unwrap(),
            "is damaged",
        ),
        (
            |folder| fs::remove_file(folder.join("wardrobe.000.wardrobe-new")).unwrap(),
            "is missing",
        ),
        (
            |folder| fs::write(folder.join("wardrobe.001"), b"x").unwrap(),
            "was changed after the import",
        ),
        (
            |folder| {
                change_journal(folder, |journal| {
                    journal.files[0].kept = Some("wardrobe.001.old".to_owned());
                });
            },
            "is not a valid name of a kept file",
        ),
        (
            |folder| change_journal(folder, |journal| journal.layout = 3),
            "expected layout 2, found 3",
        ),
    ];
    for (change, why) in changes {
        let (folder, ..) = interrupted();
        change(folder.path());
        assert_refused(folder.path(), why);
    }
}

#[test]
fn a_journal_of_the_first_layout_is_refused_with_advice() {
    let (folder, ..) = game();
    fs::write(folder.path().join("notes.txt"), b"old").unwrap();
    fs::write(folder.path().join("notes.txt.wardrobe-new"), b"new").unwrap();
    let journal = FileList::from([("notes.txt".to_owned(), FileEntry::from_bytes(b"new"))]);
    let text = serde_json::to_vec(&journal).unwrap();
    fs::write(folder.path().join(IMPORT_JOURNAL), text).unwrap();
    assert_refused(
        folder.path(),
        "the layout of an earlier version of Wardrobe",
    );
    assert_refused(
        folder.path(),
        "rename each NAME.bak of the import to NAME and remove this file",
    );
}

/// No bytes are read beyond the length that the journal names: reading a sparse file of terabytes
/// would take hours.
#[test]
fn a_new_file_of_another_length_is_not_read() {
    let (folder, ..) = interrupted();
    let new = File::options()
        .write(true)
        .open(folder.path().join("wardrobe.001.wardrobe-new"))
        .unwrap();
    // If the file system does not support such a large file, the test uses a smaller file.
    if new.set_len(1 << 42).is_err() {
        new.set_len(1 << 34).unwrap();
    }
    let refused = format!(
        "{:#}",
        finish(&AtomicFiles::default(), folder.path()).unwrap_err()
    );
    assert!(refused.contains("is damaged"), "{refused}");
}

#[cfg(unix)]
#[test]
fn a_journal_is_a_regular_file() {
    let (folder, ..) = interrupted();
    let path = folder.path().join(IMPORT_JOURNAL);
    let text = fs::read(&path).unwrap();
    let elsewhere = folder.path().join("elsewhere");
    fs::rename(&path, &elsewhere).unwrap();
    let regular = "expected a regular file";
    std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
    assert_refused(folder.path(), regular);
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    assert_refused(folder.path(), regular);
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_refused(folder.path(), regular);
    fs::remove_dir(&path).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    assert_refused(folder.path(), regular);
    fs::remove_file(&path).unwrap();
    let endless = File::create(&path).unwrap();
    endless.set_len(1 << 34).unwrap();
    let refused = format!(
        "{:#}",
        finish(&AtomicFiles::default(), folder.path()).unwrap_err()
    );
    assert!(refused.contains("at most"), "{refused}");
    fs::write(&path, text).unwrap();
    assert!(finish(&AtomicFiles::default(), folder.path()).unwrap());
}

/// Imports a costume of the game under number 1.
fn import(folder: &Path, costume: &[u8]) {
    let game = Game::open(folder).unwrap();
    let changed = game
        .files()
        .replace(ResourceKind::Costume, 1, costume)
        .unwrap();
    replace(&AtomicFiles::default(), &index(folder), &changed).unwrap();
}

fn kept_names(folder: &Path) -> Vec<String> {
    let names = contents(folder).into_keys();
    names.filter(|name| name.contains(".bak")).collect()
}

#[test]
fn several_imports_keep_one_original_and_an_undo_restores_it() {
    let (folder, _, costume) = game();
    let folder = folder.path();
    let before = contents(folder);
    let other = Game::open(folder).unwrap().load_costume(3).unwrap().data;
    import(folder, &costume);
    import(folder, &other);
    import(folder, &costume);
    assert_eq!(kept_names(folder), ["wardrobe.000.bak", "wardrobe.001.bak"]);
    let restored = undo(&AtomicFiles::default(), &index(folder)).unwrap();
    assert_eq!(restored, ["wardrobe.001", "wardrobe.000"]);
    assert!(contents(folder) == before);
    let refused = undo(&AtomicFiles::default(), &index(folder)).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("no import into this game is recorded"),
        "{refused}"
    );
}

#[test]
fn files_that_the_user_has_replaced_are_kept_and_not_undone() {
    let (folder, _, costume) = game();
    let folder = folder.path();
    import(folder, &costume);
    // Another edition takes the place of the game.
    let data = folder.join("wardrobe.001");
    let mut bytes = fs::read(&data).unwrap();
    bytes.push(0);
    fs::write(&data, bytes).unwrap();
    let changed = contents(folder);
    let refused = undo(&AtomicFiles::default(), &index(folder)).unwrap_err();
    assert!(
        refused
            .to_string()
            .contains("has been changed since the import"),
        "{refused}"
    );
    assert!(contents(folder) == changed);
    import(folder, &costume);
    assert_eq!(
        kept_names(folder),
        ["wardrobe.000.bak", "wardrobe.001.bak", "wardrobe.001.bak2"]
    );
}

#[test]
fn an_undo_needs_the_original() {
    let (folder, _, costume) = game();
    let folder = folder.path();
    import(folder, &costume);
    fs::write(folder.join("wardrobe.000.bak"), b"x").unwrap();
    let changed = contents(folder);
    let refused = undo(&AtomicFiles::default(), &index(folder)).unwrap_err();
    assert!(
        refused.to_string().contains("missing or changed"),
        "{refused}"
    );
    assert!(contents(folder) == changed);
}
