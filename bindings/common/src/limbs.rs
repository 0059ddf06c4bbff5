//! Operations on limbs that do not belong to an actor of a stage.

use scumm_costume::LimbStates;
use scumm_room::Dialect;

use crate::{Failure, Result};

/// Creates limbs that play nothing.
#[must_use]
pub fn new() -> LimbStates {
    let mut states = LimbStates::default();
    states.reset();
    states
}

/// Passes all numbers of a state to `add`, for callers for which structures are too slow. The
/// numbers are `stopped`, `anim_counter`, `sound_counter`, `flip`, `condition_mask` and the 27
/// `vars`; from index 32 on eight numbers for each limb: `curpos`, `start`, `end`, `frame`, `mode`,
/// `condition_offset`, `jump_offset`, `jump_count`. In version 0, `command`, `next` and `rounds`
/// follow from index 160 on, and seven numbers for each of its limbs: `frame`, `start`, `kind`,
/// `curpos`, `flip`, `repeat`, `new_repeat`. The numbers of version 0 are missing until the first
/// operation of version 0 on the state.
pub fn numbers(states: &LimbStates, mut add: impl FnMut(i64)) {
    let LimbStates {
        stopped,
        anim_counter,
        sound_counter,
        flip,
        condition_mask,
        vars,
        limbs,
        v0,
    } = states;
    let first = [
        (*stopped).into(),
        (*anim_counter).into(),
        (*sound_counter).into(),
        (*flip).into(),
        (*condition_mask).into(),
    ];
    first.into_iter().for_each(&mut add);
    vars.iter().for_each(|&var| add(var.into()));
    for limb in limbs {
        let [curpos, start, end, frame] =
            [limb.curpos, limb.start, limb.end, limb.frame].map(i64::from);
        let [jump_offset, jump_count] = [limb.jump_offset, limb.jump_count].map(i64::from);
        let all = [
            curpos,
            start,
            end,
            frame,
            limb.mode.into(),
            limb.condition_offset.into(),
            jump_offset,
            jump_count,
        ];
        all.into_iter().for_each(&mut add);
    }
    let Some(own) = v0 else { return };
    [own.command.into(), own.next.into(), own.rounds.into()]
        .into_iter()
        .for_each(&mut add);
    for limb in &own.limbs {
        let [frame, start, kind, curpos] = [
            limb.frame.into(),
            limb.start.into(),
            limb.kind.into(),
            limb.curpos.into(),
        ];
        [
            frame,
            start,
            kind,
            curpos,
            limb.flip.into(),
            limb.repeat.into(),
            limb.new_repeat.into(),
        ]
        .into_iter()
        .for_each(&mut add);
    }
}

/// Resets the limbs, including those of version 0: afterwards no limb plays, and no limb is
/// stopped. The counters do not change, nor do the rounds that commands of version 0 play.
pub fn reset(states: &mut LimbStates) {
    states.reset();
    if let Some(own) = &mut states.v0 {
        let rounds = own.rounds;
        own.reset();
        own.rounds = rounds;
    }
}

/// Humongous games: sets or clears a condition, 1 to 32, or with `user` a user condition, 1 to 16.
///
/// # Errors
/// Returns `ResultCode::Misuse` if the condition does not exist.
pub fn set_condition(
    states: &mut LimbStates,
    dialect: &Dialect,
    number: u32,
    on: bool,
    user: bool,
) -> Result<()> {
    match (number, user) {
        (1..=16, true) => states.set_user_condition(dialect, number, on),
        (1..=32, false) => states.set_condition(dialect, number, on),
        _ => return Err(Failure::misuse(format!("there is no condition {number}"))),
    }
    Ok(())
}

/// Humongous games: sets the talk condition, 1 to 32, and clears the other talk conditions.
///
/// # Errors
/// Returns `ResultCode::Misuse` if the condition does not exist.
pub fn set_talk_condition(states: &mut LimbStates, dialect: &Dialect, number: u32) -> Result<()> {
    if !(1..=32).contains(&number) {
        return Err(Failure::misuse(format!("there is no condition {number}")));
    }
    states.set_talk_condition(dialect, number);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_where_it_is_said() {
        let mut states = new();
        (states.stopped, states.condition_mask, states.vars[26]) = (3, u32::MAX, -5);
        (states.limbs[15].frame, states.limbs[15].jump_count) = (7, 9);
        let mut row = Vec::new();
        numbers(&states, |number| row.push(number));
        assert_eq!(
            (row.len(), row[0], row[4], row[31]),
            (160, 3, u32::MAX.into(), -5)
        );
        assert_eq!(
            (row[32], row[35], row[32 + 15 * 8 + 3], row[159]),
            (65535, 65535, 7, 9)
        );
        let own = states.v0_mut();
        (own.rounds, own.limbs[7].new_repeat) = (2, -1);
        let mut row = Vec::new();
        numbers(&states, |number| row.push(number));
        assert_eq!((row.len(), row[162], row[218]), (160 + 3 + 8 * 7, 2, -1));
    }
}
