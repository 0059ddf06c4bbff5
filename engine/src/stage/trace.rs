//! Asking who wrote which pixel of the stage.

use scumm_costume::Trace;

use super::Stage;

impl Stage {
    /// From here on the stage remembers who wrote which pixel, and draws with the plain painters only; pictures stay the
    /// same, pixel for pixel. What was drawn before counts as background.
    pub fn start_trace(&mut self) {
        self.state.renderer.trace = Some(Trace::new(self.buffers.front.pixels().len()));
    }

    /// Tells the trace who is drawn next, and the plane that hides it.
    pub(super) fn trace_actor(&mut self, id: u16, plane: u8) {
        if let Some(trace) = &mut self.state.renderer.trace {
            trace.begin_actor(id, plane);
        }
    }
}

#[cfg(test)]
mod tests {
    use scumm_room::Dialect;

    use crate::fixture::{Loud, dressed};

    #[test]
    fn a_trace_changes_no_picture_and_knows_who_drew() {
        let (mut plain, mut traced) = (dressed(Dialect::new(5)), dressed(Dialect::new(5)));
        traced.start_trace();
        for x in [100, 120, 140] {
            for stage in [&mut plain, &mut traced] {
                stage.actor_mut(1).unwrap().walk(x, 110, None);
                stage.tick(&mut Loud);
            }
            assert_eq!(plain.save(), traced.save());
        }
        let view = traced.front();
        for (y, row) in view.rows().enumerate() {
            for (x, &pixel) in row.iter().enumerate() {
                let last = view.writes(x, y).last();
                assert_eq!(pixel, last.map_or(7, |write| write.result), "({x}, {y})");
                assert!(last.is_none_or(|write| (write.actor, write.limb, write.hidden) == (1, 0, false)));
            }
        }
        assert!(plain.front().writes(0, 0).is_empty() && view.trace().is_some_and(|trace| trace.order() == [1]));
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_trace_goes_on_after_a_stage_came_back_from_text() {
        let mut stage = dressed(Dialect::new(5));
        let bare = serde_json::to_string(&stage.save()).unwrap();
        stage.start_trace();
        stage.tick(&mut Loud);
        let drawn = serde_json::to_string(&stage.save()).unwrap();
        stage.restore(&serde_json::from_str(&drawn).unwrap()).unwrap();
        assert_eq!(stage.front().writes(103, 95).len(), 1, "what is seen has its origin");
        stage.restore(&serde_json::from_str(&bare).unwrap()).unwrap();
        assert!(
            stage.front().trace().is_some() && stage.front().writes(103, 95).is_empty(),
            "what is not seen any more has none"
        );
    }
}
