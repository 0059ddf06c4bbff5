//! Saves and restores the state of a stage.

use scumm_room::{Error, Result};

use super::{Buffers, Stage, State};

/// The layout of a [`Snapshot`]. It increases whenever a stage saved by an older program would no
/// longer continue bit for bit.
pub const SNAPSHOT_VERSION: u32 = 6;

/// The state of a stage at one moment, which any serde format can store. It contains the number of
/// the room, but not the rooms, costumes and colour tables, which are the caller's files.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    version: u32,
    state: State,
    buffers: Buffers,
    /// The numbers of the loaded costumes that actors wear.
    costumes: Vec<u16>,
}

impl Snapshot {
    /// Returns the number of the current room; 0 for no room.
    #[must_use]
    pub fn room(&self) -> u16 {
        self.state.room
    }

    /// Saves the stage into this snapshot and reuses its memory. Otherwise as [`Stage::save`].
    pub fn take(&mut self, stage: &Stage) {
        self.version = SNAPSHOT_VERSION;
        self.state.copy_from(&stage.state);
        self.buffers.copy_from(&stage.buffers);
        self.costumes.clear();
        self.costumes.extend(stage.worn());
    }
}

impl Stage {
    /// Returns a snapshot of the state. After [`Self::restore`] the stage continues bit for bit
    /// from this moment.
    #[must_use]
    pub fn save(&self) -> Snapshot {
        Snapshot {
            version: SNAPSHOT_VERSION,
            state: self.state.clone(),
            buffers: self.buffers.clone(),
            costumes: self.worn().collect(),
        }
    }

    /// Returns the numbers of the loaded costumes that an actor wears.
    fn worn(&self) -> impl Iterator<Item = u16> {
        let is_worn = |costume: &u16| {
            self.state
                .actors
                .iter()
                .any(|actor| actor.costume == *costume)
        };
        self.costumes.keys().copied().filter(is_worn)
    }

    /// Restores the state of a snapshot. The stage has to be one of the same game. If the snapshot
    /// was taken in another room, the stage enters that room. The room and the costumes have to be
    /// inserted ([`Self::insert_room`], [`Self::insert_costume`]) or available from the stage's
    /// resources.
    ///
    /// # Errors
    /// Returns [`Error::Misuse`] if the snapshot has another layout or belongs to another game or a
    /// stage of another size, and [`Error::NotFound`] if the stage lacks a room or costume of the
    /// snapshot. The stage does not change then.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<()> {
        if snapshot.version != SNAPSHOT_VERSION {
            let found = snapshot.version;
            return Err(Error::Misuse(format!(
                "a snapshot of layout {found}; this program has {SNAPSHOT_VERSION}"
            )));
        }
        if !self.state.is_of_same_game(&snapshot.state) {
            return Err(Error::Misuse("the snapshot is of another game".to_owned()));
        }
        for &number in &snapshot.costumes {
            self.load_costume(number)?;
            if !self.costumes.contains_key(&number) {
                let message = format!("the snapshot needs costume {number}, which is not there");
                return Err(Error::not_found("costume", number, message));
            }
        }
        let moved = snapshot.state.room != self.state.room;
        let backdrop = if moved {
            self.find_room(snapshot.state.room)?
        } else {
            self.backdrop.clone()
        };
        let lines = usize::from(self.dialect.screen_size().1);
        if !self.state.can_become(&snapshot.state, backdrop.width())
            || !self.buffers.can_become(&snapshot.buffers, &backdrop, lines)
        {
            return Err(Error::Misuse(
                "the snapshot is of a stage of another shape".to_owned(),
            ));
        }
        self.backdrop = backdrop;
        self.state.copy_from(&snapshot.state);
        self.buffers.copy_from(&snapshot.buffers);
        if moved && self.state.renderer.trace.is_some() {
            self.start_trace();
        } else if let Some(trace) = &mut self.state.renderer.trace {
            trace.keep_where(self.buffers.front.pixels());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use scumm_room::Dialect;

    use super::*;
    use crate::fixture::{Loud, dressed, in_room, stage, touring, wide_stage};

    #[cfg(feature = "serde")]
    #[test]
    fn a_stage_comes_back_from_text() {
        let mut one = dressed(Dialect::new(5));
        one.actor_mut(1).unwrap().walk(200, 120, None);
        one.tick(&mut Loud);
        let text = serde_json::to_string(&one.save()).unwrap();
        let mut other = dressed(Dialect::new(5));
        other
            .restore(&serde_json::from_str(&text).unwrap())
            .unwrap();
        for _ in 0..20 {
            one.tick(&mut Loud);
            other.tick(&mut Loud);
            assert_eq!(one.save(), other.save());
        }
    }

    #[test]
    fn a_snapshot_is_used_again() {
        let mut stage = dressed(Dialect::new(6));
        let mut snapshot = stage.save();
        let places = |snapshot: &Snapshot| -> Vec<*const u8> {
            let planes = snapshot.buffers.planes.iter().map(|plane| plane.as_ptr());
            planes
                .chain([
                    snapshot.buffers.front.pixels().as_ptr(),
                    snapshot.buffers.back.pixels().as_ptr(),
                ])
                .collect()
        };
        let before = places(&snapshot);
        stage.actor_mut(1).unwrap().walk(200, 120, None);
        (0..5).for_each(|_| stage.tick(&mut Loud));
        snapshot.take(&stage);
        assert_eq!(snapshot, stage.save());
        assert_eq!(places(&snapshot), before, "no other memory");
    }

    #[test]
    fn a_snapshot_of_another_stage_or_program_is_refused() {
        let saved = stage(Dialect::new(5)).save();
        assert!(
            wide_stage(Dialect::new(5), 640, 200)
                .restore(&saved)
                .is_err()
        );
        assert!(stage(Dialect::new(7)).restore(&saved).is_err());
        let newer = Snapshot {
            version: SNAPSHOT_VERSION + 1,
            ..saved.clone()
        };
        let mut target = stage(Dialect::new(5));
        assert!(target.restore(&newer).is_err() && target.restore(&saved).is_ok());
    }

    #[test]
    fn a_stage_that_is_in_another_room_goes_back_to_that_of_the_snapshot() {
        for version in [5, 6, 7] {
            let dialect = Dialect::new(version);
            let mut one = in_room(dialect, 3);
            one.actor_mut(1).unwrap().walk(300, 150, None);
            one.camera_mut().pan_to(240, 100);
            one.tick(&mut Loud);
            let saved = one.save();
            assert_eq!(saved.room(), 3);
            for mut other in [in_room(dialect, 2), in_room(dialect, 4), touring(dialect)] {
                other.restore(&saved).unwrap();
                let mut one = one.clone();
                for room in [3, 2, 0, 4] {
                    for _ in 0..10 {
                        one.tick(&mut Loud);
                        other.tick(&mut Loud);
                        assert_eq!(one.save(), other.save(), "v{version}, room {room}");
                    }
                    one.enter_room(room).unwrap();
                    other.enter_room(room).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_snapshot_says_which_costume_is_missing_or_that_it_is_of_another_game() {
        let saved = dressed(Dialect::new(5)).save();
        let mut bare = stage(Dialect::new(5));
        let error = bare.restore(&saved).unwrap_err();
        assert!(
            matches!(
                error,
                Error::NotFound {
                    what: "costume",
                    number: 1,
                    ..
                }
            ),
            "{error}"
        );
        let error = stage(Dialect::new(6))
            .restore(&saved)
            .unwrap_err()
            .to_string();
        assert!(error.contains("another game"), "{error}");
    }

    #[test]
    fn a_snapshot_between_two_rooms_is_one_too() {
        let mut one = in_room(Dialect::new(6), 3);
        one.enter_room(0).unwrap();
        let saved = one.save();
        let mut other = in_room(Dialect::new(6), 2);
        other.restore(&saved).unwrap();
        assert_eq!((other.save(), other.room_number()), (saved, 0));
    }

    #[test]
    fn a_snapshot_of_a_room_that_the_stage_does_not_have_is_refused() {
        let saved = in_room(Dialect::new(6), 3).save();
        let mut bare = Stage::empty(Dialect::new(6));
        let before = bare.save();
        assert!(bare.restore(&saved).is_err());
        assert_eq!(bare.save(), before);
    }

    proptest! {
        /// A snapshot may come from a stage with other costumes, or may be hand-made.
        #[test]
        fn limbs_beyond_their_costume_do_no_harm(
            places in prop::collection::vec((any::<u16>(), any::<u16>(), any::<u16>(), any::<u16>()), 16),
            stopped: u16,
            frames in 1..4,
        ) {
            let mut stage = dressed(Dialect::new(5));
            let anim = &mut stage.actor_mut(1).unwrap().anim;
            for (limb, (curpos, start, end, frame)) in anim.limbs.iter_mut().zip(places) {
                limb.curpos = curpos;
                limb.start = start;
                limb.end = end;
                limb.frame = frame;
            }
            anim.stopped = stopped;
            for _ in 0..frames {
                stage.tick(&mut Loud);
                stage.actor_mut(1).unwrap().set_direction(90);
            }
        }
    }

    #[test]
    fn stages_and_snapshots_go_between_threads() {
        fn sendable<T: Send + Sync>() {}
        sendable::<Stage>();
        sendable::<Snapshot>();
    }
}
