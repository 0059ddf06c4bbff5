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
    required(game, "the game").map(|game| &game.0)
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
    call(error, || {
        // SAFETY: as the caller promises.
        let path = unsafe { text(path, "the path")? };
        new_handle(game, CGame(Game::open(path)?))
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
        let files = unsafe { slice(files, count, "the files")? };
        let mut copied = Vec::new();
        for file in files {
            // SAFETY: as the caller promises.
            let name = unsafe { text(file.name, "a file's name")? };
            // SAFETY: as the caller promises.
            let data = unsafe { slice(file.data, file.len, "a file")? };
            copied.push((name.to_owned(), Cow::Owned(data.to_vec())));
        }
        new_handle(game, CGame(Game::from_files(copied)?))
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
        new_handle(dialect, CDialect(game_of(game)?.dialect()))
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
        let game = game_of(game)?.clone();
        let dialect = dialect_of(dialect)?;
        new_handle(other, CGame(game.with_dialect(dialect)))
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
        new_handle(line, CBytes(game_of(game)?.describe().into_bytes()))
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
        let found = game_of(game)?.room_name(room).unwrap_or_default();
        new_handle(name, CBytes(found.as_bytes().to_vec()))
    })
}

/// Writes as many numbers as there is room for, and says how many there are.
///
/// # Safety
/// `ids` is null or has room for `room` numbers.
unsafe fn write_numbers(
    found: &[u16],
    ids: *mut u16,
    room: usize,
    count: Out<'_, usize>,
) -> Result<()> {
    if ids.is_null() && room != 0 {
        return Err(Failure::null("the numbers"));
    }
    write_output(count, found.len())?;
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
    call(error, || {
        let found: Vec<u16> = game_of(game)?.rooms().collect();
        // SAFETY: as the caller promises.
        unsafe { write_numbers(&found, ids, room, count) }
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
    call(error, || {
        let found: Vec<u16> = game_of(game)?.costumes().collect();
        // SAFETY: as the caller promises.
        unsafe { write_numbers(&found, ids, room, count) }
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
        let parsed = game_of(game)?.costume(number)?;
        new_handle(costume, CCostume::new(Arc::new(parsed), Arc::new([])))
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
        let loaded = game_of(game)?.load_costume(number)?;
        new_handle(data, CBytes(loaded.data))
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
        let loaded = game_of(game)?.load_room(number)?;
        new_handle(data, CBytes(loaded.room.data))
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
        let found = game_of(game)?.blend_table(image)?;
        new_handle(table, CBytes(found.to_vec()))
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
    call(error, || {
        // SAFETY: as the caller promises.
        let image = unsafe { slice(data, len, "the image")? };
        let found = scumm_engine::blend_table(image)?;
        new_handle(table, CBytes(found.to_vec()))
    })
}

/// A parsed room. It never changes; stages may share it.
pub struct CRoom(pub(crate) Arc<Room>);

pub(crate) fn room_of(room: Option<&CRoom>) -> Result<&Arc<Room>> {
    required(room, "the room").map(|room| &room.0)
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

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CRoomParts {}

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
        let parts = unsafe { read(parts, zeroed, "the parts")? };
        // SAFETY: as the caller promises.
        let object_names = unsafe { object_names(&parts)? };
        let mut given = RoomParts {
            number: parts.number,
            // SAFETY: as the caller promises.
            ..RoomParts::new(unsafe { parts.room.bytes("the room")? })
        };
        if parts.image.len != 0 {
            // SAFETY: as the caller promises.
            given.image = Some(unsafe { parts.image.bytes("the image")? });
        }
        if parts.scripts.len != 0 {
            // SAFETY: as the caller promises.
            given.scripts = Some(unsafe { parts.scripts.bytes("the scripts")? });
        }
        if !object_names.is_empty() {
            given.object_names = Some(&object_names);
        }
        let parsed = Room::parse(&given, &dialect_of(dialect)?)?;
        new_handle(room, CRoom(Arc::new(parsed)))
    })
}

/// Copies the names of objects with their numbers.
///
/// # Safety
/// The arrays are as long as the parts say, and each name ends with a zero.
unsafe fn object_names(parts: &CRoomParts) -> Result<BTreeMap<String, u16>> {
    // SAFETY: as the caller promises.
    let names = unsafe { slice(parts.object_names, parts.objects, "the objects")? };
    // SAFETY: as the caller promises.
    let numbers = unsafe { slice(parts.object_numbers, parts.objects, "the objects")? };
    let mut found = BTreeMap::new();
    for (&name, &number) in names.iter().zip(numbers) {
        // SAFETY: as the caller promises.
        let name = unsafe { text(name, "an object's name")? };
        found.insert(name.to_owned(), number);
    }
    Ok(found)
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
        let loaded = game_of(game)?.room(number)?;
        new_handle(room, CRoom(Arc::new(loaded)))
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

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CRoomInfo {}

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
        let value = CRoomInfo {
            width: room.width as u32,
            height: room.height as u32,
            objects: room.objects.len() as u32,
            boxes: room.boxes.len() as u32,
            planes: room.plane_count as u32,
            palettes: room.palettes.len() as u32,
            ..zeroed()
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
        let found = element(&room_of(room)?.objects, index, "object")?;
        write_output(object, found.id)
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
