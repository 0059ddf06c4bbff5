//! The contents of games, rooms and costumes as plain values: casts, lists, findings, and the parts
//! of rooms.

use std::ops::Deref;
use std::sync::Arc;

use scumm_costume::{CostumeCel, Damage, ShownCel};
use scumm_engine::{Game, Stage};
use scumm_room::{Dialect, Palette, Room, WalkBox};
use scumm_tools::colours::{ColouredCostume, RoomColours};
use scumm_tools::costume_input::{self, CostumeName, LoadedCostume, StoredCostume};
use scumm_tools::info::Info;
use scumm_tools::lint::{CostumeFinding, findings};
use scumm_tools::list::Listing;
use scumm_tools::room::shown_name;
use scumm_tools::{colours, load};
use serde::Serialize;

use crate::{Closable, Failure, ParsedCostume, Result, SharedPicture};

/// A game with the colours of its rooms and its cast, which are read when they are first needed.
#[derive(Clone)]
pub struct OpenGame {
    game: Game,
    rooms: Arc<RoomColours>,
}

impl Deref for OpenGame {
    type Target = Game;

    fn deref(&self) -> &Game {
        &self.game
    }
}

impl From<Game> for OpenGame {
    fn from(game: Game) -> Self {
        let rooms = Arc::new(RoomColours::new(&game));
        Self { game, rooms }
    }
}

impl From<Game> for Closable<OpenGame> {
    fn from(game: Game) -> Self {
        Self::new("the game", game.into())
    }
}

impl OpenGame {
    /// Returns a game with the same files and another dialect.
    #[must_use]
    pub fn in_dialect(&self, dialect: Dialect) -> Game {
        self.game.clone().with_dialect(dialect)
    }

    /// Loads and parses a costume.
    ///
    /// # Errors
    /// Returns an error if the game does not have the costume, or if it is damaged beyond use.
    pub fn parsed_costume(&self, number: u16) -> Result<ParsedCostume> {
        ParsedCostume::of_game(&self.game, number)
    }

    /// Returns the actors of the game with their costumes and rooms as JSON. The keys are those of
    /// `wardrobe cast --json`, without the head of the document.
    ///
    /// # Errors
    /// Does not fail because of a game.
    pub fn cast(&self) -> Result<String> {
        json(&self.rooms.settled_cast())
    }

    /// Returns the number of the room in whose colours a costume is shown: the room in which the
    /// scripts show it, else the room whose file contains the costume. Returns `None` if no room
    /// gives it colours.
    ///
    /// # Errors
    /// Returns an error if the game does not have the costume, or if it is damaged beyond use.
    pub fn home(&self, costume: u16) -> Result<Option<u16>> {
        let parsed = self.game.costume(costume)?;
        let found = self.rooms.room_of(&parsed, costume);
        Ok(found.map(|(room, _)| room))
    }

    /// Puts the actors that the scripts show in the current room of a stage of this game onto the
    /// stage: in their costumes and looks, at their positions. Returns the numbers of the actors
    /// that are left out, because no script gives their position or their costume cannot be read.
    #[must_use]
    pub fn furnish(&self, stage: &mut Stage) -> Vec<u16> {
        let room = stage.room_number();
        let left_out = self.rooms.cast().furnish(stage, room);
        left_out.iter().map(|left| left.member.actor).collect()
    }

    /// Returns the rooms and costumes of the game with their properties as JSON. The keys are those
    /// of `wardrobe list --json`, without the head of the document.
    ///
    /// # Errors
    /// Does not fail because of a game.
    pub fn list(&self) -> Result<String> {
        json(&Listing::new(&self.game))
    }

    /// Returns the contents of a costume as JSON. The keys are those of `wardrobe info --json`,
    /// without the head of the document; `code` lists the commands if `with_code` is set.
    ///
    /// # Errors
    /// Returns an error if the game does not have the costume, or if it is damaged beyond use.
    pub fn info(&self, costume: u16, with_code: bool) -> Result<String> {
        let loaded = costume_input::load_costume(&self.game, costume)?;
        let coloured = ColouredCostume::from_game(&self.rooms, loaded, costume);
        json(&Info::new(&coloured, with_code))
    }

    /// Returns the findings in a costume of the game. A costume that cannot be read has a finding,
    /// too.
    #[must_use]
    pub fn lint(&self, costume: u16) -> Vec<FindingValues> {
        finding_values(findings(&StoredCostume::load(&self.game, costume)))
    }

    /// Returns the colours of the rooms, and the cast.
    #[must_use]
    pub fn rooms_and_cast(&self) -> &RoomColours {
        &self.rooms
    }
}

/// A finding of lint.
#[derive(Clone, Debug, Serialize)]
pub struct FindingValues {
    /// The number of the costume in its game; `None` for a costume of the caller.
    pub costume: Option<u16>,
    /// Offset of the byte in the block of the costume.
    pub at: usize,
    /// `error` if the original engines stop, hang or are confused, `warning` if something is shown
    /// wrongly or never, `note` if it has no effect.
    pub severity: &'static str,
    /// The number of the rule in the book.
    pub rule: &'static str,
    /// A description.
    pub what: String,
}

fn finding_values(found: Vec<CostumeFinding>) -> Vec<FindingValues> {
    let values = |CostumeFinding { costume, finding }| FindingValues {
        costume: match costume {
            CostumeName::Number(number) => Some(number),
            CostumeName::File(_) => None,
        },
        at: finding.at,
        severity: finding.severity.name(),
        rule: finding.rule,
        what: finding.what,
    };
    found.into_iter().map(values).collect()
}

/// Returns the findings in the raw block of a costume.
#[must_use]
pub fn lint_block(data: &[u8], dialect: &Dialect) -> Vec<FindingValues> {
    finding_values(findings(&Ok(StoredCostume {
        name: CostumeName::File(String::new()),
        dialect: *dialect,
        data: data.to_vec(),
    })))
}

impl ParsedCostume {
    /// Loads and parses a costume of a game.
    ///
    /// # Errors
    /// Returns an error if the game does not have the costume, or if it is damaged beyond use.
    pub fn of_game(game: &Game, number: u16) -> Result<Self> {
        let raw = game.load_costume(number)?;
        let mut damage = Damage::silent();
        let costume = game.parse_costume(number, &raw, &mut damage)?;
        let parsed = Self::from_findings(costume, &damage);
        Ok(Self {
            number: Some(number),
            ..parsed
        })
    }

    /// Returns the contents of the costume as JSON. The keys are those of `wardrobe info --json`,
    /// without the head of the document; `code` lists the commands if `with_code` is set.
    ///
    /// # Errors
    /// Does not fail because of a costume.
    pub fn info(&self, with_code: bool) -> Result<String> {
        let mut loaded = LoadedCostume::from_parsed(self.costume.clone(), self.number);
        loaded.findings = self.damage.iter().map(|found| found.text.clone()).collect();
        let coloured = ColouredCostume {
            colours: colours::colours_of_file(&loaded),
            loaded,
            cast: None,
        };
        json(&Info::new(&coloured, with_code))
    }

    /// Returns the cel with a number.
    ///
    /// # Errors
    /// Returns `ResultCode::NotFound` if there is no such cel.
    pub fn cel(&self, number: u16) -> Result<CostumeCel> {
        let found = self
            .costume
            .cels()
            .into_iter()
            .find(|cel| cel.number == number);
        found.ok_or_else(|| Failure::not_found(format!("there is no cel {number}")))
    }
}

/// Returns the cels that the limbs of an actor show now, in drawing order; empty if the actor wears
/// no costume.
///
/// # Errors
/// Returns `ResultCode::Misuse` if the actor does not exist.
pub fn actor_cels(stage: &Stage, actor: u16) -> Result<Vec<ShownCel>> {
    let actor = stage.actor(actor)?;
    let costume = stage.costume(actor.costume);
    Ok(costume.map_or_else(Vec::new, |costume| costume.shown_cels(&actor.anim)))
}

/// Converts a value to JSON.
fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(Failure::misuse)
}

/// A walk box of a room, in the form in which callers set the boxes of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxValues {
    /// Upper left corner: column and row, in the units of actors.
    pub ul: (i16, i16),
    /// Upper right corner.
    pub ur: (i16, i16),
    /// Lower right corner.
    pub lr: (i16, i16),
    /// Lower left corner.
    pub ll: (i16, i16),
    /// Number of the plane that hides actors in the box.
    pub mask: u8,
    /// Flags: 8 mirrors left and right, 16 back and front, 32 is for the player only, 64 locked,
    /// 128 invisible.
    pub flags: u8,
    /// The scale, 255 for full size. If bit 15 is set, the other bits are the number of a scale
    /// slot minus 1.
    pub scale: u16,
    /// Version 8: number of a scale slot, which takes precedence; 0 for none.
    pub slot: u8,
}

impl From<&WalkBox> for BoxValues {
    fn from(walkbox: &WalkBox) -> Self {
        let [ul, ur, lr, ll] =
            [walkbox.ul, walkbox.ur, walkbox.lr, walkbox.ll].map(|corner| (corner.x, corner.y));
        let &WalkBox {
            mask,
            flags,
            scale,
            slot,
            ..
        } = walkbox;
        Self {
            ul,
            ur,
            lr,
            ll,
            mask,
            flags,
            scale,
            slot,
        }
    }
}

/// An object of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectValues {
    /// Number of the object in the game.
    pub number: u16,
    /// Version 8: the name that the index maps to the number. Versions 5 to 7 and Humongous games:
    /// the name that the game displays, with `\x81` for a byte that is not ASCII. `None` if there
    /// is no name, and for older versions.
    pub name: Option<String>,
    /// Left edge in pixels of the room.
    pub x: i16,
    /// Top edge in pixels of the room.
    pub y: i16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// The states that have a picture, ascending. Up to version 4 one picture serves all states; it
    /// is listed as state 1.
    pub states: Vec<u8>,
    /// Number of the object on which this object depends; 0 for none.
    pub parent: u16,
    /// State that the parent must have for this object to exist.
    pub parent_state: u8,
    /// Column at which actors stand to use the object, in pixels of the room.
    pub walk_x: i16,
    /// Row at which actors stand to use the object.
    pub walk_y: i16,
}

/// Returns the walk boxes of a room.
#[must_use]
pub fn room_boxes(room: &Room) -> Vec<BoxValues> {
    room.boxes.iter().map(BoxValues::from).collect()
}

/// Returns the objects of a room.
#[must_use]
pub fn room_objects(room: &Room) -> Vec<ObjectValues> {
    let mut objects = Vec::new();
    for (index, object) in room.objects.iter().enumerate() {
        let parent = usize::from(object.parent).checked_sub(1);
        let parent = parent.and_then(|parent| room.objects.get(parent));
        objects.push(ObjectValues {
            number: object.id,
            name: object
                .name
                .clone()
                .or_else(|| room.object_title(index).map(shown_name)),
            x: object.position.x,
            y: object.position.y,
            width: object.width,
            height: object.height,
            states: room.object_states(index),
            parent: parent.map_or(0, |parent| parent.id),
            parent_state: object.parent_state,
            walk_x: object.walk.x,
            walk_y: object.walk.y,
        });
    }
    objects
}

/// Returns the background of a room without objects, as palette indices.
#[must_use]
pub fn room_pixels(room: &Room) -> SharedPicture {
    let (picture, _) = room.picture_and_planes();
    let width = picture.width();
    SharedPicture::from_rows(picture.into_pixels(), width)
}

/// Returns a plane of a room, 1 and above, one byte for each pixel, 0 where the plane hides
/// nothing.
///
/// # Errors
/// Returns `ResultCode::NotFound` if the room has no such plane.
pub fn room_plane(room: &Room, number: usize) -> Result<SharedPicture> {
    let (_, planes) = room.picture_and_planes();
    let known = (1..=room.plane_count).contains(&number);
    let plane = planes.picture(number).filter(|_| known);
    let plane = plane.ok_or_else(|| {
        let count = room.plane_count;
        Failure::not_found(format!("the room has no plane {number}, but 1 to {count}"))
    })?;
    Ok(SharedPicture::from_rows(
        plane.pixels().to_vec(),
        plane.width(),
    ))
}

/// Returns palette `number` of a room, counted from 0, as 256 RGB triples: the initial palette of
/// the room's games with the stored colours of the room on top. A room of 16 colours has no stored
/// palette, and number 0 is the initial palette.
///
/// # Errors
/// Returns `ResultCode::NotFound` if the room has no such palette.
pub fn room_palette(room: &Room, number: usize) -> Result<Vec<u8>> {
    let count = room.palettes.len().max(1);
    if number >= count {
        let last = count - 1;
        return Err(Failure::not_found(format!(
            "the room has no palette {number}, the last is {last}"
        )));
    }
    let palette: Palette = load::palette_of_number(room, number, room.dialect());
    Ok(palette.to_bytes())
}

#[cfg(test)]
mod tests {
    use scumm_room::edit::NewGame;
    use scumm_room::resource::ResourceKind;
    use scumm_room::{Tag, block};
    use scumm_tools::demo;
    use serde_json::Value;

    use super::*;
    use crate::ResultCode;

    fn game() -> OpenGame {
        demo::game().unwrap().into()
    }

    fn parsed(text: Result<String>) -> Value {
        serde_json::from_str(&text.unwrap()).unwrap()
    }

    #[test]
    fn a_game_knows_its_cast_and_the_homes_of_its_costumes() {
        let game = game();
        let cast = parsed(game.cast());
        let costumes = cast["costumes"].as_array().unwrap();
        assert_eq!(costumes.len(), game.costumes().count());
        for costume in costumes {
            let number = u16::try_from(costume["costume"].as_u64().unwrap()).unwrap();
            let home = game.home(number).unwrap().map(u64::from);
            assert_eq!(home, costume["colours_of"].as_u64(), "costume {number}");
        }
        assert_eq!(game.home(999).unwrap_err().code, ResultCode::NotFound);
    }

    #[test]
    fn a_stage_is_furnished_with_the_cast_of_its_room() {
        let demo = demo::game().unwrap();
        let mut new = NewGame::default();
        new.add_room(1, "", demo.load_room(1).unwrap().room.data);
        let costume = demo.load_costume(1).unwrap().data;
        new.add(ResourceKind::Costume, 1, 1, costume);
        // Actor 2 gets costume 1, and goes to column 300, row 168 of room 1. Actor 3 gets costume 1
        // and goes to the same room, but to no position.
        let commands: [&[u8]; 6] = [
            &[0x13, 2, 0x01, 1, 0xff],
            &[0x2d, 2, 1],
            &[0x01, 2, 44, 1, 168, 0],
            &[0x13, 3, 0x01, 1, 0xff],
            &[0x2d, 3, 1],
            &[0xa0],
        ];
        let script = block::write(Tag(*b"SCRP"), &commands.concat()).unwrap();
        new.add(ResourceKind::Script, 1, 1, script);
        let files = new.files(demo.dialect(), "game").unwrap();
        let files = files.into_iter().map(|file| (file.name, file.bytes.into()));
        let game = OpenGame::from(Game::from_files(files).unwrap());

        let mut stage = Stage::for_room(&game, 1).unwrap();
        assert_eq!(game.furnish(&mut stage), [3]);
        let actor = stage.actor(2).unwrap();
        assert_eq!((actor.costume, actor.pos.x, actor.pos.y), (1, 300, 168));
        assert_eq!(stage.actor(3).unwrap().room, 0);
        let mut empty = Stage::for_game(&game).unwrap();
        assert!(game.furnish(&mut empty).is_empty());
    }

    #[test]
    fn a_game_and_a_costume_describe_themselves() {
        let game = game();
        let list = parsed(game.list());
        assert_eq!(
            list["rooms"].as_array().unwrap().len(),
            game.rooms().count()
        );
        let info = parsed(game.info(1, true));
        let costume = game.parsed_costume(1).unwrap();
        assert_eq!(costume.number, Some(1));
        assert_eq!(
            info["cels"].as_array().unwrap().len(),
            costume.costume.cels().len()
        );
        assert!(!info["code"].as_array().unwrap().is_empty());
        let alone = parsed(costume.info(false));
        assert_eq!(alone["cels"], info["cels"]);
        assert_eq!(alone["code"], Value::Null);
    }

    #[test]
    fn lint_finds_the_costume_that_cannot_be_read() {
        let game = game();
        let found = game.lint(999);
        assert_eq!((found[0].costume, found[0].severity), (Some(999), "error"));
        let dialect = game.dialect();
        let block = game.load_costume(1).unwrap().data;
        let sound = lint_block(&block, &dialect);
        assert!(sound.iter().all(|finding| finding.costume.is_none()));
        assert_eq!(lint_block(&block[..8], &dialect)[0].severity, "error");
    }

    #[test]
    fn a_room_lists_its_parts() {
        let game = game();
        let number = game.rooms().next().unwrap();
        let room = game.room(number).unwrap();
        let pixels = room_pixels(&room);
        assert_eq!((pixels.width, pixels.height), (room.width, room.height));
        assert_eq!(
            room_palette(&room, 0).unwrap(),
            load::palette(&room, room.dialect()).to_bytes()
        );
        let missing = room_palette(&room, 99).unwrap_err();
        assert!(
            missing.text.starts_with("the room has no palette 99"),
            "{}",
            missing.text
        );
        let plane = room_plane(&room, 1).unwrap();
        assert_eq!((plane.width, plane.height), (room.width, room.height));
        let hiding = plane.bytes().iter().filter(|&&pixel| pixel != 0).count();
        assert!(0 < hiding && hiding < plane.bytes().len());
        for wrong in [0, room.plane_count + 1] {
            assert_eq!(
                room_plane(&room, wrong).err().unwrap().code,
                ResultCode::NotFound
            );
        }
        let boxes = room_boxes(&room);
        assert_eq!(boxes.len(), room.boxes.len());
        assert_eq!(boxes[1].ul, (room.boxes[1].ul.x, room.boxes[1].ul.y));
        let objects = room_objects(&room);
        assert_eq!(objects.len(), room.objects.len());
        assert_eq!(shown_name(b"b\x84r \\"), r"b\x84r \x5c");
    }

    #[test]
    fn an_actor_shows_cels_of_its_costume() {
        let game = game();
        let number = game.rooms().next().unwrap();
        let mut stage = Stage::for_room(&game, number).unwrap();
        assert!(actor_cels(&stage, 1).unwrap().is_empty());
        let mut actor = stage.actor_mut(1).unwrap();
        actor.set_costume(1).unwrap();
        actor.put(60, 120, Some(number));
        let shown = actor_cels(&stage, 1).unwrap();
        assert!(shown.len() > 1, "{shown:?}");
        assert!(actor_cels(&stage, 999).is_err());
    }
}
