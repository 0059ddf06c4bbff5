//! Dialects, games and rooms.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use scumm_bindings::{
    BoxValues, Closable, DialectSetup, Failure, OpenGame, RoomBlocks, room_boxes, room_objects,
    room_palette, room_pixels, without_quirks,
};

use crate::argument::read;
use crate::failure::{Result, value, written};
use crate::memory::{Memory, palette_image};

/// A variant of SCUMM: the version, and the differences between games of the same version.
///
/// `version` is 0 to 8. `he` is the Humongous sub-version, 60 to 100; the version is 6 then.
/// `platform` is dos, amiga, fmtowns, mac, c64, windows, atarist, segacd, nes or apple2; the
/// default is the usual platform of the version. `render` is ega, cga, cga_bw, cga_composite,
/// hercules_green, hercules_amber or amiga. `game` is the id of the game if a rule depends on it
/// (samnmax, loom, indy3 and others); the default is the usual game of the version, an empty id is
/// no particular game. `old256` is true for version 3 with 256 colours, `ega` for
/// version 4 with 16 colours, `demo` for the demo of version 0. `quirks_off` has a bit for each
/// accident of the original engine that is switched off. `enhancements` has a bit for each change
/// of ScummVM that is switched on; `enhancement_classes` switches on whole classes of these
/// changes: 1, 2 and 8 are the bits of ScummVM's own mask, whose default is 7. Raises `MisuseError`
/// if the version, the platform or the display does not exist, and `UnsupportedError` with
/// `sixteen_bit`: pictures with 16 bits for each pixel are not supported.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Dialect(pub scumm_room::Dialect);

#[pymethods]
impl Dialect {
    #[new]
    #[pyo3(signature = (version=None, *, he=0, old256=false, ega=false, demo=false, platform=None,
        render=None, game=None, quirks_off=0, enhancements=0, enhancement_classes=0,
        sixteen_bit=false))]
    fn new(
        version: Option<i64>,
        he: i64,
        old256: bool,
        ega: bool,
        demo: bool,
        platform: Option<String>,
        render: Option<String>,
        game: Option<String>,
        quirks_off: u32,
        enhancements: u32,
        enhancement_classes: u32,
        sixteen_bit: bool,
    ) -> Result<Self> {
        let version: Option<u8> = read(version, "version")?;
        let he: u8 = read(he, "he")?;
        let version = match version {
            Some(version) if he != 0 && version != 6 => {
                let text = format!("version: Humongous games have version 6, not {version}");
                return Err(Failure::misuse(text).into());
            }
            Some(version) => version,
            None if he == 0 => 5,
            None => 6,
        };
        Ok(Self(
            DialectSetup {
                version,
                he,
                old256,
                ega,
                demo,
                platform,
                render,
                game,
                quirks_off,
                enhancements,
                enhancement_classes,
                sixteen_bit,
            }
            .dialect()?,
        ))
    }

    /// Width and height of the screen in pixels.
    #[getter]
    fn screen_size(&self) -> (u16, u16) {
        self.0.screen_size()
    }

    /// The platform.
    #[getter]
    fn platform(&self) -> Option<String> {
        self.setup().platform
    }

    /// The display, or None.
    #[getter]
    fn render(&self) -> Option<String> {
        self.setup().render
    }

    /// The id of the game if a rule depends on it; empty for no particular game.
    #[getter]
    fn game(&self) -> String {
        self.setup().game.unwrap_or_default()
    }

    /// Whether the game is version 3 with 256 colours.
    #[getter]
    fn old256(&self) -> bool {
        self.setup().old256
    }

    /// Whether the game is version 4 with 16 colours.
    #[getter]
    fn ega(&self) -> bool {
        self.setup().ega
    }

    /// Whether the game is the demo of version 0.
    #[getter]
    fn demo(&self) -> bool {
        self.setup().demo
    }

    /// The accidents of the original engine that are switched off, a bit for each (`QUIRKS`).
    #[getter]
    fn quirks_off(&self) -> u32 {
        self.setup().quirks_off
    }

    /// The changes of ScummVM that are switched on, a bit for each (`ENHANCEMENTS`).
    #[getter]
    fn enhancements(&self) -> u32 {
        self.setup().enhancements
    }

    /// Returns a dialect with other values: `dialect.replace(platform="amiga")`. The names are
    /// those of the constructor.
    #[pyo3(signature = (**changes))]
    fn replace<'py>(
        &self,
        py: Python<'py>,
        changes: Option<&Bound<'py, PyDict>>,
    ) -> Result<Bound<'py, PyAny>> {
        let values = self.values(py)?;
        if let Some(changes) = changes {
            values.update(changes.as_mapping())?;
        }
        Ok(py.get_type::<Self>().call((), Some(&values))?)
    }

    /// Returns the dialect without the accidents of the original engine with these names, or
    /// without all of them: `dialect.without_quirks("tall_cel_vanishes")`. Raises `MisuseError` if
    /// there is no such name.
    #[pyo3(signature = (*names))]
    fn without_quirks(&self, names: Vec<String>) -> Result<Self> {
        Ok(Self(without_quirks(&self.0, &names)?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        format!("{:?}", self.0).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> Result<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = this.py();
        let make = py
            .import("scumm_wardrobe._values")?
            .getattr("make_dialect")?;
        Ok((make, PyTuple::new(py, [this.get().values(py)?])?))
    }

    fn __repr__(&self) -> String {
        let setup = self.setup();
        let mut text = format!("Dialect({}", setup.version);
        if setup.he != 0 {
            text = format!("Dialect(he={}", setup.he);
        }
        let flags = [
            (setup.old256, "old256"),
            (setup.ega, "ega"),
            (setup.demo, "demo"),
        ];
        for (is_on, name) in flags {
            if is_on {
                text.push_str(&format!(", {name}=True"));
            }
        }
        let words = [
            (setup.platform, "platform"),
            (setup.render, "render"),
            (setup.game, "game"),
        ];
        for (word, name) in words {
            if let Some(word) = word {
                text.push_str(&format!(", {name}={word:?}"));
            }
        }
        for (bits, name) in [
            (setup.quirks_off, "quirks_off"),
            (setup.enhancements, "enhancements"),
        ] {
            if bits != 0 {
                text.push_str(&format!(", {name}={bits:#x}"));
            }
        }
        text + ")"
    }
}

impl Dialect {
    fn setup(&self) -> DialectSetup {
        DialectSetup::from(&self.0)
    }

    /// Returns the arguments of the constructor.
    fn values<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let setup = self.setup();
        let values = PyDict::new(py);
        if setup.he == 0 {
            values.set_item("version", setup.version)?;
        }
        values.set_item("he", setup.he)?;
        values.set_item("old256", setup.old256)?;
        values.set_item("ega", setup.ega)?;
        values.set_item("demo", setup.demo)?;
        values.set_item("platform", setup.platform)?;
        values.set_item("render", setup.render)?;
        values.set_item("game", setup.game)?;
        values.set_item("quirks_off", setup.quirks_off)?;
        values.set_item("enhancements", setup.enhancements)?;
        Ok(values)
    }
}

/// A game: a folder, an index file in it, or files in memory (a dictionary of names and bytes).
///
/// The game is immutable. Files are read when a resource is loaded. `with Game(path) as game:`
/// closes it at the end. Raises `NotFoundError` if the files are not a known game.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Game(pub Closable<OpenGame>);

#[pymethods]
impl Game {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> Result<Self> {
        let game = if let Ok(files) = source.cast::<PyDict>() {
            let copied = files.iter().map(|(name, data)| {
                Ok((
                    name.extract::<String>()?,
                    Cow::Owned(data.extract::<Memory<'_>>()?.as_ref().to_vec()),
                ))
            });
            scumm_engine::Game::from_files(copied.collect::<Result<Vec<_>>>()?)?
        } else {
            let path = source.extract::<PathBuf>()?;
            source.py().detach(|| {
                // Opening would search for an index in the folder around a path that does not
                // exist.
                let is_inside = path.ancestors().skip(1).any(Path::is_file);
                if !is_inside {
                    written(&path, fs::metadata(&path).map(drop))?;
                }
                scumm_engine::Game::open(path).map_err(Failure::from)
            })?
        };
        Ok(Self(game.into()))
    }

    /// Closes the files. Stages keep the parts that they need.
    fn close(&self) -> Result<()> {
        Ok(self.0.close()?)
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __repr__(&self) -> String {
        match self.0.get() {
            Ok(game) => format!("<Game {}>", game.describe()),
            Err(_) => "<Game, closed>".to_owned(),
        }
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __exit__(
        &self,
        _kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) -> Result<()> {
        self.close()
    }
}

/// A parsed room. It is immutable; stages may share it.
///
/// `data` is the block ROOM or RO, or the start of an old room file, with its header. HE70 and
/// later games have the block RMIM as `image`; version 8 has the block RMSC as `scripts`, and
/// `object_names` contains the numbers of objects by their names. `number` is the number of the
/// room's resource, on which a few rules of old rooms depend; 0 if it is unknown. Raises
/// `MalformedError` if the bytes are not a room of the dialect.
#[pyclass(frozen, module = "scumm_wardrobe")]
pub struct Room(pub Arc<scumm_room::Room>);

#[pymethods]
impl Room {
    #[new]
    #[pyo3(signature = (data, dialect, *, image=None, scripts=None, object_names=None, number=0))]
    fn new(
        py: Python<'_>,
        data: Memory<'_>,
        dialect: &Dialect,
        image: Option<Memory<'_>>,
        scripts: Option<Memory<'_>>,
        object_names: Option<BTreeMap<String, u16>>,
        number: u16,
    ) -> Result<Self> {
        let owned = |bytes: Option<Memory<'_>>| bytes.map(|bytes| bytes.as_ref().to_vec());
        let blocks = RoomBlocks {
            image: owned(image),
            scripts: owned(scripts),
            object_names,
            number,
        };
        let data = data.as_ref().to_vec();
        Ok(Self(py.detach(|| blocks.room(&data, &dialect.0))?))
    }

    /// The walk boxes (`WalkBox`).
    #[getter]
    fn boxes<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        let mut boxes = Vec::new();
        for walkbox in room_boxes(&self.0) {
            let BoxValues {
                ul,
                ur,
                lr,
                ll,
                mask,
                flags,
                scale,
                slot,
            } = walkbox;
            let values = (ul, ur, lr, ll, mask, flags, scale, slot);
            boxes.push(value(py, "WalkBox", values)?);
        }
        Ok(boxes)
    }

    /// The objects (`RoomObject`).
    #[getter]
    fn objects<'py>(&self, py: Python<'py>) -> Result<Vec<Bound<'py, PyAny>>> {
        let mut objects = Vec::new();
        for object in room_objects(&self.0) {
            let rectangle = (object.x, object.y, object.width, object.height);
            let states = PyTuple::new(py, object.states)?;
            let walk = (object.walk_x, object.walk_y);
            let values = (
                object.number,
                object.name,
                rectangle,
                states,
                object.parent,
                object.parent_state,
                walk,
            );
            objects.push(value(py, "RoomObject", values)?);
        }
        Ok(objects)
    }

    /// Returns the background without objects as an image of Pillow, in palette `number` of the
    /// room. Raises `NotFoundError` if the room has no such palette.
    #[pyo3(signature = (number=0))]
    fn to_pil<'py>(&self, py: Python<'py>, number: i64) -> Result<Bound<'py, PyAny>> {
        let number: usize = read(number, "number")?;
        palette_image(py, &room_pixels(&self.0), &room_palette(&self.0, number)?)
    }

    /// The background without objects as a PNG, for notebooks.
    fn _repr_png_<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyBytes>> {
        let png = room_pixels(&self.0).png(&room_palette(&self.0, 0)?)?;
        Ok(PyBytes::new(py, &png))
    }

    fn __copy__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __deepcopy__(this: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        this
    }

    fn __repr__(&self) -> String {
        let room = &self.0;
        let (boxes, objects) = (room.boxes.len(), room.objects.len());
        let size = format!("{} by {}", room.width, room.height);
        format!("<Room {size}: {boxes} boxes, {objects} objects>")
    }
}

/// HE90 and later: reads the blend table from an image resource: 65536 bytes, as
/// `Stage.set_table("xmap", ...)` takes them. Raises `MalformedError` if the image has no table.
#[pyfunction]
pub fn blend_table(image: Memory<'_>) -> Result<Vec<u8>> {
    Ok(scumm_engine::blend_table(image.as_ref())?.to_vec())
}
