//! A window that shows frames through a streaming texture.

use std::time::{Duration, Instant};

use glam::{UVec2, Vec2};
use sdl2::event::{Event, WindowEvent};
use sdl2::pixels::{Color, PixelFormatEnum};
use sdl2::rect::Rect;
use sdl2::render::{Texture, TextureCreator, WindowCanvas};
use sdl2::video::{FullscreenType, WindowContext};
use sdl2::{EventPump, VideoSubsystem};

use super::events;
use crate::error::{Error, Result};
use crate::frame::{Frame, argb_table, expand_row};
use crate::input::Input;
use crate::run::{Host, Request};
use crate::viewport::{ScaleMode, Viewport};

/// How to open the window.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// Its first title.
    pub title: String,
    /// The frame's size in pixels, from which the window's follows.
    pub frame: UVec2,
    /// The window's size, where it is not to follow from the frame's.
    pub size: Option<UVec2>,
    /// How frames fill it.
    pub scale: ScaleMode,
    /// The whole screen.
    pub fullscreen: bool,
    /// Presents wait for the display. They may not, whatever is asked for; the loop needs neither.
    pub vsync: bool,
    /// SDL's own renderer, which needs no graphics driver and gives the same pixels everywhere.
    pub software: bool,
    /// The name of SDL's video driver, such as `dummy`; else SDL finds one, or is told by SDL_VIDEODRIVER.
    pub driver: Option<String>,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self {
            title: String::new(),
            frame: UVec2::new(320, 200),
            size: None,
            scale: ScaleMode::default(),
            fullscreen: false,
            vsync: true,
            software: false,
            driver: None,
        }
    }
}

/// An open window, as a [`Host`].
pub struct Window<'a> {
    canvas: WindowCanvas,
    textures: &'a TextureCreator<WindowContext>,
    texture: Option<(UVec2, Texture<'a>)>,
    pump: EventPump,
    /// What ended a wait, for the next poll.
    waiting: Option<Event>,
    begin: Instant,
    scale: ScaleMode,
    /// Size of the frame that was shown last.
    frame: UVec2,
    stale: bool,
}

/// Opens a window, hands it to `body`, closes it.
///
/// # Errors
/// [`Error::Window`] where there is no display or no renderer, and whatever `body` returns.
pub fn with_window<T>(options: &WindowOptions, body: impl FnOnce(&mut Window<'_>) -> Result<T>) -> Result<T> {
    if let Some(driver) = &options.driver {
        sdl2::hint::set("SDL_VIDEODRIVER", driver);
    }
    let sdl = sdl2::init().map_err(Error::Window)?;
    let video = sdl.video().map_err(Error::Window)?;
    let size = options.size.unwrap_or_else(|| comfortable(&video, options));
    let mut builder = video.window(&options.title, size.x, size.y);
    builder.position_centered().resizable().allow_highdpi();
    if options.fullscreen {
        builder.fullscreen_desktop();
    }
    let window = builder.build().map_err(|e| Error::Window(e.to_string()))?;
    let mut canvas = window.into_canvas();
    if options.software {
        canvas = canvas.software();
    }
    if options.vsync {
        canvas = canvas.present_vsync();
    }
    let canvas = canvas.build().map_err(|e| Error::Window(e.to_string()))?;
    log::info!("video driver {}, renderer {}", video.current_video_driver(), canvas.info().name);
    let textures = canvas.texture_creator();
    body(&mut Window {
        canvas,
        textures: &textures,
        texture: None,
        pump: sdl.event_pump().map_err(Error::Window)?,
        waiting: None,
        begin: Instant::now(),
        scale: options.scale,
        frame: options.frame.max(UVec2::ONE),
        stale: true,
    })
}

/// The largest whole multiple of the frame that leaves a fifth of the display free; with 4:3, as high as that asks for.
fn comfortable(video: &VideoSubsystem, options: &WindowOptions) -> UVec2 {
    let frame = options.frame.max(UVec2::ONE);
    let display = video.display_usable_bounds(0).map_or(frame * 3, |b| UVec2::new(b.width(), b.height()) * 4 / 5);
    let size = frame * (display / frame).min_element().max(1);
    if options.scale == ScaleMode::Aspect { UVec2::new(size.x, size.x * 3 / 4) } else { size }
}

impl Window<'_> {
    /// Size of what is drawn into, in its own pixels (a high-density display has more of them than the window has points).
    fn output(&self) -> Result<UVec2> {
        self.canvas.output_size().map(UVec2::from).map_err(Error::Window)
    }

    /// The frame's place at present.
    ///
    /// # Errors
    /// [`Error::Window`] where SDL can't tell the window's size.
    pub fn viewport(&self) -> Result<Viewport> {
        Ok(Viewport::new(self.output()?, self.frame, self.scale))
    }

    /// The window's pixels as words `0xAARRGGBB`, row by row, with its size. Exact with the software renderer; others may have
    /// given the picture away when it was presented.
    ///
    /// # Errors
    /// [`Error::Window`] where the renderer can't read back.
    pub fn read_back(&self) -> Result<(UVec2, Vec<u32>)> {
        let bytes = self.canvas.read_pixels(None, PixelFormatEnum::ARGB8888).map_err(Error::Window)?;
        let words = bytes.chunks_exact(4).filter_map(|c| c.try_into().ok()).map(u32::from_ne_bytes).collect();
        Ok((self.output()?, words))
    }

    /// Uploads a frame, into a new texture where its size has changed.
    fn upload(&mut self, frame: &Frame<'_>) -> Result<()> {
        if self.texture.as_ref().is_none_or(|(size, _)| *size != self.frame) {
            let made = self.textures.create_texture_streaming(PixelFormatEnum::ARGB8888, self.frame.x, self.frame.y);
            let mut texture = made.map_err(|e| Error::Window(e.to_string()))?;
            texture.set_scale_mode(sdl2::render::ScaleMode::Nearest);
            self.texture = Some((self.frame, texture));
        }
        let Some((_, texture)) = &mut self.texture else { return Ok(()) };
        let table = argb_table(frame.palette());
        let fill = |bytes: &mut [u8], pitch: usize| {
            for (line, row) in bytes.chunks_mut(pitch.max(1)).zip(frame.pixels().chunks_exact(frame.width())) {
                expand_row(row, &table, line);
            }
        };
        texture.with_lock(None, fill).map_err(Error::Window)
    }

    /// Takes what concerns the window itself; gives back what concerns the app.
    fn take(&mut self, event: &Event) -> Option<Input> {
        match event {
            Event::Window { win_event: WindowEvent::Exposed | WindowEvent::SizeChanged(..), .. }
            | Event::AppDidEnterForeground { .. } => self.stale = true,
            Event::RenderTargetsReset { .. } | Event::RenderDeviceReset { .. } => {
                self.texture = None;
                self.stale = true;
            }
            _ => {}
        }
        let (viewport, points) = (self.viewport().ok()?, UVec2::from(self.canvas.window().size()).max(UVec2::ONE));
        let density = self.output().ok()?.as_vec2() / points.as_vec2();
        // The middle of the point: its corner may lie on the border between two pixels.
        events::translate(event, |x, y| viewport.to_frame((Vec2::new(x as f32, y as f32) + 0.5) * density))
    }
}

impl Host for Window<'_> {
    fn now(&mut self) -> Duration {
        self.begin.elapsed()
    }

    fn poll(&mut self, inputs: &mut Vec<Input>) -> Result<()> {
        while let Some(event) = self.waiting.take().or_else(|| self.pump.poll_event()) {
            inputs.extend(self.take(&event));
        }
        Ok(())
    }

    fn wants_present(&self) -> bool {
        self.stale
    }

    fn present(&mut self, frame: &Frame<'_>) -> Result<()> {
        let side = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.frame = UVec2::new(side(frame.width()), side(frame.height()));
        self.upload(frame)?;
        let Viewport { origin, size, .. } = self.viewport()?;
        self.canvas.set_draw_color(Color::BLACK);
        self.canvas.clear();
        if let Some((_, texture)) = &self.texture {
            let [x, y] = [origin.x, origin.y].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
            self.canvas.copy(texture, None, Rect::new(x, y, size.x, size.y)).map_err(Error::Window)?;
        }
        self.canvas.present();
        self.stale = false;
        Ok(())
    }

    fn wait(&mut self, limit: Duration) {
        match u32::try_from(limit.as_millis()).unwrap_or(u32::MAX) {
            0 => std::thread::sleep(limit),
            // SDL takes it as signed, where less than nothing is for ever.
            ms => self.waiting = self.pump.wait_event_timeout(ms.min(60_000)),
        }
    }

    fn request(&mut self, request: Request) -> Result<()> {
        let window = self.canvas.window_mut();
        match request {
            // A title with a zero byte is no title.
            Request::Title(title) => drop(window.set_title(&title)),
            Request::Scale(mode) => self.scale = mode,
            Request::NextScale => self.scale = self.scale.next(),
            Request::ToggleFullscreen => {
                let next = match window.fullscreen_state() {
                    FullscreenType::Off => FullscreenType::Desktop,
                    _ => FullscreenType::Off,
                };
                if let Err(refused) = window.set_fullscreen(next) {
                    log::warn!("fullscreen: {refused}");
                }
            }
        }
        self.stale = true;
        Ok(())
    }
}
