//! What is in a game.

use anyhow::Result;
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
    /// The name of its index file without ending; that of its folder where the file is just `00` or
    /// `000`.
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

impl RoomLine {
    /// What is listed of a room, given what came of loading it.
    pub(crate) fn of(game: &Game, cast: &Cast, id: u16, room: &scumm_room::Result<Room>) -> Self {
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
    /// What is listed of a costume, given what came of loading it.
    pub(crate) fn of(game: &Game, cast: &Cast, id: u16, loaded: &Result<Loaded>) -> Self {
        let of_cast = cast
            .costume(id)
            .map(|cast| (cast.names.clone(), cast.rooms.clone()));
        let (names, shown_in) = of_cast.unwrap_or_default();
        let room = game.room_of_costume(id).unwrap_or(0);
        let size = game.locate_costume(id).ok().map(|place| place.size);
        let facts = loaded
            .as_ref()
            .ok()
            .map(|loaded| Facts::of(&loaded.costume));
        Self {
            id,
            room,
            size,
            facts,
            names,
            shown_in,
            error: loaded.as_ref().err().map(line),
        }
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
            let room = game.room(id);
            let line = RoomLine::of(game, &cast, id, &room);
            listing.note(
                "room",
                id,
                &line.error,
                room.iter().flat_map(|room| room.problems()),
            );
            listing.rooms.push(line);
        }
        for id in game.costumes() {
            let loaded = costume_input::of_game(game, id);
            let line = CostumeLine::of(game, &cast, id, &loaded);
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

    /// Lists why something can't be used, and what is damaged in part of it.
    fn note(
        &mut self,
        kind: &'static str,
        id: u16,
        error: &Option<String>,
        damage: impl Iterator<Item: ToString>,
    ) {
        let damaged = |error| Damaged { kind, id, error };
        self.errors.extend(error.clone().map(damaged));
        self.warnings
            .extend(damage.map(|what| damaged(what.to_string())));
    }
}
