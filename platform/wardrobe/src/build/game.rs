//! A game's source: which rooms and costumes there are, and their numbers.

use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_costume::Costume;
use scumm_costume::edit::encode::cost;
use scumm_engine::Game;
use scumm_room::edit::{NewFile, NewGame};
use scumm_room::resource::GlobalObject;
use scumm_room::resource::Kind;
use scumm_room::{Dialect, edit};
use serde::Deserialize;

use super::{costume, room};

/// How many global objects a game gets; actors are the first of them.
const OBJECTS: usize = 32;
/// The owner of objects that no actor carries.
const OWNED_BY_ROOM: u8 = 15;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameFile {
    /// The game's name, for people.
    #[serde(rename = "name")]
    _name: String,
    /// The files' name in front of the dot.
    base: String,
    room: Vec<RoomText>,
    costume: Vec<CostumeText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomText {
    id: u8,
    name: String,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CostumeText {
    id: u16,
    room: u8,
    source: String,
}

/// Builds a game's files.
///
/// # Errors
/// What is wrong with a source, with its name; or what does not fit into the version.
pub fn build(path: &Path, dialect: Dialect) -> Result<Vec<NewFile>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| shown.to_string())?;
    let file: GameFile = toml::from_str(&text).with_context(|| shown.to_string())?;
    let mut game = empty();
    for text in &file.room {
        let source = path.with_file_name(&text.source);
        let plan = room::read(&source)?;
        let data = edit::encode_room(&plan, &dialect).with_context(|| source.display().to_string())?;
        game.add_room(text.id, &text.name, data);
    }
    for text in &file.costume {
        let source = path.with_file_name(&text.source);
        let draft = costume::read(&source)?.draft()?;
        let data = costume::encode(&draft, &dialect).with_context(|| source.display().to_string())?;
        game.add(Kind::Costume, text.id, text.room, data);
    }
    Ok(game.files(dialect, &file.base)?)
}

/// A game without rooms and costumes.
fn empty() -> NewGame {
    // In v6 there are as many global objects as actors, at least.
    let object = GlobalObject { owner: Some(OWNED_BY_ROOM), ..GlobalObject::default() };
    NewGame { objects: vec![object; OBJECTS], ..NewGame::default() }
}

/// The files of a game whose costumes are COST, built for another version: pictures, planes, boxes, sequences stay.
///
/// # Errors
/// What the game has of rooms and costumes is damaged, or does not fit into the version.
pub fn edition(source: &Game, dialect: Dialect, base: &str) -> Result<Vec<NewFile>> {
    let mut game = empty();
    for id in source.rooms() {
        let room = edit::encode_room(&source.room(id)?.plan(), &dialect)?;
        game.add_room(u8::try_from(id)?, source.room_name(id).unwrap_or_default(), room);
    }
    for entry in source.costumes() {
        let Costume::Cost(cost) = source.costume(entry.id)? else { bail!("costume {} is no COST", entry.id) };
        let draft = cost::Draft::of(&cost)?;
        game.add(Kind::Costume, entry.id, entry.room, costume::encode(&draft, &dialect)?);
    }
    Ok(game.files(dialect, base)?)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use scumm_costume::Cost;
    use scumm_costume::Damage;
    use scumm_costume::edit::encode::cost::Draft;
    use scumm_room::Surface;
    use scumm_room::edit::RoomPlan;

    use super::*;

    fn demo() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/demo")
    }

    #[test]
    fn the_built_demo_is_what_its_sources_build_to() {
        for new in build(&demo().join("game.toml"), Dialect::new(5)).unwrap() {
            let built = std::fs::read(demo().join("built").join(&new.name)).unwrap();
            assert!(built == new.bytes, "{} is not up to date: run `cargo xtask demo`", new.name);
        }
    }

    #[test]
    fn costumes_and_rooms_read_back_as_their_sources_are() {
        for version in [5, 6] {
            let folder = tempfile::tempdir().unwrap();
            for new in build(&demo().join("game.toml"), Dialect::new(version)).unwrap() {
                std::fs::write(folder.path().join(&new.name), &new.bytes).unwrap();
            }
            let game = Game::open(folder.path()).unwrap();
            for (id, name) in [(1, "mara"), (2, "pim"), (3, "ghost")] {
                let source = costume::read(&demo().join(name).with_extension("toml")).unwrap().draft().unwrap();
                let dialect = game.dialect();
                let raw = game.load_costume(id).unwrap();
                let cost = Cost::parse_with(&raw.data, &dialect, &mut Damage::strict()).unwrap();
                assert!(Draft::of(&cost).unwrap() == source, "{name}, v{version}");
            }
            let source = room::read(&demo().join("room.toml")).unwrap();
            let read = game.room(1).unwrap().plan();
            let read = RoomPlan { matrix: None, ..read };
            assert!(read.picture == source.picture, "v{version}");
            let hides = |plan: &RoomPlan| -> Vec<Vec<bool>> {
                plan.planes.iter().map(|plane| plane.pixels().iter().map(|&p| p != 0).collect()).collect()
            };
            assert!(hides(&read) == hides(&source), "v{version}");
            let rest = |plan: RoomPlan| RoomPlan { picture: Surface::default(), planes: Vec::new(), ..plan };
            assert_eq!(rest(read), rest(source), "v{version}");
        }
    }
}
