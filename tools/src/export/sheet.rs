//! All pictures of a costume on one sheet, with the JSON that says what they are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use scumm_room::{Palette, Surface};

use super::animation_files::name;
use super::aseprite::{
    FrameData, FrameTag, Meta, Point, Rect, SheetFile, SheetFrame, SheetLayer, Size, Slice, SliceKey,
};
use super::drawing::{Bounds, Drawing, distance, paint, unused};
use super::export_folder::ExportFolder;
use super::pack;
use super::render::RenderJob;
use super::rendered::RenderedChore;
use crate::build::animated::{ANCHOR, LOOP};
use crate::output;

/// The files' names.
const PNG: &str = "sheet.png";
const JSON: &str = "sheet.json";
/// The program that the JSON names.
const APP: &str = "wardrobe";
/// The colour of tags and slices in Aseprite's timeline.
const BLUE: &str = "#0000ffff";

/// The most pixels of all pictures of a sheet, equal ones of different animations counted apart: what is kept in memory until the
/// sheet is written.
const MOST_PIXELS: usize = 64 << 20;

/// Animations that are to be on a sheet, as long as they are not too many for one.
#[derive(Debug)]
pub struct PixelBudget {
    used: AtomicUsize,
    /// The pixels of the sheet that one of an animation becomes.
    area: usize,
}

impl PixelBudget {
    /// For a sheet that is so many times as large on each side.
    pub fn of(zoom: u8) -> Self {
        Self { used: AtomicUsize::new(0), area: usize::from(zoom).pow(2) }
    }

    /// The animation, if it can still be kept. Whether all of them can does not depend on their order.
    pub fn keep(&self, animation: RenderedChore) -> Option<RenderedChore> {
        let pixels = animation.pixels().saturating_mul(self.area);
        let before = self.used.fetch_add(pixels, Ordering::Relaxed);
        (before.saturating_add(pixels) <= MOST_PIXELS).then_some(animation)
    }
}

/// Writes `sheet.png` and `sheet.json`, `zoom` times as large on each side; nothing where no chore shows anything. `kept` are
/// all animations: where one was not kept there is no sheet, and a warning.
///
/// # Errors
/// They can't be written.
pub fn write(job: &RenderJob, kept: Vec<Option<RenderedChore>>, zoom: u8, target: &ExportFolder) -> Result<()> {
    let Some(animations) = kept.into_iter().collect::<Option<Vec<RenderedChore>>>() else {
        log::warn!("{}: its animations have more than {MOST_PIXELS} pixels: they get no sheet", job.title);
        return Ok(());
    };
    let Some(source) = animations.iter().filter_map(RenderedChore::bounds).reduce(Bounds::union) else { return Ok(()) };
    let layout = SheetLayout::of(&animations);
    target.put(PNG.to_owned(), &layout.png(job, zoom)?)?;
    // The anchor has to lie in the box, for slices do.
    target.put_json(JSON, &describe(job, &animations, &layout, source.union(Bounds::ANCHOR)).enlarged(zoom.into()))
}

/// The sheet of animations as the bytes of a PNG.
///
/// # Errors
/// The encoder's.
pub fn png(job: &RenderJob, animations: &[RenderedChore]) -> Result<Vec<u8>> {
    SheetLayout::of(animations).png(job, 1)
}

/// A picture's width and pixels, wherever it is drawn.
type UniqueDrawing<'d> = (usize, &'d [Option<u8>]);

/// The sheet: equal pictures are on it once.
struct SheetLayout<'d> {
    places: BTreeMap<UniqueDrawing<'d>, (usize, usize)>,
    /// A transparent pixel, for frames in which nothing is to be seen.
    blank: (usize, usize),
    surface: Surface,
    transparent: u8,
}

fn picture(drawing: &Drawing) -> UniqueDrawing<'_> {
    (drawing.bounds().size().0, &drawing.pixels)
}

impl<'d> SheetLayout<'d> {
    fn png(&self, job: &RenderJob, zoom: u8) -> Result<Vec<u8>> {
        output::png_bytes(&self.surface, &job.screen, Some(self.transparent), zoom)
    }

    fn of(animations: &'d [RenderedChore]) -> Self {
        let drawings = || animations.iter().flat_map(RenderedChore::drawings);
        let pictures: BTreeMap<UniqueDrawing<'d>, ()> = drawings().map(|drawing| (picture(drawing), ())).collect();
        let mut sizes: Vec<_> = pictures.keys().map(|(width, pixels)| (*width, pixels.len() / width.max(&1))).collect();
        sizes.push((1, 1));
        let (mut places, (width, height)) = pack::shelves(&sizes);
        let blank = places.pop().unwrap_or_default();
        let transparent = unused(drawings());
        let mut surface = Surface::filled(width, height, transparent);
        for ((width, picture), &place) in pictures.keys().zip(&places) {
            paint(picture.chunks_exact((*width).max(1)), &mut surface, place);
        }
        Self { places: pictures.into_keys().zip(places).collect(), blank, surface, transparent }
    }

    /// The colours that it uses on a screen.
    fn colours(&self, screen: &Palette) -> BTreeMap<u8, String> {
        let used: BTreeSet<u8> =
            self.surface.pixels().iter().copied().filter(|&pixel| pixel != self.transparent).collect();
        let text = |[red, green, blue]: [u8; 3]| format!("{red:02x}{green:02x}{blue:02x}");
        used.into_iter().map(|number| (number, text(screen[number]))).collect()
    }

    fn place(&self, drawing: &Drawing) -> (usize, usize) {
        self.places.get(&picture(drawing)).copied().unwrap_or(self.blank)
    }
}

fn describe(job: &RenderJob, animations: &[RenderedChore], layout: &SheetLayout<'_>, source: Bounds) -> SheetFile {
    let (w, h) = source.size();
    let inside = |x: i32, y: i32| (distance(source.left, x), distance(source.top, y));
    let (mut frames, mut tags, mut cels) = (Vec::new(), Vec::new(), Vec::new());
    for animation in animations {
        let (first, pictures, name) = (frames.len(), animation.pictures(), name(animation, &job.dialect));
        for (i, picture) in pictures.iter().enumerate() {
            let ((x, y), (left, top), (width, height)) = match &picture.drawing {
                None => (layout.blank, (0, 0), (1, 1)),
                Some(drawing) => {
                    let bounds = drawing.bounds();
                    (layout.place(drawing), inside(bounds.left, bounds.top), bounds.size())
                }
            };
            let events =
                animation.events().filter(|(tick, _)| (picture.first..picture.first + picture.ticks).contains(tick));
            let data: Vec<String> = events.map(|(_, event)| event.to_string()).collect();
            if !data.is_empty() {
                cels.push(FrameData { frame: frames.len(), data: data.join("; ") });
            }
            frames.push(SheetFrame {
                filename: format!("{} ({name}) {i}", job.title),
                frame: Rect { x, y, w: width, h: height },
                rotated: false,
                trimmed: (width, height) != (w, h),
                sprite_source_size: Rect { x: left, y: top, w: width, h: height },
                source_size: Size { w, h },
                duration: u64::try_from(job.time(picture).as_millis()).unwrap_or(u64::MAX),
            });
        }
        tags.extend(tags_of(animation, name, first, frames.len().saturating_sub(1)));
    }
    let (x, y) = inside(0, 0);
    let (name, data) = (job.title.clone(), job.caption.to_string());
    let layer = SheetLayer { name, opacity: 255, blend_mode: "normal", data, cels };
    let anchor = SliceKey { frame: 0, bounds: Rect { x, y, w: 1, h: 1 }, pivot: Point { x: 0, y: 0 } };
    SheetFile {
        frames,
        meta: Meta {
            app: APP,
            version: env!("CARGO_PKG_VERSION"),
            image: PNG.to_owned(),
            format: "I8",
            size: Size { w: layout.surface.width(), h: layout.surface.height() },
            scale: "1",
            frame_tags: tags,
            layers: vec![layer],
            slices: vec![Slice { name: ANCHOR, color: BLUE, keys: vec![anchor] }],
            colours: layout.colours(&job.screen),
        },
    }
}

/// The tag of an animation; where frames lead into a loop, the loop has a tag of its own besides.
fn tags_of(animation: &RenderedChore, name: String, first: usize, last: usize) -> Vec<FrameTag> {
    let tag = |name, from, repeat| FrameTag { name, from, to: last, direction: "forward", color: BLUE, repeat };
    match animation.loop_from() {
        Some(0) => vec![tag(name, first, None)],
        Some(start) => vec![tag(name.clone(), first, Some("1")), tag(format!("{name}{LOOP}"), first + start, None)],
        None => vec![tag(name, first, Some("1"))],
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use scumm_room::Dialect;

    use super::*;
    use crate::chores::Chore;
    use crate::colours::{Caption, ColourSource};
    use crate::export::rendered::Tick;

    /// An animation of one pixel.
    fn dot() -> RenderedChore {
        let drawing = Drawing::of([&[&[7][..]], &[&[7][..]]], [&[0], &[255]], (0, 0)).map(Arc::new);
        let chore = Chore { number: 2, facing: 270, direction: "west" };
        RenderedChore::new(chore, vec![Tick { drawing, events: Vec::new() }], Some(0))
    }

    #[test]
    fn a_budget_is_used_up_at_last_and_then_there_is_no_sheet() {
        let budget = PixelBudget { used: AtomicUsize::new(MOST_PIXELS - 4), area: 4 };
        let kept = [dot(), dot()].map(|animation| budget.keep(animation));
        assert_eq!(kept.each_ref().map(Option::is_some), [true, false]);
        let folder = tempfile::tempdir().unwrap();
        let target = ExportFolder::new(folder.path(), b"");
        let frame = std::time::Duration::from_millis(100);
        let caption = Caption { source: ColourSource::Greys, names: Vec::new(), shown_in: Vec::new() };
        let (title, screen, dialect) = ("x".to_owned(), Palette::default(), Dialect::new(5));
        let job = RenderJob { title, screen, caption, frame, dialect };
        write(&job, kept.to_vec(), 2, &target).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        write(&job, vec![Some(dot())], 2, &target).unwrap();
        assert_eq!(target.close(0).unwrap(), 2);
    }
}
