//! Traces: which actor, limb and cel drew each pixel. Nothing is recorded before a trace is
//! started.

use scumm_costume::{AUX_FRAME, ShadowKind, Trace, Write};
use scumm_engine::Stage;
use serde::{Serialize, Serializer};

use crate::{Failure, NamedValues, RendererAndPlanes, Result, TargetArea};

/// Number of bytes of a pixel in a traced frame.
pub const TRACED_PIXEL: usize = 12;

/// The limb number of a pixel that no limb drew.
pub const NO_LIMB: u8 = 255;

/// A write: a pixel of a cel that was drawn, or hidden by a plane, at a pixel of the target.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct WriteValues {
    /// Number of the actor.
    pub actor: u16,
    /// The limb, 0 to 15; `None` for a picture that a Humongous costume paints into the room.
    pub limb: Option<u8>,
    /// Number of the cel in the costume.
    pub cel: u16,
    /// Column in the cel as it is stored.
    pub column: u16,
    /// Row in the cel as it is stored.
    pub row: u16,
    /// Colour of the cel at this pixel, before the palette of the costume.
    pub colour: u8,
    /// Screen colour after the palette of the costume.
    pub screen_colour: u8,
    /// The pixel of the target after the write.
    pub result: u8,
    /// The table that mapped the pixel: `all` for the shadow of every colour, `colour13` for the
    /// shadow of colour 13, `below8` for the shadows of the colours below 8, or `blend` for a blend
    /// table; `None` for no table.
    #[serde(serialize_with = "write_word")]
    pub table: Option<ShadowKind>,
    /// Number of the plane that the actor was tested against.
    pub plane: u8,
    /// Whether the plane hid the pixel, so that it was not drawn.
    pub hidden: bool,
}

impl From<&Write> for WriteValues {
    fn from(write: &Write) -> Self {
        Self {
            actor: write.actor,
            limb: Some(write.limb).filter(|limb| *limb != AUX_FRAME),
            cel: write.costume_cel,
            column: write.source.0,
            row: write.source.1,
            colour: write.entry,
            screen_colour: write.colour,
            result: write.result,
            table: write.shade,
            plane: write.plane,
            hidden: write.hidden,
        }
    }
}

impl NamedValues for ShadowKind {
    const ALL: &'static [Self] = &[Self::All, Self::Colour13, Self::Below8, Self::Blend];
    const WHAT: &'static str = "kind of shadow table";
}

/// Serializes a kind of shadow table as its word.
fn write_word<S: Serializer>(table: &Option<ShadowKind>, to: S) -> Result<S::Ok, S::Error> {
    table.map(NamedValues::word).serialize(to)
}

/// Returns the write that is visible: the last one that no plane hid.
fn visible(writes: &[Write]) -> Option<&Write> {
    writes.iter().rfind(|write| !write.hidden)
}

/// Appends a pixel of a traced frame: actor (two bytes, the lower one first), limb, plane, cel,
/// column and row (two bytes each), colour and screen colour. A pixel that no actor drew has zeros
/// and the limb [`NO_LIMB`].
fn push_pixel(bytes: &mut Vec<u8>, write: Option<&Write>) {
    let Some(write) = write else {
        bytes.extend([0, 0, NO_LIMB, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        return;
    };
    bytes.extend(write.actor.to_le_bytes());
    bytes.extend([write.limb, write.plane]);
    bytes.extend(write.costume_cel.to_le_bytes());
    bytes.extend(write.source.0.to_le_bytes());
    bytes.extend(write.source.1.to_le_bytes());
    bytes.extend([write.entry, write.colour]);
}

fn not_started() -> Failure {
    Failure::misuse("no trace is recorded: call start_trace first")
}

/// Returns the writes to a pixel of the view of a stage since its background was last visible
/// there, oldest first; empty for a pixel outside the view.
///
/// # Errors
/// Returns `ResultCode::Misuse` if the stage records no trace.
pub fn stage_writes(stage: &Stage, x: usize, y: usize) -> Result<Vec<WriteValues>> {
    let view = stage.front();
    if view.trace().is_none() {
        return Err(not_started());
    }
    if x >= view.width || y >= view.height {
        return Ok(Vec::new());
    }
    Ok(view.writes(x, y).iter().map(WriteValues::from).collect())
}

/// Returns the visible write of each pixel of the view of a stage, row by row, [`TRACED_PIXEL`]
/// bytes each: actor (two bytes, the lower one first), limb, plane, cel, column and row (two bytes
/// each), colour of the cel, and screen colour. A pixel that no actor drew has zeros and the limb
/// [`NO_LIMB`].
///
/// # Errors
/// Returns `ResultCode::Misuse` if the stage records no trace.
pub fn stage_trace(stage: &Stage) -> Result<Vec<u8>> {
    let view = stage.front();
    if view.trace().is_none() {
        return Err(not_started());
    }
    let mut bytes = Vec::with_capacity(view.width * view.height * TRACED_PIXEL);
    for y in 0..view.height {
        for x in 0..view.width {
            push_pixel(&mut bytes, visible(view.writes(x, y)));
        }
    }
    Ok(bytes)
}

/// The trace of a renderer, and the layout of the pixels that it was recorded for.
#[derive(Clone, Copy, Debug, Default)]
pub struct RendererTrace {
    /// Whether draws are recorded.
    started: bool,
    /// The layout of the last target.
    area: Option<TargetArea>,
}

impl RendererAndPlanes {
    /// Records from now on which limb draws which pixel, and forgets earlier draws.
    pub fn start_trace(&mut self) {
        self.renderer.trace = None;
        self.trace = RendererTrace {
            started: true,
            area: None,
        };
    }

    /// Ends the recording.
    pub fn stop_trace(&mut self) {
        self.renderer.trace = None;
        self.trace = RendererTrace::default();
    }

    /// Prepares the trace for a draw of an actor into pixels with this layout. A draw into pixels
    /// with another layout begins a new trace.
    pub fn prepare_trace(&mut self, area: TargetArea, actor: u16) {
        if !self.trace.started {
            return;
        }
        if self.trace.area != Some(area) {
            self.trace.area = Some(area);
            let pixels = area.pitch.saturating_mul(area.height);
            self.renderer.trace = Some(Trace::new(pixels));
        }
        if let Some(trace) = &mut self.renderer.trace {
            trace.begin_actor(actor, 0);
        }
    }

    /// Returns the writes to a pixel of the target since the trace was started, oldest first, at
    /// most 16; empty for a pixel outside the target.
    ///
    /// # Errors
    /// Returns `ResultCode::Misuse` if no trace is recorded.
    pub fn writes(&self, x: usize, y: usize) -> Result<Vec<WriteValues>> {
        let (area, trace) = match (self.trace.started, self.trace.area, &self.renderer.trace) {
            (false, ..) => return Err(not_started()),
            (true, Some(area), Some(trace)) => (area, trace),
            (true, ..) => return Ok(Vec::new()),
        };
        if x >= area.width || y >= area.height {
            return Ok(Vec::new());
        }
        let writes = trace.writes(y * area.pitch + x);
        Ok(writes.iter().map(WriteValues::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use scumm_costume::LimbStates;
    use scumm_tools::demo;

    use super::*;
    use crate::{LookValues, ParsedCostume, ResultCode, TargetValues};

    #[test]
    fn a_renderer_records_the_limb_and_cel_of_each_pixel() {
        let costume = ParsedCostume::of_game(&demo::game().unwrap(), 1).unwrap();
        let mut limbs = LimbStates::default();
        limbs.reset();
        for frame in [1, 3] {
            let south = scumm_costume::Facing::from_degrees(180);
            costume
                .costume
                .start(&mut limbs, south, frame, 0xffff)
                .unwrap();
        }
        let area = TargetArea {
            width: 64,
            height: 80,
            pitch: 72,
        };
        let look = LookValues::<Vec<u8>> {
            x: 32,
            y: 70,
            actor: Some(7),
            ..LookValues::default()
        };
        let mut drawing = RendererAndPlanes::default();
        let mut pixels = vec![255; 72 * 80];
        let mut draw = |drawing: &mut RendererAndPlanes| {
            let target = TargetValues::<Vec<u8>>::default();
            drawing
                .draw(
                    (&costume.costume, &limbs),
                    &look,
                    &target,
                    area,
                    &mut pixels,
                )
                .unwrap();
        };
        assert_eq!(drawing.writes(0, 0).unwrap_err().code, ResultCode::Misuse);
        drawing.start_trace();
        assert_eq!(drawing.writes(0, 0).unwrap(), []);
        draw(&mut drawing);
        let shown = costume.costume.shown_cels(&limbs);
        let mut limbs_seen = std::collections::BTreeSet::new();
        for y in 0..80 {
            for x in 0..64 {
                for write in drawing.writes(x, y).unwrap() {
                    assert_eq!(write.actor, 7);
                    let limb = write.limb.unwrap();
                    assert!(
                        shown
                            .iter()
                            .any(|cel| (cel.limb, cel.cel) == (limb, write.cel))
                    );
                    let cel = costume.cel(write.cel).unwrap();
                    assert!(write.column < cel.width && write.row < cel.height);
                    let colours = costume.costume.cel_pixels(write.cel).unwrap();
                    let at = usize::from(write.row) * colours.width() + usize::from(write.column);
                    assert_eq!(colours.pixels()[at], write.colour);
                    limbs_seen.insert(limb);
                }
            }
        }
        assert!(limbs_seen.len() > 1, "{limbs_seen:?}");
        drawing.stop_trace();
        assert!(drawing.renderer.trace.is_none());
    }
}
