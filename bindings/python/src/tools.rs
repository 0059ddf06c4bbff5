//! The operations of the program as functions with values: lists, findings, sources, imports and
//! exports.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use std::{panic, thread};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use scumm_bindings::{Failure, FindingValues, OpenGame, lint_block};
use scumm_media::progress::{Cancelled, PART, Progress};
use scumm_media::text::joined;
use scumm_room::resource::Given;
use scumm_tools::build::{BuildOptions, Built};
use scumm_tools::colours::{ColourChoice, ColouredCostume};
use scumm_tools::costume_input::{self, CostumeInput};
use scumm_tools::disassemble::CostumeSource;
use scumm_tools::export::{Export, ExportOptions, ExportPart};
use scumm_tools::import::{import_blocks_in_place, import_blocks_into};
use scumm_tools::run_files::RunFiles;
use scumm_tools::{build as builds, load};

use crate::argument::read;
use crate::costume::Costume;
use crate::failure::{PyFailure, Result, value};
use crate::game::{Dialect, Game};
use crate::memory::Memory;

/// Reads a value from JSON.
fn from_json<'py>(py: Python<'py>, text: &str) -> Result<Bound<'py, PyAny>> {
    Ok(py.import("json")?.call_method1("loads", (text,))?)
}

fn finding_list<'py>(py: Python<'py>, found: &[FindingValues]) -> Result<Vec<Bound<'py, PyAny>>> {
    let mut list = Vec::new();
    for finding in found {
        let FindingValues {
            costume,
            at,
            severity,
            rule,
            what,
        } = finding;
        list.push(value(py, "Finding", (costume, at, severity, rule, what))?);
    }
    Ok(list)
}

/// Returns files as a dictionary of names and bytes.
fn file_dict<'py>(
    py: Python<'py>,
    files: impl IntoIterator<Item = (String, Vec<u8>)>,
) -> Result<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, bytes) in files {
        dict.set_item(name, PyBytes::new(py, &bytes))?;
    }
    Ok(dict)
}

/// Copies costumes that a caller passes: a dictionary of numbers and raw blocks.
fn blocks_of(costumes: &Bound<'_, PyDict>) -> Result<Vec<(u16, Vec<u8>)>> {
    let mut blocks = Vec::new();
    for (number, data) in costumes.iter() {
        let data = data.extract::<Memory<'_>>()?;
        blocks.push((number.extract()?, data.as_ref().to_vec()));
    }
    Ok(blocks)
}

/// Reads the parts of an export by their names.
fn parts_of(names: &[String]) -> Result<Vec<ExportPart>> {
    let mut parts = Vec::new();
    for name in names {
        let Some(part) = ExportPart::from_name(name) else {
            let known = joined(ExportPart::ALL.map(ExportPart::name), ", ");
            let text = format!("only: there is no part {name:?}: {known}");
            return Err(Failure::misuse(text).into());
        };
        parts.push(part);
    }
    Ok(parts)
}

#[pymethods]
impl Game {
    /// Returns the actors of the game with their costumes and rooms, as far as the scripts name
    /// them: a dictionary with the keys of `wardrobe cast --json`, without the head of the
    /// document.
    fn cast<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let game = self.0.get()?;
        from_json(py, &py.detach(|| game.cast())?)
    }

    /// Returns the rooms and costumes with their properties and damage: a dictionary with the keys
    /// of `wardrobe list --json`, without the head of the document. Every room and costume is
    /// loaded and parsed.
    fn list<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let game = self.0.get()?;
        from_json(py, &py.detach(|| game.list())?)
    }

    /// Returns the contents of a costume: a dictionary with the keys of `wardrobe info --json`,
    /// without the head of the document. `code` includes the commands. Raises `NotFoundError` if
    /// the game does not have the costume.
    #[pyo3(signature = (costume, code=false))]
    fn info<'py>(&self, py: Python<'py>, costume: i64, code: bool) -> Result<Bound<'py, PyAny>> {
        let costume: u16 = read(costume, "costume")?;
        let game = self.0.get()?;
        from_json(py, &py.detach(|| game.info(costume, code))?)
    }

    /// Returns odd and dangerous data in a costume, or without a number in all costumes: a list of
    /// `Finding`. A costume that cannot be read has a finding, too.
    #[pyo3(signature = (costume=None))]
    fn lint<'py>(&self, py: Python<'py>, costume: Option<i64>) -> Result<Vec<Bound<'py, PyAny>>> {
        let costume: Option<u16> = read(costume, "costume")?;
        let game = self.0.get()?;
        let found = py.detach(|| {
            let mut found = Vec::new();
            let numbers: Vec<u16> = game.costumes().collect();
            let chosen = costume.map_or(numbers, |number| vec![number]);
            for number in chosen {
                found.extend(game.lint(number));
            }
            found
        });
        finding_list(py, &found)
    }

    /// Converts a costume to a source that `build` reads (`Source`): a text with the name
    /// costume.toml and a PNG for each cel. Equal cels of an AKOS share a PNG unless `separate` is
    /// true. The source is built again at once; `Source.differences` lists where the result differs
    /// from the costume. Raises `NotFoundError` if the game does not have the costume.
    #[pyo3(signature = (costume, *, separate=false))]
    fn disassemble<'py>(
        &self,
        py: Python<'py>,
        costume: i64,
        separate: bool,
    ) -> Result<Bound<'py, PyAny>> {
        let costume: u16 = read(costume, "costume")?;
        let game = self.0.get()?;
        let source = py.detach(|| {
            let loaded = costume_input::load_costume(&game, costume)?.bounded()?;
            let coloured = ColouredCostume::from_game(game.rooms_and_cast(), loaded, costume);
            CostumeSource::new(&coloured, separate).map_err(Failure::from)
        })?;
        let files = file_dict(py, source.files)?;
        let differences = pyo3::types::PyTuple::new(py, source.differences)?;
        value(py, "Source", (files, differences))
    }

    /// Imports costumes: writes all files of the game with the costumes of the dictionary
    /// `costumes` (numbers and raw blocks) into the folder `out`. Everything else stays the same
    /// byte for byte. The game has to be opened from a folder or an archive. Returns a list of
    /// faults in the costumes. Raises `MisuseError` if the folder is that of the game, and
    /// `MalformedError` if the game cannot read a costume.
    fn import_costumes(
        &self,
        py: Python<'_>,
        costumes: &Bound<'_, PyDict>,
        out: PathBuf,
    ) -> Result<Vec<String>> {
        let game = self.0.get()?;
        let blocks = blocks_of(costumes)?;
        Ok(py.detach(|| {
            let files = RunFiles::default();
            let _lock = files.lock(&out).map_err(anyhow::Error::from)?;
            import_blocks_into(&files, &game, blocks, &out).map_err(Failure::from)
        })?)
    }

    /// Writes costumes into the folder `out`, as `wardrobe export` does: cels as PNG, animations as
    /// APNG and GIF, and sprite sheets with JSON. `costumes` lists numbers; None exports all
    /// costumes. `only` selects the parts cels, apng, gif, sheet and aseprite, `chores` the frame
    /// numbers and `facings` the names of the directions; empty means all, except aseprite, a file
    /// with a layer for each limb from which `build` makes the costume again. `scale`, `shadow`,
    /// `z_clip`, `anim_speed`, `jiffies`, `frames` and `zoom` are the options of the program.
    /// `room` is the number of the room whose colours the pictures get, `palette` the path of a
    /// palette file. Complete files of an earlier export stay.
    ///
    /// `progress` is called with the completed share, 0 to 1, from another thread, but never twice
    /// at a time. If it returns False, the export stops with a `CancelledError`; an exception of it
    /// stops the export, too, as does Ctrl-C. Returns whether all costumes are free of damage.
    #[pyo3(signature = (out, costumes=None, *, only=Vec::new(), chores=Vec::new(),
        facings=Vec::new(), scale=None, shadow=None, z_clip=None, anim_speed=1, jiffies=6,
        frames=200, zoom=None, room=None, palette=None, progress=None))]
    fn export(
        &self,
        py: Python<'_>,
        out: PathBuf,
        costumes: Option<Vec<u16>>,
        only: Vec<String>,
        chores: Vec<u16>,
        facings: Vec<String>,
        scale: Option<(u8, u8)>,
        shadow: Option<u16>,
        z_clip: Option<(i32, i32)>,
        anim_speed: u8,
        jiffies: u16,
        frames: u16,
        zoom: Option<u8>,
        room: Option<u16>,
        palette: Option<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> Result<bool> {
        let game = self.0.get()?;
        for facing in &facings {
            if !scumm_tools::chores::EIGHT_DIRECTIONS.contains(&facing.as_str()) {
                let text = format!("facings: there is no direction {facing:?}");
                return Err(Failure::misuse(text).into());
            }
        }
        if zoom.is_some_and(|zoom| !(1..=8).contains(&zoom)) {
            return Err(Failure::misuse("zoom: a picture is enlarged 1 to 8 times").into());
        }
        if jiffies == 0 || frames == 0 || anim_speed == 0 {
            let text = "jiffies, frames and anim_speed are at least 1";
            return Err(Failure::misuse(text).into());
        }
        let export = Export {
            files: RunFiles::default(),
            input: CostumeInput {
                path: game.files().path().to_owned(),
                given: Given::default(),
                old256: false,
            },
            all: costumes.is_none(),
            costumes: costumes.unwrap_or_default(),
            name: load::title(&game),
            out,
            colours: ColourChoice { room, palette },
            options: ExportOptions {
                only: parts_of(&only)?,
                chores,
                facings,
                shadow,
                scale,
                z_clip,
                anim_speed,
                jiffies,
                frames,
                zoom: zoom.filter(|zoom| *zoom > 1),
            },
        };
        with_progress(py, progress, |progress| {
            export_game(&export, &game, progress)
        })
    }
}

fn export_game(export: &Export, game: &OpenGame, progress: &dyn Progress) -> anyhow::Result<bool> {
    let _lock = export.files.lock(&export.out)?;
    export.write_game(game, progress)
}

#[pymethods]
impl Costume {
    /// Returns the contents of the costume: a dictionary with the keys of `wardrobe info --json`,
    /// without the head of the document. `code` includes the commands.
    #[pyo3(signature = (code=false))]
    fn info<'py>(&self, py: Python<'py>, code: bool) -> Result<Bound<'py, PyAny>> {
        from_json(py, &py.detach(|| self.0.info(code))?)
    }
}

/// Returns odd and dangerous data in the raw block of a costume with its header: a list of
/// `Finding`. A block that cannot be read has a finding, too.
#[pyfunction]
pub fn lint<'py>(
    py: Python<'py>,
    data: Memory<'py>,
    dialect: &Dialect,
) -> Result<Vec<Bound<'py, PyAny>>> {
    let data = data.as_ref().to_vec();
    let found = py.detach(|| lint_block(&data, &dialect.0));
    finding_list(py, &found)
}

/// Builds a costume, a room or a game from its source, as `wardrobe build` does.
///
/// `source` is the path of a TOML file, of a folder with a costume.toml, of the JSON of a sheet or
/// of an Aseprite file; or the files of a costume in memory: a dictionary of names and bytes with a
/// costume.toml. `dialect` is the version to build for; None is the version that the source names,
/// else 5. `nearest` replaces colours that the source lacks by the nearest colour;
/// `allow_outside` lets the source name files outside its folder. Returns the raw block of a
/// costume or a room, or for a game a dictionary of names and bytes.
#[pyfunction]
#[pyo3(signature = (source, dialect=None, *, nearest=false, allow_outside=false))]
pub fn build<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    dialect: Option<&Dialect>,
    nearest: bool,
    allow_outside: bool,
) -> Result<Bound<'py, PyAny>> {
    let options = BuildOptions {
        dialect: dialect.map(|dialect| dialect.0),
        allow_outside,
        nearest,
        room_colours: None,
    };
    let built = if let Ok(files) = source.cast::<PyDict>() {
        let mut copied = BTreeMap::new();
        for (name, data) in files.iter() {
            let data = data.extract::<Memory<'_>>()?;
            copied.insert(name.extract::<String>()?, data.as_ref().to_vec());
        }
        py.detach(|| builds::build_in_memory(copied, &options).map(Built::Block))
    } else {
        let path = source.extract::<PathBuf>()?;
        py.detach(|| builds::build(&RunFiles::default(), &path, &options))
    };
    Ok(match built.map_err(Failure::from)? {
        Built::Block(bytes) => PyBytes::new(py, &bytes).into_any(),
        Built::Game(files) => {
            file_dict(py, files.into_iter().map(|file| (file.name, file.bytes)))?.into_any()
        }
    })
}

/// Imports costumes into the files of a game: replaces the costumes of the dictionary `costumes`
/// (numbers and raw blocks) in the game at `path`, a folder or an index file. Either all files are
/// changed or none; the old files stay beside the new ones with the extension .bak. Returns a list
/// of faults in the costumes. Raises `MalformedError` if the game cannot read a costume.
#[pyfunction]
pub fn import_in_place(
    py: Python<'_>,
    path: PathBuf,
    costumes: &Bound<'_, PyDict>,
) -> Result<Vec<String>> {
    let blocks = blocks_of(costumes)?;
    Ok(py.detach(|| {
        import_blocks_in_place(&RunFiles::default(), &path, &Given::default(), blocks)
            .map_err(Failure::from)
    })?)
}

/// How long the main thread waits for the work before it looks for signals such as Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// The progress of work that a Python function receives.
struct CallbackProgress {
    callback: Option<Py<PyAny>>,
    total: AtomicU64,
    done: AtomicU64,
    is_cancelled: AtomicBool,
    /// The exception that ended the work. The lock is held during a call of the function.
    error: Mutex<Option<PyErr>>,
}

impl CallbackProgress {
    fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    fn report(&self) {
        let Some(callback) = &self.callback else {
            return;
        };
        let mut error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_cancelled() {
            return;
        }
        let total = self.total.load(Ordering::Relaxed).max(1);
        let share = self.done.load(Ordering::Relaxed) as f64 / total as f64;
        let answer = Python::attach(|py| {
            let answer = callback.call1(py, (share.min(1.0),))?;
            answer.bind(py).eq(false)
        });
        match answer {
            Ok(true) => self.cancel(),
            Ok(false) => {}
            Err(raised) => {
                self.cancel();
                *error = Some(raised);
            }
        }
    }
}

impl Progress for CallbackProgress {
    fn begin(&self, parts: usize) {
        self.total
            .store(parts as u64 * u64::from(PART), Ordering::Relaxed);
    }

    fn add(&self, thousandths: u16) {
        self.done.fetch_add(thousandths.into(), Ordering::Relaxed);
        self.report();
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// Performs work in another thread, and passes its progress to a Python function. Meanwhile other
/// Python threads can run, and Ctrl-C cancels the work.
fn with_progress<R: Send>(
    py: Python<'_>,
    callback: Option<Py<PyAny>>,
    work: impl FnOnce(&dyn Progress) -> anyhow::Result<R> + Send,
) -> Result<R> {
    let progress = CallbackProgress {
        callback,
        total: AtomicU64::new(0),
        done: AtomicU64::new(0),
        is_cancelled: AtomicBool::new(false),
        error: Mutex::new(None),
    };
    let done = py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let reported = &progress;
            let worker = scope.spawn(move || {
                // The receiver exists until the result was received.
                let _ = sender.send(work(reported));
            });
            loop {
                match receiver.recv_timeout(PAUSE) {
                    Ok(result) => return result,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(panicked) => panic::resume_unwind(panicked),
                        Ok(()) => return Err(anyhow::anyhow!("the work has no result")),
                    },
                }
                if let Err(signal) = Python::attach(|py| py.check_signals()) {
                    progress.cancel();
                    let mut error = progress
                        .error
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner);
                    error.get_or_insert(signal);
                }
            }
        })
    });
    let error = progress
        .error
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(raised) = error {
        return Err(raised.into());
    }
    match done {
        Ok(result) => Ok(result),
        Err(error) if error.is::<Cancelled>() => {
            let raised = value(py, "CancelledError", (error.to_string(), "cancelled"))?;
            Err(PyFailure::Python(PyErr::from_value(raised)))
        }
        Err(error) => Err(Failure::from(error).into()),
    }
}
