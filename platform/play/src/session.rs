//! The session: the state of a game when the program ended, for resuming it.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use scumm_engine::Game;
use scumm_media::file;
use scumm_tools::file_names;
use serde::{Deserialize, Serialize};

use super::origin::Origin;
use super::record::RecordedStage;
use super::world::{World, WorldState};
use crate::{Layers, folders};

/// The version of the file format.
const VERSION: u32 = 4;

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    version: u32,
    /// The description of the game.
    game: String,
    /// The settings from which the world was created.
    pub origin: Origin,
    /// The jiffies of a frame.
    jiffies: u16,
    /// The visible layers.
    pub layers: Layers,
    /// The changeable state.
    #[serde(rename = "moment")]
    pub state: WorldState,
}

/// Returns the path of a game's session file. The name contains the name of the game's file or
/// folder, and a checksum of its whole path, because names are not unique.
///
/// # Errors
/// Returns an error if the user has no home folder.
pub fn place(game: Option<&Path>) -> Result<PathBuf> {
    let folder = folders::data()?.join("sessions");
    let Some(game) = game else {
        return Ok(folder.join("demo.json"));
    };
    let whole = game.canonicalize().unwrap_or_else(|_| game.to_path_buf());
    let stem = whole
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let sum = crc32fast::hash(whole.as_os_str().as_encoded_bytes());
    let stem = file_names::safe(&stem);
    Ok(folder.join(format!("{stem}-{sum:08x}.json")))
}

impl Session {
    /// Creates the session of a world in its present state.
    pub fn of(game: &Game, origin: &Origin, world: &World, layers: Layers) -> Self {
        Self {
            version: VERSION,
            game: game.describe(),
            origin: origin.clone(),
            jiffies: world.stage.jiffies(),
            layers,
            state: world.save(None),
        }
    }

    /// Writes the session.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        Ok(file::write(path, |out| {
            Ok(serde_json::to_writer(out, self)?)
        })?)
    }

    /// Parses the session of a game.
    ///
    /// # Errors
    /// Returns an error if the session is damaged, or belongs to another game or program.
    pub fn parse(text: &[u8], game: &Game) -> Result<Self> {
        let session: Self = serde_json::from_slice(text)?;
        ensure!(
            session.version == VERSION,
            "expected layout {VERSION}, found {}",
            session.version
        );
        let game = game.describe();
        ensure!(
            session.game == game,
            "expected a session of {game}, found one of {}",
            session.game
        );
        Ok(session)
    }

    /// Creates the room with the characters in their costumes. The state is not restored yet.
    ///
    /// # Errors
    /// Returns an error if the room or a costume is missing or damaged.
    pub fn world(&self, game: &Game) -> Result<World> {
        ensure!(
            !self.state.now.characters.is_empty(),
            "expected an actor at least, found none"
        );
        let mut stage = RecordedStage::for_room(game, self.state.stage.room(), self.jiffies)?;
        for character in &self.state.now.characters {
            stage.load_costume(game, character.costume)?;
        }
        let people = self.origin.people(game);
        let objects = self
            .origin
            .cast
            .as_ref()
            .map(|cast| cast.objects.clone())
            .unwrap_or_default();
        Ok(World {
            people,
            objects,
            ..World::new(stage, self.state.now.characters.clone())
        })
    }
}

#[cfg(test)]
mod tests {
    use scumm_platform::{App, Input, Key};

    use super::*;
    use crate::cast::Cast;
    use crate::people;
    use crate::player::Player;
    use crate::settings::PlayOptions;
    use scumm_tools::demo;

    fn begun() -> Player {
        let origin = Origin {
            cast: Some(Cast::parse(demo::CAST).unwrap()),
            ..Origin::default()
        };
        let options = PlayOptions {
            record: true,
            ..PlayOptions::default()
        };
        Player::new(demo::game().unwrap(), origin, options).unwrap()
    }

    fn resume(path: &Path, game: &Game) -> Option<Player> {
        Player::resume(path, game, &PlayOptions::default())
    }

    #[test]
    fn a_session_goes_on_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.json");
        let mut one = begun();
        assert!(resume(&path, &one.game).is_none());
        one.input(Input::click(300, 170));
        (0..40).for_each(|_| one.tick());
        one.input(Input::press(Key::F(2)));
        one.input(Input::press(Key::Char('t')));
        one.session().write(&path).unwrap();
        let mut other = resume(&path, &one.game).unwrap();
        assert!(other.session() == one.session());
        for frame in 0..200 {
            one.tick();
            other.tick();
            assert!(
                one.world.save(None) == other.world.save(None),
                "frame {frame}"
            );
        }
        let picture = |player: &mut Player| player.draw(false).unwrap().pixels().to_vec();
        assert!(picture(&mut one) == picture(&mut other));
    }

    #[test]
    fn a_resumed_session_knows_who_is_in_other_rooms() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("people.json");
        let origin = Origin {
            room: Some(1),
            ..Origin::default()
        };
        let game = people::tests::game();
        let mut one = Player::new(game.clone(), origin, PlayOptions::default()).unwrap();
        (0..5).for_each(|_| one.tick());
        one.session().write(&path).unwrap();
        let mut other = resume(&path, &game).unwrap();
        for player in [&mut one, &mut other] {
            player.input(Input::press(Key::Char('r')));
            (0..5).for_each(|_| player.tick());
        }
        assert!(one.world.save(None) == other.world.save(None));
        assert_eq!(
            (other.world.room(), other.world.character().costume),
            (2, 2)
        );
    }

    #[test]
    fn a_damaged_session_is_told_and_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.json");
        let player = begun();
        let good = serde_json::to_string(&player.session()).unwrap();
        let changes = [
            ("\"version\":4", "\"version\":9"),
            ("\"led\":0", "\"led\":7"),
            ("\"room\":1", "\"room\":77"),
            ("\"costume\":1", "\"costume\":999"),
            ("\"game\":\"", "\"game\":\"not "),
            ("\"parts\":[", "\"parts\":[],\"others\":["),
        ];
        for (from, to) in changes {
            let damaged = good.replace(from, to);
            assert!(damaged != good, "{from}");
            std::fs::write(&path, damaged).unwrap();
            assert!(resume(&path, &player.game).is_none(), "{from}");
        }
        for length in [0, 1, good.len() / 2, good.len() - 1] {
            std::fs::write(&path, &good[..length]).unwrap();
            let error =
                folders::read(&path, |text| Session::parse(text, &player.game)).unwrap_err();
            assert!(format!("{error:#}").starts_with(&path.display().to_string()));
        }
    }

    #[test]
    fn numbers_from_outside_do_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.json");
        let player = begun();
        let good = serde_json::to_string(&player.session()).unwrap();
        let greatest = usize::MAX;
        for (from, to) in [
            ("\"next\":0", format!("\"next\":{greatest}")),
            ("\"next_line\":0", format!("\"next_line\":{greatest}")),
            (
                "\"camera\":{\"cur\":[300,100]",
                format!("\"camera\":{{\"cur\":[{},{}]", i16::MIN, i16::MAX),
            ),
            ("\"follows\":1", "\"follows\":999".to_owned()),
            ("\"on_step\":null", "\"on_step\":7".to_owned()),
            (
                "\"doors\":[]",
                "\"doors\":[{\"object\":65535,\"left\":1}]".to_owned(),
            ),
            (
                "\"errand\":null",
                "\"errand\":{\"object\":9,\"stage\":{\"Opening\":0}}".to_owned(),
            ),
            ("\"jiffies\":5", "\"jiffies\":65535".to_owned()),
        ] {
            let changed = good.replace(from, &to);
            assert!(changed != good, "{from}");
            std::fs::write(&path, changed).unwrap();
            let Some(mut player) = resume(&path, &player.game) else {
                continue;
            };
            player.input(Input::press(Key::Char('t')));
            (0..30).for_each(|_| player.tick());
            player.frame().unwrap();
        }
    }

    #[test]
    fn each_game_has_a_place_of_its_own() {
        let (one, other) = (
            place(Some(Path::new("a/monkey2"))).unwrap(),
            place(Some(Path::new("b/monkey2"))).unwrap(),
        );
        assert_ne!(one, other);
        assert!(
            one.file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with("monkey2-")
        );
        assert!(
            place(None)
                .unwrap()
                .ends_with("wardrobe/sessions/demo.json")
        );
    }
}
