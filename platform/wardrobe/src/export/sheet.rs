//! All pictures of a costume on one sheet, with the JSON that says what they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Result;
use scumm_platform::{Frame, indexed_png};
use scumm_room::Dialect;

use super::aseprite::{self, Cel, Key, Layer, Meta, Point, Rect, Sheet, Size, Slice, Tag};
use super::drawing::{Bounds, Drawing, unused};
use super::film::Film;
use super::movie::name;
use super::pack;
use super::stock::Stock;
use super::take::{End, Take};

/// The files' names.
const PNG: &str = "sheet.png";
const JSON: &str = "sheet.json";
/// The colour of tags and slices in Aseprite's timeline.
const BLUE: &str = "#0000ffff";

/// The most pixels of all pictures of a sheet, equal ones of different animations counted apart: what is kept in memory until the
/// sheet is written.
const MOST_PIXELS: usize = 64 << 20;

/// Animations that are to be on a sheet, as long as they are not too many for one.
#[derive(Debug, Default)]
pub struct Basket(AtomicUsize);

impl Basket {
    /// The animation, if it can still be kept. Whether all of them can does not depend on their order.
    pub fn keep(&self, take: Take) -> Option<Take> {
        let pixels = take.pixels();
        let before = self.0.fetch_add(pixels, Ordering::Relaxed);
        (before.saturating_add(pixels) <= MOST_PIXELS).then_some(take)
    }
}

/// Writes `sheet.png` and `sheet.json`; nothing where no chore shows anything. `kept` are all animations: where one was not kept there
/// is no sheet, and a warning.
///
/// # Errors
/// They can't be written.
pub fn write(film: &Film, kept: Vec<Option<Take>>, dialect: &Dialect, stock: &Stock) -> Result<()> {
    let Some(takes) = kept.into_iter().collect::<Option<Vec<Take>>>() else {
        log::warn!("{}: its animations have more than {MOST_PIXELS} pixels: they get no sheet", film.title);
        return Ok(());
    };
    let Some(source) = takes.iter().filter_map(Take::bounds).reduce(Bounds::union) else { return Ok(()) };
    let layout = Layout::of(&takes);
    let frame = Frame::new(layout.size.0, layout.size.1, &layout.pixels, &film.screen.0)?;
    let mut bytes = Vec::new();
    indexed_png::encode(&frame, Some(layout.transparent), &mut bytes)?;
    stock.put(PNG.to_owned(), &bytes)?;
    // The anchor has to lie in the box, for slices do.
    stock.put_json(JSON, &describe(film, &takes, &layout, source.union(Bounds::ANCHOR), dialect))
}

/// A picture's width and pixels, wherever it is drawn.
type Picture<'d> = (usize, &'d [Option<u8>]);

/// The sheet: equal pictures are on it once.
struct Layout<'d> {
    places: BTreeMap<Picture<'d>, (usize, usize)>,
    /// A transparent pixel, for frames in which nothing is to be seen.
    blank: (usize, usize),
    size: (usize, usize),
    pixels: Vec<u8>,
    transparent: u8,
}

fn picture(drawing: &Drawing) -> Picture<'_> {
    (drawing.bounds().size().0, &drawing.pixels)
}

impl<'d> Layout<'d> {
    fn of(takes: &'d [Take]) -> Self {
        let drawings = || takes.iter().flat_map(Take::drawings);
        let pictures: BTreeMap<Picture<'d>, ()> = drawings().map(|drawing| (picture(drawing), ())).collect();
        let mut sizes: Vec<_> = pictures.keys().map(|(width, pixels)| (*width, pixels.len() / width.max(&1))).collect();
        sizes.push((1, 1));
        let (mut places, size) = pack::shelves(&sizes);
        let blank = places.pop().unwrap_or_default();
        let transparent = unused(drawings());
        let mut pixels = vec![transparent; size.0 * size.1];
        for ((width, picture), &(x, y)) in pictures.keys().zip(&places) {
            let rows = pixels.chunks_exact_mut(size.0).skip(y);
            for (line, row) in picture.chunks_exact((*width).max(1)).zip(rows) {
                for (from, to) in line.iter().zip(row.iter_mut().skip(x)) {
                    *to = from.unwrap_or(transparent);
                }
            }
        }
        Self { places: pictures.into_keys().zip(places).collect(), blank, size, pixels, transparent }
    }

    fn place(&self, drawing: &Drawing) -> (usize, usize) {
        self.places.get(&picture(drawing)).copied().unwrap_or(self.blank)
    }
}

fn describe(film: &Film, takes: &[Take], layout: &Layout<'_>, source: Bounds, dialect: &Dialect) -> Sheet {
    let (w, h) = source.size();
    let inside = |x: i32, y: i32| {
        let offset = |at: i32, from: i32| usize::try_from(at.saturating_sub(from)).unwrap_or(0);
        (offset(x, source.left), offset(y, source.top))
    };
    let (mut frames, mut tags, mut cels) = (Vec::new(), Vec::new(), Vec::new());
    for take in takes {
        let (first, shots, name) = (frames.len(), take.shots(), name(take, dialect));
        for (i, shot) in shots.iter().enumerate() {
            let ((x, y), (left, top), (width, height)) = match &shot.drawing {
                None => (layout.blank, (0, 0), (1, 1)),
                Some(drawing) => {
                    let bounds = drawing.bounds();
                    (layout.place(drawing), inside(bounds.left, bounds.top), bounds.size())
                }
            };
            let cues = take.cues().filter(|(tick, _)| (shot.first..shot.first + shot.ticks).contains(tick));
            let data: Vec<String> = cues.map(|(_, cue)| cue.to_string()).collect();
            if !data.is_empty() {
                cels.push(Cel { frame: frames.len(), data: data.join("; ") });
            }
            frames.push(aseprite::Frame {
                filename: format!("{} ({name}) {i}", film.title),
                frame: Rect { x, y, w: width, h: height },
                rotated: false,
                trimmed: (width, height) != (w, h),
                sprite_source_size: Rect { x: left, y: top, w: width, h: height },
                source_size: Size { w, h },
                duration: u64::try_from(film.time(shot, 1).as_millis()).unwrap_or(u64::MAX),
            });
        }
        tags.extend(tags_of(take, name, first, frames.len().saturating_sub(1)));
    }
    let (x, y) = inside(0, 0);
    let anchor = Key { frame: 0, bounds: Rect { x, y, w: 1, h: 1 }, pivot: Point { x: 0, y: 0 } };
    Sheet {
        frames,
        meta: Meta {
            app: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            image: PNG.to_owned(),
            format: "I8",
            size: Size { w: layout.size.0, h: layout.size.1 },
            scale: "1",
            frame_tags: tags,
            layers: vec![Layer { name: film.title.clone(), opacity: 255, blend_mode: "normal", cels }],
            slices: vec![Slice { name: "anchor", color: BLUE, keys: vec![anchor] }],
        },
    }
}

/// The tag of an animation; where frames lead into a loop, the loop has a tag of its own besides.
fn tags_of(take: &Take, name: String, first: usize, last: usize) -> Vec<Tag> {
    let tag = |name, from, repeat| Tag { name, from, to: last, direction: "forward", color: BLUE, repeat };
    let looped = match take.end {
        End::Loops(tick) => take.shots().iter().position(|shot| shot.first == tick),
        End::Stands | End::Open => None,
    };
    match looped {
        Some(0) => vec![tag(name, first, None)],
        Some(start) => vec![tag(name.clone(), first, Some("1")), tag(format!("{name}-loop"), first + start, None)],
        None => vec![tag(name, first, Some("1"))],
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chores::Chore;
    use crate::export::take::Tick;

    /// An animation of one pixel.
    fn dot() -> Take {
        let drawing = Drawing::of([&[&[7][..]], &[&[7][..]]], [&[0], &[255]], (0, 0)).map(Arc::new);
        let chore = Chore { number: 2, facing: 270, direction: "west" };
        Take::new(chore, vec![Tick { drawing, cues: Vec::new() }], Some(0))
    }

    #[test]
    fn a_basket_is_full_at_last_and_then_there_is_no_sheet() {
        let basket = Basket(AtomicUsize::new(MOST_PIXELS - 1));
        let kept = [dot(), dot()].map(|take| basket.keep(take));
        assert_eq!(kept.each_ref().map(Option::is_some), [true, false]);
        let folder = tempfile::tempdir().unwrap();
        let stock = Stock::open(folder.path(), b"").unwrap();
        let frame = std::time::Duration::from_millis(100);
        let film = Film { title: "x".to_owned(), screen: scumm_room::Palette::default(), frame };
        write(&film, kept.to_vec(), &Dialect::new(5), &stock).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        write(&film, vec![Some(dot())], &Dialect::new(5), &stock).unwrap();
        assert_eq!(stock.close().unwrap(), 2);
    }
}
