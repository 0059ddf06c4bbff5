//! Operations by name: the script operations on a stage and its actors.

use std::ffi::c_char;

use scumm_bindings::{operation_name, plain_operands, read_named_operation};
use scumm_engine::{Operation, Reply, operands};

use crate::*;

/// The kinds of replies.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CReplyKind {
    /// The operation returns nothing.
    Nothing = 0,
    /// `value` is a flag, 0 or 1.
    Flag = 1,
    /// `value` is a number.
    Number = 2,
    /// `value` is the number of an actor, 0 for none.
    Actor = 3,
    /// `x` and `y` are a position in the room, `value` is the number of the box there.
    Place = 4,
}

/// The reply of an operation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CReply {
    /// sizeof(WardrobeReply).
    pub size: u32,
    /// A `WardrobeReplyKind`.
    pub kind: u32,
    /// A flag, a number, or the number of an actor or a box.
    pub value: i64,
    /// Column of a position.
    pub x: i32,
    /// Row of a position.
    pub y: i32,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers.
unsafe impl SizedStruct for CReply {}

impl CReply {
    fn new(kind: CReplyKind, value: i64) -> Self {
        Self {
            kind: kind as u32,
            value,
            ..zeroed()
        }
    }

    /// Converts a reply.
    fn from_reply(reply: Reply) -> Self {
        match reply {
            Reply::Flag(flag) => Self::new(CReplyKind::Flag, flag.into()),
            Reply::Number(number) => Self::new(CReplyKind::Number, number),
            Reply::Actor(actor) => Self::new(CReplyKind::Actor, actor.unwrap_or(0).into()),
            Reply::Place { at, number } => Self {
                x: at.x.into(),
                y: at.y.into(),
                ..Self::new(CReplyKind::Place, number.into())
            },
            _ => Self::new(CReplyKind::Nothing, 0),
        }
    }
}

/// Applies an operation. `name` is the name of the operation in scenes, or the name of its method
/// in Rust (`costume` or `set_costume`). The operands are the same as in scenes and have the same
/// units; all of them are numbers, and a flag is 0 or 1. Optional operands at the end may be left
/// out. docs/scenes.md lists all operations and their operands.
///
/// - A field (`set`, `set_camera`) is passed as the number of its enumerator. If the value of the
///   field is a list, all items of the list follow the field.
/// - The plane of `set_force_clip` is the number of the plane that hides the actor, from 1 on. The
///   value 0 (from version 7 on 100, in version 8 also 255) selects the plane of the actor's walk
///   box.
/// - The buffers of `pixels` are 0 front, 1 back, 2 both.
/// - Pixels, tables and lists of bytes (`pixels`, `shadow_table`, `room_table`, `shadow_set`) are
///   passed in `bytes`; for all other operations `bytes` is null.
///
/// `draw_now` and `limb_anim` get random numbers and the state of sounds from `world`. Both `world`
/// and `reply` may be null. Returns `WARDROBE_CODE_NOT_FOUND` if there is no such operation, and
/// `WARDROBE_CODE_MISUSE` if an operand is missing or out of range.
///
/// # Safety
/// `name` must be zero-terminated, `operands` must point to `count` numbers and `bytes` to `len`
/// bytes. `world` and `reply` must be null or point to as many bytes as their fields `size` say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_apply(
    stage: Option<&CStage>,
    name: *const c_char,
    operands: *const i64,
    count: usize,
    bytes: *const u8,
    len: usize,
    world: *const CWorld,
    reply: *mut CReply,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let name = unsafe { text(name, "the name")? };
        // SAFETY: as the caller promises.
        let numbers = unsafe { slice(operands, count, "the operands")? };
        // SAFETY: as the caller promises.
        let stored = unsafe { slice(bytes, len, "the bytes")? };
        let bytes = if bytes.is_null() { None } else { Some(stored) };
        // SAFETY: as the caller promises.
        let mut world = unsafe { read_or(world, zeroed, "the world")? };
        if !reply.is_null() {
            // The size of the reply is checked before the operation changes the stage.
            // SAFETY: as the caller promises.
            unsafe { known_size(reply, "the reply")? };
        }
        let operation = read_named_operation(name, plain_operands(name, numbers, bytes))?;
        let answer = lock_stage(stage)?.stage.apply(&operation, &mut world)?;
        if reply.is_null() {
            return Ok(());
        }
        // SAFETY: as the caller promises.
        unsafe { write(reply, &CReply::from_reply(answer), "the reply") }
    })
}

/// Returns the largest number of operands that an operation takes, or -1 if there is no operation
/// of this name.
///
/// # Safety
/// `name` must be null or zero-terminated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_operation_operands(name: *const c_char) -> i32 {
    // SAFETY: as the caller promises.
    let Ok(name) = (unsafe { text(name, "the name") }) else {
        return -1;
    };
    match operation_name(name) {
        Some(name) => operands::<Operation>(name).len() as i32,
        None => -1,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ffi::CString;
    use std::path::Path;
    use std::ptr;

    use scumm_bindings::{StageWithEvents, backdrop_from_picture};
    use scumm_engine::{
        ActorField, Game, PrintTarget, Stage, StageField, is_same_variant, names, read_operation,
    };
    use scumm_room::{Dialect, Platform};
    use serde::de::value::SeqDeserializer;
    use serde_json::{Value, json};

    use super::*;

    /// Operations that every language can apply, as scenes write them. `TABLE` stands for a table
    /// of 256 bytes.
    fn rows() -> Vec<Vec<Value>> {
        let mut rows: Vec<Vec<Value>> =
            serde_json::from_str(include_str!("../../common/operations.json")).unwrap();
        for value in rows.iter_mut().flatten() {
            if value == "TABLE" {
                *value = json!("07".repeat(256));
            }
        }
        for name in names::<ActorField>() {
            let field: ActorField = serde_json::from_value(json!(name)).unwrap();
            let value = if field.is_list() {
                json!([1, 2])
            } else {
                json!(1)
            };
            rows.push(vec![json!("set"), json!(2), json!(name), value]);
        }
        for field in names::<StageField>() {
            rows.push(vec![json!("set_camera"), json!(field), json!(1)]);
        }
        rows
    }

    /// Stages of several versions. The first stage is in a room with an object, and has an actor
    /// with a costume.
    fn stages() -> Vec<Stage> {
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/demo/built");
        let mut stage = Stage::for_room(&Game::open(&demo).unwrap(), 1).unwrap();
        let mut actor = stage.actor_mut(1).unwrap();
        actor.set_costume(1).unwrap();
        actor.put(60, 120, Some(1));
        let mut stages = vec![stage];
        for dialect in [
            Dialect::new(0),
            Dialect::new(1).with_platform(Platform::Nes),
            Dialect::new(7),
            Dialect::new(8),
            Dialect::humongous(90),
        ] {
            let (width, height) = dialect.screen_size();
            let size = (usize::from(width), usize::from(height));
            let backdrop =
                backdrop_from_picture(vec![7; size.0 * size.1], size, Vec::new(), 0).unwrap();
            let mut stage = Stage::new(dialect, backdrop, 0..height);
            stage.actor_mut(1).unwrap().put(60, 120, Some(1));
            stages.push(stage);
        }
        stages
    }

    /// Reads an operation as scenes do.
    fn read_row(row: &[Value]) -> Result<Operation, String> {
        let operands: SeqDeserializer<_, serde_json::Error> =
            SeqDeserializer::new(row[1..].iter().cloned());
        read_operation(row[0].as_str().unwrap(), operands).map_err(|error| error.to_string())
    }

    /// The operands that C passes for a row: numbers, and optional bytes.
    fn of_c(row: &[Value]) -> (Vec<i64>, Option<Vec<u8>>) {
        let name = row[0].as_str().unwrap();
        let (mut numbers, mut bytes) = (Vec::new(), None);
        for value in &row[1..] {
            match value {
                Value::Number(number) => numbers.push(number.as_i64().unwrap()),
                Value::Array(list) if name == "set" => {
                    numbers.extend(list.iter().map(|item| item.as_i64().unwrap()));
                }
                Value::Array(list) => {
                    bytes = Some(
                        list.iter()
                            .map(|item| item.as_u64().unwrap() as u8)
                            .collect(),
                    );
                }
                Value::String(text) if name == "set" => numbers.push(actor_field(text)),
                Value::String(text) if name == "set_camera" => numbers.push(stage_field(text)),
                Value::String(text) if text == "both" => numbers.push(PrintTarget::Both as i64),
                Value::String(text) if text == "front" => numbers.push(PrintTarget::Front as i64),
                Value::String(digits) => bytes = Some(bytes_of(digits)),
                _ => panic!("{value}"),
            }
        }
        (numbers, bytes)
    }

    fn actor_field(name: &str) -> i64 {
        let name = CString::new(name).unwrap();
        let mut field = MaybeUninit::uninit();
        // SAFETY: the name is zero-terminated.
        let code = unsafe { wardrobe_actor_field(name.as_ptr(), Some(&mut field), None) };
        assert_eq!(code, ResultCode::Ok);
        // SAFETY: the call above has written it.
        unsafe { field.assume_init() }.into()
    }

    fn stage_field(name: &str) -> i64 {
        let name = CString::new(name).unwrap();
        let mut field = MaybeUninit::uninit();
        // SAFETY: the name is zero-terminated.
        let code = unsafe { wardrobe_stage_field(name.as_ptr(), Some(&mut field), None) };
        assert_eq!(code, ResultCode::Ok);
        // SAFETY: the call above has written it.
        unsafe { field.assume_init() }.into()
    }

    fn bytes_of(digits: &str) -> Vec<u8> {
        let pairs = digits.as_bytes().chunks(2);
        pairs
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
            .collect()
    }

    /// Applies a row through the C interface.
    fn apply_row(stage: &CStage, row: &[Value]) -> Result<(u32, i64, i32, i32), String> {
        let name = CString::new(row[0].as_str().unwrap()).unwrap();
        let (numbers, bytes) = of_c(row);
        let mut reply = CReply {
            size: size_of::<CReply>() as u32,
            ..zeroed()
        };
        let mut error = MaybeUninit::uninit();
        // SAFETY: all lengths are those of their arrays.
        let code = unsafe {
            wardrobe_stage_apply(
                Some(stage),
                name.as_ptr(),
                numbers.as_ptr(),
                numbers.len(),
                bytes.as_ref().map_or(ptr::null(), |bytes| bytes.as_ptr()),
                bytes.as_ref().map_or(0, Vec::len),
                ptr::null(),
                &raw mut reply,
                Some(&mut error),
            )
        };
        if code == ResultCode::Ok {
            return Ok((reply.kind, reply.value, reply.x, reply.y));
        }
        // SAFETY: a call that fails writes the error.
        let error: CError = unsafe { error.assume_init() };
        // SAFETY: the text is zero-terminated.
        let text = unsafe { std::ffi::CStr::from_ptr(error.text.as_ptr()) };
        Err(text.to_str().unwrap().to_owned())
    }

    fn plain(reply: Reply) -> (u32, i64, i32, i32) {
        match reply {
            Reply::Nothing => (0, 0, 0, 0),
            Reply::Flag(flag) => (1, flag.into(), 0, 0),
            Reply::Number(number) => (2, number, 0, 0),
            Reply::Actor(actor) => (3, actor.unwrap_or(0).into(), 0, 0),
            Reply::Place { at, number } => (4, number.into(), at.x.into(), at.y.into()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_operation_through_apply_equals_stage_apply() {
        let rows = rows();
        let stages = stages();
        let mut done = BTreeSet::new();
        for row in &rows {
            let name = row[0].as_str().unwrap();
            for stage in &stages {
                let mut expected = stage.clone();
                let handle = CStage(HandleLock::new(StageWithEvents::new(stage.clone())));
                let applied = read_row(row).and_then(|operation| {
                    let mut world: CWorld = zeroed();
                    let reply = expected.apply(&operation, &mut world);
                    reply.map(plain).map_err(|error| error.to_string())
                });
                let through_c = apply_row(&handle, row);
                if applied.is_ok() {
                    done.insert(serde_json::to_string(row).unwrap());
                    assert_eq!(through_c, applied, "{row:?}");
                } else {
                    assert!(through_c.is_err(), "{row:?}: {applied:?}");
                }
                let found = handle.0.lock().unwrap().stage.save();
                assert!(found == expected.save(), "{row:?}");
            }
            assert!(names::<Operation>().contains(&name), "{name}");
        }
        let mut refused: Vec<&str> = Vec::new();
        for row in &rows {
            let name = row[0].as_str().unwrap();
            if !name.starts_with("set") && !done.contains(&serde_json::to_string(row).unwrap()) {
                refused.push(name);
            }
        }
        // No stage of this test has the costume sets of the Nintendo, which are stored in the files
        // of the game.
        assert_eq!(
            refused,
            ["costume_set"],
            "no stage has applied these operations"
        );
        for name in names::<Operation>() {
            let is_here = rows
                .iter()
                .any(|row| is_same_variant::<Operation>(row[0].as_str().unwrap(), name));
            assert!(is_here, "operations.json has no row for {name}");
        }
    }

    #[test]
    fn an_operation_that_is_refused_says_why() {
        let handle = CStage(HandleLock::new(StageWithEvents::new(stages().remove(0))));
        let error = apply_row(&handle, &[json!("dance"), json!(1)]).unwrap_err();
        assert_eq!(error, "there is no operation \"dance\"");
        let error = apply_row(&handle, &[json!("put"), json!(1), json!(2)]).unwrap_err();
        assert_eq!(
            error,
            "[\"put\", actor, x, y, room]: expected y, found 2 operands"
        );
        // The call refuses a structure without a size before it changes the stage.
        let mut reply: CReply = zeroed();
        let operands = [1];
        // SAFETY: the operands are one number, and the reply is as large as its type.
        let code = unsafe {
            wardrobe_stage_apply(
                Some(&handle),
                c"kill".as_ptr(),
                operands.as_ptr(),
                1,
                ptr::null(),
                0,
                ptr::null(),
                &raw mut reply,
                None,
            )
        };
        assert_eq!(code, ResultCode::Size);
        assert_eq!(handle.0.lock().unwrap().stage.actor(1).unwrap().room, 1);
    }

    #[test]
    fn a_caller_can_ask_how_many_operands_there_are() {
        for (name, count) in [
            (c"put", 4),
            (c"set_costume", 2),
            (c"show_actors", 0),
            (c"dance", -1),
        ] {
            // SAFETY: the names are zero-terminated.
            assert_eq!(
                unsafe { wardrobe_operation_operands(name.as_ptr()) },
                count,
                "{name:?}"
            );
        }
        // SAFETY: null is allowed.
        assert_eq!(unsafe { wardrobe_operation_operands(ptr::null()) }, -1);
    }
}
