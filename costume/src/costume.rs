//! Operations that all kinds of costume have in common.

use scumm_room::{Dialect, Rect, Result};

use crate::draw::Extent;
use crate::{Akos, Cost, Nes, V0};
use crate::{
    Damage, Drawn, Facing, Fault, HitTest, Host, LIMBS, LimbStates, Look, Renderer, Target,
    V0_LIMBS,
};

/// A parsed costume, which is immutable and can be shared between actors.
#[derive(Clone, Debug)]
pub enum Costume {
    /// A costume of v0.
    V0(V0),
    /// A costume of v1 on the Nintendo.
    Nes(Nes),
    /// A costume of v1..v6 and HE60.
    Cost(Cost),
    /// A costume of v7, v8, HE61 and later.
    Akos(Akos),
}

impl Costume {
    /// Parses a raw resource with its header (C1). `dialect` decides which kind of costume is
    /// expected.
    ///
    /// # Errors
    /// Returns an error with the offset in the data if the data is malformed or unsupported.
    pub fn parse(data: &[u8], dialect: &Dialect) -> Result<Self> {
        Self::parse_with(data, dialect, &mut Damage::lenient())
    }

    /// Parses a raw resource with its header. `damage` decides how damaged parts are handled, and
    /// records the findings.
    ///
    /// # Errors
    /// Returns the errors of [`Costume::parse`], and the first finding if `damage` is strict.
    pub fn parse_with(data: &[u8], dialect: &Dialect, damage: &mut Damage) -> Result<Self> {
        if dialect.is_v0() {
            V0::parse_with(data, dialect, damage).map(Self::V0)
        } else if dialect.is_nes() {
            Nes::parse_with(data, dialect, damage).map(Self::Nes)
        } else if dialect.has_akos() {
            Akos::parse_with(data, dialect, damage).map(Self::Akos)
        } else {
            Cost::parse_with(data, dialect, damage).map(Self::Cost)
        }
    }

    /// Returns the version and quirks that the costume was parsed for.
    pub fn dialect(&self) -> &Dialect {
        match self {
            Self::V0(v0) => &v0.dialect,
            Self::Nes(nes) => &nes.dialect,
            Self::Cost(cost) => cost.dialect(),
            Self::Akos(akos) => akos.dialect(),
        }
    }

    /// Returns the costume with another dialect, so that it plays and draws by the rules and quirks
    /// of another version.
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> Self {
        match &mut self {
            Self::V0(v0) => v0.dialect = dialect,
            Self::Nes(nes) => nes.dialect = dialect,
            Self::Cost(cost) => cost.dialect = dialect,
            Self::Akos(akos) => akos.dialect = dialect,
        }
        self
    }

    /// Returns a default look: actor 1, facing south in the upper left corner, at full size, in the
    /// costume's own colours, without shadow, override or remap.
    #[must_use]
    pub fn look(&self) -> Look<'static> {
        if self.dialect().is_old_bundle() {
            Look::sixteen_colours()
        } else {
            Look::default()
        }
    }

    /// Starts animation `frame` in the direction of `facing` on the limbs in `use_mask` (bit 15 =
    /// limb 0; C9..C13, A5..A9). An animation that does not exist changes nothing. In v0 the limbs
    /// play [`rounds`](crate::V0Limbs::rounds) of the state (V34); a state without limbs of v0 gets
    /// limbs that repeat without end.
    ///
    /// # Errors
    /// Returns [`Fault::NoSequenceEntry`] if AKST or AKSF has no entry for the sequence (A9).
    pub fn start(
        &self,
        anim: &mut LimbStates,
        facing: Facing,
        frame: u16,
        use_mask: u16,
    ) -> Result<(), Fault> {
        match self {
            Self::V0(v0) => {
                if anim.v0.is_none() {
                    anim.v0_mut().rounds = -1;
                }
                v0.start(anim.v0_mut(), facing, frame);
            }
            Self::Nes(nes) => nes.start(anim, facing, frame, use_mask),
            Self::Cost(cost) => cost.start(anim, facing, frame, use_mask),
            Self::Akos(akos) => return akos.start(anim, facing, frame, use_mask),
        }
        Ok(())
    }

    /// Executes one animation step of all limbs, including stopped limbs (C20, A10). Returns
    /// whether the actor must be redrawn (C25, A16).
    pub fn advance(&self, anim: &mut LimbStates, host: &mut dyn Host) -> bool {
        (0..LIMBS).fold(false, |redraw, limb| self.step(anim, limb, host) | redraw)
    }

    /// Executes `times` animation steps of one limb (T51). The type limits the steps of one call to
    /// 65,535.
    pub fn advance_limb(
        &self,
        anim: &mut LimbStates,
        limb: usize,
        times: u16,
        host: &mut dyn Host,
    ) {
        for _ in 0..times {
            self.step(anim, limb, host);
        }
    }

    /// Executes one step of a limb that is switched on (C20..C26, A10..A33).
    #[inline]
    fn step(&self, anim: &mut LimbStates, limb: usize, host: &mut dyn Host) -> bool {
        match self {
            Self::V0(v0) => limb < V0_LIMBS && v0.step(anim.v0_mut(), limb),
            Self::Nes(_) => Nes::step(anim, limb),
            Self::Cost(cost) => cost.step(anim, limb, host),
            Self::Akos(akos) => akos.step(anim, limb, host),
        }
    }

    /// Draws all limbs in the order of their numbers (C30.., A40..).
    pub fn draw(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        target: &mut Target<'_>,
    ) -> Drawn {
        match self {
            Self::V0(v0) => v0.draw(&anim.v0(), look, renderer, target),
            Self::Nes(nes) => nes.draw(anim, look, renderer, target),
            Self::Cost(cost) => cost.draw(anim, look, renderer, target),
            Self::Akos(akos) => akos.draw(anim, look, renderer, target),
        }
    }

    /// Returns the cels that the limbs show, in drawing order, with their places in a costume that
    /// faces east. The list is empty for costumes of v0 and of the Nintendo.
    #[must_use]
    pub fn placed_cels(&self, anim: &LimbStates) -> Vec<PlacedCel> {
        let mut cels = Vec::new();
        let mut add = |limb: usize, number: u16, extent: Extent| {
            cels.push(PlacedCel {
                limb: u8::try_from(limb).unwrap_or(u8::MAX),
                number,
                x: extent.x,
                y: extent.y,
            });
        };
        match self {
            Self::V0(_) | Self::Nes(_) => {}
            Self::Cost(cost) => {
                for shown in cost.visible(anim) {
                    add(shown.limb, shown.number.into(), shown.extent);
                }
            }
            Self::Akos(akos) => {
                akos.show(anim, |shown| {
                    add(shown.limb, shown.number, shown.extent);
                    Ok(())
                });
            }
        }
        cels
    }

    /// Returns the total number of pixels of the cels that the limbs show, including pixels outside
    /// the stage. The number is a measure of the time that a draw takes.
    #[cfg(feature = "edit")]
    #[must_use]
    pub fn shown_pixels(&self, anim: &LimbStates) -> u64 {
        match self {
            Self::V0(v0) => v0.shown_pixels(&anim.v0()),
            Self::Nes(nes) => nes.shown_pixels(anim),
            Self::Cost(cost) => {
                let mut sum: u64 = 0;
                for shown in cost.visible(anim) {
                    // A draw ends where the data of a picture ends.
                    let most = cost.most_pixels(shown.picture) as u64;
                    sum = sum.saturating_add(pixels_of(shown.extent).min(most));
                }
                sum
            }
            Self::Akos(akos) => {
                let mut sum: u64 = 0;
                akos.show(anim, |shown| {
                    sum = sum.saturating_add(pixels_of(shown.extent));
                    Ok(())
                });
                sum
            }
        }
    }

    /// Returns whether an opaque pixel is drawn at column `x`, line `y` of the view, with the same
    /// positions as in [`Costume::draw`] (D11).
    ///
    /// # Errors
    /// Returns an error if a limb shows a cel of a codec that the reference can't test.
    pub fn hit(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        x: i32,
        y: i32,
    ) -> Result<bool, Fault> {
        let mut test = HitTest::new(x, y, Rect::default());
        self.hit_test(anim, look, renderer, &mut test)?;
        Ok(test.is_hit)
    }

    /// Performs a hit test with the pictures of all limbs, with the same positions as in
    /// [`Costume::draw`]. The test also tells whether a drawing would cut a picture (D11).
    ///
    /// # Errors
    /// Returns an error if a limb shows a cel of a codec that the reference can't test.
    pub fn hit_test(
        &self,
        anim: &LimbStates,
        look: &Look<'_>,
        renderer: &mut Renderer,
        test: &mut HitTest,
    ) -> Result<(), Fault> {
        match self {
            Self::V0(v0) => test.is_hit |= v0.hit(&anim.v0(), look, test.x, test.y),
            Self::Nes(nes) => test.is_hit |= nes.hit(anim, look, test.x, test.y),
            Self::Cost(cost) => cost.hit_test(anim, look, test),
            Self::Akos(akos) => akos.hit_test(anim, look, renderer, test)?,
        }
        Ok(())
    }

    /// Returns the costume's colours (A95): the palette (chunk AKPL) and the RGB colours (chunk
    /// RGBS). Returns `None` unless the costume is an AKOS.
    #[must_use]
    pub fn colours(&self) -> Option<(&[u8], &[[u8; 3]])> {
        let Self::Akos(akos) = self else { return None };
        Some((akos.palette(), akos.colours()))
    }

    /// Returns whether the costume is an AKOS.
    #[must_use]
    pub fn is_akos(&self) -> bool {
        matches!(self, Self::Akos(_))
    }
}

/// A cel that a limb shows, with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedCel {
    /// The limb, 0..=15.
    pub limb: u8,
    /// The number: the cel of an AKOS, or the number in the limb's table of a COST.
    pub number: u16,
    /// The left column relative to the actor's anchor.
    pub x: i32,
    /// The top row relative to the actor's anchor.
    pub y: i32,
}

/// Returns the area of a cel in pixels.
#[cfg(feature = "edit")]
fn pixels_of(extent: Extent) -> u64 {
    u64::from(extent.width.unsigned_abs()).saturating_mul(u64::from(extent.height.unsigned_abs()))
}
