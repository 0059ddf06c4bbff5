//! Clips and traces, with an arbitrary input.

use super::*;

/// The most ticks of a clip. A caller may ask for 10,000 ticks, which would take more time than a
/// body may take.
const TICKS: u16 = 8;
/// The numbers by which files are enlarged; the first and the last are refused.
const ZOOMS: [u8; 4] = [0, 1, 2, 9];
/// The most writes to a pixel that a trace keeps.
const MOST_WRITES: usize = 16;

/// Returns a structure of numbers and pointers whose first field is its size and whose other bytes
/// are 0.
fn sized<T>() -> T {
    let mut value = MaybeUninit::<T>::zeroed();
    // SAFETY: `T` is a structure of C that consists of numbers and pointers, for which 0 is valid,
    // and that begins with its size.
    unsafe {
        value
            .as_mut_ptr()
            .cast::<u32>()
            .write(size_of::<T>() as u32);
        value.assume_init()
    }
}

/// The clips of a costume: plays animations, reads all their frames, and encodes files and sheets.
pub fn clips(bytes: &[u8]) {
    let mut input = Input(bytes);
    let Some(dialect) = dialect(&mut input) else {
        return;
    };
    let (mut script, data) = (input.part(SCRIPT), input.0);
    let Some(costume) = parsed(data, &dialect, 0) else {
        return;
    };
    let mut last = None;
    while !script.0.is_empty() {
        let Some(clip) = played(&costume, &mut script) else {
            continue;
        };
        look_through(&clip);
        let (format, zoom) = (script.byte() % 3, script.byte() % 4);
        Handle::made(wardrobe_bytes_free, |out, error| {
            wardrobe_clip_file(
                clip.get(),
                format.into(),
                ZOOMS[usize::from(zoom)],
                out,
                error,
            )
        });
        if let Some(other) = &last {
            arrange(&[clip.get(), Handle::get(other)], ZOOMS[usize::from(zoom)]);
        }
        last = Some(clip);
    }
}

/// Plays an animation of the costume, or an arbitrary one.
fn played(costume: &Handle<CCostume>, script: &mut Input<'_>) -> Option<Handle<CClip>> {
    let mut animation = sized::<CAnimation>();
    let (index, other) = (script.byte().into(), script.word());
    // SAFETY: the first field of the structure is its size.
    let is_known = called(|error| unsafe {
        wardrobe_costume_animation(costume.get(), index, &mut animation, error)
    });
    let (chore, facing) = if is_known {
        (animation.frame, animation.facing)
    } else {
        (other % 16, other / 16 % 5 * 90)
    };
    let palette = [script.byte(); 768];
    let setup = CClipSetup {
        palette: if script.byte() % 2 == 0 {
            ptr::null()
        } else {
            palette.as_ptr()
        },
        costume: script.byte().into(),
        scale_x: script.byte(),
        scale_y: script.byte(),
        limbs: script.word(),
        jiffies: script.byte().into(),
        ticks: 1 + u16::from(script.byte()) % TICKS,
        shadow_mode: u16::from(script.byte() % 40),
        anim_speed: script.byte() % 4,
        ..sized()
    };
    // SAFETY: the first field of the setup is its size, and its palette has 768 bytes.
    Handle::made(wardrobe_clip_free, |out, error| unsafe {
        wardrobe_costume_play(costume.get(), chore, facing, &setup, out, error)
    })
}

/// Reads all frames of a clip, and the frame after the last one, which does not exist.
fn look_through(clip: &Handle<CClip>) {
    let mut info = sized::<CClipInfo>();
    // SAFETY: the first field of the structure is its size.
    assert!(called(|error| unsafe {
        wardrobe_clip_info(clip.get(), &mut info, error)
    }));
    let pixels = info.width as usize * info.height as usize;
    assert!(info.frames > 0 && info.loop_from < info.frames as i32);
    for index in 0..=info.frames as usize {
        let exists = index < info.frames as usize;
        let mut frame = sized::<CClipFrame>();
        // SAFETY: the first field of the structure is its size.
        let is_read =
            called(|error| unsafe { wardrobe_clip_frame(clip.get(), index, &mut frame, error) });
        assert_eq!(is_read, exists, "frame {index}");
        let (mut colours, mut rgba) = (vec![0; pixels], vec![0; 4 * pixels]);
        // SAFETY: the arrays have the passed lengths.
        let are_read = called(|error| unsafe {
            wardrobe_clip_pixels(clip.get(), index, colours.as_mut_ptr(), pixels, error)
        }) && called(|error| unsafe {
            wardrobe_clip_rgba(clip.get(), index, rgba.as_mut_ptr(), 4 * pixels, error)
        });
        assert_eq!(are_read, exists, "pixels of frame {index}");
        for (colour, rgba) in colours.iter().zip(rgba.chunks(4)) {
            let is_drawn = *colour != info.transparent;
            assert!(!exists || (rgba[3] == 255) == is_drawn);
        }
        let mut cels = [const { MaybeUninit::<CShownCel>::uninit() }; 4];
        let mut count = MaybeUninit::uninit();
        // SAFETY: the array has the passed number of elements.
        let are_read = called(|error| unsafe {
            wardrobe_clip_cels(
                clip.get(),
                index,
                cels.as_mut_ptr().cast(),
                cels.len(),
                Some(&mut count),
                error,
            )
        });
        assert_eq!(are_read, exists, "cels of frame {index}");
        if are_read {
            // SAFETY: the call has succeeded, so it has written the number.
            assert_eq!(unsafe { count.assume_init() }, frame.cels as usize);
        }
    }
}

/// Arranges two clips on a sheet.
fn arrange(clips: &[Option<&CClip>; 2], zoom: u8) {
    let (mut png, mut json) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    // SAFETY: the array has the passed number of handles, and the text ends in 0.
    let is_made = called(|error| unsafe {
        wardrobe_clip_sheet(
            clips.as_ptr(),
            clips.len(),
            zoom,
            c"sheet.png".as_ptr(),
            Some(&mut png),
            Some(&mut json),
            error,
        )
    });
    if is_made {
        for made in [png, json] {
            // SAFETY: the call has succeeded, so it has written both handles.
            let bytes = Handle(unsafe { made.assume_init() }, wardrobe_bytes_free);
            assert!(wardrobe_bytes_len(bytes.get()) > 0);
        }
    }
}

/// The trace of a stage on which an actor acts, and the trace of a renderer.
pub fn traces(bytes: &[u8]) {
    let mut input = Input(bytes);
    let Some(dialect) = dialect(&mut input) else {
        return;
    };
    let (mut script, data) = (input.part(SCRIPT), input.0);
    if script.byte() % 2 == 0 {
        // A pixel of a trace takes up to 16 writes of 24 bytes, so the stage is small.
        let Some(stage) = stage_of_input(&dialect, &mut script, data, (20, 200)) else {
            return;
        };
        called(|error| wardrobe_stage_start_trace(stage.get(), error));
        while !script.0.is_empty() {
            match script.byte() % 8 {
                0..=4 => act(stage.get(), &mut script, data),
                5 => drop(called(|error| match script.byte() % 4 {
                    0 => wardrobe_stage_stop_trace(stage.get(), error),
                    _ => wardrobe_stage_start_trace(stage.get(), error),
                })),
                _ => compare_traces(stage.get(), &mut script),
            }
        }
        return;
    }
    let Some(costume) = parsed(data, &dialect, 0) else {
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
    called(|error| wardrobe_renderer_start_trace(renderer.get(), error));
    while !script.0.is_empty() {
        let frame = script.byte() % 8;
        called(|error| {
            wardrobe_costume_start(costume.get(), limbs.get(), 180, frame.into(), 0xffff, error)
        });
        draw(&costume, &limbs, &renderer, &mut script);
        let (x, y) = (script.byte().into(), script.byte().into());
        writes(|array, capacity, count, error| {
            // SAFETY: the array has the passed number of elements.
            unsafe { wardrobe_renderer_writes(renderer.get(), x, y, array, capacity, count, error) }
        });
    }
    called(|error| wardrobe_renderer_stop_trace(renderer.get(), error));
}

type Count<'a> = Option<&'a mut MaybeUninit<usize>>;

/// Calls a function that lists the writes to a pixel. Returns nothing if the call fails.
fn writes(
    list: impl FnOnce(*mut CWrite, usize, Count<'_>, Error<'_>) -> ResultCode,
) -> Option<Vec<CWrite>> {
    let mut array = [const { MaybeUninit::<CWrite>::uninit() }; MOST_WRITES];
    let mut count = MaybeUninit::uninit();
    if !called(|error| {
        list(
            array.as_mut_ptr().cast(),
            MOST_WRITES,
            Some(&mut count),
            error,
        )
    }) {
        return None;
    }
    // SAFETY: the call has succeeded, so it has written the number and so many elements.
    let count = unsafe { count.assume_init() };
    assert!(count <= MOST_WRITES, "{count} writes to a pixel");
    let mut found = Vec::new();
    for write in &array[..count] {
        // SAFETY: as above.
        found.push(unsafe { write.assume_init() });
    }
    Some(found)
}

/// Compares the trace of the whole view with the writes to one of its pixels.
fn compare_traces(stage: Option<&CStage>, script: &mut Input<'_>) {
    let (x, y) = (u32::from(script.byte()), u32::from(script.byte()));
    let of_pixel = writes(|array, capacity, count, error| {
        // SAFETY: the array has the passed number of elements.
        unsafe { wardrobe_stage_writes(stage, x, y, array, capacity, count, error) }
    });
    let of_view = Handle::made(wardrobe_bytes_free, |out, error| {
        wardrobe_stage_trace(stage, out, error)
    });
    assert_eq!(of_pixel.is_some(), of_view.is_some());
    let (Some(of_pixel), Some(of_view)) = (of_pixel, of_view) else {
        return;
    };
    let mut view = sized::<CView>();
    // SAFETY: the first field of the structure is its size.
    assert!(called(|error| unsafe {
        wardrobe_stage_view(stage, 0, &mut view, error)
    }));
    let len = wardrobe_bytes_len(of_view.get());
    assert_eq!(len, 12 * (view.width * view.height) as usize);
    if x >= view.width || y >= view.height {
        assert!(of_pixel.is_empty(), "writes outside the view");
        return;
    }
    // SAFETY: the bytes have this length and live as long as their handle.
    let trace = unsafe { std::slice::from_raw_parts(wardrobe_bytes_data(of_view.get()), len) };
    let pixel = &trace[12 * (y * view.width + x) as usize..][..12];
    match of_pixel.iter().rfind(|write| write.hidden == 0) {
        None => assert_eq!(pixel[2], 255),
        Some(write) => {
            let actor = u16::from_le_bytes([pixel[0], pixel[1]]);
            let cel = u16::from_le_bytes([pixel[4], pixel[5]]);
            assert_eq!((actor, pixel[2], cel), (write.actor, write.limb, write.cel));
        }
    }
}
