//! A rendered animation: the pictures with their durations, the repeating part, and the events.

use std::collections::HashSet;
use std::sync::Arc;

use scumm_engine::Event;
use scumm_room::Rect;
use serde::Serialize;

use super::drawing::Drawing;
use crate::chores::Chore;

/// The picture and the events of an engine frame.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tick {
    /// The picture; `None` if nothing is visible.
    pub drawing: Option<Arc<Drawing>>,
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
/// The queue's command for a sound (A33).
const SOUND: u8 = 3;

impl ChoreEvent {
    /// Converts an event of the stage; `None` for events that do not concern animations.
    pub fn of(event: &Event, humongous: bool) -> Option<Self> {
        let sound = |id: i32| match id.checked_sub(SLOTS) {
            Some(slot) if slot >= 0 => Self::Slot { slot },
            _ => Self::Sound { sound: id },
        };
        match *event {
            Event::Sound { id, .. } => Some(sound(id)),
            // Humongous games report this sound a second time, as a sound event.
            Event::AkosCommand { command: SOUND, .. } if humongous => None,
            Event::AkosCommand {
                command: SOUND, p1, ..
            } => Some(sound(p1)),
            Event::AkosCommand {
                command, p1, p2, ..
            } => Some(Self::Command { command, p1, p2 }),
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
    /// The animation repeats from this tick on.
    Loops(usize),
    /// The animation stands still in its last picture.
    Stands,
    /// Unknown, because the animation was not rendered to its end.
    Open,
}

/// A picture that is visible for several ticks.
#[derive(Clone, Debug)]
pub struct TimedPicture {
    /// The picture; `None` if nothing is visible.
    pub drawing: Option<Arc<Drawing>>,
    /// The first tick.
    pub first: usize,
    /// The number of ticks, at least 1.
    pub ticks: usize,
}

/// A rendered animation.
#[derive(Clone, Debug)]
pub struct RenderedChore {
    /// The chore that was rendered.
    pub chore: Chore,
    /// Every engine frame of the animation.
    pub ticks: Vec<Tick>,
    /// The continuation after the last frame.
    pub end: ChoreEnd,
}

impl RenderedChore {
    /// Creates an animation. `anew` is the tick that follows the last one, if a state repeats.
    pub fn new(chore: Chore, mut ticks: Vec<Tick>, anew: Option<usize>) -> Self {
        let Some(mut start) = anew else {
            return Self {
                chore,
                ticks,
                end: ChoreEnd::Open,
            };
        };
        // The loop may begin before the state that repeats. The part before the loop is made as
        // short as possible.
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
                end: ChoreEnd::Stands,
            };
        }
        Self {
            chore,
            ticks,
            end: ChoreEnd::Loops(start),
        }
    }

    /// Returns the box around all pictures; `None` if nothing is ever visible.
    pub fn bounds(&self) -> Option<Rect> {
        self.drawings()
            .map(|drawing| drawing.bounds)
            .reduce(|all, bounds| all.union(&bounds))
    }

    /// Returns all pictures.
    pub fn drawings(&self) -> impl Iterator<Item = &Drawing> {
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

    const CHORE: Chore = Chore {
        number: 2,
        facing: 270,
        direction: "west",
    };

    /// Returns ticks with pictures of one pixel in these colours.
    fn ticks(colours: &[u8]) -> Vec<Tick> {
        let picture = |&colour: &u8| {
            Drawing::of(&[[[&[colour], &[0]], [&[colour], &[255]]]], (0, 0)).map(Arc::new)
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
            ChoreEvent::of(&sound(SLOTS + 3), false),
            Some(ChoreEvent::Slot { slot: 3 })
        );
        assert_eq!(
            ChoreEvent::of(&sound(12), false),
            Some(ChoreEvent::Sound { sound: 12 })
        );
        let command = |command| Event::AkosCommand {
            command,
            actor: 1,
            p1: 12,
            p2: 0,
        };
        assert_eq!(
            ChoreEvent::of(&command(3), false),
            Some(ChoreEvent::Sound { sound: 12 })
        );
        assert_eq!(ChoreEvent::of(&command(3), true), None);
        assert_eq!(
            ChoreEvent::of(&command(5), false),
            Some(ChoreEvent::Command {
                command: 5,
                p1: 12,
                p2: 0
            })
        );
    }
}
