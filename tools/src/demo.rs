//! The demo game that is built into the tools.

use std::borrow::Cow;

use anyhow::Result;
use scumm_engine::Game;
use scumm_room::Dialect;

use crate::build;

/// The base of the file names: the part in front of the dot.
const BASE: &str = "wardrobe";

/// Embeds a file of the demo. The build script finds the folder of the demo.
macro_rules! demo_file {
    ($name:literal) => {
        include_bytes!(concat!(env!("DEMO_FOLDER"), "/", $name))
    };
}

/// The data and index file, as `cargo xtask demo` builds them.
pub const FILES: [(&str, &[u8]); 2] = [
    ("wardrobe.001", demo_file!("built/wardrobe.001")),
    ("wardrobe.000", demo_file!("built/wardrobe.000")),
];

/// The cast list of the demo.
pub const CAST: &str = include_str!(concat!(env!("DEMO_FOLDER"), "/cast.toml"));

/// The sources of the demo, which `build` converts to its files: texts and pictures.
pub const SOURCES: [(&str, &[u8]); 21] = [
    ("cast.toml", demo_file!("cast.toml")),
    ("game.toml", demo_file!("game.toml")),
    ("ghost.png", demo_file!("ghost.png")),
    ("ghost.toml", demo_file!("ghost.toml")),
    ("harbour-door.png", demo_file!("harbour-door.png")),
    ("mara.png", demo_file!("mara.png")),
    ("mara.toml", demo_file!("mara.toml")),
    ("pim.png", demo_file!("pim.png")),
    ("pim.toml", demo_file!("pim.toml")),
    ("plane1.png", demo_file!("plane1.png")),
    ("plane2.png", demo_file!("plane2.png")),
    ("room.png", demo_file!("room.png")),
    ("room.toml", demo_file!("room.toml")),
    ("shop-coat.png", demo_file!("shop-coat.png")),
    ("shop-door.png", demo_file!("shop-door.png")),
    ("shop-plane1.png", demo_file!("shop-plane1.png")),
    ("shop-plane2.png", demo_file!("shop-plane2.png")),
    (
        "shop-wardrobe-plane.png",
        demo_file!("shop-wardrobe-plane.png"),
    ),
    ("shop-wardrobe.png", demo_file!("shop-wardrobe.png")),
    ("shop.png", demo_file!("shop.png")),
    ("shop.toml", demo_file!("shop.toml")),
];

/// Returns the files of the demo in a version from 5 to 7, with `cast.toml`. In version 7 the
/// costumes are AKOS.
///
/// # Errors
/// Does not fail with the built-in files.
pub fn files(version: u8) -> Result<Vec<(String, Cow<'static, [u8]>)>> {
    let mut files = FILES
        .map(|(name, bytes)| (name.to_owned(), Cow::Borrowed(bytes)))
        .to_vec();
    if version != 5 {
        let edition = build::game::edition(&game()?, Dialect::new(version), BASE)?;
        files = edition
            .into_iter()
            .map(|file| (file.name, Cow::Owned(file.bytes)))
            .collect();
    }
    files.push(("cast.toml".to_owned(), Cow::Borrowed(CAST.as_bytes())));
    Ok(files)
}

/// Opens the demo.
///
/// # Errors
/// Does not fail with the built-in files.
pub fn game() -> scumm_room::Result<Game> {
    Game::from_files(FILES.map(|(name, bytes)| (name.to_owned(), Cow::Borrowed(bytes))))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use scumm_costume::Costume;
    use scumm_engine::{Backdrop, Facing, InitMode, Picture, Stage};
    use scumm_room::Surface;
    use scumm_test_support::sample::SilentEnvironment;

    use super::*;
    use crate::run_files::RunFiles;

    /// Returns a stage of this version with one actor at full size in a costume of the demo.
    fn stage(dialect: Dialect, costume: Costume) -> Stage {
        let empty = Picture::new(Surface::filled(320, 200, 40), Vec::new(), 1).unwrap();
        let backdrop = Backdrop::Picture(Arc::new(empty));
        let mut stage = Stage::new(dialect, backdrop, 0..200);
        stage.draw_background();
        stage.insert_costume(1, Arc::new(costume)).unwrap();
        let room = stage.room_number();
        let mut actor = stage.actor_mut(1).unwrap();
        actor.init(InitMode::Settings);
        actor.set_ignore_boxes(true);
        actor.set_costume(1).unwrap();
        actor.put(160, 150, Some(room));
        stage
    }

    #[test]
    fn the_sources_are_all_that_the_demo_is_built_from() {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in SOURCES {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        let options = build::BuildOptions::default();
        let source = folder.path().join("game.toml");
        let built = build::build(&RunFiles::default(), &source, &options).unwrap();
        let build::Built::Game(files) = built else {
            panic!("a game is expected");
        };
        let files: Vec<_> = files.iter().map(|f| (&*f.name, &*f.bytes)).collect();
        assert!(files == FILES);
    }

    #[test]
    fn the_akos_edition_draws_what_the_cost_edition_draws() {
        let cost = game().unwrap();
        let akos = build::game::edition(&cost, Dialect::new(7), BASE).unwrap();
        let akos = Game::from_files(
            akos.into_iter()
                .map(|file| (file.name, Cow::Owned(file.bytes))),
        )
        .unwrap();
        let mut frames = 0;
        for id in cost.costumes() {
            let mut both =
                [&cost, &akos].map(|game| stage(game.dialect(), game.costume(id).unwrap()));
            assert!(both[1].costume(1).unwrap().is_akos());
            for (chore, facing) in
                (2..=6).flat_map(|chore| [180, 90, 270, 0].map(|facing| (chore, facing)))
            {
                for stage in &mut both {
                    let mut actor = stage.actor_mut(1).unwrap();
                    actor.set_direction(Facing::from_degrees(facing));
                    actor.start_anim(chore).unwrap();
                }
                for _ in 0..16 {
                    both.iter_mut()
                        .for_each(|stage| stage.tick(&mut SilentEnvironment));
                    let [cost, akos] = both
                        .each_ref()
                        .map(|stage| stage.front().rows().collect::<Vec<_>>().concat());
                    assert!(cost == akos, "costume {id}, chore {chore}, facing {facing}");
                    frames += usize::from(cost.iter().any(|&pixel| pixel != 40));
                }
            }
        }
        assert_eq!(frames, 3 * 5 * 4 * 16);
    }
}
