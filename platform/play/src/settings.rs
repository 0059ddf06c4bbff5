//! The user's settings: a text in TOML in the system's folder for settings.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use scumm_platform::file::{self, FolderLock};
use scumm_platform::{PadLayout, PadMode, ScaleMode, Wishes};
use scumm_room::resource::folder_of;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::folders;
use scumm_platform::paint::rgb_of;

/// Reads a colour, written `#rrggbb`.
pub fn colour(text: &str) -> Result<[u8; 3], String> {
    rgb_of(text.strip_prefix('#').unwrap_or(text))
        .ok_or_else(|| format!("expected a colour as #rrggbb, found `{text}`"))
}

/// What the user has set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How the picture fills the window.
    pub scale: ScaleMode,
    /// The whole screen.
    pub fullscreen: bool,
    /// The colour around the picture.
    #[serde(serialize_with = "write_colour", deserialize_with = "read_colour")]
    pub border: [u8; 3],
    /// Where the letters of game controllers are.
    pub buttons: PadLayout,
}

impl Settings {
    /// Where they are kept.
    ///
    /// # Errors
    /// The user has no home.
    pub fn path() -> Result<PathBuf> {
        Ok(folders::config()?.join("settings.toml"))
    }

    /// Reads the settings of a file. Without a file they are the usual ones; where it is damaged
    /// too, and that is logged.
    pub fn read(path: &Path) -> Self {
        folders::kept(path, "the usual settings hold", Self::parse).unwrap_or_default()
    }

    /// Reads the settings of a text.
    ///
    /// # Errors
    /// Returns an error if the text is no TOML, or a setting has a value that it can't have.
    pub fn parse(text: &[u8]) -> Result<Self> {
        Ok(toml::from_slice(text)?)
    }

    /// Returns the text of these settings.
    ///
    /// # Errors
    /// Returns an error if TOML can't say them.
    pub fn to_text(&self) -> Result<String> {
        toml::to_string(self).context("settings")
    }

    /// What a window of this title is to be like.
    pub fn wishes(&self, title: String, pad_mode: PadMode) -> Wishes {
        let Self {
            scale,
            fullscreen,
            border,
            buttons: pad_layout,
        } = *self;
        Wishes {
            title,
            scale,
            fullscreen,
            border,
            pad_mode,
            pad_layout,
        }
    }

    /// These settings, with the changes from `before` to `after`. What only the command line asked
    /// for is not kept.
    pub fn changed(&self, before: &Self, after: &Self) -> Self {
        fn of<T: Copy + PartialEq>(kept: T, before: T, after: T) -> T {
            if before == after { kept } else { after }
        }
        Self {
            scale: of(self.scale, before.scale, after.scale),
            fullscreen: of(self.fullscreen, before.fullscreen, after.fullscreen),
            border: of(self.border, before.border, after.border),
            buttons: of(self.buttons, before.buttons, after.buttons),
        }
    }

    /// Keeps what a run has changed, from `before` to `after`. What another run has kept since this
    /// one began stays.
    ///
    /// # Errors
    /// The file can't be written, or another run writes it for too long.
    pub fn keep(path: &Path, before: &Self, after: &Self) -> Result<()> {
        if before == after {
            return Ok(());
        }
        let _lock = FolderLock::acquire(folder_of(path))?;
        let kept = Self::read(path);
        let changed = kept.changed(before, after);
        if changed != kept {
            changed.write(path)?;
        }
        Ok(())
    }

    /// Keeps them at `path`.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = self.to_text()?;
        Ok(file::write(path, |out| out.write_all(text.as_bytes()))?)
    }
}

/// What the user has chosen for this run: where the game is, where files go, how the window is set.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// Where the game is; `None` for the demo.
    pub game_path: Option<PathBuf>,
    /// Nobody leads any character: all of them act by themselves.
    pub unled: bool,
    /// What is done is recorded from the first frame on.
    pub record: bool,
    /// Walk boxes, bounds and limb states are shown from the beginning.
    pub overlay: bool,
    /// Where pictures and recordings go; else into a folder of the user's data.
    pub captures: Option<PathBuf>,
    /// Where the session is kept, if it is.
    pub session: Option<PathBuf>,
    /// How the window is set. What the user changes is kept.
    pub settings: Settings,
}

fn write_colour<S: Serializer>([r, g, b]: &[u8; 3], to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("#{r:02x}{g:02x}{b:02x}"))
}

fn read_colour<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 3], D::Error> {
    colour(&String::deserialize(from)?).map_err(D::Error::custom)
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
            border: [1, 0xab, 255],
            buttons: PadLayout::Nintendo,
        };
        settings.write(&path).unwrap();
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
        Settings::keep(&path, &before, &before).unwrap();
        assert!(!path.exists());
        Settings::keep(&path, &before, &larger).unwrap();
        Settings::keep(&path, &before, &fuller).unwrap();
        let both = Settings {
            fullscreen: true,
            ..larger
        };
        assert_eq!(Settings::read(&path), both);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
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
}
