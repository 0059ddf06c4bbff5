//! The animations of a costume as frames of cels, as the engine shows them.

use scumm_costume::edit::akos::{AksqOperand, Instruction};
use scumm_costume::{ALL_LIMBS, Animation, Costume, LimbStates, PlacedCel, SilentHost};
use scumm_engine::Actor;

use super::CelName;
use crate::chores::DirectedChore;

/// The most engine frames of an animation.
const MOST_TICKS: usize = 128;

/// Cels that are shown together for some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CelFrame {
    /// The cels in drawing order.
    pub cels: Vec<PlacedCel>,
    /// The limbs whose cels are placed by a draw-many command, which stores places and may move
    /// later limbs (A42, A43), in ascending order.
    pub item_limbs: Vec<u8>,
    /// The number of engine frames.
    pub ticks: usize,
}

/// An animation in one direction. Pictures are never mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CelAnimation {
    /// The number of the animation in the costume (C9, A6).
    pub number: u16,
    /// The number of the animation of the mirrored direction, if it has the same sequences and the
    /// engine mirrors the pictures.
    pub twin: Option<u16>,
    /// The chore and its direction.
    pub chore: DirectedChore,
    /// The frames, at least one.
    pub frames: Vec<CelFrame>,
    /// Whether the animation repeats from its first frame on.
    pub loops: bool,
}

/// Returns the name of a cel that a limb shows.
pub fn name_of(costume: &Costume, limb: u8, number: u16) -> CelName {
    CelName {
        limb: (!costume.is_akos()).then_some(limb),
        number,
    }
}

/// Returns the animations of a costume that show a cel. If the engine mirrors the west, a western
/// animation with the sequences of the eastern one is left out.
pub fn animations(costume: &Costume, mirrors: bool) -> Vec<CelAnimation> {
    let all: Vec<Animation> = costume.animations().collect();
    let twin_of = |animation: &Animation| {
        let degrees = animation.facing.degrees();
        let is_sideways = mirrors && degrees != 0 && degrees != 180;
        let mut others = all.iter().filter(|_| is_sideways);
        others.find(|other| {
            other.frame == animation.frame
                && other.facing.degrees() == 360 - degrees
                && other.limbs == animation.limbs
        })
    };
    let mut animations = Vec::new();
    for animation in &all {
        let twin = twin_of(animation);
        if twin.is_some() && animation.facing.is_west() {
            continue;
        }
        let actor = Actor::new(costume.dialect());
        let before = [actor.init_frame, actor.stand_frame];
        let (frames, loops) = play(costume, animation, &before);
        if frames.iter().all(|frame| frame.cels.is_empty()) {
            continue;
        }
        animations.push(CelAnimation {
            number: animation.number,
            twin: twin.map(|twin| twin.number),
            chore: DirectedChore::new(animation),
            frames,
            loops,
        });
    }
    animations
}

/// Plays an animation over others of the same direction, given by their frame numbers. These show
/// the limbs that the animation does not start. Returns the frames, and whether they repeat from
/// the first on.
pub fn play(costume: &Costume, animation: &Animation, before: &[u8]) -> (Vec<CelFrame>, bool) {
    let mut anim = LimbStates::default();
    anim.reset();
    for &frame in before {
        if animation.frame == u16::from(frame) {
            break;
        }
        start(costume, &mut anim, animation, frame.into());
    }
    start(costume, &mut anim, animation, animation.frame);
    let mut states: Vec<LimbStates> = Vec::new();
    let mut shown: Vec<(Vec<PlacedCel>, Vec<u8>)> = Vec::new();
    let mut again = None;
    while shown.len() < MOST_TICKS {
        let mut state = anim.clone();
        state.anim_counter = 0;
        state.sound_counter = 0;
        again = states.iter().position(|known| *known == state);
        if again.is_some() {
            break;
        }
        states.push(state);
        let cels = costume.placed_cels(&anim);
        let item_limbs = item_limbs(costume, &anim, &cels);
        shown.push((cels, item_limbs));
        costume.advance(&mut anim, &mut SilentHost);
    }
    // An animation that stands still at its end is held there.
    let is_held = again.is_none_or(|again| again + 1 == shown.len() && again > 0);
    let loops = again == Some(0) || !is_held;
    let mut frames: Vec<CelFrame> = Vec::new();
    for (cels, item_limbs) in shown {
        match frames.last_mut() {
            Some(last) if last.cels == cels && last.item_limbs == item_limbs => last.ticks += 1,
            _ => frames.push(CelFrame {
                cels,
                item_limbs,
                ticks: 1,
            }),
        }
    }
    (frames, loops)
}

/// Returns the limbs of these cels whose places depend on a draw-many command, in ascending order:
/// those that show its items, and those behind a limb whose command moves later limbs.
fn item_limbs(costume: &Costume, anim: &LimbStates, cels: &[PlacedCel]) -> Vec<u8> {
    let Costume::Akos(akos) = costume else {
        return Vec::new();
    };
    let mut limbs = Vec::new();
    let mut is_moved = false;
    for (number, limb) in (0u8..).zip(&anim.limbs) {
        if !cels.iter().any(|cel| cel.limb == number) {
            continue;
        }
        let position = u32::from(limb.curpos);
        let instruction = akos.sequence().instruction(position, costume.dialect());
        let mut is_item = is_moved;
        if let Ok(Instruction::Command(command)) = instruction {
            is_item = true;
            is_moved |= command.operands.contains(&AksqOperand::Word);
        }
        if is_item {
            limbs.push(number);
        }
    }
    limbs
}

/// Starts an animation. A fault leaves the limbs as they are.
fn start(costume: &Costume, anim: &mut LimbStates, animation: &Animation, frame: u16) {
    if let Err(fault) = costume.start(anim, animation.facing, frame, ALL_LIMBS) {
        log::info!("chore {frame}: {fault}");
    }
}
