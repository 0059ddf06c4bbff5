//! Follows one script and determines the shown room, the rooms of the actors, and the costumes that
//! the actors put on in these rooms (J22, J23, J25, J26).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use scumm_costume::Facing;

use crate::cast::{CastPosition, CastingEvidence};
use crate::code_page::CodePage;
use crate::evidence::{Evidence, Room, Shown, Stance, Wear};
use crate::look::ActorLook;
use crate::scripts::Script;
use crate::sweep::{End, Step, Value, Values, read};
use crate::table::OpcodeTable;

/// The resources of a game to which scripts can refer.
#[derive(Debug)]
pub(crate) struct ScriptState {
    pub table: &'static OpcodeTable,
    /// Whether animations that turn an actor name an angle, as in v7 and later (J36).
    pub faces_by_angles: bool,
    /// The code page of the names (J37).
    pub code_page: CodePage,
    pub rooms: BTreeSet<u16>,
    pub costumes: BTreeSet<u16>,
    /// The room of each object (J5).
    pub objects: HashMap<u16, u16>,
    /// The actors that may be the ego (J22).
    pub egos: BTreeSet<u16>,
}

/// The state of an actor in a script.
#[derive(Debug, Default)]
struct Along {
    /// The room and the position to which the actor was put.
    room: Room,
    stance: Stance,
    /// Whether the script puts the actor as the ego; `None` if the last `put` command has been
    /// entered as evidence.
    put_as_ego: Option<bool>,
    /// The direction of the last command that turned the actor.
    facing: Option<u16>,
    /// Whether a command has turned or moved the actor since the last `put` command.
    is_turned: bool,
    /// Whether the position was set without a room. Such a position applies to the room that is set
    /// next.
    is_loose: bool,
    wear: Option<Wear>,
    look: ActorLook,
}

/// The state while following a script.
struct Walk<'w> {
    world: &'w ScriptState,
    script: &'w Script<'w>,
    evidence: &'w mut Evidence,
    /// The room that is shown; `None` if the script does not name one.
    current: Option<Room>,
    /// The room that is shown at the first jump to a position, by position.
    held: HashMap<usize, Option<Room>>,
    /// The actor to which commands without an actor operand apply (J22).
    actor: Value,
    actors: BTreeMap<u16, Along>,
}

/// Follows a script and adds the findings to the evidence.
pub(crate) fn walk(world: &ScriptState, script: &Script<'_>, evidence: &mut Evidence) {
    let current = script.room;
    let held = script
        .entries
        .iter()
        .map(|&entry| (entry, current))
        .collect();
    let mut walk = Walk {
        world,
        script,
        evidence,
        current,
        held,
        actor: Value::Unknown,
        actors: BTreeMap::new(),
    };
    read(world.table, script.code(), |step| walk.step(step));
    for (actor, along) in &mut walk.actors {
        along.settle(*actor, script, walk.evidence);
        along.take_off(*actor, script, walk.evidence);
    }
}

impl Walk<'_> {
    fn step(&mut self, step: &Step<'_>) {
        self.follow_flow(step);
        let values = step.values;
        let named = values.get("actor").unwrap_or_default();
        match step.name {
            "loadRoom" => self.current = Some(self.room_in(values).unwrap_or(0)),
            "loadRoomWithEgo" => {
                self.current = Some(self.room_in(values).unwrap_or(0));
                // The ego appears at the object that the command names, or walks from there.
                self.put(Value::Ego, self.current, Some(None));
            }
            "actorFollowCamera" => {
                let mut rooms = self
                    .world
                    .actors(named)
                    .into_iter()
                    .filter_map(|actor| Some(self.actors.get(&actor)?.room));
                self.current = rooms.rfind(|&room| room != 0).or(self.current);
            }
            "startScript" | "startScriptQuick" | "startScriptQuick2" | "chainScript"
            | "jumpToScript" => {
                let script = values
                    .number("script")
                    .and_then(|script| script.try_into().ok());
                script
                    .into_iter()
                    .for_each(|script| self.evidence.start(script, self.current, self.script));
            }
            "actorCurrent" | "actorOps" => self.actor = values.get("actor").unwrap_or(self.actor),
            "putActor" | "putActorInRoom" | "putActorAtXY" | "putActorAtObject" => {
                self.put(named, self.room_in(values), place_in(values));
            }
            "actorAt" => self.put(self.actor, None, place_in(values)),
            "animateActor" => {
                if let Some(facing) = self.facing_of_animation(values.number("anim")) {
                    self.turn(named, facing);
                }
                self.work(named);
            }
            "face" | "turn" => self.turn(self.actor, values.number("angle").and_then(facing)),
            "faceActor" => {
                self.turn(named, None);
                self.work(named);
            }
            "walkActorTo" | "walkActorToActor" | "walkActorToObject" | "walkActorToObj" => {
                self.walk_away(named);
                self.work(named);
            }
            "print" | "printBegin" | "talkActor" => self.work(named),
            "printEgo" | "talkEgo" => self.work(Value::Ego),
            "costume" => self.put_on(values.number("costume")),
            name => self.tell(ActorLook::from_instruction(
                name,
                values,
                step.text,
                self.world.code_page,
            )),
        }
    }

    /// Restores the room after a stop or a jump: the shown room is the room at the jump that leads
    /// here (J23). If only a backward jump can lead here, the present instruction is the start of a
    /// loop's body, and the stop is the jump to the loop's condition.
    fn follow_flow(&mut self, step: &Step<'_>) {
        let otherwise = if step.behind == Some(End::Stopped) {
            self.script.room
        } else {
            self.current
        };
        if step.behind.is_some() {
            self.current = self.held.get(&step.at).copied().unwrap_or(otherwise);
        }
        if let Some(target) = step.target {
            self.held.entry(target).or_insert(self.current);
        }
    }

    /// Puts an actor into a room, to a position, or both. `None` keeps the present room or position
    /// (J25).
    fn put(&mut self, who: Value, room: Option<Room>, place: Option<Option<CastPosition>>) {
        for actor in self.world.actors(who) {
            let along = self.actors.entry(actor).or_default();
            along.settle(actor, self.script, self.evidence);
            along.put(room, place);
            along.show(along.room, CastingEvidence::Put);
            along.put_as_ego = Some(who == Value::Ego).filter(|_| along.room != 0);
        }
    }

    /// Notes that a command turns an actor; `None` is an unknown direction (J36).
    fn turn(&mut self, who: Value, facing: Option<u16>) {
        for actor in self.world.actors(who) {
            let along = self.actors.entry(actor).or_default();
            along.facing = facing;
            if !along.is_turned {
                along.stance.facing = facing;
                along.is_turned = true;
            }
        }
    }

    /// Notes that a command moves an actor from its position. Later commands turn it elsewhere.
    fn walk_away(&mut self, who: Value) {
        for actor in self.world.actors(who) {
            let along = self.actors.entry(actor).or_default();
            along.facing = None;
            along.is_turned = true;
        }
    }

    /// Returns the direction of an animation that turns an actor: the inner `None` is an unknown
    /// direction. Returns `None` for other animations and for an unknown animation (J36).
    fn facing_of_animation(&self, animation: Option<i32>) -> Option<Option<u16>> {
        let animation = animation?;
        if self.world.faces_by_angles {
            return matches!(animation, 3000..=4999).then(|| facing(animation % 1000));
        }
        let old_direction = u8::try_from(animation).ok()?;
        matches!(old_direction, 244..=251)
            .then(|| Some(Facing::from_old(old_direction & 3).degrees()))
    }

    /// Notes that an actor moves, turns or talks in the current room.
    fn work(&mut self, who: Value) {
        for actor in self.world.actors(who) {
            self.actors
                .entry(actor)
                .or_default()
                .show(self.current.unwrap_or(0), CastingEvidence::Present);
        }
    }

    /// Puts a costume on the actor; `None` is an unknown costume.
    fn put_on(&mut self, costume: Option<i32>) {
        let costume = costume.and_then(|costume| costume.try_into().ok());
        let costume = costume.filter(|costume| self.world.costumes.contains(costume));
        for actor in self.world.actors(self.actor) {
            let along = self.actors.entry(actor).or_default();
            along.take_off(actor, self.script, self.evidence);
            along.wear = costume.map(|costume| Wear {
                costume,
                rooms: BTreeMap::new(),
                current: self.current,
            });
            along.show(along.room, CastingEvidence::Put);
            along.show(self.current.unwrap_or(0), CastingEvidence::Present);
        }
    }

    /// Gives the actor a lasting setting (J26).
    fn tell(&mut self, said: Option<ActorLook>) {
        let Some(said) = said else { return };
        for actor in self.world.actors(self.actor) {
            let look = &mut self.actors.entry(actor).or_default().look;
            if self.current.is_none() {
                self.evidence.tell(actor, said.clone());
            }
            let before = std::mem::replace(look, said.clone());
            if !said.is_whole {
                look.fill(&before);
            }
        }
    }

    /// Returns the room that a command names; `None` if the command names no room or keeps the room
    /// (J5, J25).
    fn room_in(&self, values: &Values) -> Option<Room> {
        let is_direct = self.world.table.is_direct;
        let room = match (values.get("room"), values.get("object")) {
            (Some(Value::Number(255 | i32::MAX)), _) if !is_direct => return None,
            (Some(room), _) => room.number().and_then(|room| room.try_into().ok()),
            (None, Some(object)) if !is_direct => object
                .number()
                .and_then(|object| self.world.objects.get(&object.try_into().ok()?))
                .copied(),
            _ => return None,
        };
        Some(
            room.filter(|room| self.world.rooms.contains(room))
                .unwrap_or(0),
        )
    }
}

/// Returns an angle as the direction of an actor; `None` for a number that is not an angle.
fn facing(angle: i32) -> Option<u16> {
    u16::try_from(angle).ok().filter(|&angle| angle < 360)
}

/// Returns the position that a command gives: `None` if there is none, `Some(None)` if it is
/// unknown.
fn place_in(values: &Values) -> Option<Option<CastPosition>> {
    values.get("x").or(values.get("object"))?;
    Some(
        values
            .number("x")
            .zip(values.number("y"))
            .map(|(x, y)| CastPosition { x, y }),
    )
}

impl ScriptState {
    /// Returns the actors that a value stands for. Their numbers are at most 255.
    fn actors(&self, who: Value) -> Vec<u16> {
        match who {
            Value::Number(number) => u8::try_from(number).into_iter().map(u16::from).collect(),
            Value::Ego => self.egos.iter().copied().collect(),
            Value::Unknown => Vec::new(),
        }
    }
}

impl Along {
    /// Sets the room and the position. In v5 one command gives the room, and another before or
    /// after it gives the position.
    fn put(&mut self, room: Option<Room>, place: Option<Option<CastPosition>>) {
        let is_bound = self.room != 0 && self.stance.place.is_none();
        let kept = self
            .stance
            .place
            .filter(|_| self.is_loose || room.is_none());
        self.stance.place = place.unwrap_or(kept);
        self.stance.facing = self.facing;
        self.is_turned = false;
        self.is_loose = room.is_none() && place.is_some() && !is_bound;
        self.room = room.unwrap_or(self.room);
    }

    /// Notes that the costume which the actor wears is shown in a room (J25).
    fn show(&mut self, room: Room, level: CastingEvidence) {
        let Some(wear) = self.wear.as_mut().filter(|_| room != 0) else {
            return;
        };
        // The direction is entered when the script has turned the actor or takes the costume off.
        let place = self.stance.place.filter(|_| level == CastingEvidence::Put);
        let stance = Stance {
            place,
            facing: None,
        };
        Shown {
            level,
            stance,
            look: 0,
        }
        .note(room, &mut wear.rooms);
    }

    /// Enters the last `put` command with the direction in which the actor was turned since then.
    fn settle(&mut self, actor: u16, script: &Script<'_>, evidence: &mut Evidence) {
        if let Some(as_ego) = self.put_as_ego.take() {
            evidence.put(actor, self.room, self.stance, script, as_ego);
        }
        self.settle_facing();
    }

    /// Enters the direction of the actor for the costume in the room to which the actor was put.
    fn settle_facing(&mut self) {
        let shown = self
            .wear
            .as_mut()
            .and_then(|wear| wear.rooms.get_mut(&self.room));
        if let Some(shown) = shown.filter(|shown| shown.stance.place == self.stance.place) {
            shown.stance.facing = shown.stance.facing.or(self.stance.facing);
        }
    }

    /// Takes the costume off. All settings of the actor up to here belong to this costume; palette
    /// changes are dropped (J26).
    fn take_off(&mut self, actor: u16, script: &Script<'_>, evidence: &mut Evidence) {
        self.settle_facing();
        if let Some(wear) = self.wear.take() {
            evidence.wear(actor, wear, self.look.clone(), script);
        }
        self.look.palette.clear();
    }
}
