//! The subcommand `import`: games of all versions keep everything except the imported costume.

use std::fs;
use std::path::Path;

use crate::common::{files, games, good, refusal, wardrobe};
use scumm_room::Dialect;
use scumm_room::block::Header;
use scumm_room::resource::{GameFiles, ResourceKind};
use scumm_test_support::{editions, repository};

/// Returns a costume with additional bytes at its end, which nothing reads.
fn longer(data: &[u8], dialect: &Dialect, more: usize) -> Vec<u8> {
    let mut data = [data, &vec![0xa5; more]].concat();
    let size = u32::try_from(data.len()).unwrap();
    match dialect.header() {
        Header::Large => data[4..8].copy_from_slice(&size.to_be_bytes()),
        Header::Small => data[..4].copy_from_slice(&size.to_le_bytes()),
        Header::Old => data[..2].copy_from_slice(&size.to_le_bytes()[..2]),
    }
    data
}

/// Returns all resources of a game except the costume `but`.
fn rest(game: &GameFiles, but: u16) -> Vec<(ResourceKind, u16, Option<Vec<u8>>)> {
    let kinds = ResourceKind::ALL
        .into_iter()
        .flat_map(|kind| game.ids(kind).map(move |id| (kind, id)));
    let others = kinds.filter(|pair| *pair != (ResourceKind::Costume, but));
    others
        .map(|(kind, id)| (kind, id, game.load(kind, id).ok().map(|raw| raw.data)))
        .collect()
}

/// Replaces each costume of a game by a longer one, and checks that all other resources stay.
/// Returns the number of costumes.
fn check(index: &Path) -> usize {
    let game = GameFiles::open(index).unwrap();
    let mut checked = 0;
    for id in game.ids(ResourceKind::Costume).collect::<Vec<_>>() {
        let Ok(raw) = game.load(ResourceKind::Costume, id) else {
            continue;
        };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new.cost");
        let data = longer(&raw.data, &game.dialect(), 78);
        fs::write(&file, &data).unwrap();
        let out = folder.path().join("out");
        let number = id.to_string();
        let done = wardrobe(&[&"import", &index, &"--costume", &number, &file, &"-o", &out]);
        assert!(done.status.success(), "{index:?}: {done:?}");
        let new = GameFiles::open(&out.join(index.file_name().unwrap())).unwrap();
        assert_eq!(new.describe(), game.describe());
        assert_eq!(
            new.load(ResourceKind::Costume, id).unwrap().data,
            data,
            "{index:?}, costume {id}"
        );
        assert!(rest(&new, id) == rest(&game, id), "{index:?}, costume {id}");
        checked += 1;
    }
    checked
}

/// Replaces each costume by a longer and by a shorter one, and returns the number of costumes. The
/// made-up games have no valid costumes, so the test calls the library instead of the program.
fn check_made_up(index: &Path) -> usize {
    let game = GameFiles::open(index).unwrap();
    let is_image = index
        .extension()
        .is_some_and(|ending| ending == "d64" || ending == "dsk");
    let contained = game.contained();
    let mut checked = 0;
    // Games on cartridges have many files and costumes, so only some of them are tested.
    let step = if contained.is_empty() { 1 } else { 13 };
    for id in game
        .ids(ResourceKind::Costume)
        .step_by(step)
        .collect::<Vec<_>>()
    {
        let Ok(raw) = game.load(ResourceKind::Costume, id) else {
            continue;
        };
        let header = game.dialect().header().size();
        let mut others = vec![
            longer(&raw.data, &game.dialect(), 78),
            longer(&raw.data[..header], &game.dialect(), 1),
        ];
        if is_image {
            // Blocks on a disk image cannot move (V7).
            for other in others.drain(..) {
                let error = game
                    .replace(ResourceKind::Costume, id, &other)
                    .unwrap_err()
                    .to_string();
                assert!(
                    error.contains("a resource on a disk image must keep its size"),
                    "{error}"
                );
            }
            let end = raw.data.len() - 1;
            others.push([&raw.data[..end], &[!raw.data[end]]].concat());
        }
        for data in others {
            let out = tempfile::tempdir().unwrap();
            for file in &contained {
                file.copy_to(&mut fs::File::create(out.path().join(&file.name)).unwrap())
                    .unwrap();
            }
            if contained.is_empty() {
                for name in files(index.parent().unwrap()) {
                    fs::copy(index.with_file_name(&name), out.path().join(&name)).unwrap();
                }
            }
            for changed in game.replace(ResourceKind::Costume, id, &data).unwrap() {
                let name = changed.path.file_name().unwrap();
                let mut bytes = Vec::new();
                changed.copy_to(&mut bytes).unwrap();
                assert_eq!(bytes.len() as u64, changed.size());
                fs::write(out.path().join(name), bytes).unwrap();
            }
            let new = GameFiles::open(&out.path().join(index.file_name().unwrap())).unwrap();
            assert_eq!(
                new.load(ResourceKind::Costume, id).unwrap().data,
                data,
                "{index:?}, costume {id}"
            );
            assert!(rest(&new, id) == rest(&game, id), "{index:?}, costume {id}");
        }
        checked += 1;
    }
    checked
}

#[test]
fn games_of_every_version_keep_everything_else() {
    let games = games();
    let mut checked = 0;
    for found in scumm_room::resource::games(&games.path()).unwrap() {
        checked += check_made_up(&found.index);
    }
    assert!(checked >= 18, "{checked}");
}

#[test]
fn the_demo_and_openquest_keep_everything_else() {
    assert_eq!(check(&repository().join("data/demo/built/wardrobe.000")), 3);
    match scumm_test_support::shared("real/openquest") {
        Some(folder) => assert_eq!(check(&folder.join("scummc6.000")), 6),
        None => eprintln!("not run: OpenQuest is not there"),
    }
}

#[test]
fn a_game_in_a_container_becomes_a_loose_one_i38() {
    let folder = tempfile::tempdir().unwrap();
    let built = repository().join("data/demo/built");
    let demo = files(&built)
        .into_iter()
        .map(|name| (format!("data/{name}"), fs::read(built.join(&name)).unwrap()));
    let demo: Vec<_> = demo.collect();
    let (container, archive) = (
        folder.path().join("tenta.cle"),
        folder.path().join("demo.zip"),
    );
    fs::write(&container, editions::remaster("tenta.cle", &demo)).unwrap();
    fs::write(
        &archive,
        editions::zipped(&demo, editions::CompressionMethod::Deflated),
    )
    .unwrap();
    for game in [&container, &archive] {
        let before = fs::read(game).unwrap();
        let loose = tempfile::tempdir().unwrap();
        assert!(
            wardrobe(&[&"extract", game, &"--all", &"-o", &loose.path()])
                .status
                .success()
        );
        let index = loose.path().join("wardrobe.000");
        assert_eq!(
            fs::read(&index).unwrap(),
            demo.iter()
                .find(|(name, _)| name.ends_with("000"))
                .unwrap()
                .1
        );
        let costume = loose.path().join("costume-002.cost");
        let in_place = wardrobe(&[&"import", game, &"--costume", &"1", &costume, &"--in-place"]);
        assert!(
            refusal(&in_place).contains("use -o to write a changed loose copy of the game"),
            "{in_place:?}"
        );
        let out = tempfile::tempdir().unwrap();
        let done = wardrobe(&[
            &"import",
            game,
            &"--costume",
            &"1",
            &costume,
            &"-o",
            &out.path(),
        ]);
        assert!(done.status.success(), "{done:?}");
        let new = GameFiles::open(&out.path().join("wardrobe.000")).unwrap();
        assert_eq!(
            new.load(ResourceKind::Costume, 1).unwrap().data,
            fs::read(&costume).unwrap()
        );
        assert!(rest(&new, 1) == rest(&GameFiles::open(&index).unwrap(), 1));
        assert!(fs::read(game).unwrap() == before, "{}", game.display());
    }
}

#[test]
fn in_place_the_old_files_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let built = repository().join("data/demo/built");
    for name in files(&built) {
        fs::copy(built.join(&name), folder.path().join(&name)).unwrap();
    }
    let before = files(folder.path());
    let raw = tempfile::tempdir().unwrap();
    assert!(
        wardrobe(&[
            &"extract",
            &folder.path(),
            &"--costume",
            &"2",
            &"-o",
            &raw.path()
        ])
        .status
        .success()
    );
    let costume = raw.path().join("costume-002.cost");
    // The second import keeps no copy of the files that the first one has written.
    for _ in 1..=2 {
        let done = wardrobe(&[
            &"import",
            &folder.path(),
            &"--costume",
            &"1",
            &costume,
            &"--in-place",
        ]);
        assert!(done.status.success(), "{done:?}");
        let new = [".wardrobe-imported", "wardrobe.000.bak", "wardrobe.001.bak"];
        assert_eq!(files(folder.path()).len(), before.len() + new.len());
        assert!(new.iter().all(|name| folder.path().join(name).exists()));
    }
    let game = GameFiles::open(&folder.path().join("wardrobe.000")).unwrap();
    assert_eq!(
        game.load(ResourceKind::Costume, 1).unwrap().data,
        fs::read(&costume).unwrap()
    );
    let old = fs::read(built.join("wardrobe.001")).unwrap();
    assert_eq!(
        fs::read(folder.path().join("wardrobe.001.bak")).unwrap(),
        old
    );
}

#[test]
fn a_new_set_has_all_that_belongs_to_the_game_and_nothing_else_i2() {
    let folder = tempfile::tempdir().unwrap();
    let game = crate::common::demo(folder.path(), "5");
    let others = [
        "wardrobe.txt",
        "wardrobe.s01",
        "wardrobe.001.bak",
        "notes.md",
        "cast.toml",
        "monkey.001",
    ];
    for name in others.iter().chain(&["MONSTER.SOU", "track1.ogg"]) {
        fs::write(game.join(name), name).unwrap();
    }
    let video = game.join("video");
    fs::create_dir(&video).unwrap();
    fs::write(video.join("intro.san"), "film").unwrap();
    let copy = game.join("copy");
    fs::create_dir(&copy).unwrap();
    fs::copy(game.join("wardrobe.000"), copy.join("WARDROBE.000")).unwrap();
    fs::copy(game.join("wardrobe.001"), copy.join("wardrobe.001")).unwrap();
    let raw = folder.path().join("raw");
    assert!(
        wardrobe(&[&"extract", &game, &"--costume", &"2", &"-o", &raw])
            .status
            .success()
    );
    let out = folder.path().join("out");
    let index = game.join("wardrobe.000");
    let costume = raw.join("costume-002.cost");
    let done = wardrobe(&[&"import", &index, &"--costume", &"1", &costume, &"-o", &out]);
    assert!(done.status.success(), "{done:?}");
    assert_eq!(
        files(&out),
        [
            "MONSTER.SOU",
            "track1.ogg",
            "video",
            "wardrobe.000",
            "wardrobe.001"
        ]
    );
    assert_eq!(files(&out.join("video")), ["intro.san"]);
    assert_eq!(fs::read(out.join("MONSTER.SOU")).unwrap(), b"MONSTER.SOU");
}

#[test]
fn a_source_is_built_before_it_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let demo = repository().join("data/demo/built");
    let source = folder.path().join("source");
    assert!(
        wardrobe(&[&"disassemble", &demo, &"--costume", &"1", &"-o", &source])
            .status
            .success()
    );
    for named in [source.clone(), source.join("costume.toml")] {
        let out = folder.path().join("out");
        let refused = refusal(&wardrobe(&[
            &"import",
            &demo,
            &"--costume",
            &"1",
            &named,
            &"-o",
            &out,
        ]));
        let built = format!(
            "found a source; build it first with `wardrobe build {} -o",
            source.join("costume.toml").display()
        );
        assert!(refused.contains(&built), "{refused}");
    }
}

#[test]
fn what_is_no_costume_of_the_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.cost");
    fs::write(&file, b"COST\0\0\0\x0dabcde").unwrap();
    let demo = repository().join("data/demo/built");
    let refused = refusal(&wardrobe(&[
        &"import",
        &demo,
        &"--costume",
        &"1",
        &file,
        &"-o",
        &folder.path(),
    ]));
    assert!(refused.contains("x.cost"), "{refused}");
    assert!(!folder.path().join("wardrobe.000").exists());
}

/// Returns a copy of the demo, and costume 2 as a file.
fn demo_with_costume() -> (tempfile::TempDir, std::path::PathBuf, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let game = crate::common::demo(folder.path(), "5");
    let raw = folder.path().join("raw");
    good(&[&"extract", &game, &"--costume", &"2", &"-o", &raw]);
    (folder, game, raw.join("costume-002.cost"))
}

#[test]
fn a_journal_from_elsewhere_changes_nothing() {
    let (_folder, game, costume) = demo_with_costume();
    fs::write(game.join("notes.txt"), "mine").unwrap();
    fs::write(game.join("notes.txt.wardrobe-new"), "evil").unwrap();
    let journal = r#"{"notes.txt":{"bytes":4,"crc32":"8dfb3152"}}"#;
    fs::write(game.join(".wardrobe-import"), journal).unwrap();
    let before = files(&game);
    let calls: [&[&dyn AsRef<Path>]; 5] = [
        &[&"list", &game],
        &[&"cast", &game],
        &[&"info", &game.join("wardrobe.000"), &"--costume", &"1"],
        &[&"compare", &game, &game],
        &[
            &"import",
            &game,
            &costume,
            &"--costume",
            &"1",
            &"-o",
            &game.join("out"),
        ],
    ];
    for args in calls {
        let refused = refusal(&wardrobe(args));
        assert!(
            refused.contains("an import into this game is running or was interrupted")
                && refused.contains("`wardrobe import --in-place`"),
            "{refused}"
        );
    }
    let refused = refusal(&wardrobe(&[
        &"import",
        &game,
        &costume,
        &"--costume",
        &"1",
        &"--in-place",
    ]));
    assert!(
        refused.contains("the layout of an earlier version of Wardrobe")
            && refused.contains("if no import was made here, only remove this file"),
        "{refused}"
    );
    assert_eq!(files(&game), before);
    assert_eq!(fs::read(game.join("notes.txt")).unwrap(), b"mine");
}

/// A limit for the size of the process's files simulates a full disk.
#[cfg(unix)]
#[test]
fn an_import_that_the_disk_has_no_room_for_leaves_nothing() {
    let (folder, game, replaced) = demo_with_costume();
    let raw = folder.path().join("raw");
    good(&[&"extract", &game, &"--costume", &"3", &"-o", &raw]);
    let shorter = raw.join("costume-003.cost");
    let size = |path: &Path| fs::metadata(path).unwrap().len();
    let shrinks = size(&replaced) - size(&shorter);
    assert!(shrinks > 1024, "{shrinks}");
    let before = files(&game);
    let data = fs::read(game.join("wardrobe.001")).unwrap();
    // The limit is large enough for the new data file and too small for the old one, which is kept.
    // It counts units of 512 bytes.
    let units = (data.len() as u64 - shrinks).div_ceil(512);
    let script = format!(
        "trap '' XFSZ; ulimit -f {units}; exec \"$0\" import \"$1\" \"$2\" --costume 2 --in-place"
    );
    let output = std::process::Command::new("sh")
        .args(["-c", script.as_str(), env!("CARGO_BIN_EXE_wardrobe")])
        .args([&game, &shorter])
        .env_remove("RUST_LOG")
        .output()
        .unwrap();
    let refused = refusal(&output);
    assert!(refused.contains("wardrobe.001.bak"), "{refused}");
    assert_eq!(files(&game), before);
    assert!(fs::read(game.join("wardrobe.001")).unwrap() == data);
}

/// Changes the directory of a kind in the demo's index: `change` gets the rooms and the offsets of
/// the entries.
fn edit_directory(game: &Path, tag: &[u8; 4], change: impl Fn(&mut [u8], &mut [u32])) {
    let path = game.join("wardrobe.000");
    let mut index: Vec<u8> = fs::read(&path).unwrap().iter().map(|b| b ^ 0x69).collect();
    let start = index.windows(4).position(|found| found == tag).unwrap() + 8;
    let count = usize::from(index[start]);
    let rooms = start + 2..start + 2 + count;
    let fields = rooms.end..rooms.end + 4 * count;
    let mut offsets = Vec::new();
    for field in index[fields.clone()].chunks_exact(4) {
        offsets.push(u32::from_le_bytes(field.try_into().unwrap()));
    }
    change(&mut index[rooms], &mut offsets);
    for (field, offset) in index[fields].chunks_exact_mut(4).zip(offsets) {
        field.copy_from_slice(&offset.to_le_bytes());
    }
    let index: Vec<u8> = index.iter().map(|b| b ^ 0x69).collect();
    fs::write(path, index).unwrap();
}

#[test]
fn costumes_that_share_a_resource_are_named_and_no_edit_is_lost() {
    let (folder, game, costume) = demo_with_costume();
    edit_directory(&game, b"DCOS", |rooms, offsets| {
        rooms[3] = rooms[1];
        offsets[3] = offsets[1];
    });
    let new = folder.path().join("new");
    good(&[&"extract", &game, &"--all", &"-o", &new]);
    fs::remove_file(new.join("costume-002.cost")).unwrap();
    let old = fs::read(new.join("costume-003.cost")).unwrap();
    fs::copy(&costume, new.join("costume-001.cost")).unwrap();
    // The unchanged costume 3 follows the new costume 1.
    let out = folder.path().join("out");
    let done = wardrobe(&[&"import", &game, &new, &"-o", &out]);
    let told = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{told}");
    assert!(told.contains("costumes 1, 3 share one resource"), "{told}");
    let imported = GameFiles::open(&out.join("wardrobe.000")).unwrap();
    let edited = fs::read(&costume).unwrap();
    for id in [1, 3] {
        let raw = imported.load(ResourceKind::Costume, id).unwrap();
        assert_eq!(raw.data, edited, "costume {id}");
    }
    // Two different edits are refused before anything is written.
    let other = longer(&old, &Dialect::new(5), 4);
    fs::write(new.join("costume-003.cost"), other).unwrap();
    let out = folder.path().join("refused");
    let refused = refusal(&wardrobe(&[&"import", &game, &new, &"-o", &out]));
    assert!(refused.contains("share one block"), "{refused}");
    assert!(!out.join("wardrobe.001").exists());
}

#[test]
fn a_single_entry_that_leads_nowhere_is_kept_and_a_mixture_of_copies_is_refused() {
    for tag in [b"DSCR", b"DSOU"] {
        let (folder, game, costume) = demo_with_costume();
        edit_directory(&game, tag, |rooms, offsets| {
            rooms[0] = 1;
            offsets[0] = 0x00ff_ffff;
        });
        let out = folder.path().join("out");
        let done = wardrobe(&[&"import", &game, &"--costume", &"1", &costume, &"-o", &out]);
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(0), "{told}");
        assert!(told.contains("disagree in 1 of"), "{told}");
        let old = GameFiles::open(&game.join("wardrobe.000")).unwrap();
        let new = GameFiles::open(&out.join("wardrobe.000")).unwrap();
        assert!(rest(&new, 1) == rest(&old, 1));
    }
    let (folder, game, costume) = demo_with_costume();
    edit_directory(&game, b"DCOS", |_, offsets| {
        for offset in &mut offsets[2..] {
            *offset += 20;
        }
    });
    let out = folder.path().join("out");
    let refused = refusal(&wardrobe(&[
        &"import",
        &game,
        &"--costume",
        &"1",
        &costume,
        &"-o",
        &out,
    ]));
    assert!(refused.contains("restore all files"), "{refused}");
}
