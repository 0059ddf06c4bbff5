//! Opens a game from a folder or an index file, and loads its rooms and costumes by number.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use scumm_costume::{Costume, Damage};
use scumm_room::block::{self, Header};
use scumm_room::resource::{
    self, FoundGame, GameFiles, Given, Location, PartialFiles, RawResource, RawRoom, ResourceKind,
};
use scumm_room::{Dialect, Error, Reader, Result, Room, Tag};

/// An error of opening a game.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The folder holds more than one game: the caller has to name an index file.
    #[error("{}: found {} games; name the index file of one of them:{}",
        folder.display(), games.len(), list(games))]
    Several {
        /// The folder.
        folder: PathBuf,
        /// The games in the folder.
        games: Vec<FoundGame>,
    },
    /// The folder holds no game.
    #[error("{}: expected the index of a SCUMM game ({}), found none in the folder and three \
             levels below; deeper folders are not searched", .0.display(), resource::INDEX_NAMES)]
    NoGame(PathBuf),
    /// A file cannot be read, is damaged, or has a kind whose feature is switched off.
    #[error(transparent)]
    Files(#[from] Error),
}

impl std::fmt::Debug for OpenError {
    /// Writes the same text as `Display`, because a `main` that returns an error prints the `Debug`
    /// form.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// The most games that an error describes, because each described game has to be opened.
const MOST_DESCRIBED: usize = 10;

/// Returns one line for each of the first games, and a line with the number of the other games.
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

/// An opened game. Its data files are read when a resource is loaded, never as a whole.
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
    /// The blocks of costumes that replace or extend those of the files.
    inserted_costumes: BTreeMap<u16, Arc<[u8]>>,
}

impl Game {
    /// Opens a folder that holds exactly one game, or a game by its index file. To open a game that
    /// lies in a subfolder of another game, such as Maniac Mansion in Day of the Tentacle, pass the
    /// path of the subfolder.
    ///
    /// # Errors
    /// Returns [`OpenError::Several`] if the folder holds more than one game, [`OpenError::NoGame`]
    /// if it holds none, and [`OpenError::Files`] if a file cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, OpenError> {
        Self::open_as(path, &Given::default())
    }

    /// Opens a game as [`Self::open`] does, with properties that the caller states instead of
    /// letting them be detected.
    ///
    /// # Errors
    /// Returns the errors of [`Self::open`].
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

    /// Opens a game whose index and data files are in memory, given by name.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::from_memory`].
    pub fn from_files(
        files: impl IntoIterator<Item = (String, Cow<'static, [u8]>)>,
    ) -> Result<Self> {
        Ok(GameFiles::from_memory(files)?.into())
    }

    /// Opens a game whose files the caller reads in parts. `index` is the path of the index file,
    /// or the end of this path; it is needed if there are several games among the files. Returns
    /// `None` if parts are missing: the caller inserts the parts that
    /// [`PartialFiles::take_requests`] returns, and calls again. When the game is returned, all its
    /// rooms and costumes are in memory, but no files of other games, no speech and no music in
    /// separate files.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::from_partial`].
    pub fn from_partial(files: &PartialFiles, index: Option<&str>) -> Result<Option<Self>> {
        let opened = GameFiles::from_partial(files, index);
        if files.has_requests() {
            return Ok(None);
        }
        let game = Self::from(opened?);
        // A damaged room or costume fails again when it is used.
        for id in game.rooms() {
            drop(game.load_room(id));
        }
        for id in game.costumes() {
            drop(game.load_costume(id));
        }
        Ok((!files.has_requests()).then_some(game))
    }

    /// Replaces the dialect, for properties that the files do not tell: the platform or a Humongous
    /// sub-version. Resources are still loaded as the detected version.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Self {
        Self { dialect, ..self }
    }

    /// Returns the dialect: the SCUMM version, platform and game.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns a description of the game in one line: `SCUMM v5, XOR 0x69, 99 rooms, 130 costumes`.
    #[must_use]
    pub fn describe(&self) -> String {
        self.files.describe()
    }

    /// Returns the files of the game, which give access to the index and to resources of all kinds.
    #[must_use]
    pub fn files(&self) -> &GameFiles {
        &self.files
    }

    /// Returns the numbers of all rooms in the index, ascending. [`Self::locate_room`] returns an
    /// error for a room whose data are missing.
    pub fn rooms(&self) -> impl Iterator<Item = u16> + '_ {
        self.files.ids(ResourceKind::Room)
    }

    /// Returns the name of a room. Only some games have names in their index.
    #[must_use]
    pub fn room_name(&self, id: u16) -> Option<&str> {
        self.files.index().room_names.get(&id).map(String::as_str)
    }

    /// Inserts a costume under a number, in place of the costume that the files have under this
    /// number, if any. `block` is the costume with its header. The files stay as they are. Returns
    /// the parsed costume.
    ///
    /// # Errors
    /// Returns the errors of [`Costume::parse`]; the game stays as it was.
    pub fn insert_costume(&mut self, id: u16, block: Vec<u8>) -> Result<Costume> {
        let raw = RawResource::from_bytes(block);
        let costume = self.parse_costume(id, &raw, &mut Damage::lenient())?;
        self.inserted_costumes.insert(id, raw.data.into());
        Ok(costume)
    }

    /// Returns the numbers of all costumes in the index and of all inserted costumes, ascending.
    /// [`Self::locate_costume`] returns an error for a costume whose data are missing.
    pub fn costumes(&self) -> impl Iterator<Item = u16> + '_ {
        // On the Nintendo, blocks of other kinds follow the costumes (Q6).
        let last = if self.dialect.is_nes() {
            scumm_room::nes::LAST_COSTUME
        } else {
            u16::MAX
        };
        let stored = self.files.ids(ResourceKind::Costume);
        let mut ids: BTreeSet<u16> = stored.filter(|id| *id <= last).collect();
        ids.extend(self.inserted_costumes.keys());
        ids.into_iter()
    }

    /// Returns the number of the room whose data hold the costume, according to the index.
    #[must_use]
    pub fn room_of_costume(&self, id: u16) -> Option<u16> {
        self.files
            .index()
            .entry(ResourceKind::Costume, id)
            .map(|entry| entry.room.into())
    }

    /// Returns the location of a room. Reads the header of the room, but not its data.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::load`].
    pub fn locate_room(&self, id: u16) -> Result<Location> {
        self.files.locate(ResourceKind::Room, id)
    }

    /// Returns the location of a costume in the files. Reads the header of the costume, but not its
    /// data.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::load`].
    pub fn locate_costume(&self, id: u16) -> Result<Location> {
        self.files.locate(ResourceKind::Costume, id)
    }

    /// Loads and parses a room. Logs a warning if the room is damaged ([`Room::problems`]).
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::load`] and [`Room::parse`], with file and offset.
    pub fn room(&self, id: u16) -> Result<Room> {
        let raw = self.load_room(id)?;
        let parts = raw.parts(&self.object_names);
        let file = raw.room.file.display();
        let room = Room::parse(&parts, &self.dialect)
            .map_err(|error| error.in_file(&file))?
            .in_file(&file);
        let problems = room.problems();
        if let Some(first) = problems.first() {
            log::warn!("room {id}: {} damaged, first: {first}", problems.len());
        }
        self.with_tiles(room)
    }

    /// Loads and parses a costume.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::load`] and [`Costume::parse`], with file and offset.
    pub fn costume(&self, id: u16) -> Result<Costume> {
        let raw = self.load_costume(id)?;
        self.parse_costume(id, &raw, &mut Damage::lenient())
    }

    /// Parses a loaded costume. `damage` decides how damaged parts are treated and collects the
    /// findings. A costume of the Nintendo gets the sprites that all costumes of the game share.
    ///
    /// # Errors
    /// Returns the errors of [`Costume::parse_with`], with file and offset.
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

    /// Loads the blend table of an image (HE90 and later). An actor that refers to the image maps
    /// its blended pixels through the table (A61, H6).
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::load`], and an error if the image has no table.
    pub fn blend_table(&self, image: u16) -> Result<Arc<[u8]>> {
        let raw = self.files.load(ResourceKind::Image, image)?;
        blend_table(&raw.data).map_err(|error| raw.place_error(error))
    }

    /// Loads the stored bytes of a room, with its pictures (HE70+) or scripts (v8).
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::load`].
    pub fn load_room(&self, id: u16) -> Result<RawRoom> {
        self.files.load_room(id)
    }

    /// Loads the stored bytes of a costume, with its header.
    ///
    /// # Errors
    /// Returns the errors of [`GameFiles::load`].
    pub fn load_costume(&self, id: u16) -> Result<RawResource> {
        if let Some(block) = self.inserted_costumes.get(&id) {
            return Ok(RawResource::from_bytes(block.to_vec()));
        }
        self.files.load(ResourceKind::Costume, id)
    }
}

impl From<GameFiles> for Game {
    fn from(files: GameFiles) -> Self {
        Self {
            dialect: files.dialect(),
            object_names: files.index().object_names(),
            inserted_costumes: BTreeMap::new(),
            files,
        }
    }
}

/// A source of costumes and rooms by number. A stage requests each resource when it is first needed
/// and keeps it. [`Game`] implements the trait; an engine with its own files passes its own
/// implementation to [`crate::Stage::set_resources`]. Such an implementation wraps its own errors
/// with [`Error::other`].
pub trait Resources: std::fmt::Debug + Send + Sync {
    /// Returns the costume of this number.
    ///
    /// # Errors
    /// Returns [`scumm_room::Error::NotFound`] if the costume does not exist, and another error if
    /// it cannot be loaded.
    fn costume(&self, id: u16) -> Result<Arc<Costume>>;

    /// Returns the room of this number.
    ///
    /// # Errors
    /// Returns [`scumm_room::Error::NotFound`] if the room does not exist, and another error if it
    /// cannot be loaded.
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

/// The number of bytes in a blend table: 256 colours times 256 colours of the screen (A61).
pub(crate) const BLEND_TABLE: usize = 65536;

/// Returns the blend table of an image resource: the chunk XMAP among its children (H6). Images of
/// several states have no table.
///
/// # Errors
/// Returns an error if the image has no such chunk, or if the chunk is cut short.
pub fn blend_table(image: &[u8]) -> Result<Arc<[u8]>> {
    let image = block::read(&mut Reader::new(image), Header::Large)?;
    let mut xmap = block::need(image.data, Header::Large, Tag(*b"XMAP"))?;
    Ok(xmap.data.bytes(BLEND_TABLE, "a blend table")?.into())
}

#[cfg(test)]
mod tests {
    use scumm_room::edit::NewGame;

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
    /// Returns the files of a small game whose files have the name `base`.
    fn small_game(base: &str) -> Vec<(String, Vec<u8>)> {
        let mut game = NewGame::default();
        let room = block::write(Tag(*b"ROOM"), &[7; 100_000]).unwrap();
        game.add_room(1, "", room);
        let files = game.files(Dialect::new(5), base).unwrap();
        files
            .into_iter()
            .map(|file| (file.name, file.bytes))
            .collect()
    }

    /// Opens a game, and inserts the requested parts. Returns the game and the names of the
    /// requested files.
    fn open_in_parts(
        files: &[(String, Vec<u8>)],
        index: Option<&str>,
    ) -> (Result<Option<Game>>, Vec<String>) {
        let partial = PartialFiles::new(
            files
                .iter()
                .map(|(name, bytes)| (name.clone(), bytes.len() as u64)),
        );
        let mut read = Vec::new();
        loop {
            let opened = Game::from_partial(&partial, index);
            let requests = partial.take_requests();
            if requests.is_empty() {
                return (opened, read);
            }
            for request in requests {
                let (name, bytes) = &files[request.file];
                let range = request.range.start as usize..request.range.end as usize;
                let part = bytes[range].to_vec();
                partial
                    .insert(request.file, request.range.start, part)
                    .unwrap();
                read.push(name.clone());
            }
        }
    }

    #[test]
    fn a_game_is_opened_from_the_parts_that_its_rooms_need() {
        let mut files = small_game("g");
        let room = Game::from_files(files.clone().into_iter().map(|(n, b)| (n, b.into())))
            .unwrap()
            .load_room(1)
            .unwrap();
        files.push(("speech.sou".to_owned(), vec![0; 1000]));
        files.push(("video.dat".to_owned(), vec![0; 1000]));
        let (opened, mut read) = open_in_parts(&files, None);
        let game = opened.unwrap().unwrap();
        assert_eq!(game.load_room(1).unwrap().room.data, room.room.data);
        read.sort();
        read.dedup();
        assert_eq!(read, ["g.000", "g.001"]);
    }

    #[test]
    fn the_index_chooses_one_of_several_games() {
        let files = [small_game("a/g"), small_game("b/g")].concat();
        let opened = |index| match open_in_parts(&files, index).0 {
            Ok(game) => game.unwrap().files().path().display().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(opened(None).contains("several games"));
        assert!(opened(Some("g.000")).contains("several games"));
        assert_eq!(opened(Some("b/g.000")), "b/g.000");
        assert!(opened(Some("c/g.000")).contains("no game among the files"));
        let (opened, read) = open_in_parts(&[("x.txt".to_owned(), vec![1])], None);
        assert!(opened.is_err() && read.is_empty());
    }
}
