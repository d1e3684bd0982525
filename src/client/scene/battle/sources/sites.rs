//! Battle sites: one for each well, and in open space one for all fights near each other. Sites in wells move with
//! their bodies. Where nobody was hurt for a while, the next hit begins another battle: shots at passing scouts are
//! not part of it.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::scene::battle::sources::alarm::{ALARM_REST_S, Alarm};
use crate::client::scene::battle::sources::strengths::Strengths;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::forecast::BattleForces;
use crate::sim::{BodyId, TargetId};

/// Seconds after the last shot when a battle is over.
const OVER_S: f64 = 12.0;
/// Seconds of play after the last shot in which the signs of a battle fade away.
const FADED_S: f64 = 10.0;
/// Least time for that at any pace, s: a sign can be read and clicked.
const LEAST_FADED_S: f64 = 3.0;
/// Share of that time in which signs do not fade yet.
const WHOLE_SHARE: f64 = 0.4;
/// Seconds of play without a hit after which the next hit begins another battle.
const HARMLESS_S: f64 = 30.0;
/// Fighting in open space within this distance of a battle belongs to it, km.
const NEAR_KM: f64 = 3.0e6;
/// The most places at once.
const MOST_SITES: usize = 32;
/// Share of the way that the middle of the fighting moves toward a new event.
const FOLLOWING: f64 = 0.1;
/// Time constant with which the place of a battle follows the middle of its fighting, s: this jumps with every shot.
const SETTLING_S: f64 = 1.0;

/// A battle site.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Number of the battle there, never reused in a world.
    pub number: u64,
    /// The body in whose well it is.
    pub body: Option<BodyId>,
    /// Middle, from that body or from the origin, km. It moves without jumps.
    pub offset: DVec3,
    /// Radius, km. It changes without jumps.
    pub reach_km: f64,
    /// Middle and radius of the latest fighting, as `offset` and `reach_km`, which follow them.
    latest: (DVec3, f64),
    /// Time of the last event there, by the [`BattleClock`](crate::client::scene::battle::BattleClock).
    pub last_s: f64,
    /// The tick of the world at that time.
    last_tick: u64,
    /// The tick of the last hit there, or of its beginning, and its time, s.
    harmed: (u64, f64),
    /// Opacity of its signs: 1 while it is fought, 0 once they have faded away.
    pub opacity: f32,
    /// Both sides, when they were last counted; `None`: not yet.
    pub forces: Option<BattleForces>,
    /// The strength of both sides since its beginning.
    pub strengths: Strengths,
    /// Time of that count, s.
    counted_s: f64,
    /// The alarm about hits on units of the player there.
    alarm: Alarm,
}

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
        let is_due = move |site: &&mut Site| site.forces.is_none() || now_s - site.counted_s >= rest_s;
        self.sites.iter_mut().filter(is_due)
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
            site.settle(passed_s);
            let play_s = tick.saturating_sub(site.last_tick) as f64 / TICKS_PER_SECOND;
            site.opacity = opacity_after(play_s, now_s - site.last_s);
        }
        self.sites.retain(|site| now_s - site.last_s < OVER_S || site.opacity > 0.0);
    }

    /// Records fighting at a place, an offset from a body or from the origin, km; `attacked`: a unit of the player
    /// was hit. Returns whether to report the hit.
    pub(super) fn enter(&mut self, body: Option<BodyId>, offset: DVec3, now_s: f64, attacked: bool) -> bool {
        let known = self.sites.iter_mut().find(|site| site.covers(body, offset));
        let Some(site) = known else {
            if self.sites.len() < MOST_SITES {
                let mut alarm = Alarm::default();
                if attacked {
                    alarm.hit(now_s);
                }
                self.sites.push(Site {
                    number: self.count,
                    body,
                    offset,
                    reach_km: 0.0,
                    latest: (offset, 0.0),
                    last_s: now_s,
                    last_tick: self.tick,
                    harmed: (self.tick, now_s),
                    opacity: 1.0,
                    forces: None,
                    strengths: Strengths::default(),
                    counted_s: now_s,
                    alarm,
                });
                self.count += 1;
                return true;
            }
            return false;
        };
        site.last_s = now_s;
        site.last_tick = self.tick;
        site.opacity = 1.0;
        let (middle, reach_km) = &mut site.latest;
        *reach_km += FOLLOWING * (middle.distance(offset) - *reach_km);
        *middle = middle.lerp(offset, FOLLOWING);
        attacked && site.alarm.hit(now_s)
    }

    /// Records a hit at a place. After a long time without hits it begins another battle there, and the player is
    /// alerted again.
    pub(super) fn note_harm(&mut self, place: WellPlace, now_s: f64) {
        let Some(site) = self.sites.iter_mut().find(|site| site.covers(place.body, place.offset)) else {
            return;
        };
        let (tick, time_s) = std::mem::replace(&mut site.harmed, (self.tick, now_s));
        let harmless_s = self.tick.saturating_sub(tick) as f64 / TICKS_PER_SECOND;
        if harmless_s >= HARMLESS_S && now_s - time_s >= ALARM_REST_S {
            (site.number, site.strengths) = (self.count, Strengths::default());
            self.count += 1;
        }
    }
}

impl Site {
    /// Middle of the latest fighting, which moves with the well, and its radius, km.
    pub(super) fn fought(&self) -> (WellPlace, f64) {
        let (offset, reach_km) = self.latest;
        (WellPlace { body: self.body, offset }, reach_km)
    }

    /// Follows the fighting for this time.
    fn settle(&mut self, seconds: f64) {
        let share = 1.0 - (-seconds / SETTLING_S).exp();
        let (middle, reach_km) = self.latest;
        self.offset = self.offset.lerp(middle, share);
        self.reach_km += share * (reach_km - self.reach_km);
    }

    /// Records a count of both sides at a time, s, in a tick.
    pub(super) fn note_forces(&mut self, now_s: f64, tick: u64, forces: BattleForces) {
        self.counted_s = now_s;
        if self.forces.as_ref().is_some_and(|before| before.first != forces.first) {
            // Another side is the first now: its line begins anew.
            self.strengths = Strengths::default();
        }
        self.strengths.note(tick, forces.sides.each_ref().map(|side| side.strength));
        self.forces = Some(forces);
    }

    /// Whether fighting at a place, an offset from a body or from the origin, km, belongs to the battle here.
    fn covers(&self, body: Option<BodyId>, offset: DVec3) -> bool {
        self.body == body && (body.is_some() || self.latest.0.distance(offset) < NEAR_KM)
    }
}

/// Opacity of the signs of a battle after this time without a shot, seconds of play and seconds of real time.
fn opacity_after(play_s: f64, real_s: f64) -> f32 {
    let quiet = (play_s / FADED_S).min(real_s / LEAST_FADED_S);
    ((1.0 - quiet) / (1.0 - WHOLE_SHARE)).clamp(0.0, 1.0) as f32
}

/// A battle for tests, the first one, with these forces.
#[cfg(test)]
pub fn example(offset: DVec3, forces: Option<BattleForces>) -> Site {
    let mut sites = Sites::default();
    sites.enter(None, offset, 0.0, false);
    let mut site = sites.sites.remove(0);
    if let Some(forces) = forces {
        site.note_forces(0.0, 30, forces);
    }
    site
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
    use crate::sim::ids::FactionId;

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
    fn signs_fade_within_ten_seconds_of_play_after_the_last_shot() {
        let mut sites = Sites::default();
        // The opacity this many seconds after a shot at a pace; 0 also once the battle is forgotten.
        let mut after = |real_s: f64, pace: f64| {
            sites.clear();
            sites.begin(0.0, 0);
            sites.enter(None, DVec3::X, 0.0, false);
            sites.begin(real_s, (real_s * pace * TICKS_PER_SECOND).round() as u64);
            sites.with_signs().next().map_or(0.0, |site| site.opacity)
        };
        assert_eq!([0.0, 3.0, 10.1].map(|real_s| after(real_s, 1.0)), [1.0, 1.0, 0.0]);
        assert!((0.1..0.9).contains(&after(7.0, 1.0)), "it fades");
        assert!(after(2.0, 64.0) > 0.0, "it can still be clicked");
        assert_eq!(after(3.1, 64.0), 0.0);
        assert!(after(30.0, 0.25) > 0.0, "few seconds of play have passed");
        assert_eq!(after(41.0, 0.25), 0.0);
        assert_eq!(after(1.0, 0.0), 1.0, "the game is paused");
    }

    #[test]
    fn the_place_of_a_battle_follows_its_shots_without_jumps() {
        const FRAMES_PER_S: u32 = 60;
        let mut sites = Sites::default();
        let body = Some(BodyId(3));
        sites.enter(body, DVec3::ZERO, 0.0, false);
        // Shots go to and fro between two lines, which stand this far from the middle, km.
        let mut furthest_km = 0.0_f64;
        let mut fight = |frames: std::ops::Range<u32>, middle_km: f64| {
            for frame in frames {
                let now_s = f64::from(frame) / f64::from(FRAMES_PER_S);
                let before = sites.sites[0].offset;
                sites.begin(now_s, u64::from(frame / 2));
                let after = sites.sites[0].offset;
                furthest_km = furthest_km.max(after.distance(before));
                let side = if frame % 2 == 0 { 100.0 } else { -100.0 };
                (0..20).for_each(|_| {
                    sites.enter(body, DVec3::X * (middle_km + side), now_s, false);
                });
            }
            sites.sites[0].offset.x
        };
        let there_km = fight(1..300, 0.0);
        let away_km = fight(300..900, 300.0);
        assert!(there_km.abs() < 20.0 && (away_km - 300.0).abs() < 20.0, "{there_km}, {away_km}");
        assert!(furthest_km < 10.0, "{furthest_km} in a frame");
        let reach_km = sites.sites[0].reach_km;
        assert!(reach_km > 40.0, "{reach_km}");
        let (place, of_latest_km) = sites.sites[0].fought();
        assert_eq!((place.body, of_latest_km), (body, sites.sites[0].latest.1));
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

    #[test]
    fn a_hit_after_a_long_time_of_misses_begins_another_battle() {
        let mut sites = Sites::default();
        let at_mars = WellPlace { body: Some(BodyId(3)), offset: DVec3::X };
        let mut number_after = |second: u32, is_hit: bool| {
            let now_s = f64::from(second);
            sites.begin(now_s, u64::from(30 * second));
            if is_hit {
                sites.note_harm(at_mars, now_s);
            }
            sites.enter(at_mars.body, at_mars.offset, now_s, false);
            sites.battle_at(at_mars)
        };
        let first = number_after(0, true);
        assert!([5, 10, 15, 20].into_iter().all(|second| number_after(second, false) == first));
        assert_eq!(number_after(25, true), first, "not long enough");
        let all = [30, 35, 40, 45, 50, 55].map(|second| number_after(second, false));
        assert_eq!(all, [first; 6], "shots alone begin none");
        let second = number_after(56, true);
        assert!(second.is_some() && second != first);
        assert_eq!(number_after(60, true), second);
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
    fn a_line_of_strengths_is_of_one_side() {
        let forces = |first: usize| BattleForces { first: Some(FactionId(first)), ..BattleForces::default() };
        let mut site = example(DVec3::X, Some(forces(0)));
        site.note_forces(1.0, 60, forces(0));
        assert_eq!(site.strengths.line(0).len(), 2);
        site.note_forces(2.0, 90, forces(1));
        assert_eq!(site.strengths.line(0), [(90, 0.0)], "the viewer has joined");
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
