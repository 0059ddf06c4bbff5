//! Opening a game: a folder or an index file in, rooms and costumes by number out.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scumm_costume::{Costume, Damage};
use scumm_room::block::{self, Header};
use scumm_room::resource::{
    self, FoundGame, GameFiles, Given, Kind, Location, RawResource, RawRoom,
};
use scumm_room::{Dialect, Error, Reader, Result, Room, RoomParts, Tag};

/// Why a game could not be opened.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder holds more than one: the caller has to name an index file.
    #[error("{}: {} games; name the index file of one:{}", folder.display(), games.len(), list(games))]
    Several {
        /// The folder.
        folder: PathBuf,
        /// What it holds.
        games: Vec<FoundGame>,
    },
    /// The folder holds none.
    #[error("{}: expected the index of a SCUMM game ({}), found none in the folder and three levels below; deeper folders are not searched", .0.display(), resource::INDEX_NAMES)]
    NoGame(PathBuf),
    /// A file can't be read, is damaged, or of a kind that is left out.
    #[error(transparent)]
    Files(#[from] Error),
}

impl std::fmt::Debug for OpenError {
    /// The same sentence as for users: a `main` that returns an error prints this.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// The most games that an error describes, because each of them is opened for it.
const MOST_DESCRIBED: usize = 10;

/// Returns a line for each of the first games of an error's list, and the number of the others.
fn list(games: &[FoundGame]) -> String {
    let mut lines = String::new();
    for game in games.iter().take(MOST_DESCRIBED) {
        lines.push_str("\n  ");
        lines.push_str(&game.describe());
    }
    if games.len() > MOST_DESCRIBED {
        let more = games.len().saturating_sub(MOST_DESCRIBED);
        lines.push_str(&format!("\n  and {more} more"));
    }
    lines
}

/// An opened game. Its data files are read when something is loaded, never as a whole.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let game = scumm_engine::Game::open("games/monkey2")?;
/// println!("{}", game.describe());
/// for id in game.rooms() {
///     match game.locate_room(id) {
///         Ok(place) => println!("room {id}: {} bytes", place.size),
///         Err(error) => println!("room {id}: {error}"),
///     }
/// }
/// let (room, costume) = (game.room(1)?, game.costume(1)?);
/// println!("{} pixels wide", room.width);
/// # drop(costume);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    files: GameFiles,
    dialect: Dialect,
    object_names: BTreeMap<String, u16>,
}

impl Game {
    /// Opens a folder that holds one game, or a game by its index file. A game inside the folder of another one, as Maniac
    /// Mansion comes with Day of the Tentacle, is opened by naming its own folder.
    ///
    /// # Errors
    /// [`OpenError::Several`] and [`OpenError::NoGame`] for a folder without exactly one game, otherwise
    /// [`OpenError::Files`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::open_as(path, &Given::default())
    }

    /// The same, as what the caller says that the game is.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn open_as(path: impl AsRef<Path>, given: &Given) -> Result<Self, OpenError> {
        let path = path.as_ref();
        if !path.is_dir() {
            return Ok(GameFiles::open_as(path, given)?.into());
        }
        match <[FoundGame; 1]>::try_from(resource::outermost(resource::games(path)?)) {
            Ok([only]) => Ok(only.open_as(given)?.into()),
            Err(none) if none.is_empty() => Err(OpenError::NoGame(path.to_path_buf())),
            Err(games) => Err(OpenError::Several {
                folder: path.to_path_buf(),
                games,
            }),
        }
    }

    /// Opens a game whose files are in memory, given by name: index and data files of one game.
    ///
    /// # Errors
    /// As [`GameFiles::from_memory`].
    pub fn from_files(
        files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>,
    ) -> Result<Self> {
        Ok(GameFiles::from_memory(files)?.into())
    }

    /// The same game, played as another dialect: for what its files do not tell (the platform, a Humongous sub-version).
    /// Loading still goes by the version that was found.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// Which SCUMM this is.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What was found, in a line: `SCUMM v5, XOR 0x69, 99 rooms, 130 costumes`.
    #[must_use]
    pub fn describe(&self) -> String {
        self.files.describe()
    }

    /// The files: index and resources of all kinds.
    #[must_use]
    pub fn files(&self) -> &GameFiles {
        &self.files
    }

    /// The numbers of all rooms of the index, ascending; [`Self::locate_room`] tells whether one is there.
    pub fn rooms(&self) -> impl Iterator<Item = u16> + '_ {
        self.files.ids(Kind::Room)
    }

    /// A room's name, in games whose index has names.
    #[must_use]
    pub fn room_name(&self, id: u16) -> Option<&str> {
        self.files.index().room_names.get(&id).map(String::as_str)
    }

    /// The numbers of all costumes of the index, ascending; [`Self::locate_costume`] tells whether one is there.
    pub fn costumes(&self) -> impl Iterator<Item = u16> + '_ {
        // Behind the Nintendo's costumes come blocks of other kinds (Q6).
        let last = if self.dialect.is_nes() {
            scumm_room::nes::LAST_COSTUME
        } else {
            u16::MAX
        };
        self.files.ids(Kind::Costume).filter(move |id| *id <= last)
    }

    /// The room whose data hold a costume, as the index says it.
    #[must_use]
    pub fn room_of_costume(&self, id: u16) -> Option<u16> {
        self.files
            .index()
            .entry(Kind::Costume, id)
            .map(|entry| entry.room.into())
    }

    /// Where a room lies; its header is read, its data are not.
    ///
    /// # Errors
    /// As [`GameFiles::load`].
    pub fn locate_room(&self, id: u16) -> Result<Location> {
        self.files.locate(Kind::Room, id)
    }

    /// Where a costume lies; its header is read, its data are not.
    ///
    /// # Errors
    /// As [`GameFiles::load`].
    pub fn locate_costume(&self, id: u16) -> Result<Location> {
        self.files.locate(Kind::Costume, id)
    }

    /// Loads and parses a room.
    ///
    /// # Errors
    /// As [`GameFiles::load`] and [`Room::parse`], with file and offset.
    pub fn room(&self, id: u16) -> Result<Room> {
        let raw = self.load_room(id)?;
        let parts = RoomParts {
            room: &raw.room.data,
            image: raw.image.as_ref().map(|image| image.data.as_slice()),
            scripts: raw.scripts.as_ref().map(|scripts| scripts.data.as_slice()),
            object_names: Some(&self.object_names),
            number: id,
            base: raw.room.offset,
            image_base: raw.image.as_ref().map_or(0, |image| image.offset),
            scripts_base: raw.scripts.as_ref().map_or(0, |scripts| scripts.offset),
        };
        let file = raw.room.file.display();
        let room = Room::parse(&parts, &self.dialect)
            .map_err(|error| error.in_file(&file))?
            .in_file(&file);
        self.with_tiles(room)
    }

    /// Loads and parses a costume.
    ///
    /// # Errors
    /// As [`GameFiles::load`] and [`Costume::parse`], with file and offset.
    pub fn costume(&self, id: u16) -> Result<Costume> {
        let raw = self.load_costume(id)?;
        self.parse_costume(id, &raw, &mut Damage::lenient())
    }

    /// Parses a costume that was loaded; `damage` decides what happens to damaged parts, and keeps the findings. A costume of the
    /// Nintendo gets the sprites that the game's costumes share.
    ///
    /// # Errors
    /// As [`Costume::parse_with`], with file and offset.
    pub fn parse_costume(
        &self,
        id: u16,
        raw: &RawResource,
        damage: &mut Damage,
    ) -> Result<Costume> {
        let costume = Costume::parse_with(&raw.data, &self.dialect, damage)
            .map_err(|error| raw.place_error(error))?;
        self.with_sprites(id, costume, damage)
    }

    /// The blend table of an image, HE90 and later: what an actor's blended pixels go through that names this image (A61, H6).
    ///
    /// # Errors
    /// As [`GameFiles::load`], and where the image has no table.
    pub fn blend_table(&self, image: u16) -> Result<Arc<[u8]>> {
        let raw = self.files.load(Kind::Image, image)?;
        blend_table(&raw.data).map_err(|error| raw.place_error(error))
    }

    /// Loads a room as it is stored, with its pictures (HE70+) or scripts (v8).
    ///
    /// # Errors
    /// As [`GameFiles::load`].
    pub fn load_room(&self, id: u16) -> Result<RawRoom> {
        self.files.load_room(id)
    }

    /// Loads a costume as it is stored, with its header.
    ///
    /// # Errors
    /// As [`GameFiles::load`].
    pub fn load_costume(&self, id: u16) -> Result<RawResource> {
        self.files.load(Kind::Costume, id)
    }
}

impl From<GameFiles> for Game {
    fn from(files: GameFiles) -> Self {
        Self {
            dialect: files.dialect(),
            object_names: files.index().object_names(),
            files,
        }
    }
}

/// Costumes and rooms by their numbers. A stage asks for each as it is needed, and keeps it. [`Game`] is one; an engine with
/// files of its own brings another ([`crate::Stage::set_resources`]).
pub trait Resources: std::fmt::Debug + Send + Sync {
    /// The costume of this number.
    ///
    /// # Errors
    /// [`scumm_room::Error::NotFound`] where there is none, another error where it cannot be loaded.
    fn costume(&self, id: u16) -> Result<Arc<Costume>>;

    /// The room of this number.
    ///
    /// # Errors
    /// [`scumm_room::Error::NotFound`] where there is none, another error where it cannot be loaded.
    fn room(&self, id: u16) -> Result<Arc<Room>>;
}

impl Resources for Game {
    fn costume(&self, id: u16) -> Result<Arc<Costume>> {
        self.costume(id).map(Arc::new)
    }

    fn room(&self, id: u16) -> Result<Arc<Room>> {
        self.room(id).map(Arc::new)
    }
}

/// Bytes of a blend table: 256 colours over 256 colours of the screen (A61).
pub(crate) const BLEND_TABLE: usize = 65536;

/// The blend table in an image's resource: the chunk XMAP among its children (H6). Images of several states have none.
///
/// # Errors
/// The image has no such chunk, or one that is cut short.
pub fn blend_table(image: &[u8]) -> Result<Arc<[u8]>> {
    let image = block::read(&mut Reader::new(image), Header::Large)?;
    let mut xmap = block::need(image.data, Header::Large, Tag(*b"XMAP"))?;
    Ok(xmap.data.bytes(BLEND_TABLE, "a blend table")?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(tag: &[u8; 4], children: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let children = children
            .iter()
            .map(|(tag, data)| block::write(Tag(**tag), data).unwrap());
        block::write(Tag(*tag), &children.collect::<Vec<_>>().concat()).unwrap()
    }

    #[test]
    fn the_table_stands_anywhere_among_the_children_of_an_image_h6() {
        let bytes: Vec<u8> = (0..BLEND_TABLE).map(|i| (i / 256 + i) as u8).collect();
        let before = image(b"AWIZ", &[(b"XMAP", &bytes), (b"WIZH", &[0; 12])]);
        let after = image(
            b"AWIZ",
            &[
                (b"WIZH", &[0; 12]),
                (b"WIZD", &[1; 7]),
                (b"XMAP", &[&bytes[..], &[9; 4]].concat()),
            ],
        );
        for image in [before, after] {
            assert_eq!(&*blend_table(&image).unwrap(), bytes);
        }
    }

    #[test]
    fn an_image_without_a_whole_table_is_an_error_h6() {
        let inner = image(b"AWIZ", &[(b"XMAP", &[0; BLEND_TABLE])]);
        for image in [
            [].to_vec(),
            image(b"AWIZ", &[(b"WIZH", &[0; 12])]),
            image(b"AWIZ", &[(b"XMAP", &[0; BLEND_TABLE - 1])]),
            image(b"MULT", &[(b"WRAP", &inner)]),
        ] {
            assert!(blend_table(&image).is_err());
        }
    }
}
