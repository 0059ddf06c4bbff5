//! Speech: the talking actor with its talk animations (T80–T84), and a line of speech from its
//! first page to its end (T83, T83a, T86, Y61–Y63).
//!
//! [`ActorMut::talk`] begins a line of speech and [`Stage::end_talk`] ends the line; the two
//! methods do everything that the rules require (T80, T82). [`ActorMut::talk_start`] and
//! [`ActorMut::talk_stop`] only start the animations of one actor, for mouths that open and close
//! during a line and for scenes. [`Talk`] plays a whole line.

use scumm_room::{Dialect, GameId};

use crate::{ActorMut, Event, Stage};

/// The state of the talking actor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Talking {
    /// The talking actor variable: the number of an actor, 0 at engine start, and 255 or 0 after an
    /// actor has stopped talking (T82). The raw value matters: a talk animation does not start
    /// while the variable is 0, but does while it is 255 (T81).
    pub who: u16,
    /// Whether the actor started a talk animation through [`ActorMut::talk`] (T82).
    animated: bool,
}

impl Talking {
    /// No actor has talked yet.
    const NOBODY_YET: u16 = 0;
    /// No actor talks any more.
    const STOPPED: u16 = 255;

    /// Returns the number of the talking actor (T82, Y60).
    pub fn actor(self) -> Option<u16> {
        Some(self.who).filter(|id| (1..0x80).contains(id))
    }
}

impl Stage {
    /// Returns the number of the talking actor.
    #[must_use]
    pub fn talking_actor(&self) -> Option<u16> {
        self.state.talking.actor()
    }

    /// Stores the talking actor variable and has no other effect. `variable` is the number of an
    /// actor, or 0 or 255 for no actor, as in scripts (T81, T82).
    pub fn set_talking_actor(&mut self, variable: u16) {
        self.state.talking.who = variable;
    }

    /// Starts a line of speech (Y61). Ends the previous line first, unless `adds` is set and the
    /// new line is added to the previous line. Returns `false` and does nothing if the speaker is
    /// not in the room.
    fn begin_talk(&mut self, speaker: Option<u16>, adds: bool) -> bool {
        if speaker.is_some_and(|id| !self.actor_mut(id).is_ok_and(|actor| actor.in_room())) {
            return false;
        }
        if !adds {
            self.end_talk();
        }
        match speaker {
            Some(id) => self.handle(id).talk_start(),
            None => self.state.talking.who = Talking::STOPPED,
        }
        self.state.talking.animated = speaker.is_some();
        true
    }

    /// Opens or closes the mouth of the talking actor (T81, T83a).
    fn move_mouth(&mut self, open: bool) {
        let Some(id) = self.state.talking.actor() else {
            return;
        };
        let mut actor = self.handle(id);
        let frame = if open {
            actor.talk_start_frame
        } else {
            actor.talk_stop_frame
        };
        actor.run_talk_animation(frame);
    }

    /// Ends all talk and starts the talk stop animation of the talking actor (T82).
    pub fn end_talk(&mut self) {
        if let Some(id) = self.state.talking.actor() {
            let animates =
                self.dialect.is_v7_plus() || (self.in_room(id) && self.state.talking.animated);
            let mut actor = self.handle(id);
            actor.he.talking = false;
            if animates {
                actor.run_talk_animation(actor.talk_stop_frame);
                self.state.talking.animated = false;
            }
            if !self.dialect.nobody_talks_is_zero() {
                self.state.talking.who = Talking::STOPPED;
            }
        }
        // The Dig, v8 and Humongous games set the talking actor to 0 when all talk is stopped
        // (T82).
        if self.dialect.nobody_talks_is_zero() || self.dialect.game() == Some(GameId::Dig) {
            self.state.talking.who = Talking::NOBODY_YET;
        }
    }
}

impl ActorMut<'_> {
    /// Makes this actor the talking actor and starts its talk animation. The previous talking actor
    /// stops (T80, T87). Does nothing if the actor is outside the current room (Y61).
    pub fn talk(&mut self) {
        self.stage.begin_talk(Some(self.id), false);
    }

    /// Makes this actor the talking actor and starts its talk animation. The previous talking actor
    /// is not stopped (T80, T81).
    pub fn talk_start(&mut self) {
        self.stage.state.talking.who = self.id;
        self.he.talking = self.stage.dialect.is_humongous();
        self.run_talk_animation(self.talk_start_frame);
    }

    /// Starts the talk stop animation of this actor. Afterwards no actor talks (T82).
    pub fn talk_stop(&mut self) {
        self.run_talk_animation(self.talk_stop_frame);
        self.he.talking = false;
        let zero = self.stage.dialect.nobody_talks_is_zero();
        self.stage.state.talking.who = if zero {
            Talking::NOBODY_YET
        } else {
            Talking::STOPPED
        };
    }

    /// Starts a talk frame. Does nothing if no actor has talked yet, the actor is in another room,
    /// or the frame is already playing (T81). A talk script replaces the animation (Y64).
    fn run_talk_animation(&mut self, frame: u8) {
        let idle = self.stage.state.talking.who == Talking::NOBODY_YET
            || !self.in_room()
            || self.frame == frame;
        // v8: no talk animation starts while a message waits (T81).
        if idle || (self.stage.dialect.version() == 8 && self.stage.state.variables.have_msg == 2) {
            return;
        }
        let frame = u16::from(frame);
        match self.talk_script {
            0 => self.begin_anim(frame),
            script => self.stage.emit(Event::TalkScript {
                script,
                actor: self.id,
                frame,
            }),
        }
    }
}

// A line of speech from its first page to its end: the time of each text, the movements of the
// mouth, and the end of the line (T83, T83a, T86, Y61–Y63).

/// The duration of a text without characters, in jiffies (T86).
const DELAY: u32 = 60;

/// Drives a line of speech: the caller passes texts and voices, and talk animations start and stop
/// on the stage at the same times as in the original.
///
/// The caller prints the texts and plays the voices. In each frame it calls [`Self::advance`]
/// before its scripts, [`Self::update_text`] between the halves of the frame, and
/// [`Self::move_mouth`] after the frame:
///
/// ```
/// # use scumm_engine::{Backdrop, Picture, SplitMix64, Stage, Talk};
/// # use scumm_room::{Dialect, Surface};
/// # fn main() -> scumm_room::Result<()> {
/// # let mut world = SplitMix64::new(1);
/// # let wall = Picture::new(Surface::filled(320, 144, 7), Vec::new(), 1)?;
/// # let mut stage = Stage::new(Dialect::new(5), Backdrop::Picture(wall.into()), 0..144);
/// # let room = stage.room_number();
/// # stage.actor_mut(1)?.put(100, 100, Some(room));
/// let mut talk = Talk::new(stage.dialect());
/// assert!(talk.say(&mut stage, Some(1), &[12, 20], None)); // two pages, no voice
/// let mut frames = 0;
/// while talk.is_talking() {
///     talk.advance(6, None); // the frame has six jiffies
///     // Scripts run here.
///     stage.tick_walk();
///     talk.update_text(&mut stage);
///     stage.tick_draw(&mut world);
///     talk.move_mouth(&mut stage);
///     frames += 1;
/// }
/// assert_eq!(frames, (60 + 12 * 4) / 6 + 24); // 60 + 20 * 4 jiffies are 23 frames and a third
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Talk {
    /// The duration of each page and of each character on it, in jiffies.
    pace: [u32; 2],
    /// Whether the next line is added to the text on the screen.
    keeps: bool,
    line: Option<Speech>,
}

/// The current line of speech.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Speech {
    speaker: Option<u16>,
    /// The number of characters on each page.
    pages: Vec<u32>,
    /// The index of the current page.
    page: usize,
    /// The remaining duration of the page in jiffies.
    left: u32,
    /// The sync times of the voice, if the line has a voice.
    times: Option<Vec<u16>>,
    /// The position in the voice in jiffies; `None` without a voice and after its end.
    voice: Option<u32>,
    /// Whether the mouth is open.
    open: bool,
}

impl Talk {
    /// Creates a `Talk` without a line of speech. Texts have the duration that the game uses before
    /// a text speed is set (T86).
    #[must_use]
    pub fn new(dialect: &Dialect) -> Self {
        Self {
            pace: [DELAY, dialect.jiffies_per_character(None)],
            keeps: false,
            line: None,
        }
    }

    /// Sets the durations for the lines that follow, in jiffies (T86). `page` is added for each
    /// page: 60 unless a variable of v7 or v8 changes it. `character` is added for each character:
    /// the value of [`Dialect::jiffies_per_character`] for a text speed.
    pub fn set_pace(&mut self, page: u32, character: u32) {
        self.pace = [page, character];
    }

    /// Adds the next line to the text on the screen (FF 02 at the end of a text). The next line
    /// then does not end the current talk. In v1 and v2 the characters that stay on the screen
    /// count for its duration, too (T86, Y61).
    pub fn keep(&mut self) {
        self.keeps = true;
    }

    /// Starts a line of speech (Y61). Returns `false` and does nothing if the speaker is not in the
    /// room. Without a speaker no mouth moves.
    ///
    /// `pages` holds the number of characters of each page, in v8 the number of bytes (T86). A page
    /// ends at FF 03; other control codes do not count. An empty slice is a line without text.
    /// `times` holds the sync times of the voice in jiffies, in The Dig in milliseconds (T83a).
    /// Pass an empty slice for a voice without sync times, and `None` for a line without a voice.
    pub fn say(
        &mut self,
        stage: &mut Stage,
        speaker: Option<u16>,
        pages: &[u32],
        times: Option<&[u16]>,
    ) -> bool {
        let adds = std::mem::take(&mut self.keeps);
        if !stage.begin_talk(speaker, adds) {
            return false;
        }
        // v1, v2: characters that stay from the text before lengthen the duration of the next text
        // (T86).
        let kept = self
            .line
            .as_ref()
            .filter(|_| adds && stage.dialect().version() <= 2);
        let kept = kept
            .and_then(|line| line.pages.get(line.page))
            .copied()
            .unwrap_or(0);
        let mut pages = pages.to_vec();
        if let Some(first) = pages.first_mut() {
            *first = first.saturating_add(kept);
        }
        let left = pages.first().map_or(0, |&characters| self.time(characters));
        let voice = times.map(|_| 0);
        let times = times.map(<[u16]>::to_vec);
        self.line = Some(Speech {
            speaker,
            pages,
            page: 0,
            left,
            times,
            voice,
            open: true,
        });
        true
    }

    /// Returns whether a line of speech is in progress, with or without a speaker.
    #[must_use]
    pub fn is_talking(&self) -> bool {
        self.line.is_some()
    }

    /// Returns the index of the page to show, from 0. Returns `None` if there is no line or the
    /// line has no text.
    #[must_use]
    pub fn page(&self) -> Option<usize> {
        self.line
            .as_ref()
            .filter(|line| !line.pages.is_empty())
            .map(|line| line.page)
    }

    /// Advances the time by a frame of `jiffies`. Call this method before the scripts of the frame
    /// (E4, T86). `voice` is the position in the voice in jiffies. Pass `None` without a voice and
    /// after its end.
    pub fn advance(&mut self, jiffies: u16, voice: Option<u32>) {
        if let Some(line) = &mut self.line {
            line.left = line.left.saturating_sub(jiffies.into());
            line.voice = voice;
        }
    }

    /// Shows the next page if the time of the current page is over. After the last page the talk
    /// ends, but not before its voice. Call this method between the halves of a frame (Y20, Y61,
    /// Y62).
    pub fn update_text(&mut self, stage: &mut Stage) {
        let Some(line) = self.line_of(stage) else {
            return;
        };
        if stage.camera_has_scrolled() && !line.pages.is_empty() {
            return self.end(stage);
        }
        if stage.camera_delays_talk() || line.left > 0 {
            return;
        }
        let next = line.page.saturating_add(1);
        if let Some(&characters) = line.pages.get(next) {
            let time = self.time(characters);
            stage.move_mouth(true);
            if let Some(line) = &mut self.line {
                line.page = next;
                line.left = time;
            }
        } else if line.voice.is_none() {
            self.end(stage);
        }
    }

    /// Moves the mouth in sync with the voice (T83a, Y63). Call this method after the frame. A line
    /// without a voice does not change.
    pub fn move_mouth(&mut self, stage: &mut Stage) {
        let Some(line) = self.line_of(stage) else {
            return;
        };
        let Some(times) = &line.times else { return };
        let Some(jiffies) = line.voice else {
            stage.move_mouth(false);
            // The text ends with the voice.
            if line.left == 0 && line.page.saturating_add(1) >= line.pages.len() {
                self.end(stage);
            }
            return;
        };
        let open = !mouth_closed(stage.dialect(), times, jiffies);
        if open != line.open {
            line.open = open;
            stage.move_mouth(open);
        }
    }

    /// Returns the current line. Drops it first if its speaker has been silenced: the room was
    /// left, or another actor began to talk.
    fn line_of(&mut self, stage: &Stage) -> Option<&mut Speech> {
        if self
            .line
            .as_ref()
            .is_some_and(|line| line.speaker != stage.talking_actor())
        {
            self.line = None;
        }
        self.line.as_mut()
    }

    fn end(&mut self, stage: &mut Stage) {
        stage.end_talk();
        self.line = None;
    }

    /// Returns the duration of a page in jiffies (T86).
    fn time(&self, characters: u32) -> u32 {
        let [page, character] = self.pace;
        character.saturating_mul(characters).saturating_add(page)
    }
}

/// The value that ends the sync times of a voice (T83a).
const END: u16 = 0xFFFF;

/// Returns whether the mouth is closed `jiffies` after a voice began. `times` holds the sync times
/// of the voice as in its resource: ascending, in jiffies, in The Dig in milliseconds. The list of
/// times ends at the first 0xFFFF or at the end of the slice.
#[must_use]
pub fn mouth_closed(dialect: &Dialect, times: &[u16], jiffies: u32) -> bool {
    // The Dig: sync times are in milliseconds, and the mouth is closed at the even ones (T83a).
    let milliseconds = dialect.game() == Some(GameId::Dig);
    let now = if milliseconds {
        u64::from(jiffies) * 1000 / 60
    } else {
        u64::from(jiffies)
    };
    // v6 draws the mouth this many jiffies ahead of the voice (T83a).
    let now = now + if dialect.version() == 6 { 10 } else { 0 };
    let times = times.iter().take_while(|time| **time != END);
    let left = times.clone().count();
    let passed = times.take_while(|time| now > u64::from(**time)).count();
    if passed == left && dialect.is_v7_plus() {
        return false;
    }
    (passed % 2 == 1) != milliseconds
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Loud, dressed, in_room, stage};

    #[test]
    fn talking_runs_the_talk_frames_t80_t82() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk();
        assert_eq!(
            (stage.talking_actor(), stage.actor(1).unwrap().frame),
            (Some(1), 4)
        );
        stage.end_talk();
        assert_eq!(
            (stage.state.talking.who, stage.actor(1).unwrap().frame),
            (255, 5)
        );
    }

    #[test]
    fn before_v7_only_talk_moves_the_mouth_back_t82_y60() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk_start();
        stage.end_talk();
        assert_eq!(stage.actor(1).unwrap().frame, 4);
    }

    #[test]
    fn who_talks_when_all_talk_stops_t82() {
        let after = |dialect: Dialect, talking| {
            let mut stage = stage(dialect);
            stage.set_talking_actor(talking);
            stage.end_talk();
            stage.state.talking.who
        };
        let full_throttle = Dialect::new(7).with_game(Some(GameId::FullThrottle));
        let cases = [
            Dialect::new(5),
            full_throttle,
            Dialect::new(7),
            Dialect::new(8),
            Dialect::humongous(72),
        ];
        assert_eq!(cases.map(|d| after(d, 2)), [255, 255, 0, 0, 0]);
        assert_eq!(cases.map(|d| after(d, 200)), [200, 200, 0, 0, 0]);
    }

    #[test]
    fn v8_waits_for_its_message_t81() {
        let mut stage = stage(Dialect::new(8));
        stage.actor_mut(1).unwrap().talk_script = 30;
        stage.variables_mut().have_msg = 2;
        stage.actor_mut(1).unwrap().talk_start();
        assert_eq!(stage.take_events(), []);
        stage.variables_mut().have_msg = 1;
        stage.actor_mut(1).unwrap().talk_start();
        assert_eq!(
            stage.take_events(),
            [Event::TalkScript {
                script: 30,
                actor: 1,
                frame: 4
            }]
        );
    }

    #[test]
    fn a_frame_that_runs_is_not_started_again_t81() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk_start();
        stage.actor_mut(1).unwrap().need_redraw = false;
        stage.actor_mut(1).unwrap().talk_start();
        assert!(!stage.actor(1).unwrap().need_redraw);
    }

    #[test]
    fn who_is_elsewhere_says_nothing_and_the_old_speech_goes_on_y61() {
        let mut stage = dressed(Dialect::new(5));
        stage.actor_mut(1).unwrap().talk();
        stage.actor_mut(2).unwrap().room = 9;
        stage.actor_mut(2).unwrap().talk();
        assert_eq!(
            (stage.talking_actor(), stage.actor(1).unwrap().frame),
            (Some(1), 4)
        );
    }

    #[test]
    fn a_talk_script_comes_in_the_place_of_the_animation_y64() {
        let mut stage = dressed(Dialect::new(5));
        let before = stage.actor(1).unwrap().frame;
        stage.actor_mut(1).unwrap().talk_script = 30;
        stage.actor_mut(1).unwrap().talk();
        assert_eq!(
            stage.take_events(),
            [Event::TalkScript {
                script: 30,
                actor: 1,
                frame: 4
            }]
        );
        assert_eq!(stage.actor(1).unwrap().frame, before);
    }

    /// Returns the animation frame after each engine frame of `jiffies` until the talk ends: 4
    /// opens the mouth, 5 closes it. `voice` returns the position in the voice.
    fn frames(
        stage: &mut Stage,
        talk: &mut Talk,
        jiffies: u16,
        voice: impl Fn(u32) -> Option<u32>,
    ) -> Vec<u8> {
        let mut frames = Vec::new();
        while talk.is_talking() {
            talk.advance(
                jiffies,
                voice(u32::from(jiffies) * (frames.len() as u32 + 1)),
            );
            stage.tick_walk();
            talk.update_text(stage);
            stage.tick_draw(&mut Loud);
            talk.move_mouth(stage);
            frames.push(stage.actor(1).unwrap().frame);
        }
        frames
    }

    /// Returns the number of jiffies for which a line of one page is shown.
    fn shown(dialect: Dialect, set: impl Fn(&mut Talk)) -> usize {
        let mut stage = dressed(dialect);
        let mut talk = Talk::new(&dialect);
        set(&mut talk);
        assert!(talk.say(&mut stage, Some(1), &[10], None));
        frames(&mut stage, &mut talk, 1, |_| None).len()
    }

    #[test]
    fn a_text_stays_for_its_characters_t86_y63() {
        assert_eq!(
            [2, 5, 7, 8].map(|version| shown(Dialect::new(version), |_| {})),
            [120, 100, 100, 100]
        );
        assert_eq!(shown(Dialect::humongous(72), |_| {}), 100);
        // Text speed 9 is the slowest in v1 and v2 and the fastest in later versions.
        for (dialect, expected) in [(Dialect::new(2), 150), (Dialect::new(5), 60)] {
            let fast = |talk: &mut Talk| talk.set_pace(60, dialect.jiffies_per_character(Some(9)));
            assert_eq!(shown(dialect, fast), expected);
        }
        assert_eq!(shown(Dialect::new(8), |talk| talk.set_pace(30, 1)), 40);
    }

    #[test]
    fn characters_that_stay_count_once_more_in_v1_and_v2_t86() {
        let second = |dialect: Dialect| {
            let mut stage = dressed(dialect);
            let mut talk = Talk::new(&dialect);
            talk.say(&mut stage, Some(1), &[10], None);
            talk.keep();
            talk.say(&mut stage, Some(1), &[5], None);
            frames(&mut stage, &mut talk, 1, |_| None).len()
        };
        assert_eq!(
            [second(Dialect::new(2)), second(Dialect::new(4))],
            [60 + 15 * 6, 60 + 5 * 4]
        );
    }

    #[test]
    fn each_page_opens_the_mouth_again_and_the_last_one_ends_the_talk_y61_y62() {
        let mut stage = dressed(Dialect::new(5));
        let mut talk = Talk::new(&Dialect::new(5));
        talk.say(&mut stage, Some(1), &[0, 5], None);
        assert_eq!(
            (talk.page(), stage.actor(1).unwrap().frame),
            (Some(0), 4),
            "`say` starts the talk animation"
        );
        stage.actor_mut(1).unwrap().start_anim(2).unwrap();
        let frames = frames(&mut stage, &mut talk, 10, |_| None);
        // 60 jiffies, then 80.
        assert_eq!(frames, [[2; 5].as_slice(), &[4; 8], &[5]].concat());
        assert_eq!((stage.state.talking.who, talk.page()), (255, None));
    }

    #[test]
    fn who_is_elsewhere_says_nothing_t87_y61() {
        let mut stage = dressed(Dialect::new(6));
        let mut talk = Talk::new(&Dialect::new(6));
        stage.actor_mut(2).unwrap().room = 9;
        assert!(talk.say(&mut stage, Some(1), &[5], None));
        assert!(
            !talk.say(&mut stage, Some(2), &[5], None)
                && !talk.say(&mut stage, Some(9999), &[5], None)
        );
        assert_eq!(
            (stage.talking_actor(), talk.is_talking()),
            (Some(1), true),
            "the previous line of speech continues"
        );
        assert!(talk.say(&mut stage, None, &[5], None));
        assert_eq!(
            (
                stage.talking_actor(),
                stage.actor(1).unwrap().frame,
                talk.is_talking()
            ),
            (None, 5, true)
        );
    }

    #[test]
    fn the_mouth_follows_the_voice_and_shuts_when_it_is_over_t83a_y63() {
        let mut stage = dressed(Dialect::new(5));
        let mut talk = Talk::new(&Dialect::new(5));
        talk.say(&mut stage, Some(1), &[], Some(&[20, 40]));
        let voice = |jiffies| Some(jiffies).filter(|jiffies| *jiffies < 60);
        assert_eq!(frames(&mut stage, &mut talk, 10, voice), [4, 4, 5, 5, 4, 5]);
        assert_eq!(stage.talking_actor(), None);
    }

    #[test]
    fn a_line_ends_when_both_its_text_and_its_voice_are_over_t83a_t86() {
        let length = |voice_length: u32, version| {
            let mut stage = dressed(Dialect::new(version));
            let mut talk = Talk::new(&Dialect::new(version));
            talk.say(&mut stage, Some(1), &[5], Some(&[]));
            frames(&mut stage, &mut talk, 1, |jiffies| {
                Some(jiffies).filter(|j| *j < voice_length)
            })
            .len()
        };
        assert_eq!([length(10, 6), length(200, 6)], [80, 200]);
    }

    #[test]
    fn the_dig_begins_with_a_closed_mouth_t83a() {
        let dig = Dialect::new(7).with_game(Some(GameId::Dig));
        let mut stage = dressed(dig);
        let mut talk = Talk::new(&dig);
        talk.say(&mut stage, Some(1), &[], Some(&[500, 1000]));
        assert_eq!(
            frames(&mut stage, &mut talk, 20, |jiffies| Some(jiffies)
                .filter(|j| *j < 80)),
            [5, 4, 4, 5]
        );
        assert_eq!(stage.state.talking.who, 0);
    }

    #[test]
    fn a_view_that_scrolls_ends_a_text_of_v4_to_v6_y62() {
        for (version, over) in [(3, false), (4, true), (6, true), (7, false)] {
            let dialect = if version == 3 {
                Dialect::new(3).with_old256(true)
            } else {
                Dialect::new(version)
            };
            for (pages, over) in [(&[50][..], over), (&[], false)] {
                let mut stage = dressed(dialect);
                let mut talk = Talk::new(&dialect);
                assert!(talk.say(&mut stage, Some(1), pages, Some(&[])));
                stage.camera_mut().last.x -= 8;
                talk.advance(1, Some(1));
                talk.update_text(&mut stage);
                assert_eq!(
                    talk.is_talking(),
                    !over,
                    "v{version}, {} pages",
                    pages.len()
                );
            }
        }
    }

    #[test]
    fn talk_waits_while_the_camera_is_on_its_way_y62() {
        let mut stage = in_room(Dialect::new(6), 3);
        let mut talk = Talk::new(&Dialect::new(6));
        talk.say(&mut stage, Some(1), &[0, 5], None);
        talk.advance(60, None);
        stage.camera_mut().dest.x += 16;
        talk.update_text(&mut stage);
        assert_eq!(talk.page(), Some(0));
        stage.camera_mut().dest.x -= 16;
        talk.update_text(&mut stage);
        assert_eq!(talk.page(), Some(1));
    }

    #[test]
    fn who_is_silenced_by_something_else_talks_no_more() {
        let mut stage = dressed(Dialect::new(6));
        let mut talk = Talk::new(&Dialect::new(6));
        talk.say(&mut stage, Some(1), &[5, 5], Some(&[10]));
        stage.end_talk();
        talk.update_text(&mut stage);
        assert!(!talk.is_talking());
    }

    #[test]
    fn the_mouth_opens_and_closes_at_the_sync_times_t83a() {
        let states = |dialect: Dialect| {
            [0, 20, 21, 40, 41, 60, 61].map(|at| mouth_closed(&dialect, &[20, 40, 60], at))
        };
        assert_eq!(
            states(Dialect::new(5)),
            [false, false, true, true, false, false, true]
        );
        let throttle = Dialect::new(7).with_game(Some(GameId::FullThrottle));
        assert_eq!(
            states(throttle),
            [false, false, true, true, false, false, false],
            "Full Throttle keeps the mouth open after the last sync time"
        );
    }

    #[test]
    fn v6_moves_the_mouth_ten_jiffies_ahead_t83a() {
        let states = [10, 11].map(|at| mouth_closed(&Dialect::new(6), &[20, 40], at));
        assert_eq!(states, [false, true]);
    }

    #[test]
    fn the_dig_counts_milliseconds_and_begins_closed_t83a() {
        let dig = Dialect::new(7).with_game(Some(GameId::Dig));
        let states = [0, 60, 61, 120, 121].map(|at| mouth_closed(&dig, &[1000, 2000], at));
        assert_eq!(states, [true, true, false, false, false]);
    }

    #[test]
    fn times_end_with_ffff_t83a() {
        assert!(mouth_closed(&Dialect::new(5), &[20, END, 40], 50));
        assert!(
            !mouth_closed(&Dialect::new(5), &[], 50)
                && !mouth_closed(&Dialect::new(5), &[END], u32::MAX)
        );
    }
}
