//! The output of a stage: events, pixels, planes, colours and queries.

use std::ffi::c_char;

use scumm_bindings::{EventValues, SharedPicture};
use scumm_room::Point;

use crate::*;

/// The kinds of events.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CEventKind {
    /// There is no event.
    None = 0,
    /// A costume requests sound `id`: `p1` is the channel, `p2` the flags.
    Sound = 1,
    /// A command of the AKOS queue was processed: `command`, `actor`, `p1`, `p2`.
    AkosCommand = 2,
    /// The walk script `id` has to run: `command` is 1 for start, 2 for turn, 3 for stop; `p1` is
    /// the angle in degrees clockwise from north.
    WalkScript = 3,
    /// The talk script `id` has to run in place of the animation frame `p1`.
    TalkScript = 4,
    /// A condition that stops the original engine, or that the stage does not support. `text`
    /// describes the condition.
    Fault = 5,
}

/// An event of a stage.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CEvent {
    /// sizeof(WardrobeEvent).
    pub size: u32,
    /// A `WardrobeEventKind`.
    pub kind: u32,
    /// Number of the actor, 0 for none.
    pub actor: u16,
    /// Number of the command.
    pub command: u8,
    /// 1 if a sound goes through the second queue, which COST of version 6 uses.
    pub second_queue: u8,
    /// Number of the sound or the script.
    pub id: i32,
    /// Channel of a sound, first operand of a command, angle, or frame.
    pub p1: i32,
    /// Flags of a sound, or second operand of a command.
    pub p2: i32,
    /// Description of a fault, in UTF-8.
    pub text: [c_char; 128],
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CEvent {}

impl CEvent {
    fn from_told(told: EventValues) -> Self {
        use CEventKind as Kind;
        let of = |kind: Kind, actor, command, [id, p1, p2]: [i32; 3]| Self {
            kind: kind as u32,
            actor,
            command,
            id,
            p1,
            p2,
            ..zeroed()
        };
        match told {
            EventValues::Sound {
                id,
                channel,
                flags,
                queue,
            } => Self {
                second_queue: (queue == 2).into(),
                ..of(Kind::Sound, 0, 0, [id, channel, flags])
            },
            EventValues::AkosCommand {
                command,
                actor,
                p1,
                p2,
            } => of(Kind::AkosCommand, actor, command, [0, p1, p2]),
            EventValues::WalkScript {
                script,
                actor,
                command,
                angle,
            } => of(
                Kind::WalkScript,
                actor,
                command,
                [script.into(), angle.into(), 0],
            ),
            EventValues::TalkScript {
                script,
                actor,
                frame,
            } => of(Kind::TalkScript, actor, 0, [script.into(), frame.into(), 0]),
            EventValues::Fault { actor, text } => Self {
                text: to_c_chars(&text),
                ..of(Kind::Fault, actor, 0, [0; 3])
            },
        }
    }
}

/// Removes the next event from the queue and returns it. `kind` is 0 if the queue is empty.
///
/// # Safety
/// `event` must point to `event->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_event(
    stage: Option<&CStage>,
    event: *mut CEvent,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let mut playing = lock_stage(stage)?;
        let next = match playing.peek_event() {
            Some(told) => CEvent::from_told(told.clone().into()),
            None => zeroed(),
        };
        // SAFETY: as the caller promises.
        unsafe { write(event, &next, "the event")? };
        // An event is removed only after it was written.
        playing.take_event();
        Ok(())
    })
}

/// The visible part of a buffer.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CView {
    /// sizeof(WardrobeView).
    pub size: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Row of the screen that shows the first row.
    pub band_top: u32,
    /// Room column of the left edge of the view.
    pub view_start: u32,
    /// Number of planes, plane 0 included.
    pub planes: u32,
    /// Number of the room, 0 for none.
    pub room: u16,
    /// Number of the talking actor, 0 for none.
    pub talking_actor: u16,
    /// 1 if the room is dark.
    pub is_dark: u8,
    /// Number of walk boxes.
    pub boxes: u32,
    /// Address of the upper left pixel. The pixels belong to the stage and are valid until the next
    /// call on it.
    pub pixels: *const u8,
    /// Number of bytes from one row to the next.
    pub pitch: usize,
    /// Number of the resource of the room. It equals `room` unless
    /// `WARDROBE_STAGE_ENTRY_ROOM_RESOURCE` is set.
    pub room_resource: u16,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CView {}

/// Returns the visible part of the front buffer. With `back` 1, returns that of the back buffer,
/// which contains the background without the actors. The pixels are not copied.
///
/// # Safety
/// `view` must point to `view->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_view(
    stage: Option<&CStage>,
    back: u8,
    view: *mut CView,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let stage = &lock_stage(stage)?.stage;
        let seen = if back == 0 {
            stage.front()
        } else {
            stage.back()
        };
        let (pixels, pitch) = seen.linear();
        let value = CView {
            width: seen.width as u32,
            height: seen.height as u32,
            band_top: stage.front().band_top().into(),
            view_start: stage.camera().view_start() as u32,
            planes: seen.plane_count() as u32,
            room: stage.room_number(),
            talking_actor: stage.talking_actor().unwrap_or(0),
            is_dark: stage.front().is_dark().into(),
            boxes: stage.boxes().len() as u32,
            pixels: pixels.as_ptr(),
            pitch,
            room_resource: stage.room_resource(),
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(view, &value, "the view") }
    })
}

/// Copies the visible part of a plane: contiguous rows with one byte for each pixel, 0 where the
/// plane hides nothing. Returns `WARDROBE_CODE_NOT_FOUND` if there is no such plane.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_plane(
    stage: Option<&CStage>,
    plane: u8,
    rows: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = SharedPicture::from_plane(&lock_stage(stage)?.stage, plane);
        let found =
            found.ok_or_else(|| Failure::not_found(format!("there is no plane {plane}")))?;
        new_handle(rows, CBytes(found.bytes().to_vec()))
    })
}

/// Copies the palette as 256 RGB triples; with `displayed` 1 the palette as the display shows it.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_palette(
    stage: Option<&CStage>,
    displayed: u8,
    rgb: Out<'_, [u8; 768]>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let shown = scumm_bindings::palette_bytes(&lock_stage(stage)?.stage, displayed != 0);
        let shown = shown.try_into().map_err(|_| Failure::size("the palette"))?;
        write_output(rgb, shown)
    })
}

/// Copies the current shadow table; empty if the dialect has none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_shadow_table(
    stage: Option<&CStage>,
    table: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let shadow = lock_stage(stage)?.stage.colours().shadow_table().to_vec();
        new_handle(table, CBytes(shadow))
    })
}

/// Sets `answer` to the number of the actor at column `x`, row `y` of the room; 0 if there is none
/// (D11). If there are several actors, the result is the one with the lowest number, in HE70 and
/// later the one that stands lowest in the room.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_actor_from_pos(
    stage: Option<&CStage>,
    x: i32,
    y: i32,
    answer: Out<'_, u16>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = lock_stage(stage)?.stage.actor_from_pos(x, y);
        write_output(answer, found.unwrap_or(0))
    })
}

/// Reads the state of an object (Y40). Returns `WARDROBE_CODE_NOT_FOUND` if the object does not
/// exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_object_state(
    stage: Option<&CStage>,
    object: u16,
    answer: Out<'_, u8>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let state = lock_stage(stage)?.stage.objects().state(object)?;
        write_output(answer, state)
    })
}

/// Version 0: returns the place at which an actor arrives when it is sent to a position: column and
/// row of the nearest point in a box, and the number of that box (V55). The units are those of
/// `wardrobe_actor_put`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_adjust_v0(
    stage: Option<&CStage>,
    x: i16,
    y: i16,
    found: Out<'_, [i16; 3]>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let (at, number) = lock_stage(stage)?.stage.boxes().adjust_v0(Point::new(x, y));
        write_output(found, [at.x, at.y, number.into()])
    })
}
