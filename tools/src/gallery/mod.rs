//! Writes a game's rooms and costumes as a page for a browser.
//!
//! A page from the file system may show pictures and run scripts from its folder, but not read
//! files. Therefore the data of the page are scripts. Pictures whose colours the page changes are
//! inside these scripts, all other pictures are files.

pub mod costume;
pub mod live;
pub mod room;

use std::path::Path;

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use scumm_engine::Game;
use scumm_media::progress::Progress;
use scumm_media::text::plural;
use scumm_room::Palette;
use serde::Serialize;

use crate::casting::{CastingEvidence, ScriptReliability};
use crate::colours::RoomColours;
use crate::each::each;
use crate::list::RoomFacts;
use crate::map::escaped;
use crate::provenance::ExportRecord;
use crate::run_files::RunFiles;
use crate::shelf::SHELF_PAGE;

/// The files of the page itself, by name.
const PAGE: [(&str, &str); 3] = [
    ("index.html", include_str!("page/index.html")),
    ("gallery.css", include_str!("page/gallery.css")),
    ("gallery.js", include_str!("page/gallery.js")),
];

/// The script with the page's lists.
const DATA: &str = "data.js";

/// The lists of the page.
#[derive(Debug, Serialize)]
pub struct GameData {
    game: String,
    /// A short name of the game for links, which does not depend on the name of the folder.
    id: String,
    description: String,
    /// The edition of the game, and how it was recognised.
    identity: String,
    /// The palette of a costume whose room has no palette.
    palette: String,
    /// How reliable the casting is.
    casting: ScriptReliability,
    /// A note on the reliability of the casting.
    #[serde(skip_serializing_if = "Option::is_none")]
    casting_note: Option<&'static str>,
    /// The meanings of the levels of evidence, from the first on.
    levels: [&'static str; 5],
    rooms: Vec<room::ListedRoom>,
    costumes: Vec<costume::ListedCostume>,
}

impl GameData {
    /// Creates the lists of a game with a title.
    pub fn new(
        title: String,
        colours: &RoomColours,
        rooms: Vec<room::ListedRoom>,
        costumes: Vec<costume::ListedCostume>,
    ) -> Self {
        let game = colours.game();
        let casting = colours.cast().standing;
        Self {
            game: title,
            id: link_name(game),
            description: game.describe(),
            identity: game.files().identity().to_string(),
            palette: base64(&Palette::initial(&game.dialect()).to_bytes()),
            casting,
            casting_note: casting.note(),
            levels: CastingEvidence::ALL.map(CastingEvidence::meaning),
            rooms,
            costumes,
        }
    }

    /// Creates the list of costume files without a game. The title is the name of the only file, or
    /// the number of files.
    pub fn from_files(costumes: Vec<costume::ListedCostume>) -> Self {
        let title = match costumes.as_slice() {
            [costume] => costume.file.clone().unwrap_or_default(),
            several => plural(several.len(), "costume file"),
        };
        Self {
            id: safe_in_links(&title),
            game: title,
            description: "Costumes without a game".to_owned(),
            identity: "The files do not have the colours of a room.".to_owned(),
            palette: base64(&Palette::greys().to_bytes()),
            casting: ScriptReliability::Left,
            casting_note: None,
            levels: CastingEvidence::ALL.map(CastingEvidence::meaning),
            rooms: Vec::new(),
            costumes,
        }
    }

    /// Returns whether the whole game could be read.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.rooms.iter().all(|room| room.line.error.is_none())
            && self.costumes.iter().all(|costume| costume.is_sound())
    }
}

/// Returns the name of a game in links: the name of its index file without the extension, or if
/// this name has no letters (`00.lfl`), the version and the numbers of rooms and costumes.
fn link_name(game: &Game) -> String {
    let index = game.files().path();
    let name = index.file_stem().unwrap_or_default();
    let name = name.to_string_lossy().to_lowercase();
    if name.contains(char::is_alphabetic) {
        return name;
    }
    let version = game.dialect().version();
    let (rooms, costumes) = (game.rooms().count(), game.costumes().count());
    format!("v{version}-{rooms}-{costumes}")
}

/// Returns a name in the letters that links contain unchanged. A hyphen replaces every other
/// letter.
fn safe_in_links(name: &str) -> String {
    let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let letters = name.chars();
    letters.map(|c| if is_safe(c) { c } else { '-' }).collect()
}

/// Checks that the files of the page itself can be written into a folder. They are written last.
fn check(files: &RunFiles, out: &Path) -> Result<()> {
    for (name, _) in PAGE {
        files.check_output(&out.join(name))?;
    }
    files.check_output(&out.join(DATA))
}

/// Writes the page of a game into a folder. A room or costume that cannot be read is listed with
/// the reason.
///
/// `name` is the name of the game's folder or archive.
///
/// # Errors
/// Returns an error if the folder has the page of another game, or if a file cannot be written.
pub fn write(
    files: &RunFiles,
    game: &Game,
    name: &str,
    out: &Path,
    progress: &dyn Progress,
) -> Result<GameData> {
    check(files, out)?;
    let record = ExportRecord::new(game, name)?;
    record.check(out)?;
    let (numbers, costumes): (Vec<u16>, Vec<u16>) =
        (game.rooms().collect(), game.costumes().collect());
    progress.begin(numbers.len() + costumes.len());
    let colours = RoomColours::new(game);
    let rooms = each(&numbers, progress, |&number| {
        room::write(files, &colours, number, out)
    })?;
    let costumes = each(&costumes, progress, |&number| {
        costume::write(files, &colours, number, out)
    })?;
    let title = game.files().identity().title;
    let title = title.map_or_else(|| name.to_owned(), str::to_owned);
    let data = GameData::new(title, &colours, rooms, costumes);
    call(files, &out.join(DATA), "begin(", &data)?;
    record.write(files, out)?;
    for (name, text) in PAGE {
        files.write(&out.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    log::info!("written: {}", out.join("index.html").display());
    Ok(data)
}

/// Writes a script that passes a value to the page; `call` is the text of the call up to the value.
fn call(files: &RunFiles, path: &Path, call: &str, value: &impl Serialize) -> Result<()> {
    let text = format!(
        "gallery.{call}{});\n",
        serde_json::to_string(value).context("JSON")?
    );
    files.write(path, |out| out.write_all(text.as_bytes()))
}

/// Encodes bytes as Base64 for use in scripts.
fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// The page without the games.
const SHELF_HTML: &str = include_str!("page/shelf.html");
/// The comment in the page that is replaced by the games.
const GAMES_MARK: &str = "<!-- games -->";
/// The number of costumes that are shown of a game.
const SHELF_COSTUMES: usize = 6;

/// Writes the page that links to games. The page of each game lies in a folder of its name below
/// `out`.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write_shelf(files: &RunFiles, games: &[(String, GameData)], out: &Path) -> Result<()> {
    let cards: String = games.iter().map(|(name, data)| card(name, data)).collect();
    let page = SHELF_HTML.replacen(GAMES_MARK, &cards, 1);
    let path = out.join(SHELF_PAGE);
    files.write(&path, |to| to.write_all(page.as_bytes()))?;
    log::info!("written: {}", path.display());
    Ok(())
}

/// Returns the card of a game: its largest room, some of its costumes, and its description.
fn card(name: &str, data: &GameData) -> String {
    let folder = percent_encoded(name);
    let image = |class: &str, picture: &str| {
        format!(
            "<img class=\"{class}\" src=\"{folder}/{}\" alt=\"\" loading=\"lazy\">",
            escaped(picture)
        )
    };
    let area = |facts: &RoomFacts| facts.width.saturating_mul(facts.height);
    let rooms = data
        .rooms
        .iter()
        .filter_map(|room| Some((room.line.facts.as_ref().map(area), room.picture.as_deref()?)));
    let room = rooms
        .max_by_key(|(area, _)| *area)
        .map(|(_, picture)| image("room", picture))
        .unwrap_or_default();
    let people = data
        .costumes
        .iter()
        .filter_map(|costume| costume.picture.as_deref());
    let people: String = people
        .take(SHELF_COSTUMES)
        .map(|picture| image("actor", picture))
        .collect();
    let game = escaped(&data.game);
    let identity = escaped(&data.identity);
    let rooms = data.rooms.len();
    let costumes = data.costumes.len();
    format!(
        "<a href=\"{folder}/index.html\">{room}<span class=\"people\">{people}</span><strong>{game}</strong>\
         <small>{identity}</small><small>{rooms} rooms, {costumes} costumes</small></a>\n"
    )
}

/// Percent-encodes a folder's name for a URL.
fn percent_encoded(name: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    name.bytes().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_in_a_page() {
        assert_eq!(escaped("<a> & \"b\""), "&lt;a&gt; &amp; &quot;b&quot;");
        assert_eq!(percent_encoded("monkey 2#"), "monkey%202%23");
        assert_eq!(safe_in_links("héro & 2.cost"), "h-ro---2.cost");
    }
}
