//! The state of a Nintendo stage that a change of room keeps: tables and sprite sets (Q11, Q12,
//! Q27).

use std::sync::Arc;

use scumm_costume::{Costume, Damage, SpriteSet};
use scumm_room::nes::{BASE_TILES, TileBlock, TileTables};
use scumm_room::{Error, Misuse, Result, Room};

use crate::stage::Backdrop;
use crate::{Game, Stage};

/// The memory of the machine: the tables that rooms write into, and the current sprite set.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct NesState {
    pub tables: TileTables,
    pub sprites: SpriteSet,
}

/// The numbers of the blocks that are stored among the costumes but are not costumes: tables of
/// sprites and tiles (Q6).
const BLOCKS: std::ops::RangeInclusive<u16> = 25..=76;

impl Stage {
    /// Adds a block that is stored among the costumes but is not a costume: a table of sprites or
    /// tiles, numbers 25 to 76 (Q6). Nintendo only. [`Self::reset_tables`] uses the blocks.
    pub fn insert_block(&mut self, number: u16, block: Arc<[u8]>) {
        self.blocks.insert(number, block);
    }

    /// Adds all blocks of sprites and tiles of a game.
    pub(crate) fn insert_blocks_of(&mut self, game: &Game) {
        for number in BLOCKS {
            if let Ok(raw) = game.load_costume(number) {
                self.insert_block(number, raw.data.into());
            }
        }
    }

    /// Sets the machine's memory to its state at the start of the game: the base tiles, costume set
    /// `set` if the stage has its blocks, and the writes of the current room (Q11, Q12).
    ///
    /// # Errors
    /// Returns an error if a block is damaged.
    pub fn reset_tables(&mut self, set: u8) -> Result<()> {
        let base = self.tiles(BASE_TILES)?;
        let nes = NesState {
            tables: TileTables::new(base.as_ref()),
            sprites: SpriteSet::default(),
        };
        self.state.nes = Some(Box::new(nes));
        if SpriteSet::numbers(set)
            .iter()
            .all(|number| self.blocks.contains_key(number))
        {
            self.use_costume_set(set)?;
        }
        self.enter_tables();
        Ok(())
    }

    /// Switches to costume set 0 or 1. No actor is redrawn for the change (Q12).
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the stage does not have the blocks of the set, and another
    /// error if a block is damaged.
    pub fn use_costume_set(&mut self, set: u8) -> Result<()> {
        let missing = |number| {
            Error::misuse(
                Misuse::Missing,
                format!("there is no block {number} of costume set {set} on this stage"),
            )
        };
        let mut blocks = [&[][..]; 6];
        for (block, number) in blocks.iter_mut().zip(SpriteSet::numbers(set)) {
            *block = self.blocks.get(&number).ok_or_else(|| missing(number))?;
        }
        let nes = self.state.nes.get_or_insert_default();
        nes.sprites.take(blocks)
    }

    /// Replaces the current room without leaving it (Q22, Q27): actors stay, with their strips and
    /// the numbers of their boxes. The next frame is a full redraw.
    pub fn replace_room(&mut self, room: Arc<Room>) {
        self.backdrop = Backdrop::Room(room);
        self.state.camera.enter_room(self.backdrop.width());
        self.furnish_room();
        self.redraw_mut().full = true;
    }

    /// Returns a block of tiles, or `None` if the stage does not have it.
    fn tiles(&self, number: u16) -> Result<Option<TileBlock>> {
        self.blocks
            .get(&number)
            .map(|block| TileBlock::parse(block))
            .transpose()
    }

    /// Writes the data of the room into the tables.
    pub(crate) fn enter_tables(&mut self) {
        let Some(room) = self.backdrop.room().cloned() else {
            return;
        };
        let Some(set) = room.tile_set() else { return };
        let tiles = self.tiles(set).unwrap_or_else(|error| {
            log::warn!("the tiles of the room: {error}");
            None
        });
        self.state
            .nes
            .get_or_insert_default()
            .tables
            .enter(&room, tiles.as_ref());
    }

    /// Returns the colour that is used for black in dark rooms and while the stage has no room.
    pub(crate) fn black(&self) -> u8 {
        if self.dialect.is_nes() {
            scumm_room::nes::BLACK
        } else {
            0
        }
    }
}

impl Game {
    /// Nintendo: loads the tiles of the room's picture and adds them to the room. A room without a
    /// tile set does not change.
    pub(crate) fn with_tiles(&self, mut room: Room) -> Result<Room> {
        if let Some(set) = room.tile_set() {
            let tiles = |number| {
                let raw = self.load_costume(number)?;
                TileBlock::parse(&raw.data).map_err(|error| raw.place_error(error))
            };
            let base = tiles(BASE_TILES)?;
            let own = tiles(set)?;
            room.set_tiles(Some(&base), Some(&own));
        }
        Ok(room)
    }

    /// Nintendo: adds the sprites of the first set to the costume. All costumes are drawn for this
    /// set. If the set is damaged or missing, the function records a finding, and the costume shows
    /// nothing.
    pub(crate) fn with_sprites(
        &self,
        number: u16,
        costume: Costume,
        damage: &mut Damage,
    ) -> Result<Costume> {
        let Costume::Nes(costume) = costume else {
            return Ok(costume);
        };
        Ok(Costume::Nes(match damage.accept(self.sprites())? {
            Some(sprites) => costume.with_sprites(number, Arc::new(sprites)),
            None => costume,
        }))
    }

    /// Loads the first set of sprites.
    fn sprites(&self) -> Result<SpriteSet> {
        let blocks: Vec<_> = SpriteSet::numbers(0)
            .into_iter()
            .map(|block| self.load_costume(block))
            .collect::<Result<_>>()?;
        let mut of = [&[][..]; 6];
        of.iter_mut()
            .zip(&blocks)
            .for_each(|(block, raw)| *block = &raw.data);
        SpriteSet::new(of)
    }
}
