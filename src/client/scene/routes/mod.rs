//! Routes of own fleets: lines to their arrivals and to meetings with moving bodies, with dates; and the places that
//! selected ships would take about the point under the mouse.
//!
//! - Enters: forecasts of own fleets, the selection, the point under the mouse.
//! - Leaves: lines, marks and texts; the drawn ends of legs, for the tools that move them.
//! - Must never: change a route, or draw a foreign one.
//!
//! | file | does |
//! |---|---|
//! | `legs.rs` | draws the legs of a route |
//! | `places.rs` | the future places of ships in a formation |
//! | `meetings.rs` | the bodies where they will be met |
//! | `nodes.rs` | the drawn ends of legs |
//! | `end_words.rs` | the words at these ends |

mod end_words;
mod legs;
mod meetings;
pub mod nodes;
mod places;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{FrameSystems, Player};
use crate::client::input::Selected;
use crate::client::models::FactionColors;
use crate::client::scene::labels::point_labels::PointLabels;
use crate::client::scene::routes::nodes::RouteNodes;
use crate::client::view::{Moment, Pen, RenderPosition, Sight, middle};
use crate::sim::forecast::{DrawnLeg, FleetForecast, FleetForecaster};
use crate::sim::navigation::Arrival;
use crate::sim::visibility::KnownFleet;
use crate::sim::{Fleet, FormationOffset, Members, Route};
use end_words::EndWords;
use legs::LegReading;
pub use places::draw_aim;
use places::{MOST_PLACES, are_apart, draw_places, extent, facing_at, places_under_way};

/// Query bundle for the routes of own fleets.
#[derive(SystemParam)]
struct RouteReading<'w, 's> {
    sight: Sight<'w, 's>,
    fleets: Query<'w, 's, (&'static Members, &'static FleetForecast)>,
    ships: Query<'w, 's, (&'static RenderPosition, Has<Selected>)>,
    places: Query<'w, 's, &'static FormationOffset>,
    moment: Res<'w, Moment>,
    faction_colors: Res<'w, FactionColors>,
    legs: LegReading<'w, 's>,
}

/// The route of a fleet on the screen.
struct ShownRoute<'a> {
    fleet: &'a Fleet,
    route: &'a Route,
    /// The arrivals at the ends of its legs, as far as they are known.
    arrivals: &'a [Arrival],
    /// The legs that lead to these arrivals.
    drawn: Vec<DrawnLeg>,
    /// The middle of the fleet, heliocentric ecliptic km.
    from: DVec3,
    color: Color,
    is_selected: bool,
}

/// Adds the forecasts, the routes, and the places about the point under the mouse.
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
    reading: RouteReading,
    mut labels: ResMut<PointLabels>,
    mut nodes: ResMut<RouteNodes>,
    mut pen: Pen,
) {
    nodes.0.clear();
    let view = reading.sight.view();
    let (mut room, mut end_words) = (MOST_PLACES, EndWords::default());
    let is_own = |fleet: &Fleet| Some(fleet.faction) == view.faction();
    for known in view.fleets(is_own) {
        let Some(shown) = reading.shown(&known) else { continue };
        if shown.is_selected {
            reading.draw_formation(&known, &shown, &mut pen, &mut room);
        }
        reading.legs.draw(view, shown, &mut pen, &mut nodes, &mut end_words);
    }
    end_words.show(&pen.view, &mut labels);
}

impl RouteReading<'_, '_> {
    /// The route of a fleet, if it has one.
    fn shown<'a>(&'a self, known: &KnownFleet<'a>) -> Option<ShownRoute<'a>> {
        let route = known.route.filter(|route| !route.0.is_empty())?;
        let (members, forecast) = self.fleets.get(known.entity).ok()?;
        let itinerary = &forecast.itinerary;
        let is_selected = self.ships.iter_many(members.iter()).any(|(_, is_selected)| is_selected);
        let middle = middle(self.ships.iter_many(members.iter()).map(|(place, _)| place));
        let alpha = if is_selected { 0.9 } else { 0.3 };
        Some(ShownRoute {
            fleet: known.fleet,
            route,
            arrivals: &itinerary.arrivals,
            drawn: itinerary.drawn_legs(self.legs.system(), route, self.moment.jd),
            from: middle.unwrap_or(forecast.company.center),
            color: self.faction_colors.of(known.fleet.faction).with_alpha(alpha),
            is_selected,
        })
    }

    /// Draws the places of a fleet's ships at the end of its present leg.
    fn draw_formation(&self, known: &KnownFleet, shown: &ShownRoute, pen: &mut Pen, room: &mut usize) {
        let first = shown.route.0.front().zip(shown.drawn.first().and_then(DrawnLeg::end));
        let Some((leg, end)) = first else { return };
        let goal = end + leg.beside;
        let formation = known.formation.copied().unwrap_or_default();
        let ships = self.sight.view().ships_of(known.entity);
        let offsets = places_under_way(&formation, leg, &ships, &self.places, goal);
        let extent = extent(&offsets);
        // From afar the arrow of a fleet that faces ahead would only say again where the line leads.
        let tells = formation.facing.is_some() || are_apart(&pen.view, goal, extent);
        let facing = facing_at(&formation, goal - shown.from, extent).filter(|_| tells);
        draw_places(pen, goal, &offsets, facing, shown.color, room);
    }
}

/// A diamond that lies in the plane of the ecliptic, closed.
pub fn diamond(middle: Vec3, half: f32) -> [Vec3; 5] {
    let (right, near) = (Vec3::X * half, Vec3::Z * half);
    [middle + right, middle + near, middle - right, middle - near, middle + right]
}
