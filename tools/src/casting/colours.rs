//! Determines the room in whose colours a costume is shown (J25).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use scumm_engine::Game;
use scumm_room::Palette;

use super::{Level, ShownIn};
use crate::facts;

/// The palettes of a game's rooms, loaded when they are first needed.
pub(super) struct Palettes<'g> {
    game: &'g Game,
    of_rooms: BTreeMap<u16, Palette>,
}

impl<'g> Palettes<'g> {
    pub fn of(game: &'g Game) -> Self {
        Self {
            game,
            of_rooms: BTreeMap::new(),
        }
    }

    /// Returns the room in whose colours a costume is shown, and how well the room is known; `None`
    /// without rooms. Only the rooms with the surest level count. Of these, the function chooses
    /// the room whose colours for the costume are the most frequent, then the room with the lowest
    /// number.
    pub fn room_for(&mut self, costume: u16, rooms: &[ShownIn]) -> Option<(u16, Level)> {
        let level = rooms.iter().map(|shown| shown.level).min()?;
        let best: Vec<u16> = rooms
            .iter()
            .filter(|shown| shown.level == level)
            .map(|shown| shown.room)
            .collect();
        if let [only] = best[..] {
            return Some((only, level));
        }
        // If the costume cannot be read, all palette entries count.
        let costume = self.game.costume(costume).ok();
        let entries = costume.map_or_else(
            || (0..=u8::MAX).collect(),
            |costume| facts::palette(&costume).to_vec(),
        );
        let mut by_colours: BTreeMap<Vec<[u8; 3]>, (usize, Reverse<u16>)> = BTreeMap::new();
        for room in best.into_iter().rev() {
            let (count, lowest) = by_colours
                .entry(self.colours(room, &entries))
                .or_insert((0, Reverse(room)));
            *count = count.saturating_add(1);
            *lowest = Reverse(room);
        }
        by_colours
            .into_values()
            .max()
            .map(|(_, Reverse(room))| (room, level))
    }

    /// Returns the colours of a room at these palette entries.
    fn colours(&mut self, room: u16, entries: &[u8]) -> Vec<[u8; 3]> {
        let palette = self.of_rooms.entry(room).or_insert_with(|| {
            let mut palette = Palette::initial(&self.game.dialect());
            if let Ok(room) = self.game.room(room) {
                room.apply_palette(&mut palette);
            }
            palette
        });
        entries
            .iter()
            .map(|&entry| palette.0[usize::from(entry)])
            .collect()
    }
}
