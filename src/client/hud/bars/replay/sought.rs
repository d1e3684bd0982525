//! The tick that is sought, by buttons, keys and the hand on the track, until the clockwork takes it.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::client::clockwork::seek;
use crate::client::frame::Toasts;
use crate::client::settings::{Action, Actions};
use crate::client::view::{FocusTarget, Looking, Onlooker};
use crate::client::widgets::Pressed;
use crate::client::worlds::{LogSpan, Playback, Reading};
use crate::orbit::TICKS_PER_SECOND;
use crate::record::{Mark, MarkKind};
use crate::sim::visibility::Viewer;
use crate::sim::{BodyId, Calendar};

/// Ticks of a step: ten seconds.
const STEP_TICKS: u64 = 10 * TICKS_PER_SECOND as u64;
/// A mark is shown from this many ticks before it: three seconds.
const LEAD_TICKS: u64 = 3 * TICKS_PER_SECOND as u64;
/// A mark within this many ticks of the one before does not count: both are seen together.
const TOGETHER_TICKS: u64 = TICKS_PER_SECOND as u64;
/// Least time between two requests while the track is dragged, s.
const DRAG_SECONDS: f64 = 0.3;

/// What a button of the bar does.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayPress {
    /// Goes to the beginning.
    Beginning,
    /// Goes back by a step.
    Back,
    /// Goes on by a step.
    On,
    /// Goes to the next mark.
    NextMark,
    /// Goes to a mark.
    Mark(Mark),
    /// Shows the world with the next eyes; the hot seat does it.
    Eyes,
}

impl ReplayPress {
    /// The presses that have keys.
    const KEYS: [(Self, Action); 3] =
        [(Self::Back, Action::Earlier), (Self::On, Action::Later), (Self::NextMark, Action::NextMark)];

    /// The tick to which it leads from another one, and the body to look at; `None` if it leads nowhere.
    fn goal(self, from: u64, span: LogSpan, marks: &[Mark]) -> Option<(u64, Option<BodyId>)> {
        let before = |mark: Mark| (shown_from(mark), Some(mark.body));
        let (tick, body) = match self {
            Self::Beginning => (span.first, None),
            Self::Back => (from.saturating_sub(STEP_TICKS), None),
            Self::On => (from.saturating_add(STEP_TICKS), None),
            Self::NextMark => {
                let last_seen = from.saturating_add(LEAD_TICKS + TOGETHER_TICKS);
                before(*marks.iter().find(|mark| mark.tick > last_seen)?)
            }
            Self::Mark(mark) => before(mark),
            Self::Eyes => return None,
        };
        Some((span.within(tick), body))
    }
}

/// The tick from which a mark is shown.
pub fn shown_from(mark: Mark) -> u64 {
    mark.tick.saturating_sub(LEAD_TICKS)
}

/// The tick that is sought. It outlasts its world: the way to an earlier tick leads through another one.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Sought {
    /// The log in which the tick is sought.
    file: Option<PathBuf>,
    /// The tick that the clockwork is still to be asked for.
    tick: Option<u64>,
    /// The tick that the clockwork was asked for, while it reads the world from which that is reached.
    asked: Option<u64>,
    /// The tick under the hand on the track, while there is one.
    pub dragged: Option<u64>,
    /// When the clockwork was asked last, seconds of real time.
    asked_s: f64,
}

impl Sought {
    /// Seeks a tick of the log that is watched.
    pub fn seek(&mut self, playback: &Playback, tick: u64) {
        self.file.clone_from(&playback.file);
        self.tick = Some(tick);
    }

    /// Forgets what was sought in another log.
    fn suit(&mut self, playback: &Playback) {
        if self.file != playback.file {
            *self = Self::default();
        }
    }

    /// The tick to be shown, which may not have been reached yet; `None` if it has.
    pub fn goal(&self, playback: &Playback) -> Option<u64> {
        self.dragged.or(self.tick).or(self.asked).or(playback.target)
    }

    /// Takes the tick that the clockwork is to be asked for now: not while it reads a world, and while the track is
    /// dragged some times a second.
    fn take_due(&mut self, now_s: f64, is_reading: bool) -> Option<u64> {
        if !is_reading {
            self.asked = None;
        }
        let is_early = self.dragged.is_some() && now_s - self.asked_s < DRAG_SECONDS;
        if is_reading || is_early {
            return None;
        }
        let due = self.tick.take();
        if due.is_some() {
            (self.asked, self.asked_s) = (due, now_s);
        }
        due
    }
}

/// Forgets what was sought when no replay is watched any more: it may have become a game under the hand on the track.
pub fn forget(mut sought: ResMut<Sought>) {
    sought.set_if_neq(Sought::default());
}

/// The marks of which a viewer knew at once.
pub fn known_marks(marks: &[Mark], viewer: Viewer) -> Vec<Mark> {
    marks.iter().filter(|mark| viewer.is_among(mark.known_to)).copied().collect()
}

/// The tick of the result; `None` if the war is not decided within the log.
pub fn result_tick(marks: &[Mark]) -> Option<u64> {
    marks.iter().find(|mark| matches!(mark.kind, MarkKind::Decided { .. })).map(|mark| mark.tick)
}

/// Takes keys and presses of buttons.
pub fn take_presses(
    actions: Actions,
    mut pressed: MessageReader<Pressed<ReplayPress>>,
    playback: Res<Playback>,
    onlooker: Res<Onlooker>,
    calendar: Res<Calendar>,
    mut sought: ResMut<Sought>,
    mut looking: Looking,
    mut toasts: ResMut<Toasts>,
) {
    let by_keys = ReplayPress::KEYS.into_iter().filter(|(_, action)| actions.just_pressed(action));
    for press in by_keys.map(|(press, _)| press).chain(pressed.read().map(|pressed| pressed.0)) {
        sought.suit(&playback);
        let from = sought.goal(&playback).unwrap_or(calendar.tick);
        let marks = known_marks(playback.log.marks(), onlooker.0);
        match press.goal(from, playback.span(), &marks) {
            Some((tick, body)) => {
                sought.seek(&playback, tick);
                if let Some(body) = body {
                    looking.look_at(FocusTarget::Body(body));
                }
            }
            None if press == ReplayPress::NextMark => toasts.say("There are no more marks"),
            None => {}
        }
    }
}

/// Asks the clockwork for the tick that is sought.
pub fn ask(
    mut commands: Commands,
    playback: Res<Playback>,
    reading: Option<Res<Reading>>,
    time: Res<Time<Real>>,
    mut sought: ResMut<Sought>,
) {
    sought.suit(&playback);
    if let Some(tick) = sought.take_due(time.elapsed_secs_f64(), reading.is_some()) {
        commands.queue(move |world: &mut World| seek(world, tick));
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::sim::FactionId;
    use crate::sim::event::FactionSet;

    const SPAN: LogSpan = LogSpan { first: 600, last: 6000 };

    fn battle(tick: u64, body: usize) -> Mark {
        Mark::known_to_all(tick, BodyId(body), MarkKind::Battle)
    }

    #[test]
    fn steps_stay_within_the_log() {
        let from = |press: ReplayPress, tick: u64| press.goal(tick, SPAN, &[]);
        assert_eq!(from(ReplayPress::Back, 1000), Some((700, None)));
        assert_eq!(from(ReplayPress::Back, 700), Some((600, None)));
        assert_eq!(from(ReplayPress::On, 1000), Some((1300, None)));
        assert_eq!(from(ReplayPress::On, 5999), Some((6000, None)));
        assert_eq!(from(ReplayPress::Beginning, 5999), Some((600, None)));
        assert_eq!((from(ReplayPress::Eyes, 1000), from(ReplayPress::NextMark, 1000)), (None, None));
    }

    #[test]
    fn marks_are_shown_from_a_little_before_and_each_once() {
        let marks = [battle(620, 1), battle(2000, 2), battle(2010, 3), battle(5000, 4)];
        let first = ReplayPress::Mark(marks[0]).goal(3000, SPAN, &marks);
        assert_eq!(first, Some((600, Some(BodyId(1)))), "not before the beginning");
        let next = |from: u64| ReplayPress::NextMark.goal(from, SPAN, &marks);
        let (second, body) = next(600).expect("there is one");
        assert_eq!((second, body), (2000 - LEAD_TICKS, Some(BodyId(2))));
        assert_eq!(
            next(second),
            Some((5000 - LEAD_TICKS, Some(BodyId(4)))),
            "what came with it is passed over"
        );
        assert_eq!(next(5000), None);
    }

    #[test]
    fn a_side_is_shown_the_marks_that_it_knew_of() {
        let [one, other] = [FactionId(0), FactionId(1)];
        let mut of_one = FactionSet::default();
        of_one.insert(one);
        let marks = [Mark { known_to: of_one, ..battle(700, 1) }, battle(800, 2)];
        let ticks =
            |viewer: Viewer| known_marks(&marks, viewer).iter().map(|mark| mark.tick).collect::<Vec<u64>>();
        assert_eq!(ticks(Viewer::Faction(one)), [700, 800]);
        assert_eq!(ticks(Viewer::Faction(other)), [800]);
        assert_eq!(ticks(Viewer::Everything), [700, 800]);
    }

    #[test]
    fn a_hand_on_the_track_asks_some_times_a_second_and_at_its_end() {
        let mut sought = Sought { tick: Some(7), dragged: Some(7), asked_s: 10.0, ..default() };
        assert_eq!(sought.take_due(10.1, false), None);
        assert_eq!(sought.take_due(10.0 + DRAG_SECONDS, true), None, "a world is being read");
        assert_eq!(sought.take_due(10.0 + DRAG_SECONDS, false), Some(7));
        assert_eq!(sought.take_due(99.0, false), None, "once");
        sought.tick = Some(9);
        assert_eq!(sought.take_due(99.0, false), Some(9));
        (sought.tick, sought.dragged) = (Some(10), None);
        assert_eq!(sought.take_due(99.1, false), Some(10), "the hand is gone");
    }

    #[test]
    fn the_tick_that_was_asked_for_stays_the_goal_while_a_world_is_read() {
        let mut sought = Sought { tick: Some(300), ..default() };
        assert_eq!(sought.take_due(1.0, false), Some(300));
        assert_eq!((sought.take_due(1.1, true), sought.asked), (None, Some(300)));
        sought.tick = Some(600);
        assert_eq!((sought.take_due(1.2, true), sought.asked), (None, Some(300)), "one world at a time");
        assert_eq!((sought.take_due(1.3, false), sought.asked), (Some(600), Some(600)));
        assert_eq!((sought.take_due(1.4, false), sought.asked), (None, None), "no world had to be read");
    }

    #[test]
    fn a_hand_on_the_track_is_forgotten_with_the_replay() {
        let mut world = World::new();
        world.insert_resource(Sought { dragged: Some(7), tick: Some(7), ..default() });
        world.run_system_once(forget).expect("it runs");
        assert_eq!(*world.resource::<Sought>(), Sought::default());
    }
}
