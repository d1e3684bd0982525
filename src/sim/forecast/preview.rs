//! Courses ahead: the waypoints of legs that the world has not planned yet, because they have not begun or because
//! the world is paused.
//!
//! When a leg begins, the world plans its course from the fleet's place at that time; this is the estimate before.

use std::collections::VecDeque;

use crate::sim::navigation::course::CourseRequest;
use crate::sim::navigation::{LookAhead, end_of, plan};
use crate::sim::{AnchoredPlace, Course, Goal, Leg, Route, RouteWish};

/// A previewed course is planned again after this many ticks: the fleet and the sky have moved on.
const TICKS_OF_TRUST: u64 = 300;

/// The courses of a fleet's legs, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct RoutePreview {
    /// The legs of the preview.
    legs: VecDeque<Leg>,
    wish: RouteWish,
    /// The waypoints of each leg; empty if the course is straight or not known yet.
    bends: Vec<Vec<AnchoredPlace>>,
    /// The leg that is planned next.
    due: usize,
    /// The tick of the last planning.
    tick: u64,
}

impl RoutePreview {
    /// The waypoints of all legs of a route; those of the first leg are from the world's own course.
    pub fn bends<'a>(&'a self, course: &'a Course) -> Vec<&'a [AnchoredPlace]> {
        let mut bends: Vec<&[AnchoredPlace]> = self.bends.iter().map(Vec::as_slice).collect();
        if let Some(first) = bends.first_mut()
            && course.is_planned
        {
            *first = &course.bends;
        } else if bends.is_empty() {
            bends.push(&course.bends);
        }
        bends
    }

    /// Adopts a route and a preference, and keeps the courses of unchanged legs.
    pub(super) fn follow(&mut self, route: &Route, wish: RouteWish) {
        if self.wish != wish {
            *self = Self { wish, ..Self::default() };
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

    /// The leg to plan next; `None` while all courses are recent enough.
    pub(super) fn next(&mut self, course: &Course, tick: u64) -> Option<usize> {
        if self.due == 0 && course.is_planned {
            self.due = 1;
        }
        if self.due >= self.legs.len() && tick > self.tick + TICKS_OF_TRUST {
            self.due = usize::from(course.is_planned);
        }
        (self.due < self.legs.len()).then_some(self.due)
    }
}

impl RoutePreview {
    /// Plans the course of a leg, for a fleet with this request at the present.
    pub(super) fn search(
        &mut self,
        request: &CourseRequest,
        look_ahead: &LookAhead,
        route: &Route,
        course: &Course,
        leg: usize,
        tick: u64,
    ) {
        let bends = way_of(request, look_ahead, route, leg, &self.bends(course));
        if let Some(known) = self.bends.get_mut(leg) {
            *known = bends;
        }
        self.due = leg + 1;
        self.tick = tick;
    }
}

/// The waypoints of a leg that begins at the end of the legs before it.
fn way_of(
    request: &CourseRequest,
    look_ahead: &LookAhead,
    route: &Route,
    number: usize,
    bends: &[&[AnchoredPlace]],
) -> Vec<AnchoredPlace> {
    // The course to a freely moving goal is straight.
    let is_planned = |leg: &&Leg| !matches!(leg.goal, Goal::Fleet { .. } | Goal::Attack(_));
    let Some(leg) = route.0.get(number).filter(is_planned) else {
        return Vec::new();
    };
    let before = Route(route.0.iter().take(number).copied().collect());
    let arrivals = plan(look_ahead, &before, bends, &request.company, request.jd);
    if arrivals.len() < number {
        return Vec::new();
    }
    let (mut company, mut jd) = (request.company, request.jd);
    if let Some(arrival) = arrivals.last() {
        (company.center, jd) = (arrival.position, arrival.jd);
    }
    let Some(AnchoredPlace { anchor, offset }) = end_of(&look_ahead.berth_finder, leg, &company, jd) else {
        return Vec::new();
    };
    CourseRequest { company, jd, to: AnchoredPlace { anchor, offset: offset + leg.beside }, ..*request }
        .chart()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::Anchor;
    use glam::DVec3;

    fn leg(x: f64) -> Leg {
        Leg::new(Goal::Place(AnchoredPlace { anchor: Anchor::Space, offset: DVec3::X * x }), 1.0)
    }

    fn bend(x: f64) -> Vec<AnchoredPlace> {
        vec![AnchoredPlace { anchor: Anchor::Space, offset: DVec3::Y * x }]
    }

    fn known(legs: &[f64]) -> RoutePreview {
        RoutePreview {
            legs: legs.iter().map(|x| leg(*x)).collect(),
            bends: legs.iter().map(|x| bend(*x)).collect(),
            due: legs.len(),
            ..RoutePreview::default()
        }
    }

    fn after(legs: &[f64], wanted: &[f64]) -> RoutePreview {
        let mut preview = known(legs);
        preview.follow(&Route(wanted.iter().map(|x| leg(*x)).collect()), RouteWish::default());
        preview
    }

    #[test]
    fn the_rest_of_a_route_keeps_its_paths() {
        assert_eq!(after(&[1.0, 2.0, 3.0], &[2.0, 3.0]).bends, [bend(2.0), bend(3.0)], "a leg is over");
        assert_eq!(after(&[1.0, 2.0], &[1.5, 2.0]).bends, [bend(1.0), bend(2.0)], "a berth was found");
        assert_eq!(after(&[1.0, 2.0], &[1.0, 2.0, 3.0]).bends, [bend(1.0), bend(2.0), vec![]], "one more");
        assert_eq!(after(&[1.0, 2.0], &[4.0, 5.0]).bends, [vec![], vec![]], "another route");
        assert_eq!(after(&[], &[4.0]).bends, [Vec::<AnchoredPlace>::new()]);
    }

    #[test]
    fn the_world_has_the_say_about_the_first_leg() {
        let mut preview = known(&[1.0, 2.0]);
        let course = Course { bends: bend(9.0), is_planned: true };
        assert_eq!(preview.bends(&course), [bend(9.0).as_slice(), bend(2.0).as_slice()]);
        assert_eq!(preview.bends(&Course::default()), [bend(1.0).as_slice(), bend(2.0).as_slice()]);
        assert_eq!(preview.next(&course, 0), None, "all is known");
        preview.due = 0;
        assert_eq!(preview.next(&course, 0), Some(1));
        assert_eq!(known(&[1.0, 2.0]).next(&Course::default(), TICKS_OF_TRUST + 1), Some(0));
    }
}
