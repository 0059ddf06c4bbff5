//! What a stage shows and tells.

use std::ffi::c_char;

use scumm_bindings::{Frame, Told};
use scumm_room::Point;

use crate::*;

/// What a stage tells.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CEventKind {
    /// There is no event.
    None = 0,
    /// Sound `id` was asked for.
    Sound = 1,
    /// An entry of the AKOS queue was worked off: `command`, `actor`, `p1`, `p2`.
    AkosCommand = 2,
    /// Script `id` is due for a walk: `command` 1 start, 2 turn, 3 stop; `p1` is the angle.
    WalkScript = 3,
    /// Script `id` is due for a talk; `p1` is the frame that would have been started.
    TalkScript = 4,
    /// Something that stopped the original, or that the stage can't do: `text`.
    Fault = 5,
}

/// An event.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CEvent {
    /// sizeof(WardrobeEvent).
    pub size: u32,
    /// A `WardrobeEventKind`.
    pub kind: u32,
    /// The actor, 0 where there is none.
    pub actor: u16,
    /// The number of a command.
    pub command: u8,
    /// A sound: 1 where it goes through the second queue, that of COST in version 6.
    pub second_queue: u8,
    /// The number of the sound or the script.
    pub id: i32,
    /// A sound's channel; the first operand, the angle, the frame.
    pub p1: i32,
    /// A sound's flags; the second operand.
    pub p2: i32,
    /// What happened, in UTF-8.
    pub text: [c_char; 128],
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CEvent {}

impl CEvent {
    fn of(told: Told) -> Self {
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
            Told::Sound {
                id,
                channel,
                flags,
                queue,
            } => Self {
                second_queue: (queue == 2).into(),
                ..of(Kind::Sound, 0, 0, [id, channel, flags])
            },
            Told::AkosCommand {
                command,
                actor,
                p1,
                p2,
            } => of(Kind::AkosCommand, actor, command, [0, p1, p2]),
            Told::WalkScript {
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
            Told::TalkScript {
                script,
                actor,
                frame,
            } => of(Kind::TalkScript, actor, 0, [script.into(), frame.into(), 0]),
            Told::Fault { actor, text } => Self {
                text: to_c_chars(&text),
                ..of(Kind::Fault, actor, 0, [0; 3])
            },
        }
    }
}

/// Takes the next event; its kind is 0 where there is none.
///
/// # Safety
/// `event` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_event(
    stage: Option<&CStage>,
    event: *mut CEvent,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let mut playing = lock_stage(stage)?;
        let next = match playing.first() {
            Some(told) => CEvent::of(told.clone().into()),
            None => zeroed(),
        };
        // SAFETY: as the caller promises.
        unsafe { write(event, &next, "the event")? };
        // An event is removed only after it was written.
        playing.take();
        Ok(())
    })
}

/// What is seen of a buffer, and where.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CView {
    /// sizeof(WardrobeView).
    pub size: u32,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The line of the screen at which the first row is shown.
    pub band_top: u32,
    /// The column of the room at which the view begins.
    pub view_start: u32,
    /// Planes, plane 0 counted.
    pub planes: u32,
    /// The number of the room.
    pub room: u16,
    /// The talking actor, 0 nobody.
    pub talking_actor: u16,
    /// 1 where the room is dark.
    pub is_dark: u8,
    /// Walk boxes.
    pub boxes: u32,
    /// The pixels, from the upper left on: until the next call with the stage.
    pub pixels: *const u8,
    /// Bytes from one row to the next.
    pub pitch: usize,
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CView {}

/// Shows the front buffer, or with `back` 1 what stands behind the actors. Nothing is copied.
///
/// # Safety
/// `view` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_stage_view(
    stage: Option<&CStage>,
    back: u8,
    view: *mut CView,
    error: Err<'_>,
) -> Code {
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
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(view, &value, "the view") }
    })
}

/// Copies what a plane has in the view: rows of bytes, one behind the other, 0 where it hides nothing. They are freed with
/// `wardrobe_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_plane(
    stage: Option<&CStage>,
    plane: u8,
    rows: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let found = Frame::of_plane(&lock_stage(stage)?.stage, plane);
        let found =
            found.ok_or_else(|| Failure::not_found(format!("there is no plane {plane}")))?;
        new_handle(rows, CBytes(found.bytes().to_vec()))
    })
}

/// The palette in force as RGB; with `displayed` 1 as the display shows it.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_palette(
    stage: Option<&CStage>,
    displayed: u8,
    rgb: Out<'_, [u8; 768]>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let shown = scumm_bindings::palette(&lock_stage(stage)?.stage, displayed != 0);
        let shown = shown.try_into().map_err(|_| Failure::size("the palette"))?;
        write_output(rgb, shown)
    })
}

/// The shadow table in force; it is freed with `wardrobe_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_shadow_table(
    stage: Option<&CStage>,
    table: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let shadow = lock_stage(stage)?.stage.colours().shadow_table().to_vec();
        new_handle(table, CBytes(shadow))
    })
}

/// The actor at a place of the view; 0: none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_actor_from_pos(
    stage: Option<&CStage>,
    x: i32,
    y: i32,
    answer: Out<'_, u16>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let found = lock_stage(stage)?.stage.actor_from_pos(x, y);
        write_output(answer, found.unwrap_or(0))
    })
}

/// The state of an object.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_object_state(
    stage: Option<&CStage>,
    object: u16,
    answer: Out<'_, u8>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let state = lock_stage(stage)?.stage.objects().state(object)?;
        write_output(answer, state)
    })
}

/// Version 0: where an actor is put that should stand at a place, and the box there: column, line, box.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_stage_adjust_v0(
    stage: Option<&CStage>,
    x: i16,
    y: i16,
    found: Out<'_, [i16; 3]>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let (at, number) = lock_stage(stage)?.stage.boxes().adjust_v0(Point::new(x, y));
        write_output(found, [at.x, at.y, number.into()])
    })
}
