//! A rendered animation: which picture is seen for how long, from where it repeats, what happens
//! meanwhile.

use std::collections::HashSet;
use std::sync::Arc;

use scumm_engine::Event;
use scumm_room::Rect;
use serde::Serialize;

use super::drawing::Drawing;
use crate::chores::Chore;

/// What is seen in a frame, and what happens in it.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Tick {
    /// The picture; `None` where nothing is to be seen.
    pub drawing: Option<Arc<Drawing>>,
    /// What happens, in order.
    pub events: Vec<ChoreEvent>,
}

/// Something that an animation asks for while it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChoreEvent {
    /// A sound of the actor's list, by its place there (C26, A26).
    Slot {
        /// The place, from 0.
        slot: i32,
    },
    /// A sound by its number (A33).
    Sound {
        /// The number.
        sound: i32,
    },
    /// The animation counter goes up (C22).
    Counter,
    /// Another command of the queue (A33).
    Command {
        /// Its number, 1 to 9.
        command: u8,
        /// First operand.
        p1: i32,
        /// Second operand.
        p2: i32,
    },
}

/// The sound numbers that the places of the actor's list get while it is rendered: none that
/// animations name themselves.
pub const SLOTS: i32 = 0x7f00;
/// The queue's command for a sound (A33).
const SOUND: u8 = 3;

impl ChoreEvent {
    /// What an event of the stage tells.
    pub fn of(event: &Event, humongous: bool) -> Option<Self> {
        let sound = |id: i32| match id.checked_sub(SLOTS) {
            Some(slot) if slot >= 0 => Self::Slot { slot },
            _ => Self::Sound { sound: id },
        };
        match *event {
            Event::Sound { id, .. } => Some(sound(id)),
            // Humongous games tell of it a second time, as the sound that it is.
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

/// How an animation goes on after its last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoreEnd {
    /// It repeats from this tick on.
    Loops(usize),
    /// It stands still in its last picture.
    Stands,
    /// Not known: it was not rendered to its end.
    Open,
}

/// A picture that is seen for some ticks.
#[derive(Clone, Debug)]
pub struct TimedPicture {
    /// The picture; `None` where nothing is to be seen.
    pub drawing: Option<Arc<Drawing>>,
    /// Its first tick.
    pub first: usize,
    /// Its ticks, at least 1.
    pub ticks: usize,
}

/// A rendered animation.
#[derive(Clone, Debug)]
pub struct RenderedChore {
    /// What was rendered.
    pub chore: Chore,
    /// Every engine frame of it.
    pub ticks: Vec<Tick>,
    /// How it goes on.
    pub end: ChoreEnd,
}

impl RenderedChore {
    /// An animation in which tick `anew` comes again after the last one, if one does.
    pub fn new(chore: Chore, mut ticks: Vec<Tick>, anew: Option<usize>) -> Self {
        let Some(mut start) = anew else {
            return Self {
                chore,
                ticks,
                end: ChoreEnd::Open,
            };
        };
        // A loop may have begun before its state came again: what leads into it is as short as can
        // be.
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

    /// The box around all pictures; `None` where nothing is ever to be seen.
    pub fn bounds(&self) -> Option<Rect> {
        self.drawings()
            .map(|drawing| drawing.bounds)
            .reduce(|all, bounds| all.union(&bounds))
    }

    /// All pictures.
    pub fn drawings(&self) -> impl Iterator<Item = &Drawing> {
        self.ticks.iter().filter_map(|tick| tick.drawing.as_deref())
    }

    /// How many pixels its pictures have, each picture counted once.
    pub fn pixels(&self) -> usize {
        let mut met = HashSet::new();
        let new = self
            .ticks
            .iter()
            .filter_map(|tick| tick.drawing.as_ref())
            .filter(|d| met.insert(Arc::as_ptr(d)));
        new.map(|drawing| drawing.pixels.len()).sum()
    }

    /// The ticks as pictures that are seen for some time. Where the animation repeats from, a new
    /// picture begins.
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

    /// The one of its pictures from which it repeats, if it does.
    pub fn loop_from(&self) -> Option<usize> {
        let ChoreEnd::Loops(tick) = self.end else {
            return None;
        };
        self.pictures()
            .iter()
            .position(|picture| picture.first == tick)
    }

    /// What happens, with the tick in which it does.
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

    /// Ticks with pictures of one pixel in these colours.
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
        // 1 2 3 2 3 ...: seen as 1 2 3 2, of which tick 1 would come again after 3.
        let animation = RenderedChore::new(CHORE, ticks(&[1, 2, 3]), Some(1));
        assert_eq!(
            (animation.end, animation.ticks.len()),
            (ChoreEnd::Loops(1), 3)
        );
        // 3 2 3 2 3 ...: the first 3 belongs to the loop already.
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
        // It is still while something is heard again and again.
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
