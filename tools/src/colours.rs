//! Chooses the colours of a costume, and records where they come from.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

use anyhow::{Context, Result, bail};
use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_media::paint::digits_of;
use scumm_media::text::escape_name;
use scumm_room::Palette;
use serde::Serialize;

use crate::casting::{
    ActorName, Cast, CastingEvidence, CostumeCast, ScriptReliability, ShownIn, listed, quoted,
};
use crate::costume_input::{self, CostumeInput, LoadedCostume};
use crate::palette_file;
use crate::run_files::RunFiles;
use crate::{facts, load};

/// The source of a costume's colours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "ColoursOf")]
pub enum ColourSource {
    /// A room, with the evidence that the costume is shown there, and how reliable the evidence is.
    Room(u16, CastingEvidence, ScriptReliability),
    /// The room that the user named.
    NamedRoom(u16),
    /// The file that the user named, without its folder.
    NamedFile(String),
    /// A palette that the caller passed.
    Passed,
    /// The costume itself: an AKOS may contain colours (A95).
    Own,
    /// The fixed colours of the machine.
    Machine,
    /// A palette of greys.
    Greys,
}

/// The colour source in JSON.
#[derive(Serialize)]
struct ColoursOf {
    #[serde(skip_serializing_if = "Option::is_none")]
    colours_of: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colours_level: Option<CastingEvidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    colours_standing: Option<ScriptReliability>,
    colours_from: String,
}

impl ColourSource {
    /// Returns the room, if the colours come from a room.
    #[must_use]
    pub fn room(&self) -> Option<u16> {
        match *self {
            Self::Room(room, ..) | Self::NamedRoom(room) => Some(room),
            Self::NamedFile(_) | Self::Passed | Self::Own | Self::Machine | Self::Greys => None,
        }
    }
}

impl From<ColourSource> for ColoursOf {
    fn from(source: ColourSource) -> Self {
        let (level, standing) = if let ColourSource::Room(_, level, standing) = source {
            (Some(level), Some(standing))
        } else {
            (None, None)
        };
        Self {
            colours_of: source.room(),
            colours_level: level,
            colours_standing: standing,
            colours_from: source.to_string(),
        }
    }
}

impl fmt::Display for ColourSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Room(room, level, standing) => {
                let meaning = level.meaning();
                write!(f, "room {room} (level {}, {meaning}", u8::from(*level))?;
                // A guess does not depend on the table.
                match standing.clause().filter(|_| *level < CastingEvidence::Home) {
                    Some(clause) => write!(f, ", {clause})"),
                    None => f.write_str(")"),
                }
            }
            Self::NamedRoom(room) => write!(f, "room {room}, as requested"),
            Self::NamedFile(name) => write!(f, "{}, as requested", escape_name(name)),
            Self::Passed => f.write_str("the caller's palette"),
            Self::Own => f.write_str("the costume's own"),
            Self::Machine => f.write_str("the machine's own"),
            Self::Greys => f.write_str("greys, because no room is known"),
        }
    }
}

/// The colours of a screen and their source.
#[derive(Clone, Debug)]
pub struct CostumeColours {
    /// The screen's palette.
    pub palette: Palette,
    /// The source of the colours.
    pub source: ColourSource,
}

impl CostumeColours {
    /// Returns the colours of these palette entries as `RRGGBB`.
    #[must_use]
    pub fn hex(&self, entries: &[u8]) -> Vec<String> {
        entries
            .iter()
            .map(|&entry| digits_of(self.palette[entry]))
            .collect()
    }
}

/// The user's choice of colours. Without a choice, the game determines the colours of a costume.
#[derive(Clone, Debug, Default)]
pub struct ColourChoice {
    /// A room of the game.
    pub room: Option<u16>,
    /// A palette file ([`palette_file::read`]).
    pub palette: Option<PathBuf>,
}

impl ColourChoice {
    /// Returns the colours of a costume without a game.
    ///
    /// # Errors
    /// Returns an error if the choice is a room, or if the palette file cannot be read.
    pub fn for_file(&self, files: &RunFiles, loaded: &LoadedCostume) -> Result<CostumeColours> {
        if self.room.is_some() {
            bail!("a room needs a game: name the game's folder and --costume N");
        }
        Ok(self
            .of_palette_file(files)?
            .unwrap_or_else(|| colours_of_file(loaded)))
    }

    fn of_palette_file(&self, files: &RunFiles) -> Result<Option<CostumeColours>> {
        let Some(path) = &self.palette else {
            return Ok(None);
        };
        let bytes = files.read(path)?;
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let palette = palette_file::read(&bytes).with_context(|| path.display().to_string())?;
        Ok(Some(CostumeColours {
            palette,
            source: ColourSource::NamedFile(name),
        }))
    }
}

/// A costume with its colours and, if it belongs to a game, with its wearers.
#[derive(Debug)]
pub struct ColouredCostume {
    /// The costume.
    pub loaded: LoadedCostume,
    /// The colours of the costume.
    pub colours: CostumeColours,
    /// The wearers of the costume; `None` for a costume file.
    pub cast: Option<CostumeCast>,
}

impl ColouredCostume {
    /// Loads the costume with this number from the game, or the costume file if `number` is `None`.
    ///
    /// # Errors
    /// Returns an error as [`CostumeInput::load_file`] and [`CostumeInput::game`] do, and if the
    /// chosen colours cannot be read.
    pub fn load(
        files: &RunFiles,
        input: &CostumeInput,
        number: Option<u16>,
        choice: &ColourChoice,
    ) -> Result<Self> {
        let Some(number) = number else {
            return Self::from_file(files, input.load_file(files)?, choice);
        };
        let rooms = RoomColours::new(&input.game(files)?);
        let loaded = costume_input::load_costume(rooms.game(), number)?;
        Self::from_game_with(files, &rooms, loaded, number, choice)
    }

    /// Adds the wearers to a costume of a game, and the colours that the game gives it.
    #[must_use]
    pub fn from_game(rooms: &RoomColours, loaded: LoadedCostume, number: u16) -> Self {
        Self {
            colours: rooms.colours_of(&loaded, number),
            loaded,
            cast: rooms.cast().costume(number).cloned(),
        }
    }

    /// Adds the wearers and the chosen colours to a costume of a game.
    ///
    /// # Errors
    /// Returns an error if the room or the file of the chosen colours cannot be read.
    pub fn from_game_with(
        files: &RunFiles,
        rooms: &RoomColours,
        loaded: LoadedCostume,
        number: u16,
        choice: &ColourChoice,
    ) -> Result<Self> {
        let colours = match choice.room {
            Some(room) => CostumeColours {
                palette: rooms.of_room(room)?,
                source: ColourSource::NamedRoom(room),
            },
            None => choice
                .of_palette_file(files)?
                .unwrap_or_else(|| rooms.colours_of(&loaded, number)),
        };
        Ok(Self {
            loaded,
            colours,
            cast: rooms.cast().costume(number).cloned(),
        })
    }

    /// Adds the colours to a costume without a game.
    ///
    /// # Errors
    /// Returns an error as [`ColourChoice::for_file`] does.
    pub fn from_file(
        files: &RunFiles,
        loaded: LoadedCostume,
        choice: &ColourChoice,
    ) -> Result<Self> {
        let colours = choice.for_file(files, &loaded)?;
        Ok(Self {
            loaded,
            colours,
            cast: None,
        })
    }

    /// Returns the caption of the costume's pictures.
    #[must_use]
    pub fn caption(&self) -> Caption {
        let cast = self.cast.as_ref();
        Caption {
            source: self.colours.source.clone(),
            names: cast.map(|cast| cast.names.clone()).unwrap_or_default(),
            shown_in: cast.map(|cast| cast.rooms.clone()).unwrap_or_default(),
        }
    }
}

/// The caption of a costume's pictures: the source of the colours, and the wearers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caption {
    /// The source of the colours.
    #[serde(flatten)]
    pub source: ColourSource,
    /// The names of the wearers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<ActorName>,
    /// The rooms in which the costume is shown.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown_in: Vec<ShownIn>,
}

impl fmt::Display for Caption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "colours of {}", self.source)?;
        if !self.names.is_empty() {
            write!(f, "; named {}", listed(self.names.iter().map(quoted)))?;
        }
        if !self.shown_in.is_empty() {
            write!(
                f,
                "; shown in {}",
                listed(self.shown_in.iter().map(|shown| format!("room {shown}")))
            )?;
        }
        Ok(())
    }
}

/// The palettes of a game's rooms, and the game's cast.
#[derive(Debug)]
pub struct RoomColours {
    game: Game,
    /// The cast and the palettes are made when they are first needed.
    cast: OnceLock<Cast>,
    palettes: Mutex<BTreeMap<u16, Palette>>,
    /// The numbers of the readable rooms.
    readable: OnceLock<Vec<u16>>,
}

impl RoomColours {
    /// Creates the palettes of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            cast: OnceLock::new(),
            palettes: Mutex::default(),
            readable: OnceLock::new(),
        }
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game's cast.
    pub fn cast(&self) -> &Cast {
        self.cast.get_or_init(|| Cast::from_game(&self.game))
    }

    /// Returns the cast. For a costume without evidence in the scripts, the room in the result is
    /// the room whose colours the costume gets.
    #[must_use]
    pub fn settled_cast(&self) -> Cast {
        let mut cast = self.cast().clone();
        for of_costume in cast
            .costumes
            .iter_mut()
            .filter(|costume| costume.colours_level == CastingEvidence::Home)
        {
            let costume = self.game.costume(of_costume.costume).ok();
            let guessed = costume.and_then(|costume| self.room_of(&costume, of_costume.costume));
            of_costume.colours_of = guessed.map_or(of_costume.colours_of, |(room, _)| room);
        }
        cast
    }

    /// Returns the colours of a costume: those of the room that casting finds, else those of the
    /// room whose file holds the costume. If that room has no colours for the costume, the room
    /// with the most different colours for it is used.
    pub fn colours_of(&self, loaded: &LoadedCostume, number: u16) -> CostumeColours {
        let room = self.room_of(&loaded.costume, number);
        let of_room = |(room, level): (u16, CastingEvidence)| {
            Some(CostumeColours {
                palette: self.of_room(room).ok()?,
                source: ColourSource::Room(room, level, self.cast().standing),
            })
        };
        room.and_then(of_room)
            .unwrap_or_else(|| colours_of_file(loaded))
    }

    /// Returns the room whose colours a costume gets, and the evidence for the room.
    pub fn room_of(&self, costume: &Costume, number: u16) -> Option<(u16, CastingEvidence)> {
        let from_cast_member = self
            .cast()
            .costume(number)
            .map(|cast| (cast.colours_of, cast.colours_level));
        let is_found = |(room, level): &(u16, CastingEvidence)| {
            *level < CastingEvidence::Home && self.of_room(*room).is_ok()
        };
        if let Some(found) = from_cast_member.filter(is_found) {
            return Some(found);
        }
        let home = self.game.room_of_costume(number);
        let variety_of = |room| {
            self.of_room(room)
                .map_or(0, |palette| variety(costume, &palette))
        };
        let is_shown = |home: &u16| variety_of(*home) > 1;
        let guessed = home.filter(is_shown).or_else(|| {
            self.readable()
                .iter()
                .copied()
                .max_by_key(|&room| (variety_of(room), Reverse(room)))
        });
        guessed.map(|room| (room, CastingEvidence::Home))
    }

    /// Returns the numbers of the readable rooms.
    fn readable(&self) -> &[u16] {
        // The rooms are tested one after the other. In a parallel loop, a waiting thread could
        // start other work that needs this list, and would block for ever.
        self.readable.get_or_init(|| {
            self.game
                .rooms()
                .filter(|&number| self.of_room(number).is_ok())
                .collect()
        })
    }

    /// Returns the palette of a room.
    ///
    /// # Errors
    /// Returns an error if the room cannot be read.
    fn of_room(&self, number: u16) -> Result<Palette> {
        let known = || self.palettes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(palette) = known().get(&number) {
            return Ok(palette.clone());
        }
        let palette = load::palette(&self.game.room(number)?, &self.game.dialect());
        known().insert(number, palette.clone());
        Ok(palette)
    }
}

/// The darkest grey of a costume without colours. It is visible on black.
const DARKEST: usize = 48;

/// Returns a palette in which the costume's screen colours are evenly spaced greys, because a
/// costume often has only dark entries of a ramp of all greys. A costume with more screen colours
/// than greys keeps the ramp.
fn greys_of(costume: &Costume) -> Palette {
    let mut palette = Palette::greys();
    let own: BTreeSet<u8> = facts::palette(costume).iter().copied().collect();
    let steps = own.len().saturating_sub(1).max(1);
    if steps > 255 - DARKEST {
        return palette;
    }
    for (step, entry) in own.into_iter().enumerate() {
        let level = DARKEST + (255 - DARKEST) * step / steps;
        palette[entry] = [level as u8; 3];
    }
    palette
}

/// Returns colours for a costume without a room: the costume's own colours if an AKOS contains them
/// (A95), the machine's colours for a costume of 16 fixed colours, else greys.
#[must_use]
pub fn colours_of_file(loaded: &LoadedCostume) -> CostumeColours {
    let mut palette = greys_of(&loaded.costume);
    let mut source = ColourSource::Greys;
    if loaded.dialect.is_sixteen_colour() {
        palette = Palette::initial(&loaded.dialect);
        source = ColourSource::Machine;
    }
    if let Costume::Akos(akos) = &*loaded.costume {
        for (&screen, &rgb) in akos.palette().iter().zip(akos.colours()) {
            palette[screen] = rgb;
            source = ColourSource::Own;
        }
    }
    CostumeColours { palette, source }
}

/// Returns how many different colours a palette gives to a costume.
fn variety(costume: &Costume, palette: &Palette) -> usize {
    let own = facts::palette(costume);
    if own.len() <= 1 && !costume.is_akos() {
        // Costumes of 16 fixed colours look the same in every room.
        return 16;
    }
    own.iter()
        .map(|&index| palette[index])
        .collect::<BTreeSet<_>>()
        .len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_costume_without_a_room_has_greys_that_differ_and_are_visible_on_black() {
        let folder = scumm_test_support::repository().join("data/scene-costumes");
        for name in ["doll-v5.cost", "doll-v6.cost", "majmin.akos"] {
            let bytes = std::fs::read(folder.join(name)).unwrap();
            let loaded = LoadedCostume::from_file(name.to_owned(), bytes).unwrap();
            let CostumeColours { palette, source } = colours_of_file(&loaded);
            assert_eq!(source, ColourSource::Greys, "{name}");
            let own: BTreeSet<u8> = facts::palette(&loaded.costume).iter().copied().collect();
            let levels: BTreeSet<[u8; 3]> = own.iter().map(|&entry| palette[entry]).collect();
            assert_eq!(levels.len(), own.len(), "{name}");
            assert!(levels.iter().all(|level| level[0] >= 48), "{name}");
            assert!(levels.contains(&[255; 3]), "{name}");
        }
    }
}
