//! A window that shows frames.

use std::time::{Duration, Instant};

use glam::{UVec2, Vec2};
use sdl2::event::{Event, WindowEvent};
use sdl2::pixels::PixelFormatEnum;
use sdl2::render::{RendererInfo, WindowCanvas};
use sdl2::video::{FullscreenType, WindowPos};
use sdl2::{EventPump, VideoSubsystem};

use super::input::{self, FingerMove, Pads, PointerPlace, Touch};
use super::picture::{Cursor, OverlayTexture, WindowTextures, sdl_format, texture_format};
use crate::{
    FrontEnd, IndexedFrame, Input, InputDevice, PlatformError, Result, ScaleMode, Viewport,
    WindowOverlay, WindowSettings,
};

/// The time between two refreshes that is assumed if the display does not report its refresh rate.
const USUAL_REFRESH: Duration = Duration::from_nanos(1_000_000_000 / 60);
/// The smallest size of a window that a setting can have.
const LEAST_SIZE: UVec2 = UVec2::new(160, 100);
/// The size that a display is taken to have if the system does not tell it.
const UNKNOWN_DISPLAY: UVec2 = UVec2::new(16384, 16384);
/// The part of its range from which a stick counts as used.
const USED: u16 = 1 << 14;
/// The name of SDL's driver for X11.
const X11: &str = "x11";

/// The options for opening the window.
#[derive(Clone, Debug, Default)]
pub struct WindowOptions {
    /// The initial settings.
    pub wishes: WindowSettings,
    /// The frame's size in pixels, from which the window's size is derived; sides of 0 count as 1.
    pub frame: UVec2,
    /// The window's size, whatever the settings and the display say.
    pub size: Option<UVec2>,
    /// Whether presents should not wait for the display. Drivers may ignore this option. The main
    /// loop works in both cases.
    pub unpaced: bool,
    /// Whether to use SDL's software renderer, which needs no graphics driver and produces the same
    /// pixels everywhere.
    pub software: bool,
    /// The name of SDL's video driver, such as `dummy`. By default SDL chooses one, or uses
    /// SDL_VIDEODRIVER.
    pub driver: Option<String>,
}

/// An open window, as a [`FrontEnd`].
pub struct Window<'a> {
    video: VideoSubsystem,
    canvas: WindowCanvas,
    picture: WindowTextures<'a>,
    overlay: OverlayTexture<'a>,
    cursor: Cursor<'a>,
    pads: Pads,
    /// The device that was used last.
    device: InputDevice,
    touch: Touch,
    pump: EventPump,
    /// The event that ended a wait, for the next poll.
    waiting: Option<Event>,
    begin: Instant,
    refresh: Duration,
    scale: ScaleMode,
    border: [u8; 3],
    /// The size of the frame that was shown last.
    frame: UVec2,
    /// The position of the pointer in pixels of the window.
    pointer: Option<Vec2>,
    /// Whether the screen has to be redrawn.
    stale: bool,
    /// Whether the size has changed since the last present. Mesa's software driver draws the first
    /// picture after a change still in the old size, so that the picture is presented twice.
    is_resized: bool,
    /// Whether the texture does not yet contain the present frame.
    behind: bool,
    /// Whether the window is invisible.
    hidden: bool,
    /// The size to which the window returns from full screen, if no window manager restores it.
    windowed_size: Option<UVec2>,
}

/// Opens a window, passes it to `body`, and closes it.
///
/// # Errors
/// Returns [`PlatformError::Window`] if there is no display or no renderer. Passes on the error of
/// `body`.
pub fn with_window<T>(
    options: &WindowOptions,
    body: impl FnOnce(&mut Window<'_>) -> Result<T>,
) -> Result<T> {
    if let Some(driver) = &options.driver {
        sdl2::hint::set("SDL_VIDEODRIVER", driver);
    }
    // SDL must report fingers as fingers and not as a mouse.
    sdl2::hint::set("SDL_TOUCH_MOUSE_EVENTS", "0");
    sdl2::hint::set("SDL_MOUSE_TOUCH_EVENTS", "0");
    let sdl = sdl2::init().map_err(PlatformError::Window)?;
    let video = sdl.video().map_err(PlatformError::Window)?;
    // Without a display SDL falls back to an invisible driver. This is an error unless the user has
    // requested such a driver.
    let is_asked = options.driver.is_some()
        || ["SDL_VIDEODRIVER", "SDL_VIDEO_DRIVER"].map(std::env::var_os) != [None, None];
    if !is_asked && ["offscreen", "dummy"].contains(&video.current_video_driver()) {
        return Err(PlatformError::Window("SDL found no display".to_owned()));
    }
    let canvas = open_canvas(&video, options)?;
    sdl.mouse().show_cursor(false);
    let RendererInfo {
        name,
        max_texture_width,
        ..
    } = canvas.info();
    let format = texture_format(&canvas);
    log::info!(
        "video driver {}, renderer {name} ({max_texture_width} wide), {format:?}",
        video.current_video_driver()
    );
    let textures = canvas.texture_creator();
    let mut window = Window {
        picture: WindowTextures::new(&textures, format, canvas.render_target_supported()),
        overlay: OverlayTexture::default(),
        cursor: Cursor::default(),
        pads: Pads::new(&sdl),
        device: InputDevice::Keyboard,
        touch: Touch::default(),
        pump: sdl.event_pump().map_err(PlatformError::Window)?,
        waiting: None,
        begin: Instant::now(),
        refresh: USUAL_REFRESH,
        scale: ScaleMode::default(),
        border: [0; 3],
        frame: options.frame.max(UVec2::ONE),
        pointer: None,
        stale: true,
        is_resized: false,
        behind: true,
        hidden: false,
        windowed_size: None,
        video,
        canvas,
    };
    window.ask_refresh();
    window.grant(&options.wishes);
    let result = body(&mut window);
    await_wake_events(&window.video);
    result
}

/// Waits until the X server has handled the events with which SDL woke the program.
///
/// If an event arrives while [`FrontEnd::wait`] waits, SDL 2 sends another event to the window, on
/// a second connection to the server. If the window is destroyed before the server handles this
/// event, the server reports an error, and Xlib ends the program with exit code 1. The server
/// handles all connections in turn, so the event is normally handled once two requests on the first
/// connection have been answered; a server under load was seen to handle it later. The usable
/// bounds of a display are such a request.
fn await_wake_events(video: &VideoSubsystem) {
    for _ in 0..2 {
        // Only the answer of the server is needed, which is an error on some drivers.
        drop(video.display_usable_bounds(0));
    }
}

/// Opens a window with the renderer of the graphics driver (GLES2 on handhelds). If this renderer
/// does not work, opens the window with SDL's software renderer. A failure of the driver is logged
/// with its reason.
///
/// # Errors
/// Returns [`PlatformError::Window`] if there is no window or no working renderer.
fn open_canvas(video: &VideoSubsystem, options: &WindowOptions) -> Result<WindowCanvas> {
    if !options.software {
        match try_open(video, options, true) {
            Ok(canvas) => return Ok(canvas),
            Err(reason) => {
                log::warn!("no accelerated renderer ({reason}); using SDL's software renderer")
            }
        }
    }
    try_open(video, options, false)
}

fn try_open(
    video: &VideoSubsystem,
    options: &WindowOptions,
    accelerated: bool,
) -> Result<WindowCanvas> {
    let size = size_to_open(video, options);
    let mut builder = video.window(&options.wishes.title, size.x, size.y);
    builder.position_centered().resizable().allow_highdpi();
    // On X11, `Window::fill_screen` first looks whether there is a window manager.
    if options.wishes.fullscreen && video.current_video_driver() != X11 {
        builder.fullscreen_desktop();
    }
    let window = builder
        .build()
        .map_err(|e| PlatformError::Window(e.to_string()))?;
    let canvas = window.into_canvas();
    let canvas = if accelerated {
        canvas.accelerated()
    } else {
        // By default SDL shows the surface of the software renderer through OpenGL. It tries this
        // at the first present, closes the window and opens another one for it, and the keys that
        // were sent to the first window are lost.
        sdl2::hint::set("SDL_FRAMEBUFFER_ACCELERATION", "0");
        canvas.software()
    };
    let canvas = if options.unpaced {
        canvas
    } else {
        canvas.present_vsync()
    };
    let canvas = canvas
        .build()
        .map_err(|e| PlatformError::Window(e.to_string()))?;
    // Some drivers open a window but cannot create a texture.
    let frame = options.frame.max(UVec2::ONE);
    let textures = canvas.texture_creator();
    let texture =
        textures.create_texture_streaming(sdl_format(texture_format(&canvas)), frame.x, frame.y);
    texture.map_err(|e| PlatformError::Window(e.to_string()))?;
    Ok(canvas)
}

/// Returns the size of a new window: that of the options, or that of the settings as far as the
/// display allows it, or the usual size.
fn size_to_open(video: &VideoSubsystem, options: &WindowOptions) -> UVec2 {
    if let Some(size) = options.size {
        return size;
    }
    match options.wishes.size {
        Some(size) => {
            let display = video.display_usable_bounds(0);
            fitting(
                size,
                display.ok().map(|b| UVec2::new(b.width(), b.height())),
            )
        }
        None => usual_size(video, options),
    }
}

/// Returns a window's size that is not larger than the display, and not so small that the window is
/// hard to find.
fn fitting(size: UVec2, display: Option<UVec2>) -> UVec2 {
    let largest = display.unwrap_or(UNKNOWN_DISPLAY).max(LEAST_SIZE);
    size.clamp(LEAST_SIZE, largest)
}

/// Returns the usual size of a new window: the largest whole multiple of the frame's size that
/// leaves a fifth of the display free. In the scale mode 4:3 the height is computed from the width.
fn usual_size(video: &VideoSubsystem, options: &WindowOptions) -> UVec2 {
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

impl Window<'_> {
    /// Returns the size of the drawing area in its own pixels. On a high-density display it has
    /// more pixels than the window has points.
    fn output(&self) -> Result<UVec2> {
        self.canvas
            .output_size()
            .map(UVec2::from)
            .map_err(PlatformError::Window)
    }

    /// Returns the present place of the frame in the window.
    ///
    /// # Errors
    /// Returns [`PlatformError::Window`] if SDL cannot report the window's size.
    pub fn viewport(&self) -> Result<Viewport> {
        Ok(Viewport::new(self.output()?, self.frame, self.scale))
    }

    /// Returns the number of the window's pixels that a pixel of the overlay covers in each
    /// direction.
    fn overlay_scale(&self) -> u32 {
        self.output().map_or(1, WindowOverlay::scale_in)
    }

    /// Returns the position of a pixel of the window on the frame and on the overlay.
    fn place(&self, pixel: Vec2) -> PointerPlace {
        let (Ok(output), Ok(viewport)) = (self.output(), self.viewport()) else {
            return PointerPlace::default();
        };
        let is_inside = pixel.cmpge(Vec2::ZERO).all() && pixel.cmplt(output.as_vec2()).all();
        let overlay = pixel.as_uvec2() / WindowOverlay::scale_in(output);
        PointerPlace {
            frame: viewport.to_frame(pixel),
            overlay: is_inside.then_some(overlay),
        }
    }

    /// Returns the size of the window and its pixels as words `0xAARRGGBB`, row by row. The result
    /// is exact with the software renderer; other renderers may have discarded the picture after
    /// presenting it.
    ///
    /// # Errors
    /// Returns [`PlatformError::Window`] if the renderer cannot read back.
    pub fn read_back(&self) -> Result<(UVec2, Vec<u32>)> {
        let bytes = self
            .canvas
            .read_pixels(None, PixelFormatEnum::ARGB8888)
            .map_err(PlatformError::Window)?;
        let words = bytes
            .chunks_exact(4)
            .filter_map(|c| c.try_into().ok())
            .map(u32::from_ne_bytes)
            .collect();
        Ok((self.output()?, words))
    }

    /// Queries the refresh rate of the display.
    fn ask_refresh(&mut self) {
        let mode = self
            .canvas
            .window()
            .display_index()
            .and_then(|index| self.video.current_display_mode(index));
        let rate = mode
            .ok()
            .and_then(|mode| u32::try_from(mode.refresh_rate).ok())
            .filter(|&rate| rate > 0);
        self.refresh = rate.map_or(USUAL_REFRESH, |rate| Duration::from_secs(1) / rate);
    }

    /// Converts a point of SDL to pixels of the drawing area. The result is the position of the
    /// point's centre, because the corner of a point may lie on the border between two pixels.
    fn pixel(&self, x: i32, y: i32) -> Option<Vec2> {
        let points = UVec2::from(self.canvas.window().size()).max(UVec2::ONE);
        let density = self.output().ok()?.as_vec2() / points.as_vec2();
        Some((Vec2::new(x as f32, y as f32) + 0.5) * density)
    }

    /// Handles an event: events of the window are handled here, and input for the app is added to
    /// `inputs`.
    fn take(&mut self, event: &Event, inputs: &mut Vec<Input>) {
        self.note_device(event, inputs);
        match *event {
            Event::Window { win_event, .. } => return self.take_window(win_event, inputs),
            Event::AppWillEnterBackground { .. } | Event::AppTerminating { .. } => {
                inputs.push(Input::Suspended)
            }
            Event::AppDidEnterForeground { .. } => self.stale = true,
            Event::RenderTargetsReset { .. } | Event::RenderDeviceReset { .. } => {
                self.picture.lose();
                self.overlay.lose();
                self.cursor = Cursor::default();
                self.stale = true;
            }
            Event::MouseMotion { x, y, .. } => self.point(self.pixel(x, y)),
            Event::FingerDown {
                finger_id, x, y, ..
            } => self.take_finger(finger_id, FingerMove::Down, x, y, inputs),
            Event::FingerMotion {
                finger_id, x, y, ..
            } => self.take_finger(finger_id, FingerMove::Slide, x, y, inputs),
            Event::FingerUp {
                finger_id, x, y, ..
            } => self.take_finger(finger_id, FingerMove::Up, x, y, inputs),
            _ => {}
        }
        self.pads.take(event, self.frame, inputs);
        let Ok(viewport) = self.viewport() else {
            return;
        };
        inputs.extend(input::translate(event, |x, y| {
            self.pixel(x, y)
                .map_or(PointerPlace::default(), |pixel| self.place(pixel))
        }));
        self.follow_pad(&viewport);
    }

    /// Reports the device of an event if it is another one than before. A controller that is
    /// plugged in counts as used: a handheld has no other device.
    fn note_device(&mut self, event: &Event, inputs: &mut Vec<Input>) {
        let device = match *event {
            Event::KeyDown { .. }
            | Event::MouseButtonDown { .. }
            | Event::ControllerDeviceRemoved { .. } => InputDevice::Keyboard,
            Event::ControllerDeviceAdded { .. } | Event::ControllerButtonDown { .. } => {
                InputDevice::Pad
            }
            Event::ControllerAxisMotion { value, .. } if value.unsigned_abs() > USED => {
                InputDevice::Pad
            }
            _ => return,
        };
        if device != self.device {
            self.device = device;
            inputs.push(Input::Device(device));
        }
    }

    fn take_window(&mut self, event: WindowEvent, inputs: &mut Vec<Input>) {
        match event {
            WindowEvent::Exposed => self.stale = true,
            WindowEvent::SizeChanged(..) => {
                self.stale = true;
                self.is_resized = true;
            }
            WindowEvent::Resized(..) => {
                self.stale = true;
                self.is_resized = true;
                let window = self.canvas.window();
                let is_free =
                    window.fullscreen_state() == FullscreenType::Off && !window.is_maximized();
                if is_free {
                    let size = window.size().into();
                    inputs.push(Input::Resized { size });
                }
            }
            WindowEvent::Shown | WindowEvent::Restored | WindowEvent::Maximized => {
                self.hidden = false;
                self.stale = true;
            }
            WindowEvent::Hidden | WindowEvent::Minimized => {
                self.hidden = true;
                inputs.push(Input::Suspended);
            }
            WindowEvent::FocusLost => {
                self.pads.pad.release();
                inputs.push(Input::Released);
            }
            WindowEvent::Leave => self.point(None),
            WindowEvent::DisplayChanged(_) | WindowEvent::Moved(..) => {
                self.ask_refresh();
                self.stale = true;
            }
            _ => {}
        }
    }

    /// Handles a finger, whose position is given in fractions of the window's sides.
    fn take_finger(
        &mut self,
        finger: i64,
        what: FingerMove,
        x: f32,
        y: f32,
        inputs: &mut Vec<Input>,
    ) {
        let Ok(output) = self.output() else {
            return;
        };
        let place = self.place(Vec2::new(x, y) * output.as_vec2());
        self.pads.pad.place(place.frame);
        self.touch.take(finger, what, place, inputs);
    }

    /// Sets the position of the mouse.
    fn point(&mut self, at: Option<Vec2>) {
        self.pointer = at;
        self.stale = true;
        let pixel = at
            .zip(self.viewport().ok())
            .and_then(|(at, viewport)| viewport.to_frame(at));
        self.pads.pad.place(pixel);
    }

    /// Moves the pointer to the position of the controllers' pointer.
    fn follow_pad(&mut self, viewport: &Viewport) {
        let Some(at) = self.pads.pad.pointer() else {
            return;
        };
        let there = viewport.to_window(at);
        let mouse = self.pointer.and_then(|point| viewport.to_frame(point));
        if mouse != Some(at.as_uvec2()) {
            self.pointer = Some(there);
            self.stale = true;
        }
    }

    /// Fills the screen, or returns to a window.
    fn fill_screen(&mut self, is_wanted: bool) {
        let state = if is_wanted {
            FullscreenType::Desktop
        } else {
            FullscreenType::Off
        };
        if self.canvas.window().fullscreen_state() == state {
            return;
        }
        if is_wanted && self.is_unmanaged() {
            self.windowed_size = Some(self.canvas.window().size().into());
            self.cover_display();
        }
        if let Err(refused) = self.canvas.window_mut().set_fullscreen(state) {
            log::warn!("fullscreen: {refused}");
        }
        if let Some(size) = self.windowed_size.take_if(|_| !is_wanted) {
            let window = self.canvas.window_mut();
            if let Err(refused) = window.set_size(size.x, size.y) {
                log::warn!("the size of the window: {refused}");
            }
            window.set_position(WindowPos::Centered, WindowPos::Centered);
        }
    }

    /// Returns whether no window manager seems to manage the window: on X11 the window has no
    /// border. Without a window manager SDL believes that the window fills the screen, but the
    /// window keeps its size.
    fn is_unmanaged(&self) -> bool {
        self.video.current_video_driver() == X11
            && self.canvas.window().border_size() == Ok((0, 0, 0, 0))
    }

    /// Gives the window the position and the size of its display.
    fn cover_display(&mut self) {
        let index = self.canvas.window().display_index().unwrap_or(0);
        let bounds = match self.video.display_bounds(index) {
            Ok(bounds) => bounds,
            Err(reason) => return log::warn!("the size of the display: {reason}"),
        };
        let window = self.canvas.window_mut();
        if let Err(refused) = window.set_size(bounds.width(), bounds.height()) {
            log::warn!("the size of the window: {refused}");
        }
        window.set_position(
            WindowPos::Positioned(bounds.x()),
            WindowPos::Positioned(bounds.y()),
        );
    }
}

impl FrontEnd for Window<'_> {
    fn now(&mut self) -> Duration {
        self.begin.elapsed()
    }

    fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<()> {
        while let Some(event) = self.waiting.take().or_else(|| self.pump.poll_event()) {
            self.take(&event, inputs);
        }
        let now = self.begin.elapsed();
        if let Some(input) = self.pads.advance(now, self.frame) {
            inputs.push(input);
            self.follow_pad(&self.viewport()?);
        }
        Ok(())
    }

    fn wants_present(&self) -> bool {
        self.stale
    }

    fn present(&mut self, frame: &IndexedFrame<'_>, changed: bool) -> Result<()> {
        self.stale = std::mem::take(&mut self.is_resized);
        self.behind |= changed;
        if self.hidden {
            return Ok(());
        }
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.frame = UVec2::new(side(frame.width()), side(frame.height()));
        if self.behind || self.picture.is_empty() {
            self.picture.upload(frame, self.frame)?;
            self.behind = false;
        }
        let place = self.viewport()?;
        self.canvas
            .set_draw_color(<(u8, u8, u8)>::from(self.border));
        self.canvas.clear();
        self.picture.draw(&mut self.canvas, &place)?;
        let scale = self.overlay_scale();
        self.overlay
            .draw(&mut self.canvas, self.picture.textures, scale)?;
        if let Some(tip) = self.pointer {
            self.cursor
                .draw(&mut self.canvas, self.picture.textures, tip, &place);
        }
        self.canvas.present();
        Ok(())
    }

    fn overlay_size(&self) -> Option<UVec2> {
        let output = self.output().ok()?;
        let scale = WindowOverlay::scale_in(output);
        // The last column and the last row may lie outside of the window in part.
        Some(UVec2::new(
            output.x.div_ceil(scale),
            output.y.div_ceil(scale),
        ))
    }

    fn set_overlay(&mut self, overlay: Option<&WindowOverlay<'_>>) -> Result<()> {
        self.overlay.set(overlay);
        self.stale = true;
        Ok(())
    }

    fn refresh(&self) -> Option<Duration> {
        Some(self.refresh)
    }

    fn wait(&mut self, limit: Duration) {
        // A stick that is held does not produce events.
        let limit = if self.pads.pad.is_active() {
            limit.min(self.refresh)
        } else {
            limit
        };
        match u32::try_from(limit.as_millis()).unwrap_or(u32::MAX) {
            0 => std::thread::sleep(limit),
            // SDL treats the time as signed, and a negative time means for ever.
            ms => self.waiting = self.pump.wait_event_timeout(ms.min(60_000)),
        }
    }

    fn grant(&mut self, wishes: &WindowSettings) {
        let window = self.canvas.window_mut();
        // A title with a zero byte is ignored.
        drop(window.set_title(&wishes.title));
        self.fill_screen(wishes.fullscreen);
        self.scale = wishes.scale;
        self.border = wishes.border;
        self.stale = true;
        self.pads.pad.set_mode(wishes.pad_mode);
        self.pads.pad.layout = wishes.pad_layout;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_size_is_fitted_to_the_display() {
        let display = Some(UVec2::new(640, 480));
        let kept = |x, y| fitting(UVec2::new(x, y), display);
        assert_eq!(kept(600, 400), UVec2::new(600, 400));
        assert_eq!(kept(1280, 400), UVec2::new(640, 400));
        assert_eq!(kept(0, u32::MAX), UVec2::new(160, 480));
        assert_eq!(fitting(UVec2::MAX, None), UNKNOWN_DISPLAY);
        assert_eq!(fitting(UVec2::ZERO, Some(UVec2::ONE)), LEAST_SIZE);
    }
}
