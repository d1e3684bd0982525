//! Crosses at the predicted hits of the player's torpedoes. Targets out of sight are never shown.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::{GridGizmos, Player};
use crate::client::scene::battle::VisibleUnits;
use crate::client::view::{Moment, Pen};
use crate::sim::combat::AimedAt;
use crate::sim::combat::torpedoes::Swarm;

/// The most crosses at once.
const MOST_CROSSES: usize = 60;
/// Half the size of a cross, pixels.
const CROSS_PIXELS: f64 = 5.0;
/// A cross nearer to its target than this is not drawn: the target hardly moves. Pixels.
const LEAST_LEAD_PIXELS: f32 = 6.0;
/// Limit on the time until a drawn meeting, ticks: farther predictions are uncertain.
const FARTHEST_TICKS: f64 = 300.0;

/// The colour of a cross.
const CROSS_COLOR: Color = Color::srgba(1.0, 0.3, 0.24, 0.6);

/// The predicted hit of a torpedo, relative to the frame that carries it, heliocentric ecliptic km. The torpedo is
/// at `from` at the beginning of the tick, is carried by `carried` in the tick, and flies `own_step` in each of
/// `ticks` ticks, km. The video frame shows the share `moment` of the tick, 0 to 1, and so does the cross.
/// Otherwise the cross on a target beside a planet would lie far ahead of it, on the planet's way about the sun.
fn meeting_place(from: DVec3, (carried, own_step): (DVec3, DVec3), ticks: f64, moment: f64) -> DVec3 {
    from + carried * moment + own_step * ticks
}

/// Draws the predicted hits of the player's torpedoes, for unchanged motion of both.
pub fn draw_meetings(
    swarm: Res<Swarm>,
    player: Res<Player>,
    roster: Res<VisibleUnits>,
    moment: Res<Moment>,
    mut pen: Pen<GridGizmos>,
) {
    let own = swarm.flying.iter().filter(|one| one.torpedo.faction == player.faction && !one.is_over);
    let meeting = own.filter(|one| (0.0..FARTHEST_TICKS).contains(&one.impact_ticks));
    for one in meeting.take(MOST_CROSSES) {
        let hull = one.torpedo.target.and_then(AimedAt::hull);
        let Some(target) = hull.and_then(|hull| roster.get(hull)) else { continue };
        let steps = (one.carried, one.torpedo.heading * one.reach);
        let place = meeting_place(one.from, steps, one.impact_ticks, moment.fraction);
        let meeting = pen.view.project(place).zip(pen.view.project(target.place));
        let Some((cross, now)) = meeting else { continue };
        if cross.pixel.distance(now.pixel) < LEAST_LEAD_PIXELS {
            continue;
        }
        let half_km = CROSS_PIXELS / cross.pixels_per_km;
        for across in [DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, -1.0, 0.0)] {
            pen.line(place - across * half_km, place + across * half_km, CROSS_COLOR);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::combat::torpedoes::pursuit::meeting_ticks;

    /// Motion of a planet per tick, and of a torpedo under its own power, km.
    const CARRIED: DVec3 = DVec3::new(43_000.0, -9_000.0, 120.0);
    const REACH: f64 = 20_000.0;
    const FROM: DVec3 = DVec3::new(1.0e8, 5.0e7, -2.0e4);

    /// The lead of a target's cross in the middle of a tick, km, and the remaining flight of the torpedo from then
    /// on, ticks. `offset` leads from the torpedo to the target, `drift` is the target's motion beside the planet,
    /// km.
    fn lead(offset: DVec3, drift: DVec3) -> (DVec3, f64) {
        let moment = 0.5;
        let ticks = meeting_ticks(offset, drift, REACH).expect("it can be met");
        let own_step = (offset + drift * ticks).normalize() * REACH;
        let place = meeting_place(FROM, (CARRIED, own_step), ticks, moment);
        let shown = FROM + offset + (CARRIED + drift) * moment;
        (place - shown, ticks - moment)
    }

    #[test]
    fn a_target_that_rests_beside_a_moving_planet_is_met_at_its_drawn_place() {
        let (lead, ticks) = lead(DVec3::new(3.0e5, 1.0e5, 0.0), DVec3::ZERO);
        assert!(lead.length() < 1.0 && ticks > 10.0, "{lead} in {ticks} ticks");
    }

    #[test]
    fn a_crossing_target_is_met_ahead_of_it_beside_the_planet() {
        let drift = DVec3::new(0.0, 900.0, 300.0);
        let (lead, ticks) = lead(DVec3::X * 3.0e5, drift);
        assert!(lead.distance(drift * ticks) < 1.0 && ticks > 10.0, "{lead} in {ticks} ticks");
    }
}
