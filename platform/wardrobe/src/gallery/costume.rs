//! A costume on the page.

use std::path::Path;

use anyhow::Result;
use scumm_engine::{CostumeEntry, Game};
use scumm_platform::{Frame, indexed_png};
use scumm_room::Palette;
use serde::Serialize;

use super::{call, in_letters};
use crate::chores;
use crate::costume_input::{self, Loaded};
use crate::export::animation_files::{AnimationEntry, apng};
use crate::export::cels::{ColourNumbers, DecodedCel, decode};
use crate::export::colours::RoomColours;
use crate::export::render::RenderJob;
use crate::export::renderer::{ChoreRenderer, RenderOptions};
use crate::facts::Facts;
use crate::info::{self, Info};
use crate::outcome::line;
use crate::output;

/// Jiffies between two frames, as scripts set them in nearly every room (E1).
const JIFFIES: u16 = 6;
/// The most engine frames of an animation.
const LIMIT: usize = 200;

/// What the page lists of a costume.
#[derive(Debug, Default, Serialize)]
pub struct ListedCostume {
    id: u16,
    room: u8,
    kind: &'static str,
    format: String,
    anims: usize,
    cels: usize,
    /// A small animation.
    picture: Option<String>,
    /// What is loaded when it is shown.
    script: Option<String>,
    /// Why it can't be shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// What the page shows of a costume.
#[derive(Debug, Serialize)]
struct CostumePage<'s> {
    info: &'s Info,
    /// The screen colour of each of its colour numbers; empty where cels have screen colours themselves (A53).
    numbers: Vec<u16>,
    /// The room whose colours it has on its own, if a room has them.
    colours_of: Option<u16>,
    tick_microseconds: u128,
    chores: Vec<ChorePicture>,
    cels: Vec<CelPicture>,
}

#[derive(Debug, Serialize)]
struct ChorePicture {
    #[serde(flatten)]
    line: AnimationEntry,
    /// An APNG in Base64.
    png: String,
}

#[derive(Debug, Serialize)]
struct CelPicture {
    #[serde(flatten)]
    cel: info::CelInfo,
    /// A PNG in Base64.
    png: Option<String>,
}

/// Writes what the page shows of a costume.
///
/// # Errors
/// It can't be written.
pub fn write(
    game: &Game,
    rooms: &RoomColours<'_>,
    CostumeEntry { id, room }: CostumeEntry,
    out: &Path,
) -> Result<ListedCostume> {
    let loaded = match costume_input::of_game(game, id) {
        Ok(loaded) => loaded,
        Err(error) => return Ok(ListedCostume { id, room, error: Some(line(&error)), ..ListedCostume::default() }),
    };
    let (colours_of, palette) = rooms.colours_of(&loaded, room.into());
    let dialect = loaded.dialect;
    let options = RenderOptions { scale: None, shadow: None, anim_speed: 1, limit: LIMIT };
    let renderer = ChoreRenderer::new(&loaded.costume, dialect, &palette, options, None)?;
    let all = chores::of(&loaded.costume);
    let (title, screen) = (loaded.name.clone(), palette.clone());
    let job = RenderJob { title, screen, frame: dialect.frame_duration(JIFFIES) };
    let rendered = job.render(&renderer, &all, |animation, bounds| {
        let png = apng(&job, &animation, bounds)?;
        // In the list it walks to the south, if it can.
        let rank =
            2 * u8::from(animation.chore.name(&dialect) != "walk") + u8::from(animation.chore.direction != "south");
        Ok((rank, AnimationEntry::of(&animation, bounds, &dialect), png))
    })?;
    let portrait = rendered.iter().min_by_key(|(rank, ..)| *rank).map(|(.., png)| png.clone());
    let chores = rendered.into_iter().map(|(_, line, png)| ChorePicture { line, png: in_letters(&png) }).collect();
    let picture = format!("costumes/costume-{id:03}.png");
    if let Some(png) = &portrait {
        output::write(&out.join(&picture), |to| to.write_all(png))?;
    }
    let info = Info::of(&loaded, true);
    let (numbers, tick_microseconds) = (ColourNumbers::of(&loaded), job.frame.as_micros());
    let cels = cels(&loaded, &numbers, &palette)?;
    let numbers = numbers.colours;
    let script = format!("costumes/costume-{id:03}.js");
    let page = CostumePage { info: &info, numbers, colours_of, tick_microseconds, chores, cels };
    call(&out.join(&script), "costume", &[id], &page)?;
    let Facts { kind, format, anims, cels, .. } = Facts::of(&loaded.costume);
    let picture = portrait.map(|_| picture);
    Ok(ListedCostume { id, room, kind, format, anims, cels, picture, script: Some(script), error: None })
}

fn cels(loaded: &Loaded, numbers: &ColourNumbers, screen: &Palette) -> Result<Vec<CelPicture>> {
    let (palette, _) = numbers.palette(screen);
    let picture = |DecodedCel { surface, transparent }: DecodedCel| -> Result<String> {
        let frame = Frame::new(surface.width(), surface.height(), surface.pixels(), &palette.0)?;
        let mut bytes = Vec::new();
        indexed_png::encode(&frame, transparent, &mut bytes)?;
        Ok(in_letters(&bytes))
    };
    let cels = info::cels(&loaded.costume).into_iter().map(|cel| {
        let decoded = decode(loaded, cel.number).filter(|decoded| !decoded.surface.pixels().is_empty());
        Ok(CelPicture { png: decoded.map(picture).transpose()?, cel })
    });
    cels.collect()
}
