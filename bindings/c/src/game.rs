//! Games and rooms.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::sync::Arc;

use scumm_engine::Game;
use scumm_room::{Room, RoomParts};

use crate::*;

/// An opened game. It never changes; its files are read when something is loaded.
pub struct CGame(pub(crate) Game);

pub(crate) fn game_of(game: Option<&CGame>) -> Result<&Game> {
    given(game, "the game").map(|game| &game.0)
}

/// Opens the folder of a game, or a game by its index file.
///
/// # Safety
/// `path` ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_open(
    path: *const c_char,
    game: New<'_, CGame>,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || {
        hand_out(game, CGame(Game::open(unsafe { text(path, "the path")? })?))
    })
}

/// A file of a game that lies in memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CFile {
    /// Its name, as on disk.
    pub name: *const c_char,
    /// Its bytes.
    pub data: *const u8,
    /// How many there are.
    pub len: usize,
}

/// Opens a game whose files are in memory: index and data files. They are copied.
///
/// # Safety
/// `files` leads to `count` of them, each as long as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_of_files(
    files: *const CFile,
    count: usize,
    game: New<'_, CGame>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let copied = unsafe { slice(files, count, "the files")? }
            .iter()
            .map(|file| {
                // SAFETY: as the caller promises.
                let (name, data) = unsafe {
                    (
                        text(file.name, "a file's name")?,
                        slice(file.data, file.len, "a file")?,
                    )
                };
                Ok((name.to_owned(), Cow::Owned(data.to_vec())))
            });
        hand_out(
            game,
            CGame(Game::from_files(copied.collect::<Result<Vec<_>>>()?)?),
        )
    })
}

/// Frees a game; null is nothing. Stages keep what they need of it.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_free(game: *mut CGame) {
    // SAFETY: as the caller promises.
    unsafe { free(game) };
}

/// Which SCUMM a game is.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_dialect(
    game: Option<&CGame>,
    dialect: New<'_, CDialect>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(dialect, CDialect(game_of(game)?.dialect()))
    })
}

/// The same game, played as another dialect: for what its files do not tell.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_with_dialect(
    game: Option<&CGame>,
    dialect: Option<&CDialect>,
    other: New<'_, CGame>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(
            other,
            CGame(game_of(game)?.clone().with_dialect(dialect_of(dialect)?)),
        )
    })
}

/// What was found, in a line of UTF-8 without a closing zero.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_describe(
    game: Option<&CGame>,
    line: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(line, CBytes(game_of(game)?.describe().into_bytes()))
    })
}

/// A room's name in UTF-8 without a closing zero; empty where the index has none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_room_name(
    game: Option<&CGame>,
    room: u16,
    name: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(
            name,
            CBytes(
                game_of(game)?
                    .room_name(room)
                    .unwrap_or_default()
                    .as_bytes()
                    .to_vec(),
            ),
        )
    })
}

/// Writes as many numbers as there is room for, and says how many there are.
///
/// # Safety
/// `ids` is null or has room for `room` numbers.
unsafe fn numbers(found: &[u16], ids: *mut u16, room: usize, count: Out<'_, usize>) -> Result<()> {
    if ids.is_null() && room != 0 {
        return Err(Failure::null("the numbers"));
    }
    put(count, found.len())?;
    // SAFETY: there is room for `room` of them, as the caller promises.
    unsafe { std::ptr::copy_nonoverlapping(found.as_ptr(), ids, found.len().min(room)) };
    Ok(())
}

/// The numbers of all rooms of the index, ascending: as many as `room` allows; `count` becomes how many there are.
///
/// # Safety
/// `ids` is null or has room for `room` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_rooms(
    game: Option<&CGame>,
    ids: *mut u16,
    room: usize,
    count: Out<'_, usize>,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || unsafe {
        numbers(
            &game_of(game)?.rooms().collect::<Vec<_>>(),
            ids,
            room,
            count,
        )
    })
}

/// The numbers of all costumes of the index, as `wardrobe_game_rooms`.
///
/// # Safety
/// `ids` is null or has room for `room` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_costumes(
    game: Option<&CGame>,
    ids: *mut u16,
    room: usize,
    count: Out<'_, usize>,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || unsafe {
        numbers(
            &game_of(game)?.costumes().collect::<Vec<_>>(),
            ids,
            room,
            count,
        )
    })
}

/// Loads and parses a costume.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_costume(
    game: Option<&CGame>,
    number: u16,
    costume: New<'_, CCostume>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(
            costume,
            CCostume::new(Arc::new(game_of(game)?.costume(number)?), Arc::new([])),
        )
    })
}

/// Loads a costume as it is stored, with its header: what `wardrobe_costume_parse` takes.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_costume_data(
    game: Option<&CGame>,
    number: u16,
    data: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(data, CBytes(game_of(game)?.load_costume(number)?.data))
    })
}

/// Loads a room as it is stored, with its header: what `wardrobe_room_parse` takes.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_room_data(
    game: Option<&CGame>,
    number: u16,
    data: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(data, CBytes(game_of(game)?.load_room(number)?.room.data))
    })
}

/// Humongous, from 9.0 on: the blend table of an image.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_blend_table(
    game: Option<&CGame>,
    image: u16,
    table: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(table, CBytes(game_of(game)?.blend_table(image)?.to_vec()))
    })
}

/// The blend table in an image resource: what `wardrobe_stage_insert_xmap` takes.
///
/// # Safety
/// `data` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_blend_table(
    data: *const u8,
    len: usize,
    table: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || {
        hand_out(
            table,
            CBytes(scumm_engine::blend_table(unsafe { slice(data, len, "the image")? })?.to_vec()),
        )
    })
}

/// A parsed room. It never changes; stages may share it.
pub struct CRoom(pub(crate) Arc<Room>);

pub(crate) fn room_of(room: Option<&CRoom>) -> Result<&Arc<Room>> {
    given(room, "the room").map(|room| &room.0)
}

/// The resources that make up a room, each a raw block with its header.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CRoomParts {
    /// sizeof(WardrobeRoomParts).
    pub size: u32,
    /// The room's number, 0 where it is not known.
    pub number: u16,
    /// ROOM, RO, or the start of an old room file.
    pub room: CTable,
    /// Humongous, from 7.0 on: RMIM.
    pub image: CTable,
    /// Version 8: RMSC.
    pub scripts: CTable,
    /// Version 8: the names of objects; null where there are none.
    pub object_names: *const *const c_char,
    /// Version 8: their numbers.
    pub object_numbers: *const u16,
    /// How many there are.
    pub objects: usize,
}

/// Parses a room.
///
/// # Safety
/// `parts` leads to as many bytes as it says, and what it names is as long as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_parse(
    parts: *const CRoomParts,
    dialect: Option<&CDialect>,
    room: New<'_, CRoom>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        // SAFETY: as the caller promises.
        let parts = unsafe { read(parts, none(), "the parts")? };
        let (names, numbers, count) = (parts.object_names, parts.object_numbers, parts.objects);
        // SAFETY: as the caller promises.
        let (names, numbers) = unsafe {
            (
                slice(names, count, "the objects")?,
                slice(numbers, count, "the objects")?,
            )
        };
        // SAFETY: as the caller promises.
        let named = |(&name, &number)| {
            Ok((
                unsafe { text(name, "an object's name")? }.to_owned(),
                number,
            ))
        };
        let names = names
            .iter()
            .zip(numbers)
            .map(named)
            .collect::<Result<BTreeMap<_, _>>>()?;
        // SAFETY: as the caller promises.
        let part = |table: &CTable, what| {
            unsafe { slice(table.data, table.len, what) }
                .map(|part| (!part.is_empty()).then_some(part))
        };
        let given = RoomParts {
            image: part(&parts.image, "the image")?,
            scripts: part(&parts.scripts, "the scripts")?,
            object_names: (!names.is_empty()).then_some(&names),
            number: parts.number,
            ..RoomParts::new(part(&parts.room, "the room")?.unwrap_or_default())
        };
        hand_out(
            room,
            CRoom(Arc::new(Room::parse(&given, &dialect_of(dialect)?)?)),
        )
    })
}

/// Loads and parses a room of a game.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_room(
    game: Option<&CGame>,
    number: u16,
    room: New<'_, CRoom>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(room, CRoom(Arc::new(game_of(game)?.room(number)?)))
    })
}

/// What a room is.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CRoomInfo {
    /// sizeof(WardrobeRoomInfo).
    pub size: u32,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Objects.
    pub objects: u32,
    /// Walk boxes.
    pub boxes: u32,
    /// Planes, plane 0 not counted.
    pub planes: u32,
    /// Stored palettes.
    pub palettes: u32,
}

/// Tells what a room is.
///
/// # Safety
/// `info` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_info(
    room: Option<&CRoom>,
    info: *mut CRoomInfo,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let room = room_of(room)?;
        let [width, height, planes] = [room.width, room.height, room.plane_count].map(|n| n as u32);
        let [objects, boxes, palettes] =
            [room.objects.len(), room.boxes.len(), room.palettes.len()].map(|n| n as u32);
        let value = CRoomInfo {
            width,
            height,
            objects,
            boxes,
            planes,
            palettes,
            ..none()
        };
        // SAFETY: as the caller promises.
        unsafe { write(info, &value, "the information") }
    })
}

/// The number of a room's object at `index`, from 0 to `objects` of `wardrobe_room_info`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_room_object(
    room: Option<&CRoom>,
    index: usize,
    object: Out<'_, u16>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        put(object, at(&room_of(room)?.objects, index, "object")?.id)
    })
}

/// Frees a handle on a room; null is nothing. Stages keep the room.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_free(room: *mut CRoom) {
    // SAFETY: as the caller promises.
    unsafe { free(room) };
}
