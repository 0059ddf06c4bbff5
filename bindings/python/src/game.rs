//! Dialects, games and rooms.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumm_bindings::{DialectSetup, Failure};
use scumm_room::RoomParts;

use crate::costume::Costume;
use crate::failure::{Result, lock};
use crate::memory::Memory;
use crate::stage::Stage;

/// Which SCUMM it is: the version, and what differs within it.
///
/// `version` is 0 to 8, `he` the Humongous sub-version 60 to 100 (the version is 6 then). `platform` is one of dos, amiga, fmtowns,
/// mac, c64, windows, atarist, segacd, nes, apple2; `render` one of ega, cga, cga_bw, cga_composite, hercules_green, hercules_amber,
/// amiga; `game` the game's id where a rule names it (samnmax, loom, indy3 ...). `old256` is version 3 with 256 colours, `ega`
/// version 4 with 16, `demo` the demo of version 0. `quirks_off` has a bit for each accident of the original that is switched off.
#[pyclass(frozen, module = "wardrobe")]
pub struct Dialect(pub scumm_room::Dialect);

#[pymethods]
impl Dialect {
    #[new]
    #[pyo3(signature = (version=5, *, he=0, old256=false, ega=false, demo=false, platform=None, render=None, game=None, quirks_off=0))]
    #[allow(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        version: u8,
        he: u8,
        old256: bool,
        ega: bool,
        demo: bool,
        platform: Option<String>,
        render: Option<String>,
        game: Option<String>,
        quirks_off: u32,
    ) -> Result<Self> {
        let version = if he == 0 { version } else { 6 };
        Ok(Self(DialectSetup { version, he, old256, ega, demo, platform, render, game, quirks_off }.dialect()?))
    }

    /// Columns and lines of the screen.
    #[getter]
    fn screen_size(&self) -> (u16, u16) {
        self.0.screen_size()
    }
}

/// A game: a folder, an index file in it, or files in memory (a dictionary of names and bytes).
///
/// It never changes; its files are read when something is loaded. `with Game(path) as game:` closes it at the end.
#[pyclass(frozen, module = "wardrobe")]
pub struct Game(Mutex<Option<scumm_engine::Game>>);

impl Game {
    pub fn see<T>(&self, look: impl FnOnce(&scumm_engine::Game) -> Result<T>) -> Result<T> {
        look(&self.get()?)
    }

    pub fn get(&self) -> Result<scumm_engine::Game> {
        Ok(lock(&self.0, "the game")?.clone().ok_or_else(|| Failure::misuse("the game is closed"))?)
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> Result<Self> {
        let game = if let Ok(files) = source.cast::<PyDict>() {
            let copied = files
                .iter()
                .map(|(name, data)| Ok((name.extract::<String>()?, Cow::Owned(data.extract::<Memory<'_>>()?.as_ref().to_vec()))));
            scumm_engine::Game::from_files(copied.collect::<Result<Vec<_>>>()?)?
        } else {
            let path = source.extract::<PathBuf>()?;
            source.py().detach(|| scumm_engine::Game::open(path))?
        };
        Ok(Self(Mutex::new(Some(game))))
    }

    /// Which SCUMM it is.
    #[getter]
    fn dialect(&self) -> Result<Dialect> {
        Ok(Dialect(self.get()?.dialect()))
    }

    /// The same game, played as another dialect: for what its files do not tell.
    fn with_dialect(&self, dialect: &Dialect) -> Result<Self> {
        Ok(Self(Mutex::new(Some(self.get()?.with_dialect(dialect.0)))))
    }

    /// The name of a room, or None.
    fn room_name(&self, room: u16) -> Result<Option<String>> {
        Ok(self.get()?.room_name(room).map(str::to_owned))
    }

    /// Loads and parses a costume.
    fn costume(&self, number: u16) -> Result<Costume> {
        Ok(Costume::whole(self.get()?.costume(number)?))
    }

    /// Loads and parses a room.
    fn room(&self, number: u16) -> Result<Room> {
        Ok(Room(Arc::new(self.get()?.room(number)?)))
    }

    /// A stage in a room, or with room 0 before the first. It loads rooms and costumes as it needs them.
    #[pyo3(signature = (room=0))]
    fn stage(&self, room: u16) -> Result<Stage> {
        Stage::of_game(&self.get()?, room)
    }

    /// Lets the files go. Stages keep what they need.
    fn close(&self) -> Result<()> {
        *lock(&self.0, "the game")? = None;
        Ok(())
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) -> Result<()> {
        self.close()
    }
}

/// A parsed room. It never changes; stages may share it.
///
/// `data` is ROOM, RO, or the start of an old room file, with its header. Humongous games from 7.0 on have RMIM as `image`, version
/// 8 has RMSC as `scripts` and the numbers of objects by their names.
#[pyclass(frozen, module = "wardrobe")]
pub struct Room(pub Arc<scumm_room::Room>);

#[pymethods]
impl Room {
    #[new]
    #[pyo3(signature = (data, dialect, *, image=None, scripts=None, object_names=None, number=0))]
    fn new(
        data: Memory<'_>,
        dialect: &Dialect,
        image: Option<Memory<'_>>,
        scripts: Option<Memory<'_>>,
        object_names: Option<BTreeMap<String, u16>>,
        number: u16,
    ) -> Result<Self> {
        let parts = RoomParts {
            image: image.as_ref().map(Memory::as_ref),
            scripts: scripts.as_ref().map(Memory::as_ref),
            object_names: object_names.as_ref(),
            number,
            ..RoomParts::new(data.as_ref())
        };
        Ok(Self(Arc::new(scumm_room::Room::parse(&parts, &dialect.0)?)))
    }
}

/// The blend table in an image resource: what `Stage.set_table("xmap", ...)` takes.
#[pyfunction]
pub fn blend_table(image: Memory<'_>) -> Result<Vec<u8>> {
    Ok(scumm_engine::blend_table(image.as_ref())?.to_vec())
}
