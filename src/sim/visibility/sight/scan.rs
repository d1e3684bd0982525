//! The watch: which of thousands of units are in sight of which faction.
//!
//! The result for each faction is exactly the set for which [`sees`](crate::sim::visibility::sees) is true,
//! independent of the input order. Nothing is allocated unless the numbers grow.
//!
//! Sensors and units of a faction that are close together are examined as groups first; most pairs of groups are
//! too far apart, or have a planet between them. A unit in sight is not examined again, and the sensor of the last
//! hit is asked first about the next unit, which is mostly near.

use fixedbitset::FixedBitSet;
use glam::DVec3;

use super::group::{Cover, Group, Member, SLACK_KM, SortedMembers, cover, span};
use super::seeing::{Occluder, Sensor, Sighted, is_within_range};

/// Width of a group's cell in ranges of an average sensor: narrow cells are too many, wide ones are seldom within
/// range, or behind a planet, as a whole.
const CELL_SHARE: f64 = 0.5;
/// Width of a cell without any sensor, and the least width, km.
const LEAST_CELL_KM: f64 = 1.0;

/// Finds the units in sight of all factions; keeps its memory from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct SensorScan {
    /// The eyes, faction after faction.
    eyes: SortedMembers,
    /// The things, along the x axis.
    things: SortedMembers,
    /// Width of the cells of both, km.
    cell_km: f64,
    /// The balls, along the x axis.
    balls: Vec<Occluder>,
    /// The radius of the largest ball, km.
    largest_ball_km: f64,
    /// The balls that a group of eyes has within its reach.
    near: Vec<Occluder>,
    /// The balls that may hide some of a group of things from it.
    between: Vec<Occluder>,
}

impl SensorScan {
    /// Finds for each faction, 0 to `factions - 1`, the indices in `things` that it sees, and writes them to
    /// `seen`, whose length becomes the number of factions.
    pub fn see(
        &mut self,
        eyes: &[Sensor],
        things: &[Sighted],
        occluders: &[Occluder],
        factions: u16,
        seen: &mut Vec<FixedBitSet>,
    ) {
        show_own(things, factions, seen);
        self.open(eyes, occluders, factions);
        self.gather_things(things);
        let most_visible = self.things.groups.iter().map(|group| group.strength).fold(0.0, f64::max);
        let widest = self.things.groups.iter().map(|group| group.radius).fold(0.0, f64::max);
        let mut looking = None;
        for number in 0..self.eyes.groups.len() {
            let group = self.eyes.groups[number];
            let Some(bits) = seen.get_mut(usize::from(group.faction)) else { continue };
            if looking != Some(group.faction) {
                looking = Some(group.faction);
                self.forget_who_is_seen(group.faction);
            }
            let reach = group.radius + group.strength * most_visible + SLACK_KM;
            self.gather_near(&group, reach);
            self.look_round(&group, reach + widest, bits);
        }
    }

    /// Records eyes and balls without a search, for [`SensorScan::sees_place`].
    pub fn open(&mut self, eyes: &[Sensor], occluders: &[Occluder], factions: u16) {
        self.gather_eyes(eyes, factions);
        self.gather_balls(occluders);
    }

    /// Whether a faction would see a thing of this visibility at a place; with the eyes and balls of the last
    /// [`SensorScan::see`] or [`SensorScan::open`].
    pub fn sees_place(&self, faction: u16, place: DVec3, visibility: f64) -> bool {
        let target = Group::at(place, visibility);
        let is_within = |eye: &Member| is_within_range(eye.position, eye.strength, place, visibility);
        let start = self.eyes.groups.partition_point(|group| group.faction < faction);
        self.eyes.groups[start..]
            .iter()
            .take_while(|group| group.faction == faction)
            .filter(|group| group.may_reach(&target))
            .flat_map(|group| &self.eyes.members[group.seats()])
            .any(|eye| is_within(eye) && self.is_clear(eye, place))
    }

    /// Whether no ball lies between a sensor and a place.
    fn is_clear(&self, eye: &Member, place: DVec3) -> bool {
        let middle = 0.5 * (eye.position.x + place.x);
        let reach = 0.5 * (eye.position.x - place.x).abs() + self.largest_ball_km + SLACK_KM;
        let range = span(&self.balls, |ball| ball.center.x, middle, reach);
        !self.balls[range].iter().any(|ball| ball.hides(eye.position, place))
    }

    fn gather_eyes(&mut self, eyes: &[Sensor], factions: u16) {
        self.cell_km = cell_km(eyes);
        let members = eyes.iter().enumerate().filter_map(|(index, eye)| {
            let looks = eye.faction < factions && eye.range_km > 0.0 && eye.position.is_finite();
            let member = Member { position: eye.position, strength: eye.range_km, index };
            looks.then_some((eye.faction, member))
        });
        self.eyes.gather(self.cell_km, members);
        self.eyes.strongest_first();
    }

    fn gather_things(&mut self, things: &[Sighted]) {
        let members = things.iter().enumerate().filter_map(|(index, thing)| {
            let shows = thing.visibility > 0.0 && thing.position.is_finite();
            let member = Member { position: thing.position, strength: thing.visibility, index };
            shows.then_some((thing.faction, member))
        });
        self.things.gather(self.cell_km, members);
        self.things.along_x();
    }

    fn gather_balls(&mut self, occluders: &[Occluder]) {
        let hides = |ball: &&Occluder| ball.radius_km > 0.0 && ball.center.is_finite();
        self.balls.clear();
        self.balls.extend(occluders.iter().filter(hides));
        self.balls.sort_unstable_by(|one, other| one.center.x.total_cmp(&other.center.x));
        self.largest_ball_km = self.balls.iter().map(|ball| ball.radius_km).fold(0.0, f64::max);
    }

    /// Begins the search for a faction: only its own units are in sight.
    fn forget_who_is_seen(&mut self, faction: u16) {
        for group in &mut self.things.groups {
            group.unseen = if group.faction == faction { 0 } else { group.seats().len() };
        }
    }

    /// Finds the balls that could hide anything from a group of eyes.
    fn gather_near(&mut self, eyes: &Group, reach: f64) {
        let range = span(&self.balls, |ball| ball.center.x, eyes.middle.x, reach + self.largest_ball_km);
        self.near.clear();
        for ball in &self.balls[range] {
            let limit = reach + ball.radius_km;
            if ball.center.distance_squared(eyes.middle) <= limit * limit {
                self.near.push(*ball);
            }
        }
    }

    /// Looks from a group of eyes at every group of things whose middle is within `reach` along x.
    fn look_round(&mut self, eyes: &Group, reach: f64, seen: &mut FixedBitSet) {
        let range = span(&self.things.groups, |group| group.middle.x, eyes.middle.x, reach);
        for number in range {
            let things = &self.things.groups[number];
            if things.unseen == 0 || !eyes.may_reach(things) {
                continue;
            }
            let things = *things;
            if !self.gather_between(eyes, &things) {
                continue;
            }
            let found = look(
                eyes,
                &self.eyes.members[eyes.seats()],
                &self.things.members[things.seats()],
                &self.between,
                seen,
            );
            self.things.groups[number].unseen -= found;
        }
    }

    /// Finds the balls that may hide some of a group from another; false if one hides all from all.
    fn gather_between(&mut self, eyes: &Group, things: &Group) -> bool {
        self.between.clear();
        for ball in &self.near {
            match cover(ball, eyes, things) {
                Cover::All => return false,
                Cover::Some => self.between.push(*ball),
                Cover::None => {}
            }
        }
        true
    }
}

/// Adds to each faction's set its own units.
fn show_own(things: &[Sighted], factions: u16, seen: &mut Vec<FixedBitSet>) {
    seen.resize_with(usize::from(factions), FixedBitSet::default);
    for bits in seen.iter_mut() {
        bits.clear();
        bits.grow(things.len());
    }
    for (index, thing) in things.iter().enumerate() {
        if let Some(bits) = seen.get_mut(usize::from(thing.faction)) {
            bits.insert(index);
        }
    }
}

/// Width of cells. It decides the amount of work, never the result.
fn cell_km(eyes: &[Sensor]) -> f64 {
    let looks = |range: &f64| *range > 0.0 && range.is_finite();
    let (mut sum, mut count) = (0.0, 0.0);
    for range in eyes.iter().map(|eye| eye.range_km).filter(looks) {
        sum += range;
        count += 1.0;
    }
    if count > 0.0 { (CELL_SHARE * sum / count).max(LEAST_CELL_KM) } else { LEAST_CELL_KM }
}

/// Marks the units that the sensors of a group see, and returns the number of new ones.
fn look(
    group: &Group,
    eyes: &[Member],
    things: &[Member],
    between: &[Occluder],
    seen: &mut FixedBitSet,
) -> usize {
    let (mut found, mut first) = (0, 0);
    for thing in things {
        if seen.contains(thing.index) {
            continue;
        }
        if let Some(eye) = who_sees(group, eyes, first, thing, between) {
            first = eye;
            found += 1;
            seen.insert(thing.index);
        }
    }
    found
}

/// The first sensor of a group that sees a unit; the sensor `first` is asked before all others.
fn who_sees(
    group: &Group,
    eyes: &[Member],
    first: usize,
    thing: &Member,
    between: &[Occluder],
) -> Option<usize> {
    let sees = |eye: &Member| {
        is_within_range(eye.position, eye.strength, thing.position, thing.strength)
            && !between.iter().any(|ball| ball.hides(eye.position, thing.position))
    };
    // No eye of the group is nearer than this; the eyes with the longest range come first.
    let least = group.middle.distance(thing.position) - group.radius - SLACK_KM;
    if group.strength * thing.strength < least {
        return None;
    }
    if eyes.get(first).is_some_and(&sees) {
        return Some(first);
    }
    eyes.iter().take_while(|eye| eye.strength * thing.strength >= least).position(sees)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::sim::visibility::sees;

    const FACTIONS: u16 = 4;
    const NOBODY: u16 = u16::MAX;

    #[derive(Clone, Default)]
    struct Scene {
        eyes: Vec<Sensor>,
        things: Vec<Sighted>,
        balls: Vec<Occluder>,
    }

    impl Scene {
        /// Wells with planets, each with this many sensors and units round it, below the surface too.
        fn of_wells(chance: &mut ChaCha8Rng, wells: usize, each: usize, space: f64) -> Self {
            let mut scene = Self::default();
            for _ in 0..wells {
                let center = within(chance, space);
                scene.balls.push(Occluder { center, radius_km: chance.random_range(1.0e4..8.0e5) });
                for _ in 0..each {
                    scene.add(center + within(chance, 3.0e6), chance);
                }
            }
            scene
        }

        fn add(&mut self, position: DVec3, chance: &mut ChaCha8Rng) {
            let faction = if chance.random_bool(0.05) { NOBODY } else { chance.random_range(0..FACTIONS) };
            let range_km = match chance.random_range(0..20u32) {
                0 => 0.0,
                1 => 3.0e7,
                2..8 => 4.0e5,
                _ => 2.0e6,
            };
            let visibility = match chance.random_range(0..10u32) {
                0 => 0.0,
                1..4 => 0.5,
                4..8 => 1.0,
                _ => 2.5,
            };
            self.things.push(Sighted { faction, position, visibility });
            self.eyes.push(Sensor { faction, position, range_km });
        }

        /// The indices of the things that each faction sees.
        fn seen(&self, watch: &mut SensorScan) -> Vec<BTreeSet<usize>> {
            let mut seen = Vec::new();
            watch.see(&self.eyes, &self.things, &self.balls, FACTIONS, &mut seen);
            seen.iter().map(|bits| bits.ones().collect()).collect()
        }

        /// The places of the things that each faction sees, by their bits.
        fn places_seen(&self) -> Vec<BTreeSet<[u64; 3]>> {
            let place = |index: usize| self.things[index].position.to_array().map(f64::to_bits);
            let seen = self.seen(&mut SensorScan::default()).into_iter();
            seen.map(|indices| indices.into_iter().map(place).collect()).collect()
        }

        /// The expected result, by a look at every pair.
        fn seen_in_pairs(&self) -> Vec<BTreeSet<usize>> {
            let does_see = |faction: u16, thing: &Sighted| {
                let sees_it = |eye: &Sensor| eye.faction == faction && sees(eye, thing, &self.balls);
                thing.faction == faction || self.eyes.iter().any(sees_it)
            };
            let seen = |faction: u16| {
                let seen = self.things.iter().enumerate().filter(|(_, thing)| does_see(faction, thing));
                seen.map(|(index, _)| index).collect::<BTreeSet<usize>>()
            };
            (0..FACTIONS).map(seen).collect()
        }
    }

    fn within(chance: &mut ChaCha8Rng, half_size: f64) -> DVec3 {
        let mut coordinate = || chance.random_range(-half_size..half_size);
        DVec3::new(coordinate(), coordinate(), coordinate())
    }

    #[test]
    fn the_watch_finds_the_same_as_all_pairs() {
        let mut watch = SensorScan::default();
        let scenes = [
            (1, 200, 1.0),
            (12, 50, 3.0e9),
            (12, 30, 8.0e6),
            (60, 8, 3.0e10),
            (300, 1, 2.0e7),
            (3, 0, 1.0e8),
        ];
        for (seed, (wells, each, space)) in (0u64..).zip(scenes) {
            let mut chance = ChaCha8Rng::seed_from_u64(seed);
            let scene = Scene::of_wells(&mut chance, wells, each, space);
            let (seen, expected) = (scene.seen(&mut watch), scene.seen_in_pairs());
            assert_eq!(seen, expected, "{wells} wells in {space} km");
        }
    }

    #[test]
    fn some_are_seen_some_are_hidden_and_some_are_far() {
        let mut scene = Scene::of_wells(&mut ChaCha8Rng::seed_from_u64(9), 12, 50, 3.0e9);
        let mut watch = SensorScan::default();
        let with_balls: usize = scene.seen(&mut watch).iter().map(BTreeSet::len).sum();
        scene.balls.clear();
        let without: usize = scene.seen(&mut watch).iter().map(BTreeSet::len).sum();
        let most = scene.things.len() * usize::from(FACTIONS);
        assert!(with_balls > most / 3 && with_balls < without && without < most, "{with_balls} {without}");
    }

    #[test]
    fn the_order_of_input_does_not_matter() {
        let scene = Scene::of_wells(&mut ChaCha8Rng::seed_from_u64(4), 8, 60, 2.0e7);
        let expected = scene.places_seen();
        let mut other = scene.clone();
        other.eyes.reverse();
        other.things.rotate_left(123);
        other.balls.rotate_left(3);
        assert_eq!(other.places_seen(), expected);
        other.eyes.rotate_left(77);
        other.things.reverse();
        assert_eq!(other.places_seen(), expected);
    }

    #[test]
    fn a_watch_remembers_nothing() {
        let mut chance = ChaCha8Rng::seed_from_u64(5);
        let many = Scene::of_wells(&mut chance, 10, 40, 1.0e8);
        let few = Scene::of_wells(&mut chance, 2, 20, 1.0e7);
        let mut watch = SensorScan::default();
        let before = few.seen(&mut watch);
        many.seen(&mut watch);
        assert_eq!(few.seen(&mut watch), before);
        assert_eq!(Scene::default().seen(&mut watch), vec![BTreeSet::new(); usize::from(FACTIONS)]);
    }

    #[test]
    fn a_planet_hides_a_fleet_from_a_fleet() {
        let ball = Occluder { center: DVec3::new(1.5e8, 2.0e7, 0.0), radius_km: 3.8e5 };
        let mut scene = Scene { balls: vec![ball], ..Scene::default() };
        for number in 0..50u32 {
            let aside = DVec3::new(0.0, f64::from(number % 7) * 2.0e3, f64::from(number % 5) * 2.0e3);
            let place = |x: f64| ball.center + DVec3::X * x + aside;
            scene.eyes.push(Sensor { faction: 0, position: place(1.0e6), range_km: 5.0e6 });
            scene.things.push(Sighted { faction: 1, position: place(-1.0e6), visibility: 1.0 });
        }
        let mut watch = SensorScan::default();
        assert!(scene.seen(&mut watch)[0].is_empty());
        assert!(!watch.sees_place(0, ball.center - DVec3::X * 1.0e6, 1.0));
        assert!(watch.sees_place(0, ball.center + DVec3::X * 2.0e6, 1.0));
        scene.balls.clear();
        assert_eq!(scene.seen(&mut watch)[0].len(), 50);
        assert!(watch.sees_place(0, ball.center - DVec3::X * 1.0e6, 1.0));
    }

    #[test]
    fn places_are_seen_as_things_are() {
        let mut chance = ChaCha8Rng::seed_from_u64(6);
        let mut scene = Scene::of_wells(&mut chance, 6, 30, 1.0e7);
        scene.eyes.retain(|eye| eye.range_km < 1.0e7);
        let mut watch = SensorScan::default();
        scene.seen(&mut watch);
        let mut count = 0;
        for _ in 0..500 {
            let position = within(&mut chance, 1.2e7);
            let visibility = chance.random_range(0.4..2.0);
            let thing = Sighted { faction: NOBODY, position, visibility };
            for faction in 0..FACTIONS {
                let sees_it = |eye: &Sensor| eye.faction == faction && sees(eye, &thing, &scene.balls);
                let expected = scene.eyes.iter().any(sees_it);
                assert_eq!(watch.sees_place(faction, position, visibility), expected);
                count += u32::from(expected);
            }
        }
        assert!(count > 20 && count < 1980, "{count}");
        assert!(!watch.sees_place(NOBODY, DVec3::ZERO, 1.0) && !watch.sees_place(0, DVec3::NAN, 1.0));
    }

    #[test]
    fn numbers_that_are_not_finite_do_no_harm() {
        let mut scene = Scene::of_wells(&mut ChaCha8Rng::seed_from_u64(7), 2, 20, 1.0e7);
        let expected = scene.seen(&mut SensorScan::default());
        let place = DVec3::new(f64::NAN, 0.0, f64::INFINITY);
        scene.eyes.push(Sensor { faction: 0, position: place, range_km: 1.0e9 });
        scene.eyes.push(Sensor { faction: 0, position: DVec3::ZERO, range_km: f64::NAN });
        scene.eyes.push(Sensor { faction: 900, position: DVec3::ZERO, range_km: 1.0e9 });
        scene.things.push(Sighted { faction: NOBODY, position: place, visibility: 1.0 });
        scene.things.push(Sighted { faction: NOBODY, position: DVec3::ZERO, visibility: f64::NAN });
        scene.balls.push(Occluder { center: place, radius_km: 1.0e9 });
        scene.balls.push(Occluder { center: DVec3::ZERO, radius_km: f64::NAN });
        assert_eq!(scene.seen(&mut SensorScan::default()), expected);
        scene.balls.clear();
        scene.eyes.push(Sensor { faction: 2, position: DVec3::ZERO, range_km: f64::INFINITY });
        let is_sound = |thing: &Sighted| thing.position.is_finite() && thing.visibility > 0.0;
        let all = scene.things.iter().enumerate().filter(|(_, thing)| is_sound(thing));
        let all: BTreeSet<usize> = all.map(|(index, _)| index).collect();
        assert!(scene.seen(&mut SensorScan::default())[2].is_superset(&all));
    }
}
