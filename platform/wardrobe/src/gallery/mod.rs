//! `wardrobe gallery`: a game's rooms and costumes as a page for a browser.
//!
//! A page from the file system may show pictures and run scripts of its folder, but not read files. So the page's data are
//! scripts, and pictures whose colours it changes stand in them.

pub mod costume;
pub mod room;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use scumm_engine::{CostumeEntry, Game};
use scumm_room::Palette;
use serde::Serialize;

use crate::export::colours::RoomColours;
use crate::game_args::GameArgs;
use crate::outcome::Outcome;
use crate::progress::Work;
use crate::{load, output};

/// The page itself, by the names of its files.
const PAGE: [(&str, &str); 3] = [
    ("index.html", include_str!("page/index.html")),
    ("gallery.css", include_str!("page/gallery.css")),
    ("gallery.js", include_str!("page/gallery.js")),
];

/// Makes a web page of a game: its rooms and costumes with playing animations
///
/// Open DIR/index.html in a browser; no server and no network are needed. The page finds costumes and rooms by words, plays every
/// chore in every direction in the colours of any room, and shows each cel, the walk boxes, the z-planes, and what `wardrobe info`
/// tells.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:
  wardrobe gallery ~/games/monkey2 -o monkey2-gallery
  xdg-open monkey2-gallery/index.html")]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    out: PathBuf,
}

/// What the page lists.
#[derive(Debug, Serialize)]
pub struct GameData {
    game: String,
    description: String,
    /// Which edition of which game it is, and how that is known.
    identity: String,
    /// The colours of costumes whose room has none.
    palette: String,
    rooms: Vec<room::ListedRoom>,
    costumes: Vec<costume::ListedCostume>,
}

impl GameData {
    /// The list of a game under a name.
    pub fn of(title: String, game: &Game, rooms: Vec<room::ListedRoom>, costumes: Vec<costume::ListedCostume>) -> Self {
        let palette = in_letters(&Palette::initial(&game.dialect()).to_bytes());
        let identity = game.files().identity().to_string();
        Self { game: title, description: game.describe(), identity, palette, rooms, costumes }
    }
}

/// Makes the page; what can't be read is on it with the reason, and makes the exit code 1.
pub fn run(args: &Args) -> Result<Outcome> {
    let game = args.game.open()?;
    let (numbers, costumes): (Vec<u16>, Vec<CostumeEntry>) = (game.rooms().collect(), game.costumes().collect());
    let work = Work::new(numbers.len() + costumes.len());
    let colours = RoomColours::of(&game);
    let rooms = work.each(&numbers, |&number| room::write(&game, number, &args.out))?;
    let costumes = work.each(&costumes, |&entry| costume::write(&game, &colours, entry, &args.out))?;
    drop(work);
    let data = GameData::of(load::title(&game), &game, rooms, costumes);
    call(&args.out.join("data.js"), "begin(", &data)?;
    for (name, text) in PAGE {
        output::write(&args.out.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    log::info!("open {}", args.out.join("index.html").display());
    let damaged = data.rooms.iter().any(|room| room.error.is_some()) || data.costumes.iter().any(|c| c.error.is_some());
    Ok(if damaged { Outcome::Findings } else { Outcome::Good })
}

/// Writes a script that hands a value to the page; `call` is the call up to the value.
fn call(path: &Path, call: &str, value: &impl Serialize) -> Result<()> {
    let text = format!("gallery.{call}{});\n", serde_json::to_string(value).context("JSON")?);
    output::write(path, |out| out.write_all(text.as_bytes()))
}

/// Bytes as Base64, which scripts can hold.
fn in_letters(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}
