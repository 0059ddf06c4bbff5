//! The conformance kit: scenes that any engine can play, in the order in which an engine is
//! developed, with all their inputs.

pub mod chapter;
pub mod coverage;
mod gather;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use scumm_media::file::AtomicFiles;
use scumm_media::progress::Progress;
use scumm_room::REFERENCE;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use self::chapter::CHAPTERS;
use self::coverage::Coverage;
use self::gather::KitScene;
use super::find::{self, KIT_FILE, SCHEMA};
use crate::{CelLine, Line, Scene};
pub use gather::DemoFiles;

/// The format of the kit. The read-me file says how the format may be extended.
const FORMAT: u32 = 1;

/// The files of every kit. `README.md` has places for the tables of chapters and of coverage, and
/// for the version of the reference.
const FIXED: [(&str, &str); 4] = [
    ("README.md", include_str!("README.md")),
    ("LICENCE.txt", include_str!("LICENCE.txt")),
    ("adapters/adapter.py", include_str!("adapters/adapter.py")),
    ("adapters/adapter.c", include_str!("adapters/adapter.c")),
];

/// The Unix permissions of the files: readable by everybody.
const MODE: u32 = 0o644;

/// The files of a kit, by name.
pub type KitFiles = BTreeMap<String, Vec<u8>>;

/// A kit.
#[derive(Debug)]
pub struct Kit {
    /// The files of the kit.
    pub files: KitFiles,
    /// The number of scenes.
    pub scenes: usize,
    /// The parts of an engine that the scenes cover.
    pub coverage: Coverage,
    /// The number of scenes that are left out because they contain third-party art.
    pub left_out: usize,
}

/// Gathers the scenes below some folders, including those in archives.
///
/// # Errors
/// Returns an error if a scene or an archive cannot be read, or if there is no scene.
pub fn kit(
    files: &AtomicFiles,
    paths: &[PathBuf],
    demo: &DemoFiles,
    progress: &dyn Progress,
) -> Result<Kit> {
    let archives = paths
        .iter()
        .map(|path| gather::archives(path))
        .collect::<Result<Vec<_>>>()?;
    let unpacked = gather::unpack(files, &archives.concat())?;
    let scenes = gather::scenes(paths, unpacked.path())?;
    let gathered = find::each(scenes, 0, progress, |scene, _| {
        gather::gather(scene, demo).with_context(|| scene.display().to_string())
    })?;
    let mut files = KitFiles::new();
    let mut counts = [0_usize; CHAPTERS.len()];
    let mut coverage = Coverage::default();
    let mut left_out = 0;
    for (_, scene) in gathered {
        let Some(scene) = scene? else {
            left_out += 1;
            continue;
        };
        counts
            .iter_mut()
            .skip(scene.chapter)
            .take(1)
            .for_each(|count| *count += 1);
        coverage.add(&scene.covered);
        add(scene, &mut files)?;
    }
    let scenes: usize = counts.iter().sum();
    ensure!(scenes > 0, "there is no scene for the kit");
    finish(&mut files, &counts, &coverage)?;
    Ok(Kit {
        files,
        scenes,
        coverage,
        left_out,
    })
}

/// Gathers the scenes of archives that are part of the program.
///
/// # Errors
/// Returns an error if an archive is damaged, or if there is no scene.
pub fn kit_of_archives(
    files: &AtomicFiles,
    archives: &[&[u8]],
    demo: &DemoFiles,
    progress: &dyn Progress,
) -> Result<Kit> {
    let folder = files.temporary_folder()?;
    for packed in archives {
        gather::unpack_into(&folder, *packed)?;
    }
    kit(files, &[folder.path().to_path_buf()], demo, progress)
}

/// Adds a scene with its inputs.
fn add(scene: KitScene, files: &mut KitFiles) -> Result<()> {
    let folder = chapter::folder(scene.chapter);
    let text = (scene.chapter == 0)
        .then(|| cels_as_text(&scene.lines))
        .transpose()?;
    let text = text.map(|text| (format!("{folder}/{}.txt", scene.name), text.into_bytes()));
    let entries = [
        (
            format!("{folder}/{}.json", scene.name),
            scene.text.into_bytes(),
        ),
        (
            format!("{folder}/{}.expected.jsonl", scene.name),
            scene.lines,
        ),
    ];
    let entries = entries.into_iter().chain(text);
    for (name, bytes) in entries.chain(scene.inputs) {
        match files.get(&name) {
            Some(old) if *old != bytes => bail!("{name}: two scenes or inputs of one name"),
            _ => _ = files.insert(name, bytes),
        }
    }
    Ok(())
}

/// Returns the pictures in the lines of a scene as text, for decoders without a JSON parser: a line
/// with size and position, then the rows.
fn cels_as_text(lines: &[u8]) -> Result<String> {
    let mut text = String::new();
    for line in serde_json::Deserializer::from_slice(lines).into_iter::<Value>() {
        let mut line = line?;
        let cels = line
            .get_mut("cels")
            .map_or(Value::Array(Vec::new()), Value::take);
        for CelLine {
            limb,
            picture,
            width,
            height,
            rel,
            step,
            rows,
        } in serde_json::from_value::<Vec<CelLine>>(cels)?
        {
            let limb = limb.map_or_else(String::new, |limb| format!("limb {limb} "));
            let ([x, y], [right, up]) = (rel, step);
            text += &format!(
                "{limb}picture {picture} width {width} height {height} rel {x} {y} move {right} {up}\n"
            );
            rows.iter().for_each(|row| text += &format!("{row}\n"));
        }
    }
    Ok(text)
}

/// Adds the files of every kit: instructions, contents, schemas and checksums.
fn finish(files: &mut KitFiles, counts: &[usize], coverage: &Coverage) -> Result<()> {
    let places = [
        ("{{REFERENCE}}", REFERENCE.to_owned()),
        ("{{CHAPTERS}}\n", chapter_list(counts)),
        ("{{COVERAGE}}\n", coverage.grid().markdown()),
        ("{{REASONS}}\n", coverage::reasons()),
    ];
    for (name, text) in FIXED {
        let mut text = text.to_owned();
        for (place, contents) in &places {
            text = text.replace(place, contents);
        }
        files.insert(name.to_owned(), text.into_bytes());
    }
    let chapters: Vec<Value> = (0..).zip(CHAPTERS).zip(counts).map(|((number, chapter), scenes)| {
        json!({"name": chapter.name, "title": chapter.title, "folder": chapter::folder(number), "scenes": scenes})
    }).collect();
    let about = json!({
        "kit": FORMAT,
        "scenes": counts.iter().sum::<usize>(),
        "licence": "CC0-1.0",
        "reference": REFERENCE,
        "chapters": chapters,
    });
    let documents = [
        (KIT_FILE.to_owned(), about),
        (format!("schema/scene{SCHEMA}"), Scene::schema()),
        (format!("schema/line{SCHEMA}"), Line::schema()),
    ];
    for (name, value) in documents {
        files.insert(
            name,
            (serde_json::to_string_pretty(&value)? + "\n").into_bytes(),
        );
    }
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let sums = files
        .iter()
        .map(|(name, bytes)| format!("{}  {name}\n", hex(Sha256::digest(bytes).as_ref())));
    let sums: String = sums.collect();
    files.insert("SHA256SUMS".to_owned(), sums.into_bytes());
    Ok(())
}

/// Returns the chapters as a Markdown table.
fn chapter_list(counts: &[usize]) -> String {
    let rows = (0..)
        .zip(CHAPTERS)
        .zip(counts)
        .filter(|(_, scenes)| **scenes > 0);
    let rows = rows.map(|((number, chapter), scenes)| {
        format!(
            "| `{}` | {} | {scenes} |\n",
            chapter::folder(number),
            chapter.title
        )
    });
    format!(
        "| folder | scenes about | number |\n|---|---|---:|\n{}",
        rows.collect::<String>()
    )
}

/// Returns a zip archive with the files in the order of their names, all with the same date.
///
/// # Errors
/// Returns the errors of the compressor.
pub fn zip(files: &KitFiles) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(MODE);
    for (name, bytes) in files {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
