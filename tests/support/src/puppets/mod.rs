//! The costumes of the scenes in `data/scenes`. Their pictures are written as text and encoded
//! here. They show the same test character: a small person with a badge on the left breast, by
//! which a mirrored picture can be recognised.
//!
//! `data/scene-costumes` holds the encoded files. The program `build-scene-costumes` writes them.

pub mod akos;
pub mod cels;
pub mod cost;
pub mod humongous;
pub mod old;
pub mod rooms;

use std::path::PathBuf;
use std::sync::Arc;

use scumm_engine::{Backdrop, Stage};
use scumm_engine::{Game, OpenError};
use scumm_room::{Dialect, Error, Platform, Result};

use crate::repository;

/// Returns the folder of the encoded files.
#[must_use]
pub fn folder() -> PathBuf {
    repository().join("data/scene-costumes")
}

/// Returns the names and contents of all files that scenes use.
///
/// # Errors
/// Returns an error if a costume does not fit into its format.
pub fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let doll = cost::doll();
    for (name, dialect) in [
        ("v3", Dialect::new(3).with_old256(true)),
        ("v4", Dialect::new(4)),
        ("v5", Dialect::new(5)),
        ("v6", Dialect::new(6)),
    ] {
        files.push((
            format!("doll-{name}.cost"),
            scumm_costume::edit::cost::encode(&doll, &dialect)?,
        ));
    }
    files.push((
        "doll-v5-32.cost".to_owned(),
        scumm_costume::edit::cost::encode(&cost::wide(), &Dialect::new(5))?,
    ));
    let west = scumm_costume::edit::cost::CostDraft {
        keeps_west: true,
        ..doll
    };
    files.push((
        "doll-v5-west.cost".to_owned(),
        scumm_costume::edit::cost::encode(&west, &Dialect::new(5))?,
    ));
    let borrower = scumm_costume::edit::cost::encode(&cost::borrower(), &Dialect::new(5))?;
    files.push(("doll-v5-borrows.cost".to_owned(), borrower));
    let amiga = Dialect::new(5).with_platform(Platform::Amiga);
    files.push((
        "doll-v5-amiga.cost".to_owned(),
        scumm_costume::edit::cost::encode(&cost::doll(), &amiga)?,
    ));
    files.push((
        "doll-v2.cost".to_owned(),
        scumm_costume::edit::cost::encode(&old::doll(), &Dialect::new(2))?,
    ));
    files.push(("flag-v1.cost".to_owned(), old::flag(false)));
    files.push(("horn-v1.cost".to_owned(), old::flag(true)));
    files.push(("man-v0.cost".to_owned(), old::man()?));
    let encode = scumm_costume::edit::akos::encode;
    files.push((
        "puppet.akos".to_owned(),
        encode(&akos::puppet(&Dialect::new(7))?)?,
    ));
    files.push(("bomp.akos".to_owned(), encode(&akos::bomp())?));
    files.push(("majmin.akos".to_owned(), encode(&akos::majmin())?));
    files.push((
        "he72.akos".to_owned(),
        encode(&humongous::puppet(&Dialect::humongous(72))?)?,
    ));
    files.push((
        "trle.akos".to_owned(),
        encode(&humongous::trle(&Dialect::humongous(72))?)?,
    ));
    files.push(("room-v1.room".to_owned(), rooms::v1()));
    files.push(("room-v4.room".to_owned(), rooms::v4()?));
    files.push(("room-v5.room".to_owned(), rooms::later(&Dialect::new(5))?));
    files.push(("room-v6.room".to_owned(), rooms::later(&Dialect::new(6))?));
    let [room, picture] = rooms::he70()?;
    files.push(("room-he70.room".to_owned(), room));
    files.push(("room-he70.rmim".to_owned(), picture));
    let [room, picture] = rooms::humongous()?;
    files.push(("room-he71.room".to_owned(), room));
    files.push(("room-he71.rmim".to_owned(), picture));
    files.push(("pillar.plane".to_owned(), pillar()));
    files.push(("fence.plane".to_owned(), fence()));
    files.push(("dusk.shadow".to_owned(), dusk()?));
    files.push(("colours.pal".to_owned(), colours()));
    files.push((
        "greys.pal".to_owned(),
        scumm_room::Palette::greys().to_bytes(),
    ));
    Ok(files)
}

/// Returns a shadow table for the colours of the demo's first room. The table darkens every colour.
fn dusk() -> Result<Vec<u8>> {
    let open = |error: OpenError| Error::other(error.to_string());
    let game = Game::open(repository().join("data/demo/built")).map_err(open)?;
    let mut stage = Stage::new(
        game.dialect(),
        Backdrop::Room(Arc::new(game.room(1)?)),
        0..200,
    );
    stage
        .colours_mut()
        .make_shadow_table(0, [110, 110, 150], 0..=255, 0..256)?;
    Ok(stage.colours().shadow_table().to_vec())
}

/// Returns a palette in which neighbouring colours differ, so that frames can be inspected.
fn colours() -> Vec<u8> {
    (0..=255_u8)
        .flat_map(|n| [37, 91, 151].map(|factor| n.wrapping_mul(factor)))
        .collect()
}

/// Returns a z-plane of 320x200 pixels that hides the left three columns of each strip.
fn fence() -> Vec<u8> {
    vec![0xe0; 40 * 200]
}

/// Returns a z-plane of 320x200 pixels that hides the columns 144 to 175.
fn pillar() -> Vec<u8> {
    let line: Vec<u8> = (0..40)
        .map(|strip| if (18..22).contains(&strip) { 0xff } else { 0 })
        .collect();
    line.repeat(200)
}
