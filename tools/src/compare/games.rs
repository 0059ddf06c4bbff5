//! Compares two editions of a game: costumes, rooms, other resources and other files.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Result;
use scumm_engine::Game;
use scumm_media::text::{error_chain, plural};
use scumm_room::resource::{RawResource, ResourceKind};
use serde::Serialize;

use super::{CostumeComparison, CostumeDifference, cels, rooms};
use crate::colours::{ColouredCostume, RoomColours};
use crate::costume_input::OverLimit;
use crate::costume_input::{self, LoadedCostume};
use crate::run_files::RunFiles;
use crate::{import, load, output};

/// The differences between two editions of a game.
#[derive(Debug, Serialize)]
pub struct GameComparison {
    /// The costumes that differ, by number.
    pub costumes: Vec<ComparedResource>,
    /// The rooms that differ, by number.
    pub rooms: Vec<ComparedResource>,
    /// Other resources and files: `script 12`, `monster.sou`.
    pub others: Vec<CostumeDifference>,
}

/// A room or costume that differs.
#[derive(Debug, Serialize)]
pub struct ComparedResource {
    /// The number of the room or costume.
    pub id: u16,
    /// The differences.
    pub differences: Vec<CostumeDifference>,
}

impl GameComparison {
    /// Compares two games. If `out` is given, pictures of the differences are written there: cels
    /// into folders such as `costume-005`, rooms as `room-012.png`. Each picture shows the first
    /// edition, the second edition, and the pixels of the second that differ. Cels have the colours
    /// of their own game, rooms those of the first game.
    ///
    /// # Errors
    /// Returns an error if the pictures cannot be written.
    pub fn new(run: &RunFiles, first: &Game, second: &Game, out: Option<&Path>) -> Result<Self> {
        let games = [first, second];
        let colours = games.map(RoomColours::new);
        let colours = colours.each_ref();
        let mut found = Self {
            costumes: Vec::new(),
            rooms: Vec::new(),
            others: Vec::new(),
        };
        for kind in ResourceKind::ALL {
            let ids: BTreeSet<u16> = games
                .iter()
                .flat_map(|game| game.files().ids(kind))
                .collect();
            for id in ids {
                let raw = games.map(|game| game.files().load(kind, id).ok());
                let Some(what) = apart(&raw) else { continue };
                let difference = CostumeDifference::new(format!("{kind} {id}"), what);
                let (list, differences) = match kind {
                    ResourceKind::Costume => {
                        (&mut found.costumes, costume(run, games, id, colours, out)?)
                    }
                    ResourceKind::Room | ResourceKind::RoomImage
                        if found.rooms.iter().any(|room| room.id == id) =>
                    {
                        continue;
                    }
                    ResourceKind::Room | ResourceKind::RoomImage => {
                        (&mut found.rooms, room(run, games, id, out)?)
                    }
                    _ => {
                        found.others.push(difference);
                        continue;
                    }
                };
                list.push(ComparedResource {
                    id,
                    differences: differences.unwrap_or_else(|| vec![difference]),
                });
            }
        }
        found.others.extend(files(games)?);
        Ok(found)
    }

    /// Returns whether the games are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.costumes.is_empty() && self.rooms.is_empty() && self.others.is_empty()
    }
}

/// Describes the difference between the stored bytes of two resources; `None` if the bytes are
/// equal.
fn apart(raw: &[Option<RawResource>; 2]) -> Option<String> {
    match raw {
        [Some(first), Some(second)] if first.data == second.data => None,
        [Some(first), Some(second)] if first.data.len() == second.data.len() => {
            let bytes = first
                .data
                .iter()
                .zip(&second.data)
                .filter(|(first, second)| first != second)
                .count();
            Some(format!("{} of {}", plural(bytes, "byte"), first.data.len()))
        }
        [Some(first), Some(second)] => Some(format!(
            "{} bytes became {}",
            first.data.len(),
            second.data.len()
        )),
        [Some(_), None] => Some("only in the first".to_owned()),
        [None, Some(_)] => Some("only in the second".to_owned()),
        [None, None] => None,
    }
}

/// Returns the differences of a costume that both games have. Returns `None` if one of the costumes
/// cannot be read, if they have too many pixels to be compared, or if only unused bytes differ.
/// Pictures with too many pixels are skipped with a warning.
fn costume(
    run: &RunFiles,
    games: [&Game; 2],
    id: u16,
    colours: [&RoomColours; 2],
    out: Option<&Path>,
) -> Result<Option<Vec<CostumeDifference>>> {
    let read = |game: &Game| costume_input::load_costume(game, id).and_then(LoadedCostume::bounded);
    let (Ok(first), Ok(second)) = (read(games[0]), read(games[1])) else {
        return Ok(None);
    };
    let mut comparison = match CostumeComparison::new(&first, &second) {
        Ok(comparison) => comparison,
        Err(error) => {
            log::warn!("{error}");
            return Ok(None);
        }
    };
    if let Some(out) = out {
        let old = ColouredCostume::from_game(colours[0], first, id);
        let new = ColouredCostume::from_game(colours[1], second, id);
        let folder = out.join(format!("costume-{id:03}"));
        let screens = [&old.colours, &new.colours];
        let written = comparison.write_cels(run, [&old.loaded, &new.loaded], screens, &folder);
        OverLimit::or_warn(written)?;
    }
    Ok(Some(comparison.differences).filter(|differences| !differences.is_empty()))
}

/// Returns the differences of a room that both games have. Returns `None` if one of the rooms
/// cannot be read, or if only unused bytes differ.
fn room(
    run: &RunFiles,
    games: [&Game; 2],
    id: u16,
    out: Option<&Path>,
) -> Result<Option<Vec<CostumeDifference>>> {
    let (Ok(first), Ok(second)) = (games[0].room(id), games[1].room(id)) else {
        return Ok(None);
    };
    let mut found = Vec::new();
    let old = first.picture();
    let new = second.picture();
    if (old.width(), old.height()) != (new.width(), new.height()) {
        let what = format!(
            "{}x{} became {}x{}",
            old.width(),
            old.height(),
            new.width(),
            new.height()
        );
        found.push(CostumeDifference::new("size", what));
    } else {
        let pixels = old
            .pixels()
            .iter()
            .zip(new.pixels())
            .filter(|(old, new)| old != new)
            .count();
        if pixels > 0 {
            found.push(CostumeDifference::new("picture", plural(pixels, "pixel")));
        }
    }
    let palettes = [
        load::palette(&first, &games[0].dialect()),
        load::palette(&second, &games[1].dialect()),
    ];
    let colours = palettes[0]
        .iter()
        .zip(palettes[1].iter())
        .filter(|(old, new)| old != new)
        .count();
    if colours > 0 {
        found.push(CostumeDifference::new("palette", plural(colours, "colour")));
    }
    let planes = [&first, &second].map(|room| room.picture_and_planes().1);
    let differ = |number: &usize| planes[0].picture(*number) != planes[1].picture(*number);
    let differing = (1..=first.plane_count.max(second.plane_count)).filter(differ);
    found.extend(
        differing.map(|number| {
            CostumeDifference::new(format!("z-plane {number}"), "hides other pixels")
        }),
    );
    found.extend(rooms::parts(&first, &second));
    if let Some(out) = out.filter(|_| old != new || colours > 0) {
        let sheet = cels::side_by_side([&old, &new]);
        if !sheet.pixels().is_empty() {
            let bytes = output::png_bytes(&sheet, &palettes[0], None, 1)?;
            run.write(&out.join(format!("room-{id:03}.png")), |to| {
                to.write_all(&bytes)
            })?;
        }
    }
    Ok(Some(found).filter(|found| !found.is_empty()))
}

/// Returns the files that only one game has, and the differing files other than index and data
/// files: speech, music, films.
fn files(games: [&Game; 2]) -> Result<Vec<CostumeDifference>> {
    if games.iter().any(|game| game.files().is_contained()) {
        return Ok(Vec::new());
    }
    let [first, second] = [
        import::loose_files(games[0])?,
        import::loose_files(games[1])?,
    ];
    let differs = |(old, is_old_data): &(PathBuf, bool), (new, is_new_data): &(PathBuf, bool)| {
        // Index and data files are skipped here, because their contents were already compared.
        if *is_old_data && *is_new_data {
            return None;
        }
        let is_same = same_bytes(old, new).unwrap_or_else(|error| {
            log::warn!("{}", error_chain(&error));
            true
        });
        (!is_same).then(|| "different bytes".to_owned())
    };
    let found = super::parts(&first, &second, differs).into_iter();
    Ok(found
        .map(|(name, _, what)| CostumeDifference::new(name.clone(), what))
        .collect())
}

/// Returns whether two files have the same bytes. The files are read piece by piece.
fn same_bytes(first: &Path, second: &Path) -> Result<bool> {
    let [old, new] = [File::open(first)?, File::open(second)?];
    if old.metadata()?.len() != new.metadata()?.len() {
        return Ok(false);
    }
    let [mut old, mut new] = [BufReader::new(old), BufReader::new(new)];
    loop {
        let first = old.fill_buf()?;
        let second = new.fill_buf()?;
        let count = first.len().min(second.len());
        if count == 0 {
            return Ok(first.is_empty() && second.is_empty());
        }
        if first.get(..count) != second.get(..count) {
            return Ok(false);
        }
        old.consume(count);
        new.consume(count);
    }
}
