//! What a page in a browser shows of a game, made piece by piece while somebody looks at it. `wardrobe gallery` writes the same
//! pieces as files.

use std::borrow::Cow;

use anyhow::{Context, Result};
use scumm_costume::ALL_LIMBS;
use scumm_costume::edit::inspect::Map;
use scumm_engine::Game;
pub use scumm_platform::film::FilmFormat;

use crate::casting::Cast;
use crate::chores::{self, Chore};
use crate::colours::{ColourChoice, ColouredCostume, RoomColours};
use crate::costume_input::StoredCostume;
use crate::export::drawing::{Bounds, place, unused};
use crate::export::rendered::RenderedChore;
use crate::export::sheet;
use crate::gallery::costume::{self, PlayedCostume};
use crate::gallery::{GameData, room};
use crate::{demo, lint, load, map};

/// A game that a page shows.
pub struct Pages {
    title: String,
    rooms: RoomColours,
}

/// How an animation is played.
#[derive(Clone, Copy, Debug)]
pub struct Playing {
    /// The chore's number.
    pub chore: u16,
    /// Degrees clockwise from north.
    pub facing: u16,
    /// Horizontal and vertical scale, 255 full size; `None`: full size.
    pub scale: Option<u8>,
    /// The limbs that are shown, limb 0 in the lowest bit.
    pub limbs: u16,
}

/// A played animation as screen colours.
#[derive(Debug)]
pub struct Frames {
    /// Where the left edge lies, in pixels from the actor's position.
    pub left: i32,
    /// Where the upper edge lies.
    pub top: i32,
    /// The width of every picture.
    pub width: usize,
    /// The height of every picture.
    pub height: usize,
    /// The engine frames that each picture is seen.
    pub ticks: Vec<u32>,
    /// The picture from which it repeats; `None` where it comes to rest or was not rendered to its end.
    pub loop_from: Option<usize>,
    /// The colour that shows the background.
    pub transparent: u8,
    /// The pictures one after the other, row by row.
    pub pixels: Vec<u8>,
}

impl Pages {
    /// Opens a game whose files are in memory, given by name.
    ///
    /// # Errors
    /// There is no game among them, or it is damaged.
    pub fn open(title: String, files: Vec<(String, Vec<u8>)>) -> Result<Self> {
        let files = files.into_iter().map(|(name, bytes)| (name, Cow::Owned(bytes)));
        Ok(Self { title, rooms: RoomColours::of(&Game::from_files(files)?) })
    }

    /// The demo.
    ///
    /// # Errors
    /// None with the files that are carried.
    pub fn demo() -> Result<Self> {
        Ok(Self { title: "The demo".to_owned(), rooms: RoomColours::of(&demo::game()?) })
    }

    /// The game itself.
    pub fn game(&self) -> &Game {
        self.rooms.game()
    }

    /// Who is in its rooms.
    pub fn cast(&self) -> &Cast {
        self.rooms.cast()
    }

    /// The game without its pages.
    #[must_use]
    pub fn into_game(self) -> Game {
        self.rooms.into_game()
    }

    /// The list of rooms and costumes, as JSON.
    ///
    /// # Errors
    /// None that a game can cause.
    pub fn list(&self) -> Result<String> {
        let rooms = self.game().rooms().map(|id| room::listed(&self.rooms, id)).collect();
        let costumes = self.game().costumes().map(|entry| costume::listed(&self.rooms, entry).0).collect();
        Ok(serde_json::to_string(&GameData::of(self.title.clone(), &self.rooms, rooms, costumes))?)
    }

    /// The pictures of a room as PNGs: the background, then its z-planes.
    ///
    /// # Errors
    /// The room can't be read.
    pub fn room_pictures(&self, id: u16) -> Result<Vec<Vec<u8>>> {
        room::pictures(self.game(), id)
    }

    /// What the page shows of a costume, as JSON.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn costume(&self, id: u16) -> Result<String> {
        Ok(serde_json::to_string(&self.played(id)?.page(false)?.0)?)
    }

    /// The picture of a costume in the list as an APNG; `None` where its best chore shows nothing.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn portrait(&self, id: u16) -> Result<Option<Vec<u8>>> {
        let played = self.played(id)?;
        let film =
            |animation: RenderedChore| Some(played.job.film(FilmFormat::Apng, &animation, animation.bounds()?, 1));
        played.portrait()?.and_then(film).map_or_else(|| played.first_cel(), |png| png.map(Some))
    }

    /// An animation, frame by frame; `None` where it shows nothing.
    ///
    /// # Errors
    /// The costume can't be read, or has no such chore.
    pub fn frames(&self, costume: u16, playing: Playing) -> Result<Option<Frames>> {
        let (_, animation) = self.animation(costume, playing)?;
        let Some(bounds) = animation.bounds() else { return Ok(None) };
        let (Bounds { left, top, .. }, (width, height)) = (bounds, bounds.size());
        let transparent = unused(animation.drawings());
        let pictures = animation.pictures();
        let pixels =
            pictures.iter().flat_map(|picture| place(picture.drawing.as_deref(), bounds, transparent)).collect();
        let ticks = pictures.iter().map(|picture| u32::try_from(picture.ticks).unwrap_or(u32::MAX)).collect();
        Ok(Some(Frames { left, top, width, height, ticks, loop_from: animation.loop_from(), transparent, pixels }))
    }

    /// An animation as a file, in the costume's own colours or those of a room; `None` where it shows nothing.
    ///
    /// # Errors
    /// As [`Self::frames`]; the room can't be read.
    pub fn animation_file(
        &self,
        costume: u16,
        playing: Playing,
        room: Option<u16>,
        format: FilmFormat,
    ) -> Result<Option<Vec<u8>>> {
        let (mut played, animation) = self.animation(costume, playing)?;
        self.colour(&mut played, room)?;
        animation.bounds().map(|bounds| played.job.film(format, &animation, bounds, 1)).transpose()
    }

    /// All pictures of a costume on a sheet, as a PNG.
    ///
    /// # Errors
    /// As [`Self::animation_file`].
    pub fn sheet(&self, costume: u16, room: Option<u16>) -> Result<Vec<u8>> {
        let mut played = self.played(costume)?;
        self.colour(&mut played, room)?;
        let renderer = played.renderer(None, ALL_LIMBS)?;
        let animations =
            played.job.render(&renderer, &chores::of(&played.coloured.loaded.costume), |animation, _| Ok(animation))?;
        sheet::png(&played.job, &animations)
    }

    /// A costume's bytes with what each is for, as a page in HTML.
    ///
    /// # Errors
    /// The costume can't be read.
    pub fn bytes(&self, id: u16) -> Result<String> {
        let ColouredCostume { loaded, colours, .. } = self.played(id)?.coloured;
        Ok(map::html::page(&loaded.name, &Map::of(&loaded.data, &loaded.costume)?, &loaded.data, &colours))
    }

    /// What is odd in a costume, as JSON: a list of findings.
    ///
    /// # Errors
    /// None that a game can cause.
    pub fn findings(&self, id: u16) -> Result<String> {
        Ok(serde_json::to_string(&lint::findings(&StoredCostume::of_game(self.game(), id)))?)
    }

    fn played(&self, id: u16) -> Result<PlayedCostume> {
        let loaded = crate::costume_input::of_game(self.game(), id)?.bounded()?;
        let coloured = ColouredCostume::of_game(&self.rooms, loaded, id, &ColourChoice::default())?;
        Ok(PlayedCostume::of(coloured))
    }

    fn animation(&self, id: u16, playing: Playing) -> Result<(PlayedCostume, RenderedChore)> {
        let played = self.played(id)?;
        let all = chores::of(&played.coloured.loaded.costume);
        let is_asked = |chore: &&Chore| chore.number == playing.chore && chore.facing == playing.facing;
        let chore = all.iter().find(is_asked).with_context(|| format!("costume {id} has no such chore"))?;
        let (animation, _) = played.renderer(playing.scale, playing.limbs)?.render(chore)?;
        Ok((played, animation))
    }

    /// Gives a costume the colours of a room.
    fn colour(&self, played: &mut PlayedCostume, room: Option<u16>) -> Result<()> {
        if let Some(room) = room {
            played.job.screen = load::palette(&self.game().room(room)?, &self.game().dialect());
        }
        Ok(())
    }
}
