//! Drawing of a room into the engine's memory, or as a whole picture for viewers (S13, S17, Z4,
//! O3–O6).

use std::ops::Range;

use super::{ObjectNow, Room};
use crate::image::picture::{Body, Picture};
use crate::image::strip::{RoomTarget, Spot, StripPacking, Style};
use crate::image::{bmap, bomp};
use crate::zplane::Lines;
use crate::{Canvas, Dialect, Error, GameId, Misuse, Planes, Reader, Rect, Result, Surface};

/// The most objects in a chain of parents, whose numbers are bytes. A longer chain contains a
/// cycle, so its remaining parents were checked before.
const PARENTS: u8 = u8::MAX;

/// The most pixels of a run in 16 colours.
const LONGEST_RUN: usize = 255;

impl Dialect {
    /// Returns the strips that are drawn for a view whose left edge is column `left` of the room
    /// (S17). From v7 on the range has one strip more than the screen, because the view may begin
    /// inside a strip.
    #[must_use]
    pub fn visible_strips(&self, left: usize) -> Range<usize> {
        let first = left >> 3;
        let more = usize::from(self.is_v7_plus());
        first
            ..first
                .saturating_add(usize::from(self.screen_size().0 >> 3))
                .saturating_add(more)
    }

    /// Returns whether plane 1 of an object with these classes is drawn to every plane: class 22 in
    /// Sam & Max, 31 in Full Throttle (O6).
    fn masks_all_planes(&self, classes: u32) -> bool {
        let class: u32 = match self.game() {
            Some(GameId::SamNMax) => 22,
            Some(GameId::FullThrottle) => 31,
            _ => return false,
        };
        classes & 1_u32.wrapping_shl(class.wrapping_sub(1)) != 0
    }
}

impl Room {
    /// Draws these strips of the background, and their planes 1.. over the existing ones (Z4).
    /// Strips outside the room are skipped. The number of lines is the height of the canvas,
    /// because the stage is expected to be as high as the room (S2); lines below the room do not
    /// change.
    pub fn draw_background(&self, strips: Range<usize>, target: &mut RoomTarget<'_>) {
        let end = strips.end.min(self.width >> 3);
        if let Some(tiles) = &self.tiles {
            tiles.draw(strips.start..end, target);
            return;
        }
        let lines = Lines {
            top: 0,
            height: target.canvas.height().min(self.height),
        };
        self.background.draw(
            &Spot {
                strip: 0,
                lines,
                visible: strips.start..end,
            },
            self.style(),
            target,
        );
    }

    /// Returns how the strips of the background are drawn.
    fn style(&self) -> Style<'_> {
        Style {
            dialect: &self.dialect,
            transparent: self.transparent,
            object_ors: None,
            masks_all_planes: false,
        }
    }

    /// Returns whether the background stores plane `number` (from 1). Other planes keep their
    /// contents.
    #[must_use]
    pub fn stores_plane(&self, number: usize) -> bool {
        let index = number.checked_sub(1);
        index
            .and_then(|index| self.background.planes.get(index))
            .is_some_and(Option::is_some)
    }

    /// Returns the objects that are drawn, as indices into [`Self::objects`], in drawing order
    /// (O4). `state` returns the state of an object by its index.
    pub fn objects_to_draw(&self, state: impl Fn(usize) -> u8) -> Vec<usize> {
        // The bits of this mask in the state of the parent decide whether an object exists; the
        // same bits in its own state decide whether it is drawn.
        let mask = if self.dialect.version() <= 2 { 8 } else { 15 };
        let stateless = |index: usize| {
            self.objects
                .get(index)
                .is_some_and(|object| object.is_stateless(&self.dialect))
        };
        let state = |object: usize| if stateless(object) { 0 } else { state(object) };
        let mut drawn: Vec<usize> = (0..self.objects.len())
            .filter(|&object| state(object) & mask != 0 && self.parents_allow(object, mask, &state))
            .collect();
        // Sam & Max draws objects from the first slot to the last, all other games from the last to
        // the first.
        if self.dialect.game() != Some(GameId::SamNMax) {
            drawn.reverse();
        }
        drawn
    }

    /// Returns whether every parent in the chain above the object has the state that its child
    /// requires.
    fn parents_allow(&self, object: usize, mask: u8, state: &impl Fn(usize) -> u8) -> bool {
        let parent = |object: usize| {
            let object = self.objects.get(object)?;
            let parent = usize::from(object.parent)
                .checked_sub(1)
                .filter(|&parent| parent < self.objects.len())?;
            Some((parent, object.parent_state))
        };
        let chain = std::iter::successors(parent(object), |&(above, _)| parent(above));
        chain
            .take(usize::from(PARENTS).saturating_add(1))
            .all(|(above, asked)| state(above) & mask == asked)
    }

    /// Draws one object in `state`, limited to the strips in `visible` (O3, O5, O6). Returns the
    /// rectangle in room pixels that must be copied to the front (O5), whose first line may be
    /// above the stage. `None` if the object has no picture for this state or lies outside.
    pub fn draw_object(
        &self,
        index: usize,
        state: u8,
        visible: Range<usize>,
        target: &mut RoomTarget<'_>,
    ) -> Option<Rect> {
        let position = self.objects.get(index)?.position;
        self.draw_object_as(
            index,
            &ObjectNow {
                state,
                position,
                classes: 0,
            },
            visible,
            target,
        )
    }

    /// Draws an object like [`Self::draw_object`], but with the position and classes that it has in
    /// play (Y44, O6, O6a).
    pub fn draw_object_as(
        &self,
        index: usize,
        now: &ObjectNow,
        visible: Range<usize>,
        target: &mut RoomTarget<'_>,
    ) -> Option<Rect> {
        let object = self.objects.get(index)?;
        let at = now.position;
        let picture = self.pictures.get(index)?.get(now.state);
        if picture.is_none() && self.tiles.is_none() {
            return None;
        }
        // Division rounds towards zero: an object left of the room begins with the strip right of
        // its edge.
        let strip = i64::from(at.x).checked_div(8)?;
        let end = strip.saturating_add(i64::try_from(object.strips()).unwrap_or(i64::MAX));
        let on_stage = |strip: i64| usize::try_from(strip.max(0)).unwrap_or(usize::MAX);
        let strips = on_stage(strip).max(visible.start)..on_stage(end).min(visible.end);
        if strips.is_empty() {
            return None;
        }
        let lines = Lines {
            top: at.y.into(),
            height: object.drawn_height(&self.dialect),
        };
        if let Some(tiles) = &self.tiles {
            tiles.draw_object(index, object, strips.clone(), target);
        } else if let Some(Picture {
            body: Body::ObjectBmap(start),
            resource,
            ..
        }) = picture
        {
            let bytes = resource.get(*start..).unwrap_or_default();
            let size = (object.width, object.height);
            bmap::draw_object(bytes, at, size, self.dialect.screen_size(), target.canvas);
        } else if let Some(picture) = picture {
            let masks_all_planes = self.dialect.masks_all_planes(now.classes);
            let style = Style {
                object_ors: Some(object.ors_planes),
                masks_all_planes,
                ..self.style()
            };
            picture.draw(
                &Spot {
                    strip,
                    lines,
                    visible: strips.clone(),
                },
                style,
                target,
            );
        }
        let edge = |strip: usize| i32::try_from(strip.saturating_mul(8)).unwrap_or(i32::MAX);
        let left = edge(strips.start);
        let top = lines.top;
        let right = edge(strips.end);
        let height = i32::try_from(lines.height).unwrap_or(i32::MAX);
        Some(Rect {
            left,
            top,
            right,
            bottom: top.saturating_add(height),
        })
    }

    /// Returns picture `image` of an object as a whole blast object (S16, X10). Before v8, picture
    /// 1 is used if there is no such picture.
    ///
    /// # Errors
    /// Returns an error if the object has no such picture, or if the picture is damaged.
    pub fn blast_picture(&self, index: usize, image: u8) -> Result<Surface> {
        let states = self.pictures.get(index);
        let first = if self.dialect.version() == 8 {
            None
        } else {
            Some(1)
        };
        let picture = [Some(image), first]
            .into_iter()
            .flatten()
            .find_map(|image| states?.get(image));
        let Some(Picture {
            resource,
            body: Body::Bomp(payload),
            ..
        }) = picture
        else {
            return Err(Error::misuse(
                Misuse::Missing,
                format!("object {index} of the room has no picture {image} as BOMP"),
            ));
        };
        bomp::read(
            Reader::new(resource.get(payload.clone()).unwrap_or_default()),
            &self.dialect,
        )
    }

    /// Returns the whole background and its planes 1.., without objects, drawn on an empty canvas.
    /// Lines do not overlap, however wide the room is.
    pub fn picture_and_planes(&self) -> (Surface, Planes) {
        self.draw_alone((self.width, self.height), 0, |target| {
            self.draw_background(0..self.width >> 3, target)
        })
    }

    /// Returns for each picture of an object that is made of strips the number of its surfaces: one
    /// for the pixels, and one for each stored plane.
    #[cfg(feature = "edit")]
    pub(crate) fn picture_counts(&self, index: usize) -> impl Iterator<Item = usize> {
        let all = self.pictures.get(index).into_iter();
        let pictures = all.flat_map(|states| &states.0);
        pictures
            .filter(|(_, picture)| matches!(picture.body, Body::Strips(_)))
            .map(|(_, picture)| {
                let planes = picture.planes.iter().flatten().count();
                planes.saturating_add(1)
            })
    }

    /// Returns the pictures of an object that are made of strips: for each state the pixels, with
    /// the transparent colour where nothing is drawn, and the stored planes from 1 on. Up to v4,
    /// the only picture has state 1.
    #[cfg(feature = "edit")]
    pub(crate) fn object_pictures(
        &self,
        index: usize,
        object: &super::RoomObject,
    ) -> impl Iterator<Item = (u8, Surface, Vec<Option<Surface>>)> {
        let size = (
            object.strips().saturating_mul(8),
            object.drawn_height(&self.dialect),
        );
        let all = self
            .pictures
            .get(index)
            .into_iter()
            .flat_map(|states| &states.0);
        all.filter(|(_, picture)| matches!(picture.body, Body::Strips(_)))
            .map(move |(state, picture)| {
                let state = state.unwrap_or(1);
                let (pixels, planes) = self.draw_alone(size, self.transparent, |target| {
                    let lines = Lines {
                        top: 0,
                        height: size.1,
                    };
                    let style = Style {
                        object_ors: Some(object.ors_planes),
                        ..self.style()
                    };
                    picture.draw(
                        &Spot {
                            strip: 0,
                            lines,
                            visible: 0..size.0 >> 3,
                        },
                        style,
                        target,
                    );
                });
                let plane = |(number, stored): (usize, &Option<_>)| {
                    stored.as_ref()?;
                    planes.picture(number)
                };
                let planes = (1..).zip(&picture.planes).map(plane).collect();
                (state, pixels, planes)
            })
    }

    /// Draws on a canvas that is filled with `colour`, with planes 0 … and without overlapping
    /// lines.
    fn draw_alone(
        &self,
        (width, height): (usize, usize),
        colour: u8,
        draw: impl FnOnce(&mut RoomTarget<'_>),
    ) -> (Surface, Planes) {
        // The pitch exceeds the width, because a run in the last strip may extend beyond its line
        // (S7).
        let pitch = width.saturating_add(LONGEST_RUN);
        let mut canvas = Canvas::new(pitch, height, 0);
        canvas.pixels_mut().fill(colour);
        let mut planes = Planes::new(width, height, 0, self.plane_count.saturating_add(1));
        let room_palette = std::array::from_fn(|i| u8::try_from(i).unwrap_or(u8::MAX));
        draw(&mut RoomTarget {
            canvas: &mut canvas,
            planes: &mut planes,
            room_palette: &room_palette,
            tiles: None,
        });
        let lines = canvas
            .pixels()
            .chunks_exact(pitch)
            .filter_map(|line| line.get(..width));
        (
            Surface::from_pixels(width, height, lines.flatten().copied()),
            planes,
        )
    }

    /// Returns the whole background without objects; transparent parts are 0.
    pub fn picture(&self) -> Surface {
        self.picture_and_planes().0
    }

    /// Returns the code of each strip of the background (S2); `None` for an empty or damaged strip.
    /// The list is empty for a background that is not made of strips with codes.
    #[must_use]
    pub fn strip_codes(&self) -> Vec<Option<u8>> {
        self.background.codes(&self.dialect)
    }

    /// Returns whether a strip of the background is packed as in games of 16 colours (S2, code 10).
    pub(crate) fn has_sixteen_colour_strips(&self) -> bool {
        self.background
            .has_packing(StripPacking::Sixteen, &self.dialect)
    }
}
