//! The animation state of an actor: sixteen limbs, counters and variables.

use scumm_costume::{LIMBS, Limb, LimbStates, NONE, V0_LIMBS, V0Limb, VARS};

use crate::*;

/// Number of limbs of every costume; version 0 uses the first eight.
pub const WARDROBE_LIMBS: usize = 16;
/// Number of animation variables of an actor.
pub const WARDROBE_VARS: usize = 27;
/// The value for none in `curpos`, `start`, `end` and `frame`.
pub const WARDROBE_NONE: u16 = 0xffff;

const _: () = assert!(WARDROBE_LIMBS == LIMBS && WARDROBE_VARS == VARS && WARDROBE_NONE == NONE);

/// A limb. It is active if `curpos` is not `WARDROBE_NONE` (COST, version 0) or `mode` is not 0
/// (AKOS).
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct CLimb {
    /// Position in the commands. COST: bit 15 is set if the sequence does not loop. AKOS: a byte
    /// offset in AKSQ.
    pub curpos: u16,
    /// First position of the sequence.
    pub start: u16,
    /// Last position of the sequence.
    pub end: u16,
    /// The animation that has set the limb. COST: its number, which includes the direction; AKOS:
    /// the frame.
    pub frame: u16,
    /// AKOS: the mode. Version 0: the position at which the sequence begins.
    pub mode: u8,
    /// Version 0: 1 if pictures are mirrored.
    pub flip: u8,
    /// Version 0: number of rounds that are left; -1 repeats without end.
    pub repeat: i8,
    /// Version 0: number of rounds of the requested sequence.
    pub new_repeat: i8,
    /// Humongous: offset of the limb's conditions in AKCT.
    pub condition_offset: u32,
    /// Humongous: offset of the limb's jump table in AKFO.
    pub jump_offset: u16,
    /// Humongous: number of entries of the jump table.
    pub jump_count: u16,
}

/// The whole animation state of an actor as plain numbers, for an engine that stores these numbers
/// itself.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CLimbStates {
    /// sizeof(WardrobeLimbStates).
    pub size: u32,
    /// The limbs. Limb 0 is drawn first.
    pub limbs: [CLimb; WARDROBE_LIMBS],
    /// Bit i is set if limb i is not drawn. The limb advances nevertheless.
    pub stopped: u16,
    /// Counter that a command of the animation increments.
    pub anim_counter: u16,
    /// Counter that the sound commands of versions 1 to 5 increment.
    pub sound_counter: u8,
    /// AKOS: 1 if the pictures are drawn mirrored.
    pub flip: u8,
    /// 1 if this is the state of version 0, with eight limbs and commands.
    pub is_v0: u8,
    /// Version 0: the last decoded command; 255 for none.
    pub v0_command: u8,
    /// Version 0: the requested command; 255 for none.
    pub v0_next: u8,
    /// Version 0: number of rounds that commands play, and that `wardrobe_costume_start` starts
    /// with; -1 repeats without end.
    pub v0_rounds: i8,
    /// AKOS: the animation variables.
    pub vars: [i16; WARDROBE_VARS],
    /// Humongous: the condition mask.
    pub condition_mask: u32,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers.
unsafe impl SizedStruct for CLimbStates {}

impl CLimbStates {
    /// Copies a state into plain numbers.
    pub(crate) fn from_states(states: &LimbStates) -> Self {
        let mut made = Self {
            size: size_of::<Self>() as u32,
            stopped: states.stopped,
            anim_counter: states.anim_counter,
            sound_counter: states.sound_counter,
            flip: states.flip.into(),
            vars: states.vars,
            condition_mask: states.condition_mask,
            ..zeroed()
        };
        let v0 = states.v0();
        made.v0_command = v0.command;
        made.v0_next = v0.next;
        made.v0_rounds = v0.rounds;
        for (to, limb) in made.limbs.iter_mut().zip(&states.limbs) {
            *to = CLimb::from_limb(limb);
        }
        if states.v0.is_some() {
            made.is_v0 = 1;
            for (to, limb) in made.limbs.iter_mut().zip(&v0.limbs) {
                *to = CLimb::from_v0_limb(limb);
            }
        }
        made
    }

    /// Replaces a state with these numbers.
    fn store(&self, states: &mut LimbStates) {
        states.stopped = self.stopped;
        states.anim_counter = self.anim_counter;
        states.sound_counter = self.sound_counter;
        states.flip = self.flip != 0;
        states.vars = self.vars;
        states.condition_mask = self.condition_mask;
        if self.is_v0 == 0 {
            states.v0 = None;
            for (to, limb) in states.limbs.iter_mut().zip(&self.limbs) {
                *to = limb.limb();
            }
            return;
        }
        let v0 = states.v0_mut();
        v0.command = self.v0_command;
        v0.next = self.v0_next;
        v0.rounds = self.v0_rounds;
        for (to, limb) in v0.limbs.iter_mut().zip(&self.limbs) {
            *to = limb.v0_limb();
        }
    }
}

impl CLimb {
    fn from_limb(limb: &Limb) -> Self {
        Self {
            curpos: limb.curpos,
            start: limb.start,
            end: limb.end,
            frame: limb.frame,
            mode: limb.mode,
            condition_offset: limb.condition_offset,
            jump_offset: limb.jump_offset,
            jump_count: limb.jump_count,
            ..Self::default()
        }
    }

    fn from_v0_limb(limb: &V0Limb) -> Self {
        Self {
            curpos: limb.curpos,
            start: limb.start,
            end: NONE,
            frame: limb.frame,
            mode: limb.kind,
            flip: limb.flip.into(),
            repeat: limb.repeat,
            new_repeat: limb.new_repeat,
            ..Self::default()
        }
    }

    fn limb(&self) -> Limb {
        Limb {
            curpos: self.curpos,
            start: self.start,
            end: self.end,
            frame: self.frame,
            mode: self.mode,
            condition_offset: self.condition_offset,
            jump_offset: self.jump_offset,
            jump_count: self.jump_count,
        }
    }

    fn v0_limb(&self) -> V0Limb {
        V0Limb {
            frame: self.frame,
            start: self.start,
            kind: self.mode,
            curpos: self.curpos,
            flip: self.flip != 0,
            repeat: self.repeat,
            new_repeat: self.new_repeat,
        }
    }
}

/// Replaces a state with the numbers of a caller.
///
/// # Safety
/// `from` must point to `from->size` bytes.
pub(crate) unsafe fn store_limbs(states: &mut LimbStates, from: *const CLimbStates) -> Result<()> {
    // SAFETY: as the caller promises.
    let from = unsafe { read(from, || CLimbStates::from_states(states), "the states")? };
    from.store(states);
    Ok(())
}

/// The arrays in which an engine keeps the animation state of one actor: 16 elements in each array
/// with a number of each limb, 27 elements in `vars`, and one element at every other pointer. If a
/// pointer is null, the handle keeps these numbers itself.
///
/// If `v0_command` is not null, the arrays hold the state of version 0: 8 elements in each array
/// with a number of each limb. Of the other fields, `curpos`, `start`, `frame`, `mode` and
/// `stopped` are used, as in `WardrobeLimb`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CLimbArrays {
    /// sizeof(WardrobeLimbArrays).
    pub size: u32,
    /// Number of bytes from the number of a limb to that of the next limb, in every array with a
    /// number of each limb. 0 if the numbers are contiguous; the size of the structure if the
    /// engine has an array of structures.
    pub pitch: u32,
    /// Position in the commands of each limb.
    pub curpos: *mut u16,
    /// First position of each limb's sequence.
    pub start: *mut u16,
    /// Last position of each limb's sequence.
    pub end: *mut u16,
    /// The animation that has set each limb.
    pub frame: *mut u16,
    /// AKOS: the mode of each limb.
    pub mode: *mut u8,
    /// Humongous: offset of each limb's conditions in AKCT.
    pub condition_offset: *mut u32,
    /// Humongous: offset of each limb's jump table in AKFO.
    pub jump_offset: *mut u16,
    /// Humongous: number of entries of the jump table.
    pub jump_count: *mut u16,
    /// AKOS: the animation variables.
    pub vars: *mut i16,
    /// Bit i is set if limb i is not drawn. The limb advances nevertheless.
    pub stopped: *mut u16,
    /// Counter that a command of the animation increments.
    pub anim_counter: *mut u16,
    /// Counter that the sound commands of versions 1 to 5 increment.
    pub sound_counter: *mut u8,
    /// AKOS: any value but 0 if the pictures are drawn mirrored.
    pub flip: *mut u8,
    /// Humongous: the condition mask.
    pub condition_mask: *mut u32,
    /// Version 0: whether the pictures of each limb are mirrored.
    pub v0_flip: *mut u8,
    /// Version 0: number of rounds that are left of each limb's sequence.
    pub v0_repeat: *mut i8,
    /// Version 0: number of rounds of each limb's requested sequence.
    pub v0_new_repeat: *mut i8,
    /// Version 0: the last decoded command.
    pub v0_command: *mut u8,
    /// Version 0: the requested command.
    pub v0_next: *mut u8,
    /// Version 0: number of rounds that commands play.
    pub v0_rounds: *mut i8,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers and pointers.
unsafe impl SizedStruct for CLimbArrays {}

// SAFETY: the pointers are used only during calls on the handle, which happen one at a time. The
// engine promises that nothing else uses the arrays meanwhile.
unsafe impl Send for CLimbArrays {}

impl CLimbArrays {
    /// Copies the numbers of the arrays into a state.
    ///
    /// # Safety
    /// Every pointer must be null or point to its elements, which nothing may change meanwhile.
    unsafe fn load(&self, states: &mut LimbStates) {
        if !self.v0_command.is_null() {
            // SAFETY: as the caller promises.
            return unsafe { self.load_v0(states) };
        }
        let pitch = self.pitch as usize;
        let limbs = &mut states.limbs;
        // SAFETY: as the caller promises.
        unsafe {
            load_limbs_array(self.curpos, pitch, limbs, |limb| &mut limb.curpos);
            load_limbs_array(self.start, pitch, limbs, |limb| &mut limb.start);
            load_limbs_array(self.end, pitch, limbs, |limb| &mut limb.end);
            load_limbs_array(self.frame, pitch, limbs, |limb| &mut limb.frame);
            load_limbs_array(self.mode, pitch, limbs, |limb| &mut limb.mode);
            load_limbs_array(self.condition_offset, pitch, limbs, |limb| {
                &mut limb.condition_offset
            });
            load_limbs_array(self.jump_offset, pitch, limbs, |limb| &mut limb.jump_offset);
            load_limbs_array(self.jump_count, pitch, limbs, |limb| &mut limb.jump_count);
            if !self.vars.is_null() {
                states.vars = self.vars.cast::<[i16; VARS]>().read_unaligned();
            }
            load(self.stopped, &mut states.stopped);
            load(self.anim_counter, &mut states.anim_counter);
            load(self.sound_counter, &mut states.sound_counter);
            load(self.condition_mask, &mut states.condition_mask);
            if !self.flip.is_null() {
                states.flip = self.flip.read() != 0;
            }
        }
    }

    /// Copies the numbers of a state into the arrays.
    ///
    /// # Safety
    /// Every pointer must be null or point to its elements, which nothing may read or change
    /// meanwhile.
    unsafe fn store(&self, states: &LimbStates) {
        if !self.v0_command.is_null() {
            // SAFETY: as the caller promises.
            return unsafe { self.store_v0(states) };
        }
        let pitch = self.pitch as usize;
        let limbs = &states.limbs;
        // SAFETY: as the caller promises.
        unsafe {
            store_limbs_array(self.curpos, pitch, limbs, |limb| limb.curpos);
            store_limbs_array(self.start, pitch, limbs, |limb| limb.start);
            store_limbs_array(self.end, pitch, limbs, |limb| limb.end);
            store_limbs_array(self.frame, pitch, limbs, |limb| limb.frame);
            store_limbs_array(self.mode, pitch, limbs, |limb| limb.mode);
            store_limbs_array(self.condition_offset, pitch, limbs, |limb| {
                limb.condition_offset
            });
            store_limbs_array(self.jump_offset, pitch, limbs, |limb| limb.jump_offset);
            store_limbs_array(self.jump_count, pitch, limbs, |limb| limb.jump_count);
            if !self.vars.is_null() {
                self.vars.cast::<[i16; VARS]>().write_unaligned(states.vars);
            }
            store(self.stopped, states.stopped);
            store(self.anim_counter, states.anim_counter);
            store(self.sound_counter, states.sound_counter);
            store(self.condition_mask, states.condition_mask);
            store(self.flip, states.flip.into());
        }
    }

    /// Copies the numbers of version 0 into a state.
    ///
    /// # Safety
    /// See [`Self::load`]. Arrays with a number of each limb have 8 elements.
    unsafe fn load_v0(&self, states: &mut LimbStates) {
        let pitch = self.pitch as usize;
        let v0 = states.v0_mut();
        let limbs = &mut v0.limbs;
        // SAFETY: as the caller promises.
        unsafe {
            load_limbs_array(self.curpos, pitch, limbs, |limb| &mut limb.curpos);
            load_limbs_array(self.start, pitch, limbs, |limb| &mut limb.start);
            load_limbs_array(self.frame, pitch, limbs, |limb| &mut limb.frame);
            load_limbs_array(self.mode, pitch, limbs, |limb| &mut limb.kind);
            load_limbs_array(self.v0_repeat, pitch, limbs, |limb| &mut limb.repeat);
            load_limbs_array(self.v0_new_repeat, pitch, limbs, |limb| {
                &mut limb.new_repeat
            });
            let mut flips = [0; V0_LIMBS];
            for (flip, limb) in flips.iter_mut().zip(&*limbs) {
                *flip = limb.flip.into();
            }
            load_limbs_array(self.v0_flip, pitch, &mut flips, |flip| flip);
            for (limb, flip) in limbs.iter_mut().zip(flips) {
                limb.flip = flip != 0;
            }
            load(self.v0_command, &mut v0.command);
            load(self.v0_next, &mut v0.next);
            load(self.v0_rounds, &mut v0.rounds);
            load(self.stopped, &mut states.stopped);
        }
    }

    /// Copies the numbers of version 0 from a state into the arrays.
    ///
    /// # Safety
    /// See [`Self::store`]. Arrays with a number of each limb have 8 elements.
    unsafe fn store_v0(&self, states: &LimbStates) {
        let pitch = self.pitch as usize;
        let v0 = states.v0();
        let limbs = &v0.limbs;
        // SAFETY: as the caller promises.
        unsafe {
            store_limbs_array(self.curpos, pitch, limbs, |limb| limb.curpos);
            store_limbs_array(self.start, pitch, limbs, |limb| limb.start);
            store_limbs_array(self.frame, pitch, limbs, |limb| limb.frame);
            store_limbs_array(self.mode, pitch, limbs, |limb| limb.kind);
            store_limbs_array(self.v0_flip, pitch, limbs, |limb| u8::from(limb.flip));
            store_limbs_array(self.v0_repeat, pitch, limbs, |limb| limb.repeat);
            store_limbs_array(self.v0_new_repeat, pitch, limbs, |limb| limb.new_repeat);
            store(self.v0_command, v0.command);
            store(self.v0_next, v0.next);
            store(self.v0_rounds, v0.rounds);
            store(self.stopped, states.stopped);
        }
    }
}

/// Copies one number. Null changes nothing.
///
/// # Safety
/// `from` must be null or point to a number.
unsafe fn load<T>(from: *const T, to: &mut T) {
    if !from.is_null() {
        // SAFETY: as the caller promises.
        *to = unsafe { from.read_unaligned() };
    }
}

/// Stores one number. Null stores nothing.
///
/// # Safety
/// `to` must be null or point to a number.
unsafe fn store<T>(to: *mut T, number: T) {
    if !to.is_null() {
        // SAFETY: as the caller promises.
        unsafe { to.write_unaligned(number) };
    }
}

/// Copies one number of each limb from an array. Null changes nothing.
///
/// # Safety
/// `array` must be null or point to a number for each limb. The numbers are `pitch` bytes apart, or
/// contiguous if `pitch` is 0.
unsafe fn load_limbs_array<L, T, const N: usize>(
    array: *const T,
    pitch: usize,
    limbs: &mut [L; N],
    field: impl Fn(&mut L) -> &mut T,
) {
    if array.is_null() {
        return;
    }
    let pitch = if pitch == 0 { size_of::<T>() } else { pitch };
    for (index, limb) in limbs.iter_mut().enumerate() {
        // SAFETY: as the caller promises.
        *field(limb) = unsafe { array.byte_add(index * pitch).read_unaligned() };
    }
}

/// Stores one number of each limb in an array. Null stores nothing.
///
/// # Safety
/// See [`load_limbs_array`].
unsafe fn store_limbs_array<L, T, const N: usize>(
    array: *mut T,
    pitch: usize,
    limbs: &[L; N],
    field: impl Fn(&L) -> T,
) {
    if array.is_null() {
        return;
    }
    let pitch = if pitch == 0 { size_of::<T>() } else { pitch };
    for (index, limb) in limbs.iter().enumerate() {
        // SAFETY: as the caller promises.
        unsafe { array.byte_add(index * pitch).write_unaligned(field(limb)) };
    }
}

/// The animation state of one actor. One thread at a time may use the state; a second thread gets
/// `WARDROBE_CODE_BUSY`.
pub struct CLimbs(HandleLock<OwnLimbs>);

/// A state, and the caller's arrays that hold its numbers between calls.
struct OwnLimbs {
    states: LimbStates,
    arrays: Option<CLimbArrays>,
}

impl CLimbs {
    fn new(states: LimbStates) -> Self {
        Self(HandleLock::new(OwnLimbs {
            states,
            arrays: None,
        }))
    }
}

fn lock_limbs(limbs: Option<&CLimbs>) -> Result<HandleGuard<'_, OwnLimbs>> {
    lock(limbs.map(|limbs| &limbs.0), "the limbs")
}

/// Locks the limbs, and copies the numbers of attached arrays into the state.
fn lock_and_load_limbs(limbs: Option<&CLimbs>) -> Result<HandleGuard<'_, OwnLimbs>> {
    let mut held = lock_limbs(limbs)?;
    let OwnLimbs { states, arrays } = &mut *held;
    if let Some(arrays) = arrays {
        // SAFETY: the caller of `wardrobe_limbs_attach` has promised it.
        unsafe { arrays.load(states) };
    }
    Ok(held)
}

/// Calls `body` with a state that it only reads.
pub(crate) fn read_limbs<R>(
    limbs: Option<&CLimbs>,
    body: impl FnOnce(&LimbStates) -> Result<R>,
) -> Result<R> {
    let held = lock_and_load_limbs(limbs)?;
    body(&held.states)
}

/// Calls `body` with a state that it changes.
pub(crate) fn change_limbs<R>(
    limbs: Option<&CLimbs>,
    body: impl FnOnce(&mut LimbStates) -> Result<R>,
) -> Result<R> {
    let mut held = lock_and_load_limbs(limbs)?;
    let OwnLimbs { states, arrays } = &mut *held;
    let result = body(states);
    if let Some(arrays) = arrays {
        // SAFETY: the caller of `wardrobe_limbs_attach` has promised it.
        unsafe { arrays.store(states) };
    }
    result
}

/// Creates a state in which no limb plays. The caller frees it with `wardrobe_limbs_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_new(
    limbs: NewHandle<'_, CLimbs>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        new_handle(limbs, CLimbs::new(scumm_bindings::limbs::new()))
    })
}

/// Copies the numbers into a new handle without attached arrays.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_clone(
    limbs: Option<&CLimbs>,
    copy: NewHandle<'_, CLimbs>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let states = read_limbs(limbs, |states| Ok(states.clone()))?;
        new_handle(copy, CLimbs::new(states))
    })
}

/// Frees a state. Passing null is allowed and does nothing.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_free(limbs: *mut CLimbs) {
    // SAFETY: as the caller promises.
    unsafe { free(limbs) };
}

/// Resets the limbs: afterwards no limb plays, and no limb is stopped. The counters do not change.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_reset(limbs: Option<&CLimbs>, error: ErrorOut<'_>) -> ResultCode {
    call(error, || {
        change_limbs(limbs, |states| {
            scumm_bindings::limbs::reset(states);
            Ok(())
        })
    })
}

/// Copies the state into an engine's own numbers.
///
/// # Safety
/// `out` must point to `out->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_get(
    limbs: Option<&CLimbs>,
    out: *mut CLimbStates,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let states = read_limbs(limbs, |states| Ok(CLimbStates::from_states(states)))?;
        // SAFETY: as the caller promises.
        unsafe { write(out, &states, "the states") }
    })
}

/// Replaces the state with an engine's own numbers. Positions that the costume does not have are
/// harmless.
///
/// # Safety
/// `from` must point to `from->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_set(
    limbs: Option<&CLimbs>,
    from: *const CLimbStates,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        change_limbs(limbs, |states| unsafe { store_limbs(states, from) })
    })
}

/// Attaches an engine's own arrays to a handle. Afterwards every call on the handle begins by
/// reading the numbers from the arrays. A call that changes the limbs writes the numbers back to
/// the arrays before it returns. Attaching only copies the pointers, so one handle can be attached
/// to the arrays of one actor after another. Null detaches the arrays; the handle then keeps the
/// numbers of the last call.
///
/// # Safety
/// `arrays` must be null or point to `arrays->size` bytes. The arrays must stay at their
/// addresses until the handle is attached to other arrays, detached or freed, and nothing else may
/// use them during a call on the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_attach(
    limbs: Option<&CLimbs>,
    arrays: *const CLimbArrays,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let mut attached = None;
        if !arrays.is_null() {
            // SAFETY: as the caller promises.
            attached = Some(unsafe { read(arrays, zeroed, "the arrays")? });
        }
        lock_limbs(limbs)?.arrays = attached;
        Ok(())
    })
}

/// Writes the state into a buffer that can be stored in a file: in a compact form, or with
/// `readable` 1 as JSON.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_save(
    limbs: Option<&CLimbs>,
    readable: u8,
    saved: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let bytes = read_limbs(limbs, |states| save(states, readable != 0))?;
        new_handle(saved, CBytes(bytes))
    })
}

/// Restores a state that `wardrobe_limbs_save` has written. Returns `WARDROBE_CODE_MALFORMED` if
/// the bytes are not such a state.
///
/// # Safety
/// `data` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_limbs_restore(
    limbs: Option<&CLimbs>,
    data: *const u8,
    len: usize,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let saved = unsafe { slice(data, len, "the saved state")? };
        let restored = restore(saved)?;
        change_limbs(limbs, |states| {
            *states = restored;
            Ok(())
        })
    })
}

/// The conditions that `wardrobe_limbs_condition` sets, in Humongous games.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CCondition {
    /// A condition, 1 to 32.
    Any = 0,
    /// A user condition, 1 to 16.
    User = 1,
    /// A talk condition, 1 to 32. Setting a talk condition clears the other talk conditions.
    Talk = 2,
}

/// Humongous games: sets or clears a condition. `kind` is a `WardrobeCondition`. `on` is 0 or 1. A
/// talk condition is set even if `on` is 0. Returns `WARDROBE_CODE_MISUSE` if the condition does
/// not exist.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_limbs_condition(
    limbs: Option<&CLimbs>,
    dialect: Option<&CDialect>,
    kind: u32,
    number: u32,
    on: u8,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let dialect = dialect_of(dialect)?;
        change_limbs(limbs, |states| match kind {
            0 | 1 => {
                let is_user = kind == CCondition::User as u32;
                scumm_bindings::limbs::set_condition(states, &dialect, number, on != 0, is_user)
            }
            2 => scumm_bindings::limbs::set_talk_condition(states, &dialect, number),
            _ => Err(Failure::misuse(format!(
                "there is no kind of conditions {kind}"
            ))),
        })
    })
}

#[cfg(test)]
mod tests {
    use std::ptr::{addr_of_mut, null, null_mut};

    use super::*;

    /// A limb of an engine that has an array of structures.
    #[derive(Clone, Copy, Default)]
    #[repr(C)]
    struct EngineLimb {
        mode: u8,
        curpos: u16,
        frame: u16,
    }

    #[test]
    fn attached_arrays_hold_the_numbers_between_calls() {
        let handle = CLimbs::new(scumm_bindings::limbs::new());
        let mut limbs = [EngineLimb::default(); LIMBS];
        limbs[3].curpos = 7;
        limbs[15].mode = 2;
        let mut stopped = 0x8001_u16;
        let first = addr_of_mut!(limbs).cast::<EngineLimb>();
        // SAFETY: the pointers lead into `limbs`.
        let (mode, curpos) = unsafe { (&raw mut (*first).mode, &raw mut (*first).curpos) };
        let arrays = CLimbArrays {
            size: size_of::<CLimbArrays>() as u32,
            pitch: size_of::<EngineLimb>() as u32,
            mode,
            curpos,
            stopped: &raw mut stopped,
            ..zeroed()
        };
        // SAFETY: the arrays outlive their use, and nothing else uses them meanwhile.
        let code = unsafe { wardrobe_limbs_attach(Some(&handle), &raw const arrays, None) };
        assert_eq!(code, ResultCode::Ok);

        let seen = read_limbs(Some(&handle), |states| Ok(states.clone())).unwrap();
        assert_eq!(seen.limbs[3].curpos, 7);
        assert_eq!(seen.limbs[15].mode, 2);
        assert_eq!(seen.stopped, 0x8001);
        // The handle keeps the numbers that have no array.
        assert_eq!(seen.limbs[3].frame, NONE);

        change_limbs(Some(&handle), |states| {
            states.limbs[4].curpos = 9;
            states.limbs[4].frame = 11;
            states.stopped = 5;
            Ok(())
        })
        .unwrap();
        assert_eq!(limbs[4].curpos, 9);
        assert_eq!(limbs[4].frame, 0, "frames have no array");
        assert_eq!(stopped, 5);

        // SAFETY: null detaches.
        let code = unsafe { wardrobe_limbs_attach(Some(&handle), null(), None) };
        assert_eq!(code, ResultCode::Ok);
        limbs[4].curpos = 1;
        let kept = read_limbs(Some(&handle), |states| Ok(states.clone())).unwrap();
        assert_eq!(kept.limbs[4].curpos, 9);
        assert_eq!(kept.limbs[4].frame, 11);
        assert_eq!(limbs[4].curpos, 1, "the array is not used any more");
    }

    #[test]
    fn arrays_without_a_size_are_refused() {
        let handle = CLimbs::new(scumm_bindings::limbs::new());
        let arrays = CLimbArrays {
            size: 0,
            stopped: null_mut(),
            ..zeroed()
        };
        // SAFETY: the structure has the size in its first field.
        let code = unsafe { wardrobe_limbs_attach(Some(&handle), &raw const arrays, None) };
        assert_eq!(code, ResultCode::Size);
    }
}
