//! Inputs made from scene files in JSON and TOML, each with the first file that the scene names.

use std::error::Error;

use scumm_scene::{FileOr, Scene};
use serde_json::Value;

use super::Corpus;
use crate::bodies::BLOB_MARK;
use crate::vectors::Vectors;

/// Only every sixth scene is taken, because there are hundreds of each kind.
const STRIDE: usize = 6;

pub(super) fn collect(vectors: &Vectors, corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    for name in vectors.scenes().step_by(STRIDE) {
        let text = vectors.text(name)?;
        let scene = Scene::parse(name, text)?;
        let tree: Value = serde_json::from_str(text)?;
        let named = scene.costumes.values().find_map(|source| match source {
            FileOr::File(file) => Some(file.as_str()),
            FileOr::Given(_) => None,
        });
        let named = named.or(tree["room"]["resource"].as_str());
        let file = named.and_then(|path| path.rsplit('/').next());
        let blob = file
            .and_then(|file| vectors.get(&format!("blobs/{file}")))
            .unwrap_or_default();
        let input = |text: &str| [text.as_bytes(), &[BLOB_MARK], blob].concat();
        corpus.add("scene_json", input(text));
        // No scene contains `null`, which TOML cannot express.
        corpus.add("scene_toml", input(&toml::to_string(&tree)?));
    }
    Ok(())
}
