//! Calls of the C interface with an arbitrary input, on each of its two levels, for clips and for
//! traces: bodies of fuzz targets, like those of `scumm_test_support::bodies`, and of a test that
//! Miri can run.
//!
//! An input is a byte for the version, a script of [`SCRIPT`] bytes, and a costume. Handles,
//! pointers and lengths are valid; every other value comes from the input. No call may panic, and a
//! failing call returns a message.

use std::ffi::{CString, c_void};
use std::mem::MaybeUninit;
use std::ptr;

use scumm_c::*;

#[path = "bodies/clips.rs"]
mod clips;

/// Size of the script of calls in bytes.
pub const SCRIPT: usize = 96;
/// Versions, with the sub-version of Humongous games.
const GAMES: [(u8, u8); 13] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (6, 61),
    (6, 72),
    (6, 90),
    (6, 100),
];

/// Returns the body of a name.
pub fn named(name: &str) -> Option<fn(&[u8])> {
    match name {
        "c_costume" => Some(costume),
        "c_stage" => Some(stage),
        "c_clips" => Some(clips::clips),
        "c_traces" => Some(clips::traces),
        _ => None,
    }
}

/// The numbers of an input; 0 after its end.
struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    fn byte(&mut self) -> u8 {
        let (first, rest) = self
            .0
            .split_first()
            .map_or((0, self.0), |(first, rest)| (*first, rest));
        self.0 = rest;
        first
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// Returns a number of any size.
    fn number(&mut self) -> i32 {
        match self.byte() % 8 {
            0 => i32::MIN,
            1 => i32::MAX,
            2 => -1,
            _ => i32::from(self.word() as i16) / 16,
        }
    }

    fn part(&mut self, length: usize) -> Input<'a> {
        let (part, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        Input(part)
    }
}

type Error<'a> = Option<&'a mut MaybeUninit<CError>>;

/// Calls a function, which may fail but must not panic.
fn called(call: impl FnOnce(Error<'_>) -> ResultCode) -> bool {
    let mut error = MaybeUninit::uninit();
    let code = call(Some(&mut error));
    assert!(code != ResultCode::Panic, "the call panicked");
    if code == ResultCode::Ok {
        return true;
    }
    // SAFETY: a failing call has written the error.
    let error: CError = unsafe { error.assume_init() };
    assert!(
        error.code == code && error.text[0] != 0,
        "{code:?} without a text"
    );
    false
}

/// A handle that is freed when it is dropped.
struct Handle<T>(*mut T, unsafe extern "C" fn(*mut T));

impl<T> Handle<T> {
    fn made(
        free: unsafe extern "C" fn(*mut T),
        make: impl FnOnce(Option<&mut MaybeUninit<*mut T>>, Error<'_>) -> ResultCode,
    ) -> Option<Self> {
        let mut handle = MaybeUninit::uninit();
        // SAFETY: a call that succeeds has written the handle.
        called(|error| make(Some(&mut handle), error))
            .then(|| Self(unsafe { handle.assume_init() }, free))
    }

    fn get(&self) -> Option<&T> {
        // SAFETY: the handle is alive until it is dropped.
        unsafe { self.0.as_ref() }
    }
}

impl<T> Drop for Handle<T> {
    fn drop(&mut self) {
        // SAFETY: the handle came from the library and is not used afterwards.
        unsafe { (self.1)(self.0) };
    }
}

fn dialect(input: &mut Input<'_>) -> Option<Handle<CDialect>> {
    let (version, he) = GAMES[usize::from(input.byte()) % GAMES.len()];
    let none = ptr::null();
    let (old256, ega, demo, quirks_off) = (0, 0, 0, 0);
    let (enhancements, enhancement_classes, sixteen_bit) = (0, 0, 0);
    let size = size_of::<CDialectSetup>() as u32;
    let setup = CDialectSetup {
        size,
        version,
        he,
        old256,
        ega,
        demo,
        platform: none,
        render: none,
        game: none,
        quirks_off,
        enhancements,
        enhancement_classes,
        sixteen_bit,
    };
    // SAFETY: the setup has the size in its first field, and its texts are null.
    Handle::made(wardrobe_dialect_free, |out, error| unsafe {
        wardrobe_dialect_new(&setup, out, error)
    })
}

fn parsed(data: &[u8], dialect: &Handle<CDialect>, strict: u8) -> Option<Handle<CCostume>> {
    // SAFETY: the data has the passed length.
    let parse = |out: Option<&mut _>, error: Error<'_>| unsafe {
        wardrobe_costume_parse(data.as_ptr(), data.len(), dialect.get(), strict, out, error)
    };
    Handle::made(wardrobe_costume_free, parse)
}

/// Returns a state of arbitrary numbers.
fn states(input: &mut Input<'_>) -> CLimbStates {
    // SAFETY: the structure consists of numbers only, for which 0 is valid.
    let mut states: CLimbStates = unsafe { std::mem::zeroed() };
    states.size = size_of::<CLimbStates>() as u32;
    for limb in &mut states.limbs {
        limb.curpos = input.word();
        limb.start = input.byte().into();
        limb.end = input.byte().into();
        limb.frame = input.byte().into();
        limb.mode = input.byte() % 10;
        limb.condition_offset = input.byte().into();
        limb.jump_offset = input.byte().into();
        limb.jump_count = input.byte().into();
    }
    states.stopped = input.word();
    states.vars.fill(input.word() as i16);
    states
}

extern "C" fn lowest(_: *mut c_void, min: i32, _: i32) -> i32 {
    min
}

extern "C" fn is_set(limbs: *mut c_void, _: u16, _: u8, _: i16) -> u8 {
    // SAFETY: the limbs live longer than the call of the callback. They are in use, which the call
    // reports.
    let code = unsafe { wardrobe_limbs_reset(limbs.cast::<CLimbs>().as_ref(), None) };
    assert_eq!(code, ResultCode::Busy);
    1
}

fn host(limbs: &Handle<CLimbs>) -> CHost {
    CHost {
        size: size_of::<CHost>() as u32,
        actor: 1,
        user: limbs.0.cast(),
        random: Some(lowest),
        sound: None,
        sound_running: None,
        set_actor_var: Some(is_set),
        any_actor_talks: None,
        talkie_running: None,
        play_sound: None,
        queue: None,
        fault: None,
    }
}

/// Moves and mirrors a picture.
extern "C" fn moved(
    _user: *mut c_void,
    limb: u8,
    cel: u16,
    dx: *mut i32,
    dy: *mut i32,
    mirror: *mut u8,
) {
    // SAFETY: the pointers of a callback are valid.
    unsafe {
        *dx = i32::from(limb) << 28;
        *dy = -i32::from(cel);
        *mirror = 1 - *mirror;
    }
}

fn look(input: &mut Input<'_>, palette: &[u16], table: &[u8]) -> CLook {
    let mut look = MaybeUninit::<CLook>::uninit();
    // SAFETY: the first field is the size; the call writes the other fields.
    let look = unsafe {
        look.as_mut_ptr()
            .cast::<u32>()
            .write(size_of::<CLook>() as u32);
        assert_eq!(wardrobe_look_init(look.as_mut_ptr(), None), ResultCode::Ok);
        look.assume_init()
    };
    let table = |take: u8| {
        if take == 0 {
            CTable {
                data: ptr::null(),
                len: 0,
            }
        } else {
            CTable {
                data: table.as_ptr(),
                len: table.len(),
            }
        }
    };
    CLook {
        facing: input.word(),
        x: input.number(),
        y: input.number(),
        scale_x: input.byte(),
        scale_y: input.byte(),
        dark: input.byte() % 2,
        palette: palette.as_ptr(),
        palette_len: palette.len(),
        shadow_mode: u16::from(input.byte() % 40),
        shadow: table(input.byte() % 2),
        remp: table(input.byte() % 2),
        palette_slots: table(input.byte() % 2),
        has_clip: input.byte() % 2,
        place: if input.byte() % 2 == 0 {
            Some(moved)
        } else {
            None
        },
        clip: [
            input.number(),
            input.number(),
            input.number(),
            input.number(),
        ],
        ..look
    }
}

/// Draws into memory that has exactly the passed length.
fn draw(
    costume: &Handle<CCostume>,
    limbs: &Handle<CLimbs>,
    renderer: &Handle<CRenderer>,
    input: &mut Input<'_>,
) {
    let palette = vec![u16::from(input.byte()); usize::from(input.byte()) + 1];
    let table = vec![input.byte(); [0, 255, 256, 2048][usize::from(input.byte() % 4)]];
    let look = look(input, &palette, &table);
    let (width, height) = (u32::from(input.byte()), u32::from(input.byte() % 64));
    let pitch = (width as usize + usize::from(input.byte() % 32)).saturating_sub(2);
    let mask_pitch = (width as usize).div_ceil(8) + usize::from(input.byte() % 4);
    let mut pixels =
        vec![7; (height as usize * pitch).saturating_sub(usize::from(input.byte() % 8))];
    // A plane may end anywhere.
    let missing = usize::from(input.byte() % 64);
    let mask = vec![input.byte(); (height as usize * mask_pitch).saturating_sub(missing)];
    let target = CTarget {
        size: size_of::<CTarget>() as u32,
        mask_kind: u32::from(input.byte() % 4),
        pixels: pixels.as_mut_ptr(),
        pixels_len: pixels.len(),
        width,
        height,
        pitch,
        view_start: u32::from(input.word()),
        mask: mask.as_ptr(),
        mask_len: mask.len(),
        mask_pitch,
        mask_stamp: u32::from(input.byte() % 3),
    };
    let mut drawn = MaybeUninit::<CDrawn>::uninit();
    // SAFETY: all lengths are right, and the first field of the report is its size.
    let drew = unsafe {
        drawn
            .as_mut_ptr()
            .cast::<u32>()
            .write(size_of::<CDrawn>() as u32);
        called(|error| {
            wardrobe_costume_draw(
                costume.get(),
                limbs.get(),
                &look,
                renderer.get(),
                &target,
                drawn.as_mut_ptr(),
                error,
            )
        })
    };
    let beyond = pixels
        .chunks(pitch.max(1))
        .flat_map(|line| line.get(width as usize..).unwrap_or_default());
    assert!(
        beyond.into_iter().all(|&pixel| pixel == 7),
        "something is drawn beyond the width"
    );
    assert!(
        drew || pixels.iter().all(|&pixel| pixel == 7),
        "something is drawn though it failed"
    );
}

/// The costume level: parses, plays, draws, lists.
pub fn costume(bytes: &[u8]) {
    let mut input = Input(bytes);
    let Some(dialect) = dialect(&mut input) else {
        return;
    };
    let (mut script, data) = (input.part(SCRIPT), input.0);
    let Some(costume) = parsed(data, &dialect, script.byte() % 2) else {
        return;
    };
    let limbs = Handle::made(wardrobe_limbs_free, |out, error| {
        wardrobe_limbs_new(out, error)
    });
    let renderer = Handle::made(wardrobe_renderer_free, |out, error| {
        wardrobe_renderer_new(out, error)
    });
    let (Some(limbs), Some(renderer)) = (limbs, renderer) else {
        return;
    };
    let (host, mut redraw) = (host(&limbs), MaybeUninit::uninit());
    while !script.0.is_empty() {
        let script = &mut script;
        // SAFETY: structures and data have the passed sizes.
        match script.byte() % 9 {
            0 | 1 => {
                let (facing, frame, mask) =
                    (script.word(), script.byte().into(), script.word() | 0x8000);
                called(|error| {
                    wardrobe_costume_start(costume.get(), limbs.get(), facing, frame, mask, error)
                });
            }
            2 => drop(called(|error| unsafe {
                wardrobe_costume_advance(
                    costume.get(),
                    limbs.get(),
                    &host,
                    Some(&mut redraw),
                    error,
                )
            })),
            3 => {
                let (limb, times) = (script.byte() % 20, script.byte());
                called(|error| unsafe {
                    wardrobe_costume_advance_limb(
                        costume.get(),
                        limbs.get(),
                        limb.into(),
                        times.into(),
                        &host,
                        error,
                    )
                });
            }
            4 => {
                let states = states(&mut Input(data));
                called(|error| unsafe { wardrobe_limbs_set(limbs.get(), &states, error) });
            }
            5 => {
                let saved = Handle::made(wardrobe_bytes_free, |out, error| {
                    wardrobe_limbs_save(limbs.get(), 1, out, error)
                })
                .unwrap();
                let (from, len) = (
                    wardrobe_bytes_data(saved.get()),
                    wardrobe_bytes_len(saved.get()),
                );
                assert!(called(|error| unsafe {
                    wardrobe_limbs_restore(limbs.get(), from, len, error)
                }));
                called(|error| unsafe {
                    wardrobe_limbs_restore(limbs.get(), data.as_ptr(), data.len(), error)
                });
            }
            6 => list(&costume, script.byte().into()),
            7 => {
                let look = look(script, &[], &[]);
                let (x, y, mut hit) = (script.number(), script.number(), MaybeUninit::uninit());
                let (width, height) = (script.number() as u32, script.number() as u32);
                let mut cut = MaybeUninit::uninit();
                called(|error| unsafe {
                    wardrobe_costume_hit(
                        costume.get(),
                        limbs.get(),
                        &look,
                        renderer.get(),
                        width,
                        height,
                        x,
                        y,
                        Some(&mut hit),
                        Some(&mut cut),
                        error,
                    )
                });
            }
            _ => draw(&costume, &limbs, &renderer, script),
        }
    }
}

fn list(costume: &Handle<CCostume>, index: usize) {
    let bytes = |make: &dyn Fn(Option<&mut MaybeUninit<*mut CBytes>>, Error<'_>) -> ResultCode| {
        Handle::made(wardrobe_bytes_free, make).map(|bytes| wardrobe_bytes_len(bytes.get()))
    };
    let mut cel = MaybeUninit::<CCel>::uninit();
    // SAFETY: the first field is the size; a call that succeeds has written the rest.
    let found = unsafe {
        cel.as_mut_ptr()
            .cast::<u32>()
            .write(size_of::<CCel>() as u32);
        called(|error| wardrobe_costume_cel(costume.get(), index, cel.as_mut_ptr(), error))
            .then(|| cel.assume_init())
    };
    if let Some(cel) = found {
        let pixels =
            bytes(&|out, error| wardrobe_costume_cel_pixels(costume.get(), cel.number, out, error));
        assert!(
            pixels.is_none_or(|count| count == usize::from(cel.width) * usize::from(cel.height))
        );
        bytes(&|out, error| wardrobe_costume_cel_gaps(costume.get(), cel.number, out, error));
        bytes(&|out, error| wardrobe_costume_cel_names(costume.get(), index, out, error));
    }
    let mut finding = MaybeUninit::uninit();
    wardrobe_costume_damage(costume.get(), index, Some(&mut finding));
}

/// The stage level: a picture of the input's size, an actor in the costume, and script operations.
pub fn stage(bytes: &[u8]) {
    let mut input = Input(bytes);
    let Some(dialect) = dialect(&mut input) else {
        return;
    };
    let (mut script, data) = (input.part(SCRIPT), input.0);
    let Some(stage) = stage_of_input(&dialect, &mut script, data, (64, 256)) else {
        return;
    };
    while !script.0.is_empty() {
        act(stage.get(), &mut script, data);
    }
}

/// Creates a stage of a picture of the input's size, with an actor in the costume. `most` is the
/// largest size: the number of strips of 8 pixels, and the number of rows.
fn stage_of_input(
    dialect: &Handle<CDialect>,
    script: &mut Input<'_>,
    data: &[u8],
    most: (u32, u32),
) -> Option<Handle<CStage>> {
    let width = 8 * (1 + u32::from(script.byte()) % most.0);
    let height = 1 + u32::from(script.byte()) % most.1;
    let pixels = vec![1; (width * height) as usize];
    let plane = CTable {
        data: pixels.as_ptr(),
        len: (width / 8 * height) as usize,
    };
    let picture = CPicture {
        size: size_of::<CPicture>() as u32,
        width,
        height,
        plane_count: u32::from(script.byte() % 10),
        pixels: CTable {
            data: pixels.as_ptr(),
            len: pixels.len(),
        },
        planes: &plane,
        planes_len: 1,
    };
    let (top, bottom) = (script.byte().into(), script.byte().into());
    // SAFETY: all lengths are right.
    let stage = Handle::made(wardrobe_stage_free, |out, error| unsafe {
        wardrobe_stage_of_picture(dialect.get(), &picture, top, bottom, out, error)
    })?;
    if let Some(costume) = parsed(data, dialect, 0) {
        called(|error| wardrobe_stage_insert_costume(stage.get(), 1, costume.get(), error));
        called(|error| wardrobe_actor_set_costume(stage.get(), 1, 1, error));
        called(|error| wardrobe_actor_put(stage.get(), 1, 40, 60, 1, error));
    }
    Some(stage)
}

/// Applies any operation to the right or a wrong number of operands, with the input as its bytes.
fn apply(
    stage: Option<&CStage>,
    operation: i32,
    numbers: &[i64; 3],
    (bytes, len): (*const u8, usize),
    error: Error<'_>,
) -> ResultCode {
    let names = scumm_engine::names::<scumm_engine::Operation>();
    let choice = operation.unsigned_abs() as usize;
    let name = CString::new(names[choice % names.len()]).unwrap_or_default();
    let mut operands = Vec::new();
    for i in 0..choice / names.len() % 10 {
        operands.push(numbers[i % 3]);
    }
    let bytes = if choice % 2 == 0 { bytes } else { ptr::null() };
    let len = if bytes.is_null() { 0 } else { len };
    // SAFETY: all lengths are right.
    unsafe {
        wardrobe_stage_apply(
            stage,
            name.as_ptr(),
            operands.as_ptr(),
            operands.len(),
            bytes,
            len,
            ptr::null(),
            ptr::null_mut(),
            error,
        )
    }
}

fn act(stage: Option<&CStage>, script: &mut Input<'_>, data: &[u8]) {
    let (deed, actor) = (script.byte() % 27, u16::from(script.byte() % 4));
    let (a, b, c) = (script.number(), script.number(), script.number());
    let (mut number, mut byte) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let table = (data.as_ptr(), data.len());
    // SAFETY: structures and data have the passed sizes.
    called(|error| match deed {
        0..=4 => unsafe { wardrobe_stage_tick(stage, (a % 5) as u32, ptr::null(), error) },
        5 => wardrobe_actor_put(stage, actor, a, b, c, error),
        6 => wardrobe_actor_walk(stage, actor, a, b, c, error),
        7 => wardrobe_actor_start_anim(stage, actor, a as u16, error),
        8 => wardrobe_actor_animate(stage, actor, a as u16, error),
        9 => wardrobe_actor_set_direction(stage, actor, a, error),
        10 => wardrobe_actor_set(stage, actor, (a % 64) as u32, b.into(), error),
        11 => wardrobe_actor_get(stage, actor, (a % 64) as u32, Some(&mut number), error),
        12 => wardrobe_stage_set(stage, (a % 40) as u32, b.into(), error),
        13 => wardrobe_stage_set_entry(stage, (a % 16) as u32, b as u16, c as u16, error),
        14 => match a % 3 {
            0 => wardrobe_stage_draw_background(stage, error),
            1 => wardrobe_stage_redraw_all_actors(stage, error),
            _ => wardrobe_stage_tick_walk(stage, error),
        },
        15 => unsafe {
            wardrobe_stage_set_table(stage, (a % 10) as u32, b as u16, table.0, table.1, error)
        },
        16 => unsafe { wardrobe_stage_restore(stage, table.0, table.1, error) },
        17 => match a % 3 {
            0 => wardrobe_stage_place_camera(stage, b, c, error),
            1 => wardrobe_stage_pan_camera(stage, b as i16, c as i16, error),
            _ => wardrobe_stage_follow_with_camera(stage, b as u16, c as u8, error),
        },
        18 => match b % 3 {
            0 => wardrobe_stage_set_object_state(stage, a as u16, c as u8, error),
            1 => wardrobe_stage_draw_object(stage, a as u16, error),
            _ => wardrobe_stage_move_object(stage, a as u16, b as i16, c as i16, error),
        },
        19 => apply(
            stage,
            a,
            &[i64::from(actor), b.into(), c.into()],
            table,
            error,
        ),
        20 => unsafe {
            wardrobe_stage_print(
                stage,
                (a % 5) as u32,
                b,
                c,
                (a % 99) as usize,
                table.0,
                table.1,
                error,
            )
        },
        21 => wardrobe_actor_hit(stage, actor, a, b, Some(&mut byte), error),
        22 => wardrobe_actor_set_scale(stage, actor, a, b, error),
        23 => wardrobe_actor_init(stage, actor, a % 5, error),
        24 => wardrobe_actor_set_costume(stage, actor, (a % 3) as u16, error),
        25 => {
            let states = states(&mut Input(data));
            unsafe { wardrobe_actor_set_limbs(stage, actor, &states, error) }
        }
        _ => look_at(stage, error),
    });
}

/// Reads the picture and removes an event.
fn look_at(stage: Option<&CStage>, error: Error<'_>) -> ResultCode {
    let (mut view, mut event) = (
        MaybeUninit::<CView>::uninit(),
        MaybeUninit::<CEvent>::uninit(),
    );
    // SAFETY: the first field of each structure is its size. A call that succeeds has written the
    // other fields, and the pixels are valid until the next call.
    unsafe {
        view.as_mut_ptr()
            .cast::<u32>()
            .write(size_of::<CView>() as u32);
        event
            .as_mut_ptr()
            .cast::<u32>()
            .write(size_of::<CEvent>() as u32);
        if called(|error| wardrobe_stage_view(stage, 0, view.as_mut_ptr(), error)) {
            let view = view.assume_init();
            for y in 0..view.height as usize {
                let line = std::slice::from_raw_parts(
                    view.pixels.add(y * view.pitch),
                    view.width as usize,
                );
                assert_eq!(line.len(), view.width as usize);
            }
        }
        wardrobe_stage_event(stage, event.as_mut_ptr(), error)
    }
}
