//! Opens a window with a working renderer.

use glam::UVec2;
use sdl2::VideoSubsystem;
use sdl2::pixels::PixelFormatEnum;
use sdl2::render::WindowCanvas;

use super::WindowOptions;
use crate::{Error, PixelFormat, Result, ScaleMode};

/// Opens a window with the graphics driver's renderer (GLES2 on handhelds) if it works, else with
/// SDL's software renderer. A failure of the driver is logged with its reason.
///
/// # Errors
/// Returns [`Error::Window`] if there is no window or no working renderer.
pub fn open(video: &VideoSubsystem, options: &WindowOptions) -> Result<WindowCanvas> {
    if !options.software {
        match attempt(video, options, true) {
            Ok(canvas) => return Ok(canvas),
            Err(reason) => {
                log::warn!("no accelerated renderer ({reason}): SDL's own takes its place")
            }
        }
    }
    attempt(video, options, false)
}

fn attempt(
    video: &VideoSubsystem,
    options: &WindowOptions,
    accelerated: bool,
) -> Result<WindowCanvas> {
    let size = options.size.unwrap_or_else(|| comfortable(video, options));
    let mut builder = video.window(&options.wishes.title, size.x, size.y);
    builder.position_centered().resizable().allow_highdpi();
    if options.wishes.fullscreen {
        builder.fullscreen_desktop();
    }
    let window = builder.build().map_err(|e| Error::Window(e.to_string()))?;
    let canvas = window.into_canvas();
    let canvas = if accelerated {
        canvas.accelerated()
    } else {
        canvas.software()
    };
    let canvas = if options.unpaced {
        canvas
    } else {
        canvas.present_vsync()
    };
    let canvas = canvas.build().map_err(|e| Error::Window(e.to_string()))?;
    // Some drivers open a window but cannot create a texture.
    let frame = options.frame.max(UVec2::ONE);
    let textures = canvas.texture_creator();
    let texture = textures.create_texture_streaming(sdl_format(format(&canvas)), frame.x, frame.y);
    texture.map_err(|e| Error::Window(e.to_string()))?;
    Ok(canvas)
}

/// Returns the window size: the largest whole multiple of the frame that leaves a fifth of the
/// display free. With 4:3 the height follows from the width.
fn comfortable(video: &VideoSubsystem, options: &WindowOptions) -> UVec2 {
    let frame = options.frame.max(UVec2::ONE);
    let display = video
        .display_usable_bounds(0)
        .map_or(frame * 3, |b| UVec2::new(b.width(), b.height()) * 4 / 5);
    let size = frame * (display / frame).min_element().max(1);
    if options.wishes.scale == ScaleMode::Aspect {
        UVec2::new(size.x, size.x * 3 / 4)
    } else {
        size
    }
}

/// Returns the first of the renderer's formats that this crate supports. Renderers list their
/// preferred formats first.
pub fn format(canvas: &WindowCanvas) -> PixelFormat {
    let ours = |name| {
        [PixelFormat::Argb8888, PixelFormat::Rgb565]
            .into_iter()
            .find(|&ours| sdl_format(ours) == name)
    };
    canvas
        .info()
        .texture_formats
        .into_iter()
        .find_map(ours)
        .unwrap_or_default()
}

/// Returns SDL's value of a format.
pub fn sdl_format(format: PixelFormat) -> PixelFormatEnum {
    match format {
        PixelFormat::Argb8888 => PixelFormatEnum::ARGB8888,
        PixelFormat::Rgb565 => PixelFormatEnum::RGB565,
    }
}
