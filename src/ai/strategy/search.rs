//! Searches of space, when foes remain but none of them is known.
//!
//! The likeliest places come first: where a ship of a foe was seen last, then beyond the homes of foes. Then come the
//! places of a spiral in the plane of the orbits, from the innermost planet to beyond the outermost one. Each place
//! lies at the golden angle from the place before, and all places together leave no gap that a scout cannot see. They
//! are visited in the order of the van der Corput sequence, so that some of them are spread as evenly as all: an order
//! from the inside outwards would come too late to the outer places.

use std::f64::consts::PI;

use glam::DVec3;

use super::hunt::nearest_body;
use super::{Plan, may_be_held};
use crate::ai::situation::{OwnShip, Situation};
use crate::level::BodyKind;
use crate::sim::{BodyId, Mind, OperationKind};

/// Ships that search space, for each front of the skill.
const SEARCHERS_PER_FRONT: usize = 2;
/// A search goes as far out as this many times the orbit of the outermost planet.
const REACH: f64 = 2.0;
/// The place beyond a home is this many sight ranges farther out.
const BEYOND_RANGES: f64 = 2.0;

/// Sends free ships to places in space, the swiftest first, when foes remain but none of them is known.
pub fn search(plan: &mut Plan) {
    if !are_hidden(plan) {
        return;
    }
    let situation = plan.thought.situation;
    let disc = Disc::of(situation);
    let homes = beyond_homes(situation, disc.sight_km);
    let can_search = |ship: &&OwnShip| !ship.can_land() && ship.mines == 0;
    let mut free: Vec<&OwnShip> = plan.free().into_iter().filter(can_search).collect();
    free.sort_by(|one, other| other.cruise_km_s.total_cmp(&one.cruise_km_s).then(one.id.cmp(&other.id)));
    let most = SEARCHERS_PER_FRONT * plan.thought.skill.operations as usize;
    let missing = most.saturating_sub(plan.count(|kind| kind == OperationKind::Search));
    for ship in free.into_iter().take(missing) {
        let place = next_place(plan.mind, &homes, disc);
        let near = nearest_body(situation, ship.position);
        plan.begin(OperationKind::Search, near, vec![ship.id], String::new()).place = Some(place);
    }
}

/// Whether foes remain, although none of them is known and every body that they may hold has been looked at.
fn are_hidden(plan: &Plan) -> bool {
    let situation = plan.thought.situation;
    let has_looked = |body: BodyId| plan.mind.looked.get(body).is_some_and(|tick| *tick > 0);
    situation.contacts.is_empty()
        && situation.almanac().sides.has_foes(situation.me)
        && situation.bodies.iter_enumerated().all(|(body, known)| {
            let is_open = may_be_held(situation, known) && known.owner != Some(situation.me);
            !known.is_foes && (!is_open || has_looked(body))
        })
}

/// The place that is to be searched next, km. `homes` are the places beyond the homes of foes.
fn next_place(mind: &mut Mind, homes: &[DVec3], disc: Disc) -> DVec3 {
    if let Some(place) = mind.last_seen.take() {
        return place;
    }
    let number = mind.searches;
    mind.searches = number.wrapping_add(1);
    let beyond = homes.get(number as usize).copied();
    beyond.unwrap_or_else(|| disc.place(number.saturating_sub(homes.len() as u32)))
}

/// A place farther out than the home of each foe, km, in the order of the factions.
fn beyond_homes(situation: &Situation, sight_km: f64) -> Vec<DVec3> {
    let almanac = situation.almanac();
    let foes = almanac.factions.0.iter_enumerated().filter(|(faction, _)| situation.view.is_foe(*faction));
    let homes = foes.filter_map(|(_, foe)| almanac.sky.system.find(foe.home.as_deref()?));
    let places = homes.map(|home| situation.place(home));
    places.map(|place| place + place.normalize_or_zero() * (BEYOND_RANGES * sight_km)).collect()
}

/// The part of the plane of the orbits in which foes may hide.
#[derive(Clone, Copy, Debug)]
struct Disc {
    /// Its inner edge, km from the star,
    nearest_km: f64,
    /// and its outer edge.
    farthest_km: f64,
    /// The range at which a scout sees, km.
    sight_km: f64,
}

impl Disc {
    fn of(situation: &Situation) -> Self {
        let almanac = situation.almanac();
        let planets = situation.bodies.iter_enumerated().filter(|(_, known)| known.has_ground);
        let planets = planets.filter_map(|(body, _)| almanac.sky.system.bodies.get(body));
        let planets = planets.filter(|body| body.kind != BodyKind::Moon);
        let edges = planets.filter_map(|body| {
            let least_km = body.orbit.periapsis_km() * body.path_magnify;
            Some((least_km, body.orbit.apoapsis_km()? * body.path_magnify))
        });
        let (least_km, most_km) = edges.fold((f64::INFINITY, 0.0), |(least, most), (near, far)| {
            (f64::min(least, near), f64::max(most, far))
        });
        let farthest_km = REACH * most_km;
        let widest_km = almanac.ships.0.iter().map(|class| class.sight_km).fold(0.0, f64::max);
        let sight_km = almanac.factions.handicap(situation.me).sight_km(widest_km);
        Self { nearest_km: least_km.min(farthest_km), farthest_km, sight_km }
    }

    /// The number of places from which all of the disc is seen, a power of two. They lie most sparsely at the outer
    /// edge; even there the views from them overlap.
    fn places(self) -> u32 {
        /// The area of the disc for each place at the outer edge, in circles of the sight range.
        const SHARE_OF_VIEW: f64 = 0.25;
        let width_km = self.farthest_km - self.nearest_km;
        let area = 2.0 * self.farthest_km * width_km / (self.sight_km * self.sight_km);
        let places = (area / SHARE_OF_VIEW) as u32;
        places.clamp(1 << 4, 1 << 20).next_power_of_two()
    }

    /// A place of the spiral, km, by the number of the search.
    fn place(self, number: u32) -> DVec3 {
        let places = self.places();
        let bits = places.trailing_zeros();
        let step = f64::from((number % places).reverse_bits() >> (u32::BITS - bits));
        let share = (step + 0.5) / f64::from(places);
        let angle = step * PI * (3.0 - 5.0_f64.sqrt());
        let distance_km = self.nearest_km + share * (self.farthest_km - self.nearest_km);
        distance_km * DVec3::new(libm::cos(angle), libm::sin(angle), 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISC: Disc = Disc { nearest_km: 6.0e7, farthest_km: 2.0e8, sight_km: 1.5e7 };

    /// Places that fill a disc, a quarter of the sight range from one to the next.
    fn filling(disc: Disc) -> Vec<DVec3> {
        let step_km = disc.sight_km / 4.0;
        let most = (disc.farthest_km / step_km).ceil() as i32;
        let squares = (-most..=most).flat_map(|x| (-most..=most).map(move |y| (x, y)));
        let all = squares.map(|(x, y)| step_km * DVec3::new(f64::from(x), f64::from(y), 0.0));
        all.filter(|place| (disc.nearest_km..=disc.farthest_km).contains(&place.length())).collect()
    }

    /// The places of a disc that no search among the first ones sees.
    fn unseen(disc: Disc, searches: u32) -> usize {
        let places: Vec<DVec3> = (0..searches).map(|number| disc.place(number)).collect();
        let is_seen = |at: &DVec3| places.iter().any(|place| place.distance(*at) < disc.sight_km);
        filling(disc).into_iter().filter(|at| !is_seen(at)).count()
    }

    #[test]
    fn no_place_of_the_disc_is_left_out() {
        let wide = Disc { nearest_km: 0.0, farthest_km: 3.0e8, ..DISC };
        let narrow = Disc { nearest_km: 1.6e8, ..DISC };
        let tiny = Disc { sight_km: 1.9e8, ..DISC };
        for disc in [DISC, wide, narrow, tiny] {
            assert_eq!(unseen(disc, disc.places()), 0, "{disc:?}");
        }
        assert_eq!(DISC.place(DISC.places()), DISC.place(0), "it begins again");
    }

    #[test]
    fn the_first_places_are_spread_as_evenly_as_all() {
        let places: Vec<DVec3> = (0..32).map(|number| DISC.place(number)).collect();
        let middle_km = 0.5 * (DISC.nearest_km + DISC.farthest_km);
        assert_eq!(places.iter().filter(|place| place.length() < middle_km).count(), 16);
        for side in [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y] {
            let count = places.iter().filter(|place| place.dot(side) > 0.0).count();
            assert!((12..=20).contains(&count), "{count} of 32 toward {side}");
        }
    }

    #[test]
    fn the_likeliest_places_come_first_and_only_searches_are_counted() {
        let homes = [DVec3::X, DVec3::Y];
        let mut mind = Mind { last_seen: Some(DVec3::Z), begun: 40, ..Mind::default() };
        let places: Vec<DVec3> = (0..5).map(|_| next_place(&mut mind, &homes, DISC)).collect();
        assert_eq!(places, [DVec3::Z, DVec3::X, DVec3::Y, DISC.place(0), DISC.place(1)]);
        assert_eq!((mind.last_seen, mind.searches), (None, 4));
        mind.last_seen = Some(-DVec3::Z);
        assert_eq!(next_place(&mut mind, &homes, DISC), -DVec3::Z, "it was seen again");
        assert_eq!(next_place(&mut mind, &homes, DISC), DISC.place(2));
    }
}
