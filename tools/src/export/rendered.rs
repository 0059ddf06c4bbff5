//! Rendered animations: the pictures, separated from their background, with their durations, the
//! repeating part and the events.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use scumm_costume::{QueueCommand, ShownCel};
use scumm_engine::Event;
use scumm_room::{Rect, Surface};
use serde::Serialize;

use crate::chores::DirectedChore;

/// Returns the distance from a position to a later one, at least 0.
pub fn distance(from: i32, to: i32) -> usize {
    usize::try_from(to.saturating_sub(from)).unwrap_or(0)
}

/// A drawing, cropped to its bounds: screen colours where something was drawn, `None` elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoreDrawing {
    /// The box of the drawing, relative to the actor's position.
    pub bounds: Rect,
    /// The pixels, row by row.
    pub pixels: Vec<Option<u8>>,
}

impl Hash for ChoreDrawing {
    /// Combines all pixels into one number before hashing, because a hasher is slow with thousands
    /// of small values.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let code = |pixel: &Option<u8>| pixel.map_or(256, u64::from);
        let sum = self.pixels.iter().fold(0_u64, |sum, pixel| {
            sum.wrapping_mul(257).wrapping_add(code(pixel))
        });
        (<[i32; 4]>::from(self.bounds), sum).hash(state);
    }
}

/// The same row of two stages that show the same actor on backgrounds that differ in every pixel.
/// For each stage, the pair has the row with the actor and the row of the background alone.
pub type BothLines<'l> = [[&'l [u8]; 2]; 2];

impl ChoreDrawing {
    /// Returns the drawing in these rows of equal length. Pixels where both rows show their
    /// background were not drawn. A pixel through which the background is visible, such as a
    /// shadow, gets its colour on the first background. `anchor` is the actor's position in the
    /// rows. Returns `None` if nothing was drawn.
    pub fn from_lines(lines: &[BothLines<'_>], anchor: (i32, i32)) -> Option<Self> {
        let side = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let drawn = |(top, both): (i32, &BothLines<'_>)| {
            // Most rows are empty, and comparing whole rows is fast.
            if both.iter().all(|[line, below]| is_same(line, below)) {
                return None;
            }
            let left = both
                .iter()
                .map(|[line, below]| same_at_start(line, below))
                .min()?;
            let right = both
                .iter()
                .map(|[line, below]| line.len() - same_at_end(line, below))
                .max()?;
            Some(Rect {
                left: side(left),
                top,
                right: side(right),
                bottom: top + 1,
            })
        };
        let Rect {
            left,
            top,
            right,
            bottom,
        } = (0..)
            .zip(lines)
            .filter_map(drawn)
            .reduce(|all, line| all.union(&line))?;
        let columns = distance(0, left)..distance(0, right);
        let rows = distance(0, top)..distance(0, bottom);
        let mut pixels = Vec::with_capacity(columns.len() * rows.len());
        for [[first, below], [second, below_second]] in lines.get(rows)? {
            let both = first
                .iter()
                .zip(*second)
                .zip(below.iter().zip(*below_second));
            let both = both.take(columns.end).skip(columns.start);
            pixels.extend(
                both.map(|(pixels, backgrounds)| (pixels != backgrounds).then_some(*pixels.0)),
            );
        }
        let bounds = Rect {
            left: left.saturating_sub(anchor.0),
            top: top.saturating_sub(anchor.1),
            right: right.saturating_sub(anchor.0),
            bottom: bottom.saturating_sub(anchor.1),
        };
        Some(Self { bounds, pixels })
    }

    /// Returns the rows.
    pub fn lines(&self) -> impl Iterator<Item = &[Option<u8>]> {
        self.pixels.chunks_exact(self.bounds.size().0.max(1))
    }
}

/// Returns whether two rows of equal length are the same. On WebAssembly a comparison of slices
/// works byte by byte and is slow. Therefore this function compares whole words.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    if cfg!(not(target_arch = "wasm32")) {
        return a == b;
    }
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
    let a = a.chunks_exact(8);
    let b = b.chunks_exact(8);
    a.remainder() == b.remainder() && a.zip(b).all(|(a, b)| word(a) == word(b))
}

/// The number of bytes that are compared at once.
const BLOCK: usize = 32;

/// Returns how many pixels at the start of two rows of equal length are the same.
fn same_at_start(a: &[u8], b: &[u8]) -> usize {
    let blocks = a
        .chunks_exact(BLOCK)
        .zip(b.chunks_exact(BLOCK))
        .take_while(|(a, b)| a == b)
        .count()
        * BLOCK;
    blocks
        + a.iter()
            .skip(blocks)
            .zip(b.iter().skip(blocks))
            .take_while(|(a, b)| a == b)
            .count()
}

/// Returns how many pixels at the end of two rows of equal length are the same.
fn same_at_end(a: &[u8], b: &[u8]) -> usize {
    let blocks = a
        .rchunks_exact(BLOCK)
        .zip(b.rchunks_exact(BLOCK))
        .take_while(|(a, b)| a == b)
        .count()
        * BLOCK;
    blocks
        + a.iter()
            .rev()
            .skip(blocks)
            .zip(b.iter().rev().skip(blocks))
            .take_while(|(a, b)| a == b)
            .count()
}

/// Returns the pixels of the box `into` with the drawing at its position. Other pixels are
/// `transparent`. The drawing has to fit into the box.
pub fn place(drawing: Option<&ChoreDrawing>, into: Rect, transparent: u8) -> Vec<u8> {
    let (width, height) = into.size();
    let mut surface = Surface::filled(width, height, transparent);
    if let Some(drawing) = drawing {
        let Rect { left, top, .. } = drawing.bounds;
        paint(
            drawing.lines(),
            &mut surface,
            (distance(into.left, left), distance(into.top, top)),
        );
    }
    surface.into_pixels()
}

/// Paints the rows of a drawing into a picture, with the top left corner at (x, y).
pub fn paint<'l>(
    lines: impl Iterator<Item = &'l [Option<u8>]>,
    picture: &mut Surface,
    (x, y): (usize, usize),
) {
    let width = picture.width().max(1);
    for (line, row) in lines.zip(picture.pixels_mut().chunks_exact_mut(width).skip(y)) {
        for (from, to) in line.iter().zip(row.iter_mut().skip(x)) {
            *to = from.unwrap_or(*to);
        }
    }
}

/// Returns a screen colour that none of the drawings uses. If all colours are used, the result is
/// 0, and the pixels of colour 0 become transparent.
pub fn unused<'d>(drawings: impl Iterator<Item = &'d ChoreDrawing>) -> u8 {
    let mut used = UsedColours::default();
    for drawing in drawings {
        used.add(drawing);
    }
    used.unused()
}

/// The screen colours that drawings use.
pub struct UsedColours([bool; 256]);

impl Default for UsedColours {
    fn default() -> Self {
        Self([false; 256])
    }
}

impl UsedColours {
    /// Adds the colours of a drawing.
    pub fn add(&mut self, drawing: &ChoreDrawing) {
        for &colour in drawing.pixels.iter().flatten() {
            self.0[usize::from(colour)] = true;
        }
    }

    /// Returns the first unused colour, or logs a warning and returns 0 if all colours are used.
    pub fn unused(&self) -> u8 {
        for colour in 0..=u8::MAX {
            if !self.0[usize::from(colour)] {
                return colour;
            }
        }
        log::warn!("all 256 colours are in use: colour 0 is lost");
        0
    }
}

/// The picture and the events of an engine frame.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tick {
    /// The picture; `None` if nothing is visible.
    pub drawing: Option<Arc<ChoreDrawing>>,
    /// The events of the frame, in order.
    pub events: Vec<ChoreEvent>,
}

/// A request that an animation makes while it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChoreEvent {
    /// A sound of the actor's list, by its index in the list (C26, A26).
    Slot {
        /// The index, from 0.
        slot: i32,
    },
    /// A sound by its number (A33).
    Sound {
        /// The number of the sound.
        sound: i32,
    },
    /// The animation counter is incremented (C22).
    Counter,
    /// Another command of the queue (A33).
    Command {
        /// The number of the command, 1 to 9.
        command: u8,
        /// The first operand.
        p1: i32,
        /// The second operand.
        p2: i32,
    },
}

/// The first of the sound numbers that stand for the actor's list while the animation is rendered.
/// Animations do not use these numbers themselves.
pub const SLOTS: i32 = 0x7f00;

impl ChoreEvent {
    /// Converts an event of the stage; `None` for events that do not concern animations.
    pub fn from_event(event: &Event, humongous: bool) -> Option<Self> {
        let sound = |id: i32| match id.checked_sub(SLOTS) {
            Some(slot) if slot >= 0 => Self::Slot { slot },
            _ => Self::Sound { sound: id },
        };
        match *event {
            Event::Sound { id, .. } => Some(sound(id)),
            // Humongous games report this sound a second time, as a sound event.
            Event::AkosCommand {
                command: QueueCommand::StartSound,
                ..
            } if humongous => None,
            Event::AkosCommand {
                command: QueueCommand::StartSound,
                p1,
                ..
            } => Some(sound(p1)),
            Event::AkosCommand {
                command, p1, p2, ..
            } => Some(Self::Command {
                command: command.number(),
                p1,
                p2,
            }),
            _ => None,
        }
    }
}

impl std::fmt::Display for ChoreEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Slot { slot } => write!(f, "sound slot {slot}"),
            Self::Sound { sound } => write!(f, "sound {sound}"),
            Self::Counter => write!(f, "counter"),
            Self::Command { command, p1, p2 } => write!(f, "command {command} {p1} {p2}"),
        }
    }
}

/// The continuation after the last frame of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoreEnd {
    /// The animation repeats from this tick (engine frame) on.
    Loops(usize),
    /// The animation stands still in its last picture.
    Stands,
    /// The continuation is unknown, because the animation was not rendered to its end.
    Open,
}

/// A picture that is visible for several ticks.
#[derive(Clone, Debug)]
pub struct TimedPicture {
    /// The picture; `None` if nothing is visible.
    pub drawing: Option<Arc<ChoreDrawing>>,
    /// The first tick.
    pub first: usize,
    /// The number of ticks, at least 1.
    pub ticks: usize,
}

/// A rendered animation.
#[derive(Clone, Debug)]
pub struct RenderedChore {
    /// The chore that was rendered.
    pub chore: DirectedChore,
    /// Every engine frame of the animation.
    pub ticks: Vec<Tick>,
    /// The cels that the limbs show in each tick, in drawing order; empty if they were not
    /// recorded.
    pub cels: Vec<Vec<ShownCel>>,
    /// The continuation after the last frame.
    pub end: ChoreEnd,
}

impl RenderedChore {
    /// Creates an animation. If a state repeats, `anew` is the index of the tick that follows the
    /// last tick again.
    pub fn new(chore: DirectedChore, mut ticks: Vec<Tick>, anew: Option<usize>) -> Self {
        let cels = Vec::new();
        let Some(mut start) = anew else {
            return Self {
                chore,
                ticks,
                cels,
                end: ChoreEnd::Open,
            };
        };
        // The ticks may begin to repeat before the state does. So the part before the loop is made
        // as short as possible.
        while start > 0 && ticks.get(start - 1) == ticks.last() {
            ticks.pop();
            start -= 1;
        }
        let picture = ticks.get(start).map(|tick| tick.drawing.clone());
        let still = |tick: &Tick| Some(&tick.drawing) == picture.as_ref() && tick.events.is_empty();
        if ticks.iter().skip(start).all(still) {
            ticks.truncate(start + 1);
            return Self {
                chore,
                ticks,
                cels,
                end: ChoreEnd::Stands,
            };
        }
        Self {
            chore,
            ticks,
            cels,
            end: ChoreEnd::Loops(start),
        }
    }

    /// Adds the cels that the limbs show in each tick. The ticks may be fewer than the lists of
    /// cels, because the part before a loop is shortened.
    #[must_use]
    pub fn with_cels(mut self, mut cels: Vec<Vec<ShownCel>>) -> Self {
        cels.truncate(self.ticks.len());
        self.cels = cels;
        self
    }

    /// Returns the box around all pictures; `None` if nothing is ever visible.
    pub fn bounds(&self) -> Option<Rect> {
        self.drawings()
            .map(|drawing| drawing.bounds)
            .reduce(|all, bounds| all.union(&bounds))
    }

    /// Returns all pictures.
    pub fn drawings(&self) -> impl Iterator<Item = &ChoreDrawing> {
        self.ticks.iter().filter_map(|tick| tick.drawing.as_deref())
    }

    /// Returns the number of pixels of all pictures, each picture counted once.
    pub fn pixels(&self) -> usize {
        let mut met = HashSet::new();
        let new = self
            .ticks
            .iter()
            .filter_map(|tick| tick.drawing.as_ref())
            .filter(|d| met.insert(Arc::as_ptr(d)));
        new.map(|drawing| drawing.pixels.len()).sum()
    }

    /// Groups equal ticks into pictures with durations. A new picture begins at the tick from which
    /// the animation repeats.
    pub fn pictures(&self) -> Vec<TimedPicture> {
        let mut pictures: Vec<TimedPicture> = Vec::new();
        for (first, tick) in self.ticks.iter().enumerate() {
            match pictures.last_mut() {
                Some(picture)
                    if picture.drawing == tick.drawing && self.end != ChoreEnd::Loops(first) =>
                {
                    picture.ticks += 1
                }
                _ => pictures.push(TimedPicture {
                    drawing: tick.drawing.clone(),
                    first,
                    ticks: 1,
                }),
            }
        }
        pictures
    }

    /// Returns the index of the picture from which the animation repeats, if it does.
    pub fn loop_from(&self) -> Option<usize> {
        let ChoreEnd::Loops(tick) = self.end else {
            return None;
        };
        self.pictures()
            .iter()
            .position(|picture| picture.first == tick)
    }

    /// Returns the events with their ticks.
    pub fn events(&self) -> impl Iterator<Item = (usize, ChoreEvent)> {
        self.ticks
            .iter()
            .enumerate()
            .flat_map(|(i, tick)| tick.events.iter().map(move |event| (i, *event)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the drawing of these dots on two backgrounds of 4x3 pixels, 0 and 255.
    fn drawn(dots: &[(usize, u8, u8)]) -> Option<ChoreDrawing> {
        let mut a = [0; 12];
        let mut b = [255; 12];
        dots.iter()
            .for_each(|&(at, on_a, on_b)| (a[at], b[at]) = (on_a, on_b));
        let lines: Vec<_> = a
            .chunks(4)
            .zip(b.chunks(4))
            .map(|(a, b)| [[a, &[0; 4]], [b, &[255; 4]]])
            .collect();
        ChoreDrawing::from_lines(&lines, (2, 1))
    }

    #[test]
    fn what_differs_from_its_background_is_drawn() {
        assert_eq!(drawn(&[]), None);
        // The dots have the colours of either background, and one is a shadow that lets the
        // background through.
        let drawing = drawn(&[(1, 0, 0), (6, 255, 255), (9, 3, 4)]).unwrap();
        assert_eq!(
            drawing.bounds,
            Rect {
                left: -1,
                top: -1,
                right: 1,
                bottom: 2
            }
        );
        assert_eq!(
            drawing.pixels,
            [Some(0), None, None, Some(255), Some(3), None]
        );
        assert_eq!(unused([&drawing].into_iter()), 1);
    }

    #[test]
    fn a_background_may_be_a_picture() {
        let background = [1, 2, 3, 4];
        let other = [254, 253, 252, 251];
        let a = [1, 2, 9, 4];
        let b = [254, 253, 9, 251];
        let drawing =
            ChoreDrawing::from_lines(&[[[&a, &background], [&b, &other]]], (0, 0)).unwrap();
        assert_eq!(
            (drawing.bounds.left, &drawing.pixels[..]),
            (2, &[Some(9)][..])
        );
    }

    #[test]
    fn a_drawing_lies_at_its_place_in_a_larger_box() {
        let drawing = drawn(&[(5, 7, 7), (6, 8, 8)]).unwrap();
        let into = Rect {
            left: -2,
            top: -1,
            right: 1,
            bottom: 1,
        };
        assert_eq!(place(Some(&drawing), into, 9), [9, 9, 9, 9, 7, 8]);
        assert_eq!(place(None, into, 9), [9; 6]);
        assert_eq!(drawing.bounds.union(&into), into);
    }

    const CHORE: DirectedChore = DirectedChore {
        number: 2,
        facing: 270,
        direction: "west",
    };

    /// Returns ticks with pictures of one pixel in these colours.
    fn ticks(colours: &[u8]) -> Vec<Tick> {
        let picture = |&colour: &u8| {
            ChoreDrawing::from_lines(&[[[&[colour], &[0]], [&[colour], &[255]]]], (0, 0))
                .map(Arc::new)
        };
        colours
            .iter()
            .map(|colour| Tick {
                drawing: picture(colour),
                events: Vec::new(),
            })
            .collect()
    }

    fn lengths(animation: &RenderedChore) -> Vec<usize> {
        animation
            .pictures()
            .iter()
            .map(|picture| picture.ticks)
            .collect()
    }

    #[test]
    fn a_loop_is_as_long_and_its_lead_as_short_as_can_be() {
        // 1 2 3 2 3 …: after the ticks 1 2 3, tick 1 follows again.
        let animation = RenderedChore::new(CHORE, ticks(&[1, 2, 3]), Some(1));
        assert_eq!(
            (animation.end, animation.ticks.len()),
            (ChoreEnd::Loops(1), 3)
        );
        // 3 2 3 2 3 …: the first 3 already belongs to the loop.
        let animation = RenderedChore::new(CHORE, ticks(&[3, 2, 3]), Some(1));
        assert_eq!(
            (animation.end, animation.ticks.len()),
            (ChoreEnd::Loops(0), 2)
        );
    }

    #[test]
    fn equal_ticks_are_one_picture_but_for_where_a_loop_begins() {
        assert_eq!(
            lengths(&RenderedChore::new(
                CHORE,
                ticks(&[1, 1, 2, 2, 2, 3]),
                Some(0)
            )),
            [2, 3, 1]
        );
        let mut played = ticks(&[1, 2, 2, 3]);
        played[3].events.push(ChoreEvent::Counter);
        assert_eq!(
            lengths(&RenderedChore::new(CHORE, played, Some(2))),
            [1, 1, 1, 1]
        );
    }

    #[test]
    fn an_animation_that_comes_to_rest_plays_once() {
        let animation = RenderedChore::new(CHORE, ticks(&[1, 2, 2]), Some(2));
        assert_eq!(
            (animation.end, animation.ticks.len()),
            (ChoreEnd::Stands, 2)
        );
        // The picture is still while a sound repeats.
        let mut played = ticks(&[1, 1]);
        played[1].events.push(ChoreEvent::Slot { slot: 0 });
        assert_eq!(
            RenderedChore::new(CHORE, played, Some(0)).end,
            ChoreEnd::Loops(0)
        );
        assert_eq!(
            RenderedChore::new(CHORE, ticks(&[1, 2]), None).end,
            ChoreEnd::Open
        );
    }

    #[test]
    fn sounds_of_the_actors_list_are_told_by_their_place() {
        let sound = |id| Event::Sound {
            via: scumm_engine::SoundQueue::Queue2,
            id,
            channel: 0,
            flags: 0,
        };
        assert_eq!(
            ChoreEvent::from_event(&sound(SLOTS + 3), false),
            Some(ChoreEvent::Slot { slot: 3 })
        );
        assert_eq!(
            ChoreEvent::from_event(&sound(12), false),
            Some(ChoreEvent::Sound { sound: 12 })
        );
        let command = |command| Event::AkosCommand {
            command,
            actor: 1,
            p1: 12,
            p2: 0,
        };
        assert_eq!(
            ChoreEvent::from_event(&command(QueueCommand::StartSound), false),
            Some(ChoreEvent::Sound { sound: 12 })
        );
        assert_eq!(
            ChoreEvent::from_event(&command(QueueCommand::StartSound), true),
            None
        );
        assert_eq!(
            ChoreEvent::from_event(&command(QueueCommand::SetClip), false),
            Some(ChoreEvent::Command {
                command: 5,
                p1: 12,
                p2: 0
            })
        );
    }
}
