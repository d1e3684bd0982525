//! Engine light: the power of a ship's engines, and the jets at its stern.
//!
//! The engines burn when a ship's own velocity changes; the motion of its carrier does not count. Full power takes
//! the ship from rest to full speed in the time of its class.

use bevy::prelude::*;
use glam::DVec3;

use crate::client::frame::FrameSystems;
use crate::client::scene::ships::DrawnHull;
use crate::client::view::UNIT_KM;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{Calendar, Flight, Gait, LastTick, Ship};

/// A share of full power below this is station keeping, and shows no light.
const IDLING: f32 = 0.06;
/// Seconds of real time in which engines light up, and in which they go out.
const LIGHTING_S: (f32, f32) = (0.12, 0.5);
/// Least drawn power.
pub const FAINT: f32 = 0.02;
/// Length of a jet at full power, in radii of the ship.
pub const JET_RADII: f32 = 2.2;

/// Engine power of a ship.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Burn {
    /// The own velocity at the last observed tick, km/s, and that tick.
    before: Option<(DVec3, u64)>,
    /// Power between the last two observed ticks, 0 to 1.
    wanted: f32,
    /// Displayed power, smoothed, 0 to 1.
    power: f32,
}

impl Burn {
    /// Displayed power, 0 to 1.
    pub fn power(&self) -> f32 {
        self.power
    }

    /// Updates with a frame: the flight at a tick, the velocity change at full power in a second of play, km/s,
    /// and the seconds of real time since the frame before.
    fn follow(&mut self, flight: &Flight, full_km_s: f64, tick: u64, seconds: f32) {
        let since = self.before.and_then(|(velocity, then)| Some((velocity, tick.checked_sub(then)?)));
        match since {
            Some((_, 0)) => {}
            Some((velocity, ticks)) => {
                let change_km_s = flight.own_velocity.distance(velocity);
                let share = change_km_s * TICKS_PER_SECOND / ticks as f64 / full_km_s.max(f64::MIN_POSITIVE);
                self.wanted = if flight.holding { 0.0 } else { shown_power(share as f32) };
                self.before = Some((flight.own_velocity, tick));
            }
            None => {
                self.wanted = 0.0;
                self.before = Some((flight.own_velocity, tick));
            }
        }
        let takes_s = if self.wanted > self.power { LIGHTING_S.0 } else { LIGHTING_S.1 };
        self.power += (self.wanted - self.power) * (1.0 - (-seconds / takes_s).exp());
    }
}

/// Brightness of engines at a share of full power. The root makes gentle burning visible.
fn shown_power(share: f32) -> f32 {
    ((share - IDLING) / (1.0 - IDLING)).clamp(0.0, 1.0).sqrt()
}

/// The jets of a ship.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct JetsOf {
    /// The ship.
    pub ship: Entity,
    /// Hull.
    pub hull: Entity,
    /// The origin of the jets on the z axis of the unit hull.
    pub stern: f32,
}

/// Adds the light of engines to the frame.
pub fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, (follow_burns, place_jets).chain().in_set(FrameSystems::Collect));
}

/// Records the engine power of every ship.
pub fn follow_burns(
    calendar: Res<Calendar>,
    real: Res<Time<Real>>,
    time: Res<Time<Virtual>>,
    mut ships: Query<(&Ship, &Flight, &LastTick, &mut Burn)>,
) {
    if time.is_paused() {
        return;
    }
    for (ship, flight, last, mut burn) in &mut ships {
        let speed_km_s = match last.gait {
            Gait::Cruise => ship.cruise_km_s,
            Gait::Manoeuvre => ship.manoeuvre_km_s,
        };
        let full_km_s = speed_km_s / ship.thrust_s.max(f64::MIN_POSITIVE);
        burn.follow(flight, full_km_s, calendar.tick, real.delta_secs());
    }
}

type HullParts = (&'static Transform, &'static Visibility);

/// Places jets at the sterns of drawn hulls.
pub fn place_jets(
    ships: Query<(&Ship, &Burn)>,
    hulls: Query<HullParts, (With<DrawnHull>, Without<JetsOf>)>,
    mut jets: Query<(&JetsOf, &mut Transform, &mut Visibility), Without<DrawnHull>>,
) {
    for (of, mut transform, mut visibility) in &mut jets {
        let Ok((ship, burn)) = ships.get(of.ship) else { continue };
        let hull = hulls.get(of.hull).ok().filter(|(_, hull)| **hull != Visibility::Hidden);
        let Some((hull, _)) = hull.filter(|_| burn.power > FAINT) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        *transform = jet_transform(hull, of.stern, (ship.radius_km / UNIT_KM) as f32, burn.power);
    }
}

/// The transform of jets on a hull: they start at its stern, and only their length depends on the power.
fn jet_transform(hull: &Transform, stern: f32, radius: f32, power: f32) -> Transform {
    let astern = hull.rotation * Vec3::Z;
    Transform {
        translation: hull.translation + astern * (stern * hull.scale.z),
        rotation: hull.rotation,
        scale: Vec3::new(hull.scale.x, hull.scale.y, JET_RADII * radius * power),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flying(speed_km_s: f64, holding: bool) -> Flight {
        Flight { own_velocity: DVec3::X * speed_km_s, holding, ..default() }
    }

    /// A ship that has flown for some ticks, each adding to its speed, with two frames a tick.
    fn burned(ticks: u64, added_km_s: f64, holding: bool) -> Burn {
        let mut burn = Burn::default();
        for tick in 0..ticks {
            for _ in 0..2 {
                burn.follow(&flying(added_km_s * tick as f64, holding), 300.0, tick, 1.0 / 60.0);
            }
        }
        burn
    }

    #[test]
    fn full_power_is_full_light_and_coasting_is_none() {
        // 300 km/s in a second are 10 in a tick.
        assert!(burned(60, 10.0, false).power() > 0.95);
        assert!(burned(60, 2.0, false).power() > 0.2);
        assert_eq!(burned(60, 0.0, false).power(), 0.0);
        assert_eq!(burned(60, 0.2, false).power(), 0.0, "keeping in place is not seen");
        assert_eq!(burned(60, 10.0, true).power(), 0.0, "who holds a place has its engines off");
    }

    #[test]
    fn engines_go_out_when_the_burn_ends() {
        let mut burn = burned(60, 10.0, false);
        for tick in 60..150 {
            burn.follow(&flying(590.0, false), 300.0, tick, 1.0 / 30.0);
        }
        assert!(burn.power() < FAINT, "{}", burn.power());
    }

    #[test]
    fn a_faster_pace_does_not_look_like_a_harder_burn() {
        let mut burn = Burn::default();
        for frame in 0..60_u64 {
            burn.follow(&flying(frame as f64 * 16.0, false), 300.0, frame * 16, 1.0 / 60.0);
        }
        assert!(burn.power() < 0.4, "{}", burn.power());
    }

    #[test]
    fn a_tick_from_before_begins_anew() {
        let mut burn = burned(60, 10.0, false);
        burn.follow(&flying(0.0, false), 300.0, 3, 1.0 / 60.0);
        assert_eq!(burn.wanted, 0.0);
    }

    #[test]
    fn jets_begin_at_the_stern() {
        let hull = Transform::from_xyz(5.0, 0.0, 0.0)
            .looking_to(Vec3::NEG_X, Vec3::Y)
            .with_scale(Vec3::new(1.0, 1.0, 2.0));
        let jets = jet_transform(&hull, 0.8, 1.0, 0.5);
        assert!(jets.translation.distance(Vec3::new(6.6, 0.0, 0.0)) < 1e-5, "{}", jets.translation);
        assert!((jets.transform_point(Vec3::Z).x - 7.7).abs() < 1e-4);
    }
}
