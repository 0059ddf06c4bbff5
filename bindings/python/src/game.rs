//! Dialects, games and rooms.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumm_bindings::{Closable, DialectSetup, OpenGame, RoomBlocks};

use crate::failure::Result;
use crate::memory::Memory;

/// A variant of SCUMM: the version, and the differences between games of the same version.
///
/// `version` is 0 to 8. `he` is the Humongous sub-version, 60 to 100; the version is 6 then.
/// `platform` is dos, amiga, fmtowns, mac, c64, windows, atarist, segacd, nes or apple2; the
/// default is the usual platform of the version. `render` is ega, cga, cga_bw, cga_composite,
/// hercules_green, hercules_amber or amiga. `game` is the id of the game if a rule depends on it
/// (samnmax, loom, indy3 and others). `old256` is true for version 3 with 256 colours, `ega` for
/// version 4 with 16 colours, `demo` for the demo of version 0. `quirks_off` has a bit for each
/// accident of the original engine that is switched off. `enhancements` has a bit for each change
/// of ScummVM that is switched on; `enhancement_classes` switches on whole classes of these
/// changes: 1, 2 and 8 are the bits of ScummVM's own mask, whose default is 7. Raises `MisuseError`
/// if the version, the platform or the display does not exist, and `UnsupportedError` with
/// `sixteen_bit`: pictures with 16 bits for each pixel are not supported.
#[pyclass(frozen, module = "wardrobe")]
pub struct Dialect(pub scumm_room::Dialect);

#[pymethods]
impl Dialect {
    #[new]
    #[pyo3(signature = (version=5, *, he=0, old256=false, ega=false, demo=false, platform=None,
        render=None, game=None, quirks_off=0, enhancements=0, enhancement_classes=0,
        sixteen_bit=false))]
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
        enhancements: u32,
        enhancement_classes: u32,
        sixteen_bit: bool,
    ) -> Result<Self> {
        let version = if he == 0 { version } else { 6 };
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
}

/// A game: a folder, an index file in it, or files in memory (a dictionary of names and bytes).
///
/// The game is immutable. Files are read when a resource is loaded. `with Game(path) as game:`
/// closes it at the end. Raises `NotFoundError` if the files are not a known game.
#[pyclass(frozen, module = "wardrobe")]
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
            source.py().detach(|| scumm_engine::Game::open(path))?
        };
        Ok(Self(game.into()))
    }

    /// Closes the files. Stages keep the parts that they need.
    fn close(&self) -> Result<()> {
        Ok(self.0.close()?)
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
        Ok(Self(
            RoomBlocks {
                image,
                scripts,
                object_names,
                number,
            }
            .room(data.as_ref(), &dialect.0)?,
        ))
    }
}

/// HE90 and later: reads the blend table from an image resource: 65536 bytes, as
/// `Stage.set_table("xmap", ...)` takes them. Raises `MalformedError` if the image has no table.
#[pyfunction]
pub fn blend_table(image: Memory<'_>) -> Result<Vec<u8>> {
    Ok(scumm_engine::blend_table(image.as_ref())?.to_vec())
}
