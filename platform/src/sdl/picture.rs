//! Draws the frame, the overlay and the pointer with a renderer.
//!
//! A frame is uploaded as a texture when it changes, and the texture is drawn whenever the window
//! must be drawn. The same is true of the overlay. This module also draws the pointer, because
//! handhelds have no hardware cursor.

use glam::{UVec2, Vec2};
use sdl2::pixels::PixelFormatEnum;
use sdl2::rect::Rect;
use sdl2::render::{BlendMode, ScaleMode as Filter, Texture, TextureCreator, WindowCanvas};
use sdl2::video::WindowContext;

use crate::{
    IndexedFrame, PixelFormat, PlatformError, Result, TexturePalette, Viewport, WindowOverlay,
};

/// The textures of a window.
pub struct WindowTextures<'a> {
    /// The creator of the textures.
    pub textures: &'a TextureCreator<WindowContext>,
    lookup: TexturePalette,
    /// The frame, pixel for pixel.
    plain: Option<(UVec2, Texture<'a>)>,
    /// The frame enlarged by a whole factor. It is scaled to its final size by linear
    /// interpolation, which blurs only the edges of its pixels.
    enlarged: Option<(UVec2, Texture<'a>)>,
    /// Whether `enlarged` contains the frame in `plain`.
    fresh: bool,
    can_enlarge: bool,
}

impl<'a> WindowTextures<'a> {
    /// Creates the textures of a window. `can_enlarge` tells whether the renderer can draw into
    /// textures.
    pub fn new(
        textures: &'a TextureCreator<WindowContext>,
        format: PixelFormat,
        can_enlarge: bool,
    ) -> Self {
        Self {
            textures,
            lookup: TexturePalette::new(format),
            plain: None,
            enlarged: None,
            fresh: false,
            can_enlarge,
        }
    }

    /// Drops all textures after the device has lost them.
    pub fn lose(&mut self) {
        self.plain = None;
        self.enlarged = None;
        self.fresh = false;
    }

    /// Returns whether there is no frame yet.
    pub fn is_empty(&self) -> bool {
        self.plain.is_none()
    }

    /// Uploads a new frame.
    ///
    /// # Errors
    /// Returns [`PlatformError::Window`] if the renderer cannot create the texture.
    pub fn upload(&mut self, frame: &IndexedFrame<'_>, size: UVec2) -> Result<()> {
        if self.plain.as_ref().is_none_or(|(had, _)| *had != size) {
            let format = sdl_format(self.lookup.format());
            let made = self
                .textures
                .create_texture_streaming(format, size.x, size.y);
            let mut texture = made.map_err(|e| PlatformError::Window(e.to_string()))?;
            texture.set_scale_mode(Filter::Nearest);
            self.plain = Some((size, texture));
            self.enlarged = None;
        }
        let Some((_, texture)) = &mut self.plain else {
            return Ok(());
        };
        self.lookup.set_palette(frame.palette());
        self.fresh = false;
        texture
            .with_lock(None, |bytes, pitch| self.lookup.fill(frame, bytes, pitch))
            .map_err(PlatformError::Window)
    }

    /// Draws the frame at its place.
    ///
    /// # Errors
    /// Returns [`PlatformError::Window`] if the renderer fails.
    pub fn draw(&mut self, canvas: &mut WindowCanvas, place: &Viewport) -> Result<()> {
        let factor = place.whole_part();
        let sharp = self.can_enlarge && !place.is_whole();
        let enlarged = if sharp {
            self.enlarge(canvas, factor)
        } else {
            Ok(())
        };
        if let Err(reason) = enlarged {
            log::warn!(
                "pixels have uneven sizes, because the texture for enlarging cannot be created: \
                 {reason}"
            );
            self.can_enlarge = false;
        }
        let texture = if sharp && self.can_enlarge {
            &self.enlarged
        } else {
            &self.plain
        };
        let Some((_, texture)) = texture else {
            return Ok(());
        };
        let [x, y] = [place.origin.x, place.origin.y].map(|n| i32::try_from(n).unwrap_or(i32::MAX));
        canvas
            .copy(texture, None, Rect::new(x, y, place.size.x, place.size.y))
            .map_err(PlatformError::Window)
    }

    /// Updates `enlarged` with the frame, whose sides are enlarged by `factor`.
    fn enlarge(&mut self, canvas: &mut WindowCanvas, factor: UVec2) -> Result<(), String> {
        let Some((size, plain)) = &self.plain else {
            return Ok(());
        };
        let large = *size * factor;
        if self.enlarged.as_ref().is_none_or(|(had, _)| *had != large) {
            let format = sdl_format(self.lookup.format());
            let made = self
                .textures
                .create_texture_target(format, large.x, large.y);
            let mut texture = made.map_err(|e| e.to_string())?;
            texture.set_scale_mode(Filter::Linear);
            self.enlarged = Some((large, texture));
            self.fresh = false;
        }
        let Some((_, enlarged)) = &mut self.enlarged else {
            return Ok(());
        };
        if self.fresh {
            return Ok(());
        }
        let mut done = Ok(());
        let target = |canvas: &mut WindowCanvas| done = canvas.copy(plain, None, None);
        canvas
            .with_texture_canvas(enlarged, target)
            .map_err(|e| e.to_string())?;
        self.fresh = done.is_ok();
        done
    }
}

/// The overlay as a texture.
#[derive(Default)]
pub struct OverlayTexture<'a> {
    /// The overlay's size and its bytes in the format of the texture; `None` without an overlay.
    content: Option<(UVec2, Vec<u8>)>,
    /// The texture, if it contains `content`.
    texture: Option<Texture<'a>>,
}

impl<'a> OverlayTexture<'a> {
    /// Sets the overlay.
    pub fn set(&mut self, overlay: Option<&WindowOverlay<'_>>) {
        let bytes = |overlay: &WindowOverlay<'_>| {
            let words = overlay.pixels().iter();
            words.flat_map(|word| word.to_ne_bytes()).collect()
        };
        self.content = overlay.map(|overlay| (overlay.size(), bytes(overlay)));
        self.texture = None;
    }

    /// Drops the texture after the device has lost it.
    pub fn lose(&mut self) {
        self.texture = None;
    }

    /// Draws the overlay over the whole window, each of its pixels as a square of `scale` pixels.
    ///
    /// # Errors
    /// Returns [`PlatformError::Window`] if the renderer fails.
    pub fn draw(
        &mut self,
        canvas: &mut WindowCanvas,
        textures: &'a TextureCreator<WindowContext>,
        scale: u32,
    ) -> Result<()> {
        let Some((size, bytes)) = &self.content else {
            return Ok(());
        };
        if self.texture.is_none() {
            let texture = argb_texture(textures, *size, bytes).map_err(PlatformError::Window)?;
            self.texture = Some(texture);
        }
        let Some(texture) = &self.texture else {
            return Ok(());
        };
        let to = Rect::new(0, 0, size.x * scale, size.y * scale);
        canvas
            .copy(texture, None, to)
            .map_err(PlatformError::Window)
    }
}

/// Creates a texture with transparency from the bytes of words `0xAARRGGBB`.
fn argb_texture<'a>(
    textures: &'a TextureCreator<WindowContext>,
    size: UVec2,
    bytes: &[u8],
) -> Result<Texture<'a>, String> {
    let made = textures.create_texture_static(PixelFormatEnum::ARGB8888, size.x, size.y);
    let mut texture = made.map_err(|e| e.to_string())?;
    texture.set_blend_mode(BlendMode::Blend);
    texture.set_scale_mode(Filter::Nearest);
    texture
        .update(None, bytes, size.x as usize * 4)
        .map_err(|e| e.to_string())?;
    Ok(texture)
}

/// An arrow with its tip in the top left corner: `#` is the outline, `o` the inside.
const ARROW: [&str; 12] = [
    "#       ", "##      ", "#o#     ", "#oo#    ", "#ooo#   ", "#oooo#  ", "#ooooo# ", "#oooo###",
    "#oo#o#  ", "#o##oo# ", "##  #oo#", "     ## ",
];
/// The width of the arrow.
const WIDTH: u32 = 8;
/// The height of the arrow.
const HEIGHT: u32 = 12;

/// The arrow as a texture, which is created when it is first drawn.
#[derive(Default)]
pub struct Cursor<'a>(Option<Texture<'a>>);

impl<'a> Cursor<'a> {
    /// Draws the arrow with its tip on a point of the window. The arrow is enlarged by the same
    /// factor as the frame. If the texture cannot be created, nothing is drawn.
    pub fn draw(
        &mut self,
        canvas: &mut WindowCanvas,
        textures: &'a TextureCreator<WindowContext>,
        tip: Vec2,
        place: &Viewport,
    ) {
        if self.0.is_none() {
            self.0 = arrow_texture(textures)
                .inspect_err(|reason| log::debug!("cannot draw the pointer: {reason}"))
                .ok();
        }
        let Some(texture) = &self.0 else { return };
        let factor = place
            .whole_part()
            .min_element()
            .max(place.size.y / 200)
            .max(1);
        let to = Rect::new(tip.x as i32, tip.y as i32, WIDTH * factor, HEIGHT * factor);
        if let Err(reason) = canvas.copy(texture, None, to) {
            log::debug!("cannot draw the pointer: {reason}");
        }
    }
}

/// Creates the texture of the arrow.
fn arrow_texture(textures: &TextureCreator<WindowContext>) -> Result<Texture<'_>, String> {
    let words = ARROW
        .iter()
        .flat_map(|row| row.bytes())
        .map(|dot| match dot {
            b'#' => 0xff00_0000_u32,
            b'o' => 0xffff_ffff,
            _ => 0,
        });
    let bytes: Vec<u8> = words.flat_map(u32::to_ne_bytes).collect();
    argb_texture(textures, UVec2::new(WIDTH, HEIGHT), &bytes)
}

/// Returns the first of the renderer's formats that this crate supports. Renderers list their
/// preferred formats first.
pub fn texture_format(canvas: &WindowCanvas) -> PixelFormat {
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
