//! Watches topics, a little in every frame.

use std::collections::BTreeMap;

use super::topics::{Topic, TopicInputs};
use super::{ComingEncounter, Looks, Nearing, Outlook, Span, coming};
use crate::level::StarSystem;
use crate::sim::visibility::WorldView;

/// A fleet that has moved by more than this share of the topic's distance needs another search.
const MOVED_SHARE: f64 = 0.01;
/// A topic that is clear for this share of the horizon is not due.
const CLEAR_SHARE: f64 = 0.9;
/// Delay of the next search after the end of an encounter, days, so that rounding does not find it again.
const BEHIND_STAY_DAYS: f64 = 0.001;

/// The watch over all topics.
#[derive(Clone, Debug, Default)]
pub struct EncounterWatch {
    watches: BTreeMap<Topic, TopicWatch>,
    /// The topic that had its turn last.
    last: Option<Topic>,
    /// The date of the last call, Julian date (TDB).
    now_jd: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct TopicWatch {
    inputs: TopicInputs,
    /// No encounter before this date.
    clear_until_jd: f64,
    found: Option<Nearing>,
}

impl EncounterWatch {
    /// Watches these topics from now on and no others. Results of unchanged topics are kept.
    pub fn follow(&mut self, wanted: BTreeMap<Topic, TopicInputs>, now_jd: f64) {
        if now_jd < self.now_jd {
            // The date has gone back: this is another world.
            *self = Self::default();
        }
        self.now_jd = now_jd;
        self.watches.retain(|topic, _| wanted.contains_key(topic));
        for (topic, inputs) in wanted {
            let is_known = self.watches.get(&topic).is_some_and(|watch| is_same(&watch.inputs, &inputs));
            if !is_known {
                self.watches.insert(topic, TopicWatch { inputs, clear_until_jd: now_jd, found: None });
            }
        }
    }

    /// Looks up to `horizon_days` ahead, about `allowed` times. Returns the number of looks taken.
    pub fn look(&mut self, system: &StarSystem, now_jd: f64, horizon_days: f64, allowed: u32) -> u32 {
        let looks = Looks::new(allowed);
        for topic in self.due(now_jd, horizon_days) {
            if !looks.are_left() {
                break;
            }
            self.last = Some(topic);
            if let Some(watch) = self.watches.get_mut(&topic) {
                watch.advance(topic, system, now_jd, now_jd + horizon_days, &looks);
            }
        }
        looks.taken()
    }

    /// The coming encounters for a faction, from its view of the world, soonest first.
    pub fn coming(&self, view: WorldView, now_jd: f64) -> Vec<ComingEncounter> {
        coming(self.found(), &view.almanac().sky.system, now_jd, |body| view.foe_at(body))
    }

    /// All found encounters, in the order of the topics.
    fn found(&self) -> impl Iterator<Item = (Topic, TopicInputs, Nearing)> + '_ {
        self.watches
            .iter()
            .filter_map(|(topic, watch)| watch.found.map(|found| (*topic, watch.inputs, found)))
    }

    /// The topics that are due, beginning after the last one examined.
    fn due(&self, now_jd: f64, horizon_days: f64) -> Vec<Topic> {
        let is_due = |(topic, watch): &(&Topic, &TopicWatch)| watch.is_due(**topic, now_jd, horizon_days);
        let mut due: Vec<Topic> = self.watches.iter().filter(is_due).map(|(topic, _)| *topic).collect();
        let before = due.iter().take_while(|topic| self.last.is_some_and(|last| **topic <= last)).count();
        due.rotate_left(before);
        due
    }
}

/// Whether two inputs are almost equal.
fn is_same(one: &TopicInputs, other: &TopicInputs) -> bool {
    let most = MOVED_SHARE * other.within_km;
    one.point.distance(other.point) <= most && (one.within_km - other.within_km).abs() <= most
}

impl TopicWatch {
    fn is_due(&self, topic: Topic, now_jd: f64, horizon_days: f64) -> bool {
        match self.found {
            Some(found) => topic.date_of(&found) <= now_jd,
            None => self.clear_until_jd < now_jd + CLEAR_SHARE * horizon_days,
        }
    }

    fn advance(&mut self, topic: Topic, system: &StarSystem, now_jd: f64, until_jd: f64, looks: &Looks) {
        if let Some(past) = self.found.take() {
            self.go_behind(&past, until_jd);
        }
        let from_jd = self.clear_until_jd.max(now_jd);
        match topic.look(system, &self.inputs, Span { from_jd, until_jd }, looks) {
            Outlook::Near(nearing) if topic.date_of(&nearing) > now_jd => self.found = Some(nearing),
            // The encounter has begun, or its nearest approach is over: the time after it matters.
            Outlook::Near(nearing) => self.go_behind(&nearing, until_jd),
            Outlook::Clear { until_jd } => self.clear_until_jd = until_jd,
        }
    }

    fn go_behind(&mut self, stay: &Nearing, until_jd: f64) {
        self.clear_until_jd = stay.leaves_jd.map_or(until_jd, |leaves| leaves + BEHIND_STAY_DAYS);
    }
}

#[cfg(test)]
mod tests {
    use super::super::topics::{Concerns, wanted};
    use super::*;
    use crate::sim::forecast::test_support::{BASALT, COMET, at, system};
    use crate::sim::ids::FleetId;
    use glam::DVec3;

    const FLEET: FleetId = FleetId(3);
    const DAYS: f64 = 400.0;

    fn lookout(point: DVec3, now_jd: f64) -> EncounterWatch {
        let system = system();
        let span = Span { from_jd: now_jd, until_jd: now_jd + DAYS };
        let (resting, own, visited) = (vec![(FLEET, point)], vec![BASALT], vec![COMET]);
        let concerns = Concerns { resting, own, visited, reach_km: 5.0e7 };
        let mut lookout = EncounterWatch::default();
        lookout.follow(wanted(&system, span, &concerns), now_jd);
        lookout
    }

    #[test]
    fn a_frame_costs_little_and_in_the_end_all_is_found() {
        let system = system();
        let now_jd = system.epoch_jd;
        let mut lookout = lookout(at(&system, BASALT, 30.0), now_jd);
        let mut frames = 0;
        while !lookout.due(now_jd, DAYS).is_empty() {
            let taken = lookout.look(&system, now_jd, DAYS, 40);
            assert!(taken <= 190, "{taken} looks");
            frames += 1;
            assert!(frames < 500, "it does not come to an end");
        }
        let well = Topic::Well { fleet: FLEET, body: BASALT };
        let found = lookout.found().find(|(topic, ..)| *topic == well);
        let days = found.map(|(_, _, nearing)| nearing.nearest_jd - now_jd);
        assert!(days.is_some_and(|days| (days - 30.0).abs() < 0.01), "{days:?}");
        assert_eq!(lookout.look(&system, now_jd, DAYS, 40), 0, "what is known is not looked for again");
    }

    #[test]
    fn past_encounters_make_room_for_the_next() {
        let system = system();
        let start = system.epoch_jd;
        let mut lookout = lookout(at(&system, BASALT, 30.0), start);
        let well = Topic::Well { fleet: FLEET, body: BASALT };
        let date = |lookout: &mut EncounterWatch, now_jd: f64| {
            for _ in 0..500 {
                lookout.look(&system, now_jd, DAYS, 40);
            }
            let found = lookout.found().find(|(topic, ..)| *topic == well);
            found.map(|(_, _, nearing)| nearing.nearest_jd - start)
        };
        assert!(date(&mut lookout, start).is_some_and(|days| (days - 30.0).abs() < 0.01));
        let later = date(&mut lookout, start + 31.0);
        assert!(later.is_some_and(|days| (days - 395.26).abs() < 0.5), "{later:?}");
    }

    #[test]
    fn a_fleet_that_moved_is_watched_again() {
        let system = system();
        let now_jd = system.epoch_jd;
        let point = at(&system, BASALT, 30.0);
        let mut watch = lookout(point, now_jd);
        for _ in 0..500 {
            watch.look(&system, now_jd, DAYS, 40);
        }
        let is_found =
            |watch: &EncounterWatch| watch.found().any(|(topic, ..)| matches!(topic, Topic::Well { .. }));
        assert!(is_found(&watch));
        let topics = |point: DVec3| {
            let topic = Topic::Well { fleet: FLEET, body: BASALT };
            BTreeMap::from([(topic, TopicInputs { point, within_km: 3.0e6 })])
        };
        watch.follow(topics(point + DVec3::X * 100.0), now_jd);
        assert!(is_found(&watch), "as good as the same place");
        watch.follow(topics(point + DVec3::X * 1.0e6), now_jd);
        assert!(!is_found(&watch), "another place");
        watch.follow(BTreeMap::new(), now_jd);
        assert!(watch.due(now_jd, DAYS).is_empty());
    }

    #[test]
    fn comets_that_come_near_are_found() {
        let system = system();
        let now_jd = system.epoch_jd;
        let mut lookout = lookout(DVec3::Z * 1.0e9, now_jd);
        let mut frames = 0;
        while !lookout.due(now_jd, DAYS).is_empty() && frames < 500 {
            lookout.look(&system, now_jd, DAYS, 40);
            frames += 1;
        }
        let topic = Topic::Comet { comet: COMET, body: BASALT };
        let nearing = lookout.found().find(|(found, ..)| *found == topic).map(|(_, _, nearing)| nearing);
        let is_there = |nearing: Nearing| (nearing.nearest_jd - now_jd - 54.0).abs() < 12.0;
        assert!(nearing.is_some_and(is_there), "{nearing:?}");
        assert!(nearing.is_some_and(|nearing| nearing.nearest_km < 5.0e7), "{nearing:?}");
    }
}
