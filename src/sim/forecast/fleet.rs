//! Forecasts for the fleets of a faction: computed once, read by all views.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::itinerary::{InRing, Itinerary, anchor_of, ring_behind};
use super::preview::RoutePreview;
use crate::orbit::SECONDS_PER_DAY;
use crate::sim::motion::anchor_at;
use crate::sim::motion::ring_orbit::RingTurn;
use crate::sim::navigation::course::Planner;
use crate::sim::navigation::{Arrival, BerthFinders, FleetSummary, LookAhead, plan};
use crate::sim::{
    Anchor, AnchoredPlace, ClassId, Course, FactionId, Fleet, FormationOffset, Members, Position, RingMotion,
    Rings, Route, RouteWish, Ship, by_number,
};

/// Forecast of a fleet, as far as it is known.
#[derive(Component, Clone, Debug)]
pub struct FleetForecast {
    /// The fleet as a whole.
    pub company: FleetSummary,
    /// The class of its ship with the lowest number.
    pub leader: ClassId,
    /// Itinerary, with the arrival at the end of each leg.
    pub itinerary: Itinerary,
    preview: RoutePreview,
    /// The tick after which it was computed.
    tick: u64,
}

type FleetParts = (
    Entity,
    &'static Fleet,
    Ref<'static, Route>,
    Ref<'static, Course>,
    Ref<'static, RouteWish>,
    Ref<'static, Members>,
    Option<&'static mut FleetForecast>,
);

/// Computes the forecasts of fleets.
#[derive(SystemParam)]
pub struct FleetForecaster<'w, 's> {
    fleets: Query<'w, 's, FleetParts>,
    surroundings: ForecastInputs<'w, 's>,
    commands: Commands<'w, 's>,
}

/// The other inputs of a forecast.
#[derive(SystemParam)]
struct ForecastInputs<'w, 's> {
    ships: Query<'w, 's, (&'static Position, &'static Ship)>,
    places: Query<'w, 's, (&'static FormationOffset, &'static Ship)>,
    ring_motions: Query<'w, 's, (&'static Ship, &'static RingMotion, &'static AnchoredPlace)>,
    rings: Res<'w, Rings>,
    planner: Planner<'w, 's>,
    berth_finders: BerthFinders<'w>,
}

/// The inputs of a forecast for one fleet.
struct Planned<'a> {
    faction: FactionId,
    route: &'a Route,
    course: &'a Course,
    wish: RouteWish,
    members: &'a Members,
}

impl FleetForecaster<'_, '_> {
    /// Updates the forecasts of a faction's fleets. A call plans the course of one leg at most, of the first fleet
    /// by number that needs it; all else is recomputed after a tick or an order.
    pub fn update(&mut self, faction: FactionId) {
        let around = &self.surroundings;
        let tick = around.planner.calendar.tick;
        let own = self.fleets.iter_mut().filter(|(_, fleet, ..)| fleet.faction == faction);
        let own = by_number(own, |(_, fleet, ..)| fleet.id);
        let mut may_search = true;
        for (entity, _, route, course, wish, members, mut known) in own {
            let mut preview = RoutePreview::default();
            if let Some(known) = &mut known {
                std::mem::swap(&mut preview, &mut known.bypass_change_detection().preview);
            }
            preview.follow(&route, *wish);
            let due = preview.next(&course, tick).filter(|_| may_search);
            let is_changed =
                route.is_changed() || course.is_changed() || wish.is_changed() || members.is_changed();
            let is_fresh =
                due.is_none() && !is_changed && known.as_ref().is_some_and(|known| known.tick == tick);
            let company = if is_fresh { None } else { FleetSummary::of(&members, &around.ships) };
            let one = Planned { faction, route: &route, course: &course, wish: *wish, members: &members };
            if let (Some(leg), Some(company)) = (due, &company) {
                may_search = false;
                around.search(&mut preview, leg, &one, company);
            }
            let computed = company.and_then(|company| around.forecast(&preview, &one, company));
            match (known, computed) {
                (Some(mut known), Some((company, leader, itinerary))) => {
                    *known = FleetForecast { company, leader, itinerary, preview, tick };
                }
                (Some(mut known), None) => known.bypass_change_detection().preview = preview,
                (None, Some((company, leader, itinerary))) => {
                    let forecast = FleetForecast { company, leader, itinerary, preview, tick };
                    self.commands.entity(entity).insert(forecast);
                }
                (None, None) => {}
            }
        }
    }
}

impl ForecastInputs<'_, '_> {
    /// Plans the course of a leg.
    fn search(&self, preview: &mut RoutePreview, leg: usize, one: &Planned, company: &FleetSummary) {
        let crew = one.members.iter().filter_map(|ship| self.places.get(ship).ok());
        let avoided = self.planner.avoided(one.faction, one.wish);
        let request = self.planner.request(*company, crew, AnchoredPlace::default(), &avoided);
        let tick = self.planner.calendar.tick;
        preview.search(&request, &self.look_ahead(), one.route, one.course, leg, tick);
    }

    fn look_ahead(&self) -> LookAhead<'_> {
        LookAhead { berth_finder: self.berth_finders.look(), engine_rules: self.planner.engine_rules() }
    }

    /// The forecast of a fleet; `None` for a fleet without ships.
    fn forecast(
        &self,
        preview: &RoutePreview,
        one: &Planned,
        company: FleetSummary,
    ) -> Option<(FleetSummary, ClassId, Itinerary)> {
        let Planned { route, course, members, .. } = *one;
        let crew = members.iter().filter_map(|ship| self.ships.get(ship).ok());
        let leader = crew.map(|(_, ship)| ship).min_by_key(|ship| ship.id)?.class;
        let now_jd = self.planner.calendar.now_jd();
        let arrivals = plan(&self.look_ahead(), route, &preview.bends(course), &company, now_jd);
        let last = arrivals.len().checked_sub(1).and_then(|last| route.0.get(last));
        let itinerary = Itinerary {
            from: company.center,
            now_jd,
            carrier: anchor_at(&self.planner.sky, company.center),
            last_anchor: last.map_or(Anchor::Space, |leg| anchor_of(&leg.goal)),
            ring: self.ring_now(route, members, company.center).or_else(|| self.ring_then(route, &arrivals)),
            arrivals,
        };
        Some((company, leader, itinerary))
    }

    /// The ring in which a fleet without a destination circles now.
    fn ring_now(&self, route: &Route, members: &Members, center: DVec3) -> Option<InRing> {
        let crew = members.iter().filter_map(|ship| self.ring_motions.get(ship).ok());
        let first = crew.min_by_key(|(ship, ..)| ship.id).filter(|_| route.has_ended());
        let (_, ring_motion, place) = first?;
        let RingMotion { ring, carried_ticks } = *ring_motion;
        let turn = RingTurn::of(&self.rings, place.anchor.body()?, ring?, carried_ticks)?;
        Some(self.in_ring(turn, center, self.planner.calendar.now_jd()))
    }

    /// The ring in which a fleet will orbit after its route, if the whole route is known.
    fn ring_then(&self, route: &Route, arrivals: &[Arrival]) -> Option<InRing> {
        let last = arrivals.last().filter(|_| arrivals.len() == route.0.len())?;
        let (body, ring) = ring_behind(route)?;
        let turn = RingTurn::of(&self.rings, body, ring, 0)?;
        Some(self.in_ring(turn, last.position, last.jd))
    }

    fn in_ring(&self, turn: RingTurn, from: DVec3, from_jd: f64) -> InRing {
        let ticks_per_day = SECONDS_PER_DAY / self.planner.calendar.tick_seconds();
        InRing { turn, ticks_per_day, from, from_jd }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::visibility::test_support::{ARES, TERRA, held};
    use crate::sim::world::{Goal, Leg};

    /// Number of times a forecast was computed.
    #[derive(Resource, Default)]
    struct Computed(usize);

    fn update_terra(mut forecaster: FleetForecaster) {
        forecaster.update(TERRA);
    }

    fn update_ares(mut forecaster: FleetForecaster) {
        forecaster.update(ARES);
    }

    fn count(fresh: Query<(), Changed<FleetForecast>>, mut computed: ResMut<Computed>) {
        computed.0 += fresh.iter().count();
    }

    #[test]
    fn a_forecast_is_computed_once_a_tick_and_again_after_an_order() {
        let mut simulation = held();
        simulation.world_mut().init_resource::<Computed>();
        let mut frame = Schedule::default();
        frame.add_systems((update_terra, count).chain());
        let mut computed = |world: &mut World| {
            frame.run(world);
            world.resource::<Computed>().0
        };
        assert_eq!(computed(simulation.world_mut()), 1);
        assert_eq!(computed(simulation.world_mut()), 1, "nothing has changed");
        simulation.run(1);
        assert_eq!(computed(simulation.world_mut()), 2);

        let world = simulation.world_mut();
        let to = DVec3::new(1.0e8, 2.0e8, 0.0);
        let leg = Leg::new(Goal::Place(AnchoredPlace { anchor: Anchor::Space, offset: to }), 1.0);
        let mut routes = world.query::<(&Fleet, &mut Route)>();
        routes.single_mut(world).expect("there is one fleet").1.0.push_back(leg);
        assert!(computed(world) > 2, "its route is another one");
        let forecast = world.query::<&FleetForecast>().single(world).expect("it has one");
        let [arrival] = forecast.itinerary.arrivals.as_slice() else { panic!("{forecast:?}") };
        assert!(arrival.position.distance(to) < 1.0 && arrival.jd > forecast.itinerary.now_jd);
    }

    #[test]
    fn fleets_of_others_have_no_forecast() {
        let mut simulation = held();
        let world = simulation.world_mut();
        let mut frame = Schedule::default();
        frame.add_systems(update_ares);
        frame.run(world);
        assert_eq!(world.query::<&FleetForecast>().iter(world).count(), 0);
    }
}
