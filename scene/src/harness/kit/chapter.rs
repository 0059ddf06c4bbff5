//! The chapters of the kit. Their order is the order in which an engine can be developed, from a
//! single cel to complete scenes. Each chapter adds one feature and has its name: if a scene fails,
//! this feature is the first to check.

use std::collections::BTreeSet;

use crate::harness::features;
use crate::{Runner, SceneStep, StepAction};

/// The properties that decide the chapter of a scene.
struct SceneFacts {
    features: Vec<&'static str>,
    formats: BTreeSet<String>,
    version: u8,
}

/// A chapter.
#[derive(Clone, Copy, Debug)]
pub struct Chapter {
    /// The feature that the chapter adds, in one word.
    pub name: &'static str,
    /// The feature that the chapter adds, in one line.
    pub title: &'static str,
    /// Returns whether a scene needs the feature that the chapter adds.
    needs: fn(&SceneFacts) -> bool,
}

/// The least number of features of a scene that tests a combination of features, and not one
/// feature in particular.
const MANY: usize = 6;

/// All chapters. A scene belongs to the last chapter that it needs.
pub const CHAPTERS: [Chapter; 26] = [
    Chapter {
        name: "cels",
        title: "decoded cels, without a stage (level `cels`)",
        needs: |_| true,
    },
    Chapter {
        name: "cels",
        title: "COST of version 5: limb positions, mirroring, clipping at the edges",
        needs: |_| true,
    },
    Chapter {
        name: "scale",
        title: "scaled actors",
        needs: |f| f.has("scale"),
    },
    Chapter {
        name: "masks",
        title: "z-plane masks",
        needs: |f| f.has("masks"),
    },
    Chapter {
        name: "order",
        title: "several actors, layers",
        needs: |f| f.has("order"),
    },
    Chapter {
        name: "COST",
        title: "COST of the other versions",
        needs: |f| f.version != 5,
    },
    Chapter {
        name: "AKOS",
        title: "AKOS with run-length cels (codec 1)",
        needs: |f| f.wears("AKOS 1"),
    },
    Chapter {
        name: "codecs",
        title: "AKOS with the codecs 5, 16 and 32",
        needs: |f| {
            ["AKOS 5", "AKOS 16", "AKOS 32"]
                .iter()
                .any(|format| f.wears(format))
        },
    },
    Chapter {
        name: "animation",
        title: "animations that scripts start",
        needs: |f| f.has("animation"),
    },
    Chapter {
        name: "turning",
        title: "turning",
        needs: |f| f.has("turning"),
    },
    Chapter {
        name: "sounds",
        title: "sounds of COST",
        needs: |f| f.has("sounds") && f.wears("COST"),
    },
    Chapter {
        name: "colours",
        title: "actor palettes, room remaps, darkness",
        needs: |f| f.has("colours"),
    },
    Chapter {
        name: "shadow",
        title: "shadow tables and modes",
        needs: |f| f.has("shadow"),
    },
    Chapter {
        name: "life",
        title: "init, show, hide, put, change of costume",
        needs: |f| f.has("life"),
    },
    Chapter {
        name: "talking",
        title: "talk animations",
        needs: |f| f.has("talking"),
    },
    Chapter {
        name: "variables",
        title: "variables of AKOS animations",
        needs: |f| f.has("variables"),
    },
    Chapter {
        name: "conditions",
        title: "conditions of Humongous actors",
        needs: |f| f.has("conditions"),
    },
    Chapter {
        name: "boxes",
        title: "walk boxes, without scale and masks",
        needs: |f| f.has("boxes") && !f.has("scale") && !f.has("masks"),
    },
    Chapter {
        name: "walking",
        title: "walking through boxes",
        needs: |f| f.has("walking"),
    },
    Chapter {
        name: "hits",
        title: "finding the actor at a position",
        needs: |f| f.has("hits"),
    },
    Chapter {
        name: "camera",
        title: "the camera and the view",
        needs: |f| f.has("camera"),
    },
    Chapter {
        name: "rooms",
        title: "room resources: strips, planes, palettes",
        needs: |f| f.has("rooms"),
    },
    Chapter {
        name: "objects",
        title: "objects of rooms",
        needs: |f| f.has("objects"),
    },
    Chapter {
        name: "snapshots",
        title: "saving and restoring",
        needs: |f| f.has("snapshots"),
    },
    Chapter {
        name: "everything",
        title: "many features together",
        needs: |f| f.features.len() >= MANY,
    },
    Chapter {
        name: "plays",
        title: "a game with several rooms",
        needs: |f| f.has("plays"),
    },
];

impl SceneFacts {
    fn has(&self, feature: &str) -> bool {
        self.features.contains(&feature)
    }

    fn wears(&self, format: &str) -> bool {
        self.formats.contains(format)
    }
}

/// Returns the number of a scene's chapter. Chapter 0 contains the scenes that only decode cels.
pub fn number(runner: &Runner) -> usize {
    let steps = &runner.scene().steps;
    if !steps.is_empty()
        && steps
            .iter()
            .all(|step| matches!(step.action, StepAction::Scene(SceneStep::Cels { .. })))
    {
        return 0;
    }
    let formats = features::formats(runner);
    let features = features::used_by(runner);
    let facts = SceneFacts {
        features,
        formats,
        version: runner.stage().dialect().version(),
    };
    CHAPTERS
        .iter()
        .rposition(|chapter| (chapter.needs)(&facts))
        .unwrap_or(0)
}

/// Returns the feature that a scene tests: the name of its chapter.
pub fn feature(runner: &Runner) -> &'static str {
    name(number(runner))
}

/// Returns the folder of a chapter in the kit.
pub fn folder(number: usize) -> String {
    format!("{number:02}-{}", name(number).to_lowercase())
}

fn name(number: usize) -> &'static str {
    CHAPTERS.get(number).map_or("", |chapter| chapter.name)
}
