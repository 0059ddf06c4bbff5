//! Plays scenes, so that a test can compare the output of WebAssembly with that of other builds.

use std::sync::Arc;

use js_sys::{Function, Uint8Array};
use scumm_engine::Game;
use scumm_room::Error;
use scumm_scene::{Inputs, RunProgress, Runner, Scene};
use scumm_tools::demo;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// The files of a scene. A JavaScript function reads them.
struct Files<'f>(&'f Function);

impl Inputs for Files<'_> {
    fn read(&self, name: &str) -> scumm_room::Result<Vec<u8>> {
        let bytes = self.0.call1(&JsValue::NULL, &JsValue::from_str(name)).ok();
        let bytes = bytes.and_then(|bytes| bytes.dyn_into::<Uint8Array>().ok());
        bytes
            .map(|bytes| bytes.to_vec())
            .ok_or_else(|| Error::other(format!("{name} cannot be read")))
    }

    /// Returns the demo, which is the only available game.
    fn game(&self, path: &str) -> scumm_room::Result<Option<Game>> {
        if path != DEMO {
            return Ok(None);
        }
        demo::game().map(Some)
    }
}

/// The name of the demo in scenes.
const DEMO: &str = "$DEMO";

/// Plays a scene to its end and returns its lines, one JSON object on each line. `read` is called
/// with the name of a file that the scene uses, and returns its bytes as a `Uint8Array`.
///
/// # Errors
/// Throws an error if the scene is invalid, or if a file is missing or damaged.
#[wasm_bindgen(js_name = sceneLines)]
pub fn scene_lines(file: &str, text: &str, read: &Function) -> crate::Result<String> {
    let scene = Scene::parse(file, text)?;
    let mut runner = Runner::new(Arc::new(scene), &Files(read))?;
    let mut lines = String::new();
    loop {
        match runner.advance()? {
            RunProgress::Line(line) => {
                lines.push_str(&serde_json::to_string(&line)?);
                lines.push('\n');
            }
            RunProgress::Frame => {}
            RunProgress::End => return Ok(lines),
        }
    }
}
