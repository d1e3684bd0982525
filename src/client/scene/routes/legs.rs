//! The legs of a route: their lines and ends, and, of selected fleets, the words and handles there.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use super::ShownRoute;
use super::end_words::EndWords;
use super::meetings::{Ghost, Meetings};
use super::nodes::{RouteNode, RouteNodes};
use crate::client::frame::{arrival_words, coming_words};
use crate::client::scene::rings::draw_ring_end;
use crate::client::scene::ships::stalks::stalk_strength;
use crate::client::view::{Pen, ViewCamera};
use crate::client::widgets::WORDS;
use crate::level::StarSystem;
use crate::sim::task::describe;
use crate::sim::visibility::WorldView;
use crate::sim::{BodyId, Calendar, Fleet, Goal, Leg, Rings};

/// The colour of legs that are flown to fight.
const HOSTILE: Color = Color::srgb(1.0, 0.27, 0.22);
/// Radius of the sign at a route's end on the screen, pixels.
pub(super) const END_PIXELS: f64 = 9.0;

/// Query bundle for the legs of routes.
#[derive(SystemParam)]
pub(super) struct LegReading<'w, 's> {
    meetings: Meetings<'w, 's>,
    calendar: Res<'w, Calendar>,
    rings: Res<'w, Rings>,
}

/// The end of a leg on the screen.
struct LegEnd<'a> {
    leg: &'a Leg,
    /// The date of arrival, Julian date (TDB).
    jd: f64,
    /// Heliocentric ecliptic km.
    place: DVec3,
    /// From places on that date to where they are drawn, km.
    shift: DVec3,
    color: Color,
}

impl LegReading<'_, '_> {
    /// The sky.
    pub(super) fn system(&self) -> &StarSystem {
        &self.meetings.sky.system
    }

    /// Draws the legs of a route; those of a selected fleet with words and handles.
    pub(super) fn draw(
        &self,
        view: WorldView,
        shown: ShownRoute,
        pen: &mut Pen,
        nodes: &mut RouteNodes,
        end_words: &mut EndWords,
    ) {
        let mut from = shown.from;
        let legs = shown.route.0.iter().zip(shown.arrivals).zip(shown.drawn);
        for (at, ((leg, arrival), drawn)) in legs.enumerate() {
            let Some(place) = drawn.end() else { continue };
            let color = if leg.is_hostile() { HOSTILE.with_alpha(shown.color.alpha()) } else { shown.color };
            let end = LegEnd { leg, jd: arrival.jd, place, shift: drawn.shift, color };
            let way: Vec<DVec3> = std::iter::once(from).chain(drawn.stops).collect();
            pen.strip(way.iter().copied(), color);
            let ghost = self.draw_end(pen, &end, shown.is_selected);
            if shown.is_selected {
                self.add_words(end_words, view, &pen.view, shown.fleet, &end, ghost);
                let (fleet, jd, shift) = (shown.fleet.id, end.jd, end.shift);
                nodes.0.push(RouteNode { fleet, at, leg: *leg, jd, way, shift, color });
            }
            from = place;
        }
    }

    /// Draws the end of a leg: a piece of its ring; for a selected fleet the body that it meets, which is returned if
    /// it marks the end; without both a small circle.
    fn draw_end(&self, pen: &mut Pen, end: &LegEnd, is_selected: bool) -> Option<Ghost> {
        let body = end.leg.goal.body();
        let place_of = |body: BodyId| self.meetings.place(body, end.jd) + end.shift;
        let ring = body.zip(end.leg.ring());
        let ring = ring.and_then(|(body, ring)| Some((self.rings.of(body)?, ring, place_of(body))));
        let met = body.filter(|_| is_selected);
        let ghost = met.and_then(|body| self.meetings.draw(pen, body, place_of(body)));
        let is_in_ring = ring.is_some_and(|ring| draw_ring_end(pen, ring, end.place, end.color));
        let ghost = ghost.filter(|ghost| ghost.marks(end.place));
        if !is_in_ring && ghost.is_none() {
            draw_sign(pen, end.place, end.color);
        }
        ghost
    }

    /// Adds the words at the end of a leg. `ghost`: the body that is met there, if it marks the end.
    fn add_words(
        &self,
        end_words: &mut EndWords,
        view: WorldView,
        camera: &ViewCamera,
        fleet: &Fleet,
        end: &LegEnd,
        ghost: Option<Ghost>,
    ) {
        let LegEnd { leg, jd, place, color, .. } = *end;
        let body = leg.goal.body();
        let beside = body.and_then(|body| self.meetings.beside(camera, body, place));
        // The name of the body stands there in any case.
        let is_name = |deed: &String| body.is_some_and(|body| self.meetings.is_name(body, deed));
        let deed = Some(describe(view, leg)).filter(|deed| beside.is_none() || !is_name(deed));
        let words = leg_words(&leg.goal, deed.unwrap_or_default(), jd, &self.calendar);
        let words_at = ghost.map_or(place, |ghost| ghost.place);
        let is_foreign = body.is_some_and(|body| view.owner(body) != Some(fleet.faction));
        let said = words_color(color, is_foreign && !leg.is_hostile());
        end_words.add(camera, fleet, (words_at, beside), (words, said));
    }
}

/// Draws a small circle at the end of a leg, and a stalk to the ecliptic.
fn draw_sign(pen: &mut Pen, place: DVec3, color: Color) {
    let Some(projected) = pen.view.project(place) else { return };
    pen.level_circle(place, END_PIXELS / projected.pixels_per_km, 24, color);
    let foot = DVec3::new(place.x, place.y, 0.0);
    let strength = 0.3 * stalk_strength(&pen.view, place, foot);
    if strength > 0.0 {
        pen.line(place, foot, color.with_alpha(color.alpha() * strength));
    }
}

/// The colour of the words about a leg in this colour. At a body of nobody or of others, words in the colour of the
/// player would seem to say whose it is.
fn words_color(of_leg: Color, is_foreign: bool) -> Color {
    if is_foreign { WORDS } else { of_leg }
}

/// A leg in words: the deed of the fleet and its arrival. Where fleets of others will be is not known, so that a leg
/// that follows or attacks one has no arrival.
fn leg_words(goal: &Goal, deed: String, arrival_jd: f64, calendar: &Calendar) -> String {
    match goal {
        Goal::Wait(_) => format!("{deed} until {}", coming_words(arrival_jd, calendar)),
        Goal::Fleet { .. } | Goal::Attack(_) => deed,
        _ if deed.is_empty() => arrival_words(arrival_jd, calendar),
        _ => format!("{deed}, {}", arrival_words(arrival_jd, calendar)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orbit::{GameClock, J2000_JD};
    use crate::sim::world::WaitEvent;
    use crate::sim::{AnchoredPlace, AttackTarget, FleetId};

    #[test]
    fn words_at_a_body_of_others_have_no_colour_of_a_side() {
        let mine = Color::srgb(0.3, 0.6, 1.0);
        assert_eq!([false, true].map(|is_foreign| words_color(mine, is_foreign)), [mine, WORDS]);
    }

    #[test]
    fn a_leg_has_words_for_its_deed_and_its_arrival() {
        let clock = GameClock { epoch_jd: J2000_JD, days_per_second: 0.5 };
        let calendar = Calendar { clock, tick: 0, seed: 0 };
        let after =
            |days: f64, goal: Goal, deed: &str| leg_words(&goal, deed.to_owned(), J2000_JD + days, &calendar);
        let words = |goal: Goal, deed: &str| after(40.0, goal, deed);
        assert_eq!(words(Goal::Body(BodyId(4)), "Mars"), "Mars, about 2000-02-10");
        assert_eq!(words(Goal::Place(AnchoredPlace::default()), ""), "about 2000-02-10");
        assert_eq!(words(Goal::Wait(WaitEvent::Date(J2000_JD)), "waits"), "waits until 2000-02-10");
        assert_eq!(
            words(Goal::Attack(AttackTarget::Fleet(FleetId(2))), "attacks a fleet"),
            "attacks a fleet"
        );
        assert_eq!(words(Goal::Body(BodyId(4)), ""), "about 2000-02-10", "the name stands beside it");
        let soon = after(2.0, Goal::Body(BodyId(4)), "Mars");
        assert_eq!(soon, "Mars, about 2000-01-03 (4 s)", "the date stays when it comes near");
    }
}
