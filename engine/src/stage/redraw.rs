//! Decides which parts of the picture are drawn again: which strips of the background (S17, Y36)
//! and which actors (D2), and which strips are restored before the actors are drawn (D4).
//!
//! Humongous games have their own rules: from HE62 on actors that share strips stay marked (D2a),
//! from HE70 on marks spread over overlapping drawings (D2b), and from HE71 on each strip is
//! restored on its own rows (D4a).

use std::ops::Range;

use scumm_costume::StripSet;
use scumm_room::{Dialect, Enhancements, GameId, Platform, Point, Quirks, RoomTarget};

use super::{Actors, Buffers, MAX_ACTOR, Stage, State, to_i32, to_index};
use crate::Actor;
use crate::actor::NO_TOP;

/// Returns whether actors that overlap a changed actor are drawn again and marked actors are
/// restored (HE70+). In other games actors that share a strip with another actor are drawn again,
/// and redrawn actors are restored (D2, D4).
fn redraws_overlaps(dialect: &Dialect) -> bool {
    dialect.he_at_least(70)
}

/// The redraw requests for the next frame.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Redraw {
    /// Whether the next frame is a full redraw (D2).
    pub full: bool,
    /// Whether the next frame draws the dirty strips of the background and all objects (Y36, Y41).
    pub background: bool,
    /// Whether a transition has shown the room (Y50).
    pub shown: bool,
    /// HE80+: whether every frame draws every actor, as a variable of the game requests (D2b).
    #[cfg_attr(feature = "serde", serde(default))]
    pub always: bool,
    /// The strips of the room that were drawn since the last frame (D2).
    pub(crate) dirty: StripSet,
    /// The strips that count as restored (Y53).
    pub(super) restored: StripSet,
    /// The camera position when the whole background was last drawn; `None` before the first time.
    drawn_camera: Option<Point>,
    /// The aux frame rectangles of actors that have left, which the next frame restores (A98).
    pub(crate) aux_rects: Vec<[i32; 4]>,
}

/// The strips of the view that count as changed, because several actors own them or something was
/// drawn there.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedStrips {
    owned: StripSet,
    shared: StripSet,
    visible: StripSet,
}

impl SharedStrips {
    fn add(&mut self, strips: &StripSet) {
        self.shared.union(&self.owned.intersection(strips));
        self.owned.union(strips);
    }

    /// Returns the visible shared strips. Every actor that owns one of them must be redrawn.
    fn seen(&self) -> StripSet {
        self.shared.intersection(&self.visible)
    }
}

/// A set of actors: bit n - 1 stands for actor n.
type ActorSet = u128;

impl Stage {
    /// Returns the redraw requests.
    #[must_use]
    pub fn redraw(&self) -> &Redraw {
        &self.state.redraw
    }

    /// Returns the redraw requests for stores. The next frame reads them.
    pub fn redraw_mut(&mut self) -> &mut Redraw {
        &mut self.state.redraw
    }

    /// Marks actors for redrawing that share a visible strip with another actor, or that own a
    /// strip that was drawn or restored (D2).
    pub(crate) fn set_redraw_flags(&mut self) {
        if !redraws_overlaps(&self.dialect) {
            // v8: every frame draws every actor (D2).
            if self.dialect.version() == 8 {
                self.state
                    .actors
                    .iter_mut()
                    .for_each(|actor| actor.need_redraw = true);
            }
            let shared = self.shared_strips();
            self.mark_sharers(&shared);
        } else if self.state.redraw.always && self.dialect.moves_mouths() {
            self.mark_actors(|actor| actor.costume != 0);
        } else {
            self.spread_redraw_flags();
        }
    }

    /// Marks the actors for which `which` returns true for a redraw and a background reset.
    pub(super) fn mark_actors(&mut self, which: impl Fn(&Actor) -> bool) {
        for actor in self.state.actors.iter_mut().filter(|actor| which(actor)) {
            actor.need_redraw = true;
            actor.need_bg_reset = true;
        }
    }

    pub(super) fn shared_strips(&self) -> SharedStrips {
        let mut strips = SharedStrips {
            owned: StripSet::default(),
            shared: self.state.redraw.dirty,
            visible: StripSet::from_range(self.visible_strips()),
        };
        strips.shared.union(&self.state.redraw.restored);
        self.state
            .actors
            .iter()
            .for_each(|actor| strips.add(&actor.strips));
        strips
    }

    pub(super) fn mark_sharers(&mut self, shared: &SharedStrips) {
        let shared = shared.seen();
        if shared.is_empty() {
            return;
        }
        for actor in self
            .state
            .actors
            .iter_mut()
            .filter(|actor| !actor.need_redraw)
        {
            actor.need_redraw = actor.strips.meets(&shared);
        }
    }

    /// Marks actors that share strips after a drawing of actor `id`, which owned the strips
    /// `before` (HE62+, D2a).
    pub(super) fn mark_after_drawing(
        &mut self,
        id: u16,
        before: &StripSet,
        shared: &mut SharedStrips,
    ) {
        let mut new = self.state.actors[id].strips;
        new.remove_all(before);
        if new.is_empty() {
            // The strips of the other actors have not changed.
            let actor = &mut self.state.actors[id];
            actor.need_redraw |= actor.strips.meets(&shared.seen());
        } else {
            shared.add(&new);
            self.mark_sharers(shared);
        }
    }

    /// Spreads the marks from actor to actor in the strips in which their drawings overlap (HE70+,
    /// D2b).
    fn spread_redraw_flags(&mut self) {
        // HE90+: every frame draws actors with a blend table (D2b).
        let blends = self.dialect.he_at_least(90);
        self.mark_actors(|actor| blends && actor.costume != 0 && actor.he.xmap != 0);
        let visible = StripSet::from_range(self.visible_strips());
        let dirty = visible.intersection(&self.state.redraw.dirty);
        self.mark_actors(|actor| actor.strips.meets(&dirty));
        let owners = self.owners_of_strips(&visible);
        // If an actor with one of the two marks overlaps another actor in a strip, both actors get
        // both marks. This is repeated for each actor that gets a mark.
        let mut waiting: ActorSet = 0;
        for (id, actor) in self.state.actors.numbered() {
            if actor.need_redraw || actor.need_bg_reset {
                waiting |= bit(id);
            }
        }
        while waiting != 0 {
            let id = waiting.trailing_zeros() as u16 + 1;
            waiting &= !bit(id);
            waiting |= self.spread_from(id, &owners, &visible);
        }
    }

    /// Spreads the marks of one actor. Returns the actors that were marked.
    fn spread_from(
        &mut self,
        id: u16,
        owners: &[ActorSet; StripSet::LAST + 1],
        visible: &StripSet,
    ) -> ActorSet {
        let first = self.visible_strips().start;
        let mut marked = 0;
        for strip in self.state.actors[id].strips.intersection(visible).iter() {
            let mut others = owners[strip] & !bit(id);
            while others != 0 {
                let other = others.trailing_zeros() as u16 + 1;
                others &= !bit(other);
                let seen = strip.saturating_sub(first);
                if self.marks(other, id, seen) {
                    marked |= bit(other);
                }
                self.marks(id, other, seen);
            }
        }
        marked
    }

    /// Marks actor `id` for a redraw and a background reset if it overlaps actor `other` in a
    /// strip. Returns whether one of the two marks was missing before.
    fn marks(&mut self, id: u16, other: u16, strip: usize) -> bool {
        let actor = &self.state.actors[id];
        let lacks = !(actor.need_redraw && actor.need_bg_reset);
        let marks = lacks && self.overlaps(actor, &self.state.actors[other], strip);
        if marks {
            let actor = &mut self.state.actors[id];
            actor.need_redraw = true;
            actor.need_bg_reset = true;
        }
        marks
    }

    /// Returns whether the drawings of two actors overlap in a strip of the view. Only the last row
    /// of `actor` is tested, so the result may differ if the actors are exchanged. HE70 keeps no
    /// rows of strips, and no actors overlap.
    fn overlaps(&self, actor: &Actor, other: &Actor, strip: usize) -> bool {
        if !self.dialect.restores_lines_of_strips() {
            return false;
        }
        let ((first, last), (other_first, other_last)) =
            (actor.he.lines.get(strip), other.he.lines.get(strip));
        other_last >= first && other_first >= last
    }

    /// Returns the owners of each strip of the room.
    fn owners_of_strips(&self, visible: &StripSet) -> [ActorSet; StripSet::LAST + 1] {
        let mut owners = [0; StripSet::LAST + 1];
        for (id, actor) in self.state.actors.numbered() {
            for strip in actor.strips.intersection(visible).iter() {
                owners[strip] |= bit(id);
            }
        }
        owners
    }

    /// Restores the background in the visible strips of actors that will be drawn again or that
    /// have left (D4). In HE70+ it restores only the strips of marked actors (D4a).
    ///
    /// An actor whose last drawing placed no picture keeps its strips until it needs a reset.
    pub(super) fn reset_backgrounds(&mut self) {
        // HE95+: while no actor requests a background reset nothing is restored, and strips stay
        // dirty (D4a).
        if self.dialect.he_at_least(95) {
            let keep = |actor: &&mut Actor| actor.he.flags & 1 != 0;
            self.state
                .actors
                .iter_mut()
                .filter(keep)
                .for_each(|actor| actor.need_bg_reset = false);
            if !self.state.actors.iter().any(|actor| actor.need_bg_reset) {
                return;
            }
        }
        let only_marked = redraws_overlaps(&self.dialect);
        let keeps_background = self.dialect.is_humongous() && !only_marked;
        let visible = StripSet::from_range(self.visible_strips());
        self.state.redraw.dirty.remove_all(&visible);
        self.state.redraw.restored.remove_all(&visible);
        for id in Actors::ids() {
            let actor = &mut self.state.actors[id];
            let is_drawn_again = !only_marked && actor.top != NO_TOP && actor.need_redraw;
            let resets = std::mem::take(&mut actor.need_bg_reset) || is_drawn_again;
            if resets && !(keeps_background && actor.he.flags & 1 != 0) {
                self.restore_actor(id, &visible);
            }
        }
    }

    /// Removes the visible strips from an actor, and restores these strips on the rows of its
    /// drawing.
    fn restore_actor(&mut self, id: u16, visible: &StripSet) {
        let height = to_i32(self.buffers.front.height());
        let black = self.black_if_dark();
        let first = self.visible_strips().start;
        let by_strips = self.dialect.restores_lines_of_strips();
        // HE99+: a strip with a drawing on a single row is restored, too (D4a).
        let least = if self.dialect.he_at_least(99) { 0 } else { 1 };
        let actor = &mut self.state.actors[id];
        let strips = actor.strips.intersection(visible);
        if strips.is_empty() {
            return;
        }
        actor.strips.remove_all(visible);
        let whole = lines_to_restore(actor, height);
        let of_strips = by_strips.then_some(actor.he.lines);
        let mut lines = strips.iter().map(|strip| {
            let own = of_strips
                .as_ref()
                .map(|lines| lines_of_strip(lines.get(strip - first), least, height));
            (strip, own.unwrap_or_else(|| whole.clone()))
        });
        // Neighbouring strips with the same rows are copied together, which halves the time of a
        // frame with 64 actors.
        let Some((start, mut rows)) = lines.next() else {
            return;
        };
        let mut run = start..start + 1;
        for (strip, next) in lines {
            if strip == run.end && next == rows {
                run.end += 1;
            } else {
                self.show_back(run.start * 8..run.end * 8, rows, black);
                run = strip..strip + 1;
                rows = next;
            }
        }
        self.show_back(run.start * 8..run.end * 8, rows, black);
    }
}

fn bit(id: u16) -> ActorSet {
    const { assert!(MAX_ACTOR as u32 <= ActorSet::BITS) }
    id.checked_sub(1)
        .and_then(|shift| 1_u128.checked_shl(shift.into()))
        .unwrap_or(0)
}

/// Returns the rows of a strip that lie on the stage. The range is empty if the last row minus the
/// first row is less than `least`, which is always true for strips without a drawing.
fn lines_of_strip((first, last): (i16, i16), least: i32, height: i32) -> Range<usize> {
    let first = i32::from(first);
    let last = i32::from(last);
    let end = if last - first >= least { last + 1 } else { 0 };
    to_index(first.clamp(0, height))..to_index(end.clamp(0, height))
}

/// Returns the rows of an actor's last drawing that lie on the stage.
fn lines_to_restore(actor: &Actor, height: i32) -> Range<usize> {
    to_index(actor.top.clamp(0, height))..to_index(actor.bottom.clamp(0, height))
}

// The background behind the actors: drawn completely in full frames (S17), in strips where
// something has changed or the camera has moved (Y36), with objects after it (O5), and black in
// the front buffer in dark rooms (R13).

/// The bit of `lights` in which the room is visible (R13).
const ROOM_LIGHT: u16 = 2;

/// The sizes in bytes of the picture of a room in Berlin: English and German.
const BERLIN_PICTURES: [usize; 2] = [43_159, 42_953];

impl Stage {
    /// Draws the background of the whole view, with its objects, into both buffers, as after a room
    /// change. No frame is played.
    pub fn draw_background(&mut self) {
        self.state.objects.take_states();
        self.draw_view();
        self.state.redraw.dirty = StripSet::default();
    }

    /// Draws the background and the objects of the whole view.
    fn draw_view(&mut self) {
        let strips = self.visible_strips();
        self.draw_strips(strips.clone());
        self.forget_bmap_strips();
        self.draw_objects(&strips);
        let redraw = &mut self.state.redraw;
        redraw.full = false;
        redraw.background = false;
        redraw.drawn_camera = Some(self.state.camera.cur);
    }

    /// Draws the parts of the background that have to be drawn before the actors (S17, Y36).
    pub(super) fn redraw_background(&mut self) {
        if self.state.camera.steps {
            self.redraw_moving_view()
        } else {
            self.redraw_placed_view()
        }
    }

    /// Draws the view of a camera that the caller has placed. After a move of the camera the frame
    /// is a full frame. A full frame draws all actors. Over a BMAP background this is true only
    /// after the camera has moved ([`Quirks::BMAP_HIDES_ACTORS`]).
    fn redraw_placed_view(&mut self) {
        let moved = self.state.redraw.drawn_camera != Some(self.state.camera.cur);
        if moved || self.state.redraw.full {
            self.draw_view();
            self.redraw_all_unless_hidden(moved);
        } else if self.state.redraw.background {
            self.draw_dirty_strips();
            self.draw_objects(&self.visible_strips());
            self.state.redraw.background = false;
        }
    }

    /// Draws the view of a camera that takes steps: dirty strips, then new strips, then objects
    /// (Y36).
    fn redraw_moving_view(&mut self) {
        let full = self.state.redraw.full;
        let cur = self.state.camera.cur;
        let last = self.state.camera.last;
        if !full && cur == last && !self.state.redraw.background {
            return;
        }
        if !full && self.state.redraw.background {
            self.draw_dirty_strips();
        }
        let visible = self.visible_strips();
        let new = self.new_strips(&visible);
        self.draw_strips(new.clone());
        if full {
            self.forget_bmap_strips();
        }
        let everywhere = self.state.redraw.background || new.is_empty();
        self.draw_objects(if everywhere { &visible } else { &new });
        self.state.redraw.background = false;
        if full {
            self.redraw_all_unless_hidden(false);
        }
    }

    /// Returns the strips of the view that the camera's last step or a full frame requires (Y36).
    fn new_strips(&self, visible: &Range<usize>) -> Range<usize> {
        let cur = i32::from(self.state.camera.cur.x);
        let last = i32::from(self.state.camera.last.x);
        let by_pixels = self.dialect.scrolls_by_pixels();
        let moved = if by_pixels {
            cur / 8 - last / 8
        } else {
            cur - last
        };
        // Before v7 one strip is new, in v7 and later as many strips as the camera has passed.
        let strips = match moved {
            8 | -8 if !by_pixels => 1,
            n if by_pixels => usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX),
            0 => 0,
            _ => usize::MAX,
        };
        if self.state.redraw.full || strips >= visible.len() {
            visible.clone()
        } else if moved > 0 {
            visible.end - strips..visible.end
        } else {
            visible.start..visible.start + strips
        }
    }

    /// Draws the visible dirty strips of the room's picture again (Y36.1).
    fn draw_dirty_strips(&mut self) {
        let dirty = self
            .state
            .redraw
            .dirty
            .intersection(&StripSet::from_range(self.visible_strips()));
        for strip in dirty.iter() {
            self.draw_strips(strip..strip + 1);
        }
    }

    /// Marks all actors for redrawing in a full frame (D2). In HE70 and later the dirty strips are
    /// sufficient (D2b).
    fn redraw_all_unless_hidden(&mut self, moved: bool) {
        if !redraws_overlaps(&self.dialect) && (moved || !self.hides_actors()) {
            self.state
                .actors
                .iter_mut()
                .for_each(|actor| actor.need_redraw = true);
        }
    }

    /// Returns whether a full frame draws the background over actors that have not changed
    /// ([`Quirks::BMAP_HIDES_ACTORS`]).
    fn hides_actors(&self) -> bool {
        let bmap = self.dialect.has_bmap_backgrounds() && self.backdrop.room().is_some();
        bmap && self.dialect.has_quirk(Quirks::BMAP_HIDES_ACTORS)
    }

    /// Draws strips of the room's picture, without objects.
    fn draw_strips(&mut self, strips: Range<usize>) {
        let end = self.backdrop.strips_end(self.dialect.scrolls_by_pixels());
        let strips = strips.start..strips.end.min(end);
        // v3, v4 in 16 colours: the runs of a strip may continue after its right edge (S7).
        if matches!(self.dialect.version(), 3 | 4) && self.dialect.is_sixteen_colour() {
            // Pixels that a strip draws into the next one stay in the back buffer (S17).
            strips.for_each(|strip| self.draw_strips_at_once(strip..strip + 1));
        } else if !strips.is_empty() {
            self.draw_strips_at_once(strips);
        }
    }

    fn draw_strips_at_once(&mut self, strips: Range<usize>) {
        self.colour_berlin();
        let dark = self.is_dark();
        let Buffers {
            back: canvas,
            planes,
            ..
        } = &mut self.buffers;
        let tiles = self
            .state
            .nes
            .as_mut()
            .map(|nes| nes.tables.in_light(!dark));
        let room_palette = &self.state.colours.room;
        self.backdrop.draw(
            strips.clone(),
            &mut RoomTarget {
                canvas,
                planes,
                room_palette,
                tiles,
            },
        );
        self.show_strips(strips, 0..self.buffers.back.height());
    }

    /// Changes two colours of a room of Indiana Jones 3 before strips are drawn
    /// ([`Enhancements::INDY3_BERLIN_COLOURS`]).
    fn colour_berlin(&mut self) {
        let is_indy = self.has_enhancement(Enhancements::INDY3_BERLIN_COLOURS, GameId::Indy3)
            && self.dialect.is_v3_256()
            && self.dialect.platform() != Platform::FmTowns
            && self.room_resource() == 46;
        let size = self.backdrop.room().map_or(0, |room| room.picture_size);
        if !is_indy || !BERLIN_PICTURES.contains(&size) {
            return;
        }
        let colours = &mut self.state.colours.room;
        for (colour, better) in [(11, 86), (13, 80)] {
            if colours[usize::from(colour)] == colour && colours[usize::from(better)] == better {
                colours[usize::from(colour)] = better;
            }
        }
    }

    /// Clears the dirty strips after a BMAP was drawn as a whole: afterwards only the strips of
    /// objects that are drawn later count as changed (O7).
    fn forget_bmap_strips(&mut self) {
        if self.hides_actors() {
            self.state.redraw.dirty = StripSet::default();
        }
    }

    /// Copies rows of strips from the back buffer to the front buffer, or fills them with black in
    /// a dark room (R13). Actors there are drawn again (D2).
    pub(super) fn show_strips(&mut self, strips: Range<usize>, lines: Range<usize>) {
        // A plain picture is never dark in v0 (S0).
        let plain = self.dialect.is_v0() && self.backdrop.room().is_none();
        let black = self.black_if_dark().filter(|_| !plain);
        let lines = lines.start..lines.end.min(self.buffers.back.height());
        self.show_back(strips.start * 8..strips.end * 8, lines, black);
        self.state.redraw.dirty.insert_range(strips);
    }

    /// Returns the colour that replaces the background in a dark room (R13, Q20).
    pub(super) fn black_if_dark(&self) -> Option<u8> {
        self.is_dark().then(|| self.black())
    }

    /// Returns whether the room is dark, so that its background is not visible (R13).
    pub(crate) fn is_dark(&self) -> bool {
        self.dialect.has_lights() && self.state.lights & ROOM_LIGHT == 0
    }

    /// Copies room columns of some rows from the back to the front buffer, or fills them with
    /// `black` where the room is dark (R13). Columns after the end of the buffers are skipped.
    pub(crate) fn show_back(
        &mut self,
        columns: Range<usize>,
        lines: Range<usize>,
        black: Option<u8>,
    ) {
        let Self {
            buffers: Buffers { front, back, .. },
            state: State { renderer, .. },
            ..
        } = self;
        for y in lines {
            let row =
                back.index(columns.start, y)..back.index(columns.end, y).min(back.pixels().len());
            if let Some(trace) = &mut renderer.trace {
                trace.clear(row.clone());
            }
            if let (Some(from), Some(to)) = (
                back.pixels().get(row.clone()),
                front.pixels_mut().get_mut(row),
            ) {
                match black {
                    Some(black) => to.fill(black),
                    None => to.copy_from_slice(from),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use scumm_costume::StripLines;
    use scumm_room::Rect;

    use super::*;
    use crate::fixture::{Loud, dressed, in_room, stage, wide_stage};

    /// Returns the actors that are redrawn, for actors 1.. with these strips.
    fn redrawn(dialect: Dialect, strips: &[Range<usize>]) -> Vec<u16> {
        let mut stage = stage(dialect);
        for (id, strips) in (1..).zip(strips) {
            let mut actor = stage.actor_mut(id).unwrap();
            actor.strips = StripSet::from_range(strips.clone());
            actor.need_redraw = false;
        }
        stage.set_redraw_flags();
        stage
            .actors()
            .filter(|(_, actor)| actor.need_redraw)
            .map(|(id, _)| id)
            .collect()
    }

    #[test]
    fn who_shares_a_visible_strip_is_drawn_again_d2() {
        assert_eq!(redrawn(Dialect::new(5), &[3..6, 5..9, 9..12]), [1, 2]);
        assert_eq!(
            redrawn(Dialect::new(5), &[38..43, 41..44, 5..6]),
            [] as [u16; 0],
            "the view has 40 strips, so strip 41 is not shared"
        );
        assert_eq!(
            redrawn(Dialect::new(7), &[38..43, 40..44, 5..6]),
            [1, 2],
            "in v7 the view has 41 strips"
        );
    }

    #[test]
    fn blended_actors_are_drawn_in_every_frame_from_he90_on_d2b() {
        for (he, redraw) in [(89, false), (90, true)] {
            let mut stage = stage(Dialect::humongous(he));
            let mut actor = stage.actor_mut(1).unwrap();
            actor.costume = 1;
            actor.he.xmap = 4;
            stage.actor_mut(2).unwrap().he.xmap = 4;
            stage.set_redraw_flags();
            let actor = stage.actor(1).unwrap();
            assert_eq!(
                (actor.need_redraw, actor.need_bg_reset),
                (redraw, redraw),
                "HE{he}"
            );
            assert!(
                !stage.actor(2).unwrap().need_redraw,
                "an actor without a costume is not marked"
            );
        }
    }

    /// Creates a stage whose front buffer is completely dirty, with an actor that claims strip 2 on
    /// rows 10..12.
    fn smeared(dialect: Dialect) -> Stage {
        let mut stage = dressed(dialect);
        stage.buffers.front.pixels_mut().fill(99);
        let mut actor = stage.actor_mut(1).unwrap();
        actor.strips = StripSet::from_range(2..3);
        actor.top = 10;
        actor.bottom = 12;
        actor.need_redraw = false;
        actor.need_bg_reset = false;
        stage
    }

    fn restored(stage: &mut Stage) -> (Vec<(usize, usize)>, bool) {
        stage.reset_backgrounds();
        let rows = stage.front().rows().enumerate();
        let clean = rows.flat_map(|(y, row)| {
            row.iter()
                .enumerate()
                .filter(|(_, p)| **p == 7)
                .map(move |(x, _)| (x, y))
        });
        (clean.collect(), stage.actor(1).unwrap().strips.is_empty())
    }

    #[test]
    fn strips_come_back_on_the_lines_that_were_drawn_d4() {
        let all = [10, 11]
            .map(|y| (16..24).map(move |x| (x, y)).collect::<Vec<_>>())
            .concat();
        for reset in [true, false] {
            let mut stage = smeared(Dialect::new(5));
            let mut actor = stage.actor_mut(1).unwrap();
            actor.need_bg_reset = reset;
            actor.need_redraw = !reset;
            assert_eq!(restored(&mut stage), (all.clone(), true));
            assert!(!stage.actor(1).unwrap().need_bg_reset);
        }
        assert_eq!(
            restored(&mut smeared(Dialect::new(5))),
            (vec![], false),
            "without a mark nothing is restored"
        );
    }

    #[test]
    fn an_actor_that_drew_nothing_keeps_its_strips_d4() {
        let mut stage = smeared(Dialect::new(5));
        let mut actor = stage.actor_mut(1).unwrap();
        actor.top = NO_TOP;
        actor.bottom = 0;
        actor.need_redraw = true;
        assert_eq!(restored(&mut stage), (vec![], false));
        stage.actor_mut(1).unwrap().need_bg_reset = true;
        assert_eq!(
            restored(&mut stage),
            (vec![], true),
            "the strips are removed, but no lines are restored"
        );
    }

    #[test]
    fn humongous_actors_may_keep_their_background_d4_d4a() {
        for (he, kept) in [(62, true), (70, false), (94, false), (95, true)] {
            let mut stage = stage(Dialect::humongous(he));
            let mut actor = stage.actor_mut(1).unwrap();
            actor.strips = StripSet::from_range(2..3);
            actor.need_bg_reset = true;
            stage.actor_mut(1).unwrap().set_keep_background(true);
            stage.reset_backgrounds();
            let actor = stage.actor(1).unwrap();
            assert_eq!(
                (actor.strips.is_empty(), actor.need_bg_reset),
                (!kept, false),
                "HE{he}"
            );
        }
    }

    #[test]
    fn from_he70_on_only_a_mark_for_it_restores_a_background_d4a() {
        for (he, restored_by_redraw) in [(62, true), (70, false)] {
            let mut stage = smeared(Dialect::humongous(he));
            stage.actor_mut(1).unwrap().need_redraw = true;
            assert_eq!(
                !restored(&mut stage).0.is_empty(),
                restored_by_redraw,
                "HE{he}"
            );
        }
    }

    #[test]
    fn each_strip_is_restored_on_its_own_lines_from_he71_on_d4a() {
        for (he, lines) in [(70, vec![10, 11]), (71, vec![50, 51, 52])] {
            let mut stage = smeared(Dialect::humongous(he));
            let mut actor = stage.actor_mut(1).unwrap();
            actor.he.lines = StripLines::NONE;
            actor.need_bg_reset = true;
            actor.he.lines.note(Rect::new(16, 50, 23, 52), 480);
            let rows: BTreeSet<_> = restored(&mut stage).0.into_iter().map(|(_, y)| y).collect();
            assert_eq!(rows.into_iter().collect::<Vec<_>>(), lines, "HE{he}");
        }
    }

    #[test]
    fn without_a_mark_strips_stay_dirty_from_he95_on_d4a() {
        for (he, dirty) in [(94, false), (95, true)] {
            let mut stage = stage(Dialect::humongous(he));
            stage.state.redraw.dirty.insert(3);
            stage.reset_backgrounds();
            assert_eq!(!stage.state.redraw.dirty.is_empty(), dirty, "HE{he}");
        }
    }

    #[test]
    fn a_single_line_comes_back_from_he99_on_d4a() {
        for (he, lines) in [(98, vec![]), (99, vec![50])] {
            let mut stage = smeared(Dialect::humongous(he));
            let mut actor = stage.actor_mut(1).unwrap();
            actor.he.lines = StripLines::NONE;
            actor.need_bg_reset = true;
            actor.he.lines.note(Rect::new(16, 50, 23, 50), 480);
            let rows: BTreeSet<_> = restored(&mut stage).0.into_iter().map(|(_, y)| y).collect();
            assert_eq!(rows.into_iter().collect::<Vec<_>>(), lines, "HE{he}");
        }
    }

    /// Returns the marks of the first of two actors of HE72 in strip 2, drawn on these rows, after
    /// the second one was marked.
    fn marked(lines: [(i32, i32); 2]) -> (bool, bool) {
        let mut stage = stage(Dialect::humongous(72));
        for (id, (top, bottom)) in (1..).zip(lines) {
            let mut actor = stage.actor_mut(id).unwrap();
            actor.strips = StripSet::from_range(2..3);
            actor.need_bg_reset = id == 2;
            actor.need_redraw = false;
            actor.he.lines = StripLines::NONE;
            actor.he.lines.note(Rect::new(16, top, 23, bottom), 480);
        }
        stage.set_redraw_flags();
        let actor = stage.actor(1).unwrap();
        (actor.need_redraw, actor.need_bg_reset)
    }

    #[test]
    fn marks_spread_where_the_other_begins_below_and_ends_below_d2b() {
        assert_eq!(marked([(10, 20), (20, 30)]), (true, true));
        assert_eq!(
            marked([(10, 20), (19, 30)]),
            (false, false),
            "the second actor begins above the last line of the first"
        );
        assert_eq!(marked([(10, 20), (0, 5)]), (false, false));
    }

    #[test]
    fn marks_do_not_spread_between_drawings_in_he70_d2b() {
        let mut stage = stage(Dialect::humongous(70));
        for (id, top, bottom) in [(1, 10, 20), (2, 20, 30), (3, 15, 30)] {
            let mut actor = stage.actor_mut(id).unwrap();
            actor.strips = StripSet::from_range(2..3);
            actor.need_redraw = false;
            actor.need_bg_reset = id > 1;
            actor.top = top;
            actor.bottom = bottom;
        }
        stage.set_redraw_flags();
        assert!(!stage.actor(1).unwrap().need_redraw);
    }

    #[test]
    fn who_stands_in_a_dirty_strip_gets_both_marks_from_he70_on_d2b() {
        for (he, reset) in [(62, false), (70, true)] {
            let mut stage = stage(Dialect::humongous(he));
            stage.state.redraw.dirty.insert(4);
            let mut actor = stage.actor_mut(1).unwrap();
            actor.strips = StripSet::from_range(4..5);
            actor.need_redraw = false;
            actor.need_bg_reset = false;
            stage.set_redraw_flags();
            let actor = stage.actor(1).unwrap();
            assert_eq!(
                (actor.need_redraw, actor.need_bg_reset),
                (true, reset),
                "HE{he}"
            );
        }
    }

    #[test]
    fn lines_off_the_stage_are_left_out() {
        let lines = |top, bottom| {
            let mut actor = Actor::new(&Dialect::new(5));
            actor.top = top;
            actor.bottom = bottom;
            lines_to_restore(&actor, 200)
        };
        assert_eq!(lines(-5, 300), 0..200);
        assert!(lines(20, 20).is_empty() && lines(NO_TOP, 0).is_empty());
        assert_eq!(lines(i32::MIN, i32::MAX), 0..200);
    }

    #[test]
    fn a_dark_room_is_black_and_its_picture_kept_r13() {
        for (dialect, shown) in [(Dialect::new(5), 0), (Dialect::new(6), 7)] {
            let mut stage = dressed(dialect);
            stage.set_lights(9);
            stage.tick(&mut Loud);
            assert_eq!(
                (
                    stage.front().row(5)[5],
                    stage.buffers.back.pixels()[5 * 320 + 5]
                ),
                (shown, 7)
            );
            assert_eq!(
                stage.front().row(95)[103],
                40,
                "darkness does not change the pixels of actors"
            );
        }
    }

    #[test]
    fn a_moved_camera_makes_a_full_frame_d2_s17() {
        let mut stage = wide_stage(Dialect::new(5), 640, 200);
        stage.tick(&mut Loud);
        stage.actor_mut(9).unwrap().need_redraw = false;
        stage.tick(&mut Loud);
        assert!(!stage.actor(9).unwrap().need_redraw);
        stage.place_camera(168, 100);
        stage.tick(&mut Loud);
        assert!(
            stage.actor(9).unwrap().need_redraw,
            "a moved view marks actors of all rooms"
        );
        assert!(stage.front().rows().all(|row| row.iter().all(|&p| p == 7)));
    }

    #[test]
    fn objects_of_a_room_that_has_none_are_an_error() {
        assert!(
            dressed(Dialect::new(5))
                .objects_mut()
                .set_state(12, 1)
                .is_err()
        );
    }

    /// Returns the columns of the view that the next frame draws again, for a picture that is
    /// completely dirty.
    fn drawn(stage: &mut Stage) -> Vec<usize> {
        stage.buffers.front.pixels_mut().fill(99);
        stage.buffers.back.pixels_mut().fill(99);
        stage.tick(&mut Loud);
        let row = stage.front().row(5);
        (0..row.len() / 8)
            .filter(|strip| row[strip * 8] != 99)
            .collect()
    }

    #[test]
    fn a_scroll_by_one_strip_draws_one_strip_y36() {
        let mut stage = in_room(Dialect::new(6), 3);
        assert_eq!(drawn(&mut stage), [] as [usize; 0], "nothing has changed");
        stage.camera_mut().pan_to(176, 0);
        assert_eq!(drawn(&mut stage), [39]);
        assert_eq!(drawn(&mut stage), [39]);
        stage.camera_mut().pan_to(160, 0);
        assert_eq!(drawn(&mut stage), [0]);
        stage.camera_mut().send_to(300, 0);
        assert_eq!(drawn(&mut stage).len(), 40);
    }

    #[test]
    fn v7_draws_the_strips_that_have_come_into_view_y36() {
        let mut stage = in_room(Dialect::new(7), 3);
        stage.camera_mut().send_to(184, 100);
        assert_eq!(drawn(&mut stage), [38, 39], "strip 39 is beyond the view");
        stage.camera_mut().send_to(160, 100);
        assert_eq!(drawn(&mut stage), [0, 1, 2]);
        stage.camera_mut().send_to(167, 100);
        assert_eq!(
            drawn(&mut stage),
            [] as [usize; 0],
            "the same strips are in view"
        );
        stage.camera_mut().send_to(480, 100);
        assert_eq!(
            drawn(&mut stage).len(),
            39,
            "strip 40 is not drawn again: it was at the right edge"
        );
    }

    #[test]
    fn all_objects_are_drawn_again_unless_one_strip_is_y36() {
        let mut stage = in_room(Dialect::new(6), 2);
        stage.objects_mut().set_state(10, 1).unwrap();
        stage.redraw_object(11).unwrap();
        // The strip of the knob is drawn from the room, then both objects are drawn everywhere.
        assert_eq!(drawn(&mut stage), [5]);
        assert_eq!([16, 31].map(|y| stage.front().row(y)[32]), [50, 50]);
    }

    #[test]
    fn actors_keep_their_strips_while_the_room_scrolls_y37() {
        let mut stage = in_room(Dialect::new(6), 3);
        let before = stage.actor(1).unwrap().strips;
        stage.camera_mut().pan_to(200, 0);
        (0..5).for_each(|_| stage.tick(&mut Loud));
        let after = stage.actor(1).unwrap();
        assert_eq!((after.strips, stage.camera().view_start()), (before, 40));
        assert_eq!(
            stage.front().row(95)[103 - 40],
            40,
            "the actor is not drawn again and is still visible"
        );
    }
}
