//! Everything of a stage that moves: what a snapshot has to hold.

use std::ops::{Index, IndexMut};

use scumm_costume::{Fault, Renderer, StripSet};
use scumm_room::{Boxes, Canvas, Dialect, Palette, Planes, Point};

use super::amiga::AmigaColours;
use super::backdrop::{Backdrop, MAX_PLANES};
use super::rooms::PLANE_MARGIN_V7;
use super::scale_slots::ScaleSlots;
use super::slots::PaletteSlots;
use super::{Camera, MAX_ACTOR};
use crate::talk::TalkingActor;
use crate::{Actor, Event, Table};

/// The moving part of a stage.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct State {
    pub actors: Actors,
    /// The number of the current room.
    pub room: u16,
    /// Walk boxes, the ways between them, their extra flags.
    pub boxes: Boxes,
    pub scale_slots: ScaleSlots,
    /// States of the game's objects by their numbers (Y40).
    pub object_table: Vec<u8>,
    /// Classes of the game's objects by their numbers, bit n - 1 for class n; objects without any are left out (O6).
    pub object_classes: std::collections::BTreeMap<u16, u32>,
    /// What the room's objects have taken over of it, by their place in the room.
    pub object_states: Vec<u8>,
    /// Where the room's objects are (Y44).
    pub object_positions: Vec<Point>,
    /// Objects that wait to be drawn (Y43).
    pub draw_queue: Vec<u16>,
    /// Blast objects that wait, or are drawn and wait to be taken away (X10).
    pub blasts: Vec<super::Blast>,
    pub camera: Camera,
    /// The camera takes a step in every frame; else it stands where [`crate::Stage::set_camera`] put it.
    pub camera_steps: bool,
    /// The room column of the view's left edge (Y30).
    pub x_start: usize,
    /// Strips of the room that were drawn since the last frame (D2).
    pub dirty: StripSet,
    /// Strips that count as restored (Y53).
    pub restored: StripSet,
    /// Dirty strips have to be drawn again, and all objects (Y36, Y41).
    pub background_dirty: bool,
    /// The objects of the room are left out (O4).
    pub skip_objects: bool,
    /// A transition has shown the room (Y50).
    pub shown: bool,
    /// First line of the stage on the screen (G1).
    pub band_top: u16,
    pub front: Canvas,
    pub back: Canvas,
    pub planes: Planes,
    /// C51, A61; v1..v4 show colours through it and draw nothing with it (G6).
    pub shadow: Vec<u8>,
    pub room_palette: Table<u8>,
    pub palette: Palette,
    /// Indiana Jones 4 on the Amiga, from its first room on: what the display shows (P10).
    pub amiga: Option<AmigaColours>,
    /// HE99+: the palette slots (H1).
    pub slots: PaletteSlots,
    /// The clip that an init gives an actor of a Humongous game (T20, H8).
    pub default_clip: [i32; 4],
    pub renderer: Renderer,
    /// The game's own scale table is used (A63).
    pub own_scale_table: bool,
    pub events: Vec<Event>,
    /// The AKOS command queue (A33).
    pub queue: Vec<QueueEntry>,
    /// Rectangles of aux frames that the next frame takes off the stage (A98).
    pub aux_restores: Vec<[i32; 4]>,
    /// v1..v5: the lights variable (C54, R13).
    pub lights: u16,
    /// The actor that the player controls.
    pub ego: u16,
    /// v1, v2: the first and the last of the player's actors (T7Cf).
    pub players: (u16, u16),
    /// The talking actor variable.
    pub talking: TalkingActor,
    /// The talking actor started a talk animation through [`crate::ActorMut::talk`] (T82).
    pub talk_animated: bool,
    /// v8: a value of 2 keeps talk animations from starting (T81).
    pub have_msg: i32,
    /// The next frame is a full one (D2).
    pub full_redraw: bool,
    /// Where the camera looked when the whole background was drawn last, `None` before the first time.
    pub drawn_camera: Option<Point>,
    /// Jiffies since the last step of each of the room's colour cycles (R11).
    pub cycle_counters: Vec<u16>,
}

impl State {
    /// Reports something that is fatal in the reference.
    pub fn emit_fault(&mut self, actor: u16, fault: Fault) {
        log::debug!("actor {actor}: {fault}");
        self.events.push(Event::Fault { actor, fault });
    }

    /// Takes over another state without new memory where the old is large enough: states are saved again and again.
    pub fn copy_from(&mut self, source: &Self) {
        /// Copies fields. The pattern has to name all that a state has, so that none is forgotten.
        macro_rules! copy {
            ($($field:ident)*) => {
                let Self { $($field,)* actors: _, boxes: _, scale_slots: _, object_classes: _, renderer: _ } = source;
                $(self.$field.clone_from($field);)*
            };
        }
        copy!(
            room object_table object_states object_positions draw_queue blasts camera camera_steps x_start dirty
            restored background_dirty skip_objects shown band_top front back planes shadow room_palette palette amiga
            slots default_clip own_scale_table events queue aux_restores lights ego players talking talk_animated
            have_msg full_redraw drawn_camera cycle_counters
        );
        self.actors.0.clone_from(&source.actors.0);
        // Boxes, slots and classes hardly ever change.
        if self.boxes != source.boxes {
            self.boxes = source.boxes.clone();
        }
        if self.scale_slots != source.scale_slots {
            self.scale_slots = source.scale_slots.clone();
        }
        if self.object_classes != source.object_classes {
            self.object_classes = source.object_classes.clone();
        }
        // Its stores are no part of the state.
        self.renderer.palette.clone_from(&source.renderer.palette);
        self.renderer.bomp_palette = source.renderer.bomp_palette;
    }

    /// A stage of `height` lines before a room.
    pub fn new(dialect: &Dialect, pitch: usize, height: usize) -> Self {
        let shadow = if dialect.has_eight_shadow_tables() { vec![0; 8 * 256] } else { Table::identity().to_vec() };
        let mut actors = Actors((0..=MAX_ACTOR).map(|id| Actor::new(id, dialect)).collect());
        for id in 1..=dialect.actors_with_own_costumes() {
            actors[id].costume = id;
            actors[id].anim.reset();
        }
        Self {
            actors,
            room: 1,
            boxes: Boxes::none(dialect),
            scale_slots: ScaleSlots::default(),
            object_table: Vec::new(),
            object_classes: std::collections::BTreeMap::new(),
            object_states: Vec::new(),
            object_positions: Vec::new(),
            draw_queue: Vec::new(),
            blasts: Vec::new(),
            camera: Camera::new(dialect),
            camera_steps: false,
            x_start: 0,
            dirty: StripSet::default(),
            restored: StripSet::default(),
            background_dirty: false,
            skip_objects: false,
            shown: false,
            band_top: 0,
            front: Canvas::new(pitch, height, 0),
            back: Canvas::new(pitch, height, 0),
            planes: Planes::new(pitch, height, 0, 0),
            shadow,
            room_palette: Table::identity(),
            slots: if dialect.has_palette_slots() { PaletteSlots::start() } else { PaletteSlots::default() },
            default_clip: crate::actor::DEFAULT_CLIP,
            palette: Palette::greys(),
            amiga: None,
            renderer: Renderer::default(),
            own_scale_table: false,
            events: Vec::new(),
            queue: Vec::new(),
            aux_restores: Vec::new(),
            lights: 11,
            ego: 1,
            players: (0, 0),
            talking: TalkingActor::NONE,
            talk_animated: false,
            have_msg: 0,
            full_redraw: false,
            drawn_camera: None,
            cycle_counters: Vec::new(),
        }
    }

    /// Whether another state can take the place of this one in a room of that size: its buffers and tables have the sizes
    /// that a stage gives them.
    pub fn fits(&self, other: &Self, room: &Backdrop, screen_lines: usize) -> bool {
        let is_size = |pitch: usize, height: usize, len: usize| {
            let lines = pitch.saturating_mul(height);
            // Without a room the tail is that of the room before.
            len == lines.saturating_add(room.width()) || (room.is_nothing() && len >= lines)
        };
        let canvas = |c: &Canvas| c.pitch() == self.front.pitch() && is_size(c.pitch(), c.height(), c.pixels().len());
        let height = if room.is_nothing() { other.front.height() } else { room.height() };
        let (front, planes) = (&other.front, &other.planes);
        other.actors.0.len() == self.actors.0.len()
            && canvas(front)
            && canvas(&other.back)
            && front.height() == other.back.height()
            && front.height() <= screen_lines.max(height)
            && planes.pitch() == self.planes.pitch()
            && planes.height() >= front.height()
            && planes.height() <= screen_lines.max(height.saturating_add(PLANE_MARGIN_V7))
            && planes.count() <= MAX_PLANES
            && planes.iter().all(|plane| is_size(planes.pitch(), planes.height(), plane.len()))
            && self.shadow.len() == other.shadow.len()
            && self.renderer.palette.len() == other.renderer.palette.len()
            && other.object_table.len() <= usize::from(u16::MAX) + 1
    }
}

/// One entry of the AKOS command queue. Operands have 16 bits and a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct QueueEntry {
    pub command: u8,
    pub actor: u16,
    pub p1: i32,
    pub p2: i32,
}

/// The actors, by number. Actor 0 exists as in the original, is in no room and takes what is meant for numbers
/// that do not exist.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Actors(Vec<Actor>);

impl Actors {
    /// Actors 1.. in number order.
    pub fn iter(&self) -> impl Iterator<Item = &Actor> {
        self.0.iter().skip(1)
    }

    /// Actors 1.. in number order.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Actor> {
        self.0.iter_mut().skip(1)
    }

    /// The numbers of the actors.
    pub fn ids() -> std::ops::RangeInclusive<u16> {
        1..=MAX_ACTOR
    }
}

impl Index<u16> for Actors {
    type Output = Actor;

    fn index(&self, id: u16) -> &Actor {
        self.0.get(usize::from(id)).unwrap_or(&self.0[0])
    }
}

impl IndexMut<u16> for Actors {
    fn index_mut(&mut self, id: u16) -> &mut Actor {
        let slot = if id <= MAX_ACTOR { usize::from(id) } else { 0 };
        &mut self.0[slot]
    }
}
