//! Which colours a costume is shown in.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use scumm_costume::Costume;
use scumm_engine::Game;
use scumm_room::Palette;

use crate::costume_input::Loaded;
use crate::load;

/// A game's rooms as what they are here: sets of colours.
pub struct RoomColours<'g> {
    game: &'g Game,
    /// Those of all rooms that can be read, made when first needed.
    all: OnceLock<Vec<(u16, Palette)>>,
}

impl<'g> RoomColours<'g> {
    /// Those of a game.
    pub fn of(game: &'g Game) -> Self {
        Self { game, all: OnceLock::new() }
    }

    /// The colours that a game gives a costume: those of its own room. Many a costume lies in a room without colours; then those
    /// of the room that gives it the most. With the number of that room, if there is one.
    pub fn colours_of(&self, loaded: &Loaded, home: u16) -> (Option<u16>, Palette) {
        if let Some(palette) = self.of_room(home).filter(|palette| variety(&loaded.costume, palette) > 1) {
            return (Some(home), palette);
        }
        let best = self.all().iter().max_by_key(|(number, p)| (variety(&loaded.costume, p), Reverse(*number)));
        let Some((number, palette)) = best else { return (None, of_file(loaded)) };
        log::info!("{}: room {home} gives it no colours, room {number} does", loaded.name);
        (Some(*number), palette.clone())
    }

    /// The colours of every room that can be read, by number.
    pub fn all(&self) -> &[(u16, Palette)] {
        self.all.get_or_init(|| {
            let numbers: Vec<u16> = self.game.rooms().collect();
            numbers.into_par_iter().filter_map(|number| Some((number, self.of_room(number)?))).collect()
        })
    }

    fn of_room(&self, number: u16) -> Option<Palette> {
        self.game.room(number).ok().map(|room| load::palette(&room, &self.game.dialect()))
    }
}

/// Colours for a costume that comes without a room: those that an AKOS brings (A95), else greys, of 16 colours those of the machine.
pub fn of_file(loaded: &Loaded) -> Palette {
    let mut palette = Palette::greys();
    if loaded.dialect.is_sixteen_colour() {
        palette = Palette::initial(&loaded.dialect);
    }
    if let Costume::Akos(akos) = &*loaded.costume {
        for (&screen, &rgb) in akos.palette().iter().zip(akos.colours()) {
            palette[screen] = rgb;
        }
    }
    palette
}

/// How many different colours a palette gives a costume.
fn variety(costume: &Costume, palette: &Palette) -> usize {
    let own = match costume {
        Costume::Cost(cost) if cost.palette().len() > 1 => cost.palette(),
        Costume::Akos(akos) => akos.palette(),
        // Costumes of 16 fixed colours have them in every room.
        Costume::Cost(_) | Costume::V0(_) | Costume::Nes(_) => return 16,
    };
    own.iter().map(|&index| palette[index]).collect::<BTreeSet<_>>().len()
}
