//! Who aims at whom: lines from the selected ships to their targets, and crosses where the player's torpedoes
//! will meet theirs.
//!
//! Conditions of selected ships, which are one's own, and own torpedoes come in, lines leave. Must never show
//! a target that is out of sight, or an aim of others.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::battle::Roster;
use crate::client::scale::{Origin, UNIT_KM};
use crate::client::selection::Selected;
use crate::client::view_camera::ViewCamera;
use crate::client::{GridGizmos, Player};
use crate::sim::fight::torpedoes::Swarm;
use crate::sim::fight::torpedoes::launching::Aim;
use crate::sim::fight::{Condition, Mark};
use crate::sim::ships::Ship;

/// The most lines at once.
const MOST_LINES: usize = 200;
/// How strong a short line is.
const ALPHA: f32 = 0.6;
/// A line of this length on the screen is half as strong, pixels.
const FADING_PIXELS: f32 = 250.0;
/// The most crosses at once.
const MOST_CROSSES: usize = 60;
/// Half the size of a cross, pixels.
const CROSS_PIXELS: f64 = 5.0;
/// A cross nearer to its target than this is not drawn: the target hardly moves. Pixels.
const LEAST_LEAD_PIXELS: f32 = 6.0;
/// Meetings that are farther ahead than this are not drawn: until then much will change. Ticks.
const FARTHEST_TICKS: f64 = 300.0;

/// The colour of aims.
fn aim_color(alpha: f32) -> Color {
    Color::srgba(1.0, 0.3, 0.24, alpha)
}

/// How strong a line of so many pixels is.
fn strength(pixels: f32) -> f32 {
    ALPHA / (1.0 + pixels / FADING_PIXELS)
}

/// Draws what the selected ships aim at.
pub fn draw_targets(
    ships: Query<(&Ship, &Condition), With<Selected>>,
    roster: Res<Roster>,
    view: Res<ViewCamera>,
    origin: Res<Origin>,
    mut lines: Gizmos<GridGizmos>,
) {
    let pixel = |place: DVec3| view.project(place).map(|projected| projected.pixel);
    for (ship, condition) in ships.iter().take(MOST_LINES) {
        let from = roster.get(Mark::Ship(ship.id)).map(|spot| spot.place);
        let to = condition.target.and_then(|target| roster.get(target)).map(|spot| spot.place);
        let Some((from, to)) = from.zip(to) else { continue };
        let Some((start, end)) = pixel(from).zip(pixel(to)) else { continue };
        let color = aim_color(strength(start.distance(end)));
        lines.line(origin.place(from), origin.place(to), color);
    }
}

/// Where something will be that goes on for so many ticks with the same step, km.
fn place_after(from: DVec3, step: DVec3, ticks: f64) -> DVec3 {
    from + step * ticks
}

/// Draws where the player's torpedoes will meet what they fly at, if both go on as they do.
pub fn draw_meetings(
    swarm: Res<Swarm>,
    player: Res<Player>,
    roster: Res<Roster>,
    view: Res<ViewCamera>,
    origin: Res<Origin>,
    mut lines: Gizmos<GridGizmos>,
) {
    let own = swarm.flying.iter().filter(|one| one.torpedo.faction == player.faction.0 && !one.is_over);
    let meeting = own.filter(|one| (0.0..FARTHEST_TICKS).contains(&one.impact_ticks));
    for one in meeting.take(MOST_CROSSES) {
        let hull = one.torpedo.target.and_then(Aim::hull);
        let Some(target) = hull.and_then(|hull| roster.get(hull)) else { continue };
        let step = one.carried + one.torpedo.heading * one.reach;
        let place = place_after(one.from, step, one.impact_ticks);
        let Some((cross, now)) = view.project(place).zip(view.project(target.place)) else { continue };
        if cross.pixel.distance(now.pixel) < LEAST_LEAD_PIXELS {
            continue;
        }
        let half_km = CROSS_PIXELS / view.pixels_per_radius(cross.depth_km);
        let middle = origin.place(place);
        let half = (half_km / UNIT_KM) as f32;
        for across in [Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 0.0, -1.0)] {
            lines.line(middle - across * half, middle + across * half, aim_color(ALPHA));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_faint() {
        assert_eq!(strength(0.0), ALPHA);
        assert_eq!(strength(FADING_PIXELS), 0.5 * ALPHA);
        assert!(strength(4.0 * FADING_PIXELS) < 0.25 * ALPHA);
    }

    #[test]
    fn a_meeting_lies_ahead_of_the_torpedo() {
        let place = place_after(DVec3::X, DVec3::new(0.0, 2.0, 0.5), 10.0);
        assert_eq!(place, DVec3::new(1.0, 20.0, 5.0));
    }
}
