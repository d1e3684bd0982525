//! Warnings ahead: coming encounters that concern the player.
//!
//! - Enters: the sky, the player's fleets at rest in open space, the player's bodies, the owners of bodies as far as
//!   known, and the later time that the player looks at.
//! - Leaves: at most [`MOST_ROWS`] rows of words at the top, soonest first; lines to the places of
//!   encounters; camera flights there after a click or a key.
//! - Must never: reveal anything unknown to the player, change the world, or look at the sky more than a few
//!   hundred times a frame.
//!
//! | file | does |
//! |---|---|
//! | `survey.rs` | searches for encounters that concern the player, and keeps the list |
//! | `words.rs` | from encounters to rows |
//! | `panel.rs` | the rows on the screen, clicks, and the key that jumps |
//! | `lines.rs` | the way of a body to the place of its encounter |

#[cfg(test)]
pub(in crate::client) use crate::sim::forecast::test_support as example;
pub mod lines;
pub mod panel;
pub mod survey;
pub mod words;

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::client::frame::{FrameSystems, InputSystems};
use crate::client::worlds::{AppState, SetUpSystems};
use crate::sim::forecast::encounters::{ComingEncounter, EncounterWatch, Topic};
use crate::sim::{Calendar, OfWorld};
use words::Warning;

/// The most rows at once.
pub const MOST_ROWS: usize = 5;
/// Least horizon, days of the calendar.
const LEAST_HORIZON_DAYS: f64 = 400.0;
/// Least horizon, seconds of play.
const LEAST_HORIZON_SECONDS: f64 = 20.0 * 60.0;
/// A warning that was dismissed, or shown for its time, comes back when its date has moved by more than this, days.
const CHANGED_DAYS: f64 = 0.25;
/// A warning whose time comes within this time pulses, seconds of play.
const SOON_SECONDS: f64 = 20.0;
/// The well of a body has a row when it comes within this time, seconds of play, or within the time that the player
/// looks ahead: a fleet that it will carry away in a season has other things to do.
const WELL_SECONDS: f64 = 60.0;
/// The row of a comet comes back when it passes within this time, at least, days.
const LEAST_SOON_DAYS: f64 = 2.0;
/// The time for which the row of a comet stays, as alerts of moments do, seconds of real time without pauses. It comes
/// back when the comet is about to pass.
const COMET_S: f64 = 25.0;

/// The player's warnings.
#[derive(Resource, Clone, Debug, Default)]
pub struct Warnings {
    watch: EncounterWatch,
    rows: Vec<Warning>,
    /// Dismissed warnings, with their dates.
    dismissed: BTreeMap<Topic, f64>,
    /// The times for which the rows of comets were shown.
    ages: BTreeMap<Topic, RowAge>,
    /// The hovered warning.
    hovered: Option<Topic>,
    /// The last visited warning.
    visited: Option<Topic>,
    /// How far the player looks ahead, days of the calendar.
    foreseen_days: f64,
}

/// How long a row was shown.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RowAge {
    /// The date of its warning, Julian date (TDB).
    jd: f64,
    /// Seconds of real time without pauses.
    seconds: f64,
}

impl Warnings {
    /// The displayed warnings, soonest first.
    pub fn rows(&self) -> &[Warning] {
        &self.rows
    }

    /// Shows these rows, for tests.
    #[cfg(test)]
    pub fn fill(&mut self, rows: Vec<Warning>) {
        self.rows = rows;
    }

    /// From now on the player looks so many days of the calendar ahead, 0 for the present alone.
    pub fn foresee(&mut self, days: f64) {
        self.foreseen_days = days;
    }

    /// Adopts all coming encounters, soonest first, and shows the first few that are near enough, and were neither
    /// dismissed nor shown for long enough. What comes soon is shown in any case.
    fn show(&mut self, all: Vec<Warning>, now_jd: f64, ahead: Ahead) {
        let is_expected = |topic: &Topic, jd: f64| {
            all.iter()
                .map(|one| &one.encounter)
                .any(|one| one.topic == *topic && (one.jd - jd).abs() < CHANGED_DAYS)
        };
        self.dismissed.retain(|topic, jd| is_expected(topic, *jd));
        self.ages.retain(|_, age| age.jd > now_jd);
        let is_wanted = |one: &Warning| {
            let ComingEncounter { topic, jd, .. } = one.encounter;
            let (days, is_well) = (jd - now_jd, matches!(topic, Topic::Well { .. }));
            let is_news = !self.was_shown(topic, jd) && (!is_well || days <= ahead.wells_days);
            let is_due = days <= ahead.soon_days || self.hovered == Some(topic) || is_news;
            is_due && !self.dismissed.contains_key(&topic)
        };
        self.rows = all.into_iter().filter(is_wanted).take(MOST_ROWS).collect();
    }

    /// Whether the row of a comet was shown for its time, for an encounter at this date.
    fn was_shown(&self, topic: Topic, jd: f64) -> bool {
        let age = self.ages.get(&topic).filter(|age| (age.jd - jd).abs() < CHANGED_DAYS);
        age.is_some_and(|age| age.seconds >= COMET_S)
    }

    /// Lets the rows of comets grow older, s.
    fn age(&mut self, seconds: f64) {
        for ComingEncounter { topic, jd, .. } in self.rows.iter().map(|row| row.encounter) {
            if !matches!(topic, Topic::Comet { .. }) {
                continue;
            }
            let age = self.ages.entry(topic).or_insert(RowAge { jd, seconds: 0.0 });
            if (age.jd - jd).abs() >= CHANGED_DAYS {
                *age = RowAge { jd, seconds: 0.0 };
            }
            age.seconds += seconds;
        }
    }

    /// Hides a warning until it changes.
    fn dismiss(&mut self, topic: Topic) {
        if let Some(row) = self.rows.iter().find(|row| row.encounter.topic == topic) {
            self.dismissed.insert(topic, row.encounter.jd);
        }
        self.rows.retain(|row| row.encounter.topic != topic);
    }

    /// The row after the last visited one, cyclically; `None` without rows.
    fn next_to_visit(&self) -> Option<&Warning> {
        let last = self.rows.iter().position(|row| Some(row.encounter.topic) == self.visited);
        self.rows.get(last.map_or(0, |last| last + 1)).or(self.rows.first())
    }
}

/// Horizon, days of the calendar.
fn horizon_days(calendar: &Calendar) -> f64 {
    LEAST_HORIZON_DAYS.max(LEAST_HORIZON_SECONDS * calendar.clock.days_per_second)
}

/// Times before an encounter, days of the calendar.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ahead {
    /// Within this one it is soon.
    soon_days: f64,
    /// Within this one the well of a body has a row.
    wells_days: f64,
}

impl Ahead {
    /// The times by a calendar, for a player who looks so many days ahead.
    fn of(calendar: &Calendar, foreseen_days: f64) -> Self {
        let days_per_second = calendar.clock.days_per_second;
        Self {
            soon_days: LEAST_SOON_DAYS.max(SOON_SECONDS * days_per_second),
            wells_days: foreseen_days.max(WELL_SECONDS * days_per_second),
        }
    }
}

/// Adds the warnings. Everything rests until there is a world with ledgers.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Warnings>();
    app.add_systems(OnEnter(AppState::Playing), panel::spawn_panel.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        (survey::age, survey::look_ahead, survey::survey, panel::act, panel::write_rows)
            .chain()
            .in_set(InputSystems::Panel),
    );
    app.add_systems(PostUpdate, lines::draw_lines.in_set(FrameSystems::Draw));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::ids::{BodyId, FleetId};
    use glam::DVec3;

    const AHEAD: Ahead = Ahead { soon_days: 2.0, wells_days: 30.0 };

    fn warning(body: BodyId, jd: f64) -> Warning {
        warning_of(Topic::Pair { first: BodyId(0), second: body }, jd)
    }

    fn warning_of(topic: Topic, jd: f64) -> Warning {
        let encounter =
            ComingEncounter { topic, jd, place: DVec3::ZERO, size_km: 1.0, nearest_km: 1.0, foe: None };
        let body = topic.bodies().last().map(|body| body.0);
        Warning { encounter, words: body.map_or_else(String::new, |body| format!("body {body}")) }
    }

    fn shown(warnings: &Warnings) -> Vec<&str> {
        warnings.rows().iter().map(|row| row.words.as_str()).collect()
    }

    #[test]
    fn dismissed_warnings_stay_away_until_they_change() {
        let mut warnings = Warnings::default();
        warnings.show(vec![warning(BodyId(1), 10.0), warning(BodyId(2), 20.0)], 0.0, AHEAD);
        warnings.dismiss(Topic::Pair { first: BodyId(0), second: BodyId(1) });
        assert_eq!(shown(&warnings), ["body 2"]);
        warnings.show(vec![warning(BodyId(1), 10.01), warning(BodyId(2), 20.0)], 0.0, AHEAD);
        assert_eq!(shown(&warnings), ["body 2"]);
        warnings.show(vec![warning(BodyId(1), 12.0), warning(BodyId(2), 20.0)], 0.0, AHEAD);
        assert_eq!(shown(&warnings), ["body 1", "body 2"]);
    }

    #[test]
    fn few_rows_are_shown_and_the_key_goes_through_them() {
        let mut warnings = Warnings::default();
        assert!(warnings.next_to_visit().is_none());
        let all = (1..9_u32).map(|body| warning(BodyId(body as usize), f64::from(body)));
        warnings.show(all.collect(), 0.0, AHEAD);
        assert_eq!(warnings.rows().len(), MOST_ROWS);
        let mut visited = Vec::new();
        for _ in 0..=MOST_ROWS {
            let topic = warnings.next_to_visit().map(|row| row.encounter.topic);
            warnings.visited = topic;
            visited.push(topic);
        }
        assert_eq!(visited[0], Some(Topic::Pair { first: BodyId(0), second: BodyId(1) }));
        assert_eq!(visited[MOST_ROWS], visited[0], "round and round");
    }

    #[test]
    fn a_well_has_a_row_when_it_comes_near_or_the_player_looks_ahead() {
        let well = |jd: f64| vec![warning_of(Topic::Well { fleet: FleetId(0), body: BodyId(1) }, jd)];
        let mut warnings = Warnings::default();
        let mut rows = |jd: f64, ahead: Ahead| {
            warnings.show(well(jd), 0.0, ahead);
            warnings.rows().len()
        };
        assert_eq!((rows(31.0, AHEAD), rows(29.0, AHEAD)), (0, 1));
        assert_eq!(rows(90.0, Ahead { wells_days: 100.0, ..AHEAD }), 1);
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let calendar = Calendar { clock, tick: 0, seed: 0 };
        let wells_days = |foreseen_days: f64| Ahead::of(&calendar, foreseen_days).wells_days;
        assert_eq!((wells_days(0.0), wells_days(100.0)), (0.5 * WELL_SECONDS, 100.0));
    }

    #[test]
    fn a_comet_is_told_for_a_while_and_again_when_it_is_about_to_pass() {
        let comet = Topic::Comet { comet: BodyId(0), body: BodyId(3) };
        let mut warnings = Warnings::default();
        let rows = |warnings: &mut Warnings, now_jd: f64, jd: f64| {
            warnings.show(vec![warning_of(comet, jd), warning(BodyId(1), 90.0)], now_jd, AHEAD);
            warnings.rows().len()
        };
        assert_eq!(rows(&mut warnings, 0.0, 80.0), 2);
        warnings.age(COMET_S - 1.0);
        assert_eq!(rows(&mut warnings, 10.0, 80.0), 2);
        warnings.age(2.0);
        assert_eq!(rows(&mut warnings, 20.0, 80.0), 1, "the pair of planets stays");
        warnings.hovered = Some(comet);
        assert_eq!(rows(&mut warnings, 20.0, 80.0), 2, "no row goes from under the pointer");
        warnings.hovered = None;
        assert_eq!(rows(&mut warnings, 77.0, 80.0), 1);
        assert_eq!(rows(&mut warnings, 78.5, 80.0), 2, "it is about to pass");
        warnings.age(2.0 * COMET_S);
        assert_eq!(rows(&mut warnings, 79.0, 80.0), 2);
        assert_eq!(rows(&mut warnings, 79.0, 200.0), 2, "the next one is another");
        warnings.dismiss(comet);
        assert_eq!(rows(&mut warnings, 199.0, 200.0), 1, "dismissed, it stays away");
    }
}
