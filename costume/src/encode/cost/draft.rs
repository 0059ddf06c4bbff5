//! A COST as plain values.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::I16Vec2;
use scumm_room::{Dialect, Error, Result, Surface};

use crate::anim::LIMBS;
use crate::cost::commands::NOTHING;
use crate::cost::{Cost, Record};

/// A COST as plain values: what the encoder takes, and what a parsed costume can be turned back into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// Facing west is drawn as stored instead of mirrored (C4).
    pub keeps_west: bool,
    /// The screen colours of the costume's colours: 16 or 32 of them, which decides the format (C5).
    pub palette: Vec<u8>,
    /// Pictures borrow equal data from each other: formats 0x60 and 0x61 (C33).
    pub redirects: bool,
    /// The animations by number (direction + 4 * frame, C9), 1..=256 of them.
    pub records: Vec<Option<Record>>,
    /// The command stream.
    pub commands: Vec<u8>,
    /// Per limb the pictures by number, at most 128.
    pub limbs: [Vec<Option<DraftPicture>>; LIMBS],
}

/// A picture as plain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DraftPicture {
    /// First column and row relative to where the moves have led, facing east.
    pub rel: I16Vec2,
    /// What it adds to the moves: to the right and upwards (0.c).
    pub step: I16Vec2,
    /// The pixels: colour numbers, 0 transparent. Sizes up to 65535.
    pub cel: Arc<Surface>,
}

/// Pixels of all distinct pictures together beyond which a costume is not taken apart. The 64 KiB that offsets reach make
/// at most 8 Mi pixels unless pictures overlap or borrow.
const MOST_PIXELS: usize = 1 << 24;

impl Draft {
    /// The plain values of a parsed costume: what its animations can reach. Table entries that nothing reaches are
    /// left out, and so are the commands behind the last one that is played.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for v1, v2 and v3 EGA, [`Error::Limit`] for pictures of a senseless size.
    pub fn of(cost: &Cost, dialect: &Dialect) -> Result<Self> {
        super::layout::check_dialect(dialect)?;
        let mut cels = BTreeMap::new();
        let mut left = MOST_PIXELS;
        let mut limbs: [Vec<Option<DraftPicture>>; LIMBS] = Default::default();
        for (number, limb) in (0u8..).zip(&mut limbs) {
            for reach in cost.reach(number) {
                if let std::collections::btree_map::Entry::Vacant(vacant) = cels.entry(reach.index) {
                    let cel = cost.cel(reach.picture)?;
                    let pixels = cel.surface.pixels.len();
                    left = left.checked_sub(pixels).ok_or_else(|| too_many(pixels))?;
                    vacant.insert(Arc::new(cel.surface));
                }
                let Some(cel) = cels.get(&reach.index) else { continue };
                limb.resize(usize::from(reach.code), None);
                limb.push(Some(DraftPicture { rel: reach.picture.rel, step: reach.picture.step, cel: cel.clone() }));
            }
        }
        let stored = usize::from(cost.stored_animations());
        let records: Vec<_> = (0u16..).take(stored).map(|number| cost.record(number).cloned()).collect();
        let used = records.iter().flatten().flat_map(|record| &record.entries).filter_map(|entry| entry.sequence);
        let used = used.map(|sequence| usize::from(sequence.end()) + 1).max().unwrap_or(0);
        // What is played beyond the end of the data is nothing, and written so.
        let mut commands = cost.commands().bytes().iter().copied().take(used).collect::<Vec<_>>();
        commands.resize(used, NOTHING);
        Ok(Self {
            keeps_west: cost.keeps_west(),
            palette: cost.palette().to_vec(),
            redirects: cost.format().redirects(),
            records,
            commands,
            limbs,
        })
    }
}

fn too_many(pixels: usize) -> Error {
    Error::Misuse(format!("the costume's pictures have more than {MOST_PIXELS} pixels together ({pixels} in one)"))
}
