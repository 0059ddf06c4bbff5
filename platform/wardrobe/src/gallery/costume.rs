//! A costume on the page.

use std::path::Path;

use anyhow::Result;
use scumm_engine::{CostumeEntry, Game};
use scumm_platform::{Frame, file, indexed_png};
use scumm_room::Palette;
use serde::Serialize;

use super::{call, in_letters};
use crate::chores;
use crate::export::cels::{Decoded, Numbers, decode};
use crate::export::colours::Rooms;
use crate::export::film::Film;
use crate::export::movie::{Line, apng};
use crate::export::studio::{Setting, Studio};
use crate::facts::Facts;
use crate::info::{self, Info};
use crate::loose::{self, Loaded};
use crate::outcome::line;

/// Jiffies between two frames, as scripts set them in nearly every room (E1).
const JIFFIES: u16 = 6;
/// The most engine frames of an animation.
const LIMIT: usize = 200;

/// What the page lists of a costume.
#[derive(Debug, Default, Serialize)]
pub struct Entry {
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
struct Sheet<'s> {
    info: &'s Info,
    /// The screen colour of each of its colour numbers; empty where cels have screen colours themselves (A53).
    numbers: Vec<u16>,
    /// The room whose colours it has on its own, if a room has them.
    colours_of: Option<u16>,
    tick_microseconds: u128,
    chores: Vec<Chore>,
    cels: Vec<Cel>,
}

#[derive(Debug, Serialize)]
struct Chore {
    #[serde(flatten)]
    line: Line,
    /// An APNG in Base64.
    png: String,
}

#[derive(Debug, Serialize)]
struct Cel {
    #[serde(flatten)]
    cel: info::Cel,
    /// A PNG in Base64.
    png: Option<String>,
}

/// Writes what the page shows of a costume.
///
/// # Errors
/// It can't be written.
pub fn write(game: &Game, rooms: &Rooms<'_>, CostumeEntry { id, room }: CostumeEntry, out: &Path) -> Result<Entry> {
    let loaded = match loose::of_game(game, id) {
        Ok(loaded) => loaded,
        Err(error) => return Ok(Entry { id, room, error: Some(line(&error)), ..Entry::default() }),
    };
    let (colours_of, palette) = rooms.colours_of(&loaded, room.into());
    let dialect = loaded.dialect;
    let setting = Setting { scale: None, shadow: None, anim_speed: 1, limit: LIMIT };
    let studio = Studio::new(&loaded.costume, dialect, &palette, setting, None)?;
    let all = chores::of(&loaded.costume, &dialect);
    let (title, screen) = (loaded.name.clone(), palette.clone());
    let film = Film { title, screen, frame: dialect.frame_duration(JIFFIES) };
    let filmed = film.shoot(&studio, &all, |take, bounds| {
        let png = apng(&film, &take, bounds)?;
        // In the list it walks to the south, if it can.
        let rank = 2 * u8::from(take.chore.name(&dialect) != "walk") + u8::from(take.chore.direction != "south");
        Ok((rank, Line::of(&take, bounds, &dialect), png))
    })?;
    let portrait = filmed.iter().min_by_key(|(rank, ..)| *rank).map(|(.., png)| png.clone());
    let chores = filmed.into_iter().map(|(_, line, png)| Chore { line, png: in_letters(&png) }).collect();
    let picture = format!("costumes/costume-{id:03}.png");
    if let Some(png) = &portrait {
        file::write(&out.join(&picture), |to| to.write_all(png))?;
    }
    let info = Info::of(&loaded, true);
    let (numbers, tick_microseconds) = (Numbers::of(&loaded), film.frame.as_micros());
    let cels = cels(&loaded, &numbers, &palette)?;
    let numbers = numbers.colours;
    let script = format!("costumes/costume-{id:03}.js");
    let sheet = Sheet { info: &info, numbers, colours_of, tick_microseconds, chores, cels };
    call(&out.join(&script), "costume", &[id], &sheet)?;
    let Facts { kind, format, anims, cels, .. } = Facts::of(&loaded.costume);
    let picture = portrait.map(|_| picture);
    Ok(Entry { id, room, kind, format, anims, cels, picture, script: Some(script), error: None })
}

fn cels(loaded: &Loaded, numbers: &Numbers, screen: &Palette) -> Result<Vec<Cel>> {
    let (palette, _) = numbers.palette(screen);
    let picture = |Decoded { surface, transparent }: Decoded| -> Result<String> {
        let frame = Frame::new(surface.width, surface.height, &surface.pixels, &palette.0)?;
        let mut bytes = Vec::new();
        indexed_png::encode(&frame, transparent, &mut bytes)?;
        Ok(in_letters(&bytes))
    };
    let cels = info::cels(&loaded.costume).into_iter().map(|cel| {
        let decoded = decode(loaded, cel.number).filter(|decoded| !decoded.surface.pixels.is_empty());
        Ok(Cel { png: decoded.map(picture).transpose()?, cel })
    });
    cels.collect()
}
