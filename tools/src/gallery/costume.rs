//! A costume on the page.

use std::path::Path;

use anyhow::Result;
use scumm_costume::ALL_LIMBS;
use scumm_platform::film::FilmFormat;
use scumm_room::Palette;
use serde::Serialize;

use super::{call, in_letters};
use crate::chores::{self, Chore};
use crate::colours::{Caption, ColourChoice, ColouredCostume, RoomColours};
use crate::costume_input::{self, Loaded};
use crate::export::animation_files::AnimationEntry;
use crate::export::cels::{DecodedCel, colour_numbers, decode, palette_of};
use crate::export::render::PlayedCostume;
use crate::export::rendered::RenderedChore;
use crate::export::renderer::{ChoreRenderer, RenderOptions};
use crate::info::{self, Info};
use crate::list::CostumeLine;
use crate::output;

/// Jiffies between two frames, as scripts set them in nearly every room (E1).
const JIFFIES: u16 = 6;
/// The most engine frames of an animation.
const LIMIT: usize = 200;

/// What the page lists of a costume.
#[derive(Debug, Serialize)]
pub struct ListedCostume {
    /// What is listed elsewhere, too.
    #[serde(flatten)]
    pub line: CostumeLine,
    /// A small animation: its file.
    pub picture: Option<String>,
    /// What is loaded when it is shown.
    script: Option<String>,
    /// What is damaged in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    damage: Vec<String>,
}

/// What the page shows of a costume.
#[derive(Debug, Serialize)]
pub struct CostumePage {
    info: Info,
    /// The screen colour of each of its colour numbers; empty where cels have screen colours themselves (A53).
    numbers: Vec<u16>,
    /// Whose colours it has on its own.
    #[serde(flatten)]
    caption: Caption,
    tick_microseconds: u128,
    chores: Vec<ChorePicture>,
    cels: Vec<CelPicture>,
}

#[derive(Debug, Serialize)]
struct ChorePicture {
    #[serde(flatten)]
    line: AnimationEntry,
    /// An APNG in Base64, where the page does not play the chore itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    png: Option<String>,
}

#[derive(Debug, Serialize)]
struct CelPicture {
    #[serde(flatten)]
    cel: info::CelInfo,
    /// A PNG in Base64.
    png: Option<String>,
}

/// What the page lists of a costume, without its picture and its script, which are files of a written page.
pub fn listed(rooms: &RoomColours, id: u16) -> (ListedCostume, Option<Loaded>) {
    let loaded = costume_input::of_game(rooms.game(), id).and_then(Loaded::bounded);
    let line = CostumeLine::of(rooms.game(), rooms.cast(), id, &loaded);
    let loaded = loaded.ok();
    let damage = loaded
        .as_ref()
        .map(|loaded| loaded.findings.clone())
        .unwrap_or_default();
    (
        ListedCostume {
            line,
            picture: None,
            script: None,
            damage,
        },
        loaded,
    )
}

impl PlayedCostume {
    /// A costume in its own colours, at the speed of nearly every room.
    pub fn of(coloured: ColouredCostume) -> Self {
        Self {
            frame: coloured.loaded.dialect.frame_duration(JIFFIES),
            coloured,
        }
    }

    /// What plays its animations at a scale, with some of its limbs.
    ///
    /// # Errors
    /// None that a costume can cause.
    pub fn renderer(&self, scale: Option<u8>, limbs: u16) -> Result<ChoreRenderer> {
        let scale = scale.map(|scale| (scale, scale));
        let options = RenderOptions {
            scale,
            shadow: None,
            anim_speed: 1,
            limit: LIMIT,
            limbs,
        };
        ChoreRenderer::new(&self.coloured, options, None)
    }

    /// The rank of a chore for the picture in the list, where it walks to the south, if it can. The lowest is shown.
    fn rank(&self, chore: &Chore) -> u8 {
        2 * u8::from(chore.name(&self.coloured.loaded.dialect) != "walk")
            + u8::from(chore.direction != "south")
    }

    /// The animation for the picture in the list: that of the lowest rank which shows anything.
    ///
    /// # Errors
    /// None that a costume can cause.
    pub fn portrait(&self) -> Result<Option<RenderedChore>> {
        let mut all = chores::of(&self.coloured.loaded.costume);
        all.sort_by_key(|chore| self.rank(chore));
        let renderer = self.renderer(None, ALL_LIMBS)?;
        for chore in &all {
            let (animation, _) = renderer.render(chore)?;
            if animation.bounds().is_some() {
                return Ok(Some(animation));
            }
        }
        Ok(None)
    }

    /// The first of its cels with a pixel that is seen, as the bytes of a PNG: the picture for the list, where no animation shows
    /// anything.
    ///
    /// # Errors
    /// The encoder's.
    pub fn first_cel(&self) -> Result<Option<Vec<u8>>> {
        self.seen_cel()
            .map(|(cel, palette)| cel.png(&palette))
            .transpose()
    }

    /// The first of its cels with a pixel that is seen, and the colours of its numbers.
    pub fn seen_cel(&self) -> Option<(DecodedCel, Palette)> {
        let loaded = &self.coloured.loaded;
        let (palette, _) = palette_of(&colour_numbers(loaded), &self.coloured.colours.palette);
        let is_seen = |cel: &DecodedCel| {
            cel.surface
                .pixels()
                .iter()
                .any(|pixel| Some(*pixel) != cel.transparent)
        };
        let mut decoded = info::cels(&loaded.costume)
            .into_iter()
            .filter_map(|cel| decode(loaded, cel.number));
        decoded.find(is_seen).map(|cel| (cel, palette))
    }

    /// What the page shows of it, and the picture for the list as the bytes of an APNG. A page that plays chores itself needs none
    /// of their `pictures`.
    ///
    /// # Errors
    /// The encoders'.
    pub fn page(&self, pictures: bool) -> Result<(CostumePage, Option<Vec<u8>>)> {
        let loaded = &self.coloured.loaded;
        let (renderer, dialect) = (self.renderer(None, ALL_LIMBS)?, loaded.dialect);
        let rendered = self.render(
            &renderer,
            &chores::of(&loaded.costume),
            |animation, bounds| {
                let png = pictures
                    .then(|| self.film(FilmFormat::Apng, &animation, bounds, 1))
                    .transpose()?;
                Ok((
                    self.rank(&animation.chore),
                    AnimationEntry::of(&animation, bounds, &dialect),
                    png,
                ))
            },
        )?;
        let portrait = rendered
            .iter()
            .min_by_key(|(rank, ..)| *rank)
            .and_then(|(.., png)| png.clone());
        let chores = rendered.into_iter().map(|(_, line, png)| ChorePicture {
            line,
            png: png.as_deref().map(in_letters),
        });
        let numbers = colour_numbers(loaded);
        let portrait = portrait.map_or_else(|| self.first_cel(), |png| Ok(Some(png)))?;
        let page = CostumePage {
            info: Info::of(&self.coloured, true),
            cels: cels(loaded, &numbers, &self.coloured.colours.palette)?,
            numbers,
            caption: self.coloured.caption(),
            tick_microseconds: self.frame.as_micros(),
            chores: chores.collect(),
        };
        Ok((page, portrait))
    }
}

/// Writes what the page shows of a costume.
///
/// # Errors
/// It can't be written.
pub fn write(rooms: &RoomColours, id: u16, out: &Path) -> Result<ListedCostume> {
    let (mut listed, loaded) = listed(rooms, id);
    let Some(loaded) = loaded else {
        return Ok(listed);
    };
    let coloured = ColouredCostume::of_game(rooms, loaded, id, &ColourChoice::default())?;
    let (page, portrait) = PlayedCostume::of(coloured).page(true)?;
    if let Some(png) = portrait {
        let picture = format!("costumes/costume-{id:03}.png");
        output::write(&out.join(&picture), |to| to.write_all(&png))?;
        listed.picture = Some(picture);
    }
    let script = format!("costumes/costume-{id:03}.js");
    call(&out.join(&script), &format!("costume({id}, "), &page)?;
    listed.script = Some(script);
    Ok(listed)
}

fn cels(loaded: &Loaded, numbers: &[u16], screen: &Palette) -> Result<Vec<CelPicture>> {
    let (palette, _) = palette_of(numbers, screen);
    let cels = info::cels(&loaded.costume).into_iter().map(|cel| {
        let decoded =
            decode(loaded, cel.number).filter(|decoded| !decoded.surface.pixels().is_empty());
        let png = decoded.map(|decoded| decoded.png(&palette)).transpose()?;
        Ok(CelPicture {
            png: png.as_deref().map(in_letters),
            cel,
        })
    });
    cels.collect()
}
