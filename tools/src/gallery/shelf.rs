//! Writes the start page of several games.

use std::path::Path;

use anyhow::Result;

use super::GameData;
use crate::list::RoomFacts;
use crate::map::html::escaped;
use crate::output;
use crate::shelf::SHELF_PAGE;

/// The page without the games.
const PAGE: &str = include_str!("page/shelf.html");
/// The mark in the page at which the games are inserted.
const PLACE: &str = "<!-- games -->";
/// The number of costumes that are shown of a game.
const SHOWN: usize = 6;

/// Writes the page that links to games. The page of each game lies in a folder of its name below
/// `out`.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn write(games: &[(String, GameData)], out: &Path) -> Result<()> {
    let cards: String = games.iter().map(|(name, data)| card(name, data)).collect();
    let page = PAGE.replacen(PLACE, &cards, 1);
    let path = out.join(SHELF_PAGE);
    output::write(&path, |to| to.write_all(page.as_bytes()))?;
    log::info!("open {}", path.display());
    Ok(())
}

/// Returns the card of a game: its largest room, some of its costumes, and its description.
fn card(name: &str, data: &GameData) -> String {
    let folder = address(name);
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
        .take(SHOWN)
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
fn address(name: &str) -> String {
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
        assert_eq!(address("monkey 2#"), "monkey%202%23");
    }
}
