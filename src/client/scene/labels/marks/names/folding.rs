//! Names that are folded away: from afar a moon or a fleet stands at one point of the picture with a body, whose name
//! then stands for all that is there. And foreign fleets have the name of their owner: in a heap of them it stands
//! once. The mark of the fleet stays, with its count. Names of fleets whose marks are folded themselves are a matter of
//! `knots.rs`.

use bevy::prelude::*;
use glam::DVec3;

/// A name is folded away at this distance of its thing from a body, and comes back at the second one: pixels of the UI
/// for the way between them as it is seen from the side. So no turn of the view and no transit before a disc folds it.
const REACH: (f64, f64) = (18.0, 28.0);
/// A name is folded away at this distance of its fleet from one whose name is the same word, and comes back at the
/// second one, pixels of the UI.
const SAME_WORD: (f32, f32) = (100.0, 130.0);

/// A body whose name stands for others.
#[derive(Clone, Copy, Debug)]
struct Host {
    /// Heliocentric ecliptic km.
    place: DVec3,
    /// Size of a kilometre there, pixels of the UI.
    pixels_per_km: f64,
    /// Importance of its name.
    weight: f32,
}

/// The bodies of the picture whose names stand for others.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosts(Vec<Host>);

impl Hosts {
    /// Adds a body: its place, heliocentric ecliptic km, the size of a kilometre there, pixels of the UI, and the
    /// importance of its name.
    pub(super) fn add(&mut self, place: DVec3, pixels_per_km: f64, weight: f32) {
        self.0.push(Host { place, pixels_per_km, weight });
    }

    /// Whether the name of a thing at a place is folded away, by a more important one. `was_shown`: whether it was not
    /// in the frame before.
    pub(super) fn fold(&self, place: DVec3, weight: f32, was_shown: bool) -> bool {
        let (folded, back) = REACH;
        let reach = if was_shown { folded } else { back };
        let stands_for_it =
            |host: &Host| host.weight > weight && host.place.distance(place) * host.pixels_per_km < reach;
        self.0.iter().any(stands_for_it)
    }
}

/// The name of a fleet.
#[derive(Clone, Copy, Debug)]
pub(super) struct FleetName<'a> {
    /// The fleet.
    pub(super) fleet: Entity,
    /// A word, and the count of the ships.
    pub(super) words: &'a str,
    /// The middle of the fleet, pixels of the UI.
    pub(super) place: Vec2,
    /// Importance.
    pub(super) weight: f32,
    /// Whether it was not folded in the frame before.
    pub(super) was_shown: bool,
}

impl FleetName<'_> {
    /// The words without the count.
    fn word(&self) -> &str {
        self.words.split_once(" (").map_or(self.words, |(word, _)| word)
    }

    /// Whether it stands for another name.
    fn stands_for(&self, other: &FleetName) -> bool {
        let (folded, back) = SAME_WORD;
        let reach = if other.was_shown { folded } else { back };
        self.place.distance_squared(other.place) < reach * reach && self.word() == other.word()
    }
}

/// Of the names of a heap that are the same word all but one: the fleets whose names are folded away, in order. The
/// most important name stays, of equals that of the most ships.
pub(super) fn repeated(mut names: Vec<FleetName>) -> Vec<Entity> {
    names.sort_unstable_by(|one, other| {
        let by_weight = other.weight.total_cmp(&one.weight);
        // Of the same word, the one with the larger count is not shorter.
        let by_count = || other.words.len().cmp(&one.words.len()).then_with(|| other.words.cmp(one.words));
        by_weight.then_with(by_count).then(one.fleet.cmp(&other.fleet))
    });
    let (mut kept, mut folded): (Vec<FleetName>, Vec<Entity>) = default();
    for name in names {
        if kept.iter().any(|other| other.stands_for(&name)) {
            folded.push(name.fleet);
        } else {
            kept.push(name);
        }
    }
    folded.sort_unstable();
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heap_of_foreign_fleets_has_the_name_of_their_owner_once() {
        let mut world = World::new();
        let mut fleets = [(); 5].map(|()| world.spawn_empty().id());
        fleets.sort_unstable();
        let name = |index: usize, words: &'static str, x: f32| FleetName {
            fleet: fleets[index],
            words,
            place: Vec2::X * x,
            weight: 7.0,
            was_shown: true,
        };
        let heap = [
            name(0, "Ares", 0.0),
            name(1, "Ares (3)", 60.0),
            name(2, "Ares (12)", 90.0),
            name(3, "Line (3)", 70.0),
            name(4, "Ares", 90.0 + SAME_WORD.1),
        ];
        assert_eq!(repeated(heap.to_vec()), fleets[..2], "the largest fleet has the name");
        let mut pointed = heap;
        pointed[0].weight = 20.0;
        assert_eq!(repeated(pointed.to_vec()), fleets[1..3], "the pointer is on it");
        let mut apart = [heap[2], FleetName { place: Vec2::X * (90.0 + SAME_WORD.0 + 1.0), ..heap[0] }];
        assert!(repeated(apart.to_vec()).is_empty());
        apart[1].was_shown = false;
        assert_eq!(repeated(apart.to_vec()), fleets[..1], "it does not come and go");
    }

    /// A planet of this weight at the origin, where a kilometre is a pixel.
    fn planet(weight: f32) -> Hosts {
        let mut hosts = Hosts::default();
        hosts.add(DVec3::ZERO, 1.0, weight);
        hosts
    }

    #[test]
    fn a_fleet_at_its_planet_has_no_name_from_afar() {
        let hosts = planet(8.0);
        let is_folded = |pixels: f64, was_shown: bool| hosts.fold(DVec3::X * pixels, 7.0, was_shown);
        assert!(is_folded(REACH.0 - 1.0, true) && is_folded(REACH.0 - 1.0, false));
        assert!(!is_folded(REACH.1 + 1.0, true) && !is_folded(REACH.1 + 1.0, false));
        assert!(!Hosts::default().fold(DVec3::ZERO, 7.0, false), "open space");
    }

    #[test]
    fn a_name_at_the_edge_does_not_come_and_go() {
        let hosts = planet(8.0);
        let mut is_shown = false;
        let mut changes = 0;
        for frame in 0..600_u32 {
            // It moves out slowly, and trembles by some pixels.
            let pixels = 15.0 + 0.03 * f64::from(frame) + 4.0 * f64::from(frame % 3);
            let now = !hosts.fold(DVec3::Y * pixels, 7.0, is_shown);
            changes += u32::from(now != is_shown);
            is_shown = now;
        }
        assert!(is_shown && changes == 1, "{changes}");
    }

    #[test]
    fn what_matters_more_than_the_planet_keeps_its_name() {
        let is_folded = |of_planet: f32, of_fleet: f32| planet(of_planet).fold(DVec3::ZERO, of_fleet, true);
        assert!(is_folded(8.0, 7.0) && is_folded(14.0, 7.0));
        assert!(!is_folded(14.0, 27.0), "it is selected");
        assert!(!is_folded(5.0, 7.0), "a small body is less than a fleet");
    }

    #[test]
    fn a_fleet_before_the_disc_of_its_planet_keeps_its_name() {
        // It is between the planet and the eye: both have the same pixel.
        assert!(!planet(8.0).fold(DVec3::NEG_Y * 60.0, 7.0, false));
    }
}
