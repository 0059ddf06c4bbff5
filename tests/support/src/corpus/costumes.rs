//! Inputs made from costumes, and from the cels and streams in them.

use std::collections::BTreeMap;
use std::error::Error;

use scumm_costume::Akos;
use scumm_costume::Codec;
use scumm_costume::Costume;
use scumm_costume::edit::akos::{condition_words, write_condition_words, write_jump_words};
use scumm_costume::edit::codec::{Packing, Runs};
use scumm_costume::{Cost, Format};
use scumm_room::Dialect;
use scumm_scene::Scene;

use super::Corpus;
use crate::bodies::{self, input::dialect_byte};
use crate::vectors::{Vectors, costume_files};

/// The number of bytes to take from a cel of AKOS. The format does not state where a cel's data
/// end.
const CEL_BYTES: usize = 300;
/// The number of cels to take from one costume.
const CELS: usize = 4;
/// The byte that stands for a limb that plays a program (A8) in an input of the body `aksq`.
const PROGRAM: u8 = 5;

/// A costume of the reference vectors, with the dialect of a scene that shows the costume.
#[derive(Clone, Debug)]
pub struct CostumeSample {
    /// The name of the costume's file.
    pub name: String,
    /// The dialect of the scene.
    pub dialect: Dialect,
    /// The costume's block.
    pub bytes: Vec<u8>,
}

/// Returns every costume of the reference vectors once.
///
/// # Errors
/// Returns an error if a scene of the vectors cannot be read.
pub fn costumes(vectors: &Vectors) -> Result<Vec<CostumeSample>, Box<dyn Error>> {
    let mut found = BTreeMap::new();
    for name in vectors.scenes() {
        let scene = Scene::parse(name, vectors.text(name)?)?;
        for file in costume_files(&scene) {
            let Some(name) = file.rsplit('/').next() else {
                continue;
            };
            if let Some(bytes) = vectors.get(&format!("blobs/{name}")) {
                let sample = || CostumeSample {
                    name: name.to_owned(),
                    dialect: scene.dialect,
                    bytes: bytes.to_vec(),
                };
                found.entry(name.to_owned()).or_insert_with(sample);
            }
        }
    }
    Ok(found.into_values().collect())
}

/// The bytes that select the C functions to call and their operands in an input of a body of the C
/// bindings.
const SCRIPT_OF_C: [u8; 96] = {
    let mut script = [0; 96];
    let mut i = 0;
    while i < script.len() {
        script[i] = (i * 37) as u8;
        i += 1;
    }
    script
};

/// Returns the number of a game in the bodies of the C bindings: the version, or 9 and above for
/// Humongous games.
fn game_of_c(dialect: &Dialect) -> u8 {
    match dialect.he() {
        0 => dialect.version(),
        1..=61 => 9,
        62..=72 => 10,
        73..=90 => 11,
        _ => 12,
    }
}

pub(super) fn collect(vectors: &Vectors, corpus: &mut Corpus) -> Result<(), Box<dyn Error>> {
    for CostumeSample { dialect, bytes, .. } in costumes(vectors)? {
        // The costumes of v0 and of the Nintendo are added with their games.
        if dialect.is_v0() || dialect.is_nes() {
            continue;
        }
        let number = dialect_byte(&dialect);
        let head = [number, 0, 0];
        corpus.add("tools", [&head, &bytes[..]].concat());
        for body in bodies::OF_C {
            corpus.add(
                body,
                [&[game_of_c(&dialect)][..], &SCRIPT_OF_C, &bytes].concat(),
            );
        }
        match Costume::parse(&bytes, &dialect)? {
            Costume::V0(_) | Costume::Nes(_) => {}
            Costume::Cost(cost) => {
                corpus.add("cost", [&head, &bytes[..]].concat());
                add_pictures(&cost, corpus);
            }
            Costume::Akos(akos) => {
                corpus.add("akos", [&head, &bytes[..]].concat());
                add_stream(&akos, head, corpus);
                add_cels(&akos, corpus);
            }
        }
    }
    Ok(())
}

/// Returns width and height as bytes, or `None` if one does not fit into a byte.
fn size(width: u16, height: u16) -> Option<[u8; 2]> {
    Some([u8::try_from(width).ok()?, u8::try_from(height).ok()?])
}

fn add_pictures(cost: &Cost, corpus: &mut Corpus) {
    let packing = if cost.format() == Format::Colours32 {
        1
    } else {
        0
    };
    for picture in cost.pictures().iter().take(CELS) {
        let Some(([width, height], coded)) =
            size(picture.width, picture.height).zip(cost.format().packing())
        else {
            continue;
        };
        let data = cost.picture_data(picture);
        let mut runs = Runs::new(data, coded);
        runs.skip_pixels(u64::from(width) * u64::from(height));
        let data = &data[..runs.consumed()];
        corpus.add("cel_rle", [&[packing, width, height, 3], data].concat());
    }
}

fn add_cels(akos: &Akos, corpus: &mut Corpus) {
    for cel in akos.cels().iter().flatten().take(CELS) {
        let Some([width, height]) = size(cel.width, cel.height) else {
            continue;
        };
        let data = akos.cel_data(cel);
        let data = &data[..data.len().min(CEL_BYTES)];
        let (target, head) = match akos.header().codec {
            Codec::Rle => {
                let packing = match Packing::from_palette_len(akos.palette().len()) {
                    Packing::Colours16 => 0,
                    Packing::Colours32 => 1,
                    Packing::Colours64 => 2,
                };
                ("cel_rle", vec![packing, width, height, 3])
            }
            Codec::Bomp => ("cel_bomp", vec![width, height]),
            Codec::Majmin => ("cel_majmin", vec![width, height]),
            Codec::Trle => ("cel_trle", vec![width, height]),
            Codec::Unknown(_) => continue,
        };
        corpus.add(target, [&head, data].concat());
    }
}

/// Adds an input in which four limbs play the stream as a program, each from another position.
fn add_stream(akos: &Akos, head: [u8; 3], corpus: &mut Corpus) {
    let stream = akos.sequence().as_bytes();
    let last = u8::try_from(stream.len()).unwrap_or(u8::MAX);
    let limbs: Vec<u8> = (0..4)
        .flat_map(|limb: u8| [PROGRAM, (last / 4).saturating_mul(limb), last])
        .collect();
    let part = |data: &[u8]| {
        data.iter()
            .copied()
            .chain(std::iter::repeat(0))
            .take(16)
            .collect::<Vec<u8>>()
    };
    let conditions: Vec<u32> = condition_words(akos.condition_words()).collect();
    let tables = [
        part(&write_jump_words(akos.jump_table())),
        part(&write_condition_words(&conditions)),
    ]
    .concat();
    corpus.add("aksq", [&head[..], &limbs, &tables, &[0], stream].concat());
}
