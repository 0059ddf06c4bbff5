//! What objects of another language hold: one at a time uses it, whoever comes back or comes from another thread is told.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use scumm_costume::{Costume, Damage, Host, LIMBS, LimbStates};
use scumm_engine::{Actor, ActorMut, Backdrop, Game, SplitMix64, Stage};
use scumm_room::{Dialect, Room, RoomParts};
use serde::Deserialize;

use crate::{Code, Drawing, Failure, Frame, Playing, Reason, Result};

/// Something that one at a time uses, and that can be closed.
pub struct Held<T> {
    what: &'static str,
    value: Mutex<Option<T>>,
}

impl<T> Held<T> {
    /// Holds a value; `what` names it in messages.
    pub fn new(what: &'static str, value: T) -> Self {
        Self {
            what,
            value: Mutex::new(Some(value)),
        }
    }

    fn lock(&self) -> Result<MutexGuard<'_, Option<T>>> {
        self.value.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                Failure::new(Code::Busy, format!("{} is in use", self.what))
            }
            TryLockError::Poisoned(_) => Failure::new(
                Code::Panic,
                format!("an earlier call on {} failed", self.what),
            ),
        })
    }

    /// Uses the value.
    ///
    /// # Errors
    /// It is in use or closed, or what is done with it fails.
    pub fn on<R>(&self, act: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        act(self
            .lock()?
            .as_mut()
            .ok_or_else(|| Failure::misuse(format!("{} is closed", self.what)))?)
    }

    /// A copy of the value.
    ///
    /// # Errors
    /// It is in use or closed.
    pub fn get(&self) -> Result<T>
    where
        T: Clone,
    {
        self.on(|value| Ok(value.clone()))
    }

    /// Looks at a copy of the value: others can use it meanwhile.
    ///
    /// # Errors
    /// It is in use or closed, or the look fails.
    pub fn see<R>(&self, look: impl FnOnce(&T) -> Result<R>) -> Result<R>
    where
        T: Clone,
    {
        look(&self.get()?)
    }

    /// Drops the value; from now on there is none.
    ///
    /// # Errors
    /// It is in use.
    pub fn close(&self) -> Result<()> {
        *self.lock()? = None;
        Ok(())
    }
}

impl From<Game> for Held<Game> {
    fn from(game: Game) -> Self {
        Self::new("the game", game)
    }
}

impl From<SplitMix64> for Held<SplitMix64> {
    fn from(generator: SplitMix64) -> Self {
        Self::new("the generator", generator)
    }
}

impl From<LimbStates> for Held<LimbStates> {
    fn from(limbs: LimbStates) -> Self {
        Self::new("the limbs", limbs)
    }
}

impl From<Drawing> for Held<Drawing> {
    fn from(drawing: Drawing) -> Self {
        Self::new("the renderer", drawing)
    }
}

/// A stage, which its actors share.
#[derive(Clone)]
pub struct SharedStage(Arc<Held<Arc<Playing>>>);

impl From<Arc<Playing>> for SharedStage {
    fn from(playing: Arc<Playing>) -> Self {
        Self(Arc::new(Held::new("the stage", playing)))
    }
}

impl SharedStage {
    /// A stage in a room of a game, or with room 0 before the first.
    ///
    /// # Errors
    /// The room cannot be loaded.
    pub fn of_game(game: &Game, room: u16) -> Result<Self> {
        let stage = if room == 0 {
            Stage::for_game(game)?
        } else {
            Stage::for_room(game, room)?
        };
        Ok(Arc::new(Playing::new(stage)).into())
    }

    /// A stage before a backdrop. It is shown by the lines `top` to `bottom` of the screen, without `bottom` by all from `top` on.
    #[must_use]
    pub fn before(backdrop: Backdrop, dialect: Dialect, top: u16, bottom: Option<u16>) -> Self {
        let bottom = bottom.unwrap_or(dialect.screen_size().1);
        Arc::new(Playing::new(Stage::new(dialect, backdrop, top..bottom))).into()
    }

    /// The stage as it is now, for as long as somebody keeps it.
    ///
    /// # Errors
    /// It is in use or closed.
    pub fn kept(&self) -> Result<Arc<Playing>> {
        self.0.get()
    }

    /// Gives the memory back. What was kept stays.
    ///
    /// # Errors
    /// It is in use.
    pub fn close(&self) -> Result<()> {
        self.0.close()
    }

    /// Looks at the stage.
    ///
    /// # Errors
    /// It is in use or closed, or the look fails.
    pub fn see<R>(&self, look: impl FnOnce(&Stage) -> Result<R>) -> Result<R> {
        self.0.on(|playing| look(&playing.stage))
    }

    /// Does something to the stage and its events. Who keeps it has it as it was.
    ///
    /// # Errors
    /// It is in use or closed, or what is done fails.
    pub fn with<R>(&self, act: impl FnOnce(&mut Playing) -> Result<R>) -> Result<R> {
        self.0.on(|playing| act(Arc::make_mut(playing)))
    }

    /// Does something to the stage.
    ///
    /// # Errors
    /// It is in use or closed, or what is done fails.
    pub fn on<R>(&self, act: impl FnOnce(&mut Stage) -> Result<R>) -> Result<R> {
        self.with(|playing| act(&mut playing.stage))
    }

    /// An actor.
    ///
    /// # Errors
    /// There is none of this number.
    pub fn actor(&self, id: u16) -> Result<SharedActor> {
        self.see(|stage| Ok(stage.actor(id).map(drop)?))?;
        Ok(SharedActor {
            stage: self.clone(),
            id,
        })
    }

    /// What is seen, or with `back` what stands behind the actors.
    ///
    /// # Errors
    /// It is in use or closed.
    pub fn frame(&self, back: bool) -> Result<Frame> {
        Ok(Frame::of_stage(self.kept()?, back))
    }
}

/// An actor of a stage that is shared.
#[derive(Clone)]
pub struct SharedActor {
    /// The stage.
    pub stage: SharedStage,
    /// Its number.
    pub id: u16,
}

impl SharedActor {
    /// Looks at the actor.
    ///
    /// # Errors
    /// The stage is in use or closed, or the look fails.
    pub fn see<R>(&self, look: impl FnOnce(&Actor) -> Result<R>) -> Result<R> {
        self.stage.see(|stage| look(stage.actor(self.id)?))
    }

    /// Does something to the actor.
    ///
    /// # Errors
    /// The stage is in use or closed, or what is done fails.
    pub fn on<R>(&self, act: impl FnOnce(&mut ActorMut<'_>) -> Result<R>) -> Result<R> {
        self.stage.on(|stage| act(&mut stage.actor_mut(self.id)?))
    }
}

/// A costume, which stages may share.
#[derive(Clone)]
pub struct ParsedCostume {
    /// The costume.
    pub costume: Arc<Costume>,
    /// What is damaged in it.
    pub damage: Vec<Failure>,
}

impl From<Costume> for ParsedCostume {
    fn from(costume: Costume) -> Self {
        Self {
            costume: Arc::new(costume),
            damage: Vec::new(),
        }
    }
}

impl ParsedCostume {
    /// Parses a raw resource with its header. Parts that are damaged are left out; with `strict` they are failures.
    ///
    /// # Errors
    /// It is no costume of this dialect.
    pub fn parse(data: &[u8], dialect: &Dialect, strict: bool) -> Result<Self> {
        let mut found = if strict {
            Damage::strict()
        } else {
            Damage::silent()
        };
        let costume = Costume::parse_with(data, dialect, &mut found)?;
        let damage = found.findings().iter().map(|found| {
            Reason {
                code: Code::Malformed,
                ..found.into()
            }
            .into()
        });
        Ok(Self {
            damage: damage.collect(),
            ..costume.into()
        })
    }

    /// Advances one limb so many times.
    ///
    /// # Errors
    /// There is no such limb.
    pub fn advance_limb(
        &self,
        limbs: &mut LimbStates,
        limb: usize,
        times: u32,
        host: &mut dyn Host,
    ) -> Result<()> {
        if limb >= LIMBS {
            return Err(Failure::misuse("limbs are numbered 0 to 15"));
        }
        self.costume
            .advance_limb(limbs, limb, crate::steps(times)?, host);
        Ok(())
    }
}

/// What some games store of a room beside its data; `T` are bytes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct RoomSetup<T> {
    /// Humongous, from 7.0 on: RMIM.
    pub image: Option<T>,
    /// Version 8: RMSC.
    pub scripts: Option<T>,
    /// Version 8: the numbers of objects by their names.
    pub object_names: Option<BTreeMap<String, u16>>,
    /// The room's number.
    pub number: u16,
}

impl<T: AsRef<[u8]>> RoomSetup<T> {
    /// Parses a room: ROOM, RO, or the start of an old room file, with its header.
    ///
    /// # Errors
    /// It is no room of this dialect.
    pub fn room(&self, data: &[u8], dialect: &Dialect) -> Result<Arc<Room>> {
        let parts = RoomParts {
            image: self.image.as_ref().map(T::as_ref),
            scripts: self.scripts.as_ref().map(T::as_ref),
            object_names: self.object_names.as_ref(),
            number: self.number,
            ..RoomParts::new(data)
        };
        Ok(Arc::new(Room::parse(&parts, dialect)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_used_by_one_at_a_time_until_it_is_closed() {
        let held = Held::new("the number", 3);
        let inner = held.on(|number| {
            *number += 1;
            Ok(held.get().unwrap_err())
        });
        let failure = inner.unwrap();
        assert_eq!(
            (failure.code, failure.text.as_str()),
            (Code::Busy, "the number is in use")
        );
        assert_eq!(held.get().unwrap(), 4);
        held.close().unwrap();
        assert_eq!(held.get().unwrap_err().text, "the number is closed");
    }

    #[test]
    fn who_keeps_a_stage_has_it_as_it_was() {
        let dialect = Dialect::new(5);
        let stage: SharedStage = Arc::new(Playing::new(Stage::empty(dialect))).into();
        let actor = stage.actor(1).unwrap();
        let kept = stage.kept().unwrap();
        let layer = actor.on(|actor| Ok(std::mem::replace(&mut actor.layer, 7)));
        assert_eq!(layer.unwrap(), 0);
        assert_eq!(actor.see(|actor| Ok(actor.layer)).unwrap(), 7);
        assert_eq!(kept.stage.actor(1).unwrap().layer, 0);
        assert!(stage.actor(9999).is_err());
        stage.close().unwrap();
        assert_eq!(actor.see(|_| Ok(())).unwrap_err().code, Code::Misuse);
    }
}
