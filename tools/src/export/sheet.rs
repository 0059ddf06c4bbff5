//! Arranges all pictures of a costume on one sheet, with JSON that describes them.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use scumm_media::paint::digits_of;
use scumm_media::text::joined;
use scumm_room::{Palette, Rect, Surface};

use super::folder::ExportFolder;
use super::rendered::{ChoreDrawing, RenderedChore, distance, paint, unused};
use super::renderer::PlayedCostume;
use crate::build::tags::{ANCHOR, LOOP};
use crate::costume_input::OverLimit;
use crate::output;
use crate::sheet_file::{
    BLUE, FrameData, FrameTag, SheetFile, SheetFrame, SheetLayer, SheetMetadata, SheetPoint,
    SheetRect, SheetSize, Slice, SliceKey,
};

/// The file names.
const PNG: &str = "sheet.png";
const JSON: &str = "sheet.json";
/// The program name in the JSON.
const APP: &str = "wardrobe";
/// The most pixels of all pictures of a sheet that are kept in memory until the sheet is written.
/// Equal pictures of different animations are counted separately.
const MOST_PIXELS: usize = 64 << 20;

/// The pixel budget of the animations that are kept for a sheet.
#[derive(Debug, Default)]
pub struct PixelBudget(AtomicUsize);

impl PixelBudget {
    /// Returns the animation if the budget allows to keep it for a sheet that is enlarged `zoom`
    /// times. Whether the budget is sufficient for all animations does not depend on their order.
    pub fn keep(&self, animation: RenderedChore, zoom: u8) -> Option<RenderedChore> {
        let pixels = animation.pixels().saturating_mul(usize::from(zoom).pow(2));
        let before = self.0.fetch_add(pixels, Ordering::Relaxed);
        (before.saturating_add(pixels) <= MOST_PIXELS).then_some(animation)
    }
}

/// Writes `sheet.png` and `sheet.json`, enlarged `zoom` times. Writes nothing if no chore is
/// visible. `kept` has an entry for each animation. The entry is `None` if [`PixelBudget::keep`]
/// did not keep the animation. If any entry is `None`, no sheet is written and a warning is logged.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write(
    played: &PlayedCostume,
    kept: Vec<Option<RenderedChore>>,
    zoom: u8,
    target: &ExportFolder,
) -> Result<()> {
    let Some(animations) = kept.into_iter().collect::<Option<Vec<RenderedChore>>>() else {
        let name = &played.coloured.loaded.name;
        log::warn!(
            "{name}: the animations have more than {MOST_PIXELS} pixels; the sheet is left out"
        );
        return Ok(());
    };
    let Some(source) = animations
        .iter()
        .filter_map(RenderedChore::bounds)
        .reduce(|all, bounds| all.union(&bounds))
    else {
        return Ok(());
    };
    let layout = SheetLayout::new(&animations);
    target.put(PNG.to_owned(), &layout.png(played, zoom)?)?;
    let description = describe(played, &animations, &layout, source, zoom.into(), PNG);
    target.put_json(JSON, &description)
}

/// The bytes of a PNG, and the JSON that describes it.
pub type PngAndJson = (Vec<u8>, String);

/// Makes the sheet of animations, enlarged `zoom` times, in memory. Returns the bytes of the PNG
/// and the JSON, which names the PNG as `image`. Returns `None` if nothing is visible.
///
/// # Errors
/// Returns [`OverLimit`] if the pictures have too many pixels together. Passes on the errors of the
/// encoder.
pub fn png_and_json(
    played: &PlayedCostume,
    animations: &[RenderedChore],
    zoom: u8,
    image: &str,
) -> Result<Option<PngAndJson>> {
    let boxes = animations.iter().filter_map(RenderedChore::bounds);
    let Some(source) = boxes.reduce(|all, bounds| all.union(&bounds)) else {
        return Ok(None);
    };
    check_pixels(played, animations, zoom)?;
    let layout = SheetLayout::new(animations);
    let png = layout.png(played, zoom)?;
    let description = describe(played, animations, &layout, source, zoom.into(), image);
    Ok(Some((png, serde_json::to_string_pretty(&description)?)))
}

/// Checks the number of pixels of all pictures of a sheet that is enlarged `zoom` times.
fn check_pixels(
    played: &PlayedCostume,
    animations: &[RenderedChore],
    zoom: u8,
) -> Result<(), OverLimit> {
    let pixels: usize = animations.iter().map(RenderedChore::pixels).sum();
    let pixels = pixels.saturating_mul(usize::from(zoom).pow(2));
    let name = &played.coloured.loaded.name;
    let what = "the pictures of the sheet";
    OverLimit::check(name, what, pixels as u64, MOST_PIXELS as u64)
}

/// The width and the pixels of a picture, independent of its position.
type UniqueDrawing<'d> = (usize, &'d [Option<u8>]);

/// The sheet, on which equal pictures occur once.
struct SheetLayout<'d> {
    places: BTreeMap<UniqueDrawing<'d>, (usize, usize)>,
    /// The position of a transparent pixel, for frames in which nothing is visible.
    blank: (usize, usize),
    surface: Surface,
    transparent: u8,
}

fn picture(drawing: &ChoreDrawing) -> UniqueDrawing<'_> {
    (drawing.bounds.size().0, &drawing.pixels)
}

impl<'d> SheetLayout<'d> {
    fn png(&self, played: &PlayedCostume, zoom: u8) -> Result<Vec<u8>> {
        output::png_bytes(
            &self.surface,
            &played.coloured.colours.palette,
            Some(self.transparent),
            zoom,
        )
    }

    fn new(animations: &'d [RenderedChore]) -> Self {
        let drawings = || animations.iter().flat_map(RenderedChore::drawings);
        let pictures: BTreeMap<UniqueDrawing<'d>, ()> =
            drawings().map(|drawing| (picture(drawing), ())).collect();
        let mut sizes: Vec<_> = pictures
            .keys()
            .map(|(width, pixels)| (*width, pixels.len() / width.max(&1)))
            .collect();
        sizes.push((1, 1));
        let (mut places, (width, height)) = shelves(&sizes);
        let blank = places.pop().unwrap_or_default();
        let transparent = unused(drawings());
        let mut surface = Surface::filled(width, height, transparent);
        for ((width, picture), &place) in pictures.keys().zip(&places) {
            paint(picture.chunks_exact((*width).max(1)), &mut surface, place);
        }
        Self {
            places: pictures.into_keys().zip(places).collect(),
            blank,
            surface,
            transparent,
        }
    }

    /// Returns the screen colours that the sheet uses.
    fn used_colours(&self) -> Vec<u8> {
        let pixels = self.surface.pixels().iter().copied();
        let used: BTreeSet<u8> = pixels.filter(|&pixel| pixel != self.transparent).collect();
        used.into_iter().collect()
    }

    fn place(&self, drawing: &ChoreDrawing) -> (usize, usize) {
        self.places
            .get(&picture(drawing))
            .copied()
            .unwrap_or(self.blank)
    }
}

/// Returns the colours of the screen by number.
fn colours(screen: &Palette) -> BTreeMap<u8, String> {
    let mut colours = BTreeMap::new();
    for (number, &colour) in (0..=u8::MAX).zip(screen.iter()) {
        colours.insert(number, digits_of(colour));
    }
    colours
}

/// Returns the JSON of a sheet that is enlarged `zoom` times. `pictures` is the box around all
/// pictures, and `image` the file name of the PNG.
fn describe(
    played: &PlayedCostume,
    animations: &[RenderedChore],
    layout: &SheetLayout<'_>,
    pictures: Rect,
    zoom: usize,
    image: &str,
) -> SheetFile {
    // The anchor is a slice of one pixel at the actor's position. A slice has to lie in the box
    // of the frames, so the box includes this pixel.
    let source = pictures.union(&Rect::new(0, 0, 1, 1));
    let size = |(width, height): (usize, usize)| SheetSize {
        w: width * zoom,
        h: height * zoom,
    };
    let rect = |(x, y), (w, h)| SheetRect {
        x: x * zoom,
        y: y * zoom,
        w: w * zoom,
        h: h * zoom,
    };
    let mut frames = Vec::new();
    let mut tags = Vec::new();
    let mut cels = Vec::new();
    for animation in animations {
        let first = frames.len();
        let pictures = animation.pictures();
        let dialect = &played.coloured.loaded.dialect;
        let name = animation.chore.directed_name(dialect);
        for (i, picture) in pictures.iter().enumerate() {
            let (place, inside, shown) = match &picture.drawing {
                None => (layout.blank, (0, 0), (1, 1)),
                Some(drawing) => {
                    let bounds = drawing.bounds;
                    let inside = (
                        distance(source.left, bounds.left),
                        distance(source.top, bounds.top),
                    );
                    (layout.place(drawing), inside, bounds.size())
                }
            };
            let events = animation
                .events()
                .filter(|(tick, _)| (picture.first..picture.first + picture.ticks).contains(tick));
            let data = joined(events.map(|(_, event)| event), "; ");
            if !data.is_empty() {
                cels.push(FrameData {
                    frame: frames.len(),
                    data,
                });
            }
            frames.push(SheetFrame {
                filename: format!("{} ({name}) {i}", played.coloured.loaded.name),
                frame: rect(place, shown),
                rotated: false,
                trimmed: shown != source.size(),
                sprite_source_size: rect(inside, shown),
                source_size: size(source.size()),
                duration: u64::try_from(played.time(picture).as_millis()).unwrap_or(u64::MAX),
            });
        }
        tags.extend(tags_of(
            animation,
            &name,
            first,
            frames.len().saturating_sub(1),
        ));
    }
    let name = played.coloured.loaded.name.clone();
    let data = played.coloured.caption().to_string();
    let layer = SheetLayer {
        name,
        opacity: 255,
        blend_mode: "normal",
        data,
        cels,
    };
    // `zoom` comes from a `u8`, so it always fits.
    let side = i32::try_from(zoom).unwrap_or(1);
    let bounds = SheetRect {
        x: -source.left.saturating_mul(side),
        y: -source.top.saturating_mul(side),
        w: side,
        h: side,
    };
    let anchor = SliceKey {
        frame: 0,
        bounds,
        pivot: SheetPoint::default(),
    };
    SheetFile {
        frames,
        meta: SheetMetadata {
            app: APP,
            version: env!("CARGO_PKG_VERSION"),
            image: image.to_owned(),
            format: "I8",
            size: size((layout.surface.width(), layout.surface.height())),
            scale: "1",
            frame_tags: tags,
            layers: vec![layer],
            slices: vec![Slice {
                name: ANCHOR.to_owned(),
                color: BLUE,
                keys: vec![anchor],
            }],
            colours: colours(&played.coloured.colours.palette),
            used_colours: layout.used_colours(),
        },
    }
}

/// Returns the tags of an animation: one for all its frames and, if it repeats only from a later
/// frame on, another for the frames that repeat.
fn tags_of(
    animation: &RenderedChore,
    name: &str,
    first: usize,
    last: usize,
) -> impl Iterator<Item = FrameTag> {
    let loop_from = animation.loop_from();
    let repeated = loop_from.filter(|&start| start > 0);
    let repeated =
        repeated.map(|start| FrameTag::new(&format!("{name}{LOOP}"), first + start..=last, true));
    iter::once(FrameTag::new(name, first..=last, loop_from == Some(0))).chain(repeated)
}

/// The pixels between two boxes.
const GAP: usize = 1;

/// Arranges boxes of these sizes in rows, the highest boxes first, so that the sheet is roughly
/// square. Returns the position of each box, and the width and height of the sheet. The result
/// depends only on the sizes.
fn shelves(sizes: &[(usize, usize)]) -> (Vec<(usize, usize)>, (usize, usize)) {
    let area: usize = sizes
        .iter()
        .map(|(w, h)| w.saturating_add(GAP).saturating_mul(h.saturating_add(GAP)))
        .sum();
    let widest = sizes.iter().map(|(w, _)| *w).max().unwrap_or(1);
    let width = area.isqrt().max(widest).max(1);
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&i| {
        sizes
            .get(i)
            .map(|(w, h)| (std::cmp::Reverse(*h), std::cmp::Reverse(*w), i))
    });
    let mut places = vec![(0, 0); sizes.len()];
    let mut x = 0;
    let mut y = 0;
    let mut shelf = 0;
    for i in order {
        let (Some(&(w, h)), Some(place)) = (sizes.get(i), places.get_mut(i)) else {
            continue;
        };
        if x > 0 && x + w > width {
            x = 0;
            y = y + shelf + GAP;
            shelf = 0;
        }
        *place = (x, y);
        x += w + GAP;
        shelf = shelf.max(h);
    }
    (places, (width, (y + shelf).max(1)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chores::DirectedChore;
    use crate::colours::{ColourChoice, ColouredCostume};
    use crate::export::rendered::Tick;
    use crate::run_files::RunFiles;
    use crate::{costume_input, demo};

    /// Returns an animation of one pixel.
    fn dot() -> RenderedChore {
        let drawing =
            ChoreDrawing::from_lines(&[[[&[7], &[0]], [&[7], &[255]]]], (0, 0)).map(Arc::new);
        let chore = DirectedChore {
            number: 2,
            facing: 270,
            direction: "west",
        };
        RenderedChore::new(
            chore,
            vec![Tick {
                drawing,
                events: Vec::new(),
            }],
            Some(0),
        )
    }

    #[test]
    fn a_budget_is_used_up_at_last_and_then_there_is_no_sheet() {
        let budget = PixelBudget(AtomicUsize::new(MOST_PIXELS - 4));
        let kept = [dot(), dot()].map(|animation| budget.keep(animation, 2));
        assert_eq!(kept.each_ref().map(Option::is_some), [true, false]);
        let folder = tempfile::tempdir().unwrap();
        let target = ExportFolder::new(&RunFiles::default(), folder.path(), b"");
        let loaded = costume_input::load_costume(&demo::game().unwrap(), 1).unwrap();
        let coloured =
            ColouredCostume::from_file(&RunFiles::default(), loaded, &ColourChoice::default())
                .unwrap();
        let played = PlayedCostume {
            coloured,
            frame: std::time::Duration::from_millis(100),
        };
        write(&played, kept.to_vec(), 2, &target).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        write(&played, vec![Some(dot())], 2, &target).unwrap();
        assert_eq!(target.close(0).unwrap().sums.len(), 3);
    }

    #[test]
    fn boxes_lie_on_the_sheet_and_not_on_each_other() {
        let sizes: Vec<(usize, usize)> =
            (1..60).map(|i| (i * 7 % 23 + 1, i * 11 % 31 + 1)).collect();
        let (places, (width, height)) = shelves(&sizes);
        let mut sheet = vec![false; width * height];
        for (&(x, y), &(w, h)) in places.iter().zip(&sizes) {
            for row in sheet.chunks_exact_mut(width).skip(y).take(h) {
                for pixel in &mut row[x..x + w] {
                    assert!(!std::mem::replace(pixel, true));
                }
            }
            assert!(y + h <= height);
        }
        let used: usize = sizes.iter().map(|(w, h)| w * h).sum();
        assert!(used * 3 / 2 > width * height, "most of the sheet is used");
        assert_eq!(shelves(&[]), (vec![], (1, 1)));
    }
}
