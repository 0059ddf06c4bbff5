//! Everything of a stage that moves: what a snapshot has to hold.

use std::ops::{Index, IndexMut};

use scumm_costume::Renderer;
use scumm_room::{Boxes, Canvas, Dialect, Palette, Planes, ScaleSlots};
use serde::{Deserialize, Serialize};

use super::{Camera, MAX_ACTOR};
use crate::talk::TalkingActor;
use crate::{Actor, Event, Table};

/// The moving part of a stage.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    pub actors: Actors,
    /// The number of the current room.
    pub room: u16,
    /// Walk boxes, the ways between them, their extra flags.
    pub boxes: Boxes,
    pub scale_slots: ScaleSlots,
    /// States of the room's objects, by their place in it.
    pub object_states: Vec<u8>,
    pub camera: Camera,
    /// First line of the stage on the screen (G1).
    pub band_top: u16,
    pub front: Canvas,
    pub back: Canvas,
    pub planes: Planes,
    /// C51, A61; v1..v4 show colours through it and draw nothing with it (G6).
    pub shadow: Vec<u8>,
    pub room_palette: Table<u8>,
    pub palette: Palette,
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
    /// The talking actor variable.
    pub talking: TalkingActor,
    /// The talking actor started a talk animation through [`crate::ActorMut::talk`] (T82).
    pub talk_animated: bool,
    /// v8: a value of 2 keeps talk animations from starting (T81).
    pub have_msg: i32,
    /// The next frame is a full one (D2).
    pub full_redraw: bool,
    /// The camera for which the background was drawn last, `None` before the first time.
    pub drawn_camera: Option<Camera>,
    /// Jiffies since the last step of each of the room's colour cycles (R11).
    pub cycle_counters: Vec<u16>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            actors: self.actors.clone(),
            room: self.room,
            boxes: self.boxes.clone(),
            scale_slots: self.scale_slots.clone(),
            object_states: self.object_states.clone(),
            camera: self.camera,
            band_top: self.band_top,
            front: self.front.clone(),
            back: self.back.clone(),
            planes: self.planes.clone(),
            shadow: self.shadow.clone(),
            room_palette: self.room_palette,
            palette: self.palette.clone(),
            renderer: self.renderer.clone(),
            own_scale_table: self.own_scale_table,
            events: self.events.clone(),
            queue: self.queue.clone(),
            aux_restores: self.aux_restores.clone(),
            lights: self.lights,
            ego: self.ego,
            talking: self.talking,
            talk_animated: self.talk_animated,
            have_msg: self.have_msg,
            full_redraw: self.full_redraw,
            drawn_camera: self.drawn_camera,
            cycle_counters: self.cycle_counters.clone(),
        }
    }

    /// Takes over everything without new memory where the old is large enough: states are saved again and again.
    fn clone_from(&mut self, source: &Self) {
        // All by name, so that none is forgotten.
        let Self {
            actors,
            room,
            boxes,
            scale_slots,
            object_states,
            camera,
            band_top,
            front,
            back,
            planes,
            shadow,
            room_palette,
            palette,
            renderer,
            own_scale_table,
            events,
            queue,
            aux_restores,
            lights,
            ego,
            talking,
            talk_animated,
            have_msg,
            full_redraw,
            drawn_camera,
            cycle_counters,
        } = source;
        let canvas = |to: &mut Canvas, from: &Canvas| {
            (to.pitch, to.height) = (from.pitch, from.height);
            to.pixels.clone_from(&from.pixels);
        };
        self.actors.0.clone_from(&actors.0);
        self.room = *room;
        // Boxes and slots hardly ever change.
        if self.boxes != *boxes {
            self.boxes = boxes.clone();
        }
        if self.scale_slots != *scale_slots {
            self.scale_slots = scale_slots.clone();
        }
        self.object_states.clone_from(object_states);
        self.camera = *camera;
        self.band_top = *band_top;
        canvas(&mut self.front, front);
        canvas(&mut self.back, back);
        (self.planes.pitch, self.planes.height) = (planes.pitch, planes.height);
        self.planes.planes.clone_from(&planes.planes);
        self.shadow.clone_from(shadow);
        self.room_palette = *room_palette;
        self.palette = palette.clone();
        // Its stores are no part of the state.
        self.renderer.palette.clone_from(&renderer.palette);
        self.renderer.bomp_palette = renderer.bomp_palette;
        self.own_scale_table = *own_scale_table;
        self.events.clone_from(events);
        self.queue.clone_from(queue);
        self.aux_restores.clone_from(aux_restores);
        self.lights = *lights;
        self.ego = *ego;
        self.talking = *talking;
        self.talk_animated = *talk_animated;
        self.have_msg = *have_msg;
        self.full_redraw = *full_redraw;
        self.drawn_camera = *drawn_camera;
        self.cycle_counters.clone_from(cycle_counters);
    }
}

/// One entry of the AKOS command queue. Operands have 16 bits and a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct QueueEntry {
    pub command: u8,
    pub actor: u16,
    pub p1: i32,
    pub p2: i32,
}

impl State {
    /// A stage of `width` x `height` pixels for a room of `room_width`.
    pub fn new(dialect: &Dialect, pitch: usize, height: usize, room_width: usize, planes: usize) -> Self {
        let shadow = if dialect.has_eight_shadow_tables() { vec![0; 8 * 256] } else { Table::identity().to_vec() };
        let mut actors = Actors::new(dialect);
        for id in 1..=dialect.actors_with_own_costumes() {
            actors[id].costume = id;
            actors[id].anim.reset();
        }
        Self {
            actors,
            room: 1,
            boxes: Boxes::none(dialect),
            scale_slots: ScaleSlots::default(),
            object_states: Vec::new(),
            camera: Camera::default(),
            band_top: 0,
            front: Canvas::new(pitch, height, room_width),
            back: Canvas::new(pitch, height, room_width),
            planes: Planes::new(pitch, height, room_width, planes),
            shadow,
            room_palette: Table::identity(),
            palette: Palette::greys(),
            renderer: Renderer::default(),
            own_scale_table: false,
            events: Vec::new(),
            queue: Vec::new(),
            aux_restores: Vec::new(),
            lights: 11,
            ego: 1,
            talking: TalkingActor::NONE,
            talk_animated: false,
            have_msg: 0,
            full_redraw: false,
            drawn_camera: None,
            cycle_counters: Vec::new(),
        }
    }

    /// Whether buffers and tables of another state have the sizes of these, so that it can take their place.
    pub fn has_shape_of(&self, other: &Self) -> bool {
        let canvas = |c: &Canvas| (c.pitch, c.height, c.pixels.len());
        let planes = |p: &Planes| (p.pitch, p.height, p.planes.iter().map(|plane| plane.len()).collect::<Vec<_>>());
        other.actors.is_complete()
            && canvas(&self.front) == canvas(&other.front)
            && canvas(&self.back) == canvas(&other.back)
            && planes(&self.planes) == planes(&other.planes)
            && self.shadow.len() == other.shadow.len()
            && self.renderer.palette.len() == other.renderer.palette.len()
            && self.object_states.len() == other.object_states.len()
    }
}

/// The actors, by number. Actor 0 exists as in the original, is in no room and takes what is meant for numbers
/// that do not exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Actors(Vec<Actor>);

impl Actors {
    fn new(dialect: &Dialect) -> Self {
        Self((0..=MAX_ACTOR).map(|id| Actor::new(id, dialect)).collect())
    }

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

    /// Whether as many actors are there as a stage has.
    pub fn is_complete(&self) -> bool {
        self.0.len() == usize::from(MAX_ACTOR) + 1
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
