//! What a check says of a scene that fails: one line that names the cause, more below it where that is asked for.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_engine::scene::{ActorLayer, Area, PictureLayers};

use super::judge::Failure;
use super::pictures;

impl Failure {
    /// The line that says what went wrong: place, cause, first key.
    pub fn headline(&self) -> String {
        let (place, values) = (self.difference.place(), self.difference.values());
        let cause = self.cause.as_ref().map_or_else(String::new, |cause| format!("{cause}; "));
        let feature = self.feature.map_or_else(String::new, |feature| format!(" ({feature})"));
        format!("{place}: {cause}{values}{feature}")
    }

    /// Everything that is known.
    pub fn text(&self) -> String {
        format!("{}\n{}", self.headline(), self.details(true))
    }

    /// Whether the picture is among what differs.
    pub fn is_seen(&self) -> bool {
        self.differs.is_some() || self.difference.key == "crc"
    }

    /// Where the picture differs, and with `provenance` who wrote it; indented lines.
    pub fn details(&self, provenance: bool) -> String {
        let mut text = String::new();
        match &self.differs {
            Some(area) => {
                text += &format!("    {}\n", extent(area));
                let origins = area.origins.iter().filter(|_| provenance);
                origins.for_each(|origin| text += &format!("    {origin}\n"));
            }
            None if self.is_seen() && self.expected.is_none() && self.feature.is_none() => {
                text += "    the expected picture is not known: `scene bless --with-frames` would store it\n";
            }
            None => {}
        }
        let stages = self.line.as_ref().and_then(|line| line.stages.as_ref());
        if let Some(stages) = stages.filter(|_| provenance) {
            text += &drawn(stages);
        }
        text
    }

    /// Writes the pictures of the difference into a folder, and returns their names: expected, found, difference.
    ///
    /// # Errors
    /// They can't be written.
    pub fn save_pictures(&self, scene: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
        let line = self.difference.line;
        let stem: Vec<_> = scene
            .with_extension("")
            .components()
            .map(|c| c.as_os_str().to_string_lossy().replace(['/', '\\', ':', '.'], ""))
            .filter(|part| !part.is_empty())
            .collect();
        let name = |what: &str| folder.join(format!("{}-line-{line}-{what}.png", stem.join("-")));
        let mut saved = Vec::new();
        if let Some(expected) = &self.expected {
            pictures::save(&name("expected"), &expected.picture, &expected.palette)?;
            saved.push(name("expected"));
        }
        let Some(found) = &self.found else { return Ok(saved) };
        pictures::save(&name("found"), &found.picture, &found.palette)?;
        saved.push(name("found"));
        if let (Some(expected), Some(area)) = (&self.expected, &self.differs) {
            let (picture, palette) =
                pictures::marked(&expected.picture, &found.picture, &found.palette, Some(area.bounds));
            pictures::save(&name("difference"), &picture, &palette)?;
            saved.push(name("difference"));
        }
        Ok(saved)
    }
}

/// How many pixels differ, and where.
pub fn extent(area: &Area) -> String {
    let [left, top, right, bottom] = area.bounds;
    let pixels = if area.count == 1 { "pixel differs" } else { "pixels differ" };
    format!("{} {pixels}, columns {left} to {right}, lines {top} to {bottom}", area.count)
}

/// What the run draws, actor by actor.
fn drawn(stages: &PictureLayers) -> String {
    let mut text = String::new();
    for ActorLayer { id, plane, limbs, .. } in &stages.actors {
        let cels: Vec<String> = limbs.iter().map(|cel| format!("limb {} cel {}", cel.limb, cel.cel)).collect();
        // Writing to a string can't fail.
        let _ = writeln!(text, "    drawn: actor {id} behind mask plane {plane}: {}", cels.join(", "));
    }
    text
}
