//! The contents of a costume of either kind: its animations and pictures, for lists and
//! comparisons.

use glam::I16Vec2;
use scumm_room::Surface;

use crate::akos::akch::mode;
use crate::nes::NES_ANIMATIONS;
use crate::{Codec, Costume, Facing, LimbStates};

/// An animation in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Animation {
    /// The number in the costume (C9, A6).
    pub number: u16,
    /// The frame number that starts the animation with [`Costume::start`].
    pub frame: u16,
    /// The direction.
    pub facing: Facing,
    /// The entries of the limbs, in ascending order of the limbs.
    pub limbs: Vec<AnimationLimb>,
}

/// The entry of one limb in an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AnimationLimb {
    /// The limb, 0..=15.
    pub limb: u8,
    /// The mode, with the numbers of AKOS (A8). COST has three modes: 1 switches the limb off, 2
    /// loops, 3 stays on the last command.
    pub mode: u8,
    /// The first and last position in the commands; `None` for modes that play nothing.
    pub range: Option<(u16, u16)>,
}

/// A picture of a costume.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CostumeCel {
    /// The number of the picture. In COST, the index in the list of the pictures that animations
    /// reach.
    pub number: u16,
    /// Width in pixels.
    pub width: u16,
    /// Height in rows.
    pub height: u16,
    /// The left and top edge relative to the limb's position, in a costume that faces east. For
    /// Nintendo costumes, in a costume that faces west.
    pub rel: I16Vec2,
    /// The distance by which the picture moves later limbs: to the right and up.
    pub step: I16Vec2,
    /// COST: the pairs of limb and picture number that show the picture, in ascending order.
    pub names: Vec<(u8, u8)>,
}

/// A cel that a limb shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ShownCel {
    /// The limb, 0..=15.
    pub limb: u8,
    /// The number with which the limb shows the cel: in COST the number of the picture in the
    /// limb's table, otherwise the number of the cel in the costume.
    pub number: u16,
    /// The number of the cel in the costume, as in [`CostumeCel::number`].
    pub cel: u16,
}

impl ShownCel {
    /// Returns a cel that has the same number for the limb and in the costume.
    pub(crate) fn new(limb: usize, number: u16) -> Self {
        // The number of a limb is less than `LIMBS`.
        let limb = u8::try_from(limb).unwrap_or(0);
        Self {
            limb,
            number,
            cel: number,
        }
    }
}

impl Costume {
    /// Returns the stored animations, in the order of the costume (C9, A6). In v6 some animations
    /// can be started although the costume does not store them, because v6 counts animations in
    /// another way (C3). Such animations are not included.
    pub fn animations(&self) -> Box<dyn Iterator<Item = Animation> + '_> {
        let eight = self.has_eight_directions();
        let animation = move |number: u16, limbs| {
            let (frame, facing) = frame_and_facing(number, eight);
            Animation {
                number,
                frame,
                facing,
                limbs,
            }
        };
        match self {
            Self::V0(v0) => Box::new(v0.commands().map(move |(number, command)| {
                let limbs = (0..).zip(command).filter_map(|(limb, command)| {
                    let start = v0.sequence_start(usize::from(limb), command?.sequence)?;
                    let last = v0.sequence(start).count().saturating_sub(1);
                    let end =
                        u16::from(start).saturating_add(u16::try_from(last).unwrap_or(u16::MAX));
                    Some(AnimationLimb {
                        limb,
                        mode: mode::LOOP,
                        range: Some((start.into(), end)),
                    })
                });
                animation(number, limbs.collect())
            })),
            Self::Nes(nes) => {
                let lists =
                    (0..NES_ANIMATIONS).filter_map(|number| Some((number, nes.pictures(number)?)));
                Box::new(
                    lists
                        .filter(|(_, list)| !list.is_empty())
                        .map(move |(number, list)| {
                            let last =
                                u16::try_from(list.len().saturating_sub(1)).unwrap_or(u16::MAX);
                            let limb = AnimationLimb {
                                limb: 0,
                                mode: mode::LOOP,
                                range: Some((0, last)),
                            };
                            animation(number, vec![limb])
                        }),
                )
            }
            Self::Cost(cost) => Box::new(cost.stored_records().map(move |(number, record)| {
                let limbs = record.entries.iter().map(|entry| {
                    let mode = match entry.sequence {
                        None => mode::KILL,
                        Some(sequence) if sequence.loops => mode::LOOP,
                        Some(_) => mode::RUN,
                    };
                    let range = entry
                        .sequence
                        .map(|sequence| (sequence.start, sequence.end()));
                    AnimationLimb {
                        limb: entry.limb,
                        mode,
                        range,
                    }
                });
                animation(number, limbs.collect())
            })),
            Self::Akos(akos) => {
                let chores = (0u16..)
                    .zip(akos.chores())
                    .filter_map(|(number, chore)| Some((number, chore.as_ref()?)));
                Box::new(chores.map(move |(number, chore)| {
                    let limbs = chore.limbs.iter().map(|limb| {
                        let range = (limb.start, limb.start.wrapping_add(limb.length));
                        let range = (!mode::is_bare(limb.mode)).then_some(range);
                        AnimationLimb {
                            limb: limb.limb,
                            mode: limb.mode,
                            range,
                        }
                    });
                    animation(number, limbs.collect())
                }))
            }
        }
    }

    /// Returns whether the animations have eight directions (A6); otherwise they have four (C9).
    #[must_use]
    pub fn has_eight_directions(&self) -> bool {
        let Self::Akos(akos) = self else { return false };
        akos.dialect().has_eight_directions() && akos.header().has_eight_directions()
    }

    /// Returns the pictures: in a COST, the pictures that its stored animations reach; in an AKOS,
    /// the pictures with undamaged entries. The pictures of Nintendo costumes are in a set that
    /// many costumes share ([`Nes::with_sprites`](crate::Nes::with_sprites)); without the set, the
    /// list is empty.
    #[must_use]
    pub fn cels(&self) -> Vec<CostumeCel> {
        let cel = |number, (width, height), rel, step| CostumeCel {
            number,
            width,
            height,
            rel,
            step,
            names: Vec::new(),
        };
        match self {
            Self::V0(v0) => {
                let cels = v0.pictures().into_iter().map(|(picture, names)| {
                    let eights = |n: i16| n.saturating_mul(8);
                    let size = (
                        u16::from(picture.width).saturating_mul(8),
                        picture.height.into(),
                    );
                    let rel = I16Vec2::new(
                        eights(picture.rel.0.into()),
                        1_i16.saturating_sub(picture.rel.1.into()),
                    );
                    let step = I16Vec2::new(eights(picture.step.0.into()), picture.step.1.into());
                    CostumeCel {
                        names,
                        ..cel(picture.number.into(), size, rel, step)
                    }
                });
                cels.collect()
            }
            Self::Nes(nes) => {
                let short = |value: i32| i16::try_from(value).unwrap_or(0);
                let side = |from: i32, to: i32| u16::try_from(to.saturating_sub(from)).unwrap_or(0);
                let cels = nes.drawn_pictures().into_iter().map(|(picture, rect)| {
                    let size = (side(rect.left, rect.right), side(rect.top, rect.bottom));
                    let rel = I16Vec2::new(short(rect.left), short(rect.top));
                    CostumeCel {
                        names: vec![(0, picture)],
                        ..cel(picture.into(), size, rel, I16Vec2::ZERO)
                    }
                });
                cels.collect()
            }
            Self::Cost(cost) => {
                let pictures = (0u16..).zip(cost.pictures());
                let mut cels: Vec<CostumeCel> = pictures
                    .map(|(number, p)| cel(number, (p.width, p.height), p.rel, p.step))
                    .collect();
                for (name, index, _) in cost.stored_reach() {
                    if let Some(cel) = cels.get_mut(usize::from(index)) {
                        cel.names.push(name);
                    }
                }
                cels.retain(|cel| !cel.names.is_empty());
                cels
            }
            Self::Akos(akos) => {
                let sound = (0u16..)
                    .zip(akos.cels())
                    .filter_map(|(number, cel)| Some((number, cel.as_ref()?)));
                sound
                    .map(|(number, c)| cel(number, (c.width, c.height), c.rel, c.step))
                    .collect()
            }
        }
    }

    /// Returns the pixels of the cel with this number in a costume that faces east (Nintendo:
    /// west); `None` if the pixels can't be decoded.
    #[must_use]
    pub fn cel_pixels(&self, number: u16) -> Option<Surface> {
        let index = usize::from(number);
        match self {
            Self::V0(v0) => Some(v0.shown_picture(number)?.surface()),
            Self::Nes(nes) => nes.picture_pixels(u8::try_from(number).ok()?),
            Self::Cost(cost) => cost.cel(cost.pictures().get(index)?).ok(),
            Self::Akos(akos) => akos
                .image(akos.cels().get(index)?.as_ref()?)
                .map(|image| image.surface),
        }
    }

    /// Returns the cels that the limbs show now, in drawing order (C30, A40). A limb of a COST
    /// shows at most one cel; a limb of an AKOS may show several. Cels that a draw skips because
    /// the original would stop are not included.
    #[must_use]
    pub fn shown_cels(&self, anim: &LimbStates) -> Vec<ShownCel> {
        match self {
            Self::V0(v0) => v0.shown_cels(&anim.v0()),
            Self::Nes(nes) => {
                let picture = nes.shown(anim).map(u16::from);
                picture
                    .map(|number| ShownCel::new(0, number))
                    .into_iter()
                    .collect()
            }
            Self::Cost(cost) => cost
                .visible(anim)
                .map(|shown| cost.shown_cel(&shown))
                .collect(),
            Self::Akos(akos) => {
                let mut cels = Vec::new();
                akos.show(anim, |shown| {
                    cels.push(ShownCel::new(shown.limb, shown.number));
                    Ok(())
                });
                cels
            }
        }
    }

    /// Returns the gaps of an AKOS cel of codec 32: a byte for each pixel, 0xFF for a gap, else 0
    /// (A90). Returns `None` for all other cels, in which a colour marks the gaps.
    #[must_use]
    pub fn cel_gaps(&self, number: u16) -> Option<Vec<u8>> {
        let Self::Akos(akos) = self else { return None };
        let cel = akos.cels().get(usize::from(number))?.as_ref()?;
        (akos.header().codec == Codec::Trle)
            .then(|| akos.image(cel))
            .flatten()
            .map(|image| image.gaps)
    }
}

/// Returns the frame and direction of an animation's number (C9, A6).
pub fn frame_and_facing(number: u16, eight: bool) -> (u16, Facing) {
    if eight {
        (
            number >> 3,
            Facing::from_degrees((number & 7).saturating_mul(45)),
        )
    } else {
        (
            number >> 2,
            Facing::from_old(u8::try_from(number & 3).unwrap_or(0)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::akos::tests::Parts as AkosParts;
    use crate::cost::fixture::{Parts, plain};
    use scumm_room::Dialect;

    #[test]
    fn numbers_are_frames_in_directions_c9_a6() {
        assert_eq!(
            [14, 3].map(|number| frame_and_facing(number, false)),
            [(3, Facing::SOUTH), (0, Facing::NORTH)]
        );
        assert_eq!(
            [14, 9].map(|number| frame_and_facing(number, true)),
            [(1, Facing::WEST), (1, Facing::NORTH_EAST)]
        );
    }

    #[test]
    fn both_kinds_list_animations_and_cels() {
        let mut parts = Parts::new(
            Dialect::new(5),
            &[0, 1, 1],
            false,
            vec![plain(2, 1, 3), plain(4, 1, 1)],
        );
        // Limbs 0 and 1: three commands that do not loop; limb 1 is switched off.
        parts.records = vec![vec![], vec![0x00, 0xc0, 0, 0, 0x82, 0xff, 0xff]];
        let cost = Costume::Cost(parts.cost());
        let hold = AnimationLimb {
            limb: 0,
            mode: mode::RUN,
            range: Some((0, 2)),
        };
        let off = AnimationLimb {
            limb: 1,
            mode: mode::KILL,
            range: None,
        };
        let expected = Animation {
            number: 1,
            frame: 0,
            facing: Facing::EAST,
            limbs: vec![hold, off],
        };
        assert_eq!(cost.animations().collect::<Vec<_>>(), [expected]);
        let names: Vec<_> = cost
            .cels()
            .into_iter()
            .map(|cel| (cel.number, cel.names))
            .collect();
        assert_eq!(names, [(0, vec![(0, 0)]), (1, vec![(0, 1)])]);
        assert_eq!(
            (
                cost.cel_pixels(1).unwrap().pixels().len(),
                cost.cel_pixels(2)
            ),
            (4, None)
        );

        let akos = Costume::Akos(AkosParts::sequence(mode::LOOP, &[0, 0]).akos());
        let limb = AnimationLimb {
            limb: 0,
            mode: mode::LOOP,
            range: Some((0, 1)),
        };
        let found: Vec<_> = akos
            .animations()
            .map(|a| (a.number, a.frame, a.facing, a.limbs))
            .collect();
        assert_eq!(
            found[..2],
            [
                (0, 0, Facing::WEST, vec![limb]),
                (1, 0, Facing::EAST, vec![limb])
            ]
        );
        assert!(akos.cels().is_empty());
    }
}
