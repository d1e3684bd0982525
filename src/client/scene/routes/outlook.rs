//! The ways ahead: how the legs of a route bend that the world has not planned yet, because they are not begun
//! or because the world stands still.
//!
//! - Enters: the player's fleets with their routes, and the sky.
//! - Leaves: an [`Outlook`] on every fleet that has such legs.
//! - Must never: change how a fleet flies. When a leg begins, the world plans its way from where the fleet then
//!   is; this is what can be told of it before.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::client::frame::Player;
use crate::sim::navigation::berth::{Harbour, Harbours};
use crate::sim::navigation::course::{Planner, Request};
use crate::sim::navigation::{Company, end_of, plan};
use crate::sim::world::{
    Course, Fleet, Goal, Leg, Members, Place, Position, Route, RouteWish, Ship, Station,
};

/// A way that is known is planned anew after so many ticks: the fleet and the sky have moved on.
const TICKS_OF_TRUST: u64 = 300;

/// The ways of a fleet's legs, as far as they are known.
#[derive(Component, Clone, Debug, Default)]
pub struct Outlook {
    /// The legs that it is about.
    legs: VecDeque<Leg>,
    wish: RouteWish,
    /// The bends of each; empty where the way is straight or not known yet.
    bends: Vec<Vec<Station>>,
    /// The leg that is planned next.
    due: usize,
    /// When the last of them was planned.
    tick: u64,
}

impl Outlook {
    /// The bends of all legs of a route, the first as the world has planned it.
    pub fn bends<'a>(&'a self, course: &'a Course) -> Vec<&'a [Station]> {
        let mut bends: Vec<&[Station]> = self.bends.iter().map(Vec::as_slice).collect();
        if let Some(first) = bends.first_mut()
            && course.is_planned
        {
            *first = &course.bends;
        } else if bends.is_empty() {
            bends.push(&course.bends);
        }
        bends
    }

    /// Notes what a route and a wish are now, and keeps the ways of those legs that are still the same.
    fn follow(&mut self, route: &Route, wish: RouteWish) {
        if self.wish != wish {
            *self = Self { wish, ..default() };
        }
        if self.legs == route.0 {
            return;
        }
        let later = |legs: &VecDeque<Leg>| legs.iter().skip(1).copied().collect::<Vec<_>>();
        let (known, wanted) = (later(&self.legs), later(&route.0));
        if known.ends_with(&wanted) {
            // A leg is over, or has begun.
            self.bends.drain(..known.len() - wanted.len());
        } else if !wanted.starts_with(&known) || self.legs.is_empty() {
            self.bends.clear();
        }
        self.bends.resize(route.0.len(), Vec::new());
        self.legs.clone_from(&route.0);
        self.due = 0;
    }

    /// The leg that is to be planned now; none while all are known well enough.
    fn next(&mut self, course: &Course, tick: u64) -> Option<usize> {
        if self.due == 0 && course.is_planned {
            self.due = 1;
        }
        if self.due >= self.legs.len() && tick > self.tick + TICKS_OF_TRUST {
            self.due = usize::from(course.is_planned);
        }
        (self.due < self.legs.len()).then_some(self.due)
    }
}

/// Plans one leg in a frame at most, those of the first fleets first.
pub fn look_ahead(
    mut commands: Commands,
    fleets: Query<(Entity, &Fleet, &Route, &Course, &RouteWish, &Members, Option<&Outlook>)>,
    ships: Query<(&Position, &Ship)>,
    places: Query<(&Place, &Ship)>,
    planner: Planner,
    harbours: Harbours,
    player: Res<Player>,
) {
    let own = fleets.iter().filter(|(_, fleet, ..)| fleet.faction == player.faction);
    let mut own: Vec<_> = own.filter(|(_, _, route, ..)| !route.0.is_empty()).collect();
    own.sort_unstable_by_key(|(_, fleet, ..)| fleet.id);
    let mut is_free = true;
    for (entity, fleet, route, course, wish, members, known) in own {
        let mut outlook = known.cloned().unwrap_or_default();
        outlook.follow(route, *wish);
        let due = outlook.next(course, planner.calendar.tick).filter(|_| is_free);
        let company = due.and_then(|_| Company::of(members, &ships));
        if let (Some(number), Some(company)) = (due, company) {
            is_free = false;
            let crew = members.iter().filter_map(|ship| places.get(ship).ok());
            let dreaded = planner.dreaded(fleet.faction, *wish);
            let request = planner.request(company, crew, Station::default(), &dreaded);
            let bends = way_of(&request, &harbours.look(), route, number, &outlook.bends(course));
            if let Some(known) = outlook.bends.get_mut(number) {
                *known = bends;
            }
            outlook.due = number + 1;
            outlook.tick = planner.calendar.tick;
        } else if known.is_some_and(|known| known.legs == outlook.legs && known.wish == outlook.wish) {
            continue;
        }
        commands.entity(entity).insert(outlook);
    }
}

/// The bends of a leg, begun where and when the legs before it end.
fn way_of(
    request: &Request,
    harbour: &Harbour,
    route: &Route,
    number: usize,
    bends: &[&[Station]],
) -> Vec<Station> {
    // What moves as it likes is flown to straight.
    let is_planned = |leg: &&Leg| !matches!(leg.goal, Goal::Fleet { .. } | Goal::Attack(_));
    let Some(leg) = route.0.get(number).filter(is_planned) else {
        return Vec::new();
    };
    let before = Route(route.0.iter().take(number).copied().collect());
    let arrivals = plan(harbour, &before, bends, &request.company, request.jd);
    if arrivals.len() < number {
        return Vec::new();
    }
    let (mut company, mut jd) = (request.company, request.jd);
    if let Some(arrival) = arrivals.last() {
        (company.center, jd) = (arrival.position, arrival.jd);
    }
    let Some(Station { anchor, offset }) = end_of(harbour, leg, &company, jd) else { return Vec::new() };
    Request { company, jd, to: Station { anchor, offset: offset + leg.beside }, ..*request }.chart()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Anchor;
    use glam::DVec3;

    fn leg(x: f64) -> Leg {
        Leg::new(Goal::Place(Station { anchor: Anchor::Space, offset: DVec3::X * x }), 1.0)
    }

    fn bend(x: f64) -> Vec<Station> {
        vec![Station { anchor: Anchor::Space, offset: DVec3::Y * x }]
    }

    fn known(legs: &[f64]) -> Outlook {
        Outlook {
            legs: legs.iter().map(|x| leg(*x)).collect(),
            bends: legs.iter().map(|x| bend(*x)).collect(),
            due: legs.len(),
            ..default()
        }
    }

    fn after(legs: &[f64], wanted: &[f64]) -> Outlook {
        let mut outlook = known(legs);
        outlook.follow(&Route(wanted.iter().map(|x| leg(*x)).collect()), RouteWish::default());
        outlook
    }

    #[test]
    fn what_stays_of_a_route_keeps_its_ways() {
        assert_eq!(after(&[1.0, 2.0, 3.0], &[2.0, 3.0]).bends, [bend(2.0), bend(3.0)], "a leg is over");
        assert_eq!(after(&[1.0, 2.0], &[1.5, 2.0]).bends, [bend(1.0), bend(2.0)], "a berth was found");
        assert_eq!(after(&[1.0, 2.0], &[1.0, 2.0, 3.0]).bends, [bend(1.0), bend(2.0), vec![]], "one more");
        assert_eq!(after(&[1.0, 2.0], &[4.0, 5.0]).bends, [vec![], vec![]], "another route");
        assert_eq!(after(&[], &[4.0]).bends, [Vec::<Station>::new()]);
    }

    #[test]
    fn the_world_has_the_say_about_the_first_leg() {
        let mut outlook = known(&[1.0, 2.0]);
        let course = Course { bends: bend(9.0), is_planned: true };
        assert_eq!(outlook.bends(&course), [bend(9.0).as_slice(), bend(2.0).as_slice()]);
        assert_eq!(outlook.bends(&Course::default()), [bend(1.0).as_slice(), bend(2.0).as_slice()]);
        assert_eq!(outlook.next(&course, 0), None, "all is known");
        outlook.due = 0;
        assert_eq!(outlook.next(&course, 0), Some(1));
        assert_eq!(known(&[1.0, 2.0]).next(&Course::default(), TICKS_OF_TRUST + 1), Some(0));
    }
}
