//! Drawing of the limbs (V31, V36..V39).

use scumm_room::Rect;

#[cfg(feature = "edit")]
use super::{MOST_ROWS, MOST_WIDTH};
use super::{V0, V0_LIMBS, V0Limbs, V0Picture};
use crate::anim::NONE;
use crate::contents::ShownCel;
use crate::cost::draw::SUITS;
use crate::cost::v1::walk_byte;
use crate::draw::renderer::{CelColours, CelColoursId, MOST_COLOURS};
use crate::draw::sprite::{Builder, Sprite};
use crate::draw::{Cache, CacheKey, Drawn, Extent, Look, PicturePlace, Renderer, Shadow, Target};
use crate::trace::Mark;

/// Number of pixels of a byte.
const BYTE: i32 = 8;
/// Distance in pixels of the actor's position from the left edge of a picture.
const ASIDE: i32 = 12;
/// The upper end of an actor that shows nothing (V39).
const NO_TOP: i32 = 200;

/// The colour of skin in the light; [`SHADE`] replaces it in the dark.
const SKIN: u8 = 10;
const SHADE: u8 = 11;

/// A picture that a limb shows, and its position.
struct Shown<'a> {
    limb: usize,
    picture: V0Picture<'a>,
    /// The left edge of column 0, or the right edge if columns go to the left.
    x: i32,
    y: i32,
    flip: bool,
}

impl Shown<'_> {
    fn cel(&self) -> ShownCel {
        ShownCel::new(self.limb, self.picture.number.into())
    }

    fn rect(&self) -> Rect {
        let width = i32::from(self.picture.width).saturating_mul(BYTE);
        let height = i32::from(self.picture.height);
        let left = if self.flip {
            self.x.saturating_sub(width)
        } else {
            self.x
        };
        Rect {
            left,
            top: self.y,
            right: left.saturating_add(width),
            bottom: self.y.saturating_add(height),
        }
    }

    /// Calls `sink` for the opaque pixels of the bytes that begin inside `edges`, with their
    /// position, their value, and their column and row. Bytes are drawn or skipped as a whole
    /// (V37).
    fn walk(&self, edges: Rect, mut sink: impl FnMut((i32, i32), u8, (i32, i32))) {
        let width = usize::from(self.picture.width).max(1);
        for (row, bytes) in (0..).zip(self.picture.rows.chunks(width)) {
            let y = self.y.saturating_add(row);
            if y < edges.top {
                continue;
            }
            if y >= edges.bottom {
                return;
            }
            for (column, &byte) in (0..).zip(bytes) {
                let begin = BYTE.saturating_mul(column);
                let left = if self.flip {
                    self.x.saturating_sub(begin).saturating_sub(BYTE)
                } else {
                    self.x.saturating_add(begin)
                };
                if left < edges.left || left >= edges.right {
                    continue;
                }
                walk_byte(byte, self.flip, |place, source, value| {
                    let at = (left.saturating_add(place), y);
                    sink(at, value, (begin.saturating_add(source), row));
                });
            }
        }
    }

    /// Returns the part of `edges` in which the picture is drawn. Bytes that begin to the left of
    /// the edges are skipped as a whole (V37).
    fn clip(&self, edges: Rect) -> Rect {
        let left = self.rect().left;
        if left >= edges.left {
            return edges;
        }
        let inside = left.saturating_sub(edges.left).rem_euclid(BYTE);
        Rect {
            left: edges.left.saturating_add(inside),
            ..edges
        }
    }

    /// Returns the finished sprite of the picture from the cache; `None` if it does not fit there.
    fn sprite<'c>(&self, colours: &V0Colours, cache: &'c mut Cache) -> Option<&'c Sprite> {
        let V0Picture {
            at, width, height, ..
        } = self.picture;
        let rect = self.rect();
        let (columns, rows) = rect.size();
        if !cache.fits(columns, rows) {
            return None;
        }
        let extent = Extent {
            x: 0,
            y: 0,
            width: width.into(),
            height: height.into(),
        };
        let offset = u32::try_from(at).unwrap_or(u32::MAX);
        let key = CacheKey::column(colours.id, offset, extent, (255, 255), self.flip);
        cache.get(&key, || {
            let mut sprite = Builder::new(columns, rows)?;
            self.walk(rect, |(x, y), entry, _| {
                let place = |at: i32, first: i32| usize::try_from(at.saturating_sub(first));
                if let (Ok(column), Ok(row)) = (place(x, rect.left), place(y, rect.top)) {
                    sprite.put_column(column, row, 1, colours.screen_colour(entry));
                }
            });
            sprite.finish()
        })
    }
}

/// The colours of all pictures of one draw.
struct V0Colours {
    /// The screen colours of the four values.
    screen: [u8; 4],
    id: CelColoursId,
}

impl V0Colours {
    fn new(costume: u64, look: &Look<'_>, cache: &mut Cache) -> Self {
        let own = colours(look);
        let mut screen = [0; MOST_COLOURS];
        for (screen, colour) in screen.iter_mut().zip(own) {
            *screen = colour;
        }
        let id = cache.colours(&CelColours {
            costume,
            shade: None,
            double_shadow: false,
            screen,
        });
        Self { screen: own, id }
    }

    fn screen_colour(&self, value: u8) -> u8 {
        self.screen.get(usize::from(value)).copied().unwrap_or(0)
    }
}

impl V0 {
    /// Returns the screen colours of the four values for an actor in the light; 0 is transparent
    /// (V31).
    #[must_use]
    pub fn colours(actor: u16) -> [u8; 4] {
        colours(&Look {
            actor,
            ..Look::default()
        })
    }

    /// Draws all limbs, limb 0 first.
    pub(crate) fn draw(
        &self,
        limbs: &V0Limbs,
        look: &Look<'_>,
        renderer: &mut Renderer,
        target: &mut Target<'_>,
    ) -> Drawn {
        let Renderer { sprites, trace, .. } = renderer;
        let colours = V0Colours::new(self.digest, look, sprites);
        let mut drawn = Drawn {
            top: NO_TOP,
            ..Drawn::default()
        };
        let edges = target.rect();
        for shown in self.shown(limbs, look) {
            let rect = shown.rect();
            drawn.claim(rect, 0, &self.dialect, target);
            drawn.reach(rect.top, rect.bottom);
            if let Some(trace) = trace {
                trace.begin_cel(shown.cel(), None);
            } else if let Some(sprite) = shown.sprite(&colours, sprites) {
                sprite.draw((rect.left, rect.top), shown.clip(edges), None, target);
                continue;
            }
            shown.walk(edges, |at, entry, source| {
                let colour = colours.screen_colour(entry);
                let mark = Mark {
                    source,
                    entry,
                    colour,
                };
                target.put(at, mark, &Shadow::None, trace.as_mut());
            });
        }
        drawn
    }

    /// Returns the cels that the limbs show, in drawing order.
    pub(crate) fn shown_cels(&self, limbs: &V0Limbs) -> Vec<ShownCel> {
        self.shown(limbs, &Look::default())
            .map(|shown| shown.cel())
            .collect()
    }

    /// Returns the total number of pixels of the pictures that the limbs show. A picture counts at
    /// most the area of the screen, because drawing skips pixels outside the stage.
    #[cfg(feature = "edit")]
    pub(crate) fn shown_pixels(&self, limbs: &V0Limbs) -> u64 {
        let mut sum: u64 = 0;
        for shown in self.shown(limbs, &Look::default()) {
            let width = shown.picture.width.min(MOST_WIDTH);
            let height = shown.picture.height.min(MOST_ROWS);
            let bytes = u64::from(width).saturating_mul(height.into());
            sum = sum.saturating_add(bytes.saturating_mul(8));
        }
        sum
    }

    /// Returns whether an opaque pixel is drawn at column `x`, line `y` of the view.
    pub(crate) fn hit(&self, limbs: &V0Limbs, look: &Look<'_>, x: i32, y: i32) -> bool {
        let line = Rect {
            left: i32::MIN,
            top: y,
            right: i32::MAX,
            bottom: y.saturating_add(1),
        };
        let mut hit = false;
        for shown in self.shown(limbs, look) {
            shown.walk(line, |at, _, _| hit |= at == (x, y));
        }
        hit
    }

    /// Returns the pictures that the limbs show, in drawing order (V36, V37).
    fn shown<'a>(
        &'a self,
        limbs: &'a V0Limbs,
        look: &'a Look<'_>,
    ) -> impl Iterator<Item = Shown<'a>> + use<'a> {
        let mut across = 0_i32;
        let mut up = 0_i32;
        (0..V0_LIMBS)
            .zip(&limbs.limbs)
            .filter_map(move |(number, limb)| {
                if limb.curpos == NONE {
                    return None;
                }
                let place = usize::from(limb.kind).checked_add(limb.curpos.into())?;
                let picture = self.picture_of(self.byte(self.limbs.checked_add(place)?)?)?;
                let left = across.saturating_add(picture.rel.0.into());
                let top = up.saturating_add(picture.rel.1.into());
                across = across.saturating_add(picture.step.0.into());
                up = up.saturating_add(picture.step.1.into());
                if picture.width == 0 || picture.height == 0 {
                    return None;
                }
                let left = left.saturating_mul(BYTE).saturating_sub(ASIDE);
                let place = look.place_picture(PicturePlace {
                    limb: number,
                    number: picture.number.into(),
                    x: look.x,
                    y: look.y,
                    flip: limb.flip,
                });
                let x = if place.flip {
                    place.x.saturating_sub(left)
                } else {
                    place.x.saturating_add(left)
                };
                Some(Shown {
                    limb: number,
                    picture,
                    x,
                    y: place.y.saturating_sub(top).saturating_add(1),
                    flip: place.flip,
                })
            })
    }
}

/// Returns the colours of the four values (V31).
fn colours(look: &Look<'_>) -> [u8; 4] {
    let own = SUITS.get(usize::from(look.actor)).copied().unwrap_or(0);
    match (look.dark, look.flashlight) {
        (false, _) => [0, SKIN, own, 0],
        (true, true) => [0, 0, own, SHADE],
        (true, false) => [0, 0, SHADE, SHADE],
    }
}
