//! What the Nintendo's stage remembers of rooms and costumes (Q11, Q12, Q27).

use std::sync::Arc;

use scumm_costume::{Costume, Damage, SpriteSet};
use scumm_room::nes::{BASE_TILES, TileBlock, TileTables};
use scumm_room::{Error, Result, Room};

use crate::stage::Backdrop;
use crate::{Game, Stage};

/// The machine's memory: tables that rooms write into, and the set of sprites in force.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct NesState {
    pub tables: TileTables,
    pub sprites: SpriteSet,
}

/// The numbers of the blocks that stand among costumes and are none: tables of sprites, tiles (Q6).
const BLOCKS: std::ops::RangeInclusive<u16> = 25..=76;

impl Stage {
    /// Makes a block known that stands among costumes and is none: tables of sprites and tiles, numbers 25 to 76 (Q6). The
    /// Nintendo only; [`Self::start_tables`] begins with them.
    pub fn insert_block(&mut self, number: u16, block: Arc<[u8]>) {
        self.blocks.insert(number, block);
    }

    /// Takes all such blocks of a game.
    pub(crate) fn insert_blocks_of(&mut self, game: &Game) {
        for number in BLOCKS {
            if let Ok(raw) = game.load_costume(number) {
                self.insert_block(number, raw.data.into());
            }
        }
    }

    /// Begins with the machine's memory as it is at the start of the game: the base tiles, the costume set where its blocks are
    /// there, and what the present room writes (Q11, Q12).
    ///
    /// # Errors
    /// A damaged block.
    pub fn start_tables(&mut self, set: u8) -> Result<()> {
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

    /// Takes another costume set, 0 or 1; nobody is drawn again for it (Q12).
    ///
    /// # Errors
    /// The stage does not have the set's blocks, or one is damaged.
    pub fn use_costume_set(&mut self, set: u8) -> Result<()> {
        let missing = |number| {
            Error::Misuse(format!(
                "there is no block {number} of costume set {set} on this stage"
            ))
        };
        let mut blocks = [&[][..]; 6];
        for (block, number) in blocks.iter_mut().zip(SpriteSet::numbers(set)) {
            *block = self.blocks.get(&number).ok_or_else(|| missing(number))?;
        }
        let nes = self.state.nes.get_or_insert_default();
        nes.sprites.take(blocks)
    }

    /// Puts another room in the place of the present one, as if it were the same (Q22, Q27): actors stay, with their strips and
    /// the numbers of their boxes. The next frame is a full one.
    pub fn replace_room(&mut self, room: Arc<Room>) {
        self.backdrop = Backdrop::Room(room);
        self.state.camera.enter_room(self.backdrop.width());
        self.furnish_room();
        self.redraw_mut().full = true;
    }

    /// A block of tiles, if the stage has it.
    fn tiles(&self, number: u16) -> Result<Option<TileBlock>> {
        self.blocks
            .get(&number)
            .map(|block| TileBlock::parse(block))
            .transpose()
    }

    /// Lets the room write into the tables.
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

    /// The colour that stands for black: in the dark, and where no room is.
    pub(crate) fn black(&self) -> u8 {
        if self.dialect.is_nes() {
            scumm_room::nes::BLACK
        } else {
            0
        }
    }
}

impl Game {
    /// The Nintendo: the room with the tiles of which its picture is made, as far as the game has them.
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

    /// The Nintendo: the costume with the sprites of the first set, which all costumes are meant for. A set that is damaged or
    /// not there is a finding, and nothing is seen of the costume.
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

    /// The first set of sprites.
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
