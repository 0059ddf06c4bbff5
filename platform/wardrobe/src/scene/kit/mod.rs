//! `wardrobe scene kit`: scenes that any engine can play, in the order in which an engine grows, with all that they need.

pub mod chapter;
#[cfg(test)]
mod faults;
mod gather;
mod pack;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use scumm_platform::file;
use scumm_scene::{Line, Scene};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use self::chapter::CHAPTERS;
use self::gather::KitScene;
use super::find::{KIT_FILE, SCHEMA};
use crate::outcome::Outcome;
use crate::output::print;
use crate::progress::Work;
use scumm_platform::text::plural;

/// Writes the conformance kit: scenes with their inputs and lines, for any engine
///
/// The scenes lie in chapters, from one cel to everything; README.md says how an engine plays them, the schemas what stands in them.
/// Scenes of games that somebody else made stay out. The same scenes give the same bytes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folders with scenes and their lines, or with archives of them (.tar.xz), at any depth
    #[arg(value_name = "DIR", default_value = "data")]
    paths: Vec<PathBuf>,

    /// The folder to write, which has to be empty, or a .zip
    #[arg(short, long, value_name = "DIR|FILE.zip")]
    out: PathBuf,
}

/// The format of the kit. The read-me file says how it may grow.
const FORMAT: u32 = 1;

/// The files that are the same in every kit.
const FIXED: [(&str, &str); 2] =
    [("README.md", include_str!("README.md")), ("LICENCE.txt", include_str!("LICENCE.txt"))];

/// The files of a kit by their names.
type Files = BTreeMap<String, Vec<u8>>;

/// Gathers the scenes and writes the kit.
pub fn run(args: &Args) -> Result<Outcome> {
    let is_zip = args.out.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"));
    if !is_zip && fs::read_dir(&args.out).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{}: the folder is not empty", args.out.display());
    }
    let archives = args.paths.iter().map(|path| gather::archives(path)).collect::<Result<Vec<_>>>()?;
    let unpacked = gather::unpack(&archives.concat())?;
    let scenes = gather::scenes(&args.paths, unpacked.path())?;
    let gather = |scene: &PathBuf| gather::gather(scene).with_context(|| scene.display().to_string());
    let gathered = Work::new(scenes.len()).each(&scenes, gather)?;
    let left = gathered.iter().filter(|scene| scene.is_none()).count();
    let (mut files, mut counts) = (Files::new(), [0_usize; CHAPTERS.len()]);
    for scene in gathered.into_iter().flatten() {
        counts.iter_mut().skip(scene.chapter).take(1).for_each(|count| *count += 1);
        add(scene, &mut files)?;
    }
    let count: usize = counts.iter().sum();
    if count == 0 {
        bail!("there is no scene for the kit");
    }
    finish(&mut files, &counts)?;
    if is_zip {
        let bytes = pack::zip(&files)?;
        file::write(&args.out, |out| out.write_all(&bytes))?;
    } else {
        for (name, bytes) in &files {
            file::write(&args.out.join(name), |out| out.write_all(bytes))?;
        }
    }
    let left = if left == 0 { String::new() } else { format!(", {left} left out (art that others made)") };
    print(&format!("{}: {}{left}\n", args.out.display(), plural(count, "scene")))?;
    Ok(Outcome::Good)
}

/// Adds a scene with its inputs.
fn add(scene: KitScene, files: &mut Files) -> Result<()> {
    let folder = chapter::folder(scene.chapter);
    let entries = [
        (format!("{folder}/{}.json", scene.name), scene.text.into_bytes()),
        (format!("{folder}/{}.expected.jsonl", scene.name), scene.lines),
    ];
    for (name, bytes) in entries.into_iter().chain(scene.inputs) {
        match files.get(&name) {
            Some(old) if *old != bytes => bail!("{name}: two scenes or inputs of one name"),
            _ => _ = files.insert(name, bytes),
        }
    }
    Ok(())
}

/// Adds what belongs to every kit: how to use it, what is in it, its schemas, the checksums.
fn finish(files: &mut Files, counts: &[usize]) -> Result<()> {
    for (name, text) in FIXED {
        files.insert(name.to_owned(), text.replace("{{CHAPTERS}}", &chapter_list(counts)).into_bytes());
    }
    let chapters: Vec<Value> = (0..).zip(CHAPTERS).zip(counts).map(|((number, chapter), scenes)| {
        json!({"name": chapter.name, "title": chapter.title, "folder": chapter::folder(number), "scenes": scenes})
    }).collect();
    let about =
        json!({"kit": FORMAT, "scenes": counts.iter().sum::<usize>(), "licence": "CC0-1.0", "chapters": chapters});
    let documents = [
        (KIT_FILE.to_owned(), about),
        (format!("schema/scene{SCHEMA}"), Scene::schema()),
        (format!("schema/line{SCHEMA}"), Line::schema()),
    ];
    for (name, value) in documents {
        files.insert(name, (serde_json::to_string_pretty(&value)? + "\n").into_bytes());
    }
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let sums = files.iter().map(|(name, bytes)| format!("{}  {name}\n", hex(Sha256::digest(bytes).as_ref())));
    let sums: String = sums.collect();
    files.insert("SHA256SUMS".to_owned(), sums.into_bytes());
    Ok(())
}

/// The chapters as a table in Markdown.
fn chapter_list(counts: &[usize]) -> String {
    let rows = (0..).zip(CHAPTERS).zip(counts).filter(|(_, scenes)| **scenes > 0);
    let rows = rows.map(|((number, chapter), scenes)| {
        format!("| `{}` | {} | {scenes} |\n", chapter::folder(number), chapter.title)
    });
    format!("| folder | scenes about | number |\n|---|---|---:|\n{}", rows.collect::<String>())
}
