//! Lists the contents of a game.

use anyhow::Result;
use scumm_engine::Game;
use scumm_media::text::error_chain;
use scumm_room::Room;
use serde::Serialize;

use crate::casting::{ActorName, Cast, CastMember, ScriptReliability, ShownIn};
use crate::costume_input::{self, LoadedCostume};
use crate::facts::{Facts, IdentityLine};
use crate::load;

/// The contents of a game.
#[derive(Debug, Serialize)]
pub struct Listing {
    /// The name of the game. In JSON it is in the head of the document.
    #[serde(skip)]
    pub game: String,
    /// A description of the recognised game.
    pub description: String,
    /// The edition of the game.
    pub identity: IdentityLine,
    /// The SCUMM version.
    pub version: u8,
    /// The Humongous sub-version, 0 for other games.
    pub he: u8,
    /// How reliable the casting is.
    pub casting: ScriptReliability,
    /// The rooms.
    pub rooms: Vec<RoomLine>,
    /// The costumes.
    pub costumes: Vec<CostumeLine>,
    /// The unusable rooms and costumes.
    pub errors: Vec<Damaged>,
    /// The partly damaged rooms and costumes.
    pub warnings: Vec<Damaged>,
}

/// A room of the game.
#[derive(Debug, Serialize)]
pub struct RoomLine {
    /// The room's number.
    pub id: u16,
    /// The room's name, if the index contains names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The size of the room and the numbers of its parts, if the room is usable.
    #[serde(flatten)]
    pub facts: Option<RoomFacts>,
    /// The actors in the room when it opens, as far as the scripts name them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cast: Vec<CastMember>,
    /// The reason why the room is unusable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The size of a room and the numbers of its parts.
#[derive(Debug, Serialize)]
pub struct RoomFacts {
    /// The width in pixels.
    pub width: usize,
    /// The height in pixels.
    pub height: usize,
    /// The number of z-planes without plane 0.
    pub planes: usize,
    /// The number of walk boxes.
    pub boxes: usize,
    /// The number of objects.
    pub objects: usize,
    /// The number of colour cycles.
    pub cycles: usize,
}

/// A costume of the game.
#[derive(Debug, Serialize)]
pub struct CostumeLine {
    /// The costume's number.
    pub id: u16,
    /// The room whose file holds the costume.
    pub room: u16,
    /// The size in bytes, including the header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u32>,
    /// The facts of the costume, if it is usable.
    #[serde(flatten)]
    pub facts: Option<Facts>,
    /// The names of the wearers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<ActorName>,
    /// The rooms in which the costume is shown, as far as the scripts name them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown_in: Vec<ShownIn>,
    /// The reason why the costume is unusable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A damaged room or costume.
#[derive(Debug, Serialize)]
pub struct Damaged {
    /// `room` or `costume`.
    pub kind: &'static str,
    /// The number of the room or costume.
    pub id: u16,
    /// A description of the damage.
    pub error: String,
    /// The number of further damages of the room or costume that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<usize>,
}

/// The most damages of a room or a costume that are listed.
const MOST_DAMAGES: usize = 16;

impl RoomLine {
    /// Creates the entry of a room from the result of loading it.
    pub(crate) fn new(game: &Game, cast: &Cast, id: u16, room: &scumm_room::Result<Room>) -> Self {
        let facts = room.as_ref().ok().map(|room| RoomFacts {
            width: room.width,
            height: room.height,
            planes: room.plane_count,
            boxes: room.boxes.len(),
            objects: room.objects.len(),
            cycles: room.cycles.len(),
        });
        let name = game.room_name(id).map(str::to_owned);
        let error = room.as_ref().err().map(ToString::to_string);
        Self {
            id,
            name,
            facts,
            cast: cast.opening(id).into_iter().cloned().collect(),
            error,
        }
    }
}

impl CostumeLine {
    /// Creates the entry of a costume from the result of loading it.
    pub(crate) fn new(game: &Game, cast: &Cast, id: u16, loaded: &Result<LoadedCostume>) -> Self {
        let from_cast_member = cast
            .costume(id)
            .map(|cast| (cast.names.clone(), cast.rooms.clone()));
        let (names, shown_in) = from_cast_member.unwrap_or_default();
        let room = game.room_of_costume(id).unwrap_or(0);
        let size = game.locate_costume(id).ok().map(|place| place.size);
        let facts = loaded
            .as_ref()
            .ok()
            .map(|loaded| Facts::new(&loaded.costume));
        Self {
            id,
            room,
            size,
            facts,
            names,
            shown_in,
            error: loaded.as_ref().err().map(error_chain),
        }
    }

    /// Creates the entry of a costume file from the result of reading it.
    pub(crate) fn of_file(id: u16, size: u32, loaded: &Result<LoadedCostume>) -> Self {
        let loaded = loaded.as_ref();
        Self {
            id,
            room: 0,
            size: Some(size),
            facts: loaded.ok().map(|loaded| Facts::new(&loaded.costume)),
            names: Vec::new(),
            shown_in: Vec::new(),
            error: loaded.err().map(error_chain),
        }
    }
}

impl Listing {
    /// Lists a game: loads and parses every room and costume.
    pub fn new(game: &Game) -> Self {
        let cast = Cast::from_game(game);
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
            let room = game.room(id);
            let line = RoomLine::new(game, &cast, id, &room);
            listing.note(
                "room",
                id,
                &line.error,
                room.iter().flat_map(|room| room.problems()),
            );
            listing.rooms.push(line);
        }
        for id in game.costumes() {
            let loaded = costume_input::load_costume(game, id);
            let line = CostumeLine::new(game, &cast, id, &loaded);
            listing.note(
                "costume",
                id,
                &line.error,
                loaded.iter().flat_map(|loaded| &loaded.findings),
            );
            listing.costumes.push(line);
        }
        listing
    }

    /// Adds the reason why a room or costume is unusable, and its partial damage.
    fn note(
        &mut self,
        kind: &'static str,
        id: u16,
        error: &Option<String>,
        damage: impl Iterator<Item: ToString>,
    ) {
        let damaged = |error| Damaged {
            kind,
            id,
            error,
            more: None,
        };
        self.errors.extend(error.clone().map(damaged));
        let mut damage = damage;
        let listed = damage.by_ref().take(MOST_DAMAGES);
        self.warnings
            .extend(listed.map(|what| damaged(what.to_string())));
        let more = damage.count();
        if more > 0 {
            self.warnings.push(Damaged {
                more: Some(more),
                ..damaged(format!("{more} more of these"))
            });
        }
    }
}
