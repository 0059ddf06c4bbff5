//! The stored pictures that a scene is expected to show.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::screenshots::{self, Screenshot, StoredScreenshots};

/// The number of pictures that are kept in memory. Going back by a few frames needs no unpacking.
const KEPT: usize = 32;

/// Access to the stored pictures of a scene at any line.
pub struct ExpectedPictures {
    scene: PathBuf,
    stored: StoredScreenshots,
    /// The index of the line whose picture is unpacked next.
    next: usize,
    /// The pictures of the last lines.
    recent: VecDeque<Screenshot>,
}

impl ExpectedPictures {
    /// Opens the stored pictures of a scene. Returns `None` if there are none.
    ///
    /// # Errors
    /// Returns an error if the pictures cannot be read.
    pub fn open(scene: &Path) -> Result<Option<Self>> {
        let stored = screenshots::open(scene)?;
        Ok(stored.map(|stored| Self {
            scene: scene.to_owned(),
            stored,
            next: 0,
            recent: VecDeque::new(),
        }))
    }

    /// Returns the picture of a line, from 0, or `None` if no picture is stored for it.
    ///
    /// # Errors
    /// Returns an error if the picture is damaged.
    pub fn at(&mut self, line: usize) -> Result<Option<&Screenshot>> {
        if line < self.next.saturating_sub(self.recent.len()) {
            let Some(again) = Self::open(&self.scene)? else {
                return Ok(None);
            };
            *self = again;
        }
        while self.next <= line {
            let Some(screenshot) = self.stored.next().transpose()? else {
                return Ok(None);
            };
            if self.recent.len() == KEPT {
                self.recent.pop_front();
            }
            self.recent.push_back(screenshot);
            self.next += 1;
        }
        let first = self.next.saturating_sub(self.recent.len());
        Ok(self.recent.get(line.saturating_sub(first)))
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::{Palette, Surface};

    use super::*;
    use crate::harness::screenshots::ScreenshotPacker;

    #[test]
    fn pictures_are_had_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        let scene = folder.path().join("scene.toml");
        assert!(ExpectedPictures::open(&scene).unwrap().is_none());
        let mut packer = ScreenshotPacker::new().unwrap();
        for colour in 0..100 {
            let picture = Surface::filled(4, 3, colour);
            packer
                .add(&Screenshot {
                    picture,
                    palette: Palette::default(),
                })
                .unwrap();
        }
        std::fs::write(screenshots::stored_frames(&scene), packer.finish().unwrap()).unwrap();
        let mut expected = ExpectedPictures::open(&scene).unwrap().unwrap();
        for line in [0, 1, 99, 98, 70, 67, 2, 50, 51, 0] {
            let picture = expected
                .at(line)
                .unwrap()
                .map(|screenshot| screenshot.picture.pixels()[0]);
            assert_eq!(picture.map(usize::from), Some(line));
        }
        assert!(expected.at(100).unwrap().is_none());
        assert!(expected.at(99).unwrap().is_some());
    }
}
