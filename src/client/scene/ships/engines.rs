//! Engine light: the power of a ship's engines, and the jets at its stern.
//!
//! The engines burn when a ship's own velocity changes; the motion of its carrier does not count. Full power takes
//! the ship from rest to full speed in the time of its class.

use bevy::prelude::*;

use crate::client::frame::FrameSystems;
use crate::client::scene::ships::DrawnHull;
use crate::client::view::UNIT_KM;
use crate::orbit::TICKS_PER_SECOND;
use crate::sim::{Flight, Gait, LastTick, Ship};

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
    /// Displayed power, smoothed, 0 to 1; `None` before the first frame.
    power: Option<f32>,
}

impl Burn {
    /// Displayed power, 0 to 1.
    pub fn power(&self) -> f32 {
        self.power.unwrap_or(0.0)
    }

    /// Updates with a frame: the flight in the last tick, the velocity change at full power in a second of play,
    /// km/s, and the seconds of real time since the frame before. Engines that burn when they come into sight are
    /// lit at once: so they are in a picture of a paused world.
    fn follow(&mut self, flight: &Flight, last: &LastTick, full_km_s: f64, seconds: f32) {
        let share = last.own_change.length() * TICKS_PER_SECOND / full_km_s.max(f64::MIN_POSITIVE);
        let wanted = if flight.holding { 0.0 } else { shown_power(share as f32) };
        let power = self.power.unwrap_or(wanted);
        let takes_s = if wanted > power { LIGHTING_S.0 } else { LIGHTING_S.1 };
        self.power = Some(power + (wanted - power) * (1.0 - (-seconds / takes_s).exp()));
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

/// Records the engine power of every ship. It stays while the world is paused.
pub fn follow_burns(
    real: Res<Time<Real>>,
    time: Res<Time<Virtual>>,
    mut ships: Query<(&Ship, &Flight, &LastTick, &mut Burn)>,
) {
    let seconds = if time.is_paused() { 0.0 } else { real.delta_secs() };
    for (ship, flight, last, mut burn) in &mut ships {
        let speed_km_s = match last.gait {
            Gait::Cruise => ship.cruise_km_s,
            Gait::Manoeuvre => ship.manoeuvre_km_s,
        };
        let full_km_s = speed_km_s / ship.thrust_s.max(f64::MIN_POSITIVE);
        burn.follow(flight, last, full_km_s, seconds);
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
        let Some((hull, _)) = hull.filter(|_| burn.power() > FAINT) else {
            visibility.set_if_neq(Visibility::Hidden);
            continue;
        };
        visibility.set_if_neq(Visibility::Inherited);
        *transform = jet_transform(hull, of.stern, (ship.radius_km / UNIT_KM) as f32, burn.power());
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
    use glam::DVec3;

    use super::*;

    /// Frames of a ship that adds this to its speed in each tick.
    fn burn(burn: &mut Burn, frames: u32, added_km_s: f64, holding: bool) {
        let flight = Flight { holding, ..default() };
        let last = LastTick { own_change: DVec3::X * added_km_s, ..default() };
        for _ in 0..frames {
            burn.follow(&flight, &last, 300.0, 1.0 / 60.0);
        }
    }

    fn burned(added_km_s: f64, holding: bool) -> Burn {
        let mut new = Burn::default();
        burn(&mut new, 60, added_km_s, holding);
        new
    }

    #[test]
    fn full_power_is_full_light_and_coasting_is_none() {
        // 300 km/s in a second are 10 in a tick.
        assert!(burned(10.0, false).power() > 0.95);
        assert!(burned(2.0, false).power() > 0.2);
        assert_eq!(burned(0.0, false).power(), 0.0);
        assert_eq!(burned(0.2, false).power(), 0.0, "keeping in place is not seen");
        assert_eq!(burned(10.0, true).power(), 0.0, "who holds a place has its engines off");
    }

    #[test]
    fn engines_light_up_and_go_out_in_their_time() {
        let mut engines = burned(0.0, false);
        burn(&mut engines, 3, 10.0, false);
        assert!((0.2..0.6).contains(&engines.power()), "{}", engines.power());
        burn(&mut engines, 60, 10.0, false);
        burn(&mut engines, 3, 0.0, false);
        assert!(engines.power() > 0.8, "{}", engines.power());
        burn(&mut engines, 177, 0.0, false);
        assert!(engines.power() < FAINT, "{}", engines.power());
    }

    #[test]
    fn engines_burn_in_the_first_frame_of_a_paused_world_and_stay_so() {
        let flight = Flight::default();
        let last = LastTick { own_change: DVec3::X * 10.0, ..default() };
        let mut engines = Burn::default();
        engines.follow(&flight, &last, 300.0, 0.0);
        assert_eq!(engines.power(), 1.0);
        engines.follow(&flight, &LastTick::default(), 300.0, 0.0);
        assert_eq!(engines.power(), 1.0);
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
