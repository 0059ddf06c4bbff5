//! The report on a failing scene: one line with the cause, and details on request.

use std::path::{Path, PathBuf};

use super::judge::Failure;
use super::pictures;
use super::screenshots::Screenshot;
use crate::{ActorLayer, Area, PictureLayers};

impl Failure {
    /// Returns the line with place, cause and first differing key.
    #[must_use]
    pub fn headline(&self) -> String {
        let place = self.difference.place();
        let values = self.difference.values();
        let cause = self
            .cause
            .as_ref()
            .map_or_else(String::new, |cause| format!("{cause}; "));
        let feature = self
            .feature
            .map_or_else(String::new, |feature| format!(" ({feature})"));
        format!("{place}: {cause}{values}{feature}")
    }

    /// Returns the line and all details.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}\n{}", self.headline(), self.details(true))
    }

    /// Returns whether the picture differs.
    #[must_use]
    pub fn is_seen(&self) -> bool {
        self.differs.is_some() || self.difference.key == "crc"
    }

    /// Returns indented lines with the area in which the picture differs and, with `provenance`,
    /// the writers of its pixels.
    #[must_use]
    pub fn details(&self, provenance: bool) -> String {
        let mut text = String::new();
        for line in &self.ours {
            text += &format!("    ours: {line}\n");
        }
        if let Some(why) = &self.missing {
            text += &format!("    {why}\n");
        }
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

    /// Returns the pictures of the difference, each with its path in `folder`: expected, found,
    /// difference.
    #[must_use]
    pub fn pictures(&self, scene: &Path, folder: &Path) -> Vec<(PathBuf, Screenshot)> {
        let line = self.difference.line;
        let stem: Vec<_> = scene
            .with_extension("")
            .components()
            .map(|c| {
                c.as_os_str()
                    .to_string_lossy()
                    .replace(['/', '\\', ':', '.'], "")
            })
            .filter(|part| !part.is_empty())
            .collect();
        let name = |what: &str| folder.join(format!("{}-line-{line}-{what}.png", stem.join("-")));
        let both = self
            .expected
            .as_ref()
            .zip(self.found.as_ref())
            .filter(|_| self.differs.is_some());
        let marked = both.map(|(expected, found)| pictures::marked(expected, found));
        let all = [
            ("expected", self.expected.clone()),
            ("found", self.found.clone()),
            ("difference", marked),
        ];
        all.into_iter()
            .filter_map(|(what, picture)| Some((name(what), picture?)))
            .collect()
    }
}

/// Describes the number of differing pixels and their area.
fn extent(area: &Area) -> String {
    let [left, top, right, bottom] = area.bounds;
    let pixels = if area.count == 1 {
        "pixel differs"
    } else {
        "pixels differ"
    };
    format!(
        "{} {pixels}, columns {left} to {right}, lines {top} to {bottom}",
        area.count
    )
}

/// Describes the drawing of the run, actor by actor.
fn drawn(stages: &PictureLayers) -> String {
    let line = |ActorLayer {
                    id, plane, limbs, ..
                }: &ActorLayer| {
        let cels: Vec<String> = limbs
            .iter()
            .map(|cel| format!("limb {} cel {}", cel.limb, cel.cel))
            .collect();
        format!(
            "    drawn: actor {id} behind mask plane {plane}: {}\n",
            cels.join(", ")
        )
    };
    stages.actors.iter().map(line).collect()
}
