//! A battle site: it follows the fighting there without jumps, and its signs fade after the last shot.

use glam::DVec3;

use crate::client::scene::battle::sources::alarm::Alarm;
use crate::client::scene::battle::sources::strengths::Strengths;
use crate::client::scene::battle::sources::wells::WellPlace;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::BodyId;
use crate::sim::combat::estimate::Estimate;
use crate::sim::forecast::BattleForces;

/// Seconds after the last shot when a battle is over.
pub(super) const OVER_S: f64 = 12.0;
/// Seconds of play after the last shot in which the signs of a battle fade away.
const FADED_S: f64 = 10.0;
/// Least time for that at any pace, s: a sign can be read and clicked.
const LEAST_FADED_S: f64 = 3.0;
/// Share of that time in which signs do not fade yet.
const WHOLE_SHARE: f64 = 0.4;
/// The fire has ceased where signs are fainter than this. They are not gone yet: both sides are still known.
const CEASED: f32 = 0.2;
/// Fighting in open space within this distance of a battle belongs to it, km.
const NEAR_KM: f64 = 3.0e6;
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
    /// The tick of the last hit there, or of its beginning.
    harmed_tick: u64,
    /// Opacity of its signs: 1 while it is fought, 0 once they have faded away.
    pub opacity: f32,
    /// Both sides, when they were last counted; `None`: not yet.
    pub forces: Option<BattleForces>,
    /// The forecast at that count; `None` if no foe or nothing of the player's side was in sight, and in a battle of
    /// others.
    pub estimate: Option<Estimate>,
    /// Half the length of its usual hull at that count, km; 0: not yet counted, or nothing is in sight.
    pub hull_km: f64,
    /// The strength of both sides since its beginning.
    pub strengths: Strengths,
    /// Time of that count, s.
    counted_s: f64,
    /// The alarm about hits on units of the player there.
    pub(super) alarm: Alarm,
}

impl Site {
    /// A battle that begins at a place, in a tick and at its time, s.
    pub(super) fn begun(number: u64, WellPlace { body, offset }: WellPlace, tick: u64, now_s: f64) -> Self {
        Self {
            number,
            body,
            offset,
            reach_km: 0.0,
            latest: (offset, 0.0),
            last_s: now_s,
            last_tick: tick,
            harmed_tick: tick,
            opacity: 1.0,
            forces: None,
            estimate: None,
            hull_km: 0.0,
            strengths: Strengths::default(),
            counted_s: now_s,
            alarm: Alarm::default(),
        }
    }

    /// Records a shot at an offset from its body or from the origin, km.
    pub(super) fn note_shot(&mut self, offset: DVec3, tick: u64, now_s: f64) {
        self.last_s = now_s;
        self.last_tick = tick;
        self.opacity = 1.0;
        let (middle, reach_km) = &mut self.latest;
        *reach_km += FOLLOWING * (middle.distance(offset) - *reach_km);
        *middle = middle.lerp(offset, FOLLOWING);
    }

    /// Records a hit; returns whether another battle begins with it, after more than so many ticks without hits.
    pub(super) fn note_harm(&mut self, tick: u64, gap_ticks: u64) -> bool {
        let before = std::mem::replace(&mut self.harmed_tick, tick);
        tick.saturating_sub(before) > gap_ticks
    }

    /// Begins another battle at the same place.
    pub(super) fn begin_again(&mut self, number: u64) {
        (self.number, self.strengths) = (number, Strengths::default());
    }

    /// Lets time pass up to a moment, in a tick: the place follows the fighting, the signs fade.
    pub(super) fn pass(&mut self, passed_s: f64, tick: u64, now_s: f64) {
        self.settle(passed_s);
        let play_s = tick.saturating_sub(self.last_tick) as f64 / TICKS_PER_SECOND;
        self.opacity = opacity_after(play_s, now_s - self.last_s);
    }

    /// Whether the fire has ceased there.
    pub fn has_ceased(&self) -> bool {
        self.opacity < CEASED
    }

    /// Whether the battle is over and its signs have faded away.
    pub(super) fn is_past(&self, now_s: f64) -> bool {
        now_s - self.last_s >= OVER_S && self.opacity <= 0.0
    }

    /// Whether its forces were not counted for a time, s.
    pub(super) fn is_uncounted(&self, now_s: f64, rest_s: f64) -> bool {
        self.forces.is_none() || now_s - self.counted_s >= rest_s
    }

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
            // Another side is the first now: its line starts over.
            self.strengths = Strengths::default();
        }
        self.strengths.note(tick, forces.sides.each_ref().map(|side| side.strength));
        self.forces = Some(forces);
    }

    /// Whether fighting at a place, an offset from a body or from the origin, km, belongs to the battle here.
    pub(super) fn covers(&self, body: Option<BodyId>, offset: DVec3) -> bool {
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
    let mut site = Site::begun(0, WellPlace { body: None, offset }, 0, 0.0);
    if let Some(forces) = forces {
        site.note_forces(0.0, 30, forces);
    }
    site
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::ids::FactionId;

    #[test]
    fn signs_fade_within_ten_seconds_of_play_after_the_last_shot() {
        // The opacity this many seconds after a shot at a pace; 0 also once the battle is past.
        let after = |real_s: f64, pace: f64| {
            let mut site = example(DVec3::X, None);
            site.pass(real_s, (real_s * pace * TICKS_PER_SECOND).round() as u64, real_s);
            if site.is_past(real_s) { 0.0 } else { site.opacity }
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
    fn the_fire_has_ceased_before_a_battle_is_forgotten() {
        for pace in [0.25, 1.0, 64.0] {
            let mut site = example(DVec3::X, None);
            let mut times = (0..600).map(|tenth| f64::from(tenth) / 10.0);
            let ceased_s = times.find(|real_s| {
                site.pass(0.1, (real_s * pace * TICKS_PER_SECOND).round() as u64, *real_s);
                site.has_ceased()
            });
            let ceased_s = ceased_s.expect("the signs fade");
            assert!(ceased_s > 2.0 && !site.is_past(ceased_s), "{ceased_s} s at {pace}");
        }
    }

    #[test]
    fn the_place_of_a_battle_follows_its_shots_without_jumps() {
        const FRAME_S: f64 = 1.0 / 60.0;
        let body = Some(BodyId(3));
        let mut site = Site::begun(0, WellPlace { body, offset: DVec3::ZERO }, 0, 0.0);
        // Shots go to and fro between two lines, which stand this far from the middle, km.
        let mut furthest_km = 0.0_f64;
        let mut fight = |frames: std::ops::Range<u32>, middle_km: f64| {
            for frame in frames {
                let (tick, now_s) = (u64::from(frame / 2), FRAME_S * f64::from(frame));
                let before = site.offset;
                site.pass(FRAME_S, tick, now_s);
                furthest_km = furthest_km.max(site.offset.distance(before));
                let side = if frame % 2 == 0 { 100.0 } else { -100.0 };
                (0..20).for_each(|_| site.note_shot(DVec3::X * (middle_km + side), tick, now_s));
            }
            site.offset.x
        };
        let there_km = fight(1..300, 0.0);
        let away_km = fight(300..900, 300.0);
        assert!(there_km.abs() < 20.0 && (away_km - 300.0).abs() < 20.0, "{there_km}, {away_km}");
        assert!(furthest_km < 10.0, "{furthest_km} in a frame");
        assert!(site.reach_km > 40.0, "{}", site.reach_km);
        let (place, of_latest_km) = site.fought();
        assert_eq!((place.body, of_latest_km), (body, site.latest.1));
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
}
