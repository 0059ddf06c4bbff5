//! The user's settings: a text in TOML in the system's folder for settings.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::{fmt, fs};

use anyhow::{Context, Result};
use scumm_platform::{PadLayout, ScaleMode, file};
use serde::{Deserialize, Serialize};

use crate::folders;
use scumm_platform::paint::rgb_of;
use scumm_platform::text::line;

/// A colour of the border, written `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl FromStr for Colour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rgb = rgb_of(text.strip_prefix('#').unwrap_or(text));
        rgb.map(Self).ok_or_else(|| format!("expected a colour as #rrggbb, found `{text}`"))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// What the user has set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// How the picture fills the window.
    #[serde(with = "by_name")]
    pub scale: ScaleMode,
    /// The whole screen.
    pub fullscreen: bool,
    /// The colour around the picture.
    #[serde(with = "by_name")]
    pub border: Colour,
    /// Where the letters of game controllers are.
    #[serde(with = "by_name")]
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

    /// Reads the settings of a file. Without a file they are the usual ones; where it is damaged too, and that is logged.
    pub fn read(path: &Path) -> Self {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Self::default(),
            Err(error) => {
                log::warn!("{}: {error}: the usual settings hold", path.display());
                return Self::default();
            }
        };
        toml::from_str(&text).unwrap_or_else(|error| {
            let error = anyhow::Error::from(error).context(path.display().to_string());
            log::warn!("{}: the usual settings hold", line(&error).replace('\n', " "));
            Self::default()
        })
    }

    /// These settings, with the changes from `before` to `after`. What only the command line asked for is not kept.
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

    /// Keeps them at `path`.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = toml::to_string(self).context("settings")?;
        Ok(file::write(path, |out| out.write_all(text.as_bytes()))?)
    }
}

/// Values that have a name on the command line have the same in the file.
mod by_name {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: FromStr<Err = String>>(from: D) -> Result<T, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.toml");
        assert_eq!(Settings::read(&path), Settings::default());
        let settings = Settings {
            scale: ScaleMode::Aspect,
            fullscreen: true,
            border: Colour([1, 0xab, 255]),
            buttons: PadLayout::Nintendo,
        };
        settings.write(&path).unwrap();
        assert_eq!(Settings::read(&path), settings);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("scale = \"4:3\"") && text.contains("\"#01abff\""), "{text}");
    }

    #[test]
    fn what_is_missing_is_usual_and_what_is_damaged_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        fs::write(&path, "fullscreen = true\nfrom = \"the future\"\n").unwrap();
        assert_eq!(Settings::read(&path), Settings { fullscreen: true, ..Settings::default() });
        for damaged in ["scale = \"round\"", "fullscreen = 3", "[[", "\u{0}", "border = \"#12\""] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(Settings::read(&path), Settings::default(), "{damaged}");
        }
    }

    #[test]
    fn only_what_the_user_changes_is_kept() {
        let kept = Settings::default();
        let before = Settings { fullscreen: true, ..kept.clone() };
        let after = Settings { scale: ScaleMode::Fit, ..before.clone() };
        assert_eq!(kept.changed(&before, &after), Settings { scale: ScaleMode::Fit, ..kept });
    }

    #[test]
    fn colours_have_six_digits() {
        assert_eq!("#0a141e".parse(), Ok(Colour([10, 20, 30])));
        assert_eq!("0A141E".parse(), Ok(Colour([10, 20, 30])));
        assert!(["", "#12345", "#+12345", "#1234567", "red"].iter().all(|text| text.parse::<Colour>().is_err()));
    }
}
