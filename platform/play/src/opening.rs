//! Chooses the first room, the costume and the actors at the start of a game. If the user does not
//! choose a room and a costume, the most interesting room (see [`room`]) and the most suitable
//! costume for this room are used. The actors have the positions and looks that the game's scripts
//! give them (J26, J27).

use std::cmp::Reverse;

use anyhow::{Error, Result};
use glam::IVec2;
use scumm_engine::{Actor, ActorId, Costume, Dialect, Game, Operation, Room};
use scumm_media::text::error_chain;
use scumm_room::{BoxMatrix, Boxes};
use scumm_tools::casting::{self, ActorLook, Cast, CastMember, CastPosition, standing};
use scumm_tools::colours::RoomColours;

use crate::character::{Character, Tour};
use crate::record::RecordedStage;

/// The largest side in pixels of rooms that contain only costumes and scripts.
const STRIP: usize = 8;
/// The number of directions in which a controlled actor has to stand and walk.
const DIRECTIONS: usize = 4;

/// Returns whether a room has a picture: it is larger than a strip and has more than one colour.
pub fn has_picture(room: &Room) -> bool {
    if room.width <= STRIP || room.height <= STRIP {
        return false;
    }
    let picture = room.picture();
    let mut pixels = picture.pixels().iter();
    let first = pixels.next();
    pixels.any(|pixel| Some(pixel) != first)
}

/// Returns the most interesting room. Rooms with a picture come before rooms without one, and then
/// rooms with enough floor to walk on before rooms with less. Among these the largest room is
/// chosen; a room whose file contains costumes counts as twice as large. Of equally large rooms,
/// the one with more floor is chosen, and then the one with the lower number. Returns `None` if no
/// room can be read.
pub fn room(game: &Game) -> Option<u16> {
    let dialect = game.dialect();
    let mut ranked: Vec<_> = game
        .rooms()
        .filter_map(|id| Some((rank(game, id, &dialect)?, id)))
        .collect();
    ranked.sort_by_key(|&(rank, id)| (Reverse(rank), id));
    let seen = ranked
        .iter()
        .find(|(_, id)| game.room(*id).is_ok_and(|room| has_picture(&room)));
    seen.or(ranked.first()).map(|(_, id)| *id)
}

/// Returns the rank of a room: whether it has enough floor, its size, and its floor. Returns `None`
/// if the room cannot be read.
fn rank(game: &Game, id: u16, dialect: &Dialect) -> Option<(bool, usize, i64)> {
    let room = match game.room(id) {
        Ok(room) => room,
        Err(error) => {
            log::info!("room {id} is skipped: {error}");
            return None;
        }
    };
    let boxes = Boxes::with_matrix(
        dialect,
        room.boxes.clone(),
        Some(BoxMatrix::Rows(Vec::new())),
    );
    let whole = standing::size_of(room.width, room.height);
    let floor = standing::in_room(whole, &boxes, dialect, None).map_or(0, |place| place.floor);
    let has_costumes = game
        .costumes()
        .any(|costume| game.room_of_costume(costume) == Some(id));
    let area = room.width.saturating_mul(room.height);
    let size = if has_costumes {
        area.saturating_mul(2)
    } else {
        area
    };
    Some((floor >= standing::LEAST_FLOOR, size, floor))
}

/// Returns the room in which a costume is shown: the room that casting finds, if it has a picture.
pub fn room_of_costume(game: &Game, number: u16) -> Option<u16> {
    let costume = game.costume(number).ok()?;
    let (room, _) = RoomColours::new(game).room_of(&costume, number)?;
    let shows = game.room(room).is_ok_and(|room| has_picture(&room));
    shows.then_some(room)
}

/// Returns the readable costumes, the most suitable for the room first, and the first error. If one
/// of the room's own costumes can stand and walk in four directions, the list contains only the
/// room's own costumes. Costumes that can stand and walk in four directions come first, then those
/// with more animations for standing, walking and talking, then those with more animations.
pub fn costumes(game: &Game, room: u16) -> (Vec<u16>, Option<Error>) {
    let (here, elsewhere): (Vec<_>, Vec<_>) = game
        .costumes()
        .partition(|&costume| game.room_of_costume(costume) == Some(room));
    let mut failed = None;
    let mut found = ranked(game, &here, &mut failed);
    if !found.first().is_some_and(|(suits, _)| suits.walks) {
        found.extend(ranked(game, &elsewhere, &mut failed));
        found.sort_by_key(|&(suits, _)| Reverse(suits));
    }
    (found.into_iter().map(|(_, id)| id).collect(), failed)
}

/// The suitability of a costume for a controlled actor; a greater value is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Suits {
    /// Whether the costume can stand and walk in four directions.
    walks: bool,
    /// The number of the costume's animations for standing, walking and talking, in each direction.
    usual: usize,
    /// The number of all animations of the costume.
    all: usize,
}

impl Suits {
    fn new(costume: &Costume, dialect: &Dialect) -> Self {
        let actor = Actor::new(dialect);
        // Counts the directions in which the costume has an animation for a frame.
        let count = |frame: u8| {
            costume
                .animations()
                .filter(|animation| animation.frame == u16::from(frame))
                .count()
        };
        let [stand, walk, talk] =
            [actor.stand_frame, actor.walk_frame, actor.talk_start_frame].map(count);
        Self {
            walks: stand.min(walk) >= DIRECTIONS,
            usual: stand + walk + talk,
            all: costume.animations().count(),
        }
    }
}

/// Returns the readable costumes of a list, the most suitable first. Equally suitable costumes keep
/// their order. Stores the first error in `failed`.
fn ranked(game: &Game, costumes: &[u16], failed: &mut Option<Error>) -> Vec<(Suits, u16)> {
    let mut found = Vec::new();
    for &id in costumes {
        match game.costume(id) {
            Ok(costume) => found.push((Suits::new(&costume, &game.dialect()), id)),
            Err(error) => {
                let error = Error::from(error);
                log::info!("costume {id} is skipped: {}", error_chain(&error));
                failed.get_or_insert(error);
            }
        }
    }
    found.sort_by_key(|&(suits, _)| Reverse(suits));
    found
}

/// Puts the known actors of the stage's room onto the stage and returns them. Actors that the
/// game's scripts treat as the ego come first. The user controls the first actor. If the scripts
/// put this actor outside the visible area, as they often do with an ego that is about to come in,
/// the actor is moved to a visible position. An actor that cannot be shown is logged and skipped.
///
/// # Errors
/// Returns an error if the stage cannot remove an actor that could not be shown.
pub fn enter_all(cast: Option<&Cast>, stage: &mut RecordedStage) -> Result<Vec<Character>> {
    let Some(cast) = cast else {
        return Ok(Vec::new());
    };
    let mut members = cast.opening(stage.room_number());
    members.sort_by_key(|member| !cast.egos.contains(&member.actor));
    let mut characters = Vec::new();
    for member in members {
        let &CastMember {
            actor,
            costume,
            place,
            facing,
            level,
            ref look,
            ..
        } = member;
        match enter(stage, actor, costume, (place, facing), look) {
            Ok(character) => {
                log::info!("actor {actor} in costume {costume}: {}", level.meaning());
                characters.push(character);
            }
            Err(error) => {
                log::info!(
                    "actor {actor} in costume {costume} is skipped: {}",
                    error_chain(&error)
                );
                if stage.actor(actor).is_ok() {
                    let actor = ActorId::new(actor)?;
                    stage.run(Operation::Kill { actor })?;
                }
            }
        }
    }
    let led = characters.first().map(|character| character.number);
    if let Some(unseen) = led.filter(|&actor| !standing::is_seen(stage, actor)) {
        let at = standing::in_stage(stage);
        stage.put(unseen, at.into(), stage.room_number())?;
    }
    Ok(characters)
}

/// Puts an actor into the room of a stage. The position and the direction of the actor are `None`
/// if they are unknown.
pub fn enter(
    stage: &mut RecordedStage,
    actor: u16,
    costume: u16,
    (at, facing): (Option<CastPosition>, Option<u16>),
    look: &ActorLook,
) -> Result<Character> {
    stage.set_up_actor(actor)?;
    for operation in look.operations(actor, costume)? {
        stage.run(operation)?;
    }
    stage.set_voice(actor, None, look.talk_colour)?;
    let at = at.map_or_else(
        || standing::in_stage(stage),
        |CastPosition { x, y }| IVec2::new(x, y),
    );
    let name = look
        .name
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut character = Character::from_room(actor, name, Tour::from_stage(stage, at));
    character.costume = costume;
    stage.put(actor, at.into(), stage.room_number())?;
    if let Some(turn) = casting::turn(stage, actor, facing)? {
        stage.run(turn)?;
    }
    character.be_seen(stage)?;
    Ok(character)
}

#[cfg(test)]
pub mod tests {
    use std::borrow::Cow;

    use scumm_costume::edit::cost::CostDraft;
    use scumm_platform::{App, Input, Key};
    use scumm_room::edit::{NewGame, RoomPlan, encode_room, invalid_box};
    use scumm_room::resource::ResourceKind;
    use scumm_room::{Surface, Tag, WalkBox};
    use scumm_tools::build::costume;
    use scumm_tools::demo;

    use super::*;
    use crate::controls::WorldCommand;
    use crate::player::Player;
    use crate::session::Origin;
    use crate::settings::PlayOptions;
    use crate::world::RoomSession;

    /// The scale of all boxes of room 3.
    pub const SCALE: u8 = 128;

    /// Returns a game that stores its costumes as ScummC's games do. Room 1 contains costumes and
    /// is a strip, room 2 is large and has one colour, room 3 is the demo's harbour, room 4 is the
    /// same with a box of a few pixels and a costume of its own. Costumes 1 and 2 are the demo's,
    /// costume 3 is the first without init and stand frames.
    pub fn game() -> Game {
        let demo = demo::game().unwrap();
        let dialect = demo.dialect();
        let harbour = RoomPlan {
            objects: Vec::new(),
            matrix: None,
            ..demo.room(1).unwrap().plan()
        };
        let boxed = |walkbox| vec![invalid_box(), walkbox];
        let of = |picture, boxes| RoomPlan {
            picture,
            boxes,
            ..RoomPlan::default()
        };
        let rooms = [
            of(Surface::filled(8, 8, 1), boxed(WalkBox::rect(0, 0, 7, 7))),
            of(
                Surface::filled(1280, 200, 1),
                boxed(WalkBox::rect(0, 0, 1279, 199)),
            ),
            RoomPlan {
                boxes: harbour
                    .boxes
                    .iter()
                    .map(|b| WalkBox {
                        scale: SCALE.into(),
                        ..*b
                    })
                    .collect(),
                ..harbour.clone()
            },
            RoomPlan {
                boxes: boxed(WalkBox::rect(2, 2, 4, 4)),
                ..harbour
            },
        ];
        let objects = demo.files().index().objects.clone();
        let mut game = NewGame {
            objects,
            ..NewGame::default()
        };
        for (number, plan) in (1..).zip(&rooms) {
            game.add_room(number, "", encode_room(plan, &dialect).unwrap());
        }
        let draft = |id| {
            let Costume::Cost(cost) = demo.costume(id).unwrap() else {
                panic!("the demo's costumes are COST")
            };
            CostDraft::from_cost(&cost).unwrap()
        };
        let mut restless = draft(1);
        for frame in [1, 3] {
            restless.records[frame * 4..frame * 4 + 4].fill(None);
        }
        for (id, room, draft) in [(1, 1, draft(1)), (2, 1, draft(2)), (3, 4, restless)] {
            game.add(
                ResourceKind::Costume,
                id,
                room,
                costume::encode(&draft, &dialect).unwrap(),
            );
        }
        let files = game.files(dialect, "sparse").unwrap();
        Game::from_files(
            files
                .into_iter()
                .map(|file| (file.name, Cow::Owned(file.bytes))),
        )
        .unwrap()
    }

    #[test]
    fn rooms_of_a_strip_or_of_one_colour_have_no_picture() {
        let game = game();
        let shown = [1, 2, 3, 4].map(|id| has_picture(&game.room(id).unwrap()));
        assert_eq!(shown, [false, false, true, true]);
    }

    #[test]
    fn a_game_begins_in_the_largest_room_with_a_picture_and_a_floor() {
        assert_eq!(room(&game()), Some(3));
        assert_eq!(room(&demo::game().unwrap()), Some(1));
    }

    #[test]
    fn a_costume_that_stands_and_walks_suits_a_room_better_than_its_own_that_does_not() {
        let game = game();
        let dialect = game.dialect();
        for room in [3, 4] {
            let (found, failed) = costumes(&game, room);
            assert!(failed.is_none());
            assert_eq!(found.last(), Some(&3), "room {room}: {found:?}");
            let suits: Vec<Suits> = found
                .iter()
                .map(|id| Suits::new(&game.costume(*id).unwrap(), &dialect))
                .collect();
            assert!(
                suits.is_sorted_by(|a, b| a >= b) && suits[0].walks && !suits[2].walks,
                "{suits:?}"
            );
        }
        // The demo's room has suitable costumes of its own, so that only these are listed.
        assert_eq!(costumes(&demo::game().unwrap(), 1).0.len(), 3);
    }

    /// An actor of a script: its number, costume and position, and the instructions before and
    /// after it puts the costume on.
    type Told<'a> = (u8, u8, (i16, i16), &'a [u8], &'a [u8]);

    /// Instructions to ignore boxes and to set a scale.
    const FLOATS: &[u8] = &[0x14, 0x11, 128, 128];

    /// Instructions that set the name "Pim", a talk colour and a width.
    const LOOKS: &[u8] = &[0x0d, b'P', b'i', b'm', 0, 0x0c, 14, 0x10, 30];

    /// Returns a script of v5 that puts these actors into a room.
    fn script(room: u8, actors: &[Told<'_>]) -> Vec<u8> {
        let mut code = Vec::new();
        for &(actor, costume, (x, y), before, after) in actors {
            code.extend([0x2d, actor, room, 0x01, actor]);
            code.extend([x.to_le_bytes(), y.to_le_bytes()].as_flattened());
            code.extend(
                [
                    &[0x13, actor, 0x08],
                    before,
                    &[0x01, costume],
                    after,
                    &[0xff],
                ]
                .concat(),
            );
        }
        code.push(0);
        code
    }

    /// Returns a game with the demo's costumes 1 to 3 and a damaged one. Rooms 1 and 2 are the
    /// demo's with actors, where actor 3 is the ego. Room 3 is room 1 without actors, and room 4 is
    /// room 1 with an ego that comes in from above.
    pub fn peopled_game() -> Game {
        let demo = demo::game().unwrap();
        let dialect = demo.dialect();
        let ego = [0x1a, 1, 0, 3, 0];
        let first = script(
            1,
            &[
                (2, 2, (474, 152), LOOKS, &[0x0b, 3, 200]),
                (3, 1, (300, 168), &[], &[]),
                (5, 3, (400, 20), FLOATS, &[]),
                (6, 4, (200, 168), &[], &[]),
            ],
        );
        let second = script(2, &[(3, 2, (90, 170), &[], &[])]);
        let fourth = script(4, &[(3, 1, (440, 0), FLOATS, &[])]);
        let mut game = NewGame {
            objects: demo.files().index().objects.clone(),
            ..NewGame::default()
        };
        for (number, of, entry_code) in [
            (1, 1, [&ego[..], &first].concat()),
            (2, 2, second),
            (3, 1, Vec::new()),
            (4, 1, fourth),
        ] {
            let plan = RoomPlan {
                entry_code,
                objects: Vec::new(),
                ..demo.room(of).unwrap().plan()
            };
            game.add_room(number, "", encode_room(&plan, &dialect).unwrap());
        }
        for id in 1..=3 {
            game.add(
                ResourceKind::Costume,
                id,
                1,
                demo.files()
                    .load(ResourceKind::Costume, id)
                    .unwrap()
                    .data
                    .to_vec(),
            );
        }
        game.add(
            ResourceKind::Costume,
            4,
            1,
            scumm_room::block::write(Tag(*b"COST"), &[0; 3]).unwrap(),
        );
        let files = game.files(dialect, "people").unwrap().into_iter();
        Game::from_files(files.map(|file| (file.name, file.bytes.into()))).unwrap()
    }

    fn world(origin: &Origin) -> RoomSession {
        let mut world = origin.build(&peopled_game(), true).unwrap();
        world.look().unwrap();
        world
    }

    fn ticks(world: &mut RoomSession, count: u32, unled: bool) {
        let game = peopled_game();
        (0..count).for_each(|_| drop(world.step(unled, &game).unwrap()));
    }

    /// Returns the actors in the room: number, costume and position.
    fn present(world: &RoomSession) -> Vec<(u16, u16, (i32, i32))> {
        let here = world
            .now
            .characters
            .iter()
            .filter(|character| character.is_here(&world.stage));
        let place = |actor: &Actor| actor.place(world.stage.dialect());
        here.map(|one| {
            (
                one.number,
                one.costume,
                one.actor(&world.stage).map_or((0, 0), place),
            )
        })
        .collect()
    }

    #[test]
    fn a_room_opens_with_its_people_at_their_places_in_their_looks_j26_j27() {
        let mut world = world(&Origin {
            room: Some(1),
            ..Origin::default()
        });
        // The user controls the ego. The actor whose costume cannot be read is skipped.
        assert_eq!(
            present(&world),
            [(3, 1, (300, 168)), (2, 2, (474, 152)), (5, 3, (400, 20))]
        );
        assert_eq!((world.now.led, world.character().number), (0, 3));
        assert!(!world.stage.actor(6).unwrap().visible);
        let pim = world.stage.actor(2).unwrap();
        assert_eq!((pim.talk_colour, pim.width, pim.palette[3]), (14, 30, 200));
        let floating = world.stage.actor(5).unwrap();
        assert!(!pim.ignore_boxes && floating.ignore_boxes);
        assert_eq!(
            (floating.scale_x, floating.scale_y),
            (128, 128),
            "an actor that ignores boxes keeps its scale (T62)"
        );
        assert_eq!(world.now.characters[1].title(), "Pim");
        ticks(&mut world, 60, false);
        assert_eq!(present(&world).len(), 3);
        assert_eq!(
            present(&world)[1],
            (2, 2, (474, 152)),
            "an actor without a timetable does not move"
        );
        ticks(&mut world, 60, true);
        assert_ne!(
            present(&world)[0].2,
            (300, 168),
            "without a user the controlled actor walks a tour"
        );
        assert_eq!(present(&world)[1], (2, 2, (474, 152)));
    }

    #[test]
    fn who_is_led_begins_where_it_is_seen() {
        let at = |place: (i16, i16)| {
            let mut stage = RecordedStage::for_room(&peopled_game(), 3, 6).unwrap();
            let actor = ActorId::new(1).unwrap();
            stage
                .run(Operation::SetIgnoreBoxes {
                    actor,
                    ignore: true,
                })
                .unwrap();
            stage
                .run(Operation::SetCostume { actor, costume: 1 })
                .unwrap();
            stage.put(1, (place.0.into(), place.1.into()), 3).unwrap();
            standing::is_seen(&stage, 1)
        };
        let places = [
            (100, 160),
            (-5, 160),
            (-30, 160),
            (100, 2),
            (100, 20),
            (1000, 160),
        ];
        assert_eq!(places.map(at), [true, true, false, false, true, false]);
        let world = world(&Origin {
            room: Some(4),
            ..Origin::default()
        });
        assert!(standing::is_seen(&world.stage, 3));
        assert_eq!(world.place(), standing::in_stage(&world.stage));
    }

    #[test]
    fn who_has_a_name_says_it_in_its_colour_t80() {
        let mut world = world(&Origin {
            room: Some(1),
            ..Origin::default()
        });
        let talk = |world: &mut RoomSession| {
            world.perform(WorldCommand::Talk, &peopled_game()).unwrap();
            world.character().speech.clone()
        };
        assert_eq!(talk(&mut world), None, "a talk without words");
        assert_eq!(
            world
                .perform(WorldCommand::LeadNext(1), &peopled_game())
                .unwrap()
                .as_deref(),
            Some("Pim")
        );
        assert_eq!(talk(&mut world), Some(crate::character::Speech::new("Pim")));
    }

    #[test]
    fn the_next_room_has_its_own_people_and_where_nobody_is_known_the_led_one_goes_along() {
        let mut world = world(&Origin {
            room: Some(1),
            ..Origin::default()
        });
        let next = |world: &mut RoomSession| {
            world
                .perform(WorldCommand::Room(1), &peopled_game())
                .unwrap();
            ticks(world, 1, false);
            world.room()
        };
        assert_eq!(
            (next(&mut world), present(&world)),
            (2, vec![(3, 2, (90, 170))])
        );
        assert!(
            [2, 5]
                .iter()
                .all(|&actor| world.stage.actor(actor).unwrap().room == 0)
        );
        assert_eq!(next(&mut world), 3);
        assert_eq!(
            present(&world)
                .iter()
                .map(|one| (one.0, one.1))
                .collect::<Vec<_>>(),
            [(3, 2)]
        );
        assert_eq!([next(&mut world), next(&mut world)], [4, 1]);
        assert_eq!(present(&world).len(), 3);
    }

    #[test]
    fn a_costume_that_is_asked_for_or_tried_is_worn() {
        let mut world = world(&Origin {
            room: Some(1),
            ..Origin::default()
        });
        world
            .perform(WorldCommand::Costume(1), &peopled_game())
            .unwrap();
        assert_eq!(present(&world)[0], (3, 2, (300, 168)));
        let alone = self::world(&Origin {
            room: Some(1),
            costume: Some(3),
            ..Origin::default()
        });
        assert_eq!(
            present(&alone)
                .iter()
                .map(|one| (one.0, one.1))
                .collect::<Vec<_>>(),
            [(1, 3)]
        );
    }

    #[test]
    fn alone_nobody_is_seen_until_a_costume_is_put_on() {
        let game = peopled_game();
        let mut world = world(&Origin {
            room: Some(1),
            alone: true,
            ..Origin::default()
        });
        let picture = |world: &RoomSession| {
            world
                .stage
                .front()
                .rows()
                .flatten()
                .copied()
                .collect::<Vec<u8>>()
        };
        let is_empty = |world: &RoomSession| {
            let room = world.stage.backdrop().room().unwrap().picture();
            let left = world.stage.camera().view_start();
            (0..)
                .zip(world.stage.front().rows())
                .all(|(y, row)| (left..).zip(row).all(|(x, &p)| room.get(x, y) == Some(p)))
        };
        ticks(&mut world, 2, false);
        assert!(is_empty(&world) && world.description() == "room 1");
        world
            .perform(
                WorldCommand::Steer {
                    direction: IVec2::X,
                    held: true,
                },
                &game,
            )
            .unwrap();
        ticks(&mut world, 90, false);
        let last = world.stage.backdrop().width() as i32 - 1;
        assert_eq!(
            (is_empty(&world), world.place().x),
            (true, last),
            "the camera moves to the end of the room"
        );
        world
            .perform(
                WorldCommand::Steer {
                    direction: -IVec2::X,
                    held: true,
                },
                &game,
            )
            .unwrap();
        let empty = picture(&world);
        world.perform(WorldCommand::Costume(1), &game).unwrap();
        ticks(&mut world, 1, false);
        let actor = world.actor().unwrap();
        assert!(picture(&world) != empty && !actor.ignore_boxes && actor.costume == 1);
    }

    #[test]
    fn time_goes_back_to_the_people_of_the_room_before() {
        let origin = Origin {
            room: Some(1),
            ..Origin::default()
        };
        let mut player = Player::new(peopled_game(), origin, PlayOptions::default()).unwrap();
        (0..5).for_each(|_| player.tick());
        let before = player.world.save(None);
        player.input(Input::press(Key::Char('r')));
        (0..3).for_each(|_| player.tick());
        assert_eq!(present(&player.world), [(3, 2, (90, 170))]);
        (0..3).for_each(|_| player.input(Input::press(Key::Char(','))));
        assert!(player.world.save(None) == before);
    }
}
