//! Costumes: parsing, animations, cels and playing.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, OnceLock};

use scumm_bindings::SharedPicture;
use scumm_costume::{Animation, Costume, CostumeCel, Damage, Effect, Facing, Host, LIMBS};
use scumm_room::Error;

use crate::*;

/// A parsed costume. It is immutable; threads and actors may share it.
pub struct CCostume {
    pub(crate) costume: Arc<Costume>,
    damage: Arc<[Error]>,
    animations: OnceLock<Vec<Animation>>,
    cels: OnceLock<Vec<CostumeCel>>,
}

impl CCostume {
    pub(crate) fn new(costume: Arc<Costume>, damage: Arc<[Error]>) -> Self {
        Self {
            costume,
            damage,
            animations: OnceLock::new(),
            cels: OnceLock::new(),
        }
    }

    /// Returns another costume with the findings of this one.
    pub(crate) fn replaced(&self, costume: Costume) -> Self {
        Self::new(Arc::new(costume), Arc::clone(&self.damage))
    }

    fn animations(&self) -> &[Animation] {
        self.animations
            .get_or_init(|| self.costume.animations().collect())
    }

    fn cels(&self) -> &[CostumeCel] {
        self.cels.get_or_init(|| self.costume.cels())
    }
}

pub(crate) fn costume_of(costume: Option<&CCostume>) -> Result<&CCostume> {
    required(costume, "the costume")
}

/// Parses a costume from its raw block with header. Damaged parts are left out and listed by
/// `wardrobe_costume_damage`; with `strict` 1 the call fails at the first of them. A block that is
/// longer than `len` ends with the bytes, and parts outside the block are left out. The costume
/// does not refer to the bytes after the call. Returns `WARDROBE_CODE_MALFORMED` or
/// `WARDROBE_CODE_UNSUPPORTED` if the bytes are not a costume of the dialect: the header is
/// incomplete or of another format, or an AKOS lacks a chunk that every costume needs.
///
/// # Safety
/// `data` must point to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_parse(
    data: *const u8,
    len: usize,
    dialect: Option<&CDialect>,
    strict: u8,
    costume: NewHandle<'_, CCostume>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let data = unsafe { slice(data, len, "the costume's data")? };
        let mut damage = if strict == 0 {
            Damage::silent()
        } else {
            Damage::strict()
        };
        let parsed = Costume::parse_with(data, &dialect_of(dialect)?, &mut damage)?;
        let findings = damage
            .findings()
            .iter()
            .map(|found| Error::other(found.to_string()));
        new_handle(costume, CCostume::new(Arc::new(parsed), findings.collect()))
    })
}

/// Creates another handle to the same costume. The costume itself is not copied.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_share(
    costume: Option<&CCostume>,
    shared: NewHandle<'_, CCostume>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = costume_of(costume)?;
        let parsed = Arc::clone(&costume.costume);
        let damage = Arc::clone(&costume.damage);
        new_handle(shared, CCostume::new(parsed, damage))
    })
}

/// Frees a handle to a costume. Passing null is allowed and does nothing. Stages and other handles
/// keep the costume.
///
/// # Safety
/// The handle must come from this library, and must not be used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_free(costume: *mut CCostume) {
    // SAFETY: as the caller promises.
    unsafe { free(costume) };
}

/// Reads damaged part number `index`, counted from 0, as an error. Returns
/// `WARDROBE_CODE_NOT_FOUND` if there are fewer damaged parts.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_damage(
    costume: Option<&CCostume>,
    index: usize,
    finding: Out<'_, CError>,
) -> ResultCode {
    call(None, || {
        let found = element(&costume_of(costume)?.damage, index, "damage")?;
        write_output(
            finding,
            CError::from_failure(&Failure::new(ResultCode::Malformed, found)),
        )
    })
}

/// Properties of a costume.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CCostumeInfo {
    /// sizeof(WardrobeCostumeInfo).
    pub size: u32,
    /// 1 for AKOS, 0 for the older kinds of costumes.
    pub is_akos: u8,
    /// 1 if the costume has eight directions, 0 if it has four.
    pub has_eight_directions: u8,
    /// Number of stored animations, counting each direction.
    pub animations: u32,
    /// Number of cels.
    pub cels: u32,
    /// Number of damaged parts.
    pub damage: u32,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CCostumeInfo {}

/// Reads the properties of a costume.
///
/// # Safety
/// `info` must point to `info->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_info(
    costume: Option<&CCostume>,
    info: *mut CCostumeInfo,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = costume_of(costume)?;
        let value = CCostumeInfo {
            is_akos: costume.costume.is_akos().into(),
            has_eight_directions: costume.costume.has_eight_directions().into(),
            animations: costume.animations().len() as u32,
            cels: costume.cels().len() as u32,
            damage: costume.damage.len() as u32,
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(info, &value, "the information") }
    })
}

/// The effect of an animation on a limb.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct CAnimationLimb {
    /// Number of the limb, 0 to 15.
    pub limb: u8,
    /// Number of the mode, as AKOS numbers modes. COST has three modes: 1 switches the limb off, 2
    /// loops, 3 stays at the last command.
    pub mode: u8,
    /// 1 if `first` and `last` are positions in the commands.
    pub has_range: u8,
    /// The first position.
    pub first: u16,
    /// The last position.
    pub last: u16,
}

/// An animation in one direction.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CAnimation {
    /// sizeof(WardrobeAnimation).
    pub size: u32,
    /// Number of the animation in the costume, which includes the direction.
    pub number: u16,
    /// The frame, which `wardrobe_costume_start` takes.
    pub frame: u16,
    /// The direction in degrees clockwise from north.
    pub facing: u16,
    /// Number of limbs that the animation changes.
    pub limb_count: u16,
    /// The effect of the animation on these limbs, in the order of the limbs' numbers.
    pub limbs: [CAnimationLimb; WARDROBE_LIMBS],
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CAnimation {}

/// Reads the animation at `index`. The index must be less than `animations` of
/// `wardrobe_costume_info`; otherwise the call returns `WARDROBE_CODE_NOT_FOUND`.
///
/// # Safety
/// `animation` must point to `animation->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_animation(
    costume: Option<&CCostume>,
    index: usize,
    animation: *mut CAnimation,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = element(costume_of(costume)?.animations(), index, "animation")?;
        let mut value = CAnimation {
            number: found.number,
            frame: found.frame,
            facing: found.facing.degrees(),
            limb_count: found.limbs.len().min(LIMBS) as u16,
            ..zeroed()
        };
        for (to, limb) in value.limbs.iter_mut().zip(&found.limbs) {
            let (first, last) = limb.range.unwrap_or((0, 0));
            *to = CAnimationLimb {
                limb: limb.limb,
                mode: limb.mode,
                has_range: limb.range.is_some().into(),
                first,
                last,
            };
        }
        // SAFETY: as the caller promises.
        unsafe { write(animation, &value, "the animation") }
    })
}

/// A picture of a costume.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CCel {
    /// sizeof(WardrobeCel).
    pub size: u32,
    /// Number of the cel, which `wardrobe_costume_cel_pixels` takes.
    pub number: u16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Position of the cel's left and top edge relative to the position of the limb, facing east.
    pub rel: [i16; 2],
    /// Number of pixels by which the cel moves the limbs that are drawn after it: to the right, and
    /// up.
    pub step: [i16; 2],
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CCel {}

/// Reads the cel at `index`. The index must be less than `cels` of `wardrobe_costume_info`;
/// otherwise the call returns `WARDROBE_CODE_NOT_FOUND`.
///
/// # Safety
/// `cel` must point to `cel->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_cel(
    costume: Option<&CCostume>,
    index: usize,
    cel: *mut CCel,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = element(costume_of(costume)?.cels(), index, "cel")?;
        let value = CCel {
            number: found.number,
            width: found.width,
            height: found.height,
            rel: found.rel.to_array(),
            step: found.step.to_array(),
            ..zeroed()
        };
        // SAFETY: as the caller promises.
        unsafe { write(cel, &value, "the cel") }
    })
}

/// Decodes a cel by its number, facing east: contiguous rows of palette indices, `width` in each.
/// Returns `WARDROBE_CODE_NOT_FOUND` if the cel does not exist or cannot be decoded.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_cel_pixels(
    costume: Option<&CCostume>,
    number: u16,
    pixels: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let frame = SharedPicture::from_cel(&costume_of(costume)?.costume, number)?;
        new_handle(pixels, CBytes(frame.bytes().to_vec()))
    })
}

/// AKOS with codec 32: returns a byte for each pixel of a cel, 0xFF if the data skips the pixel,
/// else 0. Empty for all other costumes, in which a colour marks transparent pixels.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_cel_gaps(
    costume: Option<&CCostume>,
    number: u16,
    gaps: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let found = costume_of(costume)?.costume.cel_gaps(number);
        new_handle(gaps, CBytes(found.unwrap_or_default()))
    })
}

/// COST: returns the limbs and picture numbers that show the cel at `index`, two bytes for each
/// pair, in ascending order. Empty for AKOS.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_cel_names(
    costume: Option<&CCostume>,
    index: usize,
    names: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let cel = element(costume_of(costume)?.cels(), index, "cel")?;
        let mut bytes = Vec::new();
        for &(limb, picture) in &cel.names {
            bytes.push(limb);
            bytes.push(picture);
        }
        new_handle(names, CBytes(bytes))
    })
}

/// AKOS: returns the palette of the costume, a screen colour for each of its colours, and its RGB
/// triples. Both are empty if the costume does not have them.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_colours(
    costume: Option<&CCostume>,
    palette: NewHandle<'_, CBytes>,
    rgb: NewHandle<'_, CBytes>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        if palette.is_none() || rgb.is_none() {
            return Err(Failure::null("the output"));
        }
        let (own, colours) = costume_of(costume)?.costume.colours().unwrap_or_default();
        new_handle(palette, CBytes(own.to_vec()))?;
        new_handle(rgb, CBytes(colours.as_flattened().to_vec()))
    })
}

/// The callbacks of an animation: some return a value to the library, others notify the caller. If
/// a function is null, the library behaves as in an engine with one actor, without sounds and
/// speech. A callback must not throw an exception. If a callback uses a handle of the call that
/// runs the callback, it gets `WARDROBE_CODE_BUSY`. A callback may parse and free other costumes,
/// but must not free a handle of the call: not the costume that plays, and not its limbs.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CHost {
    /// sizeof(WardrobeHost).
    pub size: u32,
    /// Number of the animated actor. The default is 1.
    pub actor: u16,
    /// Pointer that each callback receives.
    pub user: *mut c_void,
    /// Returns a random number from `min` to `max`, both included. The default is `min`.
    pub random: Option<extern "C" fn(user: *mut c_void, min: i32, max: i32) -> i32>,
    /// Returns entry `slot` of the actor's sound list. The default is 0.
    pub sound: Option<extern "C" fn(user: *mut c_void, slot: usize) -> u16>,
    /// Returns whether a sound is playing. The default is 0.
    pub sound_running: Option<extern "C" fn(user: *mut c_void, sound: u16) -> u8>,
    /// Sets an animation variable of another actor. Returns 0 if there is no such actor.
    pub set_actor_var:
        Option<extern "C" fn(user: *mut c_void, actor: u16, var: u8, value: i16) -> u8>,
    /// Returns whether any actor talks. The default is 0.
    pub any_actor_talks: Option<extern "C" fn(user: *mut c_void) -> u8>,
    /// Humongous games: returns whether the speech of this actor is playing, which is the talking
    /// flag of the actor. The default is 0.
    pub talkie_running: Option<extern "C" fn(user: *mut c_void) -> u8>,
    /// COST of version 6: requests the actor's sound number `slot`.
    pub play_sound: Option<extern "C" fn(user: *mut c_void, slot: u8)>,
    /// AKOS: adds an entry to the command queue of the engine.
    pub queue: Option<extern "C" fn(user: *mut c_void, actor: u16, command: u8, p1: i32, p2: i32)>,
    /// Reports a condition that stops the original engine. The limb does not advance further. The
    /// text is valid until the callback returns.
    pub fault: Option<extern "C" fn(user: *mut c_void, limb: u8, text: *const c_char)>,
}

// SAFETY: it has the layout of C, begins with `size`, and contains only numbers, pointers and
// optional functions.
unsafe impl SizedStruct for CHost {}

impl Host for CHost {
    fn emit(&mut self, effect: Effect) {
        match effect {
            Effect::Sound { slot } => self.play_sound.map(|tell| tell(self.user, slot)),
            Effect::Queue {
                actor,
                command,
                p1,
                p2,
            } => self
                .queue
                .map(|tell| tell(self.user, actor, command.number(), p1, p2)),
            Effect::Fault { limb, fault } => self.fault.map(|tell| {
                let text: [c_char; 128] = to_c_chars(&fault.to_string());
                tell(self.user, limb, text.as_ptr());
            }),
            _ => None,
        };
    }

    fn actor(&self) -> u16 {
        self.actor
    }

    fn sound(&self, slot: usize) -> u16 {
        self.sound.map_or(0, |ask| ask(self.user, slot))
    }

    fn random(&mut self, min: i32, max: i32) -> i32 {
        self.random.map_or(min, |ask| ask(self.user, min, max))
    }

    fn sound_running(&self, sound: u16) -> bool {
        self.sound_running
            .is_some_and(|ask| ask(self.user, sound) != 0)
    }

    fn set_actor_var(&mut self, actor: u16, var: u8, value: i16) -> bool {
        self.set_actor_var
            .is_some_and(|ask| ask(self.user, actor, var, value) != 0)
    }

    fn any_actor_talks(&self) -> bool {
        self.any_actor_talks.is_some_and(|ask| ask(self.user) != 0)
    }

    fn talkie_running(&self) -> bool {
        self.talkie_running.is_some_and(|ask| ask(self.user) != 0)
    }
}

/// Returns the default host.
fn first_host() -> CHost {
    CHost {
        actor: 1,
        ..zeroed()
    }
}

/// Starts animation `frame` in a direction, in degrees clockwise from north, on the limbs in
/// `limb_mask`: bit 15 is limb 0, 0xFFFF all limbs. An animation that does not exist changes no
/// limb. In version 0 the limbs play the number of rounds in the state, `v0_rounds`. Returns
/// `WARDROBE_CODE_FAULT` if the original would have stopped.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_start(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    facing: u16,
    frame: u16,
    limb_mask: u16,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        let costume = &costume_of(costume)?.costume;
        let facing = Facing::from_degrees(facing);
        change_limbs(limbs, |states| {
            costume.start(states, facing, frame, limb_mask)?;
            Ok(())
        })
    })
}

/// Advances all limbs by one animation step, including stopped limbs. `redraw` becomes 1 if the
/// actor must be drawn again, else 0; it may be null.
///
/// # Safety
/// `host` must be null or point to `host->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_advance(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    host: *const CHost,
    redraw: Out<'_, u8>,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        // SAFETY: as the caller promises.
        let mut host = unsafe { read_or(host, first_host, "the host")? };
        let costume = &costume_of(costume)?.costume;
        let is_changed = change_limbs(limbs, |states| Ok(costume.advance(states, &mut host)))?;
        if let Some(redraw) = redraw {
            redraw.write(is_changed.into());
        }
        Ok(())
    })
}

/// Advances one limb, 0 to 15, by `times` animation steps. Returns `WARDROBE_CODE_MISUSE` if the
/// limb does not exist or `times` is above 65,535.
///
/// # Safety
/// `host` must be null or point to `host->size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_advance_limb(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    limb: u32,
    times: u32,
    host: *const CHost,
    error: ErrorOut<'_>,
) -> ResultCode {
    call(error, || {
        if limb >= LIMBS as u32 {
            return Err(Failure::misuse("limbs are numbered 0 to 15"));
        }
        // SAFETY: as the caller promises.
        let mut host = unsafe { read_or(host, first_host, "the host")? };
        let times = scumm_bindings::steps(times)?;
        let costume = &costume_of(costume)?.costume;
        change_limbs(limbs, |states| {
            costume.advance_limb(states, limb as usize, times, &mut host);
            Ok(())
        })
    })
}
