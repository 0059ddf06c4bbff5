//! The cels that the limbs show and their positions, in drawing order (A40..A46).

use glam::{I16Vec2, IVec2};

use super::akch::mode;
use super::sequence::{AksqAction, AksqCommand, CEL_MASK, Field, Instruction, Item};
use super::tables::{MOST_CONDITIONS, condition};
use super::{Akos, Cel, Codec};
use crate::draw::Extent;
use crate::{Fault, Limb, LimbStates};

/// Bits that the code of a single cel may not have (A41).
const FORBIDDEN: u16 = 0x7000;
/// The most pixels that all cels of an actor may have together: two hundred screens of the largest
/// games. Without a limit, limbs that show thousands of items could stop the game for seconds.
const MOST_PIXELS: u32 = 1 << 26;

/// A cel that a limb shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The limb.
    pub limb: usize,
    /// The cel's number.
    pub number: u16,
    /// The cel.
    pub cel: &'a Cel,
    /// The position relative to the actor, and the size.
    pub extent: Extent,
    /// True if a condition asks for the actor's blend table (A44).
    pub blend: bool,
}

/// The state of an iteration over an actor's limbs.
struct Walk<'a, 'f> {
    akos: &'a Akos,
    mask: u32,
    moves: IVec2,
    limb: usize,
    pixels_left: u32,
    each: &'f mut dyn FnMut(&Shown<'a>) -> Result<(), Fault>,
    fault: Option<Fault>,
}

impl Akos {
    /// Calls `each` for every cel that the limbs show, in drawing order. Returns the last fault,
    /// including faults of `each`. Cels that are fatal in the reference are skipped.
    pub fn show<'a>(
        &'a self,
        anim: &LimbStates,
        mut each: impl FnMut(&Shown<'a>) -> Result<(), Fault>,
    ) -> Option<Fault> {
        let mut walk = Walk {
            akos: self,
            mask: anim.condition_mask,
            moves: IVec2::ZERO,
            limb: 0,
            pixels_left: MOST_PIXELS,
            each: &mut each,
            fault: None,
        };
        for (number, limb) in anim.limbs.iter().enumerate() {
            // From HE70 on, limbs of mode 8 are not drawn (A40).
            let delta = limb.mode == mode::DELTA && self.dialect.he_at_least(70);
            if limb.mode != 0 && !delta && !anim.is_stopped(number) {
                walk.limb = number;
                let shown = walk.show_limb(limb);
                walk.note(shown);
            }
        }
        walk.fault
    }

    fn cel(&self, number: u16) -> Result<&Cel, Fault> {
        self.cels
            .get(usize::from(number))
            .and_then(Option::as_ref)
            .ok_or(Fault::NoCel(number))
    }
}

impl<'a> Walk<'a, '_> {
    fn note(&mut self, result: Result<(), Fault>) {
        self.fault = result.err().or(self.fault);
    }

    fn show_limb(&mut self, limb: &Limb) -> Result<(), Fault> {
        let position = u32::from(limb.curpos);
        match self
            .akos
            .sequence()
            .instruction(position, &self.akos.dialect)?
        {
            Instruction::Cel(code) => self.show_single(code),
            Instruction::Command(command) => match command.action {
                AksqAction::Nothing => Ok(()),
                AksqAction::Draw | AksqAction::DrawIf => self.show_many(limb, position, command),
                _ => Err(Fault::UndefinedCommand(command.code)),
            },
        }
    }

    /// Shows a single cel, which has its own position and moves the limbs after it (A41).
    fn show_single(&mut self, code: u16) -> Result<(), Fault> {
        if code & FORBIDDEN != 0 {
            return Err(Fault::UndefinedCommand(code));
        }
        let number = code & CEL_MASK;
        let cel = self.akos.cel(number)?;
        let at = self.moves.saturating_add(cel.rel.as_ivec2());
        self.move_on(cel.step);
        if self.akos.header.codec == Codec::Trle {
            return Err(Fault::Undrawable(
                "codec 32 is drawn by draw-many commands only",
            ));
        }
        self.show_cel(number, cel, at, false)
    }

    /// Shows the items of a draw-many command, each at its own position (A42..A44).
    fn show_many(
        &mut self,
        limb: &Limb,
        position: u32,
        command: &'static AksqCommand,
    ) -> Result<(), Fault> {
        let mut indices: &[u8] = &[];
        let mut step = I16Vec2::ZERO;
        for field in self.akos.sequence().fields(position, command) {
            match field? {
                Field::Indices(list) if list.len() > MOST_CONDITIONS => {
                    return Err(Fault::Undrawable("more than 32 conditions"));
                }
                Field::Indices(list) => indices = list,
                Field::Number(word) => step = I16Vec2::new(step.y, word as i16),
                Field::Items(items) => {
                    let mut blend = false;
                    for (number, item) in (0..=u8::MAX).zip(items) {
                        let item = item?;
                        let holds = if command.action == AksqAction::DrawIf {
                            let index = indices.get(usize::from(number)).copied().unwrap_or(number);
                            self.condition(limb, index, &mut blend)
                        } else {
                            Ok(true)
                        };
                        let shown = holds.and_then(|holds| {
                            if holds {
                                self.show_item(item, blend)
                            } else {
                                Ok(())
                            }
                        });
                        self.note(shown);
                    }
                    if items.left > 0 {
                        self.move_on(step);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns whether the condition of an item holds. From HE90 to HE98, a condition that switches
    /// blending on also applies to the items after its own item (A44).
    fn condition(&self, limb: &Limb, index: u8, blend: &mut bool) -> Result<bool, Fault> {
        let dialect = &self.akos.dialect;
        let condition = condition(
            &self.akos.condition_words,
            dialect,
            limb.condition_offset,
            index,
        )
        .ok_or(Fault::Undrawable("a condition lies outside AKCT"))?;
        if !dialect.is_humongous() && !condition.is_empty() {
            return Err(Fault::Undrawable(
                "conditions exist in Humongous games only",
            ));
        }
        let stays = dialect.he_at_least(90) && !dialect.has_palette_slots();
        *blend = condition.blend || (*blend && stays);
        Ok(condition.holds(self.mask))
    }

    fn show_item(&mut self, item: Item, blend: bool) -> Result<(), Fault> {
        let number = item.code & CEL_MASK;
        let cel = self.akos.cel(number)?;
        let at = self
            .moves
            .saturating_add(IVec2::new(item.x.into(), item.y.into()));
        self.show_cel(number, cel, at, blend)
    }

    fn show_cel(&mut self, number: u16, cel: &'a Cel, at: IVec2, blend: bool) -> Result<(), Fault> {
        let pixels = u32::from(cel.width).saturating_mul(cel.height.into());
        let left = self.pixels_left.checked_sub(pixels);
        self.pixels_left = left.ok_or(Fault::Undrawable("more pixels than an actor may have"))?;
        let extent = Extent {
            x: at.x,
            y: at.y,
            width: cel.width.into(),
            height: cel.height.into(),
        };
        (self.each)(&Shown {
            limb: self.limb,
            number,
            cel,
            extent,
            blend,
        })
    }

    /// Moves the cels of later limbs to the right and up (A41, A43).
    fn move_on(&mut self, step: I16Vec2) {
        self.moves.x = self.moves.x.saturating_add(step.x.into());
        self.moves.y = self.moves.y.saturating_sub(step.y.into());
    }
}
