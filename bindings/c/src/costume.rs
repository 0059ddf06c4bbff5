//! Costumes: parsing, animations, cels, playing.

use std::ffi::{c_char, c_void};
use std::sync::{Arc, OnceLock};

use scumm_bindings::{Frame, shadow_len};
use scumm_costume::{Animation, Costume, CostumeCel, Damage, Effect, Facing, Host, LIMBS};
use scumm_room::Error;

use crate::*;

/// A parsed costume. It never changes; threads and actors may share it.
pub struct CCostume {
    pub(crate) costume: Arc<Costume>,
    /// What draws ask of the dialect: whether lines are noted, and where they are not, the bytes of the shadow table.
    pub(crate) notes_lines: bool,
    pub(crate) usual_shadow: usize,
    damage: Arc<[Error]>,
    animations: OnceLock<Vec<Animation>>,
    cels: OnceLock<Vec<CostumeCel>>,
}

impl CCostume {
    pub(crate) fn new(costume: Arc<Costume>, damage: Arc<[Error]>) -> Self {
        let notes_lines = costume.dialect().restores_lines_of_strips();
        let usual_shadow = if notes_lines {
            usize::MAX
        } else {
            shadow_len(costume.dialect())
        };
        Self {
            costume,
            notes_lines,
            usual_shadow,
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
    given(costume, "the costume")
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
        hand_out(costume, CCostume::new(Arc::new(parsed), findings.collect()))
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
        let CCostume {
            costume, damage, ..
        } = costume_of(costume)?;
        hand_out(
            shared,
            CCostume::new(Arc::clone(costume), Arc::clone(damage)),
        )
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
        let found = at(&costume_of(costume)?.damage, index, "damage")?;
        put(finding, CError::of(&Failure::new(Code::Malformed, found)))
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
        let [animations, cels, damage] = [
            costume.animations().len(),
            costume.cels().len(),
            costume.damage.len(),
        ]
        .map(|n| n as u32);
        let [is_akos, has_eight_directions] = [
            costume.costume.is_akos(),
            costume.costume.has_eight_directions(),
        ]
        .map(u8::from);
        let value = CCostumeInfo {
            is_akos,
            has_eight_directions,
            animations,
            cels,
            damage,
            ..none()
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
        let found = at(costume_of(costume)?.animations(), index, "animation")?;
        let (facing, limb_count) = (found.facing.degrees(), found.limbs.len().min(LIMBS) as u16);
        let mut value = same!(found => CAnimation { number frame } facing, limb_count, ..none());
        for (to, limb) in value.limbs.iter_mut().zip(&found.limbs) {
            let (first, last) = limb.range.unwrap_or((0, 0));
            *to = same!(limb => CAnimationLimb { limb mode } has_range: limb.range.is_some().into(), first, last);
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
        let found = at(costume_of(costume)?.cels(), index, "cel")?;
        let value = same!(found => CCel { number width height } rel: found.rel.to_array(), step: found.step.to_array(), ..none());
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
        hand_out(
            pixels,
            CBytes(
                Frame::of_cel(&costume_of(costume)?.costume, number)?
                    .bytes()
                    .to_vec(),
            ),
        )
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
        hand_out(
            gaps,
            CBytes(
                costume_of(costume)?
                    .costume
                    .cel_gaps(number)
                    .unwrap_or_default(),
            ),
        )
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
        let cel = at(costume_of(costume)?.cels(), index, "cel")?;
        hand_out(
            names,
            CBytes(
                cel.names
                    .iter()
                    .flat_map(|&(limb, picture)| [limb, picture])
                    .collect(),
            ),
        )
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
        let (own, colours) = costume_of(costume)?.costume.colours().unwrap_or_default();
        if palette.is_none() || rgb.is_none() {
            return Err(Failure::null("the output"));
        }
        hand_out(palette, CBytes(own.to_vec()))?;
        hand_out(rgb, CBytes(colours.as_flattened().to_vec()))
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
                let text: [c_char; 128] = letters(&fault.to_string());
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
    let facing = Facing::from_degrees(facing);
    call(error, || {
        Ok(costume_of(costume)?
            .costume
            .start(&mut *states(limbs)?, facing, frame, limb_mask)?)
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
        let mut host = unsafe { read_or(host, CHost { actor: 1, ..none() }, "the host")? };
        let again = costume_of(costume)?
            .costume
            .advance(&mut *states(limbs)?, &mut host);
        if redraw.is_some() {
            put(redraw, again.into())
        } else {
            Ok(())
        }
    })
}

/// `times` steps of one limb.
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
        let mut host = unsafe { read_or(host, CHost { actor: 1, ..none() }, "the host")? };
        Ok(costume_of(costume)?.costume.advance_limb(
            &mut *states(limbs)?,
            limb as usize,
            times,
            &mut host,
        ))
    })
}
