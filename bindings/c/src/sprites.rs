//! The sprites of the Nintendo, which are stored apart from the costumes (Q12, Q41).

use std::sync::Arc;

use scumm_costume::{Costume, SpriteSet};
use scumm_room::{Error, Misuse};

use crate::*;

/// Number of the blocks of a set of sprites.
pub const WARDROBE_SPRITE_BLOCKS: usize = 6;

/// A set of sprites of the Nintendo: the pictures, tiles and colours of all costumes.
pub struct CSprites(HandleLock<Arc<SpriteSet>>);

fn lock_sprites(sprites: Option<&CSprites>) -> Result<HandleGuard<'_, Arc<SpriteSet>>> {
    lock(sprites.map(|sprites| &sprites.0), "the sprites")
}

/// Creates an empty set of sprites of the Nintendo. The caller frees it with
/// `wardrobe_sprites_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_sprites_new(
    sprites: NewHandle<'_, CSprites>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let set = Arc::new(SpriteSet::default());
        new_handle(sprites, CSprites(HandleLock::new(set)))
    })
}

/// Frees a set of sprites. Passing null is allowed and does nothing. Costumes that were created
/// with the set keep their sprites.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_sprites_free(sprites: *mut CSprites) {
    // SAFETY: as the caller promises.
    unsafe { free(sprites) };
}

/// Replaces the set by a stored one. Tiles that the stored set does not contain are kept from the
/// previous set (Q12). `blocks` has the six blocks of the set as stored, each with its size: the
/// costumes 25, 27, 29, 31, 33 and 35, or for the second set 26, 28, 30, 32, 34 and 36 (Q6).
/// Costumes that were created with the set do not change. Returns `WARDROBE_CODE_MALFORMED` if a
/// block is too short; the set is not changed then.
///
/// # Safety
/// `blocks` must point to `WARDROBE_SPRITE_BLOCKS` tables, and each table to as many bytes as its
/// length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_sprites_take(
    sprites: Option<&CSprites>,
    blocks: *const CTable,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let mut sprites = lock_sprites(sprites)?;
        // SAFETY: as the caller promises.
        let tables = unsafe { slice(blocks, WARDROBE_SPRITE_BLOCKS, "the blocks")? };
        let mut borrowed = [&[][..]; WARDROBE_SPRITE_BLOCKS];
        for (block, table) in borrowed.iter_mut().zip(tables) {
            // SAFETY: as the caller promises.
            *block = unsafe { table.bytes("a block of sprites")? };
        }
        Arc::make_mut(&mut sprites).take(borrowed)?;
        Ok(())
    })
}

/// Creates a costume of the Nintendo that is drawn with a set of sprites. `number` is the number
/// of the costume in the game, which selects its pictures in the set (Q41). The new costume has
/// its own handle, and later changes of the set do not change it. Returns `WARDROBE_CODE_MISUSE`
/// for a costume of another machine.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_with_sprites(
    costume: Option<&CCostume>,
    number: u16,
    sprites: Option<&CSprites>,
    result: NewHandle<'_, CCostume>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = costume_of(costume)?;
        let sprites = lock_sprites(sprites)?;
        let Costume::Nes(nes) = &*costume.costume else {
            let message = "only costumes of the Nintendo have sets of sprites";
            return Err(Error::misuse(Misuse::WrongVersion, message).into());
        };
        let nes = nes.clone().with_sprites(number, Arc::clone(&sprites));
        new_handle(result, costume.replaced(Costume::Nes(nes)))
    })
}
