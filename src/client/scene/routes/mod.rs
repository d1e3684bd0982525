//! Routes of own fleets: lines to their arrivals and to meetings with moving bodies, with dates; and the marker of the
//! point under the mouse.
//!
//! - Enters: forecasts of own fleets, the selection, the point under the mouse.
//! - Leaves: lines, marks and texts; the drawn ends of legs, for the tools that move them.
//! - Must never: change a route, or draw a foreign one.
//!
//! `places.rs` has the future places of ships in a formation, `meetings.rs` the bodies where they will be met,
//! `nodes.rs` the drawn ends of legs, `end_words.rs` the words there.

mod end_words;
mod meetings;
pub mod nodes;
mod places;

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{FrameSystems, Player, arrival_words, coming_words};
use crate::client::input::Selected;
use crate::client::models::FactionColors;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::rings::draw_ring_end;
use crate::client::scene::routes::nodes::{RouteNode, RouteNodes};
use crate::client::scene::ships::stalks::stalk_strength;
use crate::client::view::{Moment, Pen, RenderPosition, Sight, middle};
use crate::client::widgets::WORDS;
use crate::sim::forecast::{DrawnLeg, FleetForecast, FleetForecaster};
use crate::sim::task::describe;
use crate::sim::visibility::KnownFleet;
use crate::sim::{BodyId, Calendar, Fleet, FormationOffset, Goal, Members, Rings};
use end_words::EndWords;
use meetings::Meetings;
pub use places::draw_aim;
use places::{MOST_PLACES, are_apart, draw_places, extent, facing_at, places_under_way};

/// The colour of legs that are flown to fight.
const HOSTILE: Color = Color::srgb(1.0, 0.27, 0.22);
/// Radius of the sign at a route's end on the screen, pixels.
const END_PIXELS: f64 = 9.0;

/// Adds the forecasts, the routes, and the point under the mouse.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (forecast_fleets, draw_routes).chain().in_set(FrameSystems::Collect));
    app.add_systems(PostUpdate, draw_aim.in_set(FrameSystems::Draw));
}

/// Updates the forecasts of own fleets.
fn forecast_fleets(mut forecaster: FleetForecaster, player: Res<Player>) {
    forecaster.update(player.faction);
}

/// Draws the routes of own fleets; those of selected ships with their arrivals.
fn draw_routes(
    sight: Sight,
    fleets: Query<(&Members, &FleetForecast)>,
    places: Query<&FormationOffset>,
    shown: Query<(&RenderPosition, Has<Selected>)>,
    meetings: Meetings,
    (moment, calendar): (Res<Moment>, Res<Calendar>),
    (rings, faction_colors): (Res<Rings>, Res<FactionColors>),
    mut labels: ResMut<PointLabels>,
    mut nodes: ResMut<RouteNodes>,
    mut pen: Pen,
) {
    nodes.0.clear();
    let view = sight.view();
    let (mut room, mut end_words) = (MOST_PLACES, EndWords::default());
    let is_own = |fleet: &Fleet| Some(fleet.faction) == view.faction();
    for KnownFleet { entity, fleet, route, formation, .. } in view.fleets(is_own) {
        let Some(route) = route.filter(|route| !route.0.is_empty()) else { continue };
        let Ok((members, forecast)) = fleets.get(entity) else { continue };
        let (center, arrivals) = (forecast.company.center, &forecast.itinerary.arrivals);
        let drawn = forecast.itinerary.drawn_legs(&meetings.sky.system, route, moment.jd);
        let is_selected = shown.iter_many(members.iter()).any(|(_, is_selected)| is_selected);
        let color = faction_colors.of(fleet.faction).with_alpha(if is_selected { 0.9 } else { 0.3 });
        let mut from = middle(shown.iter_many(members.iter()).map(|(shown, _)| shown)).unwrap_or(center);
        if is_selected
            && let (Some(leg), Some(end)) = (route.0.front(), drawn.first().and_then(DrawnLeg::end))
        {
            let goal = end + leg.beside;
            let formation = formation.copied().unwrap_or_default();
            let offsets = places_under_way(&formation, leg, &view.ships_of(entity), &places, goal);
            let extent = extent(&offsets);
            // From afar the arrow of a fleet that faces ahead would only say again where the line leads.
            let tells = formation.facing.is_some() || are_apart(&pen.view, goal, extent);
            let facing = facing_at(&formation, goal - from, extent).filter(|_| tells);
            draw_places(&mut pen, goal, &offsets, facing, color, &mut room);
        }
        for (at, ((leg, arrival), drawn)) in route.0.iter().zip(arrivals).zip(drawn).enumerate() {
            let color = if leg.is_hostile() { HOSTILE.with_alpha(color.alpha()) } else { color };
            let Some(end) = drawn.end() else { continue };
            let way: Vec<DVec3> = std::iter::once(from).chain(drawn.stops).collect();
            pen.strip(way.iter().copied(), color);
            let place_of = |body: BodyId| meetings.place(body, arrival.jd) + drawn.shift;
            let ring = leg.goal.body().zip(leg.ring());
            let ring = ring.and_then(|(body, ring)| Some((rings.of(body)?, ring, place_of(body))));
            let met = leg.goal.body().filter(|_| is_selected);
            let ghost = met.and_then(|body| meetings.draw(&mut pen, body, place_of(body)));
            let is_in_ring = ring.is_some_and(|ring| draw_ring_end(&mut pen, ring, end, color));
            let ghost = ghost.filter(|ghost| ghost.marks(end));
            if !is_in_ring && ghost.is_none() {
                draw_end(&mut pen, end, color);
            }
            if is_selected {
                let body = leg.goal.body();
                let beside = body.and_then(|body| meetings.beside(&pen.view, body, end));
                // The name of the body stands there in any case.
                let is_name = |deed: &String| body.is_some_and(|body| meetings.is_name(body, deed));
                let deed = Some(describe(view, leg)).filter(|deed| beside.is_none() || !is_name(deed));
                let words = leg_words(&leg.goal, deed.unwrap_or_default(), arrival.jd, &calendar);
                let words_at = ghost.map_or(end, |ghost| ghost.place);
                let is_foreign = body.is_some_and(|body| view.owner(body) != Some(fleet.faction));
                let said = words_color(color, is_foreign && !leg.is_hostile());
                end_words.add(&pen.view, fleet, (words_at, beside), (words, said));
                let (jd, shift) = (arrival.jd, drawn.shift);
                nodes.0.push(RouteNode { fleet: fleet.id, at, leg: *leg, jd, way, shift, color });
            }
            from = end;
        }
    }
    end_words.show(&pen.view, &mut labels);
}

/// A diamond that lies in the plane of the ecliptic, closed.
pub fn diamond(middle: Vec3, half: f32) -> [Vec3; 5] {
    let (right, near) = (Vec3::X * half, Vec3::Z * half);
    [middle + right, middle + near, middle - right, middle - near, middle + right]
}

/// Draws a small circle at the end of a leg, and a stalk to the ecliptic.
fn draw_end(pen: &mut Pen, place: DVec3, color: Color) {
    let Some(projected) = pen.view.project(place) else { return };
    pen.level_circle(place, END_PIXELS / projected.pixels_per_km, 24, color);
    let foot = DVec3::new(place.x, place.y, 0.0);
    let strength = 0.3 * stalk_strength(&pen.view, place, foot);
    pen.line(place, foot, color.with_alpha(color.alpha() * strength));
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
