//! What is kept of a run: a recording that becomes a scene, and a check sum of all frames.

use super::record::{Record, RecordedStage};

/// What is kept of a run.
#[derive(Debug)]
pub struct Recording {
    /// The room in which the recording began.
    room: u16,
    /// What was recorded of a room that was left.
    left: Option<Record>,
    digest: crc32fast::Hasher,
}

impl Recording {
    /// Nothing yet, in a room.
    pub fn new(room: u16) -> Self {
        Self { room, left: None, digest: crc32fast::Hasher::new() }
    }

    /// The room in which the recording began.
    pub fn room(&self) -> u16 {
        self.room
    }

    /// Whether what is done on the stage is recorded, or was and is not written yet.
    pub fn is_on(&self, stage: &RecordedStage) -> bool {
        self.left.is_some() || stage.is_recording()
    }

    /// Ends the recording and gives it away; `None` where there is none.
    pub fn end(&mut self, stage: &mut RecordedStage) -> Option<Record> {
        self.left.take().or_else(|| stage.end_record())
    }

    /// A recording has begun in a room.
    pub fn begin(&mut self, room: u16) {
        self.room = room;
    }

    /// The stage is left. A scene has one room, so a recording ends here; it is kept until it is written.
    pub fn leave(&mut self, stage: &mut RecordedStage) {
        if let Some(record) = self.end(stage) {
            log::warn!("the recording ends with this room");
            self.left = Some(record);
        }
    }

    /// Adds a frame of the stage to the check sum.
    pub fn add_frame(&mut self, stage: &RecordedStage) {
        stage.front().rows().for_each(|row| self.digest.update(row));
    }

    /// A CRC-32 of the stage after each frame so far, whatever was shown of it.
    pub fn digest(&self) -> u32 {
        self.digest.clone().finalize()
    }
}
