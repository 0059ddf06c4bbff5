//! What moves of an actor's costume: sixteen limbs, counters, variables.

use scumm_costume::{LIMBS, Limb, LimbStates, NONE, V0Limb, V0Limbs, VARS};

use crate::*;

/// Limbs of every costume; version 0 uses the first eight.
pub const WARDROBE_LIMBS: usize = 16;
/// Animation variables of an actor.
pub const WARDROBE_VARS: usize = 27;
/// "No such thing" in `curpos`, `start`, `end` and `frame`.
pub const WARDROBE_NONE: u16 = 0xffff;

const _: () = assert!(WARDROBE_LIMBS == LIMBS && WARDROBE_VARS == VARS && WARDROBE_NONE == NONE);

/// One limb. It is active where `curpos` is not `WARDROBE_NONE` (COST, version 0) or `mode` is not 0 (AKOS).
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct CLimb {
    /// Position in the commands. COST: with bit 15 the sequence does not loop. AKOS: a byte in AKSQ.
    pub curpos: u16,
    /// First position of the sequence.
    pub start: u16,
    /// Last position of the sequence.
    pub end: u16,
    /// The animation that set it. COST: its number, direction included; AKOS: the frame.
    pub frame: u16,
    /// AKOS: the mode. Version 0: where the sequence begins.
    pub mode: u8,
    /// Version 0: pictures are mirrored.
    pub flip: u8,
    /// Version 0: rounds that are left; -1 without end.
    pub repeat: i8,
    /// Version 0: rounds of the sequence that is wanted.
    pub new_repeat: i8,
    /// Humongous: the limb's conditions in AKCT.
    pub condition_offset: u32,
    /// Humongous: the limb's jump table in AKFO.
    pub jump_offset: u16,
    /// Humongous: entries of that table.
    pub jump_count: u16,
}

/// The whole state of an actor's animation as plain numbers: for an engine that keeps them itself.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CLimbStates {
    /// sizeof(WardrobeLimbStates).
    pub size: u32,
    /// The limbs; limb 0 is drawn first.
    pub limbs: [CLimb; WARDROBE_LIMBS],
    /// Bit i: limb i is not drawn, though it advances.
    pub stopped: u16,
    /// Raised by the animation's counting command.
    pub anim_counter: u16,
    /// Raised by the sound commands of versions 1 to 5.
    pub sound_counter: u8,
    /// AKOS: draw the other way round.
    pub flip: u8,
    /// Version 0: the state is that of eight limbs with commands.
    pub is_v0: u8,
    /// Version 0: the command that was decoded last; 255 none.
    pub v0_command: u8,
    /// Version 0: the command that is wanted; 255 none.
    pub v0_next: u8,
    /// Version 0: rounds that commands play.
    pub v0_rounds: i8,
    /// AKOS animation variables.
    pub vars: [i16; WARDROBE_VARS],
    /// Humongous: the condition mask.
    pub condition_mask: u32,
}

impl CLimbStates {
    pub(crate) fn of(states: &LimbStates) -> Self {
        let (v0, is_v0) = (states.v0(), states.v0.is_some().into());
        let mut made = same!(states => Self { stopped anim_counter sound_counter vars condition_mask }
            size: size_of::<Self>() as u32, flip: states.flip.into(), is_v0,
            limbs: states.limbs.map(|limb: Limb| same!(limb => CLimb {
                curpos start end frame mode condition_offset jump_offset jump_count } ..CLimb::default())),
            v0_command: v0.command, v0_next: v0.next, v0_rounds: v0.rounds);
        for (to, limb) in made.limbs.iter_mut().zip(v0.limbs).filter(|_| is_v0 != 0) {
            *to = same!(limb => CLimb { curpos start frame repeat new_repeat }
                end: NONE, mode: limb.kind, flip: limb.flip.into(), ..CLimb::default());
        }
        made
    }

    fn store(&self, states: &mut LimbStates) {
        let of_limb = |limb: CLimb| same!(limb => Limb { curpos start end frame mode condition_offset jump_offset jump_count });
        let of_v0 = |limb: CLimb| same!(limb => V0Limb { curpos start frame repeat new_repeat } kind: limb.mode, flip: limb.flip != 0);
        let (command, next, rounds) = (self.v0_command, self.v0_next, self.v0_rounds);
        let v0 = || V0Limbs {
            limbs: std::array::from_fn(|limb| of_v0(self.limbs[limb])),
            command,
            next,
            rounds,
        };
        let v0 = (self.is_v0 != 0).then(|| Box::new(v0()));
        let limbs = if v0.is_some() {
            states.limbs
        } else {
            self.limbs.map(of_limb)
        };
        *states = same!(self => LimbStates { stopped anim_counter sound_counter vars condition_mask }
            flip: self.flip != 0, v0, limbs);
    }
}

/// Takes a state over from a caller's numbers.
///
/// # Safety
/// `from` leads to as many bytes as it says.
pub(crate) unsafe fn take_over(states: &mut LimbStates, from: *const CLimbStates) -> Result<()> {
    // SAFETY: as the caller promises.
    let from = unsafe { read(from, CLimbStates::of(states), "the states")? };
    Ok(from.store(states))
}

/// The state of one actor's animation. One thread at a time may use it; a second one gets `WARDROBE_CODE_BUSY`.
pub struct CLimbs(pub(crate) Lock<LimbStates>);

pub(crate) fn states(limbs: Option<&CLimbs>) -> Result<Held<'_, LimbStates>> {
    lock(limbs.map(|limbs| &limbs.0), "the limbs")
}

/// Makes a state in which nothing plays.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_new(limbs: New<'_, CLimbs>, error: Err<'_>) -> Code {
    call(error, || {
        hand_out(limbs, CLimbs(Lock::new(scumm_bindings::limbs::new())))
    })
}

/// Makes a copy.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_clone(
    limbs: Option<&CLimbs>,
    copy: New<'_, CLimbs>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        hand_out(copy, CLimbs(Lock::new(states(limbs)?.clone())))
    })
}

/// Frees a state; null is nothing.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_free(limbs: *mut CLimbs) {
    // SAFETY: as the caller promises.
    unsafe { free(limbs) };
}

/// Resets the limbs: nothing plays, nothing is stopped; the counters stay.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_reset(limbs: Option<&CLimbs>, error: Err<'_>) -> Code {
    call(error, || {
        Ok(scumm_bindings::limbs::reset(&mut *states(limbs)?))
    })
}

/// Copies the state into an engine's own numbers.
///
/// # Safety
/// `out` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_get(
    limbs: Option<&CLimbs>,
    out: *mut CLimbStates,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || unsafe {
        write(out, &CLimbStates::of(&*states(limbs)?), "the states")
    })
}

/// Takes the state over from an engine's own numbers. Positions that the costume does not have are harmless.
///
/// # Safety
/// `from` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_set(
    limbs: Option<&CLimbs>,
    from: *const CLimbStates,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || unsafe { take_over(&mut *states(limbs)?, from) })
}

/// Writes the state into bytes, to be kept in a file. They are freed with `wardrobe_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_save(
    limbs: Option<&CLimbs>,
    saved: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || hand_out(saved, CBytes(save(&*states(limbs)?)?)))
}

/// Takes a state back that `wardrobe_limbs_save` wrote.
///
/// # Safety
/// `data` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_restore(
    limbs: Option<&CLimbs>,
    data: *const u8,
    len: usize,
    error: Err<'_>,
) -> Code {
    // SAFETY: as the caller promises.
    call(error, || {
        Ok(*states(limbs)? = restore(unsafe { slice(data, len, "the saved state")? })?)
    })
}

/// Humongous: which conditions `wardrobe_limbs_condition` sets.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CCondition {
    /// A condition 1 to 32.
    Any = 0,
    /// A user condition 1 to 16.
    User = 1,
    /// The talk condition 1 to 32, which ends any other.
    Talk = 2,
}

/// Humongous: sets a condition; `kind` is a `WardrobeCondition`, `on` 0 or 1 (the talk condition is always set).
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_condition(
    limbs: Option<&CLimbs>,
    dialect: Option<&CDialect>,
    kind: u32,
    number: u32,
    on: u8,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let (dialect, states) = (dialect_of(dialect)?, &mut *states(limbs)?);
        match kind {
            0 | 1 => scumm_bindings::limbs::set_condition(
                states,
                &dialect,
                number,
                on != 0,
                kind == CCondition::User as u32,
            ),
            2 => scumm_bindings::limbs::set_talk_condition(states, &dialect, number),
            _ => Err(Failure::misuse(format!(
                "there is no kind of conditions {kind}"
            ))),
        }
    })
}
