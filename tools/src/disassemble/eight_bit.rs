//! The sources of costumes of v0 (V20..V24) and of the Nintendo (Q40).

use std::fmt::Write;

use anyhow::Result;
use scumm_costume::edit::{NesDraft, V0Draft, V0DraftPicture, V0Part};
use scumm_costume::{Nes, V0};
use scumm_room::{Palette, Point};

use super::{SourceFiles, numbers};
use crate::costume_input::Loaded;

/// Takes a costume of v0 apart. One whose parts overlap is kept whole, as a file.
pub fn of_v0(costume: &V0, loaded: &Loaded, screen: &Palette) -> Result<SourceFiles> {
    let mut source = SourceFiles::begin("v0", loaded, screen);
    let Some(draft) = V0Draft::of(costume) else {
        source.text.push_str("\n# Its parts overlap, so that it is kept as it is.\n[v0]\n");
        source.add_named("whole", "costume.bin", loaded.data.clone());
        return Ok(source);
    };
    let surfaces = draft.pictures.iter().filter_map(|picture| match picture {
        V0DraftPicture::Own { pixels, .. } => Some(pixels),
        V0DraftPicture::Same(_) => None,
    });
    source.text.push_str(&source.colours.text(surfaces));
    source.text.push_str(
        "\n# Pixels are twice as wide as high: each stands twice. Colours are 0 (transparent) to 3.\ncels = [\n",
    );
    for (number, picture) in draft.pictures.iter().enumerate() {
        let fields = match picture {
            V0DraftPicture::Same(other) => format!("same = \"{other}\""),
            V0DraftPicture::Own { pixels, rel, step } => {
                let stem = format!("cels/{number:03}");
                let fields = match pixels.pixels().is_empty() {
                    true => format!("size = [{}, {}]", pixels.width(), pixels.height()),
                    false => format!("file = \"{}\"", source.add_png(format!("{stem}.png"), pixels, Some(0))?),
                };
                let (rel, step) = (Point::new(rel.0.into(), rel.1.into()), Point::new(step.0.into(), step.1.into()));
                fields + &source.cel_end(&stem, rel, step, None)
            }
        };
        let _ = writeln!(source.text, "  {{ {fields} }}, # {number}");
    }
    source.text.push_str("]\n");
    tables(&mut source, &draft);
    Ok(source)
}

/// The tables of a costume of v0.
fn tables(source: &mut SourceFiles, draft: &V0Draft) {
    let mut gaps = Vec::new();
    let order: Vec<String> = draft
        .order
        .iter()
        .map(|part| match part {
            V0Part::Picture(number) => number.to_string(),
            V0Part::Limbs => "limbs".to_owned(),
            V0Part::Commands => "commands".to_owned(),
            V0Part::Gap(bytes) => {
                gaps.extend(bytes);
                format!("gap:{}", bytes.len())
            }
        })
        .collect();
    let text = &mut source.text;
    let _ = write!(text, "\n[v0]\nunused = {}\n", draft.unused);
    if let Some(copy) = draft.copy {
        let _ = writeln!(text, "copy = {copy}");
    }
    let _ = writeln!(text, "# The picture of each frame value.\nframes = {}", numbers(&draft.frames));
    let _ = writeln!(
        text,
        "# For each of eight limbs where its list of sequences begins, the lists, and the sequences of frame values, each \
         ended by 255.\nlimbs = {}",
        numbers(&draft.limbs)
    );
    let _ = writeln!(
        text,
        "# Eight bytes a command, one a limb: its sequence, 128 more where pictures are mirrored, 255 for no change.\n\
         commands = {}",
        numbers(&draft.commands)
    );
    let _ = writeln!(text, "order = \"{}\"", order.join(" "));
    source.add_named("gaps", "gaps.bin", gaps);
}

/// Takes a costume of the Nintendo apart.
pub fn of_nes(costume: &Nes, loaded: &Loaded, screen: &Palette) -> SourceFiles {
    let mut source = SourceFiles::begin("nes", loaded, screen);
    let draft = NesDraft::of(costume);
    let animations: Vec<String> = draft
        .animations
        .chunks(4)
        .map(|four| {
            format!(
                "  {}\n",
                four.iter().map(|(from, count)| format!("[{from}, {count}],")).collect::<Vec<_>>().join(" ")
            )
        })
        .collect();
    let _ = write!(
        source.text,
        "\n# What the numbers of pictures show stands in the sprites that all costumes of a set share.\n[nes]\n\
         # Six frames in four directions: where a list of pictures begins, counted from this table's first byte, and how many \
         it has.\nanimations = [\n{}]\n# The lists, behind the 48 bytes of the table.\npictures = {}\n",
        animations.concat(),
        numbers(&draft.pictures)
    );
    source
}
