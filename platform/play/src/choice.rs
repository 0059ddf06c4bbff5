//! Chooses the first room and costume of a game if the user does not: the room with the most to
//! see, and the most suitable costume.

use std::cmp::Reverse;

use anyhow::Error;
use scumm_engine::{Actor, Costume, Dialect, Game, Room};
use scumm_room::{Boxes, Matrix};

use scumm_platform::text::line;
use scumm_tools::standing;

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

/// Returns the room with the most to see. A room with a picture and with floor to walk on is
/// preferred. Then the largest room is chosen, where a room with costumes of its own counts twice,
/// then the room with more floor, then the first. Returns `None` if no room can be read.
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

/// Returns the rank of a room; `None` if it cannot be read.
fn rank(game: &Game, id: u16, dialect: &Dialect) -> Option<(bool, usize, i64)> {
    let room = match game.room(id) {
        Ok(room) => room,
        Err(error) => {
            log::info!("room {id} is passed over: {error}");
            return None;
        }
    };
    let boxes = Boxes::with_matrix(dialect, room.boxes.clone(), Some(Matrix::Rows(Vec::new())));
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

/// Returns the readable costumes, the most suitable for the room first, and the first error. If one
/// of the room's own costumes can stand and walk in four directions, only these are listed. The
/// order is by the number of usual animations of actors, then by the number of all animations.
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

/// How well a costume suits a controlled actor; a greater value is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Suits {
    /// Whether it can stand and walk in four directions.
    walks: bool,
    /// The number of its animations for standing, walking and talking.
    usual: usize,
    /// The number of all its animations.
    all: usize,
}

impl Suits {
    fn of(costume: &Costume, dialect: &Dialect) -> Self {
        let actor = Actor::new(dialect);
        // Counts the directions of a frame.
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

/// Returns the readable costumes among some, the best first. Equal costumes keep their order.
fn ranked(game: &Game, costumes: &[u16], failed: &mut Option<Error>) -> Vec<(Suits, u16)> {
    let mut found = Vec::new();
    for &id in costumes {
        match game.costume(id) {
            Ok(costume) => found.push((Suits::of(&costume, &game.dialect()), id)),
            Err(error) => {
                let error = Error::from(error);
                log::info!("costume {id} is passed over: {}", line(&error));
                failed.get_or_insert(error);
            }
        }
    }
    found.sort_by_key(|&(suits, _)| Reverse(suits));
    found
}

#[cfg(test)]
pub mod tests {
    use std::borrow::Cow;

    use scumm_costume::edit::cost::Draft;
    use scumm_room::edit::{NewGame, RoomPlan, encode_room, invalid_box};
    use scumm_room::resource::Kind;
    use scumm_room::{Surface, WalkBox};

    use super::*;
    use scumm_tools::build::costume;
    use scumm_tools::demo;

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
            Draft::of(&cost).unwrap()
        };
        let mut restless = draft(1);
        for frame in [1, 3] {
            restless.records[frame * 4..frame * 4 + 4].fill(None);
        }
        for (id, room, draft) in [(1, 1, draft(1)), (2, 1, draft(2)), (3, 4, restless)] {
            game.add(
                Kind::Costume,
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
                .map(|id| Suits::of(&game.costume(*id).unwrap(), &dialect))
                .collect();
            assert!(
                suits.is_sorted_by(|a, b| a >= b) && suits[0].walks && !suits[2].walks,
                "{suits:?}"
            );
        }
        // The demo's room has suitable costumes of its own, so that only these are listed.
        assert_eq!(costumes(&demo::game().unwrap(), 1).0.len(), 3);
    }
}
