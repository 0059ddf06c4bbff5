//! The state of a stage, which a snapshot holds. Each part has its own file; the stage connects the
//! parts.

use scumm_costume::Renderer;
use scumm_room::{Boxes, Dialect};

use super::boxes::ScaleSlots;
use super::{Actors, Camera, Colours, Objects, QueueEntry, Redraw, Variables};
use crate::flashlight::Flashlight;
use crate::nes::NesState;
use crate::talk::Talking;
use crate::{Event, Fault};

/// The initial lights: all lights are on.
const ALL_LIGHTS: u16 = 11;

/// The state of a stage, except its buffers.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct State {
    pub actors: Actors,
    pub variables: Variables,
    /// The number of the current room.
    pub room: u16,
    /// The walk boxes, the matrix of routes between them, and their extra flags.
    pub boxes: Boxes,
    pub scale_slots: ScaleSlots,
    pub objects: Objects,
    pub camera: Camera,
    pub redraw: Redraw,
    pub colours: Colours,
    pub talking: Talking,
    /// v1..v5: the lights variable (C54, R13).
    pub lights: u16,
    /// v0, Nintendo: the flashlight.
    pub flashlight: Flashlight,
    /// Nintendo: the memory of the machine.
    pub nes: Option<Box<NesState>>,
    pub renderer: Renderer,
    /// The AKOS command queue (A33).
    pub queue: Vec<QueueEntry>,
    pub events: Vec<Event>,
}

impl State {
    /// Creates the state before a room, with a view of `view_width` columns.
    pub fn new(dialect: &Dialect, view_width: usize) -> Self {
        Self {
            actors: Actors::new(dialect),
            variables: Variables::new(dialect),
            room: 1,
            boxes: Boxes::none(dialect),
            scale_slots: ScaleSlots::default(),
            objects: Objects::default(),
            camera: Camera::new(dialect, view_width),
            redraw: Redraw::default(),
            colours: Colours::new(dialect),
            talking: Talking::default(),
            lights: ALL_LIGHTS,
            flashlight: Flashlight::default(),
            nes: None,
            renderer: Renderer::default(),
            queue: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Reports a condition that is fatal in the reference.
    pub fn emit_fault(&mut self, actor: u16, fault: impl Into<Fault>) {
        let fault = fault.into();
        log::debug!("actor {actor}: {fault}");
        self.events.push(Event::Fault { actor, fault });
    }

    /// Returns whether another state belongs to a stage of the same game: the same dialect and
    /// number of objects.
    pub fn is_of_same_game(&self, other: &Self) -> bool {
        self.colours.dialect == other.colours.dialect
            && self.objects.of_game == other.objects.of_game
    }

    /// Returns whether another state can replace this one in a room of that width.
    pub fn can_become(&self, other: &Self, room_width: usize) -> bool {
        self.camera.can_become(&other.camera, room_width)
            && self.colours.shadow.len() == other.colours.shadow.len()
            && self.renderer.palette.len() == other.renderer.palette.len()
            && other.objects.is_possible()
    }

    /// Copies another state into this value. Data of the renderer besides its state are kept.
    /// Allocates no memory unless a table has grown, because states are saved often.
    pub fn copy_from(&mut self, source: &Self) {
        // All fields are listed, so that a new field is not forgotten.
        let Self {
            actors,
            variables,
            room,
            boxes,
            scale_slots,
            objects,
            camera,
            redraw,
            colours,
            talking,
            lights,
            flashlight,
            nes,
            renderer,
            queue,
            events,
        } = source;
        self.actors.copy_from(actors);
        self.objects.copy_from(objects);
        self.colours.copy_from(colours);
        self.queue.clone_from(queue);
        self.events.clone_from(events);
        self.renderer.copy_state(renderer);
        renew(&mut self.boxes, boxes);
        renew(&mut self.scale_slots, scale_slots);
        renew(&mut self.redraw, redraw);
        renew(&mut self.nes, nes);
        self.room = *room;
        self.lights = *lights;
        self.variables = *variables;
        self.camera = *camera;
        self.talking = *talking;
        self.flashlight = *flashlight;
    }
}

/// Clones a value only if it has changed, because most values rarely change.
fn renew<T: Clone + PartialEq>(kept: &mut T, source: &T) {
    if kept != source {
        kept.clone_from(source);
    }
}
