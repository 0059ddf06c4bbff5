//! What is in a game.

use scumm_engine::Game;
use scumm_platform::text::line;
use scumm_room::Room;
use serde::Serialize;

use crate::casting::{Cast, Member, Name, ShownIn, Standing};
use crate::costume_input::{self, Loaded};
use crate::facts::Facts;
use crate::identity_line::IdentityLine;
use crate::load;

/// What is in a game.
#[derive(Debug, Serialize)]
pub struct Listing {
    /// The name of its index file without ending; that of its folder where the file is just `00` or `000`.
    pub game: String,
    /// What was recognised, in words.
    pub description: String,
    /// Which edition of which game it is.
    pub identity: IdentityLine,
    /// The SCUMM version.
    pub version: u8,
    /// The Humongous sub-version, 0 for other games.
    pub he: u8,
    /// What reading its scripts for who wears what is worth.
    pub casting: Standing,
    /// The rooms.
    pub rooms: Vec<RoomLine>,
    /// The costumes.
    pub costumes: Vec<CostumeLine>,
    /// What can't be used.
    pub errors: Vec<Damaged>,
    /// What is damaged in part.
    pub warnings: Vec<Damaged>,
}

/// A room.
#[derive(Debug, Serialize)]
pub struct RoomLine {
    /// Its number.
    pub id: u16,
    /// Its name, where the index has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its figures, where it can be used.
    #[serde(flatten)]
    pub facts: Option<RoomFacts>,
    /// Who is in it as it opens, as far as scripts tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cast: Vec<Member>,
    /// Why it can't be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A room in figures.
#[derive(Debug, Serialize)]
pub struct RoomFacts {
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
    /// Without plane 0.
    pub planes: usize,
    /// Walk boxes.
    pub boxes: usize,
    /// Objects.
    pub objects: usize,
    /// Colour cycles.
    pub cycles: usize,
}

/// A costume.
#[derive(Debug, Serialize)]
pub struct CostumeLine {
    /// Its number.
    pub id: u16,
    /// The room that it lies in.
    pub room: u16,
    /// Bytes, header included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// Its figures, where it can be used.
    #[serde(flatten)]
    pub facts: Option<Facts>,
    /// The names of its wearers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Name>,
    /// The rooms that it is shown in, as far as scripts tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown_in: Vec<ShownIn>,
    /// Why it can't be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Something that is not as it should be, and what.
#[derive(Debug, Serialize)]
pub struct Damaged {
    /// `room` or `costume`.
    pub kind: &'static str,
    /// Its number.
    pub id: u16,
    /// What is wrong.
    pub error: String,
}

impl RoomFacts {
    fn of(room: &Room) -> Self {
        let &Room { width, height, plane_count: planes, .. } = room;
        let [boxes, objects, cycles] = [room.boxes.len(), room.objects.len(), room.cycles.len()];
        Self { width, height, planes, boxes, objects, cycles }
    }
}

impl Listing {
    /// Lists a game: loads and parses every room and costume.
    pub fn of(game: &Game) -> Self {
        let cast = Cast::of(game);
        let mut listing = Self {
            game: load::title(game),
            description: game.describe(),
            identity: game.files().identity().into(),
            version: game.dialect().version(),
            he: game.dialect().he(),
            casting: cast.standing,
            rooms: Vec::new(),
            costumes: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
        };
        for id in game.rooms() {
            let name = game.room_name(id).map(str::to_owned);
            let (facts, error, damage) = match game.room(id) {
                Ok(room) => {
                    (Some(RoomFacts::of(&room)), None, room.problems().iter().map(ToString::to_string).collect())
                }
                Err(error) => (None, Some(error.to_string()), Vec::new()),
            };
            listing.note("room", id, error.as_ref(), damage);
            let cast = cast.opening(id).into_iter().cloned().collect();
            listing.rooms.push(RoomLine { id, name, facts, cast, error });
        }
        for id in game.costumes() {
            let (facts, error, damage) = match costume_input::of_game(game, id) {
                Ok(Loaded { costume, findings, .. }) => (Some(Facts::of(&costume)), None, findings),
                Err(error) => (None, Some(line(&error)), Vec::new()),
            };
            listing.note("costume", id, error.as_ref(), damage);
            let size = game.locate_costume(id).ok().map(|place| place.size);
            let of_cast = cast.costume(id).map(|cast| (cast.names.clone(), cast.rooms.clone()));
            let (names, shown_in) = of_cast.unwrap_or_default();
            let room = game.room_of_costume(id).unwrap_or(0);
            listing.costumes.push(CostumeLine { id, room, size, facts, names, shown_in, error });
        }
        listing
    }

    /// Lists why something can't be used, and what is damaged in part of it.
    fn note(&mut self, kind: &'static str, id: u16, error: Option<&String>, damage: Vec<String>) {
        let damaged = |error| Damaged { kind, id, error };
        self.errors.extend(error.cloned().map(damaged));
        self.warnings.extend(damage.into_iter().map(damaged));
    }
}
