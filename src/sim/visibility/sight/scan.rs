//! The scan: which of thousands of units are in sight of which faction.
//!
//! The result for each faction is exactly the set for which [`sees`](crate::sim::visibility::sees) is true,
//! independent of the input order. Nothing is allocated unless the numbers grow.
//!
//! Sensors and units of a faction that are close together are examined as groups first; most pairs of groups are
//! too far apart, or have a planet between them. A unit in sight is not examined again.

use fixedbitset::FixedBitSet;
use glam::DVec3;

use super::group::{Cover, Group, Member, SLACK_KM, SortedMembers, cover, span};
use super::occluders::SortedOccluders;
use super::seeing::{Occluder, Sensor, Sighted, is_within_range};
use super::watch::Watch;

/// Width of a group's cell in ranges of an average sensor: narrow cells are too many, wide ones are seldom within
/// range, or behind a planet, as a whole.
const CELL_SHARE: f64 = 0.5;
/// Width of a cell without any sensor, and the least width, km.
const LEAST_CELL_KM: f64 = 1.0;

/// Finds the units in sight of all factions; keeps its memory from tick to tick.
#[derive(Clone, Debug, Default)]
pub struct SensorScan {
    /// The sensors, faction after faction.
    sensors: SortedMembers,
    /// The things, along the x axis.
    things: SortedMembers,
    /// Width of the cells of both, km.
    cell_km: f64,
    /// The occluders, along the x axis.
    occluders: SortedOccluders,
    /// The occluders that a group of sensors has within its reach.
    near: Vec<Occluder>,
    /// The occluders that may hide some of a group of things from it.
    between: Vec<Occluder>,
}

impl SensorScan {
    /// Finds for each faction, 0 to `factions - 1`, the indices in `things` that it sees, and writes them to
    /// `seen`. Afterwards `seen` has one entry for each faction.
    pub fn see(
        &mut self,
        sensors: &[Sensor],
        things: &[Sighted],
        occluders: &[Occluder],
        factions: u16,
        seen: &mut Vec<FixedBitSet>,
    ) {
        show_own(things, factions, seen);
        self.open(sensors, occluders, factions);
        self.gather_things(things);
        let most_visible = self.things.groups.iter().map(|group| group.strength).fold(0.0, f64::max);
        let widest = self.things.groups.iter().map(|group| group.radius).fold(0.0, f64::max);
        let mut looking = None;
        for number in 0..self.sensors.groups.len() {
            let group = self.sensors.groups[number];
            let Some(bits) = seen.get_mut(usize::from(group.faction)) else { continue };
            if looking != Some(group.faction) {
                looking = Some(group.faction);
                self.forget_seen(group.faction);
            }
            let reach = group.radius + group.strength * most_visible + SLACK_KM;
            self.near.clear();
            self.near.extend(self.occluders.within(group.middle, reach));
            self.look_round(&group, reach + widest, bits);
        }
    }

    /// Records sensors and occluders without a search, for [`SensorScan::sees_place`].
    pub fn open(&mut self, sensors: &[Sensor], occluders: &[Occluder], factions: u16) {
        self.gather_sensors(sensors, factions);
        self.occluders.gather(occluders);
    }

    /// Whether a faction would see a thing of this visibility at a place; with the sensors and occluders of the last
    /// [`SensorScan::see`] or [`SensorScan::open`].
    pub fn sees_place(&self, faction: u16, place: DVec3, visibility: f64) -> bool {
        let target = Group::at(place, visibility);
        let is_within =
            |sensor: &Member| is_within_range(sensor.position, sensor.strength, place, visibility);
        let start = self.sensors.groups.partition_point(|group| group.faction < faction);
        self.sensors.groups[start..]
            .iter()
            .take_while(|group| group.faction == faction)
            .filter(|group| group.may_reach(&target))
            .flat_map(|group| &self.sensors.members[group.seats()])
            .any(|sensor| is_within(sensor) && !self.occluders.hide(sensor.position, place))
    }

    fn gather_sensors(&mut self, sensors: &[Sensor], factions: u16) {
        self.cell_km = cell_km(sensors);
        let members = sensors.iter().enumerate().filter_map(|(index, sensor)| {
            let looks = sensor.faction < factions && sensor.range_km > 0.0 && sensor.position.is_finite();
            let member = Member { position: sensor.position, strength: sensor.range_km, index };
            looks.then_some((sensor.faction, member))
        });
        self.sensors.gather(self.cell_km, members);
        self.sensors.strongest_first();
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

    /// Begins the search for a faction: only its own units are in sight.
    fn forget_seen(&mut self, faction: u16) {
        for group in &mut self.things.groups {
            group.unseen = if group.faction == faction { 0 } else { group.seats().len() };
        }
    }

    /// Looks from a group of sensors at every group of things whose middle is within `reach` along x.
    fn look_round(&mut self, sensors: &Group, reach: f64, seen: &mut FixedBitSet) {
        let range = span(&self.things.groups, |group| group.middle.x, sensors.middle.x, reach);
        for number in range {
            let things = &self.things.groups[number];
            if things.unseen == 0 || !sensors.may_reach(things) {
                continue;
            }
            let things = *things;
            if !self.gather_between(sensors, &things) {
                continue;
            }
            let members = &self.sensors.members[sensors.seats()];
            let watch = Watch { group: sensors, sensors: members, between: &self.between };
            let found = watch.look(&self.things.members[things.seats()], seen);
            self.things.groups[number].unseen -= found;
        }
    }

    /// Finds the occluders that may hide some of a group from another; false if one hides all from all.
    fn gather_between(&mut self, sensors: &Group, things: &Group) -> bool {
        self.between.clear();
        for occluder in &self.near {
            match cover(occluder, sensors, things) {
                Cover::All => return false,
                Cover::Some => self.between.push(*occluder),
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
fn cell_km(sensors: &[Sensor]) -> f64 {
    let looks = |range: &f64| *range > 0.0 && range.is_finite();
    let (mut sum, mut count) = (0.0, 0.0);
    for range in sensors.iter().map(|sensor| sensor.range_km).filter(looks) {
        sum += range;
        count += 1.0;
    }
    if count > 0.0 { (CELL_SHARE * sum / count).max(LEAST_CELL_KM) } else { LEAST_CELL_KM }
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
        sensors: Vec<Sensor>,
        things: Vec<Sighted>,
        occluders: Vec<Occluder>,
    }

    impl Scene {
        /// Wells with planets, each with this many sensors and units round it, below the surface too.
        fn of_wells(seed: u64, wells: usize, each: usize, space: f64) -> Self {
            let mut scene = Self::default();
            let chance = &mut ChaCha8Rng::seed_from_u64(seed);
            for _ in 0..wells {
                let center = within(chance, space);
                scene.occluders.push(Occluder { center, radius_km: chance.random_range(1.0e4..8.0e5) });
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
            self.sensors.push(Sensor { faction, position, range_km });
        }

        /// The indices of the things that each faction sees.
        fn seen(&self, scan: &mut SensorScan) -> Vec<BTreeSet<usize>> {
            let mut seen = Vec::new();
            scan.see(&self.sensors, &self.things, &self.occluders, FACTIONS, &mut seen);
            seen.iter().map(|bits| bits.ones().collect()).collect()
        }

        /// The places of the things that each faction sees, by their bits.
        fn places_seen(&self) -> Vec<BTreeSet<[u64; 3]>> {
            let place = |index: usize| self.things[index].position.to_array().map(f64::to_bits);
            let seen = self.seen(&mut SensorScan::default()).into_iter();
            seen.map(|indices| indices.into_iter().map(place).collect()).collect()
        }

        /// Whether a faction sees a thing, by a look from every sensor.
        fn does_see(&self, faction: u16, thing: &Sighted) -> bool {
            let mut sensors = self.sensors.iter().filter(|sensor| sensor.faction == faction);
            thing.faction == faction || sensors.any(|sensor| sees(sensor, thing, &self.occluders))
        }

        /// The expected result, by a look at every pair.
        fn seen_in_pairs(&self) -> Vec<BTreeSet<usize>> {
            let seen = |faction: u16| {
                let seen = self.things.iter().enumerate().filter(|(_, thing)| self.does_see(faction, thing));
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
        let mut scan = SensorScan::default();
        let scenes = [
            (1, 200, 1.0),
            (12, 50, 3.0e9),
            (12, 30, 8.0e6),
            (60, 8, 3.0e10),
            (300, 1, 2.0e7),
            (3, 0, 1.0e8),
        ];
        for (seed, (wells, each, space)) in (0u64..).zip(scenes) {
            let scene = Scene::of_wells(seed, wells, each, space);
            let (seen, expected) = (scene.seen(&mut scan), scene.seen_in_pairs());
            assert_eq!(seen, expected, "{wells} wells in {space} km");
        }
    }

    #[test]
    fn some_are_seen_some_are_hidden_and_some_are_far() {
        let mut scene = Scene::of_wells(9, 12, 50, 3.0e9);
        let mut scan = SensorScan::default();
        let with_occluders: usize = scene.seen(&mut scan).iter().map(BTreeSet::len).sum();
        scene.occluders.clear();
        let without: usize = scene.seen(&mut scan).iter().map(BTreeSet::len).sum();
        let most = scene.things.len() * usize::from(FACTIONS);
        assert!(
            with_occluders > most / 3 && with_occluders < without && without < most,
            "{with_occluders} {without}"
        );
    }

    #[test]
    fn the_order_of_input_does_not_matter() {
        let scene = Scene::of_wells(4, 8, 60, 2.0e7);
        let expected = scene.places_seen();
        let mut other = scene.clone();
        other.sensors.reverse();
        other.things.rotate_left(123);
        other.occluders.rotate_left(3);
        assert_eq!(other.places_seen(), expected);
        other.sensors.rotate_left(77);
        other.things.reverse();
        assert_eq!(other.places_seen(), expected);
    }

    #[test]
    fn a_watch_remembers_nothing() {
        let many = Scene::of_wells(5, 10, 40, 1.0e8);
        let few = Scene::of_wells(8, 2, 20, 1.0e7);
        let mut scan = SensorScan::default();
        let before = few.seen(&mut scan);
        many.seen(&mut scan);
        assert_eq!(few.seen(&mut scan), before);
        assert_eq!(Scene::default().seen(&mut scan), vec![BTreeSet::new(); usize::from(FACTIONS)]);
    }

    #[test]
    fn a_planet_hides_a_fleet_from_a_fleet() {
        let occluder = Occluder { center: DVec3::new(1.5e8, 2.0e7, 0.0), radius_km: 3.8e5 };
        let mut scene = Scene { occluders: vec![occluder], ..Scene::default() };
        for number in 0..50u32 {
            let aside = DVec3::new(0.0, f64::from(number % 7) * 2.0e3, f64::from(number % 5) * 2.0e3);
            let place = |x: f64| occluder.center + DVec3::X * x + aside;
            scene.sensors.push(Sensor { faction: 0, position: place(1.0e6), range_km: 5.0e6 });
            scene.things.push(Sighted { faction: 1, position: place(-1.0e6), visibility: 1.0 });
        }
        let mut scan = SensorScan::default();
        assert!(scene.seen(&mut scan)[0].is_empty());
        assert!(!scan.sees_place(0, occluder.center - DVec3::X * 1.0e6, 1.0));
        assert!(scan.sees_place(0, occluder.center + DVec3::X * 2.0e6, 1.0));
        scene.occluders.clear();
        assert_eq!(scene.seen(&mut scan)[0].len(), 50);
        assert!(scan.sees_place(0, occluder.center - DVec3::X * 1.0e6, 1.0));
    }

    #[test]
    fn places_are_seen_as_things_are() {
        let mut chance = ChaCha8Rng::seed_from_u64(60);
        let mut scene = Scene::of_wells(6, 6, 30, 1.0e7);
        scene.sensors.retain(|sensor| sensor.range_km < 1.0e7);
        let mut scan = SensorScan::default();
        scene.seen(&mut scan);
        let mut count = 0;
        for _ in 0..500 {
            let position = within(&mut chance, 1.2e7);
            let visibility = chance.random_range(0.4..2.0);
            let thing = Sighted { faction: NOBODY, position, visibility };
            for faction in 0..FACTIONS {
                let expected = scene.does_see(faction, &thing);
                assert_eq!(scan.sees_place(faction, position, visibility), expected);
                count += u32::from(expected);
            }
        }
        assert!(count > 20 && count < 1980, "{count}");
        assert!(!scan.sees_place(NOBODY, DVec3::ZERO, 1.0) && !scan.sees_place(0, DVec3::NAN, 1.0));
    }

    #[test]
    fn numbers_that_are_not_finite_do_no_harm() {
        let mut scene = Scene::of_wells(7, 2, 20, 1.0e7);
        let expected = scene.seen(&mut SensorScan::default());
        let place = DVec3::new(f64::NAN, 0.0, f64::INFINITY);
        scene.sensors.push(Sensor { faction: 0, position: place, range_km: 1.0e9 });
        scene.sensors.push(Sensor { faction: 0, position: DVec3::ZERO, range_km: f64::NAN });
        scene.sensors.push(Sensor { faction: 900, position: DVec3::ZERO, range_km: 1.0e9 });
        scene.things.push(Sighted { faction: NOBODY, position: place, visibility: 1.0 });
        scene.things.push(Sighted { faction: NOBODY, position: DVec3::ZERO, visibility: f64::NAN });
        scene.occluders.push(Occluder { center: place, radius_km: 1.0e9 });
        scene.occluders.push(Occluder { center: DVec3::ZERO, radius_km: f64::NAN });
        assert_eq!(scene.seen(&mut SensorScan::default()), expected);
        scene.occluders.clear();
        scene.sensors.push(Sensor { faction: 2, position: DVec3::ZERO, range_km: f64::INFINITY });
        let is_sound = |thing: &Sighted| thing.position.is_finite() && thing.visibility > 0.0;
        let all = scene.things.iter().enumerate().filter(|(_, thing)| is_sound(thing));
        let all: BTreeSet<usize> = all.map(|(index, _)| index).collect();
        assert!(scene.seen(&mut SensorScan::default())[2].is_superset(&all));
    }
}
