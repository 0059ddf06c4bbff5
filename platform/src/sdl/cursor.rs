//! Draws the pointer. The host draws it itself, because handhelds have no hardware cursor.

use glam::Vec2;
use sdl2::pixels::PixelFormatEnum;
use sdl2::rect::Rect;
use sdl2::render::{BlendMode, ScaleMode as Filter, Texture, TextureCreator, WindowCanvas};
use sdl2::video::WindowContext;

use crate::Viewport;

/// The creator of a window's textures.
type Textures = TextureCreator<WindowContext>;

/// An arrow with its tip in the top left corner: `#` is the outline, `o` the inside.
const ARROW: [&str; 12] = [
    "#       ", "##      ", "#o#     ", "#oo#    ", "#ooo#   ", "#oooo#  ", "#ooooo# ", "#oooo###",
    "#oo#o#  ", "#o##oo# ", "##  #oo#", "     ## ",
];
const WIDTH: u32 = 8;
const HEIGHT: u32 = 12;

/// The arrow as a texture, which is created when it is first drawn.
#[derive(Default)]
pub struct Cursor<'a>(Option<Texture<'a>>);

impl<'a> Cursor<'a> {
    /// Draws the arrow with its tip on a point of the window, enlarged as much as the frame. If the
    /// texture cannot be created, nothing is drawn.
    pub fn draw(
        &mut self,
        canvas: &mut WindowCanvas,
        textures: &'a Textures,
        tip: Vec2,
        place: &Viewport,
    ) {
        if self.0.is_none() {
            self.0 = make(textures)
                .inspect_err(|reason| log::debug!("no pointer: {reason}"))
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
            log::debug!("no pointer: {reason}");
        }
    }
}

fn make(textures: &Textures) -> Result<Texture<'_>, String> {
    let made = textures.create_texture_static(PixelFormatEnum::ARGB8888, WIDTH, HEIGHT);
    let mut texture = made.map_err(|e| e.to_string())?;
    texture.set_blend_mode(BlendMode::Blend);
    texture.set_scale_mode(Filter::Nearest);
    let words = ARROW
        .iter()
        .flat_map(|row| row.bytes())
        .map(|dot| match dot {
            b'#' => 0xff00_0000_u32,
            b'o' => 0xffff_ffff,
            _ => 0,
        });
    let bytes: Vec<u8> = words.flat_map(u32::to_ne_bytes).collect();
    texture
        .update(None, &bytes, WIDTH as usize * 4)
        .map_err(|e| e.to_string())?;
    Ok(texture)
}
