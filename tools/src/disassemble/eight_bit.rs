//! Writes the sources of costumes of v0 (V20..V24) and of the Nintendo (Q40).

use anyhow::Result;
use scumm_costume::edit::{NesDraft, V0Draft, V0DraftPicture, V0Part};
use scumm_costume::{Nes, V0};
use scumm_media::text::joined;
use scumm_room::Point;

use super::SourceFiles;
use crate::build::text::{CelText, CostumeFile, CostumeKind, NesText, V0Text};
use crate::costume_input::LoadedCostume;

/// Disassembles a costume of v0. A costume whose parts overlap is kept whole, as a file.
pub fn of_v0(
    costume: &V0,
    loaded: &LoadedCostume,
    source: &mut SourceFiles,
) -> Result<CostumeFile> {
    let kind = CostumeKind::V0;
    let Some(draft) = V0Draft::from_v0(costume) else {
        let whole = source.named("costume.bin", loaded.data.clone());
        return Ok(CostumeFile {
            kind,
            v0: Some(V0Text {
                whole,
                ..V0Text::default()
            }),
            ..CostumeFile::default()
        });
    };
    let mut cels = Vec::new();
    let mut surfaces = Vec::new();
    for (number, picture) in draft.pictures.iter().enumerate() {
        cels.push(match picture {
            V0DraftPicture::Same(other) => CelText {
                same: Some(other.to_string()),
                ..CelText::default()
            },
            V0DraftPicture::Own { pixels, rel, step } => {
                surfaces.push(pixels);
                let stem = format!("cels/{number:03}");
                let rel = Point::new(rel.0.into(), rel.1.into());
                let step = Point::new(step.0.into(), step.1.into());
                let cel = source.cel(&stem, pixels, Some(0))?;
                source.placed(cel, &stem, (rel, step), None)
            }
        });
    }
    let mut gaps = Vec::new();
    let order = draft.order.iter().map(|part| match part {
        V0Part::Picture(number) => number.to_string(),
        V0Part::Limbs => "limbs".to_owned(),
        V0Part::Commands => "commands".to_owned(),
        V0Part::Gap(bytes) => {
            gaps.extend(bytes);
            format!("gap:{}", bytes.len())
        }
    });
    let order = joined(order, " ");
    let V0Draft {
        unused,
        copy,
        frames,
        limbs,
        commands,
        ..
    } = draft.clone();
    let gaps = source.named("gaps.bin", gaps);
    let v0 = V0Text {
        whole: None,
        unused: Some(unused),
        copy,
        frames,
        limbs,
        commands,
        order,
        gaps,
    };
    let png_colours = source.colours.texts(surfaces);
    Ok(CostumeFile {
        kind,
        png_colours,
        cels,
        v0: Some(v0),
        ..CostumeFile::default()
    })
}

/// Disassembles a costume of the Nintendo.
pub fn of_nes(costume: &Nes) -> CostumeFile {
    let NesDraft {
        animations,
        pictures,
    } = NesDraft::from_nes(costume);
    let nes = Some(NesText {
        animations,
        pictures,
    });
    CostumeFile {
        kind: CostumeKind::Nes,
        nes,
        ..CostumeFile::default()
    }
}
