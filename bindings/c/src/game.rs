//! Games and rooms.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::c_char;
use std::sync::Arc;

use scumm_bindings::OpenGame;
use scumm_engine::Game;
use scumm_room::{Room, RoomParts};

use crate::*;

/// An opened game. It is immutable. Files are read when a resource is loaded. Threads may share it.
pub struct CGame(pub(crate) OpenGame);

pub(crate) fn game_of(game: Option<&CGame>) -> Result<&OpenGame> {
    required(game, "the game").map(|game| &game.0)
}

/// Opens a game by its folder or by its index file. The caller frees it with `wardrobe_game_free`.
/// Returns `WARDROBE_CODE_NOT_FOUND` if the folder contains no known game.
///
/// # Safety
/// `path` must be zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_open(
    path: *const c_char,
    game: NewHandle<'_, CGame>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let path = unsafe { text(path, "the path")? };
        new_handle(game, CGame(Game::open(path)?.into()))
    })
}

/// A file of a game in memory.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CFile {
    /// Name of the file, as on disk.
    pub name: *const c_char,
    /// Address of the bytes.
    pub data: *const u8,
    /// Number of bytes.
    pub len: usize,
}

/// Opens a game whose index and data files are in memory. The bytes are copied.
///
/// # Safety
/// `files` must point to `count` files, each as long as its length says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_of_files(
    files: *const CFile,
    count: usize,
    game: NewHandle<'_, CGame>,
    error: ErrorOut<'_>,
) -> ResultCode {
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
        new_handle(game, CGame(Game::from_files(copied)?.into()))
    })
}

/// Frees a game. Passing null is allowed and does nothing. Stages keep the parts that they need.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_free(game: *mut CGame) {
    // SAFETY: as the caller promises.
    unsafe { free(game) };
}

/// Returns the dialect of a game. The caller frees it.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_dialect(
    game: Option<&CGame>,
    dialect: NewHandle<'_, CDialect>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        new_handle(dialect, CDialect(game_of(game)?.dialect()))
    })
}

/// Returns a game with the same files and another dialect. The dialect can set properties that the
/// files do not contain.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_with_dialect(
    game: Option<&CGame>,
    dialect: Option<&CDialect>,
    other: NewHandle<'_, CGame>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let game = game_of(game)?.in_dialect(dialect_of(dialect)?);
        new_handle(other, CGame(game.into()))
    })
}

/// Returns a description of the game: a line in UTF-8 without a terminating zero.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_describe(
    game: Option<&CGame>,
    line: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        new_handle(line, CBytes(game_of(game)?.describe().into_bytes()))
    })
}

/// Returns the name of a room in UTF-8, without a terminating zero. Empty if the index has no name.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_room_name(
    game: Option<&CGame>,
    room: u16,
    name: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = game_of(game)?.room_name(room).unwrap_or_default();
        new_handle(name, CBytes(found.as_bytes().to_vec()))
    })
}

/// Writes the numbers of the rooms in the index to the array `ids`, in ascending order. `capacity`
/// is the number of elements for which the array has space; further numbers are not written.
/// `count` becomes the number of all rooms. `ids` may be null if `capacity` is 0.
///
/// # Safety
/// `ids` must be null or have space for `capacity` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_rooms(
    game: Option<&CGame>,
    ids: *mut u16,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found: Vec<u16> = game_of(game)?.rooms().collect();
        // SAFETY: as the caller promises.
        unsafe { write_elements(&found, ids, capacity, count, "the numbers") }
    })
}

/// Writes the numbers of the costumes in the index to an array. See `wardrobe_game_rooms` for the
/// parameters.
///
/// # Safety
/// `ids` must be null or have space for `capacity` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_game_costumes(
    game: Option<&CGame>,
    ids: *mut u16,
    capacity: usize,
    count: Out<'_, usize>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found: Vec<u16> = game_of(game)?.costumes().collect();
        // SAFETY: as the caller promises.
        unsafe { write_elements(&found, ids, capacity, count, "the numbers") }
    })
}

/// Loads and parses a costume. The caller frees it. Returns `WARDROBE_CODE_NOT_FOUND` if the game
/// does not have the costume.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_costume(
    game: Option<&CGame>,
    number: u16,
    costume: NewHandle<'_, CCostume>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let parsed = game_of(game)?.costume(number)?;
        new_handle(costume, CCostume::new(Arc::new(parsed), Arc::new([])))
    })
}

/// Loads the raw block of a costume with its header, as `wardrobe_costume_parse` takes it. Returns
/// `WARDROBE_CODE_NOT_FOUND` if the game does not have the costume.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_costume_data(
    game: Option<&CGame>,
    number: u16,
    data: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let loaded = game_of(game)?.load_costume(number)?;
        new_handle(data, CBytes(loaded.data))
    })
}

/// Loads the raw block of a room with its header, as `wardrobe_room_parse` takes it. Returns
/// `WARDROBE_CODE_NOT_FOUND` if the game does not have the room.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_room_data(
    game: Option<&CGame>,
    number: u16,
    data: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let loaded = game_of(game)?.load_room(number)?;
        new_handle(data, CBytes(loaded.room.data))
    })
}

/// HE90 and later: loads the blend table of an image, 65536 bytes. Returns
/// `WARDROBE_CODE_NOT_FOUND` if the game does not have the image, and `WARDROBE_CODE_MALFORMED` if
/// the image has no table.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_blend_table(
    game: Option<&CGame>,
    image: u16,
    table: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = game_of(game)?.blend_table(image)?;
        new_handle(table, CBytes(found.to_vec()))
    })
}

/// HE90 and later: reads the blend table from an image resource: 65536 bytes, as
/// `wardrobe_stage_set_table` takes them with `WARDROBE_STAGE_TABLE_XMAP`. Returns
/// `WARDROBE_CODE_MALFORMED` if the image has no table.
///
/// # Safety
/// `data` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_blend_table(
    data: *const u8,
    len: usize,
    table: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let image = unsafe { slice(data, len, "the image")? };
        let found = scumm_engine::blend_table(image)?;
        new_handle(table, CBytes(found.to_vec()))
    })
}

/// A parsed room. It is immutable; threads and stages may share it.
pub struct CRoom(pub(crate) Arc<Room>);

pub(crate) fn room_of(room: Option<&CRoom>) -> Result<&Arc<Room>> {
    required(room, "the room").map(|room| &room.0)
}

/// The resources of a room, each a raw block with its header.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CRoomParts {
    /// sizeof(WardrobeRoomParts).
    pub size: u32,
    /// Number of the room's resource, which equals the number of the room unless a script defines
    /// the room under another number; 0 if it is unknown. A few rules of old rooms depend on it.
    pub number: u16,
    /// The block ROOM or RO, or the start of an old room file.
    pub room: CTable,
    /// HE70 and later: the block RMIM.
    pub image: CTable,
    /// Version 8: the block RMSC.
    pub scripts: CTable,
    /// Version 8: the names of objects; null if there are none.
    pub object_names: *const *const c_char,
    /// Version 8: the numbers of these objects.
    pub object_numbers: *const u16,
    /// Number of elements of `object_names` and of `object_numbers`.
    pub objects: usize,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CRoomParts {}

/// Parses a room. The caller frees it with `wardrobe_room_free`. Returns `WARDROBE_CODE_MALFORMED`
/// if the blocks are not a room of the dialect.
///
/// # Safety
/// `parts` must point to `parts->size` bytes. The tables in it must be as long as their lengths
/// say, and `object_names` and `object_numbers` must have `objects` elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_parse(
    parts: *const CRoomParts,
    dialect: Option<&CDialect>,
    room: NewHandle<'_, CRoom>,
    error: ErrorOut<'_>,
) -> ResultCode {
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
/// The arrays must have as many elements as the parts say, and each name must be zero-terminated.
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

/// Loads and parses a room of a game. The caller frees it. Returns `WARDROBE_CODE_NOT_FOUND` if the
/// game does not have the room.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_game_room(
    game: Option<&CGame>,
    number: u16,
    room: NewHandle<'_, CRoom>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let loaded = game_of(game)?.room(number)?;
        new_handle(room, CRoom(Arc::new(loaded)))
    })
}

/// Properties of a room.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CRoomInfo {
    /// sizeof(WardrobeRoomInfo).
    pub size: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Number of objects.
    pub objects: u32,
    /// Number of walk boxes.
    pub boxes: u32,
    /// Number of planes, without plane 0.
    pub planes: u32,
    /// Number of stored palettes.
    pub palettes: u32,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CRoomInfo {}

/// Reads the properties of a room.
///
/// # Safety
/// `info` must point to `info->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_info(
    room: Option<&CRoom>,
    info: *mut CRoomInfo,
    error: ErrorOut<'_>,
) -> ResultCode {
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

/// Reads the number of the object at `index`. The index must be less than `objects` of
/// `wardrobe_room_info`; otherwise the call returns `WARDROBE_CODE_NOT_FOUND`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_room_object(
    room: Option<&CRoom>,
    index: usize,
    object: Out<'_, u16>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = element(&room_of(room)?.objects, index, "object")?;
        write_output(object, found.id)
    })
}

/// Frees a handle to a room. Passing null is allowed and does nothing. Stages keep the room.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_room_free(room: *mut CRoom) {
    // SAFETY: as the caller promises.
    unsafe { free(room) };
}
