//! The user's settings, which are a TOML file in the system's folder for settings. This module also
//! contains the folders of the program's files (on Linux by the XDG base directory specification),
//! free names for captures, and parsers of arguments that accept one of several names.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use glam::UVec2;
use scumm_media::file::AtomicFiles;
use scumm_media::paint::rgb_of;
use scumm_media::text::error_chain;
use scumm_platform::{PadLayout, PadMode, ScaleMode, WindowSettings};
use scumm_room::resource::{Given, folder_of, read_file};
use scumm_tools::file_names;
use scumm_tools::run_files::RunFiles;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Parses a colour, written `#rrggbb`.
pub fn colour(text: &str) -> Result<[u8; 3], String> {
    rgb_of(text.strip_prefix('#').unwrap_or(text))
        .ok_or_else(|| format!("expected a colour as #rrggbb, found `{text}`"))
}

/// The user's settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The way in which the picture fills the window.
    pub scale: ScaleMode,
    /// Whether the window fills the whole screen.
    pub fullscreen: bool,
    /// The width and height of the window while it does not fill the screen; by default the size is
    /// derived from the picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<[u32; 2]>,
    /// The colour around the picture.
    #[serde(serialize_with = "write_colour", deserialize_with = "read_colour")]
    pub border: [u8; 3],
    /// The positions of the lettered buttons on game controllers.
    pub buttons: PadLayout,
}

impl Settings {
    /// Returns the path of the settings file.
    ///
    /// # Errors
    /// Returns an error if the user has no home folder.
    pub fn path() -> Result<PathBuf> {
        Ok(config_folder()?.join("settings.toml"))
    }

    /// Reads the settings file. If the file does not exist, the defaults are used. If it is
    /// damaged, the defaults are used and the damage is logged.
    pub fn read(path: &Path) -> Self {
        read_kept(path, "the default settings are used", Self::parse).unwrap_or_default()
    }

    /// Parses the text of settings.
    ///
    /// # Errors
    /// Returns an error if the text is not TOML, or if a setting has an invalid value.
    pub fn parse(text: &[u8]) -> Result<Self> {
        Ok(toml::from_slice(text)?)
    }

    /// Returns the text of the settings.
    ///
    /// # Errors
    /// Returns an error if TOML cannot represent the settings.
    pub fn to_text(&self) -> Result<String> {
        toml::to_string(self).context("settings")
    }

    /// Returns the settings for a window with this title.
    pub fn wishes(&self, title: String, pad_mode: PadMode) -> WindowSettings {
        let Self {
            scale,
            fullscreen,
            window,
            border,
            buttons: pad_layout,
        } = *self;
        WindowSettings {
            title,
            size: window.map(UVec2::from),
            scale,
            fullscreen,
            border,
            pad_mode,
            pad_layout,
        }
    }

    /// Returns these settings with the changes that the user has made during a run, from `before`
    /// to `after`. Values that the command line has set and the user has not changed are not
    /// adopted.
    pub fn changed(&self, before: &Self, after: &Self) -> Self {
        fn merged<T: Copy + PartialEq>(kept: T, before: T, after: T) -> T {
            if before == after { kept } else { after }
        }
        Self {
            scale: merged(self.scale, before.scale, after.scale),
            fullscreen: merged(self.fullscreen, before.fullscreen, after.fullscreen),
            window: merged(self.window, before.window, after.window),
            border: merged(self.border, before.border, after.border),
            buttons: merged(self.buttons, before.buttons, after.buttons),
        }
    }

    /// Saves the changes of a run, from `before` to `after`. Changes that another run has saved in
    /// the meantime stay.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or if another run writes it for too long.
    pub fn keep(files: &AtomicFiles, path: &Path, before: &Self, after: &Self) -> Result<()> {
        if before == after {
            return Ok(());
        }
        let _lock = files.lock(folder_of(path))?;
        let kept = Self::read(path);
        let changed = kept.changed(before, after);
        if changed != kept {
            changed.write(files, path)?;
        }
        Ok(())
    }

    /// Writes the settings to `path`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, files: &AtomicFiles, path: &Path) -> Result<()> {
        let text = self.to_text()?;
        Ok(files.write(path, |out| out.write_all(text.as_bytes()))?)
    }
}

/// The settings file of a run. The settings are saved soon after the user has changed them, so that
/// the user is told in the window if they cannot be saved.
#[derive(Debug)]
pub struct SettingsFile {
    path: PathBuf,
    /// The settings whose changes the file contains.
    saved: Settings,
    /// The settings in the last tick.
    last: Settings,
    /// The settings that could not be saved.
    failed: Option<Settings>,
}

impl SettingsFile {
    /// Creates the file of a run that begins with these settings.
    pub fn new(path: PathBuf, settings: Settings) -> Self {
        Self {
            path,
            saved: settings.clone(),
            last: settings,
            failed: None,
        }
    }

    /// Saves the settings if they have changed and are the same as in the last tick: while the user
    /// drags the border of the window, its size changes all the time.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The next tick does not try it again, unless
    /// the settings have changed.
    pub fn tick(&mut self, files: &AtomicFiles, now: &Settings) -> Result<()> {
        let is_at_rest = self.last == *now;
        if !is_at_rest {
            self.last.clone_from(now);
        }
        if !is_at_rest || self.failed.as_ref() == Some(now) {
            return Ok(());
        }
        self.save(files, now)
    }

    /// Saves the settings at the end of the run.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&mut self, files: &AtomicFiles, now: &Settings) -> Result<()> {
        if self.saved == *now {
            return Ok(());
        }
        let kept = Settings::keep(files, &self.path, &self.saved, now);
        if kept.is_ok() {
            self.saved.clone_from(now);
            self.failed = None;
        } else {
            self.failed = Some(now.clone());
        }
        kept.context("the settings cannot be saved")
    }
}

/// The options of a run: the game's path, the output folders, and the window's settings.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// The files of the run.
    pub files: RunFiles,
    /// The path of the game; `None` for the demo.
    pub game_path: Option<PathBuf>,
    /// The user's description of the game.
    pub given: Given,
    /// Whether the user controls no character, so that all characters act by themselves.
    pub unled: bool,
    /// Whether to record from the first frame on.
    pub record: bool,
    /// Whether walk boxes, bounds and limb states are visible from the start.
    pub overlay: bool,
    /// The folder for pictures and recordings; the default is a folder of the user's data.
    pub captures: Option<PathBuf>,
    /// The path of the session file, if the session is kept.
    pub session: Option<PathBuf>,
    /// The window's settings. Changes by the user are saved.
    pub settings: Settings,
}

fn write_colour<S: Serializer>([r, g, b]: &[u8; 3], to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("#{r:02x}{g:02x}{b:02x}"))
}

fn read_colour<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 3], D::Error> {
    colour(&String::deserialize(from)?).map_err(D::Error::custom)
}

/// The name of the program's folder in the system's folders for settings and for data.
const NAME: &str = "wardrobe";
/// The most bytes of a file that is read. The largest states of sessions, those of version 8, take
/// some 10 MiB.
const MOST_BYTES: u64 = 64 << 20;
/// The most captures whose names differ only in the number.
const MOST_CAPTURES: u32 = 9999;

/// Returns the folder for settings: `~/.config/wardrobe`, or below XDG_CONFIG_HOME.
///
/// # Errors
/// Returns an error if the user has no home folder.
pub fn config_folder() -> Result<PathBuf> {
    Ok(strategy()?.config_dir().join(NAME))
}

/// Returns the folder for data: `~/.local/share/wardrobe`, or below XDG_DATA_HOME.
///
/// # Errors
/// Returns an error if the user has no home folder.
pub fn data_folder() -> Result<PathBuf> {
    Ok(strategy()?.data_dir().join(NAME))
}

fn strategy() -> Result<impl BaseStrategy> {
    choose_native_strategy().context("the user has no home folder")
}

/// Reads and parses a file of the program; `None` if it does not exist.
///
/// # Errors
/// Returns an error with the file's name if the file cannot be read or `parse` fails.
pub fn read_optional<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T>) -> Result<Option<T>> {
    let named = || path.display().to_string();
    if !path.try_exists().with_context(named)? {
        return Ok(None);
    }
    parse(&read_file(path, MOST_BYTES)?)
        .with_context(named)
        .map(Some)
}

/// Reads and parses a file as [`read_optional`] does. Returns `None` for a damaged file as well,
/// and logs the damage with its consequence, `then`.
pub fn read_kept<T>(path: &Path, then: &str, parse: impl FnOnce(&[u8]) -> Result<T>) -> Option<T> {
    read_optional(path, parse).unwrap_or_else(|error| {
        log::warn!("{}: {then}", error_chain(&error).replace('\n', " "));
        None
    })
}

/// Returns the first free name for a capture: `demo-room-001-0001.png` and so on, in the chosen
/// folder or in a folder of the user's data.
///
/// # Errors
/// Returns an error if all names are taken, or if the user has no home folder.
pub fn free_name(chosen: Option<&Path>, stem: &str, ending: &str) -> Result<PathBuf> {
    let folder = match chosen {
        Some(folder) => folder.to_owned(),
        None => data_folder()?.join("captures"),
    };
    let stem = file_names::safe(stem);
    let name = |number| folder.join(format!("{stem}-{number:04}.{ending}"));
    match (1..=MOST_CAPTURES).map(name).find(|path| !path.exists()) {
        Some(path) => Ok(path),
        None => bail!(
            "{}: expected fewer than {MOST_CAPTURES} files named {stem}; delete or move some",
            folder.display()
        ),
    }
}

/// Returns a parser that accepts one of several names and returns its value.
pub fn named<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    explained(all.map(|(name, value)| (name, "", value)))
}

/// Returns a parser as [`named`] does, with an explanation of each name in the help.
pub fn explained<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, &'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let of = move |name: String| {
        all.iter()
            .find(|(known, ..)| *known == name)
            .map(|(.., value)| *value)
            .ok_or(name)
    };
    let shown = |(name, what, _): (&'static str, &'static str, T)| {
        let value = PossibleValue::new(name);
        if what.is_empty() {
            value
        } else {
            value.help(what)
        }
    };
    PossibleValuesParser::new(all.map(shown)).try_map(of)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn settings_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.toml");
        assert_eq!(Settings::read(&path), Settings::default());
        let settings = Settings {
            scale: ScaleMode::Aspect,
            fullscreen: true,
            window: Some([960, 600]),
            border: [1, 0xab, 255],
            buttons: PadLayout::Nintendo,
        };
        settings.write(&AtomicFiles::default(), &path).unwrap();
        assert_eq!(Settings::read(&path), settings);
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.contains("scale = \"4:3\"") && text.contains("\"#01abff\""),
            "{text}"
        );
    }

    #[test]
    fn what_is_missing_is_usual_and_what_is_damaged_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        fs::write(&path, "fullscreen = true\nfrom = \"the future\"\n").unwrap();
        assert_eq!(
            Settings::read(&path),
            Settings {
                fullscreen: true,
                ..Settings::default()
            }
        );
        for damaged in [
            "scale = \"round\"",
            "scale = \"Integer\"",
            "buttons = \"sega\"",
            "fullscreen = 3",
            "[[",
            "\u{0}",
            "border = \"#12\"",
            "window = [640]",
            "window = [-1, 4]",
        ] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(Settings::read(&path), Settings::default(), "{damaged}");
        }
    }

    #[test]
    fn only_what_the_user_changes_is_kept() {
        let kept = Settings::default();
        let before = Settings {
            fullscreen: true,
            ..kept.clone()
        };
        let after = Settings {
            scale: ScaleMode::Fit,
            ..before.clone()
        };
        assert_eq!(
            kept.changed(&before, &after),
            Settings {
                scale: ScaleMode::Fit,
                ..kept
            }
        );
    }

    #[test]
    fn what_another_run_has_kept_meanwhile_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let before = Settings::default();
        let larger = Settings {
            scale: ScaleMode::Fit,
            ..before.clone()
        };
        let fuller = Settings {
            fullscreen: true,
            ..before.clone()
        };
        Settings::keep(&AtomicFiles::default(), &path, &before, &before).unwrap();
        assert!(!path.exists());
        Settings::keep(&AtomicFiles::default(), &path, &before, &larger).unwrap();
        Settings::keep(&AtomicFiles::default(), &path, &before, &fuller).unwrap();
        let both = Settings {
            fullscreen: true,
            ..larger
        };
        assert_eq!(Settings::read(&path), both);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn settings_are_saved_once_they_are_at_rest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        let files = AtomicFiles::default();
        let mut settings = Settings::default();
        let mut file = SettingsFile::new(path.clone(), settings.clone());
        file.tick(&files, &settings).unwrap();
        assert!(!path.exists(), "nothing has changed");
        for width in [700, 800] {
            settings.window = Some([width, 500]);
            file.tick(&files, &settings).unwrap();
            assert!(!path.exists(), "the user drags the border");
        }
        file.tick(&files, &settings).unwrap();
        assert_eq!(Settings::read(&path), settings);
    }

    #[test]
    fn settings_that_cannot_be_saved_are_told_once_and_tried_again_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file/settings.toml");
        fs::write(folder.path().join("file"), "in the place of the folder").unwrap();
        let files = AtomicFiles::default();
        let mut settings = Settings::default();
        let mut file = SettingsFile::new(path.clone(), settings.clone());
        settings.fullscreen = true;
        file.tick(&files, &settings).unwrap();
        let told = file.tick(&files, &settings).unwrap_err();
        assert!(error_chain(&told).contains("settings"), "{told:?}");
        file.tick(&files, &settings).unwrap();
        assert!(file.save(&files, &settings).is_err(), "at the end");
        fs::remove_file(folder.path().join("file")).unwrap();
        file.save(&files, &settings).unwrap();
        assert_eq!(Settings::read(&path), settings);
    }

    #[test]
    fn colours_have_six_digits() {
        assert_eq!(colour("#0a141e"), Ok([10, 20, 30]));
        assert_eq!(colour("0A141E"), Ok([10, 20, 30]));
        assert!(
            ["", "#12345", "#+12345", "#1234567", "red"]
                .iter()
                .all(|text| colour(text).is_err())
        );
    }

    #[test]
    fn names_are_not_used_twice() {
        let folder = tempfile::tempdir().unwrap();
        let free = |ending| free_name(Some(folder.path()), "x", ending).unwrap();
        let first = free("png");
        assert_eq!(first, folder.path().join("x-0001.png"));
        fs::write(&first, "").unwrap();
        assert_eq!(free("png"), folder.path().join("x-0002.png"));
        assert_eq!(free("toml"), folder.path().join("x-0001.toml"));
    }
}
