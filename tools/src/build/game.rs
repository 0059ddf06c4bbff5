//! Reads a game's source, which lists the rooms and costumes with their numbers.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, Result, bail};
use scumm_costume::Costume;
use scumm_costume::edit::cost;
use scumm_engine::Game;
use scumm_room::edit::{NewFile, NewGame};
use scumm_room::resource::{GlobalObject, ResourceKind};
use scumm_room::{Dialect, edit};
use serde::Deserialize;

use super::companions::CompanionFiles;
use super::{costume, room};
use crate::run_files::RunFiles;

/// The most characters of the base name of a game's files.
const LONGEST_BASE: usize = 64;
/// The number of global objects of a built game. Actors are the first of them.
const OBJECTS: usize = 48;
/// The value of the owner for objects that no actor carries.
const OWNED_BY_ROOM: u8 = 15;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameFile {
    /// The game's name for readers of the source.
    #[serde(rename = "name")]
    _name: String,
    /// The base of the file names: the part in front of the dot.
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

/// Builds the files of a game.
///
/// # Errors
/// Returns an error with the file's name if a source is invalid, or an error if the game does not
/// fit into the version.
pub fn build(
    files: &RunFiles,
    path: &Path,
    beside: &CompanionFiles,
    dialect: Dialect,
) -> Result<Vec<NewFile>> {
    let shown = || path.display().to_string();
    let file: GameFile = toml::from_str(&files.read_source(path)?).with_context(shown)?;
    check(&file).with_context(shown)?;
    // v6 needs at least as many global objects as actors.
    let object = GlobalObject {
        owner: Some(OWNED_BY_ROOM),
        ..GlobalObject::default()
    };
    let mut game = NewGame {
        objects: vec![object; OBJECTS],
        ..NewGame::default()
    };
    for text in &file.room {
        let (source, files) = beside.source(&text.source).with_context(shown)?;
        let room = room::read(&source, &files)?;
        let data = edit::encode_room(&room.plan, &dialect)
            .with_context(|| source.display().to_string())?;
        game.add_room(text.id, &text.name, data);
        for (id, state) in room.states {
            let object = game.objects.get_mut(usize::from(id));
            let refused = || {
                format!(
                    "{}: object {id}: expected an object number below {OBJECTS}",
                    source.display()
                )
            };
            object.with_context(refused)?.state = state;
        }
    }
    for text in &file.costume {
        let (source, files) = beside.source(&text.source).with_context(shown)?;
        let draft = costume::read(&source, &files)?;
        let data =
            costume::encode(&draft, &dialect).with_context(|| source.display().to_string())?;
        game.add(ResourceKind::Costume, text.id, text.room, data);
    }
    Ok(game.files(dialect, &file.base)?)
}

/// Checks that the base name is valid on every system, and that no number is used twice.
fn check(file: &GameFile) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if file.base.is_empty() || file.base.len() > LONGEST_BASE || !file.base.chars().all(is_plain) {
        bail!(
            "base: expected 1 to {LONGEST_BASE} letters, digits, `-` and `_`, found {:?}",
            file.base
        );
    }
    let twice = |kind: &str, ids: Vec<u16>| {
        let mut met = BTreeSet::new();
        match ids.into_iter().find(|&id| !met.insert(id)) {
            Some(id) => bail!("{kind} {id} is listed twice"),
            None => Ok(()),
        }
    };
    twice(
        "room",
        file.room.iter().map(|room| u16::from(room.id)).collect(),
    )?;
    twice(
        "costume",
        file.costume.iter().map(|costume| costume.id).collect(),
    )
}

/// Rebuilds a game with COST costumes for another version. Pictures, planes, boxes and sequences
/// stay the same.
///
/// # Errors
/// Returns an error if a room or costume of the game is damaged, or does not fit into the version.
pub fn edition(source: &Game, dialect: Dialect, base: &str) -> Result<Vec<NewFile>> {
    let mut game = NewGame {
        objects: source.files().index().objects.clone(),
        ..NewGame::default()
    };
    for id in source.rooms() {
        let room = edit::encode_room(&source.room(id)?.plan(), &dialect)?;
        game.add_room(
            u8::try_from(id)?,
            source.room_name(id).unwrap_or_default(),
            room,
        );
    }
    for id in source.costumes() {
        let Costume::Cost(cost) = source.costume(id)? else {
            bail!("costume {id}: expected a COST")
        };
        let draft = cost::CostDraft::from_cost(&cost)?;
        let room = u8::try_from(source.room_of_costume(id).unwrap_or(0))?;
        game.add(
            ResourceKind::Costume,
            id,
            room,
            costume::encode(&draft, &dialect)?,
        );
    }
    Ok(game.files(dialect, base)?)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::path::PathBuf;

    use scumm_costume::Cost;
    use scumm_costume::Damage;
    use scumm_costume::edit::cost::CostDraft;
    use scumm_room::edit::RoomPlan;
    use scumm_room::{Point, Surface};

    use super::*;

    fn demo() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/demo")
    }

    fn files(version: u8) -> Vec<NewFile> {
        let source = demo().join("game.toml");
        build(
            &RunFiles::default(),
            &source,
            &CompanionFiles::beside(&RunFiles::default(), &source, false),
            Dialect::new(version),
        )
        .unwrap()
    }

    #[test]
    fn the_built_demo_is_what_its_sources_build_to() {
        for (version, folder) in [(5, "built"), (6, "v6"), (7, "v7")] {
            for new in files(version) {
                let built = std::fs::read(demo().join(folder).join(&new.name)).unwrap();
                assert!(
                    built == new.bytes,
                    "{folder}/{} is not up to date: run `cargo xtask demo`",
                    new.name
                );
            }
        }
    }

    /// Builds the demo for a version and opens it.
    fn built(version: u8) -> Game {
        Game::from_files(
            files(version)
                .into_iter()
                .map(|file| (file.name, Cow::Owned(file.bytes))),
        )
        .unwrap()
    }

    #[test]
    fn costumes_read_back_as_their_sources_are() {
        for version in [5, 6] {
            let game = built(version);
            for (id, name) in [(1, "mara"), (2, "pim"), (3, "ghost")] {
                let source = demo().join(name).with_extension("toml");
                let source = costume::read(
                    &source,
                    &CompanionFiles::beside(&RunFiles::default(), &source, false),
                )
                .unwrap();
                let dialect = game.dialect();
                let raw = game.load_costume(id).unwrap();
                let cost = Cost::parse_with(&raw.data, &dialect, &mut Damage::strict()).unwrap();
                assert!(
                    CostDraft::from_cost(&cost).unwrap() == source,
                    "{name}, v{version}"
                );
            }
        }
    }

    /// Returns the plane in the form in which it is read from a room, with the values 0 and 255.
    fn hides(plane: &Surface) -> Surface {
        let pixels = plane
            .pixels()
            .iter()
            .map(|&pixel| if pixel == 0 { 0 } else { 255 });
        Surface::from_pixels(plane.width(), plane.height(), pixels)
    }

    #[test]
    fn rooms_and_objects_read_back_as_their_sources_are() {
        for version in [5, 6, 7] {
            let game = built(version);
            for (number, name) in [(1, "room"), (2, "shop")] {
                let source = demo().join(name).with_extension("toml");
                let read = room::read(
                    &source,
                    &CompanionFiles::beside(&RunFiles::default(), &source, false),
                );
                let room::RoomSource { mut plan, states } = read.unwrap();
                plan.planes
                    .iter_mut()
                    .for_each(|plane| *plane = hides(plane));
                for object in &mut plan.objects {
                    // Only v5 stores where actors stand to use an object (O2).
                    object.object.walk = if version == 5 {
                        object.object.walk
                    } else {
                        Point::ZERO
                    };
                    for picture in &mut object.pictures {
                        picture
                            .planes
                            .iter_mut()
                            .flatten()
                            .for_each(|plane| *plane = hides(plane));
                        picture.planes.resize(plan.planes.len(), None);
                    }
                }
                let read = game.room(number).unwrap().plan();
                assert!(
                    RoomPlan {
                        matrix: None,
                        ..read
                    } == plan,
                    "{name}, v{version}"
                );
                assert!(!states.is_empty());
                for (id, state) in states {
                    assert_eq!(
                        game.files().index().objects[usize::from(id)].state,
                        state,
                        "object {id}, v{version}"
                    );
                }
            }
        }
    }

    #[test]
    fn an_edition_is_what_the_sources_build_to() {
        let v5 = built(5);
        for version in [6, 7] {
            let sources = files(version);
            let edition = edition(&v5, Dialect::new(version), "wardrobe").unwrap();
            assert!(edition == sources, "v{version}");
        }
    }
}
