//! Battle sites: one for each well, and in open space one for all fights near each other. Sites in wells move with
//! their bodies. Where nobody was hit for the time without losses after which the history of the war counts another
//! battle, the next hit begins one here, too, at any pace of the game: so the outcome that the log tells leaves out what
//! was lost there before, as the page of the result does. Shots at passing scouts are not part of it.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::battle::sources::site::{OVER_S, Site};
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::sim::{BodyId, TargetId};

/// The most places at once.
const MOST_SITES: usize = 32;

/// An alert to the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alert {
    /// Present place, heliocentric ecliptic km, at the end of the last tick.
    pub place: DVec3,
    /// The player's unit under attack; `None`: a battle has begun.
    pub attacked: Option<TargetId>,
}

/// All battle sites, and the alerts of this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct Sites {
    sites: Vec<Site>,
    alerts: Vec<Alert>,
    /// The tick of the world in this frame, and its time, s.
    tick: u64,
    /// After more than so many ticks without a hit the next hit begins another battle.
    pub(super) gap_ticks: u64,
    now_s: f64,
    /// Number of battles that there ever were.
    count: u64,
}

impl Sites {
    /// The places.
    pub fn iter(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter()
    }

    /// The places whose signs have not faded away.
    pub fn with_signs(&self) -> impl Iterator<Item = &Site> {
        self.sites.iter().filter(|site| site.opacity > 0.0)
    }

    /// Whether a unit of the player was hit in a battle that is not over.
    pub fn is_player_attacked(&self) -> bool {
        self.sites.iter().any(|site| site.alarm.was_hit_since(self.now_s - OVER_S))
    }

    /// The alerts of this frame.
    pub fn alerts(&self) -> &[Alert] {
        &self.alerts
    }

    /// Alerts the player in this frame.
    pub(super) fn alert(&mut self, alert: Alert) {
        self.alerts.push(alert);
    }

    /// A running battle, by its number.
    pub fn get(&self, battle: u64) -> Option<&Site> {
        self.sites.iter().find(|site| site.number == battle)
    }

    /// Lets the next hit on a unit of the player in a battle alert the player, however soon it is.
    pub fn rearm_alarm(&mut self, battle: u64) {
        if let Some(site) = self.sites.iter_mut().find(|site| site.number == battle) {
            site.alarm.rearm();
        }
    }

    /// The battles whose forces were not counted for a time, s.
    pub(super) fn uncounted(&mut self, now_s: f64, rest_s: f64) -> impl Iterator<Item = &mut Site> {
        self.sites.iter_mut().filter(move |site| site.is_uncounted(now_s, rest_s))
    }

    /// The number of the battle at a place; `None` where nobody fights.
    pub fn battle_at(&self, place: WellPlace) -> Option<u64> {
        let site = self.sites.iter().find(|site| site.covers(place.body, place.offset));
        site.map(|site| site.number)
    }

    /// Adds a battle.
    #[cfg(test)]
    pub fn add(&mut self, site: Site) {
        self.sites.push(site);
    }

    /// Forgets all sites and alerts.
    pub fn clear(&mut self) {
        self.sites.clear();
        self.alerts.clear();
    }

    /// Begins a frame at a moment, in a tick: places follow the fighting, signs fade, sites of past battles are
    /// dropped.
    pub(super) fn begin(&mut self, now_s: f64, tick: u64) {
        let passed_s = (now_s - std::mem::replace(&mut self.now_s, now_s)).max(0.0);
        self.tick = tick;
        self.alerts.clear();
        for site in &mut self.sites {
            site.pass(passed_s, tick, now_s);
        }
        self.sites.retain(|site| !site.is_past(now_s));
    }

    /// Records fighting at a place, an offset from a body or from the origin, km; `attacked`: a unit of the player
    /// was hit. Returns whether to report the hit.
    pub(super) fn enter(&mut self, body: Option<BodyId>, offset: DVec3, now_s: f64, attacked: bool) -> bool {
        let known = self.sites.iter_mut().find(|site| site.covers(body, offset));
        let Some(site) = known else {
            return self.begin_battle(WellPlace { body, offset }, now_s, attacked);
        };
        site.note_shot(offset, self.tick, now_s);
        attacked && site.alarm.hit(now_s)
    }

    /// Begins a battle at a place, if there is room for it; returns whether there was.
    fn begin_battle(&mut self, place: WellPlace, now_s: f64, attacked: bool) -> bool {
        if self.sites.len() >= MOST_SITES {
            return false;
        }
        let mut site = Site::begun(self.count, place, self.tick, now_s);
        if attacked {
            site.alarm.hit(now_s);
        }
        self.sites.push(site);
        self.count += 1;
        true
    }

    /// Records a hit at a place. After a long time without hits it begins another battle there.
    pub(super) fn note_harm(&mut self, place: WellPlace) {
        let Some(site) = self.sites.iter_mut().find(|site| site.covers(place.body, place.offset)) else {
            return;
        };
        if site.note_harm(self.tick, self.gap_ticks) {
            site.begin_again(self.count);
            self.count += 1;
        }
    }
}

/// A battle in which a unit of the player was just hit, for tests.
#[cfg(test)]
pub fn under_attack() -> Sites {
    let mut sites = Sites::default();
    sites.enter(None, DVec3::X, 0.0, true);
    sites
}

/// Whether another hit in the battle of [`under_attack`] is reported at a time, s, for tests.
#[cfg(test)]
pub fn reports_next_hit(sites: &mut Sites, now_s: f64) -> bool {
    sites.enter(None, DVec3::X, now_s, true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::TICKS_PER_SECOND;
    use crate::sim::forecast::BattleForces;

    #[test]
    fn a_well_has_one_battle_and_open_space_one_for_near_events() {
        let mut sites = Sites::default();
        assert!(sites.enter(Some(BodyId(3)), DVec3::X, 0.0, false), "it begins");
        assert!(!sites.enter(Some(BodyId(3)), DVec3::X * 1.0e7, 1.0, false));
        assert!(sites.enter(None, DVec3::X, 1.0, false));
        assert!(!sites.enter(None, DVec3::X * 1.0e6, 1.0, false));
        assert!(sites.enter(None, DVec3::X * 1.0e8, 1.0, false));
        assert_eq!(sites.iter().count(), 3);
        sites.begin(1.0 + OVER_S, 500);
        assert_eq!(sites.iter().count(), 0);
        assert!(sites.enter(Some(BodyId(3)), DVec3::X, 60.0, false), "another battle");
    }

    #[test]
    fn another_shot_brings_the_signs_back() {
        let mut sites = Sites::default();
        sites.enter(Some(BodyId(3)), DVec3::X, 0.0, false);
        sites.begin(10.5, 315);
        assert_eq!((sites.iter().count(), sites.with_signs().count()), (1, 0));
        assert!(!sites.enter(Some(BodyId(3)), DVec3::X, 10.5, false), "it is the same battle");
        assert_eq!(sites.with_signs().map(|site| site.opacity).collect::<Vec<_>>(), [1.0]);
        sites.begin(12.0, 360);
        assert_eq!(sites.with_signs().count(), 1);
    }

    #[test]
    fn every_battle_has_a_number_of_its_own() {
        let mut sites = Sites::default();
        let at_mars = WellPlace { body: Some(BodyId(3)), offset: DVec3::X };
        assert_eq!(sites.battle_at(at_mars), None);
        sites.enter(at_mars.body, DVec3::ZERO, 0.0, false);
        sites.enter(None, DVec3::X, 0.0, false);
        assert_eq!(sites.battle_at(at_mars), Some(0));
        assert_eq!(sites.battle_at(WellPlace { body: None, offset: DVec3::X * 1.0e6 }), Some(1));
        assert_eq!(sites.battle_at(WellPlace { body: None, offset: DVec3::X * 1.0e8 }), None);
        sites.clear();
        sites.enter(at_mars.body, DVec3::ZERO, 99.0, false);
        assert_eq!(sites.battle_at(at_mars), Some(2), "numbers are not used again");
    }

    /// No battles yet, of which another one begins after 20 s of play without a hit.
    fn with_gap() -> Sites {
        Sites { gap_ticks: 600, ..Sites::default() }
    }

    #[test]
    fn a_fleet_that_comes_long_after_a_lost_scout_fights_another_battle_at_any_pace() {
        let at_mars = WellPlace { body: Some(BodyId(3)), offset: DVec3::X };
        for pace in [1, 4, 16] {
            let mut sites = with_gap();
            // The guns go on shooting at what passes, so that the site stays.
            let mut battle_at = |tick: u64, is_hit: bool| {
                let now_s = tick as f64 / (TICKS_PER_SECOND * f64::from(pace));
                sites.begin(now_s, tick);
                if is_hit {
                    sites.note_harm(at_mars);
                }
                sites.enter(at_mars.body, at_mars.offset, now_s, is_hit);
                sites.battle_at(at_mars)
            };
            let scout = battle_at(8_098, true);
            assert!((8_400..10_000).step_by(300).all(|tick| battle_at(tick, false) == scout), "x{pace}");
            let fleet = battle_at(10_220, true);
            assert!(scout.is_some() && fleet.is_some() && scout != fleet, "x{pace}: {scout:?}, {fleet:?}");
            assert_eq!(battle_at(10_500, true), fleet, "x{pace}: it goes on");
        }
    }

    #[test]
    fn a_hit_after_a_long_time_of_misses_begins_another_battle() {
        let mut sites = with_gap();
        let at_mars = WellPlace { body: Some(BodyId(3)), offset: DVec3::X };
        let mut number_after = |second: u32, is_hit: bool| {
            let now_s = f64::from(second);
            sites.begin(now_s, u64::from(30 * second));
            if is_hit {
                sites.note_harm(at_mars);
            }
            sites.enter(at_mars.body, at_mars.offset, now_s, false);
            sites.battle_at(at_mars)
        };
        let first = number_after(0, true);
        assert!([5, 10, 15].into_iter().all(|second| number_after(second, false) == first));
        assert_eq!(number_after(20, true), first, "not long enough");
        let all = [25, 30, 35, 40].map(|second| number_after(second, false));
        assert_eq!(all, [first; 4], "shots alone begin none");
        let second = number_after(41, true);
        assert!(second.is_some() && second != first);
        assert_eq!(number_after(45, true), second);
    }

    #[test]
    fn every_battle_is_counted_at_once_and_then_from_time_to_time() {
        let mut sites = Sites::default();
        sites.enter(Some(BodyId(3)), DVec3::X, 5.0, false);
        let mut count = |now_s: f64| {
            let due = sites.uncounted(now_s, 1.0);
            due.map(|site| site.note_forces(now_s, 30, BattleForces::default())).count()
        };
        assert_eq!([5.0, 5.5, 6.0, 6.5].map(&mut count), [1, 0, 1, 0]);
        assert!(sites.get(0).is_some_and(|site| site.forces.is_some() && site.strengths.line(0).len() == 1));
        assert!(sites.get(1).is_none());
    }

    #[test]
    fn the_player_is_under_attack_until_some_time_after_the_last_hit() {
        let mut sites = under_attack();
        let mut is_attacked = |now_s: f64, is_hit: bool| {
            sites.begin(now_s, (now_s * TICKS_PER_SECOND) as u64);
            sites.enter(None, DVec3::X, now_s, is_hit);
            sites.is_player_attacked()
        };
        assert!(is_attacked(0.0, true) && is_attacked(OVER_S - 1.0, false));
        assert!(!is_attacked(OVER_S + 1.0, false), "the others fight on");
        assert!(is_attacked(OVER_S + 2.0, true));
    }

    #[test]
    fn a_rearmed_alarm_tells_of_the_next_hit_in_its_battle() {
        let mut sites = under_attack();
        sites.enter(Some(BodyId(3)), DVec3::X, 0.0, true);
        let [here, there] = [0, 1].map(|index| sites.sites[index].number);
        let is_told = |sites: &mut Sites, body: Option<BodyId>| sites.enter(body, DVec3::X, 10.0, true);
        assert!(!is_told(&mut sites, None) && !is_told(&mut sites, Some(BodyId(3))));
        sites.rearm_alarm(there);
        assert!(here != there && !is_told(&mut sites, None) && is_told(&mut sites, Some(BodyId(3))));
    }

    #[test]
    fn a_battle_of_others_raises_no_alarm_until_something_own_is_hit() {
        let mut sites = Sites::default();
        assert!(sites.enter(Some(BodyId(1)), DVec3::X, 0.0, false));
        assert!(sites.enter(Some(BodyId(1)), DVec3::X, 1.0, true));
        assert!(!sites.enter(Some(BodyId(1)), DVec3::X, 2.0, true));
    }

    #[test]
    fn places_are_no_more_than_can_be_shown() {
        let mut sites = Sites::default();
        for body in 0..100 {
            sites.enter(Some(BodyId(body)), DVec3::X, 0.0, true);
        }
        assert_eq!(sites.iter().count(), MOST_SITES);
    }
}
