//! Tests of costumes that change while they are played.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use scumm_platform::App;
use scumm_room::resource::Given;
use scumm_tools::demo;
use scumm_tools::import::{ImportKind, import_in_place};
use scumm_tools::run_files::RunFiles;
use scumm_tools::watch::WatchedSource;

use super::*;
use crate::live::numbered_source;
use crate::session::Origin;

/// A game and the source of its costume 1, in a folder.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = demo::files(5).unwrap();
        let game = folder.path().join("game");
        fs::create_dir(&game).unwrap();
        for (name, bytes) in files {
            fs::write(game.join(name), bytes).unwrap();
        }
        let sources = scumm_test_support::repository().join("data/demo");
        for name in ["mara.toml", "mara.png"] {
            fs::copy(sources.join(name), folder.path().join(name)).unwrap();
        }
        Self { folder }
    }

    fn game(&self) -> PathBuf {
        self.folder.path().join("game")
    }

    fn source(&self) -> PathBuf {
        self.folder.path().join("mara.toml")
    }

    /// Replaces a part of the source.
    fn edit(&self, old: &str, new: &str) {
        let text = fs::read_to_string(self.source()).unwrap();
        assert!(text.contains(old), "{old}");
        fs::write(self.source(), text.replace(old, new)).unwrap();
    }

    /// Plays costume 1 of the game, from its source if wanted.
    fn player(&self, with_source: bool) -> Player {
        let files = RunFiles::default();
        let mut game = load::game(&files, &self.game(), &Given::default()).unwrap();
        let sources = if with_source {
            vec![(1, self.source())]
        } else {
            Vec::new()
        };
        let live = LiveCostumes::start(&sources, &mut game).unwrap();
        let origin = Origin {
            room: Some(1),
            costume: Some(1),
            ..Origin::default()
        };
        let options = PlayOptions {
            files,
            game_path: Some(self.game()),
            ..PlayOptions::default()
        };
        Player::new(game, origin, options)
            .unwrap()
            .with_sources(live)
    }
}

/// Plays until a condition holds.
fn play_until(player: &mut Player, what: &str, holds: impl Fn(&Player) -> bool) {
    let start = Instant::now();
    while !holds(player) {
        assert!(start.elapsed() < Duration::from_secs(120), "{what}");
        thread::sleep(Duration::from_millis(20));
        player.tick();
    }
}

/// The palette of costume 1 on the stage.
fn palette(player: &Player) -> Vec<u8> {
    let Costume::Cost(cost) = &**player.world.stage.costume(1).unwrap() else {
        panic!("the demo's costumes are COST");
    };
    cost.palette().to_vec()
}

const PALETTE: &str = "palette = [0, 119,";

#[test]
fn an_actor_walks_on_in_the_changed_costume() {
    let bench = Bench::new();
    let mut player = bench.player(true);
    let before = player.world.place();
    player
        .world
        .stage
        .walk(1, (before.x + 60, before.y), -1)
        .unwrap();
    (0..4).for_each(|_| player.tick());
    let on_the_way = player.world.place();
    assert_ne!(on_the_way, before);
    let old = palette(&player);
    bench.edit(PALETTE, "palette = [0, 44,");
    play_until(&mut player, "the new palette", |player| {
        palette(player) != old
    });
    assert_eq!(palette(&player)[1], 44);
    (0..40).for_each(|_| player.tick());
    assert!(player.world.place().x > on_the_way.x);
}

#[test]
fn a_fault_stands_on_the_screen_and_the_last_good_costume_is_used() {
    let bench = Bench::new();
    let mut player = bench.player(true);
    let good = palette(&player);
    bench.edit(PALETTE, "palete = [0, 119,");
    play_until(&mut player, "the fault", |player| {
        player.live.notice().is_some()
    });
    assert!(player.live.notice().unwrap().contains("palete"));
    assert_eq!(palette(&player), good);
    bench.edit("palete = [0, 119,", "palette = [0, 45,");
    play_until(&mut player, "no fault", |player| {
        player.live.notice().is_none()
    });
    assert_eq!(palette(&player)[1], 45);
}

#[test]
fn a_paused_player_shows_the_changed_costume() {
    let bench = Bench::new();
    let mut player = bench.player(true);
    player.tick();
    player.clock.paused = true;
    let before = player.frame().unwrap().pixels().to_vec();
    bench.edit(PALETTE, "palette = [0, 44,");
    play_until(&mut player, "the new costume", |player| {
        palette(player)[1] == 44
    });
    assert!(player.clock.paused);
    assert!(player.frame().unwrap().pixels() != before);
}

#[test]
fn an_import_into_the_played_game_is_noticed_and_its_costume_is_worn() {
    let bench = Bench::new();
    let mut player = bench.player(false);
    player.tick();
    // A costume of another size moves the costumes behind it.
    bench.edit(PALETTE, "palette = [0, 46,");
    bench.edit("name = \"walk\"", "name = \"walk\"\n# longer");
    let mut source = WatchedSource::new(bench.source(), player.game.dialect());
    let mut block = source.build().unwrap().block;
    block.extend([0; 100]);
    let size = u32::try_from(block.len()).unwrap();
    block[4..8].copy_from_slice(&size.to_be_bytes());
    let file = bench.folder.path().join("new.cost");
    fs::write(&file, &block).unwrap();
    let files = RunFiles::default();
    import_in_place(
        &files,
        &bench.game(),
        &Given::default(),
        ImportKind::Costume,
        &[(1, file)],
    )
    .unwrap();
    play_until(&mut player, "the imported costume", |player| {
        palette(player)[1] == 46
    });
    // The other costumes are found at their new offsets.
    for number in player.game.costumes().collect::<Vec<_>>() {
        player.game.costume(number).unwrap();
    }
    assert!(player.live.notice().is_none());
}

#[test]
fn a_source_has_a_number() {
    assert_eq!(
        numbered_source("305=a=b.toml"),
        Ok((305, PathBuf::from("a=b.toml")))
    );
    for text in ["305", "x=y", "=y", "305="] {
        assert!(numbered_source(text).is_err(), "{text}");
    }
}
