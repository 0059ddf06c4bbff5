//! Costumes: parsing, animations, cels, playing.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, OnceLock};

use scumm_bindings::Frame;
use scumm_costume::{Animation, Costume, CostumeCel, Damage, Effect, Facing, Host, LIMBS};
use scumm_room::Error;

use crate::*;

/// A parsed costume. It never changes; threads and actors may share it.
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

/// Parses a raw resource with its header. Parts that are damaged are left out, and listed (`wardrobe_costume_damage`); with
/// `strict` 1 the first of them is an error. The bytes are not needed any more when the call returns.
///
/// # Safety
/// `data` leads to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_parse(
    data: *const u8,
    len: usize,
    dialect: Option<&CDialect>,
    strict: u8,
    costume: New<'_, CCostume>,
    error: Err<'_>,
) -> Code {
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
            .map(|found| Error::Misuse(found.to_string()));
        new_handle(costume, CCostume::new(Arc::new(parsed), findings.collect()))
    })
}

/// Makes another handle on the same costume; nothing is copied.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_share(
    costume: Option<&CCostume>,
    shared: New<'_, CCostume>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let costume = costume_of(costume)?;
        let parsed = Arc::clone(&costume.costume);
        let damage = Arc::clone(&costume.damage);
        new_handle(shared, CCostume::new(parsed, damage))
    })
}

/// Frees a handle on a costume; null is nothing. Stages and other handles keep the costume.
///
/// # Safety
/// The handle came from this library and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_free(costume: *mut CCostume) {
    // SAFETY: as the caller promises.
    unsafe { free(costume) };
}

/// What is damaged in a costume, as an error: number `index` from 0 on. `WARDROBE_CODE_NOT_FOUND` behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_damage(
    costume: Option<&CCostume>,
    index: usize,
    finding: Out<'_, CError>,
) -> Code {
    call(None, || {
        let found = element(&costume_of(costume)?.damage, index, "damage")?;
        write_output(finding, CError::of(&Failure::new(Code::Malformed, found)))
    })
}

/// What a costume is and holds.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CCostumeInfo {
    /// sizeof(WardrobeCostumeInfo).
    pub size: u32,
    /// 1: AKOS, 0: the older kinds.
    pub is_akos: u8,
    /// 1: eight directions, 0: four.
    pub has_eight_directions: u8,
    /// Animations that are stored, each direction counted.
    pub animations: u32,
    /// Pictures.
    pub cels: u32,
    /// Parts that are damaged.
    pub damage: u32,
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CCostumeInfo {}

/// Tells what a costume is and holds.
///
/// # Safety
/// `info` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_info(
    costume: Option<&CCostume>,
    info: *mut CCostumeInfo,
    error: Err<'_>,
) -> Code {
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

/// What an animation does to a limb.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct CAnimationLimb {
    /// The limb.
    pub limb: u8,
    /// The mode in the numbers of AKOS. COST has three: 1 switches the limb off, 2 loops, 3 stays on the last command.
    pub mode: u8,
    /// 1: `first` and `last` are positions in the commands.
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
    /// Its number in the costume.
    pub number: u16,
    /// The frame that `wardrobe_costume_start` takes.
    pub frame: u16,
    /// The direction in degrees clockwise from north.
    pub facing: u16,
    /// How many limbs it changes.
    pub limb_count: u16,
    /// What it does to them, by ascending limb.
    pub limbs: [CAnimationLimb; WARDROBE_LIMBS],
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CAnimation {}

/// The animation at `index`, from 0 to `animations` of `wardrobe_costume_info`.
///
/// # Safety
/// `animation` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_animation(
    costume: Option<&CCostume>,
    index: usize,
    animation: *mut CAnimation,
    error: Err<'_>,
) -> Code {
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
    /// Its number, which `wardrobe_costume_cel_pixels` takes.
    pub number: u16,
    /// Pixels in a row.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Its left edge and top relative to the limb's place, as seen facing east.
    pub rel: [i16; 2],
    /// How far it moves later limbs: to the right and up.
    pub step: [i16; 2],
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
unsafe impl SizedStruct for CCel {}

/// The picture at `index`, from 0 to `cels` of `wardrobe_costume_info`.
///
/// # Safety
/// `cel` leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_cel(
    costume: Option<&CCostume>,
    index: usize,
    cel: *mut CCel,
    error: Err<'_>,
) -> Code {
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

/// Decodes a cel by its number, as seen facing east: rows of `width` indices, one behind the other. They are freed with
/// `wardrobe_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_cel_pixels(
    costume: Option<&CCostume>,
    number: u16,
    pixels: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let frame = Frame::of_cel(&costume_of(costume)?.costume, number)?;
        new_handle(pixels, CBytes(frame.bytes().to_vec()))
    })
}

/// AKOS of codec 32: for each pixel of a cel 0xFF where the data has none, else 0; empty for all others, in which a colour stands
/// for gaps. They are freed with `wardrobe_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_cel_gaps(
    costume: Option<&CCostume>,
    number: u16,
    gaps: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let found = costume_of(costume)?.costume.cel_gaps(number);
        new_handle(gaps, CBytes(found.unwrap_or_default()))
    })
}

/// The older kinds: the limbs and the picture numbers that show the cel at `index`, two bytes each, ascending. They are freed with
/// `wardrobe_bytes_free`.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_cel_names(
    costume: Option<&CCostume>,
    index: usize,
    names: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
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

/// AKOS: the screen colours of its own colours, and its RGB triples; both are empty where it has none.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_colours(
    costume: Option<&CCostume>,
    palette: New<'_, CBytes>,
    rgb: New<'_, CBytes>,
    error: Err<'_>,
) -> Code {
    call(error, || {
        if palette.is_none() || rgb.is_none() {
            return Err(Failure::null("the output"));
        }
        let (own, colours) = costume_of(costume)?.costume.colours().unwrap_or_default();
        new_handle(palette, CBytes(own.to_vec()))?;
        new_handle(rgb, CBytes(colours.as_flattened().to_vec()))
    })
}

/// What an animation asks of the engine and tells it. A function that is null is an engine with one actor, where nothing
/// sounds and nobody talks. A callback must not throw, and gets `WARDROBE_CODE_BUSY` for the handles of the call it is in.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CHost {
    /// sizeof(WardrobeHost).
    pub size: u32,
    /// The number of the actor that is animated.
    pub actor: u16,
    /// Handed to each callback.
    pub user: *mut c_void,
    /// A random number from `min` to `max`.
    pub random: Option<extern "C" fn(user: *mut c_void, min: i32, max: i32) -> i32>,
    /// Entry `slot` of the actor's sound list.
    pub sound: Option<extern "C" fn(user: *mut c_void, slot: usize) -> u16>,
    /// Whether a sound is playing.
    pub sound_running: Option<extern "C" fn(user: *mut c_void, sound: u16) -> u8>,
    /// Sets a variable of another actor; 0 if there is no such actor.
    pub set_actor_var:
        Option<extern "C" fn(user: *mut c_void, actor: u16, var: u8, value: i16) -> u8>,
    /// Whether anybody talks.
    pub any_actor_talks: Option<extern "C" fn(user: *mut c_void) -> u8>,
    /// Humongous: whether this actor's talkie is playing.
    pub talkie_running: Option<extern "C" fn(user: *mut c_void) -> u8>,
    /// COST of version 6: the actor's sound number `slot` is due.
    pub play_sound: Option<extern "C" fn(user: *mut c_void, slot: u8)>,
    /// AKOS: an entry of the command queue.
    pub queue: Option<extern "C" fn(user: *mut c_void, actor: u16, command: u8, p1: i32, p2: i32)>,
    /// Something that stopped the original: the limb stands still. The text lives until the callback returns.
    pub fault: Option<extern "C" fn(user: *mut c_void, limb: u8, text: *const c_char)>,
}

// SAFETY: it is laid out as C does, begins with `size`, and has numbers, pointers, and functions that may be null only.
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
                .map(|tell| tell(self.user, actor, command, p1, p2)),
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

/// Returns the host that a caller's fields replace.
fn first_host() -> CHost {
    CHost {
        actor: 1,
        ..zeroed()
    }
}

/// Starts animation `frame` in a direction (degrees clockwise from north) on the limbs in `limb_mask` (bit 15 is limb 0;
/// 0xFFFF all). An animation that does not exist changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn wardrobe_costume_start(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    facing: u16,
    frame: u16,
    limb_mask: u16,
    error: Err<'_>,
) -> Code {
    call(error, || {
        let costume = &costume_of(costume)?.costume;
        let facing = Facing::from_degrees(facing);
        change_limbs(limbs, |states| {
            costume.start(states, facing, frame, limb_mask)?;
            Ok(())
        })
    })
}

/// One animation step of all limbs, stopped or not. `redraw` becomes 1 where the actor has to be drawn again; it may be null.
///
/// # Safety
/// `host` is null or leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_advance(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    host: *const CHost,
    redraw: Out<'_, u8>,
    error: Err<'_>,
) -> Code {
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

/// `times` steps of one limb, at most 65,535.
///
/// # Safety
/// `host` is null or leads to as many bytes as it says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn wardrobe_costume_advance_limb(
    costume: Option<&CCostume>,
    limbs: Option<&CLimbs>,
    limb: u32,
    times: u32,
    host: *const CHost,
    error: Err<'_>,
) -> Code {
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
