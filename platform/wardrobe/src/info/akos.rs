//! What `info` tells of an AKOS.

use scumm_costume::akos::Akos;
use scumm_costume::akos::akch::{ChoreLimb, mode};
use scumm_costume::edit::words;
use scumm_room::Dialect;

use super::{AnimationInfo, CelInfo, LimbInfo, frame_and_facing};

/// The chores that exist.
pub fn animations(akos: &Akos, dialect: &Dialect) -> Vec<AnimationInfo> {
    let eight = dialect.is_v7_plus() && akos.header().has_eight_directions();
    let chores = (0u16..).zip(akos.chores()).filter_map(|(number, chore)| Some((number, chore.as_ref()?)));
    chores
        .map(|(number, chore)| {
            let (frame, facing) = frame_and_facing(number, eight);
            AnimationInfo { number, frame, facing, limbs: chore.limbs.iter().map(limb).collect() }
        })
        .collect()
}

fn limb(of: &ChoreLimb) -> LimbInfo {
    let mode = words::mode_word(of.mode).unwrap_or("unknown");
    let range = (!mode::is_bare(of.mode)).then(|| (of.start, of.start.wrapping_add(of.length)));
    LimbInfo { limb: of.limb, mode, range }
}

/// The cels that are sound.
pub fn cels(akos: &Akos) -> Vec<CelInfo> {
    let sound = (0u16..).zip(akos.cels()).filter_map(|(number, cel)| Some((number, cel.as_ref()?)));
    sound
        .map(|(number, c)| CelInfo {
            number,
            width: c.width,
            height: c.height,
            x: c.rel.x,
            y: c.rel.y,
            move_x: c.step.x,
            move_y: c.step.y,
            shown_as: Vec::new(),
        })
        .collect()
}

/// The stream as text, a line an instruction, with its position and labels where chores start and jumps lead.
pub fn code(akos: &Akos) -> Vec<String> {
    let listing = akos.disassemble();
    let mark = |labelled: bool| if labelled { ":" } else { " " };
    listing.lines.iter().map(|line| format!("L{:04x}{} {}", line.position, mark(line.labelled), line.text)).collect()
}
