//! Warnings ahead: coming encounters that concern the player.
//!
//! - Enters: the sky, the player's fleets at rest in open space, the player's bodies, and the owners of bodies as
//!   far as known.
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
use crate::sim::forecast::encounters::{EncounterWatch, Topic};
use crate::sim::{Calendar, OfWorld};
use words::Warning;

/// The most rows at once.
pub const MOST_ROWS: usize = 5;
/// Least horizon, days of the calendar.
const LEAST_HORIZON_DAYS: f64 = 400.0;
/// Least horizon, seconds of play.
const LEAST_HORIZON_SECONDS: f64 = 20.0 * 60.0;
/// A warning that was dismissed comes back when its date has moved by more than this, days.
const CHANGED_DAYS: f64 = 0.25;

/// The player's warnings.
#[derive(Resource, Clone, Debug, Default)]
pub struct Warnings {
    watch: EncounterWatch,
    rows: Vec<Warning>,
    /// Dismissed warnings, with their dates.
    dismissed: BTreeMap<Topic, f64>,
    /// The hovered warning.
    hovered: Option<Topic>,
    /// The last visited warning.
    visited: Option<Topic>,
}

impl Warnings {
    /// The displayed warnings, soonest first.
    pub fn rows(&self) -> &[Warning] {
        &self.rows
    }

    /// Adopts all coming encounters, soonest first, and shows the first few that were not dismissed.
    fn show(&mut self, all: Vec<Warning>) {
        let is_expected = |topic: &Topic, jd: f64| {
            all.iter()
                .map(|one| &one.encounter)
                .any(|one| one.topic == *topic && (one.jd - jd).abs() < CHANGED_DAYS)
        };
        self.dismissed.retain(|topic, jd| is_expected(topic, *jd));
        let wanted = all.into_iter().filter(|one| !self.dismissed.contains_key(&one.encounter.topic));
        self.rows = wanted.take(MOST_ROWS).collect();
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

/// Adds the warnings. Everything rests until there is a world with ledgers.
pub fn plugin(app: &mut App) {
    app.init_of_world::<Warnings>();
    app.add_systems(OnEnter(AppState::Playing), panel::spawn_panel.in_set(SetUpSystems::Rows));
    app.add_systems(
        Update,
        (survey::look_ahead, survey::survey, panel::act, panel::write_rows)
            .chain()
            .in_set(InputSystems::Panel),
    );
    app.add_systems(PostUpdate, lines::draw_lines.in_set(FrameSystems::Draw));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::forecast::encounters::ComingEncounter;
    use crate::sim::ids::BodyId;
    use glam::DVec3;

    fn warning(body: BodyId, jd: f64) -> Warning {
        let encounter = ComingEncounter {
            topic: Topic::Pair { first: BodyId(0), second: body },
            jd,
            place: DVec3::ZERO,
            size_km: 1.0,
            nearest_km: 1.0,
            foe: None,
        };
        Warning { encounter, words: format!("body {}", body.0) }
    }

    fn shown(warnings: &Warnings) -> Vec<&str> {
        warnings.rows().iter().map(|row| row.words.as_str()).collect()
    }

    #[test]
    fn dismissed_warnings_stay_away_until_they_change() {
        let mut warnings = Warnings::default();
        warnings.show(vec![warning(BodyId(1), 10.0), warning(BodyId(2), 20.0)]);
        warnings.dismiss(Topic::Pair { first: BodyId(0), second: BodyId(1) });
        assert_eq!(shown(&warnings), ["body 2"]);
        warnings.show(vec![warning(BodyId(1), 10.01), warning(BodyId(2), 20.0)]);
        assert_eq!(shown(&warnings), ["body 2"]);
        warnings.show(vec![warning(BodyId(1), 12.0), warning(BodyId(2), 20.0)]);
        assert_eq!(shown(&warnings), ["body 1", "body 2"]);
    }

    #[test]
    fn few_rows_are_shown_and_the_key_goes_through_them() {
        let mut warnings = Warnings::default();
        assert!(warnings.next_to_visit().is_none());
        warnings.show((1..9_u32).map(|body| warning(BodyId(body as usize), f64::from(body))).collect());
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
}
