//! Files that the user asks for while playing.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use scumm_platform::indexed_png;

use super::player::Player;
use super::record;

/// The most files of one name.
const MOST: u32 = 9999;

/// The first name of this kind that is free: `demo-room-001-0001.png` and so on.
fn free(folder: &Path, stem: &str, ending: &str) -> Result<PathBuf> {
    let name = |number| folder.join(format!("{stem}-{number:04}.{ending}"));
    match (1..=MOST).map(name).find(|path| !path.exists()) {
        Some(path) => Ok(path),
        None => bail!("{}: there are {MOST} of {stem} already", folder.display()),
    }
}

impl Player {
    /// Keeps the picture with what lies over it, but without words about it, and says where.
    pub(super) fn screenshot(&mut self) -> Result<()> {
        let path = free(&self.captures()?, &self.stem(), "png")?;
        indexed_png::write(&path, &self.picture()?, None)?;
        self.tell(&path);
        Ok(())
    }

    /// Begins to record, from the room's beginning; or ends the recording, keeps it and says where.
    pub(super) fn record(&mut self) -> Result<()> {
        if !self.is_recording() {
            return self.begin_record();
        }
        let path = free(&self.captures()?, &self.stem(), "toml")?;
        let room = self.record_room;
        let Some(done) = self.end_record() else { return Ok(()) };
        record::write(&done, &self.game, self.place_of_game(), room, &path)?;
        self.tell(&path);
        Ok(())
    }

    fn stem(&self) -> String {
        let game = self.place_of_game().and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
        format!("{}-room-{:03}", game.as_deref().unwrap_or("demo"), self.set.room)
    }

    fn tell(&mut self, path: &Path) {
        log::info!("written: {}", path.display());
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.caption(name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_used_twice() {
        let folder = tempfile::tempdir().unwrap();
        let first = free(folder.path(), "x", "png").unwrap();
        assert_eq!(first, folder.path().join("x-0001.png"));
        std::fs::write(&first, "").unwrap();
        assert_eq!(free(folder.path(), "x", "png").unwrap(), folder.path().join("x-0002.png"));
        assert_eq!(free(folder.path(), "x", "toml").unwrap(), folder.path().join("x-0001.toml"));
    }
}
