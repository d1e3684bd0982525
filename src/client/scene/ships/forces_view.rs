//! Arrows of the pull and the pushes on ships, while the key is held: a green arrow on each selected ship, and a
//! red one on every pushed ship in sight. A push by a hidden ship reveals no more than the swerving of its
//! neighbour.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::FrameSystems;
use crate::client::input::Selected;
use crate::client::settings::{Action, Actions};
use crate::client::view::{Pen, RenderPosition, SeenShips, UNIT_KM, turned};
use crate::sim::motion::ShipTable;

/// The colour of pull.
const PULL: Color = Color::srgb(0.25, 0.95, 0.35);
/// The colour of pushes.
const PUSH: Color = Color::srgb(1.0, 0.22, 0.16);
/// Length of an arrow of strength 1, in radii of the hull.
const ARROW_RADII: f32 = 6.0;
/// Least radius for the size of arrows, pixels: they stay readable if the ship is an icon.
const LEAST_RADIUS_PIXELS: f64 = 9.0;
/// Strength with the longest arrow.
const STRONGEST: f64 = 2.5;
/// Strength below which no arrow is drawn.
const WEAKEST: f64 = 0.02;

/// Draws the arrows of this frame.
fn draw_forces(
    table: Res<ShipTable>,
    in_sight: SeenShips,
    ships: Query<(&RenderPosition, Has<Selected>)>,
    mut pen: Pen,
) {
    let known = table.entities.iter().enumerate().filter(|(_, entity)| in_sight.shows(**entity));
    for (index, entity) in known {
        let Ok((shown, is_selected)) = ships.get(*entity) else { continue };
        let Some(projected) = pen.view.project(shown.0) else { continue };
        let (ship, way) = (&table.ships[index], table.goals[index].aim - table.positions[index]);
        let is_drawn = is_selected && way.length() > ship.bound_km();
        let pull = if is_drawn { way.normalize() } else { DVec3::ZERO };
        let least_km = LEAST_RADIUS_PIXELS / projected.pixels_per_km;
        let [radius, bound] = [ship.radius_km, ship.bound_km()].map(|km| (km.max(least_km) / UNIT_KM) as f32);
        for (force, color) in [(pull, PULL), (table.pushes[index].as_dvec3(), PUSH)] {
            if force.length() > WEAKEST {
                let arrow = turned(force.clamp_length_max(STRONGEST));
                let from = pen.origin.place(shown.0) + arrow.normalize_or_zero() * bound;
                pen.lines.arrow(from, from + arrow * (ARROW_RADII * radius), color).with_tip_length(radius);
            }
        }
    }
}

pub(super) fn plugin(app: &mut App) {
    let is_wanted = |actions: Actions| actions.pressed(&Action::ShowField);
    app.add_systems(PostUpdate, draw_forces.in_set(FrameSystems::Draw).run_if(is_wanted));
}
