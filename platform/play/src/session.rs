//! The start of a game with its room, characters and objects; and the session, which is the state
//! of a game at the end of the program and is used to resume the game.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use scumm_engine::{ActorField, ActorId, FieldValue, Game, InitMode, Operation};
use scumm_media::file::AtomicFiles;
use scumm_media::text::error_chain;
use scumm_tools::casting::{self, ActorLook, standing};
use scumm_tools::file_names;
use serde::{Deserialize, Serialize};

use crate::cast::{PlayCast, PlayCastMember};
use crate::character::{Character, Tour};
use crate::record::RecordedStage;
use crate::world::{RoomSession, RoomSessionState};
use crate::{Layers, opening, settings};

/// The actor's number if no cast gives one.
const ACTOR: u16 = 1;
/// The jiffies between two frames (E1), as scripts set them in nearly every room.
const JIFFIES: u16 = 6;

/// The settings from which a world is created. Unless a cast, a costume or an empty room is
/// requested, each room contains the actors that the game's scripts put there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Origin {
    /// The cast.
    pub cast: Option<PlayCast>,
    /// The first room. The default is the room whose file contains the costume, if this room has a
    /// picture, and otherwise the room that [`opening::room`] chooses.
    pub room: Option<u16>,
    /// The costume of the only actor. By default the room's actors wear their own costumes. If no
    /// actor of the room is known, one actor wears the most suitable costume for the room.
    pub costume: Option<u16>,
    /// Whether the room has no visible actors.
    pub alone: bool,
    /// Objects and their states.
    pub objects: Vec<(u16, u8)>,
    /// The animation that the controlled actor plays at first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub animation: Option<u16>,
}

impl Origin {
    /// Creates the world. With `records`, all changes are recorded.
    ///
    /// # Errors
    /// Returns an error if a requested room, costume or object is missing or damaged, or if nothing
    /// in the game can be used.
    pub fn build(&self, game: &Game, records: bool) -> Result<RoomSession> {
        let mut world = match &self.cast {
            Some(cast) => with_cast(game, cast)?,
            None => self.in_room(game)?,
        };
        for &(id, state) in &self.objects {
            let room = world.stage.backdrop().room();
            let is_there =
                room.is_some_and(|room| room.objects.iter().any(|object| object.id == id));
            ensure!(is_there, "the room has no object {id}");
            world.stage.show_object(id, state)?;
        }
        if !records {
            world.stage.end_record();
        }
        Ok(world)
    }

    /// Returns the game's casting, if the rooms are to contain the actors that the game's scripts
    /// put there.
    pub fn people(&self, game: &Game) -> Option<casting::Cast> {
        let is_theirs = self.cast.is_none() && self.costume.is_none() && !self.alone;
        is_theirs.then(|| casting::Cast::from_game(game))
    }

    fn in_room(&self, game: &Game) -> Result<RoomSession> {
        let mut stage = RecordedStage::for_room(game, self.first_room(game)?, JIFFIES)?;
        let people = self.people(game);
        let mut characters = opening::enter_all(people.as_ref(), &mut stage)?;
        match self.costume {
            _ if self.alone => characters.push(unseen(&mut stage)?),
            Some(id) => characters.push(opening::enter(
                &mut stage,
                wearer(game, id),
                id,
                (None, None),
                &ActorLook::default(),
            )?),
            None if characters.is_empty() => characters.push(in_any_costume(game, &mut stage)?),
            None => {}
        }
        if let (Some(number), Some(character)) = (self.animation, characters.first_mut()) {
            character.begin_animation(&mut stage, number)?;
        }
        Ok(RoomSession {
            people,
            ..RoomSession::new(stage, characters)
        })
    }

    /// Returns the first room: the room that the user has named, or else a chosen room.
    fn first_room(&self, game: &Game) -> Result<u16> {
        let home = |id| game.room_of_costume(id);
        let shows = |id: &u16| game.room(*id).is_ok_and(|room| opening::has_picture(&room));
        let chosen = self
            .room
            .or_else(|| self.costume.and_then(home).filter(shows))
            .or_else(|| opening::room(game));
        chosen.context("the game has no room that can be shown")
    }
}

/// Creates a room with the characters of a cast.
fn with_cast(game: &Game, cast: &PlayCast) -> Result<RoomSession> {
    let stage = RecordedStage::for_room(game, cast.room, cast.timer_next.unwrap_or(JIFFIES))?;
    let mut world = RoomSession::new(stage, Vec::new());
    world.help.clone_from(&cast.help);
    world.pad_help.clone_from(&cast.pad_help);
    world.objects.clone_from(&cast.objects);
    if let Some(shade) = cast.shadow {
        world.make_shadow_tables(shade)?;
    }
    for member in &cast.members {
        let character = enter(&mut world.stage, member).with_context(|| member.name.clone())?;
        world.now.characters.push(character);
    }
    Ok(world)
}

/// Puts a member of a cast into the room.
fn enter(stage: &mut RecordedStage, member: &PlayCastMember) -> Result<Character> {
    let id = member.id;
    let mut character = Character::from_cast_member(member);
    stage.set_up_actor(id)?;
    // The actor does not walk yet, so setting the speed has no side effect (T26).
    if let Some((x, y)) = member.speed {
        let speed = FieldValue::List(vec![x.into(), y.into()]);
        stage.set(id, ActorField::WalkSpeed, speed)?;
    }
    if member.shadow_mode != 0 {
        stage.set_shadow_mode(id, member.shadow_mode)?;
    }
    stage.set_voice(id, member.talk_pos, member.talk_color)?;
    character.put_on(stage, member.costume)?;
    stage.put(id, member.at, stage.room_number())?;
    stage.run(Operation::SetDirection {
        actor: ActorId::new(id)?,
        angle: member.facing,
    })?;
    Ok(character)
}

/// Creates an invisible character without a costume, which the user can move through the whole
/// room.
fn unseen(stage: &mut RecordedStage) -> Result<Character> {
    let at = standing::in_stage(stage);
    let character = Character::from_room(ACTOR, String::new(), Tour::from_stage(stage, at));
    let actor = ActorId::new(ACTOR)?;
    stage.run(Operation::Init {
        actor,
        mode: InitMode::Settings,
    })?;
    stage.run(Operation::SetIgnoreBoxes {
        actor,
        ignore: true,
    })?;
    stage.put(ACTOR, at.into(), stage.room_number())?;
    Ok(character)
}

/// Returns the number of the actor for a costume that no script gives to an actor. In v0 each actor
/// wears the costume of its own number, which also determines its colours (J38, V31).
fn wearer(game: &Game, costume: u16) -> u16 {
    if game.dialect().is_v0() {
        costume
    } else {
        ACTOR
    }
}

/// Puts an actor in the most suitable costume into the room. If this costume cannot be used, the
/// next one is tried.
fn in_any_costume(game: &Game, stage: &mut RecordedStage) -> Result<Character> {
    let (costumes, mut failed) = opening::costumes(game, stage.room_number());
    for id in costumes {
        let mut tried = stage.clone();
        let (actor, look) = (wearer(game, id), ActorLook::default());
        match opening::enter(&mut tried, actor, id, (None, None), &look) {
            Ok(character) => {
                *stage = tried;
                return Ok(character);
            }
            Err(error) => {
                log::info!("costume {id} is skipped: {}", error_chain(&error));
                failed.get_or_insert(error);
            }
        }
    }
    Err(failed.unwrap_or_else(|| anyhow!("the index lists no costumes")))
        .context("the game has no usable costume")
}

/// The version of the file format.
const VERSION: u32 = 4;

/// The first bytes of compressed data.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// The most bytes of the text of a session that are unpacked.
const MOST_TEXT: u64 = 64 << 20;

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
    pub state: RoomSessionState,
}

/// Returns the path of a game's session file. The name of the session file contains the name of the
/// game's file or folder and a checksum of the whole path, because two games may have folders with
/// the same name.
///
/// # Errors
/// Returns an error if the user has no home folder.
pub fn place(game: Option<&Path>) -> Result<PathBuf> {
    let folder = settings::data_folder()?.join("sessions");
    let Some(game) = game else {
        return Ok(folder.join("demo.json.gz"));
    };
    let whole = game.canonicalize().unwrap_or_else(|_| game.to_path_buf());
    let stem = whole
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let sum = crc32fast::hash(whole.as_os_str().as_encoded_bytes());
    let stem = file_names::safe(&stem);
    Ok(folder.join(format!("{stem}-{sum:08x}.json.gz")))
}

impl Session {
    /// Creates the session of a world in its present state.
    pub fn new(game: &Game, origin: &Origin, world: &RoomSession, layers: Layers) -> Self {
        Self {
            version: VERSION,
            game: game.describe(),
            origin: origin.clone(),
            jiffies: world.stage.jiffies(),
            layers,
            state: world.save(None),
        }
    }

    /// Writes the session as compressed JSON. Memory cards of handhelds are slow, and the text has
    /// about a megabyte.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, files: &AtomicFiles, path: &Path) -> Result<()> {
        files.write(path, |out| {
            let mut packed = GzEncoder::new(out, Compression::default());
            serde_json::to_writer(&mut packed, self)?;
            packed.finish()?;
            Ok(())
        })?;
        Ok(())
    }

    /// Parses the session of a game from JSON, which may be compressed.
    ///
    /// # Errors
    /// Returns an error if the session is damaged, or belongs to another game or program.
    pub fn parse(bytes: &[u8], game: &Game) -> Result<Self> {
        let mut text = bytes.to_vec();
        if bytes.starts_with(&GZIP) {
            text.clear();
            let mut unpacker = GzDecoder::new(bytes).take(MOST_TEXT);
            unpacker.read_to_end(&mut text)?;
        }
        let session: Self = serde_json::from_slice(&text)?;
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
    pub fn world(&self, game: &Game) -> Result<RoomSession> {
        ensure!(
            !self.state.now.characters.is_empty(),
            "expected at least one actor, found none"
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
        Ok(RoomSession {
            people,
            objects,
            ..RoomSession::new(stage, self.state.now.characters.clone())
        })
    }
}

#[cfg(test)]
mod tests {
    use scumm_platform::{App, Input, Key};
    use scumm_tools::demo;

    use super::*;
    use crate::player::Player;
    use crate::settings::PlayOptions;

    fn begun() -> Player {
        let origin = Origin {
            cast: Some(PlayCast::parse(demo::CAST).unwrap()),
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
        one.session().write(&AtomicFiles::default(), &path).unwrap();
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
        let picture = |player: &mut Player| player.draw().unwrap().pixels().to_vec();
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
        let game = opening::tests::peopled_game();
        let mut one = Player::new(game.clone(), origin, PlayOptions::default()).unwrap();
        (0..5).for_each(|_| one.tick());
        one.session().write(&AtomicFiles::default(), &path).unwrap();
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
            let error = settings::read_optional(&path, |text| Session::parse(text, &player.game))
                .unwrap_err();
            assert!(format!("{error:#}").starts_with(&path.display().to_string()));
        }
    }

    #[test]
    fn a_session_is_stored_in_a_small_file_of_which_no_part_is_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("demo.json.gz");
        let player = begun();
        let session = player.session();
        session.write(&AtomicFiles::default(), &path).unwrap();
        let packed = std::fs::read(&path).unwrap();
        let text = serde_json::to_vec(&session).unwrap();
        assert!(
            packed.len() * 3 < text.len(),
            "{} of {}",
            packed.len(),
            text.len()
        );
        assert_eq!(Session::parse(&packed, &player.game).unwrap(), session);
        for length in [2, packed.len() / 2, packed.len() - 1] {
            assert!(Session::parse(&packed[..length], &player.game).is_err());
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
                .ends_with("wardrobe/sessions/demo.json.gz")
        );
    }
}
