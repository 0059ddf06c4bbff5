//! `wardrobe scene matrix`, and the matrix of this project's own scenes in the documents.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::common::{files, stdout, wardrobe};
use scumm_scene::harness::judge::Verdict;
use scumm_scene::harness::matrix::{FeatureMatrix, SceneCells};
use scumm_scene::{Inputs, Runner, Scene, SceneFolder};
use scumm_test_support::repository;
use scumm_test_support::vectors::{Vectors, groups};
use serde_json::{Value, json};

/// The document with the two tables of the matrix.
const DOCUMENT: &str = "docs/conformance.md";

/// Splits a document into the text up to the marker of a table, the table, and the rest.
fn parts<'t>(text: &'t str, table: &str) -> (&'t str, &'t str, &'t str) {
    let begin = format!("<!-- {table} -->\n");
    let end = format!("<!-- /{table} -->\n");
    let start = text.find(&begin).unwrap() + begin.len();
    let stop = text.find(&end).unwrap();
    (&text[..start], &text[start..stop], &text[stop..])
}

/// Counts a scene as passed, because another test program (`scumm-tests`, `scenes`) tests each
/// scene.
fn count(matrix: &mut FeatureMatrix, path: &Path, text: &str, inputs: &dyn Inputs) {
    let scene = Scene::parse(&path.display().to_string(), text).unwrap();
    let runner = Runner::new(Arc::new(scene), inputs).unwrap();
    matrix.add(path, &Verdict::Passed, SceneCells::new(&runner));
}

#[test]
fn the_documents_have_the_matrix_of_all_scenes() {
    let vectors = Vectors::load(groups().unwrap().iter().map(String::as_str)).unwrap();
    let mut matrix = FeatureMatrix::default();
    for name in vectors.scenes() {
        count(
            &mut matrix,
            Path::new(name),
            vectors.text(name).unwrap(),
            &vectors.inputs(name),
        );
    }
    let own = repository().join("data/scenes");
    for name in files(&own).iter().filter(|name| name.ends_with(".toml")) {
        let path = own.join(name);
        count(
            &mut matrix,
            &path,
            &fs::read_to_string(&path).unwrap(),
            &SceneFolder::beside(&path),
        );
    }
    let tables = [
        ("versions", matrix.overview()),
        ("features", matrix.features()),
    ];
    let path = repository().join(DOCUMENT);
    for (name, grid) in tables {
        let text = fs::read_to_string(&path).unwrap();
        let (before, kept, after) = parts(&text, name);
        let table = grid.markdown();
        if kept == table {
            continue;
        }
        if std::env::var_os("WARDROBE_UPDATE").is_some() {
            fs::write(&path, [before, &table, after].concat()).unwrap();
            continue;
        }
        panic!(
            "{DOCUMENT} is out of date: WARDROBE_UPDATE=1 cargo test -p wardrobe --test all matrix brings it up to date"
        );
    }
}

#[test]
fn a_matrix_counts_what_passes() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a.toml", "steps = [['camera', 160, 100]]"),
        ("b.toml", "steps = [['camera', 160, 100], ['tick', 1]]"),
        ("c.toml", "he = 72\nsteps = [['tick', 1]]"),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    assert_eq!(
        wardrobe(&[&"scene", &"bless", &folder.path()])
            .status
            .code(),
        Some(0)
    );
    let good = wardrobe(&[&"scene", &"matrix", &folder.path()]);
    let overview =
        "| version | rooms alone |\n|---|---:|\n| v5 | 2 |\n| HE72 | 1 |\n\n| version | ";
    assert!(stdout(&good).starts_with(overview), "{}", stdout(&good));
    fs::write(folder.path().join("b.expected.jsonl"), "{}").unwrap();
    let output = wardrobe(&[&"scene", &"matrix", &folder.path(), &"--json"]);
    assert_eq!(output.status.code(), Some(1), "one differs");
    let cells: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let cell = cells
        .iter()
        .find(|cell| cell["feature"] == "camera")
        .unwrap();
    assert_eq!(
        (&cell["version"], &cell["format"], &cell["passed"]),
        (&json!("v5"), &json!("none"), &json!(1))
    );
    assert_eq!(
        (
            cell["scenes"].as_array().unwrap().len(),
            cell["failed"].as_array().unwrap().len()
        ),
        (2, 1)
    );
    let table = stdout(&wardrobe(&[&"scene", &"matrix", &folder.path()]));
    assert!(table.contains("\n| v5 | none | 1/2 |"), "{table}");
}
